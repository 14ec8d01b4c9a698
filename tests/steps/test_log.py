"""Logs of several turns: what is told, what stays unknown, and what is assumed."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from tsolve import api
from tsolve.errors import InputError, UndecidedError, UsageError
from tsolve.model.answers import CheckAnswer
from tsolve.model.log_grades import LogGradeAnswer
from tsolve.model.logs import LogAnswer

PUZZLES = Path(__file__).parents[2] / "puzzles"

TABLE = """\
game: thunderstone
player: Ann
owned: [6 x Militia, 2 x Dagger, 2 x Iron Rations, 2 x Torch]
hand: [Dagger, 2 x Iron Rations, 2 x Militia, Torch]
hall: [Kingdom, Succubus, Deadbone Troll]
village: {Feast: 8, Spear: 8}
players:
  others:
  - {name: Bo, owned: [6 x Militia, 2 x Dagger, 2 x Iron Rations, 2 x Torch]}
turns:
"""
BO = "hand: [3 x Militia, 2 x Dagger, Torch]"


def _checked(turns: str, first: int = 1) -> tuple[CheckAnswer, LogAnswer]:
    position = api.loads(TABLE + turns, "game.yaml")
    answer = api.check(api.from_turn(position, first) if first > 1 else position)
    assert isinstance(answer.log, LogAnswer)
    return answer, answer.log


def _hand(turns: str) -> list[str]:
    """The cards in front of the player whose turn it is after the log."""
    zones = api.show(api.loads(TABLE + turns)).position.zones
    return sorted(f"{lot.count} {lot.name}" for zone in zones if zone.party for lot in zone.cards)


def test_all_cards_of_the_deck_come_without_a_word() -> None:
    """Of Ann's twelve cards six are in the deck, which are her new hand whatever their order is."""
    turns = f"- line: [rest]\n- {{{BO}, line: [rest]}}\n"
    assert _hand(turns) == ["1 Dagger", "1 Torch", "4 Militia"]


def test_a_hand_that_is_known_may_be_told_again() -> None:
    again = "{hand: [4 x Militia, Dagger, Torch], line: [rest]}"
    _, log = _checked(f"- line: [rest]\n- {{{BO}, line: [rest]}}\n- {again}\n")
    assert [turn.verdict for turn in log.turns] == ["legal"] * 3


def test_a_hand_that_is_told_wrong_is_not_legal() -> None:
    wrong = "{hand: [6 x Militia], line: [rest]}"
    _, log = _checked(f"- line: [rest]\n- {{{BO}, line: [rest]}}\n- {wrong}\n")
    assert [turn.verdict for turn in log.turns] == ["legal", "legal", "not legal"]
    assert "the hand is known: Dagger, 4 x Militia, Torch" in log.turns[2].faults[0].refusal.reason


def test_what_is_bought_with_unknown_cards_is_bought() -> None:
    """Bo's Spear is taken from the stack, whether there were 4 gold or not; the turn is undecided."""
    answer, log = _checked("- line: [rest]\n- line: [visit the Village, buy Spear]\n")
    assert [turn.verdict for turn in log.turns] == ["legal", "undecided"]
    assert answer.verdict == "undecided"
    (village,) = (zone.cards for zone in answer.position.zones if zone.name == "Village")
    assert [(lot.count, lot.name) for lot in village] == [(8, "Feast"), (7, "Spear")]


def test_a_battle_with_unknown_cards_is_left_out() -> None:
    _, log = _checked("- line: [rest]\n- line: [attack Kingdom]\n")
    (turn,) = log.undecided
    assert [fault.undecided for fault in turn.faults] == [True, True]
    assert turn.faults[1].assumed == "the step is left out"


def test_no_play_is_sought_for_a_hand_that_nobody_tells() -> None:
    position = api.loads(f"{TABLE}- line: [rest]\n")
    with pytest.raises(UndecidedError):
        api.solve(position)
    assert api.solve(api.loads(f"{TABLE}- line: [rest]\n- {{{BO}, line: [rest]}}\n")).solution.best


def test_turns_before_the_first_are_only_played() -> None:
    """Turn 1 is not legal, for Ann has 7 gold and the Feast costs 5, the Spear 4; it is not told."""
    turns = f"- line: [visit the Village, buy Feast, buy Spear]\n- {{{BO}, line: [rest]}}\n"
    assert _checked(turns)[0].verdict == "refuted"
    answer, log = _checked(turns, first=2)
    assert (answer.verdict, [turn.number for turn in log.turns]) == ("legal", [2])


def test_the_table_after_a_turn() -> None:
    position = api.loads(f"{TABLE}- line: [rest]\n- {{{BO}, line: [rest]}}\n")
    assert api.after_turn(position, 1).state == position.log.turns[0].after  # type: ignore[union-attr]
    assert api.after_turn(position, 0).state == position.log.start  # type: ignore[union-attr]
    with pytest.raises(UsageError, match="there is no turn 3: the log has 2 turns"):
        api.after_turn(position, 3)


