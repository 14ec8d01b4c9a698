"""What a puzzle expects of the chances of a deck, compared with what was found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from tsolve.batch.crew import crew
from tsolve.games.thunderstone.chances.answer import Wish, odds
from tsolve.games.thunderstone.writing.expected_odds import OddsExpectation
from tsolve.games.thunderstone.writing.position import Opened
from tsolve.model.answers import ExpectationAnswer
from tsolve.model.odds import Bar, DeckOdds, Estimate


def judge_odds(opened: Opened, expect: OddsExpectation) -> Iterator[ExpectationAnswer]:
    """Every expectation about the chances. Raises UsageError where the deck is not known."""
    wish = Wish(adding=expect.adding, removing=expect.without, samples=2)  # a sample proves nothing here
    with crew() as alone:
        deck = odds(opened, wish, alone).decks[-1]
    if deck.method != "exact":
        yield ExpectationAnswer("odds", False, "exact", f"{deck.different} hands are too many to look at all")
        return
    if expect.hands is not None:
        yield _same("hands", str(expect.hands), str(deck.different))
    for what, wanted, found in (
        ("any", expect.any, deck.any_defeated),
        ("xp", expect.xp, deck.xp),
        ("vp", expect.vp, deck.vp),
        ("gold", expect.gold, deck.gold),
        ("left_out", expect.left_out, deck.left_out),
    ):
        if wanted is not None:
            yield _same(what, wanted, found.exact)
    yield from _bars("purse", expect.purse, deck.purse)
    yield from _of_cards(opened, expect, deck)


def _of_cards(opened: Opened, expect: OddsExpectation, deck: DeckOdds) -> Iterator[ExpectationAnswer]:
    monsters = {monster.name: monster for monster in deck.monsters}
    defeated: Mapping[str, Estimate] = {name: monster.defeated for name, monster in monsters.items()}
    afforded: Mapping[str, Estimate] = {stack.name: stack.afforded for stack in deck.stacks}
    for what, chances, found in (("defeat", expect.defeat, defeated), ("afford", expect.afford, afforded)):
        for written, wanted in chances.items():
            name = opened.book.name(opened.card(written))
            yield _same(f"{what} {name}", wanted, found[name].exact if name in found else "it is not there")
    for written, bars in expect.attack.items():
        name = opened.book.name(opened.card(written))
        yield from _bars(f"attack {name}", bars, monsters[name].attack if name in monsters else ())


def _bars(what: str, expect: Mapping[str, str], found: Sequence[Bar]) -> Iterator[ExpectationAnswer]:
    """Chances of numbers; a number that is not met has none."""
    for number, wanted in expect.items():
        known = None if number == "none" else int(number)
        chance = sum((Fraction(bar.chance.exact) for bar in found if bar.number == known), Fraction(0))
        yield _same(f"{what} {number}", wanted, str(chance))


def _same(what: str, wanted: str, found: str) -> ExpectationAnswer:
    expected = str(Fraction(wanted))
    return ExpectationAnswer(f"odds {what}", expected == found, expected, found)
