"""Sets up a game: chooses its groups, cards and Dungeon Features, named or at random, and lays them out.
(TS-2, TS-2.4, DS-11)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

from tsolve.cardkit import piles
from tsolve.diagnostics import Diagnostics, suggest
from tsolve.errors import UnknownNameError, UsageError
from tsolve.games.thunderstone.book import Book, in_setting
from tsolve.games.thunderstone.dungeon_deck import DungeonDeck
from tsolve.games.thunderstone.effects.base import Count, Number, RankNumber
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.state import Member, Player, Slot, State
from tsolve.rules.loading import load_own
from tsolve.rules.names import squash

if TYPE_CHECKING:
    from tsolve.games.thunderstone.cards import Card
    from tsolve.rules.ruleset import Ruleset
    from tsolve.source.decoded import Decoded


CHOICES = {
    "monsters": "groups",
    "groups": "how many Monster groups",
    "heroes": "groups",
    "village": "cards",
    "features": "Dungeon Features",
    "stones": "Thunderstones",
}
"""The names that a set-up may contain, each with its kind."""


class Selection(msgspec.Struct, frozen=True):
    """The cards chosen for a game: Monster and Hero groups by name, everything else by id."""

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
    """The number of cards that are shuffled with the Thunderstone and put at the bottom of the Dungeon
    Deck.
    """
    guardian_packet: Number
    """The number of cards at the bottom that are shuffled with the Guardians."""
    hero_groups: Number
    village_stacks: Number
    features_alone: Number
    """The number of randomizers of Dungeon Features in a game with only one box."""
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
    groups: Sequence[str] | None = None,
    first_game: bool = False,
) -> Selection:
    """The cards for a game, chosen from those available. (TS-2.4, DS-11)

    `monsters` and `heroes` name groups, `village` and `stones` cards (by name or id), `features` groups or
    cards. The rest is drawn at random, or taken from the set recommended for a first game. `groups` says how
    many Monster groups there are: more than usual, as more names do, make a longer game (TS-2.1). Raises
    UsageError for an unknown or repeated name, for another number of groups than there can be, and for too
    many Hero groups, Village cards or Settings.
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
    classes = _groups(cards, "monster")
    wished = setup.monster_groups if groups is None else _number_of_groups(classes, setup, groups)
    fought = _choose("Monster group", classes, monsters or (), wished, random)
    if groups is not None and len(fought) > wished:
        raise UsageError(f"`monsters` names {len(fought)} Monster groups, and `groups` says {wished}")
    trained = _choose("Hero group", _groups(cards, "hero"), heroes or (), setup.hero_groups, random)
    sold = _choose("Village card", _named(cards, "village"), village or (), setup.village_stacks, random)
    for what, count, limit in (
        ("Hero groups", len(trained), setup.hero_groups),
        ("Village cards", len(sold), setup.village_stacks),
    ):
        if count > limit:
            raise UsageError(f"a game has {limit} {what}, not {count}")
    if features is None:
        found = () if monsters else _drawn_features(cards, setup, wished, random)
    else:
        found = _named_features(cards, setup, features)
    settings = tuple(card for card in found if cards[card].kind == "setting")
    if len(settings) > 1:
        raise UsageError(f"a game has one Setting, not {len(settings)}")  # DS-9
    return Selection(
        fought,
        trained,
        sold,
        tuple(card for card in found if card not in settings),
        _choose("Thunderstone", _named(cards, "thunderstone"), stones or (), 1, random),
        "".join(settings),
    )


def _number_of_groups(classes: Mapping[str, str], setup: Setup, told: Sequence[str]) -> int:
    """How many Monster groups are wished for. (TS-2.1)"""
    usual, most, text = setup.monster_groups, len(classes), ", ".join(told)
    for count in range(usual, most + 1):
        if text == str(count):
            return count
    raise UsageError(
        f"a game has {usual} Monster groups, a longer one up to {most} with these boxes, not {text}"
    )


def _boxes(cards: Mapping[str, Card]) -> set[str]:
    return {card.set for card in cards.values()}


def _groups(cards: Mapping[str, Card], kind: str) -> dict[str, str]:
    """The groups of a kind of card: name -> name."""
    return {card.group: card.group for card in cards.values() if card.kind == kind}


def _named(cards: Mapping[str, Card], *kinds: str) -> dict[str, str]:
    """The cards of these kinds: id -> name."""
    return {card.id: card.name for card in cards.values() if card.kind in kinds}


