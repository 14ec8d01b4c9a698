"""What an answer rests on that one source alone says, in a game whose cards tell it: a line for people."""

from __future__ import annotations

from collections.abc import Iterable

from tsolve.rules.ruleset import CardFacts, Ruleset
from tsolve.source.tree import joined

_CARD = "card."
_MOST_NAMED = 4
"""The most cards of one source that are named."""


def on_one_source(ruleset: Ruleset[CardFacts], rulings: Iterable[str]) -> tuple[str, ...]:
    """Which facts of the cards among these rulings have one source only, and on which its sources differ; as
    one sentence, or none. Cards say it by `sureness`: the facts that answers use, by what people call them.
    """
    ids = dict.fromkeys(each.removeprefix(_CARD) for each in rulings if each.startswith(_CARD))
    cards = [ruleset.cards[each] for each in ids if each in ruleset.cards]
    single: dict[tuple[str, str], list[str]] = {}
    differ: dict[str, None] = {}
    for card in cards:
        used = getattr(card, "sureness", dict[str, str])()
        provenance = card.provenance
        for fact in dict.fromkeys(used[each] for each in provenance.single_fields if each in used):
            single.setdefault((fact, next(iter(provenance.sources), "")), []).append(card.name)
        for field, says in provenance.conflicts.items():
            if field in used:
                texts = ", ".join(f"{text} by {source}" for source, text in says.items())
                differ[f"{used[field]} of {card.name} ({texts})"] = None
    parts = [f"{fact} of {_named(names)} ({source})" for (fact, source), names in single.items()]
    rests = [f"rests on one source: {'; '.join(parts)}"] if parts else []
    return (". ".join((*rests, *([f"Sources differ: {'; '.join(differ)}"] if differ else ()))),) * bool(
        parts or differ
    )


def _named(names: list[str]) -> str:
    more = len(names) - _MOST_NAMED
    return joined([*names[:_MOST_NAMED], f"{more} more"] if more > 0 else names)
