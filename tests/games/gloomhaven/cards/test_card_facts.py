"""Every fact of the 34 monsters, 13 bosses, 232 ability cards and 13 areas stands in the tables too.

Abilities are put into the notation of the tables by code that shares nothing with their text.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.games.gloomhaven.cards.bench import ABILITY_CARDS, AREAS, MONSTERS, STATISTICS, listed
from tests.games.gloomhaven.test_rules import HEAD
from tsolve.games.gloomhaven.abilities import (
    Ability,
    Attack,
    Augment,
    Consume,
    Heal,
    Loot,
    Move,
    OnDeath,
    Place,
    Retaliate,
    Shield,
    Shove,
    Suffer,
)
from tsolve.games.gloomhaven.ability_parts import SELF, Amount, Whom
from tsolve.games.gloomhaven.areas import Area, load_areas
from tsolve.games.gloomhaven.cards import LEVELS, AbilityCard, Card, Monster, Statistics
from tsolve.games.gloomhaven.map_abilities import CreateTrap, Summon
from tsolve.games.gloomhaven.simple_abilities import ExtraTurn, Infuse, ScenarioStep, Special, UntilRoundEnd
from tsolve.games.gloomhaven.traits import BESIDE_ALLY
from tsolve.games.gloomhaven.writing.ability_in_words import write_ability
from tsolve.games.gloomhaven.writing.ability_text import read_ability
from tsolve.rules.loading import load_data, load_ruleset
from tsolve.rules.names import Match, Unknown
from tsolve.source.project import rulesets_path

Facts = dict[str, Any]

_WHOM = {
    SELF: "self",
    Whom("enemies", 1): "all_adjacent_enemies",
    Whom("enemies", 2): "all_enemies_within_2",
    Whom("enemies", 3): "all_enemies_within_3",
    Whom("enemies", 1, each=False): "one_adjacent_enemy",
    Whom("enemies", in_range=True): "all_enemies_in_range",
    Whom("enemies"): "all_enemies",
    Whom("allies", 1): "all_adjacent_allies",
    Whom("allies", 2): "all_allies_within_2",
    Whom("allies", in_range=True): "all_allies_in_range",
    Whom("allies", 2, and_self=True): "self_and_all_allies_within_2",
    Whom("allies", and_self=True): "self_and_all_allies",
    Whom("everybody", 1): "all_adjacent_enemies_and_allies",
    Whom("everybody", 1, from_target=True): "all_allies_and_enemies_adjacent_to_the_target",
}
_ROUND = {
    "attackers_have_disadvantage": "attackers_targeting_self_have_disadvantage",
    "allies_attack_plus_1": "allies_attack_plus_1",
}


def facts(ability: Ability) -> Facts:
    """What the tables say of this ability."""
    match ability:
        case Move(Amount(number, True), jump):
            return {"move": number, **({"jump": True} if jump else {})}
        case Attack(Amount(number, True)):
            return {"attack": number, **_attack(ability)}
        case Heal(amount, whom, range_, 1):
            near = {"target": _WHOM[whom]} if range_ is None else {"range": range_}
            return {"heal": amount, **near, **_consume(ability.augments, "heal_mod")}
        case Shield(amount, whom):
            to = {} if whom == SELF else {"target": _WHOM[whom]}
            return {"shield": amount, **to, **_consume(ability.augments, replaced="shield_replaced_by")}
        case Retaliate(amount, range_, Whom("self")):
            return {"retaliate": amount, **({} if range_ == 1 else {"range": range_})}
        case Place(conditions, whom):
            return {"condition": list(conditions), "target": _WHOM[whom]}
        case Shove(push, 0, whom, conditions):
            more = _consume(ability.augments, replaced="push_replaced_by")
            return {"push": push, **_applied(conditions), "target": _WHOM[whom], **more}
        case Suffer(amount, whom):
            return {"suffer": amount, "who": _WHOM[whom]}
        case Infuse(element):
            return {"infuse": element}
        case Consume((element,), then):
            return {"consume": element, "then": [facts(each) for each in then]}
        case Summon(statistics=None):
            return {"summon": ability.name, **_summon(ability)}
        case CreateTrap(damage, ()):
            where = "adjacent_empty_hex_closest_to_an_enemy"
            return {"create_trap": {"damage": damage, "where": where}}
        case Loot(range_):
            return {"loot": range_}
        case OnDeath(then):
            return {"on_death": [facts(each) for each in then]}
        case UntilRoundEnd(effect):
            return {"until_round_end": _ROUND[effect]}
        case Special(number):
            return {"boss_special": number}
        case ExtraTurn(name):
            return {"extra_turn": f"all_{name.lower().replace(' ', '_')}s"}
        case ScenarioStep(text):
            return {"scenario": text}
    raise AssertionError(ability)


def _attack(attack: Attack) -> Facts:
    found: Facts = {}
    if attack.range is not None:
        found["range_mod" if attack.range.relative else "range"] = attack.range.number
    if attack.targets is not None:
        found["targets"] = attack.targets
    if attack.all_adjacent:
        found["target"] = "all_adjacent_enemies"
    if attack.all_in_range:
        found["target"] = "all_enemies_in_range"
    for bonus in attack.bonuses:
        assert bonus.when == (BESIDE_ALLY,)
        found["attack_bonus"] = {"amount": bonus.attack, "if": "target_adjacent_to_an_ally_of_attacker"}
    if attack.all_on_one:
        found["all_attacks_on_one_target"] = True
    assert not attack.add_target
    assert not attack.advantage
    return {**found, **_effects(attack), **_consume(attack.augments, "attack_mod")}


def _effects(holder: Attack | Augment) -> Facts:
    found: Facts = {} if holder.area is None else {"area": holder.area.name}
    for name in ("pierce", "push", "pull"):
        if number := getattr(holder, name):
            found[name] = number
    return {**found, **_applied(holder.conditions)}


def _applied(conditions: tuple[str, ...]) -> Facts:
    return {"apply": list(conditions)} if conditions else {}


def _consume(augments: tuple[Augment, ...], amount: str = "", replaced: str = "") -> Facts:
    return {"consume": [_augment(each, amount, replaced) for each in augments]} if augments else {}


def _augment(augment: Augment, amount: str, replaced: str) -> Facts:
    (element,) = augment.elements
    found: Facts = {"element": element, **_effects(augment)}
    if augment.amount:
        found[amount] = augment.amount
    if augment.replaced_by is not None:
        found[replaced] = augment.replaced_by
    if augment.range:
        found["range_mod"] = augment.range
    if augment.targets is not None:
        found["targets"] = augment.targets
    if augment.all_in_range:
        found["target"] = "all_enemies_in_range"
    if augment.whom is not None:
        found["target"] = _WHOM[augment.whom]
    if augment.per_target_damaged:
        found["per_target_damaged"] = [facts(each) for each in augment.per_target_damaged]
    assert not augment.experience
    return found


def _summon(summon: Summon) -> Facts:
    found: Facts = {"rank": summon.rank} if summon.rank else {}
    if summon.per_character:
        assert summon.count == 1
        found["count"] = "C"
    elif summon.count != 1:
        found["count"] = summon.count
    if summon.by_target:
        found["where"] = "hex_adjacent_to_the_target"
    if summon.shares_hit_points:
        assert summon.name == "Ooze"
        found["hit_points"] = "min(current hit points of the summoner, maximum of a normal Ooze)"
    return found


FOLDER = rulesets_path() / "gloomhaven"
RULESET = load_ruleset(FOLDER, Card)
CARDS = {id_: card for id_, card in RULESET.cards.items() if card.monster or card.ability}
"""The cards of monsters; those of characters are in `test_printed_facts`."""
PATTERNS = load_areas()
BOSSES = [row for row in MONSTERS if row["kind"] == "boss"]


def ident(name: str) -> str:
    return name.lower().replace(" ", "_")


def monster(card: str) -> Monster:
    found = CARDS[card].monster
    assert found is not None
    return found


def ability(card: str) -> AbilityCard:
    found = CARDS[card].ability
    assert found is not None
    return found


def in_the_table(number: int | str) -> str:
    """`8C` as the tables write it; a number with a letter behind a sum stands as it is."""
    text = str(number)
    return f"{text[:-1]} * C" if text[:-1].isdigit() and text.endswith("C") else text


def as_a_row(statistics: Statistics) -> dict[str, str]:
    def yes(fact: bool) -> str:
        return "yes" if fact else ""

    return {
        "hp": in_the_table(statistics.hp),
        "move": str(statistics.move),
        "attack": str(statistics.attack),
        "range": str(statistics.range),
        "shield": str(statistics.shield),
        "retaliate": str(statistics.retaliate),
        "retaliate_range": str(statistics.retaliate_range),
        "pierce": str(statistics.pierce),
        "targets": str(statistics.targets),
        "attacks_apply": " ".join(statistics.apply),
        "advantage": yes(statistics.advantage),
        "attackers_have_disadvantage": yes(statistics.attackers_have_disadvantage),
    }


# That the tables and the ruleset speak of the same things


def test_nothing_is_missing_and_nothing_is_too_much() -> None:
    kinds = Counter(card.kind for card in CARDS.values())
    assert kinds == {"monster": 34, "boss": 13, "ability": 232}

    named = {row["name"] for row in MONSTERS} | {f"{row['deck']} {row['number']}" for row in ABILITY_CARDS}
    assert {card.name for card in CARDS.values()} == named
    assert set(CARDS) == {ident(name) for name in named}
    assert {card.set for card in CARDS.values()} == {"gloomhaven"}
    assert set(PATTERNS) == {row["name"] for row in AREAS}
    for card in CARDS.values():
        assert (card.monster is None, card.ability is None) == (
            card.kind == "ability",
            card.kind != "ability",
        )


def test_every_level_of_every_monster_is_in_the_table() -> None:
    ranks = {"monster": ("normal", "elite"), "boss": ("boss",)}
    wanted = [
        (row["name"], str(level), rank)
        for row in MONSTERS
        for level in range(LEVELS)
        for rank in ranks[row["kind"]]
    ]

    assert sorted((row["name"], row["level"], row["rank"]) for row in STATISTICS) == sorted(wanted)
    for row in MONSTERS:
        given = {
            rank
            for level in monster(ident(row["name"])).levels
            for rank in ("normal", "elite", "boss")
            if getattr(level, rank) is not None
        }
        assert given == set(ranks[row["kind"]])


# The facts


@pytest.mark.parametrize("name", [row["name"] for row in MONSTERS])
def test_statistics(name: str) -> None:
    levels = monster(ident(name)).levels
    for row in (row for row in STATISTICS if row["name"] == name):
        statistics = getattr(levels[int(row["level"])], row["rank"])
        expected = {key: cell for key, cell in row.items() if key not in ("name", "level", "rank")}
        assert as_a_row(statistics) == expected, (row["level"], row["rank"])


@pytest.mark.parametrize("row", MONSTERS, ids=lambda row: row["name"])
def test_what_a_monster_is(row: dict[str, str]) -> None:
    card = CARDS[ident(row["name"])]
    of_monster = monster(card.id)

    assert (card.name, card.kind) == (row["name"], row["kind"])
    assert of_monster.deck == ident(row["deck"])
    assert of_monster.standees == int(row["standees"])
    assert of_monster.flying == (row["flying"] == "yes")
    assert sorted(of_monster.immunities) == sorted(row["immunities"].split())
    assert bool(of_monster.specials) == (row["kind"] == "boss")


@pytest.mark.parametrize("row", ABILITY_CARDS, ids=lambda row: f"{row['deck']} {row['number']}")
def test_ability_card(row: dict[str, str]) -> None:
    card = CARDS[f"{ident(row['deck'])}_{row['number']}"]
    printed = ability(card.id)

    assert card.name == f"{row['deck']} {row['number']}"
    assert (printed.deck, str(printed.number)) == (ident(row["deck"]), row["number"])
    assert str(printed.initiative) == row["initiative"]
    assert printed.shuffle == (row["shuffle"] == "yes")
    assert [facts(read_ability(text, PATTERNS)) for text in printed.do] == listed(row["do"])


_STEPS = {
    "throne_moves": "the throne changes its place",
    "flies_to_next_boulder_perch": "it flies to the next boulder",
    "eggs_hatch": "the eggs on the map hatch",
    "as_scenario": "it teleports to where the scenario says",
    "demon_of_special_1": "the demon that the scenario names for Special 1 comes into play",
    "demon_of_special_2": "the demon that the scenario names for Special 2 comes into play",
}
"""What the scenario decides, by the words of the tables."""
_WITHOUT_A_KEY = {
    ("Bandit Commander", 1): "it goes to the next door and opens it, which reveals the room behind",
    ("The Betrayer", 2): "it takes control of a character, as the scenario says",
}


def at_level(value: object, level: int) -> object:
    """A value of the table at a level: `{"levels_0_to_2": 3, ...}` gives one for each."""
    if not isinstance(value, dict) or not all(key.startswith("levels_") for key in value):
        return value
    (found,) = (
        number for key, number in value.items() if int(key.split("_")[1]) <= level <= int(key.split("_")[3])
    )
    return found


def expected(each: dict[str, object], level: int) -> dict[str, object]:
    """What the tables say of one ability of a Special, at a level."""
    key, word = next(iter(each.items()))
    if key in ("scenario_step", "teleport", "summon") and word in _STEPS:
        return {"scenario": _STEPS[str(word)]}
    if word == "egg":
        return {**each, "summon": "Egg"}
    return {key: at_level(value, level) for key, value in each.items()}


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("row", BOSSES, ids=lambda row: row["name"])
def test_special(row: dict[str, str], number: int) -> None:
    for level in range(LEVELS):
        texts = monster(ident(row["name"])).special(number, level)
        found = [facts(read_ability(text, PATTERNS)) for text in texts]
        if (row["name"], number) in _WITHOUT_A_KEY:
            assert row[f"special_{number}"] == ""
            assert found == [{"scenario": _WITHOUT_A_KEY[row["name"], number]}]
        else:
            assert found == [expected(each, level) for each in listed(row[f"special_{number}"])]


@pytest.mark.parametrize("row", AREAS, ids=lambda row: row["name"])
def test_area(row: dict[str, str]) -> None:
    pattern = PATTERNS[row["name"]]

    assert pattern.name == row["name"]
    assert pattern.is_melee == (row["kind"] == "melee")
    assert [list(each) for each in pattern.hexes] == json.loads(row["hexes"])
    assert [list(each) for each in pattern.body] == json.loads(row["body"])


# What must be true of a box


def test_each_deck_has_eight_cards_and_each_monster_a_deck() -> None:
    """29 decks of 8 cards are the 232; a deck's cards are numbered without a gap."""
    decks: dict[str, list[int]] = {}
    for card in CARDS.values():
        if card.ability is not None:
            decks.setdefault(card.ability.deck, []).append(card.ability.number)

    assert len(decks) == 29
    for numbers in decks.values():
        assert sorted(numbers) == list(range(min(numbers), min(numbers) + 8))
    assert {card.monster.deck for card in CARDS.values() if card.monster} == set(decks)


