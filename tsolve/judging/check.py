"""Judges a whole position file: its line, claims and expectations, and the best line if the file asks for
it. Each best line that these ask about is solved once; misspelt steps are reported all together.

What a step means depends on the position it is taken in; its verb and the names in it do not.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from tsolve.budget import FREE, SpentError, allow, current, grace, whole
from tsolve.contract.capability import Question
from tsolve.contract.position import Position
from tsolve.contract.step_reader import Move, Played, says_what_to_write
from tsolve.diagnostics import Diagnostics, Hint
from tsolve.errors import InputError, Span, UndecidedError, UsageError
from tsolve.model.answers import (
    CheckAnswer,
    ClaimAnswer,
    ExpectationAnswer,
    Options,
    ReadingAnswer,
    SolveAnswer,
    ToWrite,
)
from tsolve.model.facts import UNDECIDED
from tsolve.model.plays import NO_WISHES, Wishes
from tsolve.source.decoded import Decoded
from tsolve.source.tree import joined
from tsolve.steps.everybody import everybody
from tsolve.steps.line import play_line
from tsolve.steps.step_text import FaultyCardError, may_be_several
from tsolve.written.card_names import with_changes

if TYPE_CHECKING:
    from tsolve.judging.claims import ClaimJudge
    from tsolve.judging.expectations import ExpectationJudge
    from tsolve.model.logs import LogAnswer
    from tsolve.model.odds import OddsAnswer
    from tsolve.rules.rulings import Provenance
    from tsolve.written.statements import Claim, Expectations
    from tsolve.written.turns import TurnFile


S = TypeVar("S")
A = TypeVar("A")
Planner = Callable[[Position[Any, Any], Wishes], SolveAnswer]

_NO_READINGS = "there was no time to find every open point that the turn meets"
_NO_ODDS = "there was no time to find the chances"
_NO_OPTIONS = "there was no time to find everything that the rules leave to choose"


def check(
    position: Position[S, A],
    file: str = "",
    wishes: Wishes = NO_WISHES,
    solve: Planner | None = None,
    on_found: Callable[[object], None] = lambda _: None,
) -> CheckAnswer:
    """Judge a position file.

    The best line is part of the answer when the file asks for it, or asks for nothing at all: judging a given
    line needs no solver. Citations are left to the caller. `solve` plans in place of the game's planner.
    `on_found` receives what the judgement rests on and the answer does not contain: lines, best lines, grades
    and so on.

    Raises:
        InputError: a text of the file cannot be read as an action, or the target is unknown.
        UsageError: the goal or the target cannot be one here, even where no best line is looked for.
    """
    shown, game, state = position.written, position.game, position.state
    if wishes.goal or wishes.target:
        position.check_wishes(wishes)
    best_plays = best_plays_of(position, wishes, solve)
    played = line_in_time(position) if shown.line else None
    with allow(FREE):  # legality is judged whatever the budget is
        legal, refused = position.legal(state), tuple(game.refusals(state))
    readings, notes = readings_in_time(position, played)
    judges = claims_of(position, played, best_plays)
    claims = _judged(judges)
    hanging = any(judge.depends_on_facts for judge in judges)
    expectations = expectations_of(position, played, claims, best_plays, readings, on_found)
    log: LogAnswer | UnsetType = UNSET
    if position.log is not None:
        from tsolve.judging.log import expectations_of_log, judged_log  # few files have one

        log = judged_log(position, position.log)
        expectations += expectations_of_log(position, log)
    options, short = _options(position)
    only_asks = options is None and not shown.line and not claims and not expectations and not log
    if position.plans and only_asks:
        best_plays.overall()
    odds, unforeseen = _odds(position) if position.foresees and only_asks else (UNSET, ())
    for each in (played, *best_plays.found()):
        on_found(each)
    sure = played.readings if played is not None else {}
    of_options = options.readings if options is not None else {}
    answer = CheckAnswer(
        file=file,
        position=position.shown(state, _moves(played, best_plays)),
        legal=legal,
        refused=refused,
        line=played.answer if played is not None else None,
        claims=claims,
        solution=best_plays.asked,
        expectations=expectations,
        readings=reading_answers(position, {**(readings or sure), **best_plays.readings(), **of_options}),
        notes=(*position.remarks(), *notes, *short, *unforeseen),
        provenance=card_notes(position, position.cards_in_sight()),
        options=options,
        odds=odds,
        log=log,
    )
    return replace(answer, to_write=_to_write(position, played, answer, hanging))


def _judged(judges: Sequence[ClaimJudge[S, A]]) -> tuple[ClaimAnswer, ...]:
    """The claims, each judged with an equal share of the budget. What is left goes to those that need more,
    so that no verdict depends on the other claims.
    """
    answers: dict[int, ClaimAnswer] = {}
    waiting = list(range(len(judges)))
    for _ in range(2):
        short = []
        for left, number in zip(range(len(waiting), 0, -1), waiting, strict=True):
            with allow(current().part(1 / left)) as budget:
                answers[number] = judges[number].judge()
            if budget.fell_short and answers[number].verdict == UNDECIDED:
                short.append(number)
        waiting = short
    return tuple(answers[number] for number in range(len(judges)))


def _moves(played: Played[S, A] | None, best_plays: BestPlays[S, A]) -> Sequence[Move[S, A]]:
    """The moves of the file's line, or else of the best line; empty without either."""
    lines = (played, *(best.played for best in best_plays.found()))
    return next((line.moves for line in lines if line is not None), ())


