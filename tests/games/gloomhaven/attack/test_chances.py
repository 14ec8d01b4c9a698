"""Chances of attacks, against every order of small decks, and against arithmetic by hand."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from random import Random

import pytest

from tests.games.gloomhaven.attack import oracle
from tests.games.gloomhaven.attack.oracle import Hit
from tsolve.budget import Budget, SpentError, allow
from tsolve.cardkit import piles
from tsolve.errors import UndecidedError
from tsolve.games.gloomhaven.attack_chances import (
    Blow,
    damage_chances,
    damages,
    deaths,
    expected,
    follow,
    is_long_enough,
    joint,
    kill_chances,
    totals,
)
from tsolve.games.gloomhaven.modifiers import Deck, Way, shuffled_in, standard
from tsolve.games.gloomhaven.turn.damage import Defence, Part, SingleAttack

CARDS = (
    *("+0", "+1", "-1", "+2", "-2", "x2", "null", "bless", "curse"),
    *("rolling +1", "rolling +2", "rolling pierce 2", "rolling muddle", "rolling -1"),
    *("+1 stun", "+0 stun", "+0 fire", "+2 pierce 1"),
)
WAYS: tuple[Way, ...] = ("normal", "advantage", "disadvantage")
TWENTIETH = Fraction(1, 20)


def blow_of(hit: Hit, way: Way) -> Blow:
    shields = (Part("shield", hit.shield),) if hit.shield else ()
    return Blow(SingleAttack(hit.value, pierce=hit.pierce), Defence(shields), way, hit.target)


def random_hits(random: Random, count: int) -> tuple[list[Hit], list[Blow]]:
    hits, blows = [], []
    for _ in range(count):
        way = random.choice(WAYS)
        hit = Hit(
            random.randint(0, 4), random.choice((0, 0, 1, 3)), random.choice((0, 1)), way, random.choice("ab")
        )
        hits.append(hit)
        blows.append(blow_of(hit, way))
    return hits, blows


def by_cards(deck: Deck, blows: list[Blow], is_reduced: bool = False) -> dict[tuple[int, ...], Fraction]:
    """All damages together by the rules alone, every card followed."""
    start: tuple[int, ...] = ()
    *_, last = follow(deck, blows, start, lambda made, _, dealt: (*made, dealt), lambda *_: True, is_reduced)
    return last


@pytest.mark.parametrize("seed", range(120))
def test_every_order_of_a_small_deck(seed: int) -> None:
    """Known cards on top, a reshuffle in between, targets that die: all as the orders of the cards say."""
    random = Random(seed)
    hits, blows = random_hits(random, random.randint(1, 3))
    top = random.choices(CARDS, k=random.choice((0, 0, 1, 2)))
    shuffled = random.choices(CARDS, k=random.randint(0, 5))
    discards = random.choices(CARDS[:14], k=random.randint(0, 3))
    life = random.choice(({}, {"a": 2}, {"a": 3, "b": 2}))
    deck = Deck(
        piles.stacked(piles.known(tuple(top)), piles.shuffled(tuple(shuffled))), tuple(sorted(discards))
    )

    assert damages(deck, blows, life) == oracle.joint(top, shuffled, discards, hits, life)


@pytest.mark.parametrize("seed", range(60))
def test_a_shuffled_deck_that_is_long_enough(seed: int) -> None:
    """What is counted at once, as the orders of the cards say; cards drawn for the dead change nothing."""
    random = Random(seed)
    hits, blows = random_hits(random, 2)
    shuffled = [*random.choices([card for card in CARDS if "rolling" not in card], k=4)]
    shuffled += random.choices([card for card in CARDS if "rolling" in card], k=3)
    assert is_long_enough(shuffled, blows, False)
    deck = Deck(piles.shuffled(tuple(shuffled)))

    assert joint(shuffled, blows) == oracle.joint([], shuffled, [], hits)
    for life in ({"a": 1}, {"a": 3, "b": 2}):
        assert damages(deck, blows, life) == oracle.joint([], shuffled, [], hits, life)


@pytest.mark.parametrize("seed", range(30))
def test_both_ways_of_counting_agree(seed: int) -> None:
    """On decks of which nobody can deal every order."""
    random = Random(seed)
    _, blows = random_hits(random, 3)
    deck = standard()
    more = random.choices(CARDS, k=random.randint(0, 4))
    cards = (*deck.cards(), *more) if seed % 2 else (*more, *random.sample(deck.cards(), 8))
    is_reduced = seed % 3 == 0

    assert is_long_enough(cards, blows, is_reduced)
    found = joint(cards, blows, is_reduced)
    assert found == by_cards(Deck(piles.shuffled(cards)), blows, is_reduced)
    assert sum(found.values()) == 1


def test_the_standard_deck() -> None:
    """GH-E40: attack 3 without shield."""
    found = damage_chances(standard(), Blow(SingleAttack(3)))

    twentieths = {0: 1, 1: 1, 2: 5, 3: 6, 4: 5, 5: 1, 6: 1}
    assert found == {amount: count * TWENTIETH for amount, count in twentieths.items()}
    assert list(found) == sorted(found)
    assert expected(found) == 3


def pairs(way: Way) -> dict[int, Fraction]:
    """Attack 3 by hand: of 20 cards with 3, 4, 2, 5, 1, 6, 0 the better or worse of two, C(20, 2) = 190.

    The largest is at most n where both are: with F cards of at most n there are F (F - 1) / 2 such pairs.
    """
    counts = {0: 1, 1: 1, 2: 5, 3: 6, 4: 5, 5: 1, 6: 1}
    found, below, so_far = {}, 0, 0
    for amount in sorted(counts, reverse=way == "disadvantage"):
        below += counts[amount]
        both = below * (below - 1) // 2
        found[amount] = Fraction(both - so_far, 190)
        so_far = both
    return {amount: share for amount, share in found.items() if share}


@pytest.mark.parametrize("way", ["advantage", "disadvantage"])
def test_the_better_and_the_worse_of_two(way: Way) -> None:
    """GH-6.12, GH-6.13: the pairs of the standard deck."""
    assert damage_chances(standard(), Blow(SingleAttack(3), way=way)) == pairs(way)


def test_advantage_in_numbers() -> None:
    """Both at most 2: 7 x 6 / 2 = 21 pairs, both at most 3: 13 x 12 / 2 = 78, and so on; a 6 in 19 of 190."""
    found = damage_chances(standard(), Blow(SingleAttack(3), way="advantage"))
    in_190 = {1: 1, 2: 20, 3: 57, 4: 75, 5: 18, 6: 19}
    assert found == {amount: Fraction(count, 190) for amount, count in in_190.items()}


def test_without_replacement() -> None:
    """Two attacks 3: the sum of two cards of the standard deck is 6 on average, and never 12 or 0."""
    blows = [Blow(SingleAttack(3), target="a")] * 2
    found = damages(standard(), blows)

    assert (6, 6) not in found
    assert (0, 0) not in found
    assert found[3, 3] == Fraction(6 * 5, 20 * 19)
    assert found[6, 0] == Fraction(1, 20 * 19)
    assert expected(totals(found, blows, "a")) == 6


def test_a_poisoned_target_with_a_shield() -> None:
    """GH-E26 as one card in twenty; +0 gives 2 + 1 - 1 = 2."""
    blow = Blow(SingleAttack(2), Defence((Part("shield", 1),), is_poisoned=True))
    found = damage_chances(standard(), blow)
    assert found[5] == TWENTIETH
    # -2 and null: 0; -1: 1; +0: 2; +1: 3; +2: 4; x2: 5
    assert found == {n: count * TWENTIETH for n, count in {0: 2, 1: 5, 2: 6, 3: 5, 4: 1, 5: 1}.items()}


def test_curses_come_more_often_than_they_stay() -> None:
    """GH-6.18: two cards, a curse and a +0. The curse is gone after it was drawn."""
    deck = shuffled_in(Deck(piles.shuffled(("+0",))), "curse")
    found = damages(deck, [Blow(SingleAttack(2))] * 3)
    # The curse comes first or second; then only the +0 is left, drawn again and again.
    assert found == {(0, 2, 2): Fraction(1, 2), (2, 0, 2): Fraction(1, 2)}


def test_rolling_chains() -> None:
    """Three cards, rolling +1 twice and +0: 0, 1 or 2 rolling ones come before the +0, each with 1/3.

    With advantage (GH-6.12): +0 first and a rolling one second still adds it: 1/3 + 1/3; both rolling: 1/3.
    With disadvantage (GH-6.13): always the +0.
    """
    deck = Deck(piles.shuffled(("rolling +1", "rolling +1", "+0")))
    third = Fraction(1, 3)
    assert damage_chances(deck, Blow(SingleAttack(2))) == {2: third, 3: third, 4: third}
    assert damage_chances(deck, Blow(SingleAttack(2), way="advantage")) == {3: 2 * third, 4: third}
    assert damage_chances(deck, Blow(SingleAttack(2), way="disadvantage")) == {2: Fraction(1)}


def test_reduced_randomness() -> None:
    """GH-16.1: attack 4 with x2 and null only: 6 and 2 in place of 8 and 0."""
    deck = Deck(piles.shuffled(("x2", "null")))
    half = Fraction(1, 2)
    assert damage_chances(deck, Blow(SingleAttack(4)), is_reduced=True) == {2: half, 6: half}
    assert damage_chances(deck, Blow(SingleAttack(4))) == {0: half, 8: half}
    known = Deck(piles.known(("x2",)))
    assert damage_chances(known, Blow(SingleAttack(4)), is_reduced=True) == {6: Fraction(1)}


def test_kills() -> None:
    """Attack 3 on 4 hit points, standard deck: +1, +2 and x2 kill at once, 7 of 20.

    Two attacks do not where they come to less than 4: 0 (one card) with 1, 2 or 3 (1, 5 and 6 cards), 1 (one
    card) with 2 (5 cards), in either order: 2 x (1 x 12 + 1 x 5) = 34 of 20 x 19 = 380.
    """
    found = kill_chances(standard(), [Blow(SingleAttack(3))] * 2, 4)
    assert found == (Fraction(7, 20), 1 - Fraction(34, 380))
    assert kill_chances(standard(), [], 4) == ()


@pytest.mark.parametrize("seed", range(12))
def test_kills_by_many_attacks(seed: int) -> None:
    """With more attacks than are counted at once, and through a reshuffle, as the damages say."""
    random = Random(seed)
    _, blows = random_hits(random, 5)
    cards = tuple(random.choices(CARDS, k=5))
    deck = Deck(piles.shuffled(cards), ("+0", "+1"))
    found = by_cards(deck, blows)
    wanted = [
        sum((chance for amounts, chance in found.items() if sum(amounts[: n + 1]) >= 6), Fraction(0))
        for n in range(5)
    ]
    assert list(kill_chances(deck, blows, 6)) == wanted


@pytest.mark.parametrize("seed", range(20))
def test_kills_from_a_shuffled_deck(seed: int) -> None:
    """As the damages say, for attacks of all kinds on one target."""
    random = Random(seed)
    _, blows = random_hits(random, 3)
    cards = (*random.choices(CARDS, k=8), "+0", "+1", "-1", "+0", "+2", "null")
    assert is_long_enough(cards, blows, is_reduced=False)
    found = joint(cards, blows)
    for life in (1, 3, 6):
        wanted = tuple(
            sum((chance for amounts, chance in found.items() if sum(amounts[:n]) >= life), Fraction(0))
            for n in (1, 2, 3)
        )
        assert kill_chances(Deck(piles.shuffled(cards)), blows, life) == wanted


def test_several_targets() -> None:
    """One attack ability on three figures (GH-6.1): each has its own card, out of one deck."""
    deck = Deck(piles.shuffled(("+0", "+1", "null")))
    blows = [Blow(SingleAttack(2), target=name) for name in "abc"]
    found = damages(deck, blows)
    assert set(found) == {(2, 3, 0), (2, 0, 3), (3, 2, 0), (3, 0, 2), (0, 2, 3), (0, 3, 2)}
    assert set(found.values()) == {Fraction(1, 6)}

    by_dead: dict[frozenset[str], Fraction] = defaultdict(Fraction)
    for amounts in found:
        by_dead[frozenset(name for name, amount in zip("abc", amounts, strict=True) if amount > 2)] += (
            Fraction(1, 6)
        )
    assert deaths(found, blows, dict.fromkeys("abc", 3)) == by_dead
    assert totals(found, blows, "b") == {0: Fraction(1, 3), 2: Fraction(1, 3), 3: Fraction(1, 3)}


def test_the_dead_are_not_attacked() -> None:
    """key.targets_declared: the first attack kills a, the second draws no card, so that the +1 is b's."""
    deck = Deck(piles.known(("+0", "+1", "-1")))
    blows = [Blow(SingleAttack(2), target=name) for name in "aab"]
    assert damages(deck, blows, {"a": 2}) == {(2, 0, 3): Fraction(1)}
    assert damages(deck, blows, {"a": 3}) == {(2, 3, 1): Fraction(1)}
    assert damages(deck, blows) == {(2, 3, 1): Fraction(1)}


