"""One run of a command: its answers and failures, written in the format that was asked for."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from typing import Any, NoReturn, TypeVar

import typer

from tsolve.cli import failing
from tsolve.cli.output import Face, emit
from tsolve.model.verdicts import EXIT_CODES, Answer, Word, worst
from tsolve.report.page import Page

A = TypeVar("A", bound=Answer)
T = TypeVar("T")


class Session:
    """Collects what the run of a command finds; text is written at once, JSON at the end."""

    def __init__(self, command: str, format: str, no_color: bool = False) -> None:  # noqa: A002 (the option's name)
        in_actions = os.environ.get("GITHUB_ACTIONS") == "true"
        auto = "github" if in_actions and command in ("check", "regress") else "text"
        self.command = command
        self.format = auto if format == "auto" else format
        self.no_color = no_color
        self.face = Face(sys.stdout, no_color)
        self.verdicts: list[Word] = []
        self._answers: list[Answer] = []
        self._errors: list[Any] = []
        self.stopped_early = False
        """Whether only a part of what was asked for could be answered before the run was ended."""
        self._is_told = False
        """Whether an answer was written for people."""
        self._pages = 0
        self._is_long = False
        """Whether the last page has more than one line: an empty one then stands before the next."""

    def in_full(self, quiet: bool) -> bool:
        """Whether an answer is written with what other readings make of it, not only what matters most."""
        return self.format == "json" or (self.format == "text" and not quiet)

    def weighs(self, explain: bool) -> bool:
        """Whether an answer says which rules decide."""
        return self.format == "json" or explain

    def answer(
        self,
        work: Callable[[], A],
        show: Callable[[Page, A], None],
        file: str = "",
        lines: Callable[[A], Iterable[str]] | None = None,
    ) -> None:
        """Do the work and write its answer, or say why there is none. `lines` as of `deliver`."""
        try:
            self.deliver(work(), show, lines)
        except Exception as error:  # the next file may be sound
            self.fail(failing.explain(error, file))

    def do(
        self,
        work: Callable[[], T],
        show: Callable[[Page, T], None] = lambda *_: None,
        file: str = "",
    ) -> None:
        """Do what gives no answer and write what is to be said of it, or why it could not be done."""
        try:
            self._write(show, work())
        except Exception as error:  # as above
            self.fail(failing.explain(error, file))

    def deliver(
        self,
        found: A,
        show: Callable[[Page, A], None],
        lines: Callable[[A], Iterable[str]] | None = None,
    ) -> None:
        """Write an answer.

        `lines` is the answer in a format that is neither text nor JSON; by default annotations of a check.
        """
        self.verdicts.append(found.told)
        if self.format == "json":
            self._answers.append(found)
        elif self.format == "text":
            self._is_told = True
            self._write(show, found)
        else:
            emit("".join(f"{line}\n" for line in (lines or _annotate)(found)))

    def fail(self, failure: failing.Failure) -> None:
        """Write why there is no answer."""
        self.verdicts.append(failure.verdict)
        if self.format == "json":
            self._errors.append(failure.answer())
        elif self.format == "github":
            emit("".join(f"{line}\n" for line in failure.annotations()))
        else:
            sys.stdout.flush()
            failure.tell(self.no_color)

    def stop_early(self, told: str) -> None:
        """Say how much was done before the run was ended."""
        self.stopped_early = True
        self.verdicts.append("stopped early")
        self.close_with(lambda page: page.text(f"stopped early: {told}", hang=2, style="warn"), alone=True)

    def close_with(self, show: Callable[[Page], None], alone: bool = False) -> None:
        """Say at the end of a text what belongs to all answers. A program finds it in each of them.

        `alone`: also where no text stands before it.
        """
        if self.format == "text" and (self._pages or alone):
            self._write(lambda page, _: show(page), None)

    def sum_up(self, one: str, several: str) -> None:
        """Say how many of each verdict there are, if more than one of what is named so was judged."""
        if self.format == "json" or len(self.verdicts) < 2:
            return
        from tsolve.report.answers.tally import tally

        text = tally(self.verdicts, one, several)
        if self.format == "text":
            self.close_with(lambda page: page.text(text, hang=2), alone=True)
        else:
            emit(f"tsolve: {text}\n")

    def finish(self) -> NoReturn:
        """Write the rest and end with the worst exit code."""
        code = worst(EXIT_CODES[verdict] for verdict in self.verdicts)
        if self.format == "json":
            from tsolve.report.formats.encoding import Run, as_json

            run = Run(self.command, code, tuple(self._answers), tuple(self._errors), self.stopped_early)
            emit(as_json(run))
        if self.format == "text" and self._is_told:
            from tsolve.cli.layers import Told

            raise Told(code)
        raise typer.Exit(code)

    def _write(self, show: Callable[[Page, T], None], found: T) -> None:
        page = Page()
        show(page, found)
        if not page.blocks:
            return
        text = self.face.page(page)
        is_long = text.count("\n") > 1
        if self._pages and (is_long or self._is_long):
            text = "\n" + text
        self._pages += 1
        self._is_long = is_long
        emit(text)


def _annotate(answer: Any) -> Iterable[str]:
    from tsolve.report.formats.github import annotate

    return annotate(answer)
