"""What a ruleset that stands alone has from the game that plays it: rules, not cards.

The engine asks for open points and cites rulings by their ids. What a ruleset does not define of them holds
as the engine's own ruleset says.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from tsolve.rules.glossary import Citation, Entry
from tsolve.rules.interpretations import Interpretation
from tsolve.rules.printings import Document
from tsolve.rules.ruleset import Ruleset


class EngineRules(NamedTuple):
    """The open points, rulings and documents of an engine, by their ids."""

    points: Mapping[str, Interpretation]
    rulings: Mapping[str, Entry]
    documents: Mapping[str, Document]


NO_RULES = EngineRules({}, {}, {})


def rules_for(cards: Collection[str], engine: Ruleset[Any] | None) -> EngineRules:
    """What of the engine's own ruleset holds for a ruleset with these cards.

    A point whose readings change cards comes along when those cards are there. Rulings of cards stay behind,
    and so do documents that nothing cites.
    """
    if engine is None:
        return NO_RULES
    points = {key: point for key, point in engine.interpretations.items() if _changes(point) <= set(cards)}
    rulings = {id_: entry for id_, entry in engine.glossary.items() if not id_.startswith(("card.", "key."))}
    known = {*rulings, *(point.ruling for point in points.values())}
    points = {key: replace(point, rulings=_of(point.rulings, known)) for key, point in points.items()}
    rulings = {id_: replace(entry, see=_of(entry.see, known)) for id_, entry in rulings.items()}
    cited = {citation.document for citation in _citations((*points.values(), *rulings.values()))}
    documents = {id_: document for id_, document in engine.documents.items() if id_ in cited}
    return EngineRules(points, rulings, documents)


def _changes(point: Interpretation) -> set[str]:
    return {card for option in point.options for card in option.cards}


def _of(ids: Iterable[str], known: Collection[str]) -> tuple[str, ...]:
    return tuple(id_ for id_ in ids if id_ in known)


def _citations(rulings: Iterable[Interpretation | Entry]) -> Iterator[Citation]:
    for ruling in rulings:
        yield from ruling.citations
