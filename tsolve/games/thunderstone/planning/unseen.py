"""How unknown cards of the Hall may change a battle by their Global effects. (DS-3)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations_with_replacement

from msgspec.structs import replace

from tsolve.budget import surely
from tsolve.cardkit.piles import contents
from tsolve.games.thunderstone import game
from tsolve.games.thunderstone.actions import Action, Attack, Pass
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.state import UNSEEN, Slot, State, Tally
from tsolve.games.thunderstone.turn.battle import refuse_attack
from tsolve.games.thunderstone.turn.hall import BREACHED_MARK
from tsolve.source.tree import joined


def changed_by_unseen(game: Thunderstone, state: State, actions: Sequence[Action]) -> str:
    """How unknown cards of the Hall could change the battle of this line from `state`; empty where they
    cannot. The text names as few cards as possible, namely those that change most.
    """
    return _changed(game, state, actions, _of_battle)


def decided_by_unseen(game: Thunderstone, state: State, actions: Sequence[Action]) -> str:
    """How unknown cards of the Hall could change whether the battle is won; empty where they cannot."""
    return _changed(game, state, actions, _of_outcome)


def gained_by_unseen(game: Thunderstone, state: State, actions: Sequence[Action]) -> str:
    """How unknown cards of the Hall could change what the line gains; empty where they cannot."""
    return _changed(game, state, actions, _of_gain)


def reached_by_unseen(game: Thunderstone, state: State, actions: Sequence[Action], amount: int) -> str:
    """How unknown cards of the Hall could change whether the Attack Value reaches `amount`; empty where they
    cannot.
    """

    def difference(end: Tally, usual: Tally) -> tuple[int, str]:
        much, told = _of_battle(end, usual)
        return much if (end.value >= amount) != (usual.value >= amount) else 0, told

    return _changed(game, state, actions, difference)


def prevented_by_unseen(game: Thunderstone, state: State, actions: Sequence[Action]) -> str:
    """How unknown cards of the Hall could prevent the battle; empty where they cannot."""
    return _changed(game, state, actions, lambda _, __: (0, ""))


def halls(book: Book, state: State) -> list[State]:
    """Positions with cards that have Global effects in place of unknown ones, the one with most replaced
    cards first: a line that works there may work whatever the cards are.
    """
    return [other for _, other in named_halls(book, state)][::-1]


def is_sure(game: Thunderstone, state: State, actions: Sequence[Action], doubt: str) -> bool:
    """Whether a line can be played in this position and there is no `doubt`."""
    return not doubt and not isinstance(_fought(game, state, actions), str)


Difference = Callable[[Tally, Tally], tuple[int, str]]
"""How much a tally differs from the usual one (0: not at all), and the difference in words."""


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
"""Winning instead of losing, or losing instead of winning, is a greater change than any other Attack Value.
"""


def _changed(game: Thunderstone, state: State, actions: Sequence[Action], difference: Difference) -> str:
    with surely():  # necessary doubts are raised although the budget is spent
        return _in_line(game, state, actions, difference)


def _in_line(game: Thunderstone, state: State, actions: Sequence[Action], difference: Difference) -> str:
    for number, action in enumerate(actions):
        if isinstance(action, Attack):
            return _in_battle(game, state, actions[number:], difference)
        if game.why_not(state, action) is not None:
            return ""
        if isinstance(action, Pass) and state.awaits_attack:
            return _to_be_attacked(game.book, state)
        state = game.apply(state, action)
    return ""


def _to_be_attacked(book: Book, state: State) -> str:
    """Names a Monster that would have to be attacked and that an unknown card of the Hall may be; else empty.
    (TS-7.4)
    """
    for index in (index for index, slot in enumerate(state.hall) if slot.card == UNSEEN):
        for card in unseen_of(book, state, sorted(book.monsters)):
            hall = (*state.hall[:index], Slot(card), *state.hall[index + 1 :])
            if refuse_attack(book, replace(state, hall=hall), index + 1) is None:
                return f"an unknown card of the Hall may be {book.name(card)}, which must be attacked"
    return ""


def _in_battle(game: Thunderstone, state: State, actions: Sequence[Action], difference: Difference) -> str:
    if not any(slot.card == UNSEEN for slot in state.hall):
        return ""
    usual = _fought(game, state, actions)
    if isinstance(usual, str) or not usual.outcome:
        return ""
    most, told, fewest = 0, "", 0
    for cards, other in named_halls(game.book, state):
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
    """The result of the battle, or why one of the actions is not legal."""
    for action in actions:
        if state.tally.outcome:
            break
        if (refusal := game.why_not(state, action)) is not None:
            return refusal.reason
        state = game.apply(state, action)
    return state.tally


def named_halls(book: Book, state: State) -> Iterator[tuple[tuple[str, ...], State]]:
    """The positions in which cards with Global effects replace unknown cards of the Hall, each with these
    cards; the fewest replaced first.
    """
    unseen = [index for index, slot in enumerate(state.hall) if slot.card == UNSEEN]
    acting = (
        card for card, effects in book.worldwide.items() if not all(effect.outside_only for effect in effects)
    )
    left = unseen_of(book, state, acting)
    for many in range(1, len(unseen) + 1):
        for cards in combinations_with_replacement(left, many):
            if all(of <= left[card] for card, of in Counter(cards).items()):
                hall = list(state.hall)
                for index, card in zip(unseen, cards, strict=False):
                    hall[index] = Slot(card)
                yield cards, replace(state, hall=tuple(hall))


def unseen_of(book: Book, state: State, cards: Iterable[str]) -> dict[str, int]:
    """The cards of these that may be unknown cards of the Dungeon, and how many of each."""
    seen = Counter((*(slot.card for slot in state.standing), *state.removed))
    seen.update(card.removesuffix(BREACHED_MARK) for card in contents(state.dungeon))
    for player in range(len(state.players)):
        seen.update(game.owned(state, player))
    left = {card: book.card(card).count - seen[card] for card in cards}
    return {card: many for card, many in left.items() if many > 0}
