"""For all tests, and for the kernels of the notebooks: explorers draw all their frames at once, and nobody has solved anything."""

import os
from contextlib import ExitStack

from perclab.kit.progress import nobodys

os.environ["PERCLAB_FRAMES"] = "all"
collect_ignore = [
    # It runs in a kernel only.
    "perclab/kit/lab_settings/startup.py",
    # They have no examples, and load Numba and Sphinx.
    "perclab/_compiled.py",
    "perclab/_compiled_kernel.py",
    "perclab/kit/publish/sphinx_extension.py",
    # It loads scikit-learn; its own tests run its examples.
    "perclab/estimator.py",
]


def pytest_configure(config):  # noqa: D103
    used = ExitStack()
    os.environ.update(used.enter_context(nobodys()))
    config.add_cleanup(used.close)
