"""What people write of attacks without a map: who attacks whom with what, claims and expectations."""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, Self

from msgspec import Meta, ValidationError, convert

from tsolve.games.gloomhaven.attacks.measures import MEASURES
from tsolve.games.gloomhaven.writing.position_file import ModifierDeckFile, Modifiers
from tsolve.games.gloomhaven.writing.statements import DeathClaimFile, OddsExpectation
from tsolve.games.gloomhaven.writing.table_file import (
    OF_FIGURES,
    Conditions,
    Effects,
    HitPoints,
    Number,
    StatsFile,
)
from tsolve.source.decode import NotUnderstoodError
from tsolve.written import statements
from tsolve.written.position_file import PositionFile
from tsolve.written.statements import Written

if TYPE_CHECKING:
    from tsolve.written.phrases import ClaimWords

Name = Annotated[str, Meta(min_length=1, max_length=60)]
Distance = Annotated[int, Meta(ge=1, le=20)]
Round = Annotated[int, Meta(ge=1, le=99)]
DeckFile = Literal["standard", "unknown"] | Modifiers | ModifierDeckFile
MOST_ATTACKS = 20
MOST_TARGETS = 20


class FighterFile(StatsFile, frozen=True):
    """Somebody who attacks or is attacked, with the statistics that differ from the ruleset's."""

    other_words: ClassVar[Mapping[str, str]] = {
        **{word: key for word, key in OF_FIGURES.items() if key not in ("at", "initiative")},
        **dict.fromkeys(("figure", "who", "monster"), "name"),
    }
    terms: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "hit_points": ("hp",),
        "condition": ("conditions",),
        **{term: (term,) for term in ("move", "attack", "range", "shield", "retaliate", "pierce")},
    }

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

    other_words: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("attacker", "who", "from"), "by"),
        **dict.fromkeys(("target", "targets", "defender", "on", "vs", "enemy", "victim"), "against"),
        **dict.fromkeys(("value", "strength", "base"), "attack"),
        **dict.fromkeys(("bonus", "plus"), "bonuses"),
        **dict.fromkeys(("hexes away", "away"), "distance"),
    }
    terms: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "attack": ("attack",),
        "target": ("against",),
        "pierce": ("pierce",),
        "advantage": ("advantage",),
        "disadvantage": ("disadvantage",),
        "round": ("round",),
    }

    attack: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=300,
            description="Its value and what is printed beside it: `3`, `3, pierce 2, range 3, advantage`; of "
            "a monster relative to its statistics: `+0`; or the printed card that has it: `Trample`.",
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


@MEASURES.stated_in()
class AttackFacts(statements.Stating, frozen=True):
    """What attacks come to."""


@MEASURES.stated_in()
class AttackClaimFile(DeathClaimFile, frozen=True):
    """A statement to confirm or refute: exactly one kind."""

    own_kinds = (*statements.Claim.own_kinds, "dies", "survives")
    terms: ClassVar[Mapping[str, tuple[str, ...]]] = {
        f"to_{kind}": (kind,) for kind in ("deals", "dies", "survives")
    }

    all_dead: bool | None = None

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Also one about somebody: `65% to kill Bandit Guard 1`, `Brute takes 2 damage`."""
        from tsolve.games.gloomhaven.writing.sentences import said_at_once, said_of_somebody

        said = said_at_once(text)
        try:
            if said is None:
                return super().from_text(text)
        except NotUnderstoodError:
            if (said := said_of_somebody(text)) is None or not said.stated:
                raise
        with suppress(ValidationError):
            return convert(said.stated, cls)
        return super().from_text(text)

    @classmethod
    def words(cls) -> "ClaimWords":
        from tsolve.games.gloomhaven.writing.claim_text import ATTACK

        return ATTACK


@MEASURES.stated_in()
class AttackLineFile(statements.LineExpectation, frozen=True):
    """What judging the line comes to."""


class AttackExpectFile(statements.Expectations, frozen=True):
    """What must come out."""

    line: AttackLineFile | None = None
    steps: dict[str, AttackFacts] = {}  # noqa: RUF012  # a struct copies it
    odds: Annotated[OddsExpectation | None, Meta(description="The chances of the attacks.")] = None


class AttacksFile(PositionFile, frozen=True):
    """A file of attacks without a map."""

    other_words: ClassVar[Mapping[str, str]] = {
        **PositionFile.other_words,
        **dict.fromkeys(("modifier deck", "attack modifier deck", "modifier cards"), "deck"),
        **dict.fromkeys(("modifier decks", "decks", "attack modifiers"), "modifiers"),
        **dict.fromkeys(("scenario level", "monster level"), "level"),
    }

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
