"""How sure printed facts are: which of them one source alone tells, and on which sources differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from tsolve.model.verdicts import UnsureFact
from tsolve.rules.ruleset import CardFacts, Ruleset
from tsolve.rules.rulings import Provenance

_CARD = "card."


def unsure(provenance: Provenance, of: str, used: Mapping[str, str]) -> Iterator[UnsureFact]:
    """Which of the facts that are used one source alone tells, or sources tell differently.

    `used`: the facts as provenances name them, with what people call them.
    """
    fields = provenance.single_fields
    source = next(iter(provenance.sources), "")
    for fact in dict.fromkeys(told for field, told in used.items() if field in fields):
        yield UnsureFact(fact, of, source)
    for field, says in provenance.conflicts.items():
        if field in used:
            yield UnsureFact(used[field], of, says=dict(says))


def unsure_cards(ruleset: Ruleset[CardFacts], rulings: Iterable[str]) -> Iterator[UnsureFact]:
    """The same of the cards among rulings, where they say by `sureness` which of their facts answers use."""
    for id_ in dict.fromkeys(each.removeprefix(_CARD) for each in rulings if each.startswith(_CARD)):
        if (card := ruleset.cards.get(id_)) is not None:
            yield from unsure(card.provenance, card.name, getattr(card, "sureness", dict[str, str])())
