"""What is looked up without a position: `tsolve rule`, `tsolve card`, `tsolve cards`, `tsolve explain`,
`tsolve vocabulary`, `tsolve example`, `tsolve schema`.
"""

from collections.abc import Iterable
from typing import Annotated, Any, NoReturn

import typer

from tsolve import api
from tsolve.cli.command import Command, Question, reporting
from tsolve.cli.options import FILES, Colours, Everything, OfGame, Replacing, Rules
from tsolve.cli.session import Session
from tsolve.model.lookups import CardsAnswer, Found
from tsolve.report.page import Column, Page


class Rule(Everything, OfGame, Rules, Question[Found]):
    """Look up a rule or an open point.

    Give an id, or ask in your own words: "how many cards can I buy", "torches". The rules that answer best
    come first; without arguments it lists them all. An open point comes with its readings and the
    printings that prefer them; with -v also with the evidence for each, and sources in full.
    """

    name, shows = "rule", "lookups:show_found"

    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[ID OR QUESTION]...", help="The id of a rule or of an open point, or a question."
        ),
    ] = None
    every: Annotated[bool, typer.Option("--all", "-a", help="All rules that touch the question.")] = False

    def ask(self, about: str) -> Found:
        text = " ".join(self.words or ())
        return api.look_up(text, "rule", self.game, self.printing, self.readings, self.every)


class Card(Everything, OfGame, Rules, Question[Found]):
    """Show a card in a few lines; with -v everything known about it.

    Prints what it is, its numbers, its text and the points that are open about it. With -v also its names in
    every language, its sources, where they differ, and how sure each fact is.
    """

    name, shows = "card", "lookups:show_found"

    card: Annotated[
        list[str], typer.Argument(metavar="NAME...", help="The card's name in any supported language.")
    ]

    def ask(self, about: str) -> Found:
        return api.look_up(" ".join(self.card), "card", self.game, self.printing, self.readings)


class Cards(OfGame, Rules, Question[CardsAnswer]):
    """List the cards with their numbers."""

    name, shows = "cards", "lookups:show_found"

    kind: Annotated[str | None, typer.Option("--kind", metavar="KIND", help="Only cards of this kind.")] = (
        None
    )
    group: Annotated[
        str | None, typer.Option("--group", metavar="NAME", help="Only cards of this group.")
    ] = None
    class_: Annotated[
        str | None, typer.Option("--class", metavar="CLASS", help="Only cards of this class.")
    ] = None
    type_: Annotated[str | None, typer.Option("--type", metavar="TYPE", help="Only cards of this type.")] = (
        None
    )

    level: Annotated[
        str | None, typer.Option("--level", metavar="LEVEL", help="Only cards of this level.")
    ] = None
    spoilers: Annotated[
        bool, typer.Option("--spoilers", help="Show what a game keeps sealed for its players, too.")
    ] = False

    def ask(self, about: str) -> CardsAnswer:
        wanted = (self.kind, self.group, self.class_, self.type_)
        return api.cards(self.game, *wanted, self.printing, self.readings, self.level, self.spoilers)


class Explain(Question[Found]):
    """Say what a mistake in a file means.

    Explains a code such as E302, with an example of the mistake and the same file corrected. Without a code
    it lists them all.
    """

    name, shows = "explain", "lookups:show_found"

    code: Annotated[
        str, typer.Argument(metavar="[CODE]", help="A code as mistakes show it, such as E302.")
    ] = ""

    def ask(self, about: str) -> Found:
        return api.look_up(self.code, "code")


class Vocabulary(OfGame, Question[Found]):
    """List the effects that a card can have.

    Without arguments it lists the places for effects on a card, and the kinds of effects for each place. A
    kind, such as draw, shows its keys, an example and the printed cards that have it. A place, such as
    abilities, shows what each of its kinds does. Other words find the kinds that mention them.
    """

    name, shows = "vocabulary", "lookups:show_found"

    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[KIND, PLACE OR WORDS]...",
            help="A kind of effect, a field of a card, or what to look for.",
        ),
    ] = None

    def ask(self, about: str) -> Found:
        return api.look_up(" ".join(self.words or ()), "effect", self.game)


class Example(Replacing, Colours, Command):
    """Write an example of a position file, to begin with.

    Without a name it lists the questions that the examples answer.
    """

    name = "example"

    example: Annotated[
        str, typer.Argument(metavar="[NAME]", help="Which one; without it they are listed.")
    ] = ""
    out: Annotated[
        str,
        typer.Option(
            *("--out", "-o"),
            metavar="FILE",
            help="Where to; - prints it. Default: NAME.yaml.",
            rich_help_panel=FILES,
        ),
    ] = ""

    def run(self) -> NoReturn:
        session = Session(self.name, "text", self.no_color)
        if not self.example:
            session.do(api.examples, _list)
        else:
            session.do(self._write, Page.verbatim if self.out == "-" else Page.text)
        session.finish()

    def _write(self) -> str:
        from tsolve.saving import save_output

        found = api.example(self.example)
        if self.out == "-":
            return found.text
        file = self.out or f"{found.name}.yaml"
        save_output(file, found.text, instead="" if self.force else "--force replaces it")
        return f"{file} is written. Judge it: tsolve check {file}"


def _list(page: Page, found: "Iterable[api.Example]") -> None:
    rows = [(each.about, api.ruleset(each.game).title, each.name) for each in found]
    heads = (Column("question", wraps=True), Column("game"), Column("NAME", style="bold"))
    page.table(heads, rows, indent=0)
    page.blank()
    page.text("`tsolve example NAME` writes one as NAME.yaml.", style="dim")


class Schema(OfGame, Command):
    """Print a JSON Schema: of position files, or of a command's output.

    Editors complete keys and card names by the schema of position files, written beside them and named in
    their first line: `# yaml-language-server: $schema=GAME.schema.json`.
    """

    name = "schema"

    output: Annotated[
        str | None,
        typer.Option("--output", metavar="COMMAND", help="The schema of what this command writes as JSON."),
    ] = None

    def run(self) -> NoReturn:
        session = Session(self.name, "text")
        session.do(self._found, _as_text)
        session.finish()

    def _found(self) -> dict[str, Any]:
        if self.output is None:
            return api.schema(self.game)
        found: dict[str, Any] = reporting("formats:output_schema")(self.output)
        return found


def _as_text(page: Page, schema: dict[str, Any]) -> None:
    import json

    page.verbatim(json.dumps(schema, indent=2, ensure_ascii=False))
