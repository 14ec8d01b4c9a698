"""The interpretations that a judgement rests on, beyond those that the engine asked for on the way."""

from __future__ import annotations

from collections.abc import Iterator

from tsolve.engine.probe import Probe
from tsolve.errors import InputError
from tsolve.games.quest.actions import Action
from tsolve.games.quest.judging.bests import Played
from tsolve.games.quest.judging.end_phase import end_turn
from tsolve.games.quest.opened import Opened
from tsolve.games.quest.scoring import scores, winners
from tsolve.games.quest.state import State
from tsolve.games.quest.turn.health import hp_of
from tsolve.turns.line import play_line


def readings_of(opened: Opened, played: Played) -> dict[str, str]:
    """The interpretations that a line went through.

    Those that the engine asked for, those by which hit points and points are counted at its end, and those
    that replace facts of cards so that the line changes.
    """
    probe: Probe[State, Action] = Probe(notes=True)
    noted = opened.book.noted_by(probe)
    hp_of(noted, played.result)
    if _asks_for_points(opened):
        scores(noted, played.final)
    after = opened.position.expect.after
    if after is not None and after.winners is not None:
        winners(noted, played.final)
    ended = end_turn(opened, played.final).readings if after is not None and after.end_phase else {}
    mattering = (key for key in _touching(opened, played) if _matters(opened, played, key))
    return played.readings | probe.readings | ended | {key: opened.readings[key] for key in mattering}


def _touching(opened: Opened, played: Played) -> Iterator[str]:
    """The interpretations that say something of a card on the table."""
    rooms = {room for state in played.states for room in state.rooms}
    cards = {card for room in rooms for card in (room.card, room.monster) if card}
    cards |= {laid.card for state in played.states for laid in state.laid}
    yield from {key for card in cards for key in opened.ruleset.keys_touching(card)}


def _matters(opened: Opened, played: Played, key: str) -> bool:
    """Whether the line would go differently under another reading of this interpretation."""
    texts = [step.text for step in played.answer.steps]
    for option in opened.ruleset.interpretations[key].options:
        if option.id == opened.readings[key]:
            continue
        other = opened.under({**opened.readings, key: option.id})
        try:
            again = play_line(other, texts)
        except InputError:  # a step is clear here, and could mean several things there
            return True
        if again.result != played.result or again.answer.legal != played.answer.legal:
            return True
    return False


def _asks_for_points(opened: Opened) -> bool:
    """Whether the puzzle says how many points its cards are worth in the end."""
    after = opened.position.expect.after
    return after is not None and after.points is not None
