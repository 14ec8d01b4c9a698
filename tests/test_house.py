"""Rooms that know no game: no word of a game stands in them, neither in code nor in a text or a comment."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import tsolve
from tsolve.api.games import GAMES, ruleset

PACKAGE = Path(tsolve.__file__).parent

_THUNDERSTONE = """
    breach defeat defeated defeats disease diseases dungeon gold guardian guardians hall health hero heroes
    light magic militia monster monsters penalty purse rank ranks spell spells spoils strength thunderstone
    trap traps treasure treasures trophies trophy village vp weapon weapons xp
"""
_QUEST = """
    armor bazaar champion champions dungeon gear gold guardian guild guilds hero heroes lantern light magic
    monster monsters potion quest quests rations skill spell spells spoils sponsor sponsors temple treasure
    treasures village weapon weapons wilderness wound wounds xp
"""
_GLOOMHAVEN = """
    bless boss bosses curse disarm elite elites gold
    immobilize immobilized infuse initiative loot monster monsters muddle muddled pierce poison
    poisoned prosperity reputation retaliate sanctuary standee standees strengthen stun stunned summon
    summons trap traps wound
"""
WORDS = {
    "thunderstone": _THUNDERSTONE.split(),
    "quest": _QUEST.split(),
    "gloomhaven": _GLOOMHAVEN.split(),
}
"""For each game the words of its rulebook that mean something else, or nothing, in another game.

Left out are words that every game has, or that English needs: attack, battle, card, class, item, level, rest,
setting, stack, visit, weight.
"""

ALLOWED = {
    (
        "api/games.py",
        "thunderstone",
    ): "the games that there are, and the one that is meant where none is named",
    ("api/games.py", "quest"): "the games that there are",
    ("cli/options.py", "thunderstone"): "the help says which game is meant where none is named",
}
"""Where such a word stands all the same, and why."""

ORDINARY = {"Judgement"}
"""Names of cards that are also words of ours."""

_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_RULING = re.compile(r"\b(?:TS|DS)-[0-9]")


def rooms() -> Iterator[tuple[str, str]]:
    """Every module outside the packages of the games, with its text."""
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        if not name.startswith("games/"):
            yield name, path.read_text(encoding="utf-8")


ROOMS = dict(rooms())


def lines_with(text: str, found: Iterator[int]) -> list[str]:
    """The lines at these places, each with its number."""
    numbers = sorted({text.count("\n", 0, place) for place in found})
    return [f"{number + 1}: {text.splitlines()[number].strip()}" for number in numbers]


@pytest.mark.parametrize("game", GAMES)
def test_the_words_are_those_of_the_rulebook(game: str) -> None:
    """Each stands in the glossary or is a field of a card, so the list is about this game."""
    rules = ruleset(game)
    texts = " ".join(f"{entry.title} {entry.text}" for entry in rules.glossary.values())
    known = {word.lower() for word in _WORD.findall(texts)} | set(rules.card_type.__struct_fields__)

    assert set(WORDS[game]) - known <= {"purse"}  # what a hand can buy with, in expectations


@pytest.mark.parametrize("name", ROOMS)
def test_no_room_speaks_of_a_game(name: str) -> None:
    for words in WORDS.values():
        wanted = {word for word in words if (name, word) not in ALLOWED}
        text = ROOMS[name]
        found = (each.start() for each in _WORD.finditer(text) if each[0].lower() in wanted)
        assert lines_with(text, found) == []
        assert lines_with(text, (each.start() for each in _RULING.finditer(text))) == []


@pytest.mark.parametrize("game", GAMES)
def test_no_room_names_a_card(game: str) -> None:
    cards = ruleset(game).cards.values()
    names = {name for card in cards for name in (card.name, card.group) if name} - ORDINARY
    pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(names)))})\b")
    for name, text in ROOMS.items():
        assert lines_with(text, (each.start() for each in pattern.finditer(text))) == [], name


def test_no_exception_outlives_its_reason() -> None:
    for name, word in ALLOWED:
        assert word in {found.lower() for found in _WORD.findall(ROOMS[name])}, (name, word)
