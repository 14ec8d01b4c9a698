"""A position of a scenario with its rules, and the questions that it answers.

Each question imports its module when it is asked. The table gives the rules, and the first decision of the
turn or round in question.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from copy import copy
from functools import partial
from operator import is_
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.budget import FREE, allow
from tsolve.contract.capability import Capabilities
from tsolve.contract.position import Position
from tsolve.diagnostics import Diagnostics, input_error
from tsolve.engine import Probe
from tsolve.errors import Span
from tsolve.games.gloomhaven.actions import Action, Finish, LeaveOut, listed
from tsolve.games.gloomhaven.book import Book, monsters_of
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.figures import Figure
from tsolve.games.gloomhaven.game import Gloomhaven, plays_more, recovers_lost
from tsolve.games.gloomhaven.hexes import Hex
from tsolve.games.gloomhaven.measures import MEASURES
from tsolve.games.gloomhaven.round import (
    BeginRound,
    ChooseCards,
    Finished,
    LookForEnd,
    NextRound,
    NextTurn,
)
from tsolve.games.gloomhaven.scenario import EndOfTurn
from tsolve.games.gloomhaven.special_rules import as_ruled
from tsolve.games.gloomhaven.state import Held, State, Task
from tsolve.games.gloomhaven.turn.character import LastItems, sides_left
from tsolve.games.gloomhaven.turn.damage import Effects
from tsolve.games.gloomhaven.turn.monster import BeginTurn
from tsolve.games.gloomhaven.writing.abilities_and_decks import UNKNOWN_HIT_POINTS
from tsolve.games.gloomhaven.writing.ability_words import in_plain_words
from tsolve.games.gloomhaven.writing.character_cards import without_loss_icon
from tsolve.games.gloomhaven.writing.names import Coordinates, Words, condition_named, find_figure
from tsolve.games.gloomhaven.writing.position import Table, read_table
from tsolve.games.gloomhaven.writing.statements import FileNameCheck, ScenarioFile
from tsolve.games.gloomhaven.writing.whose_turn import standing_at, with_turn_meant
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decoded import Decoded
from tsolve.written.position_file import places_of_readings

if TYPE_CHECKING:
    from tsolve.contract.step_reader import Played
    from tsolve.games.gloomhaven.ability_parts import Element
    from tsolve.model.answers import LegalAction
    from tsolve.model.facts import Fact
    from tsolve.model.trace import Trace


def book_of(table: Table, ruleset: Ruleset[Card], readings: Mapping[str, str]) -> Book:
    """The rules of a table under chosen readings."""
    return Book(
        table.terrain,
        readings,
        table.deals,
        table.level,
        table.characters,
        partial(monsters_of, ruleset),
        table.variants,
        cards=table.cards,
        ability_decks=table.ability_decks,
        script=table.script,
        items=table.items,
        modifiers=frozenset(card for owned in table.state.decks for card in owned.deck.cards()),
    )


def counts_players(readings: Mapping[str, str]) -> bool:
    """Whether C of a scenario's formulas counts players instead of characters. (GH-17.29)"""
    return readings["formula_counts"] == "players"


def begun(game: Gloomhaven, table: Table, trace: Trace | None = None) -> State:
    """The position at the first decision of the turn or round in question; the trace has what happens before
    it.
    """
    if table.has_formulas:  # the file was read with these readings, so they are noted, too
        game.begin(table.state, trace).reads("formula_counts", "players")
    play = game.begin(as_ruled(game.book, table.state) if table.state.ruled else table.state, trace)
    active = tuple(without_loss_icon(table.state, table.cards))
    if active and play.reads("persistent_card", "lost"):
        for owner, card in active:
            play.doom(owner, card)
    todo = _to_do(table)
    with allow(FREE):  # a position is opened whatever the budget is
        return game.settled(replace(play.state, todo=todo), trace) if todo else play.state


def _not_played(item: tuple[str, str]) -> str:
    owner, name = item
    return f"{name} of {owner} cannot be played here: leave it out if it does not matter"


