"""Decoding led by the type: what each accepts, what it reports, and the places of values."""

import enum
import time
from typing import Annotated, Any, Literal, NewType

import msgspec
import pytest
from msgspec import Meta

from tsolve.diagnostics import Diagnostics
from tsolve.errors import Diagnostic, InputError
from tsolve.source.decode import decode
from tsolve.source.decoded import Decoded
from tsolve.source.parse import parse


class Turn(enum.Enum):
    VILLAGE = "village"
    DUNGEON = "dungeon"


class Level(enum.Enum):
    ONE = 1
    TWO = 2


class Gold(msgspec.Struct, frozen=True, tag="gold", tag_field="kind"):
    amount: Annotated[int, Meta(ge=0, le=20)] = 1


class Draw(msgspec.Struct, frozen=True, tag="draw", tag_field="kind"):
    cards: int


class Deck(msgspec.Struct, frozen=True):
    top: list[str] = []
    rest: Literal["unknown"] | list[str] = "unknown"


class Position(msgspec.Struct, frozen=True):
    game: str
    printing: str = "1.4"
    hand: tuple[str, ...] = ()
    village: dict[str, int] = {}
    deck: Deck = Deck()
    xp: Annotated[int, Meta(ge=0)] | None = None
    effects: tuple[Gold | Draw, ...] = ()


class Range(msgspec.Struct, frozen=True):
    low: int
    high: int = 9

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise ValueError(f"low is {self.low} and above high, which is {self.high}")


class Tree(msgspec.Struct, frozen=True):
    name: str
    children: "tuple[Tree, ...]" = ()


class Renamed(msgspec.Struct, frozen=True, rename={"from_": "from"}):
    from_: int


NO_TEXT = 'leave it out, or put the text in quotes; an empty place is "none"'
DIGITS = "write it in plain decimal digits, nine at most"
CardId = NewType("CardId", str)
Small = Annotated[int, Meta(ge=1, le=3)]


def read(text: str, type_: Any) -> Any:
    return decode(parse(text, "p.yaml"), type_).value


def problems(text: str, type_: Any) -> list[Diagnostic]:
    with pytest.raises(InputError) as caught:
        read(text, type_)
    return list(caught.value.diagnostics)


def brief(text: str, type_: Any) -> list[tuple[str, int, int, str]]:
    found = problems(text, type_)
    return [(each.code, each.span.line, each.span.column, each.message) for each in found if each.span]


@pytest.mark.parametrize(
    ("text", "type_", "value"),
    [
        ("[no, yes, on]", list[str], ["no", "yes", "on"]),
        ("[1:30, 017, 1_000, 0x1F, 1e3, .5, 2024-01-01]", list[str],
         ["1:30", "017", "1_000", "0x1F", "1e3", ".5", "2024-01-01"]),
        ("[true, False, '~', 'null', '']", list[str], ["true", "False", "~", "null", ""]),
        ("[2 x Torch, 'a: b']", list[str], ["2 x Torch", "a: b"]),
        ("[0, 7, -3, 999999999, -999999999]", list[int], [0, 7, -3, 999_999_999, -999_999_999]),
        ("[1, 3]", list[Small], [1, 3]),
        ("[4]", list[Annotated[int, Meta(gt=3, lt=5)]], [4]),
        ("[true, false]", list[bool], [True, False]),
        ("[~, null, ]", list[None], [None, None]),
        ("[~, 3]", list[int | None], [None, 3]),
        ("a:\n", dict[str, str | None], {"a": None}),
        ("[village, 'dungeon']", list[Literal["village", "dungeon"]], ["village", "dungeon"]),
        ("[1.4, '1.4']", list[Literal["1.4", "1.2"]], ["1.4", "1.4"]),
        ("[1, a, ~]", list[Literal[1, "a", None]], [1, "a", None]),
        ("[dungeon]", list[Turn], [Turn.DUNGEON]),
        ("[2]", list[Level], [Level.TWO]),
        ("[b, a]", tuple[str, ...], ("b", "a")),
        ("[b, 1]", tuple[str, int], ("b", 1)),
        ("[b, a, b]", frozenset[str], frozenset({"a", "b"})),
        ("[b, a, b]", set[str], {"a", "b"}),
        ("{no: 1, 017: 2}", dict[str, int], {"no": 1, "017": 2}),
        ("{dungeon: 1}", dict[Turn, int], {Turn.DUNGEON: 1}),
        ("{1: a}", dict[int, str], {1: "a"}),
        ("{}", dict[str, int], {}),
        ("[polearm]", list[CardId], ["polearm"]),
        ("{from: 3}", Renamed, Renamed(3)),
        ("{name: a, children: [{name: b}]}", Tree, Tree("a", (Tree("b"),))),
        ("{kind: gold}", Gold, Gold(1)),
        ("[{kind: draw, cards: 2}, {amount: 3, kind: gold}]", list[Gold | Draw], [Draw(2), Gold(3)]),
        ("[{a: [1, '1', no, true, ~, 017, 12345678901]}]", Any,
         [{"a": [1, "1", "no", True, None, "017", "12345678901"]}]),
        ("{a: {b: {c: 1}}}", dict[str, dict[str, Any]], {"a": {"b": {"c": 1}}}),
        ("{a: 1}", dict, {"a": 1}),
    ],
)  # fmt: skip
def test_accepted(text: str, type_: Any, value: object) -> None:
    result = read(text, type_)

    assert result == value
    assert type(result) is type(value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("5", 5),
        ("'5'", "5"),
        ("05", "05"),
        ("1.5", "1.5"),
        ("Torch", "Torch"),
        ("true", True),
        ("'true'", "true"),
        ("[a, b]", ["a", "b"]),
        ("{low: 1}", Range(1)),
        ("x: \n", None),
    ],
)
def test_unions_go_by_the_shape_of_the_value(text: str, value: object) -> None:
    wrapped = text if text.startswith("x") else f"x: {text}"

    assert read(wrapped, dict[str, str | int | bool | list[str] | Range | None]) == {"x": value}


