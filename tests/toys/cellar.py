"""A toy game of a few cards: play cards, draw one, fight the rat. It shows what the least game package is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from tsolve.batch.work import Calls
from tsolve.diagnostics import Diagnostics, Span, input_error, quoted
from tsolve.engine.probe import Noting, Probe
from tsolve.engine.protocol import CHANCE
from tsolve.errors import IllegalActionError
from tsolve.model.answers import Calculation, ClaimAnswer, ExpectationAnswer, SolveAnswer
from tsolve.model.odds import Line, Section
from tsolve.model.refusal import Refusal
from tsolve.model.trace import Entry, Trace
from tsolve.model.wishes import Wishes
from tsolve.rules.provenance import Provenance
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decode import Decoded
from tsolve.turns.bests import Bests
from tsolve.turns.claims import ClaimJudge
from tsolve.turns.expectations import Expectations, in_time
from tsolve.turns.expected_grade import GradeExpectation
from tsolve.turns.expected_odds import OddsExpectation
from tsolve.turns.expected_policy import PolicyExpectation
from tsolve.turns.expected_why_not import WhyNotExpectation
from tsolve.turns.grading.expecting import judge_grade
from tsolve.turns.grading.grading import Grading
from tsolve.turns.hunting.hunter import Hunt, Hunter
from tsolve.turns.hunting.shrinking import Example, Parts
from tsolve.turns.hunting.walking import Manner
from tsolve.turns.module import GameModule
from tsolve.turns.narration import Narration, Result
from tsolve.turns.odds.estimates import Estimator
from tsolve.turns.odds.expecting import OddsJudge
from tsolve.turns.odds.figures import spread_of
from tsolve.turns.odds.looking import Hand
from tsolve.turns.odds.odds import Odds
from tsolve.turns.odds.tally import Figures
from tsolve.turns.opened import Opened
from tsolve.turns.plan import best_by_search
from tsolve.turns.played import Move, Played
from tsolve.turns.policy.expecting import PolicyJudge
from tsolve.turns.position import Fractional, PositionFile
from tsolve.turns.why_not.expecting import judge_why_not
from tsolve.turns.written import Written

# what a card and a position file say


class Card(msgspec.Struct, frozen=True):
    """A card of the cellar."""

    id: str
    name: str
    power: Annotated[int, Meta(ge=0, le=9)]
    aliases: tuple[str, ...] = ()
    set: str = ""
    provenance: Provenance = Provenance()


class Facts(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a line has come to."""

    power: int | None = None

    @property
    def stated(self) -> dict[str, int | tuple[str, ...]]:
        return {} if self.power is None else {"power": self.power}


class ClaimFile(Facts, frozen=True):
    """A statement."""

    legal: str | None = None
    illegal: str | None = None
    after: int | str | None = None

    @property
    def kinds(self) -> list[str]:
        return [kind for kind in ("legal", "illegal", "power") if getattr(self, kind) is not None]


class LineFile(Facts, frozen=True):
    """What judging the line comes to."""

    legal: bool | None = None
    illegal_step: int | None = None
    rulings: tuple[str, ...] = ()
    beaten: bool | None = None


class OddsFile(OddsExpectation, frozen=True):
    """What the next hand must come to."""

    power: Fractional | None = None
    powers: dict[str, Fractional] = msgspec.field(default_factory=dict)

    @property
    def numbers(self) -> Mapping[str, str | None]:
        return {"power": self.power}

    @property
    def spreads(self) -> Mapping[str, Mapping[str, str]]:
        return {"powers": self.powers}


class ExpectFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What must come out."""

    legal: tuple[str, ...] = ()
    illegal: dict[str, tuple[str, ...]] = {}
    line: LineFile | None = None
    steps: dict[str, Facts] = {}
    claims: tuple[Literal["confirmed", "refuted", "undecided"], ...] = ()
    policy: PolicyExpectation | None = None
    grade: GradeExpectation | None = None
    why_not: dict[str, WhyNotExpectation] = {}
    odds: OddsFile | None = None
    readings: tuple[str, ...] = ()


class CellarFile(PositionFile, frozen=True):
    """A position: the cards of the hand, those of the deck in no known order, and the teeth of the rat."""

    hand: tuple[str, ...] = ()
    deck: tuple[str, ...] = ()
    teeth: Annotated[int, Meta(ge=0, le=99)] = 0
    claims: tuple[ClaimFile, ...] = ()
    expect: ExpectFile = ExpectFile()


# the rules


class State(msgspec.Struct, frozen=True):
    """The table: cards by id, in alphabetical order."""

    hand: tuple[str, ...]
    deck: tuple[str, ...]
    teeth: int
    power: int = 0
    has_drawn: bool = False
    is_drawing: bool = False
    outcome: Literal["", "beaten", "bites"] = ""


class Play(msgspec.Struct, frozen=True):
    """Play a card of the hand."""

    card: str


class DrawCard(msgspec.Struct, frozen=True):
    """Draw a card: chance says which."""


class Comes(msgspec.Struct, frozen=True):
    """This card comes."""

    card: str


class Fight(msgspec.Struct, frozen=True):
    """Fight the rat."""


Action = Play | DrawCard | Comes | Fight
_GROUNDS = {Play: ("CE-1",), DrawCard: ("CE-2",), Comes: ("CE-2",), Fight: ("CE-3",)}


class Cellar:
    """The rules under chosen readings. (`tsolve.engine.protocol.Game`)"""

    def __init__(
        self, cards: Mapping[str, Card], readings: Mapping[str, str], probe: Probe[State, Action]
    ) -> None:
        self.cards = Noting(cards, probe.cards) if probe.notes else cards
        self.readings = Noting(readings, probe.readings) if probe.notes else readings
        self.probe = probe

    def mover(self, state: State) -> int:
        return CHANCE if state.is_drawing else 0

    def legal_actions(self, state: State) -> list[Action]:
        if state.is_drawing or state.outcome:
            return []
        plays: list[Action] = [Play(card) for card in dict.fromkeys(state.hand)]
        return [*plays, *([DrawCard()] if self._refuse(state, DrawCard()) is None else []), Fight()]

    def why_not(self, state: State, action: Action) -> Refusal | None:
        reason = self._refuse(state, action)
        return None if reason is None else Refusal(self.notation(state, action), *reason)

    def _refuse(self, state: State, action: Action) -> tuple[str, tuple[str, ...]] | None:
        if isinstance(action, Comes) or state.is_drawing:
            comes = isinstance(action, Comes) and state.is_drawing and action.card in state.deck
            return None if comes else ("that card cannot come now", ("CE-2",))
        if state.outcome:
            return "the turn is over", ("CE-3",)
        if isinstance(action, Play) and action.card not in state.hand:
            return f"there is no {self.cards[action.card].name} in the hand", ("CE-1",)
        if isinstance(action, DrawCard) and (state.has_drawn or not state.deck):
            return ("one card is drawn already" if state.has_drawn else "the deck is empty"), ("CE-2",)
        return None

    def rulings_for(self, state: State, action: Action) -> tuple[str, ...]:
        return _GROUNDS[type(action)]

    def refusals(self, state: State) -> list[Refusal]:
        refused = self.why_not(state, DrawCard())
        return [] if refused is None or state.outcome else [refused]

    def apply(self, state: State, action: Action, trace: Trace | None = None) -> State:
        refusal = self.why_not(state, action)
        if refusal is not None:
            raise IllegalActionError(refusal)
        self.probe.spend(1)
        if isinstance(action, Play):
            card, hand = self.cards[action.card], [*state.hand]
            hand.remove(action.card)
            power = state.power + card.power
            if trace is not None:
                trace.add("card", card.name, (f"card.{card.id}",), "", "power", state.power, power)
            return replace(state, hand=tuple(hand), power=power)
        if isinstance(action, DrawCard):
            return replace(state, is_drawing=True)
        if isinstance(action, Comes):
            deck = [*state.deck]
            deck.remove(action.card)
            hand = sorted((*state.hand, action.card))
            return replace(state, hand=tuple(hand), deck=tuple(deck), is_drawing=False, has_drawn=True)
        tied = state.power == state.teeth and self.readings["ties"] == "beaten"
        return replace(state, outcome="beaten" if state.power > state.teeth or tied else "bites")

    def chance(self, state: State) -> list[tuple[Action, int]]:
        return [(Comes(card), state.deck.count(card)) for card in dict.fromkeys(state.deck)]

    def sample(self, state: State, random: Random) -> State:
        return self.apply(state, Comes(random.choice(state.deck)))

    def is_over(self, state: State) -> bool:
        return False

    def scores(self, state: State) -> list[int]:
        return [int(state.outcome == "beaten")]

    def key(self, state: State) -> State:
        return state

    def notation(self, state: State, action: Action) -> str:
        if isinstance(action, Play):
            return f"play {self.cards[action.card].name}"
        return (
            f"get {self.cards[action.card].name}"
            if isinstance(action, Comes)
            else ("draw" if isinstance(action, DrawCard) else "fight")
        )

    def zones(self, state: State) -> tuple[tuple[str, str], ...]:
        def names(cards: Sequence[str]) -> str:
            return ", ".join(self.cards[card].name for card in cards) or "none"

        return (("Hand", names(state.hand)), ("Deck", names(state.deck)), ("Rat", f"{state.teeth} teeth"))

    def turn_of(self, state: State) -> int:
        return 1

    def begins_turn(self, state: State) -> bool:
        return False


# how people write it


class CellarNarration(Narration[State, Action]):
    """The narration of one line."""

    chance_first = "a card comes first"
    how_to_say = "`get ...`"
    rulings_of_chance = ("CE-2",)
    rulings_of_the_end = ("CE-3",)

    def __init__(self, opened: OpenedCellar) -> None:
        probe: Probe[State, Action] = Probe(notes=True)
        super().__init__(Cellar(opened.game.cards, opened.game.readings, probe), probe)
        self.opened = opened

    def read(self, state: State, text: str, span: Span | None) -> Written[Action]:
        verb, _, name = " ".join(text.split()).partition(" ")
        if text in ("draw", "fight"):
            return Written(DrawCard() if text == "draw" else Fight())
        if verb not in ("play", "get"):
            raise input_error("TS321", f'"{text}" is not an action', span, "play CARD, draw, get CARD, fight")
        card = self.opened.card(name, span)
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


class CellarExpectations(Expectations[State, Action]):
    """What every game's file may expect, and what takes a search: of policies, grades, odds and why-nots."""

    expect: ExpectFile

    def with_search(self) -> Iterator[ExpectationAnswer]:
        if self.expect.grade is not None:
            yield from in_time(("grade",), judge_grade(self.opened, self.expect.grade, self.on_found))
        if self.expect.policy is not None:
            judge = PolicyJudge(self.opened)
            yield from in_time(("policy",), judge.judge(self.expect.policy, self.bests))
        yield from in_time(("why_not",), judge_why_not(self.opened, self.expect.why_not, self.on_found))
        if self.expect.odds is not None:
            yield from in_time(("odds",), CellarJudge(self.opened.odds(), self.expect.odds).judged())


