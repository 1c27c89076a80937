"""For all tests, and for the kernels of the notebooks: explorers draw all their frames at once, and nobody has solved anything."""

import os
from contextlib import ExitStack

from perclab.kit.progress import nobodys

os.environ["PERCLAB_FRAMES"] = "all"
# It runs in a kernel only.
collect_ignore = ["perclab/kit/lab_settings/startup.py"]


def pytest_configure(config):  # noqa: D103
    used = ExitStack()
    os.environ.update(used.enter_context(nobodys()))
    config.add_cleanup(used.close)
