"""The Thunderstone data as it ships: it loads, and its numbers agree with the box and the set-up."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec
import pytest

from tsolve.games.thunderstone.cards import Card
from tsolve.rules.loading import load_data, load_ruleset
from tsolve.rules.names import Match
from tsolve.rules.ruleset import Ruleset
from tsolve.source.locations import rulesets_path

ROOT = rulesets_path() / "thunderstone"


class FirstGame(msgspec.Struct):
    monsters: list[str]
    heroes: list[str]
    village: list[str]


class SetUp(msgspec.Struct):
    starting_deck: dict[str, int]
    hand: int
    hall_ranks: int
    monster_groups: int
    monster_cards: int
    thunderstone_packet: int
    hero_groups: int
    hero_levels: dict[str, int]
    village_stacks: int
    first_game: FirstGame
    box: dict[str, int]


@pytest.fixture(scope="module")
def ruleset(tmp_path_factory: pytest.TempPathFactory) -> Ruleset[Card]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TSOLVE_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
        return load_ruleset(Path(ROOT), Card)


@pytest.fixture(scope="module")
def setup() -> SetUp:
    return load_data(ROOT / "setup.yaml", SetUp)


def copies(ruleset: Ruleset[Card], *kinds: str) -> int:
    return sum(card.count for card in ruleset.cards.values() if card.kind in kinds)


def test_counts_add_up_to_the_box(ruleset: Ruleset[Card], setup: SetUp) -> None:
    assert (
        len(ruleset.cards) == 98
    )  # 6 basic, Disease and Thunderstone included; 33 heroes; 40 monsters; 19 village
    assert copies(ruleset, "hero") == setup.box["heroes"] == 11 * (6 + 4 + 2)
    assert copies(ruleset, "monster") == setup.box["monsters"] == 8 * 10
    assert copies(ruleset, "village") == setup.box["village"] == 19 * 8
    assert copies(ruleset, "basic", "disease") == setup.box["basic"] == 30 + 3 * 15 + 15
    parts = [
        "heroes",
        "village",
        "monsters",
        "basic",
        "thunderstone",
        "experience_points",
        "randomizers",
        "reference",
    ]
    # 132 + 152 + 80 + 90 + 1 + 32 + 38 + 5 = 530
    assert sum(setup.box[part] for part in parts) == setup.box["cards"] == 530


def test_every_group_has_the_cards_of_its_kind(ruleset: Ruleset[Card], setup: SetUp) -> None:
    monsters = Counter[str]()
    heroes: dict[str, dict[str, int]] = {}
    for card in ruleset.cards.values():
        if card.kind == "monster":
            monsters[card.group] += card.count
        elif card.kind == "hero":
            heroes.setdefault(card.group, {})[str(card.level)] = card.count
    assert (len(monsters), set(monsters.values())) == (8, {setup.monster_cards})
    assert len(heroes) == 11
    assert all(levels == setup.hero_levels for levels in heroes.values())


def test_set_up_names_existing_things(ruleset: Ruleset[Card], setup: SetUp) -> None:
    groups = {card.group for card in ruleset.cards.values()}
    assert set(setup.starting_deck) | set(setup.first_game.village) <= set(ruleset.cards)
    assert set(setup.first_game.monsters) | set(setup.first_game.heroes) <= groups
    assert sum(setup.starting_deck.values()) == 2 * setup.hand == 12
    assert len(setup.first_game.monsters) == setup.monster_groups
    assert len(setup.first_game.heroes) == setup.hero_groups
    assert len(setup.first_game.village) == setup.village_stacks


def test_numbers_belong_to_the_kind_of_card(ruleset: Ruleset[Card]) -> None:
    for card in ruleset.cards.values():
        monster = card.kind == "monster"
        for number in (card.health, card.xp):
            assert (number is not None) == monster, card.id
        assert (card.strength is not None) == card.is_hero, card.id
        assert (card.weight is not None) == card.is_weapon, card.id
        assert (card.cost is not None) == (card.kind in ("hero", "village", "basic")), card.id
        assert (card.level_up_xp is not None) == (card.is_hero and card.level != 3), card.id
        assert not (card.trophy or card.battle or card.breach) or monster, card.id
        assert not card.abilities or not monster, card.id


def test_every_card_has_its_ruling(ruleset: Ruleset[Card]) -> None:
    assert [card.id for card in ruleset.cards.values() if card.ruling not in ruleset.glossary] == []


def test_every_name_leads_to_its_card(ruleset: Ruleset[Card]) -> None:
    for card in ruleset.cards.values():
        for name in (card.id, card.name, *card.aliases):
            assert ruleset.names.resolve(name) == Match(card.id), name
        for forms in ruleset.names.localized(card.id).values():
            for form in forms:
                assert ruleset.names.resolve(form) == Match(card.id), form
    assert set(ruleset.names.languages) == {"pl", "it", "cs"}


@pytest.mark.parametrize(
    ("text", "card"),
    [
        (
            "thyryjczyka giermka",
            "thyrian_squire",
        ),  # the Polish example hand, in the accusative, without accents
        ("Zelazne racje", "iron_rations"),
        ("Halabardę", "polearm"),
        ("uyryl wszechwieczny", "uyril_unending"),
        ("Sacerdote Regian", "regian_priest"),
        ("Scaccia Mostri", "banish"),
        ("prince", "the_prince"),
        ("Mestska straz", "town_guard"),
        ("Outland Khan", "outlands_khan"),
    ],
)
def test_names_as_players_write_them(ruleset: Ruleset[Card], text: str, card: str) -> None:
    assert ruleset.names.resolve(text) == Match(card)


def test_group_names(ruleset: Ruleset[Card]) -> None:
    for card in ruleset.cards.values():
        if card.group:
            assert ruleset.names.groups.resolve(card.group) == Match(card.group)
    assert ruleset.names.groups.resolve("nieumarly - zaglada") == Match("Undead • Doom")


def test_readings_of_every_printing_and_their_cards(ruleset: Ruleset[Card]) -> None:
    for printing in ruleset.printings:
        cards = ruleset.under(ruleset.readings(printing))
        assert list(cards) == list(ruleset.cards)


def test_default_readings_leave_the_cards_as_the_files_give_them(ruleset: Ruleset[Card]) -> None:
    assert ruleset.under(ruleset.readings()) == ruleset.cards


def test_every_option_that_replaces_facts_changes_something(ruleset: Ruleset[Card]) -> None:
    base = ruleset.under({})
    for key, point in ruleset.interpretations.items():
        for option in point.options:
            if option.cards and option is not point.default:
                changed = ruleset.under({key: option.id})
                assert {card for card in base if base[card] != changed[card]} == set(option.cards), (
                    key,
                    option.id,
                )


def test_disputed_cards_have_an_interpretation(ruleset: Ruleset[Card]) -> None:
    """Where the sources disagree about a card, an interpretation can switch to the other reading."""
    disputed = {card.id for card in ruleset.cards.values() if card.provenance.conflicts}
    assert {card for card in disputed if not ruleset.keys_touching(card)} == set()