@pytest.mark.parametrize(
    ("text", "type_", "code", "message", "help_"),
    [
        ("[a]", str, "E201", "expected a text, found a list", ""),
        ("{a: 1}", str, "E201", "expected a text, found a mapping",
         ""),
        (
            "x: [Brute takes a perk: remove two -1]",
            dict[str, list[str]],
            "E201",
            "expected a text, found a mapping",
            'write "Brute takes a perk: remove two -1"',
        ),
        ('Brute enhances "Trample" top: poison, level 1', str, "E201", "expected a text, found a mapping",
         'write "Brute enhances \\"Trample\\" top: poison, level 1"'),
        ("~", str, "E201", "expected a text, found nothing", NO_TEXT),
        ("a, b", list[str], "E201", 'expected a list, found "a, b"',
         "write [a, b]"),
        ("none", list[str], "E201", 'expected a list, found "none"', "write []"),
        ("3", list[str], "E201", 'expected a list, found "3"', "a list says what there is, not how much"),
        ("a", Literal["x"] | list[str], "E207", 'expected x or a list, found "a"',
         "write [a]"),
        ("[Polearm, Torch]", dict[str, int], "E201", "expected a mapping, found a list",
         "write a number for each name: {Polearm: 1}"),
        ("{1: Goblin, 2: none}", list[str], "E201", "expected a list, found a mapping",
         "write [Goblin, none] if the numbers are places, [1 x Goblin, 2 x none] if they are counts"),
        ("[Mine: Goblin, Crypt: none]", dict[str, str], "E201", "expected a mapping, found a list",
         "write {Mine: Goblin, Crypt: none}"),
        ("X", Literal["x", "y"], "E207", 'expected x or y, found "X"', 'it is written "x"'),
        ("~", list[str], "E201", "expected a list, found nothing", "leave the key out, or write []"),
        ("~", dict[str, int], "E201", "expected a mapping, found nothing", "leave the key out, or write {}"),
        ("[a]", Deck, "E201", "expected a mapping, found a list",
         "write keys with their values, such as {top: ...}; known keys: top or rest"),
        ("a", dict[str, str], "E201", 'expected a mapping, found "a"',
         "write a value for each name: {name: value}"),
        ("a", None, "E201", 'expected nothing, found "a"', ""),
        ("[a]", int, "E201", "expected a whole number, found a list", ""),
        ("~", int, "E201", "expected a whole number, found nothing", ""),
        ("five", int, "E204", 'expected a whole number, found "five"', ""),
        ("'5'", int, "E204", 'expected a whole number, found "5"', "remove the quotes"),
        ("017", int, "E204", 'expected a whole number, found "017"', DIGITS),
        ("1_000", int, "E204", 'expected a whole number, found "1_000"', DIGITS),
        ("+5", int, "E204", 'expected a whole number, found "+5"', DIGITS),
        ("1.5", int, "E204", 'expected a whole number, found "1.5"', ""),
        ("٣", int, "E204", 'expected a whole number, found "٣"', ""),
        ("1000000000", int, "E204", 'expected a whole number, found "1000000000"', DIGITS),
        ("9" * 10_000, int, "E204", f'expected a whole number, found "{"9" * 37}..."', DIGITS),
        ("4", Small, "E205", "4 is out of range, expected 1 to 3", ""),
        ("-1", Annotated[int, Meta(ge=0)], "E205", "-1 is out of range, expected at least 0", ""),
        ("3", Annotated[int, Meta(lt=3)], "E205", "3 is out of range, expected at most 2", ""),
        ("yes", bool, "E206", 'expected true or false, found "yes"', ""),
        ("'true'", bool, "E206", 'expected true or false, found "true"', ""),
        ("[a]", bool, "E206", "expected true or false, found a list", ""),
        ("vilage", Literal["village", "dungeon"], "E207", 'expected dungeon or village, found "vilage"',
         'did you mean "village"?'),
        ("dungon", Turn, "E207", 'expected village or dungeon, found "dungon"', 'did you mean "dungeon"?'),
        ("3", Level, "E207", 'expected 1 or 2, found "3"', ""),
        ("'1'", Level, "E207", 'expected 1 or 2, found "1"', ""),
        ("[a]", Turn, "E201", "expected village or dungeon, found a list", ""),
        ("[]", Annotated[list[str], Meta(min_length=1)], "E208", "expected at least 1 entries, found 0", ""),
        ("{a: 1, b: 2}", Annotated[dict[str, int], Meta(max_length=1)], "E208",
         "expected at most 1 entries, found 2", ""),
        ("[a]", tuple[str, int], "E208", "expected 2 entries, found 1", ""),
        ("abc", Annotated[str, Meta(max_length=2)], "E208", "expected at most 2 characters, found 3", ""),
        ("x" * 501, str, "E208", "expected at most 500 characters, found 501", ""),
        ("a" + " " * 20_000 + "b", int | str | None, "E208",
         "expected at most 500 characters, found 20,002", ""),
        (f"{{{'x' * 501}: 1}}", dict[str, int], "E208", "expected at most 500 characters, found 501", ""),
        ("a b", Annotated[str, Meta(pattern="^[a-z_]+$")], "E209",
         '"a b" does not have the form ^[a-z_]+$', ""),
        ("{low: 10}", Range, "E210", "low is 10 and above high, which is 9", ""),
        ("{hihg: 1, low: 1}", Range, "E202", 'unknown key "hihg"', 'did you mean "high"?'),
        ("{zzz: 1, low: 1}", Range, "E202", 'unknown key "zzz"', "known keys: low or high"),
        ("{high: 1}", Range, "E203", 'the key "low" is missing', ""),
        ("{amount: 1}", Gold, "E203", 'the key "kind" is missing', ""),
        ("{amount: 1}", Gold | Draw, "E203", 'the key "kind" is missing: draw or gold', ""),
        ("{kind: gld}", Gold | Draw, "E207", 'expected draw or gold, found "gld"', 'did you mean "gold"?'),
        ("{kind: [gold]}", Gold | Draw, "E207", "expected draw or gold, found a list", ""),
        ("{kind: silver}", Gold, "E207", 'expected gold, found "silver"', ""),
        ("unknwn", Literal["unknown"] | list[str], "E207", 'expected unknown or a list, found "unknwn"',
         'did you mean "unknown"?'),
        ("x", int | list[int], "E201", 'expected a whole number or a list, found "x"',
         "write [x]"),
        ("'3'", int | None, "E204", 'expected a whole number, found "3"', "remove the quotes"),
        ("12345678901", str | int, "E204", 'expected a whole number, found "12345678901"', DIGITS),
        ("[a]", str | int, "E201", "expected a text or a whole number, found a list", ""),
        ("{a: 1}", str | list[str], "E201", "expected a text or a list, found a mapping",
         "write [1 x a]"),
    ],
)  # fmt: skip
def test_refused(text: str, type_: Any, code: str, message: str, help_: str) -> None:
    found = problems(f"- {text}\n", tuple[type_, ...])  # in a list, since nothing may stand alone in a file

    assert [(each.code, each.message, each.help) for each in found] == [(code, message, help_)]


