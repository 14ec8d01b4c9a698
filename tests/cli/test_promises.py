"""What is promised to readers of JSON and receipts holds: files written before and after say so."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from tests import promised
from tests.cli.conftest import Tsolve

RECEIPTS = sorted((promised.FOLDER / "receipts").glob("*.json"))


@pytest.fixture
def positions(tmp_path: Path) -> Path:
    for position in promised.POSITIONS:
        shutil.copy(promised.FOLDER / position, tmp_path)
    return tmp_path


def keys_of_today(tsolve: Tsolve, folder: Path) -> dict[str, promised.Keys]:
    documents: dict[str, list[object]] = {}
    for command, arguments in promised.runs():
        answer = tsolve(*arguments, "--format", "json").json
        if answer["answers"]:
            documents.setdefault(command, []).append(answer)
    for position in promised.POSITIONS:
        tsolve("check", position, "--receipt", "receipt.json", "--force")
        documents.setdefault("receipt", []).append(json.loads((folder / "receipt.json").read_text()))
    return {command: promised.keys_of(each) for command, each in sorted(documents.items())}


def test_no_key_has_gone_or_is_of_another_kind(tsolve: Tsolve, positions: Path) -> None:
    now = keys_of_today(tsolve, positions)
    if os.environ.get("PROMISE") == "add":
        promised.add(now)

    assert promised.broken(now) == []
    missing = [
        f"{command}: {path}"
        for command, keys in now.items()
        for path in keys
        if path not in promised.held()[command]
    ]
    assert missing == [], "a new key is a promise from now on: see tests/promised"


@pytest.mark.parametrize("receipt", RECEIPTS, ids=lambda path: path.stem)
def test_a_receipt_of_an_older_form_is_not_called_wrong(
    tsolve: Tsolve, positions: Path, receipt: Path
) -> None:
    shutil.copy(receipt, positions)

    ended = tsolve("verify", receipt.name)

    assert ended.code == 0
    assert ended.out.startswith("✓ the same")
    assert "changed     the code of tsolve" in ended.out or "its form is newer" in ended.out


def test_a_key_that_has_gone_is_found() -> None:
    keys = {command: dict(paths) for command, paths in promised.held().items()}
    del keys["check"][".answers[].claims[].verdict"]
    keys["solve"][".exit_code"] = "text"

    assert promised.broken(keys) == [
        "check: .answers[].claims[].verdict has gone",
        "solve: .exit_code was number, is text",
    ]


def test_the_library_has_all_its_names() -> None:
    now = set(promised.library())

    assert promised.held_of_the_library() == now, "a new name is a promise from now on: add it to library.txt"