def test_each_deck_is_reshuffled_by_two_cards() -> None:
    """Every deck of the box prints the shuffle sign twice."""
    signs = Counter(card.ability.deck for card in CARDS.values() if card.ability and card.ability.shuffle)

    assert set(signs.values()) == {2}
    assert len(signs) == 29


def test_what_comes_into_play_or_acts_again_is_a_monster_or_left_to_the_scenario() -> None:
    """The Fear, the Zephyr and the Egg are what their scenarios say; `Imp` is one of two types."""
    of_the_scenario = {"Fear", "Zephyr", "Egg", "Imp"}
    names = set()
    for text in every_text():
        each = read_ability(text, PATTERNS)
        if isinstance(each, Summon | ExtraTurn):
            names.add(each.name)

    known = {name for name in names if RULESET.names.knows(name)}
    assert names - known == of_the_scenario


# Texts


def every_text() -> list[str]:
    found = [text for card in CARDS.values() if card.ability for text in card.ability.do]
    bosses = [card.monster for card in CARDS.values() if card.kind == "boss" and card.monster]
    return found + [text for boss in bosses for number in (1, 2) for text in boss.special(number, 0)]


def test_every_text_is_written_in_the_one_form() -> None:
    texts = every_text()
    assert len(texts) > 500
    for text in texts:
        assert write_ability(read_ability(text, PATTERNS)) == text


