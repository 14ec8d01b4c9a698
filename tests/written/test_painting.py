"""A map painted by taps: what is on a hex, its size, and the figures on it."""

from __future__ import annotations

import pytest

from tsolve.api.asking import lines_of
from tsolve.api.games import module, ruleset
from tsolve.source.data import Data
from tsolve.written.filling import FillError, Filling
from tsolve.written.form import Field
from tsolve.written.painting import described, entered, is_in_lists, moved, painted, resized

GAME = "gloomhaven"
FIELDS = {field.key: field for field in module(GAME).form if "map" in field.files}
MAP, FIGURES = FIELDS["map"], FIELDS["characters"]
BRUSHES = {brush.key: brush for brush in MAP.brushes}
TRAITS = {trait.key: trait for trait in FIGURES.traits}


def filling(**data: Data) -> Filling:
    return Filling(ruleset(GAME), module(GAME).form, data, lines_of(GAME, module(GAME).form), "map")


def answer(form: Filling, field: Field) -> Data:
    return form.answer(field)


def test_a_second_tap_takes_it_away() -> None:
    form = filling(map={"size": "3 x 2"})
    once = painted(form, MAP, (1, 0), BRUSHES["traps"])
    assert answer(once, MAP) == {"size": "3 x 2", "traps": [[1, 0]]}
    assert answer(painted(once, MAP, (1, 0), BRUSHES["traps"]), MAP) == {"size": "3 x 2"}


def test_one_thing_is_on_a_hex() -> None:
    form = filling(map={"size": "3 x 2", "walls": [[0, 0], [1, 0]], "traps": [{"at": [2, 1], "damage": 3}]})
    over = painted(form, MAP, (1, 0), BRUSHES["doors"])
    kept = [{"at": [2, 1], "damage": 3}]
    assert answer(over, MAP) == {"size": "3 x 2", "walls": [[0, 0]], "traps": kept, "doors": [[1, 0]]}
    assert answer(painted(over, MAP, (2, 1), None), MAP) == {
        "size": "3 x 2",
        "walls": [[0, 0]],
        "doors": [[1, 0]],
    }


@pytest.mark.parametrize("wall", ["(1,0)", "1,0", "[1, 0]"])
def test_hexes_may_be_written_as_texts(wall: str) -> None:
    form = filling(map={"size": "3 x 2", "walls": [wall, [2, 0]]})
    assert answer(painted(form, MAP, (1, 0), None), MAP) == {"size": "3 x 2", "walls": [[2, 0]]}


def test_without_a_size_there_are_no_hexes() -> None:
    with pytest.raises(FillError, match="give the map its size first"):
        painted(filling(), MAP, (0, 0), BRUSHES["walls"])


def test_hexes_in_one_text_are_left_alone() -> None:
    with pytest.raises(FillError, match="as one text"):
        painted(filling(map={"size": "3 x 2", "walls": "1,0 2,0"}), MAP, (0, 0), BRUSHES["traps"])


def test_what_lies_beyond_the_size_goes() -> None:
    thin: list[Data] = [[[0, 0], [1, 0]], [[0, 0], [0, 1]]]
    inside: dict[str, Data] = {"walls": [[0, 0], [3, 1]], "thin_walls": thin, "without": [[4, 0]]}
    form = resized(filling(map={"size": "5 x 2", **inside}), MAP, 4, 1)
    assert answer(form, MAP) == {"size": "4 x 1", "walls": [[0, 0]], "thin_walls": thin[:1]}
    assert answer(resized(filling(), MAP, 9, 7), MAP) == {"size": "9 x 7"}
    assert answer(resized(filling(), MAP, 900, 0), MAP) == {"size": "40 x 1"}


def test_which_maps_can_be_painted() -> None:
    assert is_in_lists(filling(), MAP)
    assert is_in_lists(filling(map={"size": "3 x 2", "walls": [[0, 0]], "without": [[1, 1]]}), MAP)
    for other in ("# .\n", {"drawing": "# .\n"}, {"hexes": [[0, 0]]}, {"size": "3 x 2", "border": "wall"}):
        assert not is_in_lists(filling(map=other), MAP)


# figures


def test_a_figure_moves_with_all_that_is_told_of_it() -> None:
    form = filling(characters={"Brute": {"at": [0, 0], "hp": 3, "cards": {}}, "Anna": "at 1,1"})
    assert moved(form, "Brute", (2, 1)).data["characters"] == {
        "Brute": {"at": [2, 1], "hp": 3, "cards": {}},
        "Anna": "at 1,1",
    }
    with pytest.raises(FillError, match='there is no figure "Nobody"'):
        moved(form, "Nobody", (0, 0))
    with pytest.raises(FillError, match="in another way"):
        moved(form, "Anna", (0, 0))


def test_a_figure_comes_with_its_numbers() -> None:
    form = entered(filling(), FIGURES, "Brute, hp 9, poison", (2, 1))
    assert form.data == {"characters": {"Brute": {"at": [2, 1], "hp": 9, "conditions": ["poison"]}}}
    again = entered(form, FIGURES, "Brute", (0, 0))
    assert again.data == {"characters": {"Brute": {"at": [0, 0], "hp": 9, "conditions": ["poison"]}}}


def test_traits_are_numbers_one_word_or_several() -> None:
    form = filling(characters={"Brute": {"at": [0, 0]}})

    def brute(key: str, *typed: str, start: Filling = form) -> Data:
        for each in typed:
            start = described(start, FIGURES, "Brute", TRAITS[key], each)
        return start.data["characters"]["Brute"]  # type: ignore[index, call-overload, no-any-return]

    assert brute("hp", "9") == {"at": [0, 0], "hp": 9}
    assert brute("hp", "0") == {"at": [0, 0], "hp": 0}
    assert brute("hp", "9", "") == {"at": [0, 0]}
    assert brute("conditions", "stun", "poison") == {"at": [0, 0], "conditions": ["stun", "poison"]}
    assert brute("conditions", "stun", "poison", "stun") == {"at": [0, 0], "conditions": ["poison"]}
    assert brute("conditions", "stun", "stun") == {"at": [0, 0]}
    alone = filling(characters={"Brute": {"at": [0, 0], "conditions": "stun"}})
    assert brute("conditions", "wound", start=alone) == {"at": [0, 0], "conditions": ["stun", "wound"]}
    for key, wrong in (("hp", "many"), ("hp", "1000"), ("hp", "-1"), ("conditions", "tired")):
        with pytest.raises(FillError):
            brute(key, wrong)
    with pytest.raises(FillError, match="no figure"):
        described(form, FIGURES, "Anna", TRAITS["hp"], "3")
