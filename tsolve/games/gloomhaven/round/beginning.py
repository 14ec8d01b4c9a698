"""The beginning of a round: every character chooses, an ability card comes for every type. (GH-2.1 to 2.3)"""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.games.gloomhaven import tasks
from tsolve.games.gloomhaven.actions import Action, Choose
from tsolve.games.gloomhaven.round.ability_cards import DrawCards
from tsolve.games.gloomhaven.round.taking_turns import NextTurn

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.play import Play
    from tsolve.games.gloomhaven.state import State

ROUND = 2
"""Cards that are chosen for a round, and discarded ones that a rest takes. (GH-2.2, GH-2.10)"""


class NextRound(tasks.Task, frozen=True):
    """The scenario is over at the end of a round, or the next one begins. (GH-14.1)"""

    def run(self, play: Play) -> None:
        if play.state.ended:
            play.set(result=True, over=True)
            return
        play.set(drawn=())
        for figure in play.state.figures:
            if figure.kind == "character":
                play.edit(figure.name, rests=False, initiative=None, second=None)
        play.push(BeginRound(), self)


class BeginRound(tasks.Task, frozen=True):
    """Everybody who has not chosen yet chooses, the monsters' cards come; then the turns begin."""

    def run(self, play: Play) -> None:
        if play.state.without_card or not play.state.drawn:
            play.note("round", f"round {play.state.round}", ("GH-2.1",), "begins")
        choosing = [held.owner for held in play.state.held if _is_to_choose(play.state, held.owner)]
        for name in choosing:
            held = play.state.cards_of(name)
            assert held is not None
            if len(held.hand) < ROUND and len(held.discarded) < ROUND:
                play.note("round", name, ("GH-11.9", "GH-2.2"), "cannot play two cards, nor rest")
                play.exhaust(name)
        play.push(
            *(ChooseCards(name) for name in choosing if _is_to_choose(play.state, name)),
            DrawCards(),
            NextTurn(),
        )


class ChooseCards(tasks.Choice, frozen=True):
    """Two cards of the hand, the leading one first, or a long rest. (GH-2.2)"""

    asks = "say which two cards it plays, or that it rests"
    figure: str

    def options(self, book: Book, state: State) -> list[Action]:
        held = state.cards_of(self.figure)
        if held is None:
            return []
        rest: list[Action] = [Choose(self.figure)] if len(held.discarded) >= ROUND else []
        return [*(Choose(self.figure, pair) for pair in permutations(held.hand, ROUND)), *rest]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return "GH-2.2", "GH-2.4"

    def refuse(self, book: Book, state: State, action: Action) -> tuple[str, tuple[str, ...]]:
        if not isinstance(action, Choose):
            return f"first say which two cards {self.figure} plays, or that it rests", ("GH-2.2",)
        if action.figure != self.figure:
            return f"{self.figure} chooses first", ("GH-2.2",)
        if not action.cards:
            return "a long rest needs two discarded cards", ("GH-2.2", "GH-2.10")
        held = state.cards_of(self.figure)
        away = [card for card in action.cards if held is None or card not in held.hand]
        if away:
            return f"{away[0]} is not in hand", ("GH-2.2",)
        return f"{self.figure} plays two different cards, or rests", ("GH-2.2",)

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Choose)
        if not action.cards:
            play.edit(self.figure, rests=True, initiative=None)
            play.note("round", self.figure, ("GH-2.2", "GH-2.4"), "takes a long rest, initiative 99")
            return
        held = play.state.cards_of(self.figure)
        assert held is not None
        hand = tuple(card for card in held.hand if card not in action.cards)
        play.put_held(replace(held, plays=action.cards, hand=hand))
        played = [play.book.cards.get((self.figure, name)) for name in action.cards]
        number, second = (card.initiative if card is not None else None for card in played)
        play.edit(self.figure, rests=False, initiative=number, second=second)
        play.note("round", self.figure, ("GH-2.2",), f"leads with {action.cards[0]}, initiative {number}")


def _is_to_choose(state: State, name: str) -> bool:
    """Whether a character has still to say what it does in this round."""
    held = state.cards_of(name)
    if held is None or not state.on_map(name):
        return False
    figure = state.figure(name)
    return not (held.plays or figure.rests or figure.acted or figure.exhausted)
