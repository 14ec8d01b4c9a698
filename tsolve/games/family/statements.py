"""What files of both games may state: claims about battles and purchases, and expectations of a turn."""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta, field

from tsolve.source.tree import listed
from tsolve.written import position_file, statements
from tsolve.written.bounds import Bound
from tsolve.written.claimed_chance import read_chance
from tsolve.written.position_file import CardName, Numbers
from tsolve.written.statements import Total, Written

Cards = Annotated[
    tuple[CardName, ...],
    Meta(
        max_length=300,
        description="Card names in any language; `2 x Torch`, `2 Torch` or `Torch x2` for several.",
    ),
]

Unknown = Literal["unknown"]
Owned = Annotated[
    Cards | None,
    Meta(
        description="Every card that the player owns, wherever it lies: what is neither in the hand nor in "
        "the discard pile is the deck, in no known order. Left out when it is not known."
    ),
]
OwnCards = Annotated[
    dict[str, dict[str, Any]],
    Meta(
        description="Home-made cards by id or name, written as in the ruleset's card files; under the name "
        "of a known card, only the fields that change."
    ),
]


class DeckFile(Written, frozen=True):
    """A deck of which part is known."""

    top: Annotated[Cards, Meta(description="The known cards on top, in this order.")] = ()
    rest: Annotated[
        Unknown | Cards, Meta(description="The cards below them, in no known order; or unknown.")
    ] = "unknown"


class Claim(statements.Claim, frozen=True):
    """A claim, also of battles and purchases."""

    own_kinds = (*statements.Claim.own_kinds, "defeats", "not_defeats", "buys", "cannot_buy")
    of_one_player: ClassVar[bool] = True
    likely: ClassVar[tuple[str, ...]] = ("defeats", "buys")
    """The kinds of claims that may state a chance."""
    of_battles: ClassVar[tuple[str, ...]] = ("total",)
    """The measures of which a Monster may be named."""

    total: int | None = None
    against: Annotated[
        str | None, Meta(description="With `total`: the Monster, by its name, its place, or `NAME in PLACE`.")
    ] = None
    defeats: Annotated[str | None, Meta(description="This Monster is defeated.")] = None
    not_defeats: Annotated[str | None, Meta(description="This Monster is not defeated.")] = None
    chance: Annotated[
        Annotated[str, Meta(max_length=140)] | None,
        Meta(
            description="With `defeats` or `buys`: the greatest chance of it, `5/12` or `at least 60%`.",
        ),
    ] = None
    bound: Annotated[
        Bound | None,
        Meta(description="With a number: it is at least or at most so much, more or less; else exactly."),
    ] = None
    buys: Annotated[str | None, Meta(description="This card is, or can be, bought.")] = None
    cannot_buy: Annotated[str | None, Meta(description="This card is not, or cannot be, bought.")] = None

    @property
    def monster(self) -> str:
        """The Monster whose battle the claim is about; empty for none."""
        return self.against or self.defeats or self.not_defeats or ""

    @property
    def foe(self) -> str | None:
        """The Monster of a claim that it can or cannot be defeated; None for other claims."""
        verb, _, monster = (self.can or self.cannot or "").partition(" ")
        return monster.removeprefix("the ") or None if verb == "defeat" else None

    @property
    def query(self) -> str:
        if monster := self.defeats or self.not_defeats:
            return f"defeat {monster}"
        if card := self.buys or self.cannot_buy:
            return f"buy {card}"
        return super().query

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.against is not None and not {*self.kinds} & {*self.of_battles}:
            raise ValueError(f"`against` belongs to a {listed(f'`{each}`' for each in self.of_battles)}")
        if self.bound is not None and self.kinds[0] not in self.bounded:
            raise ValueError(f"`bound` belongs to a number, not to `{self.kinds[0]}`")
        if self.chance is not None and all(getattr(self, kind) is None for kind in self.likely):
            named = " or ".join(f"`{kind}`" for kind in self.likely)
            raise ValueError(f"`chance` belongs to {named}")
        if self.chance is not None:
            read_chance(self.chance)


class OddsExpectation(position_file.OddsExpectation, frozen=True):
    """The chances of a hand dealt from the deck and the discard pile, shuffled together."""

    defeat: Annotated[Numbers, Meta(description="The chance to defeat each Monster.")] = field(
        default_factory=dict
    )
    attack: Annotated[
        dict[str, Numbers],
        Meta(description="Chances of best totals against each Monster; `none`: there can be no battle."),
    ] = field(default_factory=dict)
    afford: Annotated[Numbers, Meta(description="The chance to afford each card that is for sale.")] = field(
        default_factory=dict
    )


class LineExpectation(statements.LineExpectation, frozen=True):
    """The expected judgement of the line."""

    won: bool | None = None
    """Whether the Monster is defeated."""


class BestExpectation(statements.BestExpectation, frozen=True):
    """The best play."""

    former = {  # noqa: RUF012  # nobody changes it
        "win": "won",
        "value": "the level by its name, such as `gold`",
        "worth": "the levels without it, such as `vp`",
    }

    target: Annotated[str | None, Meta(description="The Monster of its battle, or where it stands.")] = None
    won: bool | None = None
    """Whether the Monster is defeated."""


class Expectations(statements.ExpectationsOfTurn, frozen=True):
    """The expected answers, also of battles."""

    totals: Annotated[dict[str, Total], Meta(description="The best total against each Monster.")] = {}  # noqa: RUF012

    @property
    def best(self) -> BestExpectation | None:
        """The best play."""
        return None

    @property
    def odds(self) -> OddsExpectation | None:
        """The chances of a hand of the deck."""
        return None

    @property
    def calculation(self) -> Sequence[statements.RowExpectation]:
        """Rows of the calculation of the line, or of the best play if there is no line."""
        return ()


class FamilyFile(position_file.PositionFile, frozen=True):
    """A position of either game, seen by the player whose turn it is."""

    other_words = {  # noqa: RUF012  # nobody changes it
        **position_file.PositionFile.other_words,
        **dict.fromkeys(("my deck", "draw pile", "draw deck"), "deck"),
        **dict.fromkeys(("discards", "discard pile", "my discards"), "discard"),
        **dict.fromkeys(("experience", "experience points", "my xp"), "xp"),
        **dict.fromkeys(("my hand", "cards in hand"), "hand"),
        **dict.fromkeys(("phase", "kind of turn"), "turn"),
        **dict.fromkeys(("me", "who", "active player"), "player"),
    }

    player: Annotated[str, Meta(description="The name of the player whose turn it is.")] = ""

    @property
    def claims(self) -> Sequence[Claim]:
        """The claims, each to be confirmed or refuted."""
        return ()

    @property
    def expect(self) -> Expectations:
        """The expected results; they make the file a test."""
        return Expectations()
