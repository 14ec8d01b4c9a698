"""The schema says the same as the decoder, judged by an independent validator; which key an unknown one
means.
"""

import json
from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft7Validator
from msgspec import Meta

from tsolve.errors import InputError
from tsolve.source.decode import decode
from tsolve.source.parse import parse
from tsolve.source.schema import json_schema, key_meant
from tsolve.source.tree import MOST_ENTRIES


class Gold(msgspec.Struct, frozen=True, tag="gold", tag_field="kind"):
    """Adds gold.

    For this turn.
    """

    amount: Annotated[int, Meta(ge=0, le=20, description="how much")] = 1


class Draw(msgspec.Struct, frozen=True, tag="draw", tag_field="kind"):
    cards: int


class Deck(msgspec.Struct, frozen=True):
    top: list[str]
    rest: Literal["unknown"] | list[str] = "unknown"


class Position(msgspec.Struct, frozen=True):
    """What lies on the table."""

    game: str
    printing: Literal["1.4", "1.2"] = "1.4"
    turn: Literal["village", "dungeon"] | None = None
    hand: Annotated[tuple[str, ...], Meta(max_length=3)] = ()
    village: dict[str, Annotated[int, Meta(ge=0)]] = {}
    trophy: dict[Literal["attack", "light"], int] = {}
    deck: Annotated[Deck | None, Meta(description="the own deck")] = None
    effects: tuple[Gold | Draw, ...] = ()
    pair: tuple[str, bool] | None = None
    step: str | int | list[str] = ""
    facts: dict[str, Any] = {}
    after: "Position | None" = None


SCHEMA = json_schema(Position)
VALIDATOR = Draft7Validator(SCHEMA)


def decodes(text: str, type_: Any = Position) -> bool:
    try:
        decode(parse(text, "p.json"), type_)
    except InputError:
        return False
    return True


def test_it_is_a_draft_07_schema_with_defaults_and_required_keys() -> None:
    Draft7Validator.check_schema(SCHEMA)

    assert SCHEMA["$schema"] == "http://json-schema.org/draft-07/schema#"
    assert SCHEMA["required"] == ["game"]
    assert SCHEMA["properties"]["printing"]["default"] == "1.4"
    assert SCHEMA["$defs"]["Draw"]["required"] == ["kind", "cards"]


VILLAGES = ([{"a": 0}, {"a": 999_999_999}], [{"a": -1}, {"a": "1"}, {"a": 1_000_000_000}])
EFFECTS = (
    [[{"kind": "gold"}, {"kind": "draw", "cards": 1}]],
    [[{"kind": "draw"}], [{"kind": "gold", "cards": 1}], [{"kind": "gold", "amount": 21}], [{"amount": 2}]],
)
DECKS = (
    [None, {"top": []}, {"top": [], "rest": "unknown"}, {"top": [], "rest": ["a"]}],
    [{"top": [], "rest": "known"}, {}],
)
FIELDS: dict[str, tuple[list[Any], list[Any]]] = {
    "game": (["x"], [None, ["x"]]),
    "gam": ([], ["x"]),
    "printing": (["1.4"], ["1.3"]),
    "turn": (["village", None], ["rest"]),
    "hand": ([["a", "b", "c"]], [["a", "b", "c", "d"], [["a"]], "a"]),
    "village": VILLAGES,
    "trophy": ([{"light": 1}], [{"lamp": 1}]),
    "deck": DECKS,
    "effects": (EFFECTS[0], [*EFFECTS[1], [{"kind": "silver"}]]),
    "pair": ([["a", True]], [["a"], ["a", True, True], ["a", "true"]]),
    "step": ([3, ["a"]], [{"a": 1}]),
    "facts": ([{"a": [None, {"b": 1}]}], [[1]]),
    "after": ([{"game": "y"}], [{"gme": "y"}]),
}
"""What each field may be, and what not."""


@pytest.mark.parametrize("field", FIELDS)
def test_schema_and_decoder_agree(field: str) -> None:
    for accepted, values in zip((True, False), FIELDS[field], strict=True):
        for data in ({"game": "x", field: value} for value in values):
            assert VALIDATOR.is_valid(data) is accepted, data
            assert decodes(json.dumps(data)) is accepted, data


