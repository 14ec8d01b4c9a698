"""The closed set of things that can happen in a game: players' actions and the events of chance.

Cards in front of the active player are meant by their place in `State.laid`, rooms by their place in the
Dungeon, everything else by card id.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal, get_args

from tsolve.cardkit.forms import Form, Formed

if TYPE_CHECKING:
    from tsolve.cardkit.tasks import Reason
    from tsolve.games.quest.state import Phase, State

Token = Literal["iron_rations", "lantern", "potion"]
TOKENS: tuple[Token, ...] = ("iron_rations", "lantern", "potion")
NONE = -1
"""No card, no room, no player."""


TOKEN_RULINGS: dict[Token, tuple[str, ...]] = {
    "iron_rations": ("QUEST-9.2",),
    "lantern": ("QUEST-9.3",),
    "potion": ("QUEST-9.4",),
}
_PASSING = {
    "temple": ("QUEST-3.4",),
    "village": ("QUEST-4.2", "QUEST-4.3"),
    "buying": ("QUEST-4.4",),
    "healing": ("QUEST-4.11",),
    "levelling": ("QUEST-4.12",),
    "visiting": ("QUEST-4.5", "key.location_step"),
    "dungeon": ("QUEST-5.2", "QUEST-5.3"),
    "moving": ("QUEST-5.13",),
    "spoils": ("QUEST-5.27",),
}
"""The rulings on going on from each step."""
_GO = "(go|move|enter|visit) [the champion] [(into|to|at)]"
_USE = "(use|play|cast|drink|eat)"
_TAKES = "(wields|takes|carries|eats|uses)"
_LOSE = "(give up|lose|discard[s]|destroy[s])"
_MY_LOSS = "{player:me}" + _LOSE
_ON_DECK = "put {card} on [top of] [(the|my)] deck"


class _Action(Formed, frozen=True, tag_field="action"):
    """Common base. What the slots of a form say, by kind, is told in `writing.notation`, and what they may
    mean in `writing.reading`.
    """

    rulings: ClassVar[tuple[str, ...]] = ("QUEST-3.1",)
    """Those that allow it where it is legal."""
    where: ClassVar[tuple[str, ...]] = ("QUEST-0.2",)
    """Those on where things must be for it."""
    step: ClassVar[Phase | None] = None
    """The step of the turn in which it is taken, if there is only one."""
    begins: ClassVar[str | None] = None
    """The Location to which a turn goes that begins with it, `dungeon` for the Dungeon; None where that has
    to be said.
    """
    takes: ClassVar[str] = ""
    """What may be missing for it."""
    unasked: ClassVar[Reason | None] = None
    """Why it cannot be done where nothing asks for it, if there is more to say than that."""

    def rulings_in(self, state: State) -> tuple[str, ...]:
        """The rulings that allow it in a free step, if it is legal."""
        return self.rulings


class Event(_Action, frozen=True):
    """What chance brings."""


class CardEvent(Event, frozen=True):
    """A card that comes by chance."""

    card: str


class Visit(_Action, frozen=True, tag="visit"):
    """Choose a Village phase at this Location. (QUEST-3.3)"""

    forms = (
        Form("go to {location} and use {also:further}", "visit {location} and use {also}"),
        Form("go to {location}", _GO + " {location}"),
    )
    rulings = ("QUEST-3.3",)

    location: str
    also: str = ""
    """One more Location whose text is used, as some Side Quest allows."""


class Enter(_Action, frozen=True, tag="enter"):
    """Choose a Dungeon phase. (QUEST-3.2)"""

    forms = (Form("enter the Dungeon", "[(enter|go to|go into|choose)] [the] dungeon"),)
    rulings = ("QUEST-3.2",)
    step = "levelling"  # where it follows a Village phase


class PutOnDeck(_Action, frozen=True, tag="put_on_deck"):
    """At the Temple: put a card of the hand on top of the deck. (QUEST-3.4)"""

    forms = (Form("put {card:held} on the deck", _ON_DECK),)
    rulings = ("QUEST-3.4",)
    step = "temple"
    begins = "temple"

    card: str


class Give(_Action, frozen=True, tag="give"):
    """Give a Weapon to a Hero who wields it, or an Item to a Hero whom it boosts. (QUEST-2.2, QUEST-2.4)"""

    forms = (
        Form(
            "give {card:weapon} to {hero}",
            "equip {hero} with {card}",
            "equip {card} (on|to) {hero}",
            "{hero} " + _TAKES + " {card}",
        ),
    )
    rulings = ("QUEST-2.4", "QUEST-2.3")
    begins = "dungeon"
    takes = "skill"

    card: int
    hero: int


class Remove(_Action, frozen=True, tag="remove"):
    """Take a Weapon from a Hero whose Skill does not suffice any more. (QUEST-2.5)"""

    forms = (Form("remove {weapon:mine}", "remove {weapon} [from .+]"),)
    unasked = "Weapons are removed when a Hero's Skill falls below what they require", ("QUEST-2.5",)

    weapon: int


class Use(_Action, frozen=True, tag="use"):
    """Use an ability of a card in front of you; `hero` is whom it serves, if anybody. (QUEST-0.18)"""

    forms = (
        Form(
            "use {card:mine}{ability} on {hero:served}",
            _USE + " {card}{ability} (on|for) {hero}",
            "[use] [the] spoils of {card}{ability:spoils}{hero:anybody}",
        ),
        Form(
            "use {card:mine}{ability}{hero:anybody}",
            _USE + " {card}{ability}{hero}",
        ),
    )

    card: int
    ability: int
    hero: int = NONE

    def rulings_in(self, state: State) -> tuple[str, ...]:
        return f"card.{state.laid[self.card].card}", "QUEST-0.18"


class UseSpoils(_Action, frozen=True, tag="use_spoils"):
    """Use a Spoils ability of the defeated Monster, of its room or of the Guild Sponsor. (QUEST-5.27)"""

    forms = (
        Form(
            "use the Spoils of {card:table}{ability:spoils}",
            "[use] [the] spoils of {card}{ability}",
            _USE + " {card}{ability}",
        ),
    )
    begins = "dungeon"

    card: str
    ability: int

    def rulings_in(self, state: State) -> tuple[str, ...]:
        return f"card.{self.card}", "QUEST-5.27"


class UseToken(_Action, frozen=True, tag="use_token"):
    """Use a Gear token; Iron Rations give Skill to `hero`, or gold without one. (QUEST-9)"""

    forms = (
        Form("use {token:rations} for gold", "(use|spend) {token} (for|as) gold"),
        Form(
            "use {token} on {hero:served}",
            _USE + " {token} (on|for) {hero}",
            "give {token} to {hero}",
            "equip {hero} with {token}",
            "equip {token} (on|to) {hero}",
            "{hero} " + _TAKES + " {token}",
        ),
        Form("use {token}", _USE + " {token}"),
    )

    token: Token
    hero: int = NONE

    def rulings_in(self, state: State) -> tuple[str, ...]:
        return TOKEN_RULINGS[self.token]


class Buy(_Action, frozen=True, tag="buy"):
    """Buy the top card of a stack. (QUEST-4.4)"""

    forms = (Form("buy {card:ware}{on_deck}", "(buy|purchase) {card}{on_deck}"),)
    rulings = ("QUEST-4.4",)
    step = "buying"
    takes = "gold"

    card: str
    on_deck: bool = False
    """It goes on top of the deck, as a text allows."""


class BuyToken(_Action, frozen=True, tag="buy_token"):
    """Buy a Gear token at the Bazaar. (QUEST-3.5)"""

    forms = (Form("buy {token:bought}", "(buy|purchase) {token}"),)
    rulings = ("QUEST-3.5",)
    step = "buying"
    begins = "bazaar"
    takes = "gold"

    token: Token


class BuyTreasure(_Action, frozen=True, tag="buy_treasure"):
    """Buy the top Treasure card at the Shop of Wonders. (QUEST-3.6)"""

    forms = (Form("buy a Treasure", "(buy|purchase) [(a|the)] treasure"),)
    rulings = ("QUEST-3.6",)
    step = "buying"
    begins = "shop_of_wonders"
    takes = "gold"


class Heal(_Action, frozen=True, tag="heal"):
    """Heal a Wound: the rightmost token, or a Wound card in front of you. (QUEST-7.4)"""

    forms = (
        Form("heal a Wound", "heal [(a|an|one|1) wound [token]]"),
        Form("heal {card:wound}"),
    )
    rulings = ("QUEST-4.11",)
    step = "healing"

    card: int = NONE


class LevelUp(_Action, frozen=True, tag="level_up"):
    """Pay XP, destroy a Hero and take the next level. (QUEST-8.2)"""

    forms = (
        Form(
            "level up {hero} to {into:level}",
            "level up {hero} [(to|into) {into}]",
            "level {hero} up [(to|into) {into}]",
        ),
    )
    rulings = ("QUEST-4.12", "QUEST-8.2")
    step = "levelling"
    takes = "xp"

    hero: int
    into: str


class Destroy(_Action, frozen=True, tag="destroy"):
    """Destroy a card in front of you, as a text allows. (QUEST-4.8)"""

    forms = (Form("destroy {card:mine}", _MY_LOSS + " {card}"),)

    card: int


class Move(_Action, frozen=True, tag="move"):
    """Move the Champion into an adjacent room. (QUEST-5.4)"""

    forms = (Form("move to {room}{wounds}", _GO + " {room}{wounds}"),)
    rulings = ("QUEST-5.4",)
    where = rulings
    step = "moving"
    begins = "dungeon"
    takes = "light"

    room: int
    wounds: int = 0
    """Wounds taken instead of Light, where the room allows it."""


class Battle(_Action, frozen=True, tag="battle"):
    """Battle the Monster of the room in which the Champion is. (QUEST-5.14)"""

    forms = (Form("battle {monster:here}", "(battle|attack|fight) [[with] {monster}]"),)
    rulings = ("QUEST-5.14",)
    where = rulings
    step = "moving"
    begins = "dungeon"


class PutBack(_Action, frozen=True, tag="put_back"):
    """Put a card in front of you on top of your deck, as a text says."""

    forms = (Form("put {card:mine} on the deck", _ON_DECK),)

    card: int


class Choose(_Action, frozen=True, tag="choose"):
    """Choose the Monster in a room, as a text asks."""

    forms = (Form("choose {room:monster}", "choose[s] {room}", _MY_LOSS + " {room}"),)

    room: int


class CancelText(_Action, frozen=True, tag="cancel_text"):
    """Cancel a Before Battle ability of the Monster in a room. (QUEST-0.6)"""

    forms = (
        Form(
            "cancel Before Battle{ability:which} of {room:monster}",
            "cancels before battle{ability} of {room}",
        ),
    )

    room: int
    ability: int


class Borrow(_Action, frozen=True, tag="borrow"):
    """Borrow a Hero of the Guilds' Quarter for the turn."""

    forms = (Form("borrow {card:lent}", "borrows {card}"),)

    card: str


