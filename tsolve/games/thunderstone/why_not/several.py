"""Questions about doing a thing more than once: several purchases in one visit, several cards destroyed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial

from msgspec.structs import replace

from tsolve.cardkit.tasks import Reason
from tsolve.contract.changes import together
from tsolve.games.thunderstone import actions
from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.changes import card_change, table_change, with_stock
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn.village import for_sale, layout, left_of
from tsolve.games.thunderstone.why_not import obstacles as standing
from tsolve.games.thunderstone.why_not.obstacles import TurnObstacle
from tsolve.games.thunderstone.why_not.question import Moves
from tsolve.games.thunderstone.why_not.steps import WrittenStep, first_legal
from tsolve.games.thunderstone.why_not.visits import VisitStep, effects, pays
from tsolve.games.thunderstone.why_not.world import World
from tsolve.rules.ruleset import Ruleset
from tsolve.source.tree import joined


class BuySeveral(VisitStep):
    """Whether one visit can buy all these cards, or so many of any. (TS-4.4)"""

    quantities = ("gold",)

    def __init__(self, text: str, cards: tuple[str, ...], number: int) -> None:
        self.text, self.cards, self.number = text, Counter(cards), number

    def asked_of_village(self, world: World) -> list[str]:
        return list(self.cards)

    def counts(self, state: State) -> bool:
        return state.purchases >= self.number

    def moves(self, world: World) -> Moves:
        asked = {*self.cards, *(cover for card in self.cards for cover in _above(world, card))}

        def moves(game: Thunderstone, state: State) -> Iterator[Action]:
            yield from effects(game, state)
            if state.step == "buying":
                for card in asked or for_sale(game.book, state):
                    buy = actions.Buy(card)
                    if game.why_not(state, buy) is None:
                        yield buy

        return moves

    def wanted(self, world: World, state: State) -> Action | None:
        if state.step != "buying":
            return None
        bought = Counter(state.tally.gained) - Counter(world.state.tally.gained)
        missing = self.cards - bought
        more = self.number - bought.total() if not self.cards else missing.total()
        if more != 1:
            return None
        tried = missing or Counter(for_sale(world.game.book, state))
        return first_legal(world.game, state, map(actions.Buy, tried))

    def plain(self, world: World, state: State) -> Action:
        return actions.Buy(next(iter(self.cards), ""))

    def may_help(self, world: World, card: Card) -> bool:
        return self.place_is_open(world) and pays(card)

    def in_the_way(self, world: World) -> Iterator[TurnObstacle]:
        yield from standing.other_turn(world, "village")
        cards, state = world.cards, world.state
        for card, copies in self.cards.items():
            left = left_of(state, card)
            if left < copies and self.place_is_open(world):
                sold_out = partial(_sold_out, cards[card].name, left)
                yield TurnObstacle(f"stock {card}", ("TS-1.4",), with_stock(card, copies), sold_out)
        needed = self.number
        if state.purchases < needed:
            more = table_change(lambda state: replace(state, purchases=needed))
            yield TurnObstacle("purchases", ("TS-4.4",), more, lambda: self._say_purchases(world))
        priced = list(self.cards) or for_sale(world.game.book, state)
        free = together(*(card_change(card, lambda each: replace(each, cost=0)) for card in priced))
        yield TurnObstacle(
            "cost",
            ("TS-4.4", *(f"card.{card}" for card in self.cards)),
            free,
            lambda: f"{self._say_cost(world)}; the most gold for that is {self.most_at(world, 'gold')}",
            made_up_by=("gold",),
            in_short=lambda: f"the most gold is {self.most_at(world, 'gold')}",
        )

    def refusal(self, world: World) -> Reason:
        """What the purchases take; that one buys after the effects would explain nothing."""
        if not self.place_is_open(world) or world.state.stock is None:
            return super().refusal(world)
        told = self._say_cost(world) if self.cards else "only effects give more than one"
        return f"that takes {self.number} purchases, and {told}", ("TS-4.4",)

    def _say_purchases(self, world: World) -> str:
        return f"that takes {self.number} purchases; the maximum is {self.most_at(world, 'purchases')}"

    def _say_cost(self, world: World) -> str:
        if not self.cards:
            costs = sorted(
                world.cards[card].cost or 0
                for card in for_sale(world.game.book, world.state)
                for _ in range(left_of(world.state, card))
            )
            return f"the {self.number} cheapest cards cost {sum(costs[: self.number])}"
        names = [
            f"{n} x {world.cards[card].name}" if n > 1 else world.cards[card].name
            for card, n in self.cards.items()
        ]
        cost = sum((world.cards[card].cost or 0) * n for card, n in self.cards.items())
        return f"{joined(names)} cost {cost}"


def _sold_out(name: str, left: int) -> str:
    return f"the Village has {left or 'no'} {name}"


def _above(world: World, card: str) -> Iterable[str]:
    """The cards that lie above it in its stack."""
    above = layout(world.game.book, world.state).above.get(card, ()) if world.state.stock is not None else ()
    return [each for each in above if left_of(world.state, each)]


def _destroyed(state: State) -> int:
    return len(state.tally.destroyed) + state.tally.diseases_destroyed


class Repeated(WrittenStep):
    """Whether a written action can be done so many times in one turn."""

    def __init__(self, text: str, times: int, ruleset: Ruleset[Card], world: World) -> None:
        """A `text` that is only a verb means any card of the hand."""
        self.any_card = " " not in text
        held = (member.card for member in world.state.party if not member.left)
        first = next(held, "") if self.any_card else ""
        super().__init__(f"{text} {ruleset.cards[first].name}" if first else text, ruleset, world)
        self.text, self.times = text, times

    def _done(self, world: World, state: State) -> int:
        if self.any_card:
            return _destroyed(state) - _destroyed(world.state)
        return self._count(state) - self._count(world.state) if self._count is not None else 0

    def wanted(self, world: World, state: State) -> Action | None:
        if self._done(world, state) < self.times - 1:
            return None
        if self.any_card:
            legal = world.rules.asking.legal_actions(state)
            return next((action for action in legal if isinstance(action, actions.Destroy)), None)
        return super().wanted(world, state)

    def has_come(self, world: World, state: State) -> bool:
        return self._done(world, state) >= self.times

    def refusal(self, world: World) -> Reason:
        if world.state.turn == "rest":
            return "a rest destroys one card at most, and no card is used in it", ("TS-5.1",)
        return "the turn does that less often", ("TS-7.2",)
