"""Positions from card names or from texts, tables to play them on, and a planner that is told its lines."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping
from functools import cache
from random import Random
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from tsolve.api.positions import loads
from tsolve.cardkit import piles
from tsolve.errors import Diagnostic, InputError
from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.card_files import Card
from tsolve.games.thunderstone.effects.base import MonsterTrait
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.judging.outcome import PlayedTurn
from tsolve.games.thunderstone.planning import turns
from tsolve.games.thunderstone.position import ThunderstonePosition
from tsolve.games.thunderstone.state import Member, Player, Slot, State
from tsolve.games.thunderstone.turn.attack_value import Reckoning, reckon
from tsolve.games.thunderstone.turn.hall import ANYBODY
from tsolve.games.thunderstone.turn.hand import strength_of
from tsolve.games.thunderstone.writing.position import read_position
from tsolve.games.thunderstone.writing.position_file import ThunderstoneFile
from tsolve.model.answers import Plan, SolveAnswer
from tsolve.model.plays import LineAnswer, StepAnswer, Wishes
from tsolve.model.trace import Entry, Refusal, Trace
from tsolve.rules.loading import load_ruleset
from tsolve.rules.names import Match
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decode import decode
from tsolve.source.parse import parse
from tsolve.source.project import rulesets_path
from tsolve.steps.line import play_line


@cache
def ruleset() -> Ruleset[Card]:
    """The Thunderstone ruleset, loaded once for all tests."""
    return load_ruleset(rulesets_path() / "thunderstone", Card)


def book(**readings: str) -> Book:
    """The rules of the base game under the default readings, but for those given."""
    return _book("", tuple(sorted(readings.items())))


def mixed_book(**readings: str) -> Book:
    """The rules of a game with all boxes, under the readings of Dragonspire but for those given."""
    return _book("dragonspire", tuple(sorted(readings.items())))


@cache
def _book(printing: str, overrides: tuple[tuple[str, str], ...]) -> Book:
    readings = ruleset().readings(printing, dict(overrides))
    played = ruleset() if printing else ruleset().only(lambda card: card.set in ("base", ""))
    return Book(played.under(readings), readings)


@cache
def card_id(name: str) -> str:
    """The id of the card with this name; `?` and the empty Rank stay as they are."""
    if name in ("", "?"):
        return name
    match = ruleset().names.resolve(name)
    assert isinstance(match, Match), f"no card is called {name}"
    return match.id


def ids(names: Iterable[str]) -> tuple[str, ...]:
    """Card ids from names; `"3 x Torch"` stands for three of them."""
    found: list[str] = []
    for name in names:
        count, _, bare = name.rpartition(" x ")
        found += [card_id(bare)] * int(count or 1)
    return tuple(found)


def player(
    hand: Iterable[str] | None = (), deck: Iterable[str] | None = (), discard: Iterable[str] = (), xp: int = 0
) -> Player:
    """A player; `deck=None` and `hand=None` are unknown, otherwise a deck is in this order."""
    pile = piles.UNKNOWN if deck is None else piles.known(ids(deck))
    return Player(pile, ids(discard), None if hand is None else ids(hand), xp)


def position(
    hand: Iterable[str],
    hall: Iterable[str] = (),
    *,
    deck: Iterable[str] | None = None,
    discard: Iterable[str] = (),
    xp: int = 0,
    dungeon: Iterable[str] | None = None,
    village: Mapping[str, int] | None = None,
    others: Iterable[Player] | None = None,
    breached: bool = True,
) -> State:
    """The first player is about to choose what to do in this turn.

    Decks are in known order; `None` is unknown, so that a turn stops, with its tally, where the new hand
    would be drawn. `hall` begins at Rank 1, whose Monster counts as `breached`. Without `others` there is one
    opponent with an empty hand.
    """
    standing = [*ids(hall), "", "", ""][:3]
    stalls = {} if village is None else {card_id(name): count for name, count in village.items()}
    return State(
        players=(
            player((), deck, discard, xp),
            *(others if others is not None else [player()]),
        ),
        hall=tuple(Slot(card, bool(card) and breached and rank == 0) for rank, card in enumerate(standing)),
        dungeon=piles.UNKNOWN if dungeon is None else piles.known(ids(dungeon)),
        stalls=tuple(stalls),
        stock=None if village is None else tuple(stalls.values()),
        party=tuple(Member(card) for card in ids(hand)),
    )


AnyTable = TypeVar("AnyTable", bound="Table")


class Table:
    """A game in progress: plays actions by their notation and remembers what happened."""

    def __init__(self, state: State, **readings: str) -> None:
        self.game = Thunderstone(book(**readings))
        self.state = state
        self.entries: list[Entry] = []

    @property
    def legal(self) -> list[str]:
        """The legal actions in words."""
        return [self.game.notation(self.state, action) for action in self.game.legal_actions(self.state)]

    def do(self, *texts: str) -> Table:
        """Play actions, each given in words."""
        for text in texts:
            fitting = [
                action
                for action in self.game.legal_actions(self.state)
                if self.game.notation(self.state, action) == text
            ]
            assert fitting, f"{text!r} is none of {self.legal}"
            self.act(fitting[0])
        return self

    def act(self, action: Action) -> Table:
        """Play one action."""
        trace = Trace()
        self.state = self.game.apply(self.state, action, trace)
        self.entries += trace.entries
        return self

    def chance(self, seed: int = 0) -> Table:
        """Let chance act once."""
        self.state = self.game.sample(self.state, Random(seed))
        return self

    def refused(self, text: str) -> Refusal:
        """Why what is described by these words may not be done."""
        found = [refusal for refusal in self.game.refusals(self.state) if refusal.action == text]
        assert found, f"{text!r} is not refused"
        return found[0]

    @property
    def value(self) -> int:
        """The final Attack Value of the battle."""
        return self.state.tally.value

    @property
    def outcome(self) -> str:
        """How the battle ended: won or lost."""
        return self.state.tally.outcome

    def reckon(self, rank: int) -> Reckoning:
        """The Attack Value against a Rank as the party stands now, before Battle Effects and Diseases."""
        return reckon(self.game.book, self.state, rank)

    @property
    def hand(self) -> list[str]:
        """The names of the active player's revealed cards."""
        return [self.game.book.name(member.card) for member in self.state.party if not member.left]

    @property
    def hall(self) -> list[str]:
        """The names in the Hall, from Rank 1."""
        return [self.game.book.name(slot.card) if slot.card else "" for slot in self.state.hall]

    @property
    def removed(self) -> list[str]:
        """The names of the cards that left the game."""
        return [self.game.book.name(card) for card in self.state.removed]

    def discard(self, index: int = 0) -> list[str]:
        """The names in a player's discard pile."""
        return [self.game.book.name(card) for card in self.state.players[index].discard]


