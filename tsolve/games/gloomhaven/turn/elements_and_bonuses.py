"""The abilities on a figure's card, changed by consumed elements and by bonuses. (GH-9.4 to GH-9.7, GH-10.1)

A boss's specials are replaced by their abilities (GH-12.1, GH-12.36). Bonuses are lasting ones, and those of
items (GH-10.4, GH-11.8).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from tsolve.games.gloomhaven.abilities import (
    Ability,
    Attack,
    AttackChange,
    Augment,
    Augmented,
    Bestow,
    Consume,
    Heal,
    If,
    Kill,
    Loot,
    Move,
    MoveChange,
    OnDeath,
    OneOf,
    Place,
    Recover,
    Retaliate,
    Shield,
    Shove,
    ThisTurn,
    Whenever,
    While,
)
from tsolve.games.gloomhaven.ability_parts import SELF, Amount, Element
from tsolve.games.gloomhaven.actions import Action, Spend
from tsolve.games.gloomhaven.areas import load_areas
from tsolve.games.gloomhaven.book import PLAIN
from tsolve.games.gloomhaven.cards import Item
from tsolve.games.gloomhaven.figures import Figure, LastingEffect
from tsolve.games.gloomhaven.map_abilities import Summon
from tsolve.games.gloomhaven.simple_abilities import (
    AugmentsAtRange,
    Becomes,
    DoubledCurses,
    DrawsAttacks,
    Flying,
    Grounded,
    HealChange,
    HealsFor,
    Immune,
    LastInFocus,
    MovesAsAttacks,
    NegateDamage,
    NoDoubling,
    RetaliateChange,
    ScenarioStep,
    Special,
    SwapsSides,
    TwoAtOnce,
    Unhindered,
    UntilRoundEnd,
)
from tsolve.games.gloomhaven.state import Choice, Paid, State, Task
from tsolve.games.gloomhaven.turn.effects import rules_of_wild
from tsolve.games.gloomhaven.writing.ability_text import read_ability

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.play import Play


def abilities_of(book: Book, state: State, figure: Figure) -> tuple[Ability, ...]:
    """The abilities of a figure this round, in their order.

    A summon whose card prints no attack does not attack, although the rules let summons attack. (GH-11.4)
    """
    deal = book.deal(state, figure)
    found = deal.abilities
    if (figure.kind == "summon" or deal is PLAIN) and not figure.profile.attacks:
        found = tuple(ability for ability in found if not isinstance(ability, Attack))
    return tuple(_written_out(book, figure, found))


def unplayed(book: Book, state: State, figure: Figure) -> Iterator[str]:
    """Actions on a figure's card that only the scenario book describes. (GH-12.36)"""
    return _unplayed(abilities_of(book, state, figure))


def _unplayed(abilities: Iterable[Ability]) -> Iterator[str]:
    for ability in abilities:
        if isinstance(ability, Special):
            yield f"special {ability.number}"
        elif isinstance(ability, ScenarioStep):
            yield ability.text
        elif isinstance(ability, OnDeath):
            yield from _unplayed(ability.then)
        elif isinstance(ability, Consume | If):
            yield from _unplayed((*ability.then, *ability.otherwise))


def _written_out(book: Book, figure: Figure, abilities: tuple[Ability, ...]) -> Iterator[Ability]:
    own, summoned = book.script.specials.get(figure.group, ()), book.script.summons.get(figure.group)
    for ability in abilities:
        if isinstance(ability, Special) and ability.number <= len(own):
            yield from own[ability.number - 1]
            continue
        if isinstance(ability, Summon) and summoned is not None:
            yield summoned
            continue
        card = book.types.get(figure.group) if isinstance(ability, Special) else None
        if isinstance(ability, Special) and card is not None and card.monster is not None:
            yield from (_ability(text) for text in card.monster.special(ability.number, book.monster_level))
        else:
            yield ability


