"""The parts of a page, laid out in plain characters and in the colours of a terminal."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tsolve.errors import escape
from tsolve.report.page import Branch, ChanceBar, Column, Page, Style
from tsolve.report.text import layout, terminal
from tsolve.report.text.layout import lay_out
from tsolve.report.words import columns, parts_that_differ, told_section, untyped, wrap


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


def test_wrap_keeps_words_whole_that_are_not_too_long() -> None:
    assert wrap("one two three", 7, 7) == ["one two", "three"]
    assert wrap("one two three", 3, 9) == ["one", "two three"]
    assert wrap("wins 71.4 % of them", 10, 10) == ["wins", "71.4 % of", "them"]
    assert wrap("abcdefgh ij", 3, 3) == ["abc", "def", "gh", "ij"]


def test_width_of_characters() -> None:
    """A Chinese one has two columns; a letter and its accent have one."""
    assert [columns(text) for text in ("abc", "Łódź", "漢字", "e\u0301")] == [3, 4, 4, 1]


@given(st.text(), st.integers(2, 40))
def test_wrapped_lines_fit_and_lose_nothing(text: str, width: int) -> None:

    lines = wrap(text, width, width)
    assert all(columns(line) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == escape(text).replace(" ", "")


@pytest.mark.parametrize(
    ("rules", "lines"),
    [
        # 16 and 4 and 6, two spaces before each
        ("TS-1.1", ["  what              by    rule", "  a Thyrian Squire  half  TS-1.1"]),
        # 14 columns are left for what there is, as many as Thyrian Squire takes
        (
            "TS-10.1, TS-10.2",
            ["  what            by    rule", "  a               half  TS-10.1, TS-10.2", "  Thyrian Squire"],
        ),
        (
            "TS-10.1, TS-10.22",
            ["  what              by", "  a Thyrian Squire  half", "  no room here for: rule"],
        ),
    ],
)
def test_a_table_gives_up_what_can_be_spared_before_it_parts_what_belongs_together(
    rules: str, lines: list[str]
) -> None:
    page = Page()
    heads = (Column("what", wraps=True), Column("by"), Column("rule", spare=True))
    page.table(heads, [("a Thyrian Squire", "half", rules)])
    assert lay_out(page, 40).splitlines() == lines


def test_a_table_without_room_for_its_words_is_told_row_by_row() -> None:
    page = Page()
    page.table((Column("", wraps=True), Column("", wraps=True)), [("Thyrian Squire", "card.thyrian_squire")])
    page.table((Column("", wraps=True), Column("")), [("Thyrian Squire", "x" * 28)])
    page.table((Column("", wraps=True), Column("")), [("card.thyrian_squire", "x" * 28)])
    assert lay_out(page, 40).splitlines() == [
        "  Thyrian Squire  card.thyrian_squire",
        f"  Thyrian   {'x' * 28}",
        "  Squire",
        "  card.thyrian_squire:",
        f"    {'x' * 28}",
    ]


def test_heads_stand_before_the_cells_of_such_a_row() -> None:
    page = Page()
    heads = (Column("Monster", wraps=True), Column("needed", "right"), Column("won", "right"), Column(""))
    page.table(heads, [("Half-Ogre", "x" * 12, "12 VP and more", ""), ("Orc", "8", "", "best")])
    outcomes = (Column("0 to 9", "right"), Column("10*", "right"), Column("20+", "right"))
    page.table(outcomes, [("12.5 %", "85 %", "x" * 26)])
    assert lay_out(page, 40).splitlines() == [
        f"  Half-Ogre: needed {'x' * 12};",
        "    won 12 VP and more",
        "  Orc: needed 8; best",
        "  0 to 9: 12.5 %; 10*: 85 %;",
        f"    20+: {'x' * 26}",
    ]


def test_a_word_that_is_wider_than_a_line_is_broken_behind_a_slash() -> None:
    page = Page()
    page.text(f"see {'x' * 20}/{'y' * 30}/z", 2, 2)
    assert lay_out(page, 40).splitlines() == ["  see", f"    {'x' * 20}/", f"    {'y' * 30}/z"]


def test_a_text_without_room_beside_its_label_stands_below_it() -> None:
    page = Page()
    page.labelled("card.thyrian_squire", "It carries much.", width=24)
    assert lay_out(page, 40).splitlines() == ["  card.thyrian_squire", "     It carries much."]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Undecided: time ran out; a longer search: --time-limit 600", "Undecided: time ran out"),
        (
            "Read as: a question; these answer best; --game names the game.",
            "Read as: a question; these answer best.",
        ),
        ("one; `tsolve score` counts; two", "one; two"),
        ("--all lists them", ""),
        ("A well--known name; -2 -> 3; two - three.", "A well--known name; -2 -> 3; two - three."),
    ],
)
def test_what_is_to_be_typed_is_left_out_of_pages(text: str, left: str) -> None:
    assert untyped(text) == left


def test_a_hint_is_told_in_text() -> None:
    page = Page()
    page.text("And 2 more reasons.", hint="-v")
    page.text("", hint="`look` tells more.")
    page.tree([Branch("1 in 2", "one of 3 outcomes", hint="--all")])
    assert lay_out(page).splitlines() == [
        "And 2 more reasons (-v).",
        "`look` tells more.",
        "  1 in 2  one of 3 outcomes (--all)",
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


@pytest.mark.parametrize(
    ("section", "told"),
    [
        (("Sums",), '"Sums"'),
        (("Luce e oscurità", "Light and darkness"), '"Light and darkness" (Luce e oscurità)'),
        (
            ("Węjście do Lochu", "Entering the Dungeon", "Wejście do Lochu"),
            '"Entering the Dungeon" (Wejście do Lochu, printed Węjście do Lochu)',
        ),
    ],
)
def test_a_section_is_told_with_its_english_title_and_its_slip(section: tuple[str, ...], told: str) -> None:
    assert told_section(*section) == told


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
                page.bars(
                    ("now",),
                    [ChanceBar("4", True, (0.5,), ("50 %",)), ChanceBar("5", False, (0.1,), ("10 %",))],
                )
    return page


def _said(text: str) -> str:
    """The words of a page, whatever stands between them."""
    return re.sub(r"[\s├│└─|`+-]+", "", text)


@given(pages(), st.sampled_from((40, 60, 80, 100)), st.booleans())
def test_the_words_are_those_of_the_plain_page(page: Page, width: int, fine: bool) -> None:
    """No row is wider than the terminal, and nothing but colours is sent."""
    coloured, shown = terminal.lay_out(page, width, fine), terminal.lay_out(page, width, fine, colour=False)
    assert shown == _COLOURS.sub("", coloured)
    assert _said(shown) == _said(layout.lay_out(page, width, fine))
    assert all(columns(line) <= width for line in shown.splitlines())
    assert all(escape(line) == line for line in shown.split("\n"))


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


def test_of_many_ways_the_first_that_differs_is_told() -> None:
    """Of four ways on each side one is on both: three differ on each."""
    before, after = "a 1 or b 1 or c 1 or d", "a 2 or b 2 or c 2 or d"
    assert parts_that_differ(before, after) == ("a 1 or 2 more ways", "a 2 or 2 more ways")
    assert parts_that_differ("a 1 or b", "a 2 or b") == ("a 1 or b", "a 2 or b")
