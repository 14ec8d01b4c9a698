"""The facts of a whole battle: the Monster, its Rank and effects on everybody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.state import Member, State
from tsolve.games.thunderstone.turn.counting import Hand, strength_of_kin
from tsolve.games.thunderstone.turn.monster_profile import profile_of
from tsolve.games.thunderstone.turn.strength import Arms, Grip, take_hold

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.cards import Card
    from tsolve.games.thunderstone.effects.base import GlobalEffect


class BattleContext:
    """The battle-wide facts that decide what each card contributes."""

    def __init__(
        self, book: Book, state: State, rank: int, weakened: int | None = None, armed: int | None = None
    ) -> None:
        self.book = book
        self.rank = max(rank, 0)
        """The Rank; 0 is the space outside the Hall. (DS-8)"""
        self.monster = book.card(state.at(rank).card)
        front = profile_of(book, self.monster.id)
        self.monster_traits = front.monster_traits
        self.silences_unequipped = front.silences_unequipped
        self.voids_edged, self.voids_spells = front.voids_edged, front.voids_spells
        self.voids_unequipped = front.voids_unequipped
        self.fixes_darkness = front.fixes_darkness
        self.least_strength = front.least_strength
        self.shuns, self.needs, self.health_steps = front.shuns, front.needs, front.health_steps
        everywhere = book.global_effects(state)
        self.shining = self._shining(front.shining, everywhere) if front.shining or everywhere else ()
        """What Monsters add to the Light here (negative: darker), each with its card."""
        self.dimming = self._dimming(everywhere) if everywhere else ()
        """What Monsters multiply the basic Light Penalty by, each with its card."""
        self.rally_strength = state.rally_strength
        self.rallies = state.rallies
        self.transmuted = state.transmuted
        self.lightened = state.lightened
        self.weakened = state.weakened if weakened is None else weakened
        self.armed = state.armed if armed is None else armed
        self.hand = Hand(book, state.party, state.spells)
        self.inspirers: tuple[Card, ...] = ()
        """Heroes whose traits reach beyond themselves and hold in this battle."""

    def _dimming(self, everywhere: list[tuple[str, GlobalEffect]]) -> tuple[tuple[str, int], ...]:
        if not self.rank:
            return ()
        factors = ((card, effect.darkness_factor()) for card, effect in everywhere)
        return tuple((card, factor) for card, factor in factors if factor != 1)

    def _shining(
        self, own: tuple[tuple[str, int], ...], everywhere: list[tuple[str, GlobalEffect]]
    ) -> tuple[tuple[str, int], ...]:
        if not self.rank:  # outside the Hall there is no darkness
            return ()
        most = 0 if self.fixes_darkness else None
        changes = (*own, *((card, effect.light()) for card, effect in everywhere))
        return tuple((card, light) for card, light in changes if light and (most is None or light < most))

    def strength(self, card: Card, bonus: int) -> int:
        """A Hero's modified Strength now, in the battle's terms. (TS-8.4, A-48)"""
        if card.id in self.book.swelling:
            bonus += strength_of_kin(self.hand, card)
        strength = (card.strength or 0) + bonus + self.rally_strength - self.weakened
        if strength < 0 and self.weakened and self.book.reads("strength_clamp", "clamped"):
            return 0
        return strength

    def weight(self, weapon: Card) -> int:
        """A Weapon's Weight now."""
        return 0 if self.lightened else weapon.weight or 0

    def may_attack(self, card: Card, member: Member, grip: Grip) -> bool:
        """Whether this Hero can attack the Monster. (TS-9.5)"""
        return not self.shuts_out(member, grip) and not self.keeps_off(card)

    def shuts_out(self, member: Member, grip: Grip) -> bool:
        """Whether the Monster keeps this Hero from attacking: it chose the Hero, or a Weapon or Strength is
        missing.
        """
        if member.silenced or (self.silences_unequipped and not grip.held):
            return True
        return self.least_strength > 0 and grip.strength < self.least_strength

    @property
    def minds_grip(self) -> bool:
        """Whether only some Strength or a Weapon that is held lets a Hero attack here."""
        return self.silences_unequipped or self.least_strength > 0

    def keeps_off(self, card: Card) -> bool:
        """Whether the Hero's own card keeps it from attacking here."""
        traits = self.book.traits[card.id]
        return bool(traits) and any(trait.keeps_from_attacking(self) for trait in traits)

    def grip(self, card: Card, bonus: int, arms: Arms) -> Grip:
        """The Hero's Strength with these Weapons, and those that it still can hold. (TS-8.3, TS-8.5)"""
        if not arms:
            return Grip(self.strength(card, bonus), arms)
        return take_hold(self.book, arms, lambda more: self.strength(card, bonus + more), self.weight)
