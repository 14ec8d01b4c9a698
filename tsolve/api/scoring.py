"""What every player's cards are worth, and who wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tsolve.api.citing import cite, documents
from tsolve.api.games import room

if TYPE_CHECKING:
    from tsolve.api.positions import Opened
    from tsolve.model.scores import ScoreAnswer


def score(opened: Opened, file: str = "") -> ScoreAnswer:
    """Every player's points card by card, and who wins with them; after the line where the file has one.

    Raises InputError for a step of the line that cannot be read.
    """
    points = room(opened.ruleset.id, "judging.points")
    answer: ScoreAnswer = points.score(opened, file)
    cited = cite(opened.ruleset, points.rulings_of(answer))
    return msgspec.structs.replace(answer, citations=cited, documents=documents(opened.ruleset, cited))
