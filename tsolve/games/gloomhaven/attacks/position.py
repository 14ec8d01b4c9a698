"""A file of attacks with its rules, and the questions that it answers.

It reads the cards of the attacks and takes the result of each attack from the engine's trace; claims and
expectations are judged by that.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Self

from msgspec.structs import replace

from tsolve.contract.capability import Capabilities
from tsolve.contract.position import Position
from tsolve.contract.step_reader import Move, Played, Result, Scope, StepReader, Written
from tsolve.diagnostics import Diagnostics, input_error
from tsolve.engine import Probe
from tsolve.errors import Span, UsageError
from tsolve.games.gloomhaven.actions import Action, Draw
from tsolve.games.gloomhaven.attacks.measures import MEASURES, Blow, blows
from tsolve.games.gloomhaven.attacks.position_file import (
    AttacksFile,
)
from tsolve.games.gloomhaven.book import Book
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.figures import Figure
from tsolve.games.gloomhaven.game import Gloomhaven
from tsolve.games.gloomhaven.judging.outcome import entries_until, moves_until
from tsolve.games.gloomhaven.modifiers import parse
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.turn.damage import retaliation_of
from tsolve.games.gloomhaven.ways import Stage, Way
from tsolve.games.gloomhaven.writing.abilities_and_decks import UNKNOWN_HIT_POINTS
from tsolve.games.gloomhaven.writing.names import condition_named, find_figure
from tsolve.games.gloomhaven.writing.showing import deck_in_words, effect_in_words
from tsolve.model.facts import Fact
from tsolve.model.plays import Calculation, Zone, zones_of
from tsolve.model.trace import Entry, Refusal
from tsolve.model.verdicts import sentence
from tsolve.regex import Regex
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decoded import Decoded
from tsolve.source.tree import shortened

if TYPE_CHECKING:
    from tsolve.contract.measures import Found
    from tsolve.model.plays import Zone


_STEP = Regex(r"(?:draws?|reveals?)\s+(?P<card>.+)", re.IGNORECASE)


class AttacksStepReader(StepReader[State, Action]):
    """Reads the steps of one line: modifier cards, one after the other."""

    game: Gloomhaven
    chance_first = "a modifier card is drawn first"
    how_to_say = "`draw +1`"
    rulings_of_chance = ("GH-6.8",)

    def __init__(self, position: AttacksPosition) -> None:
        probe: Probe[State, Action] = Probe(notes=True)
        super().__init__(Gloomhaven(position.book, probe), probe)
        self.position = position

    def read(self, state: State, text: str, span: Span | None) -> Written[Action]:
        match = _STEP.fullmatch(" ".join(text.split()))
        if match is None:
            raise input_error(
                "E321", f'"{shortened(text)}" is not a step', span, "write which card comes: `draw +1`"
            )
        return Written(Draw(str(parse(match["card"], span))))

    def is_event(self, action: Action) -> bool:
        return isinstance(action, Draw)

    def is_result(self, state: State) -> bool:
        return not state.todo

    def waits(self, state: State) -> bool:
        return bool(state.todo)

    def refuses(self, state: State, text: str, action: Action) -> Refusal | None:
        if not state.todo:
            return self.too_late(state, text, action, ())
        decks = [owned.deck for owned in state.decks]
        if isinstance(action, Draw) and not any(each.may_hold(action.card) for each in decks):
            return Refusal(text, f"no modifier deck has a {action.card} in it", ("GH-6.8", "GH-6.17"))
        return None

    def too_late(
        self, state: State, text: str, action: Action, moves: Sequence[Move[State, Action]]
    ) -> Refusal:
        return Refusal(text, "no attack needs a modifier card any more", ("GH-6.8", "GH-6.12", "GH-6.16"))

    def result(self, state: State, moves: Sequence[Move[State, Action]], entries: Sequence[Entry]) -> Result:
        """The damage of every attack, and the calculation of the last one."""
        found = blows(state, entries)
        if not found:
            return Result(f"{sentence(STILL_TO_COME)}." if state.todo else "Nobody is attacked.")
        last = found[-1]
        texts = [_told(state, blow) for blow in found]
        title = f"Damage to {last.target}"
        if state.todo:
            texts.append(STILL_TO_COME)
        return Result(f"{sentence('; '.join(texts))}.", Calculation(title, last.rows, last.damage))


def _told(state: State, blow: Blow) -> str:
    left = state.figure(blow.target).hp if state.is_up(blow.target) else 0
    points = "1 hit point" if left == 1 else f"{left} hit points"
    then = f"which has {points} left" if left else "which dies"
    if left > _MANY:
        return f"{blow.damage} damage to {blow.target}"
    return f"{blow.damage} damage to {blow.target}, {then}"


STILL_TO_COME = "a further modifier card is to come"
"""The reason if an attack is not over at the end of a line."""
_MANY = 700
"""More hit points than any figure has: those of a figure without given hit points."""


class AttacksPosition(Position[State, Action]):
    """Attacks without a map, ready for the engine."""

    capabilities = Capabilities(
        room="tsolve.games.gloomhaven",
        step_reader="attacks.position:AttacksStepReader",
        title="judging.step_reader:title",
        zones="attacks.position:zones",
        fact="attacks.position:fact",
        stated="attacks.position:stated",
        claim="attacks.claims:AttackClaim",
        expectation="judging.expectations:AttackExpectations",
        exercised="judging.decisive:exercised",
        unsure="attacks.unsure:unsure_facts",
        ablation="judging.decisive:FiguresAblation",
        why_not="attacks.killing:why_not",
        odds="attacks.reading:odds_of_attacks",
    )

    game: Gloomhaven
    written: AttacksFile
    decoded: Decoded[AttacksFile]
    ruleset: Ruleset[Card]
    begun: State
    """The position before the first attack, with all attacks to come."""
    attacked: tuple[str, ...] = ()
    """All figures that are attacked."""
    notes: tuple[str, ...] = ()
    measures = MEASURES
    foresees = True

    @property
    def book(self) -> Book:
        """The figures' map and the readings."""
        return self.game.book

    def to_the_end(self) -> Self:
        raise UsageError("this file tells of attacks without a map: a whole game begins with a scenario")

    def under(
        self, readings: Mapping[str, str], probe: Probe[State, Action] | None = None
    ) -> AttacksPosition:
        book = self.book
        game = Gloomhaven(
            Book(book.terrain, readings, {}, book.level, book.characters, lambda: book.types, book.variants),
            probe,
        )
        return self.by(game, self.state if self.has_moved_on else game.settled(self.begun))

    @property
    def readings(self) -> Mapping[str, str]:
        return self.book.readings

    def table_notes(self) -> tuple[str, ...]:
        return self.notes

    def condition(self, text: str, span: Span | None = None) -> str:
        """The condition that a text names. Raises InputError."""
        return condition_named(self.ruleset, self.decoded, text, span)

    def figure(self, text: str, span: Span | None = None, states: Iterable[State] = ()) -> str:
        """The figure that a text names. Raises InputError (E314)."""
        found = Diagnostics()
        names = [figure.name for figure in self.begun.figures]
        name = find_figure(self.ruleset, text, names, "figure", found, span or self.decoded.span())
        found.raise_if_any()
        assert name is not None
        return name

    def untold(self, name: str) -> str:
        """Says that the hit points of a figure that may lose some are not given; else empty."""
        figures = self.begun.figures
        here = next((each for each in figures if each.name == name), None)
        is_told = here is None or here.max_hp != UNKNOWN_HIT_POINTS
        is_harmed = name in self.attacked or any(any(retaliation_of(each)) for each in figures)
        return "" if is_told or not is_harmed else f"the hit points of {name} are not given"

    def told_of(self, name: str, fact: Fact, whose: Iterable[str]) -> Mapping[str, Fact]:
        return MEASURES.by_name[name].of_each(fact, whose)

    def lacks(self, question: str) -> str:
        return f"attacks without a map have no `{question}`: ask for their `odds`"


