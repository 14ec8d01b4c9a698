"""The Village of the variants: what a file may say of an epic Marketplace, of Class decks and of harder
campaigns, and what it may not. (QUEST-16, QUEST-17.1)
"""

from __future__ import annotations

import pytest

from tests.games.quest.files import position_of
from tsolve.cardkit import piles
from tsolve.errors import InputError
from tsolve.games.quest.state import Stack, State

EPIC = """
village: [Stormhand, Fireball, Moonlight, Shortsword]
market_decks: {item: [], spell: {rest: [Magic Missile]}, weapon: unknown}
any_spaces: [Shortspear]
"""
BY_CLASS = """
village: {Shortsword: 8, Silverhelm: 0}
class_decks: {fighter: {top: [Stormhand 1], rest: [Gorlandor 1]}, rogue: [Hawkswood 1, Scathian 1]}
box: {Stormhand 2: 3, Pylorian: 1}
"""


def table(text: str) -> State:
    found = position_of(text).table
    assert found is not None
    return found


def test_the_spaces_of_an_epic_marketplace() -> None:
    """Two for each type and two for any card; Heroes lie in stacks, of which there are enough."""
    state = table(EPIC)

    assert state.stacks == (
        Stack((("stormhand_1", 8), ("stormhand_2", 8), ("stormhand_3", 8))),
        Stack((), "item"),
        Stack((), "item"),
        Stack((("fireball", 1),), "spell"),
        Stack((("moonlight", 1),), "spell"),
        Stack((("shortsword", 1),), "weapon"),
        Stack((), "weapon"),
        Stack((("shortspear", 1),), "any"),
        Stack((), "any"),
    )
    assert state.wares == (
        ("item", piles.EMPTY),
        ("spell", piles.shuffled(("magic_missile",))),
        ("weapon", piles.UNKNOWN),
    )


def test_class_decks_lie_face_up() -> None:
    """The top card fills the space; the name of a Hero in the box means levels 2 and 3."""
    state = table(BY_CLASS)

    assert state.stacks == (
        Stack((), "cleric"),
        Stack((("stormhand_1", 1),), "fighter"),
        Stack((("hawkswood_1", 1),), "rogue"),
        Stack((), "wizard"),
        Stack((("stormhand_2", 3), ("pylorian_2", 1), ("pylorian_3", 1)), sold=False),
        Stack((("shortsword", 8),)),
    )
    assert state.wares == (
        ("cleric", piles.EMPTY),
        ("fighter", piles.shuffled(("gorlandor_1",))),
        ("rogue", piles.known(("scathian_1",))),
        ("wizard", piles.EMPTY),
    )
    assert state.titles == ("Gorlandor", "Hawkswood", "Scathian", "Shortsword", "Silverhelm", "Stormhand")


@pytest.mark.parametrize(
    ("text", "code", "told"),
    [
        ("any_spaces: [Fireball]", "E203", "`any_spaces` says nothing without `market_decks`"),
        ("box: [Stormhand]", "E203", "`box` says nothing without `class_decks`"),
        ("market_decks: {}", "E203", "`market_decks` says nothing without `village`"),
        (
            "village: [Moonlight, Fireball, Magic Missile]\nmarket_decks: {}",
            "E317",
            "the Marketplace has 2 spaces for Spells: 3 cards are named",
        ),
        (
            "village: []\nmarket_decks: {}\nany_spaces: [Maul, Fireball, Moonlight]",
            "E317",
            "the Marketplace has 2 spaces for any card: 3 cards are named",
        ),
        ("village: {Maul: 2}\nmarket_decks: {}", "E307", "an epic game has one copy of each card: 2 x Maul"),
        ("village: []\nmarket_decks: {spell: [Maul]}", "E305", "Maul is a Weapon and cannot be here: spell"),
        (
            "village: []\nmarket_decks: {spell: [Chain Lightning]}",
            "E305",
            "Chain Lightning is a Treasure and cannot be here: market_decks",
        ),
        (
            "village: [Stormhand]\nclass_decks: {}",
            "E305",
            "Stormhand 1 is a Hero, and the Heroes of this game lie in Class decks",
        ),
        ("class_decks: {rogue: [Hawkswood 2]}", "E305", "Hawkswood 2 cannot be here: class_decks"),
        (
            "class_decks: {rogue: [Stormhand 1]}",
            "E305",
            "Stormhand 1 is no Rogue and cannot be here: class_decks",
        ),
        (
            "class_decks: {rogue: {rest: [Hawkswood 1]}}",
            "E317",
            "a Class deck lies face up, and nothing is on top of this one",
        ),
        ("class_decks: {}\nbox: [Maul]", "E305", "Maul is a Weapon and cannot be here: box"),
        ("keys_to_end: 7", "E205", "1 to 6"),
        ("keys_to_end: 0", "E205", "1 to 6"),
        ("class_decks: {paladin: []}", "E202", 'unknown key "paladin"'),
    ],
)
def test_what_no_village_can_be(text: str, code: str, told: str) -> None:
    with pytest.raises(InputError) as caught:
        position_of(text)
    problem = caught.value.diagnostics[0]
    assert problem.code == code
    assert told in f"{problem.message} {problem.help}"


def test_keys_that_are_not_there_are_told() -> None:
    """Three keys lie in the decks and one was found: the fifth never comes."""
    text = """
    keys: 1
    keys_to_end: 5
    monster_decks: {level_1: [Guardian Key], level_2: [Guardian Key], level_3: [Guardian Key, Stone Giant]}
    """

    assert position_of(text).decoded.doubts == [
        "the Guardian comes with Guardian Key 5: the game has 4 (line 4)"
    ]
    assert not position_of(text.replace("keys_to_end: 5", "keys_to_end: 4")).decoded.doubts


def test_an_epic_game_has_one_copy_of_each_card() -> None:
    text = "hand: [Maul]\nvillage: [Fireball]\nany_spaces: [Fireball]\nmarket_decks: {weapon: {rest: [Maul]}}"

    assert position_of(text).decoded.doubts == [
        "an epic game has one copy of each card: 2 x Fireball are named (line 5)",
        "an epic game has one copy of each card: 2 x Maul are named (line 5)",
    ]
