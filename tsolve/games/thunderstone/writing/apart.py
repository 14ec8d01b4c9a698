"""Sentences that say several things, as one sentence for each: steps such as `buy Lantern and attack Nixie`,
claims such as `the game ends and nobody gets the Thunderstone`; and what somebody says of oneself, by name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from tsolve.diagnostics import Diagnostics
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.writing.fates import Fates, cards_named
from tsolve.games.thunderstone.writing.several import purchases
from tsolve.games.thunderstone.writing.statements import ClaimFile
from tsolve.regex import Regex
from tsolve.rules.names import Match
from tsolve.rules.ruleset import Ruleset
from tsolve.source.meant import as_sentence, by_speaker
from tsolve.source.tree import MappingNode, Node, Scalar, SequenceNode, folded
from tsolve.written.apart import claims_apart
from tsolve.written.card_names import known_start
from tsolve.written.measure_names import MeasureNames

_VERBS = "buy|level up|attack|fight|equip|use|cast|play|visit|enter|destroy|discard|send"
_BETWEEN = Regex(
    rf"(?:,? and then|,? and|,? then|,|;) (?=(?:I |we )?(?:{_VERBS}) )(?![^()]*\))", re.IGNORECASE
)
_USED = Regex(r"(?:(?:I|we|then|and) )?(?:use|cast|play)s? (?:the |my )?(?P<what>.+)", re.IGNORECASE)
_PRICE = Regex(r"(?:destroy|discard|send) ", re.IGNORECASE)


def steps_apart(line: Node, ruleset: Ruleset[Card], found: Diagnostics) -> Node:
    """The line with each step by itself, which is told."""
    if not isinstance(line, SequenceNode):
        return line
    steps: list[Node] = []
    for step in line.items:
        single = [*_steps(step.text, ruleset)] if isinstance(step, Scalar) else []
        if len(single) > 1:
            found.read_as[step.span] = ", ".join(f"`{text}`" for text in single)
            steps += (Scalar(text, step.span, quoted=True) for text in single)
        else:
            steps.append(step)
    return replace(line, items=tuple(steps))


def _steps(text: str, ruleset: Ruleset[Card]) -> Iterator[str]:
    """The steps of a text. What a card takes as its price belongs to its use, and so does whom it moves."""
    step = ""
    for part in _BETWEEN.split(" ".join(text.split()).rstrip(".!")):
        used = _USED.fullmatch(step)
        if used is not None and (deed := _PRICE.match(part)) and _asks(used["what"], deed[0], ruleset):
            step = f"{step}, {part}"
            continue
        yield from purchases(ruleset.names, step) or filter(None, (step,))
        step = part
    yield from purchases(ruleset.names, step) or (step,)


def _asks(text: str, deed: str, ruleset: Ruleset[Card]) -> bool:
    """Whether the used card takes a price, or moves a Monster, of which the text does not speak yet."""
    name = text if ruleset.names.knows(text) else known_start(ruleset, text)
    card = ruleset.names.resolve(name)
    abilities = (
        ruleset.cards[card.id].abilities if isinstance(card, Match) and card.id in ruleset.cards else ()
    )
    if deed.strip().casefold() == "send":
        return any(effect.moves for each in abilities for effect in each.do)
    return not _PRICE.search(text) and any(each.price is not None for each in abilities)


LINE = ("line", "steps", "moves", "actions", "myturn")
_CLAIMS = ("claims", "claim", "claimed", "weclaim", "question", "questions")
_SAID = Regex(
    r"(?P<who>[^\W\d_]+)(?:,? (?:says?|thinks?|claims?|believes?)(?: that|:|,)?|:) I (?P<what>.+)",
    re.IGNORECASE,
)
_DEEDS = {
    **dict.fromkeys(("win", "won", "have won", "am the winner"), "wins"),
    **{verb: f"{verb}s" for verb in ("get", "take", "claim", "receive", "own", "score", "lose")},
    "have": "has",
}
_OF_FACTS = ("winner", "not_winner", "score", "tie", "health")
"""What holds or not whatever is played: two such claims hold at once if each does."""


def claims_in_plain_form(
    root: MappingNode,
    called: MeasureNames,
    players: Sequence[str],
    ruleset: Ruleset[Card],
    found: Diagnostics,
) -> MappingNode:
    """The file with its claims one by one. `players` are the names that it gives, the active player first."""
    has_line = any(folded(key.text) in LINE for key, _ in root.items)
    fates = Fates(ruleset, players, tuple(cards_named(root, ruleset)), has_line)
    items = []
    for key, value in root.items:
        if folded(key.text) in _CLAIMS and isinstance(value, MappingNode):
            value = by_speaker(value, ClaimFile.__struct_fields__) or value
        if folded(key.text) in _CLAIMS and isinstance(value, SequenceNode):
            claims = (_of_oneself(_sentence(each), players, found) for each in value.items)
            parts = (
                part
                for each in claims
                for part in (fates.read(each) or _apart(each, called, has_line, found))
            )
            value = replace(value, items=tuple(parts))
        items.append((key, value))
    return replace(root, items=tuple(items))


def _sentence(node: Node) -> Node:
    """`{who: Anna, says: ...}` and `Anna: ...` as the sentence that they mean."""
    if not isinstance(node, MappingNode):
        return node
    return as_sentence(node, ClaimFile.__struct_fields__) or node


def _of_oneself(node: Node, players: Sequence[str], found: Diagnostics) -> Node:
    """What a player says of oneself, with the player's name; in a file without names it is about the player
    whose turn it is.
    """
    said = _SAID.fullmatch(node.text) if isinstance(node, Scalar) else None
    if said is None or not isinstance(node, Scalar):
        return node
    verb = next((verb for verb in _DEEDS if said["what"].casefold().startswith(f"{verb} ")), "")
    verb = verb or next((verb for verb in _DEEDS if said["what"].casefold() == verb), "")
    if not verb:
        return node
    rest = said["what"][len(verb) :]
    if any(players):
        return replace(node, text=f"{said['who']} {_DEEDS[verb]}{rest}", quoted=True)
    found.read_as[node.span] = f"{said['who']} as the player whose turn it is"
    return replace(node, text=f"I {said['what']}", quoted=True)


def _apart(node: Node, called: MeasureNames, has_line: bool, found: Diagnostics) -> Sequence[Node]:
    """The claims of a sentence. Without a line two things may each be possible, but not both."""
    if not isinstance(node, Scalar):
        return (node,)
    parts = claims_apart(node.text, ClaimFile, called)
    kinds = [part.kinds[0] for _, part in parts]
    if len(parts) < 2 or any(kind.startswith("can") for kind in kinds):
        return (node,)
    if not has_line and not all(kind in _OF_FACTS for kind in kinds):
        return (node,)
    found.read_as[node.span] = ", ".join(f"`{text}`" for text, _ in parts)
    return [replace(node, text=text, quoted=True) for text, _ in parts]
