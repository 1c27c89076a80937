"""The command `perclab`: open the course, run its notebooks anew, check them."""

import argparse
import asyncio
import importlib.util
import os
import subprocess
import sys
import tomllib
from contextlib import suppress
from functools import partial
from pathlib import Path
from urllib.parse import quote

import nbformat

from . import __version__, health
from .publish.assets import MissingToolError
from .publish.layout import lay_out
from .publish.notebooks import FIRST, NotebookError, adopt, digest, notebooks_folder, notebooks_in, own, refresh


def main(argv=None):
    """Run the command line.

    Parameters
    ----------
    argv : list of str, optional
        The arguments; by default those of this process.

    Returns
    -------
    int or None
        The exit status.
    """
    parser = argparse.ArgumentParser(prog="perclab", description="The course on the Perceptron.")
    commands = parser.add_subparsers(required=True, metavar="command")

    command = commands.add_parser("lab", help="open the course in JupyterLab")
    command.add_argument(
        "folder",
        nargs="?",
        type=Path,
        help="work on copies of the notebooks in this folder; those that you change are never overwritten",
    )
    command.add_argument("--no-browser", action="store_true", help="only print the address")
    command.set_defaults(run=_lab)

    command = commands.add_parser("notebooks", help="run the course's notebooks and store them with their outputs")
    command.add_argument("names", nargs="*", help="or how they begin, such as 01; all if none is given")
    command.set_defaults(run=_notebooks)

    command = commands.add_parser("check", help="find out what is wrong: the first thing to run when something fails")
    command.add_argument(
        "folder", nargs="?", type=Path, help="run its notebooks and compare all they show with what is stored"
    )
    command.add_argument("--all", action="store_true", help="the same with all of the course's own notebooks")
    command.set_defaults(run=_check)

    command = commands.add_parser("deck", help="write slides for a lecture hall: pages that need no network and no kernel")
    command.add_argument("names", nargs="*", help="of the course's notebooks, or how they begin, or files of your own; all if none")
    command.add_argument("--lecture", type=int, action="append", choices=(1, 2), help="a deck for this lecture instead")
    command.add_argument("--site", help="the address of the course's site, for a link from each slide to its place there")
    _add_target(command, "decks")
    command.set_defaults(run=_deck)

    command = commands.add_parser("handout", help="write the course as PDF, to print: text, pictures, formulas")
    command.add_argument("names", nargs="*", help="of the course's notebooks, or how they begin; all if none is given")
    command.add_argument("--slides", action="store_true", help="the slides alone instead, two on a page with room for notes")
    _add_target(command, "handouts")
    command.set_defaults(run=_handout)

    command = commands.add_parser("export", help="write a picture or an explorer for slides of your own")
    command.add_argument("cell", help="the id of its cell, with a notebook's number before it if several have one: 04/squeeze")
    command.add_argument("--to", type=Path, metavar="FILE", help="a picture's ends in .svg or .pdf, an explorer's in .html")
    command.set_defaults(run=_export)

    command = commands.add_parser("site", help="write the course as a web site, which any server can offer, or none")
    for part in ("decks", "handouts"):
        folder = Path("build") / part
        command.add_argument(
            f"--{part}", type=Path, metavar="FOLDER", default=folder, help=f"becomes part of it, if it is there; {folder} if not given"
        )
    bench = Path("build/bench.json")
    told = f"what make bench has measured, which becomes a page, if it is there; {bench} if not given"
    command.add_argument("--bench", type=Path, metavar="FILE", default=bench, help=told)
    _add_target(command, "site")
    command.set_defaults(run=_site)

    command = commands.add_parser("homework", help="write the homework: for students, for the autograder, and its solutions as PDF")
    _add_target(command, "homework")
    command.set_defaults(run=_homework)

    arguments = parser.parse_args(argv)
    try:
        return arguments.run(arguments)
    except (OSError, MissingToolError, NotebookError, ValueError) as error:
        sys.exit(f"perclab: {error}")
    except ModuleNotFoundError as error:
        package = error.name.partition(".")[0]
        sys.exit(f'perclab: {package} is not there; publishing needs it: pip install "perclab[publish]"')