BAD = """\
gam: thunderstone
printing: [1.4]
hand: [Torch, [a], {b: c}]
village:
  Torch: 05
  Banish: 3
deck: {top: x, rest: unknwn}
xp: -1
effects:
- kind: gold
  amount: 21
- kind: draw
  card: 2
"""


def test_everything_is_reported_in_one_run_with_its_place() -> None:
    assert [(code, line, column) for code, line, column, _ in brief(BAD, Position)] == [
        ("E202", 1, 1),  # gam
        ("E203", 1, 1),  # game
        ("E201", 2, 11),
        ("E201", 3, 15),
        ("E201", 3, 20),
        ("E204", 5, 10),
        ("E201", 7, 13),
        ("E207", 7, 22),
        ("E205", 8, 5),
        ("E205", 11, 11),
        ("E203", 12, 3),  # cards
        ("E202", 13, 3),  # card
    ]
    assert [code for code, *_ in brief("{low: 10, high: x}", Range)] == ["E204"]  # not of the whole, too


GOOD = """\
game: no
printing: 1.4
hand: [Torch,
       017]
village: {Short Sword: 5}
deck:
  top: [Militia]
xp: ~
effects:
- kind: draw
  cards: 2
"""


def test_values_keep_their_places() -> None:
    decoded: Decoded[Position] = decode(parse(GOOD, "p.yaml"), Position)

    assert decoded.value == Position(
        game="no",
        printing="1.4",
        hand=("Torch", "017"),
        village={"Short Sword": 5},
        deck=Deck(["Militia"]),
        effects=(Draw(2),),
    )
    assert {path: (span.line, span.column) for path, span in decoded.spans.items()} == {
        (): (1, 1),
        ("game",): (1, 7),
        ("printing",): (2, 11),
        ("hand",): (3, 7),
        ("hand", 0): (3, 8),
        ("hand", 1): (4, 8),
        ("village",): (5, 10),
        ("village", "Short Sword"): (5, 24),
        ("deck",): (7, 3),
        ("deck", "top"): (7, 8),
        ("deck", "top", 0): (7, 9),
        ("xp",): (8, 5),
        ("effects",): (10, 1),
        ("effects", 0): (10, 3),
        ("effects", 0, "kind"): (10, 9),
        ("effects", 0, "cards"): (11, 10),
    }
    assert decoded.span("deck", "rest") == decoded.span("deck")  # the nearest around it
    assert decoded.span("discard", 3) == decoded.span()
    assert decoded.key_span("hand", 7) == decoded.span("hand")
    assert decoded.key_span("village", "Short Sword").column == 11
    assert (decoded.key_span("deck", "top").line, decoded.key_span("deck", "top").column) == (7, 3)


