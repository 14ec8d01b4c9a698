"""The rules: each is there, citations lead to headings, editions differ as they should, numbers are the
rulebook's, and words find them.
"""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
import yaml

from tsolve import api
from tsolve.games.gloomhaven.cards import Card
from tsolve.model.lookups import RulesAnswer
from tsolve.rules.compiling import GlossaryFile, InterpretationsFile, RulesetFile
from tsolve.rules.loading import load_ruleset
from tsolve.rules.names import Lexicon, Match, words
from tsolve.rules.rulings import Citation, Entry
from tsolve.source.project import rulesets_path

ROOT = rulesets_path() / "gloomhaven"


class Rulebook(msgspec.Struct):
    """The headings that a citation may name, and the terms that have an entry."""

    pl: list[str]
    en: list[str]
    terms: list[str]


def read(path: Path) -> object:
    """A YAML file as plain data, without the checks of a ruleset."""
    return yaml.safe_load(path.read_text(encoding="utf-8"))


BOOK = msgspec.convert(read(Path(__file__).with_name("rulebook.yaml")), Rulebook)
HEAD = msgspec.convert(read(ROOT / "ruleset.yaml"), RulesetFile)
POINTS = msgspec.convert(read(ROOT / "interpretations.yaml"), InterpretationsFile).interpretations
ENTRIES: list[Entry] = [
    entry
    for path in sorted((ROOT / "glossary").glob("*.yaml"))
    for entry in msgspec.convert(read(path), GlossaryFile).entries
]
POLISH = msgspec.convert(read(ROOT / "names" / "pl.yaml"), Lexicon)


CODE = ROOT.parent.parent / "tsolve" / "games" / "gloomhaven"
RULES = (13, 13, 5, 4, 5, 20, 8, 17, 8, 10, 24, 39, 2, 7, 26, 8)
"""How many rules each chapter has, from GH-1 on."""
WITHOUT_A_CHOICE = {"GH-17.17", "GH-17.24", "GH-17.25"}
"""Entries of the list of open points that have no second way to play."""
FOUND_LATER = {
    "disadvantage_out_of_reach",
    "map_border",
    "persistent_card",
    "negated_price",
    "forced_kill",
    "bonus_near_by",
    "path_to_target",
    "path_begins",
    "all_figures",
    "damage_dealt",
    "led_attack",
}
"""Open points that the list has no entry for, beside those of editions."""

READINGS = {
    "sight": "corners any_points",
    "focus_proximity": "counts ignored",
    "disadvantage_order": "before_targets fewest_after_targets",
    "extra_targets": "ranked ranked_without_proximity players_choose own_paths",
    "out_of_reach": "best_attack nearest_attack_hex",
    "disadvantage_out_of_reach": "ignored counts",
    "jump_landing": "pays free",
    "hex_with_money": "not_empty empty",
    "map_border": "free blocked",
    "reshuffle": "each_deck monsters_deck",
    "retaliate_against": "any_figure characters",
    "persistent_card": "by_icon lost",
    "summons_act": "next_round next_turn",
    "blocked_push": "stops all_or_nothing",
    "curse_supply": "ten_for_characters ten_for_each_deck",
    "several_attacks": "focus spread",
    "focus_gone": "new_focus no_more_attacks",
    "group_order": "steps_first targets_first",
    "equal_destinations": "players_choose most_progress",
    "area_anchor": "map_hex wall_hex_too",
    "strengthened_steps_back": "steps_back stays",
    "immobilized_attack": "focus_only anyone",
    "disarmed_move": "as_melee as_printed",
    "own_infusion": "not_this_round next_monster",
    "heal_at_full": "tokens_go nothing_happens",
    "negative_hexes": "every_trap not_own_traps",
    "trap_stops_move": "ends goes_on",
    "two_summons": "earlier_first players_choose",
    "long_rest_99": "last tied",
    "grey_area": "melee ranged",
    "targets_declared": "together one_by_one",
    "attack_order": "players_choose focus_first",
    "focus_distance": "points hexes",
    "heads_for": "attack_hex focus",
    "formula_counts": "characters players",
    "doubled_sticker": "table text",
    "negated_price": "paid not_paid",
    "forced_kill": "leader nobody",
    "bonus_near_by": "when_played when_it_counts",
    "path_to_target": "shortest any_in_range",
    "path_begins": "first_step own_hex",
    "all_figures": "others performer_too",
    "damage_dealt": "whole lost",
    "led_attack": "attack_action no_action",
}
"""The open points with their readings, the default first: the code asks for them by these ids."""

