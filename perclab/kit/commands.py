"""The command line: open a course, run its notebooks anew, check them, publish them."""

import argparse
import asyncio
import importlib.util
import os
import subprocess
import sys
import tomllib
import webbrowser
from contextlib import suppress
from difflib import get_close_matches
from functools import partial
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

import nbformat
from jupyter_client.connect import zmq

from . import health, progress
from .layout import lay_out
from .notebooks import NotebookError, notebooks_in, refresh
from .publish.assets import MissingToolError

_HERE = Path(__file__).resolve().parent
_TABLE = _HERE / "commands.toml"
STARTUP = _HERE / "lab_settings" / "startup.py"  # what each kernel of the lab runs first
_PACKAGE = __package__.partition(".")[0]


def main(course, argv=None):
    """Run the command line on a course, by default with the arguments of this process, and return the exit status."""
    parser, argv = _parser(course), sys.argv[1:] if argv is None else argv
    names = [*tomllib.loads(_TABLE.read_text("utf-8"))]
    if argv and argv[0] not in names and (near := get_close_matches(argv[0], names, 1)):
        parser.error(f"there is no command {argv[0]}: did you mean perclab {near[0]}?")
    arguments = parser.parse_args(argv)
    if not (course.folder / "__init__.py").is_file():
        # What its notebooks import lies beside its list, and is not installed.
        above = filter(None, [str(course.folder), os.environ.get("PYTHONPATH")])
        os.environ["PYTHONPATH"] = os.pathsep.join(above)
        sys.path.insert(0, str(course.folder))
    try:
        return arguments.run(course, arguments)
    except (OSError, MissingToolError, NotebookError, ValueError) as error:
        sys.exit(f"perclab: {error}")
    except ModuleNotFoundError as error:
        missing = f"perclab: {error.name.partition('.')[0]} is not there"
        sys.exit(f'{missing}; publishing needs it: pip install "perclab[publish]"')


def _parser(course):
    shown = {"description": f"{course.title}.", "epilog": "for lecturers and authors:"}
    plain = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog="perclab", formatter_class=plain, **shown)
    parser.add_argument("--version", action="version", version=f"perclab {version(_PACKAGE)}")
    commands = parser.add_subparsers(required=True, metavar="command", title="for students")
    kinds, lectures = {"path": Path, "int": int}, range(1, len(course.lectures) + 1)
    for name, table in tomllib.loads(_TABLE.read_text("utf-8")).items():
        help = table["help"]
        # Only the commands for students are listed by argparse itself.
        listed = {"help": help} if "students" in table else {}
        command = commands.add_parser(name, description=help, **listed)
        command.set_defaults(run=globals()[f"_{name}"])
        if not listed:
            parser.epilog += f"\n  {name:18}  {help}"
        for option, how in table.get("options", {}).items():
            if "type" in how:
                how["type"] = kinds[how["type"]]
            if how.get("type") is Path and "default" in how:
                how = {"help": f"by default {how['default']}", **how}
            if how.get("choices") == "lectures":
                how["choices"] = lectures
            if "metavar" in how and not isinstance(how["metavar"], str):
                how["metavar"] = tuple(how["metavar"])
            command.add_argument(option, **how)
    return parser


def _whose(course, arguments):
    """Return the lines of a title slide."""
    by = arguments.by or ("" if course.author in course.licence else course.author)
    return [*filter(None, (arguments.course or course.title, by, arguments.date, course.licence))]


