"""The chances of a deck for people: tables and bars, two decks side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tsolve.model.odds import Bar, Change, DeckOdds, Estimate, OddsAnswer
from tsolve.report.chart import Line, show_chart
from tsolve.report.numbers import percent
from tsolve.report.page import Column, Page
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
        _show_tables(page, answer.decks[0])
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
            f"in {share} of the hands a line meets a card or a choice that is not known, or draws more often "
            "than could be followed; such lines are left out, and the chances are lower bounds",
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
            f"{hands}; stopped early: {deck.looked} of them were looked at, which is {share} of the ways; "
            "the bounds hold whatever the others are"
        )
    stopped = "" if deck.share == 1 else ", stopped early"
    sure = f"{100 * answer.confidence:g} %"
    return (
        f"{hands}; a sample of {deck.looked} random hands (seed {answer.seed}{stopped}), not exact: "
        f"the intervals hold the truth with {sure} confidence"
    )


def _show_tables(page: Page, deck: DeckOdds) -> None:
    if deck.monsters:
        page.heading("In the Dungeon")
        heads = [
            Column("Monster", wraps=True),
            Column("Rank", align="right"),
            Column(deck.monsters[0].measure, align="right"),
            Column("best attack", align="right"),
            Column("defeated", align="right"),
            Column("", align="right"),
        ]
        rows = [
            (
                monster.name,
                str(max(monster.place, 0)),
                str(monster.needed),
                mean_text(monster.mean),
                share_text(monster.defeated),
                _fraction(monster.defeated),
            )
            for monster in deck.monsters
        ]
        any_ = ("any of them", "", "", "", share_text(deck.any_defeated), _fraction(deck.any_defeated))
        page.table(heads, [*rows, any_])
        page.blank()
        page.labelled("best turn", f"{mean_text(deck.xp)} XP and {mean_text(deck.vp)} VP expected")
    page.heading("In the Village")
    page.labelled("most gold", f"{mean_text(deck.gold)} on average")
    if deck.stacks:
        heads = [
            Column("stack", wraps=True),
            Column("cost", align="right"),
            Column("afforded", align="right"),
            Column("", align="right"),
        ]
        page.table(
            heads,
            [
                (stack.name, str(stack.cost), share_text(stack.afforded), _fraction(stack.afforded))
                for stack in deck.stacks
            ],
        )


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
    for number, monster in enumerate(decks[0].monsters):
        page.heading(f"Best attack against {monster.name} in {_place(monster.place)}")
        page.text(f"* defeats it ({monster.measure} {monster.needed})", indent=2, style="dim")
        show_chart(page, heads, list(_lines([deck.monsters[number].attack for deck in decks])), fine)
    page.heading("Most gold")
    show_chart(page, heads, list(_lines([deck.purse for deck in decks], stars=False)), fine)


def _place(place: int) -> str:
    """Where a Monster stands; what is no Rank is the space before the first."""
    return f"Rank {place}" if place > 0 else "space 0"


def _lines(decks: Sequence[Sequence[Bar]], stars: bool = True) -> Iterator[Line]:
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