def _to_write(
    position: Position[S, A], played: Played[S, A] | None, answer: CheckAnswer, claimed: bool
) -> tuple[ToWrite, ...]:
    """What the file would have to say so that undecided steps, claims (if `claimed`) or, if nothing else is
    asked, the best play can be decided.
    """
    why = played.answer.undecided if played is not None else ""
    unplayed = bool(why) and not says_what_to_write(why)
    sought = answer.only_asks and answer.solution is not None and bool(answer.solution.left_out)
    open_ = answer.options is not None and bool(answer.options.hangs_on)
    if not (unplayed or claimed or sought or open_):
        return ()
    from tsolve.steps.left_open import to_write

    return to_write(position, played.final if unplayed and played is not None else position.state)


def line_in_time(position: Position[S, A]) -> Played[S, A]:
    """The line of the file. It is played even without a budget; only its open choices are followed within the
    budget.
    """
    texts = position.written.line
    spans = [position.decoded.span("line", index) for index in range(len(texts))]
    try:
        with grace():
            return play_line(position, texts, spans)
    except SpentError:
        with allow(FREE):
            return play_line(position, texts, spans, in_all_ways=False)


def readings_in_time(
    position: Position[S, A], played: Played[S, A] | None
) -> tuple[dict[str, str] | None, tuple[str, ...]]:
    """The interpretations that the line used, None if the budget ran out; and notes on that."""
    if played is None:
        return {}, ()
    try:
        with whole():
            return position.readings_of(played), ()
    except SpentError:
        return None, (_NO_READINGS,)


def _options(position: Position[S, A]) -> tuple[Options | None, tuple[str, ...]]:
    """The options in a turn that the rules prescribe; None for any other turn, or if the budget ran out; and
    notes on that.
    """
    try:
        with grace():
            return position.options(), ()
    except SpentError:
        return None, (_NO_OPTIONS,)


def _odds(position: Position[S, A]) -> tuple[OddsAnswer | UnsetType, tuple[str, ...]]:
    """The chances of what is to come, or notes that say why there are none."""
    from tsolve.batch import pool
    from tsolve.chances.events import ODDS
    from tsolve.chances.odds import answer_odds
    from tsolve.model.odds import DeckWish

    try:
        with pool(1) as alone:
            return answer_odds(ODDS.of(position)(), DeckWish(), alone), ()
    except UsageError as error:
        return UNSET, (str(error),)
    except UndecidedError as error:
        return UNSET, error.reasons
    except SpentError:
        return UNSET, (_NO_ODDS,)


def reading_answers(position: Position[S, A], readings: Mapping[str, str]) -> tuple[ReadingAnswer, ...]:
    """The interpretations that were gone through, in the order of the ruleset."""
    points = position.ruleset.interpretations
    return tuple(
        ReadingAnswer(key, readings[key], points[key].question, key in position.written.interpretations)
        for key in points
        if key in readings
    )


_UNSURE = (
    ("single", "some facts", "have one source only"),
    ("disputed", "some facts", "are disputed"),
    ("unknown", "the facts", "are not confirmed"),
)
"""A confidence; which facts of a card it is about, and what the note says of them."""


def _doubts(provenance: Provenance) -> set[str]:
    """Facts that are disputed may stand beside others that have one source only."""
    return {provenance.confidence, *(("disputed",) if provenance.uncertain else ())}


