"""Two cards of a character: which halves, in which order, what is skipped, where the cards go. By hand."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.games.gloomhaven.turn.characters import WHO, begun, gone_on, half, held, names, played, refused
from tests.games.gloomhaven.turn.table import Table, tokens
from tsolve.games.gloomhaven.actions import Pass, PlayHalf, Rest
from tsolve.games.gloomhaven.state import Money

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
    told = held(played(table, state, "play top of One", *steps, "end turn"))
    assert getattr(told, pile) == (("One", "Two") if pile == "discarded" else ("One",))
    assert told.plays == ()
    assert sorted((*told.hand, *told.discarded, *told.lost, *told.active)) == ["One", "Two"]


def test_a_basic_action_discards_a_card_whatever_its_halves_show() -> None:
    """GH-2.7"""
    table = Table("A m . .")
    state = begun(table, half("attack 5", lost=True))
    told = played(table, state, "use One as Attack 2", "attack m", "use Two as Move 2", "skip")
    assert held(told).discarded == ("One", "Two")
    assert told.hp("m") == 8  # 10 - 2


def test_abilities_come_in_printed_order_and_each_may_be_skipped() -> None:
    """GH-2.6"""
    table = Table(ALONE, A={"hp": 5})
    state = begun(table, half("heal 2, self", "shield 1"))
    state = gone_on(table.game(), state, ["play top of One"])
    assert names(table, state) == ["do heal 2, self", "skip"]
    told = played(table, state, "skip", "do shield 1", "end turn")
    assert told.hp("A") == 5
    assert [effect.kind for effect in told.state.figure("A").effects] == ["shield"]


def test_what_harms_cannot_be_skipped() -> None:
    """GH-2.6"""
    table = Table(ALONE)
    state = gone_on(table.game(), begun(table, half("suffer 2, self")), ["play top of One"])
    assert refused(table, state, Pass()).rulings == ("GH-2.6",)
    told = played(table, state, "do suffer 2, self", "end turn")
    assert told.hp("A") == 8


def test_experience_and_elements_come_with_any_part_of_an_action() -> None:
    """GH-9.2, GH-7.1: half 2, ability 1."""
    table = Table(ALONE)
    top = half("heal 1, self", "shield 1", "infuse fire", "xp 1", xp=2)
    told = played(table, begun(table, top), "play top of One", "skip", "do shield 1", "end turn")
    assert (told.state.gathered_by(WHO).experience, told.element("fire")) == (3, "strong")
    told = played(table, begun(table, top), "play top of One", "skip", "skip", "end turn")
    assert (told.state.gathered_by(WHO).experience, told.element("fire")) == (0, "inert")


def test_an_element_is_consumed_or_not() -> None:
    """GH-9.4"""
    table = Table(ALONE, elements={"ice": "waning"}, A={"hp": 2})
    top = half("heal 2, self with ice (+3)")
    told = played(table, begun(table, top), "play top of One", "consume ice", "do heal 5, self", "end turn")
    assert (told.hp("A"), told.element("ice")) == (7, "inert")  # 2 + 2 + 3
    told = played(table, begun(table, top), "play top of One", "skip", "do heal 2, self", "end turn")
    assert (told.hp("A"), told.element("ice")) == (4, "waning")


def test_an_element_of_this_turn_is_not_consumed_in_it() -> None:
    """GH-9.5"""
    table = Table(ALONE, A={"hp": 2})
    top, bottom = half("shield 1", "infuse ice"), half("heal 2, self with ice (+3)")
    told = played(
        table,
        begun(table, top, bottom),
        *("play top of One", "do shield 1", "play bottom of Two", "do heal 2, self"),
    )
    assert (told.hp("A"), told.element("ice")) == (4, "strong")


def test_money_in_its_own_hex_is_looted_at_the_end() -> None:
    """GH-2.9; the token beside it stays."""
    table = Table(". A $")
    here = Money(table.state.figure("A").at, 2)
    table.state = replace(table.state, money=(here, *table.state.money))
    told = played(table, begun(table), "end turn")
    assert told.state.gathered_by(WHO).money == 2
    assert [money.tokens for money in told.state.money] == [1]


def test_a_loot_ability_takes_what_is_near() -> None:
    table = Table("$ A . $")
    told = played(table, begun(table, half("loot 1")), "play top of One", "do loot 1", "end turn")
    assert told.state.gathered_by(WHO).money == 1


def test_a_stunned_character_discards_its_cards() -> None:
    """GH-8.9, GH-8.16: it is asked nothing."""
    table = Table(ALONE, A={"tokens": tokens("stun")})
    told = played(table, begun(table, half("shield 1")))
    assert held(told).discarded == ("One", "Two")
    assert told.tokens("A") == []  # it ends with this turn


def test_a_wound_hurts_before_anything_else() -> None:
    """GH-8.6"""
    table = Table(ALONE, A={"tokens": tokens("wound")})
    told = played(table, begun(table), "end turn")
    assert told.hp("A") == 9


def test_a_long_rest() -> None:
    """GH-2.10: one discarded card is lost, the others come back, and it heals 2; stunned ones may rest."""
    table = Table(ALONE, A={"hp": 5, "rests": True, "tokens": tokens("stun")})
    state = begun(table, discarded=("P", "Q", "R"), hand=("S",), chooses=False)
    assert names(table, state) == ["rest, losing P", "rest, losing Q", "rest, losing R"]
    assert refused(table, state, Rest("S")).rulings == ("GH-2.10",)
    told = played(table, state, "rest, losing Q")
    assert (held(told).hand, held(told).discarded, held(told).lost) == (("P", "R", "S"), (), ("Q",))
    assert told.hp("A") == 7


def test_a_summon_comes_into_a_hex_beside_it() -> None:
    """GH-11.1, GH-11.3"""
    table = Table("A . m\n# o .")
    top = half("summon Rat King (hp 6, move 3, attack 2)", lost=True, lasts="persistent")
    state = gone_on(table.game(), begun(table, top), ["play top of One"])
    assert names(table, state) == ["put at (1,0)", "skip"]  # (0,1) is a wall, (1,1) no neighbour of A
    told = played(table, state, "put at (1,0)", "end turn")
    summon = told.state.figure("Rat King")
    assert (summon.owner, summon.side, summon.hp, summon.new) == ("A", "party", 6, True)
    assert held(told).active == ("One",)


def test_a_heal_with_a_range_is_for_whom_the_player_chooses() -> None:
    """GH-10.8: B is 2 away, C 4; the healer itself may be chosen."""
    table = Table("A . B . C", A={"hp": 5}, B={"hp": 9}, C={"hp": 1})
    state = gone_on(table.game(), begun(table, half("heal 3, range 2")), ["play top of One"])
    assert names(table, state) == ["choose A", "choose B", "skip"]
    assert played(table, state, "choose B", "end turn").hp("B") == 10  # not above its maximum
