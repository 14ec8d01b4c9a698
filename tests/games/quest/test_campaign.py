"""Campaigns: what is kept from game to game, who picks first, the points of all games. Files tell it, `score`
adds up, `setup --after` goes on. (QUEST-17)
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.games.quest.table import CARDS, READINGS
from tests.games.quest.test_setup import SETUP
from tsolve import api
from tsolve.cardkit.piles import contents, known
from tsolve.errors import InputError, UnsupportedError
from tsolve.games.quest.book import Book
from tsolve.games.quest.campaign import Campaign, WrongPickError, after_game, may_pick, offers, picking_order
from tsolve.games.quest.setup import new_game
from tsolve.games.quest.state import Player, State

BOOK = Book(CARDS, READINGS)


def ended() -> State:
    """A game of three players that is over: the second one wins with 9 XP."""
    players = (
        Player(deck=known(("shortsword", "dagger", "flying_death")), hand=("fireball",), xp=4),
        Player(deck=known(("shortsword", "stormhand_1")), xp=9),
        Player(deck=known(("lantern",)), xp=1),
    )
    return State(players=players, over=True)


def test_the_winner_picks_first() -> None:
    """By points: 4 + 2 + 2 for the Shortsword and Flying Death, 9 + 2, and 1."""
    assert picking_order(BOOK, ended()) == [1, 2, 0]


def test_market_cards_alone_are_picked() -> None:
    """No starting card, no Hero, no Treasure, and nothing that somebody else has picked."""
    assert may_pick(BOOK, ended(), 0, ()) == ["shortsword", "fireball"]
    assert may_pick(BOOK, ended(), 0, ("shortsword",)) == ["fireball"]
    assert may_pick(BOOK, ended(), 1, ()) == ["shortsword"]
    assert may_pick(BOOK, ended(), 2, ()) == []
    assert offers(BOOK, ended(), {1: "shortsword"}) == [(1, ["shortsword"]), (2, []), (0, ["fireball"])]


def test_decks_grow_and_points_add_up() -> None:
    campaign = after_game(BOOK, ended(), Campaign.of(3), {1: "shortsword", 0: "fireball"})
    assert campaign.kept == (("fireball",), ("shortsword",), ())
    assert (campaign.points, campaign.game) == ((8, 11, 1), 2)
    again = after_game(BOOK, ended(), campaign, {0: "shortsword"})
    assert (again.points, again.game) == ((16, 22, 2), 3)
    assert again.leaders() == [1]
    state = new_game(BOOK, again.next_game(SETUP), Random(1))
    sizes = [len((*contents(player.deck), *(player.hand or ()))) for player in state.players]
    assert sizes == [14, 13, 12]  # QE-41: 12 + 2 for who picked twice


def test_a_card_is_picked_once() -> None:
    with pytest.raises(WrongPickError, match="player 1 may not pick Shortsword: player 2 has picked it"):
        after_game(BOOK, ended(), Campaign.of(3), {1: "shortsword", 0: "shortsword"})


# in files

SECOND = """game: quest
campaign: 2
player: Anna
turn: end
kept: [Shortsword]
points: 40
picked: Fireball
owned: [Shortsword, 3 x Adventurer, Fireball, Flying Death]
xp: 12
players:
  others:
  - {name: Ben, xp: 30, kept: [Maul], points: 27, picked: Shortsword,
     owned: [Shortsword, Fireball, Stormhand 2]}
  - {name: Cleo, owned: [Lantern], xp: 3, points: 10}
