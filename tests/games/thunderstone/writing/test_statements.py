"""Claims as sentences, and questions as claims."""

from __future__ import annotations

import pytest

from tsolve import api
from tsolve.errors import InputError
from tsolve.games.thunderstone.why_not.queries import (
    Attack,
    Buy,
    Defeat,
    Equip,
    LevelUp,
    Query,
    Reach,
    read_query,
)
from tsolve.games.thunderstone.writing.statements import ClaimFile

POSITION = """
game: thunderstone
turn: dungeon
hand: [Regian Priest, Thyrian Squire, Short Sword, Polearm, 2 x Torch]
deck: []
hall: [Suffering, Kingdom, Nixie]
"""
# 2 Magic Attack of the Priest, who carries the Polearm (2); 2 of the Squire with the Short Sword (4); Light 2
# is enough for Rank 2: 2 + 2 + 2 + 4 = 10.


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("16 against Uyril Unending", ClaimFile(total=16, against="Uyril Unending")),
        ("total 16 against Nixie in Rank 3", ClaimFile(total=16, against="Nixie in Rank 3")),
        ("Attack Value 16 vs. the Nixie", ClaimFile(total=16, against="Nixie")),
        ("Nixie is defeated", ClaimFile(defeats="Nixie")),
        ("defeats Nixie", ClaimFile(defeats="Nixie")),
        ("Defeats Nixie with chance 1/3", ClaimFile(defeats="Nixie", chance="1/3")),
        ("Nixie is not defeated", ClaimFile(not_defeats="Nixie")),
        ("not defeats Nixie", ClaimFile(not_defeats="Nixie")),
        ("Nixie can be defeated", ClaimFile(can="defeat Nixie")),
        ("cannot attack Nixie", ClaimFile(cannot="attack Nixie")),
        ("can buy Polearm", ClaimFile(can="buy Polearm")),
        ("cannot buy Polearm", ClaimFile(cannot_buy="Polearm")),
        ("Polearm is bought (after 2 steps)", ClaimFile(buys="Polearm", after=2)),
        ("Militia can't carry Polearm, after 1", ClaimFile(cannot="equip Polearm on Militia", after=1)),
        ("6 gold", ClaimFile(gold=6)),
        ("I have 6 gold", ClaimFile(gold=6)),
        ("gets 2 XP", ClaimFile(xp=2)),
        ("light -1", ClaimFile(light=-1)),
        ("legal: use Banish", ClaimFile(legal="use Banish")),
        ("use Banish is legal", ClaimFile(legal="use Banish")),
        ("equip Polearm on Militia is not legal", ClaimFile(illegal="equip Polearm on Militia")),
        ("attack Nixie is illegal, after 2", ClaimFile(illegal="attack Nixie", after=2)),
    ],
)
def test_a_claim_may_be_a_sentence(text: str, claim: ClaimFile) -> None:
    assert ClaimFile.from_text(text) == claim


@pytest.mark.parametrize(
    ("text", "help_"),
    [
        *((text, "write, for example") for text in ("Nixie", "Nixie is large", "attack Nixie", "gold", "")),
        ("Polearm is not bought", 'write "cannot buy Polearm"'),
        ("Nobody buys Polearm", 'write "cannot buy Polearm"'),
        ("can attack Nixie instead of Haunt", 'write "can attack Nixie"'),
        ("can buy Polearm and level up Militia", "write one step behind each dash"),
    ],
)
def test_other_sentences_are_no_claims(text: str, help_: str) -> None:
    with pytest.raises(ValueError, match=help_):
        ClaimFile.from_text(text)


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("Nixie can be defeated", Defeat("Nixie")),
        ("cannot attack Nixie", Attack("Nixie")),
        ("why can't I buy Polearm?", Buy("Polearm")),
        ("Militia can equip Polearm", Equip("Polearm", "Militia")),
        ("can Militia level up to Elf Wizard?", LevelUp("Militia", "Elf Wizard")),
        ("16 against Nixie", Reach("attack", 16, "Nixie")),
        ("at least 16 against Nixie", Reach("attack", 16, "Nixie")),
        ("more than 6 gold", Reach("gold", 7)),
        ("gold 6", Reach("gold", 6)),
        ("defeats Nixie", Defeat("Nixie")),
    ],
)
def test_a_question_may_be_put_as_a_claim(text: str, query: Query) -> None:
    assert read_query(text) == query


def test_what_can_be_done_is_judged_as_a_why_not() -> None:
    claims = {
        "can attack Nixie": "confirmed",
        "cannot attack Kingdom": "refuted",
        "Kingdom can be defeated": "confirmed",  # 10 against Health 5
        "Regian Priest cannot carry Short Sword": "refuted",  # Strength 4, Weight 4
        "can buy Polearm": "refuted",  # the turn enters the Dungeon
        "10 against Kingdom": "confirmed",
    }
    written = "".join(f"- {text}\n" for text in claims)
    answer = api.check(api.loads(f"{POSITION}claims:\n{written}".encode(), "x.yaml"))
    assert {each.text: each.verdict for each in answer.claims} == {
        "can attack Nixie": "confirmed",
        "cannot attack Kingdom": "refuted",
        "can defeat Kingdom": "confirmed",
        "cannot equip Short Sword on Regian Priest": "refuted",
        "can buy Polearm": "refuted",
        "total 10 against Kingdom": "confirmed",
    }


def test_what_can_be_done_is_not_what_the_line_does() -> None:
    line = "line: [attack Nixie]\nclaims: [Kingdom can be defeated, Kingdom is defeated, can attack Nixie]\n"
    answer = api.check(api.loads((POSITION + line).encode(), "x.yaml"))
    assert [each.verdict for each in answer.claims] == ["confirmed", "refuted", "confirmed"]


@pytest.mark.parametrize("claim", ["can attack Kingdon", "can defeat Polearm", "Squirre can carry Polearm"])
def test_names_of_what_can_be_done_are_read_with_the_file(claim: str) -> None:
    with pytest.raises(InputError) as caught:
        api.loads(f"{POSITION}claims:\n- {claim}\n".encode(), "x.yaml")
    assert {each.span.line for each in caught.value.diagnostics if each.span} == {8}


def test_what_cannot_be_asked_is_wrong_at_its_place() -> None:
    position = api.loads(f"{POSITION}claims:\n- can frobnicate\n".encode(), "x.yaml")
    with pytest.raises(InputError) as caught:
        api.check(position)
    assert [str(each.span) for each in caught.value.diagnostics] == ["x.yaml:8:7"]
