"""Why something is impossible in a position, and what would make it possible."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tsolve.api.citing import cite, documents
from tsolve.api.positions import Opened
from tsolve.budget import within
from tsolve.turns.narration import says_what_to_write
from tsolve.turns.rulings import of_why_not

if TYPE_CHECKING:
    from tsolve.model.whynot import WhyNotAnswer
    from tsolve.source.reading import FilePath


def why_not(
    opened: Opened, query: object, file: FilePath = "", time_limit: float | None = None
) -> WhyNotAnswer:
    """Whether what is asked for is possible, with the line; else a minimal set of reasons and the repairs.

    Args:
        opened: the position.
        query: a step such as `attack NAME`, a wish, or one of the game's typed queries.
        file, time_limit: as of `check`.

    Raises:
        InputError: a name is unknown, or the text is no action.
        UsageError: the query makes no sense here.
    """
    with within(time_limit):
        answer = opened.why_not(query, opened.named(file))
    open_ends = [text for text in answer.left_out if not says_what_to_write(text)]
    if open_ends and answer.chance is None:
        from tsolve.turns.what_to_write import to_write

        answer = msgspec.structs.replace(answer, to_write=to_write(opened, opened.state))
    cited = cite(opened.ruleset, of_why_not(answer))
    notes = opened.remarks()
    return msgspec.structs.replace(
        answer, citations=cited, documents=documents(opened.ruleset, cited), notes=(*answer.notes, *notes)
    )
