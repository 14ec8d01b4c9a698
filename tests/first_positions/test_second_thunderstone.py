"""The ten second positions of Thunderstone, as they were written: nine are read at once, one after the line
that the message offers.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tsolve import api
from tsolve.errors import InputError

HERE = Path(__file__).parent / "second" / "thunderstone"

# (file, verdicts of the claims in their order, the first step that is not legal); derived by hand:
CASES: list[tuple[str, list[str], int | None]] = [
    # The Hatchet adds nothing against the Slag, but the Janissary has his +4 for it: 2 + 4 + 1 = 7 against 7,
    # not 3. Spoils: gold 1 + 2 + 2 + 1 + 0 = 6, the Short Sword costs 6. (TS-11.3, TS-8.3, TS-14.1)
    ("01.yaml", ["refuted", "confirmed", "confirmed"], None),
    # Torches 3 x 2, Dagger 1, the Barkeep destroyed 2: 9 gold, not 10. Short Sword 6 + Torch 3 = 9 with the
    # Barkeep's second purchase; a third purchase there is not. (TS-4.2, TS-4.4; claims by who says them)
    ("02.yaml", ["refuted", "confirmed", "refuted"], None),
    # A rest uses no card, and destroys one at most. (TS-5.1)
    ("03.yaml", ["refuted", "confirmed"], 2),
    # The Archer cannot attack Rank 1, so the Haunt takes the Dwarf or the Militia, as the player likes. With
    # the Dwarf left: 4 + Short Sword 4 = 8 against 4. (TS-9.5, EX-6; `must choose`)
    ("04.yaml", ["refuted", "refuted", "refuted", "confirmed"], None),
    # Blink Dog: 1 + 1 - Torch 1 = 1 left, no attack; but somebody must be attacked. Orc: 3 + 4 - 2 = 5
    # against 5. (TS-10.5, TS-7.4; `Ork 5`, `Ork defeated`)
    ("05.yaml", ["confirmed", "refuted", "confirmed", "confirmed"], None),
    # 3 XP + 2 - 2 - 3 = 0 left. Militia becomes a Hero of level 1 only, and one level a turn. (TS-6.1,
    # TS-6.2; `heroes` beside the Village)
    ("06.yaml", ["refuted", "confirmed", "refuted"], None),
    # Brute 3 + 2, Watch 2, Blade 3, Skullbreaker 2, Militia 1: 13; Rank 2 doubled 4 - 1 - 1 = 2 left: 13 - 4
    # = 9. Gold 2 + 2 + 2 >= 5: Health 7. No darkness in space 0: 13 against 12. (DS-3, DS-8; Ranks as keys)
    ("07.yaml", ["refuted", "refuted", "confirmed", "confirmed"], None),
    # Anna 3 + 2 x 3 + 2 + 1 = 12, Ben 7 + 4 + 1 + 0 = 12; the Stone decides for Anna. (TS-17.2; a tie)
    ("08.yaml", ["refuted", "confirmed", "confirmed"], None),
    # The Militia's attack bears the Disease; Magic (Warlock 2 + Fireball 3) x 2 = 10 against 8, also against
    # the Griffon. (TS-9.2, TS-9.3, TS-11.6; `at most`, `too strong`, a Hall between slashes)
    ("09.yaml", ["refuted", "refuted", "confirmed"], None),
]
# The Griffon goes down, the Stone slides to Rank 1, and nobody has defeated anybody: the game ends at once,
# so nothing is destroyed any more. (TS-17.1, A-17; two claims in one sentence)
LAST = ["refuted", "confirmed", "confirmed"]


@pytest.mark.parametrize(("name", "verdicts", "illegal"), CASES, ids=[case[0] for case in CASES])
def test_a_second_position_is_answered(name: str, verdicts: list[str], illegal: int | None) -> None:
    answer = api.check(api.load(HERE / name))

    assert [claim.verdict for claim in answer.claims] == verdicts
    if answer.line is not None:
        refused = [step.number for step in answer.line.steps if step.refusal is not None]
        assert refused == ([illegal] if illegal else [])


def test_the_last_one_is_answered_with_the_name_that_is_offered() -> None:
    text = (HERE / "10.yaml").read_text(encoding="utf-8")
    with pytest.raises(InputError) as caught:
        api.loads(text)
    (slip,) = caught.value.diagnostics
    assert slip.span is not None
    assert (slip.span.written, slip.instead) == ("Elven Wizards", "Elf Wizard")

    answer = api.check(api.loads(text.replace(slip.span.written, slip.instead)))
    assert [claim.verdict for claim in answer.claims] == LAST
    assert answer.line is not None
    assert [step.number for step in answer.line.steps if step.refusal is not None] == [2]


def test_what_was_read_otherwise_is_told() -> None:
    told = {name: " ".join(api.load(HERE / name).remarks()) for name, _, _ in CASES}

    assert "the stacks of Heroes in the Village in line 9" in told["06.yaml"]
    assert "the deck of Ben as all cards of that player" in told["08.yaml"]
    assert "`hall: [Nixie, Griffon, Sphinx]` in line 13" in told["09.yaml"]
