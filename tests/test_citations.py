"""Every ruling that the code or a puzzle cites exists, and every ruling can be reached."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import yaml

from tests.games.thunderstone.builders import ruleset
from tsolve.games.gloomhaven.cards import Card as GloomhavenCard
from tsolve.games.quest.cards import Card as QuestCard
from tsolve.games.thunderstone.cards import Card
from tsolve.rules.loading import load_ruleset
from tsolve.rules.own_cards import id_from
from tsolve.source.project import rulesets_path

ROOT = Path(__file__).parent.parent
QUEST, GLOOMHAVEN = (ROOT / "tsolve" / "games" / game for game in ("quest", "gloomhaven"))
SOURCES = [
    path
    for path in sorted((ROOT / "tsolve").rglob("*.py"))
    if not path.is_relative_to(QUEST) and not path.is_relative_to(GLOOMHAVEN)
]
"""The code of Thunderstone and of the rooms that know no game."""
PUZZLES = sorted((ROOT / "puzzles").rglob("*.yaml"))
RULING = re.compile(r"(?<![\w.-])(TS-\d+\.\d+|DS-\d+|(?:card|key)\.[a-z][a-z_0-9]*)(?![\w.]*\()")


def cited_by_code(
    sources: Iterable[Path] = SOURCES, ruling: re.Pattern[str] = RULING
) -> set[tuple[str, str]]:
    """Rulings named in string literals of the code: (ruling, file)."""
    found = set()
    for path in sources:
        for literal in re.findall(r'"([^"\n]*)"', path.read_text(encoding="utf-8")):
            if re.fullmatch(ruling, literal):
                found.add((literal, path.name))
    return found


def cited_by_puzzles() -> set[str]:
    """Rulings named anywhere in the puzzles, comments included; cards that a puzzle defines are its own."""
    found: set[str] = set()
    for path in PUZZLES:
        text = path.read_text(encoding="utf-8")
        cards = yaml.safe_load(text)["cards"] if "\ncards:" in text else ()
        own = {f"card.{id_from(key)}" for key in cards}
        found |= set(RULING.findall(text)) - own
    return found


def test_every_ruling_cited_in_code_exists() -> None:
    cited = cited_by_code()

    assert len(cited) > 50, "the scan has gone blind"
    assert {(ruling, file) for ruling, file in cited if ruling not in ruleset().glossary} == set()


def test_every_ruling_cited_in_the_code_of_quest_exists() -> None:
    """Rules, cards and open points in string literals; rules also in docstrings."""
    glossary = load_ruleset(rulesets_path() / "quest", QuestCard).glossary
    sources = sorted(QUEST.rglob("*.py"))
    cited = cited_by_code(sources, re.compile(r"QUEST-\d+\.\d+|(?:card|key)\.[a-z][a-z_0-9]*"))
    text = "\n".join(path.read_text(encoding="utf-8") for path in sources)

    assert len(cited) > 50, "the scan has gone blind"
    assert {(ruling, file) for ruling, file in cited if ruling not in glossary} == set()
    assert {
        rule for rule in re.findall(r"\bQUEST-\d+\.\d+\b|\bkey\.\w+", text) if rule not in glossary
    } == set()


def test_every_ruling_cited_in_the_code_of_gloomhaven_exists() -> None:
    """Rules anywhere in the code, and open points in string literals."""
    glossary = load_ruleset(rulesets_path() / "gloomhaven", GloomhavenCard).glossary
    sources = sorted(GLOOMHAVEN.rglob("*.py"))
    text = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    cited = {ruling for ruling, _ in cited_by_code(sources, re.compile(r"key\.[a-z_]+"))}
    cited |= set(re.findall(r"\bGH-(?!17\.)\d+\.\d+\b", text))

    assert len(cited) > 50, "the scan has gone blind"
    assert {ruling for ruling in cited if ruling not in glossary} == set()


def test_every_ruling_cited_in_puzzles_exists() -> None:
    gloomhaven = load_ruleset(rulesets_path() / "gloomhaven", GloomhavenCard)
    glossaries = (
        ruleset().glossary,
        load_ruleset(rulesets_path() / "quest", QuestCard).glossary,
        gloomhaven.glossary,
        {f"card.{card}" for card in gloomhaven.cards},  # cited for what they print
    )
    unknown = {ruling for ruling in cited_by_puzzles() if not any(ruling in each for each in glossaries)}

    assert unknown == set()


def cited_by_docstrings() -> set[str]:
    """Rule numbers anywhere in the code."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)
    return set(re.findall(r"\b(?:TS-\d+\.\d+|DS-\d+)\b", text))


def test_rule_numbers_in_docstrings_exist() -> None:
    assert {number for number in cited_by_docstrings() if number not in ruleset().glossary} == set()


def test_every_entry_is_reached_by_code_puzzle_card_or_another_entry() -> None:
    reached = {ruling for ruling, _ in cited_by_code()} | cited_by_puzzles() | cited_by_docstrings()
    reached |= {see for entry in ruleset().glossary.values() for see in entry.see}

    assert set(ruleset().glossary) - reached == set()


def test_every_card_has_its_own_entry_named_after_it() -> None:
    glossary = ruleset().glossary
    cards: dict[str, Card] = ruleset().cards

    assert {card.id: card.name for card in cards.values()} == {
        card: glossary[f"card.{card}"].title for card in cards
    }


def test_every_entry_cites_a_section_of_a_rulebook_or_a_card_text() -> None:
    documents = ruleset().documents

    for entry in ruleset().glossary.values():
        assert entry.citations, entry.id
        for citation in entry.citations:
            assert citation.document in documents, entry.id
            assert citation.section, entry.id


def test_every_cited_section_has_an_english_title_and_every_title_is_of_a_cited_section() -> None:
    cited: dict[str, set[str]] = {}
    for entry in ruleset().glossary.values():
        for citation in entry.citations:
            cited.setdefault(citation.document, set()).add(citation.section)

    foreign = {id_: each for id_, each in ruleset().documents.items() if not each.is_english}
    assert {"pl-1.4", "it-1.0", "cs-dr"} <= set(foreign)
    assert {id_: set(each.sections) for id_, each in foreign.items()} == {id_: cited[id_] for id_ in foreign}
    assert all(set(each.spellings) <= set(each.sections) for each in ruleset().documents.values())
