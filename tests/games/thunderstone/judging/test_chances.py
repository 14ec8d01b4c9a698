"""Claims and expectations where cards are drawn by chance."""

from __future__ import annotations

import pytest

from tests.games.thunderstone.builders import codes, position_of, problems
from tsolve.judging.check import check
from tsolve.model.answers import CheckAnswer, ExpectationAnswer

NIXIE = """\
turn: dungeon
hand: [Regian Priest, Thyrian Squire, Torch]
deck: {rest: [2 x Torch, 3 x Militia, Dagger]}
hall: [Nixie, Griffon, Kingdom]
"""
# Magic 2 + Attack 2 = 4 in Rank 1 with Light 1, against Health 5: Militia (+1) or Dagger (+1) helps, 4 of 6.


def judged(text: str) -> CheckAnswer:
    return check(position_of(text), "p.yaml")


def expectations(text: str) -> dict[str, ExpectationAnswer]:
    return {each.what: each for each in judged(text).expectations}


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("{defeats: Nixie}", "undecided"),
        ("{not_defeats: Nixie}", "undecided"),
        ("{defeats: Nixie, chance: 2/3}", "confirmed"),
        ("{defeats: Nixie, chance: 4/6}", "confirmed"),
        ("{defeats: Nixie, chance: 1/2}", "refuted"),
        ("{defeats: Nixie, chance: 1}", "refuted"),
        # Griffon in Rank 2: at most 5 - 2 = 3 (or 4 with Light 2) against 7
        ("{defeats: Griffon}", "refuted"),
        ("{not_defeats: Griffon}", "confirmed"),
        ("{defeats: Griffon, chance: 0}", "confirmed"),
        # 5 in 4 of 6 cases, else 4: the mean is 14/3
        ("{total: 5, against: Nixie}", "undecided"),
        ("{total: 6, against: Nixie}", "refuted"),
        ("{total: 3, against: Nixie}", "refuted"),
    ],
)
def test_claims_about_a_battle_that_hangs_on_a_draw(claim: str, verdict: str) -> None:
    (answer,) = judged(f"{NIXIE}claims: [{claim}]\n").claims

    assert answer.verdict == verdict


def test_the_verdict_names_the_greatest_chance_and_how_to_get_it() -> None:
    (answer,) = judged(NIXIE + "claims: [{defeats: Nixie}]\n").claims

    assert answer.reason == "the best chance is 2 in 3 (67 %): first use Regian Priest (draw 1 card)"


def test_a_chance_of_one_needs_no_luck() -> None:
    # Every card that may come has at least Attack 1, so 2 + 2 + 1 = 5 whatever comes.
    sure = NIXIE.replace("2 x Torch, 3 x Militia, Dagger", "3 x Militia, Dagger")
    both = judged(sure + "claims: [{defeats: Nixie}, {not_defeats: Nixie}, {total: 5, against: Nixie}]\n")

    assert [claim.verdict for claim in both.claims] == ["confirmed", "refuted", "confirmed"]
    assert both.claims[0].reason.startswith("whatever you draw, there is a way: first use Regian Priest")


def test_statements_are_judged_by_the_mean_whatever_the_attitude() -> None:
    for draws in ("worst", "best", "known"):
        (answer,) = judged(f"{NIXIE}draws: {draws}\nclaims: [{{defeats: Nixie, chance: 2/3}}]\n").claims
        assert answer.verdict == "confirmed"


def test_a_chance_beside_a_certain_line() -> None:
    certain = NIXIE.replace("Regian Priest, ", "").replace("Nixie, Griffon", "Famine, Griffon")
    # Squire 2 against Famine 4: no chance, and no card is drawn.
    both = judged(certain + "claims: [{defeats: Famine, chance: 0}, {defeats: Famine, chance: 1/2}]\n")

    assert [claim.verdict for claim in both.claims] == ["confirmed", "refuted"]


def test_a_chance_that_hangs_on_an_unknown_deck_is_undecided() -> None:
    unknown = "\n".join(line for line in NIXIE.splitlines() if not line.startswith("deck")) + "\n"
    answer = judged(unknown + "claims: [{defeats: Nixie, chance: 0}]\n")

    assert answer.claims[0].verdict == "undecided"
    assert answer.exit_code == 3


