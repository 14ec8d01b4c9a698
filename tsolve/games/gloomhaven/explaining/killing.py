"""Whether a figure can be made to leave the map in what is asked about, and with what chance at the best."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.model.whynot import ReasonAnswer, WhyNotAnswer
from tsolve.model.wishes import Wishes
from tsolve.turns.check import reading_answers

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.opened import Opened
    from tsolve.model.answers import SolveAnswer
    from tsolve.model.policies import Exact


def can_kill(opened: Opened, name: str, file: str) -> WhyNotAnswer:
    """By the best play for that alone. Raises InputError for a name that nobody has (E314)."""
    figure = opened.identity(name)
    found = opened.solve(Wishes(goal=f"kill {figure}", draws="expected"))
    asked = WhyNotAnswer(file, f"kill {figure}", "undecided", left_out=found.left_out, notes=found.notes)
    if found.left_out or found.status != "optimal":
        return asked
    if found.policy is not None:
        return _by_chance(opened, asked, figure, found.policy.expected[0], found.policy.first)
    return _by_line(opened, asked, figure, found)


def _by_chance(opened: Opened, asked: WhyNotAnswer, figure: str, chance: Exact, first: str) -> WhyNotAnswer:
    if not chance.value:
        return replace(asked, verdict="impossible", chance=chance, reasons=(_lives(opened, figure),))
    is_sure = chance.value == 1
    return replace(asked, verdict="possible" if is_sure else "undecided", chance=chance, first=first)


def _by_line(opened: Opened, asked: WhyNotAnswer, figure: str, found: SolveAnswer) -> WhyNotAnswer:
    if found.objective != (1,):
        return replace(asked, verdict="impossible", reasons=(_lives(opened, figure),))
    readings = reading_answers(opened, found.readings)
    return replace(asked, verdict="possible", line=found.best[0].line, readings=readings)


def _lives(opened: Opened, figure: str) -> ReasonAnswer:
    """That it keeps hit points whatever is played."""
    state = opened.laid.state
    here = (each for each in (*state.figures, *opened.laid.script.hidden(state)) if each.identity == figure)
    points = next((each.hp for each in here), 0)
    has = f"{figure} has {points} hit point{'' if points == 1 else 's'}"
    return ReasonAnswer(f"{has}, and no play takes {'it' if points == 1 else 'them all'}.", ("GH-2.12",))
