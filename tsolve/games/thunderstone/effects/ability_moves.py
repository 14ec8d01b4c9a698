"""Abilities that move cards: of the hand, of the Hall, of the Village and of other players."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.cardkit.tasks import Reason
from tsolve.games.thunderstone import actions
from tsolve.games.thunderstone.actions import Action, Pass
from tsolve.games.thunderstone.answers import Discard, PutBack, Swap, Take
from tsolve.games.thunderstone.effects.base import AbilityEffect, Count, Number
from tsolve.games.thunderstone.state import NONE, Slot
from tsolve.games.thunderstone.turn import hall, village
from tsolve.games.thunderstone.turn.abilities import ChooseSacrifice, may_still_reveal
from tsolve.games.thunderstone.turn.drawing import ChooseLoan, DrawCards, LookAtDungeon, plain
from tsolve.games.thunderstone.turn.other_players import MustDiscard, aimed, others

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import Use
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State


class DestroyCard(AbilityEffect, frozen=True):
    """The player destroys one card of the hand, this one included. (A-18)"""

    stated = True

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        play.push(ChooseSacrifice(use.card))

    def say(self) -> str:
        return "destroy one card of the hand"


class PutCardsBack(AbilityEffect, frozen=True, tag="put_back"):
    """Put `cards` cards of the hand on top of the own deck in any order, none that was played for an effect.
    (TS-4.2, TS-7.2)
    """

    stated = True
    cards: Count

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        play.push(ChooseToPutBack(play.state.party[use.card].card, self.cards))

    def say(self) -> str:
        return f"put {self.cards} card{'s' if self.cards > 1 else ''} of the hand on top of the deck"


class ChooseToPutBack(actions.Task, frozen=True):
    """The player says which cards go back, the top one first; all of them where there are fewer."""

    points = False
    asks = "put cards of your hand back on the deck"
    source: str
    count: int

    def mover(self, book: Book, state: State) -> int:
        return state.active if _free(state) else actions.ENGINE

    def run(self, play: Play) -> None:
        play.note("effect", self.source, (f"card.{self.source}", "TS-18.3"), "no card can be put back")

    def options(self, book: Book, state: State) -> list[Action]:
        cards = sorted(state.party[index].card for index in _free(state))
        orders = permutations(cards, min(self.count, len(cards)))
        return [PutBack(order) for order in dict.fromkeys(orders)]

    def worth_trying(self, book: Book, state: State, options: list[Action]) -> list[Action]:
        if may_still_reveal(book, state):
            return options
        return [
            each for each in options if isinstance(each, PutBack) and list(each.cards) == sorted(each.cards)
        ]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return f"card.{self.source}", "TS-4.2" if state.turn == "village" else "TS-7.2"

    def refuse(self, book: Book, state: State, action: Action) -> Reason:
        if isinstance(action, PutBack):
            missing = Counter(action.cards) - Counter(state.party[index].card for index in _free(state))
            for card in missing:
                if any(member.card == card and not member.left for member in state.party):
                    return f"you have used {book.name(card)} for an effect", (f"card.{self.source}", "DS-12")
                return f"{book.name(card)} is not in your hand", (f"card.{self.source}",)
        return f"you must first {self.asks}", self.rulings_for(book, state)

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, PutBack)
        for card in reversed(action.cards):
            play.leave(next(index for index in _free(play.state) if play.state.party[index].card == card))
            play.player(play.state.active, deck=piles.put_on(play.owner().deck, card))
            play.note("effect", card, self.rulings_for(play.book, play.state), "put on top of the deck")


def _free(state: State) -> list[int]:
    """The cards of the hand that were not played for an effect."""
    return [i for i, m in enumerate(state.party) if not (m.left or m.used or m.serving)]


class BorrowHero(AbilityEffect, frozen=True):
    """Each player discards a Hero or shows none; one of them may be borrowed for the battle. (A-37)"""

    stated = True
    sees_hands = True
    borrows = True

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        card = play.state.party[use.card].card
        seats = (play.state.active, *others(play.state))
        robberies = aimed(play, card, seats, lambda seat: MustDiscard(seat, 1, card, of="hero", lends=True))
        play.push(*robberies, ChooseLoan(card))

    def draws(self, heroes: int) -> None:
        return None  # a Hero that was used may be borrowed, and used again

    def say(self) -> str:
        return "each player discards a Hero or shows none; borrow one of these Heroes for the battle"


class ExchangeHeroes(AbilityEffect, frozen=True):
    """Discard any number of Heroes, then draw as many cards. (TS-4.2, TS-18.2)"""

    stated = True

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        play.push(ChooseHeroes(play.state.party[use.card].card))

    def draws(self, heroes: int) -> int:
        return heroes

    def say(self) -> str:
        return "discard any number of Heroes and draw as many cards"


class ChooseHeroes(actions.Task, frozen=True):
    """The player discards one Hero after another, and stops at will."""

    points = False
    asks = "choose the Heroes to exchange"
    source: str
    count: int = 0

    def mover(self, book: Book, state: State) -> int:
        return state.active if self._heroes(book, state) else actions.ENGINE

    def run(self, play: Play) -> None:
        if self.count:
            play.push(DrawCards(self.count))

    def options(self, book: Book, state: State) -> list[Action]:
        heroes = sorted({state.party[index].card for index in self._heroes(book, state)})
        return [*(Discard(state.active, hero) for hero in heroes), Pass()]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return f"card.{self.source}", "TS-4.2"

    def answer(self, play: Play, action: Action) -> None:
        if not isinstance(action, Discard):
            self.run(play)
            return
        party = play.state.party
        copies = [index for index in self._heroes(play.book, play.state) if party[index].card == action.card]
        card = play.discard(max(copies, key=lambda index: party[index].used))  # a used card no longer serves
        play.note("effect", card, self.rulings_for(play.book, play.state), "discarded")
        play.push(ChooseHeroes(self.source, self.count + 1))

    def _heroes(self, book: Book, state: State) -> list[int]:
        return [i for i, member in enumerate(state.party) if member.card in book.heroes and not member.left]


class OthersDiscard(AbilityEffect, frozen=True):
    """Every other player discards `cards` cards, or `or_heroes` Heroes instead. (A-38)"""

    stated = True
    quiet = True
    takes_cards = True
    cards: Count
    or_heroes: Number = 0

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        card = play.state.party[use.card].card

        def rob(seat: int) -> MustDiscard:
            return MustDiscard(seat, self.cards, card, self.or_heroes)

        play.push(*aimed(play, card, others(play.state), rob))

    def say(self) -> str:
        heroes = f" or {self.or_heroes} Hero" if self.or_heroes else ""
        return f"every other player discards {self.cards} card{'s' if self.cards > 1 else ''}{heroes}"


class TradeUp(AbilityEffect, frozen=True):
    """Take a card of the Village, no Hero, that costs up to `plus` more than the destroyed one; it is no
    purchase. (TS-4.2, TS-3.5)
    """

    stated = True
    needs_price = True
    plus: Number

    def refuse(self, book: Book, state: State, use: Use) -> Reason | None:
        if state.stock is not None:
            return None
        card = state.party[use.card].card
        return village.UNTOLD, (f"card.{card}", "TS-4.4")

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        cost = play.book.card(destroyed).cost or 0
        play.push(ChooseGoods(play.state.party[use.card].card, cost + self.plus))

    def say(self) -> str:
        return f"take a card of the Village, no Hero, that costs up to {self.plus} more"


class ChooseGoods(actions.Task, frozen=True):
    """The player takes one of the cards on top of the stacks that cost no more than `limit`."""

    points = False
    asks = "take a card of the Village"
    source: str
    limit: int

    def mover(self, book: Book, state: State) -> int:
        return state.active if self.options(book, state) else actions.ENGINE

    def run(self, play: Play) -> None:
        note = f"no card that costs {self.limit} or less can be taken"
        play.note("effect", self.source, (f"card.{self.source}", "TS-18.3"), note)

    def options(self, book: Book, state: State) -> list[Action]:
        tops = village.for_sale(book, state)
        return [Take(card) for card in tops if card not in book.heroes and book.costs[card] <= self.limit]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return f"card.{self.source}", "TS-4.2"

    def refuse(self, book: Book, state: State, action: Action) -> Reason:
        if isinstance(action, Take) and action.card in book.cards:
            card = book.card(action.card)
            if card.is_hero:
                return f"{card.name} is a Hero", (f"card.{self.source}",)
            if not village.left_of(state, card.id):
                return f"the Village has no {card.name} left", ("TS-1.4",)
            return f"{card.name} costs {card.cost or 0}, more than {self.limit}", (f"card.{self.source}",)
        return f"you must first {self.asks}", self.rulings_for(book, state)

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Take)
        play.stock(action.card, -1)
        play.gain(action.card)
        tally = play.state.tally
        play.set(tally=replace(tally, taken=(*tally.taken, action.card)))
        rulings = (*self.rulings_for(play.book, play.state), "TS-3.5")
        play.note("effect", action.card, rulings, "you take it from the Village, to your discard pile")


class Banish(AbilityEffect, frozen=True):
    """Sends a Monster of the Hall to the bottom of the Dungeon Deck, or puts the Hall in another order.
    (TS-7.10, B-13)
    """

    stated = True
    target = "hall"
    moves = "send"

    def refuse(self, book: Book, state: State, use: Use) -> Reason | None:
        if use.order:
            if tuple(sorted(use.order)) == hall.standing(state) and use.target == NONE:
                return _refuse_order(book, state, use.order)
            return "a new order names each card of the Hall once", ("card.banish",)
        if hall.is_monster(book, state, use.target):
            return hall.refuse_removal(book, state, use.target, state.party[use.card].card)
        return hall.nobody_in(use.target), ("card.banish", "TS-7.10")

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        card = play.state.party[use.card].card
        if not use.order:
            hall.send_down(play, use.target, (f"card.{card}", "TS-7.10"))
            play.push(hall.Refill("removal"))
            return
        old = play.state.hall
        first, *others = (old[rank - 1] for rank in use.order)
        arranged = (first, *(hall.moved(play, other) for other in others))
        play.set(hall=arranged + (Slot(),) * (len(old) - len(arranged)))
        names = ", ".join(play.book.name(slot.card) for slot in arranged)
        play.note("hall", card, (f"card.{card}",), f"the Hall is now {names}")
        play.push(hall.LookAtRankOne("removal"))

    def say(self) -> str:
        return (
            "send a Monster of the Hall to the bottom of the Dungeon Deck and refill, or rearrange the Hall"
        )


def _refuse_order(book: Book, state: State, order: tuple[int, ...]) -> Reason | None:
    """Why the Hall cannot be put in this order: nothing moves a Guardian. (DS-8)"""
    for rank, old in enumerate(order, 1):
        card = book.cards.get(hall.slot(state, old).card)
        if rank != old and card is not None and card.is_guardian:
            return f"{card.name} stays where it is until it is defeated", ("DS-8", card.ruling, "card.banish")
    return None


class SendDownEffect(AbilityEffect, frozen=True, tag="send_down"):
    """A Monster of the Hall goes to the bottom of the Dungeon Deck and the Hall is refilled. (TS-7.10)"""

    stated = True
    target = "rank"
    moves = "send"

    def refuse(self, book: Book, state: State, use: Use) -> Reason | None:
        if hall.is_monster(book, state, use.target):
            return hall.refuse_removal(book, state, use.target, state.party[use.card].card)
        return hall.nobody_in(use.target), ("TS-7.10",)

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        card = play.state.party[use.card].card
        hall.send_down(play, use.target, (f"card.{card}", "TS-7.10"))
        play.push(hall.Refill("removal"))

    def say(self) -> str:
        return "a Monster of the Hall goes to the bottom of the Dungeon Deck, refill"


class TakeMonster(AbilityEffect, frozen=True):
    """A Monster of the Hall worth these Victory Points goes to the discard pile, without XP; refill.
    (TS-7.10, B-20)
    """

    stated = True
    target = "rank"
    moves = "take"
    vp_from: Number
    vp_to: Number

    def refuse(self, book: Book, state: State, use: Use) -> Reason | None:
        lord = state.party[use.card].card
        if not hall.is_monster(book, state, use.target):
            return hall.nobody_in(use.target), ("TS-7.10",)
        if (reason := hall.refuse_removal(book, state, use.target, lord)) is not None:
            return reason
        monster = book.card(hall.slot(state, use.target).card)
        if self.vp_from <= (monster.vp or 0) <= self.vp_to:
            return None
        limits = f"{self.vp_from} or {self.vp_to}"
        return f"{monster.name} is worth {monster.vp or 0} VP, not {limits}", (f"card.{lord}",)

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        lord = play.state.party[use.card].card
        monster = hall.vacate(play, use.target)
        play.gain(monster)
        play.note(
            "effect", monster, (f"card.{lord}",), "goes to your discard pile, without a battle and without XP"
        )
        play.push(hall.Refill("removal"))

    def say(self) -> str:
        return f"take a Monster of the Hall worth {self.vp_from} or {self.vp_to} VP without XP, refill"


class Polymorph(AbilityEffect, frozen=True):
    """Look at the top card of the Dungeon Deck; a Monster may change places with any Monster of the Hall,
    which then lies on top. (TS-7.10, DS-8)
    """

    stated = True
    moves = "swap"
    breaches: bool = True
    """A Monster that comes to Rank 1 so breaches there."""

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        play.push(MaySwap(play.state.party[use.card].card, 1, breaches=self.breaches))

    def say(self) -> str:
        return "a Monster on top of the Dungeon Deck may change places with one of the Hall"


class MaySwap(LookAtDungeon, frozen=True):
    """The player says which Monster of the Hall goes, if any does."""

    breaches: bool = True
    asks = "swap a Monster of the Hall, or pass"

    def options(self, book: Book, state: State) -> list[Action]:
        swaps: list[Action] = [Swap(r) for r in hall.standing(state) if self._refuse(book, state, r) is None]
        return [*swaps, Pass()] if swaps else []

    def refuse(self, book: Book, state: State, action: Action) -> Reason:
        if isinstance(action, Swap) and (reason := self._refuse(book, state, action.rank)):
            return reason
        return f"you must first {self.asks}", self.rulings_for(book, state)

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, Pass):
            self.finish(play)
        elif isinstance(action, Swap):
            self._swap(play, action.rank)
        else:
            super().answer(play, action)

    def _swap(self, play: Play, rank: int) -> None:
        name = play.book.name(hall.slot(play.state, rank).card)
        self.put_back(play, (hall.carry_off(play, rank),))
        (new,) = self.seen
        hall.place(play, rank, new, quiet=rank == 1 and not self.breaches)
        rulings = (f"card.{self.source}", "TS-7.10")
        note = f"comes to Rank {rank}, {name} lies on the Dungeon Deck"
        play.note("hall", plain(new), rulings, note)
        if rank == 1:
            play.push(hall.LookAtRankOne("removal"))

    def _refuse(self, book: Book, state: State, rank: int) -> Reason | None:
        ruling = f"card.{self.source}"
        if not self.seen or self.looks(state):
            return "the top card of the Dungeon Deck is still unknown", (ruling,)
        above = book.card(plain(self.seen[0]))
        if above.kind != "monster":
            return f"{above.name} on the Dungeon Deck does not change places", (ruling, "DS-8")
        if not hall.is_monster(book, state, rank):
            return hall.nobody_in(rank), (ruling, "TS-7.10")
        if book.card(hall.slot(state, rank).card).is_guardian:
            return "nothing moves a Guardian", ("DS-8", ruling)
        return hall.refuse_removal(book, state, rank, self.source)
