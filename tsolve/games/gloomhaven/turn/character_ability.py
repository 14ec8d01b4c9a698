"""A character's abilities other than moves and attacks, and its items. (GH-2.6, GH-7.2, GH-10, GH-11.8)

Its player may perform an ability or skip it, chooses for whom and where, and may use items at their moments.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Literal

from msgspec.structs import replace

from tsolve.cardkit.tasks import ENGINE
from tsolve.games.gloomhaven.abilities import (
    SELF,
    STAYING,
    Ability,
    Affecting,
    Amount,
    Attack,
    Bestow,
    CreateTrap,
    Cure,
    Doubled,
    Element,
    EndAll,
    Give,
    Heal,
    HealChange,
    Loot,
    NegateDamage,
    OneMore,
    OneOf,
    Place,
    PutObstacles,
    Recover,
    Refresh,
    Remove,
    Retaliate,
    ScenarioStep,
    Shield,
    Shove,
    Suffer,
    Summon,
    Swap,
    Teleport,
    Uncurse,
    UntilRoundEnd,
    Whom,
)
from tsolve.games.gloomhaven.actions import Action, Do, GiveUp, Pass, Pick, PutAt, Spend, UseItem
from tsolve.games.gloomhaven.cards import Item, Origin
from tsolve.games.gloomhaven.lasting import heal_changes, more_healed
from tsolve.games.gloomhaven.printed import When
from tsolve.games.gloomhaven.scenario import empty_beside
from tsolve.games.gloomhaven.state import BonusKind, Choice, Figure, LastingEffect, State, Task, Trap
from tsolve.games.gloomhaven.traits import NEGATIVE
from tsolve.games.gloomhaven.turn.affected import affected, groups_affected, rules_of, targets
from tsolve.games.gloomhaven.turn.counted import worth
from tsolve.games.gloomhaven.turn.damage import Effects
from tsolve.games.gloomhaven.turn.deliberation import aim_of
from tsolve.games.gloomhaven.turn.effects import Perform, affect
from tsolve.games.gloomhaven.turn.elements_and_bonuses import effects_of, granted, ways_to_pay
from tsolve.games.gloomhaven.turn.summoning import summoned
from tsolve.games.gloomhaven.writing.ability_text import write_ability

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.play import Play


WhyNot = tuple[str, tuple[str, ...]]

_MOMENTS: Mapping[When, str] = {
    "turn": "in its own turn",
    "move": "when it begins a move ability",
    "attack": "when it begins an attack ability, before the targets are named",
    "single attack": "before the modifier card of an attack of its own",
    "attacked": "before the modifier card of an attack on it",
    "damage": "when it would take damage",
    "turn end": "at the end of its own turn",
    "ally attack": "when an ally begins the attack of an action",
    "heal": "when it begins a heal ability",
    "loot": "when it begins a loot ability",
    "always": "at no time: what it says holds as long as it is worn",
    "basic": "by itself, when a card is used as a basic action",
}


def ready_items(book: Book, state: State, owner: str, moments: tuple[When, ...]) -> list[Item]:
    """The items that a character can use at one of these moments; none if stunned. (GH-8.9)"""
    if not book.items or not state.is_up(owner):
        return []
    is_stunned = state.figure(owner).has("stun")
    held = state.cards_of(owner)
    if held is None:
        return []
    mine = (
        item
        for (whose, _), item in book.items.items()
        if whose == owner and item.when in moments and (item.despite_stun or not is_stunned)
    )
    return [
        item
        for item in mine
        if held.times(item.name) < item.uses and _has_elements(state, item) and state.moved >= item.moved
    ]


def _has_elements(state: State, item: Item) -> bool:
    """Whether the elements are there that an item consumes as it changes something. (GH-9.4)"""
    return item.when == "turn" or not item.elements or bool(ways_to_pay(state, item.elements))


def fits_attack(book: Book, figure: Figure, attack: Attack, item: Item) -> bool:
    """Whether an item changes an attack like this. (GH-11.8)"""
    if not item.only:
        return True
    aim = aim_of(book, figure, attack)
    is_single = aim.targets == 1 and not aim.area and not attack.add_target and attack.whom is None
    kinds = {"ranged" if aim.is_ranged else "melee", *(("single target",) if is_single else ())}
    return kinds.issuperset(item.only)


def why_not_for_attack(item: Item) -> WhyNot:
    """Why an item does not change an attack."""
    return f"{item.name} is only for {' '.join(item.only)} attacks", ("GH-11.8",)


def pay_for(play: Play, owner: str, item: Item) -> None:
    """What an item costs beside its use: elements (GH-9.4), damage (GH-10.9)."""
    if item.elements:
        play.push(SpendForItem(owner, item.elements))
    if item.harm:
        play.suffer(owner, item.harm, ("GH-10.9", "GH-11.8"), item.name)


def must_use(name: str) -> WhyNot:
    """Why an item with slots that applies has to be used before anything else."""
    return f"{name} has slots and must be used here: `use {name}`", ("GH-11.8", "GH-10.1")


def why_not_item(book: Book, state: State, owner: str, name: str) -> WhyNot:
    """Why a character cannot use an item now."""
    item, held = book.items.get((owner, name)), state.cards_of(owner)
    if item is None or held is None:
        return f"{owner} has no {name}", ("GH-11.8",)
    if not _has_elements(state, item):
        return f"{name} consumes {' and '.join(item.elements)}", ("GH-9.4", "GH-11.8")
    if held.times(name) >= item.uses and item.consumed:
        return f"{name} is consumed", ("GH-11.8", "GH-2.10")
    if held.times(name) >= item.uses:
        return f"{name} is spent: a long rest refreshes it", ("GH-11.8", "GH-2.10")
    if state.is_up(owner) and state.figure(owner).has("stun") and not item.despite_stun:
        return f"{owner} is stunned and uses no items", ("GH-8.9",)
    if state.moved < item.moved:
        return f"{owner} has moved {state.moved} of {item.moved} hexes in its turn", ("GH-11.8", "GH-11.11")
    return f"{name} is used {_MOMENTS[item.when]}", ("GH-11.8", "GH-11.11")


def asides(book: Book, state: State, figure: str) -> list[Action]:
    """What a character may do at any time in its turn: use an item, give up an active card."""
    items: list[Action] = [UseItem(item.name) for item in ready_items(book, state, figure, ("turn",))]
    return [*items, *give_ups(state, figure)]


def give_ups(state: State, figure: str) -> list[Action]:
    """The active cards that a character may give up, at any time. (GH-10.2, GH-10.5)"""
    held = state.cards_of(figure)
    return [GiveUp(card) for card in held.active] if held is not None else []


def step_aside(play: Play, figure: str, action: Action, then: Task) -> bool:
    """Carry out an action that is possible at any time, then go on with a task; False for another action."""
    if isinstance(action, GiveUp):
        play.push(then)
        play.leave_active_area(figure, action.card, ("GH-10.2", "GH-10.5"))
    elif isinstance(action, UseItem):
        play.push(then)
        play.perform_item(figure, action.item)
    return isinstance(action, GiveUp | UseItem)


def why_not_aside(book: Book, state: State, figure: str, action: Action) -> WhyNot | None:
    """Why a character cannot use an item or give up a card now; None for another action."""
    if isinstance(action, UseItem):
        return why_not_item(book, state, figure, action.item)
    if isinstance(action, GiveUp):
        return f"{action.card} is not in the active area", ("GH-10.2", "GH-10.5")
    return None


class SpendForItem(Choice, frozen=True):
    """The elements that an item consumes. (GH-9.4, GH-9.6)"""

    asks = "say which element is consumed"
    figure: str
    elements: tuple[Element, ...]

    def options(self, book: Book, state: State) -> list[Action]:
        return [Spend(way) for way in ways_to_pay(state, self.elements)]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return "GH-9.4", "GH-11.8"

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Spend)
        for element in action.elements:
            play.consume(element)


class OneAbility(Choice, frozen=True):
    """One ability of the present action; it is a step of its own if it can be performed."""

    takes: ClassVar[tuple[type, ...]] = ()
    """The actions that perform it."""
    performs: ClassVar[bool] = True
    """Whether these perform a part of the action; else they only say who does."""
    changed_by: ClassVar[tuple[When, ...]] = ()
    """The items that change it before it is performed."""
    figure: str
    must: bool = False
    """Whether it cannot be skipped, since its elements were consumed or it harms. (GH-2.6)"""

    used: tuple[str, ...] = ()
    """The items that have changed it: one use of each. (GH-10.1)"""
    in_action: bool = False
    """Whether it is a part of an action of its own: a half of a card that is played."""

    def ways(self, book: Book, state: State) -> list[Action]:
        """The ways to perform it; none, unless a kind of ability says otherwise."""
        return []

    def perform(self, play: Play, action: Action) -> None:
        """Perform it in one of these ways."""

    def changing(self, book: Book, state: State) -> list[Item]:
        """The items that may still change it: each once. (GH-10.1)"""
        items = ready_items(book, state, self.figure, self.changed_by)
        return [item for item in items if item.name not in self.used]

    def with_item(self, item: Item) -> OneAbility:
        """The ability as changed by an item; unchanged, unless it can be changed by items."""
        return self

    def why_not_changed(self, book: Book, state: State, item: str) -> WhyNot | None:
        """Why an item of that moment does not change it; None for no such reason."""
        return None

    def why_not(self, book: Book, state: State, action: Action) -> WhyNot:
        """Why it cannot be performed in this way."""
        return super().refuse(book, state, action)

    def player(self, state: State) -> str:
        """The character that may use items at any time meanwhile: of a figure that is led, who leads it."""
        return state.led.by if state.led is not None and state.led.figure == self.figure else self.figure

    def options(self, book: Book, state: State) -> list[Action]:
        if not state.is_up(self.figure):
            return []
        ways = self.ways(book, state)
        changing = self.changing(book, state)
        useful = [each for each in changing if self._is_useful(book, state, each, changing)]
        if any(each.is_forced for each in useful):
            ways = []  # use the item first, or skip the ability
        more = [*(UseItem(each.name) for each in useful), *asides(book, state, self.player(state))]
        return [*ways, *more] if self.must and ways else [*ways, *more, Pass()]

    def _is_useful(self, book: Book, state: State, item: Item, others: list[Item]) -> bool:
        """Whether it can be performed with this item, by itself or with others that are used after it."""
        ability = self.with_item(item)
        if ability.ways(book, state):
            return True
        for other in others:
            if other is not item and other in ability.changing(book, state):
                ability = ability.with_item(other)
                if ability.ways(book, state):
                    return True
        return False

    def refuse(self, book: Book, state: State, action: Action) -> WhyNot:
        if isinstance(action, Pass):
            return "this cannot be skipped", ("GH-2.6",)
        if isinstance(action, self.takes):
            forced = [item.name for item in self.changing(book, state) if item.is_forced]
            if forced and self.ways(book, state):
                return must_use(forced[0])
            return self.why_not(book, state, action)
        if isinstance(action, UseItem) and action.item in self.used:
            return f"{action.item} is used once for an ability", ("GH-11.8", "GH-10.1")
        if isinstance(action, UseItem) and (reason := self.why_not_changed(book, state, action.item)):
            return reason
        why_not = why_not_aside(book, state, self.player(state), action)
        return why_not or super().refuse(book, state, action)

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("GH-2.6", *self.rules_of_lead(state))

    def rules_of_lead(self, state: State) -> tuple[str, ...]:
        """The rules by which a figure performs it out of its turn, if it does."""
        if not state.leads(self.figure):
            return ()
        return ("GH-11.20", "GH-11.21") if state.led is not None and state.led.is_enemy else ("GH-11.20",)

    def mover(self, book: Book, state: State) -> int:
        """The player is asked even if only skipping is left, so that people can ask why."""
        return self.chooser(state) if state.is_up(self.figure) else ENGINE

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, Pass):
            return
        item = play.book.items.get((self.figure, action.item)) if isinstance(action, UseItem) else None
        if item is not None and item.when in self.changed_by:
            play.use_item(self.figure, item.name)
            used = tuple(sorted((*self.used, item.name)))
            play.push(replace(self.with_item(item), used=used))
            pay_for(play, self.figure, item)
            return
        if step_aside(play, self.player(play.state), action, self):
            return
        if self.performs:
            play.set(performed=True)
        self.perform(play, action)


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
        if isinstance(ability, OneOf) and ability.sort == "doom":
            marked = affected(book, state, self.figure, Whom("enemies"))
            return [Pick(name) for name in marked if state.figure(name).kind != "object"]
        if isinstance(ability, Heal | Affecting):
            if not self._is_fixed():
                return [Pick(name) for name in self._left(book, state)]
            if not self._names(book, state):
                return []
        return [Do(write_ability(ability))]

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

    def perform(self, play: Play, action: Action) -> None:
        ability = self.ability
        match action:
            case Pick() if isinstance(ability, OneOf):
                for effect in effects_of(ability):
                    play.gain(action.figure, self._lasting(effect), ("GH-10.1", "GH-10.10"))
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
        lasts: Literal["round", "persistent"] = "persistent" if self.origin.lasts == "persistent" else "round"
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
        return Effects(self.figure, state.figure(self.figure).at, name, bringing, (), rules_of(ability.whom))

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
        case Place(conditions=conditions, whom=whom):
            return (whom.side != "enemies" or whom.and_self) and not NEGATIVE.isdisjoint(conditions)
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
        | Doubled
        | EndAll
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
