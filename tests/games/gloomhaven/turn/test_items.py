"""Items: when they can be used, how often, and what is refused with which rule. By hand. (GH-11.8)"""

from __future__ import annotations

from msgspec.structs import replace

from tests.games.gloomhaven.turn.characters import begun, gone_on, half, held, names, played, refused
from tests.games.gloomhaven.turn.table import Table, tokens
from tsolve.games.gloomhaven.abilities import load_areas
from tsolve.games.gloomhaven.actions import UseItem
from tsolve.games.gloomhaven.cards import Item, When
from tsolve.games.gloomhaven.state import Used
from tsolve.games.gloomhaven.writing.ability_text import read_ability


def item(name: str, when: When, text: str, uses: int = 1, consumed: bool = False) -> Item:
    return Item(name, when, (read_ability(text, load_areas()),), uses, consumed)


def given(table: Table, *items: Item) -> Table:
    """A has these items."""
    table.book.items = {("A", each.name): each for each in items}
    return table


def test_an_item_is_offered_at_every_choice_of_the_own_turn() -> None:
    table = given(Table("A . m", A={"hp": 5}), item("Potion", "turn", "heal 3, self"))
    state = begun(table, half("shield 1", "loot 1"))
    assert "use Potion" in names(table, state)
    state = gone_on(table.game(), state, ["play top of One"])
    assert names(table, state) == ["do shield 1", "use Potion", "skip"]
    told = played(table, state, "do shield 1", "use Potion", "do heal 3, self", "skip", "end turn")
    assert told.hp("A") == 8
    assert held(told).used == (Used("Potion", 1),)


def test_an_item_is_no_part_of_the_action_in_which_it_is_used() -> None:
    """GH-2.8, GH-9.2: nothing of the half was performed, so its element and its loss do not come."""
    table = given(Table(". A .", A={"hp": 5}), item("Potion", "turn", "heal 3, self"))
    top = half("heal 1, self", "infuse fire", lost=True)
    told = played(
        table, begun(table, top), "play top of One", "use Potion", "do heal 3, self", "skip", "end turn"
    )
    assert (held(told).discarded, held(told).lost, told.element("fire")) == (("One", "Two"), (), "inert")


def test_a_used_item_is_refused_with_the_reason() -> None:
    table = given(
        Table(". A ."), item("Charm", "turn", "heal 1, self"), item("Flask", "turn", "heal 1, self", 1, True)
    )
    steps = ["use Charm", "do heal 1, self", "use Flask", "do heal 1, self"]
    state = gone_on(table.game(), begun(table), steps)
    assert refused(table, state, UseItem("Charm")).reason == "Charm is spent: a long rest refreshes it"
    assert refused(table, state, UseItem("Flask")).reason == "Flask is consumed"
    assert refused(table, state, UseItem("Charm")).rulings == ("GH-11.8", "GH-2.10")


def test_an_item_is_refused_at_another_time() -> None:
    """GH-11.11"""
    table = given(Table(". A ."), item("Horn", "single attack", "attack +1"))
    refusal = refused(table, begun(table), UseItem("Horn"))
    assert refusal.reason == "Horn is used before the modifier card of an attack of its own"
    assert refusal.rulings == ("GH-11.8", "GH-11.11")


def test_an_item_with_slots_changes_one_attack_once() -> None:
    """GH-10.1: one use for each attack; 2 + 1 of 10."""
    table = given(Table("A m"), item("Horn", "single attack", "attack +1", 2))
    state = gone_on(table.game(), begun(table, half("attack 2")), ["play top of One", "attack m"])
    assert names(table, state) == ["use Horn"]
    told = played(table, state, "use Horn", "end turn")
    assert told.hp("m") == 7
    assert held(told).used == (Used("Horn", 1),)


def test_an_item_may_make_an_attack_possible() -> None:
    """m is 3 away, the range is 2 and 1 more."""
    table = given(Table("A . . m"), item("Bow", "attack", "attack +0, range +1"))
    state = gone_on(table.game(), begun(table, half("attack 2, range 2")), ["play top of One"])
    assert names(table, state) == ["use Bow", "skip"]
    assert played(table, state, "use Bow", "attack m", "end turn").hp("m") == 8


def test_an_item_that_brings_nothing_into_reach_is_not_offered() -> None:
    """m is 4 away: only skipping was left, and the second half comes."""
    table = given(Table("A . . . m"), item("Bow", "attack", "attack +0, range +1"))
    state = gone_on(table.game(), begun(table, half("attack 2, range 2")), ["play top of One"])
    assert names(table, state) == ["play bottom of Two", "use Two as Move 2", "end turn"]


def test_items_of_an_immobilized_and_a_disarmed_character() -> None:
    """GH-8.7, GH-8.8: a change brings neither back, only skipping was left and the other half comes."""
    table = given(
        Table("A m .", A={"tokens": tokens("immobilize", "disarm")}),
        item("Boots", "move", "move +2"),
        item("Quiver", "attack", "attack +0, add target"),
    )
    state = begun(table, half("attack 2"), half("move 2"))
    after_top = gone_on(table.game(), state, ["play top of One"])
    assert names(table, after_top) == ["play bottom of Two", "use Two as Move 2", "end turn"]
    after_bottom = gone_on(table.game(), state, ["play bottom of Two"])
    assert names(table, after_bottom) == ["play top of One", "use One as Attack 2", "end turn"]


def test_with_both_cards_played_an_item_may_still_be_used() -> None:
    table = given(Table("A .", A={"hp": 5}), item("Potion", "turn", "heal 3, self"))
    state = begun(table, half("loot 1"), half("move 1"))
    steps = ["play top of One", "skip", "play bottom of Two", "move to (1,0)"]
    state = gone_on(table.game(), state, steps)
    assert names(table, state) == ["use Potion", "end turn"]
    assert played(table, state, "use Potion", "do heal 3, self").hp("A") == 8


def test_a_rest_refreshes_what_is_spent_and_leaves_what_is_begun() -> None:
    """GH-2.10: spent items are refreshed; of the Mail one slot of two is used, so it is not spent."""
    table = given(
        Table(". A .", A={"hp": 5, "rests": True}),
        item("Mail", "attacked", "shield 1", 2),
        item("Boots", "move", "move +2"),
        item("Flask", "attacked", "shield 1", 1, True),
    )
    state = begun(table, discarded=("P", "Q"), chooses=False)
    used = (Used("Boots", 1), Used("Flask", 1), Used("Mail", 1))
    state = replace(state, held=(replace(state.held[0], used=used),))
    told = played(table, state, "rest, losing P")
    assert held(told).used == (Used("Flask", 1), Used("Mail", 1))
    assert "A Boots is refreshed" in told.notes("item")
