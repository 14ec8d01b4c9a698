"""A toy: attacks on a row of enemies, each with a card of a modifier deck.

A round has some attacks. A player chooses whom to attack and turns up a card; a null or a double shuffles the
deck anew when the round is over. With one enemy left nobody is asked.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from msgspec.structs import replace

from tsolve.cardkit import piles, tasks
from tsolve.cardkit.pending_game import PendingGame
from tsolve.cardkit.piles import Pile
from tsolve.cardkit.tasks import Reason
from tsolve.model.trace import Trace

VALUES = {"+0": 0, "+1": 1, "-1": -1}


class Attack(NamedTuple):
    """Whom the player attacks."""

    enemy: int


class Turned(NamedTuple):
    """The modifier card that comes."""

    card: str


Action = Attack | Turned


class Scenario(NamedTuple):
    """What the rules look up."""

    cards: frozenset[str]
    strength: int


class Round(tasks.Pending["Task"], frozen=True):
    """The position."""

    health: tuple[int, ...]
    deck: Pile
    discard: tuple[str, ...] = ()


class Play(tasks.Play[Scenario, Round]):
    """One action in the making."""


class Task(tasks.Task[Scenario, Round, Play, Action], frozen=True):
    """What waits."""


class ChooseEnemy(Task, frozen=True):
    """One attack: asks when there are several enemies."""

    asks = "choose an enemy"

    def mover(self, book: Scenario, state: Round) -> int:
        return state.active if len(self.options(book, state)) > 1 else tasks.ENGINE

    def options(self, book: Scenario, state: Round) -> list[Action]:
        return [Attack(enemy) for enemy, health in enumerate(state.health) if health > 0]

    def run(self, play: Play) -> None:
        for only in self.options(play.book, play.state):
            self.answer(play, only)

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Attack)
        play.push(TurnModifier(action.enemy))


class TurnModifier(Task, frozen=True):
    """The card of one attack."""

    enemy: int

    def mover(self, book: Scenario, state: Round) -> int:
        if piles.is_unknown(state.deck):
            return tasks.UNKNOWN
        return tasks.CHANCE if piles.choices(state.deck) > 1 else tasks.ENGINE

    def unknown(self, card: str) -> Action:
        return Turned(card)

    def outcomes(self, book: Scenario, state: Round) -> list[tuple[Action, int]]:
        return [(Turned(card), weight) for card, weight in piles.outcomes(state.deck)]

    def run(self, play: Play) -> None:
        self.answer(play, self.outcomes(play.book, play.state)[0][0])

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Turned)
        state, card = play.state, action.card
        attack = play.book.strength
        dealt = {"null": 0, "x2": 2 * attack}.get(card, max(attack + VALUES.get(card, 0), 0))
        health = [left - dealt * (enemy == self.enemy) for enemy, left in enumerate(state.health)]
        play.set(health=tuple(health), deck=piles.take(state.deck, card), discard=(*state.discard, card))
        if card in ("null", "x2"):
            play.put_off([Shuffle()], until_after=(ChooseEnemy,))


class Shuffle(Task, frozen=True):
    """At the end of the round: after all attacks."""

    def run(self, play: Play) -> None:
        state = play.state
        play.set(deck=piles.shuffled((*piles.contents(state.deck), *state.discard)), discard=())


class Attacks(PendingGame[Scenario, Round, Play, Action]):
    """The rules."""

    ending = ("END",)
    drawing = ("DRAW",)

    def begin(self, state: Round, trace: Trace | None = None) -> Play:
        return Play(self.book, state, trace)

    def free_actions(self, state: Round) -> list[Action]:
        return []

    def refuse(self, state: Round, action: Action) -> Reason | None:
        return "the round is over", ()

    def carry_out(self, play: Play, action: Action) -> None:
        raise AssertionError

    def card_of(self, event: Action) -> str:
        return event.card if isinstance(event, Turned) and event.card in self.book.cards else ""

    def notation(self, state: Round, action: Action) -> str:
        return str(action)

    def key(self, state: Round) -> Hashable:
        return replace(state, discard=tuple(sorted(state.discard)))
