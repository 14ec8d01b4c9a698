"""From a decoded position file to a position of the engine, zone by zone, with every problem located."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.cardkit.piles import Pile
from tsolve.diagnostics import Diagnostics, suggest
from tsolve.errors import InputError, Span, TreePath
from tsolve.games.family.statements import DeckFile
from tsolve.games.thunderstone.book import Book, in_setting
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.position import ThunderstonePosition, begun
from tsolve.games.thunderstone.state import UNSEEN, Member, Player, Slot, State, Treasure
from tsolve.games.thunderstone.turn.drawing import HAND_SIZE
from tsolve.games.thunderstone.turn.hall import BREACHED_MARK, RANKS
from tsolve.games.thunderstone.writing.doubts import tell_doubts
from tsolve.games.thunderstone.writing.mentions import check_mentions, check_texts
from tsolve.games.thunderstone.writing.notation import BREACHED, SET_UP
from tsolve.games.thunderstone.writing.only_stone import is_stone, only_stone
from tsolve.games.thunderstone.writing.position_file import (
    DungeonDeckFile,
    OtherFile,
    ThunderstoneFile,
    TreasureFile,
)
from tsolve.games.thunderstone.writing.stacks import village
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decoded import Decoded
from tsolve.source.tree import folded
from tsolve.written.card_names import MOST_COPIES, Use, resolve, split_count, unseen_of_owned
from tsolve.written.position_file import places_of_readings

if TYPE_CHECKING:
    from tsolve.games.thunderstone.dungeon_deck import DungeonDeck
    from tsolve.games.thunderstone.writing.position_text import Played


MOST_CARDS = 300
"""Cards in one place. A game has fewer in all: 48 Heroes, 64 Village cards, the 90 Basic cards
and Diseases of a box, 30 Monsters, a few Guardians, Traps, Treasures and Thunderstones. (TS-1, TS-2)
"""

_KINDS = {
    "hero": "a Hero",
    "village": "a Village card",
    "basic": "a Basic card",
    "monster": "a Monster",
    "disease": "a Disease",
    "thunderstone": "a Thunderstone",
    "guardian": "a Guardian",
    "trap": "a Trap",
    "treasure": "a Treasure",
    "setting": "a Setting",
}
_EMPTY = ("none", "empty", "nobody", "nothing", "-", "--", "")
_UNSEEN = ("unknown", "?", "??", "???", "hidden", "unseen", "face down")
_OWNED = ("hero", "village", "basic", "monster", "disease", "guardian", "thunderstone")
_OF_THE_HALL = ("monster", "guardian", "thunderstone")
_OF_THE_DUNGEON = (*_OF_THE_HALL, "trap", "treasure")


class Zones:
    """Reads the zones of one file, collecting problems and counting the cards of every zone."""

    def __init__(
        self, decoded: Decoded[ThunderstoneFile], ruleset: Ruleset[Card], found: Diagnostics
    ) -> None:
        self.decoded = decoded
        self.file = decoded.value
        self.ruleset = ruleset
        self.found = found
        self.uses: list[Use] = []
        """The cards that the file names, and where."""
        self.played = self._played()

    def _played(self) -> Played | None:
        """The cards that make up the game's Dungeon; None where the file does not say."""
        file = self.file
        if file.monsters is None and not (file.features or file.stones or file.seen):
            return None
        from tsolve.games.thunderstone.writing.position_text import Played  # few positions say it

        return Played(self)

    def state(self) -> State:
        """What lies on the table."""
        file = self.file
        hand = self.cards(("hand",), file.hand, _OWNED)
        self.cards(("seen",), file.seen, _OF_THE_DUNGEON)
        me = Player(
            deck=self.deck(("deck",), file.deck),
            discard=self.cards(("discard",), file.discard, _OWNED),
            hand=(),
            xp=file.xp,
            treasures=self.treasures(("treasures",), file.treasures),
        )
        me = self.owner((), me, file.owned)
        others = self.others()
        stalls, stock = village(self)
        return State(
            players=(me, *others),
            hall=self.hall(),
            outside=self.outside(),
            dungeon=self.dungeon(),
            stalls=stalls,
            stock=stock,
            party=tuple(Member(card) for card in hand),
        )

    def others(self) -> list[Player]:
        others = self.file.players.others
        if isinstance(others, int):
            return [Player(deck=piles.UNKNOWN, hand=None)] * others
        return [self.other(index, other) for index, other in enumerate(others)]

    def other(self, index: int, other: OtherFile) -> Player:
        path: TreePath = ("players", "others", index)
        hand = None if other.hand == "unknown" else self.cards((*path, "hand"), other.hand, _OWNED)
        player = Player(
            deck=self.deck((*path, "deck"), other.deck),
            discard=self.cards((*path, "discard"), other.discard, _OWNED),
            hand=hand,
            xp=other.xp,
            treasures=self.treasures((*path, "treasures"), other.treasures),
        )
        return self.owner(path, player, other.owned)

    def owner(self, path: TreePath, player: Player, owned: tuple[str, ...] | None) -> Player:
        """The player at this path of the file, with the deck that follows from what is owned."""
        if owned is None:
            return player

        self.cards((*path, "owned"), owned, _OWNED)
        return with_owned(self, path, player)

    def deck(self, path: TreePath, deck: str | tuple[str, ...] | DeckFile) -> Pile:
        if isinstance(deck, str):
            return piles.UNKNOWN
        if not isinstance(deck, DeckFile):
            return piles.known(self.cards(path, deck, _OWNED))
        top = piles.known(self.cards((*path, "top"), deck.top, _OWNED))
        return top + self.rest((*path, "rest"), deck.rest, _OWNED)

    def rest(self, path: TreePath, rest: str | tuple[str, ...], kinds: tuple[str, ...]) -> Pile:
        return piles.UNKNOWN if isinstance(rest, str) else piles.shuffled(self.cards(path, rest, kinds))

    def dungeon(self) -> Pile:
        deck = self.file.dungeon_deck
        path: TreePath = ("dungeon_deck",)
        if isinstance(deck, str):
            return piles.UNKNOWN
        if not isinstance(deck, DungeonDeckFile):
            return piles.known(self.cards(path, deck, _OF_THE_DUNGEON))
        top = piles.known(self.cards((*path, "top"), deck.top, _OF_THE_DUNGEON))
        rest = self.rest((*path, "rest"), deck.rest, _OF_THE_DUNGEON)
        packet = piles.shuffled(self.cards((*path, "packet"), deck.packet, _OF_THE_DUNGEON))
        bottom = piles.known(self.cards((*path, "bottom"), deck.bottom, _OF_THE_DUNGEON))
        return piles.stacked(top, rest, packet, bottom)

    def hall(self) -> tuple[Slot, ...]:
        hall = self.file.hall
        if 0 < (known := len(hall)) < len(RANKS) and ("hall",) not in self.decoded.cut_lists:
            hall += ("unknown",) * (len(RANKS) - known)
            self.found.read_as[self.decoded.span("hall")] = f"`hall: [{', '.join(hall)}]`"
        if len(hall) != len(RANKS) and ("hall",) not in self.decoded.cut_lists:
            help_ = "`none` stands for an empty Rank, `unknown` for a card not seen"
            message = f"the Hall has {len(RANKS)} Ranks, not {len(hall)}"
            self.found.report("E306", message, self.decoded.span("hall"), help_)
        slots = []
        for index, text in enumerate(hall):
            text, is_dealt = _split_mark(text, SET_UP)
            if is_dealt and index:
                message = f"`{SET_UP}` stands behind the Monster that has been in Rank 1 since the set-up"
                self.found.report("E305", message, self.decoded.span("hall", index))
            name, breached = _split_mark(text, BREACHED)
            if name.casefold() in _EMPTY:
                slots.append(Slot())
            elif name.casefold() in _UNSEEN:
                slots.append(Slot(UNSEEN))
            else:
                cards = self.several(("hall", index), text, _OF_THE_HALL)
                slots += [Slot(card.removesuffix(BREACHED_MARK), breached, is_dealt) for card in cards[:1]]
        first = self.ruleset.cards.get(slots[0].card) if len(slots) == len(hall) and slots else None
        if first is not None and first.kind == "thunderstone":
            message, help_ = f"{first.name} in Rank 1 ends the game", "to count the points leave it out"
            self.found.report("E309", message, self.decoded.span("hall", 0), help_)
        if first is not None and first.is_guardian:
            message = f"{first.name} does not stay in Rank 1: it leaves the Hall for space 0"
            self.found.report("E305", message, self.decoded.span("hall", 0), "write it under `guardians`")
        return tuple(slots)

    def outside(self) -> tuple[Slot, ...]:
        """The Guardians in space 0. (DS-8)"""
        cards = self.cards(("guardians",), self.file.guardians, ("guardian",))
        return tuple(Slot(card, breached=True) for card in cards)

    def treasures(self, path: TreePath, listed: Iterable[str | TreasureFile]) -> tuple[Treasure, ...]:
        """Treasures in front of a player. (DS-7)"""
        found: list[Treasure] = []
        for index, each in enumerate(listed):
            place = (*path, index)
            if isinstance(each, str):
                found += map(Treasure, self.several(place, each, ("treasure",)))
                continue
            cards = self.several((*place, "card"), each.card, ("treasure",))
            under = self.several((*place, "holds"), each.holds, _OWNED)
            if len(cards) > 1 or len(under) > 1:
                self.found.report("E307", "exactly one card lies under a Treasure", self.decoded.span(*place))
            elif cards and under:
                self.check_store(cards[0], place)
                found.append(Treasure(cards[0], under[0]))
        return tuple(found)

    def check_store(self, treasure: str, path: TreePath) -> None:
        """Report a card under a Treasure that cannot have one; only Treasures used after a victory can."""
        card = self.ruleset.cards[treasure]
        if not any(effect.when == "victory" for effect in card.treasure):
            self.found.report("E305", f"no card lies under {card.name}", self.decoded.span(*path))

    # names

    def name(self, card: str) -> str:
        """A card or a group as people call it."""
        facts = self.ruleset.cards.get(card)
        return facts.name if facts else card

    def cards(self, path: TreePath, texts: Iterable[str], kinds: tuple[str, ...]) -> tuple[str, ...]:
        """The ids of the cards written in a list of the file."""
        found: list[str] = []
        for index, text in enumerate(texts):
            found += self.several((*path, index), text, kinds)
            if len(found) > MOST_CARDS:
                message = f"more than {MOST_CARDS} cards; a whole game has fewer"
                self.found.report("E316", message, self.decoded.span(*path, index))
                return ()
        return tuple(found)

    def several(self, path: TreePath, text: str, kinds: tuple[str, ...]) -> list[str]:
        span = self.decoded.span(*path)
        count, name = split_count(text, self.ruleset.names)
        breached = False
        if kinds in (_OF_THE_HALL, _OF_THE_DUNGEON):
            name, breached = _split_mark(name, BREACHED)
        card = (
            only_stone(self, name, span) if is_stone(name) else resolve(self.ruleset, name, self.found, span)
        )
        if not 1 <= count <= MOST_COPIES:
            message = f"at least 1 and at most {MOST_COPIES} copies can be written"
            self.found.report("E307", message, span)
            return []
        if path[0] == "hall" and count > 1:
            self.found.report("E307", "a Rank holds one card", span)
            return []
        if not card or not self.fits(card, kinds, str(path[-2]), span):
            return []
        self.uses.append(Use(card, count, span, path))
        return [card + BREACHED_MARK * breached] * count

    def fits(self, card: str, kinds: tuple[str, ...], zone: str, span: Span) -> bool:
        facts = self.ruleset.cards[card]
        if facts.kind in kinds:
            return True
        *first, last = (_KINDS[kind].partition(" ")[2] for kind in kinds)
        help_ = f"only cards of these kinds belong here: {', '.join(first)} and {last}"
        if not first:
            help_ = f"only cards of this kind belong here: {last}"
        message = f"{facts.name} is {_KINDS[facts.kind]} and cannot be here: {zone}"
        self.found.report("E305", message, span, help_)
        return False

    # the whole

    def counted(self) -> Iterator[Use]:
        """Every card of the file once; for a player with `owned`, the cards of that list."""
        others = self.file.players.others
        players: list[tuple[TreePath, ThunderstoneFile | OtherFile]] = [((), self.file)]
        players += [
            (("players", "others", n), o) for n, o in enumerate(() if isinstance(others, int) else others)
        ]
        owners = [path for path, player in players if player.owned is not None]
        yield from (use for use in self.uses if not (use.is_belonging and use.owner in owners))


