"""When a ruling is decisive: without it options, legal actions or the end of a line would differ. Also what
another reading may change in a turn, and which parts of the ruleset judging a puzzle used.

How a rule is switched off: `games.gloomhaven.changes`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from tsolve.contract.position import Position
from tsolve.contract.step_reader import Played
from tsolve.games.gloomhaven.actions import Action
from tsolve.games.gloomhaven.changes import RULES, World
from tsolve.games.gloomhaven.judging.walk import A_CARD, ways_on
from tsolve.games.gloomhaven.position import ScenarioPosition, begun
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.ways import Way
from tsolve.judging.check import BestPlays
from tsolve.judging.rulings import parts_of, rulings_and_readings
from tsolve.model.answers import CheckAnswer
from tsolve.model.coverage import Exercised
from tsolve.model.trace import Entry, Trace
from tsolve.worlds.decisive import Ablated, Ablation
from tsolve.worlds.verdict import Comparison, Told

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.judging.whole_turn import Turn


class TurnComparison(Comparison[State, Action]):
    """The findings of a turn."""

    position: ScenarioPosition

    def outcomes(self, played: Played[State, Action]) -> Iterator[Told]:
        """The outcomes, also of decks in their first state, which the table does not mention."""
        found = dict(super().outcomes(played))
        for owned in played.result.decks:
            found.setdefault(f"afterwards: Deck of {owned.owner}", "as at first")
        yield from found.items()

    def targets(self, best_plays: BestPlays[State, Action]) -> Iterator[Told]:
        """All options that the rules leave."""
        options = self.position.options()
        if options is not None:
            yield options.title, "; or ".join(sorted(each.text for each in options.options))


TERM = "GL-"
"""The prefix of the ids of terms."""
CARD = "card."


def exercised(
    position: Position[Any, Any], answer: CheckAnswer, rests_on: Iterable[object], _: Iterable[str]
) -> Exercised:
    """The rules that an answer used, and all those in `rests_on` (see `judging.check`).

    A term counts as used if one of its rules does.
    """
    rulings, readings = rulings_and_readings(position.game, parts_of((answer, tuple(rests_on))))
    held = position.readings
    readings = {key: held[key] for key in held if key in readings or f"key.{key}" in rulings}
    rulings.update(f"key.{key}" for key in readings)
    cards = {ruling.removeprefix(CARD) for ruling in rulings if ruling.startswith(CARD)}
    for entry in position.ruleset.glossary.values():
        if entry.id.startswith(TERM) and not rulings.isdisjoint(entry.see):
            rulings.add(entry.id)
    about = tuple(sorted(position.written.about))
    return Exercised(tuple(sorted(rulings)), readings, (), tuple(sorted(cards)), about)


def options_found(position: ScenarioPosition) -> Iterator[object]:
    """The rules on which the options of a turn depend: what was compared, and what happens in each option."""
    from tsolve.games.gloomhaven.judging.options import options_of

    found = options_of(position)
    yield found
    yield Entry("rests on", "", "", 0, 0, found.rests_on)
    for way in ways_on(position, Way(position.state), until=A_CARD) or ():
        for move, stage in zip(way.moves, way.stages, strict=True):
            yield Entry("choice", "", "", 0, 0, position.game.rulings_for(move.before, move.action))
            yield from _noted(stage.entries, stage.readings)


def beginning(position: ScenarioPosition) -> Iterator[Entry]:
    """The rules by which the position was checked, and those of what happens before the first choice of the
    turn.
    """

    for name, character in position.written.characters.items():
        if character.hand_size is not None or character.level is not None:
            yield Entry("hand", name, "", 0, 0, ("GH-2.13",))
    trace = Trace()
    begun(position.game, position.laid, trace)
    yield from _noted(trace.entries, trace.readings)


def _noted(entries: Iterable[Entry], readings: Iterable[str]) -> Iterator[Entry]:
    yield from entries
    for key in readings:
        yield Entry("reading", "", "", 0, 0, (f"key.{key}",))


class FiguresAblation(Ablation[State, Action]):
    """The rulings of a turn, or of attacks without a map."""

    switches_off = True

    def examines(self, ruling: str) -> bool:
        return ruling in RULES

    def without(self, ruling: str) -> Ablated[State, Action]:
        return Ablated(RULES[ruling](self.position), RULES[ruling].is_part)

    def ending(self, played: Played[State, Action]) -> Hashable:
        """Where the figures are, with their state."""
        return tuple((each.name, each.at, each.hp, each.tokens) for each in played.result.figures)

    def decided(self, position: World) -> Hashable:
        """What the rules decide for the figure, apart from its paths."""
        if not isinstance(position, ScenarioPosition) or not position.decides:
            return None
        from tsolve.games.gloomhaven.judging.left_open import ways_of

        return frozenset(frozenset(map(_told, case)) for case in ways_of(position).cases)


def _told(turn: Turn) -> Hashable:
    return turn.focus, turn.end, turn.destination, frozenset(turn.targets)


def exercised_by_turn(
    position: ScenarioPosition, answer: CheckAnswer, rests_on: Iterable[object], effects: Iterable[str]
) -> Exercised:
    """For a scenario also the rules that checked its position, and those on which its options depend."""
    found = [*rests_on, *beginning(position)]
    if position.decides and position.written.expect.options is not None:
        found += options_found(position)
    return exercised(position, answer, found, effects)
