"""Nothing that a command is given ends in a traceback: hostile files, huge numbers, mistakes of tsolve
itself.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Mapping
from pathlib import Path
from time import monotonic
from typing import NoReturn

import pytest

from tests.cli.conftest import HAND, Ended, Tsolve, Write
from tests.test_saving import full_disk
from tsolve.api import positions
from tsolve.errors import DisagreementError


def _many(key: str, entry: str, number: int) -> bytes:
    """A position with a list of so many entries, no two alike."""
    return (HAND + f"{key}:\n" + "".join(f"- {entry.format(n)}\n" for n in range(number))).encode()


HOSTILE = {
    "empty": (b"", "E104"),
    "binary": (random.Random(1).randbytes(4096), "E105"),
    "ten megabytes": (b"hand: [" + b"Torch, " * 1_500_000 + b"]", "E103"),
    "deep": (b"hand: " + b"[" * 200_000, "E108"),
    "alias bomb": (b"a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n", "E111"),
    "escape codes": (b'game: "\x1b[31mred"\n', "E106"),
    "unknown game": (b"game: chess\n", "E301"),
    "unknown card": (HAND.replace("Torch", "Torhc").encode(), "E302"),
    "unknown rulings": (_many("about", "card.unknwn_{}", 4_000), "E208"),
    "unknown rulings, as many as may be": (_many("about", "card.unknwn_{}", 500), "E414"),
    "unknown stacks": (
        HAND.encode() + b"village:\n" + b"".join(b"  Torhc %d: 8\n" % n for n in range(20_000)),
        "E208",
    ),
    "unknown Monsters": (_many("claims", "{{defeats: Pegsaus {}}}", 2_000), "E208"),
    "unknown Monsters, as many as may be": (_many("claims", "{{defeats: Pegsaus {}}}", 100), "E302"),
    "misspelt steps, as many as may be": (_many("line", "equip Torhc {} on Thyrian Sqiure", 200), "E302"),
    "misspelt cards, as many as may be": (_many("discard", "Torhc {}", 300), "E302"),
    "1,089 Diseases": (HAND.replace("Torch", ", ".join(["99 x Disease"] * 11)).encode(), "E316"),
    "301 Diseases": (
        HAND.replace("Torch", "99 x Disease, 99 x Disease, 99 x Disease, 4 x Disease").encode(),
        "E316",
    ),
    "a billion cards lost": (
        HAND.encode() + b"line: [attack Pegasus in Rank 1]\nclaims: [{destroyed: [1000000000 x Torch]}]\n",
        "E307",
    ),
    "a billion cards afterwards": (
        HAND.encode() + b"line: [attack Pegasus in Rank 1]\nexpect: {after: {deck: [1000000000 x Torch]}}\n",
        "E307",
    ),
    "a billion cards": (HAND.replace("Torch", "1000000000 x Militia").encode(), "E307"),
}


def _quick(started: float, ended: Ended) -> bool:
    return monotonic() - started < 5 and ended.megabytes < 200  # a second on an idle machine


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_file(case: str, process: Tsolve, tmp_path: Path) -> None:
    content, code = HOSTILE[case]
    (tmp_path / "x.yaml").write_bytes(content)
    started = monotonic()
    ended = process("check", "x.yaml")
    assert _quick(started, ended), ended.megabytes
    assert (ended.code, ended.out) == (2, "")
    assert code in ended.err
    assert ended.err.startswith("x.yaml:")
    assert "Traceback" not in ended.err
    assert "\x1b" not in ended.err


def test_a_mistake_is_shown_with_a_caret(tsolve: Tsolve, write: Write) -> None:
    ended = tsolve("check", write(HAND.replace("Torch", "Torhc")))
    assert ended.err.splitlines() == [
        'position.yaml:3:24: error E302: unknown card "Torhc"',
        "   3 | hand: [Thyrian Squire, Torhc]",
        '     |                        ^^^^^ did you mean "Torch"?',
        "   3 + hand: [Thyrian Squire, Torch]",
    ]


def test_no_file_a_directory_and_a_file_without_permission(tsolve: Tsolve, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    secret = tmp_path / "secret.yaml"
    secret.write_text(HAND)
    secret.chmod(0)
    readable = os.access(secret, os.R_OK)  # for the administrator, who may read everything
    for name, code in (("none.yaml", "E101"), ("folder", "E102"), ("secret.yaml", "E101")):
        ended = tsolve("solve", name)
        if name != "secret.yaml" or not readable:
            assert (ended.code, ended.out) == (2, "")
            assert f"{name}:1:1: error {code}" in ended.err


def test_a_name_cannot_reach_the_terminal_or_the_runner(tsolve: Tsolve, write: Write) -> None:
    hostile = "'[red]x[/red] \u202e ::error::owned'"
    ended = tsolve("check", write(HAND.replace("Torch", hostile)), env={"GITHUB_ACTIONS": "true"})
    assert ended.code == 2
    assert "\u202e" not in ended.out
    assert [line for line in ended.out.splitlines() if line.startswith("::error::")] == []


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("frobnicate",),
        ("check",),
        ("solve", "a.yaml", "b.yaml"),
        ("rule", "--printing", "0.9"),
        ("rule", "--interpretation", "zero_rule"),
        ("rule", "--interpretation", "zero_rule=maybe"),
        ("rule", "nosuchthing"),
        ("card", "Regan Priest"),
        ("card", "Regian"),
        ("cards", "--kind", "dragon"),
        ("cards", "--game", "chess"),
        ("simulate", "--players", "99"),
        ("simulate", "--use", "monsters=Nobody"),
        ("solve", "a.yaml", "--time-limit", "soon"),
        ("check", "a.yaml", "--format", "xml"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...], tsolve: Tsolve) -> None:
    ended = tsolve(*arguments)
    assert ended.code == 2
    assert ended.err
    assert "Traceback" not in ended.err
    assert ended.out == ""


def test_wrong_usage_as_json(tsolve: Tsolve) -> None:
    ended = tsolve("solve", "--format", "json")
    assert ended.code == 2
    assert [error["kind"] for error in ended.json["errors"]] == ["usage"]


def test_standard_input(tsolve: Tsolve) -> None:
    ended = tsolve("check", "-", stdin=(HAND + "claims: [{total: 2, against: Pegasus in Rank 1}]\n").encode())
    assert ended.code == 0


def test_a_command_that_is_misspelt_is_told(tsolve: Tsolve) -> None:
    ended = tsolve("regres")
    assert ended.code == 2
    assert "No such command 'regres'. Did you mean 'regress'" in ended.err


def test_the_help_tells_every_command_in_a_whole_sentence(tsolve: Tsolve) -> None:
    told = tsolve("--help", env={"COLUMNS": "60"}).out
    assert "..." not in told.partition("Ask about a position:")[2]
    assert "Say why something is impossible, and what would" in told


def test_many_mistakes_in_one_long_line_are_told_briefly(tsolve: Tsolve, write: Write) -> None:
    names = ", ".join(f"Torhc {number} {'x' * 300}" for number in range(290))
    file = write(f"game: thunderstone\nhand: [{names}]\n")

    told = tsolve("check", file, "--format", "json")
    first, second, *_ = told.json["errors"][0]["diagnostics"]

    assert len(told.out) < 400_000, "each excerpt is a part of the line"
    assert first["excerpt"].startswith("hand: [Torhc 0")
    assert "Torhc 1 " in second["excerpt"]
    assert first["message"] == f'unknown card "Torhc 0 {"x" * 192}..."', "200 characters of what it quotes"


@pytest.mark.parametrize("game", ["thunderstone", "quest", "gloomhaven"])
@pytest.mark.parametrize("key", ["title", "hand", "line", "claims", "about", "goal", "xyzzy"])
def test_a_text_has_a_greatest_length_in_every_field(
    game: str, key: str, tsolve: Tsolve, write: Write
) -> None:
    text = f'"Militia{" " * 20_000}z"'
    value = text if key in ("title", "goal") else f"[{text}]"
    ended = tsolve("check", write(f"game: {game}\n{key}: {value}\n"))

    assert (ended.code, ended.out) == (2, "")
    known = "E202" not in ended.err
    assert ("expected at most 500 characters, found 20,008" in ended.err) == known
    assert len(ended.err) < 2_000


def test_a_step_of_many_clauses_is_refused_at_once(tsolve: Tsolve, write: Write) -> None:
    began = monotonic()
    step = "equip Torch on Thyrian Squire" + ", 1" * 150
    ended = tsolve("check", write(HAND + "line:\n" + f"- {step}\n" * 200))

    assert ended.code in (1, 2)
    assert monotonic() - began < 5  # under a second of one processor; 15 s where all ways are tried


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "position.yaml", "--goal"),
        ("why-not", "position.yaml"),
        ("rule",),
        ("card",),
        ("ask",),
        ("setup", "--with"),
    ],
    ids=" ".join,
)
def test_an_argument_has_a_greatest_length(arguments: tuple[str, ...], tsolve: Tsolve, write: Write) -> None:
    write(HAND)
    ended = tsolve(*arguments, "a, " * 20_000)

    assert (ended.code, ended.out) == (2, "")
    assert "expected at most 500 characters, found 60,000" in " ".join(ended.err.split())


def test_nan_is_no_time_limit(tsolve: Tsolve, write: Write) -> None:
    ended = tsolve("solve", write(HAND), "--time-limit", "nan")

    assert (ended.code, ended.out) == (2, "")
    assert "nan is no number of seconds" in ended.err


POSITION = """\
game: thunderstone
turn: dungeon
hand: [8 x Colossal]
deck: []
hall: [Noxious Slag, none, none]
cards:
  Colossal:
    {kind: hero, group: Colossal, level: 1, cost: 1, strength: 9, magic_attack: 99, count: 8,
     traits: [{kind: multiply_magic, by: 20}, {kind: multiply_magic, by: 20}]}
