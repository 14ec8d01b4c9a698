"""Position files with what was surely meant in place of their mistakes."""

from tsolve import api

FILE = """\
# my table
game: thunderstone
hand:   # five cards
- Militai
- 2 Torch
- "Dager"
hall: [Griknack Goblim, none, none]
clams: [can defeat Griknack Goblin]
"""
RIGHT = """\
# my table
game: thunderstone
hand:   # five cards
- Militia
- 2 Torch
- "Dagger"
hall: [Griknack Goblin, none, none]
claims: [can defeat Griknack Goblin]
"""


def test_what_is_certain_is_corrected_and_nothing_else() -> None:
    found = api.corrected(FILE)

    assert found.after == RIGHT
    assert found.left == ()


def test_what_is_not_certain_is_left() -> None:
    text = "game: thunderstone\nhand: [Elf, Militai]\n"
    found = api.corrected(text.encode())

    assert found.after == text.replace("Militai", "Militia")
    assert [each.code for each in found.left] == ["E302"]


def test_a_right_file_stays_as_it_is() -> None:
    assert api.corrected(RIGHT).after == RIGHT


def test_mistakes_behind_mistakes_are_corrected_in_one_go() -> None:
    text = "gam: thunderstone\nhand: [Militai]\n"

    assert api.corrected(text).after == "game: thunderstone\nhand: [Militia]\n"
