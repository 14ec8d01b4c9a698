"""How a written line becomes graded steps: silent steps, what was told, open ends, other players, Spoils."""

from __future__ import annotations

import pytest

from tests.games.thunderstone.files import opened
from tsolve.budget import Budget, allow
from tsolve.errors import InputError, UsageError
from tsolve.model.grades import GradeAnswer
from tsolve.turns.grade import grade

# Squire 2 + Short Sword 4 + Militia 1 = 7 against Kingdom 5 with the Torch in Rank 1.
HAND = """\
turn: dungeon
hand: [Thyrian Squire, Militia, Short Sword, Torch]
deck: []
hall: [Kingdom, Griffon, Nixie]
"""


def graded(text: str, goal: str | None = None) -> GradeAnswer:
    return grade(opened(text), goal=goal)


def verdicts(answer: GradeAnswer) -> list[tuple[int, str]]:
    return [(step.number, step.verdict) for step in answer.steps]


def exact(worth: object) -> list[str]:
    return [level.exact for level in worth]  # type: ignore[attr-defined]


def test_a_line_that_stops_before_the_attack_is_graded_as_far_as_it_goes() -> None:
    answer = graded(HAND + "line: [equip Short Sword on Thyrian Squire]\n", goal="win,margin")

    assert verdicts(answer) == [(1, "kept")]
    assert not answer.finished
    assert exact(answer.result) == ["1", "2"], "still within reach: 7 - 5 = 2"
    assert answer.cards == ()


def test_what_comes_after_the_result_is_not_graded() -> None:
    text = HAND.replace("deck: []", "deck: {top: [Torch], rest: unknown}")
    answer = graded(text + "line: [equip Short Sword on Thyrian Squire, attack Kingdom, draw Torch]\n")

    assert verdicts(answer) == [(1, "kept"), (2, "kept"), (3, "over")]


def test_a_card_that_the_file_knew_is_no_luck() -> None:
    text = "turn: dungeon\nhand: [Regian Priest]\ndeck: [Torch]\nhall: [Kingdom, Griffon, Nixie]\n"
    answer = graded(text + "line: [use Regian Priest (draw 1 card), draw Torch, attack Kingdom]\n")

    assert verdicts(answer)[1] == (2, "forced")
    assert not any(level.value for level in answer.luck)


def test_a_card_that_cannot_come_is_not_legal() -> None:
    text = "turn: dungeon\nhand: [Regian Priest]\ndeck: [Torch]\nhall: [Kingdom, Griffon, Nixie]\n"
    answer = graded(text + "line: [use Regian Priest (draw 1 card), draw Lantern]\n")

    assert verdicts(answer)[1] == (2, "illegal")
    assert not answer.line.legal


def test_a_revealed_monster_of_which_nothing_was_known_cannot_be_judged() -> None:
    # Banish sends the Nixie down; what comes in its place was not known when it was played.
    text = "turn: dungeon\nhand: [Banish, Militia, Militia]\ndeck: [Torch]\nhall: [Kingdom, Griffon, Nixie]\n"
    answer = graded(text + "line: [use Banish on Nixie, reveal Famine]\n")

    assert (2, "unknown") in verdicts(answer)
    assert answer.undecided


def test_what_another_player_gives_up_is_nobodys_fault() -> None:
    text = """\
    turn: dungeon
    goal: win
    hand: [Redblade Poisoner, Torch]
    deck: []
    hall: [Kingdom, Griffon, Nixie]
    players: {others: [{hand: [Militia, Torch], deck: []}]}
    line: [use Redblade Poisoner, player 2 discards Torch, attack Kingdom]
    """
    answer = graded(text)

    assert all(verdict in ("kept", "forced", "unknown") for _, verdict in verdicts(answer))
    assert verdicts(answer)[2] == (3, "kept")


def test_spoils_have_no_say_in_the_goal_and_that_is_said() -> None:
    # Huntress, Janissary: Spoils buy a card. Here the Sphinx lets the deck be searched after the victory.
    text = """\
    turn: dungeon
    goal: win
    hand: [3 x Dwarf Janissary, 3 x Short Sword]
    deck: []
    hall: [Kingdom, Griffon, Nixie]
    village: {Dagger: 8}
    line:
    - equip Short Sword on Dwarf Janissary
    - equip Short Sword on Dwarf Janissary
    - equip Short Sword on Dwarf Janissary
    - attack Kingdom
    - buy Dagger
    """
    answer = graded(text)

    assert answer.line.legal, answer.line.outcome
    assert verdicts(answer)[-1] == (5, "over")
    assert any("Spoils" in note for note in answer.notes)


def test_no_line_is_wrong_usage_and_a_goal_of_the_file_is_located() -> None:
    with pytest.raises(UsageError, match="add `line:`"):
        graded(HAND)
    with pytest.raises(UsageError, match="gold"):
        graded(HAND + "line: [attack Kingdom]\n", goal="gold")
    with pytest.raises(InputError) as caught:
        graded(HAND + "goal: gold\nline: [attack Kingdom]\n")
    assert [(each.code, each.span and each.span.line) for each in caught.value.diagnostics] == [("E311", 6)]


def test_no_time_to_plan_is_no_verdict() -> None:
    position = opened(HAND + "line: [attack Kingdom]\n")
    with allow(Budget(steps=0)):
        answer = grade(position)
    known = {step.verdict for step in answer.steps}

    assert known <= {"lost", "unknown"}
    assert bool(answer.undecided) == ("unknown" in known)


def test_the_kind_of_turn_is_judged_by_a_goal_that_was_asked_for() -> None:
    # The Dungeon wins 3 VP (7 against 5); a visit with gold 3 + 2 buys at most a Dagger, without points.
    text = HAND.replace("turn: dungeon\n", "") + "village: {Dagger: 8}\n"
    line = "line: [visit the Village, buy Dagger, end the turn]\n"
    asked, usual = graded(text + line, goal="vp"), graded(text + line)

    assert [step.verdict for step in asked.steps] == ["lost", "kept", "forced"]
    assert exact(asked.regret) == ["3"]
    assert asked.steps[0].better[0] == "enter the Dungeon"
    assert asked.out_of_reach is not None
    assert asked.out_of_reach.number == 1
    assert usual.steps[0].verdict == "forced"
    assert exact(usual.regret) == ["0"] * 4


def test_a_line_that_tells_the_whole_new_hand() -> None:
    # Torch 2 + Torch 2 = 4 gold: a Lantern (4) at most; a Dagger (3) leaves 1. Four Militia are drawn; then
    # the discard pile (2 Torches, the Dagger) is shuffled, of which two more come.
    text = """\
    turn: village
    hand: [2 x Torch]
    deck: [4 x Militia]
    village: {Dagger: 8, Lantern: 8}
    line:
    - buy Dagger
    - end the turn
    - draw Militia
    - draw Militia
    - draw Militia
    - draw Militia
    - draw Torch
    - draw Dagger
    """
    answer = graded(text)

    assert answer.line.legal, answer.line.outcome
    assert exact(answer.start)[0] == "4"
    assert exact(answer.result)[0] == "3"
    assert [step.verdict for step in answer.steps][2:] == ["over"] * 6
    assert answer.slack is not None
    assert answer.slack.amount == 1
