"""A position of a scenario with its rules, and the questions that it answers.

Each question imports its module when it is asked. What lies on the table leads to the rules, and to the first
decision of what is asked about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.budget import FREE, SpentError, allow, grace
from tsolve.diagnostics import Diagnostics, input_error
from tsolve.engine import Probe
from tsolve.errors import InputError, Span, UsageError
from tsolve.games.gloomhaven.actions import Action, Choose, Finish, Go, LeaveOut, listed
from tsolve.games.gloomhaven.book import Book
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.game import Gloomhaven
from tsolve.games.gloomhaven.hexes import Hex
from tsolve.games.gloomhaven.measures import MEASURES, Way
from tsolve.games.gloomhaven.round import BeginRound, Finished, LookForEnd, NextRound, NextTurn
from tsolve.games.gloomhaven.scenario import EndOfTurn, unknown_in
from tsolve.games.gloomhaven.state import Figure, State, Task
from tsolve.games.gloomhaven.turn.character import LastItems
from tsolve.games.gloomhaven.turn.damage import Effects
from tsolve.games.gloomhaven.turn.monster import BeginTurn
from tsolve.games.gloomhaven.writing.ability_clauses import in_plain_words
from tsolve.games.gloomhaven.writing.character_cards import without_loss_icon
from tsolve.games.gloomhaven.writing.names import Coordinates, Words, condition_named, find_figure
from tsolve.games.gloomhaven.writing.position import Table, read_table
from tsolve.games.gloomhaven.writing.statements import FileMentions, ScenarioFile
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decode import Decoded
from tsolve.turns.opened import Opened as AnyOpened
from tsolve.turns.opened import Unknown
from tsolve.turns.position import places_of_readings

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.abilities import Element
    from tsolve.games.gloomhaven.judging.claims import TurnClaim
    from tsolve.games.gloomhaven.judging.decisive import FiguresAblation, TurnComparison
    from tsolve.games.gloomhaven.judging.expectations import TurnExpectations
    from tsolve.games.gloomhaven.judging.narration import TurnNarration
    from tsolve.games.gloomhaven.judging.odds import AttackOdds
    from tsolve.games.gloomhaven.planning.goals import Goal
    from tsolve.model.answers import (
        CheckAnswer,
        LegalAction,
        Options,
        SolveAnswer,
    )
    from tsolve.model.coverage import Exercised
    from tsolve.model.hexmaps import HexMap
    from tsolve.model.plays import Wishes
    from tsolve.model.trace import Trace
    from tsolve.model.why_not import Detail, WhyNotAnswer
    from tsolve.turns.grading import Grading
    from tsolve.turns.judging import Outcome
    from tsolve.turns.measures import Found
    from tsolve.turns.narration import Fact, Move, Played, Scope


def book_of(table: Table, ruleset: Ruleset[Card], readings: Mapping[str, str]) -> Book:
    """The rules of a table under chosen readings."""
    types = {card.name: card for card in ruleset.cards.values() if card.monster is not None}
    return Book(
        table.terrain,
        readings,
        table.deals,
        table.level,
        table.characters,
        types,
        table.variants,
        cards=table.cards,
        ability_decks=table.ability_decks,
        script=table.script,
        items=table.items,
    )


def counts_players(readings: Mapping[str, str]) -> bool:
    """Whether C of a scenario's formulas counts players instead of characters. (GH-17.29)"""
    return readings["formula_counts"] == "players"


def begun(game: Gloomhaven, table: Table, trace: Trace | None = None) -> State:
    """The position at the first decision of what is asked about; a trace tells the way there."""
    if table.has_formulas:  # it was read with them: whoever notes readings is told
        game.begin(table.state, trace).reads("formula_counts", "players")
    play = game.begin(table.state, trace)
    active = tuple(without_loss_icon(table.state, table.cards))
    if active and play.reads("persistent_card", "lost"):
        for owner, card in active:
            play.doom(owner, card)
    todo = _to_do(table)
    with allow(FREE):  # a position is opened whatever the budget is
        return game.settled(replace(play.state, todo=todo), trace) if todo else play.state


