"""What a game package offers to the packages that know no game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

import msgspec

from tsolve.errors import UnsupportedError
from tsolve.rules.rulings import Provenance
from tsolve.source.project import rulesets_path

if TYPE_CHECKING:
    from tsolve.contract.position import Position
    from tsolve.diagnostics import Diagnostics
    from tsolve.errors import InputError, TreePath
    from tsolve.model.comparisons import Difference
    from tsolve.model.coverage import Coverable
    from tsolve.model.trace import Entry
    from tsolve.players import Start
    from tsolve.rules.own_cards import Nonsense
    from tsolve.rules.ruleset import CardFacts, Ruleset
    from tsolve.source.decoded import Decoded
    from tsolve.source.tree import Node
    from tsolve.worlds.hunt import Hunt
    from tsolve.written.asking import Questions
    from tsolve.written.form import Field
    from tsolve.written.position_file import PositionFile
    from tsolve.written.position_text import NewGame, SettingUp

S = TypeVar("S")
A = TypeVar("A")
C = TypeVar("C", bound="CardFacts")
P = TypeVar("P", bound="PositionFile")


class NoCard(msgspec.Struct, frozen=True):
    """The card type of a game without cards."""

    id: str
    name: str
    aliases: tuple[str, ...] = ()
    set: str = ""
    provenance: Provenance = Provenance()


class Hunter(Protocol):
    """Looks for positions on which two readings differ. What it finds can be sent to another process; its
    type is known only to hunters of the same game.
    """

    def look(self, number: int) -> object | None:
        """Deal and play the position of this number; None where the readings do not differ on it."""
        ...

    def shrunk(self, found: object) -> object:
        """The position, reduced to what the difference needs."""
        ...

    def quarry(self, found: Sequence[object]) -> tuple[tuple[Difference, ...], str]:
        """The differences on the smallest of these positions, and that position as a file."""
        ...


class GameModule(ABC, Generic[S, A, C, P]):
    """A game package: its types, how it opens a position, and what it can do without an open position."""

    id: str

    @property
    def rulesets(self) -> Path:
        """The folder that holds the folder of its ruleset, which is named by the ruleset's id."""
        return rulesets_path()

    @property
    @abstractmethod
    def card_type(self) -> type[C]:
        """The struct of a card; `NoCard` in a game without cards."""

    @property
    @abstractmethod
    def position_type(self) -> type[P]:
        """The struct of a position file."""

    @property
    def file_types(self) -> Sequence[type[P]]:
        """The structs of all kinds of files that the game has; the usual one first."""
        return (self.position_type,)

    def file_type(self, root: Node) -> type[P]:
        """The struct to read this file as."""
        return self.position_type

    def plain_form(self, root: Node, ruleset: Ruleset[C], found: Diagnostics) -> Node:
        """A file that cannot be read as it stands, with what people write in other words put into the form of
        its struct; `found.read_as` says what was taken. A file without such words is given back unchanged.
        """
        return root

    def explained(self, error: InputError, root: Node) -> InputError:
        """The mistakes of a file, with what only the whole file tells: which kind of file is meant."""
        return error

    @abstractmethod
    def open(self, decoded: Decoded[P], ruleset: Ruleset[C], found: Diagnostics) -> Position[S, A]:
        """The position that a file describes. `found` holds the problems found in the file so far.

        Raises InputError for these, and for a position that cannot come up in a game.
        """

    # cards of one's own

    def faults(
        self, cards: Mapping[str, C], own: Iterable[str], below: Mapping[str, C]
    ) -> Iterator[Nonsense]:
        """What makes no sense on the home-made cards `own` (ids); `below` are the cards without these."""
        return iter(())

    # puzzles

    def is_meant(self, root: Node) -> bool:
        """Whether a file that names no game looks like a puzzle of this one: a position with expectations."""
        return False

    def stated(self, root: Node) -> Iterator[tuple[TreePath, int]]:
        """The path of each expectation of a file, with its line."""
        from tsolve.written.position_text import stated

        return stated(root)

    def coverable(self, ruleset: Ruleset[C]) -> Iterator[Coverable]:
        """Everything in the ruleset that puzzles can exercise; a game adds what its cards do."""
        from tsolve.judging.rulings import coverable

        return coverable(ruleset)

    # whole games

    def begin(
        self,
        ruleset: Ruleset[C],
        readings: Mapping[str, str],
        seed: int,
        players: int,
        sets: Sequence[str],
        chosen: Mapping[str, object],
    ) -> Start[S, A]:
        """A new game: its rules and its first position. Raises UsageError for an impossible set-up."""
        raise UnsupportedError(f"{ruleset.title} has no `simulate`")

    def setting_up(self, ruleset: Ruleset[C], new: NewGame) -> SettingUp[Any]:
        """How the table is set up. Raises UsageError for an impossible set-up."""
        raise UnsupportedError(f"{ruleset.title} has no `setup`")

    def next_game(self, ended: Position[S, A]) -> tuple[int, Mapping[str, object]]:
        """How many play the next game of a series after one that has ended, and what they bring along, as
        choices of its set-up. Raises InputError where the file does not tell it.
        """
        raise UnsupportedError(f"{ended.ruleset.title} has no series of games: set it up without `--after`")

    @property
    def choices(self) -> Mapping[str, str]:
        """The names that a set-up may choose for a new game, each with the kind of thing that it names."""
        return {}

    def is_news(self, entry: Entry) -> bool:
        """Whether the report of a simulated game shows this entry of a trace."""
        return True

    def part(self, state: S) -> str:
        """What the report calls the current part of the game, such as a round; empty for turns of players."""
        return ""

    def how_it_ended(self, state: S) -> str:
        """How the game has ended, in a few words."""
        from tsolve.model.lookups import ENDED

        return ENDED

    def notes_on_players(self, players: int) -> tuple[str, ...]:
        """What is unusual about a game with this many players, and how tsolve handles it."""
        return ()

    # questions of one line

    def asking(self, ruleset: Ruleset[C]) -> Questions[Any]:
        """How questions of one line are read; see `tsolve.api.ask`."""
        raise UnsupportedError(f"{ruleset.title} has no `ask`")

    @property
    def form(self) -> Sequence[Field]:
        """The questions of the dialogue that makes a position, in order."""
        return ()

    # hunting

    def usual_boxes(self, ruleset: Ruleset[C]) -> tuple[str, ...]:
        """The boxes that are in use where the user names none."""
        return ruleset.boxes[:1]

    def hunted(self, hand: int, boxes: str) -> str:
        """The positions that a hunt tries, in a few words; `boxes` names the boxes in use."""
        return f"hands of 1 to {hand} cards{boxes and f' of {boxes}'}, known decks"

    def hunter(self, hunt: Hunt[C]) -> Hunter:
        """The hunter of this game; see `tsolve.api.hunt`."""
        raise UnsupportedError(f"{hunt.ruleset.title} has no `hunt`")
