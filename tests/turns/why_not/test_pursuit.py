"""What a walk and a search for a chance say of what they cannot follow, on a drawn tree."""

from __future__ import annotations

from fractions import Fraction

from tests.engine.toys import ME, Tree
from tsolve.engine import UNKNOWN, Arrival
from tsolve.turns.why_not_question import Hope, Play, Pursuit, Walk, hope_of

OTHER = 1
TREE = Tree(
    {
        "start": {"throw": "die", "turn over": "card", "ask": "asked", "flip": "coin"},
        "asked": {"yes": "goal", "no": "end"},
        "heads": {"walk": "goal"},
        "even": {"walk": "goal"},
    },
    {"die": {"even": 3, "odd": 1}, "coin": {"heads": 1}},
    {"card": UNKNOWN, "asked": OTHER},
)
"""A coin with two heads leads to the goal for sure, the die in three cases of four."""


def pursuit(goal: str) -> Pursuit[str, str]:
    return Pursuit(TREE, ME, lambda state: state == goal)


def test_a_walk_names_what_it_leaves_out_and_follows_what_is_certain() -> None:
    walk = Walk(pursuit("goal"), Arrival("start"))

    lines = {here.state: here.line for here in walk.positions()}

    assert lines == {"start": (), "heads": ("flip", "heads"), "goal": ("flip", "heads", "walk")}
    assert walk.by_chance
    assert walk.left_out == (
        "it hangs on what chance brings",
        "it hangs on something unknown",
        "it hangs on a choice of another player",
    )


def test_a_chance_is_told_where_nothing_unknown_could_be_better() -> None:
    assert hope_of(pursuit("goal"), "start") == Hope(Fraction(1), "flip")
    assert hope_of(pursuit("goal"), "die") == Hope(Fraction(3, 4))
    assert hope_of(pursuit("nowhere"), "die") == Hope(Fraction(0))
    assert hope_of(pursuit("nowhere"), "start") is None


def test_a_play_goes_the_shortest_way_to_the_next_draw() -> None:
    tree = Tree(
        {
            "start": {"wait": "later", "throw": "die"},
            "later": {"throw": "die"},
            "even": {"rest": "rested", "walk": "goal"},
            "rested": {"walk": "goal"},
            "odd": {"walk": "goal"},
        },
        {"die": {"even": 1, "odd": 1}},
    )
    play = Play(Pursuit(tree, ME, lambda state: state == "goal"))

    state, line = "start", []
    while (step := play.step(state)) is not None:
        line.append(step)
        state = tree.apply(state, step)

    assert line == ["throw", "even", "walk"]
