"""What players ask, and the rulings that answer it: one of them has to be among the first three."""

from __future__ import annotations

import pytest

from tests.rules import questions
from tsolve import api
from tsolve.api.games import ruleset
from tsolve.model.lookups import RuleAnswer, RulesAnswer
from tsolve.rules.rulings import Entry
from tsolve.rules.searching import Searching, stem

FIRST = 3
ENOUGH = 0.9
"""How many of the questions have to be answered so."""

THUNDERSTONE = {
    "how many cards can I buy": "TS-4.4",
    "torches": "TS-10.3 card.torch",
    "can I attack without light": "TS-10.1 TS-10.2",
    "what is the light penalty": "TS-10.1 TS-10.2",
    "how does darkness work": "TS-10.1 TS-10.2 card.darkness",
    "when do I draw new cards": "TS-3.2",
    "hand size": "TS-3.2",
    "what happens when I lose the battle": "TS-7.5 TS-7.6",
    "do I get experience for killing a monster": "TS-7.6",
    "can I level up more than once per turn": "TS-6.1 TS-4.5",
    "how do I level up a hero": "TS-6.1",
    "when does the game end": "TS-17.1",
    "who wins the game": "TS-17.2",
    "what happens with ties at the end": "TS-17.2",
    "can a hero carry two weapons": "TS-8.1",
    "weapon too heavy": "TS-8.1",
    "can I equip a weapon on a militia": "TS-8.1 TS-18.2",
    "do heroes without weapon attack": "TS-9.1 TS-8.2 TS-11.8",
    "what does magic attack do": "TS-9.1",
    "can I choose not to attack": "TS-7.4",
    "must I attack a monster": "TS-7.4",
    "what happens when a monster reaches rank 1": "TS-16.1",
    "breach effect": "TS-16.1",
    "how do I destroy a disease": "TS-12.3 TS-12.1 TS-5.1",
    "can I rest": "TS-5.1",
    "what do diseases do": "TS-12.1 TS-12.2",
    "when is the dungeon hall refilled": "TS-7.10",
    "do monsters in my hand give gold": "TS-4.3 TS-13.1",
    "what are trophies": "TS-13.1",
    "can I use a spell in the village": "TS-4.2",
    "can I use cards in any order": "TS-7.2 TS-4.2",
    "shuffle discard pile when deck runs out": "TS-3.4",
    "thunderstone in rank 1": "TS-17.1",
    "set up the dungeon deck": "TS-2.1",
    "how many victory points": "TS-17.2",
    "spoils": "TS-14.1",
    "guardian": "DS-8",
    "trap": "DS-6",
    "treasures": "DS-7",
    "destroying a card where does it go": "TS-1.3",
    "do I have to fight": "TS-7.4",
    "how much does it cost to level up": "TS-6.1 TS-6.2",
    "where do defeated monsters go": "TS-7.5 TS-7.6 TS-13.1 TS-3.5",
    "gold from monsters": "TS-4.3 TS-14.1",
    "does a disease reduce magic attack": "TS-12.1 TS-12.2",
    "can two heroes share a weapon": "TS-8.1",
    "how many starting cards": "TS-2.3",
    "village setup": "TS-2.2",
    "what if my deck is empty": "TS-3.4",
    "can I use village effects in the dungeon": "TS-7.2 TS-4.2 TS-7.3",
    "empty stack in the village": "TS-1.4",
    "immune to magic": "TS-11.5",
    "throw a spear": "TS-8.5 key.thrown_spear_is_target key.thrown_spear_strength_loss",
    "repeat abilities": "TS-15.1",
    "global effect": "DS-3",
    "two thunderstones": "DS-10",
    "does light reduce the penalty": "TS-10.1",
    "who wins a tie": "TS-17.2",
    "what are my options on my turn": "TS-3.1",
    "militia level up": "TS-6.2",
    "can I keep gold for the next turn": "TS-4.3 TS-4.4 TS-3.2",
    "can I buy two cards in one turn": "TS-4.4",
    "does a militia count as a hero": "TS-18.2",
    "can a hero hold two weapons": "TS-8.1",
    "what if the monster is too dark": "TS-10.1 TS-10.2 key.light_factor",
    "do I have to fight a monster": "TS-7.4",
    "what happens if I lose the fight": "TS-7.5 TS-7.6 TS-7.7",
    "where does a defeated monster go": "TS-7.6 TS-13.1",
    "do diseases count against my points": "TS-12.1 TS-12.2 TS-17.2",
    "how do I get rid of a disease": "TS-12.3 TS-5.1",
    "can I destroy a card when I rest": "TS-5.1",
    "how many cards do I draw": "TS-3.2",
    "what happens when my deck is empty": "TS-3.4",
    "what if the last hero of a stack is sold": "TS-1.4 TS-6.3",
    "how much xp does a militia need": "TS-6.2",
    "when can I level up": "TS-4.5 TS-6.1",
    "can I level up two heroes": "TS-4.5 TS-6.1",
    "does xp count at the end of the game": "TS-17.2",
    "who gets the thunderstone": "TS-17.1 DS-10",
    "what ends the game": "TS-17.1",
    "what does breach do": "TS-16.1",
    "do spoils work if I lose": "TS-14.1 TS-14.2",
    "does the trophy count in my hand": "TS-13.1",
    "is a spear thrown lost": "TS-8.5 card.spear",
    "does strength add up": "TS-8.4",
    "can I use a torch twice": "TS-15.1 TS-10.3 TS-4.2 TS-7.2",
    "how do I use food": "TS-7.2 card.iron_rations card.feast TS-8.4",
    "half attack round up or down": "TS-9.4 TS-11.2",
    "what happens to the hall after a battle": "TS-7.10",
    "where do bought cards go": "TS-3.5",
    "what does a guardian do": "DS-8 key.guardian_depth",
    "how do traps work": "DS-6 TS-11.15",
}
QUEST = {
    "how many cards can I buy": "QUEST-4.4 QUEST-4.5",
    "how far can I move": "QUEST-5.4",
    "do I need light to move deeper": "QUEST-5.4 QUEST-5.3",
    "what happens when I run out of light": "QUEST-5.12 QUEST-5.3 QUEST-5.4",
    "how do wounds work": "QUEST-7.1 term.wound",
    "how many cards do I draw at end of turn": "QUEST-6.3",
    "hit points": "QUEST-7.2 QUEST-6.1 term.hit_points",
    "can I heal wounds": "QUEST-4.11 QUEST-7.4 term.heal",
    "how do I level up": "QUEST-8.2 QUEST-4.12 QUEST-8.1 term.level_up",
    "xp cost of leveling": "QUEST-8.1",
    "what do skill do": "term.skill",
    "when does the game end": "QUEST-12.6 QUEST-12.2 QUEST-12.1",
    "who wins": "QUEST-13.2",
    "what is armor": "QUEST-2.10 term.armor",
    "can I use a potion": "QUEST-9.4 term.potion",
    "iron rations": "QUEST-9.2 term.iron_rations",
    "lantern token": "QUEST-9.3 term.lantern",
    "can I rest instead": "QUEST-3.1",
    "guild sponsor side quests": "QUEST-14.1 QUEST-14.3 QUEST-1.13",
    "how do I get treasure": "QUEST-10.1 QUEST-5.21 QUEST-1.12 term.treasure",
    "can I fight two monsters in one turn": "QUEST-5.14 QUEST-5.28",
    "what happens if I lose a fight": "QUEST-5.20",
    "what does the temple do": "QUEST-3.4",
    "can I buy heroes": "QUEST-1.1 QUEST-4.4 QUEST-8.3",
    "refill rooms with monsters": "QUEST-5.22",
    "spells in the village": "QUEST-4.2 QUEST-0.21",
    "how many wounds can I have": "key.wound_slots QUEST-7.1 QUEST-7.2",
    "can I level up twice": "QUEST-8.5",
    "which rooms are adjacent": "QUEST-1.4 term.adjacent",
    "how much light do I need to move": "QUEST-5.4 QUEST-5.3",
    "what does a sponsor do": "QUEST-14.3 key.sponsors",
    "can two players be at the same location": "key.shared_location",
    "buy from the bazaar": "QUEST-3.5 QUEST-9.5 QUEST-4.5",
    "random setup": "QUEST-15.1 QUEST-15.4 QUEST-15.2 QUEST-15.3",
    "epic": "QUEST-16.1 QUEST-16.2 QUEST-16.3 QUEST-16.4 QUEST-16.5 QUEST-16.6",
    "how are ties broken": "QUEST-13.2 key.tie_break",
    "starting deck": "QUEST-1.9",
    "when does the guardian come": "QUEST-12.1 QUEST-12.2",
    "guardian keys": "QUEST-1.7 key.guardian_keys QUEST-5.23",
    "is a weapon without a hero useful": "QUEST-2.6 QUEST-2.7",
    "empty deck": "QUEST-0.17",
    "can two champions be in the same room": "QUEST-3.2",
    "several champions in one room": "QUEST-3.2",
    "how much does a treasure cost": "QUEST-3.6",
    "price of a treasure": "QUEST-3.6",
    "what if two players have the same score": "QUEST-13.2 key.tie_break",
    "we both have 20 points who wins": "QUEST-13.2 key.tie_break",
    "I found two keys in one turn": "QUEST-5.25 key.keys_elsewhere",
    "can I find two keys": "QUEST-5.25 key.keys_elsewhere",
    "can I buy a hero and heal in the temple": "QUEST-3.8 QUEST-4.11 QUEST-3.4 QUEST-4.4",
    "buy a hero and heal at the same location": "QUEST-3.8 QUEST-4.11 QUEST-3.4",
    "can I walk past a monster": "QUEST-5.7",
    "do I have to fight monsters I pass": "QUEST-5.7 key.battle_compulsory",
    "where does a defeated monster go": "QUEST-5.21 QUEST-5.22 QUEST-11.1 QUEST-5.18",
    "do I keep the monster I killed": "QUEST-5.21 QUEST-5.18 QUEST-5.22",
    "weapon without a hero": "QUEST-2.6",
    "does an unwielded sword add attack": "QUEST-2.6 QUEST-2.2",
    "do I get gold from cards I do not use": "QUEST-4.3",
    "can I save gold for next turn": "QUEST-4.10",
    "how many cards can I buy in one turn": "QUEST-4.4",
    "how do potions work": "QUEST-9.4",
    "how many wounds kill me": "QUEST-7.1 QUEST-7.2 key.hp_per_wound key.wound_slots",
    "how do I heal wounds": "QUEST-7.4 QUEST-4.11",
    "how many cards do I draw at the end of my turn": "QUEST-6.3 QUEST-6.1",
    "can I level up an adventurer to any hero": "QUEST-8.3",
    "how much xp does level 3 cost": "QUEST-8.1",
    "where do treasures I win go": "QUEST-10.1",
    "can I go into the dungeon and the village in the same turn": "QUEST-3.1 QUEST-4.13 key.after_lantern",
    "how often does a weapon count": "QUEST-2.3 QUEST-2.4 QUEST-2.2",
    "what does armor do": "QUEST-2.10",
    "does light stay for the next room": "QUEST-5.4 QUEST-5.12 key.light_stays",
    "what happens when the monster deck is empty": "QUEST-5.24",
    "how does an alert work": "QUEST-5.8 QUEST-5.9 QUEST-5.10",
    "do I have to use an ability": "QUEST-0.18 QUEST-0.20",
    "how does the game end": "QUEST-12.6 QUEST-12.1 QUEST-12.2",
    "can I use iron rations to get gold": "QUEST-9.2",
    "do side quests give points": "QUEST-14.1 key.side_quest_points",
    "what happens if a stack is empty": "QUEST-4.7",
}

