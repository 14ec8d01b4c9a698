"""The cards of a hand: a Hero's Strength and the Weapons that it can hold (TS-8.1, TS-8.3, TS-8.4), Heroes
that do not survive the turn without Strength (DS-1), and what some cards count among the others; also
which cards pay for an ability (TS-7.3), are meant by a name (A-15) or are chosen to be destroyed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from tsolve.games.thunderstone import actions
from tsolve.games.thunderstone.actions import Action, Destroy
from tsolve.games.thunderstone.answers import Discard, GiveUp
from tsolve.games.thunderstone.state import Member, State, first_of_alike

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.cards import Ability, Card, Price
    from tsolve.games.thunderstone.effects.base import Limits
    from tsolve.games.thunderstone.play import Play


class Hand:
    """The revealed cards that are still in the hand, counted on demand."""

    __slots__ = ("book", "party", "spells")

    def __init__(self, book: Book, party: Sequence[Member], spells: int = 0) -> None:
        """`spells` are the Spells with an ability used this turn, wherever they are now."""
        self.book, self.party, self.spells = book, party, spells

    def cards(self) -> Iterator[Card]:
        """The facts of every card of the hand."""
        return (self.book.card(member.card) for member in self.party if not member.left)

    @property
    def light_items(self) -> int:
        """Items that give Light."""
        return sum(1 for member in self.party if not member.left and self._is_light_item(member))

    def _is_light_item(self, member: Member) -> bool:
        card = self.book.card(member.card)
        return card.is_item and bool(card.light or "light" in card.subtypes)

    @property
    def shining_items(self) -> int:
        """Items that give Light now; under one reading also those that could. (TS-10.3)"""
        return sum(1 for member in self.party if not member.left and self._shines(member))

    def _shines(self, member: Member) -> bool:
        if not self._is_light_item(member):
            return False
        if self.book.card(member.card).light or member.light:
            return True
        return self.book.reads("unused_light_item", "counts")

    @property
    def monsters(self) -> int:
        """Monster cards."""
        return sum(1 for member in self.party if not member.left and member.card in self.book.monsters)

    @property
    def mercenaries(self) -> int:
        """Villagers that are Mercenaries."""
        return self._revealed(lambda card: "mercenary" in card.subtypes)

    @property
    def diseases(self) -> int:
        """Diseases."""
        return self._revealed(lambda card: card.is_disease)

    @property
    def valued(self) -> int:
        """Cards with a Gold Value, even if it is 0."""
        return sum(1 for card in self.cards() if card.gold is not None)

    @property
    def gold(self) -> int:
        """What all cards are worth in gold."""
        return sum(card.gold or 0 for card in self.cards())

    def copies(self, card: Card) -> int:
        """How many of this card there are."""
        return sum(1 for each in self.cards() if each.id == card.id)

    @property
    def used_spells(self) -> int:
        """Spells revealed and used: by an ability, or by what they give without one. (DS-12)"""
        return self.spells + sum(1 for card in self.cards() if card.is_spell and _works_by_itself(card))

    def kin(self, hero: Card) -> int:
        """Heroes of the same group, this one not counted."""
        return self._revealed(lambda card: card.group == hero.group and card.is_hero) - 1

    def _revealed(self, fits: Callable[[Card], bool]) -> int:
        """How many such cards there are; under one reading also those that have left the hand since."""
        here = sum(1 for card in self.cards() if fits(card))
        gone = sum(1 for member in self.party if member.left and fits(self.book.card(member.card)))
        return here + gone if gone and self.book.reads("revealed_counts", "revealed") else here

    def below(self, level: int) -> int:
        """Heroes of a lower level than this one; Militia have none. (DS-12)"""
        counted = self.party
        if any(member.left for member in counted) and self.book.reads("veteran_heroes", "in_hand"):
            counted = [member for member in counted if not member.left]
        cards = (self.book.card(member.card) for member in counted)
        return sum(1 for card in cards if card.is_hero and (card.level or 0) < level)


def _works_by_itself(spell: Card) -> bool:
    """Whether the Spell has no ability to be used, only what it gives in any battle (Fireball)."""
    gives = spell.attack or spell.has_magic or spell.light
    return bool(gives) and not any(ability.when == "dungeon" for ability in spell.abilities)


def strength_of_kin(hand: Hand, card: Card) -> int:
    """Strength that a Hero has from other cards of the hand."""
    if card.id not in hand.book.swelling:
        return 0
    return sum(trait.strength_bonus(hand, card) for trait in hand.book.traits[card.id])


class Arm(msgspec.Struct, frozen=True):
    """A Weapon given to a Hero this turn."""

    card: Card
    thrown: bool = False


Arms = tuple[Arm, ...]


class Grip(msgspec.Struct, frozen=True):
    """A Hero's Strength, and those of its Weapons that are not too heavy."""

    strength: int
    held: Arms