def _lab(arguments):
    try:
        from jupyterlab.labapp import LabApp
    except ImportError as error:
        sys.exit(f"perclab: {error}: perclab check says what is missing, and the remedy")
    from nbformat.sign import NotebookNotary

    argv = lab_arguments(*place(arguments.folder), browser=not arguments.no_browser)
    sign(NotebookNotary())
    # A kernel that the user once registered as `python3` may belong to an environment without perclab.
    os.environ.setdefault("JUPYTER_PREFER_ENV_PATH", "1")
    print("perclab: JupyterLab is starting; Ctrl-C here ends it.", flush=True)
    server = LabApp.initialize_server(argv)
    # Jupyter would print the address a moment before it listens there.
    server.io_loop.run_sync(partial(asyncio.sleep, 0))
    server.start()


def place(folder=None):
    """Return where JupyterLab starts and the notebook it opens there; a checkout is opened as it is.

    In any other folder the notebooks are laid out, or those there brought up to date, and what was done is printed.

    Parameters
    ----------
    folder : Path, optional
        By default the checkout; of an installed package `perclab-notebooks` here.

    Returns
    -------
    root : Path
    start : str
        Relative to `root`.
    """
    notebooks = notebooks_folder()
    if folder is None:
        installed = notebooks.parent == Path(__file__).resolve().parent
        folder = Path("perclab-notebooks") if installed else notebooks.parent
    if (folder / "notebooks" / FIRST).is_file():
        return folder.resolve(), f"notebooks/{FIRST}"
    if folder.resolve() == notebooks.resolve():
        return folder.resolve(), FIRST
    if folder.exists() and not folder.is_dir():
        raise NotADirectoryError(f"folder {folder} is a file: name a folder, new or old")
    folder.mkdir(parents=True, exist_ok=True)
    for sentence in lay_out(notebooks, folder, __version__):
        print(f"perclab: {sentence}", flush=True)
    return folder.resolve(), FIRST


def sign(notary):
    """Sign the course's own notebooks, so that JupyterLab shows their stored pictures; not a stranger's, nor a changed one.

    Parameters
    ----------
    notary : nbformat.sign.NotebookNotary
    """
    stored = set(own().values())
    for path in notebooks_in(notebooks_folder()):
        with suppress(OSError, ValueError):  # of what cannot be read JupyterLab itself says what is wrong
            text = path.read_text(encoding="utf-8")
            if digest(text) in stored:
                # A signature is of the content: it holds for unchanged copies too.
                notary.sign(nbformat.reads(text, as_version=4))


def lab_arguments(root, start, browser=True):
    """Return JupyterLab's own arguments: this machine only, and nothing is fetched from elsewhere.

    Parameters
    ----------
    root : Path
    start : str
        The notebook to open, relative to `root`.
    browser : bool

    Returns
    -------
    list of str
    """
    argv = [
        "--ServerApp.ip=127.0.0.1",
        f"--ServerApp.root_dir={root}",
        f"--LabApp.default_url=/lab/tree/{quote(start)}",
        "--ServerApp.answer_yes=True",  # Ctrl-C stops it at once; notebooks save themselves
        f"--LabApp.app_settings_dir={Path(__file__).resolve().parent / 'lab_settings'}",
        "--LabApp.news_url=None",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        "--LabApp.extension_manager=readonly",
        "--LanguageServerManager.autodetect=False",  # it runs npm, and lists what is not installed
        "--Application.log_level=ERROR",  # so that the address is what one sees
    ]
    if not browser:
        argv.append("--no-browser")
    if getattr(os, "geteuid", lambda: None)() == 0:  # Windows has no geteuid
        print(
            "perclab: JupyterLab refuses to run as root by default; it goes on with --allow-root, "
            "because it listens on this machine only.",
            flush=True,
        )
        argv.append("--allow-root")
    return argv


def chosen(names, files=False):
    """Return the course's notebooks whose names begin so, all if there are no names; and files of the reader's own if they may be.

    Parameters
    ----------
    names : list of str
    files : bool

    Returns
    -------
    list of Path

    Raises
    ------
    NotebookError
        If no notebook is called so.
    """
    there = notebooks_in(notebooks_folder())
    paths = [] if names else there
    for name in names:
        if files and name.endswith(".ipynb") and Path(name).is_file():
            paths.append(Path(name))
            continue
        stem = name.removesuffix(".ipynb")
        found = [path for path in there if stem and path.stem.startswith(stem)]
        if not found:
            raise NotebookError(
                f"names: no notebook begins with {name!r}; there are {', '.join(path.stem for path in there)}"
            )
        paths += found
    return list(dict.fromkeys(paths))


