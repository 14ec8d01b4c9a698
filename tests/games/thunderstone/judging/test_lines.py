"""Lines judged step by step, with the choices that may be said or left out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.games.thunderstone.builders import played, position_of
from tsolve.api import positions
from tsolve.api.positions import load
from tsolve.errors import InputError
from tsolve.games.thunderstone.judging.lines import TurnBestPlays
from tsolve.judging.check import check, claims_of
from tsolve.model.plays import LineAnswer
from tsolve.steps.line import play_line


def test_a_table_says_space_0_where_a_guardian_stands_there() -> None:
    """DS-8: outside the Hall there is no Rank."""
    table = "turn: dungeon\nhand: [Militia]\ndeck: []\nguardians: [Guardian of Night]\n"
    answer = check(position_of(table + "line: [attack Guardian of Night]\n"))

    assert answer.line is not None
    assert answer.line.calculation is not None
    assert answer.line.calculation.title == "Attack Value against Guardian of Night in space 0"


def test_what_an_unknown_dungeon_deck_brought_may_be_a_guardian_but_no_trap() -> None:
    """DS-6, DS-8: a Guardian stands in a Rank like a Monster, a Trap in none."""
    table = "turn: dungeon\nhand: [5 x Militia, Torch]\ndeck: [6 x Militia]\nhall: [Harpy, Stalker, Thug]\n"
    guardian = check(position_of(table + "line: [attack Harpy, reveal Guardian of Night]\n")).line
    trap = check(position_of(table + "line: [attack Harpy, reveal Dragon's Jaw]\n")).line

    assert guardian is not None
    assert trap is not None
    assert guardian.legal
    assert trap.steps[-1].refusal is not None
    assert trap.steps[-1].refusal.rulings == ("TS-11.15",)


def test_a_prize_that_a_trap_destroyed_is_not_counted_in_the_sentence() -> None:
    """DS-6: the XP stay, the card of the Monster is gone."""
    table = "turn: dungeon\nhand: [5 x Militia, Torch]\ndeck: []\nhall: [Harpy, Stalker, Thug]\n"
    words = "dungeon_deck: [Dragon's Words, Stalker]\nplayers: {others: 0}\nline: [attack Harpy]\n"
    answer = check(position_of(table + words))

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
    answer = check(position_of(twice)).line

    assert answer is not None
    refusal = answer.steps[1].refusal
    assert refusal is not None
    assert (refusal.reason, refusal.rulings) == ("a rest destroys one card at most", ("TS-5.1",))


def judged_choice(tmp_path: Path, hand: str, hall: str, line: Sequence[str]) -> LineAnswer:
    """The line as judged in a small Dungeon position."""
    file = tmp_path / "position.yaml"
    steps = "\n".join(f'- "{step}"' for step in line)
    text = f"game: thunderstone\nturn: dungeon\nhand: [{hand}]\ndeck: []\nhall: [{hall}]\nline:\n{steps}\n"
    file.write_text(text, encoding="utf-8")
    answer = positions.check(load(str(file))).line
    assert answer is not None
    return answer


FORCED = [
    # one Militia before the Black Slime; one Hero before the Haunt; no Attack for the Disease to lower
    ("Thyrian Squire, Militia", "Black Slime, Nixie, Ghost", "attack Black Slime", "destroy Militia"),
    ("Elf Wizard, Fireball", "Haunt, Nixie, Ghost", "attack Haunt", "Elf Wizard cannot attack"),
    ("Elf Wizard, Disease", "Famine, Nixie, Ghost", "attack Famine", "take the reduction from Magic Attack"),
    ("Militia, Torch", "Judgement, Nixie, Ghost", "attack Judgement", "take the reduction from Attack"),
    ("2 x Militia", "Wraith, Nixie, Ghost", "attack Wraith", "destroy Militia #2"),
]


@pytest.mark.parametrize(("hand", "hall", "attack", "said"), FORCED)
def test_a_choice_with_one_answer_may_be_said_once(
    tmp_path: Path, hand: str, hall: str, attack: str, said: str
) -> None:
    assert judged_choice(tmp_path, hand, hall, [attack]).legal
    assert judged_choice(tmp_path, hand, hall, [attack, said]).legal
    assert not judged_choice(tmp_path, hand, hall, [attack, said, said]).legal


WRONG = [
    ("Thyrian Squire, Militia, Torch", "Black Slime, Nixie, Ghost", "attack Black Slime", "destroy Torch"),
    ("Elf Wizard, Disease", "Famine, Nixie, Ghost", "attack Famine", "take the reduction from Attack"),
    # no Militia: nothing is destroyed and nothing can be said to be
    ("Thyrian Squire, Torch", "Black Slime, Nixie, Ghost", "attack Black Slime", "destroy Torch"),
    # a Hero who is not there had no choice
    (
        "Militia, Torch",
        "Judgement, Nixie, Ghost",
        "attack Judgement",
        "take the reduction from Attack for Chalice Defender",
    ),
    # no Disease: nothing is reduced
    ("Thyrian Squire, Torch", "Nixie, Famine, Ghost", "attack Nixie", "take the reduction from Attack"),
]


@pytest.mark.parametrize(("hand", "hall", "attack", "said"), WRONG)
def test_a_choice_that_nobody_had_is_not_legal(
    tmp_path: Path, hand: str, hall: str, attack: str, said: str
) -> None:
    answer = judged_choice(tmp_path, hand, hall, [attack, said])
    assert not answer.legal
    assert answer.steps[1].refusal is not None


def test_the_refusal_names_the_only_choice_and_its_ground(tmp_path: Path) -> None:
    hall = "Black Slime, Nixie, Ghost"
    answer = judged_choice(tmp_path, "Militia, Torch", hall, ["attack Black Slime", "destroy Torch"])
    refusal = answer.steps[1].refusal
    assert refusal is not None
    assert refusal.reason == 'the only choice was "destroy Militia"'
    assert "TS-7.8" in refusal.rulings


@pytest.mark.parametrize(("copy", "legal"), [("", True), (" #1", True), (" #2", True), (" #3", False)])
def test_any_of_equal_cards_may_be_chosen(tmp_path: Path, copy: str, legal: bool) -> None:
    line = ["attack Mythlurian", f"destroy Militia{copy}"]
    answer = judged_choice(tmp_path, "Outlands Khan, 2 x Militia", "Mythlurian, Nixie, Ghost", line)
    assert answer.legal == legal


def test_a_card_that_came_may_be_said_while_a_choice_waits(tmp_path: Path) -> None:
    # (2 + 2) x 2 = 8 = Health 8. The deck is empty: the Sphinx, just gained, is all that its Spoils reveal.
    line = ["attack Sphinx", "draw Sphinx", "destroy revealed Sphinx"]
    answer = judged_choice(tmp_path, "Selurin Warlock, Elf Wizard", "Sphinx, Nixie, Ghost", line)
    assert answer.legal


ROBBED = """\
game: thunderstone
turn: dungeon
hand: [Selurin Theurge, Torch]
deck: []
hall: [Famine, Nixie, Ghost]
players: {{others: [{{hand: [Thyrian Knight, Dagger]}}, {{hand: [Regian Bishop, Militia]}}]}}
line:
- use Selurin Theurge
- player 2 discards {second}
- player 3 discards {third}
- borrow {second}
- attack Famine
"""


@pytest.mark.parametrize(
    ("second", "third", "wrong"),
    [
        ("Thyrian Knight", "Militia", None),
        ("Thyrian Knight", "Dagger", 3),  # player 3 has no Dagger, and it is no Hero
        ("Dagger", "Militia", 2),  # player 2 has a Hero and must discard it
    ],
)
def test_a_forced_discard_of_one_player_may_be_said_while_another_chooses(
    tmp_path: Path, second: str, third: str, wrong: int | None
) -> None:
    file = tmp_path / "position.yaml"
    file.write_text(ROBBED.format(second=second, third=third), encoding="utf-8")
    answer = positions.check(load(str(file))).line
    assert answer is not None
    assert next((step.number for step in answer.steps if step.refusal is not None), None) == wrong


def test_a_line_may_begin_with_an_ability_before_the_turn_is_chosen(tmp_path: Path) -> None:
    file = tmp_path / "position.yaml"
    file.write_text(
        "game: thunderstone\nhand: [Regian Priest]\ndeck: [Dagger]\nhall: [Nixie, Griffon, Ghost]\n"
        "line: [use Regian Priest (draw 1 card), attack Nixie]\n",
        encoding="utf-8",
    )
    answer = positions.check(load(str(file)))

    assert answer.line is not None
    assert answer.line.legal


REACTION = """\
game: thunderstone
turn: dungeon
hand: [Lorigg Rogue, Torch]
deck: []
hall: [Famine, Nixie, Ghost]
players: {{others: [{{hand: [{hand}]}}, {{hand: [Militia, Torch]}}]}}
line: [{line}]
"""
THIRD = ["player 3 discards Militia", "player 3 discards Torch"]
SHOWN = "player 2 reveals Belzur Bishop"


@pytest.mark.parametrize(
    ("hand", "line", "left_open"),
    [
        # player 2 shows the Bishop or discards one of two; with the Bishop alone it goes if it is not shown
        (
            "Belzur Bishop, Dagger",
            ["use Lorigg Rogue"],
            [SHOWN, "player 2 discards Belzur Bishop", "player 2 discards Dagger"],
        ),
        ("Belzur Bishop", ["use Lorigg Rogue"], [SHOWN, "choose nothing more"]),
        ("Dagger, Torch", ["use Lorigg Rogue"], ["player 2 discards Dagger", "player 2 discards Torch"]),
        # said to keep quiet, player 2 has only the discard left
        (
            "Belzur Bishop, Dagger",
            ["use Lorigg Rogue", "choose nothing"],
            ["player 2 discards Belzur Bishop", "player 2 discards Dagger"],
        ),
        # shown: the active player discards instead; then player 3, who has no Bishop, is asked
        ("Belzur Bishop, Dagger", ["use Lorigg Rogue", SHOWN, "player 1 discards Torch"], THIRD),
    ],
)
def test_what_another_player_may_reveal_is_left_open(
    tmp_path: Path, hand: str, line: list[str], left_open: list[str]
) -> None:
    file = tmp_path / "position.yaml"
    file.write_text(REACTION.format(hand=hand, line=", ".join(line)), encoding="utf-8")
    answer = positions.check(load(str(file))).line
    assert answer is not None
    assert answer.outcome == f"The steps leave a choice open: {'; '.join(left_open)}."


LOOTER = """
turn: dungeon
hand: [Chulian Looter, Dagger]
deck: []
hall: [Nixie, Griffon, Mythlurian]
players: {others: [{hand: %s}]}
line: [use Chulian Looter, equip Dagger on Chulian Looter, attack Nixie]
claims: [{total: 4, against: Nixie}, {total: 5, against: Nixie}, {total: 6, against: Nixie}]
"""
THEURGE = """
turn: dungeon
hand: [Selurin Theurge, Torch, Militia]
deck: []
hall: [Pegasus, Nixie, Griffon]
players: {others: [%s]}
line: [use Selurin Theurge, player 1 discards Militia, %sattack Pegasus]
claims: [{defeats: Pegasus}, {total: 4, against: Pegasus}]
"""


def among_others(text: str) -> tuple[bool, bool, list[str]]:
    """Whether the line is legal, whether nobody can tell, and the verdicts on the claims."""
    file = position_of(text)
    played = play_line(file, file.written.line)
    verdicts = [each.judge().verdict for each in claims_of(file, played, TurnBestPlays(file))]
    return played.answer.legal, bool(played.answer.undecided), verdicts


def test_what_a_hidden_hand_gives_a_looter_is_not_taken_as_none() -> None:
    # 3 + Dagger 1, and 1 for a Weapon of the hidden hand, if there is one.
    assert among_others(LOOTER % "unknown") == (False, True, ["undecided", "undecided", "refuted"])


def test_which_weapon_a_looter_brings_in_need_not_be_told() -> None:
    assert among_others(LOOTER % "[Short Sword, Spear]") == (
        True,
        False,
        ["refuted", "confirmed", "refuted"],
    )


def test_a_hero_can_be_borrowed_only_if_it_was_given() -> None:
    # With the Elf Wizard (2 + 2) x 2 = 8 against Health 6, and never 4.
    text = THEURGE % ("{hand: [Militia, Elf Wizard]}", "borrow Elf Wizard, ")
    assert among_others(text) == (False, True, ["undecided", "refuted"])


def test_which_hero_was_given_does_not_matter_when_none_is_borrowed() -> None:
    # The own Militia is gone: 2 x 2 = 4 against Health 6.
    for seats in ("{hand: [Militia, Elf Wizard]}", "{hand: unknown}"):
        assert among_others(THEURGE % (seats, "")) == (True, False, ["refuted", "confirmed"])


def test_too_many_ways_are_undecided() -> None:
    seats = ", ".join(["{hand: unknown}"] * 3)
    assert among_others(THEURGE % (seats, "")) == (False, True, ["undecided", "undecided"])


def test_a_wrong_answer_is_refused_for_what_it_is() -> None:
    file = position_of(THEURGE % ("{hand: [Militia, Elf Wizard]}", ""))
    texts = ["use Selurin Theurge", "player 1 discards Militia", "player 2 discards Thyrian Squire"]
    step = play_line(file, texts).answer.steps[-1]
    assert step.refusal is not None
    assert step.refusal.reason == "Thyrian Squire is no Hero of that hand"


def test_a_step_that_is_legal_in_no_way_is_not_legal() -> None:
    file = position_of(THEURGE % ("{hand: [Militia, Elf Wizard]}", ""))
    answer = play_line(file, ["use Selurin Theurge", "player 1 discards Militia", "attack Kingdom"]).answer
    assert not answer.legal
    assert not answer.undecided
