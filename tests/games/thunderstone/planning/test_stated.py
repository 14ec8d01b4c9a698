"""A kind of effect is covered by the planner's statements only where it says so itself."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.games.thunderstone.builders import book
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.effects.base import BattleEffect, Deed, GlobalEffect, Guard, Trait
from tsolve.vocabulary import places

FAMILIES = (Deed, Trait, Guard, BattleEffect, GlobalEffect)
KINDS = sorted(
    {kind.struct.cls for place in places() for kind in place.kinds if issubclass(kind.struct.cls, FAMILIES)},
    key=lambda each: each.__name__,
)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda each: each.__name__)
def test_a_family_claims_nothing(family: type) -> None:
    assert vars(family)["stated"] is False


@pytest.mark.parametrize("kind", KINDS, ids=lambda each: each.__name__)
def test_each_kind_says_it_of_itself(kind: type) -> None:
    """The bases of a kind do not speak for it: what it inherits was never compared with the search."""
    assert "stated" in vars(kind)


class Forgotten(Guard, frozen=True, tag="forgotten"):
    """A kind whose author did not think of the planner."""

    def say(self) -> str:
        return "forgotten"


def test_a_battle_with_a_forgotten_kind_is_searched() -> None:
    rules = book()
    troll = rules.cards["deadbone_troll"]
    strange = replace(troll, traits=(Forgotten(),))

    assert troll.id not in rules.unstated
    assert troll.id in Book({**rules.cards, troll.id: strange}, rules.readings).unstated
