"""The ten positions of Quest among the thirty further ones: what each comes to, by the rules, and which slips
are corrected. They stand as they were written.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tsolve import api
from tsolve.api.correcting import corrected
from tsolve.errors import InputError
from tsolve.model.answers import CheckAnswer

FOLDER = Path(__file__).parent / "second" / "quest"


def verdicts(answer: CheckAnswer) -> list[str]:
    return [claim.verdict for claim in answer.claims]


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        # Edged Weapons cost Stormhand 1 Skill less: 2 + 2 of his 4. Both draw: the Dagger and an Adventurer.
        # 2 + 1 + 1 of Heroes, 3 x 1 of Adventurers, 1 of the Dagger = 8 against 8; 3 + 1 XP, 1 + 1 Wounds.
        ("01", ["confirmed"] * 5),
        # 2 x 2 + 2 x 1 + 2 x 2 = 10 gold. 7 + 4 are 11; 7 + 3 are 10. A Dagger for each card that is bought.
        ("02", ["confirmed", "refuted", "confirmed", "refuted"]),
        # 2 Lanterns and a token are 3 Light: 0 + 1 + 2. Which cards the deck has the file does not say, and
        # the Dagger draws: a Thunderstone Rug would spare the alert, a Tent the text of the room.
        ("03", ["confirmed", "undecided", "undecided"]),
        # Anna 5 + 4 + 1 + 14 = 24, Ben 5 + 2 + 2 + 2 + 13 = 24, Carla 2 + 2 + 1 + 1 + 2 + 9 + 6 = 23. Of Anna
        # and Ben the one with more Wounds wins.
        ("04", ["confirmed", "confirmed", "refuted"]),
        # Stormhand 4 + Maul 4 + Adventurer 1 = 9 physical, Pylorian 4 + Missile 4 + Fireball 3 = 11 magic.
        # Half of 20 is 10 XP; 3 Wounds cost 3: 10 - 3 + 10 = 17.
        ("05", ["confirmed", "confirmed", "refuted", "confirmed"]),
        # 2 + 3 and 2 + 2 of 5 XP. The Guilds' Quarter raises two; but by the Lantern a Dungeon phase follows:
        # an Adventurer with the Dagger, which draws Stormhand or Hawkswood who have just risen, has 1 + 1 + 2
        # against the Giant Rat's 4, and its Spoils raise the Adventurer for nothing. One level a turn.
        ("06", ["confirmed", "confirmed", "refuted", "refuted"]),
        # Potion 1, healing step 1, Temple 1; one Wound left: 6 - 0 HP. From the Temple nobody goes to the
        # Dungeon or levels up.
        ("07", ["confirmed", "confirmed", "refuted", "refuted"]),
        # Without a Rogue two Heroes go, best two Adventurers: 2 + 1 + 1 = 4 against 6, and 1 Wound. With
        # Hawkswood, who wields the Shortsword, 2 + 1 + 1 + 2 are 6.
        ("08", ["refuted", "refuted", "confirmed", "confirmed", "confirmed"]),
        # 4 + 2 = 6, armor 3 - 2 = 1: 5 against 4 + 1. The fourth key comes first, so the next card fills the
        # Mine, and the Guardian comes once the turn is over.
        ("09", ["refuted", "confirmed", "confirmed", "confirmed", "confirmed"]),
    ],
)
def test_claims_are_read_and_judged(number: str, expected: list[str]) -> None:
    assert verdicts(api.check(api.load(FOLDER / f"{number}.yaml"))) == expected


def test_with_the_deck_told_nothing_hangs_on_the_dagger() -> None:
    """Every way through the Mine meets the Potion Tester; the Throne Room puts the Champion into The
    Wilderness, whoever wins.
    """
    text = (FOLDER / "03.yaml").read_text(encoding="utf-8").replace("claims:", "deck: []\nclaims:")
    assert verdicts(api.check(api.loads(text))) == ["confirmed", "confirmed", "refuted"]


def test_without_the_lantern_the_guilds_raise_two() -> None:
    text = (FOLDER / "06.yaml").read_text(encoding="utf-8").replace("Lantern, Dagger", "Dagger")
    answer = api.check(api.loads(text))
    assert verdicts(answer) == ["confirmed", "confirmed", "confirmed", "refuted"]
    assert "QUEST-3.7" in answer.claims[2].rulings


def test_names_from_memory_are_corrected() -> None:
    """`Thunderstone Splinter` among cards of the starting deck; `Big Rat` in The Wilderness.

    2 + 2 + 1 gold buy for 3 and 2. 3 Adventurers and the Dagger are 4 against 4, and the Spoils raise one for
    nothing. Whether a card that the Dagger draws leads out of The Wilderness, nobody knows.
    """
    text = (FOLDER / "10.yaml").read_text(encoding="utf-8")
    with pytest.raises(InputError) as caught:
        api.loads(text)
    assert {each.instead for each in caught.value.diagnostics} == {"Thunderstone Shard", "Giant Rat"}
    done = corrected(text)
    assert done.left == ()
    answer = api.check(api.loads(done.after))
    assert answer.line is not None
    assert [step.refusal for step in answer.line.steps] == [None] * 7
    assert verdicts(answer) == ["confirmed", "undecided"]
