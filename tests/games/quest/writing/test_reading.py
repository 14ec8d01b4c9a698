"""Texts of actions and cards of Quest: each is read, or refused with a word on how to write it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.copied import comes_to, played
from tests.games.quest.files import checked, position_of, problems
from tests.games.quest.table import READINGS
from tests.games.quest.test_whole_games import NUMBERS, chosen, enriched
from tsolve.api import games
from tsolve.engine import CHANCE
from tsolve.errors import InputError
from tsolve.games.quest.actions import (
    Action,
    Battle,
    Buy,
    BuyToken,
    BuyTreasure,
    Complete,
    Enter,
    Give,
    Heal,
    LevelUp,
    Move,
    Pass,
    PutOnDeck,
    Use,
    UseToken,
    Visit,
)
from tsolve.games.quest.answers import (
    Accept,
    Borrow,
    CancelText,
    Choose,
    ChooseHero,
    Ignore,
    Keep,
    ResolveFirst,
)
from tsolve.games.quest.book import Book
from tsolve.games.quest.game import Quest
from tsolve.games.quest.setup import new_game
from tsolve.games.quest.state import State
from tsolve.games.quest.writing.reading import read
from tsolve.rules.ruleset import Ruleset


def ruleset() -> Ruleset:  # type: ignore[type-arg]
    return games.ruleset("quest")


@pytest.mark.parametrize("seed", range(24))
def test_what_the_engine_writes_it_reads(seed: int) -> None:
    """In random games: each legal action's words mean that action, or one that leads to an equal position."""
    random = Random(seed)
    book = Book(ruleset().cards, READINGS)
    rules = Quest(book)
    state = enriched(new_game(book, chosen(book, random), random, NUMBERS), random)
    for _ in range(120):
        if rules.is_over(state):
            break
        if rules.mover(state) == CHANCE:
            state = rules.sample(state, random)
            continue
        actions = rules.legal_actions(state)
        if rules.mover(state) == state.active:
            for action in random.sample(actions, min(5, len(actions))):
                check(rules, state, action)
        state = rules.apply(state, random.choice(actions))


def check(rules: Quest, state: State, action: Action) -> None:
    text = rules.notation(state, action)
    meant = read(rules, ruleset(), state, text).action
    if meant != action:
        assert rules.key(rules.apply(state, meant)) == rules.key(rules.apply(state, action)), text


TABLE = """
    hand: [Stormhand 1, 2 x Adventurer, Dagger, Shortsword, Festering Wound]
    xp: 5
    tokens: {iron_rations: 1, lantern: 1, potion: 1}
    dungeon: {Mine: Goblin Berserker, Abandoned Gate: Goblin Warrior}
    village: [Stormhand, Shortsword]
    """


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("dungeon", Enter()),
        ("Enter the Dungeon.", Enter()),
        ("visit the Bazaar", Visit("bazaar")),
        ("go to the Temple", Visit("temple")),
        ("put Dagger on top of the deck", PutOnDeck("dagger")),
        ("Stormhand 1 wields Shortsword", Give(4, 0)),
        ("equip Stormhand 1 with Dagger", Give(3, 0)),
        ("give Dagger to Adventurer #2", Give(3, 2)),
        ("give the Dagger to the second Adventurer", Give(3, 2)),
        ("Stormhand 1 eats Iron Rations", UseToken("iron_rations", 0)),
        ("give Iron Rations to Stormhand 1", UseToken("iron_rations", 0)),
        ("use Iron Rations for gold", UseToken("iron_rations")),
        ("use a Lantern token", UseToken("lantern")),
        ("drink the Potion", UseToken("potion")),
        ("use Dagger", Use(3, 0)),
        ("move to the Mine", Move(1)),
        ("enter Mine", Move(1)),
        ("fight", Battle()),
        ("buy a Shortsword", Buy("shortsword")),
        ("purchase Shortsword and put it on the deck", Buy("shortsword", on_deck=True)),
        ("buy Iron Rations", BuyToken("iron_rations")),
        ("buy Stormhand", Buy("stormhand_1")),
        ("buy a Lantern", BuyToken("lantern")),
        ("buy a Treasure", BuyTreasure()),
        ("heal a Wound", Heal()),
        ("heal", Heal()),
        ("heal Festering Wound", Heal(5)),
        ("level up Stormhand 1", LevelUp(0, "stormhand_2")),
        ("level Adventurer up to Stormhand 1", LevelUp(1, "stormhand_1")),
        ("level up Adventurer to Stormhand", LevelUp(1, "stormhand_1")),
        ("end the turn", Pass()),
        ("accept", Accept()),
        ("go to the Bazaar and use the Temple", Visit("bazaar", "temple")),
        ("complete Build the Carriage with Shortsword and Stormhand 1", Complete(4, 0)),
        ("borrow Hawkswood", Borrow("hawkswood_1")),
        ("buy Hawkswood", Buy("hawkswood_1")),  # no stack has any
        ("level up Adventurer to Hawkswood", LevelUp(1, "hawkswood_1")),
        ("level up Stormhand 1 to Hawkswood", LevelUp(0, "hawkswood_1")),  # no level of his
        ("level up Stormhand 1 to Stormhand", LevelUp(0, "stormhand_2")),
        ("keep Flying Death", Keep(0, "flying_death")),
        ("borrow Stormhand 2", Borrow("stormhand_2")),
        ("ignore the Mine", Ignore("mine")),
        ("resolve Mine first", ResolveFirst("mine")),
        ("cancel Before Battle of Goblin Warrior", CancelText(2, 0)),
        ("choose Goblin Warrior in Abandoned Gate", Choose(2)),
        ("choose the second Adventurer", ChooseHero(2)),
        # in Russian: names as the rulebook has them, and inflected
        ("buy Паёк", BuyToken("iron_rations")),
        # a part of a name or a plural, where only one thing on the table fits
        ("give Daggers to Stormhand", Give(3, 0)),
        ("use Rations on Stormhand", UseToken("iron_rations", 0)),
        ("move to the Gate", Move(2)),
        ("choose Berserker", Choose(1)),
        ("choose Warrior in Gate", Choose(2)),
        ("heal Festering", Heal(5)),
        ("use Кинжал", Use(3, 0)),
    ],
)
def test_people_write_freely(text: str, action: Action) -> None:
    table = position_of(TABLE)
    assert read(table.game, ruleset(), table.state, text).action == action


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("dance", "E321"),
        ("", "E321"),
        ("give Daggerr to Stormhand 1", "E302"),
        ("choose Goblin", "E302"),  # two are on the table
        ("use Dagger quickly", "E323"),
        ("level up Adventurer", "E322"),
    ],
)
def test_what_means_nothing_is_told(text: str, code: str) -> None:
    """Two Heroes of level 1 are for sale in the last case."""
    table = position_of(TABLE.replace("[Stormhand, Shortsword]", "[Stormhand, Hawkswood]"))
    here = table.game.apply(table.state, Visit("bazaar"))
    for _ in range(3):
        here = table.game.apply(here, Pass())
    with pytest.raises(InputError) as caught:
        read(table.game, ruleset(), here, text)
    assert caught.value.diagnostics[0].code == code


