"""Talking with somebody at a terminal, with completion; or line by line through a pipe."""

from __future__ import annotations

import os
import sys
import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tsolve.cli.output import emit, width
from tsolve.errors import escape

if TYPE_CHECKING:
    from prompt_toolkit.completion import CompleteEvent, Completion
    from prompt_toolkit.document import Document

    from tsolve.written.talk import Complete, Talk


class PlainTalk:
    """Questions on standard output, answers from standard input."""

    def ask(self, prompt: str, complete: Complete | None = None) -> str:
        """The next line. Raises EOFError if there is none."""
        emit(self.short(prompt))
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        if not sys.stdin.isatty():
            emit(f"{escape(line.rstrip())}\n")
        return line.rstrip("\r\n")

    def short(self, prompt: str) -> str:
        """The last line of a question, before which the others are written."""
        *before, last = _lines(prompt) or [prompt]
        for line in before:
            emit(f"{line}\n")
        return f"{last}{prompt[len(prompt.rstrip()) :]}"

    def tell(self, text: str) -> None:
        """Write a text in lines that fit."""
        for line in _lines(text):
            emit(f"{line}\n")


def _lines(text: str) -> list[str]:
    indent = " " * (len(text) - len(text.lstrip()))
    return textwrap.wrap(
        escape(text), width(), subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def talk_here(colour: bool) -> Talk:
    """A dialogue with completion at a terminal, else line by line through the pipe."""
    if sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb":
        return _terminal(colour)
    return PlainTalk()


def _terminal(colour: bool) -> Talk:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import Completer, Completion
    from prompt_toolkit.output import ColorDepth

    class Names(Completer):
        """The names that may stand here."""

        complete: Complete | None = None

        def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
            if self.complete is None:
                return
            length, names = self.complete(document.text_before_cursor)
            for name, beside in names:
                yield Completion(name, -length, display_meta=beside)

    class TerminalTalk(PlainTalk):
        """Lines that can be edited, with Tab for names and the arrows for earlier lines."""

        def __init__(self) -> None:
            self.names = Names()
            self.session: PromptSession[str] = PromptSession(
                completer=self.names,
                complete_while_typing=False,
                color_depth=None if colour else ColorDepth.DEPTH_1_BIT,
            )

        def ask(self, prompt: str, complete: Complete | None = None) -> str:
            self.names.complete = complete
            return self.session.prompt(self.short(prompt))

    return TerminalTalk()
