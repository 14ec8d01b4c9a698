"""Lines judged step by step."""

from __future__ import annotations

import pytest

from tests.games.thunderstone.files import opened, played
from tsolve.errors import InputError
from tsolve.turns.check import check


def test_a_table_says_space_0_where_a_guardian_stands_there() -> None:
    """DS-8: outside the Hall there is no Rank."""
    table = "turn: dungeon\nhand: [Militia]\ndeck: []\nguardians: [Guardian of Night]\n"
    answer = check(opened(table + "line: [attack Guardian of Night]\n"))

    assert answer.line is not None
    assert answer.line.calculation is not None
    assert answer.line.calculation.title == "Attack Value against Guardian of Night in space 0"


def test_what_an_unknown_dungeon_deck_brought_may_be_a_guardian_but_no_trap() -> None:
    """DS-6, DS-8: a Guardian stands in a Rank like a Monster, a Trap in none."""
    table = "turn: dungeon\nhand: [5 x Militia, Torch]\ndeck: [6 x Militia]\nhall: [Harpy, Stalker, Thug]\n"
    guardian = check(opened(table + "line: [attack Harpy, reveal Guardian of Night]\n")).line
    trap = check(opened(table + "line: [attack Harpy, reveal Dragon's Jaw]\n")).line

    assert guardian is not None
    assert trap is not None
    assert guardian.legal
    assert trap.steps[-1].refusal is not None
    assert trap.steps[-1].refusal.rulings == ("TS-11.15",)


def test_a_prize_that_a_trap_destroyed_is_not_counted_in_the_sentence() -> None:
    """DS-6: the XP stay, the card of the Monster is gone."""
    table = "turn: dungeon\nhand: [5 x Militia, Torch]\ndeck: []\nhall: [Harpy, Stalker, Thug]\n"
    words = "dungeon_deck: [Dragon's Words, Stalker]\nplayers: {others: 0}\nline: [attack Harpy]\n"
    answer = check(opened(table + words))

    assert answer.line is not None
    assert answer.line.outcome == "Harpy is defeated: 5 against Health 4; 1 XP, its card lost to a Trap."


def test_passes_and_forced_choices_need_not_be_written() -> None:
    line = played(
        """
        hand: [Torch, Dagger, Militia]
        xp: 3
        village: {Dagger: 1, Elf Wizard: 1}
        line: [buy Dagger, level up Militia to Elf Wizard, end the turn]
        """
    )

    # Torch 2 + Dagger 1 = 3 gold; a Militia levels up for 3 XP
    assert line.answer.legal
    assert line.answer.outcome == "You buy Dagger for 3 of 3 gold; Militia becomes Elf Wizard."
    assert line.final.players[0].xp == 0
    assert [entry.step for entry in line.answer.steps[0].entries] == ["gold", "gold", "buy"]


def test_the_first_illegal_step_ends_the_line_and_shows_what_was_legal() -> None:
    line = played(
        """
        hand: [Torch, Dagger]
        turn: village
        village: {Torch: 5, Hatchet: 5}
        line: [buy Hatchet, buy Torch]
        """
    )
    (step,) = line.answer.steps

    assert not line.answer.legal
    assert step.refusal is not None
    assert step.refusal.reason == "Hatchet costs 4, you have 3 gold"
    assert step.refusal.rulings == ("TS-4.4",)
    assert step.instead == ("buy Torch", "go on to levelling up")
    assert step.line == 6
    assert line.answer.outcome == "Step 1 is not legal: Hatchet costs 4, you have 3 gold."


def test_a_choice_without_influence_is_not_asked_for_but_one_with_influence_is() -> None:
    """A Nixie counts both totals alike; the Sphinx counts Magic Attack only."""
    hand = "hand: [Fireball, Militia, Disease, Torch]\ndeck: []\ndungeon_deck: []\nturn: dungeon\n"
    nixie = played(f"{hand}hall: [Nixie, none, none]\nline: [attack Nixie]")
    sphinx = played(f"{hand}hall: [Sphinx, none, none]\nline: [attack Sphinx]")

    assert nixie.result.tally.value == 3  # 3 + 1 - 1, Light 2 in Rank 1
    assert nixie.undecided == ""
    assert sphinx.waiting == ("take the reduction from Attack", "take the reduction from Magic Attack")
    assert sphinx.answer.calculation is None


