"""Explains what a Monster's traits keep from counting in a battle. (TS-11)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from tsolve.games.thunderstone.turn.battle_context import BattleContext
from tsolve.games.thunderstone.turn.strength import arms_of

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.state import Member, State


class Barred(msgspec.Struct, frozen=True):
    """A card that does not count in full, with the reason."""

    card: str
    rulings: tuple[str, ...]
    why: str


def barred(book: Book, state: State, rank: int) -> tuple[Barred, ...]:
    """What does not count against the Monster of a Rank, each kind of card once."""
    context = BattleContext(book, state, rank)
    members = [member for member in state.party if not member.left]
    found = [each for member in members for each in _of(book, state, context, member)]
    if context.fixes_darkness:
        monster = context.monster
        found.append(Barred(monster.id, ("TS-11.13", monster.ruling), "Light takes nothing off the penalty"))
    return tuple(dict.fromkeys(found))


def _of(book: Book, state: State, context: BattleContext, member: Member) -> Iterator[Barred]:
    card = book.card(member.card)
    monster = context.monster.ruling
    if context.voids_spells and card.is_spell and (card.has_magic or member.used):
        yield Barred(card.id, ("TS-11.11", monster), "a Spell: its Attack does not count")
    if context.voids_edged and "edged" in card.subtypes and member.engaged:
        yield Barred(card.id, ("TS-11.3", monster), "an edged Weapon: its Attack does not count")
    if card.id not in book.heroes or member.silenced:
        return
    arms = arms_of(book, state, member)
    grip = context.grip(card, member.strengthened, arms)
    if context.keeps_off(card):
        yield Barred(card.id, ("TS-9.5", card.ruling), f"cannot attack Rank {context.rank}")
    elif context.silences_unequipped and not grip.held:
        yield Barred(card.id, ("TS-11.8", monster), "without a Weapon: cannot attack")
    elif context.least_strength > grip.strength:
        why = f"Strength {grip.strength}, less than {context.least_strength}: cannot attack"
        yield Barred(card.id, ("TS-11.10", monster), why)
    elif context.voids_unequipped and not arms:
        yield Barred(card.id, ("TS-11.12", monster), "without a Weapon: its Attack does not count")
