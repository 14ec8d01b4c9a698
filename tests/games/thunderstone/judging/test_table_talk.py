"""Claims as players talk: what is too strong, what must be chosen, ties, who says it, and several at once."""

from __future__ import annotations

import pytest

from tests.games.thunderstone.judging.test_sentences import verdict
from tsolve import api
from tsolve.errors import InputError

# Haunt 4: the Dwarf carries the Short Sword, 4 + 4 = 8, or 4 + 1 = 5 with the Militia. Pegasus 6: 8. Kingdom
# 5: 8 + 1 and the Archer's 3, less Light. The Feayn Archer does not attack Rank 1. (EX-6)
DUNGEON = """game: thunderstone
turn: dungeon
players: [Anna, Ben]
hand: [Feayn Archer, Dwarf Guardian, Short Sword, Militia, Torch, Iron Rations]
deck: []
hall: [Haunt, Pegasus, Kingdom]
"""


@pytest.mark.parametrize(
    ("claim", "expected", "text"),
    [
        ("the Pegasus is too strong", "refuted", "not defeats Pegasus"),
        ("Pegasus is too strong for us", "refuted", "not defeats Pegasus"),
        ("we are too weak for Pegasus", "refuted", "not defeats Pegasus"),
        ("I am not strong enough to beat the Pegasus", "refuted", "not defeats Pegasus"),
        ("Pegasus jest za silny", "refuted", "not defeats Pegasus"),
        ("nobody defeats the Pegasus", "refuted", "not defeats Pegasus"),
        ("Haunt 8", "confirmed", "total 8 against Haunt"),
        ("Haunt: 8", "confirmed", "total 8 against Haunt"),
        ("Haunt defeated", "confirmed", "defeats Haunt"),
        ("Haunt not beaten", "refuted", "not defeats Haunt"),
        ("Haunt has been killed", "confirmed", "defeats Haunt"),
        ("Haunt health is 4", "confirmed", "Haunt has Health 4"),
        ("Haunt has a Health of 5", "refuted", "Haunt has Health 5"),
        ("zdrowie Haunt to 4", "confirmed", "Haunt has Health 4"),
        ("I can attack the Pegasus instead", "confirmed", "can attack the Pegasus"),
        ("nikt nie może zaatakować Haunt", "refuted", "cannot attack Haunt"),
    ],
)
def test_of_monsters(claim: str, expected: str, text: str) -> None:
    assert verdict(DUNGEON, claim) == (expected, text)


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("must attack Haunt", "refuted"),  # or the Pegasus
        ("I must attack", "confirmed"),  # TS-7.4
        ("Pegasus must be attacked", "refuted"),
        ("Haunt must choose Dwarf Guardian", "refuted"),  # or the Militia
        ("Haunt has to take Feayn Archer", "refuted"),  # who cannot attack Rank 1
        ("can the Haunt take the Feayn Archer?", "refuted"),
        ("Haunt may choose the Militia", "confirmed"),
        ("Haunt cannot knock out Feayn Archer", "confirmed"),
    ],
)
def test_what_must_be_chosen(claim: str, expected: str) -> None:
    assert verdict(DUNGEON, claim)[0] == expected


# Only one Hero can attack, and only one Monster can be attacked.
ALONE = """game: thunderstone
turn: dungeon
hand: [Feayn Archer, Militia, 2 x Torch]
deck: []
hall: [Haunt, none, none]
dungeon_deck: []
"""


@pytest.mark.parametrize("claim", ["Haunt must choose Militia", "must attack Haunt"])
def test_what_is_forced_indeed(claim: str) -> None:
    assert verdict(ALONE, claim)[0] == "confirmed"


@pytest.mark.parametrize(
    "claim",
    [
        *(
            "must buy Torch",
            "you have to destroy Militia",
            "Haunt must choose a Hero",
            "Haunt must take Torch",
        ),
        *("Pegasus must take Militia", "Dwarf Guardian takes Short Sword", "Haunt need not be attacked"),
        *(
            "the Haunt is not too strong",
            "everybody defeated",
            "no Haunt defeated",
            "Anna defeated the Haunt",
        ),
        *("Haunt and Pegasus are defeated", "Haunt almost defeated", "can attack Haunt and buy Torch"),
    ],
)
def test_what_may_mean_something_else_is_refused(claim: str) -> None:
    with pytest.raises(InputError):
        verdict(DUNGEON, claim)


# Anna 3 + 3 + 2 + 0 = 8, Ben 7 + 1 = 8; nobody has the Thunderstone, so they share the victory. (TS-17.2)
SHARED = """game: thunderstone
end of game: yes
players:
- {name: Anna, deck: [Kingdom, Kingdom, Elf Archmage, Militia]}
- {name: Ben, deck: [Sphinx, Militia, Torch, Goodberries]}
"""
# With the Stone instead of a Kingdom Anna has as many points, and wins.
BROKEN = SHARED.replace("[Kingdom, Kingdom", "[Stone of Mystery, Kingdom")


