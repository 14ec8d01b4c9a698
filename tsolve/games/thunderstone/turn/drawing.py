"""Cards that come and go: drawing and refilling hands (TS-3.2, TS-3.4), turning up the cards of a deck,
looking at the top cards of the Dungeon Deck (TS-7.2), Heroes that are lent for one battle (A-37), what
tainted Food costs after it (TS-7.8), and the beginning and the end of turns (TS-3).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.cardkit.piles import Pile
from tsolve.cardkit.tasks import drawn_from
from tsolve.games.thunderstone import actions
from tsolve.games.thunderstone.actions import Action, Pass
from tsolve.games.thunderstone.answers import Borrow, Draw, Reveal, TurnUp
from tsolve.games.thunderstone.state import NONE, Member, Player, State
from tsolve.games.thunderstone.turn.attack_value import can_attack
from tsolve.games.thunderstone.turn.contributions import BattleContext
from tsolve.games.thunderstone.turn.hand import ChooseVictim

if TYPE_CHECKING:
    from random import Random

    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play


class DrawCards(actions.NextCard, frozen=True):
    """The active player draws `count` cards into the revealed hand, or into `found` (cards looked at, not
    in hand).
    """

    count: int
    into: str = "party"

    def pile(self, book: Book, state: State) -> Pile:
        return drawn_from(state.me.deck, state.me.discard)

    def mover(self, book: Book, state: State) -> int:
        """The engine, if all remaining cards come, to be looked at together; otherwise chance draws."""
        looks = self.into == "found" and self._all_come(state)
        return actions.ENGINE if looks else super().mover(book, state)

    def _all_come(self, state: State) -> bool:
        """Whether every card of the deck and the discard pile is drawn."""
        me = state.me
        if piles.has_unknown(me.deck) or piles.lies_elsewhere(me.deck):
            return False
        return len(piles.contents(me.deck)) + len(me.discard) <= self.count

    def event(self, card: str) -> Draw:
        return Draw(card)

    def together(self, state: State) -> int:
        return self.count if state.me.deck else 1

    def finish(self, play: Play) -> None:
        play.note("draw", "", ("TS-3.4",), "no card is left to draw")

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Draw)
        shuffle_if_needed(play, play.state.active)
        self._take(play, action.card)

    def sample(self, play: Play, random: Random) -> None:
        missing = self.count
        while missing:
            shuffle_if_needed(play, play.state.active)
            cards, deck = piles.take_some(play.owner().deck, missing, random)
            if not cards:
                break
            self._put(play, cards, deck)
            missing -= len(cards)
        if missing and piles.is_unknown(play.owner().deck):
            play.push(DrawCards(missing, self.into))

    def _take(self, play: Play, card: str) -> None:
        self._put(play, (card,), piles.take(play.owner().deck, card))
        if self.count > 1:
            play.push(DrawCards(self.count - 1, self.into))

    def _put(self, play: Play, cards: tuple[str, ...], deck: Pile) -> None:
        """Move the drawn cards to where they belong, and leave this much of the deck."""
        play.player(play.state.active, deck=deck)
        if self.into == "party":
            play.reveal(*cards)
        else:
            play.set(found=play.state.found + cards)
        for card in cards if play.trace is not None else ():
            play.note(
                "draw",
                card,
                self._rulings(play),
                "drawn" if self.into == "party" else "revealed from the deck",
            )

    def _rulings(self, play: Play) -> tuple[str, ...]:
        """The rulings for a draw: of a new hand, by a Spoils effect, or by an effect of this step."""
        if play.state.step in ("ending", "choose"):
            return ("TS-3.2",)
        if self.into == "found":
            return ("TS-14.1",)
        return ("TS-4.2",) if play.state.turn == "village" else ("TS-7.2",)


def shuffle_if_needed(play: Play, player: int) -> None:
    """An empty deck is made anew from the discard pile. (TS-3.4)"""
    owner = play.state.players[player]
    if not owner.deck and owner.discard:
        play.player(player, deck=drawn_from(owner.deck, owner.discard), discard=())
        play.note("draw", "", ("TS-3.4",), "the discard pile is shuffled into a new deck")


LOSSES, GAINS = "losses left out", "gains left out"
"""Steps of the trace: the active player's losses, or gains, depend on an unknown pile."""
TURN_UP = "turn up"
"""The step of a trace in which a card of a Party Deck is turned up."""


