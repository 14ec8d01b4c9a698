"""What a game has to say so that a log of several turns can be played: who sits where, how chance is told in
short, how a turn ends, and what is assumed where a log leaves something out or tells something illegal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from tsolve.diagnostics import Diagnostics
from tsolve.engine import Game
from tsolve.errors import Span

if TYPE_CHECKING:
    from tsolve.contract.played_log import PlayedTurn
    from tsolve.contract.position import Position
    from tsolve.contract.step_reader import StepReader

S = TypeVar("S")
A = TypeVar("A")


class LogRules(Generic[S, A]):
    """The usual answers; a game overrides what is otherwise there."""

    verbs: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "hand": ("draw",),
        "drew": ("draw",),
        "came": ("reveal",),
    }
    """Key of a turn -> how a step says that one of its cards came: `draw CARD`."""
    idle: ClassVar[tuple[str, ...]] = ()
    """The steps of a turn in which nothing is done."""

    rulings_of: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """Key of a turn -> the rulings on how its cards come, where they are not those on what is drawn."""

    rulings_of_order: ClassVar[tuple[str, ...]] = ()
    """The rulings that say who is next."""

    def __init__(self, position: Position[S, A]) -> None:
        self.position = position

    def names(self) -> tuple[str, ...]:
        """What the players are called, from the first seat on; empty for one without a name."""
        return ()

    def knows(self, name: str, found: Diagnostics, span: Span | None) -> bool:
        """Whether this is the name of something that chance may bring; else that is reported."""
        return bool(self.position.find_card(name, found, span))

    def events(self, key: str, name: str) -> tuple[str, ...]:
        """How a step says that this card came, as a key of the turn tells it."""
        texts = ((verb if "{}" in verb else f"{verb} {{}}") for verb in self.verbs[key])
        return tuple(text.format(name) for text in texts)

    def hand(self, state: S) -> tuple[str, ...] | None:
        """The cards in the hand of the player whose turn begins, by id; None where nobody knows them."""
        return None

    def is_at(self, state: S, place: str) -> bool:
        """Whether the card that comes now comes to this place."""
        return True

    def opened(self, game: Game[S, A], state: S, shown: int) -> S:
        """The position as the turn begins, in which the hand is asked for if nobody has seen it. `shown`: how
        many cards of it the turn tells.
        """
        return state

    goes_on: ClassVar[bool] = True
    """Whether a turn of the log goes on to the next one; else it ends where its steps do."""

    explains: ClassVar[bool] = False
    """Whether its step reader says why a card that has not come cannot have come."""

    def called(self, state: S, who: str = "") -> str:
        """What the player whose turn it is is called; empty for one without a name. `who`: whom the log
        names.
        """
        names, seat = self.names(), self.seat(state)
        if 0 < seat <= len(names) and names[seat - 1]:
            return names[seat - 1]
        return who if self._is_unknown(who) else ""

    def whose(self, state: S, who: str) -> str:
        """Why it is not the turn of whom the log names; empty where it is."""
        seat, called = self.seat(state), self.called(state)
        if self._is_unknown(who):
            known = [name for name in self.names() if name]
            if not called:
                return ""  # a player without a name, whom the log gives one
            if len(known) == len(self.names()):
                return f"nobody is called {who}: the players are {', '.join(known)}"
        said = who.strip().casefold().removeprefix("player ")
        if said in (str(seat), called.casefold()):
            return ""
        shown = f"player {said}" if said.isdecimal() else who
        return f"it is the turn of {called or f'player {seat}'}, not of {shown}"

    def _is_unknown(self, who: str) -> bool:
        """Whether this is a name, and that of no player whose name is known."""
        said = who.strip().casefold()
        is_number = said.removeprefix("player ").isdecimal()
        return bool(said) and not is_number and said not in {name.casefold() for name in self.names()}

    def graded_parts(self, turn: PlayedTurn[S, A]) -> Sequence[PlayedTurn[S, A]]:
        """What of a turn of the log is graded by itself; of each part the player, the table before it, and
        the steps matter. A part without a player's number is that of the figure that it names.
        """
        return (turn,)

    def outcome(self, before: S, after: S, told: str) -> str:
        """What a turn came to, in a sentence; `told` is what is said of a single turn."""
        return told

    def ending(self, state: S) -> str:
        """How the game ended."""
        return "the game is over"

    def seat(self, state: S) -> int:
        """The number of the player whose turn it is."""
        return self.position.game.turn_of(state)

    def begins(self, state: S) -> bool:
        """Whether a turn starts here."""
        return self.position.game.begins_turn(state)

    def beyond(self, reader: StepReader[S, A], state: S) -> tuple[Game[S, A], S]:
        """The rules by which the game goes on once the turn has its result, and the position then."""
        return reader.game, state

    def passes(self, game: Game[S, A], state: S) -> A | None:
        """What a player does who does nothing more; None if the rules do not allow that."""
        return next((each for each in game.legal_actions(state) if self.position.is_pass(each)), None)

    def begun_by(self, turn: PlayedTurn[S, A]) -> str:
        """Who is in the middle of a turn where this entry ends, has begun it there, and need not go on; empty
        for nobody.
        """
        return ""

    def all_come(self, state: S) -> bool:
        """Whether what chance brings now is all that there is, so that nobody need tell in which order."""
        return False

    def left_untold(self, game: Game[S, A], state: S) -> S | None:
        """The position after a card came that nobody names: what it may be stays unknown. None where the game
        cannot go on so.
        """
        return None

    def at_rest(self, state: S) -> S:
        """The position without the hand that the next player has still to show."""
        return state

    def waiting_as(self, before: S, state: S) -> S:
        """The position, in which the next player has still to show the hand if that was so before."""
        return state

    def is_hidden(self, state: S) -> bool:
        """Whether the turn begins with cards that nobody has told."""
        return False

    def hangs_on_hand(self, action: A) -> bool:
        """Whether nobody can know what comes of this action who does not know the player's cards."""
        return False

    def as_said(self, game: Game[S, A], state: S, action: A) -> S | None:
        """The position after a step of a player whose cards nobody knows, taken as it is said; None where its
        result cannot be known.
        """
        return None

    def cut_short(self, game: Game[S, A], state: S) -> S | None:
        """The position after the turn ends here, although the rules ask for more; None where it cannot."""
        return None
