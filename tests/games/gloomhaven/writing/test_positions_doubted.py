"""Positions that cannot be so on a table: each doubt is told in a line, and the question is answered."""

from __future__ import annotations

import pytest

from tsolve import api

ROOM = "game: gloomhaven\nmap: {size: 5 x 4}\n"
BRUTE = "characters: {Brute: {at: [3, 3], hp: 10, initiative: 15}}\n"
TURN = "turn: Bandit Guard 1\nability_cards: {Bandit Guard: {initiative: 50}}\n"


def remarks(text: str) -> str:
    """What is told about a position that is opened all the same."""
    return "\n".join(api.loads(text).remarks())


def guard(rest: str = "", name: str = "Bandit Guard 1", at: str = "[1, 1]") -> str:
    """A monster, normally in (1,1)."""
    return f"monsters: {{{name}: {{at: {at}{rest}}}}}\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        # the normal Bandit Guard of level 1 has 6 hit points
        (f"{ROOM}{guard(', hp: 7')}", "Bandit Guard 1 has 7 hit points, more than its maximum of 6"),
        (f"{ROOM}{guard(', hp: 4, stats: {hp: 3}')}", "4 hit points, more than its maximum of 3"),
        (
            f"{ROOM}characters: {{Brute: {{at: [0, 0], hp: 12/10}}}}\n",
            "12 hit points, more than its maximum of 10",
        ),
        # there are 6 standees of the Bandit Guard
        (f"{ROOM}{guard(name='Bandit Guard 7')}", "the type has the standees 1 to 6"),
        (
            f"game: gloomhaven\nmap: {{size: 5 x 4, walls: [[1, 1]]}}\n{guard()}",
            "where a wall is: the hex is taken as empty",
        ),
        (f"game: gloomhaven\nmap: {{size: 5 x 4, obstacles: [[1, 1]]}}\n{guard()}", "where an obstacle is"),
        (f"game: gloomhaven\nmap: {{size: 5 x 4, doors: [[1, 1]]}}\n{guard()}", "where a closed door is"),
        (f"{ROOM}{BRUTE}{guard(at='[3, 3]')}", "Bandit Guard 1 and Brute are both in (3,3)"),
        # five +1 in the standard deck, ten curses for the monsters, ten bless cards for all
        (f"{ROOM}modifiers: {{monsters: {{top: [6 x +1]}}}}\n", "6 x +1, but the standard deck has 5"),
        (f"{ROOM}modifiers: {{monsters: [11 x curse]}}\n", "11 x curse, but there are 10"),
        (
            f"{ROOM}{BRUTE}modifiers: {{monsters: [5 x bless], Brute: [6 x bless]}}\n",
            "11 x bless, but there are 10",
        ),
        (
            f"{ROOM}characters: {{Brute: {{at: [0, 0], hp: 9, hand_size: 1x, hand: [A, B, C]}}}}\n".replace(
                "1x", "2"
            ),
            "Brute has 3 cards, and its hand has 2",
        ),
    ],
)
def test_a_doubt_is_told_in_a_line(text: str, told: str) -> None:
    assert told in remarks(text)


def test_what_is_in_doubt_is_answered_all_the_same() -> None:
    """The guard stands on a wall with too many hit points, and goes for the Brute two hexes away."""
    text = (
        "game: gloomhaven\nmap: {size: 5 x 4, walls: [[1, 1]]}\n"
        f"{TURN}{BRUTE}{guard(', hp: 99')}claims: [focus Brute, attacks Brute]\n"
    )

    answer = api.check(api.loads(text))

    assert [each.verdict for each in answer.claims] == ["confirmed", "confirmed"]


def test_two_in_one_hex_are_played_as_they_stand() -> None:
    """Nobody else is there to be the focus of the guard."""
    text = f"{ROOM}{TURN}{BRUTE}{guard(at='[3, 3]')}claims: [focus Brute]\n"

    (claim,) = api.check(api.loads(text)).claims

    assert claim.verdict == "confirmed"
