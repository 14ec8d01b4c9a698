"""Who acts first, last, before somebody: by initiatives of a position or of a question. (GH-2.4, GH-12.3)"""

from __future__ import annotations

import pytest

from tsolve import api
from tsolve.errors import UsageError
from tsolve.model.asked import LookedUp, Worked

# Tinkerer 20; Brute 50 before the Guards of 50, of which the elite acts first; Living Bones 64; a long rest.
ROUND = b"""
game: gloomhaven
turn: Bandit Guard 3
map: {size: 6 x 4}
characters:
  Spellweaver: {at: [0, 0], hp: 6, rests: true}
  Brute: {at: [1, 1], hp: 9, initiative: 50}
  Tinkerer: {at: [0, 2], hp: 7, initiative: 20}
monsters:
  Bandit Guard 1: {at: [4, 1]}
  Bandit Guard 3: {at: [5, 1], rank: elite}
  Living Bones 2: {at: [5, 2]}
ability_cards:
  Bandit Guard: {initiative: 50, do: [Move +0, Attack +0]}
  Living Bones: {initiative: 64, do: [Move +0, Attack +0]}
"""
TIED = ROUND.replace(b"initiative: 50}", b"initiative: 20}", 1)


def in_file(question: str, content: bytes = ROUND) -> str:
    found = api.ask_about_file(content, question, "round.yaml")
    assert isinstance(found, Worked), found
    return found.text


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("who acts last?", "Spellweaver acts last: a long rest, initiative 99."),
        ("who goes first?", "Tinkerer acts first: initiative 20."),
        ("what is the turn order?", "Tinkerer acts first: initiative 20."),
        ("who acts before the Brute?", "Tinkerer: before Brute."),
        ("who acts before the Tinkerer?", "Nobody: before Tinkerer."),
        ("does the Brute act before Bandit Guard 3?", "Yes."),
        ("does Bandit Guard 1 act before Bandit Guard 3?", "No."),
        ("do the Living Bones move after the Bandit Guards?", "Yes."),
        ("who acts first if the Brute had initiative 12?", "Brute acts first: initiative 12."),
    ],
)
def test_the_round_of_a_file(question: str, answer: str) -> None:
    assert in_file(question) == answer


def test_a_tie_is_told() -> None:
    assert in_file("who goes first?", TIED) == (
        "Brute and Tinkerer are tied at 20: of two characters the one with the lower other card acts first, "
        "else the players choose."
    )


def test_an_initiative_that_the_file_does_not_tell_is_to_be_written() -> None:
    unknown = ROUND.replace(b", initiative: 20", b"")
    with pytest.raises(UsageError, match=r"write `characters: {Tinkerer: {initiative: 20}}`"):
        api.ask_about_file(unknown, "who goes first?", "round.yaml")


@pytest.mark.parametrize(
    ("question", "answer", "order"),
    [
        (
            "Brute 61, Spellweaver 20, Bandit Guard 50: who goes first?",
            "Spellweaver acts first: initiative 20.",
            "Spellweaver (20), then Bandit Guard (50), then Brute (61)",
        ),
        (
            "Brute has initiative 61, the Tinkerer is resting and the Bandit Guards 50. Who acts last?",
            "Tinkerer acts last: a long rest, initiative 99.",
            "Bandit Guards (50), then Brute (61), then Tinkerer (long rest, 99)",
        ),
        (
            "who acts first, Brute initiative 50 or Bandit Guard 50?",
            "Brute acts first: initiative 50.",
            "Brute (50), then Bandit Guard (50)",
        ),
        (
            "Brute 30/61 and Spellweaver 30/20: who goes first?",
            "Spellweaver acts first: initiative 30.",
            "Spellweaver (30), then Brute (30)",
        ),
        (
            "Bandit Guard 1 30, Brute 45: who acts first?",
            "Bandit Guard 1 acts first: initiative 30.",
            "Bandit Guard 1 (30), then Brute (45)",
        ),
        ("Does the Brute 15 act before the Living Bones 12?", "No.", "Living Bones (12), then Brute (15)"),
    ],
)
def test_initiatives_in_the_question(question: str, answer: str, order: str) -> None:
    found = api.ask(question)

    assert isinstance(found, Worked)
    assert (found.text, found.sum, found.rulings) == (answer, order, ("GH-2.4",))


@pytest.mark.parametrize(
    "question",
    [
        "who goes first when initiatives are tied?",
        "Brute 3 hexes away, Tinkerer 2 hexes: who moves first?",
        "does a long rest come after initiative 99?",
    ],
)
def test_other_questions_are_about_the_rules(question: str) -> None:
    assert isinstance(api.ask(question, "gloomhaven"), LookedUp)


def test_somebody_who_is_not_there_gets_no_answer() -> None:
    found = api.ask_about_file(ROUND, "does the Cragheart act before the Brute?", "round.yaml")

    assert isinstance(found, LookedUp)
