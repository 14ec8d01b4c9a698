"""Questions about a file with something otherwise than it says."""

from __future__ import annotations

import pytest

from tests.first_questions.test_first_questions import HERE, _shown
from tsolve import api
from tsolve.errors import UsageError

ANSWERS = (
    (
        # Rank 2, and 1 more for the Blink Dog: 3 of Light. Then 1 + 1 - 1 (Disease) + 2 against 3.
        "thunderstone-02 | can I attack the Blink Dog with a Lantern instead of the Dagger?",
        ("yes Can attack the Blink Dog", "hand: [Elf Wizard, Militia, Militia, Torch, Lantern, Disease]"),
    ),
    # Without more Light nobody can attack it; what the file claims is judged anew.
    ("thunderstone-02 | what if I had no Torch?", ("in Rank 2 it needs Light 3, the maximum is 1", "Ghost")),
    # 1 + 1 + 2, with no Disease to take 1; the Dagger falls off.
    ("thunderstone-02 | would I beat the Ghost without the Disease?", ("no", "the best Attack Value is 4")),
    ("thunderstone-02 | could I attack the Blink Dog with another Torch?", ("yes Can attack the Blink Dog",)),
    # 8 - 2 - 3 XP were left; now 9 - 2 - 3 = 4.
    ("thunderstone-04 | what if I had 9 XP?", ("All 3 steps are legal", "Read as: `xp: 9`")),
    # 2 + 4 + 2 + 1 = 9, what the Fireball costs.
    ("thunderstone-01 | if I destroy the Barkeep, can I buy Fireball?", ("yes", "for 9 of 9 gold")),
    ("thunderstone-01 | what if I buy Fireball?", ("illegal", "Fireball costs 9, you have 8 gold")),
    (
        # 2 + 1 + 2 = 5, armor 3 - 1 (Shortsword) = 2: 3 against 4 + 1.
        "quest-01 | what if I had only one Shortsword, is the Goblin Warrior defeated?",
        ("no Goblin Warrior in Mine is not defeated: 3 against health 5",),
    ),
    # 30 - 5 for reputation 19.
    (
        "gloomhaven-06 | what if reputation was 19, how much does the Scoundrel pay for Eagle-Eye Goggles?",
        ("Eagle-Eye Goggles: 25",),
    ),
    ("quest-06 | what if I had only 1 wound?", ("Read as: `wounds: 1`",)),
    (
        "thunderstone-02 | what if I had two Lanterns instead of the Dagger?",
        ("Torch, two Lanterns, Disease]",),
    ),
    # Attack 3 + 2; a chance that is told without the card would be another answer.
    ("gloomhaven-02 | how much damage on a +2?", ("5 damage to Living Bones, which dies", "step `draw +2`")),
    # +2 or more, or x2: 1 + 1 of 20 cards.
    ("gloomhaven-02 | what if Living Bones had 5 hp?", ("dies: 1 in 10",)),
    ("quest-04 | what if I had no wounds?", ("Read as: `wounds: 0`",)),
    # 30 - 2 for reputation 8.
    (
        "gloomhaven-06 | what if the Scoundrel had 20 gold, could she buy Eagle-Eye Goggles?",
        ("no", "Eagle-Eye Goggles costs 28 gold, and Scoundrel has 20", "gold of Scoundrel: 20"),
    ),
    (
        "gloomhaven-08 | who does Bandit Guard 2 attack if the Brute had 3 hp?",
        ("focuses on Brute", "unless a card prevents it: Brute is exhausted", "hp of Brute: 3"),
    ),
)
REFUSED = (
    (
        "thunderstone-04 | what if I had a Torch instead of the Trainer?",
        "name Trainer: write `hand: [Elf Wizard, 2 x Militia, Lorigg Thief, Torch, Torch]` and the steps",
    ),
    ("thunderstone-02 | what if I had a Lantern instead of the Polearm?", "the file has no Polearm"),
    ("thunderstone-10 | what if I had two fewer Torches?", "the hand has 1 x Torch and not more"),
    ("thunderstone-05 | can I win without the Torch?", "ask `with only 1 Torch`"),
    ("quest-04 | what if I had no unicorns?", '"unicorns" is no number that the file says'),
    ("quest-01 | what if Stormhand wields only one Shortsword?", "what if I had only 1 Shortsword"),
    ("thunderstone-09 | what if I had one more Torch?", "the file has no list `hand:`"),
    ("gloomhaven-04 | what if there was a trap at 3,2?", "write what is different into a copy of the file"),
    ("thunderstone-04 | how many XP do I have left?", "claim how much is left"),
    ("gloomhaven-08 | what if hp was 3?", '"hp" is no number that the file says'),
    ("thunderstone-02 | what if Blink Dog was in rank 1?", "write what is different into a copy of the file"),
    ("gloomhaven-02 | what if the Living Bones had shield 1?", 'no "shield" of "Living Bones"'),
)


def told(asked: str) -> str:
    """The answer as it is shown, in one line."""
    name, _, question = asked.partition(" | ")
    content = (HERE / "positions" / f"{name}.yaml").read_bytes()
    return _shown(api.ask_about_file(content, question, f"{name}.yaml"))


@pytest.mark.parametrize(("asked", "parts"), ANSWERS)
def test_the_changed_position_is_judged(asked: str, parts: tuple[str, ...]) -> None:
    found = told(asked)

    assert [part for part in parts if part not in found] == [], found


@pytest.mark.parametrize(("asked", "part"), REFUSED)
def test_what_is_not_clear_is_refused_with_what_to_write(asked: str, part: str) -> None:
    with pytest.raises(UsageError) as refused:
        told(asked)

    assert part in str(refused.value)
