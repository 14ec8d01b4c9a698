"""The picture of a graded turn: its points are the values of the grade, and say what made them change."""

from __future__ import annotations

from tests.html.reading import of_class, read, words
from tsolve import api
from tsolve.report.html.markup import NOTHING, document
from tsolve.report.html.pages import course

# Two cards may come: a Trainer is no help (1 VP for Nixie); with the third Squire 2 + 2 + 2 + 1 = 7 beats the
# Griffon (4 VP). Whoever draws him and then attacks Nixie gives 3 VP away. At the start: (4 + 1) / 2 = 2.5.
TURN = """\
game: thunderstone
turn: dungeon
hand: [2 x Thyrian Squire, Militia, Lantern, Magical Aura]
deck: {rest: [Thyrian Squire, Trainer]}
hall: [Nixie, Griffon, none]
goal: vp
line:
- use Magical Aura
- draw Thyrian Squire
- attack ATTACKED
"""


def test_every_step_has_its_value() -> None:
    drawn = course(api.grade(api.loads(TURN.replace("ATTACKED", "Nixie"))))
    root = read(document(NOTHING, drawn))

    assert words(next(root.iter("title"))) == (
        "at the start: 2.5; use Magical Aura: 2.5; draw Thyrian Squire: 4; attack Nixie: 1"
    )
    heights = [float(point.get("cy", 0)) for point in root.iter("circle")]
    assert heights[0] == heights[1]
    assert heights[2] < heights[0] < heights[3]
    assert len(of_class(root, "luck")) == len(of_class(root, "mistake")) == 2  # a way and its point


def test_a_turn_without_luck_and_mistakes_has_no_picture() -> None:
    text = TURN.replace("ATTACKED", "Nixie").replace("rest: [Thyrian Squire, Trainer]", "rest: [2 x Trainer]")

    assert course(api.grade(api.loads(text.replace("draw Thyrian Squire", "draw Trainer")))) == NOTHING
