"""The file of a campaign: the position, claims and expectations."""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, Self

import msgspec
from msgspec import Meta

from tsolve.games.gloomhaven.campaign.measures import OWN, PARTY, Name, Names, Number, ScenarioLevel
from tsolve.games.gloomhaven.campaign.numbers import Mode
from tsolve.regex import Regex
from tsolve.source.decode import NotUnderstoodError
from tsolve.source.tree import shortened
from tsolve.written import statements
from tsolve.written.position_file import PositionFile
from tsolve.written.statements import Stating, Written

if TYPE_CHECKING:
    from tsolve.written.phrases import ClaimWords

Level = Annotated[int, Meta(ge=1, le=9)]
Place = Name | int
"""The city, or the number of a scenario."""
Places = Annotated[tuple[Place, ...], Meta(max_length=100)]


class PartyCharacterFile(Written, frozen=True):
    """A character."""

    other_words: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("xp", "exp", "experience points"), "experience"),
        **dict.fromkeys(("money", "coins"), "gold"),
        **dict.fromkeys(("check marks", "ticks", "checks"), "checkmarks"),
        **dict.fromkeys(("personal quest", "goal"), "quest"),
        **dict.fromkeys(("looted", "money tokens", "loot"), "tokens"),
        **dict.fromkeys(("item", "equipment", "owns"), "items"),
    }
    terms: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "level": ("level",),
        "experience": ("experience",),
        "gold": ("gold",),
        "checkmark": ("checkmarks",),
        "item": ("items",),
        "money_token": ("tokens",),
        "personal_quest": ("quest",),
    }

    level: Annotated[
        Level | None,
        Meta(
            description="The level; by default 1, or what the experience makes where claims are about levels."
        ),
    ] = None
    experience: Annotated[
        Number | None, Meta(description="Total experience; the minimum of the level by default.")
    ] = None
    gold: Annotated[
        Number | None, Meta(description="Gold; if left out, nothing is refused for lack of gold.")
    ] = None
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

    other_words: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("party", "heroes", "character", "members"), "characters"),
        **dict.fromkeys(("where", "place", "location"), "at"),
        **dict.fromkeys(("prosperity checks", "checks", "prosperity marks"), "prosperity"),
        **dict.fromkeys(("party reputation", "rep"), "reputation"),
        **dict.fromkeys(("donations", "donated gold", "sanctuary"), "donated"),
        **dict.fromkeys(("enhancements", "stickers"), "enhanced"),
        **dict.fromkeys(("shop", "item prices", "prices"), "items"),
        "achievements": "global_achievements",
    }
    terms: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "character": ("characters",),
        "reputation": ("reputation",),
        "prosperity": ("prosperity",),
        "scenario_level": ("scenario_level",),
        "global_achievement": ("global_achievements",),
        "party_achievement": ("party_achievements",),
        "item": ("items",),
    }

    mode: Annotated[Mode, Meta(description="How the group plays.")] = "campaign"
    at: Annotated[Place, Meta(description="Where the party is: a scenario, or Gloomhaven.")] = "Gloomhaven"
    characters: Annotated[
        dict[Name, PartyCharacterFile],
        Meta(max_length=10, description="The characters of the party."),
    ] = {}  # noqa: RUF012  # a struct copies it
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
        Names | None, Meta(description="Active ones; if left out, nothing is refused for lack of one.")
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
    ] = {}  # noqa: RUF012  # a struct copies it
    enhanced: Annotated[
        dict[Name, dict[Name, Number]],
        Meta(description="For each class the stickers on actions, such as `Trample top: 1`."),
    ] = {}  # noqa: RUF012  # a struct copies it
    retired: Annotated[
        dict[Name, Number], Meta(description="How many characters of each player have retired.")
    ] = {}  # noqa: RUF012  # a struct copies it
    scenarios: Annotated[
        dict[Name, KnownScenarioFile], Meta(max_length=200, description="Scenarios by number.")
    ] = {}  # noqa: RUF012  # a struct copies it


