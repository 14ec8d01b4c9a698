"""What is remembered while notes are taken: the same answers and the same notes as from nothing."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.gloomhaven.plain.dealing import dealt
from tsolve.engine import Noting
from tsolve.games.gloomhaven.monster_situation import Situation
from tsolve.games.gloomhaven.monster_solver import Deliberation, Known, NotedDeliberation


def asked(found: Deliberation, what: str) -> object:
    return found.choice() if what == "choice" else found.focuses if what == "focuses" else found.paths


def noted(situation: Situation, readings: dict[str, str], what: str, known: Known | None) -> object:
    """What is answered, and the readings that were looked up for it; without `known` by the plain one."""
    notes: dict[str, str] = {}
    noting = Noting(readings, notes)
    found = Deliberation(situation, noting) if known is None else NotedDeliberation(situation, noting, known)
    answer = asked(found, what)
    return answer if what != "paths" else None, notes


@pytest.mark.parametrize("seed", range(150))
def test_every_question_notes_what_it_rests_on(seed: int) -> None:
    random = Random(f"noted {seed}")
    situation, readings = dealt(random)
    known: Known = {}
    for _ in range(6):
        what = random.choice(("choice", "focuses", "paths"))
        assert noted(situation, readings, what, known) == noted(situation, readings, what, None)
