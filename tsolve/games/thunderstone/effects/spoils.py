"""What victories bring beyond the Monster itself (TS-14), and Victory Points that depend on what the
players own at the end (TS-17.2, DS-10).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.cardkit.tasks import Reason
from tsolve.games.thunderstone import actions
from tsolve.games.thunderstone.actions import Action, Buy, Pass
from tsolve.games.thunderstone.answers import DestroyFound, SearchDeck, SendDown, SetAside
from tsolve.games.thunderstone.effects.base import Count, Number, RankNumber, Scoring, SpoilsEffect
from tsolve.games.thunderstone.state import NONE, State
from tsolve.games.thunderstone.turn import free, hall
from tsolve.games.thunderstone.turn.drawing import DrawCards, TurnUpCards
from tsolve.games.thunderstone.turn.village import for_sale, is_of_type, purse, refuse_purchase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play


class BonusExperience(SpoilsEffect, frozen=True):
    """More XP for a Monster defeated in this Rank, or in any where none is named."""

    amount: Number
    rank: RankNumber | None = None

    def experience(self, rank: int) -> int:
        return self.amount if self.rank in (None, rank) else 0

    def say(self) -> str:
        return f"{self.amount} more XP for a Monster" + (f" of Rank {self.rank}" if self.rank else "")


_WORDS = {
    "any": "any card of the Village",
    "weapon": "a Weapon",
    "food": "a Food",
    "spell": "a Spell",
    "villager": "a Villager",
    "light_item": "an Item marked Light",
}


class BuySpoils(SpoilsEffect, frozen=True, tag="buy"):
    """Buy one card of this type with the gold of the revealed cards that survived. (TS-14.1)"""

    type: Literal["any", "weapon", "food", "spell", "villager", "light_item"]

    def attempts(self, book: Book, state: State) -> list[Action]:
        return [Buy(card) for card in for_sale(book, state)]

    def refuse(self, book: Book, state: State, action: Action) -> Reason | None:
        if not isinstance(action, Buy):
            return "these Spoils buy a card", ("TS-14.1",)
        if not is_of_type(book.card(action.card), self.type):
            what = _WORDS[self.type]
            return f"these Spoils buy {what} only, and {book.name(action.card)} is not one", ("TS-14.1",)
        return refuse_purchase(book, state, action.card, purse(book, state))

    def answer(self, play: Play, source: str, action: Action) -> None:
        assert isinstance(action, Buy)
        play.stock(action.card, -1)
        play.gain(action.card)
        gold = _counted(play)
        cost = play.book.card(action.card).cost or 0
        play.note("spoils", action.card, ("TS-14.1", f"card.{source}"), f"bought for {cost} of {gold} gold")

    def forgo(self, play: Play) -> None:
        _counted(play)

    def say(self) -> str:
        return f"buy {_WORDS[self.type]}"


def _counted(play: Play) -> int:
    """The gold at hand, recorded as the turn's gold even if nothing is bought with it."""
    gold = purse(play.book, play.state)
    play.set(tally=replace(play.state.tally, gold=gold))
    return gold


class Keep(SpoilsEffect, frozen=True):
    """The revealed cards of this kind that survived are set aside and join the new hand once it is drawn.
    (DS-4)
    """

    cards: Literal["mercenary"]

    def attempts(self, book: Book, state: State) -> list[Action]:
        return [SetAside()]

    def refuse(self, book: Book, state: State, action: Action) -> Reason | None:
        if not isinstance(action, SetAside):
            return "these Spoils set cards aside", ("TS-14.1",)
        if not self._kept(book, state):
            return f"you hold no {self.cards.capitalize()} to set aside", ("DS-4", "TS-18.3")
        return None

    def answer(self, play: Play, source: str, action: Action) -> None:
        for index in self._kept(play.book, play.state):
            card = play.state.party[index].card
            play.leave(index)
            play.set(aside=(*play.state.aside, card))
            play.note("spoils", card, (f"card.{source}", "DS-4"), "set aside for the new hand")

    def say(self) -> str:
        return f"set the revealed cards of type {self.cards.capitalize()} aside for the new hand"

    def _kept(self, book: Book, state: State) -> list[int]:
        return [
            index
            for index, member in enumerate(state.party)
            if self.cards in book.card(member.card).subtypes
            and not (member.left or member.doomed)
            and member.owner in (NONE, state.active)
        ]


class Loot(SpoilsEffect, frozen=True):
    """The top cards of every opponent's deck are turned up: Monsters worth at most this many Victory Points
    come to the own discard pile, the others go back in their order. (DS-4)
    """

    happens = True
    cards: Count
    vp_to: Number

    def answer(self, play: Play, source: str, action: Action) -> None:
        play.push(*(LootDeck(player, source, self.cards, self.vp_to) for player in play.seats()[1:]))

    def say(self) -> str:
        what = f"turn up {self.cards} cards of every opponent's deck"
        return f"{what} and take each Monster worth {self.vp_to} VP or less"


