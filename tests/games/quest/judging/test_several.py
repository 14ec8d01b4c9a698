"""Claims about several things of one turn, another hand, and what a turn brings; verdicts by hand."""

from __future__ import annotations

import pytest

from tests.games.quest.files import checked, problems, verdicts
from tsolve.errors import InputError

BAZAAR = """
    turn: village
    location: Bazaar
    hand: [2 x Lantern, 2 x Dagger, 2 x Thunderstone Shard]
    deck: [6 x Adventurer]
    village: [Shortbow, Shortsword, Magic Missile]
    """
"""2 x 2 + 2 x 1 + 2 x 2 = 10 gold."""
GUILDS = """
    turn: village
    location: Guilds' Quarter
    xp: 5
    hand: [2 x Adventurer, Hawkswood 1, Dagger, 2 x Thunderstone Shard]
    deck: []
    village: [Silverhelm 1, Stormhand 1, Hawkswood 2, Pylorian 1]
    """
"""The Guilds' Quarter raises two Heroes: an Adventurer for 2 XP, Hawkswood for 3."""
ARMED = """
    turn: dungeon
    hand: [Stormhand 1, 2 x Shortsword, 2 x Adventurer, Lantern]
    deck: [Dagger, Adventurer]
    dungeon: {Mine: Goblin Shaman, Crypt: Hobgoblin Scrapper}
    """
"""Stormhand has Skill 4, and Edged Weapons that require 3 cost him 1 less; Adventurers have Skill 2."""


def judged(table: str, claim: str) -> str:
    """The verdict on one claim."""
    (verdict,) = verdicts(f"{table}\n    claims: [{claim!r}]")
    return verdict


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("can buy Magic Missile and a Potion", "refuted"),  # 7 + 4
        ("can buy Magic Missile and a Lantern token", "confirmed"),  # 7 + 3
        ("cannot buy Magic Missile and a Potion", "confirmed"),
        ("can buy two Shortswords", "refuted"),  # one card a turn
        ("can buy a Potion and Iron Rations", "refuted"),  # one token a visit
        ("can buy Magic Missile and destroy a Dagger", "confirmed"),
        ("After buying Magic Missile he may destroy both Daggers", "refuted"),  # one for each card
        ("I can buy a Lantern token after buying Magic Missile", "confirmed"),
        ("I cannot buy a Potion after buying Magic Missile", "confirmed"),
        ("I can buy Magic Missile and then go to the Dungeon", "confirmed"),  # by a Lantern
    ],
)
def test_purchases(claim: str, verdict: str) -> None:
    assert judged(BAZAAR, claim) == verdict


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("can level up Adventurer to Pylorian and Hawkswood to level 2", "confirmed"),  # 2 + 3
        ("can level up both Adventurers", "confirmed"),
        ("can level up an Adventurer", "confirmed"),
        ("both Adventurers can become Stormhand", "confirmed"),
        ("both Adventurers can be levelled up", "confirmed"),
        ("cannot level up all three Heroes", "confirmed"),
        ("both Adventurers and Hawkswood can level up", "refuted"),
        ("Hawkswood can go up to level 3", "refuted"),  # one level a turn
        ("can level up Hawkswood to level 2 for 3 XP", "confirmed"),
        ("can level up Hawkswood to level 2 for 2 XP", "refuted"),
    ],
)
def test_levels(claim: str, verdict: str) -> None:
    assert judged(GUILDS, claim) == verdict


def test_why_a_third_hero_does_not_rise_is_told_with_the_rule() -> None:
    (claim,) = checked(f"{GUILDS}\n    claims: [can level up all three Heroes]").claims
    assert claim.verdict == "refuted"
    assert claim.reason.startswith("2 Heroes have levelled up this turn")
    assert "QUEST-3.7" in claim.rulings


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("Stormhand can wield both Shortswords", "confirmed"),  # 2 + 2 of 4
        ("Stormhand cannot hold two Shortswords", "refuted"),
        ("an Adventurer can wield a Shortsword", "refuted"),  # 3 of 2
        ("can give a Shortsword to an Adventurer and a Shortsword to Stormhand", "refuted"),
        ("can give both Shortswords to Stormhand and defeat Hobgoblin Scrapper", "confirmed"),
    ],
)
def test_weapons(claim: str, verdict: str) -> None:
    assert judged(ARMED, claim) == verdict


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("both Adventurers can wield a Dagger", "confirmed"),  # each of them one
        ("an Adventurer can wield two Daggers", "refuted"),  # 2 + 2 of 2
        ("can give Dagger to Adventurer and second Dagger to second Adventurer", "confirmed"),
        ("both Stormhands can wield a Shortsword", "confirmed"),
        ("can give Shortsword to Stormhand and Dagger to Adventurer", "confirmed"),
    ],
)
def test_each_hero_has_cards_of_their_own(claim: str, verdict: str) -> None:
    table = """
        turn: dungeon
        hand: [2 x Stormhand 1, 2 x Shortsword, 2 x Adventurer, 2 x Dagger]
        deck: []
        dungeon: {Mine: Goblin Shaman}
        """
    (found,) = verdicts(f"{table}\n        claims: [{claim}]")
    assert found == verdict


def test_one_hero_twice_or_two_of_them_is_not_guessed() -> None:
    with pytest.raises(InputError):
        judged(ARMED, "can give a Dagger to an Adventurer and a Dagger to an Adventurer")


@pytest.mark.parametrize("claim", ["can level up two Heroes", "can level up both Heroes"])
def test_some_of_several_are_not_guessed(claim: str) -> None:
    assert problems(f"{GUILDS}\n    claims: [{claim}]") == [("E302", 10)]


