"""What every player's cards are worth, and who wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tsolve.api.citing import cite, documents
from tsolve.turns.rulings import of_score

if TYPE_CHECKING:
    from tsolve.api.positions import Opened
    from tsolve.model.scores import ScoreAnswer
    from tsolve.source.reading import FilePath


def score(opened: Opened, file: FilePath = "") -> ScoreAnswer:
    """Every player's points card by card, and who wins with them; after the line where the file has one.

    Raises:
        InputError: a step of the line cannot be read.
        UnsupportedError: the game counts no points.
    """
    answer = opened.score(opened.named(file))
    cited = cite(opened.ruleset, of_score(answer, opened.scoring_rulings))
    return msgspec.structs.replace(answer, citations=cited, documents=documents(opened.ruleset, cited))
