"""A time limit ends every command about large positions of every game, with an answer and no traceback."""

from __future__ import annotations

import gc
import re
from pathlib import Path
from random import Random
from time import process_time

import pytest

from tests.large.asked import COMMANDS, DEALERS, LACKING, arguments, ask, file_of
from tests.sweeping import seeds
from tsolve import budget

LIMIT = 0.2
"""Seconds; what is overrun does not grow with it."""
ALLOWED = 1.0
"""How much longer than its limit a question may take."""
LOADING = 2.0
"""Seconds for what is loaded once."""
UNCOUNTED = 10_000
"""The most steps that a question may take outside of every budget: opening the file, writing the answer."""
MAY_BE_USELESS = ("targets", "odds")
"""Questions that some of the positions do not allow, such as targets of a visit to the Village."""
WHY_OPEN = "time ran out|no time|too long|stopped early|unknown|depends on|nobody|not examined"


@pytest.fixture(autouse=True)
def _processor_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that is busy otherwise makes no difference."""
    monkeypatch.setattr(budget, "monotonic", process_time)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("dealer", DEALERS)
def test_a_limit_holds(dealer: str, command: str, tmp_path: Path) -> None:
    for seed in seeds(1, 30):
        dealt, file = file_of(dealer, command, seed, tmp_path)
        given = arguments(command, dealer, dealt, file, Random(seed))
        gc.collect()  # what the last question left behind is none of this one's work
        began, uncounted = process_time(), budget.FREE.spent
        ended = ask([*given, "--time-limit", str(LIMIT)])
        took, text = process_time() - began, " ".join((ended.out + ended.err).split())

        assert took < LIMIT + ALLOWED + (LOADING if not seed else 0), given
        assert budget.FREE.spent - uncounted < UNCOUNTED, given
        assert "Traceback" not in text
        assert text
        if command in LACKING.get(dealer, ()):
            assert ended.code == 2
            continue
        assert ended.code in ((0, 1, 2, 3) if command in MAY_BE_USELESS else (0, 1, 3)), text
        assert (ended.code == 2) == (not ended.out), text
        if ended.code == 3:
            assert re.search(WHY_OPEN, text, re.I), text
