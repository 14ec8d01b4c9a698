"""What unknown cards of the Hall may do to a battle by their Global effects. (DS-3)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement

from msgspec.structs import replace

from tsolve.games.thunderstone.actions import Action, Attack
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.judging.played import Move
from tsolve.games.thunderstone.state import UNSEEN, Slot, State, Tally
from tsolve.source.words import joined


def changed_by_unseen(game: Thunderstone, moves: Sequence[Move]) -> str:
    """How unknown cards of the Hall could change the battle of this line; empty where they cannot."""
    for number, move in enumerate(moves):
        if isinstance(move.action, Attack):
            actions = [each.action for each in moves[number:]]
            return _changed(game, move.before, actions)
    return ""


def _changed(game: Thunderstone, state: State, actions: Sequence[Action]) -> str:
    if not any(slot.card == UNSEEN for slot in state.hall):
        return ""
    usual = _fought(game, state, actions)
    if isinstance(usual, Tally) and not usual.outcome:
        return ""
    for cards, other in _possible(game.book, state):
        end = _fought(game, other, actions)
        if _in_short(end) == _in_short(usual):
            continue
        told = end if isinstance(end, str) else f"the Attack Value is {end.value} against Health {end.health}"
        names = joined([game.book.name(card) for card in cards])
        return f"an unknown card of the Hall may have a Global effect: with {names} there, {told}"
    return ""


def _in_short(end: Tally | str) -> str | tuple[str, int]:
    return end if isinstance(end, str) else (end.outcome, end.value)


def _fought(game: Thunderstone, state: State, actions: Sequence[Action]) -> Tally | str:
    """What the battle comes to, or why it cannot go on like that."""
    for action in actions:
        if state.tally.outcome:
            break
        if (refusal := game.why_not(state, action)) is not None:
            return refusal.reason
        state = game.apply(state, action)
    return state.tally


def _possible(book: Book, state: State) -> Iterator[tuple[tuple[str, ...], State]]:
    """The Halls in which cards with Global effects lie where unknown cards do, with these cards; the fewest
    first.
    """
    unseen = [index for index, slot in enumerate(state.hall) if slot.card == UNSEEN]
    seen = Counter(slot.card for slot in state.standing)
    seen.update((*state.removed, *(card for player in state.players for card in player.discard)))
    able = [
        card
        for card, effects in book.worldwide.items()
        if seen[card] < book.card(card).count and not all(effect.outside_only for effect in effects)
    ]
    for many in range(1, len(unseen) + 1):
        for cards in combinations_with_replacement(able, many):
            if all(seen[card] + of <= book.card(card).count for card, of in Counter(cards).items()):
                hall = list(state.hall)
                for index, card in zip(unseen, cards, strict=False):
                    hall[index] = Slot(card)
                yield cards, replace(state, hall=tuple(hall))
