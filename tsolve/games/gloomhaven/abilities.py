"""What one line of an ability card tells a figure to do. (GL-ability)

The same types serve monsters, bosses and characters. Those that neither hold other abilities nor are changed
by consumed elements stand in `simple_abilities`, those that change what is on the map in `map_abilities`.
"""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from typing import Literal

import msgspec

from tsolve.games.gloomhaven.ability_parts import (
    SELF,
    Amount,
    Bonus,
    Breaking,
    Count,
    Element,
    Event,
    Pattern,
    PerTargets,
    Reach,
    Sort,
    Whom,
)
from tsolve.games.gloomhaven.map_abilities import CreateTrap, PutObstacles, Remove, Summon
from tsolve.games.gloomhaven.simple_abilities import (
    AugmentsAtRange,
    Becomes,
    DoubledCurses,
    DrawsAttacks,
    Flying,
    Grounded,
    HealChange,
    HealsFor,
    Immune,
    LastInFocus,
    MovesAsAttacks,
    NoDoubling,
    RetaliateChange,
    SimpleAbility,
    SwapsSides,
    TwoAtOnce,
    Unhindered,
)
from tsolve.games.gloomhaven.traits import Condition as Condition
from tsolve.games.gloomhaven.traits import Trait


class Move(msgspec.Struct, frozen=True):
    """Movement points. (GH-3.1)"""

    amount: Amount
    jump: bool = False
    augments: tuple["Augment", ...] = ()
    only: Literal["", "straight", "beside an obstacle"] = ""
    """Along a straight line, or to a hex beside an obstacle; empty for anywhere."""
    loots: bool = False
    """Whether the money of each hex that it enters is taken. (GH-2.9)"""
    doubled: bool = False
    """Whether its movement points are doubled, after what is added to them."""
    clears: bool = False
    """Whether the obstacles and traps of the hexes that it passes are removed. (GH-1.6, GH-1.7)"""


class Attack(msgspec.Struct, frozen=True):
    """An attack ability with all that is printed beside it. (GH-6)"""

    amount: Amount
    range: Amount | None = None
    """None: that of the statistics, or melee."""
    targets: int | None = None
    """How many figures; None: what the statistics say, or one."""
    all_adjacent: bool = False
    all_in_range: bool = False
    on_the_path: bool = False
    """Whether all enemies on a path to its target are attacked, too."""
    area: Pattern | None = None
    pierce: int = 0
    push: int = 0
    pull: int = 0
    conditions: tuple[Condition, ...] = ()
    add_target: int = 0
    """Further targets on top. (GH-7.7)"""
    target_each: bool = False
    """Whether it has a target for each point of the harm that was borne for it. (GH-11.14)"""
    advantage: bool = False
    disadvantage: bool = False
    doubled: bool = False
    """Its value is doubled. (GH-6.7)"""
    bonuses: tuple[Bonus, ...] = ()
    breaks: Breaking | None = None
    """What obstacles do through which its push goes; without it they stop it."""
    blocked: Breaking | None = None
    """What each hex does by which its push falls short, because something is in the way."""
    whom: Whom | None = None
    """The figures that are attacked, in place of those in its range."""
    all_on_one: bool = False
    """The further targets of the statistics become further attacks on the focus."""
    damaging: tuple["Ability", ...] = ()
    """Performed once for each target that it damaged."""
    after: tuple["Ability", ...] = ()
    """Performed after the attack on each target, whether or not there was damage."""
    then: tuple["Ability", ...] = ()
    """Performed once, after the attacks on all targets."""
    added: tuple[tuple[str, int], ...] = ()
    """What items add to the attack value, by name. (GH-11.8)"""
    augments: tuple["Augment", ...] = ()
    per_targets: PerTargets | None = None

    @property
    def parts(self) -> tuple["Attack | Bonus", ...]:
        """Itself and its conditional bonuses: all that brings effects."""
        return self, *self.bonuses


class Heal(msgspec.Struct, frozen=True):
    """Restored hit points. (GH-10.8)"""

    amount: int
    whom: Whom = SELF
    range: int | None = None
    """One figure within this range, the healer itself among them; None where `whom` says who."""
    targets: int = 1
    """How many figures within `range`."""
    augments: tuple["Augment", ...] = ()
    counts: Count | None = None
    """What is added to the amount."""
    times: int = 1
    """2: an item has doubled it."""


class Shield(msgspec.Struct, frozen=True):
    """Less damage of attacks until the end of the round. (GH-10.6, GH-12.35)"""

    amount: int
    whom: Whom = SELF
    augments: tuple["Augment", ...] = ()


class Retaliate(msgspec.Struct, frozen=True):
    """Damage to attackers until the end of the round. (GH-10.7)"""

    amount: int
    range: int = 1
    whom: Whom = SELF
    augments: tuple["Augment", ...] = ()
    experience: int = 0
    """What a character gains each time it retaliates. (GH-7.1)"""


