"""Positions that a program writes: what they become, and where their mistakes are."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.pages import ROOT
from tests.sweeping import seeds
from tsolve import api
from tsolve.errors import InputError, MissingFileError, UnreadableError, UsageError
from tsolve.report.mistakes import mistakes_as_text
from tsolve.source.data import Data

PUZZLES = sorted((ROOT / "puzzles").rglob("*.yaml"))


def mistakes(game: str = "thunderstone", **keys: Data) -> list[tuple[str, str]]:
    """The code and the place of every problem."""
    with pytest.raises(InputError) as caught:
        api.position(game=game, **keys)
    return [(each.code, str(each.span)) for each in caught.value.diagnostics]


def test_data_say_the_same_as_the_file() -> None:
    for path in PUZZLES[:: len(PUZZLES) // len(seeds(400, len(PUZZLES)))]:
        position = api.load(path)

        assert api.position(**api.data_of(position)).state == position.state, path


def test_a_position_is_judged_like_a_file() -> None:
    # Militia 1 + Dagger 1 - 2 for the one point of Light that Rank 1 lacks: 0
    position = api.position(
        game="thunderstone",
        turn="dungeon",
        hand=["Militia", "Dagger"],
        deck=[],
        hall=["Griknack Goblin", "none", "none"],
        line=["equip Dagger on Militia", "attack Griknack Goblin"],
        claims=[{"total": 0, "against": "Griknack Goblin"}],
    )

    answer = api.check(position)

    assert (answer.verdict, answer.holds, answer.exit_code, answer.file) == ("holds", True, 0, "")
    assert answer.line is not None
    assert [step.line for step in answer.line.steps] == [None] * len(answer.line.steps)


def test_quest_too() -> None:
    # 5 attack against the Goblin Berserker in the Mine, who has health 4 and 1 from the room. (QE-8)
    position = api.position(
        game="quest",
        turn="dungeon",
        hand=["5 x Adventurer"],
        dungeon={"Mine": "Goblin Berserker", "Abandoned Gate": "Goblin Warrior"},
        line=["move to the Mine", "battle Goblin Berserker"],
        claims=[{"total": 5, "against": "Goblin Berserker"}],
    )

    assert api.check(position).holds


def test_every_mistake_has_the_path_of_its_key() -> None:
    assert mistakes(
        turn="dungeon",
        hand=["Militia", "Miltia"],
        hall=["Kingdom", None, "Nixie"],
        line=["attack Griknack Gobin"],
        claims=[{"totel": 12, "against": "Kingdom"}],
    ) == [
        ("E302", "hand[1]"),
        ("E201", "hall[1]"),
        ("E302", "line[0]"),
        ("E202", "claims[0].totel"),
    ]
    assert mistakes(game="quest", dungeon={"Mine": "Nobody at all", "No Room": "none"}) == [
        ("E302", "dungeon.Mine"),
        ("E302", 'dungeon["No Room"]'),
    ]
    assert mistakes(game="chess") == [("E301", "game")]
    assert mistakes(turn="dungon") == [("E207", "turn")]
    assert mistakes(printing="9.9") == [("E411", "printing")]
    assert mistakes(interpretations={"zero_rule": "none"}) == [("E413", "interpretations.zero_rule")]


def test_a_mistake_is_shown_with_its_value_and_what_to_do() -> None:
    with pytest.raises(InputError) as caught:
        api.position(game="thunderstone", turn="dungeon", hand=["Militia"], line=["attack Griknack Gobin"])

    assert str(caught.value) == (
        'line[0]: error E302: unknown card "Griknack Gobin"; did you mean "Griknack Goblin"?'
    )
    assert mistakes_as_text(caught.value.diagnostics).splitlines()[1:] == [
        "     | attack Griknack Gobin",
        '     |        ^^^^^^^^^^^^^^ did you mean "Griknack Goblin"?',
    ]


def test_what_no_file_could_hold_is_refused() -> None:
    deep: list[Data] = []
    deep.append(deep)

    assert mistakes(hand={"Militia"}) == [("E201", "hand")]  # type: ignore[arg-type]
    assert mistakes(xp=1.5) == [("E201", "xp")]  # type: ignore[arg-type]
    assert mistakes(village={("a", "b"): 1}) == [("E116", "village")]  # type: ignore[dict-item]
    assert mistakes(village={"1": 1, 1: 1}) == [("E115", 'village["1"]')]  # type: ignore[dict-item]
    assert mistakes(title="a\x1bb") == [("E106", "title")]
    assert mistakes(title="a" * 70_000) == [("E110", "title")]
    assert [code for code, _ in mistakes(hand=deep)] == ["E108"]
    assert [code for code, _ in mistakes(hand=["Militia"] * 60_000)] == ["E109"]


def test_some_keys_of_a_position_are_changed(tmp_path: Path) -> None:
    file = tmp_path / "dispute.yaml"
    file.write_text(
        "game: thunderstone\nturn: dungeon\nhand: [Militia]\ndeck: []\n"
        "hall: [Kingdom, none, none]\nline: [attack Kingdom]\n",
        encoding="utf-8",
    )
    position = api.load(file, "pl-1.4", {"light_factor": "1"})

    # Militia 1, and 1 for the point of Light that Rank 1 lacks: 0
    other = api.changed(position, line=[], claims=[{"total": 0, "against": "Kingdom"}])

    assert other.printing == "pl-1.4"
    assert other.readings["light_factor"] == "1"
    assert api.check(other).claims[0].verdict == "confirmed"
    assert api.changed(other, printing="1.4", interpretations={}).readings["light_factor"] == "2"
    with pytest.raises(InputError, match=r"^hand\[0\]: error E302"):
        api.changed(position, hand=["Miltia"])
    with pytest.raises(InputError, match=r'dispute.yaml:5:8: error E302: unknown card "Kingdom"'):
        api.changed(api.load(file), game="quest")


def test_a_later_point_of_a_turn_is_not_changed() -> None:
    position = api.position(game="thunderstone")
    position.decoded = type(position.decoded)(position.written, {}, {})

    with pytest.raises(UsageError, match="neither loaded nor built"):
        api.changed(position, hand=[])


def test_files_are_named_as_they_were_read(tmp_path: Path) -> None:
    file = tmp_path / "asks.yaml"
    file.write_text("game: thunderstone\nturn: dungeon\nhand: [Militia]\n", encoding="utf-8")
    position = api.load(file)

    assert position.file == api.check(position).file == api.legal(position).file == str(file)
    assert api.legal(position, Path("other.yaml")).file == "other.yaml"
    assert api.loads("game: thunderstone\n").file == "<text>"


def test_a_missing_file_is_what_python_calls_so(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as missing:
        api.load(tmp_path / "none.yaml")
    with pytest.raises(UnreadableError, match="E102: this is a directory"):
        api.load(tmp_path)

    assert isinstance(missing.value, MissingFileError)
    assert missing.value.filename == str(tmp_path / "none.yaml")


@pytest.mark.parametrize(
    ("written", "game"),
    [
        ("Thunderstone Quest", "quest"),
        ("thunderstone-quest", "quest"),
        ("QUEST", "quest"),
        ("dragonspire", "thunderstone"),
    ],
)
def test_a_game_may_be_called_by_its_title_or_a_box(written: str, game: str) -> None:
    assert api.position(game=written).written.game == game


def test_a_game_is_known_by_its_spelling() -> None:
    with pytest.raises(InputError) as raised:
        api.position(game="qest")

    assert raised.value.diagnostics[0].help == 'did you mean "quest"?'
