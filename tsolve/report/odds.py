"""The chances of a deck for people: tables and bars, two decks side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tsolve.model.odds import Bar, Change, DeckOdds, Estimate, Figure, OddsAnswer, Section
from tsolve.report.chart import Line, show_chart
from tsolve.report.numbers import percent
from tsolve.report.page import Column, Page
from tsolve.report.panels import panels, reached
from tsolve.report.verdict import HOLDS, UNDECIDED

_LONGEST = 15
"""Characters of a fraction that is still shown."""


def odds_code(answer: OddsAnswer) -> int:
    """Undecided when it was cut short, or when hands might do better with something unknown."""
    unsure = not answer.complete or any(deck.left_out.value for deck in answer.decks)
    return UNDECIDED if unsure else HOLDS


def show_odds(page: Page, answer: OddsAnswer, fine: bool = True, charts: bool = True) -> None:
    """What was looked at, the chances in tables and as bars; `fine` allows characters beyond ASCII."""
    page.heading(answer.file or "The deck")
    for deck in answer.decks:
        _show_deck(page, deck, answer)
    if answer.changes:
        _show_changes(page, answer)
    else:
        for section in answer.decks[0].sections:
            _show_section(page, section)
    if charts:
        _show_charts(page, answer.decks, fine)
    if answer.notes:
        page.blank()
    for note in answer.notes:
        page.text(f"note: {note}", indent=2, hang=6, style="warn")


def share_text(estimate: Estimate) -> str:
    """A chance as a percentage, with its interval or bounds where it has any."""
    if estimate.exact:
        return percent(estimate.value)
    low, high = percent(estimate.low or 0.0), percent(1.0 if estimate.high is None else estimate.high)
    if estimate.value == estimate.low:
        return f"{low.removesuffix(' %')} to {high}"
    return f"{percent(estimate.value)} ({low.removesuffix(' %')} to {high})"


def mean_text(estimate: Estimate) -> str:
    """A mean with its interval or lower bound where it has any."""
    value = f"{estimate.value:.2f}"
    if estimate.exact:
        return value
    if estimate.high is None:
        return f"at least {value}"
    return f"{value} ({estimate.low or 0:.2f} to {estimate.high:.2f})"


def estimate_text(figure: Figure) -> str:
    """The mean or the chance of a figure."""
    return share_text(figure.estimate) if figure.kind == "chance" else mean_text(figure.estimate)


def _fraction(estimate: Estimate) -> str:
    return estimate.exact if "/" in estimate.exact and len(estimate.exact) <= _LONGEST else ""


def _show_deck(page: Page, deck: DeckOdds, answer: OddsAnswer) -> None:
    name = deck.title or ("as it is" if len(answer.decks) > 1 else "")
    cards = ", ".join(f"{count} x {card}" if count > 1 else card for count, card in deck.cards)
    page.text(f"{name}{': ' if name else ''}{deck.size} cards: {cards}", indent=2, hang=2)
    page.text(_looked(deck, answer), indent=2, hang=2, style="" if deck.method == "exact" else "warn")
    if deck.left_out.value:
        share = share_text(deck.left_out)
        page.text(
            f"in {share} of the hands some line meets an unknown card or choice, or draws too often to "
            "follow; such lines are left out, so the chances are lower bounds",
            indent=2,
            hang=2,
            style="warn",
        )


def _looked(deck: DeckOdds, answer: OddsAnswer) -> str:
    hands = f"{deck.different} different hands of {deck.hand}, dealt in {deck.ways} ways"
    if deck.ways == 1:
        hands = f"one hand of {deck.hand}"
    elif deck.different == 1:
        hands = f"all hands of {deck.hand} are alike, dealt in {deck.ways} ways"
    if deck.method == "exact":
        return f"{hands}; exact: all were looked at"
    if deck.method == "cut short":
        share = percent(deck.share)
        return (
            f"{hands}; stopped early after {deck.looked} of them, {share} of the ways; "
            "the bounds allow for all the others"
        )
    stopped = "" if deck.share == 1 else ", stopped early"
    sure = f"{100 * answer.confidence:g} %"
    return (
        f"{hands}; a sample of {deck.looked} random hands (seed {answer.seed}{stopped}), not exact: "
        f"{sure} confidence intervals"
    )


def _show_section(page: Page, section: Section) -> None:
    if section.heading:
        page.heading(section.heading)
    if section.rows:
        page.table(*_table(section))
    if section.rows and section.lines:
        page.blank()
    for line in section.lines:
        told = " and ".join(_with_unit(line.label, figure) for figure in line.figures)
        page.labelled(line.label, f"{told} {line.ending}")


def _with_unit(label: str, figure: Figure) -> str:
    """A mean or a chance, and its unit where the label does not say it."""
    value = estimate_text(figure)
    return value if not figure.unit or figure.unit in label else f"{value} {figure.unit}"


def _table(section: Section) -> tuple[list[Column], list[list[str]]]:
    """What is told of each row, what is to be reached, the means, and the chances with their fractions."""
    facts = dict.fromkeys(name for row in section.rows for name in row.facts)
    thresholds = dict.fromkeys(row.threshold.name for row in section.rows if row.threshold is not None)
    figures = {figure.id: figure for row in section.rows for figure in row.figures}
    columns = sorted(figures.values(), key=lambda figure: figure.kind == "chance")
    heads = [*facts, *thresholds]
    for figure in columns:
        heads += [figure.name] if figure.kind == "mean" else [figure.name, ""]
    rows = []
    for row in section.rows:
        limits = {row.threshold.name: row.threshold.number} if row.threshold is not None else {}
        cells = [row.name, *(row.facts.get(name, "") for name in facts)]
        cells += [str(limits.get(name, "")) for name in thresholds]
        known = {figure.id: figure for figure in row.figures}
        for column in columns:
            found = known.get(column.id)
            cells.append(estimate_text(found) if found is not None else "")
            if column.kind == "chance":
                cells.append(_fraction(found.estimate) if found is not None else "")
        rows.append(cells)
    return [Column(section.about, wraps=True), *(Column(head, align="right") for head in heads)], rows


def _show_changes(page: Page, answer: OddsAnswer) -> None:
    page.heading("Side by side")
    heads = [
        Column("", wraps=True),
        Column("as it is", align="right"),
        Column(answer.decks[1].title, align="right", wraps=True),
        Column("difference", align="right"),
    ]
    page.table(heads, [_change(change) for change in answer.changes])


def _change(change: Change) -> tuple[str, str, str, str]:
    chance = change.kind == "chance"
    before, after = (
        (percent(each.value) if chance else f"{each.value:.2f}")
        if _has_interval(each)
        else (share_text(each) if chance else mean_text(each))
        for each in (change.before, change.after)
    )
    return change.what, before, after, _difference(change)


def _has_interval(estimate: Estimate) -> bool:
    """Whether it comes from a sample; then the interval of the difference is what matters."""
    return not estimate.exact and estimate.low != estimate.value


def _difference(change: Change) -> str:
    gap = change.difference
    if change.kind == "mean":
        value, low, high = (_signed(number, 1, 2) for number in (gap.value, gap.low, gap.high))
    else:
        value, low, high = (_signed(number, 100, 1) for number in (gap.value, gap.low, gap.high))
    unit = " points" if change.kind == "chance" else ""
    if gap.exact:
        return value + unit
    return f"{value} ({low} to {high}){unit}" if low and high else "not known"


def _signed(number: float | None, factor: int, digits: int) -> str:
    if number is None:
        return ""
    rounded = round(number * factor, digits)
    return f"{rounded:+.{digits}f}" if rounded else "0"


def _show_charts(page: Page, decks: Sequence[DeckOdds], fine: bool) -> None:
    heads = [deck.title or "as it is" for deck in decks]
    for panel in panels(decks):
        page.heading(panel.heading)
        if panel.threshold is not None:
            page.text(f"* {reached(panel.threshold)}", indent=2, style="dim")
        show_chart(page, heads, list(_lines(panel.series, panel.threshold is not None)), fine)


def _lines(decks: Sequence[Sequence[Bar]], stars: bool) -> Iterator[Line]:
    """A line for every outcome that some deck has."""
    found = [{(bar.number, bar.enough): bar.chance for bar in bars} for bars in decks]
    outcomes = dict.fromkeys(outcome for known in found for outcome in known)
    for number, enough in sorted(outcomes, key=lambda each: (-1 if each[0] is None else each[0], each[1])):
        chances = [known.get((number, enough)) for known in found]
        name = "none" if number is None else str(number)
        mark = ("*" if enough else " ") if stars else ""
        yield Line(
            name + mark,
            enough and stars,
            tuple(0.0 if chance is None else chance.value for chance in chances),
            tuple("" if chance is None else percent(chance.value) for chance in chances),
        )
