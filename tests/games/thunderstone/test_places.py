"""Settings, Thunderstones and set-up of the second box. (DS-9 to DS-11)"""

from __future__ import annotations

from random import Random

import pytest

from tests.games.thunderstone.builders import mixed_book
from tsolve.cardkit import piles
from tsolve.errors import UsageError
from tsolve.games.thunderstone.book import in_setting
from tsolve.games.thunderstone.game import all_victory_points, winners
from tsolve.games.thunderstone.setup import Selection, lay_out, load_setup, select
from tsolve.games.thunderstone.state import Player, State

BOOK = mixed_book()
SETUP = load_setup().value


def owning(*discards: tuple[str, ...]) -> State:
    return State(players=tuple(Player(discard=cards) for cards in discards))


def test_stone_of_terror_counts_the_other_stones_of_its_owner() -> None:
    """0 and 2 for each of the two others, which are worth 3 and 1 (and Scorn's 4: nobody owns fewer Monsters
    than the other, so none): 4 + 3 + 1 = 8. Alone it is worth 0.
    """
    assert BOOK.card("stone_of_mystery").vp == 3
    state = owning(("stone_of_terror", "stone_of_mystery", "stone_of_scorn"), ("stone_of_terror",))
    assert all_victory_points(BOOK, state) == [8, 0]


@pytest.mark.parametrize(
    ("mine", "first", "second", "points"),
    [
        ((), ("nixie",), ("nixie",), 5),  # 1 + 4: both others own more
        ((), ("nixie",), (), 1),  # the third owns as few
        (("nixie",), ("nixie", "nixie"), ("nixie",) * 3, 5 + 1),  # a Nixie is worth 1
        (("nixie",), ("nixie",), ("nixie",) * 3, 1 + 1),
    ],
)
def test_stone_of_scorn_compares_monsters(
    mine: tuple[str, ...], first: tuple[str, ...], second: tuple[str, ...], points: int
) -> None:
    assert BOOK.card("nixie").vp == 1
    assert all_victory_points(BOOK, owning(("stone_of_scorn", *mine), first, second))[0] == points


def test_scorn_can_turn_the_game() -> None:
    """5 points against the 3 of three Nixies."""
    assert winners(BOOK, owning(("stone_of_scorn",), ("nixie",) * 3)) == (0,)


def test_barrowsdale_takes_the_gold_of_monsters_only() -> None:
    change = in_setting(BOOK.card("barrowsdale"))
    assert BOOK.card("nixie").gold is not None
    assert change(BOOK.card("nixie")).gold is None
    assert change(BOOK.card("torch")) == BOOK.card("torch")


def chosen(**more: tuple[str, ...]) -> Selection:
    known = Selection(("Dragon", "Ooze", "Humanoid"), (), (), stones=("stone_of_mystery",))
    return Selection(**{**{name: getattr(known, name) for name in ("monsters", "stones")}, **more})  # type: ignore[arg-type]


@pytest.mark.parametrize("box", [["base"], ["base", "dragonspire"]])
def test_features_come_with_their_box_only(box: list[str]) -> None:
    cards = {card.id: card for card in BOOK.cards.values() if card.set in ("", *box)}
    features = [select(cards, SETUP, Random(seed)) for seed in range(60)]
    met = any(each.features or each.setting for each in features)
    assert met == ("dragonspire" in box)


def test_a_setting_without_text_is_not_played() -> None:
    with pytest.raises(UsageError, match="no source gives the text of Grimhold"):
        select(BOOK.cards, SETUP, Random(1), features=["Grimhold"])
    for seed in range(200):
        assert select(BOOK.cards, SETUP, Random(seed)).setting in ("", "barrowsdale")


def test_deck_without_features_is_that_of_the_base_game() -> None:
    """TS-2.1: 30 Monsters and the Thunderstone among the last 11."""
    state = lay_out(BOOK, SETUP, Random(5), chosen())
    order = piles.contents(state.dungeon)
    assert len(order) == 31 - 3
    assert order.index("stone_of_mystery") >= 28 - 11
