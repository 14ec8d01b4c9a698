"""What Traps do when they are turned up (DS-6), and what Treasures do for their owners (DS-7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.cardkit.tasks import Reason
from tsolve.games.thunderstone import actions
from tsolve.games.thunderstone.effects.base import Count, Number, TrapEffect, TreasureEffect
from tsolve.games.thunderstone.state import State, Treasure, first_of_alike
from tsolve.games.thunderstone.turn import traps_and_treasures
from tsolve.games.thunderstone.turn.drawing import LOSSES, TurnUpCards
from tsolve.games.thunderstone.turn.hand import ChooseVictim, strength_of
from tsolve.games.thunderstone.turn.other_players import others
from tsolve.games.thunderstone.turn.traps_and_treasures import Strike, hand_of, in_hand, strike, take_back

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import UseTreasure
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.cards import Card
    from tsolve.games.thunderstone.play import Play


Prey = Literal["hero", "item", "monster", "spell", "villager", "weapon"]
Savers = Literal["", "archer", "cleric", "fighter", "thief", "wizard"]
"""A class of Heroes that keep the Trap away when shown."""
SEVERAL: dict[str, str] = {"hero": "Heroes"}


def is_prey(card: Card, prey: Prey) -> bool:
    """Whether the card is of that kind."""
    if prey == "hero":
        return card.is_hero
    return card.is_monster if prey == "monster" else prey in card.subtypes


def several(prey: Prey) -> str:
    """The kind in the plural."""
    return SEVERAL.get(prey, f"{prey.title()}s")


class CullHands(TrapEffect, frozen=True):
    """Every player, the active one first, shows a Hero of the class `unless`, or shows the hand and destroys
    all cards of this kind in it. (DS-6)
    """

    of: Prey
    unless: Savers = ""

    def apply(self, play: Play, trap: str) -> None:
        play.push(*strike((CullHand(seat, trap, self.of) for seat in play.seats()), self.unless))

    def say(self) -> str:
        shows = f"reveals a {self.unless.title()} or " if self.unless else ""
        return f"every player {shows}shows the hand and destroys all {several(self.of)} in it"


class CullHand(Strike, frozen=True):
    """One player's hand; an unknown hand is left unchanged."""

    of: Prey

    def is_moot(self, book: Book, state: State) -> bool:
        hand = hand_of(book, state, self.player)
        return hand is not None and not any(is_prey(book.card(card), self.of) for card in hand)

    def run(self, play: Play) -> None:
        book, whose = play.book, f"of player {self.player + 1}"
        hand = hand_of(book, play.state, self.player)
        if hand is None:
            what = f"the hand {whose} is unknown: what it loses"
            play.leave_out(self.source, self.rulings(), what)
            return
        if self.player == play.state.active:
            for index, member in enumerate(play.state.party):
                if in_hand(book, play.state, index) and is_prey(book.card(member.card), self.of):
                    play.destroy(index)
                    play.note("trap", index, self.rulings(), "destroyed in the hand")
            return
        gone = [card for card in hand if is_prey(book.card(card), self.of)]
        play.player(self.player, hand=tuple(card for card in hand if card not in gone))
        for card in gone:
            play.remove(card, self.player)
            play.note("trap", card, self.rulings(), f"destroyed in the hand {whose}")


class CullTops(TrapEffect, frozen=True):
    """Every other player discards the top cards of the deck; of the Heroes among all of them, or among those
    of each deck `apart`, the ones of the highest Strength are spared, the others destroyed. (DS-6)
    """

    cards: Count
    apart: bool = False

    def apply(self, play: Play, trap: str) -> None:
        seats = others(play.state)
        play.push(*strike(DiscardTops(seat, trap, self.cards) for seat in seats), Judge(trap, self.apart))

    def say(self) -> str:
        return (
            f"every other player discards the top {self.cards} cards of the deck, and the Heroes among them "
            f"are destroyed except those with the highest Strength{' of the same deck' if self.apart else ''}"
        )


class DiscardTops(Strike, frozen=True):
    """One player's deck."""

    cards: int

    def run(self, play: Play) -> None:
        play.push(TurnTops(self.player, self.source, self.cards))


