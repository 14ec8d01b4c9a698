"""Finds the smallest position, among those tried, on which two ways to read the rules differ.

A game deals the positions. A random line is played under both readings at once until something differs. What
is not needed is taken away, and the difference is written as expectations of a puzzle: true under the first
readings, false under the second.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import ClassVar, Generic, NamedTuple, Protocol, TypeVar

import msgspec

from tsolve.budget import SpentError, whole
from tsolve.contract.position import Position
from tsolve.contract.step_reader import Played
from tsolve.diagnostics import quoted
from tsolve.engine import CHANCE, UNKNOWN, Game
from tsolve.errors import InputError
from tsolve.model.comparisons import Difference, Questions, Verdict, differences
from tsolve.rules.ruleset import CardFacts, Ruleset
from tsolve.steps.line import play_line
from tsolve.worlds.verdict import verdict_of

S = TypeVar("S")
A = TypeVar("A")

STEPS = 25
"""The most steps of a line."""
FURTHER = 5
"""The most steps that are played by only one of the two games."""
MOSTLY = 0.8
"""How often other actions are tried before one that ends the turn, and actions that the question is about
before others.
"""


class WalkOptions(Generic[S, A]):
    """How a random line is chosen, if not every action is equally useful."""

    goes_on: ClassVar[bool] = False
    """Whether a line may continue in the first game alone after an action that the second one refuses: steps
    that people leave out may make it legal there, too.
    """

    draws: ClassVar[bool] = False
    """Whether a line continues after a chance event, with any event that may come."""

    def ends(self, action: A) -> bool:
        """Whether little can be tried after this action."""
        return False

    def is_asked(self, state: S, action: A) -> bool:
        """Whether an action concerns what the question is about."""
        return False

    def in_sight(self, state: S) -> S:
        """The position without what no player at the table can see."""
        return state

    def counted(self, game: Game[S, A], state: S) -> Sequence[int]:
        """What a game counts at the end of a line."""
        return game.scores(state)


def walk(
    first: Game[S, A], second: Game[S, A], starts: tuple[S, S], random: Random, manner: WalkOptions[S, A]
) -> list[str] | None:
    """A random line after which the two games differ, in words; None if they never differ.

    `starts` is the position as each of the two games begins it.

    The line is legal under the readings of the first game, save for a last step that only the second allows.
    They differ if one game allows an action that the other refuses, if the same action leads to different
    positions, or if they count something differently at the end, such as the players' points.
    """
    here, there = starts
    line: list[str] = []
    apart = False
    for _ in range(STEPS):
        actions, others = _moves(first, here, manner), _moves(second, there, manner)
        if lacking := [action for action in actions if action not in others]:
            action = random.choice(lacking)
            line.append(first.notation(here, action))
            if manner.goes_on and random.random() < MOSTLY:
                line += _alone(first, first.apply(here, action), random, manner)
            return line
        if further := [action for action in others if action not in actions]:
            return [*line, second.notation(there, random.choice(further))]
        if not actions:
            break
        action = _choice(actions, here, random, manner)
        line.append(first.notation(here, action))
        here, there = first.apply(here, action), second.apply(there, action)
        apart = apart or manner.in_sight(here) != manner.in_sight(there)
    return line if apart or (line and manner.counted(first, here) != manner.counted(second, there)) else None


def _goes_on(game: Game[S, A], state: S, manner: WalkOptions[S, A]) -> bool:
    """Whether a line goes on from a position."""
    stops = (UNKNOWN,) if manner.draws else (CHANCE, UNKNOWN)
    return not game.is_over(state) and game.mover(state) not in stops


def _moves(game: Game[S, A], state: S, manner: WalkOptions[S, A]) -> Sequence[A]:
    """What may come next: legal actions, or events; nothing where a line ends."""
    if not _goes_on(game, state, manner):
        return ()
    if game.mover(state) == CHANCE:
        return [event for event, _ in game.chance(state)]
    return game.legal_actions(state)


def _alone(game: Game[S, A], state: S, random: Random, manner: WalkOptions[S, A]) -> list[str]:
    """A few more steps by one game, in words."""
    line: list[str] = []
    while len(line) < FURTHER and (actions := _moves(game, state, manner)):
        action = _choice(actions, state, random, manner)
        line.append(game.notation(state, action))
        state = game.apply(state, action)
    return line


def _choice(actions: Sequence[A], state: S, random: Random, manner: WalkOptions[S, A]) -> A:
    """A random action, preferably one that the question is about; the turn is not ended before something was
    tried.
    """
    going_on = [action for action in actions if not manner.ends(action)]
    ending = [action for action in actions if manner.ends(action)]
    those = going_on if going_on and (not ending or random.random() < MOSTLY) else ending
    asked = [action for action in those if manner.is_asked(state, action)]
    return random.choice(asked if asked and random.random() < MOSTLY else those)


T = TypeVar("T")


class Example(msgspec.Struct, Generic[T], frozen=True):
    """A position as a game deals it, and a line from it in words."""

    table: T
    line: tuple[str, ...]


class Parts(ABC, Generic[T]):
    """What a position is made of."""

    @abstractmethod
    def size(self, table: T) -> tuple[int, ...]:
        """How large it is: the number of things, then what else makes it hard to read."""

    @abstractmethod
    def smaller(self, table: T) -> Iterator[T]:
        """The position without one of its parts, the largest cuts first."""

    def plainer(self, found: Example[T]) -> Iterator[Example[T]]:
        """A plainer piece in place of another one, in the line too."""
        return iter(())

    def shorter(self, step: str) -> str:
        """A step without words that distinguish things that may no longer be there."""
        return step


def size(parts: Parts[T], found: Example[T]) -> tuple[int, ...]:
    """How large it is: the number of things and steps, then how much is written on them."""
    things, *rest = parts.size(found.table)
    return things + len(found.line), *rest, sum(map(len, found.line))


def shrinking(
    parts: Parts[T], found: Example[T], differs: Callable[[Example[T]], bool]
) -> Iterator[Example[T]]:
    """The position, then ever smaller ones on which the readings still differ, until no single change makes
    it smaller.
    """
    smaller = True
    while smaller:
        yield found
        smaller = False
        for candidate in _candidates(parts, found):
            if size(parts, candidate) < size(parts, found) and differs(candidate):
                found, smaller = candidate, True
                break


def _candidates(parts: Parts[T], found: Example[T]) -> Iterator[Example[T]]:
    """Every single change, the largest cuts first."""
    table, line = found.table, found.line
    for length in range(len(line)):
        yield Example(table, line[:length])
    for at, step in enumerate(line):
        yield Example(table, line[:at] + line[at + 1 :])
        if (short := parts.shorter(step)) != step:
            yield Example(table, (*line[:at], short, *line[at + 1 :]))
    for smaller in parts.smaller(table):
        yield Example(smaller, line)
    yield from parts.plainer(found)


Stated = dict[tuple[str, str], list[object]]
"""By section and key, the possible results of a line: a single one, unless it leaves a choice open."""


class Stating(Protocol[S, A]):
    """What files of a game can expect."""

    def stated(self, position: Position[S, A], played: Played[S, A]) -> Mapping[str, Mapping[str, object]]:
        """The results of a line from there, by the section of `expect:` and the key in it."""
        ...

    def stated_rows(self, played: Played[S, A]) -> Sequence[Mapping[str, object]]:
        """Of the calculation of a line, row by row."""
        ...


def expectations(game: Stating[S, A], sides: Sequence[Position[S, A]], line: Sequence[str]) -> str:
    """What differs between two sides, written as `expect:` of a position file; empty if none of it can be
    written.
    """
    here, there = (play_line(side, line) for side in sides)
    if line:
        stated = (_stated(game, *each) for each in zip(sides, (here, there), strict=True))
        lines = _of_line(_legality(here), _legality(there), *stated)
    else:
        lines = _of_actions(*map(_legal, sides))
    if here.answer.calculation is not None and there.answer.calculation is not None:
        others = game.stated_rows(there)
        rows = [f"  - {_mapping(row)}" for row in game.stated_rows(here) if row not in others]
        lines += ["  calculation:", *rows] if rows else []
    return "\n".join(["expect:", *lines, ""]) if lines else ""


def _legal(position: Position[S, A]) -> list[str]:
    game, state = position.game, position.state
    return list(dict.fromkeys(game.notation(state, action) for action in game.legal_actions(state)))


def _of_actions(here: Sequence[str], there: Sequence[str]) -> list[str]:
    """What only one side allows."""
    legal = [quoted(text) for text in here if text not in there]
    illegal = [f"{quoted(text)}: []" for text in there if text not in here]
    lines = [f"  legal: [{', '.join(legal)}]"] if legal else []
    return [*lines, *([f"  illegal: {{{', '.join(illegal)}}}"] if illegal else [])]


def _of_line(
    legality: dict[str, object], otherwise: dict[str, object], stated: Stated, other: Stated
) -> list[str]:
    """The certain results of the line that the other side does not share, section by section."""
    sections = {"line": legality if legality != otherwise else {}}
    for (section, key), values in stated.items():
        if len(values) == 1 and other.get((section, key), values) != values:
            sections.setdefault(section, {})[key] = values[0]
    return [f"  {section}: {_mapping(keys)}" for section, keys in sections.items() if keys]


def _legality(played: Played[S, A]) -> dict[str, object]:
    """Whether the line is legal, and up to which step; nothing where that is open."""
    if played.undecided and not played.ways:
        return {}
    broken = next((step.number for step in played.answer.steps if step.refusal is not None), None)
    return {"legal": True} if broken is None else {"legal": False, "illegal_step": broken}


def _stated(game: Stating[S, A], position: Position[S, A], played: Played[S, A]) -> Stated:
    found: Stated = {}
    if played.undecided and not played.ways:
        return found
    for each in [way.played for way in played.ways] or [played]:
        for section, keys in game.stated(position, each).items():
            for key, value in keys.items():
                values = found.setdefault((section, key), [])
                if value not in values:
                    values.append(value)
    return found


def _mapping(keys: Mapping[str, object]) -> str:
    return f"{{{', '.join(f'{key}: {quoted(value)}' for key, value in keys.items())}}}"


C = TypeVar("C", bound=CardFacts)

_CARD = "card."
"""The prefix of a card's id in the id of its ruling."""
_LOOK = Questions(actions=False, attacks=False, best=False)
_LOOK_AT_ONCE = Questions(attacks=False, best=False)
"""What is compared, with a line and without one."""