def test_with_a_collector_the_sound_parts_remain() -> None:
    diagnostics = Diagnostics()
    text = "game: x\nhand: [[a], Torch]\nvillage: {Torch: x, Banish: 3}\nxp: -1\nwrong: 1\n"
    decoded = decode(parse(text, "p.yaml"), Position, diagnostics)

    assert decoded.value == Position("x", hand=("Torch",), village={"Banish": 3})
    assert decoded.span("hand", 0).column == 13  # of Torch, the first entry that remains
    assert [each.code for each in diagnostics.items] == ["E201", "E204", "E205", "E202"]


def test_with_a_collector_nothing_usable_raises_with_what_was_collected_before() -> None:
    diagnostics = Diagnostics()
    diagnostics.report("E101", "another file")

    with pytest.raises(InputError) as caught:
        decode(parse("hand: []", "p.yaml"), Position, diagnostics)
    assert [each.code for each in caught.value.diagnostics] == ["E101", "E203"]


def test_types_that_files_cannot_hold_are_a_bug_of_the_program() -> None:
    with pytest.raises(TypeError, match="cannot be read from a file"):
        read("[1.5]", list[float])


def test_many_mistakes_are_found_quickly() -> None:
    text = "{" + ", ".join(f"printng{i}: 1" for i in range(10_000)) + "}"
    node = parse(text, "p.yaml")
    start = time.process_time()
    with pytest.raises(InputError) as caught:
        decode(node, Position)

    assert time.process_time() - start < 1
    assert caught.value.diagnostics[-1].message == "more problems are not shown"
