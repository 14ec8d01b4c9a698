"""Policies against the plain expectimax over the engine: same worth on random positions, and sound trees."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from random import Random

import pytest

from tests.games.thunderstone.builders import card_id, ids, mixed_book, position_of
from tests.games.thunderstone.planning import asked_positions as parts
from tests.games.thunderstone.planning.agreement import ATTITUDES, look_over, policy_agrees
from tests.games.thunderstone.planning.asked_positions import in_dungeon, in_dungeon_by_chance
from tests.games.thunderstone.planning.random_positions import (
    Dealt,
    deal,
    dungeon_draws,
    dungeon_position,
    from_the_box,
    goal_of_the_end,
    random_goal,
    random_readings,
    ready_before_cards_leave,
    village_draws,
)
from tests.games.thunderstone.why_not.test_battles import dealt
from tests.sweeping import seeds
from tsolve.budget import Budget, allow
from tsolve.cardkit import piles
from tsolve.cardkit.piles import Layer, Pile, contents
from tsolve.games.thunderstone.actions import Visit
from tsolve.games.thunderstone.answers import Reveal, TurnUp
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.evaluator import Evaluator
from tsolve.games.thunderstone.planning.one_turn import turn_answer
from tsolve.games.thunderstone.planning.plan import plan
from tsolve.games.thunderstone.planning.policy import Searched, search, worth_alone
from tsolve.games.thunderstone.planning.turn_tree import FreeHall, RobbedError, Turn, TurnNode, is_worth_it
from tsolve.games.thunderstone.state import Member, Player, Slot, State
from tsolve.games.thunderstone.turn.hall import ANYBODY, Target
from tsolve.model.plays import Wishes
from tsolve.solve.policy import Search

CHUNK = 40
DUNGEONS = seeds(CHUNK, 160)[::CHUNK]
VILLAGES = seeds(CHUNK, 120)[::CHUNK]


@pytest.mark.parametrize("first", DUNGEONS)
def test_policies_in_the_dungeon_equal_the_expectimax(first: int) -> None:
    compared = []
    for seed in range(first, first + CHUNK):
        random = Random(seed)
        game, state = dungeon_draws(random, cards=3)
        compared.append(
            policy_agrees(game, state, random_goal(random, "dungeon"), ATTITUDES[seed % len(ATTITUDES)])
        )

    assert many_branch(compared, 0.25)


@pytest.mark.parametrize("first", seeds(CHUNK, 120)[::CHUNK])
def test_heroes_count_the_hand_before_cards_leave_it_where_that_is_better(first: int) -> None:
    compared = []
    for seed in range(first, first + CHUNK):
        random = Random(seed)
        game, state = ready_before_cards_leave(random)
        goal = random.choice((random_goal(random, "dungeon"), ("margin",), ("win", "margin")))
        compared.append(policy_agrees(game, state, goal, ATTITUDES[seed % len(ATTITUDES)]))

    assert sum(found is not None for found in compared) > CHUNK / 2


@pytest.mark.parametrize("first", VILLAGES)
def test_policies_in_the_village_equal_the_expectimax(first: int) -> None:
    compared = []
    for seed in range(first, first + CHUNK):
        random = Random(10_000 + seed)
        game, state = village_draws(random, cards=2)
        compared.append(
            policy_agrees(game, state, random_goal(random, "village"), ATTITUDES[seed % len(ATTITUDES)])
        )

    assert many_branch(compared, 0.1)


@pytest.mark.parametrize("first", seeds(CHUNK, 80)[::CHUNK])
def test_policies_against_one_monster_equal_the_expectimax(first: int) -> None:
    compared = []
    for seed in range(first, first + CHUNK):
        random = Random(seed)
        game, state = dungeon_draws(random, cards=2)
        coming = [slot.card for slot in state.hall] + [*contents(state.dungeon)]
        monster = random.choice([card for card in coming if card in game.book.monsters])
        target = Target(monster, random.choice((0, 0, *Target(monster).places(state))))
        draws = ATTITUDES[seed % len(ATTITUDES)]
        compared.append(policy_agrees(game, state, random_goal(random, "dungeon"), draws, target))

    assert many_branch(compared, 0.1)


@pytest.mark.parametrize("steps", [30, 100, 300, 1000])
def test_policies_found_in_a_hurry_can_be_played_and_lie_below_the_best(steps: int) -> None:
    hurried = 0
    for seed in range(60):
        random = Random(52_000 + seed)
        game, state = dungeon_draws(random, cards=3)
        goal, draws = random_goal(random, "dungeon"), ATTITUDES[seed % len(ATTITUDES)]
        whole = search(game, state, goal, ANYBODY, draws)

        with allow(Budget(steps=steps)):
            found = search(game, state, goal, ANYBODY, draws)

        if found.root is not None:
            look_over(game, found.root, goal, draws)
            assert whole.low is not None
            assert found.high is not None
            assert found.low == found.root.worth <= whole.low <= found.high
        hurried += found.low != whole.low
    assert hurried > 0


def many_branch(compared: list[Searched | None], least: float) -> bool:
    """Whether the oracle could judge most positions, and chance has a say in this share of them."""
    judged = [searched for searched in compared if searched is not None]
    branching = [searched for searched in judged if searched.root is not None and searched.root.branches]
    return len(judged) >= 0.7 * len(compared) and len(branching) >= least * len(compared)


MOVERS = ("banish", "polymorph", "elf_archmage")
DRAWERS = ("magical_aura", "regian_priest", "frost_giant_axe", "quartermaster", "gorinth_miser", "banish")
FIGHTERS = (
    *("militia", "thyrian_squire", "elf_wizard", "dwarf_guardian", "outlands_warrior", "feayn_archer"),
    *("short_sword", "spear", "torch", "fireball", "iron_rations", "battle_fury", "disease"),
)
ACTING = ("inferno", "flare", "blaze", "plaguebearer", "blink_dog", "ebon_fume", "griffon", "nixie")
"""Monsters that touch everybody, that shun the dark or Magic, and two that do nothing."""
FREE_CHUNK = 10


@from_the_box
def moving_hall(random: Random) -> Dealt:
    """A card that moves Monsters, at times one that draws, and one or two others; no Monster has a Breach."""
    readings = random_readings(random, 0.06)
    game = Thunderstone(mixed_book(**readings))
    facts = game.book.cards
    quiet = [card for card in facts if facts[card].kind == "monster" and not facts[card].breach]
    hand = [*random.choices(MOVERS, k=random.randint(1, 2)), *random.sample(DRAWERS, random.randint(0, 1))]
    hand += deal(random, ((1, FIGHTERS),), random.randint(1, 2))
    deck = deal(random, ((3, FIGHTERS), (1, DRAWERS + MOVERS)), random.randint(1, 3))
    met = deal(random, ((1, quiet), (1, ACTING)), 3 + random.randint(0, 2))
    below = random.choice((piles.known, piles.shuffled))(met[3:])
    state = State(
        players=(Player(deck=piles.shuffled(deck)), Player(hand=(), discard=("militia",))),
        hall=tuple(map(Slot, met[:3])),
        dungeon=below,
        stock=None,
        party=tuple(map(Member, hand)),
    )
    return game, game.apply(state, Visit("dungeon"))


@pytest.mark.parametrize("first", seeds(FREE_CHUNK, 40)[::FREE_CHUNK])
def test_policies_with_a_free_hall_equal_the_expectimax(first: int) -> None:
    judged = free = 0
    for seed in range(first, first + FREE_CHUNK):
        random = Random(seed)
        game, state = moving_hall(random)
        goal = random.choice((random_goal, goal_of_the_end))(random, "dungeon")
        target = Target(random.choice(state.hall).card) if random.random() < 0.25 else ANYBODY
        found = policy_agrees(game, state, goal, ATTITUDES[seed % len(ATTITUDES)], target)
        judged += found is not None
        free += found is not None and is_worth_it(game, state)

    assert judged >= FREE_CHUNK // 2
    assert free >= judged // 3


def test_no_position_of_a_turn_comes_to_more_than_with_a_free_hall() -> None:
    met = 0
    for seed in range(71_000, 71_012):
        random = Random(seed)
        game, state = moving_hall(random)
        if not is_worth_it(game, state):
            continue
        goal = random_goal(random, "dungeon")
        turn = Turn(game, state, goal, ANYBODY, "expected", Evaluator(game, goal))
        free, whole = Search(FreeHall(turn)), Search(turn)
        for _, place in turn.expand(TurnNode(state)).moves:  # type: ignore[union-attr]
            worth, most = whole.run(place).low, free.run(place).high
            assert worth is None or (most is not None and worth <= most)
            met += 1
    assert met > 20


BANISH = """\
turn: dungeon
hand: [Magical Aura, Thyrian Knight, Dwarf Janissary, Selurin Magician, Uyril Unending]
deck: {rest: [2 x Banish, Battle Fury]}
hall: [Blink Dog, Noxious Slag, Wraith]
dungeon_deck: [Ghost, Tormentor, Harbinger]
"""


def test_a_free_hall_spares_most_positions() -> None:
    here = position_of(BANISH)
    goal = ("win", "lost", "vp")
    turn = Turn(here.game, here.state, goal, ANYBODY, "expected", Evaluator(here.game, goal))
    plain = Search(turn)
    best = plain.run(TurnNode(here.state))

    found = search(here.game, here.state, goal)

    assert found.proved
    assert found.low == best.low
    assert found.positions < plain.positions / 5


LAYERED_CHUNK = 30
HEROES = ("Thyrian Squire", "Elf Sorcerer", "Lorigg Rogue", "Outlands Khan")
LOOKERS = ("Banish", "Elf Archmage", "Polymorph", "Thunder Ring")
MONSTERS = ("Griffon", "Nixie", "Famine", "Blink Dog", "Tyxr the Old", "Kingdom", "Uyril Unending")


def layered_deck(random: Random) -> Pile:
    """A few Monsters, of which the Stone lies among the last ones."""
    monsters = [card_id(random.choice(MONSTERS)) for _ in range(random.randint(1, 3))]
    above = random.randint(0, len(monsters))
    stone = card_id("Stone of Mystery")
    return piles.layered((*monsters, stone), Layer(above), Layer(len(monsters) + 1 - above, (stone,)))


@pytest.mark.parametrize("first", seeds(LAYERED_CHUNK, 90)[::LAYERED_CHUNK])
def test_policies_on_layers_equal_the_expectimax(first: int) -> None:
    compared = []
    for seed in range(first, first + LAYERED_CHUNK):
        random = Random(seed)
        state = State(
            players=(
                Player(deck=piles.shuffled(ids(random.choices(("Militia", "Torch", "Dagger"), k=2)))),
                Player(deck=piles.layered(ids(["Militia", "Torch", "Dagger"]), Layer(2)), hand=None),
            ),
            hall=tuple(Slot(card) for card in ids(random.choices(MONSTERS, k=3))),
            dungeon=layered_deck(random),
            stock=None,
            party=tuple(
                map(Member, ids([random.choice(HEROES), random.choice(LOOKERS), "Disease", "Torch"]))
            ),
        )
        game = Thunderstone(mixed_book())
        goal = random_goal(random, "dungeon")
        turn = game.apply(state, Visit("dungeon"))
        compared.append(policy_agrees(game, turn, goal, ATTITUDES[seed % len(ATTITUDES)]))

    assert sum(found is not None and reveals(found) for found in compared) > LAYERED_CHUNK / 5


def reveals(found: Searched) -> bool:
    """Whether the policy branches on what comes from the Dungeon Deck, or from that of the other player."""
    nodes = [found.root] if found.root else []
    while nodes:
        branches = nodes.pop().branches
        if any(isinstance(branch.event, Reveal | TurnUp) for branch in branches):
            return True
        nodes += [branch.node for branch in branches]
    return False


def is_robbed(game: Thunderstone, state: State) -> bool:
    """Whether the order of preparations matters, so that they belong to the tree."""
    tree = Turn(game, state, ("win",), ANYBODY, "best", Evaluator(game, ("win",)))
    tree.bounded = False
    try:
        Search(tree, "best").run(TurnNode(state))
    except RobbedError:
        return True
    return False


def test_policies_of_robbed_turns_equal_the_expectimax() -> None:
    judged = 0
    for seed in seeds(15, 60):
        random = Random(seed)
        game, state = dealt(random, robbed=True)
        goal = random.choice((random_goal, goal_of_the_end))(random, "dungeon")
        target = Target(random.choice(state.hall).card) if random.random() < 0.3 else ANYBODY
        if is_robbed(game, state):
            judged += policy_agrees(game, state, goal, random.choice(ATTITUDES), target) is not None
    assert judged >= 1


DEALS: dict[str, Callable[[Random], Dealt]] = {
    "base": partial(dungeon_position, cards=5),
    "draws": partial(dungeon_draws, cards=4),
    "heroes": partial(in_dungeon, parts.heroes, cards=4),
    "heroes by chance": partial(in_dungeon_by_chance, parts.heroes, cards=4),
    "weapons": partial(in_dungeon, parts.weapons, cards=4),
    "village by chance": partial(in_dungeon_by_chance, parts.village, cards=4),
}


@pytest.mark.parametrize("name", DEALS)
def test_a_search_under_chance_finds_what_the_planner_found(name: str) -> None:
    compared = sum(_compared(*DEALS[name](random), random) for random in map(Random, seeds(15, 40)))

    assert compared >= 2


def _compared(game: Thunderstone, state: State, random: Random) -> bool:
    """Compare the two, where the planner is sure."""
    goal = random_goal(random, state.turn)
    planned = plan(game, state, goal, backend="exact")
    if planned.by_chance:
        return False
    searched = search(game, state, goal)
    assert searched.proved
    worth = None if planned.best is None else planned.best.value
    assert (None if searched.root is None else searched.root.worth) == worth
    assert not planned.left_out or searched.left_out
    return True


WORTHS: dict[str, Callable[[Random], Dealt]] = {
    "dungeon": partial(dungeon_draws, cards=3),
    "village": partial(village_draws, cards=4),
}


@pytest.mark.parametrize("name", WORTHS)
def test_the_worth_alone_is_that_of_the_written_policy(name: str) -> None:
    compared = sum(_compared_alone(*WORTHS[name](random), random) for random in map(Random, seeds(15, 30)))

    assert compared >= 2


def _compared_alone(game: Thunderstone, state: State, random: Random) -> bool:
    """Compare the two; whether draws make the best play better."""
    goal, draws = random_goal(random, state.turn), random.choice(ATTITUDES)
    alone = worth_alone(game, state, goal, draws)
    if alone.worth is None:
        return False
    asked = Wishes(draws=draws, backend="exact", what_if=False)
    answer = turn_answer(game, state, goal, ANYBODY, asked)
    if answer.policy is None:
        assert not alone.is_a_policy
        assert alone.worth == answer.objective
    else:
        assert alone.worth == tuple(Fraction(level.exact) for level in answer.policy.worth)
    return alone.is_a_policy
