"""Files that name a scenario of the book: what is revealed, who stands where, and what is told."""

from __future__ import annotations

from collections import Counter

import pytest

from tsolve import api
from tsolve.errors import InputError, UsageError
from tsolve.games.gloomhaven.abilities import Heal, Whenever
from tsolve.games.gloomhaven.hexes import from_offset, offset
from tsolve.games.gloomhaven.position import ScenarioPosition

BRUTE = "characters: {Brute: {at: '(7,10)', hp: 9, initiative: 15}}\n"


def laid(text: str, players: str = "players: 2\n") -> ScenarioPosition:
    position = api.loads(f"game: gloomhaven\n{players}{BRUTE}{text}")
    assert isinstance(position, ScenarioPosition)
    return position


def standing(position: ScenarioPosition) -> dict[str, tuple[tuple[int, int], str]]:
    """The monsters on the map: name -> column and row, rank."""
    figures = position.laid.state.figures
    return {each.name: (offset(each.at), each.rank) for each in figures if each.side == "monsters"}


def doors(position: ScenarioPosition) -> dict[tuple[int, int], str]:
    return {offset(door.at): door.state for door in position.laid.state.doors}


@pytest.mark.parametrize(
    "name", ["1", '"#1"', "Black Barrow", "scenario 1", "1 Black Barrow", "black-barrow"]
)
def test_a_scenario_has_many_names(name: str) -> None:
    position = laid(f"scenario: {name}\n")
    assert position.written.title == "Scenario 1 Black Barrow"


def test_the_start_shows_the_first_room_as_it_is_printed() -> None:
    position = laid("scenario: 1\n")
    # with 2 characters tile L1a has normal guards in (6,8) and (8,8) and an elite one in (7,8)
    assert standing(position) == {
        "Bandit Guard 1": ((6, 8), "normal"),
        "Bandit Guard 2": ((7, 8), "elite"),
        "Bandit Guard 3": ((8, 8), "normal"),
    }
    assert doors(position) == {(7, 7): "closed", (5, 3): "closed"}
    first, second = position.laid.script.rooms
    assert {offset(door) for door in first.doors} == {(7, 7), (5, 3)}  # G1b, between the two others
    assert {offset(door) for door in second.doors} == {(5, 3)}
    assert {offset(trap.at) for trap in position.laid.state.traps} == {(6, 3), (6, 4)}
    assert position.laid.terrain.thin_walls == {
        (from_offset(6, 7), from_offset(6, 8)),
        (from_offset(8, 7), from_offset(8, 8)),
    }


@pytest.mark.parametrize(("players", "number"), [(1, 3), (2, 3), (3, 6), (4, 6)])
def test_the_number_of_characters_says_who_stands_there(players: int, number: int) -> None:
    # L1a: 3: (4,8) (5,8) (6,8) (8,8) (9,8) (10,8); 4: the same, two of them elite
    assert len(standing(laid("scenario: 1\n", f"players: {players}\n"))) == number


@pytest.mark.parametrize("opened", ["[G1b]", "G1b", '"(7,7)"', "[[7, 7]]"])
def test_an_opened_room_stands_on_the_map_and_its_door_is_open(opened: str) -> None:
    position = laid(f"scenario: 1\nopened: {opened}\n")
    assert doors(position) == {(7, 7): "open", (5, 3): "closed"}
    assert len(standing(position)) == 6
    assert standing(position)["Bandit Archer 1"] == ((7, 0), "elite")
    assert [{offset(door) for door in room.doors} for room in position.laid.script.rooms] == [{(5, 3)}]


def test_everything_is_opened() -> None:
    position = laid("scenario: 1\nopened: all\n")
    assert set(doors(position).values()) == {"open"}
    assert not position.laid.script.rooms


def test_a_door_between_two_revealed_rooms_may_be_closed() -> None:
    # 21: E1a is joined to J1a by (11,5) and to J2a by (11,9), J1a to J2a by (9,8)
    text = "opened: [J1a, J2a]\nmap: {doors: [{at: '(9,8)', state: closed}]}\n"
    position = api.loads(f"game: gloomhaven\nscenario: 21\nplayers: 2\n{text}")
    assert isinstance(position, ScenarioPosition)
    assert doors(position)[9, 8] == "closed"
    assert doors(position)[11, 9] == doors(position)[11, 5] == "open"
    room = position.laid.script.room(from_offset(9, 8))
    assert room is not None
    assert not room.figures


