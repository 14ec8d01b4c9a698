"""Victory points and who wins."""

from __future__ import annotations

from msgspec.structs import replace

from tests.games.quest.table import dealt, game
from tsolve.cardkit.piles import known
from tsolve.games.quest.scoring import winners
from tsolve.games.quest.state import Player, State


def ended(*players: Player) -> State:
    return replace(dealt(()), players=players, over=True)


def test_points_of_cards_everywhere_and_of_xp() -> None:
    """QUEST-13.1: Shortsword 2, Stormhand 2: 2, Moonlight 2, and 5 XP: 11."""
    player = Player(known(("shortsword",)), ("stormhand_2",), ("moonlight", "dagger"), xp=5)
    assert game().scores(ended(player)) == [11]


def test_the_most_points_win() -> None:
    """QE-16 with XP alone: 57, 54 and 43."""
    assert winners(game().book, ended(Player(xp=43), Player(xp=54), Player(xp=57))) == [2]


def test_ties_go_to_the_wounded() -> None:
    """QC-13: a token and a Wound card are 2 Wounds against 1; or the fewest win."""
    state = ended(Player(xp=9, wounds=1), Player(discard=("festering_wound",), xp=9, wounds=1))
    assert winners(game().book, state) == [1]
    assert winners(game(tie_break="fewest_wounds").book, state) == [0]


def test_then_treasure_decides_and_then_nobody() -> None:
    """QUEST-13.2: Flying Death is a Treasure worth 2, as much as Shortsword."""
    treasure, none = Player(discard=("flying_death",)), Player(discard=("shortsword",))
    assert winners(game().book, ended(none, treasure)) == [1]
    assert winners(game().book, ended(none, none)) == [0, 1]
