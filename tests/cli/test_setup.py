"""`tsolve setup`, and what `tsolve simulate` cannot use."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Tsolve
from tests.sweeping import seeds
from tsolve import api
from tsolve.errors import UsageError
from tsolve.model.lookups import GameAnswer, TurnAnswer
from tsolve.model.plays import SetupAnswer


def names_of(answer: SetupAnswer) -> dict[str, tuple[str, ...]]:
    return {part.heading: part.names for part in answer.parts}


@pytest.mark.parametrize("sets", [("base",), ("dragonspire",), ("base", "dragonspire")])
@pytest.mark.parametrize("seed", seeds(2, 6))
def test_thunderstone_by_the_book(seed: int, sets: tuple[str, ...]) -> None:
    answer = api.set_up(seed, players=3, sets=sets)
    found = names_of(answer)

    # TS-2.1, TS-2.2: three Monster groups, a Thunderstone, four Hero groups, eight Village cards.
    counts = {"Monsters": 3, "Thunderstone": 1, "Heroes": 4, "Village": 8, "Hall": 3, "First hand": 6}
    assert {heading: len(found[heading]) for heading in counts} == counts
    position = api.loads(answer.position.encode(), "table.yaml")
    # Six Militia of each of three players are gone: 30 - 18 = 12 are for sale.
    assert "Militia: 12" in answer.position
    # TS-2.1: 30 Monsters and the Thunderstone with the Features, less three in the Hall.
    come = api.odds(position, refills=1, events=["the Thunderstone comes"]).supplies[0].cards
    assert sum(count for count, _ in come) >= 28


@pytest.mark.parametrize("seed", seeds(2, 10))
def test_a_longer_game(seed: int, tsolve: Tsolve, tmp_path: Path) -> None:
    """TS-2.1: four groups are 40 Monsters and the Thunderstone; three of these 41 cards are in the Hall."""
    wished = ("setup", "--use", "groups=4", "--seed", str(seed), "--output", "long.yaml")
    assert tsolve(*wished).code == 0
    supplies = api.odds(api.load(tmp_path / "long.yaml"), refills=1).supplies
    assert sum(count for count, _ in supplies[0].cards) == 38

    assert tsolve("simulate", "long.yaml", "--seed", str(seed), "--quiet").code == 0
    assert_played_on(played_on(seed, 2, selection={"groups": ["4"]}))


def test_the_game_may_be_a_word(tsolve: Tsolve) -> None:
    assert (
        tsolve("setup", "quest", "--seed", "1").out == tsolve("setup", "--game", "quest", "--seed", "1").out
    )
    assert "Scenario" in tsolve("setup", "Gloomhaven", "scenario", "1", "--seed", "1").out
    one_game = ("--players", "quick", "--quiet")
    by_word, by_option = (tsolve("simulate", *game, *one_game) for game in (("thunderstone",), ()))
    assert by_word.out == by_option.out
    assert tsolve("setup", "quest", "--game", "gloomhaven").code == 2


@pytest.mark.parametrize("seed", seeds(2, 6))
def test_quest_by_the_book(seed: int) -> None:
    answer = api.set_up(seed, players=4, game="quest")
    found = names_of(answer)

    # QUEST-1: a Hero of each Class, eight stacks, a group of Monsters of each level, seven rooms, a Guardian.
    counts = {"Heroes": 4, "Market": 8, "Monsters": 3, "Dungeon": 7, "Guardian": 1, "First hand": 6}
    assert {heading: len(found[heading]) for heading in counts} == counts
    position = api.loads(answer.position.encode(), "table.yaml")
    # QUEST-1.5, QUEST-1.7: ten Monsters of each level less two in its rooms, and six Guardian Keys.
    supplies = api.odds(position, refills=1).supplies
    come = [supply for supply in supplies if supply.id.startswith("level")]
    assert sum(count for supply in come for count, _ in supply.cards) == 30


def test_what_the_rulebook_suggests() -> None:
    found = names_of(api.set_up(first_game=True))

    assert found["Heroes"] == ("Elf", "Lorigg", "Regian", "Thyrian")  # TS-2.4


@pytest.mark.parametrize("seed", seeds(3, 8))
def test_wishes(seed: int) -> None:
    wanted = ["Feayn", "a Spell and 2 x Weapon", "a Dragon"]
    answer = api.set_up(seed, wanted=wanted, unwanted=["Polearm", "a Villager"])
    found = names_of(answer)

    cards = {each.name: each for each in api.ruleset("thunderstone").cards.values()}
    subtypes = [word for name in found["Village"] for word in cards[name].subtypes]
    assert "Feayn" in found["Heroes"]
    assert "Dragon" in found["Monsters"]
    assert "spell" in subtypes
    assert subtypes.count("weapon") >= 2
    assert "villager" not in subtypes
    assert "Polearm" not in found["Village"]


def test_a_wish_is_about_all_that_is_drawn() -> None:
    """Undead is a race of Heroes, whom Quest 4 sells, and a keyword of the Ancient Adventurers."""
    with_them = api.set_up(1, game="quest", wanted=["Undead"])
    without = [api.set_up(seed, game="quest", unwanted=["Undead"]) for seed in range(6)]

    assert "Ancient Adventurers" in names_of(with_them)["Monsters"]
    assert all("Ancient Adventurers" not in names_of(each)["Monsters"] for each in without)
    with pytest.raises(UsageError, match="has what is wished for: no Undead"):
        api.set_up(1, game="quest", selection={"monsters": ["Ancient Adventurers"]}, unwanted=["Undead"])


def test_the_same_seed_sets_the_same_table_up() -> None:
    wanted = ["a Light source"]

    assert api.set_up(7, wanted=wanted) == api.set_up(7, wanted=wanted)
    assert api.set_up(7, wanted=wanted).position != api.set_up(8, wanted=wanted).position


def test_a_file_is_written_once(tsolve: Tsolve, tmp_path: Path) -> None:
    first = tsolve("setup", "--output", "table.yaml", "--players", "4")
    seed = first.out.partition("seed ")[2].split(".")[0]
    again = tsolve("setup", "--output", "other.yaml", "--players", "4", "--seed", seed)
    refused = tsolve("setup", "--output", "table.yaml")

    assert (first.code, again.code, again.out) == (0, 0, first.out)
    table = (tmp_path / "table.yaml").read_text(encoding="utf-8")
    assert (tmp_path / "other.yaml").read_text(encoding="utf-8") == table
    assert (refused.code, refused.out) == (2, "")
    assert "table.yaml exists; --force overwrites it" in refused.err
    assert tsolve("legal", "table.yaml").code == 0
    assert tsolve("setup", "--output", "table.yaml", "--force").code == 0


def played_on(seed: int, players: int, **wished: Any) -> GameAnswer:
    """The game that random players play from the file of a table."""
    table = api.set_up(seed, players, **wished)
    (played,) = api.simulate_from(api.loads(table.position), seed).games
    return played


@pytest.mark.parametrize("sets", [("base",), ("dragonspire",), ("base", "dragonspire")])
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_a_table_of_thunderstone_plays_on(players: int, sets: tuple[str, ...]) -> None:
    """To its end. (TS-17) Random players may destroy all that could buy or fight: then the same Monsters come
    and go, and only the limit of actions ends it. It never waits for a card that nobody knows.
    """
    for seed in seeds(3, 10):
        played = played_on(seed, players, sets=sets)
        assert len(played.scores) == players
        assert_played_on(played)


def assert_played_on(played: GameAnswer) -> None:
    """The game has ended, or nobody can do anything any more."""
    if not played.finished:
        assert played.ending == "not finished after 10000 actions"
        assert is_fruitful(played.turns[:50])
        assert not is_fruitful(played.turns[-500:])


def is_fruitful(turns: Sequence[TurnAnswer]) -> bool:
    """Whether somebody buys a card or defeats a Monster."""
    actions = [action for turn in turns for action in turn.actions]
    won = (event.startswith("defeated") for action in actions for event in action.events)
    return any(won) or any(action.text.startswith("buy ") for action in actions)


@pytest.mark.parametrize("scenario", ["1", "14", "58"])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_scenario_that_is_set_up_plays_on(players: int, scenario: str) -> None:
    for seed in seeds(3, 10):
        played = played_on(seed, players, game="gloomhaven", selection={"scenario": [scenario]})
        assert played.finished
        assert played.ending in ("the scenario is won", "the scenario is lost")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--with", "Polarm"), '--with:1:1: error E302: unknown card "Polarm"'),
        (("--with", "Polearm", "--without", "Polearm"), "has what is wished for: Polearm, no Polearm"),
        (("--with", "a Guardian"), "error E312"),
        (("--with", "Polearm within 2 hands"), "error E209: a wish names cards only"),
        (("--players", "6"), "the game is for 1 to 5 players, not 6"),
        (("--game", "quest", "--players", "1"), "the game is for 2 to 4 players, not 1"),
        (("--use", "towers=Elf"), 'a game is not set up with "towers"'),
        (("--use", "Elf"), "--use: 'Elf' is not of the form WHAT=NAMES"),
        (("--use", "heroes="), "--use: 'heroes=' is not of the form WHAT=NAMES"),
        (("--use", "heroes=,"), "--use: heroes=, names nothing; write heroes=NAME"),
        (("--use", "variant=epic", "--use", "variant=class_decks"), 'a game is not set up with "variant"'),
        (("--interpretation", "zero_rule"), "'zero_rule' is not of the form KEY=OPTION"),
        (
            ("--interpretation", "zero_rule=a", "--interpretation", "zero_rule=b"),
            "zero_rule is given twice, as a and as b; write one of them",
        ),
        (("--sets", "nowhere"), 'unknown box "nowhere"'),
    ],
)
def test_what_cannot_be(arguments: tuple[str, ...], message: str, tsolve: Tsolve) -> None:
    ended = tsolve("setup", *arguments)

    assert (ended.code, ended.out) == (2, "")
    assert message in ended.err


def test_a_kind_may_be_given_twice(tsolve: Tsolve) -> None:
    epic = ("--use", "variant=epic", "--use", "variant=class_decks")
    together = ("--use", "variant=epic,class_decks")
    first, second = (
        tsolve("setup", "--game", "quest", "--seed", "1", *wished) for wished in (epic, together)
    )

    assert (first.code, first.out) == (0, second.out)
    assert tsolve("simulate", "--game", "quest", *epic, "-q").code == 0


def test_what_simulate_cannot_use_is_an_error_of_usage(tsolve: Tsolve) -> None:
    ended = tsolve("simulate", "--use", "Elf", "--format", "json")

    assert (ended.code, ended.json["errors"][0]["kind"], ended.err) == (2, "usage", "")
    assert "WHAT=NAMES" in ended.json["errors"][0]["message"]
