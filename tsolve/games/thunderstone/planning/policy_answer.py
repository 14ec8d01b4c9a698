"""A policy as an answer: every way that chance can take is played by the engine, every mean is checked."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from fractions import Fraction
from itertools import takewhile
from typing import NamedTuple

from msgspec.structs import replace

from tsolve.budget import current
from tsolve.errors import DisagreementError
from tsolve.games.thunderstone.actions import Action, Draw, Reveal, TurnUp
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.dungeon import Found, Value, without_battle
from tsolve.games.thunderstone.planning.evaluator import Evaluator, Reached
from tsolve.games.thunderstone.planning.forced_draws import apart, drawn_with
from tsolve.games.thunderstone.planning.goals import (
    COUNTED_DOWN,
    NO_BATTLE,
    battle_result,
    closing,
    visit_result,
)
from tsolve.games.thunderstone.planning.lines import Told, tell
from tsolve.games.thunderstone.planning.policy import Branch, Node, Searched, search
from tsolve.games.thunderstone.planning.realise import play_out
from tsolve.games.thunderstone.planning.situations import Situation
from tsolve.games.thunderstone.planning.visits import solve_visit
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.target import ANYBODY, Target, target_at
from tsolve.model.policies import (
    Deed,
    PolicyAnswer,
    PolicyBranch,
    PolicyCase,
    PolicyEnd,
    PolicyNode,
    TargetChance,
    exact,
)
from tsolve.model.wishes import Draws
from tsolve.solve.policy import Worth, average

DEFEAT = Deed("defeat", "defeats", "defeated")
"""What is done to a Monster."""
INDICATORS = {"dungeon": ("win", "goes_on"), "rest": ("thin",)}
"""Levels that are 1 or 0 at the end of a turn, so that their mean is a chance."""


class Case(NamedTuple):
    """An extreme end of what lies below a node: its worth, its chance, and the cards of one way to it."""

    value: Value
    chance: Fraction
    outcome: str
    cards: tuple[str, ...]


Defeated = dict[tuple[str, int], Fraction]
"""The chance to defeat each Monster (a card id) in each place."""


class Below(NamedTuple):
    """What a node comes to, over all that chance may do below it."""

    node: int
    worth: Worth
    """By the attitude to draws."""
    mean: Worth
    worst: Case
    best: Case
    defeated: Defeated
    ways: int


class Written(NamedTuple):
    """The policy with the interpretations that its lines went through."""

    policy: PolicyAnswer
    readings: dict[str, str]


def write_policy(
    game: Thunderstone,
    goal: tuple[str, ...],
    searched: Searched,
    draws: Draws,
    target: Target = ANYBODY,
    evaluator: Evaluator | None = None,
) -> Written:
    """The policy that was found. Raises DisagreementError where the engine finds another worth or chance.

    Pass the `evaluator` of the search: it remembers.
    """
    root = searched.root
    assert root is not None
    writer = _Writer(game, goal, draws, target, evaluator or Evaluator(game, goal))
    below = writer.add(root)
    met = [target] if target != ANYBODY else _met(game, root.state, below.defeated)
    policy = PolicyAnswer(
        draws=draws,
        goal=goal,
        first=writer.nodes[below.node].steps[0].text,
        worth=tuple(map(exact, below.worth)),
        expected=tuple(map(exact, below.mean)),
        worst=writer.case(below.worst),
        best=writer.case(below.best),
        chances=tuple(
            TargetChance(each.say(game.book), exact(_chance(each, below.defeated))) for each in met
        ),
        deed=DEFEAT,
        nodes=tuple(writer.nodes),
        ways=below.ways,
        indicators=tuple(level for level in goal if level in INDICATORS.get(root.state.turn, ())),
        counted_down=tuple(level for level in goal if level in COUNTED_DOWN),
        positions=searched.positions,
        low=() if searched.proved else tuple(map(exact, searched.low or ())),
        high=() if searched.proved else tuple(map(exact, takewhile(_is_known, searched.high or ()))),
    )
    return Written(policy, writer.readings)


def with_greatest_chances(game: Thunderstone, state: State, policy: PolicyAnswer) -> PolicyAnswer:
    """The policy with the greatest chance to defeat each Monster of the Hall by any play, as far as the
    budget goes.
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


