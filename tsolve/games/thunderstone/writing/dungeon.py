"""The Dungeon Deck where it is known what the game is played with: that which does not lie elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from tsolve.games.thunderstone.dungeon_deck import DungeonDeck
from tsolve.games.thunderstone.setup import dungeon_cards, load_setup
from tsolve.games.thunderstone.state import UNSEEN, State
from tsolve.rules.text import squash
from tsolve.turns.card_names import resolve
from tsolve.turns.group_names import find_groups, resolve_group
from tsolve.turns.inventory import Inventory, Use

if TYPE_CHECKING:
    from tsolve.diagnostics import Span
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.writing.zones import Zones

FEATURES = ("guardian", "trap", "treasure")
_OF_THE_DUNGEON = ("monster", "thunderstone", *FEATURES)


class Played:
    """What the Dungeon of a game is made of, by the keys `monsters`, `features` and `stones`."""

    def __init__(self, zones: Zones) -> None:
        self.zones = zones
        self.groups: dict[str, Span] = {}
        self.features: dict[str, Span] = {}
        self.stones: dict[str, Span] = {}
        file, span = zones.file, zones.decoded.span
        if file.monsters is None:
            for key in ("features", "stones", "seen"):
                if getattr(file, key):
                    message = f"`{key}` says nothing without `monsters`"
                    zones.found.report("E203", message, span(key), "name the Monster groups of the game")
            return
        cards = zones.ruleset.cards.values()
        groups = [card.group for card in cards if card.kind == "monster" and card.group]
        for index, text in enumerate(file.monsters):
            place = span("monsters", index)
            self._add(self.groups, resolve_group(zones.ruleset, text, groups, zones.found, place), place)
        for index, text in enumerate(file.features):
            place = span("features", index)
            for card in self._brought(text) or [self._card(text, FEATURES, "features", place)]:
                self._add(self.features, card, place)
        for index, text in enumerate(file.stones):
            place = span("stones", index)
            self._add(self.stones, self._card(text, ("thunderstone",), "stones", place), place)

    def _add(self, things: dict[str, Span], thing: str, span: Span) -> None:
        if thing in things:
            name = self.zones.name(thing)
            self.zones.found.report(
                "E308", f"{name} is named twice", span, related=[("first here", things[thing])]
            )
        elif thing:
            things[thing] = span

    def _brought(self, text: str) -> list[str]:
        """The cards of a whole group of Dungeon Features, by its name or that of its randomizer."""
        ruleset = self.zones.ruleset
        among = {card.group for card in ruleset.cards.values() if card.kind in FEATURES and card.group}
        known = load_setup(ruleset.roots).value.features
        groups = {each.group for each in known if each.group and squash(each.name) == squash(text)}
        groups.update(find_groups(ruleset, text, among))
        return [card.id for card in ruleset.cards.values() if card.group in groups & among]

    def _card(self, text: str, kinds: tuple[str, ...], key: str, span: Span) -> str:
        card = resolve(self.zones.ruleset, text, self.zones.found, span)
        return card if card and self.zones.fits(card, kinds, key, span) else ""

    def cards(self) -> Iterator[tuple[str, Span]]:
        """The cards that are played with, each with the place that says so."""
        for card in self.zones.ruleset.cards.values():
            if card.kind == "monster" and card.group in self.groups:
                yield card.id, self.groups[card.group]
        yield from (*self.features.items(), *self.stones.items())


def unseen(zones: Zones, book: Book, table: State) -> DungeonDeck | None:
    """The Dungeon Deck that `monsters` makes known; None without that key. Problems are reported.

    Only the top of the deck, or its bottom, may be written besides.
    """
    played, found, span = zones.played, zones.found, zones.decoded.span
    if played is None or zones.file.monsters is None or found.items:
        return None
    if any(slot.card == UNSEEN for slot in table.hall):
        message = "with `monsters` every card in the Hall must be known"
        rank = next(rank for rank, slot in enumerate(table.hall) if slot.card == UNSEEN)
        is_written = ("hall", rank) in zones.decoded.spans
        place = span("hall", rank) if is_written else span("monsters")
        found.report("E317", message, place, "write `hall: [...]`; `none` stands for an empty Rank")
        return None
    met = [use for use in zones.counted() if book.card(use.card).kind in _OF_THE_DUNGEON]
    stones = tuple(played.stones) or _stones(zones, book, met)
    inventory = Inventory(dungeon_cards(book, played.groups, played.features, stones), zones.name)
    inventory.take(met, found, "monsters", lambda card: _help(book, card))
    if found.items:
        return None
    written = list(table.dungeon)
    gap = next((at for at, segment in enumerate(written) if segment.order == "unknown"), None)
    if gap is None:
        if inventory.rest():
            message = f"played with, and written nowhere: {inventory.told()}"
            found.report("E317", message, span("monsters"), "name under `seen` what has left the deck")
        return None
    top, bottom = tuple(written[:gap]), tuple(written[gap + 1 :])
    if any(segment.order == "shuffled" for segment in bottom):
        found.report("E317", "with `monsters` the packet is not known", span("dungeon_deck", "packet"))
        return None
    deck = DungeonDeck(inventory.rest(), tuple(use.card for use in met), top, bottom, zones.ruleset.roots)
    if misfit := deck.misfit(book):
        place = next((use.span for use in met if use.card == misfit.card), span("monsters"))
        found.report("E317", misfit.message(zones.name(misfit.card), len(deck.cards)), place, _COUNT)
    return deck


def _help(book: Book, card: str) -> str:
    """Where a card is named that is played with."""
    facts = book.card(card)
    if facts.kind == "monster":
        return f"its group is {facts.group}"
    return f"name it under `{'stones' if facts.kind == 'thunderstone' else 'features'}`"


_COUNT = "name under `seen` what has left the deck; a card that went under it, as its `bottom`"


def _stones(zones: Zones, book: Book, met: Iterable[Use]) -> tuple[str, ...]:
    """The Thunderstones of the game: those on the table, else the only one that the boxes hold. (DS-10)"""
    on_table = tuple(use.card for use in met if book.card(use.card).kind == "thunderstone")
    known = tuple(card.id for card in book.cards.values() if card.kind == "thunderstone")
    if on_table or len(known) < 2:
        return on_table or known
    names = ", ".join(map(zones.name, known))
    place = zones.decoded.span("monsters")
    zones.found.report(
        "E317", f"which Thunderstone lies in the deck: {names}?", place, "name it under `stones`"
    )
    return ()
