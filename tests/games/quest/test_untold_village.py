"""Quest: a Village of which the file tells nothing: no purchase is proved, and it says what to write."""

from __future__ import annotations

import pytest

from tests.games.quest.files import checked, opened
from tsolve import api

VISIT = "turn: village\nhand: [4 x Adventurer, Lantern, Dagger]\ndeck: []\n"
"""Lantern 2 + Dagger 1 = 3 gold: enough for a Shortsword (3)."""
UNSOLD = "the position does not say what the Village sells"


@pytest.mark.parametrize("location", ["", "location: Temple\n", "location: Bazaar\n"])
def test_the_best_visit_is_not_proved(location: str) -> None:
    answer = api.solve(opened(VISIT + location))

    assert answer.solution.status == "undecided"
    assert any(text.startswith(UNSOLD) for text in answer.solution.left_out)
    assert [each.key.partition(":")[0] for each in answer.to_write] == ["village"]
    assert not answer.to_write[0].by_chance


def test_it_is_proved_where_the_village_is_told() -> None:
    assert api.solve(opened(f"{VISIT}village: [Shortsword]")).solution.status == "optimal"


@pytest.mark.parametrize(
    "without",
    [
        # four Adventurers have no gold, and no XP to level up
        "turn: village\nhand: [4 x Adventurer]\ndeck: []\nlocation: Temple\nwounds: 2\n",
        # nobody asks of purchases, but how many Wounds are healed
        f"{VISIT}location: Temple\nwounds: 2\ngoal: healed\n",
    ],
)
def test_nothing_hangs_on_it_where_nothing_could_be_bought(without: str) -> None:
    assert api.solve(opened(without)).solution.status == "optimal"


def test_a_level_hangs_on_it_too() -> None:
    """An Adventurer becomes a Hero of level 1 for 2 XP, if there is one in the stacks."""
    rich = "turn: village\nhand: [4 x Adventurer]\ndeck: []\nxp: {}\n"
    told = [api.solve(opened(rich.format(xp))).solution.status for xp in (1, 2)]

    assert told == ["optimal", "undecided"]


def test_targets_and_odds_say_it() -> None:
    owned = f"{VISIT.replace('deck: []', 'owned: [6 x Adventurer, 2 x Lantern, 4 x Dagger]')}"

    assert any(UNSOLD in note for note in api.targets(opened(VISIT)).notes)
    assert any(UNSOLD in note for note in api.odds(opened(owned)).notes)


def test_what_a_claim_hangs_on_is_told_once() -> None:
    """The deck would not help: the Village is what the purchase hangs on."""
    unknown = VISIT.replace("deck: []\n", "")
    answer = checked(f"{unknown}claims: [{{buys: Shortsword}}, {{can: buy Shortsword}}]")

    assert [claim.verdict for claim in answer.claims] == ["undecided", "undecided"]
    assert all("write `village: [Shortsword]`" in claim.reason for claim in answer.claims)
    assert answer.to_write == ()