class TurnTops(TurnUpCards, frozen=True):
    """Cards are turned up one after another, and set aside until all are turned up."""

    left: int

    def take(self, play: Play, card: str) -> None:
        play.set(turned=(*play.state.turned, (self.player, card)))
        if self.left > 1:
            play.push(replace(self, left=self.left - 1))


class Judge(actions.Task, frozen=True):
    """What becomes of the cards turned up: all are discarded but the Heroes that are destroyed."""

    source: str
    apart: bool

    def run(self, play: Play) -> None:
        book, turned = play.book, play.state.turned
        play.set(turned=())
        heroes = [(player, book.card(card).strength or 0) for player, card in turned if card in book.heroes]
        for player, card in turned:
            strength = book.card(card).strength or 0
            highest = max((other for seat, other in heroes if seat == player or not self.apart), default=0)
            whose = f"of player {player + 1}"
            if card in book.heroes and strength < highest:
                play.remove(card, player)
                note = f"destroyed on the deck {whose}: Strength {strength}, the highest is {highest}"
            else:
                play.player(player, discard=(*play.state.players[player].discard, card))
                note = f"discarded from the deck {whose}"
            play.note("trap", card, (f"card.{self.source}", "DS-6"), note)


class HuntDecks(TrapEffect, frozen=True):
    """The players in turn, beginning on the left, turn up a card of the deck and discard it, or destroy it if
    it is of this kind, until so many have been destroyed or none is left. (DS-6, TS-3.4)

    Cards destroyed on decks do not count as lost in the turn.
    """

    of: Prey
    until: Count

    def apply(self, play: Play, trap: str) -> None:
        first, *others = play.seats()
        seats = (*others, first)
        joins = (Joins(seat, trap) for seat in seats)
        play.push(*strike(joins), Hunt(seats[0], trap, self.of, self.until, seats))

    def say(self) -> str:
        return (
            "beginning on the left, each player in turn reveals a card of the deck and destroys it if it is "
            f"a {self.of.title()}, until {self.until} {several(self.of)} are destroyed"
        )


class Joins(Strike, frozen=True):
    """The deck of a player who did not avoid the Trap takes part in the hunt."""

    def run(self, play: Play) -> None:
        play.set(struck=(*play.state.struck, self.player))


class Hunt(TurnUpCards, frozen=True):
    """The next card of one player's deck, then of the next player's; unknown decks are left out."""

    of: Prey
    left: int
    seats: tuple[int, ...]
    """The players in the order in which they turn up cards."""

    def pile(self, book: Book, state: State) -> piles.Pile:
        return super().pile(book, state) if self._takes_part(book, state) else piles.EMPTY

    def run(self, play: Play) -> None:
        if self._takes_part(play.book, play.state):
            super().run(play)
        elif any(self._can(play.book, play.state, seat) for seat in self.seats):
            play.push(replace(self, player=self._next()))
        else:
            self._end(play)

    def take(self, play: Play, card: str) -> None:
        left = self.left
        if is_prey(play.book.card(card), self.of):
            play.remove(card, self.player)
            left -= 1
            note = f"destroyed on the deck of player {self.player + 1}"
            play.note("trap", card, self.rulings("DS-6"), note)
        else:
            play.player(self.player, discard=(*play.state.players[self.player].discard, card))
        if left:
            play.push(replace(self, player=self._next(), left=left))
        else:
            self._end(play)

    def _next(self) -> int:
        return self.seats[(self.seats.index(self.player) + 1) % len(self.seats)]

    def _takes_part(self, book: Book, state: State) -> bool:
        return self._can(book, state, self.player)

    def _can(self, book: Book, state: State, seat: int) -> bool:
        """Whether a card of this kind may still turn up on the deck of a player who did not escape."""
        owner = state.players[seat]
        if seat not in state.struck or piles.is_unknown(owner.deck):
            return False
        known = (*piles.contents(owner.deck), *owner.discard)
        return any(is_prey(book.card(card), self.of) for card in known)

    def _end(self, play: Play) -> None:
        for seat in self.seats:
            if seat in play.state.struck and piles.has_unknown(play.state.players[seat].deck):
                what = f"the deck of player {seat + 1} is unknown: what it loses"
                play.leave_out(self.source, self.rulings("TS-3.4"), what, LOSSES)
        play.set(struck=())