GLOOMHAVEN = {
    "can I attack through a wall": "GH-5.1 GH-5.2 GH-4.2",
    "can monsters walk through each other": "GH-3.2",
    "do monsters avoid traps": "GH-12.9 key.negative_hexes GH-1.7 GH-12.20",
    "how does a monster choose whom to attack": "GH-12.10 GH-12.6",
    "what if two heroes are equally close": "GH-12.11 GH-12.12 GH-12.13 key.focus_proximity",
    "does poison add damage": "GH-8.5 GH-6.10",
    "how do I heal poison": "GH-8.5 GH-10.8",
    "what happens when I am stunned": "GH-8.9 GH-8.16",
    "can I jump over enemies": "GH-3.3",
    "do flying monsters trigger traps": "GH-3.4 GH-1.7",
    "is a hex with a coin empty": "key.hex_with_money GH-1.3 GH-11.1",
    "when do I loot": "GH-2.9",
    "can I lose a card to avoid damage": "GH-11.5 GH-11.6",
    "when am I exhausted": "GH-11.9",
    "what if all players are exhausted": "GH-11.10",
    "how does a long rest work": "GH-2.10",
    "advantage and disadvantage together": "GH-6.14",
    "ranged attack on an adjacent enemy": "GH-4.3 GH-6.13",
    "does shield reduce pierce": "GH-10.6 GH-7.6",
    "does retaliate work at range": "GH-10.7 key.retaliate_against",
    "when do elements fade": "GH-9.3",
    "can I use an element I made this turn": "GH-9.5",
    "when does my summon act": "GH-11.3 key.summons_act",
    "who goes first with the same initiative": "GH-2.4 GH-12.12",
    "do elites go first": "GH-12.3",
    "what does push do at a wall": "GH-7.3 GH-7.8 key.blocked_push GH-7.5",
    "how many items can I use": "GH-11.8",
    "can I heal above my maximum": "GH-11.7 GH-10.8",
    "do curses go back to the deck": "GH-6.18 GH-8.11",
    "when do I shuffle the modifier deck": "GH-6.20 key.reshuffle GH-6.19",
    "can players give each other gold": "GH-15.7",
    "how much does an item cost": "GH-15.6 GH-15.7 GH-15.8",
    "what happens when I retire": "GH-15.16 GH-15.22",
}