WAYS = """
    turn: dungeon
    hand: [3 x Adventurer, 2 x Lantern, Dagger]
    tokens: {lantern: 1}
    deck: []
    dungeon: {Mine: Goblin Potion Tester, Abandoned Gate: Goblin Berserker, Crypt: Dire Wolf Rider,
      Sunken Well: Hobgoblin Sergeant, Throne Room: Bugbear Elite, Vault: Stone Giant}
    """
"""The Potion Tester wounds whoever passes through; the Crypt is reached by the Gate and the Well, too, for
0 + 1 + 1 Light, the Throne Room with 3 Light by the Mine alone. It puts the Champion into The Wilderness.
"""


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("Do I take a wound when I pass the Mine?", "confirmed"),
        ("I take no wound when I go through the Mine", "refuted"),
        ("passing the Mine costs a wound", "confirmed"),
        ("I take a wound when I enter the Mine", "refuted"),
        ("I take a wound on my way to the Crypt", "refuted"),
        ("I take a wound on the way to the Throne Room", "confirmed"),
        ("can reach the Throne Room without a wound", "refuted"),
        ("I stay in the Throne Room after the fight", "refuted"),
        ("I am back in the Wilderness after the fight in the Throne Room", "confirmed"),
        ("I stay in the Crypt after the fight", "confirmed"),
        ("my Champion stays in the Mine after the battle", "confirmed"),
    ],
)
def test_what_a_way_costs_and_where_it_ends(claim: str, verdict: str) -> None:
    assert judged(WAYS, claim) == verdict


def test_what_a_way_must_not_cost_counts_with_draws_too() -> None:
    """Nobody knows what the Dagger draws: a Thunderstone Rug would spare the alert."""
    table = WAYS.replace("    deck: []\n", "")
    assert judged(table, "Throne Room costs a wound") == "undecided"
    assert judged(table, "I take a wound when I pass the Mine") == "undecided"


ETTIN = """
    turn: dungeon
    champion: Abandoned Gate
    hand: [Stormhand 1, 3 x Adventurer, Shortsword, Lantern]
    deck: []
    dungeon: {Abandoned Gate: Goblin Ettin}
    """
"""Without a Rogue two Adventurers go: 2 + 1 + 1 = 4 against 6. Hawkswood is one: 2 + 2 + 1 + 1 = 6."""


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("with Hawkswood instead of an Adventurer the Ettin is defeated", "confirmed"),
        ("the Ettin would be defeated with Hawkswood instead of an Adventurer", "confirmed"),
        ("if I had a Dagger instead of the Lantern, the Ettin would be defeated", "refuted"),  # 4 + 1
        ("with Hawkswood instead of an Adventurer the Ettin is not defeated", "refuted"),
        ("Why is the Ettin not defeated?", "confirmed"),
        ("Carla takes 1 wound", "confirmed"),
    ],
)
def test_another_card_in_the_hand(claim: str, verdict: str) -> None:
    _, found = verdicts(f"{ETTIN}\n    claims: [4 against Ettin, {claim!r}]")
    assert found == verdict


@pytest.mark.parametrize(
    "claim",
    [
        "with Hawkswood instead of a Maul the Ettin is defeated",  # there is no Maul
        "with Hawkswood instead of an Adventurer, 6 against Ettin",
    ],
)
def test_another_hand_is_refused_where_it_is_none(claim: str) -> None:
    with pytest.raises(InputError):
        judged(ETTIN, claim)


def test_what_a_battle_brings_is_of_the_monster_that_is_spoken_of() -> None:
    """The Berserker brings 2 XP and 2 Wounds; the Scrapper, who is not spoken of, 3 + 1 and 1 + 1."""
    table = ARMED.replace("Goblin Shaman", "Goblin Berserker")
    claims = "I get 2 XP, I get 4 XP, I take 2 wounds"
    assert verdicts(f"{table}\n    claims: [Goblin Berserker is defeated, {claims}]") == [
        "confirmed",
        "confirmed",
        "refuted",
        "confirmed",
    ]
    assert verdicts(f"{table}\n    claims: [{claims}]") == ["refuted", "confirmed", "confirmed"]


KEYS = """
    turn: dungeon
    hand: [4 x Adventurer, 2 x Dagger]
    deck: [Lantern, Thunderstone Shard]
    keys: 3
    dungeon: {Mine: Goblin Warrior}
    monster_decks: {level_1: [Guardian Key, Goblin Shaman]}
    """
"""6 less armor 3 - 2 are 5 against 4 + 1: the Mine is refilled, first by the fourth key."""


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("Goblin Shaman comes into the Mine", "confirmed"),
        ("the Mine is refilled with Goblin Shaman", "confirmed"),
        ("Goblin Warrior comes into the Mine", "refuted"),
        ("the Guardian appears at the end of the turn", "confirmed"),
        ("the Guardian comes at once", "refuted"),
        ("the Guardian does not come", "refuted"),
        ("I find a Guardian Key", "confirmed"),
    ],
)
def test_what_comes(claim: str, verdict: str) -> None:
    assert judged(KEYS, claim) == verdict


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("keys: 3", "keys: 2", ["confirmed", "refuted"]),  # the third of four
        ("[Guardian Key, Goblin Shaman]", "[Goblin Shaman, Guardian Key]", ["confirmed", "refuted"]),
        ("[Guardian Key, Goblin Shaman]", "unknown", ["undecided", "undecided"]),
        (
            "[Guardian Key, Goblin Shaman]",
            "{rest: [Goblin Berserker, Guardian Key]}",
            ["refuted", "undecided"],
        ),
    ],
)
def test_what_comes_of_other_decks(before: str, after: str, expected: list[str]) -> None:
    claims = "claims: [Goblin Shaman comes into the Mine, the Guardian comes]"
    assert verdicts(f"{KEYS.replace(before, after)}\n    {claims}") == expected
