"""Texts, the typed queries that they mean, and answers of the library to them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tsolve import api
from tsolve.errors import InputError, UsageError
from tsolve.games.thunderstone.why_not.queries import (
    Act,
    Attack,
    Buy,
    Defeat,
    Equip,
    LevelUp,
    Query,
    Reach,
    read_query,
)
from tsolve.model.why_not import WhyNotAnswer

MEANT: dict[str, Query] = {
    "attack Blink Dog": Attack("Blink Dog"),
    "Attack the Blink Dog!": Attack("Blink Dog"),
    "fight Blink Dog in Rank 2": Attack("Blink Dog", 2),
    "attack Rank 2": Attack("", 2),
    "attack the Monster in Rank 3": Attack("", 3),
    "defeat Uyril Unending": Defeat("Uyril Unending"),
    "beat  Uyril   Unending?": Defeat("Uyril Unending"),
    "slay Kingdom in rank 1": Defeat("Kingdom", 1),
    "equip Polearm on Militia": Equip("Polearm", "Militia"),
    "equip Militia with Polearm": Equip("Polearm", "Militia"),
    "buy Flaming Sword": Buy("Flaming Sword"),
    "buy a Torch": Buy("Torch"),
    "level up Militia to Elf Wizard": LevelUp("Militia", "Elf Wizard"),
    "level Militia up to Elf Wizard": LevelUp("Militia", "Elf Wizard"),
    "level up Militia": LevelUp("Militia"),
    "reach attack 14": Reach("attack", 14),
    "reach attack value 14 against the Kingdom": Reach("attack", 14, "Kingdom"),
    "get 3 magic attack against Sphinx": Reach("magic", 3, "Sphinx"),
    "reach light 2": Reach("light", 2),
    "make 7 gold": Reach("gold", 7),
    "reach experience 3": Reach("xp", 3),
    "use Banish": Act("use Banish"),
    "attack nobody": Act("attack nobody"),
    "throw Spear": Act("throw Spear"),
}


@pytest.mark.parametrize("text", MEANT)
def test_a_text_means(text: str) -> None:
    assert read_query(text) == MEANT[text]


@pytest.mark.parametrize("text", ["", " ", "?", "reach", "reach attack", "reach the stars", "x" * 301])
def test_what_makes_no_sense(text: str) -> None:
    with pytest.raises(UsageError):
        read_query(text)


def ask(tmp_path: Path, content: str, *queries: object) -> list[WhyNotAnswer]:
    """The answers about a position."""
    path = tmp_path / "position.yaml"
    path.write_text("game: thunderstone\n" + content, encoding="utf-8")
    position = api.load(str(path))
    return [api.why_not(position, query) for query in queries]


BRUCE = "puzzles/thunderstone/examples/bruce.yaml"


def test_typed_queries_and_texts_have_the_same_answers() -> None:
    position = api.load(str(Path(__file__).parents[4] / BRUCE))
    pairs = [
        (Equip("Polearm", "Militia"), "equip Polearm on Militia"),
        (Defeat("Suffering"), "defeat Suffering"),
        (Attack("Suffering"), "attack Suffering"),
        (Reach("attack", 12, "Uyril Unending"), "reach attack 12 against Uyril Unending"),
        (Act("use Banish"), "use Banish"),
    ]
    for typed, text in pairs:
        answer = api.why_not(position, typed)
        assert answer == api.why_not(position, text)
        assert answer.verdict == "possible"
        assert answer.line is not None
        assert answer.line.legal


def test_the_rulebooks_example_reaches_twelve_and_no_more() -> None:
    # bruce.yaml: 2 + 14 - 4 = 12 is the line of the rulebook; with Uyril in Rank 1, where Banish can put it,
    # the penalty is 2, and the same cards come to 14. tsolve solve --goal value proves that 14 is the most.
    position = api.load(str(Path(__file__).parents[4] / BRUCE))
    best = api.solve(position, goal="total", target="Uyril Unending", backend="exact").solution.objective[0]

    assert api.why_not(position, Reach("attack", best, "Uyril Unending")).verdict == "possible"
    above = api.why_not(position, Reach("attack", best + 1, "Uyril Unending"), time_limit=20)
    assert above.verdict != "possible"


def test_another_reading_may_make_it_possible(tmp_path: Path) -> None:
    # Two Militia 2 in Rank 1 in the dark: 2 - 2 = 0, or 2 - 1 = 1 where each point costs 1
    content = "turn: dungeon\nhand: [2 x Militia]\ndeck: []\nhall: [Grudgebeast, none, none]\n"
    (usual,) = ask(tmp_path, content, Reach("attack", 1))
    (other,) = ask(tmp_path, content + "interpretations: {light_factor: 1}\n", Reach("attack", 1))

    assert (usual.verdict, other.verdict) == ("impossible", "possible")
    assert "light_factor" in {reading.key for reading in usual.readings}


@pytest.mark.parametrize(
    ("query", "error"),
    [
        (Defeat("Nobody"), InputError),
        (Defeat("Torch"), UsageError),
        (Attack(), UsageError),
        (Attack("", 4), UsageError),
        (Reach("gold", 3, "Kingdom"), UsageError),
        (Reach("attack", -1), UsageError),
        (Reach("beauty", 1), UsageError),  # type: ignore[arg-type]
        (Act("dance"), InputError),
        ("", UsageError),
    ],
)
def test_bad_queries(query: object, error: type[Exception], tmp_path: Path) -> None:
    content = "turn: dungeon\nhand: [Militia]\ndeck: []\nhall: [Kingdom, none, none]\n"
    with pytest.raises(error):
        ask(tmp_path, content, query)


def test_in_the_middle_of_a_turn_no_reading_changes_the_cards() -> None:
    """The Elf Sorcerer may move a Monster when Lord Mortis has fallen: by Spoils, or in the preparation by
    another reading (sorcerer_timing). She waits as she is: 1 + 3 = 4 against Health 4; her Light 2 and the
    Torch's 1 make up for Rank 2 and Light -1.
    """
    file = api.loads(
        b"""\
game: thunderstone
printing: it-1.0
turn: dungeon
hand: [Elf Sorcerer, Militia, Torch]
deck: []
hall: [Mythlurian, Lord Mortis, Griffon]
dungeon_deck: unknown
line: [attack Lord Mortis]
claims: [{can: attack Lord Mortis, after: 1}]
""",
        "p.yaml",
    )
    (claim,) = api.check(file).claims
    assert claim.verdict == "refuted"
