"""From a decoded position file to a position of the engine, with every problem located."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.diagnostics import Diagnostics, suggest
from tsolve.errors import InputError
from tsolve.games.thunderstone.answering import Answering
from tsolve.games.thunderstone.book import Book, in_setting
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.opened import begun
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.writing.mentions import check_mentions
from tsolve.games.thunderstone.writing.position_file import PositionFile
from tsolve.games.thunderstone.writing.proofreading import proofread
from tsolve.games.thunderstone.writing.zones import Zones
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decode import Decoded
from tsolve.turns.card_names import resolve
from tsolve.turns.inventory import Use
from tsolve.turns.position import places_of_readings

if TYPE_CHECKING:
    from tsolve.games.thunderstone.dungeon_deck import DungeonDeck


def read_position(
    decoded: Decoded[PositionFile], ruleset: Ruleset[Card], found: Diagnostics | None = None
) -> Answering:
    """The position that the file describes. `found` are problems that the file has already.

    Raises:
        InputError: unknown game, printing, interpretation or name (E301 to E303, E41x), more copies than
            the box holds (E304), a card where it cannot be (E305), and what else cannot stand on a table.
    """
    zones = Zones(decoded, ruleset, Diagnostics() if found is None else found)
    unsound = any(each.code.startswith("E4") for each in zones.found.items)
    file = decoded.value
    if file.game != ruleset.id:
        help_ = f'this is read as "{ruleset.id}"'
        zones.found.report("E301", f'unknown game "{file.game}"', decoded.span("game"), help_)
    setting = _setting(zones)
    table = replace(zones.state(), setting=setting)
    sets = _sets(zones)
    printing = file.printing or ruleset.printing_for(sets)
    readings = _readings(zones, printing)
    zones.check_box()
    ruleset = _played_with(ruleset, frozenset(sets), setting)
    check_mentions(decoded, ruleset, zones.found)
    if unsound or not readings:  # then there are no rules to play by
        zones.found.raise_if_any()
    game = Thunderstone(_book(ruleset, tuple(readings.items())))
    proofread(game, ruleset, decoded, zones.found)
    deck = _unseen(zones, game.book, table)
    zones.found.raise_if_any()
    if deck is not None:
        table = replace(table, dungeon=deck.pile(game.book))
    opened = Answering(game, begun(game, table, file.turn), file, decoded, ruleset, printing, table)
    opened.unseen = deck
    return opened


def _unseen(zones: Zones, book: Book, table: State) -> DungeonDeck | None:
    if zones.played is None:
        return None
    from tsolve.games.thunderstone.writing.dungeon import unseen

    return unseen(zones, book, table)


def _sets(zones: Zones) -> tuple[str, ...]:
    """The boxes that are played with: those named, else those of the cards on the table. (DS-2)"""
    boxes = zones.ruleset.boxes
    for index, name in enumerate(zones.file.sets):
        if name not in boxes:
            help_ = suggest(name, boxes) or f"there are: {', '.join(boxes)}"
            zones.found.report("E312", f'unknown set "{name}"', zones.decoded.span("sets", index), help_)
    played = zones.played.cards() if zones.played else ()
    cards = [*((use.card, use.span) for use in zones.uses), *played]
    used = {zones.ruleset.cards[card].set for card, _ in cards}
    met = tuple(name for name in boxes if name in used)
    if zones.file.sets:
        for card, span in dict(reversed(cards)).items():
            facts = zones.ruleset.cards[card]
            if facts.set in boxes and facts.set not in zones.file.sets:
                message = f'{facts.name} is a card of "{facts.set}", which `sets` leaves out'
                zones.found.report("E312", message, span)
        return zones.file.sets
    return met or boxes[:1]


def _setting(zones: Zones) -> str:
    """The Setting of the whole game, whose text must be known; empty without one. (DS-9)"""
    if zones.file.setting is None:
        return ""
    span = zones.decoded.span("setting")
    card = resolve(zones.ruleset, zones.file.setting, zones.found, span)
    if not card or not zones.fits(card, ("setting",), "setting", span):
        return ""
    zones.uses.append(Use(card, 1, span, ("setting",)))
    facts = zones.ruleset.cards[card]
    if not facts.setting:
        message = f"no source gives the text of {facts.name}: what it does is unknown"
        help_ = f"define it: `cards: {{{facts.name}: {{setting: [...]}}}}`"
        zones.found.report("E313", message, span, help_)
    return card


def _readings(zones: Zones, printing: str) -> Mapping[str, str]:
    spans = places_of_readings(zones.decoded, zones.ruleset)
    try:
        return zones.ruleset.readings(printing, zones.file.interpretations, spans)
    except InputError as error:
        for each in error.diagnostics:
            zones.found.report(each.code, each.message, each.span, each.help, each.related)
        return {}


@lru_cache(maxsize=8)
def _played_with(ruleset: Ruleset[Card], sets: frozenset[str], setting: str) -> Ruleset[Card]:
    """The cards of these boxes, as the Setting makes them. Most positions of a suite share them."""
    change = in_setting(ruleset.cards[setting]) if setting else None
    return ruleset.only(lambda card: card.set in sets or not card.set, change)


@lru_cache(maxsize=32)
def _book(ruleset: Ruleset[Card], readings: tuple[tuple[str, str], ...]) -> Book:
    chosen = dict(readings)
    return Book(ruleset.under(chosen), chosen)
