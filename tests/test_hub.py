"""A class on a hub of this machine: all goes well for five, and what may go wrong costs nobody their work."""

import asyncio
import json
import stat
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
from classroom import Student, hub
from notebook import NOTEBOOKS

from perclab.kit.layout import lay_out, sources

pytestmark = [pytest.mark.tier("all"), pytest.mark.needs("hub")]
FIRST, CHANGED, UNTOUCHED = (path.name for path in NOTEBOOKS[:3])


@pytest.fixture(scope="module")
def homes(tmp_path_factory):
    return tmp_path_factory.mktemp("homes")


@pytest.fixture(scope="module")
def url(homes):
    with hub(homes) as address:
        yield address


@asynccontextmanager
async def entered(url, homes, *names):
    """Students who have logged in and opened the first chapter."""

    async def enter(student):
        await student.log_in()
        await student.open(FIRST)

    students = [Student(url, homes, name) for name in names]
    try:
        await asyncio.gather(*map(enter, students))
        yield students
    finally:
        await asyncio.gather(*map(Student.leave, students))


def older(path, folder):
    """A notebook as an earlier version of the course had it."""
    notebook = json.loads(path.read_text("utf-8"))
    notebook["cells"][1]["source"] = ["As it was."]
    (folder / path.name).write_text(json.dumps(notebook), "utf-8")
    return folder / path.name


def test_five_run_a_chapter_and_find_their_answers_the_next_day(url, homes, tmp_path):
    # One of them was here before the course was brought up to date, and has changed a notebook since.
    mine = homes / "ann/course"
    mine.mkdir(parents=True)
    lay_out([older(path, tmp_path) for path in NOTEBOOKS], mine, "0.0.1")
    changed = (mine / CHANGED).read_text("utf-8").replace("As it was.", "My own words.")
    (mine / CHANGED).write_text(changed, "utf-8")

    async def work(student):
        await student.run_all()
        await student.move(1)
        return await student.solve()

    async def class_of_five():
        others = ("bob", "cem", "dee", "eve")
        # The first one's server compiles what it imports, for all.
        async with entered(url, homes, "ann") as (ann,), entered(url, homes, *others) as rest:
            students = [ann, *rest]
            assert ann.opened.endswith(f"/lab/tree/course/{FIRST}")
            solved = await asyncio.gather(*map(work, students))
            await ann.stop()
            await ann.arrive()
            await ann.open(FIRST)
            return students, solved, sources(json.dumps(ann.notebook).encode())

    students, solved, found = asyncio.run(class_of_five())
    for student, name in zip(students, solved, strict=True):
        course = student.home / "course"
        assert f"ask.{name}.check" in (course / FIRST).read_text("utf-8")
        kept = json.loads((course / "perclab-progress.json").read_text("utf-8"))
        assert [one for one in kept["exercises"] if one.endswith(name)]
        assert all(entry["solved"] for entry in kept["exercises"].values())
    assert found == sources((mine / FIRST).read_bytes())
    assert (mine / CHANGED).read_text("utf-8") == changed
    assert (mine / CHANGED.replace(".ipynb", ".new.ipynb")).is_file()
    assert (mine / UNTOUCHED).read_bytes() == NOTEBOOKS[2].read_bytes()


def test_a_server_that_is_killed_in_the_middle_of_an_answer_loses_nothing_that_was_saved(
    url, homes
):
    import httpx

    async def killed():
        async with entered(url, homes, "bob") as (bob,):
            saved, processes = [], bob.processes()
            for answer in ("mine = 1", "mine = 2"):
                bob.notebook["cells"][-1] = {**bob.notebook["cells"][-1], "source": answer}
                saved.append(sources(json.dumps(bob.notebook).encode()))
                saving = asyncio.create_task(bob.save())
                if len(saved) == 1:
                    await saving
            await asyncio.sleep(0)
            for process in processes:
                process.kill()
            # If it was quick, it is the second answer that is found.
            with suppress(AssertionError, httpx.TransportError):
                await saving
            await bob.arrive()
            await bob.open(FIRST)
            assert sources(json.dumps(bob.notebook).encode()) in saved
            await bob.run("1 + 1")

    asyncio.run(killed())


@pytest.mark.parametrize("room", [0.5, 1.001], ids=["for nothing", "for the copy that was there"])
def test_a_full_disk_is_said_and_truncates_nothing(url, homes, room):
    async def full():
        import resource

        async with entered(url, homes, "cem") as (cem,):
            path = cem.home / cem.path
            before = path.read_bytes()
            server = cem.processes()[0]
            server.rlimit(resource.RLIMIT_FSIZE, (int(room * len(before)), -1))
            cem.notebook["cells"][-1]["source"] = "long " * len(before)
            with pytest.raises(AssertionError, match=r"500 .*[Ff]ile too large"):
                await cem.save()
            assert path.read_bytes() == before
            server.rlimit(resource.RLIMIT_FSIZE, (-1, -1))
            await cem.save()
            assert len(path.read_bytes()) > 5 * len(before)

    asyncio.run(full())


def test_two_tabs_share_a_kernel_and_hear_their_own_answers(url, homes):
    async def tabs():
        # One after the other, as one clicks: the second finds the first one's kernel.
        async with entered(url, homes, "dee") as (one,), entered(url, homes, "dee") as (other,):
            await asyncio.gather(one.run("x = 1"), other.run("y = 2"))
            await asyncio.gather(one.run("assert y == 2"), other.run("assert x == 1"))

    asyncio.run(tabs())


def test_a_student_reaches_no_other_students_files_or_port(url, homes):
    async def reach():
        async with entered(url, homes, "ann", "eve") as (ann, eve):
            theirs = "/user/ann/api/contents/course"
            assert (await ann.http.get(theirs)).is_success
            server, kernel, *_ = ann.processes()
            (port,) = (c.laddr.port for c in server.net_connections() if c.status == "LISTEN")
            key = eve.processes()[0].environ()["JUPYTERHUB_API_TOKEN"]
            token = {"Authorization": f"token {key}"}
            direct = f"http://127.0.0.1:{port}{theirs}"
            for address in (theirs, direct, f"{url}/hub/api/users/ann", f"{url}/user/ann/lab"):
                for headers in ({}, token):
                    reply = await eve.http.get(address, headers=headers)
                    assert reply.status_code in (403, 404), (address, headers)
            outside = await eve.http.get("/user/eve/api/contents/%2e%2e/ann/course")
            assert outside.status_code == 404
            # What kernels say is not encrypted: they say it at files in a folder that nobody else can enter.
            folder = Path(kernel.environ()["JUPYTER_RUNTIME_DIR"])
            (file,) = folder.glob("kernel-*.json")
            assert json.loads(file.read_text())["transport"] == "ipc"
            assert not stat.S_IMODE(folder.stat().st_mode) & 0o077

    asyncio.run(reach())
