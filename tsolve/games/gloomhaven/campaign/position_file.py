"""What people write of a campaign: the position, claims and expectations."""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from typing import TYPE_CHECKING, Annotated, Literal, Self

import msgspec
from msgspec import Meta

from tsolve.games.gloomhaven.campaign.measures import FACTS, OWN, PARTY, Name, Names, Number, ScenarioLevel
from tsolve.games.gloomhaven.campaign.numbers import Mode
from tsolve.turns.position import PositionFile

Level = Annotated[int, Meta(ge=1, le=9)]
Step = Annotated[int, Meta(ge=0, le=999)]
Place = Name | int
"""The city, or the number of a scenario."""
Places = Annotated[tuple[Place, ...], Meta(max_length=100)]


class Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Common base."""


class PartyCharacterFile(Written, frozen=True):
    """A character."""

    level: Level = 1
    """The level."""
    experience: Annotated[
        Number | None, Meta(description="Total experience; the minimum of the level by default.")
    ] = None
    gold: Annotated[Number | None, Meta(description="Gold; without it no want of gold is found.")] = None
    checkmarks: Annotated[int, Meta(ge=0, le=18, description="All checkmarks of battle goals so far.")] = 0
    perks_to_take: Annotated[Number, Meta(description="Perks that are due and not taken yet.")] = 0
    tokens: Annotated[Number, Meta(description="Money tokens looted in the present scenario.")] = 0
    blessings: Annotated[Number, Meta(description="Bless cards for the next scenario.")] = 0
    items: Names = ()
    """The items that the character owns."""
    class_: Annotated[str, Meta(description="The class; by default the character is called after it.")] = (
        msgspec.field(name="class", default="")
    )
    player: Annotated[str, Meta(description="Who plays the character; nobody else by default.")] = ""
    quest: Annotated[
        Literal["open", "fulfilled", "none"], Meta(description="How the personal quest stands.")
    ] = "open"
    quest_opens: Annotated[str, Meta(description="The box or envelope that the quest opens.")] = ""
    modifiers: Annotated[
        dict[str, Number] | None, Meta(description="The modifier cards by name with their number.")
    ] = None


class ShopItemFile(Written, frozen=True):
    """An item."""

    number: Annotated[Annotated[int, Meta(ge=1, le=999)] | None, Meta(description="Its number.")] = None
    price: Annotated[Number | None, Meta(description="The price printed on it.")] = None
    copies: Annotated[Number | None, Meta(description="How many copies there are.")] = None


class KnownScenarioFile(Written, frozen=True):
    """A scenario."""

    links: Annotated[Places, Meta(description="The scenarios that it is linked to, or Gloomhaven.")] = ()
    requires: Annotated[Names, Meta(description="The achievements that it needs.")] = ()
    completed: Annotated[bool, Meta(description="Whether it is completed in campaign mode.")] = False


class CampaignFile(Written, frozen=True):
    """A campaign between two scenarios."""

    mode: Annotated[Mode, Meta(description="How the group plays.")] = "campaign"
    at: Annotated[Place, Meta(description="Where the party is: a scenario, or Gloomhaven.")] = "Gloomhaven"
    characters: Annotated[
        dict[Name, PartyCharacterFile],
        Meta(max_length=10, description="The characters of the party."),
    ] = {}  # a struct copies it
    difficulty: Annotated[str, Meta(description="easy, normal, hard or very hard.")] = "normal"
    scenario_level: Annotated[
        ScenarioLevel | None, Meta(description="The level played; the recommended one by default.")
    ] = None
    solo: Annotated[bool, Meta(description="Whether somebody plays alone, or with open information.")] = False
    permanent_death: Annotated[bool, Meta(description="Whether characters die for good.")] = False
    reputation: Annotated[Annotated[int, Meta(ge=-20, le=20)], Meta(description="That of the party.")] = 0
    prosperity: Annotated[
        Number | None,
        Meta(description="Checks of the prosperity track; those that the level needs by default."),
    ] = None
    prosperity_level: Annotated[Level | None, Meta(description="The prosperity level of the city.")] = None
    donated: Annotated[Number, Meta(description="Gold given to the sanctuary so far.")] = 0
    global_achievements: Annotated[
        Names | None, Meta(description="Active ones; without them nothing is refused for want of one.")
    ] = None
    party_achievements: Names = ()
    """Achievements of the party."""
    opened: Annotated[Names, Meta(description="Boxes and envelopes that are open.")] = ()
    designs: Annotated[
        Annotated[tuple[Annotated[int, Meta(ge=1, le=999)], ...], Meta(max_length=200)],
        Meta(description="Numbers of items on sale beyond those of the prosperity."),
    ] = ()
    items: Annotated[
        dict[Name, ShopItemFile], Meta(max_length=200, description="Items by name, as far as they are told.")
    ] = {}  # a struct copies it
    enhanced: Annotated[
        dict[Name, dict[Name, Number]],
        Meta(description="For each class the stickers on actions, such as `Trample top: 1`."),
    ] = {}  # a struct copies it
    retired: Annotated[
        dict[Name, Number], Meta(description="How many characters of each player have retired.")
    ] = {}  # a struct copies it
    scenarios: Annotated[
        dict[Name, KnownScenarioFile], Meta(max_length=200, description="Scenarios by number.")
    ] = {}  # a struct copies it


class Stating(Written, frozen=True):
    """States by name what a campaign has come to. (tsolve/games/gloomhaven/campaign/measures.py)"""

    @property
    def stated(self) -> dict[str, int | tuple[str, ...]]:
        """The facts that are given, by name."""
        return {name: value for name in FACTS if (value := getattr(self, name, None)) is not None}


if TYPE_CHECKING:

    class PartyCharacterFacts(Stating, frozen=True):
        """What a character has come to: every fact as a key."""

    class CampaignFacts(PartyCharacterFacts, frozen=True):
        """What the party, the city, the scenario and the only character have come to."""
else:
    PartyCharacterFacts = OWN.struct("PartyCharacterFacts", Stating, Names)
    CampaignFacts = PARTY.struct("CampaignFacts", PartyCharacterFacts, Names)


_SCOPE = "from here on, on this visit and in the next scenario, without gains that nobody has told"


class CampaignClaimFile(CampaignFacts, frozen=True):
    """A statement to confirm or refute: exactly one kind; `of` names a character or a step."""

    price: Annotated[Number | None, Meta(description="What the step `of` costs or brings in gold.")] = None
    of: Annotated[
        str | None,
        Meta(description="A character, or a step: then the claim is about what it costs or comes to."),
    ] = None
    legal: Annotated[str | None, Meta(description="This action is legal.")] = None
    illegal: Annotated[str | None, Meta(description="This action is not legal.")] = None
    can: Annotated[str | None, Meta(description=f"This can be done {_SCOPE}.")] = None
    cannot: Annotated[str | None, Meta(description=f"This cannot be done {_SCOPE}.")] = None
    after: Annotated[
        Step | str | None,
        Meta(description="Judge after this step of `line`: its number, its text, or how it begins."),
    ] = None

    @classmethod
    def from_text(cls, text: str) -> Self:
        """The claim that a sentence makes, such as `gold of Brute 30`."""
        from tsolve.games.gloomhaven.writing.claim_text import (
            CAMPAIGN,  # files with keys only need none of it
        )
        from tsolve.turns.phrases import read_claim

        return read_claim(text, cls, CAMPAIGN)

    @property
    def kinds(self) -> list[str]:
        """The kinds of statement that are given."""
        return [kind for kind in KINDS if getattr(self, kind) is not None]

    def __post_init__(self) -> None:
        if len(self.kinds) != 1:
            raise ValueError(f"a claim states exactly one thing, such as {', '.join(KINDS)}")


KINDS = ("legal", "illegal", "can", "cannot", *FACTS)


class CampaignAfterFile(CampaignFacts, frozen=True):
    """What a line has come to."""

    characters: Annotated[
        dict[Name, PartyCharacterFacts], Meta(description="What each character has come to.")
    ] = {}  # noqa: RUF012  # a struct copies it
    gone: Annotated[Names | None, Meta(description="Characters who have left.")] = None


class CampaignLineFile(CampaignAfterFile, frozen=True):
    """What judging the line comes to."""

    legal: bool | None = None
    illegal_step: Step | None = None
    rulings: Annotated[tuple[str, ...], Meta(max_length=20)] = ()


class CampaignExpectFile(Written, frozen=True):
    """What must come out."""

    legal: Annotated[tuple[str, ...], Meta(max_length=100)] = ()
    illegal: dict[str, tuple[str, ...]] = {}  # a struct copies it
    line: CampaignLineFile | None = None
    steps: dict[str, CampaignAfterFile] = {}  # a struct copies it
    claims: tuple[Literal["confirmed", "refuted", "undecided"], ...] = ()
    solve: Annotated[int | None, Meta(description="What `solve` answers for the goal.")] = None
    readings: tuple[str, ...] = ()


class CampaignPosition(PositionFile, frozen=True):
    """A position file of the campaign."""

    campaign: CampaignFile | None = None
    """The campaign between two scenarios."""
    claims: Annotated[tuple[CampaignClaimFile, ...], Meta(max_length=200)] = ()
    """Statements to confirm or refute."""
    expect: CampaignExpectFile = CampaignExpectFile()
    """What must come out."""
