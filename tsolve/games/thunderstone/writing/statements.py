"""What a position file may state: claims, and the expectations that make it a puzzle."""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta, field

from tsolve.games.family import statements as family
from tsolve.games.family.statements import Cards
from tsolve.games.thunderstone.measures import MEASURES
from tsolve.regex import Regex
from tsolve.written import statements
from tsolve.written.position_file import CardName, Fractional, Numbers
from tsolve.written.statements import Number, Stating, Written

if TYPE_CHECKING:
    from tsolve.written.phrases import ClaimWords


class OddsExpectation(family.OddsExpectation, frozen=True):
    """Also of what the best turn brings."""

    any: Annotated[Fractional | None, Meta(description="The chance to defeat some Monster.")] = None
    xp: Annotated[Fractional | None, Meta(description="The expected XP of the best turn.")] = None
    vp: Annotated[Fractional | None, Meta(description="The expected Victory Points of the best turn.")] = None
    gold: Annotated[Fractional | None, Meta(description="The mean of the most gold.")] = None
    purse: Annotated[Numbers, Meta(description="Chances of the most gold.")] = field(default_factory=dict)

    @property
    def numbers(self) -> Mapping[str, str | None]:
        return {"any": self.any, "xp": self.xp, "vp": self.vp, "gold": self.gold}

    @property
    def spreads(self) -> Mapping[str, Mapping[str, str]]:
        return {"purse": self.purse}


@MEASURES.stated_in(Cards)
class Figures(Stating, frozen=True):
    """Every measure as a key."""


OfOne = Annotated[dict[str, Number], Meta(min_length=1, max_length=1)]
"""A number of one of several, by name."""
Where = Annotated[dict[CardName, str], Meta(min_length=1, max_length=1)]
"""The place of one card; `2 x NAME` for copies."""
OF_FATES = ("lies", "not_lies", "gets", "discards", "becomes", "gives")
"""The kinds of claims about what becomes of cards."""
_PLACE = Regex("Rank [1-3]|bottom|hand|discard|destroyed")
_DEED = Regex("(?:attack|defeat) (?=.)")
_OF_TURNS = ("lies", "not_lies", "gets", "discards")
"""The kinds of claims that may speak of the turns that attack a Monster."""


