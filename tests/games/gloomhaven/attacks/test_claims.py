"""Claims about attacks without a map: what is open where the file does not tell it."""

from __future__ import annotations

import pytest

from tsolve import api


@pytest.mark.parametrize(
    "claim",
    [
        *("Guard dies", "Guard survives", "50 % that the Guard dies", "Guard has 3 hp left"),
        *("Guard has at least 1 hp", "all_dead: true", "all_dead: false"),
    ],
)
def test_the_death_of_a_figure_without_hit_points_is_open(claim: str) -> None:
    """Attack 3 does 0 to 6: whether that kills, nobody can say who does not know the hit points."""
    text = (
        f"game: gloomhaven\nattacks: [{{attack: 3, by: Brute, against: {{name: Guard}}}}]\nclaims: [{claim}]"
    )
    (answer,) = api.check(api.loads(text)).claims
    assert answer.verdict == "undecided"
    assert "the hit points of Guard are not given" in answer.reason


def test_what_does_not_depend_on_hit_points_is_judged_without_them() -> None:
    """Attack 3 with x2 does 6; and nobody strikes back at the Brute, whose hit points are not given."""
    text = (
        "game: gloomhaven\nattacks: [{attack: 3, by: Brute, against: {name: Guard}}]\n"
        "claims: [most damage is 6, Brute survives]"
    )
    assert [claim.verdict for claim in api.check(api.loads(text)).claims] == ["confirmed", "confirmed"]
