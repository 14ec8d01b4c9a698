"""`tsolve card`."""

from typing import Annotated

import typer

from tsolve.cli.options import (
    ColourOption,
    FormatOption,
    GameOption,
    PlainPrintingOption,
    PlainReadingsOption,
    readings,
)
from tsolve.cli.session import Session


def card(
    name: Annotated[
        list[str], typer.Argument(metavar="NAME...", help="The card's name in any supported language.")
    ],
    printing: PlainPrintingOption = None,
    interpretation: PlainReadingsOption = None,
    game: GameOption = None,
    format: FormatOption = "auto",  # noqa: A002
    no_color: ColourOption = False,
) -> None:
    """Show a card and how sure its facts are.

    Prints its facts, its effects in words, its sources and where they differ, its ruling, and the open points
    about it.
    """
    from tsolve import api
    from tsolve.report.lookups import show_card

    chosen = readings(interpretation)
    session = Session("card", format, no_color)
    session.answer(lambda: api.card(" ".join(name), game, printing, chosen), show_card)
    session.finish()