class _Writer:
    """Writes each node once: nodes with equal positions have the same future."""

    def __init__(
        self, game: Thunderstone, goal: tuple[str, ...], draws: Draws, target: Target, evaluator: Evaluator
    ) -> None:
        self.game, self.goal, self.draws, self.target = game, goal, draws, target
        self.evaluator = evaluator
        self.closest = Evaluator(game, closing(goal))
        """Says which of several lines that win nothing comes closest to it."""
        self.nodes: list[PolicyNode] = []
        self.readings: dict[str, str] = {}
        self._known: dict[Hashable, Below] = {}
        self._keys: dict[int, Hashable] = {}
        """The key of each node's position, by the node itself: many branches lead to one node."""

    def add(self, node: Node) -> Below:
        """The node and all below it, played by the engine."""
        key = self._key(node)
        if key in self._known:
            return self._known[key]
        index = len(self.nodes)
        self.nodes.append(PolicyNode((), ()))  # kept for this node: those below it come behind
        found = self._chance(node, index) if node.branches else self._end(node, index)
        if found.worth != node.worth:
            raise DisagreementError({"promised": _shown(node.worth), "played": _shown(found.worth)})
        self._known[key] = found
        return found

    def _key(self, node: Node) -> Hashable:
        if id(node) not in self._keys:
            self._keys[id(node)] = self.game.key(node.state)
        return self._keys[id(node)]

    def case(self, case: Case) -> PolicyCase:
        return PolicyCase(case.value, exact(case.chance), case.outcome, case.cards)

    def _end(self, node: Node, index: int) -> Below:
        """A node at which the turn ends without another card."""
        actions = node.line
        if node.final.tally.outcome:  # the policy goes as far as the battle
            actions += tuple(play_out(self.game, node.final, self.goal)[0])
        elif node.end is not None:
            actions += self._rest_of_turn(node.final, node.end).line
        (line, end, _, grounds, named), drawn = self._played(node.state, actions)
        value = (
            battle_result(self.game.book, end, self.goal)
            if end.turn == "dungeon"
            else visit_result(self.game.book, end, self.goal)
        )
        if value is None:  # the target does not stand where it can be attacked
            value = tuple(map(int, node.worth))
            named = f"{self.target.say(self.game.book)} is not attacked"
            line = replace(line, outcome=f"{named}.")
        won = end.tally.outcome == "won"
        defeated = {(end.tally.defeated, end.target): Fraction(1)} if won else {}
        name = self.game.book.name(end.tally.defeated) if won else ""
        told = PolicyEnd(named, value, line, name, end.target if won else 0)
        self.nodes[index] = PolicyNode((), tuple(map(exact, value)), (), told, grounds)
        case = Case(value, Fraction(1), line.outcome, drawn)
        return Below(index, value, value, case, case, defeated, 1)

    def _rest_of_turn(self, state: State, reached: Reached) -> Found:
        """The line that the evaluator's worth stands for."""
        here = Situation(state, ())
        lines: list[Found | None]
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

    def _attacks(self, state: State, reached: Reached) -> Iterator[Found]:
        """The best attacks on the Monster, the one that comes closest first where it is not defeated."""
        evaluator = self.evaluator if reached.won else self.closest
        monster = state.at(reached.rank).card
        ranks = [rank for rank in Target(monster).places(state) if self.target.fits(state, rank)]
        found = [line for rank in ranks if (line := evaluator.line(state, rank)) is not None]
        lines = sorted(found, key=lambda line: line.value, reverse=True)
        return (replace(line, value=line.value[: len(self.goal)]) for line in lines)

    def _chance(self, node: Node, index: int) -> Below:
        """A node at which chance acts after some steps."""
        (line, final, _, grounds, _), drawn = self._played(node.state, node.line)
        below, then = zip(*(self._branch(final, branch) for branch in node.branches), strict=True)
        chances = [branch.chance for branch in node.branches]
        events = self.game.chance(final)
        whole = sum(weight for _, weight in events)
        offered = {event: Fraction(weight, whole) for event, weight in events}
        if {branch.event: branch.chance for branch in node.branches} != offered:
            raise DisagreementError({"chances": [str(chance) for chance in chances]})
        worths = [each.worth for each in below]
        mean = average(chances, [each.mean for each in below])
        worth = mean if self.draws == "expected" else min(worths) if self.draws == "worst" else max(worths)
        cards = [self._card(branch.event) for branch in node.branches]
        branches = tuple(
            PolicyBranch(self.game.notation(final, branch.event), card, exact(branch.chance), each.node, more)
            for branch, card, each, more in zip(node.branches, cards, below, then, strict=True)
        )
        grounds += self.game.grounds(final, node.branches[0].event)
        self.nodes[index] = PolicyNode(line.steps, tuple(map(exact, worth)), branches, None, grounds)
        defeated: Defeated = {}
        for chance, each in zip(chances, below, strict=True):
            for monster, likely in each.defeated.items():
                defeated[monster] = defeated.get(monster, Fraction(0)) + chance * likely
        came = [(*drawn, card, *more) for card, more in zip(cards, then, strict=True)]
        return Below(
            index,
            worth,
            mean,
            _extreme(chances, came, [each.worst for each in below], min(each.worst.value for each in below)),
            _extreme(chances, came, [each.best for each in below], max(each.best.value for each in below)),
            defeated,
            sum(each.ways for each in below),
        )

    def _branch(self, final: State, branch: Branch) -> tuple[Below, tuple[str, ...]]:
        """What lies behind one outcome, and the cards that come with it; the engine must come to the same
        position.
        """
        after, more = drawn_with(self.game, final, branch.event)
        if after != branch.node.state and self.game.key(after) != self._key(branch.node):
            raise DisagreementError({"event": self.game.notation(final, branch.event)})
        return self.add(branch.node), more

    def _played(self, state: State, actions: tuple[Action, ...]) -> tuple[Told, tuple[str, ...]]:
        """The line as it is played, and the cards that it draws with no others possible."""
        told = tell(self.game, state, actions)
        self.readings.update(told.readings)
        steps, drawn = apart(told.line.steps)
        return told._replace(line=replace(told.line, steps=steps)), drawn

    def _card(self, event: Action) -> str:
        assert isinstance(event, Draw | Reveal | TurnUp)
        return self.game.book.name(event.card)


