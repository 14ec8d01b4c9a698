"""Orders: what each button and input of the page makes of the sheet, and undo and redo of all of them."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tsolve.api.shipped import examples
from tsolve.source.data import Data
from tsolve.web.links import history, packed
from tsolve.web.sheet import NEW, Sheet, done, sheet_of
from tsolve.web.wire import TYPED, Order, written

DISPUTE = """\
# Ann says 16.
game: thunderstone
turn: dungeon
hand: [Torch, Short Sword]   # mine
hall: [none, none, Nixie]
claims:
- {defeats: Nixie}
"""
DRAWN = """\
# Whom does it go for?
game: gloomhaven
map: |
  #   .   ^
    G1  Br
monsters:
  Bandit Guard 1: {at: G1, rank: elite}
characters:
  Brute: {at: Br, hp: 10, initiative: 61}
ability_cards: {Bandit Guard: 525}
"""
MAP = 'game: gloomhaven\nmap: {size: "4 x 3", walls: [[0, 0]]}\ncharacters:\n  Brute: {at: [1, 1], hp: 9}\n'


def after(text: str, *orders: Order, brush: Order = (), **typed: str) -> Sheet:
    """The sheet after orders, one request after the other; what is typed comes with the first."""
    sheet = sheet_of(text)
    for order in orders or ((),):
        posted = {
            "text": sheet.text,
            "was": history((sheet.text,)),
            "kind": sheet.kind,
            "past": history(sheet.past),
            "future": history(sheet.future),
            "brush": written(sheet.brush or brush),
            "open": sheet.open,
            **{f"{TYPED}{key}": value for key, value in {**typed, **sheet.typed}.items()},
        }
        sheet, typed = done(posted, order), {}
    return sheet


def data(sheet: Sheet) -> Mapping[str, Data]:
    return sheet.filling.data


# the orders of every form


def test_what_is_typed_is_read_with_any_order() -> None:
    sheet = after(DISPUTE, ("enter",), hand="2 x Torch", claims="6 gold")
    assert data(sheet)["hand"] == ["Torch", "Short Sword", "2 x Torch"]
    assert data(sheet)["claims"] == [{"defeats": "Nixie"}, {"gold": 6}]
    assert sheet.text.startswith("# Ann says 16.\ngame: thunderstone\n")
    assert sheet.typed == {}


def test_counts_and_drops() -> None:
    assert data(after(DISPUTE, ("more", "hand", "0")))["hand"] == ["2 x Torch", "Short Sword"]
    assert data(after(DISPUTE, ("less", "hand", "0")))["hand"] == ["Short Sword"]
    assert data(after(DISPUTE, ("drop", "hand", "1")))["hand"] == ["Torch"]
    assert "claims" not in data(after(DISPUTE, ("drop", "claims", "0")))


def test_words_numbers_and_places() -> None:
    assert data(after(DISPUTE, ("put", "turn", "village")))["turn"] == "village"
    assert data(after(DISPUTE, ("put", "xp", "4"), ("put", "xp", ""))) == data(after(DISPUTE))
    there = ["unknown", "none", "Nixie"]
    assert data(after(DISPUTE, ("drop", "hall", "0")))["hall"] == there
    assert data(after(DISPUTE, ("drop", "hall", "0"), ("meant", "hall.0", "Kingdom")))["hall"] == [
        "Kingdom",
        "none",
        "Nixie",
    ]
    assert data(after(DISPUTE, **{"hall.1": "Kingdom"}))["hall"] == ["none", "Kingdom", "Nixie"]


def test_rooms_of_a_board() -> None:
    text = "game: quest\nturn: dungeon\n"
    sheet = after(text, **{f"dungeon@{NEW}": "Mine"})
    assert data(sheet)["dungeon"] == {"Mine": "none"}
    assert data(after(sheet.text, **{"dungeon@Mine": "Goblin Shaman"}))["dungeon"] == {
        "Mine": "Goblin Shaman"
    }


def test_a_name_that_is_not_clear_stays_typed_with_what_it_may_mean() -> None:
    sheet = after(DISPUTE, ("enter",), hand="Regian", claims="6 gold")
    assert data(sheet)["hand"] == ["Torch", "Short Sword"]
    assert data(sheet)["claims"] == [{"defeats": "Nixie"}, {"gold": 6}]
    assert sheet.typed == {"hand": "Regian"}
    assert "Regian Priest" in sheet.notes["hand"].meant
    chosen = after(sheet.text, ("meant", "hand", "Regian Priest"), hand="Regian")
    assert data(chosen)["hand"] == ["Torch", "Short Sword", "Regian Priest"]
    assert chosen.typed == {}
    assert chosen.notes == {}


def test_readings_are_chosen_and_left() -> None:
    floor = after(DISPUTE, ("reading", "zero_rule", "floor"))
    assert data(floor)["interpretations"] == {"zero_rule": "floor"}
    assert after(floor.text, ("reading", "zero_rule", "")).text == DISPUTE


# going back


def test_undo_gives_the_very_text_back() -> None:
    orders: tuple[Order, ...] = (("more", "hand", "0"), ("drop", "claims", "0"), ("put", "turn", "village"))
    sheet = after(DISPUTE, *orders)
    assert after(DISPUTE, *orders, ("undo",), ("undo",), ("undo",)).text == DISPUTE
    assert after(DISPUTE, *orders, ("undo",), ("undo",), ("undo",), ("undo",)).text == DISPUTE
    assert after(DISPUTE, *orders, ("undo",), ("undo",), ("redo",), ("redo",), ("redo",)).text == sheet.text
    changed = after(DISPUTE, *orders, ("undo",), ("more", "hand", "1"))
    assert changed.future == ()


def test_a_switch_of_the_game_keeps_what_was_filled_in() -> None:
    sheet = after(DISPUTE, ("game", "quest"), hand="2 x Torch")
    assert sheet.form is not None
    assert sheet.form.game == "quest"
    assert sheet.typed == {}
    back = after(DISPUTE, ("game", "quest"), ("undo",), hand="2 x Torch")
    assert data(back)["hand"] == ["Torch", "Short Sword", "2 x Torch"]
    assert after(DISPUTE, ("game", "quest"), ("undo",), ("undo",), hand="2 x Torch").text == DISPUTE


def test_what_was_typed_and_could_not_be_read_goes_with_its_field() -> None:
    """`hand` is a field of both games, `hall` is not; a question is about any."""
    typed = {"hand": "Regian", "hall.0": "Xqzzy", "question": "can I buy Polearm?"}
    assert after(DISPUTE, ("game", "quest"), **typed).typed == {
        "hand": "Regian",
        "question": "can I buy Polearm?",
    }


def test_a_text_that_was_changed_by_hand_is_read_and_can_be_undone() -> None:
    changed = DISPUTE.replace("Torch", "Polearm")
    posted = {"text": changed.replace("\n", "\r\n"), "was": history((DISPUTE,))}
    sheet = done(posted, ("enter",))
    assert (sheet.text, sheet.past) == (changed, (DISPUTE,))
    broken = done({"text": "{", "was": history((DISPUTE,))}, ("more", "hand", "0"))
    assert broken.form is None
    assert len(broken.wrong) == 1
    assert "no position" in broken.notes[""].text
    assert broken.past == (DISPUTE,)


def test_examples_files_and_links_are_opened() -> None:
    for each in examples():
        assert after(DISPUTE, ("example", each.name)).text == each.text
    assert after(DISPUTE, ("open", "game: quest")).text == "game: quest\n"
    assert after(DISPUTE, ("link", packed("game: quest\r\n"))).text == "game: quest\n"
    assert after(DISPUTE, ("open", "game: quest"), ("undo",)).text == DISPUTE
    assert "broken" in after(DISPUTE, ("link", "nonsense")).notes[""].text


@pytest.mark.parametrize(
    "order",
    [
        *(("nothing",), ("add",), ("put", "turn"), ("more", "hand"), ("tap", "map", "x"), ("kind", "map")),
        *(("move", "Ann"), ("example", "nothing"), ("game", "nothing"), ("trait", "hand", "a", "b", "c")),
        *(("size", "hand", "x", "1"), ("put", "nothing", "1"), ("look",)),
    ],
)
def test_orders_of_nobody_change_nothing(order: Order) -> None:
    assert after(DISPUTE, order).text == DISPUTE


# kinds of files


def test_the_kind_of_file_stays_through_undo() -> None:
    text = "game: gloomhaven\n"
    attack = "Brute attacks 3 vs Bandit Guard 1, 4/6 hp"
    sheet = after(text, ("kind", "attacks"), ("add", "attacks", attack))
    assert (sheet.kind, list(data(sheet))) == ("attacks", ["attacks"])
    assert after(text, ("kind", "attacks"), ("add", "attacks", attack), ("undo",)).kind == "attacks"
    assert after(sheet.text, ("kind", "campaign")).kind == "campaign"
    assert after(sheet.text, ("kind", "campaign"), ("undo",)).text == sheet.text


# the map


def test_hexes_are_painted_by_taps() -> None:
    one = after(MAP, ("tap", "map", "2", "0"), brush=("paint", "walls"))
    assert data(one)["map"] == {"size": "4 x 3", "walls": [[0, 0], [2, 0]]}
    assert after(one.text, ("tap", "map", "2", "0"), brush=("paint", "walls")).text == MAP
    many = after(MAP, ("tap", "map", "2", "0", "3", "0"), brush=("paint", "traps"))
    assert data(many)["map"] == {"size": "4 x 3", "walls": [[0, 0]], "traps": [[2, 0], [3, 0]]}
    assert after(MAP, ("tap", "map", "0", "0"), brush=("clear",)).text == MAP.replace(", walls: [[0, 0]]", "")
    assert after(MAP, ("tap", "map", "9", "9"), brush=("paint", "walls")).text == MAP
    assert after(MAP, ("tap", "map", "2", "0"), brush=("paint", "nothing")).text == MAP


def test_a_figure_is_taken_up_and_put_down() -> None:
    up = after(MAP, ("tap", "map", "1", "1"), brush=("paint", "walls"))
    assert (up.text, up.brush, up.open) == (MAP, ("figure", "Brute"), "Brute")
    down = after(MAP, ("tap", "map", "1", "1"), ("tap", "map", "2", "2"), brush=("paint", "walls"))
    assert down.text == MAP.replace("[1, 1]", "[2, 2]")
    assert after(MAP, ("move", "Brute", "2", "2")).text == down.text


def test_a_figure_that_is_named_comes_onto_the_map() -> None:
    """The middle of 4 x 3 is (1.5, 1): both (1,1), where the Brute is, and (2,1) are the nearest."""
    sheet = after(MAP, ("enter",), monsters="Bandit Guard 1")
    assert data(sheet)["monsters"] == {"Bandit Guard 1": {"at": [2, 1]}}
    assert sheet.brush == ("figure", "Bandit Guard 1")


def test_a_figure_is_looked_at() -> None:
    assert after(MAP, ("look", "Brute")).open == "Brute"
    assert after(MAP, ("look", "Brute")).text == MAP


def test_what_is_told_of_a_figure() -> None:
    brute = ("trait", "characters", "Brute")
    sheet = after(MAP, (*brute, "hp", "3"), (*brute, "conditions", "stun"))
    assert data(sheet)["characters"] == {"Brute": {"at": [1, 1], "hp": 3, "conditions": ["stun"]}}
    assert sheet.open == "Brute"
    assert "number" in after(MAP, (*brute, "hp", "x")).notes["characters"].text


def test_a_drawn_map_becomes_lists_when_it_is_painted() -> None:
    sheet = after(DRAWN, ("tap", "map", "1", "0"), brush=("paint", "obstacles"))
    assert sheet.notes == {}
    assert sheet.form is not None
    assert sheet.form.position is not None
    assert sheet.text.startswith("# Whom does it go for?\ngame: gloomhaven\n")
    assert after(DRAWN, ("tap", "map", "1", "0"), ("undo",), brush=("paint", "obstacles")).text == DRAWN


def test_a_map_that_says_more_than_can_be_painted_stays() -> None:
    hexes = "map: {hexes: [[0, 0], [1, 0], [2, 0], [1, 1]], walls: [[1, 1]]}\n"
    axial = f"game: gloomhaven\ncoordinates: axial\n{hexes}"
    sheet = after(axial, ("tap", "map", "2", "0"), brush=("paint", "traps"))
    assert sheet.text == axial
    assert "more of this map" in sheet.notes["map"].text


def test_the_size_of_a_map() -> None:
    new = done({"text": "game: gloomhaven\n", "kind": "map"}, ("size", "map", "both", "5 x 4"))
    assert data(new)["map"] == {"size": "5 x 4"}
    assert data(after(MAP, ("size", "map", "rows", "2")))["map"] == {"size": "4 x 2", "walls": [[0, 0]]}
    assert after(MAP, ("size", "map", "columns", "")).text == MAP
    assert "number" in after(MAP, ("size", "map", "columns", "many")).notes["map"].text


def test_what_nobody_sees_in_a_file_stays_in_it() -> None:
    """The page shows a tab as a space, and signs for a character without width."""
    text = "# a\ttab\ngame: gloomhaven\nmap: {size: 3 x 3}\ncharacters:\n  Br\u200dute: {at: [0, 0]}\n"
    shown = "# a tab\ngame: gloomhaven\nmap: {size: 3 x 3}\ncharacters:\n  Br\\u200dute: {at: [0, 0]}\n"
    posted = {"text": shown, "was": history((text,))}
    assert done(posted, ()).text == text
    assert done({**posted, "text": f"{shown}turn: x\n"}, ()).text == f"{shown}turn: x\n"


def test_what_is_wrong_with_a_text_in_one_game_is_not_told_in_another() -> None:
    """A Thunderstone hand holds no Adventurer; one of Quest does."""
    assert set(after(DISPUTE, hand="Adventurer").notes) == {"hand"}
    changed = after(DISPUTE, ("game", "quest"), hand="Adventurer")
    assert changed.notes == {}
    assert data(after(changed.text, ("enter",), **changed.typed))["hand"] == ["Adventurer"]
