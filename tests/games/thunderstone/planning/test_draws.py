"""Sets of cards that come by one draw: their chances by counting, and one by one in the engine."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from fractions import Fraction
from random import Random

import pytest

from tests.games.thunderstone.builders import position_of
from tsolve.cardkit.chances import MANY, completed, draw_outcomes
from tsolve.games.thunderstone.actions import Action, Use
from tsolve.games.thunderstone.answers import Draw
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.state import State

CARDS = ("Militia", "Torch", "Dagger", "Iron Rations", "Thyrian Squire", "Disease")


def drawing_three(deck: list[str], discard: list[str]) -> tuple[Thunderstone, State]:
    """A Belzur Cardinal has destroyed a Disease, and draws three cards."""
    here = position_of(f"""
        turn: dungeon
        hand: [Belzur Cardinal, Disease]
        deck: {{rest: [{", ".join(deck)}]}}
        discard: [{", ".join(discard)}]
        hall: [Blink Dog, Wraith, Ghost]
        """)
    return here.game, here.game.apply(here.state, Use(0, 2, 1))


def one_by_one(game: Thunderstone, state: State) -> dict[tuple[Hashable, frozenset[Action]], Fraction]:
    """The chances of all that may come, every order by itself: the key of the position, and what came."""
    found: dict[tuple[Hashable, frozenset[Action]], Fraction] = defaultdict(Fraction)

    def follow(here: State, chance: Fraction, come: tuple[Action, ...]) -> None:
        events = game.chance(here)
        if not events:
            found[game.key(here), frozenset(come)] += chance
        for event, weight in events:
            share = Fraction(weight, sum(each for _, each in events))
            follow(game.apply(here, event), chance * share, (*come, event))

    follow(state, Fraction(1), ())
    return found


def test_three_of_four_cards_two_of_them_equal() -> None:
    game, state = drawing_three(["Militia", "Militia", "Torch", "Dagger"], [])

    found = draw_outcomes(game, state)

    # 4 ways to leave one card: each Militia (the same set), the Torch, the Dagger
    assert {
        tuple(event.card for event in each.events if isinstance(event, Draw)): each.weight for each in found
    } == {
        ("dagger", "militia", "torch"): 2,
        ("dagger", "militia", "militia"): 1,
        ("militia", "militia", "torch"): 1,
    }


@pytest.mark.parametrize("seed", range(40))
def test_sets_have_the_chances_of_all_their_orders(seed: int) -> None:
    random = Random(seed)
    deck = random.choices(CARDS[: random.randint(2, 6)], k=random.randint(2, 9))
    game, state = drawing_three(deck, random.choices(CARDS, k=random.randint(0, 3)))
    if not game.chance(state):
        return
    expected: dict[Hashable, Fraction] = defaultdict(Fraction)
    for (key, _), chance in one_by_one(game, state).items():
        expected[key] += chance

    found: dict[Hashable, Fraction] = defaultdict(Fraction)
    coming = draw_outcomes(game, state)
    for each in coming:  # where the deck runs out, more may come by chance
        share = Fraction(each.weight, sum(other.weight for other in coming))
        for (key, _), chance in one_by_one(game, each.state).items():
            found[key] += share * chance

    assert found == expected


@pytest.mark.parametrize("seed", range(20))
def test_every_order_leads_to_one_of_the_sets(seed: int) -> None:
    random = Random(seed)
    game, state = drawing_three(random.choices(CARDS, k=random.randint(4, 7)), [])
    sets = {each.events: game.key(each.state) for each in draw_outcomes(game, state)}
    if any(len(events) < 3 for events in sets):
        return

    def follow(here: State, drawn: tuple[Action, ...]) -> None:
        for event, _ in game.chance(here):
            after, come = game.apply(here, event), completed(game, here, drawn, event, 3)
            if come is None:
                follow(after, (*drawn, event))
            else:
                assert sets[come] == game.key(after)

    follow(state, ())


def test_where_there_are_too_many_sets_the_cards_come_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    assert MANY >= 364  # three of fourteen different cards
    monkeypatch.setattr("tsolve.cardkit.chances.MANY", 9)
    game, state = drawing_three(
        ["Militia", "Torch", "Dagger"] * 2, []
    )  # 10 ways to choose three of three kinds

    assert [each.events for each in draw_outcomes(game, state)] == [
        ((event),) for event, _ in game.chance(state)
    ]
