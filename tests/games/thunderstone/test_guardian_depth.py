"""How deep a Guardian lies after the set-up, under both readings of A-23. The Guardian is made up."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.thunderstone.builders import book
from tsolve.cardkit import piles
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.setup import Selection, lay_out, load_setup
from tsolve.rules.rulings import Provenance

WARDEN = Card("warden", "Warden", "guardian", Provenance(), health=9, xp=1)
CHOSEN = Selection(monsters=("Dragon", "Abyssal", "Ooze"), features=("warden",), stones=("stone_of_mystery",))


@pytest.mark.parametrize(
    ("reading", "first", "last"),
    [
        ("above_thunderstone_packet", 10, 20),
        ("same_bottom_ten", 20, 31),
    ],
)
def test_guardian_depth(reading: str, first: int, last: int) -> None:
    """30 Monsters. Above the Thunderstone's packet: among the last 11 of 31 cards, and ten from the top then
    go below: places 20 to 30 less 10. Together with it: one of the last 12 of 32 cards.
    """
    plain = book(guardian_depth=reading)
    rules = Book({**plain.cards, "warden": WARDEN}, plain.readings)
    places = set()
    for seed in range(400):
        state = lay_out(rules, load_setup().value, Random(seed), CHOSEN)
        deck = [*(slot.card for slot in state.hall), *piles.contents(state.dungeon)]
        assert len(deck) == 32
        assert deck.index("stone_of_mystery") >= (21 if first == 10 else 20)
        places.add(deck.index("warden"))
    assert places == set(range(first, last + 1))
