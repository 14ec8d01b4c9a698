"""Claims and expectations of a campaign, and its facts by name.

A fact is about the party, a character, or a step; `solve` gives the value of a fact, with its calculation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from operator import ge, gt, le, lt
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from tsolve.contract.measures import Found
from tsolve.contract.step_reader import Scope
from tsolve.diagnostics import input_error, located, suggest
from tsolve.engine import Probe
from tsolve.errors import Span, TreePath, UsageError
from tsolve.games.gloomhaven.campaign.coins import Tokens, gold_for, tokens_in, with_gold
from tsolve.games.gloomhaven.campaign.game import Campaign, comparable
from tsolve.games.gloomhaven.campaign.measures import FACTS, OWN, PARTY, Measure
from tsolve.games.gloomhaven.campaign.numbers import Table
from tsolve.games.gloomhaven.campaign.position_file import (
    CampaignAfterFile,
    CampaignClaimFile,
    CampaignExpectFile,
    CampaignLineFile,
)
from tsolve.games.gloomhaven.campaign.reading import Reader
from tsolve.games.gloomhaven.campaign.sentences import SECOND, THE_ENHANCEMENT
from tsolve.games.gloomhaven.campaign.state import Action, Character, State, seal
from tsolve.games.gloomhaven.judging.mistaken_claims import JudgedAlone
from tsolve.games.gloomhaven.perks import cards_of
from tsolve.judging.expectations import ExpectationJudge, StatedFact, in_time
from tsolve.judging.numbers import Outcome, judge, out_of_reach
from tsolve.model.answers import ClaimAnswer, ExpectationAnswer, Plan, SolveAnswer
from tsolve.model.facts import Fact, answered, doubted, same, worded
from tsolve.model.plays import Calculation, LineAnswer, Wishes
from tsolve.model.trace import Entry, Trace
from tsolve.regex import Regex
from tsolve.rules.names import squash
from tsolve.steps.line import play_line
from tsolve.written.statements import Stating

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.campaign.position import CampaignPosition
    from tsolve.written.claimed_chance import ClaimedChance


def fact_of_party(table: Table, state: State, name: str, entries: Iterable[Entry] = ()) -> Found:
    """A fact of the party, the city or the scenario; `entries` record what happened in the line."""
    return _with_changes(PARTY.by_name[name].found(table, state), "", name, entries)


def fact_of_character(table: Table, who: Character, name: str, entries: Iterable[Entry] = ()) -> Found:
    """A fact of one character."""
    return _with_changes(OWN.by_name[name].found(table, who), who.name, name, entries)


def _with_changes(found: Found, subject: str, name: str, entries: Iterable[Entry]) -> Found:
    """A fact from the file, with the changes that the line made to it."""
    if found.calculation is not None or found.unknown:
        return found
    if found.value is None:
        of = f" of {subject}" if subject else ""
        return Found(None, unknown=f"the file does not tell the {name.replace('_', ' ')}{of}")
    return Found(found.value, _changes(subject, name, found.value, entries))


def _changes(subject: str, name: str, value: Fact, entries: Iterable[Entry]) -> Calculation | None:
    """The changes of a number in order, each named by its cause; None without any."""
    quantity = name.replace("_", " ")
    rows = [
        replace(entry, subject=entry.note or subject, note="")
        for entry in entries
        if entry.subject == subject and entry.quantity == quantity
    ]
    if not rows or not isinstance(value, int):
        return None
    before = rows[0].before
    first = [Entry("start", "before", quantity, 0, before, ())] if before else []
    title = f"{quantity.capitalize()} of {subject}" if subject else quantity.capitalize()
    return Calculation(title, (*first, *rows), value)


def fact(
    game: Campaign,
    state: State,
    name: str,
    of: str | None,
    span: Span | None,
    entries: Iterable[Entry] = (),
) -> Found:
    """The fact `name` of the subject `of`: a character, or a step that costs something or changes a fact.
    Without a subject it is a fact of the party, or of its only character.

    Raises InputError for a subject that is neither, and for one that is missing or not allowed.
    """
    table = game.table
    if of is None:
        if name == "price":
            raise input_error(
                "E310", "only a step has a price", span, "of: NAME buys ITEM at 30; in a goal: price of ..."
            )
        if name not in OWN.by_name:
            return fact_of_party(table, state, name, entries)
        if len(state.characters) != 1:
            raise input_error(
                "E310",
                f"only a character has `{name}`",
                span,
                f"say `of: NAME`; in a goal: {name} of NAME",
            )
        return fact_of_character(table, state.characters[0], name, entries)
    character = state.character(of)
    if character is None:
        return _of_step(game, state, name, of, span)
    if name not in OWN.by_name:
        raise input_error("E310", f"a character has no `{name}`", span, "leave `of` out, or name a step")
    return fact_of_character(table, character, name, entries)


def _of_step(game: Campaign, state: State, name: str, of: str, span: Span | None) -> Found:
    """The price of a step, or a fact after it: of the party, or of the character who takes it."""
    action = Reader(game.table, state, span, asks=True).read(of)
    if name == "price":
        price = action.price(game.table, state)
        if price is None:
            return Found(None, unknown=f'"{of}" has no price')
        return Found(price.total, price.calculation())
    refusal = game.why_not(state, action)
    if refusal is not None and not action.is_told_anyway:
        return Found(None, unknown=f"it is not legal: {refusal.reason}")
    trace = Trace()
    after = action.done(game.table, state, trace)
    if name not in OWN.by_name:
        return fact_of_party(game.table, after, name, trace.entries)
    who = after.character(action.whose)
    if who is None:
        raise input_error("E310", f'"{of}" is not a step of one character', span, "name a character")
    return fact_of_character(game.table, who, name, trace.entries)


def fact_of_line(
    game: Campaign, scope: Scope[State, Action], name: str, of: str | None, span: Span | None
) -> Found:
    """A fact at the end of a line, or after some of its steps."""
    played, step = scope
    state = played.result if step is None else played.states[step]
    entries = [entry for taken in played.answer.steps[:step] for entry in taken.entries]
    return fact(game, state, name, of, span, entries)


class CampaignClaim(JudgedAlone[State, Action]):
    """Judges claims, also those about facts with a subject, with or without a line."""

    position: CampaignPosition
    claim: CampaignClaimFile

    def _judged(self) -> ClaimAnswer:
        return self._fact() if self.kind in FACTS else super()._judged()

    def claim_in_words(self) -> str:
        of = f" of {self.claim.of}" if self.claim.of is not None else ""
        if self.kind not in FACTS:
            return super().claim_in_words()
        bound = f"{self.claim.bound} " if self.claim.bound is not None else ""
        return f"{self.kind.replace('_', ' ')}{of}: {bound}{worded(self.claim.stated[self.kind])}"

    def _gold_of(self, tokens: Tokens) -> ClaimAnswer:
        """What money tokens bring; left open if the claim may mean all the gold that there is then."""
        game, state, claimed = self.position.game, self._state() or self.position.state, self.number or 0
        found = gold_for(game.table, state, tokens)
        if not isinstance(found.value, int):
            return self._answer(None, found.unknown)
        who = state.character(tokens.who)
        if who is not None and who.gold and claimed == found.value + who.gold:
            told = f"they bring {found.value} gold, and {who.name} has {claimed} with them"
            return self._answer(None, f"{told}: say which is meant")
        bound = self.claim.bound
        holds = found.value == claimed if bound is None else _COMPARED[bound](found.value, claimed)
        reason = f"{tokens.number} money tokens bring {found.value} gold"
        rulings = ("GH-14.2", "GH-15.2")
        return self._answer(holds, reason, rulings, found.calculation)

    def _fact(self) -> ClaimAnswer:
        if self.kind == "gold" and (tokens := tokens_in(self.claim.of or "")) is not None:
            return self._gold_of(tokens)
        scope = Scope(self.played or play_line(self.position, ()), self._step())
        if text := out_of_reach(scope):
            return self._answer(None, text)
        with located(self.span):
            found = fact_of_line(noting(self.position), scope, self.kind, self._of, self.span)
            answer = self._in([Outcome("", found)])
        if self.claim.bound is None or not isinstance(found.value, int) or answer.verdict == "undecided":
            return answer
        holds = _COMPARED[self.claim.bound](found.value, self.claim.stated[self.kind])
        return replace(answer, verdict="confirmed" if holds else "refuted")

    @property
    def _of(self) -> str | None:
        """The character or the step that the claim is about; an enhancement that is described is the only one
        of the line that fits.
        """
        of, line = self.claim.of, self.position.written.line
        described = None if of is None or self.kind != "price" else _DESCRIBED.fullmatch(of)
        if described is None or any(squash(text) == squash(of or "") for text in line):
            return of
        words = [squash(each) for each in described.groups() if each]
        fitting = [t for t in line if "enhance" in t.casefold() and all(w in squash(t) for w in words)]
        if len(fitting) != 1:
            message = f"{len(fitting) or 'no'} steps of the line are this enhancement"
            help_ = 'name the step: `of: Scoundrel enhances "Throwing Knives": poison, level 1`'
            raise input_error("E310", message, self.span, help_)
        return fitting[0]

    def _step(self) -> int | None:
        """The number of steps after which the fact is taken. A claim about a step of the line is judged just
        before it.
        """
        if self.after is not None or self._of is None:
            return self.after
        line = [squash(text) for text in self.position.written.line]
        wanted = squash(self._of)
        return line.index(wanted) if wanted in line else None

    def _possibility(self) -> ClaimAnswer:
        if self._query == THE_ENHANCEMENT:
            return self._enhancement()
        _, is_second, item = self._query.partition(f"buys {SECOND}")
        if is_second:
            return self._answer(self.kind == "cannot", f"nobody owns two copies of {item}", ("GH-15.7",))
        first = super()._possibility()
        if self.after is not None or self.played is None or not self.played.answer.legal:
            return first
        last = self._asked(self.played.result, self._query, self.kind == "can")
        if last.verdict == first.verdict:
            return last
        told = f"before the steps of the line: {first.reason}; after them: {last.reason}"
        steps = len(self.played.answer.steps)
        return self._answer(None, f"{told}; write `after: 0` or `after: {steps}`")

    def _enhancement(self) -> ClaimAnswer:
        """Whether the only enhancement of the line is legal when its step comes."""
        line = self.position.written.line
        places = [place for place, text in enumerate(line) if "enhance" in text.casefold()]
        if len(places) != 1 or self.played is None:
            message = f"{len(places) or 'no'} steps of the line enhance a card"
            raise input_error("E310", message, self.span, "say which: `can: Scoundrel enhances ...`")
        if places[0] >= len(self.played.answer.steps):
            return self._broken()
        refusal = self.played.answer.steps[places[0]].refusal
        reason, rulings = (
            ("it is legal", ("GH-15.12",)) if refusal is None else (refusal.reason, refusal.rulings)
        )
        return self._answer((refusal is None) == (self.kind == "can"), reason, rulings)

    def _asked(self, state: State, query: str, can: bool, wanted: ClaimedChance | None = None) -> ClaimAnswer:
        """Judged by the gold there is; whether the sale of other items would help is said beside."""
        state, query = with_gold(state, query)
        there = copy(self)
        there.position = self.position.without_sales()
        answer = super(CampaignClaim, there)._asked(state, query, can, wanted)
        if answer.verdict == "undecided" or (answer.verdict == "confirmed") == can:
            return answer
        sold = super()._asked(state, query, can, wanted)
        if sold.verdict in ("undecided", answer.verdict):
            return answer
        steps = sold.reason.removeprefix("you can: ").partition(". ")[0]
        return replace(answer, reason=f"{answer.reason}; only if other items are sold first: {steps}")


_COMPARED: Mapping[str, Callable[[int, Any], bool]] = {
    "at least": ge,
    "at most": le,
    "more than": gt,
    "less than": lt,
}
_DESCRIBED = Regex(
    rf"{THE_ENHANCEMENT}|(?:enhancing )?(?P<sticker>[^:]+?) on (?:the )?(?P<card>[^:]+?)"
    r"(?:'s)?(?: (?P<half>top|bottom))?",
    re.IGNORECASE,
)
"""An enhancement that is not written as a step: `+1 attack on Fire Orbs`."""


class CampaignExpectations(ExpectationJudge[State, Action]):
    """Judges what every game's file may expect, and the facts of a campaign."""

    position: CampaignPosition
    expect: CampaignExpectFile

    def with_search(self) -> Iterator[ExpectationAnswer]:
        if self.expect.best is not None:
            yield from in_time(("best",), self._best(self.expect.best))
        if self.expect.solve is not None:
            found = self.position.solve(Wishes())
            self.on_found(found)
            yield same(("solve",), "solve", self.expect.solve, next(iter(found.objective), None))

    def _best(self, expect: Stating) -> Iterator[ExpectationAnswer]:
        """Judge the facts that `solve` is asked for."""
        name, subject = goal_of(self.position.written.goal)
        self.on_found(self.position.solve(Wishes()))
        scope = Scope(self.played or play_line(self.position, ()))
        for each in self._stated(expect, ("best",), scope):
            yield self._judged(each, scope, subject if each.name == name else None)

    def of_facts(
        self, scope: Scope[State, Action], path: TreePath, expect: Stating
    ) -> Iterator[ExpectationAnswer]:
        """Judge the facts of the party, then those of each character."""
        assert isinstance(expect, CampaignAfterFile | CampaignLineFile)
        if text := out_of_reach(scope):
            yield doubted(answered(path, " ".join(map(str, path)), False, "a legal step", text))
            return
        parts: list[tuple[TreePath, str | None, Stating]] = [(path, None, expect)]
        parts += [((*path, "characters", name), name, facts) for name, facts in expect.characters.items()]
        state = scope.played.result if scope.step is None else scope.played.states[scope.step]
        for here, of, facts in parts:
            for each in self._stated(facts, here, scope):
                if of is not None and state.character(of) is None:
                    text = f"{of} is not in the party"
                    yield answered(each.path, each.what, False, worded(each.wanted), text)
                    continue
                yield self._judged(each, scope, of)
        if expect.gone is not None:
            yield same((*path, "gone"), "gone", expect.gone, state.gone, right=state.gone)

    def _judged(self, each: StatedFact, scope: Scope[State, Action], of: str | None) -> ExpectationAnswer:
        """Judge one expected fact of the party, of a character or of a step."""
        span = self.position.decoded.span("expect", *each.path)
        found = fact_of_line(noting(self.position), scope, each.name, of, span)
        outcomes = [Outcome("", found)]
        return each.judged(judge(self.position, each.name, {"": each.wanted}, outcomes, each.say), "")


