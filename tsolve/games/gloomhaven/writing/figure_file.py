"""Figures but characters, and ability cards, as a position file writes them."""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from typing import Annotated, Literal

from msgspec import Meta

from tsolve.games.gloomhaven.writing.card_file import Slots
from tsolve.games.gloomhaven.writing.map_file import Conditions, Number, Place, Side, Written

Initiative = Annotated[int, Meta(ge=1, le=99)]
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
    slots: Slots | None = None
    """Slots that are left."""


Effects = Annotated[
    tuple[str | EffectFile, ...],
    Meta(
        max_length=50,
        description="Bonuses that last: `[shield 1]`, `[retaliate 2, ...]`, as ability cards say them.",
    ),
]


Counted = Annotated[
    Number | Annotated[str, Meta(max_length=40)],
    Meta(description="A number, or a formula: C characters, L the scenario level; `8+C`, `2xL`. (GH-14.6)"),
]


class StatsFile(Written, frozen=True):
    """Statistics as a card prints them; of a known monster those that are given replace the ruleset's."""

    hp: Annotated[Counted | None, Meta(description="All its hit points.")] = None
    move: Counted | None = None
    """Movement points of `move +0`."""
    attack: Counted | None = None
    """The value of `attack +0`."""
    range: Annotated[
        Number | None, Meta(description="The range of its attacks; 0 or left out for melee.")
    ] = None
    shield: Counted | None = None
    """Printed shield."""
    retaliate: Counted | None = None
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


class MonsterFile(Written, frozen=True, kw_only=True):
    """A monster or a boss; its key is its type and, but for a boss, the number of its standee."""

    at: Place
    rank: Annotated[
        Literal["normal", "elite", "named"] | None,
        Meta(
            description="Normal by default; a boss has none. `named` is neither and has the statistics that "
            "are given. (GH-12.3, GH-14.6)"
        ),
    ] = None
    side: Annotated[
        Side, Meta(description="Whom it fights for; an allied token fights for the party. (GH-1.1, GH-1.11)")
    ] = "monsters"
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
    max_hp: Annotated[Counted | None, Meta(description="All its hit points; `hp` by default.")] = None
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
    shuffle: Annotated[
        bool, Meta(description="Whether it shows the sign by which its deck is reshuffled. (GH-13.1)")
    ] = False
