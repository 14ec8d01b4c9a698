"""What a position file of Quest may state: claims, and the expectations that make it a puzzle."""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Literal, Self

from msgspec import Meta, field

from tsolve.games.family import statements as family
from tsolve.games.family.statements import Cards
from tsolve.games.quest.measures import MEASURES
from tsolve.source.decode import NotUnderstoodError
from tsolve.written import statements
from tsolve.written.position_file import Fractional, Numbers
from tsolve.written.statements import Number, Stating, Total, Written

if TYPE_CHECKING:
    from tsolve.written.phrases import ClaimWords


class OddsExpectation(family.OddsExpectation, frozen=True):
    """Also of the Light."""

    light: Annotated[Fractional | None, Meta(description="The mean of the Light.")] = None
    lights: Annotated[Numbers, Meta(description="Chances of so much Light.")] = field(default_factory=dict)
    gold: Annotated[Fractional | None, Meta(description="The mean of the gold.")] = None
    purse: Annotated[Numbers, Meta(description="Chances of so much gold.")] = field(default_factory=dict)

    @property
    def numbers(self) -> Mapping[str, str | None]:
        return {"light": self.light, "gold": self.gold}

    @property
    def spreads(self) -> Mapping[str, Mapping[str, str]]:
        return {"lights": self.lights, "purse": self.purse}


class TokensFile(Written, frozen=True):
    """Gear tokens in front of a player."""

    iron_rations: Number = 0
    """Iron Rations tokens."""
    lantern: Number = 0
    """Lantern tokens."""
    potion: Number = 0
    """Potion tokens."""


OfOne = Annotated[dict[str, Total], Meta(min_length=1, max_length=1)]
"""A number of one of several, by name."""


@MEASURES.stated_in(Cards)
class Figures(Stating, frozen=True):
    """Every measure as a key."""


REWARDS = ("iron_rations_won", "lantern_tokens_won", "potions_won", "treasures_won")
"""The measures of what a battle gives besides XP."""
_MORE_THAN_A_NAME = ",? and |, | with .+ instead of "
"""What stands in questions about more than a battle."""


@MEASURES.stated_in(Cards)
class ClaimFile(family.Claim, frozen=True):
    """A statement to confirm or refute: exactly one kind; `after` names the step.

    It is about the line; without a line about the best that can be done.
    """

    own_kinds = (
        *family.Claim.own_kinds,
        "reaches",
        "cannot_reach",
        "champion",
        "comes",
        "guardian_comes",
        "winner",
        "not_winner",
        "winners",
        "draw",
        "score",
    )
    of_battles = ("total", "xp_won", *REWARDS, "champion")
    bounded = (*(each for each in MEASURES.amounts if each != "hp"), "score")

    reaches: Annotated[str | None, Meta(description="The Champion can be moved into this room.")] = None
    cannot_reach: Annotated[str | None, Meta(description="The Champion cannot be moved into this room.")] = (
        None
    )
    champion: Annotated[str | None, Meta(description="The Champion then is in this room or Location.")] = None
    comes: Annotated[
        str | None, Meta(description="This Monster comes into this room: `Goblin Shaman in Mine`.")
    ] = None
    guardian_comes: Annotated[
        Literal["at the end", "at once", "no"] | None,
        Meta(description="When in this turn the Guardian comes, or that it does not."),
    ] = None
    winner: Annotated[
        str | None, Meta(description="This player wins, by the points after the line: a name, or `player 2`.")
    ] = None
    not_winner: Annotated[str | None, Meta(description="This player does not win.")] = None
    winners: Annotated[tuple[str, ...], Meta(min_length=1, max_length=4)] | None = None
    """Just these players win."""
    draw: Annotated[
        Literal["yes", "no"] | None, Meta(description="Whether several players share the victory.")
    ] = None
    score: Annotated[OfOne | None, Meta(description="The points of a player.")] = None

    @classmethod
    def words(cls) -> "ClaimWords":
        from tsolve.games.quest.writing.claim_text import CLAIMS

        return CLAIMS

    @classmethod
    def from_text(cls, text: str) -> Self:
        if not text.isascii():
            from tsolve.games.quest.writing.russian import claim_in_english  # few claims need it

            text = claim_in_english(text)
        from tsolve.games.quest.writing.plain_claims import plain_claim, with_another_card

        if (other := with_another_card(text)) is not None:
            try:
                claim = super().from_text(plain_claim(other.claim))
            except NotUnderstoodError as error:
                message = "what could be with another card is asked of what can be done"
                help_ = "write `with A instead of B, MONSTER is defeated`, or the other hand in another file"
                raise NotUnderstoodError(message, help_) from error
            if claim.query and claim.chance is None and claim.after is None:
                denies = claim.kinds[0] in ("cannot", "not_defeats", "cannot_buy", "cannot_reach")
                asked = f"{claim.query} {other.cards}"
                return cls(cannot=asked) if denies else cls(can=asked)
        with suppress(NotUnderstoodError):
            return super().from_text(plain_claim(text))
        return super().from_text(text)

    @property
    def foe(self) -> str | None:
        named = super().foe
        return None if named and re.search(_MORE_THAN_A_NAME, named, re.IGNORECASE) else named

    @property
    def query(self) -> str:
        room = self.reaches or self.cannot_reach
        return f"reach {room}" if room else super().query


@MEASURES.stated_in(Cards)
class LineExpectation(family.LineExpectation, frozen=True):
    """The expected judgement of the line."""


@MEASURES.stated_in(Cards)
class BestExpectation(family.BestExpectation, frozen=True):
    """The best play."""


@MEASURES.counted_in
class RowExpectation(statements.RowExpectation, frozen=True):
    """A row of the calculation: the card, by how much it changes a quantity, and a ruling that it cites."""


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
    ] = {}  # noqa: RUF012  # a struct copies it
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


class Expectations(family.Expectations, frozen=True):
    """The expected answers; they make the file a puzzle."""

    best: BestExpectation | None = None
    """The best play."""
    line: LineExpectation | None = None
    """The turn that the file plays."""
    steps: Annotated[
        dict[str, Figures],
        Meta(
            description="The figures of the turn after a step: its text, or its beginning such as `battle`."
        ),
    ] = {}  # noqa: RUF012  # a struct copies it
    calculation: Annotated[
        tuple[RowExpectation, ...],
        Meta(description="Rows of the turn's calculation, else of the best play's."),
    ] = ()
    after: AfterExpectation | None = None
    """The position after the turn."""
    odds: Annotated[OddsExpectation | None, Meta(description="The chances of a hand of the deck.")] = None
