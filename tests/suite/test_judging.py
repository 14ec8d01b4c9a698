"""Rule coverage of a suite that is made up here."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from tsolve.model.coverage import CoverageAnswer, Covered, Exercised
from tsolve.model.regress import Judged
from tsolve.suite.judging import coverage, judge


class Run(NamedTuple):
    file: str
    exercised: Exercised
    game: str = "thunderstone"


def covered(*runs: Exercised) -> dict[tuple[str, str], Covered]:
    answer = told(*(Run(f"{number}.yaml", each) for number, each in enumerate(runs)))
    return {(item.kind, item.id): item for item in answer.items}


def told(*runs: Run | Judged) -> CoverageAnswer:
    """What puzzles cover, some of which could be judged."""
    answer = coverage(runs)
    assert answer is not None
    return answer


def test_what_is_unknown_covers_nothing_and_everything_is_named_once() -> None:
    unknown = Exercised(rulings=("HB-1",), cards=("kraken",), effects=("kraken x",))
    for answer in (told(Run("a.yaml", Exercised())), told(Run("a.yaml", unknown))):
        assert (answer.puzzles, answer.percent) == (1, 0)
        assert {item.level for item in answer.items} == {"missing"}
        names = [(item.kind, item.id) for item in answer.items]
        assert len(set(names)) == len(names)
        assert {kind for kind, _ in names} == {"rule", "ruling", "card", "effect", "reading"}


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
    both = covered(Exercised(about=("TS-7.6",)), Exercised(rulings=("TS-7.6",)))
    assert both["rule", "TS-7.6"].puzzles == ("1.yaml",)  # who exercises it goes before who states it


def test_what_a_puzzle_says_it_is_about_is_only_stated() -> None:
    """That counts for rules, and for what only the set-up asks."""
    about = ("TS-1.1", "card.polearm", "key.zero_rule=negative", "key.guardian_depth=same_bottom_ten")
    items = covered(Exercised(about=about))

    counting = {
        ("rule", "TS-1.1"),
        ("ruling", "key.guardian_depth"),
        ("reading", "guardian_depth=same_bottom_ten"),
    }
    assert {name for name, item in items.items() if item.counts} == counting
    assert {name for name, item in items.items() if item.level == "stated"} == {
        *counting,
        ("ruling", "card.polearm"),
        ("card", "polearm"),
        ("ruling", "key.zero_rule"),
        ("reading", "zero_rule=negative"),
    }


def test_shares_add_up_to_the_items() -> None:
    answer = told(Run("a.yaml", Exercised(rulings=("TS-7.6", "TS-9.1"), about=("TS-1.1",))))

    for share in answer.shares:
        levels = [item.level for item in answer.items if (item.set, item.kind) == (share.set, share.kind)]
        assert (share.total, share.missing) == (len(levels), levels.count("missing"))
        assert (share.exercised, share.stated) == (levels.count("exercised"), levels.count("stated"))
    rules = next(share for share in answer.shares if (share.set, share.kind) == ("base", "rule"))
    assert (rules.exercised, rules.stated, rules.covered) == (2, 1, 3)
    assert rules.percent == pytest.approx(100 * 3 / rules.total)


OVERLAY = {
    "ruleset.yaml": "extends: thunderstone\ntitle: House\n",
    "cards/own.yaml": (
        "cards:\n- {id: torch, light: 2}\n"
        "- {id: lamp_wolf, name: Lamp Wolf, kind: monster, health: 2, vp: 1, xp: 1,\n"
        "   battle: [{kind: gain_disease}]}\n"
    ),
    "glossary/own.yaml": "entries:\n- {id: HR-1, title: Lamps, text: Lamps burn first.}\n",
    "interpretations.yaml": (
        "interpretations:\n- id: lamp_light\n  question: How much Light does a Torch give?\n  options:\n"
        "  - {id: much, text: Light 2.}\n  - {id: little, text: Light 1., cards: {torch: {light: 1}}}\n"
    ),
}
WOLF = """\
game: thunderstone
about: [HR-1]
turn: dungeon
hand: [Thyrian Squire, Torch]
deck: []
hall: [none, Lamp Wolf, none]
line: [attack Lamp Wolf]
expect: {line: {total: 2}}
"""
"""A Squire has Attack 2; a Torch of Light 2 leaves no penalty in Rank 2."""
NIXIE = """\
game: thunderstone
turn: dungeon
hand: [Thyrian Squire]
deck: []
hall: [Nixie, none, none]
line: [attack Nixie]
expect: {line: {total: 0}}
"""
"""A Squire has Attack 2, and Rank 1 without Light costs 2."""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    for name, content in OVERLAY.items():
        file = tmp_path / "house" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content)
    return tmp_path / "house"


def judged(house: Path, monkeypatch: pytest.MonkeyPatch, *puzzles: str) -> list[Judged]:
    """Puzzles judged with the overlay."""
    monkeypatch.setenv("TSOLVE_RULESET_PATH", str(house))
    found = [judge(f"{number}.yaml", puzzle.encode()) for number, puzzle in enumerate(puzzles)]
    assert [each.status for each in found] == ["holds"] * len(puzzles)
    return found


def test_what_an_overlay_defines_or_changes_stands_under_its_name(
    house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = told(*judged(house, monkeypatch, WOLF))

    assert answer.sets == ("House", "base", "dragonspire", "")
    assert {(item.kind, item.id): item.level for item in answer.items if item.set == "House"} == {
        ("rule", "HR-1"): "stated",
        ("ruling", "card.torch"): "exercised",
        ("ruling", "card.lamp_wolf"): "exercised",
        ("ruling", "key.lamp_light"): "exercised",
        ("card", "torch"): "exercised",
        ("card", "lamp_wolf"): "exercised",
        ("effect", "lamp_wolf battle 1 gain_disease"): "exercised",
        ("reading", "lamp_light=much"): "exercised",
        ("reading", "lamp_light=little"): "missing",
    }
    own = [share for share in answer.shares if share.set == "House"]
    assert [(share.kind, share.covered, share.total) for share in own] == [
        ("rule", 1, 1),
        ("ruling", 3, 3),
        ("card", 2, 2),
        ("effect", 1, 1),
        ("reading", 1, 2),
    ]


def test_each_game_is_counted_by_its_own_puzzles(house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (house / "ruleset.yaml").write_text("extends: thunderstone\nid: club\ntitle: House\n")
    club = WOLF.replace("game: thunderstone", "game: club")
    answer = told(*judged(house, monkeypatch, NIXIE, club, NIXIE))

    assert [(game.game, game.puzzles) for game in answer.games] == [("thunderstone", 2), ("club", 1)]
    printed, own = answer.games
    assert "House" not in printed.sets
    levels = {(item.kind, item.id): item for item in printed.items}
    assert levels["card", "nixie"].puzzles == ("0.yaml", "2.yaml")
    assert ("card", "lamp_wolf") not in levels
    assert own.sets[0] == "House"
    assert {item.level for item in own.items if item.id == "nixie"} == {"missing"}
    assert {item.puzzles for item in own.items if item.id == "lamp_wolf"} == {("1.yaml",)}


def test_a_puzzle_that_cannot_be_judged_covers_nothing() -> None:
    wrong = judge("a.yaml", b"game: thunderstone\nhnd: [Torch]\nexpect: {totals: {Nixie: 1}}\n")

    assert coverage([wrong]) is None
    assert coverage([]) is None
