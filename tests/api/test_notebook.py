"""What a prompt, `help` and a notebook show of the library, of positions and of answers."""

from __future__ import annotations

import base64
import pydoc
import re
from collections.abc import Callable
from fractions import Fraction
from xml.etree import ElementTree

import pytest

from tsolve import api
from tsolve.model.verdicts import Answer


def position(name: str) -> api.Position:
    return api.loads(api.example(name).text, f"{name}.yaml")


def test_every_name_is_listed() -> None:
    """Those that are imported late, too."""
    told = pydoc.plain(pydoc.render_doc(api))

    assert set(api.__all__) <= set(dir(api))
    for name in api.__all__:
        assert re.search(rf"\b{name}\b", told), name
    assert "check(position: " in told


ANSWERS: dict[str, tuple[Callable[[], object], str]] = {
    # 14 + 2 - 4 = 12, as the tutorial has it.
    "check": (
        lambda: api.check(position("dispute")),
        "<CheckAnswer refuted: Total 16 against Uyril Unending: the maximum is 12.>",
    ),
    "its claims": (
        lambda: api.check(position("dispute")).claims[:1],
        "(<ClaimAnswer refuted: total 16 against Uyril Unending: the maximum is 12>,)",
    ),
    "solve": (
        lambda: api.solve(position("dispute")).solution,
        "<SolveAnswer optimal: defeat Uyril Unending>",
    ),
    # Below, `test_chances_are_fractions`.
    "odds": (
        lambda: api.odds(position("odds")),
        "<OddsAnswer answered: Griknack Goblin defeated: 35 in 66 (53.0 %), about even.>",
    ),
    "show": (
        lambda: api.show(position("gloomhaven-monster")),
        "<ShowAnswer answered: Gloomhaven, printing first-edition>",
    ),
    "rule": (lambda: api.rule("TS-10.2"), "<RuleAnswer answered: What the penalty costs>"),
    "card": (lambda: api.card("Militia"), "<CardAnswer answered: Militia>"),
    "position": (
        lambda: position("dispute"),
        "<ThunderstonePosition Thunderstone: Dungeon turn, player 1 of 2, 0 XP>",
    ),
}


@pytest.mark.parametrize("case", ANSWERS)
def test_a_prompt_shows_a_line(case: str) -> None:
    made, shown = ANSWERS[case]

    assert repr(made()) == shown


MADE: dict[str, Callable[[], Answer]] = {
    "ask": lambda: api.ask("Militia vs Nixie rank 1"),
    "cards": lambda: api.cards("quest"),
    "dependence": lambda: api.dependence(position("dispute")),
    "diff": lambda: api.diff(position("dispute"), api.Reading("a", "1.4"), api.Reading("b", "1.4")),
    "explain": lambda: api.explain("E302"),
    "grade": lambda: api.grade(position("turn")),
    "legal": lambda: api.legal(position("quest-village")),
    "score": lambda: api.score(position("dispute")),
    "set up": lambda: api.set_up(3),
    "simulate": lambda: api.simulate(3),
    "solve": lambda: api.solve(position("gloomhaven-turn")),
    "targets": lambda: api.targets(position("dispute")),
    "vocabulary": api.vocabulary,
    "why not": lambda: api.why_not(position("dispute"), "defeat Nixie"),
}


@pytest.mark.parametrize("case", MADE)
def test_every_answer_is_shown(case: str) -> None:
    answer = MADE[case]()

    assert re.fullmatch(rf"<{type(answer).__name__} {answer.told}: .{{1,130}}>", repr(answer))
    assert "<pre>" in answer._repr_html_()


@pytest.mark.parametrize("name", ["dispute", "quest-dungeon", "gloomhaven-monster", "odds"])
def test_a_notebook_shows_the_board(name: str) -> None:
    here = position(name)
    shown: list[Answer | api.Position] = [here, api.show(here), api.check(here)]
    for each in shown:
        drawn, page = each._repr_svg_(), each._repr_html_()
        assert drawn is not None
        assert ElementTree.fromstring(drawn).tag == "{http://www.w3.org/2000/svg}svg"
        (data,) = re.findall(r'src="data:image/svg\+xml;base64,([^"]+)"', page)
        assert base64.b64decode(data).decode() == drawn
        assert "<style" not in page, "styles of the picture would touch the notebook"


def test_answers_without_a_table_have_no_picture() -> None:
    assert api.solve(position("dispute"))._repr_svg_() is None
    assert api.rule("TS-10.2")._repr_svg_() is None


def test_chances_are_fractions() -> None:
    (deck,) = api.odds(position("odds")).decks

    # 6 of 12 cards: 924 hands. M Militia and D Daggers attack with M + D, less 2 without a Torch, against 4.
    # Without one 6 of the 8: 28. With one 5 of them, 56, or 4 and one of 2 Iron Rations, 70 x 2; times 2
    # Torches: 392. With both 4 of them: 70. 28 + 392 + 70 = 490, and 490 / 924 = 35 / 66.
    chance = deck.estimates["Griknack Goblin defeated"]
    assert chance.fraction == Fraction(35, 66) == Fraction(chance.exact)
    (sampled,) = api.odds(position("odds"), limit=1, samples=10).decks
    assert sampled.estimates["Griknack Goblin defeated"].fraction is None
    village = api.with_candidates(position("village"), api.solve(position("village")))
    assert all(each.worth[0].fraction == Fraction(each.worth[0].exact) for each in village.candidates)


def test_the_best_play_has_one_shape() -> None:
    here = position("dispute")
    checked, solved = api.check(api.changed(here, claims=[])), api.solve(here)

    assert checked.best is not None
    assert checked.best == solved.best
    assert checked.solution is not None
    assert checked.solution.best == solved.solution.best == (solved.best,)
    assert api.check(here).best is None or api.check(here).solution is not None
