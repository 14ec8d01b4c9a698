"""From a decoded position file to a position of the engine, with every problem located."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from tsolve.budget import FREE, allow
from tsolve.diagnostics import Diagnostics, Span, suggest
from tsolve.engine.probe import Probe
from tsolve.errors import InputError
from tsolve.games.thunderstone.actions import Action, Visit
from tsolve.games.thunderstone.book import Book, in_setting
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.state import Place, State
from tsolve.games.thunderstone.target import Target
from tsolve.games.thunderstone.writing.card_names import resolve, resolve_target
from tsolve.games.thunderstone.writing.mentions import check_mentions
from tsolve.games.thunderstone.writing.position_file import PositionFile
from tsolve.games.thunderstone.writing.proofreading import proofread
from tsolve.games.thunderstone.writing.zones import Zones
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decode import Decoded, Path
from tsolve.turns.opened import Opened as AnyOpened

if TYPE_CHECKING:
    from tsolve.batch.crew import Crew
    from tsolve.games.thunderstone.judging.bests import Bests
    from tsolve.games.thunderstone.judging.claims import TurnClaim
    from tsolve.games.thunderstone.judging.comparison import TurnComparison
    from tsolve.model.answers import CheckAnswer, ClaimAnswer, ExpectationAnswer, SolveAnswer
    from tsolve.model.coverage import Exercised
    from tsolve.model.grades import GradeAnswer
    from tsolve.model.odds import DeckWish, OddsAnswer
    from tsolve.model.scores import ScoreAnswer
    from tsolve.model.targets import TargetsAnswer
    from tsolve.model.whynot import WhyNotAnswer
    from tsolve.model.wishes import Wishes
    from tsolve.turns.bests import Bests as AnyBests
    from tsolve.turns.compared import Fact
    from tsolve.turns.narration import Narration
    from tsolve.turns.played import Played

__all__ = ["Opened", "PositionFile", "read_position"]


class Opened(AnyOpened[State, Action]):
    """A position file of Thunderstone, ready for the engine."""

    scoring_rulings = ("TS-17.2",)
    game: Thunderstone
    position: PositionFile
    decoded: Decoded[PositionFile]
    ruleset: Ruleset[Card]

    def under(self, readings: Mapping[str, str], probe: Probe[State, Action] | None = None) -> Opened:
        cards = self.ruleset.under(readings)
        if cards is self.ruleset.under(self.book.readings):  # then all that a book works out about them holds
            book = copy(self.book)
            book.readings = dict(readings)
            book.forget_positions()
        else:
            book = Book(cards, readings, self.book)
        game = Thunderstone(book, probe)
        state = self.state if self.table is None else _begun(game, self.table, self.position.turn)
        return self.by(game, state)

    def with_table(self, table: State | None, position: PositionFile) -> Opened:
        """Another position with the same ruleset, to be taken `under` its readings."""
        other = copy(self)
        other.table, other.position = table, position
        return other

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

        Raises InputError for a name (TS302, TS303) or a Rank (TS314) that does not exist.
        """
        found = Diagnostics()
        target = resolve_target(self.ruleset, text, found, None)
        found.raise_if_any()
        return target

    def card(self, name: str) -> str:
        """The id of a card named in the file. Raises InputError (TS302, TS303) for anything else."""
        found = Diagnostics()
        card = resolve(self.ruleset, name, found, None)
        found.raise_if_any()
        return card

    # what is answered about it, each by a room that is imported when it is asked

    def narration(self) -> Narration[State, Action]:
        from tsolve.games.thunderstone.judging.narration import TurnNarration

        return TurnNarration(self)

    calculated = ("attack", "magic", "light", "penalty")
    without_fact = "there is no battle so far"

    def facts(self, played: Played[State, Action], step: int | None = None) -> Mapping[str, Fact]:
        from tsolve.games.thunderstone.judging.figures import figures

        return figures(self, played, step)

    def fact_as_stated(self, fact: Fact) -> Fact:
        from tsolve.games.thunderstone.judging.counted import counted_names

        return counted_names(self, fact) if isinstance(fact, tuple) else fact

    def fact_as_found(self, fact: Fact) -> Fact:
        from tsolve.games.thunderstone.judging.counted import counted

        return counted(self, fact) if isinstance(fact, tuple) else fact

    def results(self, played: Played[State, Action]) -> Mapping[str, object]:
        tally = played.result.tally
        total = tally.value if tally.outcome else None
        return {"total": total, "won": tally.outcome == "won", "gold": tally.gold}

    def is_settled(self, played: Played[State, Action], field: str) -> bool:
        return field != "gold" and bool(played.result.tally.outcome)

    def readings_of(self, played: Played[State, Action]) -> dict[str, str]:
        from tsolve.games.thunderstone.judging.grounds import readings_of

        return readings_of(self, played)

    plans = True

    def check_wishes(self, wishes: Wishes) -> None:
        from tsolve.games.thunderstone.planning.turns import check_wishes

        check_wishes(self, wishes)

    def bests(
        self,
        wishes: Wishes,
        solve: Callable[[AnyOpened[State, Action], Wishes], SolveAnswer] | None = None,
    ) -> Bests:
        from tsolve.games.thunderstone.judging.bests import Bests

        return Bests(self, wishes, solve)

    def claims(
        self, played: Played[State, Action] | None, bests: AnyBests[State, Action]
    ) -> Sequence[TurnClaim]:
        if not self.position.claims:
            return ()
        from tsolve.games.thunderstone.judging.bests import Bests
        from tsolve.games.thunderstone.judging.claims import TurnClaim

        assert isinstance(bests, Bests)  # as `bests` makes them
        return [
            TurnClaim(self, played, bests, claim, index) for index, claim in enumerate(self.position.claims)
        ]

    def expectations(
        self,
        played: Played[State, Action] | None,
        claims: Sequence[ClaimAnswer],
        bests: AnyBests[State, Action],
        readings: Mapping[str, str] | None,
        hear: Callable[[object], None],
    ) -> tuple[ExpectationAnswer, ...]:
        from tsolve.games.thunderstone.judging.bests import Bests
        from tsolve.games.thunderstone.judging.expectations import TurnExpectations

        assert isinstance(bests, Bests)  # as `bests` makes them
        return TurnExpectations(self, played, claims, bests, readings, hear).judged()

    def comparison(self) -> TurnComparison:
        from tsolve.games.thunderstone.judging.comparison import TurnComparison

        return TurnComparison(self)

    def cards_in_sight(self) -> Iterable[str]:
        from tsolve.games.thunderstone.judging.grounds import in_sight

        return in_sight(self)

    def table_notes(self) -> tuple[str, ...]:
        from tsolve.games.thunderstone.judging.grounds import table_notes

        return table_notes(self)

    def exercised(self, answer: CheckAnswer, heard: Iterable[object], effects: Iterable[str]) -> Exercised:
        from tsolve.games.thunderstone.judging.exercised import exercised

        return exercised(self, answer, heard, effects)

    def solve(self, wishes: Wishes) -> SolveAnswer:
        from tsolve.games.thunderstone.planning.turns import solve

        return solve(self, wishes)

    def why_not(self, query: object, file: str) -> WhyNotAnswer:
        from tsolve.games.thunderstone.explaining.answering import why_not

        return why_not(self, query, file)

    def grade(self, file: str, goal: str | None) -> GradeAnswer:
        from tsolve.games.thunderstone.grading.grade import grade

        return grade(self, file, goal)

    def odds(self, wish: DeckWish, crew: Crew, file: str) -> OddsAnswer:
        from tsolve.games.thunderstone.chances.answer import odds

        return odds(self, wish, crew, file)

    def targets(self, wishes: Wishes) -> TargetsAnswer:
        from tsolve.games.thunderstone.judging.targets import targets

        return targets(self, wishes)

    def score(self, file: str) -> ScoreAnswer:
        from tsolve.games.thunderstone.judging.points import score

        return score(self, file)

    def weigh(
        self,
        rulings: Iterable[str],
        claims: tuple[ClaimAnswer, ...] | None,
        solution: SolveAnswer | None,
        wishes: Wishes,
    ) -> dict[str, bool | None]:
        from tsolve.games.thunderstone.weighing.weigh import weigh

        return weigh(self, rulings, claims, solution, wishes)