@pytest.mark.parametrize(
    ("claim", "code"),
    [
        ("{defeats: Nixie, chance: often}", "E210"),
        ("{defeats: Nixie, chance: 1/0}", "E210"),
        ("{defeats: Nixie, chance: 150%}", "E210"),
        ("{defeats: Nixie, chance: 3/2}", "E210"),
        ("{defeats: Nixie, chance: -1/2}", "E210"),
        ("{not_defeats: Nixie, chance: 1/2}", "E210"),
    ],
)
def test_chances_that_are_none_are_located(claim: str, code: str) -> None:
    (problem,) = problems(f"{NIXIE}claims: [{claim}]\n")

    assert problem.code == code
    assert problem.span is not None
    assert problem.span.line == 6


# Expectations


def test_expectations_about_a_policy() -> None:
    found = expectations(
        NIXIE
        + """\
expect:
  policy:
    first: Regian Priest
    expected: {win: 2/3, lost: 0, shortfall: 1/3}
    chances: {Nixie: 2/3, Griffon: 0}
    worst: {win: 0, shortfall: -1}
    best: {win: 1, vp: 1}
    after:
    - {draws: [Militia], first: fight the Nixie, expected: {win: 1}, chances: {Nixie: 1}}
    - {draws: [Torch], chances: {Nixie: 0}}
"""
    )

    assert len(found) == 14
    assert {what for what, each in found.items() if not each.holds} == set()


def test_every_wrong_number_of_a_policy_fails() -> None:
    found = expectations(
        NIXIE
        + """\
expect:
  policy:
    first: attack Nixie
    expected: {win: 1/2, shortfall: 2/3, total: 4}
    chances: {Nixie: 1, Griffon: 1/6}
    worst: {win: 1}
    best: {vp: 2}
    after:
    - {draws: [Militia], first: attack Griffon, expected: {win: 0}, chances: {Nixie: 0}}
    - {draws: [Polearm], first: attack Nixie}
    - {draws: [Militia, Militia]}
"""
    )

    assert len(found) == 13
    assert {what for what, each in found.items() if each.holds} == set()
    assert found["policy first"].found == "use Regian Priest (draw 1 card)"
    assert found["policy expected win"].found == "2/3"
    assert found["policy expected total"].found.startswith("the goal has no such level")
    assert found["policy after Polearm"].found == "these cards cannot come in this order"


def test_a_line_without_draws_is_a_policy_with_one_outcome() -> None:
    found = expectations(
        NIXIE
        + "draws: known\nexpect: {policy: {first: attack Nixie, expected: {win: 0, shortfall: 1},"
        + " chances: {Nixie: 0}, worst: {shortfall: 1}, after: [{draws: [Militia]}]}}\n"
    )

    assert {what for what, each in found.items() if not each.holds} == {"policy after Militia"}


def test_what_hangs_on_unknown_cards_is_not_proved() -> None:
    unknown = NIXIE.replace("{rest: [2 x Torch, 3 x Militia, Dagger]}", "unknown")
    found = expectations(unknown + "expect: {policy: {expected: {win: 0}}}\n")

    assert not found["policy proved"].holds
    assert found["policy expected win"].holds


def test_a_best_line_is_not_expected_where_there_is_a_policy() -> None:
    found = expectations(NIXIE + "expect: {best: {target: Nixie}, totals: {Nixie: 5, Griffon: 4}}\n")

    assert found["best"].found == "undecided: the best play depends on the draws: see `policy`"
    assert not found["totals Nixie"].holds
    assert "14/3 on average" in found["totals Nixie"].found


@pytest.mark.parametrize(
    ("policy", "code"),
    [
        ("{expected: {fame: 1}}", "E311"),
        ("{worst: {gold: 1}}", "E311"),  # a level of the Village
        ("{after: [{draws: [Torch], expected: {fame: 1}}]}", "E311"),
        ("{expected: {win: often}}", "E209"),
        ("{expected: {win: 1/0}}", "E209"),
        ("{chances: {Torch: 1}}", "E305"),
        ("{chances: {Nobody: 1}}", "E302"),
        ("{after: [{draws: [Nobody]}]}", "E302"),
        ("{after: [{draws: []}]}", "E208"),
        ("{after: [{first: attack Nixie}]}", "E203"),
        ("{likely: {win: 1}}", "E202"),
    ],
)
def test_nonsense_about_a_policy_is_located(policy: str, code: str) -> None:
    assert codes(f"{NIXIE}expect: {{policy: {policy}}}\n") == [code]


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
