"""However little time a question has, what is said is true: it holds, or it is undecided."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

from tsolve import api, budget
from tsolve.budget import within
from tsolve.report.html.pages import paper_of
from tsolve.report.html.paper import Given, as_html

PUZZLES = Path(__file__).parents[1] / "puzzles"
ASKED = (
    "dragonspire/monsters/choking-smoke-changes-most-of-unknown-cards.yaml",
    "gloomhaven/hunted/long_rest_99-tied.yaml",
    "gloomhaven/scenario/quiz/targets-area-for-the-others.yaml",
    "gloomhaven/scenario/why-not/behind-another-monster.yaml",
    "quest/possible/both-heroes-are-lost.yaml",
    "quest/rules/9-02-rations-for-a-hero.yaml",
    "thunderstone/draws/light/the-torch-may-come-before-the-discard.yaml",
    "thunderstone/examples/ex4-dark.yaml",
    "thunderstone/examples/wrong-monster.yaml",
    "thunderstone/grade/sword-left-in-the-hand.yaml",
    "thunderstone/odds/two-cards-together.yaml",
    "thunderstone/why-not/a-feast-among-militia.yaml",
)
"""Puzzles that judge all sorts of things. They hold."""
LOOKS = (0, 1, 10, 40, 100, 250, 600, 1500)
"""How often a question may look at the clock before its time is over."""


@pytest.mark.parametrize("name", ASKED)
@pytest.mark.parametrize("looks", LOOKS)
def test_nothing_that_holds_is_refuted(name: str, looks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock goes on by a millisecond whenever somebody looks at it, so that time runs out at the same
    place on every machine.
    """
    now = count()
    monkeypatch.setattr(budget, "monotonic", lambda: next(now) / 1000)
    text = (PUZZLES / name).read_text(encoding="utf-8")
    position = api.loads(text, name)
    with within(looks / 1000):
        answer = api.in_full(position, api.check(position))
    assert answer.verdict in ("holds", "undecided")
    if answer.verdict == "undecided":
        assert any("time ran out" in note for note in answer.notes)
    assert "<main" in as_html(paper_of(answer, Given(name, answer.position, text)))


def test_the_map_of_a_best_play_is_paid_from_its_budget() -> None:
    """What a monster may do in its turn, of which the map shows the ways, is 6,000 steps here; to write down
    the play, outside of every budget, takes a quarter of that.
    """
    name = "gloomhaven/odds/11-05-two-attacks-before-cards-are-lost.yaml"
    position = api.load(str(PUZZLES / name))
    before = budget.FREE.spent
    assert api.solve(position).map
    assert budget.FREE.spent - before < 3_000