@pytest.mark.parametrize(
    ("game", "questions"),
    [
        ("thunderstone", THUNDERSTONE | questions.THUNDERSTONE),
        ("quest", QUEST | questions.QUEST),
        ("gloomhaven", GLOOMHAVEN | questions.GLOOMHAVEN),
    ],
)
def test_questions_find_their_rule(game: str, questions: dict[str, str]) -> None:
    rules = ruleset(game)
    missed = {
        question: found
        for question, answers in questions.items()
        if not {*answers.split()}
        & {*(found := [each.entry.id for each in rules.searching.find(question)][:FIRST])}
    }
    assert {ruling for answers in questions.values() for ruling in answers.split()} <= rules.glossary.keys()
    assert len(missed) <= len(questions) * (1 - ENOUGH), missed


@pytest.mark.parametrize(
    "same",
    [
        ["level", "levels", "levelling", "leveling", "levelled", "leveled"],
        ["buy", "buys", "buying", "bought"],
        ["destroy", "destroys", "destroyed", "destroying"],
        ["torch", "torches"],
        ["carry", "carries", "carried"],
        ["battle", "battles", "battling"],
        ["draw", "drawn", "drew", "drawing"],
    ],
)
def test_forms_of_a_word_have_one_stem(same: list[str]) -> None:
    assert len(set(map(stem, same))) == 1


