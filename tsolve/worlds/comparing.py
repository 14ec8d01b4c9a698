"""One position under several readings: what holds under each, what differs, and which reading matters.

A verdict is everything that a reading can change, found by the engine and the exact backend. Dependence tries
each interpretation that can matter with all its other options: the readings of printings come first, and a
reader's own reading, which no printing has, gets what work is left.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from tsolve.budget import SpentError, allow, whole, within
from tsolve.contract.capability import Question
from tsolve.contract.position import Position
from tsolve.contract.step_reader import Continuation, Played
from tsolve.engine import Probe, TooMuchWorkError
from tsolve.errors import DisagreementError, InputError, UsageError
from tsolve.explain import minimal_core
from tsolve.judging.check import BestPlays, best_plays_of, claims_of
from tsolve.judging.claims import ClaimJudge
from tsolve.model.answers import ClaimAnswer, Plan, SolveAnswer
from tsolve.model.comparisons import (
    EVERYTHING,
    BestPlay,
    Between,
    Dependence,
    Dependency,
    Difference,
    Finding,
    Kind,
    Questions,
    Rival,
    Verdict,
    differences,
)
from tsolve.model.plays import Exact
from tsolve.model.verdicts import chance_in_words
from tsolve.steps.line import play_line

S = TypeVar("S")
A = TypeVar("A")

Told = tuple[str, str]
"""What is compared, and its value, in words."""


class Comparison(Generic[S, A]):
    """The findings of any game. A game adds those of its own."""

    def __init__(self, position: Position[S, A]) -> None:
        self.position = position

    def expected_actions(self) -> Sequence[str]:
        """The actions that the file calls legal or illegal."""
        expect = self.position.written.expect
        return (*expect.legal, *expect.illegal)

    def outcomes(self, played: Played[S, A]) -> Iterator[Told]:
        """The table after a line."""
        yield "the result", played.answer.outcome
        for zone, content in self.position.game.zones(played.result):
            yield f"afterwards: {zone}", content

    def totals(self, played: Played[S, A]) -> Iterator[Told]:
        """The numbers that a line came to."""
        table = played.answer.calculation
        if table is not None:
            yield table.title, str(table.total)

    def targets(self, best_plays: BestPlays[S, A]) -> Iterator[Told]:
        """The greatest total against each target of the position."""
        return iter(())

    def line_worth(self, line: Sequence[str], goal: tuple[str, ...], turn: str) -> tuple[int, ...] | None:
        """The worth of a line for a turn of this kind; None where it is not legal or no whole turn."""
        return None

    def cards_named(self) -> Iterable[str]:
        """The cards that the position names anywhere, with those that may replace them."""
        return self.position.cards_in_sight()


COMPARISON: Question[[], Comparison[Any, Any]] = Question(Comparison, "comparison")
"""The comparison of a position under several readings."""


THE_LINE = "the turn"


def verdict_of(
    position: Position[S, A],
    ask: Questions = EVERYTHING,
    known: Verdict | None = None,
) -> Verdict:
    """Everything about the position, under its own readings, that a reading may change.

    The best lines of `known` are played here too. Those that are just as good count as best lines, so that
    equally good lines make no difference. Raises InputError for a text of the file that says nothing,
    UsageError for a bad goal.
    """
    best_plays = best_plays_of(position, replace(ask.wishes, backend="exact", what_if=False))
    about = COMPARISON.of(position)()
    findings: list[Finding] = []
    played: Played[S, A] | None = None
    claims: tuple[ClaimAnswer, ...] = ()
    if ask.judged:
        played = play_line(position, position.written.line) if position.written.line else None
        judges = claims_of(position, played, best_plays)
        for judge in judges:
            judge.detail = "line"
        claims = tuple(judge.judge() for judge in judges)
        findings += (*_expected_legality(position, about), *_of_claims(judges, claims))
    if played is not None:
        findings += _of_line(about, played)
    if ask.actions and played is None:
        findings += _actions(position)
    if ask.attacks:
        findings += (Finding("total", what, found) for what, found in about.targets(best_plays))
    plays: tuple[BestPlay, ...] = ()
    if ask.best and position.plans:
        plays = best_of_each_kind(about, best_plays.answer(), known.plays if known is not None else ())
    return Verdict(_summary(played, claims, plays), tuple(dict.fromkeys(findings)), plays)


def _summary(
    played: Played[S, A] | None, claims: tuple[ClaimAnswer, ...], plays: tuple[BestPlay, ...]
) -> str:
    if played is not None:
        return played.answer.outcome
    if plays:
        return plays[0].outcome
    return "; ".join(f'"{claim.text}" is {claim.verdict}' for claim in claims)


def told_beside(found: Verdict, changed: Iterable[Difference]) -> str:
    """The verdict in one sentence, to be shown beside another one: of several claims only those that
    changed.
    """
    claims = [f"{each.what} is {each.after}" for each in changed if each.kind == "claim"]
    if claims and not found.plays and not found.said("legality", THE_LINE):
        return "; ".join(claims)
    return found.summary


# legality


def _expected_legality(position: Position[S, A], about: Comparison[S, A]) -> Iterator[Finding]:
    """The actions that a puzzle says something about."""
    for text in about.expected_actions():
        refusal = play_line(position, [text]).answer.steps[0].refusal
        yield Finding("legality", text, "legal" if refusal is None else "not legal")


def _actions(position: Position[S, A]) -> Iterator[Finding]:
    for action in position.game.legal_actions(position.state):
        yield Finding("legality", position.game.notation(position.state, action), "legal")


# the line


def _of_line(about: Comparison[S, A], played: Played[S, A]) -> Iterator[Finding]:
    answer = played.answer
    broken = next((step for step in answer.steps if step.refusal is not None), None)
    text = "legal"
    if broken is not None:
        text = f"step {broken.number} {'cannot be judged' if played.undecided else 'is not legal'}"
    elif played.undecided and not played.ways:
        text = "leaves a choice open"
    yield Finding("legality", THE_LINE, text)
    if played.undecided and played.ways:
        yield from _of_ways(about, played.ways)
        return
    if text == "legal":
        yield from (Finding("outcome", what, found) for what, found in about.outcomes(played))
    yield from (Finding("total", what, found) for what, found in about.totals(played))


def _of_ways(about: Comparison[S, A], ways: Sequence[Continuation[S, A]]) -> Iterator[Finding]:
    """The possible tables after a line that leaves a choice open."""
    told: dict[tuple[Kind, str], list[str]] = {}
    for way in ways:
        for what, found in about.outcomes(way.played):
            told.setdefault(("outcome", what), []).append(found)
        for what, found in about.totals(way.played):
            told.setdefault(("total", what), []).append(found)
    for (kind, what), several in told.items():
        yield Finding(kind, what, " or ".join(sorted(set(several))), len(set(several)) > 1)


# claims


def _of_claims(judges: Sequence[ClaimJudge[S, A]], claims: Sequence[ClaimAnswer]) -> Iterator[Finding]:
    for judge, claim in zip(judges, claims, strict=True):
        yield Finding("claim", f'"{claim.text}"', claim.verdict)
        if claim.calculation is not None and judge.has_one_calculation:
            yield Finding("total", claim.calculation.title, str(claim.calculation.total))


THE_BEST_PLAY = "the best play"


def best_of_each_kind(
    about: Comparison[S, A], solution: SolveAnswer, known: Sequence[BestPlay] = ()
) -> tuple[BestPlay, ...]:
    """The best play, and those of other kinds of turn where the position leaves the turn open.

    A best line of `known` that is worth the same here is among the lines of the play.
    """
    found = [_best(about, solution)]
    found += [_of_plan(about, plan) for plan in solution.others]
    lines = {play.what: play.lines for play in known}
    return tuple(with_equals(about, play, lines.get(play.what, ())) for play in found)


def _done(done: str, chance: Exact) -> str:
    """`done with a chance of 1 in 2 (50 %)`."""
    from fractions import Fraction

    if chance.value in (0, 1):
        return f"{done} for certain" if chance.value else f"never {done}"
    return f"{done} with a chance of {chance_in_words(Fraction(chance.exact))}"


def _best(about: Comparison[S, A], solution: SolveAnswer) -> BestPlay:
    policy = solution.policy
    if policy is not None:
        chances = [f"{each.target} is {_done(policy.deed.done, each.chance)}" for each in policy.chances]
        return BestPlay(
            THE_BEST_PLAY,
            title="; ".join(chances),
            outcome="; ".join(chances) or f"first {policy.first}",
            goal=solution.goal,
            worth=_told(about, solution.goal, (level.exact for level in policy.worth)),
            lines=(),
            first=policy.first,
            status=solution.status,
        )
    if not solution.best:
        return BestPlay(THE_BEST_PLAY, "", "there is none", solution.goal, (), (), status=solution.status)
    return replace(_of_plan(about, solution.best[0]), what=THE_BEST_PLAY, status=solution.status)


def _of_plan(about: Comparison[S, A], plan: Plan) -> BestPlay:
    table = plan.line.calculation
    return BestPlay(
        f"the best {plan.turn} turn" if plan.turn else plan.title,
        title=plan.title,
        outcome=plan.line.outcome,
        goal=plan.goal,
        worth=_told(about, plan.goal, map(str, plan.objective)) or (plan.line.outcome,),
        lines=(tuple(step.text for step in plan.line.steps),) if plan.objective else (),
        total=table.total if table is not None else None,
        turn=plan.turn,
    )


def with_equals(about: Comparison[S, A], play: BestPlay, known: Sequence[tuple[str, ...]]) -> BestPlay:
    """The play, with those of the lines that are worth as much here."""
    equal = [line for line in known if line not in play.lines and _worth(about, play, line) == play.worth]
    return replace(play, lines=(*play.lines, *equal))


def _worth(about: Comparison[S, A], play: BestPlay, line: tuple[str, ...]) -> tuple[str, ...] | None:
    """What a line of the same kind of turn is worth here; None where it is not legal or not a whole turn."""
    worth = about.line_worth(line, play.goal, play.turn)
    return None if worth is None else _told(about, play.goal, map(str, worth))


def _told(about: Comparison[S, A], goal: tuple[str, ...], worth: Iterable[str]) -> tuple[str, ...]:
    """A worth level by level, as people read it: levels that count losses have the other sign."""
    levels = zip(goal, worth, strict=False)
    down = about.position.measures.counted_down
    return tuple(_counted_up(number) if level in down else number for level, number in levels)


def _counted_up(number: str) -> str:
    return number.removeprefix("-") if number.startswith("-") or number == "0" else f"-{number}"


ALONE = 1_200
"""The most work for the answer itself, in actions played: a few tenths of a second."""
TOGETHER = 4_800
"""The most work for all other readings of an answer together."""
_WITH_BEST = 0.5
"""The share of the budget for the answer with its best play. If that takes more, there is no time for another
reading; the answer is then compared without its best play.
"""


def dependence(
    position: Position[S, A],
    ask: Questions,
    bounded: bool = True,
    on_position: Callable[[int], None] = lambda _: None,
    first: Collection[str] = (),
) -> Dependence:
    """Which interpretations change the answer to what the file and `ask` ask.

    The work is limited by counting, so that every machine examines the same; the answer lists what was not
    examined. Without a limit everything is examined, as far as the budget allows. `on_position` hears of the
    positions of searches under chance; the interpretations named by `first` are tried before others.
    """
    return _Trial(position, ask, bounded, on_position).run(first)


class _Trial(Generic[S, A]):
    def __init__(
        self, position: Position[S, A], ask: Questions, bounded: bool, on_position: Callable[[int], None]
    ) -> None:
        self.position, self.ask, self.on_position = position, ask, on_position
        self.left = TOGETHER if bounded else None
        """Work that may still be done for other readings; None without a bound."""
        self.alone = ALONE if bounded else None

    def run(self, first: Collection[str]) -> Dependence:
        verdict, probe = self._answer()
        is_complete = self.ask.best or not self.best_was_asked
        if verdict is None:
            return Dependence("", (), (), is_complete=False, undecided=True, is_answered=False)
        keys = decisive_readings(self.position, probe)
        order = sorted(keys, key=lambda key: (key not in first, key not in probe.readings))
        printings = {key: self.position.ruleset.printings_by_option(key) for key in keys}
        printed, readers = (
            {key: self._rivals(key, printings[key], is_printed, verdict, probe.work) for key in order}
            for is_printed in (True, False)
        )
        examined = {key: found for key in keys if (found := printed[key]) is not None}
        rivals = {key: (*found, *(readers[key] or ())) for key, found in examined.items()}
        return Dependence(
            verdict.summary,
            tuple(self._dependency(key, found) for key, found in rivals.items() if found),
            tuple(key for key in keys if key not in examined),
            tuple(key for key in examined if readers[key] is None),
            is_complete,
            verdict.is_undecided,
        )

    def _answer(self) -> tuple[Verdict | None, Probe[S, A]]:
        """The verdict under the readings of the position, and the probe that watched.

        If that is too much work, the best play is left out; None if it is still too much.
        """
        self.best_was_asked = self.ask.best
        asks = list(dict.fromkeys((self.ask, replace(self.ask, best=False, attacks=False))))
        for ask in asks:
            self.ask = ask
            share = 1 if ask is asks[-1] else _WITH_BEST
            probe: Probe[S, A] = Probe(self.alone, self.on_position, notes=True, remembers=True)
            try:
                with within(None) as budget, allow(budget.part(share)), whole():
                    return verdict_of(self.position.watched_by(probe), ask), probe
            except (TooMuchWorkError, SpentError):
                continue
        return None, probe

    def _rivals(
        self,
        key: str,
        printings: Mapping[str, tuple[str, ...]],
        is_printed: bool,
        verdict: Verdict,
        cost: int,
    ) -> tuple[Rival, ...] | None:
        """The options that change the verdict: of those that some printing has, or of the others.

        None if not all of them could be tried.
        """
        rivals = []
        read = self.position.readings[key]
        for option, whose in printings.items():
            if option == read or bool(whose) != is_printed:
                continue
            if self.left is not None and self.left < cost:
                return None
            probe: Probe[S, A] = Probe(self.left, self.on_position, remembers=True)
            try:
                with within(None), whole():
                    found = verdict_of(self.position.read_as(key, option, probe), self.ask, verdict)
            except (TooMuchWorkError, SpentError):
                return None
            except DisagreementError:
                if self.left is None:
                    raise
                return None  # the answer itself stands
            except (InputError, UsageError):  # a text of the file means nothing under this reading
                return None
            finally:
                self.left = None if self.left is None else max(self.left - probe.work, 0)
            changed = differences(verdict, found)
            if found.is_undecided != verdict.is_undecided:
                changed = tuple(each for each in changed if each.kind == "legality")
                if not changed:
                    return None  # not proved on one side: a difference is unknown
            if changed:
                rivals.append(Rival(option, told_beside(found, changed), changed, whose))
        return tuple(rivals)

    def _dependency(self, key: str, rivals: tuple[Rival, ...]) -> Dependency:
        question = self.position.ruleset.interpretations[key].question
        return Dependency(key, self.position.readings[key], question, self._is_open(key), rivals)

    def _is_open(self, key: str) -> bool:
        """Whether nobody chose a reading: a printing that the position names has chosen, the usual printing
        has not.
        """
        position, ruleset = self.position.written, self.position.ruleset
        named = ruleset.printings[position.printing].defaults if position.printing else {}
        return key not in position.interpretations and key not in named


Readings = Mapping[str, str]


def between(
    position: Position[S, A],
    before: Readings,
    after: Readings,
    ask: Questions = EVERYTHING,
    on_position: Callable[[int], None] = lambda _: None,
) -> Between:
    """Compare the position under two sets of readings, every interpretation with its option.

    Readings that neither side looked up cannot matter. The others are left out one by one, as long as the
    rest turns the first verdict into the second. Raises SpentError where the budget is not enough for both
    verdicts.
    """
    known: dict[frozenset[str], Verdict] = {}

    def judged(keys: frozenset[str]) -> Verdict:
        """The verdict under the first readings with the second ones' options of these interpretations."""
        if keys not in known:
            mixed = {**before, **{key: after[key] for key in keys}}
            with whole():
                known[keys] = verdict_of(position.under(mixed, Probe(on_position=on_position)), ask, lines)
        return known[keys]

    first, looked_up = _noted(position, before, ask, None, on_position)
    if not _unequal(position, looked_up, before, after):
        return Between(first, first, (), {})  # whatever differs was never looked up
    second, looked_up_too = _noted(position, after, ask, first, on_position)
    lines = _with_lines_of(first, second)
    first = _reconciled(position.under(before), first, second)
    found = differences(first, second)
    if not found:
        return Between(first, second, (), {})
    decisive_readings = {
        key for probe in (looked_up, looked_up_too) for key in _unequal(position, probe, before, after)
    }
    unequal = [key for key in position.ruleset.interpretations if key in decisive_readings]
    try:
        core = minimal_core(unequal, lambda keys: bool(differences(judged(keys), second)))
        makers = core.obstacles if core is not None else tuple(unequal)
        alone = {key: differences(first, judged(frozenset({key}))) for key in makers}
    except SpentError:
        return Between(first, second, found, {}, cut_short=True)
    return Between(first, second, found, alone)


