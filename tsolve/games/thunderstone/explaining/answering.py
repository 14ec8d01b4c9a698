"""Why something is impossible in a position of Thunderstone."""

from __future__ import annotations

from tsolve.errors import InputError, UsageError
from tsolve.games.thunderstone.explaining.queries import Query
from tsolve.games.thunderstone.explaining.question import Question
from tsolve.games.thunderstone.explaining.reading import question_of, read_query
from tsolve.games.thunderstone.explaining.world import World, world_of
from tsolve.games.thunderstone.opened import Opened
from tsolve.model.whynot import WhyNotAnswer
from tsolve.turns.why_not import step
from tsolve.turns.why_not.answering import answer_to


def why_not(opened: Opened, query: object, file: str = "") -> WhyNotAnswer:
    """See `tsolve.turns.why_not.answering.answer_to`.

    Raises:
        InputError: a name is unknown, or the text is no action.
        UsageError: the query makes no sense, or is none.
    """
    if opened.state.todo and isinstance(query, str):
        return _while_a_choice_waits(opened, query, file)
    world = world_of(opened.game, opened.state)
    typed = read_query(query) if isinstance(query, str) else query
    if not isinstance(typed, Query):
        raise UsageError(f"a query is a text or one of the queries of the game, not {type(query).__name__}")

    def read() -> tuple[Question, World]:
        return question_of(opened, typed, world), world

    return answer_to(opened, query, file, read)


def _while_a_choice_waits(opened: Opened, query: str, file: str) -> WhyNotAnswer:
    """The same where a choice is to be made first: steps are looked for from here on, every other question is
    undecided until the choice is told.
    """
    try:
        return step.why_not(opened, query, file)
    except InputError:
        told = "a choice waits at this point of the turn: write in `line` what is chosen"
        return WhyNotAnswer(file, query, "undecided", left_out=(told,))
