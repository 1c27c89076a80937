"""The course laid out in a student's folder and kept up to date there: what the student has changed is never written over."""

import json
import os
import re
import stat
from hashlib import sha256
from itertools import chain, count

from .notebooks import UNANSWERED, store

# Of each notebook the digests of all that was ever laid out here under its name, of its code cells too; of the version that was last
# `given`, in its place or beside it; and of what was laid `beside`.
RECORD = ".perclab.json"


def sources(data):
    """Return the digest of what a notebook's cells say, or None if this is no notebook.

    Outputs, counters and metadata do not matter, nor do empty cells: JupyterLab adds one when the last cell is run.
    """
    try:
        cells = [(cell["cell_type"], "".join(cell["source"])) for cell in json.loads(data)["cells"]]
    except (ValueError, LookupError, TypeError):
        return None
    return _digest(json.dumps([cell for cell in cells if cell[1].strip()]).encode())


def lay_out(paths, folder, version):
    """Lay the course out in a folder, or bring what lies there up to date.

    A notebook that is as some version of the course laid it out here, or was merely run, is replaced by the new one. Any
    other stays: one that was changed, is write-protected, a link or a folder. Once the course has changed it too, the new one is
    laid beside it, as `04_bisection.new.ipynb`, with the answers that were given; whoever deletes that does not get it again
    until the course changes.
    One that was deleted is laid out again: this is how to get a fresh copy. A damaged one, such as a full disk leaves, is
    replaced, and what is left of it kept as `04_bisection.damaged.txt`, unless it is but the beginning of the course's own.

    Without a record (older versions kept none), or with a damaged one, only what equals the course is known to be untouched; beside
    a notebook that holds all that the course's says, answers apart, nothing is laid.
    Where a newer version was, nothing is changed.
    """
    record = _recall(folder / RECORD)
    if _release(record["version"]) > _release(version):
        return [
            f"{folder} holds the course of perclab {record['version']}, and this is perclab {version}: "
            "its notebooks stay as they are. Start the newer perclab, or name another folder."
        ]
    fresh = {path.name: path.read_bytes() for path in paths}
    laid, before = record["laid"], json.dumps(record)
    there_before, other_version = set(laid), record["version"] != version
    record["version"] = version
    for name, new in fresh.items():
        digests = laid.setdefault(name, [])
        cells = (_digest(cell.encode()) for cell in _code(new).values())
        fresh_ones = dict.fromkeys([sources(new), _digest(new), *cells])
        digests += [digest for digest in fresh_ones if digest and digest not in digests]
    # Before the notebooks are written: one that is not recorded as ours would pass for the student's.
    if (now := json.dumps(record)) != before:
        _remember(folder, record)
        before = now

    added, updated, again, kept, damaged = [], [], [], [], []
    for name, new in fresh.items():
        path = folder / name
        if not os.path.lexists(path):
            store(path, new)
            record["given"][name] = sources(new)
            (again if name in there_before else added).append(name)
            continue
        try:
            old = path.read_bytes()
        except OSError:
            old = None
        # As it is now; or it was merely run, and what it shows is the student's.
        if old == new or (old and sources(old) == sources(new) and _digest(old) not in laid[name]):
            record["given"][name] = sources(new)
            continue
        if why := _why_it_stays(path, old, laid[name]):
            if beside := _lay_beside(path, new, old, record):
                kept.append(f"{name} ({why}; the new one is {beside.name})")
        elif sources(old) is not None:
            store(path, new, still=old)
            record["given"][name] = sources(new)
            updated.append(name)
        elif new.startswith(old):
            store(path, new, still=old)
            again.append(name)
        # JupyterLab keeps what was there before it saves under this name, and opens that if the file is damaged.
        elif sources(new) is not None and not path.with_name(f".~{name}").exists():
            places = _places(path, "damaged", ".txt")
            aside = next(place for place in places if not os.path.lexists(place))
            store(aside, old)
            store(path, new, still=old)
            left = f"what is left of it is now {aside.name}"
            damaged.append(f"{name} was damaged, and is laid out again; {left}")
    if json.dumps(record) != before:
        _remember(folder, record)
    gone = [name for name in laid if name not in fresh and (folder / name).exists()]

    if len(added) == len(fresh):
        return [f"the course is in {folder.resolve()}"]
    done = {"brought up to date": updated, "new": added, "laid out again": again}
    done |= {"no longer in the course": gone} if other_version else {}
    says = "; ".join(f"{what}: {_listed(names)}" for what, names in done.items() if names)
    stay = f"left as it is: {', '.join(kept)}"
    return [*([f"version {version}: {says}"] if says else []), *([stay] if kept else []), *damaged]


