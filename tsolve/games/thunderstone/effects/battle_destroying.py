"""Battle Effects that destroy cards: which cards, and which of several goes first."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Literal

import msgspec

from tsolve.cardkit.tasks import Reason
from tsolve.games.thunderstone import actions
from tsolve.games.thunderstone.actions import Action, Task
from tsolve.games.thunderstone.answers import GiveUp
from tsolve.games.thunderstone.effects.base import BattleEffect, Count, Number
from tsolve.games.thunderstone.turn.attack_value import equipped_count, grip_in
from tsolve.games.thunderstone.turn.contributions import BattleContext
from tsolve.games.thunderstone.turn.hand import ChooseVictim, Hand, is_village_card, strength_of, weight_of
from tsolve.games.thunderstone.turn.other_players import possible_hand, without_of_hand

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.cards import Card
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State


Victim = Literal[
    "archer",
    "card",
    "cleric",
    "cleric_or_wizard",
    "fighter",
    "food",
    "healthy_card",
    "hero",
    "mercenary",
    "militia",
    "spell",
    "village_card",
    "weapon",
]
First = Literal["", "strongest", "weakest", "heaviest", "lightest", "richest", "stronger_of_two"]


class Candidate(msgspec.Struct, frozen=True):
    """A card that a Monster might destroy, with its present Strength and Weight."""

    place: int
    card: Card
    strength: int = 0
    weight: int = 0


def present(book: Book, state: State, target: Victim, thrown_too: bool) -> list[Candidate]:
    """The cards of this kind in the party that no Battle Effect destroyed yet; `thrown_too` counts a thrown
    Weapon among them. (A-50)
    """
    return [
        Candidate(index, card, strength_of(book, state, index), weight_of(book, state, index))
        for index, member in enumerate(state.party)
        if not member.doomed and (not member.left or (thrown_too and member.thrown))
        if is_victim(book, card := book.card(member.card), target)
    ]


def of_hand(book: Book, cards: Iterable[str]) -> list[Candidate]:
    """The cards of another player's hand, with their printed values."""
    facts = map(book.card, cards)
    return [Candidate(n, card, card.strength or 0, card.weight or 0) for n, card in enumerate(facts)]


def is_victim(book: Book, card: Card, target: Victim) -> bool:
    """Whether a card is of the kind that is destroyed. (TS-18.2)"""
    if target == "hero":
        return card.is_hero
    if target == "card":
        return True
    if target == "healthy_card":
        return not card.is_disease
    if target == "village_card":
        return is_village_card(book, card)
    if target == "cleric_or_wizard":
        return "cleric" in card.classes or "wizard" in card.classes
    return (target in card.classes and card.is_hero) or target in card.subtypes


def foremost(candidates: list[Candidate], first: First) -> list[Candidate]:
    """The candidates that may be destroyed next; the player chooses among equals."""
    if not candidates or not first:
        return candidates
    if first == "stronger_of_two":
        weakest = sorted(candidate.strength for candidate in candidates)[:2]
        return [candidate for candidate in candidates if candidate.strength >= weakest[-1]]
    measure, choose = _MEASURES[first]
    bound = choose(map(measure, candidates))
    return [candidate for candidate in candidates if measure(candidate) == bound]


_MEASURES: dict[str, tuple[Callable[[Candidate], int], Callable[[Iterable[int]], int]]] = {
    "strongest": (lambda candidate: candidate.strength, max),
    "weakest": (lambda candidate: candidate.strength, min),
    "heaviest": (lambda candidate: candidate.weight, max),
    "lightest": (lambda candidate: candidate.weight, min),
    "richest": (lambda candidate: candidate.card.gold or 0, max),
}
WORDS: dict[Victim, tuple[str, str]] = {
    "card": ("card", "cards"),
    "food": ("Food", "Foods"),
    "healthy_card": ("card other than a Disease", "cards other than Diseases"),
    "hero": ("Hero", "Heroes"),
    "cleric_or_wizard": ("Cleric or Wizard", "Clerics and Wizards"),
    "village_card": ("Village card of the hand", "Village cards of the hand"),
}
"""Singular and plural of a kind, unless they are its name and its name with an s."""
ORDERS: dict[First, str] = {
    "heaviest": " of the highest Weight",
    "lightest": " of the lowest Weight",
    "richest": " with the highest Gold Value",
    "strongest": " with the highest Strength",
    "weakest": " with the lowest Strength",
    "stronger_of_two": ", the stronger of two that are chosen",
}


