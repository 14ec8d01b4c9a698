"""Mistakes that people make in files: corrected with `--fix`, and files of which a part is judged."""

from pathlib import Path

import pytest

from tests.cli.conftest import Tsolve, Write

WRONG = "game: thunderstone\nhand: [Militai, Dagger]  # two\nhall: [Griknack Goblin, none, none]\n"
RIGHT = WRONG.replace("Militai", "Militia")
CLAIMS = """\
game: thunderstone
turn: dungeon
hand: [Militia, Dagger]
hall: [Griknack Goblin, none, none]
claims:
- the goblin smells
- can defeat Griknack Goblin
"""


def test_the_difference_is_shown_and_written(tsolve: Tsolve, write: Write, tmp_path: Path) -> None:
    name = write(WRONG)
    ended = tsolve("check", "--fix", "--yes", name)

    assert "-hand: [Militai, Dagger]  # two" in ended.out
    assert "+hand: [Militia, Dagger]  # two" in ended.out
    assert (tmp_path / name).read_text() == RIGHT
    assert ended.code != 2


def test_nothing_is_written_unasked(tsolve: Tsolve, write: Write, tmp_path: Path) -> None:
    name = write(WRONG)
    ended = tsolve("check", "--fix", name)

    assert (tmp_path / name).read_text() == WRONG
    assert ended.code == 2
    assert "--yes writes without asking" in " ".join(ended.out.split())


@pytest.mark.parametrize("options", [("--yes", "{file}"), ("--fix", "-"), ("--fix", "--watch", "{file}")])
def test_what_makes_no_sense(tsolve: Tsolve, write: Write, options: tuple[str, ...]) -> None:
    name = write(RIGHT)

    assert tsolve("check", *(option.format(file=name) for option in options)).code == 2


def test_a_claim_that_nobody_reads_does_not_keep_others_from_being_judged(
    tsolve: Tsolve, write: Write
) -> None:
    # Militia 1 + Dagger 1 - 2 in the dark = 0 against Health 4.
    ended = tsolve("check", write(CLAIMS))

    assert "refuted    Can defeat Griknack Goblin" in ended.out
    assert "no claim" in ended.err
    assert "1 mistake; only the rest was judged." in ended.err
    assert ended.code == 2


@pytest.mark.parametrize("more", ["hnad: [Torch]\n", "expect: {claims: [refuted, refuted]}\n"])
def test_other_mistakes_do(tsolve: Tsolve, write: Write, more: str) -> None:
    ended = tsolve("check", write(CLAIMS + more))

    assert (ended.code, ended.out) == (2, "")
