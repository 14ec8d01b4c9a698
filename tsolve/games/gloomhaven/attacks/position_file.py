"""What people write of attacks without a map: who attacks whom with what, claims and expectations."""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from typing import Annotated, Literal, Self

from msgspec import Meta

from tsolve.games.gloomhaven.writing.position_file import ModifierDeckFile, Modifiers
from tsolve.games.gloomhaven.writing.statements import OddsExpectation
from tsolve.games.gloomhaven.writing.table_file import (
    Conditions,
    Effects,
    HitPoints,
    Number,
    StatsFile,
    Written,
)
from tsolve.turns.position import PositionFile

Name = Annotated[str, Meta(min_length=1, max_length=60)]
Names = Annotated[tuple[str, ...], Meta(max_length=100)]
Points = Annotated[int, Meta(ge=0, le=99999)]
Step = Annotated[int, Meta(ge=0, le=999)]
Distance = Annotated[int, Meta(ge=1, le=20)]
Round = Annotated[int, Meta(ge=1, le=99)]
DeckFile = Literal["standard", "unknown"] | Modifiers | ModifierDeckFile
MOST_ATTACKS = 20
MOST_TARGETS = 20


class FighterFile(StatsFile, frozen=True):
    """Somebody who attacks or is attacked, with the statistics that differ from the ruleset's."""

    name: Name = ""
    """The name, by which other attacks may mean the same figure: `Brute`, `Bandit Guard 1`."""
    kind: Annotated[
        Literal["character", "monster", "summon", "object"] | None,
        Meta(
            description="By default a monster of the ruleset is one, and of others the attacker is a "
            "character and its target a monster."
        ),
    ] = None
    hp: HitPoints = None
    max_hp: HitPoints = None
    rank: Annotated[Literal["normal", "elite"] | None, Meta(description="Of a monster.")] = None
    of: Annotated[str, Meta(description="Of a summon the character whose deck it draws from. (GH-6.17)")] = ""
    conditions: Conditions = ()
    effects: Effects = ()


Fighter = Name | FighterFile


class AttackFile(Written, frozen=True):
    """An attack ability."""

    attack: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=300,
            description="Its value and what is printed beside it: `3`, `3, pierce 2, range 3, advantage`; of "
            "a monster relative to its statistics: `+0`.",
        ),
    ]
    by: Annotated[Fighter, Meta(description="Who attacks: a name, or a figure with what it has.")] = (
        "the attacker"
    )
    against: Annotated[
        Fighter | Annotated[tuple[Fighter, ...], Meta(min_length=1, max_length=MOST_TARGETS)],
        Meta(description="Who is attacked: a name, a figure with what it has, or several of them."),
    ] = "the target"
    pierce: Annotated[Number, Meta(description="Pierce that an item or a bonus adds. (GH-7.6)")] = 0
    bonuses: Annotated[
        dict[str, Annotated[int, Meta(ge=-99, le=99)]],
        Meta(max_length=20, description="What is added to the attack value, by its source. (GH-6.7)"),
    ] = {}  # noqa: RUF012  # a struct copies it
    advantage: Annotated[bool, Meta(description="Whether an item or a bonus gives advantage.")] = False
    disadvantage: Annotated[bool, Meta(description="Whether something else gives disadvantage.")] = False
    distance: Annotated[
        Distance | None,
        Meta(description="Hexes to the target: 1 is adjacent. By default 1, of a ranged attack 2. (GH-4.3)"),
    ] = None
    round: Annotated[Round, Meta(description="In which round: one ends before the next. (GH-6.20)")] = 1


