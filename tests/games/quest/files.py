"""Position files of Thunderstone Quest in tests: written as text, opened and judged as the commands do."""

from __future__ import annotations

from textwrap import dedent

import pytest

from tsolve import api
from tsolve.errors import InputError
from tsolve.games.quest.position import QuestPosition
from tsolve.model.answers import CheckAnswer

FIVE = """
    turn: dungeon
    hand: [5 x Adventurer]
    dungeon: {Mine: Goblin Berserker, Abandoned Gate: Goblin Warrior}
    line: [move to the Mine, battle Goblin Berserker]
    """
"""5 attack against the Goblin Berserker in the Mine, who has health 4 and 1 from the room. (QE-8)"""


def position_of(text: str) -> QuestPosition:
    """The position of a file with this text, `game` left out."""
    found = api.loads(f"game: quest\n{dedent(text)}".encode(), "position.yaml")
    assert isinstance(found, QuestPosition)
    return found


def checked(text: str) -> CheckAnswer:
    """The judgement of such a file."""
    return api.check(position_of(text))


def verdicts(text: str) -> list[str]:
    """The verdicts on the claims of such a file."""
    return [claim.verdict for claim in checked(text).claims]


def problems(text: str) -> list[tuple[str, int]]:
    """The codes and lines of the problems of a file that cannot be opened, `game` being its first line."""
    with pytest.raises(InputError) as caught:
        position_of(text)
    return [(each.code, each.span.line if each.span is not None else 0) for each in caught.value.diagnostics]
