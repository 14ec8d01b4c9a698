"""What lies on the table, as types of a position file: the map, figures, and cards as they are printed.

A map is a drawing, or a rectangle and lists of hexes.
"""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from tsolve.games.gloomhaven.printed import Only, When
from tsolve.games.gloomhaven.printed import Place as Worn
from tsolve.written.statements import Written

MOST_HEXES = 10_000
"""Hexes of a map, its walls included."""

Number = Annotated[int, Meta(ge=0, le=999)]
Pair = tuple[int, int]
Place = Annotated[
    str | Pair, Meta(description='A hex: `[3, 4]`, `"(3,4)"`, or a mark of the drawing such as `M1`.')
]
Drawn = Annotated[str, Meta(max_length=1 << 16)]
"""A whole map, or all hexes of a kind, in one text."""
Hexes = Annotated[
    Drawn | Annotated[tuple[str | Pair, ...], Meta(max_length=MOST_HEXES)],
    Meta(description="Hexes: `[[2, 4], [4, 4]]`, or one text, `(2,4) (4,4)`."),
]
Conditions = Annotated[
    tuple[str, ...],
    Meta(max_length=20, description="Conditions, in English or in a language of the ruleset: `[poison]`."),
]
Side = Literal["party", "monsters", "others"]

OF_FIGURES: Mapping[str, str] = {
    **dict.fromkeys(("pos", "position", "hex", "place", "location", "where", "stands", "coordinates"), "at"),
    **dict.fromkeys(("health", "hit points", "life", "hitpoints"), "hp"),
    **dict.fromkeys(("max health", "hp max", "full hp", "maximum hp", "max hit points"), "max_hp"),
    **dict.fromkeys(("condition", "status", "statuses", "tokens"), "conditions"),
    **dict.fromkeys(("effect", "bonuses", "bonus"), "effects"),
    **dict.fromkeys(("init", "initiative value"), "initiative"),
}
"""What people write for the keys of a figure."""
TERMS_OF_FIGURES: Mapping[str, tuple[str, ...]] = {
    "hex": ("at",),
    "hit_points": ("hp",),
    "condition": ("conditions",),
}
"""Words of the ruleset that name the keys of a figure in other languages."""


class TrapFile(Written, frozen=True):
    """A trap that is not like the others of the scenario level."""

    at: Place
    damage: Annotated[
        Number | None,
        Meta(
            description="Its damage; 2 more than the scenario level by default, 0 where it has conditions. "
            "(GH-1.7)"
        ),
    ] = None
    conditions: Conditions = ()
    by: Annotated[
        Side | None, Meta(description="The side whose ability created it; left out for one of the map.")
    ] = None


class DoorFile(Written, frozen=True):
    """A door. (GH-1.5)"""

    at: Place
    state: Annotated[
        Literal["open", "closed", "locked"],
        Meta(description="Characters open a closed one by entering it, a locked one only the scenario."),
    ] = "closed"
    behind: Annotated[
        Hexes,
        Meta(
            description="Of a locked one that opens when it is destroyed, the hexes on its other side; it "
            "stands in its hex as one of the `objects`."
        ),
    ] = ()


class MapFile(Written, frozen=True):
    """The map. What the lists name comes on top of the drawing or of the rectangle."""

    other_words: ClassVar[Mapping[str, str]] = {
        "trap": "traps",
        "wall": "walls",
        "obstacle": "obstacles",
        "door": "doors",
        "treasure": "treasures",
        **dict.fromkeys(("picture", "rows drawn", "lines drawn"), "drawing"),
        **dict.fromkeys(("hazard", "hazardous terrain", "hazardous"), "hazards"),
        "difficult terrain": "difficult",
        **dict.fromkeys(("plate", "pressure plates", "pressure plate"), "plates"),
        **dict.fromkeys(("missing", "holes"), "without"),
    }
    terms: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "wall": ("walls",),
        "obstacle": ("obstacles",),
        "trap": ("traps",),
        "hazardous_terrain": ("hazards",),
        "difficult_terrain": ("difficult",),
        "door": ("doors",),
        "pressure_plate": ("plates",),
        "treasure": ("treasures",),
        "hex": ("hexes",),
    }
    drawing: Annotated[
        Drawn | None,
        Meta(
            description="Flat-topped hexes in columns: column c begins at the character 2c (from 0), even "
            "columns stand on even lines, odd ones on odd lines. `.` empty, `#` wall, `-` or blank nothing, "
            "`^` trap, `!` hazardous, `~` difficult, `o` obstacle, `+` closed door, `/` open door, `%` "
            "locked door, `*` pressure plate, `$` treasure; up to 3 letters or digits: a mark, where "
            "somebody or something stands that is described elsewhere."
        ),
    ] = None
    size: Annotated[
        str | Pair | None, Meta(description="A rectangle of hexes: `9 x 7` is 9 columns of 7 hexes.")
    ] = None
    border: Annotated[
        Literal["wall", "none"],
        Meta(description="Whether the outermost hexes of `size` are walls, except where the lists say else."),
    ] = "none"
    hexes: Hexes = ()
    """Further hexes of the map, or all of them."""
    without: Annotated[Hexes, Meta(description="Hexes that are missing in the rectangle.")] = ()
    walls: Hexes = ()
    """Wall hexes, which block movement, range and sight."""
    thin_walls: Annotated[
        Annotated[tuple[str | tuple[str | Pair, str | Pair], ...], Meta(max_length=MOST_HEXES)],
        Meta(description="Walls between two neighbours: `[[[2, 3], [2, 4]]]`. (GH-1.4)"),
    ] = ()
    obstacles: Hexes = ()
    """Obstacles, which block movement alone. (GH-1.6)"""
    traps: Annotated[
        Drawn | Annotated[tuple[str | Pair | TrapFile, ...], Meta(max_length=MOST_HEXES)],
        Meta(description="Traps: hexes, or `{at: [2, 4], damage: 5, conditions: [stun]}`. (GH-1.7)"),
    ] = ()
    hazards: Hexes = ()
    """Hazardous terrain. (GH-1.8)"""
    difficult: Hexes = ()
    """Difficult terrain. (GH-1.9)"""
    doors: Annotated[
        Drawn | Annotated[tuple[str | Pair | DoorFile, ...], Meta(max_length=MOST_HEXES)],
        Meta(description="Doors: hexes for closed ones, or `{at: [4, 0], state: open}`. (GH-1.5)"),
    ] = ()
    plates: Hexes = ()
    """Pressure plates. (GH-1.10)"""
    treasures: Hexes = ()
    """Treasure tiles."""


