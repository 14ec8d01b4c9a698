"""What one line of an ability card tells a figure to do. (GL-ability)

The same types serve monsters, bosses and characters.
"""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from typing import Literal

import msgspec

from tsolve.games.gloomhaven.hexes import Hex
from tsolve.games.gloomhaven.traits import Condition as Condition
from tsolve.games.gloomhaven.traits import Trait

Element = Literal["fire", "ice", "air", "earth", "light", "dark", "any"]
"""`any`: the wild icon, one element of the player's choice. (GH-9.6)"""


What = Literal[
    "hexes moved",
    "damage dealt",
    "hit points",
    "missing hit points",
    "lost cards",
    "own summons",
    "maximum of the target",
    "shield of the target",
    "negative conditions of the target",
    "allies beside the target",
]
"""What may be counted: of the turn of the acting figure, of itself, or of a target."""


class Count(msgspec.Struct, frozen=True):
    """An amount that is worked out. (GH-6.7)"""

    what: What
    times: int = 1
    over: int = 1
    """Divided by this."""
    up: bool = False
    """Rounded up, not down."""

    @property
    def of_target(self) -> bool:
        """Whether it is counted of a target."""
        return self.what.endswith("the target")

    @property
    def in_words(self) -> str:
        """The words for it."""
        how = "twice " if self.times == 2 else "half " if self.over == 2 else ""
        return f"{how}{self.what}{', rounded up' if self.up else ''}"


class Amount(msgspec.Struct, frozen=True):
    """A printed number: as it stands (`attack 3`), or relative to the statistics (`attack +1`). (GH-12.30)"""

    number: int
    relative: bool = False
    counts: Count | None = None
    """What is added to it."""


class Pattern(msgspec.Struct, frozen=True):
    """An area: its hexes, as seen from the attacker where the pattern shows it. (GH-6.3)"""

    hexes: tuple[Hex, ...]
    is_melee: bool
    name: str = ""
    body: tuple[Hex, ...] = ()
    """The hexes on which a large attacker stands."""


class Whom(msgspec.Struct, frozen=True):
    """The figures that an ability without an attack affects. (GH-7.2, GH-4.4)"""

    side: Literal["self", "enemies", "allies", "everybody", "summons", "all summons", "same", "target"]
    """`everybody`: enemies and allies, not the figure itself; `summons`: those of the figure alone, `all
    summons` those of its allies as well; `same`: the one that was chosen last in this action; `target`: that
    of the attack before.
    """
    within: int | None = None
    """Hexes from the figure, 1 for adjacent; None for anywhere on the map."""
    each: bool = True
    """All of them, or some that are chosen."""
    and_self: bool = False
    from_target: bool = False
    """Counted from the target of the preceding attack, not from the acting figure."""
    in_range: bool = False
    """Within the range of the acting figure, in place of `within`."""
    number: int = 1
    """How many may be chosen, where not all of them are affected."""
    that: tuple[Trait, ...] = ()
    """Only those of whom all of this is so."""
    exactly: bool = False
    """At `within` hexes, not nearer."""
    area: Pattern | None = None
    """Those in an area, which must come `within` range."""
    attacked: bool = False
    """The area is that of the attack before: whoever else stands in it."""
    from_it: bool = False
    """Counted from the figure or the hex that was chosen last in this action, not from the acting figure."""
    in_room: bool = False
    """Those in the room in which the acting figure stands."""
    moved_through: bool = False
    """Those whose hexes the acting figure has entered with its last move."""
    name: str = ""
    """The one of this name, such as the bear."""

    @property
    def is_chosen(self) -> bool:
        """Whether some of several figures are chosen."""
        return self.area is not None or (not self.each and self.side not in ("self", "same", "target"))

    @property
    def most(self) -> int:
        """How many may be chosen."""
        return 99 if self.area is not None else self.number


SELF = Whom("self")


