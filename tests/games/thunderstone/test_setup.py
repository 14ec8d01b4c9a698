"""Setting up a game: decks, stacks, Settings and Thunderstones. (TS-2, DS-9 to DS-11)"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from tests.games.thunderstone.builders import book, encoded, mixed_book
from tsolve.api import ruleset
from tsolve.cardkit import piles
from tsolve.errors import UsageError
from tsolve.games.thunderstone.book import Book, in_setting
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.game import all_victory_points, winners
from tsolve.games.thunderstone.setup import Selection, lay_out, load_setup, new_game, select
from tsolve.games.thunderstone.state import Player, State
from tsolve.rules.rulings import Provenance
from tsolve.source.project import rulesets_path

SETUP = load_setup().value


def monsters_of(state: State) -> Counter[str]:
    return Counter([slot.card for slot in state.hall] + list(piles.contents(state.dungeon)))


@pytest.mark.parametrize("seed", range(20))
def test_dungeon_deck(seed: int) -> None:
    """TS-2.1: 3 groups of 10 and the Thunderstone, 31 cards; the Thunderstone among the last 11."""
    rules = book()
    state = new_game(rules, SETUP, seed)
    cards = monsters_of(state)
    stone = cards.pop("stone_of_mystery")
    groups = {rules.card(card).group for card in cards}
    assert stone == 1
    assert len(groups) == 3
    assert cards == Counter(
        {c.id: c.count for c in rules.cards.values() if c.is_monster and c.group in groups}
    )
    order = piles.contents(state.dungeon)
    assert len(order) == 31 - 3
    assert order.index("stone_of_mystery") >= 28 - 11


def test_the_thunderstone_may_lie_anywhere_among_the_last_eleven() -> None:
    """Of 400 decks each of the 11 places gets 36 on average; none is left out."""
    places = Counter(
        piles.contents(new_game(book(), SETUP, seed).dungeon)[::-1].index("stone_of_mystery")
        for seed in range(400)
    )
    assert sorted(places) == list(range(11))


def test_breach_of_the_set_up_is_spent() -> None:
    """TS-2.1: nothing happens where a card is dealt to Rank 1; the cards behind it may still breach."""
    state = new_game(book(), SETUP, 1, monsters=["Dragon", "Abyssal", "Ooze"])
    assert [(slot.breached, slot.dealt) for slot in state.hall] == [(False, True), *[(False, False)] * 2]
    assert state.stock is not None
    assert state.stock[state.stalls.index("militia")] == 30 - 2 * 6


@pytest.mark.parametrize("players", [1, 2, 5])
def test_starting_decks_and_basic_stacks(players: int) -> None:
    """TS-2.3: 6 Militia, 2 Daggers, 2 Iron Rations, 2 Torches each, out of 30, 15, 15 and 15."""
    state = new_game(book(), SETUP, 3, players)
    assert len(state.players) == players
    for index, owner in enumerate(state.players):
        hand = owner.hand if index else tuple(member.card for member in state.party)
        assert hand is not None
        assert len(hand) == 6
        deck = Counter(hand + piles.contents(owner.deck))
        assert deck == {"militia": 6, "dagger": 2, "iron_rations": 2, "torch": 2}
        assert (owner.discard, owner.xp) == ((), 0)
    stock = dict(zip(state.stalls, state.stock or (), strict=True))
    assert [stock[card] for card in ("militia", "dagger", "iron_rations", "torch")] == [
        30 - 6 * players,
        *[15 - 2 * players] * 3,
    ]


@pytest.mark.parametrize("seed", range(5))
def test_village_stacks(seed: int) -> None:
    """TS-2.2: 4 Basic stacks, 4 Hero groups of 6 + 4 + 2, 8 Village cards of 8 copies."""
    rules = book()
    state = new_game(rules, SETUP, seed)
    stock = dict(zip(state.stalls, state.stock or (), strict=True))
    kinds = Counter(rules.card(card).kind for card in stock)
    assert kinds == {"basic": 4, "hero": 4 * 3, "village": 8}
    assert all(stock[card] == 8 for card in stock if rules.card(card).kind == "village")
    levels = {level: copies for card, copies in stock.items() if (level := rules.card(card).level) and copies}
    assert levels == {1: 6, 2: 4, 3: 2}


def test_first_game() -> None:
    """TS-2.4"""
    rules = book()
    state = new_game(rules, SETUP, 8, first_game=True)
    groups = {rules.card(card).group for card in monsters_of(state)} - {""}
    assert groups == {"Enchanted", "Ooze", "Undead • Doom"}
    heroes = {rules.card(card).group for card in state.stalls} - {""}
    assert heroes == {"Elf", "Lorigg", "Regian", "Thyrian"}
    assert {card for card in state.stalls if rules.card(card).kind == "village"} == {
        "battle_fury",
        "fireball",
        "flaming_sword",
        "lightstone_gem",
        "magical_aura",
        "short_sword",
        "spear",
        "town_guard",
    }


def test_choice_is_kept_and_filled_up() -> None:
    """Names in any spelling, Village cards by name or id; four Monster groups make a longer game."""
    rules = book()
    state = new_game(
        rules,
        SETUP,
        5,
        monsters=["undead-doom", "Dragon", "ooze", "Humanoid"],
        heroes=["dwarf"],
        village=["Flaming Sword", "town_guard"],
    )
    groups = {rules.card(card).group for card in monsters_of(state)} - {""}
    assert groups == {"Undead • Doom", "Dragon", "Ooze", "Humanoid"}
    assert sum(monsters_of(state).values()) == 4 * 10 + 1
    heroes = {rules.card(card).group for card in state.stalls} - {""}
    assert len(heroes) == 4
    assert "Dwarf" in heroes
    sold = [card for card in state.stalls if rules.card(card).kind == "village"]
    assert sold[:2] == ["flaming_sword", "town_guard"]
    assert len(sold) == 8


@pytest.mark.parametrize(("wished", "named"), [(3, []), (4, []), (4, ["Dragon"]), (8, []), (5, ["Ooze"])])
def test_more_monster_groups_at_random(wished: int, named: list[str]) -> None:
    """TS-2.1: ten cards of each group and the Thunderstone, which lies among the last eleven all the same."""
    rules = book()
    for seed in range(5):
        state = new_game(rules, SETUP, seed, groups=[str(wished)], monsters=named)
        cards, order = monsters_of(state), piles.contents(state.dungeon)
        groups = {rules.card(card).group for card in cards} - {""}
        assert len(groups) == wished
        assert set(named) <= groups
        assert cards.total() == wished * 10 + 1
        assert order.index("stone_of_mystery") >= len(order) - 11


def test_a_longer_game_meets_more_dungeon_features() -> None:
    """DS-11: Features count that come up before the last Monster randomizer that is needed. Of G groups one
    lies before the third in 3 of G + 1 cases, before the last in G of G + 1.
    """
    rules = mixed_book()
    classes = {card.group for card in rules.cards.values() if card.kind == "monster"}
    three, all_of_them = (
        sum(len(select(rules.cards, SETUP, Random(seed), groups=[str(count)]).features) for seed in range(99))
        for count in (3, len(classes))
    )
    assert three < all_of_them


@pytest.mark.parametrize("told", [["2"], ["9"], ["four"], ["4", "5"], ["\u0664"], ["9" * 5000]])
def test_a_number_of_groups_that_cannot_be(told: list[str]) -> None:
    """The base game has eight Monster groups, and three are the fewest."""
    with pytest.raises(UsageError, match="has 3 Monster groups, a longer one up to 8 with these boxes"):
        select(book().cards, SETUP, Random(1), groups=told)


def test_more_names_than_groups() -> None:
    named = ["Dragon", "Ooze", "Abyssal", "Humanoid", "Enchanted"]
    with pytest.raises(UsageError, match="`monsters` names 5 Monster groups, and `groups` says 4"):
        select(book().cards, SETUP, Random(1), monsters=named, groups=["4"])


def test_same_seed_same_game() -> None:
    first, again, other = (encoded(new_game(book(), SETUP, seed)) for seed in (7, 7, 8))
    assert first == again
    assert first != other


@pytest.mark.parametrize(
    ("choice", "words"),
    [
        ({"monsters": ["Ozoe"]}, ['unknown Monster group "Ozoe"', 'did you mean "Ooze"?']),
        ({"heroes": ["zzz"]}, ['unknown Hero group "zzz"', "known: Amazon, Chalice"]),
        ({"village": ["Flaming Swrod"]}, ['unknown Village card "Flaming Swrod"', '"Flaming Sword"']),
        ({"village": ["Torch"]}, ['unknown Village card "Torch"']),
        ({"heroes": ["Elf", "elf"]}, ["the Hero group Elf is named twice"]),
        ({"heroes": ["Elf", "Dwarf", "Regian", "Feayn", "Amazon"]}, ["4 Hero groups, not 5"]),
        ({"players": 0}, ["1 to 5 players, not 0"]),
        ({"players": 6}, ["1 to 5 players, not 6"]),
    ],
)
def test_what_cannot_be_set_up(choice: dict[str, object], words: list[str]) -> None:
    with pytest.raises(UsageError) as caught:
        new_game(book(), SETUP, 1, **choice)  # type: ignore[arg-type]
    for word in words:
        assert word in str(caught.value)


def test_a_folder_above_changes_single_numbers(tmp_path: Path) -> None:
    (tmp_path / "setup.yaml").write_text("hand: 5\n", encoding="utf-8")
    changed = load_setup((tmp_path, rulesets_path() / "thunderstone")).value
    assert changed == replace(SETUP, hand=5)
    assert load_setup((tmp_path / "without", rulesets_path() / "thunderstone")).value == SETUP


BOOK = mixed_book()
CHOSEN_SETUP = load_setup().value


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
    features = [select(cards, CHOSEN_SETUP, Random(seed)) for seed in range(60)]
    met = any(each.features or each.setting for each in features)
    assert met == ("dragonspire" in box)


def test_a_setting_without_text_is_not_played() -> None:
    with pytest.raises(UsageError, match="no source gives the text of Grimhold"):
        select(BOOK.cards, CHOSEN_SETUP, Random(1), features=["Grimhold"])
    for seed in range(200):
        assert select(BOOK.cards, CHOSEN_SETUP, Random(seed)).setting in ("", "barrowsdale")


def test_deck_without_features_is_that_of_the_base_game() -> None:
    """TS-2.1: 30 Monsters and the Thunderstone among the last 11."""
    state = lay_out(BOOK, CHOSEN_SETUP, Random(5), chosen())
    order = piles.contents(state.dungeon)
    assert len(order) == 31 - 3
    assert order.index("stone_of_mystery") >= 28 - 11


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


def test_the_list_of_components_tells_the_numbers_of_the_boxes() -> None:
    """TS-1.5, and what stands in the list adds up: 132 + 152 + 80 + 90 + 1 + 32 + 38 + 5 = 530."""
    rules = ruleset("thunderstone")
    told = Counter(map(int, re.findall(r"\d+", rules.glossary["TS-1.5"].text)))
    facts = Counter(number for box in SETUP.boxes.values() for number in box.values())
    assert told == facts + Counter([50])  # dividers are no cards
    assert sum(SETUP.boxes["base"].values()) == 2 * 530
