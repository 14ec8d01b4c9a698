"""A best play says what it costs: the cards of one's own that it destroys."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.cli.conftest import Tsolve

Write = Callable[..., str]

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
