"""Events of small decks of the toy: what is asked, in words, and its chances against every order of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import permutations

import pytest

from tests.turns.cellars import opened_cellar
from tsolve.batch import pool
from tsolve.errors import InputError, UsageError
from tsolve.model.odds import DeckWish, EventOdds, OddsAnswer
from tsolve.turns.odds.answer import answer_odds

DECK = ("Club", "Lamp", "Lamp", "Stone", "Stone", "Stone")
"""Hands of two are dealt from it. (CE-4)"""


def answered(*events: str, hands: int | None = None, adding: Sequence[str] = ()) -> OddsAnswer:
    wish = DeckWish(events=events, hands=hands, adding=tuple(adding))
    with pool() as alone:
        return answer_odds(opened_cellar((), DECK).odds(), wish, alone)


def asked(event: str, hands: int | None = None) -> EventOdds:
    (found,) = answered(event, hands=hands).events
    return found


def share(fits: Callable[[list[str]], bool]) -> str:
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
def test_one_hand(event: str, read: str, fits: Callable[[list[str]], bool]) -> None:
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


def test_a_change_counts_its_cards() -> None:
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
        answer_odds(opened_cellar((), DECK).odds(), DeckWish(refills=1), alone)
    with pytest.raises(UsageError, match="say which"), pool() as alone:
        answer_odds(opened_cellar((), DECK).odds(), DeckWish(hands=2), alone)
