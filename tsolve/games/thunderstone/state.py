"""A position of the game as a value: applying an action makes a new one and never changes the old. Also which
cards of a hand are alike, so that an action is offered only for the first of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Literal

import msgspec
from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.cardkit.piles import EMPTY, Pile, first_of_each, grouped
from tsolve.cardkit.tasks import Pending
from tsolve.games.thunderstone.answers import TURN_KINDS as TURN_KINDS
from tsolve.games.thunderstone.answers import TurnKind as TurnKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tsolve.games.thunderstone.actions import Task  # noqa: F401  (below as text)
    from tsolve.games.thunderstone.book import Book


NONE = -1
"""No card, no target, no player."""

UNSEEN = "?"
"""A card that nobody has seen yet (the next of an unknown pile)."""

Stack = tuple[str, ...]
"""The kinds of cards of one stack from the top down: a Hero's levels, or the one card of any other stack."""
Move = tuple[int, str, int]
"""A player, a card, and 1 if the player gained it for good, -1 if the player lost it."""
Step = Literal["choose", "effects", "buying", "levelling", "preparing", "battle", "resting", "ending", "over"]


class Layout(msgspec.Struct, frozen=True):
    """How the stalls of a Village form stacks."""

    stacks: tuple[Stack, ...]
    places: dict[str, int]
    """Card -> its index in `State.stock`."""
    above: dict[str, Stack]
    """Card -> the cards that lie above it in its stack."""


class Member(msgspec.Struct, frozen=True):
    """One revealed card of the active player's hand, with what was done with it this turn.

    Members keep their index in `State.party` for the whole turn; a card that left it is marked, not removed.
    """

    card: str
    strength: int = 0
    attack: int = 0
    magic: int = 0
    light: int = 0
    converted: bool = False
    weapons: tuple[int, ...] = ()
    """The Weapons that this Hero carries, by their places."""
    bearer: int = NONE
    thrown: bool = False
    used: int = 0
    """Abilities used, one bit each."""
    serving: bool = False
    """Whether it was used for another card, like Food that strengthened a Hero."""
    left: bool = False
    """Destroyed, discarded or otherwise no longer revealed."""
    doomed: bool = False
    """Destroyed by a Battle Effect, but fighting until the battle ends. (TS-7.8)"""
    silenced: bool = False
    suffers: tuple[Literal["attack", "magic"], ...] = ()
    """The totals the Monster has lowered for this Hero, one for each reduction. (TS-9.2)"""
    owner: int = NONE
    """The player who lent this Hero, else NONE."""
    spared: bool = False
    """Saved from being destroyed: discarded when the destroyed cards leave."""
    renewed: bool = False
    """A used Spell that may be used a second time."""
    perishes: bool = False
    """Destroyed at the end of the turn: a Spell used a second time."""
    missed: tuple[tuple[str, int, int], ...] = ()
    """Effects on every Hero that were used before it came and apply only to Heroes present then."""
    returns: bool = False
    """Goes on top of the deck at the end of the turn, instead of to the discard pile."""

    @property
    def strengthened(self) -> int:
        """The Strength that this Hero gained by itself, less what all Heroes gained before it came."""
        return self.strength - sum(strength for _, strength, _ in self.missed)

    @property
    def engaged(self) -> bool:
        """Whether the card is a Weapon that a Hero carries, or a Hero that carries one."""
        return self.bearer != NONE or bool(self.weapons)


class Slot(msgspec.Struct, frozen=True):
    """One Rank of the Dungeon Hall; `card` is empty when nobody stands there."""

    card: str = ""
    breached: bool = False
    """Its Breach already happened. (TS-16.1)"""
    dealt: bool = False
    """It has stood in Rank 1 since the set-up, and its Breach is still to come. (TS-2.1)"""


_NOBODY = Slot()


class Treasure(msgspec.Struct, frozen=True):
    """A Treasure that lies in front of a player. (DS-7)"""

    card: str
    holds: str = ""
    """The card that lies under it."""
    fresh: bool = False
    """Found in this turn, so that it cannot be used yet."""


class Player(msgspec.Struct, frozen=True):
    """What one player owns, apart from the active player's revealed hand."""

    deck: Pile = EMPTY
    discard: tuple[str, ...] = ()
    hand: tuple[str, ...] | None = ()
    """None when the hand is not known."""
    xp: int = 0
    treasures: tuple[Treasure, ...] = ()
    picked: bool = False
    """Whether a card was chosen from an unknown hand, so that the rest of it is no longer equally likely."""


