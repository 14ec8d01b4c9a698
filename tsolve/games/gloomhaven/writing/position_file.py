"""The position file of Gloomhaven as types: what may be written, with the texts of its JSON Schema."""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from typing import Annotated, Literal

from msgspec import Meta

from tsolve.games.gloomhaven.writing.card_file import CardFile, Names
from tsolve.games.gloomhaven.writing.map_file import (
    Conditions,
    MapFile,
    Number,
    Pair,
    Place,
    Side,
    Written,
)
from tsolve.turns.position import CardName
from tsolve.turns.position import PositionFile as AnyPositionFile

Initiative = Annotated[int, Meta(ge=1, le=99)]
Modifiers = Annotated[
    tuple[str | None, ...],
    Meta(
        max_length=300,
        description="Modifier cards: `+1`, `x2`, `null`, `bless`, `rolling pierce 3`; `2 x curse` for two.",
    ),
]
HitPoints = Annotated[
    Annotated[int, Meta(ge=1, le=999)] | None, Meta(description="Hit points left; all by default.")
]


class EffectFile(Written, frozen=True):
    """A bonus that lasts, and the card that it comes from."""

    ability: str
    """The ability: `shield 1`, `retaliate 2, range 3`."""
    source: str = ""
    """The card that it comes from."""
    lasts: Annotated[
        Literal["round", "persistent"],
        Meta(description="Whether it ends with the round. (GH-10.1, GH-10.4)"),
    ] = "round"


Effects = Annotated[
    tuple[str | EffectFile, ...],
    Meta(
        max_length=50,
        description="Bonuses that last: `[shield 1]`, `[retaliate 2, ...]`, as ability cards say them.",
    ),
]


class StatsFile(Written, frozen=True):
    """Statistics as a card prints them; of a known monster those that are given replace the ruleset's."""

    hp: Annotated[Annotated[int, Meta(ge=1, le=999)] | None, Meta(description="All its hit points.")] = None
    move: Number | None = None
    """Movement points of `move +0`."""
    attack: Number | None = None
    """The value of `attack +0`."""
    range: Annotated[
        Number | None, Meta(description="The range of its attacks; 0 or left out for melee.")
    ] = None
    shield: Number | None = None
    """Printed shield."""
    retaliate: Number | None = None
    """Printed retaliate."""
    retaliate_range: Number | None = None
    """The range of its retaliate, 1 by default."""
    pierce: Number | None = None
    """Pierce of every attack."""
    targets: Annotated[
        Annotated[int, Meta(ge=1, le=99)] | None, Meta(description="Figures that each attack may hit.")
    ] = None
    apply: Annotated[Conditions | None, Meta(description="Conditions on every target of every attack.")] = (
        None
    )
    advantage: bool | None = None
    """Whether all its attacks have advantage."""
    attackers_have_disadvantage: bool | None = None
    """Whether attacks against it have disadvantage."""
    flying: bool | None = None
    """Whether it flies. (GH-3.4)"""
    immunities: Annotated[
        Conditions | None, Meta(description="Conditions that it ignores; `push` and `pull` too. (GH-8.15)")
    ] = None


