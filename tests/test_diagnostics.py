"""Codes, their collector, suggestions, escaping, and how they are shown."""

import pickle
import re
from pathlib import Path

import pytest

from tsolve.codes import CODES, codes_as_markdown
from tsolve.diagnostics import MAX_ITEMS, Diagnostics, Hint, input_error, suggest
from tsolve.errors import (
    Diagnostic,
    DisagreementError,
    IllegalActionError,
    InputError,
    MissingFileError,
    Span,
    TsolveError,
    UndecidedError,
    UsageError,
    escape,
)
from tsolve.report.mistakes import mistakes_as_rows, mistakes_as_text
from tsolve.report.text import terminal

ROOT = Path(__file__).parent.parent


def rendered(diagnostic: Diagnostic) -> str:
    return mistakes_as_text((diagnostic,)).removesuffix("\n")


def span(text: str, column: int, end: int, line: int = 4) -> Span:
    return Span("p.yaml", line, column, line, end, text)


def test_the_page_of_codes_is_up_to_date() -> None:
    page = (ROOT / "docs" / "reference" / "diagnostics.md").read_text(encoding="utf-8")

    assert codes_as_markdown() == page


def test_every_code_in_the_source_is_in_the_table_and_the_other_way_round() -> None:
    sources = [path for path in (ROOT / "tsolve").rglob("*.py") if path.name != "codes.py"]
    used = {code for path in sources for code in re.findall(r'"(E\d{3})"', path.read_text(encoding="utf-8"))}

    assert used == set(CODES)


def test_codes_have_a_known_prefix_and_distinct_titles() -> None:
    titles = [info.title for info in CODES.values()]

    assert all(re.fullmatch("E[123459][0-9]{2}", code) for code in CODES)
    assert len(set(titles)) == len(titles)


def test_items_come_in_the_order_of_their_places() -> None:
    diagnostics = Diagnostics()
    diagnostics.report("E203", "late", span("x", 1, 2, line=9))
    diagnostics.report("E202", "right", span("x", 7, 8, line=2))
    diagnostics.report("E202", "left", span("x", 3, 4, line=2))
    diagnostics.report("E101", "nowhere")

    assert [item.message for item in diagnostics.items] == ["nowhere", "left", "right", "late"]


def test_raise_if_any_is_silent_without_findings_and_raises_all_of_them() -> None:
    diagnostics = Diagnostics()
    diagnostics.raise_if_any()
    diagnostics.report("E202", "one", span("x", 1, 2))
    diagnostics.report("E203", "two", span("x", 2, 3))

    with pytest.raises(InputError) as caught:
        diagnostics.raise_if_any()
    assert [item.code for item in caught.value.diagnostics] == ["E202", "E203"]
    assert str(caught.value) == "p.yaml:4:1: error E202: one\np.yaml:4:2: error E203: two"


def test_only_the_first_hundred_are_kept_and_the_rest_is_counted() -> None:
    diagnostics = Diagnostics()
    asked = []
    for number in range(130):
        diagnostics.report("E202", str(number), span("x", 1, 2), lambda: asked.append(1) or "")

    with pytest.raises(InputError) as caught:
        diagnostics.raise_if_any()
    assert MAX_ITEMS == 100
    assert len(diagnostics) == len(asked) == 100
    assert caught.value.diagnostics[-1] == Diagnostic("E119", "more problems are not shown")


def test_the_excerpt_is_the_line_of_the_span() -> None:
    diagnostics = Diagnostics()
    diagnostics.report("E202", "x", span("hand: [Polarm]", 8, 14), "did you mean it?")

    assert diagnostics.items[0].excerpt == "hand: [Polarm]"
    assert diagnostics.items[0].help == "did you mean it?"


def test_render_shows_place_line_caret_help_and_related_places() -> None:
    first = Span("q.yaml", 3, 1, 3, 5)
    diagnostic = Diagnostic(
        "E115",
        "twice",
        span("hand: [Polarm]", 8, 14, line=12),
        "drop\none",
        "hand: [Polarm]",
        (("here", first),),
    )

    assert rendered(diagnostic).splitlines() == [
        "p.yaml:12:8: error E115: twice",
        "  12 | hand: [Polarm]",
        "     |        ^^^^^^ drop",  # seven characters stand before the P
        "     = one",
        "     = q.yaml:3:1: here",
    ]


def test_render_without_a_place_is_a_single_line() -> None:
    assert rendered(Diagnostic("E101", "gone")) == "error E101: gone"


@pytest.mark.parametrize(
    ("text", "column", "end", "shown", "caret"),
    [
        ("a: \tb", 5, 6, "a:  b", "    ^"),  # a tab takes one column
        ("a: \x1bb", 5, 6, "a: \\x1bb", "       ^"),  # an escape of four characters before it
        ("漢字: x", 5, 6, "漢字: x", "      ^"),  # two wide characters: 2 * 2 + 2 columns before it
        ("e\u0301: x", 5, 6, "e\u0301: x", "   ^"),  # a combining accent takes no column
        ("a: b", 5, 5, "a: b", "    ^"),  # behind the end
    ],
)
def test_carets_stand_under_the_shown_text(text: str, column: int, end: int, shown: str, caret: str) -> None:
    lines = rendered(Diagnostic("E201", "m", span(text, column, end), "", text)).splitlines()

    assert lines[1:] == [f"   4 | {shown}", f"     | {caret}"]


