"""`tsolve schema`: of positions for editors, and of what every command writes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from tests.cli.conftest import ROOT, Tsolve
from tests.sweeping import seeds
from tsolve import api
from tsolve.api.games import GAMES
from tsolve.report.formats import ANSWERS
from tsolve.source.data import as_data
from tsolve.source.parse import parse

EXAMPLES = {each.name: each for each in api.examples()}

ASKED: dict[str, list[tuple[str, ...]]] = {
    "check": [
        ("check", "monster.yaml"),
        ("check", "dispute.yaml"),
        ("check", "quest-dungeon.yaml"),
        ("check", "none.yaml"),
    ],
    "solve": [
        ("solve", "draw.yaml"),
        ("solve", "quest-dungeon.yaml"),
        ("solve", "village.yaml", "--all", "--top", "2"),
    ],
    "why-not": [("why-not", "draw.yaml", "defeat Griffon"), ("why-not", "village.yaml", "buy Polearm")],
    "ask": [
        ("ask", "Militia, Dagger vs Nixie rank 1"),
        ("ask", "Militia vs Nixie"),
        ("ask", "Militia, 2 Torch buy Torch"),
    ],
    "grade": [("grade", "turn.yaml"), ("grade", "quest-dungeon.yaml")],
    "odds": [("odds", "odds.yaml")],
    "targets": [("targets", "turn.yaml"), ("targets", "quest-dungeon.yaml")],
    "legal": [("legal", "turn.yaml"), ("legal", "quest-village.yaml")],
    "show": [("show", "turn.yaml"), ("show", "quest-dungeon.yaml")],
    "score": [("score", "dragonspire.yaml")],
    "regress": [("regress", "puzzle.yaml")],
    "diff": [("diff", "turn.yaml", "--between", "1.4", "pl-1.4"), ("diff", "turn.yaml", "--all")],
    "hunt": [("hunt", "half_attack_order", "--positions", "300", "--seed", "1")],
    "verify": [("verify", "receipt.json")],
    "simulate": [("simulate", "--seed", "1")],
    "setup": [("setup", "--seed", "1"), ("setup", "--game", "quest", "--seed", "1")],
    "rule": [("rule",), ("rule", "TS-10.2"), ("rule", "zero_rule"), ("rule", "light")],
    "card": [("card", "Torch"), ("card", "Adventurer", "--game", "quest")],
    "cards": [("cards", "--kind", "hero")],
    "vocabulary": [("vocabulary",), ("vocabulary", "draw"), ("vocabulary", "nothing at all")],
    "explain": [("explain", "E302"), ("explain",), ("explain", "nothing")],
}


MONSTER = """
game: gloomhaven
map: {size: 9 x 7, border: wall, traps: [[2, 4], [4, 4]]}
turn: Monster 1
monsters: {Monster 1: {at: [3, 2], stats: {hp: 5, move: 3, attack: 2}}}
characters: {Brute: {at: [3, 4], hp: 10, initiative: 15}, Tinkerer: {at: [6, 4], hp: 8, initiative: 60}}
"""
"""A file whose answer is what the rules leave to do."""


@pytest.fixture
def _files(tmp_path: Path, tsolve: Tsolve) -> None:
    for each in EXAMPLES.values():
        (tmp_path / f"{each.name}.yaml").write_text(each.text, encoding="utf-8")
    expected = f"{EXAMPLES['turn'].text}expect: {{line: {{won: true}}}}\n"
    (tmp_path / "puzzle.yaml").write_text(expected, encoding="utf-8")
    (tmp_path / "monster.yaml").write_text(MONSTER, encoding="utf-8")
    tsolve("check", "turn.yaml", "--receipt", "receipt.json")


@pytest.mark.usefixtures("_files")
@pytest.mark.parametrize("command", [command for command in ANSWERS if command in ASKED])
def test_what_a_command_writes_fits_its_schema(command: str, tsolve: Tsolve) -> None:
    schema = tsolve("schema", "--output", command).json
    validator = jsonschema.Draft202012Validator(schema)
    validator.check_schema(schema)

    for arguments in ASKED[command]:
        told = tsolve(*arguments, "--format", "json").json
        assert told["answers"] or told["errors"]
        assert list(validator.iter_errors(told)) == []
        assert schema["$id"] == f"urn:tsolve:output:{command}:{told['schema_version']}"
        assert not validator.is_valid({**told, "schema_version": 0})
        assert not validator.is_valid({**told, "command": "other"})


def test_a_command_without_json(tsolve: Tsolve) -> None:
    ended = tsolve("schema", "--output", "chekc")

    assert (ended.code, ended.out) == (2, "")
    assert 'did you mean "check"' in ended.err
    assert tsolve("schema", "--output", "example").code == 2


def keys(schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every key that a position may have, with its schema."""
    for name, part in (("position", schema), *schema["$defs"].items()):
        for key, each in part.get("properties", {}).items():
            yield f"{name}.{key}", each


