"""Statements about a position: confirmed, refuted, or undecided with the reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext, suppress
from fractions import Fraction
from typing import TYPE_CHECKING, Generic, TypeVar

from msgspec.structs import replace

from tsolve.budget import SpentError, surely
from tsolve.contract.position import Position
from tsolve.contract.step_reader import Played, Scope, says_what_to_write
from tsolve.diagnostics import located
from tsolve.engine import CHANCE, UNKNOWN
from tsolve.errors import InputError
from tsolve.judging.check import BestPlays
from tsolve.judging.numbers import Judged, Outcome, judge, whether
from tsolve.model.answers import ClaimAnswer
from tsolve.model.facts import Fact, by_name, worded
from tsolve.model.plays import Calculation, LineAnswer
from tsolve.model.trace import Entry
from tsolve.model.verdicts import chance_in_words
from tsolve.steps.line import play_line
from tsolve.written.claimed_chance import ClaimedChance
from tsolve.written.position_file import step_number
from tsolve.written.statements import Claim

if TYPE_CHECKING:
    from tsolve.model.why_not import Detail, WhyNotAnswer

S = TypeVar("S")
A = TypeVar("A")

POSSIBILITY = ("can", "cannot")
"""The kinds of claim that something can or cannot be done; a why-not answers them."""
_NO_TIME = "there was no time to judge it"


def _done_by(line: LineAnswer, ends_turn: str) -> str:
    """The steps that do something, without the end of the turn, and their total if there is a calculation."""
    texts = [step.text for step in line.steps]
    if texts[1:] and texts[-1] == ends_turn:
        texts.pop()
    if not texts:
        return "you can, without any step"
    steps = "; ".join(texts)
    return f"you can: {steps}" + (f". {line.outcome}" if line.calculation is not None else "")


class ClaimJudge(Generic[S, A]):
    """Judges one claim. A game that has further kinds of statement adds them."""

    def __init__(
        self,
        position: Position[S, A],
        played: Played[S, A] | None,
        best_plays: BestPlays[S, A],
        claim: Claim,
        index: int,
    ) -> None:
        """`played` is the file's line, None without one; `index` is the claim's place in the file."""
        self.position, self.played, self.best_plays = position, played, best_plays
        self.claim = claim
        (self.kind,) = claim.kinds
        self.span = position.decoded.span("claims", index, self.kind)
        self.after = None if claim.after is None else step_number(claim.after, position.written.line)
        """The number of steps after which it is judged; None for the end of the line."""
        self.detail: Detail = "reasons"
        """How detailed the answers are to what can or cannot be done."""
        self.depends_on_facts = False
        """Whether it is undecided and a fact that is missing in the file may decide it."""
        self._no_fact_helps = False

    @property
    def has_one_calculation(self) -> bool:
        """Whether the calculation behind the verdict is the only one there is."""
        return True

    @property
    def number(self) -> int | None:
        """The number that is claimed of a calculation."""
        stated = self.claim.stated.get(self.kind) if self.claim.bound is None else None
        return stated if isinstance(stated, int) else None

    def judge(self) -> ClaimAnswer:
        """The verdict; undecided if the budget runs out. What needs no search, such as a number of the played
        line, is judged although it has.
        """
        self._no_fact_helps = False
        if untold := self.position.untold_by_log:
            return self.left_open(untold)
        try:
            with surely() if self._needs_no_search() else nullcontext():
                answer = self._judged()
        except SpentError:
            answer = self.left_open(_NO_TIME)
        settled = answer.verdict != "undecided" or says_what_to_write(answer.reason)
        self.depends_on_facts = not (settled or self._no_fact_helps)
        return answer

    def _needs_no_search(self) -> bool:
        if self.kind in ("legal", "illegal") or self.claim.stated:
            return True
        if self.kind in POSSIBILITY:
            return False
        return self.played is not None and self.after is None

    def _judged(self) -> ClaimAnswer:
        if self.kind in POSSIBILITY:
            return self._possibility()
        return self._legality() if self.kind in ("legal", "illegal") else self._figure()

    # verdicts

    def _answer(
        self,
        holds: bool | None,
        reason: str,
        rulings: tuple[str, ...] = (),
        calculation: Calculation | None = None,
    ) -> ClaimAnswer:
        """`holds`: whether the statement is true; None when that cannot be told."""
        verdict = "undecided" if holds is None else "confirmed" if holds else "refuted"
        return ClaimAnswer(
            self.claim_and_when(),
            verdict,  # type: ignore[arg-type]
            reason,
            rulings,
            calculation,
            self._left_out(calculation) if holds is False else (),
            self.span.line if self.span is not None else None,
        )

    def left_open(self, reason: str) -> ClaimAnswer:
        """Undecided, and no further fact in the file would decide it."""
        self._no_fact_helps = True
        return self._answer(None, reason)

    def _left_out(self, calculation: Calculation | None) -> tuple[Entry, ...]:
        """The rows that somebody may have left out to get the claimed number."""
        if calculation is None or not calculation.rows or self.number is None:
            return ()
        measure = self.position.measures.by_name.get(self.kind)
        if measure is not None and measure.quantity not in ("", calculation.rows[-1].quantity):
            return ()  # the number is of a part of the sum
        from tsolve.steps.left_open import left_out

        return left_out(calculation, self.number)

    def claim_and_when(self) -> str:
        """The claim in words, and after which steps it is judged, if it says that."""
        past = self.claim.after
        steps = f"{past} step{'s' if past != 1 else ''}" if isinstance(past, int) else past
        return self.claim_in_words() + ("" if past is None else f" (after {steps})")

    def claim_in_words(self) -> str:
        """The claim in words."""
        if self.kind in POSSIBILITY:
            return f"{self.kind} {self._query}"
        if self.kind in ("legal", "illegal"):
            return f"{self.kind}: {self.claim.legal or self.claim.illegal}"
        stated = self._stated()
        if "" in stated:
            return f"{self.kind} {self._bound}{worded(stated[''])}"
        return f"{self.kind.replace('_', ' ')}: {self._bound}{by_name(stated)}"

    @property
    def _bound(self) -> str:
        """The words before the number that say it is a bound; empty where it is none."""
        return f"{self.claim.bound} " if self.claim.bound is not None else ""

    def _stated(self) -> Mapping[str, Fact]:
        """The claimed values, by whose they are; the key is empty for the turn itself."""
        written = self.claim.stated[self.kind]
        return self.position.stated(self.kind, written, self.span, self._scope)

    @property
    def _scope(self) -> Scope[S, A] | None:
        """The part of the line that is meant; None without a line."""
        return None if self.played is None else Scope(self.played, self.after)

    # where the claim is judged

    def _state(self) -> S | None:
        """The position after the steps that the claim names; None if the line fails before."""
        if not self.after:
            return self.position.state
        assert self.played is not None  # the file was checked
        return self.played.states[self.after] if self.after < len(self.played.states) else None

    def _from(self, state: S, texts: Sequence[str]) -> Played[S, A]:
        """A line played from another position than that of the file."""
        return play_line(self.position.at(state), texts)

    def _broken(self) -> ClaimAnswer:
        assert self.played is not None
        return self._answer(None, f"the turn does not get that far. {self.played.answer.outcome}")

    # legality

    def _legality(self) -> ClaimAnswer:
        state = self._state()
        if state is None:
            return self._broken()
        tried = self._tried(state)
        step = tried.answer.steps[-1]
        wants_legal = self.kind == "legal"
        if step.refusal is None:
            if untold := self._comes_untold(tried, step.text):
                return self._answer(None, untold)
            acts = bool(tried.moves) and tried.states[-1] is not tried.states[-2]
            move = tried.moves[-1] if acts else None
            if move is not None and self.position.game.mover(move.before) == UNKNOWN:
                return self._answer(None, self.position.step_reader().chance(move.before).first)
            rulings = self.position.game.rulings_for(move.before, move.action) if move is not None else ()
            return self._answer(wants_legal, "it is legal", rulings)
        refusal, holds = step.refusal, None if tried.undecided else not wants_legal
        if tried.undecided:
            from tsolve.steps.left_open import never_legal

            if never := never_legal(self.position.at(state), step.text):
                refusal, holds = never, not wants_legal
        return self._answer(holds, refusal.reason, refusal.rulings)

    def _comes_untold(self, tried: Played[S, A], text: str) -> str:
        """Why it is unknown whether the card of a postponed draw is the one that the text names: the deck is
        unknown. Empty if it is known, or no draw was postponed.
        """
        before, step_reader = tried.states[-2], self.position.step_reader()
        with suppress(InputError):  # a text that says several steps
            event = step_reader.read(before, text, None).action
            if not step_reader.is_event(event) or any(move.action == event for move in tried.moves):
                return ""
            pursued = self.position.at(before).asking(event)
            if pursued.game.mover(pursued.state) == UNKNOWN:
                return step_reader.chance(pursued.state).first
        return ""

    def _tried(self, state: S) -> Played[S, A]:
        """The action, tried from the position; if it is refused there, also as the next step of the line,
        which knows more than the position.
        """
        text = self.claim.legal or self.claim.illegal or ""
        tried = play_line(self.position.at(state), [text], [self.span], in_all_ways=False)
        if tried.answer.steps[-1].refusal is None or self.played is None or not self.after:
            return tried
        again = self._as_next_step(self.played, text, in_all_ways=False)
        return again if again.undecided or again.answer.steps[-1].refusal is None else tried

    def _as_next_step(self, played: Played[S, A], text: str, in_all_ways: bool) -> Played[S, A]:
        """The steps of the line so far, and one more."""
        before = [step.text for step in played.answer.steps[: self.after]]
        return play_line(self.position, [*before, text], in_all_ways=in_all_ways)

    # what can be done

    @property
    def _asks_for_outcome(self) -> bool:
        """Whether the claim is about the result of a fight rather than the way there."""
        return False

    @property
    def _query(self) -> str:
        return self.claim.can or self.claim.cannot or ""

    def _possibility(self) -> ClaimAnswer:
        """Whether something can be done now or later in the turn. What followed from the last step without a
        choice counts as done.
        """
        state = self._state()
        if state is None:
            return self._broken()
        answer = self._asked(state, self._query, self.kind == "can")
        if answer.verdict != "undecided" and (answer.verdict == "confirmed") == (self.kind == "can"):
            return answer
        return self._told_again() or answer

    def _told_again(self) -> ClaimAnswer | None:
        """The verdict if the query only names what already followed from the line without a choice; else
        None.
        """
        if self.played is None or not self.after:
            return None
        with suppress(InputError):
            again = self._as_next_step(self.played, self._query, in_all_ways=True)
            last = [move for move in again.moves if move.step == len(again.answer.steps)]
            by_chance = any(self.position.game.mover(move.before) in (CHANCE, UNKNOWN) for move in last)
            by_chance |= not last and again.states[-1] is not again.states[-2]  # what was put off has come
            if again.answer.legal and not by_chance:
                return self._answer(self.kind == "can", _done_by(again.answer, self.position.ends_turn))
        return None

    def _asked(self, state: S, query: str, can: bool, wanted: ClaimedChance | None = None) -> ClaimAnswer:
        """Judges that something can, or cannot, be done from a position on; with `wanted`, that this is its
        best chance.
        """
        with located(self.span):
            found = self.position.at(state).why_not(query, "", self.detail)
        is_possible = found.verdict == "possible"
        texts = self._in_words(found)
        chance = None if found.chance is None else Fraction(found.chance.exact)
        holds = None if found.verdict == "undecided" else is_possible == can
        if holds is None and chance is not None:
            holds = self._of_chance(chance, can)
        if wanted is not None and (found.verdict != "undecided" or chance is not None):
            sure = "it is certain" if is_possible else "there is no chance"
            texts = [*texts, sure] if found.verdict != "undecided" else texts
            best = chance if found.verdict == "undecided" and chance is not None else Fraction(is_possible)
            holds = wanted.holds(best)
        reasons = () if is_possible else found.reasons
        rulings = dict.fromkeys(ruling for reason in reasons for ruling in reason.rulings)
        table = found.line.calculation if found.line is not None else None
        return self._answer(holds, "; ".join(texts) or found.verdict, tuple(rulings), table)

    def _of_chance(self, chance: Fraction, can: bool) -> bool | None:
        """Whether what chance decides can, or cannot, be done; None if that is not said."""
        return None

    def _in_words(self, found: WhyNotAnswer) -> list[str]:
        """How something is done, or why not; for a claim about a battle, the result of the battle."""
        line = found.line
        table = line.calculation if line is not None and self._asks_for_outcome else None
        outcome = line.outcome if line is not None and table is not None and table.against is not None else ""
        if found.verdict == "possible":
            if line is None or found.chance is not None:
                return list(found.notes)
            return [*found.notes, outcome or _done_by(line, self.position.ends_turn)]
        if found.chance is not None and found.chance.value:
            first = f": first {found.first}" if found.first else ""
            return [f"the best chance is {chance_in_words(Fraction(found.chance.exact))}{first}"]
        if found.verdict == "undecided":
            return list(found.left_out)
        missed = outcome and any(reason.in_short for reason in found.reasons)
        texts = [outcome.removesuffix(".")] if missed else [reason.text for reason in found.reasons]
        if found.chance is None:
            return texts
        return [f"whatever comes: {each}" for each in texts[:1]] + texts[1:]

    def _whatever_is_chosen(
        self, played: Played[S, A], judge: Callable[[Played[S, A]], ClaimAnswer]
    ) -> ClaimAnswer:
        """Judge by a line, or by each of its continuations if it leaves choices open. Even a choice that does
        not change the result may change the claim.
        """
        if not played.undecided and not played.ways:
            return judge(played)
        answers = [judge(way.played) for way in played.ways]
        verdicts = {each.verdict for each in answers}
        if not verdicts:
            return self._answer(None, played.undecided)
        if len(verdicts) == 1:
            if not played.undecided:
                return judge(played)
            reasons = dict.fromkeys(each.reason.removesuffix(".") for each in answers)
            table = answers[0].calculation if len(reasons) == 1 else None
            text = f"whatever comes: {' or '.join(reasons)}"
            return replace(answers[0], reason=text, calculation=table)
        one_of_each = {each.verdict: (way, each) for way, each in zip(played.ways, answers, strict=True)}
        text = "; ".join(
            f"with {way.told}: {each.reason.removesuffix('.')}" for way, each in one_of_each.values()
        )
        return self._answer(None, f"it depends on what the steps leave open: {text}")

    # what a line comes to

    def _figure(self) -> ClaimAnswer:
        """A number or a list, after a step or at the end of the line."""
        assert self._scope is not None  # the file was checked
        return self._by(
            whether(self.position, self._scope, self.kind, self._stated(), self._say, self.claim.bound)
        )

    def _in(self, outcomes: Sequence[Outcome]) -> ClaimAnswer:
        """The verdict from the values of the fact in these outcomes."""
        return self._by(
            judge(self.position, self.kind, self._stated(), outcomes, self._say, self.claim.bound)
        )

    def _by(self, found: Judged) -> ClaimAnswer:
        return self._answer(found.holds, found.reason, found.rulings, found.calculation)

    def _say(self, value: Mapping[str, Fact]) -> str:
        if "" not in value:
            return by_name(value)
        if value[""] is None and self.played is not None:
            return self.position.without_fact(self.played)
        return f"{self.kind.replace('_', ' ')} {worded(value[''])}"
