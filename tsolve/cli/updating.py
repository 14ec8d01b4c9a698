"""`tsolve regress --update`: what would change is shown, and written when that is wanted."""

import sys
from collections.abc import Callable
from typing import NoReturn

from tsolve.cli.output import emit
from tsolve.cli.session import Session
from tsolve.model.regress import RegressAnswer
from tsolve.report.page import Page
from tsolve.report.suites.regress import show_regress
from tsolve.suite import run, update

_NOT_ASKED = "nothing was written: that is asked for on a terminal only; --yes writes without asking"
_NOT_WANTED = "nothing was written"
_STOPPED = "nothing was written, since not every puzzle was judged"


def bring_up_to_date(
    session: Session, judge: Callable[[], list[run.JudgedPuzzle]], cached: bool, unasked: bool
) -> NoReturn:
    """Show what would change, write it if that is wanted, and say how the puzzles fare then."""
    found: list[run.JudgedPuzzle] = []
    changes: list[update.Change] = []

    def work() -> list[update.Change]:
        found.extend(judge())
        changes.extend(update.changes(found))
        return changes

    session.do(work, _show_changes)
    if not found:
        session.finish()
    new = [change for change in changes if change.written]
    stopped = any(each.judged.status == run.LEFT_OUT for each in found)
    on_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    wanted = bool(new) and not stopped and (unasked or (on_terminal and _agreed(new)))
    places = {each.judged.file: index for index, each in enumerate(found)}
    for change in new if wanted else ():

        def write(change: update.Change = change) -> None:
            update.write(change)
            found[places[change.file]] = run.replaced(change.judged, change.after, cached)

        session.do(write, file=change.file)

    def show(page: Page, answer: RegressAnswer) -> None:
        show_regress(page, answer)
        if new and not wanted:
            told = _STOPPED if stopped else _NOT_WANTED if on_terminal else _NOT_ASKED
            page.text(told, style="warn")

    session.answer(lambda: run.summary(found, cached=cached), show)
    session.finish()


def _agreed(new: list[update.Change]) -> bool:
    emit(f"\nWrite {_counted(new)}? [y/N] ")
    return sys.stdin.readline().strip().casefold() in ("y", "yes")


def _counted(new: list[update.Change]) -> str:
    values, files = sum(change.written for change in new), len(new)
    return f"{values} value{'s' if values != 1 else ''} into {files} file{'s' if files != 1 else ''}"


def _show_changes(page: Page, changes: list[update.Change]) -> None:
    for change in changes:
        page.verbatim(update.diff(change))
    left = [(change.file, each) for change in changes for each in change.left]
    if left:
        page.heading("Left as it is")
    for file, each in left:
        place = f"{file}:{each.judgement.line}" if each.judgement.line else file
        page.text(f"{place}: {each.judgement.what}: {each.why}", indent=2, hang=2)
