"""The chances of events for people: one sentence each, or a table where there are several."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from tsolve.model.odds import Estimate, EventOdds, OddsAnswer, Supply
from tsolve.report.page import Column, Page
from tsolve.report.words.numbers import percent
from tsolve.report.words.sentences import sentence

_LONGEST = 9
"""Characters of a fraction that is still worth reading."""
_WORDS = (
    (Fraction(9, 10), "very likely"),
    (Fraction(60, 100), "likely"),
    (Fraction(40, 100), "about even"),
    (Fraction(1, 10), "unlikely"),
)
_MOST_COLUMNS = 8
_MOST_TOLD = 4
"""Events of which it is told when they come about."""


def show_events(page: Page, answer: OddsAnswer) -> None:
    """What the chances are, how the cards come, and what else should be known."""
    if len(answer.events) == 1:
        (event,) = answer.events
        page.labelled("odds", f"{_asked(event)}: {in_words(event.chance)}.", width=11)
        _show_course(page, event)
    elif any(event.deck for event in answer.events):
        _show_compared(page, answer.events)
    else:
        _show_table(page, answer.events)
    for words, cards in dict.fromkeys(meant for event in answer.events for meant in event.meant):
        page.text(f"{words} here: {', '.join(cards) or 'none'}.", indent=3, hang=3)
    for supply in answer.supplies:
        page.text(_told(supply), indent=3, hang=3)
    for note in answer.notes:
        page.text(sentence(note), indent=3, hang=3, style="warn")


def in_words(chance: Estimate) -> str:
    """A chance as it is said at a table: `5 in 22 (22.7 %), unlikely`."""
    share = Fraction(chance.exact)
    if share in (0, 1):
        return "certain" if share else "no chance"
    return f"{in_numbers(chance)}, {likelihood(share)}"


def likelihood(share: Fraction | float) -> str:
    """A chance that is neither none nor all, in a word."""
    return next((word for bound, word in _WORDS if share >= bound), "very unlikely")


def in_numbers(chance: Estimate) -> str:
    """A chance in numbers: `5 in 22 (22.7 %)`; a long fraction is rounded."""
    share = Fraction(chance.exact)
    if share in (0, 1):
        return percent(chance.value)
    told = f"{share.numerator} in {share.denominator}"
    return (
        f"{told} ({percent(chance.value)})" if len(told) <= _LONGEST + 3 else f"about {percent(chance.value)}"
    )


def _asked(event: EventOdds) -> str:
    if event.within == 1:
        return f"{event.event}, next {event.unit}"
    return f"{event.event}, within {event.within} {event.unit}s"


def _show_course(page: Page, event: EventOdds) -> None:
    """How the chance rises, and when the event comes about."""
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
        told = f"{share.numerator} in {share.denominator}" if 0 < share < 1 else in_words(event.chance)
        rows.append([event.event, within, percent(event.chance.value), told if len(told) <= 15 else ""])
    page.table(heads, rows)
    for event in events if len(events) <= _MOST_TOLD else ():
        if when := ", ".join(_when(event)):
            page.text(f"{event.event}: {when}.", indent=3, hang=6)


def _show_compared(page: Page, events: Sequence[EventOdds]) -> None:
    """The deck of the file beside the changed one."""
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
            [_asked(event), percent(event.chance.value), percent(other.chance.value), f"{gap:+.1f} points"]
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
