"""A character's turn: the halves of two cards, what is skipped, where cards go, the active area, and
items. By hand. (GH-10.1 to GH-10.5, GH-11.8)
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.games.gloomhaven.turn.table import (
    WHO,
    Table,
    begun,
    gone_on,
    half,
    held,
    names,
    played_out,
    refused,
    tokens,
)
from tsolve import api
from tsolve.games.gloomhaven.actions import GiveUp, PlayHalf, Rest, UseItem
from tsolve.games.gloomhaven.areas import load_areas
from tsolve.games.gloomhaven.cards import Half, Item
from tsolve.games.gloomhaven.lasting import seen
from tsolve.games.gloomhaven.printed import When
from tsolve.games.gloomhaven.state import Used
from tsolve.games.gloomhaven.writing.ability_text import read_ability

ALONE = """
    .  .  .
    .  A  .
    .  .  .
    """


def test_the_first_half_is_any_of_four_or_a_basic_one() -> None:
    table = Table(ALONE)
    state = begun(table, half("shield 1"), half("heal 1, self"))
    assert sorted(names(table, state)) == sorted(
        [
            *("play top of One", "play bottom of One", "play top of Two", "play bottom of Two"),
            *("use One as Attack 2", "use One as Move 2", "use Two as Attack 2", "use Two as Move 2"),
            "end turn",
        ]
    )


def test_the_second_half_is_the_other_side_of_the_other_card() -> None:
    """GH-2.5"""
    table = Table(ALONE)
    state = begun(table, half("shield 1"), half("heal 1, self"))
    state = gone_on(table.game(), state, ["play bottom of Two", "do heal 1, self"])
    assert names(table, state) == ["play top of One", "use One as Attack 2", "end turn"]
    assert refused(table, state, PlayHalf("One", "bottom")).rulings == ("GH-2.5",)
    again = refused(table, state, PlayHalf("Two", "top"))
    assert again.reason == "Two was played already"
    other = refused(table, state, PlayHalf("Three", "top"))
    assert other.rulings == ("GH-2.2", "GH-2.5")


@pytest.mark.parametrize(
    ("top", "steps", "pile"),
    [
        (half("shield 1"), ["do shield 1"], "discarded"),
        (half("shield 1", lost=True), ["do shield 1"], "lost"),
        (half("shield 1", lost=True, lasts="persistent"), ["do shield 1"], "active"),
        (half("shield 1", lasts="round"), ["do shield 1"], "active"),
        (half("shield 1", lost=True), ["skip"], "discarded"),  # nothing of it was performed
        (half("shield 1", lost=True, lasts="persistent"), ["skip"], "discarded"),
    ],
)
def test_where_a_card_goes(top: object, steps: list[str], pile: str) -> None:
    """GH-2.8"""
    table = Table(ALONE)
    state = begun(table, top, half("heal 1, self"))  # type: ignore[arg-type]
    told = held(played_out(table, state, "play top of One", *steps, "end turn"))
    assert getattr(told, pile) == (("One", "Two") if pile == "discarded" else ("One",))
    assert told.plays == ()
    assert sorted((*told.hand, *told.discarded, *told.lost, *told.active)) == ["One", "Two"]


def test_experience_and_elements_come_with_any_part_of_an_action() -> None:
    """GH-9.2, GH-7.1: half 2, ability 1."""
    table = Table(ALONE)
    top = half("heal 1, self", "shield 1", "infuse fire", "xp 1", xp=2)
    told = played_out(table, begun(table, top), "play top of One", "skip", "do shield 1", "end turn")
    assert (told.state.gathered_by(WHO).experience, told.element("fire")) == (3, "strong")
    told = played_out(table, begun(table, top), "play top of One", "skip", "skip", "end turn")
    assert (told.state.gathered_by(WHO).experience, told.element("fire")) == (0, "inert")


def test_an_element_is_consumed_or_not() -> None:
    """GH-9.4"""
    table = Table(ALONE, elements={"ice": "waning"}, A={"hp": 2})
    top = half("heal 2, self with ice (+3)")
    told = played_out(
        table, begun(table, top), "play top of One", "consume ice", "do heal 5, self", "end turn"
    )
    assert (told.hp("A"), told.element("ice")) == (7, "inert")  # 2 + 2 + 3
    told = played_out(table, begun(table, top), "play top of One", "skip", "do heal 2, self", "end turn")
    assert (told.hp("A"), told.element("ice")) == (4, "waning")


def test_an_element_of_this_turn_is_not_consumed_in_it() -> None:
    """GH-9.5"""
    table = Table(ALONE, A={"hp": 2})
    top, bottom = half("shield 1", "infuse ice"), half("heal 2, self with ice (+3)")
    told = played_out(
        table,
        begun(table, top, bottom),
        *("play top of One", "do shield 1", "play bottom of Two", "do heal 2, self"),
    )
    assert (told.hp("A"), told.element("ice")) == (4, "strong")


def test_a_long_rest() -> None:
    """GH-2.10: one discarded card is lost, the others come back, and it heals 2; stunned ones may rest."""
    table = Table(ALONE, A={"hp": 5, "rests": True, "tokens": tokens("stun")})
    state = begun(table, discarded=("P", "Q", "R"), hand=("S",), chooses=False)
    assert names(table, state) == ["rest, losing P", "rest, losing Q", "rest, losing R"]
    assert refused(table, state, Rest("S")).rulings == ("GH-2.10",)
    told = played_out(table, state, "rest, losing Q")
    assert (held(told).hand, held(told).discarded, held(told).lost) == (("P", "R", "S"), (), ("Q",))
    assert told.hp("A") == 7


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
    told = played_out(
        table, state, "play bottom of Two", "do attack +0, pierce 1, advantage", "play top of One", "attack m"
    )
    assert told.hp("m") == 7
    assert held(told).active == ("Two",)


def test_a_bonus_of_two_parts_uses_one_slot_for_an_attack() -> None:
    """GH-10.1: +1 and pierce 1 come from one card, whose token goes on once."""
    table = Table("A m")
    bonus = lasting("attack +1, pierce 1", (0, 2))
    state = begun(table, half("attack 2"), bonus)
    told = played_out(
        table, state, "play bottom of Two", "do attack +1, pierce 1", "play top of One", "attack m"
    )
    assert told.hp("m") == 7
    assert [effect.slots for effect in told.state.figure("A").effects] == [(2,), (2,)]
    assert held(told).active == ("Two",)


@pytest.mark.parametrize("lost", [False, True])
def test_a_persistent_bonus_that_is_given_up_goes_by_its_icon(lost: bool) -> None:
    """GH-10.5: lost with the loss icon, else discarded like the other card of the turn."""
    table = Table(". A .")
    state = begun(table, half("loot 1"), lasting("shield 1", lost=lost))
    state = gone_on(table.game(), state, ["play bottom of Two", "do shield 1"])
    assert "give up Two" in names(table, state)
    told = played_out(table, state, "give up Two", "end turn")
    assert (held(told).lost, held(told).discarded) == ((("Two",), ("One",)) if lost else ((), ("One", "Two")))
    assert told.state.figure("A").effects == ()


def test_a_card_that_is_not_active_cannot_be_given_up() -> None:
    table = Table(". A .")
    assert refused(table, begun(table, half("loot 1")), GiveUp("One")).rulings == ("GH-10.2", "GH-10.5")


def test_a_shield_for_allies_ends_for_all_of_them() -> None:
    """GH-10.5: a persistent one holds for whoever is near, as long as it lasts."""
    table = Table("A B")
    state = begun(table, lasting("shield 1, self and all allies within 2"))
    steps = ["play top of One", "do shield 1, self and all allies within 2"]
    state = gone_on(table.game(), state, steps)
    shielded = [seen(table.book, state, state.figure(name)) for name in "AB"]
    assert [len(each.effects) for each in shielded] == [1, 1]
    told = played_out(table, state, "give up One", "end turn")
    assert [told.state.figure(name).effects for name in "AB"] == [(), ()]


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
    told = played_out(table, state, "do shield 1", "use Potion", "do heal 3, self", "skip", "end turn")
    assert told.hp("A") == 8
    assert held(told).used == (Used("Potion", 1),)


def test_an_item_is_no_part_of_the_action_in_which_it_is_used() -> None:
    """GH-2.8, GH-9.2: nothing of the half was performed, so its element and its loss do not come."""
    table = given(Table(". A .", A={"hp": 5}), item("Potion", "turn", "heal 3, self"))
    top = half("heal 1, self", "infuse fire", lost=True)
    told = played_out(
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
    told = played_out(table, state, "use Horn", "end turn")
    assert told.hp("m") == 7
    assert held(told).used == (Used("Horn", 1),)


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
    assert played_out(table, state, "use Potion", "do heal 3, self").hp("A") == 8


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
    told = played_out(table, state, "rest, losing P")
    assert held(told).used == (Used("Flask", 1), Used("Mail", 1))
    assert "A Boots is refreshed" in told.notes("item")


NOTHING_WAITS = "nothing waits to be chosen; with one possibility it is done without a step"


@pytest.mark.parametrize(
    ("steps", "refused"),
    [
        ("heal Vermling Scout 1", ""),
        ("heal Vermling Scout 1, heal Vermling Scout 1", NOTHING_WAITS),
        ("heal Vermling Shaman 1", NOTHING_WAITS),
    ],
)
def test_a_step_with_one_possibility_may_be_written(steps: str, refused: str) -> None:
    """Only Scout 1 has lost hit points, so the heal has one target."""
    text = f"""
game: gloomhaven
turn: Vermling Shaman 1
map: {{size: 7 x 1}}
monsters: {{Vermling Shaman 1: {{at: [0, 0]}}, Vermling Scout 1: {{at: [3, 0], hp: 1}}}}
ability_cards: {{Vermling Shaman: 590}}
characters: {{Brute: {{at: [6, 0], hp: 10, initiative: 30}}}}
line: ["move to (2,0)", {steps}]
"""
    answer = api.check(api.loads(text.encode(), "heal.yaml"))

    assert answer.line is not None
    last = answer.line.steps[-1].refusal
    assert (last.reason if last is not None else "") == refused
