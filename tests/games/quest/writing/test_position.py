"""Position files of Quest: read, refused at the place of the mistake, and written so that they read the
same.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.games.quest.files import checked, position_of, problems
from tsolve import api
from tsolve.cardkit import piles
from tsolve.cardkit.piles import UNKNOWN, Pile, contents
from tsolve.engine import CHANCE
from tsolve.errors import InputError
from tsolve.games.quest.answers import NONE
from tsolve.games.quest.book import Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.setup import begin
from tsolve.games.quest.state import Laid, Player, Room, Stack, State
from tsolve.games.quest.writing.position_text import seen_by_the_active_player, write_position
from tsolve.rules.ruleset import Ruleset

WHOLE = """
    hand: [2 x Adventurer, Lantern]
    deck: {top: [Dagger], rest: [Adventurer, Adventurer]}
    discard: [Thunderstone Shard]
    xp: 4
    wounds: 3
    tokens: {iron_rations: 1, potion: 2}
    champion: Mine
    keys: 1
    dungeon:
      Mine: Goblin Berserker
      Abandoned Gate: none
      Bog: Hobgoblin Scrapper
    monster_decks: {level_1: [Guardian Key, Goblin Warrior]}
    guardian: Smorga IV
    treasure_deck: [Huma]
    village: {Stormhand 2: 2, Stormhand 1: 3, Shortsword: 1}
    players: {others: [{xp: 2, champion: Bazaar, keys: 2}]}
    cards: {Huma: {physical: 2}}
    """


def test_everything_is_where_the_file_has_it() -> None:
    state = position_of(WHOLE).state
    me, other = state.players
    assert me.hand == ("adventurer", "adventurer", "lantern")
    assert contents(me.deck) == ("dagger", "adventurer", "adventurer")
    assert (me.discard, me.xp, me.wounds, me.keys) == (("thunderstone_shard",), 4, 3, 1)
    assert (me.iron_rations, me.lantern, me.potion) == (1, 0, 2)
    assert (me.room, me.location) == (1, "")
    assert (other.xp, other.room, other.location, other.hand) == (2, NONE, "bazaar", None)
    assert state.rooms[:4] == (
        Room("wilderness", "giant_rat"),
        Room("mine", "goblin_berserker"),
        Room("abandoned_gate"),
        Room("bog", "hobgoblin_scrapper"),
    )
    assert state.rooms[4:] == (Room(""),) * 3
    assert contents(state.monsters[0]) == ("guardian_key", "goblin_warrior")
    assert (state.monsters[1], state.guardian, state.keys) == (UNKNOWN, "smorga_4", 3)
    assert state.stacks == (Stack((("stormhand_1", 3), ("stormhand_2", 2))), Stack((("shortsword", 1),)))


def test_the_legendary_level_lies_in_no_stack() -> None:
    (stack,) = position_of("village: [Stormhand]").state.stacks or ()
    assert [card for card, _ in stack.cards] == ["stormhand_1", "stormhand_2", "stormhand_3"]


def test_a_turn_begins_in_its_phase() -> None:
    assert position_of("hand: [Dagger]").state.phase == "prepare"
    inside = position_of("turn: dungeon\nhand: [Dagger]").state
    assert (inside.phase, [laid.card for laid in inside.laid], inside.me.room) == ("dungeon", ["dagger"], 0)
    visiting = position_of("location: Bazaar\nhand: [Dagger]").state
    assert (visiting.phase, visiting.me.location) == ("village", "bazaar")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("hand: [Daggerr]", [("E302", 2)]),
        ("hand: [Goblin Berserker]", [("E305", 2)]),
        ("hand: [0 x Dagger]", [("E307", 2)]),
        ("monster_decks: {level_1: [Goblin Warrior, Goblin King]}", [("E305", 2)]),
        ("monster_decks: {level_2: {rest: [Goblin Warrior, Guardian Key]}}", [("E305", 2)]),
        ("dungeon: {Mine: Dagger}", [("E305", 2)]),
        ("dungeon: {Dagger: none}", [("E305", 2)]),
        ("dungeon: {Mine: unknown}", [("E302", 2)]),
        ("dungeon: {1: Goblin Berserker}", [("E302", 2)]),
        ("dungeon: {Mine: none, Abandoned Gate: none, Gate Cavern: none}", [("E306", 2)]),
        ("turn: dungeon\nlocation: Bazaar", [("E314", 3)]),
        ("village: [Stormhand, Stormhand 1]", [("E308", 2)]),
        ("village: [Giant Rat]", [("E305", 2)]),
        ("village: [Shortsword, Lantern]", [("E305", 2)]),  # a starting card
        ("village: {Adventurer: 3}", [("E305", 2)]),
        ("village: [The Reaper]", [("E305", 2)]),  # a Treasure
        ("village: [Gorlandor 4]", [("E305", 2)]),  # Legendary
        ("treasure_deck: [The Reaper, Shortsword]", [("E305", 2)]),
        ("treasure_deck: {top: [The Reaper], rest: [Gorlandor 4]}", [("E305", 2)]),
        ("treasure_deck: [Goblin Berserker]", [("E305", 2)]),
        ("dungeon: {The Wilderness: Goblin Berserkr}", [("E302", 2)]),
        ("dungeon: {The Wilderness: none}", [("E305", 2)]),
        ("dungeon: {The Wilderness: face down}", [("E305", 2)]),
        ("keys: 4", [("E210", 2)]),  # nobody knows which Guardian has come
        ("last_turns: 2", [("E210", 2)]),
        ("hand: [Avania 1]", [("E313", 2)]),
        ("claims: [{defeats: Dagger}]", [("E305", 2)]),
        ("expect: {best: {worth: {beauty: 1}}}", [("E311", 2)]),
        ("expect: {illegal: {pass: [QUEST-99.1]}}", [("E414", 2)]),
        ("hand: [Dagger]\nline: [dance]", [("E321", 3)]),
        ("interpretations: {wield: never}", [("E413", 2)]),
        ("printing: last", [("E411", 2)]),
    ],
)
def test_what_cannot_lie_on_a_table_is_told_where_it_stands(text: str, found: list[tuple[str, int]]) -> None:
    """`game: quest` is line 1."""
    assert problems(text) == found


TOO_LARGE = "a turn ends with 6 cards in hand, unless a text gives HP: {} are named"
HEROES = "Hawkswood, Pylorian, Silverhelm and Stormhand"
AT_HOME = "in The Wilderness is always the Giant Rat, or later the Guardian, and nowhere else: {}"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("discard: [25 x Adventurer]", ["the box holds 24 x Adventurer: 25 are named (line 2)"]),
        ("hand: [7 x Adventurer]", [TOO_LARGE.format(7) + " (line 2)"]),
        ("hand: [6 x Adventurer, Future Vision]", []),  # whose text gives HP
        (
            "keys: 4\ndungeon: {The Wilderness: Smorga IV}\nplayers: {others: [{keys: 3}]}",
            ["the box holds 6 x Guardian Key: 7 are named (line 4)"],
        ),
        # QUEST-12.1: with the fourth key the Guardian has come
        (
            "keys: 4\ndungeon: {The Wilderness: Giant Rat}",
            ["4 Guardian Keys were found, but Giant Rat is in The Wilderness (line 2)"],
        ),
        (
            "keys: 3\nplayers: {others: [{keys: 1}]}\ndungeon: {The Wilderness: Giant Rat}",
            ["4 Guardian Keys were found, but Giant Rat is in The Wilderness (line 2)"],
        ),
        ("key_found: true", ["a key was found this turn, but nobody has one (line 2)"]),
        ("tokens: {potion: 17}", ["the box holds 16 x Potion token: 17 are named (line 2)"]),
        ("wounds: 9", ["a board holds 8 Wound tokens: 9 are named (line 2)"]),
        (
            "players: {others: [{wounds: 8}, {wounds: 33}]}",
            ["a board holds 8 Wound tokens: 33 are named (line 2)"],
        ),
        (
            "last_turns: 2\ndungeon: {The Wilderness: Giant Rat}",
            ["the last turns are counted, but Giant Rat is in The Wilderness, and no Guardian (line 2)"],
        ),
        (
            "dungeon: {The Wilderness: Smorga IV}\nlast_turns: 3",
            ["3 turns are left, but the game has 2 players (line 3)"],
        ),
        (
            "discard: [25 x Festering Wound]",
            ["the box holds 24 x Festering Wound: 25 are named (line 2)"],
        ),
        (
            "interpretations: {wound_slots: unlimited}\nwounds: 20\nplayers: {others: [{wounds: 13}]}",
            ["the box holds 32 Wound tokens: 33 are named (line 4)"],
        ),
        ("dungeon: {Mine: Smorga IV}", [AT_HOME.format("Smorga the Queen IV is in Mine (line 2)")]),
        ("dungeon: {Mine: Giant Rat}", [AT_HOME.format("Giant Rat is in Mine (line 2)")]),
        (
            "dungeon: {The Wilderness: Goblin Berserker}",
            [AT_HOME.format("Goblin Berserker is in The Wilderness (line 2)")],
        ),
        (
            "dungeon: {Mine: Goblin King}",  # QUEST-1.5: the deck of a level refills its rooms
            ["Goblin King is of level 3, and Mine a room of level 1 (line 2)"],
        ),
        (
            "village: [Stormhand, Hawkswood, Pylorian, Silverhelm]\nhand: [Gorlandor 2]",
            ["Gorlandor 2 is none of the Heroes of this game: " + HEROES + " (line 3)"],
        ),
        (
            "village: [Stormhand, Hawkswood, Pylorian, Silverhelm, Gorlandor]",
            ["a game has 4 stacks of Heroes: 5 are named (line 2)"],
        ),
    ],
)
def test_a_table_that_cannot_be_is_told_and_played(text: str, told: list[str]) -> None:
    """The box holds 24 Adventurers and Wound cards, 16 of each Gear token, 6 keys, 32 Wound tokens."""
    assert position_of(text).decoded.doubts == told


def test_what_just_fits_on_the_table() -> None:
    """Eight Wound tokens fill a board, the box has 32 and 24 Wound cards, two players have two last turns."""
    state = position_of(
        """
        wounds: 8
        discard: [24 x Festering Wound]
        dungeon: {The Wilderness: Smorga IV}
        last_turns: 2
        treasure_deck: [The Reaper, Chain Lightning]
        """
    ).state
    assert (state.me.wounds, len(state.me.discard), state.last_turns) == (8, 24, 2)
    boards = "interpretations: {wound_slots: unlimited}\nwounds: 20\nplayers: {others: [{wounds: %d}]}"
    assert position_of(boards % 12).state.players[1].wounds == 12


def test_a_card_with_missing_facts_may_be_defined() -> None:
    """No source prints the numbers of Avania 1."""
    facts = "gold: 0, physical: 1, magic: 0, skill: 2, light: 0, vp: 0, abilities: []"
    state = position_of(f"hand: [Avania 1]\ncards: {{Avania 1: {{{facts}}}}}").state
    assert state.me.hand == ("avania_1",)


def test_the_dungeon_is_drawn() -> None:
    """The Lantern gives 1 Light: the Crypt takes 1, the Vault beyond it 2 more."""
    rooms = "{Mine: Goblin Berserker, Crypt: none, Vault: Stone Giant}"
    board = checked(f"turn: dungeon\nhand: [Lantern]\ndungeon: {rooms}").position.board
    drawn = {place.name: place for row in board for place in row.places}
    assert [row.label for row in board] == ["3", "2", "1", "0"]
    assert drawn["The Wilderness"].here
    assert [place.name for place in drawn.values() if place.within_reach] == [
        "Crypt",
        "Mine",
        "The Wilderness",
    ]
    assert (drawn["Crypt"].cost, drawn["Crypt"].holds) == ("Light 1", "nobody")


def test_an_unknown_level_of_the_goal() -> None:
    with pytest.raises(InputError) as caught:
        checked("goal: beauty\nturn: dungeon\nhand: [Dagger]")
    assert [each.code for each in caught.value.diagnostics] == ["E311"]


def test_a_sponsor_a_side_quest_and_a_card_face_down() -> None:
    state = position_of(
        """
        sponsor: Clerics' Training Guild
        side_quest: Plague Doctor
        completed: true
        dungeon: {Abyssal Temple: face down}
        village: [Stormhand, Shortsword]
        """
    ).state
    assert (state.me.sponsor, state.me.quest, state.me.completed) == ("clerics", "plague_doctor", True)
    assert state.rooms[5] == Room("abyssal_temple", "", face_down=True)
    assert state.titles == ("Shortsword", "Stormhand")


def test_sponsors_and_side_quests_of_unknown_texts() -> None:
    assert problems("sponsor: Vikings' Guild") == [("E313", 2)]
    assert problems("side_quest: Gloryseeker") == [("E313", 2)]
    assert problems("sponsor: Dagger") == [("E305", 2)]


def test_a_card_of_ones_own_that_does_nothing_and_is_used() -> None:
    """Its own problem is told, and the step that names it is left alone."""
    text = """
        turn: dungeon
        hand: [Zap]
        cards: {Zap: {kind: spell, abilities: [{phase: dungeon, do: []}]}}
        line: [use Zap]
        """
    assert problems(text) == [("E208", 5)]


def test_a_room_of_ones_own_with_a_problem_is_entered() -> None:
    text = """
        cards: {Gallery: {kind: room, level: 2, light_needed: [2]}}
        dungeon: {Gallery: none}
        line: [move to Gallery]
        """
    assert [code for code, _ in problems(text)] == ["E201"]


def test_no_side_quest_that_was_completed() -> None:
    assert problems("hand: [Dagger]\ncompleted: true") == [("E314", 3)]


def test_what_is_known_of_a_card_in_part_is_told() -> None:
    """QE-22: 2 + 1 + 3 = 6 beside a starting Dagger is all that anybody tells of the Punching Dagger."""
    with pytest.raises(InputError) as caught:
        position_of("hand: [Stormhand 1, Punching Dagger]")
    (problem,) = caught.value.diagnostics
    assert problem.code == "E313"
    assert "Beside a starting Dagger its physical boost is 3" in problem.help


RULES: Ruleset[Card] = api.ruleset("quest")
READINGS = RULES.readings(None, {})
BOOK = Book(RULES.under(READINGS), READINGS)


def read_back(state: State, **more: object) -> State:
    """The position that is read where this one was written."""
    text = write_position(BOOK, state, **more)  # type: ignore[arg-type]
    return position_of(text.removeprefix("game: quest\n")).table or state


def of_a_game(seed: int, turns: int) -> State:
    """The position at the start of a later turn of a random game, whatever its variant."""
    random = Random(seed)
    chosen = {"epic": random.random() < 0.3, "class_decks": random.random() < 0.3}
    chosen["keys"] = random.choice([None, 3, 5])
    game, state = begin(RULES, READINGS, seed, random.randint(2, 4), **chosen)
    for _ in range(2000):
        if game.is_over(state) or (game.begins_turn(state) and (turns := turns - 1) < 0):
            break
        if game.mover(state) == CHANCE:
            events = game.chance(state)
            state = game.apply(state, random.choices([each for each, _ in events], [w for _, w in events])[0])
        else:
            state = game.apply(state, random.choice(game.legal_actions(state)))
    return seen_by_the_active_player(BOOK, state)


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
    file = position_of(text.removeprefix("game: quest\n"))

    assert [laid.card for laid in file.state.laid] == ["dagger", "dagger", "adventurer"]
    assert file.written.printing == "first-edition"
    assert file.book.readings["wield"] == "at_least"
    assert file.written.line == ("give Dagger #1 to Adventurer", "pass")


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
        {"keys": 1},
        {"rooms": (*_ROOMS[:2], Room("mine"), *_ROOMS[3:])},
        {
            "rooms": (_ROOMS[0], Room("mine", "goblin_berserker", face_down=True), *_ROOMS[2:]),
            "monsters": (piles.known(("goblin_shaman",)), piles.EMPTY, piles.EMPTY),
        },
        {"stacks": (Stack((("shortsword", 2),), space="weapon"),), "titles": ("Shortsword",)},
        {"treasures": piles.UNKNOWN + piles.known(("adventurer",))},
    ],
    ids=["laid", "phase", "over", "keys", "right room", "face down", "space", "deck"],
)
def test_what_no_file_can_describe_is_not_written(change: dict[str, object]) -> None:
    """The middle and the end of a turn; a key that nobody holds; a right room without a left one; a Monster
    that lies face down and cannot be one of its deck; two cards in a space for one; a card below unknown
    ones.
    """
    state = replace(State(players=(Player(),), rooms=_ROOMS), **change)
    with pytest.raises(ValueError, match=r"written|describe"):
        write_position(BOOK, state)
