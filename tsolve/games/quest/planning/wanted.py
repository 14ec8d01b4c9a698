"""The goal and the kind of turn asked for by the command or the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.diagnostics import input_error
from tsolve.errors import UsageError
from tsolve.games.quest.planning.goals import Goal, Kind, read_goal
from tsolve.games.quest.target import ANYBODY, Target

if TYPE_CHECKING:
    from tsolve.games.quest.opened import Opened
    from tsolve.model.wishes import Wishes

KINDS: tuple[Kind, ...] = ("any", "dungeon", "village")


def kind_of(opened: Opened, wishes: Wishes) -> Kind:
    """The kind of turn that is asked about; `any` where neither the file nor the command says it.

    Raises UsageError for a kind that there is not, or that the position has left behind.
    """
    state = opened.state
    began: Kind = "any" if state.phase == "prepare" else "village" if state.me.location else "dungeon"
    if began == "any" and opened.position.turn != "undecided":
        began = opened.position.turn
    if wishes.turn is None or wishes.turn == began:
        return began
    wanted = next((kind for kind in KINDS if kind == wishes.turn), None)
    if wanted is None:
        raise UsageError(f'unknown kind of turn "{wishes.turn}"; there are: {", ".join(KINDS)}')
    if state.phase != "prepare":
        raise UsageError(f"the position is inside a {began} phase already")
    return wanted


def goal_of(opened: Opened, kind: Kind, goal: str | None) -> Goal:
    """The levels of the goal asked for, else of the file's, else of the usual one.

    Raises UsageError for an unknown level asked for, InputError for one in the file (E311).
    """
    if goal:
        return read_goal(kind, goal)
    try:
        return read_goal(kind, opened.position.goal)
    except UsageError as error:
        raise input_error("E311", str(error), opened.decoded.span("goal")) from None


def target_of(opened: Opened, wishes: Wishes) -> Target:
    """The Monster that the best line must battle. Raises InputError for an unknown name (E302, E303)."""
    if opened.aim != ANYBODY:
        return opened.aim
    named = wishes.target or opened.position.target
    return opened.target(named) if named else ANYBODY


def check_wishes(opened: Opened, wishes: Wishes) -> None:
    """Refuse a goal, a target or a kind of turn that there is not. Raises UsageError or InputError."""
    goal_of(opened, kind_of(opened, wishes), wishes.goal)
    target_of(opened, wishes)