@OWN.stated_in(Names)
class PartyCharacterFacts(Stating, frozen=True):
    """What a character has come to."""


@PARTY.stated_in(Names)
class CampaignFacts(PartyCharacterFacts, frozen=True):
    """What the party, the city, the scenario and the only character have come to."""


_SAYS_MORE = Regex(r"\b(?:has|is|and|not)\b|n't\b")
"""Words that no character has in its name."""
_SCOPE = "from here on, on this visit and in the next scenario, without gains that nobody has told"


@OWN.stated_in(Names)
@PARTY.stated_in(Names)
class CampaignClaimFile(statements.Claim, frozen=True):
    """A statement to confirm or refute: exactly one kind; `of` names a character or a step."""

    measured = ("price",)
    other_words: ClassVar[Mapping[str, str]] = dict.fromkeys(("cost", "costs", "sum"), "price")

    price: Annotated[Number | None, Meta(description="What the step `of` costs or brings in gold.")] = None
    of: Annotated[
        str | None,
        Meta(description="A character, or a step: then the claim is about what it costs or comes to."),
    ] = None
    bound: Annotated[
        Literal["at least", "at most", "more than", "less than"] | None,
        Meta(description="How the number is compared; it must be the same by default."),
    ] = None
    can: Annotated[str | None, Meta(description=f"This can be done {_SCOPE}.")] = None
    cannot: Annotated[str | None, Meta(description=f"This cannot be done {_SCOPE}.")] = None

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Also one about somebody: `Brute can buy Iron Helmet at 10`, `Scoundrel is level 2`."""
        from tsolve.games.gloomhaven.campaign.sentences import said_in_campaign

        if (said := said_in_campaign(text)) is not None:
            return msgspec.convert(said, cls)
        claim = super().from_text(text)
        if claim.of is not None and _SAYS_MORE.search(claim.of):
            raise NotUnderstoodError(f'"{shortened(text)}" is no claim', "write one claim for each")
        return claim

    @classmethod
    def words(cls) -> "ClaimWords":
        from tsolve.games.gloomhaven.writing.claim_text import CAMPAIGN

        return CAMPAIGN


Characters = Annotated[dict[Name, PartyCharacterFacts], Meta(description="What each character has come to.")]
Gone = Annotated[Names | None, Meta(description="Characters who have left.")]


class CampaignAfterFile(CampaignFacts, frozen=True):
    """What a line has come to."""

    characters: Characters = {}  # noqa: RUF012  # a struct copies it
    gone: Gone = None


@OWN.stated_in(Names)
@PARTY.stated_in(Names)
class CampaignLineFile(statements.LineExpectation, frozen=True):
    """What judging the line comes to."""

    characters: Characters = {}  # noqa: RUF012  # a struct copies it
    gone: Gone = None


@OWN.stated_in(Names)
@PARTY.stated_in(Names)
class CampaignBestFile(Stating, frozen=True):
    """What `solve` answers; the fact of the goal belongs to the goal's subject, others to the party."""

    measured = ("price",)

    price: Annotated[Number | None, Meta(description="What the step of the goal costs or brings.")] = None


class CampaignExpectFile(statements.Expectations, frozen=True):
    """What must come out."""

    former = {"solve": "best: {FACT: NUMBER}, such as best: {scenario_level: 3}"}  # noqa: RUF012
    line: CampaignLineFile | None = None
    steps: dict[str, CampaignAfterFile] = {}  # noqa: RUF012  # a struct copies it
    best: Annotated[
        CampaignBestFile | None, Meta(description="What `solve` answers, by the name of the fact.")
    ] = None
    solve: Annotated[int | None, Meta(description="What older files state of the goal.")] = None


class CampaignPositionFile(PositionFile, frozen=True):
    """A position file of the campaign."""

    campaign: CampaignFile | None = None
    """The campaign between two scenarios."""
    claims: Annotated[tuple[CampaignClaimFile, ...], Meta(max_length=200)] = ()
    """Statements to confirm or refute."""
    expect: CampaignExpectFile = CampaignExpectFile()
    """What must come out."""
