"""Questions that were once answered with a verdict on something else than was asked, or not at all."""

from __future__ import annotations

import pytest

from tests.first_questions.test_first_questions import HERE, _shown
from tsolve import api
from tsolve.model.asked import LookedUp
from tsolve.model.why_not import AskAnswer

OF_RULES = (
    # Nobody said what is in the hand: nothing is judged of an empty one.
    ("can I destroy a Disease?", "Disease"),
    ("can I use a Barkeep?", "Barkeep"),
    ("can I level up a Militia to Thyrian Squire?", "TS-6.2"),
    ("can I buy Fireball with 9 gold?", "TS-4.4"),
    ("can we attack Ebon Fume?", "Ebon Fume"),
    ("how many victory points is Skaladak worth?", "Skaladak"),
    # The words of one game only.
    ("do I get XP for failed scenarios?", "GH-14.2"),
    ("when do I lose a card to avoid damage?", "GH-11.5"),
    ("does a wounded monster take damage before its turn?", "GH-8.6"),
)
JUDGED = (
    # Weight 4 against Strength 2.
    ("can I equip the Short Sword on a Militia?", "no Can equip Short Sword on Militia"),
    ("can a Militia equip a Short Sword?", "no Can Militia carry Short Sword"),
    # The Polearm has Weight 2.
    ("can I equip a Polearm on a Militia?", "yes"),
    # A Shortsword requires Skill 3, an Adventurer has 2.
    ("can I give a Shortsword to an Adventurer?", "no Can give Shortsword to Adventurer"),
    # The Spear of Weight 4 is too heavy for Strength 2: 1, less 2 in Rank 1 without Light.
    ("Militia + Spear vs Nixie r1", "no Nixie is not defeated: 0 against Health 5"),
    # Two Torches are worth 2 gold each, the Lantern costs 4.
    ("can I buy Lantern with 2 Torches?", "yes"),
)
OF_FILES = (
    ("thunderstone-10 | can I kill the Highwayman instead?", "yes Can kill the Highwayman"),
    ("quest-02 | can I afford Fireball?", "yes You can: buy Fireball"),
    ("gloomhaven-04 | does the Guard attack?", "attacks nobody"),
    (
        "gloomhaven-08 | does the Guard reach the Spellweaver?",
        "Brute can be attacked after 3 steps, Spellweaver after 4",
    ),
    (
        "gloomhaven-08 | why does it attack the Brute and not the Spellweaver?",
        "Focus: Brute can be attacked after 3 steps",
    ),
    # Who can do something is not turned into whom it is done to.
    ("gloomhaven-08 | can Bandit Guard 2 attack?", "focuses on Brute, goes to (6,11) and attacks"),
    ("quest-10 | which of my weapons survive?", "Nothing of the position answers this"),
)


@pytest.mark.parametrize(("question", "found"), OF_RULES)
def test_a_question_about_the_rules(question: str, found: str) -> None:
    answer = api.ask(question)

    assert isinstance(answer, LookedUp)
    assert found in _shown(answer)


@pytest.mark.parametrize(("question", "found"), JUDGED)
def test_a_question_about_a_position(question: str, found: str) -> None:
    answer = api.ask(question)

    assert isinstance(answer, AskAnswer)
    assert found in _shown(answer)


@pytest.mark.parametrize(("asked", "found"), OF_FILES)
def test_a_question_about_a_file(asked: str, found: str) -> None:
    name, _, question = asked.partition(" | ")
    content = (HERE / "positions" / f"{name}.yaml").read_bytes()

    assert found in _shown(api.ask_about_file(content, question, f"{name}.yaml"))
