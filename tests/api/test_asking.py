"""`api.ask`: questions of one line, each beside the position file that says the same, judged by hand."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from tsolve import api
from tsolve.errors import InputError, UsageError
from tsolve.model.answers import CheckAnswer
from tsolve.model.plays import Calculation


class Case(NamedTuple):
    """What a question comes to, its total, the question, and the same as a file: turn, keys, the claim."""

    verdict: str
    total: int | None
    question: str
    keys: str

    def position(self, game: str) -> str:
        turn, *keys, claim = self.keys.split(" / ")
        return "\n".join((f"game: {game}", f"turn: {turn}", "deck: []", *keys, f"claims: [{{{claim}}}]", ""))


THUNDERSTONE = {
    # Militia 1 + Dagger 1 - 2 for Light 1 missing in Rank 1 = 0, against Health 4.
    "the question of the page": Case("no", 0, "Militia, Dagger vs Griknack Goblin rank 1",
        "dungeon / hand: [Militia, Dagger] / hall: [Griknack Goblin, none, none] / defeats: Griknack Goblin"),
    # The Torch covers Rank 1: 2 against 4.
    "a count in front": Case("no", 2, "2 torch militia dagger against griknack goblin in rank 1",
        "dungeon / hand: [2 x Torch, Militia, Dagger] / hall: [Griknack Goblin, none, none] / "
        "defeats: Griknack Goblin"),
    # Regian Priest 2 magic with Short Sword 4 is 6; two Torches cover Rank 2; Health 9.
    "a count behind, a part of a name": Case("no", 6,
        "Torch x2, Regian Priest + Short Sword vs. Uyril (Rank 2)",
        "dungeon / hand: [2 x Torch, Regian Priest, Short Sword] / hall: [none, Uyril Unending, none] / "
        "defeats: Uyril Unending"),
    # Attack 4 + 6 + 2 + 2 x 1 = 14, Magic 2, Light Penalty 4: 12, not 16.
    "a claimed total in front": Case("no", 12,
        "16 against Uyril, rank 2: Regian Priest, Thyrian Squire, Short Sword, Polearm, Iron "
        "Rations, Battle Fury",
        "dungeon / hand: [Regian Priest, Thyrian Squire, Short Sword, Polearm, Iron Rations, Battle Fury] / "
        "hall: [none, Uyril Unending, none] / total: 16, against: Uyril Unending"),
    "a claimed total behind": Case("yes", 12,
        "Regian Priest, Thyrian Squire, Short Sword, Polearm, Iron Rations, Battle Fury vs Uyril rank 2: 12?",
        "dungeon / hand: [Regian Priest, Thyrian Squire, Short Sword, Polearm, Iron Rations, Battle Fury] / "
        "hall: [none, Uyril Unending, none] / total: 12, against: Uyril Unending"),
    # Militia 1 + Dagger 1 = 2 with all Light needed; the total is right.
    "Light from elsewhere": Case("yes", 2, "Militia, Dagger, light 1 vs Griknack Goblin rank 1 = 2",
        "dungeon / hand: [Militia, Dagger, Moonlight] / "
        "cards: {Moonlight: {kind: basic, cost: 0, light: 1}} / "
        "hall: [Griknack Goblin, none, none] / total: 2, against: Griknack Goblin"),
    # Squires 2 + 2, Torch for Rank 1: 4 against Nixie's 5, as the question says.
    # The Griffon stands in Rank 2, and nothing moves the Hall.
    "another Rank than where it stands": Case("no", None,
        "Militia, hall Nixie, Griffon, Kingdom: attack Griffon in rank 1",
        "dungeon / hand: [Militia] / hall: [Nixie, Griffon, Kingdom] / can: attack Griffon in Rank 1"),
    # The Khan's 7 would be enough for the Nixie's 5 in Rank 1, with a Torch; in Rank 2 the Griffon stands.
    "a victory in another Rank": Case("no", None,
        "hall Nixie, Griffon, Kingdom; Outlands Khan, Torch vs Nixie rank 2",
        "dungeon / hand: [Outlands Khan, Torch] / hall: [Nixie, Griffon, Kingdom] / "
        "defeats: Nixie in Rank 2"),
    # The Archmage sends the Nixie down, and the Griffon moves to Rank 1: 4 in full Light.
    "a Rank that it comes to": Case("yes", 4,
        "Elf Archmage, hall Nixie, Griffon, Kingdom: 4 against Griffon in rank 1",
        "dungeon / hand: [Elf Archmage] / hall: [Nixie, Griffon, Kingdom] / "
        "total: 4, against: Griffon in Rank 1"),
    "a denial": Case("yes", 4, "2 x Thyrian Squire and a Torch cannot beat the Nixie in rank 1",
        "dungeon / hand: [2 x Thyrian Squire, Torch] / hall: [Nixie, none, none] / not_defeats: Nixie"),
    # Squire 2 + Short Sword 4 - 2 for the missing Light = 4 against 4.
    "the Rank before the hand": Case("yes", 4,
        "Rank 1: can I beat Griknack Goblin with Thyrian Squire and Short Sword?",
        "dungeon / hand: [Thyrian Squire, Short Sword] / hall: [Griknack Goblin, none, none] / "
        "defeats: Griknack Goblin"),
    # Dwarf Guardian 1; 2 Torches cover Rank 2 (Polish: Krasnolud Strażnik, Pochodnia, szereg).
    "in Polish, without its letters": Case("no", 1,
        "krasnolud straznik, 2 x POCHODNIA vs griknack goblin szereg 2",
        "dungeon / hand: [Dwarf Guardian, 2 x Torch] / hall: [none, Griknack Goblin, none] / "
        "defeats: Griknack Goblin"),
    # Three Torches bring 6 gold, a Polearm costs 7.
    "what is for sale": Case("no", None,
        "do 3 torches buy a Polearm, if the village sells Polearm and Dagger",
        "village / hand: [3 x Torch] / village: {Polearm: 1, Dagger: 1} / buys: Polearm"),
    # Militia brings no gold, a Torch 2.
    "gold": Case("no", 4, "Militia, 2 Torch: 5 gold?",
        "village / hand: [Militia, 2 x Torch] / gold: 5"),
    "gold that is there": Case("yes", 4, "4 gold with Militia and 2 torches",
        "village / hand: [Militia, 2 x Torch] / gold: 4"),
    # Two Torches bring 4 gold; a Polearm costs 7, a Torch 3.
    "a purchase": Case("no", None, "Militia, 2 Torch buy Polearm",
        "village / hand: [Militia, 2 x Torch] / village: {Polearm: 1} / buys: Polearm"),
    "a purchase that works": Case("yes", 4, "can Militia and two torches buy a torch?",
        "village / hand: [Militia, 2 x Torch] / village: {Torch: 1} / buys: Torch"),
    # Janissary 6 with an edged Weapon, Short Sword 4 against 6. Gold 3 + 2 + 1 = 6: the Food that the
    # Ooze's Spoils buy costs 5, the Weapon of the Janissary's 7.
    "a purchase by Spoils": Case("yes", 10,
        "Dwarf Janissary, Short Sword, Torch, Dagger vs Gray Ooze rank 1: buy Feast?",
        "dungeon / hand: [Dwarf Janissary, Short Sword, Torch, Dagger] / hall: [Gray Ooze, none, none] / "
        "village: {Feast: 1} / buys: Feast"),
    "a purchase that Spoils cannot pay": Case("yes", None,
        "Dwarf Janissary, Short Sword, Torch, Dagger vs Gray Ooze rank 1: can't buy Polearm?",
        "dungeon / hand: [Dwarf Janissary, Short Sword, Torch, Dagger] / hall: [Gray Ooze, none, none] / "
        "village: {Polearm: 1} / cannot_buy: Polearm"),
    # Weight 4: the Squire has Strength 6, a Militia 2.
    "somebody who carries": Case("yes", None, "Thyrian Squire, Short Sword: can Squire carry Short Sword?",
        "dungeon / hand: [Thyrian Squire, Short Sword] / hall: [none, none, none] / "
        "can: equip Short Sword on Thyrian Squire"),
    "somebody who cannot carry": Case("yes", None, "Squire, Militia, Short Sword: Militia can't wield Sword",
        "dungeon / hand: [Thyrian Squire, Militia, Short Sword] / hall: [none, none, none] / "
        "cannot: equip Short Sword on Militia"),
    "a hand of what is named": Case("yes", None, "can a Thyrian Squire carry a Short Sword?",
        "dungeon / hand: [Thyrian Squire, Short Sword] / hall: [none, none, none] / "
        "can: equip Short Sword on Thyrian Squire"),
    # Sorcerer 3 + Militia 1 against 4 in the light; then she sends another Monster down.
    "what only a victory allows": Case("yes", 4,
        "Elf Sorcerer, Militia; hall Griknack Goblin, Nixie, Pegasus: send Nixie down?",
        "dungeon / hand: [Elf Sorcerer, Militia] / hall: [Griknack Goblin, Nixie, Pegasus] / "
        "can: send Nixie down"),
    # Short Sword weighs 4, Militia has Strength 2.
    "another deed": Case("no", None, "Militia, Short Sword: equip Short Sword on Militia",
        "dungeon / hand: [Militia, Short Sword] / hall: [none, none, none] / "
        "can: equip Short Sword on Militia"),
    # Militia 1 + Dagger 1; the Torch covers Rank 1.
    "the Monster first": Case("no", 0, "Griknack Goblin @ rank 1: Militia, Dagger",
        "dungeon / hand: [Militia, Dagger] / hall: [Griknack Goblin, none, none] / defeats: Griknack Goblin"),
    "the Monster first, with commas": Case("no", 0, "griknack goblin, rank 1, militia, dagger",
        "dungeon / hand: [Militia, Dagger] / hall: [Griknack Goblin, none, none] / defeats: Griknack Goblin"),
    "the Monster against the hand": Case("no", 0,
        "Griknack Goblin in the 1st Rank against Militia and Dagger",
        "dungeon / hand: [Militia, Dagger] / hall: [Griknack Goblin, none, none] / defeats: Griknack Goblin"),
    # A Monster in the hand is a trophy; Militia 1 - 2 for the missing Light stays at 0.
    "a trophy in the hand": Case("no", 0, "Militia, Griknack Goblin vs Nixie rank 1",
        "dungeon / hand: [Militia, Griknack Goblin] / hall: [Nixie, none, none] / defeats: Nixie"),
    # Dragonspire: Brute 3 + 2 with a Weapon, Dagger 1; the Wizard's Light covers Rank 1.
    "cards of the second box": Case("no", 6,
        "Stoneguard Brute, Dagger & Elf Wizard beat the Orc Warlord, rank 1",
        "dungeon / hand: [Stoneguard Brute, Dagger, Elf Wizard] / hall: [Orc Warlord, none, none] / "
        "defeats: Orc Warlord"),
    # Squire 2 + Short Sword 4 + Militia 1; the Torch covers Rank 1.
    "a total by its name": Case("yes", 7,
        "7 attack vs Kingdom rank 1: Thyrian Squire, Militia, Short Sword, Torch",
        "dungeon / hand: [Thyrian Squire, Militia, Short Sword, Torch] / hall: [Kingdom, none, none] / "
        "total: 7, against: Kingdom"),
    "another Hall": Case("no", 2, "Militia, Dagger, Torch vs Nixie; hall Nixie, Griknack Goblin, Kingdom",
        "dungeon / hand: [Militia, Dagger, Torch] / hall: [Nixie, Griknack Goblin, Kingdom] / "
        "defeats: Nixie"),
}  # fmt: skip


QUEST = {
    # Gorlandor 2 has 4, the Maul 4: 8 against 4 + 1 in the Mine.
    "a Hero by its level": Case("yes", 8, "Gorlandor level 2 and a Maul vs Goblin Berserker in the Mine",
        "dungeon / hand: [Gorlandor 2, Maul] / champion: Mine / dungeon: {Mine: Goblin Berserker} / "
        "defeats: Goblin Berserker"),
    # 1 + 1 against 5.
    "a single Adventurer": Case("no", 2, "Mine: adventurer + dagger against goblin berserker",
        "dungeon / hand: [Adventurer, Dagger] / champion: Mine / dungeon: {Mine: Goblin Berserker} / "
        "defeats: Goblin Berserker"),
    # 4 x 1 + 1 = 5 against the Giant Rat's 4, which is nowhere else.
    "the room that needs no name": Case("yes", 5, "4 Adventurer, Dagger beat the Giant Rat",
        "dungeon / hand: [4 x Adventurer, Dagger] / champion: The Wilderness / defeats: Giant Rat"),
    "a claimed total": Case("yes", 5, "Adventurer x4, Dagger vs Goblin Berserker in Mine = 5?",
        "dungeon / hand: [4 x Adventurer, Dagger] / champion: Mine / dungeon: {Mine: Goblin Berserker} / "
        "total: 5, against: Goblin Berserker"),
    "a claimed total in front": Case("no", 5, "6 vs Goblin Berserker in Mine: 4 Adventurer, Dagger",
        "dungeon / hand: [4 x Adventurer, Dagger] / champion: Mine / dungeon: {Mine: Goblin Berserker} / "
        "total: 6, against: Goblin Berserker"),
    "a denial": Case("yes", 1, "Adventurer can't defeat Goblin Berserker in Mine",
        "dungeon / hand: [Adventurer] / champion: Mine / dungeon: {Mine: Goblin Berserker} / "
        "not_defeats: Goblin Berserker"),
    # 4 + 4 against 4: the Abandoned Gate adds nothing.
    "another room": Case("yes", 8, "vs Goblin Berserker in Abandoned Gate with Gorlandor 2, Maul",
        "dungeon / hand: [Gorlandor 2, Maul] / champion: Abandoned Gate / "
        "dungeon: {Abandoned Gate: Goblin Berserker} / defeats: Goblin Berserker"),
    # 2 x 2 + 2 x 1 + 2 x 2 = 10, the richest hand of the rulebook's example.
    "gold": Case("yes", None, "2 Lantern, 2 Dagger, 2 Thunderstone Shard: 10 gold?",
        "village / hand: [2 x Lantern, 2 x Dagger, 2 x Thunderstone Shard] / gold: 10"),
    "gold that is not there": Case("no", None, "11 gold with 2 Lantern, 2 Dagger, 2 Thunderstone Shard",
        "village / hand: [2 x Lantern, 2 x Dagger, 2 x Thunderstone Shard] / gold: 11"),
    # The Maul costs 8; three Lanterns bring 6, four 8.
    "a purchase": Case("no", None, "3 Lanterns buy a Maul at the Bazaar",
        "village / location: Bazaar / hand: [3 x Lantern] / village: [Maul] / buys: Maul"),
    "a purchase that works": Case("yes", 8, "can I buy Maul with 4 lantern?",
        "village / hand: [4 x Lantern] / village: [Maul] / buys: Maul"),
    # Of the Hero whom four levels are called by the lowest is for sale, for 7; four Lanterns bring 8.
    "a stack by its name": Case("yes", 8, "can I buy Stormhand with 4 lantern?",
        "village / hand: [4 x Lantern] / village: [Stormhand 1] / buys: Stormhand 1"),
    "the Monster first": Case("yes", 8, "Goblin Berserker in Mine: Gorlandor 2, Maul",
        "dungeon / hand: [Gorlandor 2, Maul] / champion: Mine / dungeon: {Mine: Goblin Berserker} / "
        "defeats: Goblin Berserker"),
    # The Crypt takes 1 Light, a Lantern has it.
    "a way": Case("yes", None, "Lantern reach Crypt from Mine",
        "dungeon / hand: [Lantern] / champion: Mine / dungeon: {Mine: none, Crypt: none} / reaches: Crypt"),
    "a way in the dark": Case("no", None, "Dagger: can I get to the Crypt from the Mine?",
        "dungeon / hand: [Dagger] / champion: Mine / dungeon: {Mine: none, Crypt: none} / reaches: Crypt"),
    "Light from elsewhere": Case("yes", None, "Dagger, light 1: enter Crypt from Mine",
        "dungeon / hand: [Dagger, Glow] / cards: {Glow: {kind: item, light: 1}} / champion: Mine / "
        "dungeon: {Mine: none, Crypt: none} / reaches: Crypt"),
    # The Throne Room takes 2 Light; a Lantern has 1, and a token 1 more.
    "a token": Case("yes", None, "Lantern and a Lantern token reach Throne Room from Crypt",
        "dungeon / hand: [Lantern] / tokens: {lantern: 1} / champion: Crypt / "
        "dungeon: {Crypt: none, Throne Room: none} / reaches: Throne Room"),
    "a step": Case("yes", None, "Adventurer, Dagger: give Dagger to Adventurer",
        "dungeon / hand: [Adventurer, Dagger] / can: give Dagger to Adventurer"),
}  # fmt: skip


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
    found = {"thunderstone": THUNDERSTONE, "quest": QUEST}[game][case]
    (asked,) = api.ask(found.question, game).cases
    checked = api.check(api.loads(found.position(game)))

    assert (asked.verdict, total(asked.check)) == (found.verdict, found.total)
    assert (checked.verdict, total(checked)) == (
        {"yes": "holds", "no": "refuted"}[found.verdict],
        found.total,
    )
    assert summary(api.check(api.loads(asked.position)))[0] == summary(asked.check)[0]


def test_what_was_understood_is_told() -> None:
    question = "Militia, Dagger, light 2, xp 3; discard Torch vs Griknack Goblin rank 3; deck 2 torch, Nixie"
    answer = api.ask(question)

    assert answer.read_as == (
        "Griknack Goblin in Rank 3",
        "hand Militia, Dagger",
        "Light 2 from an extra card in the hand",
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


def test_a_guardian_may_have_left_the_hall() -> None:
    answer = api.ask("Militia vs Guardian of Torment", "thunderstone")

    assert [(case.place, case.verdict) for case in answer.cases] == [
        ("Rank 2", "no"),
        ("Rank 3", "no"),
        ("space 0", "no"),
    ]


def test_what_beats_somebody_is_nothing_or_a_play() -> None:
    # A Squire 2, a Torch for Rank 1: 2 against the Griffon's 7, so 5 are missing, and nobody else is there.
    answer = api.ask("Thyrian Squire, Torch: what beats Griffon rank 1?", "thunderstone")

    (case,) = answer.cases
    assert (answer.verdict, answer.exit_code) == ("no", 1)
    assert case.check.solution is not None
    assert case.check.solution.objective[0] == 0
    (defeat,) = case.why_not
    assert defeat is not None
    assert {each.quantity: each.amount for each in defeat.missing}["attack"] == 5


def test_what_beats_somebody_is_told_as_a_play() -> None:
    # A Squire 2, the Polearm 2 in hands of Strength 6, a Fireball 3 with its Light: 7 against 7.
    answer = api.ask("Thyrian Squire, Polearm, Fireball: what beats Griffon rank 1?", "thunderstone")

    (case,) = answer.cases
    assert (answer.verdict, answer.exit_code) == ("yes", 0)
    assert case.why_not == (None,)
    assert case.check.solution is not None
    assert case.check.solution.best[0].line.steps[-1].text == "attack Griffon"


def test_what_beats_somebody_may_hang_on_the_place() -> None:
    # 2 + 2 + 1 = 5 with a Torch for Rank 1, 2 less in each Rank behind; the Nixie has Health 5.
    answer = api.ask("Thyrian Squire, Polearm, Militia, Torch: what beats Nixie?", "thunderstone")

    assert [case.verdict for case in answer.cases] == ["yes", "no", "no"]
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
    "a total below 0": ("5 Militia vs Nixie rank 3: -1?", "E205", "-1", "expected 0 to 999"),
    "an amount below 0": ("5 Militia: -1 gold?", "E205", "-1", "expected 0 to 999"),
    "a number that counts no card": (
        "is 7 enough for Thyrian Squire vs Nixie rank 1",
        "E210",
        "7",
        "counts",
    ),
    "two totals": ("5 vs Nixie rank 1: 6", "E210", "6", ""),
    "nothing is asked": ("Militia, Torch", "E210", "Militia, Torch", "vs"),
    "two without a Rank": ("Militia vs Nixie, Kingdom", "E210", "Nixie", "rank 1"),
    "several without a number": ("Militia, Torches vs Nixie rank 1", "E210", "Torches", "2 x Torch"),
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
    from tsolve.written.lexing import IDLE, Lexer, Named

    rules = ruleset(game)
    lexer = Lexer(rules, module(game).asking(rules).vocabulary)
    for card in rules.cards.values():
        (token,) = lexer.tokens(card.name)
        assert isinstance(token, Named), card.name
        assert card.id in token.cards
    assert not any(rules.names.knows(word) for word in IDLE)


def test_a_position_that_is_asked_about_can_be_written() -> None:
    text = api.position_asked("Militia, Dagger, light 1 vs Griknack Goblin rank 1", "thunderstone")

    assert text.startswith("game: thunderstone\n")
    assert api.check(api.loads(text)).claims[0].calculation == (
        api.ask("Militia, Dagger, light 1 vs Griknack Goblin rank 1").cases[0].check.claims[0].calculation
    )
    with pytest.raises(UsageError, match="Rank 1, Rank 2, Rank 3"):
        api.position_asked("Militia vs Griknack Goblin", "thunderstone")
