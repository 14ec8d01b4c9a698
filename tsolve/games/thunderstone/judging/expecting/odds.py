"""What a puzzle expects of the chances of a deck, compared with what was found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from tsolve.batch.crew import crew
from tsolve.diagnostics import located
from tsolve.games.thunderstone.chances.answer import Wish, odds
from tsolve.games.thunderstone.judging.expecting.compared import answered, doubted
from tsolve.games.thunderstone.writing.expected_odds import OddsExpectation
from tsolve.games.thunderstone.writing.position import Opened
from tsolve.model.answers import ExpectationAnswer
from tsolve.model.odds import Bar, DeckOdds, MonsterOdds
from tsolve.source.decode import Path

_SURE = ("hands", "left_out")
"""What is known even where some hands come to something that nobody knows."""


def judge_odds(opened: Opened, expect: OddsExpectation) -> Iterator[ExpectationAnswer]:
    """Every expectation about the chances. Raises InputError where the deck cannot be dealt from."""
    wish = Wish(adding=expect.adding, removing=expect.without, samples=2)  # a sample proves nothing here
    with located(opened.decoded.key_span("expect", "odds")), crew() as alone:
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
    afforded = {stack.name: stack.afforded.exact for stack in deck.stacks}
    for written, wanted in expect.afford.items():
        name = opened.book.name(opened.card(written))
        yield _same(("afford", written), wanted, afforded.get(name, "it is not there"), f"afford {name}")
    for written, wanted in expect.defeat.items():
        fitting = _meant(opened, deck, written)
        told = {each.called: each.defeated.exact for each in fitting}
        same = len(set(told.values())) == 1
        chance = fitting[0].defeated.exact if same else _which(told) if told else "it is not there"
        yield _same(("defeat", written), wanted, chance, f"defeat {opened.target(written).say(opened.book)}")
    for written, bars in expect.attack.items():
        what = f"attack {opened.target(written).say(opened.book)}"
        fitting = _meant(opened, deck, written)
        if any(each.attack != fitting[0].attack for each in fitting):
            told = {each.called: "" for each in fitting}
            yield answered(("odds", "attack", written), f"odds {what}", False, "one Monster", _which(told))
        else:
            yield from _bars(("attack", written), what, bars, fitting[0].attack if fitting else ())


def _meant(opened: Opened, deck: DeckOdds, written: str) -> list[MonsterOdds]:
    """The Monsters of the Hall that a name means."""
    target = opened.target(written)
    name = opened.book.name(target.monster) if target.monster else ""
    return [each for each in deck.monsters if name in ("", each.name) and target.is_in(each.place)]


def _which(told: Mapping[str, str]) -> str:
    """That a name means several Monsters of which different things are so."""
    return f"say which is meant: {'; '.join(f'{name} {chance}'.strip() for name, chance in told.items())}"


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