"""
"""Anna has 12 + 2 + 2 = 16, Ben 30 + 2 + 2 = 34, Cleo 3."""


def test_the_score_adds_the_games_up() -> None:
    """40 + 16, 27 + 34 and 10 + 3. Ben, who wins, picks first, then Cleo, then Anna, who may not have a
    Shortsword any more.
    """
    series = api.score(api.loads(SECOND)).series
    assert series is not None
    assert (series.game, series.points, series.leaders) == (2, (56, 61, 13), (2,))
    assert [(pick.player, pick.cards, pick.taken) for pick in series.picks] == [
        (2, ("Fireball", "Shortsword"), "Shortsword"),
        (3, (), ""),
        (1, ("Fireball",), "Fireball"),
    ]


def test_a_game_alone_is_of_no_campaign() -> None:
    kept = (
        "campaign: 2\n",
        "kept: [Shortsword]\n",
        "points: 40\n",
        "picked: Fireball\n",
        ", picked: Shortsword",
    )
    alone = SECOND.replace(", kept: [Maul], points: 27", "").replace(", points: 10", "")
    for text in kept:
        alone = alone.replace(text, "")
    assert api.score(api.loads(alone)).series is None


@pytest.mark.parametrize("seed", range(4))
def test_the_next_game_begins_with_what_was_kept(seed: int) -> None:
    """12 cards and two for Anna and Ben each, who have now played two games; Cleo's deck has not grown."""
    answer = api.set_up(seed, game="quest", after=api.loads(SECOND))
    assert answer.players == 3
    table = api.loads(answer.position)
    first, *others = api.score(table).players
    assert first.player == 1
    assert len(others) == 2
    owned = {}
    for player, (name, kept, points) in zip(table.state.players, brought(answer.position), strict=True):
        owned[name] = Counter((*contents(player.deck), *(player.hand or ())))
        assert {"Anna": (2, 56), "Ben": (2, 61), "Cleo": (0, 13)}[name] == (len(kept), points)
    starting = Counter(adventurer=6, lantern=2, thunderstone_shard=2, dagger=2)
    assert owned["Anna"] - starting == Counter(shortsword=1, fireball=1)
    assert owned["Ben"] - starting == Counter(maul=1, shortsword=1)
    assert owned["Cleo"] == starting
    assert table.written.campaign == 3


def brought(text: str) -> list[tuple[str, tuple[str, ...], int]]:
    """The names of the players of a file, with what they bring along."""
    file = api.loads(text).written
    return [(file.player, file.kept, file.points)] + [
        (each.name, each.kept, each.points) for each in file.players.others
    ]


def test_who_noted_only_what_was_kept_goes_on_from_there() -> None:
    """A file without any card that is owned is about the game that begins."""
    text = (
        "game: quest\nplayer: Anna\nkept: [Maul]\npoints: 30\nplayers: {others: [{name: Ben, points: 29}]}\n"
    )
    answer = api.set_up(1, game="quest", after=api.loads(text))
    assert sorted(brought(answer.position)) == [("Anna", ("Maul",), 30), ("Ben", (), 29)]
    assert api.loads(answer.position).written.campaign == 2


def test_picks_may_be_left_out() -> None:
    without = SECOND.replace("picked: Fireball\n", "").replace(", picked: Shortsword", "")
    series = api.score(api.loads(without)).series
    assert series is not None
    assert [pick.cards for pick in series.picks] == [
        ("Fireball", "Shortsword"),
        (),
        ("Fireball", "Shortsword"),
    ]
    answer = api.set_up(1, game="quest", after=api.loads(without))
    assert {name: kept for name, kept, _ in brought(answer.position)} == {
        "Anna": ("Shortsword",),
        "Ben": ("Maul",),
        "Cleo": (),
    }


@pytest.mark.parametrize(
    ("old", "new", "code", "line", "told"),
    [
        ("picked: Fireball", "picked: Lantern", "E305", 7, "Lantern cannot be here: picked"),
        ("picked: Fireball", "picked: Maul", "E305", 7, "Anna may not pick Maul: has none"),
        ("picked: Fireball", "picked: Shortsword", "E305", 7, "Ben has picked it"),
        ("kept: [Shortsword]", "kept: [2 x Shortsword]", "E317", 5, "2 cards were kept before game 2"),
        ("kept: [Maul]", "kept: [Stormhand 1]", "E305", 12, "Stormhand 1 cannot be here: kept"),
        ("kept: [Maul]", "kept: [Maull]", "E302", 12, 'unknown card "Maull"'),
    ],
)
def test_what_cannot_be_kept(old: str, new: str, code: str, line: int, told: str) -> None:
    with pytest.raises(InputError) as raised:
        api.score(api.loads(SECOND.replace(old, new)))
    (error,) = raised.value.diagnostics
    assert error.span is not None
    assert (error.code, error.span.line) == (code, line)
    assert told in error.message


def test_a_game_of_which_not_all_is_known_is_not_added() -> None:
    with pytest.raises(InputError, match="all cards of Cleo have to be told"):
        api.set_up(1, game="quest", after=api.loads(SECOND.replace("owned: [Lantern], ", "")))


def test_another_game_has_no_series() -> None:
    with pytest.raises(UnsupportedError, match="no series of games"):
        api.set_up(1, after=api.loads("game: thunderstone\nhand: [Militia]\n"))
