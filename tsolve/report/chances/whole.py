"""The chances of a deck in full: the deck and its hands, every figure in tables, all outcomes as bars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tsolve.model.odds import Bar as Share
from tsolve.model.odds import DeckOdds, Estimate, Figure, OddsAnswer, Section
from tsolve.report.chances.panels import panels, reached
from tsolve.report.page import Bar, Column, Page
from tsolve.report.words.estimates import difference_text, estimate_text, share_text, side_texts
from tsolve.report.words.numbers import percent
from tsolve.report.words.sentences import sentence

_LONGEST = 15
"""Characters of a fraction that is still shown."""


def show_whole(page: Page, answer: OddsAnswer) -> None:
    """What was looked at, every figure, two decks side by side, and a chart of each figure."""
    page.heading("The deck" if len(answer.decks) == 1 else "The decks")
    for deck in answer.decks:
        _show_deck(page, deck, answer)
    for aside in answer.asides:
        page.text(sentence(aside), 2, 2, style="dim")
    if answer.changes:
        _show_changes(page, answer)
    else:
        for section in answer.decks[0].sections:
            _show_section(page, section)
    _show_charts(page, answer.decks)


def table_of(section: Section) -> tuple[list[Column], list[list[str]]]:
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


def with_unit(label: str, figure: Figure) -> str:
    """A mean or a chance, and its unit where the label does not say it."""
    value = estimate_text(figure)
    return value if not figure.unit or figure.unit in label else f"{value} {figure.unit}"


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
    if not deck.hand:
        return "exact: every order in which the cards can come was followed"
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
        page.table(*table_of(section))
    if section.rows and section.lines:
        page.blank()
    for line in section.lines:
        told = " and ".join(with_unit(line.label, figure) for figure in line.figures)
        page.labelled(line.label, f"{told} {line.ending}")


def _show_changes(page: Page, answer: OddsAnswer) -> None:
    page.heading("Side by side")
    heads = [
        Column("", wraps=True),
        Column("as it is", align="right"),
        Column(answer.decks[1].title, align="right", wraps=True),
        Column("difference", align="right"),
    ]
    page.table(
        heads, [(change.what, *side_texts(change), difference_text(change)) for change in answer.changes]
    )


def _show_charts(page: Page, decks: Sequence[DeckOdds]) -> None:
    heads = [deck.title or "as it is" for deck in decks]
    for panel in panels(decks):
        page.heading(panel.heading)
        if panel.threshold is not None:
            page.text(f"* {reached(panel.threshold)}", indent=2, style="dim")
        page.bars(heads, _lines(panel.series, panel.threshold is not None))


def _lines(decks: Sequence[Sequence[Share]], stars: bool) -> Iterator[Bar]:
    """A line for every outcome that some deck has."""
    found = [{(bar.number, bar.enough): bar.chance for bar in bars} for bars in decks]
    outcomes = dict.fromkeys(outcome for known in found for outcome in known)
    for number, enough in sorted(outcomes, key=lambda each: (-1 if each[0] is None else each[0], each[1])):
        chances = [known.get((number, enough)) for known in found]
        name = "none" if number is None else str(number)
        mark = ("*" if enough else " ") if stars else ""
        yield Bar(
            name + mark,
            enough and stars,
            tuple(0.0 if chance is None else chance.value for chance in chances),
            tuple("" if chance is None else percent(chance.value) for chance in chances),
        )
