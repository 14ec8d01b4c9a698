"""Cards that come before a battle, and chance on the way to it."""

from __future__ import annotations

from tests.games.quest.files import checked

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
