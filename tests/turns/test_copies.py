"""Cards that are written with their number."""

from __future__ import annotations

import pytest

from tsolve.turns.card_names import split_count


@pytest.mark.parametrize(
    ("text", "count", "name"),
    [
        ("2 x Lamp", 2, "Lamp"),
        ("2x Lamp", 2, "Lamp"),
        ("12 × Lamp", 12, "Lamp"),
        ("Lamp x2", 2, "Lamp"),
        ("Old Stone x 3", 3, "Old Stone"),
        ("Lamp", 1, "Lamp"),
        ("2 Lamp", 2, "Lamp"),
        ("x Lamp", 1, "x Lamp"),
        ("-3 x Lamp", -3, "Lamp"),
    ],
)
def test_counts(text: str, count: int, name: str) -> None:
    assert split_count(text) == (count, name)
