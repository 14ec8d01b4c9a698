"""Rulesets with one fact changed, and puzzles judged against them.

Nothing is written: a puzzle is read once, and its position opened again under each changed ruleset.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from tests.games.thunderstone.builders import ruleset
from tsolve import api
from tsolve.errors import InputError
from tsolve.games.thunderstone.card_files import Card
from tsolve.games.thunderstone.opened import Opened
from tsolve.games.thunderstone.writing.position import read_position
from tsolve.games.thunderstone.writing.position_file import PositionFile
from tsolve.rules.interpretations import Interpretation
from tsolve.rules.ruleset import Core, Ruleset
from tsolve.source.decode import Decoded
from tsolve.turns.check import check

ROOT = Path(__file__).parent.parent / "puzzles"

NAMES_AND_SOURCES = ("id", "name", "kind", "provenance", "aliases", "group")
"""Fields that say which card it is and how we know it, not what it does."""

ABSENT = ("gold", "light", "attack", "magic_attack", "vp")
"""Numbers whose absence is a fact of its own: a card without a gold icon has no Gold Value, not one of 0."""

Where = tuple[str | int, ...]
"""The place of a fact in a card: `("battle", 0, "strength")`."""

Facts = dict[str, Any]


class Mutant(NamedTuple):
    """A card with one fact changed."""

    where: Where
    """The changed fact, or the list from which an entry is missing."""
    change: str
    """What was changed: `2 -> 3`, or `without weaken`."""
    card: Card | None
    """None when the type of a card refuses the change: such data does not load."""

    def __str__(self) -> str:
        return f"{'.'.join(map(str, self.where))} {self.change}"


def mutants(card: Card) -> Iterator[Mutant]:
    """The card with each number one higher and one lower, each absent one 1, each word or effect left out."""
    plain: Facts = msgspec.json.decode(msgspec.json.encode(card))
    facts = {field: value for field, value in plain.items() if field not in NAMES_AND_SOURCES}
    for where, change, changed in changes(facts):
        yield Mutant(where, change, _card({**plain, **changed}))


def changes(facts: Facts) -> Iterator[tuple[Where, str, Facts]]:
    """Each single change of plain facts: its place, what it is, and the changed facts."""
    for where, value in _leaves(facts, ()):
        for other in _instead_of(where, value):
            yield where, f"{value} -> {other}", _edited(facts, where, other)
    for where, entry in _entries(facts, ()):
        name = entry if isinstance(entry, str) else entry.get("kind", f"number {where[-1]}")
        yield where[:-1], f"without {name}", _edited(facts, where, None)


def _instead_of(where: Where, value: object) -> tuple[object, ...]:
    if isinstance(value, bool):
        return (False,) if value else ()
    if isinstance(value, int):
        inside = len(where) > 1  # inside an effect 0 says that something is not printed
        higher = () if inside and value == 0 else (value + 1,)
        return (*higher, value - 1) if value > int(inside) else higher
    return (1,) if value is None and where[-1] in ABSENT else ()


def _leaves(value: Any, where: Where) -> Iterator[tuple[Where, object]]:
    """Every fact that is no mapping or list, with its place."""
    if isinstance(value, dict | list):
        for key, each in _items(value):
            yield from _leaves(each, (*where, key))
    else:
        yield where, value


def _entries(value: Any, where: Where) -> Iterator[tuple[Where, Any]]:
    """The entries of every list: classes, subtypes, abilities and what they do, traits, ..."""
    if isinstance(value, dict | list):
        for key, each in _items(value):
            if isinstance(value, list):
                yield (*where, key), each
            yield from _entries(each, (*where, key))


def _items(value: Facts | list[Any]) -> Iterator[tuple[str | int, Any]]:
    yield from value.items() if isinstance(value, dict) else enumerate(value)


def _edited(facts: Facts, where: Where, other: object | None) -> Facts:
    """The facts with another value at a place; without the entry there when it is None."""
    changed = copy.deepcopy(facts)
    inner: Any = changed
    for part in where[:-1]:
        inner = inner[part]
    if other is None:
        del inner[where[-1]]
    else:
        inner[where[-1]] = other
    return changed


def _card(plain: Facts) -> Card | None:
    try:
        return msgspec.convert(plain, Card)
    except msgspec.ValidationError:
        return None


def altered(*cards: Card, interpretations: Mapping[str, Interpretation] | None = None) -> Ruleset[Card]:
    """The ruleset with these cards and interpretations in place of its own."""
    base = ruleset()
    core = Core(
        base.id,
        base.title,
        base.default_printing,
        base.documents,
        base.printings,
        base.interpretations | dict(interpretations or {}),
    )
    changed = {card.id: card for card in cards}
    return Ruleset(core, base.cards | changed, Card, lambda: base.glossary, lambda: base.names)


def reading_mutants(key: str, option_id: str) -> Iterator[tuple[str, Ruleset[Card]]]:
    """Rulesets in which one fact that this reading replaces is left out or changed, and what it is."""
    point = ruleset().interpretations[key]
    option = next(option for option in point.options if option.id == option_id)
    for card, facts in option.cards.items():
        left_out = (
            (field, "left out", {name: fact for name, fact in facts.items() if name != field})
            for field in facts
        )
        changed = ((".".join(map(str, where)), change, new) for where, change, new in changes(dict(facts)))
        for place, change, new in (*left_out, *changed):
            other = replace(option, cards={**option.cards, card: new})
            options = tuple(other if each is option else each for each in point.options)
            rules = altered(interpretations={key: replace(point, options=options)})
            yield f"{card} {place} {change}", rules


class Puzzle(NamedTuple):
    """A puzzle file, read once."""

    path: Path
    decoded: Decoded[PositionFile]
    table: frozenset[str]
    """Cards that its position shows."""

    @property
    def about(self) -> tuple[str, ...]:
        """The rulings that it is about."""
        return self.decoded.value.about

    @property
    def effort(self) -> int:
        """How long judging it takes, roughly: a given line no time, a best line more with every different
        card, what has to be searched or asked again and again most.
        """
        expect = self.decoded.value.expect
        if expect.policy or expect.why_not or expect.grade or expect.odds:
            return 100 + len(self.table)
        return len(self.table) if expect.best or expect.totals else 0

    def red(self, rules: Ruleset[Card]) -> bool:
        """Whether under these rules an expectation fails, or the file is refused with a located error."""
        try:
            answer = check(read_position(self.decoded, rules))
        except InputError:
            return True
        return not all(expectation.holds for expectation in answer.expectations)


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """Every puzzle but those with cards of their own, which bring their facts along."""
    found = map(_puzzle, sorted(ROOT.rglob("*.yaml")))
    return tuple(puzzle for puzzle in found if not puzzle.decoded.value.cards)


def _puzzle(path: Path) -> Puzzle:
    opened = api.load(str(path))
    assert isinstance(opened, Opened)
    shown = {text for _, text in _leaves(msgspec.json.decode(msgspec.json.encode(opened.state)), ())}
    return Puzzle(path, opened.decoded, frozenset(ruleset().cards.keys() & shown))


def touching(card: str) -> list[Puzzle]:
    """The puzzles about the card and the others that show it, the quick ones first."""
    ruling = f"card.{card}"
    near = [puzzle for puzzle in puzzles() if ruling in puzzle.about or card in puzzle.table]
    return sorted(near, key=lambda puzzle: (puzzle.effort, ruling not in puzzle.about))
