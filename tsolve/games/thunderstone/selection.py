"""Chooses what a game is played with: groups, cards and Dungeon Features, named or drawn. (TS-2.4, DS-11)"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta

from tsolve.errors import UnknownNameError, UsageError
from tsolve.games.thunderstone.effects.numbers import Count, Number, RankNumber
from tsolve.rules.text import squash

if TYPE_CHECKING:
    from tsolve.games.thunderstone.cards import Card


CHOICES = {
    "monsters": "groups",
    "heroes": "groups",
    "village": "cards",
    "features": "Dungeon Features",
    "stones": "Thunderstones",
}
"""What a game may be set up with by name, and what each name is."""


class Selection(msgspec.Struct, frozen=True):
    """The classes of a game: Monster and Hero groups by name, everything else by id."""

    monsters: tuple[str, ...] = ()
    heroes: tuple[str, ...] = ()
    village: tuple[str, ...] = ()
    features: tuple[str, ...] = ()
    """Dungeon Features: Traps, Treasures and Guardians. (DS-11)"""
    stones: tuple[str, ...] = ()
    setting: str = ""


class Feature(msgspec.Struct, frozen=True):
    """A randomizer of Dungeon Features: `cards` of a kind, a whole group, or other `features`. (DS-11)"""

    name: str
    kind: str = ""
    cards: int = 0
    group: str = ""
    features: int = 0
    copies: int = 1


class Setup(msgspec.Struct, frozen=True):
    """The numbers of a ruleset's `setup.yaml`."""

    starting_deck: Annotated[dict[str, Count], Meta(min_length=1)]
    hand: Count
    hall_ranks: RankNumber
    monster_groups: Count
    monster_cards: Number
    """Cards in each Monster group."""
    thunderstone_packet: Number
    """Cards that are shuffled with the Thunderstone and put at the bottom of the Dungeon Deck."""
    guardian_packet: Number
    """Cards at the bottom that are shuffled with the Guardians."""
    hero_groups: Number
    village_stacks: Number
    features_alone: Number
    """Randomizers of Dungeon Features in a game with one box alone."""
    features: tuple[Feature, ...]
    first_games: dict[str, Selection]
    """By box."""
    boxes: dict[str, dict[str, int]]


def select(
    cards: Mapping[str, Card],
    setup: Setup,
    random: Random,
    monsters: Sequence[str] | None = None,
    heroes: Sequence[str] | None = None,
    village: Sequence[str] | None = None,
    features: Sequence[str] | None = None,
    stones: Sequence[str] | None = None,
    first_game: bool = False,
) -> Selection:
    """What a game is played with, of the cards at hand. (TS-2.4, DS-11)

    `monsters` and `heroes` name groups, `village` and `stones` cards (by name or id), `features` groups or
    cards. What they leave open is drawn at random, or taken from the set recommended for a first game. More
    Monster groups than usual make a longer game. Raises UsageError for an unknown or repeated name, and for
    too many Hero groups, Village cards or Settings.
    """
    if first_game:
        boxes = _boxes(cards)
        usual = next((game for box, game in setup.first_games.items() if box in boxes), None)
        if usual is None:
            raise UsageError("the set-up suggests no first game for these cards")
        monsters = usual.monsters if monsters is None else monsters
        heroes = usual.heroes if heroes is None else heroes
        village = usual.village if village is None else village
        features = features or ()
    groups = _choose("Monster group", _groups(cards, "monster"), monsters or (), setup.monster_groups, random)
    trained = _choose("Hero group", _groups(cards, "hero"), heroes or (), setup.hero_groups, random)
    sold = _choose("Village card", _named(cards, "village"), village or (), setup.village_stacks, random)
    for what, count, limit in (
        ("Hero groups", len(trained), setup.hero_groups),
        ("Village cards", len(sold), setup.village_stacks),
    ):
        if count > limit:
            raise UsageError(f"a game has {limit} {what}, not {count}")
    if features is None:
        found = () if monsters else _drawn_features(cards, setup, random)
    else:
        found = _named_features(cards, setup, features)
    settings = tuple(card for card in found if cards[card].kind == "setting")
    if len(settings) > 1:
        raise UsageError(f"a game has one Setting, not {len(settings)}")  # DS-9
    return Selection(
        groups,
        trained,
        sold,
        tuple(card for card in found if card not in settings),
        _choose("Thunderstone", _named(cards, "thunderstone"), stones or (), 1, random),
        "".join(settings),
    )