def test_a_locked_door_stays_locked_where_another_way_leads_to_its_room() -> None:
    # 53: the doors of J1a, (6,4) and (12,4), open together; one that is named opens the room
    text = "game: gloomhaven\nscenario: 53\nplayers: 2\nopened: ['(6,4)']\n"
    position = api.loads(text)
    assert isinstance(position, ScenarioPosition)
    assert doors(position)[6, 4] == "open"
    assert doors(position)[12, 4] == "locked"
    assert doors(position)[5, 6] == "locked"


def test_a_type_that_is_named_has_those_that_are_named() -> None:
    position = laid("scenario: 1\nmonsters: {Bandit Guard 2: {at: '(7,8)', hp: 3}}\n")
    assert standing(position) == {"Bandit Guard 2": ((7, 8), "elite")}
    told = [note for note in position.remarks() if "taken as dead" in note]
    assert told[0].startswith("of 3 Bandit Guard printed on the revealed tiles the file names 1")


def test_with_from_the_others_stand_as_they_are_printed() -> None:
    position = laid("scenario: 1\nmonsters: {Bandit Guard 1: {from: '(7,8)', at: '(7,9)'}}\n")
    assert standing(position) == {
        "Bandit Guard 1": ((7, 9), "elite"),
        "Bandit Guard 2": ((6, 8), "normal"),
        "Bandit Guard 3": ((8, 8), "normal"),
    }


def test_a_rank_that_is_left_open_is_told() -> None:
    position = laid("scenario: 1\nmonsters: {Bandit Guard 1: {at: '(7,9)'}}\n")
    assert standing(position) == {"Bandit Guard 1": ((7, 9), "normal")}
    assert any("may be normal or elite in scenario 1" in note for note in position.remarks())


def test_the_dead_and_what_is_gone() -> None:
    position = laid(
        "scenario: 1\nopened: [G1b]\ndead: [Bandit Archer, '(6,8)']\ngone: '(6,4) (2,1)'\n"
        "map: {obstacles: ['(7,3)']}\n"
    )
    hexes = {at for at, _ in standing(position).values()}
    assert hexes == {(7, 8), (8, 8), (6, 5), (8, 5)}
    assert {offset(trap.at) for trap in position.laid.state.traps} == {(6, 3)}
    assert (2, 1) not in {offset(each.at) for each in position.laid.state.money}
    assert from_offset(7, 3) in position.laid.state.obstacles
    assert from_offset(3, 1) in position.laid.state.obstacles


def test_words_of_people() -> None:
    position = laid(
        'scenario: "#1 Black Barrow"\nopened: G1b (5,3)\n'
        "monsters:\n  Bandit Guard 1: (7,8) hp 3\n  Bandit Archer: dead\n"
        "gone: {traps: (6,4), coins: [(2,1), (1,1)]}\n"
    )
    assert position.laid.state.figure("Bandit Guard 1").hp == 3
    assert [name for name in standing(position) if "Archer" in name] == []
    assert {offset(trap.at) for trap in position.laid.state.traps} == {(6, 3)}
    assert {offset(each.at) for each in position.laid.state.money} == {(0, 1), (2, 6), (1, 5)}


def test_scenario_2_tells_what_is_not_played() -> None:
    text = "game: gloomhaven\nscenario: 2\nturn: Bandit Archer 1\nability_cards: {Bandit Archer: 532}\n"
    character = "characters: {Brute: {at: '(15,7)', hp: 6, initiative: 15}}\n"
    (note,) = [each for each in api.loads(text + character).remarks() if "not taken into account" in each]
    assert note.startswith("Scenario 2 Barrow Lair: not taken into account: ")
    assert "A3b" in note


def test_allies_fight_for_the_party_and_each_character_adds_its_cards() -> None:
    text = "game: gloomhaven\nscenario: 11\nplayers: 2\n"
    position = api.loads(text)
    assert isinstance(position, ScenarioPosition)
    sides = {each.group: each.side for each in position.laid.state.figures}
    assert sides["Living Bones"] == "party"
    assert sides["City Guard"] == "monsters"
    frozen = api.loads(
        "game: gloomhaven\nscenario: 14\ncharacters: {Brute: {at: '(5,15)', hp: 9, initiative: 15}}\n"
    )
    assert isinstance(frozen, ScenarioPosition)
    # 5 x -1 of the standard deck and 3 of the scenario
    assert frozen.laid.state.deck("Brute").cards().count("-1") == 8
    assert frozen.laid.state.deck("monsters").cards().count("-1") == 5


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("scenario: 96\n", "E302", 'there is no scenario "96"'),
        ("scenario: Blak Barrow\n", "E302", 'there is no scenario "Blak Barrow"'),
        ("scenario: 55\n", "E210", "has no map of its own"),
        ("scenario: 1\nopened: [X1a]\n", "E314", 'has no tile "X1a"'),
        ("scenario: 1\nopened: ['(20,20)']\n", "E314", "has no hex (20,20)"),
        ("scenario: 1\nmap: 5 x 5\n", "E210", "the map is that of scenario 1"),
        ("scenario: 1\nmonsters: {Bandit Guard 1: {from: '(7,9)', at: '(7,9)'}}\n", "E314", "is printed in"),
        ("scenario: 1\ndead: [Nobody]\n", "E302", "is no type of monsters and no hex"),
    ],
)
def test_mistakes_are_told_in_their_place(text: str, code: str, said: str) -> None:
    with pytest.raises(InputError) as wrong:
        laid(text)
    first = wrong.value.diagnostics[0]
    assert first.code == code
    assert said in first.message
    assert first.span is not None
    assert first.span.line > 3


