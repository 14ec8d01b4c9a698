"""`tsolve ask`: the page, exit codes, files that it writes, what is not understood."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Tsolve

QUESTION = "Militia, Dagger vs Griknack Goblin rank 1"
"""Militia 1 + Dagger 1 - 2 for the missing Light = 0, against Health 4."""

PAGE = """\
✗ no         Griknack Goblin is not defeated: 0 against Health 4.
     Militia 1 + Dagger 1 - Light Penalty 2 = 0     Health 4: 4 missing
"""


def test_the_page_says_what_was_understood(tsolve: Tsolve) -> None:
    ended = tsolve("ask", QUESTION)

    assert (ended.code, ended.err) == (1, "")
    assert ended.out.startswith(PAGE)
    assert "Enough: 4 more Attack" in ended.out
    read = "Read as: Griknack Goblin in Rank 1; hand Militia, Dagger; deck empty; nothing else in the Hall."
    assert " ".join(ended.out.split()).endswith(read)
    assert tsolve("ask", *QUESTION.split()).out == ended.out  # without quotation marks


@pytest.mark.parametrize(
    ("question", "code"),
    [
        # Squire 2 + Short Sword 4 - 2 = 4 against 4 in Rank 1, less in the others.
        ("Thyrian Squire, Short Sword vs Griknack Goblin rank 1", 0),
        ("Thyrian Squire, Short Sword vs Griknack Goblin rank 2", 1),
        ("Thyrian Squire, Short Sword vs Griknack Goblin", 3),
        ("Militia; hall Nixie, Kingdom, Griffon; best?", 0),
        ("", 2),
        ("what?", 2),
        ("Militia vs", 2),
        ("Militia vs Nixie rank", 2),
        ("x" * 2000, 2),
        ("\x1b[31mMilitia vs Nixie", 2),
    ],
)
def test_exit_codes(question: str, code: int, tsolve: Tsolve) -> None:
    ended = tsolve("ask", question)

    assert ended.code == code
    assert bool(ended.err) == (code == 2)
    assert "Traceback" not in ended.err
    assert "\x1b" not in ended.err


def test_quiet_is_a_line(tsolve: Tsolve) -> None:
    assert tsolve("ask", "-q", QUESTION).out == "no: Griknack Goblin is not defeated: 0 against Health 4.\n"


def test_layers_add_up(tsolve: Tsolve) -> None:
    assert "Dagger, carried by Militia" in tsolve("ask", "-v", QUESTION).out
    assert "The Light Penalty begins at the Rank" in tsolve("ask", "--explain", QUESTION).out
    assert "pl-1.4" in tsolve("ask", "--sources", QUESTION).out


def test_another_reading(tsolve: Tsolve) -> None:
    """1 + 1 - 1 by a factor of 1."""
    ended = tsolve("ask", "--interpretation", "light_factor=1", f"{QUESTION}: 1?")
    assert (ended.code, "yes" in ended.out) == (0, True)


def test_what_is_not_understood_is_shown_in_the_question(tsolve: Tsolve) -> None:
    ended = tsolve("ask", "Regian Preist vs Nixie rank 1")

    assert (ended.code, ended.out) == (2, "")
    assert ended.err == (
        'question:1:1: error E302: unknown card "Regian Preist"\n'
        "   1 | Regian Preist vs Nixie rank 1\n"
        '     | ^^^^^^^^^^^^^ did you mean "Regian Priest"?\n'
    )


def test_the_position_is_written_and_judged_alike(tsolve: Tsolve, tmp_path: Path) -> None:
    ended = tsolve("ask", "--write", "asked.yaml", QUESTION)
    assert "asked.yaml is written." in ended.out
    checked = tsolve("check", "asked.yaml", "--format", "json").json["answers"][0]
    asked = tsolve("ask", QUESTION, "--format", "json").json["answers"][0]
    assert asked["verdict"] == "no"
    assert asked["cases"][0]["check"]["claims"][0]["calculation"] == checked["claims"][0]["calculation"]
    assert asked["cases"][0]["position"] == (tmp_path / "asked.yaml").read_text()

    (tmp_path / "asked.yaml").write_text("mine")
    again = tsolve("ask", "--write", "asked.yaml", QUESTION)
    assert (again.code, (tmp_path / "asked.yaml").read_text()) == (2, "mine")
    assert "--force replaces it" in again.err
    assert tsolve("ask", "--write", "asked.yaml", "--force", QUESTION).code == 1
    assert (tmp_path / "asked.yaml").read_text() != "mine"

    open_place = tsolve("ask", "--write", "open.yaml", "Militia vs Nixie")
    assert (open_place.code, (tmp_path / "open.yaml").exists()) == (2, False)
    assert "leaves open where it is" in open_place.err


def test_marks_without_unicode(tsolve: Tsolve) -> None:
    ended = tsolve("ask", QUESTION, env={"PYTHONIOENCODING": "ascii"})
    assert ended.out.startswith("x no  ")
    assert ended.out.isascii()


def test_the_best_play_in_each_place(tsolve: Tsolve) -> None:
    """Magic 2. Light 1 + 1 is enough for Ranks 1 and 2; in Rank 3 a point is missing, which costs 2: 0."""
    ended = tsolve("ask", "best play of Elf Wizard, Torch vs Nixie")

    assert ended.code == 0
    assert "Rank 1  Nixie is not defeated: 2 against Health 5. Proved." in ended.out
    assert "Rank 3  Nixie is not defeated: 0 against Health 5. Proved." in ended.out


def test_the_sum_says_which_place_it_is_for(tsolve: Tsolve) -> None:
    # The Torch lights Rank 1 and brings no Attack: 0 against Health 5.
    lines = tsolve("ask", "Torch vs Kingdom").out.splitlines()

    place = lines.index("   For Rank 1:")
    assert lines[place + 1].startswith("     ")
    assert "Health 5" in lines[place + 1]
    assert lines[place + 2].startswith("   Enough:")
