"""What a puzzle expects of the chances of a deck, compared with what was found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from tsolve.batch.crew import crew
from tsolve.diagnostics import located
from tsolve.games.thunderstone.chances.odds import HandOdds
from tsolve.games.thunderstone.chances.table import table_of
from tsolve.games.thunderstone.opened import Opened
from tsolve.games.thunderstone.writing.expected_odds import OddsExpectation
from tsolve.model.answers import ExpectationAnswer
from tsolve.model.odds import Bar, DeckOdds, DeckWish, Figure
from tsolve.source.decode import Path
from tsolve.turns.compared import answered, doubted
from tsolve.turns.odds.answer import answer_odds

_SURE = ("hands", "left_out")
"""What is known even where some hands come to something that nobody knows."""
_ABSENT = "it is not there"


def judge_odds(opened: Opened, expect: OddsExpectation) -> Iterator[ExpectationAnswer]:
    """Every expectation about the chances. Raises InputError where the deck cannot be dealt from."""
    wish = DeckWish(adding=expect.adding, removing=expect.without, samples=2)  # a sample proves nothing here
    with located(opened.decoded.key_span("expect", "odds")), crew() as alone:
        deck = answer_odds(HandOdds(opened), wish, alone).decks[-1]
    if deck.method != "exact":
        found = f"{deck.different} hands are too many to look at all"
        yield doubted(answered(("odds",), "odds", False, "exact", found))
        return
    for each in _judged(opened, expect, deck):
        yield each if deck.left_out.exact == "0" or each.path[2] in _SURE else doubted(each)


def _judged(opened: Opened, expect: OddsExpectation, deck: DeckOdds) -> Iterator[ExpectationAnswer]:
    if expect.hands is not None:
        yield _same(("hands",), str(expect.hands), str(deck.different))
    known = {(figure.id, row.called if row is not None else ""): figure for row, figure in deck.figures()}
    for what, wanted, key in (
        ("any", expect.any, ("defeated", "any")),
        ("xp", expect.xp, ("xp", "")),
        ("vp", expect.vp, ("vp", "")),
        ("gold", expect.gold, ("gold", "")),
    ):
        if wanted is not None:
            yield _same((what,), wanted, known[key].estimate.exact if key in known else _ABSENT)
    if expect.left_out is not None:
        yield _same(("left_out",), expect.left_out, deck.left_out.exact)
    yield from _bars(("purse",), "purse", expect.purse, known["gold", ""])
    for written, wanted in expect.afford.items():
        name = opened.book.name(opened.card(written))
        chance = known["afforded", name].estimate.exact if ("afforded", name) in known else _ABSENT
        yield _same(("afford", written), wanted, chance, f"afford {name}")
    yield from _of_monsters(opened, expect, deck)


def _of_monsters(opened: Opened, expect: OddsExpectation, deck: DeckOdds) -> Iterator[ExpectationAnswer]:
    for written, wanted in expect.defeat.items():
        fitting = _meant(opened, deck, written, "defeated")
        told = {called: figure.estimate.exact for called, figure in fitting.items()}
        same = len(set(told.values())) == 1
        chance = next(iter(told.values())) if same else _which(told) if told else _ABSENT
        yield _same(("defeat", written), wanted, chance, f"defeat {opened.target(written).say(opened.book)}")
    for written, bars in expect.attack.items():
        what = f"attack {opened.target(written).say(opened.book)}"
        fitting = _meant(opened, deck, written, "attack")
        figures = list(fitting.values())
        if any(_numbers(each) != _numbers(figures[0]) for each in figures):
            told = dict.fromkeys(fitting, "")
            yield answered(("odds", "attack", written), f"odds {what}", False, "one Monster", _which(told))
        else:
            yield from _bars(("attack", written), what, bars, figures[0] if figures else None)


def _meant(opened: Opened, deck: DeckOdds, written: str, id_: str) -> dict[str, Figure]:
    """A figure of each Monster of the Hall that a name means."""
    target = opened.target(written)
    called = {
        standing.say(opened.book)
        for standing, place in table_of(opened.book, opened.state).monsters.items()
        if target.monster in ("", standing.monster) and target.is_in(place)
    }
    return {
        row.called: figure
        for row, figure in deck.figures()
        if row is not None and figure.id == id_ and row.called in called
    }


def _which(told: Mapping[str, str]) -> str:
    """That a name means several Monsters of which different things are so."""
    return f"say which is meant: {'; '.join(f'{name} {chance}'.strip() for name, chance in told.items())}"


def _bars(
    path: Path, what: str, expect: Mapping[str, str], found: Figure | None
) -> Iterator[ExpectationAnswer]:
    """Chances of numbers; a number that is not met has none."""
    for number, wanted in expect.items():
        known = None if number == "none" else int(number)
        chance = sum(
            (Fraction(bar.chance.exact) for bar in _numbers(found) if bar.number == known), Fraction(0)
        )
        yield _same((*path, number), wanted, str(chance), f"{what} {number}")


def _numbers(figure: Figure | None) -> tuple[Bar, ...]:
    distribution = figure.distribution if figure is not None else None
    return distribution.bars if distribution is not None else ()


def _same(path: Path, wanted: str, found: str, what: str = "") -> ExpectationAnswer:
    """`what` in words; when it is left out, the key of the expectation."""
    expected = str(Fraction(wanted))
    right = found if found[-1:].isdigit() else None
    what = f"odds {what or path[0]}"
    return answered(("odds", *path), what, expected == found, expected, found, right)
