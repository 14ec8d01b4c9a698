"""The best turn of a position, as an answer: a line, or a policy where it meets chance."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.budget import FREE, allow, current
from tsolve.games.quest.planning.goals import COUNTED_DOWN, Goal, Kind
from tsolve.games.quest.planning.plan import Planned, Planner
from tsolve.games.quest.planning.unknown_cards import what_cards_do
from tsolve.games.quest.planning.wanted import goal_of, kind_of, target_of
from tsolve.games.quest.target import ANYBODY, Target, in_the_dungeon
from tsolve.model.answers import SolveAnswer, TurnWorth
from tsolve.model.policies import exact
from tsolve.turns.plan import told, told_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from tsolve.games.quest.opened import Opened
    from tsolve.model.answers import Status
    from tsolve.model.wishes import Wishes

CHOOSER = "you choose among equally good plays"
_WIN: Goal = ("win",)
_AS_ASKED = "as asked, you draw only known cards"
_BY_WEIGHTS = "which turn is best rests on the weights of the goal, {goal}: a judgement, not a rule"


def solve(opened: Opened, wishes: Wishes) -> SolveAnswer:
    """The best turn by the goal asked for, with its proof.

    Where the position leaves the kind of turn open, both kinds are compared by one goal.

    Raises:
        UsageError: a goal or a kind of turn is wished for that there is not, or the turn is past it.
        InputError: the target is unknown.
        DisagreementError: what was found comes to something else when it is played.
    """
    kind = kind_of(opened, wishes)
    goal = goal_of(opened, kind, wishes.goal)
    if kind != "any" or opened.state.phase != "prepare":
        answer = of_kind(opened, wishes, kind, goal)
        return _with_unknown(opened, wishes, answer, lambda there, asked: of_kind(there, asked, kind, goal))
    with allow(current().part(0.5)):
        dungeon = of_kind(opened, wishes, "dungeon", goal)
    return _better(goal, dungeon, of_kind(opened, wishes, "village", goal))


def _with_unknown(
    opened: Opened, wishes: Wishes, answer: SolveAnswer, solve: Callable[[Opened, Wishes], SolveAnswer]
) -> SolveAnswer:
    """The answer with what unknown cards could change, where that is asked for."""
    if not wishes.what_if or not answer.left_out:
        return answer
    asked = replace(wishes, what_if=False, all_lines=False)
    return replace(answer, unknown=what_cards_do(opened, answer, lambda there: solve(there, asked)))


def of_kind(
    opened: Opened, wishes: Wishes, kind: Kind, goal: Goal, target: Target | None = None
) -> SolveAnswer:
    """The best turn of one kind; against this target, or as asked."""
    draws = wishes.draws or opened.position.draws
    target = target or target_of(opened, wishes)
    if target != ANYBODY and goal == _WIN:
        goal = (*_WIN, "shortfall")  # else a lost battle with it would be no better than none
    planner = Planner(opened.game, opened.state, goal, kind, draws, wishes.backend, target)
    planned = planner.plan()
    answer = _answered(opened, planner, planned, wishes.all_lines)
    found = answer.best or answer.policy is not None
    absent = not found and target != ANYBODY and not target.places(opened.state)
    return replace(
        answer,
        backend=planned.backend,
        problems=planned.problems,
        left_out=planned.left_out,
        notes=(
            *answer.notes,
            *([_AS_ASKED] if planned.skipped else []),
            *([f"{target.say(opened.book)} is not {in_the_dungeon(opened.state)}"] if absent else []),
        ),
        chooser=CHOOSER if found else "",
        counted_down=COUNTED_DOWN,
    )


def _answered(opened: Opened, planner: Planner, planned: Planned, all_lines: bool) -> SolveAnswer:
    goal, root = planned.goal, planned.root
    decided = planned.proved and not planned.left_out
    if root is None or not planner.ever_met(root):
        status: Status = "impossible" if decided else "undecided"
        return SolveAnswer(status, goal, (), (), "search", ())
    answer = told(opened, goal, planner.told_worth, planner.draws, root, planned.positions)
    if answer.policy is not None:
        losses = tuple(level for level in goal if level in COUNTED_DOWN)
        answer = replace(answer, policy=replace(answer.policy, counted_down=losses))
    elif all_lines and decided:
        answer = _with_ties(opened, planner, planned, answer)
    return answer if decided else replace(answer, status="undecided", bound=())


def _with_ties(opened: Opened, planner: Planner, planned: Planned, answer: SolveAnswer) -> SolveAnswer:
    """The answer with all lines that are as good."""
    from tsolve.games.quest.planning.ties import all_best

    assert planned.root is not None
    lines, notes = all_best(planner, planned.root.line, answer.objective)
    with allow(FREE):
        plans = [
            told_line(opened, planned.goal, planner.told_worth, line, answer.objective)[0]
            for line in lines[1:]
        ]
    return replace(answer, best=(*answer.best, *plans), notes=(*answer.notes, *notes))


# both kinds of turn


def _better(goal: Goal, dungeon: SolveAnswer, village: SolveAnswer) -> SolveAnswer:
    """The better of two answers by one goal, with what both are worth."""
    answers: list[tuple[Kind, SolveAnswer]] = [("dungeon", dungeon), ("village", village)]
    found = [each for each in answers if each[1].best or each[1].policy is not None]
    if not found:
        return dungeon
    found.sort(key=lambda each: _numbers(each[1]), reverse=True)
    kind, best = found[0]
    decided = all(answer.status == "optimal" for _, answer in found)
    others = tuple(replace(plan, turn=other) for other, answer in found[1:] for plan in answer.best[:1])
    return replace(
        best,
        status=best.status if decided else "undecided",
        bound=best.bound if decided else (),
        best=tuple(replace(plan, turn=kind) for plan in best.best),
        others=(*best.others, *others),
        problems=sum(answer.problems for _, answer in answers),
        left_out=tuple(dict.fromkeys(text for _, answer in answers for text in answer.left_out)),
        notes=(*best.notes, *([_BY_WEIGHTS.format(goal=goal[0])] if "+" in goal[0] else [])),
        turns=tuple(_worth(kind, answer) for kind, answer in found),
    )


def _numbers(answer: SolveAnswer) -> tuple[Fraction, ...]:
    if answer.policy is not None:
        return tuple(Fraction(number.exact) for number in answer.policy.worth)
    return tuple(map(Fraction, answer.objective))


def _worth(kind: Kind, answer: SolveAnswer) -> TurnWorth:
    """What a kind of turn is worth at its best, by the attitude to draws."""
    if answer.policy is not None:
        first, title = answer.policy.first, f"{answer.policy.first}, then by what comes"
    else:
        first, title = answer.best[0].line.steps[0].text, answer.best[0].title
    return TurnWorth(kind, first, title, tuple(map(exact, _numbers(answer))), answer.status)
