"""Positions written as position files, and read again."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.games.quest.files import opened
from tsolve import api
from tsolve.cardkit import piles
from tsolve.cardkit.piles import Pile
from tsolve.engine import CHANCE
from tsolve.games.quest.book import Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.setup import begin
from tsolve.games.quest.state import Laid, Player, Room, Stack, State
from tsolve.games.quest.writing.position_text import write_position
from tsolve.rules.ruleset import Ruleset

RULES: Ruleset[Card] = api.ruleset("quest")
READINGS = RULES.readings(None, {})
BOOK = Book(RULES.under(READINGS), READINGS)


def read_back(state: State, **more: object) -> State:
    """The position that is read where this one was written."""
    text = write_position(BOOK, state, **more)  # type: ignore[arg-type]
    return opened(text.removeprefix("game: quest\n")).table or state


def of_a_game(seed: int, turns: int) -> State:
    """The position at the start of a later turn of a random game, without what no file tells: how many Wound
    cards are left, what was sold out, and the keys that nobody holds.
    """
    random = Random(seed)
    game, state = begin(RULES, READINGS, seed, random.randint(2, 4))
    for _ in range(2000):
        if game.is_over(state) or (game.begins_turn(state) and (turns := turns - 1) < 0):
            break
        if game.mover(state) == CHANCE:
            events = game.chance(state)
            state = game.apply(state, random.choices([each for each, _ in events], [w for _, w in events])[0])
        else:
            state = game.apply(state, random.choice(game.legal_actions(state)))
    seats = len(state.players)
    players = [state.players[(state.active + seat) % seats] for seat in range(seats)]
    me, *others = players
    assert state.stacks is not None
    stacks = tuple(stack for stack in state.stacks if stack.cards)
    sold = [card for stack in stacks for card, _ in stack.cards]
    return State(
        players=(
            replace(me, under_quest=()),
            *(replace(other, quest="", under_quest=(), completed=False, sponsor="") for other in others),
        ),
        rooms=state.rooms,
        monsters=state.monsters,
        guardian=state.guardian,
        keys=sum(player.keys for player in players),
        stacks=stacks,
        treasures=state.treasures,
        titles=tuple(dict.fromkeys(BOOK.card(card).hero_title for card in sold)),
    )


@given(st.integers(0, 10_000), st.integers(0, 12))
def test_written_positions_of_random_games_read_the_same(seed: int, turns: int) -> None:
    state = of_a_game(seed, turns)
    assert read_back(state) == state


def test_a_written_position_keeps_its_rules_its_turn_and_its_line() -> None:
    text = write_position(
        BOOK,
        replace(State(players=(Player(hand=("dagger", "dagger", "adventurer")),)), rooms=_ROOMS),
        "dungeon",
        printing="first-edition",
        interpretations={"wield": "at_least"},
        line=["give Dagger #1 to Adventurer", "pass"],
    )
    file = opened(text.removeprefix("game: quest\n"))

    assert [laid.card for laid in file.state.laid] == ["dagger", "dagger", "adventurer"]
    assert file.position.printing == "first-edition"
    assert file.book.readings["wield"] == "at_least"
    assert file.position.line == ("give Dagger #1 to Adventurer", "pass")


_ROOMS = (Room("wilderness", "giant_rat"), *(Room(""),) * 6)
_OWNED = ("adventurer", "lantern", "dagger")
_TREASURES = ("the_reaper", "chain_lightning", "the_reaper")


@pytest.mark.parametrize(
    ("top", "below"),
    [
        (0, piles.known),
        (0, piles.shuffled),
        (1, piles.shuffled),
        (3, piles.known),
        (3, piles.shuffled),
        (3, None),
        (0, None),
    ],
)
def test_every_deck_that_can_be_known(top: int, below: Callable[[tuple[str, ...]], Pile] | None) -> None:
    """So many cards on top, and below them the others, or what nobody knows."""
    mine, treasures = (
        piles.known(cards[:top]) + (piles.UNKNOWN if below is None else below(cards[top:]))
        for cards in (_OWNED, _TREASURES)
    )
    me = Player(deck=mine)
    state = State(players=(me, replace(me, hand=None)), rooms=_ROOMS, treasures=treasures)
    assert read_back(state) == state


def test_every_name_that_is_written_is_understood() -> None:
    """Of the cards that lie in hands and in rooms, as far as their facts are known."""
    of_hands = ("hero", "item", "weapon", "spell", "wound")
    known = [card for card in RULES.cards.values() if card.is_wound or not card.missing]
    for card in known:
        state = State(
            players=(Player(deck=piles.UNKNOWN), Player(deck=piles.UNKNOWN, hand=None)), stacks=None
        )
        state = replace(state, rooms=_ROOMS, monsters=(piles.UNKNOWN,) * 3, treasures=piles.UNKNOWN)
        if card.kind in of_hands:
            state = replace(state, players=(replace(state.me, hand=(card.id,)), *state.players[1:]))
        elif card.kind == "room" and card.level:
            rooms = list(_ROOMS)
            rooms[2 * card.level - 1] = Room(card.id)
            state = replace(state, rooms=tuple(rooms))
        elif card.kind == "guardian" or (card.kind == "monster" and card.level == 0):
            state = replace(state, rooms=(Room("wilderness", card.id), *_ROOMS[1:]))
        elif card.kind == "monster":
            state = replace(state, rooms=(_ROOMS[0], Room("mine", card.id), *_ROOMS[2:]))
        else:
            continue
        assert read_back(state) == state, card.name


@pytest.mark.parametrize(
    "change",
    [
        {"laid": (Laid("dagger"),)},
        {"phase": "dungeon"},
        {"over": True},
        {"wound_cards": 3},
        {"keys": 1},
        {"rooms": (*_ROOMS[:2], Room("mine"), *_ROOMS[3:])},
        {"rooms": (_ROOMS[0], Room("mine", "goblin_berserker", face_down=True), *_ROOMS[2:])},
        {"stacks": (Stack((("shortsword", 1),), only_top=True),), "titles": ("Shortsword",)},
        {"treasures": piles.UNKNOWN + piles.known(("adventurer",))},
    ],
    ids=["laid", "phase", "over", "wound cards", "keys", "right room", "face down", "top", "deck"],
)
def test_what_no_file_can_describe_is_not_written(change: dict[str, object]) -> None:
    """The middle and the end of a turn; counted Wound cards; a key that nobody holds; a right room without a
    left one; a Monster that lies face down and is known; a stack of which only the top card is seen; a card
    below unknown ones.
    """
    state = replace(State(players=(Player(),), rooms=_ROOMS), **change)
    with pytest.raises(ValueError, match=r"written|describe"):
        write_position(BOOK, state)
