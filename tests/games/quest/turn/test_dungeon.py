"""Rooms and Monsters that do more than add numbers, as the ruleset has them; worked out by hand."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from tests.games.quest.files import verdicts
from tests.games.quest.table import READINGS, dealt, play, typed, why_not
from tsolve.cardkit.piles import known, shuffled
from tsolve.games.quest.actions import Battle, Move
from tsolve.games.quest.book import KEY, Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.game import Quest
from tsolve.games.quest.state import Player, Room, State
from tsolve.games.quest.turn.values import defence_of
from tsolve.rules.loading import load_ruleset
from tsolve.source.project import rulesets_path

RULESET = load_ruleset(rulesets_path() / "quest", Card).cards
OWN = typed("""
giant: {kind: hero, level: 1, physical: 30, skill: 9}
weakling: {kind: hero, level: 1, physical: 1, skill: 1}
lamp: {kind: item, light: 3}
""")


def rules(**readings: str) -> Quest:
    """The rules with the ruleset's own cards, and three of ours."""
    return Quest(Book(RULESET | OWN, READINGS | readings))


def inside(
    place: int, room: str, monster: str, *hand: str, face_down: bool = False, **player: object
) -> State:
    """The Champion stands in this room, where this Monster is."""
    state = dealt(hand, **({"room": place, "deck": ()} | player))
    rooms = (*state.rooms[:place], Room(room, monster, face_down), *state.rooms[place + 1 :])
    return replace(state, rooms=rooms)


def fight(game: Quest, state: State) -> State:
    """Enter, stay, and fight."""
    return game.apply(play(game, state, "enter the Dungeon", "pass")[0], Battle())


def test_the_tree_house_destroys_a_starter() -> None:
    """A Lantern is a Starter and a Lamp is not."""
    state = fight(rules(), inside(3, "tree_house", "hobgoblin_scrapper", "giant", "lantern", "lamp"))
    state, _ = play(rules(), state, "use the Spoils of Tree House")
    assert state.tally.destroyed == ("lantern",)


def test_the_elven_outpost_levels_up_for_less() -> None:
    """Stormhand costs 3, here 1; the Champion is in The Wilderness then."""
    game = rules()
    state = inside(6, "elven_outpost", "stone_giant", "giant", "stormhand_1", xp=0)
    state = replace(state, stacks=dealt((), ["stormhand_2"]).stacks)
    state, _ = play(game, fight(game, state), "use the Spoils of Elven Outpost")
    state, _ = play(game, state, "level up Stormhand 1 to Stormhand 2")
    assert (state.me.xp, state.me.room) == (7, 0)  # 8 - (3 - 2)


def test_the_ruins_discard_the_top_card() -> None:
    """10 + 8 = 18 health against 30; a card without a cost adds 0."""
    state = inside(5, "elven_ruins", "bugbear_elite", "giant", deck=known(("fireball", "lantern")))
    after = fight(rules(), state)
    assert (after.tally.health, after.me.discard) == (18, ("fireball",))
    state = inside(5, "elven_ruins", "bugbear_elite", "giant", deck=known(("lantern", "fireball")))
    assert fight(rules(), state).tally.health == 10
    state = inside(5, "elven_ruins", "bugbear_elite", "giant", "hawkswood_1", deck=known(("fireball",)))
    after = fight(rules(), state)
    assert (after.tally.health, after.me.discard) == (10, ())


def test_the_ruins_shuffle_an_empty_deck() -> None:
    """QUEST-0.17: the discard pile becomes the deck."""
    state = inside(5, "elven_ruins", "bugbear_elite", "giant", discard=("fireball",))
    after = fight(rules(), state)
    assert (after.tally.health, after.me.discard, after.me.deck) == (18, ("fireball",), ())


def test_the_dice_of_the_lichs_tomb() -> None:
    """36 throws: the lower die is 1 in 10 of them that are no doubles, 2 in 8, 3 in 6, 4 in 4 and 5 in 2; a
    double adds 2, 4, 6, 8, 10 or 12.
    """
    game = rules()
    state = inside(5, "the_lichs_tomb", "bugbear_elite", "giant")
    state = game.apply(play(game, state, "enter the Dungeon", "pass")[0], Battle())
    events = game.chance(state)
    added: Counter[int] = Counter()
    for event, chance in events:
        added[game.apply(state, event).tally.health - 10] += chance
    assert sum(added.values()) == 36
    assert added == {1: 10, 2: 9, 3: 6, 4: 5, 5: 2, 6: 1, 8: 1, 10: 1, 12: 1}


