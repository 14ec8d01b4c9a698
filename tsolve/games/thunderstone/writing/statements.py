"""What a position file may state: claims, and the expectations that make it a puzzle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Literal, Self

import msgspec
from msgspec import Meta, field

from tsolve.games.thunderstone.measures import MEASURES
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
        Meta(
            description="Chances of best Attack Values against each Monster; `none`: it cannot be attacked."
        ),
    ] = field(default_factory=dict)
    any: Annotated[Fractional | None, Meta(description="The chance to defeat some Monster.")] = None
    xp: Annotated[Fractional | None, Meta(description="The expected XP of the best turn.")] = None
    vp: Annotated[Fractional | None, Meta(description="The expected Victory Points of the best turn.")] = None
    gold: Annotated[Fractional | None, Meta(description="The mean of the most gold.")] = None
    purse: Annotated[Numbers, Meta(description="Chances of the most gold.")] = field(default_factory=dict)
    afford: Annotated[
        Numbers, Meta(description="The chance to afford the card on top of each Village stack.")
    ] = field(default_factory=dict)

    @property
    def numbers(self) -> Mapping[str, str | None]:
        return {"any": self.any, "xp": self.xp, "vp": self.vp, "gold": self.gold}

    @property
    def spreads(self) -> Mapping[str, Mapping[str, str]]:
        return {"purse": self.purse}


Number = Annotated[int, Meta(ge=0, le=999)]
Total = Annotated[int, Meta(ge=-999, le=999)]
Step = Annotated[int, Meta(ge=0, le=999)]
Cards = Annotated[
    tuple[CardName, ...],
    Meta(
        max_length=300,
        description="Card names in any language; `2 x Torch`, `2 Torch` or `Torch x2` for several.",
    ),
]
Verdict = Literal["confirmed", "refuted", "undecided"]


class Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Common base."""


class Stating(Written, frozen=True):
    """States measures of a line by name. (tsolve/games/thunderstone/measures.py)"""

    @property
    def stated(self) -> dict[str, int | tuple[str, ...]]:
        """The measures that are given."""
        named = {name: getattr(self, name) for name in MEASURES.stated}
        return {name: figure for name, figure in named.items() if figure is not None}


if TYPE_CHECKING:

    class Figures(Stating, frozen=True):
        """Every measure as a key; those that code asks for by their names."""

        total: int | None = None
        gold: int | None = None
else:
    Figures = MEASURES.struct("Figures", Stating, Cards)


class ClaimFile(Figures, frozen=True):
    """A statement to confirm or refute: exactly one kind; `after` names the step.

    Totals and outcomes are those of the line; without a line those of the best line against that target.
    """

    legal: Annotated[str | None, Meta(description="This action is legal.")] = None
    illegal: Annotated[str | None, Meta(description="This action is not legal.")] = None
    can: Annotated[
        str | None, Meta(description="This can be done in this turn: a step, or a question of `why-not`.")
    ] = None
    cannot: Annotated[str | None, Meta(description="This cannot be done in this turn.")] = None
    against: Annotated[
        str | None,
        Meta(description="With `total`: the Monster, as `Nixie`, `Nixie in Rank 3` or `Rank 3`."),
    ] = None
    defeats: Annotated[str | None, Meta(description="This Monster is defeated.")] = None
    chance: Annotated[
        Fractional | None,
        Meta(description="With `defeats` or `buys`: the greatest chance of it, such as `5/12`."),
    ] = None
    not_defeats: Annotated[str | None, Meta(description="This Monster is not defeated.")] = None
    buys: Annotated[str | None, Meta(description="This card is, or can be, bought.")] = None
    cannot_buy: Annotated[str | None, Meta(description="This card is not, or cannot be, bought.")] = None
    after: Annotated[
        Step | str | None,
        Meta(
            description="Judge after this step of `line`: its number, its text, or how it begins: `attack`."
        ),
    ] = None

    @classmethod
    def from_text(cls, text: str) -> Self:
        """The claim that a sentence makes, such as `16 against Nixie` or `can buy Polearm`."""
        from tsolve.games.thunderstone.judging.claims import CLAIMS  # files with keys only need none of it
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
        if self.total is not None:
            return f"reach attack {self.total}" + (f" against {self.against}" if self.against else "")
        for kind in ("attack", "magic", "light", "gold", "xp"):
            if (amount := getattr(self, kind)) is not None:
                return f"reach {kind} {amount}"
        if monster := self.defeats or self.not_defeats:
            return f"defeat {monster}"
        if card := self.buys or self.cannot_buy:
            return f"buy {card}"
        return self.can or self.cannot or self.legal or self.illegal or ""

    def __post_init__(self) -> None:
        if len(self.kinds) != 1:
            raise ValueError(f"a claim states exactly one thing: {', '.join(CLAIM_KINDS)}")
        if self.against is not None and self.total is None:
            raise ValueError("`against` belongs to a `total`")
        if self.chance is not None and self.defeats is None and self.buys is None:
            raise ValueError("`chance` says how likely something is that `defeats` or `buys` names")
        if self.chance is not None and not is_chance(self.chance):
            raise ValueError(f"a chance lies between 0 and 1, not at {self.chance}")

    @property
    def kinds(self) -> list[str]:
        """The kinds of statement that are given."""
        return [kind for kind in CLAIM_KINDS if getattr(self, kind) is not None]