def _split_mark(text: str, mark: str) -> tuple[str, bool]:
    """A Monster's name without a mark such as `(breached)`, and whether the mark was there."""
    name = text.strip()
    if name.casefold().endswith(mark):
        return name[: -len(mark)].strip(), True
    return name, False


def read_position(
    decoded: Decoded[ThunderstoneFile], ruleset: Ruleset[Card], found: Diagnostics | None = None
) -> ThunderstonePosition:
    """The position that the file describes. `found` are problems that the file has already.

    Raises:
        InputError: unknown game, printing, interpretation or name (E301 to E303, E41x), a card where it
            cannot be (E305), and what else leaves open which table is meant.
    """
    zones = Zones(decoded, ruleset, Diagnostics() if found is None else found)
    unsound = any(each.code.startswith("E4") for each in zones.found.items)
    file = decoded.value
    if file.game != ruleset.id:
        help_ = f'this is read as "{ruleset.id}"'
        zones.found.report("E301", f'unknown game "{file.game}"', decoded.span("game"), help_)
    setting = _setting(zones)
    table = replace(zones.state(), setting=setting)
    sets = _sets(zones)
    printing = file.printing or ruleset.printing_for(sets)
    readings = _readings(zones, printing)
    ruleset = _played_with(ruleset, frozenset(sets), setting)
    tell_doubts(zones, table, ruleset.cards)
    check_mentions(decoded, ruleset, table, zones.found)
    if unsound or not readings:  # then there are no rules to play by
        zones.found.raise_if_any()
    game = Thunderstone(_book(ruleset, tuple(readings.items())))
    check_texts(game, ruleset, table, decoded, zones.found)
    deck = _unseen(zones, game.book, table)
    zones.found.raise_if_any()
    if deck is not None:
        table = replace(table, dungeon=deck.pile(game.book))
    position = ThunderstonePosition(
        game, begun(game, table, file.turn), file, decoded, ruleset, printing, table
    )
    position.unseen = deck
    return position


