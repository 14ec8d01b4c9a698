"""What the figures may still do to the monsters in the rest of a round: the halves of each character, whom
their attacks may reach, and what monsters do to themselves. Everything is counted at its greatest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from tsolve.games.gloomhaven.abilities import (
    Ability,
    Attack,
    Move,
    OnDeath,
    Place,
    Retaliate,
    Shove,
    Suffer,
    at_most,
)
from tsolve.games.gloomhaven.ability_parts import SELF, Element
from tsolve.games.gloomhaven.asked_for import looked_through, things_in
from tsolve.games.gloomhaven.cards import BASIC, Half, Side
from tsolve.games.gloomhaven.figures import Figure
from tsolve.games.gloomhaven.game import is_open, recovers_lost
from tsolve.games.gloomhaven.hexes import Hex, distance
from tsolve.games.gloomhaven.in_reach import AT_REST, variants
from tsolve.games.gloomhaven.initiative import order_of, waits
from tsolve.games.gloomhaven.map_abilities import CreateTrap, Summon
from tsolve.games.gloomhaven.modifiers import BLESS, card
from tsolve.games.gloomhaven.planning.trap_ways import keeps_clear
from tsolve.games.gloomhaven.simple_abilities import (
    Experience,
    ExtraTurn,
    Hatch,
    Infuse,
    Leap,
    ScenarioStep,
    Special,
    Toward,
)
from tsolve.games.gloomhaven.state import State, Task, Trap
from tsolve.games.gloomhaven.turn.character import SIDES, NextHalf
from tsolve.games.gloomhaven.turn.character_action import Printed as RestOfHalf
from tsolve.games.gloomhaven.turn.damage import FORCING, Effects, IfDamaged, retaliation_of
from tsolve.games.gloomhaven.turn.damage import Retaliate as StrikesBack
from tsolve.games.gloomhaven.turn.deliberation import aim_of, most_points
from tsolve.games.gloomhaven.turn.forced_movement import Force
from tsolve.games.gloomhaven.turn.halves import FinishHalf
from tsolve.games.gloomhaven.uncounted import goes_uncounted

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book


_UNBOUNDED = (CreateTrap, ExtraTurn, Hatch, Leap, OnDeath, ScenarioStep, Special, Suffer, Summon, Toward)
"""Abilities that harm monsters in more ways than by attacks, retaliate, traps and hazards."""


ENOUGH = 12
"""A deck of so many cards is not shuffled before the end of a turn."""


class Volley(NamedTuple):
    """An attack on one target, at its greatest."""

    figure: Figure
    """The attacker where its turn begins."""
    value: int
    pierce: int
    reach: int
    """How far it may come and attack from there."""
    has_advantage: bool
    wounds: bool
    """Whether it also brings a wound, which takes 1 in the turn of a monster."""


class Printed(NamedTuple):
    """What is printed on the cards of a position and lies on its table, as far as bounds have to know."""

    poison: int
    strengthen: bool
    pushes: bool
    is_simple: bool
    """Whether everything that may harm monsters is counted here."""


def printed_in(book: Book, state: State) -> Printed:
    """What there is in a position, and in all that come of it."""
    table = looked_through(book, state)
    if table is None:
        return Printed(1, True, True, False)
    pushes = table.has(Force, Shove) or table.says(FORCING)
    party = [figure for figure in state.figures if figure.side == "party"]
    decks = [state.deck(each.name) for each in party]
    halves = [half for each in book.cards.values() for half in (each.top, each.bottom)]
    attacks = [each for each in things_in((book.cards, book.deals)) if isinstance(each, Attack)]
    is_hard = (
        is_open(book, state)
        or goes_uncounted(book, state)
        or state.again
        or book.items
        or table.says((BLESS,))
        or (pushes and book.terrain.hazards)
        or any(isinstance(each, _UNBOUNDED) for each in things_in((book.cards, book.deals)))
        or recovers_lost(book)
        or any(figure.dying or figure.profile.attack_counts for figure in state.figures)
        or any(figure.kind != "character" for figure in party)
        or any((each.owner, name) not in book.cards for each in state.held for name in each.plays)
        or any(isinstance(each, Attack) for half in halves if half.lasts for each in things_in(half))
        or any(each.damaging or any(one.per_target_damaged for one in each.augments) for each in attacks)
        or any(card(text).rolling or card(text).effects for deck in decks for text in deck.cards())
    )
    return Printed(int(table.says(("poison",))), table.says(("strengthen",)), pushes, not is_hard)


def is_between_actions(state: State) -> bool:
    """Whether nothing waits but whole halves and turns, and what a monster does in its turn."""
    return all(
        isinstance(task, AT_REST) or _is_of_monster(state, task) or _only_follows(task) for task in state.todo
    )


def _only_follows(task: Task) -> bool:
    """Whether it only ends a half, or an attack that wounds nobody."""
    if isinstance(task, Effects):
        return "wound" not in task.attack.conditions
    if isinstance(task, RestOfHalf):
        return all(isinstance(each, Infuse | Experience) for each in task.rest)
    return isinstance(task, FinishHalf | IfDamaged | StrikesBack)


def _is_of_monster(state: State, task: Task) -> bool:
    """Whether a task belongs to the turn of a monster, all of whose abilities are counted."""
    name = getattr(task, "figure", "") or getattr(task, "attacker", "")
    return state.on_map(name) and name == state.turn and state.figure(name).side != "party"


@lru_cache(4096)
def inside(abilities: tuple[Ability, ...]) -> tuple[object, ...]:
    """The abilities, and all that is printed with them; remembered, since few cards come again and again."""
    return tuple(things_in(abilities))


def attacks_of(abilities: tuple[Ability, ...]) -> Iterator[Attack]:
    """The attacks among them, those inside other abilities as well."""
    return (each for each in inside(abilities) if isinstance(each, Attack))


def movement(figure: Figure, half: Half) -> int:
    """The movement points of a half."""
    return sum(most_points(figure, each) for each in inside(half.abilities) if isinstance(each, Move))


class Means:
    """What may still be done in one position that is simple and lies between two actions."""

    def __init__(self, book: Book, state: State, printed: Printed, may_fall: bool = False) -> None:
        """`may_fall`: whether what is counted holds even where characters fall."""
        self._may_fall = may_fall
        self.book, self.state, self.printed = book, state, printed
        self.monsters = [figure for figure in state.figures if figure.side != "party"]
        self.party = [figure for figure in state.figures if figure.side == "party"]
        self.points = {
            each.name: sum(
                most_points(each, one)
                for one in inside(book.deal(state, each).abilities)
                if isinstance(one, Move)
            )
            if self.acts(each)
            else 0
            for each in self.monsters
        }
        """The movement points that each monster still has."""
        self._most_points: dict[str, int] = {}
        self._orders: dict[str, tuple[int, ...]] = {}
        self._clear: dict[str, bool] = {}

    def acts(self, figure: Figure) -> bool:
        """Whether a figure still has a turn, or is in the middle of it."""
        return figure.name == self.state.turn or waits(self.book, figure)

    # what comes without an attack

    def own_harm(self, monster: Figure) -> int:
        """What a monster loses by its wound, in hazardous terrain, and by the retaliate that there is now."""
        lost = int(self.acts(monster) and monster.has("wound"))
        for each in self.party:
            for amount, range_ in retaliation_of(each):
                if self.comes(monster, each, self.most_points(each) + range_):
                    lost += amount * self.attacks(monster)
        if self.book.terrain.hazards and not self._keeps_clear(monster):
            lost += self.book.trap_damage // 2 * self.points[monster.name]
        return lost

    def coming_to(self, trap: Trap) -> Iterator[Figure]:
        """The monsters that may come into a trap."""
        for monster in self.monsters:
            is_near = distance(monster.at, trap.at) <= self.points[monster.name]
            if self.printed.pushes or (is_near and not self._keeps_clear(monster)):
                yield monster

    def _keeps_clear(self, monster: Figure) -> bool:
        if self.printed.pushes or monster.name == self.state.turn:
            return False
        if monster.name not in self._clear:
            nearly_fixed = sorted(self.party, key=self.most_points)
            seen = (each for each in nearly_fixed if not each.has("invisible"))
            hexes = self.book.terrain.hexes
            places = (_within(hexes, each.at, self.most_points(each)) for each in seen)
            self._clear[monster.name] = keeps_clear(self.book, self.state, monster, places, self._may_fall)
        return self._clear[monster.name]

    def attacks(self, monster: Figure) -> int:
        """How often a monster attacks one character."""
        deal = self.book.deal(self.state, monster)
        times = (
            monster.profile.targets + each.add_target if each.all_on_one else 1
            for each in attacks_of(deal.abilities)
        )
        return sum(times) if self.acts(monster) else 0

    def comes(self, monster: Figure, figure: Figure, reach: int) -> bool:
        """Whether a monster may come so near to a character."""
        return self.printed.pushes or distance(figure.at, monster.at) <= reach + self.points[monster.name]

    # the turn of a character

    def orders(self, figure: Figure) -> Iterator[tuple[Half, list[Half]]]:
        """What a character may play first, each with what it may then play."""
        held = self.state.cards_of(figure.name)
        turned = (each for each in self.state.todo if isinstance(each, NextHalf))
        left = next((each.left for each in turned if each.figure == figure.name), "")
        plays = held.plays if held is not None else ()
        for side in SIDES:
            if left not in ("", side):
                continue
            other = SIDES[1 - SIDES.index(side)]
            for name in plays:
                others = [] if left else [each for each in plays if each != name]
                seconds = [half for each in others for half in self._ways(figure, each, other)]
                for half in self._ways(figure, name, side):
                    yield half, seconds

    def _ways(self, figure: Figure, name: str, side: Side) -> list[Half]:
        """A half of a card, as printed and as a basic action."""
        return [self.book.cards[figure.name, name].half(side), BASIC.half(side)]

    def most_points(self, figure: Figure) -> int:
        """The movement points of a character in its whole turn."""
        if not self.acts(figure):
            return 0
        if figure.name not in self._most_points:
            self._most_points[figure.name] = max(
                (
                    movement(figure, first) + max((movement(figure, each) for each in seconds), default=0)
                    for first, seconds in self.orders(figure)
                ),
                default=0,
            )
        return self._most_points[figure.name]

    def slots(self, figure: Figure, half: Half, moved: int) -> Iterator[list[Volley]]:
        """The attacks of a half on one target each; instead of one there may be several to choose from. The
        figure has `moved` that far before.
        """
        points = moved + movement(figure, half)
        for attack in attacks_of(half.abilities):
            payable = tuple(each for each in attack.augments if self._may_be_paid(figure, each.elements))
            ways = [
                self._volleys(figure, each, points)
                for each in variants(replace(attack, augments=payable) if attack.augments else attack)
            ]
            yield from ([one for one in slot if one is not None] for slot in zip_longest(*ways))

    def _may_be_paid(self, figure: Figure, elements: Sequence[Element]) -> bool:
        """Whether elements may be there in the turn of a figure: what it infuses itself comes too late."""
        there = {each.element for each in self.state.elements if each.strength != "inert" or each.infused}
        halves_in_progress = (task.half for task in self.state.todo if isinstance(task, FinishHalf))
        for half in halves_in_progress:
            there.update(each.element for each in inside(half.abilities) if isinstance(each, Infuse))
        for other in self.state.figures:
            if other.name != figure.name and self.acts(other):
                halves = {half for first, seconds in self.orders(other) for half in (first, *seconds)}
                printed = [self.book.deal(self.state, other).abilities, *(half.abilities for half in halves)]
                there.update(
                    each.element
                    for abilities in printed
                    for each in inside(abilities)
                    if isinstance(each, Infuse)
                )
        return "any" in there or there.issuperset(each for each in elements if each != "any")

    def _volleys(self, figure: Figure, attack: Attack, points: int) -> list[Volley]:
        """An attack, as often as it may have targets."""
        aim = aim_of(self.book, figure, attack)
        lasting = {
            kind: sum(effect.amount for effect in figure.effects if effect.kind == kind)
            for kind in ("attack_plus", "pierce")
        }
        bonus = sum(max(each.attack, 0) for each in attack.bonuses) + lasting["attack_plus"]
        helped = any(effect.kind == "advantage" for effect in figure.effects)
        volley = Volley(
            figure,
            attack.amount.number + bonus + self.printed.poison,
            attack.pierce + lasting["pierce"],
            points + aim.reach + len(aim.area),
            attack.advantage or self.printed.strengthen or helped,
            "wound" in attack.conditions,
        )
        targets = aim.targets - 1 + len(aim.area) if aim.area else aim.targets
        return [volley] * min(targets, len(self.monsters))

    def meets(self, volley: Volley, monster: Figure) -> bool:
        """Whether a monster may be so near in the turn of a character: one that acts later has not moved."""
        figure = volley.figure
        acts_later = figure.name == self.state.turn or self.order(figure) < self.order(monster)
        moved = 0 if acts_later else self.points[monster.name]
        return self.printed.pushes or distance(figure.at, monster.at) <= volley.reach + moved

    def dealt(self, attack: int, volley: Volley, monster: Figure) -> int:
        """What an attack with this result takes, with its wound."""
        wound = int(volley.wounds and self.acts(monster))
        return max(attack - max(monster.profile.shield - volley.pierce, 0), 0) + wound

    def order(self, figure: Figure) -> tuple[int, ...]:
        """The key of the order of turns."""
        if figure.name not in self._orders:
            self._orders[figure.name] = order_of(self.book, self.state, figure)
        return self._orders[figure.name]

    def given_harm(self, figure: Figure, half: Half, monster: Figure) -> int:
        """What a monster loses by the retaliate that a half gives, and by its wounds, apart from attacks."""
        lost = 0
        for each in inside(half.abilities):
            if isinstance(each, Retaliate):
                if each.whom != SELF:
                    lost += at_most(each.amount, each.augments) * len(self.party) * self.attacks(monster)
                elif self.comes(monster, figure, self.most_points(figure) + each.range):
                    lost += at_most(each.amount, each.augments) * self.attacks(monster)
            elif isinstance(each, Place) and "wound" in each.conditions:
                lost += int(self.acts(monster))
        return lost


@lru_cache(4096)
def _within(hexes: frozenset[Hex], start: Hex, far: int) -> frozenset[Hex]:
    """The hexes in which a figure may stand that goes so far."""
    return frozenset(each for each in hexes if distance(start, each) <= far)