class CharacterFile(Written, frozen=True):
    """A character."""

    at: Place
    initiative: Annotated[Initiative | None, Meta(description="Of this round, 1 to 99.")] = None
    rests: Annotated[bool, Meta(description="Whether it takes a long rest: initiative 99. (GH-2.4)")] = False
    hp: HitPoints = None
    max_hp: Annotated[
        Annotated[int, Meta(ge=1, le=999)] | None, Meta(description="All its hit points; `hp` by default.")
    ] = None
    conditions: Annotated[
        Conditions,
        Meta(description="`fresh stun` is one that was placed during the figure's own turn. (GH-8.3)"),
    ] = ()
    effects: Effects = ()
    flying: bool = False
    """Whether it flies. (GH-3.4)"""
    acted: bool = False
    """Whether its turn of this round is over."""
    cards: Annotated[
        dict[CardName, CardFile],
        Meta(
            max_length=50,
            description="Its ability cards by name, as they are printed: "
            "`{Trample: {initiative: 72, top: [attack 3], bottom: [move 4, jump]}}`.",
        ),
    ] = {}  # noqa: RUF012  # a struct copies it
    plays: Annotated[
        Names | None, Meta(description="The two cards chosen for this round, the leading one first. (GH-2.2)")
    ] = None
    hand: Annotated[
        Names | None,
        Meta(description="Cards in hand; by default all `cards` that are named nowhere else."),
    ] = None
    discarded: Names = ()
    """Discarded cards."""
    lost: Names = ()
    """Lost cards."""
    active: Annotated[Names, Meta(description="Cards in the active area. (GH-10.1)")] = ()
    experience: Annotated[int, Meta(ge=0, le=9999, description="Experience points so far.")] = 0
    money: Annotated[int, Meta(ge=0, le=9999, description="Money tokens looted so far.")] = 0


class SummonFile(Written, frozen=True):
    """A character's summon. Those of one owner stand in the order in which they were summoned. (GH-11.3)"""

    at: Place
    of: Annotated[CardName, Meta(description="The character that summoned it.")]
    hp: HitPoints = None
    stats: StatsFile = StatsFile()
    """Its statistics."""
    conditions: Annotated[Conditions, Meta(description="`fresh stun` is one of its own turn. (GH-8.3)")] = ()
    effects: Effects = ()
    new: bool = False
    """Whether it was summoned this round: then it does not act. (GH-11.3)"""
    acted: bool = False
    """Whether its turn of this round is over."""


class MonsterFile(Written, frozen=True):
    """A monster or a boss; its key is its type and, but for a boss, the number of its standee."""

    at: Place
    rank: Annotated[
        Literal["normal", "elite"] | None, Meta(description="Normal by default; a boss has none. (GH-12.3)")
    ] = None
    hp: HitPoints = None
    stats: Annotated[
        StatsFile, Meta(description="Statistics of a type that the ruleset does not have, or changed ones.")
    ] = StatsFile()
    conditions: Annotated[Conditions, Meta(description="`fresh stun` is one of its own turn. (GH-8.3)")] = ()
    effects: Effects = ()
    summoned: Annotated[
        bool, Meta(description="Whether it was summoned or spawned: it drops no money. (GH-2.12)")
    ] = False
    new: bool = False
    """Whether it was summoned or spawned this round: then it does not act. (GH-12.34)"""
    acted: bool = False
    """Whether its turn of this round is over."""


class ObjectFile(Written, frozen=True):
    """An obstacle with hit points, or a token that fights for a side. (GH-1.1, GH-1.6)"""

    at: Place
    hp: HitPoints = None
    max_hp: Annotated[
        Annotated[int, Meta(ge=1, le=999)] | None, Meta(description="All its hit points; `hp` by default.")
    ] = None
    side: Annotated[Side, Meta(description="The side to which it belongs: the other one attacks it.")] = (
        "monsters"
    )


class AbilityCardFile(Written, frozen=True):
    """A monster ability card that the ruleset does not have, as it is printed. (GH-12.1)"""

    initiative: Annotated[Initiative | None, Meta(description="1 to 99.")] = None
    do: Annotated[
        Annotated[tuple[str, ...], Meta(max_length=20)],
        Meta(description="Its abilities from top to bottom: `[move +0, attack +0]`."),
    ] = ("move +0", "attack +0")