@pytest.mark.parametrize("number", [each for each in range(1, 96) if each != 55])
def test_every_scenario_is_laid_out_for_every_number_of_characters(number: int) -> None:
    for players in (1, 2, 3, 4):
        text = f"game: gloomhaven\nscenario: {number}\nplayers: {players}\n"
        start = api.loads(text)
        whole = api.loads(f"{text}opened: all\n")
        assert isinstance(start, ScenarioPosition)
        assert isinstance(whole, ScenarioPosition)
        waiting = [each for room in start.laid.script.rooms for each in room.figures]
        printed, there = (
            Counter(each.group for each in figures if each.kind in ("monster", "boss"))
            for figures in ([*start.laid.state.figures, *waiting], whole.laid.state.figures)
        )
        standees = {card.name: card.monster.standees for card in start.ruleset.cards.values() if card.monster}
        assert there == Counter(
            {type_: min(many, standees.get(type_, many)) for type_, many in printed.items()}
        )


@pytest.mark.parametrize(("players", "heals"), [(1, ()), (2, (Heal(1),)), (3, (Heal(2),)), (4, (Heal(3),))])
def test_a_heal_of_nothing_is_left_out(players: int, heals: tuple[Heal, ...]) -> None:
    """Scenario 58: shield 1 and heal C-1 for each of four piles; with a single character that is heal 0."""
    position = api.loads(f"game: gloomhaven\nscenario: 58\nplayers: {players}\n")
    assert isinstance(position, ScenarioPosition)
    assert len(position.laid.script.rules) == 4
    for rule in position.laid.script.rules:
        assert [each.amount for each in rule.effects if each.kind == "shield"] == [1]
        abilities = [each.ability for each in rule.effects if isinstance(each.ability, Whenever)]
        assert tuple(each for ability in abilities for each in ability.then) == heals


@pytest.mark.parametrize(
    ("room", "hexes"), [("G1b", 23 + 2), ("g1b", 25), ("(0,1)", 28 + 1), ("Brute", 32 + 1)]
)
def test_a_room_is_drawn_alone_with_its_doors(room: str, hexes: int) -> None:
    position = laid("scenario: 1\n")
    drawn = api.show(position, room=room).position.map
    assert drawn is not None
    assert len(drawn.cells) == hexes
    names = {each.text for each in drawn.legend}
    assert ("Bandit Guard 1" in names) == (room == "Brute")


def test_a_room_that_there_is_not() -> None:
    with pytest.raises(UsageError, match="or a tile: L1a, G1b, I1b"):
        api.show(laid("scenario: 1\n"), room="X9")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("scenario: 1\nturn: Living Bones 1\n", '(5,3): `opened: ["(5,3)"]` reveals it'),
        ("scenario: 1\ndead: [Bandit Gard]\n", 'did you mean "Bandit Guard"?'),
        (
            "scenario: 1\nmonsters: {Bandit Guard 1: {at: '(6,9)', from: '(6,9)'}}\n",
            "on the revealed tiles it is printed in (6,8), (7,8) or (8,8)",
        ),
    ],
)
def test_who_is_not_there_is_told_where_to_be_found(text: str, told: str) -> None:
    with pytest.raises(InputError) as error:
        laid(text)
    assert any(told in each.help for each in error.value.diagnostics)


@pytest.mark.parametrize("characters", [["Brute"], ["Brute", "Spellweaver", "Tinkerer 2"]])
def test_the_characters_of_a_set_up_are_its_players(characters: list[str]) -> None:
    answer = api.set_up(game="gloomhaven", selection={"scenario": ["1"], "characters": characters})
    assert answer.players == len(characters)
