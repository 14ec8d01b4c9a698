"""Answers of a player to a card, a battle or another player, and events of chance.

A card of the active player's hand is given by its index in `State.party`, a Rank by 1 to 3, everything else
by card id.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from tsolve.cardkit.forms import Form, Formed

TurnKind = Literal["village", "dungeon", "rest"]
TURN_KINDS: tuple[TurnKind, ...] = ("dungeon", "village", "rest")
"""The kinds of turn, in the order in which they are shown."""

AT_THE_BOTTOM = "(to|at|on|under) the bottom [of the [dungeon] deck]"
"""Where a Monster goes when it is sent down."""
SILENCED_BY = "((knock|knocks|take|takes) out|choose|chooses|take|takes|pick|picks|silence|silences)"
"""What a Monster does to the Hero whom the player keeps from attacking."""
_POOL = "[the] [(reduction|disease) (from|off|on)] {pool}{hero}"


class BaseAction(Formed, frozen=True, tag_field="action"):
    """Common base. `writing.notation` writes the slots of a form, `writing.reading` reads them."""

    must_differ: ClassVar[bool] = False
    """Whether a text must be unambiguous: if it fits several legal actions that differ in more than the copy
    of a card, it must say which one is meant. Otherwise the first one is meant.
    """
    rulings: ClassVar[tuple[str, ...]] = ("TS-3.1",)
    """The rulings that allow the action in a free step."""
    turn: ClassVar[TurnKind | Literal[""]] = ""
    """The only kind of turn in which the action is possible; empty for no single one."""
    step: ClassVar[str] = ""
    """The only step of the turn in which the action is possible; empty for no single one."""
    copied: ClassVar[str] = ""
    """The field that holds a card of the hand, where any equal card would do as well."""


class Choice(BaseAction, frozen=True):
    """An answer that the rules ask for in the middle of a turn."""


class Given(Choice, frozen=True):
    """A player gives a card that an effect demands."""

    player: int
    card: str


class Event(BaseAction, frozen=True):
    """What chance brings."""


class DestroyFound(Choice, frozen=True, tag="destroy_found"):
    """Destroy one of the cards revealed from the deck by a Spoils effect."""

    forms = (Form("destroy revealed {card:found}", "destroy {card:found_now}"),)

    card: str


class Discard(Given, frozen=True, tag="discard"):
    """A player discards a card that an effect demands."""

    forms = (Form("{player} discards {card:lost}", "{player:mover}discard[s] {card}"),)


class GiveUp(Given, frozen=True, tag="give_up"):
    """Another player destroys a card of the hand, as a Monster demands."""

    forms = (Form("{player} destroys {card:held}"),)


class Suffer(Choice, frozen=True, tag="suffer"):
    """Choose which total a reduction lowers; `hero` is set when one Hero suffers it. (TS-9.2)"""

    forms = (
        Form(
            "take the reduction from {pool}{hero:for}",
            "(take|takes|reduce|lower) " + _POOL,
            "disease (from|on|lowers) {pool}{hero}",
        ),
    )

    pool: Literal["attack", "magic", "none"]
    hero: int = -1


class Silence(Choice, frozen=True, tag="silence"):
    """Choose the Hero that cannot attack."""

    forms = (
        Form(
            "{hero:mine} cannot attack",
            "{hero} (cannot|can't|can not|does not) attack",
            "silence {hero}",
            "{by:silencer} " + SILENCED_BY + " {hero}",
        ),
    )
    copied = "hero"

    hero: int


class SearchDeck(BaseAction, frozen=True, tag="search_deck"):
    """Look at the deck now, as a Spoils effect says."""

    forms = (Form("search the deck", "search [(the|my)] deck"),)


class SendDown(BaseAction, frozen=True, tag="send_down"):
    """Send a Monster of the Hall to the bottom of the Dungeon Deck after the victory."""

    forms = (
        Form(
            "send {rank:monster} down",
            "send {rank} " + AT_THE_BOTTOM,
            "send down {rank}",
            "(move|put) {rank} down",
            "(move|put) {rank} " + AT_THE_BOTTOM,
            "{by:sender} sends {rank} down",
            "{by:sender} sends {rank} " + AT_THE_BOTTOM,
        ),
    )

    rank: int


class Borrow(BaseAction, frozen=True, tag="borrow"):
    """Take one of the Heroes discarded for a Theurge into the party."""

    forms = (Form("borrow {card} from {player:lender}", "borrow {card} [from {player}]"),)

    player: int
    card: str


class React(BaseAction, frozen=True, tag="react"):
    """A player reveals a card that turns an effect back on the active player. (DS-12)"""

    forms = (Form("{player} reveals {card}", "{player} reveal[s] {card}"),)

    player: int
    card: str


class SetAside(BaseAction, frozen=True, tag="set_aside"):
    """Set cards aside for the new hand, as a Spoils effect says."""

    forms = (Form("set cards aside", "set [the] (cards|mercenaries) aside"),)


class Swap(BaseAction, frozen=True, tag="swap"):
    """Exchange the Monster of a Rank for the one on top of the Dungeon Deck."""

    forms = (Form("swap {rank:monster}", "(swap|exchange) {rank}"),)

    rank: int


class PutBack(BaseAction, frozen=True, tag="put_back"):
    """Put these cards on a deck, the top one first: cards of the hand, or cards of the Dungeon Deck."""

    forms = (Form("put back {cards}"),)

    cards: tuple[str, ...]


class Take(BaseAction, frozen=True, tag="take"):
    """Take a card of the Village without a purchase, as a card's text says."""

    forms = (Form("take {card:gained}"),)

    card: str


class Draw(Event, frozen=True, tag="draw"):
    """Chance: this card is drawn."""

    forms = (Form("draw {card}", "draws {card}"),)
    rulings = ("TS-3.4",)

    card: str


class TurnUp(Event, frozen=True, tag="turn_up"):
    """Chance: this card of a player's deck is turned up."""

    forms = (Form("{player} turns up {card}"),)

    player: int
    card: str


class ShowHand(Event, frozen=True, tag="show_hand"):
    """Chance: whether an unknown hand holds a card of a kind, which it then gives.

    `among`: all cards of the kind that it holds, if it matters which one is given.
    """

    forms = (
        Form(
            "{player} shows a hand with no {of}{holds:nothing}",
            "{player} shows (a|the) hand (without|with no) [(a|an)] {of}",
        ),
        Form("{player} discards {among}", is_read=False),
    )

    player: int
    holds: bool
    of: str
    among: tuple[str, ...] = ()


class Reveal(Event, frozen=True, tag="reveal"):
    """Chance: this card of the Dungeon Deck is turned up: it fills Rank 3, or is only looked at."""

    forms = (Form("reveal {card:coming}", "reveals {card}"),)
    rulings = ("TS-7.10",)

    card: str