CLAIM_KINDS = (
    *("legal", "illegal", "can", "cannot", "defeats", "not_defeats", "buys", "cannot_buy"),
    *MEASURES.stated,
)


class BestExpectation(Figures, frozen=True):
    """The best play."""

    target: str | None = None
    """The Monster that is attacked."""
    line: Annotated[
        tuple[str, ...], Meta(max_length=200, description="A play that is as good as any other.")
    ] = ()
    won: bool | None = None
    """Whether the Monster is defeated."""
    win: bool | None = None
    """The same, as older files have it."""
    ways: Annotated[Number | None, Meta(description="How many plays are equally good, up to symmetry.")] = (
        None
    )
    value: Total | None = None
    """The first level of the goal."""
    bought: Cards | None = None
    """The cards bought."""
    levelled: Annotated[Cards | None, Meta(description="The cards that Heroes became.")] = None


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


class RowExpectation(Written, frozen=True):
    """A row of the calculation: the card, by how much it changes a quantity, and a ruling that it cites."""

    card: Annotated[str, Meta(description="The card; an empty text for the steps that no card causes.")] = ""
    attack: Total | None = None
    """Attack that the row adds."""
    magic: Total | None = None
    """Magic attack that the row adds."""
    light: Total | None = None
    """Light that the row adds."""
    value: Total | None = None
    """What the row adds to the value."""
    gold: Total | None = None
    """Gold."""
    ruling: str | None = None
    """A ruling that the row cites."""

    @property
    def changes(self) -> dict[str, int]:
        """The expected changes by quantity."""
        named = {name: getattr(self, name) for name in ("attack", "magic", "light", "value", "gold")}
        return {name: change for name, change in named.items() if change is not None}


class AfterExpectation(Written, frozen=True):
    """The position after the turn."""

    xp: Number | None = None
    """Experience Points."""
    hall: Cards | None = None
    """The Hall from Rank 1 on."""
    guardians: Annotated[Cards | None, Meta(description="The Guardians in space 0.")] = None
    treasures: Annotated[
        Cards | None,
        Meta(description="The Treasures in front of this player, and the cards that lie under them."),
    ] = None
    hand: Annotated[Cards | None, Meta(description="The hand, `unknown` for what nobody knows.")] = None
    discard: Cards | None = None
    """The discard pile."""
    removed: Cards | None = None
    """What is out of the game."""
    deck: Annotated[
        Cards | None, Meta(description="The deck from the top, `unknown` for what nobody knows.")
    ] = None
    dungeon_deck: Annotated[
        Cards | None, Meta(description="The Dungeon Deck from the top, `unknown` for what nobody knows.")
    ] = None
    village: Annotated[dict[str, Number] | None, Meta(description="Copies left of the cards named.")] = None
    points: Annotated[
        Number | None, Meta(description="Victory Points of all known cards that this player owns.")
    ] = None
    over: bool | None = None
    """Whether the game is over."""
    stone: Annotated[bool | None, Meta(description="Whether this player has taken the Thunderstone.")] = None
    diseases: Annotated[
        Number | None, Meta(description="Diseases in this player's hand, discard pile and known deck.")
    ] = None


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
    totals: Annotated[dict[str, Total], Meta(description="The best Attack Value against each Monster.")] = {}
    line: LineExpectation | None = None
    """The turn that the file plays."""
    steps: Annotated[
        dict[str, Figures],
        Meta(
            description="The figures of the turn after a step: its text, or its beginning such as `attack`."
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
