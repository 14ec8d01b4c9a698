"""How much the rest of a turn or a round can be worth at the most."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate
from typing import TYPE_CHECKING

from tsolve.games.gloomhaven.abilities import (
    Ability,
    Attack,
    Consume,
    Experience,
    Heal,
    Move,
    Retaliate,
    Shield,
    Summon,
)
from tsolve.games.gloomhaven.judging.goals import (
    GOALS,
    KILL,
    Goal,
    hit_points,
    monsters_of,
    used_slots,
)
from tsolve.games.gloomhaven.planning.most_damage import most_damage
from tsolve.games.gloomhaven.round.order import waits
from tsolve.games.gloomhaven.round.taking_turns import NextTurn
from tsolve.games.gloomhaven.turn.after_attack import retaliation_of
from tsolve.games.gloomhaven.turn.ahead import halves_left, is_open, items_left, strikers
from tsolve.games.gloomhaven.turn.character.bearing import BearDamage
from tsolve.games.gloomhaven.turn.character.half import FinishHalf
from tsolve.games.gloomhaven.turn.character.turn import DiscardPlays, NextHalf
from tsolve.games.gloomhaven.turn.ending import EndTurn

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.state import Door, State

UNKNOWN = 10_000
"""More than rooms, events and later rounds could bring of anything."""
_NOTHING_MORE = (BearDamage, DiscardPlays, EndTurn)
"""Tasks of a character by which it gains nothing."""


class Bounds:
    """Upper bounds of what can be reached from positions of one question. No line is worth more."""

    def __init__(self, book: Book, goal: Goal) -> None:
        self._book, self._goal = book, goal

    def most(self, state: State) -> tuple[int, ...]:
        """Level by level of the goal."""
        book, goal, start = self._book, self._goal, self._goal.start
        amounts = goal.amounts(state)
        acting = frozenset(_acting(book, state))
        has_unknown_rooms = bool(acting) and any(_is_unknown(book, door) for door in state.doors)
        anything = has_unknown_rooms or is_open(book, state)
        struck = any(figure.side == "party" for figure in strikers(book, state))
        endangered = anything or _are_endangered(book, state)
        harmed = struck or endangered
        left = None if endangered else most_damage(book, state)
        if harmed and left is not None:
            amounts |= _more(amounts, "kills", _killed(state, left))
            amounts |= _more(amounts, "damage", min(left, hit_points(state, "monsters")))
        elif harmed:
            monsters = monsters_of(book.script, start)
            amounts |= _kept(goal, "kills", len(monsters))
            amounts |= _kept(goal, "damage", sum(figure.hp for figure in monsters))
        if acting:
            amounts |= _kept(goal, "health", _healed(book, state, acting))
            amounts |= _more(amounts, "experience", _experience(book, state, acting))
        amounts |= _more(amounts, "experience", _slots(state))
        if acting or harmed:
            lying = sum(money.tokens for money in state.money)
            lying += sum(figure.side == "monsters" for figure in state.figures)
            amounts |= _more(amounts, "loot", lying)
        if anything or any(figure.rests for figure in state.figures):
            amounts |= _more(amounts, "items", used_slots(state))
        if anything:
            for name in ("health", "experience", "loot"):
                amounts |= _more(amounts, name, UNKNOWN)
        if has_unknown_rooms:
            for name in ("kills", "damage"):
                amounts |= _more(amounts, name, UNKNOWN)
        for name in goal.names - GOALS.keys():
            if not name.startswith(KILL) or harmed:
                amounts[name] = 1
        return goal.worth(amounts)


def _is_unknown(book: Book, door: Door) -> bool:
    """Whether a character may open a door behind which nobody knows what stands."""
    return door.state == "closed" and book.script.room(door.at) is None


def _kept(goal: Goal, name: str, amount: int) -> Mapping[str, int]:
    """The amount, where the goal asks for it."""
    return {name: amount} if name in goal.measures else {}


def _more(amounts: Mapping[str, int], name: str, more: int) -> Mapping[str, int]:
    """The amount with more of it, where the goal asks for it."""
    return {name: amounts[name] + more} if name in amounts else {}


def _acting(book: Book, state: State) -> Iterable[str]:
    """The figures of the party that may yet do something of their own."""
    party = [figure.name for figure in state.figures if figure.side == "party"]
    if any(items_left(book, state, state.turn, "turn")):
        yield state.turn
    for task in state.todo:
        if isinstance(task, NextTurn):
            yield from (name for name in party if waits(book, state.figure(name)))
        elif isinstance(task, NextHalf):
            yield from (task.figure for _ in halves_left(book, state, task.figure))
        elif not isinstance(task, _NOTHING_MORE):
            name = getattr(task, "figure", "") or getattr(task, "attacker", "")
            yield from (name,) if name in party else ()


def _killed(state: State, damage: int) -> int:
    """How many monsters can be killed with so much damage."""
    needed = accumulate(sorted(figure.hp for figure in state.figures if figure.side == "monsters"))
    return sum(each <= damage for each in needed)


def _are_endangered(book: Book, state: State) -> bool:
    """Whether a monster may yet lose hit points or leave the map other than by what the party does: by its
    wound, by a trap or hazardous terrain, by whom it attacks, by its own card.
    """
    if state.traps or book.terrain.hazards or any(any(retaliation_of(figure)) for figure in state.figures):
        return True
    protecting = (item for held in state.held for item in items_left(book, state, held.owner, "attacked"))
    if any(isinstance(ability, Retaliate) for item in protecting for ability in item.do):
        return True
    monsters = [figure for figure in state.figures if figure.side == "monsters"]
    return any(
        figure.has("wound") or figure.dying or not _is_plain(book.deal(state, figure).abilities)
        for figure in monsters
    )


def _is_plain(abilities: Iterable[Ability]) -> bool:
    """Whether monsters that perform these harm nobody but the party."""
    return all(
        isinstance(each, Move | Heal | Shield) or (isinstance(each, Attack) and not each.damaging)
        for each in abilities
    )


def _healed(book: Book, state: State, acting: Iterable[str]) -> int:
    """The hit points of the party where everybody is healed to the full and every summon comes."""
    full = sum(figure.max_hp for figure in state.figures if figure.side == "party")
    return full + sum(
        ability.statistics.hp
        for ability in _all_left(book, state, acting)
        if isinstance(ability, Summon) and ability.statistics is not None
    )


def _experience(book: Book, state: State, acting: Iterable[str]) -> int:
    """What the cards that are left to be played may bring, and the action at hand."""
    halves = [half for name in acting for half in halves_left(book, state, name)]
    halves += [task.half for task in state.todo if isinstance(task, FinishHalf)]
    gained = sum(half.experience + sum(half.slots) for half in halves)
    for ability in _all_left(book, state, acting):
        if isinstance(ability, Experience):
            gained += ability.amount
        gained += sum(each.experience for each in getattr(ability, "augments", ()))
    return gained


def _slots(state: State) -> int:
    """What the slots of active bonuses may bring. (GH-10.1)"""
    return sum(sum(effect.slots) for figure in state.figures for effect in figure.effects)


def _all_left(book: Book, state: State, acting: Iterable[str]) -> Iterator[Ability]:
    """The abilities that these may yet perform, of the action at hand and of the cards that are left."""
    for task in state.todo:
        if isinstance(task, FinishHalf):
            yield from _with_inner(task.half.abilities)
    for name in acting:
        for half in halves_left(book, state, name):
            yield from _with_inner(half.abilities)
        for item in items_left(book, state, name, "turn"):
            yield from _with_inner(item.do)


def _with_inner(abilities: Iterable[Ability]) -> Iterator[Ability]:
    """With those that elements have to be consumed for."""
    for ability in abilities:
        yield ability
        if isinstance(ability, Consume):
            yield from _with_inner(ability.then)
