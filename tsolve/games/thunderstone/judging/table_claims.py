"""Claims about the whole game: who wins, what a player scores, who takes the Thunderstone, what Health a
Monster has. (TS-17, TS-7.6)
"""

from __future__ import annotations

import re

from tsolve.contract.step_reader import Played
from tsolve.errors import UsageError
from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.position import ThunderstonePosition
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn.hall import Target
from tsolve.games.thunderstone.writing.statements import ClaimFile
from tsolve.judging.numbers import Judged
from tsolve.source.tree import folded, joined

_ACTIVE = ("i", "we", "me", "you", "he", "she", "they", "one")


def players(position: ThunderstonePosition) -> tuple[str, ...]:
    """What the players are called, from the active one on."""
    others = position.written.players.others
    named = [""] * others if isinstance(others, int) else [each.name for each in others]
    return tuple(name or f"player {seat}" for seat, name in enumerate((position.written.player, *named), 1))


def seat_of(position: ThunderstonePosition, name: str) -> int:
    """The place of a player at the table, from 0. Raises UsageError for a name that nobody has."""
    names = players(position)
    if name.casefold() in _ACTIVE:
        return 0
    found = [seat for seat, each in enumerate(names) if folded(name) in (folded(each), f"player{seat + 1}")]
    if not found:
        raise UsageError(f'no player is called "{name}": there are {joined(names)}')
    return found[0]


def with_names(position: ThunderstonePosition, text: str) -> str:
    """A text about numbered players with their names."""
    names = players(position)
    text = re.sub(
        r"players ([0-9][0-9, and]*[0-9])", lambda them: re.sub(r"\d", r"player \g<0>", them[1]), text
    )
    return re.sub(r"player ([1-9])", lambda one: names[int(one[1]) - 1], text)


def worded(claim: ClaimFile) -> str:
    """The claim as a sentence."""
    for who, much in (claim.score or {}).items():
        return f"{who} has {much} points"
    for who, much in (claim.health or {}).items():
        return f"{who} has Health {much}"
    if player := claim.winner or claim.not_winner:
        return f"{player} {'wins' if claim.winner else 'does not win'}"
    takes = f"takes {claim.takes}" if claim.takes else f"does not take {claim.not_takes}"
    return f"{claim.by} {takes}" if claim.by else takes


def judge_end(position: ThunderstonePosition, kind: str, name: str, points: int = 0) -> Judged:
    """Whether this player wins, or has so many points."""
    from tsolve.games.thunderstone.judging.scoring import score

    seat, found = seat_of(position, name), score(position)
    if not found.players:
        return Judged(None, found.reason)
    mine = found.players[seat]
    told = joined(
        [f"{each}: {one.points}" for each, one in zip(players(position), found.players, strict=True)]
    )
    if kind == "score":
        open_ = f"{told}; not known: {joined(mine.unknown)}" if mine.unknown else ""
        return Judged(None if open_ else mine.points == points, open_ or told, ("TS-17.2",))
    why = with_names(position, found.reason)
    if not found.winners:
        return Judged(None, f"{told}; {why}", ("TS-17.2",))
    wins = seat + 1 in found.winners
    best = joined([players(position)[each - 1] for each in found.winners])
    shared = " share the victory" if len(found.winners) > 1 else " wins"
    return Judged(wins == (kind == "winner"), f"{told}; {best}{shared}: {why}", ("TS-17.2",))


def judge_taken(position: ThunderstonePosition, played: Played[State, Action], stone: str, by: int) -> Judged:
    """Whether the turn takes this Thunderstone, for this player."""
    end = played.result
    taken = stone in end.tally.gained
    name = position.book.name(stone)
    if not taken:
        return Judged(False, f"the turn does not take {name}. {played.answer.outcome}", ("TS-17.1",))
    me = players(position)[0]
    return Judged(by == 0, f"{me if by else 'you'} take{'s' if by else ''} {name}", ("TS-17.1",))


def judge_health(
    position: ThunderstonePosition, played: Played[State, Action], target: Target, wanted: int
) -> Judged:
    """Whether the Monster has this Health in the battle that is played; the printed one if there is none."""
    tally, card = played.result.tally, position.book.card(target.monster)
    printed = f"printed {card.health}"
    if not tally.outcome or not target.was_attacked(played.result):
        return Judged(card.health == wanted, f"{printed}; {played.answer.outcome}", (card.ruling,))
    health = tally.health
    reason = f"its Health is {health}" + (f" in this battle ({printed})" if health != card.health else "")
    return Judged(health == wanted, reason, (card.ruling,))
