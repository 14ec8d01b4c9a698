"""Numbers that people may name: each is declared once, with its name, unit, direction and what it comes to.

What a file may claim or expect of a line, the levels of goals, the columns of answers and the keys of schemas
follow from the declarations of a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Annotated, Generic, Literal, Never, TypeVar

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from tsolve.errors import UsageError
from tsolve.model.answers import LevelMeaning
from tsolve.model.facts import Fact
from tsolve.model.plays import Calculation
from tsolve.written.position_file import parts_of, read_level, weighted

if TYPE_CHECKING:
    from tsolve.written.statements import Written

B = TypeVar("B", contravariant=True)
"""The book: all that the rules look up."""
S = TypeVar("S", contravariant=True)
"""A position."""
W = TypeVar("W", bound="Written")
Goal = tuple[str, ...]
"""Levels, or weighted sums of them, the most important first."""
MOST = 999
"""Numbers in files lie between this and its negative."""


@lru_cache(1024)
def names_in(goal: Goal) -> frozenset[str]:
    """The single levels that a goal counts."""
    return frozenset(name for level in goal for _, name in parts_of(level))


class Found(msgspec.Struct, frozen=True):
    """The value of a measure and how it is made up. `value` is None if there is none yet, or if it is
    unknown.
    """

    value: Fact
    calculation: Calculation | None = None
    unknown: str = ""
    """Why the value is uncertain; empty if it is certain."""
    least: int | None = None
    """A lower bound for an uncertain number, or for the length of a list."""
    most: int | None = None
    """An upper bound for the same."""
    rulings: tuple[str, ...] = ()
    """The rulings behind it, if no calculation names them."""


class Measure(msgspec.Struct, Generic[B, S], frozen=True):
    """One number, or one list of pieces."""

    name: str
    """The key in files, and the word in goals."""
    about: str
    """What it counts, in a few words."""
    of: Callable[[B, S], Fact | Found]
    """Its value in a position: a number, or pieces by their ids; None if there is none yet."""
    title: str = ""
    """Its name in answers, if that is not `name` with spaces for underscores."""
    words: tuple[str, ...] = ()
    """Other names that people use for it."""
    term: str = ""
    """The term of the ruleset that translates it, if that is not its name."""
    better: Literal["more", "less"] = "more"
    unit: tuple[str, str] | None = None
    """Its unit in singular and plural; of an indicator for a chance, and for a sum over turns. None if its
    title or name serves as the unit.
    """
    as_level: Callable[[B, S], int] | None = None
    """The number that a goal counts, if it differs from what files state."""
    nothing: int = 0
    """What a goal counts while there is no value yet."""
    is_stated: bool = True
    """Whether files may state it."""
    is_asked: bool = False
    """Whether a question may ask for an amount of it."""
    needs_line: bool = True
    """Whether a file must have a line to claim it."""
    is_level: bool = True
    """Whether it can be a level of a goal."""
    turns: tuple[str, ...] = ()
    """The kinds of turn whose goals may use it; empty for all."""
    formerly: tuple[str, ...] = ()
    """Its former names in files, and in goals for these kinds of turn; still read for one version."""
    is_indicator: bool = False
    """Whether it is either 1 or 0 at the end, so that its mean is a probability."""
    is_margin: bool = False
    """Whether it only says by how much something succeeds or fails."""
    is_compared: bool = False
    """Whether a comparison of readings includes it."""
    is_summed: bool = False
    """Whether the calculation of a line shows it."""
    quantity: str = ""
    """Its name in the rows of calculations; empty if none counts it."""
    is_list: bool = False
    rulings: tuple[str, ...] = ()
    """The rulings behind it."""

    @property
    def called(self) -> str:
        """Its name in answers."""
        return self.title or self.name.replace("_", " ")

    def found(self, book: B, state: S) -> Found:
        """Its value in a position, with bounds or reasons where the game gives them."""
        fact = self.of(book, state)
        return fact if isinstance(fact, Found) else Found(fact, rulings=self.rulings)

    def written(self, pieces: type) -> object:
        """The type of its value in files; `pieces` is the type of a list."""
        return pieces if self.is_list else Annotated[int, Meta(ge=-MOST, le=MOST)]


_IN_GOALS = "; in goals "
"""What stands in `about` before what a goal counts, if that differs."""


class Measures(Generic[B, S]):
    """All numbers of a game."""

    def __init__(self, *declared: Measure[B, S]) -> None:
        self.by_name: Mapping[str, Measure[B, S]] = {each.name: each for each in declared}
        assert len(self.by_name) == len(declared), "a name is declared once"

    def __iter__(self) -> Iterator[Measure[B, S]]:
        return iter(self.by_name.values())

    def fact(
        self,
        name: str,
        book: B,
        course: Callable[[int | None], S],
        step: int | None,
        table: Calculation | None,
    ) -> Found:
        """What a line has come to after a step, or at its end; with its calculation, if that counts this
        measure and is not of another step.
        """
        found = self.by_name[name].found(book, course(step))
        if name not in self.summed or (step is not None and self._differ(book, course, step, None)):
            return found
        return replace(found, calculation=table)

    def _differ(self, book: B, course: Callable[[int | None], S], *steps: int | None) -> bool:
        """Whether what the calculation shows differs between two steps."""
        first, second = (
            [self.by_name[name].found(book, here).value for name in self.summed]
            for here in map(course, steps)
        )
        return first != second

    def level(self, book: B, state: S, name: str) -> int:
        """The number that a goal counts for one measure; below zero if less is better."""
        measure = self.by_name[name]
        found = (measure.as_level or measure.of)(book, state)
        fact = found.value if isinstance(found, Found) else found
        count = fact if isinstance(fact, int) else measure.nothing
        return -count if measure.better == "less" else count

    # goals

    def worth(self, book: B, state: S, goal: Goal) -> tuple[int, ...]:
        """What a position is worth, level by level of a goal."""
        return weighted(goal, {name: self.level(book, state, name) for name in names_in(goal)})

    def levels_of(self, turn: str) -> tuple[str, ...]:
        """The levels that a goal of this kind of turn may name; for "" a goal that compares all kinds."""
        former = self._former(turn)
        return tuple(name for name in self._counting(turn) if name not in former)

    def read_goal(self, text: str, example: str, turn: str = "", called: str = "a goal") -> Goal:
        """The levels of a goal written as `a,b` or `2*a+b,c`, by their names of today.

        `example` is a level to suggest. Raises UsageError for an unknown level, or one named twice.
        """
        levels = tuple(self.renamed(read_level(word), turn) for word in text.split(",") if word.strip())
        for name in (name for level in levels for _, name in parts_of(level)):
            if name not in self._counting(turn):
                there_are = ", ".join(self.levels_of(turn))
                raise UsageError(f'"{name}" is not a level of {called}; there are {there_are}')
        if not levels:
            raise UsageError(f"a goal names at least one level, such as {example}")
        if len(set(levels)) < len(levels):
            raise UsageError("a goal names each level once")
        return levels

    def level_in(self, goal: Goal, written: str) -> str:
        """The level of a goal that a file states, be it by a former name."""
        plain = read_level(written)
        turns = ("", *(turn for each in self for turn in each.turns))
        return next((now for turn in turns if (now := self.renamed(plain, turn)) in goal), plain)

    def counted(self, goal: Goal, turn: str) -> frozenset[str]:
        """The single levels of a goal that a kind of turn knows."""
        return names_in(goal) & self._counting(turn).keys()

    def _counting(self, turn: str) -> Mapping[str, Measure[B, S]]:
        levels = (each for each in self if each.is_level)
        return {each.name: each for each in levels if not (turn and each.turns) or turn in each.turns}

    def _former(self, turn: str) -> Mapping[str, str]:
        """Today's names by former ones. If kinds of turn are compared, a former name that is a name of today
        means what it means today.
        """
        levels = self._counting(turn)
        renamed = {former: name for name, each in levels.items() for former in each.formerly}
        return {former: name for former, name in renamed.items() if turn or former not in levels}

    def renamed(self, level: str, turn: str = "") -> str:
        """A level, or a weighted sum, with names of today in place of former ones."""
        former = self._former(turn)
        parts = [(weight, former.get(name, name)) for weight, name in parts_of(level)]
        return "+".join(name if weight == 1 else f"{weight}*{name}" for weight, name in parts)

    # what follows from the declarations

    @cached_property
    def levels(self) -> Mapping[str, str]:
        """The levels of goals, each with what it counts."""
        return {each.name: each.about for each in self if each.is_level}

    def meanings(self, goal: Goal) -> tuple[LevelMeaning, ...]:
        """What each single level of a goal counts, in its order; without those that say it themselves, such
        as one that names a piece.
        """
        names = dict.fromkeys(name for level in goal for _, name in parts_of(level))
        known = [name for name in names if name in self.levels]
        return tuple(LevelMeaning(name, self.levels[name].rpartition(_IN_GOALS)[2]) for name in known)

    @cached_property
    def counted_down(self) -> tuple[str, ...]:
        """The levels that are counted below zero: less is better."""
        return tuple(each.name for each in self if each.is_level and each.better == "less")

    @cached_property
    def units(self) -> Mapping[str, tuple[str, str]]:
        """The two units of each level, as `Measure.unit` has them."""
        told = {each.name: each.unit or (each.title, each.title) for each in self}
        return {name: unit for name, unit in told.items() if unit[0]}

    @cached_property
    def stated(self) -> tuple[str, ...]:
        """The names that files may state."""
        return tuple(each.name for each in self if each.is_stated)

    @cached_property
    def lists(self) -> tuple[str, ...]:
        """The stated measures that are lists of pieces."""
        return tuple(each.name for each in self if each.is_stated and each.is_list)

    @cached_property
    def amounts(self) -> tuple[str, ...]:
        """The stated measures that are numbers."""
        return tuple(name for name in self.stated if name not in self.lists)

    def called(self, name: str) -> str:
        """The name of a measure in answers."""
        return self.by_name[name].called

    @cached_property
    def asked(self) -> Mapping[str, str]:
        """The measures of which a question may ask for an amount, by the words for them."""
        asked = (each for each in self if each.is_asked)
        return {
            word: each.name for each in asked for word in (each.name, each.called.casefold(), *each.words)
        }

    @cached_property
    def terms_asked(self) -> Mapping[str, str]:
        """The same by the words of the ruleset, which people may say in any language."""
        return {each.term or each.name: each.name for each in self if each.is_asked}

    @cached_property
    def of_no_line(self) -> tuple[str, ...]:
        """The measures that files may claim without a line."""
        return tuple(each.name for each in self if not each.needs_line)

    @cached_property
    def indicators(self) -> tuple[str, ...]:
        """The measures that are 1 or 0 in the end."""
        return tuple(each.name for each in self if each.is_indicator)

    @cached_property
    def margins(self) -> tuple[str, ...]:
        """The measures that only tell by how much something succeeds or fails."""
        return tuple(each.name for each in self if each.is_margin)

    @cached_property
    def compared(self) -> tuple[Measure[B, S], ...]:
        """The measures by which readings are compared."""
        return tuple(each for each in self if each.is_compared)

    @cached_property
    def summed(self) -> tuple[str, ...]:
        """The measures that the calculation of a line shows."""
        return tuple(each.name for each in self if each.is_summed)

    @cached_property
    def quantities(self) -> tuple[str, ...]:
        """What the rows of calculations count."""
        return tuple(each.quantity for each in self if each.quantity)

    def stated_in(self, pieces: type = tuple[str, ...]) -> Callable[[type[W]], type[W]]:
        """Adds to a part of a position file what it may state; `pieces` is the type of a list."""

        def kind_of(each: Measure[B, S]) -> object:
            about = Meta(description=f"{each.about[:1].upper()}{each.about[1:]}.")
            return Annotated[each.written(pieces) | None, about]  # type: ignore[operator]  # it is a type

        def add(part: type[W]) -> type[W]:
            fields = {each.name: kind_of(each) for each in self if each.is_stated}
            return self._with_keys(part, fields, measured=(*part.measured, *fields))

        return add

    def counted_in(self, row: type[W]) -> type[W]:
        """Adds to a row of a calculation the quantities that it may change."""
        changed = Annotated[Annotated[int, Meta(ge=-MOST, le=MOST)] | None, Meta(description="By how much.")]
        fields = dict.fromkeys(self.quantities, changed)
        return self._with_keys(row, fields)

    def _with_keys(self, part: type[W], kinds: Mapping[str, object], **own: object) -> type[W]:
        """The same part of a file with keys that may be left out, also by their former names, but for those
        that mean something else there today; and with the words that name them.
        """
        taken = {*kinds, *part.__struct_fields__}
        keys = [each for each in self if each.name in kinds]
        former = {old: each.name for each in keys for old in each.formerly if old not in taken}
        terms = dict(part.terms)
        for each in keys:
            term = each.term or each.name
            terms[term] = (*terms.get(term, ()), each.name)
        names = {"former": {**part.former, **former}, "terms": terms}
        return msgspec.defstruct(  # type: ignore[return-value]  # which is derived from the part
            part.__name__,
            [(name, kind, None) for name, kind in kinds.items()],
            bases=(part,),
            module=part.__module__,
            namespace={"__doc__": part.__doc__, **names, **own},
            frozen=True,
            forbid_unknown_fields=True,
            omit_defaults=True,
        )


NO_MEASURES: Measures[Never, Never] = Measures()
"""The measures of a game that has none."""