EDITIONS = {  # first edition, Frosthaven, Jaws of the Lion
    "sight": ("corners", "any_points", "any_points"),
    "focus_proximity": ("counts", "counts", "ignored"),
    "disadvantage_order": ("before_targets", "fewest_after_targets", "before_targets"),
    "extra_targets": ("ranked", "players_choose", "ranked_without_proximity"),
    "out_of_reach": ("best_attack", "nearest_attack_hex", "best_attack"),
    "jump_landing": ("pays", "free", "free"),
    "hex_with_money": ("not_empty", "empty", "not_empty"),
}


RULESET = load_ruleset(ROOT, Card)
DOCUMENTS = {document.id: document for document in HEAD.documents}


def cited() -> list[tuple[str, Citation]]:
    """Every citation with the ruling that it belongs to."""
    by_entry = [(entry.id, citation) for entry in ENTRIES for citation in entry.citations]
    return by_entry + [(f"key.{point.id}", citation) for point in POINTS for citation in point.citations]


def sections_of(document: str) -> set[str]:
    return {each.section for _, each in cited() if each.document == document}


def test_the_ruleset_loads_with_these_texts_alone() -> None:
    """Loading checks every document, ruling, reading and section that a text names."""
    assert len(RULESET.glossary) == sum(RULES) + len(BOOK.terms) + len(READINGS)


def test_every_rule_and_every_term_has_its_entry() -> None:
    rules = [f"GH-{chapter}.{n}" for chapter, last in enumerate(RULES, 1) for n in range(1, last + 1)]

    assert sorted(entry.id for entry in ENTRIES) == sorted(rules + [f"GL-{term}" for term in BOOK.terms])


def test_every_open_point_has_its_readings_the_default_first() -> None:
    assert {point.id: " ".join(option.id for option in point.options) for point in POINTS} == READINGS


def test_every_reading_says_what_it_is_and_why() -> None:
    options = [(point.id, option) for point in POINTS for option in point.options]

    assert [(key, each.id) for key, each in options if not (each.text and each.evidence)] == []
    assert len({each.text for _, each in options}) == len(options)


def test_every_entry_of_the_list_of_open_points_is_told_in_one_place() -> None:
    """Each of GH-17.1 to GH-17.30 has its key, or stands at the end of the file without a second way."""
    text = (ROOT / "interpretations.yaml").read_text(encoding="utf-8")
    keyed = [point.entry for point in POINTS if point.entry]
    alone = set(re.findall(r"GH-17\.\d+", text[text.index("no second way to play") :]))

    assert alone == WITHOUT_A_CHOICE
    assert len(keyed) == len(set(keyed)), "two keys for one entry"
    assert {*keyed, *alone} == {f"GH-17.{number}" for number in range(1, 31)}
    assert {point.id for point in POINTS if not point.entry} == (
        EDITIONS.keys() - {"extra_targets"}
    ) | FOUND_LATER


def test_every_open_point_is_cited_and_touches_rules_that_lead_back_to_it() -> None:
    sees = {entry.id: entry.see for entry in ENTRIES}

    for point in POINTS:
        assert point.citations, point.id
        assert point.rulings, point.id
        assert set(point.rulings) <= sees.keys(), point.id
        assert any(f"key.{point.id}" in sees[rule] for rule in point.rulings), point.id


def test_a_rule_that_leads_to_an_open_point_is_among_its_rules() -> None:
    rules = {f"key.{point.id}": point.rulings for point in POINTS}
    links = [(entry.id, see) for entry in ENTRIES for see in entry.see if see.startswith("key.")]

    assert [(rule, key) for rule, key in links if not rule.startswith("GL-") and rule not in rules[key]] == []


