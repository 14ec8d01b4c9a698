"""Expectations of a position file beside claims, and the words of Battle Effects that name two kinds."""

from __future__ import annotations

from pathlib import Path

import pytest

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
    assert ruleset().cards["ebon_fume"].battle[0].say() == "destroy one Hero with the highest Strength"


# Janissary 2 + 4, Flaming Sword magic 3, less 1 for the Disease: 8 against 6. Then six cards are drawn.
_HAND_AFTER = """
game: thunderstone
turn: dungeon
hand: [Dwarf Janissary, Flaming Sword, Disease]
hall: [Firebrand Cyclops, Nixie, Nixie]
dungeon_deck: []
line: [equip Flaming Sword on Dwarf Janissary, attack Firebrand Cyclops, take the disease from magic]
"""


@pytest.mark.parametrize(
    ("deck", "hand"),
    [
        ("unknown", ("unknown",)),
        ("{top: [Torch, Dagger, Torch], rest: unknown}", ("Dagger", "2 x Torch", "unknown")),
        ("[6 x Militia]", ("6 x Militia",)),
    ],
)
def test_a_hand_from_an_unknown_deck_is_unknown(tmp_path: Path, deck: str, hand: tuple[str, ...]) -> None:
    file = tmp_path / "after.yaml"
    """An unknown card may be the Spear; three known ones are not nothing."""
    for written, holds in ((hand, True), ((), False), ((*hand, "Spear"), False)):
        expected = f"expect: {{after: {{hand: [{', '.join(written)}]}}}}"
        file.write_text(f"{_HAND_AFTER}deck: {deck}\n{expected}\n", encoding="utf-8")
        (found,) = check(load(str(file))).expectations
        assert found.holds == holds, (written, found.found)
        may_be = not holds and "unknown" in hand and (bool(written) or len(hand) == 1)
        assert found.undecided == may_be
        assert found.found == "undecided: " * may_be + ", ".join(hand)
