"""Lines of an answer, played by the engine in the world that they belong to."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.explaining.world import World
from tsolve.games.thunderstone.planning.lines import line_answer
from tsolve.model.lines import LineAnswer

_ANY = "Whatever you draw, there is a way."


def shown(world: World, actions: Iterable[Action], drawn: bool = False) -> tuple[LineAnswer, dict[str, str]]:
    """The line with its numbers, and the readings that it went through. It may end before the turn does.

    `drawn`: the line is one way that the cards may come, and every other one leads there, too.
    """
    line, end, readings = line_answer(world.game, world.state, actions)
    if end.turn == "dungeon" and not end.tally.outcome:
        line = replace(line, outcome="The turn stops before the attack.")
    elif end.turn == "village" and end.step == "buying" and not end.tally.gained:
        line = replace(line, outcome=f"You have {end.tally.gold} gold to spend.")
    if drawn:
        line = replace(line, outcome=f"Whatever you draw; for example: {line.outcome}" if actions else _ANY)
    return line, readings
