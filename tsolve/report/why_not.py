"""Why something is impossible, and what would make it possible."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tsolve.model.whynot import Missing, ReasonAnswer, RemedyAnswer, WhyNotAnswer
from tsolve.report.calculation import Tables
from tsolve.report.lines import show_line
from tsolve.report.page import Column, Page, Style
from tsolve.report.positions import cites
from tsolve.report.rulings import show_notes, show_rulings
from tsolve.report.verdict import HOLDS, REFUTED, UNDECIDED

_CODES = {"possible": HOLDS, "impossible": REFUTED, "undecided": UNDECIDED}
_STYLES: dict[str, Style] = {"possible": "good", "impossible": "bad", "undecided": "warn"}


def why_not_code(answer: WhyNotAnswer) -> int:
    """0 possible, 1 impossible, 3 undecided."""
    return _CODES[answer.verdict]


def show_why_not(page: Page, answer: WhyNotAnswer, with_rulings: bool = True) -> None:
    """The verdict; the line, or reasons and repairs; and the sources, unless they are shown later."""
    tables = Tables(page, {cited.id: cited.title for cited in answer.citations})
    _show_verdict(page, answer)
    _show_left_out(page, answer)
    if answer.reasons:
        _show_reasons(page, answer)
    if gaps := [one for one in answer.missing if one.matters]:
        _show_missing(page, gaps)
    if answer.cards:
        _show_cards(page, answer.cards)
    elif answer.no_card:
        page.heading("No single extra card in the hand would be enough")
    if answer.line is not None:
        possible = answer.verdict == "possible"
        page.heading("The line" if possible else "The line that comes closest")
        page.text(answer.line.outcome, indent=2, hang=2)
        show_line(page, answer.line, tables, "calculation of the line", cited=False)
    if answer.notes:
        show_notes(page, answer.notes)
    if with_rulings:
        show_common_rulings(page, [answer])


def show_common_rulings(page: Page, answers: Sequence[WhyNotAnswer]) -> None:
    """What several answers rest on, each ruling and document once."""
    readings = {reading.key: reading for answer in answers for reading in answer.readings}
    citations = {cited.id: cited for answer in answers for cited in answer.citations}
    documents = {document.id: document for answer in answers for document in answer.documents}
    show_rulings(page, [*readings.values()], [*citations.values()], [*documents.values()])


def show_briefly(page: Page, answer: WhyNotAnswer) -> None:
    """The verdict, with the first set of reasons where it is not possible."""
    _show_verdict(page, answer)
    for reason in answer.reasons if answer.verdict != "possible" else ():
        page.text(f"{reason.text} {cites(reason.rulings)}", indent=2, hang=2)
    for note in answer.notes if answer.chance is not None else ():
        page.text(f"note: {note}", indent=2, hang=2, style="warn")


def _show_verdict(page: Page, answer: WhyNotAnswer) -> None:
    text = f"{answer.query}: {answer.verdict}"
    if answer.chance is not None:
        if answer.verdict == "undecided":
            text += f": possible with probability {answer.chance.exact}, by the best play"
            text += f": first {answer.first}" if answer.first else ""
        else:
            text += ", whatever is drawn"
    page.text(text, style=_STYLES[answer.verdict])


def _show_left_out(page: Page, answer: WhyNotAnswer) -> None:
    if answer.chance is not None:  # what was left out are draws, and they are told by it
        return
    for text in answer.left_out:
        page.text(f"undecided: {text}", indent=2, hang=2, style="warn")


def _show_reasons(page: Page, answer: WhyNotAnswer) -> None:
    page.heading(_title(answer))
    _show_set(page, answer.reasons)
    if answer.aside:
        page.text(f"These forbid it even without {', '.join(answer.aside)}.", indent=2, hang=2, style="dim")
    for reasons in answer.further:
        page.heading("Besides, by itself" if len(reasons) == 1 else "Besides, together")
        _show_set(page, reasons)


def _title(answer: WhyNotAnswer) -> str:
    if answer.verdict == "possible":
        return "Why not at once"
    why = "Why not"
    if answer.left_out:
        why += ", apart from what was not considered" if answer.chance is None else " for certain"
    if answer.absolute:
        return f"{why}: the rules never allow it"
    if len(answer.reasons) == 1:
        return f"{why}: this forbids it"
    return f"{why}: these {len(answer.reasons)} forbid it, but only together"


def _show_set(page: Page, reasons: Iterable[ReasonAnswer]) -> None:
    for reason in reasons:
        page.text(f"- {reason.text} {cites(reason.rulings)}", indent=2, hang=2)
        if reason.without:
            more = "" if reason.alone else " and whatever else is in the way"
            page.text(f"without it{more}: {reason.without}", indent=4, hang=2, style="dim")


def _show_missing(page: Page, missing: Sequence[Missing]) -> None:
    page.heading("Missing, each by itself")
    if enough := [(one.name, f"{one.amount} more") for one in missing if one.amount is not None]:
        page.table((Column(""), Column("", wraps=True)), enough)
    if useless := [one.name for one in missing if one.amount is None]:
        page.text(f"no amount of {' or '.join(useless)} is enough", indent=2, hang=2)


def _show_cards(page: Page, cards: Iterable[RemedyAnswer]) -> None:
    page.heading("One more card in the hand would do")
    heads = (
        Column("card"),
        Column("cost", align="right"),
        Column("", wraps=True),
        Column("then", wraps=True),
    )
    page.table(heads, list(_rows(cards)))


def _rows(cards: Iterable[RemedyAnswer]) -> Iterator[tuple[str, str, str, str]]:
    for remedy in cards:
        cost = "" if remedy.cost is None else str(remedy.cost)
        yield remedy.card, cost, remedy.where, remedy.line.outcome
