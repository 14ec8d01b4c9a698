"""The most attack that a player may have, and the least that Monsters put against it, from the effects that
cards declare. (QUEST-2.3, QUEST-2.9, QUEST-2.10)
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from tsolve.games.quest.book import Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.effects.abilities import GainToken, Strengthen, SwapDefence
from tsolve.games.quest.effects.base import Count, Effect, Modifier, Value
from tsolve.games.quest.effects.demands import RollForHealth
from tsolve.games.quest.planning.coverage import in_room
from tsolve.games.quest.planning.reach import UNBOUNDED, holdings, most_light
from tsolve.games.quest.state import PLACES, State
from tsolve.games.quest.turn.values import is_a

Kind = Literal["physical", "magic"]
_RATION_SKILL = 2
"""The Skill of Iron Rations. (QUEST-9.2)"""


class Attack(NamedTuple):
    """Attack before armor and magic resistance; neither part is ever more, nor are `both` together."""

    physical: int
    magic: int
    both: int = UNBOUNDED

    def against(self, armor: int, resistance: int, immune: Collection[str] = ()) -> int:
        """The most that is left of it."""
        physical = 0 if "physical" in immune else _left(self.physical, armor)
        magic = 0 if "magic" in immune else _left(self.magic, resistance)
        if not (physical and magic):
            return physical + magic
        alone = max(_left(self.physical, armor), _left(self.magic, resistance))
        return min(physical + magic, max(alone, self.both - armor - resistance))


ANY_ATTACK = Attack(UNBOUNDED, UNBOUNDED)


class Strength:
    """Bounds of attack and defence in turns that begin like one."""

    def __init__(self, book: Book, start: State, repeats: bool) -> None:
        """`repeats`: whether an ability may be used again."""
        self.book, self.repeats = book, repeats
        self._start = start
        self._light = most_light(book, start)
        self._swaps = any(card_does(card, SwapDefence) for card, _ in holdings(book, start))
        self._found: dict[Hashable, Attack] = {}
        self._defences: dict[tuple[str, str], tuple[int, int, int]] = {}

    def attack(self, state: State) -> Attack:
        """The most attack of the cards in front of the player and of those that may be drawn."""
        key = state.laid, state.me.deck, state.me.hand, state.me.iron_rations, bool(state.todo)
        if key not in self._found:
            self._found[key] = self._attack(state)
        return self._found[key]

    def _attack(self, state: State) -> Attack:
        left = [(self.book.card(laid.card), laid.used) for laid in state.laid if not laid.gone]
        held = left + holdings(self.book, state)[len(state.laid) :]
        return _Force(self, state, held).attack()

    def count(self, each: Count | None, cards: Sequence[Card], state: State) -> int:
        """The most that a text may count."""
        if each is None:
            return 1
        if each.counts_light:
            return self._light
        if each.wounds:
            return state.me.wounds + self.book.open_slots(state) + sum(card.is_wound for card in cards)
        if each.level:
            return UNBOUNDED
        if each.card is not None:
            return sum(card.id == each.card for card in cards)
        return sum(is_a(self.book, card, each.of) for card in cards)

    def least_defence(self, state: State, place: int) -> tuple[int, int, int]:
        """The least health, armor and magic resistance of a Monster in its room."""
        room = state.rooms[place]
        key = room.card, room.monster
        if not all(key):
            return 0, 0, 0
        if key not in self._defences:
            health, armor, resistance = (self._least(room.card, room.monster, value) for value in _DEFENCE)
            self._defences[key] = health, armor, resistance
        return self._defences[key]

    def _least(self, room: str, monster: str, value: Value) -> int:
        """The least that this value of the Monster may be, with all that lowers it."""
        cards = [card for card, _ in holdings(self.book, self._start)]
        foe, tile = self.book.card(monster), self.book.card(room)
        lowered = (*foe.modifiers(value, "itself"), *(t for c in cards for t in c.modifiers(value, "foe")))
        own = foe.printed(value) + self._lowered(lowered, cards)
        if value == "health":
            own += sum(isinstance(demand, RollForHealth) and demand.when is None for demand in tile.before)
        of_room = tile.printed(value) + self._lowered(tile.modifiers(value, "itself"), cards)
        return self.book.floor(own + self.book.floor(of_room))

    def _lowered(self, traits: Iterable[Modifier], cards: Sequence[Card]) -> int:
        return sum(trait.by * self.count(trait.each, cards, self._start) for trait in traits if trait.by < 0)

    def counted(self, state: State, place: int, attack: Attack) -> int:
        """The most that is left of an attack on the Monster in a room."""
        if UNBOUNDED in attack[:2]:
            return UNBOUNDED
        book = self.book
        _, armor, resistance = self.least_defence(state, place)
        for card in in_room(book, state, place):
            extra = [_printed_sum(card, kind, len(state.laid) + 9) for kind in _KINDS]
            attack = Attack(attack.physical + extra[0], attack.magic + extra[1], attack.both + sum(extra))
        monster = state.rooms[place].monster
        immune = book.card(monster).immune if monster else ()
        swapped = self._swaps or any(bane.swaps for bane in state.hexes)
        stops = [(armor, resistance), *([(resistance, armor)] if swapped else [])]
        return max(attack.against(first, second, immune) for first, second in stops)


_KINDS: tuple[Kind, Kind] = ("physical", "magic")
_DEFENCE: tuple[Value, ...] = ("health", "armor", "resistance")


def card_does(card: Card, kind: type[Effect]) -> bool:
    """Whether an ability of the card has such an effect."""
    return any(
        isinstance(effect, kind) for ability in card.abilities for effect in (*ability.do, *ability.pay)
    )


def _left(attack: int, stopped: int) -> int:
    return max(attack - stopped, 0)


def _printed_sum(card: Card, kind: Kind, number: int) -> int:
    """What a room or its Monster may add to the attack of so many cards."""
    raising = (t for t in card.traits if isinstance(t, Modifier) and t.value == kind and t.by > 0)
    return sum(trait.by * number * (1 if trait.each is None else number) for trait in raising)


class _Force:
    """The most attack of these cards, each with its used abilities."""

    def __init__(self, strength: Strength, state: State, held: Sequence[tuple[Card, int]]) -> None:
        self.strength, self.book, self.state, self.held = strength, strength.book, state, held
        self.cards = [card for card, _ in held]
        self.gains = [*self._gains()]

    def _gains(self) -> Iterator[Strengthen]:
        for card, used in self.held:
            for number, ability in enumerate(card.abilities):
                if "dungeon" in ability.phases and (self.state.todo or not used >> number & 1):
                    yield from (effect for effect in ability.do if isinstance(effect, Strengthen))

    def attack(self) -> Attack:
        if self.state.boons or any(gain.per_level or self.strength.repeats for gain in self.gains):
            return ANY_ATTACK
        return Attack(self._most("physical"), self._most("magic"))

    def _most(self, kind: Kind) -> int:
        laid = self.state.laid
        total = sum(gift.by for each in laid for gift in each.gifts if gift.value == kind)
        total += sum(gain.physical if kind == "physical" else gain.magic for gain in self.gains)
        weapons: list[tuple[int, int]] = []
        for card in self.cards:
            amount = card.printed(kind) + self._by_traits(card, kind)
            boost = (card.physical_boost if kind == "physical" else card.magic_boost) or 0
            if card.kind == "weapon":
                weapons.append(
                    (amount + boost + self._of_wielders(card, kind), self._least_requirement(card))
                )
            else:
                total += amount + boost
        return min(total + wielded(weapons, self._skill()), UNBOUNDED)

    def _by_traits(self, card: Card, kind: Value) -> int:
        """What a card's traits may add to its own value."""
        traits = (trait for trait in card.modifiers(kind, "itself") if self._raises(trait))
        return sum(trait.by * self._count(trait.each) for trait in traits)

    def _raises(self, trait: Modifier) -> bool:
        """Whether a trait may add something."""
        have = None if trait.when is None else trait.when.have
        return trait.by > 0 and (have is None or any(is_a(self.book, card, have) for card in self.cards))

    def _count(self, each: Count | None) -> int:
        if each is None or not each.level:
            return self.strength.count(each, self.cards, self.state)
        levels = [self._level(card) for card in self.cards if is_a(self.book, card, each.of)]
        raised = sum(gain.level for gain in self.gains)
        raised += sum(gift.by for laid in self.state.laid for gift in laid.gifts if gift.value == "level")
        return (max(levels, default=0) if each.highest else sum(levels)) + raised

    def _level(self, card: Card) -> int:
        traits = (trait for trait in card.modifiers("level", "itself") if self._raises(trait))
        return (card.level or 0) + sum(
            t.by * self.strength.count(t.each, self.cards, self.state) for t in traits
        )

    def _of_wielders(self, weapon: Card, kind: Value) -> int:
        """The most that the Hero who wields the Weapon adds to it."""
        return max(
            (
                sum(
                    trait.by * self._count(trait.each)
                    for trait in card.modifiers(kind, "wielded")
                    if trait.by > 0 and is_a(self.book, weapon, trait.sort)
                )
                for card in self.cards
            ),
            default=0,
        )

    def _least_requirement(self, weapon: Card) -> int:
        """The least Skill that the Weapon takes."""
        lessened = (trait for trait in weapon.modifiers("requirement", "itself") if trait.by < 0)
        own = sum(trait.by * self._count(trait.each) for trait in lessened)
        given = min(
            (
                sum(
                    t.by * self._count(t.each)
                    for t in card.modifiers("requirement", "wielded")
                    if t.by < 0 and is_a(self.book, weapon, t.sort)
                )
                for card in self.cards
            ),
            default=0,
        )
        return max((weapon.requirement or 0) + own + given, 0)

    def _skill(self) -> int:
        """The most Skill of all Heroes together."""
        reads = self.book.reads
        rooms = [card for place in PLACES for card in in_room(self.book, self.state, place)]
        is_plain = reads("wield", "at_most") and reads("below_zero", "floor")
        if not is_plain or any(map(_eases, (t for card in rooms for t in _modifiers(card)))):
            return UNBOUNDED
        gifts = (gift.by for laid in self.state.laid for gift in laid.gifts if gift.value == "skill")
        tokens = self.state.me.iron_rations + sum(card_does(card, GainToken) for card in self.cards)
        return (
            sum((card.skill or 0) + (card.skill_boost or 0) for card in self.cards)
            + sum(self._by_traits(card, "skill") for card in self.cards)
            + sum(laid.skill for laid in self.state.laid)
            + sum(filter(None, gifts))
            + sum(gain.skill for gain in self.gains)
            + _RATION_SKILL * tokens
        )


def _modifiers(card: Card) -> Iterator[Modifier]:
    return (trait for trait in card.traits if isinstance(trait, Modifier))


def _eases(trait: Modifier) -> bool:
    """Whether a trait of a room or of a Monster helps to wield Weapons."""
    return (trait.value == "skill" and trait.by > 0) or (trait.value == "requirement" and trait.by < 0)


def wielded(weapons: Iterable[tuple[int, int]], skill: int) -> int:
    """The most attack of Weapons, each with its attack and requirement, if a part of one may count."""
    total = 0
    by_use = sorted(weapons, key=lambda each: (each[1] > 0, -each[0] / max(each[1], 1)))
    for amount, need in by_use:
        if amount <= 0:
            continue
        if need > skill:
            return total + amount * skill // need
        total, skill = total + amount, skill - need
    return total
