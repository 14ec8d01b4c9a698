"""Chances of small decks of the toy, against every order of their cards; estimates and their intervals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import permutations
from math import comb
from random import Random

import pytest

from tests.batch.works import CountCards
from tests.sweeping import seeds
from tests.toys.cellar import Action, CellarOdds, DrawCard, State
from tests.toys.cellars import POWER, cellar_with
from tsolve.batch import pool
from tsolve.chances.events import ODDS
from tsolve.chances.hands import Deal, Estimator, Outcome, Tally, difference, look
from tsolve.chances.odds import Ahead, ChanceNow, Draws, Free, answer_odds
from tsolve.errors import InputError, UsageError
from tsolve.model.odds import DeckOdds, DeckWish, Estimate, EventOdds, Figure, OddsAnswer

KINDS, COPIES = ("a", "b", "c"), (4, 5, 3)
DEAL = Deal(KINDS, COPIES, 6)


def estimator(deal: Deal) -> Estimator:
    with pool() as helpers:
        found, complete = look(helpers, CountCards("a"), deal)
    return Estimator(deal, found, complete)


def count(outcome: tuple[int, ...]) -> int:
    return outcome[0]


def test_exact() -> None:
    found = estimator(DEAL)
    # two of four a and four of the other eight: 6 * 70 / 924
    assert found.chance(0, lambda outcome: outcome == (2,)).exact == str(Fraction(6 * 70, comb(12, 6)))
    assert found.mean(0, count) == Estimate(2.0, 2.0, 2.0, "2")  # 6 cards * 4/12
    assert found.chance(1, lambda outcome: outcome == (1,)).exact == "1/2"
    assert (found.method, found.share) == ("exact", 1)


@pytest.mark.parametrize("seed", range(5))
def test_the_interval_of_a_sample_holds_the_truth(seed: int) -> None:
    found = estimator(Deal(KINDS, COPIES, 6, samples=2000, seed=seed))
    assert found.method == "sample"
    chance = found.chance(0, lambda outcome: outcome == (2,))
    mean = found.mean(0, count)
    assert chance.low is not None and chance.high is not None  # noqa: PT018
    assert mean.low is not None and mean.high is not None  # noqa: PT018
    assert chance.low < 420 / 924 < chance.high
    assert mean.low < 2 < mean.high
    assert chance.high - chance.low < 0.05  # 2 * 1.96 * sqrt(0.25 / 2000) = 0.044
    assert not chance.exact


def test_every_card_is_as_likely() -> None:
    """Chi square over the kinds of the first hands: 6 * 3000 cards from 4 + 5 + 3."""
    drawn = [0, 0, 0]
    for start in range(0, 3000, 200):
        for hand, _ in Deal(KINDS, COPIES, 6, samples=3000, seed=9).share(start):
            for number, kind in enumerate(KINDS):
                drawn[number] += hand.count(kind)
    wanted = [18_000 * copies / 12 for copies in COPIES]
    assert sum((a - b) ** 2 / b for a, b in zip(drawn, wanted, strict=True)) < 9.21  # 1 % with 2 degrees


def test_cut_short() -> None:
    """300 of 924 ways were looked at; 100 of them fit; whatever the others are, the truth lies between."""
    tally = Tally([{(0,): 200, (3,): 100}], hands=7, weight=300)
    found = Estimator(DEAL, tally, complete=False)
    chance = found.chance(0, lambda outcome: outcome == (3,))
    assert (chance.low, chance.high) == (float(Fraction(100, 924)), float(Fraction(724, 924)))
    assert found.mean(0, count) == Estimate(300 / 924, 300 / 924, None)
    assert found.share == 300 / 924
    nothing = Estimator(DEAL, Tally([]), complete=False).chance(0, lambda outcome: outcome == (3,))
    assert (nothing.low, nothing.high) == (0, 1)


def test_differences() -> None:
    half, third = Estimate(0.5, 0.5, 0.5, "1/2"), Estimate(1 / 3, 1 / 3, 1 / 3, "1/3")
    assert difference(half, third).exact == "-1/6"
    between = difference(Estimate(0.2, 0.2, 0.5), Estimate(0.3, 0.3, 0.7))  # bounds of what was cut short
    assert (between.low, between.high) == (pytest.approx(0.3 - 0.5), pytest.approx(0.7 - 0.2))
    sampled = difference(Estimate(0.5, 0.47, 0.53), Estimate(0.6, 0.56, 0.64))
    assert sampled.low == pytest.approx(0.1 - 0.05)  # 0.03 and 0.04 are the sides of a right triangle
    assert sampled.high == pytest.approx(0.1 + 0.05)
    assert difference(Estimate(1.0, 1.0, None), half).high is None


def dealt(deck: Sequence[str], hand: int) -> dict[int, Fraction]:
    """The chance of each power of the first cards, all orders of single cards being alike."""
    orders = [sum(POWER[card] for card in order[:hand]) for order in permutations(deck)]
    return {power: Fraction(number, len(orders)) for power, number in Counter(orders).items()}


def power_of(deck: DeckOdds) -> Figure:
    (line,) = deck.sections[0].lines
    (figure,) = line.figures
    return figure


def found(deck: DeckOdds) -> dict[int | None, Fraction]:
    distribution = power_of(deck).distribution
    assert distribution is not None
    return {bar.number: Fraction(bar.chance.exact) for bar in distribution.bars}


@pytest.mark.parametrize("seed", seeds(20, 40))
def test_every_deal(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(seed)
    size = random.randint(1, 5)
    hand, (*deck, gone) = random.randint(1, 4), random.choices(sorted(POWER), k=size + 1)
    held, new = random.choices(sorted(POWER), k=2), random.choice(sorted(POWER))
    all_cards = random.random() < 0.3
    monkeypatch.setattr(CellarOdds, "hand", hand)
    position = cellar_with(held, (*deck, gone))
    wish = DeckWish(adding=(new,), removing=(gone,), all_cards=all_cards)

    with pool() as alone:
        answer = answer_odds(ODDS.of(position)(), wish, alone)

    more = held if all_cards else []
    wanted = [dealt([*deck, *more, gone], hand), dealt([*deck, *more, new], hand)]
    assert [found(each) for each in answer.decks] == wanted
    means = [sum(power * chance for power, chance in each.items()) for each in wanted]
    assert [power_of(each).estimate.exact for each in answer.decks] == [str(mean) for mean in means]
    assert answer.changes[0].difference.exact == str(means[1] - means[0])
    assert all(deck.left_out.exact == "0" for deck in answer.decks)


Fits = Callable[[list[str]], bool]
DECK = ("Club", "Lamp", "Lamp", "Stone", "Stone", "Stone")
"""Hands of two are dealt from it. (CE-4)"""


def answered(*events: str, hands: int | None = None, adding: Sequence[str] = ()) -> OddsAnswer:
    wish = DeckWish(events=events, hands=hands, adding=tuple(adding))
    with pool() as alone:
        return answer_odds(ODDS.of(cellar_with((), DECK))(), wish, alone)


def asked(event: str, hands: int | None = None) -> EventOdds:
    (found,) = answered(event, hands=hands).events
    return found


def share(fits: Fits) -> str:
    """The share of all orders of the deck in which the first two cards fit."""
    hands = [list(order[:2]) for order in permutations(DECK)]
    return str(Fraction(sum(map(fits, hands)), len(hands)))


@pytest.mark.parametrize(
    ("event", "read", "fits"),
    [
        ("Club and Lamp", "Club and Lamp", lambda hand: "Club" in hand and "Lamp" in hand),
        ("a Club + the Lamp together", "Club and Lamp", lambda hand: "Club" in hand and "Lamp" in hand),
        ("2 x Stone", "2 x Stone", lambda hand: hand.count("Stone") == 2),
        ("two Stone", "2 x Stone", lambda hand: hand.count("Stone") == 2),
        ("exactly one Stone", "exactly 1 x Stone", lambda hand: hand.count("Stone") == 1),
        ("at most 1 x Stone", "at most 1 x Stone", lambda hand: hand.count("Stone") <= 1),
        ("no stone", "no Stone", lambda hand: "Stone" not in hand),
        ("not Stone", "not Stone", lambda hand: "Stone" not in hand),
        (
            "Club or Lamp and Stone",
            "Club or (Lamp and Stone)",
            lambda hand: "Club" in hand or ("Lamp" in hand and "Stone" in hand),
        ),
        (
            "(Club or Lamp) and Stone",
            "(Club or Lamp) and Stone",
            lambda hand: ("Club" in hand or "Lamp" in hand) and "Stone" in hand,
        ),
        ("not (Club or Lamp)", "not (Club or Lamp)", lambda hand: hand == ["Stone", "Stone"]),
    ],
)
def test_one_hand(event: str, read: str, fits: Fits) -> None:
    found = asked(event)

    assert (found.event, found.chance.exact) == (read, share(fits))


def test_within_several_hands() -> None:
    # The Club is one of six cards: 2/6, then 4/6, and after three hands of two all six have been dealt.
    found = asked("Club", hands=3)

    assert [each.chance.exact for each in found.by] == ["1/3", "2/3", "1"]
    assert asked("Club within 2 hands", hands=3).chance.exact == "2/3"


def test_a_changed_deck() -> None:
    # A second Club makes seven cards: the hand has none with chance 5/7 x 4/6 = 10/21.
    now, then = answered("Club", adding=["Club"]).events

    assert (now.chance.exact, then.chance.exact) == ("1/3", "11/21")
    assert (now.deck, then.deck) == ("", "with Club")
    assert answered("Club", adding=["Club", "Stone x2", "Club"]).events[1].deck == "with 2 x Club, 2 x Stone"


@pytest.mark.parametrize(
    ("event", "place", "message"),
    [
        ("Clubb and Lmp", 1, 'error E302: unknown card "Clubb"'),
        ("Club and Lmp", 10, 'error E302: unknown card "Lmp"'),
        ("Club and", 6, "error E209: a card is missing"),
        ("and Club", 1, 'error E209: a card is missing before "and"'),
        ("(Club or Lamp", 10, "error E209: a bracket is not closed"),
        ("Club, Lamp", 5, 'error E209: "," may mean `and` or `or`'),
        ("Club and Club", 1, "error E308: Club is named twice"),
        ("0 x Club", 1, "error E307: at least 1 and at most 99 copies"),
        ("Club within 99 hands", 13, "error E205: at least 1 and at most 60 hands"),
        ("Club within 2 refills", 1, "error E209: the hands: count hands, not refills"),
        ("", 1, "error E209: a card is missing"),
        ("within 2 hands", 1, "error E302: unknown card"),
        ("not " * 101 + "Club", 1, "error E209: an event has at most 100 words"),
    ],
)
def test_what_makes_no_sense(event: str, place: int, message: str) -> None:
    with pytest.raises(InputError) as error:
        asked(event)

    (first, *_) = error.value.diagnostics
    assert str(first).startswith(f"--event:1:{place}: {message}")


def test_every_mistake_is_told_at_once() -> None:
    with pytest.raises(InputError) as error:
        answered("Clubb", "Lamp", "Stoone")
    assert [each.help for each in error.value.diagnostics] == [
        'did you mean "Club"?',
        'did you mean "Stone"?',
    ]


def test_a_game_without_refills() -> None:
    with pytest.raises(UsageError, match="no place that is refilled"), pool() as alone:
        answer_odds(ODDS.of(cellar_with((), DECK))(), DeckWish(refills=1), alone)
    with pytest.raises(UsageError, match="add `--event`"), pool() as alone:
        answer_odds(ODDS.of(cellar_with((), DECK))(), DeckWish(hands=2), alone)


POWERS = {name.lower(): power for name, power in POWER.items()}


def outcomes(hand: Sequence[str]) -> list[Outcome]:
    """What a hand is worth by three aims: a great power; what is left of fours; exactly 4, and then much."""
    power = sum(POWERS[card] for card in hand)
    return [(power,), (power % 4,), (int(power == 4), power)]


@pytest.mark.parametrize("seed", seeds(20, 60))
def test_a_card_is_drawn_where_that_is_better_on_average(seed: int) -> None:
    random = Random(seed)
    hand, deck = random.choices(sorted(POWERS), k=random.randint(0, 3)), random.choices(sorted(POWERS), k=4)
    position = cellar_with(map(str.title, hand), map(str.title, deck))
    game = position.game

    def ahead(state: State) -> Ahead[Action]:
        if state.is_drawing:
            return ChanceNow(game.chance(state))
        return Free([] if state.has_drawn else [DrawCard()])

    looked = Draws(game, ahead, lambda state: (outcomes(state.hand), False), [1, 1, 2]).look(position.state)

    kept = outcomes(hand)
    drawn = [outcomes([*hand, card]) for card in deck]
    assert (looked.left_out, looked.cut) == (False, False)
    for aim, spread in enumerate(looked.spreads):
        best = max(mean([kept[aim]]), mean([each[aim] for each in drawn]))
        assert tuple(Fraction(each, spread.unit) for each in spread.sums) == best
        assert spread.chances() in (shares([kept[aim]]), shares([each[aim] for each in drawn]))


def shares(found: Sequence[Outcome]) -> dict[Outcome, Fraction]:
    return {each: Fraction(found.count(each), len(found)) for each in found}


def mean(found: Sequence[Outcome]) -> tuple[Fraction, ...]:
    return tuple(Fraction(sum(level), len(found)) for level in zip(*found, strict=True))