class TurnUpCards(actions.NextCard, frozen=True):
    """The next card of one player's deck is turned up, as `source` says; `take` says what follows.

    In an unknown deck this stops at the first unknown card, and the trace says so.
    """

    waits = False
    player: int
    source: str

    def take(self, play: Play, card: str) -> None:
        """Handle a card turned up; return whether the task waits for the next one."""

    def rulings(self, *rules: str) -> tuple[str, ...]:
        """The card that asks for it, and these rules."""
        return f"card.{self.source}", *rules

    def pile(self, book: Book, state: State) -> Pile:
        owner = state.players[self.player]
        return drawn_from(owner.deck, owner.discard)

    def event(self, card: str) -> TurnUp:
        return TurnUp(self.player, card)

    def run(self, play: Play) -> None:
        if piles.is_unknown(self.pile(play.book, play.state)):
            what = f"the next card of player {self.player + 1} is unknown: what it brings"
            brings = play.book.card(self.source).spoils
            touches = GAINS if brings else LOSSES if self.player == play.state.active else "unknown"
            play.leave_out(self.source, self.rulings("TS-3.4"), what, touches)
        super().run(play)

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, TurnUp)
        shuffle_if_needed(play, self.player)
        deck = piles.take(play.state.players[self.player].deck, action.card)
        play.player(self.player, deck=deck)
        note = f"turned up by player {self.player + 1}"
        play.note("turn up", action.card, self.rulings("TS-3.4"), note)
        self.take(play, action.card)


class TurnUpToAct(TurnUpCards, frozen=True):
    """One card is turned up in mid-turn, and the turn depends on it; for an unknown deck the line must say
    which card it is.
    """

    waits = True

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return self.rulings("TS-7.2" if state.turn == "dungeon" else "TS-4.2")

    def finish(self, play: Play) -> None:
        note = f"player {self.player + 1} has no card left to turn up"
        play.note("turn up", self.source, self.rulings("TS-3.4"), note)


LOOK = "look"
"""The step of a trace in which a card is looked at and stays where it is."""


class LookAtDungeon(actions.NextCard, frozen=True):
    """Up to `count` cards are looked at as the card `source` says; `finish` puts them back.

    Those `seen` so far, the top one first, are off the deck meanwhile.
    """

    source: str
    count: int
    seen: tuple[str, ...] = ()

    def finish(self, play: Play) -> None:
        """What happens when all have been seen and nobody has a choice."""
        self.put_back(play, self.seen)

    def looks(self, state: State) -> bool:
        """Whether there is a further card to look at."""
        return len(self.seen) < self.count and bool(state.dungeon)

    def mover(self, book: Book, state: State) -> int:
        if not self.looks(state):
            return state.active if self.options(book, state) else actions.ENGINE
        return super().mover(book, state)

    def pile(self, book: Book, state: State) -> Pile:
        return state.dungeon if self.looks(state) else piles.EMPTY

    def event(self, card: str) -> Reveal:
        return Reveal(card)

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return f"card.{self.source}", "TS-7.2"

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Reveal)
        play.set(dungeon=piles.take(play.state.dungeon, action.card))
        play.note(
            LOOK, plain(action.card), self.rulings_for(play.book, play.state), "lies on the Dungeon Deck"
        )
        play.push(replace(self, seen=(*self.seen, action.card)))

    def put_back(self, play: Play, cards: tuple[str, ...]) -> None:
        """Put cards on the Dungeon Deck, the first one on top."""
        play.set(dungeon=piles.put_on(play.state.dungeon, *cards))


def plain(card: str) -> str:
    """The id of a card of the Dungeon Deck without the mark of a spent Breach. (A-20)"""
    return card.removesuffix("*")


def looked_at(state: State) -> tuple[str, ...]:
    """The cards of the Dungeon Deck that are being looked at now and are off the deck for that time."""
    if not state.todo:
        return ()
    looking = [task for task in state.todo if isinstance(task, LookAtDungeon)]
    return tuple(plain(card) for task in looking for card in task.seen)


class ChooseLoan(actions.Task, frozen=True):
    """The active player may take one of the Heroes just discarded into the party."""

    asks = "borrow a Hero, or pass"
    source: str

    def mover(self, book: Book, state: State) -> int:
        return state.active if state.lent else actions.ENGINE

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return (f"card.{self.source}",)

    def options(self, book: Book, state: State) -> list[Action]:
        return [*(Borrow(player, card) for player, card in dict.fromkeys(state.lent)), Pass()]

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, Borrow):
            lender = play.state.players[action.player]
            discard = list(lender.discard)
            discard.remove(action.card)
            play.player(action.player, discard=tuple(discard))
            hero = Member(action.card, owner=action.player, missed=play.missed(action.card))
            play.set(party=(*play.state.party, hero))
            play.note(
                "effect", action.card, (f"card.{self.source}",), f"borrowed from player {action.player + 1}"
            )
        play.set(lent=())


