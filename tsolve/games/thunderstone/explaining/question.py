"""What all questions about a Thunderstone turn share."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import partial

from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.explaining.sharing import ADDED
from tsolve.games.thunderstone.explaining.showing import shown
from tsolve.games.thunderstone.explaining.walk import Moves, TurnPursuit
from tsolve.games.thunderstone.explaining.world import World, state_change, with_cards, with_more
from tsolve.games.thunderstone.state import UNSEEN, State
from tsolve.games.thunderstone.turn.market import left_of
from tsolve.model.lines import LineAnswer
from tsolve.turns.why_not.question import Candidate
from tsolve.turns.why_not.question import Question as AnyQuestion

_NAMES = {
    "attack": "Attack",
    "magic": "Magic Attack",
    "light": "Light",
    "strength": "Strength for every Hero",
    "gold": "gold",
    "xp": "XP",
}
_KINDS = ("hero", "village", "basic", "monster")


class Question(AnyQuestion[World, State, Action]):
    """One question about one position."""

    quantity_names = _NAMES

    @abstractmethod
    def moves(self, world: World) -> Moves:
        """The actions of a free step that may help before the thing is done."""

    @abstractmethod
    def is_done(self, world: World, state: State) -> bool | None:
        """Whether it can be done in this position, with no more of the moves; None: that cannot be told."""

    def pursuit(self, world: World) -> TurnPursuit:
        return TurnPursuit(world.game, world.state.active, self.moves(world), partial(self.is_done, world))

    counts_value: bool = True
    """Whether it is asked how great something is, and not only whether the battle is won."""

    def doubt(self, world: World, line: Sequence[Action]) -> str:
        if not any(slot.card == UNSEEN for slot in world.state.hall):
            return ""
        from tsolve.games.thunderstone.planning.unseen_effects import changed_by_unseen, decided_by_unseen

        changes = changed_by_unseen if self.counts_value else decided_by_unseen
        return changes(world.game, world.state, line)

    def may_help(self, world: World, card: Card) -> bool:
        """Whether this card in the hand could matter at all; no is sure."""
        return True

    def symmetry_key(self, world: World, card: Card) -> Hashable:
        """Cards that are alike do the same for it in a hand: one of them is tried for all."""
        return card.id

    def with_more(self, world: World, quantity: str, amount: int) -> World:
        return with_more(quantity, amount)(world)

    def candidates(self, world: World) -> Iterator[Iterator[Candidate[World]]]:
        """Every card that a hand may hold and that could matter: those for sale, then the others."""
        cards = [card for card in world.cards.values() if card.kind in _KINDS and card.id != ADDED]
        helping = [card for card in cards if self.may_help(world, card)]
        helping.sort(key=lambda card: (card.cost is None, card.cost or 0))
        sold = [card for card in helping if left_of(world.state, card.id)]
        others = [card for card in helping if card not in sold]
        for group in (sold, others):
            yield (self._candidate(world, card, group is sold) for card in group)

    def _candidate(self, world: World, card: Card, is_sold: bool) -> Candidate[World]:
        for_sale = None if world.state.stock is None else is_sold
        where = "" if for_sale is None else "in the Village" if for_sale else "not sold here"
        change, key = state_change(with_cards(card.id)), self.symmetry_key(world, card)
        return Candidate(card.name, card.cost, for_sale, where, change, key)

    def shown(
        self, world: World, line: Iterable[Action], drawn: bool = False
    ) -> tuple[LineAnswer, dict[str, str]]:
        return shown(world, line, drawn)
