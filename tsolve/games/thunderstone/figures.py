"""What is told of a hand dealt from a deck: figures of the Dungeon and of the Village."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.chances.work import Quantities
from tsolve.games.thunderstone.target import Target
from tsolve.model.odds import Bar, Distribution, Figure, Line, Row, Section, Threshold
from tsolve.turns.odds.estimates import Estimator
from tsolve.turns.odds.tally import Outcome


def sections(
    book: Book, monsters: Mapping[Target, int], for_sale: Sequence[str], found: Estimator
) -> Iterator[Section]:
    """The figures of one deck; `monsters` with their places."""
    at = Quantities(len(monsters))
    if monsters:
        rows = (
            _against(book, found, number, target, place)
            for number, (target, place) in enumerate(monsters.items())
        )
        yield Section("dungeon", "In the Dungeon", "Monster", (*rows, _any(found, at)), (_turn(found, at),))
    bars = tuple(
        Bar(outcome[0], True, found.chance(at.gold, outcome.__eq__)) for outcome in found.outcomes(at.gold)
    )
    mean = found.mean(at.gold, lambda outcome: outcome[0])
    gold = Figure("gold", "most gold", "most gold", "mean", mean, "gold", Distribution("Most gold", bars))
    yield Section("village", "In the Village", lines=(Line("most gold", (gold,), "on average"),))
    if for_sale:
        yield Section("stacks", about="stack", rows=tuple(_stack(book, found, at, card) for card in for_sale))


def _against(book: Book, found: Estimator, number: int, target: Target, place: int) -> Row:
    """One Monster of the Hall. Its mean counts hands that cannot attack it as 0."""
    monster, called = book.card(target.monster), target.say(book)
    bars = tuple(
        Bar(outcome[1] if outcome else None, _wins(outcome), found.chance(number, outcome.__eq__))
        for outcome in sorted(found.outcomes(number), key=_by_value)
    )
    where = f"Rank {place}" if place > 0 else "space 0"
    attack = Figure(
        "attack",
        "best attack",
        f"best attack against {called}",
        "mean",
        found.mean(number, lambda outcome: outcome[1] if outcome else 0),
        "Attack Value",
        Distribution(f"Best attack against {monster.name} in {where}", bars, "cannot be attacked"),
    )
    defeated = Figure("defeated", "defeated", f"{called} defeated", "chance", found.chance(number, _wins))
    health = Threshold("Health", monster.health or 0, "defeats it")
    return Row(monster.name, called, (defeated, attack), {"Rank": str(max(place, 0))}, health)


def _any(found: Estimator, at: Quantities) -> Row:
    chance = found.chance(at.turn, _wins)
    return Row(
        "any of them", "any", (Figure("defeated", "defeated", "any Monster defeated", "chance", chance),)
    )


def _turn(found: Estimator, at: Quantities) -> Line:
    """What the best Dungeon turn is expected to bring: by a victory, Victory Points and XP."""
    levels = (("xp", "XP", 2), ("vp", "VP", 1))
    figures = tuple(
        Figure(
            id_,
            unit,
            f"{unit} of the best turn",
            "mean",
            found.mean(at.turn, lambda outcome, place=place: outcome[place]),  # type: ignore[misc]
            unit,
        )
        for id_, unit, place in levels
    )
    return Line("best turn", figures, "expected")


def _stack(book: Book, found: Estimator, at: Quantities, card: str) -> Row:
    """The card on top of a stack, which the most gold may afford."""
    name, cost = book.name(card), book.costs[card]
    chance = found.chance(at.gold, lambda outcome: outcome[0] >= cost)
    afforded = Figure("afforded", "afforded", f"{name} ({cost}) afforded", "chance", chance)
    return Row(name, name, (afforded,), threshold=Threshold("cost", cost))


def _wins(outcome: Outcome) -> bool:
    return bool(outcome) and outcome[0] == 1


def _by_value(outcome: Outcome) -> tuple[int, ...]:
    return (outcome[1], outcome[0]) if outcome else (-1,)