def return_loans(play: Play) -> None:
    """At the end of the turn give borrowed Heroes back to their owners' discard piles, unless destroyed."""
    for index, member in enumerate(play.state.party):
        if member.owner == NONE or member.left:
            continue
        owner = play.state.players[member.owner]
        play.player(member.owner, discard=(*owner.discard, member.card))
        play.leave(index)


class LoseAttacker(ChooseVictim, frozen=True):
    """One attacking Hero is destroyed when the battle ends, as the card `source` says; the player chooses."""

    asks = "choose the attacking Hero to destroy"
    source: str

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return f"card.{self.source}", "TS-7.8"

    def run(self, play: Play) -> None:
        if not self.fitting(play.book, play.state):
            rulings = (f"card.{self.source}", "TS-18.3")
            play.note("battle", self.source, rulings, "you have no attacking Hero to destroy")
        super().run(play)

    def fitting(self, book: Book, state: State) -> list[int]:
        context = BattleContext(book, state, state.target)
        return [
            index
            for index, member in enumerate(state.party)
            if member.card in book.heroes
            and not (member.left or member.doomed)
            and can_attack(book, state, context, member)
        ]

    def destroy(self, play: Play, place: int) -> None:
        rulings = self.rulings_for(play.book, play.state)
        play.note("battle", place, rulings, f"destroyed by {play.book.name(self.source)}")
        play.edit(place, doomed=True)


HAND_SIZE = 6


class EndTurn(actions.Task, frozen=True):
    """The whole hand is discarded and six cards are drawn. (TS-3.2)"""

    def run(self, play: Play) -> None:
        return_loans(play)
        play.perish()
        for index, member in enumerate(play.state.party):
            if member.returns and not member.left:
                play.leave(index)
                play.put_back(member.card)
        hand = tuple(member.card for member in play.state.party if not member.left)
        play.player(play.state.active, discard=play.owner().discard + hand)
        size = HAND_SIZE + play.state.next_hand
        play.set(party=(), step="ending", todo=(NextPlayer(), DrawHand(size)))
        play.note("end", "", ("TS-3.2",), "" if size == HAND_SIZE else f"you draw {size} cards")


class DrawHand(DrawCards, frozen=True):
    """The new hand. It always waits for chance, even when the cards are known, because the turn's result
    comes first.
    """

    def mover(self, book: Book, state: State) -> int:
        return actions.UNKNOWN if piles.is_unknown(state.me.deck) else actions.CHANCE


class UnseenHand(DrawCards, frozen=True):
    """A hand that nobody has seen is shown when its turn begins. Any cards may be in it that need not lie in
    the deck.
    """

    def mover(self, book: Book, state: State) -> int:
        return actions.UNKNOWN if piles.is_unknown(state.me.deck) else super().mover(book, state)

    def pile(self, book: Book, state: State) -> Pile:
        deck = state.me.deck
        return deck if piles.is_unknown(deck) else piles.shuffled(piles.elsewhere(deck)[0])

    def sample(self, play: Play, random: Random) -> None:
        cards, _ = piles.take_some(self.pile(play.book, play.state), self.count, random)
        deck = play.owner().deck
        for card in cards:
            deck = piles.without_elsewhere(deck, card)
        self._put(play, cards, deck)

    def _take(self, play: Play, card: str) -> None:
        self._put(play, (card,), piles.without_elsewhere(play.owner().deck, card))
        if self.count > 1:
            play.push(UnseenHand(self.count - 1))


def _unseen(player: Player) -> tuple[actions.Task, ...]:
    """What shows the hand of a player, if nobody has seen it."""
    if player.hand is not None:
        return ()
    if piles.is_unknown(player.deck):
        return (UnseenHand(HAND_SIZE),)
    return (UnseenHand(piles.elsewhere(player.deck)[1]),) if piles.lies_elsewhere(player.deck) else ()


class NextPlayer(actions.Task, frozen=True):
    """The drawn cards and those set aside become the hand; the player to the left begins. (TS-3.3)"""

    def run(self, play: Play) -> None:
        state = play.state
        following = (state.active + 1) % len(state.players)
        players = list(state.players)
        drawn = tuple(member.card for member in state.party)
        found = tuple(replace(treasure, fresh=False) for treasure in state.me.treasures)
        players[state.active] = replace(state.me, hand=drawn + state.aside, treasures=found)
        hand, unseen = players[following].hand or (), _unseen(players[following])
        players[following] = replace(players[following], hand=())
        play.state = State(  # everything else belonged to the turn that is over
            players=tuple(players),
            active=following,
            hall=state.hall,
            outside=state.outside,
            setting=state.setting,
            dungeon=state.dungeon,
            stalls=state.stalls,
            stock=state.stock,
            removed=state.removed,
            party=tuple(map(Member, hand)),
            todo=unseen,
        )
