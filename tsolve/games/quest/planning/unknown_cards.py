"""What an unknown card could change: the cards that a player is likely to own, tried one by one.

The Heroes, Treasures and Market cards of all boxes are far too many to try. Tried are the cards that every
player begins with, those of the player that can be seen, and those that the Village sells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.budget import SpentError, allow, current
from tsolve.cardkit import piles
from tsolve.games.quest.turn.market import for_sale
from tsolve.model.policies import PossibleEnd, UnknownDraw

if TYPE_CHECKING:
    from tsolve.games.quest.opened import Opened
    from tsolve.games.quest.state import State
    from tsolve.model.answers import SolveAnswer

BRINGS = " brings an unknown card"
"""Stands behind the name of a card that draws one, where an answer says what was left out."""
_SHARE = 0.2
"""The part of the budget that is left for it."""
_Worth = tuple[Fraction, ...]


def what_cards_do(
    opened: Opened,
    answer: SolveAnswer,
    solve: Callable[[Opened], SolveAnswer],
    levels: int | None = None,
) -> tuple[UnknownDraw, ...]:
    """Which card on top of the own deck would make the best turn better than `answer`, which draws none.

    `levels` of the goal count, all by default. Nothing where no ability draws an unknown card.
    """
    drawing = [text.partition(BRINGS)[0] for text in answer.left_out if BRINGS in text]
    if not drawing or not piles.has_unknown(opened.state.me.deck):
        return ()
    found: dict[str, tuple[_Worth, SolveAnswer]] = {}
    with suppress(SpentError), allow(current().part(_SHARE)):
        for card in _likely(opened):
            current().spend(0)
            there = solve(opened.at(_with_top(opened.state, card)))
            if (worth := _worth(there, levels)) is not None:
                found[opened.book.name(card)] = worth, there
    if not found:
        return ()
    before = _worth(answer, levels)
    better = tuple(name for name, (worth, _) in found.items() if before is None or worth > before)
    worths = [worth for worth, _ in found.values()]
    best, worst = _end(found, max(worths)), _end(found, min(worths))
    return (UnknownDraw((), drawing[0], best, worst, better, len(found), answer.goal, every=False),)


def _likely(opened: Opened) -> Iterator[str]:
    """The cards that are tried, each once."""
    book, state = opened.book, opened.state
    starters = (card.id for card in book.cards.values() if "Starter" in card.keywords)
    seen = (*(state.me.hand or ()), *(laid.card for laid in state.laid), *state.me.discard)
    return iter(dict.fromkeys((*starters, *seen, *for_sale(state))))


def _with_top(state: State, card: str) -> State:
    """The position with this card as the first unknown one of the own deck."""
    deck = state.me.deck
    known = piles.above_unknown(deck)
    me = replace(state.me, deck=(*piles.put_under(known, card), *deck[len(known) :]))
    return replace(state, players=(*state.players[: state.active], me, *state.players[state.active + 1 :]))


def _worth(answer: SolveAnswer, levels: int | None) -> _Worth | None:
    if answer.policy is not None:
        return tuple(Fraction(number.exact) for number in answer.policy.worth)[:levels]
    return tuple(map(Fraction, answer.objective))[:levels] if answer.best else None


def _end(found: dict[str, tuple[_Worth, SolveAnswer]], worth: _Worth) -> PossibleEnd:
    """What the cards come to that are worth so much."""
    names = tuple(name for name, (each, _) in found.items() if each == worth)
    answer = found[names[0]][1]
    title = answer.best[0].title if answer.best else ""
    return PossibleEnd(title, tuple(map(int, worth)), names)