class Tally(msgspec.Struct, frozen=True):
    """The result of the active player's turn so far, as goals count it."""

    outcome: Literal["", "won", "lost", "none"] = ""
    """How the battle ended; `none` when there was nobody to attack."""
    defeated: str = ""
    attacked: str = ""
    value: int = 0
    """The final Attack Value of the battle."""
    below_zero: int = 0
    """The negative value that it would have without the limit at 0. (TS-10.2)"""
    magic: int = 0
    """The Magic Attack that counted in the battle."""
    light: int = 0
    """The party's Light in the battle."""
    xp: int = 0
    """XP gained in the battle."""
    earned: int = 0
    """XP gained in any way, less XP spent."""
    lost: int = 0
    """Own cards destroyed; a Disease that returns to its stack is none."""
    diseases_destroyed: int = 0
    gained: tuple[str, ...] = ()
    """Cards bought, won, taken or levelled up to, in order."""
    taken: tuple[str, ...] = ()
    """Which of them were taken from the Village without a purchase."""
    destroyed: tuple[str, ...] = ()
    levelled: tuple[str, ...] = ()
    """Heroes destroyed in levelling up, in order; they are not lost."""
    gold: int = 0
    """Gold at hand when the purchases began."""
    health: int = 0
    """The Health that the Attack Value was compared with."""
    lack: str = ""
    """Why the Monster survived although the Attack Value was enough."""
    lack_rulings: tuple[str, ...] = ()
    forfeited: bool = False
    """A Trap destroyed the card of the defeated Monster. (DS-6)"""
    set_aside: bool = False
    """It lies under a Treasure. (DS-7)"""
    moved: tuple[Move, ...] = ()
    """Every card that came to a player or left one for good, in order."""

    @property
    def in_sight(self) -> Tally:
        """The tally without parts that differ only between lines with the same result."""
        return replace(self, below_zero=0, magic=0, light=0)

    @property
    def in_any_order(self) -> Tally:
        """The tally without the order in which cards came and went: they are only counted."""
        if len(self.moved) < 2:
            return self
        return replace(self, moved=tuple(sorted(self.moved)), destroyed=tuple(sorted(self.destroyed)))