Texts = Annotated[
    str | Annotated[tuple[str, ...], Meta(max_length=20)],
    Meta(
        description="One ability, `attack 3`, or several from top to bottom, `[move 3, attack 2]`; in "
        'brackets one with a comma stands in quotes, `["attack 3, pierce 2"]`.'
    ),
]
Slots = Annotated[
    Annotated[int, Meta(ge=1, le=20)]
    | Annotated[tuple[Annotated[int, Meta(ge=0, le=99)], ...], Meta(min_length=1, max_length=20)],
    Meta(
        description="Slots that are used up one by one: how many, or the experience of each, `[0, 1, 1]`. "
        "(GH-10.1)"
    ),
]
Names = Annotated[tuple[str, ...], Meta(max_length=50)]


class HalfFile(Written, frozen=True):
    """One half of a card with the icons printed on it."""

    do: Texts
    """Its abilities from top to bottom."""
    lost: bool = False
    """Whether it shows the loss icon. (GH-2.8)"""
    persistent: Annotated[
        bool, Meta(description="Whether it is a persistent bonus: then the card stays active. (GH-10.1)")
    ] = False
    round: Annotated[
        bool, Meta(description="Whether it is a bonus until the end of the round. (GH-10.4)")
    ] = False
    unrecoverable: Annotated[
        bool, Meta(description="Whether nothing brings the card back once it is lost. (GH-11.12)")
    ] = False
    xp: Annotated[int, Meta(ge=0, le=99, description="Experience for performing it.")] = 0
    slots: Slots | None = None

    def __post_init__(self) -> None:
        if self.persistent and self.round:
            raise ValueError("a bonus is either `persistent` or for the `round`")
        if self.slots is not None and not (self.persistent or self.round):
            raise ValueError("only a bonus that lasts has `slots`: write `persistent: true`")


class CardFile(Written, frozen=True):
    """An ability card of a character. (GH-2.5)"""

    top: Annotated[Texts | HalfFile, Meta(description="The upper half: `attack 3`, or with its icons.")]
    bottom: Annotated[Texts | HalfFile, Meta(description="The lower half: `move 4`, or with its icons.")]
    initiative: Annotated[Annotated[int, Meta(ge=1, le=99)] | None, Meta(description="1 to 99.")] = None
    level: Annotated[
        Annotated[int, Meta(ge=1, le=9)] | Literal["X", "M"],
        Meta(description="1 to 9, or X, which counts as 1; M for a pack that others give. (GH-11.16)"),
    ] = 1

    @property
    def rank(self) -> int:
        """Its level as it counts for building a hand. (GH-2.13)"""
        return 1 if isinstance(self.level, str) else self.level