def _drawn_features(cards: Mapping[str, Card], setup: Setup, groups: int, random: Random) -> tuple[str, ...]:
    """The Dungeon Features drawn before randomizers of so many Monster groups have come up."""
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
        if monsters == groups:
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
    """The things asked for, completed at random to `count`."""
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
    from tsolve.rules.near_names import hint_from  # imported only if a name is unknown

    names = known.values()
    hint = hint_from(wanted, names) or f"known: {', '.join(names) or 'none in these boxes'}"
    raise UnknownNameError(f'unknown {what} "{wanted}"; {hint}')


SETUP = "setup.yaml"


@cache
def load_setup(roots: tuple[Path, ...] = ()) -> Decoded[Setup]:
    """The numbers for setting up games (without `roots`: tsolve's own), read when first needed.

    `roots` are the folders of a ruleset, see `load_own`, which raises InputError.
    """
    help_ = "it says with what a game begins; see docs/reference/rulesets.md"
    return load_own(SETUP, Setup, "thunderstone", roots, help_)


def setup_of(ruleset: Ruleset[Card]) -> Setup:
    """The set-up of a ruleset. Raises InputError when it begins with other cards than the Basic ones."""
    read, found = load_setup(ruleset.roots), Diagnostics()
    basic = [card.id for card in ruleset.cards.values() if card.kind == "basic"]
    for card in read.value.starting_deck:
        if card not in basic:
            help_ = suggest(card, basic) or f"there are: {', '.join(basic)}"
            place = read.key_span("starting_deck", card)
            found.report("E402", f'no Basic card has the id "{card}"', place, help_)
    found.raise_if_any()
    return read.value


def played(ruleset: Ruleset[Card], sets: Sequence[str]) -> Ruleset[Card]:
    """The ruleset with the cards of these boxes; by default those of the usual box. Raises UsageError for an
    unknown box.
    """
    boxes = ruleset.boxes
    for box in sets:
        if box not in boxes:
            raise UnknownNameError(f'unknown box "{box}"; there are: {", ".join(boxes)}')
    chosen = tuple(sets) or boxes[:1]
    return ruleset.only(lambda card: card.set in chosen or not card.set)


def begin(
    ruleset: Ruleset[Card],
    readings: Mapping[str, str],
    seed: int,
    players: int = 2,
    sets: Sequence[str] = (),
    **named: Any,
) -> tuple[Thunderstone, State]:
    """A new game with the cards of these boxes, and its rules: a Setting changes them. The position holds no
    order that nobody at the table knows: which card of a shuffled deck is next is decided when it comes.

    `named`: arguments of `select`. Raises UsageError for an unknown box, and as `select` and `lay_out` do.
    """
    ruleset = played(ruleset, sets)
    setup, random = setup_of(ruleset), Random(seed)
    chosen = select(ruleset.cards, setup, random, **named)
    if chosen.setting:
        ruleset = ruleset.only(lambda _: True, in_setting(ruleset.cards[chosen.setting]))
    book = Book(ruleset.under(readings), readings)
    dealt = dungeon(book, setup, chosen, random)
    laid = lay_out(book, setup, random, chosen, players, dealt)
    left = dealt.deck[: len(dealt.deck) - len(dealt.under)]
    unseen = DungeonDeck(left, (*dealt.hall, *dealt.under), setup, bottom=piles.known(dealt.under))
    owners = tuple(
        msgspec.structs.replace(each, deck=piles.shuffled(piles.contents(each.deck))) for each in laid.players
    )
    return Thunderstone(book), msgspec.structs.replace(laid, players=owners, dungeon=unseen.pile(book))


def new_game(book: Book, setup: Setup, seed: int, players: int = 2, **named: Any) -> State:
    """The position before the first turn; where each card lies depends on the arguments only.

    `named`: arguments of `select`. Raises UsageError as `select` and `lay_out` do.
    """
    random = Random(seed)
    return lay_out(book, setup, random, select(book.cards, setup, random, **named), players)


class Dungeon(NamedTuple):
    """The Dungeon after the set-up."""

    hall: tuple[str, ...]
    deck: tuple[str, ...]
    """From the top down."""
    under: tuple[str, ...]
    """Cards that came up while the first Hall was filled and were put at the bottom of the deck. (DS-11)"""


