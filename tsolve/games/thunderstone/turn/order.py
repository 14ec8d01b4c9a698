"""The beginning and the end of turns. (TS-3)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.games.thunderstone import tasks
from tsolve.games.thunderstone.state import Member, State
from tsolve.games.thunderstone.turn.drawing import DrawCards
from tsolve.games.thunderstone.turn.lending import return_loans

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play

HAND_SIZE = 6


class EndTurn(tasks.Task, frozen=True):
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
    """The new hand. It always waits for chance, even when the cards are known: the turn's result stands
    before it.
    """

    def mover(self, book: Book, state: State) -> int:
        return tasks.UNKNOWN if piles.is_unknown(state.me.deck) else tasks.CHANCE


class NextPlayer(tasks.Task, frozen=True):
    """The drawn cards and those set aside become the hand; the player to the left begins. (TS-3.3)"""

    def run(self, play: Play) -> None:
        state = play.state
        following = (state.active + 1) % len(state.players)
        players = list(state.players)
        drawn = tuple(member.card for member in state.party)
        found = tuple(replace(treasure, fresh=False) for treasure in state.me.treasures)
        players[state.active] = replace(state.me, hand=drawn + state.aside, treasures=found)
        hand = players[following].hand or ()
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
        )
