"""Whatever a step says about the use of a card is read, or refused by naming the words that are too much."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from tests.copied import comes_to, played, steps_told
from tests.games.thunderstone.builders import card_id, mixed_book, position, ruleset
from tsolve import api
from tsolve.contract.step_reader import Written
from tsolve.errors import InputError
from tsolve.games.thunderstone.actions import Action, Use, Visit
from tsolve.games.thunderstone.cards import Ability, Card
from tsolve.games.thunderstone.effects.ability_bonuses import Throw
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn.hand import pays_for
from tsolve.games.thunderstone.writing.reading import Wording, read

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
    return read(GAME, ruleset(), state, text, wording=_DroppedRule)


class _DroppedRule(Wording):
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
        ("on second Militia", {"hero", "spell", "rank", "hall"}),  # "on Militia" may say what it destroys
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


DUNGEON = """
game: thunderstone
turn: dungeon
hand: [Banish, Militia, Dagger, Torch, Thyrian Squire, Regian Priest, Selurin Theurge, Lorigg Outlaw]
deck: [Militia, Militia, Militia]
hall: [Uyril Unending, Nixie, Kingdom]
dungeon_deck: [Griffon]
players: {others: [{hand: [Militia, Torch, Dagger, Regian Cleric], deck: []}]}
"""
DRAGONSPIRE = """
game: thunderstone
sets: [dragonspire, base]
turn: dungeon
hand: [Polymorph, Thunder Ring, Chulian Looter, Half-Orc Dervish, Scout, Torch, Iron Rations]
deck: [Militia, Torch, Dagger, Torch]
players: {others: [{hand: [Militia, Torch, Dagger, Polearm], deck: [Torch]}]}
hall: [Uyril Unending, Nixie, Kingdom]
dungeon_deck: [Griffon, Succubus, Nixie]
"""
VILLAGE = """
game: thunderstone
turn: village
hand: [Trader, Quartermaster, Scout, Militia, Torch, Terakian Defender, Disease]
deck: [Militia, Torch, Dagger, Torch, Torch]
village: {Feast: 2, Town Guard: 2}
"""
SAID = [
    (DUNGEON, "use Banish on Nixie destroying Banish", ["use Banish on Nixie", "destroy Banish"]),
    (DUNGEON, "use Banish on Nixie destroying itself", ["use Banish on Nixie", "destroy Banish"]),
    (DUNGEON, "use Banish destroying Militia on Nixie", ["use Banish on Nixie", "destroy Militia"]),
    (DUNGEON, "use Banish on Nixie and destroy Militia", ["use Banish on Nixie", "destroy Militia"]),
    (
        DUNGEON,
        "use Banish to send Nixie down, then destroy Torch",
        ["use Banish to send Nixie down", "destroy Torch"],
    ),
    (
        DUNGEON,
        "use Banish: arrange the Hall as Kingdom, Nixie, Uyril Unending; destroy Torch",
        ["use Banish: arrange the Hall as Kingdom, Nixie, Uyril Unending", "destroy Torch"],
    ),
    (
        DUNGEON,
        "use Banish on Nixie, then destroy Militia and draw Militia",
        ["use Banish on Nixie", "destroy Militia", "draw Militia"],
    ),
    (DUNGEON, "use Regian Priest drawing Militia", ["use Regian Priest", "draw Militia"]),
    (DUNGEON, "use Lorigg Outlaw discarding Torch", ["use Lorigg Outlaw", "player 2 discards Torch"]),
    (DUNGEON, "equip Dagger on Militia and attack Nixie", ["equip Dagger on Militia", "attack Nixie"]),
    (
        DUNGEON,
        "use Selurin Theurge, discard Militia, player 2 discards Regian Cleric and borrow Regian Cleric",
        ["use Selurin Theurge", "discard Militia", "player 2 discards Regian Cleric", "borrow Regian Cleric"],
    ),
    (DRAGONSPIRE, "use Polymorph on Nixie", ["use Polymorph", "swap Nixie"]),
    (DRAGONSPIRE, "use Polymorph to swap Nixie", ["use Polymorph", "swap Nixie"]),
    (
        DRAGONSPIRE,
        "use Thunder Ring on player 2, draw Militia",
        ["use Thunder Ring on player 2", "draw Militia"],
    ),
    (
        DRAGONSPIRE,
        "use Chulian Looter, discarding Dagger",
        ["use Chulian Looter", "player 2 discards Dagger"],
    ),
    (
        DRAGONSPIRE,
        "use Half-Orc Dervish destroying Torch, player 2 discards Militia",
        ["use Half-Orc Dervish destroying Torch", "player 2 discards Militia"],
    ),
    (
        DRAGONSPIRE,
        "use Scout putting back Nixie, Griffon, Succubus",
        ["use Scout", "put back Nixie, Griffon, Succubus"],
    ),
    (
        VILLAGE,
        "use Trader destroying Torch for Town Guard",
        ["use Trader destroying Torch", "take Town Guard"],
    ),
    (VILLAGE, "use Trader destroying Torch to take Feast", ["use Trader destroying Torch", "take Feast"]),
    (
        VILLAGE,
        "use Quartermaster discarding Militia and Terakian Defender",
        ["use Quartermaster", "discard Militia", "discard Terakian Defender"],
    ),
    (
        VILLAGE,
        "use Scout and put back Torch, Militia, Torch",
        ["use Scout", "put back Torch, Militia, Torch"],
    ),
]


@pytest.mark.parametrize(("table", "text", "steps"), SAID)
def test_the_steps_are_told_in_words_that_work(
    table: str, text: str, steps: list[str], tmp_path: Path
) -> None:
    assert comes_to(tmp_path, table, text, steps)


def test_where_the_target_is_left_open_too_an_example_is_told(tmp_path: Path) -> None:
    # Banish needs a Monster to send down, and the text names none.
    first, second = steps_told(tmp_path, DUNGEON, "use Banish destroying Banish")
    assert (first, second) == ("use Banish on Kingdom", "destroy Banish")


def test_a_choice_that_comes_between_is_told(tmp_path: Path) -> None:
    # Player 1 discards before player 2, and player 2 before anything is borrowed.
    with pytest.raises(InputError, match="then comes a choice, such as `player 1 discards Lorigg Outlaw`"):
        played(tmp_path, DUNGEON, ["use Selurin Theurge borrowing Regian Cleric"])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("use Banish on Nixie destroying Feast", "Feast is not in your hand"),
        ("use Banish on Nixie and destroy Feast", "Feast is not in your hand"),
        ("use Feast and attack Nixie", "Feast is not in your hand"),
        # Banish destroys; it lets nobody discard, and it moves one Monster.
        ("use Banish on Nixie discarding Torch", '"discarding Torch" is not something that Banish does'),
        ("use Banish on Nixie on Kingdom", '"on Kingdom" is not something that Banish does'),
    ],
)
def test_what_is_illegal_in_steps_as_well_is_refused(text: str, reason: str, tmp_path: Path) -> None:
    (refused,) = played(tmp_path, DUNGEON, [text])
    assert refused.startswith(reason)


def test_a_misspelt_name_is_reported_with_the_file(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        played(tmp_path, DUNGEON, ["use Banish on Nixxie and destroy Militia", "attack Kingdomm"])
    assert len(caught.value.diagnostics) == 2


@pytest.mark.parametrize(
    "text", ["use Banish on Nixie destroying Banish", "use Banish on Nixie and destroy Torch"]
)
def test_a_why_not_tells_them_too(text: str, tmp_path: Path) -> None:
    file = tmp_path / "position.yaml"
    file.write_text(DUNGEON, encoding="utf-8")
    with pytest.raises(InputError, match="write `use Banish on Nixie`, then `destroy"):
        api.why_not(api.load(file), text)


def test_a_card_with_mistakes_is_reported_where_it_is_defined(tmp_path: Path) -> None:
    table = """
