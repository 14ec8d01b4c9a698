"""The greedy player of Quest: a deck that no longer wins gathers a better hand at the Temple."""

from __future__ import annotations

from msgspec.structs import replace

from tests.players.games import new_game
from tsolve.games.quest.actions import PutOnDeck, Visit
from tsolve.games.quest.players.greedy import GATHERED, PATIENCE, _Turns


def test_a_player_without_more_points_keeps_the_best_cards_for_the_next_hand() -> None:
    start = new_game("quest", 0)
    seat = start.state.active
    # An Adventurer brings 1 attack and 2 Skill (1.6), a Dagger a boost (1), a Lantern 1 Light (0.5).
    hand = ("adventurer", "dagger", "dagger", "lantern", "lantern", "lantern")
    me = replace(start.state.players[seat], hand=hand)
    players = tuple(me if index == seat else each for index, each in enumerate(start.state.players))
    state = replace(start.state, players=players)
    turns = _Turns(start.game)
    turns._planned = lambda _: ((), False)  # type: ignore[method-assign]  # no turn brings anything
    lines = [turns.line(state) for _ in range(PATIENCE + 1)]
    assert lines[PATIENCE - 2] == ()
    visit, *put = lines[-1]
    assert visit == Visit("temple")
    assert [each.card for each in put if isinstance(each, PutOnDeck)] == ["adventurer", "dagger", "dagger"]
    assert len(put) == GATHERED
    for action in lines[-1]:
        state = start.game.apply(state, action)
    assert state.players[seat].deck[0].cards[:GATHERED] == ("dagger", "dagger", "adventurer")
