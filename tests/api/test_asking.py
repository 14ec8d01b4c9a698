"""`api.ask`: questions of one line, each beside the position file that says the same, judged by hand."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from tsolve import api
from tsolve.errors import InputError, UsageError
from tsolve.model.answers import CheckAnswer
from tsolve.model.plays import Calculation


class Case(NamedTuple):
    """A question, the same as a file (without the game), what it comes to, and the total."""

    question: str
    position: str
    verdict: str
    total: int | None


DUNGEON = "turn: dungeon\ndeck: []\n"
VILLAGE = "turn: village\ndeck: []\n"

THUNDERSTONE = {
    # Militia 1 + Dagger 1 - 2 for Light 1 missing in Rank 1 = 0, against Health 4.
    "the question of the page": Case(
        "Militia, Dagger vs Griknack Goblin rank 1",
        DUNGEON + "hand: [Militia, Dagger]\nhall: [Griknack Goblin, none, none]\n"
        "claims: [{defeats: Griknack Goblin}]",
        "no",
        0,
    ),
    # The Torch covers Rank 1: 2 against 4.
    "a count in front": Case(
        "2 torch militia dagger against griknack goblin in rank 1",
        DUNGEON + "hand: [2 x Torch, Militia, Dagger]\nhall: [Griknack Goblin, none, none]\n"
        "claims: [{defeats: Griknack Goblin}]",
        "no",
        2,
    ),
    # Regian Priest 2 magic with Short Sword 4 is 6; two Torches cover Rank 2; Health 9.
    "a count behind, a part of a name": Case(
        "Torch x2, Regian Priest + Short Sword vs. Uyril (Rank 2)",
        DUNGEON + "hand: [2 x Torch, Regian Priest, Short Sword]\nhall: [none, Uyril Unending, none]\n"
        "claims: [{defeats: Uyril Unending}]",
        "no",
        6,
    ),
    # Attack 4 + 6 + 2 + 2 x 1 = 14, Magic 2, Light Penalty 4: 12, not 16.
    "a claimed total in front": Case(
        "16 against Uyril, rank 2: Regian Priest, Thyrian Squire, Short Sword, Polearm, Iron Rations, "
        "Battle Fury",
        DUNGEON + "hand: [Regian Priest, Thyrian Squire, Short Sword, Polearm, Iron Rations, Battle Fury]\n"
        "hall: [none, Uyril Unending, none]\nclaims: [{total: 16, against: Uyril Unending}]",
        "no",
        12,
    ),
    "a claimed total behind": Case(
        "Regian Priest, Thyrian Squire, Short Sword, Polearm, Iron Rations, Battle Fury vs Uyril rank 2: 12?",
        DUNGEON + "hand: [Regian Priest, Thyrian Squire, Short Sword, Polearm, Iron Rations, Battle Fury]\n"
        "hall: [none, Uyril Unending, none]\nclaims: [{total: 12, against: Uyril Unending}]",
        "yes",
        12,
    ),
    # Militia 1 + Dagger 1 = 2 with all Light needed; the total is right.
    "Light from elsewhere": Case(
        "Militia, Dagger, light 1 vs Griknack Goblin rank 1 = 2",
        DUNGEON + "hand: [Militia, Dagger, Moonlight]\ncards: {Moonlight: {kind: basic, cost: 0, light: 1}}\n"
        "hall: [Griknack Goblin, none, none]\nclaims: [{total: 2, against: Griknack Goblin}]",
        "yes",
        2,
    ),
    # Squires 2 + 2, Torch for Rank 1: 4 against Nixie's 5, as the question says.
    "a denial": Case(
        "2 x Thyrian Squire and a Torch cannot beat the Nixie in rank 1",
        DUNGEON + "hand: [2 x Thyrian Squire, Torch]\nhall: [Nixie, none, none]\n"
        "claims: [{not_defeats: Nixie}]",
        "yes",
        4,
    ),
    # Squire 2 + Short Sword 4 - 2 for the missing Light = 4 against 4.
    "the Rank before the hand": Case(
        "Rank 1: can I beat Griknack Goblin with Thyrian Squire and Short Sword?",
        DUNGEON + "hand: [Thyrian Squire, Short Sword]\nhall: [Griknack Goblin, none, none]\n"
        "claims: [{defeats: Griknack Goblin}]",
        "yes",
        4,
    ),
    # Dwarf Guardian 1; 2 Torches cover Rank 2 (Polish: Krasnolud Strażnik, Pochodnia, szereg).
    "in Polish, without its letters": Case(
        "krasnolud straznik, 2 x POCHODNIA vs griknack goblin szereg 2",
        DUNGEON + "hand: [Dwarf Guardian, 2 x Torch]\nhall: [none, Griknack Goblin, none]\n"
        "claims: [{defeats: Griknack Goblin}]",
        "no",
        1,
    ),
    # Three Torches bring 6 gold, a Polearm costs 7.
    "what is for sale": Case(
        "do 3 torches buy a Polearm, if the village sells Polearm and Dagger",
        VILLAGE + "hand: [3 x Torch]\nvillage: {Polearm: 1, Dagger: 1}\nclaims: [{buys: Polearm}]",
        "no",
        None,
    ),
    # Militia brings no gold, a Torch 2.
    "gold": Case(
        "Militia, 2 Torch: 5 gold?",
        VILLAGE + "hand: [Militia, 2 x Torch]\nclaims: [{gold: 5}]",
        "no",
        4,
    ),
    "gold that is there": Case(
        "4 gold with Militia and 2 torches",
        VILLAGE + "hand: [Militia, 2 x Torch]\nclaims: [{gold: 4}]",
        "yes",
        4,
    ),
    # Two Torches bring 4 gold; a Polearm costs 7, a Torch 3.
    "a purchase": Case(
        "Militia, 2 Torch buy Polearm",
        VILLAGE + "hand: [Militia, 2 x Torch]\nvillage: {Polearm: 1}\nclaims: [{buys: Polearm}]",
        "no",
        None,
    ),
    "a purchase that works": Case(
        "can Militia and two torches buy a torch?",
        VILLAGE + "hand: [Militia, 2 x Torch]\nvillage: {Torch: 1}\nclaims: [{buys: Torch}]",
        "yes",
        4,
    ),
    # Short Sword weighs 4, Militia has Strength 2.
    "another deed": Case(
        "Militia, Short Sword: equip Short Sword on Militia",
        DUNGEON + "hand: [Militia, Short Sword]\nhall: [none, none, none]\n"
        "claims: [{can: equip Short Sword on Militia}]",
        "no",
        None,
    ),
    # Militia 1 + Dagger 1; the Torch covers Rank 1.
    "the Monster first": Case(
        "Griknack Goblin @ rank 1: Militia, Dagger",
        DUNGEON + "hand: [Militia, Dagger]\nhall: [Griknack Goblin, none, none]\n"
        "claims: [{defeats: Griknack Goblin}]",
        "no",
        0,
    ),
    "the Monster first, with commas": Case(
        "griknack goblin, rank 1, militia, dagger",
        DUNGEON + "hand: [Militia, Dagger]\nhall: [Griknack Goblin, none, none]\n"
        "claims: [{defeats: Griknack Goblin}]",
        "no",
        0,
    ),
    "the Monster against the hand": Case(
        "Griknack Goblin in the 1st Rank against Militia and Dagger",
        DUNGEON + "hand: [Militia, Dagger]\nhall: [Griknack Goblin, none, none]\n"
        "claims: [{defeats: Griknack Goblin}]",
        "no",
        0,
    ),
    # A Monster in the hand is a trophy; Militia 1 - 2 for the missing Light stays at 0.
    "a trophy in the hand": Case(
        "Militia, Griknack Goblin vs Nixie rank 1",
        DUNGEON + "hand: [Militia, Griknack Goblin]\nhall: [Nixie, none, none]\nclaims: [{defeats: Nixie}]",
        "no",
        0,
    ),
    # Dragonspire: Brute 3 + 2 with a Weapon, Dagger 1; the Wizard's Light covers Rank 1.
    "cards of the second box": Case(
        "Stoneguard Brute, Dagger & Elf Wizard beat the Orc Warlord, rank 1",
        DUNGEON + "hand: [Stoneguard Brute, Dagger, Elf Wizard]\nhall: [Orc Warlord, none, none]\n"
        "claims: [{defeats: Orc Warlord}]",
        "no",
        6,
    ),
    # Squire 2 + Short Sword 4 + Militia 1; the Torch covers Rank 1.
    "a total by its name": Case(
        "7 attack vs Kingdom rank 1: Thyrian Squire, Militia, Short Sword, Torch",
        DUNGEON + "hand: [Thyrian Squire, Militia, Short Sword, Torch]\nhall: [Kingdom, none, none]\n"
        "claims: [{total: 7, against: Kingdom}]",
        "yes",
        7,
    ),
    "another Hall": Case(
        "Militia, Dagger, Torch vs Nixie; hall Nixie, Griknack Goblin, Kingdom",
        DUNGEON + "hand: [Militia, Dagger, Torch]\nhall: [Nixie, Griknack Goblin, Kingdom]\n"
        "claims: [{defeats: Nixie}]",
        "no",
        2,
    ),
}


QUEST = {
    # Gorlandor 2 has 4, the Maul 4: 8 against 4 + 1 in the Mine.
    "a Hero by its level": Case(
        "Gorlandor level 2 and a Maul vs Goblin Berserker in the Mine",
        DUNGEON + "hand: [Gorlandor 2, Maul]\nchampion: Mine\ndungeon: {Mine: Goblin Berserker}\n"
        "claims: [{defeats: Goblin Berserker}]",
        "yes",
        8,
    ),
    # 1 + 1 against 5.
    "a single Adventurer": Case(
        "Mine: adventurer + dagger against goblin berserker",
        DUNGEON + "hand: [Adventurer, Dagger]\nchampion: Mine\ndungeon: {Mine: Goblin Berserker}\n"
        "claims: [{defeats: Goblin Berserker}]",
        "no",
        2,
    ),
    # 4 x 1 + 1 = 5 against the Giant Rat's 4, which is nowhere else.
    "the room that needs no name": Case(
        "4 Adventurer, Dagger beat the Giant Rat",
        DUNGEON + "hand: [4 x Adventurer, Dagger]\nchampion: The Wilderness\nclaims: [{defeats: Giant Rat}]",
        "yes",
        5,
    ),
    "a claimed total": Case(
        "Adventurer x4, Dagger vs Goblin Berserker in Mine = 5?",
        DUNGEON + "hand: [4 x Adventurer, Dagger]\nchampion: Mine\ndungeon: {Mine: Goblin Berserker}\n"
        "claims: [{total: 5, against: Goblin Berserker}]",
        "yes",
        5,
    ),
    "a claimed total in front": Case(
        "6 vs Goblin Berserker in Mine: 4 Adventurer, Dagger",
        DUNGEON + "hand: [4 x Adventurer, Dagger]\nchampion: Mine\ndungeon: {Mine: Goblin Berserker}\n"
        "claims: [{total: 6, against: Goblin Berserker}]",
        "no",
        5,
    ),
    "a denial": Case(
        "Adventurer can't defeat Goblin Berserker in Mine",
        DUNGEON + "hand: [Adventurer]\nchampion: Mine\ndungeon: {Mine: Goblin Berserker}\n"
        "claims: [{not_defeats: Goblin Berserker}]",
        "yes",
        1,
    ),
    # 4 + 4 against 4: the Abandoned Gate adds nothing.
    "another room": Case(
        "vs Goblin Berserker in Abandoned Gate with Gorlandor 2, Maul",
        DUNGEON + "hand: [Gorlandor 2, Maul]\nchampion: Abandoned Gate\n"
        "dungeon: {Abandoned Gate: Goblin Berserker}\nclaims: [{defeats: Goblin Berserker}]",
        "yes",
        8,
    ),
    # 2 x 2 + 2 x 1 + 2 x 2 = 10, the richest hand of the rulebook's example.
    "gold": Case(
        "2 Lantern, 2 Dagger, 2 Thunderstone Shard: 10 gold?",
        VILLAGE + "hand: [2 x Lantern, 2 x Dagger, 2 x Thunderstone Shard]\nclaims: [{gold: 10}]",
        "yes",
        None,
    ),
    "gold that is not there": Case(
        "11 gold with 2 Lantern, 2 Dagger, 2 Thunderstone Shard",
        VILLAGE + "hand: [2 x Lantern, 2 x Dagger, 2 x Thunderstone Shard]\nclaims: [{gold: 11}]",
        "no",
        None,
    ),
    # The Maul costs 8; three Lanterns bring 6, four 8.
    "a purchase": Case(
        "3 Lanterns buy a Maul at the Bazaar",
        VILLAGE + "location: Bazaar\nhand: [3 x Lantern]\nvillage: [Maul]\nclaims: [{buys: Maul}]",
        "no",
        None,
    ),
    "a purchase that works": Case(
        "can I buy Maul with 4 lantern?",
        VILLAGE + "hand: [4 x Lantern]\nvillage: [Maul]\nclaims: [{buys: Maul}]",
        "yes",
        8,
    ),
    "the Monster first": Case(
        "Goblin Berserker in Mine: Gorlandor 2, Maul",
        DUNGEON + "hand: [Gorlandor 2, Maul]\nchampion: Mine\ndungeon: {Mine: Goblin Berserker}\n"
        "claims: [{defeats: Goblin Berserker}]",
        "yes",
        8,
    ),
    # The Crypt takes 1 Light, a Lantern has it.
    "a way": Case(
        "Lantern reach Crypt from Mine",
        DUNGEON + "hand: [Lantern]\nchampion: Mine\ndungeon: {Mine: none, Crypt: none}\n"
        "claims: [{reaches: Crypt}]",
        "yes",
        None,
    ),
    "a way in the dark": Case(
        "Dagger: can I get to the Crypt from the Mine?",
        DUNGEON + "hand: [Dagger]\nchampion: Mine\ndungeon: {Mine: none, Crypt: none}\n"
        "claims: [{reaches: Crypt}]",
        "no",
        None,
    ),
    "Light from elsewhere": Case(
        "Dagger, light 1: enter Crypt from Mine",
        DUNGEON + "hand: [Dagger, Glow]\ncards: {Glow: {kind: item, light: 1}}\nchampion: Mine\n"
        "dungeon: {Mine: none, Crypt: none}\nclaims: [{reaches: Crypt}]",
        "yes",
        None,
    ),
    # The Throne Room takes 2 Light; a Lantern has 1, and a token 1 more.
    "a token": Case(
        "Lantern and a Lantern token reach Throne Room from Crypt",
        DUNGEON + "hand: [Lantern]\ntokens: {lantern: 1}\nchampion: Crypt\n"
        "dungeon: {Crypt: none, Throne Room: none}\nclaims: [{reaches: Throne Room}]",
        "yes",
        None,
    ),
    "a step": Case(
        "Adventurer, Dagger: give Dagger to Adventurer",
        DUNGEON + "hand: [Adventurer, Dagger]\nclaims: [{can: give Dagger to Adventurer}]",
        "yes",
        None,
    ),
}


def summary(answer: CheckAnswer) -> tuple[list[str], list[Calculation | None]]:
    """The verdicts, and the calculations behind them."""
    return [claim.verdict for claim in answer.claims], [claim.calculation for claim in answer.claims]


def total(answer: CheckAnswer) -> int | None:
    """The total of the first claim."""
    calculation = answer.claims[0].calculation
    return None if calculation is None else calculation.total


@pytest.mark.parametrize(
    ("game", "case"),
    [*(("thunderstone", case) for case in THUNDERSTONE), *(("quest", case) for case in QUEST)],
)
def test_a_question_is_judged_like_the_file_that_says_the_same(game: str, case: str) -> None:
    question, position, verdict, expected = {"thunderstone": THUNDERSTONE, "quest": QUEST}[game][case]
    (asked,) = api.ask(question, game).cases
    checked = api.check(api.loads(f"game: {game}\n{position}\n"))

    assert (asked.verdict, total(asked.check)) == (verdict, expected)
    assert (checked.verdict, total(checked)) == ({"yes": "holds", "no": "refuted"}[verdict], expected)
    assert summary(api.check(api.loads(asked.position)))[0] == summary(asked.check)[0]


def test_what_was_understood_is_told() -> None:
    question = "Militia, Dagger, light 2, xp 3; discard Torch vs Griknack Goblin rank 3; deck 2 torch, Nixie"
    answer = api.ask(question)

    assert answer.read_as == (
        "Griknack Goblin in Rank 3",
        "hand Militia, Dagger",
        "Light 2 by a card of its own",
        "deck 2 x Torch, Nixie in no known order",
        "discard pile Torch",
        "3 XP",
        "nothing else in the Hall",
    )


def test_the_best_of_a_hall() -> None:
    """Nothing is claimed then: the best play is asked for."""
    question = "the hall has Nixie in rank 1, Kingdom in rank 2. My hand is 2 Thyrian Squires. What is best?"
    answer = api.ask(question)

    assert (answer.verdict, len(answer.cases)) == ("answered", 1)
    assert answer.cases[0].check.solution is not None
    assert answer.read_as[:3] == ("Nixie in Rank 1", "Kingdom in Rank 2", "hand 2 x Thyrian Squire")


def test_without_a_rank_each_is_judged() -> None:
    """Squire 2 + Short Sword 4 = 6 with Light 0: 4, 2 and 0 in Ranks 1 to 3, against Health 4."""
    answer = api.ask("Thyrian Squire, Short Sword vs Griknack Goblin")

    assert [(case.place, case.verdict, total(case.check)) for case in answer.cases] == [
        ("Rank 1", "yes", 4),
        ("Rank 2", "no", 2),
        ("Rank 3", "no", 0),
    ]
    assert (answer.verdict, answer.exit_code) == ("undecided", 3)


def test_without_a_room_each_of_its_quest_is_judged() -> None:
    """4 against 4 in the Abandoned Gate, against 4 + 1 in the Mine."""
    answer = api.ask("4 Adventurer vs Goblin Berserker", "quest")

    assert [(case.place, case.verdict) for case in answer.cases] == [
        ("Abandoned Gate", "yes"),
        ("Mine", "no"),
    ]
    assert answer.verdict == "undecided"


def test_the_only_game_with_these_names_is_meant() -> None:
    answer = api.ask("Gorlandor 2, Maul vs Goblin Berserker in Mine")

    assert (answer.game, answer.verdict, answer.read_as[0]) == (
        "Thunderstone Quest",
        "yes",
        "Thunderstone Quest",
    )


NOT_UNDERSTOOD = {
    "a slip": ("Militai vs Griknack Goblin rank 1", "E302", "Militai", "Militia"),
    "a part of several names": ("Militia vs dwarf rank 1", "E303", "dwarf", "Dwarf Guardian"),
    "no such Rank": ("Militia vs Griknack Goblin rank 4", "E314", "4", "1, 2 and 3"),
    "a number of nothing": ("Militia, 3, Torch vs Nixie rank 1", "E210", "3", "2 x NAME"),
    "less than none": ("Militia, light -1 vs Nixie rank 1", "E210", "-1", "at least 0"),
    "a number that counts no card": (
        "is 7 enough for Thyrian Squire vs Nixie rank 1",
        "E210",
        "7",
        "counts",
    ),
    "two totals": ("5 vs Nixie rank 1: 6", "E210", "6", ""),
    "nothing is asked": ("Militia, Torch", "E210", "Militia, Torch", "vs"),
    "two without a Rank": ("Militia vs Nixie, Kingdom", "E210", "Nixie", "rank 1"),
    "too many": ("100 Militia vs Nixie rank 1", "E307", "100", ""),
    "a Hero as an enemy": ("Militia vs Thyrian Squire rank 1", "E305", "Thyrian Squire", ""),
}


@pytest.mark.parametrize("case", NOT_UNDERSTOOD)
def test_what_is_not_understood_is_quoted(case: str) -> None:
    question, code, quoted, help_ = NOT_UNDERSTOOD[case]
    with pytest.raises(InputError) as caught:
        api.ask(question, "thunderstone")

    first = caught.value.diagnostics[0]
    assert first.span is not None
    assert (first.code, question[first.span.column - 1 : first.span.end_column - 1]) == (code, quoted)
    assert help_ in f"{first.message}; {first.help}"


@pytest.mark.parametrize("game", ["thunderstone", "quest"])
def test_no_word_of_a_question_hides_a_card(game: str) -> None:
    """A word that means something else is no name, nor the part of a name that alone would be found."""
    from tsolve.api.games import module, ruleset
    from tsolve.turns.asking import IDLE, Lexer, Named

    rules = ruleset(game)
    lexer = Lexer(rules, module(game).asking(rules).vocabulary)
    for card in rules.cards.values():
        (token,) = lexer.tokens(card.name)
        assert isinstance(token, Named), card.name
        assert card.id in token.cards
    assert not any(rules.names.knows(word) for word in IDLE)


def test_a_position_that_is_asked_about_can_be_written() -> None:
    text = api.position_asked("Militia, Dagger, light 1 vs Griknack Goblin rank 1", "thunderstone")

    assert text.startswith("# yaml-language-server: $schema=thunderstone.schema.json\n")
    assert api.check(api.loads(text)).claims[0].calculation == (
        api.ask("Militia, Dagger, light 1 vs Griknack Goblin rank 1").cases[0].check.claims[0].calculation
    )
    with pytest.raises(UsageError, match="Rank 1, Rank 2, Rank 3"):
        api.position_asked("Militia vs Griknack Goblin", "thunderstone")