class Bonus(msgspec.Struct, frozen=True):
    """What an attack gains against a target of which something is so. (GH-6.7)"""

    attack: int = 0
    when: tuple[Trait, ...] = ()
    """All of this must be so."""
    per: What | None = None
    """It comes as often as this counts."""
    pierce: int = 0
    push: int = 0
    pull: int = 0
    conditions: tuple[Condition, ...] = ()
    advantage: bool = False
    experience: int = 0
    """What a character gains with it; once for an ability if nothing is asked of the target."""
    kills: bool = False
    """The target is killed in place of the attack."""
    doubled: bool = False
    """The attack value is doubled. (GH-6.7)"""

    @property
    def asks_target(self) -> bool:
        """Whether it depends on who is attacked."""
        of_target = self.per is not None and Count(self.per).of_target
        return of_target or any(each.of == "target" for each in self.when)

    @property
    def is_plain(self) -> bool:
        """Whether it only changes the attack value."""
        return self == Bonus(self.attack, self.when)


class PerTargets(msgspec.Struct, frozen=True):
    """What a character gains for the targets of an attack. (GH-7.1)"""

    experience: int
    every: int = 1
    """For every so many targets, or so much damage."""
    of_damage: bool = False


class Move(msgspec.Struct, frozen=True):
    """Movement points. (GH-3.1)"""

    amount: Amount
    jump: bool = False
    augments: tuple["Augment", ...] = ()
    only: Literal["", "straight", "beside an obstacle"] = ""
    """Along a straight line, or to a hex beside an obstacle; empty for anywhere."""
    loots: bool = False
    """Whether the money of each hex that it enters is taken. (GH-2.9)"""


class Breaking(msgspec.Struct, frozen=True):
    """What a push through obstacles does: each that is in its way is removed. (GH-1.6, GH-7.5)"""

    damage: int
    """What the target suffers for each."""
    experience: int = 0
    """What the character gains for each."""


class Attack(msgspec.Struct, frozen=True):
    """An attack ability with all that is printed beside it. (GH-6)"""

    amount: Amount
    range: Amount | None = None
    """None: that of the statistics, or melee."""
    targets: int | None = None
    """How many figures; None: what the statistics say, or one."""
    all_adjacent: bool = False
    all_in_range: bool = False
    area: Pattern | None = None
    pierce: int = 0
    push: int = 0
    pull: int = 0
    conditions: tuple[Condition, ...] = ()
    add_target: int = 0
    """Further targets on top. (GH-7.7)"""
    advantage: bool = False
    disadvantage: bool = False
    doubled: bool = False
    """Its value is doubled. (GH-6.7)"""
    bonuses: tuple[Bonus, ...] = ()
    breaks: Breaking | None = None
    """Whether its push goes through obstacles."""
    whom: Whom | None = None
    """The figures that are attacked, in place of those in its range."""
    all_on_one: bool = False
    """The further targets of the statistics become further attacks on the focus."""
    damaging: tuple["Ability", ...] = ()
    """Performed once for each target that it damaged."""
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


class NegateDamage(msgspec.Struct, frozen=True):
    """Figures negate the damage that they would suffer. (GH-10.3)"""

    whom: Whom = SELF
    fatal: bool = False
    """Only damage that would take their last hit point."""
    of_attacks: bool = False
    """Only damage of attacks."""


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


class Refresh(msgspec.Struct, frozen=True):
    """Items of a character that were used up can be used again. (GH-11.13)"""

    number: int | None
    """Up to so many; None: all of them."""
    used_up: Literal["spent", "consumed", ""] = ""
    """Only items that are spent, or only those that are consumed."""
    kind: Literal["small", "weapon", ""] = ""
    """Only small items, or only those that are held in hands."""
    whom: Whom = SELF


class Uncurse(msgspec.Struct, frozen=True):
    """The curses leave the performer's modifier deck, which is shuffled. (GH-8.11)"""


class EndAll(msgspec.Struct, frozen=True):
    """The performer is exhausted once its action is over. (GH-11.9)"""


class Doubled(msgspec.Struct, frozen=True):
    """An item doubles a heal. (GH-11.8)"""


class OneMore(msgspec.Struct, frozen=True):
    """One more half is played, of a card from the hand. (GH-11.18)"""

    side: Literal["top", "bottom"]


class Give(msgspec.Struct, frozen=True):
    """Characters get a pack, a card for their hands. (GH-11.16)"""

    card: str
    whom: Whom


class Bestow(msgspec.Struct, frozen=True):
    """The card lies before another character, as its own, and does this for it. (GH-11.15)"""

    whom: Whom
    then: tuple["Ability", ...]


