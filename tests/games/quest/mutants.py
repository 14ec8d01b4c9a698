"""Facts of Quest changed one by one, and puzzles judged against them.

`python -m tests.games.quest.mutants` changes every fact of every card and lists what no puzzle notices; with
names of cards it changes those alone. Nothing is written: a puzzle is read once, and its position opened
again under each changed ruleset.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import msgspec

from tests.changing import Facts, Where, changes, leaves
from tsolve import api
from tsolve.budget import within
from tsolve.diagnostics import Diagnostics
from tsolve.errors import InputError, UndecidedError
from tsolve.games.quest.cards import Card
from tsolve.games.quest.position import QuestPosition
from tsolve.games.quest.writing.position import read_position
from tsolve.games.quest.writing.position_file import QuestFile
from tsolve.judging.check import check
from tsolve.rules.own_cards import with_own_cards
from tsolve.rules.ruleset import CardType, Ruleset
from tsolve.source import tree
from tsolve.source.decoded import Decoded
from tsolve.source.parse import parse
from tsolve.steps.log import after_log

PUZZLES = Path(__file__).parents[3] / "puzzles" / "quest"
NOT_FACTS_OF_PLAY = (
    *("id", "name", "kind", "provenance", "set", "aliases", "title", "group"),  # which card it is
    *("missing", "count"),  # what is not known; how many copies the box holds
)
LONGEST = 5.0
"""Seconds that a puzzle may take under a changed fact; one that is not done by then notices nothing."""


class Mutant(NamedTuple):
    """A card with one fact changed."""

    where: Where
    """The changed fact, or the list from which an entry is missing."""
    change: str
    """What was changed: `2 -> 3`, or `without modifier`."""
    card: Card | None
    """None when the type of a card refuses the change: such data does not load."""

    def __str__(self) -> str:
        return f"{'.'.join(map(str, self.where))} {self.change}"


@cache
def ruleset() -> Ruleset[Card]:
    rules: Ruleset[Card] = api.ruleset("quest")
    return rules


def mutants(card: Card) -> Iterator[Mutant]:
    """The card with each number one higher and one lower, and each word or effect left out."""
    plain: Facts = msgspec.json.decode(msgspec.json.encode(card))
    facts = {field: value for field, value in plain.items() if field not in NOT_FACTS_OF_PLAY}
    for where, change, changed in changes(facts, ()):
        yield Mutant(where, change, _card({**plain, **changed}))


def _card(plain: Facts) -> Card | None:
    try:
        return msgspec.convert(plain, Card)
    except msgspec.ValidationError:
        return None


def altered(card: Card) -> Ruleset[Card]:
    """The ruleset with this card in place of its own."""
    base = ruleset()
    cards = base.cards | {card.id: card}
    return Ruleset(
        base.core, lambda: cards, CardType.of(Card), lambda: base.glossary, lambda: base.names, base.roots
    )


class Puzzle(NamedTuple):
    """A puzzle file, read once."""

    path: Path
    decoded: Decoded[QuestFile]
    own: tree.Node | None
    """What it says of cards itself."""
    table: frozenset[str]
    """Cards that its position shows or speaks of."""

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
        found = Diagnostics()
        try:
            played = with_own_cards(rules, self.own, None, found) if self.own is not None else rules
            with within(LONGEST):
                position = read_position(self.decoded, played, found)
                answer = check(after_log(position) if self.decoded.value.turns else position)
        except InputError:
            return True
        except UndecidedError:
            return False
        return not all(expectation.holds for expectation in answer.expectations)


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """Every puzzle."""
    return tuple(map(_puzzle, sorted(PUZZLES.rglob("*.yaml"))))


def _puzzle(path: Path) -> Puzzle:
    position = api.load(str(path))
    assert isinstance(position, QuestPosition)
    node = parse(path.read_bytes(), str(path))
    own = node.get("cards") if isinstance(node, tree.MappingNode) else None
    shown = {text for _, text in leaves(msgspec.json.decode(msgspec.json.encode(position.state)), ())}
    return Puzzle(path, position.decoded, own, frozenset(ruleset().cards.keys() & shown))


def touching(card: str) -> list[Puzzle]:
    """The puzzles about the card and the others that show it, the quick ones first."""
    ruling = f"card.{card}"
    about = {puzzle.path: ruling in puzzle.decoded.value.about for puzzle in puzzles()}
    near = [puzzle for puzzle in puzzles() if about[puzzle.path] or card in puzzle.table]
    return sorted(near, key=lambda puzzle: (not about[puzzle.path], puzzle.effort))


def survivors(card: str) -> Iterator[Mutant]:
    """What is changed about a card and noticed by no puzzle."""
    asked = touching(card)
    for mutant in mutants(ruleset().cards[card]):
        if mutant.card is not None and not _noticed(asked, altered(mutant.card)):
            yield mutant


def _noticed(asked: list[Puzzle], rules: Ruleset[Card]) -> bool:
    """Whether a puzzle is red; it moves to the front, since it may notice the next mutant as well."""
    for index, puzzle in enumerate(asked):
        if puzzle.red(rules):
            asked.insert(0, asked.pop(index))
            return True
    return False


def main(names: list[str]) -> int:
    """List what nobody notices; exit code 1 where there is any."""
    began = perf_counter()
    found: Counter[str] = Counter()
    for card in names or ruleset().cards:
        for mutant in survivors(card):
            found[card] += 1
            print(f"{card}: {mutant}", flush=True)
    print(f"{found.total()} survive, of {len(found)} cards; {perf_counter() - began:.0f} s")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
