"""How much the monsters can lose at most in the rest of a round, on average: the sum of what each character
can do in its turn by itself, and of what comes from retaliate, traps, hazards and wounds.

Every attack deals its greatest number and hits whoever it hurts most of those that are near enough, as if
nobody had hurt anybody before; a monster that loses a part of its hit points counts as that part of a kill.
The next card of a shuffled deck is on average as good as any of its cards, whatever was drawn before and
whoever stops when: so each attack can be counted by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, zip_longest
from typing import TYPE_CHECKING, NamedTuple

from tsolve.cardkit import piles
from tsolve.games.gloomhaven.abilities import (
    SELF,
    Attack,
    CreateTrap,
    ExtraTurn,
    OnDeath,
    Place,
    Retaliate,
    ScenarioStep,
    Shove,
    Special,
    Suffer,
    Summon,
)
from tsolve.games.gloomhaven.asked_for import looked_through, points_of, things_in
from tsolve.games.gloomhaven.cards import BASIC, Half, Side
from tsolve.games.gloomhaven.game import is_open
from tsolve.games.gloomhaven.hexes import Hex, distance
from tsolve.games.gloomhaven.in_reach import AT_REST, variants
from tsolve.games.gloomhaven.initiative import order_of, waits
from tsolve.games.gloomhaven.modifiers import BLESS, Deck, card, reduced, result
from tsolve.games.gloomhaven.planning.tree import Bounds
from tsolve.games.gloomhaven.state import Figure, State, Task
from tsolve.games.gloomhaven.turn.character import SIDES, NextHalf
from tsolve.games.gloomhaven.turn.damage import FORCING, retaliation_of
from tsolve.games.gloomhaven.turn.deliberation import aim_of
from tsolve.games.gloomhaven.turn.effects import Force
from tsolve.solve.policy import Worth
from tsolve.written.position_file import parts_of

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.planning.goals import Goal


_UNBOUNDED = (CreateTrap, ExtraTurn, OnDeath, ScenarioStep, Special, Suffer, Summon)
"""Abilities that harm monsters in more ways than by attacks, retaliate, traps and hazards."""


class _Volley(NamedTuple):
    """An attack on one target, at its greatest."""

    figure: Figure
    """The attacker where its turn begins."""
    value: int
    pierce: int
    reach: int
    """How far it may come and attack from there."""
    has_advantage: bool


_NOTHING = Fraction(0)
ENOUGH = 12
"""A deck of so many cards is not shuffled before the end of a turn."""

Part = Callable[[int, int], Fraction]
"""What it counts that a monster loses some of its hit points."""


class Loss(NamedTuple):
    """What monsters can lose at most, on average."""

    kills: Fraction
    damage: Fraction


def most_worth(book: Book, state: State, goal: Goal) -> Worth:
    """The most that the rest of a round can come to on average, level by level of the goal."""
    amounts: dict[str, int | Fraction] = {**Bounds(book, goal).amounts(state)}
    loss, now = most_lost(book, state), goal.amounts(state)
    for name, more in (loss._asdict() if loss is not None else {}).items():
        if name in amounts:
            amounts[name] = min(amounts[name], now[name] + more)
    return tuple(sum(weight * amounts[name] for weight, name in parts_of(level)) for level in goal.levels)


def most_lost(book: Book, state: State) -> Loss | None:
    """What the monsters can still lose in the rest of the round; None if there is no simple bound."""
    if not _is_simple(book, state):
        return None
    monsters = [figure for figure in state.figures if figure.side == "monsters"]
    kills = _Strength(book, state, Fraction).most()
    damage = _Strength(book, state, lambda lost, _: Fraction(lost)).most()
    there_are = sum((each.hp for each in monsters), 0)
    return Loss(min(kills, Fraction(len(monsters))), min(damage, Fraction(there_are)))


def _is_simple(book: Book, state: State) -> bool:
    table, halves = looked_through(book, state), _halves_of(book)
    party = [figure for figure in state.figures if figure.side == "party"]
    decks = [state.deck(each.name) for each in party]
    pushes = table is not None and (table.has(Force, Shove) or table.says(FORCING))
    return not (
        table is None
        or is_open(book, state)
        or state.again
        or book.items
        or table.says((BLESS,))
        or (pushes and book.terrain.hazards)
        or not all(isinstance(task, AT_REST) or _is_of_monster(state, task) for task in state.todo)
        or any(isinstance(each, _UNBOUNDED) for each in things_in((book.cards, book.deals)))
        or any(figure.dying or figure.profile.attack_counts for figure in state.figures)
        or any(figure.kind != "character" for figure in party)
        or any((each.owner, name) not in book.cards for each in state.held for name in each.plays)
        or any(isinstance(each, Attack) for half in halves if half.lasts for each in things_in(half))
        or any(
            each.damaging or any(one.per_target_damaged for one in each.augments)
            for each in things_in((book.cards, book.deals))
            if isinstance(each, Attack)
        )
        or any(card(text).rolling or card(text).effects for deck in decks for text in deck.cards())
    )


def _is_of_monster(state: State, task: Task) -> bool:
    """Whether a task belongs to the turn of a monster, all of whose abilities are counted."""
    name = getattr(task, "figure", "") or getattr(task, "attacker", "")
    return state.on_map(name) and name == state.turn and state.figure(name).side == "monsters"


def _halves_of(book: Book) -> Iterator[Half]:
    return (half for each in book.cards.values() for half in (each.top, each.bottom))


class _Strength:
    """The bound for one way to count losses."""

    def __init__(self, book: Book, state: State, part: Part) -> None:
        self._book, self._state, self._part = book, state, part
        table = looked_through(book, state)
        assert table is not None
        self._poison = int(table.says(("poison",)))
        self._strengthen = table.says(("strengthen",))
        self._pushes = table.has(Force, Shove) or table.says(FORCING)
        self._monsters = [figure for figure in state.figures if figure.side == "monsters"]
        self._party = [figure for figure in state.figures if figure.side == "party"]
        self._points = {
            each.name: points_of(each, book.deal(state, each).abilities) if self._acts(each) else 0
            for each in self._monsters
        }
        """The movement points that each monster still has."""

    def most(self) -> Fraction:
        """The bound."""
        total = sum(map(self._by_itself, self._monsters), self._by_traps())
        return sum(map(self._of_turn, self._party), total)

    def _acts(self, figure: Figure) -> bool:
        return figure.name == self._state.turn or waits(self._book, figure)

    # what comes without an attack

    def _by_itself(self, monster: Figure) -> Fraction:
        """What a monster loses by its wound, in hazardous terrain, and by the retaliate that there is now."""
        there_is = sum(amount for each in self._party for amount, _ in retaliation_of(each))
        lost = int(self._acts(monster) and monster.has("wound")) + there_is * self._attacks(monster)
        if self._book.terrain.hazards:
            lost += self._book.trap_damage // 2 * self._points[monster.name]
        return self._lost(lost, monster)

    def _by_traps(self) -> Fraction:
        """What traps take: each springs once, and a monster has to come to it."""
        return sum(
            (
                max((self._lost(trap.damage, each) for each in self._coming_to(trap.at)), default=_NOTHING)
                for trap in self._state.traps
            ),
            _NOTHING,
        )

    def _coming_to(self, place: Hex) -> Iterator[Figure]:
        for monster in self._monsters:
            if self._pushes or distance(monster.at, place) <= self._points[monster.name]:
                yield monster

    def _attacks(self, monster: Figure) -> int:
        """How often a monster attacks one character."""
        deal = self._book.deal(self._state, monster)
        attacks = [each for each in things_in(deal.abilities) if isinstance(each, Attack)]
        times = (monster.profile.targets + each.add_target if each.all_on_one else 1 for each in attacks)
        return sum(times) if self._acts(monster) else 0

    def _lost(self, lost: int, monster: Figure) -> Fraction:
        return self._part(min(max(lost, 0), monster.hp), monster.hp)

    # the turn of a character

    def _of_turn(self, figure: Figure) -> Fraction:
        """What a character takes in its turn."""
        if not self._acts(figure):
            return _NOTHING
        turns = (self._of_halves(figure, first, seconds) for first, seconds in self._orders(figure))
        return max(turns, default=_NOTHING)

    def _of_halves(self, figure: Figure, first: Half, seconds: Sequence[Half]) -> Fraction:
        """What two halves take; cards drawn for the first are known when the second is chosen."""
        moved = points_of(figure, first)
        if any(self._slots(figure, first, 0)):
            then = self._of_any(figure, seconds, moved)
        else:
            then = max((self._of_any(figure, [each], moved) for each in seconds), default=_NOTHING)
        return self._of_any(figure, [first], 0) + then

    def _orders(self, figure: Figure) -> Iterator[tuple[Half, list[Half]]]:
        """What may be played first, each with what may then be played."""
        held = self._state.cards_of(figure.name)
        turned = (each for each in self._state.todo if isinstance(each, NextHalf))
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
        return [self._book.cards[figure.name, name].half(side), BASIC.half(side)]

    def _of_any(self, figure: Figure, halves: Sequence[Half], moved: int) -> Fraction:
        """What one of these halves takes, whichever is chosen; the figure has `moved` that far before."""
        slots = zip_longest(*(self._slots(figure, half, moved) for half in halves), fillvalue=[])
        deck = self._state.deck(figure.name)
        taken = (self._of_draw(deck, [one for each in slot for one in each]) for slot in slots)
        others = (self._of_others(figure, each) for each in halves)
        return sum(taken, max(others, default=_NOTHING))

    def _of_others(self, figure: Figure, half: Half) -> Fraction:
        """What the monsters lose by the retaliate that a half gives, and by its wounds."""
        given = [each for each in things_in(half.abilities) if isinstance(each, Retaliate)]
        lost, points = _NOTHING, self._most_points(figure)
        for monster in self._monsters:
            amount = sum(
                each.amount * (1 if each.whom == SELF else len(self._party))
                for each in given
                if each.whom != SELF or self._comes(monster, figure, points + each.range)
            )
            lost += self._lost(amount * self._attacks(monster), monster)
        wounds = sum(self._wounds(figure, each) for each in things_in(half.abilities))
        return lost + wounds * max((self._lost(1, each) for each in self._monsters), default=_NOTHING)

    def _most_points(self, figure: Figure) -> int:
        """The movement points of a character in its whole turn."""
        return max(
            (
                points_of(figure, first) + max((points_of(figure, each) for each in seconds), default=0)
                for first, seconds in self._orders(figure)
            ),
            default=0,
        )

    def _wounds(self, figure: Figure, ability: object) -> int:
        """How many monsters an ability may wound."""
        if isinstance(ability, Attack):
            ways = [each for each in variants(ability) if "wound" in each.conditions]
            return max((len(self._volleys(figure, each, 0)) for each in ways), default=0)
        return len(self._monsters) if isinstance(ability, Place) and "wound" in ability.conditions else 0

    def _comes(self, monster: Figure, figure: Figure, reach: int) -> bool:
        """Whether a monster may come so near to a character that has moved."""
        return self._pushes or distance(figure.at, monster.at) <= reach + self._points[monster.name]

    def _slots(self, figure: Figure, half: Half, moved: int) -> Iterator[list[_Volley]]:
        """The attacks of a half on one target each; instead of one there may be several to choose from."""
        points = moved + points_of(figure, half)
        for attack in things_in(half.abilities):
            if isinstance(attack, Attack):
                ways = [self._volleys(figure, each, points) for each in variants(attack)]
                yield from ([one for one in slot if one is not None] for slot in zip_longest(*ways))

    def _volleys(self, figure: Figure, attack: Attack, points: int) -> list[_Volley]:
        """An attack, as often as it may have targets."""
        aim = aim_of(self._book, figure, attack)
        lasting = {
            kind: sum(effect.amount for effect in figure.effects if effect.kind == kind)
            for kind in ("attack_plus", "pierce")
        }
        bonus = sum(max(each.attack, 0) for each in attack.bonuses) + lasting["attack_plus"] + self._poison
        helped = any(effect.kind == "advantage" for effect in figure.effects)
        volley = _Volley(
            figure,
            attack.amount.number + bonus,
            attack.pierce + lasting["pierce"],
            points + aim.reach + len(aim.area),
            attack.advantage or self._strengthen or helped,
        )
        targets = aim.targets - 1 + len(aim.area) if aim.area else aim.targets
        return [volley] * min(targets, len(self._monsters))

    def _of_draw(self, deck: Deck, volleys: Sequence[_Volley]) -> Fraction:
        """What the attack takes for which the next card of a deck is drawn."""
        taken = {
            text: max((self._taken(text, each) for each in volleys), default=_NOTHING)
            for text in deck.cards()
        }
        cards, pile = piles.contents(deck.draw), deck.draw
        is_shuffled = len(pile) == 1 and pile[0].order == "shuffled" and not pile[0].layers
        if not is_shuffled or len(cards) < ENOUGH:
            return max(taken.values(), default=_NOTHING)
        if not any(each.has_advantage for each in volleys):
            return sum((taken[text] for text in cards), _NOTHING) / len(cards)
        pairs = [max(taken[one], taken[two]) for one, two in combinations(cards, 2)]
        return sum(pairs, _NOTHING) / len(pairs)

    def _taken(self, text: str, volley: _Volley) -> Fraction:
        """The most that an attack takes with one card."""
        drawn = reduced(card(text)) if self._book.variants.reduced else card(text)
        attack = result(drawn, volley.value)
        near = (each for each in self._monsters if self._meets(volley.figure, each, volley.reach))
        taken = (self._lost(attack - max(each.profile.shield - volley.pierce, 0), each) for each in near)
        return max(taken, default=_NOTHING)

    def _meets(self, figure: Figure, monster: Figure, reach: int) -> bool:
        """Whether a monster may be so near in the turn of a character: one that acts later has not moved."""
        orders = [order_of(self._book, self._state, each) for each in (figure, monster)]
        acts_later = figure.name == self._state.turn or orders[0] < orders[1]
        moved = 0 if acts_later else self._points[monster.name]
        return self._pushes or distance(figure.at, monster.at) <= reach + moved
