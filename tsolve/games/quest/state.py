"""A position of the game as a value: applying an action makes a new one and never changes the old.

With it stand the grid of the Dungeon (QUEST-1.3, QUEST-1.4), the tasks that wait before the turn goes on, and
the Monster that people mean by its card, its room or both. Cards in front of the active player are meant by
their place in `State.laid`, everything else by card id. Rooms are known by their place: 0 is The Wilderness,
1 and 2 are the left and the right room of level 1, 3 and 4 those of level 2, 5 and 6 those of level 3.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

import msgspec

from tsolve.cardkit import tasks
from tsolve.cardkit.piles import EMPTY, Pile, first_of_each
from tsolve.cardkit.tasks import Pending
from tsolve.games.quest.actions import Action
from tsolve.games.quest.answers import NONE, Token
from tsolve.games.quest.effects.base import Value

if TYPE_CHECKING:
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.cards import Card
    from tsolve.games.quest.play import Play  # noqa: F401  (below as text)
    from tsolve.rules.ruleset import Ruleset


Phase = Literal[
    "prepare",
    "temple",
    "village",
    "buying",
    "healing",
    "levelling",
    "visiting",
    "dungeon",
    "moving",
    "battle",
    "spoils",
    "ending",
]
"""The steps of a turn in which a player is free to act, and the battle and the End phase between them.

`visiting` is the Bazaar or the Shop of Wonders at the end of a Village phase. (key.location_step)
"""
AFTER_GOLD: tuple[Phase, ...] = ("buying", "healing", "levelling", "visiting")
"""The steps of a Village phase after the gold is summed. (QUEST-4.3)"""


class Gift(msgspec.Struct, frozen=True, order=True):
    """By how much an ability changes a value of a card for the turn."""

    giver: int
    """The card whose ability it was; under key.gift_ends the gift lasts while it is in play."""
    value: Value
    by: int
    card: str
    """What this card is called, also once it is gone."""
    word: str = ""
    """What the card that has the gift is, too: a Rogue."""


class Boon(msgspec.Struct, frozen=True):
    """What an ability gives the player for the turn."""

    giver: int = NONE
    """The card whose ability it was, as with a gift; none if it was that of a Monster or of a room."""
    hp: int = 0
    """HP more. (QUEST-7.3)"""
    light: int = 0
    """Light more."""
    most_light: int | None = None
    """The maximum of the Light. (QUEST-0.11)"""
    heroes: tuple[tuple[Value, int], ...] = ()
    """By how much values of all Heroes rise."""
    more_discards: int = 0
    """So many cards more whenever abilities discard from the deck."""
    dungeon: bool = False
    """A Dungeon phase follows the Village phase. (QUEST-4.13)"""


class Hex(msgspec.Struct, frozen=True):
    """What an ability does to the Monster in a room for the turn."""

    giver: int
    """The card whose ability it was, as with a gift."""
    room: int
    swaps: bool = False
    """Its armor and its magic resistance change places."""
    cancels: int = NONE
    """The number of a Before Battle ability that is cancelled. (QUEST-0.6)"""


class Laid(msgspec.Struct, frozen=True):
    """A card in front of the active player. It keeps its place for the whole turn, also once it is gone."""

    card: str
    bearer: int = NONE
    """The Hero who wields this Weapon, or whom this Item boosts."""
    lost_by: Literal["", "skill", "leaving"] = ""
    """How its Hero lost it, by too little Skill or by leaving: nobody can take it up this turn.
    (QUEST-2.4, QUEST-2.5)
    """
    used: int = 0
    """Abilities used, one bit each. (QUEST-0.19)"""
    skill: int = 0
    """Skill that tokens gave this Hero for the turn."""
    gifts: tuple[Gift, ...] = ()
    """What abilities gave this card for the turn."""
    doomed: bool = False
    """Destroyed after the battle."""
    risen: bool = False
    """A Hero who levelled up this turn, and was drawn again. (QUEST-8.5)"""
    lender: int = NONE
    """The stack from which this Hero is borrowed until the end of the turn."""
    gone: bool = False
    """Discarded or destroyed."""


class Room(msgspec.Struct, frozen=True):
    """A room of the Dungeon; `monster` is empty where nobody is, or where nobody knows who lies face down."""

    card: str
    monster: str = ""
    face_down: bool = False

    @property
    def seen(self) -> str:
        """The Monster that everybody sees there; empty for none."""
        return "" if self.face_down else self.monster


class Stack(msgspec.Struct, frozen=True):
    """A stack of the Marketplace or of the Guilds' Quarter: cards with their copies, the top one first."""

    cards: tuple[tuple[str, int], ...]
    space: str = ""
    """The space that one card at a time fills: in an epic game the type of card for which it is, or `any`
    (QUEST-16.3); with Class decks the Class, and the card is the one on top (QUEST-16.6).
    """
    sold: bool = True
    """Whether the top card may be bought; not those of the box. (QUEST-16.6)"""


