"""Goals as they are written, weighted sums, and goals of the end of the game that count the final score."""

from __future__ import annotations

from functools import partial

import pytest

from tests.games.thunderstone.builders import position_of, solve
from tests.games.thunderstone.planning.agreement import leaves_of_the_end, plans_of_the_end, sweep
from tests.games.thunderstone.planning.random_positions import last_turn, village_position
from tests.sweeping import seeds
from tsolve.contract.measures import Goal
from tsolve.errors import InputError, UsageError
from tsolve.games.thunderstone.measures import MEASURES
from tsolve.games.thunderstone.planning.goals import DEFAULTS, MONSTER_ALONE, counts_monster_alone, read_goal
from tsolve.plays.grade import grade


@pytest.mark.parametrize(
    ("place", "text", "levels"),
    [
        ("dungeon", None, DEFAULTS["dungeon"]),
        ("village", "vp, xp_left ,lost", ("vp", "xp_left", "lost")),
        ("dungeon", " 4 * vp + 1*xp+ lost , lost", ("4*vp+xp+lost", "lost")),
        ("any", "3*vp+growth,diseases,win", ("3*vp+growth", "diseases", "win")),
        ("rest", "99*vp", ("99*vp",)),
    ],
)
def test_goals_are_read_in_a_plain_form(place: str, text: str | None, levels: tuple[str, ...]) -> None:
    assert read_goal(place, text) == levels


@pytest.mark.parametrize(
    ("place", "text", "levels"),
    [
        ("dungeon", "value,2*worth+earned", ("total", "2*growth+xp")),
        ("village", "worth,xp,gold", ("growth", "xp_left", "gold")),
        ("village", "earned", ("xp",)),
        ("rest", "gold", ("gold_lost",)),
        ("any", "worth+earned,value,gold", ("growth+xp", "total", "gold")),
    ],
)
def test_former_names_of_levels_are_read(place: str, text: str, levels: tuple[str, ...]) -> None:
    assert read_goal(place, text) == levels


@pytest.mark.parametrize(
    ("goal", "written", "level"),
    [
        (DEFAULTS["dungeon"], "xp", "xp"),
        (DEFAULTS["village"], "xp", "xp_left"),
        (DEFAULTS["rest"], "gold", "gold_lost"),
        (("2*growth+xp",), "2*worth+earned", "2*growth+xp"),
        (("growth",), "vp", "vp"),
    ],
)
def test_a_file_may_name_a_level_of_a_goal_by_a_former_name(goal: Goal, written: str, level: str) -> None:
    assert MEASURES.level_in(goal, written) == level


