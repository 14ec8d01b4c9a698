"""Shows the answer to a one-line question: yes or no, the sum, what would be enough, how it was read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tsolve.model.answers import ClaimAnswer
from tsolve.model.why_not import AskAnswer, AskedCase
from tsolve.report.answers.check import brief_answer, show_check, show_everything, show_left_out
from tsolve.report.answers.table import show_position
from tsolve.report.answers.why_not import show_all_reasons, show_enough
from tsolve.report.page import BRIEF, Column, Detail, Page, Style
from tsolve.report.rulings import show_dependence, show_grounds, show_notes
from tsolve.report.sums import Tables, show_sum
from tsolve.report.words import sentence

_MOST_RULES = 3
_WORDS = {"confirmed": "yes", "refuted": "no", "undecided": "undecided"}
_STYLES: Mapping[str, Style] = {"yes": "good", "no": "bad", "undecided": "warn"}


def show_ask(page: Page, answer: AskAnswer, detail: Detail = BRIEF) -> None:
    """Show each claim of the question, or the best play; for each place if the question leaves it open."""
    if len(answer.cases) == 1:
        _show_case(page, answer.cases[0], detail)
    else:
        _show_places(page, answer)
    show_reading(page, answer.read_as)
    for case in answer.cases if detail != BRIEF else ():
        if case.place:
            page.heading(case.place)
        _show_layers(page, case, detail)


def show_reading(page: Page, read_as: Sequence[str]) -> None:
    """Show how the question was understood."""
    page.text(f"Read as: {'; '.join(read_as)}.", 3, 2, "dim")


def show_ask_briefly(page: Page, answer: AskAnswer) -> None:
    """Show the verdict with its sentence, on a line for each place."""
    for case in answer.cases:
        claims = case.check.claims
        text = " ".join(map(_told, claims)) if claims else brief_answer(case.check)
        place = f"{case.place}: " if case.place else ""
        word = _word(case.verdict) if not claims else case.verdict
        page.line(f"{place}{word}: {text}" if text else f"{place}{word}")


def _show_case(page: Page, case: AskedCase, detail: Detail) -> None:
    check = case.check
    titles = _titles(case)
    if case.chance:
        page.verdict("chance", case.chance, "")
    if not check.claims:
        _show_best(page, case, titles)
        _show_enough(page, case)
        return
    for claim, reasons in zip(check.claims, case.why_not, strict=True):
        show_claim(page, claim, titles)
        if reasons is not None:
            show_enough(page, reasons)
    if check.depends is not None:
        show_dependence(page, check.depends, detail)


def show_claim(page: Page, claim: ClaimAnswer, titles: Mapping[str, str]) -> None:
    """Show whether what is claimed is so, in a word, with its sum."""
    word = _WORDS[claim.verdict]
    rules = claim.rulings[:_MOST_RULES] if claim.calculation is None else ()
    page.verdict(word, _told(claim), _STYLES[word], "", rules)
    show_left_out(page, claim, titles)
    show_sum(page, claim.calculation, titles)


def _show_best(page: Page, case: AskedCase, titles: Mapping[str, str]) -> None:
    """Show the best play; if none does what was asked for, show how near it comes."""
    solution = case.check.solution
    if case.verdict != "no" or solution is None:
        show_check(page, case.check)
        return
    page.verdict(_word("no"), brief_answer(case.check), "bad")
    for plan in solution.best[:1]:
        show_sum(page, plan.line.calculation, titles)


def _word(verdict: str) -> str:
    """The first word of an answer that is a play."""
    return {"answered": "best", "yes": "best", "no": "nothing"}.get(verdict, verdict)


def _show_places(page: Page, answer: AskAnswer) -> None:
    """Show yes or no for each place; then the sum and what would be enough, for the first place with a no."""
    first = answer.cases[0]
    if first.check.only_asks:
        text = "The same in each place." if answer.verdict == "no" else "It depends on the place."
        page.verdict(_word(answer.verdict), text, _STYLES.get(answer.verdict, ""))
        plays = [(case.place, brief_answer(case.check)) for case in answer.cases]
        page.table((Column(""), Column("", wraps=True)), plays, indent=3)
        for case in answer.cases:
            if any(case.why_not):
                page.text(f"For {case.place}:", 3)
                _show_enough(page, case)
        return
    if answer.verdict == "undecided":
        by_verdict: dict[str, list[str]] = {case.verdict: [] for case in answer.cases}
        for case in answer.cases:
            by_verdict[case.verdict].append(case.place)
        text = "; ".join(f"{verdict} in {', '.join(places)}" for verdict, places in by_verdict.items())
        page.verdict("undecided", f"It depends on the place: {text}.", "warn")
    else:
        places = ", ".join(case.place for case in answer.cases)
        page.verdict(answer.verdict, f"The same in each place: {places}.", _STYLES[answer.verdict])
    rows = [
        (case.place, _WORDS[claim.verdict], _told(claim))
        for case in answer.cases
        for claim in case.check.claims
    ]
    page.table((Column(""), Column("", style="bold"), Column("", wraps=True)), rows, indent=3)
    shown = next((case for case in answer.cases if any(case.why_not)), first)
    page.text(f"For {shown.place}:", 3)
    for claim, reasons in zip(shown.check.claims, shown.why_not, strict=True):
        show_sum(page, claim.calculation, _titles(shown))
        if reasons is not None:
            show_enough(page, reasons)


def _show_enough(page: Page, case: AskedCase) -> None:
    """Show what would be enough for the wish of the question for a best play."""
    for reasons in filter(None, case.why_not):
        show_enough(page, reasons)


def _show_layers(page: Page, case: AskedCase, detail: Detail) -> None:
    check = case.check
    titles = _titles(case)
    if detail.verbose:
        show_position(page, check.position)
        show_everything(page, check, Tables(page, titles))
        for reasons in filter(None, case.why_not):
            show_all_reasons(page, reasons, titles)
    show_notes(page, check.notes)
    show_grounds(page, detail, check.readings, check.citations, check.documents)
    if detail.sources:
        show_notes(page, check.provenance)


def _titles(case: AskedCase) -> dict[str, str]:
    """The titles of the rules that the answers cite."""
    cited = (
        *case.check.citations,
        *(each for reasons in case.why_not if reasons for each in reasons.citations),
    )
    return {each.id: each.title for each in cited}


def _told(claim: ClaimAnswer) -> str:
    """The reason, after the claim unless the reason names that."""
    _, _, subject = claim.text.partition(" ")
    if claim.reason.casefold() in ("", claim.text.casefold()):
        return sentence(claim.text)
    named = subject in claim.reason and not subject[:1].isdigit()
    return sentence(claim.reason if named else f"{claim.text}: {claim.reason}")
