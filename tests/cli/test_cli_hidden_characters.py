"""Names that lie to the eye: reversed, invisible, coloured, taken for markup, formulas or orders to a runner.

One card of a position has such a name, and so has the file. Whatever is shown or written about them holds no
character that cannot be seen, and nothing that its reader would carry out.
"""

from __future__ import annotations

import csv
import io
import json
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.conftest import Tsolve

HIDDEN = "\u202e\u2066\u200b\u00ad\ufeff"
NAME = f"=Ax{HIDDEN} &'b"
FILE = f"=a{HIDDEN}<b>,.yaml"
POSITION = f"""\
game: thunderstone
title: "{HIDDEN} ::error::title"
turn: dungeon
hand: [Thyrian Squire, "{NAME}"]
deck: [6 x "{NAME}"]
hall: ["{NAME} Ooze", Pegasus, Pegasus]
cards:
  "{NAME}": {{kind: village, cost: 3, gold: 2}}
  "{NAME} Ooze": {{kind: monster, health: 5, xp: 1, vp: 1}}
village: {{"{NAME}": 8}}
claims: [{{not_defeats: "{NAME} Ooze"}}]
""".replace('6 x "', '"6 x ')

COMMANDS = (
    *(("check",), ("check", "--format", "json"), ("check", "--format", "github"), ("solve",), ("legal",)),
    *(("odds",), ("odds", "--format", "csv"), ("odds", "--with", f"1 x {NAME}"), ("score",), ("regress",)),
    *(("regress", "--format", "junit"), ("check", "--target", NAME), ("diff", "--all"), (f"--{NAME}",)),
)


def hidden(text: str) -> Iterator[str]:
    """The characters of a text that nobody sees, but for the ends of lines."""
    kinds = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
    return (each for each in text if unicodedata.category(each) in kinds and each not in "\n\r")


@pytest.fixture
def position(tmp_path: Path) -> str:
    (tmp_path / FILE).write_text(POSITION, encoding="utf-8")
    return FILE


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_nothing_hidden_is_shown(command: tuple[str, ...], position: str, tsolve: Tsolve) -> None:
    ended = tsolve(*command, position)
    assert ended.code in (0, 1, 2, 3)
    assert list(hidden(ended.out + ended.err)) == []
    assert [line for line in (ended.out + ended.err).splitlines() if line.startswith("::error::title")] == []


def test_a_table_holds_no_formulas(position: str, tsolve: Tsolve) -> None:
    ended = tsolve("odds", position, "--with", f"1 x {NAME}", "--format", "csv")
    assert ended.code in (0, 3)
    cells = [cell for row in csv.reader(io.StringIO(ended.out)) for cell in row]
    assert any("Ax\\u202e" in cell for cell in cells)
    assert [cell for cell in cells if cell[:1] in "=+@" and cell] == []
    assert [cell for cell in cells if cell.startswith("-") and not cell[1:].replace(".", "").isdigit()] == []


def test_files_hold_nothing_hidden(position: str, tsolve: Tsolve, tmp_path: Path) -> None:
    assert tsolve("odds", position, "--svg", "odds.svg").code in (0, 3)
    drawn = (tmp_path / "odds.svg").read_text()
    assert list(hidden(drawn)) == []
    assert "Ax\\u202e" in "".join(ElementTree.fromstring(drawn).itertext())

    ended = tsolve("check", position, "--receipt", "receipt.json")
    assert ended.code in (0, 1, 3)
    written = (tmp_path / "receipt.json").read_text()
    assert list(hidden(written)) == []
    assert NAME in json.dumps(json.loads(written), ensure_ascii=False)  # the same text is read again
    assert tsolve("verify", "receipt.json", "--position", position).code == 0


def test_a_file_whose_name_is_an_order_to_a_runner(tsolve: Tsolve, tmp_path: Path) -> None:
    for name in ("::error::owned", "##[error]owned", "x\n::error::owned", "x\u2028::error::owned"):
        (tmp_path / name).write_text("game: chess\n")
        for arguments in (("check", name), ("check", name, "--format", "github"), ("card", name)):
            ended = tsolve(*arguments)
            assert ended.code == 2
            for line in (ended.out + ended.err).splitlines():
                assert not line.startswith(("::error::owned", "##[error]owned"))


def test_a_usage_error_shows_no_more_than_other_errors(tsolve: Tsolve) -> None:
    colour = "\x1b[31m\u202e"
    for arguments in ((f"check{colour}",), ("check", f"--no{colour}such"), ("regress", "-k", f"({colour}")):
        ended = tsolve(*arguments)
        assert ended.code == 2
        assert list(hidden(ended.out + ended.err)) == []
