"""Claims about the end of the game: who wins, and how many points somebody has."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal, Protocol

from tsolve.diagnostics import Diagnostics, suggest
from tsolve.errors import Span
from tsolve.judging.numbers import Judged
from tsolve.regex import Regex
from tsolve.source.tree import folded, joined
from tsolve.written.bounds import Bound, keeps

if TYPE_CHECKING:
    from tsolve.model.grades import ScoreAnswer

_ACTIVE = ("i", "we", "me", "you", "one")
_NUMBERED = Regex(r"players? ([1-9](?:(?:, | and )[1-9])*)")


class _Called(Protocol):
    @property
    def name(self) -> str: ...


class _Others(Protocol):
    @property
    def others(self) -> int | Sequence[_Called]: ...


class Seated(Protocol):
    """A position file with players, the active one first."""

    @property
    def player(self) -> str: ...
    @property
    def players(self) -> _Others: ...


class EndClaim(Protocol):
    """A claim about the end of the game."""

    @property
    def winner(self) -> str | None: ...
    @property
    def not_winner(self) -> str | None: ...
    @property
    def score(self) -> dict[str, int] | None: ...
    @property
    def bound(self) -> Bound | None: ...


def players(file: Seated) -> tuple[str, ...]:
    """What the players are called, the active one first; `player 2` for one without a name."""
    others = file.players.others
    named = [""] * others if isinstance(others, int) else [each.name for each in others]
    return tuple(name or f"player {seat}" for seat, name in enumerate((file.player, *named), 1))


def seat_of(file: Seated, name: str) -> int | None:
    """The place of a player at the table, from 0; None for a name that nobody has, or several."""
    wanted = folded(name)
    if wanted in _ACTIVE:
        return 0
    seats = [seat for seat, each in enumerate(players(file)) if wanted in (folded(each), f"player{seat + 1}")]
    return seats[0] if len(seats) == 1 else None


def check_player(file: Seated, name: str, span: Span | None, found: Diagnostics) -> None:
    """Reports a name that is not the one of a single player (E302)."""
    if seat_of(file, name) is not None:
        return
    named = [each for each in players(file) if not _NUMBERED.fullmatch(each)]
    help_ = suggest(name, named) or f"there are: {', '.join(players(file))}"
    if not named:
        help_ = "name the players: `players: {Anna: {deck: [...]}, Ben: {deck: [...]}}`"
    found.report("E302", f'no player is called "{name}"', span, help_)


_SPOKEN_OF = Regex(
    r"""["']?(?:(?:Does|Do|Can|Could|Will|Did|Has|May) )?(?P<who>[^\W\d_a-z][^\W\d_]+),? """
    r"(?:ha[sd]|have|gets?|gains?|earns?|takes?|draws?|suffers?|keeps?|ends?|heals?|buys?|beats?|kills?|defeats?"
    r"|wins?|then|can(?:not|'t)?|could|may)\b"
)


def check_speakers(file: Seated, places: Iterable[Span], found: Diagnostics) -> None:
    """Reports claims about a player whose turn it is not: what they say would be taken for the active one's.

    `places`: those of claims that are only read without the name at their beginning.
    """
    others = file.players.others
    named = (file.player, *(() if isinstance(others, int) else (each.name for each in others)))
    for place in places if any(named) else ():
        if (said := _SPOKEN_OF.match(place.written)) is None:
            continue
        who, seat = said["who"], seat_of(file, said["who"])
        if seat is None:
            check_player(file, who, place, found)
        elif seat:
            mine = file.player or "the player"
            message = f"claims are about {mine} whose turn it is; of {who} the points alone are judged"
            found.report("E210", message, place, f"write a file of its own with `player: {who}`")


def called(file: Seated, name: str) -> str:
    """What the player is called whom a claim names, also as `I`."""
    seat = seat_of(file, name)
    return name if seat is None else players(file)[seat]