@pytest.mark.parametrize(
    ("village", "step", "reason", "ruling"),
    [
        ("{Stormhand 2: 1}", "level up Adventurer to Stormhand", "no Stormhand 1 is left", "QUEST-8.4"),
        ("[Shortsword]", "level up Adventurer to Stormhand", "no Stormhand 1 is left", "QUEST-8.4"),
        ("[Shortsword]", "level up Stormhand 1", "no Stormhand 2 is left", "QUEST-8.4"),
        ("[Shortsword]", "level up Stormhand 1 to Stormhand", "no Stormhand 2 is left", "QUEST-8.4"),
        ("[Shortsword]", "level up Adventurer", "no next level of Adventurer is left", "QUEST-8.4"),
        ("[Shortsword]", "level up Dagger", "no next level of Dagger is left", "QUEST-8.2"),
        ("[Shortsword]", "buy Stormhand", "Stormhand 1 is on top of no stack", "QUEST-4.7"),
        ("{Stormhand 2: 1}", "buy Stormhand 1", "Stormhand 1 is on top of no stack", "QUEST-4.7"),
    ],
)
def test_the_title_of_a_hero_who_is_not_there(village: str, step: str, reason: str, ruling: str) -> None:
    found = checked(
        f"""
        location: Bazaar
        hand: [Adventurer, Stormhand 1, Dagger]
        xp: 9
        village: {village}
        line: ["{step}"]
        """
    )
    assert found.line is not None
    refusal = found.line.steps[0].refusal
    assert refusal is not None
    assert refusal.reason == reason
    assert ruling in refusal.rulings


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("complete Build the Carriage", "`complete SIDE QUEST with ITEM and HERO`"),
        ("complete Research the Legend", "`accept`"),
        ("equip Dagger", "`give WEAPON to HERO`"),
        ("give Dagger", "`give WEAPON to HERO`"),
        ("resolve Mine", "`resolve CARD first`"),
        ("cancel Goblin Warrior", "`cancel Before Battle of MONSTER`"),
        ("bettle Mine", 'did you mean "battle"'),
    ],
)
def test_how_a_step_is_written_is_told(text: str, told: str) -> None:
    table = position_of(TABLE)
    with pytest.raises(InputError) as caught:
        read(table.game, ruleset(), table.state, text)
    assert told in caught.value.diagnostics[0].help


def test_another_side_quest_than_ones_own() -> None:
    table = position_of(TABLE)
    text = "complete Research the Legend with Shortsword and Stormhand 1"
    written = read(table.game, ruleset(), table.state, text)
    assert written.beyond == ("Research the Legend is not your Side Quest", ("QUEST-14.1",))


@pytest.mark.parametrize("text", ["give Maul to Stormhand 1", "use Maul", "battle Giant Rat in Mine"])
def test_what_is_not_there_is_named(text: str) -> None:
    table = position_of(TABLE)
    written = read(table.game, ruleset(), table.game.apply(table.state, Enter()), text)
    assert written.absent
    assert not written.is_whole


