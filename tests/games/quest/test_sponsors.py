"""Guild Sponsors: a permanent ability beside the player board. (QUEST-14.3)"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.games.quest.table import CARDS, READINGS, dealt, play, typed, why_not
from tsolve.games.quest.actions import UseSpoils
from tsolve.games.quest.book import Book
from tsolve.games.quest.game import Quest
from tsolve.games.quest.state import State

OWN = typed("""
giant: {kind: hero, level: 1, physical: 30, skill: 9}
rogues: {kind: sponsor, abilities: [{phase: spoils, do: [{kind: raise_hero, sort: Rogue}]}]}
""")
TOWN = ["hawkswood_1", "hawkswood_2"]


def rules(**readings: str) -> Quest:
    return Quest(Book(CARDS | OWN, READINGS | readings))


def won(game: Quest, *hand: str, **player: object) -> State:
    """After a victory over the Goblin Berserker in the Mine."""
    state = dealt(hand, TOWN, room=1, sponsor="rogues", **player)
    return play(game, state, "enter the Dungeon", "pass", "battle Goblin Berserker")[0]


def test_a_rogue_levels_up_for_the_normal_price() -> None:
    """3 XP for Hawkswood of level 1, with the Berserker's 2 and 1 of before; no Rogue, no price."""
    state, _ = play(rules(), won(rules(), "giant", "hawkswood_1", xp=1), "use the Spoils of Rogues")
    state, _ = play(rules(), state, "level up Hawkswood 1 to Hawkswood 2")
    assert (state.me.xp, state.me.discard[-1]) == (0, "hawkswood_2")
    assert why_not(rules(), state, UseSpoils("rogues", 0))[1] == ("QUEST-0.19",)


def test_without_a_sponsor() -> None:
    state = won(rules(), "giant", "hawkswood_1")
    state = replace(state, players=(replace(state.me, sponsor=""),))
    assert why_not(rules(), state, UseSpoils("rogues", 0))[1] == ("QUEST-14.3",)


def test_a_sponsor_is_no_card_of_yours() -> None:
    """QUEST-0.2: it lies beside the board."""
    state = won(rules(), "giant")
    assert [state.laid[place].card for place in state.present()] == ["giant"]


@pytest.mark.parametrize(("reading", "allowed"), [("apart", True), ("counts", False)])
def test_the_level_up_of_the_village(reading: str, allowed: bool) -> None:
    """QC-30: an Adventurer rose in the Village; then the Lantern lets a Dungeon phase follow."""
    game = rules(sponsor_level_up=reading)
    state = dealt(("adventurer", "giant", "hawkswood_1", "lantern"), TOWN, sponsor="rogues", xp=9)
    line = ("go to Bazaar", "pass", "pass", "pass", "level up Adventurer to Hawkswood 1", "enter the Dungeon")
    state, _ = play(game, state, *line, "pass", "battle Giant Rat")
    refusal = game.why_not(state, UseSpoils("rogues", 0))
    assert (refusal is None) is allowed
    assert refusal is None or refusal.rulings == ("QUEST-14.3", "key.sponsor_level_up")
