"""Cards in the active area: slots, giving up, what leaves with them. By hand. (GH-10.1 to GH-10.5)"""

from __future__ import annotations

import pytest

from tests.games.gloomhaven.turn.characters import WHO, begun, gone_on, half, held, names, played, refused
from tests.games.gloomhaven.turn.table import Table
from tsolve.games.gloomhaven.actions import GiveUp
from tsolve.games.gloomhaven.cards import Half


def lasting(text: str, slots: tuple[int, ...] = (), lost: bool = False) -> Half:
    """A persistent bonus."""
    plain = half(text, lost=lost, lasts="persistent")
    return Half(plain.abilities, plain.lost, plain.lasts, 0, slots)


def test_pierce_and_advantage_of_a_bonus_help_every_attack() -> None:
    """The better of -1 and +1, shield 2 pierced by 1: 3 + 1 - 1 = 3 of 10."""
    table = Table("A m", m={"hp": 10})
    shielded = table.state.figure("m")
    profile = type(shielded.profile)(move=2, attack=2, shield=2)
    table = Table("A m", m={"profile": profile})
    bonus = lasting("attack +0, pierce 1, advantage")
    state = begun(table, half("attack 3"), bonus, modifiers=("-1", "+1"))
    told = played(
        table, state, "play bottom of Two", "do attack +0, pierce 1, advantage", "play top of One", "attack m"
    )
    assert told.hp("m") == 7
    assert held(told).active == ("Two",)


def test_a_bonus_of_two_parts_uses_one_slot_for_an_attack() -> None:
    """GH-10.1: +1 and pierce 1 come from one card, whose token goes on once."""
    table = Table("A m")
    bonus = lasting("attack +1, pierce 1", (0, 2))
    state = begun(table, half("attack 2"), bonus)
    told = played(table, state, "play bottom of Two", "do attack +1, pierce 1", "play top of One", "attack m")
    assert told.hp("m") == 7
    assert [effect.slots for effect in told.state.figure("A").effects] == [(2,), (2,)]
    assert held(told).active == ("Two",)


def test_the_last_slot_brings_its_experience_and_loses_the_card() -> None:
    table = Table("A m")
    state = begun(table, half("attack 2"), lasting("attack +1", (1,), lost=True))
    told = played(table, state, "play bottom of Two", "do attack +1", "play top of One", "attack m")
    assert (held(told).lost, held(told).active, told.state.gathered_by(WHO).experience) == (("Two",), (), 1)
    assert told.state.figure("A").effects == ()
    assert "GH-10.1" in told.rulings()


@pytest.mark.parametrize("lost", [False, True])
def test_a_persistent_bonus_that_is_given_up_goes_by_its_icon(lost: bool) -> None:
    """GH-10.5: lost with the loss icon, else discarded like the other card of the turn."""
    table = Table(". A .")
    state = begun(table, half("loot 1"), lasting("shield 1", lost=lost))
    state = gone_on(table.game(), state, ["play bottom of Two", "do shield 1"])
    assert "give up Two" in names(table, state)
    told = played(table, state, "give up Two", "end turn")
    assert (held(told).lost, held(told).discarded) == ((("Two",), ("One",)) if lost else ((), ("One", "Two")))
    assert told.state.figure("A").effects == ()


def test_a_card_that_is_not_active_cannot_be_given_up() -> None:
    table = Table(". A .")
    assert refused(table, begun(table, half("loot 1")), GiveUp("One")).rulings == ("GH-10.2", "GH-10.5")


def test_a_summon_leaves_with_its_card() -> None:
    """GH-11.2"""
    table = Table("A .")
    state = begun(table, lasting("summon Rat (hp 3)", lost=True))
    state = gone_on(table.game(), state, ["play top of One", "put at (1,0)"])
    assert state.figure("Rat").card == "One"
    told = played(table, state, "give up One", "end turn")
    assert not told.state.on_map("Rat")
    assert "Rat leaves with One" in told.notes("leave")


def test_a_shield_for_allies_ends_for_all_of_them() -> None:
    """GH-10.5"""
    table = Table("A B")
    state = begun(table, lasting("shield 1, self and all allies within 2"))
    steps = ["play top of One", "do shield 1, self and all allies within 2"]
    state = gone_on(table.game(), state, steps)
    assert [len(state.figure(name).effects) for name in "AB"] == [1, 1]
    told = played(table, state, "give up One", "end turn")
    assert [told.state.figure(name).effects for name in "AB"] == [(), ()]


def test_kills_by_retaliate_and_attack_are_counted() -> None:
    """GH-2.11"""
    table = Table("A m", m={"hp": 2})
    told = played(table, begun(table, half("attack 2")), "play top of One", "attack m", "end turn")
    assert told.state.gathered_by(WHO).kills == 1
    assert "GH-2.11" in told.rulings()
