"""The current values of cards, printed and changed by traits; and the total gold and attack of the cards laid
out. (QUEST-0.12, QUEST-0.20, QUEST-5.17)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeVar

import msgspec

from tsolve.games.quest.answers import NONE
from tsolve.games.quest.effects.base import (
    Condition,
    Count,
    Effect,
    Immune,
    Modifier,
    Required,
    Value,
    alternatives_of,
)

if TYPE_CHECKING:
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.cards import Card
    from tsolve.games.quest.state import Laid, State
    from tsolve.model.trace import Trace


Change = tuple[int, tuple[str, ...]]
"""By how much a value changes, and the rulings that say so."""


_MAGIC = frozenset(("arcane", "chaos", "divine", "elemental"))
"""The kinds of magic. (QUEST-0.8)"""


def is_a(book: Book, card: Card, sort: str | None) -> bool:
    """Whether a card is of a sort: all words of the sort, or of one of its alternatives, apply to it.

    (key.magic_card)
    """
    if sort is None or any(words <= card.kinds for words in alternatives_of(sort)):
        return True
    almost = any(words - card.kinds == {"magic"} for words in alternatives_of(sort))
    return almost and bool(_MAGIC & card.kinds) and book.reads("magic_card", "any_magic")


def lies(book: Book, state: State, place: int, sort: str | None) -> bool:
    """Whether the card in this place is of a sort, as printed or by abilities."""
    laid = state.laid[place]
    card, words = book.card(laid.card), {gift.word for gift in laid.gifts if gift.word}
    if is_a(book, card, sort):
        return True
    return bool(words) and any(each <= card.kinds | words for each in alternatives_of(sort or ""))


def is_active(card: Card, laid: Laid) -> bool:
    """Whether a card gives more than its gold: a Weapon that nobody wields does not. (QUEST-2.6)"""
    return card.kind != "weapon" or laid.bearer != NONE


E = TypeVar("E", bound=Effect)


def traits_of(book: Book, state: State, kind: type[E]) -> list[tuple[int, E]]:
    """The traits of a kind that the active player's cards have now, with the places of these cards."""
    return [
        (place, trait)
        for place in state.present()
        for trait in book.card(state.laid[place].card).traits
        if isinstance(trait, kind) and is_active(book.card(state.laid[place].card), state.laid[place])
    ]


def has(book: Book, state: State, sort: str) -> bool:
    """Whether a card of this sort lies in front of the active player."""
    return any(lies(book, state, place, sort) for place in state.present())


def wounds_of(book: Book, state: State) -> int:
    """The Wounds that the active player has: tokens, and cards laid out. (QUEST-7.5, key.wounds_you_have)"""
    cards = sum(book.card(state.laid[place].card).is_wound for place in state.present())
    if cards and book.reads("wounds_you_have", "tokens_only"):
        cards = 0
    return state.me.wounds + cards


def holds(
    book: Book, state: State, condition: Condition | None, bearer: int = NONE, place: int = NONE
) -> bool:
    """Whether a condition holds; the card that says so lies in this place, and this Hero wields it."""
    return condition is None or all(_tests(book, state, condition, bearer, place))


