"""The effects that special rules of a scenario give to figures: as long as something stands, near something,
from a round on. (GH-14.7)

They lie on the figures themselves, so that whatever asks for effects finds them, and are brought up to date
whenever something changes on which they depend.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.games.gloomhaven.conditions import is_met, type_of
from tsolve.games.gloomhaven.figures import Figure, LastingEffect
from tsolve.games.gloomhaven.hexes import Hex
from tsolve.games.gloomhaven.script import Event, Rule
from tsolve.games.gloomhaven.state import State

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book

DEPEND_ON = frozenset(("figures", "doors", "round", "looted", "gathered", "fallen", "happened"))
"""The parts of a position on which they depend."""


def as_ruled(book: Book, state: State) -> State:
    """The position in which every figure has just the effects that the special rules give it now."""
    holding = [rule for rule in book.script.rules if holds(book, state, rule)]
    figures = tuple(_with_effects(book, state, figure, holding) for figure in state.figures)
    return state if figures == state.figures else replace(state, figures=figures)


def holds(book: Book, state: State, rule: Rule | Event) -> bool:
    """Whether what a rule or an event asks for is so."""
    return all(is_met(book, state, each) for each in rule.holding) and not any(
        is_met(book, state, each) for each in rule.ended_by
    )


def _with_effects(book: Book, state: State, figure: Figure, holding: list[Rule]) -> Figure:
    own = tuple(each for each in figure.effects if not each.is_rule)
    given = tuple(_given(book, state, figure, holding))
    return figure if figure.effects == (*own, *given) else replace(figure, effects=(*own, *given))


def _given(book: Book, state: State, figure: Figure, holding: list[Rule]) -> Iterator[LastingEffect]:
    for rule in holding:
        if rule.concerns(figure) and _is_there(book, state, figure, rule):
            yield from rule.effects


def is_called(figure: Figure, name: str) -> bool:
    """Whether a figure has a name, or is one of several objects that have it before their numbers."""
    return name in (figure.name, figure.identity) or (figure.kind == "object" and name == type_of(figure))


def _is_there(book: Book, state: State, figure: Figure, rule: Rule) -> bool:
    """Whether a figure stands where the rule concerns it. Distances go around walls. (GH-4.2)"""
    centres: tuple[Hex, ...] = rule.hexes
    if rule.around:
        centres = tuple(each.at for each in state.figures if is_called(each, rule.around))
    elif not centres:
        return True
    if not rule.within:
        return figure.at in centres
    board = book.board(state)
    steps = (board.distance(centre, figure.at) for centre in centres)
    return any(each is not None and each <= rule.within for each in steps)
