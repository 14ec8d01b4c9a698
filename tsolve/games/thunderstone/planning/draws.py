"""What chance may bring next, the cards of one draw together.

Cards drawn from a shuffled deck come to the hand in whatever order, so every set of them is one outcome.
Drawn one by one, three of fourteen cards would be more than two thousand ways to 364 hands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import comb, prod
from typing import NamedTuple

from tsolve.games.thunderstone.actions import Action, Draw
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn.drawing import DrawCards

MANY = 2_000
"""Where more sets of cards may come, they are drawn one by one."""

Steps = tuple[Action, ...]


class Outcome(NamedTuple):
    """What may come, with its weight among all that may, and the position then."""

    events: Steps
    """One event, or all the cards of a set by name."""
    weight: int
    state: State


def outcomes(game: Thunderstone, state: State) -> list[Outcome]:
    """All that chance may bring from here; empty where no card is known that could come."""
    count = _at_once(state)
    if count == 1:
        return [Outcome((event,), weight, game.apply(state, event)) for event, weight in game.chance(state)]
    deck = Counter(state.me.deck[0].cards)
    return [
        Outcome(
            tuple(map(Draw, cards)), prod(comb(deck[card], n) for card, n in Counter(cards).items()), after
        )
        for cards, after in _sets(game, state, deck, count)
    ]


def _at_once(state: State) -> int:
    """How many cards of the draw that waits come from the same shuffled cards, so are one outcome."""
    task, deck = state.todo[-1], state.me.deck
    if not isinstance(task, DrawCards) or not deck or deck[0].order != "shuffled":
        return 1
    count, cards = task.count, deck[0].cards
    few = count < len(cards) and comb(len(set(cards)) + count - 1, count) <= MANY
    return count if few else 1


def _sets(
    game: Thunderstone, state: State, deck: Counter[str], missing: int, last: str = ""
) -> Iterator[tuple[tuple[str, ...], State]]:
    """Every set of `missing` cards, none before `last` by name, and the position once they came."""
    if last and len(deck) == 1:  # nothing else is left, so they have come by themselves
        (only,) = deck
        if only >= last:
            yield (only,) * missing, state
        return
    later = sum(number for card, number in deck.items() if card >= last)
    reached = []
    for event, weight in game.chance(state):
        if isinstance(event, Draw) and event.card >= last:
            if later < missing:
                break
            reached.append((event.card, game.apply(state, event)))
            later -= weight
    for card, after in reached:
        if missing == 1:
            yield (card,), after
            continue
        for more, end in _sets(game, after, deck - Counter((card,)), missing - 1, card):
            yield (card, *more), end


def completed(state: State, drawn: Steps, event: Action, count: int) -> Steps | None:
    """Which outcome of `count` cards it is when `event` happens in `state` after these were drawn; None where
    it may still be one of several.
    """
    come, missing = (*drawn, event), count - len(drawn) - 1
    if not missing:
        return _in_order(come)
    left = Counter(state.me.deck[0].cards) - Counter(_cards((event,)))
    return _in_order((*come, *map(Draw, [*left] * missing))) if len(left) == 1 else None


def _in_order(events: Steps) -> Steps:
    """Draws in the order of the cards' names."""
    return events if len(events) == 1 else tuple(map(Draw, sorted(_cards(events))))


def _cards(events: Steps) -> list[str]:
    return [event.card for event in events if isinstance(event, Draw)]
