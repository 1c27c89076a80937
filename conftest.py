"""For all tests, and for the kernels of the notebooks: explorers draw all their frames at once, so that each is compared."""

import os

os.environ["PERCLAB_FRAMES"] = "all"
