"""What chance may bring next, treating the cards of one draw together.

Cards drawn from a shuffled pile may come in any order, so every set of them is one outcome. Drawn one by one,
three of fourteen cards would come in more than two thousand ways, for 364 hands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import comb, prod
from typing import Generic, NamedTuple

from tsolve.cardkit.drawing import NextCard
from tsolve.cardkit.game import PendingGame
from tsolve.cardkit.pending import A, C, P, S

MANY = 2_000
"""Where more sets of cards may come, they are drawn one by one."""


class DrawOutcome(NamedTuple, Generic[S, A]):
    """What may come, with its weight among all that may, and the position then."""

    events: tuple[A, ...]
    """One event, or all the cards of a set by name."""
    weight: int
    state: S


def outcomes(game: PendingGame[C, S, P, A], state: S) -> list[DrawOutcome[S, A]]:
    """All that chance may bring from here; empty where no card is known that could come."""
    task = state.todo[-1]
    count = _together(game, state)
    if count == 1:
        return [
            DrawOutcome((event,), weight, game.apply(state, event)) for event, weight in game.chance(state)
        ]
    pile = Counter(task.pile(game.book, state)[0].cards)
    return [
        DrawOutcome(
            tuple(map(task.event, cards)),
            prod(comb(pile[card], number) for card, number in Counter(cards).items()),
            after,
        )
        for cards, after in _sets(game, state, pile, count)
    ]


def completed(
    game: PendingGame[C, S, P, A], state: S, drawn: Sequence[A], event: A, count: int
) -> tuple[A, ...] | None:
    """Which outcome of `count` cards it is when `event` happens in `state` after these were drawn; None where
    it may still be one of several.
    """
    if count == 1:
        return (event,)
    task, missing = state.todo[-1], count - len(drawn) - 1
    cards = [*map(game.card_of, drawn), game.card_of(event)]
    if missing:
        left = Counter(task.pile(game.book, state)[0].cards) - Counter(cards[-1:])
        if len(left) > 1:
            return None
        cards += [*left] * missing
    return tuple(map(task.event, sorted(cards)))


def _together(game: PendingGame[C, S, P, A], state: S) -> int:
    """How many cards of the draw that waits come from the same shuffled cards, so are one outcome."""
    task = state.todo[-1]
    if not isinstance(task, NextCard):
        return 1
    count, pile = task.together(state), task.pile(game.book, state)
    if count == 1 or not pile or pile[0].order != "shuffled" or pile[0].layers:
        return 1
    cards = pile[0].cards
    few = count < len(cards) and comb(len(set(cards)) + count - 1, count) <= MANY
    return count if few else 1


def _sets(
    game: PendingGame[C, S, P, A], state: S, pile: Counter[str], missing: int, last: str = ""
) -> Iterator[tuple[tuple[str, ...], S]]:
    """Every set of `missing` cards, none before `last` by name, and the position once they came."""
    if last and len(pile) == 1:  # nothing else is left, so they have come by themselves
        (only,) = pile
        if only >= last:
            yield (only,) * missing, state
        return
    later = sum(number for card, number in pile.items() if card >= last)
    reached = []
    for event, weight in game.chance(state):
        card = game.card_of(event)
        if card >= last:
            if later < missing:
                break
            reached.append((card, game.apply(state, event)))
            later -= weight
    for card, after in reached:
        if missing == 1:
            yield (card,), after
            continue
        for more, end in _sets(game, after, pile - Counter((card,)), missing - 1, card):
            yield (card, *more), end
