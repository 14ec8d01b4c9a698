"""Monsters of which it is said that they keep out of traps are played in every way: none springs one."""

from __future__ import annotations

from random import Random

from tests.sweeping import seeds
from tsolve import api
from tsolve.engine import CHANCE
from tsolve.games.gloomhaven.planning.trap_ways import keeps_clear
from tsolve.games.gloomhaven.position import ScenarioPosition

MOST = 60
"""Positions of a turn that are looked at."""


def dealt(random: Random) -> ScenarioPosition:
    columns, rows = random.randint(4, 6), random.randint(3, 5)
    hexes = [[column, row] for column in range(columns) for row in range(rows)]
    random.shuffle(hexes)
    traps = [hexes.pop() for _ in range(random.randint(1, 4))]
    obstacles = [hexes.pop() for _ in range(random.randint(0, 2))]
    names = ("Brute", "Tinkerer", "Scoundrel")[: random.randint(1, 3)]
    ranged = random.choice(("", ", range: 3"))
    lines = [
        "game: gloomhaven",
        "turn: Guard 1",
        f"map: {{size: {columns} x {rows}, traps: {traps}, obstacles: {obstacles}}}",
        "characters:",
        *(f"  {name}: {{at: {hexes.pop()}, hp: 9}}" for name in names),
        "monsters:",
        *(
            f"  Guard {number}: {{at: {hexes.pop()}, stats: {{hp: 9, move: 9, attack: 1{ranged}}}}}"
            for number in range(1, random.randint(2, 4))
        ),
        "ability_cards: {Guard: {initiative: 15, do: [move +0, attack +0]}}",
    ]
    found = api.loads("\n".join(lines))
    assert isinstance(found, ScenarioPosition)
    return found


def test_no_monster_that_keeps_clear_springs_a_trap() -> None:
    random, clear = Random(7), 0
    for _ in seeds(150, 5_000):
        position = dealt(random)
        start, game = position.state, position.game
        party = [frozenset({each.at}) for each in start.figures if each.side == "party"]
        if not keeps_clear(position.book, start, start.figure("Guard 1"), party):
            continue
        clear += 1
        waiting = [start]
        for state in waiting:
            assert state.traps == start.traps
            if state.result or len(waiting) > MOST:
                continue
            is_chance = game.mover(state) == CHANCE
            actions = [game.chance(state)[0][0]] if is_chance else game.legal_actions(state)
            waiting += [game.apply(state, each) for each in actions]
    assert clear