class Player(msgspec.Struct, frozen=True):
    """What one player owns, apart from the cards in front of the active player."""

    deck: Pile = EMPTY
    discard: tuple[str, ...] = ()
    hand: tuple[str, ...] | None = ()
    """None when the hand is not known."""
    xp: int = 0
    wounds: int = 0
    """Wound tokens."""
    iron_rations: int = 0
    lantern: int = 0
    potion: int = 0
    """Gear tokens, by their names."""
    room: int = NONE
    """Where the Champion is in the Dungeon."""
    location: str = ""
    """Where the Champion is in the Village."""
    keys: int = 0
    """Guardian Keys found."""
    quest: str = ""
    """The Side Quest; empty without one. (QUEST-14.1)"""
    under_quest: tuple[str, ...] = ()
    """Heroes put under the Side Quest."""
    completed: bool = False
    """Whether the Side Quest was completed during the game."""
    sponsor: str = ""
    """The Guild Sponsor; empty without one. It is none of the player's cards. (QUEST-14.3)"""

    def tokens(self, token: Token) -> int:
        """How many Gear tokens of this kind the player has."""
        return {"iron_rations": self.iron_rations, "lantern": self.lantern, "potion": self.potion}[token]


class Tally(msgspec.Struct, frozen=True):
    """The result of the active player's turn so far, in the terms of the goals."""

    outcome: Literal["", "won", "lost"] = ""
    monster: str = ""
    room: int = NONE
    physical: int = 0
    """The physical attack in the battle, and then the magic attack, before anything stops them."""
    magic: int = 0
    armor: int = 0
    """What the Monster had in its room: armor, magic resistance and health. (QUEST-5.17)"""
    resistance: int = 0
    health: int = 0
    total: int = 0
    """The total attack of the battle. (QUEST-2.10)"""
    gold: int = 0
    """The gold counted in the Village. (QUEST-4.3)"""
    xp: int = 0
    """XP gained, less XP spent."""
    rewards: tuple[str, ...] = ()
    """Treasure and Gear tokens won."""
    wounds: int = 0
    """Wounds taken, less Wounds healed."""
    healed: int = 0
    """Wounds healed."""
    gained: tuple[str, ...] = ()
    destroyed: tuple[str, ...] = ()
    """Own cards destroyed other than by levelling up."""
    levelled: tuple[str, ...] = ()
    """Heroes who levelled up, as they were before."""
    became: tuple[str, ...] = ()
    """The same, as they are then."""
    tokens: tuple[Token, ...] = ()
    """Gear tokens used or lost, in the order of their names."""
    tokens_gained: tuple[Token, ...] = ()
    """Gear tokens won or bought, in the order of their names."""
    quest_points: int = 0
    """What the Side Quest scores that was completed in the turn, by the cards owned then."""


USUAL_KEYS = 4
"""The Guardian Key that summons the Guardian, unless a campaign is harder. (QUEST-6.5)"""


