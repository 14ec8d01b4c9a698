"""What the answers to two questions about one position have in common, whoever is right; `tests.consistency`
asks for it.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from tests.asked import STEPS, Asked, Claim
from tests.less import known_less_of
from tests.stripped import SAID
from tsolve import api
from tsolve.budget import Budget, allow
from tsolve.contract.position import Position
from tsolve.contract.step_reader import Scope
from tsolve.engine import Arrival, explore
from tsolve.errors import InputError, UndecidedError, UnsupportedError, UsageError
from tsolve.judging.numbers import OUTCOMES
from tsolve.model.answers import ClaimAnswer
from tsolve.model.facts import Fact
from tsolve.model.plays import LineAnswer
from tsolve.model.trace import Refusal
from tsolve.source.data import Data
from tsolve.steps.line import play_line
from tsolve.written.position_file import step_number

POSITIONS = 400
"""Positions of a turn that a plain walk looks at."""
MOST_STEPS = 12
"""Steps of a line, or legal actions, that are asked about."""
MOST_OF_EACH = 3
"""Figures of which one thing is asked."""

Relation = Callable[[Asked], Iterator[str]]
RELATIONS: dict[str, Relation] = {}


def relation(found: Relation) -> Relation:
    """Registers a relation under the name of its function. It yields each contradiction in words."""
    RELATIONS[found.__name__] = found
    return found


@relation
def steps(asked: Asked) -> Iterator[str]:
    """Every step of a legal line can be done; at its place it is legal, and can be done from there on."""
    for whence, line in asked.lines():
        for number, step in list(enumerate(line))[:MOST_STEPS]:
            if asked.is_event(step, line[:number]):
                continue
            if asked.has_turns and (said := _denied(asked, step)):
                yield f"{whence} does {step!r}, {said}"
            for kind in ("can",) if asked.awaits_others(line[:number]) else ("legal", "can"):
                answer = asked.verdict({kind: step, "after": number}, line)
                if answer is not None and answer.verdict == "refuted":
                    yield f"{whence} does {step!r}, {answer.text} is refuted: {answer.reason}"


def _denied(asked: Asked, step: str) -> str:
    """What contradicts that a step can be done; empty where nothing does."""
    can, cannot = asked.verdict({"can": step}), asked.verdict({"cannot": step})
    if can is not None and can.verdict == "refuted":
        return f"can is refuted: {can.reason}"
    if cannot is not None and cannot.verdict == "confirmed":
        return f"cannot is confirmed: {cannot.reason}"
    return ""


@relation
def searched(asked: Asked) -> Iterator[str]:
    """What a plain walk through the turn comes upon can be done."""
    if not asked.has_turns:
        return
    game, state, step_reader = asked.bare.game, asked.bare.state, asked.bare.step_reader()
    player = game.turn_of(state) - 1

    def moves(here: Any) -> list[Any]:
        is_over = game.is_over(here) or step_reader.is_result(here)
        return [] if is_over or game.mover(here) != player else game.legal_actions(here)

    found: dict[str, None] = {}
    for here in islice(explore(game, Arrival(state), moves), POSITIONS):
        found |= dict.fromkeys(game.notation(here.state, each) for each in moves(here.state))
    for step in _spread(list(found)):
        if (said := _denied(asked, step)) and asked.verdict({"can": step}) is not None:
            yield f"plain search comes upon {step!r}, {said}"


@relation
def legal(asked: Asked) -> Iterator[str]:
    """What is listed as legal is legal and can be done; what is refused is illegal."""
    with allow(Budget(steps=STEPS)):
        answer = api.legal(asked.bare)
    for action in _spread(answer.legal):
        for kind, wrong in (("legal", "refuted"), ("illegal", "confirmed"), ("can", "refuted")):
            found = asked.verdict({kind: action.text})
            if found is None:
                yield f"{action.text!r} is listed as legal and cannot be written"
                break
            is_open = found.verdict == "undecided" and not (kind == "can" and asked.knows_all)
            if found.verdict == wrong or (kind == "can" and found.verdict != "confirmed" and not is_open):
                yield f"{action.text!r} is listed as legal, {kind} is {found.verdict}: {found.reason}"
    for refused in _spread(answer.refused):
        found = asked.verdict({"legal": refused.action})
        if found is not None and found.verdict == "confirmed":
            yield f"{refused.action!r} is refused ({refused.reason}), and a claim says that it is legal"


def _spread(items: Sequence[Any]) -> Sequence[Any]:
    """As many as are asked about, from all over the list."""
    return items[:: max(1, -(-len(items) // MOST_STEPS))]


@relation
def yes_or_no(asked: Asked) -> Iterator[str]:
    """`can` and `cannot` say the opposite, and `why-not` says the same, with a line that is legal."""
    for question in questions(asked):
        can, cannot = asked.verdict({"can": question}), asked.verdict({"cannot": question})
        try:
            with allow(Budget(steps=STEPS)):
                found = api.why_not(asked.bare, question)
        except (InputError, UsageError):
            if can is not None:
                yield f"can: {question!r} is {can.verdict}, why-not does not understand it"
            continue
        except UndecidedError as error:  # a log leaves the table open, for claims too
            if can is not None and can.verdict != "undecided":
                yield f"can: {question!r} is {can.verdict}, why-not says {error}"
            continue
        said = {"possible": "confirmed", "impossible": "refuted"}.get(found.verdict, "undecided")
        if can is None:
            yield f"why-not {question!r} is {found.verdict}, as a claim it is not understood"
            continue
        if can.verdict != said and "undecided" not in (can.verdict, said):
            yield f"can {question!r} is {can.verdict}, why-not says {found.verdict}"
        pair = {can.verdict, cannot.verdict if cannot else ""}
        if pair not in ({"confirmed", "refuted"}, {"undecided"}):
            yield f"can {question!r} is {can.verdict}, cannot is {cannot and cannot.verdict}"
        if found.verdict == "possible" and found.line is not None:
            yield from _is_legal(asked, found.line, f"the proof that {question!r} is possible")


def questions(asked: Asked) -> Iterator[str]:
    """What may be asked about a position: the steps of its lines, what is legal, and what is refused."""
    told = [step for _, line in asked.lines() for step in line]
    with allow(Budget(steps=STEPS)):
        answer = api.legal(asked.bare)
    told += [refused.action for refused in answer.refused]
    told += [f"defeat {name}" for name in asked.bare.targets_in_sight()]
    yield from _spread(list(dict.fromkeys(told)))


def _is_legal(asked: Asked, line: LineAnswer, what: str) -> Iterator[str]:
    texts = [step.text for step in line.steps]
    if not texts:
        return
    try:
        written = asked.check((), texts).line
    except (InputError, UsageError) as error:
        yield f"{what} cannot be written: {texts}: {error}"
        return
    assert written is not None
    if not written.legal and not written.undecided:
        yield f"{what} is not legal when it is written out: {texts}: {written.outcome}"


def _written(fact: Fact) -> Data:
    """A fact as a file has it."""
    if isinstance(fact, Mapping):
        return {name: _written(each) for name, each in fact.items()}
    return list(fact) if isinstance(fact, tuple) else fact


@relation
def stated(asked: Asked) -> Iterator[str]:
    """What a line comes to after each step is confirmed as a claim, and any other number refuted, if no card
    is to come; where the line leaves a choice, what holds in some ways only is undecided.
    """
    if asked.played is None:
        return
    position = api.changed(asked.bare, line=list(asked.line))
    played = play_line(position, asked.line)
    comes = position.game.mover(played.result) < 0 and not position.step_reader().is_result(played.result)
    if (played.undecided and not played.ways) or comes:
        return
    for step in (*range(len(asked.line))[:MOST_STEPS], None):
        after = {} if step is None else {"after": step}
        for name, fact in position.facts(played, step).items():
            facts = _in_all_ways(position, Scope(played, step), name, fact)
            numbers = [each for each in facts if isinstance(each, int)]
            if not facts or min(numbers, default=0) < 0:
                continue
            wanted = "confirmed" if len(facts) == 1 else "undecided"
            told = f"the line comes to {name} {' or '.join(map(str, facts))} {after or 'at its end'}"
            found = asked.verdict({name: _written(facts[0]), **after}, asked.line)
            if found is not None and found.verdict != wanted:
                yield f"{told}, {found.text} is {found.verdict}: {found.reason}"
            if not numbers:
                continue
            other = asked.verdict({name: max(numbers) + 1, **after}, asked.line)
            if other is not None and other.verdict != "refuted":
                yield f"{told}, and {max(numbers) + 1} is {other.verdict}: {other.reason}"


def _in_all_ways(position: Position[Any, Any], scope: Scope[Any, Any], name: str, fact: Fact) -> list[Fact]:
    """What a fact comes to in every way in which a line may end; empty where nobody knows it."""
    if fact is None or fact == {}:
        return []
    stated = position.stated(name, _written(fact), None, scope)
    found = [each.found for each in OUTCOMES.of(position)(scope, name, stated)]
    if any(each.unknown or each.value is None for each in found):
        return []
    values = [each.value for each in found]
    compared = [_of_those_with_any(each) for each in values]
    return [each for at, each in enumerate(values) if compared[at] not in compared[:at]]


def _of_those_with_any(fact: Fact) -> Fact:
    """A fact of figures without those that have nothing of it: whoever is not there has nothing either."""
    return {name: each for name, each in fact.items() if each != ()} if isinstance(fact, Mapping) else fact


@relation
def expected(asked: Asked) -> Iterator[str]:
    """A fact of a line is judged alike as a claim and as an expectation: after each step and at the end, the
    value that it has and a neighbour.
    """
    if not asked.line:
        return
    position = api.changed(asked.bare, line=list(asked.line))
    played = play_line(position, asked.line)
    for step in (*range(len(played.states))[:MOST_STEPS], len(asked.line), None):
        found = position.facts(played, min(step, len(played.states) - 1) if step is not None else None)
        for name, value in ((name, _written(fact)) for name, fact in found.items() if fact is not None):
            of_each = value.items() if isinstance(value, dict) else [("", value)]
            for of, right in islice(of_each, MOST_OF_EACH):
                for stated in (right, right + 1) if isinstance(right, int) else (right,):
                    fact = {name: {of: stated} if of else stated}
                    one, other = asked.verdict(_at(fact, step), asked.line), asked.expected(fact, step)
                    if one is not None and other is not None and one.verdict != other[0]:
                        told = f"{one.text}, as a claim {one.verdict} ({one.reason})"
                        yield f"{told}, as an expectation {other[0]} ({other[1]})"


def _at(fact: dict[str, Any], step: int | None) -> dict[str, Any]:
    return fact if step is None else {**fact, "after": step}


@relation
def targets(asked: Asked) -> Iterator[str]:
    """What is told of every target is confirmed as a claim."""
    try:
        with allow(Budget(steps=STEPS)):
            answer = api.targets(asked.bare)
    except (UsageError, UnsupportedError, UndecidedError):
        return
    names = Counter(each.name for each in answer.targets)
    for each in answer.targets:
        name = f"{each.name} in {each.where}" if names[each.name] > 1 else each.name
        defeats, not_defeats = asked.verdict({"defeats": name}), asked.verdict({"not_defeats": name})
        can = asked.verdict({"can": f"defeat {name}"})
        wanted = {"certain": "confirmed", "impossible": "refuted", "chance": "undecided"}.get(each.outcome)
        for kind, found in (("defeats", defeats), ("can: defeat", can)):
            if found is not None and wanted is not None and found.verdict != wanted and not _no_time(found):
                told = f"{kind} {name} is {found.verdict}: {found.reason}"
                yield f"to defeat {name} is {each.outcome} among the targets, {told}"
        opposite = {"confirmed": "refuted", "refuted": "confirmed"}
        if defeats and not_defeats and not_defeats.verdict != opposite.get(defeats.verdict, "undecided"):
            yield f"defeats {name} is {defeats.verdict}, not_defeats is {not_defeats.verdict}"
        if each.chance is not None and each.outcome == "chance":
            likely = asked.verdict({"defeats": name, "chance": each.chance.exact})
            if likely is not None and likely.verdict == "refuted":
                yield f"the chance against {name} is {each.chance.exact}, as a claim: {likely.reason}"
        if each.value is not None and each.value.proved and each.value.least == each.value.most:
            total = asked.verdict({"total": each.value.most, "against": name})
            if total is not None and total.verdict == "refuted":
                yield f"the total against {name} is {each.value.most}, as a claim: {total.reason}"
    yield from _offers(asked, answer.offers)


def _offers(asked: Asked, offers: Iterable[Any]) -> Iterator[str]:
    for offer in _spread(list(offers)):
        if offer.kind != "buy" or len(offer.names) != 1:
            continue
        (name,) = offer.names
        for claim in ({"buys": name}, {"can": f"buy {name}"}):
            found = asked.verdict(claim)
            if found is None:
                yield f"{name} is offered, and {claim} is not understood"
            elif offer.refusal is None and found.verdict != "confirmed":
                yield f"{name} is offered, {found.text} is {found.verdict}: {found.reason}"
            elif found.verdict == "confirmed" and offer.refusal is not None and not _no_time(offer.refusal):
                yield f"{name} is not to be had ({offer.refusal.reason}), {found.text}: {found.reason}"


def _no_time(found: ClaimAnswer | Refusal) -> bool:
    return "time" in found.reason


@relation
def spelled_twice(asked: Asked) -> Iterator[str]:
    """A claim with a key of its own says the same as the question of why-not."""
    pairs = {"buy": ("buys", "cannot_buy"), "reach": ("reaches", "cannot_reach")}
    for question in questions(asked):
        verb, _, what = question.partition(" ")
        verb, what = ("reach", what.removeprefix("to ")) if verb == "move" else (verb, what)
        if verb not in pairs or what.startswith("("):
            continue
        for key, kind in zip(pairs[verb], ("can", "cannot"), strict=True):
            one, other = asked.verdict({key: what}), asked.verdict({kind: f"{verb} {what}"})
            if one is None or other is None:
                continue
            if one.verdict != other.verdict:
                told = f"{kind} {verb} is {other.verdict} ({other.reason})"
                yield f"{key} {what} is {one.verdict} ({one.reason}), {told}"


@relation
def known_less(asked: Asked) -> Iterator[str]:
    """To be told one thing fewer may open an answer and never reverses it."""
    line = asked.line if asked.played is not None else ()
    asking = [({"can": each}, ()) for each in questions(asked)]
    asking += [(claim, asked.line) for claim in asked.claims]
    asking += [({name: fact}, line) for name, fact in _stated(asked)]
    before = [asked.verdict(*claim) for claim in asking]
    for what, position in known_less_of(asked.bare):
        other = Asked(position)
        for (claim, line), known in zip(asking, before, strict=True):
            if known is None or known.verdict == "undecided":
                continue
            if what.startswith("the hand of player") and {"legal", "illegal"} & claim.keys():
                continue  # a hand that nobody knows answers by itself: the table waits for somebody else
            if what.startswith("the order of") and ("chance" in claim or _is_draw(asked, claim)):
                continue  # of a shuffled pile any card can be drawn, with a chance of its own
            found = other.verdict(claim, line)
            if found is not None and {known.verdict, found.verdict} == {"confirmed", "refuted"}:
                was = f"{known.text} is {known.verdict} ({known.reason})"
                yield f"{was}; without {what} it is {found.verdict} ({found.reason})"


def _is_draw(asked: Asked, claim: Claim) -> bool:
    """Whether a claim says which card can come."""
    step = claim.get("legal") or claim.get("illegal")
    after = claim.get("after", len(asked.line))
    return step is not None and asked.is_event(step, asked.line[: step_number(after, asked.line)])


def _stated(asked: Asked) -> Iterator[tuple[str, Data]]:
    """What the line of the file comes to."""
    if asked.played is not None:
        position = api.changed(asked.bare, line=list(asked.line))
        found = position.facts(play_line(position, asked.line), None)
        yield from ((name, _written(fact)) for name, fact in found.items() if fact not in (None, {}))


@relation
def same_file(asked: Asked) -> Iterator[str]:
    """The same position written by `data_of`, or with the hand in another order, is answered alike."""
    solved = asked.solved
    if solved is None:
        return
    data = {key: value for key, value in api.data_of(asked.bare).items() if key not in SAID}
    variants = {"data_of": data}
    hand = data.get("hand")
    if isinstance(hand, list) and len(hand) > 1:
        variants["the hand in another order"] = {**data, "hand": hand[::-1]}
    for what, values in variants.items():
        with allow(Budget(steps=STEPS)):
            again = api.solve(api.position(**values))
        pair = solved.solution, again.solution
        if "undecided" not in {each.status for each in pair} and pair[0].objective != pair[1].objective:
            yield f"{what}: objective {pair[0].objective} becomes {pair[1].objective}"


@relation
def best_play(asked: Asked) -> Iterator[str]:
    """What is proved best is legal when it is written out, and a grade finds no mistake in it."""
    solved, line = asked.solved, asked.best_line
    if solved is None or line is None or solved.solution.status != "optimal":
        return
    yield from _is_legal(asked, line, "the best line")
    position = api.changed(asked.bare, line=[step.text for step in line.steps])
    try:
        with allow(Budget(steps=STEPS)):
            graded = api.grade(position)
    except (UsageError, UnsupportedError, UndecidedError):
        return
    for step in graded.steps:
        if step.verdict in ("lost", "illegal"):
            better = ", ".join(step.better) or step.reason
            gave = ", ".join(f"{each.exact}" for each in step.regret)
            yield f"the best line's step {step.text!r} is graded {step.verdict} ({gave}): better {better}"


@relation
def in_the_middle(asked: Asked) -> Iterator[str]:
    """A question may be asked after any step, also while a choice waits."""
    for _, line in asked.lines():
        for number in range(min(len(line), MOST_STEPS) + 1):
            if line:
                asked.verdict({"can": line[-1], "after": number}, line)
            position = api.changed(asked.bare, line=list(line[:number]))
            with contextlib.suppress(UsageError, UnsupportedError), allow(Budget(steps=STEPS)):
                api.grade(position)
    yield from ()
