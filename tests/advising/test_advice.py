"""Advice against the truth: small games that are searched whole, and the same answer whoever works."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from random import Random

from tests.engine.toys import Tree
from tsolve.advising.advice import Comparison
from tsolve.advising.candidates import Candidate, Step
from tsolve.advising.rollouts import Asked, Ending, Rollouts
from tsolve.batch import pool
from tsolve.contract.capability import Capabilities
from tsolve.engine import CHANCE
from tsolve.model.advice import AdviceAnswer
from tsolve.players import Start

DEPTH, WIDTH = 5, 3


class Wood(Tree):
    """A game of two players that is dealt from a seed: five choices and events in turn, then the points.

    A position is its way from the start: `` for the start, `02` for its first action and then its third.
    """

    def __init__(self, seed: int) -> None:
        super().__init__({}, {})
        self.seed = seed

    def _random(self, state: str, what: str) -> Random:
        return Random(f"{self.seed} {state} {what}")

    def mover(self, state: str) -> int:
        return 0 if not state else self._random(state, "mover").choice((0, 1, CHANCE))

    def legal_actions(self, state: str) -> list[str]:
        return [] if self.is_over(state) else [state + str(each) for each in range(WIDTH)]

    def apply(self, state: str, action: str, trace: object = None) -> str:
        return action

    def chance(self, state: str) -> list[tuple[str, int]]:
        random = self._random(state, "weights")
        return [(each, random.randint(1, 4)) for each in self.legal_actions(state)]

    def is_over(self, state: object) -> bool:
        return len(str(state)) == DEPTH

    def scores(self, state: object) -> list[int]:
        mine, other = (self._random(str(state), seat).randint(0, 20) for seat in "ab")
        return [mine + self._random(str(state)[:1], "first").randint(0, 9), other]

    def turn_of(self, state: str) -> int:
        return 1

    def begins_turn(self, state: str) -> bool:
        return False


def _start(seed: int) -> Start[str, str]:
    return Start(Wood(seed), "", Capabilities(""))


def _asked(seed: int) -> Rollouts[str, str]:
    first = tuple(Candidate(str(each), Step((str(each),))) for each in range(WIDTH))
    return Rollouts(_start(seed), first, ("random",), seed)


def _compared(seed: int, worlds: int, workers: int = 1) -> Comparison:
    found = Comparison(_asked(seed))
    with pool(workers, keeps=True) as helpers:
        found.play(worlds, helpers)
    return found


def _mean_ahead(game: Wood, state: str) -> Fraction:
    """How far ahead the first player is on average, where all play at random: every way is followed."""
    if game.is_over(state):
        mine, other = game.scores(state)
        return Fraction(mine - other)
    if game.mover(state) == CHANCE:
        events = game.chance(state)
    else:
        events = [(each, 1) for each in game.legal_actions(state)]
    whole = sum(weight for _, weight in events)
    return sum((Fraction(weight, whole) * _mean_ahead(game, each) for each, weight in events), Fraction())


def test_settled_orders_are_true() -> None:
    """Forty games of three candidates, 120 pairs: of those that are settled at least 95 % are in their true
    order, and of all intervals at least 95 % hold the true difference.
    """
    settled = right = held = pairs = 0
    for seed in range(40):
        found = _compared(seed, 256)
        truth = [_mean_ahead(Wood(seed), str(each)) for each in range(WIDTH)]
        for one, other in combinations(range(WIDTH), 2):
            told, true = found.deciding.between(one, other), truth[one] - truth[other]
            pairs += 1
            held += told.low <= true <= told.high
            if told.is_settled:
                settled += 1
                right += (told.mean > 0) == (true > 0)
    assert settled >= 40
    assert right >= 0.95 * settled
    assert held >= 0.95 * pairs


def test_a_winner_is_named_only_where_it_is_settled() -> None:
    named = 0
    for seed in range(12):
        answer = _compared(seed, 128).answer("", 1, 128)
        truth = [_mean_ahead(Wood(seed), str(each)) for each in range(WIDTH)]
        first, *others = answer.candidates
        assert answer.settled == all(each.place == "worse" for each in others)
        assert answer.verdict == ("answered" if answer.settled else "undecided")
        assert answer.best == (first.name if answer.settled else "")
        if answer.settled:
            named += 1
            assert truth[int(first.name)] == max(truth)
    assert named


def _told(found: Comparison) -> AdviceAnswer:
    return found.answer("file", 1, 96)


def test_the_answer_is_the_same_whatever_the_number_of_workers() -> None:
    assert _told(_compared(5, 96)) == _told(_compared(5, 96, workers=3))


def test_another_seed_meets_other_worlds() -> None:
    asked = _asked(5)
    one, other = Comparison(asked), Comparison(Rollouts(asked.start, asked.candidates, asked.players, seed=6))
    with pool(1, keeps=True) as helpers:
        one.play(32, helpers)
        other.play(32, helpers)
    assert one.deciding.results != other.deciding.results


def test_who_is_beaten_is_no_longer_played() -> None:
    found = next(each for each in (_compared(seed, 128) for seed in range(20)) if len(each.playing) == 2)
    lengths = {len(each) for each in found.deciding.results}
    assert len(lengths) > 1
    assert found.games == sum(map(len, found.deciding.results))
    assert found.worlds == max(lengths)


def test_too_few_worlds_say_nothing() -> None:
    answer = _compared(1, 5).answer("", 1, 5)
    assert not answer.settled
    assert all(each.ahead.low is None and each.ahead.high is None for each in answer.candidates)


def test_an_ending_tells_who_is_ahead_and_shares_a_victory() -> None:
    play = _asked(5).open()
    endings = [each for world in range(200) for each in play(Asked(world, (0,))) if each is not None]
    assert {each.won for each in endings} == {0.0, 0.5, 1.0}
    assert all((each.ahead > 0) == (each.won == 1.0) for each in endings)
    assert all(isinstance(each, Ending) and each.over for each in endings)