def _boxes(cards: Mapping[str, Card]) -> set[str]:
    return {card.set for card in cards.values()}


def _groups(cards: Mapping[str, Card], kind: str) -> dict[str, str]:
    """The groups of a kind of card: name -> name."""
    return {card.group: card.group for card in cards.values() if card.kind == kind}


def _named(cards: Mapping[str, Card], *kinds: str) -> dict[str, str]:
    """The cards of these kinds: id -> name."""
    return {card.id: card.name for card in cards.values() if card.kind in kinds}


def _drawn_features(cards: Mapping[str, Card], setup: Setup, random: Random) -> tuple[str, ...]:
    """The Dungeon Features that turn up before there are enough Monster randomizers."""
    pool = [each for each in setup.features if each.features or _brings(cards, each)]
    if not any(_brings(cards, each) for each in pool):
        return ()
    randomizers: list[Feature | None] = [each for each in pool for _ in range(each.copies)]
    if len(_boxes(cards) - {""}) == 1:
        randomizers = random.sample(randomizers, min(setup.features_alone, len(randomizers)))
    randomizers += [None] * len(_groups(cards, "monster"))
    random.shuffle(randomizers)
    met: list[Feature] = []
    monsters = 0
    for each in randomizers:
        if each is not None:
            met.append(each)
            continue
        monsters += 1
        if monsters == setup.monster_groups:
            break
    picked = sum(each.features for each in met)
    left = [each for each in pool if not each.features and each not in met]
    met += random.sample(left, min(picked, len(left)))
    found: dict[str, None] = {}
    for feature in dict.fromkeys(met):
        brought = _brings(cards, feature)
        found.update(dict.fromkeys(random.sample(brought, feature.cards) if feature.cards else brought))
    return tuple(found)


def _brings(cards: Mapping[str, Card], feature: Feature) -> list[str]:
    """The cards that a feature may bring; Settings only if their text is known."""
    return [
        card.id
        for card in cards.values()
        if (feature.group and card.group == feature.group)
        or (feature.kind and card.kind == feature.kind and (card.kind != "setting" or card.setting))
    ]


def _named_features(cards: Mapping[str, Card], setup: Setup, names: Sequence[str]) -> tuple[str, ...]:
    """Groups by the name of their randomizer or card by card."""
    single = _named(cards, "trap", "treasure", "guardian", "setting")
    groups = {each.name: each.group for each in setup.features if each.group and _brings(cards, each)}
    known = single | {name: name for name in groups}
    found: dict[str, None] = {}
    for name in names:
        thing = _find("Dungeon Feature", known, name)
        members = [card for card in single if cards[card].group == groups.get(thing)]
        found.update(dict.fromkeys([thing] if thing in single else members))
    for card in found:
        if cards[card].kind == "setting" and not cards[card].setting:
            raise UsageError(f"no source gives the text of {cards[card].name}: it cannot be played")
    return tuple(found)


def _choose(
    what: str, known: dict[str, str], wanted: Iterable[str], count: int, random: Random
) -> tuple[str, ...]:
    """The things asked for, filled up at random to `count`."""
    picked = [_find(what, known, name) for name in wanted]
    for thing in picked:
        if picked.count(thing) > 1:
            raise UsageError(f"the {what} {known[thing]} is named twice")
    left = [thing for thing in known if thing not in picked]
    missing = max(count - len(picked), 0)
    return (*picked, *(random.sample(left, missing) if missing < len(left) else left))


def _find(what: str, known: dict[str, str], wanted: str) -> str:
    for thing, name in known.items():
        if squash(wanted) in (squash(thing), squash(name)):
            return thing
    from tsolve.rules.near_names import hint_from  # only paid for by names with mistakes

    names = known.values()
    hint = hint_from(wanted, names) or f"known: {', '.join(names) or 'none in these boxes'}"
    raise UnknownNameError(f'unknown {what} "{wanted}"; {hint}')
