"""What a puzzle expects, compared one by one with what was found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from tsolve.games.thunderstone import piles
from tsolve.games.thunderstone.judging.bests import Bests
from tsolve.games.thunderstone.judging.lines import play_line
from tsolve.games.thunderstone.judging.played import Played
from tsolve.games.thunderstone.scoring import scores
from tsolve.games.thunderstone.state import NONE, UNSEEN, State
from tsolve.games.thunderstone.turn.market import left_of
from tsolve.games.thunderstone.writing.card_names import split_count
from tsolve.games.thunderstone.writing.position import Opened
from tsolve.games.thunderstone.writing.position_file import (
    AfterExpectation,
    BestExpectation,
    LineExpectation,
    RowExpectation,
)
from tsolve.model.answers import ClaimAnswer, ExpectationAnswer
from tsolve.model.trace import Entry


def judge_expectations(
    opened: Opened,
    played: Played | None,
    claims: Sequence[ClaimAnswer],
    bests: Bests,
    readings: Mapping[str, str],
) -> tuple[ExpectationAnswer, ...]:
    """Every expectation of the file. `readings` are those that the whole answer went through so far."""
    return tuple(_Expectations(opened, played, claims, bests, readings).judge())


class _Expectations:
    def __init__(
        self,
        opened: Opened,
        played: Played | None,
        claims: Sequence[ClaimAnswer],
        bests: Bests,
        readings: Mapping[str, str],
    ) -> None:
        self.opened, self.played, self.claims, self.bests = opened, played, claims, bests
        self.readings = readings
        self.book = opened.book
        self.expect = opened.position.expect

    def judge(self) -> Iterator[ExpectationAnswer]:
        expect = self.expect
        yield from self._legality()
        if expect.line is not None:
            yield from self._line(expect.line)
        for index, wanted in enumerate(expect.claims):
            claim = self.claims[index]
            yield _same(f"claims {index + 1}: {claim.text}", wanted, claim.verdict, claim.reason)
        if expect.best is not None:
            yield from self._best(expect.best)
        for name, total in expect.totals.items():
            yield self._total(name, total)
        if expect.calculation:
            yield from self._calculation(expect.calculation)
        if expect.after is not None:
            yield from self._after(expect.after)
        if expect.policy is not None:
            from tsolve.games.thunderstone.judging.expecting.policy import judge_policy

            yield from judge_policy(self.opened, self.bests.overall())
        if expect.grade is not None:
            from tsolve.games.thunderstone.judging.expecting.grade import judge_grade

            yield from judge_grade(self.opened, expect.grade)
        if expect.why_not:
            from tsolve.games.thunderstone.judging.expecting.why_not import judge_why_not

            yield from judge_why_not(self.opened, expect.why_not)
        if expect.odds is not None:
            from tsolve.games.thunderstone.judging.expecting.odds import judge_odds

            yield from judge_odds(self.opened, expect.odds)
        used = set(self.readings) | (set(self.bests.readings()) if expect.readings else set())
        for key in expect.readings:
            found = f"went through {', '.join(sorted(used)) or 'none'}"
            yield ExpectationAnswer("readings", key in used, key, found)

    # legality

    def _legality(self) -> Iterator[ExpectationAnswer]:
        for index, text in enumerate(self.expect.legal):
            span = self.opened.decoded.span("expect", "legal", index)
            step = play_line(self.opened, [text], [span]).answer.steps[0]
            found = "legal" if step.refusal is None else f"not legal: {step.refusal.reason}"
            yield ExpectationAnswer(f"legal: {text}", step.refusal is None, "legal", found)
        for text, rulings in self.expect.illegal.items():
            span = self.opened.decoded.key_span("expect", "illegal", text)
            step = play_line(self.opened, [text], [span]).answer.steps[0]
            expected = f"not legal{' because of ' + ', '.join(rulings) if rulings else ''}"
            if step.refusal is None:
                yield ExpectationAnswer(f"illegal: {text}", False, expected, "legal")
                continue
            holds = set(rulings) <= set(step.refusal.rulings)
            found = f"{step.refusal.reason} ({', '.join(step.refusal.rulings)})"
            yield ExpectationAnswer(f"illegal: {text}", holds, expected, found)

    # the line

    def _line(self, expect: LineExpectation) -> Iterator[ExpectationAnswer]:
        played = self.played
        if played is None:
            yield ExpectationAnswer("line", False, "a line", "the file has no line")
            return
        broken = next((step for step in played.answer.steps if step.refusal is not None), None)
        outcome = played.answer.outcome
        if expect.legal is not None:
            yield _same("line legal", expect.legal, played.answer.legal, outcome)
        if expect.illegal_step is not None:
            yield _same("line illegal_step", expect.illegal_step, broken.number if broken else None, outcome)
        if expect.rulings:
            given = broken.refusal.rulings if broken is not None and broken.refusal is not None else ()
            holds = set(expect.rulings) <= set(given)
            yield ExpectationAnswer(
                "line rulings", holds, ", ".join(expect.rulings), ", ".join(given) or "none"
            )
        tally = played.result.tally
        if expect.total is not None:
            yield _same("line total", expect.total, tally.value if tally.outcome else None, outcome)
        if expect.won is not None:
            yield _same("line won", expect.won, tally.outcome == "won", outcome)
        if expect.gold is not None:
            yield _same("line gold", expect.gold, tally.gold, outcome)

    # the best line

    def _best(self, expect: BestExpectation) -> Iterator[ExpectationAnswer]:
        best = self.bests.overall(all_lines=expect.ways is not None)
        if best.played is None:
            drawn = best.answer.policy and "the best play hangs on what is drawn: see `policy`"
            yield ExpectationAnswer("best", False, "a line", drawn or best.reason or "there is none")
            return
        if not best.sure:
            yield ExpectationAnswer("best proved", False, "proved", best.reason)
        played, tally = best.played, best.played.result.tally
        outcome = played.answer.outcome
        monster = self.book.cards.get(tally.attacked)
        health = (monster.health or 0) if monster is not None else 0
        won = tally.outcome == "won"
        worth = dict(zip(best.answer.goal, best.answer.objective, strict=False))
        found: dict[str, object] = {
            "target": self.book.name(tally.attacked) if tally.attacked else None,
            "total": tally.value if tally.outcome else None,
            "win": won,
            "vp": worth.get("vp", (monster.vp or 0) if won and monster is not None else 0),
            "xp": worth.get("xp", tally.xp),
            "lost": tally.lost,
            "margin": tally.value - health if won else None,
            "shortfall": max(health - tally.value, 0) if not won else 0,
            "ways": len(best.answer.best),
            "value": best.answer.objective[0] if best.answer.objective else None,
            "bought": self._counted(played.bought),
            "levelled": self._counted(into for _, into in played.levelled),
            "gold": tally.gold,
            "destroyed": self._counted([*tally.destroyed, *["disease"] * tally.diseases_destroyed]),
        }
        for field, value in found.items():
            wanted = getattr(expect, field)
            if wanted is None:
                continue
            if field == "target":
                wanted = self.book.name(self.opened.card(wanted))
            elif isinstance(wanted, tuple):
                wanted = self._counted_names(wanted)
            yield _same(f"best {field}", wanted, value, outcome)

    def _total(self, name: str, total: int) -> ExpectationAnswer:
        target = self.opened.card(name)
        best = self.bests.against(target, "value")
        if best.answer.policy is not None:
            from tsolve.games.thunderstone.judging.likely import judge_value

            judged = judge_value(self.bests, best, best.answer.policy, target, total)
            return ExpectationAnswer(f"totals {name}", judged.holds is True, str(total), judged.reason)
        if best.played is None:
            return ExpectationAnswer(
                f"totals {name}", False, str(total), best.reason or "it cannot be attacked"
            )
        tally = best.played.result.tally
        answer = _same(f"totals {name}", total, tally.value, best.played.answer.outcome)
        return answer if best.sure else ExpectationAnswer(answer.what, False, answer.expected, best.reason)

    # tables

    def _calculation(self, rows: Sequence[RowExpectation]) -> Iterator[ExpectationAnswer]:
        played = self.played if self.played is not None else self.bests.overall().played
        table = played.answer.calculation if played is not None else None
        left = list(table.rows) if table is not None else []
        for row in rows:
            subject = self.book.name(self.opened.card(row.card)) if row.card else ""
            alike = [entry for entry in left if entry.subject == subject]
            for quantity, change in row.changes.items() or [("", 0)]:
                match = next((each for each in alike if _fits(each, quantity, change, row.ruling)), None)
                if match is not None:
                    left.remove(match)
                expected = f"{quantity} {change:+d}{' by ' + row.ruling if row.ruling else ''}".strip()
                found = "; ".join(f"{each.quantity} {each.change:+d}" for each in alike) or "no such row"
                yield ExpectationAnswer(
                    f"calculation {subject or 'step'}", match is not None, expected, found
                )

    # the position afterwards

    def _after(self, expect: AfterExpectation) -> Iterator[ExpectationAnswer]:
        if self.played is None:
            yield ExpectationAnswer("after", False, "a line", "the file has no line")
            return
        state, me = self.played.final, self.opened.state.active
        player = state.players[me]
        hand = (
            [m.card for m in state.party if not m.left and m.owner == NONE]
            if state.active == me
            else player.hand
        )
        if expect.xp is not None:
            yield _same("after xp", expect.xp, player.xp)
        if expect.hall is not None:
            wanted = ", ".join(self._hall_name(name) for name in expect.hall)
            yield _same("after hall", wanted, ", ".join(self._in_rank(slot.card) for slot in state.hall))
        if expect.hand is not None:
            yield _same("after hand", self._counted_names(expect.hand), self._counted(hand or ()))
        piles_after = {"discard": player.discard, "removed": state.removed}
        for field, cards in piles_after.items():
            if (names := getattr(expect, field)) is not None:
                yield _same(f"after {field}", self._counted_names(names), self._counted(cards))
        for name, count in (expect.village or {}).items():
            yield _same(f"after village {name}", count, left_of(state, self.opened.card(name)))
        if expect.points is not None:
            yield _same("after points", expect.points, scores(self.book, state)[me])
        if expect.over is not None:
            yield _same("after over", expect.over, state.over)
        if expect.stone is not None:
            yield _same("after stone", expect.stone, state.stone_owner == me)
        if expect.diseases is not None:
            yield _same("after diseases", expect.diseases, self._diseases(state, hand or ()))

    def _diseases(self, state: State, hand: Iterable[str]) -> int:
        player = state.players[self.opened.state.active]
        cards = [*piles.contents(player.deck), *player.discard, *hand]
        return sum(1 for card in cards if self.book.card(card).is_disease)

    def _hall_name(self, written: str) -> str:
        name = written.strip()
        return name if name in ("none", "unknown") else self.book.name(self.opened.card(name))

    def _in_rank(self, card: str) -> str:
        return "none" if not card else "unknown" if card == UNSEEN else self.book.name(card)

    # names

    def _counted(self, cards: Iterable[str]) -> str:
        """Cards by name, equal ones counted, in alphabetical order."""
        counts = Counter(self.book.name(card) for card in cards)
        return ", ".join(f"{n} x {name}" if n > 1 else name for name, n in sorted(counts.items())) or "none"

    def _counted_names(self, names: Iterable[str]) -> str:
        written = (split_count(name) for name in names)
        return self._counted(card for count, name in written for card in [self.opened.card(name)] * count)


def _fits(entry: Entry, quantity: str, change: int, ruling: str | None) -> bool:
    if ruling is not None and ruling not in entry.rulings:
        return False
    return not quantity or (entry.quantity == quantity and entry.change == change)


def _same(what: str, expected: object, found: object, detail: str = "") -> ExpectationAnswer:
    """Whether both are equal; `detail` explains what was found where they are not."""
    holds = expected == found
    told = _word(found)
    return ExpectationAnswer(
        what, holds, _word(expected), told if holds or not detail else f"{told}: {detail}"
    )


def _word(value: object) -> str:
    return (
        {True: "yes", False: "no", None: "nothing"}[value]
        if value is None or isinstance(value, bool)
        else str(value)
    )
