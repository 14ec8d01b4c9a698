"""The first positions of a new player of Gloomhaven, unedited: what each is answered, or told to write.

Three of the ten (03, 08, 10) have no map, or name that of a scenario by its number: there the message
says what to write instead.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tsolve import api
from tsolve.errors import InputError

HERE = Path(__file__).parent / "gloomhaven"


def written(number: str) -> str:
    """The text of a file."""
    return (HERE / f"{number}.yaml").read_text(encoding="utf-8")


def verdicts(text: str) -> list[str]:
    """The verdicts on the claims of a file."""
    return [claim.verdict for claim in api.check(api.loads(text)).claims]


def messages(text: str) -> list[str]:
    """What is wrong with a file, and what to write."""
    with pytest.raises(InputError) as caught:
        api.check(api.loads(text))
    return [f"{each.message}; {each.help}" for each in caught.value.diagnostics]


def test_04_is_read_at_once() -> None:
    """The rows touch from side to side, so the drawing is turned: row r from the top, counted from 0, is
    column 6 - r. G and B can mean only the guard and the Brute; that the guard is elite stands in a comment,
    so it is a normal one, of movement 3. From row 2, hex 2, it goes by row 3, hex 2, and row 4, hex 3, to row
    5, hex 3: three steps of the way without the trap, far from the Brute. (GH-12.9, GH-12.20)
    """
    answer = api.check(api.loads(f"{written('04')}claims: [focus Brute, attacks nobody]\n"))

    assert [claim.verdict for claim in answer.claims] == ["confirmed", "confirmed"]
    assert "goes to (1,3)" in answer.claims[0].reason
    remarks = " ".join(api.loads(written("04")).remarks())
    assert "Brute at `B`" in remarks
    assert "Bandit Guard at `G`, a normal one" in remarks


def test_09_is_read_at_once() -> None:
    """The example of the rulebook: without a trap the Tinkerer can be attacked after 2 steps, from (5,3), the
    Brute only after 4. The second claim says two things. (GH-12.9, GH-12.10)
    """
    assert verdicts(written("09")) == ["refuted", "confirmed", "confirmed"]


def test_01_is_read_at_once() -> None:
    """The printed cards lead with 15, 4 and 62; the Decoy is on a card of the Tinkerer. So the Brute comes
    before the guards in the tie of 15 (GH-2.4), the rest at 99 comes after the bones, and the Decoy right
    before the Tinkerer (GH-11.3).
    """
    assert verdicts(written("01")) == ["confirmed", "refuted", "refuted"]


def test_05_is_read_at_once() -> None:
    """75 x 2 targets + 75 for the sticker that is there = 225, which are just enough. The third claim names
    no sticker, so that it is told as a mistake. (GH-15.12, GH-15.13)
    """
    assert verdicts(written("05")) == ["refuted", "confirmed", "undecided"]
    assert verdicts(written("05").replace("gold: 225", "gold: 224")) == ["refuted", "refuted", "undecided"]


def test_06_is_read_at_once() -> None:
    """12 / 3 / 2 = 2. Chainmail is item 023: not at a prosperity of 2 checks. (GH-15.1, GH-15.8)"""
    found = verdicts(written("06"))
    assert found[1:] == ["refuted", "confirmed"]


def test_07_is_read_at_once() -> None:
    """What the scenario brought: 5 tokens x 3 gold at level 2 + 30 = 45 gold; 38 + 9 + 8 for winning = 55
    experience, which is level 2 from 45 on. 2 + 2 checkmarks are one perk, the level is another one. The
    Brute retires, which makes the eight checks nine: prosperity level 3. Nobody gives gold away. (GH-14.2,
    GH-14.3, GH-15.2, GH-15.4, GH-15.7, GH-15.9, GH-15.11, GH-15.16)
    """
    told = ["refuted", "confirmed", "confirmed", "confirmed", "refuted", "confirmed"]
    assert verdicts(written("07")) == told
    remarks = " ".join(api.loads(written("07")).remarks())
    assert "win the scenario; return to Gloomhaven; all level up or retire who have to" in remarks


@pytest.mark.parametrize(
    ("number", "said"),
    [
        ("03", ["attacks: [{attack: 3, by: Brute"]),
        (
            "10",
            ["map: {size: 9 x 7}", "who stands next to whom, hexes tell", '"nothing behind it" says nothing'],
        ),
    ],
)
def test_what_tsolve_cannot_know_is_told(number: str, said: list[str]) -> None:
    told = " ".join(messages(written(number)))

    assert all(each in told for each in said)
    assert "Thunderstone" not in told


def test_02_is_read_at_once() -> None:
    """Trample is attack 3, pierce 2, which leaves nothing of a shield of 1. A perk takes two -1 out. Of 18
    cards 13 leave 3 damage or more: six +0, five +1, one +2, one x2. 13/18 = 72.2 %. (GH-6.9, GH-7.6)
    """
    assert verdicts(written("02")) == ["refuted", "confirmed"]


def test_08_with_the_map_of_its_scenario() -> None:
    """Guard 3 in (8,8) needs 3 steps to either of the two; the Spellweaver acts earlier. So not all three
    attack the Brute. What it is to reach a figure is not said: told as that claim's mistake. (GH-12.10)
    """
    room = written("08")
    assert verdicts(room) == ["refuted", "confirmed", "undecided"]

    text = room.replace("turn: Bandit Guards", "turn: guard 3")
    start = text.partition("claims:")[0]

    assert verdicts(
        f"{start}claims:\n- Bandit Guard 3 attacks Spellweaver\n- guard 3 focuses on Brute\n"
    ) == [
        "confirmed",
        "refuted",
    ]
