"""What unknown cards of the Hall may do to a battle by their Global effects. (DS-3)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations_with_replacement

from msgspec.structs import replace

from tsolve.budget import FREE, allow
from tsolve.games.thunderstone.actions import Action, Attack
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.state import UNSEEN, Slot, State, Tally
from tsolve.source.words import joined


def changed_by_unseen(game: Thunderstone, state: State, actions: Sequence[Action]) -> str:
    """How unknown cards of the Hall could change the battle of this line from `state`: of the fewest that do
    those that change it most; empty where they cannot.
    """
    return _changed(game, state, actions, _of_battle)


def decided_by_unseen(game: Thunderstone, state: State, actions: Sequence[Action]) -> str:
    """The same where only counts whether the battle is won."""
    return _changed(game, state, actions, _of_outcome)


def gained_by_unseen(game: Thunderstone, state: State, actions: Sequence[Action]) -> str:
    """How unknown cards of the Hall could change what the line gains; empty where they cannot."""
    return _changed(game, state, actions, _of_gain)


def reached_by_unseen(game: Thunderstone, state: State, actions: Sequence[Action], amount: int) -> str:
    """The same where only counts whether the Attack Value is at least so much."""

    def difference(end: Tally, usual: Tally) -> tuple[int, str]:
        much, told = _of_battle(end, usual)
        return much if (end.value >= amount) != (usual.value >= amount) else 0, told

    return _changed(game, state, actions, difference)


def halls(book: Book, state: State) -> list[State]:
    """The position with cards that have Global effects in place of unknown ones, most of them first: what a
    line does there it may do whichever cards they are.
    """
    return [other for _, other in _possible(book, state)][::-1]


def is_sure(game: Thunderstone, state: State, actions: Sequence[Action], doubt: str) -> bool:
    """Whether a line can be played in a position of which there is this doubt."""
    return not doubt and not isinstance(_fought(game, state, actions), str)


Difference = Callable[[Tally, Tally], tuple[int, str]]
"""How much a tally differs from the usual one, 0 for not at all, and what is so then."""


def _of_battle(end: Tally, usual: Tally) -> tuple[int, str]:
    told = f"the Attack Value is {end.value} against Health {end.health}"
    other = end.outcome != usual.outcome
    return abs(end.value - usual.value) + _DECISIVE * other, told


def _of_outcome(end: Tally, usual: Tally) -> tuple[int, str]:
    much, told = _of_battle(end, usual)
    return much if end.outcome != usual.outcome else 0, told


def _of_gain(end: Tally, usual: Tally) -> tuple[int, str]:
    more = len(end.gained) - len(usual.gained)
    return abs(more), f"you gain {more} card{'s' if more != 1 else ''} more"


_DECISIVE = 1_000
"""Another outcome is a greater change than any other value."""


def _changed(game: Thunderstone, state: State, actions: Sequence[Action], difference: Difference) -> str:
    with allow(FREE):  # however little is left, what was found is doubted where it has to be; it is soon done
        return _in_line(game, state, actions, difference)


def _in_line(game: Thunderstone, state: State, actions: Sequence[Action], difference: Difference) -> str:
    for number, action in enumerate(actions):
        if isinstance(action, Attack):
            return _in_battle(game, state, actions[number:], difference)
        if not any(slot.card == UNSEEN for slot in state.hall) or game.why_not(state, action) is not None:
            return ""
        state = game.apply(state, action)
    return ""


def _in_battle(game: Thunderstone, state: State, actions: Sequence[Action], difference: Difference) -> str:
    if not any(slot.card == UNSEEN for slot in state.hall):
        return ""
    usual = _fought(game, state, actions)
    if isinstance(usual, str) or not usual.outcome:
        return ""
    most, told, fewest = 0, "", 0
    for cards, other in _possible(game.book, state):
        if most and len(cards) > fewest:
            break
        end = _fought(game, other, actions)
        much, so = (2 * _DECISIVE, end) if isinstance(end, str) else difference(end, usual)
        if much > most:
            names = joined([game.book.name(card) for card in cards])
            most, fewest = much, len(cards)
            told = f"an unknown card of the Hall may have a Global effect: with {names} there, {so}"
    return told


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