class CellarJudge(OddsJudge[State, Action]):
    """What is expected of the next hand."""

    meant: ClassVar[Mapping[str, tuple[str, str]]] = {"powers": ("power", "")}


class OpenedCellar(Opened[State, Action]):
    """A position of the cellar, ready for its engine."""

    game: Cellar
    position: CellarFile
    ruleset: Ruleset[Card]
    plans = True
    calculated = ("power",)

    def under(self, readings: Mapping[str, str], probe: Probe[State, Action] | None = None) -> OpenedCellar:
        cards = self.ruleset.under(readings)
        return self.by(Cellar(cards, readings, probe or Probe()), self.state)

    @property
    def readings(self) -> Mapping[str, str]:
        return self.game.readings

    def narration(self) -> CellarNarration:
        return CellarNarration(self)

    def facts(self, played: Played[State, Action], step: int | None = None) -> dict[str, int]:
        return {"power": (played.result if step is None else played.states[step]).power}

    def results(self, played: Played[State, Action]) -> dict[str, object]:
        return {"beaten": played.result.outcome == "beaten"}

    def claims(
        self, played: Played[State, Action] | None, bests: Bests[State, Action]
    ) -> list[ClaimJudge[State, Action]]:
        return [ClaimJudge(self, played, claim, index) for index, claim in enumerate(self.position.claims)]

    def expectations(
        self,
        played: Played[State, Action] | None,
        claims: Sequence[ClaimAnswer],
        bests: Bests[State, Action],
        readings: Mapping[str, str] | None,
        on_found: Callable[[object], None],
    ) -> tuple[ExpectationAnswer, ...]:
        expect = self.position.expect
        return CellarExpectations(self, played, claims, bests, readings, on_found, expect).judged()

    def solve(self, wishes: Wishes) -> SolveAnswer:
        return best_by_search(self, _GOAL, _value, wishes)

    def odds(self) -> CellarOdds:
        return CellarOdds(self)

    def grading(self) -> Callable[[Played[State, Action], str | None], Grading[State, Action]]:
        def by(_: Played[State, Action], goal: str | None) -> Grading[State, Action]:
            self.check_wishes(Wishes(goal))
            return Grading(self, _GOAL, _value)

        return by


