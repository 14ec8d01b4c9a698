"""The ways to prepare one Hero (Weapon, Food, thrown or not), and what each contributes; who takes part in a
battle; and the fixed facts of one attack.

The engine's own functions calculate what a prepared Hero contributes, for every way that could differ. Traits
of some Heroes affect other cards, and some Monsters keep Heroes from attacking. A lineup fixes which Heroes
these are; within a lineup every coefficient of the statement is constant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement, product
from typing import Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from tsolve.budget import spend
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.effects.base import Trait
from tsolve.games.thunderstone.effects.battle_destroying import DestroyEffect
from tsolve.games.thunderstone.effects.battle_weakening import ArmedBonus, Hinder, SilenceEffect, Weaken
from tsolve.games.thunderstone.planning import card_facts
from tsolve.games.thunderstone.state import NONE, Member, State, groups_alike
from tsolve.games.thunderstone.turn.abilities import refuse_sacrifice
from tsolve.games.thunderstone.turn.attack_value import reaching
from tsolve.games.thunderstone.turn.battle import strikes_of
from tsolve.games.thunderstone.turn.contributions import BattleContext, Part, gilded, hero_parts
from tsolve.games.thunderstone.turn.hand import Arm, Arms, Grip, Hand, arms_of, has_hand_for, strength_of_kin
from tsolve.games.thunderstone.turn.traps_and_treasures import usable

ENOUGH = 99
"""More Strength than anything requires."""


class HeroClass(msgspec.Struct, frozen=True):
    """Heroes of the hand that are alike in every respect."""

    id: str
    card: Card
    members: tuple[int, ...]
    """Their places in the party."""
    member: Member
    arms: Arms
    """The Weapons they carry already."""

    @property
    def copies(self) -> int:
        return len(self.members)


class Supplies(msgspec.Struct, frozen=True):
    """What may still be given to Heroes: places in the party by card."""

    weapons: dict[str, tuple[int, ...]]
    feeds: dict[str, tuple[int, ...]]
    """Cards that serve one Hero when used (Iron Rations, Goodberries)."""
    foods: dict[str, tuple[int, ...]]
    """Food that may be destroyed as a price."""


class Loadout(msgspec.Struct, frozen=True):
    """One way to prepare a Hero before the attack."""

    weapons: tuple[str, ...] = ()
    """Weapons newly given to it, in addition to those it carries already."""
    thrown: tuple[str, ...] = ()
    """Which of its Weapons, old and new, are thrown."""
    feeds: tuple[str, ...] = ()
    eats: tuple[str, ...] = ()
    ability: int = NONE
    """The ability that eats."""

    @property
    def id(self) -> str:
        """A readable id, the same for the same way."""
        words = [*self.weapons, *(f"{card} thrown" for card in self.thrown)]
        words += [f"fed {card}" for card in self.feeds] + [f"eats {card}" for card in self.eats]
        return " + ".join(words) or "as it is"


def hero_classes(book: Book, state: State) -> list[HeroClass]:
    """The Heroes of the hand, those that are alike together, in the order of the hand."""
    heroes = (i for i, member in enumerate(state.party) if not member.left and member.card in book.heroes)
    return [
        hero_class(book, state, f"{number}:{state.party[members[0]].card}", members)
        for number, members in enumerate(groups_alike(state, heroes))
    ]


def hero_class(book: Book, state: State, id_: str, members: Sequence[int]) -> HeroClass:
    """Heroes of the hand that are alike, as a class with this id."""
    member = state.party[members[0]]
    return HeroClass(id_, book.card(member.card), tuple(members), member, arms_of(book, state, member))


class Uses(NamedTuple):
    """The uses for which a card may still be given to a Hero."""

    weapon: bool
    feed: bool
    food: bool


def uses_of(book: Book, state: State, index: int) -> Uses:
    """The uses for which this card of the hand may still be given to a Hero."""
    member = state.party[index]
    free = fresh_uses(book, member.card)
    if member.bearer == NONE and not (free.feed or free.food):
        return free
    return Uses(
        free.weapon and member.bearer == NONE,
        free.feed and not member.serving,
        free.food and refuse_sacrifice(book, state, index) is None,
    )


def supplies(book: Book, state: State) -> Supplies:
    """The Weapons and Food of the hand that are still free."""
    found: tuple[dict[str, list[int]], ...] = ({}, {}, {})
    for index, member in enumerate(state.party):
        if not member.left:
            for free, group in zip(uses_of(book, state, index), found, strict=True):
                if free:
                    group.setdefault(member.card, []).append(index)
    return Supplies(*({card: tuple(places) for card, places in group.items()} for group in found))


def fresh_uses(book: Book, card: str) -> Uses:
    """The uses for which a card may be given to a Hero if it has not been used yet."""
    if card not in card_facts.gear(book):
        return _NO_USE
    return Uses(card in book.weapons, card in card_facts.servings(book), book.card(card).is_food)


_NO_USE = Uses(weapon=False, feed=False, food=False)


def stock_of(book: Book, cards: Mapping[str, int]) -> Supplies:
    """The supplies of a hand that holds all these cards, with their numbers: places do not matter."""
    found: tuple[dict[str, tuple[int, ...]], ...] = ({}, {}, {})
    for card, count in cards.items():
        for free, group in zip(fresh_uses(book, card), found, strict=True):
            if free:
                group[card] = tuple(range(count))
    return Supplies(*found)


def loadouts(book: Book, state: State, hero: HeroClass, stores: Supplies, most: int) -> Iterator[Loadout]:
    """Every way to prepare the Hero that could matter; `most` is the Strength beyond which more is
    useless.
    """
    armings = [
        (weapons, thrown)
        for weapons in _bundles(book, hero, stores)
        for thrown in _throws(book, hero, weapons)
    ]
    for feeds in _meals(book, state, hero, stores, most):
        for ability, eats in _dinners(hero, stores):
            for weapons, thrown in armings:
                yield Loadout(weapons, thrown, feeds, eats, ability if eats else NONE)


def _bundles(book: Book, hero: HeroClass, stores: Supplies) -> list[tuple[str, ...]]:
    """The sets of Weapons that may newly be given to the Hero, as many as it can carry. (TS-8.1)

    Weapons that let their bearer carry more come first, so that each set is built from a smaller one.
    """
    if book.hands.keys().isdisjoint((*stores.weapons, *(arm.card.id for arm in hero.arms))):
        return [(), *((card,) for card in stores.weapons if not hero.arms)]
    cards = in_order_of_hands(book, stores.weapons)
    bundles: list[tuple[str, ...]] = []

    def extend(number: int, bundle: tuple[str, ...]) -> None:
        spend()
        bundles.append(bundle)
        carried = (*(arm.card.id for arm in hero.arms), *bundle)
        for at in range(number, len(cards)):
            fits = bundle.count(cards[at]) < len(stores.weapons[cards[at]])
            if fits and has_hand_for(book, carried, cards[at]):
                extend(at, (*bundle, cards[at]))

    extend(0, ())
    return bundles


def in_order_of_hands(book: Book, weapons: Iterable[str]) -> list[str]:
    """The Weapons, those first that let their bearer carry more."""
    return sorted(weapons, key=lambda card: -book.hands.get(card, 0))


def _throws(book: Book, hero: HeroClass, weapons: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Which of its Weapons, old and new, the Hero may throw."""
    carried = (*(arm.card.id for arm in hero.arms if not arm.thrown), *weapons)
    throwable = sorted([card for card in carried if card in card_facts.throwing(book)])
    if not throwable:
        return [()]
    sizes = range(len(throwable) + 1)
    return list(dict.fromkeys(thrown for size in sizes for thrown in combinations(throwable, size)))


