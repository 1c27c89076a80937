"""Chromium, without a window and without a network, for what only a browser can tell of a page."""

import shutil
from contextlib import contextmanager

from .assets import MissingToolError

# The first knows no windows, and needs a third less of the processor.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
_OFF = ("gpu", "quic", "background-networking", "component-update", "sync")
# The last one makes text as wide as on paper.
FLAGS = ["--headless", "--no-sandbox", "--no-first-run", *(f"--disable-{it}" for it in _OFF)]
FLAGS.append("--font-render-hinting=none")


def chromium():
    """Return the path of Chromium, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def needed():
    """Return what starts Playwright, and the path of Chromium."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError as error:
        remedy = 'pip install "perclab[publish]"'
        raise MissingToolError(f"publishing needs playwright: {remedy}") from error
    if not (path := chromium()):
        remedy = "install it (Debian: apt install chromium)"
        raise MissingToolError(f"publishing needs Chromium: {remedy}")
    return sync_playwright, path


@contextmanager
def browsing(**options):
    """Run Chromium, and yield Playwright's Browser; the options are those of its `launch`."""
    sync_playwright, path = needed()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS, **options)
        try:
            yield browser
        finally:
            browser.close()
