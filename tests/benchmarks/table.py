"""What the benchmarks share: functions run in turns, and a table of what came out, printed as it comes and kept in build/bench.json."""

import json
import platform
import re
import sys
from datetime import date
from functools import partial
from pathlib import Path
from time import process_time

import numpy as np

ROOT = Path(__file__).parents[2]
SAVED = ROOT / "build/bench.json"


def times(runs, turns=5, clock=process_time):
    """Return the times of some functions: an array (function, turn). In turns, so that what else the machine does slows all alike."""
    table = np.empty((len(runs), turns))
    for turn in range(-1, turns):  # once to warm up
        for place, run in enumerate(runs):
            begin = clock()
            run()
            table[place, turn] = clock() - begin
    return table


class Table:
    """What a benchmark measures. At the end of its `with` it is saved, under the script's name and beside what others have saved."""

    def __init__(self, title):
        self.title, self.rows = title, []

    def row(self, what, size, ours, unit="", peer="", ratio=None, goal=None):
        """Add a row; the goal is the largest ratio to the peer that is wanted or, without a peer, the largest number of our own."""
        numbers = [
            f"{x:.3g}" if x < 1000 else f"{x:.0f}"
            for x in (ours, *([] if ratio is None else [ratio]))
        ]
        met = (
            "" if goal is None else f"≤ {goal}, {'met' if float(numbers[-1]) <= goal else 'missed'}"
        )
        told = (
            what,
            size,
            f"{numbers[0]}\N{NO-BREAK SPACE}{unit}".strip(),
            peer,
            "".join(numbers[1:]),
            met,
        )
        self.rows.append(
            dict(zip(("what", "size", "ours", "peer", "ratio", "goal"), told, strict=True))
        )
        print("  {:<58} {:<32} {:>13}  {:<30} {:>8}  {}".format(*told).rstrip(), flush=True)

    def beside(self, what, size, run, peers, goals=None, turns=5, clock=process_time):
        """Run a function and its peers in turns, and add a row for each of these, with the median of the ratios."""
        ours, *others = times([run, *peers.values()], turns, clock)
        for peer, theirs in zip(peers, others, strict=True):
            self.row(
                what,
                size,
                1000 * np.median(ours),
                "ms",
                peer,
                np.median(ours / theirs),
                (goals or {}).get(peer),
            )

    def growth(self, what, variable, run, sizes, goal=None, turns=5):
        """Add the exponent p of a time that grows like sizeᵖ."""
        medians = np.median(times([partial(run, size) for size in sizes], turns), axis=1)
        exponent = np.polyfit(np.log(sizes), np.log(medians), 1)[0]
        self.row(
            f"{what}: exponent of {variable}",
            f"{variable} = {sizes[0]} to {sizes[-1]}",
            exponent,
            goal=goal,
        )

    def __enter__(self):
        print(self.title)
        return self

    def __exit__(self, kind, *_):
        if kind:
            return
        cpu = Path("/proc/cpuinfo")
        named = re.search(r"model name\s*: (.*)", cpu.read_text() if cpu.is_file() else "")
        kept = json.loads(SAVED.read_text("utf-8")) if SAVED.is_file() else {}
        kept[Path(sys.argv[0]).stem] = {
            "title": self.title,
            "date": date.today().isoformat(),
            "processor": named[1] if named else platform.processor() or platform.machine(),
            "python": platform.python_version(),
            "numpy": np.__version__,
            "rows": self.rows,
        }
        SAVED.parent.mkdir(exist_ok=True)
        written = SAVED.with_suffix(".json~")
        written.write_text(json.dumps(kept, indent=1, ensure_ascii=False), "utf-8")
        written.replace(SAVED)