@pytest.mark.parametrize("different", [["light", "lift"], ["rest", "test"]])
def test_other_words_have_others(different: list[str]) -> None:
    assert len(set(map(stem, different))) == len(different)


ENTRIES = [
    Entry("A-1", "Lamps", "A lamp burns for a day. It may be sold."),
    Entry("A-2", "Selling", "Whatever is sold is paid at once. Lamps and ropes are sold alike."),
    Entry("card.lamp", "Lamp", "A lamp of brass."),
]


@pytest.mark.parametrize(
    ("question", "ids"),
    [
        ("can I sell a lamp", ["A-2", "A-1"]),  # both words in each, the rarer one in the title of A-2
        ("candle", ["A-1"]),  # a synonym
        ("seling", ["A-2", "A-1"]),  # a slip
        ("the", []),
        ("dragon", []),
        ("can I let it go for money", ["A-2"]),  # a phrase, whose words say nothing of their own
        ("did it burn out", []),  # a phrase that says nothing
        ("damp", []),  # no slip for lamp: few are made in the first letter
    ],
)
def test_any_word_counts(question: str, ids: list[str]) -> None:
    found = Searching(ENTRIES, {"candle": ("lamp",), "go for money": ("paid",), "burn out": ()}).find(
        question
    )
    assert [each.entry.id for each in found][: len(ids) or None] == ids