class ItemFile(Written, frozen=True):
    """An item of a character. (GH-11.8, GH-11.11)"""

    do: Annotated[
        Texts | None,
        Meta(
            description="What it does: `heal 3, self`; for an attack or a move the change, `attack +1` or "
            "`move +2, jump`. Left out for an item as it is printed."
        ),
    ] = None
    when: Annotated[
        When,
        Meta(
            description="When it may be used: in its own `turn`, to change a `move` or an `attack` ability "
            "or a `single attack` of one, when `attacked`, or when it would take `damage`; `always`: it "
            "lasts as long as it is worn; `basic`: it changes what any card may be used as."
        ),
    ] = "turn"
    only: Annotated[
        tuple[Only, ...],
        Meta(description="For an attack, what it must be: `melee` or `ranged`, and perhaps `single target`."),
    ] = ()
    uses: Annotated[int, Meta(ge=1, le=20, description="How often, slot by slot.")] = 1
    consumed: Annotated[
        bool, Meta(description="Whether it is consumed by the last use, not spent. (GH-2.10)")
    ] = False
    used: Annotated[int, Meta(ge=0, le=20, description="How often it was used already.")] = 0
    despite_stun: Annotated[bool, Meta(description="Whether a stunned character may use it. (GH-11.17)")] = (
        False
    )
    place: Annotated[
        Worn | None, Meta(description="Where it is worn or held, such as `small` or `one hand`. (GH-11.13)")
    ] = None

    def __post_init__(self) -> None:
        if self.do is not None and self.used > self.uses:
            raise ValueError("an item is not `used` more often than it has `uses`")
        told = (self.when, self.only, self.uses, self.consumed, self.place)
        if self.do is None and told != ("turn", (), 1, False, None):
            raise ValueError("as it is printed an item needs no key but `used`; else say what it does: `do`")


def slots_of(written: int | tuple[int, ...] | None) -> tuple[int, ...]:
    """The experience of each slot."""
    return (0,) * written if isinstance(written, int) else written or ()


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
    Meta(
        description="A number, or a formula: C characters, L the scenario level; for hit points of a monster "
        "H those on its card; `8+C`, `2xL`, `HxC`. (GH-14.6)"
    ),
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

    other_words: ClassVar[Mapping[str, str]] = {
        **{word: key for word, key in OF_FIGURES.items() if key not in ("max_hp", "initiative")},
        **dict.fromkeys(("statistics", "stat"), "stats"),
    }
    terms: ClassVar[Mapping[str, tuple[str, ...]]] = TERMS_OF_FIGURES
    at: Place
    from_: Annotated[
        Place | None,
        Meta(
            description="With `scenario`: the hex in which it is printed; then the others of its type stand "
            "as they are printed."
        ),
    ] = msgspec.field(default=None, name="from")
    rank: Annotated[
        Literal["normal", "elite", "named", "named elite"] | None,
        Meta(
            description="Normal by default; a boss has none. `named` is neither and has the statistics that "
            "are given, else those of a normal one, `named elite` else those of an elite one. (GH-12.3, "
            "GH-14.6)"
        ),
    ] = None
    side: Annotated[
        Side,
        Meta(
            description="Whom it fights for; an allied token fights for the party, `others` are enemies of "
            "everybody else. (GH-1.1, GH-1.11)"
        ),
    ] = "monsters"
    level: Annotated[
        Annotated[int, Meta(ge=0, le=7)] | None,
        Meta(description="The level of its statistics, where it is not that of the scenario. (GH-14.6)"),
    ] = None
    called: Annotated[
        str,
        Meta(
            max_length=60,
            description="What the scenario calls it, such as `Arcane Golem`; conditions call it so, too.",
        ),
    ] = ""
    hp: HitPoints = None
    stats: Annotated[
        StatsFile, Meta(description="Statistics of a type that the ruleset does not have, or changed ones.")
    ] = StatsFile()
    conditions: Annotated[Conditions, Meta(description="`fresh stun` is one of its own turn. (GH-8.3)")] = ()
    effects: Effects = ()
    draws: Annotated[
        str,
        Meta(description="The character from whose modifier deck it draws, where players choose one."),
    ] = ""
    summoned: Annotated[
        bool, Meta(description="Whether it was summoned or spawned: it drops no money. (GH-2.12)")
    ] = False
    new: bool = False
    """Whether it was summoned or spawned this round: then it does not act. (GH-12.34)"""
    acted: bool = False
    """Whether its turn of this round is over."""


class ObjectFile(Written, frozen=True):
    """An obstacle with hit points, or a token that fights for a side. (GH-1.1, GH-1.6)"""

    other_words: ClassVar[Mapping[str, str]] = {
        word: key for word, key in OF_FIGURES.items() if key in ("at", "hp", "max_hp")
    }
    at: Place
    hp: HitPoints = None
    max_hp: Annotated[Counted | None, Meta(description="All its hit points; `hp` by default.")] = None
    side: Annotated[Side, Meta(description="The side to which it belongs: the other one attacks it.")] = (
        "monsters"
    )


class AbilityCardFile(Written, frozen=True):
    """A monster ability card that the ruleset does not have, as it is printed. (GH-12.1)"""

    other_words: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("abilities", "actions", "text", "says"), "do"),
        "init": "initiative",
    }
    terms: ClassVar[Mapping[str, tuple[str, ...]]] = {"initiative": ("initiative",), "ability": ("do",)}
    initiative: Annotated[Initiative | None, Meta(description="1 to 99.")] = None
    do: Annotated[
        Annotated[tuple[str, ...], Meta(max_length=20)],
        Meta(description="Its abilities from top to bottom: `[move +0, attack +0]`."),
    ] = ("move +0", "attack +0")
    shuffle: Annotated[
        bool, Meta(description="Whether it shows the sign by which its deck is reshuffled. (GH-13.1)")
    ] = False
