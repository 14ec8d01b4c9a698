"""Upper bounds, positions taken for equal, turns that go on for ever: no line is worth more than is said."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator
from functools import partial
from random import Random

import pytest
from msgspec.structs import replace

from tests.games.thunderstone.builders import mixed_book, position
from tests.games.thunderstone.planning.asked_positions import (
    features,
    heroes,
    in_dungeon,
    in_dungeon_by_chance,
    monsters,
    village,
    weapons,
)
from tests.games.thunderstone.planning.random_positions import (
    Dealt,
    dungeon_draws,
    dungeon_position,
    goal_of_the_end,
    random_goal,
    ready_before_cards_leave,
)
from tests.games.thunderstone.planning.test_policy import moving_hall
from tests.sweeping import seeds
from tsolve.budget import SpentError
from tsolve.cardkit import piles
from tsolve.engine import CHANCE
from tsolve.engine.search import best_line, best_policy
from tsolve.errors import TooLargeError
from tsolve.games.thunderstone.actions import Use, Visit
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.bounds import UpperBounds
from tsolve.games.thunderstone.planning.dungeon import Leaf, Value, leaves, search_engine
from tsolve.games.thunderstone.planning.evaluator import Evaluator
from tsolve.games.thunderstone.planning.goals import battle_result
from tsolve.games.thunderstone.planning.plan import plan
from tsolve.games.thunderstone.planning.policy import search
from tsolve.games.thunderstone.planning.seen import Seen, had_no_effect
from tsolve.games.thunderstone.planning.situations import Explorer, _Search, revealing_uses
from tsolve.games.thunderstone.state import Member, Player, Slot, State
from tsolve.games.thunderstone.turn.hall import ANYBODY, Target

ALIKE_DEALS = {
    "base": partial(dungeon_position, cards=4),
    "moving": moving_hall,
    "ready": ready_before_cards_leave,
    "features": partial(in_dungeon, features, cards=4),
    "village": partial(in_dungeon, village, cards=4),
}
ALIKE_LIMIT = 2_000
"""Positions of one oracle."""
MOST = 400
"""Attacks in a turn that is looked at."""


def goal_of(random: Random) -> tuple[str, ...]:
    return random.choice((random_goal, goal_of_the_end))(random, "dungeon")


def alike(random: Random, dealt: Dealt) -> int:
    """How many pairs of attacks that are alike were found to be worth the same."""
    game, state = dealt
    goal = goal_of(random)
    evaluator = Evaluator(game, goal)
    explorer = Explorer(game, state)
    classes: dict[Hashable, list[Leaf]] = defaultdict(list)
    situations = [situation for level in explorer.levels() for situation in level.situations]
    for leaf in leaves(game, situations, goal, ANYBODY)[:MOST]:
        classes[evaluator.symmetry_key(leaf.situation.state, leaf.rank)].append(leaf)
    several = [some for some in classes.values() if len(some) > 1]
    pairs = [random.sample(some, 2) for some in random.sample(several, min(3, len(several)))]
    for pair in pairs:
        try:
            one, other = (searched(game, leaf, goal) for leaf in pair)
        except TooLargeError:
            continue
        assert one == other, [leaf.situation.line for leaf in pair]
    return len(pairs)


def searched(game: Thunderstone, leaf: Leaf, goal: tuple[str, ...]) -> Value | None:
    """The best worth of an attack, by every line of the engine that reveals nothing more."""
    found = search_engine(game, leaf.situation, goal, Target(rank=leaf.rank), ALIKE_LIMIT, quiet=True)
    return None if found is None else found.value


@pytest.mark.parametrize("name", ALIKE_DEALS)
def test_attacks_that_are_alike_are_worth_the_same(name: str) -> None:
    randoms = [Random(seed) for seed in seeds(30, 60)]
    assert sum(alike(random, ALIKE_DEALS[name](random)) for random in randoms) >= 2


class Everything:
    """Remembers positions, and knows only equal ones again."""

    def __init__(self, game: Thunderstone) -> None:
        self.game = game
        self._met: set[Hashable] = set()

    @property
    def count(self) -> int:
        """How many positions were new."""
        return len(self._met)

    def is_new(self, state: State) -> bool:
        """Whether no equal position was met."""
        before = len(self._met)
        self._met.add(self.game.key(state))
        return len(self._met) > before


def best(explorer: Explorer, evaluator: Evaluator) -> tuple[Value | None, int, bool]:
    """The best worth of any attack, the number of situations, and whether all were looked at."""
    found = [situation for level in explorer.levels() for situation in level.situations]
    ends = (evaluator.best(situation.state) for situation in found)
    worths = [end.value for end in ends if end is not None]
    return max(worths, default=None), len(found), explorer.complete


def passed_over(random: Random, dealt: Dealt) -> int:
    """How many situations were passed over, and nothing better with them."""
    game, state = dealt
    evaluator = Evaluator(game, goal_of(random))
    plain = _Search(game, state)
    plain._seen = Everything(game)  # type: ignore[assignment]
    try:
        least, some, _ = best(Explorer(game, state), evaluator)
        most, all_, complete = best(Explorer(game, state, search=plain), evaluator)
    except (SpentError, TooLargeError):
        return 0
    if not complete:
        return 0
    assert least == most
    return all_ - some


@pytest.mark.parametrize("name", ALIKE_DEALS)
def test_nothing_better_is_passed_over(name: str) -> None:
    randoms = [Random(seed) for seed in seeds(20, 150)]
    passed = sum(passed_over(random, ALIKE_DEALS[name](random)) for random in randoms)
    assert passed >= (4 if name in ("moving", "ready") else 0)


LIMIT = 1_500
"""Positions of one oracle."""
LONGEST = 12
Deal = Callable[[Random], Dealt]
DEALS: dict[str, Deal] = {
    "draws": partial(dungeon_draws, cards=2),
    "ready": ready_before_cards_leave,
    "moving": moving_hall,
    "known features": partial(in_dungeon, features, cards=3),
    "known village": partial(in_dungeon, village, cards=3),
    **{
        part.__name__: partial(in_dungeon_by_chance, part, cards=3)
        for part in (features, heroes, monsters, village, weapons)
    },
}


def walk(random: Random, game: Thunderstone, state: State) -> Iterator[State]:
    """Positions of one random turn, until nothing more is revealed or nobody knows what comes."""
    for _ in range(LONGEST):
        if state.over:
            return
        yield state
        if game.mover(state) == CHANCE:
            actions = [action for action, _ in game.chance(state)]
        elif state.todo:
            actions = list(game.legal_actions(state))
        else:
            actions = list(revealing_uses(game, state))
        if not actions:
            return
        state = game.apply(state, random.choice(actions))


def compared(random: Random, deal: Deal) -> int:
    """How many positions of a turn could be compared, waiting ones counted alone."""
    game, start = deal(random)
    goal = random.choice((random_goal, goal_of_the_end))(random, "dungeon")
    upper_bounds = UpperBounds(game, goal, ANYBODY)
    waiting = 0
    for state in walk(random, game, start):
        try:
            best = best_policy(
                game, state, lambda here: battle_result(game.book, here, goal), state.active, "best", LIMIT
            )
        except TooLargeError:
            continue
        if best is not None:
            assert best.worth <= upper_bounds.above(state), (goal, state)
            waiting += bool(state.todo)
    return waiting


@pytest.mark.parametrize("name", DEALS)
def test_no_line_is_worth_more_than_the_ceiling(name: str) -> None:
    assert sum(compared(Random(seed), DEALS[name]) for seed in seeds(20, 40)) >= 1


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


def entered(*hand: str, deck: tuple[str, ...] = ()) -> tuple[Thunderstone, State]:
    game = Thunderstone(mixed_book())
    return game, game.apply(position([*hand], ["Nixie"], deck=[*deck]), Visit("dungeon"))


@pytest.mark.parametrize(
    ("hand", "deck", "in_vain"),
    [
        (("Regian Priest",), (), True),  # there is no card to draw
        (("Regian Priest",), ("Torch",), False),
        (("Regian Priest", "Scout"), (), False),  # what was used is not put back on the deck (DS-12)
    ],
)
def test_a_priest_draws_in_vain_where_there_is_no_card(
    hand: tuple[str, ...], deck: tuple[str, ...], in_vain: bool
) -> None:
    game, state = entered(*hand, deck=deck)
    draw = Use(0, 0)

    after = game.apply(state, draw)

    assert had_no_effect(game.book, state, draw, after) == in_vain
    seen = Seen(game)
    assert seen.is_new(state)
    assert seen.is_new(after) != in_vain
