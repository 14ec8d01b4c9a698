"""Codes, their collector, suggestions, escaping and plain rendering."""

import pickle
import re
from pathlib import Path

import pytest

from tsolve.codes import CODES, codes_as_markdown
from tsolve.diagnostics import (
    MAX_ITEMS,
    Diagnostic,
    Diagnostics,
    Span,
    escape,
    input_error,
    render,
    suggest,
)
from tsolve.errors import (
    DisagreementError,
    IllegalActionError,
    InputError,
    TsolveError,
    UndecidedError,
    UsageError,
)

ROOT = Path(__file__).parent.parent


def span(text: str, column: int, end: int, line: int = 4) -> Span:
    return Span("p.yaml", line, column, line, end, text)


def test_the_page_of_codes_is_up_to_date() -> None:
    page = (ROOT / "docs" / "diagnostics.md").read_text(encoding="utf-8")

    assert codes_as_markdown() == page


def test_every_code_in_the_source_is_in_the_table_and_the_other_way_round() -> None:
    sources = [path for path in (ROOT / "tsolve").rglob("*.py") if path.name != "codes.py"]
    used = {code for path in sources for code in re.findall(r'"(TS\d{3})"', path.read_text(encoding="utf-8"))}

    assert used == set(CODES)


def test_codes_have_a_known_prefix_and_distinct_titles() -> None:
    titles = [info.title for info in CODES.values()]

    assert all(re.fullmatch("TS[123459][0-9]{2}", code) for code in CODES)
    assert len(set(titles)) == len(titles)


def test_items_come_in_the_order_of_their_places() -> None:
    diagnostics = Diagnostics()
    diagnostics.report("TS203", "late", span("x", 1, 2, line=9))
    diagnostics.report("TS202", "right", span("x", 7, 8, line=2))
    diagnostics.report("TS202", "left", span("x", 3, 4, line=2))
    diagnostics.report("TS101", "nowhere")

    assert [item.message for item in diagnostics.items] == ["nowhere", "left", "right", "late"]


def test_raise_if_any_is_silent_without_findings_and_raises_all_of_them() -> None:
    diagnostics = Diagnostics()
    diagnostics.raise_if_any()
    diagnostics.report("TS202", "one", span("x", 1, 2))
    diagnostics.report("TS203", "two", span("x", 2, 3))

    with pytest.raises(InputError) as caught:
        diagnostics.raise_if_any()
    assert [item.code for item in caught.value.diagnostics] == ["TS202", "TS203"]
    assert str(caught.value) == "p.yaml:4:1: TS202 one\np.yaml:4:2: TS203 two"


def test_only_the_first_hundred_are_kept_and_the_rest_is_counted() -> None:
    diagnostics = Diagnostics()
    asked = []
    for number in range(130):
        diagnostics.report("TS202", str(number), span("x", 1, 2), lambda: asked.append(1) or "")

    with pytest.raises(InputError) as caught:
        diagnostics.raise_if_any()
    assert MAX_ITEMS == 100
    assert len(diagnostics) == len(asked) == 100
    assert caught.value.diagnostics[-1] == Diagnostic("TS119", "more problems are not shown")


def test_the_excerpt_is_the_line_of_the_span() -> None:
    diagnostics = Diagnostics()
    diagnostics.report("TS202", "x", span("hand: [Polarm]", 8, 14), "did you mean it?")

    assert diagnostics.items[0].excerpt == "hand: [Polarm]"
    assert diagnostics.items[0].help == "did you mean it?"


def test_render_shows_place_line_caret_help_and_related_places() -> None:
    first = Span("q.yaml", 3, 1, 3, 5)
    diagnostic = Diagnostic(
        "TS115",
        "twice",
        span("hand: [Polarm]", 8, 14, line=12),
        "drop\none",
        "hand: [Polarm]",
        (("here", first),),
    )

    assert render(diagnostic).splitlines() == [
        "p.yaml:12:8: TS115 twice",
        " 12 | hand: [Polarm]",
        "    |        ^^^^^^",  # seven characters stand before the P
        "    = help: drop",
        "    = help: one",
        "    = q.yaml:3:1: here",
    ]


def test_render_without_a_place_is_a_single_line() -> None:
    assert render(Diagnostic("TS101", "gone")) == "TS101 gone"


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
    lines = render(Diagnostic("TS201", "m", span(text, column, end), "", text)).splitlines()

    assert lines[1:] == [f" 4 | {shown}", f"   | {caret}"]


def test_a_span_over_several_lines_is_marked_to_the_end_of_the_first() -> None:
    diagnostic = Diagnostic("TS203", "m", Span("p.yaml", 2, 3, 5, 1, "- {a: 1,"), "", "- {a: 1,")

    assert render(diagnostic).splitlines()[2] == "   |   ^^^^^^"  # columns 3 to 8


def test_a_long_line_is_cut_around_the_place() -> None:
    text = "x" * 500 + "HERE" + "y" * 500
    lines = render(Diagnostic("TS201", "m", span(text, 501, 505), "", text)).splitlines()

    # 50 columns before the place, 100 in all, three dots on each side
    assert lines[1] == " 4 | ..." + "x" * 50 + "HERE" + "y" * 46 + "..."
    assert lines[2] == "   | " + " " * 53 + "^^^^"


def test_texts_from_files_cannot_steer_the_terminal() -> None:
    hostile = "\x1b[31m\u202e\u200b\n\u2028\x00"
    rendered = render(
        Diagnostic("TS202", hostile, span(hostile, 1, 9), hostile, hostile, ((hostile, span("", 1, 2)),))
    )

    assert all(line.isprintable() for line in rendered.split("\n"))
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


def test_two_near_names_are_both_suggested() -> None:
    assert suggest("thyrian lady", ["Thyrian Lord", "Thyrian Lade"]) == (
        'did you mean "Thyrian Lade" or "Thyrian Lord"?'
    )


@pytest.mark.parametrize(
    "error",
    [
        input_error("TS101", "gone", Span("p", 1, 1, 1, 1)),
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