def _lab(course, arguments):
    try:
        from jupyterlab.labapp import LabApp
    except ImportError as error:
        sys.exit(f"perclab: {error}: perclab check says what is missing, and the remedy")
    from nbformat.sign import NotebookNotary

    folder, start = place(course, arguments.folder)
    server = sys.modules[LabApp.serverapp_class.__module__]
    for running in () if "JUPYTERHUB_SERVICE_URL" in os.environ else server.list_running_servers():
        if Path(running["root_dir"]).resolve() == folder:
            address = f"{running['url']}lab/tree/{quote(start)}?token={running['token']}"
            print(f"perclab: this folder is open in JupyterLab already: {address}", flush=True)
            if not arguments.no_browser:
                webbrowser.open(address)
            return
    sign(course, NotebookNotary())
    # A kernel that the user once registered as `python3` may belong to another environment.
    os.environ.setdefault("JUPYTER_PREFER_ENV_PATH", "1")
    os.environ.setdefault("PYTHONSTARTUP", str(STARTUP))
    if "JUPYTERHUB_SERVICE_URL" in os.environ:
        from jupyterhub.singleuser import main

        # Not in the home directory: its path may be too long for a socket.
        with TemporaryDirectory() as os.environ["JUPYTER_RUNTIME_DIR"]:
            return main(hub_arguments(folder, start))
    argv = lab_arguments(folder, start, browser=not arguments.no_browser)
    print("perclab: JupyterLab is starting; Ctrl-C here ends it.", flush=True)
    server = LabApp.initialize_server(argv)
    # Jupyter would print the address a moment before it listens there.
    server.io_loop.run_sync(partial(asyncio.sleep, 0))
    server.start()


def place(course, folder=None):
    """Return where JupyterLab starts, and the notebook that it opens there, relative to that.

    A checkout is opened as it is. In any other folder the notebooks are laid out, or those there brought up to date, and what
    was done is printed.
    """
    notebooks, first = course.notebooks, course.first
    if folder is None:
        folder = Path("perclab-notebooks") if course.installed else notebooks.parent
    if (folder / "notebooks" / first).is_file():
        return folder.resolve(), f"notebooks/{first}"
    if folder.resolve() == notebooks.resolve():
        return folder.resolve(), first
    if folder.exists() and not folder.is_dir():
        raise NotADirectoryError(f"folder {folder} is a file: name a folder, new or old")
    folder.mkdir(parents=True, exist_ok=True)
    for sentence in lay_out(course.paths(), folder, version(_PACKAGE)):
        print(f"perclab: {sentence}", flush=True)
    return folder.resolve(), first


def sign(course, notary):
    """Sign the course's notebooks, so that JupyterLab shows their stored pictures; copies that equal them are trusted, too."""
    for path in course.paths():
        with suppress(OSError, ValueError):  # JupyterLab itself says what is wrong
            notary.sign(nbformat.v4.reads(path.read_text("utf-8")))


def lab_arguments(root, start, browser=True):
    """Return JupyterLab's own arguments: this machine only, and nothing is fetched from elsewhere."""
    argv = [
        "--ServerApp.ip=127.0.0.1",
        f"--ServerApp.root_dir={root}",
        f"--LabApp.default_url=/lab/tree/{quote(start)}",
        "--ServerApp.answer_yes=True",  # Ctrl-C stops it at once; notebooks save themselves
        *_settings(root),
    ]
    if not browser:
        argv.append("--no-browser")
    if zmq.has("curve"):  # else each kernel warns that others may listen
        argv.append("--KernelManager.transport_encryption=auto")
    if _root():
        why = "because it listens on this machine only"
        goes_on = f"it goes on with --allow-root, {why}."
        print(f"perclab: JupyterLab refuses to run as root by default; {goes_on}", flush=True)
        argv.append("--allow-root")
    return argv


def hub_arguments(root, start):
    """Return the arguments of a student's server on a JupyterHub, which itself says where it listens and who is let in.

    Kernels listen at files that nobody else can open: at ports, others on that machine could hear what they print.
    """
    home = Path.cwd() if root.is_relative_to(Path.cwd()) else root
    opens = (root / start).relative_to(home).as_posix()
    return [
        f"--ServerApp.root_dir={home}",
        f"--ServerApp.default_url=/lab/tree/{quote(opens)}",
        "--ConnectionFileMixin.transport=ipc",
        *_settings(root),
        *(["--allow-root"] if _root() else []),
    ]


