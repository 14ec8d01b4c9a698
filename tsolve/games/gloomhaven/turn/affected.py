"""Whom an ability without an attack affects: those that it names, by side, distance, sight, room or area.

(GH-4.4, GH-6.3, GH-7.2, GH-8.12)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from tsolve.games.gloomhaven.abilities import Ability, Attack, Suffer
from tsolve.games.gloomhaven.ability_parts import Amount, Whom
from tsolve.games.gloomhaven.figure_traits import is_so
from tsolve.games.gloomhaven.figures import Figure
from tsolve.games.gloomhaven.hexes import Hex, images, shifted
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.turn.deliberation import aiming

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book


def targets(ability: Ability) -> bool:
    """Whether an ability targets the figures that it affects; not if all of them suffer damage. (GH-8.12,
    GH-10.9)
    """
    return not (isinstance(ability, Suffer) and ability.whom.each)


def affected(book: Book, state: State, name: str, whom: Whom, is_target: bool = True) -> Sequence[str]:
    """The figures that an ability may affect; with a range also in sight. (GH-4.4, GH-7.2) Invisible enemies
    are no targets. (GH-8.12)

    Distances from the target of an attack count from its hex, even after it is gone.
    """
    figure = state.figure(name)
    if whom.side == "self":
        return [name]
    if whom.side == "target":
        struck = state.last_target
        if struck is None or not state.is_up(struck.name):
            return []
        target_now = state.figure(struck.name)
        return (
            [struck.name] if all(is_so(book, state, each, target_now, figure) for each in whom.that) else []
        )
    if whom.side == "same":
        return [state.chosen] if state.on_map(state.chosen) else []
    centre, target = figure.at, ""
    if whom.from_target:
        struck = state.last_target
        if struck is None:
            return []
        centre, target = struck.at, struck.name
    if whom.from_it:
        if state.spot is None:
            return []
        centre, target = state.spot, state.chosen
    board = book.board(state)
    within = figure.profile.range or 1 if whom.in_range else whom.within
    room = _room(book, state, centre) if whom.in_room else None
    found = [name] if whom.and_self else []
    left_out = {target, *([] if _means_performer(book, whom) else [name])}
    for other in state.figures:
        if other.name in left_out or not may_be_meant(state, figure, other, whom, is_target):
            continue
        if within is not None:
            steps = board.distance(centre, other.at)
            if steps is None or steps > within or (whom.exactly and steps < within):
                continue
            if looks_for_sight(whom) and not board.sees(centre, other.at):
                continue
        if (room is not None and other.at not in room) or (whom.moved_through and other.at not in state.path):
            continue
        if all(is_so(book, state, trait, other, figure) for trait in whom.that):
            found.append(other.name)
    return found


def groups_affected(
    book: Book, state: State, name: str, whom: Whom, is_target: bool = True
) -> list[tuple[str, ...]]:
    """The sets of figures of which an ability may affect all, or a part: those that an area covers, or so
    many of those that it may affect. (GH-6.3, GH-7.2)
    """
    figure = state.figure(name)
    if whom.area is None:
        names = affected(book, state, name, whom, is_target)
        return [tuple(some) for some in combinations(names, min(whom.most, len(names)))] if names else []
    if whom.attacked:
        return [names for names in _in_attacked_area(book, state, figure, whom) if names]
    reach = None if whom.area.is_melee else Amount(whom.within or 1)
    covers = aiming(book, state, figure, Attack(Amount(0), reach, area=whom.area)).covers(figure.at)
    found = dict.fromkeys(
        tuple(
            each
            for each in sorted(cover)
            if all(is_so(book, state, trait, state.figure(each), figure) for trait in whom.that)
        )
        for cover in covers
    )
    return [group for group in found if group]


def groups_on_paths(
    book: Book, state: State, start: Hex, near: Iterable[str], reach: int
) -> set[frozenset[str]]:
    """For each way from a hex to one of the figures in reach: that one, and those of them in between.

    Ways count like ranges: around walls, through figures and obstacles. (GH-4.1)
    """
    board, there = book.board(state), {state.figure(name).at: name for name in near}
    goes_around = book.reads("path_to_target", "any_in_range")
    found: set[frozenset[str]] = set()
    here = {(start, frozenset[str]())}
    for number in range(1, reach + 1):
        here = {
            (hex_, passed | {there[hex_]} if hex_ in there else passed)
            for before, passed in here
            for hex_ in board.neighbours(before)
            if goes_around or board.distance(start, hex_) == number
        }
        found.update(passed for hex_, passed in here if hex_ in there)
    return found


def _means_performer(book: Book, whom: Whom) -> bool:
    """Whether an ability for all figures affects the one who performs it, too."""
    return whom.side == "everybody" and book.reads("all_figures", "performer_too")


def spares_all(book: Book, state: State, figure: Figure, whom: Whom) -> bool:
    """Whether the attack before may have been laid so that nobody of these stands in its area."""
    return () in _in_attacked_area(book, state, figure, whom)


def _in_attacked_area(book: Book, state: State, figure: Figure, whom: Whom) -> list[tuple[str, ...]]:
    """Who stands in the area of the attack before, for each way to have laid it on just those that it hit.

    (GH-6.3, GH-6.5)
    """
    assert whom.area is not None
    board, pattern = book.board(state), whom.area
    struck = {each.name: each.at for each in state.struck}
    near = frozenset(board.within(figure.at, whom.within or 1))
    laid: dict[frozenset[Hex], None] = {}
    for image in images(pattern.hexes):
        starts = [figure.at]
        if not pattern.is_melee:
            starts = [Hex(at.q - each.q, at.p - each.p) for at in struck.values() for each in image]
        laid.update(dict.fromkeys(frozenset(shifted(start, each) for each in image) for start in starts))
    found: dict[tuple[str, ...], None] = {}
    for area in laid:
        others = (each for each in state.enemies_of(figure) if each.at in area and each.name not in struck)
        missed = any(board.sees(figure.at, each.at) and not each.has("invisible") for each in others)
        in_range = pattern.is_melee or not area.isdisjoint(near)
        if struck and in_range and not missed and area.issuperset(struck.values()):
            with_it = _means_performer(book, whom)
            inside = (
                each for each in state.figures if each.at in area and (with_it or each.name != figure.name)
            )
            named = (each for each in inside if may_be_meant(state, figure, each, whom, is_target=False))
            found[tuple(each.name for each in named)] = None
    return [*found]


def _room(book: Book, state: State, start: Hex) -> frozenset[Hex]:
    """The hexes of the room around a hex: doors bound it, open or not. (GH-1.5)"""
    board, doors = book.board(state), {door.at for door in state.doors}
    found, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        for near in board.neighbours(here):
            if near not in found:
                found.add(near)
                waiting += [near] if near not in doors else []
    return frozenset(found)


def is_called(summon: Figure, name: str) -> bool:
    """Whether a summon has this name, apart from its number; any has, where none is given."""
    return name.casefold() in ("", summon.name.removesuffix(f" {summon.number}").casefold())


def rules_of(whom: Whom) -> tuple[str, ...]:
    """The rules by which an ability without an attack affects these figures."""
    return ("GH-7.2", "GH-4.4") if looks_for_sight(whom) else ("GH-7.2",)


def looks_for_sight(whom: Whom) -> bool:
    """Whether the ability needs line of sight: if a range is printed. (GH-4.4)"""
    return whom.in_range or (whom.within or 1) > 1


def may_be_meant(state: State, figure: Figure, other: Figure, whom: Whom, is_target: bool = True) -> bool:
    """Whether an ability of a figure may affect another one, apart from distance. (GH-1.2, GH-1.6,
    GH-8.12)
    """
    if whom.side == "summons":
        return other.owner == figure.name and is_called(other, whom.name)
    if whom.side == "all summons":
        return other.kind == "summon" and other.side == figure.side
    if other.side == state.stance(figure):
        return whom.side != "enemies" and other.kind != "object"
    return whom.side == "everybody" or (whom.side == "enemies" and not (is_target and other.has("invisible")))
