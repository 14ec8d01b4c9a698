"""A position of a scenario as a value, and tasks: what must happen before the turn goes on.

What stands on the map and takes turns is told in `figures`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

import msgspec

from tsolve.cardkit import tasks
from tsolve.cardkit.piles import Pile
from tsolve.cardkit.tasks import Pending, drawn_from
from tsolve.games.gloomhaven.abilities import Condition
from tsolve.games.gloomhaven.ability_parts import Element, Sort
from tsolve.games.gloomhaven.figures import Figure, Side
from tsolve.games.gloomhaven.hexes import Hex
from tsolve.games.gloomhaven.modifiers import MONSTERS, Deck, standard
from tsolve.games.gloomhaven.monster_situation import Option

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.actions import Action
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.play import Play  # noqa: F401  (below as text)


class Task(tasks.Task["Book", "State", "Play", "Action"], frozen=True):
    """One thing to do."""

    @property
    def asked(self) -> str:
        """The figure whose player is asked, whoever acts; empty for the acting one."""
        return ""

    def refuse(self, book: Book, state: State, action: Action) -> tuple[str, tuple[str, ...]]:
        return f"first {self.asks_now(book, state)}", self.rulings_for(book, state)

    def asks_now(self, book: Book, state: State) -> str:
        """What it asks, in the words of what it can be answered with."""
        return self.asks


class Choice(tasks.Choice["Book", "State", "Play", "Action"], Task, frozen=True):
    """Something that the players choose."""


ATTACK_OF = "attack of "
"""The beginning of a note on damage of an attack; the attacker's name follows."""
Strength = Literal["inert", "waning", "strong"]


class Trap(msgspec.Struct, frozen=True, order=True):
    """A trap that waits in its hex. (GH-1.7)"""

    at: Hex
    damage: int = 0
    conditions: tuple[Condition, ...] = ()
    by: Side | None = None
    """The side that created it; None for one of the map."""
    owner: str = ""
    """The character that created it."""
    experience: int = 0
    """What its owner gains once an enemy springs it. (GH-7.1)"""
    harm_beside: int = 0
    """What enemies of its side beside it suffer when it is sprung."""
    conditions_beside: tuple[Condition, ...] = ()
    """What these get."""


class Door(msgspec.Struct, frozen=True, order=True):
    """A door in its hex. (GH-1.5)"""

    at: Hex
    state: Literal["open", "closed", "locked"] = "closed"
    was_open: bool = False
    """Whether one that is shut has been open before."""
    behind: tuple[Hex, ...] = ()
    """Of one that opens when it is destroyed: the hexes on its other side. Until then it can be seen and
    attacked, and the wall is behind it.
    """


class Money(msgspec.Struct, frozen=True, order=True):
    """Money tokens in a hex."""

    at: Hex
    tokens: int = 1


class Drawn(msgspec.Struct, frozen=True, order=True):
    """The ability card of a type of monsters for this round. (GH-2.3)"""

    group: str
    card: str


class AbilityDeck(msgspec.Struct, frozen=True):
    """The ability cards of a type of monsters. (GH-2.3)"""

    group: str
    draw: Pile
    discards: tuple[str, ...] = ()

    @property
    def coming(self) -> Pile:
        """The pile that the next card comes from: if none is left, the shuffled discards."""
        return drawn_from(self.draw, self.discards)


class Owned(msgspec.Struct, frozen=True):
    """A modifier deck and whose it is: a character's, or the monsters'."""

    owner: str
    deck: Deck


class Charged(msgspec.Struct, frozen=True, order=True):
    """An element that is not inert, or will not be. (GH-9.1)"""

    element: Element
    strength: Strength = "inert"
    infused: bool = False
    """Infused this turn: it becomes strong at the end of it. (GH-9.2)"""


class Struck(msgspec.Struct, frozen=True, order=True):
    """An enemy that the acting figure has attacked this turn, and where it stood then."""

    name: str
    at: Hex


class Paid(msgspec.Struct, frozen=True, order=True):
    """A text of its ability card for which a type of monsters has consumed elements this round. (GH-9.7)"""

    group: str
    place: int
    """Which of the card's consuming texts it paid, counted from 0."""


class Used(msgspec.Struct, frozen=True, order=True):
    """An item of which slots are used up. (GH-11.8)"""

    item: str
    times: int


class Held(msgspec.Struct, frozen=True, order=True):
    """A character's cards, where the position tells them. (GH-2.8)"""

    owner: str
    plays: tuple[str, ...] = ()
    """Of the two cards chosen for the round those that are still to be played, the leading one first."""
    hand: tuple[str, ...] = ()
    discarded: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    active: tuple[str, ...] = ()
    """Cards whose bonus lasts."""
    doomed: tuple[str, ...] = ()
    """Active cards that will be lost when they leave the active area. (GH-10.4, GH-10.5)"""
    used: tuple[Used, ...] = ()
    """Its items that are spent or consumed, or in part."""
    packs: tuple[str, ...] = ()
    """Of the cards to be played or in hand those that return to the supply once they leave it. (GH-11.16)"""
    surplus: int = 0
    """How many of the cards in hand its hand has no room for: it takes along any of those. (GH-2.13)"""

    def times(self, item: str) -> int:
        """How many slots of an item are used up."""
        return next((each.times for each in self.used if each.item == item), 0)


