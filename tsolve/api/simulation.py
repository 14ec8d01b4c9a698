"""Whole games by random players. The same seed gives the same game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from tsolve.api.games import room, ruleset
from tsolve.api.positions import Opened
from tsolve.engine.playing import random_bot
from tsolve.engine.protocol import CHANCE, UNKNOWN
from tsolve.model.answers import PositionAnswer
from tsolve.model.lookups import GameAnswer, PlayedAction, SimulationAnswer, TurnAnswer
from tsolve.model.trace import Trace

MOST_ACTIONS = 100_000
"""Actions after which a game is given up; random games of Thunderstone end within a thousand."""

_TOLD = ("battle", "xp", "buy", "effect")
"""Steps with a quantity that are news."""


def simulate(
    seed: int = 0,
    games: int = 1,
    players: int = 2,
    first_game: bool = False,
    selection: Mapping[str, Sequence[str]] | None = None,
    game: str | None = None,
    printing: str | None = None,
    interpretations: Mapping[str, str] | None = None,
    detailed: bool = True,
    sets: Sequence[str] = (),
) -> SimulationAnswer:
    """Set up and play games from `seed`, `seed + 1`, ...; `selection` names what they are set up with.

    `sets` are the boxes played with (the usual one when there are none). Without `detailed` the turns are
    only counted. Raises UsageError for a number of players, a box or a name that the set-up does not know.
    """
    rules = ruleset(game)
    setup = room(rules.id, "setup")
    edition = printing or rules.printing_for(sets)
    readings = rules.readings(edition, interpretations)
    chosen = {"first_game": first_game, **(selection or {})}

    def play(each: int) -> GameAnswer:
        engine, state = setup.begin(rules, readings, each, players, sets, **chosen)
        return _play(rules.id, engine, state, each, edition, detailed)

    played = tuple(play(each) for each in range(seed, seed + games))
    return SimulationAnswer(played, room(rules.id, "judging.grounds").solo_notes(players))


def simulate_from(opened: Opened, seed: int = 0, games: int = 1, detailed: bool = True) -> SimulationAnswer:
    """Play on from an opened position, until the game ends or an unknown card would come next."""

    def play(each: int) -> GameAnswer:
        return _play(opened.ruleset.id, opened.game, opened.state, each, opened.printing, detailed)

    played = tuple(play(each) for each in range(seed, seed + games))
    return SimulationAnswer(played, room(opened.ruleset.id, "judging.grounds").table_notes(opened))


class _Log:
    """The turns of a game, grouped while it is played."""

    def __init__(self) -> None:
        self.turns: list[TurnAnswer] = []
        self.count = 0
        self._player = 0
        self._actions: list[PlayedAction] = []

    def turn(self, player: int) -> None:
        """A turn of this player begins."""
        self.close()
        self._player = player
        self.count += 1

    def action(self, text: str, trace: Trace) -> None:
        """The player did this, and that followed."""
        self._actions.append(PlayedAction(text, tuple(_events(text, trace))))

    def close(self) -> None:
        """The turn is over."""
        if self._actions:
            self.turns.append(TurnAnswer(self.count, self._player, tuple(self._actions)))
            self._actions = []


def _play(game: str, engine: Any, state: Any, seed: int, printing: str, detailed: bool) -> GameAnswer:
    describing = room(game, "writing.describing")
    start = PositionAnswer(game, printing, describing.zones(engine, state))
    random = Random(seed)
    log = _Log()
    ending = f"not finished after {MOST_ACTIONS} actions"
    for _ in range(MOST_ACTIONS):
        mover = engine.mover(state)
        if engine.is_over(state):
            ending = "the game is over"
            break
        if mover == UNKNOWN:
            ending = "an unknown card comes next: nobody can play on"
            break
        if mover == CHANCE:
            state = engine.sample(state, random)
            continue
        if log.count == 0 or describing.begins_turn(state):
            log.turn(describing.turn_of(state))
        action = random_bot(state, engine.legal_actions(state), random)
        if detailed:
            text, trace = engine.notation(state, action), Trace()
            state = engine.apply(state, action, trace)
            log.action(text, trace)
        else:
            state = engine.apply(state, action)
    log.close()
    scores = tuple(engine.scores(state))
    return GameAnswer(seed, start, tuple(log.turns), log.count, scores, engine.is_over(state), ending)


def _events(text: str, trace: Trace) -> list[str]:
    """What followed from an action, without its own announcement and the rows of calculations."""
    told = (
        entry
        for entry in trace.entries
        if entry.subject
        and entry.note
        and entry.step != "attack"
        and (not entry.quantity or entry.step in _TOLD)
    )
    return [entry.note if entry.subject in text else f"{entry.subject} {entry.note}" for entry in told]
