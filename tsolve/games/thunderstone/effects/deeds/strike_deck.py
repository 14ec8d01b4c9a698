"""The top card of an opponent's deck (Thunder Ring)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import Deed, Reason
from tsolve.games.thunderstone.effects.numbers import Number
from tsolve.games.thunderstone.state import NONE
from tsolve.games.thunderstone.turn.reacting import aimed, others
from tsolve.games.thunderstone.turn.turning_up import TurnUpToAct

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import Use
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State


class StrikeDeck(Deed, frozen=True, tag="strike_deck"):
    """Discard the top card of an opponent's deck; if it is a Hero, this card gains Magic Attack. (TS-7.2)"""

    stated = True
    reveals = True
    digs = True
    target = "player"
    magic: Number

    def refuse(self, book: Book, state: State, use: Use) -> Reason | None:
        if use.target in (others(state) or [NONE]):
            return None
        return "it strikes the deck of another player", (f"card.{state.party[use.card].card}",)

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        card = play.state.party[use.card].card
        if use.target == NONE:
            play.note("effect", card, (f"card.{card}", "TS-18.3"), "there is no opponent")
            return
        play.push(*aimed(play, card, (use.target,), lambda seat: StrikeTop(seat, card, use.card, self.magic)))

    def say(self) -> str:
        return f"discard the top card of an opponent's deck, Magic Attack +{self.magic} for a Hero"


class StrikeTop(TurnUpToAct, frozen=True):
    """The top card is discarded; a Hero gives Magic Attack to the card `user` of the active player's hand."""

    name = "strike"
    points = True
    user: int
    magic: int

    def take(self, play: Play, card: str) -> None:
        play.player(self.player, discard=(*play.state.players[self.player].discard, card))
        hero = card in play.book.heroes
        gain = f", a Hero: Magic Attack +{self.magic}" if hero else ""
        play.note("effect", card, self.rulings("TS-7.2"), f"discarded by player {self.player + 1}{gain}")
        if hero:
            play.edit(self.user, magic=play.state.party[self.user].magic + self.magic)
