"""Reads the cards of a file: by name, counted, each where it can lie."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tsolve.cardkit import piles
from tsolve.cardkit.piles import Pile
from tsolve.diagnostics import Diagnostics, Span
from tsolve.games.quest.cards import Card
from tsolve.games.quest.writing.kinds import KINDS, how_to_define, kinds_in_words
from tsolve.games.quest.writing.position_file import (
    Deck,
    DeckFile,
    MonsterDeck,
    MonsterDeckFile,
    PositionFile,
)
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decode import Decoded, Path
from tsolve.turns.card_names import resolve
from tsolve.turns.copies import MOST_COPIES, split_count
from tsolve.turns.inventory import Use

MOST_CARDS = 300
"""Cards in one place. A game has fewer in all."""


class WrittenCards:
    """The cards of one file, with the problems that were found and the copies that every place uses."""

    def __init__(self, decoded: Decoded[PositionFile], ruleset: Ruleset[Card], found: Diagnostics) -> None:
        self.decoded, self.file = decoded, decoded.value
        self.ruleset, self.found = ruleset, found
        self.uses: list[Use] = []
        """The cards that are written, and where."""

    def name(self, card: str) -> str:
        """A card or a group as people call it."""
        facts = self.ruleset.cards.get(card)
        return facts.name if facts else card

    def held(self, path: Path, card: str, count: int) -> None:
        """Pieces of the box that a file counts and does not name."""
        if count:
            self.uses.append(Use(card, count, self.decoded.span(*path), path))

    def means(self, name: str) -> str:
        return resolve(self.ruleset, name, Diagnostics(), None)

    # piles

    def deck(self, path: Path, deck: Deck | MonsterDeck, kinds: tuple[str, ...]) -> Pile:
        if isinstance(deck, str):
            return piles.UNKNOWN
        if not isinstance(deck, DeckFile):
            return piles.known(self.cards(path, deck, kinds))
        top = piles.known(self.cards((*path, "top"), deck.top, kinds))
        below = (
            piles.UNKNOWN
            if isinstance(deck.rest, str)
            else piles.shuffled(self.cards((*path, "rest"), deck.rest, kinds))
        )
        bottom = deck.bottom if isinstance(deck, MonsterDeckFile) else ()
        return piles.stacked(top, below, piles.known(self.cards((*path, "bottom"), bottom, kinds)))

    def written_in(self, path: Path, deck: Deck | MonsterDeck) -> Iterator[tuple[Card, Span]]:
        """The cards that a deck names, each where it stands; unknown names are left out."""
        parts = {"top": deck.top, "rest": deck.rest} if isinstance(deck, DeckFile) else {"": deck}
        if isinstance(deck, MonsterDeckFile):
            parts["bottom"] = deck.bottom
        for part, texts in parts.items():
            for index, text in enumerate(() if isinstance(texts, str) else texts):
                card = self.ruleset.cards.get(self.means(split_count(text)[1]))
                if card is not None:
                    yield card, self.decoded.span(*path, *([part] if part else []), index)

    # names

    def cards(self, path: Path, texts: Iterable[str], kinds: tuple[str, ...]) -> tuple[str, ...]:
        """The ids of the cards written in a list of the file."""
        found: list[str] = []
        for index, text in enumerate(texts):
            span = self.decoded.span(*path, index)
            count, name = split_count(text)
            if not 1 <= count <= MOST_COPIES:
                message = f"at least 1 and at most {MOST_COPIES} copies can be written"
                self.found.report("E307", message, span)
                continue
            card = self.named(name, kinds, str(path[-1]), span, count, (*path, index))
            found += [card] * (count if card else 0)
            if len(found) > MOST_CARDS:
                message = f"more than {MOST_CARDS} cards; a whole game has fewer"
                self.found.report("E316", message, span)
                return ()
        return tuple(found)

    def one(self, path: Path, name: str | None, kinds: tuple[str, ...], count: int = 0) -> str:
        """The card that a key names; empty where it names none. `count` copies are used."""
        if name is None:
            return ""
        return self.named(name, kinds, str(path[-1]), self.decoded.span(*path), count, path)

    def named(
        self, name: str, kinds: tuple[str, ...], zone: str, span: Span, count: int = 1, path: Path = ()
    ) -> str:
        """The id of a card that may be here; empty, with a report, for another. `count` copies are used."""
        card = resolve(self.ruleset, name, self.found, span, how_to_define(name, kinds))
        if not card or not self.fits(card, kinds, zone, span):
            return ""
        if count:
            self.uses.append(Use(card, count, span, path or (zone,)))
        return card

    def fits(self, card: str, kinds: tuple[str, ...], zone: str, span: Span) -> bool:
        facts = self.ruleset.cards[card]
        if facts.kind in kinds:
            return True
        message = f"{facts.name} is {KINDS[facts.kind]} and cannot be here: {zone}"
        self.found.report("E305", message, span, f"what belongs here is {kinds_in_words(kinds)}")
        return False
