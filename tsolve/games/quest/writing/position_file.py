"""The position file of Quest as types: what may be written, with the texts of its JSON Schema; and how its
cards are read: by name, counted, each where it can lie.
"""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

import re
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Annotated, Literal

from msgspec import Meta

from tsolve.cardkit import piles
from tsolve.cardkit.piles import Pile
from tsolve.diagnostics import Diagnostics
from tsolve.errors import Span, TreePath
from tsolve.games.family import statements as family
from tsolve.games.family.statements import Cards, DeckFile, OwnCards, Owned, Unknown
from tsolve.games.quest.cards import Card
from tsolve.games.quest.state import USUAL_KEYS
from tsolve.games.quest.writing.decks_file import (
    ClassDecksFile,
    Deck,
    MarketDecksFile,
    MonsterDeck,
    MonsterDeckFile,
    MonsterDecksFile,
    Stock,
)
from tsolve.games.quest.writing.statements import ClaimFile, Expectations, TokensFile
from tsolve.rules.names import squash
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decoded import Decoded
from tsolve.source.meant import NOTHING
from tsolve.written.card_names import MOST_COPIES, Use, resolve, resolve_group, split_count
from tsolve.written.position_file import CardName
from tsolve.written.statements import Number, Written
from tsolve.written.turns import MOST_TURNS, TurnFile
from tsolve.written.unseen_cards import is_unseen

Turn = Literal["village", "dungeon", "undecided"]


class OtherFile(Written, frozen=True):
    """Another player, clockwise from the active one."""

    name: str = ""
    """What the player is called."""
    kept: Annotated[Cards, Meta(description="Of a campaign: the cards kept after earlier games.")] = ()
    points: Annotated[Number, Meta(description="Of a campaign: the points of earlier games.")] = 0
    picked: Annotated[
        CardName | None, Meta(description="Of a campaign: the card that this player picks after the game.")
    ] = None
    owned: Owned = None
    hand: Unknown | Cards = "unknown"
    """The hand."""
    deck: Deck = "unknown"
    """The own deck from the top in this order; or a part of it; or unknown."""
    discard: Cards = ()
    """The discard pile."""
    xp: Number = 0
    """Experience Points of the player."""
    wounds: Number = 0
    """Wounds of the player."""
    tokens: TokensFile = TokensFile()
    """The tokens of the player."""
    champion: Annotated[str | None, Meta(description="The room or the Location of the Champion.")] = None
    keys: Number = 0
    """Guardian Keys that the player has found."""
    sponsor: Annotated[str | None, Meta(description="The Guild Sponsor beside the player's board.")] = None
    side_quest: Annotated[str | None, Meta(description="The Side Quest that this player has.")] = None
    completed: Annotated[bool, Meta(description="Whether this Side Quest was completed before the turn.")] = (
        False
    )
    under_quest: Annotated[Cards, Meta(description="The Heroes put under this Side Quest.")] = ()


class PlayersFile(Written, frozen=True):
    """The other players: how many, or what each of them has."""

    others: Annotated[int, Meta(ge=0, le=3)] | Annotated[tuple[OtherFile, ...], Meta(max_length=3)] = 1
    """How many other players there are, or what is known of each."""


class QuestTurn(TurnFile, frozen=True):
    """A turn of a log. What it leaves out stays unknown."""

    claims: Annotated[tuple[ClaimFile, ...], Meta(max_length=100)] = ()
    """What is claimed of the turn, to be confirmed or refuted."""
    expect: Expectations | None = None
    """What must come out in the turn."""


