"""A ruleset of one's own that stands alone: its cards, the rules of the engine that plays it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Tsolve

HEAD = """\
id: mini
title: Mini
engine: thunderstone
default_printing: a
printings: [{id: a, title: A%s}]
documents: [{id: me, title: Me}]
"""

CARDS = """\
cards:
- {id: militia, name: Militia, kind: basic, subtypes: [hero], classes: [militia], level: 0, strength: 2,
   cost: 0, attack: 1, count: 9, provenance: {confidence: own}}
- {id: disease, name: Disease, kind: disease, count: 9, provenance: {confidence: own}}
- {id: stone, name: Stone, kind: thunderstone, vp: 3, provenance: {confidence: own}}
- {id: rat, name: Rat, kind: monster, group: Rats, health: 2, vp: 1, xp: 1, count: 6,
   provenance: {confidence: own}, battle: [{kind: gain_disease}]}
"""

POSITION = """\
game: mini
turn: dungeon
hand: [%s]
deck: []
hall: [Rat, none, none]
claims: [{total: %d, against: Rat}]
"""

SETUP = """\
starting_deck: {militia: 3}
hand: 2
hall_ranks: 3
monster_groups: 1
monster_cards: 3
thunderstone_packet: 1
guardian_packet: 1
hero_groups: 0
village_stacks: 0
features_alone: 0
features: []
first_games: {}
boxes: {}
"""


@pytest.fixture
def mini(tmp_path: Path) -> Path:
    folder = tmp_path / "mini"
    (folder / "cards").mkdir(parents=True)
    (folder / "ruleset.yaml").write_text(HEAD % "")
    (folder / "cards" / "all.yaml").write_text(CARDS)
    return folder


def test_it_is_played_by_the_rules_of_its_engine(tsolve: Tsolve, mini: Path, tmp_path: Path) -> None:
    """Five Militia 5, a Disease -1, Rank 1 without Light -2: 2, which is the Health."""
    position = tmp_path / "p.yaml"
    position.write_text(POSITION % ("5 x Militia, Disease", 2))
    here = ("--ruleset-path", str(mini))

    checked = tsolve("check", "-v", "--explain", "--sources", str(position), *here)
    assert checked.code == 0, checked.err
    assert "TS-10.2" in checked.out
    assert "pl-1.4" in checked.out, "the rulings of the engine are cited with their documents"
    assert "card.militia" in checked.out
    assert "light_factor = 2" in checked.out, "its open points hold"
    assert "Rat is defeated" in tsolve("solve", str(position), *here).out
    between = ("--between", "light_factor=2", "light_factor=1")
    assert tsolve("diff", str(position), *between, *here).code == 1, "2 against 3"
    assert "TS-10.2" in tsolve("rule", "TS-10.2", *here).out
    unknown = tsolve("rule", "card.torch", "--game", "mini", *here)
    assert (unknown.code, 'no rule has the id "card.torch"' in unknown.err) == (2, True), "cards stay behind"


def test_a_receipt_notes_the_rules_of_the_engine_too(tsolve: Tsolve, mini: Path, tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_text(POSITION % ("5 x Militia, Disease", 2))
    here = ("--ruleset-path", str(mini))
    assert tsolve("check", str(tmp_path / "p.yaml"), "--receipt", str(tmp_path / "r.json"), *here).code == 0

    files = json.loads((tmp_path / "r.json").read_text())["ruleset"]["files"]
    assert {"mini/cards/all.yaml", "thunderstone/interpretations.yaml"} <= set(files)
    assert "identical" in tsolve("verify", str(tmp_path / "r.json"), *here).out


def test_its_printings_prefer_readings_of_the_engine(tsolve: Tsolve, mini: Path, tmp_path: Path) -> None:
    """Five Militia 5, and one point of darkness takes 1 off instead of 2: 4."""
    (mini / "ruleset.yaml").write_text(HEAD % ', defaults: {light_factor: "1"}')
    position = tmp_path / "p.yaml"
    position.write_text(POSITION % ("5 x Militia", 4))

    assert tsolve("check", str(position), "--ruleset-path", str(mini)).code == 0


def test_its_printings_are_compared(tsolve: Tsolve, mini: Path, tmp_path: Path) -> None:
    """Five Militia 5; one point of darkness takes 2 off, or 1: 3 against 4."""
    light = "}, {id: b, title: B, defaults: {light_factor: '1'}"
    (mini / "ruleset.yaml").write_text(HEAD % light)
    position = tmp_path / "p.yaml"
    position.write_text(POSITION % ("5 x Militia", 3))

    told = tsolve("diff", str(position), "--between", "printing:a", "printing:b", "--ruleset-path", str(mini))
    assert (told.code, told.err) == (1, "")
    assert "light_factor: 2 -> 1" in told.out
    assert "Attack Value against Rat in Rank 1: 3 -> 4" in told.out


@pytest.mark.parametrize(
    ("file", "text", "told"),
    [
        ("interpretations.yaml",
         'interpretations: [{id: light_factor, question: "?", options: [{id: x, text: x}]}]',
         'the interpretation "light_factor" loses its reading "2", for which the rules ask'),
        ("cards/all.yaml", CARDS.replace("kind: thunderstone", "kind: village, cost: 3"),
         "E402: the rules need a card of the kind `thunderstone`"),
        ("cards/all.yaml", CARDS.replace("kind: disease", "kind: basic, cost: 0"),
         'E423: the rules need "disease" to be of the kind `disease`'),
        ("cards/all.yaml", CARDS.replace("classes: [militia], ", ""),
         'E423: the rules need "militia" to be a Hero of the class militia'),
    ],
)  # fmt: skip
def test_what_the_engine_needs(tsolve: Tsolve, mini: Path, file: str, text: str, told: str) -> None:
    (mini / file).write_text(text)
    ended = tsolve("cards", "--ruleset-path", str(mini))

    assert (ended.code, told in ended.err) == (2, True), ended.err


def test_a_game_needs_a_set_up(tsolve: Tsolve, mini: Path) -> None:
    here = ("--ruleset-path", str(mini))
    ended = tsolve("simulate", *here)
    assert (ended.code, "mini: the folder holds no setup.yaml" in ended.err) == (2, True), ended.err

    (mini / "setup.yaml").write_text(SETUP)
    ended = tsolve("simulate", *here)
    assert ended.code == 0, ended.err
    assert "attack Rat" in ended.out
    ended = tsolve("simulate", "--first-game", *here)
    assert (ended.code, "suggests no first game" in ended.err) == (2, True)


@pytest.mark.parametrize(
    ("deck", "told"),
    [
        ("{militia: 3, dager: 2}", 'setup.yaml:1:29: error E402: no Basic card has the id "dager"'),
        ("{rat: 3}", 'setup.yaml:1:17: error E402: no Basic card has the id "rat"'),
        ("{}", "setup.yaml:1:16: error E208"),
        ("{militia: 0}", "setup.yaml:1:26: error E205"),
    ],
)
def test_a_game_begins_with_cards_that_there_are(tsolve: Tsolve, mini: Path, deck: str, told: str) -> None:
    (mini / "setup.yaml").write_text(SETUP.replace("{militia: 3}", deck))
    ended = tsolve("simulate", "--ruleset-path", str(mini))

    assert (ended.code, told in ended.err) == (2, True), ended.err


THUNDERSTONE = """\
game: thunderstone
about: [TS-1.1]
turn: dungeon
hand: [%s]
deck: []
hall: [Nixie, none, none]
line: [attack Nixie]
expect: {line: {total: %d}}
"""
MINI = POSITION + "line: [attack Rat]\nexpect: {line: {total: %d}}\n"


def test_a_folder_may_hold_puzzles_of_two_games(tsolve: Tsolve, mini: Path, tmp_path: Path) -> None:
    """Militia of 1 each; Rank 1 without Light costs 2: 3 - 2 = 1 and 4 - 2 = 2 in Thunderstone, 5 - 2 = 3 in
    Mini. Each game is counted by its own puzzles.
    """
    (tmp_path / "both").mkdir()
    for name, text in (
        ("a", THUNDERSTONE % ("3 x Militia", 1)),
        ("b", MINI % ("5 x Militia", 3, 3)),
        ("c", THUNDERSTONE % ("4 x Militia", 2)),
    ):
        (tmp_path / "both" / f"{name}.yaml").write_text(text)
    asked = ("regress", "both", "--no-cache", "--ruleset-path", str(mini), "--coverage")
    ended = tsolve(*asked, "--coverage-html", "page.html", "--coverage-json", "coverage.json")

    assert ended.code == 0, ended.out + ended.err
    assert "Rule coverage of thunderstone: " in ended.out
    assert "Rule coverage of mini: " in ended.out
    found = json.loads((tmp_path / "coverage.json").read_text())
    games = {each["game"]: each for each in (found, *found["further"])}
    assert {game: each["puzzles"] for game, each in games.items()} == {"thunderstone": 2, "mini": 1}
    page = (tmp_path / "page.html").read_text()
    assert "<h1>Rule coverage of thunderstone</h1>" in page
    assert "<h1>Rule coverage of mini</h1>" in page
    assert 'id="mini-card-rat"' in page
    assert 'id="card-rat"' not in page, "no two games share a name"


def test_the_game_of_a_question_without_a_file_is_one_that_knows_the_reading(
    tsolve: Tsolve, mini: Path, tmp_path: Path
) -> None:
    """A printing that only Mini has: a position of Mini is compared, no matter which game stands first; one
    of Thunderstone has no such printing, and says so.
    """
    (mini / "ruleset.yaml").write_text(HEAD % "}, {id: b, title: B, defaults: {light_factor: '1'}")
    (tmp_path / "mini.yaml").write_text(POSITION % ("5 x Militia", 3))
    (tmp_path / "first.yaml").write_text(THUNDERSTONE % ("3 x Militia", 1))
    between = ("--between", "printing:a", "printing:b", "--ruleset-path", str(mini))

    assert tsolve("diff", "mini.yaml", *between).code == 1, "3 against 4"
    other = tsolve("diff", "first.yaml", *between)
    assert (other.code, 'unknown printing "a"' in other.err) == (2, True)
    both = tsolve(
        "diff", "mini.yaml", "--between", "printing:1.4", "printing:it-1.0", "--ruleset-path", str(mini)
    )
    assert (both.code, 'unknown printing "1.4"' in both.err) == (2, True)
    nobody = tsolve("diff", "mini.yaml", "--between", "printing:x", "printing:y", "--ruleset-path", str(mini))
    assert (nobody.code, nobody.err.count("unknown printing")) == (2, 1)


def test_a_suite_of_which_nothing_can_be_judged_has_no_coverage(tsolve: Tsolve, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(THUNDERSTONE.replace("hand", "hnd") % ("Militia", 1))
    ended = tsolve("regress", "a.yaml", "--coverage")

    assert ended.code == 2
    assert "no coverage report: no puzzle could be judged" in ended.out