def is_same(kind: str, found: object, stated: object) -> bool:
    """Whether a fact equals what is stated, whatever the order and spelling."""
    if kind == "opened" and isinstance(stated, tuple):
        stated = tuple(map(seal, stated))
    if kind == "modifiers" and isinstance(found, tuple) and isinstance(stated, tuple):
        return cards_of(found) == cards_of(stated)
    measure = PARTY.by_name.get(kind)
    digits = measure.digits if isinstance(measure, Measure) else None
    return comparable(found, digits) == comparable(stated, digits)


_USUAL = "scenario_level"


def goal_of(goal: str | None) -> tuple[str, str | None]:
    """What a goal asks for: the name of a fact, and its subject. By default it is the scenario level.

    Raises UsageError for an unknown fact.
    """
    name, _, subject = (goal or _USUAL).strip().partition(" of ")
    name = "_".join(name.split())
    if name not in FACTS:
        known = suggest(name, FACTS) or f"there are: {', '.join(FACTS)}"
        raise UsageError(f'a campaign knows no "{name}"; {known}')
    return name, subject.strip() or None


def noting(position: CampaignPosition) -> Campaign:
    """The rules with a probe that notes what they look up."""
    return Campaign(position.game.table, Probe(notes=True))


def check_wishes(position: CampaignPosition, wishes: Wishes) -> None:
    """Goals are questions: `NAME`, or `NAME of SUBJECT`; there is no target and no kind of turn. Raises
    UsageError.
    """
    goal_of(wishes.goal or position.written.goal)
    chosen = {"target": wishes.target or position.written.target, "kind of turn": wishes.turn}
    for what, wanted in chosen.items():
        if wanted:
            raise UsageError(f'a campaign has no {what} to choose: leave out "{wanted}"')


