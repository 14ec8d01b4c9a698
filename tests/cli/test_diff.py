"""`tsolve diff`: what differs between two ways to read the rules."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from time import sleep

import pytest

from tests.cli.conftest import Tsolve, Write
from tsolve import batch as pools
from tsolve.batch import pool
from tsolve.cli.diff import Asked, Query, ask_each
from tsolve.errors import Diagnostic, InputError
from tsolve.report.failures import Failure

# Khan 7, two Squires 2 each, two Militia 1 each: Attack 13. Rank 1 is dark: (13 - 2) / 2 = 5 against Health
# 6, or with 1 for the point of darkness (13 - 1) / 2 = 6. Halved before the darkness: 6 - 2 = 4.
SUCCUBUS = """\
game: thunderstone
turn: dungeon
hand: [Outlands Khan, 2 x Thyrian Squire, 2 x Militia]
deck: []
hall: [Succubus, none, none]
dungeon_deck: []
line: [attack Succubus]
"""

# Five Militia by the light of a Torch against Health 4: no open point has a part in it.
PLAIN = """\
game: thunderstone
turn: dungeon
hand: [5 x Militia, Torch]
deck: []
hall: [Griknack Goblin, none, none]
dungeon_deck: []
line: [attack Griknack Goblin]
"""

# Squire 2 and the Trophy of the Pegasus, Attack +1 or by the Polish book Magic Attack +1, in the light of a
# Torch, against the Sphinx, whom only Magic Attack can hurt: 0 or 1 against Health 8.
SPHINX = """\
game: thunderstone
turn: dungeon
hand: [Thyrian Squire, Pegasus, Torch]
deck: []
hall: [Sphinx, none, none]
dungeon_deck: []
line: [attack Sphinx]
"""
LIGHT = ("--between", "light_factor=2", "light_factor=1")


def flat(text: str) -> str:
    return " ".join(text.split())


def test_what_differs_and_why(tsolve: Tsolve, write: Write) -> None:
    ended = tsolve("diff", write(SUCCUBUS), *LIGHT)

    assert ended.code == 1
    assert ended.err == ""
    told = flat(ended.out)
    assert told.startswith("different Outcome, total, best play, by light_factor.")
    assert "light_factor: 2 -> 1. How much does each point" in told
    assert "   light_factor=2  Succubus is not defeated: 5 against Health 6.\n" in ended.out
    assert "   light_factor=1  Succubus is defeated: 6 against Health 6; 2 XP, 4 VP.\n" in ended.out
    assert "   Succubus: not defeated -> defeated\n" in ended.out
    assert "afterwards" not in told
    whole = tsolve("diff", "-v", write(SUCCUBUS), *LIGHT)
    assert "What differs from light_factor=2 to light_factor=1\n  outcome    Succubus: not" in whole.out
    assert "total Attack Value of the turn: 5 -> 6" in flat(whole.out)
    assert "Where it is written light_factor" in flat(
        tsolve("diff", "--sources", write(SUCCUBUS), *LIGHT).out
    )


def test_nothing_differs(tsolve: Tsolve, write: Write) -> None:
    ended = tsolve("diff", write(PLAIN), *LIGHT)

    assert ended.code == 0
    assert ended.out.startswith("✓ the same   Nothing differs.")


def test_several_options_on_a_side(tsolve: Tsolve, write: Write) -> None:
    # 4 and 6; by itself each option makes 5 of 4
    sides = ("half_attack_order=before_light,light_factor=2", "half_attack_order=after_light,light_factor=1")
    ended = tsolve("diff", write(SUCCUBUS), "--between", *sides)

    assert ended.code == 1
    assert "by light_factor and half_attack_order." in flat(ended.out)
    whole = tsolve("diff", "-v", "position.yaml", "--between", *sides)
    assert flat(whole.out).count("by itself it changes: total, best play") == 2


def test_what_the_position_chooses_holds_whatever_the_printing_says(tsolve: Tsolve, write: Write) -> None:
    chosen = PLAIN + "interpretations: {zero_rule: floor}\n"
    ended = tsolve("diff", write(chosen), "--between", "printing:1.4", "printing:pl-1.4")

    assert ended.code == 0
    assert "The position itself chooses zero_rule=floor, whatever printing:pl-1.4 says" in ended.out


def test_every_interpretation_one_at_a_time(tsolve: Tsolve, write: Write) -> None:
    ended = tsolve("diff", "--all", write(SUCCUBUS.replace("line: [attack Succubus]\n", "")))

    assert ended.code == 1
    told = flat(ended.out)
    assert told.startswith("different 2 open points matter here.")
    assert "light_factor = 1 (no printing has it): Succubus is defeated: 6 against Health 6" in told
    assert "half_attack_order = before_light (no printing has it): Succubus is not defeated: 4" in told
    assert "open points change nothing here" in told


def test_all_of_a_position_without_open_points(tsolve: Tsolve, write: Write) -> None:
    ended = tsolve("diff", "--all", write(PLAIN))

    assert ended.code == 0
    assert ended.out.startswith("✓ the same   None of ")


def test_a_position_that_is_the_same_as_far_as_is_known(tsolve: Tsolve, write: Write) -> None:
    # Nobody knows what Magical Aura would draw: what is best is undecided on both sides.
    unknown = PLAIN.replace("Torch]", "Torch, Magical Aura]").replace("deck: []\nhall", "deck: unknown\nhall")
    ended = tsolve("diff", write(unknown.replace("line: [attack Griknack Goblin]\n", "")), *LIGHT)

    assert ended.code == 3
    assert "Not everything is decided" in ended.out
    assert tsolve("diff", "--all", "position.yaml").code == 3


# folders


def folder(tmp_path: Path) -> str:
    (tmp_path / "game" / "deep").mkdir(parents=True)
    (tmp_path / "game" / "changes.yaml").write_text(SUCCUBUS)
    (tmp_path / "game" / "deep" / "stays.yml").write_text(PLAIN + "expect: {line: {legal: true}}\n")
    (tmp_path / "game" / "compose.yaml").write_text("services: {web: {image: nginx}}\n")
    (tmp_path / "game" / "chess.yaml").write_text("game: chess\nmoves: [e4]\n")
    (tmp_path / "game" / "broken.yaml").write_text("game: [thunderstone\n")
    (tmp_path / "game" / "many.yaml").write_text("---\na: 1\n---\ngame: 2\n")
    return "game"


def test_a_folder_lists_what_changes_and_passes_over_what_is_not_ours(tsolve: Tsolve, tmp_path: Path) -> None:
    ended = tsolve("diff", folder(tmp_path), *LIGHT)

    assert ended.code == 1
    assert ended.err == ""
    assert ended.out == (
        "1 of 2 positions changes from light_factor=2 to light_factor=1\n"
        "  game/changes.yaml\n"
        "      outcome, total, best play; by light_factor\n"
    )


def test_a_folder_with_all(tsolve: Tsolve, tmp_path: Path) -> None:
    ended = tsolve("diff", "--all", folder(tmp_path))

    assert ended.code == 1
    assert ended.out == (
        "1 of 2 positions depends on some open point\n"
        "  game/changes.yaml\n"
        "      light_factor, half_attack_order\n"
    )


@pytest.mark.parametrize("question", [LIGHT, ("--all",)])
def test_the_answer_does_not_depend_on_the_processes(
    tsolve: Tsolve, tmp_path: Path, question: tuple[str, ...]
) -> None:
    ours = folder(tmp_path)
    (tmp_path / ours / "damaged.yaml").write_text(PLAIN.replace("Militia", "Militiaman"))
    one, two, usual = (tsolve("diff", ours, *question, *jobs) for jobs in (("-j", "1"), ("--jobs", "2"), ()))

    assert one[:3] == two[:3] == usual[:3]
    assert one.code == 2
    assert "1 of 2 positions" in one.out
    assert 'game/damaged.yaml:3:12: error E302: unknown card "Militiaman"' in one.err


def test_wrong_number_of_processes(tsolve: Tsolve, write: Write) -> None:
    ended = tsolve("diff", write(PLAIN), *LIGHT, "--jobs", "-1")

    assert ended.code == 2
    assert "--jobs" in ended.err


def test_quietly_one_line_says_what_differs(tsolve: Tsolve, tmp_path: Path) -> None:
    ended = tsolve("diff", "--quiet", folder(tmp_path), *LIGHT)

    assert ended.code == 1
    change = "1 of 2 positions changes from light_factor=2 to light_factor=1"
    assert ended.out == f"{change}: game/changes.yaml (outcome, total, best play; by light_factor)\n"
    assert tsolve("diff", "-q", "game/deep/stays.yml", *LIGHT).out == "game/deep/stays.yml: the same\n"
    alone = tsolve("diff", "-q", "game/changes.yaml", *LIGHT).out
    assert alone == "game/changes.yaml: different: outcome, total, best play; by light_factor\n"
    points = "light_factor, half_attack_order"
    depend = "1 of 2 positions depends on some open point"
    assert tsolve("diff", "-q", "--all", "game").out == f"{depend}: game/changes.yaml ({points})\n"
    alone = tsolve("diff", "-q", "--all", "game/changes.yaml").out
    assert alone == f"game/changes.yaml: different: {points}\n"
    assert tsolve("diff", "-q", "game/changes.yaml", "game", *LIGHT).out == ended.out  # once, named or not


def test_a_file_of_somebody_else_that_is_named_is_an_error(tsolve: Tsolve, tmp_path: Path) -> None:
    folder(tmp_path)
    ended = tsolve("diff", "game/chess.yaml", "game/changes.yaml", *LIGHT)

    assert ended.code == 2
    assert "E301" in ended.err
    assert "1 of 1 position changes" in ended.out


def test_standard_input(tsolve: Tsolve) -> None:
    ended = tsolve("diff", "-", *LIGHT, stdin=SUCCUBUS.encode())

    assert ended.code == 1
    assert ended.out.startswith("  different  Outcome")


# JSON


def test_json_of_a_comparison(tsolve: Tsolve, write: Write) -> None:
    ended = tsolve("diff", write(SUCCUBUS), *LIGHT, "--format", "json")
    document = ended.json
    (answer,) = document["answers"]

    assert (ended.code, document["command"], document["exit_code"]) == (1, "diff", 1)
    assert answer["schema_version"] == 3
    assert [side["name"] for side in answer["sides"]] == ["light_factor=2", "light_factor=1"]
    assert answer["differences"][0] == {
        "kind": "outcome",
        "what": "Succubus",
        "before": "not defeated",
        "after": "defeated",
    }
    assert [(each["key"], each["before"], each["after"]) for each in answer["makers"]] == [
        ("light_factor", "2", "1")
    ]
    assert "key.light_factor" in [each["id"] for each in answer["citations"]]


def test_json_of_all(tsolve: Tsolve, write: Write) -> None:
    document = tsolve("diff", "--all", write(SUCCUBUS), "--format", "json").json
    (answer,) = document["answers"]

    assert [each["key"] for each in answer["dependence"]["keys"]] == ["light_factor", "half_attack_order"]
    assert answer["dependence"]["keys"][0]["rivals"][0]["option"] == "1"


# wrong usage


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--between", "zero_rul=floor", "zero_rule=negative"), 'did you mean "zero_rule"?'),
        (("--between", "zero_rule=floor", "zero_rule=negativ"), 'did you mean "negative"?'),
        (("--between", "printing:1.4", "printing:1.5"), 'unknown printing "1.5"'),
        (("--between", "printing:x", "printing:first-edition"), "known printings: first-edition"),
        (("--between", "zero_rule=floor", "zero_rule=floor"), "both sides are the same"),
        (("--between", "zero_rule", "zero_rule=floor"), "not of the form KEY=OPTION"),
        (("--between", "printing:", "zero_rule=floor"), "names no printing"),
        (("--between", "zero_rule=floor"), "requires 2 arguments"),
        ((), "either --between A B or --all"),
        (("--all", "--between", "zero_rule=floor", "zero_rule=negative"), "either --between A B or --all"),
    ],
)
def test_wrong_usage(tsolve: Tsolve, write: Write, arguments: tuple[str, ...], told: str) -> None:
    ended = tsolve("diff", write(SUCCUBUS), *arguments)

    assert ended.code == 2
    assert told in flat(ended.err)
    assert "Traceback" not in ended.err
    assert ended.out == ""


def test_missing_and_empty_paths(tsolve: Tsolve, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()

    missing = tsolve("diff", "nowhere", *LIGHT)
    assert missing.code == 2
    assert "there is no file or folder nowhere" in flat(missing.err)
    empty = tsolve("diff", "empty", *LIGHT)
    assert empty.code == 2
    assert "there is no position there" in flat(empty.err)


# what check and solve say


def test_check_gives_both_answers_where_a_reading_is_open(tsolve: Tsolve, write: Write) -> None:
    ended = tsolve("check", write(SPHINX))

    told = "By pegasus_trophy = magic (printing pl-1.4): Magic Attack of the turn: 1; the verdict stays."
    assert told in flat(ended.out)


def test_a_reading_that_no_printing_has_makes_no_headline_but_is_not_silent(
    tsolve: Tsolve, write: Write
) -> None:
    """The Succubus would fall by the slip of one clause: below the answer one line says so."""
    file = write(SUCCUBUS)

    told = tsolve("check", file).out
    assert "light_factor" not in told.splitlines()[0]
    assert "By light_factor = 1 (a reader's reading): Succubus is defeated: 6 against" in told
    depends = tsolve("check", file, "--format", "json").json["answers"][0]["depends"]
    rivals = [(rival["option"], rival["printings"]) for each in depends["keys"] for rival in each["rivals"]]
    assert rivals == [("1", []), ("before_light", [])]


def test_a_chosen_reading_is_not_open(tsolve: Tsolve, write: Write) -> None:
    ended = tsolve("check", write(SPHINX), "--interpretation", "pegasus_trophy=attack")

    assert "By pegasus_trophy = magic (printing pl-1.4)" in flat(ended.out)
    assert "Agree which one you play" not in ended.out


def test_a_reader_s_reading_that_the_position_chose_is_told(tsolve: Tsolve, write: Write) -> None:
    ended = tsolve("check", write(SUCCUBUS), "--interpretation", "light_factor=1")

    told = flat(ended.out)
    assert "it matters here (light_factor)" in told
    assert "1 Succubus is defeated: 6 against Health 6; 2 XP, 4 VP. (yours)" in told
    assert "Agree which one you play" not in told


def test_solve_says_what_the_best_line_depends_on(tsolve: Tsolve, write: Write) -> None:
    file = write(SPHINX.replace("line: [attack Sphinx]\n", ""))
    ended = tsolve("solve", file)

    assert "By pegasus_trophy = magic (printing pl-1.4): total of the best play: 1" in flat(ended.out)
    answer = tsolve("solve", file, "--format", "json").json["answers"][0]
    assert [each["key"] for each in answer["depends"]["keys"]] == ["pegasus_trophy"]


def test_nothing_is_said_where_nothing_is_open(tsolve: Tsolve, write: Write) -> None:
    assert "depends on" not in tsolve("check", write(PLAIN)).out


Answer = tuple[str, str, bytes, int]


@pytest.fixture
def helpers_are_called_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "FIRST_LOOK", -1.0)
    monkeypatch.setattr(pools, "START_UP", -1.0)


def whoever_answers(asked: str, content: bytes, file: str) -> Answer:
    """A question, and the process that answers it."""
    if content == b"bad":
        raise InputError([Diagnostic("E302", f"no card in {file}")])
    sleep(0.01)
    return asked, file, content, os.getpid()


def is_interrupted(content: bytes, file: str) -> str:
    """A question during which somebody presses Ctrl-C."""
    if content == b"bad":
        raise KeyboardInterrupt
    return file


def ask(question: Query[Answer], files: list[str], jobs: int, heard: list[tuple[int, int]]) -> Asked[Answer]:
    with pool(jobs, on_progress=lambda *told: heard.append(told), keeps=True) as helpers:
        return ask_each(question, files, helpers)


@pytest.mark.usefixtures("helpers_are_called_at_once")
@pytest.mark.parametrize("jobs", [1, 2])
def test_answers_and_failures_in_order(jobs: int, tmp_path: Path) -> None:
    files = [str(tmp_path / f"{number}.yaml") for number in range(40)]
    for number, file in enumerate(files[:-1]):
        Path(file).write_text("bad" if number % 3 == 0 else f"good{number}")
    heard: list[tuple[int, int]] = []
    found, left_out = ask(partial(whoever_answers, "why"), files, jobs, heard)

    assert left_out == 0
    for number, (file, each) in enumerate(zip(files, found, strict=True)):
        if number % 3 == 0:  # the last one is not there at all
            assert isinstance(each, Failure)
            assert (each.kind, each.code, each.file) == ("input", 2, file)
            told = [diagnostic.message for diagnostic in each.diagnostics]
            assert told == ([f"no card in {file}"] if number < 39 else ["there is no such file"])
        else:
            assert isinstance(each, tuple)
            assert each[:3] == ("why", file, f"good{number}".encode())
    assert heard == [(number, 40) for number in range(1, 41)]


@pytest.mark.usefixtures("helpers_are_called_at_once")
def test_an_interruption_keeps_the_answers_that_there_are(tmp_path: Path) -> None:
    files = [str(tmp_path / name) for name in ("a", "b", "c")]
    for file, content in zip(files, ("good", "good", "bad"), strict=True):
        Path(file).write_text(content)

    with pool(keeps=True) as alone:
        assert ask_each(is_interrupted, files, alone) == (files[:2], 1)
