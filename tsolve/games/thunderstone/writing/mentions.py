"""What is checked of a position file before it is opened: that all that it mentions exists (cards,
rulings, interpretations, readings), that its steps have no misspelt words, all of them reported together;
and whether a file without a known game is meant as a puzzle of this one.

The latter is told by its keys alone. Few are needed, and they have to be ours: people write YAML about other
games, with `game`, `turn` and `expect` in it.
"""

from __future__ import annotations

from collections.abc import Iterable

from tsolve.cardkit import piles
from tsolve.diagnostics import Diagnostics
from tsolve.errors import Span, UsageError
from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.measures import MEASURES
from tsolve.games.thunderstone.state import Player, State
from tsolve.games.thunderstone.turn.hand import NAMED_KINDS
from tsolve.games.thunderstone.writing.notation import resolve_target
from tsolve.games.thunderstone.writing.position_file import PositionFile
from tsolve.games.thunderstone.writing.reading import Wording, read
from tsolve.games.thunderstone.writing.statements import Expectations, OddsExpectation
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decode import Decoded, Path
from tsolve.source.tree import Mapping, Node, Scalar
from tsolve.turns import check
from tsolve.turns.card_names import resolve, split_count
from tsolve.turns.narration import Written
from tsolve.turns.position import Mentions, PolicyExpectation, PolicyPart

_MONSTERS = ("monster", "guardian")
_FOR_SALE = ("hero", "village", "basic")
_AFTERWARDS = (
    *("hall", "guardians", "treasures", "hand", "discard", "removed", "deck", "dungeon_deck", "village"),
)
_NO_CARDS = {
    "hall": ("none", "unknown"),
    "hand": ("unknown",),
    "deck": ("unknown",),
    "dungeon_deck": ("unknown",),
}
"""What stands in a list of the position after the line and is no card."""
_CLAIMED = {
    "against": _MONSTERS,
    "defeats": _MONSTERS,
    "not_defeats": _MONSTERS,
    "buys": _FOR_SALE,
    "cannot_buy": _FOR_SALE,
}


def check_mentions(decoded: Decoded[PositionFile], ruleset: Ruleset[Card], found: Diagnostics) -> None:
    """Report unknown names (E302, E303), cards of the wrong kind (E305), steps that the line does not have
    (E310), unknown interpretations (E412), readings (E413) and rulings (E414).
    """
    mentions = _Mentions(decoded, ruleset, found)
    mentions.subjects()
    mentions.claims()
    mentions.expectations()


