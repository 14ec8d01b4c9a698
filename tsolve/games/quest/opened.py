"""A position file of Thunderstone Quest with its rules, and the questions that it answers; each imports its
module when asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from tsolve.budget import FREE, allow
from tsolve.diagnostics import Diagnostics
from tsolve.engine import Probe
from tsolve.errors import IllegalActionError, Span
from tsolve.games.family import opened as family
from tsolve.games.quest.actions import Action, Battle
from tsolve.games.quest.book import Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.game import Quest
from tsolve.games.quest.measures import MEASURES
from tsolve.games.quest.state import ANYBODY, State, Target, target_named
from tsolve.games.quest.turn.steps import beginning
from tsolve.games.quest.writing.position_file import PositionFile
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decode import Decoded
from tsolve.turns.card_names import resolve
from tsolve.turns.opened import Unknown

if TYPE_CHECKING:
    from tsolve.games.quest.judging.claims import TurnClaim
    from tsolve.games.quest.judging.decisive import TurnAblation, TurnComparison
    from tsolve.games.quest.judging.expectations import TurnExpectations
    from tsolve.games.quest.judging.figures import Bests
    from tsolve.games.quest.judging.grading import TurnGrading
    from tsolve.games.quest.judging.odds import HandOdds
    from tsolve.games.quest.selection import Unseen
    from tsolve.model.answers import CheckAnswer, SolveAnswer
    from tsolve.model.coverage import Exercised
    from tsolve.model.grades import ScoreAnswer
    from tsolve.model.plays import BoardRow, Wishes, Zone
    from tsolve.model.solved import TargetsAnswer
    from tsolve.model.why_not import Detail, WhyNotAnswer
    from tsolve.turns.measures import Found
    from tsolve.turns.narration import Narration, Played
    from tsolve.turns.planners import Case


_UNTOLD = "what {name} does to you besides being a Wound no source tells: this answer takes it as nothing"


class Opened(family.Opened[State, Action, Target]):
    """A position file of Thunderstone Quest, ready for the engine."""

    scoring_rulings = ("QUEST-13.1",)
    game: Quest
    position: PositionFile
    decoded: Decoded[PositionFile]
    ruleset: Ruleset[Card]
    aim: Target = ANYBODY
    unseen: Unseen | None = None
    """Decks of the table that hang on a reading."""

    def under(self, readings: Mapping[str, str], probe: Probe[State, Action] | None = None) -> Opened:
        game = Quest.for_one_turn(Book(self.ruleset.under(readings), readings), probe)
        return self.by(game, self._begun(game))

    def _begun(self, game: Quest) -> State:
        """The position inside the turn under other rules; as it stands where they forbid the phase that the
        file has chosen already. (key.shared_location)
        """
        if self.table is None or self.has_moved_on:
            return self.state
        table = self.table if self.unseen is None else self.unseen.laid(game.book, self.table)
        try:
            return begun(game, table, self.position, self.ruleset)
        except IllegalActionError:
            return self.state

    @property
    def readings(self) -> Mapping[str, str]:
        return self.book.readings

    @property
    def book(self) -> Book:
        """Card facts and readings."""
        return self.game.book

    @property
    def in_village(self) -> bool:
        """Whether the position is inside a Village phase."""
        return self.state.phase != "prepare" and bool(self.state.me.location)

    @property
    def whole_game(self) -> Quest:
        return Quest(self.book)

    def target(self, text: str) -> Target:
        """The Monster named in the file. Raises InputError for a name that does not exist (E302, E303)."""
        return target_named(self.ruleset, text, self.card)

    def say(self, target: Target) -> str:
        return target.say(self.book)

    def find_card(self, name: str, found: Diagnostics, span: Span | None = None) -> str:
        from tsolve.games.quest.writing.position_file import how_to_define

        return resolve(self.ruleset, name, found, span, how_to_define(name))

    def narration(self) -> Narration[State, Action]:
        from tsolve.games.quest.judging.narration import TurnNarration

        return TurnNarration(self)

    def board(self, state: State) -> tuple[BoardRow, ...]:
        from tsolve.games.quest.judging.figures import in_sight
        from tsolve.games.quest.writing.showing import board

        return board(self.book, state, in_sight(self.book, state))

    def zones(self, state: State) -> tuple[Zone, ...]:
        from tsolve.games.quest.writing.showing import zones

        return zones(self.book, state)

    def place_aimed_at(self, state: State, action: Action) -> tuple[str, str] | None:
        from tsolve.games.quest.writing.showing import who

        if not isinstance(action, Battle):
            return None
        room = state.rooms[state.me.room]
        return self.book.name(room.card), who(self.book, room)

    def headline(self, state: State) -> str:
        from tsolve.games.quest.writing.showing import headline

        return headline(self.book, state, self.position.turn)

    # lines in words

    def unknowns(self, state: State) -> Iterable[Unknown[State]]:
        from tsolve.games.quest.writing.showing import unknowns

        return unknowns(self.game, state)

    def phrase(self, state: State, action: Action) -> tuple[str, ...]:
        from tsolve.games.quest.writing.notation import phrase

        return phrase(self.book, state, action)

    ends_turn = "end the turn"

    def is_pass(self, action: Action) -> bool:
        return self.game.passes(action)

    def title(self, played: Played[State, Action]) -> str:
        from tsolve.games.quest.judging.narration import turn_title

        return turn_title(self.book, played.result, played.moves)

    # what a line has come to

    measures = MEASURES

    def fact(self, played: Played[State, Action], name: str, step: int | None = None) -> Found:
        def course(step: int | None) -> State:
            return played.result if step is None else played.states[step]

        return MEASURES.fact(name, self.book, course, step, played.answer.calculation)

    def readings_of(self, played: Played[State, Action]) -> dict[str, str]:
        from tsolve.games.quest.judging.expectations import readings_of

        return readings_of(self, played)

    def is_settled(self, played: Played[State, Action], field: str) -> bool:
        return bool(played.result.tally.outcome)

    # judging

    def check_wishes(self, wishes: Wishes) -> None:
        from tsolve.games.quest.planning.goals import check_wishes

        check_wishes(self, wishes)

    def finds_bests(self) -> type[Bests]:
        from tsolve.games.quest.judging.figures import Bests

        return Bests

    def judge_of_claims(self) -> type[TurnClaim]:
        from tsolve.games.quest.judging.claims import TurnClaim

        return TurnClaim

    def judge_of_expectations(self) -> type[TurnExpectations]:
        from tsolve.games.quest.judging.expectations import TurnExpectations

        return TurnExpectations

    def cards_in_sight(self) -> Iterable[str]:
        state = self.state
        yield from (laid.card for laid in state.laid)
        yield from state.me.hand or ()
        for room in state.rooms:
            yield from filter(None, (room.card, room.monster))

    def targets_in_sight(self) -> Iterable[str]:
        inhabited = [room for room in self.state.rooms if room.monster]
        seen = filter(None, (room.seen for room in inhabited))
        return dict.fromkeys(map(self.book.name, (*seen, *(room.card for room in inhabited))))

    def table_notes(self) -> tuple[str, ...]:
        wounds = {card for card in self.cards_in_sight() if self.ruleset.cards[card].is_wound}
        return tuple(_UNTOLD.format(name=self.ruleset.cards[card].name) for card in sorted(wounds))

    def comparison(self) -> TurnComparison:
        from tsolve.games.quest.judging.decisive import TurnComparison

        return TurnComparison(self)

    def ablation(self) -> TurnAblation:
        from tsolve.games.quest.judging.decisive import TurnAblation

        return TurnAblation(self)

    def exercised(self, answer: CheckAnswer, rests_on: Iterable[object], effects: Iterable[str]) -> Exercised:
        from tsolve.games.quest.judging.claims import exercised

        return exercised(self, answer, rests_on)

    # what it may be asked

    def solve(self, wishes: Wishes) -> SolveAnswer:
        from tsolve.games.quest.planning.answer import solve

        return solve(self, wishes)

    def cases(self, wishes: Wishes) -> Iterable[Case]:
        from tsolve.games.quest.planning.answer import cases

        return cases(self, wishes)

    def grading(self) -> Callable[[Played[State, Action], str | None], TurnGrading]:
        from tsolve.games.quest.judging.grading import turn_grading

        return partial(turn_grading, self)

    def odds(self) -> HandOdds:
        from tsolve.games.quest.judging.odds import HandOdds

        return HandOdds(self)

    def why_not(self, query: object, file: str, detail: Detail = "repairs") -> WhyNotAnswer:
        from tsolve.games.quest.why_not.queries import why_not

        return why_not(self, query, file, detail)

    def targets(self, wishes: Wishes) -> TargetsAnswer:
        from tsolve.games.quest.judging.targets import targets

        return targets(self, wishes)

    def score(self, file: str) -> ScoreAnswer:
        from tsolve.games.quest.judging.expectations import score

        return score(self, file)


def begun(game: Quest, table: State, file: PositionFile, ruleset: Ruleset[Card]) -> State:
    """The position inside the turn, where the file says which phase was chosen."""
    with allow(FREE):  # a position is opened whatever the budget is
        if file.turn == "dungeon":
            return game.apply(table, beginning("dungeon"))
        if file.location is None:
            return table
        return game.apply(table, beginning(resolve(ruleset, file.location, Diagnostics(), None)))
