"""A position file of Thunderstone with its rules, and the questions that it answers.

Rooms that answer know the position as `Opened`; `Answering`, which derives from it, imports each of them when
it is asked, so that nothing imports in a circle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from functools import partial
from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from tsolve.budget import FREE, allow
from tsolve.diagnostics import Diagnostics
from tsolve.engine import Probe
from tsolve.errors import Span
from tsolve.games.family import opened as family
from tsolve.games.thunderstone.actions import Action, Attack, Visit
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.measures import MEASURES
from tsolve.games.thunderstone.state import State, TurnKind
from tsolve.games.thunderstone.turn.hall import ANYBODY, Target
from tsolve.games.thunderstone.writing.notation import phrase, resolve_target
from tsolve.games.thunderstone.writing.position_file import PositionFile
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decode import Decoded, Path
from tsolve.turns.card_names import in_part, resolve
from tsolve.turns.opened import Unknown

if TYPE_CHECKING:
    from tsolve.games.thunderstone.judging.claims import TurnClaim
    from tsolve.games.thunderstone.judging.decisive import TurnAblation, TurnComparison
    from tsolve.games.thunderstone.judging.expectations import TurnExpectations
    from tsolve.games.thunderstone.judging.grading import TurnGrading
    from tsolve.games.thunderstone.judging.lines import Bests
    from tsolve.games.thunderstone.judging.odds import HandOdds
    from tsolve.games.thunderstone.writing.position_text import DungeonDeck
    from tsolve.model.answers import CheckAnswer, SolveAnswer
    from tsolve.model.coverage import Exercised
    from tsolve.model.grades import ScoreAnswer
    from tsolve.model.plays import BoardRow, Wishes, Zone
    from tsolve.model.solved import TargetsAnswer
    from tsolve.model.why_not import Detail, WhyNotAnswer
    from tsolve.turns.judging import Outcome
    from tsolve.turns.measures import Found
    from tsolve.turns.narration import Fact, Narration, Played, Scope
    from tsolve.turns.planners import Case


_OF_THE_END = ("xp", "lost", "destroyed", "gained")
"""Measures that hang on whether a battle is won, and not on its Attack Value."""
_OF_THE_BATTLE = ("won", *MEASURES.margins, *MEASURES.summed)
"""What no choice changes any more once a battle is decided."""


class Opened(family.Opened[State, Action, Target]):
    """A position file of Thunderstone, ready for the engine: what the rooms that answer for it know of it."""

    scoring_rulings = ("TS-17.2",)
    game: Thunderstone
    position: PositionFile
    decoded: Decoded[PositionFile]
    ruleset: Ruleset[Card]
    aim: Target = ANYBODY
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

    def target(self, text: str) -> Target:
        """The Monster named in the file, such as `Nixie`, `Nixie in Rank 3` or `Rank 3`.

        Raises InputError for a name (E302, E303) or a Rank (E314) that does not exist.
        """
        found = Diagnostics()
        target = resolve_target(self.ruleset, text, found, None, self.state.on_table()[1:])
        found.raise_if_any()
        return target

    def board(self, state: State) -> tuple[BoardRow, ...]:
        from tsolve.games.thunderstone.writing.showing import board

        return board(self.book, state)

    def zones(self, state: State) -> tuple[Zone, ...]:
        from tsolve.games.thunderstone.writing.showing import zones

        return zones(self.book, state)

    def place_aimed_at(self, state: State, action: Action) -> tuple[str, str] | None:
        from tsolve.games.thunderstone.writing.showing import board_place, who

        if not isinstance(action, Attack):
            return None
        return board_place(action.rank), who(self.book, state.at(action.rank))

    def headline(self, state: State) -> str:
        from tsolve.games.thunderstone.writing.showing import headline

        return headline(state)

    def unknowns(self, state: State) -> Iterable[Unknown[State]]:
        from tsolve.games.thunderstone.writing.showing import unknowns

        return unknowns(self.book, self.state, state)

    def phrase(self, state: State, action: Action) -> tuple[str, ...]:

        return phrase(self.book, state, action)

    def say(self, target: Target) -> str:
        return target.say(self.book)

    def find_card(self, name: str, found: Diagnostics, span: Span | None = None) -> str:
        part = in_part(self.ruleset, name, self.state.on_table())
        return part or resolve(self.ruleset, name, found, span)


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


class Answering(Opened):
    """A position and the questions it answers. The modules that answer know it as `Opened`."""

    def narration(self) -> Narration[State, Action]:
        from tsolve.games.thunderstone.judging.narration import TurnNarration

        return TurnNarration(self)

    measures = MEASURES

    def fact(self, played: Played[State, Action], name: str, step: int | None = None) -> Found:
        from tsolve.games.thunderstone.judging.figures import fact

        return fact(self, played, name, step)

    def outcomes(
        self, scope: Scope[State, Action], name: str, wanted: Mapping[str, Fact]
    ) -> Sequence[Outcome]:
        from tsolve.games.thunderstone.judging.figures import is_won_anyway
        from tsolve.turns.judging import Outcome

        if scope.step is None and name in _OF_THE_END and is_won_anyway(self, scope.played):
            return (Outcome("", self.fact(scope.played, name)),)
        return super().outcomes(scope, name, wanted)

    def is_settled(self, played: Played[State, Action], field: str) -> bool:
        from tsolve.games.thunderstone.judging.figures import is_battle_open, is_won_anyway

        if is_battle_open(played):
            return field == "won" and is_won_anyway(self, played)
        return field in _OF_THE_BATTLE and bool(played.result.tally.outcome)

    def readings_of(self, played: Played[State, Action]) -> dict[str, str]:
        from tsolve.games.thunderstone.judging.outcome import readings_of

        return readings_of(self, played)

    def check_wishes(self, wishes: Wishes) -> None:
        from tsolve.games.thunderstone.planning.turns import check_wishes

        check_wishes(self, wishes)

    def finds_bests(self) -> type[Bests]:
        from tsolve.games.thunderstone.judging.lines import Bests

        return Bests

    def judge_of_claims(self) -> type[TurnClaim]:
        from tsolve.games.thunderstone.judging.claims import TurnClaim

        return TurnClaim

    def judge_of_expectations(self) -> type[TurnExpectations]:
        from tsolve.games.thunderstone.judging.expectations import TurnExpectations

        return TurnExpectations

    def comparison(self) -> TurnComparison:
        from tsolve.games.thunderstone.judging.decisive import TurnComparison

        return TurnComparison(self)

    def cards_in_sight(self) -> Iterable[str]:
        from tsolve.games.thunderstone.judging.outcome import in_sight

        return in_sight(self)

    def targets_in_sight(self) -> Iterable[str]:
        known = (slot.card for slot in self.state.standing if slot.card in self.book.monsters)
        return dict.fromkeys(map(self.book.name, known))

    def table_notes(self) -> tuple[str, ...]:
        from tsolve.games.thunderstone.judging.outcome import table_notes

        return table_notes(self)

    def exercised(self, answer: CheckAnswer, rests_on: Iterable[object], effects: Iterable[str]) -> Exercised:
        from tsolve.games.thunderstone.judging.expectations import exercised

        return exercised(self, answer, rests_on, effects)

    def solve(self, wishes: Wishes) -> SolveAnswer:
        from tsolve.games.thunderstone.planning.turns import solve

        return solve(self, wishes)

    def cases(self, wishes: Wishes) -> Iterable[Case]:
        from tsolve.games.thunderstone.planning.turns import cases

        return cases(self, wishes)

    def why_not(self, query: object, file: str, detail: Detail = "repairs") -> WhyNotAnswer:
        from tsolve.games.thunderstone.why_not.queries import why_not

        return why_not(self, query, file, detail)

    def grading(self) -> Callable[[Played[State, Action], str | None], TurnGrading]:
        from tsolve.games.thunderstone.judging.grading import turn_grading

        return partial(turn_grading, self)

    def odds(self) -> HandOdds:
        from tsolve.games.thunderstone.judging.odds import HandOdds

        return HandOdds(self)

    def targets(self, wishes: Wishes) -> TargetsAnswer:
        from tsolve.games.thunderstone.judging.targets import targets

        return targets(self, wishes)

    def score(self, file: str) -> ScoreAnswer:
        from tsolve.games.thunderstone.judging.figures import score

        return score(self, file)

    def ablation(self) -> TurnAblation:
        from tsolve.games.thunderstone.judging.decisive import TurnAblation

        return TurnAblation(self)
