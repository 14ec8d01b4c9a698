"""A position file ready for its engine, and the questions that any game can answer about it.

A game package overrides what it can answer. Everything else raises UnsupportedError.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from os import fspath
from typing import TYPE_CHECKING, ClassVar, Generic, NamedTuple, Never, Self, TypeVar

from tsolve.cardkit.pending_game import PendingGame
from tsolve.diagnostics import Diagnostics
from tsolve.engine import Game, Probe
from tsolve.errors import Span, UnsupportedError, UsageError
from tsolve.model.plays import Wishes
from tsolve.rules.ruleset import CardFacts, Ruleset
from tsolve.source.decode import Decoded
from tsolve.turns.card_names import played_with
from tsolve.turns.measures import NO_MEASURES
from tsolve.turns.position import PositionFile

if TYPE_CHECKING:
    from tsolve.model.answers import (
        CheckAnswer,
        ClaimAnswer,
        ExpectationAnswer,
        LegalAction,
        Options,
        SolveAnswer,
    )
    from tsolve.model.coverage import Exercised
    from tsolve.model.grades import ScoreAnswer
    from tsolve.model.hexmaps import HexMap
    from tsolve.model.plays import BoardRow, PositionAnswer, Zone
    from tsolve.model.solved import TargetsAnswer
    from tsolve.model.why_not import Detail, WhyNotAnswer
    from tsolve.source.reading import FilePath
    from tsolve.turns.check import Bests
    from tsolve.turns.claims import ClaimJudge
    from tsolve.turns.comparing import Comparison
    from tsolve.turns.decisive import Ablation
    from tsolve.turns.expectations import Expectations
    from tsolve.turns.grading import Grading
    from tsolve.turns.judging import Outcome
    from tsolve.turns.measures import Found, Measures
    from tsolve.turns.narration import Fact, Move, Narration, Played, Scope
    from tsolve.turns.odds.events import Odds
    from tsolve.turns.planners import Case


S = TypeVar("S")
A = TypeVar("A")


class Unknown(NamedTuple, Generic[S]):
    """A part of a position that its file leaves unknown."""

    what: str
    """In a few words: `your deck`."""
    key: str
    """An example of how a file tells it."""
    known: Callable[[S], S]
    """A position with this part known, and nothing in it: what is asked is who can act then."""
    stands_open: bool = False
    """Whether it keeps answers open by itself, though somebody can act."""
    by_chance: bool = True
    """Whether chance decides about it, so that its contents would give chances."""


class Opened(ABC, Generic[S, A]):
    """A position file ready for its engine. Treat it as read-only."""

    scoring_rulings: ClassVar[tuple[str, ...]] = ()
    """The rulings that say what counts at the end."""

    def __init__(
        self,
        game: Game[S, A],
        state: S,
        position: PositionFile,
        decoded: Decoded[PositionFile],
        ruleset: Ruleset[CardFacts],
        printing: str,
        table: S | None = None,
    ) -> None:
        self.game = game
        """The rules under the readings of the position."""
        self.state = state
        """The position, inside the turn when the file names one."""
        self.position = position
        self.decoded = decoded
        self.ruleset = ruleset
        self.printing = printing
        self.table = table
        """What lies on the table before any rule acts on it; None where only `state` is known."""
        self.has_moved_on = False
        """Whether `state` is a later point of the turn: other readings do not begin the turn anew."""

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

    # the same file otherwise

    def asking(self, events: bool = False) -> Self:
        """The same position under rules that ask for every choice, also for one that has one answer only; and
        with `events` for every event.
        """
        return self.by(self.game.asking(events), self.state) if isinstance(self.game, PendingGame) else self

    def is_made_by_itself(self, state: S) -> bool:
        """Whether the choice that waits has one answer, which is asked for only in an `asking` position."""
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
        """The same position under other readings: every interpretation with its option. A probe watches from
        the first step of the turn on.
        """

    def read_as(self, key: str, option: str, probe: Probe[S, A] | None = None) -> Self:
        """The same position under another reading of one point."""
        return self.under({**self.readings, key: option}, probe)

    def watched_by(self, probe: Probe[S, A]) -> Self:
        """The same position under the same readings, watched."""
        return self.under(self.readings, probe)

    # what every game answers

    @property
    @abstractmethod
    def readings(self) -> Mapping[str, str]:
        """Every interpretation with its chosen option."""

    @abstractmethod
    def narration(self) -> Narration[S, A]:
        """How written steps become actions, for one line from here."""

    def board(self, state: S) -> tuple[BoardRow, ...]:
        """The places of the board, in a game that has one."""
        return ()

    def map(self, state: S, moves: Sequence[Move[S, A]] = ()) -> HexMap | None:
        """The board of a game that is played on hexes, with marks of what these moves do from here on."""
        return None

    def zones(self, state: S) -> tuple[Zone, ...]:
        """What lies beside the board, with the figures of the cards where the game tells them."""
        from tsolve.model.plays import zones_of

        return zones_of(self.game.zones(state))

    def headline(self, state: S) -> str:
        """Whose turn it is, of which kind, and what the player has; empty where the zones tell it."""
        return ""

    def place_aimed_at(self, state: S, action: A) -> tuple[str, str] | None:
        """The place of the board that an action is aimed at, and who is there; None for another action."""
        return None

    def options(self) -> Options | None:
        """What the rules leave to do, where they decide by themselves in the turn that is asked about."""
        return None

    def unknowns(self, state: S) -> Iterable[Unknown[S]]:
        """The parts of a position that the file leaves unknown and could tell."""
        return ()

    def shown(self, state: S, moves: Sequence[Move[S, A]] = ()) -> PositionAnswer:
        """A position of the file's game as people see it; a map of it also tells what `moves` do."""
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

    def unsaid_choice(self, state: S) -> A | None:
        """What a player chooses here who says nothing; None where the choice must be said."""
        return None

    def with_unsaid_choices(self, state: S) -> S:
        """The position once the choices are made that are made without a word."""
        while (action := self.unsaid_choice(state)) is not None:
            state = self.game.apply(state, action)
        return state

    ends_turn: ClassVar[str] = ""
    """The step that passes whatever is left of a turn; empty in a game where every pass is written."""

    def phrase(self, state: S, action: A) -> tuple[str, ...]:
        """The words of an action's notation: what is done, then with what and to whom, as far as other
        actions may begin alike.
        """
        return (self.game.notation(state, action),)

    def legal(self, state: S) -> tuple[LegalAction, ...]:
        """Every legal action with the rulings that allow it."""
        from tsolve.model.answers import LegalAction

        actions = self.game.legal_actions(state)
        told = ((self.phrase(state, each), self.game.rulings_for(state, each)) for each in actions)
        return tuple(LegalAction(" ".join(parts), rulings, parts) for parts, rulings in told)

    def is_pass(self, action: A) -> bool:
        """Whether an action only goes on to the next step, or ends the turn."""
        return False

    def title(self, played: Played[S, A]) -> str:
        """What a line is about, in a few words."""
        return played.answer.outcome

    # what a line has come to, by name

    measures: ClassVar[Measures[Never, Never]] = NO_MEASURES
    """The numbers that people may name."""

    def without_fact(self, played: Played[S, A]) -> str:
        """The words for a fact that a line has not reached."""
        return "there is none so far"

    def fact(self, played: Played[S, A], name: str, step: int | None = None) -> Found:
        """One of them after this many steps; None for the end of the line."""
        raise self._unsupported(name)

    def facts(self, played: Played[S, A], step: int | None = None) -> Mapping[str, Fact]:
        """All of them by name."""
        return {name: self.told(name, self.fact(played, name, step).value) for name in self.measures.stated}

    def outcomes(self, scope: Scope[S, A], name: str, wanted: Mapping[str, Fact]) -> Sequence[Outcome]:
        """What one comes to right after a step, or in every way in which the line may end; `wanted` is what
        is stated of it.
        """
        from tsolve.turns.judging import whole_turn

        return whole_turn(self, scope, name)

    def stated(
        self, name: str, written: Fact, span: Span | None = None, scope: Scope[S, A] | None = None
    ) -> Mapping[str, Fact]:
        """A fact as a file states it of a line, or else of what is to come; by whose it is, or by nothing."""
        return {"": written}

    def agrees(self, name: str, fact: Fact, wanted: Fact) -> bool:
        """Whether a fact, in the words of a file, is what is stated of it."""
        return fact == wanted

    def told(self, name: str, fact: Fact) -> Fact:
        """A fact of a line, in the words of a file."""
        return fact

    def told_of(self, name: str, fact: Fact, whose: Iterable[str]) -> Mapping[str, Fact]:
        """The same by whose it is, or by nothing."""
        return {"": self.told(name, fact)}

    def level_in(self, goal: tuple[str, ...], written: str) -> str:
        """The level of a goal that a file states, be it by a former name."""
        return self.measures.level_in(goal, written)

    def names_as_stated(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Pieces as a file states them, by name."""
        return names

    def results(self, played: Played[S, A]) -> Mapping[str, Fact]:
        """What else `expect.line` may state of a line at its end, by name."""
        return {}

    def is_settled(self, played: Played[S, A], field: str) -> bool:
        """Whether a result of this name is sure although the line leaves a choice open."""
        return False

    def readings_of(self, played: Played[S, A]) -> dict[str, str]:
        """The interpretations that a line went through."""
        return played.readings

    # judging

    plans: ClassVar[bool] = False
    """Whether the game can be asked for a best line."""
    foresees: ClassVar[bool] = False
    """Whether a file that asks for nothing asks for the chances of what is to come."""
    has_goals: ClassVar[bool] = False
    """Whether there are goals to choose among; then the game looks at the one that is chosen."""

    def check_wishes(self, wishes: Wishes) -> None:
        """Refuse a goal, a target or a kind of turn that there is not. Raises UsageError or InputError.

        A game of one goal has none to choose; one with more says which there are.
        """
        goal = "" if self.has_goals else wishes.goal or self.position.goal
        chosen = {"goal": goal, "target": wishes.target or self.position.target, "kind of turn": wishes.turn}
        for what, wanted in chosen.items():
            if wanted:
                raise UsageError(f'{self.ruleset.title} has no {what} to choose: leave out "{wanted}"')

    def bests(
        self, wishes: Wishes, solve: Callable[[Opened[S, A], Wishes], SolveAnswer] | None = None
    ) -> Bests[S, A]:
        """The best lines that claims and expectations ask about; `solve` plans in place of the planner."""
        return self.finds_bests()(self, wishes, solve)

    def finds_bests(self) -> type[Bests[S, A]]:
        """What solves for them."""
        from tsolve.turns.check import Bests

        return Bests

    def claims(self, played: Played[S, A] | None, bests: Bests[S, A]) -> Sequence[ClaimJudge[S, A]]:
        """A judge for every claim of the file, in its order. `played` is the file's line."""
        claims = self.position.claims
        judge = self.judge_of_claims() if claims else None
        return [judge(self, played, bests, claim, index) for index, claim in enumerate(claims) if judge]

    def judge_of_claims(self) -> type[ClaimJudge[S, A]]:
        """What judges each claim of the file."""
        from tsolve.turns.claims import ClaimJudge

        return ClaimJudge

    def deeds(self) -> Sequence[str]:
        """What a why-not would ask about each claim of the file, in their order; empty for nothing."""
        return ()

    def expectations(
        self,
        played: Played[S, A] | None,
        claims: Sequence[ClaimAnswer],
        bests: Bests[S, A],
        readings: Mapping[str, str] | None,
        on_found: Callable[[object], None],
    ) -> tuple[ExpectationAnswer, ...]:
        """Every expectation of the file, judged."""
        if self.position.expects_nothing:
            return ()
        return self.judge_of_expectations()(self, played, claims, bests, readings, on_found).judged()

    def judge_of_expectations(self) -> type[Expectations[S, A]]:
        """What judges the expectations of the file."""
        from tsolve.turns.expectations import Expectations

        return Expectations

    def comparison(self) -> Comparison[S, A]:
        """What is compared under several readings."""
        from tsolve.turns.comparing import Comparison

        return Comparison(self)

    def ablation(self) -> Ablation[S, A]:
        """How its rulings are switched off."""
        from tsolve.turns.decisive import Ablation

        return Ablation(self)

    def cards_in_sight(self) -> Iterable[str]:
        """The cards that the position shows, by id."""
        return ()

    def targets_in_sight(self) -> Iterable[str]:
        """The names of what the turn can aim at."""
        return ()

    def table_notes(self) -> tuple[str, ...]:
        """What is unusual about the table as a whole, and how it is taken."""
        return ()

    def remarks(self) -> tuple[str, ...]:
        """What must be known to understand an answer: of the table, of cards that are not as printed, and of
        keys that are called otherwise now.
        """
        return (*self.decoded.notes, *self.table_notes(), *played_with(self))

    def exercised(self, answer: CheckAnswer, rests_on: Iterable[object], effects: Iterable[str]) -> Exercised:
        """What an answer went through, with all that it rests on and the effects that acted meanwhile."""
        from tsolve.model.coverage import Exercised
        from tsolve.turns.rulings import parts_of, rulings_and_readings

        rulings, readings = rulings_and_readings(self.game, parts_of((answer, tuple(rests_on))))
        return Exercised(tuple(sorted(rulings)), readings, about=tuple(sorted(self.position.about)))

    # what a game may be asked

    def solve(self, wishes: Wishes) -> SolveAnswer:
        """The best line or policy with its proof; see `tsolve.api.solve`."""
        raise self._unsupported("solve")

    def cases(self, wishes: Wishes) -> Iterable[Case]:
        """What the turn may be spent on, to be compared; see `tsolve.turns.planners`."""
        return ()

    def why_not(self, query: object, file: str, detail: Detail = "repairs") -> WhyNotAnswer:
        """Why something is impossible; see `tsolve.api.why_not`.

        By default it can be asked of every step of a line, and the turn is searched whole.
        """
        from tsolve.turns.why_not_step import why_not

        return why_not(self, query, file, detail)

    def grading(self) -> Callable[[Played[S, A], str | None], Grading[S, A]]:
        """What grades a played line by the goal asked for, or by the usual one; see `tsolve.api.grade`."""
        raise self._unsupported("grade")

    def odds(self) -> Odds[S, A]:
        """What finds the chances of a hand of its deck; see `tsolve.api.odds`."""
        raise self._unsupported("odds")

    def targets(self, wishes: Wishes) -> TargetsAnswer:
        """What can be done to each target; see `tsolve.api.targets`."""
        raise self._unsupported("targets")

    def score(self, file: str) -> ScoreAnswer:
        """What every player has, and who wins; see `tsolve.api.score`."""
        raise self._unsupported("score")

    def _unsupported(self, what: str) -> UnsupportedError:
        return UnsupportedError(f"{self.ruleset.title} has no `{what}`")
