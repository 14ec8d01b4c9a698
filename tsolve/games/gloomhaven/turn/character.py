"""A character's turn: the top of one card and the bottom of the other, or a long rest. (GH-2.5, GH-2.10)"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from tsolve.cardkit.tasks import ENGINE
from tsolve.games.gloomhaven.actions import Action, Finish, PlayHalf, Rest, UseItem
from tsolve.games.gloomhaven.cards import Side
from tsolve.games.gloomhaven.state import Choice, State, Task
from tsolve.games.gloomhaven.turn.halves import begin_half
from tsolve.games.gloomhaven.turn.items import WhyNot, asides, ready_items, step_aside, why_not_aside
from tsolve.games.gloomhaven.turn.reactions import reactions

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.play import Play


SIDES: tuple[Side, ...] = ("top", "bottom")


class CharacterTurn(Task, frozen=True):
    """What a character does in its turn; a stunned one may only rest. (GH-8.9, GH-8.16)"""

    figure: str

    def run(self, play: Play) -> None:
        figure = play.state.figure(self.figure)
        play.push(LootOwnHex(self.figure))
        if figure.rests:
            play.push(LongRest(self.figure))
        else:
            play.push(Stunned(self.figure))


class Stunned(Choice, frozen=True):
    """A stunned character does nothing, unless an item takes its stun away. (GH-8.9, GH-11.17)"""

    asks = "say which item is used in spite of the stun, or `end turn`"
    figure: str
    left: Literal["", "top", "bottom"] = ""
    """The side of a card that is left after one was played."""

    def options(self, book: Book, state: State) -> list[Action]:
        if not state.is_up(self.figure) or not state.figure(self.figure).has("stun"):
            return []
        ready = ready_items(book, state, self.figure, ("turn",))
        return [*(UseItem(item.name) for item in ready), Finish()] if ready else []

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return "GH-8.9", "GH-11.17"

    def refuse(self, book: Book, state: State, action: Action) -> WhyNot:
        return why_not_aside(book, state, self.figure, action) or super().refuse(book, state, action)

    def run(self, play: Play) -> None:
        if not play.state.is_up(self.figure) or not play.state.figure(self.figure).has("stun"):
            play.push(NextHalf(self.figure, self.left))
            return
        text = "does no more" if self.left else "does nothing"
        play.note("turn", self.figure, ("GH-8.9", "GH-8.16"), f"is stunned and {text}")
        play.push(DiscardPlays(self.figure))

    def answer(self, play: Play, action: Action) -> None:
        if not step_aside(play, self.figure, action, self):
            self.run(play)


class NextHalf(Choice, frozen=True):
    """Which card is played next, and with which half."""

    asks = "play a card: `play top of CARD`, or `use CARD as Move 2`"
    figure: str
    left: Literal["", "top", "bottom"] = ""
    """The side that is left after one was played; empty before."""

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
                facts = book.cards.get((self.figure, card))
                if facts is not None and not facts.half(side).untold:
                    found.append(PlayHalf(card, side))
                found.append(PlayHalf(card, side, basic=True))
        return [*found, *asides(book, state, self.figure), Finish()]

    def mover(self, book: Book, state: State) -> int:
        return self.chooser(state) if self.options(book, state) else ENGINE

    def run(self, play: Play) -> None:
        if not play.state.is_up(self.figure):
            return
        held = play.state.cards_of(self.figure)
        if held is not None and held.plays and play.state.figure(self.figure).has("stun"):
            play.push(Stunned(self.figure, self.left))  # a trap may have stunned it
        else:
            play.push(DiscardPlays(self.figure), LastItems(self.figure))

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return "GH-2.5", "GH-2.7"

    def refuse(self, book: Book, state: State, action: Action) -> WhyNot:
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
        facts = book.cards.get((self.figure, action.card))
        text = f"what {action.card} says is not written"
        if facts is not None:
            says = facts.half(action.side).untold
            text = f'the {action.side} of {action.card} cannot be played here ("{says}")'
        return f"{text}: it can be used as Attack 2 or Move 2", ("GH-2.7",)

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, Finish):
            play.push(DiscardPlays(self.figure))
            return
        if step_aside(play, self.figure, action, self):
            return
        assert isinstance(action, PlayHalf)
        play.push(NextHalf(self.figure, "bottom" if action.side == "top" else "top"))
        begin_half(play, self.figure, action, ("GH-2.5",))


def sides_left(state: State, figure: str) -> tuple[Side, ...]:
    """The sides of cards that a character may still play for the round: in the midst of its turn one."""
    for task in state.todo:
        if isinstance(task, NextHalf) and task.figure == figure and task.left:
            return (task.left,)
    return SIDES


class LastItems(Choice, frozen=True):
    """With both cards played, or after a rest, items may still be used. (GH-11.8)"""

    asks = "say which item is used, or `end turn`"
    figure: str

    def options(self, book: Book, state: State) -> list[Action]:
        if not ready_items(book, state, self.figure, ("turn", "turn end")):
            return []
        last = (UseItem(item.name) for item in ready_items(book, state, self.figure, ("turn end",)))
        return [*asides(book, state, self.figure), *last, Finish()]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return "GH-11.8", "GH-2.5"

    def mover(self, book: Book, state: State) -> int:
        return self.chooser(state) if self.options(book, state) else ENGINE

    def run(self, play: Play) -> None:
        """Without an item the turn is over."""

    def refuse(self, book: Book, state: State, action: Action) -> WhyNot:
        return why_not_aside(book, state, self.figure, action) or super().refuse(book, state, action)

    def answer(self, play: Play, action: Action) -> None:
        step_aside(play, self.figure, action, self)


class DiscardPlays(Task, frozen=True):
    """The cards of the round that were not played are discarded. (GH-2.8, GH-8.16)"""

    figure: str

    def run(self, play: Play) -> None:
        held = play.state.cards_of(self.figure)
        for card in held.plays if held is not None else ():
            play.put_card(self.figure, card, "discarded", ("GH-2.6", "GH-2.8"))


class LongRest(Choice, frozen=True):
    """A chosen discarded card is lost, the others come back, and it heals 2. (GH-2.10)"""

    asks = "say which discarded card is lost for the rest: `rest, losing CARD`"
    figure: str

    def options(self, book: Book, state: State) -> list[Action]:
        held = state.cards_of(self.figure)
        if held is None or not state.is_up(self.figure) or len(held.discarded) < 2:
            return []
        return [*(Rest(card) for card in held.discarded), *asides(book, state, self.figure)]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("GH-2.10",)

    def refuse(self, book: Book, state: State, action: Action) -> WhyNot:
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
        play.push(*reactions(play, self.figure, "long rest"))
        play.heal(self.figure, 2, ("GH-2.10", "GH-10.8"))


class LootOwnHex(Task, frozen=True):
    """At the end of its turn a character loots its own hex. (GH-2.9)"""

    figure: str

    def run(self, play: Play) -> None:
        if play.state.is_up(self.figure):
            here = play.state.figure(self.figure).at
            play.loot(self.figure, (here,), ("GH-2.9",), by_ability=False)