def test_grades_are_added_up() -> None:
    """Each level of a player is the sum over the turns that count it."""
    answer = api.grade_log(api.loads(f"{TABLE}- line: [rest]\n- {{{BO}, line: [rest]}}\n- line: [rest]\n"))
    ann, bo = answer.players
    assert (ann.turns, bo.turns) == (2, 1)
    grades = [turn.grade for turn in answer.turns if turn.player == 1 and turn.grade is not None]
    for each in ann.sums:
        given = (grade.regret[grade.goal.index(each.level)].fraction for grade in grades)
        assert each.gave_away.fraction == sum(given)


def _graded(puzzle: str) -> LogGradeAnswer:
    return api.grade_log(api.load(PUZZLES / "gloomhaven" / "scenario" / "logs" / f"{puzzle}.yaml"))


def test_in_gloomhaven_the_turns_of_characters_are_graded() -> None:
    """Attack 3 draws from six +0, five +1, five -1, +2, -2, null and x2: 60/20 = 3 damage on average, and x2,
    1 in 20, kills the Guard with its 6 hit points. Who does not get there gives both away; a +1 is 1 damage
    more.
    """
    missed, hit = _graded("a-move-that-is-too-long"), _graded("a-guard-that-walks-away")
    brute, same = missed.players[0], hit.players[0]
    assert [(each.name, each.turns, each.mistakes) for each in (brute, same)] == [
        ("Brute", 1, 1),
        ("Brute", 1, 0),
    ]
    given = {each.level: (each.gave_away.fraction, each.luck.fraction) for each in brute.sums}
    assert given["kills"] == (Fraction(1, 20), 0)
    assert given["damage"] == (3, 0)
    luck = {each.level: (each.gave_away.fraction, each.luck.fraction) for each in same.sums}
    assert luck["kills"] == (0, Fraction(-1, 20))
    assert luck["damage"] == (0, 1)
    assert (len(hit.players), [turn.grade is None for turn in hit.turns]) == (1, [False, True])


def test_names_and_steps_of_all_turns_are_told_together() -> None:
    turns = "- {line: [rets], drew: [Foo]}\n- {line: [atack Kingdom]}\n"
    with pytest.raises(InputError) as caught:
        api.loads(TABLE + turns)
    assert [each.code for each in caught.value.diagnostics] == ["E321", "E321"]


@pytest.mark.parametrize("count", [0, 100, 999_999_999])
def test_there_are_not_that_many_copies(count: int) -> None:
    with pytest.raises(InputError, match="at most 99 copies"):
        api.loads(f"{TABLE}- {{line: [rest], drew: [{count} x Militia]}}\n")


def test_no_more_of_a_card_is_drawn_than_the_deck_holds() -> None:
    """Ann's hand has 2 of her 6 Militia: 4 are in the deck of six, and a fifth cannot be drawn."""
    for drew in (
        "5 x Militia, Torch",
        "4 x Militia, Dagger, Torch, Militia",
        "4 x Militia, Dagger, 2 x Torch",
    ):
        _, log = _checked(f"- {{line: [visit the Village, buy Feast], drew: [{drew}]}}\n")
        assert [fault.refusal.rulings for fault in log.turns[0].faults] == [("TS-3.4",)], drew
    _, log = _checked("- {line: [visit the Village, buy Feast], drew: [4 x Militia, Dagger, Torch]}\n")
    assert not log.turns[0].faults


@pytest.mark.parametrize("dungeon", ["", "dungeon_deck: {rest: [Famine, 2 x Griffon]}\n"])
def test_the_hall_is_refilled_in_the_last_rank(dungeon: str) -> None:
    """Kingdom leaves Rank 1 and the others slide: the new card comes to Rank 3, to no other."""
    legal = {}
    for place in ("Rank 1", "rank 2", "Rank 3", "3"):
        turn = f"- {{line: [enter the Dungeon, attack Kingdom], came: {{{place}: Famine}}}}\n"
        answer = api.check(api.loads(dungeon + TABLE + turn, "game.yaml"))
        assert answer.log is not None
        (found,) = answer.log.turns
        legal[place] = not found.faults
        assert legal[place] or found.faults[0].refusal.rulings == ("TS-7.10",)
    assert legal == {"Rank 1": False, "rank 2": False, "Rank 3": True, "3": True}


def test_a_name_that_nobody_has_is_told() -> None:
    _, log = _checked("- {player: Anne, line: [rest]}\n")
    assert "nobody is called Anne" in log.turns[0].faults[0].refusal.reason
    assert log.names == ("Ann", "Bo")


def test_a_player_without_a_name_may_be_named_by_the_log() -> None:
    table = TABLE.replace("name: Bo, ", "")
    twice = f"- {{player: Bo, {BO}, line: [rest]}}\n- {{player: Bo, line: [rest]}}\n"
    turns = f"- {{player: Ann, line: [rest]}}\n{twice}"
    log = api.check(api.loads(table + turns, "game.yaml")).log
    assert log is not None
    assert [(turn.called, turn.verdict) for turn in log.turns] == [
        ("Ann", "legal"),
        ("Bo", "legal"),
        ("Ann", "not legal"),
    ]