def test_written_draws_must_be_true() -> None:
    start = "hand: [Regian Priest]\nturn: dungeon\ndeck: [Torch, Dagger]\nhall: [Nixie, none, none]\n"

    assert played(f"{start}line: [use Regian Priest, draw Torch]").answer.legal
    line = played(f"{start}line: [use Regian Priest, draw Dagger]").answer
    assert line.steps[1].refusal is not None
    assert line.steps[1].refusal.reason == "Torch came, not Dagger"


def test_written_draws_decide_what_is_not_known() -> None:
    start = "hand: [Regian Priest]\nturn: dungeon\nhall: [Nixie, none, none]\ndungeon_deck: []\n"
    told = played(f"{start}line: [use Regian Priest, draw Torch, attack Nixie]")
    assert told.answer.legal
    assert told.result.tally.value == 2  # Magic Attack 2, the Torch covers Rank 1

    silent = played(f"{start}line: [use Regian Priest, attack Nixie]")
    assert not silent.answer.legal
    assert silent.undecided.startswith('"attack Nixie": a card is drawn first')

    shuffled = (
        "hand: [Regian Priest]\nturn: dungeon\ndeck: {rest: [Torch, Dagger]}\nhall: [Nixie, none, none]\n"
    )
    assert played(f"{shuffled}line: [use Regian Priest, draw Dagger]").answer.legal
    assert not played(f"{shuffled}line: [use Regian Priest, draw Spear]").answer.legal


def test_the_new_hand_and_revealed_monsters() -> None:
    line = played(
        """
        hand: [Militia]
        deck: [Torch, Dagger]
        discard: [Disease]
        turn: dungeon
        hall: [Nixie, Griffon, Pegasus]
        dungeon_deck: {top: [Sphinx], rest: unknown}
        line: [attack Nixie, reveal Sphinx, draw Torch, draw Militia, draw Disease, draw Dagger]
        """
    )

    # Two cards are left in the deck; then the discard pile (Disease, Militia) is shuffled and drawn, too.
    assert line.answer.legal, line.answer.outcome
    assert sorted(line.final.players[0].hand or ()) == ["dagger", "disease", "militia", "torch"]
    assert [slot.card for slot in line.final.hall] == ["griffon", "pegasus", "sphinx"]
    assert line.result.tally.attacked == "nixie", "the result is kept though the next turn has begun"


def test_an_unknown_card_of_the_hall_may_be_told() -> None:
    start = "hand: [Militia]\nturn: dungeon\nhall: [Nixie, Griffon, Pegasus]\n"
    line = played(f"{start}line: [attack Nixie, reveal Sphinx]")
    wrong = played(f"{start}line: [attack Nixie, reveal Torch]")

    assert [slot.card for slot in line.final.hall] == ["griffon", "pegasus", "sphinx"]
    assert not wrong.answer.legal


def test_the_end_of_the_game_is_told() -> None:
    # Outlands Khan 7, less 2 in Rank 1 = 5 against Health 5; then the Thunderstone slides to Rank 1.
    line = played(
        """
        hand: [Outlands Khan]
        turn: dungeon
        hall: [Nixie, Stone of Mystery, Griffon]
        dungeon_deck: []
        line: [attack Nixie]
        """
    )

    assert line.answer.outcome == (
        "Nixie is defeated: 5 against Health 5; 1 XP, 1 VP. This ends the game: player 1 takes Stone of "
        "Mystery."
    )
    assert line.final.stone_owner == 0


def test_readings_that_mattered_are_named() -> None:
    hall = "turn: dungeon\nhall: [Nixie, none, none]\ndungeon_deck: []\nline: [attack Nixie]"
    light = f"hand: [Outlands Khan, Torch]\n{hall}"
    dark = light.replace(", Torch", "")

    assert "light_factor" not in played(light).readings
    assert played(dark).readings["light_factor"] == "2"


def test_a_text_that_says_nothing_is_an_error_with_its_place() -> None:
    with pytest.raises(InputError) as caught:
        played("hand: [Torch]\nline: [rest, fly away]")
    (found,) = caught.value.diagnostics

    assert found.code == "E321"
    assert (found.span.line, found.span.column) == (3, 14) if found.span else False


def test_a_rest_destroys_one_card() -> None:
    """TS-5.1: a resting player may destroy one card of the hand; then the turn ends."""
    twice = "turn: rest\nhand: [2 x Disease]\nline: [destroy Disease, destroy Disease]\n"
    answer = check(opened(twice)).line

    assert answer is not None
    refusal = answer.steps[1].refusal
    assert refusal is not None
    assert (refusal.reason, refusal.rulings) == ("a rest destroys one card at most", ("TS-5.1",))
