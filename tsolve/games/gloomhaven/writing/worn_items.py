"""Which items somebody cannot have at once: two copies of one, or more than there is room for. (GH-15.7)"""

from __future__ import annotations

from collections import Counter

from tsolve.diagnostics import Diagnostics
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.writing.character_file import CharacterFile
from tsolve.games.gloomhaven.writing.position_file import ScenarioTable
from tsolve.games.gloomhaven.writing.printed_cards import item_named
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decoded import Decoded

_ROOM = {"head": 1, "body": 1, "legs": 1, "hands": 2}
_HANDS = {"one hand": 1, "two hands": 2}


def check_items(decoded: Decoded[ScenarioTable], ruleset: Ruleset[Card], found: Diagnostics) -> None:
    """Tell of every character that has printed items which nobody has at once."""
    for owner, file in decoded.value.characters.items():
        named = [card for name in file.items if (card := item_named(ruleset, name)) is not None]
        span = decoded.span("characters", owner, "items")
        for name, number in Counter(card.name for card in named).items():
            if number > 1:
                message = f"{owner} has {number} x {name}: nobody has two copies of an item (GH-15.7)"
                found.doubt(message, span)
        for place, names in _too_many({card.name: card for card in named}, file):
            where = "small items" if place == "small" else f"items for the {place}"
            found.doubt(f"{owner} has too many {where}: {', '.join(names)} (GH-15.7)", span)


def _too_many(items: dict[str, Card], file: CharacterFile) -> list[tuple[str, list[str]]]:
    """The places for which there are more items than there is room, and these items."""
    room = dict(_ROOM) if file.level is None else {**_ROOM, "small": (file.level + 1) // 2}
    if "small" in room:
        room["small"] += sum(card.item.room for card in items.values() if card.item is not None)
    worn: dict[str, list[str]] = {}
    taken: Counter[str] = Counter()
    for name, card in items.items():
        if card.item is not None:
            place = "hands" if card.item.place in _HANDS else card.item.place
            worn.setdefault(place, []).append(name)
            taken[place] += _HANDS.get(card.item.place, 1)
    return [(place, names) for place, names in worn.items() if taken[place] > room.get(place, taken[place])]
