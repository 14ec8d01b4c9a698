"""The style sheets and scripts of the pages for a browser; all pages share one look."""

from __future__ import annotations

from pathlib import Path

from tsolve.report.html.markup import Markup, style_sheet

_FOLDER = Path(__file__).parent


def own(name: str) -> str:
    """A file of this folder."""
    return (_FOLDER / name).read_text(encoding="utf-8")


def style(name: str) -> Markup:
    """The look of all pages, and what one kind of page adds to it."""
    return style_sheet(own("base.css") + own(name))
