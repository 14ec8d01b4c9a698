"""Cards drawn into a hand, against every order of single cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from fractions import Fraction
from itertools import permutations
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from tsolve.cardkit import chances, piles, tasks
from tsolve.cardkit.piles import Pile
from tsolve.cardkit.tasks import PendingGame, Reason
from tsolve.engine import CHANCE, UNKNOWN
from tsolve.model.trace import Trace


class Drawn(NamedTuple):
    """A card comes into the hand."""

    card: str


class Champion(tasks.Pending["Draw"], frozen=True):
    """A hand, the deck it is drawn from, and the discard pile that makes a new deck."""

    deck: Pile
    hand: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()


class Play(tasks.Play[None, Champion]):
    """One draw in the making."""


class Draw(tasks.NextCard[None, Champion, Play, Drawn], frozen=True):
    """So many cards are drawn; an empty deck is made anew only when a card has to be drawn."""

    count: int

    def pile(self, book: None, state: Champion) -> Pile:
        return tasks.drawn_from(state.deck, state.discard)

    def event(self, card: str) -> Drawn:
        return Drawn(card)

    def together(self, state: Champion) -> int:
        return self.count

    def answer(self, play: Play, action: Drawn) -> None:
        state = play.state
        if not state.deck:
            play.set(discard=())
        play.set(deck=piles.take(self.pile(None, state), action.card), hand=(*state.hand, action.card))
        if self.count > 1:
            play.push(Draw(self.count - 1))

    def finish(self, play: Play) -> None:
        play.set(todo=())


class Hands(PendingGame[None, Champion, Play, Drawn]):
    """Nothing but draws."""

    def begin(self, state: Champion, trace: Trace | None = None) -> Play:
        return Play(None, state, trace)

    def free_actions(self, state: Champion) -> list[Drawn]:
        return []

    def refuse(self, state: Champion, action: Drawn) -> Reason | None:
        return "nothing is drawn", ()

    def carry_out(self, play: Play, action: Drawn) -> None:
        raise AssertionError

    def card_of(self, event: Drawn) -> str:
        return event.card

    def notation(self, state: Champion, action: Drawn) -> str:
        return f"draw {action.card}"

    def key(self, state: Champion) -> Hashable:
        return replace(state, hand=tuple(sorted(state.hand)))


GAME = Hands(None)
DECK = ("adventurer",) * 3 + ("lantern", "dagger")


def drawing_cards(count: int, deck: Pile, *discard: str) -> Champion:
    return Champion(deck=deck, discard=discard, todo=(Draw(count),))


def hands(state: Champion, sets: bool) -> dict[tuple[str, ...], Fraction]:
    """The chance of every hand, by single draws or by sets of cards."""
    found: Counter[tuple[str, ...]] = Counter()
    coming = (
        [(each.state, each.weight) for each in chances.draw_outcomes(GAME, state)]
        if sets and state.todo
        else [(GAME.apply(state, event), weight) for event, weight in GAME.chance(state)]
    )
    if not coming:
        return {tuple(sorted(state.hand)): Fraction(1)}
    for after, weight in coming:
        for hand, chance in hands(after, sets).items():
            found[hand] += chance * Fraction(weight, sum(each for _, each in coming))
    return dict(found)


@pytest.mark.parametrize("sets", [False, True])
@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_hands_have_the_chances_of_single_cards(count: int, sets: bool) -> None:
    orders = Counter(tuple(sorted(order[:count])) for order in permutations(DECK))
    expected = {hand: Fraction(times, orders.total()) for hand, times in orders.items()}
    assert hands(drawing_cards(count, piles.shuffled(DECK)), sets) == expected


@pytest.mark.parametrize("sets", [False, True])
def test_an_empty_deck_is_made_anew_in_mid_draw(sets: bool) -> None:
    state = drawing_cards(3, piles.known(("shard", "shard")), "lantern", "dagger", "dagger")
    drawn = Champion(piles.EMPTY, ("shard",), state.discard, todo=(Draw(2),))
    # two of three: both Daggers 1 way, the Lantern and a Dagger 2 ways
    assert hands(drawn, sets) == {
        ("dagger", "dagger", "shard"): Fraction(1, 3),
        ("dagger", "lantern", "shard"): Fraction(2, 3),
    }
    # the known Shards come first, whatever is shuffled below them
    assert hands(replace(state, deck=state.deck + piles.shuffled(("lantern", "dagger"))), False) == {
        ("dagger", "shard", "shard"): Fraction(1, 2),
        ("lantern", "shard", "shard"): Fraction(1, 2),
    }


def test_who_says_which_card_comes() -> None:
    assert GAME.mover(drawing_cards(1, piles.shuffled(DECK))) == CHANCE
    assert GAME.mover(drawing_cards(1, piles.UNKNOWN, "dagger")) == UNKNOWN
    last = drawing_cards(2, piles.shuffled(("dagger", "dagger", "lantern")))
    after = GAME.apply(last, Drawn("lantern"))
    assert (after.hand, after.todo) == (("lantern", "dagger"), ())  # only a Dagger could come
    none = GAME.apply(drawing_cards(5, piles.shuffled(("dagger", "lantern"))), Drawn("lantern"))
    assert (none.hand, none.todo) == (("lantern", "dagger"), ())  # no card is left


def test_an_order_belongs_to_its_set() -> None:
    state = drawing_cards(3, piles.shuffled(DECK))
    sets = {each.events for each in chances.draw_outcomes(GAME, state)}
    # 3 of 5: of the Adventurers 3, 2 with one other card (2 ways), 1 with both others
    assert len(sets) == 4

    def follow(here: Champion, drawn: tuple[Drawn, ...]) -> None:
        for event, _ in GAME.chance(here):
            come = chances.completed(GAME, here, drawn, event, 3)
            if come is None:
                follow(GAME.apply(here, event), (*drawn, event))
            else:
                assert come in sets
                begun = Counter([*drawn, event])
                assert not begun - Counter(come)

    follow(state, ())
