"""What the cards of a graded turn did not do, and what its result could spare."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tsolve.diagnostics import counted
from tsolve.report.page import Page

if TYPE_CHECKING:
    from tsolve.model.grades import CardGrade, GradeAnswer, Slack

_INDENT = 3


def show_cards(page: Page, answer: GradeAnswer) -> None:
    """A sentence about those that lay idle, one about those without which all stays the same, and one about
    those that the best play needs; then by how much the result is more than enough.
    """
    for told in _of_cards(answer.cards):
        page.text(told, _INDENT, 2)
    if answer.slack is not None and answer.slack.amount:
        page.text(_spared(answer.slack, answer.cards), _INDENT, 2)


def _spared(slack: Slack, cards: Sequence[CardGrade]) -> str:
    """What is to spare, and what could be gone altogether, unless that has been said of the card."""
    said = {card.card for card in cards if not card.mattered}
    gone = [each.card for each in slack.contributions if each.spare == each.amount and each.card not in said]
    told = f"To spare: {slack.amount} ({slack.what})."
    return f"{told} Enough without {_one_of(gone)}." if gone else told


def _of_cards(cards: Sequence[CardGrade]) -> Iterator[str]:
    idle = [card for card in cards if card.idle]
    missed = [card for card in idle if card.needed]
    if missed:
        yield f"Idle, but needed for the best play: {_named(cards, missed)}."
    if idle := [card for card in idle if not card.needed]:
        yield f"Idle: {_named(cards, idle)}."
    others = [card for card in cards if not card.idle and not card.mattered]
    if useless := [card for card in others if card.needed is False]:
        yield f"Not needed: {_any_of(cards, useless)}."
    if needed := [card for card in others if card.needed]:
        yield f"Not needed here, needed for the best play: {_any_of(cards, needed)}."


def _any_of(held: Sequence[CardGrade], meant: Sequence[CardGrade]) -> str:
    return f"{'any one of ' if len(meant) > 1 else ''}{_named(held, meant)}"


def _one_of(cards: Sequence[str]) -> str:
    return f"{'any one of ' if len(cards) > 1 else ''}{', '.join(counted(cards))}"


def _named(held: Sequence[CardGrade], meant: Sequence[CardGrade]) -> str:
    """The cards by name, with the number of the copy where not all copies of the hand are meant."""
    all_, some = Counter(card.card for card in held), Counter(card.card for card in meant)
    names = [card.card if all_[card.card] == some[card.card] else card.told for card in meant]
    return ", ".join(counted(names))
