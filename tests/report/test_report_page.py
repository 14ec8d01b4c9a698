"""Wrapping, tables and what must never reach a terminal or a runner."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tsolve.report.page import Column, Page, columns, wrap


def test_wrap_keeps_words_whole() -> None:
    assert wrap("one two three", 7, 7) == ["one two", "three"]
    assert wrap("one two three", 3, 9) == ["one", "two three"]


def test_wrap_keeps_a_number_and_its_hundredths_together() -> None:
    assert wrap("wins 71.4 % of them", 10, 10) == ["wins", "71.4 % of", "them"]


def test_wrap_breaks_a_word_that_is_too_long() -> None:
    assert wrap("abcdefgh ij", 3, 3) == ["abc", "def", "gh", "ij"]


def test_width_of_characters() -> None:
    assert columns("abc") == 3
    assert columns("Łódź") == 4
    assert columns("漢字") == 4  # two columns each
    assert columns("e\u0301") == 1  # a letter and its accent


@given(st.text(), st.integers(2, 40))
def test_wrapped_lines_fit_and_lose_nothing(text: str, width: int) -> None:
    from tsolve.diagnostics import escape

    lines = wrap(text, width, width)
    assert all(columns(line) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == escape(text).replace(" ", "")


def test_table() -> None:
    page = Page(40)
    heads = (Column("what", wraps=True), Column("points", align="right"))
    page.table(heads, [("a long name of a thing that goes on", "+12"), ("total", "12")], sums=1)
    assert str(page).splitlines() == [
        "  what                            points",
        "  a long name of a thing that        +12",
        "  goes on",
        "  --------------------------------------",
        "  total                               12",
    ]


def test_numbers_of_a_table_are_never_cut() -> None:
    page = Page(40)
    heads = [Column("what", wraps=True), *(Column(f"number {n}", align="right") for n in range(6))]
    page.table(heads, [("x" * 50, *["123456789"] * 6)])
    assert sum(line.count("123456789") for line in str(page).splitlines()) == 6


@pytest.mark.parametrize("text", ["\x1b[31mred", "a\nb", "\u202eback", "\x07"])
def test_control_characters_are_shown_not_sent(text: str) -> None:
    page = Page(80, colour=False)
    page.text(text)
    page.labelled(text, text)
    page.table((Column(text),), [(text,)])
    assert not {"\x1b", "\u202e", "\x07"} & set(str(page))
    assert len(str(page).splitlines()) == 4  # a text, a label, a head and a row: nothing broke a line


@pytest.mark.parametrize("text", ["::error::owned", "  ::set-output name=x::y", "##[error]owned"])
def test_no_line_is_an_order_to_a_runner(text: str) -> None:
    page = Page(80)
    page.text(text)
    page.text(f"{'x' * 79} {text}")
    page.labelled(text, text)
    page.table((Column(""),), [(text,)])
    assert not any(line.lstrip().startswith(("::", "##[")) for line in str(page).splitlines())


def test_colour_only_when_asked() -> None:
    plain, coloured = Page(80), Page(80, colour=True)
    for page in (plain, coloured):
        page.text("x", style="good")
        page.labelled("a", "b", style="bad")
    assert str(plain) == "x\n  a             b\n"
    assert str(coloured) == "\x1b[32mx\x1b[0m\n  \x1b[31ma\x1b[0m             b\n"


def test_packed_texts_share_lines() -> None:
    page = Page(40)
    page.packed(["one: 1", "two: 2", "x" * 30, "three: 3", "y " * 30])
    assert str(page).splitlines()[:3] == ["  one: 1 | two: 2", f"  {'x' * 30}", "  three: 3"]
    assert all(len(line) <= 40 for line in str(page).splitlines())
