"""A game that people play at a keyboard, against each other or against players of tsolve."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING

from tsolve.api.games import module
from tsolve.api.positions import NO_READINGS, data_of, loads
from tsolve.errors import UnknownNameError, UsageError
from tsolve.players import RANDOM, brought, seats, start_of
from tsolve.players.keyboard import QuitError, Rules, Sitting
from tsolve.source.parse import parse
from tsolve.source.reading import shown
from tsolve.source.tree import MappingNode
from tsolve.steps.written_log import NOT_OF_TABLE, TURNS, Beginning
from tsolve.written.in_place import in_place

if TYPE_CHECKING:
    from tsolve.players.keyboard import Screen
    from tsolve.source.reading import FilePath
    from tsolve.written.talk import Talk

ME = "me"
"""Who sits at the keyboard, among the names of players."""


def is_log(content: bytes | str, file: FilePath = "<text>") -> bool:
    """Whether a file holds the turns of a game. Raises InputError where it is no YAML."""
    root = parse(content, shown(file))
    return isinstance(root, MappingNode) and root.get(TURNS) is not None


def play(
    talk: Talk,
    screen: Screen[Hashable, Hashable],
    table: str,
    players: Sequence[str] = (ME,),
    seed: int = 0,
    file: FilePath = "<text>",
    printing: str | None = None,
    interpretations: Mapping[str, str] = NO_READINGS,
) -> bool:
    """Play from a table, or on from the end of a log, until the game is over; False if it ends before.

    Args:
        talk: who asks and tells.
        screen: draws the table, answers questions, and keeps the log after every action.
        table: the text of a position file; a turn that is begun in it (`line`) is played on.
        players: who plays, a name for each seat or one for all; `me` is somebody at the keyboard.
        seed: what chance brings, and what players leave to it.
        file: what the table is called in messages.
        printing, interpretations: how the rules are read, instead of what the file says.

    Raises:
        InputError: the file is wrong, or tells too little for a whole game.
        UsageError: names that do not fit the seats, or a turn that cannot be played on.
        EOFError: nothing more is typed; what was played is kept.
    """
    position = loads(table, file, printing, interpretations)
    keys = data_of(position)
    kept = {key: value for key, value in keys.items() if key not in NOT_OF_TABLE}
    beginning = Beginning(keys, in_place(table, kept, {}))
    start = start_of(position)
    makers = brought(start).makers
    for name in players:
        if name != ME and name not in makers:
            raise UnknownNameError(
                f'no player is called "{name}"; there are: {ME} (somebody at the keyboard), '
                f"{', '.join(makers)}. What people are called stands in the table: `player: {name}`"
            )
    made = seats(start, [RANDOM if name == ME else name for name in players])
    names = players if len(players) > 1 else [*players] * len(made)
    if ME not in names:
        raise UsageError(f"nobody sits at the keyboard: name `{ME}`, or let `simulate --log` play")
    sitting = Sitting(
        start,
        position,
        [None if name == ME else player for name, player in zip(names, made, strict=True)],
        Rules(module(position.ruleset.id).part, module(position.ruleset.id).how_it_ended),
        beginning,
        talk,
        screen,
        Random(seed),
    )
    sitting.play_on(position.written.line)
    try:
        sitting.play()
    except QuitError:
        return False
    return True
