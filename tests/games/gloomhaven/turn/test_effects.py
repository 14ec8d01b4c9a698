"""Conditions, what each does and who is immune; heals; bless and curse; bosses. (GH-8, GH-12.36)"""

from __future__ import annotations

from typing import get_args

import pytest
from msgspec.structs import replace

from tests.games.gloomhaven.turn.table import TYPES, Table, Told, tokens
from tsolve.cardkit import piles
from tsolve.games.gloomhaven.abilities import Condition
from tsolve.games.gloomhaven.book import monster
from tsolve.games.gloomhaven.figures import Profile, Token
from tsolve.games.gloomhaven.modifiers import MONSTERS, Deck
from tsolve.games.gloomhaven.state import Owned

PATH = ". m . A ."
CARD = "move +0", "attack +0"


def marked(*conditions: Condition, **more: object) -> dict[str, object]:
    return {"tokens": tokens(*conditions), **more}


@pytest.mark.parametrize(
    ("conditions", "missing", "left", "healed"),
    [
        (("poison", "wound"), 4, [], 0),  # GH-E29; the wound of the turn's start comes on top
        (("wound",), 2, [], 3),  # GH-E30: 2 and the 1 of the turn's start
        (("poison",), 4, [], 0),
        ((), 4, [], 3),
        ((), 2, [], 2),
        (("muddle",), 2, [], 2),  # muddle goes by itself at the end of the turn
    ],
)
def test_heal(conditions: tuple[Condition, ...], missing: int, left: list[Condition], healed: int) -> None:
    """Heal 3 on a figure that lacks so many hit points."""
    told = Table(PATH, m=marked(*conditions, hp=10 - missing)).turn("heal 3, self")
    hurt = 1 if "wound" in conditions else 0
    assert (told.hp("m"), told.tokens("m")) == (10 - missing - hurt + healed, left)


@pytest.mark.parametrize("condition", ["immobilize", "disarm", "stun", "muddle", "invisible", "strengthen"])
def test_how_long_a_condition_lasts(condition: Condition) -> None:
    """From before the turn: gone at its end. From within: through the next turn as well."""
    before = Table("m . .", m=marked(condition)).turn("shield 1")
    assert before.tokens("m") == []
    table = Table("m . .")
    first = table.turn(f"{condition}, self")
    assert first.tokens("m") == [condition]
    assert not first.state.figure("m").tokens[0].fresh
    second = table.turn("shield 1", state=first.state)
    assert second.tokens("m") == []


def test_a_condition_that_comes_again_lasts_anew() -> None:
    told = Table("m . .", m=marked("strengthen")).turn("strengthen, self")
    assert told.state.figure("m").tokens == (Token("strengthen"),)


@pytest.mark.parametrize("condition", get_args(Condition))
def test_immunity(condition: Condition) -> None:
    boss = {"profile": Profile(immunities=(condition,)), "kind": "boss", "side": "party"}
    told = Table("m A .", A=boss).turn(f"attack 2, {condition}")
    assert (told.tokens("A"), told.hp("A")) == ([], 8)
    assert "A" not in [owned.owner for owned in told.state.decks]
    assert told.notes("condition") == [f"A is immune to {condition}"]


def test_nobody_walks_through_an_obstacle_of_its_own_side() -> None:
    told = Table("m f A", f={"kind": "object"}).turn(*CARD)
    assert told.notes("focus") == ["m has no focus"]


# bless and curse


def deck(told_state_decks: tuple[Owned, ...], owner: str) -> list[str]:
    return next(sorted(owned.deck.cards()) for owned in told_state_decks if owned.owner == owner)


def test_the_curse_of_a_summon_comes_into_the_deck_of_its_owner() -> None:
    told = Table("m S . A", S={"kind": "summon", "owner": "A"}).turn("attack 1, curse")
    assert deck(told.state.decks, "A").count("curse") == 1


def test_what_follows_is_lost_on_the_dead() -> None:
    """No curse card comes into the deck of A."""
    told = Table("m A", A={"hp": 2}).turn("attack 2, curse")
    assert told.hp("A") == 0
    assert not told.state.on_map("A")
    assert [owned.owner for owned in told.state.decks] == ["monsters"]


def cursed(owner: str, curses: int) -> Owned:
    return Owned(owner, Deck(piles.shuffled(("+0", *("curse",) * curses))))


def test_the_supply_of_the_monsters_is_their_own() -> None:
    table = Table("m A .")
    table.state = replace(table.state, decks=(cursed("A", 10),))
    told = table.turn("curse, self", "attack 1, curse")
    assert deck(told.state.decks, MONSTERS).count("curse") == 1
    assert deck(told.state.decks, "A").count("curse") == 10


def test_ten_blessings_for_everybody() -> None:
    table = Table("m A .")
    table.state = replace(table.state, decks=(Owned("A", Deck(piles.shuffled(("bless",) * 10))),))
    told = table.turn("bless, self")
    assert deck(told.state.decks, MONSTERS).count("bless") == 0


def boss(name: str, picture: str, *card: str, level: int = 0, **more: object) -> Told:
    """A turn of a boss in the place of m, with two characters."""
    table = Table(picture, level=level, **more)  # type: ignore[arg-type]
    new = monster(TYPES[name], 0, level, "", 2, table.state.figure("m").at)
    table.state = replace(
        table.state, figures=tuple(new if each.name == "m" else each for each in table.state.figures)
    )
    return table.turn(*card, of=name)


def test_eggs_are_not_known() -> None:
    """The Winged Horror summons an Egg for each character; nobody knows its statistics: it is told."""
    told = boss("Winged Horror", "m . A", "special 2")
    assert told.notes("summon") == ["Winged Horror cannot summon Egg"] * 2
    assert told.hp("A") == 7


def test_two_zephyrs() -> None:
    """The Elder Drake summons two; Zephyrs have no statistics in the ruleset, or come both."""
    told = boss("Elder Drake", ". m . A\n. . . .", "special 2")
    came = [figure.name for figure in told.state.figures if figure.name.startswith("Zephyr")]
    assert len(came) + len(told.notes("summon")) >= 2
    assert told.notes("scenario") == ["Elder Drake it flies to the next boulder"]


def test_a_boss_is_neither_normal_nor_elite_and_immune() -> None:
    told = boss("Bandit Commander", "m A", "stun, self", "curse, self", "poison, self")
    commander = told.state.figure("Bandit Commander")
    assert (commander.kind, commander.rank) == ("boss", "")
    assert told.tokens("Bandit Commander") == ["poison"]
    assert "curse" not in told.cards()
