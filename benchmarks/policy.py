"""Best policies under draws: how time grows, beside plain expectimax and beside one CP-SAT solve per leaf."""

from __future__ import annotations

import tempfile
from pathlib import Path
from time import perf_counter

from benchmarks.row import Row
from tsolve import api
from tsolve.engine.protocol import CHANCE
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.dungeon import Leaf, Value, solve_leaf
from tsolve.games.thunderstone.planning.evaluator import Evaluator
from tsolve.games.thunderstone.planning.goals import DEFAULTS
from tsolve.games.thunderstone.planning.policy import search
from tsolve.games.thunderstone.planning.situations import Situation, reveals
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn import abilities
from tsolve.solve.backends import solve
from tsolve.solve.policy import Worth
from tsolve.solve.problem import Outcome, Problem

PATIENCE = 30.0
"""Seconds after which a rival is given up."""
GOAL = DEFAULTS["dungeon"]
DRAWING = ("Arcane Energies", "Magical Aura", "Regian Priest")
"""Each draws one card, so that the hand decides anew after every card."""
KINDS = (
    "Militia",
    "Dagger",
    "Torch",
    "Iron Rations",
    "Short Sword",
    "Thyrian Squire",
    "Elf Wizard",
    "Polearm",
    "Fireball",
    "Dwarf Guardian",
    "Lantern",
    "Spear",
    "Flaming Sword",
    "Lorigg Thief",
    "Outlands Warrior",
)


class OutOfPatienceError(Exception):
    """A rival takes too long."""


def rows() -> list[Row]:
    """Seconds of the whole answer with every branch played, of its search, and of the rivals' searches."""
    found = []
    for draws in (1, 2, 3):
        for distinct in (5, 10, 15):
            text = position(draws, distinct)
            spent = _answer(text)
            most = draws == 3 and distinct == 15
            target, met = ("<= 2", spent <= 2) if most else ("", None)
            found.append(Row(f"{draws} draws, {distinct} kinds: whole answer", spent, "s", target, met))
            for name, rival in RIVALS.items():
                took, finished = rival(text)
                label = f"{draws} draws, {distinct} kinds: {name}{'' if finished else ', not finished'}"
                found.append(Row(label, took, "s"))
    return found


def position(draws: int, distinct: int) -> str:
    """Three Monsters, a hand with so many cards that draw one each, a deck of 30 cards of so many kinds."""
    hand = [*DRAWING[:draws], "Short Sword", "Thyrian Squire", "Militia"]
    copies = [30 // distinct] * distinct
    deck = [f"{count} x {card}" for count, card in zip(copies, KINDS, strict=False)]
    return (
        "game: thunderstone\nturn: dungeon\n"
        f"hand: [{', '.join(hand)}]\ndeck: {{rest: [{', '.join(deck)}]}}\n"
        "hall: [Griffon, Suffering, Uyril Unending]\ndungeon_deck: unknown\n"
    )


def _load(text: str) -> api.Opened:
    with tempfile.NamedTemporaryFile("w", suffix=".yaml", delete=False) as file:
        file.write(text)
    opened = api.load(file.name)
    Path(file.name).unlink()
    return opened


def _answer(text: str) -> float:
    opened = _load(text)
    started = perf_counter()
    api.solve(opened)
    return perf_counter() - started


def _search(text: str) -> tuple[float, bool]:
    opened = _load(text)
    started = perf_counter()
    search(opened.game, opened.state, GOAL)
    return perf_counter() - started, True


def _by_cpsat(text: str) -> tuple[float, bool]:
    """The same search, with the leaves stated and solved one by one with CP-SAT."""
    opened = _load(text)
    started = perf_counter()
    try:
        search(opened.game, opened.state, GOAL, evaluator=_CpsatLeaves(opened.game, started))
    except OutOfPatienceError:
        return perf_counter() - started, False
    return perf_counter() - started, True


class _CpsatLeaves(Evaluator):
    def __init__(self, game: Thunderstone, started: float) -> None:
        super().__init__(game, GOAL)
        self.started = started

    def _value(self, state: State, rank: int) -> Value | None:
        if perf_counter() - self.started > PATIENCE:
            raise OutOfPatienceError
        leaf = Leaf(Situation(state, ()), rank, state.hall[rank - 1].card, ())
        found, _ = solve_leaf(self.game, leaf, self.goal, _cpsat, None)
        return None if found is None else found.value


def _cpsat(problem: Problem, bar: Value | None) -> Outcome:
    return solve(problem, "cpsat", bar)


def _plain(text: str) -> tuple[float, bool]:
    """Every order of every draw, with the same leaves: nothing merged, remembered or cut off."""
    opened = _load(text)
    evaluator = Evaluator(opened.game, GOAL)
    started = perf_counter()
    try:
        _expectimax(opened.game, opened.state, evaluator, started + PATIENCE)
    except OutOfPatienceError:
        return perf_counter() - started, False
    return perf_counter() - started, True


def _expectimax(game: Thunderstone, state: State, evaluator: Evaluator, deadline: float) -> Worth:
    if perf_counter() > deadline:
        raise OutOfPatienceError
    if state.todo and game.mover(state) == CHANCE:
        events = game.chance(state)
        below = [_expectimax(game, game.apply(state, event), evaluator, deadline) for event, _ in events]
        whole = sum(weight for _, weight in events)
        return tuple(
            sum(weight * level for (_, weight), level in zip(events, levels, strict=True)) / whole
            for levels in zip(*below, strict=True)
        )
    reached = evaluator.best(state)
    assert reached is not None
    best: Worth = reached.value
    for use in abilities.attempts(game.book, state):
        if reveals(game, state, use) and game.why_not(state, use) is None:
            best = max(best, _expectimax(game, game.apply(state, use), evaluator, deadline))
    return best


RIVALS = {"search alone": _search, "plain expectimax": _plain, "CP-SAT at each leaf": _by_cpsat}
"""The last two are other ways to search the same tree."""