# Names


def test_monsters_have_plurals() -> None:
    for row in MONSTERS:
        plural = row["name"] if row["name"].endswith(("Bones", "Artillery")) else f"{row['name']}s"
        assert row["kind"] == "boss" or RULESET.names.resolve(plural) == Match(ident(row["name"]))


SHORT = {
    "Bones": "living_bones",
    "Corpse": "living_corpse",
    "Corpses": "living_corpse",
    "Artillery": "ancient_artillery",
    "Viper": "giant_viper",
    "Vipers": "giant_viper",
    "Golem": "stone_golem",
    "Golems": "stone_golem",
    "Infester": "harrower_infester",
    "Infesters": "harrower_infester",
    "Icestorm": "savvas_icestorm",
    "Icestorms": "savvas_icestorm",
    "Lavaflow": "savvas_lavaflow",
    "Lavaflows": "savvas_lavaflow",
    "Bodyguard": "inox_bodyguard",
    "Overseer": "merciless_overseer",
    "Betrayer": "the_betrayer",
    "Colorless": "the_colorless",
    "Gloom": "the_gloom",
    "Sightless Eye": "the_sightless_eye",
}


@pytest.mark.parametrize("name", SHORT)
def test_short_names(name: str) -> None:
    assert RULESET.names.resolve(name) == Match(SHORT[name])


@pytest.mark.parametrize("name", ["Guard", "Archer", "Shaman", "Demon", "Imp", "Drake", "Bandit", "Vermling"])
def test_what_several_monsters_are_called_names_none(name: str) -> None:
    assert RULESET.names.resolve(name) == Unknown()


# Sources


def test_every_card_and_area_has_a_source() -> None:
    documents = {document.id for document in HEAD.documents}
    areas = load_data(Path(FOLDER / "areas.yaml"), dict[str, Area]).value
    for provenance in (each.provenance for group in (CARDS, areas) for each in group.values()):
        assert provenance.sources
        assert set(provenance.sources) <= documents
        assert provenance.confidence in ("confirmed", "single", "disputed")
        assert (provenance.confidence == "single") == bool(provenance.single_fields)
        if provenance.confidence == "confirmed":
            assert len(provenance.sources) >= 2
        for says in provenance.conflicts.values():
            assert set(says) <= set(provenance.sources)
            assert len(set(says.values())) >= 2
