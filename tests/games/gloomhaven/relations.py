"""What answers about one scenario have in common, whoever is right: for `tests.consistency`, with relations
of this game's own. `python -m tests.games.gloomhaven.relations 300` asks them of so many random scenarios.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import wraps
from random import Random
from typing import Any

from tests.asked import STEPS, Asked, Claim
from tests.consistency import Contradiction, contradictions
from tests.games.gloomhaven.dealt_scenarios import dealt
from tests.relations import RELATIONS, Relation, relation
from tsolve import api
from tsolve.budget import Budget, allow
from tsolve.engine import CHANCE
from tsolve.games.gloomhaven.actions import Action, Go, Strike
from tsolve.games.gloomhaven.position import ScenarioPosition
from tsolve.games.gloomhaven.state import State
from tsolve.steps.line import play_line

_OF_EVERYBODY = ("steps", "legal", "yes_or_no", "stated", "in_the_middle")


def own(found: Relation) -> Relation:
    """Registers a relation of scenarios; of anything else it says nothing."""

    @wraps(found)
    def asking(asked: Asked) -> Iterator[str]:
        if isinstance(asked.bare, ScenarioPosition) and not asked.bare.unplayed:
            yield from found(asked)

    return relation(asking)


@own
def options(asked: Asked) -> Iterator[str]:
    """Focus, end and attacks are confirmed where all options agree, refuted where none says so."""
    found = asked.bare.options()
    if found is None or found.hangs_on:
        return
    number = len(found.options)
    yield from _is(asked, {"options": number}, "confirmed")
    yield from _is(asked, {"options": number + 1}, "refuted")
    for kind in ("focus", "end", "attacks"):
        said = {each.values[kind] or ("nobody" if kind == "focus" else ()) for each in found.options}
        for value in said:
            answer = asked.verdict({kind: list(value) if kind == "attacks" else value})
            wrong = "refuted" if len(said) == 1 else "confirmed"
            if answer is not None and answer.verdict in (wrong, "refuted"):
                told = f"{value} is {answer.verdict}: {answer.reason}"
                yield f"options say {kind} {' or '.join(map(str, said))}, {told}"


@own
def options_played(asked: Asked) -> Iterator[str]:
    """Every option is legal when its steps are written out, and does what it says."""
    found = asked.bare.options()
    if found is None or found.hangs_on:
        return
    for each in found.options[:6]:
        values = each.values
        steps = [f"focus {values['focus']}"] if values["focus"] else []
        if values["path"]:
            steps.append(f"move {' '.join(values['path'])}")
        if values["attacks"]:
            steps.append(f"attack {' and '.join(values['attacks'])}")
        line = asked.check((), steps).line
        if line is None:
            continue
        if not line.legal and "first" not in line.outcome:
            yield f"the option {each.text!r} is not legal as {steps}: {line.outcome}"
        else:
            said = asked.verdict({"focus": values["focus"] or "nobody"}, steps)
            if said is not None and said.verdict == "refuted":
                told = f"{said.text} is refuted: {said.reason}"
                yield f"the option {each.text!r}, played as {steps}: {told}"


@own
def on_the_table(asked: Asked) -> Iterator[str]:
    """What lies on the table after a step is confirmed of that step, and nothing else is."""
    if not asked.line:
        return
    position = api.changed(asked.bare, line=list(asked.line))
    assert isinstance(position, ScenarioPosition)
    played = play_line(position, asked.line, in_all_ways=False)
    for number in range(len(played.states)):
        state = position.reached(played, number)
        if number + 1 == len(played.states) and position.game.mover(state) < 0:
            continue  # a card is still to come for the last step: a claim about that goes through the cards
        for claim, other in _facts(position, state):
            for each, right in ((claim, "confirmed"), (other, "refuted")):
                yield from _is(asked, {**each, "after": number}, right, asked.line)


def _facts(position: ScenarioPosition, state: State) -> Iterator[tuple[Claim, Claim]]:
    """Claims that are true of a position, each with one that is not."""
    for figure in state.figures:
        name = figure.name
        place = position.name(figure.at)
        free = next(hex_ for hex_ in sorted(position.book.terrain.hexes) if hex_ != figure.at)
        yield {"hit_points": {name: figure.hp}}, {"hit_points": {name: figure.hp + 1}}
        yield {"places": {name: _hex(place)}}, {"places": {name: _hex(position.name(free))}}
        has = sorted({token.condition for token in figure.tokens})
        without = [each for each in ("poison", "wound") if each not in has]
        yield {"conditions": {name: has}}, {"conditions": {name: [*has, *(without[:1] or ["stun"])]}}


def _hex(name: str) -> list[int]:
    return [int(each) for each in name.strip("()").split(",")]


def _is(asked: Asked, claim: Claim, right: str, line: Sequence[str] = ()) -> Iterator[str]:
    found = asked.verdict(claim, line)
    if found is None:
        yield f"{claim} is not understood"
    elif found.verdict != right:
        yield f"{claim} is {found.verdict}, not {right}: {found.reason}"


@own
def told_less(asked: Asked) -> Iterator[str]:
    """An initiative or an ability card that is not told may open an answer and never reverses it."""
    data: dict[str, Any] = dict(api.data_of(asked.bare))
    found = asked.bare.options()
    if found is None or found.hangs_on or len(found.options) != 1:
        return
    values = found.options[0].values
    claims: list[Claim] = [
        {"focus": values["focus"] or "nobody"},
        {"attacks": list(values["attacks"])},
        {"options": 1},
    ]
    for name, character in data["characters"].items():
        if "initiative" not in character:
            continue
        less = {key: value for key, value in character.items() if key != "initiative"}
        other = Asked(api.position(**{**data, "characters": {**data["characters"], name: less}}))
        for claim in claims:
            said = other.verdict(claim)
            if said is not None and said.verdict == "refuted":
                yield f"without the initiative of {name} {said.text} is refuted: {said.reason}"


@own
def plain_search(asked: Asked) -> Iterator[str]:
    """What is confirmed or refuted to be possible is found, or not, where everything is tried."""
    position = asked.bare
    assert isinstance(position, ScenarioPosition)
    found = _everything(position)
    state, terrain = position.state, position.book.terrain
    if found is None or not state.on_map(position.actor):
        return
    actor = state.figure(position.actor)
    enemies = [each.name for each in state.enemies_of(actor)]
    wanted = [f"attack {name}" for name in enemies]
    wanted += [f"move to {terrain.name(hex_)}" for hex_ in sorted(terrain.hexes)[::3] if hex_ != actor.at]
    for question in wanted:
        is_there = question in found
        answer = asked.verdict({"can": question})
        if answer is None:
            yield f"{question} is not understood"
        elif answer.verdict == ("refuted" if is_there else "confirmed"):
            yield f"can {question} is {answer.verdict} ({answer.reason}), tried in all ways: {is_there}"


@own
def completions(asked: Asked) -> Iterator[str]:
    """Without a line, or behind one of a monster, a claim is confirmed where every way to go on says so, and
    refuted where none does.
    """
    position = api.changed(asked.bare, line=list(asked.line))
    assert isinstance(position, ScenarioPosition)
    played = play_line(position, asked.line, in_all_ways=False)
    if asked.line and not position.decides:
        return
    ends = _ends(position, played.result if asked.line else position.state)
    if not ends or (asked.line and not played.answer.legal):
        return
    for figure in position.state.figures:
        name = figure.name
        left = [each.figure(name) if each.on_map(name) else None for each in ends]
        points = {0 if each is None else each.hp for each in left}
        places = {"" if each is None else position.name(each.at) for each in left}
        for number in range(figure.max_hp + 1):
            yield from _among(asked, {"hit_points": {name: number}}, number, points)
        for hex_ in sorted(position.book.terrain.hexes)[::2]:
            place = position.name(hex_)
            yield from _among(asked, {"places": {name: _hex(place)}}, place, places)


def _among(asked: Asked, claim: Claim, value: object, found: set[Any]) -> Iterator[str]:
    position, answer = asked.bare, asked.verdict(claim, asked.line)
    assert isinstance(position, ScenarioPosition)
    right = "refuted" if value not in found else "confirmed" if len(found) == 1 else "undecided"
    if answer is None:
        yield f"{claim} is not understood"
    elif answer.verdict not in (right, "undecided") or (
        answer.verdict != right and position.decides and "time" not in answer.reason
    ):
        told = f"{claim} is {answer.verdict}, not {right}: {answer.reason}"
        yield f"{told}; all ways: {' or '.join(sorted(map(str, found)))}"


def _reached(position: ScenarioPosition, start: State, most: int = 4_000) -> list[State] | None:
    """Every position that a turn may come to; None where there are too many."""
    game, found = position.game, {start: None}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        for action in _answers(position, state):
            after = game.apply(state, action)
            if after not in found:
                found[after] = None
                waiting.append(after)
        if len(found) > most:
            return None
    return list(found)


def _may_come(position: ScenarioPosition, state: State) -> list[Action]:
    if state.result or not state.todo:
        return []
    if position.game.mover(state) == CHANCE:
        return [event for event, _ in position.game.chance(state)]
    return position.game.legal_actions(state)


def _answers(position: ScenarioPosition, state: State) -> list[Action]:
    """What may come next; effects of an attack are applied unless somebody says otherwise. (GH-7.1)"""
    actions = _may_come(position, state)
    return actions[:1] if position.implicit_choice(state) is not None else actions


def _ends(position: ScenarioPosition, start: State) -> list[State] | None:
    reached = _reached(position, start)
    return reached and [state for state in reached if state.result or not state.todo]


def _everything(position: ScenarioPosition) -> set[str] | None:
    """Whom somebody attacks and where somebody moves in any way of the turn; None where they are too many."""
    reached = _reached(position, position.state)
    if reached is None:
        return None
    found: set[str] = set()
    for state in reached:
        for action in _answers(position, state):
            if isinstance(action, Strike):
                found |= {f"attack {name}" for name in action.targets}
            if isinstance(action, Go) and action.path:
                found.add(f"move to {position.book.terrain.name(action.path[-1])}")
    return found


OWN = ("plain_search", "completions", "options", "options_played", "on_the_table", "told_less")


def with_line(data: dict[str, Any], random: Random, most: int = 6) -> dict[str, Any]:
    """The scenario with a random legal line."""
    line: list[str] = []
    for _ in range(random.randint(0, most)):
        position = api.position(**data, line=line) if line else api.position(**data)
        assert isinstance(position, ScenarioPosition)
        state = play_line(position, line, in_all_ways=False).final if line else position.state
        game = position.game
        actions = (
            [action for action, _ in game.chance(state)]
            if game.mover(state) == CHANCE
            else game.legal_actions(state)
        )
        if not actions or state.result:
            break
        line.append(game.notation(state, random.choice(actions)))
    return {**data, "line": line} if line else data


def found_in(seed: int, names: Sequence[str] = (*_OF_EVERYBODY, *OWN)) -> Iterator[Contradiction]:
    """The contradictions of one random scenario."""
    random = Random(seed)
    data = with_line(dealt(random), random)
    with allow(Budget(steps=50 * STEPS)):
        yield from contradictions(api.position(**data), f"scenario {seed}", names)


def main() -> None:
    """Ask so many scenarios, from a seed on."""
    number, first = (int(each) for each in (*sys.argv[1:], "100", "0")[:2])
    names = sys.argv[3:] or [*_OF_EVERYBODY, *OWN]
    assert set(names) <= set(RELATIONS)
    counted: Counter[str] = Counter()
    for seed in range(first, first + number):
        for each in found_in(seed, names):
            counted[each.relation] += 1
            print(f"{each.relation}  {each.position}\n    {each.told}", flush=True)
    print(dict(counted))


if __name__ == "__main__":
    main()
