"""What a book takes over from another one is what it would have worked out itself."""

from __future__ import annotations

from copy import copy
from random import Random

import pytest
from msgspec.structs import replace

from tests.games.thunderstone.builders import ruleset
from tsolve.games.thunderstone.book import Book, shared
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.planning import card_facts

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
