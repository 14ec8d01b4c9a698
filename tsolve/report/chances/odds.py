"""The chances of a deck in a few lines: what was asked first, the numbers beside it, one distribution."""

from __future__ import annotations

from collections.abc import Iterator

from tsolve.model.odds import Bar, DeckOdds, Figure, OddsAnswer, Row, Section
from tsolve.report.chances.compared import names_of, rows_of, show_changes, told_change
from tsolve.report.chances.events import in_words, likelihood, show_events
from tsolve.report.chances.hands import show_hands
from tsolve.report.chances.panels import Panel, panels, reached
from tsolve.report.chances.spread import fractions, spread
from tsolve.report.detail import BRIEF, Detail
from tsolve.report.one_line import in_one_line
from tsolve.report.page import Column, Page
from tsolve.report.words.estimates import estimate_text, share_text
from tsolve.report.words.sentences import sentence

_INDENT = 3
_MOST_OUTCOMES = 6
_MOST_OF_CARDS = 8
"""Where no hands are dealt: single cards have few outcomes, and each is asked about."""
_MOST_OF_TWO = 5
"""Columns of outcomes, beside the names of two decks."""


def show_odds(page: Page, answer: OddsAnswer, detail: Detail = BRIEF) -> None:
    """The chance that was asked for, what goes with it, how sure all of it is; then everything, if asked."""
    if answer.events:
        show_events(page, answer)
        return
    _show_verdict(page, answer, _headline(answer))
    if answer.changes:
        show_changes(page, answer, _INDENT)
    else:
        _show_figures(page, answer.decks[0])
    _show_spread(page, answer)
    show_hands(page, answer, _INDENT)
    if notes := [note for note in answer.notes if note not in answer.asides]:
        page.text(sentence("; ".join(notes)), _INDENT, 2, style="dim")
    if detail.verbose:
        from tsolve.report.chances.whole import show_whole

        show_whole(page, answer)


def show_in_a_line(page: Page, answer: OddsAnswer) -> None:
    """The headline; of single cards with every outcome, as far as one distribution is asked about."""
    if answer.events:
        show_events(page, answer)
    else:
        in_one_line(_show_distribution)(page, answer)


def _show_distribution(page: Page, answer: OddsAnswer) -> None:
    _show_verdict(page, answer, in_a_line(answer))


def in_a_line(answer: OddsAnswer) -> str:
    """The same in words."""
    found = [] if answer.changes or answer.decks[0].hand else list(panels(answer.decks))
    if len(found) != 1:
        return _headline(answer)
    (panel,) = found
    (bars,) = panel.series
    told, outcomes = _headline(answer), ", ".join(map(_outcome, bars))
    if told.startswith(panel.heading):
        return f"{told.removesuffix('.')}: {outcomes}."
    return f"{told} {panel.heading}: {outcomes}."


def _outcome(bar: Bar) -> str:
    return f"{bar.number} {bar.chance.exact or share_text(bar.chance)}"


def _headline(answer: OddsAnswer) -> str:
    return told_change(answer) if answer.changes else _asked(answer.decks[0])


def _show_verdict(page: Page, answer: OddsAnswer, told: str) -> None:
    if answer.verdict == "undecided":
        page.verdict("undecided", told, "warn")
    else:
        page.verdict("odds", told)


# one deck


def _asked(deck: DeckOdds) -> str:
    """The weightiest figure in a sentence."""
    figure = _weightiest(deck)
    told = _chance(figure) if figure.kind == "chance" else f"{estimate_text(figure)} on average"
    return sentence(f"{figure.title}: {told}")


def _weightiest(deck: DeckOdds) -> Figure:
    """The chance that is about all rows if there is one, else the best of the others, else a mean."""
    found = [*_first_chances(deck)]
    about_all = [figure for row, figure in found if row.threshold is None]
    others = sorted((figure for _, figure in found), key=lambda figure: -figure.estimate.value)
    return next(iter((*about_all, *others, *(figure for _, figure in deck.figures()))))


def _first_chances(deck: DeckOdds) -> Iterator[tuple[Row, Figure]]:
    """The chances of the first section that has any, without those that say nothing new."""
    for section in deck.sections:
        found = [
            (row, figure) for row in rows_of(section) for figure in row.figures if figure.kind == "chance"
        ]
        if found:
            yield from found
            return


def _chance(figure: Figure) -> str:
    if figure.estimate.exact:
        return in_words(figure.estimate)
    return f"{share_text(figure.estimate)}, {likelihood(figure.estimate.value)}"


def _show_figures(page: Page, deck: DeckOdds) -> None:
    """A table for each section of several rows; what is told of one row or of the hand in a line each."""
    from tsolve.report.chances.whole import table_of, with_unit

    width = _width(deck)
    for section in deck.sections:
        rows = rows_of(section)
        if len(rows) > 1:
            heads, cells = table_of(Section(section.id, section.heading, section.about, rows))
            page.table(heads, cells, _INDENT)
        elif rows:
            (row,) = rows
            for figure in row.figures:
                if figure.kind == "mean":
                    page.labelled(figure.name, f"{estimate_text(figure)} on average", _INDENT, width)
                elif figure.title != _weightiest(deck).title:
                    page.text(f"{figure.title}: {_chance(figure)}", _INDENT, 2)
        for line in section.lines:
            if _weightiest(deck) not in line.figures:
                told = " and ".join(with_unit(line.label, figure) for figure in line.figures)
                page.labelled(line.label, f"{told} {line.ending}", _INDENT, width)


def _width(deck: DeckOdds) -> int:
    """The columns of the names of figures."""
    names = [line.label for section in deck.sections for line in section.lines]
    names += [figure.name for row, figure in deck.figures() if row is not None and figure.kind == "mean"]
    return max(map(len, names), default=0) + 2


# how it comes about, and how sure it is


def _show_spread(page: Page, answer: OddsAnswer) -> None:
    """The outcomes of one figure: that of the only thing that is asked about, or else of the whole hand."""
    found = [*panels(answer.decks)]
    found = [panel for panel in found if panel.threshold is not None] or found
    if len(found) != 1:
        return
    (panel,) = found
    names = names_of(answer)
    labels, rows = spread(panel, _most(answer))
    page.text(_heading(panel), _INDENT, 2)
    heads = [Column(""), *(Column(label, align="right") for label in labels)]
    told = [[name, *row] for name, row in zip(names, rows, strict=True)]
    if names == [""] and not answer.decks[0].hand:
        told += [["", *row] for row in fractions(panel, len(labels))]
    first = 1 if names == [""] else 0
    page.table(heads[first:], [row[first:] for row in told], _INDENT + 2)


def _most(answer: OddsAnswer) -> int:
    """How many columns of outcomes there are."""
    if len(answer.decks) > 1:
        return _MOST_OF_TWO
    return _MOST_OUTCOMES if answer.decks[0].hand else _MOST_OF_CARDS


def _heading(panel: Panel) -> str:
    if panel.threshold is None:
        return f"{panel.heading}:"
    return f"{panel.heading}; * {reached(panel.threshold)}:"
