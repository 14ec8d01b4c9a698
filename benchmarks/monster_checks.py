"""Whole answers about a monster's turn, from the text of a file: beside the rules' decision alone.

Three sets of turns, dealt from seeds: those that `hunt` deals, the stress of areas with several targets, and
the same on maps without walls, where all enemies are seen from everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import median
from time import process_time
from typing import NamedTuple

from msgspec.structs import replace

from benchmarks.row import Row
from tsolve import api
from tsolve.diagnostics import quoted
from tsolve.games.gloomhaven.abilities import Move
from tsolve.games.gloomhaven.board import Board
from tsolve.games.gloomhaven.judging.hunt import Dealer, text_of
from tsolve.games.gloomhaven.monster_situation import Situation
from tsolve.games.gloomhaven.monster_solver import choose
from tsolve.games.gloomhaven.position import ScenarioPosition
from tsolve.games.gloomhaven.turn.deliberation import next_attack, situation
from tsolve.games.gloomhaven.turn.elements_and_bonuses import effective

TURNS, STRESSED = 300, 40
TIMES, MEDIAN, WORST = 3.0, 3.0, 1000.0
"""How many times the decision alone an answer may take; milliseconds of the median and of the worst."""
NAMES = ("Anna", "Bert", "Cleo", "Dora")
DISC = "(0,0) (1,0) (0,1) (-1,1) (-1,0) (0,-1) (1,-1)"
STRESS = f"attack +0, range 7, target 5, area {DISC}"


class Spent(NamedTuple):
    """Milliseconds of processor time of one turn."""

    decision: float
    """What the rules leave for the move and the attack, on a map that nobody has looked at yet."""
    reading: float
    """From the text of the file to the position at its first decision."""
    judging: float

    @property
    def answer(self) -> float:
        """What somebody waits for who asks."""
        return self.reading + self.judging


def rows() -> list[Row]:
    """Milliseconds of processor time of checks, and how many times the decision alone they take."""
    taken(dealt(1, 2)[1])  # what is loaded once
    return [
        *_told("turns of the hunt", [taken(text) for text in dealt(1, TURNS)]),
        *_told("five targets, range 7, seven hexes", [taken(stress(seed, 0.3)) for seed in range(STRESSED)]),
        *_told("the same without walls", [taken(stress(seed, 0.0)) for seed in range(STRESSED)]),
    ]


def _told(name: str, spent: Sequence[Spent]) -> list[Row]:
    decisions = [each.decision for each in spent]
    answers = [each.answer for each in spent]
    times = sum(answers) / sum(decisions)
    return [
        Row(f"{name}: decision alone, median", median(decisions), "ms"),
        Row(f"{name}: decision alone, worst", max(decisions), "ms"),
        Row(f"{name}: reading, median", median(each.reading for each in spent), "ms"),
        Row(f"{name}: judging, median", median(each.judging for each in spent), "ms"),
        Row(f"{name}: check, median", median(answers), "ms", f"<= {MEDIAN:g}", median(answers) <= MEDIAN),
        Row(f"{name}: check, worst", max(answers), "ms", f"<= {WORST:g}", max(answers) <= WORST),
        Row(f"{name}: check / decision alone, all", times, "times", f"<= {TIMES:g}", times <= TIMES),
        Row(
            f"{name}: judging / decision alone, all",
            sum(each.judging for each in spent) / sum(decisions),
            "times",
        ),
    ]


def taken(text: str) -> Spent:
    """What the answer about one turn takes, and the decision alone."""
    started = process_time()
    position = api.loads(text, "turn.yaml")
    read = process_time()
    answer = api.check(position)
    judged = process_time()
    assert answer.options is not None
    assert isinstance(position, ScenarioPosition)
    seen, before = _seen(position), process_time()
    choose(_unseen(seen), position.readings)
    decided = process_time() - before
    return Spent(decided * 1000, (read - started) * 1000, (judged - read) * 1000)


def _seen(position: ScenarioPosition) -> Situation:
    """The move and the attack of the turn, as the rules see them."""
    state, book = position.laid.state, position.book
    figure = state.figure(position.actor)
    abilities = effective(book, state, figure)
    move = next((each for each in abilities if isinstance(each, Move)), None)
    return situation(book, state, figure, next_attack(abilities), move)


def _unseen(seen: Situation) -> Situation:
    """The same on a new map."""
    old = seen.ground.board
    board = Board(
        old.hexes, old.walls - old.shut, old.thin_walls, old.sight, old.coordinates, old.shut, old.border
    )
    return replace(seen, ground=replace(seen.ground, board=board))


def dealt(seed: int, count: int) -> list[str]:
    """Turns of monsters as `hunt` deals them, as position files; rounds are left out."""
    dealer = Dealer(Random(seed))
    found: list[str] = []
    while len(found) < count:
        file = dealer.deal()
        if file.until == "turn":
            found.append(text_of(file))
    return found


def stress(seed: int, walls: float, attack: str = STRESS, size: tuple[int, int] = (14, 10)) -> str:
    """The turn of one of four monsters among eight enemies, an area attack with several targets before it."""
    random = Random(seed)
    hexes = [(column, row) for column in range(size[0]) for row in range(size[1])]
    random.shuffle(hexes)
    stones, free = hexes[: int(walls * len(hexes))], hexes[int(walls * len(hexes)) :]

    def some(count: int) -> list[list[int]]:
        return [list(free.pop()) for _ in range(count)]

    characters = {
        name: {"at": at, "initiative": random.randint(1, 99), "hp": 10}
        for name, at in zip(NAMES, some(4), strict=True)
    }
    summons = {
        f"Wolf of {name}": {"at": at, "of": name, "hp": 5, "stats": {"move": 2, "attack": 2}}
        for name, at in zip(NAMES, some(4), strict=True)
    }
    monsters = {
        f"Fiend {number}": {"at": at, "stats": {"hp": 9, "move": random.randint(1, 4), "attack": 3}}
        for number, at in enumerate(some(4), 1)
    }
    file = {
        "game": "gloomhaven",
        "map": {
            "size": list(size),
            "walls": list(map(list, stones)),
            **{terrain: some(6) for terrain in ("obstacles", "traps", "difficult")},
        },
        "turn": "Fiend 1",
        "characters": characters,
        "summons": summons,
        "monsters": monsters,
        "ability_cards": {"Fiend": {"initiative": 50, "do": ["move +0", attack]}},
    }
    return "".join(f"{key}: {quoted(value)}\n" for key, value in file.items())