def _standing(game: Thunderstone, state: State) -> list[Target]:
    """The Monsters of the Hall."""
    monsters = [place for place in state.places if state.at(place).card in game.book.monsters]
    return [target_at(state, place) for place in monsters if state.turn == "dungeon"]


def _met(game: Thunderstone, state: State, defeated: Defeated) -> list[Target]:
    """The Monsters of the Hall, and those that come into it and are defeated."""
    met = _standing(game, state)
    several = {target.monster for target in met if target.rank}
    others = (Target(card, place if card in several else 0) for card, place in defeated)
    return [*dict.fromkeys((*met, *others))]


def _chance(target: Target, defeated: Defeated) -> Fraction:
    """The chance to defeat a Monster."""
    fitting = (
        likely
        for (card, place), likely in defeated.items()
        if target.monster in ("", card) and target.is_in(place)
    )
    return sum(fitting, start=Fraction(0))


def _extreme(chances: list[Fraction], cards: list[tuple[str, ...]], cases: list[Case], value: Value) -> Case:
    """The cases of this value as one: their chances added, the way of the likeliest."""
    held = [each for each in zip(chances, cards, cases, strict=True) if each[2].value == value]
    _, came, case = max(held, key=lambda each: each[0] * each[2].chance)
    likely = sum((chance * each.chance for chance, _, each in held), start=Fraction(0))
    return Case(value, likely, case.outcome, (*came, *case.cards))


def _is_known(bound: Fraction | int) -> bool:
    """Whether a level of an upper bound is more than a stand-in for one that is not known before solving."""
    return bound <= NO_BATTLE


def _shown(worth: Worth) -> list[str]:
    return [str(level) for level in worth]
