"""What a line has come to, by name; taken from the position alone, never from text."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from tsolve.games.quest.book import Book
from tsolve.games.quest.state import Laid, State
from tsolve.games.quest.turn.attack import gold_of
from tsolve.games.quest.turn.health import hp_of
from tsolve.games.quest.turn.values import light_of
from tsolve.turns.compared import Fact

CALCULATED = ("physical", "magic", "armor", "resistance", "health", "total", "gold")
"""The facts that a calculation shows."""
_IN_THE_DUNGEON = ("moving", "battle", "spoils", "ending")
_BEFORE_THE_PURCHASES = ("prepare", "temple", "village", "dungeon")


def facts_of(book: Book, state: State) -> Mapping[str, Fact]:
    """Every fact of a position inside a turn. What a battle decides is None before it."""
    state, tally = with_hand_laid_out(state), state.tally
    fought = bool(tally.outcome)
    counted = state.phase in _IN_THE_DUNGEON and bool(state.path)
    return {
        "physical": tally.physical if fought else None,
        "magic": tally.magic if fought else None,
        "armor": tally.armor if fought else None,
        "resistance": tally.resistance if fought else None,
        "health": tally.health if fought else None,
        "total": tally.total if fought else None,
        "gold": gold_of(book, state) if state.phase in _BEFORE_THE_PURCHASES else tally.gold,
        "light": state.budget if counted else light_of(book, state),
        "xp": tally.xp,
        "wounds": tally.wounds,
        "hp": hp_of(book, state),
        "rewards": len(tally.rewards),
        "lost": len(tally.destroyed) + len(tally.tokens),
        "destroyed": tally.destroyed,
        "gained": tally.gained,
    }


def with_hand_laid_out(state: State) -> State:
    """The position with the whole hand in front of the player, if no phase is chosen yet."""
    if state.phase not in ("prepare", "temple"):
        return state
    return replace(state, laid=tuple(map(Laid, state.me.hand or ())))
