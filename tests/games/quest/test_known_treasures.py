"""`treasures`: the Treasure deck holds what lies nowhere else. (QUEST-1.12, QUEST-3.6)"""

from __future__ import annotations

from pathlib import Path

import pytest

from tsolve import api
from tsolve.errors import InputError

SHOP = """
game: quest
location: Shop of Wonders
hand: [5 x Lantern, The Reaper]
treasures: [The Reaper, Chain Lightning, Root Stride, Orb of Opposing Forces]
"""


def opened(tmp_path: Path, text: str) -> api.Opened:
    file = tmp_path / "shop.yaml"
    file.write_text(text, encoding="utf-8")
    return api.load(file)


def test_the_deck_holds_what_lies_nowhere_else(tmp_path: Path) -> None:
    # Four Treasures are played with, the hand holds one: each of the other three is as likely as another.
    state = opened(tmp_path, SHOP).state
    (segment,) = state.treasures
    assert segment.order == "shuffled"
    assert sorted(segment.cards) == ["chain_lightning", "orb_of_opposing_forces", "root_stride"]


def test_what_was_owned_is_not_in_the_deck_either(tmp_path: Path) -> None:
    text = SHOP + "owned: [5 x Lantern, The Reaper, Root Stride]\ntreasure_deck: {top: [Chain Lightning]}\n"
    above, below = opened(tmp_path, text).state.treasures
    assert (above.cards, above.order) == (("chain_lightning",), "known")
    assert below.cards == ("orb_of_opposing_forces",)


@pytest.mark.parametrize(
    ("more", "code", "says"),
    [
        ("discard: [Sun of the Forest]", "E317", "Sun of the Forest lies here, and is not among `treasures`"),
        ("treasure_deck: [Chain Lightning]", "E317", "played with, and written nowhere"),
        ("discard: [The Reaper]", "E317", "`treasures` has none left"),
    ],
)
def test_what_cannot_be_is_told(more: str, code: str, says: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        opened(tmp_path, SHOP + more + "\n")
    (problem,) = caught.value.diagnostics
    assert problem.code == code
    assert says in problem.message


def test_only_treasures_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be here: treasures"):
        opened(tmp_path, SHOP.replace("Root Stride", "Dagger"))


def test_chances_of_the_next_treasures_are_exact(tmp_path: Path) -> None:
    # Three in the deck, one of them is Root Stride; two of three are Spells, so the second try cannot fail.
    text = SHOP + "deck: {rest: [6 x Adventurer]}\n"
    events = ("Root Stride is found", "a Spell is found within 2 refills")
    answer = api.odds(opened(tmp_path, text), events=events)
    assert [each.chance.exact for each in answer.events] == ["1/3", "1"]


def test_only_a_treasure_is_found(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="Dagger is no card of the Treasure deck"):
        api.odds(opened(tmp_path, SHOP + "deck: {rest: [Dagger]}\n"), events=["Dagger is found"])
