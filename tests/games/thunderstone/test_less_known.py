"""To know less of the Dungeon, of decks and hands may open an answer and never reverses it."""

from typing import Any

import pytest

from tests.asked import Asked
from tests.games.thunderstone.tables import dealt
from tests.relations import questions
from tsolve import api
from tsolve.errors import InputError


def reversed_answers(data: dict[str, Any]) -> list[str]:
    """What is answered the other way round where a card of the Hall is not known."""
    known = Asked(api.position(**data))
    asking = [{"can": each} for each in questions(known)]
    asking += [{"buys": name} for name in data.get("village", ())]
    before = [known.verdict(claim) for claim in asking]
    found = []
    for rank, card in enumerate(data["hall"]):
        if card in ("none", "unknown"):
            continue
        hall = [*data["hall"][:rank], "unknown", *data["hall"][rank + 1 :]]
        try:
            less = Asked(api.position(**{**data, "hall": hall, "target": None}))
        except InputError:  # the file names what is not there any more
            continue
        for claim, one in zip(asking, before, strict=True):
            other = None if one is None else less.verdict(claim)
            if one and other and {one.verdict, other.verdict} == {"confirmed", "refuted"}:
                found.append(f"{claim}: {one.verdict}; without Rank {rank + 1}: {other.reason}")
    return found


@pytest.mark.parametrize("seed", range(8))
def test_an_unknown_card_of_the_hall_reverses_nothing(seed: int) -> None:
    assert reversed_answers(dealt(seed)) == []


BANISHED: dict[str, Any] = {
    "game": "thunderstone",
    "turn": "dungeon",
    "hand": ["Banish", "Militia", "Torch"],
    "deck": ["Dagger"],
    "hall": ["Griffon", "Nixie", "Haunt"],
    "dungeon_deck": [],
    "line": ["use Banish: arrange the Hall as Nixie, Griffon, Haunt", "destroy Torch", "attack Nixie"],
}
"""The Torch is lost; the Militia alone is in the dark (Light 0 in Rank 1, 2 off): 0 against the Nixie's 5."""
STRUCK: dict[str, Any] = {
    "game": "thunderstone",
    "sets": ["base", "dragonspire"],
    "turn": "dungeon",
    "hand": ["Thyrian Squire", "Gorinth Amateur"],
    "deck": [],
    "hall": ["Harpy", "Half-Ogre", "Griffon"],
    "dungeon_deck": ["Dragon's Teeth", "Nixie"],
    "players": {"others": [{"hand": [], "deck": []}]},
    "line": ["attack Harpy"],
}
"""2 + 2 less 2 in the dark: 2 against 4. The Teeth destroy the Amateur (Strength 3), not the Squire (6)."""
GUARDED: dict[str, Any] = {
    "game": "thunderstone",
    "turn": "dungeon",
    "hand": ["2 x Thyrian Squire", "2 x Torch"],
    "hall": ["Harpy", "Guardian of Night", "Walking Scourge"],
    "guardians": ["Guardian of Torment"],
    "dungeon_deck": ["Pegasus", "Kingdom", "Griffon"],
    "players": {"others": 0},
    "line": ["attack Harpy"],
}
"""The Guardian leaves the Hall, so the Scourge breaches and brings a Disease whatever fills Rank 3."""
SPOILS: dict[str, Any] = {
    "game": "thunderstone",
    "turn": "dungeon",
    "hand": ["3 x Veteran Warrior", "Militia"],
    "deck": [],
    "hall": ["Inferno", "Grave Knight", "Stalker"],
    "dungeon_deck": [],
    "players": {"others": [{"hand": [], "deck": ["Basilisk", "Harpy", "Water Wrath"]}]},
    "line": ["attack Inferno"],
}
"""Inferno takes the Basilisk and the Harpy from the top of the other deck."""


@pytest.mark.parametrize(
    ("data", "less", "claim", "verdict"),
    [
        (BANISHED, {}, {"lost": 1}, "confirmed"),
        (BANISHED, {"hall": ["Griffon", "unknown", "Haunt"]}, {"lost": 1}, "undecided"),
        (BANISHED, {"hall": ["Griffon", "unknown", "Haunt"]}, {"attack": 1}, "undecided"),
        (STRUCK, {}, {"lost": 1}, "confirmed"),
        (STRUCK, {"dungeon_deck": "unknown"}, {"lost": 1}, "undecided"),
        (STRUCK, {"dungeon_deck": {"rest": ["Dragon's Teeth", "Nixie"]}}, {"growth": 0}, "undecided"),
        (STRUCK, {"dungeon_deck": "unknown"}, {"total": 2}, "confirmed"),
        (GUARDED, {}, {"gained": ["Disease", "Harpy"]}, "confirmed"),
        (
            GUARDED,
            {"dungeon_deck": {"rest": ["Pegasus", "Kingdom", "Griffon"]}},
            {"gained": ["Disease", "Harpy"]},
            "confirmed",
        ),
        (SPOILS, {}, {"gained": ["Basilisk", "Harpy", "Inferno"]}, "confirmed"),
        (SPOILS, {"players": {"others": [{"hand": []}]}}, {"gained": ["Inferno"]}, "undecided"),
        (SPOILS, {"players": {"others": [{"hand": []}]}}, {"xp": 3}, "confirmed"),
    ],
)
def test_what_nobody_knows_leaves_open_what_hangs_on_it(
    data: dict[str, Any], less: dict[str, Any], claim: dict[str, Any], verdict: str
) -> None:
    found = Asked(api.position(**{**data, **less})).verdict(claim, data["line"])

    assert found is not None
    assert found.verdict == verdict, found.reason
