"""Checks a position file before it is opened: everything that it names must exist (cards, rulings,
interpretations, readings), and its steps must have no misspelt words; all problems are reported together.
Also decides whether a file without a known game is meant as a puzzle of this one.

The keys alone decide that. A few are enough, but they must be typical of this game: people write YAML about
other games, with `game`, `turn` and `expect` in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from tsolve.cardkit import piles
from tsolve.contract.step_reader import Written
from tsolve.diagnostics import Diagnostics
from tsolve.errors import InputError, Span, TreePath, UsageError
from tsolve.games.family import winners
from tsolve.games.family.mentions import NameCheck
from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.measures import MEASURES
from tsolve.games.thunderstone.state import Player, State
from tsolve.games.thunderstone.turn.hall import NO_FOES
from tsolve.games.thunderstone.turn.hand import NAMED_KINDS
from tsolve.games.thunderstone.writing.forced import instead_of
from tsolve.games.thunderstone.writing.notation import resolve_target
from tsolve.games.thunderstone.writing.position_file import ThunderstoneFile
from tsolve.games.thunderstone.writing.reading import Wording, read
from tsolve.games.thunderstone.writing.several import several, wares
from tsolve.games.thunderstone.writing.statements import ClaimFile, Expectations
from tsolve.judging import check
from tsolve.regex import Regex
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decoded import Decoded
from tsolve.source.tree import MappingNode, Node, Scalar
from tsolve.written.card_names import in_part, resolve, split_count

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
"""Words in lists of the position after the line that are not cards."""
_HAS = Regex(r"""["']?(?P<who>[^\W\d_]+|player [1-9]):? (?:only |just )?(?:has|have|holds?|owns?) """, re.I)
"""What begins a sentence about what somebody has."""


def check_mentions(
    decoded: Decoded[ThunderstoneFile], ruleset: Ruleset[Card], table: State, found: Diagnostics
) -> None:
    """Report unknown names (E302, E303), cards of the wrong kind (E305), steps that the line does not have
    (E310), unknown interpretations (E412), readings (E413) and rulings (E414).
    """
    mentions = _NameCheck(decoded, ruleset, found)
    mentions.table = table
    mentions.subjects()
    mentions.claims()
    mentions.expectations()


