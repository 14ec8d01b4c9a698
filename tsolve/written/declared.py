"""What the struct of a position file declares of the table: zones of cards, numbers and words, each with its
meaning and its bounds. Plain games are read, dealt, asked about and made in a dialogue by these declarations.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any, Literal, NamedTuple

import msgspec.inspect as mi
from msgspec import Meta

from tsolve.diagnostics import Diagnostics
from tsolve.rules.ruleset import CardFacts, Ruleset
from tsolve.source.decoded import Decoded
from tsolve.source.schema import described
from tsolve.source.tree import bare, choices, integer_range
from tsolve.written.card_names import split_count
from tsolve.written.position_file import PositionFile


def cards_of(*kinds: str) -> Meta:
    """The annotation of a text that names a card of one of these kinds."""
    return Meta(extra={"completes": "CardName", "kinds": kinds})


class Declared(NamedTuple):
    """A key that says what lies on the table."""

    key: str
    shape: Literal["cards", "number", "word", "texts"]
    about: str
    """What it is, in a sentence."""
    kinds: tuple[str, ...] = ()
    """The kinds of card that may be named; empty for any."""
    least: int = 0
    most: int = 0
    """The bounds of a number."""
    words: tuple[str, ...] = ()
    """The words of which one is chosen, or several."""

    def fits(self, card: CardFacts) -> bool:
        """Whether a card may be named."""
        return not self.kinds or getattr(card, "kind", "") in self.kinds

    def dealt(self, random: Random, cards: Sequence[CardFacts], most: int) -> Any:
        """A random value of the key: a list has at most `most` entries."""
        names = self.words if self.shape != "cards" else [each.name for each in cards if self.fits(each)]
        if self.shape == "number":
            return random.randint(self.least, min(self.most, _HIGHEST))
        if self.shape == "word":
            return random.choice(names)
        return tuple(random.choices(names, k=random.randint(0, most))) if names else ()

    def smaller(self, held: Any) -> Iterator[Any]:
        """Each smaller value: a lower number, or a list with one entry less."""
        if self.shape == "number":
            yield from range(self.least, held)
        elif self.shape != "word":
            yield from (held[:at] + held[at + 1 :] for at in range(len(held)))


_HIGHEST = 9
"""The highest number that is dealt."""


@cache
def declared(file: type[PositionFile]) -> tuple[Declared, ...]:
    """All keys of the table, in their order."""
    info = mi.type_info(file)
    assert isinstance(info, mi.StructType)
    beside, told = {*PositionFile.__struct_fields__, "claims", "expect", "turns"}, dict(described(file))
    own = (field for field in info.fields if field.name not in beside)
    return tuple(_declared(field.encode_name, field.type, told[field.encode_name]) for field in own)


def _declared(key: str, type_: mi.Type, about: str) -> Declared:
    plain = bare(type_)
    if isinstance(plain, mi.IntType):
        least, most = integer_range(plain)
        return Declared(key, "number", about, least=max(least, 0), most=most)
    item = plain.item_type if isinstance(plain, mi.VarTupleType) else plain
    words = tuple(map(str, choices(bare(item))))
    extra = (item.extra or {}) if isinstance(item, mi.Metadata) else {}
    if item is plain:
        return Declared(key, "word", about, words=words)
    shape: Literal["cards", "texts"] = "cards" if "completes" in extra else "texts"
    return Declared(key, shape, about, tuple(extra.get("kinds", ())), words=words)


def laid_out(
    decoded: Decoded[PositionFile], ruleset: Ruleset[CardFacts], found: Diagnostics
) -> dict[str, Any]:
    """The value of each of these keys; cards by id, in order. Names that mean nothing, and cards of another
    kind, are reported where they stand (E302, E303, E305).
    """
    laid: dict[str, Any] = {}
    for each in declared(type(decoded.value)):
        laid[each.key] = held = getattr(decoded.value, each.key)
        if each.shape != "cards":
            continue
        ids: list[str] = []
        for at, text in enumerate(held):
            span = decoded.spans.get((each.key, at))
            count, name = split_count(text, ruleset.names)
            card = ruleset.find_card(name, found, span)
            if card and not each.fits(ruleset.cards[card]):
                found.report("E305", f"{ruleset.cards[card].name} cannot be in `{each.key}`", span)
            ids += [card] * count
        laid[each.key] = tuple(sorted(ids))
    return laid