_GOAL = ("beaten", "power")


def _value(state: State) -> tuple[int, ...] | None:
    """What a turn is worth once the rat is fought."""
    return (int(state.outcome == "beaten"), state.power) if state.outcome else None


# what a hand of the deck can do


def _power_of(powers: Mapping[str, int], hand: Hand) -> Figures:
    """One figure: the power of the hand, whatever chance brings."""
    return [{(sum(map(powers.__getitem__, hand)),): 1}]


class CellarOdds(Odds[State, Action]):
    """The power of the next hand."""

    opened: OpenedCellar
    hand = 2

    def deck(self, all_cards: bool) -> Sequence[str]:
        state = self.opened.state
        return (*state.deck, *state.hand) if all_cards else state.deck

    def judging(self, deck: Sequence[str], draws: bool) -> Calls[Hand, Figures]:
        cards = self.opened.game.cards
        return Calls(partial(_power_of, {card: cards[card].power for card in deck}))

    def sections(self, found: Estimator) -> Iterator[Section]:
        power = spread_of(found, 0, "power", "power", "power", "power", "Power of the hand")
        yield Section("hand", "The next hand", lines=(Line("power", (power,), "on average"),))


# how positions are hunted


class CellarManner(Manner[State, Action]):
    """The fight comes last."""

    def ends(self, action: Action) -> bool:
        return isinstance(action, Fight)


class CellarParts(Parts[CellarFile]):
    """A card or a tooth less."""

    def size(self, table: CellarFile) -> tuple[int, ...]:
        return len(table.hand), table.teeth

    def smaller(self, table: CellarFile) -> Iterator[CellarFile]:
        for at in range(len(table.hand)):
            yield replace(table, hand=table.hand[:at] + table.hand[at + 1 :])
        for teeth in range(table.teeth):
            yield replace(table, teeth=teeth)


class CellarHunter(Hunter[State, Action, CellarFile]):
    """Hunts among random hands."""

    manner = CellarManner()
    parts = CellarParts()

    def __init__(self, hunt: Hunt[Card]) -> None:
        self.hunt = hunt
        empty = CellarFile(GAME.id, printing=hunt.printing)
        super().__init__(GAME.open(Decoded(empty, {}, {}), hunt.ruleset, Diagnostics()), hunt)

    def deal(self) -> CellarFile:
        cards = [card.name for card in self.hunt.ruleset.cards.values()]
        hand = self.random.choices(cards, k=self.random.randint(1, self.hunt.hand))
        return CellarFile(
            GAME.id,
            printing=self.hunt.printing,
            interpretations=self.chosen,
            hand=tuple(hand),
            teeth=self.random.randint(0, 9),
        )

    def opened(self, found: Example[CellarFile]) -> OpenedCellar:
        decoded = Decoded(replace(found.table, line=found.line), {}, {})
        return GAME.open(decoded, self.hunt.ruleset, Diagnostics()).under(self.before)

    def text(self, found: Example[CellarFile]) -> str:
        file = msgspec.to_builtins(replace(found.table, line=found.line))
        return "".join(f"{key}: {quoted(value)}\n" for key, value in file.items())


class CellarModule(GameModule[State, Action, Card, CellarFile]):
    """The cellar as a game package."""

    id = "cellar"
    rulesets = Path(__file__).parent / "rulesets"
    card_type = Card
    position_type = CellarFile

    def open(self, decoded: Decoded[CellarFile], ruleset: Ruleset[Card], found: Diagnostics) -> OpenedCellar:
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
        return OpenedCellar(
            game, State(tuple(hand), tuple(deck), file.teeth), file, decoded, ruleset, printing
        )

    def hunter(self, hunt: Hunt[Card]) -> CellarHunter:
        return CellarHunter(hunt)


GAME = CellarModule()