class DestroyEffect(BattleEffect, frozen=True, tag="destroy"):
    """Destroys cards of this kind; nothing without such a card. The player chooses among equals. (TS-7.8,
    TS-18.3)

    `count` of them, as many as there are Diseases in the hand, or all `but` so many; those that are `first`
    before the others; Heroes only up to `strength_at_most`. With `everybody` the other players give up such a
    card of their hands as well.
    """

    stated = True
    target: Victim
    count: Count | Literal["all", "diseases"] = 1
    but: Number = 0
    first: First = ""
    strength_at_most: Number | None = None
    unless_equipped: bool = False
    everybody: bool = False

    def apply(self, play: Play) -> None:
        monster = _attacked(play.book, play.state)
        if self.unless_equipped:
            context = BattleContext(play.book, play.state, play.state.target)
            if equipped_count(play.book, play.state, context):
                play.note("battle", monster.id, (monster.ruling,), "a Hero is equipped: no effect")
                return
        fitting = self.fitting(play.book, play.state)
        count = self._number(play.book, play.state, len(fitting))
        if not fitting or not count:
            play.note("battle", monster.id, (monster.ruling, "TS-18.3"), self._in_vain(bool(fitting)))
        elif count >= len(fitting) and (self.count == "all" or len(fitting) > 1):
            for candidate in fitting:
                doom(play, candidate.place)
        else:
            play.push(DestroyNext(self, min(count, len(fitting))))  # a player may say the only card, too

    def upon(self, seat: int, monster: str) -> Task | None:
        return MustGiveUp(seat, self.target, self.first, monster) if self.everybody else None

    def recounts(self) -> bool:
        return self.count == "diseases"

    def fits(self, book: Book, card: Card, strength: int) -> bool:
        """Whether it may destroy this card; a Hero with this Strength."""
        return self._is_weak(card, strength) and is_victim(book, card, self.target)

    def _is_weak(self, card: Card, strength: int) -> bool:
        return self.strength_at_most is None or not card.is_hero or strength <= self.strength_at_most

    def fitting(self, book: Book, state: State) -> list[Candidate]:
        """The cards of the party that it may destroy."""
        thrown = self.target == "weapon" and any(member.thrown for member in state.party)
        there = present(book, state, self.target, thrown and book.reads("thrown_spear_is_target", "yes"))
        return [each for each in there if self._is_weak(each.card, each.strength)]

    def _number(self, book: Book, state: State, fitting: int) -> int:
        if self.count == "all":
            return max(fitting - self.but, 0)
        if self.count == "diseases":
            return Hand(book, state.party).diseases
        return self.count

    def _in_vain(self, fitting: bool) -> str:
        """Why nothing is destroyed, even if there is a `fitting` card."""
        if fitting:
            return f"{self.say()}: nothing to destroy"
        return f"you have no {self._words()[0]}{self._weak()} to destroy"

    def _words(self) -> tuple[str, str]:
        """Singular and plural of the kind."""
        return WORDS.get(self.target, (self.target.title(), f"{self.target.title()}s"))

    def _weak(self) -> str:
        return "" if self.strength_at_most is None else f" with Strength {self.strength_at_most} or less"

    def say(self) -> str:
        (one, several), weak = self._words(), self._weak()
        if self.count == "all":
            but = f" but {self.but if self.but > 1 else 'one'}{_SPARED[self.first]}" if self.but else ""
            what = f"destroy all {several}{weak}{but}"
        elif self.count not in (1, "diseases"):
            what = f"destroy {self.count} {several}{weak}{ORDERS.get(self.first, '')}"
        else:
            what = f"destroy one {one}{weak}{ORDERS.get(self.first, '')}"
        what += " for each Disease in the hand" if self.count == "diseases" else ""
        what = f"every player has to {what}" if self.everybody else what
        return what + (" unless a Hero is equipped" if self.unless_equipped else "")


_SPARED = {
    "": "",
    "weakest": " with the highest Strength",
    "strongest": " with the lowest Strength",
    "lightest": " of the highest Weight",
    "heaviest": " of the lowest Weight",
    "richest": " with the lowest Gold Value",
    "stronger_of_two": "",
}


class DestroyNext(ChooseVictim, frozen=True):
    """The next card that the Monster destroys, and those after it."""

    asks = "choose the card that the Monster destroys"
    effect: DestroyEffect
    left: int = 1

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return f"card.{state.at(state.target).card}", "TS-7.8"

    def fitting(self, book: Book, state: State) -> list[int]:
        next_ones = foremost(self.effect.fitting(book, state), self.effect.first)
        return [candidate.place for candidate in next_ones]

    def destroy(self, play: Play, place: int) -> None:
        doom(play, place)
        if self.left > 1:
            play.push(DestroyNext(self.effect, self.left - 1))


def doom(play: Play, index: int) -> None:
    """A card is destroyed in the battle: it counts until the battle ends, then leaves. (TS-7.8)"""
    monster = _attacked(play.book, play.state)
    member = play.state.party[index]
    play.note("battle", index, (monster.ruling, "TS-7.8"), f"destroyed by {monster.name}")
    if not member.left:
        play.edit(index, doomed=True)


def _attacked(book: Book, state: State) -> Card:
    return book.card(state.at(state.target).card)


