"""Turns of Gloomhaven's monsters, as the rules decide them; sight, attacks, and a character's best turn."""

from __future__ import annotations

from functools import cache
from random import Random
from statistics import median
from textwrap import dedent
from time import process_time

from benchmarks.row import Row, milliseconds
from tsolve import api
from tsolve.api.games import ruleset
from tsolve.games.gloomhaven.board import Board
from tsolve.games.gloomhaven.hexes import Hex, from_offset
from tsolve.games.gloomhaven.monster_situation import Aim, Enemy, Ground, Situation
from tsolve.games.gloomhaven.monster_solver import choose
from tsolve.model.plays import Wishes

COLUMNS, ROWS = 14, 10
"""A large scenario of several rooms."""
DISC = (Hex(0, 0), Hex(1, 0), Hex(0, 1), Hex(-1, 1), Hex(-1, 0), Hex(0, -1), Hex(1, -1))
"""An area of seven hexes."""
AIMS = (Aim(), Aim(targets=2), Aim(3, True), Aim(4, True, 2), Aim(3, True, 1, DISC[:3]))
"""Melee, two targets, ranged, ranged on two, and an area of three hexes."""
TURNS = 400
WORST_TURNS = 60
MEDIAN_TARGET, WORST_TARGET = 2.4, 500.0
"""Milliseconds: where the best public solvers stand."""
_BRUTE = """
game: gloomhaven
turn: Brute
map: {size: 8 x 6, obstacles: "(3,2) (3,3)", traps: "(4,1)"}
characters:
  Brute:
    at: [1, 2]
    hp: 10
    plays: [Trample, Skewer]
    cards:
      Trample: {initiative: 72, top: "attack 3, pierce 2", bottom: "move 4, jump"}
      Skewer: {initiative: 35, top: "attack 3, area (1,0) (2,0) from (0,0)", bottom: move 3}
monsters:
  Bandit Guard 1: {at: [4, 2], rank: elite}
  Bandit Guard 2: {at: [5, 3], hp: 3}
  Living Bones 1: {at: [6, 1], hp: 2}
"""


def rows() -> list[Row]:
    """Milliseconds of processor time of a turn from nothing: every option with its keys."""
    dealt = [_dealt(Random(seed), 0.12, 4, AIMS[seed % len(AIMS)]) for seed in range(TURNS)]
    usual, again = [_taken(each) for each in dealt], [_taken(each) for each in dealt]
    worst = [_taken(_dealt(Random(seed), 0.3, 8, Aim(7, True, 5, DISC))) for seed in range(WORST_TURNS)]
    return [
        _row("a monster's turn on a fresh map, median", median(usual), MEDIAN_TARGET),
        _row("the next turn on the same map, median", median(again), MEDIAN_TARGET),
        Row("a monster's turn on a fresh map, longest", max(usual), "ms"),
        Row("five targets, range 7, seven hexes, many walls: median", median(worst), "ms"),
        _row("five targets, range 7, seven hexes, many walls: longest", max(worst), WORST_TARGET),
        Row(f"sight between all pairs of {COLUMNS} x {ROWS} hexes", _all_sight(), "ms"),
        Row("chances of an attack, fresh deck", _odds("3"), "ms"),
        Row("chances of an attack with advantage, target 3", _odds("3, target 3, advantage", 3), "ms"),
        Row("a character's best turn, proved", _best_turn(), "ms"),
    ]


def _row(name: str, took: float, target: float) -> Row:
    return Row(name, took, "ms", f"<= {target:g}", took <= target)


def _dealt(random: Random, walls: float, enemies: int, aim: Aim) -> Situation:
    """A monster among walls, obstacles, traps, friends and enemies, all dealt at random."""
    hexes = [from_offset(column, row) for column in range(COLUMNS) for row in range(ROWS)]
    random.shuffle(hexes)
    walls_ = hexes[: int(walls * len(hexes))]
    free = hexes[len(walls_) :]
    at, *others = free
    foes, friends = others[:enemies], others[enemies : enemies + 3]
    rest = others[enemies + 3 :]
    board = Board(hexes, walls_, ())
    ground = Ground(board, frozenset(rest[:6]), frozenset(rest[6:12]), frozenset(rest[12:18]))
    return Situation(
        ground,
        at,
        tuple(Enemy(str(number), hex_, (random.randint(1, 99),)) for number, hex_ in enumerate(foes)),
        frozenset(foes),
        frozenset(friends),
        random.randint(1, 4),
        aim=aim,
    )


def _taken(situation: Situation) -> float:
    """Milliseconds of one turn; the board remembers what it was asked."""
    readings = _readings()
    started = process_time()
    choose(situation, readings)
    return (process_time() - started) * 1000


@cache
def _readings() -> dict[str, str]:
    """Those that hold where nobody chooses."""
    return {key: point.options[0].id for key, point in ruleset("gloomhaven").interpretations.items()}


def _all_sight() -> float:
    situation = _dealt(Random(1), 0.2, 4, Aim())
    board = situation.ground.board
    started = process_time()
    for one in board.hexes:
        for other in board.hexes:
            board.sees(one, other)
    return (process_time() - started) * 1000


def _odds(attack: str, targets: int = 1) -> float:
    against = ", ".join(f"{{name: Target {number}, hp: 9, shield: 1}}" for number in range(targets))
    text = f'game: gloomhaven\nattacks: [{{attack: "{attack}", by: Brute, against: [{against}]}}]\n'

    position = api.loads(text.encode(), "attack.yaml")
    started = process_time()
    api.odds(position)
    return (process_time() - started) * 1000


def _best_turn() -> float:
    position = api.loads(dedent(_BRUTE).encode(), "turn.yaml")
    assert position.solve(Wishes()).status == "optimal"
    return milliseconds(lambda: position.solve(Wishes()), 3)
