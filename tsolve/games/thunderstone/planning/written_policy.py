"""A policy that was found, written down: every course that chance may take is played, and the planner plays
the rest of a turn that draws nothing more. A draw with only one possible card is shown like all others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import takewhile
from typing import NamedTuple

from msgspec.structs import replace

from tsolve.budget import current
from tsolve.errors import DisagreementError
from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.answers import Draw, Reveal, ShowHand, TurnUp
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.measures import MEASURES, NO_BATTLE
from tsolve.games.thunderstone.planning.dungeon import PlannedLine, without_battle
from tsolve.games.thunderstone.planning.evaluator import Evaluator, Reached
from tsolve.games.thunderstone.planning.goals import (
    battle_result,
    closing,
    counts_closeness,
    visit_result,
)
from tsolve.games.thunderstone.planning.lines import tell
from tsolve.games.thunderstone.planning.policy import Node, Searched, search
from tsolve.games.thunderstone.planning.realise import play_out
from tsolve.games.thunderstone.planning.situations import Situation
from tsolve.games.thunderstone.planning.village import solve_visit
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn.hall import ANYBODY, Target, target_at
from tsolve.model.plays import Draws, PolicyAnswer, StepAnswer, TargetChance, Verb, exact
from tsolve.model.trace import Entry, Trace
from tsolve.plays.policy import Ended, Mark, PolicyWriter, Told
from tsolve.solve.policy import Worth


def drawn_with(game: Thunderstone, state: State, event: Action) -> tuple[State, tuple[str, ...]]:
    """The position after an event, and the names of further cards that came with it."""
    trace = Trace()
    after = game.apply(state, event, trace)
    drawn = [entry.subject for entry in trace.entries if _is_draw(entry)]
    return after, tuple(drawn[1:] if isinstance(event, Draw) else drawn)


def apart(steps: Iterable[StepAnswer]) -> tuple[tuple[StepAnswer, ...], tuple[str, ...]]:
    """The steps, with each drawn card as a step of its own, and the names of these cards."""
    told: list[StepAnswer] = []
    names: list[str] = []
    for step in steps:
        for number, entries in enumerate(_parts(step.entries)):
            text = step.text
            if number:
                names.append(entries[0].subject)
                text = f"draw {entries[0].subject}"
            told.append(replace(step, number=len(told) + 1, text=text, entries=tuple(entries)))
    return tuple(told), tuple(names)


def _parts(entries: Iterable[Entry]) -> Iterator[list[Entry]]:
    """The entries before the first draw, then those of each draw and what follows it."""
    part: list[Entry] = []
    for entry in entries:
        if _is_draw(entry):
            yield part
            part = []
        part.append(entry)
    yield part


def _is_draw(entry: Entry) -> bool:
    return entry.step == "draw" and bool(entry.subject)


DEFEAT = Verb("defeat", "defeats", "defeated")
"""What is done to a Monster."""
INDICATORS = {"dungeon": ("win", "goes_on"), "rest": ("thin",)}
"""Levels that are 1 or 0 at the end of a turn, so that their expected value is a probability."""


class WrittenPolicy(NamedTuple):
    """The policy with the interpretations that its lines depend on."""

    policy: PolicyAnswer
    readings: dict[str, str]


def write_policy(
    game: Thunderstone,
    goal: tuple[str, ...],
    searched: Searched,
    draws: Draws,
    target: Target = ANYBODY,
    evaluator: Evaluator | None = None,
) -> WrittenPolicy:
    """The policy that was found. Raises DisagreementError if the engine gets another value or probability.

    Pass the `evaluator` of the search, since it has cached results.
    """
    assert searched.root is not None
    writer = _Writer(game, searched.root.state, goal, draws, target, evaluator or Evaluator(game, goal))
    return WrittenPolicy(writer.write(searched), writer.readings)


def with_greatest_chances(game: Thunderstone, state: State, policy: PolicyAnswer) -> PolicyAnswer:
    """The policy together with the greatest probability to defeat each Monster of the Hall by any play, if
    the budget allows.
    """
    standing = {target.say(game.book): target for target in _standing(game, state)}
    chances = []
    evaluator = Evaluator(game, ("win",))
    for each in policy.chances:
        greatest = each.chance if each.chance.value == 1 else None
        if greatest is None and each.target in standing and not current().is_over():
            found = search(
                game, state, evaluator.goal, standing[each.target], "expected", evaluator, follow=False
            )
            known = found.proved and not found.left_out
            greatest = exact(found.low[0] if found.low else 0) if known else None
        chances.append(replace(each, greatest=greatest))
    return replace(policy, chances=tuple(chances))


class _Writer(PolicyWriter[State, Action, Reached]):
    """Plays every line of the policy; the planner plays the rest of a turn that draws nothing more."""

    game: Thunderstone
    deed = DEFEAT
    counted_down = MEASURES.counted_down

    def __init__(
        self,
        game: Thunderstone,
        state: State,
        goal: tuple[str, ...],
        draws: Draws,
        target: Target,
        evaluator: Evaluator,
    ) -> None:
        super().__init__(game, goal, draws)
        self.state, self.target, self.evaluator = state, target, evaluator
        self.closest = Evaluator(game, closing(goal))
        """Chooses among several lines without a victory the one that comes closest to it."""

    def played(self, state: State, actions: tuple[Action, ...]) -> Told[State]:
        line, end, readings, rulings, title = tell(self.game, state, actions)
        self.readings.update(readings)
        steps, came = apart(line.steps)
        return Told(replace(line, steps=steps), end, rulings, title, came)

    def ended(self, node: Node) -> Ended[State]:
        actions = node.line
        if node.final.tally.outcome:  # the policy goes as far as the battle
            actions += tuple(play_out(self.game, node.final, self.goal)[0])
        elif node.end is not None:
            actions += self._rest_of_turn(node.final, node.end).line
        told = self.played(node.state, actions)
        end, book = told.end, self.game.book
        result = battle_result if end.turn == "dungeon" else visit_result
        value = result(book, end, self.goal)
        if value is None:  # the target does not stand where it can be attacked
            value = tuple(map(int, node.worth))
            title = f"{self.target.say(book)} is not attacked"
            told = told._replace(title=title, line=replace(told.line, outcome=f"{title}."))
        if end.tally.outcome != "won":
            return Ended(told, value)
        return Ended(told, value, (end.tally.defeated, end.target), book.name(end.tally.defeated))

    def _rest_of_turn(self, state: State, reached: Reached) -> PlannedLine:
        """The line that reaches the evaluator's value."""
        here = Situation(state, ())
        lines: list[PlannedLine | None]
        if state.turn != "dungeon":
            lines = [solve_visit(self.game, here, self.goal)]
        elif not reached.rank:
            lines = [without_battle(self.game, here, self.goal)]
        else:
            lines = list(self._attacks(state, reached))
        for found in lines:
            if found is not None and found.value == reached.value:
                return found
        planned = [list(found.value) for found in lines if found is not None]
        raise DisagreementError({"evaluated": list(reached.value), "planned": planned})

    def _attacks(self, state: State, reached: Reached) -> Iterator[PlannedLine]:
        """The best attacks on the Monster; if none defeats it, the one that comes closest first."""
        if reached.won:
            yield from self._by(self.evaluator, state, Target(state.at(reached.rank).card))
            return
        for line in self._by(self.evaluator, state, self.target) if counts_closeness(self.goal) else ():
            if line.value == reached.value and not line.end.tally.below_zero:
                yield line
                return
        yield from self._by(self.closest, state, self.target)

    def _by(self, evaluator: Evaluator, state: State, met: Target) -> Iterator[PlannedLine]:
        """The best attack on each Rank, the best first."""
        monsters = self.game.book.monsters
        places = [place for place in met.places(state) if state.at(place).card in monsters]
        ranks = [place for place in places if self.target.fits(state, place)]
        found = [line for rank in ranks if (line := evaluator.line(state, rank)) is not None]
        lines = sorted(found, key=lambda line: line.value, reverse=True)
        return (replace(line, value=line.value[: len(self.goal)]) for line in lines)

    def follow(self, final: State, event: Action) -> tuple[State, tuple[str, ...]]:
        return drawn_with(self.game, final, event)

    def event_name(self, final: State, event: Action) -> str:
        if isinstance(event, ShowHand):
            kind = f"{'a' if event.holds else 'no'} {event.of}"
            text = " or ".join(map(self.game.book.name, dict.fromkeys(event.among))) or kind
            return f"player {event.player + 1}: {text}" if len(final.players) > 2 else text
        assert isinstance(event, Draw | Reveal | TurnUp)
        return self.game.book.name(event.card)

    def chances(self, marks: Mapping[Mark, Fraction]) -> Iterator[TargetChance]:
        met = [self.target] if self.target != ANYBODY else _met(self.game, self.state, marks)
        for target in met:
            fitting = (
                likely
                for (card, place), likely in marks.items()
                if target.monster in ("", card) and target.is_in(place)
            )
            yield TargetChance(target.say(self.game.book), exact(sum(fitting, start=Fraction(0))))

    def indicators(self) -> tuple[str, ...]:
        return tuple(level for level in self.goal if level in INDICATORS.get(self.state.turn, ()))

    def known_levels(self, bound: Worth) -> Worth:
        """The bounds without levels that are unknown before solving."""
        return known_levels(bound)


def known_levels(bound: Worth) -> Worth:
    """The first levels of an upper bound that were bounded before solving."""
    return tuple(takewhile(lambda level: level <= NO_BATTLE, bound))


def _standing(game: Thunderstone, state: State) -> list[Target]:
    """The Monsters of the Hall."""
    monsters = [place for place in state.places if state.at(place).card in game.book.monsters]
    return [target_at(state, place) for place in monsters if state.turn == "dungeon"]


def _met(game: Thunderstone, state: State, defeated: Mapping[Mark, Fraction]) -> list[Target]:
    """The Monsters of the Hall, and those that come into it and are defeated."""
    met = _standing(game, state)
    several = {target.monster for target in met if target.rank}
    others = (Target(card, place if card in several else 0) for card, place in defeated)
    return [*dict.fromkeys((*met, *others))]
