"""What a file with axial coordinates is told uses them, too: steps, options, reasons, places."""

from __future__ import annotations

from tsolve import api
from tsolve.games.gloomhaven.opened import Opened

# In columns and rows: M 1 (3,2), A (0,3), B (6,2). p = row - floor(column / 2): 2 - 1 = 1, 3, 2 - 3 = -1.
AXIAL = """
game: gloomhaven
coordinates: axial
map: {size: 7 x 7, walls: [[0, 0]]}
turn: M 1
monsters: {M 1: {at: [3, 1], stats: {hp: 5, move: 3, attack: 2}}}
characters:
  A: {at: [0, 3], hp: 9, initiative: 20}
  B: {at: [6, -1], hp: 9, initiative: 15}
"""


def opened(more: str = "") -> Opened:
    found = api.loads((AXIAL + more).encode(), "axial.yaml")
    assert isinstance(found, Opened)
    return found


def test_options_and_their_keys_use_axial_coordinates() -> None:
    """Beside B, (6,-1), and two steps from (3,1): (5,-1) and (5,0)."""
    options = opened().options()
    assert options is not None
    assert [each.values["end"] for each in options.options] == ["(5,-1)", "(5,0)"]
    assert options.options[0].text == "M 1 focuses on B, goes to (5,-1) and attacks"


def test_steps_are_written_as_they_are_read() -> None:
    position = opened("line: [focus B]\n")
    (state, *_) = [
        position.game.apply(position.state, action) for action in position.game.legal_actions(position.state)
    ]
    told = [position.game.notation(state, action) for action in position.game.legal_actions(state)]
    assert told == ["move to (5,-1)", "move to (5,0)"]
    for text in told:
        assert api.why_not(position, text).verdict == "possible"


def test_reasons_and_claims_use_axial_coordinates() -> None:
    """(0,0) is a wall; (6,-2), above B, is three steps away."""
    assert [each.text for each in api.why_not(opened(), "reach (0,0)").reasons] == ["(0,0) is a wall"]
    assert [each.text for each in api.why_not(opened(), "reach (6,-2)").reasons] == [
        "(5,-1) costs 2 steps, (6,-2) 3"
    ]
    more = "line: [focus B, 'move to (5,0)']\nexpect: {line: {end: [5, 0], places: {M 1: [5, 0]}}}\n"
    assert api.check(opened(more)).verdict == "holds"
