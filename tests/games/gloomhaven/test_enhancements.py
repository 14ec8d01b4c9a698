"""Stickers: where they may be, and what they make of every ability with a spot. (GH-15.12, GH-15.15)"""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tests.games.gloomhaven.cards.bench import table
from tsolve import api
from tsolve.api.games import ruleset
from tsolve.errors import InputError
from tsolve.games.gloomhaven.abilities import Ability
from tsolve.games.gloomhaven.areas import load_areas
from tsolve.games.gloomhaven.enhancements import ORDINALS, enhanced, fitting, sticker_from
from tsolve.games.gloomhaven.position import ScenarioPosition
from tsolve.games.gloomhaven.printed import PrintedHalf
from tsolve.games.gloomhaven.writing.ability_in_words import write_ability
from tsolve.games.gloomhaven.writing.ability_text import read_ability

RULES = ruleset("gloomhaven")
CARDS = {card.name: card.card for card in RULES.cards.values() if card.card is not None}
ROWS = [row for row in table("class_cards") if row["spots"]]


def half_of(row: dict[str, str]) -> PrintedHalf:
    half = getattr(CARDS[row["name"]], row["side"])
    assert isinstance(half, PrintedHalf)
    return half


def abilities_of(half: PrintedHalf) -> list[Ability]:
    return [read_ability(text, load_areas(RULES.roots), None, RULES.names.words) for text in half.do]


def numbers(texts: list[str]) -> Counter[str]:
    return Counter(re.findall(r"-?\d+", " ".join(texts)))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['name']} {row['side']}")
def test_every_spot_is_on_an_ability_and_takes_what_its_shape_says(row: dict[str, str]) -> None:
    half = half_of(row)
    if half.untold:  # such a half is not played
        return
    abilities = abilities_of(half)
    for spot in row["spots"].split(" | "):
        line, _, shape = spot.partition(": ")
        places = fitting(abilities, line)
        assert places, spot
        which = f"{ORDINALS[0]} " if len(places) > 1 else ""
        if shape == "diamond" and line == "attack":
            text = words_with(abilities, half, f"{row['side']} muddle")
            assert "muddle" in text
        if shape in ("circle", "diamond", "diamond_plus") and line != "condition":
            assert words_with(abilities, half, f"{row['side']} dark").count("dark") > " ".join(half.do).count(
                "dark"
            )
        if line == "move":
            assert "jump" in words_with(abilities, half, f"{row['side']} jump")
        if line in ("condition", "area"):
            continue
        name = line.replace("summon heal", "summon hp")
        more = stuck(abilities, half, f"{row['side']} +1 {which}{name}")
        before, after = (numbers(list(map(write_ability, each))) for each in (abilities, more))
        most = max(map(len, places))  # abilities that stand in place of each other both have the sticker
        assert 0 <= sum(map(int, after.elements())) - sum(map(int, before.elements())) <= most, spot
        assert after != before or list(map(write_ability, more)) != list(map(write_ability, abilities))


def stuck(abilities: list[Ability], half: PrintedHalf, text: str) -> tuple[Ability, ...]:
    sticker = sticker_from(text)
    assert sticker is not None, text
    return enhanced(abilities, [sticker], half.spots)


def words_with(abilities: list[Ability], half: PrintedHalf, text: str) -> str:
    return " ".join(map(write_ability, stuck(abilities, half, text)))


def position(enhanced_: str, class_: str = "Brute", more: str = "") -> ScenarioPosition:
    found = api.loads(
        f"game: gloomhaven\nturn: {class_}\nmap: {{size: 3 x 2}}\n"
        f"characters:\n  {class_}: {{at: [0, 0], level: 9, hand: all, enhanced: {enhanced_}, "
        "plays: [A, B], cards: {A: {initiative: 10, top: attack 2, bottom: move 1}, "
        "B: {top: attack 2, bottom: move 1}}}\n"
        f"monsters: {{Living Bones 1: {{at: [2, 0]}}}}\n{more}"
    )
    assert isinstance(found, ScenarioPosition)
    return found


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("{Grab and Go: top +1}", "the top has no spot for an enhancement"),
        ("{Trample: top +1}", "write `top +1 attack` or `top +1 pierce`"),
        ("{Trample: bottom wound}", ""),  # its attack has two spots
        (
            "{Grab and Go: bottom wound}",
            "a negative condition goes on abilities against enemies only (GH-15.15)",
        ),
        ("{Grab and Go: bottom bless}", "a positive condition goes on abilities for allies or oneself only"),
        ("{Trample: top jump}", "a jump goes on a move only (GH-15.21)"),
        ("{Trample: top +1 range}", "one more only where a number with a spot is (GH-15.15)"),
        ("{Trample: [top +1 attack, top +1 attack]}", "that take it are used up: attack, pierce"),
        ("{Trample: [top +1 attack, top wound, top fire]}", "are used up"),
        ('{Leaping Cleave: "top area hex (5,5)"}', "is no new hex beside the area"),
        ("{Leaping Cleave: top area hex}", "which hex the area gains is not told"),
        ("{Tramble: top +1}", 'has no printed card "Tramble"'),
        ("{Trample: better}", '"better" is no enhancement'),
    ],
)
def test_what_cannot_be_is_refused_with_its_reason(written: str, why: str) -> None:
    if not why:
        assert any("is enhanced" in note for note in position(written).remarks())
        return
    with pytest.raises(InputError) as caught:
        position(written)
    assert why in str(caught.value)


def test_the_summon_of_an_enhanced_card_has_better_statistics() -> None:
    """The Mystic Ally has 2 hit points and attack 3, by the table; a sticker adds 1 to the first."""
    (row,) = (row for row in table("class_cards") if "summon Mystic Ally (" in row["says"])
    assert "hp 2" in row["says"]
    assert "summon heal" in row["spots"]

    with_it = position(
        f"{{{row['name']}: [{row['side']} +1 summon hp]}}",
        "Spellweaver",
        "summons: {Mystic Ally: {at: [1, 0], of: Spellweaver}}\n",
    )
    assert with_it.laid.state.figure("Mystic Ally").max_hp == 3


@pytest.mark.parametrize(
    "said", ["cards: {Trample: {enhanced: [top +1 attack]}}", "Trample: {enhanced: top +1 attack}"]
)
def test_a_card_may_be_said_to_be_enhanced(said: str) -> None:
    """Attack 3 and one more leave 1 of 5 hit points."""
    text = f"""
game: gloomhaven
map: {{size: 5 x 3}}
turn: Brute
modifiers: {{Brute: [+0]}}
characters: {{Brute: {{at: [1, 1], hp: 9, plays: [Trample, Eye for an Eye], {said}}}}}
monsters: {{Bandit Guard 1: {{at: [2, 1], hp: 5}}}}
line: [play top of Trample, attack Bandit Guard 1, draw +0]
claims: [hit points of Bandit Guard 1 1]
"""
    (claim,) = api.check(api.loads(text)).claims
    assert claim.verdict == "confirmed"