def _tests(book: Book, state: State, condition: Condition, bearer: int, place: int) -> Iterator[bool]:
    """Each part of a condition that is given."""
    if condition.wounded:
        yield wounds_of(book, state) > 0
    if condition.have is not None:
        yield has(book, state, condition.have)
    if condition.lack is not None:
        yield not has(book, state, condition.lack)
    if condition.wielder is not None:
        yield bearer != NONE and lies(book, state, bearer, condition.wielder)
    if condition.wielder_not is not None:
        yield bearer != NONE and not lies(book, state, bearer, condition.wielder_not)
    if condition.wielder_level is not None:
        yield bearer != NONE and level_of(book, state, bearer) == condition.wielder_level
    if condition.wielder_has_more:
        yield _wielded(book, state, bearer) > 1
    if condition.wielder_has_copies:
        held = [state.laid[card].card for card in state.held_by(bearer)] if bearer != NONE else []
        yield place != NONE and held.count(state.laid[place].card) > 1
    if condition.wielder_armed:
        yield _wielded(book, state, bearer) > 0
    if condition.wielder_skill is not None:
        yield bearer != NONE and skill_of(book, state, bearer) >= condition.wielder_skill
    if condition.unwielded:
        yield bearer == NONE
    if condition.against is not None:
        foe = state.rooms[state.tally.room].monster if state.phase in _FIGHTING else ""
        yield foe != "" and is_a(book, book.card(foe), condition.against)
    if condition.wielded is not None:
        yield _wields_any(book, state, condition.wielded)
    if condition.armed:
        yield _wielded(book, state, place) > 0
    if condition.light_below is not None:
        yield light_of(book, state) < condition.light_below


def _wields_any(book: Book, state: State, sort: str) -> bool:
    held = (place for place in state.present() if state.laid[place].bearer != NONE)
    return any(lies(book, state, place, sort) for place in held)


def _wielded(book: Book, state: State, bearer: int) -> int:
    held = (place for place in state.present() if state.laid[place].bearer == bearer != NONE)
    return sum(book.card(state.laid[place].card).kind == "weapon" for place in held)


def count(book: Book, state: State, what: Count | None) -> int:
    """The number that a trait counts; 1 if it counts nothing."""
    if what is None:
        return 1
    if what.wounds:
        return wounds_of(book, state)
    if what.card is not None:
        return sum(state.laid[place].card == what.card for place in state.present())
    if what.of is None:
        return light_of(book, state)
    places = [place for place in state.present() if lies(book, state, place, what.of)]
    if what.wielded:
        places = [place for place in places if state.laid[place].bearer != NONE]
    if not what.level:
        return len(places)
    levels = [level_of(book, state, place) for place in places]
    return max(levels, default=0) if what.highest else sum(levels)


def _amount(book: Book, state: State, trait: Modifier, bearer: int = NONE, place: int = NONE) -> int:
    if not holds(book, state, trait.when, bearer, place):
        return 0
    return trait.by * count(book, state, trait.each)


def changes(book: Book, state: State, place: int, value: Value, bearer: int = NONE) -> Iterator[Change]:
    """What traits and abilities add to a value of a card in front of the active player: its own traits, those
    of the Hero who wields it, those of the room in which the battle is fought, and what abilities gave it.
    """
    laid = state.laid[place]
    card, bearer = book.card(laid.card), bearer if bearer != NONE else laid.bearer
    for trait in card.modifiers(value, "itself"):
        yield _amount(book, state, trait, bearer, place), (card.ruling,)
    if bearer != NONE and card.kind == "weapon":
        hero = book.card(state.laid[bearer].card)
        for trait in hero.modifiers(value, "wielded"):
            if is_a(book, card, trait.sort):
                yield _amount(book, state, trait), (hero.ruling,)
    if state.phase == "battle":
        tile = book.card(state.rooms[state.tally.room].card)
        for trait in tile.modifiers(value, "weapons" if card.kind == "weapon" else "heroes"):
            if card.kind in ("weapon", "hero"):
                yield _amount(book, state, trait), (tile.ruling,)
    for gift in laid.gifts:
        if gift.value == value:
            yield gift.by, (book.card(gift.card).ruling,)
    for boon in state.boons if card.kind == "hero" else ():
        for raised, by in boon.heroes:
            if raised == value:
                yield by, (book.card(state.laid[boon.giver].card).ruling,)


def changes_by_text(book: Book, state: State, place: int, value: Value) -> Iterator[Change]:
    """The same, summed for each card that says so, without zeros. A caller that adds a rule cites it after a
    card's text, but before the card for a printed number: so the two can be told apart even if they are
    equal.
    """
    sums: dict[tuple[str, ...], int] = {}
    for amount, rulings in changes(book, state, place, value):
        sums[rulings] = sums.get(rulings, 0) + amount
    yield from ((amount, rulings) for rulings, amount in sums.items() if amount)


