"""Shows the distribution of each figure of a deck: in a few columns, as a chart, in full, and compared with
another deck.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from tsolve.model.odds import (
    Bar,
    Change,
    DeckOdds,
    Estimate,
    Figure,
    OddsAnswer,
    Row,
    Section,
    Threshold,
)
from tsolve.report.page import ChanceBar, Column, Page
from tsolve.report.words import difference_text, estimate_text, percent, sentence, share_text, side_texts


class Panel(NamedTuple):
    """One chart, with a series of bars for each deck."""

    heading: str
    series: tuple[tuple[Bar, ...], ...]
    none: str
    threshold: Threshold | None


def panels(decks: Sequence[DeckOdds]) -> Iterator[Panel]:
    """The charts of decks with the same figures."""
    for found in zip(*(deck.figures() for deck in decks), strict=True):
        row, figure = found[0]
        if figure.distribution is not None:
            series = tuple(each.distribution.bars if each.distribution else () for _, each in found)
            limit = row.threshold if row is not None else None
            yield Panel(figure.distribution.heading, series, figure.distribution.none, limit)


def reached(threshold: Threshold) -> str:
    """What the marked outcomes reach: `kills it (hit points 4)`."""
    return f"{threshold.reached} ({threshold.name} {threshold.number})"


_LONGEST_CELL = 6
"""The most characters of a fraction that fits into a column."""


class _Outcome(NamedTuple):
    """Numbers from `low` to `high`, all enough or all not enough, with their chance in each deck."""

    low: int | None
    high: int | None
    enough: bool
    chances: tuple[float, ...]

    @property
    def total(self) -> float:
        return sum(self.chances)


def spread(panel: Panel, most: int) -> tuple[list[str], list[list[str]]]:
    """The labels of at most `most` outcomes, and for each deck their chances; the least likely are merged.

    Outcomes that are enough are never merged with others that are not.
    """
    found = _outcomes(panel)
    while len(found) > most and (pairs := _pairs(found)):
        at = min(pairs, key=lambda at: found[at].total + found[at + 1].total)
        found[at : at + 2] = [_together(found[at], found[at + 1])]
    marks = panel.threshold is not None
    labels = [_label(outcome, marks) for outcome in found]
    decks = range(len(panel.series))
    return labels, [[_share(outcome.chances[deck]) for outcome in found] for deck in decks]


def fractions(panel: Panel, columns: int) -> list[list[str]]:
    """The exact chances of the outcomes of one deck, if each has a column and all are short; else none."""
    (bars,) = panel.series
    found = [bar.chance.exact for bar in bars]
    return [found] if len(found) == columns and all(0 < len(each) <= _LONGEST_CELL for each in found) else []


def _outcomes(panel: Panel) -> list[_Outcome]:
    """Every outcome that some deck has, from low to high."""
    known = [{(bar.number, bar.enough): bar.chance.value for bar in series} for series in panel.series]
    every = dict.fromkeys(outcome for chances in known for outcome in chances)
    ordered = sorted(every, key=lambda each: (-1 if each[0] is None else each[0], each[1]))
    return [
        _Outcome(number, number, enough, tuple(chances.get((number, enough), 0.0) for chances in known))
        for number, enough in ordered
    ]


def _pairs(found: Sequence[_Outcome]) -> list[int]:
    """The places where two neighbours may be merged."""
    return [
        at
        for at, (one, other) in enumerate(pairwise(found))
        if one.enough == other.enough and one.low is not None
    ]


def _together(one: _Outcome, other: _Outcome) -> _Outcome:
    chances = tuple(a + b for a, b in zip(one.chances, other.chances, strict=True))
    return _Outcome(one.low, other.high, one.enough, chances)


def _share(chance: float) -> str:
    return percent(chance) if chance else "-"


def _label(outcome: _Outcome, marks: bool) -> str:
    """`4*`, `0 to 2`, `none`."""
    star = "*" if marks and outcome.enough else ""
    if outcome.low is None:
        return "none"
    text = str(outcome.low) if outcome.low == outcome.high else f"{outcome.low} to {outcome.high}"
    return text + star


_LONGEST_TITLE = 12
"""The most characters of a deck's change that fit above a column."""
_MOST_CHANGES = 8


def names_of(answer: OddsAnswer) -> list[str]:
    """The names of two decks shown side by side; none for a single deck."""
    if len(answer.decks) == 1:
        return [""]
    title = answer.decks[1].title
    return ["now", title if len(title) <= _LONGEST_TITLE else "changed"]


def told_change(answer: OddsAnswer) -> str:
    """How the first chance changes that does, or else the first mean."""
    name = answer.decks[1].title
    called = f"{name[0].upper()}{name[1:]}"
    changes = _moved(answer)
    if not changes:
        return f"{called}: nothing changes{_surely(answer)}."
    change = min(changes, key=lambda each: each.kind != "chance")
    before, after = side_texts(change)
    more = change.difference.value > 0
    if change.kind == "chance":
        word = "more often" if more else "less often"
        return f"{called}: {change.what} {word}, {before.removesuffix(' %')} -> {after}."
    return f"{called}: {change.what} {'more' if more else 'less'}, {before} -> {after} on average."


