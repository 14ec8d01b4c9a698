"""What people state about a scenario, as types: claims, and what a puzzle expects. Also the check of the
rulings, readings and steps that a file of any kind mentions; other names are checked where they are read.
"""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, Self

from msgspec import Meta, ValidationError, convert, field
from msgspec.structs import replace

from tsolve.errors import TreePath
from tsolve.games.gloomhaven.measures import MEASURES
from tsolve.games.gloomhaven.stated import Names
from tsolve.games.gloomhaven.writing.position_file import ScenarioTable
from tsolve.games.gloomhaven.writing.sentence_forms import EACH
from tsolve.games.gloomhaven.writing.table_file import Place
from tsolve.regex import Regex
from tsolve.source.decode import NotUnderstoodError
from tsolve.source.tree import shortened
from tsolve.written import position_file, statements
from tsolve.written.name_check import NameCheck
from tsolve.written.position_file import Numbers
from tsolve.written.statements import Number, Written
from tsolve.written.turns import MOST_TURNS, TurnFile

if TYPE_CHECKING:
    from collections.abc import Callable

    from tsolve.games.gloomhaven.writing.sentence_forms import Said
    from tsolve.written.phrases import ClaimWords


class OddsExpectation(position_file.OddsExpectation, frozen=True):
    """The chances of the attacks that are to come."""

    kill: Annotated[Numbers, Meta(description="The chance that each target dies; `all` for all of them.")] = (
        field(default_factory=dict)
    )
    mean: Annotated[Numbers, Meta(description="The mean damage to each target; `all` for all of them.")] = (
        field(default_factory=dict)
    )
    damage: Annotated[
        dict[str, Numbers], Meta(description="Chances of so much damage to each target; or to `all`.")
    ] = field(default_factory=dict)


@MEASURES.stated_in()
class Facts(statements.Stating, frozen=True):
    """Every measure as a key."""


Chance = Annotated[
    str,
    Meta(
        pattern=r"^(?:>=|<=|>|<)?\s*(?:[0-9]{1,3}(?:\.[0-9]{1,6})?\s*%|[0-9]{1,9}/[1-9][0-9]{0,8}|0?\.[0-9]{1,6}|[01])$",
        description="With which chance: `65%`, `13/18`; a bound is `>= 70%`.",
    ),
]
_BOUND = Literal["at least", "at most", "more than", "less than", "possible", "most", "least"]
_NO_NAME = Regex(
    r" (?:loots?|gains?|gets?|takes?|suffers?|loses?|picks? up|collects?|does|is|has|at least|at most|only"
    r"|up to|than|exactly|just|over|under|above|below|regains|recovers|keeps|heals|back|"
    r"to|at|on|with|by|for)$"
    r"|^(?:neither|not|either|with) | (?:nor|or) |^(?:it|him|her)self\b|^\d+$",
    re.IGNORECASE,
)
"""A text in place of a name that says more: `Brute loots`, `neither Brute nor Tinkerer`."""
_VALUE = Regex(
    r"(?:.+ (?:is|has|does|gets|becomes|makes) (?:an? |only )*)?attack \d+ (?:against|on|for) .+|attack \d+",
    re.IGNORECASE,
)
"""The value of an attack, before modifier cards and shields."""
_BY_SOMEBODY = ("attacked", "dies", "can", "cannot", "acts_before", "acts_after")
"""The kinds of claim that may say who does it, beside results of a turn."""


_PARTED_LISTS = ("conditions", "gained_conditions", "effects", "heals", "advantage", "disadvantage")
"""The lists that may be claimed to have something among others."""


