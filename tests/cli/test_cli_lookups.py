"""`rule`, `card`, `cards`, `schema` and `simulate`."""

from __future__ import annotations

from collections import Counter

import jsonschema
import pytest

from tests.cli.conftest import HAND, Tsolve
from tests.games.thunderstone.builders import ruleset
from tsolve.report.formats import output_schema


def test_rule_by_id_whatever_its_case(tsolve: Tsolve) -> None:
    ended = tsolve("rule", "ts-8.1", "-v")
    assert ended.code == 0
    assert ended.out.startswith("TS-8.1: Equipping Weapons\n")
    assert "rules version 1.4" in ended.out
    assert "Karty Bohaterów" in ended.out


def test_interpretation_with_options_and_printings(tsolve: Tsolve) -> None:
    ended = tsolve("rule", "zero_rule", "--printing", "pl-1.4", "--sources")
    lines = [line.strip() for line in ended.out.splitlines()]
    assert "floor (printing 1.4, dragonspire)" in lines
    assert "negative (printing pl-1.4, it-1.0), holds here" in lines


def test_rule_by_words(tsolve: Tsolve) -> None:
    told = tsolve("rule", "light", "penalty", "--format", "json").json
    (found,) = told["answers"]
    assert "TS-10.1" in [each["id"] for each in found["found"]]


def test_all_rules(tsolve: Tsolve) -> None:
    told = tsolve("rule", "--format", "json").json
    ids = [each["id"] for each in told["answers"][0]["found"]]
    assert len(ids) == len(set(ids))
    assert {"TS-1.1", "card.polearm", "key.zero_rule"} <= set(ids)


def test_similar_ids_are_suggested(tsolve: Tsolve) -> None:
    ended = tsolve("rule", "zero_ruel")
    assert ended.code == 2
    assert 'did you mean "zero_rule"' in ended.err


def test_card_in_any_language(tsolve: Tsolve) -> None:
    for name in ("Pegasus", "pegaz", "PEGASO"):
        assert tsolve("card", name).out.startswith("Pegasus      Monster, Enchanted; ")
        assert tsolve("card", name, "-v").out.startswith("Pegasus (pegasus)\n")


def test_facts_with_one_source_are_named_since_others_have_several(tsolve: Tsolve) -> None:
    """Six sources tell of the card; `single_fields` of its entry are gold, light and vp."""
    told = tsolve("card", "Magic Missile", "--game", "quest").out.splitlines()
    assert told[-1] == "   One source only: gold, light, VP."


def test_a_card_and_a_rule_in_a_few_lines(tsolve: Tsolve) -> None:
    told = tsolve("card", "Uyryl Wszechwieczny").out.splitlines()
    assert len(told) <= 8
    assert told[0] == "Uyril Unending   Monster, Dragon; it Uyryl Unending; pl Uyryl Wszechwieczny"
    assert told[1] == "   2 copies, gold 2, health 9, XP 2, VP 5, trophy attack 1 (disputed)"
    assert told[-1] == "   Open: uyril_trophy = attack."
    rule = tsolve("rule", "TS-10.2").out.splitlines()
    assert rule[0] == "TS-10.2      What the penalty costs"
    assert '   it-1.0  "Light and darkness" (Luce e oscurità)' in rule
    assert rule[-1] == "   Open: light_factor, half_attack_order, zero_rule."


def test_a_question_finds_rules(tsolve: Tsolve) -> None:
    told = tsolve("rule", "how many cards can I buy").out.splitlines()
    assert told[:2] == ["Thunderstone", "TS-4.4   Village, step 4 (buying)"]
    assert told[2].startswith("   One card may be bought")
    assert told[-1].endswith("more touch this: --all lists them.")
    every = tsolve("rule", "how many cards can I buy", "--all").out.splitlines()
    assert len(every) > len(told)
    assert "more" not in every[-1]


