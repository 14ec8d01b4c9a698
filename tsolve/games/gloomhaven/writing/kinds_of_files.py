"""Which of the three kinds of file is meant: a scenario on its map, attacks without a map, or the campaign.

A file tells it by its keys. Where keys of several kinds stand together, a mistake says what belongs where.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

import msgspec
from msgspec.structs import replace

from tsolve.diagnostics import Diagnostics
from tsolve.errors import Diagnostic, InputError
from tsolve.games.gloomhaven.attacks.position_file import AttackFile, AttacksFile
from tsolve.games.gloomhaven.campaign.position_file import CampaignFile, CampaignPositionFile
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.writing.statements import ScenarioFile
from tsolve.games.gloomhaven.writing.table_file import MapFile
from tsolve.regex import Regex
from tsolve.rules.ruleset import Ruleset
from tsolve.source.tree import MappingNode, Node, Scalar, folded, joined, texts

Kind = Literal["scenario", "attacks", "campaign"]

_KEYS: dict[Kind, tuple[type[msgspec.Struct], ...]] = {
    "scenario": (ScenarioFile, MapFile),
    "attacks": (AttacksFile, AttackFile),
    "campaign": (CampaignPositionFile, CampaignFile),
}
_TOLD: dict[Kind, str] = {
    "scenario": "a scenario (with its `map`)",
    "attacks": "attacks without a map (`attacks: [{attack: 3, against: Bandit Guard 1}]`)",
    "campaign": "the campaign (`campaign: {characters: {Brute: {level: 2, gold: 30}}}`)",
}
_STEPS = {
    **dict.fromkeys(
        ("enhance", "enhancement", "enhances"), 'Scoundrel enhances "Throwing Knives": poison, level 1'
    ),
    **dict.fromkeys(("buy", "buys", "purchase"), "Brute buys Iron Helmet at 10"),
    **dict.fromkeys(("sell", "sells"), "Brute sells Iron Helmet at 10"),
    **dict.fromkeys(("result", "won", "outcome"), "win the scenario"),
    **dict.fromkeys(("retire", "retires"), "Brute retires"),
}
"""Keys that say what is done, with the step that is written instead."""


_BESIDE = Regex(r'"(next to|adjacent(?: to)?|beside|near|neighbours?)"', re.IGNORECASE)
"""Keys that say who stands next to whom."""


def kind_of(root: MappingNode) -> Kind:
    """The kind of file that its keys mean; a scenario where they do not tell."""
    for named in ("campaign", "attacks"):
        if any(folded(key.text) == named for key, _ in root.items):
            return "campaign" if named == "campaign" else "attacks"
    if root.get("map") is not None or isinstance(root.get("scenario"), Scalar):  # its number or its name
        return "scenario"
    if any(folded(key.text) in ("attack", "attacker") for key, _ in root.items):
        return "attacks"
    if next(_only(root, "scenario"), None):
        return "scenario"
    return "campaign" if [*_only(root, "campaign")] or _tells_of_the_city(root) else "scenario"


_OF_CITY = Regex(r"\b(?:scenario level|gold|buys?|sells?|prosperity|reputation|enhances?|retires?)\b", re.I)
_OF_PEOPLE = ("gold", "xp", "experience", "checkmarks", "personalquest", "reputation", "prosperity")


def _tells_of_the_city(root: MappingNode) -> bool:
    """Whether characters, who stand nowhere, have what counts between scenarios, or claims are about it."""
    for key, value in root.items:
        if folded(key.text) in ("claims", "line") and any(map(_OF_CITY.search, texts(value))):
            return True
        if folded(key.text) in ("characters", "party", "heroes"):
            words = {folded(each) for each in texts(value)}
            if words.intersection(_OF_PEOPLE) and "at" not in words:
                return True
    return False


_NOT_TELLING = ("characters", "level", "at", "items", "turn", "round", "line", "claims", "expect", "scenario")
"""Keys that no kind of file has for itself: `scenario` also tells what one has brought."""


def _only(root: MappingNode, kind: Kind) -> Iterator[str]:
    """The keys of a file that only this kind of file has."""
    own = _words_of(kind)
    others = {word for each in _KEYS if each != kind for word in _words_of(each)}
    for key, _ in root.items:
        word = folded(key.text)
        if word in own and word not in others and key.text not in _NOT_TELLING:
            yield key.text


def _words_of(kind: Kind) -> set[str]:
    found = set()
    for struct in _KEYS[kind]:
        found |= {folded(each.encode_name) for each in msgspec.structs.fields(struct)}
        found |= {folded(each) for each in getattr(struct, "other_words", {})}
    return found


def in_plain_form(root: MappingNode, ruleset: Ruleset[Card], found: Diagnostics) -> MappingNode:
    """A file of the kind that is meant, in the form of its struct; one of more parts than any table has stays
    as it is.
    """
    if sum(map(_size, (root, *(value for _, value in root.items)))) > _MOST_PARTS:
        return root
    match kind_of(root):
        case "campaign":
            from tsolve.games.gloomhaven.campaign.plain_form import campaign_in_plain_form

            return campaign_in_plain_form(root, ruleset, found)
        case "attacks":
            from tsolve.games.gloomhaven.attacks.plain_form import attacks_in_plain_form

            return attacks_in_plain_form(root, ruleset, found)
    from tsolve.games.gloomhaven.writing.plain_form import scenario_in_plain_form

    return scenario_in_plain_form(root, ruleset, found)


_MOST_PARTS = 1_000
"""The most entries of a file, and of its parts, that are looked at word by word."""


def _size(node: Node) -> int:
    return 0 if isinstance(node, Scalar) else len(node.items)


def explained(error: InputError, root: MappingNode) -> InputError:
    """The mistakes of a file, with the kind of file to which each unknown key belongs."""
    kind = kind_of(root)
    found = [_explained(each, kind, root) for each in error.diagnostics]
    if any(each.message == _MISSING for each in found):
        found = [each for each in found if not _follows_from_no_map(each)]
    return InputError(found)


_QUESTION = Regex(r'"(?:.*\?|(?:who|whom|where|what|which|why|how)\b.*)" is no claim', re.IGNORECASE)
"""A question in place of a claim."""
_STATED: dict[Kind, str] = {
    "scenario": "a claim states the answer: `attacks Brute`, `Brute acts last`; without claims the rules' "
    "options are shown",
    "attacks": "a claim states the answer: `damage 4`, `65% to kill`; `tsolve odds` tells the chances",
    "campaign": "a claim states the answer: `Brute has 30 gold`, `Iron Helmet costs 10 gold`",
}
_MISSING = 'the key "map" is missing'
_NO_MAP = (
    "draw it, or give its size, `map: {size: 9 x 7}`, and the hex of each figure, `at: [3, 4]`. Who attacks "
    "whom without a map: `attacks: [{attack: 3, by: Brute, against: {name: Bandit Guard 1, hp: 4}}]`"
)


def _follows_from_no_map(found: Diagnostic) -> bool:
    """Whether a mistake goes away once there is a map with its figures."""
    is_of_map = found.message.endswith(("is no figure of this position", "is on the map"))
    return found.message == 'the key "at" is missing' or (found.code == "E314" and is_of_map)


def _explained(found: Diagnostic, kind: Kind, root: MappingNode) -> Diagnostic:
    if found.message == _MISSING:
        return replace(found, help=_NO_MAP)
    if found.code == "E210" and _QUESTION.fullmatch(found.message):
        return replace(found, help=_STATED[kind])
    if found.message == 'the key "of" is missing':
        return replace(found, help="say who summoned it: `of: Tinkerer`")
    key = next((key for key, _ in root.items if key.span == found.span), None)
    if found.code == "E202" and kind == "attacks" and found.message == 'unknown key "items"':
        told = "what an item adds stands beside the attack: `bonuses: {Power Potion: 1}`, `pierce: 2`"
        return replace(found, help=f"{told} or `advantage: true`", instead="")
    if found.code == "E202" and _BESIDE.search(found.message):
        told = "who stands next to whom, hexes tell: `at: [3, 4]`"
        return replace(found, help=told, instead="")
    if found.code != "E202" or key is None:
        return found
    if folded(key.text) == "scenario" and kind == "campaign":
        told = "what each has gained stands in `line`: `- Brute loots 5 tokens`, `- Brute gains 9 experience`"
        return replace(found, help=told, instead="")
    if step := _STEPS.get(folded(key.text)):
        return replace(found, help=f"what is done stands in `line`: `- {step}`", instead="")
    of = [each for each in _KEYS if each != kind and folded(key.text) in _words_of(each)]
    if not of:
        return found
    told = f"this file is about {_TOLD[kind]}; `{key.text}` belongs to {joined(_TOLD[each] for each in of)}"
    return replace(found, help=told, instead="")
