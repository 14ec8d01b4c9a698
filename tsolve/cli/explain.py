"""`tsolve why-not` and `tsolve ask`."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Annotated

import typer

from tsolve import api
from tsolve.cli.command import Question
from tsolve.cli.options import FILES, Layers, Limited, OfGame, PositionFile, Replacing, Rules
from tsolve.cli.positions import AfterTurn, Asked, Searching, WithPage
from tsolve.errors import UsageError
from tsolve.model.asked import AnyAsked
from tsolve.model.why_not import WhyNotAnswer
from tsolve.report.page import Page


class WhyNot(Layers, AfterTurn[WhyNotAnswer], WithPage[WhyNotAnswer], Searching[WhyNotAnswer]):
    """Say why something is impossible, and what would make it possible.

    Prints the play if it is possible after all. Otherwise gives a minimal set of reasons, each with its rule
    and its numbers: remove any one of them and it becomes possible. Then come the cheapest repairs: how
    much is missing, and which single card in the hand would close the gap. The solver has checked
    everything printed.

    A query is any step of a turn, or another question that the game knows; an empty one ("") prints examples.
    The whole turn counts, with everything that can be done beforehand.

    Exit codes: 0 everything asked for is possible; 1 something is impossible; 2 the input or the usage is
    wrong; 3 undecided: it depends on an unknown card, on chance or on another player, or time ran out.
    """

    name, counts = "why-not", ("query", "queries")
    doing, done = "{}", "queries answered"
    shows, in_short = "answers.why_not:show_why_not", "answers.why_not:show_in_a_line"

    file: PositionFile
    queries: Annotated[list[str], typer.Argument(metavar="QUERY...", help="What to do, in words.")]

    loaded: list[Asked]
    shown: list[WhyNotAnswer]

    def begin(self) -> None:
        self.loaded, self.shown = [], []
        if self.html and len(self.queries) > 1:
            raise UsageError("a page shows one answer: give one QUERY with --html")
        super().begin()

    def about(self) -> Sequence[str]:
        return self.queries

    def place(self, about: str) -> str:
        return self.file

    def open(self, about: str, on_progress: Callable[..., None]) -> Asked:
        """Open the file once for all queries."""
        if not self.loaded:
            self.loaded.append(super().open(self.file, on_progress))
        return self.loaded[0]._replace(about=about, on_progress=on_progress)

    def waiting(self, about: str) -> AbstractContextManager[Callable[..., None]]:
        return super().waiting(f"{self.file}: {about}")

    def answer(self, asked: Asked) -> WhyNotAnswer:
        return api.why_not(asked.position, asked.about, self.file, self.time_limit)

    def show(self, page: Page, answer: WhyNotAnswer) -> None:
        """Only the first answer names the file; rulings that several answers share are told at the end."""
        from tsolve.report.answers.why_not import show_why_not

        place = "" if self.shown else answer.file
        self.shown.append(answer)
        if self.quiet or self.html == "-":
            super().show(page, answer)
        else:
            show_why_not(page, answer, self.detail, len(self.queries) == 1, place)

    def is_last(self, done: int) -> bool:
        return not self.loaded or super().is_last(done)  # mistakes of the file are reported once

    def end(self) -> None:
        if len(self.queries) > 1 and not self.quiet:
            from tsolve.report.answers.why_not import show_common_rulings

            self.session.close_with(lambda page: show_common_rulings(page, self.shown, self.detail))
        super().end()


class Ask(Layers, Limited, OfGame, Rules, Replacing, Question[AnyAsked]):
    """Answer a question of one line, with or without a file.

    Name the cards in the hand, then what they are to do: `A, 2 B against C`. Names may be in any language of
    the game; a part of a name is enough if only one card has it. Other facts may stand anywhere in the line,
    as a word with a number. A number after a colon is a claim: `A against C: 5?`. The answer says how the
    question was understood; --write saves that as a position file. What is
    asked about the rules or a card is looked up.

    A position FILE before the question asks about that: `tsolve ask FILE "what are my chances against C?"`.

    Exit codes: 0 yes; 1 no; 2 the question is not understood, or the usage is wrong; 3 it depends on
    something that the question does not say.
    """

    name = "ask"
    shows, in_short = "answers.asked:show_asked", "answers.asked:show_asked_briefly"

    question: Annotated[
        list[str],
        typer.Argument(
            metavar="QUESTION...", help="What is asked, in words; a position file may stand before it."
        ),
    ]
    write: Annotated[
        str,
        typer.Option(
            "--write",
            metavar="FILE",
            help="Also write the position that is meant as a file.",
            rich_help_panel=FILES,
        ),
    ] = ""

    def ask(self, about: str) -> AnyAsked:
        from tsolve.cli.progress import waiting
        from tsolve.saving import check_output, save_output

        asked = " ".join(self.question)
        first, _, rest = asked.partition(" ")
        if rest and (first == "-" or first.endswith((".yaml", ".yml", ".json"))):
            return self._about_file(first, rest.strip(" |"))
        rules = (self.game, self.printing, self.readings)
        instead = "" if self.force else "--force replaces it"
        if self.write:
            check_output(self.write, (), instead)
            save_output(self.write, api.position_asked(asked, *rules), (), instead)
        full, weighed = self.session.in_full(self.quiet), self.session.weighs(self.explain)
        with waiting("answering", self.quiet, self.time_limit):
            return api.ask(asked, *rules, self.time_limit, full, weighed)

    def _about_file(self, file: str, question: str) -> AnyAsked:
        from tsolve.cli.progress import waiting

        if self.write:
            raise UsageError("--write is for a question without a file")
        content, rules = api.content_of(file), (self.printing, self.readings)
        with waiting(file, self.quiet, self.time_limit):
            return api.ask_about_file(content, question, file, *rules, self.time_limit)

    def show(self, page: Page, answer: AnyAsked) -> None:
        super().show(page, answer)
        if self.write and not self.quiet:
            page.text(f"{self.write} is written.", 3, style="dim")
