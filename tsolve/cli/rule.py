"""`tsolve rule`."""

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


def rule(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[ID OR QUESTION]...", help="The id of a rule or of an open point, or a question."
        ),
    ] = None,
    every: Annotated[bool, typer.Option("--all", "-a", help="All rules that touch the question.")] = False,
    printing: PlainPrintingOption = None,
    interpretation: PlainReadingsOption = None,
    game: GameOption = None,
    verbose: FullOption = False,
    format: FormatOption = "auto",  # noqa: A002
    no_color: ColourOption = False,
) -> None:
    """Look up a rule or an open point.

    Give an id, or ask in your own words: "how many cards can I buy", "torches". The rules that answer best
    come first; without arguments it lists them all. An open point comes with its readings and the
    printings that prefer them; with -v also with the evidence for each, and sources in full.
    """
    from tsolve import api
    from tsolve.model.lookups import RuleAnswer, RulesAnswer
    from tsolve.report.lookups.at_a_glance import glance_at_rule
    from tsolve.report.lookups.lookups import show_rule, show_rules
    from tsolve.report.page import Page

    def show(page: Page, answer: RuleAnswer | RulesAnswer) -> None:
        if isinstance(answer, RuleAnswer):
            (show_rule if verbose else glance_at_rule)(page, answer)
        else:
            show_rules(page, answer)

    chosen = readings(interpretation)
    session = Session("rule", format, no_color)
    session.answer(lambda: api.rule(" ".join(words or ()), game, printing, chosen, every), show)
    session.finish()
