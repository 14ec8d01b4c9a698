"""Chooses the pieces of a game: for a first game, at random, or from every card. Also finds the contents of
unseen decks by counting what has been seen. (QUEST-15, QUEST-16)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.cardkit.piles import EMPTY, Pile
from tsolve.errors import UnknownNameError, UsageError
from tsolve.games.quest.book import KEY, Book
from tsolve.games.quest.numbers import Numbers, keys_by_level, load_setup
from tsolve.games.quest.scoring import is_market_card
from tsolve.games.quest.state import CLASSES, MARKET, Player, Stack, State
from tsolve.games.quest.turn.heroes import hp_with
from tsolve.rules.names import squash

if TYPE_CHECKING:
    from tsolve.games.quest.cards import Card


CHOICES = {
    "heroes": "Heroes",
    "market": "cards",
    "rooms": "rooms",
    "monsters": "groups",
    "guardian": "Guardians",
    "keys": "which Guardian Key summons the Guardian",
    "deck_keys": "Guardian Keys in the decks of levels 1, 2 and 3",
    "side_quest": "Side Quests, the first player's first",
    "sponsor": "Guild Sponsors, the same way",
    "variant": "epic, class decks",
}
"""The names that a set-up may contain, each with its kind."""
LEVELS = (1, 2, 3)


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The pieces of a game; a card with several copies is listed once for each."""

    heroes: tuple[Stack, ...]
    """The stacks of the Guilds' Quarter, level 1 on top, or the spaces of Class decks and the box.
    (QUEST-1.1, QUEST-16.6)
    """
    market: tuple[Stack, ...]
    """The stacks of the Marketplace. (QUEST-1.2)"""
    rooms: tuple[str, ...]
    """Two rooms each of levels 1, 2 and 3, the left one first. (QUEST-1.3)"""
    monsters: tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]
    """The Monsters of levels 1, 2 and 3. (QUEST-1.5)"""
    guardian: str
    treasures: tuple[str, ...]
    """The Treasure deck, without Legendary cards. (QUEST-1.12)"""
    players: int = 2
    quests: tuple[str, ...] = ()
    """The Side Quests to be dealt to the players; none in a first game. (QUEST-1.13)"""
    sponsors: tuple[str, ...] = ()
    """The Guild Sponsors; each player takes one. (QUEST-1.13)"""
    keep: tuple[str, ...] = ()
    """The Side Quests that players keep without being asked, in the order of their turns."""
    take: tuple[str, ...] = ()
    """The Guild Sponsors that they take in the same way."""
    is_laid_out_only: bool = False
    """Whether nobody plays on at once, so that no Legendary card is won."""
    wares: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """The Market decks of an epic game by their types, and Class decks. (QUEST-16.3, QUEST-16.6)"""
    kept: tuple[tuple[str, ...], ...] = ()
    """What each player of a campaign adds to the starting deck. (QUEST-17.3)"""
    keys: tuple[int, int, int] | None = None
    """The Guardian Keys in the decks of levels 1, 2 and 3, if a harder campaign changes them. (QUEST-17.1)"""
    keys_to_end: int | None = None
    """The number of the key that summons the Guardian, if a harder campaign changes it. (QUEST-17.1)"""