class DeathClaimFile(statements.Claim, frozen=True):
    """A statement that may say, also with a chance, whether a figure is killed; numbers with a bound."""

    dies: Annotated[str | None, Meta(description="This figure is killed.")] = None
    survives: Annotated[str | None, Meta(description="This figure is not killed.")] = None
    chance: Chance | None = None
    # more words than in other games, with a judge of their own
    bound: Annotated[
        _BOUND | None,
        Meta(
            description="How the number is compared: `at most`; `possible` where it may come to it, `most` "
            "where that is the most that it may come to. Of a list `at least` names some of it."
        ),
    ] = None  # type: ignore[assignment]
    denied: Annotated[
        bool,
        Meta(description="The opposite is stated: `{focus: Brute, denied: true}`, its focus is not Brute."),
    ] = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.bound is not None:
            self._check_bound()
        if self.denied and not self.stated:
            raise ValueError(f"`denied` belongs to what a turn comes to, not to `{self.kinds[0]}`")
        if self.chance is not None and self.dies is None and self.survives is None:
            raise ValueError(f"`chance` is that of `dies` or `survives`, not of `{self.kinds[0]}`")

    def _check_bound(self) -> None:
        """Raises ValueError for a bound of what is neither a number nor a list that may be compared."""
        (kind,) = self.kinds
        written = self.stated.get(kind)
        values = written.values() if isinstance(written, Mapping) else (written,)
        is_number = all(isinstance(each, int) and not isinstance(each, bool) for each in values)
        if not is_number and not (kind in _PARTED_LISTS and self.bound == "at least"):
            raise ValueError(f"`bound: {self.bound}` belongs to a number, not to `{kind}`")