def test_card_facts_follow_the_reading(tsolve: Tsolve) -> None:
    told = tsolve("card", "Pegasus", "--interpretation", "pegasus_trophy=magic", "--format=json").json
    facts = {fact["name"]: fact["value"] for fact in told["answers"][0]["facts"]}
    assert facts["trophy"] == "magic attack 1"
    assert facts["health"] == "6"


def test_doubtful_facts_are_marked(tsolve: Tsolve) -> None:
    told = tsolve("card", "Amazon Queen", "--format", "json").json["answers"][0]
    doubts = {fact["name"]: fact["doubt"] for fact in told["facts"]}
    # cost rests on one source, the level is printed in the rulebooks
    assert (doubts["cost"], doubts["level"]) == ("single source", "")
    assert told["confidence"] == "single"


def test_cards_by_filter(tsolve: Tsolve) -> None:
    told = tsolve("cards", "--kind", "Hero", "--class", "cleric", "--format", "json").json
    names = [card["name"] for card in told["answers"][0]["cards"]]
    assert {"Regian Cleric", "Regian Priest", "Regian Bishop"} <= set(names)
    assert "Thyrian Squire" not in names


def test_every_card_is_listed(tsolve: Tsolve) -> None:
    told = tsolve("cards", "--format", "json").json
    listed = [card["id"] for card in told["answers"][0]["cards"]]
    boxes = Counter(card.set for card in ruleset().cards.values() if card.id in listed)
    assert boxes[""] + boxes["base"] == 98
    assert len(listed) == len(set(listed)) == len(ruleset().cards)


def test_schema(tsolve: Tsolve) -> None:
    schema = tsolve("schema").json
    assert schema["$schema"] == "http://json-schema.org/draft-07/schema#"
    assert {"game", "hand", "hall", "line", "claims", "expect"} <= set(schema["properties"])


def test_same_seed_same_game(tsolve: Tsolve) -> None:
    arguments = ("simulate", "--seed", "5", "--first-game")
    first, second, other = (
        tsolve(*arguments),
        tsolve(*arguments),
        tsolve("simulate", "--seed", "6", "--first-game"),
    )
    assert first.code == 0
    assert first.out == second.out
    assert first.out != other.out


def test_quiet_games_are_the_same_games(tsolve: Tsolve) -> None:
    loud = tsolve("simulate", "--games", "3", "--seed", "2", "--format", "json").json["answers"][0]["games"]
    quiet = tsolve("simulate", "--games", "3", "--seed", "2", "-q", "--format", "json").json["answers"][0][
        "games"
    ]
    assert [game["seed"] for game in quiet] == [2, 3, 4]
    for one, other in zip(loud, quiet, strict=True):
        assert (one["scores"], one["turn_count"]) == (other["scores"], other["turn_count"])
        assert len(one["turns"]) == one["turn_count"]
        assert other["turns"] == []


def test_chosen_groups_are_played_with(tsolve: Tsolve) -> None:
    told = tsolve(
        "simulate", "--use", "heroes=Regian, Dwarf", "--use", "village=Polearm", "--format", "json"
    ).json
    start = told["answers"][0]["games"][0]["start"]
    zones = {zone["name"]: zone["text"] for zone in start["zones"]}
    for name in ("Regian Priest", "Dwarf Guardian", "Polearm"):
        assert name in zones["Village"]


def test_version(tsolve: Tsolve) -> None:
    from tsolve import __version__

    assert tsolve("--version").out == f"tsolve {__version__}\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "-"),
        ("solve", "-", "--all", "--top", "2", "--backend", "exact"),
        ("legal", "-"),
        ("simulate", "--games", "2"),
        ("rule",),
        ("rule", "zero_rule"),
        ("rule", "light"),
        ("card", "Pegasus"),
        ("cards", "--kind", "hero"),
        ("check", "none.yaml"),
    ],
)
def test_json_is_valid_by_its_schema(arguments: tuple[str, ...], tsolve: Tsolve) -> None:
    ended = tsolve(*arguments, "--format", "json", stdin=HAND.encode())
    assert ended.err == ""
    jsonschema.validate(ended.json, output_schema(arguments[0]))
    assert ended.json["exit_code"] == ended.code
