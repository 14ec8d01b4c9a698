"""Modifier decks as a file writes them, each with what is known of it. (GH-6.17)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from tsolve.cardkit import piles
from tsolve.cardkit.piles import Pile
from tsolve.diagnostics import Diagnostics
from tsolve.errors import InputError, Span, TreePath
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.modifiers import (
    LEAVING,
    MONSTERS,
    NULL,
    RESHUFFLING,
    Deck,
    modifier_cards,
    parse,
    standard,
)
from tsolve.games.gloomhaven.state import Owned
from tsolve.games.gloomhaven.writing.names import find_figure
from tsolve.games.gloomhaven.writing.position_file import ModifierDeckFile
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decoded import Decoded
from tsolve.source.tree import listed
from tsolve.written.card_names import MOST_COPIES, split_count
from tsolve.written.position_file import PositionFile

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.writing.position_file import ScenarioTable

MOST_CARDS = 300
"""The most cards in one list, more than any deck has."""


WrittenDeck = str | Sequence[str | None] | ModifierDeckFile


class DecksReader:
    """Reads the modifier decks of one file."""

    def __init__(self, decoded: Decoded[PositionFile], ruleset: Ruleset[Card], found: Diagnostics) -> None:
        self.decoded, self.ruleset, self.found = decoded, ruleset, found

    def decks(
        self,
        modifiers: Mapping[str, WrittenDeck],
        characters: Iterable[str],
        made: Mapping[str, Deck] = {},  # not changed
    ) -> tuple[Owned, ...]:
        """The decks of the monsters and of every character; where the file does not give one, the one that
        is `made` by perks, or a fresh one. (GH-6.17)
        """
        owners = (MONSTERS, *characters)
        decks: dict[str, Deck] = {}
        spans: dict[str, Span] = {}
        for key, written in modifiers.items():
            path: TreePath = ("modifiers", key)
            span = self.decoded.key_span(*path)
            owner = find_figure(self.ruleset, key, owners, "owner of a modifier deck", self.found, span)
            if owner is None:
                continue
            if owner in decks:
                message = f"{owner} has two modifier decks"
                self.found.report("E210", message, span, "", [("first here", spans[owner])])
                continue
            decks[owner], spans[owner] = self.deck(path, written), span
        self.check_supplies(decks, spans)
        for owner in (each for each in made if each in decks and not piles.has_unknown(decks[each].draw)):
            self._check_made(owner, decks[owner], made[owner], spans[owner])
        return tuple(Owned(owner, decks.get(owner) or made.get(owner) or standard()) for owner in owners)

    def _check_made(self, owner: str, told: Deck, made: Deck, span: Span) -> None:
        """Tell a deck that is not the one that perks and items make. (GH-6.17, GH-15.4)"""
        has, should = (Counter(card for card in deck.cards() if card not in LEAVING) for deck in (told, made))
        differing = [card for card in {**should, **has} if has[card] != should[card]]
        if differing:
            parts = [f"{has[card]} x {card}, not {should[card]}" for card in differing]
            self.found.doubt(
                f"the modifier deck of {owner} is not what its perks make: {listed(parts)}", span
            )

    def deck(self, path: TreePath, written: WrittenDeck) -> Deck:
        if isinstance(written, str):
            return standard() if written == "standard" else Deck(piles.UNKNOWN)
        if not isinstance(written, ModifierDeckFile):
            return Deck(piles.known(tuple(self.cards(path, written))))
        top = tuple(self.cards((*path, "top"), written.top))
        discards = tuple(sorted(self.cards((*path, "discards"), written.discards)))
        added = tuple(self.cards((*path, "added"), written.added))
        reshuffles = written.reshuffles
        if reshuffles is None:
            reshuffles = not RESHUFFLING.isdisjoint(discards)
        rest: Pile
        if written.rest == "unknown":
            rest = piles.UNKNOWN
        elif isinstance(written.rest, str):
            rest = piles.shuffled((*self.left_of_standard(path, (*top, *discards)), *added))
        else:
            rest = piles.shuffled((*self.cards((*path, "rest"), written.rest), *added))
        return Deck(piles.stacked(piles.known(top), rest), discards, reshuffles)

    def left_of_standard(self, path: TreePath, elsewhere: Sequence[str]) -> Iterator[str]:
        """The cards of the standard deck without those that lie elsewhere; too many copies of one are
        reported.
        """
        left = Counter(standard().cards())
        for card, copies in Counter(elsewhere).items():
            if 0 < left[card] < copies:
                message = f"{copies} x {card}, but the standard deck has {left[card]} (GH-6.17)"
                self.found.doubt(message, self.decoded.span(*path))
            left[card] = max(left[card] - copies, 0)
        return left.elements()

    def cards(self, path: TreePath, texts: Sequence[str | None]) -> Iterator[str]:
        """The cards of a list in standard form. YAML reads the null card as an empty value."""
        count = 0
        for index, written in enumerate(texts):
            span = self.decoded.span(*path, index)
            text = written or ""
            if written is None and span.text[span.column - 1 : span.end_column - 1] == NULL:
                text = NULL
            copies, name = split_count(text) if "x" in text or "×" in text else (1, text)
            if not 1 <= copies <= MOST_COPIES:
                message = f"at least 1 and at most {MOST_COPIES} copies can be written"
                self.found.report("E307", message, span)
                continue
            count += copies
            if count > MOST_CARDS:
                self.found.report("E316", f"more than {MOST_CARDS} cards; a deck has fewer", span)
                return
            try:
                yield from [str(parse(name, span))] * copies
            except InputError as error:
                for each in error.diagnostics:
                    self.found.report(each.code, each.message, each.span, each.help)

    def check_supplies(self, decks: Mapping[str, Deck], spans: Mapping[str, Span]) -> None:
        """No more bless and curse cards than there are. (GH-8.11, GH-8.14)"""
        limits = modifier_cards()
        blessed = {owner: deck.cards().count("bless") for owner, deck in decks.items()}
        if sum(blessed.values()) > limits.bless:
            message = f"{sum(blessed.values())} x bless, but there are {limits.bless} (GH-8.14)"
            self.found.doubt(message, spans[list(decks)[-1]])
        for owner, deck in decks.items():
            curses = deck.cards().count("curse")
            if curses > limits.curse:
                message = f"{curses} x curse, but there are {limits.curse} (GH-8.11)"
                self.found.doubt(message, spans[owner])


def with_cards_added(
    decoded: Decoded[ScenarioTable], ruleset: Ruleset[Card], made: dict[str, Deck], found: Diagnostics
) -> dict[str, Deck]:
    """The decks that perks and items make, with what the scenario adds to that of each character."""
    file = decoded.value
    added = tuple(DecksReader(decoded, ruleset, found).cards(("each_adds",), file.each_adds))
    if not added:
        return made
    decks = {name: made.get(name) or standard() for name in file.characters}
    return {
        name: Deck(piles.shuffled((*piles.contents(deck.draw), *added)), deck.discards)
        for name, deck in decks.items()
    }