class ModifierDeckFile(Written, frozen=True):
    """A modifier deck of which something is known."""

    top: Annotated[Modifiers, Meta(description="The known cards on top, in this order.")] = ()
    rest: Annotated[
        Literal["standard", "unknown"] | Modifiers,
        Meta(
            description="The cards below them, shuffled; `standard` for those of the standard deck that "
            "neither `top` nor `discards` holds."
        ),
    ] = "standard"
    added: Annotated[Modifiers, Meta(description="Further cards shuffled into the rest: `[curse]`.")] = ()
    discards: Modifiers = ()
    """The discard pile."""
    reshuffles: Annotated[
        bool | None,
        Meta(
            description="Whether it will be reshuffled at the end of the round; by default if an x2 or a "
            "null is among the `discards`. (GH-6.20)"
        ),
    ] = None


class MoneyFile(Written, frozen=True):
    """Money tokens in one hex."""

    at: Place
    tokens: Annotated[int, Meta(ge=1, le=999)] = 1
    """How many."""


class PositionFile(AnyPositionFile, frozen=True):
    """A position of a Gloomhaven scenario."""

    level: Annotated[int, Meta(ge=0, le=7, description="The scenario level. (GH-15.2)")] = 1
    players: Annotated[
        Annotated[int, Meta(ge=1, le=4)] | None,
        Meta(description="How many characters play the scenario; by default those that are written here."),
    ] = None
    round: Annotated[int, Meta(ge=1, le=999)] = 1
    """The number of the round."""
    coordinates: Annotated[
        Literal["offset", "axial"],
        Meta(
            description="What pairs of numbers mean. `offset`: column and row, odd columns half a hex "
            "further down. `axial`: q and p, with p = row - floor(column / 2)."
        ),
    ] = "offset"
    map: Annotated[
        str | MapFile | None, Meta(description="The map: a drawing, or its size with lists of hexes.")
    ] = None
    turn: Annotated[
        str | None, Meta(description="The figure whose turn is asked about, such as `Bandit Guard 1`.")
    ] = None
    until: Annotated[
        Literal["turn", "round"],
        Meta(
            description="How far it is played: to the end of the `turn`, or of the round, figure by figure "
            "in the order of initiative; without a `turn` from the next figure on. (GH-2.4)"
        ),
    ] = "turn"
    characters: Annotated[
        dict[str, CharacterFile], Meta(max_length=4, description="The characters by name.")
    ] = {}  # noqa: RUF012  # a struct copies it
    summons: Annotated[
        dict[str, SummonFile], Meta(max_length=50, description="The characters' summons by name.")
    ] = {}  # noqa: RUF012  # a struct copies it
    monsters: Annotated[
        dict[CardName, MonsterFile],
        Meta(
            max_length=100, description="The monsters by type and number: `Bandit Guard 1`; bosses by name."
        ),
    ] = {}  # noqa: RUF012  # a struct copies it
    objects: Annotated[
        dict[str, ObjectFile], Meta(max_length=50, description="What else can be attacked, by name.")
    ] = {}  # noqa: RUF012  # a struct copies it
    ability_cards: Annotated[
        dict[CardName, int | str | AbilityCardFile],
        Meta(
            max_length=50,
            description="The ability card of each type of monsters: its printed number, or what it says.",
        ),
    ] = {}  # noqa: RUF012  # a struct copies it
    elements: Annotated[
        dict[str, Literal["strong", "waning", "inert"]],
        Meta(max_length=12, description="The elements that are not inert: `{fire: strong}`. (GH-9.1)"),
    ] = {}  # noqa: RUF012  # a struct copies it
    modifiers: Annotated[
        dict[str, Literal["standard", "unknown"] | Modifiers | ModifierDeckFile],
        Meta(
            max_length=10,
            description="The modifier decks by owner, `monsters` or a character: from the top in this order, "
            "or what is known of one; a fresh standard deck by default. (GH-6.17)",
        ),
    ] = {}  # noqa: RUF012  # a struct copies it
    money: Annotated[
        str | Annotated[tuple[str | Pair | MoneyFile, ...], Meta(max_length=500)],
        Meta(description="Money tokens: the hex of each, or `{at: [2, 3], tokens: 2}`."),
    ] = ()