"""


@pytest.mark.parametrize("command", ["check", "solve"])
def test_a_backend_with_bounded_numbers_says_so(tsolve: Tsolve, tmp_path: Path, command: str) -> None:
    position = tmp_path / "p.yaml"
    position.write_text(POSITION)
    ended = tsolve(command, str(position), "--backend", "cpsat")

    assert ended.code == 3
    assert "too large to settle" in ended.err


def test_the_exact_backend_has_numbers_without_bounds(process: Tsolve, tmp_path: Path) -> None:
    """8 x 99 Magic Attack, sixteen times multiplied by 20, which the Slag halves; Rank 1 without Light takes
    2.
    """
    position = tmp_path / "p.yaml"
    position.write_text(POSITION)
    ended = process("solve", str(position), "--backend", "exact")

    assert ended.code == 0
    assert f"{8 * 99 * 20**16 // 2 - 2} against Health 7" in " ".join(ended.out.split())


def test_a_line_is_played_with_any_number(tsolve: Tsolve, tmp_path: Path) -> None:
    """8 x 99 Magic Attack, sixteen times multiplied by 20; Rank 1 without Light takes 2."""
    position = tmp_path / "p.yaml"
    position.write_text(POSITION.replace("Noxious Slag", "Nixie") + "line: [attack Nixie]\n")

    ended = tsolve("check", str(position))
    assert f"{8 * 99 * 20**16 - 2} against Health 5" in " ".join(ended.out.split())


DISAGREEMENT = DisagreementError({"promised": 12, "played": 11})
FAULT = KeyError("a\x1bb")

Break = Callable[..., Ended]


@pytest.fixture
def broken(tsolve: Tsolve, write: Write, monkeypatch: pytest.MonkeyPatch) -> Break:
    """Check a position where tsolve itself makes a mistake."""

    def check(error: Exception, *arguments: str, env: Mapping[str, str] | None = None) -> Ended:
        def fail(*_: object, **__: object) -> NoReturn:
            raise error

        write(HAND)
        with monkeypatch.context() as patch:
            patch.setattr(positions, "check", fail)
            return tsolve("check", "position.yaml", *arguments, env=env)

    return check


@pytest.mark.parametrize(
    ("error", "says"), [(DISAGREEMENT, "solver and engine disagree"), (FAULT, "internal error: KeyError")]
)
def test_one_line_and_a_bundle(error: Exception, says: str, broken: Break, tmp_path: Path) -> None:
    ended = broken(error)
    assert (ended.code, ended.out) == (4, "")
    (line,) = ended.err.splitlines()
    assert says in line
    assert "\x1b" not in line
    (bundle,) = tmp_path.glob("tsolve-bundle-*.yaml")
    assert bundle.name in line


def test_the_bundle_is_the_position_with_comments(broken: Break, tsolve: Tsolve, tmp_path: Path) -> None:
    broken(DISAGREEMENT)
    (bundle,) = tmp_path.glob("tsolve-bundle-*.yaml")
    content = bundle.read_text()
    assert content.endswith(HAND)
    comments = content.removesuffix(HAND).splitlines()
    assert all(line.startswith("# ") for line in comments)
    assert "# command: tsolve check position.yaml" in comments
    assert any("'promised': 12" in line for line in comments)
    assert tsolve("legal", bundle.name).code == 0


def test_a_bundle_is_never_written_over(broken: Break, tmp_path: Path) -> None:
    broken(DISAGREEMENT)
    (bundle,) = tmp_path.glob("tsolve-bundle-*.yaml")
    bundle.write_text("mine")
    assert broken(DISAGREEMENT).code == 4
    assert bundle.read_text() == "mine"


def test_a_full_disk_leaves_no_empty_bundle(broken: Break, tmp_path: Path) -> None:
    with full_disk(len(HAND)):  # the bundle is longer
        ended = broken(FAULT)

    assert ended.code == 4
    assert "no file to reproduce it could be written" in ended.err
    assert [each.name for each in tmp_path.iterdir()] == ["position.yaml"]


def test_the_other_files_are_judged(broken: Break) -> None:
    ended = broken(FAULT, "none.yaml")
    assert ended.code == 4
    assert "none.yaml:1:1: error E101" in ended.err


def test_an_internal_error_as_json(broken: Break) -> None:
    ended = broken(FAULT, "--format", "json")
    assert (ended.code, ended.json["exit_code"], ended.err) == (4, 4, "")
    assert [error["kind"] for error in ended.json["errors"]] == ["internal"]


def test_the_traceback_on_request(broken: Break) -> None:
    ended = broken(FAULT, env={"TSOLVE_DEBUG": "1"})
    assert ended.code == 4
    assert "Traceback" in ended.err
