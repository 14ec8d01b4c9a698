"""Statements about a position: confirmed, refuted, or undecided with the reason."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.budget import FREE, SpentError, allow, current
from tsolve.diagnostics import Span
from tsolve.games.thunderstone.actions import Buy
from tsolve.games.thunderstone.judging.bests import Best, Bests
from tsolve.games.thunderstone.judging.expecting.compared import found_figure, stated_figure, worded
from tsolve.games.thunderstone.judging.figures import figures
from tsolve.games.thunderstone.judging.played import Played, bought
from tsolve.games.thunderstone.judging.sentences import listed
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.target import Target, target_at
from tsolve.games.thunderstone.turn.hall import place_name
from tsolve.games.thunderstone.writing.numbering import step_number
from tsolve.games.thunderstone.writing.position import Opened
from tsolve.games.thunderstone.writing.position_file import ClaimFile
from tsolve.model.answers import Calculation, ClaimAnswer
from tsolve.model.policies import PolicyAnswer
from tsolve.turns.line import play_line

if TYPE_CHECKING:
    from fractions import Fraction


_NO_TIME = "there was no time to judge it"


def judge_claims(opened: Opened, played: Played | None, bests: Bests) -> tuple[ClaimAnswer, ...]:
    """Every claim of the file, in its order. `played` is the file's line, None without one."""
    return tuple(
        _Claim(opened, played, bests, claim, index).judge()
        for index, claim in enumerate(opened.position.claims)
    )


