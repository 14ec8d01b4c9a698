"""The beginning of a round: every character chooses, an ability card comes for every type. (GH-2.1 to 2.3)"""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.cardkit.pending import CHANCE, ENGINE
from tsolve.games.gloomhaven import tasks
from tsolve.games.gloomhaven.actions import Action, Choose, Draw
from tsolve.games.gloomhaven.round.taking_turns import NextTurn
from tsolve.games.gloomhaven.state import AbilityDeck, Drawn

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.play import Play
    from tsolve.games.gloomhaven.state import State

MONSTERS = frozenset(("monster", "boss"))
ROUND = 2
"""Cards that are chosen for a round, and discarded ones that a rest takes. (GH-2.2, GH-2.10)"""


class BeginRound(tasks.Task, frozen=True):
    """The scenario is over, or everybody chooses and the monsters' cards come; then the turns begin."""

    def run(self, play: Play) -> None:
        for held in play.state.held:
            if play.state.on_map(held.owner) and len(held.hand) < ROUND and len(held.discarded) < ROUND:
                play.note("round", held.owner, ("GH-11.9", "GH-2.2"), "cannot play two cards, nor rest")
                play.remove(held.owner)
        sides = {
            figure.side for figure in play.state.figures if figure.kind in ("character", "monster", "boss")
        }
        if sides != {"party", "monsters"}:
            play.note("round", "", ("GH-14.1", "GH-11.10"), "the scenario is over")
            play.set(result=True, over=True)
            return
        play.set(drawn=())
        owners = [held.owner for held in play.state.held if play.state.on_map(held.owner)]
        types = dict.fromkeys(figure.group for figure in play.state.figures if figure.kind in MONSTERS)
        for type_ in types:
            if play.state.abilities_of(type_) is None and type_ in play.book.ability_decks:
                play.put_abilities(AbilityDeck(type_, piles.shuffled(play.book.ability_decks[type_])))
        play.push(*map(ChooseCards, owners), *map(RevealCard, types), NextTurn())


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

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Choose)
        if not action.cards:
            play.edit(self.figure, rests=True, initiative=None)
            return
        held = play.state.cards_of(self.figure)
        assert held is not None
        hand = tuple(card for card in held.hand if card not in action.cards)
        play.put_held(replace(held, plays=action.cards, hand=hand))
        leading = play.book.cards.get((self.figure, action.cards[0]))
        number = leading.initiative if leading is not None else None
        play.edit(self.figure, rests=False, initiative=number)


class RevealCard(tasks.Task, frozen=True):
    """The ability card of a type for the round. (GH-2.3)"""

    group: str

    def mover(self, book: Book, state: State) -> int:
        return CHANCE if state.abilities_of(self.group) is not None else ENGINE

    def outcomes(self, book: Book, state: State) -> list[tuple[Action, int]]:
        deck = state.abilities_of(self.group)
        assert deck is not None
        return [(Draw(card), weight) for card, weight in piles.outcomes(deck.coming)]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("GH-2.3",)

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Draw)
        deck = play.state.abilities_of(self.group)
        assert deck is not None
        discards = deck.discards if deck.draw else ()
        drawn = AbilityDeck(self.group, piles.take(deck.coming, action.card), (*discards, action.card))
        play.put_abilities(drawn)
        play.set(drawn=tuple(sorted((*play.state.drawn, Drawn(self.group, action.card)))))
        play.note("round", self.group, ("GH-2.3",), f"plays {play.book.deals[action.card].name}")