class State(Pending["Task"], frozen=True):
    """Everything on the table."""

    players: tuple[Player, ...]
    rooms: tuple[Room, ...] = ()
    """The Wilderness, then the rooms of levels 1, 2 and 3, by their places."""
    monsters: tuple[Pile, Pile, Pile] = (EMPTY, EMPTY, EMPTY)
    """The Monster decks of levels 1, 2 and 3."""
    guardian: str = ""
    """The Guardian under the Giant Rat. (QUEST-1.8)"""
    keys: int = 0
    """Guardian Keys found by anybody."""
    stacks: tuple[Stack, ...] | None = ()
    """None when the Village is not known."""
    treasures: Pile = EMPTY
    wares: tuple[tuple[str, Pile], ...] = ()
    """What comes into spaces: the Market decks of an epic game by their types, and the rest of the Class
    decks by their Classes. (QUEST-16.3, QUEST-16.6)
    """
    titles: tuple[str, ...] = ()
    """The titles of all cards that the Village sold from the start, for Side Quests."""
    keys_to_end: int = USUAL_KEYS
    """The Guardian comes with this key. (QUEST-6.5, QUEST-17.1)"""
    wound_cards: int | None = None
    """Wound cards left in their stack; None when nobody counted them, and there are enough."""
    last_turns: int = NONE
    """How many turns are left once the Guardian has come. (QUEST-12.2)"""

    phase: Phase = "prepare"
    for_village: bool = False
    """Whether a Village phase was chosen, though no Location yet. (QUEST-3.1)"""
    laid: tuple[Laid, ...] = ()
    gold: int = 0
    """Gold that tokens gave; once the gold is summed, what is left of it. (QUEST-4.3)"""
    spent_gold: int = 0
    """Gold spent on purchases that texts allow."""
    light: int = 0
    """Light that tokens gave this turn."""
    spent_light: int = 0
    """Light paid for the rooms entered this turn."""
    budget: int = 0
    """The Light counted for movement. (QUEST-5.12)"""
    confined: bool = False
    """Whether the Champion cannot leave The Wilderness in this Dungeon phase. (QUEST-4.13)"""
    path: tuple[int, ...] = ()
    """The rooms of this turn's movement, the one it began in first."""
    boons: tuple[Boon, ...] = ()
    """What abilities gave the player for the turn."""
    hexes: tuple[Hex, ...] = ()
    """What abilities do to Monsters for the turn."""
    bought: bool = False
    """Whether the one purchase of the turn was made. (QUEST-4.4)"""
    served: tuple[str, ...] = ()
    """Locations at which something was bought, as often as it was. (QUEST-4.5)"""
    also: str = ""
    """One more Location whose text is available this turn, as some Side Quest allows."""
    healed: int = 0
    """Wounds healed in the healing step. (QUEST-4.11)"""
    levelled: int = 0
    """Heroes levelled up in the levelling step. (QUEST-4.12)"""
    put_on_deck: tuple[str, ...] = ()
    """Cards of the hand put on the deck at the Temple this turn. (QUEST-3.4)"""
    won_cache: bool = False
    """Whether the defeated Monster has just given a Treasure Cache."""
    hurt: bool = False
    """Whether the Monster of this battle wounded the player."""
    spared: bool = False
    """Whether the Guardian deals no Wounds in this battle."""
    harder: int = 0
    """Health that chance adds to the Monster of this battle."""
    risen: tuple[str, ...] = ()
    """Heroes gained by levelling up this turn and not drawn since. (QUEST-8.5)"""
    put_back: tuple[int, ...] = ()
    """The abilities used of the cards put on top of the deck this turn, the topmost one last. (QUEST-0.19)"""
    spoils: tuple[tuple[str, int], ...] = ()
    """The Spoils abilities of the Monster and of the room that were used. (QUEST-0.19)"""
    key_found: bool = False
    """Whether a Guardian Key was found this turn. (QUEST-5.25)"""
    held_keys: tuple[int, ...] = ()
    """The levels of the decks that surplus keys of this turn came from."""
    removed: tuple[str, ...] = ()
    """Cards that left the game for good."""
    tally: Tally = Tally()

    @property
    def me(self) -> Player:
        """The active player."""
        return self.players[self.active]

    def knows(self, place: int) -> bool:
        """Whether it is known which room is in a place of the Dungeon; a position need not tell them all."""
        return bool(self.rooms[place].card)

    def held_by(self, hero: int) -> list[int]:
        """The places of the cards that were given to a Hero."""
        return [place for place, laid in enumerate(self.laid) if laid.bearer == hero and not laid.gone]

    def firsts(self) -> list[int]:
        """The places of the cards in front of the active player, only the first of equal ones: these hold
        equal cards, too.
        """
        bearers = {laid.bearer for laid in self.laid if not laid.gone}
        return first_of_each(
            self.present(), lambda each: self.likeness(each) if each in bearers else (self.laid[each], ())
        )

    def likeness(self, place: int) -> tuple[Laid, tuple[tuple[str, int, tuple[Gift, ...]], ...]]:
        """What makes cards in front of the active player alike."""
        held = [self.laid[card] for card in self.held_by(place)]
        return self.laid[place], tuple(sorted((laid.card, laid.used, laid.gifts) for laid in held))

    def present(self) -> list[int]:
        """The places of the cards in front of the active player."""
        return [place for place, laid in enumerate(self.laid) if not laid.gone]

    @property
    def laid_out(self) -> tuple[str, ...]:
        """The cards in front of the player by their places, including those that are gone; before a phase the
        hand.
        """
        return tuple(laid.card for laid in self.laid) or self.me.hand or ()


