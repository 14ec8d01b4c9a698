"""Expectations of a position file beside claims, and the words of Battle Effects that name two kinds."""

from __future__ import annotations

from pathlib import Path

from tests.games.thunderstone.builders import ruleset
from tsolve.api.positions import check, load

_TWO_CLAIMS = """
game: thunderstone
turn: village
hand: [Mythlurian, Skaladak]
hall: [Grudgebeast, Nixie, Ghost]
village: {Short Sword: 2, Polearm: 2}
claims:
- {illegal: buy Polearm}
- {legal: buy Short Sword}
expect:
  legal: [buy Short Sword]
"""


def test_claims_may_stand_beside_expectations_that_do_not_name_them(tmp_path: Path) -> None:
    # 3 + 3 = 6 gold: a Short Sword (6), no Polearm (7). The expectations speak of something else.
    file = tmp_path / "claims.yaml"
    file.write_text(_TWO_CLAIMS, encoding="utf-8")
    answer = check(load(str(file)))
    assert [claim.verdict for claim in answer.claims] == ["confirmed", "confirmed"]
    assert [expectation.holds for expectation in answer.expectations] == [True]


def test_an_effect_on_two_kinds_names_both_in_the_plural() -> None:
    archduke = ruleset().cards["archduke_of_pain"]
    assert archduke.battle[0].say() == "destroy all Clerics and Wizards"
    assert ruleset().cards["gray_ooze"].battle[0].say() == "destroy one Hero unless a Hero is equipped"
    assert ruleset().cards["ebon_fume"].battle[0].say() == "destroy the strongest Hero"