class Gathered(msgspec.Struct, frozen=True, order=True):
    """What a character has gathered in this scenario, whether its cards are known or not."""

    owner: str
    experience: int = 0
    money: int = 0
    """Money tokens that it has looted."""
    treasures: int = 0
    kills: int = 0
    """Monsters whose kill counts for it. (GH-2.11)"""


class Led(msgspec.Struct, frozen=True):
    """A figure that performs abilities out of its turn, as the player of another one decides. (GH-11.20)"""

    figure: str
    by: str
    """The character whose action it is."""
    is_enemy: bool = False
    """Whether it is made to act by its enemy: then it attacks its own side. (GH-11.21)"""
    ends_beside: bool = False
    """Whether its moves must end beside who leads it."""


NOWHERE: frozenset[Hex] = frozenset()
NO_EDGES: frozenset[tuple[Hex, Hex]] = frozenset()


class State(Pending[Task], frozen=True, kw_only=True):
    """Everything that the rest of a scenario depends on, except its map and the texts of its cards."""

    figures: tuple[Figure, ...]
    traps: tuple[Trap, ...] = ()
    doors: tuple[Door, ...] = ()
    obstacles: frozenset[Hex] = frozenset()
    money: tuple[Money, ...] = ()
    elements: tuple[Charged, ...] = ()
    decks: tuple[Owned, ...] = ()
    drawn: tuple[Drawn, ...] = ()
    abilities: tuple[AbilityDeck, ...] = ()
    """The ability decks of the types, where more than a round is played."""
    held: tuple[Held, ...] = ()
    """The cards of the characters whose cards are known."""
    gathered: tuple[Gathered, ...] = ()
    """What characters have gained, for each that has gained anything."""
    round: int = 1
    turn: str = ""
    """The figure whose turn it is; empty between turns."""
    focus: str = ""
    """The focus of the figure whose turn it is, once it is determined. (GH-12.6)"""
    intents: tuple[Option, ...] = ()
    """The options left for the attack of a monster that has moved; empty if its move does not restrict it."""
    performed: bool = False
    """Whether the acting character has performed a part of its present action. (GH-9.2)"""
    called: tuple[str, ...] = ()
    """The sources of the lasting effects that the present action has called for. (GH-10.1)"""
    chosen: str = ""
    """The figure that was chosen last for an ability of the present action."""
    spot: Hex | None = None
    """Where it stood then; or the hex that was chosen last."""
    path: tuple[Hex, ...] = ()
    """The hexes of the last move of the acting figure, where something asks for them."""
    set_out: Hex | None = None
    """Where that move began."""
    cleared: int = 0
    """Obstacles that were removed in the present action."""
    moved: int = 0
    """Hexes that the acting figure has entered by its own moves this turn. (GH-12.36)"""
    dealt: int = 0
    """Damage that its attacks have dealt this turn, where something counts it."""
    hurt: int = 0
    """Damage of the last attack of the present action, where something counts it."""
    fell: Hex | None = None
    """The hex in which the figure whose turn it is, or was last, left the map."""
    scorched: bool = False
    """Whether the acting figure has entered hazardous terrain in its turn, where something asks for it."""
    once: tuple[str, ...] = ()
    """The cards and items that have brought this turn what they bring once in a turn."""
    struck: tuple[Struck, ...] = ()
    """Whom the acting figure has attacked this turn, in order. (GH-12.33)"""
    paid: tuple[Paid, ...] = ()
    """What types of monsters have consumed this round."""
    settled: tuple[str, ...] = ()
    """The types that have consumed what they could this round."""
    led: Led | None = None
    """The figure that performs abilities out of its turn just now."""
    again: tuple[str, ...] = ()
    """Figures that take one more turn now, in this order. (GH-12.36)"""
    looted: tuple[Hex, ...] = ()
    """The hexes of the treasure tiles that were looted."""
    fallen: tuple[str, ...] = ()
    """The types of the monsters that were killed, `elite` before that of an elite one; none where no
    condition of the scenario counts them.
    """
    escaped: tuple[str, ...] = ()
    """The characters that have left the map by an exit, and take no further part."""
    spared: tuple[str, ...] = ()
    """The figures for which characters have lost cards in place of damage, once for each time."""
    leaps: int = 0
    """How often somebody has come into the next of several hexes that it takes in turn. (GH-12.36)"""
    graves: tuple[tuple[str, Hex], ...] = ()
    """Where figures left the map, of those of which the scenario asks it."""
    ruled: bool = False
    """Whether special rules of the scenario may give figures effects at any time, or some figures are enemies
    of both sides: then nothing simple bounds what comes.
    """
    happened: tuple[int, ...] = ()
    """The events of the scenario that have happened and do not happen again, by their place in it."""
    ended: Literal["", "won", "lost"] = ""
    """What the scenario will be at the end of the round, once a condition is met. (GH-14.1)"""
    result: bool = False
    """Whether the turn that the question is about is over."""

    def figure(self, name: str) -> Figure:
        """The figure of this name. Raises KeyError where it is not on the map."""
        for figure in self.figures:
            if figure.name == name:
                return figure
        raise KeyError(name)

    def still(self, figure: Figure) -> Figure | None:
        """The same figure now; None if it has left the map, even if another one has its standee."""
        same = (each for each in self.figures if (each.name, each.origin) == (figure.name, figure.origin))
        found = next(same, None)
        return (
            None if found is not None and figure.hp == 0 < found.hp else found
        )  # a figure that left never comes back

    def on_map(self, name: str) -> bool:
        """Whether a figure of this name is on the map."""
        return name in [figure.name for figure in self.figures]

    def is_up(self, name: str) -> bool:
        """Whether a figure is on the map and has hit points: one that dies may still do something."""
        return name in [figure.name for figure in self.figures if figure.hp > 0]

    def at(self, hex_: Hex) -> Figure | None:
        """The figure in a hex."""
        return next((figure for figure in self.figures if figure.at == hex_), None)

    def enemies_of(self, figure: Figure) -> Iterator[Figure]:
        """The figures of the other side. (GH-1.2)"""
        side = self.stance(figure)
        return (other for other in self.figures if other.side != side and other.name != figure.name)

    def allies_of(self, figure: Figure) -> Iterator[Figure]:
        """The other figures of its side. (GH-1.2)"""
        side = self.stance(figure)
        return (other for other in self.figures if other.side == side and other.name != figure.name)

    @property
    def acting(self) -> str:
        """The figure that performs abilities: it is led, or it is its turn."""
        return self.led.figure if self.led is not None else self.turn

    def leads(self, name: str) -> bool:
        """Whether a player leads this figure out of its turn."""
        return self.led is not None and self.led.figure == name

    def stance(self, figure: Figure) -> Side:
        """The side for which a figure acts: the other one while it is made to act by its enemy. (GH-11.21)"""
        if self.led is None or not self.led.is_enemy or self.led.figure != figure.name:
            return figure.side
        return "party" if figure.side != "party" else "monsters"

    @property
    def last_target(self) -> Struck | None:
        """The target of the preceding attack, the focus if there were several; None without an attack this
        turn.
        """
        focus = (each for each in reversed(self.struck) if each.name == self.focus)
        return next(focus, self.struck[-1] if self.struck else None)

    def deck(self, owner: str) -> Deck:
        """The modifier deck of an owner; a fresh one where the position names none. (GH-6.17)"""
        for owned in self.decks:
            if owned.owner == owner:
                return owned.deck
        return standard()

    def cards_of(self, name: str) -> Held | None:
        """The cards of a character; None where the position does not tell them."""
        for held in self.held:
            if held.owner == name:
                return held
        return None

    def gathered_by(self, name: str) -> Gathered:
        """What a character has gathered in this scenario."""
        return next((each for each in self.gathered if each.owner == name), Gathered(name))

    def abilities_of(self, group: str) -> AbilityDeck | None:
        """The ability deck of a type of monsters; None where it is not known."""
        return next((deck for deck in self.abilities if deck.group == group), None)

    @property
    def shut(self) -> frozenset[Hex]:
        """The hexes of doors that are not open, apart from those that can be attacked."""
        if not self.doors:
            return NOWHERE
        return frozenset(door.at for door in self.doors if door.state != "open" and not door.behind)

    @property
    def walled(self) -> frozenset[tuple[Hex, Hex]]:
        """The edges between doors that can be attacked and what is behind them."""
        shut = [door for door in self.doors if door.behind and door.state != "open"]
        if not shut:
            return NO_EDGES
        return frozenset((min(door.at, each), max(door.at, each)) for door in shut for each in door.behind)

    @property
    def closed(self) -> frozenset[Hex]:
        """The hexes of doors that a character opens by entering them. (GH-1.5)"""
        return frozenset(door.at for door in self.doors if door.state == "closed")

    @property
    def without_card(self) -> tuple[str, ...]:
        """The types of monsters that act in this round and have no ability card for it. (GH-2.3)"""
        acting = (each for each in self.figures if each.kind in ("monster", "boss") and not each.new)
        types = dict.fromkeys(each.group for each in acting)
        known = {drawn.group for drawn in self.drawn}
        return tuple(type_ for type_ in types if type_ not in known)


def active_of(state: State, owner: str, sort: Sort) -> set[str]:
    """The cards of a sort of a character whose effects are there. (GH-10.10)"""
    effects = (each for figure in state.figures for each in figure.effects)
    return {each.source for each in effects if (each.sort, each.owner) == (sort, owner)}


def deck_owner(figure: Figure) -> str:
    """Whose modifier deck a figure draws from. (GH-6.17)"""
    return figure.deck or killer_of(figure)


def killer_of(figure: Figure) -> str:
    """For whom the kills of a figure count: a character, or `monsters` for nobody. (GH-2.11)"""
    if figure.side != "party" or figure.kind in ("monster", "boss"):
        return MONSTERS
    return figure.owner or figure.name