class Ignore(_Action, frozen=True, tag="ignore"):
    """Ignore a text of a room or of a Monster, as a card of yours allows."""

    forms = (Form("ignore {card}", "ignores {card}"),)

    card: str


class ChooseHero(_Action, frozen=True, tag="choose_hero"):
    """Choose a Hero in front of you, as a text asks."""

    forms = (Form("choose {hero}", "choose[s] {hero}"),)

    hero: int


class Opt(_Action, frozen=True, tag="opt"):
    """Of the things that a text offers, this one in its words."""

    forms = (Form("{what}"),)

    what: str


class Accept(_Action, frozen=True, tag="accept"):
    """Do what a text allows."""

    forms = (Form("accept", "accepts", "complete[s] {quest:offered}"),)


class GiveUp(_Action, frozen=True, tag="give_up"):
    """Lose a card in front of the active player to a demand: the player's choice, or chance."""

    forms = (Form("give up {card:mine}", _MY_LOSS + " {card}"),)

    card: int


class LoseToken(_Action, frozen=True, tag="lose_token"):
    """A Gear token is lost to a demand: the player's choice, or chance."""

    forms = (Form("lose {token:lost}", _MY_LOSS + " {token}"),)

    token: Token


class PutChampion(_Action, frozen=True, tag="put_champion"):
    """Put the Champion in a room, without movement. (QUEST-5.11)"""

    forms = (
        Form(
            "put the Champion in {room}",
            "(put|place) [(the|my)] champion (in|into|on) {room}",
            _GO + " {room}",
        ),
    )

    room: int


