"""`tsolve new` for the four kinds of files of Gloomhaven: a scenario of the book, a map of one's own, attacks
without one, the campaign.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Tsolve
from tests.cli.test_new import Terminal
from tsolve import api


def test_a_turn_on_a_map(tsolve: Tsolve, tmp_path: Path) -> None:
    """The Guard acts at 50, after both; each step from (4,2) to a hex beside the Tinkerer is 2, to the Brute
    3, so the Tinkerer is its focus. (GH-12.7)
    """
    typed = """\
map


6 x 4
obstacles 2,2
<
1

Brute at 0,1, hp 9, initiative 61
Tinkerer at (1,2) hp 6 init 20
<

Brute, initiative 61



Bandit Guard 1 at 1,2
Bandit Guard 1 at 4,2, elite, poisond
y

Bandit Guard 25
Bandit Guard: 50; move +0; attack +0

Bandit Guard 1
focus Brut
n
focus Tinkerer


n
"""
    ended = tsolve("new", "--game", "gloomhaven", "map.yaml", stdin=typed.encode())

    assert (ended.code, ended.err) == (0, "")
    for said in (
        "  Nothing goes without this.",
        "2 /   \\___/ o \\___/   \\___/",
        "So far: {size: 6 x 4, obstacles: [[2, 2]]}. An empty line keeps it.",
        "name one hex: `NAME at 2,3, hp 4`",
        "Bandit Guard 1 and Tinkerer are both in (1,2)",
        "Bandit Guard 1 at 4,2, elite, poison? [Y/n] y",
        'there is no ability card "25"',
        "focus Brute? [Y/n] n",
    ):
        assert said in ended.out
    assert api.data_of(api.load(tmp_path / "map.yaml")) == {
        "game": "gloomhaven",
        "level": 1,
        "map": {"size": "6 x 4", "obstacles": [[2, 2]]},
        "characters": {
            "Brute": {"at": [0, 1], "hp": 9, "initiative": 61},
            "Tinkerer": {"at": [1, 2], "hp": 6, "initiative": 20},
        },
        "monsters": {"Bandit Guard 1": {"at": [4, 2], "rank": "elite", "conditions": ["poison"]}},
        "ability_cards": {"Bandit Guard": {"initiative": 50, "do": ["move +0", "attack +0"]}},
        "turn": "Bandit Guard 1",
        "claims": [{"focus": "Tinkerer"}],
    }
    assert api.check(api.load(tmp_path / "map.yaml")).holds


def test_a_scenario_brings_map_doors_and_monsters(tsolve: Tsolve, tmp_path: Path) -> None:
    """Black Barrow with two characters has Guards in (6,8), (7,8), (8,8). The second has come to (7,9) with 3
    hit points, the third is dead; the door in (7,7) is open, behind which two more and an Archer stand. The
    Spellweaver enters by the first start hex that is free: (5,11). The Brute is 1 hex from the Guard.
    """
    typed = """\

barrow
Black Barrow

Brute at 7,10, level 2
Spellweaver, level 2, initiative 20

K9
(7,7)

bandit guard 2 at 7,9, hp 3
Living Bones 1 at 5,5

(8,8)

(6,4)

Brute: Trample, Eye for an Eye

Bandit Guard 525

Bandit Guard 2
focus Brute


