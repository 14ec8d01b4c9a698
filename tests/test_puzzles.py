"""Every puzzle holds, and together they exercise each ruleset: every rule, card, effect and reading."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
import yaml

from tsolve import api
from tsolve.api.games import ruleset
from tsolve.games.gloomhaven.cards import Card
from tsolve.model.coverage import CoverageAnswer
from tsolve.steps.line import play_line
from tsolve.suite import collect
from tsolve.suite.judging import coverage
from tsolve.suite.run import judge_suite

ROOT = Path(__file__).parent.parent / "puzzles"
FOLDERS = sorted({str(path.parent.relative_to(ROOT)) for path in ROOT.rglob("*.yaml")})
GAMES = {
    "thunderstone": ("thunderstone", "dragonspire"),
    "quest": ("quest",),
    "gloomhaven": ("gloomhaven",),
}
"""The folders of puzzles of each game."""

DEFINES = "it says what a word or a printed value means; other rules use that"
SET_UP = "it is over before a position begins"
NOTHING_ELSE = "it says that nothing happens, or that nothing is in the way"
SUMMARY = "other rules say it in more detail, and they are cited"
OTHER_GAME = "no position is of that kind of game"

STATED_ONLY = {
    "TS-1.1": "which zones there are",
    "TS-1.2": "which kinds of card there are",
    "TS-1.5": "what the box holds",
    "TS-2.1": "the Dungeon is set up before a position begins",
    "TS-2.3": "so are the decks",
    "TS-2.4": "and which cards a first game takes",
    "DS-2": "which levels Heroes come in",
    "DS-5": "it is the reading key.destroyed_leave=after_refill_and_breach",
    "DS-10": "how many Thunderstones there are",
    "DS-11": "the Dungeon is set up before a position begins",
    "key.guardian_depth": "the Guardians are shuffled in before a position begins",
    "guardian_depth=above_thunderstone_packet": "so they are",
    "guardian_depth=same_bottom_ten": "so they are",
    "TS-11.15": "how a Treasure and a Trap are told from a Monster",
    "TS-13.2": "what Trophies in the Hall do not do",
    "QUEST-0.1": "a card's text is cited where it goes before a rule",
    "QUEST-0.7": DEFINES,
    "QUEST-0.8": DEFINES,
    "QUEST-0.9": DEFINES,
    "QUEST-0.10": DEFINES,
    "QUEST-0.12": DEFINES,
    "QUEST-0.20": "the trait's card is cited",
    "QUEST-2.1": DEFINES,
    "QUEST-2.6": NOTHING_ELSE,
    "QUEST-2.7": "the ability's card is cited",
    "QUEST-2.8": DEFINES,
    "QUEST-11.1": DEFINES,
    "QUEST-11.2": DEFINES,
    "QUEST-11.3": NOTHING_ELSE,
    "QUEST-1.1": SET_UP,
    "QUEST-1.2": SET_UP,
    "QUEST-1.3": SET_UP,
    "QUEST-1.5": SET_UP,
    "QUEST-1.6": SET_UP,
    "QUEST-1.7": SET_UP,
    "QUEST-1.8": SET_UP,
    "QUEST-1.9": SET_UP,
    "QUEST-1.10": SET_UP,
    "QUEST-1.11": SET_UP,
    "QUEST-1.12": SET_UP,
    "QUEST-1.13": SET_UP,
    "QUEST-1.14": SET_UP,
    "QUEST-1.15": SET_UP,
    "QUEST-1.16": "what the box holds",
    "QUEST-15.1": SET_UP,
    "QUEST-15.2": SET_UP,
    "QUEST-15.3": SET_UP,
    "QUEST-15.4": SET_UP,
    "QUEST-16.1": SET_UP,
    "QUEST-16.2": SET_UP,
    "QUEST-16.3": SET_UP,
    "QUEST-17.2": OTHER_GAME,
    "QUEST-17.3": OTHER_GAME,
    "QUEST-17.4": OTHER_GAME,
    "QUEST-18.1": "no source tells the forms of Felin",
    "QUEST-18.2": DEFINES,
    "QUEST-19.1": OTHER_GAME,
    "QUEST-20.5": DEFINES,
    "QUEST-20.7": SUMMARY,
    "key.guardian_keys": SET_UP,
    "guardian_keys=one_two_three": SET_UP,
    "guardian_keys=one_each": SET_UP,
    "guardian_keys=two_each": SET_UP,
    "key.sponsors": SET_UP,
    "sponsors=shared": SET_UP,
    "sponsors=one_each": SET_UP,
    "QUEST-3.8": NOTHING_ELSE,
    "QUEST-4.1": SUMMARY,
    "QUEST-4.6": NOTHING_ELSE,
    "QUEST-4.9": "it is the reading key.gold_stays=yes",
    "QUEST-5.1": SUMMARY,
    "QUEST-5.5": NOTHING_ELSE,
    "QUEST-5.6": NOTHING_ELSE,
    "QUEST-5.7": SUMMARY,
    "QUEST-5.26": NOTHING_ELSE,
    "QUEST-5.28": NOTHING_ELSE,
    "QUEST-6.4": NOTHING_ELSE,
    "QUEST-7.5": DEFINES,
    "QUEST-8.5": "the Hero would have to be drawn again first: tests/games/quest/turn/test_turn.py",
    "QUEST-8.6": NOTHING_ELSE,
    "QUEST-8.8": SUMMARY,
    "QUEST-12.3": NOTHING_ELSE,
    "QUEST-12.4": SUMMARY,
    "QUEST-12.7": NOTHING_ELSE,
    "QUEST-12.8": "the Guardian's card is cited",
    "GH-1.13": "what the box holds",
    "GH-5.4": "it says how sight is computed; what is computed is GH-5.1 and 5.2",
    "GH-8.4": NOTHING_ELSE,
    "GH-11.23": "the companion stands beside its character before a position begins",
    "GH-12.16": NOTHING_ELSE,
    "GH-12.27": NOTHING_ELSE,
    **dict.fromkeys(("GH-16.3", "GH-16.6", "GH-16.7", "GH-16.8"), "random rooms are dealt before a position"),
}
"""Rules that only define something or deny it, and those that are over before a position begins: no number
and no event has them as its reason. Puzzles are about them whose answer would be another without them.
"""


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_puzzle_holds(folder: str) -> None:
    judged = [each.judged for each in judge_suite(files_of(folder))]
    assert {each.file: each.failures or each.problems for each in judged if each.status != "holds"} == {}

    for each in judged:
        content = Path(each.file).read_bytes()
        puzzle = collect.puzzle(content, each.file)
        assert puzzle is not None, f"{each.file}: a puzzle without expectations tests nothing"
        assert {place for place, _ in puzzle.stated} == {found.path for found in each.judgements}, each.file
        lines = dict(puzzle.stated)
        expected = [found for found in each.judgements if found.path[0] == "expect"]
        assert all(lines[found.path] == found.line for found in expected), each.file
        if told := yaml.load(content, yaml.CSafeLoader)["expect"].get("line"):
            assert {"legal", "illegal_step"} & told.keys() or is_legal(each.file), each.file


def files_of(folder: str) -> list[str]:
    return [str(path) for path in sorted((ROOT / folder).glob("*.yaml"))]


def is_legal(file: str) -> bool:
    """Whether the line is legal, of which a puzzle says something else."""
    position = api.load(file)
    return play_line(position, position.written.line, in_all_ways=False).answer.legal


@cache
def covered(game: str) -> CoverageAnswer:
    """What all puzzles of a game cover; what was judged above is remembered."""
    folders = [str(ROOT / folder) for folder in GAMES[game]]
    answer = coverage(found.judged for found in judge_suite(folders))
    assert answer is not None
    return answer


def missing(game: str) -> list[str]:
    """What no puzzle exercises, or says it is about where that is all that can be."""
    return [
        f"{item.kind} {item.id}: {item.level}"
        for item in covered(game).items
        if item.level != "exercised"
        and not stated_only(item.id, item.level)
        and not (game == "gloomhaven" and item.kind == "card" and is_without_a_puzzle(item.id, item.level))
    ]


NO_STEP = ("always", "basic")
"""Items that no step uses: a puzzle says that it is about them."""


def is_without_a_puzzle(name: str, level: str) -> bool:
    """Whether a card of Gloomhaven needs no puzzle, or none that plays it. Of a class the numbers are held by
    `tests/games/gloomhaven/cards`.
    """
    card = ruleset("gloomhaven").cards[name]
    assert isinstance(card, Card)
    if card.kind == "class":
        return True
    if card.card is not None:
        return bool(card.card.top.untold and card.card.bottom.untold)
    return card.item is not None and (
        bool(card.item.untold) or (level == "stated" and (card.item.when in NO_STEP or not card.item.do))
    )


def stated_only(name: str, level: str) -> bool:
    """Whether that much is all that there can be."""
    return level == "stated" and name in STATED_ONLY


@pytest.mark.parametrize("game", GAMES)
def test_all_of_a_game_is_exercised(game: str) -> None:
    assert not missing(game)


def test_thunderstone_has_no_other_box() -> None:
    assert set(covered("thunderstone").sets) == {"", "base", "dragonspire"}


@pytest.mark.parametrize("game", GAMES)
def test_what_is_only_stated_could_not_be_exercised(game: str) -> None:
    exercised = {item.id for item in covered(game).items if item.level == "exercised"}

    assert not exercised & set(STATED_ONLY)
