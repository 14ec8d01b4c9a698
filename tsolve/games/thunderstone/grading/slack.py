"""The slack of a result: Attack Value beyond Health, gold left over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn import asked
from tsolve.games.thunderstone.turn.attack_value import around_disease
from tsolve.games.thunderstone.turn.battle import Conclude
from tsolve.games.thunderstone.turn.battle_context import BattleContext
from tsolve.games.thunderstone.turn.parts import Part
from tsolve.games.thunderstone.turn.reckoning import equipped_count, glow_factor, magic_factor, party_parts
from tsolve.games.thunderstone.turn.totals import final_steps, lacking, light_penalty, surplus_of
from tsolve.model.answers import Calculation
from tsolve.model.arithmetic import run
from tsolve.model.grades import Slack, Spare
from tsolve.turns.grading.events import Event

Turn: TypeAlias = Sequence[Event[State, Action]]


def slack_of(book: Book, events: Turn, gold: Calculation | None) -> Slack | None:
    """The Attack Value beyond the Health of a defeated Monster, or the gold left in the Village.

    `gold` is the table of the gold made. None for a lost battle, a rest and a turn without a result.
    """
    end = events[-1].after if events else None
    if end is None:
        return None
    if end.turn == "village" and end.step in ("ending", "over"):
        return _of_visit(end, gold)
    if end.tally.outcome != "won":
        return None
    deciding = next(event for event in events if event.after.tally.outcome)
    return _of_battle(book, deciding)


def _of_visit(end: State, gold: Calculation | None) -> Slack:
    """Gold adds up, so each piece could be lower by all that was left."""
    rows = gold.rows if gold is not None else ()
    return Slack(
        "gold left",
        end.gold,
        tuple(
            Spare(row.subject, row.note, "gold", row.change, min(row.change, end.gold))
            for row in rows
            if row.change > 0
        ),
    )


def _of_battle(book: Book, deciding: Event[State, Action]) -> Slack:
    assert deciding.action is not None
    game = Thunderstone(book, halts_before=(Conclude,))  # all of the battle is chosen, nothing is compared
    state = game.apply(deciding.before, deciding.action)
    battle = _Battle(book, state)
    return Slack(
        "Attack Value beyond Health",
        battle.margin(battle.parts),
        tuple(
            Spare(book.name(part.card), part.note, part.pool, part.amount, battle.spare(place))
            for place, part in enumerate(battle.parts)
            if part.amount > 0
        ),
    )


class _Battle:
    """The battle as it stands before the comparison, to be reckoned with other contributions."""

    def __init__(self, book: Book, state: State) -> None:
        self.book, self.state = book, state
        self.context = BattleContext(book, state, state.target)
        self.parts = party_parts(book, state, self.context)
        light = sum(part.amount for part in self.parts if part.pool == "light")
        self.surplus = surplus_of(self.context, light)
        self.glow = glow_factor(book, state, self.context)

    def quantities(self, parts: Iterable[Part]) -> dict[str, int]:
        """Attack, Magic Attack and value when these are the contributions. (TS-9.1 to TS-11)"""
        totals = {"attack": 0, "magic": 0, "light": 0, "value": 0}
        for part in parts:
            totals[part.pool] += part.amount
        totals["magic"] -= self.glow * (self.surplus - surplus_of(self.context, totals["light"]))
        totals |= asked.quantities(self.context, self.state)
        totals["health"] = self.context.monster.health or 0
        run(self.context.health_steps, totals)
        totals["equipped"] = equipped_count(self.book, self.state, self.context)
        totals["penalty"] = light_penalty(self.context, totals["light"])
        before, after = around_disease(
            final_steps(self.book, self.context, magic_factor(self.context.inspirers), totals["penalty"] > 0)
        )
        run(before, totals)
        totals["attack"] -= self.state.disease_attack
        totals["magic"] -= self.state.disease_magic
        run(after, totals)
        return totals

    def margin(self, parts: Iterable[Part]) -> int:
        """By how much the Attack Value exceeds the Health."""
        totals = self.quantities(parts)
        return totals["value"] - totals["health"]

    def spare(self, place: int) -> int:
        """By how much one contribution could be lower: all less of it never makes the Attack Value higher."""
        part = self.parts[place]
        for less in range(1, part.amount + 1):
            lowered = [*self.parts]
            lowered[place] = replace(part, amount=part.amount - less)
            if not self._wins(lowered):
                return less - 1
        return part.amount

    def _wins(self, parts: Iterable[Part]) -> bool:
        totals = self.quantities(parts)
        lacks = lacking(self.context, totals) is not None
        too_dark = totals["penalty"] and any(guard.dark for guard in self.context.monster_traits)  # (TS-10.5)
        return totals["value"] >= totals["health"] and not lacks and not too_dark
