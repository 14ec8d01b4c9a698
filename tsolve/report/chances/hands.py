"""How many hands the chances of a deck rest on, and what they leave out."""

from __future__ import annotations

from tsolve.model.odds import DeckOdds, OddsAnswer
from tsolve.report.page import Page
from tsolve.report.words.estimates import share_text
from tsolve.report.words.numbers import percent


def show_hands(page: Page, answer: OddsAnswer, indent: int) -> None:
    """`Exact: all 924 hands of 6.`; of other answers how sure they are."""
    if all(deck.method == "exact" for deck in answer.decks):
        first, *others = answer.decks
        if not first.hand:
            page.text("Exact: every order in which the cards can come.", indent, 2)
            return
        told = f"all {first.ways} hands of {first.hand}" if first.ways > 1 else "there is one hand"
        told += "".join(f" now, all {deck.ways} {deck.title}" for deck in others)
        page.text(f"Exact: {told}.", indent, 2)
    else:
        for told in dict.fromkeys(_partly(deck, answer) for deck in answer.decks):
            page.text(told, indent, 2, style="warn")
    for deck in answer.decks:
        if deck.left_out.value:
            page.text(_lower_bounds(deck), indent, 2, style="warn")


def _partly(deck: DeckOdds, answer: OddsAnswer) -> str:
    """How many hands of a deck were looked at, where they are not all of them or another deck's are not."""
    name = f" {deck.title}" if deck.title else ""
    if deck.method == "exact":
        return f"Exact{name}: all {deck.ways} hands of {deck.hand}."
    if deck.method == "cut short":
        share = percent(deck.share)
        told = f"{deck.looked} of {deck.different} different hands of {deck.hand}, {share} of the ways"
        return f"Stopped early{name} after {told}; the bounds allow for all the others."
    stopped = ", stopped early" if deck.share < 1 else ""
    sample = f"a sample of {deck.looked} random hands of {deck.hand} (seed {answer.seed}{stopped})"
    return f"Not exact: {sample}, {100 * answer.confidence:g} % confidence intervals."


def _lower_bounds(deck: DeckOdds) -> str:
    return (
        f"In {share_text(deck.left_out)} of the hands some play meets an unknown card or choice, or draws "
        "too often to follow: without such plays the chances are lower bounds."
    )
