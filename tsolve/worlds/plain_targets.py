"""The targets of a plain game: whether a turn can deal with each, by a why-not; and the best such turn."""

from __future__ import annotations

from typing import Any

from tsolve.contract.plain_position import PlainPosition
from tsolve.judging.check import reading_answers
from tsolve.model.plays import Wishes
from tsolve.model.solved import Outcome, TargetAnswer, TargetsAnswer
from tsolve.model.trace import Refusal
from tsolve.model.why_not import WhyNotAnswer
from tsolve.plays.by_measures import against


def targets(position: PlainPosition[Any, Any, Any], wishes: Wishes) -> TargetsAnswer:
    """What a turn can do to each target. Raises UsageError for a goal that the game does not know."""
    assert position.aimed is not None, "only a game with targets is asked for them"
    goal, found, readings = position.goal_of(wishes), list[TargetAnswer](), dict[str, str]()
    for piece in dict.fromkeys(position.game.zone(position.state, position.targets_zone)):
        text = position.game.notation(position.state, position.aimed(piece))
        answer = position.why_not(text, "", "reasons")
        outcome = _outcome(answer)
        is_open = outcome in ("certain", "chance")
        best = against(position, goal, piece, wishes) if is_open else None
        readings |= best.readings if best is not None else {}
        first = next(iter(answer.reasons), None)
        found.append(
            TargetAnswer(
                position.game.told(piece),
                "",
                outcome,
                None if outcome == "undecided" else is_open,
                refusal=None if is_open or first is None else Refusal(text, first.text, first.rulings),
                chance=answer.chance if outcome == "chance" else None,
                plan=best.best[0] if best is not None and best.best else None,
                reason="; ".join(answer.left_out) if outcome == "undecided" else "",
            )
        )
    return TargetsAnswer("", goal, position.deed, tuple(found), reading_answers(position, readings))


def _outcome(answer: WhyNotAnswer) -> Outcome:
    """Whether it is possible, in the words of a list of targets."""
    if answer.verdict == "undecided":
        return "chance" if answer.chance is not None else "undecided"
    return "certain" if answer.verdict == "possible" else "impossible"
