"""Questions about a visit to the Village: its gold and its XP, a purchase (after buying any cards above, or
by Spoils), a Hero that levels up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Literal

from msgspec.structs import replace

from tsolve.cardkit.piles import contents, has_unknown
from tsolve.cardkit.tasks import Reason
from tsolve.contract.changes import together
from tsolve.engine import Arrival
from tsolve.games.thunderstone import actions
from tsolve.games.thunderstone.actions import Action, Pass, Use, UseTreasure
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.changes import (
    UNDEMANDING,
    TurnChange,
    card_change,
    table_change,
    with_stock,
    without_level_cost,
)
from tsolve.games.thunderstone.effects.spoils import BuySpoils
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.measures import gold_of_spoils
from tsolve.games.thunderstone.planning import card_facts
from tsolve.games.thunderstone.planning.party_bounds import turn_bounds
from tsolve.games.thunderstone.planning.situations import PLACEHOLDER, has_stranger
from tsolve.games.thunderstone.planning.unseen import unseen_of
from tsolve.games.thunderstone.state import UNSEEN, State
from tsolve.games.thunderstone.turn.hall import ANYBODY
from tsolve.games.thunderstone.turn.village import UNTOLD, is_of_type, layout, left_of, next_levels, untold
from tsolve.games.thunderstone.why_not import obstacles as standing
from tsolve.games.thunderstone.why_not.obstacles import TurnObstacle
from tsolve.games.thunderstone.why_not.question import Moves, TurnPursuit
from tsolve.games.thunderstone.why_not.steps import Step, first_legal, places_of
from tsolve.games.thunderstone.why_not.world import World, within_reach
from tsolve.model.plays import LineAnswer
from tsolve.source.tree import joined
from tsolve.worlds.possibility import Most, most_of, possible
from tsolve.worlds.why_not_question import Sought, Walk

NO_VILLAGE = f"{UNTOLD}: write `village: {{NAME: copies}}`"

Held = Literal["gold", "purchases", "xp"]
"""What a visit can spend."""
_STEPS: dict[Held, str] = {"gold": "buying", "purchases": "buying", "xp": "levelling"}
_NAMES: dict[Held, str] = {"gold": "gold", "purchases": "purchases", "xp": "XP"}
_AMOUNTS: dict[Held, Callable[[State], int]] = {
    "gold": lambda state: state.gold,
    "purchases": lambda state: state.purchases,
    "xp": lambda state: state.me.xp,
}


class VisitStep(Step):
    """An action of a visit to the Village, after any of its effects."""

    place = "village"

    def moves(self, world: World) -> Moves:
        return effects

    def amount(self, line: LineAnswer) -> None:
        """None: the number of a line is that of its battle, and a visit has none."""

    def unknown(self, world: World) -> tuple[str, ...]:
        """The unknown Village, if it would be enough that it has a card asked for."""
        cards = self.asked_of_village(world) if world.state.stock is None else ()
        if not cards or possible(self, filled(cards)(world)).verdict == "impossible":
            return ()
        return (untold(world.game.book, cards[0]) if len(cards) == 1 else NO_VILLAGE,)

    def asked_of_village(self, world: World) -> Sequence[str]:
        """The cards of which the Village must hold one."""
        return ()

    def obstacles(self, world: World) -> Iterator[TurnObstacle]:
        """The obstacles that remain if an unknown Village has the cards."""
        if world.state.stock is not None:
            yield from self.in_the_way(world)
            return
        told = filled(self.asked_of_village(world))
        for obstacle in self.in_the_way(told(world)):
            yield obstacle._replace(change=together(told, obstacle.change))

    def in_the_way(self, world: World) -> Iterator[TurnObstacle]:
        """The obstacles if the Village is known."""
        yield from ()

    def place_is_open(self, world: World) -> bool:
        """Whether the turn may visit the Village."""
        return world.state.turn in ("", "village")

    def counts(self, state: State) -> bool:
        """Whether the gold or XP held in a position can be used for what is asked."""
        return True

    def most_at(self, world: World, held: Held) -> Most:
        """The most gold or XP that a visit can have at the step where it counts."""
        position = world
        for obstacle in standing.other_turn(world, "village"):
            position = obstacle.change(position)
        start = position.enter("village")
        assert start is not None
        walk = Walk(TurnPursuit(position.game, position.state.active, effects), start)
        step, amount = _STEPS[held], _AMOUNTS[held]
        there = [here.state for here in walk.positions() if here.state.step == step]
        counted = list(filter(self.counts, there)) or there
        plain = max(map(amount, counted), default=0)
        asking = partial(Savings, "", held)
        return most_of(asking, position, plain, Sought(None, walk.left_out, walk.by_chance), self.most)


def effects(game: Thunderstone, state: State) -> Iterator[Action]:
    """The uses of effects, and the actions that lead on to levelling up."""
    for action in game.legal_actions(state):
        if isinstance(action, Use | UseTreasure) or (
            isinstance(action, Pass) and state.step in ("effects", "buying")
        ):
            yield action


def pays(card: Card) -> bool:
    """Whether a card could change the gold or XP of a visit."""
    return card.gold is not None or any(ability.when == "village" for ability in card.abilities)


def filled(cards: Iterable[str]) -> TurnChange:
    """The Village holds each of these cards."""
    return together(*(with_stock(card, 1) for card in cards))


class LevelStep(VisitStep):
    """Whether the Hero can become that card, or any."""

    quantities = ("xp",)

    def __init__(self, text: str, hero: str, into: str = "") -> None:
        self.text, self.hero, self.into = text, hero, into

    def asked_of_village(self, world: World) -> Sequence[str]:
        return self._following(world)

    def wanted(self, world: World, state: State) -> Action | None:
        return first_legal(world.game, state, self._tried(world, state))

    def counts(self, state: State) -> bool:
        """XP gained by destroying the Hero itself do not count."""
        return any(member.card == self.hero and not member.left for member in state.party)

    def may_help(self, world: World, card: Card) -> bool:
        return self.place_is_open(world) and (card.id == self.hero or pays(card))

    def plain(self, world: World, state: State) -> Action:
        levelling = replace(state, step="levelling")
        return next(self._tried(world, levelling), actions.LevelUp(-1, self.into))

    def is_hopeless(self, world: World) -> bool:
        """Whether no copy of the Hero, held or drawn, becomes that card. (TS-6.1)"""
        return not self._following(world)

    def refusal(self, world: World) -> Reason:
        """What forbids it at the step in which Heroes level up."""
        hero, book = world.cards[self.hero], world.game.book
        if not self._following(world):
            said = f"{hero.name} does not level up"
            said += f" to {book.name(self.into)}" if self.into else ""
            return said, ("TS-6.2" if hero.is_militia else "TS-6.1",)
        return super().refusal(world)

    def in_the_way(self, world: World) -> Iterator[TurnObstacle]:
        hero = world.cards[self.hero]
        following = self._following(world)
        yield from standing.other_turn(world, "village")
        yield from standing.not_in_hand(world, self.hero, "village")
        if following:
            if not any(left_of(world.state, card) for card in following) and self.place_is_open(world):
                name = world.cards[following[0]].name if len(following) == 1 else "Hero of level 1"
                says = f"the Village has no {name} left"
                yield TurnObstacle("stock", ("TS-6.3",), filled(following), lambda: says)
            yield TurnObstacle(
                "xp",
                (hero.ruling, "TS-6.2" if hero.is_militia else "TS-6.1"),
                card_change(self.hero, without_level_cost),
                lambda: (
                    f"{hero.name} needs {hero.level_up_xp} XP; the maximum is {self.most_at(world, 'xp')}"
                ),
                made_up_by=("xp",),
                in_short=lambda: (
                    f"it takes {hero.level_up_xp} XP, the maximum is {self.most_at(world, 'xp')}"
                ),
            )

    def _following(self, world: World) -> list[str]:
        """The cards that the Hero may become, whether the Village has them or not."""
        cards = next_levels(world.game.book, world.state, self.hero)
        if world.cards[self.hero].is_militia and (self.into or not cards):
            cards = sorted(world.game.book.recruits)
        return [card for card in cards if self.into in ("", card)]

    def _tried(self, world: World, state: State) -> Iterator[Action]:
        if state.step == "levelling":
            following = [self.into] if self.into else self._following(world)
            for hero in places_of(state, self.hero):
                yield from (actions.LevelUp(hero, card) for card in following)


class Savings(VisitStep):
    """Whether a visit can raise this much gold for its purchases, or this many XP."""

    def __init__(self, text: str, quantity: Held, at_least: int) -> None:
        self.text, self.quantity, self.at_least = text, quantity, at_least
        self.quantities = () if quantity == "purchases" else (quantity,)
        self.most += at_least

    def wanted(self, world: World, state: State) -> Action | None:
        wanted = 0 if world.content_with_nothing else self.at_least
        if state.step != _STEPS[self.quantity] or _AMOUNTS[self.quantity](state) < wanted:
            return None
        return Pass()

    def plain(self, world: World, state: State) -> Action:
        return Pass()

    def reached(self, world: World) -> str:
        return f"{_NAMES[self.quantity]} {self.most_at(world, self.quantity)}"

    def obstacles(self, world: World) -> Iterator[TurnObstacle]:
        yield from standing.other_turn(world, "village")
        held = self.quantity
        text = _NAMES[held]
        yield TurnObstacle(
            "asked",
            ("TS-4.3",) if self.quantity == "gold" else ("TS-6.1",),
            UNDEMANDING,
            lambda: f"you ask for {self.at_least} {text}; the maximum is {self.most_at(world, held)}",
            is_aim=True,
            made_up_by=self.quantities,
            in_short=lambda: f"the maximum is {self.most_at(world, held)}",
        )

    def may_help(self, world: World, card: Card) -> bool:
        return self.place_is_open(world) and pays(card)


class BuyStep(VisitStep):
    """Whether the card can be bought: in the Village, or by Spoils in a Dungeon turn.

    The cards above it in its stack may be bought first, each with a purchase of its own. (TS-4.4)
    """

    quantities = ("gold",)

    def __init__(self, text: str, card: str) -> None:
        self.text, self.card = text, card

    def asked_of_village(self, world: World) -> Sequence[str]:
        return (self.card,)

    def enter(self, world: World) -> Arrival[State, Action] | None:
        if world.state.stock is not None and not left_of(world.state, self.card):
            return None  # nothing brings a card to the Village
        return Arrival(world.state) if self._spoils_may_buy(world) else super().enter(world)

    def is_hopeless(self, world: World) -> bool:
        """Whether a purchase in the Dungeon is ruled out: no battle can be won, or all gold that may come to
        the hand is too little.
        """
        state, book = world.state, world.game.book
        if state.turn != "dungeon" or state.tally.attacked or has_unknown(state.me.deck):
            return False
        if turn_bounds(world.game, state, ANYBODY).get("win") == 0:
            return True
        enriching = {*book.borrowing, *card_facts.takes(book), *card_facts.trading(book)}
        if not enriching.isdisjoint(within_reach(book, state)):
            return False
        mine = (*(member.card for member in state.party), *contents(state.me.deck), *state.me.discard)
        gold = sum(book.card(card).gold or 0 for card in mine if card in book.cards)
        return gold < (world.cards[self.card].cost or 0)

    def moves(self, world: World) -> Moves:
        if self._spoils_may_buy(world):
            return Thunderstone.legal_actions
        bare = tuple(actions.Buy(cover) for cover in _above(world, self.card))

        def moves(game: Thunderstone, state: State) -> Iterator[Action]:
            yield from effects(game, state)
            if state.step == "buying":
                yield from (buy for buy in bare if game.why_not(state, buy) is None)

        return moves

    def pursuit(self, world: World) -> TurnPursuit:
        return _Shopping(world.game, world.state.active, self.moves(world), partial(self.is_done, world))

    def wanted(self, world: World, state: State) -> Action | None:
        return first_legal(world.game, state, iter((actions.Buy(self.card),)))

    def plain(self, world: World, state: State) -> Action:
        return actions.Buy(self.card)

    def may_help(self, world: World, card: Card) -> bool:
        if world.state.turn == "village":
            return pays(card)
        by_spoils = _sells(card, world.cards[self.card])
        if world.state.turn == "dungeon":  # needed for the victory, for its Spoils, or for the gold
            return self._spoils_may_buy(world) or by_spoils
        return self._spoils_may_buy(world) or by_spoils or pays(card)

    def in_the_way(self, world: World) -> Iterator[TurnObstacle]:
        card, name = self.card, world.cards[self.card].name
        cost = world.cards[card].cost or 0
        by_spoils = self._spoils_may_buy(world)
        for other in standing.other_turn(world, "village"):
            yield self._outside(world, other, by_spoils)
        if not left_of(world.state, card) and (by_spoils or self.place_is_open(world)):
            sold_out = (
                f"the Village has no {name} left"
                if card in world.state.stalls
                else f"the Village does not sell {name}"
            )
            yield TurnObstacle("stock", ("TS-1.4",), with_stock(card, 1), lambda: sold_out)
        covers = _above(world, card)
        if covers:
            bared = together(*(with_stock(each, 0) for each in covers))
            yield TurnObstacle("above", ("TS-4.4", "TS-2.2"), bared, partial(self._say_above, world, covers))
        needed = 1 + sum(left_of(world.state, each) for each in covers)
        if world.state.purchases < needed:
            more = table_change(lambda state: replace(state, purchases=needed))
            yield TurnObstacle("purchases", ("TS-4.4",), more, partial(self._say_purchases, world, needed))
        yield TurnObstacle(
            "cost",
            (f"card.{card}", "TS-4.4"),
            card_change(card, lambda each: replace(each, cost=0)),
            lambda: f"{name} costs {cost}; the most gold is {self._most_gold(world)}",
            made_up_by=("gold",),
            in_short=lambda: f"it costs {cost}, the most gold is {self._most_gold(world)}",
        )

    def _outside(self, world: World, other: TurnObstacle, by_spoils: bool) -> TurnObstacle:
        """The obstacle in a turn without a visit to the Village; in the Dungeon it is the lack of Spoils.
        (TS-14.1)
        """
        if world.state.turn != "dungeon":
            return other
        name, dungeon = world.cards[self.card].name, standing.PLACES["dungeon"]
        spoils = "where only the Spoils of a victory buy" if by_spoils else "and no Spoils here buy"
        return other._replace(
            rulings=(*other.rulings, "TS-14.1"),
            say=lambda: f"this turn {dungeon}, {spoils} {name}",
            is_final=not by_spoils,
        )

    def more(self, quantity: str, amount: int) -> TurnChange:
        """The repair: more gold; in the Dungeon a lower cost instead, since effects may count the cards that
        give gold.
        """
        cheaper = card_change(self.card, lambda card: replace(card, cost=max((card.cost or 0) - amount, 0)))
        usual = super().more(quantity, amount)
        return TurnChange(lambda world: (cheaper if world.state.turn == "dungeon" else usual)(world))

    def _most_gold(self, world: World) -> Most:
        """The most gold for a purchase: of a visit, or of the cards revealed at the Spoils."""
        if not self._spoils_may_buy(world):
            return self.most_at(world, "gold")
        walk = Walk(
            TurnPursuit(world.game, world.state.active, Thunderstone.legal_actions), Arrival(world.state)
        )
        purses = (gold_of_spoils(world.game.book, each.state) for each in walk.positions())
        most = max((each for each in purses if each is not None), default=None)
        return self.most_at(world, "gold") if most is None else Most(most, most)

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
        return f"it takes {needed} purchases; the maximum is {most}"

    def _spoils_may_buy(self, world: World) -> bool:
        """Whether the Spoils of a card that may act, or of an unknown one, may buy the card."""
        state = world.state
        if state.turn not in ("", "dungeon"):
            return False
        book, bought = world.game.book, world.cards[self.card]
        met = (*within_reach(book, state), *(place.card for place in state.standing))
        if has_unknown(state.dungeon) or any(place.card == UNSEEN for place in state.hall):
            sells = (card for card in book.monsters if _sells(world.cards[card], bought))
            met = (*met, *unseen_of(book, state, sells))
        facts = (world.cards[card] for card in (*met, *contents(state.dungeon)) if card in world.cards)
        return has_unknown(state.me.deck) or any(_sells(card, bought) for card in facts)


def _sells(spoiling: Card, card: Card) -> bool:
    """Whether the Spoils of one card may buy the other."""
    bought = (spoils for spoils in spoiling.spoils if isinstance(spoils, BuySpoils))
    return any(is_of_type(card, spoils.type) for spoils in bought)


class _Shopping(TurnPursuit):
    """A turn in which Spoils may allow a purchase, perhaps those of an unknown Monster."""

    def why_open(self, state: State) -> str:
        is_open = not state.tally.attacked and has_stranger(self.game.book, state)
        return PLACEHOLDER if is_open else ""


def _above(world: World, card: str) -> list[str]:
    """The cards that would lie above this one in its stack."""
    state = with_stock(card, max(left_of(world.state, card), 1))(world).state
    if state.stock is None:
        return []
    return [each for each in layout(world.game.book, state).above[card] if left_of(state, each)]
