"""Initiatives that a file does not tell, and whether a turn hangs on them. (GH-12.12, GH-12.18)

Only who comes before whom counts. So the turn is looked at once for every order, ties included, in which the
figures can come; then nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, product
from typing import TYPE_CHECKING

import msgspec

from tsolve.budget import SpentError
from tsolve.games.gloomhaven.judging.options import Turn, turns
from tsolve.games.gloomhaven.state import Figure, State
from tsolve.games.gloomhaven.turn.initiative import LAST, initiative_of

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.game import Gloomhaven
    from tsolve.games.gloomhaven.opened import Opened

MOST_IN_EVERY_ORDER = 4
"""Unknown initiatives that are tried in every order; of more, each is tried as the first and as the last."""


class Ways(msgspec.Struct, frozen=True):
    """Every way in which a turn can go, whatever the unknown initiatives are."""

    cases: tuple[tuple[Turn, ...], ...]
    """What the rules leave in each different case; one where nothing hangs on what is unknown."""
    hangs_on: tuple[str, ...]
    """The characters and types of monsters on whose initiative it hangs."""

    @property
    def turns(self) -> tuple[Turn, ...]:
        """Those of all cases."""
        return tuple(sorted({turn for case in self.cases for turn in case}))


def ways_of(opened: Opened, game: Gloomhaven) -> Ways:
    """The ways of the turn that a position asks about."""
    state, actor = opened.state, opened.actor
    unknown, known = _initiatives(opened, state)
    if not unknown or len(unknown) + len(known) < 2:
        return Ways((tuple(turns(game, state, actor)),), ())
    found: dict[tuple[int, ...], tuple[Turn, ...]] = {}
    in_order: dict[tuple[int, ...], tuple[Turn, ...]] = {}
    for numbers in _cases(len(unknown), known):
        order = _order((*numbers, *known))
        if order not in in_order:
            told = _told(state, dict(zip(unknown, numbers, strict=True)))
            in_order[order] = tuple(turns(game, told, actor))
        found[numbers] = in_order[order]
    hangs_on = tuple(who for place, who in enumerate(unknown) if _matters(place, found))
    return Ways(tuple(sorted(set(found.values()))), hangs_on)


def hanging(opened: Opened) -> tuple[str, ...]:
    """The characters and types of monsters on whose unknown initiative the turn hangs; all of whom none is
    known where the budget was not enough to tell.
    """
    try:
        return ways_of(opened, opened.game).hangs_on
    except SpentError:
        return _initiatives(opened, opened.state)[0]


def _initiatives(opened: Opened, state: State) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Of the enemies of the acting figure those who have no known initiative, and all known ones."""
    unknown: dict[str, None] = {}
    known: set[int] = set()
    if not state.on_map(opened.actor):
        return (), ()
    for enemy in state.enemies_of(state.figure(opened.actor)):
        number = initiative_of(opened.book, state, enemy)
        if number is None:
            unknown[_whose(state, enemy)] = None
        else:
            known.add(number)
    return tuple(unknown), tuple(sorted(known))


def _whose(state: State, figure: Figure) -> str:
    """By whose initiative a figure acts: its own, its owner's, or that of its type."""
    if figure.kind == "summon" and state.on_map(figure.owner):
        return figure.owner
    return figure.name if figure.kind == "character" else figure.group


def _told(state: State, initiatives: Mapping[str, int]) -> State:
    """The position with these initiatives told."""
    figures = []
    for figure in state.figures:
        number = initiatives.get(figure.name if figure.kind == "character" else figure.group)
        is_told = number is None or figure.rests or figure.initiative is not None or figure.kind == "object"
        figures.append(figure if is_told else msgspec.structs.replace(figure, initiative=number))
    return msgspec.structs.replace(state, figures=tuple(figures))


def _cases(unknown: int, known: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Numbers for the unknown initiatives, in which all their orders among the known ones occur."""
    if unknown > MOST_IN_EVERY_ORDER:
        last = (LAST,) * unknown
        yield last
        for place in range(unknown):
            yield (*last[:place], 0, *last[place + 1 :])
        return
    bounds = (0, *known, LAST + 1)
    numbers = set(known)
    for low, high in pairwise(bounds):
        numbers.update(range(low + 1, min(low + 1 + unknown, high)))
    yield from product(sorted(numbers), repeat=unknown)


def _order(numbers: Sequence[int]) -> tuple[int, ...]:
    """Who comes before whom: the place of each, counted from 0, those with one number together."""
    places = sorted(set(numbers))
    return tuple(places.index(number) for number in numbers)


def _matters(place: int, found: Mapping[tuple[int, ...], tuple[Turn, ...]]) -> bool:
    """Whether another number of this one alone leads to another turn."""
    by_the_others: dict[tuple[int, ...], tuple[Turn, ...]] = {}
    for numbers, ways in found.items():
        others = (*numbers[:place], *numbers[place + 1 :])
        if by_the_others.setdefault(others, ways) != ways:
            return True
    return False