class ResolveFirst(_Action, frozen=True, tag="resolve_first"):
    """Of the room and its Monster, which ask for something at once, this card's text comes first."""

    forms = (Form("resolve {card} first", "resolves {card} first"),)

    card: str


class DiscardTop(CardEvent, frozen=True, tag="discard_top"):
    """Chance: this card is discarded from the top of the active player's deck. (QUEST-0.4)"""

    forms = (Form("discard {card} from the deck", "discard[s] {card} from [(the|my)] deck"),)
    rulings = ("QUEST-0.4",)
    unasked = "no card of the deck is discarded now", rulings


class RollTwo(Event, frozen=True, tag="roll_two"):
    """Chance: two dice show these faces, the lower one first."""

    forms = (Form("roll {low} and {high}", "rolls {low} and {high}"),)
    rulings = ("QUEST-0.15",)

    low: int
    high: int


class Discard(_Action, frozen=True, tag="discard"):
    """A player discards a card of the hand. (QUEST-12.1)"""

    forms = (Form("{player:loser}discard {card}", "{player}" + _LOSE + " {card}"),)

    player: int
    card: str


class Pass(_Action, frozen=True, tag="pass"):
    """Finish this step, or forgo an optional choice."""

    forms = (Form("pass", "done", "stop", "(end|finish) [(the|my) (turn|step)]", "go on", "nothing [more]"),)

    def rulings_in(self, state: State) -> tuple[str, ...]:
        return _PASSING.get(state.phase, self.rulings)


