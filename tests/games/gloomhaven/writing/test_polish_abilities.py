"""Every ability that is read in English can be written in Polish, word for word, and is read as the same."""

from collections.abc import Iterator
from functools import cache

import pytest

from tests.games.gloomhaven.writing.test_ability_text import MEANINGS
from tsolve.api.games import ruleset
from tsolve.games.gloomhaven.areas import load_areas
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.writing.ability_text import read_ability
from tsolve.regex import Regex

RULES = ruleset("gloomhaven")
AREAS = load_areas(RULES.roots)
KNOWN = RULES.names.abilities
POLISH = RULES.names.languages["pl"]
SAID = {
    english.replace("_", " "): forms[0]
    for part in (POLISH.words, POLISH.abilities)
    for english, forms in part.items()
}
"""English word or phrase -> its main form; those of abilities stand above others."""
LONGEST = max(len(phrase.split()) for phrase in SAID)
_WORD = Regex(r"[+\u2212\u2013-]?[0-9]+(?!\w)|\w[\w'’-]*|\S")
_FREE = "scenario ("
"""How abilities begin that only the scenario book describes, in free words."""


def printed() -> Iterator[str]:
    """Every text of an ability: those of the tests, and of all cards and items that are played."""
    yield from MEANINGS
    cards = [card for card in RULES.cards.values() if isinstance(card, Card)]
    for card in cards:
        if card.card is not None:
            yield from (text for half in (card.card.top, card.card.bottom) for text in half.do)
        if card.item is not None:
            yield from card.item.do
        if card.ability is not None:
            yield from card.ability.do


TEXTS = [text for text in dict.fromkeys(printed()) if not text.startswith(_FREE)]


@cache
def polish(text: str) -> tuple[str, tuple[str, ...]]:
    """A text with its longest phrases in Polish, and the words that have no Polish one; names stay."""
    words = [found[0] for found in _WORD.finditer(text)]
    said: list[str] = []
    missing: list[str] = []
    at = 0
    while at < len(words):
        for number in range(min(LONGEST, len(words) - at), 0, -1):
            phrase = " ".join(words[at : at + number])
            if phrase in SAID:
                said.append(SAID[phrase])
                break
        else:
            number = 1
            said.append(words[at])
            is_name = not words[at][0].islower() or words[at] in AREAS
            missing += [] if is_name else [words[at]]
        at += number
    return " ".join(said), tuple(missing)


def test_no_word_of_abilities_is_missing() -> None:
    assert len(TEXTS) > 900
    assert {word for text in TEXTS for word in polish(text)[1]} == set()


def test_what_is_written_in_polish_is_read_as_the_same() -> None:
    for text in TEXTS:
        said = polish(text)[0]
        assert said != text or not any(word.islower() for word in text.split())
        assert read_ability(said, AREAS, None, KNOWN) == read_ability(text, AREAS, None, KNOWN), said


def test_no_form_means_two_things() -> None:
    """Each form, as it is typed without accents, leads to one English word."""
    for english, forms in POLISH.abilities.items():
        for form in forms:
            assert KNOWN.ids[_key(form)] == (english,), form


def _key(form: str) -> str:
    from tsolve.rules.names import squash

    return squash(form)


@pytest.mark.parametrize(
    ("said", "english"),
    [
        ("ponieś 2, wszyscy sąsiedni wrogowie", "suffer 2, all adjacent enemies"),
        ("leczenie 2, wszyscy sojusznicy w zasięgu 2", "heal 2, all allies within 2"),
        ("jeden sąsiedni sojusznik wykonuje (atak 4; PD 1)", "one adjacent ally performs (attack 4; xp 1)"),
        ("własne ataki wręcz (atak +2)", "own melee attacks (attack +2)"),
        ("wspomaganie (własne ataki wręcz (atak +2))", "augment (own melee attacks (attack +2))"),
        ("napełnij Ciemność", "infuse dark"),
        ("atak 3, +2 jeśli cel jest zatruty", "attack 3, +2 if target is poisoned"),
    ],
)
def test_as_people_write_it(said: str, english: str) -> None:
    assert read_ability(said, AREAS, None, KNOWN) == read_ability(english, AREAS, None, KNOWN)
