"""What can be changed in a position of Thunderstone: facts of cards, the table, a reading, a rule.

Why-not removes obstacles and tries repairs by such changes; to see whether a ruling is decisive, one switches
it off. A card's own ruling is switched off by a blank card, which keeps what it is (kind, class, level,
Strength, Health) and its worth (cost, XP, Victory Points) but no longer gives, does or hinders anything. A
general rule is switched off by removing the effects of cards that work through it. A definition, such as what
the two totals are or that Health must be reached, cannot be switched off: nothing would be left to judge.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.contract.changes import Change, bare_of, keeping, lacking, together
from tsolve.games.thunderstone.actions import Use
from tsolve.games.thunderstone.book import DISEASE
from tsolve.games.thunderstone.cards import Ability, Card
from tsolve.games.thunderstone.effects.base import AbilityEffect, MonsterTrait
from tsolve.games.thunderstone.state import Member, Slot, State
from tsolve.games.thunderstone.why_not.world import ADDED_CARD, World

if TYPE_CHECKING:
    from tsolve.games.thunderstone.play import Play


TurnChange = Change[World]
Facts = Callable[[Card], Card]
"""Changes the facts of a card."""

PLENTY = 999
"""More gold than anything costs, more Health and Weight than any party can match."""


def card_change(card: str, facts: Facts) -> TurnChange:
    """Other facts of one card."""
    return TurnChange(lambda world: _with_facts(world, facts(world.cards[card])))


def _with_facts(world: World, card: Card) -> World:
    return replace(world, rules=world.rules.changed(cards={**world.cards, card.id: card}))


def cards_change(facts: Facts) -> TurnChange:
    """Other facts of every card that the change concerns."""
    return TurnChange(
        lambda world: replace(
            world, rules=world.rules.changed(cards={id_: facts(card) for id_, card in world.cards.items()})
        )
    )


def reading_change(key: str, option: str) -> TurnChange:
    """Another reading, even one that no source supports."""
    return TurnChange(
        lambda world: replace(
            world, rules=world.rules.changed(readings={**world.rules.readings, key: option})
        )
    )


def table_change(change: Callable[[State], State]) -> TurnChange:
    """Another state of the table."""
    return TurnChange(lambda world: replace(world, state=change(world.state)))


HARMLESS: TurnChange = TurnChange(
    lambda world: replace(world, rules=world.rules.changed(harmless_disease=True))
)
"""A Disease lowers nothing."""
UNDEMANDING: TurnChange = TurnChange(lambda world: replace(world, content_with_nothing=True))
"""Any amount is enough."""
TURN_NOT_BEGUN = table_change(lambda state: replace(state, turn="", step="choose"))
"""The position before the active player chose where to go."""


# the table


def with_cards(*cards: str) -> TurnChange:
    """These cards are in the hand too."""
    return table_change(lambda state: replace(state, party=(*state.party, *map(Member, cards))))


def without_card(place: int) -> Change[State]:
    """The card at this place of the hand is gone; without a card there nothing changes."""

    def change(state: State) -> State:
        if not 0 <= place < len(state.party):
            return state
        member = replace(state.party[place], left=True)
        return replace(state, party=(*state.party[:place], member, *state.party[place + 1 :]))

    return Change(change)


def with_monster(card: str, rank: int) -> TurnChange:
    """This Monster stands in that Rank."""
    return table_change(
        lambda state: replace(
            state, hall=(*state.hall[: rank - 1], Slot(card, breached=True), *state.hall[rank:])
        )
    )


def with_stock(card: str, count: int) -> TurnChange:
    """The Village has this many copies of a card; an unknown Village then has only these."""

    def change(state: State) -> State:
        stock = dict(zip(state.stalls, state.stock or (), strict=True)) | {card: count}
        return replace(state, stalls=tuple(stock), stock=tuple(stock.values()))

    return table_change(change)


def with_more(quantity: str, amount: int) -> TurnChange:
    """This much more attack, magic, light, strength, gold or xp, without a card that gives it."""
    if quantity in ("attack", "magic", "light"):
        return TurnChange(lambda world: _with_gift(world, quantity, amount))
    if quantity == "strength":
        return table_change(lambda state: replace(state, rallies=(*state.rallies, (ADDED_CARD, amount, 0))))
    if quantity == "gold":
        return table_change(lambda state: replace(state, gold=state.gold + amount))
    return table_change(lambda state: _with_xp(state, amount))


def _with_gift(world: World, quantity: str, amount: int) -> World:
    field = "magic_attack" if quantity == "magic" else quantity
    gift = replace(world.cards[ADDED_CARD], **{field: amount})
    # a card that already serves cannot be paid as a price
    gifted = replace(world.state, party=(*world.state.party, Member(ADDED_CARD, serving=True)))
    return replace(_with_facts(world, gift), state=gifted)


def _with_xp(state: State, amount: int) -> State:
    me = replace(state.me, xp=state.me.xp + amount)
    return replace(state, players=(*state.players[: state.active], me, *state.players[state.active + 1 :]))


# a card that does nothing


class Idle(AbilityEffect, frozen=True, tag="idle"):
    """An effect that does nothing."""

    stated = True

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        pass

    def say(self) -> str:
        return "nothing"


class IdleOnHero(Idle, frozen=True, tag="idle_on_hero"):
    """Nothing, done to a Hero."""

    target = "hero"


class IdleOnRank(Idle, frozen=True, tag="idle_on_rank"):
    """Nothing, done to a Rank of the Hall."""

    target = "rank"


class IdleOnHall(Idle, frozen=True, tag="idle_on_hall"):
    """Nothing, done to the Hall."""

    target = "hall"


class IdleOnSpell(Idle, frozen=True, tag="idle_on_spell"):
    """Nothing, done to a Spell."""

    target = "spell"


class IdleOnPlayer(Idle, frozen=True, tag="idle_on_player"):
    """Nothing, done to another player."""

    target = "player"


class IdleOnKind(Idle, frozen=True, tag="idle_on_kind"):
    """Nothing, for a kind of card that is named."""

    target = "kind"


_IDLE: dict[str, Idle] = {
    "none": Idle(),
    "hero": IdleOnHero(),
    "rank": IdleOnRank(),
    "hall": IdleOnHall(),
    "player": IdleOnPlayer(),
    "kind": IdleOnKind(),
    "spell": IdleOnSpell(),
}
_KEPT = (
    *("id", "name", "kind", "provenance", "set", "aliases", "group", "level", "classes", "subtypes"),
    *("count", "cost", "strength", "health", "xp", "vp", "level_up_xp"),
)


def blank(card: Card) -> Card:
    """The same card, which no longer gives, does or hinders anything.

    A line may still use its abilities: they have the same price and target, and do nothing.
    """
    kept = {name: getattr(card, name) for name in _KEPT}
    return Card(
        **kept,
        gold=None if card.gold is None else 0,
        weight=None if card.weight is None else -PLENTY,
        abilities=tuple(_idle(ability, lambda _: True) for ability in card.abilities),
    )


def _idle(ability: Ability, goes: Callable[[AbilityEffect], bool]) -> Ability:
    effects = tuple(_IDLE[effect.target] if goes(effect) else effect for effect in ability.do)
    return replace(ability, do=effects)


def without_idle(world: World) -> World:
    """The world without abilities that do nothing, so that the best play does not use one just to pay its
    price.
    """
    if not any(_is_idle(ability) for card in world.cards.values() for ability in card.abilities):
        return world
    return cards_change(keeping("abilities", lambda ability: not _is_idle(ability)))(world)


def _is_idle(ability: Ability) -> bool:
    return all(isinstance(effect, Idle) for effect in ability.do)


# rules


_EFFECTS = ("traits", "battle", "breach", "global_effects", "spoils", "trap", "treasure")
"""The fields of a card with effects that work by themselves."""


def without_kinds(*kinds: str) -> TurnChange:
    """No card has effects of these kinds."""
    return cards_change(lambda card: _strip(card, kinds))


def _strip(card: Card, kinds: Container[str]) -> Card:
    changes: dict[str, object] = {}
    for field in _EFFECTS:
        effects = getattr(card, field)
        if any(_tag(effect) in kinds for effect in effects):
            changes[field] = tuple(effect for effect in effects if _tag(effect) not in kinds)
    if any(_tag(effect) in kinds for ability in card.abilities for effect in ability.do):
        changes["abilities"] = tuple(
            _idle(each, lambda effect: _tag(effect) in kinds) for each in card.abilities
        )
    return replace(card, **changes) if changes else card


def _tag(effect: object) -> str:
    return str(effect.__struct_config__.tag)  # type: ignore[attr-defined]  # every effect is a tagged struct


def weightless(card: Card) -> Card:
    """A Weapon without Weight, so that nobody is too weak for it."""
    return replace(card, weight=-PLENTY) if card.weight is not None else card


def without_level_cost(card: Card) -> Card:
    """Nobody pays XP for the next level of this Hero."""
    return replace(card, level_up_xp=0) if card.level_up_xp else card


def _among(concerned: Callable[[Card], bool], facts: Facts) -> TurnChange:
    """Other facts of some cards."""
    return cards_change(lambda card: facts(card) if concerned(card) else card)


def _is_militia(card: Card) -> bool:
    return card.is_militia


def _rich(state: State) -> State:
    return replace(state, gold=state.gold + PLENTY, purchases=state.purchases + 1)


NO_PENALTY = reading_change("light_factor", "0")
"""Darkness lowers nothing."""

_CASES: dict[str, list[str]] = {}
"""Rule about a trait of Monsters -> the kinds of traits that are cases of it."""
for _kind in MonsterTrait.__subclasses__():
    if _kind.rules and _kind.rules[0].startswith("TS-11."):
        _CASES.setdefault(_kind.rules[0], []).append(str(_kind.__struct_config__.tag))

RULES: dict[str, TurnChange] = {
    "TS-4.4": table_change(_rich),
    "TS-6.1": _among(lambda card: not card.is_militia, without_level_cost),
    "TS-6.2": _among(_is_militia, without_level_cost),
    "TS-7.7": cards_change(bare_of("battle")),
    "TS-8.1": cards_change(weightless),
    "TS-8.5": without_kinds("throw"),
    "TS-8.6": without_kinds("strong_bearer"),
    "TS-9.2": together(HARMLESS, without_kinds("hinder")),
    "TS-9.3": without_kinds("multiply_magic"),
    "TS-9.5": without_kinds("cannot_attack_rank", "unequipped_cannot_attack", "silence"),
    "TS-10.1": together(NO_PENALTY, without_kinds("shuns_dark")),
    "TS-10.2": NO_PENALTY,
    "TS-10.3": cards_change(bare_of("light")),
    "TS-10.5": without_kinds("shuns_dark"),
    "TS-12.1": HARMLESS,
    "TS-12.2": HARMLESS,
    "TS-13.1": _among(lambda card: card.is_monster, bare_of("trophy", "light")),
    "TS-14.1": cards_change(bare_of("spoils")),
    "TS-16.1": cards_change(bare_of("breach")),
    "TS-18.2": _among(_is_militia, lacking("subtypes", "hero")),
    "DS-3": cards_change(bare_of("global_effects")),
    "DS-6": cards_change(bare_of("trap")),
    "DS-7": cards_change(bare_of("treasure")),
    **{rule: without_kinds(*kinds) for rule, kinds in _CASES.items()},
}
"""Ruling -> how it is switched off."""


def without(ruling: str, cards: Container[str]) -> TurnChange | None:
    """How a ruling is switched off; None for what cannot be."""
    kind, _, name = ruling.partition(".")
    if kind == "card":
        if name == DISEASE:
            return HARMLESS
        return card_change(name, blank) if name in cards else None
    return RULES.get(ruling)
