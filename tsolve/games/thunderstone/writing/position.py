"""From a decoded position file to a position of the engine, with every problem located."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from msgspec.structs import replace

from tsolve.diagnostics import Diagnostics, suggest
from tsolve.errors import InputError
from tsolve.games.thunderstone.answering import Answering
from tsolve.games.thunderstone.book import Book, in_setting
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.opened import begun
from tsolve.games.thunderstone.writing.mentions import check_mentions
from tsolve.games.thunderstone.writing.position_file import PositionFile
from tsolve.games.thunderstone.writing.proofreading import proofread
from tsolve.games.thunderstone.writing.zones import Zones
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decode import Decoded
from tsolve.turns.card_names import resolve


def read_position(
    decoded: Decoded[PositionFile], ruleset: Ruleset[Card], found: Diagnostics | None = None
) -> Answering:
    """The position that the file describes. `found` are problems that the file has already.

    Raises:
        InputError: unknown game, printing, interpretation or name (TS301 to TS303, TS41x), more copies than
            the box holds (TS304), a card where it cannot be (TS305), and what else cannot stand on a table.
    """
    zones = Zones(decoded, ruleset, Diagnostics() if found is None else found)
    unsound = any(each.code.startswith("TS4") for each in zones.found.items)
    file = decoded.value
    if file.game != ruleset.id:
        help_ = f'this is read as "{ruleset.id}"'
        zones.found.report("TS301", f'unknown game "{file.game}"', decoded.span("game"), help_)
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
    zones.found.raise_if_any()
    state = begun(game, table, file.turn)
    return Answering(game, state, file, decoded, ruleset, printing, table)


def _sets(zones: Zones) -> tuple[str, ...]:
    """The boxes that are played with: those named, else those of the cards on the table. (DS-2)"""
    boxes = zones.ruleset.boxes
    for index, name in enumerate(zones.file.sets):
        if name not in boxes:
            help_ = suggest(name, boxes) or f"there are: {', '.join(boxes)}"
            zones.found.report("TS312", f'unknown set "{name}"', zones.decoded.span("sets", index), help_)
    used = {zones.ruleset.cards[card].set for card in zones.used}
    met = tuple(name for name in boxes if name in used)
    if zones.file.sets:
        for card, uses in zones.used.items():
            facts = zones.ruleset.cards[card]
            if facts.set in boxes and facts.set not in zones.file.sets:
                message = f'{facts.name} is a card of "{facts.set}", which `sets` leaves out'
                zones.found.report("TS312", message, uses[0][1])
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
    zones.used[card] = [(1, span)]
    facts = zones.ruleset.cards[card]
    if not facts.setting:
        message = f"no source gives the text of {facts.name}: what it does is unknown"
        help_ = f"define it: `cards: {{{facts.name}: {{setting: [...]}}}}`"
        zones.found.report("TS313", message, span, help_)
    return card


def _readings(zones: Zones, printing: str) -> Mapping[str, str]:
    spans = {key: zones.decoded.key_span("interpretations", key) for key in zones.file.interpretations}
    for key in zones.file.interpretations:
        if key in zones.ruleset.interpretations:
            spans[key] = zones.decoded.span("interpretations", key)
    spans["printing"] = zones.decoded.span("printing")
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