def _to_do(table: Table) -> tuple[Task, ...]:
    """What is played, the last of it first."""
    turn = (EndOfTurn(), BeginTurn(table.turn)) if table.turn else ()
    if table.until == "turn":
        script = table.script
        is_special = script.events or script.victory or script.defeat
        return (Finished(), LookForEnd(), *turn) if turn and is_special else turn[1:]
    end = NextRound() if table.until == "scenario" else Finished()
    return (end, NextTurn(), LookForEnd(), *turn) if turn else (end, BeginRound())


class Opened(AnyOpened[State, Action]):
    """A position of a scenario, ready for its engine."""

    game: Gloomhaven
    position: ScenarioFile
    decoded: Decoded[ScenarioFile]
    ruleset: Ruleset[Card]
    laid: Table
    """What lies on the table."""
    plans = True
    has_goals = True
    measures = MEASURES

    @property
    def book(self) -> Book:
        """The map, the cards and the readings."""
        return self.game.book

    @property
    def actor(self) -> str:
        """The figure whose turn is asked about; empty where the file names none."""
        return self.laid.turn

    @property
    def is_characters_turn(self) -> bool:
        """Whether the turn is one that a player plays with cards."""
        return self.laid.state.cards_of(self.actor) is not None

    @property
    def is_round(self) -> bool:
        """Whether it is played to the end of the round, or of the scenario."""
        return self.laid.until != "turn"

    @property
    def decides(self) -> bool:
        """Whether the rules decide by themselves what is done in the turn that is asked about."""
        return bool(self.actor) and not self.is_characters_turn and not self.is_round

    def to_the_end(self) -> Opened:
        if self.laid.until == "scenario":
            return self
        file = replace(self.decoded.value, until="scenario")
        again = open_scenario(replace(self.decoded, value=file), self.ruleset, Diagnostics())
        again.printing = self.printing
        return again.under(self.readings)

    def under(self, readings: Mapping[str, str], probe: Probe[State, Action] | None = None) -> Opened:
        table = self.laid
        if table.has_formulas and readings["formula_counts"] != self.readings["formula_counts"]:
            table = read_table(self.decoded, self.ruleset, Diagnostics(), counts_players(readings))
        game = Gloomhaven(book_of(table, self.ruleset, readings), probe)
        opened = self.by(game, self.state if self.has_moved_on else begun(game, table))
        opened.laid = table
        return opened

    @property
    def readings(self) -> Mapping[str, str]:
        return self.book.readings

    def narration(self) -> TurnNarration:
        from tsolve.games.gloomhaven.judging.narration import TurnNarration

        return TurnNarration(self)

    def table_notes(self) -> tuple[str, ...]:
        return (*self.laid.notes, *self._notes_on_steps())

    def _notes_on_steps(self) -> tuple[str, ...]:
        """How steps are judged that hang on an initiative which the file does not tell."""
        from tsolve.games.gloomhaven.judging.left_open import taken_as

        whose = self.unknown_initiatives if self.position.line and self.actor else ()
        if not whose:
            return ()
        told = f"the turn hangs on the initiative of {listed(whose)}, which the file does not tell"
        return (f"{told}: the steps are judged as if {taken_as(whose)}",)

    @property
    def unplayed(self) -> tuple[str, ...]:
        """What the cards of acting figures tell them that only the book of the scenario describes."""
        from tsolve.games.gloomhaven.turn.elements_and_bonuses import unplayed

        state = self.laid.state
        if self.state.result or not (self.is_round or self.decides):
            return ()
        acting = (each for each in state.figures if self.is_round or each.name == self.actor)
        monsters = (each for each in acting if each.kind in ("monster", "boss", "summon"))
        return tuple(dict.fromkeys(text for each in monsters for text in unplayed(self.book, state, each)))

    @property
    def not_told(self) -> tuple[str, ...]:
        """What the acting figures may hang on that the file does not tell: texts of cards, and of the
        scenario.
        """
        cards = [
            name
            for held in self.state.held
            for name in held.plays
            if (self.is_round or held.owner == self.actor) and (held.owner, name) not in self.book.cards
        ]
        told = []
        if cards:
            told.append(
                f"the text of {listed(cards)} is not told: of such a card only the basic actions are tried"
            )
        if self.unplayed:
            told.append(f"only the book of the scenario says how this is played: {listed(self.unplayed)}")
        return tuple(told)

    @property
    def unknown_initiatives(self) -> tuple[str, ...]:
        """The characters and types of monsters on whose unknown initiative the turn hangs."""
        from tsolve.games.gloomhaven.judging.left_open import hanging

        return hanging(self) if self.decides else ()

    def unknowns(self, state: State) -> Iterator[Unknown[State]]:
        from tsolve.games.gloomhaven.judging.left_open import key_of_initiative

        yield from unknown_in(self.book, state)
        if state != self.state or not self.actor:
            return
        for who in self.unknown_initiatives:
            yield Unknown(
                f"the initiative of {who}",
                key_of_initiative(state, who),
                lambda known: known,
                stands_open=True,
            )

    def map(self, state: State, moves: Sequence[Move[State, Action]] = ()) -> HexMap:
        from tsolve.games.gloomhaven.writing.showing import picture

        if moves or not self.decides or state != self.state:
            return picture(self.book, state, moves, self.actor, fell=self._fell(moves))
        from tsolve.games.gloomhaven.judging.options import ends_to_choose

        moves = self._decided(state)
        return picture(self.book, state, moves, self.actor, ends_to_choose(self), self._fell(moves))

    def _fell(self, moves: Sequence[Move[State, Action]]) -> Hex | None:
        """Where the acting figure dies on its way, if the last of these moves is that way."""
        if moves and isinstance(moves[-1].action, Go):
            with suppress(SpentError), grace():
                return self.game.apply(moves[-1].before, moves[-1].action).fell
        return None

    def _decided(self, state: State) -> Sequence[Move[State, Action]]:
        """What the rules leave no choice about, from here to the first choice or chance; less of it where the
        budget is not enough.
        """
        from tsolve.turns.narration import Move

        moves = []
        with suppress(SpentError), grace():
            while len(actions := self.game.legal_actions(state)) == 1:
                moves.append(Move(state, actions[0]))
                state = self.game.apply(state, actions[0])
        return moves

    # what people name

    def figure(self, text: str, span: Span | None = None, states: Iterable[State] = ()) -> str:
        """The figure that a text names, of those on the map, in rooms, and in other `states` of the turn, as
        it is called there. Raises InputError (E314).
        """
        known = [each for state in (*states, self.state) for each in state.figures]
        name = self._named(text, known, span)
        return next((each.name for each in known if each.origin == name), name)

    def identity(self, text: str) -> str:
        """The identity of the figure that a text names. Raises InputError (E314)."""
        name = self._named(text, self.state.figures, None)
        return next((each.identity for each in self.state.figures if each.name == name), name)

    def _named(self, text: str, known: Iterable[Figure], span: Span | None) -> str:
        """Of these, of those on the map at the beginning, and of those to come, the name or the identity."""
        found = Diagnostics()
        names = [each.name for each in (*self.laid.state.figures, *known)]
        script = self.laid.script
        names += [each.identity for room in script.rooms for each in room.figures]
        names += [each.name for event in script.events for each in event.figures if not each.origin]
        wanted = find_figure(
            self.ruleset, text, dict.fromkeys(names), "figure", found, span or self.decoded.span()
        )
        found.raise_if_any()
        assert wanted is not None
        return wanted

    def hexes(self, text: str, span: Span | None = None) -> list[Hex]:
        """The hexes that a text names. Raises InputError."""
        found = Diagnostics()
        places = Coordinates(self.position.coordinates, self.laid.marks, self.decoded, found)
        hexes = [hex_ for hex_, _ in places.read(text, span or self.decoded.span())]
        found.raise_if_any()
        return hexes

    def name(self, hex_: Hex) -> str:
        """A hex as the file writes it."""
        return self.book.terrain.name(hex_)

    def place(self, written: str | tuple[int, int], span: Span | None = None) -> Hex:
        """The hex that is written in a statement. Raises InputError."""
        text = written if isinstance(written, str) else f"({written[0]},{written[1]})"
        hexes = self.hexes(text, span)
        if len(hexes) != 1:
            raise input_error("E209", f'"{text}" is not a hex', span, "a hex is written [3, 4]")
        return hexes[0]

    def element(self, text: str, span: Span | None = None) -> Element:
        """The element that a text names. Raises InputError."""
        found = Diagnostics()
        element = Words(self.ruleset, self.decoded, found).element(text, span or self.decoded.span())
        found.raise_if_any()
        assert element is not None
        return element

    def condition(self, text: str, span: Span | None = None) -> str:
        """The condition that a text names. Raises InputError."""
        return condition_named(self.ruleset, self.decoded, text, span)

    def effect(self, text: str, _: Span | None = None) -> str:
        """A bonus that lasts, in the words of abilities."""
        return in_plain_words(text, self.ruleset.names.words)

    def unsaid_choice(self, state: State) -> Action | None:
        """All effects of an attack are applied where nobody leaves one out. (GH-7.1)"""
        asked = bool(state.todo) and isinstance(state.todo[-1], Effects) and self.game.mover(state) >= 0
        return LeaveOut() if asked else None

    def legal(self, state: State) -> tuple[LegalAction, ...]:
        """What may be left out of an attack stands beside what can be done once all of it is applied."""
        unsaid = self.unsaid_choice(state)
        after = super().legal(self.game.apply(state, unsaid)) if unsaid is not None else ()
        if not after:
            return super().legal(state)
        applied = self.game.notation(state, unsaid) if unsaid is not None else ""
        return (*(each for each in super().legal(state) if each.text != applied), *after)

    def phrase(self, state: State, action: Action) -> tuple[str, ...]:
        """The choices of cards begin alike with who plays which leading card."""
        text = self.game.notation(state, action)
        if not isinstance(action, Choose) or not action.cards:
            return (text,)
        leading = f"{action.figure} plays {action.cards[0]} and"
        return leading, action.cards[1]

    # what a turn may come to

    def options(self) -> Options | None:
        """The options of a turn that the rules decide, and what decided; None for any other."""
        from tsolve.games.gloomhaven.judging.options import options_of

        return options_of(self) if self.decides else None

    def title(self, played: Played[State, Action]) -> str:
        return played.answer.outcome.removesuffix(".")

    def reached(self, played: Played[State, Action], step: int | None) -> State:
        """The position after this many steps of a line; None for its end, where a turn of which only items
        are left is over: none is used that nobody names. (GH-11.8)
        """
        if step is not None:
            return self.with_unsaid_choices(played.states[step])
        state = played.result
        is_done = bool(state.todo) and isinstance(state.todo[-1], LastItems)
        return self.game.apply(state, Finish()) if is_done else state

    def fact(self, played: Played[State, Action], name: str, step: int | None = None) -> Found:
        from tsolve.games.gloomhaven.judging.walk import as_it_stands

        return MEASURES.by_name[name].found(self, as_it_stands(self, played, step))

    def outcomes(
        self, scope: Scope[State, Action], name: str, wanted: Mapping[str, Fact]
    ) -> Sequence[Outcome]:
        from tsolve.games.gloomhaven.judging.left_open import outcomes_of_line

        return outcomes_of_line(self, scope, name, wanted)

    def stated(
        self, name: str, written: Fact, span: Span | None = None, scope: Scope[State, Action] | None = None
    ) -> Mapping[str, Fact]:
        """Figures also as they are called in the course of the line, and in what it leaves open."""
        from tsolve.games.gloomhaven.judging.left_open import whole_ways
        from tsolve.games.gloomhaven.judging.walk import as_it_stands

        start = Way(self.state) if scope is None else as_it_stands(self, *scope)
        states = (start.state, *(scope.played.states if scope is not None else ()))
        stated = partial(MEASURES.by_name[name].stated, self, written, span)
        try:
            return stated(states)
        except InputError:
            is_over = scope is not None and scope.step is not None
            to_come = () if is_over else whole_ways(self, start, scope is None) or ()
            return stated((*states, *(way.state for way in to_come)))

    def told_of(self, name: str, fact: Fact, whose: Iterable[str]) -> Mapping[str, Fact]:
        return MEASURES.by_name[name].of_each(fact, whose)

    def judge_of_claims(self) -> type[TurnClaim]:
        from tsolve.games.gloomhaven.judging.claims import TurnClaim

        return TurnClaim

    def judge_of_expectations(self) -> type[TurnExpectations]:
        from tsolve.games.gloomhaven.judging.expectations import TurnExpectations

        return TurnExpectations

    def comparison(self) -> TurnComparison:
        from tsolve.games.gloomhaven.judging.decisive import TurnComparison

        return TurnComparison(self)

    def exercised(self, answer: CheckAnswer, rests_on: Iterable[object], effects: Iterable[str]) -> Exercised:
        from tsolve.games.gloomhaven.judging.decisive import beginning, exercised, options_found

        found = [*rests_on, *beginning(self)]
        if self.decides and self.position.expect.options is not None:
            found += options_found(self)
        return exercised(self, answer, found)

    def ablation(self) -> FiguresAblation:
        from tsolve.games.gloomhaven.judging.decisive import FiguresAblation

        return FiguresAblation(self)

    def why_not(self, query: object, file: str, detail: Detail = "repairs") -> WhyNotAnswer:
        from tsolve.games.gloomhaven.judging.why_not import why_not

        return why_not(self, query, file, detail)

    def odds(self) -> AttackOdds:
        """The chances of the attacks that the turn makes, behind the steps of the line."""
        from tsolve.games.gloomhaven.judging.odds import odds_of
        from tsolve.games.gloomhaven.turn.attack_ability import MonsterAttack, NextTarget

        return odds_of(self, self.game, (), (MonsterAttack, NextTarget))

    def level_in(self, goal: tuple[str, ...], written: str) -> str:
        return MEASURES.renamed(written)

    def goal(self, wanted: str | None) -> Goal:
        """What the turn is played for: as wanted, as the file says, or what is usual.

        Raises UsageError for a goal that there is not, InputError (E311) where the file names it.
        """
        from tsolve.games.gloomhaven.planning.goals import goal_of

        try:
            return goal_of(self, wanted or self.position.goal)
        except UsageError as error:
            if wanted:
                raise
            raise input_error("E311", str(error), self.decoded.span("goal")) from None

    def check_wishes(self, wishes: Wishes) -> None:
        self.goal(wishes.goal)
        super().check_wishes(wishes)

    def solve(self, wishes: Wishes) -> SolveAnswer:
        from tsolve.games.gloomhaven.planning.plan import solve

        return solve(self, wishes)

    def grading(self) -> Callable[[Played[State, Action], str | None], Grading[State, Action]]:
        from tsolve.turns.grading import Grading

        def by(_: Played[State, Action], wanted: str | None) -> Grading[State, Action]:
            goal = self.goal(wanted)
            return Grading(self, goal.levels, goal.value)

        return by


def open_scenario(decoded: Decoded[ScenarioFile], ruleset: Ruleset[Card], found: Diagnostics) -> Opened:
    """The position of a decoded file. Raises InputError with everything that is wrong with it."""
    file = decoded.value
    mentions = FileMentions(decoded, ruleset, found)
    mentions.check(file.claims, file.expect)
    mentions.grade(file.expect.grade)
    mentions.why_not(file.expect.why_not)
    printing = file.printing or ruleset.printing_for(())
    readings = ruleset.readings(printing, file.interpretations, places_of_readings(decoded, ruleset))
    table = read_table(decoded, ruleset, found, counts_players(readings))
    found.raise_if_any()
    game = Gloomhaven(book_of(table, ruleset, readings))
    opened = Opened(game, begun(game, table), file, decoded, ruleset, printing)
    opened.laid = table
    return copy(opened)
