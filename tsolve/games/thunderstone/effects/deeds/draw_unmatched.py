"""Cards drawn that must not match the hand (Quartermaster)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tsolve.games.thunderstone import tasks
from tsolve.games.thunderstone.actions import Action, Discard, Pass
from tsolve.games.thunderstone.effects.base import Deed
from tsolve.games.thunderstone.effects.numbers import Count
from tsolve.games.thunderstone.turn.drawing import DrawCards

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import Use
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State


class DrawUnmatched(Deed, frozen=True, tag="draw_unmatched"):
    """Draw `cards` cards and discard those that match a card of the hand; of several equal ones one may stay.
    (TS-7.2, DS-12)
    """

    stated = True
    blind = True
    reveals = True
    musters = True
    cards: Count
    all: bool = False
    """As soon as one matches, all of them are discarded."""

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        card = play.state.party[use.card].card
        compare = DiscardMatches(card, len(play.state.party), self.all)
        play.push(DrawCards(self.cards), compare)

    def say(self) -> str:
        match = "all of them if one matches" if self.all else "those that match"
        return f"draw {self.cards} cards and discard {match} a card in hand"


class DiscardMatches(tasks.Task, frozen=True):
    """The cards drawn, from the place `first` on, are compared with those held before."""

    name = "match"
    source: str
    first: int
    all: bool

    def run(self, play: Play) -> None:
        party = play.state.party
        held = {member.card for member in party[: self.first] if not member.left}
        drawn = range(self.first, len(party))
        matching = [index for index in drawn if party[index].card in held]
        for index in drawn if self.all and matching else matching:
            self._discard(play, index, "matches a card of the hand" if index in matching else "goes with it")
        several = Counter(party[index].card for index in drawn if not play.state.party[index].left)
        doubles = tuple(sorted(card for card, count in several.items() if count > 1))
        for card in doubles:
            copies = [index for index in drawn if party[index].card == card]
            for index in copies[1:]:
                self._discard(play, index, "drawn more than once")
        if doubles:
            play.push(MayKeep(self.source, self.first, doubles))

    def _discard(self, play: Play, index: int, why: str) -> None:
        card = play.discard(index)
        play.note("effect", card, (f"card.{self.source}", "TS-7.2"), f"discarded: {why}")


class MayKeep(tasks.Task, frozen=True):
    """Of each card drawn more than once, and matching none of the hand, the player may keep one."""

    name = "keep"
    asks = "whether the card that came more than once stays must be said"
    source: str
    first: int
    doubles: tuple[str, ...]

    def mover(self, book: Book, state: State) -> int:
        return state.active

    def options(self, book: Book, state: State) -> list[Action]:
        return [Discard(state.active, self.doubles[0]), Pass()]

    def grounds(self, book: Book, state: State) -> tuple[str, ...]:
        return f"card.{self.source}", "DS-12"

    def answer(self, play: Play, action: Action) -> None:
        card, *rest = self.doubles
        if isinstance(action, Discard):
            party = play.state.party
            play.discard(
                next(i for i in range(self.first, len(party)) if party[i].card == card and not party[i].left)
            )
            play.note("effect", card, (f"card.{self.source}", "DS-12"), "discarded: it need not stay")
        if rest:
            play.push(MayKeep(self.source, self.first, tuple(rest)))
