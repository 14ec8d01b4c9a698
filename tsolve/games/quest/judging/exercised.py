"""What judging one puzzle exercised of the ruleset: rulings, readings and cards."""

from __future__ import annotations

from collections.abc import Iterable

from tsolve.games.quest.opened import Opened
from tsolve.model.answers import CheckAnswer, ExpectationAnswer
from tsolve.model.coverage import Exercised
from tsolve.model.trace import Entry
from tsolve.turns.exercised import parts_of, rulings_and_readings

_COMPARED_BY: dict[tuple[str | int, ...], tuple[str, ...]] = {
    ("after", "points"): ("QUEST-13.1",),
    ("after", "winners"): ("QUEST-13.2",),
    ("after", "next_player"): ("QUEST-6.6",),
    ("line", "hp"): ("QUEST-6.1", "QUEST-7.2"),
}
"""What is compared after a line, and the rule that says what it is, where no event names it."""


def exercised(opened: Opened, answer: CheckAnswer, rests_on: Iterable[object]) -> Exercised:
    """What an answer went through, with all that it `rests_on` (see `turns.check`)."""
    parts = tuple(parts_of((answer, tuple(rests_on))))
    rulings, readings = rulings_and_readings(opened.game, parts)
    ids = {card.name: card.id for card in opened.book.cards.values()}
    cards: set[str] = set()
    for each in parts:
        if isinstance(each, Entry) and each.subject in ids:
            cards.add(ids[each.subject])
            if each.change:  # the card itself says by how much
                rulings.add(f"card.{ids[each.subject]}")
        elif isinstance(each, ExpectationAnswer):
            rulings.update(_COMPARED_BY.get(each.path[-2:], ()))
            if each.path[-2:] == ("after", "points") and opened.position.side_quest:
                rulings.update(("QUEST-14.1", opened.book.card(opened.state.me.quest).ruling))
    held = opened.book.readings
    readings = {key: held[key] for key in held if key in readings or f"key.{key}" in rulings}
    rulings.update(f"key.{key}" for key in readings)
    cards.update(ruling.removeprefix("card.") for ruling in rulings if ruling.startswith("card."))
    about = tuple(sorted(opened.position.about))
    return Exercised(tuple(sorted(rulings)), readings, (), tuple(sorted(cards)), about)
