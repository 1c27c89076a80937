"""Pictures drawn by Matplotlib, each with a sentence that says what is seen; imported as a whole, as `pic`."""

from .figures import *  # noqa: F403
from .picture import *  # noqa: F403
from .scene import *  # noqa: F403
from .style import *  # noqa: F403
from .table import *  # noqa: F403