def select(
    cards: Mapping[str, Card],
    numbers: Numbers,
    random: Random,
    players: int = 2,
    heroes: Sequence[str] = (),
    market: Sequence[str] = (),
    rooms: Sequence[str] = (),
    monsters: Sequence[str] = (),
    guardian: str = "",
    first_game: bool = False,
    epic: bool = False,
    class_decks: bool = False,
    keys: int | None = None,
    deck_keys: tuple[int, int, int] | None = None,
    side_quest: Sequence[str] = (),
    sponsor: Sequence[str] = (),
    laid_out_only: bool = False,
) -> Setup:
    """The pieces of a game, chosen from the cards whose facts are all known. (QUEST-1, QUEST-15, QUEST-16)

    What the names leave open is drawn at random, or taken from the suggestions for a first game. `epic` plays
    with one copy of each Market card and drawn Monsters; `class_decks` puts the Heroes into four decks.
    `keys` says which Guardian Key summons the Guardian, `deck_keys` where they lie, in a harder campaign.
    (QUEST-17.1) Raises UsageError for a name that is unknown, given twice, or that of a card that cannot be
    played, for names where all cards are played with, and if there are too few cards.
    """
    _check_all_are_played(epic, class_decks, heroes, market, monsters)
    if first_game:
        usual = numbers.first_game
        heroes = heroes or [usual.stand_ins.get(hero, hero) for hero in usual.heroes.values()]
        market, rooms = market or usual.market, rooms or usual.rooms
        monsters, guardian = monsters or usual.monsters, guardian or usual.guardian
    known = {id_: card for id_, card in cards.items() if not card.missing}
    market_decks = tuple((kind, tuple(_sold(known, kind))) for kind in MARKET) if epic else ()
    of_classes = _class_decks(known, random) if class_decks else ()
    quests = () if first_game else _quests(cards if laid_out_only else known, known)
    sponsors = () if first_game else _of_kind(known, "sponsor")
    for_players = {"side_quest": side_quest, "sponsor": sponsor}
    for key, wanted in for_players.items():
        _check_for_players(key, wanted, players, first_game)
    return Setup(
        heroes=_with_box(known, numbers) if class_decks else _hero_stacks(known, numbers, heroes, random),
        market=_spaces(numbers) if epic else _market(known, numbers, market, random, first_game),
        rooms=_rooms(known, numbers, rooms, random),
        monsters=(
            _drawn(known, numbers, random, 1) if epic else _group(known, monsters, random, 1),
            _drawn(known, numbers, random, 2) if epic else _group(known, monsters, random, 2),
            _drawn(known, numbers, random, 3) if epic else _group(known, monsters, random, 3),
        ),
        guardian=_guardian(known, guardian, random),
        treasures=tuple(
            c.id for c in known.values() if c.treasure and not c.legendary for _ in range(c.copies)
        ),
        players=players,
        quests=quests,
        sponsors=sponsors,
        keep=_kept(cards, known, quests, side_quest),
        take=tuple(_each_named("Guild Sponsor", known, sponsors, sponsor)),
        is_laid_out_only=laid_out_only,
        wares=(*of_classes, *market_decks),
        keys=deck_keys,
        keys_to_end=keys,
    )


def _check_all_are_played(
    epic: bool, class_decks: bool, heroes: Sequence[str], market: Sequence[str], monsters: Sequence[str]
) -> None:
    """Where all cards are played with, none is chosen. (QUEST-16.1, QUEST-16.6)"""
    for named, is_all, what in (
        (heroes, class_decks, "Class decks hold every Hero"),
        (market, epic, "an epic game has every card of the Marketplace"),
        (monsters, epic, "an epic game draws its Monsters from all groups"),
    ):
        if named and is_all:
            raise UsageError(f"{what}: leave {', '.join(named)} out")


def _of_kind(cards: Mapping[str, Card], kind: str) -> tuple[str, ...]:
    return tuple(card.id for card in cards.values() if card.kind == kind)


def _quests(cards: Mapping[str, Card], known: Mapping[str, Card]) -> tuple[str, ...]:
    """The playable Side Quests: those whose Legendary card, if they give one, is among the `cards`."""
    quests = (card for card in known.values() if card.aim is not None)
    return tuple(
        card.id for card in quests if card.prize is None or not card.prize.card or card.prize.card in cards
    )


def _check_for_players(key: str, wanted: Sequence[str], players: int, first_game: bool) -> None:
    """Each player has one of them, and none in a first game. (QUEST-1.13)"""
    if wanted and first_game:
        raise UsageError(f"a first game has neither Side Quests nor Guild Sponsors: leave {key} out")
    if len(wanted) > players:
        raise UsageError(f"{key} names one for each player, and there are {players}")


