"""What happens before the first choice of a turn is told with the first step."""

from __future__ import annotations

from tsolve import api

WOUNDED = """\
game: gloomhaven
map: {size: 5 x 1}
turn: Bandit Guard 1
characters: {Brute: {at: [1, 0], hp: 10, initiative: 20}}
monsters: {Bandit Guard 1: {at: [0, 0], hp: 3, conditions: [wound]}}
ability_cards: {Bandit Guard: 528}
modifiers: {monsters: [+0]}
line: [focus Brute, attack Brute, draw +0]
"""


def test_a_wound_and_the_ability_card_are_told_before_the_focus() -> None:
    line = api.check(api.loads(WOUNDED.encode(), "p.yaml")).line
    assert line is not None

    told = [(entry.subject, entry.note, entry.rulings) for entry in line.steps[0].entries]
    assert told == [
        ("Bandit Guard 1", "wound", ("GH-8.6",)),
        (
            "Bandit Guard 1",
            "plays Guard 528",
            ("card.guard_528", "card.bandit_guard", "GH-12.1", "GH-12.39"),
        ),
        ("Bandit Guard 1", "focuses on Brute", ("GH-12.10",)),
    ]
    assert (line.steps[0].entries[0].before, line.steps[0].entries[0].after) == (3, 2)
