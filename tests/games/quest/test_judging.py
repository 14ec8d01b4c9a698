"""Lines, claims and expectations of position files; numbers by hand from the rules."""

from __future__ import annotations

import pytest

from tests.games.quest.files import checked, verdicts

FIVE = """
    turn: dungeon
    hand: [5 x Adventurer]
    dungeon: {Mine: Goblin Berserker, Abandoned Gate: Goblin Warrior}
    line: [move to the Mine, battle Goblin Berserker]
    """


def test_the_berserker_in_the_mine() -> None:
    """QE-8, QE-9: 5 attack against 4 + 1; 2 Wounds, 2 XP, a Treasure and Iron Rations."""
    answer = checked(
        FIVE
        + """
    claims:
    - total: 5
    - xp: 2
    - {total: 5, against: Mine}
    - {defeats: Goblin Berserker in Mine}
    - {not_defeats: Goblin Warrior}
    - {xp: 0, after: move}
    - {legal: move to Abandoned Gate, after: 1}
    - {illegal: move to The Wilderness, after: 1}
    expect:
      line: {won: true, total: 5, physical: 5, health: 5, xp: 2, wounds: 2, rewards: 2, hp: 5, lost: 0}
      steps: {move to the Mine: {xp: 0}}
      calculation:
      - {card: Goblin Berserker, health: 4, ruling: QUEST-5.17}
      - {card: Mine, health: 1}
      - {total: 5, ruling: QUEST-2.10}
      after: {xp: 2, wounds: 2, tokens: {iron_rations: 1}, champion: Mine}
    """
    )
    assert {claim.verdict for claim in answer.claims} == {"confirmed"}
    assert [each for each in answer.expectations if not each.holds] == []


def test_four_are_not_enough_because_of_the_mine() -> None:
    """QE-8: against 4 + 1."""
    text = FIVE.replace("5 x", "4 x").replace("line: [move to the Mine, battle Goblin Berserker]", "")
    answer = checked(text + "claims: [{defeats: Goblin Berserker}, {total: 4, against: Mine}]")
    claim, total = answer.claims
    assert (claim.verdict, total.verdict) == ("refuted", "confirmed")
    assert claim.calculation is not None
    rows = {row.subject: row.change for row in claim.calculation.rows if row.quantity == "health"}
    assert rows == {"Goblin Berserker": 4, "Mine": 1}


def test_two_shortswords_on_stormhand() -> None:
    """QE-43: Skill 4, requirement 3 - 1 each; a third would take 6."""
    text = """
    turn: dungeon
    hand: [Stormhand 1, 3 x Shortsword]
    line: [Stormhand 1 wields Shortsword, Stormhand 1 wields Shortsword]
    claims:
    - {illegal: give Shortsword to Stormhand 1, after: 2}
    - {legal: give Shortsword to Stormhand 1, after: 1}
    """
    answer = checked(text)
    assert [claim.verdict for claim in answer.claims] == ["confirmed", "confirmed"]
    assert (
        answer.claims[0].reason
        == "Shortsword requires Skill 2 beside 4 for other Weapons, and Stormhand 1 has 4"
    )


@pytest.mark.parametrize(
    ("light", "reached"),
    [(3, ["Crypt", "Vault"]), (2, ["Crypt"]), (1, ["Crypt"]), (0, [])],
)
def test_light_over_three_rooms(light: int, reached: list[str]) -> None:
    """QE-40: the rooms of one column take 0, 1 and 2 Light, 3 in all."""
    claims = ", ".join(
        f"{{{'reaches' if room in reached else 'cannot_reach'}: {room}}}" for room in ("Crypt", "Vault")
    )
    text = f"""
    turn: dungeon
    hand: [Adventurer{", Lantern" * light}]
    dungeon: {{Mine: Goblin Berserker, Abandoned Gate: none, Crypt: none, Bog: none, Vault: Stone Giant}}
    claims: [{claims}]
    """
    assert set(verdicts(text)) == {"confirmed"}


def test_only_the_room_ahead_is_paid() -> None:
    """QE-40: from the Crypt, 2 Light are enough for the Vault."""
    text = """
    turn: dungeon
    champion: Crypt
    hand: [2 x Lantern]
    dungeon: {Mine: none, Crypt: none, Vault: Stone Giant}
    claims: [{reaches: Vault}, {light: 2}]
    """
    assert verdicts(text) == ["confirmed", "confirmed"]


BAZAAR = """
    location: Bazaar
    hand: [3 x Adventurer, Dagger, Lantern, Thunderstone Shard]
    village: [Shortsword, Shortbow, Maul]
    """


def test_five_gold_at_the_bazaar() -> None:
    """QE-12: 1 + 2 + 2 gold: a Shortsword for 3 and Iron Rations for 2; no Maul for 8."""
    claims = "[{gold: 5}, {buys: Shortbow}, {cannot_buy: Maul}]"
    assert verdicts(f"{BAZAAR}\n    claims: {claims}") == ["confirmed"] * 3
    line = "line: [buy Shortsword, buy Iron Rations]"
    told = "expect: {line: {legal: true, gained: [Shortsword], gold: 5}, after: {tokens: {iron_rations: 1}}}"
    answer = checked(f"{BAZAAR}\n    {line}\n    {told}")
    assert [each for each in answer.expectations if not each.holds] == []
    assert answer.line is not None
    assert answer.line.outcome == "Shortsword and Iron Rations bought with 5 gold."


def test_what_comes_by_chance_is_told_or_open() -> None:
    """The Monster that comes into the Mine and the Treasure need not be told; both may be."""
    told = FIVE.replace(']\n    """', "]").replace(
        "battle Goblin Berserker]", "battle Goblin Berserker, reveal Goblin Warrior, find Huma]"
    )
    answer = checked(
        told + "cards: {Huma: {physical: 2}}\n"
        "    expect: {after: {dungeon: {Mine: Goblin Warrior}, discard: [Huma]}}"
    )
    assert answer.line is not None
    assert answer.line.legal
    assert [each for each in answer.expectations if not each.holds] == []


def test_names_in_russian_give_the_same_answer() -> None:
    text = """
    turn: dungeon
    hand: [3 x Приключенец, Кинжал, Осколок Громокамня]
    dungeon: {Mine: Goblin Berserker, Abandoned Gate: Goblin Warrior}
    line: [give Кинжал to Приключенец, move to the Mine, battle Goblin Berserker]
    """
    english = text.replace("Приключенец", "Adventurer").replace("Кинжал", "Dagger")
    english = english.replace("Осколок Громокамня", "Thunderstone Shard")
    russian, same = checked(text).line, checked(english).line
    assert russian is not None
    assert same is not None
    assert (russian.outcome, russian.calculation) == (same.outcome, same.calculation)


def test_a_line_that_is_not_legal_says_why() -> None:
    """Stormhand 1 has Skill 4, a Maul needs 8, of a Dwarf 2 less."""
    answer = checked("turn: dungeon\nhand: [Stormhand 1, Maul]\nline: [give Maul to Stormhand 1]")
    assert answer.line is not None
    refusal = answer.line.steps[0].refusal
    assert refusal is not None
    assert refusal.reason == "Maul requires Skill 6, and Stormhand 1 has 4"
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
    assert refusal.reason.endswith(", less than Stormhand 1 has: 4")


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
    assert (ended.holds, ended.found) == (False, "the line does not end the turn")


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
    assert answer.line.outcome == "2 Wounds healed."


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
