"""What can be done in a turn, and what a walk or a search for a chance cannot follow."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from tests.engine.toys import ME, Tree
from tests.toys import cellar, hop
from tests.toys.cellar import DrawCard, State
from tests.toys.cellars import random_cellar
from tsolve.budget import Budget, allow
from tsolve.diagnostics import Diagnostics
from tsolve.engine import UNKNOWN, Arrival
from tsolve.engine.search import best_policy
from tsolve.rules.loading import load_ruleset
from tsolve.source.decoded import Decoded
from tsolve.worlds.why_not_question import Hope, Play, TurnSearch, Walk, hope_of
from tsolve.worlds.why_not_step import why_not


@pytest.mark.parametrize("seed", range(40))
def test_every_chance_is_that_of_the_oracle(seed: int) -> None:
    random = Random(seed)
    position = random_cellar(random)
    asked = random.choice((*(cellar.Play(card) for card in position.ruleset.cards), DrawCard()))

    def value(state: State) -> tuple[int, ...] | None:
        if not state.is_drawing and position.game.why_not(state, asked) is None:
            return (1,)
        return (0,) if state.outcome else None

    found = why_not(position, position.game.notation(position.state, asked))

    chance, sure = (
        best_policy(position.game, position.state, value, 0, each) for each in ("expected", "worst")
    )
    assert chance is not None
    assert sure is not None
    told = int(found.verdict == "possible") if found.chance is None else Fraction(found.chance.exact)
    assert told == chance.worth[0]
    assert (found.verdict == "possible") == (sure.worth[0] == 1)
    if found.verdict == "possible":
        assert found.line is not None
        assert found.line.legal
        assert bool(found.reasons) == (position.game.why_not(position.state, asked) is not None)


def hopping(**keys: object) -> hop.HopPosition:
    ruleset = load_ruleset(hop.GAME.rulesets / "hop", hop.PlainCard)
    return hop.GAME.open(Decoded(hop.HopFile("hop", **keys), {}, {}), ruleset, Diagnostics())  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(40))
def test_every_square_is_reached_by_the_shortest_line(seed: int) -> None:
    random = Random(seed)
    leaves = tuple(random.sample(hop.SQUARES, random.randint(0, 6)))
    corners = random.choice(("allowed", "forbidden"))
    position = hopping(frog=random.choice(hop.SQUARES), leaves=leaves, interpretations={"corners": corners})
    wanted = random.choice(hop.SQUARES)

    def shortest(under: hop.HopPosition) -> int | None:
        """The hops of the shortest way; None where there is none of up to 9, one for each square."""
        ways, hops = {under.state.frog}, 0
        while hops < len(hop.SQUARES):
            hops += 1
            starts = [hop.State(frog, under.state.leaves) for frog in ways]
            ways = {hop_.square for state in starts for hop_ in under.game.legal_actions(state)}
            if wanted in ways:
                return hops
        return None

    found = why_not(position, f"hop to {wanted}")

    hops = shortest(position)
    assert (found.verdict == "possible") == (hops is not None)
    if hops is not None:
        assert found.line is not None
        assert len(found.line.steps) == hops
    else:
        elsewhere = shortest(position.under({"corners": "allowed"}))
        assert ("key.corners" in found.reasons[0].rulings) == (elsewhere is not None)


def test_what_takes_too_long_is_undecided() -> None:
    with allow(Budget(steps=15)):
        found = why_not(hopping(frog="a1", leaves=("b1", "b2")), "hop to b2")

    assert found.verdict == "undecided"
    assert "the search grew too long" in found.left_out[0]


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


def pursuit(goal: str) -> TurnSearch[str, str]:
    return TurnSearch(TREE, ME, lambda state: state == goal)


def test_a_walk_names_what_it_leaves_out_and_follows_what_is_certain() -> None:
    walk = Walk(pursuit("goal"), Arrival("start"))

    lines = {here.state: here.line for here in walk.positions()}

    assert lines == {
        "start": (),
        "asked": ("ask",),  # another player may do what is asked about
        "heads": ("flip", "heads"),
        "goal": ("flip", "heads", "walk"),
    }
    assert walk.by_chance
    assert walk.left_out == (
        "it depends on chance",
        "it depends on something unknown",
        "it depends on a choice of another player (yes or no)",
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
    play = Play(TurnSearch(tree, ME, lambda state: state == "goal"))

    state, line = "start", []
    while (step := play.step(state)) is not None:
        line.append(step)
        state = tree.apply(state, step)

    assert line == ["throw", "even", "walk"]
