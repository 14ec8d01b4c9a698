"""Which rulings of Quest are decisive, on positions whose arithmetic is done by hand."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.quest.files import position_of
from tests.games.quest.judging.test_hunt import dealer
from tsolve import api
from tsolve.errors import InputError
from tsolve.games.quest.changes import RULES, blank, without, without_idle
from tsolve.games.quest.position import QuestPosition
from tsolve.games.quest.writing.position_text import write_position

RULESET = api.ruleset("quest")


def marks(text: str) -> dict[str, bool | None]:
    """Every ruling that `check` cites about the position, with its mark; interpretations apart."""
    file = position_of(text)
    cited = api.with_decisive(file, api.check(file)).citations
    return {each.id: each.decisive for each in cited if not each.id.startswith("key.")}


def decisive(text: str) -> set[str]:
    return {ruling for ruling, mark in marks(text).items() if mark}


def battle(hand: str, room: str, monster: str, *steps: str, more: str = "") -> str:
    """A battle where the Champion stands."""
    line = ", ".join((*steps, "battle"))
    return f"""
        turn: dungeon
        champion: {room}
        hand: [{hand}]
        deck: []
        dungeon: {{{room}: {monster}}}
        line: [{line}]
        {more}
    """


def test_what_the_room_adds_decides() -> None:
    """4 of Gorlandor against 4 and the 1 of the Mine."""
    found = marks(battle("Gorlandor 2", "Mine", "Goblin Berserker"))
    assert {ruling for ruling, mark in found.items() if mark} == {"QUEST-5.17", "card.mine"}
    # there is no armor; the Monster's health and that the battle was lost anyway stay as they are
    assert {found["QUEST-2.10"], found["card.goblin_berserker"], found["card.gorlandor_2"]} == {False}
    # that the total has to reach the health cannot be switched off
    assert found["QUEST-5.18"] is None


def test_light_of_the_position_decides_what_a_room_adds() -> None:
    """6 of Gorlandor against 5 and 2 for no Light in the Tombs; with a Lantern it is 5."""
    assert decisive(battle("Gorlandor 3", "The Servants' Tombs", "Kobold Snatcher")) == {
        "QUEST-5.17",
        "card.the_servants_tombs",
    }
    found = marks(battle("Gorlandor 3, Lantern", "The Servants' Tombs", "Kobold Snatcher"))
    assert {ruling for ruling, mark in found.items() if mark} == {"card.gorlandor_3", "card.lantern"}
    assert found["QUEST-5.17"] is False


def test_armor_decides() -> None:
    """6 less 3 are 3 against 4."""
    text = battle("Gorlandor 3", "Abandoned Gate", "Goblin Warrior")
    assert decisive(text) == {"QUEST-2.10", "card.goblin_warrior"}


def test_resistance_decides() -> None:
    """Magic 4 + 3 less 2 are 5 against 5; in the Fairy Meadow, which adds 2 to the 2 of the Shaman, 3."""
    found = decisive(battle("Scathian 3, Fireball", "Fairy Meadow", "Goblin Shaman"))
    assert found == {"QUEST-2.10", "QUEST-5.17", "card.fairy_meadow", "card.goblin_shaman"}


def test_a_dagger_that_only_its_keyword_needs() -> None:
    """6 + 1 less (3 - 1) are 5 against 4. A Dagger without its 1 is Edged all the same: 6 - 2 = 4. Without
    his 6 Gorlandor loses.
    """
    text = battle("Gorlandor 3, Dagger", "Abandoned Gate", "Goblin Warrior", "give Dagger to Gorlandor 3")
    found = marks(text)
    assert {ruling for ruling, mark in found.items() if mark} == {"card.gorlandor_3"}
    assert found["QUEST-2.4"] is None  # no more than part of it is tried


def test_immunity_decides() -> None:
    """Physical 4 is the higher attack and counts 0; magic 2 against 3, and 6 with both."""
    text = battle("Gorlandor 2, Scathian 1", "Abandoned Gate", "Goblin Sycophant")
    assert decisive(text) == {"QUEST-2.11", "card.goblin_sycophant"}


def test_what_comes_before_the_battle_decides() -> None:
    """6 + 4 against 8, but the Queen discards the Maul. Without its 4 the Maul changes nothing."""
    text = battle("Gorlandor 3, Maul", "Abandoned Gate", "Goblin Queen", "give Maul to Gorlandor 3")
    assert decisive(text) == {"QUEST-5.16", "card.goblin_queen"}


def test_wounds_of_the_battle_decide_a_claim() -> None:
    """2 Wounds of the Berserker. 4 against 4 wins, so that Gorlandor decides the battle."""
    text = battle("Gorlandor 2", "Abandoned Gate", "Goblin Berserker", more="claims: [{wounds: 2}]")
    assert decisive(text) == {"QUEST-5.19", "card.goblin_berserker", "card.gorlandor_2"}


def test_rewards_of_the_room_decide_a_claim() -> None:
    """The Crypt adds 1 to the 2 XP of the Grunt; its 1 Wound is not asked about."""
    text = battle("Gorlandor 3", "Crypt", "Kobold Grunt", more="claims: [{xp: 3}]")
    assert decisive(text) == {"QUEST-5.21", "card.crypt", "card.gorlandor_3"}


def test_alerts_decide_a_claim() -> None:
    text = """
        turn: dungeon
        hand: [Adventurer]
        dungeon: {Mine: Kobold Hero, Abandoned Gate: none}
        line: [move to Mine, move to Abandoned Gate]
        claims: [{wounds: 1}]
    """
    assert decisive(text) == {"QUEST-5.10", "card.kobold_hero"}


def test_skill_decides_that_a_step_is_not_legal() -> None:
    """A Hammer requires 4, an Adventurer has 2."""
    assert decisive("turn: dungeon\nhand: [Adventurer, Hammer]\nline: [give Hammer to Adventurer]") == {
        "QUEST-2.3"
    }


def test_a_boost_of_skill_decides() -> None:
    """2 and the 2 of the Shard. A Shard that adds nothing can still be given, and then the Hammer cannot."""
    text = """
        turn: dungeon
        hand: [Adventurer, Thunderstone Shard, Hammer]
        line: [give Thunderstone Shard to Adventurer{}]
    """
    assert decisive(text.format(", give Hammer to Adventurer")) == {"card.thunderstone_shard"}
    assert decisive(text.format("")) == set()


def test_an_ability_for_a_hero_decides() -> None:
    """Silverhelm gives the 2 of Skill that the Adventurer lacks: 1 + 1 + 2 against the 4 of the Rat."""
    text = """
        turn: dungeon
        hand: [Silverhelm 1, Adventurer, Hammer]
        line: [use Silverhelm 1 on Adventurer, give Hammer to Adventurer, battle]
    """
    assert decisive(text) == {"card.silverhelm_1", "card.adventurer", "card.hammer"}


def test_light_decides_that_a_step_is_not_legal() -> None:
    text = """
        turn: dungeon
        champion: Mine
        hand: [Dagger]
        dungeon: {Mine: none, Abandoned Gate: none, Crypt: none}
        line: [move to Crypt]
    """
    assert decisive(text) == {"QUEST-5.4", "card.crypt"}


def test_what_is_taken_away_in_part_refutes_nothing() -> None:
    """The Crypt is not beside The Wilderness: no Light is needed for that, and the rule says so, too."""
    text = """
        turn: dungeon
        hand: [Lantern]
        dungeon: {Mine: none, Abandoned Gate: none, Crypt: none}
        line: [move to Crypt]
    """
    found = marks(text)
    assert found["QUEST-5.4"] is None
    assert found["QUEST-1.4"] is None


def test_a_compulsory_battle_decides() -> None:
    assert decisive("turn: dungeon\nhand: [Lantern]\nline: [pass, pass]") == {"QUEST-5.14"}


@pytest.mark.parametrize(
    ("line", "ruling"),
    [
        ("buy Shortsword, buy Shortspear", "QUEST-4.4"),  # 3 and 4 of 8 gold, but a second card
        ("buy Maul", "QUEST-4.4"),  # it costs 12 here
        ("buy Iron Rations, buy Lantern token", "QUEST-9.5"),
        ("heal a Wound, heal a Wound", "QUEST-4.11"),
        ("level up Adventurer to Stormhand 1, level up Adventurer to Stormhand 1", "QUEST-4.12"),
    ],
)
def test_limits_of_the_village_decide(line: str, ruling: str) -> None:
    text = f"""
        location: Bazaar
        hand: [4 x Lantern, 2 x Adventurer]
        xp: 4
        wounds: 2
        village: {{Shortsword: 1, Shortspear: 1, Maul: 1, Stormhand 1: 2}}
        cards: {{Maul: {{cost: 12}}}}
        line: [{line}]
    """
    assert ruling in decisive(text)


def test_what_a_level_costs_decides() -> None:
    """2 XP for level 1."""
    text = """
        location: Bazaar
        hand: [Adventurer]
        xp: 1
        village: [Stormhand 1]
        line: [level up Adventurer to Stormhand 1]
    """
    assert decisive(text) == {"QUEST-8.1"}


def test_the_temple_decides() -> None:
    text = """
        location: Temple
        hand: [Adventurer]
        xp: 2
        village: [Stormhand 1]
        line: [level up Adventurer to Stormhand 1]
    """
    assert decisive(text) == {"QUEST-3.4"}


def test_an_ability_is_used_once() -> None:
    text = """
        turn: dungeon
        wounds: 1
        hand: [Thunderstone Shard]
        deck: [2 x Dagger]
        line: [use Thunderstone Shard, use Thunderstone Shard]
    """
    assert decisive(text) >= {"QUEST-0.19"}


def test_a_second_weapon_for_another_hero_is_none() -> None:
    text = """
        turn: dungeon
        hand: [2 x Adventurer, Dagger]
        line: ["give Dagger to Adventurer #1", "give Dagger to Adventurer #2"]
    """
    assert decisive(text) == {"QUEST-2.4"}


def test_a_step_before_the_cards_are_laid_out() -> None:
    """Nothing is in front of the player yet; that the Weapon belonged to somebody is not the reason."""
    assert "QUEST-2.4" not in decisive("hand: [Adventurer, Dagger]\nline: [give Dagger to Adventurer]")


def test_a_reading_that_forbids_the_phase_that_was_chosen() -> None:
    """Where the file says that the Champion is at the Bazaar, it is read so by those, too, who would forbid
    it. Where only the line leads there, the answer depends on that reading.
    """
    text = """
        hand: [Lantern]
        players: {others: [{champion: Bazaar}]}
        line: [buy Iron Rations]
    """
    for file, depends in ((position_of(text), True), (position_of(text + "    location: Bazaar"), False)):
        answer = api.in_full(file, api.check(file))
        assert answer.depends is not None
        assert ("shared_location" in {each.key for each in answer.depends.keys}) is depends


def test_best_plays_are_looked_for_again() -> None:
    """4 of Gorlandor against 4 + 1: the Mine decides that the Berserker cannot be defeated."""
    text = """
        turn: dungeon
        hand: [Gorlandor 2]
        deck: []
        dungeon: {Mine: Goblin Berserker, Abandoned Gate: none}
        claims: [{not_defeats: Goblin Berserker}]
    """
    assert "card.mine" in decisive(text)


def test_rules_that_forbid_are_not_looked_for_by_the_planner() -> None:
    """Whether a second card could be bought, the planner cannot say without the rule: it is not examined."""
    text = """
        location: Bazaar
        hand: [Lantern]
        village: [Maul]
        claims: [{cannot_buy: Maul}]
    """
    assert marks(text)["QUEST-4.4"] is None


def test_every_rule_that_is_switched_off_is_one() -> None:
    assert {*RULES} <= {*RULESET.glossary}


def test_what_works_by_the_rules_about_it_has_no_blank_card() -> None:
    """A blank Lantern token would give its Light all the same: it is not examined."""
    book = position_of("hand: [Lantern]").book
    assert without("card.lantern_token", book) is None
    assert without("card.festering_wound", book) is None
    assert without("QUEST-2.9", book) is None
    assert without("card.mine", book) is not None


def test_a_blank_card_is_what_it_was() -> None:
    cards = RULESET.cards
    stormhand = blank(cards["stormhand_2"])
    assert (stormhand.level, stormhand.classes, stormhand.skill, stormhand.cost) == (2, ("fighter",), 5, 10)
    assert (stormhand.physical, stormhand.traits) == (None, ())
    queen = blank(cards["goblin_queen"])
    assert (queen.health, queen.xp, queen.resistance, queen.wounds, queen.before) == (8, 7, None, None, ())
    mine = blank(cards["mine"])
    assert (mine.level, mine.health, mine.rewards) == (1, None, ())


def test_abilities_that_do_nothing_are_not_used_by_the_best_play() -> None:
    file = position_of("hand: [Lantern]")
    change = without("card.silverhelm_1", file.book)
    assert change is not None
    changed = change(file).book
    assert len(changed.card("silverhelm_1").abilities) == 1
    assert without_idle(changed).card("silverhelm_1").abilities == ()
    assert without_idle(file.book).cards == file.book.cards


@pytest.mark.parametrize("seed", range(40))
def test_every_ruling_of_a_random_line_is_examined_without_a_fall(seed: int) -> None:
    """Dealt positions with lines of random actions, cards and rooms of all kinds."""
    book = position_of("hand: [Lantern]").book
    table = dealer(seed=seed).deal()
    state = table.state(book)
    begun = position_of(write_position(book, state, table.turn).removeprefix("game: quest\n"))
    line = random_line(begun, Random(seed))
    if not line:
        return
    try:
        found = marks(write_position(book, state, table.turn, line=line).removeprefix("game: quest\n"))
    except InputError:  # words that may mean two things
        return
    assert found


def random_line(file: QuestPosition, random: Random) -> list[str]:
    """Random steps until chance acts or the turn is over."""
    game, state = file.game, file.state
    line: list[str] = []
    while game.mover(state) >= 0 and (actions := game.legal_actions(state)) and len(line) < 25:
        action = random.choice(actions)
        line.append(game.notation(state, action))
        state = game.apply(state, action)
    return line