def test_wounds_for_the_light_of_the_blood_altar() -> None:
    """2 Light are needed; with 1 one Wound pays the other, with 0 two."""
    game = rules()
    state = dealt(("giant", "lantern"), room=3)
    state = replace(state, rooms=(*state.rooms[:5], Room("blood_altar_room", "stone_giant"), state.rooms[6]))
    state, _ = play(game, state, "enter the Dungeon", "pass")
    assert why_not(game, state, Move(5))[1] == ("QUEST-5.4", "card.blood_altar_room")
    assert why_not(game, state, Move(5, 3))[1] == ("QUEST-5.4", "card.blood_altar_room")
    assert why_not(game, state, Move(1, 1))[0] == "Mine takes no 1 Wounds instead of Light"
    state, _ = play(game, state, "move to Blood Altar Room for 1 Wound")
    assert (state.me.wounds, state.spent_light) == (1, 1)


def test_a_full_board_pays_for_no_light() -> None:
    """Eight Wound tokens leave no place for a ninth."""
    state = dealt(("giant",), room=3, wounds=8)
    state = replace(state, rooms=(*state.rooms[:5], Room("blood_altar_room", "stone_giant"), state.rooms[6]))
    state, _ = play(rules(), state, "enter the Dungeon", "pass")
    assert why_not(rules(), state, Move(5, 2))[1] == ("QUEST-7.1", "key.wound_slots")


def test_the_water_temple_takes_the_monster_from_beside() -> None:
    """The Shaman comes over, and the other room of level 1 gets the next card of the deck."""
    state = inside(1, "water_temple", "goblin_berserker", "giant")
    state = replace(state, monsters=(known(("goblin_ettin",)), *state.monsters[1:]))
    after = fight(rules(), state)
    assert [room.monster for room in after.rooms[1:3]] == ["goblin_shaman", "goblin_ettin"]


@pytest.mark.parametrize(("health", "hp"), [(27, 7), (28, 6)])
def test_the_earth_temple(health: int, hp: int) -> None:
    """30 attack, 3 above 27: one HP more than 6."""
    game = rules()
    scrapper = replace(RULESET["hobgoblin_scrapper"], health=health, wounds=0)
    game = Quest(Book({**game.book.cards, "hobgoblin_scrapper": scrapper}, game.book.readings))
    deck = known(("lantern",) * 9)
    state = replace(
        inside(3, "earth_temple", "hobgoblin_scrapper", "giant", deck=deck),
        monsters=(known(("goblin_ettin",)),) * 3,
    )
    state, _ = play(game, fight(game, state), "pass")
    assert len(state.me.hand or ()) == hp


# face down


def test_the_abyssal_temple_is_refilled_face_down() -> None:
    """3 Light give 3 XP beside the Stone Giant's 8; nobody sees who comes."""
    state = inside(6, "abyssal_temple", "stone_giant", "giant", "lamp")
    state = replace(state, monsters=(*state.monsters[:2], known(("goblin_king",))))
    state = fight(rules(), state)
    assert state.rooms[6] == Room("abyssal_temple", "goblin_king", face_down=True)
    assert state.rooms[6].seen == ""
    state, _ = play(rules(), state, "use the Spoils of Abyssal Temple")
    assert (state.me.xp, state.me.room) == (11, 0)


def test_a_monster_not_defeated_goes_under_its_deck() -> None:
    """1 against 7 + 4 armor: the Stone Giant lies under the Goblin King, who comes face down."""
    state = inside(6, "abyssal_temple", "stone_giant", "weakling", face_down=True)
    state = replace(state, monsters=(*state.monsters[:2], known(("goblin_king",))))
    state, _ = play(rules(), state, "enter the Dungeon", "pass", "battle the Monster that lies face down")
    assert state.rooms[6] == Room("abyssal_temple", "goblin_king", face_down=True)
    assert state.monsters[2] == known(("stone_giant",))


@pytest.mark.parametrize(("reading", "keys"), [("same_limit", 1), ("apart", 2)])
def test_a_key_that_lies_face_down(reading: str, keys: int) -> None:
    """QE-26 and QC-24: it is found, and its replacement is fought; one more of the refill only apart."""
    game = rules(keys_elsewhere=reading)
    state = inside(6, "abyssal_temple", KEY, "giant", face_down=True)
    state = replace(state, monsters=(*state.monsters[:2], known(("stone_giant", KEY, "goblin_king"))))
    after = fight(game, state)
    assert (after.tally.monster, after.tally.outcome) == ("stone_giant", "won")
    assert after.rooms[6] == Room("abyssal_temple", KEY, face_down=True)  # it is refilled unseen
    assert after.keys == 1
    state = replace(state, rooms=(*state.rooms[:6], Room("fire_chasm", KEY, face_down=True)))
    assert fight(game, state).keys == keys


