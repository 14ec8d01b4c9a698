"""How the cards of attacks are read, and what the attacks come to is told."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tsolve.diagnostics import Span, input_error
from tsolve.engine.probe import Probe
from tsolve.games.gloomhaven.actions import Action, Draw
from tsolve.games.gloomhaven.attack.modifiers import parse
from tsolve.games.gloomhaven.attacks.reckoned import Blow, blows
from tsolve.games.gloomhaven.game import Gloomhaven
from tsolve.games.gloomhaven.state import State
from tsolve.model.answers import Calculation
from tsolve.model.refusal import Refusal
from tsolve.model.trace import Entry
from tsolve.model.words import sentence
from tsolve.source.words import shortened
from tsolve.turns.narration import Narration, Result
from tsolve.turns.played import Move
from tsolve.turns.written import Written

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.attacks.opened import OpenedAttacks

_STEP = re.compile(r"(?:draws?|reveals?)\s+(?P<card>.+)", re.IGNORECASE)


class AttacksNarration(Narration[State, Action]):
    """The narration of one line: modifier cards, one after the other."""

    game: Gloomhaven
    chance_first = "a modifier card is drawn first"
    how_to_say = "`draw +1`"
    rulings_of_chance = ("GH-6.8",)

    def __init__(self, opened: OpenedAttacks) -> None:
        probe: Probe[State, Action] = Probe(notes=True)
        super().__init__(Gloomhaven(opened.book, probe), probe)
        self.opened = opened

    def read(self, state: State, text: str, span: Span | None) -> Written[Action]:
        match = _STEP.fullmatch(" ".join(text.split()))
        if match is None:
            raise input_error(
                "E321", f'"{shortened(text)}" is not a step', span, "write which card comes: `draw +1`"
            )
        return Written(Draw(str(parse(match["card"], span))))

    def is_event(self, action: Action) -> bool:
        return isinstance(action, Draw)

    def is_result(self, state: State) -> bool:
        return not state.todo

    def waits(self, state: State) -> bool:
        return bool(state.todo)

    def refuses(self, state: State, text: str, action: Action) -> Refusal | None:
        if not state.todo:
            return self.too_late(state, text, action, ())
        if isinstance(action, Draw) and not any(action.card in owned.deck.cards() for owned in state.decks):
            return Refusal(text, f"no modifier deck has a {action.card} in it", ("GH-6.8", "GH-6.17"))
        return None

    def too_late(
        self, state: State, text: str, action: Action, moves: Sequence[Move[State, Action]]
    ) -> Refusal:
        return Refusal(text, "no attack needs a modifier card any more", ("GH-6.8", "GH-6.12", "GH-6.16"))

    def result(self, state: State, moves: Sequence[Move[State, Action]], entries: Sequence[Entry]) -> Result:
        """The damage of every attack, and the last one number by number."""
        found = blows(state, entries)
        if not found:
            return Result(f"{sentence(STILL_TO_COME)}." if state.todo else "Nobody is attacked.")
        last = found[-1]
        told = [_told(state, blow) for blow in found]
        title = f"Damage to {last.target}"
        if state.todo:
            told.append(STILL_TO_COME)
        return Result(f"{sentence('; '.join(told))}.", Calculation(title, last.rows, last.damage))


def _told(state: State, blow: Blow) -> str:
    left = state.figure(blow.target).hp if state.is_up(blow.target) else 0
    points = "1 hit point" if left == 1 else f"{left} hit points"
    then = f"which has {points} left" if left else "which dies"
    if left > _MANY:
        return f"{blow.damage} damage to {blow.target}"
    return f"{blow.damage} damage to {blow.target}, {then}"


STILL_TO_COME = "a further modifier card is to come"
"""Where an attack is not over at the end of a line."""
_MANY = 700
"""More hit points than anybody has: those of a figure of which the file tells none."""
