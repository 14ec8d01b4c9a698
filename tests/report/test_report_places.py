"""Sections of documents, in English and as they are printed."""

from __future__ import annotations

from tsolve.report.words import told_section


def test_an_english_title_stands_before_the_printed_heading() -> None:
    assert told_section("Luce e oscurità", "Light and darkness") == '"Light and darkness" (Luce e oscurità)'


def test_a_slip_stands_behind_the_right_spelling() -> None:
    told = told_section("Węjście do Lochu", "Entering the Dungeon", "Wejście do Lochu")
    assert told == '"Entering the Dungeon" (Wejście do Lochu, printed Węjście do Lochu)'


def test_an_english_section_needs_no_title() -> None:
    assert told_section("Sums") == '"Sums"'