@MEASURES.stated_in(Cards)
class ClaimFile(family.Claim, frozen=True):
    """A statement to confirm or refute: exactly one kind; `after` names the step.

    Totals and outcomes are those of the line; without a line those of the best line against that target.
    """

    own_kinds = (
        *family.Claim.own_kinds,
        *("must", "takes", "not_takes", "winner", "not_winner", "score", "tie", "health"),
        *OF_FATES,
    )

    bounded = (*MEASURES.amounts, "score", "health")

    other_words = {  # noqa: RUF012  # nobody changes it
        **dict.fromkeys(("monster", "vs", "versus", "foe", "enemy"), "against"),
        **dict.fromkeys(("defeat", "kills", "kill", "beats", "beat", "defeated"), "defeats"),
        **dict.fromkeys(("buy", "bought"), "buys"),
        **dict.fromkeys(("attack value", "value"), "total"),
        **dict.fromkeys(("wins", "who wins"), "winner"),
        **dict.fromkeys(("scores", "victory points"), "score"),
    }
    loosely = (
        (
            r"(player [1-9]|[^\W\d]+)(?: has|:| scores| gets| ends with)? (\d+)(?: in all)?",
            r"\1 has \2 points",
        ),
    )

    gold: int | None = None
    takes: Annotated[str | None, Meta(description="This Thunderstone is taken, or can be.")] = None
    not_takes: Annotated[str | None, Meta(description="This Thunderstone is not taken, or cannot be.")] = None
    by: Annotated[
        str | None,
        Meta(description="With `takes`, `not_takes`, `gets` or `discards`: the player who does it."),
    ] = None
    winner: Annotated[
        str | None, Meta(description="This player wins, by the points after the line: a name, or `player 2`.")
    ] = None
    not_winner: Annotated[str | None, Meta(description="This player does not win.")] = None
    score: Annotated[OfOne | None, Meta(description="The points of a player.")] = None
    tie: Annotated[
        Number | Literal["points", "victory", "either"] | None,
        Meta(description="Several have the most points (perhaps so many), or share the victory."),
    ] = None
    must: Annotated[
        str | None,
        Meta(description="`attack MONSTER` or `MONSTER choose HERO`: nothing else may be chosen instead."),
    ] = None
    health: Annotated[
        OfOne | None, Meta(description="The Health of a Monster in a battle as things stand.")
    ] = None
    lies: Annotated[
        Where | None,
        Meta(
            description="Where a card is after the turn: `Rank 1`, `bottom` (of the Dungeon Deck), `hand` "
            "(the next one), `discard` or `destroyed`."
        ),
    ] = None
    not_lies: Annotated[
        Where | None, Meta(description="Where a card is not after the turn; not `destroyed`: it survives.")
    ] = None
    gets: Annotated[OfOne | None, Meta(description="How many copies of a card a player gains.")] = None
    discards: Annotated[
        Number | None, Meta(description="How many cards the effects of this turn make a player discard.")
    ] = None
    becomes: Annotated[
        Annotated[tuple[str, ...], Meta(min_length=1, max_length=6)] | None,
        Meta(description="Heroes that level up in this turn, `MILITIA to HERO`; all of them."),
    ] = None
    gives: Annotated[OfOne | None, Meta(description="How much a card gives, or can give, `of` a number.")] = (
        None
    )
    of: Annotated[
        Literal["gold", "xp", "light", "attack", "magic", "vp"] | None,
        Meta(description="With `gives`: what it gives."),
    ] = None
    when: Annotated[
        str | None,
        Meta(
            description="With `lies`, `not_lies`, `gets` or `discards`: in a turn that does this, "
            "`attack MONSTER` or `defeat MONSTER`."
        ),
    ] = None

    @property
    def foe_of_turn(self) -> str | None:
        """The Monster that the turn attacks of which a claim speaks."""
        return None if self.when is None else _DEED.sub("", self.when)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.when is not None and (self.kinds[0] not in _OF_TURNS or not _DEED.match(self.when)):
            raise ValueError(
                "`when` belongs to `lies`, `not_lies`, `gets` or `discards`, and is `attack MONSTER` or "
                "`defeat MONSTER`"
            )
        if (self.of is None) != (self.gives is None):
            raise ValueError("`gives` and `of` belong together")
        places = (self.lies or self.not_lies or {}).values()
        if wrong := next((each for each in places if not _PLACE.fullmatch(each)), None):
            raise ValueError(f"`{wrong}` is no place: Rank 1 to 3, bottom, hand, discard or destroyed")
        if any(" to " not in each for each in self.becomes or ()):
            raise ValueError("`becomes` lists levels such as `Militia to Elf Wizard`")

    @classmethod
    def words(cls) -> "ClaimWords":
        from tsolve.games.thunderstone.writing.claim_text import CLAIMS

        return CLAIMS

    @property
    def query(self) -> str:
        if stone := self.takes or self.not_takes:
            return f"take {stone}"
        if self.bound in ("at most", "less than"):
            return ""  # no question is what cannot be exceeded
        beyond = int(self.bound == "more than")
        if self.total is not None:
            against = f" against {self.against}" if self.against else ""
            return f"reach attack {self.total + beyond}{against}"
        for kind in MEASURES.terms_asked.values():
            if (amount := getattr(self, kind)) is not None:
                return f"reach {kind} {amount + beyond}"
        return super().query


@MEASURES.stated_in(Cards)
class BestExpectation(family.BestExpectation, frozen=True):
    """The best play."""

    bought: Cards | None = None
    """The cards bought."""
    levelled: Annotated[Cards | None, Meta(description="The cards that Heroes became.")] = None


@MEASURES.stated_in(Cards)
class LineExpectation(family.LineExpectation, frozen=True):
    """The expected judgement of the line."""


@MEASURES.counted_in
class RowExpectation(statements.RowExpectation, frozen=True):
    """A row of the calculation: the card, by how much it changes a quantity, and a ruling that it cites."""


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


class Expectations(family.Expectations, frozen=True):
    """The expected answers; they make the file a puzzle."""

    best: BestExpectation | None = None
    """The best play."""
    line: LineExpectation | None = None
    """The turn that the file plays."""
    steps: Annotated[
        dict[str, Figures],
        Meta(
            description="The figures of the turn after a step: its text, or its beginning such as `attack`."
        ),
    ] = {}  # noqa: RUF012  # a struct copies it
    calculation: Annotated[
        tuple[RowExpectation, ...],
        Meta(description="Rows of the turn's calculation, else of the best play's."),
    ] = ()
    after: AfterExpectation | None = None
    """The position after the turn."""
    odds: Annotated[OddsExpectation | None, Meta(description="The chances of a hand of the deck.")] = None
