"""A Hero's Strength, and the Weapons that it can hold with it. (TS-8.1, TS-8.3, TS-8.4)"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tsolve.games.thunderstone.turn.counting import Hand, strength_of_kin

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.cards import Card
    from tsolve.games.thunderstone.state import Member, State


class Arm(msgspec.Struct, frozen=True):
    """A Weapon given to a Hero this turn."""

    card: Card
    thrown: bool = False


Arms = tuple[Arm, ...]


class Grip(msgspec.Struct, frozen=True):
    """A Hero's Strength, and those of its Weapons that are not too heavy."""

    strength: int
    held: Arms


def arms_of(book: Book, state: State, member: Member) -> Arms:
    """The Weapons given to a Hero of the party."""
    if not member.weapons:
        return ()
    party = state.party
    return tuple([Arm(book.card(party[index].card), party[index].thrown) for index in member.weapons])


def take_hold(book: Book, arms: Arms, strength: Callable[[int], int], weight: Callable[[Card], int]) -> Grip:
    """Which Weapons a Hero holds whose Strength is `strength` of what its Weapons add.

    Each is compared with the whole Strength by itself; one that drops takes along the Strength that it gave.
    """
    held, given = arms, book.strengthening
    while True:
        more = 0
        for arm in held:
            more += given.get(arm.card.id, 0)
        now = strength(more)
        for arm in held:
            if weight(arm.card) > now and not _stays(book, arm):
                break
        else:
            return Grip(now, held)
        held = tuple([arm for arm in held if weight(arm.card) <= now or _stays(book, arm)])


def _stays(book: Book, arm: Arm) -> bool:
    """Whether it counts although it is too heavy: it was thrown already. (TS-8.5)"""
    return arm.thrown and book.reads("thrown_spear_strength_loss", "kept")


def grip_of(book: Book, state: State, hero: int) -> Grip:
    """The Strength of a Hero of the party and what it holds, as things stand now."""
    member = state.party[hero]
    card = book.card(member.card)
    kin = strength_of_kin(Hand(book, state.party), card) if card.id in book.swelling else 0
    bare = (card.strength or 0) + member.strengthened + state.rally_strength + kin - state.weakened

    def strength(more: int) -> int:
        now = bare + more
        return 0 if now < 0 and state.weakened and book.reads("strength_clamp", "clamped") else now

    return take_hold(
        book,
        arms_of(book, state, member),
        strength,
        lambda weapon: 0 if state.lightened else weapon.weight or 0,
    )


def strength_of(book: Book, state: State, hero: int) -> int:
    """The modified Strength of a Hero of the party."""
    return grip_of(book, state, hero).strength


def may_lack_strength(book: Book, state: State, member: Member) -> bool:
    """Whether the Strength of a Hero could be 0 or less: it has none printed, or something changes it."""
    if state.weakened or member.strengthened < 0 or member.card in book.swelling:
        return True
    if any(state.party[weapon].card in book.strengthening for weapon in member.weapons):
        return True
    return (book.card(member.card).strength or 0) + state.rally_strength <= 0


def is_held(book: Book, state: State, weapon: int) -> bool:
    """Whether somebody carries this Weapon of the hand and is strong enough for it."""
    member = state.party[weapon]
    if member.bearer < 0:
        return False
    return any(arm.card.id == member.card for arm in grip_of(book, state, member.bearer).held)


def saviour_of(book: Book, state: State, hero: int) -> str:
    """The Weapon that saves a Hero of the party from being destroyed, if there is one in its hands."""
    if not state.party[hero].weapons:
        return ""
    return next((arm.card.id for arm in grip_of(book, state, hero).held if arm.card.id in book.saving), "")


def weight_of(book: Book, state: State, weapon: int) -> int:
    """The Weight of a Weapon of the hand, 0 under a Magical Aura."""
    return 0 if state.lightened else book.card(state.party[weapon].card).weight or 0


def has_hand_for(book: Book, carried: Iterable[str], weapon: str) -> bool:
    """Whether a Hero that carries these Weapons may take this one as well: one, and as many more as any of
    them allows.
    """
    carried = tuple(carried)
    return len(carried) <= sum(book.hands.get(each, 0) for each in (*carried, weapon))
