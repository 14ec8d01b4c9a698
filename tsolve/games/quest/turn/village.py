"""The Village phase: gold, one purchase, the Location, healing, levelling up; purchases that a text allows
anywhere, and Side Quests completed by what is given away. (QUEST-3, QUEST-4, QUEST-5.27, QUEST-14.1)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.games.quest.actions import (
    AT_LOCATIONS,
    Action,
    Buy,
    BuyToken,
    BuyTreasure,
    Complete,
    Heal,
    LevelUp,
    Pass,
)
from tsolve.games.quest.answers import NONE, PRICES, TOKENS, TREASURE_PRICE, called
from tsolve.games.quest.effects.abilities import BuyCard
from tsolve.games.quest.effects.demands import Deliver
from tsolve.games.quest.state import AFTER_GOLD, CLASSES, Choice, State
from tsolve.games.quest.turn import free, heroes, rewards
from tsolve.games.quest.turn.heroes import heal, wounds
from tsolve.games.quest.turn.market import MayLeave, for_sale, in_stacks, not_on_top, sells, take, uses_of
from tsolve.games.quest.turn.rewards import MayRecruit, complete, phase_of, refuse_late, treasure_for
from tsolve.games.quest.turn.spaces import await_wares
from tsolve.games.quest.turn.values import cost_of, gold_of

if TYPE_CHECKING:
    from tsolve.cardkit.tasks import Reason
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.play import Play
    from tsolve.games.quest.state import Phase


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
        yield from AT_LOCATIONS
    elif state.phase == "healing":
        yield from wounds(book, state)
    elif state.phase == "levelling":
        for place in state.firsts():
            hero = book.card(state.laid[place].card)
            for into in dict.fromkeys(in_stacks(state)):
                if heroes.is_next_level(hero, book.card(into)):
                    yield LevelUp(place, into)


def _refuse_trade(state: State, *steps: Phase) -> Reason | None:
    """Why nothing can be bought now; None in one of these steps."""
    if state.phase in steps:
        return None
    behind = state.phase in ("healing", "levelling")
    when = "before you heal and level up" if behind else "in the buying step of a Village phase"
    return f"you buy cards and tokens {when}", ("QUEST-4.4",)


@free.refuse.register(Buy)
def _refuse_card(action: Buy, book: Book, state: State) -> Reason | None:
    if (reason := _refuse_trade(state, "buying")) is not None:
        return reason
    card = book.card(action.card)
    if state.bought:
        return "you buy one card a turn", ("QUEST-4.4",)
    if state.stacks is not None and action.card not in for_sale(state):
        return not_on_top(state, card)
    if action.on_deck:
        return f"{card.name} goes to your discard pile, no text puts it on the deck", ("QUEST-4.4",)
    cost = cost_of(book, state, card)
    if cost > state.gold:
        return f"{card.name} costs {cost} gold, you have {state.gold}", ("QUEST-4.4", card.ruling)
    return None


@free.refuse.register(BuyToken)
def _refuse_token(action: BuyToken, book: Book, state: State) -> Reason | None:
    if (reason := _refuse_trade(state, "buying", "visiting")) is not None:
        return reason
    card = book.card(PRICES[action.token])
    price = card.cost or 0
    uses = uses_of(book, state, "bazaar")
    if not uses:
        return "only the Bazaar sells Gear tokens", ("QUEST-3.5",)
    if not _is_open(book, state):
        return "the Bazaar comes after everything else in the Village", ("QUEST-3.5", "key.location_step")
    if state.served.count("bazaar") >= uses:
        return "you buy one Gear token a visit", ("QUEST-9.5",)
    if (none := rewards.none_left(book, state, action.token)) is not None:
        return none
    if price > state.gold:
        text = f"{called(action.token)} costs {price} gold, you have {state.gold}"
        return text, ("QUEST-4.5", card.ruling)
    return None


@free.refuse.register(BuyTreasure)
def _refuse_treasure(_: BuyTreasure, book: Book, state: State) -> Reason | None:
    if (reason := _refuse_trade(state, "buying", "visiting")) is not None:
        return reason
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


@free.refuse.register(Heal)
def _refuse_healing(action: Heal, book: Book, state: State) -> Reason | None:
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


@free.refuse.register(LevelUp)
def _refuse_level(action: LevelUp, book: Book, state: State) -> Reason | None:
    if state.phase != "levelling":
        return "you level up Heroes in the last step of a Village phase", ("QUEST-4.12",)
    return heroes.refuse(book, state, action)


@free.carry_out.register(Buy)
def _buy(action: Buy, play: Play) -> None:
    card = play.book.card(action.card)
    cost = cost_of(play.book, play.state, card)
    _pay(play, action.card, cost, ("QUEST-4.4", "QUEST-4.10", card.ruling))
    take(play, action.card)
    play.gain(action.card)
    play.set(bought=True)
    play.push(MayLeave(), MayRecruit(action.card))


@free.carry_out.register(BuyToken)
def _buy_token(action: BuyToken, play: Play) -> None:
    card = play.book.card(PRICES[action.token])
    _pay(play, card.id, card.cost or 0, ("QUEST-4.5", "QUEST-3.5", card.ruling))
    play.tokens(action.token, 1)
    play.set(served=(*play.state.served, "bazaar"))
    if action.token == "potion":
        play.push(rewards.MayDrink())


@free.carry_out.register(BuyTreasure)
def _buy_treasure(_: BuyTreasure, play: Play) -> None:
    _pay(play, "shop_of_wonders", TREASURE_PRICE, ("QUEST-4.5", "QUEST-3.6"))
    play.set(served=(*play.state.served, "shop_of_wonders"))
    leaving = (MayLeave(),) if play.reads("treasure_purchase", "buys_a_card") else ()
    play.push(treasure_for(play), *leaving)


@free.carry_out.register(Heal)
def _heal(action: Heal, play: Play) -> None:
    play.set(healed=play.state.healed + 1)
    heal(play, action)


@free.carry_out.register(LevelUp)
def _level_up(action: LevelUp, play: Play) -> None:
    price = heroes.price_in_village(play.book, play.state, action.hero)
    heroes.level_up(play, action, price)
    play.set(levelled=play.state.levelled + 1)
    if play.state.levelled < heroes.most(play.book, play.state):
        await_wares(play, CLASSES)


def _pay(play: Play, card: str, price: int, rulings: tuple[str, ...]) -> None:
    before = play.state.gold
    play.set(gold=before - price)
    play.note("buying", card, rulings, "bought", "gold", before, before - price)


class MayBuy(Choice, frozen=True):
    """One card of these sorts may be bought."""

    asks = "buy a card, or pass"
    effect: BuyCard
    ruling: str

    def options(self, book: Book, state: State) -> list[Action]:
        gold = gold_left(book, state) + self.effect.more_gold
        cards = [
            card
            for card in dict.fromkeys(for_sale(state))
            if cost_of(book, state, book.card(card)) <= gold and sells(book, self.effect, book.card(card))
        ]
        found: list[Action] = [*map(Buy, cards)]
        if self.effect.on_deck:
            found += [Buy(card, on_deck=True) for card in cards]
        return [*found, Pass()]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return _allowed_by(state), self.ruling

    def refuse(self, book: Book, state: State, action: Action) -> Reason:
        if not isinstance(action, Buy):
            return super().refuse(book, state, action)
        card, rulings = book.card(action.card), self.rulings_for(book, state)
        if action.card not in for_sale(state):
            reason, why = not_on_top(state, card)
            return reason, (*why, *rulings)
        if not sells(book, self.effect, card):
            return f"{card.name} is not {' or '.join(self.effect.sorts)}", rulings
        cost, gold = cost_of(book, state, card), gold_left(book, state) + self.effect.more_gold
        if cost > gold:
            return f"{card.name} costs {cost} gold, you have {gold}", ("QUEST-4.4", *rulings, card.ruling)
        return super().refuse(book, state, action)

    def answer(self, play: Play, action: Action) -> None:
        if not isinstance(action, Buy):
            return
        price = max(cost_of(play.book, play.state, play.book.card(action.card)) - self.effect.more_gold, 0)
        _pay_by_text(play, action.card, price, self.ruling)
        take(play, action.card)
        play.gain(action.card, action.on_deck)
        play.push(MayLeave(), *(() if action.on_deck else (MayRecruit(action.card),)))


class MayBuyGear(Choice, frozen=True):
    """Gear tokens may be bought, one after the other."""

    asks = "buy a Gear token, or pass"
    left: int
    ruling: str

    def options(self, book: Book, state: State) -> list[Action]:
        gold = gold_left(book, state)
        prices = {token: book.card(PRICES[token]).cost or 0 for token in TOKENS}
        left = (token for token in TOKENS if rewards.none_left(book, state, token) is None)
        return [*(BuyToken(token) for token in left if prices[token] <= gold), Pass()]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return "QUEST-9.5", self.ruling

    def refuse(self, book: Book, state: State, action: Action) -> Reason:
        if not isinstance(action, BuyToken):
            return super().refuse(book, state, action)
        if (none := rewards.none_left(book, state, action.token)) is not None:
            return none
        card = book.card(PRICES[action.token])
        gold = gold_left(book, state)
        text = f"{called(action.token)} costs {card.cost or 0} gold, you have {gold}"
        return text, (*self.rulings_for(book, state), card.ruling)

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, BuyToken):
            card = play.book.card(PRICES[action.token])
            _pay_by_text(play, card.id, card.cost or 0, self.ruling)
            play.tokens(action.token, 1)
            if self.left > 1:
                play.push(MayBuyGear(self.left - 1, self.ruling))


def gold_left(book: Book, state: State) -> int:
    """The gold that may be spent now: in the Village what was summed, as far as it is left. (QUEST-4.3)"""
    return state.gold if state.phase in AFTER_GOLD else gold_of(book, state) - state.spent_gold


def _pay_by_text(play: Play, card: str, price: int, ruling: str) -> None:
    before = gold_left(play.book, play.state)
    if play.state.phase in AFTER_GOLD:
        play.set(gold=before - price)
    else:
        play.set(spent_gold=play.state.spent_gold + price)
    rulings = _allowed_by(play.state), ruling
    play.note("buying", card, rulings, "bought", "gold", before, before - price)


def _allowed_by(state: State) -> str:
    """The rule that lets abilities be used now."""
    return {"village": "QUEST-4.2", "dungeon": "QUEST-5.2"}.get(phase_of(state), "QUEST-5.27")


def _aim(book: Book, state: State) -> Deliver | None:
    me = state.me
    aim = book.card(me.quest).aim if me.quest and not me.completed else None
    return aim if isinstance(aim, Deliver) else None


def deliveries(book: Book, state: State) -> Iterator[Complete]:
    """Every Item and Hero that might be given away; of equal cards one each."""
    aim = _aim(book, state)
    if aim is None:
        return
    mine = {place: book.card(state.laid[place].card) for place in state.firsts()}
    cards = {place: card for place, card in mine.items() if not card.shields("discard")}
    items = [place for place, card in cards.items() if card.kind == "item" and aim.word in card.name.split()]
    heroes = [
        place for place, card in cards.items() if card.kind == "hero" and (card.level or 0) >= aim.level
    ]
    yield from (Complete(item, hero) for item in items for hero in heroes)


@free.refuse.register(Complete)
def _refuse_delivery(action: Complete, book: Book, state: State) -> Reason | None:
    """Why the Side Quest cannot be completed in this way, or None."""
    aim = _aim(book, state)
    if aim is None:
        return "no Side Quest of yours asks for that", ("QUEST-14.1",)
    rulings = ("QUEST-14.1", f"card.{state.me.quest}")
    late = refuse_late(book, state, ("village",))
    if late is not None:
        return late
    if phase_of(state) != "village":
        return "it is completed in a Village phase", rulings
    if action not in deliveries(book, state):
        return "it takes another Item or another Hero", rulings
    if not all(map(state.me.tokens, TOKENS)):
        return "it takes one Gear token of each kind", rulings
    left = gold_left(book, state)
    return None if left >= aim.gold else (f"it takes {aim.gold} gold, you have {left}", rulings)


@free.carry_out.register(Complete)
def _deliver(action: Complete, play: Play) -> None:
    """Pay the gold, give away the rest, and complete the Side Quest.

    The gold is paid before the cards leave, so that their own gold pays, too.
    """
    aim = _aim(play.book, play.state)
    assert aim is not None
    left = gold_left(play.book, play.state) - aim.gold
    for token in TOKENS:
        play.tokens(token, -1)
    for place in (action.item, action.hero):
        play.discard(place)
    if play.state.phase == "village":
        play.set(spent_gold=max(gold_of(play.book, play.state) - left, 0))
    else:
        play.set(gold=left)
    complete(play)
