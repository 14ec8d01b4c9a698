"""The same position with one thing fewer told: a pile, a stock, a hand, a card whose place is not known.

Only what a file may leave unknown is left out; where leaving a key out means something else (no Treasures,
all hit points, a fresh deck of modifiers), it is written as unknown, or stays.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tsolve import api
from tsolve.contract.position import Position
from tsolve.errors import InputError, UsageError

Less = tuple[str, dict[str, Any]]
"""What is no longer told, and the keys that say so."""
PILES = ("deck", "dungeon_deck", "treasure_deck")
STOCKS = ("village", "owned", "monsters", "treasures")
"""Keys that leave all unknown where a file has none of them; in Gloomhaven `monsters` are who is there."""
UNKNOWN = "unknown"


def known_less_of(position: Position[Any, Any]) -> Iterator[tuple[str, Position[Any, Any]]]:
    """Each position in which one thing fewer is told, as far as such a file can be read."""
    data = api.data_of(position)
    kept = _boxes(position) if data["game"] == "thunderstone" else {}
    for way in (_piles, _stocks, _hall, _rooms, _others, _by_name):
        for what, keys in way(data):
            if _hides_what_no_answer_counts_on(position, data, keys):
                continue
            try:
                yield what, api.changed(position, **{**kept, **keys})
            except (InputError, UsageError):
                continue  # an owner's list may need the pile, a step the card


def _hides_what_no_answer_counts_on(
    position: Position[Any, Any], data: dict[str, Any], keys: dict[str, Any]
) -> bool:
    """Whether a Monster of Quest is told no more that acts from a room that is not named, or wounds when it
    comes out of an unknown deck, or whose name another one in a named room has: then the name means that one
    alone, and a claim says something else. The reference says so, and that no answer counts on the others.
    """
    if data["game"] != "quest":
        return False
    rooms, decks = (keys.get(key, data.get(key)) or {} for key in ("dungeon", "monster_decks"))
    hidden = [monster for name, monster in (data.get("dungeon") or {}).items() if name not in rooms]
    if not set(hidden).isdisjoint(each for each in rooms.values() if isinstance(each, str)):
        return True
    facts = [position.book.card(position.card(name)) for name in hidden if name not in ("none", "face down")]
    if any(getattr(trait, "to", "") == "others" for card in facts for trait in card.traits):
        return True
    told = [deck for level, deck in (data.get("monster_decks") or {}).items() if decks.get(level) == UNKNOWN]
    cards = [position.book.card(position.card(name)) for deck in told for name in _names_in(deck)]
    return any(card.arriving for card in cards)


def _names_in(deck: Any) -> list[str]:
    """The names of the cards that are told of a deck."""
    piles = deck.values() if isinstance(deck, dict) else [deck]
    return [name.split(" x ")[-1] for pile in piles if isinstance(pile, list) for name in pile]


def _boxes(position: Position[Any, Any]) -> dict[str, Any]:
    """The boxes and the printing, which else follow from the cards that are told."""
    sets = {card.set for card in position.game.book.cards.values()}
    return {"sets": [each for each in position.ruleset.boxes if each in sets], "printing": position.printing}


def _less_of_a_pile(pile: Any) -> Iterator[tuple[str, Any]]:
    """A pile in unknown order, and one of which nobody knows anything; an empty pile is known."""
    if not pile or pile == UNKNOWN:
        return
    if isinstance(pile, list) and len(pile) > 1:
        yield "the order of {}", {"rest": pile}
    yield "{}", UNKNOWN


def _piles(data: dict[str, Any]) -> Iterator[Less]:
    for name in PILES:
        for what, pile in _less_of_a_pile(data.get(name)):
            yield what.format(name), {name: pile}


def _stocks(data: dict[str, Any]) -> Iterator[Less]:
    for name in STOCKS if data["game"] != "gloomhaven" else ():
        if data.get(name):
            yield name, {name: None}


def _hall(data: dict[str, Any]) -> Iterator[Less]:
    hall = data.get("hall")
    for rank in range(len(hall) if isinstance(hall, list) else 0):
        if hall[rank] not in (UNKNOWN, "none"):  # an unknown card is a card
            yield f"Rank {rank + 1}", {"hall": [*hall[:rank], UNKNOWN, *hall[rank + 1 :]]}


def _rooms(data: dict[str, Any]) -> Iterator[Less]:
    """Without the last room, which is no other's left neighbour; a Monster deck that is not told."""
    rooms = list(data.get("dungeon") or {})
    if len(rooms) > 1:
        yield f"the room {rooms[-1]}", {"dungeon": {name: data["dungeon"][name] for name in rooms[:-1]}}
    yield from _in_a_mapping(data, "monster_decks")


def _others(data: dict[str, Any]) -> Iterator[Less]:
    players = (data.get("players") or {}).get("others") if isinstance(data.get("players"), dict) else None
    for number, player in enumerate(players if isinstance(players, list) else ()):
        for name in ("hand", "deck"):
            if name in player and player[name] != UNKNOWN:
                less = [*players[:number], {**player, name: UNKNOWN}, *players[number + 1 :]]
                yield f"the {name} of player {number + 2}", {"players": {"others": less}}


def _by_name(data: dict[str, Any]) -> Iterator[Less]:
    """Of Gloomhaven: decks of modifiers and of ability cards, initiatives, what stands behind doors."""
    for name in ("modifiers", "ability_decks"):
        yield from _in_a_mapping(data, name)
    yield from (
        (f"the room behind {door}", {"rooms": _without(data["rooms"], door)})
        for door in data.get("rooms") or ()
    )
    for name, figure in (data.get("characters") or {}).items():
        if isinstance(figure, dict) and "initiative" in figure:
            told = {**data["characters"], name: _without(figure, "initiative")}
            yield f"the initiative of {name}", {"characters": told}


def _in_a_mapping(data: dict[str, Any], key: str) -> Iterator[Less]:
    for name, pile in (data.get(key) or {}).items():
        for what, less in _less_of_a_pile(pile):
            yield what.format(f"{key} of {name}"), {key: {**data[key], name: less}}


def _without(mapping: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in mapping.items() if key != name}
