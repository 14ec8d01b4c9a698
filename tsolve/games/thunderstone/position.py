"""A position file of Thunderstone with its rules, and the questions that it answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from tsolve.budget import FREE, allow
from tsolve.contract.capability import Capabilities
from tsolve.diagnostics import Diagnostics
from tsolve.engine import Probe
from tsolve.errors import Span, TreePath
from tsolve.games.family import position as family
from tsolve.games.thunderstone.actions import Action, Visit
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.measures import MEASURES
from tsolve.games.thunderstone.state import State, TurnKind
from tsolve.games.thunderstone.turn.hall import ANYBODY, Target
from tsolve.games.thunderstone.writing.notation import resolve_target
from tsolve.games.thunderstone.writing.position_file import ThunderstoneFile
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decoded import Decoded
from tsolve.written.card_names import in_part, resolve

if TYPE_CHECKING:
    from tsolve.games.thunderstone.dungeon_deck import DungeonDeck


class ThunderstonePosition(family.FamilyPosition[State, Action, Target]):
    """A position file of Thunderstone, ready for the engine."""

    capabilities = Capabilities(
        room="tsolve.games.thunderstone",
        board="writing.showing:board",
        zones="writing.showing:zones",
        place_aimed_at="writing.showing:place_aimed_at",
        headline="writing.showing:headline",
        unknowns="writing.showing:unknowns",
        phrase="judging.step_reader:phrase_of",
        step_reader="judging.step_reader:TurnStepReader",
        fact="judging.figures:fact",
        outcomes="judging.figures:outcomes",
        is_settled="judging.figures:is_settled",
        readings_of="judging.outcome:readings_of",
        check_wishes="planning.turns:check_wishes",
        cards_in_sight="judging.outcome:in_sight",
        table_notes="judging.outcome:table_notes",
        best_plays="judging.lines:TurnBestPlays",
        claim="judging.claims:TurnClaim",
        expectation="judging.expectations:TurnExpectations",
        comparison="judging.decisive:TurnComparison",
        ablation="judging.decisive:TurnAblation",
        exercised="judging.expectations:exercised",
        solve="planning.turns:solve",
        cases="planning.turns:cases",
        grading="judging.grading:turn_grading",
        odds="judging.odds:HandOdds",
        why_not="why_not.queries:why_not",
        targets="judging.targets:targets",
        score="judging.scoring:score",
        log_rules="judging.log:TurnLogRules",
        players="players.greedy:players",
        ways="planning.candidates:ways",
        outlook="players.outlook:outlook",
    )

    scoring_rulings = ("TS-17.2",)
    game: Thunderstone
    written: ThunderstoneFile
    decoded: Decoded[ThunderstoneFile]
    ruleset: Ruleset[Card]
    aim: Target = ANYBODY
    unseen: DungeonDeck | None = None
    """The Dungeon Deck, if everything except its order is known and depends on a reading."""

    def under(
        self, readings: Mapping[str, str], probe: Probe[State, Action] | None = None
    ) -> ThunderstonePosition:
        cards = self._cards_under(readings)
        if cards is self._cards_under(self.book.readings):  # reuse the results of the book
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
        return self.by(game, begun(game, table, self.written.turn))

    def _cards_under(self, readings: Mapping[str, str]) -> dict[str, Card]:
        """The cards under these readings. An option that is not in the ruleset changes no card; switching off
        a rule may set such an option, such as no Attack lost for darkness.
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
    def spans(self) -> dict[TreePath, Span]:
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

    def say(self, target: Target) -> str:
        return target.say(self.book)

    def find_card(self, name: str, found: Diagnostics, span: Span | None = None) -> str:
        part = in_part(self.ruleset, name, self.state.on_table())
        return part or resolve(self.ruleset, name, found, span)

    # results of a line

    measures = MEASURES

    # judging

    # questions

    def targets_in_sight(self) -> Iterable[str]:
        known = (slot.card for slot in self.state.standing if slot.card in self.book.monsters)
        return dict.fromkeys(map(self.book.name, known))


def begun(game: Thunderstone, table: State, turn: TurnKind | Literal["undecided"]) -> State:
    """The position inside the turn, if the file says which kind of turn it is."""
    state = _breached(game.book, table)
    with allow(FREE):  # opening a position needs no budget
        return state if turn == "undecided" else game.apply(state, Visit(turn))


def _breached(book: Book, state: State) -> State:
    """The position in which a Monster in Rank 1 has had its Breach, unless it was there from the set-up.
    (TS-16.1)
    """
    first = state.hall[0]
    card = book.cards.get(first.card)
    if first.dealt or card is None or not card.breach:
        return state
    return replace(state, hall=(replace(first, breached=True), *state.hall[1:]))