class Place(msgspec.Struct, frozen=True):
    """Conditions that are placed without an attack. (GH-7.2, GH-8.2)"""

    conditions: tuple[Condition, ...]
    whom: Whom = SELF
    augments: tuple["Augment", ...] = ()


class Shove(msgspec.Struct, frozen=True):
    """Push or pull without an attack: one of the two, the other is 0. (GH-7.2 to GH-7.4)"""

    push: int
    pull: int
    whom: Whom
    conditions: tuple[Condition, ...] = ()
    augments: tuple["Augment", ...] = ()


class Suffer(msgspec.Struct, frozen=True):
    """Damage without an attack. (GH-10.9)"""

    amount: int
    whom: Whom = SELF
    augments: tuple["Augment", ...] = ()
    counts: Count | None = None
    """What is added to the amount."""


class Kill(msgspec.Struct, frozen=True):
    """Figures are killed, without any damage. (GH-7.2, GH-2.12)"""

    whom: Whom
    augments: tuple["Augment", ...] = ()
    experience: int = 0
    """What a character gains for each of them. (GH-7.1)"""


class Recover(msgspec.Struct, frozen=True):
    """A character takes discarded or lost cards back into its hand. (GH-11.12)"""

    number: int | None
    """Up to so many; None: all of them."""
    lost: bool = False
    """Lost cards, not discarded ones."""
    per_ally: bool = False
    """So many for each ally adjacent to the performer."""
    of_summons: bool = False
    """Only cards that summon."""
    whom: Whom = SELF
    augments: tuple["Augment", ...] = ()


class Bestow(msgspec.Struct, frozen=True):
    """The card lies before another character, as its own, and does this for it. (GH-11.15)"""

    whom: Whom
    then: tuple["Ability", ...]


class Consume(msgspec.Struct, frozen=True):
    """Abilities that are performed if the elements are consumed. (GH-9.4)"""

    elements: tuple[Element, ...]
    then: tuple["Ability", ...]
    otherwise: tuple["Ability", ...] = ()
    """What is performed if they are not."""


class If(msgspec.Struct, frozen=True):
    """Abilities that are performed if something is so of the acting figure, and others if not. (GH-2.6)"""

    when: tuple[Trait, ...]
    then: tuple["Ability", ...]
    otherwise: tuple["Ability", ...] = ()


class Augment(msgspec.Struct, frozen=True):
    """How the consumed elements change one ability. (GH-9.4)"""

    elements: tuple[Element, ...]
    amount: int = 0
    """Added to the number of the ability, such as attack, move, heal, or the number of cards."""
    replaced_by: int | None = None
    """The amount that replaces the printed one."""
    range: int = 0
    targets: int | None = None
    pierce: int = 0
    push: int = 0
    pull: int = 0
    add_target: int = 0
    conditions: tuple[Condition, ...] = ()
    area: Pattern | None = None
    whom: Whom | None = None
    all_in_range: bool = False
    on_the_path: bool = False
    advantage: bool = False
    jump: bool = False
    bonuses: tuple[Bonus, ...] = ()
    then: tuple["Ability", ...] = ()
    """Performed after the ability."""
    instead: tuple["Ability", ...] = ()
    """Performed in place of the ability."""
    per_target_damaged: tuple["Ability", ...] = ()
    """Performed once for each target that the attack damaged."""
    experience: int = 0
    """What a character gains with it."""
    source: str = ""
    """The card of the lasting effect that brings it, while it is played."""


class Priced(Augment, frozen=True, kw_only=True):
    """How an ability is changed by a harm that its performer chooses to bear. (GH-11.14)

    The amount is what the whole price brings.
    """

    price: "Suffer | Place"
    up_to: bool = False
    """Whether less damage may be borne, for a part of the amount: the same for each point."""

    def at(self, damage: int) -> "Priced":
        """What so much damage brings."""
        assert isinstance(self.price, Suffer)
        amount = self.amount * damage // self.price.amount
        price = msgspec.structs.replace(self.price, amount=damage)
        return msgspec.structs.replace(self, amount=amount, price=price, up_to=False)


class Either(msgspec.Struct, frozen=True):
    """One of several abilities is performed. (GH-2.6)"""

    of: tuple["Ability", ...]


class Pay(msgspec.Struct, frozen=True):
    """Abilities that are performed if their performer bears a harm. (GH-11.14)"""

    price: "Suffer | Place"
    then: tuple["Ability", ...]
    up_to: bool = False
    """Whether less damage may be borne: attacks may count their targets by it."""


