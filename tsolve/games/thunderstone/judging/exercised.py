"""What judging one puzzle exercised of the ruleset: rulings, readings, effects and cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.places import effect_name, effects_of, rules_of
from tsolve.games.thunderstone.judging.lasting import of_the_score, of_the_setting
from tsolve.games.thunderstone.opened import Opened
from tsolve.model.answers import CheckAnswer, ExpectationAnswer
from tsolve.model.coverage import Exercised
from tsolve.model.trace import Entry
from tsolve.turns.exercised import parts_of, rulings_and_readings
from tsolve.turns.played import Played

if TYPE_CHECKING:
    from tsolve.games.thunderstone.cards import Card
    from tsolve.games.thunderstone.effects.base import Effect

_COMPARED_BY: Mapping[tuple[str | int, ...], tuple[str, ...]] = {
    ("after", "removed"): ("TS-1.3",),
    ("after", "points"): ("TS-17.2",),
}
"""What is compared after a line, and the rule that says what it is, where no event names it."""


def exercised(
    opened: Opened, answer: CheckAnswer, rests_on: Iterable[object], effects: Iterable[str]
) -> Exercised:
    """What an answer went through, with all that it `rests_on` (see `turns.check`) and the effects that were
    counted meanwhile.
    """
    rests_on, found = tuple(rests_on), set(effects)
    cards: set[str] = set()
    parts = tuple(parts_of((answer, rests_on)))
    rulings, readings = rulings_and_readings(opened.game, parts)
    ids = {card.name: card.id for card in opened.book.cards.values()}
    for each in parts:
        if isinstance(each, Entry) and each.subject in ids:
            cards.add(ids[each.subject])
            if each.change:  # the card itself says by how much
                rulings.add(f"card.{ids[each.subject]}")
        elif isinstance(each, ExpectationAnswer):
            rulings.update(_COMPARED_BY.get(each.path[-2:], ()))
    for card, effect in _lasting(opened, answer, rests_on):
        found.add(f"{card.id} {effect_name(card, effect)}")
        rulings.add(card.ruling)
    acting = {name.partition(" ")[0] for name in found} & opened.book.cards.keys()
    known = {
        f"{card} {name}": effect for card in acting for name, effect in effects_of(opened.book.card(card))
    }
    acted = sorted(known.keys() & found)
    rulings.update(rule for name in acted for rule in rules_of(known[name]))
    held = opened.book.readings
    readings = {key: held[key] for key in held if key in readings or f"key.{key}" in rulings}
    rulings.update(f"key.{key}" for key in readings)
    cards.update(ruling.removeprefix("card.") for ruling in rulings if ruling.startswith("card."))
    return Exercised(
        tuple(sorted(rulings)),
        readings,
        tuple(acted),
        tuple(sorted(cards)),
        tuple(sorted(opened.position.about)),
    )


def _lasting(
    opened: Opened, answer: CheckAnswer, rests_on: Iterable[object]
) -> Iterator[tuple[Card, Effect]]:
    """The effects without an event: of the Setting, and of the points where a puzzle compares them."""
    yield from of_the_setting(opened)
    if any(each.path[-2:] == ("after", "points") for each in answer.expectations):
        for each in rests_on:
            if isinstance(each, Played):
                yield from of_the_score(opened.book, each.final)
