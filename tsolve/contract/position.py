"""A position file ready for its engine, and the questions that any game can answer about it.

A game says what it can answer, in its `Capabilities` or by overriding a method. Everything else raises
UnsupportedError.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from os import fspath
from typing import TYPE_CHECKING, ClassVar, Generic, NamedTuple, Never, Self, TypeVar

from tsolve.cardkit.pending_game import PendingGame
from tsolve.contract.capability import Capabilities, Question
from tsolve.contract.measures import NO_MEASURES
from tsolve.diagnostics import Diagnostics
from tsolve.engine import Game, Probe
from tsolve.errors import Span
from tsolve.model.plays import ShowAnswer, Wishes
from tsolve.model.verdicts import in_brief
from tsolve.rules.ruleset import AUTHOR, CardFacts, Ruleset
from tsolve.rules.sureness import unsure_cards
from tsolve.source.decoded import Decoded
from tsolve.written.card_names import with_changes
from tsolve.written.position_file import PositionFile

if TYPE_CHECKING:
    from tsolve.contract.log_rules import LogRules
    from tsolve.contract.measures import Found, Measures
    from tsolve.contract.mentioned import Mentioned
    from tsolve.contract.played_log import PlayedLog
    from tsolve.contract.step_reader import Move, Played, Scope, StepReader
    from tsolve.model.answers import (
        CheckAnswer,
        LegalAction,
        Options,
        SolveAnswer,
    )
    from tsolve.model.coverage import Exercised
    from tsolve.model.facts import Fact
    from tsolve.model.grades import ScoreAnswer
    from tsolve.model.hexmaps import HexMap
    from tsolve.model.plays import BoardRow, PositionAnswer, Zone
    from tsolve.model.solved import TargetsAnswer
    from tsolve.model.verdicts import UnsureFact
    from tsolve.model.why_not import Detail, WhyNotAnswer
    from tsolve.source.reading import FilePath
    from tsolve.written.asking import WorkedOut


S = TypeVar("S")
A = TypeVar("A")


class Unknown(NamedTuple, Generic[S]):
    """A part of a position that its file leaves unknown."""

    what: str
    """In a few words: `your deck`."""
    key: str
    """An example of how to write it in a file."""
    known: Callable[[S], S]
    """Makes a position in which this part is known to be empty, to see who can act then."""
    stands_open: bool = False
    """Whether it leaves answers undecided even where somebody can act."""
    by_chance: bool = True
    """Whether chance decides about it, so that its contents would allow chances to be computed."""


class Worlds(NamedTuple, Generic[S]):
    """All positions that a file may mean, because it leaves out something that no step can say."""

    states: Sequence[S]
    why: str
    """What depends on it, in words."""
    rulings: tuple[str, ...] = ()


class Position(ABC, Generic[S, A]):
    """A position file ready for its engine. Treat it as read-only."""

    capabilities: ClassVar[Capabilities] = Capabilities("")
    """The functions that answer the questions below for this game."""
    scoring_rulings: ClassVar[tuple[str, ...]] = ()
    """The rulings that say what counts at the end."""
    players_ask_it: ClassVar[bool] = False
    """Whether those who play a whole game ask the position itself, and not only its rules."""

    def __init__(
        self,
        game: Game[S, A],
        state: S,
        written: PositionFile,
        decoded: Decoded[PositionFile],
        ruleset: Ruleset[CardFacts],
        printing: str,
        table: S | None = None,
    ) -> None:
        self.game = game
        """The rules under the readings of the position."""
        self.state = state
        """The position, inside the turn when the file names one."""
        self.written = written
        self.decoded = decoded
        self.ruleset = ruleset
        self.printing = printing
        self.table = table
        """What lies on the table before any rule acts on it; None where only `state` is known."""
        self.has_moved_on = False
        """Whether `state` is a later point of the turn: with other readings, the turn then does not start
        again.
        """

    def __repr__(self) -> str:
        shown = self.shown(self.state)
        return in_brief(self, shown.game_title or shown.game, shown.title or self.file)

    def _repr_html_(self) -> str:
        """The table, as a notebook shows it."""
        return self._as_answer()._repr_html_()

    def _repr_svg_(self) -> str | None:
        """The table as a picture."""
        return self._as_answer()._repr_svg_()

    def _as_answer(self) -> ShowAnswer:
        return ShowAnswer(self.file, self.shown(self.state), 0, self.remarks())

    @property
    def position(self) -> PositionFile:
        """The former name of `written`; kept for one version."""
        return self.written

    @property
    def file(self) -> str:
        """The file that it was read from, as it was named; empty where there is none."""
        whole = self.decoded.spans.get(())
        return whole.file if whole is not None else ""

    def named(self, file: FilePath) -> str:
        """What the file is called in answers: as asked, else as it was read."""
        return fspath(file) or self.file

    @property
    def whole_game(self) -> Game[S, A]:
        """The rules by which a whole game goes on from here."""
        return self.game

    def to_the_end(self) -> Self:
        """The same position, from which a whole game goes on. Raises InputError where it tells too little."""
        return self

    @property
    def untold_by_log(self) -> str:
        """What the log before this position leaves open, so that nobody knows the table: what a turn came to,
        or the hand of the player whose turn begins; empty for any other position.
        """
        if self.log is None:
            return ""
        if number := self.log.assumed_since:
            return (
                f"what happened in turn {number} of the log is not known, and the table after it is assumed"
            )
        if self.log_rules().is_hidden(self.state):
            return (
                "the log does not tell the hand of the player whose turn begins: write it as `drew` of the "
                "turn before, or as its `hand`"
            )
        return ""

    # the same file otherwise

    def asking(self, event: A | None = None) -> Self:
        """The same position under rules that ask for every choice, even one with a single answer. With an
        `event`, they also ask for every event, including postponed ones that may turn out to be this event.
        """
        if not isinstance(self.game, PendingGame):
            return self
        game = self.game.asking(event)
        return self.by(game, game.resumed(self.state))

    def is_made_by_itself(self, state: S) -> bool:
        """Whether the waiting choice has a single answer, so that only an `asking` position asks for it."""
        return isinstance(self.game, PendingGame) and self.game.is_made_by_itself(state)

    def at(self, state: S) -> Self:
        """The same file at another point of its turn."""
        other = self.by(self.game, state)
        other.has_moved_on = True
        return other

    def by(self, game: Game[S, A], state: S) -> Self:
        """The same file under other rules, at another point of its turn."""
        other = copy(self)
        other.game, other.state = game, state
        return other

    @abstractmethod
    def under(self, readings: Mapping[str, str], probe: Probe[S, A] | None = None) -> Self:
        """The same position under other readings: every interpretation with its option. `probe` watches from
        the first step of the turn.
        """

    def read_as(self, key: str, option: str, probe: Probe[S, A] | None = None) -> Self:
        """The same position under another reading of one point."""
        return self.under({**self.readings, key: option}, probe)

    def watched_by(self, probe: Probe[S, A]) -> Self:
        """The same position and readings, watched by a probe."""
        return self.under(self.readings, probe)

    # what every game answers

    @property
    @abstractmethod
    def readings(self) -> Mapping[str, str]:
        """Every interpretation with its chosen option."""

    step_reader: Question[[], StepReader[S, A]] = Question()
    """Reads the steps of one line that starts here."""
    board: Question[[S], tuple[BoardRow, ...]] = Question(lambda *_: ())
    """The places of the board, in a game that has one."""
    map: Question[[S, Sequence[Move[S, A]]], HexMap | None] = Question(lambda *_: None)
    """The board of a game that is played on hexes, with marks of what these moves do from here on."""
    part_of_map: Question[[HexMap, str], HexMap] = Question()
    """A part of the board, by its name or by something that lies in it. Raises UsageError for none."""
    zones: Question[[S], tuple[Zone, ...]] = Question("tsolve.contract.position:zones_of_game")
    """What lies beside the board, with the figures of the cards where the game tells them."""
    headline: Question[[S], str] = Question(lambda *_: "")
    """Whose turn it is, the kind of turn, and what the player has; empty if the zones show that."""
    place_aimed_at: Question[[S, A], tuple[str, str] | None] = Question(lambda *_: None)
    """The place on the board that an action is aimed at, and who is there; None if it is not aimed at a
    place.
    """
    options: Question[[], Options | None] = Question(lambda *_: None)
    """What the rules allow, in a turn that follows from the rules and not from a player's choices."""
    unknowns: Question[[S], Iterable[Unknown[S]]] = Question(lambda *_: ())
    """The parts of a position that the file leaves unknown and that could be written in it."""
    worlds: Question[[], Worlds[S] | None] = Question(lambda _: None)
    """The positions that the file may mean, if the turn depends on something that neither the file nor a step
    can say; else None.
    """

    def shown(self, state: S, moves: Sequence[Move[S, A]] = ()) -> PositionAnswer:
        """A position as people see it; a map also shows what `moves` do."""
        from tsolve.model.plays import PositionAnswer

        return PositionAnswer(
            self.ruleset.id,
            self.printing,
            self.zones(state),
            self.board(state),
            self.headline(state),
            self.ruleset.title,
            self.map(state, moves),
        )

    # cards as people name them

    def find_card(self, name: str, found: Diagnostics, span: Span | None = None) -> str:
        """The id of the card that a name means; empty, with a report, for none (E302) or several (E303)."""
        return self.ruleset.find_card(name, found, span)

    def card(self, name: str, span: Span | None = None) -> str:
        """The id of a card named in the file. Raises InputError (E302, E303) for anything else."""
        found = Diagnostics()
        card = self.find_card(name, found, span)
        found.raise_if_any()
        return card

    # lines in words

    def implicit_choice(self, state: S) -> A | None:
        """What a player chooses here by saying nothing; None if the choice must be written."""
        return None

    def with_implicit_choices(self, state: S) -> S:
        """The position after the choices that need not be written."""
        while (action := self.implicit_choice(state)) is not None:
            state = self.game.apply(state, action)
        return state

    ends_turn: ClassVar[str] = ""
    """The step that ends the turn at once; empty in a game where every pass must be written."""
    phrase: Question[[S, A], tuple[str, ...]] = Question(
        usual=lambda position, state, action: (position.game.notation(state, action),)
    )
    """The words of an action's notation: what is done, then with what and to whom, as far as other actions
    may begin alike.
    """

    def legal_actions(self, state: S) -> list[A]:
        """What is legal in every position that the file may mean."""
        worlds = self.at(state).worlds()
        first, *others = map(self.game.legal_actions, worlds.states if worlds is not None else (state,))
        return [each for each in first if all(each in there for there in others)]

    def legal(self, state: S) -> tuple[LegalAction, ...]:
        """Every legal action with the rulings that allow it."""
        from tsolve.model.answers import LegalAction

        actions = self.legal_actions(state)
        told = ((self.phrase(state, each), self.game.rulings_for(state, each)) for each in actions)
        return tuple(LegalAction(" ".join(parts), rulings, parts) for parts, rulings in told)

    def is_pass(self, action: A) -> bool:
        """Whether an action only goes on to the next step, or ends the turn."""
        return False

    log_rules: Question[[], LogRules[S, A]] = Question("tsolve.contract.log_rules:LogRules")
    """What a log of several turns needs to know of the game."""
    log: PlayedLog[S, A] | None = None
    """The turns of the file, where it has some: they were played, and the position is the one after them."""

    title: Question[[Played[S, A]], str] = Question(lambda _, played: played.answer.outcome)
    """What a line is about, in a few words."""

    # what a line has come to, by name

    measures: ClassVar[Measures[Never, Never]] = NO_MEASURES
    """The numbers that people may name."""

    def without_fact(self, played: Played[S, A]) -> str:
        """What to say if a line has no such result yet."""
        return "there is none so far"

    fact: Question[[Played[S, A], str, int | None], Found] = Question()
    """The value of one measure after so many steps; None means the end of the line."""

    def facts(self, played: Played[S, A], step: int | None = None) -> Mapping[str, Fact]:
        """The values of all measures that files may state, by name."""
        return {name: self.told(name, self.fact(played, name, step).value) for name in self.measures.stated}

    stated: Question[[str, Fact, Span | None, Scope[S, A] | None], Mapping[str, Fact]] = Question(
        usual=lambda _, __, written, *___: {"": written}
    )
    """A value as a file states it of a line, or of the turn to come. The keys say whose value it is, or are
    empty.
    """

    def agrees(self, name: str, fact: Fact, wanted: Fact) -> bool:
        """Whether a value, in the words of a file, is the one that is stated."""
        return fact == wanted

    def told(self, name: str, fact: Fact) -> Fact:
        """A value that a line came to, in the words of a file."""
        return fact

    def told_of(self, name: str, fact: Fact, whose: Iterable[str]) -> Mapping[str, Fact]:
        """The same, by whose value it is; the key is empty if it belongs to nobody."""
        return {"": self.told(name, fact)}

    def level_in(self, goal: tuple[str, ...], written: str) -> str:
        """The level of a goal that a file names, perhaps by a former name."""
        return self.measures.level_in(goal, written)

    def names_as_stated(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Names of pieces, as files state them."""
        return names

    def results(self, played: Played[S, A]) -> Mapping[str, Fact]:
        """Further results that `expect.line` may state of the end of a line, by name."""
        return {}

    is_settled: Question[[Played[S, A], str], bool] = Question(lambda *_: False)
    """Whether a result of this name is sure although the line leaves a choice open."""
    readings_of: Question[[Played[S, A]], dict[str, str]] = Question(usual=lambda _, played: played.readings)
    """The interpretations that a line went through."""

    # judging

    plans: ClassVar[bool] = False
    """Whether the game can be asked for a best line."""
    foresees: ClassVar[bool] = False
    """Whether a file without a question is answered with the chances of what is to come."""
    has_goals: ClassVar[bool] = False
    """Whether there are goals to choose from; the game then checks the chosen one."""

    check_wishes: Question[[Wishes], None] = Question("tsolve.judging.check:check_wishes")
    """Refuses an unknown goal, target or kind of turn. Raises UsageError or InputError."""

    def queries(self) -> Sequence[str]:
        """For each claim of the file, in order, the query that a why-not would ask; empty for none."""
        return ()

    cards_in_sight: Question[[], Iterable[str]] = Question(lambda _: ())
    """The cards that the position shows, by id."""

    def targets_in_sight(self) -> Iterable[str]:
        """The names of what the turn can aim at."""
        return ()

    table_notes: Question[[], tuple[str, ...]] = Question(lambda _: ())
    """What is unusual about the whole table, and how tsolve handles it."""

    def remarks(self) -> tuple[str, ...]:
        """What must be known to understand an answer: about the table, cards that differ from print, and
        renamed keys.
        """
        return (*self.decoded.notes, *self.table_notes(), *played_with(self))

    exercised: Question[[CheckAnswer, Iterable[object], Iterable[str]], Exercised] = Question(
        "tsolve.judging.rulings:exercised"
    )
    """What an answer went through, with all that it rests on and the effects that acted meanwhile."""

    unsure: Question[[Mentioned], Iterable[UnsureFact]] = Question(
        usual=lambda position, mentioned: unsure_cards(position.ruleset, mentioned.rulings)
    )
    """The printed facts behind what an answer mentions that one source alone tells, or sources tell
    differently.
    """

    # what a game may be asked

    solve: Question[[Wishes], SolveAnswer] = Question()
    """The best line or policy with its proof; see `tsolve.api.solve`."""
    why_not: Question[[object, str, Detail], WhyNotAnswer] = Question("tsolve.worlds.why_not_step:why_not")
    """Why something is impossible; see `tsolve.api.why_not`. By default the query is any step of a turn, and
    the whole turn is searched.
    """
    targets: Question[[Wishes], TargetsAnswer] = Question()
    """What can be done to each target; see `tsolve.api.targets`."""
    score: Question[[str], ScoreAnswer] = Question()
    worked_out: Question[[str], WorkedOut | None] = Question(lambda *_: None)
    """The number, or the order of turns, that a question of one line asks for; None for another question."""
    """What every player has, and who wins; see `tsolve.api.score`."""

    def lacks(self, question: str) -> str:
        """The error message for a question that the game does not answer."""
        return f"{self.ruleset.title} has no `{question}`"


def zones_of_game(position: Position[S, A], state: S) -> tuple[Zone, ...]:
    """The zones as the engine describes them."""
    from tsolve.model.plays import zones_of

    return zones_of(position.game.zones(state))


_MOST_NAMED = 6
"""The most cards that are named; the rest are counted."""


def played_with(position: Position[S, A]) -> tuple[str, ...]:
    """A note that names home-made and changed cards, if there are any.

    Cards that the file defines are named wherever they lie: they were written for this position. Those of a
    ruleset are named only if the position shows them.
    """
    if position.ruleset.is_printed:
        return ()
    known = position.ruleset.under(position.readings)
    of_file = [card for card in known.values() if card.provenance.author == AUTHOR]
    in_sight = [known[each] for each in position.cards_in_sight() if each in known]
    names = {card.id: with_changes(card) for card in (*of_file, *in_sight) if card.provenance.author}
    if not names:
        return ()
    texts = list(names.values())[:_MOST_NAMED]
    more = f" and {len(names) - len(texts)} more" if len(names) > len(texts) else ""
    return (f"Played with: {', '.join(texts)}{more}",)