class QuestFile(family.FamilyFile, frozen=True):
    """A position of Thunderstone Quest, seen by the player whose turn it is."""

    other_words = {  # noqa: RUF012  # nobody changes it
        **family.FamilyFile.other_words,
        **dict.fromkeys(("all cards", "my cards", "owns", "collection"), "owned"),
        **dict.fromkeys(("guardian keys", "keys found", "my keys"), "keys"),
        **dict.fromkeys(("current player", "my name", "turn of"), "player"),
        **dict.fromkeys(("quest", "my side quest"), "side_quest"),
        "guild sponsor": "sponsor",
        "side quest completed": "completed",
        **dict.fromkeys(("keys needed", "keys to find", "guardian comes with key"), "keys_to_end"),
        **dict.fromkeys(("market deck", "marketplace decks"), "market_decks"),
        **dict.fromkeys(("any space", "any", "spaces for any card"), "any_spaces"),
        **dict.fromkeys(("hero decks", "class deck", "decks of heroes"), "class_decks"),
        "monster groups": "monsters",
        **dict.fromkeys(("treasures deck", "treasure pile"), "treasure_deck"),
        **dict.fromkeys(("my wounds", "wound tokens"), "wounds"),
    }

    target: Annotated[
        str | None,
        Meta(description="The Monster or the room that the best play must battle, such as `Mine`."),
    ] = None
    turn: Annotated[Turn, Meta(description="The phase that the player has chosen.")] = "undecided"
    location: Annotated[
        str | None, Meta(description="The Location of a Village phase, such as `Bazaar`.")
    ] = None
    campaign: Annotated[
        Annotated[int, Meta(ge=1, le=99)] | None,
        Meta(description="Which game of a campaign it is. Left out: a game more than cards were kept."),
    ] = None
    kept: Annotated[
        Cards,
        Meta(description="Of a campaign: the cards that this player kept after earlier games."),
    ] = ()
    points: Annotated[
        Number, Meta(description="Of a campaign: the points of this player in earlier games.")
    ] = 0
    picked: Annotated[
        CardName | None, Meta(description="Of a campaign: the card that this player picks after the game.")
    ] = None
    owned: Owned = None
    hand: Cards = ()
    """The hand."""
    deck: Deck = "unknown"
    """The own deck from the top in this order; or a part of it; or unknown."""
    discard: Cards = ()
    """The discard pile."""
    xp: Number = 0
    """Experience Points of the player."""
    wounds: Annotated[Number, Meta(description="Wound tokens on the board; Wound cards are cards.")] = 0
    tokens: TokensFile = TokensFile()
    """The tokens of the player."""
    champion: Annotated[
        str | None, Meta(description="The place of the Champion before the turn: a room or a Location.")
    ] = None
    keys: Annotated[Number, Meta(description="Guardian Keys that this player has found.")] = 0
    keys_to_end: Annotated[
        Annotated[int, Meta(ge=1, le=6)],
        Meta(
            description="The Guardian comes with this key: the fourth, or another one in a harder campaign."
        ),
    ] = USUAL_KEYS
    key_found: Annotated[
        bool,
        Meta(description="Whether a key was found earlier in this turn."),
    ] = False
    sponsor: Annotated[str | None, Meta(description="The Guild Sponsor beside the player's board.")] = None
    side_quest: Annotated[str | None, Meta(description="The Side Quest that this player has.")] = None
    completed: Annotated[bool, Meta(description="Whether this Side Quest was completed before the turn.")] = (
        False
    )
    under_quest: Annotated[Cards, Meta(description="The Heroes put under this Side Quest.")] = ()
    dungeon: Annotated[
        dict[CardName, CardName],
        Meta(
            max_length=7,
            description="Each room with its Monster, the left one of a level first; `none` for nobody, `face "
            "down` for a card that nobody has seen.",
        ),
    ] = {}  # noqa: RUF012  # a struct copies it
    monsters: Annotated[
        Annotated[tuple[str, ...], Meta(max_length=3)] | None,
        Meta(
            description="The Monster groups of the game, such as `Goblin Grunts`: the decks of their levels "
            "then hold what lies nowhere else in the file, and Guardian Keys. Left out when not known."
        ),
    ] = None
    seen: Annotated[
        Cards,
        Meta(
            description="With `monsters`: Monsters that are in no room and no deck any more, such as those "
            "that were defeated."
        ),
    ] = ()
    monster_decks: MonsterDecksFile = MonsterDecksFile()
    """The Monster decks of the three levels."""
    guardian: Annotated[str | None, Meta(description="The Guardian that will come into The Wilderness.")] = (
        None
    )
    last_turns: Annotated[
        Annotated[int, Meta(ge=1, le=4)] | None,
        Meta(description="Turns left in the game, this one included, once the Guardian has come."),
    ] = None
    treasures: Annotated[
        Cards | None,
        Meta(
            description="The Treasures of the game: the Treasure deck then holds those that lie nowhere else "
            "in the file. Left out when not known."
        ),
    ] = None
    treasure_deck: Deck = "unknown"
    """The Treasure deck."""
    village: Annotated[
        Stock | None,
        Meta(
            description="What is for sale, Heroes and cards of the market, with as many copies as are "
            "given or else enough; the title of a Hero means all levels. Left out when it is not known."
        ),
    ] = None
    market_decks: Annotated[
        MarketDecksFile | None,
        Meta(
            description="Of an epic game: the decks from which cards come to the spaces of the Marketplace. "
            "`village` then tells what lies in these spaces."
        ),
    ] = None
    any_spaces: Annotated[
        Annotated[tuple[CardName, ...], Meta(max_length=8)],
        Meta(description="Of an epic game: the cards in spaces for any card."),
    ] = ()
    class_decks: Annotated[
        ClassDecksFile | None,
        Meta(
            description="The Class decks, if the Heroes lie in such: only the top cards are sold, and levels "
            "2 and 3 come from the box."
        ),
    ] = None
    box: Annotated[
        Stock | None,
        Meta(
            description="With `class_decks`: the Heroes of levels 2 and 3 in the box, with as many copies as "
            "are given or else enough. Left out: all that are known."
        ),
    ] = None
    wound_cards: Annotated[
        Annotated[int, Meta(ge=0, le=99)] | None,
        Meta(description="Wound cards left in their stack. Left out when nobody counted them: then enough."),
    ] = None
    players: PlayersFile = PlayersFile()
    """The other players: how many, or what is known of each."""
    turns: Annotated[tuple[QuestTurn, ...], Meta(max_length=MOST_TURNS)] = ()
    """The turns that were played from this table on, one after the other: a log. All that the file asks
    beside it is about the table after them.
    """
    cards: OwnCards = {}  # noqa: RUF012  # a struct copies it
    claims: Annotated[tuple[ClaimFile, ...], Meta(max_length=100)] = ()
    """What is claimed, to be confirmed or refuted."""
    expect: Expectations = Expectations()
    """What must come out; it makes the file a test."""