class Hunt(NamedTuple, Generic[C]):
    """What is hunted."""

    ruleset: Ruleset[C]
    sets: tuple[str, ...]
    printing: str
    before: Mapping[str, str]
    after: Mapping[str, str]
    """Every interpretation with its option, on each side."""
    hand: int
    """The most cards of a hand."""
    seed: int
    named: Collection[str]
    """The interpretations that a found position names. The others follow its printing, so that they change
    with it.
    """


class Hunter(ABC, Generic[S, A, T]):
    """Looks for positions on which two sets of readings differ, and shrinks them. (`games.module.Hunter`)

    Positions have numbers: with the same seed, each number gives the same position in every process.
    """

    manner: WalkOptions[S, A]
    parts: Parts[T]

    def __init__(self, blank: Position[S, A], hunt: Hunt[C]) -> None:
        """`blank` is a position with nothing on the table."""
        self.blank = blank
        self.before, self.after, self.seed = hunt.before, hunt.after, hunt.seed
        self.first, self.second = (blank.under(each).game for each in (hunt.before, hunt.after))
        self.random = Random()
        """The source of everything random."""
        unequal = [key for key in hunt.before if hunt.before[key] != hunt.after[key]]
        self.chosen = {key: hunt.before[key] for key in unequal if key in hunt.named}
        self.about = _about(blank.ruleset, unequal, set(blank.ruleset.under(hunt.before)))
        """The cards of each ruling that the question names."""

    # what a game says

    @abstractmethod
    def deal(self) -> T:
        """A random position."""

    @abstractmethod
    def position(self, found: Example[T]) -> Position[S, A]:
        """The position under the first readings, with its line."""

    @abstractmethod
    def text(self, found: Example[T]) -> str:
        """The position as a file under the first readings, which names those that are `chosen`."""

    def games(self, start: Position[S, A]) -> tuple[Game[S, A], Game[S, A]]:
        """The rules of a dealt position under both sets of readings."""
        return self.first, self.second

    def starts(self, start: Position[S, A]) -> tuple[S, S]:
        """A dealt position as both games begin it."""
        return start.state, start.state

    def stated(self, position: Position[S, A], played: Played[S, A]) -> Mapping[str, Mapping[str, object]]:
        """What a file can expect of a line from there, by the section of `expect:` and the key in it."""
        return {"line": {**position.facts(played), **position.results(played)}}

    def stated_rows(self, played: Played[S, A]) -> Sequence[Mapping[str, object]]:
        """What a file can expect of the calculation of a line, row by row."""
        table = played.answer.calculation
        rows = table.rows if table is not None else ()
        return [
            {"card": row.subject, row.quantity: row.change}
            for row in rows
            if row.subject and row.quantity in self.blank.measures.quantities
        ]

    # the hunt

    def look(self, number: int) -> Example[T] | None:
        """Deal and play the position of this number; None where nothing differs."""
        self.random.seed(f"{self.seed}/{number}")
        table = self.deal()
        start = self.position(Example(table, ()))
        first, second = self.games(start)
        line = walk(first, second, self.starts(start), self.random, self.manner)
        if line is None:
            return None
        found = Example(table, tuple(line))
        return found if self._differs(found) else None

    def shrunk(self, found: object) -> Example[T]:
        """The position without anything that the difference does not need; or as small as it is when time
        runs out.
        """
        assert isinstance(found, Example)
        small: Example[T] = found
        with suppress(SpentError):
            for small in shrinking(self.parts, found, self._differs):  # noqa: B007
                pass
        return small

    def quarry(self, found: Sequence[object]) -> tuple[tuple[Difference, ...], str]:
        """What differs on the smallest of these positions, and that position as a file."""
        kept: list[Example[T]] = [each for each in found if isinstance(each, Example)]
        best = min(kept, key=lambda each: size(self.parts, each))
        return differences(*self._compared(best)), self.text(best) + expectations(
            self, self.sides(best), best.line
        )

    def sides(self, found: Example[T]) -> tuple[Position[S, A], Position[S, A]]:
        """The position under the first and under the second readings."""
        position = self.position(found)
        return position.under(self.before), position.under(self.after)

    def _compared(self, found: Example[T]) -> tuple[Verdict, Verdict]:
        ask = _LOOK if found.line else _LOOK_AT_ONCE
        here, there = self.sides(found)
        return verdict_of(here, ask), verdict_of(there, ask)

    def _differs(self, found: Example[T]) -> bool:
        """Whether something that is certain under the first readings differs under the second.

        Raises SpentError.
        """
        try:
            with whole():
                here, there = self._compared(found)
        except InputError:  # the line names a card that is no longer there
            return False
        unsure = {(each.kind, each.what) for each in here.findings if each.is_open}
        return any((each.kind, each.what) not in unsure for each in differences(here, there))


def _about(ruleset: Ruleset[C], unequal: Sequence[str], cards: Collection[str]) -> list[set[str]]:
    """The cards of each ruling of the unequal interpretations: the one that it is about, those that refer
    to it, and those that an option changes.
    """
    points = [ruleset.interpretations[key] for key in unequal]
    found = [_cards_of(ruleset, ruling) for point in points for ruling in point.rulings]
    found += [{card} for point in points for option in point.options for card in option.cards]
    return [each.intersection(cards) for each in found]


def _cards_of(ruleset: Ruleset[C], ruling: str) -> set[str]:
    if ruling.startswith(_CARD):
        return {ruling.removeprefix(_CARD)}
    seen_by = (entry.id for entry in ruleset.glossary.values() if ruling in entry.see)
    return {id_.removeprefix(_CARD) for id_ in seen_by if id_.startswith(_CARD)}