class LostPrize(TrapEffect, frozen=True):
    """When it comes after a victory, the card of the Monster defeated is destroyed, unless the active player
    shows a Hero of the class `unless`. (DS-6)
    """

    unless: Savers = ""

    def apply(self, play: Play, trap: str) -> None:
        play.push(*strike([LosePrize(play.state.active, trap)], self.unless))

    def say(self) -> str:
        shows = f" unless the active player reveals a {self.unless.title()}" if self.unless else ""
        return f"after a victory the Monster card just won is destroyed{shows}"


class LosePrize(Strike, frozen=True):
    """The card that was won is destroyed, in the discard pile or under a Treasure; its Experience is kept.

    If Spoils have moved it from the discard pile, nothing is destroyed.
    """

    def is_moot(self, book: Book, state: State) -> bool:
        tally = state.tally
        if tally.set_aside:
            lies_there = book.reads("words_and_sapphire", "destroyed")
        else:
            lies_there = tally.defeated in state.players[state.active].discard
        return not tally.defeated or tally.forfeited or not lies_there

    def run(self, play: Play) -> None:
        if self.is_moot(play.book, play.state):
            return
        tally, me = play.state.tally, play.owner()
        discard, gained = list(me.discard), list(tally.gained)
        if tally.set_aside:
            take_back(play, tally.defeated)
        else:
            discard.remove(tally.defeated)
            play.player(play.state.active, discard=tuple(discard))
        gained.remove(tally.defeated)
        play.set(tally=replace(tally, gained=tuple(gained), forfeited=True))
        play.remove(tally.defeated, play.state.active)
        play.note("trap", tally.defeated, self.rulings(), "destroyed: the Monster just won")


class TopCards(TrapEffect, frozen=True):
    """Every other player turns up the top card of the deck; one of this kind is destroyed, any other stays on
    top. (DS-6, TS-3.4)
    """

    of: Prey

    def apply(self, play: Play, trap: str) -> None:
        play.push(*strike(StrikeTop(seat, trap, self.of) for seat in others(play.state)))

    def say(self) -> str:
        what = f"destroys it if it is a {self.of.title()}"
        return f"every other player reveals the top card of the deck and {what}"


class StrikeTop(Strike, frozen=True):
    """One player's deck."""

    of: Prey

    def run(self, play: Play) -> None:
        play.push(TurnTop(self.player, self.source, self.of))


class TurnTop(TurnUpCards, frozen=True):
    """The card on top."""

    of: Prey

    def take(self, play: Play, card: str) -> None:
        if is_prey(play.book.card(card), self.of):
            play.remove(card, self.player)
            note = f"destroyed on the deck of player {self.player + 1}"
            play.note("trap", card, self.rulings("DS-6"), note)
            return
        play.player(self.player, deck=piles.put_on(play.state.players[self.player].deck, card))


class WeakestHero(TrapEffect, frozen=True):
    """The active player destroys the Hero of the hand with the lowest Strength, of equals the one chosen.
    (DS-6)
    """

    def apply(self, play: Play, trap: str) -> None:
        play.push(*strike([LoseWeakest(play.state.active, trap)]))

    def say(self) -> str:
        return "the active player destroys the Hero with the lowest Strength"


class LoseWeakest(Strike, ChooseVictim, frozen=True):
    """The Hero is destroyed at once; one that the battle has destroyed already does not count."""

    asks = "choose the Hero that the Trap destroys"

    def is_moot(self, book: Book, state: State) -> bool:
        return not self.choices(book, state)

    def fitting(self, book: Book, state: State) -> list[int]:
        strengths = {
            index: strength_of(book, state, index)
            for index, member in enumerate(state.party)
            if member.card in book.heroes and not member.doomed and in_hand(book, state, index)
        }
        lowest = min(strengths.values(), default=0)
        return [index for index, each in strengths.items() if each == lowest]

    def destroy(self, play: Play, place: int) -> None:
        strength = strength_of(play.book, play.state, place)
        play.destroy(place)
        play.note("trap", place, self.rulings(), f"Strength {strength}, the lowest: destroyed")