def lay_out(
    book: Book,
    setup: Setup,
    random: Random,
    chosen: Selection,
    players: int = 2,
    dealt: Dungeon | None = None,
) -> State:
    """The position before the first turn of a game with the chosen cards. (TS-2)

    Raises UsageError for more players than the box has cards for.
    """
    stock = _village(book, setup, chosen, players)
    hall, deck, _ = dealt or dungeon(book, setup, chosen, random)
    owners = tuple(_starting_player(setup, random) for _ in range(players))
    return State(
        players=(msgspec.structs.replace(owners[0], hand=()), *owners[1:]),
        hall=(Slot(hall[0], dealt=True), *map(Slot, hall[1:])),
        dungeon=piles.known(deck),
        setting=chosen.setting,
        stalls=tuple(stock),
        stock=tuple(stock.values()),
        party=tuple(Member(card) for card in owners[0].hand or ()),
    )


def _village(book: Book, setup: Setup, chosen: Selection, players: int) -> dict[str, int]:
    """The stacks: card -> copies, without the cards of the starting decks. (TS-2.2)"""
    stock = {card.id: card.count for card in book.cards.values() if card.kind == "basic"}
    for card_id, copies in setup.starting_deck.items():
        stock[card_id] -= copies * players
    if players < 1 or min(stock.values()) < 0:
        most = min(book.card(card_id).count // copies for card_id, copies in setup.starting_deck.items())
        raise UsageError(f"the game is for 1 to {most} players, not {players}")
    trained = [card for card in book.cards.values() if card.kind == "hero" and card.group in chosen.heroes]
    for card in sorted(trained, key=lambda card: (chosen.heroes.index(card.group), card.level)):
        stock[card.id] = card.count
    for card_id in chosen.village:
        stock[card_id] = book.card(card_id).count
    return stock


def dungeon(book: Book, setup: Setup, chosen: Selection, random: Random) -> Dungeon:
    """The Hall and the Dungeon Deck from the top down, the Thunderstone among its last cards. (TS-2.1,
    DS-11)
    """
    features = [card for card in chosen.features if not book.card(card).is_guardian]
    deck = _copies(book, (*_in_groups(book, chosen.monsters), *features))
    random.shuffle(deck)
    guardians = _copies(book, (card for card in chosen.features if book.card(card).is_guardian))
    together = guardians and book.reads("guardian_depth", "same_bottom_ten")
    if guardians and not together:
        depth = len(deck) - setup.guardian_packet
        deck = [*deck[:depth], *_shuffled([*deck[depth:], *guardians], random)]
    packet = [*deck[: setup.thunderstone_packet], *chosen.stones, *(guardians if together else ())]
    deck = [*deck[setup.thunderstone_packet :], *_shuffled(packet, random)]
    if sum(1 for card in deck if card in book.monsters) < setup.hall_ranks:
        raise UsageError("there are too few Monsters for a Dungeon")
    hall: list[str] = []
    under: list[str] = []
    while len(hall) < setup.hall_ranks:
        card = deck.pop(0)
        if book.card(card).kind in ("trap", "treasure"):
            under.append(card)  # nothing is resolved during the set-up
        else:
            hall.append(card)
    return Dungeon(tuple(hall), (*deck, *under), tuple(under))


def dungeon_cards(
    book: Book, groups: Iterable[str], features: Iterable[str], stones: Iterable[str]
) -> tuple[str, ...]:
    """Every card of the Dungeon Deck of a game with these Monster groups, Dungeon Features and Thunderstones.
    (TS-2.1, DS-11)
    """
    return tuple(_copies(book, (*_in_groups(book, groups), *features, *stones)))


def _in_groups(book: Book, groups: Iterable[str]) -> list[str]:
    return [card.id for card in book.cards.values() if card.kind == "monster" and card.group in groups]


def _copies(book: Book, cards: Iterable[str]) -> list[str]:
    return [card for card in cards for _ in range(book.card(card).count)]


def _shuffled(cards: list[str], random: Random) -> list[str]:
    random.shuffle(cards)
    return cards


def _starting_player(setup: Setup, random: Random) -> Player:
    """A player with a shuffled deck and a first hand. (TS-2.3)"""
    cards = [card for card, copies in setup.starting_deck.items() for _ in range(copies)]
    random.shuffle(cards)
    return Player(deck=piles.known(tuple(cards[setup.hand :])), hand=tuple(cards[: setup.hand]))