KINDS = {
    "hero": "a Hero",
    "item": "an Item",
    "spell": "a Spell",
    "weapon": "a Weapon",
    "ally": "an Ally",
    "cache": "a Cache",
    "monster": "a Monster",
    "guardian": "a Guardian",
    "room": "a room",
    "key": "a Guardian Key",
    "wound": "a Wound card",
    "side_quest": "a Side Quest",
    "sponsor": "a Guild Sponsor",
    "location": "a Location",
    "token": "a token",
    "unknown": "a card of unknown kind",
}
FOR_SALE = ("hero", "item", "spell", "weapon", "ally")
AT_THE_BAZAAR = ("token",)
"""What is bought and lies in no stack. (QUEST-3.5)"""
OWNED = (*FOR_SALE, "cache", "wound", "unknown")
MONSTERS = ("monster", "guardian")
OF_MONSTER_DECKS = ("monster", "key")
ROOMS = ("room",)
LOCATIONS = ("location",)
WITHOUT_LIMIT = ("room",)
"""Kinds of cards that several places may name though there is one of each."""


def kinds_in_words(kinds: Iterable[str]) -> str:
    """What a card of one of these kinds is called: `a Monster or a Guardian`."""
    *first, last = (KINDS[kind] for kind in kinds if kind != "unknown")
    return f"{', '.join(first)} or {last}" if first else last


def otherwise_meant(ruleset: Ruleset[Card], name: str, kinds: tuple[str, ...]) -> str:
    """What may be meant by a name that is near no other: a card with a word of it, or one that is defined."""
    from tsolve.games.quest.writing.from_memory import with_its_last_word  # only mistakes need it

    if is_unseen(name):
        return (
            "every card is named here; what nobody knows of a deck is `unknown`, or its `rest` below a `top`"
        )
    return with_its_last_word(ruleset, name, kinds) or how_to_define(name, kinds)


