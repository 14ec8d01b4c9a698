"""What a Village phase can buy. Every Location and every use of abilities and tokens is tried."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import NamedTuple

from tsolve.engine.explore import Arrival, explore
from tsolve.engine.protocol import CHANCE, UNKNOWN
from tsolve.games.quest.actions import Action, Buy, Enter
from tsolve.games.quest.game import Quest
from tsolve.games.quest.judging.unsold import untold
from tsolve.games.quest.judging.words import words_of
from tsolve.games.quest.opened import Opened
from tsolve.games.quest.state import State
from tsolve.model.answers import Calculation
from tsolve.turns.line import play_line

MOST_POSITIONS = 20_000
"""Positions looked at before giving up."""
_DRAWS = "it hangs on cards that you draw"
_NOT_HERE = "no Village phase follows in this turn"


class Purchase(NamedTuple):
    """A way to buy a card, in words; or why there is none; or why that cannot be told."""

    line: tuple[str, ...] | None
    calculation: Calculation | None = None
    reason: str = ""
    rulings: tuple[str, ...] = ()
    open_end: str = ""


def most_gold(opened: Opened) -> int | None:
    """The most gold for purchases without luck; None where there are none, or nobody knows."""
    game = opened.game
    found: list[int] = []
    for number, here in enumerate(explore(game, Arrival(opened.state), partial(_visiting, game))):
        if number >= MOST_POSITIONS or game.mover(here.state) in (CHANCE, UNKNOWN):
            return None
        if here.state.phase == "buying":
            found.append(here.state.gold)
    return max(found, default=None)


def _visiting(game: Quest, here: State) -> Iterable[Action]:
    """What is done in a Village phase."""
    in_village = here.phase in ("prepare", "temple", "village")
    return (each for each in game.legal_actions(here) if in_village and not isinstance(each, Enter))


def way_to_buy(opened: Opened, card: str) -> Purchase:
    """A line that ends with the purchase of this card, if there is one that needs no luck."""
    game, state = opened.game, opened.state
    if (unknown := untold(opened.book, state, Buy(card))) is not None:
        way = way_to_buy(opened.at(unknown.told(state)), card)
        return way if way.line is None else Purchase(None, open_end=unknown.reason)

    richest: State | None = None
    open_end = ""
    for number, here in enumerate(explore(game, Arrival(state), partial(_visiting, game))):
        if number >= MOST_POSITIONS:
            open_end = f"there are more than {MOST_POSITIONS} ways to use abilities and tokens"
            break
        if game.mover(here.state) in (CHANCE, UNKNOWN):
            open_end = _DRAWS
        if game.why_not(here.state, Buy(card)) is None:
            words = words_of(opened, (*here.line, Buy(card)))
            return Purchase(words, play_line(opened, words).answer.calculation)
        if here.state.phase == "buying" and (richest is None or here.state.gold > richest.gold):
            richest = here.state
    if open_end:
        return Purchase(None, open_end=open_end)
    refusal = None if richest is None else game.why_not(richest, Buy(card))
    if refusal is None:
        return Purchase(None, reason=_NOT_HERE, rulings=("QUEST-3.1",))
    return Purchase(None, reason=refusal.reason, rulings=refusal.rulings)