def _why_it_stays(path, old, digests):
    if path.is_symlink():
        return "a link"
    if old is None:
        return "it cannot be read"
    if not path.stat().st_mode & stat.S_IWUSR:
        return "write-protected"
    said = sources(old)
    return None if said is None or said in digests else "you changed it"


def _lay_beside(path, new, old, record):
    """Return where the new notebook was laid beside the one that stays, or None if the course has not changed it since the last."""
    name, said, laid = path.name, sources(new), record["laid"][path.name]
    if record["given"].get(name) == said:
        return None
    if name not in record["given"] and not _lacks(old, new):
        record["given"][name] = said
        return None
    earlier = [*laid, record["beside"].get(name)]
    record["given"][name] = said
    for place in _places(path, "new", ".ipynb"):
        new = _with_answers(new, old, laid)
        record["beside"][name] = sources(new)
        if not os.path.lexists(place):
            store(place, new)
            return place
        old = place.read_bytes() if place.is_file() else b""
        if sources(old) == sources(new):
            return None
        # The new one of an earlier version; a student who works in it keeps it.
        if old and not _why_it_stays(place, old, earlier) and sources(old):
            store(place, new, still=old)
            return place


def _with_answers(new, old, laid):
    """Return a notebook with the answers of an older one, in the cells that still ask for them."""
    given = {name: text for name, text in _code(old).items() if _digest(text.encode()) not in laid}
    notebook = json.loads(new) if given else {"cells": []}
    there = [cell for cell in notebook["cells"] if cell.get("id") in given]
    asked = [cell for cell in there if UNANSWERED.search("".join(cell["source"]))]
    for cell in asked:
        text = given[cell["id"]].splitlines(keepends=True)
        cell.update(source=text, outputs=[], execution_count=None)
    return f"{json.dumps(notebook, ensure_ascii=False, indent=1)}\n".encode() if asked else new


def _lacks(old, new):
    """Tell whether a notebook lacks anything of the course's: a cell, be it for an answer, or what another one says."""
    there = _said(old)
    return any(
        name not in there or not (there[name] == text or UNANSWERED.search(text))
        for name, text in _said(new).items()
    )


def _code(data):
    """Return the sources of a notebook's code cells by their names; none if this is no notebook."""
    return _said(data, ("code",))


def _said(data, kinds=("code", "markdown")):
    try:
        cells = [cell for cell in json.loads(data)["cells"] if cell["cell_type"] in kinds]
        return {cell["id"]: "".join(cell["source"]) for cell in cells}
    except (ValueError, LookupError, TypeError):
        return {}


def _places(path, word, suffix):
    endings = chain([""], (f"-{n}" for n in count(2)))
    return (path.with_name(f"{path.stem}.{word}{ending}{suffix}") for ending in endings)


def _recall(path):
    try:
        record = json.loads(path.read_bytes())
        laid = {name: [*map(str, digests)] for name, digests in record["laid"].items()}
        beside = dict(record["beside"])
        given = dict(record.get("given", beside))
        return {"version": str(record["version"]), "laid": laid, "given": given, "beside": beside}
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return {"version": "", "laid": {}, "given": {}, "beside": {}}


def _remember(folder, record):
    store(folder / RECORD, f"{json.dumps(record, indent=1)}\n".encode())


def _release(version):
    return [int(number) for number in re.findall(r"\d+", version)[:3]]


def _digest(data):
    return sha256(data).hexdigest()


def _listed(names):
    return ", ".join(names) if len(names) < 4 else f"{len(names)} notebooks"