def test_a_page_ends_no_sentence() -> None:
    entry = Entry("x", "Rope", "It is told elsewhere (p. 3; pp. 5-6) that ropes are sold. Lamps are not.")
    assert Searching([entry]).find("rope")[0].sentence.endswith("that ropes are sold.")


def test_the_sentence_that_answers_is_told() -> None:
    found = Searching(ENTRIES).find("is rope sold")
    assert found[0].sentence == "Lamps and ropes are sold alike."


@pytest.mark.parametrize(
    ("question", "game"),
    [
        ("torches", "thunderstone"),
        ("wounds", "quest"),
        ("what diseases do", "thunderstone"),
        ("guild sponsor", "quest"),
        ("how do I get rid of diseases", "thunderstone"),
    ],
)
def test_the_game_is_asked_that_knows_most_about_it(question: str, game: str) -> None:
    answer = api.rule(question)
    assert isinstance(answer, RulesAnswer)
    assert answer.game == game


def test_a_card_may_be_named_in_any_language() -> None:
    answer, english = api.rule("Pochodnia"), api.rule("Torch")
    assert isinstance(answer, RulesAnswer)
    assert isinstance(english, RulesAnswer)
    assert answer.found == english.found
    assert [each.id for each in answer.found[:2]] == ["card.torch", "TS-10.1"]


def test_what_another_game_says_stands_under_its_name() -> None:
    """One Weapon in Thunderstone (TS-8.1), as many as the Skill allows in Quest (QUEST-2.3)."""
    answer = api.rule("can a hero carry two weapons")
    assert isinstance(answer, RulesAnswer)
    assert (answer.game, answer.found[0].id) == ("thunderstone", "TS-8.1")
    assert [(each.title, each.found[0].id) for each in answer.elsewhere] == [
        ("Thunderstone Quest", "QUEST-2.3")
    ]


def test_where_a_game_is_named_no_other_answers() -> None:
    answer = api.rule("can a hero carry two weapons", "quest")
    assert isinstance(answer, RulesAnswer)
    assert (answer.game, answer.elsewhere) == ("quest", ())


def test_a_plain_word_is_answered_by_every_game_that_has_rules_about_it() -> None:
    """Wounds lower hit points in Quest and harm turn by turn in Gloomhaven, where the word is an id too."""
    answer = api.rule("wound")
    assert isinstance(answer, RulesAnswer)
    assert answer.game == "quest"
    assert [(each.title, each.found[0].id) for each in answer.elsewhere] == [("Gloomhaven", "GL-wound")]
    assert isinstance(api.rule("retaliate"), RuleAnswer)  # of which only Gloomhaven has rules
    assert isinstance(api.rule("GL-wound"), RuleAnswer)
