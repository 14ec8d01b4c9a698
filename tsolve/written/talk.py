"""Talking with a person, who may steer the talk at every question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from tsolve.diagnostics import suggest
from tsolve.errors import TsolveError

Complete = Callable[[str], tuple[int, Sequence[tuple[str, str]]]]
"""For an unfinished line: the length of the name at its end, and its completions, each with a remark."""

_BACK, _UNDO, _SHOW, _HELP = ("<", "back"), ("undo",), ("show",), ("?", "help")
ORDERS = (*_BACK, *_UNDO, *_SHOW, *_HELP)
"""What steers the dialogue at every question; no card is called so."""
HOW_TO_STEER = (
    "At every question: < goes back, undo takes the last line back, show draws the table, ? tells this."
)


class Talk(Protocol):
    """Somebody to talk with."""

    def ask(self, prompt: str, complete: Complete | None = None) -> str:
        """What is typed, with names completed. Raises EOFError where nothing more comes."""
        ...

    def tell(self, text: str) -> None:
        """Say something."""
        ...


class BackError(TsolveError, RuntimeError):
    """Ask the question before."""


class UndoError(BackError):
    """Take back the last line; where there is none, ask the question before."""


class Steered:
    """A talk in which some words are orders."""

    def __init__(self, talk: Talk, show: Callable[[], None]) -> None:
        self.tell, self._talk, self._show = talk.tell, talk, show

    def ask(self, prompt: str, complete: Complete | None = None) -> str:
        """What is typed, unless it is an order. Raises BackError, UndoError."""
        while True:
            typed = self._talk.ask(prompt, complete).strip()
            match typed.casefold():
                case order if order in _BACK:
                    raise BackError
                case order if order in _UNDO:
                    raise UndoError
                case order if order in _SHOW:
                    self._show()
                case order if order in _HELP:
                    self.tell(f"  {HOW_TO_STEER}")
                case _:
                    return typed


def agreed(talk: Talk, question: str, usual: bool = True) -> bool:
    """Yes or no; an empty line is the usual answer."""
    while True:
        typed = talk.ask(f"{question} [{'Y/n' if usual else 'y/N'}] ").strip().casefold()
        if not typed:
            return usual
        if typed in ("y", "yes", "n", "no"):
            return typed.startswith("y")
        talk.tell("  Type y or n.")


def chosen(talk: Talk, question: str, words: Sequence[str], usual: str) -> str:
    """One of some words, also by its beginning; an empty line is the usual one."""
    while True:
        typed = talk.ask(f"{question}: {', '.join(words)}? [{usual}] ").strip().casefold()
        found = [word for word in words if word.casefold().startswith(typed)] if typed else [usual]
        if typed in words or len(found) == 1:
            return typed if typed in words else found[0]
        talk.tell(there_are(typed, words))


def there_are(typed: str, words: Sequence[str]) -> str:
    """What may be typed instead."""
    return f"  {suggest(typed, words) or 'There are: ' + ', '.join(words) + '.'}"
