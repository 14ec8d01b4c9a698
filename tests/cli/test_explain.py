"""`tsolve ask` and `tsolve why-not`: the page, exit codes, files that are written, what is not understood."""

from __future__ import annotations

from pathlib import Path

import jsonschema
import pytest

from tests.cli.conftest import HAND, Tsolve, Write
from tsolve.report.formats import output_schema

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
        "   1 + Regian Priest vs Nixie rank 1\n"
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
    assert "leaves a place open" in open_place.err


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


# Thyrian Squire 2, Torch in Rank 1: Attack Value 2 against Health 6; a card that is drawn is not known.
UNKNOWN = HAND.replace("Torch]", "Torch, Regian Priest]")
CASES = {
    "possible": (HAND, "attack Pegasus", 0, "possible Attack Pegasus."),
    "impossible": (HAND, "defeat Pegasus", 1, "impossible Defeat Pegasus: 2 against Health 6."),
    "typed number": (HAND, "reach attack 2", 0, "possible Reach attack 2."),
    "one too many": (HAND, "reach 3 attack", 1, "impossible Reach attack 3: the maximum is 2."),
    "never": (HAND, "equip Torch on Thyrian Squire", 1, "Only a Weapon can be equipped, and only by a Hero"),
    "other turn": (HAND, "buy Torch", 1, "This turn enters the Dungeon"),
    "unknown": (UNKNOWN, "defeat Pegasus", 3, "brings an unknown card"),
    "no part of it": (
        HAND,
        "use Thyrian Squire on Pegasus",
        1,
        '"on Pegasus" is not something that Thyrian Squire',
    ),
    "no such copy": (HAND, "use Thyrian Squire #2", 1, "Thyrian Squire #2 is not in your hand"),
    "not standing": (HAND, "send Kingdom down", 1, "is not in the Dungeon"),
    "in Polish": (HAND, "defeat Pegaz", 1, "impossible Defeat Pegasus: 2"),
}


@pytest.mark.parametrize("case", CASES)
def test_verdicts(case: str, tsolve: Tsolve, write: Write) -> None:
    content, query, code, said = CASES[case]
    ended = tsolve("why-not", write(content), query, env={"COLUMNS": "120"})

    assert (ended.code, ended.err) == (code, "")
    assert said in " ".join(ended.out.split())


def test_several_questions_end_with_the_worst(tsolve: Tsolve, write: Write) -> None:
    # impossible (1) outweighs undecided (3) outweighs possible (0)
    both = tsolve("why-not", "-q", write(UNKNOWN), "attack Pegasus", "defeat Pegasus")
    assert both.code == 3
    assert both.out.index("possible: Attack Pegasus.") < both.out.index("undecided: Defeat Pegasus.")
    assert tsolve("why-not", "-q", write(HAND), "attack Pegasus", "defeat Pegasus").code == 1


