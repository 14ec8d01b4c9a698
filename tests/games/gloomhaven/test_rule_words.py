"""The words of the rules: numbers as the rulebook has them, synonyms that find something, Polish names."""

from __future__ import annotations

import re

import pytest

from tests.games.gloomhaven.texts import ENTRIES, HEAD, POLISH, ROOT
from tsolve import api
from tsolve.games.gloomhaven.cards import Card
from tsolve.model.lookups import RulesAnswer
from tsolve.rules.loading import load_ruleset
from tsolve.rules.names import Match, words

TEXTS = {entry.id: " ".join(entry.text.split()) for entry in ENTRIES}
NAMES = load_ruleset(ROOT, Card).names


# Numbers in the texts: each list by the formula or the table of the rulebook


def in_a_row(numbers: list[int]) -> str:
    """The numbers as a sentence lists them."""
    return ", ".join(map(str, numbers[:-1])) + f" and {numbers[-1]}"


@pytest.mark.parametrize(
    ("rule", "listed"),
    [
        ("GH-15.2", in_a_row([2, 2, 3, 3, 4, 4, 5, 6])),  # gold, the column Z
        ("GH-15.2", in_a_row([2 + level for level in range(8)])),  # traps: 2 + L
        ("GH-15.2", in_a_row([4 + 2 * level for level in range(8)])),  # experience: 4 + 2 x L
        ("GH-15.4", in_a_row([0, 45, 95, 150, 210, 275, 345, 420, 500])),
        ("GH-15.6", in_a_row([3 + 4 * band for band in range(5)])),  # bands of four from 3 on
        ("GH-15.6", in_a_row([-3 - 4 * band for band in range(5)])),
        ("GH-15.9", in_a_row([4, 9, 15, 22, 30, 39, 50, 64])),
        ("GH-15.14", in_a_row([25 * level for level in range(1, 9)])),  # 25 for each level above 1
        ("GH-15.14", in_a_row([75 * stickers for stickers in range(4)])),  # 75 for each sticker
    ],
)
def test_lists_of_numbers(rule: str, listed: str) -> None:
    assert listed in TEXTS[rule]


def test_items_come_on_sale_without_a_gap() -> None:
    """14 items first, then 7 at each level: 14 + 8 x 7 = 70."""
    ranges = [(int(first), int(last)) for first, last in re.findall(r"(\d{3}) to (\d{3})", TEXTS["GH-15.8"])]

    assert ranges == [(1, 14)] + [(15 + 7 * step, 21 + 7 * step) for step in range(8)]


def test_base_prices_of_stickers() -> None:
    """The two columns of the table, each price typed from there."""
    own, rest = TEXTS["GH-15.13"].split("of a summon")
    summons, effects = rest.split("Effects:")
    assert priced(own) == {
        "move": 30, "attack": 50, "range": 30, "shield": 100, "push": 30, "pull": 30, "pierce": 30,
        "retaliate": 100, "heal": 30, "target": 50,
    }  # fmt: skip
    assert priced(summons) == {"move": 100, "attack": 100, "range": 50, "hit points": 50}
    assert priced(effects.partition("An area hex")[0]) == {
        "poison": 75, "wound": 75, "muddle": 50, "immobilize": 100, "disarm": 150, "curse": 75,
        "strengthen": 50, "bless": 50, "jump": 50, "a given element": 100, "any element": 150,
    }  # fmt: skip


def priced(text: str) -> dict[str, int]:
    return {what: int(price) for what, price in re.findall(r"([a-z][a-z ]*) (\d+)", text)}


def test_synonyms_lead_to_words_of_the_rules() -> None:
    said = {word for entry in ENTRIES for word in words(f"{entry.title} {entry.text}")}

    assert len(HEAD.synonyms) > 30
    assert [(key, word) for key, leads in HEAD.synonyms.items() for word in leads if word not in said] == []


def test_every_polish_name_leads_to_one_thing() -> None:
    pairs = ((POLISH.cards, NAMES.cards), (POLISH.groups, NAMES.groups), (POLISH.words, NAMES.words))
    for things, index in pairs:
        for thing, forms in things.items():
            for form in forms:
                assert index.resolve(form) == Match(thing), form


@pytest.mark.parametrize(
    ("text", "thing"),
    [
        ("OGŁUSZONYM", "stun"),
        ("klatwe", "curse"),
        ("KLĄTWEY", "curse"),  # a misprint
        ("BŁOGOSŁAWIENSTWO", "bless"),
        ("Wzmocnienie", "strengthen"),  # the condition; an enhancement says that it is one
        ("naklejka wzmocnienia", "enhancement"),
        ("przywołańców", "summon"),  # the figures
        ("przywołania", "summon_ability"),
        ("Tkaczka Zakłęb", "spellweaver"),  # a misprint
        ("Karku", "brute"),
        ("Nic", "null"),
        ("niebezpiecznym terenem", "hazardous_terrain"),
    ],
)
def test_names_as_the_rulebook_writes_them(text: str, thing: str) -> None:
    assert NAMES.words.resolve(text) == Match(thing)


def test_the_monsters_that_the_rulebook_names() -> None:
    """An archer is of one of three types, which share a deck; Jekserah is one boss."""
    assert NAMES.groups.resolve("Łucznik") == Match("archer")
    assert NAMES.cards.resolve("Jeksery") == NAMES.cards.resolve("Jekserah") == Match("jekserah")


def test_every_condition_and_element_has_a_polish_name() -> None:
    """Ten conditions of GH-8.5 to GH-8.14 and six elements of GH-9.1."""
    conditions = "poison wound immobilize disarm stun muddle curse bless invisible strengthen"
    elements = "fire ice air earth light dark"

    assert {*conditions.split(), *elements.split()} <= POLISH.words.keys()


@pytest.mark.parametrize(("term", "ruling"), [("skupienie", "GL-focus"), ("Odepchnięcie", "GL-push")])
def test_rules_are_found_by_the_polish_terms(term: str, ruling: str) -> None:
    for found in (api.rule(term, "gloomhaven"), api.rule(term)):
        assert isinstance(found, RulesAnswer)
        assert ruling in {each.id for each in found.found}


@pytest.mark.parametrize(
    ("question", "rule"),
    [
        ("12.10", "GH-12.10"),  # the number alone
        ("koszt wzmocnienia", "GH-15.12"),
        ("Ile wynosi koszt wzmocnienia karty?", "GH-15.12"),
        ("jak potwór wybiera skupienie?", "GH-12.14"),
        ("krótki odpoczynek", "GH-2.10"),
    ],
)
def test_rules_are_found_by_number_and_by_polish_questions(question: str, rule: str) -> None:
    found = api.rule(question, "gloomhaven")
    assert (found.found[0].id if isinstance(found, RulesAnswer) else found.id) == rule


def test_a_question_about_gold_for_another_player_finds_its_rule_first() -> None:
    found = api.rule("players give each other gold", "gloomhaven")
    assert isinstance(found, RulesAnswer)
    assert found.found[0].id == "GH-15.7"
