"""The goal asked for by the command or the file, and whether the position can answer it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.cardkit.piles import has_unknown
from tsolve.diagnostics import input_error
from tsolve.errors import UsageError
from tsolve.games.thunderstone.planning.goals import COMPARING, counted_to_the_end, read_goal
from tsolve.games.thunderstone.scoring import unknown_piles

if TYPE_CHECKING:
    from tsolve.games.thunderstone.opened import Opened

_HELP = "write down all that every player owns: {example}"
_OTHERS = "`players: {others: [{owned: [...]}]}`"


def goal_of(opened: Opened, place: str, goal: str | None) -> tuple[str, ...]:
    """The levels of the goal asked for, else of the file's, else of the usual one.

    Raises UsageError for an unknown level asked for, InputError for one in the file (E311), and where the
    goal compares players of whom not all cards are known (E315).
    """
    if goal:
        levels = read_goal(place, goal)
    else:
        try:
            levels = read_goal(place, opened.position.goal)
        except UsageError as error:
            raise input_error("E311", str(error), opened.decoded.span("goal")) from None
    _check_known(opened, levels)
    return levels


def _check_known(opened: Opened, levels: tuple[str, ...]) -> None:
    """Refuse a goal that compares the players where the position does not tell what they own. (TS-17.2)"""
    compared = sorted(counted_to_the_end(levels) & COMPARING)
    if not compared:
        return
    level, state = compared[0], opened.state
    if len(state.players) == 1:
        message = f'the level "{level}" compares the players, and there is no other player'
        raise input_error("E315", message, opened.decoded.span("players", "others"))
    if has_unknown(state.me.deck):
        message = f'the level "{level}" needs your score, and your deck is not known'
        help_ = _HELP.format(example="`owned: [...]`")
        raise input_error("E315", message, opened.decoded.span("deck"), help_)
    for index in range(len(state.players) - 1):
        if unknown := unknown_piles(state, index + 1):
            what = unknown[0]
            message = (
                f'the level "{level}" needs every score, and the {what} of player {index + 2} is not known'
            )
            span = opened.decoded.span("players", "others", index, what)
            raise input_error("E315", message, span, _HELP.format(example=_OTHERS))
