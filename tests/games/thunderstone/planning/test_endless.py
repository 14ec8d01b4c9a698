"""Turns in which the same position comes again, and again: every search has to end."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.games.thunderstone.builders import mixed_book
from tsolve.cardkit import piles
from tsolve.engine.search import best_line, best_policy
from tsolve.games.thunderstone.actions import Visit
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.goals import battle_result
from tsolve.games.thunderstone.planning.plan import plan
from tsolve.games.thunderstone.planning.policy import search
from tsolve.games.thunderstone.state import Member, Player, Slot, State

GOAL = ("win", "shortfall")


def two_polymorphs(*others: str, deck: piles.Pile = piles.EMPTY) -> tuple[Thunderstone, State]:
    """Tyxr on top of the Dungeon Deck: its Breach takes two cards of the hand, which are drawn again."""
    game = Thunderstone(mixed_book())
    state = State(
        players=(Player(deck=deck), Player(deck=piles.UNKNOWN)),
        hall=(Slot("griffon"), Slot("nixie"), Slot("kingdom")),
        dungeon=piles.known(("tyxr_the_old",)) + piles.UNKNOWN,
        stock=None,
        party=tuple(map(Member, ("polymorph", "polymorph", *others))),
    )
    return game, game.apply(state, Visit("dungeon"))


def test_every_search_ends_where_spells_come_back_for_ever() -> None:
    """Nobody fights. Without an attack the Nixie (Health 5), the weakest within reach, is missed by 5."""
    game, state = two_polymorphs()

    def value(here: State) -> tuple[int, ...] | None:
        return battle_result(game.book, here, GOAL)

    line = best_line(game, state, value)
    policy = best_policy(game, state, value, player=0)
    assert line is not None
    assert policy is not None
    assert line.value == policy.worth == (0, -5)
    planned = plan(game, state, GOAL)
    assert planned.status == "optimal"
    assert planned.best is not None
    assert planned.best.value == (0, -5)
    searched = search(game, state, GOAL)
    assert searched.low == searched.high == (0, -5)


@pytest.mark.parametrize(
    ("other", "deck", "counts"),
    [
        ("militia", piles.EMPTY, False),
        ("cabal_astrologer", piles.EMPTY, True),
        ("militia", piles.known(("cabal_astrologer",)), True),
        ("militia", piles.UNKNOWN, True),
        ("selurin_theurge", piles.EMPTY, True),
    ],
)
def test_used_spells_tell_positions_apart_only_where_a_hero_may_count_them(
    other: str, deck: piles.Pile, counts: bool
) -> None:
    """A Cabal Astrologer has Magic Attack +1 for each Spell used; one may be drawn, or borrowed."""
    game, state = two_polymorphs(other, deck=deck)

    assert (game.key(replace(state, spells=3)) != game.key(replace(state, spells=1))) is counts
