"""Hand-made games: a drawn tree, and an urn without replacement."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from random import Random

from tsolve.engine import CHANCE
from tsolve.model.trace import Refusal, Trace

ME = 0


class _Toy:
    """The parts of the protocol that no search asks for."""

    def why_not(self, state: object, action: object) -> Refusal | None:
        return None

    def rulings_for(self, state: object, action: object) -> tuple[str, ...]:
        return ()

    def refusals(self, state: object) -> list[Refusal]:
        return []

    def is_over(self, state: object) -> bool:
        return False

    def scores(self, state: object) -> list[int]:
        return []

    def notation(self, state: object, action: object) -> str:
        return str(action)


class Tree(_Toy):
    """Positions by name: who moves there, and where each action leads; events also have a weight.

    A position that is not listed ends the game; its value is looked up by its name.
    """

    def __init__(
        self,
        choices: Mapping[str, Mapping[str, str]],
        events: Mapping[str, Mapping[str, int]],
        movers: Mapping[str, int] | None = None,
    ) -> None:
        self.choices, self.events, self.movers = choices, events, movers or {}

    def mover(self, state: str) -> int:
        return CHANCE if state in self.events else self.movers.get(state, ME)

    def legal_actions(self, state: str) -> list[str]:
        return list(self.choices.get(state, {}))

    def apply(self, state: str, action: str, trace: Trace | None = None) -> str:
        return action if state in self.events else self.choices[state][action]

    def chance(self, state: str) -> list[tuple[str, int]]:
        return list(self.events[state].items())

    def sample(self, state: str, random: Random) -> str:
        return random.choice(list(self.events[state]))

    def key(self, state: str) -> Hashable:
        return state


UrnState = tuple[int, int, int, str]
"""Red and blue balls left, red balls drawn, and what happens next: `choose`, `draw` or `over`."""


class Urn(_Toy):
    """Draw as long as you dare: each red ball counts one, a blue ball takes all and ends it."""

    def mover(self, state: UrnState) -> int:
        return CHANCE if state[3] == "draw" else ME

    def legal_actions(self, state: UrnState) -> list[str]:
        return ["draw", "stop"] if state[0] + state[1] else ["stop"]

    def apply(self, state: UrnState, action: str, trace: Trace | None = None) -> UrnState:
        red, blue, drawn, _ = state
        if action == "draw":
            return red, blue, drawn, "draw"
        if action == "stop":
            return red, blue, drawn, "over"
        if action == "red":
            return red - 1, blue, drawn + 1, "choose"
        return red, blue - 1, 0, "over"

    def chance(self, state: UrnState) -> list[tuple[str, int]]:
        return [(ball, count) for ball, count in (("red", state[0]), ("blue", state[1])) if count]

    def sample(self, state: UrnState, random: Random) -> UrnState:
        return self.apply(state, random.choice([ball for ball, _ in self.chance(state)]))

    def key(self, state: UrnState) -> Hashable:
        return state


class TwoBalls(Urn):
    """Two balls are drawn without replacement, whatever they are."""

    def mover(self, state: UrnState) -> int:
        return CHANCE if state[3] != "over" else ME

    def apply(self, state: UrnState, action: str, trace: Trace | None = None) -> UrnState:
        red, blue, drawn, step = state
        following = "second" if step == "first" else "over"
        return (red - 1, blue, drawn + 1, following) if action == "red" else (red, blue - 1, drawn, following)
