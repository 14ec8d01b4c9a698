"""The Village phase: gold, one purchase, the Location, healing, levelling up. (QUEST-4)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.games.quest.actions import (
    NONE,
    TOKENS,
    Action,
    Buy,
    BuyToken,
    BuyTreasure,
    Heal,
    LevelUp,
)
from tsolve.games.quest.turn import levels, tokens
from tsolve.games.quest.turn.attack import gold_of
from tsolve.games.quest.turn.completing import MayRecruit
from tsolve.games.quest.turn.healing import heal, wounds
from tsolve.games.quest.turn.leaving import MayLeave
from tsolve.games.quest.turn.locations import uses_of
from tsolve.games.quest.turn.market import for_sale, in_stacks, take
from tsolve.games.quest.turn.treasures import treasure_for
from tsolve.games.quest.turn.values import cost_of

if TYPE_CHECKING:
    from tsolve.cardkit.game import Reason
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.play import Play
    from tsolve.games.quest.state import State

TREASURE_PRICE = 10
"""Gold for the top Treasure card at the Shop of Wonders. (QUEST-3.6)"""


def sum_gold(play: Play) -> None:
    """The gold is summed; from now on it is what is left of it. (QUEST-4.3, QUEST-4.9)"""
    gold = gold_of(play.book, play.state, play.trace)
    left = gold - play.state.spent_gold
    play.set(gold=left, phase="buying", tally=replace(play.state.tally, gold=gold))


def is_last_step(book: Book, state: State) -> bool:
    """Whether the Village phase ends with this step. (key.location_step)"""
    if state.phase == "visiting":
        return True
    sells = any(uses_of(book, state, location) for location in ("bazaar", "shop_of_wonders"))
    return state.phase == "levelling" and not (sells and book.reads("location_step", "at_the_end"))


def _is_open(book: Book, state: State) -> bool:
    """Whether the Location sells in this step: with the purchase, or at the end. (key.location_step)"""
    return state.phase == "visiting" or book.reads("location_step", "with_purchase")


def attempts(book: Book, state: State) -> Iterator[Action]:
    """What a player might try in the steps after the gold is summed."""
    if state.phase == "buying":
        yield from map(Buy, dict.fromkeys(for_sale(state)))
    if state.phase in ("buying", "visiting"):
        yield from map(BuyToken, TOKENS)
        yield BuyTreasure()
    elif state.phase == "healing":
        yield from wounds(book, state)
    elif state.phase == "levelling":
        for place in state.firsts():
            hero = book.card(state.laid[place].card)
            for into in dict.fromkeys(in_stacks(state)):
                if levels.is_next_level(hero, book.card(into)):
                    yield LevelUp(place, into)


def refuse(book: Book, state: State, action: Action) -> Reason | None:
    """Why an action of these steps is not legal, or None."""
    late = state.phase == "visiting" and not isinstance(action, Buy)
    if isinstance(action, Buy | BuyToken | BuyTreasure) and state.phase != "buying" and not late:
        behind = state.phase in ("healing", "levelling")
        when = "before you heal and level up" if behind else "in the buying step of a Village phase"
        return f"you buy cards and tokens {when}", ("QUEST-4.4",)
    if isinstance(action, Buy):
        return _refuse_card(book, state, action)
    if isinstance(action, BuyToken):
        return _refuse_token(book, state, action)
    if isinstance(action, BuyTreasure):
        return _refuse_treasure(book, state)
    if isinstance(action, Heal):
        return _refuse_healing(book, state, action)
    if isinstance(action, LevelUp):
        if state.phase != "levelling":
            return "you level up Heroes in the last step of a Village phase", ("QUEST-4.12",)
        return levels.refuse(book, state, action)
    return "that is no action of a Village phase", ("QUEST-4.1",)


def _refuse_card(book: Book, state: State, action: Buy) -> Reason | None:
    card = book.card(action.card)
    if state.bought:
        return "you buy one card a turn", ("QUEST-4.4",)
    if state.stacks is not None and action.card not in for_sale(state):
        return f"{card.name} is on top of no stack", ("QUEST-4.4", "QUEST-4.7")
    cost = cost_of(book, state, card)
    if cost > state.gold:
        return f"{card.name} costs {cost} gold, you have {state.gold}", ("QUEST-4.4", card.ruling)
    return None


def _refuse_token(book: Book, state: State, action: BuyToken) -> Reason | None:
    card = book.card(tokens.PRICES[action.token])
    price = card.cost or 0
    uses = uses_of(book, state, "bazaar")
    if not uses:
        return "only the Bazaar sells Gear tokens", ("QUEST-3.5",)
    if not _is_open(book, state):
        return "the Bazaar comes after everything else in the Village", ("QUEST-3.5", "key.location_step")
    if state.served.count("bazaar") >= uses:
        return "you buy one Gear token a visit", ("QUEST-9.5",)
    if (none := tokens.none_left(book, state, action.token)) is not None:
        return none
    if price > state.gold:
        told = f"{tokens.called(action.token)} costs {price} gold, you have {state.gold}"
        return told, ("QUEST-4.5", card.ruling)
    return None


def _refuse_treasure(book: Book, state: State) -> Reason | None:
    uses = uses_of(book, state, "shop_of_wonders")
    if not uses:
        return "only the Shop of Wonders sells Treasure", ("QUEST-3.6",)
    if not _is_open(book, state):
        return (
            "the Shop of Wonders comes after everything else in the Village",
            ("QUEST-3.6", "key.location_step"),
        )
    if state.served.count("shop_of_wonders") >= uses:
        return "you buy one Treasure a visit", ("QUEST-3.6",)
    if not state.treasures:
        return "the Treasure deck is empty", ("QUEST-3.6",)
    if state.gold < TREASURE_PRICE:
        return f"a Treasure costs {TREASURE_PRICE} gold, you have {state.gold}", ("QUEST-3.6",)
    return None


def _refuse_healing(book: Book, state: State, action: Heal) -> Reason | None:
    if state.phase != "healing":
        return "you heal Wounds in the healing step of a Village phase", ("QUEST-4.11",)
    if state.healed > uses_of(book, state, "temple"):
        return "you can heal no more Wounds this turn", ("QUEST-4.11", "QUEST-3.4")
    if action.card == NONE:
        return None if state.me.wounds else ("you have no Wound token", ("QUEST-7.4",))
    laid = state.laid[action.card]
    if laid.gone or not book.card(laid.card).is_wound:
        return f"{book.name(laid.card)} is no Wound in front of you", ("QUEST-7.4",)
    return None


def carry_out(play: Play, action: Action) -> None:
    """Do a legal action of these steps."""
    if isinstance(action, Buy):
        card = play.book.card(action.card)
        cost = cost_of(play.book, play.state, card)
        _pay(play, action.card, cost, ("QUEST-4.4", "QUEST-4.10", card.ruling))
        take(play, action.card)
        play.gain(action.card)
        play.set(bought=True)
        play.push(MayLeave(), MayRecruit(action.card))
    elif isinstance(action, BuyToken):
        card = play.book.card(tokens.PRICES[action.token])
        _pay(play, card.id, card.cost or 0, ("QUEST-4.5", "QUEST-3.5", card.ruling))
        play.tokens(action.token, 1)
        play.set(served=(*play.state.served, "bazaar"))
        if action.token == "potion":
            play.push(tokens.MayDrink())
    elif isinstance(action, BuyTreasure):
        _pay(play, "shop_of_wonders", TREASURE_PRICE, ("QUEST-4.5", "QUEST-3.6"))
        play.set(served=(*play.state.served, "shop_of_wonders"))
        leaving = (MayLeave(),) if play.reads("treasure_purchase", "buys_a_card") else ()
        play.push(treasure_for(play), *leaving)
    elif isinstance(action, Heal):
        play.set(healed=play.state.healed + 1)
        heal(play, action)
    elif isinstance(action, LevelUp):
        price = levels.price_in_village(play.book, play.state, action.hero)
        levels.level_up(play, action, price)
        play.set(levelled=play.state.levelled + 1)


def _pay(play: Play, card: str, price: int, rulings: tuple[str, ...]) -> None:
    before = play.state.gold
    play.set(gold=before - price)
    play.note("buying", card, rulings, "bought", "gold", before, before - price)
