"""What a visit to the Village can reach: the most gold, a certain purchase. Every use of effects is tried."""

from __future__ import annotations

from typing import NamedTuple

from tsolve.engine.protocol import CHANCE, UNKNOWN
from tsolve.games.thunderstone.actions import Action, Buy, Pass, Visit
from tsolve.games.thunderstone.judging.lines import play_line
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.writing.position import Opened
from tsolve.model.answers import Calculation

MOST_POSITIONS = 20_000
"""Positions looked at before giving up."""


class Shop(NamedTuple):
    """A position at the purchases, with the actions that led to it."""

    state: State
    line: tuple[Action, ...]


class Shops(NamedTuple):
    """Every position in which the purchases can begin, richest first; `open_end` says what was left out."""

    found: tuple[Shop, ...]
    open_end: str


class Riches(NamedTuple):
    """The most gold that a visit can make."""

    gold: int
    calculation: Calculation | None
    open_end: str


class Purchase(NamedTuple):
    """A way to buy a card, in words; or why there is none."""

    line: tuple[str, ...] | None
    calculation: Calculation | None = None
    reason: str = ""
    rulings: tuple[str, ...] = ()
    open_end: str = ""


def richest(opened: Opened) -> Riches:
    """The most gold at hand when the purchases begin."""
    shops = _shops(opened)
    if not shops.found:
        return Riches(0, None, shops.open_end)
    best = shops.found[0]
    played = play_line(opened, _words(opened, best.line))
    return Riches(best.state.gold, played.answer.calculation, shops.open_end)


def way_to_buy(opened: Opened, card: str) -> Purchase:
    """A line that ends with the purchase of this card, if there is one."""
    shops = _shops(opened)
    for shop in shops.found:
        if opened.game.why_not(shop.state, Buy(card)) is None:
            words = _words(opened, (*shop.line, Buy(card)))
            return Purchase(words, play_line(opened, words).answer.calculation)
    if shops.open_end or not shops.found:
        return Purchase(None, open_end=shops.open_end or "this is no visit to the Village")
    refusal = opened.game.why_not(shops.found[0].state, Buy(card))
    assert refusal is not None
    return Purchase(None, reason=refusal.reason, rulings=refusal.rulings)


def _shops(opened: Opened) -> Shops:
    game, state = opened.game, opened.state
    line: tuple[Action, ...] = ()
    if state.step == "choose":
        line = (Visit("village"),)
        state = game.apply(state, line[0])
    found: list[Shop] = []
    open_end = ""
    waiting = [Shop(state, line)]
    seen = set()
    while waiting:
        here = waiting.pop()
        key = game.key(here.state)
        if key in seen:
            continue
        seen.add(key)
        if len(seen) > MOST_POSITIONS:
            open_end = f"there are more than {MOST_POSITIONS} ways to use the effects"
            break
        if here.state.step == "buying" and not here.state.todo:
            found.append(here)
        elif game.mover(here.state) in (CHANCE, UNKNOWN):
            open_end = "an effect may draw a card that is not known"
        elif here.state.step == "effects":
            waiting += [
                Shop(game.apply(here.state, action), (*here.line, action))
                for action in game.legal_actions(here.state)
            ]
    found.sort(key=lambda shop: (-shop.state.gold, len(shop.line)))
    return Shops(tuple(found), open_end)


def _words(opened: Opened, line: tuple[Action, ...]) -> tuple[str, ...]:
    """The line in the game's notation, without the passes that need not be written before a purchase."""
    state, words = opened.state, []
    for action in line:
        if not isinstance(action, Pass) or action is line[-1]:
            words.append(opened.game.notation(state, action))
        state = opened.game.apply(state, action)
    return tuple(words)
