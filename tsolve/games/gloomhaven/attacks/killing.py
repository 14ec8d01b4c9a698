"""Whether attacks without a map kill a figure, a target or one that suffers retaliate: `kill Guard 1`."""

from __future__ import annotations

import re

from tsolve.cardkit.tasks import Reason
from tsolve.engine import Probe
from tsolve.games.gloomhaven.actions import Action
from tsolve.games.gloomhaven.attacks.position import AttacksPosition
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.writing.abilities_and_decks import UNKNOWN_HIT_POINTS
from tsolve.model.why_not import Detail, WhyNotAnswer
from tsolve.regex import Regex
from tsolve.worlds import why_not_step
from tsolve.worlds.why_not import answer_to
from tsolve.worlds.why_not_step import StateQuestion

_KILL = Regex(r"(?:can )?kill (?P<name>.+)", re.IGNORECASE)


class KillQuestion(StateQuestion[AttacksPosition, State, Action]):
    """Whether a figure is dead at some time of the attacks."""

    def __init__(self, name: str, probe: Probe[State, Action], asked: AttacksPosition) -> None:
        """Raises InputError for an unknown name (E314)."""
        self.figure = asked.figure(name)
        super().__init__(f"kill {self.figure}", probe)

    def has_come(self, world: AttacksPosition, state: State) -> bool:
        return not state.is_up(self.figure)

    def unknown(self, world: AttacksPosition) -> tuple[str, ...]:
        return tuple(filter(None, (world.untold(self.figure),)))

    def not_yet(self, world: AttacksPosition) -> Reason | None:
        return None if self.has_come(world, world.state) else ("the attacks come first", ("GH-2.12",))

    def refusal(self, world: AttacksPosition) -> Reason:
        points = next((each.hp for each in world.state.figures if each.name == self.figure), 0)
        if points == UNKNOWN_HIT_POINTS:
            return f"nothing harms {self.figure}", ("GH-2.12",)
        has = f"{self.figure} has {points} hit point{'' if points == 1 else 's'}"
        return f"{has}, and no cards take {'it' if points == 1 else 'them all'}", ("GH-2.12",)


def why_not(position: AttacksPosition, query: object, file: str, detail: Detail = "repairs") -> WhyNotAnswer:
    """Whether a modifier card can come, or a figure can be killed; else why not.

    Raises InputError for another text, UsageError for a query that is no text.
    """
    killed = _KILL.fullmatch(" ".join(query.split()).rstrip(".!?")) if isinstance(query, str) else None
    if killed is None:
        return why_not_step.why_not(position, query, file, detail)
    probe: Probe[State, Action] = Probe(notes=True, remembers=True)
    asked = KillQuestion(killed["name"], probe, position)
    return answer_to(position, asked.text, file, lambda: (asked, position.watched_by(probe)), detail)
