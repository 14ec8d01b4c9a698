"""The methods that every kind of effect may override, and the types of the whole numbers on cards and
effects, which are bounded so that users' own cards cannot have absurd values.
"""

import re
from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, NamedTuple

import msgspec
from msgspec import Meta

from tsolve.cardkit.tasks import Reason
from tsolve.model.trace import Step

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import Action, Task, Use, UseTreasure
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.cards import Card
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import Member, State, Treasure
    from tsolve.games.thunderstone.turn.contributions import BattleContext, Pool
    from tsolve.games.thunderstone.turn.hand import Hand


# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.
# For the same reason what is so of a whole kind of effect has no annotation where its value tells the type.


Target = Literal["none", "hero", "spell", "rank", "hall", "player", "kind"]
Phase = Literal["void", "multiply", "halve_magic", "ignore", "halve_value"]


def kind_of(name: str) -> str:
    """The name in card files of a kind whose class has this name, unless the class gives another one."""
    return re.sub("(?<!^)(?=[A-Z])", "_", name).lower()


def overrides(kind: type["Effect"], *methods: Callable[..., object]) -> bool:
    """Whether a kind overrides one of these methods of its base class."""
    return any(getattr(kind, method.__name__) is not method for method in methods)


class Effect(msgspec.Struct, frozen=True, tag_field="kind", tag=kind_of):
    """One thing that a card does, in one of its fields for effects."""

    stated = False
    """Whether the planner may rely on this class's methods, as tested against exhaustive search. Every kind
    declares it; battles with any other kind are searched in the engine.
    """
    rules = tuple[str, ...]()
    """The rules that this kind of effect is a case of, the general one first, if no event names them."""
    weighs_gold = False
    """Whether the effect depends on how much gold a card is worth in a battle."""

    @abstractmethod
    def say(self) -> str:
        """The effect in a few words."""


class Need(msgspec.Struct, frozen=True):
    """What a party must have to defeat the Monster, whatever its Attack Value; it may attack all the same."""

    quantity: str
    """A total of the battle, or one of `turn.attack_value.QUANTITIES`."""
    at_least: int
    lack: str
    """How a report says that it is lacking."""
    rulings: tuple[str, ...]


class Limits(NamedTuple):
    """The greatest numbers in a position, for upper bounds of what an effect brings."""

    cards: "tuple[Card, ...]"
    """Cards that may take part."""
    more: int
    """The number of other cards that it may count, such as Spells used before."""
    level: int
    """The highest level of a Hero."""
    gold: int
    """The Gold Value of all cards together."""
    others: int
    """Players besides the active one."""


class AbilityEffect(Effect, frozen=True):
    """What abilities do."""

    quiet = False
    """Only adds to totals: it reveals no cards, moves none in the Hall and asks nobody."""
    takes_cards = False
    """Makes the other players discard, which A-38 may read as a duty."""
    sees_hands = False
    """Depends on what the other players hold."""
    borrows = False
    """Depends only on the Heroes that the other players hold."""
    turns_up_decks = False
    """Turns up the top card of another player's deck, which may be one that was just discarded."""
    earns = False
    """Brings Experience."""
    needs_price = False
    """Works on the card that is paid as the price, so the ability must have a price."""
    target: ClassVar[Target] = "none"
    """What the player chooses when using the ability."""
    moves: ClassVar[str] = ""
    """The verb by which a step may name what it does to a Monster of the Hall: `send` (down), `take` or
    `swap`.
    """

    @property
    def commits_late(self) -> bool:
        """Whether it only adds to its own Hero, and more with more cards in the hand. It is used once nothing
        more is revealed, or earlier if cards may leave the hand.
        """
        return overrides(type(self), AbilityEffect.is_idle)

    def refuse(self, book: "Book", state: "State", use: "Use") -> Reason | None:
        """Why this effect cannot be done now (reason, rulings), or None."""
        return None

    def is_idle(self, book: "Book", state: "State", use: "Use") -> bool:
        """Whether an effect that `commits_late` would add nothing now."""
        return False

    def may_count(self, card: "Card") -> bool:
        """Whether an effect that `commits_late` may add more for this card."""
        return True

    def recounts(self) -> bool:
        """Whether it counts cards that were revealed, so that those which have left the hand may matter."""
        return False

    def at_most(self, pool: "Pool", limits: Limits) -> int | None:
        """The most that one use adds to a total of the party (for each Hero, if it serves them all). A kind
        that is `stated` knows it; None: unknown.
        """
        return 0 if self.stated else None

    def draws(self, heroes: int) -> int | None:
        """The most cards that one use draws from the player's deck with this many Heroes in the hand. A kind
        that is `stated` knows it; None: unknown.
        """
        return 0 if self.stated else None

    def thrown_attack(self) -> int:
        """Attack that a Weapon adds once this effect threw it."""
        return 0

    def serve(self, hero: "Member") -> "Member":
        """The Hero after this effect, for effects that serve one Hero."""
        return hero

    def apply(self, play: "Play", use: "Use", destroyed: str) -> None:
        """Carry it out; `destroyed` is the id of the card paid as the price, if any."""
        play.change(use.target if self.target == "hero" else use.card, self.serve)


