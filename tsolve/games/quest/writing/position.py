"""From a decoded position file to a position of the engine, with every problem located."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tsolve.diagnostics import Diagnostics
from tsolve.errors import IllegalActionError, InputError
from tsolve.games.quest.book import Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.game import Quest
from tsolve.games.quest.opened import Opened, begun
from tsolve.games.quest.writing.mentions import check_mentions
from tsolve.games.quest.writing.position_file import PositionFile
from tsolve.games.quest.writing.proofreading import proofread
from tsolve.games.quest.writing.table import Table
from tsolve.games.quest.writing.table_checks import (
    check_box,
    check_facts,
    check_keys,
    check_last_turns,
    check_quest,
    check_turn,
    check_wounds,
)
from tsolve.games.quest.writing.treasures import with_treasures
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decode import Decoded
from tsolve.turns.position import places_of_readings

if TYPE_CHECKING:
    from tsolve.games.quest.state import State
    from tsolve.games.quest.unseen import Unseen


def read_position(
    decoded: Decoded[PositionFile], ruleset: Ruleset[Card], found: Diagnostics | None = None
) -> Opened:
    """The position that the file describes. `found` are problems that the file has already.

    Raises:
        InputError: unknown game, printing, interpretation or name (E301 to E303, E41x), more copies than
            the box holds (E304), a card where it cannot be (E305), a card of which facts are missing
            (E313), and what else cannot lie on a table.
    """
    table = Table(decoded, ruleset, Diagnostics() if found is None else found)
    unsound = any(each.code.startswith("E4") for each in table.found.items)
    file = decoded.value
    if file.game != ruleset.id:
        help_ = f'this is read as "{ruleset.id}"'
        table.found.report("E301", f'unknown game "{file.game}"', decoded.span("game"), help_)
    state = table.state()
    check_turn(table)
    check_quest(table)
    check_last_turns(table, state)
    check_keys(table, state)
    check_box(table)
    check_facts(table)
    printing = file.printing or ruleset.printing_for(())
    readings = _readings(table, printing)
    check_mentions(decoded, ruleset, table.found)
    if unsound or not readings:  # then there are no rules to play by
        table.found.raise_if_any()
    game = Quest.for_one_turn(Book(ruleset.under(readings), readings))
    check_wounds(table, game.book)
    proofread(game, ruleset, decoded, table.found)
    state = with_treasures(table, state)
    known, laid = _unseen(table, game.book, state)
    table.found.raise_if_any()
    state = known.laid(game.book, laid) if known else laid
    try:
        inside = begun(game, state, file, ruleset)
    except IllegalActionError as error:
        span = decoded.span("location" if file.location is not None else "turn")
        table.found.report("E305", f"{error.refusal.action}: {error.refusal.reason}", span)
        table.found.raise_if_any()
    opened = Opened(game, inside, file, decoded, ruleset, printing, state)
    opened.unseen = known
    return opened


def _unseen(table: Table, book: Book, state: State) -> tuple[Unseen | None, State]:
    """What follows from `owned` and `monsters`, if the file says either."""
    if table.played is None and not table.owners():
        return None, state
    from tsolve.games.quest.writing.monsters import unseen  # few positions need it

    return unseen(table, book, state)


def _readings(table: Table, printing: str) -> Mapping[str, str]:
    file, decoded, ruleset = table.file, table.decoded, table.ruleset
    spans = places_of_readings(decoded, ruleset)
    try:
        return ruleset.readings(printing, file.interpretations, spans)
    except InputError as error:
        for each in error.diagnostics:
            table.found.report(each.code, each.message, each.span, each.help, each.related)
        return {}
