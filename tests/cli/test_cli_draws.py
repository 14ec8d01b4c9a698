"""`--draws` and policies on the command line."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.cli.conftest import Tsolve

Write = Callable[..., str]

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
    assert ended.out.startswith("  best       First use Regian Priest (draw 1 card). Then by what comes:\n")
    assert "Defeats Nixie: 2 in 3 (67 %)" in ended.out
    assert "1 in 2 (50 %)  Militia\n      attack Nixie: " in ended.out


def test_quiet_prints_the_steps_before_the_draw(tsolve: Tsolve, write: Write) -> None:
    assert tsolve("solve", "--quiet", write(NIXIE)).out == "use Regian Priest (draw 1 card)\n"


def test_json_has_the_policy_whole(tsolve: Tsolve, write: Write) -> None:
    told = tsolve("solve", write(NIXIE), "--format", "json").json["answers"][0]["solution"]
    policy = told["policy"]

    assert (told["status"], told["best"]) == ("optimal", [])
    assert [level["exact"] for level in policy["worth"]][:2] == ["2/3", "2/3"]
    assert {each["card"] for each in policy["nodes"][0]["branches"]} == {"Militia", "Torch", "Dagger"}
    assert sum(node["end"] is not None for node in policy["nodes"]) == 3


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


def test_check_judges_chances(tsolve: Tsolve, write: Write) -> None:
    right = write(NIXIE + "claims: [{defeats: Nixie, chance: 2/3}]\n", "right.yaml")
    wrong = write(NIXIE + "claims: [{defeats: Nixie, chance: 3/4}]\n", "wrong.yaml")
    open_ = write(NIXIE + "claims: [{defeats: Nixie}]\n", "open.yaml")

    assert [tsolve("check", file).code for file in (right, wrong, open_)] == [0, 1, 3]
