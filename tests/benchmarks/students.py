"""A class on a JupyterHub of this machine: how long each of its students waits for what, and what each of them costs.

All log in and open a chapter within a minute, then run it within a minute; they move explorers, solve an exercise, and come back.
"""

import argparse
import asyncio
import statistics
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

import psutil
from table import ROOT, Table

sys.path.append(str(ROOT / "tests"))
from classroom import Student, hub

from perclab.kit.course import Course

# Of twenty students on two cores: until all cells have run, and the memory of each with the server's.
MOST_S, MOST_MB = 60, 300


async def attend(students, act):
    """Let all students do something, one after the other within a minute; return how long each of them waited."""

    async def one(place, student):
        await asyncio.sleep(place * 60 / len(students))
        begin = monotonic()
        await act(student)
        return monotonic() - begin

    return await asyncio.gather(*(one(*each) for each in enumerate(students)))


def spent(processes):
    """Return the processor seconds that some processes have used."""
    return sum(sum(process.cpu_times()[:2]) for process in processes)


def busy():
    """Return the seconds for which this machine's processors have worked, and for which those of ours have."""
    times = psutil.cpu_times()
    ours = psutil.Process()
    return sum(times) - times.idle - times.iowait - times.guest, spent(
        [ours, *ours.children(recursive=True)]
    )


async def lesson(table, path, count, folder):
    """Let a class work through a notebook, and add what that took."""

    async def enter(student):
        await student.log_in()
        await student.open(path.name)

    async def next_day(student):
        await student.arrive()
        await student.open(path.name)

    with hub(folder) as url:
        students = [Student(url, folder, f"student{number}") for number in range(count)]
        try:
            waits = {"log in, open": await attend(students, enter)}
            servers = [spent(student.processes()[:1]) for student in students]
            before = busy(), monotonic()
            waits["Run All"] = await attend(students, Student.run_all)
            (all_, ours), (all_then, ours_then) = busy(), before[0]
            others = (all_ - all_then - ours + ours_then) / (monotonic() - before[1])
            there = [student.processes() for student in students]
            memory = [sum(one.memory_full_info().pss for one in each) / 1e6 for each in there]
            cost = statistics.mean(map(spent, there)) - statistics.mean(servers)
            waits["explorers"] = await attend(students, Student.move)
            waits["an exercise"] = await attend(students, Student.solve)
            await asyncio.gather(*map(Student.stop, students))
            waits["the next day"] = await attend(students, next_day)
        finally:
            await asyncio.gather(*map(Student.leave, students))
    size = f"{count} students"
    for what, seconds in waits.items():
        goal = MOST_S if what == "Run All" else None
        table.row(f"{path.stem}: {what}, median", size, statistics.median(seconds), "s")
        table.row(f"{path.stem}: {what}, slowest", size, max(seconds), "s", goal=goal)
    table.row(f"{path.stem}: memory, largest", size, max(memory), "MB", goal=MOST_MB)
    table.row(f"{path.stem}: processor, the server", size, statistics.mean(servers), "s")
    table.row(f"{path.stem}: processor, Run All", size, cost, "s")
    table.row(f"{path.stem}: processors that others used", f"of {psutil.cpu_count()}", others)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="how notebooks begin; by default 00")
    parser.add_argument("--students", type=int, default=20)
    arguments = parser.parse_args()
    with Table("A class on a hub") as table:
        for name in arguments.names or ["00"]:
            path = next(p for p in Course(ROOT / "perclab").paths() if p.name.startswith(name))
            with TemporaryDirectory() as folder:
                asyncio.run(lesson(table, path, arguments.students, Path(folder)))