class DestroyUnarmed(BattleEffect, frozen=True):
    """Destroys a Hero that is not equipped with a Weapon of this kind, before the Attack Value is fixed, so
    that it fights no more (TS-18.1); with `all` every such Hero, when the battle is over. (TS-7.8)
    """

    weapon: str
    all: bool = False

    @property
    def late(self) -> bool:
        return self.all

    def apply(self, play: Play) -> None:
        monster = play.book.card(play.state.at(play.state.target).card)
        unarmed = unarmed_heroes(play.book, play.state, self.weapon)
        if not unarmed:
            play.note(
                "battle",
                monster.id,
                (monster.ruling, "TS-18.3"),
                f"you have no Hero {self._unarmed()} to destroy",
            )
        elif self.all:
            for index in unarmed:
                doom(play, index)
        else:
            play.push(DestroyOne(self.weapon))

    def _unarmed(self) -> str:
        return f"not equipped with an {self.weapon} Weapon"

    def say(self) -> str:
        if self.all:
            return f"destroy all Heroes {self._unarmed()}"
        return f"destroy one Hero {self._unarmed()} before the Attack Value is fixed"


class DestroyOne(ChooseVictim, frozen=True):
    """A Hero is destroyed before the Attack Value is fixed."""

    asks = "choose the Hero that the Monster destroys"
    weapon: str

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return f"card.{state.at(state.target).card}", "TS-18.1"

    def fitting(self, book: Book, state: State) -> list[int]:
        return unarmed_heroes(book, state, self.weapon)

    def destroy(self, play: Play, place: int) -> None:
        monster = play.state.at(play.state.target).card
        play.destroy(place)
        rulings = (f"card.{monster}", "TS-18.1")
        play.note("battle", place, rulings, f"destroyed by {play.book.name(monster)}, fights no more")


def unarmed_heroes(book: Book, state: State, kind: str) -> list[int]:
    """The Heroes of the party that carry no Weapon of this kind."""
    context = BattleContext(book, state, state.target)
    found = []
    for index, member in enumerate(state.party):
        if member.left or member.doomed or member.card not in book.heroes:
            continue
        held = grip_in(book, state, context, member).held
        if not any(kind in arm.card.subtypes for arm in held):
            found.append(index)
    return found


class MustGiveUp(actions.Task, frozen=True):
    """One player destroys a card of the hand, as `source` says; an unknown hand is left unchanged."""

    player: int
    target: Victim
    first: First
    source: str

    @property
    def asked_of_each(self) -> tuple[str, int]:
        return self.source, self.player

    def is_untold(self, book: Book, state: State) -> bool:
        return state.players[self.player].hand is None

    @property
    def numbers(self) -> tuple[int, ...]:
        """How many cards are given."""
        return (1,)

    def mover(self, book: Book, state: State) -> int:
        chooses = not self.is_untold(book, state) and len(self._cards(book, state)) > 1
        return self.player if chooses else actions.ENGINE

    def run(self, play: Play) -> None:
        hidden = self.is_untold(play.book, play.state)
        cards = [] if hidden else self._cards(play.book, play.state)
        if cards:
            self.answer(play, GiveUp(self.player, cards[0]))
            return
        what = "loses a card of an unknown hand" if hidden else "has nothing to destroy"
        rulings = (f"card.{self.source}", "TS-18.3")
        play.note("battle", self.source, rulings, f"player {self.player + 1} {what}")

    def options(self, book: Book, state: State) -> list[Action]:
        return [GiveUp(self.player, card) for card in self._cards(book, state)]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return f"card.{self.source}", "TS-7.7"

    def refuse(self, book: Book, state: State, action: Action) -> Reason:
        if not isinstance(action, GiveUp) or action.player != self.player:
            return f"player {self.player + 1} destroys a card first", self.rulings_for(book, state)
        name = book.name(action.card)
        known = possible_hand(state.players[self.player])
        if self.is_untold(book, state) and known is not None and action.card not in known:
            return f"player {self.player + 1} cannot hold {name}", self.rulings_for(book, state)
        return f"{name} is not what that player may destroy", self.rulings_for(book, state)

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, GiveUp)
        other = without_of_hand(play.state.players[self.player], action.card)
        play.player(self.player, hand=other.hand, deck=other.deck, picked=other.picked)
        play.remove(action.card, self.player)
        note = f"destroyed by player {self.player + 1}"
        play.note("battle", action.card, (f"card.{self.source}", "TS-7.7"), note)

    def makes_no_difference(self, book: Book, state: State) -> bool:
        return True  # the battle is decided

    def _cards(self, book: Book, state: State) -> list[str]:
        known = possible_hand(state.players[self.player])
        hand = of_hand(book, book.of_decks if known is None else known)
        fitting = [each for each in hand if is_victim(book, each.card, self.target)]
        chosen = fitting if self.is_untold(book, state) else foremost(fitting, self.first)
        return sorted({each.card.id for each in chosen})
