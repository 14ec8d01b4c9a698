"""Reads every written step for its words, to report all misspellings together.

What a step means depends on the position it is taken in; its verb and the names in it do not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tsolve.cardkit import piles
from tsolve.diagnostics import Diagnostics, Span
from tsolve.errors import InputError
from tsolve.games.quest.actions import Action
from tsolve.games.quest.cards import Card
from tsolve.games.quest.game import Quest
from tsolve.games.quest.grid import PLACES
from tsolve.games.quest.state import Player, Room, State
from tsolve.games.quest.writing.position_file import PositionFile
from tsolve.games.quest.writing.reading import read
from tsolve.games.quest.writing.wording import Wording
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decode import Decoded
from tsolve.turns.written import Written

_NOWHERE = State(players=(Player(piles.UNKNOWN, hand=None),), rooms=(Room(""),) * len(PLACES))
"""A position with nothing in it."""


def proofread(
    game: Quest, ruleset: Ruleset[Card], decoded: Decoded[PositionFile], found: Diagnostics
) -> None:
    """Report steps without an action (TS321), unknown names (TS302, TS303) and words without a meaning
    (TS323), each where it stands.
    """
    for text, span in _steps(decoded):
        if found.full:
            return
        try:
            read(game, ruleset, _NOWHERE, text, span, _Words)
        except InputError as error:
            for each in error.diagnostics:
                found.report(each.code, each.message, each.span, each.help)


def _steps(decoded: Decoded[PositionFile]) -> Iterator[tuple[str, Span]]:
    """The steps of the line, of claims and of expectations, with their places."""
    file = decoded.value
    for index, text in enumerate(file.line):
        yield text, decoded.span("line", index)
    for index, claim in enumerate(file.claims):
        for kind in ("legal", "illegal"):
            if text := getattr(claim, kind):
                yield text, decoded.span("claims", index, kind)
    for index, text in enumerate(file.expect.legal):
        yield text, decoded.span("expect", "legal", index)
    for text in file.expect.illegal:
        yield text, decoded.key_span("expect", "illegal", text)


class _Words(Wording):
    """Reads words only and leaves legality aside."""

    def titled(self, name: str, cards: Iterable[str]) -> list[str]:
        """Whether or not a stack holds them."""
        return super().titled(name, self.ruleset.cards)

    def first_legal(self, actions: Iterable[Action]) -> Written[Action]:
        return self.written(next(iter(actions)))

    def only_legal(self, actions: Iterable[Action]) -> Written[Action]:
        return self.first_legal(actions)
