"""Rule coverage: what judging one position file exercised, and what a ruleset has to exercise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.api.games import module, ruleset
from tsolve.api.positions import Opened, check
from tsolve.model.coverage import Coverable, Exercised
from tsolve.model.trace import counting_effects

if TYPE_CHECKING:
    from tsolve.model.answers import CheckAnswer
    from tsolve.source.reading import FilePath


def exercise(opened: Opened, file: FilePath = "") -> tuple[CheckAnswer, Exercised]:
    """Judge an opened position file, and note what its answer went through."""
    rests_on: list[object] = []
    with counting_effects() as effects:
        answer = check(opened, file, on_found=rests_on.append, what_if=False)
    return answer, opened.exercised(answer, rests_on, effects)


def coverable(game: str) -> tuple[Coverable, ...]:
    """Everything of a ruleset that puzzles can exercise."""
    return tuple(module(game).coverable(ruleset(game)))
