"""How positions of Thunderstone are hunted."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from msgspec.structs import replace

from tsolve.diagnostics import counted
from tsolve.games.thunderstone.actions import Action, Attack, Pass
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.hunting.dealing import Dealer
from tsolve.games.thunderstone.hunting.parts import TableParts
from tsolve.games.thunderstone.hunting.table import Table
from tsolve.games.thunderstone.judging.played import Played
from tsolve.games.thunderstone.opened import Opened
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.writing.position import read_position
from tsolve.games.thunderstone.writing.position_file import PositionFile
from tsolve.games.thunderstone.writing.position_text import write_position
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decode import decode
from tsolve.source.parse import parse
from tsolve.turns.hunting.hunter import Hunt, Hunter
from tsolve.turns.hunting.shrinking import Example
from tsolve.turns.hunting.walking import Manner
from tsolve.turns.opened import Opened as AnyOpened

_TOLD = ("attack", "magic", "light", "value", "gold")
"""Quantities of a calculation that a puzzle may state row by row."""


class TurnManner(Manner[State, Action]):
    """A turn: preparations before the attack, against the Monsters asked about rather than others."""

    def __init__(self, about: Collection[str] = ()) -> None:
        self.about = about

    def ends(self, action: Action) -> bool:
        return isinstance(action, Pass | Attack)

    def is_asked(self, state: State, action: Action) -> bool:
        return isinstance(action, Attack) and state.hall[action.rank - 1].card in self.about

    def in_sight(self, state: State) -> State:
        return replace(state, tally=state.tally.in_sight)


class TurnHunter(Hunter[State, Action, Table]):
    """Hunts among random positions of one turn."""

    blank: Opened
    first: Thunderstone

    def __init__(self, hunt: Hunt[Card]) -> None:
        super().__init__(_blank(hunt.ruleset, hunt.sets, hunt.printing), hunt)
        self.manner = TurnManner(frozenset().union(*self.about))
        self.parts = TableParts(self.first.book)
        self.dealer = Dealer(self.first.book, self.about, hunt.hand, self.random)

    def deal(self) -> Table:
        return self.dealer.deal()

    def opened(self, found: Example[Table]) -> Opened:
        position = replace(self.blank.position, turn=found.table.turn, line=found.line)
        return self.blank.with_table(found.table.state(), position).under(self.before)

    def text(self, found: Example[Table]) -> str:
        blank, state = self.blank, self.opened(found).state
        return write_position(
            self.first.book, state, blank.printing, self.chosen, "", "", found.line, blank.ruleset.id
        )

    def stated(self, opened: AnyOpened[State, Action], played: Played) -> Mapping[str, Mapping[str, object]]:
        result, table, name = played.result, played.answer.calculation, self.first.book.name
        tally, me = result.tally, result.me
        line: dict[str, object] = {}
        after: dict[str, object] = {}
        if played.answer.legal:
            if tally.outcome in ("won", "lost"):
                line["won"] = tally.outcome == "won"
            after["hand"] = counted(name(member.card) for member in result.party if not member.left)
            after["discard"] = counted(map(name, me.discard))
            after["xp"] = me.xp
            after["removed"] = sorted(map(name, result.removed))
            after["points"] = opened.game.scores(played.final)[opened.state.active]
        if tally.attacked and table is not None:
            line["total"] = {row.quantity: row.after for row in table.rows}.get("value", 0)
        return {"line": line, "after": after}

    def stated_rows(self, played: Played) -> Sequence[Mapping[str, object]]:
        table = played.answer.calculation
        rows = table.rows if table is not None else ()
        return [
            {"card": row.subject, row.quantity: row.change}
            for row in rows
            if row.subject and row.quantity in _TOLD
        ]


def _blank(ruleset: Ruleset[Card], sets: tuple[str, ...], printing: str) -> Opened:
    """A position with nothing on the table, played with these boxes."""
    text = f"game: {ruleset.id}\nsets: [{', '.join(sets)}]\nprinting: '{printing}'\n"
    return read_position(decode(parse(text.encode(), "hunt"), PositionFile), ruleset)
