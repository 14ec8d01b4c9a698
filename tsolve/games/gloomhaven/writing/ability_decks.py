"""The ability decks of a position file: from them cards are still drawn. (GH-2.3)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tsolve.cardkit import piles
from tsolve.cardkit.piles import Pile
from tsolve.games.gloomhaven.state import AbilityDeck
from tsolve.games.gloomhaven.writing.names import figure_named
from tsolve.games.gloomhaven.writing.script_file import AbilityDeckFile
from tsolve.games.gloomhaven.writing.written_abilities import AbilityCardsReader, ability_cards_of
from tsolve.source.words import listed, shortened

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Deal
    from tsolve.games.gloomhaven.writing.figure_file import AbilityCardFile
    from tsolve.source.decode import Path


class AbilityDecksReader:
    """Reads the ability decks of one file. `deals` is what their cards say, by id."""

    def __init__(self, cards: AbilityCardsReader, of_round: dict[str, str]) -> None:
        """`of_round` are the ids of the ability cards of this round, by type."""
        self._cards, self._of_round = cards, of_round
        self.deals: dict[str, Deal] = {}
        self._own: dict[str, int] = {}
        """How many cards of each type only the file describes."""

    def decks(self) -> Iterator[AbilityDeck]:
        """The decks that the file tells."""
        reader = self._cards
        for key, written in reader.decoded.value.ability_decks.items():
            path: Path = ("ability_decks", key)
            type_ = figure_named(reader.ruleset, key, reader.types)
            if type_ is None:
                message = f'no monster of the type "{shortened(key)}" is on the map or in a room'
                help_ = f"there is {listed(reader.types)}" if reader.types else ""
                reader.found.report("E314", message, reader.decoded.key_span(*path), help_)
                continue
            if isinstance(written, AbilityDeckFile):
                yield self._deck(type_, path, written)
            elif isinstance(written, str):
                yield self._deck(type_, path, AbilityDeckFile(rest=written))
            else:
                cards = self._ids(type_, path, written)
                yield AbilityDeck(type_, piles.known(cards), self._drawn(type_))

    def fresh(self, type_: str) -> tuple[str, ...]:
        """The whole deck of a type; none of one that the ruleset has not."""
        reader = self._cards
        found = []
        for card in ability_cards_of(reader.ruleset, reader.types[type_]):
            for _, id_, deal in reader.deal(("ability_decks",), type_, card.id):
                self.deals[id_] = deal
                found.append(id_)
        return tuple(found)

    def _deck(self, type_: str, path: Path, file: AbilityDeckFile) -> AbilityDeck:
        top = self._ids(type_, (*path, "top"), file.top)
        discards = (*self._ids(type_, (*path, "discards"), file.discards), *self._drawn(type_))
        if not isinstance(file.rest, str):
            rest: Pile = piles.shuffled(self._ids(type_, (*path, "rest"), file.rest))
        else:
            left = tuple(card for card in self.fresh(type_) if card not in (*top, *discards))
            if file.rest == "standard" and not left:
                message = f"the ruleset has no ability deck of {type_}"
                help_ = "write its cards: `rest: [{initiative: 20, do: [move +0, attack +0]}]`"
                self._cards.found.report("E210", message, self._cards.decoded.span(*path), help_)
            rest = piles.UNKNOWN if file.rest == "unknown" else piles.shuffled(left)
        return AbilityDeck(type_, piles.stacked(piles.known(top), rest), discards)

    def _drawn(self, type_: str) -> tuple[str, ...]:
        """The card of this round, which lies on the discard pile."""
        return (self._of_round[type_],) if type_ in self._of_round else ()

    def _ids(self, type_: str, path: Path, written: Sequence[int | str | AbilityCardFile]) -> tuple[str, ...]:
        """The ids of cards in a list."""
        found = []
        for index, each in enumerate(written):
            self._own[type_] = self._own.get(type_, 0) + (not isinstance(each, int | str))
            own = f"{type_} card {self._own[type_]}"
            for _, id_, deal in self._cards.deal((*path, index), type_, each, own):
                self.deals[id_] = deal
                found.append(id_)
        return tuple(found)
