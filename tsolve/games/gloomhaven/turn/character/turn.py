"""A character's turn: the top of one card and the bottom of the other, or a long rest. (GH-2.5, GH-2.10)"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from tsolve.cardkit.pending import ENGINE
from tsolve.games.gloomhaven import tasks
from tsolve.games.gloomhaven.actions import Action, Finish, PlayHalf, Rest
from tsolve.games.gloomhaven.character_cards import BASIC, CharacterCard, Origin, Side
from tsolve.games.gloomhaven.turn.character.half import FinishHalf, Printed
from tsolve.games.gloomhaven.turn.character.items import (
    Reason,
    asides,
    ready_items,
    step_aside,
    why_not_aside,
)

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.play import Play
    from tsolve.games.gloomhaven.state import State

SIDES: tuple[Side, ...] = ("top", "bottom")


class CharacterTurn(tasks.Task, frozen=True):
    """What a character does in its turn; a stunned one may do no more than rest. (GH-8.9, GH-8.16)"""

    figure: str

    def run(self, play: Play) -> None:
        figure = play.state.figure(self.figure)
        play.push(LootOwnHex(self.figure))
        if figure.rests:
            play.push(LongRest(self.figure))
        elif figure.has("stun"):
            play.note("turn", self.figure, ("GH-8.9", "GH-8.16"), "is stunned and does nothing")
            play.push(DiscardPlays(self.figure))
        else:
            play.push(NextHalf(self.figure))


class NextHalf(tasks.Choice, frozen=True):
    """Which card is played next, and with which half."""

    asks = "say which half of which card is played"
    figure: str
    left: Literal["", "top", "bottom"] = ""
    """The side that is left once one was played; empty before."""

    def options(self, book: Book, state: State) -> list[Action]:
        held = state.cards_of(self.figure)
        if held is None or not state.is_up(self.figure) or state.figure(self.figure).has("stun"):
            return []
        if not held.plays:
            return []  # both are played
        sides = (self.left,) if self.left else SIDES
        found: list[Action] = []
        for card in held.plays:
            for side in sides:
                if (self.figure, card) in book.cards:
                    found.append(PlayHalf(card, side))
                found.append(PlayHalf(card, side, basic=True))
        return [*found, *asides(book, state, self.figure), Finish()]

    def mover(self, book: Book, state: State) -> int:
        return self.chooser(state) if self.options(book, state) else ENGINE

    def run(self, play: Play) -> None:
        if play.state.is_up(self.figure):  # a trap may have stunned it
            play.push(DiscardPlays(self.figure), LastItems(self.figure))

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return "GH-2.5", "GH-2.7"

    def refuse(self, book: Book, state: State, action: Action) -> Reason:
        held = state.cards_of(self.figure)
        why_not = why_not_aside(book, state, self.figure, action)
        if why_not is not None:
            return why_not
        if not isinstance(action, PlayHalf) or held is None:
            return f"first {self.asks}, or end the turn", ("GH-2.5", "GH-2.6")
        if action.card not in held.plays:
            spent = action.card in (*held.discarded, *held.lost, *held.active)
            if spent and self.left:
                return f"{action.card} was played already", ("GH-2.5", "GH-2.8")
            return f"{action.card} is not one of the two cards of this round", ("GH-2.2", "GH-2.5")
        if self.left and action.side != self.left:
            return f"a {action.side} was played already: the other card's {self.left} is left", ("GH-2.5",)
        told = f"what {action.card} says is not written: it can be used as Attack 2 or Move 2"
        return told, ("GH-2.7",)

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, Finish):
            play.push(DiscardPlays(self.figure))
            return
        if step_aside(play, self.figure, action, self):
            return
        assert isinstance(action, PlayHalf)
        card = BASIC if action.basic else play.book.cards[self.figure, action.card]
        half = card.half(action.side)
        play.set(performed=False)
        play.note("card", self.figure, ("GH-2.5",), _played(action, card))
        origin = Origin(action.card, half.lasts, half.slots)
        play.push(
            Printed(self.figure, half.abilities, origin),
            FinishHalf(self.figure, action.card, half),
            NextHalf(self.figure, "bottom" if action.side == "top" else "top"),
        )


class LastItems(tasks.Choice, frozen=True):
    """With both cards played, or after a rest, items may still be used. (GH-11.8)"""

    asks = "say which item is used, or `end turn`"
    figure: str

    def options(self, book: Book, state: State) -> list[Action]:
        if not ready_items(book, state, self.figure, ("turn",)):
            return []
        return [*asides(book, state, self.figure), Finish()]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return "GH-11.8", "GH-2.5"

    def mover(self, book: Book, state: State) -> int:
        return self.chooser(state) if self.options(book, state) else ENGINE

    def run(self, play: Play) -> None:
        """Without an item the turn is over."""

    def refuse(self, book: Book, state: State, action: Action) -> Reason:
        return why_not_aside(book, state, self.figure, action) or super().refuse(book, state, action)

    def answer(self, play: Play, action: Action) -> None:
        step_aside(play, self.figure, action, self)


class DiscardPlays(tasks.Task, frozen=True):
    """The cards of the round that were not played are discarded. (GH-2.8, GH-8.16)"""

    figure: str

    def run(self, play: Play) -> None:
        held = play.state.cards_of(self.figure)
        for card in held.plays if held is not None else ():
            play.put_card(self.figure, card, "discarded", ("GH-2.6", "GH-2.8"))


class LongRest(tasks.Choice, frozen=True):
    """A chosen discarded card is lost, the others come back, and it heals 2. (GH-2.10)"""

    asks = "say which discarded card is lost for the rest"
    figure: str

    def options(self, book: Book, state: State) -> list[Action]:
        held = state.cards_of(self.figure)
        if held is None or not state.is_up(self.figure) or len(held.discarded) < 2:
            return []
        return [*(Rest(card) for card in held.discarded), *asides(book, state, self.figure)]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("GH-2.10",)

    def refuse(self, book: Book, state: State, action: Action) -> Reason:
        if isinstance(action, Rest):
            return f"{action.lost} is not discarded", ("GH-2.10",)
        why_not = why_not_aside(book, state, self.figure, action)
        if why_not is not None:
            return why_not
        return f"it rests: first {self.asks}", ("GH-2.4", "GH-2.10")

    def answer(self, play: Play, action: Action) -> None:
        if step_aside(play, self.figure, action, self):
            return
        assert isinstance(action, Rest)
        play.push(LastItems(self.figure))
        play.put_card(self.figure, action.lost, "lost", ("GH-2.10",))
        held = play.state.cards_of(self.figure)
        assert held is not None
        play.put_held(replace(held, hand=tuple(sorted(held.hand + held.discarded)), discarded=()))
        play.note("card", self.figure, ("GH-2.10",), "takes the other discarded cards back")
        play.refresh_items(self.figure)
        play.heal(self.figure, 2, ("GH-2.10", "GH-10.8"))


class LootOwnHex(tasks.Task, frozen=True):
    """At the end of its turn a character loots its own hex. (GH-2.9)"""

    figure: str

    def run(self, play: Play) -> None:
        if play.state.is_up(self.figure):
            play.loot(self.figure, (play.state.figure(self.figure).at,), ("GH-2.9",))


def _played(action: PlayHalf, card: CharacterCard) -> str:
    if card is BASIC:
        return f"uses {action.card} as {'Attack 2' if action.side == 'top' else 'Move 2'}"
    return f"plays the {action.side} of {action.card}"
