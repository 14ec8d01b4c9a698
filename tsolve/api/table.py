"""What lies on the table, as people see it: a position before and after steps, what is legal there, and the
map of a play.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.api.games import cite, documents
from tsolve.budget import FREE, allow, at_most, within
from tsolve.engine import CHANCE, UNKNOWN
from tsolve.errors import UsageError
from tsolve.judging.check import card_notes, replay
from tsolve.judging.unsure import with_unsure
from tsolve.model.answers import SolveAnswer
from tsolve.model.plays import PositionAnswer, ShowAnswer

if TYPE_CHECKING:
    from tsolve.api.positions import Position
    from tsolve.model.hexmaps import HexMap
    from tsolve.model.solved import LegalAnswer
    from tsolve.source.reading import FilePath

_WAITING = {
    CHANCE: "nobody can choose now: a card is drawn at random first",
    UNKNOWN: "nobody can choose now: an unknown card comes next",
}


def position_of(position: Position) -> PositionAnswer:
    """The zones of a position, with names of cards."""
    return position.shown(position.state)


_STEPS_OF_TABLE = 200_000
"""The counted work for what the rules decide by themselves on the table: some seconds."""


def show(position: Position, file: FilePath = "", steps: int = 0, room: str = "") -> ShowAnswer:
    """What a file puts on the table, as people see it; nothing is judged.

    Args:
        position: the position.
        file: what the position is called in the answer; by default the file that it was read from.
        steps: how many steps of the file are taken before.
        room: the only part of the map that is drawn, by its name or by something that lies in it.

    Raises:
        InputError: a step cannot be read.
        UsageError: the file has fewer steps, or one of them is not legal; the map has no such part.
    """

    state = _after(position, steps) if steps else position.state
    with within(None), at_most(_STEPS_OF_TABLE):
        table = position.shown(state)
    if room and table.map is not None:
        table = replace(table, map=position.part_of_map(table.map, room))
    return ShowAnswer(
        position.named(file),
        table,
        steps,
        position.remarks(),
        card_notes(position, position.cards_in_sight()),
    )


def _after(position: Position, steps: int) -> Hashable:
    """The position after so many steps of the file."""
    from tsolve.steps.line import play_line

    texts = position.written.line
    if steps > len(texts):
        raise UsageError(f"the file has {len(texts)} steps, not {steps}")
    with allow(FREE):  # the table is shown whatever the budget is
        played = play_line(position, texts[:steps])
    if len(played.states) <= steps:
        step = played.answer.steps[-1]
        why = f": {step.refusal.reason}" if step.refusal is not None else ""
        raise UsageError(f"step {step.number} is not legal{why}")
    return played.states[steps]


def legal(position: Position, file: FilePath = "") -> LegalAnswer:
    """Every legal action with the rulings that allow it, and every refused attempt with its reason; of a file
    with a line after that, as far as it is legal.

    Actions are in the notation of a `line`. Where nobody can choose, `waiting` says why.

    Raises InputError: a step cannot be read.
    """
    from tsolve.model.solved import LegalAnswer

    with allow(FREE):  # what is legal is told whatever the budget is
        position = as_played(position)
        game, state = position.game, position.state
        actions, refused = position.legal(state), tuple(game.refusals(state))
    rulings = [ruling for each in actions for ruling in each.rulings]
    rulings += [ruling for each in refused for ruling in each.rulings]
    cited = cite(position.ruleset, rulings)
    waiting = _WAITING.get(game.mover(state), "")
    if game.is_over(state):
        waiting = "the game is over"
    elif not actions and position.step_reader().is_result(state):
        waiting = "the turn is over"
    answer = LegalAnswer(
        position.named(file),
        position_of(position),
        actions,
        refused,
        cited,
        documents(position.ruleset, cited),
        waiting,
        position.remarks(),
    )
    return with_unsure(position, answer, about_actions=True)


def as_played(position: Position) -> Position:
    """The position after the line of its file, as far as that is legal. Raises InputError for a step that
    cannot be read.
    """
    from tsolve.steps.line import play_line

    texts = position.written.line
    if not texts:
        return position
    spans = [position.decoded.span("line", index) for index in range(len(texts))]
    played = play_line(position, texts, spans, in_all_ways=False)
    last = played.states[-1]  # not its end: a choice may wait that makes no difference to the result
    waits = position.game.mover(last) >= 0 and not position.step_reader().is_result(last)
    return position.at(last if waits else played.result)


def map_of_play(position: Position, solution: SolveAnswer) -> HexMap | None:
    """The map with what the best line does on it, or a plan up to what chance decides; None in a game
    without one.
    """
    drawn = position.map(position.state, ())
    if drawn is None:
        return None
    if solution.policy is not None:
        from tsolve.steps.line import play_line

        sure = [step.text for step in solution.policy.nodes[0].steps]
        with allow(FREE):
            drawn = position.map(position.state, play_line(position, sure, in_all_ways=False).moves)
    elif solution.best:
        drawn = position.map(position.state, replay(position, solution, 0, in_all_ways=False).moves)
    return drawn
