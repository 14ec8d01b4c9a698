"""Reads the use of a card: all clauses of a text must belong to one ability, and some verbs mean an ability.
Names stand for cards, copies in the hand and places in the Dungeon.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import permutations, product
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from tsolve.errors import Span
from tsolve.games.thunderstone.actions import Action, Pass, Use, UseTreasure
from tsolve.games.thunderstone.answers import SendDown
from tsolve.games.thunderstone.cards import Ability, Card
from tsolve.games.thunderstone.effects.ability_bonuses import Throw
from tsolve.games.thunderstone.effects.spoils import SendDownAfter
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.state import NONE, UNSEEN, State
from tsolve.games.thunderstone.turn import abilities, hall
from tsolve.games.thunderstone.turn.hall import Target, split_rank
from tsolve.games.thunderstone.turn.hand import NAMES
from tsolve.games.thunderstone.turn.traps_and_treasures import effect_of
from tsolve.games.thunderstone.writing.clauses import Clauses, clauses_of
from tsolve.games.thunderstone.writing.notation import BREACHED, arranged
from tsolve.regex import Regex
from tsolve.rules.names import squash
from tsolve.rules.ruleset import Ruleset
from tsolve.steps.form_text import FormText
from tsolve.written.card_names import copy_named, in_part

A = TypeVar("A", bound=Action)

HAND = "in your hand"
"""Where a card is missing, in words."""
HALL = "in the Dungeon"
"""Where a Monster is missing, in words."""
_UNSEEN = ("an unknown card", "unknown card", "unknown")


class Naming(FormText[State, Action, Card]):
    """What names mean in this game."""

    game: Thunderstone

    def __init__(self, game: Thunderstone, ruleset: Ruleset[Card], state: State, span: Span | None) -> None:
        super().__init__(game, ruleset, state, span)
        self.book = game.book
        self.table = state
        """The table whose cards may be named by parts of their names."""

    def on_table(self) -> Iterable[Iterable[str]]:
        return self.table.on_table()

    def members(self, text: str) -> list[int]:
        """The places of a card of the hand: all its copies, or the one with this number."""
        name, number = copy_named(self.ruleset, text)
        card = self.card(name)
        copies = [index for index, member in enumerate(self.state.party) if member.card == card]
        chosen = copies[number - 1 : number] if number else copies
        if not chosen:
            self.absent, self.where = text, HAND
        return chosen or [NONE]

    def held_by(self, player: int, text: str) -> str:
        """A card of another player's hand, where all copies are alike."""
        name, number = copy_named(self.ruleset, text)
        card = self.card(name)
        hand = self.state.players[player].hand if player < len(self.state.players) else ()
        if number and hand is not None and hand.count(card) < number:
            self.absent, self.where = text, f"in the hand of player {player + 1}"
        return card

    def ranks(self, text: str) -> list[int]:
        """The Ranks where a Monster stands, by its name or by the Rank itself; the second of two equal ones
        is the one farther behind.
        """
        said, rank = split_rank(text)
        if not said:
            return [rank]
        name, number = copy_named(self.ruleset, said)
        found = Target(self.standing(name), rank).places(self.state)
        found = found[number - 1 : number] if number else found
        if not found:
            self.absent, self.where = text, HALL
        return found or [0]

    def standing(self, name: str) -> str:
        """The id of a card of the Hall, also of one that nobody has seen."""
        if name.casefold() in _UNSEEN:
            return UNSEEN
        return in_part(self.ruleset, name, self.table.on_table()[1:]) or self.card(name)

    def ruling(self, card: str) -> str:
        """Where the text of a card stands."""
        return self.book.card(card).ruling

    def too_much(self, action: A, reason: str, *rulings: str) -> list[A]:
        """Note that the text says more than this action does, and why that is refused."""
        self.absent, self.where, self.beyond = "", "", (reason, rulings)
        return [action]


_ITSELF = ("it", "itself", "this card")
_AT = {
    "hero": ("on", "for"),
    "spell": ("on", "for"),
    "player": ("on", "for", "against"),
    "kind": ("naming",),
    "rank": ("on", "for", "against"),
    "hall": ("on", "for", "against"),
}
"""The words before each kind of target."""
_MOVES = {"sending": "send", "taking": "take"}
"""The words before a Monster that an ability moves."""


