"""Two decks side by side: what changed first, then each figure that changes."""

from __future__ import annotations

from collections.abc import Mapping

from tsolve.model.odds import Change, DeckOdds, OddsAnswer, Row, Section
from tsolve.report.page import Column, Page
from tsolve.report.words.estimates import difference_text, side_texts

_LONGEST = 12
"""Characters of what is changed that have room over a column."""
_MOST_CHANGES = 8


def names_of(answer: OddsAnswer) -> list[str]:
    """What the decks are called beside each other; nothing where there is one."""
    if len(answer.decks) == 1:
        return [""]
    title = answer.decks[1].title
    return ["now", title if len(title) <= _LONGEST else "changed"]


def told_change(answer: OddsAnswer) -> str:
    """What becomes of the first chance that changes, else of the first mean."""
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
    """Each figure that changes, for both decks."""
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
        page.text(f"{left} more figures change (-v).", indent)
    elif moved and len(moved) < len(named):
        page.text(f"Nothing else changes{_surely(answer)}.", indent)


def rows_of(section: Section) -> tuple[Row, ...]:
    """The rows without the one about all of them where there is one other only."""
    single = [row for row in section.rows if row.threshold is not None]
    return tuple(single) if len(single) == 1 else section.rows


def _moved(answer: OddsAnswer) -> list[Change]:
    """The changes of figures that are told, without those that may be none."""
    named = _named(answer.decks[0])
    return [change for change in answer.changes if change.what in named and _is_sure(change)]


def _is_sure(change: Change) -> bool:
    """Whether the figures differ, as far as can be said: nought lies outside the interval."""
    gap = change.difference
    if gap.low is None or gap.high is None:
        return False
    return gap.low > 0 or gap.high < 0


def _named(deck: DeckOdds) -> dict[str, str]:
    """The figures that are told, by their titles: as they are called where no other is called so."""
    found: dict[str, str] = {}
    for section in deck.sections:
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
    told = named[change.what]
    return told if change.kind == "chance" else f"{told}, on average"


def _in_words(change: Change) -> str:
    """`4.9 points less`; of samples with the interval."""
    told = difference_text(change)
    if change.difference.exact and told[0] in "+-":
        return f"{told[1:]} {'more' if told[0] == '+' else 'less'}"
    return told
