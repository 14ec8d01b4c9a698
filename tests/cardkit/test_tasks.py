"""Tasks that wait: who acts, what is refused and why, what follows by itself; cards drawn into a hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from fractions import Fraction
from itertools import permutations
from random import Random
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from tests.cardkit.attacks import (
    Action,
    Attack,
    Attacks,
    ChooseEnemy,
    Round,
    Scenario,
    Shuffle,
    Turned,
    TurnModifier,
)
from tsolve.cardkit import chances, piles, tasks
from tsolve.cardkit.pending_game import PendingGame
from tsolve.cardkit.piles import Pile
from tsolve.cardkit.tasks import Reason
from tsolve.engine import CHANCE, UNKNOWN, Probe, TooMuchWorkError
from tsolve.errors import IllegalActionError
from tsolve.model.trace import Trace

GAME = Attacks(Scenario(frozenset(("+0", "+1", "-1", "null", "x2")), strength=3))
DECK = piles.shuffled(("+0", "+0", "+1", "null"))


def attacks(count: int, *health: int, deck: piles.Pile = DECK) -> Round:
    return Round(health, deck, todo=(ChooseEnemy(),) * count)


def test_a_player_chooses_then_chance_then_the_engine() -> None:
    state = attacks(1, 5, 5)
    assert GAME.mover(state) == 0
    assert GAME.legal_actions(state) == [Attack(0), Attack(1)]
    assert GAME.chance(state) == []
    waiting = GAME.apply(state, Attack(1))
    assert GAME.mover(waiting) == CHANCE
    assert GAME.legal_actions(waiting) == []
    assert GAME.chance(waiting) == [(Turned("+0"), 2), (Turned("+1"), 1), (Turned("null"), 1)]
    after = GAME.apply(waiting, Turned("+1"))
    assert (after.health, after.discard, after.todo) == ((5, 5 - 3 - 1), ("+1",), ())
    assert GAME.mover(after) == after.active == 0


def test_what_is_put_off_waits_for_all_attacks() -> None:
    waiting = GAME.apply(attacks(2, 5, 5), Attack(0))
    missed = GAME.apply(waiting, Turned("null"))
    assert missed.health == (5, 5)
    assert missed.todo == (Shuffle(), ChooseEnemy())
    last = GAME.apply(GAME.apply(missed, Attack(0)), Turned("+0"))
    assert (last.health, last.todo) == ((2, 5), ())
    assert last.deck == DECK  # all four cards are in it again


def test_with_one_answer_nobody_is_asked_but_rules_may_halt_before_it() -> None:
    state = attacks(3, 1, 9, deck=piles.known(("+0", "+1", "x2")))
    watched = Attacks(GAME.book, Probe(notes=True))
    after = watched.apply(state, Attack(0))
    assert after.health == (1 - 3, 9 - (3 + 1) - 2 * 3)
    # the first enemy is dead: both attacks that are left go to the second one
    assert [(len(piles.contents(here.deck)), action) for here, action in watched.probe.forced] == [
        (2, Attack(1)),
        (1, Attack(1)),
    ]
    # one probe may watch both: what rules that halt left waiting the others go on with
    probe: Probe[Round, Action] = Probe(remembers=True)
    halted = Attacks(GAME.book, probe, halts_before=(TurnModifier,)).apply(state, Attack(0))
    assert halted.todo == (ChooseEnemy(), ChooseEnemy(), TurnModifier(0))
    assert halted.health == (1, 9)
    assert Attacks(GAME.book, probe).apply(state, Attack(0)).health == after.health


def test_a_probe_counts_what_is_played_and_may_remember_it() -> None:
    state = attacks(1, 5, 5)
    plain, remembering = Probe[Round, Action](limit=2), Probe[Round, Action](remembers=True)
    for probe, work in ((plain, 2), (remembering, 1)):
        game = Attacks(GAME.book, probe)
        assert game.apply(state, Attack(0)) == game.apply(state, Attack(0))
        assert probe.work == work
    with pytest.raises(TooMuchWorkError):
        Attacks(GAME.book, plain).apply(state, Attack(0))


def test_what_is_refused_says_why() -> None:
    state = attacks(1, 5, 5)

    def why(state: Round, action: Attack | Turned) -> tuple[str, tuple[str, ...]] | None:
        refusal = GAME.why_not(state, action)
        return None if refusal is None else (refusal.reason, refusal.rulings)

    assert why(state, Attack(1)) is None
    assert why(state, Turned("+1")) == ("you must first choose an enemy", ())
    waiting = GAME.apply(state, Attack(0))
    assert why(waiting, Turned("+1")) is None
    assert why(waiting, Turned("x2")) == ("that card cannot come now", ("DRAW",))
    unknown = GAME.apply(attacks(1, 5, 5, deck=piles.UNKNOWN), Attack(0))
    assert GAME.mover(unknown) == UNKNOWN
    assert why(unknown, Turned("x2")) is None
    assert why(unknown, Turned("of another box")) == ("an unknown card comes next: say which", ("DRAW",))
    assert GAME.apply(unknown, Turned("x2")).health == (-1, 5)
    over = Round((5,), DECK, over=True)
    assert why(over, Attack(0)) == ("the game is over", ("END",))
    assert GAME.legal_actions(over) == []
    with pytest.raises(IllegalActionError, match="cannot come now"):
        GAME.apply(waiting, Turned("x2"))


def test_chance_sampled_is_one_of_its_events() -> None:
    chosen = GAME.apply(attacks(1, 5, 5), Attack(0))
    random = Random(1)
    seen = {GAME.sample(chosen, random).health[0] for _ in range(100)}
    assert seen == {5 - 3, 5 - 4, 5}


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


HANDS = Hands(None)
CARDS = ("adventurer",) * 3 + ("lantern", "dagger")


def drawing_cards(count: int, deck: Pile, *discard: str) -> Champion:
    return Champion(deck=deck, discard=discard, todo=(Draw(count),))


def hands(state: Champion, sets: bool) -> dict[tuple[str, ...], Fraction]:
    """The chance of every hand, by single draws or by sets of cards."""
    found: Counter[tuple[str, ...]] = Counter()
    coming = (
        [(each.state, each.weight) for each in chances.draw_outcomes(HANDS, state)]
        if sets and state.todo
        else [(HANDS.apply(state, event), weight) for event, weight in HANDS.chance(state)]
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
    orders = Counter(tuple(sorted(order[:count])) for order in permutations(CARDS))
    expected = {hand: Fraction(times, orders.total()) for hand, times in orders.items()}
    assert hands(drawing_cards(count, piles.shuffled(CARDS)), sets) == expected


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
    assert HANDS.mover(drawing_cards(1, piles.shuffled(CARDS))) == CHANCE
    assert HANDS.mover(drawing_cards(1, piles.UNKNOWN, "dagger")) == UNKNOWN
    last = drawing_cards(2, piles.shuffled(("dagger", "dagger", "lantern")))
    after = HANDS.apply(last, Drawn("lantern"))
    assert (after.hand, after.todo) == (("lantern", "dagger"), ())  # only a Dagger could come
    none = HANDS.apply(drawing_cards(5, piles.shuffled(("dagger", "lantern"))), Drawn("lantern"))
    assert (none.hand, none.todo) == (("lantern", "dagger"), ())  # no card is left


def test_an_order_belongs_to_its_set() -> None:
    state = drawing_cards(3, piles.shuffled(CARDS))
    sets = {each.events for each in chances.draw_outcomes(HANDS, state)}
    # 3 of 5: of the Adventurers 3, 2 with one other card (2 ways), 1 with both others
    assert len(sets) == 4

    def follow(here: Champion, drawn: tuple[Drawn, ...]) -> None:
        for event, _ in HANDS.chance(here):
            come = chances.completed(HANDS, here, drawn, event, 3)
            if come is None:
                follow(HANDS.apply(here, event), (*drawn, event))
            else:
                assert come in sets
                begun = Counter([*drawn, event])
                assert not begun - Counter(come)

    follow(state, ())
