"""The Thunderstone data as it ships: it loads, and its numbers agree with the box and the set-up."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tsolve.games.thunderstone.card_files import Card
from tsolve.games.thunderstone.setup import Setup, load_setup
from tsolve.rules.loading import load_ruleset
from tsolve.rules.names import Match
from tsolve.rules.ruleset import Ruleset
from tsolve.source.project import rulesets_path

ROOT = rulesets_path() / "thunderstone"


@pytest.fixture(scope="module")
def ruleset(tmp_path_factory: pytest.TempPathFactory) -> Ruleset[Card]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TSOLVE_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
        return load_ruleset(Path(ROOT), Card)


@pytest.fixture(scope="module")
def setup() -> Setup:
    return load_setup().value


def cards_of(ruleset: Ruleset[Card], box: str) -> list[Card]:
    return [card for card in ruleset.cards.values() if card.set in (box, "")]


def copies(ruleset: Ruleset[Card], *kinds: str) -> int:
    return sum(card.count for card in cards_of(ruleset, "base") if card.kind in kinds)


def test_counts_add_up_to_the_box(ruleset: Ruleset[Card], setup: Setup) -> None:
    box = setup.boxes["base"]
    # 6 basic, Disease and Thunderstone included; 33 heroes; 40 monsters; 19 village
    assert len(cards_of(ruleset, "base")) == 98
    assert copies(ruleset, "hero") == box["heroes"] == 11 * (6 + 4 + 2)
    assert copies(ruleset, "monster") == box["monsters"] == 8 * 10
    assert copies(ruleset, "village") == box["village"] == 19 * 8
    assert copies(ruleset, "basic", "disease") == box["basic"] == 30 + 3 * 15 + 15
    parts = ("heroes", "village", "monsters", "basic", "thunderstone")
    parts += ("experience_points", "randomizers", "reference")
    # 132 + 152 + 80 + 90 + 1 + 32 + 38 + 5 = 530
    assert sum(box[part] for part in parts) == box["cards"] == 530


def test_every_group_has_the_cards_of_its_kind(ruleset: Ruleset[Card], setup: Setup) -> None:
    monsters = Counter[str]()
    trained: dict[str, dict[int, int]] = {}
    for card in cards_of(ruleset, "base"):
        if card.kind == "monster":
            monsters[card.group] += card.count
        elif card.kind == "hero":
            trained.setdefault(card.group, {})[card.level or 0] = card.count
    assert (len(monsters), set(monsters.values())) == (8, {setup.monster_cards})
    assert len(trained) == 11
    odd = {"Phalanx": {1: 12, 2: 3}, "Veteran": {1: 8, 2: 5, 3: 3, 4: 2}}
    for group, levels in trained.items():
        assert levels == odd.get(group, {1: 6, 2: 4, 3: 2}), group


def test_set_up_names_existing_things(ruleset: Ruleset[Card], setup: Setup) -> None:
    here = cards_of(ruleset, "base")
    first = setup.first_games["base"]
    groups = {card.group for card in here}
    assert set(setup.starting_deck) | set(first.village) <= {card.id for card in here}
    assert {*first.monsters, *first.heroes} <= groups
    assert sum(setup.starting_deck.values()) == 2 * setup.hand == 12
    assert len(first.monsters) == setup.monster_groups
    assert len(first.heroes) == setup.hero_groups
    assert len(first.village) == setup.village_stacks


def _is_last(ruleset: Ruleset[Card], card: Card) -> bool:
    group = (each.level or 0 for each in ruleset.cards.values() if card.group and each.group == card.group)
    return (card.level or 0) == max(group, default=-1)


def test_numbers_belong_to_the_kind_of_card(ruleset: Ruleset[Card]) -> None:
    for card in ruleset.cards.values():
        monster = card.is_monster
        for number in (card.health, card.xp):
            assert (number is not None) == monster, card.id
        assert (card.strength is not None) == card.is_hero, card.id
        assert (card.weight is not None) == card.is_weapon, card.id
        assert (card.cost is not None) == (card.kind in ("hero", "village", "basic")), card.id
        assert (card.level_up_xp is not None) == (card.is_hero and not _is_last(ruleset, card)), card.id
        assert not (card.trophy or card.battle or card.breach) or monster, card.id
        assert not monster or all(ability.duty for ability in card.abilities), card.id


def test_every_card_has_its_ruling_and_every_name_leads_to_it(ruleset: Ruleset[Card]) -> None:
    for card in ruleset.cards.values():
        assert card.ruling in ruleset.glossary
        assert not card.group or ruleset.names.groups.resolve(card.group) == Match(card.group)
        for name in (card.id, card.name, *card.aliases):
            assert ruleset.names.resolve(name) == Match(card.id), name
        for forms in ruleset.names.localized(card.id).values():
            for form in forms:
                assert ruleset.names.resolve(form) == Match(card.id), form
    assert set(ruleset.names.languages) == {"pl", "it", "cs"}
    assert ruleset.names.groups.resolve("nieumarly - zaglada") == Match("Undead • Doom")


WRITTEN = {
    "thyryjczyka giermka": "thyrian_squire",  # in the accusative, without accents
    "Zelazne racje": "iron_rations",
    "Halabardę": "polearm",
    "uyryl wszechwieczny": "uyril_unending",
    "Sacerdote Regian": "regian_priest",
    "Scaccia Mostri": "banish",
    "prince": "the_prince",
    "Mestska straz": "town_guard",
    "Outland Khan": "outlands_khan",
}


@pytest.mark.parametrize(("text", "card"), WRITTEN.items())
def test_names_as_players_write_them(ruleset: Ruleset[Card], text: str, card: str) -> None:
    assert ruleset.names.resolve(text) == Match(card)


def test_readings_of_every_printing_and_their_cards(ruleset: Ruleset[Card]) -> None:
    assert ruleset.under(ruleset.readings()) == ruleset.cards
    for printing in ruleset.printings:
        assert list(ruleset.under(ruleset.readings(printing))) == list(ruleset.cards)


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


def test_a_point_of_one_box_concerns_the_printings_of_that_box(ruleset: Ruleset[Card]) -> None:
    """The books of the base game know neither Skullbreakers nor Soul Gems."""
    assert ruleset.printings_by_option("weapon_returns") == {"end_of_turn": ("dragonspire",), "at_once": ()}
    assert ruleset.printings_by_option("light_factor") == {
        "2": ("1.4", "pl-1.4", "it-1.0", "dragonspire"),
        "1": (),
    }
