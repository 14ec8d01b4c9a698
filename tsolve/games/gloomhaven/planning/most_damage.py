"""The most damage that the characters can yet deal, where they only move and attack by their cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tsolve.cardkit import piles
from tsolve.games.gloomhaven.abilities import (
    Ability,
    Attack,
    Condition,
    Experience,
    Heal,
    Infuse,
    Loot,
    Move,
    Shield,
)
from tsolve.games.gloomhaven.attack.drawing import result
from tsolve.games.gloomhaven.attack.modifiers import card, reduced
from tsolve.games.gloomhaven.character_cards import BASIC, Half
from tsolve.games.gloomhaven.round.order import waits
from tsolve.games.gloomhaven.round.taking_turns import NextTurn
from tsolve.games.gloomhaven.turn.ahead import strikers, strikers_of
from tsolve.games.gloomhaven.turn.character.turn import NextHalf

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.state import Figure, State

_NO_DAMAGE = Move | Heal | Shield | Loot | Infuse | Experience
_NO_MORE_DAMAGE: frozenset[Condition] = frozenset(("immobilize", "disarm", "stun", "muddle"))
"""Conditions that add nothing to attacks."""


def most_damage(book: Book, state: State) -> int | None:
    """Hit points that monsters can lose at the most by what the party does; None where nobody can say so
    easily.
    """
    if book.items or any(figure.has("poison") for figure in state.figures):
        return None
    left = {task.figure: task.left for task in state.todo if isinstance(task, NextHalf)}
    is_round = any(isinstance(task, NextTurn) for task in state.todo)
    at_hand = (task for task in state.todo if not isinstance(task, NextHalf | NextTurn))
    if any(figure.side == "party" for task in at_hand for figure in strikers_of(book, state, task)):
        return None
    total = 0
    for figure in {each.name: each for each in strikers(book, state) if each.side == "party"}.values():
        turns = figure.name in left or (is_round and waits(book, figure) and figure.name != state.turn)
        most = _of_character(book, state, figure, left.get(figure.name, "")) if turns else None
        if most is None:
            return None
        total += most
    return total


def _of_character(book: Book, state: State, figure: Figure, left: str) -> int | None:
    """What one character deals with the halves that are left: any top and any bottom, the best cards."""
    held, deck = state.cards_of(figure.name), state.deck(figure.name)
    if held is None or figure.effects or piles.has_unknown(deck.draw):
        return None
    if figure.rests:
        return 0
    printed = [card(text) for text in deck.cards()]
    modifiers = [
        *printed,
        *map(reduced, printed),
    ]  # as the variant counts them, should it be played (GH-16.1)
    if any(each.rolling or each.effects for each in printed):
        return None

    def dealt(ability: Ability) -> int | None:
        if isinstance(ability, _NO_DAMAGE):
            return 0
        if not isinstance(ability, Attack) or not _is_plain(ability):
            return None
        value = ability.amount.number
        return _targets(state, ability) * max((result(each, value) for each in modifiers), default=value)

    total = 0
    for side in (left,) if left else ("top", "bottom"):
        halves = [BASIC.half("top" if side == "top" else "bottom"), *_halves(book, figure, held.plays, side)]
        sums = [[dealt(ability) for ability in half.abilities] for half in halves]
        if any(each is None for row in sums for each in row):
            return None
        total += max(sum(max(each or 0, 0) for each in row) for row in sums)
    return total


def _halves(book: Book, figure: Figure, plays: tuple[str, ...], side: str) -> Iterator[Half]:
    for name in plays:
        if (figure.name, name) in book.cards:
            yield book.cards[figure.name, name].half("top" if side == "top" else "bottom")


def _is_plain(attack: Attack) -> bool:
    """Whether it deals its number and nothing else, to each target once."""
    more = attack.augments or attack.damaging or attack.bonuses or attack.push or attack.pull
    return not (
        more or attack.amount.relative or attack.all_on_one or set(attack.conditions) - _NO_MORE_DAMAGE
    )


def _targets(state: State, attack: Attack) -> int:
    """How many monsters it can hit at the most."""
    if attack.area is not None or attack.all_adjacent or attack.all_in_range:
        return sum(figure.side == "monsters" for figure in state.figures)
    return (attack.targets or 1) + attack.add_target
