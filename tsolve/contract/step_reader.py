"""How the written steps of a line become actions of a game, and how its actions and results become words;
a step once it was read, and a line after it was played.

Every game has its own step reader. It needs at least three methods, and more where the rules let people leave
out a step, say what happened by itself, or try what they can no longer do.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from copy import copy
from typing import ClassVar, Generic, NamedTuple, Self, TypeVar

import msgspec

from tsolve.cardkit.tasks import Reason
from tsolve.engine import Game, Probe
from tsolve.errors import InputError, Span
from tsolve.model.plays import Calculation, LineAnswer
from tsolve.model.trace import Entry, Refusal

A = TypeVar("A")


class Written(msgspec.Struct, Generic[A], frozen=True):
    """What the text of a step means."""

    action: A
    absent: str = ""
    """A piece that the action needs but that is not where the text says it is; the action is then illegal."""
    where: str = ""
    """The place where `absent` should be, in words."""
    rulings: tuple[str, ...] = ()
    """The rulings that require it there, if the action does not name them."""
    beyond: Reason | None = None
    """Why the text says more than can be done; the step is then illegal, whatever `action` is."""
    step: str = ""
    """The step of the turn that a written pass belongs to, when the text says so."""

    @property
    def is_whole(self) -> bool:
        """Whether the text says no more than the action, and its pieces are where the text says they are."""
        return not self.absent and self.beyond is None


S = TypeVar("S")


Texts = Sequence[tuple[str, Span | None]]
"""Steps as they are written, each with its place in the file."""


class Tried:
    """Counts the answers of other players that were tried, in a line and all its continuations."""

    count = 0


class Move(msgspec.Struct, Generic[S, A], frozen=True):
    """An action that was carried out, and where."""

    before: S
    action: A
    step: int = 0
    """The number of its step; for what happens after the last step, that number plus one."""


class Continuation(msgspec.Struct, Generic[S, A], frozen=True):
    """One way to make the choices that a line leaves open at its end."""

    choices: tuple[str, ...]
    played: Played[S, A]

    @property
    def told(self) -> str:
        """The choices in words."""
        return ", ".join(f'"{choice}"' for choice in self.choices)


class Played(msgspec.Struct, Generic[S, A], frozen=True):
    """A line with everything that judging claims and expectations needs."""

    answer: LineAnswer
    moves: tuple[Move[S, A], ...]
    states: tuple[S, ...]
    """The positions before the first step and after each legal one."""
    result: S
    """The position in which the turn has its result, before the next turn begins; without one, that after the
    last legal step.
    """
    final: S
    """The position after the line, played on until a player must choose or chance decides."""
    readings: dict[str, str]
    undecided: str = ""
    """Why the line cannot be judged to its end; empty if it can."""
    waiting: tuple[str, ...] = ()
    """The answers to a choice that the line leaves open."""
    ways: tuple[Continuation[S, A], ...] = ()
    """Every way to make the open choices, at least until the result is settled. Choices that do not change
    the result are included, since they may change a number. Empty if nothing is open, or there are too many.
    """
    indifferent: bool = False
    """Whether a choice was made that the line does not mention, because it does not change the result."""
    entries: tuple[Entry, ...] = ()
    """All that happened, including what was chosen after the last step."""
    others: tuple[Played[S, A], ...] = ()
    """The same line in each position that the file may mean. (`Position.worlds`)"""

    @property
    def in_all_worlds(self) -> tuple[Played[S, A], ...]:
        """The line in every position that the file may mean."""
        return self.others or (self,)


class Result(msgspec.Struct, frozen=True):
    """The result of a line."""

    sentence: str
    calculation: Calculation | None = None
    lost: tuple[str, ...] = ()
    """The names of the player's own cards that left the game."""
    title: str = ""
    """A short form, shown beside steps that tell the rest; empty if only the whole sentence will do."""


class Said(msgspec.Struct, Generic[S], frozen=True):
    """A step that reports what happened by itself: the position then, or why the report is wrong."""

    state: S
    refusal: Refusal | None = None


class Told(NamedTuple, Generic[S]):
    """The result of a sentence that says how many pieces a player gave, but not which."""

    state: S
    wrong: str = ""
    """Why the sentence is wrong."""


class Chance(NamedTuple):
    """What chance does before a step, how a line says it, and the rulings on it."""

    first: str
    how: str
    rulings: tuple[str, ...]


class UnknownNeed(NamedTuple, Generic[S]):
    """Something unknown in a position on which a step depends."""

    reason: str
    """What the position does not say, and how a file says it."""
    rulings: tuple[str, ...]
    told: Callable[[S], S]
    """Makes a position in which that is known."""


class World(NamedTuple, Generic[S]):
    """A position in which one possible value of something unknown is assumed."""

    told: str
    """What is assumed, in words."""
    state: S


def says_what_to_write(reason: str) -> bool:
    """Whether a reason why something is undecided already says what to write in the file."""
    return "write `" in reason


