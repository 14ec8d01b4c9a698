"""What a party brings against one Monster once its Weapons are shared out, by the engine's own contributions.
What the battle asks in its course is left out: the engine plays the battle afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tsolve.games.thunderstone.actions import Equip
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.effects.battle_weakening import ArmedBonus, Weaken
from tsolve.games.thunderstone.state import NONE, State, groups_alike
from tsolve.games.thunderstone.turn.attack_value import (
    demanded_quantities,
    equipped_count,
    final_steps,
    lacking,
    light_penalty,
    magic_factor,
    party_parts,
)
from tsolve.games.thunderstone.turn.battle import rounds
from tsolve.games.thunderstone.turn.contributions import BattleContext, Part, hero_parts
from tsolve.games.thunderstone.turn.hand import Arm, arms_of, has_hand_for
from tsolve.model.trace import Step, run

MOST_WAYS = 64
"""Ways to share out the Weapons that are compared; where there are more, each goes where it adds most."""
LACK = 3
"""The Attack that anything else counts as which a Monster asks for."""


class Muster(NamedTuple):
    """A party before one Monster."""

    short: int
    """The Attack that is missing, with what else is asked for; 0 where the party should win."""
    value: int
    """The Attack Value."""
    equips: tuple[Equip, ...] = ()


class Sums(NamedTuple):
    """Totals of a party, or what changes them."""

    attack: int = 0
    magic: int = 0
    light: int = 0

    def plus(self, other: Sums) -> Sums:
        """Both together."""
        return Sums(self.attack + other.attack, self.magic + other.magic, self.light + other.light)

    def less(self, other: Sums) -> Sums:
        """What these have more than the other."""
        return Sums(self.attack - other.attack, self.magic - other.magic, self.light - other.light)


def sums_of(parts: Iterable[Part]) -> Sums:
    """The sum of contributions."""
    attack = magic = light = 0
    for part in parts:
        if part.pool == "attack":
            attack += part.amount
        elif part.pool == "magic":
            magic += part.amount
        else:
            light += part.amount
    return Sums(attack, magic, light)


def muster(book: Book, state: State, place: int, margin: int = 0) -> Muster:
    """The best that the free Weapons of the hand allow against the Monster of a place. `margin` is Attack
    that the battle will take away.
    """
    context = _battle(book, state, place)
    front = _Front(book, state, context, margin)
    sums = sums_of(party_parts(book, state, context))
    supply = _supply(book, state, context)
    if not supply:
        return front.judge(sums)
    count = 1
    for weapons in supply:
        count *= (1 + len(weapons.adds)) ** len(weapons.places)
    shared = _all_ways(supply, sums) if count <= MOST_WAYS else _one_by_one(front, supply, sums)
    return min((front.judge(*way) for way in shared), key=_rank)


def _rank(found: Muster) -> tuple[int, int, int]:
    return found.short, -found.value, len(found.equips)


def _battle(book: Book, state: State, place: int) -> BattleContext:
    """The Monster of a place, with what its Battle Effects do to every Hero alike."""
    effects = book.card(state.at(place).card).battle
    weakened = sum(effect.strength for effect in effects if isinstance(effect, Weaken))
    armed = sum(effect.attack for effect in effects if isinstance(effect, ArmedBonus))
    if not (weakened or armed):
        return BattleContext(book, state, place)
    times = rounds(book, state)
    return BattleContext(book, state, place, state.weakened + times * weakened, state.armed + times * armed)


class _Front:
    """What it takes to defeat a Monster."""

    def __init__(self, book: Book, state: State, context: BattleContext, margin: int) -> None:
        self.context, self.margin = context, margin
        self._steps: dict[bool, tuple[Step, ...]] = {}
        self.asked = demanded_quantities(context, state)
        self.armed = equipped_count(book, state, context)
        self.diseases = sum(1 for member in state.party if member.card in book.ailing and not member.left)
        self.dark = any(guard.dark for guard in context.monster_traits)

    def judge(self, sums: Sums, equips: tuple[Equip, ...] = ()) -> Muster:
        """The party with these totals, after these Weapons were given out."""
        context = self.context
        quantities = {
            **self.asked,
            "attack": sums.attack,
            "magic": sums.magic,
            "light": sums.light,
            "total": 0,
            "health": context.monster.health or 0,
            "equipped": self.armed + len(equips),
        }
        penalty = quantities["penalty"] = light_penalty(context, sums.light)
        if context.health_steps:
            run(context.health_steps, quantities)
        run(self._steps_if(penalty > 0), quantities)
        value = quantities["total"] - self.diseases
        short = max(quantities["health"] + self.margin - value, 0)
        if context.needs and lacking(context, quantities) is not None:
            short += LACK
        return Muster(short + penalty if self.dark else short, value, equips)

    def _steps_if(self, dark: bool) -> tuple[Step, ...]:
        if dark not in self._steps:
            factor = magic_factor(self.context.inspirers)
            self._steps[dark] = final_steps(self.context.book, self.context, factor, dark)
        return self._steps[dark]


class _Weapons(NamedTuple):
    """Weapons of the hand that are alike, and what each adds in the hands of Heroes that are alike."""

    places: Sequence[int]
    adds: tuple[tuple[Sequence[int], Sums], ...]


def _supply(book: Book, state: State, context: BattleContext) -> list[_Weapons]:
    """The free Weapons that some Hero can hold."""
    party = state.party
    free = [i for i, m in enumerate(party) if m.card in book.weapons and m.bearer == NONE and not m.left]
    if not free:
        return []
    heroes = groups_alike(state, (i for i, m in enumerate(party) if m.card in book.heroes and not m.left))
    bare: list[Sums | None] = [None] * len(heroes)
    found = []
    for places in groups_alike(state, free):
        weapon = book.card(party[places[0]].card)
        adds = []
        for number, kin in enumerate(heroes):
            member = party[kin[0]]
            arms = arms_of(book, state, member)
            if not has_hand_for(book, [arm.card.id for arm in arms], weapon.id):
                continue
            armed = (*arms, Arm(weapon))
            grip = context.grip(book.card(member.card), member.strengthened, armed)
            if len(grip.held) < len(armed):
                continue
            before = bare[number]
            if before is None:
                before = bare[number] = sums_of(hero_parts(context, member, arms))
            more = sums_of(hero_parts(context, member, armed, grip)).less(before)
            if any(more) or context.needs:
                adds.append((kin, more))
        if adds:
            found.append(_Weapons(places, tuple(adds)))
    return found


_Shared = tuple[Sums, tuple[Equip, ...]]


def _all_ways(supply: Sequence[_Weapons], sums: Sums) -> Iterator[_Shared]:
    """Every way to share out the Weapons; of those that are alike the first ones are given, to the first
    Heroes that are alike.
    """
    weapons = [(each, place) for each in supply for place in each.places]

    def share(at: int, sums: Sums, equips: tuple[Equip, ...]) -> Iterator[_Shared]:
        yield sums, equips
        for after in range(at, len(weapons)):
            each, place = weapons[after]
            if after > at and weapons[after - 1][0] is each:
                continue  # one like it was left lying
            for kin, more in each.adds:
                if (hero := _first_free(kin, equips)) != NONE:
                    yield from share(after + 1, sums.plus(more), (*equips, Equip(place, hero)))

    return share(0, sums, ())


def _one_by_one(front: _Front, supply: Sequence[_Weapons], sums: Sums) -> Iterator[_Shared]:
    """Each time the Weapon that adds most, until nothing more helps."""
    left = [list(each.places) for each in supply]
    best, now = front.judge(sums), (sums, tuple[Equip, ...]())
    while True:
        yield now
        tried: list[tuple[Muster, _Shared, int]] = []
        for number, each in enumerate(supply):
            for kin, more in each.adds if left[number] else ():
                if (hero := _first_free(kin, now[1])) != NONE:
                    way = now[0].plus(more), (*now[1], Equip(left[number][0], hero))
                    tried.append((front.judge(*way), way, number))
        if not tried:
            return
        found, way, number = min(tried, key=lambda each: _rank(each[0]))
        if (found.short, -found.value) >= (best.short, -best.value):
            return
        best, now = found, way
        left[number].pop(0)


def _first_free(kin: Sequence[int], equips: Sequence[Equip]) -> int:
    """The first of these Heroes to whom nothing was given yet, or NONE."""
    given = [equip.hero for equip in equips]
    return next((hero for hero in kin if hero not in given), NONE)