game: thunderstone
turn: dungeon
hand: [My Card]
cards: {My Card: {kind: village, abilities: [{when: dungeon, do: [{kind: feed}]}]}}
hall: [Nixie, none, none]
"""
    with pytest.raises(InputError) as caught:
        played(tmp_path, table, ["use My Card on Nixie"])
    assert [each.code for each in caught.value.diagnostics] == ["E203"]  # strength is missing


TABLE = """
game: thunderstone
turn: dungeon
hand: [{hand}]
deck: [Torch, Torch]
hall: [Uyril Unending, Nixie, Kingdom]
dungeon_deck: [Griffon]
"""
DOWN = [
    "send Nixie down",
    "send down Nixie",
    "send Rank 2 down",
    "send Nixie to the bottom of the Dungeon Deck",
    "put Nixie on the bottom of the deck",
    "use {card} on Nixie",
    "use {card} to send Nixie down",
    "use {card} and send Nixie down",
    "use {card} sending Nixie to the bottom",
    "{card} sends Nixie down",
    "{card} Nixie",
]
TAKEN = [
    "take Nixie",
    "Thyrian Lord takes Nixie",
    "use Thyrian Lord taking Nixie",
    "use Thyrian Lord destroying Iron Rations to take Nixie",
]


@pytest.mark.parametrize("text", DOWN)
@pytest.mark.parametrize("card", ["Banish", "Elf Archmage"])
def test_a_monster_is_sent_down(card: str, text: str, tmp_path: Path) -> None:
    # The Hall is refilled from the Dungeon Deck: Griffon comes to Rank 3, and Nixie is gone.
    table = TABLE.format(hand=f"{card}, Militia")
    follows = ["destroy Militia"] if card == "Banish" else []
    assert played(tmp_path, table, [text.format(card=card), *follows, "attack Griffon"]) == [""] * (
        2 + len(follows)
    )
    *_, refused = played(tmp_path, table, [text.format(card=card), *follows, "attack Nixie"])
    assert refused == "Nixie does not stand in the Hall"


@pytest.mark.parametrize("text", TAKEN)
def test_a_monster_is_taken(text: str, tmp_path: Path) -> None:
    # Nixie is worth 1 VP; Iron Rations are the only Food.
    table = TABLE.format(hand="Thyrian Lord, Iron Rations")
    assert played(tmp_path, table, [text, "attack Kingdom"]) == ["", ""]
    assert played(tmp_path, table, [text, "attack Nixie"])[1] == "Nixie does not stand in the Hall"


def test_a_card_in_another_language_sends_down(tmp_path: Path) -> None:
    table = TABLE.format(hand="Wypędzenie, Militia")
    assert played(tmp_path, table, ["Wypędzenie sends Nixie down", "destroy Militia"]) == ["", ""]


def test_the_hall_is_arranged_by_whatever_card_may(tmp_path: Path) -> None:
    order = "arrange the Hall as Kingdom, Nixie, Uyril Unending"
    assert played(tmp_path, TABLE.format(hand="Elf Archmage, Banish"), [order]) == [""]
    reason = "no card of your hand arranges the Hall"
    assert played(tmp_path, TABLE.format(hand="Elf Archmage"), [order]) == [reason]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("take Kingdom", "Kingdom is worth 3 VP, not 1 or 2"),
        ("send Succubus down", "Succubus is not in the Dungeon"),
        ("swap Nixie", "nothing calls for that now"),
        ("use Elf Archmage taking Nixie", '"taking Nixie" is not something that Elf Archmage does'),
    ],
)
def test_what_no_card_does_is_refused(text: str, reason: str, tmp_path: Path) -> None:
    table = TABLE.format(hand="Thyrian Lord, Elf Archmage, Iron Rations")
    (refused,) = played(tmp_path, table, [text])
    assert refused.startswith(reason)


def test_a_swap_needs_the_card_that_turns_one_up(tmp_path: Path) -> None:
    table = TABLE.format(hand="Polymorph")
    reason = "first `use Polymorph`, then say which Monster is swapped"
    assert played(tmp_path, table, ["swap Nixie"]) == [reason]
    assert played(tmp_path, table, ["use Polymorph", "swap Nixie"]) == ["", ""]
