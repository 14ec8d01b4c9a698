"""One world, played on with each candidate by the same players and the same luck."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from random import Random
from statistics import NormalDist
from typing import Generic, NamedTuple, TypeVar

import msgspec

from tsolve.advising.candidates import OUTLOOK, Candidate, Outlook, Prospects, Step
from tsolve.advising.luck import Luck
from tsolve.engine import UNKNOWN
from tsolve.errors import TsolveError
from tsolve.players import Player, Start, brought, seats
from tsolve.players.playing import play_out

S = TypeVar("S")
A = TypeVar("A")


class Ending(NamedTuple):
    """What one game came to, for the player who asks."""

    score: float
    """The player's own."""
    ahead: float
    """The same less the best of the others; alone the same."""
    won: float
    """1 for a victory, a share of it where several win, else 0."""
    turns: int
    """Turns of all players."""
    over: bool
    """Whether the game has ended; if not, the rest is by a rule of thumb."""


class Asked(NamedTuple):
    """One world: its number, and which candidates are still played in it."""

    world: int
    playing: tuple[int, ...]


class UnknownCardError(TsolveError, RuntimeError):
    """A card comes next that the position does not tell."""


class Rollouts(msgspec.Struct, Generic[S, A], frozen=True):
    """Playing worlds by their numbers. (`tsolve.batch.Work`)"""

    start: Start[S, A]
    candidates: tuple[Candidate[A], ...]
    players: tuple[str, ...]
    seed: int
    shuffles: int = 0
    """Stop looking once the player's deck was shuffled about so often; 0 plays to the end."""

    def open(self) -> Callable[[Asked], tuple[Ending | None, ...]]:
        """Get the game ready."""
        played = _Played(self)
        return lambda asked: tuple(
            played.ending(asked.world, each) if each in asked.playing else None
            for each in range(len(self.candidates))
        )


class _Played(Generic[S, A]):
    def __init__(self, asked: Rollouts[S, A]) -> None:
        self.asked = asked
        self.start = asked.start
        self.game = self.start.game
        self.seat = self.game.turn_of(self.start.state) - 1
        self.outlook: Outlook[S, A] = OUTLOOK.of(self.start)()  # type: ignore[assignment]  # of this game
        self.winners = brought(self.start).winners
        self.owned = self.outlook.owned(self.start.state)
        self.most_turns = self.outlook.turns(self.start.state, asked.shuffles) if asked.shuffles else 0

    def ending(self, world: int, candidate: int) -> Ending:
        """Play a world to its end, beginning with a candidate."""
        asked, game = self.asked, self.game
        seed = f"{asked.seed} {world}"
        chance = _Chance(Luck(seed, game, self.owned), self.outlook.pile)
        players: list[Player[S, A]] = seats(self.start, asked.players)
        seat = self.seat if len(players) > 1 else 0
        players[seat] = Following(players[seat], asked.candidates[candidate].plan, chance.came)
        random = Random(seed)
        most = self.most_turns
        own_turns = 0  # after this one

        def enough(state: S, _: int) -> bool:
            nonlocal own_turns
            own_turns += game.turn_of(state) == self.seat + 1
            return bool(most) and own_turns > most

        start = self._start(asked.candidates[candidate])
        outcome = play_out(start, players, random, enough=enough, draw=chance)
        state = outcome.state
        if not outcome.over and game.mover(state) == UNKNOWN:
            raise UnknownCardError("an unknown card comes next")
        return self._told(state, outcome.turns, outcome.over)

    def _start(self, candidate: Candidate[A]) -> Start[S, A]:
        """The position with the cards that the candidate adds."""
        state = self.start.state
        for card in candidate.gains:
            assert self.outlook.gaining is not None
            state = self.outlook.gaining(state, card)
        return self.start if state is self.start.state else msgspec.structs.replace(self.start, state=state)

    def _told(self, state: S, turns: int, over: bool) -> Ending:
        prospects = Prospects(self.game.scores(state))
        if not over and self.most_turns:
            prospects = self.outlook.prospects(state)
        scores = prospects.scores
        seat = self.seat if len(scores) > self.seat else 0
        others = [score for each, score in enumerate(scores) if each != seat]
        ahead = scores[seat] - max(others, default=0)
        if prospects.spread and others:
            won = NormalDist(0, prospects.spread).cdf(ahead)
        else:
            winners = self.winners(state)
            won = 1 / len(winners) if seat in winners else 0.0
        return Ending(scores[seat], ahead, won, turns, over)


class _Chance(Generic[S, A]):
    """What chance brings in one world; it remembers what came."""

    def __init__(self, luck: Luck[S, A], pile: Callable[[S], Hashable]) -> None:
        self._luck, self._pile = luck, pile
        self.came: list[A] = []

    def __call__(self, state: S, _: Random) -> A | None:
        """What comes; None where nothing can."""
        event = self._luck.next(state, self._pile(state))
        if event is not None:
            self.came.append(event)
        return event


class Following(Generic[S, A]):
    """Begins as a candidate says, and goes on as a player does. (`tsolve.players.Player`)"""

    def __init__(self, player: Player[S, A], plan: Step[A], came: Sequence[A]) -> None:
        """`came` is what chance has brought so far, and goes on growing."""
        self._player, self._came = player, came
        self._left = list(plan.line)
        self._after = plan.after
        self._heard = 0

    def choose(self, state: S, actions: Sequence[A], random: Random) -> A:
        self._hear()
        if len(actions) == 1:  # a plan may leave out what is no choice
            if self._left and self._left[0] == actions[0]:
                self._left.pop(0)
            return actions[0]
        while self._left:
            if (action := self._left.pop(0)) in actions:
                return action
        return self._player.choose(state, actions, random)

    def _hear(self) -> None:
        """Go on by what has come; a plan waits for an event only where it has nothing left to do."""
        for event in () if self._left else self._came[self._heard :]:
            step = dict(self._after).get(event)
            self._left = list(step.line) if step is not None else []
            self._after = step.after if step is not None else ()
        self._heard = len(self._came)
