"""Grades of turns that were played; numbers by hand."""

from __future__ import annotations

import pytest

from tests.games.quest.files import opened
from tsolve import api
from tsolve.errors import UsageError

TURN = """
    turn: dungeon
    hand: [Stormhand 1, Shortsword, 2 x Adventurer, Lantern]
    dungeon: {Mine: Goblin Berserker, Abandoned Gate: none}
    line: [move to Abandoned Gate]
    """


def test_a_battle_not_fought_is_given_away() -> None:
    """2 + 1 + 1 + 1 = 5 attack would defeat the Berserker in the Mine: 2 XP and 2 rewards for 2 Wounds."""
    answer = api.grade(opened(TURN))
    start = dict(zip(answer.goal, (number.exact for number in answer.start), strict=True))
    assert (start["xp"], start["rewards"], start["wounds"]) == ("2", "2", "-2")
    result = dict(zip(answer.goal, (number.exact for number in answer.result), strict=True))
    assert (result["xp"], result["rewards"], result["wounds"]) == ("0", "0", "0")
    lost = [(step.text, step.better) for step in answer.steps if step.verdict == "lost"]
    assert lost[0][0] == "pass"  # without giving the Shortsword to anybody
    assert lost[0][1][0] == "give Shortsword to Stormhand 1"


def test_the_best_turn_gives_nothing_away() -> None:
    text = TURN.replace(
        "[move to Abandoned Gate]",
        "[give Shortsword to Stormhand 1, move to Mine, battle Goblin Berserker]",
    )
    answer = api.grade(opened(text))
    assert {number.exact for number in answer.regret} == {"0"}
    assert answer.slack is not None
    assert (answer.slack.what, answer.slack.amount) == ("total attack beyond health", 0)
    idle = {card.card for card in answer.cards if card.idle}
    assert idle == {"Lantern"}
    assert {card.card for card in answer.cards if card.mattered} == {
        "Stormhand 1",
        "Shortsword",
        "Adventurer",
    }


def test_a_visit_by_its_own_goal() -> None:
    """4 gold: a Shortsword for 3 is bought, 1 gold is left. A Shortbow for 5 could not be."""
    text = """
    location: Bazaar
    hand: [2 x Lantern, 4 x Adventurer]
    village: [Shortsword, Shortbow]
    line: [buy Shortsword]
    """
    answer = api.grade(opened(text))
    assert answer.slack is not None
    assert (answer.slack.what, answer.slack.amount) == ("gold left", 1)
    assert answer.finished


def test_no_line_no_grade() -> None:
    with pytest.raises(UsageError):
        api.grade(opened("turn: dungeon\nhand: [Dagger]"))


def test_a_card_given_to_a_hero_who_was_drawn() -> None:
    """Without the Shard nobody is drawn to whom it could be given."""
    answer = api.grade(
        opened(
            """
            turn: dungeon
            wounds: 1
            hand: [Thunderstone Shard]
            deck: [Adventurer]
            dungeon: {Mine: none, Abandoned Gate: none}
            line: [use Thunderstone Shard, give Thunderstone Shard to Adventurer, battle Giant Rat]
            """
        )
    )
    assert [each.card for each in answer.cards if each.mattered] == ["Thunderstone Shard", "Adventurer"]


def test_a_dungeon_phase_after_the_village_is_judged() -> None:
    """2 gold are left in the Village; who goes on to the Dungeon gives them away for nothing."""
    answer = api.grade(
        opened(
            """
            location: Guilds' Quarter
            hand: [Lantern]
            deck: []
            village: []
            dungeon: {Mine: none, Abandoned Gate: none}
            line: [pass, pass, pass, enter the Dungeon, battle Giant Rat]
            """
        )
    )
    last = len(answer.goal) - 1
    assert answer.goal[last] == "unspent"
    told = (answer.start[last], answer.regret[last], answer.result[last])
    assert [each.exact for each in told] == ["2", "2", "0"]
