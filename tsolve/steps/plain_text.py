"""The steps of a plain game: read by the forms of its actions, and told by its measures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

import msgspec

from tsolve.cardkit.forms import Shapes, how_written, plain_step
from tsolve.cardkit.plain_game import PlainAction, PlainGame, PlainState
from tsolve.contract.plain_position import PlainPosition
from tsolve.contract.step_reader import Chance, Move, Result, StepReader, Written
from tsolve.engine import Probe
from tsolve.errors import Span
from tsolve.model.plays import Calculation
from tsolve.model.trace import Entry
from tsolve.steps.form_text import FormText

S = TypeVar("S", bound=PlainState)
A = TypeVar("A", bound=PlainAction[Any, Any])
Kinds = tuple[type[PlainAction[Any, Any]], ...]


@cache
def _numbers(actions: Kinds) -> frozenset[str]:
    """The kinds of slots that a number fills."""
    return frozenset(
        kind
        for each in actions
        for field, kind in zip(msgspec.structs.fields(each), each.kinds().values(), strict=True)
        if field.type is int
    )


@cache
def _shapes(actions: Kinds) -> Shapes[Any]:
    return Shapes(actions, dict.fromkeys(_numbers(actions), "-?[0-9]{1,6}"))


class PlainText(FormText[S, A, Any]):
    """What a text means in one position: a slot is filled by a piece of the zone that it names, a card by any
    of its names, or by a number.
    """

    game: PlainGame[Any, S, A]
    with_card = ("play",)

    @property
    def shapes(self) -> Shapes[A]:
        return _shapes(self.game.actions)

    @property
    def how_written(self) -> Mapping[str, str]:
        labels = {kind: field for each in self.game.actions for field, kind in each.kinds().items()}
        return how_written(self.game.actions, labels)

    def on_table(self) -> Iterable[Iterable[str]]:
        zones = (zone for zone in self.state.zones.values() if isinstance(zone, tuple))
        return [[piece for piece in zone if piece in self.game.book.cards] for zone in zones]

    def things(self, kind: str, text: str) -> Sequence[object] | None:
        if kind in _numbers(self.game.actions):
            return [int(text)]
        return [self.card(text)] if self.game.book.cards else [text]

    def nothing(self) -> A:
        raise AssertionError("a plain action never misses a part of itself")

    def waiting(self) -> Sequence[A]:
        return self.game.legal_actions(self.state)


class PlainStepReader(StepReader[S, A]):
    """What reads the steps of one line."""

    game: PlainGame[Any, S, A]

    def __init__(self, position: PlainPosition[Any, S, A]) -> None:
        probe: Probe[S, A] = Probe(notes=True)
        super().__init__(type(position.game)(position.book, probe), probe)
        self.position = position
        self.rulings_of_the_end = position.game.ending  # type: ignore[misc]  # those of its game

    def read(self, state: S, text: str, span: Span | None) -> Written[A]:
        reading: PlainText[S, A] = PlainText(self.game, self.position.ruleset, state, span)
        written = reading.taken(plain_step(text))
        if written is None:
            raise reading.no_action(text)
        return written

    def chance(self, state: S) -> Chance:
        (event, _), *_ = self.game.chance(state)
        how = event.forms[0].text.partition("{")[0]
        return Chance(self.game.chance_first, f"`{how}...`", event.rulings)

    def is_event(self, action: A) -> bool:
        return action.is_event

    def is_result(self, state: S) -> bool:
        return state.ended or state.over

    def result(self, state: S, moves: Sequence[Move[S, A]], entries: Sequence[Entry]) -> Result:
        measures = self.position.measures
        rows = tuple(entry for entry in entries if entry.quantity in measures.summed)
        table = None
        if rows:
            (name,) = measures.summed
            total = measures.by_name[name].found(self.position.book, state).value
            assert isinstance(total, int), "what is summed is a number"
            called = measures.called(name)
            table = Calculation(called[:1].upper() + called[1:], rows, total)
        return Result(self.position.sentence(state), table)
