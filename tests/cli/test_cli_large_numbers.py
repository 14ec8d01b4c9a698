"""Numbers of one's own that multiply beyond every bound: said, and no crash."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Tsolve

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


def test_the_exact_backend_has_numbers_without_bounds(tsolve: Tsolve, tmp_path: Path) -> None:
    """8 x 99 Magic Attack, sixteen times multiplied by 20, which the Slag halves; Rank 1 without Light takes
    2.
    """
    position = tmp_path / "p.yaml"
    position.write_text(POSITION)
    ended = tsolve("solve", str(position), "--backend", "exact")

    assert ended.code == 0
    assert f"{8 * 99 * 20**16 // 2 - 2} against Health 7" in " ".join(ended.out.split())


def test_a_line_is_played_with_any_number(tsolve: Tsolve, tmp_path: Path) -> None:
    """8 x 99 Magic Attack, sixteen times multiplied by 20; Rank 1 without Light takes 2."""
    position = tmp_path / "p.yaml"
    position.write_text(POSITION.replace("Noxious Slag", "Nixie") + "line: [attack Nixie]\n")

    ended = tsolve("check", str(position))
    assert f"{8 * 99 * 20**16 - 2} against Health 5" in " ".join(ended.out.split())
