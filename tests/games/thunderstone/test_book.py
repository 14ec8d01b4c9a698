"""What a book works out about its cards, and whose cards score. (TS-17.2)"""

from __future__ import annotations

from copy import copy
from random import Random

import pytest
from msgspec.structs import replace

from tests.games.thunderstone.builders import book, dungeon, player, position, position_of, ruleset
from tsolve.games.thunderstone.actions import Use
from tsolve.games.thunderstone.book import Book, shared
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.game import Thunderstone, all_victory_points, owned, victory_points, winners
from tsolve.games.thunderstone.planning import card_facts
from tsolve.games.thunderstone.state import State

READINGS = ruleset().readings()
CARDS = ruleset().under(READINGS)
ASKED = [each for room in (Book, card_facts) for each in vars(room).values() if isinstance(each, shared)]
KEPT = {"id", "name", "kind", "provenance", "group", "level"}


def _other_card(random: Random, card: Card) -> Card:
    """The card with some facts and effects of another one of its kind, or without them."""
    others = [each for each in CARDS.values() if each.kind == card.kind]
    fields = [field for field in Card.__struct_fields__ if field not in KEPT]
    taken = random.sample(fields, 6)
    return replace(card, **{field: getattr(random.choice(others), field) for field in taken})


@pytest.mark.parametrize("seed", range(12))
def test_a_book_with_some_other_cards(seed: int) -> None:
    random = Random(seed)
    cards = dict(CARDS)
    for name in random.sample(sorted(cards), 30):
        cards[name] = _other_card(random, cards[name])
    gone = random.choice(sorted(cards))
    del cards[gone]

    book, alone = Book(cards, READINGS, Book(CARDS, READINGS)), Book(cards, READINGS)

    assert gone in book.changed
    assert {each.name: each(book) for each in ASKED} == {each.name: each(alone) for each in ASKED}


def test_the_changes_matter() -> None:
    assert len(ASKED) > 20
    book = Book({**CARDS, "torch": replace(CARDS["torch"], kind="hero")}, READINGS, Book(CARDS, READINGS))
    assert book.changed == {"torch"}
    assert "torch" in book.heroes
    assert "torch" not in book.other.heroes  # type: ignore[union-attr]


def test_copies_work_things_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    heroes = vars(Book)["heroes"]
    find = heroes.find

    def noticed(book: Book) -> frozenset[str]:
        asked.append(book)
        found: frozenset[str] = find(book)
        return found

    monkeypatch.setattr(heroes, "find", noticed)
    book = Book(CARDS, READINGS)
    again, same_cards = copy(book), Book(CARDS, READINGS, book)
    assert copy(again).heroes == book.heroes == same_cards.heroes
    assert len(asked) == 1


def test_cards_of_all_zones_count() -> None:
    """Griffon 4 (hand) + Goodberries 1 (deck) + Sphinx 7 (discard) = 12; Stone 3 + Dwarf Sentinel 2 = 5."""
    other = player(hand=["Stone of Mystery"], deck=["Dwarf Sentinel"], discard=["Disease"])
    state = position(["Griffon", "Militia"], deck=["Goodberries"], discard=["Sphinx"], others=[other])
    assert all_victory_points(book(), state) == [4 + 1 + 7, 3 + 2]
    assert Thunderstone(book()).scores(state) == [12, 5]


def test_a_tie_goes_to_whoever_has_a_thunderstone_among_the_cards() -> None:
    """Stone 3 against Kingdom 3: nobody has taken the Stone in this turn, but its owner is known."""
    state = position(["Kingdom"], others=[player(discard=["Stone of Mystery"]), player(hand=["Pegasus"])])

    assert all_victory_points(book(), state) == [3, 3, 2]
    assert winners(book(), state) == (1,)


def test_experience_points_do_not_count() -> None:
    assert all_victory_points(book(), position(["Militia"], xp=9)) == [0, 0]


def test_a_borrowed_hero_belongs_to_its_owner() -> None:
    """The Dwarf Sentinel (2 VP) fights for the first player and scores for the second; the Theurge has 1."""
    other = player(hand=["Dwarf Sentinel"])
    table = dungeon(["Selurin Theurge", "Militia"], ["Griffon"], others=[other])
    table.do("use Selurin Theurge", "player 1 discards Militia", "borrow Dwarf Sentinel from player 2")
    assert table.hand == ["Selurin Theurge", "Dwarf Sentinel"]
    assert all_victory_points(book(), table.state) == [1, 2]


def test_what_is_owned_is_counted_once() -> None:
    state = position(["Torch"], deck=["Dagger"], discard=["Militia"])
    assert sorted(owned(state, 0)) == ["dagger", "militia", "torch"]
    assert owned(state, 1) == []


def scored(*points: int) -> State:
    """Players with that many Griknack Goblins, of 1 VP each."""
    hands = [player(hand=[f"{count} x Griknack Goblin"] if count else []) for count in points]
    return replace(position([], others=hands[1:]), players=tuple(hands))


@pytest.mark.parametrize(
    ("points", "stone_owner", "expected"),
    [
        ((3, 1), -1, (0,)),
        ((1, 3), 0, (1,)),  # the Thunderstone breaks ties only
        ((2, 2), 1, (1,)),
        ((2, 2), -1, (0, 1)),  # nobody has it: shared
        ((2, 2, 1), 2, (0, 1)),  # its owner is not among the best
        ((2, 5, 5), 2, (2,)),
    ],
)
def test_winners(points: tuple[int, ...], stone_owner: int, expected: tuple[int, ...]) -> None:
    assert winners(book(), replace(scored(*points), stone_owner=stone_owner)) == expected


def test_the_points_of_a_stone_that_is_lost_hang_on_what_else_is_owned() -> None:
    here = position_of("""
        turn: dungeon
        hand: [Burnt Offering, Stone of Scorn, Militia]
        deck: []
        players: {others: [{hand: [Griffon], deck: []}]}
        hall: [Blink Dog, Wraith, Ghost]
        """)
    stone = next(index for index, member in enumerate(here.state.party) if member.card == "stone_of_scorn")
    offering = next(
        use for use in here.game.legal_actions(here.state) if isinstance(use, Use) and use.price == stone
    )

    after = here.game.apply(here.state, offering)

    # before: 1 for the Stone and 4 for the fewest Monsters (none against one); without it nothing
    assert all_victory_points(here.book, here.state)[0] == 5
    assert all_victory_points(here.book, after)[0] == 0
    assert victory_points(here.book, after) == -5
