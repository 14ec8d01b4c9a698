"""Abilities other than moves and attacks: heal, shield, conditions, damage, push and pull, summon, loot,
elements, traps. (GH-7.2 to GH-7.8, GH-12.34, GH-12.35)
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.cardkit.tasks import ENGINE, Reason
from tsolve.games.gloomhaven import hexes as plane
from tsolve.games.gloomhaven.abilities import (
    Ability,
    Affecting,
    Attack,
    Bestow,
    CreateTrap,
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
    Summon,
)
from tsolve.games.gloomhaven.ability_parts import Amount, Breaking, Element, Whom
from tsolve.games.gloomhaven.actions import Action, Charge, Pick, PutAt, Shift
from tsolve.games.gloomhaven.figures import Figure, LastingEffect
from tsolve.games.gloomhaven.hexes import Hex, images, shifted
from tsolve.games.gloomhaven.lasting import is_immune
from tsolve.games.gloomhaven.scenario import SummonOne, nearest_empty, why_not_nearest
from tsolve.games.gloomhaven.simple_abilities import (
    Cure,
    Experience,
    ExtraTurn,
    Give,
    Infuse,
    NegateDamage,
    Refresh,
    ScenarioStep,
    Special,
    Uncurse,
    UntilRoundEnd,
)
from tsolve.games.gloomhaven.state import Choice, Money, State, Task, Trap, deck_owner
from tsolve.games.gloomhaven.turn.deliberation import aiming
from tsolve.games.gloomhaven.turn.traits_held import all_hold, is_so

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.play import Play


class Force(Choice, frozen=True):
    """The next step of a figure that is pushed or pulled."""

    asks = "say where it is pushed or pulled"
    target: str
    source: Hex
    """The hex of the figure that pushes or pulls."""
    left: int
    """The number of steps left."""
    pulls: bool
    by_monsters: bool
    """Whether it is used to the full, as monsters do; a player may choose a blocked direction. (GH-7.8,
    GH-12.38)
    """
    may_decline: bool = False
    """Whether a player may leave it out entirely; once begun it is used to the full. (GH-7.1, GH-7.8)"""
    by: str = ""
    """The figure that pushes or pulls: a kill by a trap counts for it. (GH-2.11)"""
    breaks: Breaking | None = None
    """What it does to obstacles and to its target in their hexes, if it goes through them."""

    @property
    def word(self) -> str:
        """The effect that it is."""
        return "pull" if self.pulls else "push"

    def options(self, book: Book, state: State) -> list[Action]:
        if not self.left or not state.is_up(self.target) or self._is_immune(book, state):
            return []
        forced = _Forced(book, state, self)
        at = state.figure(self.target).at
        whole = not book.reads("blocked_push", "stops")
        if whole and not forced.can_go_on(at, self.left):
            return []
        steps = [hex_ for hex_ in forced.ways(at) if forced.may_enter(hex_, self.left, whole)]
        found: list[Action] = [Shift(hex_) for hex_ in steps]
        blocked = not (whole or self.by_monsters) and forced.directions(at) > len(steps)
        if found and (blocked or self.may_decline) and forced.may_stay(at):
            found.append(Shift(None))
        return found

    def _is_immune(self, book: Book, state: State) -> bool:
        """Whether it cannot be moved: an obstacle, or a boss whose card says so. (GH-1.6, GH-8.15)"""
        figure = state.figure(self.target)
        if figure.kind == "object" or self.word in figure.profile.immunities:
            return True
        by_ally = state.on_map(self.by) and state.figure(self.by).side == figure.side
        return not by_ally and is_immune(book, state, figure, self.word)

    def refuse(self, book: Book, state: State, action: Action) -> tuple[str, tuple[str, ...]]:
        if not isinstance(action, Shift):
            return super().refuse(book, state, action)
        rulings = self.rulings_for(book, state)
        if action.figure:
            return f"{self.target} is moved, not {action.figure}", rulings
        if action.word:
            return f"it is a {self.word}, not a {action.word}", rulings
        if action.to is None:
            return f"a {self.word} that is used goes as far as it can", ("GH-7.8",)
        return _Forced(book, state, self).why_not(action.to), rulings

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        to_the_full = ("GH-12.38",) if self.by_monsters else ()
        return ("GH-7.4" if self.pulls else "GH-7.3"), "GH-7.5", "GH-7.8", *to_the_full

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Shift)
        if action.to is None:
            return
        figure = play.state.figure(self.target)
        ruling = "GH-7.4" if self.pulls else "GH-7.3"
        play.note("force", self.target, (ruling,), "is pulled" if self.pulls else "is pushed")
        play.push(replace(self, left=self.left - 1, may_decline=False))
        breaks = self.breaks if action.to in play.state.obstacles else None
        if breaks is not None:
            play.set(obstacles=play.state.obstacles - {action.to})
            where = play.book.terrain.name(action.to)
            play.note("obstacle", self.target, ("GH-1.6",), f"breaks the obstacle in {where}")
            play.gain_experience(self.by, breaks.experience)
        play.enter(self.target, action.to, not figure.flies, self.by)
        if breaks is not None and play.state.is_up(self.target):
            play.suffer(self.target, breaks.damage, ("GH-10.9",), "the broken obstacle", self.by)


class _Forced:
    """Where one figure can be pushed or pulled."""

    def __init__(self, book: Book, state: State, force: Force) -> None:
        self._board = book.board(state)
        self._steps = self._board.distances(force.source)
        self._source, self._pulls = force.source, force.pulls
        self._figure: Figure = state.figure(force.target)
        others = [figure for figure in state.figures if figure.name != force.target]
        flies = self._figure.flies
        blocked = frozenset() if flies or force.breaks is not None else state.obstacles
        self._taken = blocked.union(figure.at for figure in others)
        enemies = (figure.at for figure in others if figure.side != self._figure.side)
        self._closed = blocked if flies else blocked.union(enemies)

    def ways(self, at: Hex) -> list[Hex]:
        """The hexes next to it that are farther from the source, or nearer, and can be passed. (GH-7.5)"""
        here = self._steps[at]
        sign = -1 if self._pulls else 1
        near = self._board.neighbours(at)
        return [hex_ for hex_ in near if sign * (self._steps[hex_] - here) > 0 and hex_ not in self._closed]

    def may_stay(self, at: Hex) -> bool:
        """Whether it is alone in its hex; through an ally it must go on. (GH-7.5)"""
        return at not in self._taken

    def may_enter(self, hex_: Hex, left: int, whole: bool = False) -> bool:
        """Whether it can be moved into a hex with this many steps left, and then stop in a free hex."""
        if hex_ not in self._taken and not whole:
            return True
        if left == 1:
            return hex_ not in self._taken
        return any(self.may_enter(further, left - 1, whole) for further in self.ways(hex_))

    def why_not(self, hex_: Hex) -> str:
        """Why it cannot be moved into a hex by the next step."""
        name = self._figure.name
        word, farther = ("pull", "nearer") if self._pulls else ("push", "farther away")
        at = self._figure.at
        if hex_ not in self._board.neighbours(at):
            return f"a {word} goes step by step: the hex is not next to {name}"
        if hex_ in self._closed:
            return f"{name} cannot be moved through what stands there"
        if hex_ not in self.ways(at):
            return f"each step of a {word} brings {name} {farther}, and that one does not"
        return f"{name} cannot stop there, nor go on from there to a free hex"

    def can_go_on(self, at: Hex, left: int) -> bool:
        """Whether all steps can be used from here."""
        return any(self.may_enter(hex_, left, whole=True) for hex_ in self.ways(at))

    def directions(self, at: Hex) -> int:
        """How many of the six directions lead farther away, or nearer, whatever is in those hexes."""
        here = plane.distance(self._source, at)
        sign = -1 if self._pulls else 1
        return sum(sign * (plane.distance(self._source, hex_) - here) > 0 for hex_ in plane.neighbours(at))


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
            name, ability.amount, ("GH-10.9",), f"damage by {figure}", deck_owner(play.state.figure(figure))
        )
    elif isinstance(ability, Kill):
        play.kill(name, ("GH-7.2", "GH-2.12"), deck_owner(play.state.figure(figure)))
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
        return [Charge(each) for each in (ELEMENTS if element == "any" else (element,))]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("GH-9.2", *rules_of_wild((self.infuse.element,)))

    def answer(self, play: Play, action: Action) -> None:
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


def targets(ability: Ability) -> bool:
    """Whether an ability targets the figures that it affects; not if all of them suffer damage. (GH-8.12,
    GH-10.9)
    """
    return not (isinstance(ability, Suffer) and ability.whom.each)


def affected(book: Book, state: State, name: str, whom: Whom, is_target: bool = True) -> Sequence[str]:
    """The figures that an ability may affect; with a range also in sight. (GH-4.4, GH-7.2) Invisible enemies
    are no targets. (GH-8.12)

    Distances from the target of an attack count from its hex, even after it is gone.
    """
    figure = state.figure(name)
    if whom.side == "self":
        return [name]
    if whom.side == "target":
        struck = state.last_target
        if struck is None or not state.is_up(struck.name):
            return []
        target_now = state.figure(struck.name)
        return (
            [struck.name] if all(is_so(book, state, each, target_now, figure) for each in whom.that) else []
        )
    if whom.side == "same":
        return [state.chosen] if state.on_map(state.chosen) else []
    centre, target = figure.at, ""
    if whom.from_target:
        struck = state.last_target
        if struck is None:
            return []
        centre, target = struck.at, struck.name
    if whom.from_it:
        if state.spot is None:
            return []
        centre, target = state.spot, state.chosen
    board = book.board(state)
    within = figure.profile.range or 1 if whom.in_range else whom.within
    room = _room(book, state, centre) if whom.in_room else None
    found = [name] if whom.and_self else []
    for other in state.figures:
        if other.name in (name, target) or not may_be_meant(state, figure, other, whom, is_target):
            continue
        if within is not None:
            steps = board.distance(centre, other.at)
            if steps is None or steps > within or (whom.exactly and steps < within):
                continue
            if looks_for_sight(whom) and not board.sees(centre, other.at):
                continue
        if (room is not None and other.at not in room) or (whom.moved_through and other.at not in state.path):
            continue
        if all(is_so(book, state, trait, other, figure) for trait in whom.that):
            found.append(other.name)
    return found


def groups_affected(
    book: Book, state: State, name: str, whom: Whom, is_target: bool = True
) -> list[tuple[str, ...]]:
    """The sets of figures of which an ability may affect all, or a part: those that an area covers, or so
    many of those that it may affect. (GH-6.3, GH-7.2)
    """
    figure = state.figure(name)
    if whom.area is None:
        names = affected(book, state, name, whom, is_target)
        return [tuple(some) for some in combinations(names, min(whom.most, len(names)))] if names else []
    if whom.attacked:
        return _in_attacked_area(book, state, figure, whom)
    reach = None if whom.area.is_melee else Amount(whom.within or 1)
    covers = aiming(book, state, figure, Attack(Amount(0), reach, area=whom.area)).covers(figure.at)
    found = dict.fromkeys(
        tuple(
            each
            for each in sorted(cover)
            if all(is_so(book, state, trait, state.figure(each), figure) for trait in whom.that)
        )
        for cover in covers
    )
    return [group for group in found if group]


def _in_attacked_area(book: Book, state: State, figure: Figure, whom: Whom) -> list[tuple[str, ...]]:
    """Who stands in the area of the attack before, for each way to have laid it on just those that it hit.

    (GH-6.3, GH-6.5)
    """
    assert whom.area is not None
    board, pattern = book.board(state), whom.area
    struck = {each.name: each.at for each in state.struck}
    near = frozenset(board.within(figure.at, whom.within or 1))
    laid: dict[frozenset[Hex], None] = {}
    for image in images(pattern.hexes):
        starts = [figure.at]
        if not pattern.is_melee:
            starts = [Hex(at.q - each.q, at.p - each.p) for at in struck.values() for each in image]
        laid.update(dict.fromkeys(frozenset(shifted(start, each) for each in image) for start in starts))
    found: dict[tuple[str, ...], None] = {}
    for area in laid:
        others = (each for each in state.enemies_of(figure) if each.at in area and each.name not in struck)
        missed = any(board.sees(figure.at, each.at) and not each.has("invisible") for each in others)
        in_range = pattern.is_melee or not area.isdisjoint(near)
        if struck and in_range and not missed and area.issuperset(struck.values()):
            inside = (each for each in state.figures if each.at in area and each.name != figure.name)
            named = (each for each in inside if may_be_meant(state, figure, each, whom, is_target=False))
            found[tuple(each.name for each in named)] = None
    return [names for names in found if names]


def _room(book: Book, state: State, start: Hex) -> frozenset[Hex]:
    """The hexes of the room around a hex: doors bound it, open or not. (GH-1.5)"""
    board, doors = book.board(state), {door.at for door in state.doors}
    found, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        for near in board.neighbours(here):
            if near not in found:
                found.add(near)
                waiting += [near] if near not in doors else []
    return frozenset(found)


def is_called(summon: Figure, name: str) -> bool:
    """Whether a summon has this name, apart from its number; any has, where none is given."""
    return name.casefold() in ("", summon.name.removesuffix(f" {summon.number}").casefold())


def rules_of(whom: Whom) -> tuple[str, ...]:
    """The rules by which an ability without an attack affects these figures."""
    return ("GH-7.2", "GH-4.4") if looks_for_sight(whom) else ("GH-7.2",)


def looks_for_sight(whom: Whom) -> bool:
    """Whether the ability needs line of sight: if a range is printed. (GH-4.4)"""
    return whom.in_range or (whom.within or 1) > 1


def may_be_meant(state: State, figure: Figure, other: Figure, whom: Whom, is_target: bool = True) -> bool:
    """Whether an ability of a figure may affect another one, apart from distance. (GH-1.2, GH-1.6,
    GH-8.12)
    """
    if whom.side == "summons":
        return other.owner == figure.name and is_called(other, whom.name)
    if whom.side == "all summons":
        return other.kind == "summon" and other.side == figure.side
    if other.side == state.stance(figure):
        return whom.side != "enemies" and other.kind != "object"
    return whom.side == "everybody" or (whom.side == "enemies" and not (is_target and other.has("invisible")))


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
