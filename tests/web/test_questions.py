"""The questions of the page: what each answers beyond the command of its name, and which way it takes."""

from __future__ import annotations

import msgspec
import pytest

from tsolve.api.shipped import example
from tsolve.errors import InputError, UsageError
from tsolve.model.answers import CheckAnswer
from tsolve.model.asked import AboutFile
from tsolve.model.odds import OddsAnswer
from tsolve.model.plays import ShowAnswer
from tsolve.model.solved import LegalAnswer, SolvedAnswer
from tsolve.model.why_not import AskAnswer
from tsolve.web.questions import Asked, Told, answered

# Thyrian Squire 2 + Short Sword 4 = 6, and the Torch lights Rank 1; Nixie has Health 5.
FIGHT = """\
game: thunderstone
turn: dungeon
hand: [Thyrian Squire, Short Sword, Torch]
deck: []
hall: [Nixie, none, none]
"""


def ask(name: str, text: str, words: str = "") -> Told:
    return answered(name, Asked(text, words, 10.0))


# claims that cannot be read


def test_the_other_claims_are_judged() -> None:
    told = ask("check", f"{FIGHT}claims:\n- {{defeats: Nixie}}\n- blah blah\n- {{defeats: Nobodi}}\n")
    assert isinstance(told.answer, CheckAnswer)
    assert len(told.answer.claims) == 1
    assert told.unread is not None
    assert told.unread.is_judged
    assert len(told.unread.diagnostics) == 2
    assert sum("left out" in each for each in told.answer.notes) == 2


def test_without_any_other_claim_the_mistakes_are_told() -> None:
    with pytest.raises(InputError):
        ask("check", f"{FIGHT}claims: [blah blah]\n")
    with pytest.raises(InputError):
        ask("check", "game: thunderstone\nhand: [Tirch]\nclaims: [6 gold, blah]\n")


# what is legal, and what it is worth


def test_what_is_legal_stands_beside_what_can_be_made_of_it() -> None:
    answer = ask("legal", FIGHT).answer
    assert isinstance(answer, LegalAnswer)
    assert "attack Nixie" in {each.text for each in answer.legal}
    assert isinstance(answer.worth, SolvedAnswer)
    assert not isinstance(answer.worth.targets, msgspec.UnsetType)
    assert [(each.name, each.outcome) for each in answer.worth.targets.targets] == [("Nixie", "certain")]


def test_purchases_have_their_worth() -> None:
    answer = ask("legal", example("village").text).answer
    assert isinstance(answer, LegalAnswer)
    assert isinstance(answer.worth, SolvedAnswer)
    assert {each.title for each in answer.worth.candidates} == {"buy Lantern", "buy Banish"}


def test_behind_a_line_only_the_best_end_is_told() -> None:
    answer = ask("legal", f"{FIGHT}line: [equip Short Sword on Thyrian Squire]\n").answer
    assert isinstance(answer, LegalAnswer)
    assert isinstance(answer.worth, SolvedAnswer)
    assert isinstance(answer.worth.targets, msgspec.UnsetType)


@pytest.mark.parametrize(
    "text", ["game: gloomhaven\ncampaign: {reputation: 3}\n", f"{FIGHT}line: [attack Nixie]\n"]
)
def test_where_nothing_is_planned_or_left_nothing_is_worth_anything(text: str) -> None:
    answer = ask("legal", text).answer
    assert isinstance(answer, LegalAnswer)
    assert isinstance(answer.worth, msgspec.UnsetType)


# goals and events


def test_a_goal_may_be_named() -> None:
    answer = ask("solve", FIGHT, "margin").answer
    assert isinstance(answer, SolvedAnswer)
    assert answer.solution.goal == ("margin",)
    with pytest.raises(UsageError):
        ask("solve", FIGHT, "nonsense")


def test_events_have_their_chances() -> None:
    """Of twelve cards, six of them Torches, a hand of six has no Torch in 1 case of C(12, 6) = 924."""
    text = "game: thunderstone\nturn: village\nhand: []\ndeck: {rest: [6 x Torch, 6 x Dagger]}\n"
    answer = ask("odds", text, "Torch within 1 hand").answer
    assert isinstance(answer, OddsAnswer)
    assert "923/924" in str(msgspec.json.encode(answer))
    assert isinstance(ask("odds", text).answer, OddsAnswer)


# questions in words


def test_with_nothing_filled_in_a_question_describes_its_own_position() -> None:
    question = "Thyrian Squire, Short Sword, Torch vs Nixie rank 1"
    for text in ("", "game: thunderstone\nturn: dungeon\n", FIGHT):
        answer = ask("ask", text, question).answer
        assert isinstance(answer, AskAnswer)
        assert answer.cases[0].verdict == "yes"


def test_a_question_is_about_the_position_that_is_filled_in() -> None:
    answer = ask("ask", FIGHT, "can I defeat Nixie?").answer
    assert isinstance(answer, AboutFile)


def test_what_nobody_understands_says_what_the_first_way_said() -> None:
    for name in ("ask", "why-not"):
        with pytest.raises((UsageError, InputError)):
            ask(name, FIGHT, "xyzzy plugh")
        with pytest.raises(UsageError):
            ask(name, FIGHT, "")


def test_a_step_of_the_best_play_of_a_puzzle() -> None:
    """What a puzzle expects of its own line says nothing of another one."""
    text = (
        "game: thunderstone\nturn: dungeon\nhand: [Militia, Torch]\ndeck: []\n"
        "hall: [Griknack Goblin, none, none]\n"
        "line: [attack Griknack Goblin]\nexpect: {line: {total: 1}}\n"
    )
    before, after = (ask("step", text, f"{number}\nattack Griknack Goblin").answer for number in (0, 1))

    # Attack 1 of Health 4 is not enough: the hand is discarded, and the Goblin leaves the Hall.
    assert isinstance(before, ShowAnswer)
    assert isinstance(after, ShowAnswer)
    assert before.position.board[0].places[0].holds == "Griknack Goblin"
    assert [zone.text for zone in after.position.zones if zone.name == "Discard"] == ["Militia, Torch"]
    assert after.position.board == ()