def _unseen(zones: Zones, book: Book, table: State) -> DungeonDeck | None:
    if zones.played is None:
        return None
    from tsolve.games.thunderstone.writing.position_text import unseen

    return unseen(zones, book, table)


def _sets(zones: Zones) -> tuple[str, ...]:
    """The boxes in play: those named, and those of the cards on the table. (DS-2)"""
    boxes = zones.ruleset.boxes
    called = {**dict.fromkeys(_USUAL_BOX, next(iter(boxes), "")), **{folded(box): box for box in boxes}}
    named: list[str] = []
    for index, name in enumerate(zones.file.sets):
        if folded(name) in called:
            named.append(called[folded(name)])
        else:
            help_ = suggest(name, boxes) or f"there are: {', '.join(boxes)}"
            zones.found.report("E312", f'unknown set "{name}"', zones.decoded.span("sets", index), help_)
    played = zones.played.cards() if zones.played else ()
    cards = [*((use.card, use.span) for use in zones.uses), *played]
    used = {zones.ruleset.cards[card].set: (card, span) for card, span in reversed(cards)}
    met = tuple(name for name in boxes if name in used)
    if not named:
        return met or boxes[:1]
    for box in met:
        card, span = used[box]
        if box not in named and box != boxes[0]:  # who names an expansion has the usual box, too
            name = zones.ruleset.cards[card].name
            zones.found.doubt(f'{name} is a card of "{box}", which `sets` leaves out', span)
    return tuple(box for box in boxes if box in named or box in met)


