"""`tsolve card`."""

from typing import Annotated

import typer

from tsolve.cli.options import (
    ColourOption,
    FormatOption,
    FullOption,
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
    verbose: FullOption = False,
    format: FormatOption = "auto",  # noqa: A002
    no_color: ColourOption = False,
) -> None:
    """Show a card in a few lines; with -v everything known about it.

    Prints what it is, its numbers, its text and the points that are open about it. With -v also its names in
    every language, its sources, where they differ, and how sure each fact is.
    """
    from tsolve import api
    from tsolve.report.lookups.at_a_glance import glance_at_card
    from tsolve.report.lookups.lookups import show_card

    chosen = readings(interpretation)
    session = Session("card", format, no_color)
    session.answer(
        lambda: api.card(" ".join(name), game, printing, chosen), show_card if verbose else glance_at_card
    )
    session.finish()
