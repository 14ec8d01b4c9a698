"""Quest: what is not looked at to its end, because the time is over, is never called impossible."""

from __future__ import annotations

import pytest

from tests.games.quest.files import opened
from tsolve import api

# Three Heroes with a Hammer and a Shortsword defeat the Giant Rat (4) easily. There are so many ways to
# give the Weapons and to spend the Wounds that the search of a room takes a while.
CROWDED = """
    turn: dungeon
    hand: [Stormhand 1, Flying Death, Thunderstone Shard, Hammer, Adventurer, Shortsword, Silverhelm 1]
    deck: []
    tokens: {lantern: 1}
    wounds: 3
    xp: 4
    champion: The Wilderness
    dungeon: {The Wilderness: Giant Rat, The Servant's Tombs: Kobold Snatcher, Air Temple: Kobold Shaman}
    """


@pytest.mark.parametrize("limit", [0.001, 0.02, 0.05, 0.1, 0.2, 0.4, 0.8])
def test_no_target_is_out_of_reach_for_want_of_time(limit: float) -> None:
    found = api.targets(opened(CROWDED), time_limit=limit).targets

    assert {target.outcome for target in found} <= {"certain", "undecided"}


@pytest.mark.parametrize("limit", [0.001, 0.05, 0.1, 0.2])
def test_no_claim_is_settled_for_want_of_time(limit: float) -> None:
    asked = opened(f"{CROWDED}claims: [{{defeats: Giant Rat}}, {{not_defeats: Giant Rat}}]")
    verdicts = [claim.verdict for claim in api.check(asked, time_limit=limit).claims]

    assert verdicts[0] != "refuted"
    assert verdicts[1] != "confirmed"
