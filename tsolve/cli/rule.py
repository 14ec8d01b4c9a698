"""`tsolve rule`."""

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


def rule(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[ID OR WORDS]...", help="The id of a ruling, an open point, or words."),
    ] = None,
    printing: PlainPrintingOption = None,
    interpretation: PlainReadingsOption = None,
    game: GameOption = None,
    format: FormatOption = "auto",  # noqa: A002
    no_color: ColourOption = False,
) -> None:
    """Look up a ruling or an open point.

    Give an id, or words that it contains; without arguments it lists them all. An open point comes with its
    readings, the evidence for each, and the printings that prefer them.
    """
    from tsolve import api
    from tsolve.model.lookups import RuleAnswer, RulesAnswer
    from tsolve.report.lookups import show_rule, show_rules
    from tsolve.report.page import Page

    def show(page: Page, answer: RuleAnswer | RulesAnswer) -> None:
        if isinstance(answer, RuleAnswer):
            show_rule(page, answer)
        else:
            show_rules(page, answer)

    chosen = readings(interpretation)
    session = Session("rule", format, no_color)
    session.answer(lambda: api.rule(" ".join(words or ()), game, printing, chosen), show)
    session.finish()