class Keep(_Action, frozen=True, tag="keep"):
    """Before the first turn a player keeps a Side Quest or takes a Guild Sponsor. (QUEST-1.13)"""

    forms = (Form("{player}keep {card}", "{player}keeps {card}"),)
    unasked = "Side Quests and Guild Sponsors are chosen before the first turn", ("QUEST-1.13",)

    player: int
    card: str


class Complete(_Action, frozen=True, tag="complete"):
    """Complete the Side Quest in the Village: give away an Item and a Hero, gold and tokens."""

    forms = (
        Form(
            "complete {quest:side_quest} with {item} and {hero}", "completes {quest} with {item} and {hero}"
        ),
    )
    rulings = ("QUEST-14.1",)

    item: int
    hero: int


class TakeWare(_Action, frozen=True, tag="take_ware"):
    """In an epic game: the top card of this Market deck comes into a space for any card. (QUEST-16.5)"""

    forms = (Form("take a card of the deck of {kind:wares}"),)
    unasked = "cards come into the spaces when a Champion is put at the Market", ("QUEST-16.5",)

    kind: str


class DestroyWare(_Action, frozen=True, tag="destroy_ware"):
    """In an epic game: destroy a card of a space for any card, to make room. (QUEST-16.5)"""

    forms = (Form("destroy {card} of the Marketplace"),)
    unasked = "a card makes room when a Champion is put at the Market", ("QUEST-16.5",)

    card: str


class Draw(CardEvent, frozen=True, tag="draw"):
    """Chance: this card of a player's deck is drawn."""

    forms = (Form("draw {card}", "draws {card}"),)
    rulings = ("QUEST-0.16",)
    unasked = "no card is drawn now", rulings


class Roll(Event, frozen=True, tag="roll"):
    """Chance: a die shows so many pips."""

    forms = (Form("roll {pips}", "rolls {pips}"),)

    pips: int


class Reveal(CardEvent, frozen=True, tag="reveal"):
    """Chance: this card of a Monster deck or a Market deck is turned up."""

    forms = (Form("reveal {card}", "reveals {card}"),)
    rulings = ("QUEST-5.22",)
    unasked = "no card is revealed now: a room is refilled when its Monster is defeated", rulings


class FindTreasure(CardEvent, frozen=True, tag="find_treasure"):
    """Chance: this card lies on top of the Treasure deck."""

    forms = (Form("find {card:treasure}", "finds {card}"),)
    rulings = ("QUEST-10.1",)
    unasked = "no Treasure is won or bought now", ("QUEST-5.21", "QUEST-3.6")


Action = (
    Pass
    | Enter
    | Visit
    | Move
    | PutChampion
    | PutOnDeck
    | PutBack
    | UseToken
    | Give
    | Remove
    | UseSpoils
    | Use
    | BuyTreasure
    | BuyToken
    | Buy
    | Heal
    | LevelUp
    | Battle
    | DiscardTop
    | LoseToken
    | GiveUp
    | Destroy
    | Discard
    | Choose
    | ChooseHero
    | CancelText
    | Accept
    | Borrow
    | Complete
    | Keep
    | Ignore
    | ResolveFirst
    | TakeWare
    | DestroyWare
    | Draw
    | RollTwo
    | Roll
    | Reveal
    | FindTreasure
    | Opt
)
"""In the order in which a text is tried."""
ACTIONS: tuple[type[Action], ...] = get_args(Action)
