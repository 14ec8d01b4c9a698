"""Spoils: what a victory brings beyond the Monster, in any order that the player likes. (TS-14)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone import tasks
from tsolve.games.thunderstone.actions import Action, Pass
from tsolve.games.thunderstone.turn.battle_context import BattleContext
from tsolve.games.thunderstone.turn.reckoning import active_inspirers, can_attack

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.effects.base import Reason, SpoilsEffect
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import Member, State

Pending = tuple[tuple[str, int], ...]
"""Spoils not used yet: whose they are, and which of that card's."""


def spoils_at_work(play: Play) -> Pending:
    """Which Spoils count: the defeated Monster's, and those of Heroes that could attack. (TS-14.2, A-19)"""
    book, state = play.book, play.state
    context = BattleContext(book, state, state.target)
    context.inspirers = active_inspirers(book, state, context)
    found = [(context.monster.id, number) for number in range(len(context.monster.spoils))]
    for member in state.party:
        card = book.card(member.card)
        if not member.left:
            found += [
                (card.id, number)
                for number, each in enumerate(card.spoils)
                if _works(play, context, member, each)
            ]
    return tuple(found)


def _works(play: Play, context: BattleContext, member: Member, spoils: SpoilsEffect) -> bool:
    """Whether a card of the hand has this after a victory."""
    if play.book.card(member.card).is_monster:
        return play.reads("spoils_of_trophy_in_hand", "yes")
    attacks = can_attack(play.book, play.state, context, member)
    if not spoils.tagged:
        return attacks or play.reads("silenced_hero_traits", "kept")
    return attacks and (not member.doomed or play.reads("spoils_of_destroyed_hero", "allowed"))


class Spoils(tasks.Task, frozen=True):
    """The player uses the Spoils in any order, or forgoes them; some happen in any case. (TS-14.1)"""

    asks = "use the Spoils, or pass"
    pending: Pending

    def mover(self, book: Book, state: State) -> int:
        return (
            state.active
            if any(not effect.happens and effect.asks for effect in self._effects(book))
            else tasks.ENGINE
        )

    def run(self, play: Play) -> None:
        self.answer(play, Pass())

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return (*dict.fromkeys(f"card.{source}" for source, _ in self.pending), "TS-14.1")

    def options(self, book: Book, state: State) -> list[Action]:
        choices = self._choices(book, state)
        when = [
            action
            for effect in self._effects(book)
            if effect.happens
            for action in effect.attempts(book, state)
        ]
        return [*dict.fromkeys([*choices, *when]), Pass()]

    def refuse(self, book: Book, state: State, action: Action) -> Reason:
        reasons = [reason for effect in self._effects(book) if (reason := effect.refuse(book, state, action))]
        unfit = [reason for reason in reasons if reason[1] == ("TS-14.1",)]
        return next((reason for reason in reasons if reason not in unfit), reasons[0])

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, Pass):
            for source, number in reversed(self.pending):
                effect = play.book.card(source).spoils[number]
                if effect.happens:
                    play.exercise(source, effect)
                    effect.answer(play, source, action)
            return
        source, number = min(self._fitting(play, action), key=lambda spoils: self._breadth(play, *spoils))
        left = list(self.pending)
        left.remove((source, number))
        play.push(Spoils(tuple(left)))
        effect = play.book.card(source).spoils[number]
        play.exercise(source, effect)
        effect.answer(play, source, action)

    def _effects(self, book: Book) -> list[SpoilsEffect]:
        return [book.card(source).spoils[number] for source, number in self.pending]

    def _choices(self, book: Book, state: State) -> list[Action]:
        return [
            action
            for effect in self._effects(book)
            if not effect.happens
            for action in effect.attempts(book, state)
            if effect.refuse(book, state, action) is None
        ]

    def _fitting(self, play: Play, action: Action) -> list[tuple[str, int]]:
        """The Spoils that allow this choice."""
        return [
            (source, number)
            for source, number in self.pending
            if play.book.card(source).spoils[number].refuse(play.book, play.state, action) is None
        ]

    def _breadth(self, play: Play, source: str, number: int) -> int:
        """How much these Spoils allow: the narrowest that fit are used first."""
        effect = play.book.card(source).spoils[number]
        choices = effect.attempts(play.book, play.state)
        return sum(1 for choice in choices if effect.refuse(play.book, play.state, choice) is None)
