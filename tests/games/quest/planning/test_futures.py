"""What the Spoils leave open: of positions with equal futures the plain search over the engine finds that
the rest of the turn adds the same. Each is compared with one in which some fact of the table is changed.
"""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from tests.games.quest.planning.dealing import dungeon, goal, hand, playable
from tsolve.cardkit.piles import known
from tsolve.contract.measures import Goal
from tsolve.engine.search import best_policy
from tsolve.errors import TooLargeError
from tsolve.games.quest.answers import NONE
from tsolve.games.quest.cards import Card
from tsolve.games.quest.game import Quest
from tsolve.games.quest.planning.futures import Futures
from tsolve.games.quest.planning.goals import value
from tsolve.games.quest.planning.rest import worth_now
from tsolve.games.quest.state import PLACES, Gift, Laid, State
from tsolve.solve.policy import Worth

_MOST = 1_500
"""Positions that take the search longer are left out."""
_SPOILS = tuple(card for kind in ("hero", "item", "spell", "weapon") for card in playable(kind))


def _gives_spoils(card: Card) -> bool:
    return any("spoils" in ability.phases for ability in card.abilities)


def in_spoils(random: Random) -> tuple[Quest, State]:
    """The Spoils of a battle, mostly with some to take."""
    game, state = dungeon(random, 1)
    book = game.book
    rewarding = [card for card in _SPOILS if _gives_spoils(book.card(card))]
    held = (*hand(random, 2), *random.choices(rewarding, k=random.choice((1, 1, 2))))
    rooms = [card for card in playable("room") if _gives_spoils(book.card(card))]
    place = random.choice(PLACES[1:])
    room = (
        replace(state.rooms[place], card=random.choice(rooms))
        if random.random() < 0.5
        else state.rooms[place]
    )
    monster = room.monster or "giant_rat"
    tally = replace(
        state.tally,
        outcome="won",
        monster=monster,
        room=place,
        health=random.randint(0, 3),
        total=random.randint(3, 9),
    )
    return game, replace(
        state,
        players=(replace(state.me, room=place, hand=(), deck=known(hand(random, 2))), *state.players[1:]),
        rooms=(*state.rooms[:place], replace(room, monster=monster), *state.rooms[place + 1 :]),
        laid=tuple(map(Laid, held)),
        phase="spoils",
        path=(0, place),
        budget=random.randint(0, 4),
        tally=tally,
    )


def changed(random: Random, state: State) -> State:
    """The same with one fact otherwise that Spoils may or may not look at."""
    me, at = state.me, random.randrange(len(state.laid))
    laid = state.laid[at]
    bearer = random.choice([NONE, *(place for place in range(len(state.laid)) if place != at)])
    gift = Gift(at, random.choice(("skill", "physical", "level", "gold")), 1, laid.card)
    players = (
        replace(me, wounds=me.wounds + 1),
        replace(me, xp=me.xp + 1),
        replace(me, lantern=me.lantern + 1),
        replace(me, potion=me.potion + 1),
        replace(me, iron_rations=me.iron_rations + 1),
        replace(me, discard=(*me.discard, "dagger")),
        replace(me, deck=known(("hawkswood_2",))),
    )
    others = (
        replace(laid, bearer=bearer),
        replace(laid, used=1),
        replace(laid, used=2),
        replace(laid, skill=2),
        replace(laid, gifts=(gift,)),
        replace(laid, lost_by="skill"),
    )
    tally = state.tally
    found = (
        *(replace(state, players=(each, *state.players[1:])) for each in players),
        *(replace(state, laid=(*state.laid[:at], each, *state.laid[at + 1 :])) for each in others),
        replace(state, laid=tuple(reversed(state.laid))),
        replace(state, light=2),
        replace(state, budget=state.budget + 2),
        replace(state, tally=replace(tally, total=tally.total + 2)),
        replace(state, tally=replace(tally, xp=2, wounds=1, destroyed=("dagger",))),
        replace(state, hurt=True),
    )
    return random.choice(found)


def added(game: Quest, state: State, asked: Goal) -> Worth | None:
    """What the best rest adds; None if the turn hangs on something unknown."""
    found = best_policy(game, state, lambda here: value(game.book, here, asked), 0, "expected", _MOST)
    if found is None or found.worth is None:
        return None
    now = worth_now(state, lambda here: value(game.book, here, asked))
    return tuple(best - each for best, each in zip(found.worth, now, strict=True))


def test_equal_futures_add_the_same() -> None:
    compared = 0
    for seed in range(600):
        random = Random(seed)
        game, state = in_spoils(random)
        asked = goal(random, "dungeon")
        futures = Futures(game.book, "light_left" in "".join(asked))
        other = changed(random, changed(random, state) if random.random() < 0.3 else state)
        if other == state or futures.of(other) != futures.of(state):
            continue
        try:
            assert added(game, state, asked) == added(game, other, asked), seed
        except TooLargeError:
            continue
        compared += 1
    assert compared > 150
