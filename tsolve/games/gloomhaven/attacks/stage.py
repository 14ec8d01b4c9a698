"""The attacks as tasks of the engine, on a board of lanes: whoever attacks steps up to its target.

Every figure has a lane of its own, out of reach of all others. So nothing but the attack in question matters,
and the rules of attacks are those of scenarios.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.gloomhaven import tasks
from tsolve.games.gloomhaven.abilities import Attack
from tsolve.games.gloomhaven.attack import deck as modifier_deck
from tsolve.games.gloomhaven.board.hexes import Hex
from tsolve.games.gloomhaven.state import Effect, Owned, Struck
from tsolve.games.gloomhaven.terrain import Terrain
from tsolve.games.gloomhaven.turn.attack import AttackOne

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.play import Play

STILL = ("push", "pull")
"""What nobody is moved by where there is no map."""


def home(lane: int) -> Hex:
    """Where the figure of a lane stands while it does not attack."""
    return Hex(0, 2 * lane)


def lanes(count: int, length: int) -> Terrain:
    """A map of so many lanes in which figures may stand up to `length` hexes away from each other."""
    return Terrain(frozenset(Hex(q, home(lane).p) for lane in range(count) for q in range(length + 1)))


class StepUp(tasks.Task, frozen=True):
    """One attack on one target; none where one of the two is dead. (GH-6.1, GH-17.26)"""

    attacker: str
    target: str
    attack: Attack
    distance: int
    """Hexes between the two, 1 for neighbours."""
    bonuses: tuple[Effect, ...] = ()
    """What the attacker has for this attack alone."""
    fears: bool = False
    """Whether something else than the rules gives it disadvantage."""

    def run(self, play: Play) -> None:
        state = play.state
        if not (state.is_up(self.attacker) and state.is_up(self.target)):
            return
        attacker, target = state.figure(self.attacker), state.figure(self.target)
        fear = (Effect("attackers_have_disadvantage"),) if self.fears else ()
        back = StepBack(attacker.name, attacker.at, target.name, self.bonuses, fear)
        spot = Hex(target.at.q + self.distance, target.at.p)
        play.edit(attacker.name, at=spot, effects=(*attacker.effects, *self.bonuses))
        play.edit(target.name, effects=(*target.effects, *fear))
        play.set(struck=(*state.struck, Struck(target.name, target.at)))
        play.push(AttackOne(attacker.name, target.name, self.attack), back)


class StepBack(tasks.Task, frozen=True):
    """The attacker goes back to its lane, without what it had for this attack alone."""

    attacker: str
    home: Hex
    target: str
    bonuses: tuple[Effect, ...]
    fear: tuple[Effect, ...]

    def run(self, play: Play) -> None:
        if play.state.on_map(self.attacker):
            effects = play.state.figure(self.attacker).effects
            play.edit(self.attacker, at=self.home, effects=_without(effects, self.bonuses))
        if play.state.on_map(self.target):
            play.edit(self.target, effects=_without(play.state.figure(self.target).effects, self.fear))


class EndRound(tasks.Task, frozen=True):
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


def _without(effects: tuple[Effect, ...], gone: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """The effects, each that is gone left out once."""
    left = list(effects)
    for effect in gone:
        left.remove(effect)
    return tuple(left)
