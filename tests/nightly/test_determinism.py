"""Every notebook gives the same bytes on other processors, with more threads, under another hash seed, locale and folder.

It takes some ten minutes of one core, so it runs by `make nightly` alone.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from numpy._core._multiarray_umath import __cpu_dispatch__, __cpu_features__

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))

# Of NumPy's loops those that this processor would choose between; without them it takes those for any x86.
FASTER = " ".join(name for name in __cpu_dispatch__ if __cpu_features__[name])
C_LOCALE = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
SETTINGS = {
    "one thread, C locale": {"OPENBLAS_NUM_THREADS": "1", "PYTHONHASHSEED": "0", **C_LOCALE},
    "two threads, UTF-8": {"OPENBLAS_NUM_THREADS": "2", "PYTHONHASHSEED": "1", "LC_ALL": "C.UTF-8"},
    "Nehalem": {"OPENBLAS_CORETYPE": "Nehalem", "PYTHONHASHSEED": "2"},
    "Haswell, NumPy without AVX": {
        "OPENBLAS_CORETYPE": "Haswell",
        "NPY_DISABLE_CPU_FEATURES": FASTER,
        "PYTHONHASHSEED": "3",
    },
}

RUN = """
import sys
import nbformat
from perclab.kit.notebooks import normalise, run
sys.stdout.buffer.write((nbformat.writes(normalise(run(sys.argv[1]))) + "\\n").encode())
"""


def run(path, setting, folder):
    """The bytes that a notebook is stored with, if it is run from another folder with these variables."""
    copy = shutil.copy(path, folder)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **setting}
    done = subprocess.run(
        [sys.executable, "-c", RUN, copy], cwd=folder, env=environment, capture_output=True
    )
    assert not done.returncode, done.stderr.decode()
    return done.stdout


def test_the_settings_reach_numpy_and_blas(tmp_path):
    code = (
        "import numpy as np; from numpy._core._multiarray_umath import __cpu_features__ as f;"
        "print(np.show_config('dicts')['SIMD Extensions'].get('found', []))"
    )
    setting = SETTINGS["Haswell, NumPy without AVX"]
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **setting},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "[]"
    assert done.stderr == ""


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
@pytest.mark.parametrize("setting", SETTINGS.values(), ids=SETTINGS)
def test_a_notebook_gives_the_stored_bytes(path, setting, tmp_path):
    stored, now = path.read_bytes().splitlines(), run(path, setting, tmp_path).splitlines()
    differ = [i for i, (a, b) in enumerate(zip(stored, now, strict=False), 1) if a != b]
    assert not differ, f"line {differ[0]} and {len(differ) - 1} others"
    assert len(stored) == len(now)
