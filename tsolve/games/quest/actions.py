"""The closed set of things that can happen in a game: players' actions and the events of chance.

Cards in front of the active player are meant by their place in `State.laid`, rooms by their place in the
Dungeon, everything else by card id.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Token = Literal["iron_rations", "lantern", "potion"]
TOKENS: tuple[Token, ...] = ("iron_rations", "lantern", "potion")
NONE = -1
"""No card, no room, no player."""


class _Action(msgspec.Struct, frozen=True, tag_field="action"):
    """Common base."""


class Visit(_Action, frozen=True, tag="visit"):
    """Choose a Village phase at this Location. (QUEST-3.3)"""

    location: str
    also: str = ""
    """One more Location whose text is used, as some Side Quest allows."""


class Enter(_Action, frozen=True, tag="enter"):
    """Choose a Dungeon phase. (QUEST-3.2)"""


class PutOnDeck(_Action, frozen=True, tag="put_on_deck"):
    """At the Temple: put a card of the hand on top of the deck. (QUEST-3.4)"""

    card: str


class Give(_Action, frozen=True, tag="give"):
    """Give a Weapon to a Hero who wields it, or an Item to a Hero whom it boosts. (QUEST-2.2, QUEST-2.4)"""

    card: int
    hero: int


class Remove(_Action, frozen=True, tag="remove"):
    """Take a Weapon from a Hero whose Skill does not suffice any more. (QUEST-2.5)"""

    weapon: int


class Use(_Action, frozen=True, tag="use"):
    """Use an ability of a card in front of you; `hero` is whom it serves, if anybody. (QUEST-0.18)"""

    card: int
    ability: int
    hero: int = NONE


class UseSpoils(_Action, frozen=True, tag="use_spoils"):
    """Use a Spoils ability of the defeated Monster, of its room or of the Guild Sponsor. (QUEST-5.27)"""

    card: str
    ability: int


class UseToken(_Action, frozen=True, tag="use_token"):
    """Use a Gear token; Iron Rations give Skill to `hero`, or gold without one. (QUEST-9)"""

    token: Token
    hero: int = NONE


class Buy(_Action, frozen=True, tag="buy"):
    """Buy the top card of a stack. (QUEST-4.4)"""

    card: str
    on_deck: bool = False
    """It goes on top of the deck, as a text allows."""


class BuyToken(_Action, frozen=True, tag="buy_token"):
    """Buy a Gear token at the Bazaar. (QUEST-3.5)"""

    token: Token


class BuyTreasure(_Action, frozen=True, tag="buy_treasure"):
    """Buy the top Treasure card at the Shop of Wonders. (QUEST-3.6)"""


class Heal(_Action, frozen=True, tag="heal"):
    """Heal a Wound: the rightmost token, or a Wound card in front of you. (QUEST-7.4)"""

    card: int = NONE


class LevelUp(_Action, frozen=True, tag="level_up"):
    """Pay XP, destroy a Hero and take the next level. (QUEST-8.2)"""

    hero: int
    into: str


class Destroy(_Action, frozen=True, tag="destroy"):
    """Destroy a card in front of you, as a text allows. (QUEST-4.8)"""

    card: int


class Move(_Action, frozen=True, tag="move"):
    """Move the Champion into an adjacent room. (QUEST-5.4)"""

    room: int
    wounds: int = 0
    """Wounds taken instead of Light, where the room allows it."""


class Battle(_Action, frozen=True, tag="battle"):
    """Battle the Monster of the room in which the Champion is. (QUEST-5.14)"""


class PutBack(_Action, frozen=True, tag="put_back"):
    """Put a card in front of you on top of your deck, as a text says."""

    card: int


class Choose(_Action, frozen=True, tag="choose"):
    """Choose the Monster in a room, as a text asks."""

    room: int


class CancelText(_Action, frozen=True, tag="cancel_text"):
    """Cancel a Before Battle ability of the Monster in a room. (QUEST-0.6)"""

    room: int
    ability: int


class Borrow(_Action, frozen=True, tag="borrow"):
    """Borrow a Hero of the Guilds' Quarter for the turn."""

    card: str


