"""Every answer of the library has a page, as a document and as a part for a page that has the styles."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import get_args

import pytest

from tests.report.html.reading import of_class, read, words
from tsolve import api
from tsolve.model.verdicts import Answer
from tsolve.report.any_answer import page_of
from tsolve.report.formats import ANSWERS
from tsolve.report.html import all_styles
from tsolve.report.html.pages import paper_of
from tsolve.report.html.paper import Given, as_html, as_part
from tsolve.report.text.layout import lay_out


@cache
def position(name: str) -> api.Position:
    return api.loads(api.example(name).text.encode(), f"{name}.yaml")


LOG = """\
game: thunderstone
owned: [6 x Militia, 2 x Dagger, 2 x Iron Rations, 2 x Torch]
hand: [Dagger, 2 x Iron Rations, 2 x Militia, Torch]
hall: [Kingdom, Succubus, Deadbone Troll]
village: {Feast: 8, Spear: 8}
turns: [{line: [visit the Village, buy Feast, buy Spear]}]
"""


MADE: dict[str, Callable[[], Answer]] = {
    "advise": lambda: api.advise(api.loads(api.set_up(3).position), worlds=2, shuffles=1),
    "about a file": lambda: api.ask_about(position("dispute"), "can I defeat Nixie?"),
    "ask": lambda: api.ask("Militia, Dagger vs Griknack Goblin rank 1"),
    "ask, in any Rank": lambda: api.ask("4 x Militia vs Nixie"),
    "ask about a card": lambda: api.ask("what does Fireball do?"),
    "ask about rules": lambda: api.ask("how many cards can I buy"),
    "ask for a number": lambda: api.ask("scenario level of 4, 3, 3", "gloomhaven"),
    "card": lambda: api.card("Uyril Unending"),
    "cards": lambda: api.cards("quest"),
    "check": lambda: api.check(position("dispute")),
    "check a map": lambda: api.check(position("gloomhaven-monster")),
    "check a log": lambda: api.check(api.loads(LOG, "log.yaml")),
    "dependence": lambda: api.dependence(position("dispute")),
    "diff": lambda: api.diff(position("dispute"), api.Reading("a", "1.4"), api.Reading("b", "1.4")),
    "effect": lambda: api.look_up("draw", "effect"),
    "explain": lambda: api.explain("E302"),
    "explain all": lambda: api.look_up("", "code"),
    "grade": lambda: api.grade(position("turn")),
    "grade a log": lambda: api.grade_log(api.loads(LOG, "log.yaml")),
    "legal": lambda: api.legal(position("quest-village")),
    "odds": lambda: api.odds(position("odds")),
    "odds of an event": lambda: api.odds(position("odds"), events=["Torch"]),
    "odds of events": lambda: api.odds(position("odds"), events=["Torch", "2 x Dagger within 2 hands"]),
    "rule": lambda: api.rule("TS-10.2"),
    "rules": lambda: api.look_up("torches", "rule"),
    "score": lambda: api.score(position("dispute")),
    "set up": lambda: api.set_up(3),
    "show": lambda: api.show(position("gloomhaven-turn")),
    "simulate": lambda: api.simulate(3),
    "solve": lambda: api.solve(position("draw")),
    "solve a map": lambda: api.solve(position("gloomhaven-turn")),
    "solve, with purchases": lambda: api.with_candidates(position("village"), api.solve(position("village"))),
    "targets": lambda: api.targets(position("dispute")),
    "vocabulary": api.vocabulary,
    "why-not": lambda: api.why_not(position("dispute"), "defeat Nixie"),
}
ELSEWHERE = {"HuntAnswer", "RegressAnswer", "VerifyAnswer"}
"""Answers that take long or need files."""


@cache
def made(case: str) -> Answer:
    return MADE[case]()


def test_all_kinds_are_made_here() -> None:
    kinds = {kind.__name__ for shape in ANSWERS.values() for kind in get_args(shape) or (shape,)}

    assert kinds == {type(made(case)).__name__ for case in MADE} | ELSEWHERE


@pytest.mark.parametrize("case", MADE)
def test_an_answer_has_a_headline_and_a_body(case: str) -> None:
    root = read(as_html(paper_of(made(case))))
    (headline,) = root.iter("h1")
    (header,) = root.iter("header")

    assert words(headline)
    (body,) = of_class(root, "answer")
    assert words(body) or words(header).removeprefix(words(headline)), "nothing but a headline"


def test_sections_about_several_places_name_theirs() -> None:
    root = read(as_html(paper_of(made("ask, in any Rank"))))
    titles = [words(each) for each in root.iter("summary")]

    assert {"Rank 1: Claims", "Rank 2: Claims", "Rank 3: Claims"} <= set(titles)
    assert len(set(titles)) == len(titles)


def test_an_example_keeps_its_lines() -> None:
    root = read(as_html(paper_of(made("effect"))))

    assert "\n" in (next(root.iter("pre")).text or "").strip()


@pytest.mark.parametrize("case", MADE)
def test_a_page_can_be_mailed(case: str) -> None:
    """It names no folder, and nothing that is typed on a command line; its headline has an end."""
    root = read(as_html(paper_of(made(case), Given("home/boats/dispute.yaml"))))
    (headline,) = root.iter("h1")
    page = words(root.find("body") or root)

    assert not words(headline).endswith(":")
    assert "home/" not in page
    assert not re.search(r"tsolve [a-z]|(?<![\w-])--?[a-z]", page.replace("-> ", ""))


@pytest.mark.parametrize("case", MADE)
def test_a_part_needs_no_style_of_its_own(case: str) -> None:
    """So that a server may forbid every style and script within a page."""
    paper = paper_of(made(case))
    part = as_part(paper)

    assert not re.search(r"<(style|script)|\sstyle=|\son\w+=", part)
    assert part.startswith("<article>")
    assert part.removeprefix("<article>").removesuffix("</article>") in as_html(paper)


def test_the_styles_are_one_text_without_markup() -> None:
    assert "<" not in all_styles()
    assert all_styles().count("{") == all_styles().count("}")


@pytest.mark.parametrize("case", ["card", "rule", "legal", "score"])
def test_what_the_text_says_is_on_the_page(case: str) -> None:
    """Word by word, whatever the order."""
    page = words(read(as_html(paper_of(made(case)))))
    said = lay_out(page_of(made(case))).split()

    assert {word for word in said if word.isalpha()} <= set(re.findall(r"[^\W\d_]+", page))
