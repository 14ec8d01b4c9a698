"""What a game can be asked about a position: for each question the name of the function that answers it.

So a position knows none of the files that answer about it, and they all know the position: no import runs in
a circle, and nothing is loaded that nobody asks for.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from typing import Any, ClassVar, Generic, NamedTuple, ParamSpec, Protocol, Self, TypeVar, overload

from tsolve.errors import UnsupportedError

P = ParamSpec("P")
R = TypeVar("R")


class Capabilities(NamedTuple):
    """Who answers each question of `Position`: a function, or a class, whose first argument is the position,
    as `module:function` in the room of the game (`:function` in the room itself); empty where what is usual
    is enough, or the game cannot be asked.
    """

    room: str
    """The package of the game, or its module; empty where each name is whole."""
    step_reader: str = ""
    board: str = ""
    map: str = ""
    zones: str = ""
    headline: str = ""
    place_aimed_at: str = ""
    options: str = ""
    unknowns: str = ""
    worlds: str = ""
    phrase: str = ""
    title: str = ""
    fact: str = ""
    outcomes: str = ""
    stated: str = ""
    is_settled: str = ""
    readings_of: str = ""
    check_wishes: str = ""
    cards_in_sight: str = ""
    table_notes: str = ""
    best_plays: str = ""
    claim: str = ""
    expectation: str = ""
    comparison: str = ""
    ablation: str = ""
    exercised: str = ""
    solve: str = ""
    cases: str = ""
    why_not: str = ""
    grading: str = ""
    odds: str = ""
    targets: str = ""
    score: str = ""

    def where(self, named: str) -> str:
        """The whole name of a function."""
        joint = "" if not self.room or named.startswith(":") else "."
        return f"{self.room}{joint}{named}"


class Position(Protocol):
    """What can be asked about."""

    capabilities: ClassVar[Capabilities]

    def lacks(self, question: str) -> str:
        """The words for a question that its game does not answer."""
        ...


class Question(Generic[P, R]):
    """A question about a position. One that stands in the class of the position is asked as if it were a
    method; others stand beside what their answers are, and are asked `of` a position.
    """

    def __init__(self, usual: str | Callable[..., R] = "", name: str = "", asked: str = "") -> None:
        """`usual`: who answers for a game that names nobody; `name`: that in `Capabilities`; `asked`: by
        which name people ask.
        """
        self.usual, self.name, self._asked = usual, name, asked

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, position: None, owner: type) -> Self: ...
    @overload
    def __get__(self, position: Position, owner: type) -> Callable[P, R]: ...
    def __get__(self, position: Position | None, owner: type) -> Self | Callable[P, R]:
        return self if position is None else self.of(position)

    def of(self, position: Position) -> Callable[P, R]:
        """Who answers it of this position. Raises UnsupportedError where nobody does."""
        answerer = _answerer(position.capabilities, self)
        if answerer is None:
            raise UnsupportedError(position.lacks(self._asked or self.name))
        return partial(answerer, position)


@cache
def _answerer(capabilities: Capabilities, question: Question[..., Any]) -> Callable[..., Any] | None:
    """Who answers a question in a game; None where nobody does."""
    named: str = getattr(capabilities, question.name)
    if not named and not isinstance(question.usual, str):
        return question.usual
    where = capabilities.where(named) if named else question.usual
    return called(where) if where and isinstance(where, str) else None


def called(where: str) -> Callable[..., Any]:
    """The function or the class of this name, as `module:function`: of a room above, when it is asked."""
    module, _, name = where.partition(":")
    found: Callable[..., Any] = getattr(import_module(module), name)
    return found