class Trait(Effect, frozen=True):
    """Standing abilities of Heroes and Weapons. Those of Items and Spells work in every battle, too."""

    recalls = False
    """Under one reading also counts Heroes that have left the hand."""
    reacts = False
    """Shown from the hand, it turns an effect of another player upon that player."""
    saves = False
    """Its bearer is discarded instead of destroyed."""
    returns = False
    """After a victory the Weapon goes on top of the deck."""

    @property
    def depends_on_hand(self) -> bool:
        """Whether it changes the Hero's Strength depending on the rest of the hand."""
        return overrides(type(self), Trait.strength_bonus)

    @property
    def shrinks(self) -> bool:
        """Whether it gives less when certain cards leave the hand while the party is prepared."""
        return overrides(type(self), Trait.magic_lost_with)

    @property
    def reaches(self) -> bool:
        """Whether it changes what other cards contribute or depends on the whole party."""
        reaching = (Trait.inspires, Trait.enchants, Trait.magic_factor, Trait.magic_of_surplus)
        return self.shrinks or overrides(type(self), *reaching)

    def at_most(self, pool: "Pool", limits: Limits) -> int | None:
        """The most that this trait lets its card add to a total, however the party is prepared. A kind that
        is `stated` knows it; None: unknown.
        """
        return 0 if self.stated else None

    def counted(self, hand: "Hand", hero: "Card") -> int:
        """How many of the cards that it counts are in the hand."""
        return 0

    def recounts(self) -> bool:
        """Whether it counts cards that were revealed, so that those which have left the hand may matter."""
        return False

    def tallies(self) -> bool:
        """Whether it counts the Spells that were used this turn, wherever they are now."""
        return False

    def hero_bonus(self, context: "BattleContext", hero: "Card", weapons: "Sequence[Card]") -> int:
        """Attack that the Hero itself gains; `weapons` are those given to it."""
        return 0

    def hero_magic(self, context: "BattleContext", hero: "Card") -> int:
        """Magic Attack that the Hero itself gains."""
        return 0

    def hero_light(self, context: "BattleContext") -> int:
        """Light that the Hero itself gains."""
        return 0

    def strength_bonus(self, hand: "Hand", hero: "Card") -> int:
        """Strength that the Hero itself gains."""
        return 0

    def magic_of_surplus(self) -> int:
        """Magic Attack that the Hero gains for each point of Light beyond the penalty."""
        return 0

    def magic_lost_with(self, card: "Card") -> int:
        """Magic Attack that the Hero loses when this card leaves the hand."""
        return 0

    def inspires(self, hero: "Card") -> int:
        """Attack that this other Hero gains."""
        return 0

    def enchants(self, card: "Card") -> int:
        """Magic Attack that this Item or Spell gains."""
        return 0

    def gold_for_magic(self) -> int:
        """The gold of the hand that brings an Item or a Spell 1 Magic Attack; 0 where gold brings none."""
        return 0

    def magic_factor(self) -> int:
        """What the party's Magic Attack is multiplied by."""
        return 1

    def bearer_strength(self) -> int:
        """Strength that the bearer of this Weapon gains."""
        return 0

    def more_weapons(self) -> int:
        """How many Weapons more the bearer of this one may carry."""
        return 0

    def keeps_from_attacking(self, context: "BattleContext") -> bool:
        """Whether the Hero cannot attack here."""
        return False

    def weapon_attack(self, context: "BattleContext", printed: int, bearer: "Card", strength: int) -> int:
        """The Weapon's Attack in these hands; `printed` is what it would be without this trait."""
        return printed


class MonsterTrait(Effect, frozen=True):
    """Traits of Monsters. They work in a Monster's favour while it stands in the Hall. (TS-11)"""

    silences_unequipped = False
    voids_spells = False
    voids_unequipped = False
    fixes_darkness = False
    dark = False
    """Cannot be chosen while a Light Penalty remains."""
    stays = False
    """Leaves the Hall only when defeated: no effect removes it, and neither does a lost attack."""

    def shuns(self) -> str:
        """The kind of card that nobody who attacks it may use or carry."""
        return ""

    def voids(self) -> str:
        """The subtype of Weapons that give nothing against it."""
        return ""

    def least_strength(self) -> int:
        """The Strength below which Heroes cannot attack it."""
        return 0

    def light(self) -> int:
        """What the Monster adds to the Light (negative: darker)."""
        return 0

    def need(self, monster: str) -> Need | None:
        """What the party needs to defeat the Monster, in addition to the Attack Value."""
        return None

    def health_steps(self, monster: str) -> Iterator[Step]:
        """How the trait changes the Monster's `health`."""
        yield from ()

    def steps(self, monster: str) -> Iterator[tuple[Phase, Step]]:
        """How the trait changes the totals."""
        yield from ()