def dungeon(hand: Iterable[str], hall: Iterable[str], **more: object) -> Table:
    """A table whose player has just entered the Dungeon; keywords of `position`, all others are readings."""
    return begin(Table, "enter the Dungeon", hand, hall, more)


def village(hand: Iterable[str], **more: object) -> Table:
    """A table whose player is visiting the Village; keywords of `position`, all others are readings."""
    return begin(Table, "visit the Village", hand, (), more)


def begin(
    made: type[AnyTable], turn: str, hand: Iterable[str], hall: Iterable[str], more: Mapping[str, object]
) -> AnyTable:
    """A table of this type after a player has begun the turn so."""
    of_position = position.__kwdefaults__ or {}
    facts = {key: value for key, value in more.items() if key in of_position}
    readings = {key: str(value) for key, value in more.items() if key not in of_position}
    table = made(position(hand, hall, **facts), **readings)  # type: ignore[arg-type]
    table.do(turn)
    return table


def encoded(state: State) -> bytes:
    """A position as bytes: two positions are identical when these are."""
    return msgspec.msgpack.encode((state, [type(task).__name__ for task in state.todo]))


class Mixed(Table):
    """A table with both boxes."""

    def __init__(self, state: State, **readings: str) -> None:
        super().__init__(state)
        self.game = Thunderstone(mixed_book(**readings))

    def strength(self, name: str) -> int:
        """The Strength of the first card of the hand with this name."""
        place = next(i for i, member in enumerate(self.state.party) if member.card == card_id(name))
        return strength_of(self.game.book, self.state, place)

    def deck(self, index: int = 0) -> list[str]:
        """The names of the known cards of a player's deck, from the top."""
        return [self.game.book.name(card) for card in piles.contents(self.state.players[index].deck)]