def test_unknown_cards_are_said() -> None:
    deck = Deck(piles.stacked(piles.known(("+1",)), piles.UNKNOWN))
    assert damage_chances(deck, Blow(SingleAttack(2))) == {3: Fraction(1)}
    with pytest.raises(UndecidedError, match="the next modifier card is unknown"):
        damage_chances(deck, Blow(SingleAttack(2), way="advantage"))
    with pytest.raises(UndecidedError):
        kill_chances(Deck(piles.UNKNOWN), [Blow(SingleAttack(2))], 3)


def test_a_deck_without_cards() -> None:
    """Nothing modifies the attack."""
    assert damages(Deck(), [Blow(SingleAttack(2))] * 2) == {(2, 2): Fraction(1)}
    assert damages(standard(), []) == {(): Fraction(1)}


def long_deck() -> Deck:
    """The standard deck with ten curses, ten blesses and rolling cards."""
    rolling = ("rolling +1", "rolling +1", "rolling pierce 3", "rolling muddle", "rolling +2 fire")
    return Deck(piles.shuffled((*standard().cards(), *("curse", "bless") * 10, *rolling)))


def three(way: Way) -> list[Blow]:
    shield = Defence((Part("shield", 2),))
    return [Blow(SingleAttack(n), shield, way, name) for n, name in ((3, "a"), (4, "b"), (2, "a"))]


