"""Turns in which the Hall changes and nothing happens by that, against the plain expectimax: same worths."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.thunderstone.builders import mixed_book
from tests.games.thunderstone.files import opened
from tests.games.thunderstone.planning.policy_agreement import ATTITUDES, policy_agrees
from tests.games.thunderstone.planning.random_positions import (
    Dealt,
    deal,
    from_the_box,
    goal_of_the_end,
    random_goal,
    random_readings,
)
from tsolve.cardkit import piles
from tsolve.games.thunderstone.actions import Visit
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.evaluator import Evaluator
from tsolve.games.thunderstone.planning.policy import search
from tsolve.games.thunderstone.planning.turn_tree import FreeHall, Turn, TurnNode, is_worth_it
from tsolve.games.thunderstone.state import Member, Player, Slot, State
from tsolve.games.thunderstone.turn.hall import ANYBODY, Target
from tsolve.solve.policy import Search

MOVERS = ("banish", "polymorph", "elf_archmage")
DRAWERS = ("magical_aura", "regian_priest", "frost_giant_axe", "quartermaster", "gorinth_miser", "banish")
FIGHTERS = (
    *("militia", "thyrian_squire", "elf_wizard", "dwarf_guardian", "outlands_warrior", "feayn_archer"),
    *("short_sword", "spear", "torch", "fireball", "iron_rations", "battle_fury", "disease"),
)
ACTING = ("inferno", "flare", "blaze", "plaguebearer", "blink_dog", "ebon_fume", "griffon", "nixie")
"""Monsters that touch everybody, that shun the dark or Magic, and two that do nothing."""
CHUNK = 10


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


@pytest.mark.parametrize("first", range(70_000, 70_040, CHUNK))
def test_policies_with_a_free_hall_equal_the_expectimax(first: int) -> None:
    judged = free = 0
    for seed in range(first, first + CHUNK):
        random = Random(seed)
        game, state = moving_hall(random)
        goal = random.choice((random_goal, goal_of_the_end))(random, "dungeon")
        target = Target(random.choice(state.hall).card) if random.random() < 0.25 else ANYBODY
        found = policy_agrees(game, state, goal, ATTITUDES[seed % len(ATTITUDES)], target)
        judged += found is not None
        free += found is not None and is_worth_it(game, state)

    assert judged >= CHUNK // 2
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
    here = opened(BANISH)
    goal = ("win", "lost", "vp")
    turn = Turn(here.game, here.state, goal, ANYBODY, "expected", Evaluator(here.game, goal))
    plain = Search(turn)
    best = plain.run(TurnNode(here.state))

    found = search(here.game, here.state, goal)

    assert found.proved
    assert found.low == best.low
    assert found.positions < plain.positions / 5