def how_to_define(name: str, kinds: Iterable[str] = ()) -> str:
    """How a file tells what is printed on a card that is not known: no source names all Monsters."""
    called = name if re.fullmatch(r"[A-Za-z][A-Za-z' -]{0,40}", name) else "NAME"
    facts = "{kind: ..., ...}"
    if "monster" in kinds:
        facts = "{kind: monster, level: 1, health: ..., armor: ..., resistance: ..., wounds: ..., xp: ...}"
    return f"a card that is not known is defined in the file: `cards: {{{called}: {facts}}}`"


MOST_CARDS = 300
"""Cards in one place. A game has fewer in all."""


_PILES = ("hand", "deck", "discard", "owned")


class WrittenCards:
    """The cards of one file, with the problems that were found and the copies that every place uses."""

    def __init__(self, decoded: Decoded[QuestFile], ruleset: Ruleset[Card], found: Diagnostics) -> None:
        self.decoded, self.file = decoded, decoded.value
        self.ruleset, self.found = ruleset, found
        self.uses: list[Use] = []
        """The cards that are written, and where."""

    def name(self, card: str) -> str:
        """A card or a group as people call it."""
        facts = self.ruleset.cards.get(card)
        return facts.name if facts else card

    def held(self, path: TreePath, card: str, count: int) -> None:
        """Pieces of the box that a file counts and does not name."""
        if count:
            self.uses.append(Use(card, count, self.decoded.span(*path), path))

    def means(self, name: str) -> str:
        return resolve(self.ruleset, name, Diagnostics(), None)

    # piles

    def deck(self, path: TreePath, deck: Deck | MonsterDeck, kinds: tuple[str, ...]) -> Pile:
        if isinstance(deck, str):
            return piles.UNKNOWN
        if not isinstance(deck, DeckFile):
            return piles.known(self.cards(path, deck, kinds))
        top = piles.known(self.cards((*path, "top"), deck.top, kinds))
        below = (
            piles.UNKNOWN
            if isinstance(deck.rest, str)
            else piles.shuffled(self.cards((*path, "rest"), deck.rest, kinds))
        )
        bottom = deck.bottom if isinstance(deck, MonsterDeckFile) else ()
        return piles.stacked(top, below, piles.known(self.cards((*path, "bottom"), bottom, kinds)))

    def written_in(self, path: TreePath, deck: Deck | MonsterDeck) -> Iterator[tuple[Card, Span]]:
        """The cards that a deck names, each where it stands; unknown names are left out."""
        parts = {"top": deck.top, "rest": deck.rest} if isinstance(deck, DeckFile) else {"": deck}
        if isinstance(deck, MonsterDeckFile):
            parts["bottom"] = deck.bottom
        for part, listed in parts.items():
            for index, text in enumerate(() if isinstance(listed, str) else listed):
                card = self.ruleset.cards.get(self.means(split_count(text, self.ruleset.names)[1]))
                if card is not None:
                    yield card, self.decoded.span(*path, *([part] if part else []), index)

    # names

    def cards(self, path: TreePath, texts: Iterable[str], kinds: tuple[str, ...]) -> tuple[str, ...]:
        """The ids of the cards written in a list of the file."""
        found: list[str] = []
        for index, text in enumerate(texts):
            span = self.decoded.span(*path, index)
            count, name = split_count(text, self.ruleset.names)
            if not 1 <= count <= MOST_COPIES:
                message = f"at least 1 and at most {MOST_COPIES} copies can be written"
                self.found.report("E307", message, span)
                continue
            if path[-1] in _PILES and (hint := self._remembered(name, texts)):
                self.found.report("E302", f'unknown card "{name}"', span.of(name), hint)
                continue
            card = self.named(name, kinds, str(path[-1]), span, count, (*path, index))
            found += [card] * (count if card else 0)
            if len(found) > MOST_CARDS:
                message = f"more than {MOST_CARDS} cards; a whole game has fewer"
                self.found.report("E316", message, span)
                return ()
        return tuple(found)

    def _remembered(self, name: str, pile: Iterable[str]) -> str:
        """A hint for a name that nobody knows, in a pile of cards that everybody starts with."""
        if self.ruleset.names.knows(name) or self.ruleset.names.cards.ids.get(squash(name)):
            return ""
        from tsolve.games.quest.writing.from_memory import of_starting_deck  # only mistakes need it

        return of_starting_deck(self.ruleset, name, pile)

    def one(self, path: TreePath, name: str | None, kinds: tuple[str, ...], count: int = 0) -> str:
        """The card that a key names; empty where it names none. `count` copies are used."""
        if name is None or name.strip().casefold() in NOTHING:
            return ""
        return self.named(name, kinds, str(path[-1]), self.decoded.span(*path), count, path)

    def named(
        self, name: str, kinds: tuple[str, ...], zone: str, span: Span, count: int = 1, path: TreePath = ()
    ) -> str:
        """The id of a card that may be here; empty, with a report, for another. `count` copies are used."""
        card = self.of_title(name, span) if "hero" in kinds else ""
        if card == "":
            otherwise = partial(otherwise_meant, self.ruleset, name, kinds)
            card = resolve(self.ruleset, name, self.found, span, otherwise, self.limited(name, kinds))
        if not card or not self.fits(card, kinds, zone, span):
            return ""
        if count:
            self.uses.append(Use(card, count, span, path or (zone,)))
        return card

    def limited(self, name: str, kinds: tuple[str, ...]) -> Ruleset[Card] | None:
        """The cards that may be meant by a name that none has; None where that is not asked."""
        return None if self.ruleset.names.knows(name) else self.ruleset.limited(kinds)

    def of_title(self, name: str, span: Span) -> str | None:
        """The level of a Hero that is named by its title, `Stormhand level 3`; without a level the first, and
        the answer tells. Empty for other names; None, with a report, for a title that is misspelt.
        """
        if self.ruleset.names.knows(name):
            return ""
        from tsolve.games.quest.writing.hero_names import hero_named, title_meant  # few names need it

        found = hero_named(self.ruleset, name)
        if not found and (hint := title_meant(self.ruleset, name)):
            self.found.report("E302", f'unknown card "{name}"', span, hint)
            return None
        if found and found.is_told:
            self.found.read_as[span] = self.name(found.card)
        return found.card if found else ""

    def fits(self, card: str, kinds: tuple[str, ...], zone: str, span: Span) -> bool:
        facts = self.ruleset.cards[card]
        if facts.kind in kinds:
            return True
        message = f"{facts.name} is {KINDS[facts.kind]} and cannot be here: {zone}"
        self.found.report("E305", message, span, f"what belongs here is {kinds_in_words(kinds)}")
        return False


