"""Choices in a written line: those with one answer may be said or left out, equal cards are one choice."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tsolve.api.positions import check, load
from tsolve.model.plays import LineAnswer


def judged(tmp_path: Path, hand: str, hall: str, line: Sequence[str]) -> LineAnswer:
    """The line as judged in a small Dungeon position."""
    file = tmp_path / "position.yaml"
    steps = "\n".join(f'- "{step}"' for step in line)
    text = f"game: thunderstone\nturn: dungeon\nhand: [{hand}]\ndeck: []\nhall: [{hall}]\nline:\n{steps}\n"
    file.write_text(text, encoding="utf-8")
    answer = check(load(str(file))).line
    assert answer is not None
    return answer


FORCED = [
    # one Militia before the Black Slime; one Hero before the Haunt; no Attack for the Disease to lower
    ("Thyrian Squire, Militia", "Black Slime, Nixie, Ghost", "attack Black Slime", "destroy Militia"),
    ("Elf Wizard, Fireball", "Haunt, Nixie, Ghost", "attack Haunt", "Elf Wizard cannot attack"),
    ("Elf Wizard, Disease", "Famine, Nixie, Ghost", "attack Famine", "take the reduction from Magic Attack"),
    ("Militia, Torch", "Judgement, Nixie, Ghost", "attack Judgement", "take the reduction from Attack"),
    ("2 x Militia", "Wraith, Nixie, Ghost", "attack Wraith", "destroy Militia #2"),
]


@pytest.mark.parametrize(("hand", "hall", "attack", "said"), FORCED)
def test_a_choice_with_one_answer_may_be_said_once(
    tmp_path: Path, hand: str, hall: str, attack: str, said: str
) -> None:
    assert judged(tmp_path, hand, hall, [attack]).legal
    assert judged(tmp_path, hand, hall, [attack, said]).legal
    assert not judged(tmp_path, hand, hall, [attack, said, said]).legal


WRONG = [
    ("Thyrian Squire, Militia, Torch", "Black Slime, Nixie, Ghost", "attack Black Slime", "destroy Torch"),
    ("Elf Wizard, Disease", "Famine, Nixie, Ghost", "attack Famine", "take the reduction from Attack"),
    # no Militia: nothing is destroyed and nothing can be said to be
    ("Thyrian Squire, Torch", "Black Slime, Nixie, Ghost", "attack Black Slime", "destroy Torch"),
    # a Hero who is not there had no choice
    (
        "Militia, Torch",
        "Judgement, Nixie, Ghost",
        "attack Judgement",
        "take the reduction from Attack for Chalice Defender",
    ),
    # no Disease: nothing is reduced
    ("Thyrian Squire, Torch", "Nixie, Famine, Ghost", "attack Nixie", "take the reduction from Attack"),
]


@pytest.mark.parametrize(("hand", "hall", "attack", "said"), WRONG)
def test_a_choice_that_nobody_had_is_not_legal(
    tmp_path: Path, hand: str, hall: str, attack: str, said: str
) -> None:
    answer = judged(tmp_path, hand, hall, [attack, said])
    assert not answer.legal
    assert answer.steps[1].refusal is not None


def test_the_refusal_names_the_only_choice_and_its_ground(tmp_path: Path) -> None:
    hall = "Black Slime, Nixie, Ghost"
    answer = judged(tmp_path, "Militia, Torch", hall, ["attack Black Slime", "destroy Torch"])
    refusal = answer.steps[1].refusal
    assert refusal is not None
    assert refusal.reason == 'the only choice was "destroy Militia"'
    assert "TS-7.8" in refusal.rulings


@pytest.mark.parametrize(("copy", "legal"), [("", True), (" #1", True), (" #2", True), (" #3", False)])
def test_any_of_equal_cards_may_be_chosen(tmp_path: Path, copy: str, legal: bool) -> None:
    line = ["attack Mythlurian", f"destroy Militia{copy}"]
    answer = judged(tmp_path, "Outlands Khan, 2 x Militia", "Mythlurian, Nixie, Ghost", line)
    assert answer.legal == legal


def test_a_card_that_came_may_be_said_while_a_choice_waits(tmp_path: Path) -> None:
    # (2 + 2) x 2 = 8 = Health 8. The deck is empty: the Sphinx, just gained, is all that its Spoils reveal.
    line = ["attack Sphinx", "draw Sphinx", "destroy revealed Sphinx"]
    answer = judged(tmp_path, "Selurin Warlock, Elf Wizard", "Sphinx, Nixie, Ghost", line)
    assert answer.legal


ROBBED = """\
game: thunderstone
turn: dungeon
hand: [Selurin Theurge, Torch]
deck: []
hall: [Famine, Nixie, Ghost]
players: {{others: [{{hand: [Thyrian Knight, Dagger]}}, {{hand: [Regian Bishop, Militia]}}]}}
line:
- use Selurin Theurge
- player 2 discards {second}
- player 3 discards {third}
- borrow {second}
- attack Famine
"""


@pytest.mark.parametrize(
    ("second", "third", "wrong"),
    [
        ("Thyrian Knight", "Militia", None),
        ("Thyrian Knight", "Dagger", 3),  # player 3 has no Dagger, and it is no Hero
        ("Dagger", "Militia", 2),  # player 2 has a Hero and must discard it
    ],
)
def test_a_forced_discard_of_one_player_may_be_said_while_another_chooses(
    tmp_path: Path, second: str, third: str, wrong: int | None
) -> None:
    file = tmp_path / "position.yaml"
    file.write_text(ROBBED.format(second=second, third=third), encoding="utf-8")
    answer = check(load(str(file))).line
    assert answer is not None
    assert next((step.number for step in answer.steps if step.refusal is not None), None) == wrong


def test_a_line_may_begin_with_an_ability_before_the_turn_is_chosen(tmp_path: Path) -> None:
    file = tmp_path / "position.yaml"
    file.write_text(
        "game: thunderstone\nhand: [Regian Priest]\ndeck: [Dagger]\nhall: [Nixie, Griffon, Ghost]\n"
        "line: [use Regian Priest (draw 1 card), attack Nixie]\n",
        encoding="utf-8",
    )
    answer = check(load(str(file)))

    assert answer.line is not None
    assert answer.line.legal


REACTION = """\
game: thunderstone
turn: dungeon
hand: [Lorigg Rogue, Torch]
deck: []
hall: [Famine, Nixie, Ghost]
players: {{others: [{{hand: [{hand}]}}, {{hand: [Militia, Torch]}}]}}
line: [{line}]
"""
THIRD = ["player 3 discards Militia", "player 3 discards Torch"]
SHOWN = "player 2 reveals Belzur Bishop"


@pytest.mark.parametrize(
    ("hand", "line", "left_open"),
    [
        # player 2 shows the Bishop or discards one of two; with the Bishop alone it goes if it is not shown
        (
            "Belzur Bishop, Dagger",
            ["use Lorigg Rogue"],
            [SHOWN, "player 2 discards Belzur Bishop", "player 2 discards Dagger"],
        ),
        ("Belzur Bishop", ["use Lorigg Rogue"], [SHOWN, "choose nothing more"]),
        ("Dagger, Torch", ["use Lorigg Rogue"], ["player 2 discards Dagger", "player 2 discards Torch"]),
        # said to keep quiet, player 2 has only the discard left
        (
            "Belzur Bishop, Dagger",
            ["use Lorigg Rogue", "choose nothing"],
            ["player 2 discards Belzur Bishop", "player 2 discards Dagger"],
        ),
        # shown: the active player discards instead; then player 3, who has no Bishop, is asked
        ("Belzur Bishop, Dagger", ["use Lorigg Rogue", SHOWN, "player 1 discards Torch"], THIRD),
    ],
)
def test_what_another_player_may_reveal_is_left_open(
    tmp_path: Path, hand: str, line: list[str], left_open: list[str]
) -> None:
    file = tmp_path / "position.yaml"
    file.write_text(REACTION.format(hand=hand, line=", ".join(line)), encoding="utf-8")
    answer = check(load(str(file))).line
    assert answer is not None
    assert answer.outcome == f"The steps leave a choice open: {'; '.join(left_open)}."