def card_notes(position: Position[S, A], cards: Iterable[str]) -> tuple[str, ...]:
    """Notes on those cards whose facts have a single source or none, are disputed, or are home-made."""
    known = position.ruleset.under(position.readings)
    seen = [known[each] for each in dict.fromkeys(cards) if each in known]
    notes = []
    for confidence, which, says in _UNSURE:
        names = [card.name for card in seen if confidence in _doubts(card.provenance)]
        if names:
            notes.append(f"{which} of {joined(names)} {says}")
    for author in dict.fromkeys(card.provenance.author for card in seen if card.provenance.author):
        own = [card for card in seen if card.provenance.author == author]
        texts = [with_changes(card) for card in own]
        notes.append(f"as {author} defines {'it' if len(texts) == 1 else 'them'}: {joined(texts)}")
    return tuple(notes)


class Best(msgspec.Struct, Generic[S, A], frozen=True):
    """A best line, played again by the engine."""

    answer: SolveAnswer
    played: Played[S, A] | None
    """None when no line was found, or the best play is a policy."""
    sure: bool
    """Whether it is proved, with no unknown draw and no choice of another player left out."""
    reason: str = ""
    """Why there is no line, or why it is not sure."""
    rulings: tuple[str, ...] = ()


class BestPlays(Generic[S, A]):
    """Solves on demand and remembers."""

    def __init__(
        self,
        position: Position[S, A],
        wishes: Wishes = NO_WISHES,
        solve: Planner | None = None,
    ) -> None:
        """`solve` plans a turn in place of the planner of the game."""
        self.position, self.wishes = position, wishes
        self._solver = solve
        self.asked: SolveAnswer | None = None
        """The answer about the whole turn, if it was asked for."""
        self._overall: Best[S, A] | None = None

    def solve(self, position: Position[S, A], wishes: Wishes) -> SolveAnswer:
        """The best play of a position. Raises UndecidedError where a log leaves the table open."""
        if untold := position.untold_by_log:
            raise UndecidedError((untold,))
        return position.solve(wishes) if self._solver is None else self._solver(position, wishes)

    def answer(self, all_lines: bool = False) -> SolveAnswer:
        """The best line of the turn by the goal and target that the file or the caller sets.

        Ask for all lines the first time if they are wanted at all.
        """
        if self.asked is None:
            asked = self.solve(self.position, replace(self.wishes, all_lines=all_lines))
            self.asked = by_whose_goal(self.position, asked, self.wishes)
        return self.asked

    def overall(self, all_lines: bool = False) -> Best[S, A]:
        """The same, played again step by step."""
        if self._overall is None:
            self._overall = self.played_again(self.position, self.answer(all_lines))
        return self._overall

    def found(self) -> tuple[Best[S, A], ...]:
        """The best lines found so far."""
        return () if self._overall is None else (self._overall,)

    def readings(self) -> dict[str, str]:
        """The interpretations that the lines found so far went through."""
        found: dict[str, str] = {}
        for best in self.found():
            found.update(best.answer.readings if best.played is None else best.played.readings)
        return found

    def played_again(self, position: Position[S, A], answer: SolveAnswer) -> Best[S, A]:
        """The answer with its line played, and what may be said of its proof."""
        sure = answer.status in ("optimal", "impossible") and not answer.left_out
        reason = "; ".join(answer.left_out) or (
            "" if sure else "there was no time to prove that nothing is better"
        )
        if not answer.best:
            return Best(answer, None, sure, reason)
        return Best(answer, replay(position, answer, 0), sure, reason)


def by_whose_goal(position: Position[S, A], answer: SolveAnswer, wishes: Wishes) -> SolveAnswer:
    """The same answer, with what its goal counts, and marked with whether the file set the goal."""
    goal = answer.goal if answer.policy is None else answer.policy.goal
    answer = replace(answer, levels=position.measures.meanings(goal))
    return answer if wishes.goal else replace(answer, goal_of_file=position.written.goal or "")


def replay(
    position: Position[S, A], answer: SolveAnswer, number: int, in_all_ways: bool = True
) -> Played[S, A]:
    """One of the best lines, played again from its texts. The ways in which choices may go that it leaves
    open are worth no more than the budget.
    """
    texts = [step.text for step in answer.best[number].line.steps]
    if in_all_ways:
        with suppress(SpentError), grace():
            return play_line(position, texts)
    with allow(FREE):
        return play_line(position, texts, in_all_ways=False)


_MOST_PARTS = 1_000
"""The most parts of sentences that are read to find out whether they are steps."""
_ABOUT_NAMES = ("E302", "E303")


class File(Protocol):
    """The keys of a position file that hold steps."""

    @property
    def line(self) -> tuple[str, ...]: ...
    @property
    def turns(self) -> Sequence[TurnFile]: ...
    @property
    def claims(self) -> Sequence[Claim]: ...
    @property
    def expect(self) -> Expectations: ...


