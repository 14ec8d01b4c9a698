"""Ten positions of Thunderstone Quest as somebody wrote them who had read the README and the tutorial alone.
They stand as they were written; each is answered at once, or after one suggestion, as the rules have it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tsolve import api
from tsolve.api.correcting import corrected
from tsolve.errors import InputError
from tsolve.model.answers import CheckAnswer

FOLDER = Path(__file__).parent / "quest"


def judged(number: str) -> CheckAnswer:
    return api.check(api.load(FOLDER / f"{number}.yaml"))


def verdicts(answer: CheckAnswer) -> list[str]:
    return [claim.verdict for claim in answer.claims]


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        # Champion and `rooms` name the Mine; Stormhand without a level; "2 Iron Rations" is a figure.
        # Stormhand 2 + 1 + 1, two Adventurers 2 = 6; armor 3 - 2 (two Edged Weapons) = 1: 5 against 4 + 1.
        ("01", ["confirmed", "confirmed", "refuted", "confirmed"]),
        # Rooms by levels, tokens as a list, `without Wounds`, what a room costs. Light: Hawkswood 1 + Lantern
        # 1 + token 1 = 3 = Crypt 1 + Vault 2. The Potion Tester's alert wounds whoever passes through; the
        # Crypt takes no token from somebody with a Rogue.
        ("03", ["confirmed", "refuted", "refuted"]),
        # Counted cards, "draw 7 cards", "enter the Dungeon with Lantern". 3 Wounds, 2 healed: 6 HP, and 1 by
        # Future Vision. At the Temple nobody levels up, and no Dungeon phase follows.
        ("04", ["confirmed", "confirmed", "refuted"]),
        # `final turn: yes` with `guardian`, XP at the end. Total 4 + 3 + 3 + 4 + 4 + 1 + 3 = 22, half of it
        # 11. A healed Wound leaves 2, which cost 2 XP: 12 - 2 + 11 = 21.
        ("06", ["confirmed", "confirmed", "refuted", "confirmed"]),
        # Players by name, who wins. Anna 18 + 21 + 2 x 2 = 43; Ben 18 + 25 + 0 (15 - 20) = 43; Cleo 8 + 30 +
        # 2 x 2 = 42. Most Wounds decide: Ben 3, Anna 2.
        ("07", ["refuted", "confirmed"]),
        # Chances in percent. Stormhand 4 + Adventurer 1 + Fireball 3 = 8 against 8 + 1; the Shortsword draws
        # one of five cards, three of which bring the ninth.
        ("09", ["confirmed", "refuted", "confirmed"]),
    ],
)
def test_claims_are_read_and_judged(number: str, expected: list[str]) -> None:
    assert verdicts(judged(number)) == expected


@pytest.mark.parametrize(
    ("number", "illegal", "ruling"),
    [
        # `gear`, `market` and `heroes`, `for 1 gold`. The second Dagger: one for each card bought.
        ("02", 4, "QUEST-4.8"),
        # Verbs, Location and names in Russian. 5 gold: Lantern 2, Shard 2, Dagger 1 pay 3 + 2; three
        # Adventurers and the Dagger make 4 against 4, and Spoils of the Giant Rat raise one of them.
        ("05", 0, ""),
        # `guilds` and `market`, `to level 2`. 2 + 3 = 5 XP for two Heroes in the Guilds' Quarter, no third.
        ("08", 5, "QUEST-3.7"),
    ],
)
def test_steps_are_read_and_judged(number: str, illegal: int, ruling: str) -> None:
    line = judged(number).line
    assert line is not None
    refused = next((step for step in line.steps if step.refusal is not None), None)
    assert (refused.number if refused else 0) == illegal
    assert refused is None or (refused.refusal is not None and ruling in refused.refusal.rulings)


def test_misspelt_names_are_corrected() -> None:
    """`Skathian` is corrected; whether `Magic Missiles` are one or two, nobody but the writer knows.

    Stormhand 4, Hawkswood 2 physical; 3 + 3 + 2 less resistance 4 magic: 4 + 2 + 4 = 10 against 8. The Queen
    discards the Weapon. 7 XP and 2 of the room; the Champion goes back.
    """
    path = FOLDER / "10.yaml"
    with pytest.raises(InputError) as caught:
        api.load(path)
    first, second = caught.value.diagnostics
    assert first.instead == "Scathian 2"
    assert second.help == 'how many are there? write "Magic Missile" for one, "2 x Magic Missile" for two'
    text = corrected(path.read_text(encoding="utf-8")).after.replace("Magic Missiles", "Magic Missile")
    answer = api.check(api.loads(text))
    assert verdicts(answer) == ["refuted", "confirmed", "confirmed", "confirmed"]
