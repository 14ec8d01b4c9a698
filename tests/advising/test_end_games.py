"""Advice against the truth in end games of Thunderstone: whatever chance may bring until the Stone comes is
gone through in the rules engine, and the mean of all of it is what the games of `advise` estimate.

The players play as `quick` does, but remember nothing: so what they do follows from the position, and a
position that is met again need not be searched again.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from itertools import combinations
from random import Random

from msgspec.structs import replace

from tests.sweeping import seeds
from tsolve import api
from tsolve.advising.advice import Comparison
from tsolve.advising.candidates import WAYS, Candidate
from tsolve.advising.rollouts import Following, Rollouts
from tsolve.batch import pool
from tsolve.budget import Budget, allow
from tsolve.engine import CHANCE
from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.players import greedy
from tsolve.games.thunderstone.players.quick import Quick
from tsolve.games.thunderstone.state import State
from tsolve.players import Brought, Start, brought, start_of

HEROES = ("Militia", "Dwarf Guardian", "Elf Wizard", "Feayn Archer", "Outlands Warrior", "Lorigg Rogue")
OTHERS = ("Dagger", "Torch", "Iron Rations", "Spear", "Lantern", "Short Sword", "Fireball")
MONSTERS = ("Griknack Goblin", "Green Blob", "Gray Ooze", "Nixie", "Kingdom", "Succubus", "Famine")
WORLDS = 128
MOST = 20_000
"""Positions above which an end game is not small; it is left out."""


class TooLargeError(Exception):
    """The end game is not small."""


class Steady:
    """`quick` without a memory. (`tsolve.players.Player`)"""

    def __init__(self, game: Thunderstone) -> None:
        self._game = game

    def choose(self, state: State, actions: Sequence[Action], random: Random) -> Action:
        return Quick(self._game).choose(state, actions, Random(0))


def players(start: Start[State, Action]) -> Brought[State, Action]:
    """The players of Thunderstone, and the steady one. (`Capabilities.players`)"""
    game = start.game
    assert isinstance(game, Thunderstone)
    return greedy.players(start)._replace(makers={"steady": lambda: Steady(game)})


def end_game(seed: int) -> str:
    """A table on which one or two more Monsters come before the Stone."""
    random = Random(seed)

    def hand() -> str:
        """Few kinds of cards, so that few things may be drawn."""
        hero, (one, other) = random.choice(HEROES), random.sample(OTHERS, 2)
        return f"3 x {hero}, 2 x {one}, {other}"

    hall = ", ".join(random.sample(MONSTERS, 3))
    return f"""
game: thunderstone
turn: undecided
hand: [{hand()}]
deck: []
hall: [{hall}]
dungeon_deck: [Stone of Mystery]
village: {{Feast: 2, Polearm: 1}}
players: {{others: [{{hand: [{hand()}], deck: [], discard: []}}]}}
"""


class Truth:
    """The mean of what the first player comes to be ahead by, over all that chance may bring."""

    def __init__(self, start: Start[State, Action]) -> None:
        self.game, self.seen = start.game, brought(start).seen
        assert isinstance(start.game, Thunderstone)
        self.player = Steady(start.game)
        self.known: dict[Hashable, Fraction] = {}

    def of(self, state: State, candidate: Candidate[Action]) -> Fraction:
        """The same after a candidate."""
        assert not candidate.plan.after
        following = Following(self.player, candidate.plan, ())
        while following._left and not self.game.is_over(state) and self.game.mover(state) != CHANCE:
            actions = self.game.legal_actions(state)
            state = self.game.apply(state, following.choose(self.seen(state, 0), actions, Random(0)))
        return self.ahead(state)

    def ahead(self, state: State) -> Fraction:
        if self.game.is_over(state):
            mine, other = self.game.scores(state)
            return Fraction(mine - other)
        key = self.game.key(state)
        if key not in self.known:
            if len(self.known) > MOST:
                raise TooLargeError
            self.known[key] = self._mean(state)
        return self.known[key]

    def _mean(self, state: State) -> Fraction:
        mover = self.game.mover(state)
        if mover == CHANCE:
            events = self.game.chance(state)
            whole = sum(weight for _, weight in events)
            after = ((Fraction(weight, whole), self.game.apply(state, event)) for event, weight in events)
            return sum((share * self.ahead(each) for share, each in after), Fraction())
        actions = self.game.legal_actions(state)
        action = self.player.choose(self.seen(state, mover), actions, Random(0))
        return self.ahead(self.game.apply(state, action))


def compared(seed: int) -> list[tuple[float, float, float, Fraction]]:
    """Of each pair of candidates the difference told, its interval, and the true one; nothing where the end
    game is not small.
    """
    position = api.loads(end_game(seed), "end.yaml")
    start = start_of(position)
    where = start.capabilities._replace(
        room="",
        players=f"{__name__}:players",
        outlook="tsolve.games.thunderstone.players.outlook:outlook",
    )
    start = replace(start, capabilities=where)
    with allow(Budget(steps=30_000)):
        ways = tuple(each for each in WAYS.of(position)() if not each.plan.after)
    truth = Truth(start)
    try:
        true = [truth.of(start.state, each) for each in ways]
    except (TooLargeError, RecursionError):
        return []
    found = Comparison(Rollouts(start, ways, ("steady",), seed))
    with pool(1, keeps=True) as helpers:
        found.play(WORLDS, helpers)
    pairs = []
    for one, other in combinations(range(len(ways)), 2):
        told = found.deciding.between(one, other)
        pairs.append((told.mean, told.low, told.high, true[one] - true[other]))
    return pairs


def test_settled_orders_are_true() -> None:
    """Of the pairs that are settled at least 95 % are in their true order, and of all intervals at least 95 %
    hold the true difference.
    """
    pairs = [pair for seed in seeds(8, 100) for pair in compared(seed)]
    settled = [(mean, true) for mean, low, high, true in pairs if low > 0 or high < 0]
    assert len(settled) >= 20
    assert sum((mean > 0) == (true > 0) for mean, true in settled) >= 0.95 * len(settled)
    assert sum(low <= true <= high for _, low, high, true in pairs) >= 0.95 * len(pairs)
