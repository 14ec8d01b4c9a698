"""Claims judged, by a line or by the planner's best."""

from __future__ import annotations

from tests.games.thunderstone.files import opened, played
from tests.games.thunderstone.scripted import BATTLE, NO_PLANNER, Scripted
from tsolve.games.thunderstone.judging.lines import Bests
from tsolve.model.answers import (
    ClaimAnswer,
)


def claims(text: str, solve: Scripted = NO_PLANNER) -> tuple[ClaimAnswer, ...]:
    file = opened(text)
    line = played(text) if file.position.line else None
    return tuple(claim.judge() for claim in file.claims(line, Bests(file, solve=solve)))


def verdicts(text: str, solve: Scripted = NO_PLANNER) -> list[str]:
    return [claim.verdict for claim in claims(text, solve)]


def test_claims_about_a_line() -> None:
    text = (
        BATTLE
        + """
line: [attack Griffon]
claims:
- {total: 4, against: Griffon}
- {total: 5, against: Griffon}
- {defeats: Griffon}
- {not_defeats: Griffon}
- {defeats: Nixie}
- {defeats: Nixie, after: 0}
- {total: 6, against: Nixie, after: 0}
- {defeats: Blink Dog, after: 0}
- {legal: attack Griffon}
- {legal: attack Blink Dog}
- {illegal: attack Nixie, after: 1}
"""
    )
    answers = claims(text)

    expected = [
        "confirmed",
        "refuted",
        "refuted",
        "confirmed",
        "refuted",
        "confirmed",
        "confirmed",
        "refuted",
    ]
    assert [each.verdict for each in answers] == [*expected, "confirmed", "refuted", "confirmed"]
    assert answers[0].calculation is not None
    assert "TS-10.2" in answers[0].rulings
    assert answers[9].rulings == ("card.blink_dog", "TS-10.5")
    assert answers[10].reason == "the turn has ended"
    assert answers[6].text == "total 6 against Nixie (after 0 steps)"


def test_claims_without_a_line_ask_the_planner_about_that_target() -> None:
    solve = Scripted({"Nixie": ["attack Nixie"], "Griffon": ["attack Griffon"]})
    text = (
        BATTLE
        + "claims: [{total: 6, against: Nixie}, {defeats: Nixie}, {defeats: Griffon}, "
        + "{total: 3, against: Griffon}, {not_defeats: Griffon}, {defeats: Blink Dog}, "
        + "{not_defeats: Blink Dog}, {total: 0, against: Sphinx}]"
    )
    answers = claims(text, solve)

    assert [each.verdict for each in answers] == [
        *("confirmed", "confirmed", "refuted", "refuted", "confirmed", "refuted", "confirmed", "refuted")
    ]
    assert answers[5].rulings == ("card.blink_dog", "TS-10.5")
    assert answers[7].reason == "Sphinx does not stand in the Hall"
    assert solve.calls.count(("value", "Nixie")) == 1, "each target and goal is solved once"


def test_what_hangs_on_an_unknown_draw_is_undecided() -> None:
    left_out = "a card would be drawn: lines that go on from there were not considered"
    solve = Scripted({"Nixie": ["attack Nixie"], "Griffon": ["attack Griffon"]}, left_out=(left_out,))
    text = (
        BATTLE
        + "claims: [{total: 6, against: Nixie}, {defeats: Nixie}, {defeats: Griffon}, {defeats: Sphinx}]"
    )
    answers = claims(text, solve)

    # The Nixie falls even without the draw; everything else could change with it.
    assert [each.verdict for each in answers] == ["undecided", "confirmed", "undecided", "undecided"]
    assert left_out in answers[0].reason


def test_a_line_that_leaves_something_open_decides_nothing() -> None:
    text = "hand: [Regian Priest]\nturn: dungeon\nhall: [Nixie, none, none]\n"
    line = "line: [use Regian Priest, attack Nixie]\n"

    assert verdicts(f"{text}{line}claims: [{{defeats: Nixie}}, {{legal: rest, after: 2}}]") == [
        "undecided",
        "undecided",
    ]


def test_claims_about_an_illegal_line_are_refuted() -> None:
    text = BATTLE + "line: [attack Blink Dog]\nclaims: [{defeats: Blink Dog}, {not_defeats: Blink Dog}]"

    assert verdicts(text) == ["refuted", "confirmed"]


VISIT = """
hand: [Pawnbroker, Torch, Militia]
village: {Lantern: 1, Short Sword: 1, Barkeep: 0, Spear: 1}
deck: []
"""
# Pawned, the Torch gives 2 + 3 = 5 and nothing more; the Pawnbroker destroyed 2 more: 7. As it is: 2 gold.


def test_claims_about_gold_and_purchases_without_a_line_try_every_effect() -> None:
    text = (
        VISIT
        + "turn: village\nclaims: [{gold: 7}, {gold: 2}, {buys: Short Sword}, {cannot_buy: Short Sword}, "
        + "{buys: Barkeep}, {cannot_buy: Torch}]"
    )
    answers = claims(text)

    assert [each.verdict for each in answers] == [
        *("confirmed", "refuted", "confirmed", "refuted", "refuted", "confirmed")
    ]
    assert answers[0].calculation is not None
    assert answers[0].calculation.total == 7
    assert "use Pawnbroker" in answers[2].reason
    assert answers[4].rulings == ("TS-1.4",)


def test_claims_about_gold_of_an_undecided_turn() -> None:
    assert verdicts(VISIT + "claims: [{gold: 7}, {buys: Short Sword}]") == ["confirmed", "confirmed"]


def test_gold_that_an_unknown_draw_may_bring_is_undecided() -> None:
    text = "hand: [Town Guard, Torch]\nturn: village\nvillage: {Torch: 5, Spear: 5, Dagger: 1}\n"
    claimed = "claims: [{gold: 2}, {buys: Spear}, {buys: Dagger}, {cannot_buy: Spear}]"

    # 2 gold buy nothing here; a Town Guard may draw two unknown cards.
    assert verdicts(text + claimed) == ["undecided", "undecided", "undecided", "undecided"]


def test_claims_about_gold_of_a_line() -> None:
    text = VISIT + "turn: village\nline: [use Pawnbroker destroying Torch, buy Spear]\n"
    claimed = "claims: [{gold: 5}, {gold: 2, after: 0}, {gold: 5, after: 1}, {buys: Spear}, {buys: Lantern}]"

    assert verdicts(text + claimed) == ["confirmed", "confirmed", "confirmed", "confirmed", "refuted"]
