"""Checks a user's own cards for mistakes that the types of their fields do not rule out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any, Literal

import msgspec

from tsolve.errors import TreePath
from tsolve.games.thunderstone.book import DISEASE, MILITIA
from tsolve.games.thunderstone.cards import Ability, Card
from tsolve.games.thunderstone.effects.base import AbilityEffect, MonsterTrait, Trait, overrides
from tsolve.rules.own_cards import Nonsense, unreadable_names

Owner = Literal["a Monster", "a Weapon", "a Hero", "an Item or a Spell"]
"""What a card has to be for certain kinds of effects to work on it."""

NEEDED: dict[str, tuple[str, Callable[[Card], bool]]] = {
    DISEASE: ("of the kind `disease`", lambda card: card.is_disease),
    MILITIA: ("a Hero of the class militia", lambda card: card.is_hero and card.is_militia),
}
"""Cards that the rules themselves name, with what they have to be."""

ANYWHERE = ("destroy_card",)
"""Kinds of effects that make sense in the Village although no printed card has them there."""

NEAR = 0.82
"""The similarity to a known word from which a new word counts as misspelt."""

_KINDS = {
    "hero": "a Hero",
    "village": "a Village card",
    "basic": "a Basic card",
    "monster": "a Monster",
    "guardian": "a Guardian",
    "trap": "a Trap",
    "treasure": "a Treasure",
}
"""The kinds whose fields are checked."""
_OF_THE_VILLAGE = ("hero", "village", "basic")
_ONLY_OF = {
    **dict.fromkeys(
        ("health", "xp", "trophy", "battle", "breach", "global_effects"), ("monster", "guardian")
    ),
    "cost": _OF_THE_VILLAGE,
    "trap": ("trap",),
    "treasure": ("treasure",),
}
_ONLY_OF_HEROES = ("strength", "level", "level_up_xp")


def faults(cards: Mapping[str, Card], own: Iterable[str], below: Mapping[str, Card]) -> Iterator[Nonsense]:
    """What is wrong with the cards of these ids, among all cards of the ruleset.

    `below`: the cards without the user's own, so that the former name of a changed card is known, too.
    """
    words = _Words(cards, frozenset(own), below)
    for card_id, (what, fits) in NEEDED.items():
        if card_id not in cards:
            yield Nonsense("", (), "E402", f'the rules need a card with the id "{card_id}"')
        elif card_id in words.own and not fits(cards[card_id]):
            message = f'the rules need "{card_id}" to be {what}, and {cards[card_id].name} is not'
            yield Nonsense(card_id, ("kind",), "E423", message)
    if not any(card.kind == "thunderstone" for card in cards.values()):
        yield Nonsense("", (), "E402", "the rules need a card of the kind `thunderstone`")
    effects = _EffectsOfCards(below.values())
    levels: dict[tuple[str, int], Card] = {}
    for card in cards.values():
        if card.kind != "hero" or card.level is None:
            continue
        other = levels.setdefault((card.group, card.level), card)
        if other is not card:
            mine, theirs = (card, other) if card.id in words.own else (other, card)
            if mine.id in words.own:
                message = f"{theirs.name} already is the Hero of {card.group} of level {card.level}"
                yield Nonsense(mine.id, ("level",), "E401", message)
    for card_id in words.own:
        card = cards[card_id]
        yield from unreadable_names(card)
        if card.kind in _KINDS:
            yield from _numbers(card, levels)
            yield from _effects(card)
        yield from effects.misplaced(card)
        yield from words.of(card)


def _numbers(card: Card, levels: Mapping[tuple[str, int], Card]) -> Iterator[Nonsense]:
    """Numbers that a card of its kind must have, and those that it cannot have."""

    def lacks(field: str, why: str) -> Nonsense:
        return Nonsense(
            card.id, (field,), "E422", f"{card.name}, {_KINDS[card.kind]}, has no `{field}`: {why}"
        )

    if card.is_hero and card.strength is None:
        yield lacks("strength", "it decides which Weapons the Hero can carry")
    if card.is_monster and card.health is None:
        yield lacks("health", "it is what an attack must reach")
    if card.kind in _OF_THE_VILLAGE and card.cost is None:
        yield lacks("cost", "it is what the Village asks for it")
    if card.is_weapon and card.weight is None:
        yield lacks("weight", "write 0 for a Weapon that everybody can carry")
    if card.kind == "hero":
        if card.level is None:
            yield lacks("level", "a Hero has a level from 1 on")
        if not card.group:
            yield lacks("group", "the levels of a Hero belong to one group")
        if card.level is not None and (card.group, card.level + 1) in levels and card.level_up_xp is None:
            yield lacks("level_up_xp", "there is a next level in its group")
    for field, kinds in _ONLY_OF.items():
        if getattr(card, field) not in (None, ()) and card.kind not in kinds:
            yield _misplaced(card, field, " or ".join(_KINDS[kind] for kind in kinds))
    for field in _ONLY_OF_HEROES:
        if getattr(card, field) is not None and not card.is_hero:
            yield _misplaced(card, field, "a Hero")
    if card.weight is not None and not card.is_weapon:
        yield _misplaced(card, "weight", "a card of the subtype weapon")


def _misplaced(card: Card, field: str, owner: str) -> Nonsense:
    return Nonsense(card.id, (field,), "E423", f"`{field}` belongs to {owner}, and {card.name} is not one")


def _effects(card: Card) -> Iterator[Nonsense]:
    """Finds effects that could never work on such a card."""

    def useless(path: TreePath, effect: Any, owner: str) -> Nonsense:
        kind = effect.__struct_config__.tag
        return Nonsense(card.id, path, "E423", f"`{kind}` belongs to {owner}, and {card.name} is not one")

    is_one = {
        "a Monster": card.is_monster,
        "a Weapon": card.is_weapon,
        "a Hero": card.is_hero,
        "an Item or a Spell": card.is_item or card.is_spell,
    }
    for n, trait in enumerate(card.traits):
        owner = owner_of_trait(type(trait))
        if owner is not None and not is_one[owner]:
            yield useless(("traits", n), trait, owner)
    if card.battle and card.battle[0].also:
        message = "`also` joins an effect to the one before it, and this is the first one"
        yield Nonsense(card.id, ("battle", 0, "also"), "E423", message)
    for n, ability in enumerate(card.abilities):
        if not ability.do and ability.destroy is None and ability.discard is None:
            message = f"an ability of {card.name} does nothing: it has no effects, and no card is given up"
            yield Nonsense(card.id, ("abilities", n, "do"), "E423", message)
        if ability.repeat and not _runs_out(ability):
            message = "this ability could be repeated for ever: it needs a price that runs out"
            help_ = "a card to `destroy`, or `xp` that it does not bring back"
            yield Nonsense(card.id, ("abilities", n, "repeat"), "E210", message, help_)
        for m, effect in enumerate(ability.do):
            path = ("abilities", n, "do", m)
            if effect.needs_price and ability.price is None:
                kind = effect.__struct_config__.tag
                message = f"`{kind}` needs a card paid as the price, and this ability has none"
                yield Nonsense(card.id, path, "E422", message, "say which card of the hand to `destroy`")
            owner = owner_of_ability_effect(type(effect))
            if owner is not None and not is_one[owner]:
                yield useless(path, effect, owner)


def owner_of_trait(kind: type[Any]) -> Owner | None:
    """What a card has to be for this kind of trait to work on it; None where any card will do."""
    if issubclass(kind, MonsterTrait):
        return "a Monster"
    if issubclass(kind, Trait):
        carried = overrides(kind, Trait.weapon_attack, Trait.bearer_strength, Trait.more_weapons)
        if carried or kind.saves or kind.returns:
            return "a Weapon"
        return "an Item or a Spell" if overrides(kind, Trait.gold_for_magic) else "a Hero"
    return None


def owner_of_ability_effect(kind: type[AbilityEffect]) -> Owner | None:
    """What a card has to be for this kind of effect to do something there; None where any card will do."""
    if kind.target == "spell" or overrides(kind, AbilityEffect.thrown_attack):
        return "a Weapon"
    serves_its_hero = overrides(kind, AbilityEffect.serve) and kind.target == "none"
    return "a Hero" if serves_its_hero or overrides(kind, AbilityEffect.is_idle) else None


def _runs_out(ability: Ability) -> bool:
    """Whether the price limits how often an ability can be used; a discarded card may be drawn again."""
    if ability.destroy is not None:
        return True
    if ability.discard is not None:
        return all(effect.quiet for effect in ability.do)
    return ability.xp > 0 and not any(effect.earns for effect in ability.do)


class _EffectsOfCards:
    """Where printed cards have each kind of effect."""

    def __init__(self, printed: Iterable[Card]) -> None:
        self.places: dict[type[AbilityEffect], set[str]] = {}
        for card in printed:
            for ability in card.abilities:
                for effect in ability.do:
                    self.places.setdefault(type(effect), set()).add(ability.when)

    def misplaced(self, card: Card) -> Iterator[Nonsense]:
        """Finds abilities of the Village with effects that are about the battle or the Hall."""
        for n, ability in enumerate(card.abilities):
            for m, effect in enumerate(ability.do):
                kind = effect.__struct_config__.tag
                in_vain = self.places.get(type(effect)) == {"dungeon"} and kind not in ANYWHERE
                if ability.when == "village" and in_vain:
                    message = f"`{kind}` is an effect of the Dungeon, and this ability works in the Village"
                    yield Nonsense(card.id, ("abilities", n, "do", m), "E423", message)


class _Words:
    """The classes and subtypes of cards, and which cards have them."""

    def __init__(self, cards: Mapping[str, Card], own: frozenset[str], below: Mapping[str, Card]) -> None:
        self.own = own
        others = below.values()
        self.subtypes = _all(others or cards.values(), "subtypes")
        self.printed = {"classes": _all(others, "classes"), "group": {card.group for card in others} - {""}}
        self.classes = _all(cards.values(), "classes")

    def of(self, card: Card) -> Iterator[Nonsense]:
        """Finds words of the card that no other card uses, or uses in another spelling."""
        for n, word in enumerate(card.subtypes):
            if word not in self.subtypes:
                known = ", ".join(sorted(self.subtypes))
                yield self._unknown(
                    card, ("subtypes", n), "subtype", word, self.subtypes, f"there are: {known}"
                )
        classes, groups = self.printed["classes"], self.printed["group"]
        new: list[tuple[TreePath, str, str, set[str]]] = [
            (("classes", n), "class", word, classes) for n, word in enumerate(card.classes)
        ]
        if card.group:
            new.append((("group",), "group", card.group, groups))
        for path, what, word, known_words in new:
            if word not in known_words and get_close_matches(word, known_words, cutoff=NEAR):
                yield self._unknown(card, path, what, word, known_words)
        for path, word in _words_named(card):
            if word not in self.classes | self.subtypes:
                yield self._unknown(card, path, "class or subtype", word, self.classes | self.subtypes)

    def _unknown(
        self,
        card: Card,
        path: TreePath,
        what: str,
        word: str,
        known: Iterable[str],
        otherwise: str = "no card has it",
    ) -> Nonsense:
        near = get_close_matches(word, list(known), n=1, cutoff=0.6)
        help_ = f'did you mean "{near[0]}"?' if near else otherwise
        return Nonsense(card.id, path, "E427", f'unknown {what} "{word}"', help_)


def _all(cards: Iterable[Card], field: str) -> set[str]:
    return {word for card in cards for word in getattr(card, field)}


def _words_named(card: Card) -> Iterator[tuple[TreePath, str]]:
    """The classes and subtypes that effects of the card name as free text, with their places."""
    for field in ("abilities", "traits", "battle", "breach", "spoils"):
        for n, effect in enumerate(getattr(card, field)):
            if field == "abilities":
                for m, part in enumerate(effect.do):
                    yield from _texts((field, n, "do", m), part)
            else:
                yield from _texts((field, n), effect)


def _texts(path: TreePath, effect: msgspec.Struct) -> Iterator[tuple[TreePath, str]]:
    for field in msgspec.structs.fields(effect):
        value = getattr(effect, field.name)
        if field.type is str and value:
            yield (*path, field.encode_name), value
        elif field.type == tuple[str, ...]:
            yield from (((*path, field.encode_name, n), word) for n, word in enumerate(value))
