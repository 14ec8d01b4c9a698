"""The text of one step in one position: the names in it, and which of several actions it means."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Generic, TypeVar

from tsolve.diagnostics import Diagnostic, Diagnostics, Span, input_error
from tsolve.engine.protocol import Game
from tsolve.errors import InputError
from tsolve.rules.ruleset import Ruleset
from tsolve.turns.card_names import GroupedCard, copy_named, known_start, resolve, split_copy
from tsolve.turns.written import Written

S = TypeVar("S")
A = TypeVar("A")
F = TypeVar("F", bound=GroupedCard)

ONE_THING = "a step says one thing; write a later choice as a step of its own"


class UnclearError(InputError):
    """The text of a step could be several actions (E322); `meanings` are these, as they are written."""

    def __init__(self, meanings: Iterable[str], span: Span | None) -> None:
        self.meanings = tuple(meanings)
        told = "; or ".join(self.meanings)
        excerpt = span.text if span is not None else ""
        super().__init__((Diagnostic("E322", "this could mean several actions", span, told, excerpt),))

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return type(self), (self.meanings, self.diagnostics[0].span)


class FaultyCardError(InputError):
    """A text names a card of the file's own that has mistakes; they are told where it is defined."""


class StepText(Generic[S, A, F]):
    """What the shapes of texts ask in every game; `absent` and the like say what a text misses."""

    def __init__(self, game: Game[S, A], ruleset: Ruleset[F], state: S, span: Span | None) -> None:
        self.game, self.ruleset = game, ruleset
        self.state, self.span = state, span
        self.absent = ""
        self.where = ""
        self.rulings: tuple[str, ...] = ()

    # names

    def otherwise(self, name: str) -> str:
        """What may be done where no card is called so; empty for nothing in particular."""
        return ""

    def card(self, name: str) -> str:
        """The id of a card. Raises InputError, at the name or at the words behind it that mean nothing."""
        found = Diagnostics()
        place = self._span_of(name)
        card = resolve(self.ruleset, name, found, place, self.otherwise(name))
        if card:
            return card
        if not found:
            raise FaultyCardError((Diagnostic("E302", f'the card "{name}" has mistakes', place),))
        bare, number = split_copy(name)
        if number and self.ruleset.names.knows(bare):
            message = f'"{name}": the copies of {bare} are all alike here'
            raise input_error("E323", message, place, "leave the number out")
        if known := known_start(self.ruleset, name):
            more = name[len(known) :].strip()
            if more[:1].isupper() and (instead := self.otherwise(name)):  # one name that begins like another
                raise input_error("E302", f'unknown card "{name}"', place, instead)
            message = f'"{more}" means nothing after {known}'
            raise input_error("E323", message, self._span_of(more), ONE_THING)
        found.raise_if_any()
        return card

    def copied(self, text: str) -> str:
        """The id of a card of which a copy may be named."""
        return self.card(copy_named(self.ruleset, text)[0])

    def knows(self, text: str) -> bool:
        """Whether the text names one card, of which a copy may be named."""
        return self.ruleset.names.knows(copy_named(self.ruleset, text)[0])

    def _span_of(self, words: str) -> Span | None:
        return self.span.of(words) if self.span is not None else None

    # choices

    def first_legal(self, actions: Iterable[A]) -> Written[A]:
        """The first action that is legal, else the first."""
        candidates = list(actions)
        legal = (action for action in candidates if self.game.why_not(self.state, action) is None)
        return self.written(next(legal, candidates[0]))

    def only_legal(self, actions: Iterable[A]) -> Written[A]:
        """Like `first_legal`, but legal actions that differ in more than the copy are unclear (E322)."""
        candidates = list(dict.fromkeys(actions))
        legal = [action for action in candidates if self.game.why_not(self.state, action) is None]
        texts = {re.sub(r" #\d+", "", self.game.notation(self.state, action)) for action in legal}
        if len(texts) > 1:
            raise UnclearError(sorted(texts), self.span)
        return self.written(legal[0] if legal else candidates[0])

    def written(self, action: A) -> Written[A]:
        """The action, with what is missing for it."""
        return Written(action, self.absent, self.where, self.rulings)
