"""A Monster of the Hall in exchange for the next one (Polymorph)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.actions import Action, Pass, Swap
from tsolve.games.thunderstone.effects.base import Deed, Reason
from tsolve.games.thunderstone.turn import hall
from tsolve.games.thunderstone.turn.looking import LookAtDungeon, plain

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import Use
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State


class Polymorph(Deed, frozen=True, tag="polymorph"):
    """Look at the top card of the Dungeon Deck; a Monster may change places with any Monster of the Hall,
    which then lies on top. (TS-7.10, DS-8)
    """

    stated = True
    blind = True
    reveals = True
    refills = True
    breaches: bool = True
    """A Monster that comes to Rank 1 so breaches there."""

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        play.push(MaySwap(play.state.party[use.card].card, 1, breaches=self.breaches))

    def say(self) -> str:
        return "a Monster on top of the Dungeon Deck may change places with one of the Hall"


class MaySwap(LookAtDungeon, frozen=True):
    """The player says which Monster of the Hall goes, if any does."""

    name = "swap"
    breaches: bool = True
    asks = "whether a Monster of the Hall is exchanged must be said"

    def options(self, book: Book, state: State) -> list[Action]:
        swaps: list[Action] = [Swap(r) for r in hall.standing(state) if self._refuse(book, state, r) is None]
        return [*swaps, Pass()] if swaps else []

    def refuse(self, book: Book, state: State, action: Action) -> Reason:
        if isinstance(action, Swap) and (reason := self._refuse(book, state, action.rank)):
            return reason
        return f"first, {self.asks}", self.grounds(book, state)

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
            return "nobody knows yet what lies on the Dungeon Deck", (ruling,)
        above = book.card(plain(self.seen[0]))
        if above.kind != "monster":
            return f"{above.name} on the Dungeon Deck does not change places", (ruling, "DS-8")
        if not hall.is_monster(book, state, rank):
            return f"no Monster stands in Rank {rank}", (ruling, "TS-7.10")
        if book.card(hall.slot(state, rank).card).is_guardian:
            return "nothing moves a Guardian", ("DS-8", ruling)
        return hall.refuse_removal(book, state, rank, self.source)
