"""What moved between two answers about the same puzzle: rulings that fire, numbers that they come to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from tsolve.model.regress import Difference, Judged, Moved

if TYPE_CHECKING:
    from tsolve.model.answers import CheckAnswer
    from tsolve.model.lines import Calculation
    from tsolve.model.trace import Entry

_REPLACES = ("multiply", "halve", "cancel", "floor")
_WHERE = re.compile(r"^(?:claim \d+|the best play): ")
_DETAILS = re.compile(r" \([^()]*\)$")


def difference(before: Judged, now: Judged, which: str) -> Difference:
    """What is otherwise now; `which` says what answer the earlier one is."""
    return Difference(
        which,
        tuple(sorted(now.fired - before.fired)),
        tuple(sorted(before.fired - now.fired)),
        tuple(_moved(before.figures, now.figures)),
    )


def _moved(before: Mapping[str, str], now: Mapping[str, str]) -> Iterator[Moved]:
    """The figures that changed; a change that several calculations share is listed once."""
    told = set()
    for name in dict.fromkeys((*before, *now)):
        moved = Moved(name, before.get(name, ""), now.get(name, ""))
        alike = (_WHERE.sub("", name), moved.before, moved.after)
        if moved.before != moved.after and alike not in told:
            told.add(alike)
            yield moved


def figures(answer: CheckAnswer) -> dict[str, str]:
    """Outcomes and numbers of the line, the claims and the best play by name, in the order of the answer."""
    found: dict[str, str] = {}
    if answer.line is not None:
        found["the turn"] = answer.line.outcome
        found.update(_rows(answer.line.calculation))
    for number, claim in enumerate(answer.claims, start=1):
        found[f"claim {number}"] = f"{claim.verdict}: {claim.reason}"
        found.update(_rows(claim.calculation, f"claim {number}: "))
    if answer.solution is not None:
        found.update(_of_solution(answer))
    return found


def _of_solution(answer: CheckAnswer) -> Iterator[tuple[str, str]]:
    solution = answer.solution
    assert solution is not None
    if solution.policy is not None:
        yield "the best play: first", solution.policy.first
        for level, worth in zip(solution.policy.goal, solution.policy.worth, strict=False):
            yield f"the best play: {level}", worth.exact
        for each in solution.policy.chances:
            yield f"the best play: chance to {solution.policy.deed.do} {each.target}", each.chance.exact
        return
    for plan in solution.best[:1]:
        yield "the best play", plan.title
        for level, number in zip(plan.goal, plan.objective, strict=False):
            yield f"the best play: {level}", str(number)
        yield from _rows(plan.line.calculation, "the best play: ")


def _rows(table: Calculation | None, prefix: str = "") -> Iterator[tuple[str, str]]:
    """The rows of a calculation; equal cards that do the same are one figure."""
    if table is None:
        return
    rows: dict[str, list[Entry]] = {}
    for row in table.rows:
        note = _DETAILS.sub("", row.note)  # how it was reckoned may change with the number
        told = ", ".join(part for part in (row.subject, note) if part) or row.step
        rows.setdefault(f"{prefix}{told}: {row.quantity}", []).append(row)
    for name, entries in rows.items():
        yield name, _told(entries)
    yield f"{prefix}{table.title}", str(table.total)


def _told(entries: Sequence[Entry]) -> str:
    if entries[-1].step in _REPLACES:
        return f"{entries[-1].before} becomes {entries[-1].after}"
    return f"{sum(entry.change for entry in entries):+d}"
