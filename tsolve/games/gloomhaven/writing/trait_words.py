"""What must be so of a figure or an attack, in words: `target is alone and normal`, `self is invisible`."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from tsolve.games.gloomhaven.traits import AS_SAID, Beside, Kind, Trait
from tsolve.games.gloomhaven.writing.ability_words import Phrases

_SIMPLE: dict[str, Kind] = {"alone": "alone", "undamaged": "undamaged", "below half": "below half"}
_BESIDE: dict[str, Beside] = {
    "an ally": "ally",
    "an enemy": "enemy",
    "an obstacle": "obstacle",
    "an own summon": "summon",
}
_SEVERAL_BESIDE: dict[str, Beside] = {
    "allies": "ally",
    "enemies": "enemy",
    "obstacles": "obstacle",
    "own summons": "summon",
}
_RANKS = ("normal", "elite", "normal or elite")
_CONDITIONS = {word: condition for condition, word in AS_SAID.items()}
_OF_FIGURES: dict[str, Trait] = {
    "adjacent to": Trait("adjacent"),
    **{word: Trait(kind) for word, kind in _SIMPLE.items()},
    **{word: Trait("condition", condition=condition) for condition, word in AS_SAID.items()},
    "normal": Trait("ranks", ranks=("normal",)),
    "elite": Trait("ranks", ranks=("elite",)),
    **dict.fromkeys(("normal or elite", "elite or normal"), Trait("ranks", ranks=("normal", "elite"))),
    "doomed": Trait("doomed"),
    "at": Trait("hit points"),
    "missing": Trait("missing"),
    "under": Trait("negative conditions"),
    "of the type": Trait("named"),
    "outmatched": Trait("outmatched"),
    "back where its move began": Trait("back"),
    "straight on from where its move began": Trait("straight"),
}
_BEHIND_NAMES = ("or", "and", "with", "else", "may", "perform", "performs", "springs", ",", ";", ")")
"""What ends the name of a type."""
_OF_ATTACKS: dict[str, Trait] = {"melee": Trait("melee"), "ranged": Trait("ranged")}


def read_condition(said: Phrases) -> tuple[Trait, ...]:
    """What must be so, and of whom: `target is alone`. Raises InputError."""
    of = said.one_of({"target": "target", "self": "self", "attack": "attack"})
    said.demand("is")
    words = _OF_ATTACKS if of == "attack" else _OF_FIGURES
    found = [replace(each, of=of) for each in read_traits(said, words)]
    return tuple(found)


def read_traits(said: Phrases, words: dict[str, Trait] = _OF_FIGURES) -> tuple[Trait, ...]:
    """What a figure must be: `normal and adjacent to an ally`. Raises InputError."""
    found = [_trait(said, words)]
    while said.take("and"):
        found.append(_trait(said, words))
    return tuple(found)


def _trait(said: Phrases, words: dict[str, Trait]) -> Trait:
    trait = said.one_of(words)
    if trait.kind == "adjacent":
        return _beside(said, trait)
    if trait.kind == "named":
        names = [said.name_before(*_BEHIND_NAMES)]
        while said.take("or"):
            names.append(said.name_before(*_BEHIND_NAMES))
        return replace(trait, names=tuple(names))
    if trait.kind == "hit points":
        number = said.number()
        said.demand("hit points or fewer", "hit point or fewer")
        return replace(trait, number=number)
    if trait.kind == "missing":
        number = said.number()
        said.demand("hit points or more", "hit point or more")
        return replace(trait, number=number)
    if trait.kind == "negative conditions":
        number = said.number()
        said.demand("negative conditions or more", "negative condition or more")
        return replace(trait, number=number)
    if trait.kind == "condition":
        others = []
        while said.take("or"):
            others.append(said.one_of(_CONDITIONS))
        return replace(trait, other_conditions=tuple(others))
    return trait


def _beside(said: Phrases, trait: Trait) -> Trait:
    """Whom or what a figure must be beside: one, or so many of them at least."""
    number = 0
    if said.sees_number:
        number = said.number(least=2)
        said.demand("or more")
    beside = said.one_of(_SEVERAL_BESIDE if number else _BESIDE)
    that = read_traits(said) if said.take("that are" if number else "that is") else ()
    return replace(trait, beside=beside, that=that, number=number)


def condition_in_words(traits: Iterable[Trait]) -> str:
    """The words that `read_condition` reads."""
    several = tuple(traits)
    return f"{several[0].of} is {traits_in_words(several)}"


def traits_in_words(traits: Iterable[Trait]) -> str:
    """The words that `read_traits` reads."""
    return " and ".join(map(_in_words, traits))


def _in_words(trait: Trait) -> str:
    match trait.kind:
        case "condition":
            assert trait.condition is not None
            return " or ".join(AS_SAID[each] for each in (trait.condition, *trait.other_conditions))
        case "adjacent":
            known, verb = (_SEVERAL_BESIDE, "are") if trait.number else (_BESIDE, "is")
            beside = next(words for words, each in known.items() if each == trait.beside)
            that = f" that {verb} {traits_in_words(trait.that)}" if trait.that else ""
            return f"adjacent to {f'{trait.number} or more ' if trait.number else ''}{beside}{that}"
        case "named":
            return f"of the type {' or '.join(trait.names)}"
        case "ranks":
            return " or ".join(trait.ranks)
        case "hit points":
            return f"at {trait.number} hit point{'' if trait.number == 1 else 's'} or fewer"
        case "missing":
            return f"missing {trait.number} hit point{'' if trait.number == 1 else 's'} or more"
        case "negative conditions":
            return f"under {trait.number} negative condition{'' if trait.number == 1 else 's'} or more"
        case "back":
            return "back where its move began"
        case "straight":
            return "straight on from where its move began"
    return trait.kind
