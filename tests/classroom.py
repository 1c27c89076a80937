"""A class on a JupyterHub of this machine: students who log in, run a chapter, move explorers, solve an exercise, and come back."""

import asyncio
import json
import os
import random
import re
import socket
import subprocess
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from time import sleep
from uuid import uuid4

import psutil
from tornado.httpclient import HTTPRequest
from tornado.websocket import websocket_connect

ROOT = Path(__file__).parents[1]
ENVIRONMENT = ROOT / "build/hub"
PROXY = ENVIRONMENT / "node_modules/.bin/configurable-http-proxy"
# The configuration that lecturers are told, with another place for the environment, and accounts that are folders.
TOLD = re.search(
    r"^```python\n(.*?)^```", (ROOT / "perclab/pages/class.md").read_text("utf-8"), re.M | re.S
)[1]
HERE = """
c.JupyterHub.bind_url = "http://127.0.0.1:{}"
c.JupyterHub.hub_port = {}
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:{}"
c.ConfigurableHTTPProxy.command = [{!r}]
c.JupyterHub.authenticator_class = "dummy"
c.Authenticator.allow_all = True
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = {!r}
c.Spawner.poll_interval = 1
"""
SECONDS = 300


@contextmanager
def hub(folder):
    """Run a hub in a folder, which becomes its students' homes; give its address."""
    ports = free(3)
    told = TOLD.replace("/opt/tljh/user/bin", str(ENVIRONMENT / "bin"))
    here = HERE.format(*ports, str(PROXY), str(folder / "{username}"))
    (folder / "jupyterhub_config.py").write_text(f"{told}{here}", "utf-8")
    ours = ("JUPYTER", "IPYTHON", "XDG_", "PERCLAB_")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    url, log = f"http://127.0.0.1:{ports[0]}", folder / "hub.log"
    with log.open("w") as said:
        process = subprocess.Popen(
            [ENVIRONMENT / "bin/jupyterhub"],
            cwd=folder,
            env=environment,
            stdout=said,
            stderr=subprocess.STDOUT,
        )
    try:
        while not answers(f"{url}/hub/api/"):
            if process.poll() is not None:
                raise RuntimeError(f"the hub did not start:\n{log.read_text('utf-8')}")
            sleep(0.1)
        yield url
    finally:
        process.terminate()  # it ends the students' servers, too
        process.wait()


def answers(url):
    import httpx

    with suppress(httpx.TransportError):
        return httpx.get(url).is_success
    return False


def free(count):
    """Return ports that nobody listens at, of those that are not lent for a moment."""
    found = []
    while len(found) < count:
        with socket.socket() as one, suppress(OSError):
            one.bind(("127.0.0.1", port := random.randrange(20000, 30000)))
            found.append(port)
    return found


