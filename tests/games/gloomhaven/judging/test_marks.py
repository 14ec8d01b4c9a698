"""Statements name hexes by the marks of the drawing, as the figures do."""

from __future__ import annotations

import pytest

from tsolve import api
from tsolve.errors import InputError

# B is the hex (0,0), E (2,0), M1 (4,0). The monster stands two steps from E and attacks B from (1,0), an odd
# column: (0,0), (0,1) and (2,0), (2,1) are its neighbours there. With movement 2 it stops in E, on its way.
MARKED = """
game: gloomhaven
map: |
  B   E   M1
    .   .
turn: M 1
monsters: {M 1: {at: M1, stats: {hp: 5, move: 2, attack: 2}}}
characters: {Brute: {at: B, hp: 9, initiative: 15}}
"""


def test_claims_and_steps_name_marks() -> None:
    stated = "line: [focus Brute, move to E]\nclaims: [{end: E}, {places: {M 1: E}}, {sees: [B, E]}]\n"
    answer = api.check(api.loads((MARKED + stated).encode(), "marks.yaml"))

    assert answer.line is not None
    assert answer.line.legal
    assert [claim.verdict for claim in answer.claims] == ["confirmed"] * 3


@pytest.mark.parametrize("stated", ["line: [move to X]", "claims: [{end: X}]"])
def test_a_mark_that_the_drawing_does_not_have(stated: str) -> None:
    with pytest.raises(InputError) as caught:
        api.check(api.loads(f"{MARKED}money: E\n{stated}\n".encode(), "marks.yaml"))
    (found,) = caught.value.diagnostics
    assert (found.code, found.message) == ("E314", '"X" is no mark of the drawing')
