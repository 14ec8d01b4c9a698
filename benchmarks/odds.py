"""The chances of a deck: all its hands against three Monsters, beside one CP-SAT solve for each of them."""

from __future__ import annotations

import gc
from itertools import islice
from time import perf_counter

from benchmarks.row import Row
from tsolve import api
from tsolve.cardkit.chances import hands
from tsolve.games.thunderstone.actions import Visit
from tsolve.games.thunderstone.planning.dungeon import Leaf, solve_leaf
from tsolve.games.thunderstone.planning.situations import Situation
from tsolve.games.thunderstone.position import ThunderstonePosition
from tsolve.games.thunderstone.state import Member
from tsolve.solve import solve

DECK = {
    "militia": 6,
    "dagger": 2,
    "iron_rations": 2,
    "torch": 2,
    "thyrian_squire": 2,
    "elf_wizard": 2,
    "dwarf_guardian": 1,
    "short_sword": 2,
    "flaming_sword": 2,
    "spear": 1,
    "fireball": 2,
    "battle_fury": 1,
}
"""25 cards, 12 kinds."""
HALL = ("Griffon", "Suffering", "Uyril Unending")
DRAWING = {**DECK, "dwarf_guardian": 0, "regian_priest": 2}
"""A deck with two cards that draw."""
HAND = 6
SAMPLE = 60
"""Hands that CP-SAT is timed on; the time for all of them is extrapolated."""


def rows() -> list[Row]:
    """Seconds for all hands, by this program and by CP-SAT, and how they compare."""
    gc.collect()
    gc.freeze()  # what other parts have left behind is not counted
    position = _position(DECK)
    copies = tuple(DECK.values())
    cores = api.cores()
    api.odds(position, limit=1, samples=100)  # warm up
    different = sum(1 for _ in hands(copies, HAND, 0, 10**9))
    solves = different * len(HALL)
    one, several = _seconds(position, 1), _seconds(position, cores)
    each = _cpsat(position, copies, different)
    extrapolated = each * solves / 1000
    name = f"odds, {sum(copies)} cards of {len(copies)} kinds, {different} hands"
    return [
        Row(f"{name}, 1 core", one, "s"),
        Row(f"{name}, {cores} cores", several, "s", "at most 20", several <= 20),
        Row(f"CP-SAT, one solve (mean of {SAMPLE * len(HALL)})", each, "ms"),
        Row(f"CP-SAT, {solves} solves (extrapolated)", extrapolated, "s"),
        Row(
            "CP-SAT / odds, 1 core each", extrapolated / one, "times", "at least 50", extrapolated / one >= 50
        ),
        Row(f"odds, 2 of 26 cards draw, {cores} cores", _seconds(_position(DRAWING), cores), "s"),
    ]


def _position(deck: dict[str, int]) -> ThunderstonePosition:
    names = [f"{count} x {card.replace('_', ' ')}" for card, count in deck.items() if count]
    text = f"game: thunderstone\ndeck: {{rest: [{', '.join(names)}]}}\nhall: [{', '.join(HALL)}]\n"
    position = api.loads(text.encode(), "odds.yaml")
    assert isinstance(position, ThunderstonePosition)
    return position


def _seconds(position: ThunderstonePosition, workers: int) -> float:
    started = perf_counter()
    api.odds(position, workers=workers)
    return perf_counter() - started


def _cpsat(position: ThunderstonePosition, copies: tuple[int, ...], different: int) -> float:
    """Milliseconds of one solve with its statement, as a mean over hands spread evenly over all of them."""
    game, kinds = position.game, tuple(DECK)
    spread = islice(hands(copies, HAND, 0, different), 0, None, different // SAMPLE)
    dealt = [
        tuple(kind for kind, n in zip(kinds, taken, strict=True) for _ in range(n))
        for taken, _ in islice(spread, SAMPLE)
    ]
    started = perf_counter()
    for hand in dealt:
        state = position.state.__class__(
            players=position.state.players, hall=position.state.hall, party=tuple(map(Member, hand))
        )
        inside = game.apply(state, Visit("dungeon"))
        for rank, slot in enumerate(inside.hall, start=1):
            leaf = Leaf(Situation(inside, ()), rank, slot.card, ())
            solve_leaf(game, leaf, ("win", "value"), lambda each, bar: solve(each, "cpsat", bar), None)
    return (perf_counter() - started) * 1000 / (SAMPLE * len(HALL))
