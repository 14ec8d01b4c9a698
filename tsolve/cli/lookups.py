"""What is looked up without a position: `tsolve rule`, `tsolve card`, `tsolve cards`, `tsolve explain`,
`tsolve vocabulary`, `tsolve example`, `tsolve schema`.
"""

from collections.abc import Iterable
from typing import Annotated, Any

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
    from tsolve.report.lookups import glance_at_rule, show_rule, show_rules
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
    from tsolve.report.lookups import glance_at_card, show_card

    chosen = readings(interpretation)
    session = Session("card", format, no_color)
    session.answer(
        lambda: api.card(" ".join(name), game, printing, chosen), show_card if verbose else glance_at_card
    )
    session.finish()


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
    from tsolve.report.lookups import show_cards

    chosen = readings(interpretation)
    session = Session("cards", format, no_color)
    session.answer(lambda: api.cards(game, kind, group, class_, type_, printing, chosen), show_cards)
    session.finish()


def explain(
    code: Annotated[
        str, typer.Argument(metavar="[CODE]", help="A code as mistakes show it, such as E302.")
    ] = "",
    format: FormatOption = "auto",  # noqa: A002
    no_color: ColourOption = False,
) -> None:
    """Tell what a diagnostic means.

    What the code of a mistake in a file means, with an example and the same mended. Without a code it lists
    them all.
    """
    from tsolve import api
    from tsolve.model.lookups import ExplanationAnswer, ExplanationsAnswer
    from tsolve.report.lookups import show_explanation, show_explanations
    from tsolve.report.page import Page

    def show(page: Page, answer: ExplanationAnswer | ExplanationsAnswer) -> None:
        if isinstance(answer, ExplanationAnswer):
            show_explanation(page, answer)
        else:
            show_explanations(page, answer)

    session = Session("explain", format, no_color)
    session.answer(lambda: api.explain(code), show)
    session.finish()


def vocabulary(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[KIND, PLACE OR WORDS]...",
            help="A kind of effect, a field of a card, or what to look for.",
        ),
    ] = None,
    game: GameOption = None,
    format: FormatOption = "auto",  # noqa: A002
    no_color: ColourOption = False,
) -> None:
    """List the effects that a card can have.

    Without arguments the places of effects on a card, and the kinds that may stand there. A kind, such as
    draw, comes with its keys, an example and the printed cards that have it; a place, such as abilities, with
    what each of its kinds does; other words find the kinds that are about them.
    """
    from tsolve import api
    from tsolve.model.lookups import KindAnswer, VocabularyAnswer
    from tsolve.report.lookups import show_kinds, show_vocabulary
    from tsolve.report.page import Page

    def show(page: Page, answer: VocabularyAnswer | KindAnswer) -> None:
        if isinstance(answer, KindAnswer):
            show_kinds(page, answer)
        else:
            show_vocabulary(page, answer)

    session = Session("vocabulary", format, no_color)
    session.answer(lambda: api.vocabulary(" ".join(words or ()), game), show)
    session.finish()


def example(
    name: Annotated[
        str, typer.Argument(metavar="[NAME]", help="Which one; without it they are listed.")
    ] = "",
    out: Annotated[
        str, typer.Option("--out", "-o", metavar="FILE", help="Where to; - prints it. Default: NAME.yaml.")
    ] = "",
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
    no_color: ColourOption = False,
) -> None:
    """Write an example of a position file, to begin with.

    Without a name it lists the examples.
    """
    from tsolve import api
    from tsolve.report.page import Column, Page
    from tsolve.saving import save_output

    def listed(page: Page, found: Iterable[api.Example]) -> None:
        rows = [(each.name, each.about) for each in found]
        page.table((Column("", style="bold"), Column("", wraps=True)), rows, indent=0)
        page.blank()
        page.text("`tsolve example NAME` writes one as NAME.yaml.", style="dim")

    def written() -> str:
        found = api.example(name)
        if out == "-":
            return found.text
        file = out or f"{found.name}.yaml"
        save_output(file, found.text, instead="" if force else "--force replaces it")
        return f"{file} is written. Judge it: tsolve check {file}"

    session = Session("example", "text", no_color)
    if not name:
        session.do(api.examples, listed)
    else:
        session.do(written, Page.verbatim if out == "-" else Page.text)
    session.finish()


def schema(
    game: GameOption = None,
    output: Annotated[
        str | None,
        typer.Option("--output", metavar="COMMAND", help="The schema of what this command writes as JSON."),
    ] = None,
) -> None:
    """Print a JSON Schema: of position files, or of a command's output.

    Editors complete keys and card names by the schema of position files; `tsolve example` names it in the
    first line of its files as GAME.schema.json.
    """
    from tsolve import api
    from tsolve.report.page import Page

    def found() -> dict[str, Any]:
        if output is None:
            return api.schema(game)
        from tsolve.report.formats import output_schema

        return output_schema(output)

    def show(page: Page, found: dict[str, Any]) -> None:
        import json

        page.verbatim(json.dumps(found, indent=2, ensure_ascii=False))

    session = Session("schema", "text")
    session.do(found, show)
    session.finish()
