"""Values in another form than their type has, as people write them."""

from typing import Annotated, Any, Literal, Self

import msgspec
import pytest
from msgspec import Meta

from tsolve.diagnostics import Diagnostics
from tsolve.errors import InputError
from tsolve.rules.names import NameIndex
from tsolve.source.decode import NotUnderstoodError, decode
from tsolve.source.parse import parse
from tsolve.written.measure_names import MeasureNames

SAYS = MeasureNames(NameIndex, NameIndex)


class Pile(msgspec.Struct):
    top: tuple[str, ...] = ()
    rest: tuple[str, ...] = ()


class Place(msgspec.Struct):
    at: str
    hp: int = 0


class Said(msgspec.Struct):
    """May be written as one text."""

    bounded = ("much",)

    much: int = 0
    text: str = ""

    @classmethod
    def from_text(cls, text: str) -> Self:
        if "?" in text:
            raise NotUnderstoodError(text, "write it")
        return cls(text=text)


class Table(msgspec.Struct):
    other_words = {"draw pile": "deck"}

    hand: tuple[str, ...] = ()
    deck: Literal["unknown"] | tuple[str, ...] | Pile = "unknown"
    hall: tuple[Annotated[str, Meta(extra={"place": True})], ...] = ()
    line: tuple[Annotated[str, Meta(extra={"sentence": True})], ...] = ()
    turn: Literal["village", "dungeon"] | None = None
    dungeon_deck: int = 0
    is_dark: bool = False
    people: dict[str, Place] = {}
    said: tuple[Said, ...] = ()


def read(text: str) -> Table:
    return decode(parse(text, "f"), Table, called=SAYS).value


def _said(*texts: str) -> Table:
    return Table(said=tuple(Said(text=text) for text in texts))


@pytest.mark.parametrize(
    ("text", "table"),
    [
        ("hand: a, b c", Table(hand=("a", "b c"))),
        ("hand: a (b, c), d", Table(hand=("a (b, c)", "d"))),
        ("hand: a", Table(hand=("a",))),
        ("hand: a / b c", Table(hand=("a", "b c"))),
        ("hand: a; b | c", Table(hand=("a", "b", "c"))),
        ("hand: a/b", Table(hand=("a/b",))),
        ("hand: a, b / c", Table(hand=("a", "b / c"))),
        ("line: move a / b", Table(line=("move a / b",))),
        ("hand: none", Table(hand=())),
        ("hand: {a: 2, b: 1}", Table(hand=("2 x a", "1 x b"))),
        ("deck: {a: 2}", Table(deck=Pile(rest=("2 x a",)))),
        ("deck: {top: [a]}", Table(deck=Pile(top=("a",)))),
        ("deck: UNKNOWN", Table(deck="unknown")),
        ("draw pile: [a]", Table(deck=("a",))),
        ("hall: {2: b, 1: a}", Table(hall=("a", "b"))),
        ("hall: {rank 1: a, rank 2: b}", Table(hall=("a", "b"))),
        ("line: move a, then b", Table(line=("move a, then b",))),
        ("line: |\n  move a, b\n  wait", Table(line=("move a, b", "wait"))),
        ("hand: ['x: y']", Table(hand=("x: y",))),
        ("line: [a b: c]", Table(line=("a b: c",))),
        ("Turn: Village", Table(turn="village")),
        ("Dungeon Deck: '3'", Table(dungeon_deck=3)),
        ("dungeon-deck: +3", Table(dungeon_deck=3)),
        ("is_dark: Yes", Table(is_dark=True)),
        ("people: {A: x, B: {at: y, hp: 2}}", Table(people={"A": Place("x"), "B": Place("y", 2)})),
        ("people: [A: x, B: y]", Table(people={"A": Place("x"), "B": Place("y")})),
        ("said: {A: x y, B: [z z, much 3]}", _said("A: x y", "B: z z", "B: much 3")),
        ("said: [{who: A, says: x y}, {by: B, claims: z}]", _said("A says x y", "B says z")),
        ("said: [A: 3, much: at least 3]", _said("A: 3", "much: at least 3")),
        ("said: {much: 3}", Table(said=(Said(much=3),))),
        ("said: {1: x y, 2: z z}", _said("x y", "z z")),
        ("people: [{name: A, at: x, hp: 1}]", Table(people={"A": Place("x", 1)})),
    ],
)
def test_read(text: str, table: Table) -> None:
    assert read(text) == table


@pytest.mark.parametrize(
    "text",
    [
        "hand: 3",  # how many, not which
        "hall: {1: a, 3: b}",  # who stands in the second place?
        "hand: {1: a, 2: b}",  # one a and two b, or a before b?
        "hand: {a: few}",
        "turn: night",
        "is_dark: maybe",
        "dungeon_deck: many",
        "people: [{name: A, at: x}, {name: A, at: y}]",  # two of one name
        "people: {A: {hp: 2}}",
    ],
)
def test_more_than_one_meaning_is_a_mistake(text: str) -> None:
    with pytest.raises(InputError):
        read(text)


def test_people_are_told_what_was_read() -> None:
    found = decode(parse("hand: a, b\ndeck: {a: 2}\nturn: Village", "f"), Table, called=SAYS)

    assert found.notes == ("read as: `hand: [a, b]` in line 1, `deck: {rest: [2 x a]}` in line 2",)


@pytest.mark.parametrize(
    ("text", "type_", "help_"),
    [
        ("a, b", tuple[str, ...], "write [a, b]"),
        (
            "{1: a, 2: b}",
            tuple[str, ...],
            "write [a, b] if the numbers are places, [1 x a, 2 x b] if they are counts",
        ),
    ],
)
def test_data_of_programs_keeps_its_form(text: str, type_: type[Any], help_: str) -> None:
    found = Diagnostics()
    decode(parse("x: " + text, "f"), dict[str, type_], found)

    assert [each.help for each in found.items] == [help_]