class KeepMonster(TreasureEffect, frozen=True):
    """After a victory the owner may lay the Monster just won under it instead of discarding it; both go back
    to the deck at the end of the game. (DS-7, TS-17.2)
    """

    when = "victory"
    returns = True

    def refuse(self, book: Book, state: State, action: UseTreasure) -> Reason | None:
        if state.tally.defeated in state.me.discard and not state.tally.set_aside:
            return None
        return "there is no Monster to set aside", (f"card.{action.treasure}", "DS-7")

    def apply(self, play: Play, action: UseTreasure) -> None:
        monster, me = play.state.tally.defeated, play.owner()
        at = len(me.discard) - 1 - me.discard[::-1].index(monster)
        play.player(play.state.active, discard=(*me.discard[:at], *me.discard[at + 1 :]))
        traps_and_treasures.lay_under(play, action.treasure, monster)
        play.set(tally=replace(play.state.tally, set_aside=True))
        play.note("treasure", monster, (f"card.{action.treasure}", "DS-7"), "set aside with the Treasure")

    def say(self) -> str:
        return "after a victory the Monster may be set aside with it until the end of the game"


class SellHand(TreasureEffect, frozen=True):
    """In the Village it is destroyed with any number of cards of the hand, for so much Experience each, as
    for itself. (DS-7)
    """

    when = "village"
    xp: Number

    def apply(self, play: Play, action: UseTreasure) -> None:
        traps_and_treasures.give_up(
            play, action.player, traps_and_treasures.ready(play.state, action.player, action.treasure)
        )
        traps_and_treasures.gain_for(play, action.treasure, action.treasure, self.xp)
        play.push(traps_and_treasures.SellHand(action.treasure, self.xp))

    def say(self) -> str:
        return f"Village: destroy it and any number of cards of the hand for {self.xp} XP each"


class StoreCard(TreasureEffect, frozen=True):
    """After a victory the owner may lay one card of the hand under it. The next time that any player defeats
    a Monster worth at least these Victory Points, it is destroyed, and that player gets the card. (DS-7)
    """

    when = "victory"
    vp_from: Number

    def cards(self, book: Book, state: State) -> list[int]:
        return first_of_alike(
            state, [index for index in range(len(state.party)) if traps_and_treasures.is_free(state, index)]
        )

    def apply(self, play: Play, action: UseTreasure) -> None:
        card = play.state.party[action.card].card
        play.leave(action.card)
        play.move(play.state.active, card, -1)
        traps_and_treasures.lay_under(play, action.treasure, card)
        play.note("treasure", card, (f"card.{action.treasure}", "DS-7"), "laid face down under the Treasure")

    def after_defeat(self, play: Play, owner: int, treasure: Treasure) -> None:
        monster = play.book.card(play.state.tally.defeated)
        if not treasure.holds or (monster.vp or 0) < self.vp_from:
            return
        laid = list(play.state.players[owner].treasures)
        laid.remove(treasure)
        play.player(owner, treasures=tuple(laid))
        play.remove(treasure.card)
        me = play.owner()
        play.move(play.state.active, treasure.holds, 1)
        play.player(play.state.active, discard=(*me.discard, treasure.holds))
        play.exercise(treasure.card, self)
        rulings = (f"card.{treasure.card}", "DS-7")
        play.note("treasure", treasure.card, rulings, f"destroyed: {monster.vp} VP were won")
        play.note("treasure", treasure.holds, rulings, "from under it to the active player's discard pile")

    def say(self) -> str:
        return (
            "after a victory one card of the hand may be laid under it, for whoever next defeats a Monster "
            f"worth {self.vp_from} VP or more"
        )


class Ward(TreasureEffect, frozen=True):
    """Destroyed when a Battle Effect is about to strike its owner, it keeps that one effect away. (DS-7,
    TS-7.7)
    """

    when = "effect"

    def apply(self, play: Play, action: UseTreasure) -> None:
        traps_and_treasures.give_up(
            play, action.player, traps_and_treasures.ready(play.state, action.player, action.treasure)
        )

    def say(self) -> str:
        return "destroy it at any time to keep one Battle Effect from its owner"