def _kept(
    cards: Mapping[str, Card], known: Mapping[str, Card], quests: Sequence[str], wanted: Sequence[str]
) -> tuple[str, ...]:
    """The Side Quests that these names mean. Raises UsageError for one that cannot be played to its end."""
    named = _named("Side Quest", {id_: known[id_].name for id_ in _quests(cards, known)}, wanted)
    for quest in named:
        prize = known[quest].prize
        if quest not in quests and prize is not None and prize.card is not None:
            told = f"no source gives the numbers of {cards[prize.card].name}, which it gives"
            raise UsageError(f"{known[quest].name} is set up and not played on: {told}")
    return tuple(named)


def _each_named(
    what: str, cards: Mapping[str, Card], among: Iterable[str], wanted: Iterable[str]
) -> Iterator[str]:
    """The ids of things by name, which several players may have."""
    there = {id_: cards[id_].name for id_ in among}
    for name in wanted:
        yield from _named(what, there, [name])


def _sold(cards: Mapping[str, Card], kind: str) -> list[str]:
    """The cards of a type that the Marketplace may sell."""
    return [card.id for card in cards.values() if card.kind == kind and is_market_card(card)]


# the Village


def _hero_stacks(
    cards: Mapping[str, Card], numbers: Numbers, wanted: Iterable[str], random: Random
) -> tuple[Stack, ...]:
    """One stack for each Class, filled with the Heroes in the order in which they are named or drawn.
    (QUEST-1.1, QUEST-15.2)
    """
    titles = {card.title: card.title for card in cards.values() if card.kind == "hero" and card.title}
    titles = {title: title for title in titles if all(_level(cards, title, level) for level in LEVELS)}
    named = _named("Hero", titles, wanted)
    others = [title for title in titles if title not in named]
    random.shuffle(others)
    order = [*named, *others]
    classes = {title: _level(cards, title, 1)[0].classes for title in order}
    placed = _place(order, classes, frozenset(CLASSES))
    if placed is None or any(title not in placed.values() for title in named):
        raise UsageError("the Heroes at hand do not fill one space for each Class")
    return tuple(
        Stack(
            tuple(
                (_level(cards, placed[space], level)[0].id, numbers.hero_copies[level - 1])
                for level in LEVELS
            )
        )
        for space in CLASSES
    )


def _level(cards: Mapping[str, Card], title: str, level: int) -> list[Card]:
    return [card for card in cards.values() if card.title == title and card.level == level]


def _place(
    order: Sequence[str], classes: Mapping[str, Sequence[str]], free: frozenset[str]
) -> dict[str, str] | None:
    """Class -> Hero: each Hero in turn takes a free space of one of its Classes so that later Heroes can fill
    the others; a Hero without such a space is skipped. None if not all spaces can be filled.
    """
    if not free or not order:
        return None if free else {}
    spaces = [space for space in classes[order[0]] if space in free]
    for space in spaces:
        rest = _place(order[1:], classes, free - {space})
        if rest is not None:
            return {space: order[0]} | rest
    return None if spaces else _place(order[1:], classes, free)


def _class_decks(cards: Mapping[str, Card], random: Random) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """One copy of each level-1 Hero in a deck of a Class of his. (QUEST-16.6)"""
    decks: dict[str, list[str]] = {space: [] for space in CLASSES}
    for hero in sold_heroes(cards):
        if hero.level == 1:
            decks[random.choice(hero.classes)].append(hero.id)
    return tuple((space, tuple(deck)) for space, deck in decks.items())


def sold_heroes(cards: Mapping[str, Card]) -> list[Card]:
    """The Heroes of the Guilds' Quarter, of all levels."""
    return [card for card in cards.values() if card.kind == "hero" and card.title and not card.legendary]


