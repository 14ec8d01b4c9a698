"""What other readings of the open points make of an answer."""

from __future__ import annotations

from collections.abc import Iterable

from tsolve.model.comparisons import Dependence, Dependency, Rival
from tsolve.report.detail import Detail
from tsolve.report.page import Page
from tsolve.report.words.sentences import parts_that_differ

_READERS = "a reader's reading"
READERS_READING = f"{_READERS}; no printing has it"
"""What is said of an option that no printing has."""

_VERDICT = ("legality", "outcome", "claim")
"""The kinds of differences that change a verdict; the others change a number or the best play."""
_MOST_READERS = 2
"""Readers' readings whose verdicts are told; of more of them only the names."""
_LOOK = "`tsolve diff --all` looks at everything"


def show_dependence(page: Page, found: Dependence, detail: Detail) -> None:
    """The open points that matter: both answers side by side where the verdict changes, half a line where
    only a number does.

    Readings that no printing has come after those of printings: in one line where they change the verdict,
    and otherwise with the rules in words only.
    """
    by_readers: list[tuple[Dependency, Rival]] = []
    for each in found.keys:
        rivals = each.rivals if detail.explain else each.printed
        if any(changes_the_verdict(rival) for rival in rivals):
            _show_sides(page, each, rivals, found.summary)
        elif rivals:
            _show_numbers(page, each, rivals)
        untold = (rival for rival in each.rivals if rival not in rivals)
        by_readers += ((each, rival) for rival in untold if changes_the_verdict(rival))
    for point, rival in by_readers[:_MOST_READERS]:
        told = f"By {point.key} = {rival.option} ({_READERS}): {otherwise(rival, found.summary)}"
        page.text(told, 3, 2, style="warn")
    if more := [f"{point.key} = {rival.option}" for point, rival in by_readers[_MOST_READERS:]]:
        page.text(f"Another verdict also by {', '.join(more)} (--explain tells it).", 3, 2, style="warn")
    if found.not_examined:
        points = ", ".join(found.not_examined)
        page.text(f"Not examined whether it depends on {points} ({_LOOK}).", 3, style="warn")
    if not found.is_answered:
        page.text(f"Which readings it depends on was not examined ({_LOOK}).", 3, style="dim")
    elif not found.is_complete:
        page.text(f"Which readings the best play depends on was not examined ({_LOOK}).", 3, style="dim")


def changes_the_verdict(rival: Rival) -> bool:
    """Whether another reading comes to another verdict, and not only to another number or play."""
    return any(each.kind in _VERDICT for each in rival.differences)


def _show_sides(page: Page, point: Dependency, rivals: Iterable[Rival], summary: str) -> None:
    """The question, then each reading with what it makes of the answer."""
    page.text(f"The rules can be read in two ways, and it matters here ({point.key}):", 3, style="warn")
    page.text(point.question, 5)
    sides = [(point.option, summary, "yours" if not point.is_open else "as judged")]
    sides += [(rival.option, otherwise(rival, summary), _whose(rival)) for rival in rivals]
    width = max(len(option) for option, _, _ in sides) + 2
    for option, told, whose in sides:
        page.labelled(option, f"{told} ({whose})", indent=5, width=width, style="bold")
    if point.is_open:
        other = next(iter(rivals)).option
        page.text(f"Agree which one you play: --interpretation {point.key}={other}", 3, style="dim")


def _show_numbers(page: Page, point: Dependency, rivals: Iterable[Rival]) -> None:
    for rival in rivals:
        told = "; ".join(f"{each.what}: {each.after}" for each in rival.differences[:1])
        if told:
            page.text(f"By {point.key} = {rival.option} ({_whose(rival)}): {told}; the verdict stays.", 3, 2)


def otherwise(rival: Rival, summary: str) -> str:
    """What is so with the other reading: in a sentence, or else the weightiest single thing."""
    if rival.summary != summary:
        return rival.summary
    first = rival.differences[0]
    before, after = parts_that_differ(first.before, first.after)
    return f"{first.what}: {after} instead of {before}" if before else after


def _whose(rival: Rival) -> str:
    return f"printing {', '.join(rival.printings)}" if rival.printings else READERS_READING