@pytest.mark.parametrize(
    ("claim", "shared", "broken"),
    [
        ("it is a tie", "confirmed", "undecided"),
        ("they are tied", "confirmed", "undecided"),
        ("a draw", "confirmed", "undecided"),
        ("a tie on points", "confirmed", "confirmed"),
        ("it is a tie, 8 to 8", "confirmed", "confirmed"),
        ("tied at 9", "refuted", "refuted"),
        ("shared victory", "confirmed", "refuted"),
        ("they share the victory", "confirmed", "refuted"),
        ("Ben: I win", "confirmed", "refuted"),
        ("{who: Ben, says: I have 8 points}", "confirmed", "confirmed"),
        ("Ben says that I won", "confirmed", "refuted"),
        ("Ben has at most 7 points", "refuted", "refuted"),
    ],
)
def test_ties(claim: str, shared: str, broken: str) -> None:
    verdicts = [
        api.check(api.loads(f"{file}claims:\n- {claim}\n")).claims[0].verdict for file in (SHARED, BROKEN)
    ]
    assert verdicts == [shared, broken]


@pytest.mark.parametrize(
    "claim", ["draw", "it is not a tie", "a tie, 8 to 7", "Anna and Ben tie", "nobody wins"]
)
def test_what_is_no_claim_of_a_tie(claim: str) -> None:
    with pytest.raises(InputError):
        verdict(SHARED, claim)


# The Haunt is defeated with 8 against 4, so the Stone slides to Rank 1 and is taken. (TS-17.1)
TAKEN = DUNGEON.replace("Pegasus, Kingdom", "Stone of Mystery, none") + (
    "line: [equip Short Sword on Dwarf Guardian, attack Haunt, Militia cannot attack]\n"
)


@pytest.mark.parametrize(
    ("claim", "texts", "verdicts"),
    [
        (
            "the game is over and nobody gets the Thunderstone",
            ["the game ends", "does not take Thunderstone"],
            ["confirmed", "refuted"],
        ),
        (
            "Haunt is defeated and the game ends",
            ["defeats Haunt", "the game ends"],
            ["confirmed", "confirmed"],
        ),
        ("1 XP and at most 1 VP", ["xp 1", "vp at most 1"], ["confirmed", "refuted"]),
        ("Haunt is defeated, 1 XP and 2 VP", ["defeats Haunt", "xp 1", "vp 2"], ["confirmed"] * 3),
        ("{by: Ben, says: I get the Thunderstone}", ["Ben takes Thunderstone"], ["refuted"]),
        ("{who: Anna, says: I get the Thunderstone}", ["Anna takes Thunderstone"], ["confirmed"]),
    ],
)
def test_several_claims_in_one_sentence(claim: str, texts: list[str], verdicts: list[str]) -> None:
    found = api.check(api.loads(f"{TAKEN}claims:\n- {claim}\n")).claims

    assert [each.text for each in found] == texts
    assert [each.verdict for each in found] == verdicts


def test_without_a_line_two_things_are_not_claimed_one_by_one() -> None:
    with pytest.raises(InputError):
        verdict(DUNGEON, "Haunt is defeated and Pegasus is defeated")


def test_points_of_a_winner() -> None:
    found = api.check(api.loads(f"{SHARED}claims: [Ben wins with 9 points]\n")).claims

    assert [(each.text, each.verdict) for each in found] == [
        ("Ben wins", "confirmed"),
        ("Ben has 9 points", "refuted"),
    ]


def test_in_a_file_without_names_it_is_the_active_player_who_speaks() -> None:
    position = api.loads(
        f"{TAKEN.replace('players: [Anna, Ben]', '')}claims: ['Anna: I get the Thunderstone']\n"
    )

    assert api.check(position).claims[0].verdict == "confirmed"
    assert "Anna as the player whose turn it is" in position.remarks()[0]


def test_a_name_with_a_number_needs_no_quotes() -> None:
    (found,) = api.check(api.loads(f"{DUNGEON}claims: [Haunt: 8]\n")).claims
    assert (found.verdict, found.text) == ("confirmed", "total 8 against Haunt")


def test_claims_by_who_says_them() -> None:
    by_name = (
        "claims: {Ben: 8 against Haunt, Anna: [can attack Pegasus, the Kingdom is too strong], "
        "Carl: Haunt is defeated}\n"
    )
    found = api.check(api.loads(DUNGEON + by_name)).claims

    assert [each.text for each in found] == [
        "total 8 against Haunt",
        "can attack Pegasus",
        "not defeats Kingdom",
        "defeats Haunt",
    ]


def test_what_another_player_can_do_is_told_to_be_judged_of_this_turn() -> None:
    position = api.loads(f"{DUNGEON}claims: {{Ben: can attack Haunt}}\n")
    assert position.remarks() == (
        "read as: Anna as the player whose turn it is in line 3",
        "it is the turn of Anna, of which the claim about Ben is judged (line 7)",
    )


def test_what_players_say_of_themselves_by_name() -> None:
    claims = "claims: {Ben: I win, Anna: [8 points, I have 8 points and Ben has 7 points]}\n"
    found = api.check(api.loads(SHARED + claims)).claims

    assert [(each.text, each.verdict) for each in found] == [
        ("Ben wins", "confirmed"),
        ("Anna has 8 points", "confirmed"),
        ("Anna has 8 points", "confirmed"),
        ("Ben has 7 points", "refuted"),
    ]
