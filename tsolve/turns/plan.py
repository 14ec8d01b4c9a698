"""Finds the best line or policy by trying everything: the planner of a game that needs no better one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from msgspec.structs import replace

from tsolve.budget import FREE, allow
from tsolve.engine.expectimax import best_policy
from tsolve.errors import DisagreementError
from tsolve.model.answers import Plan, SolveAnswer, Status
from tsolve.model.wishes import NO_WISHES, Draws, Wishes
from tsolve.solve.policy import Worth
from tsolve.turns.line import play_line
from tsolve.turns.opened import Opened
from tsolve.turns.policy.nodes import Node, Searched
from tsolve.turns.policy.searched import SearchedWriter, nodes_of
from tsolve.turns.policy.writing import Value

S = TypeVar("S")
A = TypeVar("A")

_NOT_TRIED = "it hangs on something unknown, or on a decision of somebody else"
_AS_ASKED = "as asked, you draw only known cards"


def best_by_search(
    opened: Opened[S, A],
    goal: tuple[str, ...],
    value: Callable[[S], Value | None],
    wishes: Wishes = NO_WISHES,
) -> SolveAnswer:
    """What the player who is to act does best: a line or, where chance has a say in it, a policy.

    `value` is what a position is worth, level by level of the goal, where the turn has ended; None elsewhere.
    The answer is optimal where every line could be followed; else undecided, with the best of the others.

    Raises:
        UsageError: a goal, a target or a kind of turn is wished for that the game does not know.
        TooLargeError: there are more positions than anybody tries.
        DisagreementError: what was found comes to something else when it is played.
    """
    opened.check_wishes(wishes)
    game, state, draws = opened.game, opened.state, wishes.draws or opened.position.draws
    found = best_policy(game, state, value, max(game.mover(state), 0), draws)
    root = None if found is None else nodes_of(game, state, found, value)
    if found is None or root is None:
        return SolveAnswer("undecided", goal, (), (), "search", (), left_out=(_NOT_TRIED,))
    answer = told(opened, goal, value, draws, root, len(found.known))
    notes = (_AS_ASKED,) if found.skipped_draws else ()
    if not found.left_out:
        return replace(answer, notes=notes)
    return replace(answer, status="undecided", bound=(), left_out=(_NOT_TRIED,), notes=notes)


def told(
    opened: Opened[S, A],
    goal: tuple[str, ...],
    value: Callable[[S], Value | None],
    draws: Draws,
    root: Node[S, A, None],
    positions: int,
    high: Worth | None = None,
    *,
    proved: bool = True,
) -> SolveAnswer:
    """The line or the policy of these nodes as an answer, each way to the end of the turn played again. Where
    it is not `proved` to be the best, nothing is better than `high`, if that is known.

    Raises DisagreementError where it comes to something else than the nodes promise.
    """
    most = root.worth if proved else high
    if root.branches:
        searched = Searched(root, root.worth, most, (), positions)
        return _by_policy(opened, goal, value, draws, searched)
    worth = tuple(map(int, root.worth))
    plan, readings = told_line(opened, goal, value, root.line, worth)
    is_whole = most is not None and all(level.denominator == 1 for level in most)
    bound = tuple(map(int, most)) if most is not None and is_whole else ()
    status: Status = "optimal" if proved else "undecided"
    return SolveAnswer(status, goal, worth, bound, "search", (plan,), readings=readings)


def told_line(
    opened: Opened[S, A],
    goal: tuple[str, ...],
    value: Callable[[S], Value | None],
    line: tuple[A, ...],
    worth: Value,
) -> tuple[Plan, dict[str, str]]:
    """A line played again from its own words, and the interpretations that it goes through.

    Raises DisagreementError where it is not worth what was promised.
    """
    with allow(FREE):
        played = play_line(opened, line_in_words(opened, line))
    if not played.answer.legal or value(played.result) != worth:
        raise DisagreementError(f"the line is worth {value(played.result)}, not {worth}")
    return Plan(opened.title(played), goal, worth, played.answer), played.readings


def line_in_words(opened: Opened[S, A], line: tuple[A, ...]) -> list[str]:
    """The line in words, as people write it: where the rules have a word for ending the turn, what only goes
    on is left out, unless what is said next could then answer the question that was passed.
    """
    here, texts = opened.state, []
    end = opened.ends_turn
    for number, action in enumerate(line):
        is_passed = bool(end) and opened.is_pass(action) and not _is_needed(opened, here, line[number:])
        if not is_passed and action != opened.unsaid_choice(here):
            texts.append(opened.game.notation(here, action))
        here = opened.game.apply(here, action)
    return [*texts, end] if end and line and opened.is_pass(line[-1]) else texts


def _is_needed(opened: Opened[S, A], here: S, rest: tuple[A, ...]) -> bool:
    """Whether a pass, the first of these actions, must be told: the next that is told may be done here, too,
    or is an answer of the same sort.
    """
    said = next((action for action in rest if not opened.is_pass(action)), None)
    return any(type(option) is type(said) for option in opened.game.legal_actions(here))


def _by_policy(
    opened: Opened[S, A],
    goal: tuple[str, ...],
    value: Callable[[S], Value | None],
    draws: Draws,
    searched: Searched[S, A, None],
) -> SolveAnswer:
    """The policy, played on every way."""
    writer = SearchedWriter(opened, goal, draws, value)
    with allow(FREE):
        policy = writer.write(searched)
    status: Status = "optimal" if searched.proved else "undecided"
    return SolveAnswer(status, goal, (), (), "search", (), readings=writer.readings, policy=policy)
