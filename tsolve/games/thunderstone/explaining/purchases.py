"""Questions about buying: in the Village, after any cards that lie above, or by Spoils."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from tsolve.engine.explore import Arrival
from tsolve.games.thunderstone import actions
from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.effects.spoils import BuySpoils
from tsolve.games.thunderstone.explaining import obstacles as standing
from tsolve.games.thunderstone.explaining.obstacles import Obstacle
from tsolve.games.thunderstone.explaining.steps import first_legal
from tsolve.games.thunderstone.explaining.visits import (
    NO_VILLAGE,
    VisitStep,
    all_of,
    effects,
    elsewhere,
    pays,
)
from tsolve.games.thunderstone.explaining.walk import Moves
from tsolve.games.thunderstone.explaining.world import World, card_change, state_change, with_stock
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn.market import layout, left_of
from tsolve.source.words import joined


class BuyStep(VisitStep):
    """Whether the card can be bought: in the Village, or by Spoils where the turn is in the Dungeon.

    The cards above it in its stack may be bought first, each with a purchase of its own. (TS-4.4)
    """

    quantities = ("gold",)

    def __init__(self, text: str, card: str) -> None:
        self.text, self.card = text, card

    def enter(self, world: World) -> Arrival[State, Action] | None:
        return Arrival(world.state) if self._spoils_may_buy(world) else super().enter(world)

    def moves(self, world: World) -> Moves:
        if self._spoils_may_buy(world):
            return Thunderstone.legal_actions
        bare = tuple(actions.Buy(cover) for cover in _above(world, self.card))

        def moves(game: Thunderstone, state: State) -> Iterator[Action]:
            yield from effects(game, state)
            if state.step == "buying":
                yield from (buy for buy in bare if game.why_not(state, buy) is None)

        return moves

    def wanted(self, world: World, state: State) -> Action | None:
        return first_legal(world.game, state, iter((actions.Buy(self.card),)))

    def plain(self, world: World, state: State) -> Action:
        return actions.Buy(self.card)

    def may_help(self, world: World, card: Card) -> bool:
        if world.state.turn == "dungeon":  # for the victory, for its Spoils, or for the gold
            return self._spoils_may_buy(world) or any(isinstance(each, BuySpoils) for each in card.spoils)
        return pays(card)

    def obstacles(self, world: World) -> Iterator[Obstacle]:
        card, name = self.card, world.cards[self.card].name
        cost = world.cards[card].cost or 0
        yield from elsewhere(world, [card])
        if not left_of(world.state, card) and self.place_is_open(world):
            sold_out = (
                f"the Village has no {name} left"
                if card in world.state.stalls
                else f"the Village does not sell {name}"
            )
            kept = NO_VILLAGE if world.state.stock is None else sold_out
            yield Obstacle("stock", ("TS-1.4",), state_change(with_stock(card, 1)), lambda: kept)
        covers = _above(world, card)
        if covers:
            bared = partial(all_of, tuple(state_change(with_stock(each, 0)) for each in covers))
            yield Obstacle("above", ("TS-4.4", "TS-2.2"), bared, partial(self._say_above, world, covers))
        needed = 1 + sum(left_of(world.state, each) for each in covers)
        if world.state.purchases < needed:
            more = state_change(lambda state: replace(state, purchases=needed))
            yield Obstacle("purchases", ("TS-4.4",), more, partial(self._say_purchases, world, needed))
        yield Obstacle(
            "cost",
            (f"card.{card}", "TS-4.4"),
            card_change(card, lambda each: replace(each, cost=0)),
            lambda: f"{name} costs {cost}; the most gold is {self.most_at(world, 'gold')}",
            made_up_by=("gold",),
            in_short=lambda: f"it costs {cost}, the most gold is {self.most_at(world, 'gold')}",
        )

    def _say_above(self, world: World, covers: list[str]) -> str:
        facts, counts = world.cards, [left_of(world.state, each) for each in covers]
        lying = [
            f"{n} x {facts[each].name}" if n > 1 else facts[each].name
            for n, each in zip(counts, covers, strict=True)
        ]
        lies = "lies" if sum(counts) == 1 else "lie"
        costs = (n * (facts[each].cost or 0) for n, each in zip(counts, covers, strict=True))
        whole = sum(costs) + (facts[self.card].cost or 0)
        return f"{joined(lying)} {lies} above {facts[self.card].name}; together they cost {whole}"

    def _say_purchases(self, world: World, needed: int) -> str:
        most = self.most_at(world, "purchases")
        if needed == 1:
            return "you have no purchase left"
        return f"it takes {needed} purchases; the most is {most}"

    def _spoils_may_buy(self, world: World) -> bool:
        if world.state.turn != "dungeon":
            return False
        met = (*standing.owned(world), *(place.card for place in world.state.standing))
        facts = (world.cards[card] for card in met if card in world.cards)
        return any(isinstance(spoils, BuySpoils) for card in facts for spoils in card.spoils)


def _above(world: World, card: str) -> list[str]:
    """The cards that lie above this one in its stack, were it there."""
    state = with_stock(card, max(left_of(world.state, card), 1))(world.state)
    if state.stock is None:
        return []
    return [each for each in layout(world.game.book, state).above[card] if left_of(state, each)]