def _unequal(
    position: Position[S, A], probe: Probe[S, A], before: Readings, after: Readings
) -> tuple[str, ...]:
    """The interpretations that were looked up and differ between the sides."""
    return tuple(key for key in decisive_readings(position, probe) if before[key] != after[key])


def _noted(
    position: Position[S, A],
    readings: Readings,
    ask: Questions,
    known: Verdict | None,
    on_position: Callable[[int], None],
) -> tuple[Verdict, Probe[S, A]]:
    """The verdict under some readings, and what it looked up."""
    probe: Probe[S, A] = Probe(on_position=on_position, notes=True, remembers=True)
    with whole():
        return verdict_of(position.under(readings, probe), ask, known), probe


def _with_lines_of(first: Verdict, second: Verdict) -> Verdict:
    """The best lines of both verdicts, to be tried under other readings."""
    others = {play.what: play.lines for play in second.plays}
    plays = (replace(play, lines=(*play.lines, *others.get(play.what, ()))) for play in first.plays)
    return replace(first, plays=tuple(plays))


def _reconciled(position: Position[S, A], first: Verdict, second: Verdict) -> Verdict:
    """The first verdict, with those best lines of the second that are as good under its readings."""
    lines = {play.what: play.lines for play in second.plays}
    about = COMPARISON.of(position)()
    plays = tuple(with_equals(about, play, lines.get(play.what, ())) for play in first.plays)
    return replace(first, plays=plays)


def decisive_readings(position: Position[S, A], probe: Probe[S, A]) -> tuple[str, ...]:
    """The interpretations that can matter to what a probe watched, in the order of the ruleset."""
    cards = {*probe.cards, *COMPARISON.of(position)().cards_named()}
    about = {key for card in cards for key in position.ruleset.keys_touching(card)}
    return tuple(key for key in position.ruleset.interpretations if key in about or key in probe.readings)