class _Way(msgspec.Struct, frozen=True):
    """An ability of a card at a place of the hand."""

    number: int
    ability: Ability
    place: int


class Using(Naming):
    """Texts that use a card."""

    def uses_meant(self) -> Sequence[Action]:
        """The uses that a text may mean, by its slots; none where it is another action."""
        match self.said:
            case {"use": text}:
                return self.used(text)
            case {"thrown": card}:
                return self._thrown(card)
            case {"destroying_itself": card}:
                return self._destroying_itself(card)
            case {"food": food, "fed": hero}:
                return self._on_hero(food, hero, fed=True)
            case {"given": given, "served": hero}:
                is_weapon = self.book.card(self.copied(given)).is_weapon
                return [] if is_weapon else self._on_hero(given, hero, fed=False)
            case {"eater": hero, "food": food}:
                return self._eaten(hero, food)
            case {"taken": card}:
                return self._moved("take", card) if self.is_monster(card) else []
            case {"user": card, "taken_up": monster}:
                return self.used(f"{card} on {monster}") if self.is_monster(monster) else []
            case {"swapped": _}:
                return [] if self.state.todo else self._before_swapping()
            case {"order": order}:
                return self._arranging(order)
            case {"user": card, "sent": monster}:
                return self.used(f"{card} on {monster}")
            case {"sent": monster}:
                return [] if self.state.todo else self._moved("send", monster)
        raise AssertionError(f"nothing is used by: {self.said}")

    def used(self, text: str) -> Sequence[Action]:
        """The uses that a card with its clauses may mean."""
        named = self.ruleset.names.knows(text)
        said = None if named else clauses_of(text)
        said = said or Clauses(text)
        card = self.copied(said.card)
        if self.ruleset.cards[card].kind == "treasure":
            return self._treasure(card, said)
        places = self.members(said.card)
        own = self.book.card(card).abilities
        ways = [_Way(number, own[number], place) for number, place in product(self.numbers(card), places)]
        if not ways:
            return self._of_spoils(card, said) or [Use(places[0], 0)]
        first = Use(places[0], ways[0].number)
        said = self._with_price(ways, said)
        for clause, fits in self._conditions(card, said):
            fitting = [way for way in ways if fits(way)]
            if not fitting:
                return self.no_part(first, card, clause)
            ways = fitting
        orders = self._orders(said.order) if said.order else []
        if said.order and not orders:
            there = ", ".join(arranged(self.book, self.state, hall.standing(self.state)))
            reason = f"a new order names each card of the Hall once: {there}"
            unseen = self._unseen_in(said.order)
            self.too_much(first, reason, self.ruling(card))
            self.absent, self.where = (unseen, HALL) if unseen else ("", "")
            return [first]
        tried = list(abilities.attempts(self.book, self.state, frozenset((card,))))
        here = [way for way in ways if way.ability.when == self.state.turn] or ways
        return [use for way in _meant(here, said) for use in self._uses(way, said, orders, tried)]

    def _with_price(self, ways: Sequence[_Way], said: Clauses) -> Clauses:
        """The clauses where a card is `used on` the one that is its price."""
        if said.price or said.aiming != "on" or any(self._may_aim(way, said) for way in ways):
            return said
        name, number = copy_named(self.ruleset, said.target)
        card = self.state.party[ways[0].place].card if ways[0].place != NONE else ""
        if not card or not self.knows(name) or number:
            return said
        tried = abilities.attempts(self.book, self.state, frozenset((card,)))
        prices = {self.state.party[use.price].card for use in tried if use.price != NONE}
        if self.card(name) not in prices:
            return said
        paying = "discarding" if all(way.ability.discard is not None for way in ways) else "destroying"
        return replace(said, paying=paying, price=said.target, aiming="", target="")

    def _of_spoils(self, card: str, said: Clauses) -> Sequence[Action]:
        """The actions by which the card's Spoils move the Monster that it is used on."""
        sends = any(isinstance(each, SendDownAfter) for each in self.book.card(card).spoils)
        return [SendDown(rank) for rank in self.ranks(said.target)] if sends and said.target else []

    def no_part(self, action: A, card: str, clause: str) -> list[A]:
        """The action, refused because a clause fits nothing that the card does."""
        facts = self.book.card(card)
        texts = [*(ability.say() for ability in facts.abilities), *(each.say() for each in facts.treasure)]
        does = "; ".join(dict.fromkeys(texts))
        reason = f'"{clause}" is not something that {facts.name} does' + (f": {does}" if does else "")
        return self.too_much(action, reason, self.ruling(card))

    def numbers(self, card: str, fits: Callable[[Ability], bool] = lambda _: True) -> list[int]:
        """The numbers of a card's abilities that fit; those for this kind of turn first."""
        own = self.book.card(card).abilities
        listed = [
            (ability.when != self.state.turn, number) for number, ability in enumerate(own) if fits(ability)
        ]
        return [number for _, number in sorted(listed)]

    def is_monster(self, text: str) -> bool:
        """Whether a text names a Monster, perhaps with its Rank."""
        name = split_rank(text)[0]
        return self.knows(name) and self.book.card(self.copied(name)).is_monster

    # verbs that stand for an ability

    def _moved(self, verb: str, monster: str = "") -> list[Use]:
        """The uses of cards of the hand that do this to a Monster (the named one, if any)."""
        cards = dict.fromkeys(member.card for member in self.state.party if not member.left)
        tried = list(abilities.attempts(self.book, self.state, frozenset(cards)))
        ways = [
            _Way(number, self.book.card(card).abilities[number], place)
            for card in cards
            for number in self.numbers(card, lambda ability: _moves(ability, verb))
            for place in self.members(self.book.name(card))
        ]
        return [use for way in ways for use in self._uses(way, Clauses("", target=monster), [], tried)]

    def _before_swapping(self) -> Sequence[Action]:
        """A Monster changes places once a card was used for it."""
        for use in self._moved("swap"):
            first = self.game.notation(self.state, use)
            return self.too_much(use, f"first `{first}`, then say which Monster is swapped")
        return []

    def _arranging(self, order: str) -> Sequence[Action]:
        """A new order of the Hall, by the first card of the hand that allows it."""
        for card in (member.card for member in self.state.party if not member.left):
            if self.numbers(card, lambda each: _aim(each) == "hall"):
                return self.used(f"{self.book.name(card)}: arrange the Hall as {order}")
        return self.too_much(Pass(), "no card of your hand arranges the Hall", "TS-7.10")

    def _destroying_itself(self, card: str) -> Sequence[Action]:
        if self.state.todo or self.state.step == "resting":
            return []
        itself = self.numbers(self.copied(card), lambda ability: ability.destroy == "self" or throws(ability))
        return [Use(place, number) for number, place in product(itself, self.members(card))]

    def _thrown(self, text: str) -> Sequence[Action]:
        places, card = self.members(text), self.copied(text)
        numbers = self.numbers(card, throws)
        if not numbers:
            reason = f"{self.book.name(card)} cannot be thrown"
            return self.too_much(Use(places[0], 0), reason, self.ruling(card))
        return self._first(Use(place, number) for place, number in product(places, numbers))

    def _eaten(self, hero: str, food: str) -> Sequence[Action]:
        """A Hero that lives on destroyed Food eats it; any other is fed with it."""
        eaters, foods = self.members(hero), self.members(food)
        numbers = self.numbers(
            self.copied(hero), lambda ability: ability.destroy == "food" and len(ability.do) == 1
        )
        if not numbers:
            return self._on_hero(food, hero, fed=True)
        return self._first(Use(place, n, eaten) for place, n, eaten in product(eaters, numbers, foods))

    def _on_hero(self, text: str, hero: str, fed: bool) -> Sequence[Action]:
        """A card that is used on a Hero; only Food is fed."""
        places, heroes, card = self.members(text), self.members(hero), self.copied(text)
        if fed and not self.book.card(card).is_food:
            reason = f"{self.book.name(card)} is not Food"
            return self.too_much(Use(places[0], 0), reason, self.ruling(card))
        numbers = self.numbers(card, lambda ability: any(effect.target == "hero" for effect in ability.do))
        if not numbers:
            return self.no_part(Use(places[0], 0), card, f"on {hero}")
        return self._first(Use(p, n, target=h) for n, p, h in product(numbers, places, heroes))

    def _first(self, uses: Iterable[Use]) -> Sequence[Action]:
        """The first use that is legal, else the first: the words leave nothing open."""
        return [self.first_legal(uses).action]

    # the clauses

    def _conditions(self, card: str, said: Clauses) -> Iterator[tuple[str, Callable[[_Way], bool]]]:
        """Each clause of the text, as written, and the ways of using the card that it can belong to."""
        if said.ability:
            yield f"({said.ability})", self._called(card, said.ability)
        if said.price:
            given = None if said.price.casefold() in _ITSELF else self.members(said.price)
            yield said.paid, lambda way: _pays(way, said.paying, given)
        if said.target:
            yield said.aimed, lambda way: self._may_aim(way, said)
        if said.order:
            yield "arrange the Hall", lambda way: _aim(way.ability) == "hall"
        if said.again:
            yield said.again, lambda _: False

    def _called(self, card: str, words: str) -> Callable[[_Way], bool]:
        """Whether these words name an ability: all its words, else a part."""
        wanted = squash(words)
        texts = [squash(ability.say().partition(": ")[2]) for ability in self.book.card(card).abilities]
        if wanted in texts:
            return lambda way: texts[way.number] == wanted
        return lambda way: wanted in squash(way.ability.say())

    def _may_aim(self, way: _Way, said: Clauses) -> bool:
        """Whether the ability has the kind of target that these words name."""
        kind = _aim(way.ability)
        if said.aiming in _MOVES:
            return _moves(way.ability, _MOVES[said.aiming])
        if said.aiming not in _AT.get(kind, ()):
            return False
        if kind == "player" or _PLAYER.fullmatch(said.target):
            return kind == "player" and _PLAYER.fullmatch(said.target) is not None
        return kind != "kind" or said.target.casefold() in map(str.casefold, NAMES)

    def _uses(
        self, way: _Way, said: Clauses, orders: list[tuple[int, ...]], tried: list[Use]
    ) -> Iterator[Use]:
        """The uses that the text may mean; whatever it leaves open may be anything a player might try."""
        known = [use for use in tried if use.card == way.place and use.ability == way.number]
        prices = [NONE]
        if way.ability.price is not None:
            prices = list(dict.fromkeys(use.price for use in known)) or [NONE]
            if said.price:
                itself = said.price.casefold() in _ITSELF
                prices = [way.place] if itself else self._given_up(way, said.price)
        targets: list[tuple[int, tuple[int, ...]]] = [(NONE, ())]
        if orders:
            targets = [(NONE, order) for order in orders]
        elif said.target:
            targets = [(target, ()) for target in self._pointed_at(_aim(way.ability), said.target)]
        elif _aim(way.ability) != "none":
            open_ = [(use.target, use.order) for use in known if not use.order]
            targets = list(dict.fromkeys(open_)) or targets
        for price, (target, order) in product(prices, targets):
            yield Use(way.place, way.number, price, target, order)

    def _given_up(self, way: _Way, text: str) -> list[int]:
        """The cards that a text may name as given up; of several copies not the one that is used."""
        named = self.members(text)
        others = [place for place in named if place != way.place]
        return others or named

    def _pointed_at(self, kind: str, text: str) -> list[int]:
        """What the text names as the target of an ability."""
        if kind in ("hero", "spell"):
            return self.members(text)
        if kind == "kind":
            return [n for n, name in enumerate(NAMES) if name.casefold() == text.casefold()]
        if kind == "player" and (seat := _PLAYER.fullmatch(text)):
            return [int(seat[1]) - 1]
        return self.ranks(text)

    def _unseen_in(self, text: str) -> str:
        """The card that an unknown card of the Hall must be if the order names each card once, and its Rank;
        empty if that cannot be.
        """
        cards, _ = self._named_in(text)
        there = Counter(hall.slot(self.state, rank).card for rank in hall.standing(self.state))
        named = Counter(cards) - there
        if there - Counter(cards) != Counter({UNSEEN: named.total()}) or not named:
            return ""
        rank = next(rank for rank in hall.RANKS if hall.slot(self.state, rank).card == UNSEEN)
        return f"{self.book.name(min(named))} in {hall.place_name(rank)}"

    def _named_in(self, text: str) -> tuple[list[str], list[bool]]:
        """The cards of a new order as it names them, and which it marks as breached."""
        names = [name.strip() for name in text.split(",")]
        while names and names[-1].casefold() == "none":
            names.pop()
        marked = [name.casefold().endswith(BREACHED) for name in names]
        plain = [
            name[: -len(BREACHED)].strip() if mark else name for name, mark in zip(names, marked, strict=True)
        ]
        return [self.standing(name) for name in plain], marked

    def _orders(self, text: str) -> list[tuple[int, ...]]:
        """The orders of the Hall that a list of names may mean; marks of spent Breaches may be left out."""
        cards, marked = self._named_in(text)
        return [
            order for order in permutations(hall.standing(self.state)) if self._is_order(order, cards, marked)
        ]

    def _is_order(self, order: tuple[int, ...], cards: list[str], marked: list[bool]) -> bool:
        if [hall.slot(self.state, rank).card for rank in order] != cards:
            return False
        marks = [name.endswith(BREACHED) for name in arranged(self.book, self.state, order)]
        return not any(marked) or marks == marked

    # Treasures

    def _treasure(self, card: str, said: Clauses) -> Sequence[Action]:
        """Use a Treasure, perhaps on a card that goes under it; no other clause is allowed."""
        clauses = (
            f"({said.ability})" if said.ability else "",
            said.paid if said.price else "",
            said.aimed if said.aiming not in ("", "on", "for") else "",
            "arrange the Hall" if said.order else "",
            said.again,
        )
        player = self.state.active
        self.found_before(player, card)
        uses = [UseTreasure(player, card, place) for place in self.laid_under(card, said.target)]
        more = next(filter(None, clauses), "")
        return self.no_part(uses[0], card, more) if more else uses

    def found_before(self, player: int, treasure: str) -> None:
        """Note what is missing where the player has not found the Treasure."""
        seats = range(len(self.state.players))
        if not (player in seats and treasure in [each.card for each in self.state.players[player].treasures]):
            self.absent, self.where = self.book.name(treasure), f"in front of player {player + 1}"

    def laid_under(self, treasure: str, text: str) -> list[int]:
        """The cards of the hand that may go under a Treasure: the one that a text names, or none."""
        effect = effect_of(self.book, treasure)
        places = self.members(text) if text else effect.cards(self.book, self.state)[:1] if effect else []
        return places or [NONE]