@pytest.mark.parametrize(
    ("place", "text", "says"),
    [
        ("dungeon", "fame", '"fame" is not a level of a dungeon goal'),
        ("dungeon", "vp+gold", '"gold" is not a level of a dungeon goal'),
        ("any", "2*fame+vp", '"fame" is not a level of any goal'),
        ("dungeon", "vp,vp", "each level once"),
        ("dungeon", "2*vp+xp+vp", '"2\\*vp\\+xp\\+vp" names a level twice'),
        ("dungeon", "vp+", '"" is not a level'),
        ("dungeon", ",", "at least one level"),
        *(
            ("dungeon", f"{weight}*vp", "whole number from 1 to 99")
            for weight in ("0", "-1", "1.5", "100", "x", "")
        ),
    ],
)
def test_what_cannot_be_a_goal(place: str, text: str, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        read_goal(place, text)


VISIT = """\
turn: village
hand: [Trainer, Militia, Militia]
deck: []
xp: 1
village: {Regian Cleric: 1}
"""


STONE = """\
turn: dungeon
hand: [Thyrian Squire, Short Sword, Lantern, Torch, Militia]
deck: []
hall: [Griknack Goblin, Stone of Mystery, Kingdom]
line: [equip Short Sword on Thyrian Squire, attack Griknack Goblin]
"""
# Squire 2 + Short Sword 4 + Militia 1 = 7, with Light 3 for Rank 3. The Goblin (Health 4): 1 VP, and the
# Thunderstone (3 VP) slides into Rank 1: 4 points. The Kingdom (Health 5): 3 VP, 3 points.


def test_an_answer_by_the_victory_points_of_the_monster_says_what_they_leave_out() -> None:
    by_points, by_vp = (solve(position_of(STONE), goal=goal) for goal in ("points", "vp"))

    assert (by_points.best[0].title, by_points.objective) == (
        "defeat Griknack Goblin, which ends the game",
        (4,),
    )
    assert (by_vp.best[0].title, by_vp.objective) == ("defeat Kingdom", (3,))
    assert MONSTER_ALONE in by_vp.notes
    assert MONSTER_ALONE not in by_points.notes


def test_so_does_a_grade_by_them() -> None:
    by_points, by_vp = (grade(position_of(STONE), goal=goal) for goal in ("points", "vp"))

    assert [[each.exact for each in graded.regret] for graded in (by_points, by_vp)] == [["0"], ["2"]]
    assert MONSTER_ALONE in by_vp.notes
    assert MONSTER_ALONE not in by_points.notes


@pytest.mark.parametrize(
    ("goal", "alone"),
    [
        ("win,vp", True),
        ("4*vp+2*xp", True),
        ("vp,points", True),
        (",".join(DEFAULTS["dungeon"]), False),
        ("points,vp", False),
        ("2*vp+points", False),
        ("lead,vp", False),
        ("win,xp", False),
    ],
)
def test_what_the_score_goes_before_is_no_surprise(goal: str, alone: bool) -> None:
    assert counts_monster_alone(read_goal("dungeon", goal)) == alone


def test_cards_bought_have_their_victory_points_all_counted() -> None:
    assert MONSTER_ALONE not in solve(position_of(VISIT), goal="vp").notes


CHUNK = 20


@pytest.mark.parametrize("first", seeds(3 * CHUNK, 400)[::CHUNK])
def test_plans_equal_the_exhaustive_search(first: int) -> None:
    sweep(plans_of_the_end, partial(last_turn, cards=5), range(first, first + CHUNK), 0.7)


@pytest.mark.parametrize("first", seeds(3 * CHUNK, 400)[::CHUNK])
def test_leaves_equal_the_exhaustive_search(first: int) -> None:
    sweep(leaves_of_the_end, partial(last_turn, cards=5), range(first, first + CHUNK), 0.6)


@pytest.mark.parametrize("first", seeds(2 * CHUNK, 200)[::CHUNK])
def test_visits_equal_the_exhaustive_search(first: int) -> None:
    sweep(plans_of_the_end, partial(village_position, cards=4), range(first, first + CHUNK), 0.8)


GOBLIN = """\
turn: dungeon
hand: [Thyrian Squire, Short Sword, Torch, Militia]
deck: []
hall: [Griknack Goblin, Stone of Mystery, Kingdom]
"""
# Squire 2 + Short Sword 4 + Militia 1 = 7; the Torch covers Rank 1. The Goblin (Health 4, 1 VP) falls with 3
# to spare, the Thunderstone (3 VP) slides into Rank 1: 1 + 3 = 4. Kingdom (Health 5, 3 VP): 7 - 2 * 2 = 3.


@pytest.mark.parametrize(
    ("hand", "worth"),
    [
        ("[Kingdom]", (1, 1, 4)),  # 4 against 3
        ("[Griffon]", (1, 0, 4)),  # 4 against 4: the owner of the Thunderstone wins the tie
        ("[Sphinx]", (0, -7, 0)),  # 4 against 7 would lose now; giving the Kingdom a try loses nothing yet
    ],
)
def test_a_goal_may_ask_to_win(hand: str, worth: tuple[int, ...]) -> None:
    others = f"players: {{others: [{{hand: {hand}, deck: []}}]}}\n"

    assert solve(position_of(GOBLIN + others), goal="victory,lead,points").objective == worth


@pytest.mark.parametrize(
    ("more", "line", "says"),
    [
        ("", 1, "the hand of player 2"),
        ("players: {others: 0}\n", 6, "no other player"),
        ("players: {others: [{hand: [Militia]}]}\n", 6, "the deck of player 2"),
    ],
)
def test_who_leads_must_be_known(more: str, line: int, says: str) -> None:
    with pytest.raises(InputError, match=says) as caught:
        solve(position_of(GOBLIN + more), goal="lead")
    assert [(each.code, each.span and each.span.line) for each in caught.value.diagnostics] == [
        ("E315", line)
    ]
