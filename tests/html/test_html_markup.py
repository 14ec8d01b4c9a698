"""Markup: nothing that comes from outside becomes an element."""

from __future__ import annotations

import re
from pathlib import Path

import tsolve
from tsolve.report.html.markup import NOTHING, Markup, document, joined, lines, prose, tag, text

PACKAGE = Path(tsolve.__file__).parent


def test_a_text_is_escaped_once() -> None:
    shown = text('<script>alert("1 & 2")</script>')

    assert shown == "&lt;script&gt;alert(&quot;1 &amp; 2&quot;)&lt;/script&gt;"
    assert text(shown) == shown


def test_what_cannot_be_seen_is_shown() -> None:
    assert text("a\u202eb\x1b") == "a\\u202eb\\x1b"
    assert lines("one\ntwo\x07") == "one\ntwo\\x07"


def test_a_number_is_not_parted_from_its_unit() -> None:
    assert prose("2 in 6 (33 %), 2 x Club & 5 VP") == "2\xa0in\xa06 (33\xa0%), 2\xa0x Club &amp; 5\xa0VP"
    assert text("5 VP") == "5 VP"


def test_contents_and_attributes_of_an_element_are_escaped() -> None:
    shown = tag("p", "1 < 2", tag("b", "so"), title='"&', class_="in", aria_hidden="true", open=True, id="")

    assert shown == ('<p title="&quot;&amp;" class="in" aria-hidden="true" open>1 &lt; 2<b>so</b></p>')


def test_an_element_without_contents_closes_itself() -> None:
    assert tag("rect", x=1, width=0.5) == '<rect x="1" width="0.5"/>'


def test_parts_are_escaped_where_they_are_joined() -> None:
    assert joined(["<", tag("i", "x"), NOTHING], " & ") == "&lt; &amp; <i>x</i> &amp; "


def test_a_sum_with_a_text_is_no_markup_any_more() -> None:
    """So it is escaped like any other text: a slip shows as `&lt;`, and opens nothing."""
    slip = tag("b", "x") + "<i>"

    assert not isinstance(slip, Markup)
    assert text(slip) == "&lt;b&gt;x&lt;/b&gt;&lt;i&gt;"


def test_a_document_has_its_parts() -> None:
    shown = document(tag("title", "a & b"), tag("main", "c"))

    assert shown.startswith('<!doctype html>\n<html lang="en">\n<head><title>a &amp; b</title></head>')


def test_only_one_module_makes_markup_from_texts() -> None:
    makers = [
        path.name
        for path in (PACKAGE / "report").rglob("*.py")
        if re.search(r"\bMarkup\(", path.read_text(encoding="utf-8"))
    ]

    assert makers == ["markup.py"]
