"""A modifier deck: what is to come, what lies in the discards, when it is shuffled. (GH-6.17 to GH-6.20)

Whatever is asked of a deck gives a new one. Cards lie in it as texts, each as `Modifier` writes itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.cardkit.drawing import drawn_from
from tsolve.cardkit.piles import Pile
from tsolve.games.gloomhaven.attack.modifiers import LEAVING, RESHUFFLING, parse
from tsolve.rules.loading import load_data
from tsolve.source.locations import rulesets_path

Number = Annotated[int, Meta(ge=0, le=99)]
Supplied = Literal["bless", "curse"]

MONSTERS = "monsters"
"""Whose deck all monsters share. (GH-6.17)"""


class ModifierCards(msgspec.Struct, frozen=True):
    """What `modifiers.yaml` says: the standard deck, and how many bless and curse cards a supply has."""

    standard: dict[str, Number]
    bless: Number
    curse: Number


@cache
def modifier_cards(root: Path | None = None) -> ModifierCards:
    """The cards of the ruleset in this folder, of tsolve's own without one, read when first asked for.

    Raises InputError when the file is missing or damaged, or names what is no card.
    """
    file = (root or rulesets_path() / "gloomhaven") / "modifiers.yaml"
    found = load_data(file, ModifierCards)
    cards: dict[str, Number] = {}
    for text, count in found.value.standard.items():
        written = str(parse(text, found.key_span("standard", text)))
        cards[written] = cards.get(written, 0) + count
    return replace(found.value, standard=cards)


class Deck(msgspec.Struct, frozen=True):
    """A modifier deck between two drawings."""

    draw: Pile = ()
    discards: tuple[str, ...] = ()
    """Sorted, for their order never matters."""
    reshuffles: bool = False
    """A standard x2 or null was drawn in this round. (GH-6.20)"""

    @property
    def coming(self) -> Pile:
        """The pile that the next card comes from: if none is left, the shuffled discards. (GH-6.19)"""
        return drawn_from(self.draw, self.discards)

    def cards(self) -> tuple[str, ...]:
        """All cards of the deck that are known, in no particular order."""
        return (*piles.contents(self.draw), *self.discards)


def standard(cards: ModifierCards | None = None) -> Deck:
    """The shuffled deck of 20 cards that everybody begins with. (GH-6.17)"""
    counts = (cards or modifier_cards()).standard
    return Deck(piles.shuffled(tuple(card for card, count in counts.items() for _ in range(count))))


def drawn(deck: Deck, card: str) -> Deck:
    """The deck without the card that comes next; it lies on the table until its drawing ends.

    Raises ValueError when this card cannot come.
    """
    discards = deck.discards if deck.draw else ()
    return Deck(piles.take(deck.coming, card), discards, deck.reshuffles or card in RESHUFFLING)


def discarded(deck: Deck, cards: Iterable[str]) -> Deck:
    """The deck when a drawing has ended: its cards are discarded, bless and curse leave. (GH-6.18)"""
    stay = (card for card in cards if card not in LEAVING)
    return replace(deck, discards=tuple(sorted((*deck.discards, *stay))))


def shuffled_in(deck: Deck, card: str, copies: int = 1) -> Deck:
    """The deck with cards shuffled into what is still to come; the discards stay. (GH-8.11, GH-8.14)"""
    return replace(deck, draw=_shuffled(deck.draw, (card,) * copies))


def after_round(deck: Deck, whose: str, reading: str = "each_deck") -> Deck:
    """The deck at the end of a round: reshuffled if a standard x2 or null was drawn. (GH-6.20)

    `reading` is that of `reshuffle`: `each_deck`, or `monsters_deck` alone. (key.reshuffle)
    """
    if not deck.reshuffles:
        return deck
    if whose != MONSTERS and reading == "monsters_deck":
        return replace(deck, reshuffles=False)
    return Deck(_shuffled(deck.draw, deck.discards))


def supply_left(
    card: Supplied,
    whose: str,
    decks: Mapping[str, Deck],
    reading: str = "ten_for_characters",
    cards: ModifierCards | None = None,
) -> int:
    """How many of these cards can still be shuffled into the deck of `whose`, 0 at the least. (GH-8.11)

    `decks` are all decks by their owners; a card that was drawn is in the supply again. Bless cards have one
    supply for all decks. Of curses the monsters' deck has its own; `reading` is that of `curse_supply`:
    `ten_for_characters` together, or `ten_for_each_deck`. (key.curse_supply)
    """
    counts = cards or modifier_cards()
    if card == "bless":
        most, sharing = counts.bless, list(decks)
    else:
        most, sharing = counts.curse, [whose]
        if whose != MONSTERS and reading == "ten_for_characters":
            sharing = [owner for owner in decks if owner != MONSTERS]
    return max(most - sum(decks[owner].cards().count(card) for owner in sharing), 0)


def _shuffled(pile: Pile, more: tuple[str, ...]) -> Pile:
    """A pile and further cards, shuffled together; unknown where part of the pile was."""
    if piles.has_unknown(pile):
        return piles.UNKNOWN
    return piles.shuffled((*piles.contents(pile), *more))
