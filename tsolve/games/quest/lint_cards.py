"""Checks a card that a user defines for mistakes that its field types cannot catch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches

import msgspec

from tsolve.errors import TreePath
from tsolve.games.quest.book import KEY, WOUND_CARD
from tsolve.games.quest.cards import Card, Trait
from tsolve.games.quest.effects.base import (
    Condition,
    Count,
    HpForSurplus,
    Immune,
    Modifier,
    RefilledFaceDown,
    RefilledFromBeside,
    Required,
    Value,
    WeaponLimit,
    WoundsForLight,
)
from tsolve.rules.own_cards import Nonsense, unreadable_names

NEEDED = {
    "wilderness": "room",
    "giant_rat": "monster",
    KEY: "key",
    WOUND_CARD: "wound",
    **dict.fromkeys(("temple", "bazaar", "shop_of_wonders", "guilds_quarter"), "location"),
    **dict.fromkeys(("iron_rations_token", "lantern_token", "potion_token"), "token"),
}
"""Cards that the rules themselves name, with their kinds."""
NEAR = 0.82
"""How similar to a known word a new word may be before it counts as misspelt."""

_OWNED = ("hero", "item", "spell", "weapon", "ally", "cache", "wound", "unknown")
_FOES = ("monster", "guardian")
_PLACES = (*_FOES, "room")
_KINDS_OF = {
    **dict.fromkeys(("health", "armor", "resistance", "wounds", "rewards", "before", "after"), _PLACES),
    **dict.fromkeys(("alerts", "xp", "wound_cards"), _PLACES),
    **dict.fromkeys(("gold", "physical", "magic", "light"), _OWNED),
    **dict.fromkeys(("physical_boost", "magic_boost"), ("weapon", "item")),
    **dict.fromkeys(("aim", "prize"), ("side_quest",)),
    "arriving": _FOES,
    "light_needed": ("room",),
    "requirement": ("weapon",),
    "skill": ("hero",),
    "classes": ("hero", "ally", "unknown"),
    "level": ("hero", *_PLACES),
}
"""Fields that only cards of these kinds have."""
_LEAST: dict[str, dict[str, str]] = {
    "monster": {"health": "it is what an attack must reach", "xp": "it is what a victory brings"},
    "guardian": {"health": "it is what an attack must reach"},
    "hero": {"level": "a Hero has a level from 0 on", "skill": "it decides which Weapons he can wield"},
    "weapon": {"requirement": "write 0 for a Weapon that everybody can wield"},
    "room": {"level": "it decides from which deck it is refilled", "light_needed": "write 0 for a room that "
             "takes none"},
}  # fmt: skip
"""Numbers without which a card of a kind cannot be played."""
_TRAITS_OF: dict[type[Trait], tuple[str, ...]] = {
    WeaponLimit: ("hero",),
    Immune: _FOES,
    Required: _FOES,
    WoundsForLight: ("room",),
    RefilledFaceDown: ("room",),
    RefilledFromBeside: ("room",),
    HpForSurplus: ("room",),
}
_SCOPES_OF = {"wielded": ("hero",), "weapons": ("room",), "heroes": ("room",), "others": _FOES}
"""Kinds of cards whose traits may change these things."""
_SPOILS_ALONE = (*_PLACES, "sponsor")
_SORTS = ("sort", "sorts", "have", "lack", "wielder", "wielded", "again")
"""Fields of effects that hold words for cards."""


def faults(cards: Mapping[str, Card], own: Iterable[str], below: Mapping[str, Card]) -> Iterator[Nonsense]:
    """What is wrong with the cards of these ids, among all cards of the ruleset; `below` are those without
    them.
    """
    mine = frozenset(own)
    for card_id, kind in NEEDED.items():
        if card_id not in cards:
            yield Nonsense("", (), "E402", f'the rules need a card with the id "{card_id}"')
        elif card_id in mine and cards[card_id].kind != kind:
            message = f'the rules need "{card_id}" to be of the kind `{kind}`'
            yield Nonsense(card_id, ("kind",), "E423", message)
    printed = frozenset(word for card in (below or cards).values() for word in card.kinds)
    known = printed | {word for card in cards.values() for word in card.kinds}
    for card in (cards[card_id] for card_id in mine):
        yield from unreadable_names(card)
        yield from _numbers(card)
        yield from _effects(card)
        yield from _words(card, printed, known)
    yield from _circles(cards, mine)


def _circles(cards: Mapping[str, Card], mine: Iterable[str]) -> Iterator[Nonsense]:
    """Values that depend on themselves, by the traits of one card or of several."""
    hangs_on: dict[Value, set[Value]] = {}
    for card in cards.values():
        for _, trait in _hanging(card):
            hangs_on.setdefault(trait.value, set()).update(_counted(trait))
    for card in (cards[card_id] for card_id in mine):
        for n, trait in _hanging(card):
            if any(trait.value in _reached(hangs_on, value) for value in _counted(trait)):
                message = f"the {trait.value} of {card.name} depends on itself: {trait.say()}"
                help_ = "let it depend on something that it does not change"
                yield Nonsense(card.id, ("traits", n), "E423", message, help_)


def _hanging(card: Card) -> Iterator[tuple[int, Modifier]]:
    """The traits that change values of cards in front of a player, with their places on the card."""
    for n, trait in enumerate(card.traits):
        of_a_foe = card.kind in _PLACES and isinstance(trait, Modifier) and trait.to in ("itself", "others")
        if isinstance(trait, Modifier) and not of_a_foe:
            yield n, trait


def _counted(trait: Modifier) -> Iterator[Value]:
    """The current values of those cards that a trait depends on."""
    when, each = trait.when, trait.each
    if when is not None and when.light_below is not None:
        yield "light"
    if when is not None and when.wielder_level is not None:
        yield "level"
    if when is not None and when.wielder_skill is not None:
        yield "skill"
    if each is not None and each.level:
        yield "level"
    if each is not None and each.counts_light:
        yield "light"


def _reached(hangs_on: Mapping[Value, Iterable[Value]], value: Value) -> set[Value]:
    """This value and all values that it depends on."""
    found: set[Value] = set()
    waiting = [value]
    while waiting:
        if (value := waiting.pop()) not in found:
            found.add(value)
            waiting += hangs_on.get(value, ())
    return found


def _numbers(card: Card) -> Iterator[Nonsense]:
    """Missing facts that a card of its kind must have, and facts that it cannot have."""
    for field, why in _LEAST.get(card.kind, {}).items():
        if getattr(card, field) is None and field not in card.missing:
            message = f"{card.name}, of the kind `{card.kind}`, has no `{field}`: {why}"
            yield Nonsense(card.id, (field,), "E422", message)
    for field, kinds in _KINDS_OF.items():
        if getattr(card, field) not in (None, (), 0) and card.kind not in kinds:
            yield _misplaced(card, (field,), f"`{field}`", kinds)


def _misplaced(card: Card, path: TreePath, what: str, kinds: Iterable[str]) -> Nonsense:
    owners = " or ".join(f"`{kind}`" for kind in kinds)
    return Nonsense(card.id, path, "E423", f"{what} belongs to cards of the kind {owners}")


def _effects(card: Card) -> Iterator[Nonsense]:
    """Effects that could never be used on such a card."""
    for n, trait in enumerate(card.traits):
        kinds = _TRAITS_OF.get(type(trait))
        if isinstance(trait, Modifier):
            kinds = _SCOPES_OF.get(trait.to)
        if kinds is not None and card.kind not in kinds:
            yield _misplaced(card, ("traits", n), f"`{trait.__struct_config__.tag}`", kinds)
        if isinstance(trait, Immune) and (trait.to == "any" and not trait.sort):
            message = f"{card.name} is immune to nothing that is named"
            yield Nonsense(card.id, ("traits", n), "E423", message, "write `to: magic`, or `sort: Bow`")
        if isinstance(trait, Immune) and (trait.to == "higher" and trait.sort):
            message = "the higher of two totals is not that of some cards"
            yield Nonsense(card.id, ("traits", n, "sort"), "E423", message, "leave `sort` out")
    for n, ability in enumerate(card.abilities):
        if card.kind in _SPOILS_ALONE and "spoils" not in ability.phases:
            message = f"a card of the kind `{card.kind}` is used as Spoils alone"
            yield Nonsense(card.id, ("abilities", n, "phase"), "E423", message)
    for path, struct in _structs(card):
        if not isinstance(struct, Condition):
            continue
        of_weapons = struct.wielder or struct.wielder_level is not None or struct.wielder_has_more
        if of_weapons and card.kind not in ("weapon", "item"):
            yield _misplaced(card, path, "what is said of the Hero who has it", ("weapon", "item"))
        if struct.armed and card.kind != "hero":
            yield _misplaced(card, path, "`armed`", ("hero",))


def _words(card: Card, printed: frozenset[str], known: frozenset[str]) -> Iterator[Nonsense]:
    """Words that look like a known one misspelt."""
    for field in ("keywords", "races"):
        for n, phrase in enumerate(getattr(card, field)):
            for word in phrase.lower().split():
                near = get_close_matches(word, printed, n=1, cutoff=NEAR)
                if word not in printed and near:
                    yield _unknown(card, (field, n), word, near[0])
    for path, struct in _structs(card):
        for field, sort in _sorts(struct):
            for word in sort.lower().split():
                near = get_close_matches(word, known, n=1, cutoff=NEAR)
                if word != "or" and word not in known and near:
                    yield _unknown(card, (*path, field), word, near[0])


def _sorts(struct: msgspec.Struct) -> Iterator[tuple[str, str]]:
    """The sorts of cards that a part of an effect names, with their fields."""
    for field in struct.__struct_fields__:
        value = getattr(struct, field)
        if field in _SORTS or (field == "of" and isinstance(struct, Count)):
            sorts = value if isinstance(value, tuple) else (value,)
            yield from ((field, sort) for sort in sorts if isinstance(sort, str))


def _unknown(card: Card, path: TreePath, word: str, near: str) -> Nonsense:
    return Nonsense(card.id, path, "E427", f'unknown word "{word}"', f'did you mean "{near}"?')


def _structs(card: Card) -> Iterator[tuple[TreePath, msgspec.Struct]]:
    """Every part of the card's effects, with its place."""
    for field in ("traits", "abilities", "alerts", "before", "after", "arriving", "aim", "prize"):
        yield from _inside((field,), getattr(card, field))


def _inside(path: TreePath, value: object) -> Iterator[tuple[TreePath, msgspec.Struct]]:
    if isinstance(value, tuple):
        for n, each in enumerate(value):
            yield from _inside((*path, n), each)
    elif isinstance(value, msgspec.Struct):
        yield path, value
        for field in value.__struct_fields__:
            yield from _inside((*path, field), getattr(value, field))