class Student:
    """A browser with a student before it, without the screen."""

    def __init__(self, hub, folder, name):
        import httpx

        self.hub, self.name, self.home, self.base = hub, name, folder / name, f"/user/{name}"
        self.http = httpx.AsyncClient(base_url=hub, follow_redirects=True, timeout=SECONDS)
        self.socket, self.waiting, self.errors, self.explorers = None, {}, [], {}

    async def log_in(self):
        """Log in, and wait until the own server shows JupyterLab."""
        await self.http.get("/hub/login")
        form = {"username": self.name, "password": "x", "_xsrf": self.token("/hub/")}
        (await self.http.post("/hub/login", data=form)).raise_for_status()
        await self.arrive()

    async def arrive(self):
        """Ask for the own server, and load what a browser loads of it."""
        while not await self.spawning():
            await asyncio.sleep(0.2)
        progress = f"/hub/api/users/{self.name}/server/progress"
        headers = {"X-XSRFToken": self.token("/hub/")}
        async with self.http.stream("GET", progress, headers=headers) as events:
            async for line in events.aiter_lines():
                if line.startswith("data:"):
                    event = json.loads(line[5:])
                    assert not event.get("failed"), event
                    if event.get("ready"):
                        break
        page = (await self.http.get(f"{self.base}/")).raise_for_status()
        self.opened = page.url.path
        for address in re.findall(rf'"({self.base}/static/[^"]+\.js)', page.text):
            await self.http.get(address)
        await self.api("GET", "/lab/api/settings")

    async def spawning(self):
        """Ask for the own server, as one reloads a page; say whether that was heard."""
        import httpx

        # Of a server that was killed the proxy may still hold a connection, hear a moment later (503), or have heard before the hub (424).
        with suppress(httpx.TransportError):
            return (await self.http.get(f"/hub/spawn/{self.name}")).status_code not in (503, 424)
        return False

    def token(self, path):
        """Return the token against forgery that holds for a path."""
        found = [
            one
            for one in self.http.cookies.jar
            if one.name == "_xsrf" and path.startswith(one.path)
        ]
        return max(found, key=lambda one: len(one.path)).value

    async def api(self, method, path, **content):
        """Ask the own server for something, as JupyterLab does; return what it answers, or raise."""
        headers = {"X-XSRFToken": self.token(f"{self.base}/")}
        reply = await self.http.request(method, self.base + path, headers=headers, **content)
        assert reply.is_success, f"{method} {path}: {reply.status_code} {reply.text[:500]}"
        return reply.json() if reply.content else None

    async def open(self, name):
        """Open a notebook of the course, and wait until its kernel answers."""
        await self.hang_up()
        self.path = f"course/{name}"
        self.notebook = (await self.api("GET", f"/api/contents/{self.path}"))["content"]
        kernel = {
            "path": self.path,
            "name": name,
            "type": "notebook",
            "kernel": {"name": "python3"},
        }
        session = await self.api("POST", "/api/sessions", json=kernel)
        url = f"{self.base}/api/kernels/{session['kernel']['id']}/channels?session_id={uuid4()}"
        cookies = self.http.build_request("GET", url).headers["cookie"]
        request = HTTPRequest(
            f"{self.hub}{url}".replace("http", "ws", 1),
            headers={"Cookie": cookies},
            request_timeout=SECONDS,
        )
        self.socket = await websocket_connect(request, max_message_size=2**28)
        self.listening = asyncio.create_task(self.listen())
        await self.ask("kernel_info_request", {})

    async def listen(self):
        """Hear what the kernel says, as a page with widgets does."""
        while (text := await self.socket.read_message()) is not None:
            message = json.loads(text)
            kind, content = message["header"]["msg_type"], message["content"]
            parent = message["parent_header"].get("msg_id")
            if kind == "comm_open" and "drawn" in content["data"].get("state", {}):
                self.explorers[content["comm_id"]] = content["data"]["state"]["drawn"]
            elif kind == "comm_msg" and content["data"].get("method") == "custom":
                drawn = self.explorers[content["comm_id"]]
                for place, frame in content["data"]["content"]["frames"].items():
                    drawn[int(place)] = frame
            elif kind == "error":
                self.errors.append("\n".join(content["traceback"]))
            elif (
                kind == "status" and content["execution_state"] == "idle" and parent in self.waiting
            ):
                self.waiting.pop(parent).set_result(None)
        for other in self.waiting.values():
            other.set_exception(ConnectionError("the kernel's socket was closed"))

    async def ask(self, kind, content):
        """Send the kernel a message, and wait until it has done what that asks for."""
        number = uuid4().hex
        header = {
            "msg_id": number,
            "msg_type": kind,
            "username": "",
            "session": "",
            "version": "5.3",
        }
        message = {
            "header": header,
            "parent_header": {},
            "metadata": {},
            "content": content,
            "channel": "shell",
        }
        self.waiting[number] = done = asyncio.get_running_loop().create_future()
        await self.socket.write_message(json.dumps(message))
        await done

    async def run(self, code):
        """Run a cell; an error raises."""
        await self.ask(
            "execute_request", {"code": code, "store_history": True, "stop_on_error": True}
        )
        assert not self.errors, f"{self.path}: {self.errors[0]}"

    async def run_all(self):
        for cell in self.notebook["cells"]:
            if cell["cell_type"] == "code" and cell["source"].strip():
                await self.run(cell["source"])

    async def move(self, most=3):
        """Look at some explorers until all their frames are there."""
        for comm, drawn in [*self.explorers.items()][:most]:
            while None in drawn:
                message = {"method": "custom", "content": {"draw": drawn.index(None)}}
                await self.ask("comm_msg", {"comm_id": comm, "data": message})

    async def solve(self):
        """Solve the first exercise of the notebook, and save that; return the name of the exercise."""
        sources = [cell["source"] for cell in self.notebook["cells"]]
        module = next(
            found[1]
            for text in sources
            if (found := re.search(r"from perclab.exercises import (\w+) as ask", text))
        )
        check = re.compile(r"^ask\.(\w+)\.check\(\1\)$", re.M)
        cell, name = next(
            (cell, found[1])
            for cell in self.notebook["cells"]
            if (found := check.search(cell["source"]))
        )
        answer = getattr(import_module(f"perclab.exercises.{module}"), name).code
        cell["source"] = (
            f"{answer if answer.startswith('def ') else f'{name} = {answer}'}\n\nask.{name}.check({name})"
        )
        await self.run(cell["source"])
        await self.save()
        return name

    async def save(self):
        content = {"type": "notebook", "format": "json", "content": self.notebook}
        return await self.api("PUT", f"/api/contents/{self.path}", json=content)

    async def stop(self):
        """Let the hub end the server, as it does when nobody has used it for a while."""
        headers, server = {"X-XSRFToken": self.token("/hub/")}, f"/hub/api/users/{self.name}"
        reply = await self.http.delete(f"{server}/server", headers=headers)
        assert reply.status_code in (202, 204), reply.text
        while (await self.http.get(server, headers=headers)).json()["servers"]:
            await asyncio.sleep(0.1)

    def processes(self):
        """Return the processes of the own server: that itself, its kernels, what they started."""
        found = []
        for process in psutil.process_iter():
            with suppress(psutil.Error):
                if process.environ().get("HOME") == str(self.home):
                    found.append(process)
        return found

    async def hang_up(self):
        if self.socket:
            self.socket.close()
            await self.listening

    async def leave(self):
        await self.hang_up()
        await self.http.aclose()