@MEASURES.stated_in()
class ClaimFile(DeathClaimFile, frozen=True):
    """A statement to confirm or refute: exactly one kind."""

    own_kinds = (
        *statements.Claim.own_kinds,
        *("sees", "sees_not", "options", "dies", "survives", "acts_before", "acts_after", "attack_of"),
    )
    terms: ClassVar[Mapping[str, tuple[str, ...]]] = {
        f"to_{kind}": (kind,)
        for kind in ("focus", "end", "attacks", "deals", "takes", "dies", "survives", "can")
    }

    focus: str | None = None
    end: Place | None = None
    attacks: tuple[str, ...] | None = None
    heals: tuple[str, ...] | None = None
    advantage: tuple[str, ...] | None = None
    disadvantage: tuple[str, ...] | None = None
    attacked: dict[str, bool] | None = None
    scenario: str | None = None
    sees: Annotated[
        tuple[Place, Place] | None, Meta(description="There is line of sight between these hexes.")
    ] = None
    sees_not: Annotated[
        tuple[Place, Place] | None, Meta(description="There is no line of sight between these hexes.")
    ] = None
    options: Annotated[Number | None, Meta(description="How many options the rules leave.")] = None

    attack_of: Annotated[
        Annotated[dict[str, Number], Meta(min_length=1, max_length=1)] | None,
        Meta(description="The value of a card's attack, before modifier cards and shields. (GH-6.7)"),
    ] = None
    acts_before: Annotated[
        str | None, Meta(description="The figure `by` has its turn before this one, or before all of a type.")
    ] = None
    acts_after: Annotated[str | None, Meta(description="The figure `by` has its turn after this one.")] = None

    by: Annotated[
        str | None,
        Meta(
            description="Whose focus, end, attacks or damage; who acts, or can do something: a figure, or "
            "all of a type."
        ),
    ] = None

    @property
    def owners(self) -> list[str]:
        """Whose numbers are stated, by name, and who is attacked."""
        stated = self.stated.values()
        return [
            *(str(name) for each in stated if isinstance(each, Mapping) for name in each),
            *(self.attacks or ()),
            *(self.heals or ()),
        ]

    @classmethod
    def words(cls) -> "ClaimWords":
        from tsolve.games.gloomhaven.writing.claim_text import TURN

        return TURN

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Also one that says whose turn it is about: `Guard 1 attacks Brute`. Whom it attacks or heals is
        meant to be among others, unless the sentence says that they are all.
        """
        from tsolve.games.gloomhaven.writing.sentences import (
            WITH_ADVANTAGE,
            said_at_once,
            said_of_somebody,
            without_only,
        )

        text = re.sub(r"^focus (?=is\b|isn't)", "its focus ", text, flags=re.IGNORECASE)
        if _VALUE.fullmatch(text):
            help_ = "say the attack in `line`, then `draw +0`, and claim what it deals: `damage 3`"
            raise NotUnderstoodError(f'"{shortened(text)}" is about the value of an attack', help_)
        if WITH_ADVANTAGE.fullmatch(text):
            help_ = "write two: whom it attacks, and `{disadvantage: [Brute]}`; `[]` for nobody"
            raise NotUnderstoodError(f'"{shortened(text)}" is two claims', help_)
        text, is_whole = without_only(text)
        if (said := said_at_once(text)) is not None:
            with suppress(ValidationError):
                claim = convert(said.stated, cls)
                return replace(claim, bound=None) if is_whole and claim.heals else claim
        claim = cls._plain(text, said_of_somebody)
        return claim if is_whole else claim.among_others()

    @classmethod
    def _plain(cls, text: str, said_of: "Callable[[str], Said | None]") -> Self:
        """The claim of a sentence, where whom it attacks are all."""
        try:
            claim = super().from_text(text)
            if not any(map(_NO_NAME.search, claim.owners)):
                return claim
            said = said_of(text)
        except NotUnderstoodError:
            if (said := said_of(text)) is None:
                raise
        if said is None:
            raise NotUnderstoodError(f'"{shortened(text)}" is no claim', f"write {cls.words().examples}")
        if said.sentence:
            return replace(super().from_text(said.sentence), by=said.by or None, denied=said.denied)
        with suppress(ValidationError):  # what only attacks without a map have
            return convert(said.stated, cls)
        return super().from_text(text)

    def among_others(self) -> Self:
        """The claim that those of a list are among them; for nobody the claim itself."""
        if self.attacks:
            among = dict.fromkeys(self.attacks, True)
            return replace(self, attacks=None, attacked=among, by=self.by or EACH)
        named = self.advantage or self.disadvantage
        return replace(self, bound="at least") if named else self

    def __post_init__(self) -> None:
        super().__post_init__()
        (kind,) = self.kinds
        is_of_turn = kind in MEASURES.stated and MEASURES.by_name[kind].is_of_actor
        if self.by is not None and not (is_of_turn or kind in _BY_SOMEBODY):
            raise ValueError(f"`by` says whose turn it is, and `{kind}` is not about a figure's turn")
        if self.by is None and kind in ("acts_before", "acts_after"):
            raise ValueError(
                f"`by` is missing: who {kind.replace('_', ' ')} {self.acts_before or self.acts_after}?"
            )


@MEASURES.stated_in()
class LineFile(statements.LineExpectation, frozen=True):
    """What judging the line comes to."""


class OptionFile(Written, frozen=True):
    """One option of a turn; what is left out is not compared."""

    focus: str | None = None
    """The focus."""
    end: Place | None = None
    """The hex in which it stops."""
    destination: Annotated[Place | None, Meta(description="The hex from which it wants to attack.")] = None
    attacks: Annotated[Names | None, Meta(description="Whom it attacks.")] = None


class ExpectFile(statements.ExpectationsOfTurn, frozen=True):
    """What must come out."""

    options: Annotated[
        tuple[OptionFile, ...] | None, Meta(description="Exactly these options, in any order.")
    ] = None
    line: LineFile | None = None
    steps: dict[str, Facts] = {}  # noqa: RUF012  # a struct copies it
    odds: Annotated[OddsExpectation | None, Meta(description="The chances of the attacks to come.")] = None


class ScenarioTurn(TurnFile, frozen=True):
    """A figure's turn, a whole round, or another part of a log. It ends where its steps do."""

    claims: Annotated[tuple[ClaimFile, ...], Meta(max_length=200)] = ()
    """Statements about it, to confirm or refute."""
    expect: ExpectFile | None = None
    """What must come out in it."""


class ScenarioFile(ScenarioTable, frozen=True):
    """A position of a scenario with what is stated about it."""

    turns: Annotated[tuple[ScenarioTurn, ...], Meta(max_length=MOST_TURNS)] = ()
    """What was played from here on, part by part: a log. All that the file asks beside it is about the
    table after it.
    """

    claims: Annotated[tuple[ClaimFile, ...], Meta(max_length=200)] = ()
    """Statements to confirm or refute."""
    expect: ExpectFile = ExpectFile()
    """What must come out."""


class FileNameCheck(NameCheck):
    """What one file mentions."""

    def name(self, path: TreePath, name: str | None, kinds: tuple[str, ...] = (), key: bool = False) -> None:
        """Names are not those of cards of the ruleset."""

    def ruling(self, path: TreePath, ruling: str | None) -> None:
        """A rule that there is, or what a card of the ruleset says: `card.guard_525`."""
        kind, _, card = (ruling or "").partition(".")
        if kind != "card" or card not in self._ruleset.cards:
            super().ruling(path, ruling)
