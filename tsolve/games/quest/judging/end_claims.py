"""Claims about the end of the game: who wins, and how many points somebody has. (QUEST-13)"""

from __future__ import annotations

import re

from tsolve.games.quest.position import QuestPosition
from tsolve.games.quest.writing.position_file import QuestFile
from tsolve.judging.numbers import Judged
from tsolve.source.tree import folded, joined

_ACTIVE = ("i", "we", "me", "you", "one")


def players(file: QuestFile) -> tuple[str, ...]:
    """What the players are called, from the active one on."""
    return tuple(name or f"player {seat}" for seat, name in enumerate(file.player_names, 1))


def seat_of(file: QuestFile, name: str) -> int | None:
    """The place of a player at the table, from 0; None for a name that nobody has, or several."""
    if folded(name) in _ACTIVE:
        return 0
    wanted = folded(name)
    seats = [seat for seat, each in enumerate(players(file)) if wanted in (folded(each), f"player{seat + 1}")]
    return seats[0] if len(seats) == 1 else None


def judge_end(position: QuestPosition, kind: str, name: str, points: int = 0) -> Judged:
    """Whether this player wins or not, or has so many points, as the cards are after the line."""
    file, found = position.written, position.score("")
    seat = seat_of(file, name) or 0
    if not found.players:
        return Judged(None, found.reason)
    mine, names = found.players[seat], players(file)
    told = ", ".join(f"{each} {one.points}" for each, one in zip(names, found.players, strict=True))
    rulings = (*position.scoring_rulings, *found.rulings)
    if kind == "score":
        unknown = f"{told}; not known: {joined(mine.unknown)}" if mine.unknown else ""
        return Judged(None if unknown else mine.points == points, unknown or told, rulings)
    reason = re.sub(
        r"players? ([1-9](?:(?:, | and )[1-9])*)",
        lambda them: re.sub(r"[1-9]", lambda one: names[int(one[0]) - 1], them[1]),
        found.reason,
    )
    if not found.winners:
        return Judged(None, f"{told}; {reason}", rulings)
    best = joined([names[number - 1] for number in found.winners])
    wins = f"{best} {'share the victory' if len(found.winners) > 1 else 'wins'}"
    return Judged((seat + 1 in found.winners) == (kind == "winner"), f"{told}; {wins}: {reason}", rulings)