def arms_of(book: Book, state: State, member: Member) -> Arms:
    """The Weapons given to a Hero of the party."""
    if not member.weapons:
        return ()
    party = state.party
    return tuple([Arm(book.card(party[index].card), party[index].thrown) for index in member.weapons])


def take_hold(book: Book, arms: Arms, strength: Callable[[int], int], weight: Callable[[Card], int]) -> Grip:
    """The Weapons that a Hero can hold; `strength` gives the Hero's Strength from what its Weapons add to it.

    Each Weapon is compared with the whole Strength by itself; one that drops takes the Strength that it gave
    with it.
    """
    held, given = arms, book.strengthening
    while True:
        more = 0
        for arm in held:
            more += given.get(arm.card.id, 0)
        now = strength(more)
        for arm in held:
            if weight(arm.card) > now and not _stays(book, arm):
                break
        else:
            return Grip(now, held)
        held = tuple([arm for arm in held if weight(arm.card) <= now or _stays(book, arm)])


def _stays(book: Book, arm: Arm) -> bool:
    """Whether it counts although it is too heavy: it was thrown already. (TS-8.5)"""
    return arm.thrown and book.reads("thrown_spear_strength_loss", "kept")


def grip_of(book: Book, state: State, hero: int) -> Grip:
    """The Strength of a Hero of the party and what it holds, as things stand now."""
    member = state.party[hero]
    card = book.card(member.card)
    kin = strength_of_kin(Hand(book, state.party), card) if card.id in book.swelling else 0
    bare = (card.strength or 0) + member.strengthened + state.rally_strength + kin - state.weakened

    def strength(more: int) -> int:
        now = bare + more
        return 0 if now < 0 and state.weakened and book.reads("strength_clamp", "clamped") else now

    return take_hold(
        book,
        arms_of(book, state, member),
        strength,
        lambda weapon: 0 if state.lightened else weapon.weight or 0,
    )


def strength_of(book: Book, state: State, hero: int) -> int:
    """The modified Strength of a Hero of the party."""
    return grip_of(book, state, hero).strength


def may_lack_strength(book: Book, state: State, member: Member) -> bool:
    """Whether the Strength of a Hero could be 0 or less: it has none printed, or something changes it."""
    if state.weakened or member.strengthened < 0 or member.card in book.swelling:
        return True
    if any(state.party[weapon].card in book.strengthening for weapon in member.weapons):
        return True
    return (book.card(member.card).strength or 0) + state.rally_strength <= 0


def is_held(book: Book, state: State, weapon: int) -> bool:
    """Whether a Hero carries this Weapon of the hand and is strong enough for it."""
    member = state.party[weapon]
    if member.bearer < 0:
        return False
    return any(arm.card.id == member.card for arm in grip_of(book, state, member.bearer).held)


def saviour_of(book: Book, state: State, hero: int) -> str:
    """The Weapon that saves a Hero of the party from being destroyed, if there is one in its hands."""
    if not state.party[hero].weapons:
        return ""
    return next((arm.card.id for arm in grip_of(book, state, hero).held if arm.card.id in book.saving), "")


def weight_of(book: Book, state: State, weapon: int) -> int:
    """The Weight of a Weapon of the hand, 0 under a Magical Aura."""
    return 0 if state.lightened else book.card(state.party[weapon].card).weight or 0


def has_hand_for(book: Book, carried: Iterable[str], weapon: str) -> bool:
    """Whether a Hero that carries these Weapons may take this one as well: a Hero carries one Weapon, and as
    many more as any of them allows.
    """
    carried = tuple(carried)
    return len(carried) <= sum(book.hands.get(each, 0) for each in (*carried, weapon))


Counted = Literal["shining_item", "monster", "mercenary", "used_spell", "kin"]
"""`kin` are other Heroes of the group."""
WORDS: dict[Counted, str] = {
    "shining_item": "Item with Light in hand",
    "monster": "Monster in hand",
    "mercenary": "Mercenary in hand",
    "used_spell": "Spell used",
    "kin": "other Hero of its group in hand",
}


def count(each: Counted, hand: Hand, hero: Card) -> int:
    """How many such cards are in the hand with this Hero."""
    if each == "shining_item":
        return hand.shining_items
    if each == "monster":
        return hand.monsters
    if each == "mercenary":
        return hand.mercenaries
    return hand.used_spells if each == "used_spell" else hand.kin(hero)


def may_be(each: Counted, card: Card) -> bool:
    """Whether a card may ever be counted."""
    if each == "shining_item":
        return card.is_item
    if each == "monster":
        return card.is_monster
    if each == "mercenary":
        return "mercenary" in card.subtypes
    return card.is_spell if each == "used_spell" else card.is_hero


def count_at_most(each: Counted, limits: Limits) -> int:
    """The most that may be counted."""
    return limits.more + sum(may_be(each, card) for card in limits.cards)


