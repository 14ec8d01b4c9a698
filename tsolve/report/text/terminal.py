"""A page on a terminal: the rows of a plain page, with guides along trees, coloured by rich.

Rich gets pieces of text with their styles, never markup, so that a name from a file is shown unchanged. No
text is a hyperlink, since no address here would open in every terminal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rich import style
from rich.console import Console
from rich.text import Text

from tsolve.report.page import Page, Style
from tsolve.report.text.layout import Layout, Row

_LOOKS: Mapping[Style, style.Style] = {
    "": style.Style(),
    "bold": style.Style(bold=True),
    "dim": style.Style(dim=True),
    "good": style.Style(color="green"),
    "bad": style.Style(color="red"),
    "warn": style.Style(color="yellow"),
    "rule": style.Style(color="cyan"),
}
_BOLD = _LOOKS["bold"]


def lay_out(page: Page, width: int = 80, fine: bool = True, colour: bool = True) -> str:
    """The page in lines of at most `width` columns; `fine` allows marks, bars and guides beyond ASCII."""
    layout = Layout(width, fine, guides=True)
    for block in page.blocks:
        layout.add(block)
    return written(layout.rows, colour)


def written(rows: Iterable[Row], colour: bool = True) -> str:
    """The rows as lines of text, with escape sequences for colour unless `colour` is False."""
    console = Console(force_terminal=True, color_system="standard" if colour else None)
    text = Text()
    for row in rows:
        for piece in row:
            look = _LOOKS[piece.style]
            text.append(piece.text, look + _BOLD if piece.bold else look)
        text.append("\n")
    with console.capture() as shown:
        console.print(text, end="", soft_wrap=True)
    return shown.get()