DUNGEON = """
game: quest
turn: dungeon
hand: [3 x Adventurer, Snow Trekking Tools, Lantern, Future Vision, Orb of Opposing Forces, Rien's Ring]
deck: [8 x Adventurer]
tokens: {iron_rations: 2, lantern: 1}
village: {Gorlandor 2: 1, Scathian 2: 1}
cards: {Snow Trekking Tools: {gold: 1, physical: 0, magic: 0, skill_boost: 1, light: 0, vp: 1}}
dungeon: {Abandoned Gate: Goblin Berserker, Mine: Goblin Warrior}
"""
REAPER = """
game: quest
turn: dungeon
hand: [Adventurer, Gorlandor 2, The Reaper]
deck: []
dungeon: {Abandoned Gate: Goblin Berserker, Mine: Goblin Warrior}
"""
SAID = [
    (DUNGEON, "use Snow Trekking Tools discarding Lantern", ["use Snow Trekking Tools", "discard Lantern"]),
    (
        DUNGEON,
        "use Snow Trekking Tools, give up Lantern, draw Adventurer",
        ["use Snow Trekking Tools", "give up Lantern", "draw Adventurer"],
    ),
    (
        DUNGEON,
        "use Future Vision putting Lantern on the deck",
        ["use Future Vision", "put Lantern on the deck"],
    ),
    (
        DUNGEON,
        "use Orb of Opposing Forces on Goblin Warrior",
        ["use Orb of Opposing Forces", "choose Goblin Warrior"],
    ),
    (DUNGEON, "use Rien's Ring to borrow Gorlandor 2", ["use Rien's Ring", "borrow Gorlandor 2"]),
    (DUNGEON, "move to Abandoned Gate and battle", ["move to Abandoned Gate", "battle"]),
    (
        DUNGEON,
        "move to Mine, battle Goblin Warrior",
        ["move to Mine", "battle Goblin Warrior"],
    ),
]


@pytest.mark.parametrize(("table", "text", "steps"), SAID)
def test_the_steps_are_told_in_words_that_work(
    table: str, text: str, steps: list[str], tmp_path: Path
) -> None:
    assert comes_to(tmp_path, table, text, steps)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        # QUEST-2.2: a Hero wields only what his Skill suffices for, and nobody wields The Reaper yet.
        ("use The Reaper destroying Adventurer", "nobody wields The Reaper"),
        ("use The Reaper, destroy Adventurer, choose Goblin Warrior", "nobody wields The Reaper"),
    ],
)
def test_what_is_illegal_in_steps_as_well_is_refused(text: str, reason: str, tmp_path: Path) -> None:
    assert played(tmp_path, REAPER, [text]) == [reason]


RISING = "{kind: hero, level: 1, skill: 1, traits: [{kind: modifier, value: level, by: 1, %s}]}"
GLOWING = "{kind: item, traits: [{kind: modifier, value: light, by: 1, %s}]}"
BOOSTED = "{kind: item, skill_boost: 1, traits: [{kind: modifier, value: skill, by: 1, %s}]}"


@pytest.mark.parametrize(
    "card",
    [
        GLOWING % "when: {light_below: 3}",
        GLOWING % "each: {}",  # each Light
        RISING % "each: {of: Hero, level: true}",
        BOOSTED % "when: {wielder_skill: 3}",
    ],
)
def test_a_value_that_hangs_on_itself(card: str) -> None:
    found = problems(f"cards: {{Whim: {card}}}")
    assert [code for code, _ in found] == ["E423"]


def test_values_of_two_cards_that_hang_on_each_other() -> None:
    glowing, rising = GLOWING % "each: {of: Hero, level: true}", RISING % "when: {light_below: 3}"
    found = problems(f"cards: {{Whim: {glowing}, Moth: {rising}}}")
    assert [code for code, _ in found] == ["E423", "E423"]


@pytest.mark.parametrize(
    "card",
    [
        GLOWING % "each: {of: Hero}",
        RISING % "when: {light_below: 3}",
        BOOSTED % "when: {wielder_armed: true}",
        "{kind: spell, traits: [{kind: modifier, value: magic, by: 1, each: {}}]}",
    ],
)
def test_a_value_that_hangs_on_others(card: str) -> None:
    assert position_of(f"hand: [Whim]\ncards: {{Whim: {card}}}").state.me.hand == ("whim",)


@pytest.mark.parametrize(
    "step",
    [
        "battle Giant Rat, with 2 Daggers",
        "battle Giant Rat with Whim with Whim",
        "give Dagger to Adventurer, with Whim",
        "buy Dagger, with with with with Whim by Whim to Whim",
    ],
)
def test_a_step_behind_which_words_mean_nothing(step: str) -> None:
    """What is behind the comma is not taken for the same step again and again."""
    text = f"turn: dungeon\nhand: [4 x Adventurer]\nline: ['{step}']"
    assert {code for code, _ in problems(text)} <= {"E302", "E323"} != set()
