"""What no position file says of a turn: chances of single cards, cards of other players, stacks that run out,
and what a question about one turn does not wait for.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.games.quest.table import CARDS, READINGS, dealt, game, play, typed, why_not
from tsolve.cardkit.piles import UNKNOWN, known, shuffled
from tsolve.games.quest.actions import Give, LevelUp, UseSpoils
from tsolve.games.quest.answers import FindTreasure, Reveal
from tsolve.games.quest.book import Book
from tsolve.games.quest.effects.abilities import RaiseHero
from tsolve.games.quest.game import Quest
from tsolve.games.quest.state import Player, Room, State
from tsolve.games.quest.turn.ending import EndPhase
from tsolve.games.quest.turn.heroes import Raise, hp_with
from tsolve.games.quest.turn.turn_play import TurnPlay

OWN = typed("giant: {kind: hero, level: 1, physical: 30, skill: 9}")
RULES = Quest(Book(CARDS | OWN, READINGS))


def inside(place: int, there: Room, *hand: str, **player: object) -> State:
    """The Champion stands in this room."""
    state = dealt(hand, **({"room": place} | player))
    return replace(state, rooms=(*state.rooms[:place], there, *state.rooms[place + 1 :]))


def chances(state: State, *texts: str) -> dict[str, int]:
    """How likely each event is after these steps of a Dungeon phase."""
    state, _ = play(RULES, state, "enter the Dungeon", "pass", *texts)
    return {RULES.notation(state, event): weight for event, weight in RULES.chance(state)}


def test_any_token_is_as_likely_to_be_lost() -> None:
    """The Shaman takes one of three: 2 in 3 a Potion."""
    state = inside(1, Room("mine", "kobold_shaman"), "lantern", room=-1, potion=2, lantern=1)
    assert chances(state, "move to Mine", "move to Sunken Well") == {
        "lose Lantern token": 1,
        "lose Potion": 2,
    }


def test_any_card_is_as_likely_to_be_lost() -> None:
    """The Throne Room takes one of three: 2 in 3 a Lantern."""
    state = dealt(("lantern", "lantern", "dagger"), room=4)
    assert chances(state, "move to Throne Room") == {"give up Lantern #1": 2, "give up Dagger": 1}


def test_who_lies_there_comes_from_the_deck() -> None:
    """QUEST-5.15: nobody knows the card, so it is any of the deck: a Stone Giant in two cases of three."""
    state = inside(6, Room("abyssal_temple", "", face_down=True), "giant")
    deck = shuffled(("stone_giant", "stone_giant", "goblin_king"))
    state = replace(state, monsters=(*state.monsters[:2], deck))
    found = chances(state, "battle the Monster that lies face down")
    assert found == {"reveal Stone Giant": 2, "reveal Goblin King": 1}


def test_the_trapdoor_spider_comes_out() -> None:
    """Both Champions in the room take a Wound card; one elsewhere does not."""
    state = inside(3, Room("sunken_well", "hobgoblin_scrapper"), "giant")
    state = replace(
        state,
        players=(state.me, Player(room=3), Player(room=4)),
        monsters=(state.monsters[0], known(("trapdoor_spider",)), ()),
    )
    after, _ = play(RULES, state, "enter the Dungeon", "pass", "battle Hobgoblin Scrapper")
    assert [player.discard.count("festering_wound") for player in after.players] == [1, 1, 0]
    assert after.tally.wounds == 2  # the Scrapper's token and the card


def test_hp_with_wounds() -> None:
    """QC-3: every second token costs one card; by other readings each one, or the first of each two."""
    tables = {
        "every_second": [6, 6, 5, 5, 4, 4, 3, 3, 2],
        "every_one": [6, 5, 4, 3, 2, 1, 0, 0, 0],
        "every_first": [6, 5, 5, 4, 4, 3, 3, 2, 2],
    }
    for reading, table in tables.items():
        assert [hp_with(game(hp_per_wound=reading).book, wounds) for wounds in range(9)] == table


@pytest.mark.parametrize(("left", "taken"), [(None, 3), (5, 3), (2, 2), (0, 0)])
def test_wound_cards_run_out(left: int | None, taken: int) -> None:
    """Three are dealt; an uncounted stack has enough."""
    work = TurnPlay(game().book, replace(dealt(("adventurer",)), wound_cards=left))
    work.wound(("QUEST-7.1",), cards=3)
    assert work.state.me.discard.count("festering_wound") == taken
    assert work.state.wound_cards == (None if left is None else left - taken)


def test_what_a_hero_held_who_left() -> None:
    """QUEST-2.4: the Dagger belonged to the Adventurer who left; nobody else takes it up."""
    state = dealt(("adventurer", "adventurer", "dagger"))
    state, _ = play(RULES, state, "enter the Dungeon", "give Dagger to Adventurer #1")
    work = TurnPlay(RULES.book, state)
    work.discard(0)
    assert why_not(RULES, work.state, Give(2, 1)) == ("Dagger belonged to a Hero who left", ("QUEST-2.4",))


def test_a_hero_drawn_again_rises_no_further() -> None:
    """QUEST-8.5: Stormhand 2, gained this turn, is drawn from the new deck and keeps his level."""
    hand = ("stormhand_1", "thunderstone_shard", "lantern", "tome_of_knowledge")
    state = dealt(hand, ["stormhand_2"], xp=20, wounds=1, deck=())
    line = (
        "go to Bazaar",
        "pass",
        "pass",
        "pass",
        "level up Stormhand 1 to Stormhand 2",
        "enter the Dungeon",
    )
    state, _ = play(RULES, state, *line, "use Thunderstone Shard")
    drawn = state.laid[-1]
    assert (drawn.card, drawn.risen, state.risen) == ("stormhand_2", True, ())
    late = replace(state, phase="levelling", stacks=None, levelled=0)
    assert why_not(RULES, late, LevelUp(4, "stormhand_3"))[1] == ("QUEST-8.5",)


def test_no_spoils_before_the_battle() -> None:
    """QUEST-5.20."""
    state, _ = play(RULES, dealt(("adventurer",) * 4), "enter the Dungeon", "pass")
    assert RULES.why_not(state, UseSpoils("giant_rat", 0)) is not None


@pytest.mark.parametrize("reading", ["none", "second_hero", "printed"])
def test_a_surcharge_of_the_village_is_none_of_the_spoils(reading: str) -> None:
    """QC-1: with one Hero levelled up in the Village, a Rogue of level 1 costs 1 + 2 = 3 XP as Spoils, by
    whichever reading; 2 are for the Adventurer.
    """
    rules = game(level_up_surcharge=reading)
    state = replace(dealt(("hawkswood_1",), ["hawkswood_2"], xp=3), levelled=1)
    state, _ = play(rules, state, "enter the Dungeon")
    raised = Raise(RaiseHero("Rogue"), "card.rogues")
    assert raised.price(rules.book, state, 0) == 3
    assert LevelUp(0, "hawkswood_2") in raised.options(rules.book, state)


# a question about one turn: what only chance decides after the battle does not hold it up

ONE_TURN = Quest.for_one_turn(Book(CARDS, READINGS))
IN_THE_MINE = ("enter the Dungeon", "pass", "move to Mine", "battle Goblin Berserker")


def won(**piles: object) -> State:
    """4 + 2 attack against the 4 + 1 of the Berserker in the Mine."""
    state = replace(dealt((*("adventurer",) * 4, "stormhand_1")), **piles)
    return play(ONE_TURN, state, *IN_THE_MINE)[0]


def test_spoils_do_not_wait_for_unknown_cards() -> None:
    """The room waits for its Monster and the Treasure for its name, until somebody tells them."""
    after = won(treasures=UNKNOWN, monsters=(UNKNOWN,) * 3)
    assert (after.phase, after.todo, len(after.postponed)) == ("spoils", (), 2)
    told = ONE_TURN.happened(after, Reveal("goblin_shaman"))
    assert told is not None
    assert (told.rooms[1].monster, len(told.postponed)) == ("goblin_shaman", 1)
    found = ONE_TURN.happened(told, FindTreasure("fireball"))
    assert found is not None
    assert (found.me.discard, found.postponed) == (("fireball",), ())
    assert ONE_TURN.happened(found, Reveal("goblin_shaman")) is None
    ended, _ = play(ONE_TURN, after, "pass")
    assert isinstance(ended.todo[-1], EndPhase)


def test_a_key_is_told_and_then_the_monster() -> None:
    """QUEST-5.23: behind the key the next card is turned up."""
    told = ONE_TURN.happened(won(monsters=(UNKNOWN,) * 3), Reveal("guardian_key"))
    assert told is not None
    assert (told.keys, len(told.postponed)) == (1, 1)
    told = ONE_TURN.happened(told, Reveal("goblin_shaman"))
    assert told is not None
    assert (told.rooms[1].monster, told.postponed) == ("goblin_shaman", ())


def test_a_known_card_comes_at_once() -> None:
    after = won(monsters=(known(("goblin_shaman",)), UNKNOWN, UNKNOWN))
    assert (after.rooms[1].monster, after.me.discard) == ("goblin_shaman", ("fireball",))
