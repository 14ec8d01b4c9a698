"""A text with many joints is not taken apart for ever, and what cannot be read confirms nothing."""

import pytest

from tsolve import api
from tsolve.errors import InputError


@pytest.mark.parametrize("times", [3, 20, 60, 3000])
@pytest.mark.parametrize("kind", ["legal", "illegal"])
@pytest.mark.parametrize("text", ["move: ", "move, and ", "stay: nonsense: "])
def test_a_text_without_meaning_is_an_error(times: int, kind: str, text: str) -> None:
    with pytest.raises(InputError, match=r"is not a step|at most 500 characters"):
        api.check(
            api.position(
                game="gloomhaven",
                turn="Guard 1",
                map={"size": "3 x 3"},
                monsters={"Guard 1": {"at": [0, 0], "stats": {"hp": 5, "move": 2, "attack": 2}}},
                characters={"Brute": {"at": [1, 0], "hp": 5}},
                claims=[{kind: text * times}],
            )
        )
