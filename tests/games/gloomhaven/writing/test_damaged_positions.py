"""A position file that is damaged at random is read or refused with its place: nothing else ever happens."""

from __future__ import annotations

from random import Random
from time import process_time

import pytest

from tests.games.gloomhaven.writing.tables import table
from tests.games.gloomhaven.writing.test_positions_read import EVERYTHING
from tests.mutating import NASTY, SIGNS
from tsolve.errors import Diagnostic, InputError


def damaged(seed: int) -> str:
    """The file with up to four signs, words or lines that do not belong there."""
    random, text = Random(seed), EVERYTHING
    for _ in range(random.randint(1, 4)):
        at = random.randrange(len(text))
        lines = text.split("\n")
        line = random.randrange(len(lines))
        match random.randrange(4):
            case 0:
                text = text[:at] + random.choice(SIGNS) + text[at:]
            case 1:
                text = text[:at] + text[at + random.randint(1, 8) :]
            case 2:
                words = lines[line].split(" ")
                words[random.randrange(len(words))] = str(random.choice(NASTY))
                lines[line] = " ".join(words)
                text = "\n".join(lines)
            case 3:
                lines.insert(random.randrange(len(lines)), lines.pop(line))
                text = "\n".join(lines)
    return text


@pytest.mark.parametrize("first", range(0, 400, 100))
def test_damaged_files_are_read_or_refused(first: int) -> None:
    refused = 0
    for seed in range(first, first + 100):
        start = process_time()
        found = problems_of(damaged(seed))
        refused += bool(found)
        assert all(each.span or each.code == "E119" for each in found), seed
        assert process_time() - start < 2, seed
    assert 50 < refused < 100, "most damage is found, and some does none"


def problems_of(text: str) -> tuple[Diagnostic, ...]:
    """What is wrong with a file; nothing where it is read, and then its position has a hash."""
    try:
        hash(table(text).state)
    except InputError as error:
        return error.diagnostics
    return ()