@lru_cache(1024)
def _ability(text: str) -> Ability:
    """The ability of a text of the ruleset. Cached, since a turn needs it often."""
    return read_ability(text, load_areas())


class ConsumeForCard(Task, frozen=True):
    """Monsters consume whenever they can: the first monster of a type to act consumes for all. (GH-9.7)"""

    figure: str

    def run(self, play: Play) -> None:
        figure = play.state.figure(self.figure)
        group = figure.group
        texts = tuple(_texts(abilities_of(play.book, play.state, figure)))
        if not texts:
            return
        paid = {each.place for each in play.state.paid if each.group == group}
        if paid:
            play.note(
                "element",
                self.figure,
                ("GH-9.7",),
                "gets the effect for which its type has consumed elements",
            )
        if group in play.state.settled and play.reads("own_infusion", "not_this_round"):
            if len(paid) < len(texts):
                told = "its type does not consume what it has infused with this card"
                play.note("element", self.figure, ("GH-9.5", "key.own_infusion"), told)
            return
        play.set(settled=tuple(sorted({*play.state.settled, group})))
        left = [(place, text) for place, text in enumerate(texts) if place not in paid]
        for place, text in reversed(left):
            play.push(*_by_enemies(play, figure, text), ConsumeText(group, place, text))


def _by_enemies(play: Play, figure: Figure, elements: tuple[Element, ...]) -> list[Task]:
    """The characters that may consume one of these elements before, by an item. (GH-9.4)"""
    if figure.side != "monsters" or all(item.when != "enemy consumes" for item in play.book.items.values()):
        return []
    from tsolve.games.gloomhaven.turn.items import MayDampen  # which knows this module

    return [MayDampen(held.owner, elements) for held in play.state.held]


class ConsumeText(Choice, frozen=True):
    """One text of an ability card that consumes elements. (GH-9.4, GH-9.6)"""

    asks = "say which element is consumed"
    group: str
    place: int
    elements: tuple[Element, ...]

    def options(self, book: Book, state: State) -> list[Action]:
        return [Spend(way) for way in ways_to_pay(state, self.elements)]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return "GH-9.7", *rules_of_wild(self.elements)

    def run(self, play: Play) -> None:
        if not self.options(play.book, play.state):
            text = f"nothing is consumed: {' and '.join(self.elements)} would be needed"
            play.note("element", self.group, ("GH-9.1", "GH-9.4"), text)
        super().run(play)

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Spend)
        for element in action.elements:
            play.consume(element, self.rulings_for(play.book, play.state))
        play.set(paid=tuple(sorted({*play.state.paid, Paid(self.group, self.place)})))


def ways_to_pay(state: State, elements: tuple[Element, ...]) -> list[tuple[Element, ...]]:
    """The elements that can be consumed for a text: strong or waning ones. (GH-9.4, GH-9.6)"""
    there = [each.element for each in state.elements if each.strength != "inert"]
    fixed = [element for element in elements if element != "any"]
    if len(set(fixed)) < len(fixed) or not set(fixed) <= set(there):
        return []
    free = [element for element in there if element not in fixed]
    return [(*fixed, *others) for others in combinations(free, len(elements) - len(fixed))]


def effective(book: Book, state: State, figure: Figure) -> tuple[Ability, ...]:
    """The abilities of a figure's card with the changes by consumed elements."""
    paid = {each.place for each in state.paid if each.group == figure.group}
    found: list[Ability] = []
    place = 0
    for ability in abilities_of(book, state, figure):
        if isinstance(ability, Consume):
            found.extend(ability.then if place in paid else ability.otherwise)
            place += 1
            continue
        performed: list[Ability] = [ability]
        for augment in _augments(ability):
            if place in paid:
                first, *after = performed
                changed = augment.instead or (augmented(first, augment),)
                performed = [*changed, *after, *augment.then]
            place += 1
        found.extend(performed)
    return tuple(found)


