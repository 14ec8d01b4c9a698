"""The beginning and the end of turns. (TS-3)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone import piles, tasks
from tsolve.games.thunderstone.state import Member, Tally
from tsolve.games.thunderstone.turn.drawing import DrawCards
from tsolve.games.thunderstone.turn.lending import return_loans

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State

HAND_SIZE = 6


class EndTurn(tasks.Task, frozen=True):
    """The whole hand is discarded and six cards are drawn. (TS-3.2)"""

    name = "end"

    def run(self, play: Play) -> None:
        return_loans(play)
        hand = tuple(member.card for member in play.state.party if not member.left)
        play.player(play.state.active, discard=play.owner().discard + hand)
        play.set(party=(), step="ending", todo=(NextPlayer(), DrawHand(HAND_SIZE)))
        play.note("end", "", ("TS-3.2",), "the hand is discarded and six cards are drawn")


class DrawHand(DrawCards, frozen=True):
    """The new hand. It always waits for chance, even when the cards are known: the turn's result stands
    before it.
    """

    name = "hand"

    def mover(self, book: Book, state: State) -> int:
        return tasks.UNKNOWN if piles.is_unknown(state.me.deck) else tasks.CHANCE


class NextPlayer(tasks.Task, frozen=True):
    """The drawn cards become the hand, and the player to the left begins. (TS-3.3)"""

    name = "next"

    def run(self, play: Play) -> None:
        state = play.state
        play.player(state.active, hand=tuple(member.card for member in state.party))
        start_turn(play, (state.active + 1) % len(state.players))


def start_turn(play: Play, player: int) -> None:
    """A fresh turn: the player's hand becomes the party that may be revealed. (TS-3.1)"""
    hand = play.state.players[player].hand or ()
    play.player(player, hand=())
    play.set(
        active=player,
        turn="",
        step="choose",
        party=tuple(Member(card) for card in hand),
        gold=0,
        purchases=1,
        rallies=(),
        transmuted=False,
        lightened=False,
        target=0,
        weakened=0,
        armed=0,
        disease_attack=0,
        disease_magic=0,
        ended_by_removal=False,
        tally=Tally(),
    )
