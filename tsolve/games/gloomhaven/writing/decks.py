"""The modifier decks of a position file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from tsolve.cardkit import piles
from tsolve.cardkit.piles import Pile
from tsolve.diagnostics import Diagnostics, Span
from tsolve.errors import InputError
from tsolve.games.gloomhaven.attack.deck import MONSTERS, Deck, modifier_cards, standard
from tsolve.games.gloomhaven.attack.modifiers import NULL, RESHUFFLING, parse
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.state import Owned
from tsolve.games.gloomhaven.writing.names import find_figure
from tsolve.games.gloomhaven.writing.position_file import ModifierDeckFile
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decode import Decoded, Path
from tsolve.turns.copies import MOST_COPIES, split_count
from tsolve.turns.position import PositionFile as AnyPositionFile

MOST_CARDS = 300
"""Cards of one list: more than any deck has."""


WrittenDeck = str | Sequence[str | None] | ModifierDeckFile


class DecksReader:
    """Reads the modifier decks of one file."""

    def __init__(self, decoded: Decoded[AnyPositionFile], ruleset: Ruleset[Card], found: Diagnostics) -> None:
        self.decoded, self.ruleset, self.found = decoded, ruleset, found

    def decks(self, modifiers: Mapping[str, WrittenDeck], characters: Iterable[str]) -> tuple[Owned, ...]:
        """The deck of the monsters and of every character, fresh where the file says nothing. (GH-6.17)"""
        owners = (MONSTERS, *characters)
        decks: dict[str, Deck] = {}
        spans: dict[str, Span] = {}
        for key, written in modifiers.items():
            path: Path = ("modifiers", key)
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
        return tuple(Owned(owner, decks.get(owner, standard())) for owner in owners)

    def deck(self, path: Path, written: WrittenDeck) -> Deck:
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

    def left_of_standard(self, path: Path, elsewhere: Sequence[str]) -> Iterator[str]:
        """The cards of the standard deck but those that lie elsewhere; too many of one are reported."""
        left = Counter(standard().cards())
        for card, copies in Counter(elsewhere).items():
            if 0 < left[card] < copies:
                message = f"{copies} x {card}, but the standard deck has {left[card]}"
                help_ = "write out the `rest` of a deck that is not the standard one"
                self.found.report("E304", message, self.decoded.span(*path), help_)
            left[card] = max(left[card] - copies, 0)
        return left.elements()

    def cards(self, path: Path, texts: Sequence[str | None]) -> Iterator[str]:
        """The cards of a list, each as it writes itself. For YAML the null card says nothing."""
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
            message = f"{sum(blessed.values())} x bless, but there are {limits.bless}"
            self.found.report("E304", message, spans[list(decks)[-1]], "count all decks")
        for owner, deck in decks.items():
            curses = deck.cards().count("curse")
            if curses > limits.curse:
                message = f"{curses} x curse, but there are {limits.curse} (GH-8.11)"
                self.found.report("E304", message, spans[owner])
