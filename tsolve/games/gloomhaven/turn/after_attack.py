"""What follows the damage of an attack: effects, retaliate, bonuses used up. (GH-7, GH-10.1, GH-10.7)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, cast, get_args

from tsolve.games.gloomhaven import tasks
from tsolve.games.gloomhaven.abilities import Ability, Attack, Condition, Element, Infuse
from tsolve.games.gloomhaven.attack.modifiers import Effect
from tsolve.games.gloomhaven.board.hexes import Hex
from tsolve.games.gloomhaven.state import BonusKind, deck_owner
from tsolve.games.gloomhaven.state import Effect as Lasting
from tsolve.games.gloomhaven.turn.forced import Force
from tsolve.games.gloomhaven.turn.others import InfuseOne, Perform

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.play import Play
    from tsolve.games.gloomhaven.state import Figure

POSITIVE: frozenset[str] = frozenset(("bless", "invisible", "strengthen"))
"""Of the conditions that a modifier card brings these come on the attacker, the others on the target."""
NEGATIVE, ELEMENTS = frozenset(get_args(Condition)) - POSITIVE, frozenset(get_args(Element))


class Effects(tasks.Task, frozen=True):
    """What follows the damage on a target that is still there. (GH-6.11, GH-7.1, GH-2.12)"""

    attacker: str
    source: Hex
    target: str
    attack: Attack
    cards: tuple[Effect, ...]
    """What the modifier cards bring."""

    def run(self, play: Play) -> None:
        state = play.state
        attacker = state.figure(self.attacker) if state.is_up(self.attacker) else None
        if attacker is not None:
            self._help(play)
        if not state.is_up(self.target):
            return
        conditions = [*self.attack.conditions, *(attacker.profile.apply if attacker is not None else ())]
        conditions += [cast("Condition", each.word) for each in self.cards if each.word in NEGATIVE]
        for condition in dict.fromkeys(conditions):
            play.place(self.target, condition, ("GH-6.11", "GH-7.1"))
        by_monsters = attacker is None or attacker.kind != "character"
        for pulls, printed in ((True, self.attack.pull), (False, self.attack.push)):
            word = "pull" if pulls else "push"
            steps = printed + sum(each.number for each in self.cards if each.word == word)
            by = deck_owner(attacker) if attacker is not None else ""
            play.push(Force(self.target, self.source, steps, pulls, by_monsters, not by_monsters, by))

    def _help(self, play: Play) -> None:
        """What modifier cards bring for the attacker itself."""
        for effect in self.cards:
            if effect.word in POSITIVE:
                play.place(self.attacker, cast("Condition", effect.word), ("GH-6.11",))
            elif effect.word == "heal":
                play.heal(self.attacker, effect.number)
            elif effect.word in ("shield", "retaliate"):
                kind: Literal["shield", "retaliate"] = "shield" if effect.word == "shield" else "retaliate"
                play.gain(self.attacker, Lasting(kind, effect.number), ("GH-6.11",))
            elif effect.word in ELEMENTS:
                play.push(InfuseOne(Infuse(cast("Element", effect.word))))


class IfDamaged(tasks.Task, frozen=True):
    """Abilities that are performed once the attack has taken hit points of its target. (GH-7.1)"""

    attacker: str
    target: str
    before: int
    """The hit points of the target before the attack."""
    abilities: tuple[Ability, ...]

    def run(self, play: Play) -> None:
        left = play.state.figure(self.target).hp if play.state.on_map(self.target) else 0
        if left < self.before:
            play.push(*(Perform(self.attacker, ability) for ability in self.abilities))


class Retaliate(tasks.Task, frozen=True):
    """The target of an attack strikes back if it is still there and the attacker near enough. (GH-10.7)"""

    attacker: str
    target: str

    def run(self, play: Play) -> None:
        state = play.state
        if not (state.is_up(self.attacker) and state.is_up(self.target)):
            return
        attacker, target = state.figure(self.attacker), state.figure(self.target)
        steps = play.book.board(state).distance(target.at, attacker.at)
        amount = sum(each for each, reach in retaliation_of(target) if steps is not None and steps <= reach)
        if not amount:
            if any(retaliation_of(target)):
                play.note("retaliate", self.target, ("GH-6.11", "GH-10.7"), f"does not reach {self.attacker}")
            return
        if attacker.kind != "character" and not play.reads("retaliate_against", "any_figure"):
            return
        play.suffer(self.attacker, amount, ("GH-10.7",), f"retaliate of {self.target}", deck_owner(target))
        sources = {effect.source for effect in target.effects if effect.kind in PROTECTING}
        struck = (each for each in target.effects if each.kind == "retaliate" and each.range >= (steps or 0))
        play.use_slots(self.target, (each for each in struck if each.source not in sources))


HELPING: tuple[BonusKind, ...] = ("attack_plus", "pierce", "advantage")
"""Bonuses that an attack of their bearer uses."""
PROTECTING: tuple[BonusKind, ...] = ("shield", "attackers_have_disadvantage")
"""Bonuses that an attack on their bearer uses."""


class EndAttack(tasks.Task, frozen=True):
    """Bonuses that were used go on by a slot, and those for this attack alone end. (GH-10.1, GH-11.8)"""

    attacker: str
    target: str

    def run(self, play: Play) -> None:
        for name, kinds in ((self.attacker, HELPING), (self.target, PROTECTING)):
            if play.state.on_map(name):
                effects = play.state.figure(name).effects
                play.use_slots(name, (each for each in effects if each.kind in kinds))
                effects = play.state.figure(name).effects
                play.edit(name, effects=tuple(each for each in effects if each.lasts != "attack"))


def ending(attacker: Figure, target: Figure) -> Iterator[EndAttack]:
    """What ends with an attack, where anything does."""
    if any(effect.slots or effect.lasts == "attack" for effect in (*attacker.effects, *target.effects)):
        yield EndAttack(attacker.name, target.name)


def retaliation_of(figure: Figure) -> Iterator[tuple[int, int]]:
    """Every retaliate of a figure: its amount and its range. (GH-10.7)"""
    if figure.profile.retaliate:
        yield figure.profile.retaliate, figure.profile.retaliate_range
    for effect in figure.effects:
        if effect.kind == "retaliate":
            yield effect.amount, effect.range