F = TypeVar("F", bound=File)
Reader = Callable[[str, Span | None], object]
"""Reads one step for its words alone. Raises InputError for one that says nothing."""


def check_texts(decoded: Decoded[F], found: Diagnostics, read: Reader, kinds: Collection[str] = ()) -> None:
    """Report steps without an action (E321), unknown names (E302, E303) and words without a meaning
    (E323), each where it stands; `kinds` are words for kinds of pieces. A text that may be several steps is
    told when it is played.
    """
    tries = iter(range(_MOST_PARTS))

    def reads(part: str) -> bool:
        return next(tries, None) is not None and _reads(read, part, kinds)

    for text, span, is_step in _steps(decoded):
        if found.full:
            return
        try:
            _read_all(read, text, span, kinds)
        except FaultyCardError:
            continue
        except InputError as error:
            if may_be_several(text, reads):
                continue
            for each in error.diagnostics:
                if is_step or each.code in _ABOUT_NAMES:
                    help_ = Hint(each.help, each.instead) if each.instead else each.help
                    found.report(each.code, each.message, each.span, help_)


def _read_all(read: Reader, text: str, span: Span | None, kinds: Collection[str]) -> None:
    """Read a step, or the step that each player takes by a sentence about all of them."""
    said = everybody(text, kinds)
    for step in (text,) if said is None else said.steps:
        read(step, span)


def _reads(read: Reader, text: str, kinds: Collection[str]) -> bool:
    try:
        _read_all(read, text, None, kinds)
    except InputError:
        return False
    return True


def _steps(decoded: Decoded[F]) -> Iterator[tuple[str, Span, bool]]:
    """The steps of the turn, of claims and of expectations, with their places.

    A claim of what can be done need not name a step.
    """
    file = decoded.value
    for index, text in enumerate(file.line):
        yield text, decoded.span("line", index), True
    for number, turn in enumerate(file.turns):
        for index, text in enumerate(turn.line or ()):
            yield text, decoded.span("turns", number, "line", index), True
    for index, claim in enumerate(file.claims):
        for kind in ("legal", "illegal", "can", "cannot"):
            if text := getattr(claim, kind):
                yield text, decoded.span("claims", index, kind), kind in ("legal", "illegal")
    for index, text in enumerate(file.expect.legal):
        yield text, decoded.span("expect", "legal", index), True
    for text in file.expect.illegal:
        yield text, decoded.key_span("expect", "illegal", text), True


BEST_PLAYS: Question[[Wishes, Planner | None], BestPlays[Any, Any]] = Question(BestPlays, "best_plays")
CLAIM: Question[[Played[Any, Any] | None, BestPlays[Any, Any], Claim, int], ClaimJudge[Any, Any]] = Question(
    "tsolve.judging.claims:ClaimJudge", "claim"
)
EXPECTATION: Question[..., ExpectationJudge[Any, Any]] = Question(
    "tsolve.judging.expectations:ExpectationJudge", "expectation"
)


def best_plays_of(position: Position[S, A], wishes: Wishes, solve: Planner | None = None) -> BestPlays[S, A]:
    """The best lines that claims and expectations ask about; `solve` plans in place of the planner."""
    return BEST_PLAYS.of(position)(wishes, solve)


def claims_of(
    position: Position[S, A], played: Played[S, A] | None, best_plays: BestPlays[S, A]
) -> Sequence[ClaimJudge[S, A]]:
    """A judge for every claim of the file, in its order. `played` is the file's line."""
    claims = position.written.claims
    judge = CLAIM.of(position) if claims else None
    return [judge(played, best_plays, claim, place) for place, claim in enumerate(claims) if judge]


def expectations_of(
    position: Position[S, A],
    played: Played[S, A] | None,
    claims: Sequence[ClaimAnswer],
    best_plays: BestPlays[S, A],
    readings: Mapping[str, str] | None,
    on_found: Callable[[object], None],
) -> tuple[ExpectationAnswer, ...]:
    """Every expectation of the file, judged."""
    if position.written.expects_nothing:
        return ()
    return EXPECTATION.of(position)(played, claims, best_plays, readings, on_found).judged()


def check_wishes(position: Position[S, A], wishes: Wishes) -> None:
    """Refuse a goal, a target or a kind of turn if the game has none to choose; a game that has goals checks
    their names itself. Raises UsageError.
    """
    goal = "" if position.has_goals else wishes.goal or position.written.goal
    chosen = {"goal": goal, "target": wishes.target or position.written.target, "kind of turn": wishes.turn}
    for what, wanted in chosen.items():
        if wanted:
            raise UsageError(f'{position.ruleset.title} has no {what} to choose: leave out "{wanted}"')
