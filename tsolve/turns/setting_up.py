"""Sets a table up as the rules say, drawn again until it has what people wish for."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

from tsolve.diagnostics import Diagnostics, Span
from tsolve.errors import UsageError
from tsolve.model.setups import SetupPart
from tsolve.rules.ruleset import CardFacts, Ruleset
from tsolve.turns.odds.asking import read_event
from tsolve.turns.odds.conditions import Condition, Not

D = TypeVar("D")

MOST_TRIES = 3_000
"""Set-ups that are drawn before wishes are given up: a few seconds."""


class NewGame(NamedTuple):
    """The game that a table is set up for."""

    readings: Mapping[str, str]
    players: int
    sets: Sequence[str]
    """The boxes at hand; none for the usual one."""
    chosen: Mapping[str, Any]
    """What it is set up with by name."""
    printing: str = ""
    interpretations: Mapping[str, str] = {}
    """Those that were chosen beside the printing's."""


class Laid(NamedTuple):
    """A table that is set up."""

    parts: tuple[SetupPart, ...]
    position: str
    """As a position file, seen by the first player."""


class SettingUp(ABC, Generic[D]):
    """How a game sets its table up."""

    ruleset: Ruleset[CardFacts]
    """The cards that may be played with."""

    @abstractmethod
    def draw(self, random: Random) -> D:
        """What a game is played with. Raises UsageError where the cards at hand are too few."""

    @abstractmethod
    def sold(self, drawn: D) -> Iterable[str]:
        """The cards that players can get from the start."""

    @abstractmethod
    def others(self, drawn: D) -> Iterable[str]:
        """What else was drawn."""

    @abstractmethod
    def lay_out(self, drawn: D, random: Random) -> Laid:
        """The table with these cards."""

    def notes(self) -> tuple[str, ...]:
        """What is unusual about it, or left to the players."""
        return ()


def set_up(
    table: SettingUp[D], seed: int, wanted: Sequence[str] = (), unwanted: Sequence[str] = ()
) -> tuple[Laid, int]:
    """A table with all that is wanted and nothing that is not, and how many were drawn for it.

    Of the tables that fit the wishes each is as likely as the rules make it. A wish is about all that is
    drawn, for sale or not.

    Raises InputError for a wish that names nothing, UsageError where no table has all that is wished for.
    """
    wishes = _read(table, wanted, "--with")
    wishes += [Not(each) for each in _read(table, unwanted, "--without")]
    for number in range(MOST_TRIES):
        random = Random(f"{seed}/{number}")
        drawn = table.draw(random)
        copies = Counter(dict.fromkeys((*table.sold(drawn), *table.others(drawn)), 1))
        if all(wish.holds(copies) for wish in wishes):
            return table.lay_out(drawn, random), number + 1
    told = ", ".join((*wanted, *(f"no {each}" for each in unwanted)))
    raise UsageError(f"none of {MOST_TRIES} set-ups has what is wished for: {told}")


def _read(table: SettingUp[D], texts: Sequence[str], option: str) -> list[Condition]:
    found, ruleset = Diagnostics(), table.ruleset
    read = []
    for text in texts:
        place = Span(option, 1, 1, 1, len(text) + 1, text)
        event = read_event(text, ruleset, ruleset.find_card, (), found, place)
        if event is not None and (event.within or event.ending):
            found.report("E209", "a wish names cards only", place)
        elif event is not None:
            read.append(event.condition)
    found.raise_if_any()
    return read
