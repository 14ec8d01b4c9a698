"""What a plain game answers of a turn is what comes of every set of items that may be played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from tests.toys.raid import GAME, Card, RaidFile, RaidPosition
from tsolve.batch import pool
from tsolve.chances.events import ODDS
from tsolve.chances.odds import answer_odds
from tsolve.diagnostics import Diagnostics
from tsolve.judging.check import check
from tsolve.model.odds import DeckWish
from tsolve.model.plays import NO_WISHES, Wishes
from tsolve.rules.loading import load_ruleset
from tsolve.source.decode import decode
from tsolve.source.decoded import Decoded
from tsolve.source.parse import parse

POWER = {"Club": 3, "Lamp": 2, "Stone": 1, "Net": 1}
STRENGTH, WORTH = {"Rat": 3, "Boar": 4, "Bear": 6}, {"Rat": 1, "Boar": 2, "Bear": 4}
"""As they are printed; a Net has 2 more against the Bear."""
Worth = tuple[Fraction, Fraction]


def raid(hand: Sequence[str], deck: Sequence[str], row: Sequence[str], ties: str = "enough") -> RaidPosition:
    """A position with these cards."""
    file = RaidFile("raid", hand=(*hand,), deck=(*deck,), row=(*row,), interpretations={"ties": ties})
    position = GAME.open(Decoded(file, {}, {}), load_ruleset(GAME.rulesets / "raid", Card), Diagnostics())
    assert isinstance(position, RaidPosition)
    return position


def beats(items: Sequence[str], foe: str, ties: str) -> bool:
    """Whether these items are enough."""
    power = sum(POWER[each] for each in items) + (2 * items.count("Net") if foe == "Bear" else 0)
    return power >= STRENGTH[foe] + (ties != "enough")


def ends(hand: Sequence[str], row: Sequence[str], ties: str) -> Iterator[tuple[str, Worth]]:
    """Each foe that may be fought, nobody among them, with what the turn then comes to."""
    yield "", (Fraction(0), Fraction(len(hand)))
    for count in range(len(hand) + 1):
        for items in combinations(hand, count):
            for foe in row:
                if beats(items, foe, ties):
                    yield foe, (Fraction(WORTH[foe]), Fraction(len(hand) - count))


def best(hand: Sequence[str], deck: Sequence[str], row: Sequence[str], ties: str) -> Worth:
    """Without a draw, or by any card of the deck on average: which is never worse than none."""
    alone = max(worth for _, worth in ends(hand, row, ties))
    drawn = [max(worth for _, worth in ends((*hand, card), row, ties)) for card in deck]
    means = [Fraction(sum(each), len(deck)) for each in zip(*drawn, strict=True)] if drawn else [*alone]
    return max(alone, (means[0], means[1]))


def dealt(random: Random) -> tuple[list[str], list[str], list[str], str]:
    hand, deck = (random.choices(sorted(POWER), k=random.randint(0, most)) for most in (4, 3))
    return (
        hand,
        deck,
        random.sample(sorted(WORTH), random.randint(1, 3)),
        random.choice(("enough", "too_few")),
    )


@pytest.mark.parametrize("seed", range(60))
def test_the_best_turn(seed: int) -> None:
    hand, deck, row, ties = dealt(Random(seed))

    found = raid(hand, deck, row, ties).solve(NO_WISHES)

    assert (found.status, found.left_out) == ("optimal", ())
    worth = found.policy.worth if found.policy is not None else ()
    told = tuple(Fraction(each.exact) for each in worth) or tuple(map(Fraction, found.objective))
    assert told == best(hand, deck, row, ties)


@pytest.mark.parametrize("seed", range(60))
def test_every_target(seed: int) -> None:
    """The chance of each foe, and the best turn against it in which nothing uncertain is drawn."""
    hand, deck, row, ties = dealt(Random(seed))
    position = raid(hand, deck, row, ties)

    for each in position.targets(NO_WISHES).targets:
        known = [hand, (*hand, deck[0])] if len(set(deck)) == 1 else [hand]
        worths = [worth for held in known for foe, worth in ends(held, row, ties) if foe == each.name]
        alone = any(foe == each.name for foe, _ in ends(hand, row, ties))
        drawn = [any(foe == each.name for foe, _ in ends((*hand, card), row, ties)) for card in deck]
        chance = Fraction(1) if alone else Fraction(sum(drawn), len(deck) or 1)
        assert each.outcome == {0: "impossible", 1: "certain"}.get(chance, "chance")
        assert chance in (0, 1) or (each.chance is not None and Fraction(each.chance.exact) == chance)
        against = position.solve(Wishes(target=each.name, draws="known"))
        assert (against.objective if against.best else ()) == max(worths, default=())


@pytest.mark.parametrize("seed", range(20))
def test_every_hand(seed: int) -> None:
    """Of each pair of the deck the best that it comes to, with a card of the others."""
    random = Random(seed)
    deck = random.choices(sorted(POWER), k=random.randint(2, 5))
    _, _, row, ties = dealt(random)
    position = raid((), deck, row, ties)

    with pool() as alone:
        (found,) = answer_odds(ODDS.of(position)(), DeckWish(), alone).decks

    pairs = [*combinations(range(len(deck)), 2)]
    worths = [
        best([deck[at] for at in pair], [deck[at] for at in range(len(deck)) if at not in pair], row, ties)
        for pair in pairs
    ]
    means = [Fraction(sum(level), len(pairs)) for level in zip(*worths, strict=True)]
    assert [figure.estimate.exact for _, figure in found.figures()] == [*map(str, means)]


@pytest.mark.parametrize("seed", range(30))
def test_what_is_claimed_of_the_whole_turn(seed: int) -> None:
    """Without a line and a draw the most points, the most items kept, and the greatest power."""
    hand, _, row, ties = dealt(Random(seed))
    most = int(max(worth for _, worth in ends(hand, row, ties))[0])
    nets = 2 * hand.count("Net") if "Bear" in row and beats(hand, "Bear", ties) else 0
    power = sum(POWER[each] for each in hand) + nets
    claims = [{"points": most}, {"points": most + 1}, {"kept": len(hand)}, {"power": power}]
    text = f"{{game: raid, hand: {hand}, row: {row}, interpretations: {{ties: {ties}}}, claims: {claims}}}"
    decoded = decode(parse(text.replace("'", "").encode(), "raid"), RaidFile)

    found = check(GAME.open(decoded, load_ruleset(GAME.rulesets / "raid", Card), Diagnostics()))

    assert [each.verdict for each in found.claims] == ["confirmed", "refuted", "confirmed", "confirmed"]
