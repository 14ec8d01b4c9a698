"""The best policy of a turn in which cards are drawn by chance: the first actions, then what to do for each
card; as an answer, or only its value.

`turn_tree` gives the decisions and chances, `tsolve.solve.policy` searches them, and `tsolve.plays.planners`
follows the policy. The evaluator plays the rest of a turn that reveals nothing more. Finding the value is
only part of the work: to write a policy down, every course that chance may take is played. A draw with only
one possible card is shown like all others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from itertools import takewhile
from typing import NamedTuple

from msgspec.structs import replace

from tsolve.budget import SpentError, allow, current, grace
from tsolve.cardkit.chances import completed
from tsolve.errors import DisagreementError, TooLargeError
from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.answers import Draw, Reveal, ShowHand, TurnUp
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.measures import MEASURES, NO_BATTLE
from tsolve.games.thunderstone.planning.dungeon import PlannedLine, without_battle
from tsolve.games.thunderstone.planning.evaluator import Evaluator, Reached
from tsolve.games.thunderstone.planning.goals import (
    battle_result,
    closing,
    counts_closeness,
    visit_result,
)
from tsolve.games.thunderstone.planning.lines import tell
from tsolve.games.thunderstone.planning.plan import plan, share_of_plan
from tsolve.games.thunderstone.planning.realise import play_out
from tsolve.games.thunderstone.planning.situations import PLACEHOLDER, Situation
from tsolve.games.thunderstone.planning.turn_tree import (
    FreeHall,
    RobbedError,
    Seeking,
    SeekingWholeTurn,
    Steps,
    Turn,
    TurnNode,
    WholeTurn,
    is_worth_it,
)
from tsolve.games.thunderstone.planning.village import solve_visit
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn.hall import ANYBODY, Target, target_at
from tsolve.model.plays import Draws, PolicyAnswer, StepAnswer, TargetChance, Verb, exact
from tsolve.model.trace import Entry, Trace
from tsolve.plays import policy
from tsolve.plays.planners import PolicyFollower, SearchTree
from tsolve.plays.policy import Ended, Mark, PolicyWriter, Told
from tsolve.solve.policy import Attitude, Search, Valuation, Worth
from tsolve.worlds.decisive import Valued

LIMIT = 200_000
"""The most positions that a search visits."""
_DEEP, _DEEP_ALONE = 0.5, 0.7
"""The share of the budget for the deep search, if a policy has to be written down, or if not; the rest is for
a short look at every first action, and for that.
"""
_WORTH_IT = 0.2
"""The share of what is left then that is worth searching on, if there is less to write."""
_WRITTEN = 6
"""To follow a position of a policy through the engine and to write it down takes as long as to search so many
at most, as a rule, and often a third of that.
"""
_TOO_MANY = "there are too many ways to draw and to change the Hall to try them all"


Node = policy.Node[State, Action, Reached]
Searched = policy.Searched[State, Action, Reached]


def search(
    game: Thunderstone,
    state: State,
    goal: tuple[str, ...],
    target: Target = ANYBODY,
    draws: Draws = "expected",
    evaluator: Evaluator | None = None,
    follow: bool = True,
) -> Searched:
    """The best policy from `state`, which stands at a free step of its turn.

    `target` fixes the Monster. Pass the same `evaluator` to several searches by one goal, since it caches. If
    the budget runs out, the answer may be a policy that is not proved to be the best, or none. Without
    `follow` only the value is found: `root` stays None.
    """
    evaluator = evaluator or Evaluator(game, goal)
    tree = Turn(game, state, goal, target, draws, evaluator)
    try:
        try:
            return _search(tree, state, follow)
        except RobbedError:
            tree = WholeTurn(game, state, goal, target, draws, evaluator)
            return _search(tree, state, follow)
    except TooLargeError:  # at a leaf
        return Searched(None, None, tree.upper_bound(TurnNode(state)), (_TOO_MANY,), 0)


def _search(tree: Turn, state: State, follow: bool) -> Searched:
    pace = _Pace()
    deep, searched, found, high = _best(tree, state, pace, follow)
    if deep.positions > LIMIT:
        tree.left_out[_TOO_MANY] = None
    if tree.stranger and (found.low is None or found.low < tree.upper_bound(TurnNode(state))):
        tree.left_out[PLACEHOLDER] = None
    if not follow:
        return Searched(None, found.low, high, tuple(tree.left_out), deep.positions)
    unmet = tree.target != ANYBODY and not tree.met
    try:
        if unmet and found.exact:  # giving up the target may be better, but was not searched
            unmet = not _can_be_met(tree, state)
        if unmet and found.exact:  # the target can never be attacked: there is no such play
            return Searched(None, None, None, tuple(tree.left_out), deep.positions)
        with grace():
            if found.exact:
                found = _short(searched, found, 3 * pace.writable(deep.positions))
            root = (
                None
                if found.low is None or unmet
                else PolicyFollower(_Followed(tree), searched, tree.draws).node(found)
            )
    except SpentError:  # no policy that could be shown
        return Searched(None, None, high, tuple(tree.left_out), deep.positions)
    low = root.worth if root is not None else None
    if found.exact and root is not None and low != found.low:
        raise DisagreementError({"searched": str(found.low), "followed": str(low)})
    return Searched(root, low, high, tuple(tree.left_out), deep.positions)


class _Best(NamedTuple):
    """The best policy, by which search it was found, and an upper bound for all others."""

    deep: Search[TurnNode, Steps]
    """The search in depth, which counts the positions."""
    by: Search[TurnNode, Steps]
    found: Valuation[TurnNode, Steps]
    high: Worth | None


def _best(tree: Turn, state: State, pace: _Pace, follow: bool) -> _Best:
    attitude: Attitude = "expected" if tree.draws == "known" else tree.draws
    share, past = _DEEP if follow else _DEEP_ALONE, current().past
    is_late = past(share)
    if not isinstance(tree, WholeTurn) and is_worth_it(tree.game, state):
        is_half = past(share / 2)
        free: Search[TurnNode, Steps] = Search(
            FreeHall(tree), attitude, lambda: free.positions > LIMIT or is_half()
        )
        tree.cap(lambda node: free.run(node).high)
    deep: Search[TurnNode, Steps] = Search(
        tree,
        attitude,
        lambda: deep.positions > LIMIT or is_late(),
        tree.game.probe.looked_at_position,
        lambda: is_late(),
    )
    best = _Best(deep, deep, found := deep.run(TurnNode(state)), found.high)
    if not is_late() or found.exact:
        return best
    wide: Search[TurnNode, Steps] = Search(tree, attitude, lambda: wide.positions > 0)
    best = _better(
        best, wide, wide.run(TurnNode(state))
    )  # the one in depth saw little of other first actions
    with suppress(SpentError), grace():
        if follow:
            best = best._replace(found=_short(best.by, best.found, pace.writable(deep.positions)))
            to_spare = 1 - best.found.size() / max(pace.writable(deep.positions), 1)
            if to_spare > _WORTH_IT:
                is_late = past(to_spare)
                further = deep.go_on(TurnNode(state))
                best = _better(best, deep, _short(deep, further, pace.writable(deep.positions)))
    if not best.found.exact:
        current().fall_short()
    return best


def _short(
    by: Search[TurnNode, Steps], found: Valuation[TurnNode, Steps], most: float
) -> Valuation[TurnNode, Steps]:
    """The policy, shortened while it has more than so many positions."""
    for events in (3, 2, 1):
        if found.size() > most:
            found = by.shortened(found, events)
    return found


def _better(best: _Best, by: Search[TurnNode, Steps], found: Valuation[TurnNode, Steps]) -> _Best:
    """The better of two policies, with the lower of two bounds."""
    if best.high is not None and found.high is not None:
        best = best._replace(high=min(best.high, found.high))
    if found.low is not None and (best.found.low is None or found.low > best.found.low):
        best = best._replace(by=by, found=found)
    return best


class _Pace:
    """How fast positions are searched, which tells how many of a policy can be written down in time."""

    def __init__(self) -> None:
        self._budget = current()
        self._before = self._left()

    def _left(self) -> tuple[float | None, int | None]:
        """The seconds and the steps that are left."""
        return self._budget.left(), self._budget.steps_left()

    def writable(self, positions: int) -> float:
        """How many positions of a policy there is time to write, after so many were searched."""
        fitting = [
            left * positions / max(_WRITTEN * (began - left), 1e-6)
            for began, left in zip(self._before, self._left(), strict=True)
            if began is not None and left is not None
        ]
        return min(fitting, default=LIMIT)


def _can_be_met(tree: Turn, state: State) -> bool:
    """Whether the target can be attacked; for the worst draws, whether it can be attacked in any case.

    Raises SpentError if that could not be determined.
    """
    seeking = SeekingWholeTurn if isinstance(tree, WholeTurn) else Seeking
    attitude = "best" if tree.draws == "expected" else "expected" if tree.draws == "known" else tree.draws
    quest: Search[TurnNode, Steps] = Search(seeking(tree), attitude, lambda: quest.positions > LIMIT)
    found = quest.run(TurnNode(state))
    if found.low != (1,) and quest.ran_out:
        raise SpentError
    return found.low == (1,)


class _Followed(SearchTree[TurnNode, State, Action, Reached]):
    """What is needed to follow a policy through a turn. (`tsolve.plays.planners.SearchTree`)"""

    def __init__(self, tree: Turn) -> None:
        self.tree = tree

    @property
    def game(self) -> Thunderstone:
        return self.tree.game

    def compares(self, action: Steps, other: Steps) -> bool:
        return self.tree.compares_ties

    def state(self, node: TurnNode) -> State:
        return node.state

    def at(self, state: State, like: TurnNode | None = None) -> TurnNode:
        return TurnNode(state, like.user if like is not None else "")

    def completed(self, state: State, drawn: Steps, event: Action, count: int) -> Steps | None:
        return completed(self.game, state, drawn, event, count)

    def end(self, state: State) -> tuple[Worth, Reached | None]:
        worth = battle_result(self.game.book, state, self.tree.goal)
        if worth is not None:  # the battle, or the game, is over
            return worth, None
        stop = self.tree.stop(state)
        assert stop is not None
        return stop, self.tree.evaluator.best(state, self.tree.target)


def drawn_with(game: Thunderstone, state: State, event: Action) -> tuple[State, tuple[str, ...]]:
    """The position after an event, and the names of further cards that came with it."""
    trace = Trace()
    after = game.apply(state, event, trace)
    drawn = [entry.subject for entry in trace.entries if _is_draw(entry)]
    return after, tuple(drawn[1:] if isinstance(event, Draw) else drawn)


def apart(steps: Iterable[StepAnswer]) -> tuple[tuple[StepAnswer, ...], tuple[str, ...]]:
    """The steps, with each drawn card as a step of its own, and the names of these cards."""
    told: list[StepAnswer] = []
    names: list[str] = []
    for step in steps:
        for number, entries in enumerate(_parts(step.entries)):
            text = step.text
            if number:
                names.append(entries[0].subject)
                text = f"draw {entries[0].subject}"
            told.append(replace(step, number=len(told) + 1, text=text, entries=tuple(entries)))
    return tuple(told), tuple(names)


def _parts(entries: Iterable[Entry]) -> Iterator[list[Entry]]:
    """The entries before the first draw, then those of each draw and what follows it."""
    part: list[Entry] = []
    for entry in entries:
        if _is_draw(entry):
            yield part
            part = []
        part.append(entry)
    yield part


def _is_draw(entry: Entry) -> bool:
    return entry.step == "draw" and bool(entry.subject)


DEFEAT = Verb("defeat", "defeats", "defeated")
"""What is done to a Monster."""
INDICATORS = {"dungeon": ("win", "goes_on"), "rest": ("thin",)}
"""Levels that are 1 or 0 at the end of a turn, so that their expected value is a probability."""


class WrittenPolicy(NamedTuple):
    """The policy with the interpretations that its lines depend on."""

    policy: PolicyAnswer
    readings: dict[str, str]


def write_policy(
    game: Thunderstone,
    goal: tuple[str, ...],
    searched: Searched,
    draws: Draws,
    target: Target = ANYBODY,
    evaluator: Evaluator | None = None,
) -> WrittenPolicy:
    """The policy that was found. Raises DisagreementError if the engine gets another value or probability.

    Pass the `evaluator` of the search, since it has cached results.
    """
    assert searched.root is not None
    writer = _Writer(game, searched.root.state, goal, draws, target, evaluator or Evaluator(game, goal))
    return WrittenPolicy(writer.write(searched), writer.readings)


def with_greatest_chances(game: Thunderstone, state: State, policy: PolicyAnswer) -> PolicyAnswer:
    """The policy together with the greatest probability to defeat each Monster of the Hall by any play, if
    the budget allows.
    """
    standing = {target.say(game.book): target for target in _standing(game, state)}
    chances = []
    evaluator = Evaluator(game, ("win",))
    for each in policy.chances:
        greatest = each.chance if each.chance.value == 1 else None
        if greatest is None and each.target in standing and not current().is_over():
            found = search(
                game, state, evaluator.goal, standing[each.target], "expected", evaluator, follow=False
            )
            known = found.proved and not found.left_out
            greatest = exact(found.low[0] if found.low else 0) if known else None
        chances.append(replace(each, greatest=greatest))
    return replace(policy, chances=tuple(chances))


class _Writer(PolicyWriter[State, Action, Reached]):
    """Plays every line of the policy; the planner plays the rest of a turn that draws nothing more."""

    game: Thunderstone
    deed = DEFEAT
    counted_down = MEASURES.counted_down

    def __init__(
        self,
        game: Thunderstone,
        state: State,
        goal: tuple[str, ...],
        draws: Draws,
        target: Target,
        evaluator: Evaluator,
    ) -> None:
        super().__init__(game, goal, draws)
        self.state, self.target, self.evaluator = state, target, evaluator
        self.closest = Evaluator(game, closing(goal))
        """Chooses among several lines without a victory the one that comes closest to it."""

    def played(self, state: State, actions: tuple[Action, ...]) -> Told[State]:
        line, end, readings, rulings, title = tell(self.game, state, actions)
        self.readings.update(readings)
        steps, came = apart(line.steps)
        return Told(replace(line, steps=steps), end, rulings, title, came)

    def ended(self, node: Node) -> Ended[State]:
        actions = node.line
        if node.final.tally.outcome:  # the policy goes as far as the battle
            actions += tuple(play_out(self.game, node.final, self.goal)[0])
        elif node.end is not None:
            actions += self._rest_of_turn(node.final, node.end).line
        told = self.played(node.state, actions)
        end, book = told.end, self.game.book
        result = battle_result if end.turn == "dungeon" else visit_result
        value = result(book, end, self.goal)
        if value is None:  # the target does not stand where it can be attacked
            value = tuple(map(int, node.worth))
            title = f"{self.target.say(book)} is not attacked"
            told = told._replace(title=title, line=replace(told.line, outcome=f"{title}."))
        if end.tally.outcome != "won":
            return Ended(told, value)
        return Ended(told, value, (end.tally.defeated, end.target), book.name(end.tally.defeated))

    def _rest_of_turn(self, state: State, reached: Reached) -> PlannedLine:
        """The line that reaches the evaluator's value."""
        here = Situation(state, ())
        lines: list[PlannedLine | None]
        if state.turn != "dungeon":
            lines = [solve_visit(self.game, here, self.goal)]
        elif not reached.rank:
            lines = [without_battle(self.game, here, self.goal)]
        else:
            lines = list(self._attacks(state, reached))
        for found in lines:
            if found is not None and found.value == reached.value:
                return found
        planned = [list(found.value) for found in lines if found is not None]
        raise DisagreementError({"evaluated": list(reached.value), "planned": planned})

    def _attacks(self, state: State, reached: Reached) -> Iterator[PlannedLine]:
        """The best attacks on the Monster; if none defeats it, the one that comes closest first."""
        if reached.won:
            yield from self._by(self.evaluator, state, Target(state.at(reached.rank).card))
            return
        for line in self._by(self.evaluator, state, self.target) if counts_closeness(self.goal) else ():
            if line.value == reached.value and not line.end.tally.below_zero:
                yield line
                return
        yield from self._by(self.closest, state, self.target)

    def _by(self, evaluator: Evaluator, state: State, met: Target) -> Iterator[PlannedLine]:
        """The best attack on each Rank, the best first."""
        monsters = self.game.book.monsters
        places = [place for place in met.places(state) if state.at(place).card in monsters]
        ranks = [place for place in places if self.target.fits(state, place)]
        found = [line for rank in ranks if (line := evaluator.line(state, rank)) is not None]
        lines = sorted(found, key=lambda line: line.value, reverse=True)
        return (replace(line, value=line.value[: len(self.goal)]) for line in lines)

    def follow(self, final: State, event: Action) -> tuple[State, tuple[str, ...]]:
        return drawn_with(self.game, final, event)

    def event_name(self, final: State, event: Action) -> str:
        if isinstance(event, ShowHand):
            kind = f"{'a' if event.holds else 'no'} {event.of}"
            text = " or ".join(map(self.game.book.name, dict.fromkeys(event.among))) or kind
            return f"player {event.player + 1}: {text}" if len(final.players) > 2 else text
        assert isinstance(event, Draw | Reveal | TurnUp)
        return self.game.book.name(event.card)

    def chances(self, marks: Mapping[Mark, Fraction]) -> Iterator[TargetChance]:
        met = [self.target] if self.target != ANYBODY else _met(self.game, self.state, marks)
        for target in met:
            fitting = (
                likely
                for (card, place), likely in marks.items()
                if target.monster in ("", card) and target.is_in(place)
            )
            yield TargetChance(target.say(self.game.book), exact(sum(fitting, start=Fraction(0))))

    def indicators(self) -> tuple[str, ...]:
        return tuple(level for level in self.goal if level in INDICATORS.get(self.state.turn, ()))

    def known_levels(self, bound: Worth) -> Worth:
        """The bounds without levels that are unknown before solving."""
        return known_levels(bound)


