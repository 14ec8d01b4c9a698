"""Whatever a step says about the use of a card is read, or refused by naming the words that are too much.

What each ability asks for is taken from the cards' own facts (price, discard, target), not from the reader.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import product

import pytest

from tests.games.thunderstone.builders import card_id, mixed_book, position, ruleset
from tsolve.games.thunderstone.actions import Action, Use, Visit
from tsolve.games.thunderstone.cards import Ability, Card
from tsolve.games.thunderstone.effects.ability_bonuses import Throw
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn.hand import pays_for
from tsolve.games.thunderstone.writing.reading import Wording, read
from tsolve.turns.narration import Written

GIVEN = ("Disease", "Torch", "Iron Rations", "Militia", "Militia", "Short Sword", "Banish", "Regian Priest")
"""Cards of all kinds that may be given up or aimed at, one of them twice."""
HALL = ["Pegasus", "Nixie", "Kingdom"]
GAME = Thunderstone(mixed_book())
ABLE = [card for card in mixed_book().cards.values() if card.abilities]
CASES = [(card, when) for card in ABLE for when in dict.fromkeys(a.when for a in card.abilities)]


@cache
def table(card: str, when: str) -> State:
    """The card at the head of a hand that holds something of every kind."""
    start = position([card, *GIVEN], HALL, deck=["Torch"] * 6, dungeon=["Griffon"] * 3, xp=9)
    return GAME.apply(start, Visit(when))  # type: ignore[arg-type]


def said(state: State, text: str) -> Written:
    return read(GAME, ruleset(), state, text, wording=_Lenient)


class _Lenient(Wording):
    """What a text leaves open may be anything: here it matters what it says."""

    def only_legal(self, actions: Iterable[Action]) -> Written:
        return self.first_legal(dict.fromkeys(actions))


def legal(state: State, written: Written) -> bool:
    return written.is_whole and GAME.why_not(state, written.action) is None


def own(card: Card, when: str) -> list[Ability]:
    return [ability for ability in card.abilities if ability.when == when]


def aims(ability: Ability) -> set[str]:
    return {str(effect.target) for effect in ability.do} - {"none"}


def throws(ability: Ability) -> bool:
    return any(isinstance(effect, Throw) for effect in ability.do)


@pytest.mark.parametrize(("card", "when"), CASES, ids=lambda each: getattr(each, "id", each))
def test_what_is_given_up_is_the_price_or_the_text_is_refused(card: Card, when: str) -> None:
    for paying, given in product(("destroying", "discarding"), dict.fromkeys(GIVEN)):
        check_price(card, when, paying, given)


def check_price(card: Card, when: str, paying: str, given: str) -> None:
    state = table(card.name, when)
    written = said(state, f"use {card.name} {paying} {given}")
    asks = [
        each
        for each in card.abilities
        if each.price and (each.discard is not None) == (paying == "discarding")
    ]
    itself = (
        card.name == given
        and paying == "destroying"
        and any(each.destroy == "self" for each in card.abilities)
    )

    if not asks and not itself:
        assert written.beyond is not None
        assert f'"{paying} {given}" is not something that {card.name} does' in written.beyond[0]
        assert all(ability.say() in written.beyond[0] for ability in card.abilities)
        return
    assert written.beyond is None
    assert isinstance(written.action, Use)
    meant = card.abilities[written.action.ability]
    if meant.destroy == "self":
        assert itself
        return
    assert meant in asks
    assert state.party[written.action.price].card == card_id(given)
    price = meant.price
    if legal(state, written):
        assert price is not None
        assert pays_for(price, GAME.book.card(card_id(given)))


@pytest.mark.parametrize(("card", "when"), CASES, ids=lambda each: getattr(each, "id", each))
@pytest.mark.parametrize(
    "words", ["itself", "it", "this card", "NAME", "NAME #1", "first NAME", "the 1st NAME"]
)
def test_a_card_that_is_said_to_destroy_itself_does(card: Card, when: str, words: str) -> None:
    state = table(card.name, when)
    if card.name in GIVEN:
        return  # a copy of it lies in the hand, which may be the price
    written = said(state, f"use {card.name} destroying {words.replace('NAME', card.name)}")
    itself = [each for each in card.abilities if each.destroy == "self" or throws(each)]
    own_price = [each for each in card.abilities if each.destroy and each.itself]

    if itself:
        assert isinstance(written.action, Use)
        assert card.abilities[written.action.ability] in itself
        assert written.beyond is None
    elif own_price:
        assert isinstance(written.action, Use)
        assert written.beyond is None
        assert card.abilities[written.action.ability] in own_price
        assert written.action.price == written.action.card == 0
    else:
        assert not legal(state, written)


@pytest.mark.parametrize(("card", "when"), CASES, ids=lambda each: getattr(each, "id", each))
@pytest.mark.parametrize(
    ("target", "kinds"),
    [
        ("on second Militia", {"hero", "spell", "rank", "hall"}),
        ("for Militia #2", {"hero", "spell", "rank", "hall"}),
        ("on Nixie", {"hero", "spell", "rank", "hall"}),
        ("on Rank 2", {"rank", "hall"}),
        ("against Nixie", {"rank", "hall"}),
        ("on player 2", {"player"}),
        ("naming Monster", {"kind"}),
        ("naming Militia", set()),
    ],
)
def test_a_target_belongs_to_an_ability_that_asks_for_one(
    card: Card, when: str, target: str, kinds: set[str]
) -> None:
    state = table(card.name, when)
    asked = set().union(*(aims(each) for each in card.abilities))
    if target == "on Rank 2" and asked & {"hero", "spell"}:
        return  # no name of a card: an error of its own
    written = said(state, f"use {card.name} {target}")

    if not asked & kinds:
        assert written.beyond is not None
        assert f'"{target}" is not something that {card.name} does' in written.beyond[0]
        return
    assert written.beyond is None
    assert isinstance(written.action, Use)
    use = written.action
    if not written.absent:
        where = aims(card.abilities[use.ability])
        if where & {"hero", "spell"}:
            assert use.target == 5  # the card itself, then Disease, Torch, Rations, Militia, Militia
        elif where & {"rank", "hall"}:
            assert use.target == 2
        else:
            assert use.target == {"on player 2": 1, "naming Monster": 2}[target]
    else:
        assert not legal(state, written)
        assert written.where == ("in the Dungeon" if "Militia" in target else "in your hand")


@pytest.mark.parametrize(("card", "when"), CASES, ids=lambda each: getattr(each, "id", each))
def test_the_words_of_an_ability_and_an_order_of_the_hall_belong_to_it(card: Card, when: str) -> None:
    state = table(card.name, when)
    arranging = said(state, f"use {card.name}: arrange the Hall as Kingdom, Nixie, Pegasus")
    other = said(state, f"use {card.name} (sing a song)")

    assert other.beyond is not None
    assert '"(sing a song)" is not something' in other.beyond[0]
    if any("hall" in aims(each) for each in card.abilities):
        assert isinstance(arranging.action, Use)
        assert arranging.action.order == (3, 2, 1)
    else:
        assert arranging.beyond is not None
    for number, ability in enumerate(card.abilities):
        words = ability.say().partition(": ")[2]
        written = said(state, f"use {card.name} ({words})")
        assert isinstance(written.action, Use)
        assert card.abilities[written.action.ability].say().partition(": ")[2] == words
        assert ability.when != when or card.abilities[written.action.ability].when == when, number


@pytest.mark.parametrize(("card", "when"), CASES, ids=lambda each: getattr(each, "id", each))
def test_a_clause_that_comes_twice_is_too_much(card: Card, when: str) -> None:
    state = table(card.name, when)
    for text in (
        "destroying Disease destroying Torch",
        "on Nixie on Pegasus",
        "discarding Torch destroying Torch",
    ):
        written = said(state, f"use {card.name} {text}")
        assert written.beyond is not None, text