def test_every_reference_leads_somewhere_else_and_once() -> None:
    known = {entry.id for entry in ENTRIES} | {f"key.{point.id}" for point in POINTS}

    assert [(entry.id, see) for entry in ENTRIES for see in entry.see if see not in known] == []
    assert [entry.id for entry in ENTRIES if entry.id in entry.see] == []
    assert [entry.id for entry in ENTRIES if len(set(entry.see)) != len(entry.see)] == []


def test_every_rule_and_every_term_is_reached_from_another_entry() -> None:
    reached = {see for entry in ENTRIES for see in entry.see} | {
        rule for point in POINTS for rule in point.rulings
    }

    assert [entry.id for entry in ENTRIES if entry.id not in reached] == []


def test_what_is_not_cited_is_inferred() -> None:
    assert [each.id for each in ENTRIES if not each.citations and "nferred" not in each.text] == []


def test_no_place_is_cited_twice_by_one_ruling() -> None:
    assert len(cited()) == len(set(cited()))


@pytest.mark.parametrize(("document", "headings"), [("pl", BOOK.pl), ("en", BOOK.en)])
def test_every_cited_section_of_a_rulebook_is_one_of_its_headings(document: str, headings: list[str]) -> None:
    sections = sections_of(document)

    assert len(sections) > 40, "the scan has gone blind"
    assert sections - set(headings) == set()
    assert len(headings) == len(set(headings))


def test_what_is_no_rulebook_is_cited_by_a_few_places_and_says_which() -> None:
    assert sections_of("faq") == {"Questions and answers"}
    assert sections_of("practice") == {"solver", "tests of the first edition"}
    others = [(ruling, each) for ruling, each in cited() if each.document in ("faq", "practice")]
    assert [ruling for ruling, each in others if not each.note] == []
    tests = [each.note for _, each in others if each.section == "tests of the first edition"]
    assert [note for note in tests if not re.match(r"\d", note)] == []


def test_terms_open_points_and_readings_that_the_code_names_exist() -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in sorted(CODE.rglob("*.py")))
    terms = set(re.findall(r"\bGL-[a-z]+(?:-[a-z]+)*", code))
    open_points = set(re.findall(r"\bGH-17\.\d+", code))
    asked = re.findall(r'readings\["(\w+)"\](?: [!=]= "(\w+)")?', code)

    assert terms <= {f"GL-{term}" for term in BOOK.terms}
    assert open_points <= {f"GH-17.{number}" for number in range(1, 31)}
    assert asked, "the scan has gone blind"
    known = {key: ["", *options.split()] for key, options in READINGS.items()}
    assert [(key, option) for key, option in asked if option not in known.get(key, [])] == []


def test_texts_cite_the_rulebooks_their_answers_and_practice() -> None:
    """The databases are the sources of cards, not of rules."""
    assert {each.document for _, each in cited()} == {"pl", "en", "faq", "practice"}
    assert {
        "fh",
        "jotl",
        "gloomycompanion",
        "gloomhavensecretariat",
        "frosthaven_assistant",
        "gloomhaven_sim",
    } <= set(DOCUMENTS)


def test_every_cited_section_has_an_english_title_and_every_title_is_of_a_cited_section() -> None:
    assert DOCUMENTS["pl"].sections.keys() == sections_of("pl")
    assert set(DOCUMENTS["pl"].spellings) <= sections_of("pl")
    assert [each.id for each in HEAD.documents if not each.is_english] == ["pl"]


# Editions


@pytest.mark.parametrize(
    ("column", "printing"), list(enumerate(["first-edition", "frosthaven", "jaws-of-the-lion"]))
)
def test_printings_differ_as_the_table_of_editions_says(column: int, printing: str) -> None:
    usual = {key: options.split()[0] for key, options in READINGS.items()}

    assert RULESET.readings(printing) == usual | {key: row[column] for key, row in EDITIONS.items()}


def test_the_first_edition_is_the_default() -> None:
    assert RULESET.readings() == RULESET.readings("first-edition")


def test_later_games_are_told_to_concern_monster_turns_only() -> None:
    later = [each.title for each in HEAD.printings if each.id != "first-edition"]

    assert len(later) == 2
    assert all(
        "a monster's turn" in title and "every other rule is that of the first edition" in title
        for title in later
    )


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
        ("jak potwór wybiera skupienie?", "GH-12.10"),
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