def augmented(ability: Ability, augment: Augment) -> Ability:
    """An ability with the changes by consumed elements; not what is performed after it or in its place."""
    if isinstance(ability, Attack):
        return _augmented_attack(ability, augment)
    changed: dict[str, Any] = {}
    for field in _NUMBERS.get(type(ability), ("amount",)):
        if isinstance(printed := getattr(ability, field, None), Amount):
            changed[field] = replace(printed, number=_changed(printed.number, augment))
        elif printed:  # of push and pull one is printed
            changed[field] = _changed(printed, augment)
    if augment.whom is not None and isinstance(ability, Heal):
        changed["range"] = None
    if augment.whom is not None:
        changed["whom"] = augment.whom
    if augment.range and isinstance(ability, Heal | Retaliate) and ability.range is not None:
        changed["range"] = ability.range + augment.range
    if augment.targets is not None:
        changed["targets"] = augment.targets
    if isinstance(ability, Shove):
        changed = {"push": augment.push, "pull": augment.pull, **changed}
    if isinstance(ability, Place | Shove):
        changed["conditions"] = (*ability.conditions, *augment.conditions)
    if isinstance(ability, Move):
        changed["jump"] = ability.jump or augment.jump
    return replace(ability, **changed)


_NUMBERS: dict[type[Ability], tuple[str, ...]] = {
    Shove: ("push", "pull"),
    Recover: ("number",),
    Loot: ("range",),
    Place: (),
    Kill: (),
}
"""The fields of the number that an augment changes; `amount` for the others."""


def _augmented_attack(attack: Attack, augment: Augment) -> Attack:
    printed = attack.range
    if augment.range and printed is None:
        printed = Amount(augment.range, True)
    elif augment.range and printed is not None:
        printed = replace(printed, number=printed.number + augment.range)
    targets = attack.targets if augment.targets is None else augment.targets
    if augment.whom is not None:  # all enemies within a range
        printed, targets = Amount(augment.whom.within or 1), None
    number = _changed(attack.amount.number, augment)
    return replace(
        attack,
        amount=replace(attack.amount, number=number),
        range=printed,
        targets=targets,
        pierce=attack.pierce + augment.pierce,
        push=attack.push + augment.push,
        pull=attack.pull + augment.pull,
        add_target=attack.add_target + augment.add_target,
        conditions=(*attack.conditions, *augment.conditions),
        area=augment.area or attack.area,
        all_adjacent=attack.all_adjacent and augment.whom is None,
        all_in_range=attack.all_in_range or augment.all_in_range or augment.whom is not None,
        on_the_path=attack.on_the_path or augment.on_the_path,
        advantage=attack.advantage or augment.advantage,
        bonuses=(*attack.bonuses, *augment.bonuses),
        damaging=(*attack.damaging, *augment.per_target_damaged),
    )


def _changed(printed: int, augment: Augment) -> int:
    return printed + augment.amount if augment.replaced_by is None else augment.replaced_by


def _augments(ability: Ability) -> tuple[Augment, ...]:
    return ability.augments if isinstance(ability, Augmented) else ()


def _texts(abilities: tuple[Ability, ...]) -> Iterator[tuple[Element, ...]]:
    """Each text of a card that consumes elements: the elements that it asks for, in printed order."""
    for ability in abilities:
        if isinstance(ability, Consume):
            yield ability.elements
        else:
            yield from (augment.elements for augment in _augments(ability))


