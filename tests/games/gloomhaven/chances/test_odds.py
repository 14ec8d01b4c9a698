"""`odds` of attacks against every order of small decks, dealt from the rules alone, and by hand."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from random import Random

import pytest

from tests.games.gloomhaven.chances import enumeration
from tests.games.gloomhaven.chances.enumeration import Hit
from tsolve import api
from tsolve.errors import UnsupportedError, UsageError
from tsolve.model.odds import DeckOdds
from tsolve.source.data import Data
from tsolve.turns.odds.answer import bars_of

CARDS = ("+0", "+1", "-1", "+2", "-2", "x2", "null", "bless", "curse", "rolling +1", "rolling +2")


def asked(**keys: Data) -> DeckOdds:
    """The odds of attacks with the deck as the file has it."""
    answer = api.odds(api.position(game="gloomhaven", **keys))
    return answer.decks[-1]


def damage_of(deck: DeckOdds, target: str) -> dict[int, Fraction]:
    """The chances of damage to a target."""
    (found,) = (
        figure
        for row, figure in deck.figures()
        if figure.id == "damage" and (row is None or row.name == target)
    )
    spread: dict[int, Fraction] = defaultdict(Fraction)
    for bar in bars_of(found):
        spread[bar.number] += Fraction(bar.chance.exact)
    return dict(spread)


def kill_of(deck: DeckOdds, target: str) -> Fraction:
    (found,) = (
        figure
        for row, figure in deck.figures()
        if figure.id == "kill" and row is not None and row.name == target
    )
    return Fraction(found.estimate.exact)


@pytest.mark.parametrize("first", range(0, 300, 100))
def test_odds_are_those_of_every_order_of_the_deck(first: int) -> None:
    """One to three attacks on one or two targets, which may die in between, with decks of up to six cards."""
    for seed in range(first, first + 100):
        random = Random(seed)
        shuffled = random.choices(CARDS, k=random.randint(2, 5))
        if all(card.startswith("rolling") for card in shuffled):
            shuffled.append("+0")
        top = random.choices(CARDS, k=random.choice((0, 0, 1)))
        points = {"One": random.randint(1, 6), "Two": random.randint(1, 6)}
        hits: list[Hit] = []
        attacks: list[Data] = []
        for _ in range(random.randint(1, 3)):
            way, target = (
                random.choice(("normal", "advantage", "disadvantage")),
                random.choice(("One", "Two")),
            )
            value, shield, pierce = random.randint(1, 4), {"One": 1, "Two": 0}[target], random.choice((0, 1))
            hits.append(Hit(value, shield, pierce, way, target))
            keys: dict[str, Data] = {} if way == "normal" else {way: True}
            known = any(hit.target == target for hit in hits[:-1])
            against: Data = target if known else {"name": target, "hp": points[target], "shield": shield}
            attacks.append(
                {"attack": str(value), "by": "Brute", "against": against, "pierce": pierce, **keys}
            )

        deck = asked(attacks=attacks, deck={"top": top, "rest": shuffled})

        for target in {hit.target for hit in hits}:
            wanted: dict[int, Fraction] = defaultdict(Fraction)
            dead = Fraction(0)
            for damages, chance in enumeration.joint(top, shuffled, (), hits, points).items():
                taken = sum(each for hit, each in zip(hits, damages, strict=True) if hit.target == target)
                wanted[taken] += chance
                dead += chance if taken >= points[target] else 0
            assert damage_of(deck, target) == dict(wanted), (seed, attacks, top, shuffled)
            assert kill_of(deck, target) == dead, seed


def test_the_turn_of_a_monster() -> None:
    """Attack 2 on the Brute with 3 hit points, standard deck: +1, +2 and x2 kill, 7 of 20 cards."""
    deck = asked(
        map={"size": [2, 1]},
        turn="Guard 1",
        monsters={"Guard 1": {"at": [0, 0], "stats": {"hp": 5, "move": 2, "attack": 2}}},
        characters={"Brute": {"at": [1, 0], "hp": 3, "initiative": 20}},
    )
    assert kill_of(deck, "Brute") == Fraction(7, 20)


def test_a_choice_before_the_attack_is_asked_for() -> None:
    """Two enemies are equal as a focus: the players choose first."""
    with pytest.raises(UsageError, match="players choose first: focus A or focus B"):
        asked(
            map={"size": [3, 1]},
            turn="Guard 1",
            monsters={"Guard 1": {"at": [1, 0], "stats": {"hp": 5, "move": 2, "attack": 2}}},
            characters={
                "A": {"at": [0, 0], "hp": 3, "initiative": 20},
                "B": {"at": [2, 0], "hp": 3, "initiative": 20},
            },
        )


def test_no_attack_is_said_so() -> None:
    with pytest.raises(UsageError, match="no attack is to come"):
        asked(
            map={"size": [3, 1]},
            turn="Guard 1",
            monsters={"Guard 1": {"at": [0, 0], "stats": {"hp": 5, "move": 0, "attack": 2}}},
            characters={"A": {"at": [2, 0], "hp": 3, "initiative": 20}},
        )


def test_cards_that_come_are_no_question_here() -> None:
    opened = api.loads("game: gloomhaven\nattacks: [{attack: 3}]\n")
    with pytest.raises(UsageError, match="takes no `--event`"):
        api.odds(opened, events=["x2"])


def test_attacks_without_a_map_say_what_to_ask() -> None:
    opened = api.loads("game: gloomhaven\nattacks: [{attack: 3}]\n")
    with pytest.raises(UnsupportedError, match="ask for their `odds`"):
        api.solve(opened)