class Played:
    """The Monster groups of the game, by `monsters`."""

    def __init__(self, table: WrittenCards) -> None:
        self.table = table
        self.groups: dict[int, tuple[str, Span]] = {}
        """By level, each with its place in the file."""
        from tsolve.games.quest.numbers import load_setup  # few positions say what they are played with

        file, found, span = table.file, table.found, table.decoded.span
        if file.monsters is None:
            message = "`seen` says nothing without `monsters`"
            found.report("E203", message, span("seen"), "name the Monster groups of the game")
            return
        cards = table.ruleset.cards.values()
        levels = {card.group: card.level for card in cards if card.kind == "monster" and card.group}
        unknown = {squash(each.name): each.name for each in load_setup(table.ruleset.roots).value.groups}
        for index, text in enumerate(file.monsters):
            place = span("monsters", index)
            named = unknown.get(squash(text), "")
            if named and named not in levels:
                help_ = f"define them: `cards: {{NAME: {{kind: monster, group: {named}, level: ..., ...}}}}`"
                found.report("E313", f"no source names the Monsters of the group {named}", place, help_)
            elif group := resolve_group(table.ruleset, text, levels, found, place):
                self._add(group, levels[group] or 0, place)

    def _add(self, group: str, level: int, place: Span) -> None:
        if self.groups.get(level, ("",))[0] == group:
            first = self.groups[level][1]
            self.table.found.report("E308", f"{group} is named twice", place, related=[("first here", first)])
        elif level in self.groups:
            other, first = self.groups[level]
            message = f"{group} is of level {level}, as is {other}: a game has one group of each level"
            self.table.found.report("E317", message, place, related=[("first here", first)])
        self.groups[level] = group, place

    def cards(self) -> Iterator[tuple[str, Span]]:
        """The Monsters that are played with, each with the place that says so."""
        for group, place in self.groups.values():
            for card in self.table.ruleset.cards.values():
                if card.kind == "monster" and card.group == group:
                    yield card.id, place