def _with_box(cards: Mapping[str, Card], numbers: Numbers) -> tuple[Stack, ...]:
    """The spaces of the Class decks, and the box with the Heroes of levels 2 and 3. (QUEST-16.6)"""
    heroes = [hero for hero in sold_heroes(cards) if hero.level in (2, 3)]
    box = tuple((hero.id, numbers.hero_copies[(hero.level or 1) - 1]) for hero in heroes)
    return (*(Stack((), space=space) for space in CLASSES), Stack(box, sold=False))


def _market(
    cards: Mapping[str, Card], numbers: Numbers, wanted: Sequence[str], random: Random, as_named: bool
) -> tuple[Stack, ...]:
    """Stacks for the spaces of each type, then for those of any type. (QUEST-1.2, QUEST-15.3)

    `as_named`: only the named cards are used, as in a first game; other spaces stay empty.
    """
    known = {id_: cards[id_].name for kind in MARKET for id_ in _sold(cards, kind)}
    picked = _named("card of the Marketplace", known, wanted)
    if not as_named:
        others = [id_ for id_ in known if id_ not in picked]
        random.shuffle(others)
        spaces = dict(numbers.market_stacks)
        for id_ in [*picked, *others]:
            kind = cards[id_].kind
            space = kind if spaces[kind] else "any"
            if spaces[space]:
                spaces[space] -= 1
            elif id_ in picked:
                raise UsageError(f"the Marketplace has no space left for {cards[id_].name}")
            else:
                continue
            if id_ not in picked:
                picked.append(id_)
    return tuple(Stack(((id_, numbers.market_copies),)) for id_ in picked)


def _spaces(numbers: Numbers) -> tuple[Stack, ...]:
    """The empty spaces of an epic Marketplace. (QUEST-16.3)"""
    return tuple(Stack((), space=kind) for kind, count in numbers.market_stacks.items() for _ in range(count))


# the Dungeon


def _rooms(
    cards: Mapping[str, Card], numbers: Numbers, wanted: Sequence[str], random: Random
) -> tuple[str, ...]:
    """Two rooms of each level, the lowest first. (QUEST-15.1)"""
    known = {card.id: card.name for card in cards.values() if card.kind == "room" and card.level}
    named, found = _named("room", known, wanted), []
    for level, count in zip(LEVELS, numbers.rooms_by_level, strict=True):
        mine = [room for room in named if cards[room].level == level]
        others = [room for room in known if cards[room].level == level and room not in mine]
        if len(mine) > count or len(mine) + len(others) < count:
            raise UsageError(f"the Dungeon has {count} rooms of level {level}")
        found += [*mine, *random.sample(others, count - len(mine))]
    return tuple(found)


def _group(cards: Mapping[str, Card], wanted: Sequence[str], random: Random, level: int) -> tuple[str, ...]:
    """All Monsters of one group of a level. (QUEST-1.5, QUEST-15.1)"""
    groups = {card.group: card for card in cards.values() if card.kind == "monster" and card.group}
    names = {group: group for group in groups}
    mine = [group for group in _named("Monster group", names, wanted) if groups[group].level == level]
    others = [group for group in groups if groups[group].level == level]
    if len(mine) > 1 or not others:
        raise UsageError(f"there is one Monster group of level {level}")
    group = mine[0] if mine else random.choice(others)
    return tuple(card.id for card in cards.values() if card.group == group for _ in range(card.copies))


def _drawn(cards: Mapping[str, Card], numbers: Numbers, random: Random, level: int) -> tuple[str, ...]:
    """Monsters drawn for a level, at most one copy of each. (QUEST-16.1, QUEST-16.2)"""
    monsters = [card.id for card in cards.values() if card.kind == "monster" and card.level == level]
    return tuple(random.sample(monsters, min(numbers.monsters_by_level, len(monsters))))


def _guardian(cards: Mapping[str, Card], wanted: str, random: Random) -> str:
    known = {card.id: card.name for card in cards.values() if card.kind == "guardian"}
    return _named("Guardian", known, [wanted])[0] if wanted else random.choice(sorted(known))


