"""What wins, loses, or lets something happen in a scenario."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tsolve import api
from tsolve.errors import InputError
from tsolve.games.gloomhaven.conditions import is_met
from tsolve.games.gloomhaven.hexes import from_offset, offset
from tsolve.games.gloomhaven.position import ScenarioPosition
from tsolve.games.gloomhaven.state import Door, Gathered, State

MAP = """\
game: gloomhaven
map: {size: 6 x 1, doors: [[4, 0]], plates: [[1, 0]], treasures: [[2, 0], [3, 0]]}
rooms: {"(4,0)": {monsters: {Flame Demon 1: {at: [5, 0], rank: elite}}}}
"""
WHO = """\
characters:
  Brute: {at: [0, 0], hp: 9, initiative: 10}
  Tinkerer: {at: [1, 0], hp: 6, initiative: 20}
monsters: {Ooze 1: {at: [2, 0]}}
"""


def opened(text: str) -> ScenarioPosition:
    position = api.loads(MAP + WHO + text)
    assert isinstance(position, ScenarioPosition)
    return position


def with_door_open(state: State) -> State:
    return replace(state, doors=(Door(from_offset(4, 0), "open"),))


@pytest.mark.parametrize(
    ("text", "holds", "with_door_opened"),
    [
        ("all monsters killed", False, False),
        ("all Oozes killed", False, False),
        ("all Flame Demons killed", False, True),  # it waits behind the door, then it is gone
        ("2xC monsters killed", True, True),  # 4 have fallen
        ("5 monsters killed", False, False),
        ("1 elite killed", True, True),
        ("2 elites killed", False, False),
        ("3 Oozes killed", True, True),
        ("4 Oozes or Flame Demons killed", True, True),
        ("a character on (0,0) (5,0)", True, True),
        ("a character on (5,0)", False, False),
        ("all characters on (0,0) (1,0) (2,0)", True, True),
        ("all characters on (0,0)", False, False),
        ("(0,0) (1,0) occupied", True, True),
        ("(0,0) (2,0) occupied", False, False),  # an Ooze is no character
        ("(4,0) revealed", False, True),
        ("all doors opened", False, True),
        ("1 treasure looted", True, True),
        ("(2,0) looted", False, False),
        ("1 of (2,0) (3,0) looted", True, True),
        ("each character looted a treasure", False, False),
        ("a character exhausted", False, False),
    ],
)
def test_conditions(text: str, holds: bool, with_door_opened: bool) -> None:
    position = opened(f"victory: ['{text}']\nlooted: [[3, 0]]\nfallen: {{Ooze: 3, elite Ooze: 1}}\n")
    (condition,) = position.laid.script.victory
    state = position.laid.state
    assert is_met(position.book, state, condition) == holds
    assert is_met(position.book, with_door_open(state), condition) == with_door_opened


def test_all_revealed_monsters_are_those_on_the_map() -> None:
    position = opened("victory: [all revealed monsters killed]\n")
    (condition,) = position.laid.script.victory
    state = position.laid.state
    assert not is_met(position.book, state, condition)
    party = tuple(each for each in state.figures if each.side == "party")
    assert is_met(position.book, replace(state, figures=party), condition)


def test_each_character_has_looted_a_treasure() -> None:
    position = opened("victory: [each character looted a treasure]\n")
    (condition,) = position.laid.script.victory
    gathered = tuple(Gathered(name, treasures=1) for name in ("Brute", "Tinkerer"))
    assert is_met(position.book, replace(position.laid.state, gathered=gathered), condition)


def test_treasures_are_looted_and_kills_counted_in_play() -> None:
    text = """\
game: gloomhaven
map: {size: 3 x 1, treasures: [[0, 0]]}
turn: Brute
victory: ["(0,0) looted", 1 monster killed]
characters:
  Brute:
    at: [0, 0]
    hp: 9
    plays: [A, B]
    cards:
      A: {initiative: 10, top: attack 3, bottom: move 1}
      B: {initiative: 20, top: attack 2, bottom: move 2}
monsters: {Ooze 1: {at: [1, 0], hp: 1}, Ooze 2: {at: [2, 0]}}
modifiers: {Brute: [+0]}
line: [top of A, attack Ooze 1, draw +0, end turn]
claims: [{scenario: won}]
"""
    answer = api.check(api.loads(text))
    assert [claim.verdict for claim in answer.claims] == ["confirmed"]


EVENTS = """\
game: gloomhaven
map: {size: 7 x 1, doors: [{at: [4, 0], state: locked}, [2, 0]], plates: [[1, 0]]}
rooms: {"(4,0)": {monsters: {Ooze 1: {at: [5, 0]}}}, "(2,0)": {}}
ability_decks: {Ooze: standard}
"""


@pytest.mark.parametrize(
    ("when", "rounds"),
    [
        ("end of every round", (1, 2, 3, 4)),
        ("end of every odd round", (1, 3)),
        ("end of each even round from round 3", (4,)),
        ("start of round 2", (2,)),
        ("start of every round until (2,0) opens", (1, 2, 3, 4)),
        ("start of every round once (2,0) is open", ()),
    ],
)
def test_rounds_in_which_an_event_comes(when: str, rounds: tuple[int, ...]) -> None:
    text = f"events: [{{when: '{when}', unlocks: '(4,0)'}}]\n"
    position = api.loads(EVENTS + text)
    assert isinstance(position, ScenarioPosition)
    (event,) = position.laid.script.events
    assert event.when == when.split()[0]
    doors = {door.at: door.state for door in position.laid.state.doors}
    assert tuple(n for n in range(1, 5) if event.comes_in(n, doors)) == rounds


@pytest.mark.parametrize(
    "when", ["door (2,0) opens", "plate (1,0)", "a character on (1,0); all Oozes killed"]
)
def test_events_that_come_once(when: str) -> None:
    position = api.loads(
        f"{EVENTS}events: [{{when: '{when}', opens: '(4,0)', elements: {{fire: strong}}}}]\n"
    )
    assert isinstance(position, ScenarioPosition)
    (event,) = position.laid.script.events
    assert event.is_single
    assert [offset(each) for each in event.opens] == [(4, 0)]
    assert [(each.element, each.strength) for each in event.elements] == [("fire", "strong")]


def test_a_scenario_without_characters_would_never_end() -> None:
    with pytest.raises(InputError, match="no characters are given"):
        api.loads(f"{EVENTS}until: scenario\n")


def test_a_room_that_an_event_opens_is_revealed_at_the_start_of_a_round() -> None:
    text = (
        "until: scenario\nround: 2\n"
        "events: [{when: start of round 2, opens: '(4,0)', elements: {dark: strong}}]\n"
        "characters: {Brute: {at: [0, 0], hp: 9, plays: choose, hand: [A, B, C], cards: {"
        + ", ".join(f"{n}: {{initiative: 1{i}, top: attack 1, bottom: move 1}}" for i, n in enumerate("ABC"))
        + "}}}\n"
    )
    position = api.loads(EVENTS + text)
    assert isinstance(position, ScenarioPosition)
    assert position.state.on_map("Ooze 1")
    assert {offset(door.at): door.state for door in position.state.doors}[4, 0] == "open"
    assert [each.element for each in position.state.elements if each.strength == "strong"] == ["dark"]


@pytest.mark.parametrize(
    "text", ["events: [{when: sometimes}]", "victory: [whatever]", "victory: [Nobody killed]"]
)
def test_what_is_no_condition(text: str) -> None:
    with pytest.raises(InputError):
        api.loads(f"{MAP}{WHO}{text}\n")