y
"""
    ended = tsolve("new", "--game", "gloomhaven", "barrow.yaml", stdin=typed.encode())

    assert (ended.code, ended.err) == (0, "")
    for said in (
        "Which one? Black Barrow, Barrow Lair",
        "They start in (5,11) (6,11) (6,12) (7,11) (8,11) (8,12) (9,11);",
        "Not seen so far: G1b behind (5,3) (7,7), I1b behind (5,3).",
        'has no tile "K9"',
    ):
        assert said in ended.out
    text = (tmp_path / "barrow.yaml").read_text()
    assert len(text.splitlines()) == 14
    assert api.data_of(api.load(tmp_path / "barrow.yaml")) == {
        "game": "gloomhaven",
        "scenario": "Black Barrow",
        "characters": {
            "Brute": {"at": [7, 10], "level": 2, "plays": ["Trample", "Eye for an Eye"]},
            "Spellweaver": {"at": [5, 11], "level": 2, "initiative": 20},
        },
        "opened": ["(7,7)"],
        "monsters": {"Bandit Guard 2": {"at": [7, 9], "from": [7, 8], "hp": 3}},
        "dead": ["(8,8)"],
        "gone": ["(6,4)"],
        "ability_cards": {"Bandit Guard": 525},
        "turn": "Bandit Guard 2",
        "claims": [{"focus": "Brute"}],
    }
    position = api.load(tmp_path / "barrow.yaml")
    there = {each.text for each in position.shown(position.state).map.legend}  # type: ignore[union-attr]
    assert {"Bandit Guard 1", "Bandit Guard 2", "Bandit Guard 4", "Bandit Guard 5"} <= there
    assert "Bandit Guard 3" not in there
    assert api.check(position).holds


def test_attacks_without_a_map(tsolve: Tsolve, tmp_path: Path) -> None:
    """3 + 1 for poison + 1: 5 damage, and the Guard has 4 hit points left. What is not understood of a target
    is no part of its name. After `<` another kind of file may be chosen.
    """
    typed = """\

<
attacks

Brute attacks 3, pierce 2 vs Bandit Guard 1, 4/6 hp, poisond
Brute attacks 3, pierce 2 vs Bandit Guard 1, 4/6 hp, poisoned
Bandit Archer 1 attacks +0 vs Brute, 8 hp
undo

+1
draw +1

kill Bandit Guard 1
Bandit Guard 1 dies


n
"""
    ended = tsolve("new", "--game", "gloomhaven", "attacks.yaml", stdin=typed.encode())

    assert (ended.code, ended.err) == (0, "")
    for said in (
        "What is it about: scenario, map, attacks, campaign? [scenario] attacks",
        'did you mean "poison"?',
        "Bandit Guard 1  normal monster, 4 of 6 hit points, attack 2, poison",
        "Bandit Archer 1 normal monster, 5 of 5 hit points, attack 2",
        "write which card comes: `draw +1`",
        '"kill Bandit Guard 1" is no claim',
    ):
        assert said in ended.out
    assert (tmp_path / "attacks.yaml").read_text() == (
        "# tsolve check attacks.yaml\n"
        "game: gloomhaven\n"
        "attacks:\n"
        '- {attack: "3, pierce 2", by: Brute, against: {name: Bandit Guard 1, hp: 4, max_hp: 6, '
        "conditions: [poison]}}\n"
        "line:\n"
        '- "draw +1"\n'
        "claims:\n"
        "- {dies: Bandit Guard 1}\n"
    )
    assert api.check(api.load(tmp_path / "attacks.yaml")).holds


def test_a_campaign(tsolve: Tsolve, tmp_path: Path) -> None:
    """Reputation 8 takes 2 off 30: 45 - 28 = 17 gold. Levels 3 and 4: 3.5 / 2, rounded up 2."""
    typed = """\
campaign
Brute, level 3, 45 gold, xp 120, items Old Boots, Iron Helmet
Spellweaver 4
Tinkerer level 2, quux

8
Nobody buys Cloak of Invisibility at 30
Brute buys Cloak of Invisibility at 30

gold of Brute 17
scenario level 2

enhanced
Spellweaver 4: Impaling Eruption top
Spellweaver: Impaling Eruption top 1

at
3
shop
Iron Helmet 10


n
"""
    ended = tsolve("new", "--game", "gloomhaven", "party.yaml", stdin=typed.encode())

    assert (ended.code, ended.err) == (0, "")
    for said in (
        '"quux" is not understood; there are level, gold, xp,',
        'no character is called "Nobody"; there are: Brute, Spellweaver',
        "Spellweaver  level 4, 150 experience, 0 checkmarks, 3 perks",
    ):
        assert said in ended.out
    data = api.data_of(api.load(tmp_path / "party.yaml"))
    assert data == {
        "game": "gloomhaven",
        "campaign": {
            "characters": {
                "Brute": {
                    "level": 3,
                    "gold": 45,
                    "experience": 120,
                    "items": ["Old Boots", "Iron Helmet"],
                },
                "Spellweaver": {"level": 4},
            },
            "reputation": 8,
            "at": 3,
            "items": {"Iron Helmet": {"price": 10}},
            "enhanced": {"Spellweaver": {"Impaling Eruption top": 1}},
        },
        "line": ["Brute buys Cloak of Invisibility at 30"],
        "claims": [{"of": "Brute", "gold": 17}, {"scenario_level": 2}],
    }


CARDS = """\
map