class StepReader(ABC, Generic[S, A]):
    """Reads the steps of one line. It may remember what happened by itself until a step mentions it."""

    def __init__(self, game: Game[S, A], probe: Probe[S, A]) -> None:
        """`game` stops when the turn has its result; `probe` notes what its rules look up and do."""
        self.game, self.probe = game, probe
        self.has_result = False
        """Whether the turn has its result."""
        self.indifferent = False
        """Whether a silent choice was made among several equivalent answers."""
        self.forced: list[tuple[S, A]] = []
        """Choices with only one answer, made by the engine and not yet mentioned by a step, each with the
        position before it.
        """

    def beginning(self) -> Sequence[Entry]:
        """What happens by itself before the first step; it is shown with that step."""
        return ()

    def fork(self) -> Self:
        """A copy, for another continuation of the line."""
        other = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, (list, dict)):
                setattr(other, name, copy(value))
        return other

    # what every game has to say

    @abstractmethod
    def read(self, state: S, text: str, span: Span | None) -> Written[A]:
        """What the text means in this position. Raises InputError for a text that means no step."""

    @abstractmethod
    def is_result(self, state: S) -> bool:
        """Whether the turn has its result, so that nothing more is played in it."""

    @abstractmethod
    def result(self, state: S, moves: Sequence[Move[S, A]], entries: Sequence[Entry]) -> Result:
        """The result of these moves; `entries` is all that happened in them."""

    def doubt(self, moves: Sequence[Move[S, A]]) -> str:
        """Why the result of these moves is uncertain, in words; empty if it is certain."""
        return ""

    # steps that need no action

    def repeats(self, state: S, text: str, span: Span | None) -> bool:
        """Whether the text names a choice that was made automatically, because it was the only one. A text
        that can be carried out now does not count.
        """
        for place, (before, choice) in enumerate(self.forced):
            written = self.understood(before, text, span)
            if written is None or not self.says(before, choice, written.action):
                continue
            if not self.can_be_done(state, text, span):
                if not self.holds_for_all(before, choice):
                    del self.forced[place]
                return True
        return False

    def says(self, before: S, choice: A, action: A) -> bool:
        """Whether an action is the `choice` that the engine made in this position."""
        return action == choice

    def holds_for_all(self, before: S, choice: A) -> bool:
        """Whether one choice counts for several pieces, so that a step may name it for each of them."""
        return False

    def answers_alike(self, option: A, action: A) -> bool:
        """Whether an action answers the same question as this option, perhaps with an illegal answer."""
        return type(option) is type(action)

    def understood(self, state: S, text: str, span: Span | None) -> Written[A] | None:
        """The step that a text means in a position; None if it means none there."""
        with suppress(InputError):
            written = self.read(state, text, span)
            return written if written.is_whole else None
        return None

    def can_be_done(self, state: S, text: str, span: Span | None) -> bool:
        """Whether the text is a legal action in this position, or after steps that need not be written."""
        while not self.is_result(state) and (written := self.understood(state, text, span)) is not None:
            if (silent := self.silent_step(state, written)) is None:
                return self.game.why_not(state, written.action) is None
            state = self.game.apply(state, silent)
        return False

    def said(self, state: S, text: str, action: A) -> Said[S] | None:
        """The result of a text that reports what happened by itself; None if it is an action to be played."""
        return None

    def beginnings(self, state: S) -> list[str]:
        """The steps that choose the kind of turn, if it is not chosen yet and several are possible."""
        return []

    # steps that nobody writes

    def is_consequence(self, state: S, silent: A) -> bool:
        """Whether an unwritten step is a consequence of the step before it, and is shown with that one."""
        return False

    def silent_step(self, state: S, written: Written[A]) -> A | None:
        """An action that must come before the written one and need not be written, or None."""
        return None

    def implicit(self, state: S) -> A | None:
        """What chance did before a written step, if the line need not mention it; else None."""
        return None

    def silent_choice(self, state: S, options: Sequence[A]) -> A | None:
        """The answer to a waiting choice that need not be written: by default the only one."""
        return options[0] if len(options) == 1 else None

    def last_choice(self, state: S, options: Sequence[A]) -> A | None:
        """The same for a choice that is still open at the end of the line."""
        return self.silent_choice(state, options)

    def waits(self, state: S) -> bool:
        """Whether a choice must be made before the turn goes on."""
        return False

    def is_idle_choice(self, state: S) -> bool:
        """Whether the choice that a player has to make now does not matter to the turn."""
        return False

    def is_left_to_others(self, state: S) -> bool:
        """Whether another player must choose before the turn goes on. A line that does not mention this
        choice may then go on in several ways.
        """
        return False

    def let_go_by(self, state: S) -> S:
        """The position without the open choices of others that do not matter to the turn; a later step may
        still mention them.
        """
        return state

    def is_all_the_same(self, state: S) -> bool:
        """Whether it does not matter to the turn which piece is given."""
        return self.is_idle_choice(state)

    def open_answers(self, state: S) -> tuple[str, ...]:
        """What may be chosen at a choice that a line leaves open, in words."""
        return tuple(self.game.notation(state, action) for action in self.game.legal_actions(state))

    # several players are asked

    kinds: ClassVar[Collection[str]] = ()
    """Kinds of pieces that a step may name instead of the piece that a player gives."""

    def is_kind(self, state: S, action: A, kind: str) -> bool:
        """Whether an action gives a piece, of this kind if one is named."""
        return not kind

    def asked(self, state: S, player: int) -> S | None:
        """The position in which this player is the next to be asked, where no rule says who answers first;
        None where nothing is asked of the player.
        """
        return state if self.waits(state) and self.game.mover(state) == player else None

    def in_turn(self, state: S, action: A) -> S:
        """The position in which the player of this action is asked first, where no rule says who answers
        first.
        """
        return state

    def answers(self, state: S) -> Sequence[A]:
        """The answers that the player who is asked may give, even if there is only one."""
        return self.game.legal_actions(state)

    def tell(self, state: S, player: int, number: int, kind: str) -> Told[S] | None:
        """Takes a sentence that a player gave `number` pieces (0: any number) of a kind (empty: any). It is
        about a choice that had only one answer, or whose options are unknown. None if no such choice is left.
        """
        return None

    def pick(self, player: int) -> None:
        """Note that pieces were picked for a sentence that does not say which of several this player gave."""

    def left_open(self, player: int) -> str:
        """What earlier steps leave open and could allow this player the step that was refused; empty for
        nothing.
        """
        return ""

    def nobody_knows(self, state: S, written: Written[A]) -> str:
        """Why a refused step may be legal after all, because of something unknown; empty if it is surely
        illegal.
        """
        return ""

    def worlds(self, before: S, after: S) -> Iterable[World[S]]:
        """Where a line goes on although something is unknown: the position before the step under each
        assumption about it that may matter after the step.
        """
        return ()

    def player_of(self, action: A) -> int:
        """The other player who does it; -1 if it is the player whose turn it is."""
        return -1

    # reasons

    chance_first: ClassVar[str] = "chance decides first"
    how_to_say: ClassVar[str] = ""
    """How a line says what chance did: "draw ..."."""
    rulings_of_chance: ClassVar[tuple[str, ...]] = ()

    def by_itself(self) -> Sequence[A]:
        """The events that the engine has let happen by itself, and that no step has stated yet."""
        return ()

    def chance(self, state: S) -> Chance:
        """What chance, or something unknown, does first in this position."""
        return Chance(self.chance_first, self.how_to_say, self.rulings_of_chance)

    rulings_of_the_end: ClassVar[tuple[str, ...]] = ()

    def refuses(self, state: S, text: str, action: A) -> Refusal | None:
        """A reason that comes before those of the rules: the choice was made already."""
        made = [each for each in self.forced if self.answers_alike(each[1], action)]
        options = self.game.legal_actions(state) if made and self.waits(state) else []
        if not made or any(self.answers_alike(each, action) for each in options):
            return None
        before, choice = made[-1]
        if self.game.why_not(state, action) is None:
            return None
        only = self.game.notation(before, choice)
        once = self.holds_for_all(before, choice) and self.game.mover(before) >= 0
        told = f'"{only}" has made this choice already' if once else f'the only choice was "{only}"'
        return Refusal(text, told, self.game.rulings_for(before, choice))

    def untold(self, state: S, action: A) -> UnknownNeed[S] | None:
        """What the action depends on, if the position leaves it unknown and no step can say it."""
        return None

    def too_late(self, state: S, text: str, action: A, moves: Sequence[Move[S, A]]) -> Refusal:
        """Why nothing more can be done once the turn has its result."""
        return Refusal(text, "the turn has ended", self.rulings_of_the_end)

    def is_event(self, action: A) -> bool:
        """Whether a written action is something that chance does."""
        return False

    def event_name(self, state: S, event: A) -> str:
        """What chance does, in the fewest words."""
        return self.game.notation(state, event)

    def absent(self, text: str, written: Written[A], refusal: Refusal | None) -> Refusal:
        """Why an action is illegal: a piece that it needs is not there."""
        rulings = refusal.rulings if refusal is not None else ()
        return Refusal(text, f"{written.absent} is not {written.where}", rulings)

    # what happens

    def begins(self, action: A) -> None:
        """Called before a written action is carried out."""

    def done(self, before: S, action: A, after: S, entries: Sequence[Entry]) -> None:
        """Called after an action was carried out."""

    def is_settled(self, state: S) -> bool:
        """Whether what is still open cannot change what the turn is about."""
        return self.is_result(state)

    def go_on(self, state: S) -> S:
        """The position after the result, played on until a player must choose or chance decides."""
        return state


class Scope(NamedTuple, Generic[S, A]):
    """The part of a line that a claim or an expectation is about: the position right after a step (0: before
    the first); or, for None, the end of the line as far as it is legal, with all that it leaves open.
    """

    played: Played[S, A]
    step: int | None = None