def _pays(way: _Way, paying: str, given: list[int] | None) -> bool:
    """Whether the ability's price is paid in this way, with one of the `given` cards or (None) the card
    itself.
    """
    if way.ability.destroy == "self" or throws(way.ability):
        return paying == "destroying" and (given is None or way.place in given)
    if given is None and not way.ability.itself:
        return False
    return way.ability.price is not None and (paying == "discarding") == (way.ability.discard is not None)


def _meant(ways: list[_Way], said: Clauses) -> list[_Way]:
    """The preferred ability if a text names none: one that costs the card itself if the text says so, else a
    free one, else one that keeps the card.
    """
    own = [way for way in ways if way.ability.destroy == "self"]
    if said.ability:
        return ways
    if said.price:
        return own or ways
    free = [way for way in ways if _is_free(way.ability)]
    return free or [way for way in ways if way not in own] or ways


def _moves(ability: Ability, verb: str) -> bool:
    """Whether the ability does this to a Monster of the Hall."""
    return any(effect.moves == verb for effect in ability.do)


def _is_free(ability: Ability) -> bool:
    """Whether the ability costs no card."""
    return ability.destroy is None and ability.price is None


def throws(ability: Ability) -> bool:
    """Whether the ability throws the card."""
    return any(isinstance(effect, Throw) for effect in ability.do)


def _aim(ability: Ability) -> str:
    """The kind of target that an ability asks for."""
    return next((effect.target for effect in ability.do if effect.target != "none"), "none")


_PLAYER = Regex(r"player ([1-9])", re.IGNORECASE)