class Cure(msgspec.Struct, frozen=True):
    """Negative conditions are taken away. (GH-8.17)"""

    number: int | None
    """So many; None: all of them."""
    whom: Whom = SELF


class Infuse(msgspec.Struct, frozen=True):
    """An element becomes strong at the end of the turn. (GH-9.2)"""

    element: Element


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
    conditions: tuple[Condition, ...] = ()
    area: Pattern | None = None
    whom: Whom | None = None
    all_in_range: bool = False
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


class Pay(msgspec.Struct, frozen=True):
    """Abilities that are performed if their performer bears a harm. (GH-11.14)"""

    price: "Suffer | Place"
    then: tuple["Ability", ...]


class Command(msgspec.Struct, frozen=True):
    """Other figures perform abilities at once, out of their turns. (GH-11.20)"""

    whom: Whom
    then: tuple["Ability", ...]
    ends_beside: bool = False
    """Whether a move must end beside the figure that leads."""


class Summoned(msgspec.Struct, frozen=True):
    """The statistics of a summoned figure, as printed on the character's card. (GH-11.1)"""

    hp: int
    move: int = 0
    """0: it does not move, as printed by a dash."""
    attack: int = 0
    """0: it does not attack."""
    range: int = 0
    """0: it attacks in melee."""
    shield: int = 0
    retaliate: int = 0
    retaliate_range: int = 1
    pierce: int = 0
    targets: int = 1
    conditions: tuple[Condition, ...] = ()
    """On every target of every attack."""
    flying: bool = False
    half_its_hit_points: bool = False
    """Whether its attack is half its hit points, rounded up, in place of a number."""
    lasting: tuple["Ability", ...] = ()
    """What lasts as long as it is there, and what it does when it dies."""


class Summon(msgspec.Struct, frozen=True):
    """A figure that comes into play. (GH-11.1, GH-12.34)"""

    name: str
    rank: Literal["normal", "elite", ""] = ""
    """Empty: the scenario decides."""
    count: int = 1
    per_character: bool = False
    """`count` of them for each character."""
    by_target: bool = False
    """Next to the target of the preceding attack, not to the summoner."""
    shares_hit_points: bool = False
    """It starts with the summoner's present hit points, not above its own maximum."""
    statistics: Summoned | None = None
    """None: those of the monster of this name."""


class CreateTrap(msgspec.Struct, frozen=True):
    """A trap in the adjacent empty hex closest to an enemy."""

    damage: int
    conditions: tuple[Condition, ...] = ()
    experience: int = 0
    """What its owner gains once an enemy springs it. (GH-7.1)"""
    beside: tuple["Ability", ...] = ()
    """What enemies of its side beside it suffer or get when it is sprung."""


class PutObstacles(msgspec.Struct, frozen=True):
    """Obstacles come into empty hexes. (GH-1.12)"""

    number: int
    within: int = 1
    """How far from the figure; 1 for adjacent."""
    beside: tuple["Ability", ...] = ()
    """What is done to those beside any of them."""
    area: Pattern | None = None
    """They lie in this pattern, all of it within range."""
    in_its_hex: bool = False
    """In the hex of the figure that was chosen last in this action."""


class Remove(msgspec.Struct, frozen=True):
    """Obstacles or traps leave the map. (GH-1.6, GH-1.7)"""

    what: Literal["obstacle", "trap"]
    within: int = 1
    each: bool = False
    """All of them, or one that is chosen."""
    sprung_by: Whom | None = None
    """Who suffers the trap that is removed."""
    moves_within: int | None = None
    """How far from the figure the obstacle that is removed comes back."""
    beside: tuple["Ability", ...] = ()
    """What is done to those who stood beside it."""


class Swap(msgspec.Struct, frozen=True):
    """The figure changes places with another one. (GH-11.24)"""

    whom: Whom


class Teleport(msgspec.Struct, frozen=True):
    """The figure comes into an empty hex without moving there. (GH-11.24)"""

    to_its_hex: bool = False
    """Into the hex of the target, where it stood; else into any."""


class Loot(msgspec.Struct, frozen=True):
    """Money tokens within this range. (GH-12.34)"""

    range: int
    augments: tuple["Augment", ...] = ()
    per_enemy: int = 0
    """Further tokens, from the supply, for each adjacent enemy."""