class _Claim:
    def __init__(
        self, opened: Opened, played: Played | None, bests: Bests, claim: ClaimFile, index: int
    ) -> None:
        self.opened, self.played, self.bests, self.claim = opened, played, bests, claim
        self.book = opened.book
        (self.kind,) = claim.kinds
        self.span = opened.decoded.span("claims", index, self.kind)
        self.after = None if claim.after is None else step_number(claim.after, opened.position.line)
        """The steps after which it is judged; None for the end of the line."""

    def judge(self) -> ClaimAnswer:
        """The verdict; undecided where the budget was not enough. What a played line says is judged in any
        case.
        """
        try:
            with allow(FREE if self._needs_no_search() else current()):
                return self._judged()
        except SpentError:
            return self._answer(None, _NO_TIME)

    def _needs_no_search(self) -> bool:
        if self.kind in ("legal", "illegal") or self.claim.stated:
            return True
        return self.played is not None and self.after is None

    def _judged(self) -> ClaimAnswer:
        if self.kind in ("legal", "illegal"):
            return self._legality()
        if self.kind == "gold":
            return self._gold()
        if self.kind in ("buys", "cannot_buy"):
            return self._purchase()
        if self.claim.stated:
            return self._figure()
        return self._battle()

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
        past = self.claim.after
        steps = f"{past} step{'s' if past != 1 else ''}" if isinstance(past, int) else past
        after = "" if past is None else f" (after {steps})"
        return ClaimAnswer(self._text() + after, verdict, reason, rulings, calculation)  # type: ignore[arg-type]

    def _text(self) -> str:
        claim = self.claim
        if claim.total is not None:
            return f"total {claim.total} against {self._monster().say(self.book)}"
        if self.kind in ("legal", "illegal"):
            return f"{self.kind}: {getattr(claim, self.kind)}"
        if self.kind == "gold":
            return f"gold {claim.gold}"
        if claim.stated:
            return f"{self.kind} {worded(stated_figure(self.opened, claim.stated[self.kind]))}"
        chance = f" with chance {claim.chance}" if claim.chance is not None else ""
        named = getattr(claim, self.kind)
        battle = self.kind in ("defeats", "not_defeats")
        name = self._monster().say(self.book) if battle else self.book.name(self.opened.card(named))
        return f"{self.kind.replace('_', ' ')} {name}{chance}"

    def _monster(self) -> Target:
        """The Monster that a claim about a battle names."""
        claim = self.claim
        return self.opened.target(claim.against or claim.defeats or claim.not_defeats or "")

    # where the claim is judged

    def _state(self) -> State | None:
        """The position after the steps that the claim asks for; None when the line breaks before."""
        if not self.after:
            return self.opened.state
        assert self.played is not None  # the file was checked
        return self.played.states[self.after] if self.after < len(self.played.states) else None

    def _from(self, state: State, texts: Sequence[str], spans: Sequence[Span | None] = ()) -> Played:
        """A line played from another position than that of the file."""
        return play_line(self.opened.at(state), texts, spans)

    def _broken(self) -> ClaimAnswer:
        assert self.played is not None
        return self._answer(None, f"the line does not get that far. {self.played.answer.outcome}")

    # legality

    def _legality(self) -> ClaimAnswer:
        state = self._state()
        if state is None:
            return self._broken()
        text = getattr(self.claim, self.kind)
        tried = self._from(state, [text], [self.span])
        step = tried.answer.steps[0]
        wants_legal = self.kind == "legal"
        if step.refusal is None:
            move = tried.moves[-1] if tried.moves else None
            grounds = self.opened.game.grounds(move.before, move.action) if move is not None else ()
            return self._answer(wants_legal, "legal", grounds)
        if tried.undecided:
            return self._answer(None, step.refusal.reason, step.refusal.rulings)
        return self._answer(not wants_legal, step.refusal.reason, step.refusal.rulings)

    # battles

    def _battle(self) -> ClaimAnswer:
        target = self._monster()
        if self.played is not None and self.after is None:
            return self._whatever_is_chosen(self.played, lambda way: self._fought(way, target))
        state = self._state()
        if state is None:
            return self._broken()
        if self.played is None:
            return self._of_each(target, state, self._best_battle)

        def attacked(one: Target) -> ClaimAnswer:
            fought = self._from(state, [f"attack {one.say(self.book)}"])
            return self._whatever_is_chosen(fought, lambda way: self._fought(way, one))

        return self._of_each(target, state, attacked)

    def _of_each(self, target: Target, state: State, judge: Callable[[Target], ClaimAnswer]) -> ClaimAnswer:
        """The verdict where a name may mean several Monsters: whether one of them is defeated, or what all
        of them face.
        """
        places = target.places(state)
        if len(places) < 2 or (self.kind != "total" and self.played is None):
            return judge(target)
        answers = [judge(target_at(state, place)) for place in places]
        if self.kind != "total":
            defeated = "confirmed" if self.kind == "defeats" else "refuted"
            return next((each for each in answers if each.verdict == defeated), answers[0])
        if len({each.verdict for each in answers}) == 1:
            return answers[0]
        where = [place_name(place) for place in places]
        told = "; ".join(f"in {place}: {each.reason}" for place, each in zip(where, answers, strict=True))
        name = self.book.name(target.monster) if target.monster else "a Monster"
        return self._answer(
            None, f'{name} stands in {listed(where)}: say which, as "{name} in {where[0]}" ({told})'
        )

    def _whatever_is_chosen(self, played: Played, judge: Callable[[Played], ClaimAnswer]) -> ClaimAnswer:
        """Judge by a line, and where it leaves a choice open by every way in which that can go."""
        if not played.undecided:
            return judge(played)
        answers = [judge(way.played) for way in played.ways]
        verdicts = {each.verdict for each in answers}
        if not verdicts:
            return self._answer(None, played.undecided)
        if len(verdicts) == 1:
            return replace(answers[0], reason=f"whatever is chosen: {answers[0].reason}")
        one_of_each = {each.verdict: (way, each) for way, each in zip(played.ways, answers, strict=True)}
        told = "; ".join(f"with {way.told}: {each.reason}" for way, each in one_of_each.values())
        return self._answer(None, f"it hangs on a choice that the line leaves open: {told}")

    def _fought(self, played: Played, target: Target) -> ClaimAnswer:
        """Judge by a line that was played."""
        tally = played.result.tally
        if not played.answer.legal:
            rulings = next(
                (step.refusal.rulings for step in played.answer.steps if step.refusal is not None), ()
            )
            return self._settled(False, played.answer.outcome, rulings)
        if not target.was_attacked(played.result) or not tally.outcome:
            return self._settled(
                False, f"the line does not attack {target.say(self.book)}. {played.answer.outcome}"
            )
        return self._compared(played)

    def _compared(self, played: Played) -> ClaimAnswer:
        """Compare the claim with a battle against its Monster."""
        tally, table = played.result.tally, played.answer.calculation
        if self.claim.total is not None:
            holds = tally.value == self.claim.total
            return self._answer(holds, f"the Attack Value is {tally.value}", _rulings(table), table)
        won = tally.outcome == "won"
        rulings = tally.lack_rulings or ("TS-7.6",)
        return self._settled(won, played.answer.outcome, rulings, table)

    def _best_battle(self, target: Target) -> ClaimAnswer:
        """Judge by the best line against the Monster."""
        goal = "value" if self.claim.total is not None else None
        best = self.bests.against(target, goal)
        if best.answer.policy is not None:
            return self._under_chance(best, best.answer.policy, target)
        if best.played is None or not best.played.result.tally.outcome:
            reason = best.reason or f"{target.say(self.book)} cannot be attacked"
            return self._settled(False, reason, best.rulings) if best.sure else self._answer(None, reason)
        answer = self._compared(best.played)
        won = best.played.result.tally.outcome == "won"
        if best.sure or (won and self.claim.total is None and self.claim.chance is None):
            return replace(answer, reason=f"with the best line: {answer.reason}")
        return replace(answer, verdict="undecided", reason=f"{best.reason}; so far: {answer.reason}")

    def _under_chance(self, best: Best, policy: PolicyAnswer, target: Target) -> ClaimAnswer:
        """Judge by the best play where it draws."""
        from tsolve.games.thunderstone.judging.likely import judge_defeat, judge_value

        if self.claim.total is not None:
            return self._answer(*judge_value(self.bests, best, policy, target, self.claim.total))
        return self._answer(*judge_defeat(best, policy, self._wanted_chance(), self.kind == "defeats"))

    def _wanted_chance(self) -> Fraction | None:
        """The chance that the claim states; None for certainty."""
        if self.claim.chance is None:
            return None
        from fractions import Fraction

        return Fraction(self.claim.chance)

    def _settled(
        self,
        comes: bool,
        reason: str,
        rulings: tuple[str, ...] = (),
        table: Calculation | None = None,
    ) -> ClaimAnswer:
        """The verdict where it is certain whether the battle is won, or the card bought, that is claimed. A
        total that nothing comes to is refuted.
        """
        if self.kind not in ("defeats", "buys"):
            return self._answer(self.kind != "total" and not comes, reason, rulings, table)
        wanted = self._wanted_chance()
        if wanted is None:
            return self._answer(comes, reason, rulings, table)
        certain = f"{reason.rstrip('.')}, so the chance is {int(comes)}"
        return self._answer(wanted == comes, certain, rulings, table)

    # figures

    def _figure(self) -> ClaimAnswer:
        """What the line has come to after a step, or at its end."""
        assert self.played is not None  # the file was checked
        if self.after is not None:
            return self._broken() if self._state() is None else self._compare_figure(self.played)
        return self._whatever_is_chosen(self.played, self._compare_figure)

    def _compare_figure(self, played: Played) -> ClaimAnswer:
        found = found_figure(self.opened, figures(self.opened, played, self.after)[self.kind])
        wanted = stated_figure(self.opened, self.claim.stated[self.kind])
        table = played.answer.calculation if self.kind in ("attack", "magic", "light", "penalty") else None
        reason = f"{self.kind} {worded(found)}" if found is not None else "there is no battle so far"
        return self._answer(found == wanted, reason, _rulings(table), table)

    # the Village

    def _gold(self) -> ClaimAnswer:
        state = self._state()
        if state is None:
            return self._broken()
        if self.played is not None:
            if self.after is None:
                return self._whatever_is_chosen(
                    self.played, lambda way: self._has_gold(*_gold_at(self.opened, way.result, way))
                )
            gold, table = _gold_at(self.opened, state, None)
        else:
            from tsolve.games.thunderstone.judging.visits import richest

            found = richest(self.opened)
            if found.open_end:
                return self._answer(None, found.open_end)
            if found.draws:
                from tsolve.games.thunderstone.judging.visits_under_chance import judge_gold

                wanted = self.claim.gold or 0
                judged = judge_gold(self.opened, self.bests.visits, found, wanted)
                return self._answer(*judged, ("TS-4.3",))
            gold, table = found.gold, found.calculation
        return self._has_gold(gold, table)

    def _has_gold(self, gold: int, table: Calculation | None) -> ClaimAnswer:
        return self._answer(gold == self.claim.gold, f"{gold} gold is at hand", ("TS-4.3",), table)

    def _purchase(self) -> ClaimAnswer:
        card = self.opened.card(self.claim.buys or self.claim.cannot_buy or "")
        if self.played is not None and self.after is None:
            return self._whatever_is_chosen(self.played, lambda way: self._purchase_of_line(way, card))
        state = self._state()
        if state is None:
            return self._broken()
        from tsolve.games.thunderstone.judging.visits import way_to_buy

        opened = self.opened.at(state)
        way = way_to_buy(opened, card)
        if way.line is not None:
            reason = f"{'; '.join(way.line)}: legal"
            return self._settled(True, reason, ("TS-4.4",), way.calculation)
        if way.open_end:
            return self._answer(None, way.open_end)
        if way.draws:
            from tsolve.games.thunderstone.judging.visits_under_chance import judge_purchase

            wanted, buys = self._wanted_chance(), self.kind == "buys"
            judged = judge_purchase(opened, self.bests.visits, card, way, wanted, buys)
            return self._answer(*judged, ("TS-4.4",))
        return self._settled(False, way.reason, way.rulings)

    def _purchase_of_line(self, played: Played, card: str) -> ClaimAnswer:
        if card in bought(played.moves):
            return self._settled(True, played.answer.outcome, ("TS-4.4",), played.answer.calculation)
        if self.kind == "buys":
            return self._settled(False, f"the line does not buy it. {played.answer.outcome}")
        return self._could_not_buy(played, card)

    def _could_not_buy(self, played: Played, card: str) -> ClaimAnswer:
        """Whether no point of the line allowed the purchase; the last refusal is the reason."""
        text = f"buy {self.book.name(card)}"
        chance = None
        for number, state in enumerate(played.states):
            refusal = self.opened.game.why_not(state, Buy(card))
            if refusal is None:
                return self._answer(False, f"it could be bought after step {number}", ("TS-4.4",))
            if state.step == "buying" or (state.todo and state.todo[-1].name == "spoils"):
                chance = refusal
        last = chance or self._from(played.states[-1], [text]).answer.steps[-1].refusal
        assert last is not None
        return self._answer(True, last.reason, last.rulings)


def _gold_at(opened: Opened, state: State, played: Played | None) -> tuple[int, Calculation | None]:
    """The gold for the purchases, and its table, in a position of a visit to the Village."""
    if state.step in ("choose", "effects"):
        ahead = play_line(opened.at(state), ["visit the Village", "go on to the purchases"])
        table = ahead.answer.calculation
        return ahead.result.tally.gold, table
    return state.tally.gold, played.answer.calculation if played is not None else None


def _rulings(table: Calculation | None) -> tuple[str, ...]:
    """The rulings of the rows that changed the total."""
    if table is None:
        return ()
    return tuple(dict.fromkeys(ruling for row in table.rows if row.change for ruling in row.rulings))
