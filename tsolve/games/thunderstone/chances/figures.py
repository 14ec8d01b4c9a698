"""The figures reported for a hand: those of the Dungeon and those of the Village."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.chances.work import Quantities
from tsolve.games.thunderstone.target import Target
from tsolve.model.odds import Line, Row, Section, Threshold
from tsolve.turns.odds.estimates import Estimator
from tsolve.turns.odds.figures import chance_of, mean_of, spread_of
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
    gold = spread_of(found, at.gold, "gold", "most gold", "most gold", "gold", "Most gold")
    yield Section("village", "In the Village", lines=(Line("most gold", (gold,), "on average"),))
    if for_sale:
        yield Section("stacks", about="stack", rows=tuple(_stack(book, found, at, card) for card in for_sale))


def _against(book: Book, found: Estimator, number: int, target: Target, place: int) -> Row:
    """One Monster of the Hall. Its mean counts hands that cannot attack it as 0."""
    monster, called = book.card(target.monster), target.say(book)
    where = f"Rank {place}" if place > 0 else "space 0"
    attack = spread_of(
        found,
        number,
        "attack",
        "best attack",
        f"best attack against {called}",
        "Attack Value",
        f"Best attack against {monster.name} in {where}",
        lambda outcome: (outcome[1] if outcome else None, _wins(outcome)),
        "cannot be attacked",
    )
    defeated = chance_of(found, number, "defeated", "defeated", f"{called} defeated", _wins)
    health = Threshold("Health", monster.health or 0, "defeats it")
    return Row(monster.name, called, (defeated, attack), {"Rank": str(max(place, 0))}, health)


def _any(found: Estimator, at: Quantities) -> Row:
    defeated = chance_of(found, at.turn, "defeated", "defeated", "any Monster defeated", _wins)
    return Row("any of them", "any", (defeated,))


def _turn(found: Estimator, at: Quantities) -> Line:
    """What the best Dungeon turn is expected to bring: by a victory, Victory Points and XP."""
    levels = (("xp", "XP", 2), ("vp", "VP", 1))
    figures = (
        mean_of(found, at.turn, id_, unit, f"{unit} of the best turn", unit, level)
        for id_, unit, level in levels
    )
    return Line("best turn", tuple(figures), "expected")


def _stack(book: Book, found: Estimator, at: Quantities, card: str) -> Row:
    """The card on top of a stack, which the most gold may afford."""
    name, cost = book.name(card), book.costs[card]
    title = f"{name} ({cost}) afforded"
    afforded = chance_of(found, at.gold, "afforded", "afforded", title, lambda outcome: outcome[0] >= cost)
    return Row(name, name, (afforded,), threshold=Threshold("cost", cost))


def _wins(outcome: Outcome) -> bool:
    return bool(outcome) and outcome[0] == 1
