"""Best turns of Thunderstone Quest, of position files opened before."""

from __future__ import annotations

from textwrap import dedent

from benchmarks.row import Row, milliseconds
from tsolve import api
from tsolve.model.plays import Wishes

TARGET = 200.0
_ROOMS = """
dungeon:
  Mine: Goblin Berserker
  Abandoned Gate: Goblin Warrior
  Crypt: Hobgoblin Scrapper
  Sunken Well: Sword Spider
  Vault: Stone Giant
"""
_START = f"""
turn: dungeon
hand: [4 x Adventurer, Dagger, Lantern]
{_ROOMS}"""
_TEN = f"""
turn: dungeon
deck: []
tokens: {{iron_rations: 1, lantern: 1}}
{_ROOMS}"""
TURNS = {
    "a starting hand, the deck in order": _START
    + "deck: [2 x Adventurer, Dagger, Lantern, 2 x Thunderstone Shard]",
    "a starting hand, the deck shuffled": _START
    + "deck: {rest: [2 x Adventurer, Dagger, Lantern, 2 x Thunderstone Shard]}",
    "ten cards, two tokens": _TEN
    + "hand: [Stormhand 2, Gorlandor 1, Pylorian 2, Hawkswood 2, Maul, Shortbow, Hammer, Lantern, Fireball, "
    "Magic Missile]",
    "ten cards, four Weapons and a Shard": _TEN
    + "hand: [Stormhand 2, Gorlandor 1, Pylorian 2, Adventurer, Maul, Shortbow, Hammer, Flying Death, "
    "Thunderstone Shard, Fireball]",
    "ten cards, two Weapons with abilities": _TEN
    + "hand: [Stormhand 2, Gorlandor 1, Pylorian 2, Hawkswood 2, Maul, Shortbow, Dagger, Shortsword, "
    "Thunderstone Shard, Magic Missile]",
    "a visit with six cards": """
turn: village
hand: [2 x Adventurer, Stormhand 1, Lantern, Shortbow, Fireball]
xp: 6
wounds: 2
tokens: {iron_rations: 1}
village: [Shortbow, Shortsword, Magic Missile, Tome of Knowledge, Stormhand, Gorlandor, Pylorian, Hawkswood]
""",
}


def rows() -> list[Row]:
    """Milliseconds of a warm solve, the answer written and replayed."""
    found = []
    for name, text in TURNS.items():
        position = api.loads(f"game: quest\n{dedent(text)}".encode(), "turn.yaml")
        assert position.solve(Wishes()).status == "optimal"
        took = milliseconds(lambda here=position: here.solve(Wishes()), 3)  # type: ignore[misc]
        found.append(Row(name, took, "ms", f"<= {TARGET:g}", took <= TARGET))
    return found