class Experience(msgspec.Struct, frozen=True):
    """Experience points for a character. (GH-7.1)"""

    amount: int


class OnDeath(msgspec.Struct, frozen=True):
    """What the figure does when it dies this round."""

    then: tuple["Ability", ...]


class UntilRoundEnd(msgspec.Struct, frozen=True):
    """An effect that lasts until the end of the round. (GH-12.35)"""

    effect: Literal["attackers_have_disadvantage", "allies_attack_plus_1"]
    whom: Whom = SELF
    """Attacks against whom have disadvantage."""


class Special(msgspec.Struct, frozen=True):
    """The special ability of a boss, by its number. (GH-12.36)"""

    number: Literal[1, 2]


class ScenarioStep(msgspec.Struct, frozen=True):
    """Something that only the scenario book describes, so that it cannot be computed here."""

    text: str


class ExtraTurn(msgspec.Struct, frozen=True):
    """Every figure of a type takes one more turn."""

    name: str


Reach = Literal["", "melee", "ranged"]
"""Which attacks: all of them, those in melee, or ranged ones. (GH-4.1)"""


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


class MoveChange(msgspec.Struct, frozen=True):
    """What changes moves as long as it lasts. (GH-10.1, GH-10.4)"""

    change: Move
    of: Whom = SELF


class HealChange(msgspec.Struct, frozen=True):
    """What changes heals as long as it lasts: those of the bearer, or those on it. (GH-10.1, GH-10.4)"""

    amount: int
    on_it: bool = False
    cures: bool = False
    """Whether whoever is healed first loses all negative conditions. (GH-8.17)"""
    packs: bool = False
    """Only heals of packs, by whoever plays them. (GH-11.16)"""


Event = Literal[
    "turn start",
    "turn end",
    "before attack action",
    "after attack action",
    "after move action",
    "attack",
    "melee attack",
    "attacked",
    "damaged",
    "kill",
    "death",
    "doomed death",
    "round end",
    "long rest",
]
"""What may happen to the bearer of a lasting effect. `attack`: each one that it makes; `doomed death`: an
enemy dies that bears a doom of its own.
"""


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


class Immune(msgspec.Struct, frozen=True):
    """Figures do not get these conditions, or are not pushed and pulled, as long as it lasts. (GH-8.15)"""

    to: tuple[str, ...]
    whom: Whom = SELF


class Flying(msgspec.Struct, frozen=True):
    """The bearer flies as long as it lasts. (GH-3.4)"""


class Becomes(msgspec.Struct, frozen=True):
    """The bearer gets another condition in place of one. (GH-8.1)"""

    condition: Condition
    other: Condition


Sort = Literal["song", "augment", "doom"]
"""Sorts of effects of which a character has one at a time."""


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
    | NegateDamage
    | Recover
    | Refresh
    | Cure
    | Uncurse
    | EndAll
    | OneMore
    | Doubled
    | Give
    | Bestow
    | Infuse
    | Consume
    | If
    | Pay
    | Command
    | Summon
    | CreateTrap
    | PutObstacles
    | Remove
    | Swap
    | Teleport
    | Loot
    | Experience
    | OnDeath
    | UntilRoundEnd
    | Special
    | ScenarioStep
    | ExtraTurn
    | AttackChange
    | MoveChange
    | HealChange
    | Whenever
    | Immune
    | Flying
    | Becomes
    | OneOf
)
STAYING = AttackChange | MoveChange | HealChange | Whenever | Immune | Flying | Becomes | OneOf
"""Abilities that only say what lasts, beside shields and the like: no bound of a search counts them."""

Affecting = Shield | Retaliate | Place | Shove | Suffer | Kill
"""Abilities that affect the figures that they name. (GH-7.2)"""
Augmented = Move | Attack | Heal | Shield | Retaliate | Place | Shove | Suffer | Kill | Recover | Loot
"""Abilities that consumed elements may change. (GH-9.4)"""


def at_most(printed: int, augments: tuple[Augment, ...]) -> int:
    """The number of an ability with all that consumed elements may add to it."""
    replaced = (each.replaced_by for each in augments if each.replaced_by is not None)
    return max((printed, *replaced)) + sum(max(each.amount, 0) for each in augments)