class Faint(actions.Task, frozen=True):
    """A Hero whose Strength is 0 or less at this moment of the battle is destroyed, whatever the cause.
    (A-09)
    """

    def run(self, play: Play) -> None:
        book, state = play.book, play.state
        for index, member in enumerate(state.party):
            if member.left or member.doomed or member.card not in book.heroes:
                continue
            if not may_lack_strength(book, state, member):
                continue
            strength = strength_of(book, state, index)
            if strength <= 0 and play.reads("strength_zero", "destroy"):
                play.note("battle", index, ("DS-1", "key.strength_zero"), f"Strength {strength}: destroyed")
                play.edit(index, doomed=True)


class PriceKind(msgspec.Struct, frozen=True):
    """One kind of card that an ability may ask for."""

    name: str
    fits: Callable[[Card], bool]


PRICES: dict[Price, PriceKind] = {
    "card": PriceKind("card", lambda _: True),
    "disease": PriceKind("Disease", lambda card: card.is_disease),
    "disease_or_villager": PriceKind("Disease or Villager", lambda card: card.is_disease or card.is_villager),
    "food": PriceKind("Food", lambda card: card.is_food),
    "hero": PriceKind("Hero", lambda card: card.is_hero),
    "item": PriceKind("Item", lambda card: card.is_item),
    "militia": PriceKind("Militia", lambda card: card.is_militia),
    "valued": PriceKind("card with a Gold Value", lambda card: card.gold is not None),
    "valueless": PriceKind("card without a Gold Value", lambda card: card.gold is None),
    "weapon": PriceKind("Weapon", lambda card: card.is_weapon),
}
"""By their names in the card files."""


def price_called(price: Price) -> str:
    """The kind of card in words, for cards of anybody's hand."""
    return PRICES[price].name


def price_asked(ability: Ability) -> str:
    """The kind of card that an ability asks for, in words: another one, unless it may be the card itself."""
    price = ability.price or "card"
    return (
        price_called(price)
        if ability.itself or price not in ("card", "hero")
        else f"other {price_called(price)}"
    )


def pays_for(price: Price, card: Card) -> bool:
    """Whether a card is of the kind that the price asks for."""
    return PRICES[price].fits(card)


NAMED_KINDS = (
    *("hero", "monster", "weapon", "item", "spell", "villager", "food"),
    *("archer", "cleric", "fighter", "thief", "wizard"),
)
"""Words for the kind of card that a player gives, as in `player 2 discards a Hero`, also subtypes of Village
cards and classes of Heroes.
"""
NAMES = ("Hero", "Village", "Monster")
"""In the order in which an action counts them."""


def is_named(book: Book, card: Card, named: int) -> bool:
    """Whether the card is of this kind: Militia are Heroes, other Basic cards Village cards."""
    if NAMES[named] == "Hero":
        return card.is_hero
    if NAMES[named] == "Monster":
        return card.is_monster
    return is_village_card(book, card)


def is_village_card(book: Book, card: Card) -> bool:
    """Whether a card of a hand or a deck counts as a Village card. (A-15)"""
    militia = card.is_militia and book.reads("basics_are_village", "militia_too")
    return militia or (card.kind in ("village", "basic") and not card.is_hero)


def is_kind(book: Book, state: State, action: Action, kind: str) -> bool:
    """Whether an action gives a card, of this kind if one is named."""
    if isinstance(action, Destroy):
        card = book.card(state.party[action.card].card)
    elif isinstance(action, Discard | GiveUp):
        card = book.card(action.card)
    else:
        return False
    is_one = {"hero": card.is_hero, "monster": card.is_monster}
    return not kind or is_one.get(kind, kind in (*card.subtypes, *(card.classes if card.is_hero else ())))


class ChooseVictim(actions.Task, frozen=True):
    """The active player chooses the card to destroy; a single fitting card is taken automatically.

    Subclasses say which cards fit, and how one is destroyed.
    """

    asks = "choose the card to destroy"

    def fitting(self, book: Book, state: State) -> Iterable[int]:
        """The places of the cards that may be destroyed."""
        return ()

    def destroy(self, play: Play, place: int) -> None:
        """Destroy the card of this place."""

    def choices(self, book: Book, state: State) -> list[int]:
        """The places to choose from, one for each set of equal cards."""
        return first_of_alike(state, self.fitting(book, state))

    def mover(self, book: Book, state: State) -> int:
        return state.active if len(self.choices(book, state)) > 1 else actions.ENGINE

    def run(self, play: Play) -> None:
        for place in self.choices(play.book, play.state):
            self.destroy(play, place)

    def options(self, book: Book, state: State) -> list[Action]:
        return [Destroy(place) for place in self.choices(book, state)]

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Destroy)
        self.destroy(play, action.card)
