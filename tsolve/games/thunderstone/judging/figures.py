"""The figures of a line after each step, by name; taken from the trace and the tally, never from text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tsolve.games.thunderstone.judging.calculations import attack_calculation
from tsolve.games.thunderstone.judging.played import Played
from tsolve.games.thunderstone.judging.sentences import departed
from tsolve.games.thunderstone.opened import Opened
from tsolve.model.trace import Entry
from tsolve.turns.compared import Fact

_PENALTY = "TS-10.2"


def figures(opened: Opened, played: Played, step: int | None = None) -> Mapping[str, Fact]:
    """Every figure after this many steps; None for the end of the line."""
    if step is not None and step >= len(played.answer.steps):
        step = None  # with what goes on by itself behind the last step
    state = played.result if step is None else played.states[step]
    tally, losses = state.tally, departed(opened.book, state).tally
    rows: tuple[Entry, ...] = ()
    if tally.outcome in ("won", "lost"):
        entries = [entry for each in played.answer.steps[:step] for entry in each.entries]
        table = attack_calculation(opened.book, tally.attacked, state.target, entries)
        rows = (table if step is not None else played.answer.calculation or table).rows
    return {
        "attack": _last(rows, "attack"),
        "magic": _last(rows, "magic"),
        "light": _last(rows, "light"),
        "penalty": -sum(row.change for row in rows if _takes_light(row)) if rows else None,
        "xp": tally.earned,
        "lost": losses.lost,
        "destroyed": (*losses.destroyed, *["disease"] * losses.diseases_destroyed),
        "gained": tally.gained,
    }


def _last(rows: Iterable[Entry], quantity: str) -> int | None:
    """The total of a quantity; 0 where a battle has none of it."""
    known = list(rows)
    return next((row.after for row in reversed(known) if row.quantity == quantity), 0) if known else None


def _takes_light(row: Entry) -> bool:
    return row.step == "add" and row.quantity == "value" and row.rulings[:1] == (_PENALTY,)
