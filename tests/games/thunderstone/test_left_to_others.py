"""Choices of other players that a line leaves out before a step."""

from __future__ import annotations

from tests.games.thunderstone.files import opened
from tsolve.games.thunderstone.judging.lines import Bests
from tsolve.turns.line import play_line

LOOTER = """
turn: dungeon
hand: [Chulian Looter, Dagger]
deck: []
hall: [Nixie, Griffon, Mythlurian]
players: {others: [{hand: %s}]}
line: [use Chulian Looter, equip Dagger on Chulian Looter, attack Nixie]
claims: [{total: 4, against: Nixie}, {total: 5, against: Nixie}, {total: 6, against: Nixie}]
"""
THEURGE = """
turn: dungeon
hand: [Selurin Theurge, Torch, Militia]
deck: []
hall: [Pegasus, Nixie, Griffon]
players: {others: [%s]}
line: [use Selurin Theurge, player 1 discards Militia, %sattack Pegasus]
claims: [{defeats: Pegasus}, {total: 4, against: Pegasus}]
"""


def judged(text: str) -> tuple[bool, bool, list[str]]:
    """Whether the line is legal, whether nobody can tell, and the verdicts on the claims."""
    file = opened(text)
    played = play_line(file, file.position.line)
    verdicts = [each.judge().verdict for each in file.claims(played, Bests(file))]
    return played.answer.legal, bool(played.answer.undecided), verdicts


def test_what_a_hidden_hand_gives_a_looter_is_not_taken_as_none() -> None:
    # 3 + Dagger 1, and 1 for a Weapon of the hidden hand, if there is one.
    assert judged(LOOTER % "unknown") == (False, True, ["undecided", "undecided", "refuted"])


def test_which_weapon_a_looter_brings_in_need_not_be_told() -> None:
    assert judged(LOOTER % "[Short Sword, Spear]") == (True, False, ["refuted", "confirmed", "refuted"])


def test_a_hero_can_be_borrowed_only_if_it_was_given() -> None:
    # With the Elf Wizard (2 + 2) x 2 = 8 against Health 6, and never 4.
    text = THEURGE % ("{hand: [Militia, Elf Wizard]}", "borrow Elf Wizard, ")
    assert judged(text) == (False, True, ["undecided", "refuted"])


def test_which_hero_was_given_does_not_matter_when_none_is_borrowed() -> None:
    # The own Militia is gone: 2 x 2 = 4 against Health 6.
    for seats in ("{hand: [Militia, Elf Wizard]}", "{hand: unknown}"):
        assert judged(THEURGE % (seats, "")) == (True, False, ["refuted", "confirmed"])


def test_too_many_ways_are_undecided() -> None:
    seats = ", ".join(["{hand: unknown}"] * 3)
    assert judged(THEURGE % (seats, "")) == (False, True, ["undecided", "undecided"])


def test_a_wrong_answer_is_refused_for_what_it_is() -> None:
    file = opened(THEURGE % ("{hand: [Militia, Elf Wizard]}", ""))
    texts = ["use Selurin Theurge", "player 1 discards Militia", "player 2 discards Thyrian Squire"]
    step = play_line(file, texts).answer.steps[-1]
    assert step.refusal is not None
    assert step.refusal.reason == "Thyrian Squire is no Hero of that hand"


def test_a_step_that_is_legal_in_no_way_is_not_legal() -> None:
    file = opened(THEURGE % ("{hand: [Militia, Elf Wizard]}", ""))
    answer = play_line(file, ["use Selurin Theurge", "player 1 discards Militia", "attack Kingdom"]).answer
    assert not answer.legal
    assert not answer.undecided