def read_position(
    decoded: Decoded[PositionFile], ruleset: Ruleset[Card], found: Diagnostics | None = None
) -> Opened:
    """The position that the file describes. `found` are problems that the file has already.

    Raises:
        InputError: unknown game, printing, interpretation or name (TS301 to TS303, TS41x), more copies than
            the box holds (TS304), a card where it cannot be (TS305), and what else cannot stand on a table.
    """
    zones = Zones(decoded, ruleset, Diagnostics() if found is None else found)
    unsound = any(each.code.startswith("TS4") for each in zones.found.items)
    file = decoded.value
    if file.game != ruleset.id:
        help_ = f'this is read as "{ruleset.id}"'
        zones.found.report("TS301", f'unknown game "{file.game}"', decoded.span("game"), help_)
    setting = _setting(zones)
    table = replace(zones.state(), setting=setting)
    sets = _sets(zones)
    printing = file.printing or ruleset.printing_for(sets)
    readings = _readings(zones, printing)
    zones.check_box()
    ruleset = _played_with(ruleset, frozenset(sets), setting)
    check_mentions(decoded, ruleset, zones.found)
    if unsound or not readings:  # then there are no rules to play by
        zones.found.raise_if_any()
    game = Thunderstone(_book(ruleset, tuple(readings.items())))
    proofread(game, ruleset, decoded, zones.found)
    zones.found.raise_if_any()
    state = _begun(game, table, file.turn)
    return Opened(game, state, file, decoded, ruleset, printing, table)


