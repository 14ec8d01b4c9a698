"""Why something is impossible in a position, and what would make it possible."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tsolve.api.citing import cite, documents
from tsolve.api.positions import Opened
from tsolve.budget import within
from tsolve.turns.rulings import of_why_not

if TYPE_CHECKING:
    from tsolve.model.whynot import WhyNotAnswer


def why_not(opened: Opened, query: object, file: str = "", time_limit: float | None = None) -> WhyNotAnswer:
    """Whether what is asked for is possible, with the line; else a minimal set of reasons and the repairs.

    `query` is a text or one of the game's typed queries. `time_limit` is as of `tsolve.budget.within`.

    Raises InputError for an unknown name or a text that is no action, UsageError for a query without sense.
    """
    with within(time_limit):
        answer = opened.why_not(query, file)
    cited = cite(opened.ruleset, of_why_not(answer))
    notes = opened.table_notes()
    return msgspec.structs.replace(
        answer, citations=cited, documents=documents(opened.ruleset, cited), notes=(*answer.notes, *notes)
    )
