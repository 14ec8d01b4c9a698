"""What a puzzle expects of the chances of a deck, compared with what was found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from tsolve.batch.crew import crew
from tsolve.games.thunderstone.chances.answer import Wish, odds
from tsolve.games.thunderstone.judging.expecting.compared import answered, doubted
from tsolve.games.thunderstone.writing.expected_odds import OddsExpectation
from tsolve.games.thunderstone.writing.position import Opened
from tsolve.model.answers import ExpectationAnswer
from tsolve.model.odds import Bar, DeckOdds, Estimate
from tsolve.source.decode import Path

_SURE = ("hands", "left_out")
"""What is known even where some hands come to something that nobody knows."""


def judge_odds(opened: Opened, expect: OddsExpectation) -> Iterator[ExpectationAnswer]:
    """Every expectation about the chances. Raises UsageError where the deck is not known."""
    wish = Wish(adding=expect.adding, removing=expect.without, samples=2)  # a sample proves nothing here
    with crew() as alone:
        deck = odds(opened, wish, alone).decks[-1]
    if deck.method != "exact":
        found = f"{deck.different} hands are too many to look at all"
        yield doubted(answered(("odds",), "odds", False, "exact", found))
        return
    for each in _judged(opened, expect, deck):
        yield each if deck.left_out.exact == "0" or each.path[2] in _SURE else doubted(each)


def _judged(opened: Opened, expect: OddsExpectation, deck: DeckOdds) -> Iterator[ExpectationAnswer]:
    if expect.hands is not None:
        yield _same(("hands",), str(expect.hands), str(deck.different))
    for what, wanted, estimate in (
        ("any", expect.any, deck.any_defeated),
        ("xp", expect.xp, deck.xp),
        ("vp", expect.vp, deck.vp),
        ("gold", expect.gold, deck.gold),
        ("left_out", expect.left_out, deck.left_out),
    ):
        if wanted is not None:
            yield _same((what,), wanted, estimate.exact)
    yield from _bars(("purse",), "purse", expect.purse, deck.purse)
    yield from _of_cards(opened, expect, deck)


def _of_cards(opened: Opened, expect: OddsExpectation, deck: DeckOdds) -> Iterator[ExpectationAnswer]:
    monsters = {monster.name: monster for monster in deck.monsters}
    defeated: Mapping[str, Estimate] = {name: monster.defeated for name, monster in monsters.items()}
    afforded: Mapping[str, Estimate] = {stack.name: stack.afforded for stack in deck.stacks}
    for what, chances, found in (("defeat", expect.defeat, defeated), ("afford", expect.afford, afforded)):
        for written, wanted in chances.items():
            name = opened.book.name(opened.card(written))
            chance = found[name].exact if name in found else "it is not there"
            yield _same((what, written), wanted, chance, f"{what} {name}")
    for written, bars in expect.attack.items():
        name = opened.book.name(opened.card(written))
        yield from _bars(
            ("attack", written), f"attack {name}", bars, monsters[name].attack if name in monsters else ()
        )


def _bars(
    path: Path, what: str, expect: Mapping[str, str], found: Sequence[Bar]
) -> Iterator[ExpectationAnswer]:
    """Chances of numbers; a number that is not met has none."""
    for number, wanted in expect.items():
        known = None if number == "none" else int(number)
        chance = sum((Fraction(bar.chance.exact) for bar in found if bar.number == known), Fraction(0))
        yield _same((*path, number), wanted, str(chance), f"{what} {number}")


def _same(path: Path, wanted: str, found: str, what: str = "") -> ExpectationAnswer:
    """`what` in words; when it is left out, the key of the expectation."""
    expected = str(Fraction(wanted))
    right = found if found[-1:].isdigit() else None
    what = f"odds {what or path[0]}"
    return answered(("odds", *path), what, expected == found, expected, found, right)
