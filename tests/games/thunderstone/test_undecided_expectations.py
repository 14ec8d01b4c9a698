"""Expectations that hang on a card that nobody knows: undecided, unless it cannot be whatever card it is."""

from __future__ import annotations

import pytest

from tests.games.thunderstone.files import opened
from tsolve.model.answers import CheckAnswer
from tsolve.turns.check import check

AURA = """\
turn: dungeon
hand: [Magical Aura, Thyrian Squire]
deck: unknown
hall: [Nixie, none, none]
"""
"""The Aura draws a card that nobody knows. Without it the Squire's 2, less 2 for the dark, is 0; Health 5."""
DRAWN = AURA + "line: [use Magical Aura, attack Nixie]\n"
"""Which card came is not said, so that nobody can say what the attack comes to."""
SQUIRES = """\
turn: dungeon
hand: [6 x Thyrian Squire]
deck: unknown
hall: [Nixie, Griffon, none]
dungeon_deck: unknown
line: [attack Nixie]
"""
"""12 less 2 against Health 5. The Griffon moves up; unknown cards fill the Hall, and an unknown hand."""
PRIEST = """\
turn: dungeon
goal: win
hand: [Regian Priest, Torch]
deck: unknown
hall: [Kingdom, Griffon, Nixie]
line: [use Regian Priest, draw Short Sword, equip Short Sword on Regian Priest, attack Kingdom]
"""
"""The Priest's draw (steps 1 and 2) cannot be graded; steps 3 and 4 win with 2 + 4 against Health 5."""
BANISH = "deck: {rest: [Banish, 5 x Militia]}\nhall: [Bloodskull Orc, none, none]\n"
"""Every hand has Banish, which may bring an unknown card; without it 5 - 2 = 3 against Health 5."""


def judged(text: str) -> CheckAnswer:
    return check(opened(text), "p.yaml")


@pytest.mark.parametrize(
    "text",
    [
        f"{DRAWN}expect: {{line: {{total: 5}}}}\n",
        f"{DRAWN}expect: {{line: {{won: false}}}}\n",
        f"{DRAWN}expect: {{line: {{legal: false, illegal_step: 2, rulings: [TS-3.4]}}}}\n",
        f"{DRAWN}claims: [{{defeats: Nixie}}]\nexpect: {{line: {{won: true}}, claims: [confirmed]}}\n",
        f"{DRAWN}expect: {{calculation: [{{card: Thyrian Squire, attack: 2}}]}}\n",
        f"{DRAWN}expect: {{after: {{xp: 0, hall: [Nixie, none, none]}}}}\n",
        f"{AURA}expect: {{best: {{win: true}}}}\n",
        f"{AURA}expect: {{best: {{line: [use Magical Aura]}}}}\n",
        f"{AURA}expect: {{totals: {{Nixie: 9}}}}\n",
        f"{AURA}expect: {{policy: {{expected: {{vp: 1}}}}}}\n",
        f"{AURA}expect: {{why_not: {{defeat Nixie: {{verdict: impossible}}}}}}\n",
        f"{AURA}expect: {{why_not: {{defeat Nixie: {{chance: 1/2}}}}}}\n",
        f"{SQUIRES}expect: {{after: {{hall: [Griffon, Ghost, none]}}}}\n",
        f"{SQUIRES}expect: {{after: {{hand: [Torch, 5 x Militia]}}}}\n",
        f"{SQUIRES}expect: {{after: {{dungeon_deck: [Ghost]}}}}\n",
        f"{PRIEST}expect: {{grade: {{start: {{win: 1}}}}}}\n",
        f"{PRIEST}expect: {{grade: {{gave_away: {{win: 1}}}}}}\n",
        f"{PRIEST}expect: {{grade: {{worse: [1]}}}}\n",
        f"{PRIEST}expect: {{grade: {{better: {{'1': attack Kingdom}}}}}}\n",
        f"{BANISH}expect: {{odds: {{defeat: {{Bloodskull Orc: 1/2}}}}}}\n",
    ],
)
def test_what_nobody_can_tell_is_undecided(text: str) -> None:
    answer = judged(text)
    failing = [each for each in answer.expectations if not each.holds]

    assert failing
    assert all(each.undecided for each in failing)
    assert all(each.found.startswith("undecided") for each in failing)
    assert answer.exit_code == 3


@pytest.mark.parametrize(
    "text",
    [
        # the hand and the Hall are as the file says, whatever is drawn
        f"{DRAWN}expect: {{line: {{total: 5}}, illegal: {{attack Nixie: []}}}}\n",
        # 10 against Health 5 for 1 XP, whatever comes after
        f"{SQUIRES}expect: {{line: {{total: 9}}}}\n",
        f"{SQUIRES}expect: {{after: {{xp: 2}}}}\n",
        f"{SQUIRES}expect: {{after: {{hall: [Ghost, Ghost, Ghost]}}}}\n",  # the Griffon is in Rank 1
        f"{SQUIRES}expect: {{after: {{hall: [Griffon, Ghost]}}}}\n",
        f"{PRIEST}expect: {{grade: {{result: {{win: 0}}}}}}\n",
        f"{PRIEST}expect: {{grade: {{worse: [4]}}}}\n",  # the attack that wins
        f"{PRIEST}expect: {{grade: {{unknown: [1]}}}}\n",
        f"{BANISH}expect: {{odds: {{left_out: '0'}}}}\n",  # every hand has the card
        f"{AURA}claims: [{{illegal: attack Nixie}}]\nexpect: {{best: {{win: true}}}}\n",
        f"{AURA}expect: {{best: {{win: true}}, legal: [attack Griffon in Rank 1]}}\n",
    ],
)
def test_what_cannot_be_is_refuted_whatever_is_drawn(text: str) -> None:
    assert judged(text).exit_code == 1


@pytest.mark.parametrize(
    "text",
    [
        f"{DRAWN}claims: [{{defeats: Nixie}}]\nexpect: {{claims: [undecided], line: {{gold: 0}}}}\n",
        f"{AURA}expect: {{why_not: {{defeat Nixie: {{verdict: undecided}}}}}}\n",
        f"{SQUIRES}expect: {{after: {{xp: 1, hall: [Griffon, unknown, unknown], hand: [unknown]}}}}\n",
    ],
)
def test_what_is_unknown_may_be_expected_so(text: str) -> None:
    answer = judged(text)

    assert [each for each in answer.expectations if not each.holds and each.what != "line gold"] == []