BAD = {
    "unknown Monster": ("defeat Pegasis", 'did you mean "Pegasus"?'),
    "no Monster": ("attack Torch", "Torch is not a Monster"),
    "unknown card": ("use Bannish", 'did you mean "Banish"?'),
    "no such copy": ("equip Torch on third Thyrian Squire", "so there is no third Thyrian Squire"),
    "words left over": ("use Thyrian Squire and win", '"and win" means nothing after Thyrian Squire'),
    "empty": ("", "the query is empty"),
    "blank": ("   ", "the query is empty"),
    "nonsense": ("make me a sandwich", '"make me a sandwich" is not an action'),
    "no amount": ("reach victory", "reach QUANTITY AMOUNT"),
    "huge amount": ("reach attack 99999999999999999999", "from 0 to 999"),
    "no such Rank": ("attack Rank 7", "the Hall has no Rank 7"),
    "never sold": ("buy Pegasus", "not sold in any Village"),
    "no Hero": ("level up Torch", "Torch is not a Hero"),
    "very long": ("defeat " + "x" * 5000, "at most 500 characters"),
    "escape codes": ("defeat \x1b[31mred", "unknown card"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_questions(case: str, tsolve: Tsolve, write: Write) -> None:
    query, said = BAD[case]
    ended = tsolve("why-not", write(HAND), query)

    assert (ended.code, ended.out) == (2, "")
    assert said in " ".join(ended.err.split())
    assert "Traceback" not in ended.err
    assert "\x1b" not in ended.err


def test_a_bad_question_does_not_silence_the_others(tsolve: Tsolve, write: Write) -> None:
    ended = tsolve("why-not", write(HAND), "use Bannish", "attack Pegasus")

    assert ended.code == 2
    assert "possible   Attack Pegasus." in ended.out


def test_a_bad_file_is_reported_once(tsolve: Tsolve, write: Write) -> None:
    ended = tsolve("why-not", write(HAND.replace("Torch", "Torhc")), "attack Pegasus", "defeat Pegasus")

    assert (ended.code, ended.err.count("E302")) == (2, 1)


def test_no_question_is_wrong_usage(tsolve: Tsolve, write: Write) -> None:
    assert tsolve("why-not", write(HAND)).code == 2
    assert tsolve("why-not").code == 2


@pytest.mark.parametrize("columns", [80, 120])
def test_pages_keep_to_the_width(columns: int, tsolve: Tsolve, write: Write) -> None:
    ended = tsolve(
        "why-not", write(HAND), "defeat Pegasus", "buy Flaming Sword", env={"COLUMNS": str(columns)}
    )

    assert max(map(len, ended.out.splitlines())) <= columns


def test_json(tsolve: Tsolve, write: Write) -> None:
    ended = tsolve("why-not", write(HAND), "defeat Pegasus", "attack Pegasus", "--format", "json")

    jsonschema.validate(ended.json, output_schema("why-not"))
    first, second = ended.json["answers"]
    assert (ended.code, ended.json["schema_version"]) == (1, 3)
    assert [first["verdict"], second["verdict"]] == ["impossible", "possible"]
    assert [reason["rulings"] for reason in first["reasons"]] == [["card.pegasus", "TS-7.6"]]
    # 6 - 2 = 4 are missing; the Squire is strong enough for everything, and there is light enough
    amounts = {one["quantity"]: one["amount"] for one in first["missing"]}
    assert amounts == {"attack": 4, "magic": 4, "light": None, "strength": None}
    assert {"card.pegasus", "TS-7.6"} <= {cited["id"] for cited in first["citations"]}
    # the Spear costs 4: thrown it gives 2 + 3, so 2 + 5 = 7; nothing that costs less gives 4 more
    assert first["cards"][0]["card"] == "Spear"
    assert second["line"]["steps"][0]["text"] == "attack Pegasus in Rank 1"


def test_a_time_limit_gives_no_wrong_reasons(tsolve: Tsolve, write: Write) -> None:
    ended = tsolve("why-not", write(HAND), "defeat Pegasus", "--time-limit", "0.001")

    assert ended.code in (1, 3)  # what cannot be is proved by bounds alone, and then only reasons are missing
    assert "time ran out" in " ".join(ended.out.split()).lower()


def test_what_several_answers_rest_on_is_told_once(tsolve: Tsolve, write: Write) -> None:
    file = write(HAND)
    asked = ("why-not", "--sources", file, "defeat Pegasus")
    both = tsolve(*asked, "reach 3 attack", env={"COLUMNS": "120"}).out
    one = tsolve(*asked, env={"COLUMNS": "120"}).out

    head = "\nWhere it is written\n"
    assert one.count(head) == both.count(head) == both.count("\nDocuments\n") == 1
    assert both.count("card.pegasus Pegasus: ") == 1
    assert both.index("Reach attack 3: the maximum is 2.") < both.index(head)
    assert "TS-9.1 Attack and Magic Attack" in both  # what only the second rests on is there too


def test_no_amounts_of_what_has_nothing_to_do_with_it(tsolve: Tsolve, write: Write) -> None:
    # the Nixie is not there, nor a Militia; against the Pegasus there is Light enough, and no Weapon to carry
    told = tsolve("why-not", write(HAND), "defeat Nixie", "defeat Pegasus", "equip Polearm on Militia").out

    assert "o amount of" not in told
    assert "Enough: 4 more Attack, or 4 more Magic Attack." in told


FORMS = {
    "attack": "attack Blink Dog",
    "defeat": "defeat Uyril Unending",
    "equip": "equip Polearm on Militia",
    "buy": "buy Flaming Sword",
    "reach": "reach attack 14",
    "use": "use Banish",
    "level up": "level up Militia to Elf Wizard",
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_a_question_is_named(form: str, tsolve: Tsolve, write: Write) -> None:
    for nothing in ("make me a sandwich", ""):
        assert FORMS[form] in " ".join(tsolve("why-not", write(HAND), nothing).err.split())


def test_help_tells_the_exit_codes(tsolve: Tsolve) -> None:
    told = " ".join(tsolve("why-not", "--help").out.split())

    for code in ("0 everything asked for is possible", "1 something is impossible", "3 undecided"):
        assert code in told