def course(played: Played[State, Action], step: int | None) -> Way:
    """A line after this many steps; None for its end."""
    state = played.result if step is None else played.states[step]
    return Way(state, tuple(moves_until(played, step)), (Stage(tuple(entries_until(played, step))),))


def fact(
    position: AttacksPosition, played: Played[State, Action], name: str, step: int | None = None
) -> Found:
    """A measure after this many steps; unknown at the end of a line that is not over."""
    found = MEASURES.fact(name, position, partial(course, played), step, played.answer.calculation)
    comes = step is None and played.result.todo
    return replace(found, unknown=STILL_TO_COME, rulings=("GH-6.8",)) if comes else found


def stated(
    position: AttacksPosition, name: str, written: Fact, span: Span | None, _: Scope[State, Action] | None
) -> Mapping[str, Fact]:
    """The stated values of a fact, by figure. Raises InputError."""
    return MEASURES.by_name[name].stated(position, written, span)


def zones(_: AttacksPosition, state: State) -> tuple[Zone, ...]:
    """Every figure with what it has, and every deck."""
    figures = ((figure.name, ", ".join(_figure_told(figure))) for figure in state.figures)
    decks = ((f"Deck of {owned.owner}", deck_in_words(owned.deck)) for owned in state.decks)
    return zones_of((*figures, *decks))


def _figure_told(figure: Figure) -> Iterator[str]:
    profile = figure.profile
    yield f"{figure.rank} {figure.kind}".strip()
    if figure.max_hp < 900:
        yield f"{figure.hp} of {figure.max_hp} hit points"
    for word, number in (
        ("attack", profile.attack),
        ("shield", profile.shield),
        ("retaliate", profile.retaliate),
    ):
        if number:
            yield f"{word} {number}"
    for effect in figure.effects:
        yield effect_in_words(effect)
    for token in figure.tokens:
        yield token.condition
