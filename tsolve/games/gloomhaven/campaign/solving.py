"""`solve` for a campaign: the number that is asked for, with its calculation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.diagnostics import suggest
from tsolve.errors import UsageError
from tsolve.games.gloomhaven.campaign.files import FACTS
from tsolve.games.gloomhaven.campaign.judging import entries_until
from tsolve.games.gloomhaven.campaign.questions import fact
from tsolve.model.answers import LineAnswer, Plan, SolveAnswer
from tsolve.turns.compared import worded
from tsolve.turns.line import play_line

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.campaign.opened import OpenedCampaign

_USUAL = "scenario_level"


def goal_of(goal: str | None) -> tuple[str, str | None]:
    """What a goal asks for: a fact by name, and its subject. The usual one is the scenario level.

    Raises UsageError for a fact that there is not.
    """
    name, _, subject = (goal or _USUAL).strip().partition(" of ")
    name = "_".join(name.split())
    if name not in FACTS:
        known = suggest(name, FACTS) or f"there are: {', '.join(FACTS)}"
        raise UsageError(f'a campaign knows no "{name}"; {known}')
    return name, subject.strip() or None


def answer(opened: OpenedCampaign, goal: str | None) -> SolveAnswer:
    """The fact after the line of the file; undecided where the file does not tell enough.

    Raises InputError for a subject that there is not, UsageError for an unknown fact and for a line that is
    not legal.
    """
    name, subject = goal_of(goal)
    line = opened.position.line
    played = play_line(opened, line, [opened.decoded.span("line", index) for index in range(len(line))])
    if not played.answer.legal:
        raise UsageError(f"the line of the file is not legal: {played.answer.outcome}")
    game = opened.narration()
    found = fact(
        game.game, played.result, name, subject, opened.decoded.key_span("goal"), entries_until(played, None)
    )
    about = name.replace("_", " ") + (f" of {subject}" if subject else "")
    if found.value is None:
        return SolveAnswer("undecided", (name,), (), (), "exact", (), left_out=(found.unknown,))
    worth = (found.value,) if isinstance(found.value, int) else ()
    said = f"{about[:1].upper()}{about[1:]}: {worded(found.value)}."
    told = LineAnswer(played.answer.steps, said, found.calculation)
    plan = Plan(about, (name,), worth, told)
    readings = {**played.readings, **game.probe.readings}
    return SolveAnswer("optimal", (name,), worth, worth, "exact", (plan,), readings=readings)
