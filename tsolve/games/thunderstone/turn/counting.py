"""What some cards count among the cards of the hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.cards import Card
    from tsolve.games.thunderstone.state import Member


class Hand:
    """The revealed cards that are still in the hand, counted on demand."""

    __slots__ = ("book", "party", "spells")

    def __init__(self, book: Book, party: Sequence[Member], spells: int = 0) -> None:
        """`spells` are those of which an ability was used this turn, wherever they are now."""
        self.book, self.party, self.spells = book, party, spells

    def cards(self) -> Iterator[Card]:
        """The facts of every card of the hand."""
        return (self.book.card(member.card) for member in self.party if not member.left)

    @property
    def light_items(self) -> int:
        """Items that give Light."""
        return sum(1 for member in self.party if not member.left and self._is_light_item(member))

    def _is_light_item(self, member: Member) -> bool:
        card = self.book.card(member.card)
        return card.is_item and bool(card.light or "light" in card.subtypes)

    @property
    def shining_items(self) -> int:
        """Items that give Light now; under one reading also those that could. (TS-10.3)"""
        return sum(1 for member in self.party if not member.left and self._shines(member))

    def _shines(self, member: Member) -> bool:
        if not self._is_light_item(member):
            return False
        if self.book.card(member.card).light or member.light:
            return True
        return self.book.reads("unused_light_item", "counts")

    @property
    def monsters(self) -> int:
        """Monster cards."""
        return sum(1 for member in self.party if not member.left and member.card in self.book.monsters)

    @property
    def mercenaries(self) -> int:
        """Villagers that are Mercenaries."""
        return self._revealed(lambda card: "mercenary" in card.subtypes)

    @property
    def diseases(self) -> int:
        """Diseases."""
        return self._revealed(lambda card: card.is_disease)

    @property
    def valued(self) -> int:
        """Cards with a Gold Value, were it 0."""
        return sum(1 for card in self.cards() if card.gold is not None)

    @property
    def gold(self) -> int:
        """What all cards are worth in gold."""
        return sum(card.gold or 0 for card in self.cards())

    def copies(self, card: Card) -> int:
        """How many of this card there are."""
        return sum(1 for each in self.cards() if each.id == card.id)

    @property
    def used_spells(self) -> int:
        """Spells revealed and used: an ability of theirs, or what they give by lying there. (DS-12)"""
        return self.spells + sum(1 for card in self.cards() if card.is_spell and _works_by_itself(card))

    def kin(self, hero: Card) -> int:
        """Heroes of the same group, this one not counted."""
        return self._revealed(lambda card: card.group == hero.group and card.is_hero) - 1

    def _revealed(self, fits: Callable[[Card], bool]) -> int:
        """How many such cards there are; under one reading also those that have left the hand since."""
        here = sum(1 for card in self.cards() if fits(card))
        gone = sum(1 for member in self.party if member.left and fits(self.book.card(member.card)))
        return here + gone if gone and self.book.reads("revealed_counts", "revealed") else here

    def below(self, level: int) -> int:
        """Heroes of a lower level than this one; Militia have none. (DS-12)"""
        counted = self.party
        if any(member.left for member in counted) and self.book.reads("veteran_heroes", "in_hand"):
            counted = [member for member in counted if not member.left]
        cards = (self.book.card(member.card) for member in counted)
        return sum(1 for card in cards if card.is_hero and (card.level or 0) < level)


def _works_by_itself(spell: Card) -> bool:
    """Whether the Spell has no ability to be used, only what it gives in any battle (Fireball)."""
    gives = spell.attack or spell.has_magic or spell.light
    return bool(gives) and not any(ability.when == "dungeon" for ability in spell.abilities)


def strength_of_kin(hand: Hand, card: Card) -> int:
    """Strength that a Hero has from other cards of the hand."""
    if card.id not in hand.book.swelling:
        return 0
    return sum(trait.strength_bonus(hand, card) for trait in hand.book.traits[card.id])
