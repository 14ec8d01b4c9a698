"""A position file of Thunderstone with its rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from tsolve.budget import FREE, allow
from tsolve.diagnostics import Diagnostics, Span
from tsolve.engine.probe import Probe
from tsolve.games.thunderstone.actions import Action, Attack, Visit
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.state import State, TurnKind
from tsolve.games.thunderstone.target import ANYBODY, Target
from tsolve.games.thunderstone.writing.card_names import resolve_target
from tsolve.games.thunderstone.writing.position_file import PositionFile
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decode import Decoded, Path
from tsolve.turns.card_names import resolve
from tsolve.turns.opened import Opened as AnyOpened
from tsolve.turns.opened import Unknown

if TYPE_CHECKING:
    from tsolve.games.thunderstone.dungeon_deck import DungeonDeck
    from tsolve.model.positions import BoardRow, Zone


class Opened(AnyOpened[State, Action]):
    """A position file of Thunderstone, ready for the engine: what the rooms that answer for it know of it."""

    scoring_rulings = ("TS-17.2",)
    game: Thunderstone
    position: PositionFile
    decoded: Decoded[PositionFile]
    ruleset: Ruleset[Card]
    aim: Target = ANYBODY
    """The Monster that best plays have to attack, in place of the one that the file or a wish names."""

    unseen: DungeonDeck | None = None
    """The Dungeon Deck of the table where all is known of it but its order, which hangs on a reading."""

    def under(self, readings: Mapping[str, str], probe: Probe[State, Action] | None = None) -> Opened:
        cards = self._cards_under(readings)
        if cards is self._cards_under(self.book.readings):  # then all that a book works out about them holds
            book = copy(self.book)
            book.readings = dict(readings)
            book.forget_positions()
        else:
            book = Book(cards, readings, self.book)
        game = Thunderstone(book, probe)
        if self.table is None or self.has_moved_on:
            return self.by(game, self.state)
        table = self.table
        if self.unseen is not None:
            table = replace(table, dungeon=self.unseen.pile(book))
        return self.by(game, begun(game, table, self.position.turn))

    def _cards_under(self, readings: Mapping[str, str]) -> dict[str, Card]:
        """The cards as these readings see them. An option that is none of the ruleset's changes no card: a
        world without a rule may have one, such as no Attack at all for a point of darkness.
        """
        points = self.ruleset.interpretations
        known = {
            key: option
            for key, option in readings.items()
            if any(option == each.id for each in points[key].options)
        }
        return self.ruleset.under(known)

    def with_table(self, table: State | None, position: PositionFile) -> Opened:
        """Another position with the same ruleset, to be taken `under` its readings."""
        other = copy(self)
        other.table, other.position, other.unseen = table, position, None
        return other

    @property
    def readings(self) -> Mapping[str, str]:
        return self.book.readings

    @property
    def spans(self) -> dict[Path, Span]:
        """The places of the file's values."""
        return self.decoded.spans

    @property
    def book(self) -> Book:
        """Card facts and readings."""
        return self.game.book

    def aiming_at(self, target: Target) -> Opened:
        """The same position, of which only plays are asked for that attack this Monster."""
        other = copy(self)
        other.aim = target
        return other

    def target(self, text: str) -> Target:
        """The Monster named in the file, such as `Nixie`, `Nixie in Rank 3` or `Rank 3`.

        Raises InputError for a name (E302, E303) or a Rank (E314) that does not exist.
        """
        found = Diagnostics()
        target = resolve_target(self.ruleset, text, found, None)
        found.raise_if_any()
        return target

    def board(self, state: State) -> tuple[BoardRow, ...]:
        from tsolve.games.thunderstone.writing.showing import board

        return board(self.book, state)

    def zones(self, state: State) -> tuple[Zone, ...]:
        from tsolve.games.thunderstone.writing.showing import zones

        return zones(self.book, state)

    def place_aimed_at(self, state: State, action: Action) -> tuple[str, str] | None:
        from tsolve.games.thunderstone.writing.showing import place_name, who

        if not isinstance(action, Attack):
            return None
        return place_name(action.rank), who(self.book, state.at(action.rank))

    def headline(self, state: State) -> str:
        from tsolve.games.thunderstone.writing.showing import headline

        return headline(state)

    def unknowns(self, state: State) -> Iterable[Unknown[State]]:
        from tsolve.games.thunderstone.writing.unknowns import unknowns

        return unknowns(self.book, self.state, state)

    def phrase(self, state: State, action: Action) -> tuple[str, ...]:
        from tsolve.games.thunderstone.writing.notation import phrase

        return phrase(self.book, state, action)

    def find_card(self, name: str, found: Diagnostics, span: Span | None = None) -> str:
        return resolve(self.ruleset, name, found, span)


def begun(game: Thunderstone, table: State, turn: TurnKind | Literal["undecided"]) -> State:
    """The position inside the turn, where the file says which kind of turn it is."""
    state = _breached(game.book, table)
    with allow(FREE):  # a position is opened whatever the budget is
        return state if turn == "undecided" else game.apply(state, Visit(turn))


def _breached(book: Book, state: State) -> State:
    """A Monster in Rank 1 has had its Breach, unless it has stood there since the set-up. (TS-16.1)"""
    first = state.hall[0]
    card = book.cards.get(first.card)
    if first.dealt or card is None or not card.breach:
        return state
    return replace(state, hall=(replace(first, breached=True), *state.hall[1:]))
