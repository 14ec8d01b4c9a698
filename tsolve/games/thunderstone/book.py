"""The rules for one position: card facts under the chosen readings, and the readings themselves. Books with
the same cards share the results of their look-ups.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, ItemsView, Mapping
from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from tsolve.engine import Noting, Probe
from tsolve.games.thunderstone.effects.base import AbilityEffect, GlobalEffect, MonsterTrait, Trait

if TYPE_CHECKING:
    from tsolve.games.thunderstone.cards import Card
    from tsolve.games.thunderstone.state import Layout, State
    from tsolve.games.thunderstone.turn.contributions import MonsterProfile


T = TypeVar("T")


class shared(Generic[T]):  # noqa: N801  # read as a decorator
    """A look-up over the cards of a book, worked out once for the book and all its copies."""

    def __init__(self, find: Callable[[Any], T]) -> None:
        self.find = find
        self.name = find.__name__
        self.__doc__ = find.__doc__

    def __call__(self, book: Book) -> T:
        """The look-up as a function of a book, for use outside this class."""
        found = book.known
        if self.name not in found:
            found[self.name] = self.work_out(book)
        value: T = found[self.name]
        return value

    def __get__(self, book: Book, _owner: object = None) -> T:
        value = book.__dict__[self.name] = self(book)  # found there from now on
        return value

    def work_out(self, book: Book) -> T:
        """Works out the look-up for a book if no copy of it has done so."""
        return self.find(book)


class per_card(shared[T]):  # noqa: N801  # read as a decorator
    """A look-up whose result for one card does not depend on other cards: a set of cards, or a value for
    each. A book made from another one looks only at the cards that differ.
    """

    def work_out(self, book: Book) -> T:
        if book.other is None:
            return self.find(book)
        before = self(book.other)
        found: T = _put_in(before, self.find(book.changes), book.changed)
        return found


def _put_in(before: Any, own: Any, changed: frozenset[str]) -> Any:
    """The earlier result, updated by that of the changed cards."""
    if isinstance(before, frozenset):
        return before - changed | own
    found = {**before, **own}
    for card in changed - own.keys():
        found.pop(card, None)
    return found


DISEASE = "disease"
MILITIA = "militia"


class Book:
    """Card facts and interpretations, with the look-ups that the engine needs often.

    Most look-ups are worked out when first needed, since many books serve only a few actions. For cards that
    are the same as in `other`, its results are reused.
    """

    def __init__(
        self, cards: Mapping[str, Card], readings: Mapping[str, str], other: Book | None = None
    ) -> None:
        self.cards = dict(cards)
        self.readings = dict(readings)
        self.known: dict[str, Any] = {}
        """Look-ups made so far, by name; copies of the book share them."""
        self.other = other
        self.changed = frozenset[str]() if other is None else _differing(other.cards, self.cards)
        """The cards that differ from the other book."""
        if other is not None and not self.changed:
            self.other, self.known = None, other.known
        elif len(self.changed) > len(self.cards) // 2:
            self.other = None
        self.layouts: dict[tuple[str, ...], Layout] = {}
        """The stacks that stalls form, remembered by `turn.village.layout`."""
        self.fronts: dict[str, MonsterProfile] = {}
        """A Monster's traits, combined; remembered by `turn.contributions.profile_of`."""
        self.endings: dict[Hashable, Any] = {}
        """How turns end after a battle, remembered by `planning.endings.endings`."""
        self._latest: tuple[State | None, dict[Hashable, Any]] = (None, {})

    def noted_by(self, probe: Probe[Any, Any]) -> Book:
        """The same rules, which report each look-up to the probe if it takes notes."""
        if not probe.notes:
            return self
        noted = copy(self)
        noted.readings = Noting(self.readings, probe.readings)
        noted.cards = Noting(self.cards, probe.cards)
        return noted

    @cached_property
    def changes(self) -> Book:
        """The changed cards alone."""
        return Book({id_: self.cards[id_] for id_ in self.changed if id_ in self.cards}, self.readings)

    # kinds of cards

    @per_card
    def heroes(self) -> frozenset[str]:
        """Heroes, Militia among them."""
        return self.cards_where(lambda card: card.is_hero)

    @per_card
    def weapons(self) -> frozenset[str]:
        """Weapons."""
        return self.cards_where(lambda card: card.is_weapon)

    @per_card
    def monsters(self) -> frozenset[str]:
        """Monsters, Guardians among them."""
        return self.cards_where(lambda card: card.is_monster)

    @per_card
    def diseases(self) -> frozenset[str]:
        """Diseases."""
        return self.cards_where(lambda card: card.is_disease)

    @per_card
    def ailing(self) -> frozenset[str]:
        """Diseases that lower a total; why-not may try a book in which they lower nothing. (TS-12.2)"""
        return self.diseases

    @per_card
    def of_decks(self) -> frozenset[str]:
        """Cards that a player's hand and deck may hold, as long as no Thunderstone and no Guardian is won."""
        return self.cards_where(lambda card: card.kind in ("hero", "village", "basic", "monster", "disease"))

    @per_card
    def recruits(self) -> frozenset[str]:
        """What a Militia may become."""
        return self.cards_where(lambda card: card.kind == "hero" and card.level == 1)

    @per_card
    def traps(self) -> frozenset[str]:
        """Cards of the Dungeon Deck that strike when they are turned up. (DS-6)"""
        return self.cards_where(lambda card: card.kind == "trap")

    @per_card
    def treasures(self) -> frozenset[str]:
        """Cards of the Dungeon Deck that come to whoever turns them up. (DS-7)"""
        return self.cards_where(lambda card: card.kind == "treasure")

    @per_card
    def arriving(self) -> frozenset[str]:
        """Cards that act as they are turned up or as they come to Rank 1. (DS-6, DS-7, TS-16.1, TS-17.1)"""
        stones = self.cards_where(lambda card: bool(card.breach) or card.kind == "thunderstone")
        return self.traps | self.treasures | stones

    # what cards carry

    @per_card
    def traits(self) -> dict[str, tuple[Trait, ...]]:
        """The traits of each card, except traits of Monsters."""
        return {id_: tuple(t for t in card.traits if isinstance(t, Trait)) for id_, card in self._all()}

    @per_card
    def monster_traits(self) -> dict[str, tuple[MonsterTrait, ...]]:
        """The traits of each Monster."""
        return {
            id_: tuple(trait for trait in card.traits if isinstance(trait, MonsterTrait))
            for id_, card in self._all()
        }

    @per_card
    def worldwide(self) -> dict[str, tuple[GlobalEffect, ...]]:
        """The Global effects of each Monster that has some. (DS-3)"""
        return {id_: card.global_effects for id_, card in self._all() if card.global_effects}

    @shared
    def able(self) -> dict[str, frozenset[str]]:
        """For each kind of turn, the cards with an ability for it."""
        return {
            place: self.cards_where(lambda card, place=place: any(a.when == place for a in card.abilities))  # type: ignore[misc]
            for place in ("village", "dungeon", "rest")
        }

    @per_card
    def robbers(self) -> dict[str, tuple[int, ...]]:
        """Cards with free abilities that make other players discard, which the player may have to use; with
        the numbers of these abilities.
        """
        found = {
            id_: tuple(n for n, a in enumerate(card.abilities) if a.may_be_duty) for id_, card in self._all()
        }
        return {id_: numbers for id_, numbers in found.items() if numbers}

    @per_card
    def dutiful(self) -> frozenset[str]:
        """Cards with an ability that has to be used."""
        return self.cards_where(lambda card: any(ability.duty for ability in card.abilities))

    @per_card
    def hidden_hands(self) -> frozenset[str]:
        """Cards whose abilities depend on the hands of other players."""
        return self.with_ability_effect(lambda effect: effect.sees_hands)

    @per_card
    def robbing(self) -> frozenset[str]:
        """Cards that make other players discard."""
        return self.with_ability_effect(lambda effect: effect.takes_cards)

    @per_card
    def borrowing(self) -> frozenset[str]:
        """Cards that borrow Heroes of other players."""
        return self.with_ability_effect(lambda effect: effect.borrows)

    @per_card
    def digging(self) -> frozenset[str]:
        """Cards that turn up what lies on another player's deck."""
        return self.with_ability_effect(lambda effect: effect.turns_up_decks)

    @per_card
    def spoiling(self) -> frozenset[str]:
        """Cards with Spoils."""
        return self.cards_where(lambda card: bool(card.spoils))

    @per_card
    def scoring(self) -> frozenset[str]:
        """Cards whose Victory Points depend on what players own."""
        return self.cards_where(lambda card: bool(card.scoring))

    @per_card
    def reaching(self) -> frozenset[str]:
        """Heroes with a trait that affects more than the Hero itself."""
        return self.with_trait(lambda trait: trait.reaches)

    @per_card
    def tallying(self) -> frozenset[str]:
        """Heroes that gain with each Spell used this turn."""
        return self.with_trait(lambda trait: trait.tallies() or not trait.stated)

    @per_card
    def recalling(self) -> frozenset[str]:
        """Heroes that may depend on Heroes that have left the hand."""
        return self.with_trait(lambda trait: trait.recalls or not trait.stated)

    @per_card
    def recounting(self) -> frozenset[str]:
        """Cards that count revealed cards, perhaps also those that have left the hand since."""
        return self.cards_where(
            lambda card: (
                any(_may_recount(effect) for ability in card.abilities for effect in ability.do)
                or any(isinstance(trait, Trait) and _may_recount(trait) for trait in card.traits)
                or any(effect.recounts() for effect in card.battle)
            )
        )

    @per_card
    def swelling(self) -> frozenset[str]:
        """Heroes whose Strength depends on the rest of the hand."""
        return self.with_trait(lambda trait: trait.depends_on_hand)

    @per_card
    def glowing(self) -> frozenset[str]:
        """Heroes that gain from Light beyond the penalty."""
        return frozenset(self._sums(lambda trait: trait.magic_of_surplus()))

    @per_card
    def strengthening(self) -> dict[str, int]:
        """Weapons that make their bearer stronger, and by how much."""
        return self._sums(lambda trait: trait.bearer_strength())

    @per_card
    def gilded(self) -> dict[str, tuple[Trait, ...]]:
        """Items and Spells that gain Magic Attack from the gold of the hand, with the traits that say so."""
        found = {
            id_: tuple(trait for trait in traits if trait.gold_for_magic())
            for id_, traits in self.traits.items()
        }
        return {id_: traits for id_, traits in found.items() if traits}

    @per_card
    def hands(self) -> dict[str, int]:
        """Weapons that let their bearer carry more Weapons, and how many more."""
        return self._sums(lambda trait: trait.more_weapons())

    @per_card
    def saving(self) -> frozenset[str]:
        """Weapons that save their bearer from being destroyed."""
        return self.with_trait(lambda trait: trait.saves)

    @per_card
    def returning(self) -> frozenset[str]:
        """Weapons that go back on the deck after a victory."""
        return self.with_trait(lambda trait: trait.returns)

    @per_card
    def reacting(self) -> frozenset[str]:
        """Cards that turn another player's effect back on that player."""
        return self.with_trait(lambda trait: trait.reacts)

    # numbers

    @shared
    def levels(self) -> dict[str, dict[int, str]]:
        """The Heroes of each group by level."""
        levels: dict[str, dict[int, str]] = {}
        for id_, card in self._all():
            if card.kind == "hero" and card.level is not None:
                levels.setdefault(card.group, {})[card.level] = id_
        return levels

    @per_card
    def costs(self) -> dict[str, int]:
        """The cost of each card, 0 if it cannot be bought."""
        return {id_: card.cost or 0 for id_, card in self._all()}

    @shared
    def level_costs(self) -> dict[str, int]:
        """What a Hero pays in XP to level up; Heroes without a next level are left out."""
        return {
            id_: card.level_up_xp or 0
            for id_, card in self._all()
            if card.is_militia or (card.is_hero and (card.level or 0) + 1 in self.levels.get(card.group, {}))
        }

    @shared
    def asks_experience(self) -> bool:
        """Whether some ability in the Dungeon is paid for with Experience."""
        return any(a.xp and a.when == "dungeon" for card in self.cards.values() for a in card.abilities)

    @shared
    def weighs_gold(self) -> bool:
        """Whether the Gold Value of cards may matter in a battle."""
        of_abilities = (
            effect for card in self.cards.values() for ability in card.abilities for effect in ability.do
        )
        standing = (trait for card in self.cards.values() for trait in card.traits)
        return any(
            effect.weighs_gold or not effect.stated
            for effects in (of_abilities, standing)
            for effect in effects
        )

    def _all(self) -> ItemsView[str, Card]:
        return self.cards.items()

    def cards_where(self, fits: Callable[[Card], bool]) -> frozenset[str]:
        """The cards that fit."""
        return frozenset(id_ for id_, card in self._all() if fits(card))

    def with_ability_effect(self, fits: Callable[[AbilityEffect], bool], place: str = "") -> frozenset[str]:
        """The cards with a fitting effect in an ability for that kind of turn. An effect that is not `stated`
        always fits.
        """
        return self.cards_where(
            lambda card: any(
                fits(effect) or not effect.stated
                for ability in card.abilities
                if place in ("", ability.when)
                for effect in ability.do
            )
        )

    def with_trait(self, fits: Callable[[Trait], bool]) -> frozenset[str]:
        """The cards with a trait that fits."""
        return frozenset(id_ for id_, traits in self.traits.items() if any(map(fits, traits)))

    def _sums(self, amount: Callable[[Trait], int]) -> dict[str, int]:
        """The sum over the traits of each card, without cards where it is 0."""
        found = {id_: sum(map(amount, traits)) for id_, traits in self.traits.items()}
        return {id_: total for id_, total in found.items() if total}

    def card(self, card_id: str) -> Card:
        """The facts of a card."""
        return self.cards[card_id]

    def name(self, card_id: str) -> str:
        """The card's English name; `?` for a card that nobody has seen."""
        card = self.cards.get(card_id)
        return card.name if card is not None else "an unknown card"

    def reads(self, key: str, option: str) -> bool:
        """Whether the interpretation `key` is read as `option`."""
        return self.readings[key] == option

    def latest(self, state: State) -> dict[Hashable, Any]:
        """A cache for results about this position; asking for that of another position empties it."""
        if self._latest[0] is not state:
            self._latest = state, {}
        return self._latest[1]

    def forget_positions(self) -> None:
        """Forget cached results about positions."""
        self.endings, self._latest = {}, (None, {})

    def global_effects(self, state: State) -> list[tuple[str, GlobalEffect]]:
        """The Global effects that hold now, each with its Monster. (DS-3)"""
        everywhere = self.worldwide
        found: list[tuple[str, GlobalEffect]] = []
        if not everywhere:
            return found
        for slot in state.hall:
            if slot.card in everywhere:
                found += [(slot.card, each) for each in everywhere[slot.card] if not each.outside_only]
        for slot in state.outside:
            found += [(slot.card, each) for each in everywhere.get(slot.card, ())]
        return found

    def next_level(self, card_id: str) -> str:
        """The next level of a Hero, or an empty string; not meant for Militia, see `recruits`. (TS-6.1)"""
        card = self.cards[card_id]
        if card.level is None or card.kind != "hero":
            return ""
        return self.levels.get(card.group, {}).get(card.level + 1, "")


def in_setting(setting: Card) -> Callable[[Card], Card]:
    """How a Setting changes any card. (DS-9)"""

    def change(card: Card) -> Card:
        for effect in setting.setting:
            card = effect.change(card)
        return card

    return change


def _may_recount(effect: AbilityEffect | Trait) -> bool:
    return effect.recounts() or not effect.stated


def _differing(before: Mapping[str, Card], now: Mapping[str, Card]) -> frozenset[str]:
    """The ids of the cards that were changed, added or removed."""
    left = dict(before)
    changed = {id_ for id_, card in now.items() if left.pop(id_, None) is not card}
    return frozenset(changed | left.keys())