def skill_of(book: Book, state: State, hero: int) -> int:
    """A Hero's current Skill: printed, from tokens and abilities, and from the Items that boost him."""
    given = [place for place in state.held_by(hero) if book.card(state.laid[place].card).kind != "weapon"]
    boosts = sum(book.card(state.laid[place].card).skill_boost or 0 for place in given)
    printed = book.card(state.laid[hero].card).skill or 0
    traits = sum(amount for place in (hero, *given) for amount, _ in changes(book, state, place, "skill"))
    return printed + state.laid[hero].skill + boosts + traits


def cost_of(book: Book, state: State, card: Card) -> int:
    """The gold that a card costs now; none printed is 0, and there is nothing below it. (QUEST-0.13)"""
    traits = card.modifiers("cost", "itself")
    return max((card.cost or 0) + sum(_amount(book, state, trait) for trait in traits), 0)


def level_of(book: Book, state: State, place: int) -> int:
    """The current Level of a Hero in front of the active player."""
    printed = book.card(state.laid[place].card).level or 0
    return printed + sum(amount for amount, _ in changes(book, state, place, "level"))


def light_of(book: Book, state: State) -> int:
    """The current Light of all cards in front of the active player, tokens and abilities. (QUEST-5.3)"""
    light = state.light + sum(amount for _, amount, _ in lights(book, state))
    light += sum(boon.light for boon in state.boons)
    return min([light, *(boon.most_light for boon in state.boons if boon.most_light is not None)])


def lights(book: Book, state: State) -> Iterator[tuple[Card, int, tuple[str, ...]]]:
    """Each card that gives Light, with the rulings; a Weapon gives it while wielded. (QUEST-2.6)"""
    for place in state.present():
        laid = state.laid[place]
        card = book.card(laid.card)
        if card.kind == "weapon" and laid.bearer == NONE:
            continue
        if card.light:
            yield card, card.light, ("QUEST-5.3", card.ruling)
        for amount, rulings in changes_by_text(book, state, place, "light"):
            yield card, amount, (*rulings, "QUEST-5.3")


def monster_value(book: Book, state: State, place: int, value: Value) -> int:
    """A value of the Monster in a room: its own, that of the room, and what traits change.

    What a room adds, and the sum, do not fall below 0. (QUEST-5.17, key.below_zero)
    """
    parts = tuple(monster_parts(book, state, place, value))
    own = sum(part.amount for part in parts if not part.of_room)
    return book.floor(own + book.floor(sum(part.amount for part in parts if part.of_room)))


def is_one_of(monster: Card, group: str) -> bool:
    """Whether a Monster belongs to this group; one without a group belongs to none."""
    return bool(group) and monster.group == group


_FIGHTING = ("battle", "spoils")
"""The phases in which the Monster of the room is the one that the player fights."""
_SWAPPED: dict[Value, Value] = {"armor": "resistance", "resistance": "armor"}


class Part(NamedTuple):
    """What one card adds to a value of a Monster."""

    card: Card
    amount: int
    of_room: bool = False


def monster_parts(book: Book, state: State, place: int, value: Value) -> Iterator[Part]:
    """What a value of the Monster in a room is the sum of: its own, what other Monsters add, and the room."""
    room = state.rooms[place]
    monster, tile = book.card(room.monster), book.card(room.card)
    if sum(bane.swaps for bane in state.hexes if bane.room == place) % 2:
        value = _SWAPPED.get(value, value)
    yield Part(monster, monster.printed(value))
    for trait in monster.modifiers(value, "itself"):
        yield Part(monster, _amount(book, state, trait))
    for other, there in enumerate(state.rooms):
        if other != place and there.seen and is_one_of(book.card(there.seen), monster.group):
            card = book.card(there.seen)
            yield from (Part(card, _amount(book, state, each)) for each in card.modifiers(value, "others"))
    if state.phase == "battle" and place == state.tally.room:
        yield from _parts_of_cards(book, state, value)
    yield Part(tile, tile.printed(value), True)
    if value == "health" and state.phase == "battle" and place == state.tally.room:
        yield Part(tile, state.harder, True)
    for trait in tile.modifiers(value, "itself"):
        yield Part(tile, _amount(book, state, trait), True)