class BattleEffect(Effect, frozen=True, kw_only=True):
    """What Monsters do in the battle. They do so whether it is won or lost. (TS-7.7)"""

    also: bool = False
    """Printed in one Battle Effect with the one before it: both are prevented or repeated together."""

    def recounts(self) -> bool:
        """Whether it counts cards that were revealed, so that those which have left the hand may matter."""
        return False

    @property
    def late(self) -> bool:
        """Whether it waits until every other Battle Effect was carried out."""
        return False

    @abstractmethod
    def apply(self, play: "Play") -> None:
        """Carry it out, or put the player's choice on the stack."""

    def upon(self, seat: int, monster: str) -> "Task | None":
        """The task for another player's hand, if any. It cannot affect the battle, so it waits until the
        battle is decided.
        """
        return None


class BreachEffect(Effect, frozen=True):
    """What Monsters do on reaching Rank 1. They do so once. (TS-16.1)"""

    @abstractmethod
    def apply(self, play: "Play", monster: str) -> None:
        """Carry it out, or put the players' choices on the stack."""


class GlobalEffect(Effect, frozen=True):
    """What Monsters do to everybody while they stand in the Dungeon. Space 0 is part of it. (DS-3)"""

    outside_only = False
    """It holds in space 0 alone."""

    def light(self) -> int:
        """What it adds to the Light in every Rank (negative: darker)."""
        return 0

    def darkness_factor(self) -> int:
        """What it multiplies the basic Light Penalty of every Rank by."""
        return 1

    def repeats(self) -> int:
        """How many more times it lets the attacked Monster carry out its Battle Effects."""
        return 0

    def after_defeat(self, play: "Play", monster: str) -> None:
        """What follows when another Monster is defeated; `monster` is the one whose effect this is."""


class TrapEffect(Effect, frozen=True):
    """What Traps do. They do so when they turn up while the Hall is filled. (DS-6)"""

    @abstractmethod
    def apply(self, play: "Play", trap: str) -> None:
        """Carry it out, or put the players' choices on the stack."""


class TreasureEffect(Effect, frozen=True):
    """What Treasures do for their owners. They work in front of a player, from a later turn on. (DS-7)"""

    when: ClassVar[Literal["village", "victory", "effect"]]
    """Used in the Village, after a victory, or when a Battle Effect strikes."""
    returns = False
    """The Treasure and the card under it go back to the deck when the game ends."""

    def refuse(self, book: "Book", state: "State", action: "UseTreasure") -> Reason | None:
        """Why it cannot be used so now, or None."""
        return None

    def cards(self, book: "Book", state: "State") -> list[int]:
        """The cards of the hand that it may be used on; -1 if it needs none."""
        return [-1]

    def apply(self, play: "Play", action: "UseTreasure") -> None:
        """Carry it out; the Treasure still lies there."""

    def after_defeat(self, play: "Play", owner: int, treasure: "Treasure") -> None:
        """What follows for a Treasure in front of `owner` when the active player has defeated a Monster."""


class SpoilsEffect(Effect, frozen=True, kw_only=True):
    """What victories bring in addition to the Monster itself. (TS-14)"""

    tagged: bool = True
    """Printed as Spoils; otherwise an ordinary ability, which a Hero destroyed in battle still has."""

    def experience(self, rank: int) -> int:
        """Extra XP for a Monster defeated in this Rank."""
        return 0

    happens = False
    """Always happens; the player only decides when."""

    @property
    def asks(self) -> bool:
        """Whether it leaves the player a choice."""
        return overrides(type(self), SpoilsEffect.answer)

    def attempts(self, book: "Book", state: "State") -> "list[Action]":
        """What the player might choose; empty for Spoils without a choice of this kind."""
        return []

    def refuse(self, book: "Book", state: "State", action: "Action") -> Reason | None:
        """Why that choice is not allowed, or None."""
        return "these Spoils leave nothing to choose", ("TS-14.1",)

    def answer(self, play: "Play", source: str, action: "Action") -> None:
        """Carry out the player's choice."""

    def forgo(self, play: "Play") -> None:
        """The player passes."""


class SettingEffect(Effect, frozen=True):
    """What Settings change for the whole game. They change the facts of cards. (DS-9)"""

    rules = ("DS-9",)

    @abstractmethod
    def change(self, card: "Card") -> "Card":
        """The card as it is in this Setting."""


class Scoring(Effect, frozen=True):
    """Victory Points that depend on what the players own at the end. They add to those printed. (TS-17.2)"""

    @abstractmethod
    def worth(self, book: "Book", owned: Sequence[Sequence[str]], player: int) -> int:
        """The points for its owner; `owned` holds all cards of each player."""


Count = Annotated[int, Meta(ge=1, le=20)]
"""How many cards, or how often."""
Number = Annotated[int, Meta(ge=0, le=99)]
"""A cost, a value, a requirement or an addition to a total; may be 0."""
Change = Annotated[int, Meta(ge=-9, le=9)]
"""An addition, or a reduction if negative."""
RankNumber = Annotated[int, Meta(ge=1, le=3)]
"""A Rank of the Hall."""
