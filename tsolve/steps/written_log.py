"""A game written down while it is played: the table that it began with, and the turns of a log, in the words
in which steps are read again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby, takewhile
from random import Random
from typing import Generic, NamedTuple, TypeVar

from tsolve.engine import CHANCE, Game
from tsolve.source.data import Data
from tsolve.written.position_text import entry_text, file_text, sequence, wrapped

S = TypeVar("S")
A = TypeVar("A")

TURNS, LINE = "turns", "line"
NOT_OF_TABLE = (LINE, "claims", "expect", TURNS)
"""Keys of a file that say nothing of the table."""
_DRAW = "draw "
"""How a step begins that says which card came into a hand."""


class Beginning:
    """What a log begins with: the table, and the turns that were played before."""

    def __init__(self, keys: Mapping[str, Data], text: str = "") -> None:
        """`keys` is what a file says; `text` is its text without `NOT_OF_TABLE`, where that is to stay as it
        is written.
        """
        before = keys.get(TURNS)
        self.turns: Sequence[Data] = before if isinstance(before, Sequence) else ()
        table = {key: value for key, value in keys.items() if key not in NOT_OF_TABLE}
        self.text = text or file_text(table)
        self.is_hand_told = "\nhand:" in self.text

    def log(self, turns: Sequence[WrittenTurn], unfinished: bool = False) -> str:
        """The file with these turns; `unfinished`, the last of them is the line that is being played."""
        line = [turns[-1].so_far(self.is_hand_told)] if unfinished and turns else []
        entries = [*map(_entry, self.turns), *(turn.text() for turn in turns[: len(turns) - len(line)])]
        written = "".join(("\n", *entries)) if entries else " []\n"
        blocks = [self.text, f"{TURNS}:{written}"]
        blocks += (f"{entry_text(LINE, steps)}\n" for steps in line)
        return "".join(blocks)


class WrittenTurn:
    """One turn so far."""

    def __init__(self, player: int, part: str, is_first: bool = False) -> None:
        """`part` names the part of the game where it has any; then there are no turns of a `player`: 0."""
        self.player, self.part = player, part
        self.is_first = is_first
        """Whether the game begins with it: cards drawn then may be those of others."""
        self.line: list[str] = []
        """All that was done and came."""
        self.last = 0
        """How many steps there are up to the last that a player took."""

    def note(self, text: str, by_chance: bool) -> None:
        """Add a step."""
        self.line.append(text)
        if not by_chance:
            self.last = len(self.line)

    def so_far(self, is_hand_told: bool) -> Sequence[str]:
        """As the line that is being played. Cards that are drawn as the game begins, although the player's
        hand is told, are those of others: nobody has seen them, and they are drawn when the game goes on.
        """
        unseen = [*takewhile(_is_draw, self.line)] if self.is_first and is_hand_told else []
        return self.line[len(unseen) :]

    def text(self) -> str:
        """As an entry of `turns`. Cards drawn before the first step of a player are the hand that was shown,
        unless the game begins with them; those after the last are the new hand.
        """
        hand, line, drew = self._parted()
        told: dict[str, Data] = {"player": self.player, "hand": hand, LINE: line, "drew": drew}
        return _entry({key: value for key, value in told.items() if value or key == LINE})

    def _parted(self) -> tuple[Sequence[str], Sequence[str], Sequence[str]]:
        if not self.player:
            return (), self.line, ()
        hand = [] if self.is_first else [*takewhile(_is_draw, self.line[: self.last])]
        drew = [*takewhile(_is_draw, reversed(self.line[self.last :]))][::-1]
        return _cards(hand), self.line[len(hand) : len(self.line) - len(drew)], _cards(drew)


def _is_draw(text: str) -> bool:
    return text.startswith(_DRAW)


def _cards(draws: Sequence[str]) -> Sequence[str]:
    """The cards in the order in which they came: where a deck is shuffled in between, it matters."""
    groups = ((card, len(list(each))) for card, each in groupby(map(_card, draws)))
    return [f"{count} x {card}" if count > 1 else card for card, count in groups]


def _card(draw: str) -> str:
    return draw.removeprefix(_DRAW)


def _entry(turn: Data) -> str:
    """A turn as an entry of the list: each key on a line of its own."""
    keys = turn if isinstance(turn, Mapping) else {}
    lines = "\n".join(_key(key, value) for key, value in keys.items()).splitlines()
    return "".join(f"{'  ' if number else '- '}{line}\n" for number, line in enumerate(lines))


def _key(key: str, value: Data) -> str:
    if isinstance(value, Sequence) and not isinstance(value, str):
        return wrapped(f"{key}: {sequence(map(str, value))}")
    return entry_text(key, value)


class Mark(NamedTuple):
    """A point in a log."""

    turns: int
    steps: int
    last: int


class WrittenLog(Generic[S, A]):
    """The turns of a game, noted action by action."""

    def __init__(self, game: Game[S, A], part: Callable[[S], str]) -> None:
        """`part` names the part of the game that a position belongs to, such as a round."""
        self._game, self._part = game, part
        self.turns: list[WrittenTurn] = []

    def note(self, before: S, action: A, by_chance: bool) -> None:
        """Note what a player or chance does in this position."""
        if self.is_next(before):
            part = self._part(before)
            player = 0 if part else self._game.turn_of(before)
            self.turns.append(WrittenTurn(player, part, is_first=not self.turns))
        self.turns[-1].note(self._game.notation(before, action), by_chance)

    def mark(self) -> Mark:
        """Where the log stands."""
        last = self.turns[-1] if self.turns else WrittenTurn(0, "")
        return Mark(len(self.turns), len(last.line), last.last)

    def back_to(self, mark: Mark) -> None:
        """Leave out what was noted since."""
        del self.turns[mark.turns :]
        if self.turns:
            del self.turns[-1].line[mark.steps :]
            self.turns[-1].last = mark.last

    def is_complete(self, state: S) -> bool:
        """Whether the turn noted last is over here, but for cards that are still to come."""
        while not self._game.is_over(state) and self._game.mover(state) == CHANCE:
            state = self._game.sample(state, Random(0))
        return self._game.is_over(state) or self.is_next(state)

    def is_next(self, state: S) -> bool:
        """Whether the turn noted last is over here."""
        if not self.turns:
            return True
        turn = self.turns[-1]
        if self._part(state) != turn.part or turn.player not in (0, self._game.turn_of(state)):
            return True
        return self._game.begins_turn(state) and turn.last > 0
