"""The texts of the ruleset: every rule and card is there, every citation leads to a place in the rulebook,
and both are found without the name of the game.
"""

from __future__ import annotations

import re
from copy import copy
from pathlib import Path

import msgspec
import pytest
import yaml

from tsolve import api
from tsolve.api import lookups
from tsolve.errors import UsageError
from tsolve.games.quest.cards import Card
from tsolve.model.lookups import RuleAnswer
from tsolve.rules.compiling import GlossaryFile, InterpretationsFile, RulesetFile
from tsolve.rules.names import Lexicon, Match, build_names
from tsolve.rules.rulings import Citation, Entry
from tsolve.source.project import rulesets_path

ROOT = rulesets_path() / "quest"
RULES = (22, 16, 12, 8, 13, 28, 6, 5, 8, 5, 1, 3, 8, 2, 3, 4, 6, 4, 2, 1, 7)
"""How many rules each chapter has, from QUEST-0 on."""


class Rulebook(msgspec.Struct):
    """Where a citation of the rulebook may lead."""

    headings: list[str]
    terms: list[str]
    questions: int


def read(path: Path) -> object:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


BOOK = msgspec.convert(read(Path(__file__).with_name("rulebook.yaml")), Rulebook)
HEAD = msgspec.convert(read(ROOT / "ruleset.yaml"), RulesetFile)
POINTS = msgspec.convert(read(ROOT / "interpretations.yaml"), InterpretationsFile).interpretations
ENTRIES: list[Entry] = [
    entry
    for path in sorted((ROOT / "glossary").glob("*.yaml"))
    for entry in msgspec.convert(read(path), GlossaryFile).entries
]
RUSSIAN = msgspec.convert(read(ROOT / "names" / "ru.yaml"), Lexicon)
NAMES = build_names([], {"ru": RUSSIAN})
CARD_TEXTS = [entry for entry in ENTRIES if entry.id.startswith("card.")]
CARD_DATABASES = {"tsqdh", "tsquest", "tsqr"}
DOCUMENTS = {document.id: document for document in HEAD.documents}


def cited() -> list[tuple[str, Citation]]:
    """Every citation with the ruling that it belongs to."""
    by_entry = [(entry.id, citation) for entry in ENTRIES for citation in entry.citations]
    return by_entry + [(f"key.{point.id}", citation) for point in POINTS for citation in point.citations]


def in_section(heading: str) -> list[tuple[str, str]]:
    """The notes of all citations of one section of the rulebook, each with its ruling."""
    return [
        (ruling, each.note) for ruling, each in cited() if (each.document, each.section) == ("ru-1", heading)
    ]


def test_every_rule_has_its_entry() -> None:
    expected = {f"QUEST-{chapter}.{n}" for chapter, last in enumerate(RULES) for n in range(1, last + 1)}

    assert {entry.id for entry in ENTRIES if entry.id.startswith("QUEST-")} == expected


def test_no_ruling_is_written_twice() -> None:
    ids = [entry.id for entry in ENTRIES] + [f"key.{point.id}" for point in POINTS]

    assert sorted(ids) == sorted(set(ids))


def test_what_is_not_cited_is_inferred() -> None:
    assert [each.id for each in ENTRIES if not each.citations and "nferred" not in each.text] == []


def test_every_open_point_is_cited_and_touches_a_rule() -> None:
    known = {entry.id for entry in ENTRIES}

    assert [point.id for point in POINTS if not (point.citations and point.rulings)] == []
    assert {ruling for point in POINTS for ruling in point.rulings} <= known


def test_every_reference_leads_somewhere() -> None:
    known = {entry.id for entry in ENTRIES} | {f"key.{point.id}" for point in POINTS}

    assert [(entry.id, see) for entry in ENTRIES for see in entry.see if see not in known] == []


def test_every_open_point_is_reached_from_a_rule() -> None:
    reached = {see for entry in ENTRIES for see in entry.see}

    assert [point.id for point in POINTS if f"key.{point.id}" not in reached] == []


def test_every_card_text_leads_to_a_rule_or_an_open_point() -> None:
    assert len(CARD_TEXTS) > 200, "the scan has gone blind"
    assert [
        entry.id for entry in CARD_TEXTS if not any(see.startswith(("QUEST-", "key.")) for see in entry.see)
    ] == []


def test_card_texts_stand_in_the_files_of_the_cards() -> None:
    for path in (ROOT / "glossary").glob("*.yaml"):
        entries = msgspec.convert(read(path), GlossaryFile).entries
        of_cards = [entry.id for entry in entries if entry.id.startswith("card.")]
        assert of_cards == ([entry.id for entry in entries] if path.name.startswith("cards-") else []), path