def _add_target(command, folder):
    command.add_argument(
        "--to", type=Path, metavar="FOLDER", default=Path("build") / folder, help=f"where it goes; build/{folder} if not given"
    )


def _deck(arguments):
    from .publish.browser import chromium
    from .publish.deck import build_decks, check_decks

    if arguments.lecture and arguments.names:
        raise ValueError("names: a lecture has its own list of slides: give either names or --lecture")
    lectures = tomllib.loads(Path(__file__).with_name("lectures.toml").read_text(encoding="utf-8"))["lecture"]
    plans = [(number, lectures[number - 1]) for number in arguments.lecture or ()]
    paths = chosen(arguments.names, files=True)
    written = build_decks(paths, arguments.to, arguments.to.parent / "exported", plans, arguments.site)
    for path in written:
        print(f"perclab: {path}, {path.stat().st_size / 1e6:.1f} MB")
    if not chromium():
        print("perclab: whether all slides fit the screen was not checked, for Chromium is not there")
    elif found := check_decks(written):
        raise NotebookError("these slides do not fit; split their cells, or shorten them:\n" + "\n".join(found))


def _handout(arguments):
    from .exercises.solutions import solutions
    from .publish.browser import needed
    from .publish.export import exported
    from .publish.handout import build_handouts

    needed()  # before the notebooks are run
    notebooks = exported(chosen(arguments.names), arguments.to.parent / "exported")
    sheets = sorted((notebooks_folder() / "sheets").glob("*.md"))
    of_all = {} if arguments.names else {"title": "The course on the Perceptron", "solutions": solutions}
    for path in build_handouts(notebooks, arguments.to, slides=arguments.slides, sheets=sheets, **of_all):
        print(f"perclab: {path}, {path.stat().st_size / 1e6:.1f} MB")


def _export(arguments):
    from .publish.figure import export_figure

    path = export_figure(arguments.cell, notebooks_in(notebooks_folder()), Path("build/exported"), arguments.to)
    print(f"perclab: {path}, {path.stat().st_size / 1e3:.0f} kB")


def _notebooks(arguments):
    for path in chosen(arguments.names):
        print(f"running {path.name}", flush=True)
        refresh([path])
        adopt(path)


def _check(arguments):
    if arguments.all and arguments.folder:
        raise ValueError("folder: --all compares the course's own notebooks: give either")
    if not (arguments.all or arguments.folder):
        return health.examine()
    folder = (arguments.folder or notebooks_folder()).resolve()
    if not folder.is_dir():
        raise NotADirectoryError(f"folder {folder} does not exist, or is a file: name a folder of notebooks")
    if not notebooks_in(folder):
        raise FileNotFoundError(f"folder {folder} holds no notebook: name a folder of notebooks")
    if importlib.util.find_spec("nbval") is None:
        sys.exit(
            f'perclab: to compare notebooks takes nbval: {Path(sys.executable).name} -m pip install "perclab[test]"'
        )
    import matplotlib

    from .views import svg

    options = ["-c", Path(__file__).with_name("publish") / "check.ini", "--rootdir=."]
    if not svg.known():
        made = " or ".join(svg.KNOWN)
        print(
            f"perclab: the stored pictures were made with Matplotlib {made}, and here is {matplotlib.__version__}, "
            "which draws them a little differently: all is compared but the pictures.",
            flush=True,
        )
        options.append("--no-pictures")
    # Other plugins, and options that were meant for other tests, could change what runs.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    # -P, or Python would look for pytest in that folder first.
    status = subprocess.call([sys.executable, "-P", "-m", "pytest", *options, "."], cwd=folder, env=environment)
    if status == 5:
        print("perclab: nothing was checked, for these notebooks hold no code", file=sys.stderr)
    return status


def _homework(arguments):
    from .publish.homework import build_homework

    # Not in the wheel, which students install.
    if not (sheets := sorted(Path(__file__).with_name("homework").glob("*.md"))):
        raise FileNotFoundError("the sheets are not here: an installed perclab comes without them, so take the repository")
    for path in build_homework(sheets, arguments.to):
        print(f"perclab: {path}, {path.stat().st_size / 1e3:.0f} kB")


def _site(arguments):
    from .publish.site import build_site

    kept, work = arguments.to.parent / "exported", arguments.to.parent / "sphinx"
    start = build_site(arguments.to, kept, work, arguments.decks, arguments.handouts, arguments.bench)
    print(f"perclab: the site begins at {start}")
