"""A file changed in place: what says the same stays byte for byte, with the comments around it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tsolve.source.data import Data, as_data
from tsolve.source.parse import parse
from tsolve.written.in_place import in_place
from tsolve.written.position_text import file_text

FILE = """\
# What it is about.
game: toy   # this one

hand:
- Lamp  # the old one
# between the cards
- Rope
map: |
  # . #
  . . .
# about the claims
claims:
- {total: 3}  # said by Ann
- light 2
players:
  Ann: {gold: 3}  # hers
  "Two Words":
    gold: 4
    bag: [Lamp,  # heavy
      Rope]
# at the end
"""
DATA: dict[str, Data] = {
    "game": "toy",
    "hand": ["Lamp", "Rope"],
    "map": "# . #\n. . .\n",
    "claims": [{"total": 3}, "light 2"],
    "players": {"Ann": {"gold": 3}, "Two Words": {"gold": 4, "bag": ["Lamp", "Rope"]}},
}


def changed(**keys: Data) -> str:
    """What the file becomes with some keys otherwise; a key that is None goes."""
    wanted = {key: value for key, value in {**DATA, **keys}.items() if value is not None}
    text = in_place(FILE, wanted, {"deck": "the rest"})
    assert as_data(parse(text, "")) == wanted
    return text


def test_without_changes_it_is_the_same_file() -> None:
    assert as_data(parse(FILE, "")) == DATA
    assert changed() == FILE


@pytest.mark.parametrize(
    ("keys", "before", "after"),
    [
        # a new card stands behind the last one, in the way of the list
        ({"hand": ["Lamp", "Rope", "2 x Rope"]}, "- Rope\n", "- Rope\n- 2 x Rope\n"),
        # the comment behind a card goes with it, that in a line of its own stays
        ({"hand": ["Rope"]}, "- Lamp  # the old one\n", ""),
        # a card in place of another one keeps what was said of it
        ({"hand": ["Bag", "Rope"]}, "- Lamp  # the old one\n", "- Bag  # the old one\n"),
        ({"claims": [{"total": 3}, "light 2", "gold 9"]}, "- light 2\n", "- light 2\n- gold 9\n"),
        ({"claims": [{"total": 4}, "light 2"]}, "{total: 3}", "{total: 4}"),
        # the walls of a map are no comments; the map goes as a whole
        ({"map": None}, "map: |\n  # . #\n  . . .\n", ""),
        ({"map": {"size": "3 x 2"}}, "map: |\n  # . #\n  . . .\n", 'map: {size: "3 x 2"}\n'),
        ({"claims": None}, "claims:\n- {total: 3}  # said by Ann\n- light 2\n", ""),
        # of a player only what changes
        (
            {"players": {"Ann": {"gold": 5}, "Two Words": {"gold": 4, "bag": ["Lamp", "Rope"]}}},
            "Ann: {gold: 3}  # hers",
            "Ann: {gold: 5}  # hers",
        ),
        (
            {"players": {"Ann": {"gold": 3}, "Two Words": {"gold": 4, "bag": ["Rope"]}}},
            "    bag: [Lamp,  # heavy\n      Rope]\n",
            "    bag: [Rope]  # heavy\n",
        ),
        # a new key stands behind the one before it, with its note
        ({"deck": ["Bag"]}, "# at the end\n", "deck: [Bag]  # the rest\n# at the end\n"),
    ],
)
def test_only_what_changes_is_written_again(keys: dict[str, Data], before: str, after: str) -> None:
    assert changed(**keys) == FILE.replace(before, after, 1)


def test_two_comments_inside_a_value_stand_above_it() -> None:
    text = "hand: [Lamp,  # heavy\n  Rope]  # long\n"
    assert in_place(text, {"hand": ["Rope"]}, {}) == "# heavy\n# long\nhand: [Rope]\n"


def test_line_ends_of_others_stay() -> None:
    assert in_place("game: toy\r\nhand: [Lamp]\r\n", {"game": "toy", "hand": ["Rope"]}, {}) == (
        "game: toy\r\nhand: [Rope]\n"
    )


def test_a_file_without_an_end_of_line_gets_one() -> None:
    assert in_place("game: toy", {"game": "toy", "hand": ["Rope"]}, {}) == "game: toy\nhand: [Rope]\n"


def test_a_file_in_one_line_is_written_anew_with_its_comments() -> None:
    assert in_place("# mine\n{game: toy}  # so\n", {"game": "toy", "hand": ["Rope"]}, {}) == (
        "# mine\n# so\ngame: toy\nhand: [Rope]\n"
    )


words = st.text(st.sampled_from("ab 1#:-{}[]'\"|>\n,noyes"), max_size=8)
data = st.recursive(
    st.one_of(words, st.integers(-99, 99), st.booleans(), st.none()),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(words.filter(bool), inner, max_size=3)
    ),
    max_leaves=8,
)
files = st.dictionaries(st.sampled_from(("claims", "hand", "line", "map", "players")), data, max_size=4)


@given(files, files)
def test_whatever_is_wanted_is_what_it_says(before: dict[str, Data], after: dict[str, Data]) -> None:
    """From one file to any other, and back; the comments of its top stay."""
    text = f"# top\n{file_text({'game': 'toy', **before})}"
    new = in_place(text, {"game": "toy", **after}, {})
    assert as_data(parse(new, "")) == {"game": "toy", **after}
    assert new.startswith("# top\ngame: toy\n")
    again = in_place(new, {"game": "toy", **before}, {})
    assert as_data(parse(again, "")) == {"game": "toy", **before}


def as_blocks(value: Data, indent: str = "") -> str:
    """Data an entry a line all the way down, as people write it."""
    if isinstance(value, dict) and value:
        return "".join(
            f"\n{indent}{as_key(key)}:{as_blocks(each, indent + '  ')}" for key, each in value.items()
        )
    if isinstance(value, list) and value:
        return "".join(f"\n{indent}- {as_flow(each)}" for each in value)
    return f" {as_flow(value)}"


def as_key(key: str) -> str:
    return file_text({key: 1}).rpartition(":")[0]


def as_flow(value: Data) -> str:
    return file_text({"x": {"k": value}}).removeprefix("x: {k: ").rstrip("\n").removesuffix("}")


@given(files, files)
def test_entries_on_lines_of_their_own_stay_so(before: dict[str, Data], after: dict[str, Data]) -> None:
    text = f"game: toy{as_blocks(before) if before else ''}\n"
    if as_data(parse(text, "")) == {"game": "toy", **before}:
        assert as_data(parse(in_place(text, {"game": "toy", **after}, {}), "")) == {"game": "toy", **after}