class State(Pending["Task"], frozen=True):
    """Everything on the table."""

    players: tuple[Player, ...]
    hall: tuple[Slot, ...] = (Slot(), Slot(), Slot())
    """Ranks 1, 2 and 3."""
    outside: tuple[Slot, ...] = ()
    """Guardians that left the Hall for space 0. (DS-8)"""
    setting: str = ""
    """The Setting that the whole game is played in. (DS-9)"""
    dungeon: Pile = EMPTY
    stalls: tuple[str, ...] = ()
    """The cards that the Village sells or trains; `stock` says how many are left of each."""
    stock: tuple[int, ...] | None = ()
    """None when the Village is not known."""
    removed: tuple[str, ...] = ()
    """Cards that left the game for good."""
    turn: TurnKind | Literal[""] = ""
    step: Step = "choose"
    party: tuple[Member, ...] = ()
    gold: int = 0
    purchases: int = 1
    rallies: tuple[tuple[str, int, int], ...] = ()
    """Effects on every Hero of the party: (card, Strength, Attack)."""
    transmuted: bool = False
    lightened: bool = False
    echoes: tuple[tuple[str, str], ...] = ()
    """Spells without an ability used a second time, and the Weapons that allowed it."""
    spells: int = 0
    """Spells of which an ability was used this turn."""
    next_hand: int = 0
    """The number of extra cards to draw for the new hand."""
    tainted: tuple[str, ...] = ()
    """For each of these cards one attacking Hero is destroyed when the battle ends."""
    target: int = 0
    """The place attacked, see `at`; 0 before the attack is declared."""
    weakened: int = 0
    """Strength that every Hero lost to Battle Effects."""
    armed: int = 0
    """Attack that every equipped Hero gains from a weakness of the Monster."""
    disease_attack: int = 0
    disease_magic: int = 0
    lent: tuple[tuple[int, str], ...] = ()
    """Heroes discarded for a Theurge: (player, card)."""
    found: tuple[str, ...] = ()
    """Cards revealed from the deck by a Spoils effect, not in the hand."""
    aside: tuple[str, ...] = ()
    """Cards set aside that join the new hand."""
    struck: tuple[int, ...] = ()
    """The players whose decks the Trap at hand strikes. (DS-6)"""
    turned: tuple[tuple[int, str], ...] = ()
    """Cards of other players' decks that a Trap has turned up and not yet dealt with."""
    tally: Tally = Tally()
    stone_owner: int = NONE
    """The player who took the Thunderstone."""
    ended_by_removal: bool = False
    """Whether a Monster was sent down after the victory, so that a Thunderstone in Rank 1 did not come there
    by the defeat alone.
    """

    def at(self, place: int) -> Slot:
        """What stands in a place: Ranks 1 to 3, or -1, -2, ... for the Guardians in space 0. (DS-8)"""
        if 0 < place <= len(self.hall):
            return self.hall[place - 1]
        return self.outside[-place - 1] if -len(self.outside) <= place < 0 else _NOBODY

    @property
    def standing(self) -> tuple[Slot, ...]:
        """What stands in the Hall and in space 0."""
        return (*self.hall, *self.outside)

    def on_table(self) -> tuple[tuple[str, ...], ...]:
        """The cards that people see and name: the active player's cards, the Hall, the cards for sale."""
        hand = (member.card for member in self.party)
        mine = (*hand, *self.found, *(each.card for each in self.me.treasures))
        return mine, tuple(slot.card for slot in self.standing), self.stalls

    def cards(self) -> Iterator[str]:
        """The ids of all cards in the position; a card with several copies may come several times."""
        for player in self.players:
            yield from (card for segment in player.deck for card in segment.cards)
            yield from (*player.discard, *(player.hand or ()))
            for treasure in player.treasures:
                yield from (treasure.card, treasure.holds)
        yield from (slot.card for slot in self.standing)
        yield from (card for segment in self.dungeon for card in segment.cards)
        yield from (member.card for member in self.party)
        yield from (card for _, card in (*self.lent, *self.turned))
        yield from (self.setting, *self.stalls, *self.removed, *self.found, *self.aside)

    @property
    def places(self) -> tuple[int, ...]:
        """The places where a Monster may be attacked."""
        return (*range(1, len(self.hall) + 1), *range(-1, -len(self.outside) - 1, -1))

    @property
    def awaits_attack(self) -> bool:
        """Whether the player prepares, and may attack next."""
        return self.step == "preparing" and not self.todo

    @property
    def rally_strength(self) -> int:
        """Strength that every Hero of the party has gained."""
        return sum(strength for _, strength, _ in self.rallies) if self.rallies else 0

    @property
    def me(self) -> Player:
        """The active player."""
        return self.players[self.active]


def symmetry_key(state: State, index: int) -> tuple[Member, ...]:
    """A key for a card of the hand: its state, and the cards that it carries or is carried with. Equal keys
    mean that the cards are alike.
    """
    member = state.party[index]
    if member.bearer != NONE:
        bearer = state.party[member.bearer]
        return replace(member, bearer=NONE), replace(bearer, weapons=()), *_carried(state, bearer)
    if member.weapons:
        return replace(member, weapons=()), *_carried(state, member)
    return (member,)


def _carried(state: State, hero: Member) -> list[Member]:
    """The Weapons of a Hero, in whatever order they were taken up."""
    carried = [replace(state.party[weapon], bearer=NONE) for weapon in hero.weapons]
    return sorted(carried, key=msgspec.structs.astuple)


def are_alike(state: State, index: int, other: int) -> bool:
    """Whether two places of the hand hold cards that are alike in every respect."""
    there = range(len(state.party))
    return index in there and other in there and symmetry_key(state, index) == symmetry_key(state, other)


def first_of_alike(state: State, indices: Iterable[int]) -> list[int]:
    """The indices without those whose card is like one earlier in the list."""
    return first_of_each(indices, partial(symmetry_key, state))


def groups_alike(state: State, indices: Iterable[int]) -> list[list[int]]:
    """The places whose cards are alike together."""
    return list(grouped(indices, partial(symmetry_key, state)).values())


def copy_number(state: State, index: int) -> int:
    """The number of this card among those of its name, counted from 1; 0 if it is the only one.

    Cards that have left the hand this turn are counted, so that a number means the same card all turn long.
    """
    return piles.copy_number([member.card for member in state.party], index)


def member_name(book: Book, state: State, index: int) -> str:
    """A card of the hand by name; `#2` marks the second copy when there are several."""
    if not 0 <= index < len(state.party):
        return "nobody"
    name, number = book.name(state.party[index].card), copy_number(state, index)
    return f"{name} #{number}" if number else name