def enter(hand: Iterable[str], hall: Iterable[str] = ("Minotaur",), **more: object) -> Mixed:
    """A player has entered the Dungeon; keywords of `position`, all others are readings."""
    return begin(Mixed, "enter the Dungeon", hand, hall, more)


def visit(hand: Iterable[str], **more: object) -> Mixed:
    """A player visits the Village; keywords as for `enter`."""
    return begin(Mixed, "visit the Village", hand, (), more)


def with_guards(monster: str, *guards: MonsterTrait) -> Thunderstone:
    """The rules with a Monster that has these traits alone."""
    book = mixed_book()
    card = replace(book.card(monster), traits=guards)
    return Thunderstone(Book({**book.cards, monster: card}, book.readings))


def position_of(text: str, game: str = "game: thunderstone\n") -> ThunderstonePosition:
    """A position file without its first line."""
    return read_position(decode(parse(game + textwrap.dedent(text), "p.yaml"), ThunderstoneFile), ruleset())


def solve(
    file: ThunderstonePosition, goal: str | None = None, target: str | None = None, **wishes: Any
) -> SolveAnswer:
    """The planner's answer by single wishes."""
    return turns.solve(file, Wishes(goal, target, **wishes))


def problems(text: str, game: str = "game: thunderstone\n") -> tuple[Diagnostic, ...]:
    """What is wrong with a position file."""
    try:
        position_of(text, game)
    except InputError as error:
        return error.diagnostics
    return ()


def doubts(text: str) -> list[str]:
    """What a position file tells although it cannot be so on a table."""
    return loads(f"game: thunderstone\n{text}\n").decoded.doubts


def codes(text: str, game: str = "game: thunderstone\n") -> list[str]:
    """The codes of what is wrong with a position file, in the order of their places."""
    return [problem.code for problem in problems(text, game)]


def played(text: str) -> PlayedTurn:
    """The line of a position file, played."""
    file = position_of(text)
    spans = [file.decoded.span("line", index) for index in range(len(file.written.line))]
    return play_line(file, file.written.line, spans)


BATTLE = """
hand: [Outlands Khan, Militia]
turn: dungeon
hall: [Nixie, Griffon, Blink Dog]
dungeon_deck: []
deck: []
"""
# Khan 7 + Militia 1 = 8; Rank 1: 8 - 2 = 6 against Health 5; Rank 2: 8 - 4 = 4 against Health 7.


class Scripted:
    """A planner that knows its lines beforehand, by target."""

    def __init__(
        self, lines: dict[str | None, list[str]], status: str = "optimal", left_out: tuple[str, ...] = ()
    ) -> None:
        self.lines, self.status, self.left_out = lines, status, left_out
        self.calls: list[tuple[str | None, str | None]] = []

    def __call__(self, position: ThunderstonePosition, wishes: Wishes) -> SolveAnswer:
        target = wishes.target if position.aim == ANYBODY else position.aim.say(position.book)
        self.calls.append((wishes.goal, target))
        texts = self.lines.get(target)
        if texts is None:
            return SolveAnswer("impossible", (), (), (), "exact", (), left_out=self.left_out)
        line = LineAnswer(tuple(StepAnswer(number, text) for number, text in enumerate(texts, 1)), "")
        best = (Plan("", ("total",), (7,), line),)
        return SolveAnswer(self.status, ("total",), (7,), (7,), "exact", best, left_out=self.left_out)  # type: ignore[arg-type]


NO_PLANNER = Scripted({})
