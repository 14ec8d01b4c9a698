"""What the best turn with each hand of a deck comes to, level by level of the usual goal of a plain game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from msgspec.structs import replace

from tsolve.batch import Calls
from tsolve.cardkit.plain_game import PlainAction, PlainState
from tsolve.chances.events import Odds
from tsolve.chances.hands import Estimator, Figures, Hand, Outcome, Weight, chance_of, spread_of
from tsolve.contract.plain_position import PlainPosition
from tsolve.engine import CHANCE
from tsolve.engine.search import BestPolicy, best_policy
from tsolve.model.odds import Line, Section
from tsolve.written.declared import declared

Position = PlainPosition[Any, PlainState, PlainAction[Any, Any]]


class BestHands(Odds[PlainState, PlainAction[Any, Any]]):
    """The chances of hands that begin a turn and are played as well as they can."""

    def __init__(self, position: Position) -> None:
        super().__init__(position)
        self.plain, self.goal = position, position.goal
        self.zone, self.source, self.hand = position.hands

    def deck(self, all_cards: bool) -> Sequence[str]:
        zones = self.position.state.zones
        return (*zones[self.source], *(zones[self.zone] if all_cards else ()))

    def judging(self, deck: Sequence[str], draws: bool) -> Calls[Hand, Figures]:
        return Calls(partial(_figures, _Judged(self.plain), tuple(deck), draws))

    def refuse_copies(self, card: str, copies: int) -> str:
        (source,) = (each for each in declared(type(self.position.written)) if each.key == self.source)
        return "" if source.fits(self.plain.book.cards[card]) else f"{self.card_name(card)} is not dealt"

    def sections(self, found: Estimator) -> Iterator[Section]:
        lines = []
        for number, level in enumerate(self.goal):
            measure = self.plain.measures.by_name[level]
            called = measure.called
            if measure.is_indicator:
                figure = chance_of(found, number, level, called, called, lambda outcome: outcome[0] == 1)
                lines.append(Line(called, (figure,), "of all hands"))
            else:
                heading = f"{called[:1].upper()}{called[1:]} of the best turn"
                figure = spread_of(found, number, level, called, called, called, heading)
                lines.append(Line(called, (figure,), "on average"))
        yield Section("hand", "The next hand", lines=tuple(lines))


class _Judged:
    """What a worker has to know of the position: its rules, and the class by which ends are valued."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.value = position.value(position.goal)

    def __reduce__(self) -> tuple[Any, ...]:
        position = self.position
        return _judged, (type(position), position.game, position.state)


def _judged(kind: type[Position], game: Any, state: PlainState) -> _Judged:
    position = kind.__new__(kind)
    position.game, position.state = game, state
    return _Judged(position)


def _figures(judged: _Judged, deck: Hand, draws: bool, hand: Hand) -> Figures:
    """What the best turn comes to with one hand, the others being the deck."""
    position = judged.position
    zone, source, _ = position.hands
    rest = tuple(sorted((Counter(deck) - Counter(hand)).elements()))
    start = replace(position.state.fresh, **{zone: tuple(sorted(hand)), source: rest})
    game = position.game

    def is_draw(state: PlainState, action: PlainAction[Any, Any]) -> bool:
        return game.mover(game.apply(state, action)) == CHANCE

    found = best_policy(game, start, judged.value, start.active, skip=None if draws else is_draw)
    assert found is not None, "every turn can be ended"
    figures: list[dict[Outcome, Weight]] = [{} for _ in position.goal]
    for end, chance in _ends(judged, found, start):
        for figure, level in zip(figures, end, strict=True):
            figure[level,] = figure.get((level,), 0) + chance
    return figures


def _ends(
    judged: _Judged, found: BestPolicy[PlainAction[Any, Any]], state: PlainState
) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """How the turn ends by the best policy, each end with its chance."""
    if (end := judged.value(state)) is not None:
        yield end, Fraction(1)
        return
    game, known = judged.position.game, found.known[judged.position.game.key(state)]
    assert known is not None, "a policy that has a worth leads to an end"
    events = game.chance(state) if known[1] is None else [(known[1], 1)]
    whole = sum(weight for _, weight in events)
    for event, weight in events:
        for end, chance in _ends(judged, found, game.apply(state, event)):
            yield end, chance * Fraction(weight, whole)
