"""What an answer says, part by part, so that two answers can be compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

import msgspec

from tsolve.model.answers import Calculation, CheckAnswer, LineAnswer, SolveAnswer, StepAnswer
from tsolve.model.receipts import Derived
from tsolve.source.digests import digest

if TYPE_CHECKING:
    from tsolve.model.solved import SolvedAnswer
    from tsolve.model.trace import Entry


MOST_EVENTS = 2_000
"""Events that a receipt tells in words: a file that is read again is limited."""


def derived(answer: CheckAnswer | SolvedAnswer) -> Derived:
    """The parts of an answer of `check` or `solve`."""
    judged = answer if isinstance(answer, CheckAnswer) else None
    says: dict[str, str] = {}
    totals: dict[str, int] = {}
    line: tuple[str, ...] = ()
    if judged is not None and judged.line is not None:
        line = _steps(judged.line)
        says |= {"the line": _legality(judged.line), "the line comes to": judged.line.outcome}
        totals |= _total("the line", judged.line.calculation)
    for number, claim in enumerate(judged.claims if judged is not None else (), 1):
        name = f"claim {number}"
        says[name] = f"{claim.text}: {claim.verdict}"
        totals |= _total(name, claim.calculation)
    if judged is not None and judged.expectations:
        failing = [each.what for each in judged.expectations if not each.holds and not each.undecided]
        undecided = [each.what for each in judged.expectations if each.undecided]
        told = (("fail", failing), ("undecided", undecided))
        says["expectations"] = (
            ". ".join(f"{word}: {'; '.join(each)}" for word, each in told if each) or "hold"
        )
    if answer.solution is not None:
        says |= dict(_best(answer.solution))
        line = _best_steps(answer.solution)
        for plan in answer.solution.best[:1]:
            totals |= _total("the best line", plan.line.calculation)
    return Derived(answer.verdict, says, line, totals, _trace(answer), _told_events(answer))


def _steps(line: LineAnswer) -> tuple[str, ...]:
    return tuple(step.text for step in line.steps)


def _best_steps(solution: SolveAnswer) -> tuple[str, ...]:
    if solution.policy is not None:
        return tuple(step.text for step in solution.policy.nodes[0].steps)
    return _steps(solution.best[0].line) if solution.best else ()


def _legality(line: LineAnswer) -> str:
    broken = next((step for step in line.steps if step.refusal is not None), None)
    if line.undecided:
        return f"undecided: {line.undecided}"
    if broken is None or broken.refusal is None:
        return "legal"
    return f"step {broken.number} is not legal ({', '.join(broken.refusal.rulings)})"


def _total(name: str, table: Calculation | None) -> dict[str, int]:
    return {} if table is None else {f"{name}: {table.title}": table.total}


def _best(solution: SolveAnswer) -> Iterator[tuple[str, str]]:
    yield (
        "the best play",
        {"optimal": "proved", "impossible": "there is none"}.get(solution.status, "undecided"),
    )
    if solution.turns:
        yield "the best turn", solution.turns[0].turn
    policy = solution.policy
    if policy is not None:
        yield "the best play begins with", policy.first
        yield "it is worth", _worth(policy.goal, (level.exact for level in policy.worth))
        for chance in policy.chances:
            yield f"{chance.target} is {policy.deed.done} with probability", chance.chance.exact
    for plan in solution.best[:1]:
        yield "the best line", plan.title
        yield "it comes to", plan.line.outcome
        yield "it is worth", _worth(plan.goal, map(str, plan.objective))


def _worth(goal: tuple[str, ...], levels: Iterator[str]) -> str:
    return ", ".join(f"{level} {worth}" for level, worth in zip(goal, levels, strict=False))


# the trace


def _trace(answer: CheckAnswer | SolvedAnswer) -> str:
    """The digest of everything that happened and of every row of a calculation; wording takes no part."""
    parts: list[object] = []
    if isinstance(answer, CheckAnswer):
        parts += [_of_line(answer.line), *(_of_table(claim.calculation) for claim in answer.claims)]
    if answer.solution is not None:
        parts += [_of_line(plan.line) for plan in answer.solution.best[:1]]
        policy = answer.solution.policy
        for node in policy.nodes if policy is not None else ():
            events = [(branch.event, branch.chance.exact, branch.node) for branch in node.branches]
            parts.append([_of_steps(node.steps), events, _of_line(node.end.line if node.end else None)])
    return digest(msgspec.json.encode(parts))


def _told_events(answer: CheckAnswer | SolvedAnswer) -> tuple[str, ...]:
    """The events in words; none where a file could not hold them all."""
    told = tuple(islice(_events(answer), MOST_EVENTS + 1))
    return told if len(told) <= MOST_EVENTS else ()


def _events(answer: CheckAnswer | SolvedAnswer) -> Iterator[str]:
    """The events and rows behind the trace in words, each with the step or the calculation it belongs to."""
    if isinstance(answer, CheckAnswer):
        yield from _told_of_line("", answer.line)
        for number, claim in enumerate(answer.claims, 1):
            yield from _told_of_table(f"claim {number}", claim.calculation)
    if answer.solution is not None:
        for plan in answer.solution.best[:1]:
            yield from _told_of_line("best line, ", plan.line)
        policy = answer.solution.policy
        for number, node in enumerate(policy.nodes if policy is not None else (), 1):
            place = f"situation {number}, "
            yield from _told_of_steps(place, node.steps)
            yield from (f"{place}{branch.event}: {branch.chance.exact}" for branch in node.branches)
            yield from _told_of_line(place, node.end.line if node.end else None)


def _told_of_line(place: str, line: LineAnswer | None) -> Iterator[str]:
    if line is not None:
        yield from _told_of_steps(place, line.steps)


def _told_of_steps(place: str, steps: Sequence[StepAnswer]) -> Iterator[str]:
    for step in steps:
        yield from (f"{place}step {step.number}: {_told(entry)}" for entry in step.entries)


def _told_of_table(name: str, table: Calculation | None) -> Iterator[str]:
    if table is not None:
        yield from (f"{name}: {_told(row)}" for row in table.rows)


def _told(entry: Entry) -> str:
    """An event by what it is about, what happened and by how much a number changed."""
    changed = f"{entry.quantity} {entry.change:+d}" if entry.quantity else ""
    return ", ".join(part for part in (entry.subject, entry.note, changed) if part)


def _of_line(line: LineAnswer | None) -> object:
    return None if line is None else [_of_steps(line.steps), _of_table(line.calculation)]


def _of_steps(steps: Sequence[StepAnswer]) -> object:
    return [
        (step.text, step.refusal.rulings if step.refusal else (), list(map(_row, step.entries)))
        for step in steps
    ]


def _of_table(table: Calculation | None) -> object:
    return None if table is None else [table.total, table.against, list(map(_row, table.rows))]


def _row(entry: Entry) -> object:
    return entry.step, entry.subject, entry.quantity, entry.before, entry.after, entry.rulings
