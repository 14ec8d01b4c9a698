"""To know less of the Dungeon Hall may open an answer and never reverses it."""

from typing import Any

import pytest

from tests.asked import Asked
from tests.consistency import questions
from tests.games.thunderstone.tables import dealt
from tsolve import api
from tsolve.errors import InputError


def reversed_answers(data: dict[str, Any]) -> list[str]:
    """What is answered the other way round where a card of the Hall is not known."""
    known = Asked(api.position(**data))
    asking = [{"can": each} for each in questions(known)]
    asking += [{"buys": name} for name in data.get("village", ())]
    before = [known.verdict(claim) for claim in asking]
    found = []
    for rank, card in enumerate(data["hall"]):
        if card in ("none", "unknown"):
            continue
        hall = [*data["hall"][:rank], "unknown", *data["hall"][rank + 1 :]]
        try:
            less = Asked(api.position(**{**data, "hall": hall, "target": None}))
        except InputError:  # the file names what is not there any more
            continue
        for claim, one in zip(asking, before, strict=True):
            other = None if one is None else less.verdict(claim)
            if one and other and {one.verdict, other.verdict} == {"confirmed", "refuted"}:
                found.append(f"{claim}: {one.verdict}; without Rank {rank + 1}: {other.reason}")
    return found


@pytest.mark.parametrize("seed", range(8))
def test_an_unknown_card_of_the_hall_reverses_nothing(seed: int) -> None:
    assert reversed_answers(dealt(seed)) == []