@pytest.mark.parametrize("way", WAYS)
def test_a_long_deck_takes_little_work(way: Way) -> None:
    """Steps are some ten microseconds each, so that this stays well below a tenth of a second."""
    with allow(Budget(steps=9_000)):
        assert sum(damages(long_deck(), three(way)).values()) == 1


def test_many_attacks_take_little_work() -> None:
    """Six attacks with advantage, ten curses and ten blesses; chances only grow."""
    deck = Deck(piles.shuffled((*standard().cards(), *("curse", "bless") * 10)))
    with allow(Budget(steps=40_000)):
        found = kill_chances(deck, [Blow(SingleAttack(3), way="advantage")] * 6, 25)
    assert list(found) == sorted(found)
    assert found[3] == 0  # four times 6 is not enough
    assert 0 < found[4] < found[5] < 1


def test_work_is_counted() -> None:
    with allow(Budget(steps=20)), pytest.raises(SpentError):
        damages(long_deck(), three("advantage"))
    with allow(Budget(steps=20)), pytest.raises(SpentError):
        kill_chances(long_deck(), three("advantage"), 5)
    known = Deck(piles.stacked(piles.known(("+1",)), long_deck().draw))
    with allow(Budget(steps=20)), pytest.raises(SpentError):
        damages(known, three("advantage"))
