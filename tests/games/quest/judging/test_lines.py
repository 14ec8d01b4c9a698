"""Lines of Quest step by step: what is legal, what goes without saying, what may be told all the same, and
chance on the way to a battle.
"""

from __future__ import annotations

import pytest

from tests.games.quest.files import FIVE, checked


def test_a_line_that_is_not_legal_says_why() -> None:
    """Stormhand 1 has Skill 4, a Maul needs 8, of a Dwarf 2 less."""
    answer = checked("turn: dungeon\nhand: [Stormhand 1, Maul]\nline: [give Maul to Stormhand 1]")
    assert answer.line is not None
    refusal = answer.line.steps[0].refusal
    assert refusal is not None
    assert refusal.reason == "Maul requires Skill 6, Stormhand 1 has 4"
    assert refusal.rulings == ("QUEST-2.3",)


def test_a_weapon_may_ask_for_too_little_skill() -> None:
    """By the glossary's letter a Dagger, which asks for 2, is none for Stormhand 1 with 4."""
    answer = checked(
        "turn: dungeon\ninterpretations: {wield: at_least}\nhand: [Stormhand 1, Dagger]\n"
        "line: [give Dagger to Stormhand 1]"
    )
    assert answer.line is not None
    refusal = answer.line.steps[0].refusal
    assert refusal is not None
    assert refusal.reason.startswith("Dagger requires Skill ")
    assert refusal.reason.endswith(", Stormhand 1 has more: 4")


def test_a_festering_wound_is_told_of() -> None:
    answer = checked("turn: dungeon\nhand: [Adventurer, Festering Wound]")
    assert any("Festering Wound" in note for note in answer.notes)


def test_a_reading_that_replaces_facts_of_a_card_is_told_where_it_matters() -> None:
    """key.crypt_reward: 3 + 1 XP; a lost battle brings none by either reading."""
    text = """
    turn: dungeon
    champion: Crypt
    hand: [Gorlandor 3{more}]
    dungeon: {{Crypt: Hobgoblin Scrapper}}
    line: [battle]
    expect: {{readings: [crypt_reward]}}
    """
    for more, rests in ((", 2 x Adventurer", True), ("", False)):
        assert [each.holds for each in checked(text.format(more=more)).expectations] == [rests]


def test_every_wound_that_is_healed_is_told() -> None:
    """The Gem heals one, the step of healing another."""
    text = "location: Bazaar\nhand: [Gem of Healing]\ndeck: []\nwounds: 2\n"
    answer = checked(f"{text}line: [use Gem of Healing, heal a Wound]")
    assert answer.line is not None
    assert answer.line.outcome == "You heal 2 Wounds."


def test_a_best_line_says_what_it_is_about() -> None:
    answer = checked(FIVE.replace("line: [move to the Mine, battle Goblin Berserker]", ""))
    assert answer.solution is not None
    plan = answer.solution.best[0]
    assert plan.title == "battle Goblin Berserker in Mine"
    assert [step.text for step in plan.line.steps] == [
        "move to Mine",
        "battle Goblin Berserker",
        "end the turn",
    ]


@pytest.mark.parametrize("named", ["Adventurer", "second Adventurer", "Adventurer #1"])
def test_one_of_several_cards_goes_on_the_deck(named: str) -> None:
    """Future Vision: whichever of the two Adventurers is named, one is left."""
    answer = checked(
        f"""
    location: Bazaar
    hand: [Future Vision, 2 x Adventurer]
    deck: [Dagger]
    line: [use Future Vision, 'put {named} on the deck']
    expect: {{after: {{hand: [Future Vision, Adventurer], deck: [Adventurer, Dagger]}}}}
    """
    )
    assert [each for each in answer.expectations if not each.holds] == []


@pytest.mark.parametrize("named", ["Dagger", "second Dagger", "Dagger #1"])
def test_any_of_several_cards_alike_may_be_named(named: str) -> None:
    """QUEST-4.8: one Dagger goes, whichever of two is named."""
    answer = checked(
        f"""
    location: Shop of Wonders
    hand: [2 x Lantern, 2 x Dagger]
    village: [Moonlight]
    line: [buy Moonlight, 'destroy {named}']
    expect: {{line: {{legal: true, destroyed: [Dagger]}}}}
    """
    )
    assert [each for each in answer.expectations if not each.holds] == []


ONE_STARTER = """
turn: dungeon
champion: Tree House
hand: [Gorlandor 3, Lantern, Hammer]
deck: []
dungeon: {Fairy Meadow: none, Ominous Looking Road: none, Tree House: Kobold Grunt}
"""
"""The Spoils of the Tree House destroy a Starter: the Lantern is the only one."""


def test_another_answer_than_the_only_one_is_not_legal() -> None:
    answer = checked(ONE_STARTER + "line: [battle, use the Spoils of Tree House, destroy Hammer]")
    assert answer.line is not None
    refusal = answer.line.steps[-1].refusal
    assert refusal is not None
    assert refusal.reason == 'the only choice was "destroy Lantern"'
    assert "card.tree_house" in refusal.rulings


@pytest.mark.parametrize("said", ["level up Adventurer to Stormhand", "level up Adventurer to Stormhand 1"])
def test_a_level_where_nothing_is_told_of_the_village(said: str) -> None:
    """4 Adventurers of 1 defeat the Giant Rat (4), whose Spoils let one level up, to what is in a stack."""
    hand = "turn: dungeon\nhand: [4 x Adventurer]\ndeck: []"
    line = f"line: [battle Giant Rat, use the Spoils of Giant Rat, {said}]"
    answer = checked(f"{hand}\n{line}")
    told = checked(f"{hand}\nvillage: [Stormhand]\n{line}")
    others = checked(f"{hand}\nvillage: [Gorlandor]\n{line}")

    assert answer.line is not None
    assert "write `village: [Stormhand 1]`" in answer.line.undecided
    assert told.line is not None
    assert (told.line.legal, told.line.undecided) == (True, "")
    assert others.line is not None
    assert (others.line.legal, others.line.undecided) == (False, "")


def test_no_village_lets_heroes_level_up_before_the_battle() -> None:
    answer = checked(
        "turn: dungeon\nhand: [4 x Adventurer]\ndeck: []\nline: [level up Adventurer to Stormhand]"
    )

    assert answer.line is not None
    assert (answer.line.legal, answer.line.undecided) == (False, "")


REAPED = """
    turn: dungeon
    hand: [The Reaper, Gorlandor 3, Gorlandor 1]
    dungeon: {Mine: Goblin Shaman, Abandoned Gate: none}
    line: [give The Reaper to Gorlandor 3, use The Reaper, destroy Gorlandor 1, choose Mine, move to the Mine]
    """


def test_what_comes_into_a_room_before_the_battle_must_be_told() -> None:
    """QUEST-5.14: The Reaper empties the Mine; nobody is asked what comes unless the Champion goes there."""
    untold = checked(REAPED.replace("the Mine]", "the Mine, pass]") + "expect: {line: {legal: true}}")
    assert [(each.holds, each.undecided) for each in untold.expectations] == [(False, True)]
