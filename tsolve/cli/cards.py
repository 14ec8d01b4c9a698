"""`tsolve cards`."""

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


def cards(
    kind: Annotated[
        str | None, typer.Option("--kind", metavar="KIND", help="e.g. hero, monster, village.")
    ] = None,
    group: Annotated[
        str | None, typer.Option("--group", metavar="NAME", help="e.g. Regian, Humanoid.")
    ] = None,
    class_: Annotated[
        str | None, typer.Option("--class", metavar="CLASS", help="e.g. cleric, undead.")
    ] = None,
    type_: Annotated[
        str | None, typer.Option("--type", metavar="TYPE", help="e.g. weapon, food, spell.")
    ] = None,
    printing: PlainPrintingOption = None,
    interpretation: PlainReadingsOption = None,
    game: GameOption = None,
    format: FormatOption = "auto",  # noqa: A002
    no_color: ColourOption = False,
) -> None:
    """List the cards with their numbers."""
    from tsolve import api
    from tsolve.report.lookups import show_cards

    chosen = readings(interpretation)
    session = Session("cards", format, no_color)
    session.answer(lambda: api.cards(game, kind, group, class_, type_, printing, chosen), show_cards)
    session.finish()