def _settings(root):
    """Return what is the same wherever JupyterLab shows the course; each folder has its own tabs."""
    from jupyterlab.commands import get_workspaces_dir

    tabs = Path(get_workspaces_dir(), sha256(bytes(root)).hexdigest()[:12])
    return [
        f"--LabApp.workspaces_dir={tabs}",
        f"--LabApp.app_settings_dir={_HERE / 'lab_settings'}",
        f"--LabApp.extra_labextensions_path={_HERE / 'lab_extension'}",
        "--LabApp.news_url=None",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        "--LabApp.extension_manager=readonly",
        "--LanguageServerManager.autodetect=False",  # it runs npm, and lists what is not installed
        "--Application.log_level=ERROR",  # so that the address is what one sees
    ]


def _root():
    return getattr(os, "geteuid", lambda: None)() == 0  # Windows has no geteuid


def chosen(course, names, files=False):
    """Return the notebooks whose names begin so, all if there are no names; with `files`, those of the reader's own, too."""
    there = course.paths()
    paths = [] if names else there
    for name in names:
        if files and name.endswith(".ipynb") and Path(name).is_file():
            paths.append(Path(name))
            continue
        stem = name.removesuffix(".ipynb")
        found = [path for path in there if stem and path.stem.startswith(stem)]
        if not found:
            known = ", ".join(path.stem for path in there)
            raise NotebookError(f"names: no notebook begins with {name!r}; there are {known}")
        paths += found
    return list(dict.fromkeys(paths))


def _notebooks(course, arguments):
    for old, new in course.renumber().items():
        print(f"chapter {old} is now chapter {new}", flush=True)
    from .publish.reading import minutes, write_table

    spent = {}
    for path in chosen(course, arguments.names):
        print(f"running {path.name}", flush=True)
        notebook = refresh(path)
        if chapter := course.named(path):
            spent[chapter.slug] = minutes(notebook)
    write_table(course, spent)


