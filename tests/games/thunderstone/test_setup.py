"""Setting up a game from a seed. (TS-2)"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.games.thunderstone.builders import book, encoded
from tsolve.cardkit import piles
from tsolve.errors import UsageError
from tsolve.games.thunderstone.setup import load_setup, new_game
from tsolve.games.thunderstone.state import State
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