_USUAL_BOX = ("base", "basegame", "basicgame", "baseset", "basic", "core", "coreset", "thunderstone")


def _setting(zones: Zones) -> str:
    """The Setting of the whole game, whose text must be known; empty without one. (DS-9)"""
    if zones.file.setting is None:
        return ""
    span = zones.decoded.span("setting")
    card = resolve(zones.ruleset, zones.file.setting, zones.found, span)
    if not card or not zones.fits(card, ("setting",), "setting", span):
        return ""
    zones.uses.append(Use(card, 1, span, ("setting",)))
    facts = zones.ruleset.cards[card]
    if not facts.setting:
        message = f"no source gives the text of {facts.name}: what it does is unknown"
        help_ = f"define it: `cards: {{{facts.name}: {{setting: [...]}}}}`"
        zones.found.report("E313", message, span, help_)
    return card


def _readings(zones: Zones, printing: str) -> Mapping[str, str]:
    spans = places_of_readings(zones.decoded, zones.ruleset)
    try:
        return zones.ruleset.readings(printing, zones.file.interpretations, spans)
    except InputError as error:
        for each in error.diagnostics:
            zones.found.report(each.code, each.message, each.span, each.help, each.related)
        return {}


@lru_cache(maxsize=8)
def _played_with(ruleset: Ruleset[Card], sets: frozenset[str], setting: str) -> Ruleset[Card]:
    """The cards of these boxes, as the Setting makes them. Most positions of a suite share them."""
    change = in_setting(ruleset.cards[setting]) if setting else None
    return ruleset.only(lambda card: card.set in sets or not card.set, change)


@lru_cache(maxsize=32)
def _book(ruleset: Ruleset[Card], readings: tuple[tuple[str, str], ...]) -> Book:
    chosen = dict(readings)
    return Book(ruleset.under(chosen), chosen)


def with_owned(zones: Zones, path: TreePath, player: Player) -> Player:
    """The player at `path` of the file, of whom it tells all that is owned.

    An unknown hand holds six of these cards (TS-3.2), or all if there are fewer.
    """
    known = not piles.has_unknown(player.deck)
    rest = unseen_of_owned(zones.uses, path, zones.name, zones.decoded, zones.found, is_deck_known=known)
    if known:
        return player
    above = piles.above_unknown(player.deck)
    if path and player.hand is None:
        if len(rest) <= HAND_SIZE:
            return replace(player, deck=above, hand=rest)
        below = piles.layered(rest, piles.Layer(len(rest) - HAND_SIZE))
    else:
        below = piles.shuffled(rest)
    return replace(player, deck=piles.stacked(above, below))