def _parts_of_cards(book: Book, state: State, value: Value) -> Iterator[Part]:
    """What the player's cards add to a value of the Monster that they fight."""
    said: set[tuple[str, Modifier]] = set()
    for place in state.present():
        laid = state.laid[place]
        card = book.card(laid.card)
        for trait in card.modifiers(value, "foe") if is_active(card, laid) else ():
            amount = _amount(book, state, trait, laid.bearer, place)
            if amount and not (trait.once and (card.id, trait) in said):
                said.add((card.id, trait))
                yield Part(card, amount)


class Defence(msgspec.Struct, frozen=True):
    """A Monster in its room: what an attack has to overcome. (QUEST-5.17)"""

    health: int
    armor: int
    resistance: int


def defence_of(book: Book, state: State, place: int) -> Defence:
    """What the Monster of a room has, with all that the room and traits change. (QUEST-5.17)"""
    health, armor, resistance = (
        monster_value(book, state, place, value) for value in ("health", "armor", "resistance")
    )
    return Defence(health, armor, resistance)


def note_defence(book: Book, state: State, place: int, trace: Trace) -> None:
    """Where the armor, the magic resistance and the health come from. (QUEST-5.17)"""
    for bane in state.hexes:
        if bane.swaps and bane.room == place:
            card = book.card(state.laid[bane.giver].card)
            trace.add("battle", card.name, (card.ruling,), "armor and magic resistance change places")
    for value in ("armor", "resistance", "health"):
        total = 0
        for part in monster_parts(book, state, place, value):
            if part.amount:
                rulings = ("QUEST-5.17", part.card.ruling)
                trace.add("battle", part.card.name, rulings, "", value, total, total + part.amount)
                total += part.amount
        stands = monster_value(book, state, place, value)
        if stands != total:
            trace.add("floor", "", ("QUEST-5.17", "key.below_zero"), "not below 0", value, total, stands)


def counted(value: int, stopped: int) -> int:
    """What remains of one kind of attack; never below 0. (QUEST-2.10)"""
    return max(value - stopped, 0)


def immunities(book: Book, monster: Card, physical: int, magic: int, defence: Defence) -> set[str]:
    """The kinds of attack that count 0 on a Monster. (QUEST-2.11, key.sycophant_compares)

    Of two equal totals the player chooses which one counts 0; this takes the one of which less would remain.
    """
    found = {*monster.immune}
    if "higher" in found:
        left = {"physical": counted(physical, defence.armor), "magic": counted(magic, defence.resistance)}
        before = book.reads("sycophant_compares", "before")
        totals = {"physical": physical, "magic": magic} if before else left
        found.add(max(totals, key=lambda kind: (totals[kind], -left[kind])))
    return found


def shrugs_off(
    book: Book, state: State, place: int, kind: Literal["physical", "magic"], foe: Card
) -> Immune | None:
    """Why this kind of attack of a card counts 0 on a Monster: what it says of cards of its sort; None if it
    counts. (QUEST-2.11)
    """
    sources = (trait for trait in foe.traits if isinstance(trait, Immune) and trait.sort)
    of_kind = (trait for trait in sources if trait.to in (kind, "any"))
    return next((trait for trait in of_kind if lies(book, state, place, trait.sort)), None)


