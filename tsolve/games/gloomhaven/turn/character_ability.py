"""A character's abilities other than moves and attacks: the player chooses for whom and where. (GH-7.2)"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from tsolve.games.gloomhaven.abilities import (
    STAYING,
    Ability,
    Affecting,
    Attack,
    Bestow,
    Either,
    Heal,
    Loot,
    OneOf,
    Place,
    Recover,
    Retaliate,
    Shield,
    Shove,
    Suffer,
)
from tsolve.games.gloomhaven.ability_parts import SELF, Amount, Whom
from tsolve.games.gloomhaven.actions import Action, Do, Pass, Pick, PutAt
from tsolve.games.gloomhaven.cards import Item, Origin
from tsolve.games.gloomhaven.empty_hexes import empty_beside
from tsolve.games.gloomhaven.figures import BonusKind, LastingEffect
from tsolve.games.gloomhaven.lasting import heal_changes, more_healed
from tsolve.games.gloomhaven.map_abilities import CreateTrap, PutObstacles, Remove, Summon
from tsolve.games.gloomhaven.simple_abilities import (
    ChooseHex,
    Cure,
    Dampen,
    Doubled,
    EndAll,
    Give,
    HealChange,
    HitPoints,
    InitiativeChange,
    NegateDamage,
    OneMore,
    OneMoreObstacle,
    PassDooms,
    Refresh,
    ScenarioStep,
    Swap,
    SwapsSides,
    Teleport,
    Uncurse,
    UntilRoundEnd,
)
from tsolve.games.gloomhaven.state import State, Trap
from tsolve.games.gloomhaven.traits import NEGATIVE
from tsolve.games.gloomhaven.turn.affected import (
    affected,
    groups_affected,
    rules_of,
    spares_all,
    targets,
)
from tsolve.games.gloomhaven.turn.counted import worth
from tsolve.games.gloomhaven.turn.damage import Effects
from tsolve.games.gloomhaven.turn.effects import Perform, affect
from tsolve.games.gloomhaven.turn.elements_and_bonuses import effects_of, granted
from tsolve.games.gloomhaven.turn.items import WhyNot
from tsolve.games.gloomhaven.turn.one_ability import OneAbility
from tsolve.games.gloomhaven.turn.summoning import summoned
from tsolve.games.gloomhaven.writing.ability_in_words import write_ability

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.play import Play


_OF_BONUSES: Mapping[BonusKind, tuple[str, ...]] = {"shield": ("GH-10.6",), "retaliate": ("GH-10.7",)}
"""The rules of bonuses that have one of their own."""


class Skill(OneAbility, frozen=True, kw_only=True):
    """One ability that is neither a move nor an attack."""

    asks = "say whether and for whom the ability is performed"
    takes: ClassVar[tuple[type, ...]] = (Do, Pick, PutAt)
    changed_by = ("heal", "loot")
    ability: Ability
    origin: Origin = Origin()
    """Where it stands."""
    done: tuple[str, ...] = ()
    """For an ability on several figures that are chosen, those already chosen."""
    sets: tuple[tuple[str, ...], ...] = ()
    """The sets of figures that could be chosen when it began; empty before."""

    def ways(self, book: Book, state: State) -> list[Action]:
        ability = self.ability
        if isinstance(ability, Summon | CreateTrap):
            return [PutAt(hex_) for hex_ in empty_beside(book, state, state.figure(self.figure).at)]
        if isinstance(ability, SwapsSides):
            named = affected(book, state, self.figure, ability.whom)
            return [Pick(name) for name in named if state.figure(name).kind == "monster"]
        if isinstance(ability, OneOf) and ability.sort == "doom":
            marked = affected(book, state, self.figure, Whom("enemies"))
            return [Pick(name) for name in marked if state.figure(name).kind != "object"]
        if isinstance(ability, Heal | Affecting):
            if not self._is_fixed():
                return [Pick(name) for name in self._left(book, state)]
            if not self._names(book, state):
                return []
        return [Do(write_ability(ability))]

    def options(self, book: Book, state: State) -> list[Action]:
        """A harm that must be done may still meet nobody, where the attack may have been laid so."""
        found = super().options(book, state)
        if not found or Pass() in found or self.done or not isinstance(self.ability, Affecting):
            return found
        whom, figure = self._whom(), state.figure(self.figure)
        return [*found, Pass()] if whom.attacked and spares_all(book, state, figure, whom) else found

    def _whom(self) -> Whom:
        ability = self.ability
        assert isinstance(ability, Heal | Affecting)
        if isinstance(ability, Heal) and ability.range is not None:
            return Whom("allies", ability.range, each=False, and_self=True, number=ability.targets)
        return ability.whom

    def changing(self, book: Book, state: State) -> list[Item]:
        moment = {Heal: "heal", Loot: "loot"}.get(type(self.ability))
        if moment is None or self.done or not book.items:
            return []
        return [each for each in super().changing(book, state) if each.when == moment]

    def with_item(self, item: Item) -> Skill:
        ability = self.ability
        if isinstance(ability, Heal) and Doubled() in item.do:
            return replace(self, ability=replace(ability, times=2 * ability.times))
        wider = [each.range for each in item.do if isinstance(each, Loot)]
        if isinstance(ability, Loot) and wider:
            return replace(self, ability=replace(ability, range=max(ability.range, *wider)))
        return self

    def _names(self, book: Book, state: State) -> list[str]:
        """The figures that the ability may affect."""
        return list(affected(book, state, self.figure, self._whom(), targets(self.ability)))

    def _sets(self, book: Book, state: State) -> tuple[tuple[str, ...], ...]:
        """The sets of figures that may be chosen, as there were when it began."""
        asked = self._whom(), targets(self.ability)
        return self.sets or tuple(groups_affected(book, state, self.figure, *asked))

    def _left(self, book: Book, state: State) -> list[str]:
        """The figures that may be chosen now."""
        open_ = (each for each in self._sets(book, state) if set(self.done) <= set(each))
        names = dict.fromkeys(name for each in open_ for name in each)
        return [name for name in names if name not in self.done and state.is_up(name)]

    def _is_fixed(self) -> bool:
        """Whether it affects all figures that it names, or the figure itself."""
        return not self._whom().is_chosen

    @property
    def is_for_self(self) -> bool:
        """Whether it heals its performer and nobody else."""
        ability = self.ability
        return isinstance(ability, Heal) and ability.range is None and ability.whom.side == "self"

    def why_not(self, book: Book, state: State, action: Action) -> WhyNot:
        ways = self.ways(book, state)
        if isinstance(self.ability, Summon | CreateTrap):
            return "only an empty hex next to it will do", ("GH-1.3", "GH-11.1")
        if isinstance(action, Pick) and any(isinstance(way, Pick) for way in ways):
            if isinstance(self.ability, OneOf):
                return f"{action.figure} is no enemy that can be marked", ("GH-10.10", "GH-1.2", "GH-8.12")
            return f"the ability cannot affect {action.figure} from here", ("GH-4.4", "GH-7.2")
        if not ways:
            return "the ability can affect nobody from here", ("GH-4.4", "GH-7.2")
        return f"the ability to perform is {write_ability(self.ability)}", ("GH-2.6",)

    def asks_now(self, book: Book, state: State) -> str:
        ways = self.ways(book, state)
        if not ways or not all(isinstance(way, Do) for way in ways):
            return super().asks_now(book, state)
        text = write_ability(self.ability)
        return f"say `do {text}`" if self.must else f"say `do {text}`, or `skip`"

    def perform(self, play: Play, action: Action) -> None:
        ability = self.ability
        match action:
            case Pick() if isinstance(ability, OneOf | SwapsSides):
                rule = "GH-10.10" if isinstance(ability, OneOf) else "GH-11.21"
                for effect in effects_of(ability):
                    play.gain(action.figure, self._lasting(effect), ("GH-10.1", rule))
            case Pick():
                self._choose(play, action.figure)
            case PutAt():
                self._put(play, action)
            case _ if isinstance(ability, Heal):
                amount = self._healed(play, ability) + ability.amount * (ability.times - 1)
                for name in self._names(play.book, play.state):
                    self._heal(play, name, amount)
            case _ if (
                isinstance(ability, Attack | NegateDamage | UntilRoundEnd | STAYING)
                or (isinstance(ability, Affecting) and self._stays())
            ) and (effects := tuple(effects_of(ability))):
                self._keep(play, effects)
            case _ if isinstance(ability, Affecting):
                self._affect(play, self._names(play.book, play.state))
            case _ if isinstance(ability, Loot):
                self._loot(play, ability)
            case _ if isinstance(ability, HitPoints):
                before = play.state.figure(self.figure).hp
                play.note(
                    "hit points",
                    self.figure,
                    ("GH-10.9",),
                    "is left with",
                    "hit points",
                    before,
                    ability.left,
                )
                play.edit(self.figure, hp=ability.left)
            case _:
                play.push(Perform(self.figure, ability))

    def _choose(self, play: Play, name: str) -> None:
        """Affect a figure that is chosen; then perhaps others of the same set are."""
        sets, done = self._sets(play.book, play.state), (*self.done, name)
        play.set(chosen=name, spot=play.state.figure(name).at)
        if any(set(done) < set(each) for each in sets):
            is_whole = any(set(done) == set(each) for each in sets)
            play.push(replace(self, done=done, sets=sets, must=harms(self.ability) and not is_whole))
        if isinstance(self.ability, Heal):
            more = self.ability.counts
            actor, target = play.state.figure(self.figure), play.state.figure(name)
            found = worth(play.book, play.state, more, actor, target) if more is not None else 0
            amount, changed = self.ability.amount, self._healed(play, self.ability)
            self._heal(play, name, (amount + found) * self.ability.times + changed - amount)
        else:
            self._affect(play, [name])

    def _stays(self) -> bool:
        """Whether it is a shield or retaliate of a card that stays. (GH-10.1, GH-10.4)"""
        ability = self.ability
        is_for_all = isinstance(ability, Shield | Retaliate) and ability.whom.each
        return bool(self.origin.lasts) and is_for_all

    def _keep(self, play: Play, effects: tuple[LastingEffect, ...]) -> None:
        """What lasts: a persistent bonus stays with its bearer, one of the round is given to those who are
        there now. (GH-10.1, GH-10.4)
        """
        for effect in map(self._lasting, effects):
            rulings = _OF_BONUSES.get(effect.kind, ("GH-10.1", "GH-10.4"))
            if self._stays_near(play, effect.whom):
                play.gain(self.figure, effect, rulings)
                continue
            for name in affected(play.book, play.state, self.figure, effect.whom, is_target=False):
                play.gain(name, granted(effect), rulings)

    def _heal(self, play: Play, name: str, amount: int) -> None:
        """Heal a figure, which may first lose its negative conditions. (GH-8.17)"""
        changing = heal_changes(play.state.figure(self.figure), on_it=False)
        if any(isinstance(each.ability, HealChange) and each.ability.cures for each in changing):
            play.cure(name, ("GH-8.17",))
        play.heal(name, amount)

    def _stays_near(self, play: Play, whom: Whom) -> bool:
        """Whether an effect is good for those who are near enough when it counts. (GH-10.1, GH-10.4)"""
        if self.origin.lasts == "persistent" or whom == SELF:
            return True
        is_near = whom.within is not None and bool(self.origin.lasts)
        return is_near and play.reads("bonus_near_by", "when_it_counts")

    def _healed(self, play: Play, heal: Heal) -> int:
        """The amount of its heal, with what changes its performer's heals. (GH-10.1)"""
        changing = heal_changes(play.state.figure(self.figure), on_it=False)
        if not self.done:
            play.use_slots(self.figure, changing)
        held = play.state.cards_of(self.figure)
        party = play.state.figures if held is not None and self.origin.name in held.packs else ()
        of_packs = [each for figure in party for each in heal_changes(figure, on_it=False, packs=True)]
        return heal.amount + more_healed(changing) + more_healed(of_packs)

    def _lasting(self, effect: LastingEffect) -> LastingEffect:
        """A bonus that ends with the card it comes from. (GH-10.1, GH-10.4)"""
        lasts = effect.lasts
        if lasts == "round" and self.origin.lasts == "persistent":
            lasts = "persistent"
        owner = self.figure if self.origin.lasts else ""
        return replace(effect, lasts=lasts, source=self.origin.name, owner=owner, slots=self.origin.slots)

    def _affect(self, play: Play, names: list[str]) -> None:
        ability = self.ability
        assert isinstance(ability, Affecting)
        if isinstance(ability, Place | Shove) and ability.whom.side == "enemies":
            play.push(*(self._effects(play.state, ability, name) for name in names))
            return
        for name in names:
            if isinstance(ability, Shield | Retaliate):
                ruling = "GH-10.6" if isinstance(ability, Shield) else "GH-10.7"
                for effect in effects_of(ability):
                    play.gain(name, granted(self._lasting(effect)), (ruling,))
            else:
                affect(play, self.figure, ability, name)

    def _effects(self, state: State, ability: Place | Shove, name: str) -> Effects:
        """Effects without an attack are optional, like those of an attack. (GH-7.1, GH-7.2)"""
        push, pull = (ability.push, ability.pull) if isinstance(ability, Shove) else (0, 0)
        bringing = Attack(Amount(0), push=push, pull=pull, conditions=ability.conditions)
        source = state.figure(self.figure).at
        if ability.whom.from_it and state.spot is not None:
            source = state.spot
        return Effects(self.figure, source, name, bringing, (), rules_of(ability.whom))

    def _loot(self, play: Play, loot: Loot) -> None:
        """All money in range and sight. (GH-4.4)"""
        board, here = play.book.board(play.state), play.state.figure(self.figure).at
        near = [hex_ for hex_ in board.within(here, loot.range) if board.sees(here, hex_)]
        play.loot(self.origin.by or self.figure, near, ("GH-2.9", "GH-4.4"))
        beside = affected(play.book, play.state, self.figure, Whom("enemies", 1), is_target=False)
        play.gain_money(self.origin.by or self.figure, loot.per_enemy * len(beside))

    def _put(self, play: Play, action: PutAt) -> None:
        ability = self.ability
        if isinstance(ability, CreateTrap):
            owner = self.figure if ability.experience else ""
            harm = sum(each.amount for each in ability.beside if isinstance(each, Suffer))
            placed = tuple(
                condition
                for each in ability.beside
                if isinstance(each, Place)
                for condition in each.conditions
            )
            trap = Trap(action.at, ability.damage, ability.conditions, "party", owner, ability.experience)
            trap = replace(trap, harm_beside=harm, conditions_beside=placed)
            play.set(traps=tuple(sorted((*play.state.traps, trap))))
            play.note("trap", self.figure, ("GH-1.7",), "puts a trap")
            return
        assert isinstance(ability, Summon)
        assert ability.statistics is not None
        if ability.count > 1:
            play.push(replace(self, ability=replace(ability, count=ability.count - 1), must=False))
        summon = summoned(play.state, self.figure, ability.name, ability.statistics)
        card = self.origin.name if self.origin.lasts else ""
        play.set(figures=(*play.state.figures, replace(summon, at=action.at, card=card)))
        play.note("summon", summon.name, ("GH-11.1", "GH-11.3"), f"is summoned by {self.figure}")


