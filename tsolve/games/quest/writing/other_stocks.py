"""What people write of stocks in other shapes: what is for sale, in parts or with numbers, and Gear tokens as
a list of their names.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from msgspec.structs import replace

from tsolve.games.quest.answers import PRICES, TOKENS
from tsolve.games.quest.cards import Card
from tsolve.games.quest.measures import MEASURES_OF_TOKENS
from tsolve.games.quest.writing.russian import claim_in_english, step_in_english
from tsolve.regex import Regex
from tsolve.rules.card_facts import singulars
from tsolve.rules.names import Match
from tsolve.rules.ruleset import Ruleset
from tsolve.source.meant import NOTHING
from tsolve.source.tree import MappingNode, Node, Scalar, SequenceNode, folded, texts
from tsolve.written.card_names import in_part, split_count

HEROES = ("heroes", "hero", "guilds", "guild", "herostacks", "heroesforsale")
MARKET = ("market", "marketplace", "forsale", "marketcards", "shop", "supply", "stacks", "stock", "onsale")
KINDS_SOLD = ("items", "weapons", "spells", "allies")
_TOKEN = Regex(r"(?: (?:gear )?tokens?)$", re.IGNORECASE)
_BUYS = Regex(
    r"(?:buy|buys|purchase|bought|cannot[_ ]buy|can(?:not)? buy)\W+(?:an? |the )?(.+)", re.IGNORECASE
)
_DIGITS = tuple("0123456789")


def card_named(ruleset: Ruleset[Card], text: str, kinds: Collection[str]) -> Card | None:
    """The card of one of these kinds that a text names, perhaps by a part of its name."""
    meant = ruleset.names.resolve(text)
    if isinstance(meant, Match):
        card = ruleset.cards.get(meant.id)
        return card if card is not None and card.kind in kinds else None
    pool = [card.id for card in ruleset.cards.values() if card.kind in kinds]
    return ruleset.cards.get(in_part(ruleset, text, (pool,)))


class Tokens:
    """Reads the Gear tokens of a player."""

    def __init__(self, ruleset: Ruleset[Card]) -> None:
        self.ruleset = ruleset

    def read(self, value: Node) -> Node:
        """The tokens of a player by their keys."""
        items = [*self.counted(value)]
        return self.summed(items, value) if items else value

    def counted(self, value: Node) -> Iterator[tuple[Scalar, Node]]:
        """The tokens with their numbers; none where a value says neither."""
        match value:
            case MappingNode():
                yield from value.items
            case SequenceNode() if all(isinstance(each, Scalar) for each in value.items):
                for each in value.items:
                    assert isinstance(each, Scalar)
                    count, name = split_count(each.text, self.ruleset.names)
                    yield replace(each, text=name), Scalar(str(count), each.span)
            case SequenceNode():
                for each in value.items:
                    yield from self.counted(each)
            case Scalar() if not value.is_null and not value.text.isdecimal():
                for text in split(value.text):
                    count, name = split_count(text, self.ruleset.names)
                    yield replace(value, text=name, quoted=True), Scalar(str(count), value.span)

    def summed(self, items: Iterable[tuple[Scalar, Node]], value: Node) -> MappingNode:
        counted: dict[str, tuple[Scalar, Node]] = {}
        for label, much in items:
            token = self._token(label.text)
            name = token or label.text
            if token and isinstance(much, Scalar) and folded(much.text) in ("yes", "true"):
                much = replace(much, text="1")
            if name in counted and isinstance(much, Scalar) and much.text.isdecimal():
                before = counted[name][1]
                assert isinstance(before, Scalar)
                if before.text.isdecimal():
                    much = replace(much, text=str(int(before.text) + int(much.text)))
            counted[name] = replace(label, text=name), much
        return MappingNode(tuple(counted.values()), value.span)

    def claimed(self, claim: Node) -> Node:
        """A claim of a count of tokens with the name of its measure; any other as it is."""
        if not isinstance(claim, Scalar) or (said := claim_in_english(claim.text.strip()))[:1] not in _DIGITS:
            return claim
        count, name = split_count(said.rstrip(".!?"), self.ruleset.names)
        token = card_named(self.ruleset, name, ("token",))
        measure = MEASURES_OF_TOKENS.get(token.id) if token is not None else None
        return claim if measure is None else replace(claim, text=f"{measure} {count}", quoted=True)

    def _token(self, text: str) -> str:
        """The token that is called so; empty for none."""
        plain = _TOKEN.sub("", text.strip())
        for name in dict.fromkeys((*singulars(text.strip()), *singulars(plain))):
            if folded(name) in map(folded, TOKENS):
                return next(token for token in TOKENS if folded(token) == folded(name))
            meant = self.ruleset.names.resolve(name)
            if isinstance(meant, Match):
                return next((each for each in TOKENS if meant.id in (each, PRICES[each])), "")
        card = in_part(self.ruleset, plain, (PRICES.values(),))
        return next((each for each in TOKENS if PRICES[each] == card), "")


def is_plain_stock(value: Node) -> bool:
    """Whether a list or a mapping says what is for sale as a position file does."""
    match value:
        case SequenceNode():
            return all(isinstance(each, Scalar) for each in value.items)
        case MappingNode():
            return all(isinstance(each, Scalar) and each.text.isdecimal() for _, each in value.items)
    return True


def for_sale_in(value: Node) -> Iterator[Scalar]:
    """The entries of a part of the Village, each with its number before it."""
    match value:
        case Scalar() if not value.is_null:
            for text in split(value.text):
                yield replace(value, text=text, quoted=True)
        case SequenceNode():
            for each in value.items:
                yield from (each,) if isinstance(each, Scalar) else for_sale_in(each)
        case MappingNode():
            for label, each in value.items:
                if isinstance(each, Scalar) and each.text.isdecimal():
                    yield replace(label, text=f"{each.text} x {label.text}", quoted=True)
                elif folded(label.text) in (*HEROES, *MARKET, *KINDS_SOLD):
                    yield from for_sale_in(each)
                elif isinstance(each, MappingNode):  # the levels of a Hero
                    for level, many in each.items:
                        number = f"{many.text} x " if isinstance(many, Scalar) else "? x "
                        yield replace(level, text=f"{number}{label.text} {level.text}", quoted=True)
                else:
                    yield label
                    yield from for_sale_in(each)


def scalars(value: Node) -> Iterator[Scalar]:
    match value:
        case Scalar():
            for text in split(value.text):
                yield replace(value, text=text, quoted=True)
        case SequenceNode():
            for each in value.items:
                yield from scalars(each)
        case MappingNode():
            for _, each in value.items:
                yield from scalars(each)


def split(text: str) -> list[str]:
    """The entries between commas; none for a word such as `none`."""
    if text.strip().casefold() in NOTHING:
        return []
    return [part.strip() for part in re.split(r",|\n", text) if part.strip()]


def bought_in(file: Node, ruleset: Ruleset[Card]) -> list[Card]:
    """The cards of the Marketplace that texts of a file say to buy."""
    said = (step_in_english(text.strip(), ruleset.names) for text in texts(file))
    kinds = ("item", "spell", "weapon", "ally")
    named = (card_named(ruleset, buys[1], kinds) for buys in map(_BUYS.fullmatch, said) if buys)
    return [*{card.id: card for card in named if card is not None}.values()]
