"""Reads what is asked about a figure's turn, and answers it."""

from __future__ import annotations

import re
from functools import partial

from tsolve.engine.probe import Probe
from tsolve.games.gloomhaven.actions import Action
from tsolve.games.gloomhaven.explaining.question import TurnQuestion
from tsolve.games.gloomhaven.opened import Opened
from tsolve.games.gloomhaven.state import State
from tsolve.model.whynot import WhyNotAnswer
from tsolve.turns.why_not import step

_REACH = re.compile(
    r"(?:can )?(?:reach|get to|get into|end (?:in|on|at)|stop (?:in|on|at)|stand (?:in|on|at)) (?P<hex>.+)",
    re.IGNORECASE,
)


def why_not(opened: Opened, query: object, file: str) -> WhyNotAnswer:
    """Whether a step is legal at some time of the turn; else why not, and what would help.

    Raises InputError for a text that is no step, UsageError for a query that is no text.
    """
    if isinstance(query, str):
        plain = " ".join(query.split()).rstrip(".!?")
        found = _REACH.fullmatch(plain)
        query = f"move to {found['hex']}" if found else plain
    return step.why_not(opened, query, file, partial(_question, opened))


def _question(opened: Opened, text: str, probe: Probe[State, Action]) -> TurnQuestion:
    return TurnQuestion(text, probe, opened)
