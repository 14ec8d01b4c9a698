"""`tsolve rule`, `card`, `cards`, `example` and `explain`: what is looked up, and what comes with the
package.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT, Tsolve
from tests.games.thunderstone.builders import ruleset
from tsolve import __version__, api
from tsolve.api.shipped import mistakes
from tsolve.codes import CODES


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
    assert told[-1].endswith("more touch this (--all lists them).")
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

    assert tsolve("--version").out == f"tsolve {__version__}\n"


JUDGED = {
    # Attack 14 (Sword 4, Polearm 6, Squire 2, Battle Fury 2 x 1) + Magic Attack 2 - Light Penalty 4.
    "dispute": (1, ("refuted", "confirmed"), 12),
    # Squire 2 + Militia 1 + Short Sword 4; the Torch covers Rank 1.
    "turn": (0, ("confirmed",), 7),
    # Brute 3 + 2 with a Weapon, Dagger 1; an unarmed Wizard brings no Magic Attack, but Light for Rank 1.
    "dragonspire": (1, ("refuted",), 6),
    # 4 Adventurers + Dagger 1 against 4, and 1 more in the Mine.
    "quest-dungeon": (0, ("confirmed",), 5),
    # 4 gold buy the Potion, which heals one Wound; the Village heals the other.
    "quest-village": (0, (), None),
    # The Guard needs 3 steps to attack the Brute and 5 round the obstacle to the Tinkerer.
    "gloomhaven-monster": (1, ("refuted", "confirmed"), None),
    # From (7,8) the Guard is 2 hexes from the Brute in (7,10), and farther from the Spellweaver in (6,11).
    "gloomhaven-scenario": (0, ("confirmed",), None),
    "gloomhaven-turn": (0, (), None),
    # Without a draw two Squires and a Militia bring 5 against the Nixie's 5.
    "draw": (0, (), 5),
    "village": (0, (), None),
    "odds": (0, (), None),
}
"""The exit code, the verdicts of the claims, and the total."""


@pytest.mark.parametrize("name", [each.name for each in api.examples()])
def test_every_example_is_judged(name: str, tsolve: Tsolve, tmp_path: Path) -> None:
    code, verdicts, total = JUDGED[name]
    tsolve("example", name)
    assert (tmp_path / f"{name}.yaml").read_text(encoding="utf-8") == api.example(name).text
    ended = tsolve("check", f"{name}.yaml", "--format", "json")
    (answer,) = ended.json["answers"]

    assert ended.code == code
    assert tuple(claim["verdict"] for claim in answer["claims"]) == verdicts
    assert total is None or f"{total} against" in ended.out or f'"total": {total}' in ended.out


def test_what_can_be_bought(tsolve: Tsolve) -> None:
    """Three Militia bring no gold, two Torches 2 each, a Dagger 1: 5 in all, and Banish costs 4."""
    tsolve("example", "village")

    assert "You buy Banish for 4 of 5 gold" in tsolve("solve", "village.yaml").out


@pytest.mark.parametrize("name", [each.name for each in api.examples()])
def test_commands_in_an_example_run(name: str, tsolve: Tsolve) -> None:
    found = api.example(name)
    tsolve("example", name)
    commands = [line.removeprefix("#   tsolve ") for line in found.text.splitlines() if line[:4] == "#   "]

    assert commands
    for command in commands:
        *words, quoted = command.replace('"', " ").split("  ") if '"' in command else (command, "")
        arguments = [word for part in words for word in part.split()] + ([quoted.strip()] if quoted else [])
        assert tsolve(*arguments).code in (0, 1, 3), command


@pytest.mark.parametrize("each", api.examples(), ids=lambda each: each.name)
def test_every_example_begins_with_its_question(each: api.Example) -> None:
    """No schema is named: it would not be there."""
    assert each.text.splitlines()[0] == f"# {each.about}"
    assert each.about.endswith("?")
    assert f"\ngame: {each.game}\n" in each.text
    assert "yaml-language-server" not in each.text


def test_a_file_is_replaced_only_by_force(tsolve: Tsolve, tmp_path: Path) -> None:
    file = tmp_path / "turn.yaml"
    file.write_text("mine")

    refused = tsolve("example", "turn")
    assert (refused.code, refused.err) == (2, "turn.yaml exists; --force replaces it\n")
    assert file.read_text() == "mine"
    assert tsolve("example", "turn", "--force").code == 0
    assert file.read_text(encoding="utf-8") == api.example("turn").text


def test_elsewhere_and_printed(tsolve: Tsolve, tmp_path: Path) -> None:
    assert "first.yaml is written" in tsolve("example", "turn", "--out", "first.yaml").out
    assert tsolve("check", "first.yaml").code == 0
    assert tsolve("example", "turn.yaml", "--out", "-").out == api.example("turn").text
    assert not (tmp_path / "turn.yaml").exists()


def test_they_are_listed(tsolve: Tsolve) -> None:
    lines = tsolve("example").out.splitlines()

    rows = [line.split("  ") for line in lines]
    for each in api.examples():
        title = api.ruleset(each.game).title
        assert [each.about, title, each.name] in [[cell.strip() for cell in row if cell] for row in rows]
    assert max(map(len, lines)) <= 80
    assert 'did you mean "turn"' in tsolve("example", "tern").err


def test_they_come_with_the_package() -> None:
    """Data beside the code, so that a wheel has it."""
    shown = subprocess.run(
        [sys.executable, "-c", "from tsolve.api import shipped; print(shipped._FOLDER)"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout

    assert Path(shown.strip()).is_relative_to(ROOT / "tsolve")


EXAMPLES = mistakes()


def judged(
    code: str, text: str, tsolve: Tsolve, folder: Path, environment: dict[str, str]
) -> tuple[int, set[str]]:
    """The exit code of the example with this text, and the codes that are seen."""
    example = EXAMPLES[code]
    files = {**example.beside, example.file: text} if example.file else example.beside
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")
    command = example.command if example.file else text
    lines = command.splitlines()
    if all(line.startswith("tsolve ") and not set("|<>$;&") & set(line) for line in lines):
        ended = [tsolve(*shlex.split(line)[1:]) for line in lines]
        code_, told = ended[-1].code, "".join(each.err for each in ended)
    else:
        script = f'tsolve() {{ "{sys.executable}" -m tsolve "$@"; }}\n{command}'
        shell = subprocess.run(
            ["sh", "-c", script], cwd=folder, env=environment, capture_output=True, text=True, check=False
        )
        code_, told = shell.returncode, shell.stderr
    return code_, set(re.findall(r"error (E[0-9]{3}):", told))


def test_every_code_has_an_example() -> None:
    assert set(EXAMPLES) == set(CODES)


@pytest.mark.parametrize("code", EXAMPLES)
def test_the_wrong_example_gives_the_code(
    code: str, tsolve: Tsolve, tmp_path: Path, environment: dict[str, str]
) -> None:
    ended, seen = judged(code, EXAMPLES[code].wrong, tsolve, tmp_path, environment)

    assert ended == 2
    assert code in seen


@pytest.mark.parametrize("code", EXAMPLES)
def test_the_mended_example_is_judged(
    code: str, tsolve: Tsolve, tmp_path: Path, environment: dict[str, str]
) -> None:
    ended, seen = judged(code, EXAMPLES[code].right, tsolve, tmp_path, environment)

    assert ended in (0, 1, 3)  # holds, refuted, undecided
    assert not seen


def test_pages_where_more_is_written_exist() -> None:
    for each in EXAMPLES.values():
        assert each.pages
        assert all((ROOT / "docs" / page).is_file() for page in each.pages)


def test_an_explanation_shows_both(tsolve: Tsolve) -> None:
    shown = tsolve("explain", "E302").out

    assert shown.startswith("E302  unknown card\n")
    assert "     hand: [Regian Preist, Short Sword]\n" in shown
    assert "     hand: [Regian Priest, Short Sword]\n" in shown
    assert "docs/reference/position.md" in shown


@pytest.mark.parametrize("written", ["e302", "302", " E302 "])
def test_other_spellings(tsolve: Tsolve, written: str) -> None:
    assert tsolve("explain", written).out.startswith("E302  unknown card\n")


def test_an_old_name_is_understood_with_a_word(tsolve: Tsolve) -> None:
    first, second, *_ = tsolve("explain", "TS302").out.splitlines()

    assert first == "TS302 is E302 now, so that it is not taken for a rule."
    assert second == "E302  unknown card"


@pytest.mark.parametrize(
    ("written", "advice"),
    [
        ("E3002", 'did you mean "E302"'),
        ("zzz", "`tsolve explain` lists them"),
        ("breach", '`tsolve rule "breach"` finds rules about it'),
    ],
)
def test_what_is_no_code(tsolve: Tsolve, written: str, advice: str) -> None:
    ended = tsolve("explain", written)

    assert ended.code == 2
    assert advice in ended.err


@pytest.mark.parametrize("command", ["rule", "card", "explain", "vocabulary"])
@pytest.mark.parametrize(
    ("written", "first"),
    [
        ("TS-3.2", "TS-3.2       End of the turn"),
        ("QUEST-5.17", "Thunderstone Quest"),
        ("E302", "E302  unknown card"),
        ("more_weapons", "Thunderstone"),
    ],
)
def test_a_name_is_found_by_each_look_up(tsolve: Tsolve, command: str, written: str, first: str) -> None:
    ended = tsolve(command, written)

    assert ended.code == 0
    assert ended.out.splitlines()[0] == first or command == "vocabulary"  # which is about words, too


def test_the_kind_asked_for_comes_first(tsolve: Tsolve) -> None:
    assert tsolve("card", "Griffon").out.startswith("Griffon      Monster")
    assert "card.griffon Griffon" in tsolve("rule", "Griffon").out
    assert tsolve("explain", "Griffon").out == tsolve("card", "Griffon").out


def test_all_codes_are_listed(tsolve: Tsolve) -> None:
    listed = tsolve("explain").out

    assert all(f"{code}  {info.title}\n" in listed for code, info in CODES.items())


def test_a_program_gets_the_example(tsolve: Tsolve) -> None:
    (answer,) = tsolve("explain", "E302", "--format", "json").json["answers"]

    assert answer["code"] == "E302"
    assert answer["example"]["right"] == EXAMPLES["E302"].right


def test_lists_keep_sealed_classes_under_their_symbols(tsolve: Tsolve) -> None:
    classes = tsolve("cards", "--game", "gloomhaven", "--kind", "class").out.split()
    everything = tsolve("cards", "--game", "gloomhaven").out
    assert "Brute" in classes
    assert "Sun" in classes
    assert "Sunkeeper" not in classes
    assert "Purifying Aura" not in everything  # a card of the Sun
    assert "Sun Shield" not in everything
    assert "Trample" in everything

    assert "Purifying Aura" in tsolve("cards", "--game", "gloomhaven", "--spoilers").out
    for name in ("Sun", "sunkeeper"):
        assert "Purifying Aura" in tsolve("cards", "--class", name, "--level", "1").out
    assert "Purifying Aura" in tsolve("card", "Purifying Aura").out


def test_slips_bring_no_sealed_names(tsolve: Tsolve) -> None:
    assert "Purifying" not in tsolve("card", "Purifyng Aura").err.replace("Purifyng", "")
    assert "Sunkeeper" not in tsolve("card", "Sunkeper").err
    assert "Trample" in tsolve("card", "Trampel").err


def test_cards_of_a_class_and_a_level(tsolve: Tsolve) -> None:
    """Ten cards of level 1, three of X, and two of each further level."""
    for level, number in (("1", 10), ("X", 3), ("9", 2)):
        assert f"class card ({number})" in tsolve("cards", "--class", "brute", "--level", level).out
