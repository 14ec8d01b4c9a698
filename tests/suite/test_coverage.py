"""Rule coverage of a suite that is made up here."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from tsolve.model.coverage import CoverageAnswer, Covered, Exercised
from tsolve.suite.coverage import coverage


class Run(NamedTuple):
    file: str
    exercised: Exercised


def covered(*runs: Exercised) -> dict[tuple[str, str], Covered]:
    answer = coverage(Run(f"{number}.yaml", each) for number, each in enumerate(runs))
    return {(item.kind, item.id): item for item in answer.items}


def test_nothing_is_covered_by_no_puzzles() -> None:
    answer = coverage([])

    assert answer.puzzles == 0
    assert {item.level for item in answer.items} == {"missing"}
    assert answer.percent == 0


def test_what_an_answer_went_through_is_exercised_by_its_puzzle() -> None:
    items = covered(
        Exercised(
            rulings=("TS-7.6", "card.polearm", "key.zero_rule"),
            readings={"zero_rule": "floor"},
            effects=("polearm trait 1 strong_bearer",),
            cards=("polearm",),
        ),
        Exercised(rulings=("TS-7.6",)),
    )

    exercised = {name: item.puzzles for name, item in items.items() if item.level == "exercised"}
    assert exercised == {
        ("rule", "TS-7.6"): ("0.yaml", "1.yaml"),
        ("ruling", "card.polearm"): ("0.yaml",),
        ("ruling", "key.zero_rule"): ("0.yaml",),
        ("card", "polearm"): ("0.yaml",),
        ("effect", "polearm trait 1 strong_bearer"): ("0.yaml",),
        ("reading", "zero_rule=floor"): ("0.yaml",),
    }
    assert items["reading", "zero_rule=negative"].level == "missing"


def test_what_a_puzzle_says_it_is_about_is_only_stated() -> None:
    items = covered(Exercised(about=("TS-1.1", "card.polearm", "key.zero_rule=negative")))

    stated = {name for name, item in items.items() if item.level == "stated"}
    assert stated == {
        ("rule", "TS-1.1"),
        ("ruling", "card.polearm"),
        ("card", "polearm"),
        ("ruling", "key.zero_rule"),
        ("reading", "zero_rule=negative"),
    }


def test_a_statement_counts_for_rules_and_for_what_only_the_set_up_asks() -> None:
    about = ("TS-1.1", "card.polearm", "key.zero_rule=negative", "key.guardian_depth=same_bottom_ten")
    items = covered(Exercised(about=about))

    assert {name for name, item in items.items() if item.counts} == {
        ("rule", "TS-1.1"),
        ("ruling", "key.guardian_depth"),
        ("reading", "guardian_depth=same_bottom_ten"),
    }


def test_puzzles_that_exercise_go_before_those_that_state() -> None:
    items = covered(Exercised(about=("TS-7.6",)), Exercised(rulings=("TS-7.6",)))

    assert items["rule", "TS-7.6"].puzzles == ("1.yaml",)


def test_shares_add_up_to_the_items() -> None:
    answer = coverage([Run("a.yaml", Exercised(rulings=("TS-7.6", "TS-9.1"), about=("TS-1.1",)))])

    for share in answer.shares:
        levels = [item.level for item in answer.items if (item.set, item.kind) == (share.set, share.kind)]
        assert (share.total, share.missing) == (len(levels), levels.count("missing"))
        assert (share.exercised, share.stated) == (levels.count("exercised"), levels.count("stated"))
    rules = next(share for share in answer.shares if (share.set, share.kind) == ("base", "rule"))
    assert (rules.exercised, rules.stated, rules.covered) == (2, 1, 3)
    assert rules.percent == pytest.approx(100 * 3 / rules.total)


def test_everything_in_the_ruleset_is_named_once() -> None:
    answer: CoverageAnswer = coverage([])
    names = [(item.kind, item.id) for item in answer.items]

    assert len(set(names)) == len(names)
    assert {"rule", "ruling", "card", "effect", "reading"} == {kind for kind, _ in names}


def test_unknown_names_cover_nothing() -> None:
    answer = coverage([Run("a.yaml", Exercised(rulings=("HB-1",), cards=("kraken",), effects=("kraken x",)))])

    assert answer.percent == 0
