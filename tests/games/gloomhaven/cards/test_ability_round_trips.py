"""Whatever is written is read as the same; whatever somebody writes is read or refused, never a traceback."""

from __future__ import annotations

from random import Random
from typing import get_args

import pytest

from tests.games.gloomhaven.cards.random_abilities import AREAS, RandomAbilities
from tests.games.gloomhaven.cards.tables import ABILITY_CARDS
from tsolve.errors import InputError, Span
from tsolve.games.gloomhaven.abilities import Ability
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.writing.ability_clauses import LONGEST
from tsolve.games.gloomhaven.writing.ability_text import read_ability, write_ability
from tsolve.rules.loading import load_ruleset
from tsolve.source.project import rulesets_path

RULESET = load_ruleset(rulesets_path() / "gloomhaven", Card)
TEXTS = sorted({text for card in RULESET.cards.values() if card.ability for text in card.ability.do})


def test_every_card_says_what_it_says_after_it_was_read_and_written() -> None:
    cards = [card for card in RULESET.cards.values() if card.ability is not None]
    assert len(cards) == len(ABILITY_CARDS)
    for text in TEXTS:
        ability = read_ability(text, AREAS)
        assert write_ability(ability) == text
        assert read_ability(write_ability(ability), AREAS) == ability


@pytest.mark.parametrize("seed", range(20))
def test_random_abilities_are_read_as_they_are_written(seed: int) -> None:
    random, read = RandomAbilities(seed), 0
    for _ in range(100):
        ability = random.ability()
        text = write_ability(ability)
        if len(text) <= LONGEST:
            read += 1
            assert read_ability(text, AREAS) == ability, text
            assert write_ability(read_ability(text, AREAS)) == text
    assert read > 80


def test_every_kind_of_ability_is_drawn() -> None:
    random = RandomAbilities(0)
    drawn = {type(random.ability()) for _ in range(1000)}

    assert drawn == set(get_args(Ability))


HOSTILE = (
    "x" * LONGEST,
    "(" * LONGEST,
    ")" * LONGEST,
    "," * LONGEST,
    "on death " * 40,
    "on death (" * 30,
    "with fire and " * 25,
    "attack " + "9" * 390,
    "attack +" + "9" * 390,
    "attack ٣",
    "attack ³",
    "attack ½",
    "attack +1, area ((0,0))",
    "attack +1, area (9999999999,0)",
    "attack +1, area (0,0" + ")" * 5,
    "summon \u0301\u0301",
    "summon \u200b",
    "summon \U0001f480",
    "scenario (\u202e)",
    "move +1\u0000",
    "move\u00a0+1",
    "ﬁre",
    "İnfuse fire",
    "-",
    "+",
    "- 1",
    "attack --1",
    "attack 1e3",
    "attack 0x10",
    "attack 1_000",
    "attack nan",
    "\n\nattack\n+1\n",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_are_read_or_refused(text: str) -> None:
    read_or_refuse(text)


def test_the_longest_text_is_read_and_a_longer_one_refused() -> None:
    text = "scenario (" + "x" * (LONGEST - 11) + ")"
    assert len(text) == LONGEST
    assert write_ability(read_ability(text, {})) == text

    with pytest.raises(InputError) as refused:
        read_ability(f"{text} ", {})
    assert refused.value.diagnostics[0].code == "E208"


@pytest.mark.parametrize("seed", range(5))
def test_damaged_texts_are_read_or_refused(seed: int) -> None:
    """Words and signs left out, doubled, exchanged or put in from elsewhere."""
    random = Random(seed)
    signs = [*"()+-,;:0123456789 \u0301é\u2212\u200b", " with ", " all ", "self", "fire", "999"]
    refused = 0
    for _ in range(400):
        text = random.choice(TEXTS)
        for _ in range(random.randint(1, 3)):
            at = random.randrange(len(text) + 1)
            text = text[:at] + random.choice(signs) + text[at + random.randrange(3) :]
        refused += read_or_refuse(text)
    assert refused > 200


def read_or_refuse(text: str) -> bool:
    """Whether it is refused: then with one finding, whose place lies in the text."""
    place = Span("card.yaml", 1, 3, 1, 3 + len(text), f"- {text}")
    try:
        ability = read_ability(text, AREAS, place)
    except InputError as error:
        (found,) = error.diagnostics
        assert found.code in ("E205", "E208", "E209")
        assert found.message
        assert found.span is not None
        assert 3 <= found.span.column <= found.span.end_column <= 3 + len(text)
        return True
    assert read_ability(write_ability(ability), AREAS) == ability
    return False
