"""Questions of one line about decks, several attacks, monsters' turns on open floor and the campaign."""

from __future__ import annotations

import pytest

from tsolve import api
from tsolve.errors import InputError
from tsolve.report.answers.asked import show_asked
from tsolve.report.page import Page
from tsolve.report.text.layout import lay_out

QUESTIONS = {
    # 21 cards, shield 1: 6 x 2 + 5 x 3 + 5 x 1 + 4 + 0 + 5 + two nothings = 41; 41 / 21.
    "attack 3 vs shield 1, deck with 1 curse": ("1.95 on average",),
    # 19 cards; only +2 and x2 bring 5.
    "attack 3, deck without null vs 5 hp": ("dies: 2 in 19",),
    # 18 cards; five +1, one +2, one x2.
    "attack 3, deck without two -1 vs 4 hp": ("dies: 7 in 18", "standard without 2 x -1"),
    # 20 cards; one -1 less, one +1 more: six +1, one +2, one x2.
    "attack 3, replace one -1 with one +1 vs 4 hp": ("dies: 2 in 5",),
    "attack 2 with 2 rolling +1 cards vs 3 hp": ("with rolling +1 and rolling +1",),
    "attack 3 vs 3 Bandit Guards": ("Bandit Guard 1", "Bandit Guard 2", "Bandit Guard 3"),
    "attack 4 vs 2 elite Living Bones": ("elite Living Bones 1 and elite Living Bones 2",),
    "two attacks of 3 vs Bandit Guard": ("attack 3, then 3 by somebody",),
    "attack 3 twice vs Bandit Guard": ("attack 3, then 3 by somebody",),
    # +0 or better: 6 + 5 + 1 + 1 of 20.
    "attack 3 does at least 3 damage": ("At least 3 damage", "13 in 20"),
    "Bandit Guard attacks Brute": ("attack +0 by Bandit Guard; against Brute",),
    "Guard 2 hexes from Brute, Tinkerer 3 hexes: focus?": (
        "focuses on Brute",
        "after 1 step, Tinkerer after 2",
    ),
    "who does Living Bones focus, Brute 3 hexes or Cragheart 3 hexes with initiative 40 and 12": (
        "focuses on Cragheart",
        "12 before 40",
    ),
    # 30, and 25 x 2 for level 3; 30 + 100 + 75; 50 x 2 + 75.
    "enhance +1 move on a level 3 card": ("80 gold",),
    "how much is +1 move on a level 5 card with one sticker already there?": ("205 gold",),
    "cost of +1 attack on multi target level 4 card": ("175 gold",),
    # (4 + 3 + 3) / 3 / 2 = 1.67.
    "scenario level of 4,3,3": ("Scenario level 2",),
    "how many perks for 7 checkmarks?": ("2 perks",),
    "what does a 30 gold item cost at reputation 8?": ("28 gold",),
    "prosperity level with 10 checks": ("Prosperity level 3",),
}
"""Question -> parts of the answer, by hand."""


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_is_read(question: str) -> None:
    page = Page()
    show_asked(page, api.ask(question, "gloomhaven"))
    told = " ".join(lay_out(page, 100).split())

    assert [part for part in QUESTIONS[question] if part not in told] == [], told


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Bandit Guard 2 hexes from Brute, Tinkerer somewhere: focus?", "it is not said how far Tinkerer is"),
        (
            "Bandit Guard, a trap between it and Brute 3 hexes away: who?",
            '"trap" says what a question cannot',
        ),
        ("attack 3 without two null", "the standard deck has 1 x null"),
        ("Grab and Go vs Bandit Guard", "no attack is named"),
    ],
)
def test_what_cannot_be_taken_in_is_told(question: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        api.ask(question, "gloomhaven")
