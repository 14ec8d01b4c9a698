"""A page on a terminal: the words of the plain page, coloured by what they mean, and nothing else."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tsolve.errors import escape
from tsolve.report.page import Bar, Branch, Column, Page, Style
from tsolve.report.text import layout, terminal
from tsolve.report.words import columns

_COLOURS = re.compile(r"\x1b\[[0-9;]*m")

NASTY = [
    "[bold]Torch[/bold]",
    "[link=https://example.org]Torch[/link]",
    ":skull:",
    "\x1b[31mTorch",
    "\u202eTorch",
]
"""What would act if it were taken for markup or sent as it is."""

words = st.text(st.characters(codec="utf-8", exclude_categories=("Cs",)), max_size=12)
texts = st.lists(words | st.sampled_from([*NASTY, "2 XP", "33 %", "Thyrian Squire"]), max_size=12).map(
    " ".join
)
rules = st.lists(st.sampled_from(["TS-1.1", "TS-10.2", "card.torch"]), max_size=8)
styles: st.SearchStrategy[Style] = st.sampled_from(("", "bold", "dim", "good", "bad", "warn", "rule"))
branches = st.recursive(
    st.builds(Branch, texts, texts),
    lambda deeper: st.builds(Branch, texts, texts, st.lists(deeper, max_size=3).map(tuple)),
    max_leaves=6,
)


@st.composite
def pages(draw: st.DrawFn) -> Page:
    """Some blocks of each kind."""
    page = Page()
    for kind in draw(
        st.lists(st.sampled_from(("verdict", "text", "labelled", "sum", "table", "tree", "bars")))
    ):
        match kind:
            case "verdict":
                page.verdict("refuted", draw(texts), draw(styles), "a.yaml:8", draw(rules))
            case "text":
                page.text(draw(texts), draw(st.integers(0, 8)), 2, draw(styles), draw(rules))
            case "labelled":
                page.labelled(draw(words), draw(texts), style=draw(styles))
            case "sum":
                page.sum(draw(texts), "12", draw(texts))
            case "table":
                heads = [Column("name", wraps=True), Column("n", "right"), Column("rule", spare=True)]
                row = st.tuples(texts, st.integers(0, 99).map(str), words)
                page.table(heads, draw(st.lists(row, min_size=1, max_size=4)), sums=1)
            case "tree":
                page.tree(draw(st.lists(branches, max_size=3)))
            case "bars":
                page.bars(("now",), [Bar("4", True, (0.5,), ("50 %",)), Bar("5", False, (0.1,), ("10 %",))])
    return page


def _said(text: str) -> str:
    """The words of a page, whatever stands between them."""
    return re.sub(r"[\s├│└─|`+-]+", "", text)


@given(pages(), st.sampled_from((40, 60, 80, 100)), st.booleans())
def test_the_words_are_those_of_the_plain_page(page: Page, width: int, fine: bool) -> None:
    shown = _COLOURS.sub("", terminal.lay_out(page, width, fine))
    assert shown == terminal.lay_out(page, width, fine, colour=False)
    assert _said(shown) == _said(layout.lay_out(page, width, fine))


@given(pages(), st.sampled_from((40, 60, 80, 100)))
def test_no_row_is_wider_than_the_terminal(page: Page, width: int) -> None:
    for line in terminal.lay_out(page, width, colour=False).splitlines():
        assert columns(line) <= width


@given(pages())
def test_nothing_but_colours_is_sent(page: Page) -> None:
    left = _COLOURS.sub("", terminal.lay_out(page))
    assert all(escape(line) == line for line in left.split("\n"))


@pytest.mark.parametrize("text", NASTY)
def test_a_name_is_not_taken_for_markup(text: str) -> None:
    page = Page()
    page.text(text)
    assert "Torch" in terminal.lay_out(page) or text == ":skull:"
    assert terminal.lay_out(page) == layout.lay_out(page)


def test_words_marks_places_and_rules_have_their_colours() -> None:
    page = Page()
    page.verdict("refuted", "The most is 12.", "bad", "a.yaml:8", ["TS-1.1"])
    page.sum("14 - 2 =", "12")
    verdict, total = terminal.lay_out(page, 60).splitlines()
    assert verdict.startswith("\x1b[31m✗\x1b[0m \x1b[1;31mrefuted\x1b[0m    The most is 12.")
    assert verdict.endswith("\x1b[36m[TS-1.1]\x1b[0m  \x1b[2ma.yaml:8\x1b[0m")
    assert total.endswith("= \x1b[1m12\x1b[0m")


def test_guides_along_a_tree() -> None:
    page = Page()
    deep = Branch("on Torch", "rest " * 20, (Branch("on Dagger", "attack"), Branch("otherwise")))
    page.tree([deep, Branch("on Militia", "attack")])
    assert terminal.lay_out(page, 60, colour=False).splitlines() == [
        "  ├─ on Torch",
        "  │  rest rest rest rest rest rest rest rest rest rest rest",
        "  │    rest rest rest rest rest rest rest rest rest",
        "  │  ├─ on Dagger  attack",
        "  │  └─ otherwise",
        "  └─ on Militia",
        "     attack",
    ]
    shown = terminal.lay_out(page, 60, fine=False)
    assert shown.isascii()
    assert "  +- on Torch" in _COLOURS.sub("", shown)
