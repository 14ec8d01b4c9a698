"""What there is of the ruleset that puzzles can exercise."""

from __future__ import annotations

from collections.abc import Iterator

from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.effects.places import effects_of
from tsolve.model.coverage import Coverable, Kind
from tsolve.rules.ruleset import Ruleset


def coverable(ruleset: Ruleset[Card]) -> Iterator[Coverable]:
    """Everything of the ruleset that puzzles can exercise, in its order."""
    cards = ruleset.cards
    sets = {entry.id: entry.set for entry in ruleset.glossary.values()}
    sets.update((card.ruling, card.set) for card in cards.values())
    unseen = {point.ruling for point in ruleset.interpretations.values() if point.set_up}
    for entry in ruleset.glossary.values():
        kind: Kind = "ruling" if entry.id.startswith(("card.", "key.")) else "rule"
        defines = kind == "rule" or entry.id in unseen
        yield Coverable(kind, entry.id, entry.title, sets[entry.id], defines)
    for card in cards.values():
        yield Coverable("card", card.id, card.name, card.set)
    for card in cards.values():
        said: dict[str, str] = {}
        for facts in _as_read(ruleset, card.id):
            for name, effect in effects_of(facts):
                said.setdefault(f"{card.id} {name}", f"{card.name}: {effect.say()}")
        for name, title in said.items():
            yield Coverable("effect", name, title, card.set)
    for key, point in ruleset.interpretations.items():
        for option in point.options:
            yield Coverable("reading", f"{key}={option.id}", option.text, point.set, point.set_up)


def _as_read(ruleset: Ruleset[Card], card: str) -> Iterator[Card]:
    """The card as printed, and as each reading sees it that replaces its facts."""
    yield ruleset.cards[card]
    for key in ruleset.keys_touching(card):
        for option in ruleset.interpretations[key].options:
            yield ruleset.under({key: option.id})[card]
