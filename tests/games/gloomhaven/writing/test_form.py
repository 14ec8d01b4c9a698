"""The lines of the dialogue about a scenario: what is typed, and the key and the value that it becomes."""

from __future__ import annotations

import pytest

from tsolve.games.gloomhaven.writing.form import FORM
from tsolve.games.gloomhaven.writing.statements import ScenarioFile
from tsolve.source.data import Data

FIELDS = {field.key: field for field in FORM}
BRUTE = {"at": [2, 3], "hp": 9, "initiative": 61}
GUARD = {"at": [3, 1], "rank": "elite", "hp": 4}


@pytest.mark.parametrize(
    ("key", "typed", "found"),
    [
        ("map", "9 x 7", ("size", "9 x 7")),
        ("map", "Size: 9x7", ("size", "9 x 7")),
        ("map", "9 by 7", ("size", "9 x 7")),
        ("map", "obstacles 2,3 4,4", ("obstacles", [[2, 3], [4, 4]])),
        ("map", "an obstacle: (2, 3)", None),
        ("map", "Wall: (2, 3); (4, 4)", ("walls", [[2, 3], [4, 4]])),
        ("map", "trap at 2,3", ("traps", [[2, 3]])),
        ("map", "traps", None),
        ("map", "cactus 2,3", None),
        ("characters", "Brute at 2,3, hp 9, initiative 61", ("Brute", BRUTE)),
        ("characters", "Brute (2, 3) 9 hp init 61", ("Brute", BRUTE)),
        ("characters", "Brute: [2, 3], 9 hit points", ("Brute", {"at": [2, 3], "hp": 9})),
        ("characters", "Brute @2,3, muddle", ("Brute", {"at": [2, 3], "conditions": ["muddle"]})),
        ("characters", "Brute", None),
        ("characters", "2,3", None),
        ("characters", "Brute 2,3 4,5", None),
        ("monsters", "Bandit Guard 1 at 3,1, elite, hp 4", ("Bandit Guard 1", GUARD)),
        ("monsters", "elite Bandit Guard 1, 3,1, 4 hp", ("Bandit Guard 1", GUARD)),
        ("monsters", "Bandit Guard 1 (elite) (3,1) HP: 4", ("Bandit Guard 1", GUARD)),
        ("ability_cards", "Bandit Guard 525", ("Bandit Guard", 525)),
        ("ability_cards", "Bandit Guard: #525", ("Bandit Guard", 525)),
        (
            "ability_cards",
            "Bandit Guard: 15, shield 1, attack +0, range 3",
            ("Bandit Guard", {"initiative": 15, "do": ["shield 1", "attack +0, range 3"]}),
        ),
        (
            "ability_cards",
            "Bandit Guard: initiative 50; move +0; attack +0",
            ("Bandit Guard", {"initiative": 50, "do": ["move +0", "attack +0"]}),
        ),
        ("ability_cards", "Bandit Guard", None),
    ],
)  # fmt: skip
def test_a_line_is_read(key: str, typed: str, found: tuple[str, Data] | None) -> None:
    reads = FIELDS[key].reads
    assert reads is not None
    if found is None:
        with pytest.raises(ValueError, match="`"):
            reads(typed)
    else:
        assert reads(typed) == found


def test_every_question_is_a_key_of_a_position() -> None:
    assert set(FIELDS) <= set(ScenarioFile.__struct_fields__)
