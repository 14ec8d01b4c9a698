"""Which readings can matter to a computation: those it looked up, and those about the cards it looked up.

What nobody looked up cannot have mattered. So a computation is run on a game that takes notes, and only the
readings noted are worth another run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from tsolve.errors import TsolveError
from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.watched import Watched
from tsolve.games.thunderstone.writing.position import Opened
from tsolve.model.trace import Trace

if TYPE_CHECKING:
    from tsolve.games.thunderstone.cards import Card

POSITION = 5
"""What a position of a search under chance counts for: as much as so many actions played."""
REMEMBERED = 20_000
"""So many actions played are remembered: some fifty megabytes at the most."""
STATES = 10
"""So many states of an optimisation problem count for one action played."""


class TooMuchWorkError(TsolveError, RuntimeError):
    """The computation has done as much as it may."""


class Measured(Thunderstone):
    """The rules, counting the work that is done with them: the same count on every machine.

    Many goals and targets are asked about in turn, and where everything is tried they meet the same
    positions: what was played once is remembered, and no work the next time. Unit: one action played. Raises
    TooMuchWorkError beyond `limit`.
    """

    def __init__(self, book: Book, limit: int | None = None) -> None:
        super().__init__(book)
        self.work = 0
        self.limit = limit
        self._legal: dict[State, list[Action]] = {}
        self._played: dict[tuple[State, Action], State] = {}

    def legal_actions(self, state: State) -> list[Action]:
        legal = self._legal.get(state)
        if legal is None:
            legal = super().legal_actions(state)
            if len(self._legal) < REMEMBERED:
                self._legal[state] = legal
        else:
            self._offered = state, tuple(legal)
        return legal.copy()

    def apply(self, state: State, action: Action, trace: Trace | None = None) -> State:
        if trace is not None:  # then the way there is asked for
            self.spend(1)
            return super().apply(state, action, trace)
        after = self._played.get((state, action))
        if after is None:
            self.spend(1)
            after = super().apply(state, action)
            if len(self._played) < REMEMBERED:
                self._played[state, action] = after
        return after

    def hear_of_states(self, states: int) -> None:
        self.spend(states // STATES)

    def spend(self, work: int) -> None:
        """Count work."""
        self.work += work
        if self.limit is not None and self.work > self.limit:
            raise TooMuchWorkError

    def hearing(self, on_position: Callable[[int], None]) -> Callable[[int], None]:
        """What hears how many positions a search under chance has looked at, and counts them as work."""
        last = 0

        def hear(positions: int) -> None:
            nonlocal last
            new = positions - last if positions > last else positions  # each search counts anew
            last = positions
            self.spend(POSITION * new)
            on_position(positions)

        return hear


class Notes(msgspec.Struct):
    """What a computation looked up."""

    readings: dict[str, str] = {}
    cards: dict[str, None] = {}

    def keys(self, opened: Opened) -> tuple[str, ...]:
        """The interpretations that can matter, in the order of the ruleset."""
        cards = {*self.cards, *_cards_of(opened)}
        about = {key for card in cards for key in opened.ruleset.keys_touching(card)}
        return tuple(key for key in opened.ruleset.interpretations if key in about or key in self.readings)


class _WatchedCards(dict[str, "Card"]):
    """Facts of cards that note which cards were looked up."""

    def __init__(self, cards: Mapping[str, Card], asked: dict[str, None]) -> None:
        super().__init__(cards)
        self.asked = asked

    def __getitem__(self, card: str) -> Card:
        self.asked[card] = None
        return super().__getitem__(card)

    def get(self, card: str, default: object = None) -> object:  # type: ignore[override]  # one form is enough
        self.asked[card] = None
        return super().get(card, default)


def measured(
    opened: Opened, readings: Mapping[str, str], limit: int | None = None
) -> tuple[Opened, Measured]:
    """The position under these readings, and the game that counts the work done on it."""
    other = opened.under(readings)
    game = Measured(other.book, limit)
    return replace(other, game=game), game


def noted(opened: Opened, limit: int | None = None) -> tuple[Opened, Measured, Notes]:
    """The position under its own readings on a game that takes notes and counts its work."""
    notes = Notes()
    other, game = measured(opened, Watched(opened.book.readings, notes.readings), limit)
    game.book.cards = _WatchedCards(game.book.cards, notes.cards)
    return other, game, notes


def _cards_of(opened: Opened) -> Iterator[str]:
    """The cards that the position names anywhere, with the levels that a Hero among them may reach."""
    table = opened.table if opened.table is not None else opened.state
    for text in _texts(msgspec.to_builtins(table)):
        card = opened.book.cards.get(text)
        if card is not None:
            yield text
            yield from opened.book.levels.get(card.group, {}).values()


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _texts(each)
