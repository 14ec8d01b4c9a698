"""Advice as data: candidates for this turn side by side, each figure with its interval."""

from __future__ import annotations

from typing import Literal

import msgspec

from tsolve.model.verdicts import Answer


class Figure(msgspec.Struct, frozen=True):
    """A mean over the games, with its interval: all of them hold together with the confidence of the
    answer.
    """

    mean: float
    low: float | None
    high: float | None
    """None where too few games were played to say anything."""

    @property
    def is_settled(self) -> bool:
        """Whether it is not zero: the interval excludes it."""
        return (self.low is not None and self.low > 0) or (self.high is not None and self.high < 0)


class Advised(msgspec.Struct, frozen=True):
    """A candidate: what it came to, and how far it is behind the one that did best."""

    name: str
    kind: str
    """The kind of turn, where the game has kinds."""
    known: str
    """What is known of this turn without playing on."""
    games: int
    score: Figure
    """The player's own score at the end."""
    ahead: Figure
    """The same less the best of the others; it decides."""
    won: Figure
    """The chance to win."""
    behind: Figure | None
    """How much less ahead than the first of the list, game by game; None for the first itself."""
    less_score: Figure | None
    less_won: Figure | None
    """The same for the score and for the chance to win."""
    place: Literal["first", "worse", "not settled"]
    """`worse` where it is settled that some other candidate is better."""


class AdviceAnswer(Answer, frozen=True):
    """Which of the candidates for this turn does best when games are played on."""

    file: str
    player: int
    """Who asks, counted from 1."""
    candidates: tuple[Advised, ...]
    """The best first."""
    settled: bool
    """Whether the first is better than every other one, by the rule of the answer."""
    worlds: int
    """In how many worlds games were played: each with the same luck for every candidate still in it."""
    games: int
    """How many games were played in all."""
    wanted: int
    """How many worlds were allowed."""
    players: tuple[str, ...]
    """Who played on."""
    shuffles: int
    """After about so many shuffles of the player's deck games were left and the rest reckoned; 0 for games
    played to their end.
    """
    seed: int
    confidence: float
    pairs_spread: float
    """The standard deviation of the difference of two candidates in the same world, on average."""
    apart_spread: float
    """The same if they were played in different worlds."""
    notes: tuple[str, ...] = ()

    @property
    def alone(self) -> bool:
        """Whether nobody else plays, so that only the own score counts."""
        return all(each.ahead == each.score for each in self.candidates)

    @property
    def best(self) -> str:
        """The name of the best candidate; empty where that is not settled."""
        return self.candidates[0].name if self.settled and self.candidates else ""

    @property
    def verdict(self) -> Literal["answered", "undecided"]:
        """Answered only where one candidate is settled to be the best."""
        return "answered" if self.settled else "undecided"