class AttackFacts(Written, frozen=True):
    """What attacks come to."""

    damage: Annotated[
        Points | None, Meta(description="The damage of all attacks, also beyond the last hit point.")
    ] = None
    kills: Annotated[bool | None, Meta(description="Whether every target is dead.")] = None
    cards: Annotated[Points | None, Meta(description="How many modifier cards were drawn.")] = None
    hit_points: Annotated[
        dict[str, Points] | None, Meta(description="Hit points of figures afterwards; 0 for a dead one.")
    ] = None
    conditions: Annotated[
        dict[str, Names] | None, Meta(description="All conditions of figures afterwards.")
    ] = None

    @property
    def stated(self) -> dict[str, int | tuple[str, ...]]:
        """The facts that are numbers, by name."""
        values = {"damage": self.damage, "cards": self.cards, "kills": self.kills}
        return {name: value for name, value in values.items() if value is not None}


class AttackClaimFile(AttackFacts, frozen=True):
    """A statement to confirm or refute: exactly one kind."""

    legal: Annotated[str | None, Meta(description="This card can be drawn.")] = None
    illegal: Annotated[str | None, Meta(description="This card cannot be drawn.")] = None
    can: Annotated[str | None, Meta(description="This can happen.")] = None
    cannot: Annotated[str | None, Meta(description="This cannot happen.")] = None
    after: Annotated[
        Step | str | None,
        Meta(description="Judge after this step of `line`: its number, its text, or how it begins."),
    ] = None

    @classmethod
    def from_text(cls, text: str) -> Self:
        """The claim that a sentence makes, such as `damage 4`."""
        from tsolve.games.gloomhaven.writing.claim_text import ATTACK  # files with keys only need none of it
        from tsolve.turns.phrases import read_claim

        return read_claim(text, cls, ATTACK)

    @property
    def kinds(self) -> list[str]:
        """The kinds of statement that are given."""
        return [kind for kind in KINDS if getattr(self, kind) is not None]

    def __post_init__(self) -> None:
        if len(self.kinds) != 1:
            raise ValueError(f"a claim states exactly one thing, such as {', '.join(KINDS)}")


FACTS = AttackFacts.__struct_fields__
KINDS = ("legal", "illegal", "can", "cannot", *FACTS)


class AttackLineFile(AttackFacts, frozen=True):
    """What judging the line comes to."""

    legal: bool | None = None
    illegal_step: Step | None = None
    rulings: Annotated[tuple[str, ...], Meta(max_length=20)] = ()


class AttackExpectFile(Written, frozen=True):
    """What must come out."""

    legal: Annotated[tuple[str, ...], Meta(max_length=100)] = ()
    illegal: dict[str, tuple[str, ...]] = {}  # noqa: RUF012  # a struct copies it
    line: AttackLineFile | None = None
    steps: dict[str, AttackFacts] = {}  # noqa: RUF012  # a struct copies it
    claims: tuple[Literal["confirmed", "refuted", "undecided"], ...] = ()
    odds: Annotated[OddsExpectation | None, Meta(description="The chances of the attacks.")] = None
    readings: tuple[str, ...] = ()


class AttacksPosition(PositionFile, frozen=True):
    """A file of attacks without a map."""

    level: Annotated[int, Meta(ge=0, le=7, description="The scenario level. (GH-15.2)")] = 1
    players: Annotated[int, Meta(ge=1, le=4, description="How many characters play. (GH-12.36)")] = 2
    reduced_randomness: Annotated[
        bool, Meta(description="Whether x2 and bless count +2, null and curse -2. (GH-16.1)")
    ] = False
    attacks: Annotated[
        tuple[AttackFile, ...],
        Meta(max_length=MOST_ATTACKS, description="The attack abilities, one after the other."),
    ] = ()
    deck: Annotated[
        DeckFile | None, Meta(description="The modifier deck of whoever attacks first; `modifiers` has all.")
    ] = None
    modifiers: Annotated[
        dict[str, DeckFile],
        Meta(max_length=20, description="The modifier decks by owner, `monsters` or a character."),
    ] = {}  # noqa: RUF012  # a struct copies it
    claims: Annotated[tuple[AttackClaimFile, ...], Meta(max_length=200)] = ()
    """Statements to confirm or refute."""
    expect: AttackExpectFile = AttackExpectFile()
    """What must come out."""
