"""Written steps are read for their words, to report all misspellings together."""

from __future__ import annotations

from collections.abc import Iterable

from tsolve.cardkit import piles
from tsolve.diagnostics import Diagnostics
from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.state import Player, State
from tsolve.games.thunderstone.turn.naming import KINDS
from tsolve.games.thunderstone.writing.position_file import PositionFile
from tsolve.games.thunderstone.writing.reading import read
from tsolve.games.thunderstone.writing.wording import Wording
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decode import Decoded
from tsolve.turns import proofreading
from tsolve.turns.written import Written

_NOWHERE = State(players=(Player(piles.UNKNOWN, hand=None),))
"""A position with nothing in it."""


def proofread(
    game: Thunderstone, ruleset: Ruleset[Card], decoded: Decoded[PositionFile], found: Diagnostics
) -> None:
    """Report what is wrong with the words of any step of the file, each where it stands."""
    proofreading.proofread(
        decoded, found, lambda text, span: read(game, ruleset, _NOWHERE, text, span, _Words), KINDS
    )


class _Words(Wording):
    """Reads words only and leaves legality aside."""

    def first_legal(self, actions: Iterable[Action]) -> Written[Action]:
        return self.written(next(iter(actions)))

    def only_legal(self, actions: Iterable[Action]) -> Written[Action]:
        return self.first_legal(actions)