def _check(course, arguments):
    if arguments.all and arguments.folder:
        raise ValueError("folder: --all compares the course's own notebooks: give either")
    if not (arguments.all or arguments.folder):
        return health.examine(course)
    folder = (arguments.folder or course.notebooks).resolve()
    remedy = "name a folder of notebooks"
    if not folder.is_dir():
        raise NotADirectoryError(f"folder {folder} does not exist, or is a file: {remedy}")
    if not notebooks_in(folder):
        raise FileNotFoundError(f"folder {folder} holds no notebook: {remedy}")
    if importlib.util.find_spec("nbval") is None:
        sys.exit('perclab: to compare notebooks takes nbval: pip install "perclab[test]"')
    import matplotlib

    from .pictures import svg

    options = ["-c", _HERE / "publish/check.ini", "--rootdir=."]
    if not svg.known():
        print(
            f"perclab: the stored pictures were made with Matplotlib {' or '.join(svg.KNOWN)}, and here is "
            f"{matplotlib.__version__}, which draws them a little differently: all is compared but the pictures.",
            flush=True,
        )
        options.append("--no-pictures")
    # Other plugins, and options that were meant for other tests, could change what runs.
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")}
    environment |= {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PERCLAB_FRAMES": "all"}
    # -P, or Python would look for pytest in that folder first.
    argv = [sys.executable, "-P", "-m", "pytest", *options, "."]
    with progress.nobodys() as nobodys:
        status = subprocess.call(argv, cwd=folder, env=environment | nobodys)
    if status == 5:
        print("perclab: nothing was checked, for these notebooks hold no code", file=sys.stderr)
    return status


def _progress(course, arguments):
    files = {path.stem: path for path in map(_file_in, arguments.files)}
    if len(files) < len(arguments.files):
        files = {str(path): path for path in arguments.files}
    kept = {who: progress.parsed(path.read_bytes(), path) for who, path in files.items()}
    if len(kept) > 1:
        print("\n".join(progress.records(kept)))
    else:
        if not kept:
            _in_the_folder_of_the_lab(course)
        print(progress.Progress(course, *kept.values()))


def _file_in(path):
    file = path / progress.FILE if path.is_dir() else path
    if not file.exists():
        raise FileNotFoundError(
            f"files: there is no {file}: name a folder that you work in, or its file"
        )
    return file


def _in_the_folder_of_the_lab(course):
    """Take the progress of this folder, or else of the one in which `perclab lab` opens the course."""
    folders = (Path(), Path("perclab-notebooks"), course.notebooks)
    found = [path for folder in folders if (path := folder / progress.FILE).is_file()]
    os.environ.setdefault(progress.VARIABLE, str(next(iter(found), progress.FILE)))
    if not progress.place().exists():
        raise FileNotFoundError(
            f"no {progress.FILE} in {Path.cwd()}: go to the folder that you work in (before the first answer there is none)"
        )


def _review(course, arguments):
    _in_the_folder_of_the_lab(course)
    due = progress.Progress(course).due()
    for number, (name, module) in enumerate(due.items(), 1):
        question = progress.card(name, module)
        options = dict(zip("ABCDEFGH", question.options, strict=False))
        named = ((letter, it.text.removeprefix(f"{letter}. ")) for letter, it in options.items())
        print(f"{number} of {len(due)}", question.prompt, sep="\n")
        print(*(f"  {letter}  {text}" for letter, text in named), sep="\n")
        letter = ""
        try:
            while letter not in options:
                letter = input(f"{', '.join(options)} (Ctrl-C: no more today)? ").strip().upper()
                letter = letter.translate(str.maketrans("12345678", "ABCDEFGH"))
                if letter not in options:
                    print(f"Type one letter of {', '.join(options)}; yours is “{letter}”.")
        except (KeyboardInterrupt, EOFError):
            print("\nThe others come back the next time.")
            return
        chosen, right = options[letter], next(it for it in question.options if it.right)
        lines = [f"✔ Right. {right.why}"]
        if not chosen.right:
            lines = [f"✘ {chosen.why}", f"✔ {right.text.removesuffix('.')}. {right.why}"]
        print(*lines, progress.answered(name, chosen.right), "", sep="\n")
    print("That is all for today." if due else "No question comes back today.")


def _deck(course, arguments):
    from .publish.browser import chromium
    from .publish.deck import build_decks, check_decks
    from .publish.slides import notebooks_of, read_plan

    if arguments.list:
        return _list_slides(course, chosen(course, arguments.names, files=True))
    if (arguments.lecture or arguments.plan) and arguments.names:
        raise ValueError("names: a lecture has its own list of slides: give either, not both")
    plans = {f"lecture-{n}": course.lectures[n - 1] for n in arguments.lecture or ()}
    paths = chosen(course, arguments.names, files=True)
    if arguments.plan:
        plans[arguments.plan.stem] = read_plan(arguments.plan)
    if plans:
        folder = arguments.plan.parent if arguments.plan else Path()
        paths = notebooks_of(plans.values(), course.paths(), folder)
    if arguments.plan:
        _say_missing(course, plans[arguments.plan.stem], paths)
    kept, whose = arguments.to.parent / "exported", _whose(course, arguments)
    can = {one.name: [each["can"] for each in one.outcomes] for one in course.chapters}
    title = {"site": arguments.site, "course": whose, "poll": arguments.poll}
    written = build_decks(paths, arguments.to, kept, plans, can, course.growing, **title)
    _say(written)
    if not chromium():
        print("perclab: whether all slides fit was not checked, for Chromium is not there")
    elif found := check_decks(written):
        remedy = "these slides do not fit; split their cells, or shorten them:"
        raise NotebookError("\n".join([remedy, *found]))
    if arguments.powerpoint:
        from .publish.powerpoint import write_powerpoint

        _say(map(write_powerpoint, written))


def _slides(course, paths):
    from .publish.plan import Reader
    from .publish.slides import introducing, slides

    glossary = course.folder / "glossary.toml"
    books = {path.stem: nbformat.read(path, as_version=4) for path in paths}
    found = [slide for name, book in books.items() for slide in slides(name, book)]
    reader = Reader(glossary if glossary.is_file() else None)
    return reader, introducing(found, course.introduces)


def _list_slides(course, paths):
    reader, found = _slides(course, paths)
    for slide in found:
        new = reader.introduces(slide)
        print(f"{slide.name}  {slide.minutes} min  {slide.title}")
        for word, what in ("introduces", new), ("needs", reader.uses(slide) - new):
            if what:
                print(f"    {word} {', '.join(sorted(what))}")


def _say_missing(course, plan, paths):
    """Warn of what the slides of a plan use before one has introduced it, and say which slide of the course does."""
    from .publish.plan import missing
    from .publish.slides import lecture

    books = {path.stem: nbformat.read(path, as_version=4) for path in paths}
    reader, everywhere = _slides(course, course.paths())
    for slide, lacking in missing(lecture(plan, books, course.introduces), reader):
        near = sorted(everywhere, key=lambda it: it.notebook != slide.notebook)
        for what in lacking:
            by = next((f"; {it.name} does" for it in near if what in reader.introduces(it)), "")
            print(f"perclab: {slide.name} uses {what}, which no slide before it introduces{by}")


def _handout(course, arguments):
    from .publish.browser import needed
    from .publish.export import exported
    from .publish.handout import build_handouts, build_lecture
    from .publish.slides import notebooks_of

    needed()  # before the notebooks are run
    kept = arguments.to.parent / "exported"
    for number in arguments.lecture or ():
        plan = course.lectures[number - 1]
        notebooks = exported(notebooks_of([plan], course.paths(), Path()), kept)
        whose = [plan["called"], *_whose(course, arguments)]
        _say(build_lecture(f"lecture-{number}", plan, notebooks, arguments.to, whose))
    if arguments.lecture:
        return
    notebooks = exported(chosen(course, arguments.names), kept)
    whole = not arguments.names
    form = {"slides": arguments.slides, "whole": whole, "paper": arguments.paper}
    _say(build_handouts(course, notebooks, arguments.to, **form))


def _export(course, arguments):
    from .publish.figure import export_figure

    kept = Path("build/exported")
    _say([export_figure(arguments.cell, course.paths(), kept, arguments.to, arguments.dpi)])


def _homework(course, arguments):
    from .publish.homework import build_homework

    # Not in the wheel, which students install.
    if not (sheets := sorted((course.lecturers / "homework").glob("*.md"))):
        raise FileNotFoundError("the homework's sheets are not here: they are for lecturers")
    _say(build_homework(sheets, arguments.to))


def _questions(course, arguments):
    from .publish.questions import export_questions

    many = export_questions(course, arguments.to)
    print(f"perclab: {many} questions are in {arguments.to}")


def _exam(course, arguments):
    from .publish.exam import build_exam, choice, pool

    known = pool(course)
    if arguments.list:
        for chapter, templates in known.items():
            for it in templates:
                print(f"{chapter}/{it.name}: {it.title}, {it.points} points")
        return
    for seed in arguments.seed or [1]:
        chosen = choice(known, seed, arguments.number, arguments.questions)
        _say(build_exam(course, chosen, seed, arguments.to, arguments.paper))


def _grade(course, arguments):
    from .publish.grade import grade

    limits = arguments.seconds, arguments.megabytes
    rows = grade(arguments.folder, arguments.homework, arguments.to, *limits)
    print(f"perclab: {len(rows)} grades are in {arguments.to}")


def _site(course, arguments):
    from .publish.site import build_site

    parts = {"decks": arguments.decks, "handouts": arguments.handouts}
    lecturers = arguments.readers == "lecturers"
    to = arguments.to
    if lecturers and to == Path("build/site"):
        to = Path("build/site-lecturers")
    site = build_site(course, to, parts, arguments.bench, arguments.launch, lecturers)
    print(f"perclab: the site begins at {site}")


def _students(course, arguments):
    from .publish.students import students_half

    for path in students_half(course, arguments.to, arguments.site):
        print(f"perclab: {path}")


def _new(course, arguments):
    from .new import new_course

    new_course(arguments.folder)
    print(f"perclab: the course is in {arguments.folder}; its README says how to go on")


def _chapter(course, arguments):
    from .new import new_chapter

    for path in new_chapter(course, arguments.name, arguments.after):
        print(f"perclab: {path}")


def _say(paths):
    for path in paths:
        print(f"perclab: {path}, {path.stat().st_size / 1e3:.0f} kB")