def test_every_card_text_is_cited() -> None:
    assert [entry.id for entry in CARD_TEXTS if not entry.citations] == []


def test_a_card_database_is_cited_by_the_text_of_a_card() -> None:
    cited_databases = [(ruling, each) for ruling, each in cited() if each.document in CARD_DATABASES]

    assert len(cited_databases) > 200, "the scan has gone blind"
    assert [(ruling, each) for ruling, each in cited_databases if each.section != "card text"] == []


def test_every_cited_document_is_known() -> None:
    assert {each.document for _, each in cited()} <= set(DOCUMENTS)


def test_every_cited_section_of_the_rulebook_is_one_of_its_headings() -> None:
    sections = {each.section for _, each in cited() if each.document == "ru-1"}

    assert len(sections) > 40, "the scan has gone blind"
    assert sections - set(BOOK.headings) == set()


def test_every_cited_section_has_an_english_title_and_every_title_is_of_a_cited_section() -> None:
    for document in DOCUMENTS.values():
        if not document.is_english:
            sections = {each.section for _, each in cited() if each.document == document.id}
            assert set(document.sections) == sections, document.id
        assert set(document.spellings) <= set(document.sections)


def test_every_cited_term_is_one_of_the_rulebook() -> None:
    for ruling, note in in_section("ИГРОВАЯ ТЕРМИНОЛОГИЯ"):
        rest = note
        for term in sorted(BOOK.terms, key=len, reverse=True):
            rest = re.sub(rf"\b{re.escape(term)}(?!\w)", "", rest)
        assert rest != note, (ruling, note)
        assert not re.search(r"[A-Z]{2}", rest), (ruling, note)


def test_every_cited_question_is_one_of_the_rulebook() -> None:
    for ruling, note in in_section("ЧАСТО ЗАДАВАЕМЫЕ ВОПРОСЫ"):
        named = re.match(r"questions? ([\d, and]+)|the legend of symbols", note)
        assert named, (ruling, note)
        numbers = [int(number) for number in re.findall(r"\d+", named[1] or "")]
        assert all(1 <= number <= BOOK.questions for number in numbers), (ruling, note)


def test_every_section_called_treasure_is_told_from_the_other() -> None:
    notes = in_section("СОКРОВИЩЕ")

    assert notes
    assert [each for each in notes if not re.match(r"the (first|second) section of this name", each[1])] == []


def test_every_term_of_the_rulebook_has_its_entry() -> None:
    notes = in_section("ИГРОВАЯ ТЕРМИНОЛОГИЯ")
    described = {note.removeprefix("term ") for ruling, note in notes if ruling.startswith("term.")}

    assert described == set(BOOK.terms)


def test_every_russian_name_leads_to_one_thing() -> None:
    pairs = (
        (RUSSIAN.cards, NAMES.cards),
        (RUSSIAN.groups, NAMES.groups),
        (RUSSIAN.words, NAMES.words),
    )
    for things, index in pairs:
        for thing, forms in things.items():
            for form in forms:
                assert index.resolve(form) == Match(thing), form


@pytest.mark.parametrize(
    ("text", "thing"),
    [
        ("кинжалов", "dagger"),
        ("осколков громокамня", "thunderstone_shard"),  # in the list of what the box holds
        ("Фонарь", "lantern"),  # the card; the token of the same name says that it is one
        ("ФОНАРЬ (ЖЕТОН СНАРЯЖЕНИЯ)", "lantern_token"),  # in the legend of symbols
        ("жетоны Пайка", "iron_rations_token"),
        ("Паек", "iron_rations_token"),
        ("Стражей Ключей", "guardian_key"),
        ("Незведанного Подземелья", "wilderness"),  # a misprint
        ("Лавке Чудес", "shop_of_wonders"),
        ("Квартал Гильдии", "guilds_quarter"),
    ],
)
def test_names_as_the_rulebook_writes_them(text: str, thing: str) -> None:
    assert NAMES.resolve(text) == Match(thing)


class CardsFile(msgspec.Struct, frozen=True):
    """What a file of `cards/` holds."""

    cards: tuple[Card, ...]


CARDS: dict[str, Card] = {
    card.id: card
    for path in sorted((ROOT / "cards").glob("*.yaml"))
    for card in msgspec.convert(read(path), CardsFile).cards
}
TEXTS: dict[str, Entry] = {
    entry.id: entry
    for path in sorted((ROOT / "glossary").glob("cards-*.yaml"))
    for entry in msgspec.convert(read(path), GlossaryFile).entries
}


def test_every_text_is_of_a_card() -> None:
    assert sorted(set(TEXTS) - {card.ruling for card in CARDS.values()}) == []


