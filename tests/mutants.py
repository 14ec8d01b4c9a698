"""Rulesets with one fact changed, and puzzles judged against them.

Nothing is written: a puzzle is read once, and its position opened again under each changed ruleset.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from tests.changing import Facts, Where, changes, leaves
from tests.games.thunderstone.builders import ruleset
from tsolve import api
from tsolve.errors import InputError
from tsolve.games.thunderstone.card_files import Card
from tsolve.games.thunderstone.position import ThunderstonePosition
from tsolve.games.thunderstone.writing.position import read_position
from tsolve.games.thunderstone.writing.position_file import ThunderstoneFile
from tsolve.judging.check import check
from tsolve.rules.ruleset import CardType, Core, Ruleset
from tsolve.rules.rulings import Interpretation
from tsolve.source.decoded import Decoded
from tsolve.steps.log import after_log

ROOT = Path(__file__).parent.parent / "puzzles"
BOXES = ("thunderstone", "dragonspire")
"""The folders of puzzles that are asked."""

NAMES_AND_SOURCES = ("id", "name", "kind", "provenance", "aliases", "group")
"""Fields that say which card it is and how we know it, not what it does."""

ABSENT = ("gold", "light", "attack", "magic_attack", "vp")
"""Numbers whose absence is a fact of its own: a card without a gold icon has no Gold Value, not one of 0."""


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
    for where, change, changed in changes(facts, ABSENT):
        yield Mutant(where, change, _card({**plain, **changed}))


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
    return Ruleset(
        core, lambda: base.cards | changed, CardType.of(Card), lambda: base.glossary, lambda: base.names
    )


def reading_mutants(key: str, option_id: str) -> Iterator[tuple[str, Ruleset[Card]]]:
    """Rulesets in which one fact that this reading replaces is left out or changed, and what it is."""
    point = ruleset().interpretations[key]
    option = next(option for option in point.options if option.id == option_id)
    for card, facts in option.cards.items():
        left_out = (
            (field, "left out", {name: fact for name, fact in facts.items() if name != field})
            for field in facts
        )
        changed = (
            (".".join(map(str, where)), change, new) for where, change, new in changes(dict(facts), ABSENT)
        )
        for place, change, new in (*left_out, *changed):
            other = replace(option, cards={**option.cards, card: new})
            options = tuple(other if each is option else each for each in point.options)
            rules = altered(interpretations={key: replace(point, options=options)})
            yield f"{card} {place} {change}", rules


class Puzzle(NamedTuple):
    """A puzzle file, read once."""

    path: Path
    decoded: Decoded[ThunderstoneFile]
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
            position = read_position(self.decoded, rules)
            answer = check(after_log(position) if self.decoded.value.turns else position)
        except InputError:
            return True
        return not all(expectation.holds for expectation in answer.expectations)


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """Every puzzle but those with cards of their own, which bring their facts along."""
    found = map(_puzzle, sorted(path for box in BOXES for path in (ROOT / box).rglob("*.yaml")))
    return tuple(puzzle for puzzle in found if not puzzle.decoded.value.cards)


def _puzzle(path: Path) -> Puzzle:
    position = api.load(str(path))
    assert isinstance(position, ThunderstonePosition)
    shown = {text for _, text in leaves(msgspec.json.decode(msgspec.json.encode(position.state)), ())}
    return Puzzle(path, position.decoded, frozenset(ruleset().cards.keys() & shown))


def touching(card: str) -> list[Puzzle]:
    """The puzzles about the card and the others that show it, the quick ones first."""
    ruling = f"card.{card}"
    near = [puzzle for puzzle in puzzles() if ruling in puzzle.about or card in puzzle.table]
    return sorted(near, key=lambda puzzle: (puzzle.effort, ruling not in puzzle.about))
