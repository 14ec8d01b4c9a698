"""A plain game: each action says what it needs, what it does and which rulings say so.

What is legal, how it is written and what chance brings follow from that: the slots of an action's form name
the zones, in the position or in the book, that its pieces come from.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

import msgspec
from msgspec.structs import replace

from tsolve.cardkit.action_game import ActionGame
from tsolve.cardkit.forms import Formed
from tsolve.cardkit.tasks import Reason
from tsolve.engine import CHANCE, Noting, Probe
from tsolve.model.trace import Refusal, Trace

if TYPE_CHECKING:
    from random import Random


class PlainBook(msgspec.Struct, frozen=True, kw_only=True):
    """All that the rules look up; a game adds what stays the same in every position."""

    readings: Mapping[str, str]
    """Every interpretation with its option."""
    cards: Mapping[str, Any] = {}
    """The facts of every card under these readings, by id."""

    def noted_by(self, probe: Probe[Any, Any]) -> Self:
        """The same book; a probe notes what is looked up in it."""
        readings, cards = Noting(self.readings, probe.readings), Noting(self.cards, probe.cards)
        return replace(self, readings=readings, cards=cards)


class PlainState(msgspec.Struct, frozen=True, kw_only=True):
    """A position as the active player sees it; a game adds its zones, which hold cards by id."""

    of_turn: ClassVar[tuple[str, ...]] = ()
    """The fields that are reset when the next turn begins."""

    players: int = 1
    active: int = 0
    """Whose turn it is, counted from 0."""
    ended: bool = False
    """Whether the turn has its result."""
    over: bool = False
    """Whether the whole game has ended."""

    @property
    def zones(self) -> dict[str, Any]:
        """What lies on the table, by name."""
        beside = {*PlainState.__struct_fields__, *self.of_turn}
        return {name: getattr(self, name) for name in self.__struct_fields__ if name not in beside}

    @property
    def fresh(self) -> Self:
        """The same position before anything is done in the turn."""
        usual = {field.name: field.default for field in msgspec.structs.fields(self)}
        return replace(self, ended=False, **{name: usual[name] for name in self.of_turn})

    def passed_on(self) -> Self:
        """The next player's turn: the player's fields and those of the other player (`their_...`) are
        swapped.
        """
        theirs = [name for name in self.__struct_fields__ if name.startswith("their_")]
        sides = {name: getattr(self, name.removeprefix("their_")) for name in theirs}
        sides |= {name.removeprefix("their_"): getattr(self, name) for name in theirs}
        return replace(self.fresh, active=(self.active + 1) % self.players, **sides)


B = TypeVar("B", bound=PlainBook)
S = TypeVar("S", bound=PlainState)


class PlainAction(Formed, Generic[B, S], frozen=True):
    """An action of a player, or an event of chance."""

    rulings: ClassVar[tuple[str, ...]]
    """The rulings that allow it."""
    is_event: ClassVar[bool] = False
    """Whether chance does it: each piece of its zone is as likely as any other."""

    def refusal(self, book: B, state: S) -> Reason | None:
        """Why it is illegal although its pieces are there; None if it is legal. For an event: why it is not
        due now.
        """
        return None

    @abstractmethod
    def done(self, book: B, state: S, trace: Trace | None) -> S:
        """The position after it."""

    @classmethod
    def offers(cls, book: B, state: S) -> Iterator[Self]:
        """All candidates, legal or not: every combination of pieces from the zones that the form names."""
        zones = (zone_of(book, state, kind) for kind in cls.kinds().values())
        yield from (cls(*pieces) for pieces in product(*(zone or () for zone in zones)))

    @classmethod
    def kinds(cls) -> dict[str, str]:
        """The kind of piece that fills each field."""
        return {name: cls.forms[0].kinds.get(name, name) for name in cls.__struct_fields__}


A = TypeVar("A", bound=PlainAction[Any, Any])


def zone_of(book: PlainBook, state: PlainState, kind: str) -> tuple[Any, ...] | None:
    """The pieces in the zone of this name, in the position or in the book; None if there is no such zone."""
    found = getattr(state, kind, getattr(book, kind, None))
    return found if isinstance(found, tuple) else None


class PlainGame(ActionGame[B, S, A]):
    """The rules of a plain game under chosen readings. (`tsolve.engine.Game`)"""

    actions: ClassVar[tuple[type[PlainAction[Any, Any]], ...]]
    """Every kind of action and event."""
    ending: ClassVar[tuple[str, ...]] = ()
    """The rulings on the end of a turn."""
    absent: ClassVar[str] = "there is no {piece} in the {zone}"
    """Why an action is illegal if its piece is not in its zone."""

    chance_first: ClassVar[str] = "a card comes first"
    """Why nothing else is legal while an event is due."""

    def __init__(self, book: B, probe: Probe[S, A] | None = None, goes_on: bool = False) -> None:
        """`goes_on`: a whole game is played, in which the next turn follows at once."""
        watching: Probe[S, A] = probe or Probe()
        super().__init__(book.noted_by(watching) if watching.notes else book, watching)
        self.goes_on = goes_on

    # who acts, and what there is to do

    def mover(self, state: S) -> int:
        """The player whose turn it is, or chance where an event is due."""
        return CHANCE if any(self._events(state)) else state.active

    def legal_actions(self, state: S) -> list[A]:
        """Every legal action; none where chance comes first, or the turn has ended."""
        if state.ended or state.over or self.mover(state) == CHANCE:
            return []
        offered = dict.fromkeys(each for each in self._offered(state) if not each.is_event)
        return [each for each in offered if each.refusal(self.book, state) is None]

    def _offered(self, state: S) -> Iterator[A]:
        """All candidates of every kind of action."""
        for kind in self.actions:
            yield from kind.offers(self.book, state)  # type: ignore[misc]  # which are the game's

    def zone(self, state: S, kind: str) -> tuple[Any, ...]:
        """The pieces in the zone of this name; empty if there is no such zone."""
        return zone_of(self.book, state, kind) or ()

    def _events(self, state: S) -> Iterator[A]:
        """The events that may come now; a piece with several copies is listed as often."""
        if not (state.ended or state.over):
            offered = (each for each in self._offered(state) if each.is_event)
            yield from (each for each in offered if each.refusal(self.book, state) is None)

    def chance(self, state: S) -> list[tuple[A, int]]:
        """The events that may come next with their weights."""
        return list(Counter(self._events(state)).items())

    def sample(self, state: S, random: Random) -> S:
        """Let chance act."""
        return self.apply(state, random.choice(list(self._events(state))))

    # legality

    def reason(self, state: S, action: A) -> Reason | None:
        if state.over or state.ended:
            return "the game is over" if state.over else "the turn has ended", self.ending
        due = next(self._events(state), None)
        if due is not None and not action.is_event:
            return self.chance_first, due.rulings
        for field, kind in action.kinds().items():
            piece, zone = getattr(action, field), zone_of(self.book, state, kind)
            if zone is not None and piece not in zone:
                text = self.absent.format(piece=self.told(piece), zone=kind.replace("_", " "))
                return text, action.rulings
        return super().reason(state, action)

    def refusals(self, state: S) -> list[Refusal]:
        """For each kind of action without a legal one: the first candidate, with the reason why it is
        illegal.
        """
        if state.ended or state.over:
            return []
        legal, found = {type(each) for each in self.legal_actions(state)}, dict[type[A], Refusal]()
        for each in self._offered(state):
            if not each.is_event and type(each) not in legal | found.keys():
                refusal = self.why_not(state, each)
                assert refusal is not None
                found[type(each)] = refusal
        return list(found.values())

    # what is done

    def apply(self, state: S, action: A, trace: Trace | None = None) -> S:
        """The position after the action, in a whole game when the next turn begins."""
        after = super().apply(state, action, trace)
        return after.passed_on() if self.goes_on and after.ended and not after.over else after

    def is_over(self, state: S) -> bool:
        """Whether the whole game has ended."""
        return state.over

    def scores(self, state: S) -> list[int]:
        """Each player's points; none in a game that counts none."""
        return [0] * state.players

    def turn_of(self, state: S) -> int:
        """The player whose turn it is, counted from 1."""
        return state.active + 1

    def begins_turn(self, state: S) -> bool:
        """Whether nothing was done in the turn yet."""
        return bool(state.of_turn) and state == state.fresh

    # in words

    def told(self, piece: object) -> str:
        """A piece in words: a card by its name."""
        return str(self.book.cards[piece].name) if piece in self.book.cards else str(piece)  # type: ignore[index]

    def notation(self, state: S, action: A) -> str:
        """The action in the words of its first form."""
        return " ".join(action.forms[0].words(action, lambda _, piece: self.told(piece)))

    def zones(self, state: S) -> tuple[tuple[str, str], ...]:
        """What lies on the table, zone by zone."""
        return tuple((_title(name), self._contents(held)) for name, held in state.zones.items())

    def _contents(self, held: object) -> str:
        return ", ".join(map(self.told, held)) or "none" if isinstance(held, tuple) else str(held)


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()


def without(cards: Iterable[str], card: str) -> tuple[str, ...]:
    """A zone with one copy of a card less."""
    left = list(cards)
    left.remove(card)
    return tuple(left)


def with_card(cards: Iterable[str], card: str) -> tuple[str, ...]:
    """A zone with a card more, in order."""
    return tuple(sorted((*cards, card)))
