"""Players are told what their seat may know: hidden hands and orders make no difference to what they do."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tests.players.games import new_game, skirmish
from tsolve.cardkit import piles
from tsolve.cardkit.piles import Pile
from tsolve.players import Start, brought, seats
from tsolve.players.playing import steps

CARD_GAMES = ("thunderstone", "quest")


def decisions(start: Start[Any, Any], seed: int, every: int, most: int) -> Iterator[tuple[int, Any]]:
    """Now and then a position in which somebody decides, with the seat; everybody plays at random."""
    found = 0
    for number, step in enumerate(steps(start, seats(start, ["random"]), Random(seed))):
        if step.action is not None and number % every == 0:
            yield start.game.mover(step.before), step.before
            found += 1
        if found == most:
            return


def dealt_anew(state: Any, seat: int, random: Random) -> Any:
    """The same position with other cards in the hands of the other players; each has as many as before."""
    players = []
    for index, player in enumerate(state.players):
        if index == seat or not player.hand or not piles.is_shuffled(player.deck):
            players.append(player)
            continue
        cards = [*player.hand, *piles.contents(player.deck)]
        random.shuffle(cards)
        held = len(player.hand)
        deck = piles.shuffled(tuple(cards[held:]))
        players.append(replace(player, hand=tuple(sorted(cards[:held])), deck=deck))
    return replace(state, players=tuple(players))


@pytest.mark.parametrize("game", CARD_GAMES)
def test_other_hands_cannot_be_told_apart(game: str) -> None:
    start = new_game(game, 3, sitting=3)
    seen, other, changed = brought(start).seen, Random(9), 0
    for seat, state in decisions(start, 1, every=7, most=60):
        otherwise = dealt_anew(state, seat, other)
        changed += otherwise.players != state.players
        assert seen(otherwise, seat) == seen(state, seat)
    assert changed > 20


@pytest.mark.parametrize(
    ("game", "name", "most"),
    [("thunderstone", "quick", 40), ("thunderstone", "greedy", 12), ("quest", "greedy", 4)],
)
def test_hidden_cards_change_no_choice(game: str, name: str, most: int) -> None:
    start = new_game(game, 3, sitting=3)
    found, other = brought(start), Random(9)
    for seat, state in decisions(start, 1, every=11, most=most):
        choices = []
        for table in (state, dealt_anew(state, seat, other)):
            player = found.makers[name]()
            actions = start.game.legal_actions(state)
            choices.append(player.choose(found.seen(table, seat), actions, Random(4)))
        assert choices[0] == choices[1]


def test_what_lies_face_down_is_hidden() -> None:
    start = new_game("quest", 3)
    room = start.state.rooms[3]
    rooms = [
        (*start.state.rooms[:3], replace(room, monster=monster, face_down=True), *start.state.rooms[4:])
        for monster in (room.monster, start.state.rooms[4].monster)
    ]
    one, other = (brought(start).seen(replace(start.state, rooms=each), 0) for each in rooms)
    assert one == other


def _is_open(pile: Pile) -> bool:
    """Whether the order of some of its cards is told."""
    return any(segment.order == "known" and len(set(segment.cards)) > 1 for segment in pile)


@pytest.mark.parametrize("first_game", [True, False])
def test_a_new_game_holds_no_order_that_nobody_knows(first_game: bool) -> None:
    table = new_game("thunderstone", 5, first_game).state
    assert not any(map(_is_open, (table.dungeon, *(player.deck for player in table.players))))
    quest = new_game("quest", 5, first_game).state
    decks = (*quest.monsters, quest.treasures, *(player.deck for player in quest.players))
    assert not any(map(_is_open, decks))


def test_the_decks_of_a_scenario_hold_no_order() -> None:
    assert not any(_is_open(owned.deck.draw) for owned in skirmish().state.decks)
