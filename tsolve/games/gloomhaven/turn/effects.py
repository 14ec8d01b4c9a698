"""Abilities other than moves and attacks: heal, shield, conditions, damage, push and pull, summon, loot,
elements, traps. (GH-7.2 to GH-7.8, GH-12.34, GH-12.35)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.cardkit.tasks import ENGINE, Reason
from tsolve.games.gloomhaven.abilities import (
    Ability,
    Affecting,
    Bestow,
    Heal,
    If,
    Kill,
    Loot,
    OnDeath,
    Place,
    Recover,
    Retaliate,
    Shield,
    Suffer,
)
from tsolve.games.gloomhaven.ability_parts import Element, Whom
from tsolve.games.gloomhaven.actions import Action, Charge, Pass, Pick, PutAt
from tsolve.games.gloomhaven.book import monster
from tsolve.games.gloomhaven.empty_hexes import nearest_empty, why_not_nearest
from tsolve.games.gloomhaven.figures import LastingEffect
from tsolve.games.gloomhaven.map_abilities import CreateTrap, Summon
from tsolve.games.gloomhaven.scenario import Come, LeapTo, SummonOne
from tsolve.games.gloomhaven.simple_abilities import (
    Cure,
    Experience,
    ExtraTurn,
    Give,
    Hatch,
    Infuse,
    Leap,
    NegateDamage,
    Refresh,
    ScenarioStep,
    Special,
    Toward,
    Uncurse,
    UntilRoundEnd,
)
from tsolve.games.gloomhaven.state import Choice, Money, State, Task, Trap, killer_of
from tsolve.games.gloomhaven.turn.affected import affected, looks_for_sight, rules_of, targets
from tsolve.games.gloomhaven.turn.forced_movement import Force
from tsolve.games.gloomhaven.turn.traits_held import all_hold

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.play import Play


ELEMENTS: tuple[Element, ...] = ("fire", "ice", "air", "earth", "light", "dark")
"""The elements for which a wild icon may stand. (GH-9.1, GH-9.6)"""


class Perform(Task, frozen=True):
    """A figure performs an ability that is neither a move nor an attack."""

    figure: str
    ability: Ability

    def run(self, play: Play) -> None:
        if not play.state.on_map(self.figure):
            return
        ability = self.ability
        if isinstance(ability, If):
            holds = all_hold(play.book, play.state, ability.when, play.state.figure(self.figure))
            then = ability.then if holds else ability.otherwise
            play.push(*(Perform(self.figure, each) for each in then))
        elif isinstance(ability, Heal):
            play.push(ChooseHealed(self.figure, ability))
        elif isinstance(ability, Infuse):
            play.push(InfuseOne(ability))
        elif isinstance(ability, Uncurse):
            play.shuffle_without_curses(self.figure)
        elif isinstance(ability, Summon):
            for _ in range(ability.count * (play.book.characters if ability.per_character else 1)):
                play.push(SummonOne(self.figure, ability))
        elif isinstance(ability, CreateTrap):
            play.push(PutTrap(self.figure, ability))
        elif isinstance(ability, Loot):
            _loot(play, self.figure, ability.range)
        elif isinstance(ability, NegateDamage):
            play.gain(self.figure, LastingEffect("negate_damage"), ("GH-12.35", "GH-10.3"))
        elif isinstance(ability, Recover | Refresh | Cure | Give | Bestow):
            play.note(
                "card", self.figure, ("GH-11.12",), "is no character, to which something could come back"
            )
        elif isinstance(ability, OnDeath):
            play.edit(self.figure, dying=ability.then)
        elif isinstance(ability, Leap):
            play.push(LeapTo(self.figure, ability.hexes[play.state.leaps % len(ability.hexes)]))
            play.set(leaps=play.state.leaps + 1)
        elif isinstance(ability, Hatch):
            _hatch(play, ability)
        elif isinstance(ability, Toward):
            play.go_toward(self.figure, ability)
        elif isinstance(ability, ScenarioStep):
            play.note("scenario", self.figure, ("GH-12.36",), ability.text)
        elif isinstance(ability, Special):
            play.note("scenario", self.figure, ("GH-12.36",), f"special {ability.number}, which is not known")
        elif isinstance(ability, Experience) and play.state.cards_of(self.figure) is not None:
            play.gain_experience(self.figure, ability.amount)
        elif isinstance(ability, ExtraTurn):
            _let_act_again(play, self.figure, ability.name)
        elif isinstance(ability, Experience):
            play.note("scenario", self.figure, ("GH-12.36",), "gains experience, after this turn")
        elif isinstance(ability, UntilRoundEnd):
            self._until_round_end(play, ability)
        else:
            assert isinstance(ability, Affecting)
            self._affect(play, ability)

    def _affect(self, play: Play, ability: Affecting) -> None:
        """Affect every figure that the ability names, or let one be chosen."""
        names = affected(play.book, play.state, self.figure, ability.whom, targets(ability))
        if ability.whom.each:
            for name in names:
                affect(play, self.figure, ability, name)
        else:
            play.push(ChooseAffected(self.figure, ability, tuple(names)))

    def _until_round_end(self, play: Play, ability: UntilRoundEnd) -> None:
        if ability.effect == "attackers_have_disadvantage":
            play.gain(self.figure, LastingEffect("attackers_have_disadvantage"), ("GH-12.35",))
            return
        for ally in list(play.state.allies_of(play.state.figure(self.figure))):
            play.gain(ally.name, LastingEffect("attack_plus", 1, source=self.figure), ("GH-12.35",))


def affect(play: Play, figure: str, ability: Affecting, name: str) -> None:
    """Apply an ability to one figure."""
    if not play.state.on_map(name):
        return
    why = rules_of(ability.whom)
    if isinstance(ability, Shield):
        play.gain(name, LastingEffect("shield", ability.amount), ("GH-10.6", "GH-12.35"))
    elif isinstance(ability, Retaliate):
        play.gain(name, LastingEffect("retaliate", ability.amount, ability.range), ("GH-10.7", "GH-12.35"))
    elif isinstance(ability, Suffer):
        play.suffer(
            name, ability.amount, ("GH-10.9",), f"damage by {figure}", killer_of(play.state.figure(figure))
        )
    elif isinstance(ability, Kill):
        play.kill(name, ("GH-7.2", "GH-2.12"), killer_of(play.state.figure(figure)))
        if play.state.figure(figure).kind == "character":
            play.gain_experience(figure, ability.experience)
    elif isinstance(ability, Place):
        for condition in ability.conditions:
            play.place(name, condition, why)
    else:
        for condition in ability.conditions:
            play.place(name, condition, why)
        source = play.state.figure(figure)
        by_monsters = source.kind != "character" and not play.state.leads(figure)
        steps = ability.push or ability.pull
        by = play.by_force_of(source)
        play.push(Force(name, source.at, steps, bool(ability.pull), by_monsters, not by_monsters, by))


class ChooseAffected(Choice, frozen=True):
    """One of several figures is chosen: by a monster its focus, if it is among them. (GH-12.37)"""

    asks = "say who is affected"
    figure: str
    ability: Affecting
    names: tuple[str, ...]

    def options(self, book: Book, state: State) -> list[Action]:
        names = [name for name in self.names if state.on_map(name)]
        if state.focus in names:
            names = [state.focus]
        return [Pick(name) for name in names]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("GH-12.37",)

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Pick)
        affect(play, self.figure, self.ability, action.figure)


class ChooseHealed(Choice, frozen=True):
    """The target of a heal: the figure within range that has lost most hit points. (GH-10.8, GH-12.34)"""

    asks = "say who is healed"
    figure: str
    heal: Heal
    healed: tuple[str, ...] = ()
    """The figures that it has already healed."""

    def options(self, book: Book, state: State) -> list[Action]:
        if len(self.healed) == self.heal.targets or not state.on_map(self.figure):
            return []
        near = [name for name in affected(book, state, self.figure, self._whom()) if name not in self.healed]
        lost = {name: state.figure(name).max_hp - state.figure(name).hp for name in near}
        most = max(lost.values(), default=0)
        named = [name for name in near if lost[name] == most]
        if most or any(state.figure(name).has(token) for name in named for token in ("poison", "wound")):
            return [Pick(name) for name in named]
        return []

    def _whom(self) -> Whom:
        return self.heal.whom if self.heal.range is None else Whom("allies", self.heal.range, and_self=True)

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return "GH-10.8", "GH-12.34"

    def run(self, play: Play) -> None:
        if self.heal.range is None and self.heal.whom.each:
            for name in affected(play.book, play.state, self.figure, self.heal.whom):
                play.heal(name, self.heal.amount)
        else:
            super().run(play)

    def mover(self, book: Book, state: State) -> int:
        if self.heal.range is None and self.heal.whom.each:
            return ENGINE
        return super().mover(book, state)

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Pick)
        play.push(ChooseHealed(self.figure, self.heal, (*self.healed, action.figure)))
        in_sight = ("GH-4.4",) if looks_for_sight(self._whom()) else ()
        play.heal(action.figure, self.heal.amount, ("GH-10.8", *in_sight, "GH-12.34"))


class InfuseOne(Choice, frozen=True):
    """An element is infused; for a wild icon the players choose it. (GH-9.2, GH-9.6)"""

    asks = "say which element is infused"
    infuse: Infuse

    def options(self, book: Book, state: State) -> list[Action]:
        element = self.infuse.element
        ways = [Charge(each) for each in (ELEMENTS if element == "any" else (element,))]
        return [*ways, Pass()] if self.infuse.optional else [*ways]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("GH-9.2", *rules_of_wild((self.infuse.element,)))

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, Pass):
            return
        assert isinstance(action, Charge)
        play.infuse(action.element, rules_of_wild((self.infuse.element,)))


def rules_of_wild(elements: tuple[Element, ...]) -> tuple[str, ...]:
    """The rule of the wild icon, if there is one."""
    return ("GH-9.6",) if "any" in elements else ()


class PutTrap(Choice, frozen=True):
    """A trap comes into the adjacent empty hex that is nearest to an enemy."""

    asks = "say where the trap lies"
    figure: str
    trap: CreateTrap

    def options(self, book: Book, state: State) -> list[Action]:
        return [PutAt(hex_) for hex_ in nearest_empty(book, state, state.figure(self.figure).at, self.figure)]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("GH-12.37",)

    def refuse(self, book: Book, state: State, action: Action) -> Reason:
        if not isinstance(action, PutAt):
            return super().refuse(book, state, action)
        here = state.figure(self.figure).at
        return why_not_nearest(book, state, here, self.figure, action.at), ("GH-12.37", "GH-1.3")

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, PutAt)
        side = play.state.figure(self.figure).side
        trap = Trap(action.at, self.trap.damage, self.trap.conditions, side)
        play.set(traps=tuple(sorted((*play.state.traps, trap))))
        play.note("trap", self.figure, ("GH-1.7",), "puts a trap")


def _hatch(play: Play, ability: Hatch) -> None:
    """All figures of a name are destroyed, and a monster comes where each was. (GH-12.36)"""
    card = play.book.types.get(ability.into)
    hatched = [each for each in play.state.figures if each.group == ability.name]
    play.set(figures=tuple(each for each in play.state.figures if each not in hatched))
    for each in hatched:
        play.note("scenario", each.name, ("GH-12.36",), "is destroyed")
        if card is not None and card.monster is not None:
            book = play.book
            new = monster(card, 0, book.monster_level, ability.rank, book.characters, each.at)
            coming = replace(new, name=ability.into, drops_money=False, origin=f"a spawned {ability.into}")
            play.push(Come(coming, ("GH-14.4",), "is spawned"))


def _let_act_again(play: Play, name: str, group: str) -> None:
    """All allies of a type take one more turn after this one, elites first. (GH-12.3, GH-12.4, GH-12.36)"""
    allies = [each for each in play.state.allies_of(play.state.figure(name)) if each.group == group]
    allies.sort(key=lambda each: (each.rank != "elite", each.number))
    play.set(again=tuple(each.name for each in allies if not each.new))
    play.note("scenario", name, ("GH-12.36",), f"{group} acts once more, after this turn")


def _loot(play: Play, name: str, reach: int) -> None:
    """All money tokens in range and sight are gone for good; no treasure is taken. (GH-12.34, GH-4.4)"""
    board, here = play.book.board(play.state), play.state.figure(name).at
    near = {hex_ for hex_ in board.within(here, reach) if board.sees(here, hex_)}
    kept: tuple[Money, ...] = tuple(money for money in play.state.money if money.at not in near)
    taken = sum(money.tokens for money in play.state.money) - sum(money.tokens for money in kept)
    play.set(money=kept)
    play.note("loot", name, ("GH-12.34",), f"takes {taken} money tokens")
