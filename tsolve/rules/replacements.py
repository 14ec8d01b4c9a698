"""Card facts that a reading replaces: read from the tree, since the card's fields give their types."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

import msgspec

from tsolve.diagnostics import Diagnostics, suggest
from tsolve.errors import InputError
from tsolve.rules.interpretations import Interpretation
from tsolve.rules.ruleset import Card
from tsolve.rules.validation import Located
from tsolve.source import tree
from tsolve.source.decode import decode


class Replacement(NamedTuple):
    """`facts` of the card named by `card`, under the `option`-th reading of the `point`-th interpretation."""

    point: int
    option: int
    card: tree.Scalar
    facts: tree.Mapping


def detach(node: tree.Node) -> tuple[tree.Node, list[Replacement]]:
    """The tree of an interpretations file without the card facts of its options, and those facts."""
    taken: list[Replacement] = []

    def strip_option(point: int, index: int, option: tree.Node) -> tree.Node:
        cards = option.get("cards") if isinstance(option, tree.Mapping) else None
        if not isinstance(option, tree.Mapping) or not isinstance(cards, tree.Mapping):
            return option
        if not all(isinstance(facts, tree.Mapping) for _, facts in cards.items):
            return option  # left in place, so that the decoder says what is wrong with it
        for card, facts in cards.items:
            if isinstance(facts, tree.Mapping):
                taken.append(Replacement(point, index, card, facts))
        return tree.Mapping(tuple(item for item in option.items if item[0].text != "cards"), option.span)

    def strip_point(point: int, node: tree.Node) -> tree.Node:
        return _edit(node, "options", lambda index, option: strip_option(point, index, option))

    return _edit(node, "interpretations", strip_point), taken


def _edit(node: tree.Node, key: str, change: Any) -> tree.Node:
    """`node` with every item of the list under `key` changed; unchanged when there is no such list."""
    if not isinstance(node, tree.Mapping):
        return node
    items = []
    for name, value in node.items:
        edited = value
        if name.text == key and isinstance(value, tree.Sequence):
            changed = tuple(change(index, item) for index, item in enumerate(value.items))
            edited = tree.Sequence(changed, value.span)
        items.append((name, edited))
    return tree.Mapping(tuple(items), node.span)


def fill_in(
    points: list[Located[Interpretation]],
    replacements: list[Replacement],
    card_type: type[Card],
    cards: Mapping[str, Card],
    nodes: Mapping[str, tree.Mapping],
    found: Diagnostics,
) -> list[Located[Interpretation]]:
    """The interpretations with the card facts of their options as plain data, checked by the card type."""
    facts: dict[tuple[int, int], dict[str, dict[str, Any]]] = {}
    for replacement in replacements:
        card_id = replacement.card.text
        if card_id not in cards:
            help_ = partial(suggest, card_id, cards)
            found.report("E402", f'no card has the id "{card_id}"', replacement.card.span, help_)
            continue
        plain = _plain_facts(replacement.facts, nodes[card_id], card_type, found)
        facts.setdefault((replacement.point, replacement.option), {})[card_id] = plain
    return [
        located.with_value(
            msgspec.structs.replace(
                located.value,
                options=tuple(
                    msgspec.structs.replace(option, cards=facts.get((number, index), {}))
                    for index, option in enumerate(located.value.options)
                ),
            )
        )
        for number, located in enumerate(points)
    ]


def _plain_facts(
    facts: tree.Mapping, card: tree.Mapping, card_type: type[Card], found: Diagnostics
) -> dict[str, Any]:
    """The replaced fields as plain data: the whole card is decoded anew, so every check of the type holds."""
    named = {key.text for key, _ in facts.items}
    kept = tuple(item for item in card.items if item[0].text not in named)
    before = len(found)
    try:
        changed = decode(tree.Mapping(kept + facts.items, facts.span), card_type, found).value
    except InputError:  # already among the findings
        return {}
    if len(found) > before:
        return {}
    if "id" in named:
        found.report("E405", "a reading cannot change the id of a card", facts.span)
    return {name: _plain(getattr(changed, name)) for name in sorted(named)}


def _plain(value: Any) -> Any:
    """`value` as the cache returns it (lists for tuples), so that both look the same."""
    return msgspec.msgpack.decode(msgspec.msgpack.encode(value))
