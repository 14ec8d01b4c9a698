"""A position of the cellar: how steps are read and told, what an end is worth, what a file expects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tests.toys.cellar.files import MEASURES, Card, CellarFile, ExpectFile
from tests.toys.cellar.odds import CellarJudge
from tests.toys.cellar.rules import Action, Cellar, Comes, DrawCard, Fight, Play, State
from tsolve.chances.events import ODDS
from tsolve.contract.capability import Capabilities
from tsolve.contract.measures import Found
from tsolve.contract.narration import Move, Narration, Played, Result, Written
from tsolve.contract.position import Position
from tsolve.diagnostics import Diagnostics, input_error
from tsolve.engine import Probe
from tsolve.errors import Span
from tsolve.judging.expectations import ExpectationJudge, in_time
from tsolve.model.answers import ExpectationAnswer, SolveAnswer
from tsolve.model.plays import Calculation, Wishes
from tsolve.model.trace import Entry
from tsolve.plays.grade import judge_grade
from tsolve.plays.grading import Grading
from tsolve.plays.plan import PolicyJudge, best_by_search
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decode import Decoded
from tsolve.worlds.why_not_step import judge_why_not


class CellarNarration(Narration[State, Action]):
    """The narration of one line."""

    chance_first = "a card comes first"
    how_to_say = "`get ...`"
    rulings_of_chance = ("CE-2",)
    rulings_of_the_end = ("CE-3",)

    def __init__(self, position: CellarPosition) -> None:
        probe: Probe[State, Action] = Probe(notes=True)
        super().__init__(Cellar(position.game.cards, position.game.readings, probe), probe)
        self.position = position

    def read(self, state: State, text: str, span: Span | None) -> Written[Action]:
        verb, _, name = " ".join(text.split()).partition(" ")
        if text in ("draw", "fight"):
            return Written(DrawCard() if text == "draw" else Fight())
        if verb not in ("play", "get"):
            raise input_error("E321", f'"{text}" is not an action', span, "play CARD, draw, get CARD, fight")
        card = self.position.card(name, span)
        return Written(Play(card) if verb == "play" else Comes(card))

    def is_event(self, action: Action) -> bool:
        return isinstance(action, Comes)

    def is_result(self, state: State) -> bool:
        return bool(state.outcome)

    def result(self, state: State, moves: Sequence[Move[State, Action]], entries: Sequence[Entry]) -> Result:
        told = {"": "Nobody fights yet", "beaten": "The rat is beaten", "bites": "The rat bites"}
        rows = tuple(entry for entry in entries if entry.quantity == "power")
        table = (
            Calculation("Power against the rat", rows, state.power, state.teeth, "Teeth") if rows else None
        )
        return Result(f"{told[state.outcome]}: power {state.power} against {state.teeth} teeth.", table)


class CellarExpectations(ExpectationJudge[State, Action]):
    """What every game's file may expect, and what takes a search: of policies, grades, odds and why-nots."""

    expect: ExpectFile

    def with_search(self) -> Iterator[ExpectationAnswer]:
        if self.expect.grade is not None:
            yield from in_time(("grade",), judge_grade(self.position, self.expect.grade, self.on_found))
        if self.expect.policy is not None:
            judge = PolicyJudge(self.position)
            yield from in_time(("policy",), judge.judge(self.expect.policy, self.bests))
        yield from in_time(("why_not",), judge_why_not(self.position, self.expect.why_not, self.on_found))
        if self.expect.odds is not None:
            yield from in_time(("odds",), CellarJudge(ODDS.of(self.position)(), self.expect.odds).judged())


_GOAL = ("beaten", "power")


def _value(state: State) -> tuple[int, ...] | None:
    """What a turn is worth once the rat is fought."""
    return (int(state.outcome == "beaten"), state.power) if state.outcome else None


class CellarPosition(Position[State, Action]):
    """A position of the cellar, ready for its engine."""

    capabilities = Capabilities(
        __package__,
        narration="position:CellarNarration",
        fact="position:fact",
        expectation="position:CellarExpectations",
        solve="position:solve",
        odds="odds:CellarOdds",
        grading="position:grading",
    )
    game: Cellar
    position: CellarFile
    ruleset: Ruleset[Card]
    plans = True
    measured = MEASURES.stated

    def under(self, readings: Mapping[str, str], probe: Probe[State, Action] | None = None) -> CellarPosition:
        cards = self.ruleset.under(readings)
        return self.by(Cellar(cards, readings, probe or Probe()), self.state)

    @property
    def readings(self) -> Mapping[str, str]:
        return self.game.readings

    def results(self, played: Played[State, Action]) -> dict[str, object]:
        return {"beaten": played.result.outcome == "beaten"}


def fact(position: CellarPosition, played: Played[State, Action], name: str, step: int | None) -> Found:
    """A measure after this many steps; None for the end of the line."""

    def course(step: int | None) -> State:
        return played.result if step is None else played.states[step]

    return MEASURES.fact(name, position.game, course, step, played.answer.calculation)


def solve(position: CellarPosition, wishes: Wishes) -> SolveAnswer:
    """The best turn, by trying all."""
    return best_by_search(position, _GOAL, _value, wishes)


def grading(position: CellarPosition, _: Played[State, Action], goal: str | None) -> Grading[State, Action]:
    """The grading of a line; there is one goal."""
    position.check_wishes(Wishes(goal))
    return Grading(position, _GOAL, _value)


def position_from(decoded: Decoded[CellarFile], ruleset: Ruleset[Card], found: Diagnostics) -> CellarPosition:
    """The position of a decoded file; what is wrong with it is reported where it stands."""
    file = decoded.value

    def ids(zone: str, names: Sequence[str]) -> list[str]:
        return sorted(
            ruleset.find_card(name, found, decoded.spans.get((zone, at))) for at, name in enumerate(names)
        )

    hand, deck = ids("hand", file.hand), ids("deck", file.deck)
    printing = file.printing or ruleset.printing_for(())
    readings = ruleset.readings(printing, file.interpretations)
    found.raise_if_any()
    game = Cellar(ruleset.under(readings), readings, Probe())
    return CellarPosition(game, State(tuple(hand), tuple(deck), file.teeth), file, decoded, ruleset, printing)