def worded(file: Seated, claim: EndClaim) -> str:
    """The claim as a sentence."""
    for who, points in (claim.score or {}).items():
        bound = f"{claim.bound} " if claim.bound is not None else ""
        return f"{called(file, who)} has {bound}{points} points"
    who = called(file, claim.winner or claim.not_winner or "")
    return f"{who} {'wins' if claim.winner else 'does not win'}"


def judge_shared(
    file: Seated, names: Sequence[str], draw: str | None, found: ScoreAnswer, rulings: Sequence[str]
) -> Judged:
    """Whether just these players win together; without names, whether several share the victory (`draw`)."""
    if not found.players:
        return Judged(None, found.reason)
    told, won = _told(file, found), {*found.winners}
    if not won:
        return Judged(None, told, (*rulings, *found.rulings))
    named = {(seat_of(file, name) or 0) + 1 for name in names}
    holds = won == named if named else (len(won) > 1) == (draw == "yes")
    return Judged(holds, told, (*rulings, *found.rulings))


def _told(file: Seated, found: ScoreAnswer) -> str:
    """The points of all players, and who wins."""
    names = players(file)
    reason = _with_names(found.reason, names)
    if not found.winners:
        return f"{_points(names, found)}; {reason}"
    best = joined([names[number - 1] for number in found.winners])
    wins = f"{best} {'share the victory' if len(found.winners) > 1 else 'wins'}"
    return f"{_points(names, found)}; {wins}: {reason}"


def _points(names: Sequence[str], found: ScoreAnswer) -> str:
    return ", ".join(f"{each} {one.points}" for each, one in zip(names, found.players, strict=True))


def judge_end(file: Seated, claim: EndClaim, found: ScoreAnswer, rulings: Sequence[str]) -> Judged:
    """Whether this player wins or not, or has so many points; by the points that are `found`."""
    if not found.players:
        return Judged(None, found.reason)
    told, rulings = _points(players(file), found), (*rulings, *found.rulings)
    for who, points in (claim.score or {}).items():
        mine = found.players[seat_of(file, who) or 0]
        unknown = f"; not known: {joined(mine.unknown)}" if mine.unknown else ""
        return Judged(None if unknown else keeps(mine.points, claim.bound, points), told + unknown, rulings)
    if not found.winners:
        return Judged(None, _told(file, found), rulings)
    seat = seat_of(file, claim.winner or claim.not_winner or "") or 0
    return Judged((seat + 1 in found.winners) == bool(claim.winner), _told(file, found), rulings)


Tie = int | Literal["points", "victory", "either"]
"""A tie on points, also with the number of them, or in the whole game; `either` where that is left open."""


def judge_tie(file: Seated, tie: Tie, found: ScoreAnswer, rulings: Sequence[str]) -> Judged:
    """Whether several have the most points, or share the victory. Where a tie on points is broken, it is open
    which of them a claim means that does not say it.
    """
    rulings = (*rulings, *found.rulings)
    if not found.players or any(each.unknown for each in found.players):
        return Judged(None, found.reason)
    points, reason = [each.points for each in found.players], _told(file, found)
    best, is_tied = max(points), points.count(max(points)) > 1
    is_shared = len(found.winners) > 1
    if tie == "either" and is_tied != is_shared:
        hint = "write `tie on points` or `shared victory`"
        return Judged(None, f"{reason}. A tie on points, and none in the game: {hint}", rulings)
    holds = is_shared if tie in ("victory", "either") else is_tied and tie in ("points", best)
    return Judged(holds, reason, rulings)


def worded_tie(tie: Tie) -> str:
    """The claim of a tie in words."""
    match tie:
        case "points":
            return "tie on points"
        case "victory":
            return "shared victory"
        case "either":
            return "it is a tie"
    return f"tie on {tie} points"


def _with_names(text: str, names: Sequence[str]) -> str:
    """A text about numbered players with their names."""
    return _NUMBERED.sub(lambda them: re.sub("[1-9]", lambda one: names[int(one[0]) - 1], them[1]), text)
