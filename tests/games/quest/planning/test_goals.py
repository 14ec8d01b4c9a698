"""What a turn is worth: each level of a goal, on turns played by hand."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.games.quest.table import CARDS, READINGS, dealt, play
from tsolve.cardkit.piles import UNKNOWN, known
from tsolve.errors import UsageError
from tsolve.games.quest.book import Book
from tsolve.games.quest.game import Quest
from tsolve.games.quest.planning.goals import COUNTED_DOWN, DEFAULTS, LEVELS, read_goal, value
from tsolve.games.quest.state import State

BOOK = Book(CARDS, READINGS)
RULES = Quest.for_one_turn(BOOK)
TREASURES = known(("flying_death",) * 2)
ENTERED = ("enter the Dungeon", "pass", "move to Mine", "battle Goblin Berserker")


def after(state: State, *texts: str) -> State:
    return play(RULES, state, *texts)[0]


def worth(state: State, levels: str) -> tuple[int, ...] | None:
    return value(BOOK, state, read_goal("any", levels))


def test_a_battle_won() -> None:
    """4 + 2 attack against 4 + 1 health: 2 XP, a Treasure and Rations for 2 Wounds, 1 beyond the health."""
    state = dealt(("adventurer",) * 4 + ("stormhand_1",))
    won = after(replace(state, treasures=TREASURES), *ENTERED)
    assert worth(won, "xp") is None  # there may be Spoils
    end = after(won, "pass")
    growth = 10 + 2  # a Treasure, Rations
    assert value(BOOK, end, DEFAULTS["dungeon"]) == (2 + 2, growth, 2, -2, 0, 0, 2, 1)
    assert worth(end, "win,total,treasures,tokens,hp,vp,unspent") == (1, 6, 1, 1, 5, 2 + 2, 0)
    assert worth(end, "3*xp+rewards,wounds") == (8, -2)


def test_a_battle_lost() -> None:
    """1 attack against 5, and Rations lost for it: no reward, 2 Wounds."""
    state = dealt(("adventurer",), iron_rations=1)
    line = ("enter the Dungeon", "use Iron Rations on Adventurer", "pass", "move to Mine")
    end = after(state, *line, "battle Goblin Berserker")
    assert value(BOOK, end, DEFAULTS["dungeon"]) == (0, -2, 0, -2, -4, -1, 0, 0)
    assert worth(end, "tokens,win") == (-1, 0)


def test_nobody_to_fight() -> None:
    state = dealt(("lantern",))
    state = replace(state, rooms=tuple(replace(room, monster="") for room in state.rooms))
    end = after(state, "enter the Dungeon", "pass", "move to Mine", "pass")
    assert worth(end, "shortfall,light") == (-999, 1)


def test_a_visit() -> None:
    """5 gold: a Shortsword for 3, no Dagger is destroyed, Rations for 2. The Adventurer becomes Stormhand."""
    hand = ("adventurer", "lantern", "thunderstone_shard", "dagger")
    state = dealt(hand, ("shortsword", "stormhand_1"), xp=3, wounds=1)
    bought = after(state, "go to Bazaar", "pass", "buy Shortsword", "pass", "buy Iron Rations", "pass")
    end = after(bought, "heal a Wound", "pass", "level up Adventurer to Stormhand 1", "pass")
    assert value(BOOK, end, DEFAULTS["village"]) == (3 + 2 + 7, 2 - 2, 1, 0, 0)
    assert worth(end, "purchase,levels,gold,healed,xp,lost,shortfall") == (10, 1, 5, 1, -2, 0, 0)
    assert worth(bought, "xp") is None


def test_a_treasure_counts_10_whatever_it_is() -> None:
    hand = ("lantern",) * 5
    for treasures in (TREASURES, UNKNOWN):
        state = replace(dealt(hand), treasures=treasures)
        end = after(state, "go to Shop Of Wonders", "pass", "buy a Treasure", "pass", "pass", "pass")
        assert worth(end, "growth,treasures,unspent") == (10, 1, 0)


def test_goals_are_read() -> None:
    assert read_goal("village", None) == DEFAULTS["village"]
    assert read_goal("dungeon", " 3*xp + 1*rewards, lost ") == ("3*xp+rewards", "lost")
    assert set(COUNTED_DOWN) <= set(LEVELS)
    for text in ("xp,xp", "points", "0*xp", ","):
        with pytest.raises(UsageError):
            read_goal("any", text)
