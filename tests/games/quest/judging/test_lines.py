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


def test_a_potion_and_then_the_step_of_healing() -> None:
    """QE-35: the Potion heals one of two Wounds by itself; what is healed in a later step is another one."""
    answer = checked(
        """
    location: Bazaar
    wounds: 2
    hand: [2 x Lantern]
    line: [buy Potion, use Potion, pass, heal a Wound]
    claims: [{wounds: -1, after: 2}, {wounds: -2}]
    """
    )
    assert [claim.verdict for claim in answer.claims] == ["confirmed", "confirmed"]


def test_hit_points_rest_on_the_reading_of_wounds() -> None:
    """QE-10: 2 tokens leave 5; by key.hp_per_wound=every_one 4."""
    answer = checked(FIVE + "expect: {line: {hp: 5}, readings: [hp_per_wound]}")
    assert [each for each in answer.expectations if not each.holds] == []


def test_a_card_that_chance_takes_is_told_in_the_line() -> None:
    """The Throne Room discards a random card of a player without a Rogue: either may be told."""
    for taken, total in (("Lantern", 6), ("Gorlandor 3", 0)):
        answer = checked(
            f"""
            turn: dungeon
            champion: Crypt
            hand: [Gorlandor 3, 2 x Lantern]
            dungeon: {{Mine: none, Abandoned Gate: none, Crypt: none, Throne Room: Stone Giant}}
            line: [move to Throne Room, give up {taken}, battle]
            expect: {{line: {{physical: {total}}}}}
            """
        )
        assert [each for each in answer.expectations if not each.holds] == []


def test_what_replaces_a_key_that_lay_face_down_is_fought() -> None:
    """QE-26 with a second key below: it waits, and the battle is with the Monster that comes at last."""
    answer = checked(
        """
    turn: dungeon
    champion: Darkness Temple
    hand: [Gorlandor 4]
    dungeon: {Darkness Temple: face down}
    monster_decks: {level_3: {rest: [2 x Guardian Key, Bugbear Elite]}}
    line: [battle, reveal Guardian Key, reveal Guardian Key, reveal Bugbear Elite]
    expect: {line: {won: true, total: 10, health: 10}, after: {keys: 1}, readings: [keys_elsewhere]}
    """
    )
    assert [each for each in answer.expectations if not each.holds] == []


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


def test_to_end_the_turn_passes_every_step() -> None:
    """In the Village: purchases, healing and levels; in the Dungeon: the preparations and the movement."""
    for text in (
        "location: Bazaar\nhand: [Lantern]\nline: [end the turn]\nexpect: {line: {legal: true, gold: 2}}",
        "turn: dungeon\nhand: [Lantern]\ndungeon: {Mine: none}\nline: [move to Mine, end the turn]",
    ):
        answer = checked(text)
        assert answer.line is not None
        assert answer.line.legal


def test_a_battle_cannot_be_passed() -> None:
    """QUEST-5.14: where the Champion stops, the Monster must be fought."""
    answer = checked("turn: dungeon\nhand: [Lantern]\nline: [end the turn]")
    assert answer.line is not None
    refusal = answer.line.steps[0].refusal
    assert refusal is not None
    assert refusal.rulings == ("QUEST-5.14", "key.battle_compulsory")


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


def test_a_lantern_that_is_lost_may_be_the_token() -> None:
    """The Crypt takes a token of a player without a Rogue; the Lantern in front is no token."""
    answer = checked(
        """
        turn: dungeon
        champion: Mine
        hand: [Adventurer, Lantern]
        tokens: {lantern: 1, potion: 1}
        dungeon: {Mine: none, Abandoned Gate: none, Crypt: none}
        line: [move to Crypt, lose Lantern]
        expect: {after: {tokens: {potion: 1}}}
        """
    )
    assert [each for each in answer.expectations if not each.holds] == []


def test_an_ability_after_cards_were_put_on_the_deck() -> None:
    """QUEST-3.4: the rest of the hand is laid out first; the Shard then draws what lies uppermost."""
    answer = checked(
        """
    location: Temple
    wounds: 1
    hand: [Thunderstone Shard, Fireball]
    line: [put Fireball on the deck, use Thunderstone Shard]
    expect: {line: {legal: true}, after: {hand: [Thunderstone Shard, Fireball]}}
    """
    )
    assert [each for each in answer.expectations if not each.holds] == []


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


