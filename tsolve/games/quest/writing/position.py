"""From a decoded position file to a position of the engine, with every problem located."""

from __future__ import annotations

from collections.abc import Mapping

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
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decode import Decoded


def read_position(
    decoded: Decoded[PositionFile], ruleset: Ruleset[Card], found: Diagnostics | None = None
) -> Opened:
    """The position that the file describes. `found` are problems that the file has already.

    Raises:
        InputError: unknown game, printing, interpretation or name (TS301 to TS303, TS41x), more copies than
            the box holds (TS304), a card where it cannot be (TS305), a card of which facts are missing
            (TS313), and what else cannot lie on a table.
    """
    table = Table(decoded, ruleset, Diagnostics() if found is None else found)
    unsound = any(each.code.startswith("TS4") for each in table.found.items)
    file = decoded.value
    if file.game != ruleset.id:
        help_ = f'this is read as "{ruleset.id}"'
        table.found.report("TS301", f'unknown game "{file.game}"', decoded.span("game"), help_)
    state = table.state()
    table.check_turn()
    table.check_quest()
    table.check_last_turns(state)
    table.check_box()
    table.check_facts()
    printing = file.printing or ruleset.printing_for(())
    readings = _readings(table, printing)
    check_mentions(decoded, ruleset, table.found)
    if unsound or not readings:  # then there are no rules to play by
        table.found.raise_if_any()
    game = Quest.for_one_turn(Book(ruleset.under(readings), readings))
    table.check_wounds(game.book)
    proofread(game, ruleset, decoded, table.found)
    table.found.raise_if_any()
    try:
        inside = begun(game, state, file, ruleset)
    except IllegalActionError as error:
        span = decoded.span("location" if file.location is not None else "turn")
        table.found.report("TS305", f"{error.refusal.action}: {error.refusal.reason}", span)
        table.found.raise_if_any()
    return Opened(game, inside, file, decoded, ruleset, printing, state)


def _readings(table: Table, printing: str) -> Mapping[str, str]:
    file, decoded, ruleset = table.file, table.decoded, table.ruleset
    spans = {key: decoded.key_span("interpretations", key) for key in file.interpretations}
    for key in file.interpretations:
        if key in ruleset.interpretations:
            spans[key] = decoded.span("interpretations", key)
    spans["printing"] = decoded.span("printing")
    try:
        return ruleset.readings(printing, file.interpretations, spans)
    except InputError as error:
        for each in error.diagnostics:
            table.found.report(each.code, each.message, each.span, each.help, each.related)
        return {}
