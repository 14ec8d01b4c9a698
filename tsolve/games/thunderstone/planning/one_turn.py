"""The best turn of one kind as an answer: the best line, or where cards may come by chance, the best policy.

Lines and policies are replayed by the engine, with their calculations.
"""

from __future__ import annotations

from contextlib import suppress
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from tsolve.budget import FREE, SpentError, allow, current, grace
from tsolve.errors import DisagreementError, TooLargeError
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.measures import MEASURES
from tsolve.games.thunderstone.planning.dungeon import PlannedLine
from tsolve.games.thunderstone.planning.evaluator import Evaluator
from tsolve.games.thunderstone.planning.goals import MONSTER_ALONE, counts_monster_alone
from tsolve.games.thunderstone.planning.lines import all_best, tell, unknown_draws
from tsolve.games.thunderstone.planning.plan import Planned, plan, share_of_plan
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn.hall import ANYBODY, Target
from tsolve.games.thunderstone.turn.traps_and_treasures import trap_by_chance
from tsolve.model.answers import Plan, SolveAnswer
from tsolve.model.plays import ONLY_KNOWN, Draws, UnknownDraw, Wishes

if TYPE_CHECKING:
    from tsolve.games.thunderstone.planning.policy import Node, Searched
    from tsolve.games.thunderstone.planning.written_policy import WrittenPolicy
    from tsolve.solve.policy import Worth

CHOOSER = "you choose among equally good plays"
NOT_REPLAYED = (
    "the best play found draws cards{first}; there was no time to replay all its ways, "
    "so it is not shown: a longer time limit may help"
)
NO_TIME = "no time was left to try every draw"
_TRAPS = "refilling the Hall after the battle may reveal a Trap: what it takes is not counted"


def turn_answer(
    game: Thunderstone, state: State, levels: tuple[str, ...], target: Target, wishes: Wishes
) -> SolveAnswer:
    """The answer about one kind of turn by the levels of a goal: first without draws, then with them if they
    can matter. Raises DisagreementError if solver and engine differ.
    """
    evaluator = Evaluator(game, levels)
    with allow(current().part(share_of_plan(game, state))):
        planned = plan(game, state, levels, target, wishes.backend, wishes.top, evaluator)
    if state.turn == "dungeon" and trap_by_chance(game.book, state):
        planned = replace(planned, notes=(*planned.notes, _TRAPS))
    if state.turn == "dungeon" and counts_monster_alone(levels):
        planned = replace(planned, notes=(*planned.notes, MONSTER_ALONE))
    if planned.left_out and (planned.by_chance or wishes.attitude == "known"):
        answer, left_out = _under_chance(game, state, planned, target, wishes, evaluator)
    else:
        answer = _certain(game, state, _impossible(game, state, planned, target), target, wishes)
        left_out = planned.left_out
    if not left_out or not wishes.what_if or wishes.attitude == "known":
        return answer
    return replace(answer, unknown=_unknown(game, state, planned, target, evaluator))


def _impossible(game: Thunderstone, state: State, planned: Planned, target: Target) -> Planned:
    """Add the reason why a target cannot be attacked, if that is so."""
    if target == ANYBODY or planned.best is not None or planned.status != "impossible":
        return planned
    named = target.say(game.book)
    why = "cannot be attacked" if target.places(state) else "does not stand in the Hall"
    return replace(planned, notes=(*planned.notes, f"{named} {why}"))


def _under_chance(
    game: Thunderstone,
    state: State,
    planned: Planned,
    target: Target,
    wishes: Wishes,
    evaluator: Evaluator,
) -> tuple[SolveAnswer, tuple[str, ...]]:
    """The answer if cards may come by chance, and what it leaves out."""
    from tsolve.games.thunderstone.planning.policy import search

    searched = search(game, state, planned.goal, target, wishes.attitude, evaluator)
    if searched.root is not None and searched.root.branches:
        answer = _by_policy(game, state, planned, searched, target, wishes, evaluator)
    else:
        answer = _without_draws(game, state, planned, searched, target, wishes)
    return answer, searched.left_out


def _without_draws(
    game: Thunderstone, state: State, planned: Planned, searched: Searched, target: Target, wishes: Wishes
) -> SolveAnswer:
    """The planner's line, for a best line without draws; the search must find the same worth."""
    planned = replace(planned, left_out=searched.left_out)
    if not searched.proved:
        bound, notes = _whole(searched.high), (*planned.notes, NO_TIME)
        return _certain(
            game, state, replace(planned, status="undecided", bound=bound, notes=notes), target, wishes
        )
    if wishes.attitude == "known":
        planned = replace(planned, notes=(*planned.notes, ONLY_KNOWN))
    if planned.status == "optimal":
        _compare(planned.best, searched)
    return _certain(game, state, _impossible(game, state, planned, target), target, wishes)


