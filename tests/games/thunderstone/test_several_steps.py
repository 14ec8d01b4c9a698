"""A text that says at once what a card does in two steps is told how to write them. (TS-4.2, TS-7.2)

The cards of both boxes whose texts let somebody choose afterwards, in the words of somebody new.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.turns.copied import played, steps_told
from tsolve import api
from tsolve.errors import InputError

DUNGEON = """
game: thunderstone
turn: dungeon
hand: [Banish, Militia, Dagger, Torch, Thyrian Squire, Regian Priest, Selurin Theurge, Lorigg Outlaw]
deck: [Militia, Militia, Militia]
hall: [Uyril Unending, Nixie, Kingdom]
dungeon_deck: [Griffon]
players: {others: [{hand: [Militia, Torch, Dagger, Regian Cleric], deck: []}]}
"""
DRAGONSPIRE = """
game: thunderstone
sets: [dragonspire, base]
turn: dungeon
hand: [Polymorph, Thunder Ring, Chulian Looter, Half-Orc Dervish, Scout, Torch, Iron Rations]
deck: [Militia, Torch, Dagger, Torch]
players: {others: [{hand: [Militia, Torch, Dagger, Polearm], deck: [Torch]}]}
hall: [Uyril Unending, Nixie, Kingdom]
dungeon_deck: [Griffon, Succubus, Nixie]
"""
VILLAGE = """
game: thunderstone
turn: village
hand: [Trader, Quartermaster, Scout, Militia, Torch, Terakian Defender, Disease]
deck: [Militia, Torch, Dagger, Torch, Torch]
village: {Feast: 2, Town Guard: 2}
"""
SAID = [
    (DUNGEON, "use Banish on Nixie destroying Banish", ["use Banish on Nixie", "destroy Banish"]),
    (DUNGEON, "use Banish on Nixie destroying itself", ["use Banish on Nixie", "destroy Banish"]),
    (DUNGEON, "use Banish destroying Militia on Nixie", ["use Banish on Nixie", "destroy Militia"]),
    (DUNGEON, "use Banish on Nixie and destroy Militia", ["use Banish on Nixie", "destroy Militia"]),
    (
        DUNGEON,
        "use Banish to send Nixie down, then destroy Torch",
        ["use Banish to send Nixie down", "destroy Torch"],
    ),
    (
        DUNGEON,
        "use Banish: arrange the Hall as Kingdom, Nixie, Uyril Unending; destroy Torch",
        ["use Banish: arrange the Hall as Kingdom, Nixie, Uyril Unending", "destroy Torch"],
    ),
    (
        DUNGEON,
        "use Banish on Nixie, then destroy Militia and draw Militia",
        ["use Banish on Nixie", "destroy Militia", "draw Militia"],
    ),
    (DUNGEON, "use Regian Priest drawing Militia", ["use Regian Priest", "draw Militia"]),
    (DUNGEON, "use Lorigg Outlaw discarding Torch", ["use Lorigg Outlaw", "player 2 discards Torch"]),
    (DUNGEON, "equip Dagger on Militia and attack Nixie", ["equip Dagger on Militia", "attack Nixie"]),
    (
        DUNGEON,
        "use Selurin Theurge, discard Militia, player 2 discards Regian Cleric and borrow Regian Cleric",
        ["use Selurin Theurge", "discard Militia", "player 2 discards Regian Cleric", "borrow Regian Cleric"],
    ),
    (DRAGONSPIRE, "use Polymorph on Nixie", ["use Polymorph", "swap Nixie"]),
    (DRAGONSPIRE, "use Polymorph to swap Nixie", ["use Polymorph", "swap Nixie"]),
    (
        DRAGONSPIRE,
        "use Thunder Ring on player 2, draw Militia",
        ["use Thunder Ring on player 2", "draw Militia"],
    ),
    (
        DRAGONSPIRE,
        "use Chulian Looter, discarding Dagger",
        ["use Chulian Looter", "player 2 discards Dagger"],
    ),
    (
        DRAGONSPIRE,
        "use Half-Orc Dervish destroying Torch, player 2 discards Militia",
        ["use Half-Orc Dervish destroying Torch", "player 2 discards Militia"],
    ),
    (
        DRAGONSPIRE,
        "use Scout putting back Nixie, Griffon, Succubus",
        ["use Scout", "put back Nixie, Griffon, Succubus"],
    ),
    (
        VILLAGE,
        "use Trader destroying Torch for Town Guard",
        ["use Trader destroying Torch", "take Town Guard"],
    ),
    (VILLAGE, "use Trader destroying Torch to take Feast", ["use Trader destroying Torch", "take Feast"]),
    (
        VILLAGE,
        "use Quartermaster discarding Militia and Terakian Defender",
        ["use Quartermaster", "discard Militia", "discard Terakian Defender"],
    ),
    (
        VILLAGE,
        "use Scout and put back Torch, Militia, Torch",
        ["use Scout", "put back Torch, Militia, Torch"],
    ),
]


@pytest.mark.parametrize(("table", "text", "steps"), SAID)
def test_the_steps_are_told_in_words_that_work(
    table: str, text: str, steps: list[str], tmp_path: Path
) -> None:
    assert steps_told(tmp_path, table, text) == steps


def test_where_the_target_is_left_open_too_an_example_is_told(tmp_path: Path) -> None:
    # Banish needs a Monster to send down, and the text names none.
    first, second = steps_told(tmp_path, DUNGEON, "use Banish destroying Banish")
    assert (first, second) == ("use Banish on Kingdom", "destroy Banish")


def test_a_choice_that_comes_between_is_told(tmp_path: Path) -> None:
    # Player 1 discards before player 2, and player 2 before anything is borrowed.
    with pytest.raises(InputError, match="then comes a choice, such as `player 1 discards Lorigg Outlaw`"):
        played(tmp_path, DUNGEON, ["use Selurin Theurge borrowing Regian Cleric"])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("use Banish on Nixie destroying Feast", "Feast is not in your hand"),
        ("use Banish on Nixie and destroy Feast", "Feast is not in your hand"),
        ("use Feast and attack Nixie", "Feast is not in your hand"),
        # Banish destroys; it lets nobody discard, and it moves one Monster.
        ("use Banish on Nixie discarding Torch", '"discarding Torch" is not something that Banish does'),
        ("use Banish on Nixie on Kingdom", '"on Kingdom" is not something that Banish does'),
    ],
)
def test_what_is_illegal_in_steps_as_well_is_refused(text: str, reason: str, tmp_path: Path) -> None:
    (refused,) = played(tmp_path, DUNGEON, [text])
    assert refused.startswith(reason)


def test_a_misspelt_name_is_reported_with_the_file(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        played(tmp_path, DUNGEON, ["use Banish on Nixxie and destroy Militia", "attack Kingdomm"])
    assert len(caught.value.diagnostics) == 2


@pytest.mark.parametrize(
    "text", ["use Banish on Nixie destroying Banish", "use Banish on Nixie and destroy Torch"]
)
def test_a_why_not_tells_them_too(text: str, tmp_path: Path) -> None:
    file = tmp_path / "position.yaml"
    file.write_text(DUNGEON, encoding="utf-8")
    with pytest.raises(InputError, match="write `use Banish on Nixie`, then `destroy"):
        api.why_not(api.load(file), text)


def test_a_card_with_mistakes_is_reported_where_it_is_defined(tmp_path: Path) -> None:
    table = """
game: thunderstone
turn: dungeon
hand: [My Card]
cards: {My Card: {kind: village, abilities: [{when: dungeon, do: [{kind: feed}]}]}}
hall: [Nixie, none, none]
"""
    with pytest.raises(InputError) as caught:
        played(tmp_path, table, ["use My Card on Nixie"])
    assert [each.code for each in caught.value.diagnostics] == ["E203"]  # strength is missing
