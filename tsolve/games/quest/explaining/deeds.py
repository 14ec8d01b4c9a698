"""Whether a room can be entered, a card be bought, a Hero level up, a Weapon be wielded in a turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import ClassVar

from tsolve.engine.explore import Arrival
from tsolve.games.quest.actions import (
    Action,
    Battle,
    Buy,
    BuyToken,
    BuyTreasure,
    Enter,
    Give,
    Heal,
    LevelUp,
    Move,
    PutOnDeck,
)
from tsolve.games.quest.explaining.obstacles import Obstacle, in_village, requires_skill, too_dark
from tsolve.games.quest.explaining.worlds import (
    PLENTY,
    at_location,
    in_dungeon,
    sold,
    turn_not_begun,
    with_gold,
    with_light,
    with_skill,
    with_stack,
    with_xp,
)
from tsolve.games.quest.judging.movement import bears_on_movement, light_needed, untold_way
from tsolve.games.quest.judging.visits import most_gold
from tsolve.games.quest.opened import Opened
from tsolve.games.quest.planning.visits import has_abilities
from tsolve.games.quest.state import State
from tsolve.games.quest.turn.levels import price_in_village
from tsolve.games.quest.turn.locations import uses_of
from tsolve.games.quest.turn.market import for_sale, in_stacks
from tsolve.games.quest.turn.tokens import PRICES, called
from tsolve.games.quest.turn.village import TREASURE_PRICE
from tsolve.model.lines import LineAnswer
from tsolve.turns.why_not.certainty import is_possible
from tsolve.turns.why_not.question import ActionQuestion, Candidate, Sought
from tsolve.turns.why_not.step import (
    TurnPursuit,
    legal_as_written,
    line_to_step,
    refused_at_once,
    refused_in_the_end,
)
from tsolve.turns.written import Reason

_QUANTITIES: dict[type, tuple[str, ...]] = {
    Move: ("light",),
    Buy: ("gold",),
    BuyToken: ("gold",),
    BuyTreasure: ("gold",),
    LevelUp: ("xp",),
    Give: ("skill",),
}
"""What may be missing for an action."""
_AFTER_THE_GOLD = (Enter, Buy, BuyToken, BuyTreasure, Heal, LevelUp, PutOnDeck)
"""Steps that bring no gold and no XP."""
_MORE = {"light": with_light, "gold": with_gold, "xp": with_xp, "skill": with_skill}


class Deed(ActionQuestion[Opened, State, Action]):
    """Whether an action is legal at some time of the turn."""

    tries_every_card: ClassVar[bool] = False  # only those for sale
    quantity_names: ClassVar[Mapping[str, str]] = {
        "light": "Light",
        "gold": "gold",
        "xp": "XP",
        "skill": "Skill for every Hero",
    }

    def __init__(self, text: str, action: Action) -> None:
        """`action` is what the text means in the position as it stands."""
        self.text, self.action = text, action
        self.quantities = _QUANTITIES.get(type(action), ())

    def enter(self, world: Opened) -> Arrival[State, Action]:
        return Arrival(world.state)

    def pursuit(self, world: Opened) -> TurnPursuit[State, Action]:
        return _Pursuit(world, self)

    def seek(self, world: Opened) -> Sought[Action]:
        return super().seek(world) if self.not_yet(world) else Sought(())

    def wanted(self, world: Opened, state: State) -> Action | None:
        begun = state.phase != "prepare" or state.todo
        return legal_as_written(world, self.text, state) if begun else None

    def not_yet(self, world: Opened) -> Reason | None:
        return refused_at_once(world, self.text)

    def may_help(self, world: Opened, state: State, action: Action) -> bool:
        """Whether an action can make the one asked for possible."""
        if state.todo:
            return True
        match self.action, action:
            case Move(), _:
                return bears_on_movement(world, state, action)
            case Give(), _:
                return not isinstance(action, Move | Battle)
            case Buy(), PutOnDeck():  # for those who draw the cards again
                return has_abilities(world.book, state)
            case Buy() | BuyToken() | BuyTreasure() | LevelUp(), _:
                return not isinstance(action, _AFTER_THE_GOLD)
        return True

    def unknown(self, world: Opened) -> tuple[str, ...]:
        room = [self.action.room] if isinstance(self.action, Move) else []
        untold = untold_way(world.book, world.state, room)
        return (untold,) if untold else ()

    # why it cannot be done

    def could_be(self, world: Opened) -> bool:
        """Whether it is possible, or would be if nothing of the position stood in the way."""
        for obstacle in self.obstacles(world):
            world = obstacle.change(world)
        return is_possible(self, world)

    def refusal(self, world: Opened) -> Reason:
        return refused_in_the_end(world, self.text)

    def obstacles(self, world: Opened) -> Iterator[Obstacle]:
        match self.action:
            case Move(room):
                yield from in_village(world)
                yield from too_dark(world, [room])
            case Give(card):
                yield from in_village(world)
                yield from requires_skill(world, [self._called(world, card)])
            case Buy(card):
                yield from _in_dungeon(world)
                yield from _not_sold(world, card, for_sale(world.state), "QUEST-4.4")
                yield from _price(world, card)
            case BuyToken(token):
                price = world.book.card(PRICES[token])
                yield from _in_dungeon(world)
                yield from _sold_elsewhere(world, "bazaar", f"{called(token)} is", "QUEST-3.5")
                yield _cost(world, called(token), price.cost or 0, (price.ruling, "QUEST-4.5"))
            case BuyTreasure():
                yield from _in_dungeon(world)
                yield from _sold_elsewhere(world, "shop_of_wonders", "Treasure is", "QUEST-3.6")
                yield _cost(world, "a Treasure", TREASURE_PRICE, ("QUEST-3.6",))
            case LevelUp(hero, into):
                yield from _in_dungeon(world)
                yield from _not_sold(world, into, list(in_stacks(world.state)), "QUEST-8.4")
                yield from _level(world, hero, into)

    def _called(self, world: Opened, place: int) -> str:
        """The card that is given, which may still be in the hand."""
        hand = [laid.card for laid in world.state.laid] or list(world.state.me.hand or ())
        return hand[place]

    # what would make it possible, and how it is told

    def asks(self, world: Opened, quantity: str) -> bool:
        if isinstance(self.action, Move):
            return bool(light_needed(world.book, world.state).get(self.action.room))
        return True

    def with_more(self, world: Opened, quantity: str, amount: int) -> Opened:
        return _MORE[quantity](amount)(world)

    def candidates(self, world: Opened) -> Iterator[Iterable[Candidate[Opened]]] | None:
        return sold(world) if isinstance(self.action, Move | Give) else None

    def shown(
        self, world: Opened, line: Iterable[Action], drawn: bool = False
    ) -> tuple[LineAnswer, dict[str, str]]:
        return line_to_step(world, self.text, line, drawn)


class _Pursuit(TurnPursuit[State, Action]):
    """A turn of which only the actions are tried that may help."""

    def __init__(self, world: Opened, deed: Deed) -> None:
        super().__init__(world, lambda state: deed.wanted(world, state) is not None)
        self.world, self.deed = world, deed

    def moves(self, state: State) -> Iterator[Action]:
        for action in super().moves(state):
            if self.deed.may_help(self.world, state, action):
                yield action


def _in_dungeon(world: Opened) -> Iterator[Obstacle]:
    """The turn is in a Dungeon phase. (QUEST-3.1)"""
    if in_dungeon(world) and world.table is not None:
        says = "this turn is in the Dungeon, and only a Village phase has that step"
        yield Obstacle("phase", ("QUEST-3.1",), turn_not_begun, lambda: says, is_final=True)


def _not_sold(world: Opened, card: str, there: list[str], ruling: str) -> Iterator[Obstacle]:
    """The card is in no stack, or not on top of one. (QUEST-4.4, QUEST-8.4)"""
    if world.state.stacks is None or card in there:
        return
    name = world.book.name(card)
    below = card in in_stacks(world.state)
    says = f"{name} lies below other cards of its stack" if below else f"no {name} is in the Village"
    yield Obstacle("stock", (ruling, f"card.{card}"), with_stack(card), lambda: says)


def _price(world: Opened, card: str) -> Iterator[Obstacle]:
    """It costs gold. (QUEST-4.4)"""
    facts = world.book.card(card)
    if facts.cost:
        yield _cost(world, facts.name, facts.cost, (facts.ruling, "QUEST-4.4"))


def _cost(world: Opened, name: str, gold: int, rulings: tuple[str, ...]) -> Obstacle:
    def beside() -> str:
        most = most_gold(world)
        return "" if most is None else f", you have {most}"

    return Obstacle(
        "cost",
        rulings,
        with_gold(PLENTY),
        lambda: f"{name} costs {gold} gold{beside()}",
        is_aim=True,
        made_up_by=("gold",),
        in_short=lambda: f"it costs {gold} gold{beside()}",
    )


def _sold_elsewhere(world: Opened, location: str, what: str, ruling: str) -> Iterator[Obstacle]:
    """Another Location is visited than that which sells it. (QUEST-3.5, QUEST-3.6)"""
    state, book = world.state, world.book
    if state.phase != "prepare" and state.me.location and not uses_of(book, state, location):
        says = f"{what} sold at the {book.name(location)}"
        yield Obstacle("location", (ruling,), at_location(location), partial(str, says), is_final=True)


def _level(world: Opened, hero: int, into: str) -> Iterator[Obstacle]:
    """It costs XP. (QUEST-8.1)"""
    if hero >= len(world.state.laid):
        return
    book = world.book
    price = price_in_village(book, world.state, hero)
    name = book.name(world.state.laid[hero].card)
    says = f"{name} becomes {book.name(into)} for {price} XP; you have {world.state.me.xp}"
    yield Obstacle(
        "xp",
        ("QUEST-8.1",),
        with_xp(PLENTY),
        partial(str, says),
        is_aim=True,
        made_up_by=("xp",),
        in_short=partial(str, f"it takes {price} XP, you have {world.state.me.xp}"),
    )