def _whole(bound: Worth | None) -> tuple[int, ...]:
    """The levels of a bound in whole numbers, up to the first one that is no whole number or not bounded."""
    from tsolve.games.thunderstone.planning.written_policy import known_levels

    whole: list[int] = []
    for level in known_levels(bound or ()):
        whole.append(ceil(level))
        if whole[-1] != level:
            break
    return tuple(whole)


def _compare(best: PlannedLine | None, searched: Searched) -> None:
    """Check that the planner and the search agree on the value of a line that both found."""
    promised = None if best is None else best.value
    found = None if searched.root is None else searched.root.worth
    if promised != found:
        raise DisagreementError({"planned": str(promised), "searched": str(found)})


def _by_policy(
    game: Thunderstone,
    state: State,
    planned: Planned,
    searched: Searched,
    target: Target,
    wishes: Wishes,
    evaluator: Evaluator,
) -> SolveAnswer:
    """The policy, played for every result of chance; where there is no time to play, and so to check, even a
    shorter one, or where not drawing is better, the best line without draws.
    """
    from tsolve.games.thunderstone.planning.written_policy import with_greatest_chances

    shown = _in_time(game, planned.goal, searched, wishes.attitude, target, evaluator)
    low = planned.best.value if planned.best is not None else None
    if shown is None or (low is not None and shown.root.worth < low):
        assert searched.root is not None
        line = searched.root.line
        first = f' and begins with "{game.notation(state, line[0])}"' if line else ""
        is_whole = shown is not None and shown.root is searched.root
        note = NO_TIME if is_whole else NOT_REPLAYED.format(first=first)
        planned = replace(
            planned,
            status="undecided",
            bound=_whole(searched.high),
            left_out=searched.left_out,
            notes=(*planned.notes, note),
        )
        return _certain(game, state, planned, target, wishes)
    written, searched = shown.written, replace(searched, low=shown.root.worth)
    policy = written.policy
    if wishes.what_if and wishes.attitude != "known":
        policy = with_greatest_chances(game, state, policy)
    decided = searched.proved and not searched.left_out
    return SolveAnswer(
        status="optimal" if decided else "undecided",
        goal=planned.goal,
        objective=(),
        bound=(),
        backend="exact",
        best=(),
        others=(),
        problems=planned.problems,
        left_out=searched.left_out,
        notes=planned.notes if searched.proved else (*planned.notes, NO_TIME),
        readings=written.readings,
        chooser=CHOOSER,
        counted_down=MEASURES.counted_down,
        policy=policy,
    )


class _Shown(NamedTuple):
    """A policy written down, and where it begins."""

    written: WrittenPolicy
    root: Node


def _in_time(
    game: Thunderstone,
    goal: tuple[str, ...],
    searched: Searched,
    draws: Draws,
    target: Target,
    evaluator: Evaluator,
) -> _Shown | None:
    """The policy, played with the remaining budget and a little more; a long one is played in short first,
    which is what remains if there is no time for more. None if there is no time for that either.
    """
    from tsolve.games.thunderstone.planning.written_policy import write_policy

    shown: _Shown | None = None
    with suppress(SpentError, TooLargeError), grace():
        for root in (searched.short, searched.root):
            if root is not None:
                found = replace(searched, root=root, low=root.worth)
                shown = _Shown(write_policy(game, goal, found, draws, target, evaluator), root)
    return shown


def _unknown(
    game: Thunderstone, state: State, planned: Planned, target: Target, evaluator: Evaluator
) -> tuple[UnknownDraw, ...]:

    without = planned.best.value if planned.best is not None else None
    return unknown_draws(game, state, without, target, evaluator)


def _certain(
    game: Thunderstone, state: State, planned: Planned, target: Target, wishes: Wishes
) -> SolveAnswer:
    """The answer if the best line does not depend on chance."""
    notes = planned.notes
    best: list[PlannedLine] = [planned.best] if planned.best is not None else []
    if wishes.all_lines and planned.best is not None and planned.status == "optimal":
        best, more = all_best(game, state, planned, target)
        notes = (*notes, *more)
    with allow(FREE):  # playing a line is quick, so it is shown whatever the budget
        lines = [tell(game, state, found.line) for found in best]
        others = tuple(_plan(game, state, found, planned.goal) for found in planned.others)
    status = "undecided" if planned.left_out else planned.status
    return SolveAnswer(
        status=status,
        goal=planned.goal,
        objective=planned.best.value if planned.best is not None else (),
        bound=() if planned.left_out else planned.bound,
        backend=planned.backend,
        best=tuple(
            Plan(told.title, planned.goal, found.value, told.line)
            for found, told in zip(best, lines, strict=True)
        ),
        others=others,
        problems=planned.problems,
        left_out=planned.left_out,
        notes=notes,
        readings=lines[0].readings if lines else {},
        chooser=CHOOSER,
        counted_down=MEASURES.counted_down,
    )


def _plan(game: Thunderstone, state: State, found: PlannedLine, goal: tuple[str, ...]) -> Plan:
    told = tell(game, state, found.line)
    return Plan(told.title, goal, found.value, told.line)
