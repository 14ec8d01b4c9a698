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
    """What a text says."""

    action: A
    absent: str = ""
    """A piece that the action needs and that is not where the text has it; then the action is not legal."""
    where: str = ""
    """The place in which `absent` is missing, in words."""
    rulings: tuple[str, ...] = ()
    """Those that ask for it there, where the action does not tell them."""
    beyond: Reason | None = None
    """Why the text says more than there is to do; then it is not legal, whatever `action` is."""
    step: str = ""
    """The step of the turn that a written pass belongs to, when the text says so."""

    @property
    def is_whole(self) -> bool:
        """Whether the action is all that the text says, with pieces that are where it has them."""
        return not self.absent and self.beyond is None


S = TypeVar("S")


Texts = Sequence[tuple[str, Span | None]]
"""Steps as they are written, each with its place in the file."""


class Tried:
    """How many answers to choices of others were tried, in a line and in all that went on from it."""

    count = 0


class Move(msgspec.Struct, Generic[S, A], frozen=True):
    """An action that was carried out, and where."""

    before: S
    action: A
    step: int = 0
    """The number of the step in which it was; one beyond the last for what the line leaves to the end."""


class Continuation(msgspec.Struct, Generic[S, A], frozen=True):
    """One way in which the choices go that a line leaves open at its end."""

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
    """Before the first step and after each one that was legal."""
    result: S
    """Where the turn's result stands: at its end, before the next turn begins; else after the last legal
    step.
    """
    final: S
    """After the line, played on until somebody must decide or chance comes in."""
    readings: dict[str, str]
    undecided: str = ""
    """Why the line cannot be judged to its end, if it cannot."""
    waiting: tuple[str, ...] = ()
    """The answers to a choice that the line leaves open."""
    ways: tuple[Continuation[S, A], ...] = ()
    """Every way in which the open choices can go, at least until the result is settled; also those that make
    no difference to the result, and perhaps to a number. None where nothing is open, or there are too many.
    """
    indifferent: bool = False
    """Whether a choice was made that the line does not say, because it makes no difference to the result."""
    entries: tuple[Entry, ...] = ()
    """All that happened, also by what is chosen behind the last step."""
    others: tuple[Played[S, A], ...] = ()
    """The same line in each position that the file may mean. (`Position.worlds`)"""

    @property
    def in_all_worlds(self) -> tuple[Played[S, A], ...]:
        """The line wherever it may be played."""
        return self.others or (self,)


class Result(msgspec.Struct, frozen=True):
    """The result of a line."""

    sentence: str
    calculation: Calculation | None = None
    lost: tuple[str, ...] = ()
    """The names of the player's own cards that left the game."""
    title: str = ""
    """The same in a few words, beside steps that tell the rest; empty where only the sentence will do."""


class Said(msgspec.Struct, Generic[S], frozen=True):
    """A step that tells what happened by itself: where that leaves the position, or why it is not so."""

    state: S
    refusal: Refusal | None = None


class Told(NamedTuple, Generic[S]):
    """What comes of a sentence that says only how much somebody gave."""

    state: S
    wrong: str = ""
    """Why it is not so."""


class Chance(NamedTuple):
    """What chance does before a step, how a line says it, and the rulings on it."""

    first: str
    how: str
    rulings: tuple[str, ...]


class Untold(NamedTuple, Generic[S]):
    """Something that a position leaves unknown and on which a step hangs."""

    reason: str
    """What the position does not say, and how a file says it."""
    rulings: tuple[str, ...]
    told: Callable[[S], S]
    """A position that says what the step needs."""


class World(NamedTuple, Generic[S]):
    """A position in which something is told that nobody knows."""

    told: str
    """What that is, in words."""
    state: S


def says_what_to_write(reason: str) -> bool:
    """Whether a reason why something is undecided says itself how a file would settle it."""
    return "write `" in reason