def harms(ability: Ability) -> bool:
    """Whether an ability harms its performer or its allies: then it cannot be skipped. (GH-2.6)"""
    match ability:
        case Suffer(whom=whom):
            return whom.side != "enemies" or whom.and_self
        case HitPoints():
            return True
        case Place(conditions=conditions, whom=whom):
            return (whom.side != "enemies" or whom.and_self) and not set(conditions).isdisjoint(NEGATIVE)
    return False


def is_unknown_to_characters(ability: Ability) -> bool:
    """Whether an ability is one that only monsters' cards have."""
    if isinstance(ability, Summon):
        monstrous = ability.rank or ability.per_character or ability.by_target or ability.shares_hit_points
        return ability.statistics is None or bool(monstrous)
    known = (
        STAYING
        | Affecting
        | NegateDamage
        | Recover
        | Refresh
        | Cure
        | Give
        | Bestow
        | Uncurse
        | OneMore
        | OneMoreObstacle
        | InitiativeChange
        | Dampen
        | Either
        | Doubled
        | EndAll
        | HitPoints
        | ChooseHex
        | PassDooms
        | Heal
        | Loot
        | CreateTrap
        | PutObstacles
        | Remove
        | Swap
        | Teleport
        | UntilRoundEnd
        | ScenarioStep
    )
    return not isinstance(ability, known)