def show_changes(page: Page, answer: OddsAnswer, indent: int) -> None:
    """Show each figure that changes, for both decks."""
    named = _named(answer.decks[0])
    moved = _moved(answer)
    heads = [
        Column("", wraps=True),
        *(Column(name, align="right") for name in names_of(answer)),
        Column("", wraps=True),
    ]
    shown = moved[:_MOST_CHANGES]
    if shown:
        page.table(
            heads,
            [(_figure(change, named), *side_texts(change), _in_words(change)) for change in shown],
            indent,
        )
    left = len(moved) - len(shown)
    if left:
        page.text(f"{left} more figures change.", indent, hint="-v")
    elif moved and len(moved) < len(named):
        page.text(f"Nothing else changes{_surely(answer)}.", indent)


def rows_of(section: Section) -> tuple[Row, ...]:
    """The rows, without the one about all of them if there is only one other."""
    single = [row for row in section.rows if row.threshold is not None]
    return tuple(single) if len(single) == 1 else section.rows


def _moved(answer: OddsAnswer) -> list[Change]:
    """The changes of figures that are shown, without uncertain ones."""
    named = _named(answer.decks[0])
    return [change for change in answer.changes if change.what in named and _is_sure(change)]


def _is_sure(change: Change) -> bool:
    """Whether the figures certainly differ: 0 lies outside the interval."""
    gap = change.difference
    if gap.low is None or gap.high is None:
        return False
    return gap.low > 0 or gap.high < 0


def _named(deck: DeckOdds) -> dict[str, str]:
    """The shown figures by title, each with the shortest name that is unique."""
    found: dict[str, str] = {}
    for section in deck.sections:
        if section.in_full:
            continue
        rows = rows_of(section)
        for row in rows:
            means = {figure.title: figure.name for figure in row.figures if figure.kind == "mean"}
            found |= {figure.title: figure.title for figure in row.figures}
            found |= means if len(rows) == 1 else {}
        found |= {figure.title: figure.title for line in section.lines for figure in line.figures}
    return found


def _surely(answer: OddsAnswer) -> str:
    return "" if all(change.difference.exact for change in answer.changes) else " for certain"


def _figure(change: Change, named: Mapping[str, str]) -> str:
    text = named[change.what]
    return text if change.kind == "chance" else f"{text}, on average"


def _in_words(change: Change) -> str:
    """`4.9 points less`; for samples with the interval."""
    text = difference_text(change)
    if change.difference.exact and text[0] in "+-":
        return f"{text[1:]} {'more' if text[0] == '+' else 'less'}"
    return text


_LONGEST_IN_FULL = 15
"""The most characters of a fraction that is shown."""


def show_whole(page: Page, answer: OddsAnswer) -> None:
    """Show which hands were looked at, every figure, two decks side by side, and a chart of each figure."""
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
    """The table of a section: facts and threshold of each row, the means, and the chances with fractions."""
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
    """A mean or a chance, with its unit if the label does not name that."""
    value = estimate_text(figure)
    return value if not figure.unit or figure.unit in label else f"{value} {figure.unit}"


def _fraction(estimate: Estimate) -> str:
    return estimate.exact if "/" in estimate.exact and len(estimate.exact) <= _LONGEST_IN_FULL else ""


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
        return _followed(deck, answer)
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
    return f"{hands}; {_sampled(deck, answer, 'hands')}"


def _followed(deck: DeckOdds, answer: OddsAnswer) -> str:
    """Whether all orders of cards were followed, where no hand is dealt."""
    if deck.method == "exact":
        return "exact: every order in which the cards can come was followed"
    many = "the cards can come in more orders than could be followed"
    return (
        f"stopped early: {many}"
        if deck.method == "cut short"
        else f"{many}; {_sampled(deck, answer, 'plays')}"
    )


def _sampled(deck: DeckOdds, answer: OddsAnswer, what: str) -> str:
    stopped = "" if deck.share == 1 else ", stopped early"
    sure = f"{100 * answer.confidence:g} % confidence intervals"
    return f"a sample of {deck.looked} random {what} (seed {answer.seed}{stopped}), not exact: {sure}"


def _show_section(page: Page, section: Section) -> None:
    if section.heading:
        page.heading(section.heading)
    if section.rows:
        page.table(*table_of(section))
    if section.rows and section.lines:
        page.blank()
    for line in section.lines:
        text = " and ".join(with_unit(line.label, figure) for figure in line.figures)
        page.labelled(line.label, f"{text} {line.ending}")


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


def _lines(decks: Sequence[Sequence[Bar]], stars: bool) -> Iterator[ChanceBar]:
    """A line for every outcome of any deck."""
    found = [{(bar.number, bar.enough): bar.chance for bar in bars} for bars in decks]
    outcomes = dict.fromkeys(outcome for known in found for outcome in known)
    for number, enough in sorted(outcomes, key=lambda each: (-1 if each[0] is None else each[0], each[1])):
        chances = [known.get((number, enough)) for known in found]
        name = "none" if number is None else str(number)
        mark = ("*" if enough else " ") if stars else ""
        yield ChanceBar(
            name + mark,
            enough and stars,
            tuple(0.0 if chance is None else chance.value for chance in chances),
            tuple("" if chance is None else percent(chance.value) for chance in chances),
        )
