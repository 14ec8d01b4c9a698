"""Wrapping, tables and what must never reach a terminal or a runner."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tsolve.report.page import Branch, Column, Page
from tsolve.report.text.layout import lay_out
from tsolve.report.words import columns, wrap


def test_wrap_keeps_words_whole() -> None:
    assert wrap("one two three", 7, 7) == ["one two", "three"]
    assert wrap("one two three", 3, 9) == ["one", "two three"]


def test_wrap_keeps_a_number_and_its_hundredths_together() -> None:
    assert wrap("wins 71.4 % of them", 10, 10) == ["wins", "71.4 % of", "them"]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("drawn by Thyrian Squire of", ["drawn by", "Thyrian Squire of"]),
        ("it is not Tyxr the Old", ["it is not", "Tyxr the Old"]),
        ("it earns, in all, 2 XP, 4 VP", ["it earns, in all,", "2 XP, 4 VP"]),
        ("no less than, Health 6", ["no less than,", "Health 6"]),
        ("it comes in 3 in 4 (75 %)", ["it comes", "in 3 in 4 (75 %)"]),
        ("one two three, 3 x Militia", ["one two three,", "3 x Militia"]),
        ("Attack 14, less, - Penalty 4", ["Attack 14, less,", "- Penalty 4"]),
    ],
)
def test_wrap_keeps_names_and_numbers_whole(text: str, lines: list[str]) -> None:
    assert wrap(text, 18, 18) == lines


def test_wrap_breaks_a_word_that_is_too_long() -> None:
    assert wrap("abcdefgh ij", 3, 3) == ["abc", "def", "gh", "ij"]


def test_width_of_characters() -> None:
    assert columns("abc") == 3
    assert columns("Łódź") == 4
    assert columns("漢字") == 4  # two columns each
    assert columns("e\u0301") == 1  # a letter and its accent


@given(st.text(), st.integers(2, 40))
def test_wrapped_lines_fit_and_lose_nothing(text: str, width: int) -> None:
    from tsolve.errors import escape

    lines = wrap(text, width, width)
    assert all(columns(line) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == escape(text).replace(" ", "")


def test_table() -> None:
    page = Page()
    heads = (Column("what", wraps=True), Column("points", align="right"))
    page.table(heads, [("a long name of a thing that goes on", "+12"), ("total", "12")], sums=1)
    assert lay_out(page, 40).splitlines() == [
        "  what                            points",
        "  a long name of a thing that        +12",
        "  goes on",
        "  --------------------------------------",
        "  total                               12",
    ]


def test_a_table_gives_up_what_can_be_spared_before_it_parts_what_belongs_together() -> None:
    heads = (Column("what", wraps=True), Column("by"), Column("rule", spare=True))
    page = Page()
    page.table(heads, [("a Thyrian Squire", "half", "TS-1.1")])
    # 16 and 4 and 6, two spaces before each
    assert lay_out(page, 40).splitlines() == [
        "  what              by    rule",
        "  a Thyrian Squire  half  TS-1.1",
    ]
    page = Page()
    page.table(heads, [("a Thyrian Squire", "half", "TS-10.1, TS-10.2")])
    # 14 columns are left for what there is, as many as Thyrian Squire takes
    assert lay_out(page, 40).splitlines() == [
        "  what            by    rule",
        "  a               half  TS-10.1, TS-10.2",
        "  Thyrian Squire",
    ]
    page = Page()
    page.table(heads, [("a Thyrian Squire", "half", "TS-10.1, TS-10.22")])
    assert lay_out(page, 40).splitlines() == [
        "  what              by",
        "  a Thyrian Squire  half",
        "  no room here for: rule",
    ]


def test_words_are_broken_only_where_nothing_can_be_spared() -> None:
    page = Page()
    page.table((Column("", wraps=True), Column("", wraps=True)), [("Thyrian Squire", "card.thyrian_squire")])
    page.table((Column("", wraps=True), Column("")), [("Thyrian Squire", "x" * 28)])
    page.table((Column("", wraps=True), Column("")), [("card.thyrian_squire", "x" * 28)])
    assert lay_out(page, 40).splitlines() == [
        "  Thyrian Squire  card.thyrian_squire",
        f"  Thyrian   {'x' * 28}",
        "  Squire",
        f"  card.thy  {'x' * 28}",
        "  rian_squ",
        "  ire",
    ]


def test_a_tree_is_indented() -> None:
    page = Page()
    deep = Branch("on Torch", "rest", (Branch("", "whatever comes: rest"),))
    page.tree([deep, Branch("on Militia", "attack and then rest " * 3)])
    assert lay_out(page, 50).splitlines() == [
        "  on Torch",
        "     rest",
        "     whatever comes: rest",
        "  on Militia",
        "     attack and then rest attack and then rest",
        "       attack and then rest",
    ]


def test_texts_stand_beside_the_heads_of_branches_if_all_fit_there() -> None:
    page = Page()
    page.tree([Branch("on Torch", "rest"), Branch("on Militia", "attack the Dragon")])
    page.tree([Branch("on Torch", "rest"), Branch("on Militia", "attack the last Dragon, then rest")])
    assert lay_out(page, 40).splitlines() == [
        "  on Torch    rest",
        "  on Militia  attack the Dragon",
        "  on Torch",
        "     rest",
        "  on Militia",
        "     attack the last Dragon, then rest",
    ]


def test_numbers_of_a_table_are_never_cut() -> None:
    page = Page()
    heads = [Column("what", wraps=True), *(Column(f"number {n}", align="right") for n in range(6))]
    page.table(heads, [("x" * 50, *["123456789"] * 6)])
    assert sum(line.count("123456789") for line in lay_out(page, 40).splitlines()) == 6


@pytest.mark.parametrize("text", ["\x1b[31mred", "a\nb", "\u202eback", "\x07"])
def test_control_characters_are_shown_not_sent(text: str) -> None:
    page = Page()
    page.text(text)
    page.labelled(text, text)
    page.table((Column(text),), [(text,)])
    assert not {"\x1b", "\u202e", "\x07"} & set(lay_out(page))
    assert len(lay_out(page).splitlines()) == 4  # a text, a label, a head and a row: nothing broke a line


@pytest.mark.parametrize("text", ["::error::owned", "  ::set-output name=x::y", "##[error]owned"])
def test_no_line_is_an_order_to_a_runner(text: str) -> None:
    page = Page()
    page.text(text)
    page.text(f"{'x' * 79} {text}")
    page.labelled(text, text)
    page.table((Column(""),), [(text,)])
    assert not any(line.lstrip().startswith(("::", "##[")) for line in lay_out(page).splitlines())


def test_packed_texts_share_lines() -> None:
    page = Page()
    page.packed(["one: 1", "two: 2", "x" * 30, "three: 3", "y " * 30])
    assert lay_out(page, 40).splitlines()[:3] == ["  one: 1 | two: 2", f"  {'x' * 30}", "  three: 3"]
    assert all(len(line) <= 40 for line in lay_out(page, 40).splitlines())