class LootDeck(TurnUpCards, frozen=True):
    """One opponent's deck."""

    cards: int
    vp_to: int
    seen: tuple[str, ...] = ()

    def take(self, play: Play, card: str) -> None:
        looked = replace(self, seen=(*self.seen, card), cards=self.cards - 1)
        if looked.cards:
            play.push(looked)
        else:
            looked.finish(play)

    def finish(self, play: Play) -> None:
        facts = play.book.cards
        taken = [c for c in self.seen if c in play.book.monsters and (facts[c].vp or 0) <= self.vp_to]
        left = list(self.seen)
        for card in taken:
            left.remove(card)
            play.move(self.player, card, -1)
            play.gain(card)
            note = f"taken from player {self.player + 1}: {facts[card].vp or 0} VP"
            play.note("spoils", card, self.rulings("DS-4"), note)
        play.player(self.player, deck=piles.put_on(play.state.players[self.player].deck, *left))


class Search(SpoilsEffect, frozen=True):
    """Reveal cards of the own deck, destroy any of them, discard the others; the hand is not touched.

    It happens when the player says so among several Spoils (TS-14.1), else by itself.
    """

    happens = True
    cards: Count

    def attempts(self, book: Book, state: State) -> list[Action]:
        return [SearchDeck()]

    def refuse(self, book: Book, state: State, action: Action) -> Reason | None:
        return None if isinstance(action, SearchDeck) else ("these Spoils look at the deck", ("TS-14.1",))

    def answer(self, play: Play, source: str, action: Action) -> None:
        play.push(DrawCards(self.cards, into="found"), SortFound(source))

    def say(self) -> str:
        return f"reveal {self.cards} cards of the deck, destroy any of them and discard the others"


class SortFound(actions.Task, frozen=True):
    """The active player destroys revealed cards one by one and discards what is left."""

    asks = "destroy or discard the revealed cards"
    source: str

    def mover(self, book: Book, state: State) -> int:
        return state.active if state.found else actions.ENGINE

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return f"card.{self.source}", "TS-14.1"

    def options(self, book: Book, state: State) -> list[Action]:
        return [*(DestroyFound(card) for card in sorted(set(state.found))), Pass()]

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, DestroyFound):
            found = list(play.state.found)
            found.remove(action.card)
            play.set(found=tuple(found))
            play.scrap(action.card)
            play.note("spoils", action.card, (f"card.{self.source}",), "destroyed")
            play.push(self)
            return
        me = play.owner()
        play.player(play.state.active, discard=me.discard + play.state.found)
        play.set(found=())


class SendDownAfter(SpoilsEffect, frozen=True):
    """A Monster of the Hall goes to the bottom of the Dungeon Deck before the Hall is refilled. (A-16)"""

    def attempts(self, book: Book, state: State) -> list[Action]:
        return [SendDown(rank) for rank in hall.RANKS]

    def refuse(self, book: Book, state: State, action: Action) -> Reason | None:
        if isinstance(action, SendDown) and hall.is_monster(book, state, action.rank):
            return hall.refuse_removal(book, state, action.rank, "")
        return "no Monster stands there", ("TS-7.10",)

    def answer(self, play: Play, source: str, action: Action) -> None:
        assert isinstance(action, SendDown)
        hall.send_down(play, action.rank, (f"card.{source}", "TS-7.10"))
        ahead = (hall.slot(play.state, rank).card for rank in hall.RANKS if rank < action.rank)
        if not any(hall.is_stone(play.book, card) for card in ahead):
            # the Monster before a Thunderstone left: not the defeat alone brings it to Rank 1
            play.set(ended_by_removal=True)

    def say(self) -> str:
        return "send a Monster of the Hall to the bottom of the Dungeon Deck"


@free.refuse.register(SendDown)
def _refuse_early(_: SendDown, book: Book, state: State) -> Reason:
    """Why no Monster can be sent down before the victory that brings these Spoils."""
    for card in (book.card(member.card) for member in state.party if not member.left):
        if any(isinstance(each, SendDownAfter) for each in card.spoils):
            return f"{card.name} sends a Monster down once one is defeated", (card.ruling, "TS-14.1")
    return "no card of your hand sends a Monster down", ("TS-7.10",)


class FewestMonsters(Scoring, frozen=True):
    """More Victory Points when each other player ends with more Monster cards than the owner."""

    points: int

    def worth(self, book: Book, owned: Sequence[Sequence[str]], player: int) -> int:
        counts = [sum(1 for card in cards if card in book.monsters) for cards in owned]
        others = [count for index, count in enumerate(counts) if index != player]
        return self.points if others and min(others) > counts[player] else 0

    def say(self) -> str:
        return f"{self.points:+d} VP when every other player owns more Monsters"


class PerOtherStone(Scoring, frozen=True):
    """Victory Points for each other Thunderstone of the same owner."""

    points: int

    def worth(self, book: Book, owned: Sequence[Sequence[str]], player: int) -> int:
        stones = sum(1 for card in owned[player] if book.card(card).kind == "thunderstone")
        return self.points * (stones - 1)

    def say(self) -> str:
        return f"{self.points:+d} VP for each other Thunderstone owned"