class Command(msgspec.Struct, frozen=True):
    """Other figures perform abilities at once, out of their turns. (GH-11.20)"""

    whom: Whom
    then: tuple["Ability", ...]
    ends_beside: bool = False
    """Whether a move must end beside the figure that leads."""


class Loot(msgspec.Struct, frozen=True):
    """Money tokens within this range. (GH-12.34)"""

    range: int
    augments: tuple["Augment", ...] = ()
    per_enemy: int = 0
    """Further tokens, from the supply, for each adjacent enemy."""


class OnDeath(msgspec.Struct, frozen=True):
    """What the figure does when it dies this round."""

    then: tuple["Ability", ...]


class AttackChange(msgspec.Struct, frozen=True):
    """What changes attacks as long as it lasts. (GH-10.1, GH-10.4)"""

    change: Attack
    """The change, as a relative attack: `attack +2`, `attack +0, range +1, poison`."""
    reach: Reach = ""
    of: Whom | None = SELF
    """Whose attacks, seen from the bearer, or from the owner of a mark; None for anybody's."""
    on_it: bool = False
    """Whether attacks on the bearer are changed, not those that it makes."""
    actions: bool = False
    """Whether a slot counts for a whole attack action."""
    invisible: bool = False
    """Only while the attacker is invisible."""
    by_command: bool = False
    """Only attacks of summons that are led out of their turn. (GH-11.20)"""
    of_augments: bool = False
    """Only attacks of an action that brings an augment. (GH-10.10)"""
    moved: int = 0
    """Only once the attacker has moved so many hexes in its turn."""
    once: bool = False
    """Only the first of such attacks in a turn."""


class MoveChange(msgspec.Struct, frozen=True):
    """What changes moves as long as it lasts. (GH-10.1, GH-10.4)"""

    change: Move
    of: Whom = SELF


class Whenever(msgspec.Struct, frozen=True):
    """Abilities that are performed each time something happens, as long as it lasts. (GH-10.1, GH-10.4)"""

    event: Event
    then: tuple["Ability", ...]
    invisible: bool = False
    """Only while the bearer is invisible."""
    unless: Element | None = None
    """Not while this element is strong."""
    at_least: int = 0
    """Only if it has moved so many hexes in its turn, or more."""
    at_most: int | None = None
    """Only if it has moved so many hexes in its turn, or fewer."""
    strong: Element | None = None
    """Only while this element is strong."""
    of: Whom = SELF
    """To whom it happens, as seen from the bearer: who performs the abilities, too."""
    hazard: bool = False
    """Only if it has entered hazardous terrain in its turn."""


class While(msgspec.Struct, frozen=True):
    """What lasts only while something is so of its bearer. (GH-10.1, GH-10.4)"""

    when: tuple[Trait, ...]
    then: tuple["Ability", ...]


class ThisTurn(msgspec.Struct, frozen=True):
    """Lasting effects that end with the turn. (GH-10.4)"""

    then: tuple["Ability", ...]


class OneOf(msgspec.Struct, frozen=True):
    """Lasting effects of a sort of which a character has one card at a time. A doom lies on an enemy, its
    owner's mark; the others on their owner.
    """

    sort: Sort
    then: tuple["Ability", ...]


Ability = (
    Move
    | Attack
    | Heal
    | Shield
    | Retaliate
    | Place
    | Shove
    | Suffer
    | Kill
    | Recover
    | Bestow
    | Consume
    | If
    | Either
    | Pay
    | Command
    | Summon
    | CreateTrap
    | PutObstacles
    | Remove
    | Loot
    | OnDeath
    | AttackChange
    | MoveChange
    | Whenever
    | While
    | ThisTurn
    | OneOf
    | SimpleAbility
)
STAYING = (
    AttackChange
    | MoveChange
    | HealChange
    | Whenever
    | While
    | Immune
    | Flying
    | Becomes
    | Unhindered
    | NoDoubling
    | LastInFocus
    | RetaliateChange
    | DrawsAttacks
    | AugmentsAtRange
    | MovesAsAttacks
    | HealsFor
    | DoubledCurses
    | SwapsSides
    | TwoAtOnce
    | Grounded
    | ThisTurn
    | OneOf
)
"""Abilities that only say what lasts, beside shields and the like: no bound of a search counts them."""

Affecting = Shield | Retaliate | Place | Shove | Suffer | Kill
"""Abilities that affect the figures that they name. (GH-7.2)"""
Augmented = Move | Attack | Heal | Shield | Retaliate | Place | Shove | Suffer | Kill | Recover | Loot
"""Abilities that consumed elements may change. (GH-9.4)"""


def at_most(printed: int, augments: tuple[Augment, ...]) -> int:
    """The number of an ability with all that consumed elements may add to it."""
    replaced = (each.replaced_by for each in augments if each.replaced_by is not None)
    return max((printed, *replaced)) + sum(max(each.amount, 0) for each in augments)