def _meals(book: Book, state: State, hero: HeroClass, stores: Supplies, most: int) -> list[tuple[str, ...]]:
    """The Food that the Hero may be fed: no more than its Strength can use, and a conversion at most once."""
    meals: list[tuple[str, ...]] = []

    def extend(cards: list[str], meal: tuple[str, ...], strength: int, converted: bool) -> None:
        spend()
        meals.append(meal)
        for number, card in enumerate(cards):
            if meal.count(card) >= len(stores.feeds[card]):
                continue
            probe = _fed(book, Member(""), (card,))
            if strength >= most and (converted or not probe.converted):
                continue
            extend(cards[number:], (*meal, card), strength + probe.strength, converted or probe.converted)

    kin = strength_of_kin(Hand(book, state.party), hero.card)
    base = (hero.card.strength or 0) + hero.member.strengthened + state.rally_strength + kin
    extend(sorted(stores.feeds), (), base, hero.member.converted)
    return meals


def _dinners(hero: HeroClass, stores: Supplies) -> list[tuple[int, tuple[str, ...]]]:
    """What the Hero may destroy and eat for more Attack."""
    dinners: list[tuple[int, tuple[str, ...]]] = [(NONE, ())]
    for number, ability in enumerate(hero.card.abilities):
        if ability.destroy != "food" or hero.member.used >> number & 1 or ability.reveals:
            continue
        pantry = [card for card, places in sorted(stores.foods.items()) for _ in places]
        for size in range(1, len(pantry) + 1 if ability.repeat else min(len(pantry), 1) + 1):
            for eaten in combinations_with_replacement(sorted(set(pantry)), size):
                spend()
                if all(count <= len(stores.foods[card]) for card, count in Counter(eaten).items()):
                    dinners.append((number, eaten))
    return dinners