def test_every_card_that_can_be_played_has_its_text() -> None:
    playable = {card.ruling for card in CARDS.values() if not card.missing}

    assert len(playable) > 100, "the scan has gone blind"
    assert sorted(playable - set(TEXTS)) == []


def test_a_text_bears_the_name_of_its_card() -> None:
    names = {card.ruling: card.name for card in CARDS.values()}

    assert [(ruling, text.title) for ruling, text in TEXTS.items() if text.title != names[ruling]] == []


CODE = "\n".join(
    path.read_text(encoding="utf-8")
    for path in (rulesets_path().parent / "tsolve" / "games" / "quest").rglob("*.py")
)


@pytest.mark.parametrize("key", [point.id for point in POINTS if not point.replaces_cards])
def test_some_code_reads_it(key: str) -> None:
    """A key that replaces card facts is read with the ruleset; any other one stands in the code."""
    assert re.search(rf'["\']{key}["\']', CODE), f"nothing reads {key}"


def test_every_entry_of_the_list_is_told_in_one_place() -> None:
    """Each of QC-1 to QC-34 has its key, or stands at the end of the file without a second way."""
    text = (ROOT / "interpretations.yaml").read_text(encoding="utf-8")
    keyed = {point.entry for point in POINTS if point.entry}
    alone = set(re.findall(r"QC-\d+", text[text.index("no second way to play") :]))
    assert alone == {"QC-15", "QC-16", "QC-27", "QC-28", "QC-31", "QC-32"}
    assert not keyed & alone
    assert keyed | alone == {f"QC-{number}" for number in range(1, 35)}


def test_what_the_usual_game_does_not_know_is_looked_up_in_others() -> None:
    rule = api.rule("QUEST-5.9")
    assert isinstance(rule, RuleAnswer)
    assert rule.id == "QUEST-5.9"
    assert api.card("Goblin Berserker").id == "goblin_berserker"
    assert api.card("Кинжал").id == "dagger"


@pytest.mark.parametrize(
    ("query", "ruling"),
    [
        ("level_up_level", "key.level_up_level"),
        ("key.level_up_level", "key.level_up_level"),
        ("gold_stays", "key.gold_stays"),
        ("below_zero", "key.below_zero"),
        ("hero_with_attack", "key.hero_with_attack"),
        ("magic_card", "key.magic_card"),
        ("goblin_king", "card.goblin_king"),
    ],
)
def test_an_id_goes_before_similar_words_of_another_game(query: str, ruling: str) -> None:
    rule = api.rule(query)
    assert isinstance(rule, RuleAnswer)
    assert rule.id == ruling


def test_a_card_goes_before_several_that_are_called_so_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two cards of the usual game are called Goblin Berserker, too: the game that has one of them answers."""
    usual = copy(api.ruleset("thunderstone"))
    several = usual.names.extended((card, "Goblin Berserker") for card in ("torch", "dagger"))
    monkeypatch.setattr(usual, "_names", lambda: several)
    find = lookups.ruleset
    monkeypatch.setattr(lookups, "ruleset", lambda game: usual if game is None else find(game))
    assert api.card("Goblin Berserker").id == "goblin_berserker"


def test_a_reading_of_the_game_that_knows_the_point() -> None:
    rule = api.rule("gold_stays", interpretations={"gold_stays": "no"})
    assert isinstance(rule, RuleAnswer)
    assert [option.id for option in rule.options if option.holds] == ["no"]


def test_a_name_of_both_games_means_the_usual_one() -> None:
    """The Dagger of Thunderstone is a basic card, that of Quest a Weapon."""
    kinds = {fact.value for fact in api.card("Dagger").facts if fact.name == "kind"}
    assert kinds == {"basic"}
    kinds = {fact.value for fact in api.card("Dagger", game="quest").facts if fact.name == "kind"}
    assert kinds == {"weapon"}


def test_what_nobody_knows_is_refused_with_the_usual_games_help() -> None:
    with pytest.raises(UsageError, match='unknown card "Adventurr"'):
        api.card("Adventurr")
    with pytest.raises(UsageError, match="no rule"):
        api.rule("QUEST-5.9", game="thunderstone")


def test_the_title_of_a_hero_is_told_its_lowest_level_first() -> None:
    with pytest.raises(UsageError, match="cards with stormhand: Stormhand 1, Stormhand 2"):
        api.card("Stormhand", game="quest")


def test_facts_that_are_false_are_not_told() -> None:
    told = {fact.name: fact.value for fact in api.card("Mine").facts}
    assert "treasure" not in told
    assert told["Light needed"] == "0"