def _sets(zones: Zones) -> tuple[str, ...]:
    """The boxes that are played with: those named, else those of the cards on the table. (DS-2)"""
    boxes = zones.ruleset.boxes
    for index, name in enumerate(zones.file.sets):
        if name not in boxes:
            help_ = suggest(name, boxes) or f"there are: {', '.join(boxes)}"
            zones.found.report("TS312", f'unknown set "{name}"', zones.decoded.span("sets", index), help_)
    used = {zones.ruleset.cards[card].set for card in zones.used}
    met = tuple(name for name in boxes if name in used)
    if zones.file.sets:
        for card, uses in zones.used.items():
            facts = zones.ruleset.cards[card]
            if facts.set in boxes and facts.set not in zones.file.sets:
                message = f'{facts.name} is a card of "{facts.set}", which `sets` leaves out'
                zones.found.report("TS312", message, uses[0][1])
        return zones.file.sets
    return met or boxes[:1]


def _setting(zones: Zones) -> str:
    """The Setting of the whole game, whose text must be known; empty without one. (DS-9)"""
    if zones.file.setting is None:
        return ""
    span = zones.decoded.span("setting")
    card = resolve(zones.ruleset, zones.file.setting, zones.found, span)
    if not card or not zones.fits(card, ("setting",), "setting", span):
        return ""
    zones.used[card] = [(1, span)]
    facts = zones.ruleset.cards[card]
    if not facts.setting:
        message = f"no source gives the text of {facts.name}: nobody can say what holds there"
        help_ = f"define it: `cards: {{{facts.name}: {{setting: [...]}}}}`"
        zones.found.report("TS313", message, span, help_)
    return card


def _readings(zones: Zones, printing: str) -> Mapping[str, str]:
    spans = {key: zones.decoded.key_span("interpretations", key) for key in zones.file.interpretations}
    for key in zones.file.interpretations:
        if key in zones.ruleset.interpretations:
            spans[key] = zones.decoded.span("interpretations", key)
    spans["printing"] = zones.decoded.span("printing")
    try:
        return zones.ruleset.readings(printing, zones.file.interpretations, spans)
    except InputError as error:
        for each in error.diagnostics:
            zones.found.report(each.code, each.message, each.span, each.help, each.related)
        return {}


@lru_cache(maxsize=8)
def _played_with(ruleset: Ruleset[Card], sets: frozenset[str], setting: str) -> Ruleset[Card]:
    """The cards of these boxes, as the Setting makes them. Most positions of a suite share them."""
    change = in_setting(ruleset.cards[setting]) if setting else None
    return ruleset.only(lambda card: card.set in sets or not card.set, change)


@lru_cache(maxsize=32)
def _book(ruleset: Ruleset[Card], readings: tuple[tuple[str, str], ...]) -> Book:
    chosen = dict(readings)
    return Book(ruleset.under(chosen), chosen)


def _begun(game: Thunderstone, table: State, turn: Place | Literal["undecided"]) -> State:
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
