"""What players ask, and the rulings that answer it: one of them has to be among the first three."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from tsolve import api
from tsolve.api.games import ruleset
from tsolve.model.lookups import RuleAnswer, RulesAnswer
from tsolve.rules.rulings import Entry
from tsolve.rules.searching import Searching, stem

FIRST = 3
ENOUGH = 0.9
"""How many of the questions have to be answered so."""

QUESTIONS = yaml.safe_load(Path(__file__).with_name("questions.yaml").read_text())


@pytest.mark.parametrize(("game", "questions"), QUESTIONS.items(), ids=QUESTIONS)
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
    ("game", "answer", "said"),
    [
        ("thunderstone", "TS-1.5", "Neither list names dice: there are none."),
        ("quest", "QUEST-1.16", "5 six-sided dice."),
        ("gloomhaven", "GH-1.13", "No rule uses dice"),
    ],
)
def test_how_many_dice_are_there(game: str, answer: str, said: str) -> None:
    """The lists of the Polish and the Russian rulebook; no list of Gloomhaven's box is at hand."""
    best = ruleset(game).searching.find("how many dice are there")[0].entry
    assert (best.id, said in best.text) == (answer, True)


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
