"""Every puzzle holds, and together they are about every card, every observable rule and both sides of each
reading.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tests.games.thunderstone.builders import ruleset
from tsolve import api
from tsolve.api import games
from tsolve.games.quest.cards import Card
from tsolve.rules.loading import load_ruleset
from tsolve.rules.ruleset import Ruleset
from tsolve.source.project import rulesets_path
from tsolve.suite import collect
from tsolve.suite.judging import judge
from tsolve.turns.line import play_line

ROOT = Path(__file__).parent.parent / "puzzles"
PUZZLES = sorted(ROOT.rglob("*.yaml"))

NOT_SHOWN_BY_A_POSITION = {
    "TS-2.1": "the set-up of the Dungeon: tests/games/thunderstone/test_setup.py",
    "TS-2.2": "the set-up of the Village: tests/games/thunderstone/test_setup.py",
    "TS-2.3": "the starting decks: tests/games/thunderstone/test_setup.py",
    "TS-2.4": "the first-game set: tests/games/thunderstone/test_setup.py",
    "key.guardian_depth=above_thunderstone_packet": "the set-up, to be tested as soon as there are Guardians",
    "key.guardian_depth=same_bottom_ten": "the set-up, to be tested as soon as there are Guardians",
    "DS-11": "the set-up with Dungeon Features: tests/games/thunderstone/test_setup.py",
    **dict.fromkeys(("TS-11.15", "DS-6", "DS-7", "DS-8"), "the cards of Dragonspire that it is about come"),
}
"""Rules that are tested elsewhere, because a position file begins after the set-up."""


@pytest.mark.parametrize("path", PUZZLES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_expectation_holds(path: Path) -> None:
    content = path.read_bytes()
    judged = judge(str(path), content)

    assert judged.status == "holds", judged.failures or judged.problems
    puzzle = collect.puzzle(content, str(path))
    assert puzzle is not None, "a puzzle without expectations tests nothing"
    assert {place for place, _ in puzzle.stated} == {each.path for each in judged.judgements}
    lines = dict(puzzle.stated)
    assert all(lines[each.path] == each.line for each in judged.judgements if each.path[0] == "expect")


@pytest.mark.parametrize("path", PUZZLES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_line_is_legal_unless_the_puzzle_says_otherwise(path: Path) -> None:
    opened = api.load(str(path))
    line = opened.position.expect.line
    if not opened.position.line or (line is not None and (line.legal is not None or line.illegal_step)):
        return

    assert play_line(opened, opened.position.line, in_all_ways=False).answer.legal


@cache
def about() -> frozenset[str]:
    """Everything that some puzzle says it is about."""
    return frozenset(ruling for path in PUZZLES for ruling in api.load(str(path)).position.about)


@cache
def quest() -> Ruleset[Card]:
    """The ruleset of Thunderstone Quest."""
    return load_ruleset(rulesets_path() / "quest", Card)


def test_there_is_a_puzzle_about_every_card() -> None:
    known = {card.id for card in quest().cards.values() if not card.missing}

    assert {f"card.{card}" for card in (*ruleset().cards, *known)} <= about()


def test_there_is_a_puzzle_about_every_observable_rule() -> None:
    entries = (*ruleset().glossary, *quest().glossary)
    rules = {entry for entry in entries if entry.startswith(("TS-", "DS-", "QUEST-"))}

    assert rules - set(NOT_SHOWN_BY_A_POSITION) <= about()


def test_there_is_a_puzzle_about_each_side_of_every_interpretation() -> None:
    points = {**ruleset().interpretations, **quest().interpretations}
    sides = {f"key.{key}={option.id}" for key, point in points.items() for option in point.options}

    assert sides - set(NOT_SHOWN_BY_A_POSITION) <= about()


def test_puzzles_are_about_rulings_that_exist() -> None:
    gloomhaven = games.ruleset("gloomhaven")
    monsters = {f"card.{card}" for card in gloomhaven.cards}
    known = {*ruleset().glossary, *quest().glossary, *gloomhaven.glossary, *monsters}

    assert {ruling.partition("=")[0] for ruling in about()} <= known