3 x 3

Brute at 0,1, hp 8

Nobody: Skewer, 35; top attack 3; bottom move 3
Brut: Skewer, 35; top attack 3, area (1,0) (2,0) from (0,0); bottom move 3
Brute: Skewer, 35; top attack 3
Brute: Leap, 12; top frobnicate 1; bottom move 2
Brute: Shield Bash 15; top attack 4, stun, lost; bottom shield 1; heal 1, self; round, xp 1

Brute: Skewer, Leap
Brute: Skewer, Bash

Living Bones 1 at 1,1
Living Bones 2 at 2,2

Living Bones 523

Brute
hit points of Living Bones 1 3

discarded
Brute: Grab

items
Brute: Potion; heal 3, self; consumed
Brute: Boots; when move; move +1

line
play top of Skewer
attack Living Bones 1 and Living Bones 2
draw +0
draw +1


y
"""


def test_cards_of_characters(tsolve: Tsolve, tmp_path: Path) -> None:
    """Living Bones of level 1 have 5 hit points and shield 1: 5 - (3 + 0 - 1) = 3. A later line about
    somebody takes the place of the one before.
    """
    ended = tsolve("new", "--game", "gloomhaven", "cards.yaml", stdin=CARDS.encode())

    assert (ended.code, ended.err) == (0, "")
    for said in ("There are: Brute.", "write both halves:", '"frobnicate" means nothing here'):
        assert said in ended.out
    data = api.data_of(api.load(tmp_path / "cards.yaml"))
    assert data["characters"] == {
        "Brute": {
            "at": [0, 1],
            "hp": 8,
            "cards": {
                "Skewer": {
                    "initiative": 35,
                    "top": "attack 3, area (1,0) (2,0) from (0,0)",
                    "bottom": "move 3",
                },
                "Shield Bash": {
                    "initiative": 15,
                    "top": {"do": "attack 4, stun", "lost": True},
                    "bottom": {"do": ["shield 1", "heal 1, self"], "xp": 1, "round": True},
                },
            },
            "plays": ["Skewer", "Shield Bash"],
            "discarded": ["Grab"],
            "items": {
                "Potion": {"do": "heal 3, self", "consumed": True},
                "Boots": {"do": "move +1", "when": "move"},
            },
        }
    }


def test_what_was_named_before_is_completed(tmp_path: Path, environment: dict[str, str]) -> None:
    terminal = Terminal(["new", "--game", "gloomhaven", "made.yaml"], tmp_path, environment)
    for asked, line in (
        ("[scenario]", "map\r"),
        ("[1]", "\r"),
        ("  >", "3 x 3\r"),
        ("  >", "\r"),
        ("Characters.", "Brute at 0,1, hp 8\r"),
        ("  >", "\r"),
        ("own cards", "Bru\t: Skewer, 35; top attack 3; bottom move 3\r"),
        ("hand Skewer", "\r"),
        ("two cards", "Brute: Ske\t"),
        ("wer", ", Leap\r"),
        ("chosen Skewer, Leap", ""),
        ("  >", "\x03"),
    ):
        terminal.until(asked)
        terminal.type(line)
    terminal.until("Save this as made.yaml? [Y/n]")
    terminal.type("\r")

    assert terminal.ended() == 0
    assert "plays: [Skewer, Leap]" in (tmp_path / "made.yaml").read_text()


@pytest.mark.parametrize("columns", [80, 120])
def test_a_long_question_is_broken_into_lines(
    tsolve: Tsolve, columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    ended = tsolve("new", "--game", "gloomhaven", "party.yaml", stdin=b"campaign\n\n\n\n\n\n")

    assert "Anything else: difficulty, at" in ended.out
    assert max(map(len, ended.out.splitlines())) <= columns
