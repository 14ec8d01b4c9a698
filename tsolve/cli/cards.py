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
        str | None, typer.Option("--kind", metavar="KIND", help="Only cards of this kind.")
    ] = None,
    group: Annotated[
        str | None, typer.Option("--group", metavar="NAME", help="Only cards of this group.")
    ] = None,
    class_: Annotated[
        str | None, typer.Option("--class", metavar="CLASS", help="Only cards of this class.")
    ] = None,
    type_: Annotated[
        str | None, typer.Option("--type", metavar="TYPE", help="Only cards of this type.")
    ] = None,
    printing: PlainPrintingOption = None,
    interpretation: PlainReadingsOption = None,
    game: GameOption = None,
    format: FormatOption = "auto",  # noqa: A002
    no_color: ColourOption = False,
) -> None:
    """List the cards with their numbers."""
    from tsolve import api
    from tsolve.report.lookups.lookups import show_cards

    chosen = readings(interpretation)
    session = Session("cards", format, no_color)
    session.answer(lambda: api.cards(game, kind, group, class_, type_, printing, chosen), show_cards)
    session.finish()
