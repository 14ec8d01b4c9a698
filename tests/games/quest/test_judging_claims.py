"""Claims and expectations of Quest, with and without a line; verdicts by hand."""

from __future__ import annotations

from tests.games.quest.files import FIVE, checked

PART_OF_THE_DUNGEON = """
turn: dungeon
hand: [Gorlandor 4, Lantern]
dungeon: {Mine: Goblin Berserker}
"""


def test_what_may_be_in_a_room_that_is_not_named_is_undecided() -> None:
    text = PART_OF_THE_DUNGEON + (
        "claims: [{defeats: Bugbear Elite}, {not_defeats: Bugbear Elite}, {reaches: Vault},"
        " {total: 3, against: Bugbear Elite}, {defeats: Bugbear Elite in Mine}]"
    )
    answer = checked(text)
    assert [claim.verdict for claim in answer.claims] == ["undecided"] * 4 + ["refuted"]
    assert "rooms that the position names" in answer.claims[2].reason


def test_the_position_as_it_stands_without_a_line() -> None:
    """5 XP against 3, and no Victory Points: player 1 wins."""
    text = """
        xp: 5
        hand: [2 x Adventurer]
        deck: []
        players: {others: [{xp: 3, hand: [Dagger], deck: []}]}
        expect: {after: {winners: [1], points: 5, xp: %d}}
        """
    assert [each.holds for each in checked(text % 5).expectations] == [True, True, True]
    assert sorted(each.holds for each in checked(text % 4).expectations) == [False, True, True]


def test_the_end_phase_of_a_turn_that_has_not_begun() -> None:
    (ended,) = checked("hand: [Dagger]\nexpect: {after: {end_phase: true}}").expectations
    assert (ended.holds, ended.found) == (False, "the steps do not end the turn")


def test_gold_spent_before_it_is_counted_is_part_of_it() -> None:
    """5 + 2 + 2 gold; Potion 4 and Rations 2 leave 3, which is the price of the Shortsword."""
    answer = checked(
        """
        location: Guilds' Quarter
        hand: [Hawkswood 4, 2 x Lantern]
        deck: [9 x Adventurer]
        village: [Shortsword]
        line: [use Hawkswood 4, buy Potion, buy Iron Rations, buy Shortsword]
        expect: {line: {gold: 9}}
        claims: [{illegal: buy Shortbow, after: 3}]
        """
    )
    assert answer.line is not None
    assert answer.line.calculation is not None
    assert answer.line.calculation.total == sum(row.change for row in answer.line.calculation.rows) == 9
    bought = [entry for step in answer.line.steps[1:3] for entry in step.entries]
    assert [entry.rulings for entry in bought] == [("QUEST-4.2", "card.hawkswood_4")] * 2


def test_an_empty_treasure_deck_has_nothing_to_sell_or_to_win() -> None:
    shop = "location: Shop of Wonders\ntreasure_deck: []\nhand: [5 x Lantern]\nvillage: [Shortsword]\n"
    answer = checked(shop + "claims: [{illegal: buy a Treasure}]\nline: [buy a Treasure]")
    assert answer.line is not None
    refusal = answer.line.steps[0].refusal
    assert refusal is not None
    assert (refusal.reason, refusal.rulings) == ("the Treasure deck is empty", ("QUEST-3.6",))
    won = f"{FIVE}treasure_deck: []\n    expect: {{line: {{rewards: 1}}}}"
    assert [each.found for each in checked(won).expectations if not each.holds] == []


def test_hit_points_without_a_line_name_the_reading_of_wounds() -> None:
    (claim,) = checked("wounds: 2\nhand: [2 x Adventurer]\nclaims: [{hp: 5}]").claims
    assert (claim.verdict, claim.rulings) == ("confirmed", ("QUEST-6.1", "QUEST-7.2", "key.hp_per_wound"))


def test_what_is_missing_although_the_attack_is_enough() -> None:
    """QUEST-2.12: 5 + 5 + 1 against 5, and no Wizard."""
    text = """
        turn: dungeon
        hand: [2 x Gorlandor 3, Adventurer]
        cards:
          Warden:
            {kind: monster, level: 1, health: 5, armor: 0, wounds: 1, xp: 2,
             traits: [{kind: required, have: Wizard}]}
        dungeon: {Abandoned Gate: Warden, Mine: none}
        line: [move to Abandoned Gate, battle]
        claims: [{defeats: Warden}]
        """
    (claim,) = checked(text).claims
    assert claim.verdict == "refuted"
    assert "cannot be defeated without Wizard" in claim.reason
    assert {"QUEST-2.12", "card.warden"} <= {*claim.rulings}


def test_every_total_that_a_choice_leaves_is_told() -> None:
    """Samuel takes a card: without Stormhand nothing attacks; without the Maul or the Shard 2 are left."""
    text = """
        turn: dungeon
        champion: Mine
        wounds: 1
        deck: []
        hand: [Stormhand 1, Maul, Thunderstone Shard]
        dungeon: {Mine: Samuel the Cleric}
        line: [give Thunderstone Shard to Stormhand 1, give Maul to Stormhand 1, battle]
        claims: [{total: 6}]
        """
    (claim,) = checked(text).claims
    assert claim.reason == "whatever is chosen: total 0 or total 2"


def test_a_chance_is_judged_where_nothing_is_left_to_chance() -> None:
    """Four Adventurers defeat the Rat (4 against 4), and not the Berserker in the Mine (4 against 5)."""
    answer = checked(
        """
        turn: dungeon
        hand: [4 x Adventurer]
        deck: []
        dungeon: {Mine: Goblin Berserker, Abandoned Gate: none}
        claims:
          - {defeats: Giant Rat, chance: 1/2}
          - {defeats: Giant Rat, chance: 1}
          - {defeats: Goblin Berserker, chance: 0}
        """
    )
    assert [claim.verdict for claim in answer.claims] == ["refuted", "confirmed", "confirmed"]


def test_every_wound_that_is_healed_is_told() -> None:
    """The Gem heals one, the step of healing another."""
    text = "location: Bazaar\nhand: [Gem of Healing]\ndeck: []\nwounds: 2\n"
    answer = checked(f"{text}line: [use Gem of Healing, heal a Wound]")
    assert answer.line is not None
    assert answer.line.outcome == "You heal 2 Wounds."


def test_a_room_with_an_article_in_its_name() -> None:
    """5 less armor 3 against health 4 and 2 of the room."""
    text = """
        turn: dungeon
        hand: [5 x Adventurer]
        deck: []
        dungeon: {The Servant's Tombs: Goblin Warrior, Mine: none}
        claims: [{not_defeats: "Goblin Warrior in The Servant's Tombs"}]
        """
    assert checked(text).claims[0].verdict == "confirmed"