@pytest.mark.parametrize(("reading", "found"), [("acting", (1, 0)), ("everybody", (1, 1))])
def test_who_found_a_key(reading: str, found: tuple[int, int]) -> None:
    """QC-25: two players."""
    game = rules(key_finder=reading)
    state = inside(6, "abyssal_temple", KEY, "giant", face_down=True)
    state = replace(state, players=(state.me, Player()))
    after = fight(game, state)
    assert tuple(player.keys for player in after.players) == found
    assert after.keys == 1


def test_who_lies_there_comes_from_the_deck() -> None:
    """QUEST-5.15: nobody knows the card, so it is any of the deck: a Stone Giant in two cases of three."""
    game = rules()
    state = inside(6, "abyssal_temple", "", "giant", face_down=True)
    state = replace(
        state, monsters=(*state.monsters[:2], shuffled(("stone_giant", "stone_giant", "goblin_king")))
    )
    state = fight(game, state)
    chances = {game.notation(state, event): chance for event, chance in game.chance(state)}
    assert chances == {"reveal Stone Giant": 2, "reveal Goblin King": 1}


def test_the_trapdoor_spider_comes_out() -> None:
    """Both Champions in the room take a Wound card; one elsewhere does not."""
    state = inside(3, "sunken_well", "hobgoblin_scrapper", "giant", wounds=0)
    players = (state.me, Player(room=3), Player(room=4))
    state = replace(state, players=players, monsters=(state.monsters[0], known(("trapdoor_spider",)), ()))
    after = fight(rules(), state)
    assert [player.discard.count("festering_wound") for player in after.players] == [1, 1, 0]
    assert after.tally.wounds == 2  # the Scrapper's token and the card


@pytest.mark.parametrize(("reading", "defence"), [("health", (6, 0)), ("armor", (4, 2))])
def test_the_servants_tombs_by_either_reading(reading: str, defence: tuple[int, int]) -> None:
    """Without Light the Berserker of 4 health has 2 more, or 2 armor."""
    ruleset = load_ruleset(rulesets_path() / "quest", Card)
    game = Quest(Book(ruleset.under({"servants_tombs": reading}) | OWN, READINGS))
    state = inside(1, "the_servants_tombs", "goblin_berserker", "giant")
    found = defence_of(game.book, play(game, state, "enter the Dungeon")[0], 1)
    assert (found.health, found.armor) == defence


@pytest.mark.parametrize(("reading", "xp"), [("one_xp", 4), ("none", 3)])
def test_the_crypt_by_either_reading(reading: str, xp: int) -> None:
    """QC-14: the Scrapper's 3 XP, and 1 of the room or none."""
    ruleset = load_ruleset(rulesets_path() / "quest", Card)
    game = Quest(Book(ruleset.under({"crypt_reward": reading}) | OWN, READINGS))
    assert fight(game, inside(3, "crypt", "hobgoblin_scrapper", "giant")).me.xp == xp


# in position files


def test_rooms_of_chance_as_people_write_them() -> None:
    """The Lich's Tomb: 10 health and the lower die, or both if equal; the Ruins: 10 and the Fireball's 8."""
    tomb = """
    turn: dungeon
    champion: The Lich's Tomb
    hand: [Gorlandor 3, 3 x Adventurer]
    dungeon: {"The Lich's Tomb": Bugbear Elite}
    line: [battle Bugbear Elite, %s]
    claims: [{health: %d}]
    """
    assert verdicts(tomb % ("roll 5 and 2", 12)) == ["confirmed"]
    assert verdicts(tomb % ("roll 3 and 3", 16)) == ["confirmed"]
    ruins = """
    turn: dungeon
    champion: Elven Ruins
    hand: [Gorlandor 3, 3 x Adventurer]
    deck: %s
    dungeon: {Elven Ruins: Bugbear Elite}
    line: [battle Bugbear Elite%s]
    claims: [{health: 18}]
    """
    assert verdicts(ruins % ("[Fireball]", "")) == ["confirmed"]
    assert verdicts(ruins % ("unknown", ", discard Fireball from the deck")) == ["confirmed"]


def test_a_card_face_down_as_people_write_it() -> None:
    """The Goblin King turns up: his 2 Wounds, won or lost, and his demand for three cards."""
    text = """
    turn: dungeon
    champion: Abyssal Temple
    hand: [Adventurer, Lantern, Dagger]
    dungeon: {Abyssal Temple: face down}
    line: [battle the Monster that lies face down, reveal Goblin King]
    claims: [{wounds: 2}]
    """
    assert verdicts(text) == ["confirmed"]
