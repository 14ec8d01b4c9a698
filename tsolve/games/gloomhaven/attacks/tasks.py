"""Attacks without a map as tasks: each figure has a lane of hexes, and steps up to its target. (GH-6.1)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.gloomhaven import modifiers as modifier_deck
from tsolve.games.gloomhaven.abilities import Attack
from tsolve.games.gloomhaven.board import Terrain
from tsolve.games.gloomhaven.figures import LastingEffect
from tsolve.games.gloomhaven.hexes import Hex
from tsolve.games.gloomhaven.state import Owned, Struck, Task
from tsolve.games.gloomhaven.turn.attack import AttackOne

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.play import Play

STILL = ("push", "pull")
"""Effects that move nobody, since there is no map."""


def home(lane: int) -> Hex:
    """The hex of the figure of a lane while it does not attack."""
    return Hex(0, 2 * lane)


def lanes(count: int, length: int) -> Terrain:
    """A map with this many lanes, in which figures may stand up to `length` hexes apart."""
    return Terrain(frozenset(Hex(q, home(lane).p) for lane in range(count) for q in range(length + 1)))


class StepUp(Task, frozen=True):
    """One attack on one target; no attack if one of the two is dead. (GH-6.1, GH-17.26)"""

    attacker: str
    target: str
    attack: Attack
    distance: int
    """Hexes between the two, 1 for neighbours."""
    bonuses: tuple[LastingEffect, ...] = ()
    """The attacker's bonuses for this attack only."""
    fears: bool = False
    """Whether something other than the rules gives it disadvantage."""

    def run(self, play: Play) -> None:
        state = play.state
        if not (state.is_up(self.attacker) and state.is_up(self.target)):
            return
        attacker, target = state.figure(self.attacker), state.figure(self.target)
        fear = (LastingEffect("attackers_have_disadvantage"),) if self.fears else ()
        back = StepBack(attacker.name, attacker.at, target.name, self.bonuses, fear)
        spot = Hex(target.at.q + self.distance, target.at.p)
        play.edit(attacker.name, at=spot, effects=(*attacker.effects, *self.bonuses))
        play.edit(target.name, effects=(*target.effects, *fear))
        play.set(struck=(*state.struck, Struck(target.name, target.at)))
        play.push(AttackOne(attacker.name, target.name, self.attack), back)


class StepBack(Task, frozen=True):
    """The attacker goes back to its lane and loses its bonuses for this attack."""

    attacker: str
    home: Hex
    target: str
    bonuses: tuple[LastingEffect, ...]
    fear: tuple[LastingEffect, ...]

    def run(self, play: Play) -> None:
        if play.state.on_map(self.attacker):
            effects = play.state.figure(self.attacker).effects
            play.edit(self.attacker, at=self.home, effects=_without(effects, self.bonuses))
        if play.state.on_map(self.target):
            play.edit(self.target, effects=_without(play.state.figure(self.target).effects, self.fear))


class EndRound(Task, frozen=True):
    """Modifier decks are reshuffled, and bonuses of the round end. (GH-6.20, GH-10.4)"""

    def run(self, play: Play) -> None:
        each = play.reads("reshuffle", "each_deck")
        reading = "each_deck" if each else "monsters_deck"
        decks = (
            Owned(owned.owner, modifier_deck.after_round(owned.deck, owned.owner, reading))
            for owned in play.state.decks
        )
        play.set(decks=tuple(decks), round=play.state.round + 1)
        for figure in play.state.figures:
            lasting = tuple(effect for effect in figure.effects if effect.lasts != "round")
            play.edit(figure.name, effects=lasting)


def _without(
    effects: tuple[LastingEffect, ...], gone: tuple[LastingEffect, ...]
) -> tuple[LastingEffect, ...]:
    """The effects without those that are `gone`, each removed once."""
    left = list(effects)
    for effect in gone:
        left.remove(effect)
    return tuple(left)