def solve(position: CampaignPosition, wishes: Wishes) -> SolveAnswer:
    """The fact that the goal asks for, after the line of the file."""
    check_wishes(position, wishes)
    return answer(position, wishes.goal or position.written.goal)


def answer(position: CampaignPosition, goal: str | None) -> SolveAnswer:
    """The fact after the line of the file; undecided if the file does not tell enough.

    Raises InputError for an unknown subject, UsageError for an unknown fact and for a line that is not legal.
    """
    name, subject = goal_of(goal)
    line = position.written.line
    played = play_line(position, line, [position.decoded.span("line", index) for index in range(len(line))])
    if not played.answer.legal:
        raise UsageError(f"the line of the file is not legal: {played.answer.outcome}")
    game = noting(position)
    found = fact_of_line(game, Scope(played), name, subject, position.decoded.key_span("goal"))
    about = name.replace("_", " ") + (f" of {subject}" if subject else "")
    if found.value is None:
        return SolveAnswer("undecided", (name,), (), (), "exact", (), left_out=(found.unknown,))
    worth = (found.value,) if isinstance(found.value, int) else ()
    said = f"{about[:1].upper()}{about[1:]}: {worded(found.value)}."
    told = LineAnswer(played.answer.steps, said, found.calculation)
    plan = Plan(about, (name,), worth, told)
    readings = {**played.readings, **game.probe.readings}
    return SolveAnswer("optimal", (name,), worth, worth, "exact", (plan,), readings=readings)