@pytest.mark.parametrize(
    "field", [{"game": 17}, {"game": True}, {"game": 1.5}, {"printing": 1.4}, {"hand": [1, False]}]
)
def test_texts_may_look_like_other_values_to_an_editor(field: dict[str, Any]) -> None:
    data = {"game": "x", **field}

    assert VALIDATOR.is_valid(data)
    assert decodes(json.dumps(data))


NAMES = st.sampled_from(["gold", "draw", "village", "unknown", "attack", "1.4", "x", ""])
LEAVES = NAMES | st.none() | st.booleans() | st.integers(-2, 22) | st.sampled_from([10**9, -(10**9)])
KEYS = st.sampled_from([*(field.name for field in msgspec.structs.fields(Position))])
INNER_KEYS = st.sampled_from(["kind", "amount", "cards", "top", "rest", "game", "attack", "x"])
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(INNER_KEYS, inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(KEYS, VALUES, max_size=3))
def test_the_schema_accepts_exactly_what_decodes(fields: dict[str, Any]) -> None:
    data = {"game": "x", **fields}

    assert VALIDATOR.is_valid(data) is decodes(json.dumps(data))


def test_docstrings_and_descriptions_are_carried_over() -> None:
    gold = SCHEMA["$defs"]["Gold"]

    assert SCHEMA["description"] == "What lies on the table."
    assert gold["description"] == "Adds gold.\n\nFor this turn."
    assert gold["properties"]["amount"]["description"] == "how much"
    assert SCHEMA["properties"]["deck"]["description"] == "the own deck"
    assert "description" not in SCHEMA["$defs"]["Draw"]


def test_a_described_struct_keeps_its_description_beside_the_reference() -> None:
    class Outer(msgspec.Struct):
        deck: Annotated[Deck, Meta(description="face down")]

    assert json_schema(Outer)["properties"]["deck"] == {
        "description": "face down",
        "allOf": [{"$ref": "#/$defs/Deck"}],
    }


def test_structs_of_the_same_name_stay_apart() -> None:
    def other() -> type:
        class Deck(msgspec.Struct):
            size: int

        return Deck

    schema = json_schema(msgspec.defstruct("Both", [("one", Deck), ("two", other())]))

    assert schema["properties"]["one"] != schema["properties"]["two"]
    assert sorted(tuple(body["properties"]) for body in schema["$defs"].values()) == [
        ("size",),
        ("top", "rest"),
    ]


def test_types_below_the_root_need_no_struct() -> None:
    assert json_schema(list[Draw])["items"] == {"$ref": "#/$defs/Draw"}
    assert json_schema(frozenset[bool]) == {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "type": "array",
        "items": {"type": "boolean"},
        "maxItems": MOST_ENTRIES,
    }


def test_types_that_files_cannot_hold_are_refused() -> None:
    with pytest.raises(TypeError, match="cannot be read from a file"):
        json_schema(list[float])


class Table(msgspec.Struct):
    hand: tuple[str, ...] = ()
    """What the player holds."""
    deck_of_night: Annotated[tuple[str, ...], Meta(description="Cards that come at night, by rooms.")] = ()
    places: Annotated[tuple[str, ...], Meta(description="The rooms of the house.")] = ()
    hall: str = ""


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        ("my hand", 'did you mean "hand"?'),
        ("Hands", 'did you mean "hand"?'),
        ("hand cards", 'did you mean "hand"?'),
        ("deck of night", 'did you mean "deck_of_night"?'),
        ("rooms", ""),  # the words about two keys speak of it
        ("player", 'did you mean "hand"?'),
        ("hal", 'did you mean "hall"?'),
        ("HALL", 'it is written "hall"'),
        ("xyzzy", ""),
        ("", ""),
        ("12", ""),
    ],
)
def test_the_key_that_is_meant(written: str, hint: str) -> None:
    assert key_meant(written, Table) == hint
