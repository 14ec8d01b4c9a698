"""The best play of a position, and which of some given lines are just as good."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from msgspec.structs import replace

from tsolve.model.answers import Plan, SolveAnswer
from tsolve.model.comparisons import BestPlay
from tsolve.model.policies import Exact
from tsolve.model.words import chance_in_words
from tsolve.turns.comparing.comparison import Comparison

S = TypeVar("S")
A = TypeVar("A")

THE_BEST_PLAY = "the best play"


def best_plays(
    about: Comparison[S, A], solution: SolveAnswer, known: Sequence[BestPlay] = ()
) -> tuple[BestPlay, ...]:
    """The best play, and those of other kinds of turn where the position leaves the turn open.

    A best line of `known` that is worth the same here is among the lines of the play.
    """
    found = [_best(about, solution)]
    found += [_of_plan(about, plan) for plan in solution.others]
    lines = {play.what: play.lines for play in known}
    return tuple(with_equals(about, play, lines.get(play.what, ())) for play in found)


def _done(done: str, chance: Exact) -> str:
    """`done with a chance of 1 in 2 (50 %)`."""
    from fractions import Fraction

    if chance.value in (0, 1):
        return f"{done} for certain" if chance.value else f"never {done}"
    return f"{done} with a chance of {chance_in_words(Fraction(chance.exact))}"


def _best(about: Comparison[S, A], solution: SolveAnswer) -> BestPlay:
    policy = solution.policy
    if policy is not None:
        chances = [f"{each.target} is {_done(policy.deed.done, each.chance)}" for each in policy.chances]
        return BestPlay(
            THE_BEST_PLAY,
            title="; ".join(chances),
            outcome="; ".join(chances) or f"first {policy.first}",
            goal=solution.goal,
            worth=_told(about, solution.goal, (level.exact for level in policy.worth)),
            lines=(),
            first=policy.first,
            status=solution.status,
        )
    if not solution.best:
        return BestPlay(THE_BEST_PLAY, "", "there is none", solution.goal, (), (), status=solution.status)
    return replace(_of_plan(about, solution.best[0]), what=THE_BEST_PLAY, status=solution.status)


def _of_plan(about: Comparison[S, A], plan: Plan) -> BestPlay:
    table = plan.line.calculation
    return BestPlay(
        f"the best {plan.turn} turn" if plan.turn else plan.title,
        title=plan.title,
        outcome=plan.line.outcome,
        goal=plan.goal,
        worth=_told(about, plan.goal, map(str, plan.objective)) or (plan.line.outcome,),
        lines=(tuple(step.text for step in plan.line.steps),) if plan.objective else (),
        total=table.total if table is not None else None,
        turn=plan.turn,
    )


def with_equals(about: Comparison[S, A], play: BestPlay, known: Sequence[tuple[str, ...]]) -> BestPlay:
    """The play with those of the lines that are worth as much here."""
    equal = [line for line in known if line not in play.lines and _worth(about, play, line) == play.worth]
    return replace(play, lines=(*play.lines, *equal))


def _worth(about: Comparison[S, A], play: BestPlay, line: tuple[str, ...]) -> tuple[str, ...] | None:
    """What a line of the same kind of turn is worth here; None where it is not legal or not a whole turn."""
    worth = about.line_worth(line, play.goal, play.turn)
    return None if worth is None else _told(about, play.goal, map(str, worth))


def _told(about: Comparison[S, A], goal: tuple[str, ...], worth: Iterable[str]) -> tuple[str, ...]:
    """A worth level by level; people read what is counted down with the other sign."""
    levels = zip(goal, worth, strict=False)
    down = about.counted_down
    return tuple(_counted_up(number) if level in down else number for level, number in levels)


def _counted_up(number: str) -> str:
    return number.removeprefix("-") if number.startswith("-") or number == "0" else f"-{number}"
