"""The rules for a question about one turn: what only chance decides after the battle does not hold it up."""

from __future__ import annotations

from msgspec.structs import replace

from tests.games.quest.table import CARDS, READINGS, dealt, play
from tsolve.cardkit.piles import UNKNOWN, known
from tsolve.games.quest.actions import FindTreasure, Reveal
from tsolve.games.quest.book import Book
from tsolve.games.quest.game import Quest
from tsolve.games.quest.turn.ending import EndPhase

RULES = Quest.for_one_turn(Book(CARDS, READINGS))
HAND = ("adventurer",) * 4 + ("stormhand_1",)
"""4 + 2 attack: the Berserker in the Mine has 4 + 1."""


def test_spoils_do_not_wait_for_unknown_cards() -> None:
    """The room waits for its Monster and the Treasure for its name, until somebody tells them."""
    state = replace(dealt(HAND), treasures=UNKNOWN, monsters=(UNKNOWN, UNKNOWN, UNKNOWN))
    line = ("enter the Dungeon", "pass", "move to Mine", "battle Goblin Berserker")
    after, _ = play(RULES, state, *line)
    assert (after.phase, after.todo, len(after.postponed)) == ("spoils", (), 2)
    told = RULES.happened(after, Reveal("goblin_shaman"))
    assert told is not None
    assert (told.rooms[1].monster, len(told.postponed)) == ("goblin_shaman", 1)
    found = RULES.happened(told, FindTreasure("fireball"))
    assert found is not None
    assert (found.me.discard, found.postponed) == (("fireball",), ())
    assert RULES.happened(found, Reveal("goblin_shaman")) is None
    ended, _ = play(RULES, after, "pass")
    assert isinstance(ended.todo[-1], EndPhase)


def test_a_key_is_told_and_then_the_monster() -> None:
    """QUEST-5.23: behind the key the next card is turned up."""
    state = replace(dealt(HAND), monsters=(UNKNOWN, UNKNOWN, UNKNOWN))
    line = ("enter the Dungeon", "pass", "move to Mine", "battle Goblin Berserker")
    after, _ = play(RULES, state, *line)
    told = RULES.happened(after, Reveal("guardian_key"))
    assert told is not None
    assert (told.keys, len(told.postponed)) == (1, 1)
    told = RULES.happened(told, Reveal("goblin_shaman"))
    assert told is not None
    assert (told.rooms[1].monster, told.postponed) == ("goblin_shaman", ())


def test_a_known_card_comes_at_once() -> None:
    state = replace(dealt(HAND), monsters=(known(("goblin_shaman",)), UNKNOWN, UNKNOWN))
    line = ("enter the Dungeon", "pass", "move to Mine", "battle Goblin Berserker")
    after, _ = play(RULES, state, *line)
    assert (after.rooms[1].monster, after.me.discard) == ("goblin_shaman", ("fireball",))
