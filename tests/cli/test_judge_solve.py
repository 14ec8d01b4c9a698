"""`tsolve solve`: what a best play costs, `--draws` and policies, turns that are planned whole."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Tsolve, Write

BEST = Path(__file__).parents[2] / "puzzles/thunderstone/examples/bruce-best.yaml"


def test_a_destroyed_militia_is_named(tsolve: Tsolve) -> None:
    # Banish destroys one card of the hand; the Diseases that go first return to their stack and cost nothing.
    told = tsolve("solve", str(BEST)).out

    assert "   Costs 1 card (Militia).\n" in told


def test_what_costs_nothing_says_nothing(tsolve: Tsolve, write: Write) -> None:
    # Thyrian Squire with 2 Attack carries the Torch: nothing here destroys a card.
    content = (
        "game: thunderstone\nturn: dungeon\nhand: [Thyrian Squire, Torch]\nhall: [Pegasus, Pegasus, Nixie]\n"
    )

    assert "Costs" not in tsolve("solve", write(content)).out


# Magic 2 + Attack 2 = 4 in Rank 1 with Light 1, against Health 5: Militia (+1) or Dagger (+1) helps, 4 of 6.
NIXIE = """\
game: thunderstone
turn: dungeon
hand: [Regian Priest, Thyrian Squire, Torch]
deck: {rest: [2 x Torch, 3 x Militia, Dagger]}
hall: [Nixie, Griffon, Kingdom]
"""


def test_solve_says_first_what_to_do_first(tsolve: Tsolve, write: Write) -> None:
    ended = tsolve("solve", write(NIXIE))

    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith("  best       First use Regian Priest (draw 1 card), then by what comes.\n")
    assert "Defeats Nixie: 2 in 3 (67 %)" in ended.out
    assert "1 in 2 (50 %)  Militia\n      attack Nixie: " in ended.out


def test_quiet_prints_the_steps_before_the_draw(tsolve: Tsolve, write: Write) -> None:
    assert tsolve("solve", "--quiet", write(NIXIE)).out == "use Regian Priest (draw 1 card)\n"


@pytest.mark.parametrize("place", ["option", "file"])
@pytest.mark.parametrize(
    ("draws", "first"),
    [("expected", "use Regian Priest (draw 1 card)"), ("known", "attack Nixie"), ("worst", "attack Nixie")],
)
def test_the_attitude_to_draws(place: str, draws: str, first: str, tsolve: Tsolve, write: Write) -> None:
    if place == "file":
        ended = tsolve("solve", "--quiet", write(NIXIE + f"draws: {draws}\n"))
    else:
        ended = tsolve("solve", "--quiet", "--draws", draws, write(NIXIE + "draws: best\n"))

    assert (ended.code, ended.out) == (0, f"{first}\n")


def test_an_attitude_that_is_none_is_refused(tsolve: Tsolve, write: Write) -> None:
    assert tsolve("solve", "--draws", "hopeful", write(NIXIE)).code == 2
    ended = tsolve("solve", write(NIXIE + "draws: hopeful\n"))
    assert (ended.code, "position.yaml:6:8: error E207" in ended.err) == (2, True)


def test_an_unknown_deck_is_undecided_and_says_what_could_come(tsolve: Tsolve, write: Write) -> None:
    unknown = NIXIE.replace("{rest: [2 x Torch, 3 x Militia, Dagger]}", "unknown")
    ended = tsolve("solve", write(unknown))

    assert ended.code == 3
    assert "possible cards, such as " in " ".join(ended.out.split())
    assert "a card drawn by Regian Priest" in " ".join(tsolve("solve", "-v", write(unknown)).out.split())


def test_a_time_limit_that_is_too_short_is_undecided(tsolve: Tsolve, write: Write) -> None:
    wide = NIXIE.replace("[Regian Priest,", "[3 x Regian Priest,").replace(
        "[2 x Torch,", "[Lantern, Polearm, Spear, Hatchet, Goodberries, Elf Wizard, 2 x Torch,"
    )
    ended = tsolve(
        "solve", write(wide.replace("Nixie, Griffon", "Uyril Unending, Griffon")), "--time-limit", "0.05"
    )

    assert (ended.code, ended.err) == (3, "")


# The Squire (2) beats nothing here. The Torch makes 2 gold: Iron Rations (2). The Disease can be destroyed.
TABLE = """\
game: thunderstone
turn: dungeon
hand: [Thyrian Squire, Torch, Disease]
deck: []
hall: [Pegasus, Griffon, Nixie]
village: {Iron Rations: 2}
"""


def test_the_best_turn_and_what_it_rests_on(tsolve: Tsolve, write: Write) -> None:
    ended = tsolve("solve", "--turn", "any", "--goal", "2*growth+3*diseases", write(TABLE))

    # 2 * 2 = 4 for the Rations, 3 for the Disease, nothing for a lost battle.
    assert ended.code == 0
    assert ended.out.startswith("  best       You buy Iron Rations for 2 of 2 gold. Proved.\n")
    table = [" ".join(line.split()) for line in ended.out.partition("   turn ")[2].splitlines()[1:4]]
    assert table[:2] == [
        "village buy Iron Rations You buy Iron Rations for 2 of 2 gold. 4",
        "rest rest You destroy Disease. 3",
    ]
    assert table[2].startswith("dungeon attack ")
    assert "rests on the weights of the goal, 2*growth+3*diseases" in " ".join(ended.out.split())


def test_as_json_and_in_short(tsolve: Tsolve, write: Write) -> None:
    file = write(TABLE)
    ended = tsolve("solve", "--turn", "any", "--format", "json", file)
    turns = json.loads(ended.out)["answers"][0]["solution"]["turns"]

    # By the usual weights both are worth 2; then the worth of the deck decides.
    assert [(each["turn"], each["worth"][0]["exact"]) for each in turns] == [
        ("village", "2"),
        ("rest", "2"),
        ("dungeon", "0"),
    ]
    candidates = json.loads(ended.out)["answers"][0]["candidates"]
    assert [(each["title"], each["worth"][0]["exact"]) for each in candidates[:2]] == [
        ("buy Iron Rations", "2"),
        ("rest", "2"),
    ]
    assert candidates[0]["payments"] == [{"quantity": "gold", "amount": 2, "subject": "Iron Rations"}]
    short = tsolve("solve", "--turn", "any", "--quiet", file).out.rstrip().split("; ")
    assert (short[0], "buy Iron Rations" in short) == ("visit the Village", True)


def test_what_the_turn_may_be_spent_on_stands_side_by_side(tsolve: Tsolve, write: Write) -> None:
    """The Torch brings 2 gold, and both cost 2. One kind of turn need not be named."""
    table = TABLE.replace("Iron Rations: 2", "Iron Rations: 2, Barkeep: 1")
    told = tsolve("solve", "--turn", "village", write(table)).out.splitlines()
    rows = [" ".join(line.split()) for line in told]

    assert rows[rows.index("brings growth") + 1 :][:2] == [
        "buy Iron Rations You buy Iron Rations for 2 of 2 gold. 2",
        "buy Barkeep You buy Barkeep for 2 of 2 gold. 2",
    ]


def test_a_single_way_to_spend_the_turn_is_compared_with_nothing(tsolve: Tsolve, write: Write) -> None:
    assert tsolve("solve", "--turn", "village", write(TABLE)).out.splitlines() == [
        "  best       You buy Iron Rations for 2 of 2 gold. Proved.",
        "   1  buy Iron Rations",
        "     Torch 2 = 2",
    ]


def test_one_kind_of_turn_goes_before_the_file(tsolve: Tsolve, write: Write) -> None:
    assert (
        "best       You destroy Disease. Proved.\n   1  destroy Disease\n"
        in tsolve("solve", "--turn", "rest", write(TABLE)).out
    )


def test_wrong_goals_and_kinds_of_turn_are_usage_errors(tsolve: Tsolve, write: Write) -> None:
    file = write(TABLE)
    fame = tsolve("solve", "--turn", "any", "--goal", "2*fame", file)
    weight = tsolve("solve", "--turn", "any", "--goal", "0*vp", file)

    assert (fame.code, weight.code, tsolve("solve", "--turn", "camp", file).code) == (2, 2, 2)
    assert '"fame" is not a level of any goal' in fame.err
    assert "a weight is a whole number from 1 to 99" in weight.err