class StepReader(ABC, Generic[S, A]):
    """What reads the steps of one line. It may remember what came by itself and has not been said yet."""

    def __init__(self, game: Game[S, A], probe: Probe[S, A]) -> None:
        """`game` stops where the result of a turn stands; `probe` watches it and takes notes."""
        self.game, self.probe = game, probe
        self.has_result = False
        """Whether the turn has its result."""
        self.indifferent = False
        """Whether a silent choice was made among several equivalent answers."""
        self.forced: list[tuple[S, A]] = []
        """Choices with one answer that the engine gave and nobody has told yet, by the position before."""

    def beginning(self) -> Sequence[Entry]:
        """What happens of itself before the first step, which tells it with what it does."""
        return ()

    def fork(self) -> Self:
        """The same, for another way to go on."""
        other = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, (list, dict)):
                setattr(other, name, copy(value))
        return other

    # what every game has to say

    @abstractmethod
    def read(self, state: S, text: str, span: Span | None) -> Written[A]:
        """What the text says in this position. Raises InputError for a text that says nothing."""

    @abstractmethod
    def is_result(self, state: S) -> bool:
        """Whether the result of the turn stands, so that nothing more is played in it."""

    @abstractmethod
    def result(self, state: S, moves: Sequence[Move[S, A]], entries: Sequence[Entry]) -> Result:
        """What these moves came to, all that happened in them being `entries`."""

    def doubt(self, moves: Sequence[Move[S, A]]) -> str:
        """Why nobody can be sure of what these moves came to, in words; empty where it is sure."""
        return ""

    # steps that need no action

    def repeats(self, state: S, text: str, span: Span | None) -> bool:
        """Whether the text says a choice that the rules have made already, because there was no other; what
        can be done now is no such thing.
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
        """Whether an action is the choice that the engine made in a position."""
        return action == choice

    def holds_for_all(self, before: S, choice: A) -> bool:
        """Whether one choice counts for several pieces, so that it may be told of each."""
        return False

    def answers_alike(self, option: A, action: A) -> bool:
        """Whether an action answers the question that has this option, perhaps wrongly."""
        return type(option) is type(action)

    def understood(self, state: S, text: str, span: Span | None) -> Written[A] | None:
        """The step that a text is in a position; None where it is none there."""
        with suppress(InputError):
            written = self.read(state, text, span)
            return written if written.is_whole else None
        return None

    def can_be_done(self, state: S, text: str, span: Span | None) -> bool:
        """Whether the text is a legal action in this position, or after steps that nobody need write."""
        while not self.is_result(state) and (written := self.understood(state, text, span)) is not None:
            if (silent := self.silent_step(state, written)) is None:
                return self.game.why_not(state, written.action) is None
            state = self.game.apply(state, silent)
        return False

    def said(self, state: S, text: str, action: A) -> Said[S] | None:
        """What comes of a text that tells what happened by itself; None for an action to be played."""
        return None

    def beginnings(self, state: S) -> list[str]:
        """The steps that choose the kind of turn, where none is chosen yet and more than one would do."""
        return []

    # steps that nobody writes

    def is_consequence(self, state: S, silent: A) -> bool:
        """Whether a silent step belongs to the step before it, of which it tells what follows."""
        return False

    def silent_step(self, state: S, written: Written[A]) -> A | None:
        """An action that goes without saying before the written one, or None."""
        return None

    def implicit(self, state: S) -> A | None:
        """What chance did before a step that is written, if the line need not say it; else None."""
        return None

    def silent_choice(self, state: S, options: Sequence[A]) -> A | None:
        """The answer to a waiting choice that goes without saying: the only one, by default."""
        return options[0] if len(options) == 1 else None

    def last_choice(self, state: S, options: Sequence[A]) -> A | None:
        """The same for a choice that is open when the line is at its end."""
        return self.silent_choice(state, options)

    def waits(self, state: S) -> bool:
        """Whether a choice waits that has to be made before the turn goes on."""
        return False

    def is_idle_choice(self, state: S) -> bool:
        """Whether the turn comes to the same whatever the player chooses who is asked now."""
        return False

    def is_left_to_others(self, state: S) -> bool:
        """Whether another player has to choose before the turn goes on, so that a line which does not say it
        may go on in several ways.
        """
        return False

    def let_go_by(self, state: S) -> S:
        """The position without what is left to others and makes no difference to the turn; a step may still
        tell it later.
        """
        return state

    def is_all_the_same(self, state: S) -> bool:
        """Whether the turn comes to the same whichever piece is given, if one is."""
        return self.is_idle_choice(state)

    def open_answers(self, state: S) -> tuple[str, ...]:
        """What may be chosen at a choice that a line leaves open, in words."""
        return tuple(self.game.notation(state, action) for action in self.game.legal_actions(state))

    # several players are asked

    kinds: ClassVar[Collection[str]] = ()
    """Kinds of pieces by which a step may say what somebody gives, instead of its name."""

    def is_kind(self, state: S, action: A, kind: str) -> bool:
        """Whether an action gives a piece, of this kind if one is named."""
        return not kind

    def asked(self, state: S, player: int) -> S | None:
        """The position in which this player is the next to be asked, where no rule says who answers first;
        None where nothing is asked of the player.
        """
        return state if self.waits(state) and self.game.mover(state) == player else None

    def in_turn(self, state: S, action: A) -> S:
        """The position in which an action answers what its player is asked, where no rule says who answers
        first.
        """
        return state

    def answers(self, state: S) -> Sequence[A]:
        """What whoever is asked may answer, also where there is one answer only."""
        return self.game.legal_actions(state)

    def tell(self, state: S, player: int, number: int, kind: str) -> Told[S] | None:
        """A sentence says that the player gave so many pieces (0: any number) of a kind (empty: any) by a
        choice that had one answer, or in which nobody knows what there is to choose from. None where no such
        choice is left.
        """
        return None

    def pick(self, player: int) -> None:
        """A sentence does not say which of several pieces this player gave, and some were picked."""

    def left_open(self, player: int) -> str:
        """What the steps before leave open so that this player may do what was refused; empty for nothing."""
        return ""

    def nobody_knows(self, state: S, written: Written[A]) -> str:
        """Why nobody can say whether a step is legal that was refused; empty where it is not."""
        return ""

    def worlds(self, before: S, after: S) -> Iterable[World[S]]:
        """The position before a step with what nobody knows of it told, in each way that may matter after it,
        where the line goes on without.
        """
        return ()

    def player_of(self, action: A) -> int:
        """Another player who does it; -1 for the one whose turn it is."""
        return -1

    # reasons

    chance_first: ClassVar[str] = "chance decides first"
    how_to_say: ClassVar[str] = ""
    """How a line says what chance did: "draw ..."."""
    rulings_of_chance: ClassVar[tuple[str, ...]] = ()

    def chance(self, state: S) -> Chance:
        """What chance, or something unknown, does first in this position."""
        return Chance(self.chance_first, self.how_to_say, self.rulings_of_chance)

    rulings_of_the_end: ClassVar[tuple[str, ...]] = ()

    def refuses(self, state: S, text: str, action: A) -> Refusal | None:
        """A reason that goes before those of the rules: that a choice was made already."""
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

    def untold(self, state: S, action: A) -> Untold[S] | None:
        """What the action needs to know that the position leaves unknown and no event of a line tells."""
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
        """Why an action is not legal that needs a piece which is not there."""
        rulings = refusal.rulings if refusal is not None else ()
        return Refusal(text, f"{written.absent} is not {written.where}", rulings)

    # what happens

    def begins(self, action: A) -> None:
        """A written action is about to be carried out."""

    def done(self, before: S, action: A, after: S, entries: Sequence[Entry]) -> None:
        """An action was carried out."""

    def is_settled(self, state: S) -> bool:
        """Whether what is still open cannot change what the turn is about."""
        return self.is_result(state)

    def go_on(self, state: S) -> S:
        """The position after the result, played on until somebody must decide or chance comes in."""
        return state


class Scope(NamedTuple, Generic[S, A]):
    """What is claimed or expected of a line is about: the position right after a step (0: before the first),
    or, for None, the end of the line, as far as it is legal, with all that it leaves open.
    """

    played: Played[S, A]
    step: int | None = None
