"""Claims of Quest in the words of players: what they state, and what is not taken for something else."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.quest.files import problems, verdicts
from tsolve.games.quest.writing.statements import ClaimFile
from tsolve.source.decode import NotUnderstoodError


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("I have 7 XP", {"final_xp": 7}),
        ("I have 7 XP afterwards", {"final_xp": 7}),
        ("then I have seven XP", {"final_xp": 7}),
        ("Do I have 7 XP in the end?", {"final_xp": 7}),
        ("I get 4 XP", {"xp": 4}),
        ("she gains four XP", {"xp": 4}),
        ("I get 4 XP for the Ettin", {"xp_won": 4, "against": "Ettin"}),
        ("he takes 2 wounds", {"wounds": 2}),
        ("I take no wounds", {"wounds": 0}),
        ("I have 2 wounds", {"final_wounds": 2}),
        ("2 wounds afterwards", {"final_wounds": 2}),
        ("2 wounds", {"wounds": 2}),
        ("I heal two wounds", {"healed": 2}),
        ("I can heal 2 wounds", {"can": "heal 2 wounds"}),
        ("I have 3 gold left", {"unspent": 3}),
        ("I have 3 gold", {"gold": 3}),
        ("he has ten gold", {"gold": 10}),
        ("he then has 3 XP", {"final_xp": 3}),
        ("I have 2 light left", {"light_left": 2}),
        ("I have at most 6 XP", {"final_xp": 6, "bound": "at most"}),
        ("he has more than 2 wounds", {"final_wounds": 2, "bound": "more than"}),
        ("she has at least 4 gold left", {"unspent": 4, "bound": "at least"}),
        ("I get at least 4 XP", {"xp": 4, "bound": "at least"}),
        ("I draw six cards", {"hp": 6}),
        ("I get a Treasure", {"treasures": 1}),
        ("I get two potions", {"potions": 2}),
        ("Is the Ettin dead?", {"defeats": "the Ettin"}),
        ("Why is the Ettin not defeated?", {"not_defeats": "the Ettin"}),
        ("Does Anna win?", {"winner": "Anna"}),
        ("Anna: 23 points", {"score": {"Anna": 23}}),
        ("after buying Maul I can destroy a Dagger", {"can": "buy Maul, then destroy a Dagger"}),
        ("I may not buy a Potion after I bought Maul", {"cannot": "buy Maul, then buy a Potion"}),
        ("Stormhand can wield both Shortswords", {"can": "give both Shortswords to Stormhand"}),
        ("Hawkswood can go up to level 3", {"can": "level up Hawkswood to level 3"}),
        ("Hawkswood can be levelled up to level 2", {"can": "level Hawkswood up to level 2"}),
        ("the Guardian does not appear this turn", {"guardian_comes": "no"}),
        (
            "I end up in the Wilderness after the fight with Smorga",
            {"champion": "Wilderness", "against": "Smorga"},
        ),
    ],
)
def test_sentences(text: str, stated: dict[str, Any]) -> None:
    claim = ClaimFile.from_text(text)
    fields = {name: getattr(claim, name) for name in claim.__struct_fields__}
    assert {name: value for name, value in fields.items() if value is not None} == stated


@pytest.mark.parametrize(
    "text",
    [
        "I take 2 wounds from the Ettin",  # or from its room, or from alerts
        "I take 2 wounds when I pass the Mine",
        "I do not stay in the Throne Room after the fight",
        "I come into the Mine",
        "he is at the Bazaar",  # which may be so now
        "After the purchase I can destroy a Dagger",
        "Do not enter the Mine",
        "the Mine wounds me",
    ],
)
def test_what_may_mean_something_else_is_refused(text: str) -> None:
    with pytest.raises(NotUnderstoodError):
        ClaimFile.from_text(text)


BATTLE = """
    turn: dungeon
    hand: [Stormhand 1, 2 x Shortsword, 2 x Adventurer, Lantern]
    deck: [Dagger, Adventurer]
    wounds: 1
    xp: 3
    dungeon: {Mine: Goblin Shaman, Crypt: Hobgoblin Scrapper}
    """
"""8 against the Scrapper's 8 in the Crypt: 3 + 1 XP and 1 + 1 Wounds, so that 3 Wounds leave 5 HP."""


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("Tom has 7 XP afterwards", "confirmed"),
        ("Tom has 4 XP", "refuted"),
        ("Tom gets 4 XP", "confirmed"),
        ("Does Tom take 2 wounds?", "confirmed"),
        ("Tom has 3 wounds afterwards", "confirmed"),
        ("Tom draws 5 cards", "confirmed"),
        ("I draw 6 cards", "refuted"),
    ],
)
def test_a_name_before_a_verb_is_whose_turn_it_is(claim: str, verdict: str) -> None:
    claims = f"claims: [Hobgoblin Scrapper is defeated, {claim!r}]"
    assert verdicts(f"{BATTLE}\n    {claims}") == ["confirmed", verdict]


@pytest.mark.parametrize(
    "claim", ["Ben has 13 XP", "Does Ben have 13 XP?", "Ben can buy Maul", "Carla has 3 XP"]
)
def test_of_another_player_the_points_alone_are_judged(claim: str) -> None:
    players = "players: {Anna: {deck: [Dagger], xp: 14}, Ben: {deck: [Lantern], xp: 13}}"
    ((code, line),) = problems(f"{players}\nclaims: [{claim!r}]")
    assert (code, line) == ("E302" if "Carla" in claim else "E210", 3)
    assert verdicts(f"{players}\nclaims: [Ben has 13 points, Anna has 14 XP]") == ["confirmed", "confirmed"]


def test_what_may_be_so_now_is_not_judged_by_the_end() -> None:
    """The Giant Rat brings no XP; two of three Wounds heal at the Temple."""
    table = "turn: village\nlocation: Temple\nwounds: 3\nhand: [2 x Adventurer]\ndeck: []\n"
    claims = "claims: [Tom has 3 wounds, Tom has 1 wound, Tom has 3 wounds afterwards, I have 1 wound left]"
    assert verdicts(table + claims) == ["undecided", "confirmed", "refuted", "confirmed"]


def test_what_is_left_is_asked_of_a_line() -> None:
    """10 gold, 7 of them for Magic Missile."""
    table = """
        turn: village
        location: Bazaar
        hand: [2 x Lantern, 2 x Dagger, 2 x Thunderstone Shard]
        deck: []
        village: [Magic Missile]
        """
    claims = "claims: [Adam has 3 gold left]"
    assert verdicts(f"{table}\n        {claims}") == ["undecided"]
    line = "line: [buy Magic Missile for 7 gold]"
    assert verdicts(f"{table}\n        {line}\n        {claims}") == ["confirmed"]


def test_how_many_tokens_there_are_is_not_what_the_turn_brings() -> None:
    table = "turn: dungeon\ntokens: {iron_rations: 1}\nhand: [Dagger]\ndeck: []\n"
    assert problems(f"{table}claims: [I have 3 Iron Rations]") == [("E210", 6)]
