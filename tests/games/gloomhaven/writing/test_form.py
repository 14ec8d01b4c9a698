"""The lines of the dialogue: what is typed, and the key and the value that it becomes."""

from __future__ import annotations

import pytest
from msgspec import Struct

from tsolve.games.gloomhaven.attacks.position_file import AttacksFile
from tsolve.games.gloomhaven.campaign.position_file import CampaignFile, CampaignPositionFile
from tsolve.games.gloomhaven.writing.character_file import CharacterFile
from tsolve.games.gloomhaven.writing.form import FORM
from tsolve.games.gloomhaven.writing.statements import ScenarioFile
from tsolve.source.data import Data
from tsolve.written.placing import steps_of

FIELDS = {field.key: field for field in FORM}
FILES: dict[str, type[Struct]] = {
    "scenario": ScenarioFile,
    "map": ScenarioFile,
    "attacks": AttacksFile,
    "campaign": CampaignPositionFile,
}
INSIDE: dict[str, type[Struct]] = {"scenario": CharacterFile, "map": CharacterFile, "campaign": CampaignFile}
BRUTE = {"at": [2, 3], "hp": 9, "initiative": 61}
GUARD = {"at": [3, 1], "rank": "elite", "hp": 4}


@pytest.mark.parametrize(
    ("key", "typed", "found"),
    [
        ("map", "9 x 7", ("size", "9 x 7")),
        ("map", "Size: 9x7", ("size", "9 x 7")),
        ("map", "9 by 7", ("size", "9 x 7")),
        ("map", "obstacles 2,3 4,4", ("obstacles", [[2, 3], [4, 4]])),
        ("map", "an obstacle: (2, 3)", None),
        ("map", "Wall: (2, 3); (4, 4)", ("walls", [[2, 3], [4, 4]])),
        ("map", "trap at 2,3", ("traps", [[2, 3]])),
        ("map", "traps", None),
        ("map", "cactus 2,3", None),
        ("characters", "Brute at 2,3, hp 9, initiative 61", ("Brute", BRUTE)),
        ("characters", "Brute (2, 3) 9 hp init 61", ("Brute", BRUTE)),
        ("characters", "Brute: [2, 3], 9 hit points", ("Brute", {"at": [2, 3], "hp": 9})),
        ("characters", "Brute @2,3, muddle", ("Brute", {"at": [2, 3], "conditions": ["muddle"]})),
        ("characters", "Brute", None),
        ("characters", "2,3", None),
        ("characters", "Brute 2,3 4,5", None),
        ("monsters", "Bandit Guard 1 at 3,1, elite, hp 4", ("Bandit Guard 1", GUARD)),
        ("monsters", "elite Bandit Guard 1, 3,1, 4 hp", ("Bandit Guard 1", GUARD)),
        ("monsters", "Bandit Guard 1 (elite) (3,1) HP: 4", ("Bandit Guard 1", GUARD)),
        ("ability_cards", "Bandit Guard 525", ("Bandit Guard", 525)),
        ("ability_cards", "Bandit Guard: #525", ("Bandit Guard", 525)),
        (
            "ability_cards",
            "Bandit Guard: 15, shield 1, attack +0, range 3",
            ("Bandit Guard", {"initiative": 15, "do": ["shield 1", "attack +0, range 3"]}),
        ),
        (
            "ability_cards",
            "Bandit Guard: initiative 50; move +0; attack +0",
            ("Bandit Guard", {"initiative": 50, "do": ["move +0", "attack +0"]}),
        ),
        ("ability_cards", "Bandit Guard", None),
        (
            "cards",
            "Brute: Skewer, initiative 35; level 2; top: attack 3, push 1; xp 1; bottom move 4, lost, 2 xp",
            (
                "Brute",
                {
                    "Skewer": {
                        "initiative": 35,
                        "level": 2,
                        "top": {"do": "attack 3, push 1", "xp": 1},
                        "bottom": {"do": "move 4", "xp": 2, "lost": True},
                    }
                },
            ),
        ),
        ("cards", "Brute: Skewer, 35; top attack 3", None),
        ("cards", "Skewer, 35; top attack 3; bottom move 4", None),
        ("plays", "Brute: Skewer, Shield Bash", ("Brute", ["Skewer", "Shield Bash"])),
        ("plays", "Brute", None),
        ("items", "Brute: Potion; heal 3, self", ("Brute", {"Potion": "heal 3, self"})),
        (
            "items",
            "Brute: Shield; when attacked; shield 1; 2 uses",
            ("Brute", {"Shield": {"do": "shield 1", "uses": 2, "when": "attacked"}}),
        ),
        ("items", "Brute: Hide Armor, Old Boots", ("Brute", ["Hide Armor", "Old Boots"])),
        ("party", "Brute", ("Brute", {})),
        ("party", "Brute 3, 45 gold", ("Brute", {"level": 3, "gold": 45})),
        ("party", "Brute lvl 3; perks to take 1", ("Brute", {"level": 3, "perks_to_take": 1})),
        ("party", "Brute, items Old Boots, Cloak", ("Brute", {"items": ["Old Boots", "Cloak"]})),
        ("party", "Brute, quux", None),
        ("shop", "Iron Helmet at 10 gold", ("Iron Helmet", {"price": 10})),
        ("shop", "Iron Helmet", None),
        ("enhanced", "Brute: Trample top, 1 sticker", ("Brute", {"Trample top": 1})),
        ("enhanced", "Brute: Trample top", None),
    ],
)  # fmt: skip
def test_a_line_is_read(key: str, typed: str, found: tuple[str, Data] | None) -> None:
    reads = FIELDS[key].reads
    assert reads is not None
    if found is None:
        with pytest.raises(ValueError, match="`"):
            reads(typed)
    else:
        assert reads(typed) == found


def test_every_answer_stands_under_keys_of_its_file() -> None:
    """`characters.*.cards` is a key of each character."""
    for field in FORM:
        if field.shape == "kind":
            continue
        for kind in field.files:
            first, *rest = steps_of(field)
            assert first in FILES[kind].__struct_fields__
            assert not rest or rest[-1] in INSIDE[kind].__struct_fields__
