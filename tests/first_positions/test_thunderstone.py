"""Ten positions by somebody who had read the README and the tutorial only, as they were written.

What each of them stumbled over is told with it; all are read at once now.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tsolve import api

HERE = Path(__file__).parent / "thunderstone"

# (file, verdicts of the claims in their order, the first step that is not legal); derived by hand:
CASES: list[tuple[str, list[str], int | None]] = [
    # Gold 1 + 2 x 2 + 2 + 1 + 0 = 8, one more purchase: Lantern 4 + Spear 4 = 8. The Barkeep destroyed
    # instead: 7 + 2 = 9, the Fireball. Fireball 9 + Dagger 3 = 12. (a Village without numbers, `A and B`)
    ("01.yaml", ["confirmed", "confirmed", "confirmed"], None),
    # Rank 2 + 1 of its own - Light 2 = 1 left, so no attack on the Blink Dog; one of the others must be
    # attacked. Ghost: 2 + 1 + 1 - Disease 1 = 3 against 6. (numbered Ranks)
    ("02.yaml", ["refuted", "refuted", "confirmed"], None),
    # 2 + 2 + 1 + 1 = 6 against 7; of the 6 pairs only Torch + Torch adds nothing. (a counted deck)
    ("03.yaml", ["undecided"], None),
    # 6 XP + 2 = 8; gold 2 + 2 + 2 = 6 buys the Gem; 8 - 2 - 3 = 3. The Sorcerer lies in the discard pile.
    # (a Village in parts, Hero groups, `use ... on` its price, `for 2 gold`)
    ("04.yaml", [], 6),
    # The Squire eats: 2 + 2 = 4, 8 - 2 = 6 Strength: Polearm +2; 4 + 2 + 1 = 7 against 6. (Polish sentences)
    ("05.yaml", ["refuted", "confirmed"], None),
    # 2 + 2 + 4 + 1 = 9, less 1 = 8, doubled 16, Light 2 in Rank 3: 16 - 2 = 14 against 10. Ebon Fume is
    # immune. (lists without brackets, part of a name)
    ("06.yaml", ["refuted", "confirmed", "confirmed"], None),
    # A rest destroys one card at most, and uses no card. (`both Diseases`)
    ("07.yaml", ["refuted"], 2),
    # Knight 4, Short Sword 4, two Militia 1 + 1 by the Knight each: 12 against 5; the Stone slides to Rank 1.
    # (`5 cards`, the end of the game)
    ("08.yaml", ["confirmed", "confirmed", "confirmed"], None),
    # Anna 3 + 4 + 1 + 1 + 2 + 1 = 12, Ben 5 + 4 + 1 + 2 + 0 = 12; the Stone decides. (a list of players)
    ("09.yaml", ["refuted", "confirmed", "confirmed"], None),
    # 11 against Wind Fury; 2 + 2 + 2 = 6 gold: its Health stays 7. Highwayman: 5 - 4 = 1 left, 11 - 2 = 9
    # against 5. (`expansion`, a claim of Health)
    ("10.yaml", ["confirmed", "refuted", "refuted"], None),
]


@pytest.mark.parametrize(("name", "verdicts", "illegal"), CASES, ids=[case[0] for case in CASES])
def test_a_first_position_is_answered(name: str, verdicts: list[str], illegal: int | None) -> None:
    answer = api.check(api.load(HERE / name))

    assert [claim.verdict for claim in answer.claims] == verdicts
    if answer.line is not None:
        refused = [step.number for step in answer.line.steps if step.refusal is not None]
        assert refused == ([illegal] if illegal else [])


def test_what_was_read_otherwise_is_told() -> None:
    told = {name: api.load(HERE / name).remarks() for name, _, _ in CASES}

    assert told["01.yaml"] == ("read as: stacks without a number as full as the box makes them in line 14",)
    assert "read as: Anna as the player whose turn it is in line 5" in told["09.yaml"]
    assert told["08.yaml"][0].startswith("read as: `deck: unknown` (how many cards it has, 5, is not used)")