class _Mentions(Mentions):
    no_cards = _NO_CARDS

    def __init__(self, decoded: Decoded[PositionFile], ruleset: Ruleset[Card], found: Diagnostics) -> None:
        super().__init__(decoded, ruleset, found)
        self.ruleset, self.file = ruleset, decoded.value

    def claims(self) -> None:
        for index, claim in enumerate(self.file.claims):
            for kind, kinds in _CLAIMED.items():
                self.name(("claims", index, kind), getattr(claim, kind), kinds)
            self.name(("claims", index, *claim.kinds), claim.foe, _MONSTERS)
            self.names(("claims", index), claim, MEASURES.lists)
            alone = claim.against is not None or claim.gold is not None
            if claim.stated and not self.file.line and not alone:
                self.of_a_line(claim.kinds[0], self.decoded.span("claims", index, *claim.kinds))
            if claim.after is not None:
                self.step(claim.after, self.decoded.span("claims", index, "after"))

    def expectations(self) -> None:
        expect = self.file.expect
        self.name(("target",), self.file.target, _MONSTERS)
        self.expected(expect, self.file.claims)
        for name in expect.totals:
            self.name(("expect", "totals", name), name, _MONSTERS, key=True)
        if expect.best is not None:
            self.name(("expect", "best", "target"), expect.best.target, _MONSTERS)
        self.names(("expect", "best"), expect.best, ("bought", "levelled", *MEASURES.lists))
        self.names(("expect", "line"), expect.line, MEASURES.lists)
        for text, figures in expect.steps.items():
            self.step(text, self.decoded.key_span("expect", "steps", text))
            self.names(("expect", "steps", text), figures, MEASURES.lists)
        self.names(("expect", "after"), expect.after, _AFTERWARDS)
        if expect.policy is not None:
            self._policy(expect.policy)
        self.grade(expect.grade)
        self._odds(expect.odds)
        self.why_not(expect.why_not)
        for index, row in enumerate(expect.calculation):
            self.name(("expect", "calculation", index, "card"), row.card or None, ())
            self.ruling(("expect", "calculation", index, "ruling"), row.ruling)
        for index, ruling in enumerate(expect.line.rulings if expect.line else ()):
            self.ruling(("expect", "line", "rulings", index), ruling)

    def _policy(self, expect: PolicyExpectation) -> None:
        """Levels of the goal, Monsters and the cards that come, at every point of the policy."""
        path: Path = ("expect", "policy")
        self._levels((*path, "worst"), expect.worst)
        self._levels((*path, "best"), expect.best)
        parts: list[tuple[Path, PolicyPart]] = [(path, expect)]
        parts += [((*path, "after", number), part) for number, part in enumerate(expect.after)]
        for here, part in parts:
            self._levels((*here, "expected"), part.expected)
            for name in part.chances:
                self.name((*here, "chances", name), name, _MONSTERS, key=True)
            self.names(here, part, ("draws",))

    def _odds(self, expect: OddsExpectation | None) -> None:
        """Monsters, cards for sale, cards of the deck; values that are numbers."""
        if expect is None:
            return
        path: Path = ("expect", "odds")
        for what in ("defeat", "attack"):
            for name in getattr(expect, what):
                self.name((*path, what, name), name, _MONSTERS, key=True)
        for name in expect.afford:
            self.name((*path, "afford", name), name, _FOR_SALE, key=True)
        for field, names in (("with", expect.adding), ("without", expect.without)):
            for index, text in enumerate(names):
                self.name((*path, field, index), split_count(text, self.ruleset.names)[1], ())
        values: dict[Path, dict[str, str]] = {("purse",): expect.purse}
        values |= {("attack", name): bars for name, bars in expect.attack.items()}
        for where, bars in values.items():
            for number in bars:
                if number != "none" and not (number.isascii() and number.isdecimal() and len(number) < 5):
                    span = self.decoded.key_span(*path, *where, number)
                    self.found.report("E209", f'"{number}" is not a number', span)

    def _levels(self, path: Path, levels: Iterable[str]) -> None:
        from tsolve.games.thunderstone.planning.goals import DEFAULTS, read_goal  # only puzzles pay for it

        place = self.file.turn if self.file.turn in DEFAULTS else "dungeon"
        for level in levels:
            try:
                read_goal(place, level)
            except UsageError as error:
                self.found.report("E311", str(error), self.decoded.key_span(*path, level))

    def name(self, path: Path, name: str | None, kinds: tuple[str, ...] = (), key: bool = False) -> None:
        if name is None:
            return
        span = self.decoded.key_span(*path) if key else self.decoded.span(*path)
        if kinds is _MONSTERS:
            card = resolve_target(self.ruleset, name, self.found, span).monster
        else:
            card = resolve(self.ruleset, name, self.found, span)
        if card and kinds and self.ruleset.cards[card].kind not in kinds:
            needed = "a Monster" if kinds is _MONSTERS else "for sale in the Village"
            self.found.report("E305", f"{self.ruleset.cards[card].name} is not {needed}", span)


_NOWHERE = State(players=(Player(piles.UNKNOWN, hand=None),))
"""A position with nothing in it."""


def proofread(
    game: Thunderstone,
    ruleset: Ruleset[Card],
    table: State,
    decoded: Decoded[PositionFile],
    found: Diagnostics,
) -> None:
    """Report what is wrong with the words of any step of the file, each where it stands."""
    check.proofread(
        decoded, found, lambda text, span: read(game, ruleset, table, text, span, _Words), NAMED_KINDS
    )


class _Words(Wording):
    """Reads words only and leaves aside what is where, and legality."""

    def __init__(self, game: Thunderstone, ruleset: Ruleset[Card], state: State, span: Span | None) -> None:
        super().__init__(game, ruleset, _NOWHERE, span)
        self.table = state

    def first_legal(self, actions: Iterable[Action]) -> Written[Action]:
        return self.written(next(iter(actions)))

    def only_legal(self, actions: Iterable[Action]) -> Written[Action]:
        return self.first_legal(actions)


_ZONES = ("hall", "dungeon_deck", "village")
"""Where cards lie in this game, and in few others."""
_TURNS = ("dungeon", "village", "rest")
_STRANGERS = 1
"""So many keys may be unknown: one that is misspelt, such as `game` itself."""


def is_meant(root: Node) -> bool:
    """Whether the tree expects something that a position of this game can state, of such a position."""
    expect = root.get("expect") if isinstance(root, Mapping) else None
    if not isinstance(root, Mapping) or not isinstance(expect, Mapping):
        return False
    unknown = [key for key, _ in root.items if key.text not in PositionFile.__struct_fields__]
    turn = root.get("turn")
    is_ours = any(root.get(zone) is not None for zone in _ZONES) or (
        isinstance(turn, Scalar) and turn.text in _TURNS
    )
    states = any(key.text in Expectations.__struct_fields__ for key, _ in expect.items)
    return is_ours and states and len(unknown) <= _STRANGERS
