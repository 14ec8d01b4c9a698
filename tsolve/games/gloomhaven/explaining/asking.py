"""Reads what is asked about a figure's turn, and answers it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from msgspec.structs import replace

from tsolve.engine.probe import Probe
from tsolve.errors import InputError
from tsolve.games.gloomhaven.actions import Action
from tsolve.games.gloomhaven.explaining.killing import can_kill
from tsolve.games.gloomhaven.explaining.question import TurnQuestion
from tsolve.games.gloomhaven.explaining.unasked import told_again
from tsolve.games.gloomhaven.judging.initiatives import hangs_on_initiatives, worlds
from tsolve.games.gloomhaven.opened import Opened
from tsolve.games.gloomhaven.state import State
from tsolve.model.whynot import WhyNotAnswer
from tsolve.turns.why_not import step
from tsolve.turns.why_not.certainty import certainly

_REACH = re.compile(
    r"(?:can )?(?:reach|get to|get into|end (?:in|on|at)|stop (?:in|on|at)|stand (?:in|on|at)) (?P<hex>.+)",
    re.IGNORECASE,
)

_KILL = re.compile(r"(?:can )?kill (?P<name>.+)", re.IGNORECASE)


def why_not(opened: Opened, query: object, file: str) -> WhyNotAnswer:
    """Whether a step is legal at some time of the turn, or a figure can be killed in it; else why not, and
    what would help.

    Raises InputError for a text that is no step, UsageError for a query that is no text.
    """
    if isinstance(query, str):
        plain = " ".join(query.split()).rstrip(".!?")
        killed = _KILL.fullmatch(plain)
        if killed is not None:
            with _nowhere_in(opened):
                return can_kill(opened, killed["name"], file)
        reached = _REACH.fullmatch(plain)
        query = f"move to {reached['hex']}" if reached else plain
    with _nowhere_in(opened):
        found = step.why_not(opened, query, file, partial(_question, opened))
        answer = told_again(opened, found.query, found)
        whose = opened.unknown_initiatives
        if not whose or answer.verdict == "undecided" or not isinstance(query, str):
            return answer
        others = (TurnQuestion(query, Probe(), world) for world in worlds(opened))
        is_possible = answer.verdict == "possible"
        if all((certainly(each, each.asked).line is not None) == is_possible for each in others):
            return answer
        return WhyNotAnswer(file, answer.query, "undecided", left_out=(hangs_on_initiatives(whose),))


@contextmanager
def _nowhere_in(opened: Opened) -> Iterator[None]:
    """What is wrong with a text that is asked stands nowhere in the file."""
    try:
        yield
    except InputError as error:
        whole = opened.decoded.span()
        found = (replace(each, span=None) if each.span == whole else each for each in error.diagnostics)
        raise InputError(tuple(found)) from None


def _question(opened: Opened, text: str, probe: Probe[State, Action]) -> TurnQuestion:
    return TurnQuestion(text, probe, opened)