def effects_of(ability: Ability) -> Iterator[LastingEffect]:
    """The bonuses that an ability gives its performer; none for other abilities."""
    match ability:
        case Shield(whom=whom):
            yield LastingEffect("shield", ability.amount, whom=whom)
        case Retaliate(whom=whom):
            yield LastingEffect(
                "retaliate", ability.amount, ability.range, experience=ability.experience, whom=whom
            )
        case UntilRoundEnd(effect="attackers_have_disadvantage", whom=whom):
            yield LastingEffect("attackers_have_disadvantage", whom=whom)
        case NegateDamage(whom, fatal, of_attacks):
            narrow = ability if fatal or of_attacks else None
            yield LastingEffect("negate_damage", whom=whom, ability=narrow)
        case Attack(amount=value) if is_attack_bonus(ability):
            if value.number:
                yield LastingEffect("attack_plus", value.number)
            if ability.pierce:
                yield LastingEffect("pierce", ability.pierce)
            if ability.advantage:
                yield LastingEffect("advantage")
        case AttackChange(of=of, on_it=on_it):
            whom = SELF if on_it or of is None else of
            yield LastingEffect("lasting", whom=whom, ability=ability)
        case MoveChange(of=whom) | Immune(whom=whom) | Whenever(of=whom):
            yield LastingEffect("lasting", whom=whom, ability=ability)
        case HealChange() | Flying() | Becomes() | RetaliateChange() | DrawsAttacks() | TwoAtOnce():
            yield LastingEffect("lasting", ability=ability)
        case AugmentsAtRange() | MovesAsAttacks() | HealsFor() | DoubledCurses() | SwapsSides():
            yield LastingEffect("lasting", ability=ability)
        case Unhindered() | NoDoubling() | LastInFocus():
            yield LastingEffect("lasting", ability=ability)
        case Grounded(whom):
            yield LastingEffect("lasting", lasts="persistent", whom=whom, ability=ability)
        case ThisTurn(then):
            yield from (replace(each, lasts="turn") for inner in then for each in effects_of(inner))
        case Bestow(_, then):
            yield from (each for inner in then for each in effects_of(inner))
        case While(when, then):
            yield from (replace(each, when=when) for inner in then for each in effects_of(inner))
        case OneOf(sort, then):
            yield from (replace(each, sort=sort) for inner in then for each in effects_of(inner))


def granted(effect: LastingEffect) -> LastingEffect:
    """An effect as one of the figures has it that it was given to at once. (GH-10.4)"""
    ability = effect.ability
    if isinstance(ability, AttackChange | MoveChange | Whenever):
        ability = replace(ability, of=SELF)
    elif isinstance(ability, Immune | Grounded):
        ability = replace(ability, whom=SELF)
    return replace(effect, whom=SELF, ability=ability)


def is_attack_bonus(ability: Ability) -> bool:
    """Whether an ability is a bonus to attacks, such as `attack +1, pierce 1`, not an attack."""
    if not isinstance(ability, Attack) or not ability.amount.relative:
        return False
    return ability == Attack(ability.amount, pierce=ability.pierce, advantage=ability.advantage)


def attack_with(attack: Attack, item: Item) -> Attack:
    """An attack as an item changes it."""
    for change in item.changes:
        assert isinstance(change, Attack)
        more = Augment(
            (),
            range=change.range.number if change.range is not None else 0,
            pierce=change.pierce,
            push=change.push,
            pull=change.pull,
            conditions=change.conditions,
            area=change.area,
            bonuses=change.bonuses,
        )
        changed = augmented(attack, more)
        assert isinstance(changed, Attack)
        if change.area is not None:
            changed = replace(changed, targets=None)
        further = attack.add_target + change.add_target
        number = change.amount.number
        added = (*attack.added, (item.name, number)) if number else attack.added
        advantage = attack.advantage or change.advantage
        attack = replace(
            changed,
            added=added,
            advantage=advantage,
            add_target=further,
            after=(*attack.after, *change.after),
            then=(*attack.then, *change.then),
        )
    return attack


def move_with(move: Move, item: Item) -> Move:
    """A move as an item changes it."""
    for change in item.changes:
        assert isinstance(change, Move)
        amount = replace(move.amount, number=move.amount.number + change.amount.number)
        move = replace(move, amount=amount, jump=move.jump or change.jump)
    return move
