"""What follows the damage of an attack: effects, retaliate, bonuses used up. (GH-7, GH-10.1, GH-10.7)"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Literal, cast, get_args

from tsolve.games.gloomhaven import tasks
from tsolve.games.gloomhaven.abilities import Ability, Attack, Condition, Element, Infuse
from tsolve.games.gloomhaven.actions import Action, LeaveOut
from tsolve.games.gloomhaven.attack.modifiers import Effect
from tsolve.games.gloomhaven.board.hexes import Hex
from tsolve.games.gloomhaven.state import BonusKind, Token, deck_owner
from tsolve.games.gloomhaven.state import Effect as Lasting
from tsolve.games.gloomhaven.turn.forced import Force
from tsolve.games.gloomhaven.turn.others import InfuseOne, Perform

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.play import Play
    from tsolve.games.gloomhaven.state import Figure, State

POSITIVE: frozenset[str] = frozenset(("bless", "invisible", "strengthen"))
"""Of the conditions that a modifier card brings these come on the attacker, the others on the target."""
NEGATIVE, ELEMENTS = frozenset(get_args(Condition)) - POSITIVE, frozenset(get_args(Element))
FORCING: tuple[Literal["pull", "push"], ...] = ("pull", "push")
"""The effects that move the target; the last one is done first."""


class Effects(tasks.Choice, frozen=True):
    """What follows the damage on a target that is still there, or comes without an attack. (GH-6.11, GH-7.1,
    GH-7.2, GH-2.12)

    A player may leave effects out; a push or a pull is left out by not moving the target.
    """

    asks = "say which effects are left out: `without ...`"
    attacker: str
    source: Hex
    target: str
    attack: Attack
    cards: tuple[Effect, ...] = ()
    """What the modifier cards bring."""
    why: tuple[str, ...] = ("GH-6.11", "GH-7.1")

    def options(self, book: Book, state: State) -> list[Action]:
        """All effects, or some of those left out that change something; figures that play by the rules for
        monsters leave none out.
        """
        is_played = state.is_up(self.attacker) and state.cards_of(self.attacker) is not None
        words = self._words(state) if is_played else []
        return [LeaveOut(some) for number in range(len(words) + 1) for some in combinations(words, number)]

    def _words(self, state: State) -> list[str]:
        """The conditions that it brings."""
        helping = [each.word for each in self.cards if each.word in POSITIVE]
        if not state.is_up(self.target):
            return helping
        target = state.figure(self.target)
        return [*helping, *(each for each in self._conditions(state) if brings(target, each))]

    def _conditions(self, state: State) -> Iterable[Condition]:
        """Those that come on the target."""
        printed = list(self.attack.conditions)
        if state.is_up(self.attacker):
            printed += state.figure(self.attacker).profile.apply
        printed += [cast("Condition", each.word) for each in self.cards if each.word in NEGATIVE]
        return dict.fromkeys(printed)

    def accepts(self, state: State, effects: Collection[str]) -> bool:
        """Whether a player may leave these out: what moves the target, too, before it is asked about."""
        return set(effects) <= {*self._words(state), *(word for word in FORCING if self._steps(word))}

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("GH-7.1",)

    def refuse(self, book: Book, state: State, action: Action) -> tuple[str, tuple[str, ...]]:
        if not isinstance(action, LeaveOut):
            return super().refuse(book, state, action)
        words = {*self._words(state), *(word for word in FORCING if self._steps(word))}
        missing = next(each for each in action.effects if each not in words)
        what = "ability for" if self.why[0] == "GH-7.2" else "attack on"
        return f"the {what} {self.target} has no {missing} to leave out", ("GH-7.1",)

    def run(self, play: Play) -> None:
        self._apply(play, ())

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, LeaveOut)
        if action.effects:
            told = f"leaves out {' and '.join(action.effects)}"
            play.note("condition", self.attacker, ("GH-7.1",), told)
        self._apply(play, action.effects)

    def _apply(self, play: Play, left_out: Collection[str]) -> None:
        state = play.state
        attacker = state.figure(self.attacker) if state.is_up(self.attacker) else None
        if attacker is not None:
            self._help(play, left_out)
        if not state.is_up(self.target):
            return
        for condition in self._conditions(state):
            if condition not in left_out:
                play.place(self.target, condition, self.why)
        by_monsters = attacker is None or attacker.kind != "character"
        by = deck_owner(attacker) if attacker is not None else ""
        target, source = self.target, self.source
        for word in FORCING:
            steps = 0 if word in left_out else self._steps(word)
            play.push(Force(target, source, steps, word == "pull", by_monsters, not by_monsters, by))

    def _steps(self, word: Literal["pull", "push"]) -> int:
        printed = self.attack.pull if word == "pull" else self.attack.push
        return printed + sum(each.number for each in self.cards if each.word == word)

    def _help(self, play: Play, left_out: Collection[str]) -> None:
        """What modifier cards bring for the attacker itself."""
        for effect in self.cards:
            if effect.word in left_out:
                continue
            if effect.word in POSITIVE:
                play.place(self.attacker, cast("Condition", effect.word), ("GH-6.11",))
            elif effect.word == "heal":
                play.heal(self.attacker, effect.number)
            elif effect.word in ("shield", "retaliate"):
                kind: Literal["shield", "retaliate"] = "shield" if effect.word == "shield" else "retaliate"
                play.gain(self.attacker, Lasting(kind, effect.number), ("GH-6.11",))
            elif effect.word in ELEMENTS:
                play.push(InfuseOne(Infuse(cast("Element", effect.word))))


def brings(target: Figure, condition: Condition) -> bool:
    """Whether a condition of somebody else's attack changes anything about its target. (GH-8.1, GH-8.15)"""
    stays_away = condition in target.profile.immunities or target.kind == "object"
    return not stays_away and Token(condition) not in target.tokens


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
