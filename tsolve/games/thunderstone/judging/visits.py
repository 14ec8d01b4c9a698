"""What a visit to the Village can reach: the most gold, a certain purchase. Every use of effects is tried."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from msgspec.structs import replace

from tsolve.engine.explore import Arrival, explore
from tsolve.engine.protocol import CHANCE, UNKNOWN
from tsolve.games.thunderstone.actions import Action, Buy, Pass, Visit
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.opened import Opened
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn.market import layout, left_of, untold
from tsolve.model.answers import Calculation
from tsolve.model.refusal import Refusal
from tsolve.turns.line import play_line

MOST_POSITIONS = 20_000
"""Positions looked at before giving up."""
_NO_VISIT = "gold is counted in a visit to the Village, and this turn is none: write `turn: village`"


Shop = Arrival[State, Action]
"""A position at the purchases, with the actions that led to it."""


class Shops(NamedTuple):
    """Every position in which the purchases can begin without luck, richest first.

    `open_end` says what was left out, `draws` whether effects may bring cards that cannot be told beforehand.
    """

    found: tuple[Shop, ...]
    open_end: str
    draws: bool


class Riches(NamedTuple):
    """The most gold that a visit can make without luck."""

    gold: int
    calculation: Calculation | None
    open_end: str
    draws: bool


class Purchase(NamedTuple):
    """A way to buy a card, in words; or why there is none without luck."""

    line: tuple[str, ...] | None
    calculation: Calculation | None = None
    reason: str = ""
    rulings: tuple[str, ...] = ()
    open_end: str = ""
    draws: bool = False
    visits: bool = True
    """Whether the turn can be a visit to the Village."""


def richest(opened: Opened) -> Riches:
    """The most gold at hand when the purchases begin."""
    shops = _shops(opened)
    if not shops.found:
        return Riches(0, None, shops.open_end or ("" if shops.draws else _NO_VISIT), shops.draws)
    best = shops.found[0]
    played = play_line(opened, _words(opened, best.line))
    return Riches(best.state.gold, played.answer.calculation, shops.open_end, shops.draws)


def way_to_buy(opened: Opened, card: str) -> Purchase:
    """A line that ends with the purchase of this card, if there is one that needs no luck."""
    if opened.state.stock is None:
        return Purchase(None, open_end=untold(opened.book, card))
    if opened.game.why_not(opened.state, Buy(card)) is None:  # here and now, it may be by Spoils
        words = _words(opened, (Buy(card),))
        return Purchase(words, play_line(opened, words).answer.calculation)
    shops = _shops(opened)
    for shop in sorted(shops.found, key=_sacrifice):
        bought = _purchases(opened.game, shop.state, card)
        if bought and bought[-1] == Buy(card):
            words = _words(opened, (*shop.line, *bought))
            return Purchase(words, play_line(opened, words).answer.calculation)
    refusal = _refusal(opened, shops, card)
    if refusal is None:
        return Purchase(None, open_end=shops.open_end or _NO_VISIT, visits=False)
    if not left_of(opened.state, card):  # then no gold helps
        return Purchase(None, reason=refusal.reason, rulings=refusal.rulings)
    return Purchase(None, None, refusal.reason, refusal.rulings, shops.open_end, shops.draws)


def _purchases(game: Thunderstone, state: State, card: str) -> tuple[Buy, ...]:
    """The purchases on the way to this card, those above it in its stack first, as far as they are legal."""
    covers = layout(game.book, state).above.get(card, ())
    wanted = [*(cover for cover in covers for _ in range(left_of(state, cover))), card]
    bought: list[Buy] = []
    for each in map(Buy, wanted):
        if game.why_not(state, each) is not None:
            break
        state = game.apply(state, each)
        bought.append(each)
    return tuple(bought)


def _refusal(opened: Opened, shops: Shops, card: str) -> Refusal | None:
    """Why the card cannot be bought in the richest shop; None when the turn visits no Village."""
    if shops.found:
        return opened.game.why_not(shops.found[0].state, Buy(card))
    if shops.draws:
        return opened.game.why_not(replace(opened.state, step="buying", todo=()), Buy(card))
    return None if opened.state.turn == "dungeon" else opened.game.why_not(opened.state, Buy(card))


def _shops(opened: Opened) -> Shops:
    game, state = opened.game, opened.state
    line: tuple[Action, ...] = ()
    if state.step == "choose":
        line = (Visit("village"),)
        state = game.apply(state, line[0])
    if state.turn != "village":
        return Shops((), "", False)

    def effects(state: State) -> Iterable[Action]:
        return game.legal_actions(state) if state.step == "effects" else ()

    found: list[Shop] = []
    open_end, draws = "", False
    for number, here in enumerate(explore(game, Arrival(state, line), effects)):
        if number >= MOST_POSITIONS:
            open_end = f"there are more than {MOST_POSITIONS} ways to use the effects"
            break
        if here.state.step == "buying" and not here.state.todo:
            found.append(here)
        elif game.mover(here.state) in (CHANCE, UNKNOWN):
            draws = True
    found.sort(key=lambda shop: (-shop.state.gold, _sacrifice(shop)))
    return Shops(tuple(found), open_end, draws)


def _sacrifice(shop: Shop) -> tuple[int, int]:
    """What it takes to come here: cards destroyed, then actions."""
    return shop.state.tally.lost, len(shop.line)


def _words(opened: Opened, line: tuple[Action, ...]) -> tuple[str, ...]:
    """The line in the game's notation, without the passes that need not be written before a purchase."""
    state, words = opened.state, []
    for action in line:
        if not isinstance(action, Pass) or action is line[-1]:
            words.append(opened.game.notation(state, action))
        state = opened.game.apply(state, action)
    return tuple(words)