class _NameCheck(NameCheck[Card, ThunderstoneFile]):
    no_cards = _NO_CARDS
    for_sale = _FOR_SALE
    measures = MEASURES
    of_best = ("bought", "levelled")
    table: State
    """The cards in this place: a part of a name is enough if it fits only one of them."""

    def read_level(self, level: str) -> object:
        from tsolve.games.thunderstone.planning.goals import DEFAULTS, read_goal  # only puzzles pay for it

        return read_goal(self.file.turn if self.file.turn in DEFAULTS else "dungeon", level)

    def of_game(self) -> None:
        self.names(("expect", "after"), self.file.expect.after, _AFTERWARDS)

    def claims(self) -> None:
        super().claims()
        for index, claim in enumerate(self.file.claims):
            for name in claim.health or ():
                self.target(("claims", index, "health", name), name, key=True)
            self._fate(index, claim)
            if claim.score is not None and self.file.turn == "village":
                self._bare_number(self.decoded.span("claims", index, "score"))
            if "xp" in claim.kinds:
                self._held_xp(self.decoded.span("claims", index, "xp"))
            if claim.must is not None:
                try:
                    instead_of(claim.must, self.ruleset, self.table)
                except UsageError as error:
                    self.found.report("E210", str(error), self.decoded.span("claims", index, "must"))
            for name in filter(None, (claim.by, claim.winner, claim.not_winner, *(claim.score or ()))):
                winners.check_player(
                    self.file, name, self.decoded.span("claims", index, *claim.kinds), self.found
                )

    def _bare_number(self, place: Span | None) -> None:
        """Reports a number of a player in the Village, which may be gold or points."""
        if place is not None and re.fullmatch(r"[\"']?[^\W\d]+ (?:has |gets )?\d+[\"']?", place.written):
            help_ = "write `8 gold` or `8 points`"
            self.found.report("E210", f"{place.written} may be gold or points", place, help_)

    def _held_xp(self, place: Span | None) -> None:
        """Reports what is said of the XP that somebody has: judged are those that the turn brings."""
        said = _HAS.match(place.written) if place is not None else None
        seat = winners.seat_of(self.file, said["who"]) if said is not None else 0
        if said is not None and (seat or self.table.me.xp):
            held = f"{said['who']} may have some before it"
            help_ = "write `gets 2 XP` of the active player, or the key `xp` with what the turn brings"
            self.found.report("E210", f"XP are judged that the turn brings, and {held}", place, help_)

    def _fate(self, index: int, claim: ClaimFile) -> None:
        """Checks the cards of a claim about what becomes of them."""
        path: TreePath = ("claims", index)
        for kind in ("lies", "not_lies", "gets", "gives"):
            for name in getattr(claim, kind) or ():
                self.name((*path, kind, name), split_count(name, self.ruleset.names)[1], key=True)
        for number, each in enumerate(claim.becomes or ()):
            for name in each.split(" to ", 1):
                self.name((*path, "becomes", number), name, ("hero", "basic"))
        self.target((*path, "when"), claim.foe_of_turn)

    def ware(self, path: TreePath, name: str | None, key: bool = False) -> None:
        asked = wares(self.ruleset.names, name) if name is not None else None
        for each in (name,) if asked is None else asked.names:
            super().ware(path, each, key)

    def target(self, path: TreePath, name: str | None, key: bool = False) -> None:
        self.name(path, name, _MONSTERS, key)

    def foe(self, path: TreePath, name: str | None) -> None:
        self.name(path, name, (*_MONSTERS, *NO_FOES))

    def name(self, path: TreePath, name: str | None, kinds: tuple[str, ...] = (), key: bool = False) -> None:
        if name is None:
            return
        span = self.decoded.key_span(*path) if key else self.decoded.span(*path)
        pools = self.table.on_table()
        fought = kinds[:1] == _MONSTERS[:1]
        if fought:
            card = resolve_target(self.ruleset, name, self.found, span, pools[1:]).monster
        else:
            card = in_part(self.ruleset, name, pools) or resolve(self.ruleset, name, self.found, span)
        if card and kinds and self.ruleset.cards[card].kind not in kinds:
            needed = "a Monster" if fought else "for sale in the Village"
            self.found.report("E305", f"{self.ruleset.cards[card].name} is not {needed}", span)


_NOWHERE = State(players=(Player(piles.UNKNOWN, hand=None),))
"""A position with nothing in it."""


def check_texts(
    game: Thunderstone,
    ruleset: Ruleset[Card],
    table: State,
    decoded: Decoded[ThunderstoneFile],
    found: Diagnostics,
) -> None:
    """Report unknown words in the steps of the file, each at its place. A claim may ask for more than one."""

    def words(text: str, span: Span | None) -> Written[Action] | None:
        if text.startswith(("defeat ", "reach ")) and text not in decoded.value.line:
            return None  # a question, and no step in any words
        try:
            return read(game, ruleset, table, text, span, _Words)
        except InputError:
            if text in decoded.value.line or not (parts := several(ruleset, text)):
                raise
        for part in parts:
            read(game, ruleset, table, part, span, _Words)
        return None

    check.check_texts(decoded, found, words, NAMED_KINDS)


class _Words(Wording):
    """Reads only the words of a step, without looking at the table or at legality."""

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
"""The number of keys that may be unknown: one may be misspelt, such as `game` itself."""


def is_meant(root: Node) -> bool:
    """Whether the file looks like a puzzle of this game: by the keys of the position and of `expect`."""
    expect = root.get("expect") if isinstance(root, MappingNode) else None
    if not isinstance(root, MappingNode) or not isinstance(expect, MappingNode):
        return False
    unknown = [key for key, _ in root.items if key.text not in ThunderstoneFile.__struct_fields__]
    turn = root.get("turn")
    is_ours = any(root.get(zone) is not None for zone in _ZONES) or (
        isinstance(turn, Scalar) and turn.text in _TURNS
    )
    states = any(key.text in Expectations.__struct_fields__ for key, _ in expect.items)
    return is_ours and states and len(unknown) <= _STRANGERS