def effective(book: Book, monster: Card, physical: int, magic: int, defence: Defence) -> tuple[int, int]:
    """What is left of the physical and of the magic attack on a Monster. (QUEST-2.10, QUEST-2.11)"""
    immune = immunities(book, monster, physical, magic, defence)
    return (
        0 if "physical" in immune else counted(physical, defence.armor),
        0 if "magic" in immune else counted(magic, defence.resistance),
    )


def lacking(book: Book, state: State, monster: Card) -> Required | None:
    """What the player needs to defeat the Monster at all and does not have. (QUEST-2.12)"""
    required = (trait for trait in monster.traits if isinstance(trait, Required))
    return next((trait for trait in required if not has(book, state, trait.have)), None)


def gold_of(book: Book, state: State, trace: Trace | None = None) -> int:
    """The gold of all cards laid out, also of Weapons that nobody wields, and of tokens. (QUEST-4.3)"""
    total = state.gold
    if trace is not None and total:
        trace.add("gold", "Iron Rations token", ("QUEST-9.2",), "", "gold", 0, total)
    for place in state.present():
        card = book.card(state.laid[place].card)
        printed = (card.gold or 0, ("QUEST-4.3", card.ruling))
        by_text = changes_by_text(book, state, place, "gold")
        for amount, rulings in (printed, *((by, (*text, "QUEST-4.3")) for by, text in by_text)):
            if amount and trace is not None:
                trace.add("gold", card.name, rulings, "", "gold", total, total + amount)
            total += amount
    return total


def note_light(book: Book, state: State, trace: Trace) -> None:
    """Where the Light comes from, card by card. (QUEST-5.3)"""
    total = state.light
    if total:
        trace.add("light", "Lantern token", ("QUEST-9.3",), "", "light", 0, total)
    for card, amount, rulings in lights(book, state):
        trace.add("light", card.name, rulings, "", "light", total, total + amount)
        total += amount
    for boon in state.boons:
        if boon.light or boon.most_light is not None:
            card = book.card(state.laid[boon.giver].card)
            most = total + boon.light if boon.most_light is None else min(total, boon.most_light)
            trace.add("light", card.name, ("QUEST-0.11", card.ruling), "", "light", total, most)
            total = most


def attack_of(
    book: Book, state: State, trace: Trace | None = None, foe: Card | None = None
) -> tuple[int, int]:
    """The physical and the magic attack of all cards laid out, on this Monster. (QUEST-2.2, QUEST-2.9)

    Flat values count by themselves; boosts count for the Hero to whom the card was given. What the Monster
    says of the cards from which an attack comes is looked at, armor and the like are not.
    """
    totals = {"physical": 0, "magic": 0}
    for place in state.present():
        for kind in ("physical", "magic"):
            amounts = [*attacks(book, state, place, kind)]
            in_vain = shrugs_off(book, state, place, kind, foe) if foe is not None and amounts else None
            if in_vain is not None and foe is not None:
                if trace is not None:
                    name, note = book.name(state.laid[place].card), f"{foe.name} is {in_vain.say()}"
                    trace.add("attack", name, ("QUEST-2.11", foe.ruling), note, kind, *(totals[kind],) * 2)
                continue
            for amount, rulings in amounts:
                before = totals[kind]
                totals[kind] = before + amount
                if trace is not None:
                    name = book.name(state.laid[place].card)
                    trace.add("attack", name, rulings, "", kind, before, before + amount)
    return totals["physical"], totals["magic"]


def attacks(book: Book, state: State, place: int, kind: Literal["physical", "magic"]) -> Iterator[Change]:
    """What one card adds to one kind of attack, part by part, without zeros."""
    laid = state.laid[place]
    card, given = book.card(laid.card), laid.bearer != NONE
    boost = card.physical_boost if kind == "physical" else card.magic_boost
    if given and boost:
        yield boost, ("QUEST-2.2", card.ruling)
    if not is_active(card, laid):
        return
    if flat := card.printed(kind):
        yield flat, ("QUEST-2.9", card.ruling)
    yield from (change for change in changes(book, state, place, kind) if change[0])
