"""Monsters that nobody knows: attacking one is never ruled out, so the best known line is not proved best."""

from __future__ import annotations

import pytest

from tests.games.thunderstone.files import opened, solve
from tsolve.games.thunderstone.planning.situations import STRANGER
from tsolve.model.answers import SolveAnswer

ARCHMAGE = """\
turn: dungeon
hand: [Elf Archmage, Thyrian Squire, Militia]
deck: []
hall: [Nixie, Mythlurian, Mythlurian]
players: {others: 0}
"""
# Magic Attack 4, Attack 2 + 1: 7, with Light 2, so nothing is lost up to Rank 2, and 2 points in Rank 3.
# In Rank 1 the Nixie (5) falls: 1 VP. A Mythlurian (8) falls nowhere.

BANISH = ARCHMAGE.replace("Elf Archmage", "Banish, Lantern, Flaming Sword")
ROBBED = BANISH.replace("Banish", "Banish, Selurin Theurge")


def solved(dungeon: str, text: str = ARCHMAGE, **how: str) -> SolveAnswer:
    return solve(opened(text + f"dungeon_deck: {dungeon}\n"), backend="exact", **how)  # type: ignore[arg-type]


def vp(answer: SolveAnswer) -> int:
    return answer.objective[answer.goal.index("vp")]


def test_a_monster_that_may_come_is_left_out_even_where_the_best_known_line_moves_nothing() -> None:
    answer = solved("unknown")

    assert (answer.status, answer.bound, answer.left_out) == ("undecided", (), (STRANGER,))
    assert [step.text for step in answer.best[0].line.steps] == ["attack Nixie"]
    assert vp(answer) == 1


def test_it_may_indeed_be_worth_more() -> None:
    # On top lies a Kingdom (Health 5, 3 VP). It comes into Rank 3: 7 - 2 = 5.
    answer = solved("{top: [Kingdom], rest: unknown}")

    assert (answer.status, answer.left_out) == ("optimal", ())
    assert (answer.best[0].title, vp(answer)) == ("defeat Kingdom", 3)


@pytest.mark.parametrize("dungeon", ["[]", "{top: [Famine], rest: unknown}"])
def test_nothing_is_left_out_where_only_known_cards_can_come(dungeon: str) -> None:
    # A Famine (Health 4, less than 3 VP and no more than the Nixie's in sum) is no stranger: one card comes.
    assert (solved(dungeon).status, solved(dungeon).left_out) == ("optimal", ())


def test_nothing_is_left_out_where_no_card_moves_the_hall() -> None:
    assert solved("unknown", ARCHMAGE.replace("Elf Archmage", "Elf Wizard")).status == "optimal"


def test_what_cannot_be_surpassed_is_proved_with_strangers_too() -> None:
    assert solved("unknown", goal="win").status == "optimal"
    assert solved("unknown", goal="win,lost").status == "optimal"  # won, and no card of the own is lost
    assert solved("unknown", goal="win,vp").status == "undecided"


def test_a_win_that_needs_the_hall_moved_is_proved_by_this_goal() -> None:
    # With the Nixie in Rank 3 there are 7 - 2 = 5 at once. Without the Squire 5: she must slide to Rank 2.
    text = ARCHMAGE.replace("Thyrian Squire, ", "").replace(
        "Nixie, Mythlurian, Mythlurian", "Mythlurian, Mythlurian, Nixie"
    )

    assert (solved("unknown", text, goal="win").status, solved("unknown", text).status) == (
        "optimal",
        "undecided",
    )
    assert solved("unknown", text).best[0].title == "defeat Nixie"


def test_whoever_wants_no_unknown_card_has_an_answer() -> None:
    assert (solved("unknown", draws="known").status, solved("unknown", draws="known").left_out) == (
        "optimal",
        (),
    )


@pytest.mark.parametrize(("target", "status"), [("Nixie", "optimal"), ("Kingdom", "undecided")])
def test_a_target_is_one_that_stands_there_or_one_that_may_come(target: str, status: str) -> None:
    assert solved("unknown", target=target).status == status


@pytest.mark.parametrize("text", [BANISH, ROBBED], ids=["banish", "where the own hand is robbed too"])
def test_banish_brings_strangers_as_well(text: str) -> None:
    assert solved("unknown", text).left_out == (STRANGER,)
    assert solved("[]", text).left_out == ()


def test_under_chance_too() -> None:
    # The Priest draws a Militia or a Torch first: 4 + 2 and perhaps 1 against the Nixie (5), certain already.
    text = ARCHMAGE.replace("Thyrian Squire, Militia", "Regian Priest").replace(
        "deck: []", "deck: {rest: [Militia, Torch]}"
    )

    assert solved("unknown", text).left_out == (STRANGER,)
    assert solved("[]", text).left_out == ()


def test_a_stranger_in_rank_one_may_breach_so_nothing_is_said_of_it() -> None:
    # 4 are not enough for the Nixie. Sent down, she leaves three Ranks to cards that nobody knows.
    text = ARCHMAGE.replace(", Thyrian Squire, Militia", "").replace(
        "Nixie, Mythlurian, Mythlurian", "Nixie, none, none"
    )
    answer = solved("unknown", text)

    assert (answer.status, answer.best[0].title) == ("undecided", "attack Nixie")
    assert answer.left_out == ("an unknown Monster comes to Rank 1: what follows hangs on it",)


@pytest.mark.parametrize(("goal", "status"), [("win", "optimal"), ("win,vp", "undecided")])
def test_a_card_of_the_hall_that_the_file_does_not_know(goal: str, status: str) -> None:
    text = ARCHMAGE.replace("Elf Archmage", "Elf Wizard, Torch").replace(
        "Nixie, Mythlurian, Mythlurian", "Nixie, unknown, none"
    )

    assert solved("[]", text, goal=goal).status == status