def _fed(book: Book, member: Member, feeds: tuple[str, ...]) -> Member:
    for card in feeds:
        for effect in card_facts.servings(book)[card]:
            member = effect.serve(member)
    return member


def _prepared(book: Book, hero: HeroClass, loadout: Loadout) -> Member:
    """The Hero after this preparation, without its Weapons."""
    member = replace(hero.member, weapons=()) if hero.member.weapons else hero.member
    member = _fed(book, member, loadout.feeds)
    for _ in loadout.eats:
        for effect in hero.card.abilities[loadout.ability].do:
            member = effect.serve(member)
    return member


def _arms_with(book: Book, hero: HeroClass, loadout: Loadout) -> Arms:
    """The Weapons in the Hero's hands when prepared so."""
    if not loadout.weapons and not loadout.thrown:
        return hero.arms
    left = list(loadout.thrown)
    arms = []
    for arm in (*hero.arms, *(Arm(book.card(card)) for card in loadout.weapons)):
        throws = not arm.thrown and arm.card.id in left
        if throws:
            left.remove(arm.card.id)
        arms.append(Arm(arm.card, arm.thrown or throws))
    return tuple(arms)


class Ready(NamedTuple):
    """A Hero after it was prepared."""

    member: Member
    """Without its Weapons."""
    arms: Arms
    """The Weapons in its hands."""
    grip: Grip
    """Its Strength, and those of the Weapons that it holds."""


def ready(context: BattleContext, hero: HeroClass, loadout: Loadout) -> Ready:
    """The Hero after it was prepared in this way."""
    member, arms = _prepared(context.book, hero, loadout), _arms_with(context.book, hero, loadout)
    return Ready(member, arms, context.grip(hero.card, member.strengthened, arms))


def arming(context: BattleContext, hero: HeroClass, loadout: Loadout) -> tuple[str, ...] | None:
    """An order in which the Hero can take up the Weapons newly given to it, before any Battle Effect; None if
    it is not strong enough. (TS-8.1)
    """
    if not loadout.weapons:
        return ()
    bonus = _fed(context.book, hero.member, loadout.feeds).strengthened
    if len(loadout.weapons) == 1:
        weight = context.weight(context.book.card(loadout.weapons[0]))
        return loadout.weapons if weight <= context.grip(hero.card, bonus, hero.arms).strength else None
    left, order = list(loadout.weapons), list[str]()
    while left:
        arms = (*hero.arms, *(Arm(context.book.card(card)) for card in order))
        strength = context.grip(hero.card, bonus, arms).strength
        able = [card for card in left if _may_take(context, arms, card, strength)]
        if not able:
            return None
        left.remove(able[0])
        order.append(able[0])
    return tuple(order)


def _may_take(context: BattleContext, arms: Arms, weapon: str, strength: int) -> bool:
    light = context.weight(context.book.card(weapon)) <= strength
    return light and has_hand_for(context.book, (arm.card.id for arm in arms), weapon)


def parts_of(context: BattleContext, hero: Ready, silenced: bool = False, suffers: str = "") -> list[Part]:
    """What the prepared Hero contributes."""
    member = hero.member
    if silenced:
        member = replace(member, silenced=True)
    if suffers == "attack" or suffers == "magic":
        member = replace(member, suffers=(*member.suffers, suffers))
    return hero_parts(context, member, hero.arms, hero.grip)


def useful_strength(book: Book, cards: Iterable[str], context: BattleContext) -> int:
    """The Strength beyond which none of these cards, no Monster and no rule of this battle asks for more."""
    needs = [1]
    limits = (getattr(effect, "strength_at_most", None) for effect in context.monster.battle)
    needs += [limit + 1 for limit in limits if limit is not None]
    if any(need.quantity == "used" for need in context.needs):
        needs.append(ENOUGH)  # using a Ration may be all that matters
    for card in map(book.card, cards):
        if card.is_weapon:
            needs.append(card.weight or 0)
            needs += [getattr(trait, "strength", 0) for trait in card.traits]
    return max(needs) + context.weakened


class Lineup(msgspec.Struct, frozen=True):
    """One possible lineup."""

    inspirers: tuple[Card, ...]
    """The Heroes that can attack and whose traits affect other cards, with repetitions."""
    silenced: frozenset[str] = frozenset()
    """The Hero classes that may hold the silenced Hero."""
    armed: dict[str, int] = {}
    """For each class whose traits affect other cards, the number of equipped Heroes, if only these attack."""


