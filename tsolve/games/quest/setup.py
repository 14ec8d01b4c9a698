"""Sets up a game from its pieces and a seed: deals and shuffles the cards, and lets players make the choices
before the first turn. Also leads a campaign from one game to the next. (QUEST-1, QUEST-15, QUEST-16,
QUEST-17)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.cardkit.piles import Pile
from tsolve.errors import UnknownNameError, UsageError
from tsolve.games.quest.actions import Action
from tsolve.games.quest.answers import Keep
from tsolve.games.quest.book import KEY, WOUND_CARD, Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.game import Quest
from tsolve.games.quest.scoring import cards_of, is_market_card, scores, winners
from tsolve.games.quest.selection import HiddenHand, Numbers, Setup, Unseen, select
from tsolve.games.quest.state import Choice, Player, Room, Stack, State, Task
from tsolve.games.quest.turn.spaces import titles_of
from tsolve.games.quest.writing.position_text import write_position
from tsolve.model.plays import SetupPart
from tsolve.rules.loading import load_own
from tsolve.rules.ruleset import Ruleset
from tsolve.written.position_text import Laid, NewGame, SettingUp

if TYPE_CHECKING:
    from tsolve.games.quest.play import Play
    from tsolve.source.decoded import Decoded


class _Keeping(Choice, frozen=True):
    """One player chooses one of these cards."""

    player: int
    cards: tuple[str, ...]

    def chooser(self, state: State) -> int:
        return self.player

    def options(self, book: Book, state: State) -> list[Action]:
        return [Keep(self.player, card) for card in self.cards]


class KeepQuest(_Keeping, frozen=True):
    """A player keeps one of the Side Quests dealt; the others go back to the box. (QUEST-1.13)"""

    asks = "keep a Side Quest"

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("QUEST-1.13", "QUEST-14.1")

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Keep)
        play.player(self.player, quest=action.card)


class TakeSponsor(_Keeping, frozen=True):
    """A player takes a Guild Sponsor; whether two players may have the same one is an open point.
    (key.sponsors)
    """

    asks = "take a Guild Sponsor"

    def options(self, book: Book, state: State) -> list[Action]:
        taken = {player.sponsor for player in state.players}
        free = [card for card in self.cards if card not in taken]
        alone = len(free) < len(self.cards) and book.reads("sponsors", "one_each")
        return [Keep(self.player, card) for card in (free if alone else self.cards)]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("QUEST-1.13", "QUEST-14.3", "key.sponsors")

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Keep)
        play.player(self.player, sponsor=action.card)
        play.note("set-up", action.card, ("QUEST-14.3",), "supports the player")


SETUP = "setup.yaml"
FEWEST_PLAYERS = 2
"""Only games of players against each other are covered, no solo games."""
_IN_EVERY_GAME = "base"
"""The box of the starting cards and the tokens."""
_EVENLY = {"one_each": (1, 1, 1), "two_each": (2, 2, 2)}
"""Other readings of how many Guardian Keys each Monster deck gets. (key.guardian_keys)"""


@cache
def load_setup(roots: tuple[Path, ...] = ()) -> Decoded[Numbers]:
    """The numbers for setting up games (without `roots`: tsolve's own), read when first needed.

    `roots` are the folders of a ruleset, see `load_own`, which raises InputError.
    """
    help_ = "it says with what a game begins; see docs/reference/rulesets.md"
    return load_own(SETUP, Numbers, "quest", roots, help_)


def played(ruleset: Ruleset[Card], sets: Sequence[str]) -> Ruleset[Card]:
    """The ruleset with only the cards of these Quests; with all cards if none is named. Raises UsageError for
    an unknown one.
    """
    for box in sets:
        if box not in ruleset.boxes:
            raise UnknownNameError(f'unknown box "{box}"; there are: {", ".join(ruleset.boxes)}')
    return ruleset.only(lambda card: card.set in (*sets, _IN_EVERY_GAME, "")) if sets else ruleset


def begin(
    ruleset: Ruleset[Card],
    readings: Mapping[str, str],
    seed: int,
    players: int = 2,
    sets: Sequence[str] = (),
    **named: Any,
) -> tuple[Quest, State]:
    """A new game with the cards of these Quests (all if none is named), and its rules. `named`: arguments of
    `select`.

    Raises UsageError for an unknown Quest, and as `select` and `new_game` do.
    """
    ruleset = played(ruleset, sets)
    random, numbers = Random(seed), load_setup(ruleset.roots).value
    book = Book(ruleset.under(readings), readings)
    setup = select(book.cards, numbers, random, players, **named)
    return Quest(book), new_game(book, setup, random, numbers)


def new_game(book: Book, setup: Setup, random: Random, numbers: Numbers | None = None) -> State:
    """The position before the first turn; the first player is the active one.

    The Monsters of the rooms, the hands, the Side Quests and the cards of an epic Marketplace are dealt.
    Other decks are shuffled; which of their cards comes is decided by chance when it is turned up. If there
    are Side Quests or Guild Sponsors, the players choose theirs first. Raises UsageError for a wrong number
    of players, for rooms that are not two of each level, for a level with fewer than two Monsters, for too
    few Side Quests, for a Legendary card among the Treasures, and for a piece whose facts are not all known.
    """
    numbers = load_setup().value if numbers is None else numbers
    _check(book, setup, numbers)
    keys = setup.keys or keys_by_level(book, numbers)
    dealt = [_dealt(monsters, 2, random) for monsters in setup.monsters]
    monsters = ("giant_rat", *(monster for pair, _ in dealt for monster in pair))
    first, second, third = (_with_keys(deck, count) for (_, deck), count in zip(dealt, keys, strict=True))
    starter = random.randrange(setup.players)
    stacks, wares = _spaces_filled(setup, random)
    turn_order = [(seat - starter) % setup.players for seat in range(setup.players)]
    kept = setup.kept or ((),) * setup.players
    return State(
        active=starter,
        todo=_choices(setup, numbers, starter, random)[::-1],
        players=tuple(
            _player(numbers, place, more, random) for place, more in zip(turn_order, kept, strict=True)
        ),
        rooms=tuple(Room(*room) for room in zip(("wilderness", *setup.rooms), monsters, strict=True)),
        monsters=(first, second, third),
        guardian=setup.guardian,
        stacks=stacks,
        treasures=piles.shuffled(setup.treasures),
        wares=wares,
        wound_cards=numbers.components["cards"][WOUND_CARD],
        keys_to_end=setup.keys_to_end or numbers.keys_to_end,
        titles=titles_of(book.cards, stacks, wares),
    )


def _check(book: Book, setup: Setup, numbers: Numbers) -> None:
    most = len(numbers.rations_by_seat)
    if not FEWEST_PLAYERS <= setup.players <= most:
        raise UsageError(f"the game is for {FEWEST_PLAYERS} to {most} players, not {setup.players}")
    levels = [level + 1 for level, count in enumerate(numbers.rooms_by_level) for _ in range(count)]
    if [book.card(room).level for room in setup.rooms] != levels:
        raise UsageError("the Dungeon has two rooms each of levels 1, 2 and 3, in this order")
    _check_keys(setup, setup.keys or keys_by_level(book, numbers), numbers)
    if any(len(monsters) < 2 for monsters in setup.monsters):
        raise UsageError("each level has two rooms, and there is no Monster for one of them")
    if setup.quests and len(setup.quests) < setup.players:
        raise UsageError("there are fewer Side Quests than players")
    for card in map(book.card, setup.treasures):
        if card.legendary:
            raise UsageError(f"{card.name} is Legendary, and no Legendary card lies in the Treasure deck")
    stacks = (id_ for stack in (*setup.heroes, *setup.market) for id_, _ in stack.cards)
    prizes = (quest.prize.card for quest in map(book.card, setup.quests) if quest.prize and quest.prize.card)
    pieces = (
        *prizes,
        *stacks,
        *setup.rooms,
        *setup.treasures,
        setup.guardian,
        *setup.quests,
        *setup.sponsors,
    )
    monsters = (monster for monsters in setup.monsters for monster in monsters)
    for card in map(book.card, (*pieces, *monsters)):
        if card.missing:
            raise UsageError(f"{card.name} cannot be played: no source gives {', '.join(card.missing)}")


def _check_keys(setup: Setup, keys: tuple[int, int, int], numbers: Numbers) -> None:
    """The keys are in the box, and as many are shuffled in as a harder campaign asks for. (QUEST-17.1)"""
    box, there = numbers.components["cards"][KEY], sum(keys)
    if there > box:
        raise UsageError(f"the box holds {box} Guardian Keys, and the decks would get {there}")
    if setup.keys_to_end is not None and not 1 <= setup.keys_to_end <= there:
        wrong = f"the Guardian comes with Guardian Key {setup.keys_to_end}"
        raise UsageError(f"{wrong}: write 1 to {there}, as many as lie in the decks")


def _dealt(cards: tuple[str, ...], count: int, random: Random) -> tuple[tuple[str, ...], Pile]:
    """Shuffle the cards: those from the top, and the deck of the others."""
    return piles.take_some(piles.shuffled(cards), count, random)


def keys_by_level(book: Book, numbers: Numbers) -> tuple[int, int, int]:
    """How many Guardian Keys are shuffled into the deck of each level. (QUEST-1.7, key.guardian_keys)"""
    evenly = (keys for reading, keys in _EVENLY.items() if book.reads("guardian_keys", reading))
    return next(evenly, numbers.keys_by_level)


def _with_keys(deck: Pile, keys: int) -> Pile:
    """A Monster deck with Guardian Keys shuffled into it. (QUEST-1.7)"""
    return piles.shuffled((*piles.contents(deck), *(KEY,) * keys))


def _player(numbers: Numbers, place: int, kept: tuple[str, ...], random: Random) -> Player:
    """A player with a first hand, and with Iron Rations by the place in the turn order. (QUEST-1.14)"""
    cards = tuple(card for card, copies in numbers.starting_deck.items() for _ in range(copies))
    hand, deck = _dealt((*cards, *kept), numbers.hand, random)
    return Player(deck, hand=tuple(sorted(hand)), iron_rations=numbers.rations_by_seat[place])


def _spaces_filled(setup: Setup, random: Random) -> tuple[tuple[Stack, ...], tuple[tuple[str, Pile], ...]]:
    """The stacks of the Village; a space has the top card of the deck of its type or Class. (QUEST-16.3,
    QUEST-16.6)
    """
    decks = {kind: piles.shuffled(cards) for kind, cards in setup.wares}
    stacks: list[Stack] = []
    for stack in (*setup.heroes, *setup.market):
        if stack.space in decks and not stack.cards:
            found, decks[stack.space] = piles.take_some(decks[stack.space], 1, random)
            stack = replace(stack, cards=tuple((card, 1) for card in found))
        stacks.append(stack)
    return tuple(stacks), tuple(decks.items())


def _choices(setup: Setup, numbers: Numbers, starter: int, random: Random) -> tuple[Task, ...]:
    """Each player keeps one of the Side Quests dealt, then takes a Guild Sponsor. (QUEST-1.13)

    If there are too few Side Quests, each player is dealt fewer.
    """
    seats = [(starter + turn) % setup.players for turn in range(setup.players)]
    quests = list(setup.quests)
    random.shuffle(quests)
    each = min(numbers.quests_dealt, len(quests) // setup.players)
    dealt = [tuple(sorted(quests[n :: setup.players][:each])) for n in range(setup.players)]
    keeping = [KeepQuest(seat, cards) for seat, cards in zip(seats, dealt, strict=True) if cards]
    taking = [TakeSponsor(seat, setup.sponsors) for seat in seats if setup.sponsors]
    return (*keeping, *taking)


class QuestTable(SettingUp[Setup]):
    """Draws the pieces of a game from these Quests, for this number of players."""

    def __init__(self, ruleset: Ruleset[Card], new: NewGame) -> None:
        self._rules = self.ruleset = played(ruleset, new.sets)
        self._numbers: Numbers = load_setup(ruleset.roots).value
        self._book = Book(self._rules.under(new.readings), new.readings)
        self._new = new

    def draw(self, random: Random) -> Setup:
        return select(self._book.cards, self._numbers, random, self._new.players, **self._new.chosen)

    def sold(self, drawn: Setup) -> Iterator[str]:
        for stack in (*drawn.heroes, *drawn.market):
            yield from (card for card, _ in stack.cards if stack.sold)
        for _, deck in drawn.wares:
            yield from deck

    def others(self, drawn: Setup) -> Iterator[str]:
        yield from (*drawn.rooms, drawn.guardian, *(card for level in drawn.monsters for card in level))

    def lay_out(self, drawn: Setup, random: Random) -> Laid:
        state = new_game(self._book, drawn, random, self._numbers)
        parts = (part for part in self._parts(drawn, state) if part.names)
        return Laid(tuple(parts), self._written(state))

    def notes(self) -> tuple[str, ...]:
        if self._new.chosen.get("first_game"):
            return ()
        return ("each player keeps one of the Side Quests dealt and takes a Guild Sponsor (QUEST-1.13)",)

    def _parts(self, drawn: Setup, state: State) -> Iterator[SetupPart]:
        book = self._book

        def told(cards: Iterable[str]) -> tuple[str, ...]:
            return tuple(map(book.name, cards))

        stacks, heroes_end = state.stacks or (), len(drawn.heroes)
        quarter = (stack for stack in stacks[:heroes_end] if stack.sold)
        heroes = (book.card(card).hero_title for stack in quarter for card, _ in stack.cards)
        market = (card for stack in stacks[heroes_end:] for card, _ in stack.cards)
        groups = (book.card(card).group or book.name(card) for level in drawn.monsters for card in level)
        rooms = (
            f"{book.name(room.card)}: {book.name(room.monster)}" if room.monster else book.name(room.card)
            for room in state.rooms
        )
        epic, decks = self._new.chosen.get("epic"), self._new.chosen.get("class_decks")
        hero_rule = "QUEST-16.6" if decks else "QUEST-15.2"
        yield SetupPart("Heroes", tuple(dict.fromkeys(heroes)), ("QUEST-1.1", hero_rule))
        yield SetupPart("Market", told(market), ("QUEST-1.2", "QUEST-16.3" if epic else "QUEST-15.3"))
        rule = "QUEST-16.1" if epic else "QUEST-15.1"
        yield SetupPart("Monsters", tuple(dict.fromkeys(groups)), ("QUEST-1.5", rule))
        yield SetupPart("Dungeon", tuple(rooms), ("QUEST-1.3",))
        yield SetupPart("Guardian", told([drawn.guardian]), ("QUEST-1.8",))
        yield SetupPart("Guardian Keys", tuple(_keys_told(drawn)), ("QUEST-17.1",))
        yield SetupPart("First hand", told(sorted(state.me.hand or ())), ("QUEST-6.3",))

    def _written(self, state: State) -> str:
        """The position as the first player sees it, without the choices before the first turn.

        What the others own is public, and which of it is their hand is not.
        """
        hands = {
            seat: HiddenHand(piles.EMPTY, (*(player.hand or ()), *piles.contents(player.deck)))
            for seat, player in enumerate(state.players)
            if seat != state.active
        }
        seen = Unseen(hands, {}, self._rules.roots).laid(self._book, state)
        return write_position(
            self._book,
            replace(seen, todo=()),
            printing=self._new.printing,
            interpretations=self._new.interpretations,
            game=self._rules.id,
        )


def _keys_told(drawn: Setup) -> Iterator[str]:
    """What a harder campaign changes about the Guardian Keys. (QUEST-17.1)"""
    if drawn.keys is not None:
        yield from (f"{count} in the deck of level {level}" for level, count in enumerate(drawn.keys, 1))
    if drawn.keys_to_end is not None:
        yield f"the Guardian comes with number {drawn.keys_to_end}"


class Campaign(msgspec.Struct, frozen=True):
    """What each player takes from one game to the next."""

    kept: tuple[tuple[str, ...], ...]
    """The cards that each player has picked so far."""
    points: tuple[int, ...]
    """The victory points of all games together."""

    @classmethod
    def of(cls, players: int) -> Campaign:
        """A campaign before its first game."""
        return cls(((),) * players, (0,) * players)

    def next_game(self, setup: Setup) -> Setup:
        """The pieces of the next game, with the players' picked cards. (QUEST-17.3)"""
        return replace(setup, players=len(self.kept), kept=self.kept)

    def leaders(self) -> list[int]:
        """The players with the most points so far; at the end they win. (QUEST-17.4)"""
        return [player for player, points in enumerate(self.points) if points == max(self.points)]


def picking_order(book: Book, state: State) -> list[int]:
    """The players in the order of their picks: a winner first, then round the table. (QUEST-17.2)"""
    first, players = winners(book, state)[0], len(state.players)
    return [(first + place) % players for place in range(players)]


def may_pick(book: Book, state: State, player: int, picked: Sequence[str]) -> list[str]:
    """The cards that a player may pick: own Market cards that nobody has picked yet. (QUEST-17.2)"""
    cards = map(book.card, dict.fromkeys(cards_of(state, player)))
    return [card.id for card in cards if is_market_card(card) and card.id not in picked]


def after_game(book: Book, state: State, campaign: Campaign, picks: Mapping[int, str]) -> Campaign:
    """The campaign after a game in which these players picked these cards. (QUEST-17.2 to QUEST-17.4)

    Raises UsageError for a card that its player may not pick, and for a game that goes on.
    """
    if not state.over:
        raise UsageError("cards are picked between two games, and this game goes on")
    kept, picked = list(campaign.kept), list[str]()
    for player in picking_order(book, state):
        if player not in picks:
            continue
        if picks[player] not in may_pick(book, state, player, picked):
            raise UsageError(f"player {player + 1} may not pick {book.name(picks[player])}")
        picked.append(picks[player])
        kept[player] = (*kept[player], picks[player])
    totals = (sum(each) for each in zip(campaign.points, scores(book, state), strict=True))
    return Campaign(tuple(kept), tuple(totals))
