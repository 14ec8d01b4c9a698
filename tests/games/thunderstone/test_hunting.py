"""Hunting for the smallest position on which two readings differ."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.games.thunderstone.builders import book, ruleset
from tsolve import api
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.hunting.dealing import Dealer
from tsolve.games.thunderstone.hunting.shrinking import shrink
from tsolve.games.thunderstone.hunting.table import Found, Table, size
from tsolve.games.thunderstone.hunting.walking import walk

PUZZLES = Path(__file__).parents[3] / "puzzles"
HUNTED = sorted(PUZZLES.glob("*/hunted/*.yaml"))
SET_UP_ALONE = {"guardian_depth"}
"""Interpretations that no position shows: they are asked while the Dungeon Deck is made."""


@pytest.mark.parametrize("file", HUNTED, ids=lambda file: file.stem)
def test_hunted_positions_depend_on_their_interpretation(file: Path) -> None:
    """The readings differ on it, and nothing but the one interpretation makes the difference."""
    opened = api.load(str(file))
    key, option = next(iter(opened.position.interpretations.items()))
    others = [each.id for each in opened.ruleset.interpretations[key].options if each.id != option]
    told = [
        api.diff(opened, api.Reading("as it is"), api.Reading(other, None, {key: other})) for other in others
    ]
    assert any(answer.differences for answer in told)
    assert {maker.key for answer in told for maker in answer.makers} == {key}


def test_there_is_one_for_every_interpretation() -> None:
    hunted = {key for file in HUNTED for key in api.load(str(file)).position.interpretations}
    assert set(ruleset().interpretations) - hunted <= SET_UP_ALONE


@pytest.mark.parametrize("seed", range(30))
def test_dealt_positions_can_stand_on_a_table(seed: int) -> None:
    """No card more often than the box holds it, and the first player can begin the turn."""
    rules = book()
    table = Dealer(rules, ["judgement"], 6, Random(seed)).deal()
    cards = [*table.hand, *table.deck, *table.discard, *table.dungeon, *filter(None, table.hall)]
    cards += [card for hand, deck in table.others for card in (*hand, *deck)]
    for card in set(cards) - {"disease"}:
        assert cards.count(card) <= rules.card(card).count
    assert Thunderstone(rules).legal_actions(table.state())


def test_equal_readings_never_differ() -> None:
    game, same = Thunderstone(book()), Thunderstone(book())
    random = Random(3)
    dealer = Dealer(game.book, (), 6, random)
    assert all(walk(game, same, dealer.deal().state(), random) is None for _ in range(40))


def test_shrinking_keeps_what_matters() -> None:
    """Only the Torch and the second step matter; everything else goes, and what stays is smaller."""
    start = Found(
        Table("dungeon", ("torch", "elf_wizard", "fireball"), ("militia",), (), 3, ("nixie", "ghost", "")),
        ("use Fireball", "attack Nixie"),
    )

    def differs(found: Found) -> bool:
        return "torch" in found.table.hand and "attack Nixie" in found.line and "nixie" in found.table.hall

    small = shrink(book(), start, differs)
    assert small == Found(Table("dungeon", ("torch",), hall=("nixie", "", "")), ("attack Nixie",))
    assert size(book(), small) < size(book(), start)


def test_a_hunt_is_the_same_every_time_and_says_its_bounds() -> None:
    first, second = api.rivals(None, "pegasus_trophy")[0]
    answer = api.hunt(first, second, positions=400)
    assert answer == api.hunt(first, second, positions=400)
    assert answer.found
    assert answer.tried <= 400
    other = api.hunt(*api.rivals(None, "guardian_depth")[0], positions=50)
    assert not other.found
    assert other.tried == 50
    assert "hands of 1 to 6 cards of base and dragonspire" in other.bounds


def test_two_printings_differ_on_the_position_that_is_written(tmp_path: Path) -> None:
    """The file names the first printing and no reading of it, so that `diff` may ask for the second."""
    first, second = api.Reading("pl", "pl-1.4"), api.Reading("it", "it-1.0")
    file = tmp_path / "hunted.yaml"
    file.write_text(api.hunt(first, second, positions=400, sets=("base",)).position, "utf-8")
    opened = api.load(str(file))
    assert (opened.position.printing, dict(opened.position.interpretations)) == ("pl-1.4", {})
    assert api.diff(opened, first, second).differences


def test_what_cards_are_worth_is_hunted_too() -> None:
    """No position is another one by it: only the points are."""
    answer = api.hunt(*api.rivals(None, "soul_gem_vp")[0], positions=400)
    assert {each.what for each in answer.differences} == {"afterwards: Victory Points"}
    assert "Soul Gem" in answer.position
    assert "points: 0" in answer.position
