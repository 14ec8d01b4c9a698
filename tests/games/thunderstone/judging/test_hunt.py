"""Hunting for the smallest position on which two readings differ."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.games.thunderstone.builders import book, ruleset
from tests.sweeping import seeds
from tsolve import api
from tsolve.games.thunderstone.actions import Visit
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.judging.hunt import Dealer, Table, TableParts, TurnManner
from tsolve.worlds.hunt import Example, shrinking, size, walk

PUZZLES = Path(__file__).parents[4] / "puzzles"
HUNTED = sorted(PUZZLES.glob("*/hunted/*.yaml"))
SET_UP_ALONE = {"guardian_depth"}
"""Interpretations that no position shows: they are asked while the Dungeon Deck is made."""


@pytest.mark.parametrize("file", HUNTED, ids=lambda file: file.stem)
def test_hunted_positions_depend_on_their_interpretation(file: Path) -> None:
    """The readings differ on it, and nothing but the one interpretation makes the difference."""
    position = api.load(str(file))
    key, option = next(iter(position.written.interpretations.items()))
    others = [each.id for each in position.ruleset.interpretations[key].options if each.id != option]
    told = [
        api.diff(position, api.Reading("as it is"), api.Reading(other, None, {key: other}))
        for other in others
    ]
    assert any(answer.differences for answer in told)
    assert {maker.key for answer in told for maker in answer.makers} == {key}


def test_there_is_one_for_every_interpretation() -> None:
    hunted = {key for file in HUNTED for key in api.load(str(file)).written.interpretations}
    assert set(ruleset().interpretations) - hunted <= SET_UP_ALONE


@pytest.mark.parametrize("seed", seeds(1, 3))
@pytest.mark.parametrize("key", sorted(set(ruleset().interpretations) - SET_UP_ALONE))
def test_every_reading_is_told_from_its_rivals(key: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Far below the usual bound, whatever the dealing begins with; what is found differs by itself."""
    monkeypatch.setattr("tsolve.api.hunting.KEPT", 1)
    for first, second in api.rivals(None, key):
        answer = api.hunt(first, second, positions=3000, seed=seed)
        assert answer.found, f"{second.name} on {answer.tried} positions"
        assert answer.differences


@pytest.mark.parametrize("seed", range(30))
def test_dealt_positions_can_stand_on_a_table(seed: int) -> None:
    """No card more often than the box holds it, and the first player can begin the turn."""
    rules = book()
    table = Dealer(rules, [["judgement"], ["disease", "haunt"]], 6, Random(seed)).deal()
    cards = [*table.hand, *table.deck, *table.discard, *table.dungeon, *filter(None, table.hall)]
    cards += [card for hand, deck in table.others for card in (*hand, *deck)]
    for card in set(cards) - {"disease"}:
        assert cards.count(card) <= rules.card(card).count
    assert Thunderstone(rules).legal_actions(table.state())


def test_what_is_asked_about_meets_in_many_positions() -> None:
    """The Monster lies in the Hall, where it belongs, and the card of the other ruling in the hand. By chance
    alone the two would meet in one position of several hundred.
    """
    dealer = Dealer(book(), [["judgement"], ["magical_aura"]], 6, Random(1))
    dealt = [dealer.deal() for _ in range(200)]
    assert sum("judgement" in table.hall and "magical_aura" in table.hand for table in dealt) > 60


def test_hands_are_armed() -> None:
    """In half of the positions or more some Hero of the hand can carry a Weapon of it."""
    rules = book()
    dealer = Dealer(rules, (), 6, Random(1))
    armed = 0
    for hand in (dealer.deal().hand for _ in range(200)):
        heroes = [rules.card(card).strength or 0 for card in hand if card in rules.heroes]
        weapons = [rules.card(card).weight or 0 for card in hand if card in rules.weapons]
        armed += bool(heroes and weapons) and max(heroes) >= min(weapons)
    assert armed >= 100


def test_the_monster_that_is_asked_about_is_attacked() -> None:
    """In the dark every battle is otherwise where a point of darkness costs 1. Of three Monsters each would
    be attacked in a third of the lines; the one that is asked about is in more than two thirds.
    """
    games = [Thunderstone(book(light_factor=option)) for option in ("2", "1")]
    table = Table("dungeon", ("amazon_queen",), hall=("ghost", "griffon", "nixie"))
    start = games[0].apply(table.state(), Visit("dungeon"))
    manner = TurnManner({"griffon"})
    lines = [walk(games[0], games[1], (start, start), Random(seed), manner) for seed in range(60)]
    assert lines.count(["attack Griffon"]) > 40


def test_what_only_the_second_game_allows_is_said_in_its_words() -> None:
    """Read as `preparation` the Sorcerer has an ability before the battle, unknown to the first game."""
    games = [Thunderstone(book(sorcerer_timing=option)) for option in ("after_victory", "preparation")]
    table = Table("dungeon", ("elf_sorcerer", "torch"), hall=("griknack_goblin", "", ""))
    start = games[0].apply(table.state(), Visit("dungeon"))
    assert walk(games[0], games[1], (start, start), Random(0), TurnManner()) == [
        "use Elf Sorcerer on Griknack Goblin"
    ]


def test_equal_readings_never_differ() -> None:
    game, same = Thunderstone(book()), Thunderstone(book())
    random = Random(3)
    dealer = Dealer(game.book, (), 6, random)
    states = (dealer.deal().state() for _ in range(40))
    assert all(walk(game, same, (each, each), random, TurnManner()) is None for each in states)


def test_shrinking_keeps_what_matters() -> None:
    """Only the Torch and the second step matter; everything else goes, and what stays is smaller."""
    start = Example(
        Table("dungeon", ("torch", "elf_wizard", "fireball"), ("militia",), (), 3, ("nixie", "ghost", "")),
        ("use Fireball", "attack Nixie"),
    )

    def differs(found: Example[Table]) -> bool:
        return "torch" in found.table.hand and "attack Nixie" in found.line and "nixie" in found.table.hall

    parts = TableParts(book())
    *_, small = shrinking(parts, start, differs)
    assert small == Example(Table("dungeon", ("torch",), hall=("nixie", "", "")), ("attack Nixie",))
    assert size(parts, small) < size(parts, start)


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
    position = api.load(str(file))
    assert (position.written.printing, dict(position.written.interpretations)) == ("pl-1.4", {})
    assert api.diff(position, first, second).differences


def test_what_cards_are_worth_is_hunted_too() -> None:
    """No position is another one by it: only the points are."""
    answer = api.hunt(*api.rivals(None, "soul_gem_vp")[0], positions=400)
    assert {each.what for each in answer.differences} == {"afterwards: Victory Points"}
    assert "Soul Gem" in answer.position
    assert "points: 0" in answer.position