def known_levels(bound: Worth) -> Worth:
    """The first levels of an upper bound that were bounded before solving."""
    return tuple(takewhile(lambda level: level <= NO_BATTLE, bound))


def _standing(game: Thunderstone, state: State) -> list[Target]:
    """The Monsters of the Hall."""
    monsters = [place for place in state.places if state.at(place).card in game.book.monsters]
    return [target_at(state, place) for place in monsters if state.turn == "dungeon"]


def _met(game: Thunderstone, state: State, defeated: Mapping[Mark, Fraction]) -> list[Target]:
    """The Monsters of the Hall, and those that come into it and are defeated."""
    met = _standing(game, state)
    several = {target.monster for target in met if target.rank}
    others = (Target(card, place if card in several else 0) for card, place in defeated)
    return [*dict.fromkeys((*met, *others))]


def worth_alone(
    game: Thunderstone,
    state: State,
    goal: tuple[str, ...],
    draws: Draws,
) -> Valued:
    """The value of the best play from a free step, the same as for the play that `turns.solve` shows."""
    evaluator = Evaluator(game, goal)
    with allow(current().part(share_of_plan(game, state))):
        planned = plan(game, state, goal, backend="exact", evaluator=evaluator)
    if planned.status != "optimal" or planned.best is None:
        return Valued(goal, None, False, planned.problems)
    if not planned.by_chance:
        return Valued(goal, planned.best.value, False, planned.problems)
    searched = search(game, state, goal, ANYBODY, draws, evaluator, follow=False)
    if not searched.proved or searched.low is None or searched.low < planned.best.value:
        return Valued(goal, None, False, planned.problems)
    return Valued(goal, searched.low, searched.low > planned.best.value, planned.problems)
