"""The course laid out in a student's folder and kept up to date there: what the student has changed is never written over."""

import json
import os
import re
import stat
from hashlib import sha256
from itertools import count

from .notebooks import store

# Of each notebook the digests of all that was ever laid out here under its name.
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
    other stays: one that was changed, is write-protected, a link or a folder. The new one is laid beside it, as
    `04_bisection.new.ipynb`, once; whoever deletes that does not get it again until the course changes.
    One that was deleted is laid out again: this is how to get a fresh copy. A damaged one, such as a full disk leaves, is
    replaced, and what is left of it kept as `04_bisection.damaged.txt`, unless it is but the beginning of the course's own.

    Without a record (older versions kept none), or with a damaged one, only what equals the course is known to be untouched.
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
        digests += [
            digest for digest in (sources(new), _digest(new)) if digest and digest not in digests
        ]
    # Before the notebooks: one that is written, but not recorded as ours, would pass for the student's.
    if json.dumps(record) != before:
        _remember(folder, record)

    added, updated, again, kept, damaged = [], [], [], [], []
    for name, new in fresh.items():
        path = folder / name
        if not os.path.lexists(path):
            store(path, new)
            (again if name in there_before else added).append(name)
            continue
        try:
            old = path.read_bytes()
        except OSError:
            old = None
        # As it is now; or it was merely run, and what it shows is the student's.
        if old == new or (old and sources(old) == sources(new) and _digest(old) not in laid[name]):
            continue
        if why := _why_it_stays(path, old, laid[name]):
            if beside := _lay_beside(path, new, record):
                kept.append(f"{name} ({why}; the new one is {beside.name})")
        elif sources(old) is not None:
            store(path, new, still=old)
            updated.append(name)
        elif new.startswith(old):
            store(path, new, still=old)
            again.append(name)
        # JupyterLab keeps what was there before it saves under this name, and opens that if the file is damaged.
        elif sources(new) is not None and not path.with_name(f".~{name}").exists():
            aside = next(
                place for place in _places(path, "damaged", ".txt") if not os.path.lexists(place)
            )
            store(aside, old)
            store(path, new, still=old)
            damaged.append(
                f"{name} was damaged, and is laid out again; what is left of it is now {aside.name}"
            )
    if kept:
        _remember(folder, record)
    gone = (
        [name for name in laid if name not in fresh and (folder / name).exists()]
        if other_version
        else []
    )

    if len(added) == len(fresh):
        return [f"the course is in {folder.resolve()}"]
    done = {
        "brought up to date": updated,
        "new": added,
        "laid out again": again,
        "no longer in the course": gone,
    }
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


def _lay_beside(path, new, record):
    """Return where the new notebook was laid beside the one that stays, or None if it lay there, or was deleted there."""
    said = sources(new)
    if record["beside"].get(path.name) == said:
        return None
    record["beside"][path.name] = said
    for place in _places(path, "new", ".ipynb"):
        if not os.path.lexists(place):
            store(place, new)
            return place
        old = place.read_bytes() if place.is_file() else b""
        if sources(old) == said:
            return None
        # The new one of an earlier version; a student who works in it keeps it.
        if old and not _why_it_stays(place, old, record["laid"][path.name]) and sources(old):
            store(place, new, still=old)
            return place


def _places(path, word, suffix):
    return (
        path.with_name(f"{path.stem}.{word}{f'-{n}' if n > 1 else ''}{suffix}") for n in count(1)
    )


def _recall(path):
    try:
        record = json.loads(path.read_bytes())
        laid = {
            name: [str(digest) for digest in digests] for name, digests in record["laid"].items()
        }
        return {"version": str(record["version"]), "laid": laid, "beside": dict(record["beside"])}
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return {"version": "", "laid": {}, "beside": {}}


def _remember(folder, record):
    store(folder / RECORD, f"{json.dumps(record, indent=1)}\n".encode())


def _release(version):
    return [int(number) for number in re.findall(r"\d+", version)[:3]]


def _digest(data):
    return sha256(data).hexdigest()


def _listed(names):
    return ", ".join(names) if len(names) < 4 else f"{len(names)} notebooks"
