"""`tsolve solve --turn`: the kind of turn from the command line."""

from __future__ import annotations

import json
from collections.abc import Callable

from tests.cli.conftest import Tsolve

Write = Callable[..., str]

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
    ended = tsolve("solve", "--turn", "any", "--goal", "2*worth+3*diseases", write(TABLE))

    # 2 * 2 = 4 for the Rations, 3 for the Disease, nothing for a lost battle.
    assert ended.code == 0
    assert ended.out.startswith(
        "Best turn: village, by 2*worth+3*diseases\n"
        "  village       4: take Iron Rations\n"
        "  rest          3: destroy Disease\n"
        "  dungeon       0: attack "
    )
    assert "rests on the weights of the goal, 2*worth+3*diseases" in " ".join(ended.out.split())


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
    short = tsolve("solve", "--turn", "any", "--quiet", file).out.splitlines()
    assert (short[0], "buy Iron Rations" in short) == ("visit the Village", True)


def test_one_kind_of_turn_goes_before_the_file(tsolve: Tsolve, write: Write) -> None:
    assert "destroy Disease (proved best)" in tsolve("solve", "--turn", "rest", write(TABLE)).out


def test_wrong_goals_and_kinds_of_turn_are_usage_errors(tsolve: Tsolve, write: Write) -> None:
    file = write(TABLE)
    fame = tsolve("solve", "--turn", "any", "--goal", "2*fame", file)
    weight = tsolve("solve", "--turn", "any", "--goal", "0*vp", file)

    assert (fame.code, weight.code, tsolve("solve", "--turn", "camp", file).code) == (2, 2, 2)
    assert '"fame" is not a level of any goal' in fame.err
    assert "a weight is a whole number from 1 to 99" in weight.err
