"""The best play of a position, with all those of some given lines that are as good."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from tsolve.games.thunderstone.judging.line_worth import line_worth
from tsolve.games.thunderstone.planning.goals import COUNTED_DOWN
from tsolve.games.thunderstone.state import Place
from tsolve.games.thunderstone.writing.position import Opened
from tsolve.model.answers import Plan, SolveAnswer
from tsolve.model.comparisons import BestPlay

THE_BEST_PLAY = "the best play"
PLACES: tuple[Place, ...] = ("dungeon", "village", "rest")


def best_plays(opened: Opened, solution: SolveAnswer, known: Sequence[BestPlay] = ()) -> tuple[BestPlay, ...]:
    """The best play, and those of other kinds of turn where the position leaves the turn open.

    A best line of `known` that is worth the same here is among the lines of the play.
    """
    found = [_best(solution)]
    found += [_of_plan(plan) for plan in solution.others]
    lines = {play.what: play.lines for play in known}
    return tuple(with_equals(opened, play, lines.get(play.what, ())) for play in found)


def _best(solution: SolveAnswer) -> BestPlay:
    policy = solution.policy
    if policy is not None:
        chances = [
            f"{each.target} is defeated with probability {each.chance.exact}" for each in policy.chances
        ]
        return BestPlay(
            THE_BEST_PLAY,
            title="; ".join(chances),
            outcome="; ".join(chances) or f"first {policy.first}",
            goal=solution.goal,
            worth=_told(solution.goal, (level.exact for level in policy.worth)),
            lines=(),
            first=policy.first,
            status=solution.status,
        )
    if not solution.best:
        return BestPlay(THE_BEST_PLAY, "", "there is none", solution.goal, (), (), status=solution.status)
    return replace(_of_plan(solution.best[0]), what=THE_BEST_PLAY, status=solution.status)


def _of_plan(plan: Plan) -> BestPlay:
    place = plan.title.partition(":")[0]
    table = plan.line.calculation
    return BestPlay(
        f"the best {place} turn" if place in PLACES else plan.title,
        title=plan.title,
        outcome=plan.line.outcome,
        goal=plan.goal,
        worth=_told(plan.goal, map(str, plan.objective)) or (plan.line.outcome,),
        lines=(tuple(step.text for step in plan.line.steps),) if plan.objective else (),
        total=table.total if table is not None else None,
    )


def with_equals(opened: Opened, play: BestPlay, known: Sequence[tuple[str, ...]]) -> BestPlay:
    """The play with those of the lines that are worth as much here."""
    equal = [line for line in known if line not in play.lines and _worth(opened, play, line) == play.worth]
    return replace(play, lines=(*play.lines, *equal))


def _worth(opened: Opened, play: BestPlay, line: tuple[str, ...]) -> tuple[str, ...] | None:
    """What a line of the same kind of turn is worth here; None where it is not legal or not a whole turn."""
    place: Place = next((place for place in PLACES if play.what == f"the best {place} turn"), "dungeon")
    worth = line_worth(opened, line, play.goal, place)
    return None if worth is None else _told(play.goal, map(str, worth))


def _told(goal: tuple[str, ...], worth: Iterable[str]) -> tuple[str, ...]:
    """A worth level by level; people read what is counted down without its sign."""
    levels = zip(goal, worth, strict=False)
    return tuple(number.removeprefix("-") if level in COUNTED_DOWN else number for level, number in levels)
