"""Files that write keys by former names are read as before, and told the names of today."""

from __future__ import annotations

import pytest

from tsolve import api
from tsolve.errors import InputError

# Two Militia make an Attack Value of 2 in the light of two Torches: 2 short of the Goblin's Health 4.
BATTLE = """\
game: thunderstone
turn: dungeon
goal: shortfall
hand: [2 x Militia, 2 x Torch]
deck: []
hall: [Griknack Goblin, none, none]
line: [attack Griknack Goblin]
"""
# 5 attack against 4 health and 3 armor of the Warrior: 2 short.
QUEST = """\
game: quest
turn: dungeon
target: Goblin Warrior
goal: shortfall
hand: [5 x Adventurer]
dungeon: {Mine: Goblin Berserker, Abandoned Gate: Goblin Warrior}
"""
# An attack of 3 with a +1 deals 4, and the Guard has 4 hit points.
BLOW = """\
game: gloomhaven
attacks: [{attack: "3", against: {name: Guard, hp: 4, kind: monster}}]
line: [draw +1]
"""
ROW = "calculation: [{card: '', value: 2}]"


@pytest.mark.parametrize(
    ("position", "expected", "told"),
    [
        (
            BATTLE,
            "best: {win: false}",
            "`win` in line 9 is an old name, read for this version only: write won",
        ),
        (BATTLE, "best: {value: -2}", "`value` in line 9"),
        (BATTLE, "best: {worth: {shortfall: -2}}", "`worth` in line 9"),
        (BATTLE, ROW, "write total"),
        (QUEST, "best: {win: false}", "write won"),
        (QUEST, "best: {value: -2}", "`value` in line 8"),
        (QUEST, "best: {worth: {shortfall: -2}}", "`worth` in line 8"),
        (BLOW, "line: {kills: true}", "write all_dead"),
    ],
)
def test_a_former_key_is_read_with_a_note(position: str, expected: str, told: str) -> None:
    answer = api.check(api.loads(f"{position}expect:\n  {expected}\n"))

    assert answer.verdict == "holds"
    (note,) = [each for each in answer.notes if "read for this version only" in each]
    assert told in note


def test_names_of_today_need_no_note() -> None:
    text = f"{BATTLE}expect:\n  best: {{won: false, shortfall: 2}}\n  calculation: [{{card: '', total: 2}}]\n"
    answer = api.check(api.loads(text))

    assert answer.verdict == "holds"
    assert not [each for each in answer.notes if "for this version" in each]


@pytest.mark.parametrize("both", ["win: false, won: false", "won: false, win: false"])
def test_a_key_may_not_have_both_names(both: str) -> None:
    with pytest.raises(InputError) as caught:
        api.loads(f"{BATTLE}expect:\n  best: {{{both}}}\n")

    (problem,) = caught.value.diagnostics
    assert (problem.code, problem.span and problem.span.line) == ("E115", 9)


def test_a_former_key_of_a_claim_is_read() -> None:
    answer = api.check(api.loads(f"{BLOW}claims: [{{kills: true}}, {{all_dead: false}}]\n"))

    assert [each.verdict for each in answer.claims] == ["confirmed", "refuted"]


def test_what_a_former_key_states_stands_where_the_file_has_it() -> None:
    """So that a suite finds it, and brings it up to date."""
    answer = api.check(api.loads(f"{BATTLE}expect: {{best: {{win: true}}, {ROW[:-2]}9}}]}}\n"))

    assert [(each.path, each.holds) for each in answer.expectations] == [
        (("expect", "best", "win"), False),
        (("expect", "calculation", 0, "value"), False),
    ]
