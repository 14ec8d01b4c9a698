"""A wrong fact turns something red: each fact of each card is changed, and a puzzle must notice.

The puzzles about the card and those that show it are asked, and a check of how many copies the box holds.
What nothing can show is listed with its reason. A quarter of the cards by default, all with `--large`.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial

import pytest

from tests.games.thunderstone.builders import ruleset
from tests.mutants import ABSENT, ROOT, Mutant, altered, mutants, puzzles, reading_mutants, touching
from tests.sweeping import some
from tsolve.diagnostics import Diagnostics
from tsolve.errors import InputError
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.writing.position import read_position
from tsolve.games.thunderstone.writing.position_file import ThunderstoneFile
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decode import decode
from tsolve.source.parse import parse

Check = Callable[[Ruleset[Card]], bool]
"""Whether something is red under these rules."""

NOT_OBSERVABLE: dict[str, dict[str, str]] = {
    "disease": dict.fromkeys(("count 15 -> 16", "count 15 -> 14"), "the supply never runs out (TS-1.3)"),
    "choking_smoke": {
        "battle.0.others 1 -> 2": "a puzzle shows the own Diseases: see effects/test_heroes_and_monsters.py"
    },
    "walking_scourge": {
        "battle.0.others 1 -> 2": "a puzzle shows the own Diseases: see effects/test_heroes_and_monsters.py"
    },
    **{
        monster: {
            "spoils.0.tagged True -> False": "the tag matters to Heroes; a Monster won gives its Spoils"
        }
        for monster in ("gray_ooze", "sphinx", "inferno")
    },
    **{
        evoker: {
            "traits.1.from_rank 2 -> 1": "it says nothing where Rank 1 cannot be attacked at all (TS-9.5)"
        }
        for evoker in ("evoker_adept", "evoker_scorcher", "evoker_pyroclast")
    },
}
"""What nobody notices, by card or reading. A line that is no longer true fails the test as well."""

NEVER_HELD = ("setting", "trap", "treasure")
"""Kinds of which no card is ever in a hand, so that its icons count nowhere."""

SAID_BY_NO_RULE = {
    **dict.fromkeys(
        (
            *("abyssal", "dragon", "enchanted", "ooze", "doom", "spirit"),
            *("bandit", "dark_enchanted", "elemental", "fire", "giant", "hydra", "orc", "lich", "plague"),
        ),
        "the Warhammer asks for Doomknights and the undead, the Standard Bearer for Humanoids; nothing else",
    ),
    "magic": "says why Goodberries and Gem do what they do; nothing else asks for it",
    "blunt": "edged Weapons are asked for, blunt ones are those that are not",
    "bow": "no rule asks for bows",
    **dict.fromkeys(
        ("guardian", "setting", "trap", "treasure", "thunderstone"),
        "says what the card is, as its kind does; the rules go by the kind",
    ),
}
"""Classes and kinds that are printed on cards and used by no rule of the two boxes."""


def printed_only(card: Card, mutant: Mutant) -> bool:
    """Whether the change is one that no rule of the two boxes can see, on any card of its kind."""
    if mutant.where in (("classes",), ("subtypes",)):
        return mutant.change.removeprefix("without ") in SAID_BY_NO_RULE
    if card.kind == "setting" and mutant.where == ("count",):
        return mutant.change == "1 -> 2"  # a game has one Setting, and names it once (DS-9)
    if card.kind in NEVER_HELD and mutant.where in [(icon,) for icon in ABSENT]:
        # a Treasure that is given back to a deck at the end scores there, with the card under it (DS-7)
        return mutant.where != ("vp",) or not any(effect.returns for effect in card.treasure)
    # a Monster strikes as a Trophy only, and the numbers of Trophies are changed as well
    return card.is_monster and mutant.where in (("attack",), ("magic_attack",))


# the check beside the puzzles

COPIES: dict[str, int] = {
    "archduke_of_pain": 1,
    "ebon_fume": 1,
    "sphinx": 1,
    "lord_of_death": 1,
    "assassin": 1,
    "lich_lord": 1,
    "walking_scourge": 1,
    "stalker": 3,
    "grave_knight": 3,
    "plaguebearer": 3,
    "the_unchained": 3,
    "skaladak": 3,
    "pegasus": 3,
    "kingdom": 3,
    "militia": 30,
    "torch": 15,
    "iron_rations": 15,
    "dagger": 15,
    "stone_of_mystery": 1,
    "phalanx_footman": 12,
    "phalanx_officer": 3,
    "veteran_warrior": 8,
    "veteran_berserker": 5,
    "veteran_reaver": 3,
    "veteran_warmonger": 2,
}
"""Copies in the box where it is not 2 of a Monster, 8 of a Village card, or 6, 4, 2 of a Hero by level."""


def copies(card: Card) -> int:
    """How many copies the box holds, from the composition of the box, not from the card."""
    levels = {1: 6, 2: 4, 3: 2}
    usual = {"monster": 2, "village": 8, "hero": levels.get(card.level or 0, 0), "trap": 2, "treasure": 2}
    return COPIES.get(card.id) or usual.get(card.kind, 1)  # one of each Guardian, Setting and Thunderstone


def too_many(rules: Ruleset[Card], name: str, count: int) -> bool:
    """Whether a position with that many copies of a card is told that the box holds fewer."""
    kind = next(card.kind for card in rules.cards.values() if card.name == name)
    zone = "dungeon_deck" if kind in ("thunderstone", "guardian", "trap", "treasure") else "hand"
    place = f"setting: {name}" if kind == "setting" else f'{zone}: ["{count} x {name}"]'
    found = Diagnostics()
    with suppress(InputError):  # of most Settings the text is not known (E313)
        decoded = decode(parse(f"game: thunderstone\n{place}\n", "box.yaml"), ThunderstoneFile, found)
        read_position(decoded, rules, found)
    return any(told.startswith("the box holds") for told in found.doubts)


def box_is_wrong(card: Card, rules: Ruleset[Card]) -> bool:
    """Whether not all copies may lie on the table, or one more; a Disease may always. (TS-1.3)"""
    if card.is_disease:
        return False
    if card.kind == "setting":  # a game names it once
        return too_many(rules, card.name, 1)
    count = copies(card)
    return too_many(rules, card.name, count) or not too_many(rules, card.name, count + 1)


@pytest.mark.parametrize("card", ruleset().cards)
def test_the_box_holds_these_copies(card: str) -> None:
    assert not box_is_wrong(ruleset().cards[card], ruleset())


# the mutants


def test_the_changes_of_a_card() -> None:
    torch, revenant = (
        {str(mutant) for mutant in mutants(ruleset().cards[each])} for each in ("torch", "revenant")
    )

    assert torch == {
        *("subtypes without item", "subtypes without light", "count 15 -> 16", "count 15 -> 14"),
        *("cost 3 -> 4", "cost 3 -> 2", "gold 2 -> 3", "gold 2 -> 1", "light 1 -> 2", "light 1 -> 0"),
        *("attack None -> 1", "magic_attack None -> 1", "vp None -> 1"),
    }
    assert {change for change in revenant if change.startswith(("battle", "traits"))} == {
        *("battle.0.strength 4 -> 5", "battle.0.strength 4 -> 3", "battle.0.fatal True -> False"),
        *("battle without weaken", "traits without magic_required"),
    }


@pytest.mark.parametrize("folder", some(sorted(path.name for path in (ROOT / "thunderstone").iterdir()), 4))
def test_no_puzzle_is_red_under_the_true_facts(folder: str) -> None:
    """Otherwise a puzzle that is red for no reason would catch every mutant."""
    rules = altered()

    assert not [puzzle.path for puzzle in puzzles() if folder in puzzle.path.parts and puzzle.red(rules)]


@pytest.mark.parametrize("card", some(ruleset().cards, 4))
def test_every_wrong_fact_is_noticed(card: str) -> None:
    facts = ruleset().cards[card]
    checks: list[Check] = [partial(box_is_wrong, facts), *(puzzle.red for puzzle in touching(card))]

    survivors = {
        str(mutant)
        for mutant in mutants(facts)
        if mutant.card and not printed_only(facts, mutant) and not noticed(checks, altered(mutant.card))
    }

    assert survivors == {*NOT_OBSERVABLE.get(card, ())}


def noticed(checks: list[Check], rules: Ruleset[Card]) -> bool:
    """Whether a check is red; it moves to the front, since it may notice the next mutant as well."""
    for index, red in enumerate(checks):
        if red(rules):
            checks.insert(0, checks.pop(index))
            return True
    return False


SIDES = [
    (key, option.id)
    for key, point in ruleset().interpretations.items()
    for option in point.options
    if option.cards
]
"""Readings that replace facts of cards."""


@pytest.mark.parametrize(("key", "option"), SIDES)
def test_every_wrong_fact_of_a_reading_is_noticed(key: str, option: str) -> None:
    checks: list[Check] = [puzzle.red for puzzle in puzzles() if f"key.{key}={option}" in puzzle.about]

    survivors = {change for change, rules in reading_mutants(key, option) if not noticed(checks, rules)}

    assert survivors == {*NOT_OBSERVABLE.get(f"{key}={option}", ())}