def test_a_span_over_several_lines_is_marked_to_the_end_of_the_first() -> None:
    diagnostic = Diagnostic("E203", "m", Span("p.yaml", 2, 3, 5, 1, "- {a: 1,"), "", "- {a: 1,")

    assert rendered(diagnostic).splitlines()[2] == "     |   ^^^^^^"  # columns 3 to 8


def test_a_long_line_is_cut_around_the_place() -> None:
    text = "x" * 500 + "HERE" + "y" * 500
    lines = rendered(Diagnostic("E201", "m", span(text, 501, 505), "", text)).splitlines()

    # 47 columns before the place; 100 in all, with three dots on each side
    assert lines[1] == "   4 | ..." + "x" * 47 + "HERE" + "y" * 43 + "..."
    assert lines[2] == "     | " + " " * 50 + "^^^^"


def test_a_hint_without_room_stands_below() -> None:
    diagnostic = Diagnostic("E202", "m", span("ab: 1", 1, 3), "say " + "why " * 30, "ab: 1")

    # 4 columns for the number and 3 for the sign leave 33; "say" and 7 times "why" take 4 * 8 - 1 = 31.
    assert mistakes_as_text((diagnostic,), 40).splitlines()[1:5] == [
        "   4 | ab: 1",
        "     | ^^",
        "     = say " + "why " * 6 + "why",
        "       " + "why " * 7 + "why",
    ]


def test_a_terminal_is_told_where_more_stands() -> None:
    assert mistakes_as_text((Diagnostic("E101", "gone"),), 80).splitlines() == [
        "error E101: gone",
        "More: tsolve explain E101",
    ]


def test_several_mistakes_are_counted() -> None:
    found = (Diagnostic("E101", "gone"), Diagnostic("E105", "strange"))

    assert mistakes_as_text(found).splitlines() == [
        "error E101: gone",
        "error E105: strange",
        "2 mistakes; nothing was judged.",
    ]


def test_colours_say_nothing_that_the_text_does_not() -> None:
    diagnostic = Diagnostic("E202", "m", span("ab: 1", 1, 3), "drop it", "ab: 1")
    coloured = terminal.written(mistakes_as_rows((diagnostic,)))

    assert "\x1b[1;31merror E202\x1b[0m: m" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == mistakes_as_text((diagnostic,))


def test_texts_from_files_cannot_steer_the_terminal() -> None:
    hostile = "\x1b[31m\u202e\u200b\n\u2028\x00"
    shown = rendered(
        Diagnostic("E202", hostile, span(hostile, 1, 9), hostile, hostile, ((hostile, span("", 1, 2)),))
    )

    assert all(line.isprintable() for line in shown.split("\n"))
    assert escape("\x1b\u202e\U000e0001") == "\\x1b\\u202e\\U000e0001"
    assert escape("Złote 漢字 d'été") == "Złote 漢字 d'été"


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("polarm", 'did you mean "Polearm"?'),
        ("TORCH", 'it is written "Torch"'),
        ("Zzz", ""),
        ("", ""),
        ("Polearm" * 20, ""),
    ],
)
def test_suggestions_ignore_case_and_stay_silent_when_nothing_is_near(word: str, expected: str) -> None:
    assert suggest(word, ["Polearm", "Torch", "Lantern"]) == expected


def test_a_name_only_somewhat_like_the_word_is_asked_about_and_not_written_by_fix() -> None:
    # They share 8 of their 11 letters, twice 8 of 22: 73 %. Writing the Sword for a Spear would be a guess.
    unlike = suggest("Short Spear", ["Short Sword"])
    assert (unlike, type(unlike)) == ('did you mean "Short Sword"?', str)
    assert isinstance(suggest("Lanterm", ["Lantern"]), Hint)


def test_two_near_names_are_both_suggested() -> None:
    assert suggest("thyrian lady", ["Thyrian Lord", "Thyrian Lade"]) == (
        'did you mean "Thyrian Lade" or "Thyrian Lord"?'
    )


@pytest.mark.parametrize(
    "error",
    [
        input_error("E101", "gone", Span("p", 1, 1, 1, 1)),
        MissingFileError((Diagnostic("E101", "gone"),), 2, "No such file", "p"),
        UsageError("no"),
        IllegalActionError("refusal"),
        UndecidedError(["first", "second"]),
        DisagreementError({"seed": 1}),
    ],
)
def test_errors_survive_the_way_between_processes(error: TsolveError) -> None:
    copy = pickle.loads(pickle.dumps(error))

    assert type(copy) is type(error)
    assert vars(copy) == vars(error)
    assert str(copy) == str(error)


def test_undecided_names_its_reasons() -> None:
    assert (
        str(UndecidedError(["the draw is unknown", "so is the deck"]))
        == "the draw is unknown; so is the deck"
    )


def test_a_hint_is_a_plain_text_with_what_is_meant_beside_it() -> None:
    found = Diagnostics()
    found.report("E302", "unknown", None, suggest("Lanp", ["Lamp", "Rope"]))

    (mistake,) = found.items
    assert (type(mistake.help), mistake.instead) == (str, "Lamp")
