"""A log that is played again under other readings."""

from __future__ import annotations

import pytest

from tsolve import api
from tsolve.api.readings import Reading

LOG = """\
game: thunderstone
player: Ann
owned: [6 x Militia, 2 x Dagger, 2 x Iron Rations, 2 x Torch]
hand: [4 x Militia, Dagger, Torch]
hall: [Griffon, Griknack Goblin, Nixie]
village: {Feast: 8, Spear: 8}
players: {others: [{name: Bo, owned: [6 x Militia, 2 x Dagger, 2 x Iron Rations, 2 x Torch]}]}
turns:
- line: [equip Dagger on Militia, attack Griknack Goblin]
  came: [Famine]
  drew: [2 x Iron Rations, 2 x Militia, Dagger, Torch]
- player: Bo
  hand: [3 x Militia, 2 x Dagger, Torch]
  line: [visit the Village, buy Spear]
"""
ONE, TWO = (Reading(f"light_factor={each}", None, {"light_factor": each}) for each in "12")


def told(text: str) -> list[tuple[str, str, str]]:
    answer = api.diff(api.loads(text), ONE, TWO)
    return [(each.what, each.before, each.after) for each in answer.differences]


def test_turns_that_end_otherwise() -> None:
    """4 Militia 4 + Dagger 1 = 5. Rank 2 asks for Light 2, the Torch gives 1: less 1 is 4, the Health of the
    Goblin, who is worth a point; less 2 is 3.
    """
    (turn, before, after), points = told(LOG)
    assert turn == "turn 1"
    assert before.startswith("Griknack Goblin is defeated: 4 against Health 4")
    assert after.startswith("Griknack Goblin is not defeated: 3 against Health 4")
    assert points == ("points", "Ann 1, Bo 0", "Ann 0, Bo 0")


def test_the_open_point_that_makes_the_difference() -> None:
    answer = api.diff(api.loads(LOG), ONE, TWO)
    assert [each.key for each in answer.makers] == ["light_factor"]
    assert answer.verdict == "different"


def test_a_card_that_can_only_come_under_one_of_them() -> None:
    """Ann's deck is empty after turn 1. Her new hand comes from all that she owns, with the Goblin only if he
    was defeated.
    """
    drew = "[Griknack Goblin, 4 x Militia, Torch]"
    later = LOG + f"- {{player: Ann, line: [visit the Village], drew: {drew}}}\n"
    found = {each.what: each for each in api.diff(api.loads(later), ONE, TWO).differences}
    assert found["turn 3"].kind == "legality"
    assert found["turn 3"].before == "legal"
    assert "Griknack Goblin" in found["turn 3"].after


def test_without_a_difference_in_the_log_what_comes_after_it_is_compared() -> None:
    calm = LOG.replace(
        "attack Griknack Goblin", "attack Griffon"
    )  # 5 against Health 7, where the Torch lights
    assert "turn 1" not in {what for what, _, _ in told(calm)}


@pytest.mark.parametrize("number", [0, 1])
def test_all_readings_say_that_the_turns_are_not_played_again(number: int) -> None:
    answer = api.dependence(api.loads(LOG if number else LOG.partition("turns:")[0]))
    assert any("--between" in note for note in answer.notes) == bool(number)
