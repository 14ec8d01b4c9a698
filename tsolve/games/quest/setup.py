"""Sets up a game from its pieces and a seed: deals and shuffles the cards, and lays a table out as a position
file. (QUEST-1, QUEST-15, QUEST-16)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.cardkit.piles import Pile
from tsolve.errors import UnknownNameError, UsageError
from tsolve.games.quest.book import KEY, WOUND_CARD, Book
from tsolve.games.quest.campaign import Campaign
from tsolve.games.quest.cards import Card
from tsolve.games.quest.first_choices import KeepQuest, first_choices
from tsolve.games.quest.game import Quest
from tsolve.games.quest.numbers import Numbers, keys_by_level, load_setup
from tsolve.games.quest.selection import HiddenHand, Setup, Unseen, select
from tsolve.games.quest.state import Player, Room, Stack, State
from tsolve.games.quest.turn.spaces import titles_of
from tsolve.games.quest.writing.position_text import brought_in, write_position
from tsolve.model.plays import SetupPart
from tsolve.rules.ruleset import Ruleset
from tsolve.written.position_text import Laid, NewGame, SettingUp

if TYPE_CHECKING:
    pass


FEWEST_PLAYERS = 2
"""Only games of players against each other are covered, no solo games."""
_IN_EVERY_GAME = "base"
"""The box of the starting cards and the tokens."""


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
    rules = Quest(book)
    return rules, rules.settled(new_game(book, setup, random, numbers))


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
        todo=first_choices(setup, numbers, starter, random)[::-1],
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
    if setup.take and len({*setup.take}) < len(setup.take) and book.reads("sponsors", "one_each"):
        raise UsageError("two players have the same Guild Sponsor, and each may be taken once")
    prizes = [] if setup.is_laid_out_only else [*filter(None, map(prize_of, map(book.card, setup.quests)))]
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


class Drawn(NamedTuple):
    """A game with all that was drawn for it."""

    setup: Setup
    state: State
    """The position before the first turn; the players have made their choices."""
    dealt: tuple[str, ...]
    """The Side Quests from which the first player kept one."""


class QuestTable(SettingUp[Drawn]):
    """Draws the pieces of a game from these Quests, for this number of players."""

    def __init__(self, ruleset: Ruleset[Card], new: NewGame) -> None:
        self._rules = self.ruleset = played(ruleset, new.sets)
        self._numbers: Numbers = load_setup(ruleset.roots).value
        self._book = Book(self._rules.under(new.readings), new.readings)
        self._chosen = dict(new.chosen)
        self._campaign: Campaign | None = self._chosen.pop("campaign", None)
        self._new = new

    def draw(self, random: Random) -> Drawn:
        """The choices before the first turn are drawn, too. Legendary cards need not be known: they are not
        won yet.
        """
        seats, only = self._new.players, not self._new.played_on
        setup = select(self._book.cards, self._numbers, random, seats, **self._chosen, laid_out_only=only)
        if self._campaign is not None:
            setup = self._campaign.next_game(setup)
        state = new_game(self._book, setup, random, self._numbers)
        first = state.todo[-1] if state.todo else None
        dealt = first.cards if isinstance(first, KeepQuest) else ()
        rules = Quest(self._book)
        state = rules.settled(state)
        while state.todo:
            state = rules.apply(state, random.choice(rules.legal_actions(state)))
        return Drawn(setup, state, dealt)

    def sold(self, drawn: Drawn) -> Iterator[str]:
        for stack in (*drawn.setup.heroes, *drawn.setup.market):
            yield from (card for card, _ in stack.cards if stack.sold)
        for _, deck in drawn.setup.wares:
            yield from deck

    def others(self, drawn: Drawn) -> Iterator[str]:
        """Of what players have for themselves that of the first one: what the others keep is secret."""
        setup, me = drawn.setup, drawn.state.me
        yield from (*setup.rooms, setup.guardian, *(card for level in setup.monsters for card in level))
        yield from filter(None, (me.quest, self._legendary(me.quest), me.sponsor))

    def lay_out(self, drawn: Drawn, random: Random) -> Laid:
        parts = (part for part in self._parts(drawn) if part.names)
        return Laid(tuple(parts), self._written(drawn))

    def notes(self) -> tuple[str, ...]:
        return (*self._open_picks(), *self._drawn_choices())

    def _open_picks(self) -> Iterator[str]:
        """That fewer cards are kept than might be: one for each earlier game. (QUEST-17.2)"""
        campaign = self._campaign
        if campaign is not None and any(len(cards) < campaign.game - 1 for cards in campaign.kept):
            yield (
                "not everybody has kept a card of each earlier game: what was picked after the last one is "
                "written as `picked: CARD`, beside the cards of its player (QUEST-17.2)"
            )

    def _drawn_choices(self) -> tuple[str, ...]:
        if self._chosen.get("first_game"):
            return ()
        told = [key for key in ("side_quest", "sponsor") if not self._chosen.get(key)]
        if not told:
            return ()
        named = " and ".join(f"--use {key}=NAME" for key in told)
        drawn = "what players keep of the Side Quests dealt, and their Guild Sponsors, were drawn"
        return (f"{drawn}; to choose yourself: {named} (QUEST-1.13)",)

    def _legendary(self, quest: str) -> str:
        """The Legendary card that a Side Quest names; empty for none. (QUEST-14.2)"""
        return prize_of(self._book.card(quest)) if quest else ""

    def _parts(self, drawn: Drawn) -> Iterator[SetupPart]:
        book, setup, state = self._book, drawn.setup, drawn.state

        def told(cards: Iterable[str]) -> tuple[str, ...]:
            return tuple(map(book.name, cards))

        stacks, heroes_end = state.stacks or (), len(setup.heroes)
        quarter = (stack for stack in stacks[:heroes_end] if stack.sold)
        heroes = (book.card(card).hero_title for stack in quarter for card, _ in stack.cards)
        market = (card for stack in stacks[heroes_end:] for card, _ in stack.cards)
        groups = (book.card(card).group or book.name(card) for level in setup.monsters for card in level)
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
        yield SetupPart("Guardian", told([setup.guardian]), ("QUEST-1.8",))
        yield SetupPart("Guardian Keys", tuple(_keys_told(setup)), ("QUEST-17.1",))
        me, seats = state.me, len(state.players)
        left = (quest for quest in drawn.dealt if quest != me.quest)
        legendary = self._legendary(me.quest)
        others = (state.players[(state.active + turn) % seats].sponsor for turn in range(1, seats))
        sponsors = told(filter(None, [me.sponsor]))
        sponsors += tuple(f"player {n}: {book.name(card)}" for n, card in enumerate(others, 2) if card)
        if self._campaign is not None:
            yield SetupPart("Kept", tuple(self._kept(state)), ("QUEST-17.3",))
        yield SetupPart("Side Quest", told(filter(None, [me.quest])), ("QUEST-1.13",))
        yield SetupPart("Not kept", told(left), ("QUEST-1.13",))
        yield SetupPart("Legendary", told(filter(None, [legendary])), ("QUEST-14.2",))
        yield SetupPart("Sponsors", sponsors, ("QUEST-14.3",))
        yield SetupPart("First hand", told(sorted(me.hand or ())), ("QUEST-6.3",))

    def _kept(self, state: State) -> Iterator[str]:
        """What each player has kept of earlier games, in the order of their turns."""
        campaign, seats = self._campaign, len(state.players)
        for turn in range(seats) if campaign is not None else ():
            player = (state.active + turn) % seats
            if campaign is not None and campaign.game > 1:
                who = campaign.names[player] or f"player {turn + 1}"
                yield f"{who}: {' and '.join(map(self._book.name, campaign.kept[player])) or 'nothing'}"

    def _written(self, drawn: Drawn) -> str:
        """The position as the first player sees it.

        What the others own and who sponsors them is public; which of it is their hand, and their Side Quests,
        are not.
        """
        state = drawn.state
        hands = {
            seat: HiddenHand(piles.EMPTY, (*(player.hand or ()), *piles.contents(player.deck)))
            for seat, player in enumerate(state.players)
            if seat != state.active
        }
        seen = Unseen(hands, {}, self._rules.roots).laid(self._book, state)
        players = (
            player if seat == state.active else replace(player, quest="")
            for seat, player in enumerate(seen.players)
        )
        text = write_position(
            self._book,
            replace(seen, players=tuple(players)),
            printing=self._new.printing,
            interpretations=self._new.interpretations,
            game=self._rules.id,
            told=() if self._campaign is None else brought_in(self._book, self._campaign, state.active),
        )
        others = [self._book.name(quest) for quest in drawn.dealt if quest != state.me.quest]
        return _with_comment(text, "side_quest", f"dealt, too: {', '.join(others)}") if others else text


def _keys_told(drawn: Setup) -> Iterator[str]:
    """What a harder campaign changes about the Guardian Keys. (QUEST-17.1)"""
    if drawn.keys is not None:
        yield from (f"{count} in the deck of level {level}" for level, count in enumerate(drawn.keys, 1))
    if drawn.keys_to_end is not None:
        yield f"the Guardian comes with number {drawn.keys_to_end}"


def _with_comment(text: str, key: str, comment: str) -> str:
    """The file with a comment behind a key."""
    lines = text.splitlines()
    told = (f"{line}  # {comment}" if line.startswith(f"{key}:") else line for line in lines)
    return "\n".join(told) + "\n"


def prize_of(quest: Card) -> str:
    """The Legendary card that a Side Quest gives; empty for none. (QUEST-14.2)"""
    return (quest.prize and quest.prize.card) or ""
