"""The rulings that an answer mentions, in the order in which people should meet them; which readings can
matter to a computation; and which parts of the ruleset an answer exercised.

A reading that nobody looked up cannot have mattered, so the game notes what a computation looks up, and only
those readings are worth another run. An answer exercises every ruling behind something that was found, and
every reading that was looked up. What a puzzle says it is about does not count, nor that an action is legal
in some position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, TypeVar

import msgspec

from tsolve.contract.position import Position
from tsolve.contract.step_reader import Played
from tsolve.engine import Game
from tsolve.model.answers import CheckAnswer, Options, ReadingAnswer, SolveAnswer, policy_rulings, shown_lines
from tsolve.model.coverage import Coverable, Exercised, Kind
from tsolve.rules.ruleset import CardFacts, Ruleset

if TYPE_CHECKING:
    from tsolve.model.grades import GradeAnswer, ScoreAnswer
    from tsolve.model.plays import Calculation, LineAnswer
    from tsolve.model.solved import TargetsAnswer
    from tsolve.model.why_not import ReasonAnswer, WhyNotAnswer


S = TypeVar("S")
A = TypeVar("A")


def of_check(answer: CheckAnswer) -> Iterator[str]:
    """Those of the line and the claims first; of a log those of its wrong turns."""
    for turn in answer.log.turns if answer.log else ():
        yield from (ruling for fault in turn.faults for ruling in fault.refusal.rulings)
        yield from (ruling for claim in turn.claims for ruling in claim.rulings)
    if answer.line is not None:
        yield from of_line(answer.line)
    for claim in answer.claims:
        yield from claim.rulings
        yield from of_table(claim.calculation)
    if answer.solution is not None:
        yield from policy_rulings(answer.solution)
        for line in shown_lines(answer.solution):
            yield from of_line(line)
    if answer.options is not None and answer.line is None:
        yield from _of_options(answer.options)
    for refusal in answer.refused:
        yield from refusal.rulings
    for action in answer.legal:
        yield from action.rulings
    yield from _of_readings(answer.readings)


def _of_options(options: Options) -> Iterator[str]:
    """Those that decided which options are left, then all that were consulted."""
    for contest in options.contests:
        yield from contest.rulings
    yield from options.rests_on


def of_solution(solution: SolveAnswer, readings: Iterable[ReadingAnswer]) -> Iterator[str]:
    """Those behind the numbers and events of the best line, or of a policy."""
    yield from policy_rulings(solution)
    for line in shown_lines(solution):
        yield from of_table(line.calculation)
        for step in line.steps:
            for entry in step.entries:
                yield from entry.rulings
    yield from _of_readings(readings)


def of_grade(answer: GradeAnswer) -> Iterator[str]:
    """Those of the line that was graded."""
    yield from of_line(answer.line)
    yield from _of_readings(answer.readings)


def of_why_not(answer: WhyNotAnswer) -> Iterator[str]:
    """Those of the reasons first."""
    sets: Sequence[tuple[ReasonAnswer, ...]] = (answer.reasons, *answer.further)
    yield from (ruling for reasons in sets for reason in reasons for ruling in reason.rulings)
    if answer.line is not None:
        yield from of_line(answer.line)
    yield from _of_readings(answer.readings)


def of_targets(answer: TargetsAnswer) -> Iterator[str]:
    """Target by target: why it is refused or out of reach, what the value rests on, those of the line."""
    for target in answer.targets:
        for refusal in (target.refusal, target.lack):
            if refusal is not None:
                yield from refusal.rulings
        yield from of_table(target.calculation)
        for plan in (target.plan, target.winning):
            if plan is not None:
                yield from of_line(plan.line)
    for offer in answer.offers:
        yield from offer.rulings if offer.refusal is None else offer.refusal.rulings
    yield from _of_readings(answer.readings)


def of_score(answer: ScoreAnswer, of_scoring: Iterable[str]) -> Iterator[str]:
    """Those of a line that breaks; `of_scoring` say what counts; then those of single cards."""
    if answer.line is not None:
        for step in answer.line.steps:
            if step.refusal is not None:
                yield from step.refusal.rulings
    if answer.players:
        yield from of_scoring
    yield from answer.rulings
    yield from answer.series.rulings if answer.series is not None else ()
    for player in answer.players:
        for card in player.cards:
            yield from card.rulings


def of_line(line: LineAnswer) -> Iterator[str]:
    """Every ruling that a line mentions."""
    for step in line.steps:
        if step.refusal is not None:
            yield from step.refusal.rulings
        for entry in step.entries:
            yield from entry.rulings
    yield from of_table(line.calculation)


def of_table(table: Calculation | None) -> Iterator[str]:
    """Every ruling that a calculation mentions."""
    for row in table.rows if table is not None else ():
        yield from row.rulings


def changing(table: Calculation | None) -> tuple[str, ...]:
    """The rulings of the rows that change the total of a calculation, each once."""
    rows = table.rows if table is not None else ()
    return tuple(dict.fromkeys(ruling for row in rows if row.change for ruling in row.rulings))


def _of_readings(readings: Iterable[ReadingAnswer]) -> Iterator[str]:
    return (f"key.{reading.key}" for reading in readings)


_NOT_FOUND_OUT = ("position", "legal", "refused", "citations", "documents")
_NOT_SAID = ("moves", "states", "result", "final")
_SKIPPED = frozenset((*_NOT_FOUND_OUT, *_NOT_SAID))
"""Parts of answers that only describe, and positions on the way."""


def rulings_and_readings(game: Game[S, A], parts: Iterable[object]) -> tuple[set[str], dict[str, str]]:
    """The rulings of the parts of an answer, of a line also those that allow its actions; the readings."""
    rulings: set[str] = set()
    readings: dict[str, str] = {}
    for each in parts:
        if isinstance(each, Played):
            for move in each.moves:
                rulings.update(game.rulings_for(move.before, move.action))
        elif isinstance(each, ReadingAnswer):
            readings[each.key] = each.option
        rulings.update(getattr(each, "rulings", ()))
        asked = getattr(each, "readings", ())
        if isinstance(asked, Mapping):
            readings.update(asked)
    return rulings, readings


def parts_of(value: object) -> Iterator[object]:
    """Every struct within an answer, itself included, in no order that matters."""
    left = [value]
    while left:
        here = left.pop()
        if isinstance(here, tuple):
            left += here
        elif isinstance(here, msgspec.Struct):
            yield here
            left += [getattr(here, name) for name in _told(type(here))]


@cache
def _told(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """The fields of a part of an answer that tell what was found, and may hold further parts."""
    return tuple(name for name in kind.__struct_fields__ if name not in _SKIPPED)


Facts = TypeVar("Facts", bound=CardFacts)

Effects = Callable[[Facts], Iterator[tuple[str, str]]]
"""The effects of a card: each by its place and kind on the card, with what it does in words."""


def coverable(ruleset: Ruleset[Facts], effects: Effects[Facts] = lambda _: iter(())) -> Iterator[Coverable]:
    """Everything of the ruleset that puzzles can exercise, in its order.

    What a user's own folder defines or changes is listed under the folder's name, not under a box's.
    """
    cards = ruleset.cards
    sets = {entry.id: entry.set for entry in ruleset.glossary.values()}
    sets.update((f"card.{card.id}", card.set) for card in cards.values())
    unseen = {point.ruling for point in ruleset.interpretations.values() if point.set_up}
    for entry in ruleset.glossary.values():
        if entry.id.startswith("term."):  # what the rules mean by a word; nothing is decided by it
            continue
        kind: Kind = "ruling" if entry.id.startswith(("card.", "key.")) else "rule"
        defines = kind == "rule" or entry.id in unseen
        author = ruleset.author(partial(_entry, entry.id))
        yield _of(author, kind, entry.id, entry.title, sets[entry.id], defines)
    authors = {id_: ruleset.author(partial(_card, id_)) for id_ in cards}
    for card in cards.values():
        yield _of(authors[card.id], "card", card.id, card.name, card.set)
    for card in cards.values():
        said: dict[str, str] = {}
        for facts in _as_read(ruleset, card.id):
            for name, does in effects(facts):
                said.setdefault(f"{card.id} {name}", f"{card.name}: {does}")
        for name, title in said.items():
            yield _of(authors[card.id], "effect", name, title, card.set)
    for key, point in ruleset.interpretations.items():
        for option in point.options:
            author = ruleset.author(partial(_reading, key, option.id))
            yield _of(author, "reading", f"{key}={option.id}", option.text, point.set, point.set_up)


def _of(author: str, kind: Kind, id_: str, title: str, box: str, may_be_stated: bool = False) -> Coverable:
    return Coverable(kind, id_, title, author or box, bool(author), may_be_stated)


def _entry(id_: str, ruleset: Ruleset[CardFacts]) -> object:
    return ruleset.glossary.get(id_)


def _card(id_: str, ruleset: Ruleset[CardFacts]) -> object:
    return ruleset.cards.get(id_)


def _reading(key: str, option: str, ruleset: Ruleset[CardFacts]) -> object:
    """What one reading of an open point says, if that reading exists."""
    point = ruleset.interpretations.get(key)
    return next((each.text for each in point.options if each.id == option), None) if point else None


def _as_read(ruleset: Ruleset[Facts], card: str) -> Iterator[Facts]:
    """The card as printed, and as changed by each reading that replaces its facts."""
    yield ruleset.cards[card]
    for key in ruleset.keys_touching(card):
        for option in ruleset.interpretations[key].options:
            yield ruleset.under({key: option.id})[card]


def exercised(
    position: Position[S, A], answer: CheckAnswer, rests_on: Iterable[object], _: Iterable[str]
) -> Exercised:
    """What an answer went through, with all that it rests on."""
    rulings, readings = rulings_and_readings(position.game, parts_of((answer, tuple(rests_on))))
    return Exercised(tuple(sorted(rulings)), readings, about=tuple(sorted(position.written.about)))