def lineups(context: BattleContext, heroes: Sequence[HeroClass], silences: bool) -> list[Lineup]:
    """Every lineup against the Monster of `context`; `silences` says that it stops one Hero's attack."""
    able = [hero for hero in heroes if could_attack(context, hero)]
    some_reach = any(reaching(hero.card) for hero in heroes)
    if (some_reach or context.silences_unequipped) and context.book.reads("silenced_hero_traits", "kept"):
        everyone = tuple(hero.card for hero in heroes if reaching(hero.card) for _ in hero.members)
        return [Lineup(everyone, frozenset(hero.id for hero in able) if silences else frozenset())]
    reachers = [hero for hero in able if reaching(hero.card)]
    if context.silences_unequipped:
        found = []
        for counts in product(*(range(hero.copies + 1) for hero in reachers)):
            spend()
            found.append(_armed(reachers, counts))
        return found
    full = tuple(hero.card for hero in reachers for _ in hero.members)
    if not silences or not able:
        return [Lineup(full)]
    found = []
    if plain := frozenset(hero.id for hero in able if not reaching(hero.card)):
        found.append(Lineup(full, plain))
    for hero in reachers:
        left = list(full)
        left.remove(hero.card)
        found.append(Lineup(tuple(left), frozenset((hero.id,))))
    return found


def _armed(reachers: Sequence[HeroClass], counts: tuple[int, ...]) -> Lineup:
    """The lineup with this many equipped Heroes of each reaching class."""
    pairs = list(zip(reachers, counts, strict=True))
    inspirers = tuple(hero.card for hero, count in pairs for _ in range(count))
    return Lineup(inspirers, armed={hero.id: count for hero, count in pairs})


def could_attack(context: BattleContext, hero: HeroClass) -> bool:
    """Whether only the lack of a Weapon may keep the Hero from attacking."""
    if hero.member.silenced:
        return False
    return not any(
        isinstance(trait, Trait) and trait.keeps_from_attacking(context) for trait in hero.card.traits
    )


Suffers = Literal["", "attack", "magic", "none"]
"""The total that Judgement lowers for a Hero; empty when it does not fight."""


def wards(book: Book, state: State, rank: int) -> tuple[int, ...]:
    """The Battle Effects to come that the active player may prevent with a Treasure, by number, one of
    several equal ones; and `NONE`. (DS-7)
    """
    if not usable(book, state, state.active, "effect"):
        return (NONE,)
    strikes = strikes_of(book, state, book.card(state.at(rank).card))
    return NONE, *(strikes.index(effect) for effect in dict.fromkeys(strikes))


class AttackModel:
    """The present party against the Monster of one Rank."""

    def __init__(self, book: Book, state: State, rank: int, warded: int = NONE) -> None:
        """`warded`: the number of the Battle Effect that a Treasure prevents, among those to be carried
        out.
        """
        self.book, self.state, self.rank, self.warded = book, state, rank, warded
        self.monster = book.card(state.at(rank).card)
        strikes = strikes_of(book, state, self.monster)
        printed = self.monster.battle_effects
        battle = [
            part for number, effect in enumerate(strikes) if number != warded for part in printed[effect]
        ]
        self.context = BattleContext(
            book,
            state,
            rank,
            weakened=state.weakened + sum(effect.strength for effect in battle if isinstance(effect, Weaken)),
            armed=state.armed + sum(effect.attack for effect in battle if isinstance(effect, ArmedBonus)),
        )
        self.before = BattleContext(book, state, rank)
        self.heroes = hero_classes(book, state)
        self.stores = supplies(book, state)
        self.useful_strength = useful_strength(book, (member.card for member in state.party), self.context)
        self.silences = any(isinstance(effect, SilenceEffect) for effect in battle)
        self.hinders = any(isinstance(effect, Hinder) for effect in battle)
        self.victims = [effect for effect in battle if isinstance(effect, DestroyEffect)]
        self.drains = any(isinstance(effect, Weaken) and effect.fatal for effect in battle)
        """Whether the Monster itself destroys Heroes that it leaves without Strength."""
        self.gilded = gilded(self.context, state)
        """The traits that give Magic Attack for the gold that is left in the end."""
        held = [member.card for member in state.party if not member.left]
        self.diseases = sum(card in book.diseases for card in held)
        self.ailing = sum(card in book.ailing for card in held)
        """The Diseases in the hand that lower a total."""

    @property
    def fatal(self) -> bool:
        """Whether a Hero without Strength is destroyed; a property, so that the reading is looked up only if
        needed. (DS-1)
        """
        return self.drains or self.book.reads("strength_zero", "destroy")
