"""What is best in one kind of turn, as an answer: lines and policies replayed by the engine, with their
calculations.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.budget import FREE, SpentError, allow, current, grace
from tsolve.errors import DisagreementError, TooLargeError
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.dungeon import PlannedLine
from tsolve.games.thunderstone.planning.evaluator import Evaluator
from tsolve.games.thunderstone.planning.goals import COUNTED_DOWN, MONSTER_ALONE, counts_monster_alone
from tsolve.games.thunderstone.planning.lines import tell
from tsolve.games.thunderstone.planning.plan import Planned, plan, share_of_plan
from tsolve.games.thunderstone.planning.ties import all_best
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.target import ANYBODY, Target
from tsolve.games.thunderstone.turn.traps import trap_by_chance
from tsolve.model.answers import Plan, SolveAnswer
from tsolve.model.policies import UnknownDraw
from tsolve.model.wishes import Wishes

if TYPE_CHECKING:
    from tsolve.games.thunderstone.planning.policy import Searched

CHOOSER = "you choose among equally good plays"
_SEARCH = 0.7
"""The share of what is then left for the search under chance; what it finds has to be played as well."""
_NOT_REPLAYED = (
    "the best play found draws cards{first}; there was no time to replay all its ways, "
    "so it is not shown: a longer time limit may help"
)
_NO_TIME = "no time was left to try every draw"
_TRAPS = "refilling the Hall after the battle may reveal a Trap: what it takes is not counted"
_AS_ASKED = "as asked, you draw only known cards"


def turn_answer(
    game: Thunderstone, state: State, levels: tuple[str, ...], target: Target, wishes: Wishes
) -> SolveAnswer:
    """The answer about one kind of turn by the levels of a goal: first without draws, then with them where
    they can matter. Raises DisagreementError when solver and engine differ.
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
    """Say why a target cannot be attacked, if that is so."""
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
    """The answer where cards may come by chance, and what it leaves out."""
    from tsolve.games.thunderstone.planning.policy import search

    with allow(current().part(_SEARCH)):
        searched = search(game, state, planned.goal, target, wishes.attitude, evaluator)
    if searched.root is not None and searched.root.branches:
        answer = _by_policy(game, state, planned, searched, target, wishes, evaluator)
    else:
        answer = _without_draws(game, state, planned, searched, target, wishes)
    return answer, searched.left_out


def _without_draws(
    game: Thunderstone, state: State, planned: Planned, searched: Searched, target: Target, wishes: Wishes
) -> SolveAnswer:
    """The best line draws nothing: it is the planner's, and the search must value it alike."""
    planned = replace(planned, left_out=searched.left_out)
    if not searched.proved:
        status = replace(planned, status="undecided", bound=(), notes=(*planned.notes, _NO_TIME))
        return _certain(game, state, status, target, wishes)
    if wishes.attitude == "known":
        planned = replace(planned, notes=(*planned.notes, _AS_ASKED))
    if planned.status == "optimal":
        _compare(planned.best, searched)
    return _certain(game, state, _impossible(game, state, planned, target), target, wishes)


def _compare(best: PlannedLine | None, searched: Searched) -> None:
    """The planner and the search must agree on a line that both know."""
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
    """The policy, played on every way with what is left of the budget and a little more.

    Where there is no time for all its ways nobody has checked it, and the best line without draws is all that
    there is.
    """
    from tsolve.games.thunderstone.planning.policy_answer import with_greatest_chances, write_policy

    try:
        with grace():
            written = write_policy(game, planned.goal, searched, wishes.attitude, target, evaluator)
    except (SpentError, TooLargeError):
        assert searched.root is not None
        line = searched.root.line
        first = f' and begins with "{game.notation(state, line[0])}"' if line else ""
        notes = (*planned.notes, _NOT_REPLAYED.format(first=first))
        planned = replace(planned, status="undecided", bound=(), left_out=searched.left_out, notes=notes)
        return _certain(game, state, planned, target, wishes)
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
        notes=planned.notes if searched.proved else (*planned.notes, _NO_TIME),
        readings=written.readings,
        chooser=CHOOSER,
        counted_down=COUNTED_DOWN,
        policy=policy,
    )


def _unknown(
    game: Thunderstone, state: State, planned: Planned, target: Target, evaluator: Evaluator
) -> tuple[UnknownDraw, ...]:
    from tsolve.games.thunderstone.planning.unknown import unknown_draws

    without = planned.best.value if planned.best is not None else None
    return unknown_draws(game, state, without, target, evaluator)


def _certain(
    game: Thunderstone, state: State, planned: Planned, target: Target, wishes: Wishes
) -> SolveAnswer:
    """The answer where the best line meets no chance."""
    notes = planned.notes
    best: list[PlannedLine] = [planned.best] if planned.best is not None else []
    if wishes.all_lines and planned.best is not None and planned.status == "optimal":
        best, more = all_best(game, state, planned, target)
        notes = (*notes, *more)
    with allow(FREE):  # a line is short, and what was found is told in any case
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
        counted_down=COUNTED_DOWN,
    )


def _plan(game: Thunderstone, state: State, found: PlannedLine, goal: tuple[str, ...]) -> Plan:
    told = tell(game, state, found.line)
    return Plan(told.title, goal, found.value, told.line)
