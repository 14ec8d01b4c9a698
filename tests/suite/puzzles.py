"""A puzzle with every number derived by hand, for tests of the suite."""

from __future__ import annotations

from pathlib import Path

import pytest

GHOST = """\
# The Ghost takes 2 Strength: 6 - 2 = 4 < Weight 5, so the Flaming Sword drops. Squire 2 + three Militia 3
# = 5; Rank 1 in the dark costs 2: 3; half of it, rounded down: 1. Halved first: 2, and 2 less: 0.
game: thunderstone
title: When the sword drops   # a comment
about: [card.ghost, TS-8.3]
turn: dungeon
hand: [Thyrian Squire, Flaming Sword, 3 x Militia]
deck: []
hall: [Ghost, Griffon, Pegasus]
line:
- equip Flaming Sword on Thyrian Squire
- attack Ghost
expect:
  line: {legal: true, total: 1, won: false}
"""
BEFORE_LIGHT = {"half_attack_order": "before_light"}
FEWER = GHOST.replace("3 x Militia", "2 x Militia")
"""Squire 2 + Militia 2 = 4, less 2 for the dark: 2, halved: 1. The total stays, though less went in."""
FEWEST = GHOST.replace("3 x Militia", "1 x Militia")
"""Squire 2 + Militia 1 = 3, less 2: 1, halved and rounded down: 0."""
WRONG = GHOST.replace("Flaming Sword, 3", "Flaming Sward, 3")


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of the test's own, with the rules in it or not."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("TSOLVE_CACHE_DIR", str(folder))
    return folder


def put(folder: Path, **files: str) -> list[str]:
    """Write puzzles into the folder; the folder as the paths of a suite is returned."""
    folder.mkdir(exist_ok=True)
    for name, content in files.items():
        (folder / f"{name}.yaml").write_text(content)
    return [str(folder)]
