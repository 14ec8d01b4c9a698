"""Where an answer is told in layers: what the layers are that were not asked for."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from typing import Any

import typer
from typer.core import TyperCommand

_LAYERS = {
    "verbose": "-v the steps and sums",
    "explain": "--explain the rules",
    "sources": "--sources the books",
}
"""Parameter of a command -> what it adds."""
_ALL_AT_ONCE = "-v everything"
"""Of a command that has only one layer."""


MOST_OF_A_TEXT = 500
MOST_OF_A_PATH = 4_096
"""Characters of what is written on the command line."""


class Told(typer.Exit):
    """The end of a run that has written an answer for people."""


class LayeredCommand(TyperCommand):
    """A command at whose end people learn how to be told more: on a terminal, once."""

    def invoke(self, ctx: Any) -> Any:
        """Run it. Raises BadParameter for a text that is too long to be looked into."""
        for param in self.params:
            _check_length(param, ctx.params.get(param.name or ""))
        try:
            return super().invoke(ctx)
        except Told:
            names = [param.name or "" for param in self.params]
            if (more := _more(names, ctx.params)) and sys.stdout.isatty() and sys.stderr.isatty():
                _tell(more, bool(ctx.params.get("no_color")))
            raise


def _check_length(param: Any, given: object) -> None:
    """Whatever looks for something in a text may take the square of its length. Raises BadParameter."""
    texts = given if isinstance(given, list | tuple) else (given,)
    most = MOST_OF_A_PATH if re.search("FILE|PATH|POSITION|DIR", param.metavar or "") else MOST_OF_A_TEXT
    longest = max((len(text) for text in texts if isinstance(text, str)), default=0)
    if longest > most:
        message = f"expected at most {most:,} characters, found {longest:,}"
        raise typer.BadParameter(message, param=param)


def _more(names: Iterable[str], given: Mapping[str, object]) -> str:
    """What the command has besides what was asked for; nothing where little is wanted."""
    layers = [name for name in _LAYERS if name in names]
    left = [_LAYERS[name] for name in layers if not given[name]]
    if layers == ["verbose"]:
        left = [_ALL_AT_ONCE] if left else []
    return "" if given.get("quiet") else "; ".join(left)


def _tell(more: str, no_color: bool) -> None:
    from tsolve.cli.output import Face, width
    from tsolve.report.page import Paragraph
    from tsolve.report.text.layout import Layout

    layout = Layout(width(), fine=False)
    layout.add(Paragraph(f"More: {more}", indent=3, hang=2, style="dim"))
    sys.stdout.flush()
    sys.stderr.write(Face(sys.stderr, no_color).rows(layout.rows))