class Ignore(_Action, frozen=True, tag="ignore"):
    """Ignore a text of a room or of a Monster, as a card of yours allows."""

    card: str


class ChooseHero(_Action, frozen=True, tag="choose_hero"):
    """Choose a Hero in front of you, as a text asks."""

    hero: int


class Opt(_Action, frozen=True, tag="opt"):
    """Of the things that a text offers, this one in its words."""

    what: str


class Accept(_Action, frozen=True, tag="accept"):
    """Do what a text allows."""


class GiveUp(_Action, frozen=True, tag="give_up"):
    """Lose a card in front of the active player to a demand: the player's choice, or chance."""

    card: int


class LoseToken(_Action, frozen=True, tag="lose_token"):
    """A Gear token is lost to a demand: the player's choice, or chance."""

    token: Token


class PutChampion(_Action, frozen=True, tag="put_champion"):
    """Put the Champion in a room, without movement. (QUEST-5.11)"""

    room: int


class ResolveFirst(_Action, frozen=True, tag="resolve_first"):
    """Of the room and its Monster, which ask for something at once, this card's text comes first."""

    card: str


class DiscardTop(_Action, frozen=True, tag="discard_top"):
    """Chance: this card is discarded from the top of the active player's deck. (QUEST-0.4)"""

    card: str


class RollTwo(_Action, frozen=True, tag="roll_two"):
    """Chance: two dice show these faces, the lower one first."""

    low: int
    high: int


class Discard(_Action, frozen=True, tag="discard"):
    """A player discards a card of the hand. (QUEST-12.1)"""

    player: int
    card: str


class Pass(_Action, frozen=True, tag="pass"):
    """Finish this step, or forgo an optional choice."""


class Keep(_Action, frozen=True, tag="keep"):
    """Before the first turn a player keeps a Side Quest or takes a Guild Sponsor. (QUEST-1.13)"""

    player: int
    card: str


class Complete(_Action, frozen=True, tag="complete"):
    """Complete the Side Quest in the Village: give away an Item and a Hero, gold and tokens."""

    item: int
    hero: int


class TakeWare(_Action, frozen=True, tag="take_ware"):
    """In an epic game: the top card of this Market deck comes into a space for any card. (QUEST-16.5)"""

    kind: str


class DestroyWare(_Action, frozen=True, tag="destroy_ware"):
    """In an epic game: destroy a card of a space for any card, to make room. (QUEST-16.5)"""

    card: str


class Draw(_Action, frozen=True, tag="draw"):
    """Chance: this card of a player's deck is drawn."""

    card: str


class Roll(_Action, frozen=True, tag="roll"):
    """Chance: a die shows so many pips."""

    pips: int


class Reveal(_Action, frozen=True, tag="reveal"):
    """Chance: this card of a Monster deck or a Market deck is turned up."""

    card: str


class FindTreasure(_Action, frozen=True, tag="find_treasure"):
    """Chance: this card lies on top of the Treasure deck."""

    card: str


Action = (
    Visit
    | Enter
    | PutOnDeck
    | Give
    | Remove
    | Use
    | UseSpoils
    | UseToken
    | Buy
    | BuyToken
    | BuyTreasure
    | Heal
    | LevelUp
    | Destroy
    | Move
    | Battle
    | PutBack
    | Choose
    | CancelText
    | Borrow
    | Ignore
    | ChooseHero
    | Opt
    | Accept
    | GiveUp
    | LoseToken
    | PutChampion
    | ResolveFirst
    | Keep
    | Complete
    | TakeWare
    | DestroyWare
    | DiscardTop
    | RollTwo
    | Discard
    | Pass
    | Draw
    | Roll
    | Reveal
    | FindTreasure
)
