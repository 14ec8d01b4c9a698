"""Best turns of position files, and what a turn is worth: each level of a goal; numbers by hand from the
rules.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.games.quest.files import position_of
from tests.games.quest.planning.dealing import agrees
from tests.games.quest.table import CARDS, READINGS, dealt, play
from tsolve import api
from tsolve.budget import SpentError
from tsolve.cardkit.piles import UNKNOWN, known
from tsolve.errors import UsageError
from tsolve.games.quest.book import Book
from tsolve.games.quest.game import Quest
from tsolve.games.quest.planning.dungeon import Evaluator
from tsolve.games.quest.planning.goals import DEFAULTS, read_goal, value
from tsolve.games.quest.state import State
from tsolve.model.answers import SolveAnswer
from tsolve.model.plays import Backend, Wishes
from tsolve.report.lines import how_sure

FIVE = """
    turn: dungeon
    hand: [5 x Adventurer]
    dungeon: {Mine: Goblin Berserker, Abandoned Gate: Goblin Warrior}
    """


def solved(text: str, **wishes: object) -> SolveAnswer:
    return position_of(text).solve(Wishes(**wishes))  # type: ignore[arg-type]  # as the command has them


def steps(answer: SolveAnswer) -> list[str]:
    return [step.text for step in answer.best[0].line.steps]


@pytest.mark.parametrize("backend", ["auto", "exact", "cpsat"])
def test_two_shortswords_on_stormhand(backend: Backend) -> None:
    """QE-43: Skill 4 holds two of three Shortswords, 2 each: 2 + 1 + 1 attack against 4 of the Rat."""
    answer = solved(
        """
        turn: dungeon
        hand: [Stormhand 1, 3 x Shortsword]
        deck: []
        dungeon: {Wilderness: Giant Rat}
        """,
        backend=backend,
        goal="win,margin",
    )
    assert (answer.status, answer.objective) == ("optimal", (1, 0))
    assert sum(step.startswith("give Shortsword") for step in steps(answer)) == 2
    assert answer.backend == ("cpsat" if backend == "cpsat" else "exact")


def test_a_target_that_is_not_there() -> None:
    absent = solved(FIVE, target="Goblin Shaman")
    assert absent.status == "impossible"
    assert "Goblin Shaman is not in a room that the position names" in absent.notes


def test_equally_good_lines() -> None:
    """2 + 2 attack against 4 + 1: the Shortbow is needed, by either of the two."""
    answer = solved(
        """
        turn: dungeon
        hand: [Stormhand 1, Gorlandor 1, Shortbow]
        deck: []
        dungeon: {Mine: Goblin Berserker}
        """,
        goal="win,lost",
        target="Goblin Berserker",
        all_lines=True,
    )
    given = {tuple(step.text for step in plan.line.steps if "give" in step.text) for plan in answer.best}
    assert given == {("give Shortbow to Stormhand 1",), ("give Shortbow to Gorlandor 1",)}
    assert {plan.objective for plan in answer.best} == {(1, 0)}


def test_either_kind_of_turn() -> None:
    """5 Adventurers have no gold: the Village brings nothing, the Mine 2 XP, a Treasure and Rations."""
    answer = solved(FIVE.replace("turn: dungeon", "turn: undecided"))
    assert [turn.turn for turn in answer.turns] == ["dungeon", "village"]
    assert answer.best[0].turn == "dungeon"
    with pytest.raises(UsageError):
        solved(FIVE, turn="village")


def test_losses_are_played_in_the_order_that_was_planned() -> None:
    """Each Wound destroys a card, and the Shard's leaving makes its Hero let go of a Dagger: the plain search
    says what can be kept.
    """
    found = position_of(
        """
        turn: dungeon
        hand: [Adventurer, Thunderstone Shard, Dagger]
        wounds: 3
        deck: {top: [Dagger], rest: [Amulet of Infravision, Festering Wound]}
        last_turns: 1
        dungeon: {The Wilderness: Smorga the Queen V, Abandoned Gate: none, Mine: none}
        """
    )
    assert agrees(found.game, found.state, ("healed", "tokens", "total"), "dungeon")


RUG = """
    turn: dungeon
    hand: [Adventurer, Thunderstone Rug]
    deck: []
    dungeon: {Mine: Goblin Potion Tester, Crypt: Hobgoblin Scrapper}
    cards: {Thunderstone Rug: {abilities: []}}
    """


def test_of_two_alerts_the_one_that_is_met_is_told() -> None:
    """1 attack wherever it is used, so every way is as good: that on which the first text is met, too."""
    answer = solved(RUG, goal="total", all_lines=True)
    assert answer.objective == (1,)
    ways = [[step.text for step in plan.line.steps] for plan in answer.best]
    crossing = ["move to Mine", "move to Crypt", "pass", "ignore Crypt", "battle Hobgoblin Scrapper"]
    assert any(way[-5:] == crossing for way in ways)


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


def test_the_levels_of_a_visit() -> None:
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
        end = after(state, "go to Shop of Wonders", "pass", "buy a Treasure", "pass", "pass", "pass")
        assert worth(end, "growth,treasures,unspent") == (10, 1, 0)


def test_goals_are_read() -> None:
    assert read_goal("village", None) == DEFAULTS["village"]
    assert read_goal("dungeon", " 3*xp + 1*rewards, lost ") == ("3*xp+rewards", "lost")
    for text in ("xp,xp", "points", "0*xp", ","):
        with pytest.raises(UsageError):
            read_goal("any", text)


FILE = "puzzles/quest/cards/monsters/kobold-warrior-first.yaml"


def test_what_is_played_where_the_best_cannot_be_played_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def spent(*_: object) -> None:
        raise SpentError

    monkeypatch.setattr(Evaluator, "line", spent)
    answer = api.solve(api.load(FILE), FILE)

    assert answer.verdict == "undecided"
    (hasty,) = answer.solution.best  # one that is found at once
    assert hasty.objective <= answer.solution.bound


KING = """
    turn: dungeon
    champion: Throne Room
    hand: [Gorlandor 3, Maul, 2 x Lantern, Dagger]
    deck: []
    dungeon: {Abandoned Gate: none, Mine: none, Throne Room: Goblin King}
    """


def test_what_is_proved_of_a_play_that_wins_a_treasure() -> None:
    """9 XP are 9 points for certain. A Treasure that is told has points of its own, and nothing is left."""
    open_, told = solved(KING, goal="vp"), solved(f"{KING}\n    treasure_deck: [Root Stride]", goal="vp")
    assert open_.objective == (9,)
    assert how_sure(open_).startswith("Proved, not counting the Victory Points of the Treasure")
    assert how_sure(told) == "Proved."
