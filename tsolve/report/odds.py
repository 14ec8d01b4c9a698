"""Shows the chances of a deck in a few lines: what was asked first, the chances of events, the hands that
were looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import filterfalse

from tsolve.model.odds import Bar, DeckOdds, Estimate, EventOdds, Figure, OddsAnswer, Row, Section, Supply
from tsolve.model.verdicts import comes_first
from tsolve.report.distributions import (
    Panel,
    fractions,
    names_of,
    panels,
    reached,
    rows_of,
    show_changes,
    show_whole,
    spread,
    table_of,
    told_change,
    with_unit,
)
from tsolve.report.page import BRIEF, Column, Detail, Page, in_one_line
from tsolve.report.words import about, estimate_text, percent, sentence, share_text

_LONGEST = 9
"""The most characters of a fraction that is shown."""
_WORDS = (
    (Fraction(9, 10), "very likely"),
    (Fraction(60, 100), "likely"),
    (Fraction(40, 100), "about even"),
    (Fraction(1, 10), "unlikely"),
)
_MOST_COLUMNS = 8
_MOST_TOLD = 4
"""The most events for which the page says when they come about."""


def show_events(page: Page, answer: OddsAnswer) -> None:
    """Show the chances, how the cards come, and further remarks."""
    if len(answer.events) == 1:
        (event,) = answer.events
        page.verdict("odds", f"{_question(event)}: {in_words(event.chance)}.")
        _show_course(page, event)
    elif any(event.deck for event in answer.events):
        _show_compared(page, answer.events)
    else:
        _show_table(page, answer.events)
    for words, cards in dict.fromkeys(meant for event in answer.events for meant in event.meant):
        page.text(f"{words} here: {', '.join(cards) or 'none'}.", indent=3, hang=3)
    for supply in answer.supplies:
        page.text(_told(supply), indent=3, hang=3)
    for note in filterfalse(comes_first, answer.notes):
        page.text(sentence(note), indent=3, hang=3, style="warn")


def events_in_short(answer: OddsAnswer) -> str:
    """The chances of the first few events in a sentence; of a changed deck, too."""
    changed = {(event.event, event.within): event for event in answer.events if event.deck}
    found = [event for event in answer.events if not event.deck]
    told = []
    for event in found[:_MOST_TOLD]:
        other = changed.get((event.event, event.within))
        then = f" -> {percent(other.chance.value)}" if other is not None else ""
        told.append(f"{_question(event)}: {percent(event.chance.value)}{then}")
    more = [f"{len(found) - _MOST_TOLD} more"] if len(found) > _MOST_TOLD else []
    return sentence("; ".join((*told, *more)))


def in_words(chance: Estimate) -> str:
    """A chance as players say it: `5 in 22 (22.7 %), unlikely`."""
    share = Fraction(chance.exact)
    if share in (0, 1):
        return "certain" if share else "no chance"
    return f"{in_numbers(chance)}, {likelihood(share)}"


def likelihood(share: Fraction | float) -> str:
    """A chance between 0 and 1 in a word or two."""
    return next((word for bound, word in _WORDS if share >= bound), "very unlikely")


def in_numbers(chance: Estimate) -> str:
    """A chance in numbers: `5 in 22 (22.7 %)`; a long fraction is rounded."""
    share = Fraction(chance.exact)
    if share in (0, 1):
        return percent(chance.value)
    text = f"{share.numerator} in {share.denominator}"
    rounded = percent(chance.value)
    return f"{text} ({rounded})" if len(text) <= _LONGEST + 3 else about(rounded)


def _question(event: EventOdds) -> str:
    if event.within == 1:
        return f"{event.event}, next {event.unit}"
    return f"{event.event}, within {event.within} {event.unit}s"


def _show_course(page: Page, event: EventOdds) -> None:
    """Show how the chance rises, and when the event comes about."""
    asked = event.by[: event.within]
    if 1 < len(asked) <= _MOST_COLUMNS:
        heads = [Column(event.unit), *(Column(str(each.after), align="right") for each in asked)]
        page.table(heads, [["so far", *(percent(each.chance.value) for each in asked)]])
    if when := ", ".join(_when(event)):
        page.text(f"{when[0].upper()}{when[1:]}.", indent=3, hang=3)


def _when(event: EventOdds) -> Iterator[str]:
    if event.earliest is None:
        return
    if event.earliest == event.latest:
        yield f"always with {event.unit} {event.earliest}"
        return
    if event.earliest > 1:
        yield f"not before {event.unit} {event.earliest}"
    if event.mean is not None:
        yield f"on average with {event.unit} {event.mean.value:.3g}"
    if event.latest is not None:
        yield f"at the latest with {event.unit} {event.latest}"


def _show_table(page: Page, events: Sequence[EventOdds]) -> None:
    heads = [Column("odds", wraps=True), Column("within"), Column("chance", align="right"), Column("")]
    rows = []
    for event in sorted(events, key=lambda event: (event.supply, -event.chance.value)):
        within = f"{event.within} {event.unit}{'s' if event.within > 1 else ''}"
        share = Fraction(event.chance.exact)
        text = f"{share.numerator} in {share.denominator}" if 0 < share < 1 else in_words(event.chance)
        rows.append([event.event, within, percent(event.chance.value), text if len(text) <= 15 else ""])
    page.table(heads, rows)
    for event in events if len(events) <= _MOST_TOLD else ():
        if when := ", ".join(_when(event)):
            page.text(f"{event.event}: {when}.", indent=3, hang=6)


def _show_compared(page: Page, events: Sequence[EventOdds]) -> None:
    """Show the deck of the file beside the changed one."""
    (changed,) = {event.deck for event in events if event.deck}
    heads = [Column("odds", wraps=True), Column("as it is", align="right")]
    heads += [Column(changed, align="right", wraps=True), Column("difference", align="right")]
    now = [event for event in events if not event.deck]
    then = {(event.event, event.within): event for event in events if event.deck}
    rows = []
    for event in now:
        other = then.get((event.event, event.within), event)
        gap = 100 * (other.chance.value - event.chance.value)
        rows.append(
            [_question(event), percent(event.chance.value), percent(other.chance.value), f"{gap:+.1f} points"]
        )
    page.table(heads, rows)


def _told(supply: Supply) -> str:
    """How the cards come, with the rules behind it."""
    name = f"{supply.deck}: " if supply.deck else ""
    cited = f" [{', '.join(supply.rulings)}]" if supply.rulings else ""
    if supply.unit == "hand":
        return f"{name}The next hand: {supply.how}; nothing is bought, destroyed or drawn besides.{cited}"
    size = sum(count for count, _ in supply.cards)
    return f"From {supply.name}, {size} cards known: {supply.how}.{cited}"


def show_hands(page: Page, answer: OddsAnswer, indent: int) -> None:
    """Show `Exact: all 924 hands of 6.`, or how certain other answers are."""
    if all(deck.method == "exact" for deck in answer.decks):
        first, *others = answer.decks
        if not first.hand:
            page.text("Exact: every order in which the cards can come.", indent, 2)
            return
        text = f"all {first.ways} hands of {first.hand}" if first.ways > 1 else "there is one hand"
        text += "".join(f" now, all {deck.ways} {deck.title}" for deck in others)
        page.text(f"Exact: {text}.", indent, 2)
    else:
        for text in dict.fromkeys(_partly(deck, answer) for deck in answer.decks):
            page.text(text, indent, 2, style="warn")
    for deck in answer.decks:
        if deck.left_out.value:
            page.text(_lower_bounds(deck), indent, 2, style="warn")


def _partly(deck: DeckOdds, answer: OddsAnswer) -> str:
    """How many hands of a deck were looked at, if not all of them were, in this deck or in the other."""
    name = f" {deck.title}" if deck.title else ""
    if deck.method == "exact":
        return f"Exact{name}: all {deck.ways} hands of {deck.hand}."
    if deck.method == "cut short" and not deck.hand:
        return f"Stopped early{name}: the cards can come in more orders than could be followed."
    if deck.method == "cut short":
        share = percent(deck.share)
        text = f"{deck.looked} of {deck.different} different hands of {deck.hand}, {share} of the ways"
        return f"Stopped early{name} after {text}; the bounds allow for all the others."
    stopped = ", stopped early" if deck.share < 1 else ""
    what = f"hands of {deck.hand}" if deck.hand else "plays"
    sample = f"a sample of {deck.looked} random {what} (seed {answer.seed}{stopped})"
    return f"Not exact{name}: {sample}, {100 * answer.confidence:g} % confidence intervals."


def _lower_bounds(deck: DeckOdds) -> str:
    return (
        f"In {share_text(deck.left_out)} of the hands some play meets an unknown card or choice, or draws "
        "too often to follow; such plays are left out, so the chances are lower bounds."
    )


_INDENT = 3
_MOST_OUTCOMES = 6
_MOST_OF_CARDS = 8
"""The most columns if no hands are dealt: single cards have few outcomes, and people ask about each."""
_MOST_OF_TWO = 5
"""The most columns of outcomes beside the names of two decks."""


def show_odds(page: Page, answer: OddsAnswer, detail: Detail = BRIEF) -> None:
    """Show the chance that was asked for, related figures, how certain they are; then further layers."""
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
    if notes := [n for n in answer.notes if n not in answer.asides and not comes_first(n)]:
        page.text(sentence("; ".join(notes)), _INDENT, 2, style="dim")
    if detail.verbose:
        show_whole(page, answer)


def show_in_a_line(page: Page, answer: OddsAnswer) -> None:
    """Show the headline; for single cards with every outcome, if there is only one distribution."""
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
    text, outcomes = _headline(answer), ", ".join(map(_outcome, bars))
    if text.startswith(panel.heading):
        return f"{text.removesuffix('.')}: {outcomes}."
    return f"{text} {panel.heading}: {outcomes}."


def _outcome(bar: Bar) -> str:
    return f"{bar.number} {bar.chance.exact or share_text(bar.chance)}"


def _headline(answer: OddsAnswer) -> str:
    return told_change(answer) if answer.changes else _asked(answer.decks[0])


def _show_verdict(page: Page, answer: OddsAnswer, text: str) -> None:
    if answer.verdict == "undecided":
        page.verdict("undecided", text, "warn")
    else:
        page.verdict("odds", text)


# one deck


def _asked(deck: DeckOdds) -> str:
    """The most important figure in a sentence."""
    figure = _weightiest(deck)
    text = _chance(figure) if figure.kind == "chance" else f"{estimate_text(figure)} on average"
    return sentence(f"{figure.title}: {text}")


def _weightiest(deck: DeckOdds) -> Figure:
    """The chance that is about all rows, if there is one; else the best other chance, else a mean."""
    found = [*_first_chances(deck)]
    about_all = [figure for row, figure in found if row.threshold is None]
    others = sorted((figure for _, figure in found), key=lambda figure: -figure.estimate.value)
    return next(iter((*about_all, *others, *(figure for _, figure in deck.figures()))))


def _first_chances(deck: DeckOdds) -> Iterator[tuple[Row, Figure]]:
    """The chances of the first section that has any, without redundant ones."""
    for section in deck.sections:
        if section.in_full:
            continue
        found = [
            (row, figure) for row in rows_of(section) for figure in row.figures if figure.kind == "chance"
        ]
        if found:
            yield from found
            return


def _chance(figure: Figure) -> str:
    """A chance in numbers, and in a word where its bounds come to the same."""
    chance = figure.estimate
    if chance.exact:
        return in_words(chance)
    high = chance.high if chance.value == chance.low else None
    words = {likelihood(each) for each in (chance.value, high) if each is not None}
    return ", ".join((share_text(chance), *(words if len(words) == 1 else ())))


def _show_figures(page: Page, deck: DeckOdds) -> None:
    """Show a table for each section of several rows; figures of a single row or of the hand in lines."""

    width = _width(deck)
    for section in deck.sections:
        rows = () if section.in_full else rows_of(section)
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
                text = " and ".join(with_unit(line.label, figure) for figure in line.figures)
                page.labelled(line.label, f"{text} {line.ending}", _INDENT, width)


def _width(deck: DeckOdds) -> int:
    """The columns of the names of figures."""
    names = [line.label for section in deck.sections for line in section.lines]
    names += [figure.name for row, figure in deck.figures() if row is not None and figure.kind == "mean"]
    return max(map(len, names), default=0) + 2


# how it comes about, and how sure it is


def _show_spread(page: Page, answer: OddsAnswer) -> None:
    """Show the outcomes of one figure: that of the only row, or else that of the whole hand."""
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
    """The most columns of outcomes."""
    if len(answer.decks) > 1:
        return _MOST_OF_TWO
    return _MOST_OUTCOMES if answer.decks[0].hand else _MOST_OF_CARDS


def _heading(panel: Panel) -> str:
    if panel.threshold is None:
        return f"{panel.heading}:"
    return f"{panel.heading}; * {reached(panel.threshold)}:"