def test_a_card_face_down_after_the_line() -> None:
    """The Abyssal Temple is refilled face down; the Mine is not."""
    for room, there in (("Abyssal Temple", "face down"), ("Mine", "Goblin Shaman")):
        answer = checked(
            f"""
            turn: dungeon
            champion: {room}
            hand: [Gorlandor 3]
            dungeon: {{Mine: Kobold Grunt, Abandoned Gate: none, Abyssal Temple: Kobold Grunt}}
            monster_decks: {{level_1: [2 x Goblin Shaman], level_3: [2 x Goblin King]}}
            line: [battle]
            expect: {{after: {{dungeon: {{{room}: {there}}}}}}}
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


def test_a_choice_with_one_answer_may_be_told() -> None:
    answer = checked(ONE_STARTER + "line: [battle, use the Spoils of Tree House, destroy the Lantern]")
    assert answer.line is not None
    assert answer.line.legal


def test_another_answer_than_the_only_one_is_not_legal() -> None:
    answer = checked(ONE_STARTER + "line: [battle, use the Spoils of Tree House, destroy Hammer]")
    assert answer.line is not None
    refusal = answer.line.steps[-1].refusal
    assert refusal is not None
    assert refusal.reason == 'the only choice was "destroy Lantern"'
    assert "card.tree_house" in refusal.rulings


def test_an_answer_to_the_only_choice_is_told_once() -> None:
    told = "line: [battle, use the Spoils of Tree House, destroy Lantern, destroy Lantern]"
    answer = checked(ONE_STARTER + told)
    assert answer.line is not None
    assert [step.refusal is None for step in answer.line.steps] == [True, True, True, False]


def test_all_that_is_lost_may_be_told_in_any_order() -> None:
    """The Goblin Queen discards all Weapons."""
    for told in ("discard Shortsword, discard Hammer", "discard Hammer, discard Shortsword"):
        answer = checked(
            f"""
            turn: dungeon
            champion: Crypt
            hand: [Gorlandor 4, Shortsword, Hammer]
            dungeon: {{Crypt: Goblin Queen}}
            line: [battle, {told}]
            """
        )
        assert answer.line is not None
        assert answer.line.legal, told


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
    told = REAPED.replace("the Mine]", "the Mine, reveal Kobold Grunt, battle]")
    answer = checked(told + "expect: {line: {won: true, total: 8, health: 5, xp: 5}}")
    assert [each for each in answer.expectations if not each.holds] == []
    elsewhere = REAPED.replace("move to the Mine]", "move to the Abandoned Gate, pass]")
    answer = checked(elsewhere + "expect: {line: {legal: true, xp: 3}}")
    assert [each for each in answer.expectations if not each.holds] == []


def test_the_best_line_where_chance_waits_beside_rooms_that_nobody_names() -> None:
    """The Throne Room takes a random card; beside it and the Crypt lie rooms that the file does not name.

    6 + 2 against the Scrapper's 8.
    """
    answer = checked(
        """
    turn: dungeon
    champion: Crypt
    hand: [2 x Lantern, Gorlandor 3, Gorlandor 1]
    dungeon: {Crypt: Hobgoblin Scrapper, Throne Room: Bugbear Elite}
    expect: {best: {target: Hobgoblin Scrapper, won: true, total: 8}}
    """
    )
    assert [each for each in answer.expectations if not each.holds] == []


def test_a_wound_healed_by_the_step_is_no_repetition_of_one_healed_by_a_card() -> None:
    """The Gem heals one of two tokens by itself; `heal a Wound` then is the step of the Village."""
    answer = checked(
        """
    location: Shop of Wonders
    wounds: 2
    hand: [Gem of Healing]
    deck: []
    line: [use Gem of Healing, heal a Wound]
    expect: {line: {wounds: -2}, best: {wounds: -2}}
    """
    )
    assert [each for each in answer.expectations if not each.holds] == []


def test_the_end_of_the_turn_passes_over_a_choice_that_waits() -> None:
    """The Elven Outpost asks for a Hero to be raised; `end the turn` leaves that, and all other Spoils."""
    answer = checked(
        """
    turn: dungeon
    champion: Elven Outpost
    xp: 9
    hand: [Gorlandor 4, Gorlandor 2]
    village: [Gorlandor, Hammer]
    dungeon: {Elven Outpost: Venk the Rogue}
    line: [battle, use the Spoils of Elven Outpost, end the turn]
    claims: [{legal: level up Gorlandor 2, after: 2}, {illegal: use Gorlandor 2, after: 3}]
    expect: {after: {champion: The Wilderness, xp: 14}}
    """
    )
    assert [claim.verdict for claim in answer.claims] == ["confirmed", "confirmed"]
    assert [each for each in answer.expectations if not each.holds] == []
