"""What a position file of Quest may state: claims, and the expectations that make it a puzzle."""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Literal, Self

import msgspec
from msgspec import Meta, field

from tsolve.games.quest.measures import MEASURES
from tsolve.turns import position
from tsolve.turns.position import (
    CardName,
    Fractional,
    GradeExpectation,
    Numbers,
    PolicyExpectation,
    WhyNotExpectation,
    is_chance,
)


class OddsExpectation(position.OddsExpectation, frozen=True):
    """The chances of a hand dealt from the deck and the discard pile, shuffled together."""

    defeat: Annotated[Numbers, Meta(description="The chance to defeat each Monster.")] = field(
        default_factory=dict
    )
    attack: Annotated[
        dict[str, Numbers],
        Meta(description="Chances of greatest totals against each Monster; `none`: it cannot be battled."),
    ] = field(default_factory=dict)
    light: Annotated[Fractional | None, Meta(description="The mean of the Light.")] = None
    lights: Annotated[Numbers, Meta(description="Chances of so much Light.")] = field(default_factory=dict)
    gold: Annotated[Fractional | None, Meta(description="The mean of the gold.")] = None
    purse: Annotated[Numbers, Meta(description="Chances of so much gold.")] = field(default_factory=dict)
    afford: Annotated[Numbers, Meta(description="The chance to afford each card that is for sale.")] = field(
        default_factory=dict
    )

    @property
    def numbers(self) -> Mapping[str, str | None]:
        return {"light": self.light, "gold": self.gold}

    @property
    def spreads(self) -> Mapping[str, Mapping[str, str]]:
        return {"lights": self.lights, "purse": self.purse}


Number = Annotated[int, Meta(ge=0, le=999)]
Total = Annotated[int, Meta(ge=-999, le=999)]
Step = Annotated[int, Meta(ge=0, le=999)]
Cards = Annotated[
    tuple[CardName, ...],
    Meta(
        max_length=300,
        description="Card names in any language; `2 x Dagger`, `2 Dagger` or `Dagger x2` for several.",
    ),
]
Verdict = Literal["confirmed", "refuted", "undecided"]


class Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Common base."""


class TokensFile(Written, frozen=True):
    """Gear tokens in front of a player."""

    iron_rations: Number = 0
    """Iron Rations tokens."""
    lantern: Number = 0
    """Lantern tokens."""
    potion: Number = 0
    """Potion tokens."""


class Stating(Written, frozen=True):
    """States measures of a line by name. (tsolve/games/quest/measures.py)"""

    @property
    def stated(self) -> dict[str, int | tuple[str, ...]]:
        """The measures that are given."""
        named = {name: getattr(self, name) for name in MEASURES.stated}
        return {name: figure for name, figure in named.items() if figure is not None}


if TYPE_CHECKING:

    class Figures(Stating, frozen=True):
        """Every measure as a key; the one that code asks for by its name."""

        total: int | None = None
else:
    Figures = MEASURES.struct("Figures", Stating, Cards)


class ClaimFile(Figures, frozen=True):
    """A statement to confirm or refute: exactly one kind; `after` names the step.

    It is about the line; without a line about the best that can be done.
    """

    legal: Annotated[str | None, Meta(description="This action is legal.")] = None
    illegal: Annotated[str | None, Meta(description="This action is not legal.")] = None
    can: Annotated[
        str | None, Meta(description="This can be done in this turn: a step, or a question of `why-not`.")
    ] = None
    cannot: Annotated[str | None, Meta(description="This cannot be done in this turn.")] = None
    against: Annotated[
        str | None,
        Meta(description="With `total`: the Monster, as `Goblin King`, `Mine` or `Goblin King in Mine`."),
    ] = None
    defeats: Annotated[str | None, Meta(description="This Monster is defeated.")] = None
    not_defeats: Annotated[str | None, Meta(description="This Monster is not defeated.")] = None
    chance: Annotated[
        Fractional | None, Meta(description="With `defeats`: the greatest chance of it, such as `5/12`.")
    ] = None
    reaches: Annotated[str | None, Meta(description="The Champion can be moved into this room.")] = None
    cannot_reach: Annotated[str | None, Meta(description="The Champion cannot be moved into this room.")] = (
        None
    )
    buys: Annotated[str | None, Meta(description="This card is, or can be, bought.")] = None
    cannot_buy: Annotated[str | None, Meta(description="This card is not, or cannot be, bought.")] = None
    after: Annotated[
        Step | str | None,
        Meta(
            description="Judge after this step of `line`: its number, its text, or how it begins: `battle`."
        ),
    ] = None

    @classmethod
    def from_text(cls, text: str) -> Self:
        """The claim that a sentence makes, such as `8 against Goblin King` or `can buy Shortsword`."""
        from tsolve.games.quest.writing.asking import CLAIMS  # files with keys only need none of it
        from tsolve.turns.phrases import read_claim

        return read_claim(text, cls, CLAIMS)

    @property
    def foe(self) -> str | None:
        """The Monster of which it is said that it can be defeated, or cannot."""
        verb, _, monster = (self.can or self.cannot or "").partition(" ")
        return monster.removeprefix("the ") or None if verb == "defeat" else None

    @property
    def deed(self) -> str:
        """What a why-not would ask about it; empty where there is no such question."""
        if monster := self.defeats or self.not_defeats:
            return f"defeat {monster}"
        if card := self.buys or self.cannot_buy:
            return f"buy {card}"
        if room := self.reaches or self.cannot_reach:
            return f"reach {room}"
        return self.can or self.cannot or self.legal or self.illegal or ""

    def __post_init__(self) -> None:
        if len(self.kinds) != 1:
            raise ValueError(f"a claim states exactly one thing: {', '.join(CLAIM_KINDS)}")
        if self.against is not None and self.total is None:
            raise ValueError("`against` belongs to a `total`")
        if self.chance is not None and self.defeats is None:
            raise ValueError("`chance` says how likely it is what `defeats` names")
        if self.chance is not None and not is_chance(self.chance):
            raise ValueError(f"a chance lies between 0 and 1, not at {self.chance}")

    @property
    def kinds(self) -> list[str]:
        """The kinds of statement that are given."""
        return [kind for kind in CLAIM_KINDS if getattr(self, kind) is not None]


CLAIM_KINDS = (
    *(
        "legal",
        "illegal",
        "can",
        "cannot",
        "defeats",
        "not_defeats",
        "reaches",
        "cannot_reach",
        "buys",
        "cannot_buy",
    ),
    *MEASURES.stated,
)


class LineExpectation(Figures, frozen=True):
    """The expected judgement of the line."""

    legal: bool | None = None
    """Whether the whole turn is legal."""
    illegal_step: Number | None = None
    """The number of the first step that is not legal."""
    rulings: Annotated[
        tuple[str, ...], Meta(description="Ids of rules that must be among the reasons of the refusal.")
    ] = ()
    won: bool | None = None
    """Whether the Monster is defeated."""


class BestExpectation(Figures, frozen=True):
    """The best play."""

    target: Annotated[str | None, Meta(description="The Monster or the room of its battle.")] = None
    line: Annotated[
        tuple[str, ...], Meta(max_length=200, description="A play that is as good as any other.")
    ] = ()
    won: bool | None = None
    """Whether the Monster is defeated."""
    worth: Annotated[
        dict[str, Total], Meta(max_length=20, description="What it is worth by levels of the goal.")
    ] = field(default_factory=dict)
    ways: Annotated[Number | None, Meta(description="How many plays are equally good, up to symmetry.")] = (
        None
    )


class RowExpectation(Written, frozen=True):
    """A row of the calculation: the card, by how much it changes a quantity, and a ruling that it cites."""

    card: Annotated[str, Meta(description="The card; an empty text for the steps that no card causes.")] = ""
    physical: Total | None = None
    """Physical attack that the row adds."""
    magic: Total | None = None
    """Magic attack that the row adds."""
    armor: Total | None = None
    """Armor that the row adds."""
    resistance: Total | None = None
    """Magic resistance that the row adds."""
    health: Total | None = None
    """Health that the row adds."""
    total: Total | None = None
    """What the row adds to the total."""
    gold: Total | None = None
    """Gold."""
    ruling: str | None = None
    """A ruling that the row cites."""

    @property
    def changes(self) -> dict[str, int]:
        """The expected changes by quantity."""
        named = {name: getattr(self, name) for name in QUANTITIES}
        return {name: change for name, change in named.items() if change is not None}


QUANTITIES = ("physical", "magic", "armor", "resistance", "health", "total", "gold")


class AfterExpectation(Written, frozen=True):
    """The position after the line: before the End phase, unless `end_phase` asks for the one after it."""

    end_phase: Annotated[
        bool, Meta(description="Look at the table after the End phase, before the next turn.")
    ] = False
    next_player: Annotated[
        Annotated[int, Meta(ge=1, le=4)] | None,
        Meta(description="With `end_phase`: whose turn is next, 1 being the active player."),
    ] = None
    over: Annotated[bool | None, Meta(description="With `end_phase`: whether the game is over.")] = None
    winners: Annotated[
        tuple[Annotated[int, Meta(ge=1, le=4)], ...] | None,
        Meta(description="Who wins with these cards and XP, 1 being the active player."),
    ] = None
    xp: Number | None = None
    """Experience Points."""
    wounds: Annotated[Number | None, Meta(description="Wound tokens on the board.")] = None
    tokens: TokensFile | None = None
    """The tokens of the player."""
    champion: Annotated[str | None, Meta(description="The room in which the Champion is.")] = None
    dungeon: Annotated[
        dict[str, str],
        Meta(
            max_length=7,
            description="The Monsters of the rooms named; `none` for nobody, `face down` for an unseen card.",
        ),
    ] = {}
    hand: Cards | None = None
    """The hand."""
    discard: Cards | None = None
    """The discard pile."""
    removed: Annotated[Cards | None, Meta(description="Cards that have left the game.")] = None
    deck: Annotated[
        Cards | None, Meta(description="The deck from the top, `unknown` for what nobody knows.")
    ] = None
    village: Annotated[dict[str, Number] | None, Meta(description="Copies left of the cards named.")] = None
    keys: Annotated[Number | None, Meta(description="Guardian Keys that anybody has found.")] = None
    keys_of_others: Annotated[
        tuple[Number, ...] | None,
        Meta(description="Guardian Keys of each other player, clockwise from the active one."),
    ] = None
    points: Annotated[
        Total | None, Meta(description="Victory Points of all known cards that this player owns, and XP.")
    ] = None

    def __post_init__(self) -> None:
        if not self.end_phase and (self.next_player is not None or self.over is not None):
            raise ValueError(
                "`next_player` and `over` are looked at after the End phase: add `end_phase: yes`"
            )


class Expectations(Written, frozen=True):
    """The expected answers; they make the file a puzzle."""

    legal: Annotated[tuple[str, ...], Meta(description="Actions that are legal in this position.")] = ()
    illegal: Annotated[
        dict[str, tuple[str, ...]],
        Meta(
            description="Actions that are not legal, each with ids of rules that must be among the reasons."
        ),
    ] = {}
    best: BestExpectation | None = None
    """The best play."""
    totals: Annotated[
        dict[str, Number], Meta(description="The greatest total attack against each Monster.")
    ] = {}
    line: LineExpectation | None = None
    """The turn that the file plays."""
    steps: Annotated[
        dict[str, Figures],
        Meta(
            description="The figures of the turn after a step: its text, or its beginning such as `battle`."
        ),
    ] = {}
    calculation: Annotated[
        tuple[RowExpectation, ...],
        Meta(description="Rows of the turn's calculation, else of the best play's."),
    ] = ()
    claims: Annotated[
        tuple[Verdict, ...], Meta(max_length=100, description="The verdicts on the claims, in their order.")
    ] = ()
    after: AfterExpectation | None = None
    """The position after the turn."""
    policy: Annotated[
        PolicyExpectation | None, Meta(description="The best play where cards are drawn by chance.")
    ] = None
    grade: Annotated[GradeExpectation | None, Meta(description="The grade of the turn.")] = None
    why_not: Annotated[
        dict[str, WhyNotExpectation],
        Meta(max_length=50, description="Questions, and what their answers must be."),
    ] = {}
    odds: Annotated[OddsExpectation | None, Meta(description="The chances of a hand of the deck.")] = None
    readings: Annotated[tuple[str, ...], Meta(description="Open points that the answer must rest on.")] = ()


NOTHING = Expectations()
"""The expectations of a file that states none."""
