"""Questions of one line about a plain game: cards lie in the zones that the file declares, and what is asked
is what its actions do to them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tsolve.cardkit.plain_game import PlainAction
from tsolve.diagnostics import Diagnostics
from tsolve.rules.ruleset import Ruleset
from tsolve.source.data import Placed
from tsolve.source.tree import Scalar
from tsolve.written.asking import Asked, Asking, Item, Understood
from tsolve.written.card_names import GroupedCard
from tsolve.written.declared import declared
from tsolve.written.form import Field
from tsolve.written.lexing import Vocabulary
from tsolve.written.position_file import PositionFile


def form(file: type[PositionFile]) -> tuple[Field, ...]:
    """The questions of a dialogue that makes a position: for what the file declares, and for claims."""
    fields = (
        Field(
            each.key, each.shape, each.key.replace("_", " ").capitalize(), each.about, each.kinds, each.words
        )
        for each in declared(file)
    )
    claims = "Each as a sentence, such as `can play NAME`; an empty line to end."
    return (*fields, Field("claims", "claims", "What is claimed?", claims))


class PlainAsking(Asking[GroupedCard]):
    """How questions are read by what the file and the actions declare."""

    def __init__(
        self,
        ruleset: Ruleset[Any],
        file: type[PositionFile],
        actions: Iterable[type[PlainAction[Any, Any]]],
        amounts: Sequence[str],
    ) -> None:
        """`amounts` are the numbers that may be claimed."""
        super().__init__(ruleset)
        self.zones = {each.key: each for each in declared(file) if each.shape == "cards"}
        self.sources: dict[str, str] = {}
        """The zone from which each verb takes its cards."""
        words, others = dict[str, str](), list[str]()
        for action in (each for each in actions if not each.is_event):
            kinds = [*action.kinds().values()]
            verbs = dict.fromkeys(verb for form in action.forms for verb in form.verbs)
            if kinds and kinds[-1] in self.zones:
                first = next(iter(verbs))
                self.sources[first] = kinds[-1]
                words |= {word: first for verb in verbs for word in (f"{verb}s", verb)}
            else:
                others += verbs
        last = next(reversed(self.sources), "")
        self.vocabulary = Vocabulary(
            verbs=words,
            claims={},
            against=last,
            zones={key.replace("_", " "): key for key in self.zones},
            given={each.key.replace("_", " "): each.key for each in declared(file) if each.shape == "number"},
            amounts={name.replace("_", " "): name for name in amounts},
            turns={},
            others=tuple(others),
            examples=f"NAME, NAME {last} NAME",
        )

    def fits(self, card: str, section: str) -> bool:
        zone = self.zones.get(self.sources.get(section, section))
        return zone is not None and zone.fits(self.ruleset.cards[card])

    def positions(self, asked: Asked, found: Diagnostics) -> Sequence[Understood]:
        zones: dict[str, tuple[Item, ...]] = {key: asked.zones.get(key, ()) for key in self.zones}
        claims: list[Placed] = []
        for verb, items in asked.verbs.items():
            zone = self.sources[verb]
            lie_there = {item.card for item in zones[zone]}
            zones[zone] += tuple(item for item in items if item.card not in lie_there)
            claims += [self.claimed(verb, item, asked.denied) for item in items]
        if asked.total is not None:
            numbers = " or ".join(self.vocabulary.amounts)
            found.report("E210", "say what the number counts", asked.total.span, f"write {numbers} behind it")
        keys: dict[str, Placed] = {zone: self.listed(items) for zone, items in zones.items() if items}
        keys |= {what: Scalar(str(each.value), each.span) for what, each in asked.given.items()}
        texts = [f"{zone.replace('_', ' ')} {self.told(items)}" for zone, items in zones.items()]
        texts += [f"{what.replace('_', ' ')} {each.value}" for what, each in asked.given.items()]
        return [Understood(keys, (*claims, *self.claims_of_others(asked)), tuple(texts))]
