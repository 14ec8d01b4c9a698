"""A kind of effect is covered by the planner's statements only where it claims so itself."""

from __future__ import annotations

from random import Random
from types import FunctionType
from typing import TypeVar

import msgspec
import pytest
from msgspec.structs import replace

from tests.games.thunderstone.builders import book
from tests.games.thunderstone.own_cards.test_own_against_search import dealt
from tests.games.thunderstone.planning.agreement import plan_agrees
from tests.games.thunderstone.planning.drawing_positions import dungeon_draws, village_draws
from tests.games.thunderstone.planning.policy_agreement import policy_agrees
from tests.games.thunderstone.planning.random_positions import random_goal
from tsolve.api.effects import places
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.effects.base import Effect, MonsterTrait
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.card_facts import unstated

E = TypeVar("E", bound=Effect)
KINDS = sorted(
    {kind.struct.cls for place in places("thunderstone") for kind in place.kinds},
    key=lambda each: each.__name__,
)
OF_RULES = {
    *("happens", "outside_only"),
    *("target", "rules", "needs_price", "robs"),
    *("reacts", "saves", "returns"),
    *(
        "silences_unequipped",
        "voids_edged",
        "voids_spells",
        "voids_unequipped",
        "fixes_darkness",
        "dark",
        "stays",
    ),
}
"""What the rules themselves ask of a kind."""
FOR_PLANNING = {"is_idle", "may_count", "recounts", "tallies", "magic_lost_with"}
"""What only those ask who plan a turn, or tell positions apart."""


def test_the_bases_claim_nothing() -> None:
    assert Effect.stated is False
    assert [base.__name__ for base in Effect.__subclasses__() if "stated" in vars(base)] == []


@pytest.mark.parametrize("kind", KINDS, ids=lambda each: each.__name__)
def test_each_kind_claims_it_for_itself(kind: type[Effect]) -> None:
    """Nobody else speaks for a kind: what it inherits was never compared with the search."""
    assert kind.stated == ("stated" in vars(kind))


class Forgotten(MonsterTrait, frozen=True):
    """A kind whose author did not think of the planner."""

    def say(self) -> str:
        return "forgotten"


def test_a_battle_with_a_forgotten_kind_is_searched() -> None:
    rules = book()
    troll = rules.cards["deadbone_troll"]
    strange = replace(troll, traits=(Forgotten(),))

    assert troll.id not in unstated(rules)
    assert troll.id in unstated(Book({**rules.cards, troll.id: strange}, rules.readings))


def forgetful(effect: E) -> E:
    """The same effect of a kind whose author wrote down the rules, and claimed nothing."""
    kind = type(effect)
    fields = msgspec.structs.fields(kind)
    kept = {
        name: value
        for name, value in vars(kind).items()
        if name in OF_RULES or (isinstance(value, FunctionType | property) and name not in FOR_PLANNING)
    }
    bare = msgspec.defstruct(
        f"Bare{kind.__name__}",
        [(field.name, field.type) for field in fields],
        bases=kind.__bases__,
        namespace=kept,
        frozen=True,
        kw_only=True,
    )
    made: E = bare(**{field.name: getattr(effect, field.name) for field in fields})
    return made


def without_claims(game: Thunderstone) -> Thunderstone:
    """The game with effects that do what they did, and the planner is not told what that may touch."""
    cards = {id_: _forgetful_card(card) for id_, card in game.book.cards.items()}
    return Thunderstone(Book(cards, game.book.readings))


def _forgetful_card(card: Card) -> Card:
    abilities = tuple(replace(each, do=tuple(map(forgetful, each.do))) for each in card.abilities)
    places = ("traits", "battle", "breach", "spoils", "global_effects", "trap")
    standing = {place: tuple(map(forgetful, getattr(card, place))) for place in places}
    return replace(card, abilities=abilities, **standing)


@pytest.mark.parametrize("first", range(0, 120, 20))
def test_turns_with_effects_that_claim_nothing_are_searched_and_come_out_right(first: int) -> None:
    compared = 0
    for seed in range(first, first + 20):
        game, state, goal = dealt(Random(seed))
        compared += plan_agrees(without_claims(game), state, goal)

    assert compared >= 14


@pytest.mark.parametrize("seed", range(1, 9))
def test_policies_with_effects_that_claim_nothing_come_out_right(seed: int) -> None:
    random = Random(seed)
    game, state = (dungeon_draws if seed % 3 else village_draws)(random, random.randint(2, 3))

    assert policy_agrees(without_claims(game), state, random_goal(random, state.turn), "expected") is not None
