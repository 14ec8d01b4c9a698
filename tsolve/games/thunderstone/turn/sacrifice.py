"""Which cards a player may give up by choice. (TS-7.3, A-18)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone import tasks
from tsolve.games.thunderstone.actions import Action, Destroy
from tsolve.games.thunderstone.state import NONE
from tsolve.games.thunderstone.symmetry import first_of_alike

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.effects.base import Reason
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State


def refuse_sacrifice(
    book: Book, state: State, card: int, discarded: bool = False, own: bool = False
) -> Reason | None:
    """Why this card of the hand may not be destroyed (or `discarded`) for another card's effect, or for its
    `own`; None where it may.

    A card of which an ability was used may not be destroyed, but it may be discarded. (A-18)
    """
    member = state.party[card]
    name = book.name(member.card)
    if member.left:
        return f"{name} has left your hand", ("TS-7.3",)
    if member.owner != NONE and not book.reads("borrowed_hero_as_cost", "allowed"):
        return f"{name} is only borrowed", ("key.borrowed_hero_as_cost", "card.selurin_theurge")
    if own and not discarded and book.reads("used_card_as_cost", "never"):
        return f"you are using {name} itself", ("key.used_card_as_cost", "TS-7.3")
    if member.serving and not own:
        return f"you have used {name} for its own effect", ("TS-7.3",)
    bonus = member.strength or member.attack or member.magic or member.light
    if (member.engaged or bonus) and not book.reads("prepared_card_as_cost", "allowed"):
        return f"{name} is already prepared for the battle", ("key.prepared_card_as_cost", "TS-7.3")
    if member.used and not (discarded or own) and not book.reads("used_card_as_cost", "any"):
        return f"you have used an ability of {name} this turn", ("key.used_card_as_cost", "TS-7.3")
    return None


class ChooseSacrifice(tasks.Task, frozen=True):
    """The active player destroys one card of the hand; the card that asks for it may be chosen itself
    (A-18).
    """

    asks = "destroy a card of your hand"
    source: int

    def mover(self, book: Book, state: State) -> int:
        return state.active if self._choices(book, state) else tasks.ENGINE

    def run(self, play: Play) -> None:
        source = play.state.party[self.source].card
        play.note("effect", source, ("TS-18.3", f"card.{source}"), "no card can be destroyed")

    def options(self, book: Book, state: State) -> list[Action]:
        return [Destroy(index) for index in self._choices(book, state)]

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Destroy)
        source = play.state.party[self.source].card
        play.destroy(action.card)
        play.note("effect", action.card, (f"card.{source}", "TS-7.3"), "destroyed")

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return f"card.{state.party[self.source].card}", "key.used_card_as_cost"

    def refuse(self, book: Book, state: State, action: Action) -> Reason:
        reason = None
        if isinstance(action, Destroy) and 0 <= action.card < len(state.party):
            reason = self._refuse_card(book, state, action.card)
        return reason or (f"you must first {self.asks}", self.rulings_for(book, state))

    def _refuse_card(self, book: Book, state: State, card: int) -> Reason | None:
        if (
            card == self.source
            and not state.party[card].left
            and not book.reads("used_card_as_cost", "never")
        ):
            return None
        return refuse_sacrifice(book, state, card)

    def _choices(self, book: Book, state: State) -> list[int]:
        fit = [index for index in range(len(state.party)) if self._refuse_card(book, state, index) is None]
        return first_of_alike(state, fit)