def _named(what: str, known: Mapping[str, str], wanted: Iterable[str]) -> list[str]:
    """The ids of things given by id or name."""
    found: list[str] = []
    for name in wanted:
        thing = next((id_ for id_ in known if squash(name) in (squash(id_), squash(known[id_]))), None)
        if thing is None:
            from tsolve.rules.near_names import hint_from  # imported only if a name is unknown

            hint = hint_from(name, known.values()) or f"known: {', '.join(known.values()) or 'none'}"
            raise UnknownNameError(f'no {what} with all its facts is called "{name}"; {hint}')
        if thing in found:
            raise UsageError(f"the {what} {known[thing]} is named twice")
        found.append(thing)
    return found


class MonsterDeck(NamedTuple):
    """What is known of the deck of one level."""

    monsters: tuple[str, ...]
    """The Monsters in it that have not been seen."""
    keys: int | None = None
    """The Guardian Keys in it, if their number is given."""
    top: Pile = EMPTY
    """Known cards on top."""
    bottom: Pile = EMPTY
    """Known cards at the bottom."""

    def pile(self, keys: int) -> Pile:
        """The deck if it holds this many keys."""
        lying = (*piles.contents(self.top), *piles.contents(self.bottom)).count(KEY)
        hidden = piles.shuffled((*self.monsters, *(KEY,) * (keys - lying)))
        return piles.stacked(self.top, hidden, self.bottom)


class HiddenHand(NamedTuple):
    """What is known of the deck of a player whose hand is unknown."""

    top: Pile
    cards: tuple[str, ...]
    """The cards of the hand together with the rest of the deck."""


class Unseen(NamedTuple):
    """The contents of decks, as they follow from the cards owned and the pieces of the game."""

    hands: dict[int, HiddenHand]
    """By the index of the player."""
    decks: dict[int, MonsterDeck]
    """By level."""
    roots: tuple[Path, ...] = ()
    """The folders of the ruleset."""

    def laid(self, book: Book, table: State) -> State:
        """The table with these decks; a deck stays unknown if under these readings its number of keys is not
        certain.
        """
        players = tuple(self._player(book, seat, player) for seat, player in enumerate(table.players))
        keys = self.keys(book, table)
        decks = list(table.monsters)
        for level, deck in self.decks.items():
            left = keys[level]
            decks[level - 1] = piles.UNKNOWN if left is None else deck.pile(left)
        first, second, third = decks
        return replace(table, players=players, monsters=(first, second, third))

    def keys(self, book: Book, table: State) -> dict[int, int | None]:
        """The Guardian Keys left in the deck of each level; None if their number is unknown or impossible.

        As many keys are gone as were found. If the number is given for all decks except one, that one holds
        the rest.
        """
        began = dict(enumerate(keys_by_level(book, load_setup(self.roots).value), 1))
        each = [player.keys for player in table.players]
        found = max(each) if book.reads("key_finder", "everybody") else sum(each)
        said = {level: deck.keys for level, deck in self.decks.items() if deck.keys is not None}
        left = sum(began.values()) - found
        silent = [level for level in began if level not in said]
        told: dict[int, int | None] = {**dict.fromkeys(began), **said}
        if not found:
            told.update((level, began[level]) for level in silent)
        elif len(silent) == 1:
            told[silent[0]] = left - sum(said.values())
        counts = [count for count in told.values() if count is not None]
        wrong = len(counts) == len(began) and sum(counts) != left
        return {
            level: count if count is not None and not wrong and 0 <= count <= began[level] else None
            for level, count in told.items()
        }

    def _player(self, book: Book, seat: int, player: Player) -> Player:
        """A player with an unknown hand: as many cards as HP, or all cards if there are fewer. (QUEST-6.3)"""
        if seat not in self.hands:
            return player
        top, cards = self.hands[seat]
        in_hand = hp_with(book, player.wounds)
        if len(cards) <= in_hand:
            return replace(player, deck=top, hand=cards)
        below = piles.layered(cards, piles.Layer(len(cards) - in_hand))
        return replace(player, deck=piles.stacked(top, below), hand=None)
