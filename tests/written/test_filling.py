"""Every shape of field: what is typed is put in its place, counted and dropped, and nothing else changes."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tsolve.api.asking import lines_of
from tsolve.api.games import module, ruleset
from tsolve.source.data import Data
from tsolve.written import typed_entries, typed_names
from tsolve.written.filling import FillError, Filling
from tsolve.written.form import Field


def filling(game: str, data: Mapping[str, Data] | None = None, kind: str = "") -> Filling:
    fields = module(game).form
    return Filling(ruleset(game), fields, data or {}, lines_of(game, fields), kind)


def field(form: Filling, key: str) -> Field:
    return next(each for each in form.asked() if each.key == key)


def added(game: str, key: str, *typed: str, data: Mapping[str, Data] | None = None, kind: str = "") -> Data:
    """What the whole file says after lines were typed into a field."""
    form = filling(game, data, kind)
    for each in typed:
        form = form.add(field(form, key), each)
    return form.data


def refused(game: str, key: str, typed: str, data: Mapping[str, Data] | None = None) -> FillError:
    form = filling(game, data)
    with pytest.raises(FillError) as error:
        form.add(field(form, key), typed)
    return error.value


TS, TQ, GH = "thunderstone", "quest", "gloomhaven"


@pytest.mark.parametrize(
    ("typed", "hand"),
    [
        ("Torch", ["Torch"]),
        ("2 x Torch", ["2 x Torch"]),
        ("2 Torch", ["2 x Torch"]),
        ("Torch x2", ["2 x Torch"]),
        ("1 x Torch", ["Torch"]),
        ("torch, SHORT SWORD,  2 x Polearm ,", ["Torch", "Short Sword", "2 x Polearm"]),
        ("Pochodnia", ["Torch"]),  # Polish
        ("Torcia", ["Torch"]),  # Italian
        ("rations", ["Iron Rations"]),  # a part of one name only
        ("", None),
        (" , ", None),
    ],
)
def test_cards_are_known_by_any_of_their_names(typed: str, hand: Data) -> None:
    assert added(TS, "hand", typed) == ({} if hand is None else {"hand": hand})


def test_names_of_other_languages() -> None:
    names = ruleset(TS).names.languages["cs"].cards
    assert added(TS, "hand", names["torch"][0]) == {"hand": ["Torch"]}
    russian = ruleset(TQ).names.languages["ru"].cards
    assert added(TQ, "hand", russian["lantern"][0]) == {"hand": ["Lantern"]}


def test_a_comma_in_a_name_is_part_of_it() -> None:
    """Of the Monsters with a comma in their name, beside others and in rooms."""
    typed = "Mine: Baalok, the Flesh Weaver, Throne Room: Goblin Shaman"
    dungeon = {"Mine": "Baalok, the Flesh Weaver", "Throne Room": "Goblin Shaman"}
    assert added(TQ, "dungeon", typed, data={"turn": "dungeon"}) == {"turn": "dungeon", "dungeon": dungeon}


def test_cards_of_the_file_are_cards() -> None:
    own: dict[str, Data] = {"cards": {"Tent, Large": {"gold": 1}, "Rope": {"gold": 1}}}
    assert added(TQ, "hand", "rope", data=own) == {**own, "hand": ["Rope"]}
    assert added(TQ, "hand", "2 x Tent, Large, Rope", data=own) == {
        **own,
        "hand": ["2 x Tent, Large", "Rope"],
    }


@pytest.mark.parametrize(
    ("key", "typed", "says", "meant"),
    [
        ("hand", "Shrt Swrd", 'which card is "Shrt Swrd"?', ("Short Sword",)),
        ("hand", "Regian", 'which card is "Regian"?', ("Regian Cleric", "Regian Priest", "Regian Bishop")),
        ("hand", "Xqzzy", 'there is no "Xqzzy"', ()),
        ("hall", "Torch", "Torch cannot be here", ()),
        ("hand", "100 x Torch", "at least 1 and at most 99 copies can be written", ()),
        ("xp", "many", "XP: type a number", ()),
        ("xp", "1234567890123", "XP: type a number", ()),
        ("turn", "tomorrow", "There are: dungeon, village, rest, undecided.", ()),
        ("hall", "Nixie, Nixie, Nixie, Nixie", "there are 3 places, and 3 of them free", ()),
        ("claims", "blah blah", "", ()),
    ],
)
def test_what_is_no_answer_is_told(key: str, typed: str, says: str, meant: tuple[str, ...]) -> None:
    error = refused(TS, key, typed)
    assert says in str(error)
    assert set(error.meant) == set(meant)


def test_a_card_that_is_offered_is_taken_when_chosen() -> None:
    for each in refused(TS, "hand", "Regian").meant:
        assert added(TS, "hand", each) == {"hand": [each]}


# the shapes


def test_a_deck_is_unknown_in_its_order_or_empty() -> None:
    assert added(TS, "deck", "Torch", "2 x Torch") == {"deck": {"rest": ["Torch", "2 x Torch"]}}
    assert added(TS, "deck", "empty") == {"deck": []}
    assert added(TS, "deck", "empty", "Torch") == {"deck": {"rest": ["Torch"]}}
    known: dict[str, Data] = {"deck": ["Torch", "Polearm"]}
    assert added(TS, "deck", "Torch", data=known) == {"deck": ["Torch", "Polearm", "Torch"]}


def test_of_a_deck_that_is_known_in_part_the_rest_grows() -> None:
    form = filling(TS, {"deck": {"top": ["Polearm"], "rest": ["Torch"]}})
    deck = field(form, "deck")
    assert form.add(deck, "Torch").data == {"deck": {"top": ["Polearm"], "rest": ["Torch", "Torch"]}}
    assert [(each.key, each.text, each.count) for each in form.entries(deck)] == [
        ("top", "top: Polearm", 0),
        ("0", "Torch", 1),
    ]
    assert form.drop(deck, "top").data == {"deck": {"rest": ["Torch"]}}
    assert form.drop(deck, "0").data == {"deck": {"top": ["Polearm"]}}
    assert form.drop(deck, "0").drop(deck, "top").data == {}


def test_places_are_filled_from_the_first_free_one() -> None:
    none, unknown = "none", "unknown"
    assert added(TS, "hall", "Nixie") == {"hall": ["Nixie", unknown, unknown]}
    some: dict[str, Data] = {"hall": ["Nixie", unknown, none]}
    assert added(TS, "hall", "Kingdom", data=some) == {"hall": ["Nixie", "Kingdom", none]}
    form = filling(TS, some)
    hall = field(form, "hall")
    assert form.at_place(hall, 2, "Kingdom").data == {"hall": ["Nixie", unknown, "Kingdom"]}
    assert form.at_place(hall, 1, "none").data == {"hall": ["Nixie", none, none]}
    assert form.at_place(hall, 1, "").data == some
    assert form.drop(hall, "0").data == {"hall": [unknown, unknown, none]}
    assert form.drop(hall, "0").drop(hall, "2").data == {}
    for wrong in (-1, 3):
        with pytest.raises(FillError, match="there are 3 places"):
            form.at_place(hall, wrong, "Nixie")
    with pytest.raises(FillError, match="one card stands in a place"):
        form.at_place(hall, 0, "Nixie, Kingdom")


def test_places_that_the_file_tells_in_another_way_are_left_alone() -> None:
    in_words: dict[str, Data] = {"hall": {"2": "Nixie"}}
    assert "in another way" in str(refused(TS, "hall", "Kingdom", data=in_words))


def test_cards_are_counted() -> None:
    form = filling(TS, {"hand": ["Torch", "2 x Polearm"]})
    hand = field(form, "hand")
    assert [(each.key, each.text, each.count) for each in form.entries(hand)] == [
        ("0", "Torch", 1),
        ("1", "Polearm", 2),
    ]
    assert form.count(hand, "0", 1).data == {"hand": ["2 x Torch", "2 x Polearm"]}
    assert form.count(hand, "1", -1).data == {"hand": ["Torch", "Polearm"]}
    assert form.count(hand, "0", -1).data == {"hand": ["2 x Polearm"]}
    assert form.count(hand, "0", 500).data == {"hand": ["99 x Torch", "2 x Polearm"]}
    assert form.count(hand, "0", -1).count(hand, "0", -1).count(hand, "0", -1).data == {}
    for nothing in ("2", "-1", "x", "", "99999999"):
        assert form.count(hand, nothing, 1).data == form.data
        assert form.drop(hand, nothing).data == form.data


def test_counts_are_a_mapping_or_a_list() -> None:
    village: dict[str, Data] = {"turn": "village"}
    data: dict[str, Data] = {**village, "village": {"Torch": 8, "Polearm": 1}}
    assert added(TS, "village", "8 x Torch, Polearm", data=village) == data
    form = filling(TS, data)
    stacks = field(form, "village")
    assert form.count(stacks, "Torch", -1).data == {**village, "village": {"Torch": 7, "Polearm": 1}}
    assert form.count(stacks, "Polearm", -1).data == {**village, "village": {"Torch": 8}}
    assert form.drop(stacks, "Torch").drop(stacks, "Polearm").data == village
    assert form.count(stacks, "Nobody", 1).data == data
    listed = filling(TS, {**village, "village": ["Torch", "Polearm"]})
    assert listed.add(stacks, "Short Sword").data == {
        **village,
        "village": ["Torch", "Polearm", "Short Sword"],
    }
    assert listed.drop(stacks, "0").data == {**village, "village": ["Polearm"]}


def test_counts_that_nobody_knows_are_no_numbers() -> None:
    form = filling(TS, {"turn": "village", "village": {"Torch": "unknown"}})
    (entry,) = form.entries(field(form, "village"))
    assert (entry.text, entry.count) == ("Torch: unknown", 0)
    assert form.count(field(form, "village"), "Torch", 1).data == form.data


def test_tokens_are_words() -> None:
    assert added(TQ, "tokens", "2 lantern, 1 potion") == {"tokens": {"lantern": 2, "potion": 1}}
    assert "There are" in str(refused(TQ, "tokens", "2 crown"))


def test_a_room_is_named_with_who_is_there() -> None:
    there: dict[str, Data] = {"turn": "dungeon"}
    assert added(TQ, "dungeon", "mine: goblin shaman, Throne Room: none", data=there) == {
        **there,
        "dungeon": {"Mine": "Goblin Shaman", "Throne Room": "none"},
    }
    assert "write the place" in str(refused(TQ, "dungeon", "Mine", data=there))
    form = filling(TQ, {**there, "dungeon": {"Mine": "none"}})
    assert form.drop(field(form, "dungeon"), "Mine").data == there


def test_one_card_one_word_one_number() -> None:
    assert added(TQ, "champion", "mine") == {"champion": "Mine"}
    assert added(TQ, "champion", "mine", "Throne Room") == {"champion": "Throne Room"}
    assert added(TS, "turn", "village", "dungeon") == {"turn": "dungeon"}
    assert added(TS, "xp", "4", "5") == {"xp": 5}
    assert added(TS, "xp", "4", "") == {}


def test_texts_and_sentences_are_lists() -> None:
    assert added(TS, "monsters", "Enchanted, Humanoid", "Undead") == {
        "monsters": ["Enchanted", "Humanoid", "Undead"]
    }
    claims = added(TS, "claims", "can buy Polearm", "6 gold")
    assert claims == {"claims": [{"can": "buy Polearm"}, {"gold": 6}]}
    form = filling(TS, claims)  # type: ignore[arg-type]
    said = field(form, "claims")
    assert form.drop(said, "0").data == {"claims": [{"gold": 6}]}
    assert form.count(said, "0", 1).data == form.data  # a claim has no number


def test_what_stands_in_brackets_is_not_parted() -> None:
    assert typed_entries.parts("(5,3), G1b ,(7,7)") == ["(5,3)", "G1b", "(7,7)"]


def test_what_is_offered_for_the_end_of_a_text() -> None:
    """Behind the last comma or colon outside brackets; what begins so comes before what has such a word."""

    def offers(*_: object) -> list[tuple[str, str]]:
        return [("Old Boots", "boots"), ("(7,7)", "door to G1b"), ("Boots of Striding", "boots")]

    asked = Field("items", "texts", "", "", offers=offers)

    def offered(typed: str) -> tuple[int, list[str]]:
        length, found = typed_names.offered(ruleset(GH), asked, {}, typed)
        return length, [text for text, _ in found]

    assert offered("Brute: ") == (0, ["Old Boots", "(7,7)", "Boots of Striding"])
    assert offered("Brute: Axe, boo") == (3, ["Old Boots", "Boots of Striding"])
    assert offered("(7,") == (3, ["(7,7)"])
    assert offered("Axe") == (0, [])


# Gloomhaven: four kinds of files


def test_the_kind_of_a_file_is_that_of_its_keys() -> None:
    assert filling(GH).kind == "scenario"
    assert filling(GH, {"scenario": 1, "map": {"traps": []}}).kind == "scenario"
    assert filling(GH, {"map": {}, "characters": {}}, "scenario").kind == "map"
    assert filling(GH, {"characters": {}}).kind == "map"
    assert filling(GH, {"level": 1}, "attacks").kind == "attacks"
    assert filling(GH, {"attacks": []}, "map").kind == "attacks"
    assert filling(GH, {"campaign": {}}).kind == "campaign"


def test_a_map_and_figures() -> None:
    data = added(GH, "map", "9 x 7", "obstacles 2,3 4,4", "obstacles 1,1", kind="map")
    obstacles = [[2, 3], [4, 4], [1, 1]]
    assert data == {"map": {"size": "9 x 7", "obstacles": obstacles}}
    data = added(GH, "characters", "Brute at 2,3, hp 9, initiative 61", "Brute at 3,3", data=data)  # type: ignore[arg-type]
    assert data["characters"] == {"Brute": {"at": [3, 3], "hp": 9, "initiative": 61}}  # type: ignore[index, call-overload]


def test_a_drawn_map_is_not_written_over() -> None:
    drawn: dict[str, Data] = {"map": "# .\n"}
    assert "in another way" in str(refused(GH, "map", "obstacles 1,1", data=drawn))


def test_what_stands_inside_others_is_put_there() -> None:
    brute: dict[str, Data] = {"map": {"size": "3 x 3"}, "characters": {"Brute": {"at": [1, 1]}}}
    data = added(GH, "cards", "brute: Skewer, 35; top attack 3; bottom move 4", data=brute)
    entry = data["characters"]["Brute"]  # type: ignore[index, call-overload]
    assert entry["at"] == [1, 1]
    assert list(entry["cards"]) == ["Skewer"]
    data = added(GH, "plays", "Brute: skewer", data=data)  # type: ignore[arg-type]
    assert data["characters"]["Brute"]["plays"] == ["Skewer"]  # type: ignore[index, call-overload]
    assert "There are: Brute." in str(
        refused(GH, "cards", "Anna: Leap, 9; top move 1; bottom move 1", data=brute)
    )
    form = filling(GH, data)  # type: ignore[arg-type]
    assert form.drop(field(form, "cards"), "Brute").data["characters"] == {
        "Brute": {"at": [1, 1], "plays": ["Skewer"]}
    }


def test_a_figure_in_words_is_not_lost() -> None:
    in_words: dict[str, Data] = {
        "map": {"size": "3 x 3"},
        "characters": {"Brute": "at 1,1", "Anna": {"at": [0, 0]}},
    }
    form = filling(GH, in_words)
    cards = field(form, "cards")
    with pytest.raises(FillError, match="in another way"):
        form.add(cards, "Brute: Skewer, 35; top attack 3; bottom move 4")
    done = form.add(cards, "Anna: Skewer, 35; top attack 3; bottom move 4")
    assert done.data["characters"]["Brute"] == "at 1,1"  # type: ignore[index, call-overload]


def test_attacks_and_campaigns() -> None:
    data = added(GH, "attacks", "Brute attacks 3 vs Bandit Guard 1, 4/6 hp", kind="attacks")
    assert len(data["attacks"]) == 1  # type: ignore[index, arg-type, call-overload]
    data = added(GH, "reputation", "-3", kind="campaign")
    assert data == {"campaign": {"reputation": -3}}
    data = added(GH, "party", "Brute, level 3, 45 gold", data=data, kind="campaign")  # type: ignore[arg-type]
    assert data["campaign"]["reputation"] == -3  # type: ignore[index, call-overload]
    assert data["campaign"]["characters"]["Brute"]["gold"] == 45  # type: ignore[index, call-overload]
    form = filling(GH, data)  # type: ignore[arg-type]
    assert form.put(field(form, "reputation"), None).data == {
        "campaign": {"characters": data["campaign"]["characters"]}
    }  # type: ignore[index, call-overload]


def test_cards_of_one_are_told_one_by_one_and_go_one_by_one() -> None:
    form = filling(GH, {"characters": {"Brute": {"at": [0, 0]}}}, "map")
    cards = field(form, "cards")
    for typed in (
        "Brute: Leap, 18; top retaliate 2, round, xp 1; bottom heal 2, range 1",
        "Brute: Grab, 35; top attack 3; bottom move 4",
    ):
        form = form.add(cards, typed)
    leap, grab = form.entries(cards)
    assert leap.text == "Brute: Leap: initiative 18; top do retaliate 2, xp 1, round; bottom heal 2, range 1"
    assert grab.text == "Brute: Grab: initiative 35; top attack 3; bottom move 4"

    assert [each.text for each in form.drop(cards, leap.key).entries(cards)] == [grab.text]
    assert form.drop(cards, leap.key).drop(cards, grab.key).data == {"characters": {"Brute": {"at": [0, 0]}}}


def test_a_member_of_the_party_is_named_without_its_numbers() -> None:
    form = filling(GH, {}, "campaign")
    with pytest.raises(FillError, match="commas"):
        form.add(field(form, "party"), "Brute level 3 45 gold")
