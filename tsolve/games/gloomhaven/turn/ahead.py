"""What may still come: who acts yet, and who may yet harm an enemy or draw a modifier card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from tsolve.games.gloomhaven.abilities import (
    Ability,
    Experience,
    Heal,
    Infuse,
    Loot,
    Move,
    NegateDamage,
    Recover,
    Shield,
)
from tsolve.games.gloomhaven.character_cards import BASIC, Half
from tsolve.games.gloomhaven.round.beginning import BeginRound, ChooseCards, NextRound
from tsolve.games.gloomhaven.round.ending import EndRound, Finished
from tsolve.games.gloomhaven.round.events import EndOfRound, EndOfTurn
from tsolve.games.gloomhaven.round.order import waits
from tsolve.games.gloomhaven.round.resting import LoseOne, MayRedraw, MayRest
from tsolve.games.gloomhaven.round.scenario_end import LookForEnd
from tsolve.games.gloomhaven.round.taking_turns import NextTurn
from tsolve.games.gloomhaven.state import Figure, deck_owner
from tsolve.games.gloomhaven.tasks import Task
from tsolve.games.gloomhaven.turn.after_attack import Effects, IfDamaged, Retaliate
from tsolve.games.gloomhaven.turn.character.bearing import BearDamage
from tsolve.games.gloomhaven.turn.character.half import FinishHalf, Printed
from tsolve.games.gloomhaven.turn.character.moving import CharacterMove, Walk
from tsolve.games.gloomhaven.turn.character.turn import DiscardPlays, LootOwnHex, NextHalf
from tsolve.games.gloomhaven.turn.dying import Leave
from tsolve.games.gloomhaven.turn.ending import EndTurn
from tsolve.games.gloomhaven.turn.forced import Force
from tsolve.games.gloomhaven.turn.monster import Abilities
from tsolve.games.gloomhaven.turn.others import InfuseOne

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.items import Item, When
    from tsolve.games.gloomhaven.state import State

_HARMLESS = (Move, Heal, Shield, NegateDamage, Recover, Loot, Infuse, Experience)
"""Abilities by which nobody is attacked or harmed, whatever else comes with them."""
_ONLY_FOLLOW = (
    BearDamage,
    CharacterMove,
    DiscardPlays,
    Effects,
    EndOfRound,
    EndOfTurn,
    EndRound,
    EndTurn,
    FinishHalf,
    Finished,
    Force,
    InfuseOne,
    Leave,
    LookForEnd,
    LootOwnHex,
    LoseOne,
    MayRedraw,
    MayRest,
    Retaliate,
    Walk,
)
"""Tasks in which nobody makes an attack, as long as the scenario has no rules of its own."""


def is_open(book: Book, state: State) -> bool:
    """Whether more may come than what lies open: cards that are chosen later, rooms, events of a scenario."""
    return book.script.brings_more or any(
        isinstance(task, BeginRound | ChooseCards | NextRound) for task in state.todo
    )


def strikers(book: Book, state: State) -> Iterator[Figure]:
    """The figures that may yet attack an enemy or harm one with an ability. Some may come twice."""
    for task in state.todo:
        if isinstance(task, NextTurn):
            yield from (figure for figure in state.figures if waits(book, figure))
        else:
            yield from strikers_of(book, state, task)
    yield from (figure for figure in state.figures if figure.dying)
    yield from (
        state.figure(name)
        for name in (state.turn,)
        if state.on_map(name) and any(_harms(item.do) for item in items_left(book, state, name, "turn"))
    )


def strikers_of(book: Book, state: State, task: Task) -> Iterator[Figure]:
    """Of these figures those that may do so in a task."""
    if _may_strike(book, state, task):
        yield from _performers(state, task)


def items_left(book: Book, state: State, owner: str, *moments: When) -> Iterator[Item]:
    """The items that a character may yet use at one of these moments, if a long rest refreshes them."""
    held = state.cards_of(owner)
    if not book.items or held is None:
        return
    rests = state.on_map(owner) and state.figure(owner).rests
    for (whose, name), item in book.items.items():
        is_left = held.times(name) < item.uses or (rests and not item.consumed)
        if whose == owner and item.when in moments and is_left:
            yield item


def drawing(book: Book, state: State) -> frozenset[str]:
    """The owners of the modifier decks from which a card may yet come."""
    if is_open(book, state):
        return frozenset(owned.owner for owned in state.decks)
    return frozenset(deck_owner(figure) for figure in strikers(book, state))


def halves_left(book: Book, state: State, figure: str) -> Iterator[Half]:
    """Of the cards that a character still plays the halves that it may perform, basic ones included."""
    held = state.cards_of(figure)
    if held is None or not held.plays:
        return
    turned = next((task for task in state.todo if isinstance(task, NextHalf) and task.figure == figure), None)
    for side in ("top", "bottom") if turned is None or not turned.left else (turned.left,):
        yield BASIC.half(side)
        yield from (
            book.cards[figure, card].half(side) for card in held.plays if (figure, card) in book.cards
        )


def _may_strike(book: Book, state: State, task: Task) -> bool:
    if isinstance(task, _ONLY_FOLLOW):
        return False
    if isinstance(task, IfDamaged):
        return _harms(task.abilities)
    if isinstance(task, Printed | Abilities):
        return _harms(task.rest)
    if isinstance(task, NextHalf):
        return any(_harms(half.abilities) for half in halves_left(book, state, task.figure))
    return True


def _harms(abilities: Iterable[Ability]) -> bool:
    return not all(isinstance(each, _HARMLESS) for each in abilities)


def _performers(state: State, task: Task) -> Iterator[Figure]:
    """Whose task it is; all figures where it is nobody's."""
    name = getattr(task, "figure", "") or getattr(task, "attacker", "")
    yield from (figure for figure in state.figures if not name or figure.name == name)
