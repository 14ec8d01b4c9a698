"""Shows why something is impossible, and what would make it possible: in a few lines, then in full."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from tsolve.model.why_not import WHATEVER_COMES, Missing, ReasonAnswer, RemedyAnswer, WhyNotAnswer
from tsolve.report.lines import show_line, show_outcome, show_what_to_write
from tsolve.report.page import BRIEF, Column, Detail, Page, Style, in_one_line
from tsolve.report.rulings import show_grounds, show_notes
from tsolve.report.solution import show_steps
from tsolve.report.sums import Tables, show_sum
from tsolve.report.words import chance, ended, many, sentence

_STYLES: dict[str, Style] = {"possible": "good", "impossible": "bad", "undecided": "warn"}
_INDENT = 3
_MOST_RULES = 3
"""The most rules after a sentence; the layers show the others."""
_MOST_CARDS = 3
"""The most cards that are named of those that would be enough."""
_MOST_FURTHER = 2
"""The most further sets of reasons that are shown."""


def show_why_not(
    page: Page, answer: WhyNotAnswer, detail: Detail = BRIEF, with_rulings: bool = True, place: str = ""
) -> None:
    """Show the verdict with what decides and what would be enough, or the play; then the layers asked for.

    `with_rulings`: also show the rulings here, not once for several answers. `place` is the place of the
    position.
    """
    titles = {cited.id: cited.title for cited in answer.citations}
    show_briefly(page, answer, place)
    if answer.verdict == "possible":
        for reason in answer.reasons:
            _show_reason(page, reason, "Not at once: ")
        if answer.line is not None:
            show_steps(page, answer.line.steps)
            show_sum(page, answer.line.calculation, titles)
    else:
        if _is_about_a_number(answer) and answer.line is not None:
            show_sum(page, answer.line.calculation, titles)
        show_enough(page, answer)
        show_what_to_write(page, answer.to_write)
    show_notes(page, [note for note in answer.notes if note != WHATEVER_COMES])  # the verdict says that
    if detail.verbose:
        show_all_reasons(page, answer, titles)
    if with_rulings:
        show_common_rulings(page, [answer], detail)


def show_common_rulings(page: Page, answers: Sequence[WhyNotAnswer], detail: Detail) -> None:
    """Show what several answers rest on, each ruling and document once."""
    readings = {reading.key: reading for answer in answers for reading in answer.readings}
    citations = {cited.id: cited for answer in answers for cited in answer.citations}
    documents = {document.id: document for answer in answers for document in answer.documents}
    show_grounds(page, detail, [*readings.values()], [*citations.values()], [*documents.values()])


def show_briefly(page: Page, answer: WhyNotAnswer, place: str = "") -> None:
    """Show the verdict; if it is not "possible", also what was left out, and the reasons."""
    page.verdict(answer.verdict, _verdict(answer), _STYLES[answer.verdict], place)
    if answer.chance is None:  # with a chance, only draws were left out, and it counts them
        for text in answer.left_out:
            page.text(sentence(text), _INDENT, style="warn")
    if answer.verdict == "possible":
        return
    told = [reason for reason in answer.reasons if not _in_verdict(answer, reason)]
    for number, reason in enumerate(told):
        _show_reason(page, reason, "" if number else _unless(answer))
    if len(told) > 1 and not answer.further:
        either = "either one" if len(told) == 2 else "any one of them"
        works = "it works" if answer.chance is None else "it is certain"
        page.text(f"Without {either} {works}.", _INDENT)
    for reasons in answer.further[:_MOST_FURTHER]:
        for number, reason in enumerate(reasons):
            _show_reason(page, reason, "and: " if number else "Also: ")
    if (left := len(answer.further) - _MOST_FURTHER) > 0:
        page.text(f"And {many(left, 'more reason')}.", _INDENT, hint="-v")


show_in_a_line = in_one_line(show_briefly)


def _verdict(answer: WhyNotAnswer) -> str:
    """The question, and the number that decides, or the chance."""
    asked = answer.query[:1].upper() + answer.query[1:]
    if answer.chance is not None and answer.verdict == "undecided":
        share = chance(answer.chance).replace(" in ", " of ")
        return f"{asked}: possible in {share}. First {answer.first or 'draw'}."
    drawn = ", whatever you draw" if answer.chance is not None else ""
    short = next((each.in_short for each in answer.reasons if _in_verdict(answer, each)), "")
    return f"{asked}{drawn}: {short}." if short else f"{asked}{drawn}."


def _in_verdict(answer: WhyNotAnswer, reason: ReasonAnswer) -> bool:
    """Whether the verdict already has the numbers of this reason."""
    return bool(reason.in_short) and answer.verdict == "impossible" and reason in answer.reasons


def _unless(answer: WhyNotAnswer) -> str:
    """The words before reasons that do not settle the question."""
    if answer.verdict == "impossible":
        return ""
    return "Not for certain: " if answer.chance is not None else "Apart from that: "


def _show_reason(page: Page, reason: ReasonAnswer, lead: str = "") -> None:
    text = sentence(reason.text)
    if reason.without and reason.alone:
        text = f"{text} Without it: {ended(reason.without)}"
    page.text(f"{lead}{text}", _INDENT, rules=reason.rulings[:_MOST_RULES])


def _is_about_a_number(answer: WhyNotAnswer) -> bool:
    return any(reason.in_short for reasons in (answer.reasons, *answer.further) for reason in reasons)


def _amount(missing: Missing) -> str:
    """`2 more targets`, `1 more target`."""
    name = missing.name.removesuffix("s") if missing.amount == 1 else missing.name
    return f"{missing.amount} more {name}"


def show_enough(page: Page, answer: WhyNotAnswer) -> None:
    """Show how much more of something would be enough, and which cards."""
    gaps = [one for one in answer.missing if one.matters]
    amounts = [_amount(one) for one in gaps if one.amount is not None]
    useless = " or ".join(one.name for one in gaps if one.amount is None)
    if gaps:
        text = f"Enough: {', or '.join(amounts)}." if amounts else ""
        none = f"No amount of {useless} is enough." if useless else ""
        page.text(" ".join(filter(None, (text, none))), _INDENT)
    if answer.cards:
        named = ", ".join(_cards_that_do(answer.cards[:_MOST_CARDS], _is_about_a_number(answer)))
        more = len(answer.cards) - _MOST_CARDS
        counted, hint = (f"; {more} more", "-v") if more > 0 else ("", "")
        would_do = "Or one card" if amounts else "One card would do"
        page.text(f"{would_do}: {named}{counted}.", _INDENT, 2, hint=hint)
    elif answer.no_card:
        page.text("No single extra card in the hand is enough.", _INDENT)


def _cards_that_do(cards: Iterable[RemedyAnswer], with_numbers: bool) -> Iterator[str]:
    """Each card with the number that is reached with it."""
    lead = "then "
    for remedy in cards:
        if not with_numbers or remedy.amount is None:
            yield remedy.card
        else:
            yield f"{remedy.card} ({lead}{remedy.amount})"
            lead = ""


# everything, behind -v


def show_all_reasons(page: Page, answer: WhyNotAnswer, titles: Mapping[str, str]) -> None:
    """Show every reason with what is reached without it, all amounts and cards, the play step by step."""
    tables = Tables(page, titles)
    if answer.reasons:
        _show_reasons(page, answer)
    if gaps := [one for one in answer.missing if one.matters]:
        _show_missing(page, gaps)
    if answer.cards:
        _show_cards(page, answer.cards)
    if answer.line is not None:
        page.heading("The play" if answer.verdict == "possible" else "The closest you get")
        show_outcome(page, answer.line)
        show_line(page, answer.line, tables, "calculation of the play", cited=False)


def _show_reasons(page: Page, answer: WhyNotAnswer) -> None:
    page.heading(_title(answer))
    _show_set(page, answer.reasons)
    if answer.aside:
        page.text(f"These prevent it even without {', '.join(answer.aside)}.", indent=2, hang=2, style="dim")
    for reasons in answer.further:
        page.heading("Also, by itself" if len(reasons) == 1 else "Also, together")
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
        return f"{why}: one thing prevents it"
    return f"{why}: {len(answer.reasons)} things prevent it together"


def _show_set(page: Page, reasons: Iterable[ReasonAnswer]) -> None:
    for reason in reasons:
        page.text(sentence(reason.text), indent=2, hang=2, rules=reason.rulings)
        if reason.without:
            more = "" if reason.alone else " and whatever else is in the way"
            page.text(f"Without it{more}: {ended(reason.without)}", indent=4, hang=2, style="dim")


def _show_missing(page: Page, missing: Sequence[Missing]) -> None:
    page.heading("Enough, each by itself")
    if enough := [(one.name, f"{one.amount} more") for one in missing if one.amount is not None]:
        page.table((Column(""), Column("", wraps=True)), enough)
    if useless := [one.name for one in missing if one.amount is None]:
        page.text(f"no amount of {' or '.join(useless)} is enough", indent=2, hang=2)


def _show_cards(page: Page, cards: Iterable[RemedyAnswer]) -> None:
    page.heading("Or one more card in the hand")
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
