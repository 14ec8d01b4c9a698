"""What advice compares in Thunderstone: the candidates of a turn, and what a game that is left may come
to.
"""

from __future__ import annotations

from math import sqrt
from typing import cast

import pytest

from tsolve import api
from tsolve.advising.candidates import OUTLOOK, WAYS, Candidate, Outlook
from tsolve.advising.rollouts import Asked, Rollouts
from tsolve.errors import UsageError
from tsolve.games.thunderstone.actions import Action, Visit
from tsolve.games.thunderstone.answers import Draw
from tsolve.games.thunderstone.players.outlook import (
    POINTS,
    POINTS_BY_STRENGTH,
    POINTS_BY_XP,
    SPREAD,
)
from tsolve.games.thunderstone.state import State
from tsolve.players import start_of

TABLE = """\
game: thunderstone
owned: [5 x Militia, 2 x Dagger, 2 x Torch, 2 x Iron Rations, Outlands Warrior, Lantern]
hand: [Outlands Warrior, Lantern, Torch, Dagger, Militia, Iron Rations]
discard: [2 x Militia, Dagger, Torch]
monsters: [Ooze, Humanoid, Abyssal]
stones: [Stone of Mystery]
hall: [Griknack Goblin, Green Blob, Grudgebeast]
village: {Militia: 18, Torch: 11, Polearm: 8, Warhammer: 0}
players: {others: [{owned: [6 x Militia, 2 x Dagger, 2 x Torch, 2 x Iron Rations]}]}
"""


def _ways(text: str) -> dict[str, Candidate[Action]]:
    found = cast("list[Candidate[Action]]", WAYS.of(api.loads(text, "table.yaml"))())
    return {each.name: each for each in found}


def test_the_candidates_of_a_turn() -> None:
    """Each purchase of the Village (a stack that is sold out is none), each Monster that can be beaten, a
    rest.
    """
    found = _ways(TABLE)
    assert {each for each in found if each.startswith("buy")} >= {"buy Militia", "buy Torch", "buy Polearm"}
    assert "buy Warhammer" not in found
    assert "rest" in found
    assert any(each.startswith("attack") for each in found)
    for each in found.values():
        assert isinstance(each.plan.line[0], Visit)
        assert each.plan.line[0].place == each.kind


def test_within_a_turn_only_that_turn_is_compared() -> None:
    found = _ways(TABLE.replace("game: thunderstone", "game: thunderstone\nturn: village"))
    assert found
    assert all(each.kind == "village" for each in found.values())
    assert not any(isinstance(each.plan.line[0], Visit) for each in found.values())


def test_what_is_known_of_a_draw_is_its_chance() -> None:
    """The puzzle of `docs/reference/position.md`: five of six cards that the Priest draws beat the
    Griffon.
    """
    found = _ways("""\
game: thunderstone
turn: dungeon
owned: [6 x Militia, 2 x Dagger, 2 x Torch, 2 x Iron Rations, Regian Priest, Thyrian Squire, Famine]
hand: [Regian Priest, Thyrian Squire, Torch, 2 x Militia]
discard: [2 x Militia, Dagger, Famine]
monsters: [Enchanted, Ooze, Undead Doom]
stones: [Stone of Mystery]
seen: [Pegasus, 2 x Kingdom, Black Slime]
hall: [Griffon, Nixie, Kingdom]
village: {Torch: 8}
""")
    assert found["attack Griffon"].known == "83.3 %"
    assert found["attack Griffon"].plan.after


def test_an_unknown_village_is_refused() -> None:
    text = "".join(line for line in TABLE.splitlines(keepends=True) if not line.startswith("village"))
    with pytest.raises(UsageError, match="the Village is not known"):
        _ways(text)


def _outlook(text: str) -> tuple[Outlook[State, Action], State]:
    start = start_of(api.loads(text, "table.yaml"))
    return cast("Outlook[State, Action]", OUTLOOK.of(start)()), start.state


def test_a_shuffle_takes_as_many_turns_as_hands() -> None:
    """Thirteen cards are three hands of six, of which the last is short; two shuffles are 26 cards, five
    hands.
    """
    outlook, state = _outlook(TABLE)
    assert [outlook.turns(state, shuffles) for shuffles in (1, 2)] == [3, 5]


def test_every_card_of_a_player_comes_from_one_pile() -> None:
    outlook, state = _outlook(TABLE)
    owned = outlook.owned(state)
    assert [len(list(owned[seat])) for seat in (0, 1)] == [13, 12]
    assert list(owned[0]).count(Draw("militia")) == 5


def test_what_a_game_may_come_to() -> None:
    """33 cards are left at most: three groups and the Thunderstone less what lies in the Hall. More XP is
    worth so much for each of them, whatever the decks are.
    """
    outlook, state = _outlook(TABLE)
    with_xp, _ = _outlook(TABLE.replace("discard:", "xp: 2\ndiscard:"))
    more = _outlook(TABLE.replace("discard:", "xp: 2\ndiscard:"))[1]
    left = sum(len(segment.cards) for segment in state.dungeon)
    one, other = outlook.prospects(state), with_xp.prospects(more)
    assert other.scores[0] - one.scores[0] == pytest.approx(left * 2 * POINTS_BY_XP)
    assert other.scores[1] == one.scores[1]
    assert one.spread == pytest.approx(SPREAD * sqrt(left))
    assert min(POINTS, POINTS_BY_STRENGTH) > 0


def test_a_card_more_lies_in_the_discard_pile() -> None:
    outlook, state = _outlook(TABLE)
    assert outlook.gaining is not None
    assert outlook.gaining(state, "polearm").me.discard == (*state.me.discard, "polearm")


def test_a_candidate_begins_as_it_says() -> None:
    """A rest destroys a card: whoever rests has one card less than whoever buys one, so the endings
    differ.
    """
    position = api.loads(TABLE, "table.yaml")
    found = _ways(TABLE)
    both = (found["rest"], found["buy Polearm"])
    play = Rollouts(start_of(position), both, ("quick",), 0, 1).open()
    rested, bought = play(Asked(0, (0, 1)))
    assert rested is not None
    assert bought is not None
    assert rested != bought
    assert play(Asked(0, (0, 1))) == (rested, bought)
