"""A real browser without a window, told what to do on its command line; nothing but the browser is needed."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from html import escape, unescape
from pathlib import Path
from typing import Any, Literal, NamedTuple

Scheme = Literal["light", "dark"]

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_FRAMES = Path(__file__).with_name("frames.html")
_FOUND = re.compile(r'<pre id="found"[^>]*>(.*?)</pre>', re.DOTALL)
_CONSOLE = re.compile(r"CONSOLE[^\]]*\] (.*)")
_PAGE = re.compile(rb"/Type\s*/Page\b(?!s)")
_FIXED = (
    "--headless",
    "--no-sandbox",  # which root and containers do not have
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--hide-scrollbars",
    "--no-first-run",
)
_SECONDS = 120


class View(NamedTuple):
    """How a page is looked at."""

    width: int
    scheme: Scheme = "light"
    is_open: bool = False
    """Whether what is closed at first has been opened."""


class Measured(NamedTuple):
    """Pages in several views, page by page, and what the browser had to say: errors, requests, scripts."""

    views: list[dict[str, Any]]
    console: list[str]


class Browser:
    """One browser; every look starts it anew, with a profile of its own and without scripts in the page."""

    def __init__(self, program: str) -> None:
        self.program = program

    def measure(self, pages: Sequence[str], views: Sequence[View]) -> Measured:
        """What each page looks like in each view, as `frames.html` measures it, and what the browser says."""
        with tempfile.TemporaryDirectory() as folder:
            file = _framed(pages, views, Path(folder))
            told = self._run(file, "--dump-dom", "--enable-logging=stderr", "--window-size=1600,1200")
        found = _FOUND.search(told.stdout)
        assert found is not None, told.stderr
        return Measured(json.loads(unescape(found[1])), _CONSOLE.findall(told.stderr))

    def sheets(self, page: str) -> int:
        """How many sheets of paper the page takes."""
        with tempfile.TemporaryDirectory() as folder:
            printed = Path(folder) / "page.pdf"
            self.print(page, printed)
            return len(_PAGE.findall(printed.read_bytes()))

    def print(self, page: str, printed: Path) -> None:
        """Print the page into a file."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "page.html"
            file.write_text(page, encoding="utf-8")
            self._run(file, f"--print-to-pdf={printed}", "--no-pdf-header-footer")

    def shoot(self, page: str, views: Sequence[View], picture: Path) -> None:
        """Take a picture of the page in these views, side by side."""
        heights = [int(each["height"]) for each in self.measure([page], views).views]
        width = sum(view.width for view in views)
        with tempfile.TemporaryDirectory() as folder:
            file = _framed([page], views, Path(folder))
            self._run(file, f"--screenshot={picture}", f"--window-size={width},{max(heights)}")

    def _run(self, file: Path, *options: str) -> subprocess.CompletedProcess[str]:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:  # its helpers end after it
            return subprocess.run(
                [self.program, *_FIXED, f"--user-data-dir={profile}", *options, file.as_uri()],
                capture_output=True,
                text=True,
                timeout=_SECONDS,
                check=True,
            )


def find() -> Browser | None:
    """The first browser of this machine that can be driven so."""
    found = (shutil.which(name) for name in NAMES)
    return next((Browser(program) for program in found if program), None)


def _framed(pages: Sequence[str], views: Sequence[View], folder: Path) -> Path:
    """A document that shows pages in frames of these widths; scripts of the pages themselves do not run."""
    frames = "".join(
        f'<iframe class="{view.scheme}" width="{view.width}" height="900" sandbox="allow-same-origin"'
        f'{" data-open=yes" if view.is_open else ""} srcdoc="{escape(page)}"></iframe>'
        for page in pages
        for view in views
    )
    file = folder / "frames.html"
    file.write_text(_FRAMES.read_text(encoding="utf-8").replace("FRAMES", frames), encoding="utf-8")
    return file
