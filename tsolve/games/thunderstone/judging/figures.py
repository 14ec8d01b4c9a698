"""The figures of a line after each step, by name; taken from the trace and the tally, never from text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tsolve.games.thunderstone.judging.calculations import attack_calculation
from tsolve.games.thunderstone.judging.played import Played, from_attack
from tsolve.games.thunderstone.judging.sentences import departed
from tsolve.games.thunderstone.opened import Opened
from tsolve.games.thunderstone.state import UNSEEN, State
from tsolve.games.thunderstone.target import Target
from tsolve.model.lines import LineAnswer
from tsolve.model.trace import Entry
from tsolve.turns.compared import Fact

_PENALTY = "TS-10.2"
_OF_VALUE = ("attack", "magic", "light", "penalty", "total")
"""Figures of the Attack Value."""


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


def doubt(opened: Opened, played: Played, field: str, step: int | None = None) -> str:
    """Why nobody can be sure of a figure after a step: an unknown card of the Hall may change the battle, or
    what is gained by it.
    """
    after = played.result if step is None or step >= len(played.states) else played.states[step]
    if not after.tally.outcome or not any(met_unseen(move.before) for move in played.moves):
        return ""
    if is_battle_open(played) and (field in _OF_VALUE or not is_won_anyway(opened, played)):
        return played.undecided
    return unseen_gain(opened, played) if field == "gained" else ""


def is_battle_open(played: Played) -> bool:
    """Whether it is the battle that is in doubt, and no choice that is left open."""
    return bool(played.undecided) and not (played.waiting or played.answer.undecided)


def is_won_anyway(opened: Opened, played: Played | None) -> bool:
    """Whether the battle is decided though its Attack Value hangs on unknown cards of the Hall."""
    if played is None or not is_battle_open(played):
        return False
    from tsolve.games.thunderstone.planning.unseen_effects import decided_by_unseen

    return not decided_by_unseen(opened.game, *from_attack(played.moves))


def surely_won(opened: Opened, target: Target) -> LineAnswer | None:
    """A line that defeats a Monster whatever the unknown cards of the Hall are, where the best one hangs on
    them; None where none does.
    """
    from tsolve.games.thunderstone.explaining.queries import Defeat

    found = opened.why_not(Defeat(target.monster, target.rank), "")
    return found.line if found.verdict == "possible" else None


def unseen_gain(opened: Opened, played: Played) -> str:
    """How unknown cards of the Hall could change what the line gains; empty where they cannot."""
    if not any(met_unseen(move.before) for move in played.moves):
        return ""
    from tsolve.games.thunderstone.planning.unseen_effects import gained_by_unseen

    return gained_by_unseen(opened.game, *from_attack(played.moves))


def met_unseen(state: State) -> bool:
    """Whether a card that nobody has seen stands in the Hall."""
    return any(slot.card == UNSEEN for slot in state.hall)


def _last(rows: Iterable[Entry], quantity: str) -> int | None:
    """The total of a quantity; 0 where a battle has none of it."""
    known = list(rows)
    return next((row.after for row in reversed(known) if row.quantity == quantity), 0) if known else None


def _takes_light(row: Entry) -> bool:
    return row.step == "add" and row.quantity == "value" and row.rulings[:1] == (_PENALTY,)
