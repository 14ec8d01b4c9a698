"""What a trait keeps from counting is told in the step of the attack. (TS-11)"""

from __future__ import annotations

import pytest

from tests.games.thunderstone.files import opened
from tsolve.api.positions import loads
from tsolve.turns.check import check


@pytest.mark.parametrize(
    ("hand", "monster", "before", "told"),
    [
        # The Wizard's Magic 2 does not count without a Weapon; the Brute has one.
        (
            "Elf Wizard, Stoneguard Brute, Dagger",
            "Orc Warlord",
            "equip Dagger on Stoneguard Brute, ",
            {("Elf Wizard", "TS-11.12")},
        ),
        # Against Darkness it cannot attack at all; two Militia are told once.
        ("2 x Militia, Elf Wizard", "Darkness", "", {("Militia", "TS-11.8"), ("Elf Wizard", "TS-11.8")}),
        # The Sword's Magic 3 and Attack are nothing to the Slag; the Hero itself counts.
        (
            "Stoneguard Brute, Short Sword",
            "Noxious Slag",
            "equip Short Sword on Stoneguard Brute, ",
            {("Short Sword", "TS-11.3")},
        ),
        ("Feayn Archer, Militia", "Nixie", "", {("Feayn Archer", "TS-9.5")}),
        ("Stoneguard Brute, Militia", "Nixie", "", set()),
    ],
)
def test_what_does_not_count_is_told(
    hand: str, monster: str, before: str, told: set[tuple[str, str]]
) -> None:
    table = f"turn: dungeon\nhand: [{hand}]\ndeck: []\nhall: [{monster}, none, none]\n"
    answer = check(opened(table + f"line: [{before}attack {monster}]\n"))

    assert answer.line is not None
    entries = answer.line.steps[-1].entries
    rulings = ("TS-11.3", "TS-11.8", "TS-11.12", "TS-9.5")
    found = [(e.subject, e.rulings[0]) for e in entries if e.step == "battle" and e.rulings[0] in rulings]
    assert sorted(found) == sorted(told)


def test_made_up_monsters_tell_it_too() -> None:
    """TS-11.10 and TS-11.11: a weak Hero, and a Spell."""
    traits = "[{kind: weak_cannot_attack, strength: 5}, {kind: immune_spells}]"
    table = (
        f"cards: {{Golem: {{kind: monster, health: 4, xp: 1, vp: 1, traits: {traits}}}}}\n"
        "turn: dungeon\nhand: [Militia, Veteran Warrior, Fireball]\ndeck: []\nhall: [Golem, none, none]\n"
        "line: [attack Golem]\n"
    )
    answer = check(loads(f"game: thunderstone\n{table}".encode(), "p.yaml"))

    assert answer.line is not None
    entries = answer.line.steps[-1].entries
    told = {e.subject: e.rulings[0] for e in entries if e.rulings[:1] in (("TS-11.10",), ("TS-11.11",))}
    assert told == {"Militia": "TS-11.10", "Fireball": "TS-11.11"}