def _to_do(table: Table) -> tuple[Task, ...]:
    """The tasks to be played, the last one first."""
    turn = (EndOfTurn(), BeginTurn(table.turn)) if table.turn else ()
    if table.until == "turn":
        script = table.script
        is_special = script.events or script.rules or script.victory or script.defeat
        return (Finished(), LookForEnd(), *turn) if turn and is_special else turn[1:]
    end = NextRound() if table.until == "scenario" else Finished()
    return (end, NextTurn(), LookForEnd(), *turn) if turn else (end, BeginRound())


class ScenarioPosition(Position[State, Action]):
    """A position of a scenario, ready for its engine."""

    players_ask_it = True
    capabilities = Capabilities(
        room="tsolve.games.gloomhaven",
        step_reader="judging.step_reader:TurnStepReader",
        unknowns="judging.left_open:unknowns",
        worlds="judging.left_open:worlds",
        map="judging.picture:map_of",
        part_of_map="judging.picture:part_of_map",
        phrase="judging.step_reader:phrase",
        title="judging.step_reader:title",
        options="judging.options:options_if_decided",
        fact="judging.walk:fact",
        outcomes="judging.left_open:outcomes_of_line",
        stated="judging.left_open:stated",
        claim="judging.claims:TurnClaim",
        expectation="judging.expectations:TurnExpectations",
        comparison="judging.decisive:TurnComparison",
        ablation="judging.decisive:FiguresAblation",
        exercised="judging.decisive:exercised_by_turn",
        unsure="judging.unsure:unsure_facts",
        check_wishes="planning.goals:check_wishes",
        table_notes="judging.left_open:table_notes",
        solve="planning.plan:solve",
        grading="planning.goals:grading",
        why_not="judging.why_not:why_not",
        targets="judging.targets:targets",
        odds="judging.odds:odds_of_turn",
        worked_out="turn_order:order_in_position",
        log_rules="judging.log:TurnLogRules",
        players="players.greedy:players",
    )

    game: Gloomhaven
    written: ScenarioFile
    decoded: Decoded[ScenarioFile]
    ruleset: Ruleset[Card]
    as_written: Decoded[ScenarioFile]
    """The file without what a scenario that it names prints."""
    laid: Table
    """What lies on the table."""
    _rules_of: tuple[Table, Ruleset[Card], Book]
    """The table and the ruleset by which its rules were made, and these rules."""
    plans = True
    has_goals = True
    measures = MEASURES

    @property
    def book(self) -> Book:
        """The map, the cards and the readings."""
        return self.game.book

    @property
    def actor(self) -> str:
        """The figure whose turn the question is about; empty if the file names none."""
        return self.laid.turn

    @property
    def actors(self) -> tuple[str, ...]:
        """The figures whose turns the question is about, one after the other."""
        return (self.actor, *self.laid.then)

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
        """Whether the rules alone decide what happens in the turn of the question."""
        return bool(self.actor) and not self.is_characters_turn and not self.is_round

    def to_the_end(self) -> ScenarioPosition:
        if self.laid.until == "scenario":
            return self
        written = self.as_written
        turn = written.value.turn if ("turn",) in written.spans else None  # else it was only supposed
        file = replace(written.value, until="scenario", turn=turn)
        again = open_scenario(replace(written, value=file, doubts=[]), self.ruleset, Diagnostics())
        again.printing = self.printing
        return again.under(self.readings)

    def under(
        self, readings: Mapping[str, str], probe: Probe[State, Action] | None = None
    ) -> ScenarioPosition:
        table = self.laid
        if table.has_formulas and readings["formula_counts"] != self.readings["formula_counts"]:
            table = read_table(self.decoded, self.ruleset, Diagnostics(), counts_players(readings))
        game = Gloomhaven(book_of(table, self.ruleset, readings), probe)
        position = self.by(game, self.state if self.has_moved_on else begun(game, table))
        return position.on(table)

    def on(self, table: Table) -> ScenarioPosition:
        """This position, whose rules are those of a table."""
        self.laid = table
        self._rules_of = table, self.ruleset, self.book
        return self

    def watched_by(self, probe: Probe[State, Action]) -> ScenarioPosition:
        """The same position and readings, watched by a probe. Where its rules are still those of its table,
        what happens before the first decision is played again only to take notes.
        """
        if not all(map(is_, self._rules_of, (self.laid, self.ruleset, self.book))):
            return super().watched_by(probe)
        plays_again = probe.notes and not self.has_moved_on
        game = Gloomhaven(self.book, probe)
        return self.by(game, begun(game, self.laid) if plays_again else self.state)

    @property
    def readings(self) -> Mapping[str, str]:
        return self.book.readings

    @property
    def unplayed(self) -> tuple[str, ...]:
        """Actions on the cards of acting figures that only the scenario book describes."""
        from tsolve.games.gloomhaven.turn.elements_and_bonuses import unplayed

        state = self.laid.state
        if self.state.result or not (self.is_round or self.decides):
            return ()
        acting = (each for each in state.figures if self.is_round or each.name == self.actor)
        monsters = (each for each in acting if each.kind in ("monster", "boss", "summon"))
        return tuple(dict.fromkeys(text for each in monsters for text in unplayed(self.book, state, each)))

    @property
    def not_told(self) -> tuple[str, ...]:
        """What the file leaves out and figures may need to act: texts of cards and of the scenario book."""
        cards = [
            name
            for held in self.state.held
            for name in self._may_be_played(held)
            if (held.owner, name) not in self.book.cards
        ]
        texts = []
        if cards:
            texts.append(
                f"the text of {listed(cards)} is not told: only the basic actions of such a card are tried"
            )
        for owner, file in self.written.characters.items():
            if len(file.chosen or ()) == 1 and (self.is_round or owner == self.actor):
                texts.append(f"the other card of {owner} is not told")
        texts += self._unplayable_halves()
        of_actor = [key for key, item in self.laid.idle.items() if not item.protects]
        texts += map(_not_played, of_actor if self.is_round else (k for k in of_actor if k[0] == self.actor))
        if self.unplayed:
            texts.append(f"only the scenario book says how to play this: {listed(self.unplayed)}")
        return tuple(texts)

    def unplayed_protection(self, owners: Collection[str] | None) -> tuple[str, ...]:
        """The items that cannot be played and that may change what others do to these owners, or to any."""
        if self.is_characters_turn and not self.is_round:
            return ()
        idle = (key for key, item in self.laid.idle.items() if item.protects)
        return tuple(_not_played(key) for key in idle if owners is None or key[0] in owners)

    def _may_be_played(self, held: Held) -> tuple[str, ...]:
        """The cards that a character may play by the end of the question."""
        book, todo = self.book, self.state.todo
        if self.laid.until == "scenario":
            return (*held.plays, *held.hand, *held.discarded, *(held.lost if recovers_lost(book) else ()))
        if any(isinstance(task, ChooseCards) and task.figure == held.owner for task in todo):
            return held.hand
        if not (self.is_round or held.owner == self.actor):
            return ()
        return (*held.plays, *held.hand) if plays_more(book) else held.plays

    def _unplayable_halves(self) -> Iterator[str]:
        """The halves of the cards for the round that say what cannot be played, with what they say."""
        for held in self.state.held:
            for name in self._may_be_played(held):
                if (card := self.book.cards.get((held.owner, name))) is None:
                    continue
                for side in sides_left(self.state, held.owner):
                    if says := card.half(side).untold:
                        half = f"the {side} of {name}"
                        yield f'{half} cannot be played here ("{says}"), so more may be possible'

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

    def untold(self, identity: str) -> str:
        """Says that the hit points of a figure are not given; empty if they are."""
        known = (each for each in self.laid.state.figures if each.identity == identity)
        is_told = all(each.max_hp != UNKNOWN_HIT_POINTS for each in known)
        return "" if is_told else f"the hit points of {identity} are not given"

    def _named(self, text: str, known: Iterable[Figure], span: Span | None) -> str:
        """The name or identity of a figure: one of these, one on the map at the beginning, or one to come."""
        found = Diagnostics()
        if text in self.laid.marks and (there := standing_at(self.laid.marks[text], self.laid.state)):
            return there
        names = [each.name for each in (*self.laid.state.figures, *known)]
        script = self.laid.script
        names += [each.origin for each in self.laid.state.figures if each.origin]
        names += [each.identity for room in script.rooms for each in room.figures]
        names += [each.identity for event in script.events for each in event.figures]
        wanted = find_figure(
            self.ruleset, text, dict.fromkeys(names), "figure", found, span or self.decoded.span()
        )
        found.raise_if_any()
        assert wanted is not None
        return wanted

    def hexes(self, text: str, span: Span | None = None) -> list[Hex]:
        """The hexes that a text names. Raises InputError."""
        found = Diagnostics()
        places = Coordinates(self.written.coordinates, self.laid.marks, self.decoded, found)
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
        """A lasting bonus, in the words of abilities."""
        return in_plain_words(text, self.ruleset.names.abilities)

    def implicit_choice(self, state: State) -> Action | None:
        """All effects of an attack are applied unless one is left out. (GH-7.1)"""
        asked = bool(state.todo) and isinstance(state.todo[-1], Effects) and self.game.mover(state) >= 0
        return LeaveOut() if asked else None

    def legal(self, state: State) -> tuple[LegalAction, ...]:
        """To leave out effects of an attack, and what is legal once all its effects are applied."""
        implicit = self.implicit_choice(state)
        after = super().legal(self.game.apply(state, implicit)) if implicit is not None else ()
        if not after:
            return super().legal(state)
        applied = self.game.notation(state, implicit) if implicit is not None else ""
        return (*(each for each in super().legal(state) if each.text != applied), *after)

    # what a turn may come to

    def reached(self, played: Played[State, Action], step: int | None) -> State:
        """The position after this many steps of a line; None for its end. There a turn in which only items
        could still be used is over, since only steps use items. (GH-11.8)
        """
        if step is not None:
            return self.with_implicit_choices(played.states[step])
        state = played.result
        is_done = bool(state.todo) and isinstance(state.todo[-1], LastItems)
        return self.game.apply(state, Finish()) if is_done else state

    def told_of(self, name: str, fact: Fact, whose: Iterable[str]) -> Mapping[str, Fact]:
        return MEASURES.by_name[name].of_each(fact, whose)

    # what it may be asked

    def level_in(self, goal: tuple[str, ...], written: str) -> str:
        return MEASURES.renamed(written)


def open_scenario(
    decoded: Decoded[ScenarioFile], ruleset: Ruleset[Card], found: Diagnostics
) -> ScenarioPosition:
    """The position of a decoded file. Raises InputError with everything that is wrong with it."""
    as_written = decoded = with_turn_meant(decoded)
    if decoded.value.scenario is not None:
        from tsolve.games.gloomhaven.writing.scenario_by_number import with_scenario

        before = len(found)
        decoded = with_scenario(decoded, ruleset, found)
        if len(found) > before:  # what follows from it needs no words
            found.raise_if_any()
    file = decoded.value
    mentions = FileNameCheck(decoded, ruleset, found)
    mentions.check(file.claims, file.expect)
    mentions.grade(file.expect.grade)
    mentions.why_not(file.expect.why_not)
    printing = file.printing or ruleset.printing_for(())
    readings = ruleset.readings(printing, file.interpretations, places_of_readings(decoded, ruleset))
    table = read_table(decoded, ruleset, found, counts_players(readings))
    found.raise_if_any()
    game = Gloomhaven(book_of(table, ruleset, readings))
    position = ScenarioPosition(game, begun(game, table), file, decoded, ruleset, printing)
    position.as_written = as_written
    return copy(position.on(table))
