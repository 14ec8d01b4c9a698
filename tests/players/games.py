"""New games, from which players play."""

from __future__ import annotations

from functools import cache
from typing import Any

from tsolve import api
from tsolve.api.games import module, ruleset
from tsolve.players import Start, start_of

SKIRMISH = """\
game: gloomhaven
until: scenario
map: {size: 6 x 5}
characters:
  Brute:
    at: [0, 2]
    hp: 10
    hand: [One, Two, Three, Four, Five, Six]
    cards:
      One: {initiative: 20, top: "attack 3", bottom: "move 3"}
      Two: {initiative: 40, top: "attack 2, range 3", bottom: "move 4, jump"}
      Three: {initiative: 60, top: "attack 2, target 2", bottom: "heal 2, self"}
      Four: {initiative: 80, top: "attack 4", bottom: "move 2"}
      Five: {initiative: 30, top: "attack 1, poison", bottom: "shield 1, self"}
      Six: {initiative: 50, top: "heal 3, range 2", bottom: "move 3"}
monsters:
  Guard 1: {at: [4, 2], stats: {hp: 3, move: 2, attack: 1}}
  Guard 2: {at: [5, 3], stats: {hp: 3, move: 2, attack: 1}}
ability_cards: {Guard: {initiative: 45, do: [move +0, attack +0]}}
"""
"""A character against two weak monsters, whom it should beat."""


@cache
def new_game(game: str, seed: int, first_game: bool = True, sitting: int = 2) -> Start[Any, Any]:
    """A game before its first turn."""
    rules = ruleset(game)
    readings = rules.readings(rules.printing_for(()), {})
    return module(game).begin(rules, readings, seed, sitting, (), {"first_game": first_game})


@cache
def skirmish() -> Start[Any, Any]:
    """A small scenario of Gloomhaven."""
    return start_of(api.loads(SKIRMISH, "skirmish.yaml"))