@pytest.mark.parametrize("game", GAMES)
def test_every_key_is_described(game: str) -> None:
    assert [name for name, each in keys(api.schema(game)) if not each.get("description")] == []


KINDS = {
    "a scenario": (
        "focus",
        {"game": "gloomhaven", "turn": "Monster 1", "monsters": {"Monster 1": {"at": [3, 2]}}},
        {"claims": [{"gold": 3}]},
    ),
    "the campaign": (
        "gold",
        {"game": "gloomhaven", "campaign": {"characters": {"Anna": {"class": "Brute"}}}},
        {"claims": [{"focus": "Brute"}]},
    ),
}
"""What only one kind of file can claim, a file of it, and what only the other kind can say."""


@pytest.mark.parametrize(("claim", "file", "of_the_other"), KINDS.values(), ids=KINDS)
def test_a_game_with_two_kinds_of_files(
    claim: str, file: dict[str, Any], of_the_other: dict[str, Any]
) -> None:
    validator = jsonschema.Draft7Validator(api.schema("gloomhaven"))
    own = {"focus": "Brute", "gold": 3}[claim]

    assert validator.is_valid({**file, "claims": [{claim: own}]})
    assert not validator.is_valid({**file, **of_the_other})
    assert not validator.is_valid({**file, "game": "quest"})
    assert not validator.is_valid({**file, "trun": "Monster 1"})


def test_puzzles_of_both_kinds_fit() -> None:
    puzzles = sorted((ROOT / "puzzles" / "gloomhaven").rglob("*.yaml"))
    validator = jsonschema.Draft7Validator(api.schema("gloomhaven"))
    few = seeds(60, len(puzzles))
    for path in puzzles[:: len(puzzles) // len(few)]:
        validator.validate(as_data(parse(path.read_text(encoding="utf-8"), path.name)))


@pytest.mark.parametrize("game", GAMES)
def test_the_schema_is_that_of_one_game(game: str) -> None:
    schema = api.schema(game)
    validator = jsonschema.Draft7Validator(schema)

    assert schema["$id"] == f"urn:tsolve:position:{game}"
    assert validator.is_valid({"game": game})
    assert not any(validator.is_valid({"game": other}) for other in GAMES if other != game)


@pytest.mark.parametrize(
    ("game", "card", "key"),
    [("thunderstone", "Uyril Unending", "hall"), ("quest", "Goblin Berserker", "dungeon")],
)
def test_names_of_cards_are_completed_and_others_accepted(game: str, card: str, key: str) -> None:
    schema = api.schema(game)
    names = schema["$defs"]["CardName"]["enum"]
    validator = jsonschema.Draft7Validator(schema)

    assert card in names
    assert names == sorted(set(names))
    for zone in ("hand", key):
        assert "#/$defs/CardName" in str(schema["properties"][zone])
    assert validator.is_valid({"game": game, "hand": ["2 x Lantern", "a card of ours"]})


@pytest.mark.parametrize("each", EXAMPLES.values(), ids=EXAMPLES)
def test_examples_fit(each: api.Example) -> None:
    position = yaml.safe_load(each.text)

    jsonschema.Draft7Validator(api.schema(position["game"])).validate(position)
