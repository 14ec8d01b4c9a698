"""The best line by trying everything: the planner of a game that needs no better one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from tsolve.budget import FREE, allow
from tsolve.engine.expectimax import best_policy
from tsolve.engine.protocol import Game
from tsolve.errors import DisagreementError
from tsolve.model.answers import Plan, SolveAnswer
from tsolve.turns.line import play_line
from tsolve.turns.opened import Opened

S = TypeVar("S")
A = TypeVar("A")

_BY_CHANCE = "lines on which chance decides what comes: they are not compared with the others"


def best_by_search(
    opened: Opened[S, A], goal: tuple[str, ...], value: Callable[[S], tuple[int, ...] | None]
) -> SolveAnswer:
    """The best line of the player who is to act, played again from its own words.

    `value` is what a position is worth, level by level of the goal, where the turn has ended; None elsewhere.
    The answer is optimal where no line meets chance; else undecided, with the best line that meets none.

    Raises TooLargeError where there are more positions than anybody tries, DisagreementError where the line
    comes to something else than the search said.
    """
    game, state = opened.game, opened.state
    player = max(game.mover(state), 0)
    found = best_policy(game, state, value, player, "known")
    left_out = (_BY_CHANCE,) if found is None or found.left_out else ()
    if found is None:
        return SolveAnswer("undecided", goal, (), (), "exact", (), left_out=left_out)
    worth = tuple(map(int, found.worth))
    with allow(FREE):
        played = play_line(opened, _best_line(game, state, value, player))
    if not played.answer.legal or value(played.result) != worth:
        raise DisagreementError(f"the line is worth {value(played.result)}, not {worth}")
    plan = Plan(played.answer.outcome, goal, worth, played.answer)
    return SolveAnswer(
        "undecided" if left_out else "optimal",
        goal,
        worth,
        () if left_out else worth,
        "exact",
        (plan,),
        left_out=left_out,
        readings=played.readings,
    )


def _best_line(
    game: Game[S, A], here: S, value: Callable[[S], tuple[int, ...] | None], player: int
) -> list[str]:
    """The steps of the best line in words: at each position the first action that reaches the best worth."""
    texts = []
    while value(here) is None:
        found = best_policy(game, here, value, player, "known")
        assert found is not None  # there is a line from the start
        action = game.chance(here)[0][0] if found.first is None else found.first
        texts.append(game.notation(here, action))
        here = game.apply(here, action)
    return texts