WILDERNESS = 0
PLACES = range(7)
CLASSES = ("cleric", "fighter", "rogue", "wizard")
"""The Classes, each with its space in the Guilds' Quarter. (QUEST-1.1)"""
MARKET = ("item", "spell", "weapon")
"""The types of cards that the Marketplace sells. (QUEST-1.2)"""

_ADJACENT = ((1, 2), (0, 2, 3), (0, 1, 4), (1, 4, 5), (2, 3, 6), (3, 6), (4, 5))


def level_of(place: int) -> int:
    """The level of the room in this place; 0 for The Wilderness."""
    return (place + 1) // 2


def adjacent(place: int) -> tuple[int, ...]:
    """The places next to this one, never across a corner."""
    return _ADJACENT[place]


class Task(tasks.Task["Book", "State", "Play", "Action"], frozen=True):
    """One thing to do."""

    def asked(self, book: Book, state: State) -> str:
        """What must be settled first, with the names of the cards that it is about."""
        return self.asks

    def refuse(self, book: Book, state: State, action: Action) -> tuple[str, tuple[str, ...]]:
        return f"you must first {self.asked(book, state)}", self.rulings_for(book, state)


class Choice(tasks.Choice["Book", "State", "Play", "Action"], Task, frozen=True):
    """Something that a player chooses."""


class NextCard(tasks.NextCard["Book", "State", "Play", "Action"], Task, frozen=True):
    """The next card of a deck comes."""


class Target(msgspec.Struct, frozen=True):
    """Which Monsters may be meant: by default any."""

    monster: str = ""
    """A card id; empty: whoever is there."""
    room: str = ""
    """The room in which it is; empty: any."""

    def fits(self, state: State, place: int) -> bool:
        """Whether the Monster of this room is meant. A face-down Monster is known only by its room."""
        room = state.rooms[place]
        if self.room not in ("", room.card):
            return False
        return (
            not self.monster if room.face_down else bool(room.monster) and self.monster in ("", room.monster)
        )

    def places(self, state: State) -> list[int]:
        """The rooms in which it can be battled."""
        return [place for place in PLACES if self.fits(state, place)]

    def was_battled(self, state: State) -> bool:
        """Whether the battle of this turn was against it."""
        tally = state.tally
        if tally.room == NONE:
            return False
        return self.monster in ("", tally.monster) and self.room in ("", state.rooms[tally.room].card)

    def say(self, book: Book) -> str:
        """What is meant, in words."""
        name = book.name(self.monster) if self.monster else "the Monster"
        return f"{name} in {book.name(self.room)}" if self.room else name

    def may_hide(self, state: State) -> bool:
        """Whether it may be in a room that is not known, or under a card that lies face down."""
        if self.places(state):
            return False
        hidden = [room.card for room in state.rooms if room.face_down or not room.card]
        in_sight = {room.card for room in state.rooms} - {*hidden}
        return bool(hidden) and self.room not in in_sight


ANYBODY = Target()


def in_the_dungeon(state: State, otherwise: str = "in a room") -> str:
    """The words for where something is missing: in the Dungeon, or `otherwise` if only part of the Dungeon is
    known.
    """
    known = all(state.knows(place) for place in PLACES)
    return "in the Dungeon" if known else f"{otherwise} that the position names"


def target_at(state: State, place: int) -> Target:
    """The Monster of a room; with the room where it lies face down or others of its name are elsewhere."""
    room = state.rooms[place]
    if room.face_down:
        return Target(room=room.card)
    alone = len(Target(room.monster).places(state)) < 2
    return Target(room.monster) if alone else Target(room.monster, room.card)


def target_named(ruleset: Ruleset[Card], text: str, card: Callable[[str], str]) -> Target:
    """What `Goblin Berserker`, `Mine` or `Goblin Berserker in Mine` means; `card` finds the id of a name and
    deals with unknown names itself.
    """

    def named(name: str) -> str:  # callers may have dropped the article
        return card(f"the {name}" if ruleset.names.knows(f"the {name}") else name)

    plain = " ".join(text.split())
    parts = re.fullmatch("(.+?) in (?:the )?(.+)", plain, re.IGNORECASE)
    if parts and not ruleset.names.knows(plain):
        return Target(named(parts[1]), named(parts[2]))
    found = named(plain)
    if found and ruleset.cards[found].kind == "room":
        return Target(room=found)
    return Target(found)
