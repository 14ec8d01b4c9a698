"""A page as plain text: for pipes, files and CI."""

from __future__ import annotations

from collections.abc import Iterable

from tsolve.report.page import Page
from tsolve.report.text.layout import Layout, Row, text_of

_BEYOND_ASCII = "✓✗▏▎▍▌▋▊▉█├│└─·"


def drawable(encoding: str | None) -> bool:
    """Whether a stream of this encoding can show marks, bars and guides; if not, ASCII stands for them."""
    try:
        _BEYOND_ASCII.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def lay_out(page: Page, width: int = 80, fine: bool = True) -> str:
    """The page in lines of at most `width` columns; `fine` allows marks and bars beyond ASCII."""
    layout = Layout(width, fine)
    for block in page.blocks:
        layout.add(block)
    return written(layout.rows)


def written(rows: Iterable[Row]) -> str:
    """The rows as lines of text."""
    return "".join(f"{text_of(row)}\n" for row in rows)
