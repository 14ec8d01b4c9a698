"""A position file of Thunderstone Quest with its rules, and the questions that it answers; each imports its
module when asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.budget import FREE, allow
from tsolve.contract.capability import Capabilities
from tsolve.contract.step_reader import Scope
from tsolve.diagnostics import Diagnostics
from tsolve.engine import Probe
from tsolve.errors import IllegalActionError, Span
from tsolve.games.family import position as family
from tsolve.games.quest.actions import Action, Ware, ware_of
from tsolve.games.quest.book import Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.game import Quest
from tsolve.games.quest.measures import MEASURES
from tsolve.games.quest.state import ANYBODY, State, Target, target_named
from tsolve.games.quest.turn.steps import beginning
from tsolve.games.quest.writing.position_file import QuestFile
from tsolve.model.facts import Fact
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decoded import Decoded
from tsolve.written.card_names import resolve, split_count

if TYPE_CHECKING:
    from tsolve.games.quest.selection import Unseen


_UNTOLD_PRIZE = "no source gives the numbers of {name}: if it is won, this answer takes it as worth nothing"
_UNTOLD = "no source says what {name} does besides being a Wound: this answer takes it as nothing"


class QuestPosition(family.FamilyPosition[State, Action, Target]):
    """A position file of Thunderstone Quest, ready for the engine."""

    capabilities = Capabilities(
        room="tsolve.games.quest",
        step_reader="judging.step_reader:TurnStepReader",
        board="judging.figures:board",
        zones="writing.showing:zones",
        place_aimed_at="writing.showing:place_aimed_at",
        headline="writing.showing:headline",
        unknowns="writing.showing:unknowns",
        phrase="writing.showing:phrase",
        title="judging.step_reader:turn_title",
        fact="judging.figures:fact",
        outcomes="judging.untold_rooms:outcomes",
        readings_of="judging.expectations:readings_of",
        is_settled="judging.figures:is_settled",
        check_wishes="planning.goals:check_wishes",
        best_plays="judging.figures:TurnBestPlays",
        claim="judging.claims:TurnClaim",
        expectation="judging.expectations:TurnExpectations",
        comparison="judging.decisive:TurnComparison",
        ablation="judging.decisive:TurnAblation",
        exercised="judging.claims:exercised",
        solve="planning.answer:solve",
        cases="planning.answer:cases",
        grading="judging.grading:turn_grading",
        odds="judging.odds:HandOdds",
        why_not="why_not.queries:why_not",
        targets="judging.targets:targets",
        score="judging.expectations:score",
        log_rules="judging.log:TurnLogRules",
        players="players.greedy:players",
        ways="planning.candidates:ways",
    )

    scoring_rulings = ("QUEST-13.1",)
    game: Quest
    written: QuestFile
    decoded: Decoded[QuestFile]
    ruleset: Ruleset[Card]
    aim: Target = ANYBODY
    unseen: Unseen | None = None
    """Decks of the table that depend on a reading."""

    def under(self, readings: Mapping[str, str], probe: Probe[State, Action] | None = None) -> QuestPosition:
        game = Quest.for_one_turn(Book(self.ruleset.under(readings), readings), probe)
        return self.by(game, self._begun(game))

    def _begun(self, game: Quest) -> State:
        """The position inside the turn under other rules; unchanged if they forbid the phase that the file
        has already chosen. (key.shared_location)
        """
        if self.table is None or self.has_moved_on:
            return self.state
        table = self.table if self.unseen is None else self.unseen.laid(game.book, self.table)
        try:
            return begun(game, table, self.written, self.ruleset)
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

    def to_the_end(self) -> QuestPosition:
        """Other players come to their turns, each with a hand of what they own. (QUEST-6.3)"""
        from tsolve.games.quest.turn.drawing import unseen_hands  # one turn needs no hand of others

        unseen = unseen_hands(self.state)
        state = replace(self.state, todo=(*self.state.todo, *unseen))
        return self.at(self.whole_game.settled(state)) if unseen else self

    def target(self, text: str) -> Target:
        """The Monster named in the file. Raises InputError for a name that does not exist (E302, E303)."""
        return target_named(self.ruleset, text, self.card)

    def say(self, target: Target) -> str:
        return target.say(self.book)

    def find_card(self, name: str, found: Diagnostics, span: Span | None = None) -> str:
        from tsolve.games.quest.writing.position_file import how_to_define
        from tsolve.games.quest.writing.reading import in_part_on_table

        part = in_part_on_table(self.ruleset, self.state, name)
        return part or resolve(self.ruleset, name, found, span, how_to_define(name))

    def ware(self, name: str) -> Ware:
        """The purchase that a name means, as in a step. Raises InputError for an unknown name."""
        return ware_of(name, self._sold)

    def _sold(self, name: str) -> str:
        """The card for sale that a name means."""
        from tsolve.games.quest.writing.reading import ware_named

        return ware_named(self.ruleset, self.state, name) or self.card(name)

    def stated(
        self, name: str, written: Fact, span: Span | None = None, scope: Scope[State, Action] | None = None
    ) -> Mapping[str, Fact]:
        """Gained cards may be named as in the step that gains them."""
        if name == "gained" and isinstance(written, tuple):
            named = (split_count(each, self.ruleset.names) for each in written)
            written = tuple(f"{count} x {self.book.name(self._sold(each))}" for count, each in named)
        return super().stated(name, written, span, scope)

    # lines in words

    ends_turn = "end the turn"

    def is_pass(self, action: Action) -> bool:
        return self.game.passes(action)

    # results of a line

    measures = MEASURES

    # judging

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
        untold = [_UNTOLD.format(name=self.ruleset.cards[card].name) for card in sorted(wounds)]
        return (*untold, *self._untold_prizes())

    def _untold_prizes(self) -> Iterator[str]:
        """Legendary cards that a Side Quest of somebody may give, and of which no number is known."""
        quests = (self.book.card(player.quest) for player in self.state.players if player.quest)
        given = (quest.prize.card for quest in quests if quest.prize is not None and quest.prize.card)
        for prize in dict.fromkeys(given):
            if self.book.card(prize).missing:
                yield _UNTOLD_PRIZE.format(name=self.book.name(prize))

    # questions


def begun(game: Quest, table: State, file: QuestFile, ruleset: Ruleset[Card]) -> State:
    """The position inside the turn, if the file says which phase was chosen."""
    with allow(FREE):  # opening a position does not count against the budget
        if file.turn == "dungeon":
            return game.apply(table, beginning("dungeon"))
        if file.location is None or not location_named(ruleset, file.location):
            return table
        return game.apply(table, beginning(location_named(ruleset, file.location)))


def location_named(ruleset: Ruleset[Card], text: str) -> str:
    """The Location that a text names, by id, perhaps by a part of its name; empty for none."""
    among = None if ruleset.names.knows(text) else ruleset.limited(("location",))
    return resolve(ruleset, text, Diagnostics(), None, among=among)
