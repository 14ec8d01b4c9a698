"""Ten positions of Quest that a new user wrote before anybody tried them: what each comes to, by the rules.
They stand as they were written.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tsolve import api
from tsolve.errors import InputError
from tsolve.model.answers import CheckAnswer

FOLDER = Path(__file__).parent / "third" / "quest"


def verdicts(answer: CheckAnswer) -> list[str]:
    return [claim.verdict for claim in answer.claims]


def with_claims(number: str, *claims: str, **instead: str) -> str:
    """A position with other claims, and with other lines for those that begin so."""
    lines = (FOLDER / f"{number}.yaml").read_text(encoding="utf-8").split("\nclaims:")[0].split("\n")
    for key, line in instead.items():
        lines = [line if each.startswith(f"{key}:") else each for each in lines]
    return "\n".join([*lines, "claims:", *(f"- {claim}" for claim in claims), ""])


def judged(number: str, *claims: str, **instead: str) -> list[str]:
    return verdicts(api.check(api.loads(with_claims(number, *claims, **instead))))


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        # Light 2; the Mine costs 0, a room of level 2 costs 1, the Vault 2: 3. Stormhand 3, Shortsword 2,
        # Dagger 2, Adventurer 1: 8 against 8, and 3 + 1 XP.
        ("01", ["refuted", "confirmed", "confirmed", "confirmed"]),
        # 2 + 2 + 2 + 2 + 1 + 1 = 10 gold; one card a turn, and the Bazaar sells a token besides: 7 + 3. The
        # Lantern grants a Dungeon phase after the Village.
        ("02", ["confirmed", "confirmed", "confirmed", "confirmed"]),
        # 2 + 2 + 2 + 1 = 7, armor 3 less 1 for the Edged Dagger: 5 against 4 + 1. Hammer 4 and Shortsword
        # 3 - 1 are 6, Stormhand's Skill is 4. One Ration of the Monster, one of the Mine.
        ("03", ["refuted", "confirmed", "refuted", "confirmed"]),
        # Magic 4 + 2 + 5 + 3 = 14, resistance 4: 10, and the Adventurer's 1: 11 against 10. 7 + 2 XP. The
        # Throne Room puts the Champion into The Wilderness.
        ("04", ["refuted", "confirmed", "confirmed", "confirmed"]),
        # 3 + 2 of 5 XP; 3 + 3 are 6; one level a turn.
        ("05", ["confirmed", "refuted", "confirmed"]),
        # A turn is a Village or a Dungeon phase. 1 + 1 + 1 Wounds healed; 6 - 1 HP with 2 left. No level-up.
        ("06", ["refuted", "confirmed", "confirmed", "confirmed"]),
        # 4 + 3 + 3 + 3 + 1 = 14 and 2 + 3 = 5: 19 against 8. Half of 19 is 10 XP: 8 - 3 + 10. 3 + 2 Wounds.
        ("07", ["confirmed", "refuted", "confirmed", "confirmed"]),
        # Anna 14 + 15, Ben 13 + 16, Clara 5 + 14 + 8. Of 29 and 29 the one with more Wounds wins: Ben.
        ("08", ["confirmed", "confirmed", "confirmed", "refuted"]),
        # 4 + 1 = 5 against 4 + 1, and against 6, where the card that the Dagger draws may help. 0 + 1 Light.
        ("09", ["confirmed", "undecided", "confirmed"]),
        # 3 + 1 = 4 against 4, and no more; the Spoils of the Rat raise an Adventurer; 4 against 4 + 1.
        ("10", ["confirmed", "refuted", "confirmed", "confirmed"]),
    ],
)
def test_claims_are_read_and_judged(number: str, expected: list[str]) -> None:
    assert verdicts(api.check(api.load(FOLDER / f"{number}.yaml"))) == expected


def test_before_and_after_a_purchase() -> None:
    """Every card of the Marketplace costs at most 10; the Lantern leads into The Wilderness with its Rat."""
    claims = (
        "can go to the Dungeon after buying a card",
        "can still enter the Dungeon once he has bought Maul",
        "can buy Maul before going to the Dungeon",
        "before entering the Dungeon he can buy Maul",
        "can fight after buying",
        "can buy a card",
    )
    assert judged("02", *claims) == ["confirmed"] * len(claims)
    refused = ("can buy two cards", "cannot buy 2 cards", "cannot buy any card")
    assert judged("02", *refused) == ["refuted", "confirmed", "refuted"]  # one a turn
    for claim in ("can buy any card", "cannot buy anything"):  # one, or each? tokens, too?
        with pytest.raises(InputError, match="what is meant"):
            api.loads(with_claims("02", claim))


def test_what_a_monster_gives() -> None:
    """The Goblin Warrior has 3 XP and a Ration, the Mine a Ration; nobody has a Potion or a Treasure."""
    claims = (
        "Goblin Warrior gives 2 rations",
        "gets two Iron Rations from Goblin Warrior",
        "1 Iron Ration for Goblin Warrior",
        "no Treasure for Goblin Warrior",
        "beating Goblin Warrior brings a Potion",
        "3 XP",
        "takes 0 wounds",
    )
    expected = ["confirmed", "confirmed", "refuted", "confirmed", "refuted", "confirmed", "confirmed"]
    assert judged("03", *claims) == expected


def test_a_line_that_stops_before_its_battle_goes_on_with_it() -> None:
    """The Champion battles where its movement ends; a claim about the light of the way needs no battle."""
    position = api.loads(with_claims("03", "Goblin Warrior is defeated"))
    assert any("battle Goblin Warrior" in note for note in position.remarks())
    assert not api.loads(with_claims("03", "0 light left")).remarks()
    assert judged("03", "Goblin Warrior is not defeated", line="line: [move to Mine, end the turn]") == [
        "confirmed"  # 2 + 2 physical, armor 3: 1 against 5
    ]


@pytest.mark.parametrize(
    "claim",
    [
        "after the battle the Champion stands in the Wilderness",
        "after beating Karthos, the Champion is in the Wilderness",
        "at the end of the turn he is in the Wilderness",
        "afterwards the Champion is in the Wilderness",
        "the Throne Room sends the Champion back to the Wilderness",
    ],
)
def test_where_the_champion_is_afterwards(claim: str) -> None:
    assert judged("04", claim) == ["confirmed"]


def test_the_village_is_no_trog_village() -> None:
    """One phase a turn; where none is chosen, any Location may be visited."""
    assert judged("07", "can go to the Village", "cannot visit the Village") == ["refuted", "confirmed"]
    assert judged("07", "can go to the Village", "can enter the Dungeon", turn="") == ["confirmed"] * 2
    with pytest.raises(InputError) as caught:
        api.check(api.loads(with_claims("07", "8 XP left", turn="line: [go to the Village]")))
    assert "go to Bazaar" in str(caught.value.diagnostics[0].help)


def test_numbers_of_a_battle_that_follows() -> None:
    """Armor 3 - 1, health 4 + 1; 2 + 2 + 2 + 1 of weapons and Heroes."""
    assert judged("03", "armor 2", "health 5", "physical attack 7", "margin 0") == ["confirmed"] * 4


def test_nobody_rests() -> None:
    claims = ("can rest", "cannot rest", "rest is legal", "can take a rest")
    answer = api.check(api.loads(with_claims("06", *claims)))
    assert verdicts(answer) == ["refuted", "confirmed", "refuted", "refuted"]
    assert all(claim.rulings == ("QUEST-20.1", "QUEST-3.1") for claim in answer.claims)


@pytest.mark.parametrize(
    "name",
    ["Smorga the Queen IV", "Smorga IV", "Smorga the Queen (4)", "Smorga level 4", "level IV Smorga"],
)
def test_a_guardian_with_its_level(name: str) -> None:
    """19 against 8; half of 19 is 10 XP. `the Guardian` is the one that is there."""
    claims = (f"{name} is defeated", "10 XP for the Guardian", "can battle Smorga", "19 against the Queen")
    assert judged("07", *claims, dungeon=f"dungeon: {{Wilderness: {name}}}") == ["confirmed"] * 4


def test_a_guardian_without_its_level_is_asked_for() -> None:
    with pytest.raises(InputError) as caught:
        api.loads(with_claims("07", "5 wounds", dungeon="dungeon: {Wilderness: Smorga}"))
    assert "Smorga the Queen V" in str(caught.value.diagnostics[0].help)


@pytest.mark.parametrize(
    "turn", ["turn: game over", "phase: final scoring", "end of game: yes", "turn: the end", "turn: scoring"]
)
def test_the_end_of_the_game(turn: str) -> None:
    assert judged("08", "Ben wins", turn=turn) == ["confirmed"]


def test_a_shared_victory() -> None:
    """Anna and Ben have 29 points each, and Ben has more Wounds."""
    claims = ("it is a draw", "nobody wins alone", "Anna and Ben both win", "the victory is not shared")
    assert judged("08", *claims) == ["refuted", "refuted", "refuted", "confirmed"]
    assert judged("08", "Ben wins alone", "Anna wins alone", "Anna loses") == [
        "confirmed",
        "refuted",
        "confirmed",
    ]


def test_equal_players_share_the_victory() -> None:
    """1 XP and 0 Wounds each, no cards: nothing is left to decide."""
    text = "game: quest\nturn: end\nplayers: {Anna: {xp: 1, cards: []}, Ben: {xp: 1, cards: []}}\nclaims: "
    said = "[it is a draw, Anna and Ben share the victory, Anna wins alone, Anna wins]\n"
    assert verdicts(api.check(api.loads(text + said))) == ["confirmed", "confirmed", "refuted", "confirmed"]


@pytest.mark.parametrize(
    "deck", ["unknown", "[unknown]", "6 unknown cards", '"?"', "6 cards", "[6 unknown]", "6", "not known"]
)
def test_a_deck_that_nobody_knows(deck: str) -> None:
    assert judged("09", "Kobold Shaman cannot be defeated", deck=f"deck: {deck}") == ["undecided"]


def test_cards_below_the_top_that_nobody_knows() -> None:
    """The second Dagger comes: 4 + 1 + 1 = 6 against 5 + 1."""
    for deck in ("[Dagger, unknown]", "[Dagger, 5 unknown cards]", "{top: [Dagger], rest: ?}"):
        deck = deck.replace("?", '"?"')
        assert judged("09", "Kobold Shaman can be defeated", deck=f"deck: {deck}") == ["confirmed"]


def test_a_deck_of_no_cards_is_empty() -> None:
    """5 against 5 + 1, and nothing to draw."""
    assert judged("09", "Kobold Shaman cannot be defeated", deck="deck: 0 cards") == ["confirmed"]


YES, NO, OPEN = "confirmed", "refuted", "undecided"
SAID: dict[str, dict[str, str]] = {
    "01": {
        "Lena has 2 light": YES,
        "she can get to the Sunken Well": YES,  # 0 + 1 of 2
        "nobody can beat the Goblin King": YES,  # 0 + 1 + 2 of 2
        "the Scrapper survives": NO,  # 8 against 8
        "Dire Wolf Rider can be defeated": NO,  # 8 against 8 + 1 of the Sunken Well
        "Stormhand can hold both weapons": YES,  # 3 - 1 and 2 - 1 of Skill 5
        "the Adventurer can wield the Dagger": YES,  # 2 of 2
        "the Adventurer can wield the Shortsword": NO,  # 3 of 2
    },
    "02": {
        "Mia cannot buy both Tome of Knowledge and Maul": YES,  # one card a turn
        "she can buy a Lantern token and a Potion": NO,  # one token a visit
        "she can buy Magic Missile and a Potion": NO,  # 7 + 4 of 10
        "she can afford Maul": YES,  # 8 of 10
        "she can't afford Maul and a Potion": YES,  # 8 + 4 of 10
        "she can destroy the Dagger": YES,  # its trait, once a card is bought
        "she can enter the Wilderness": YES,  # the Lantern leads there, and no further
        "she can reach the Mine": NO,
        "she can defeat the Giant Rat": NO,  # Hawkswood 1, Dagger 1: 2 against 4
        "she can heal a wound": NO,  # she has none
        "9 gold": NO,
    },
    "04": {
        "Pia gets a Treasure for Karthos": YES,
        "2 Treasures for Karthos": NO,
        "she has 9 XP after the battle": YES,  # 0 + 7 + 2
        "Pia can level up Pylorian": NO,  # in the Village
        "Throne Room can be reached without the token": NO,  # 0 + 1 + 2 of 2
        "Vault can be reached": YES,  # 0 + 1 + 2 of 3
        "14 magic attack": YES,  # 4 + 2 + 5 + 3, before the resistance
    },
    "05": {
        "Jan can level up two Adventurers": YES,  # 2 + 2 of 5 XP
        "an Adventurer can become Pylorian": YES,
        "an Adventurer can become Stormhand 2": NO,  # level 1 comes first
        "3 gold": YES,  # Shard 2, Dagger 1
        "Jan keeps 1 XP": OPEN,  # or 5, 3, 2 or 0
        "Jan has 6 XP afterwards": NO,
        "Jan can buy a card": OPEN,  # the Marketplace is not told
    },
    "06": {
        "Karl cannot enter the Dungeon": YES,  # from the Temple
        "Karl has 2 wounds left": YES,  # 5 - 3
        "Karl can put Dagger on top of the deck": NO,  # he does not hold it
        "Karl can put Lantern on the deck": YES,
        "Karl can buy a Potion": NO,  # at the Bazaar alone
        "Karl has 3 XP afterwards": YES,  # at the Temple nobody pays for levels
        "4 gold": NO,  # of the Lantern alone: 2
        "Karl can visit the Bazaar": NO,  # he is at the Temple
    },
}


@pytest.mark.parametrize("number", SAID)
def test_what_players_say(number: str) -> None:
    assert dict(zip(SAID[number], judged(number, *SAID[number]), strict=True)) == SAID[number]


def test_what_a_room_gives_is_asked_about_with_its_monster() -> None:
    """3 XP of the Scrapper and 1 of the Crypt are 4: neither is claimed alone."""
    for claim in ("the Crypt gives 1 XP", "4 XP for the Crypt"):
        with pytest.raises(InputError, match="together"):
            api.loads(with_claims("01", claim))


def test_bounds_of_what_somebody_has() -> None:
    """5 XP are there, and in the Village they may be paid for levels or kept: 0 to 5. (QUEST-8.1)"""
    claims = ("I have at most 4 XP", "I have at least 5 XP", "I have at least 6 XP", "I have at most 5 XP")
    assert judged("05", *claims) == ["undecided", "undecided", "refuted", "confirmed"]


# At the Bazaar: 2 Lanterns 4 + 2 Daggers 2 + Shard 2 = 8 gold. (4.3)
AFTER_A_PURCHASE = """
game: quest
turn: village
champion: Bazaar
hand: [2 x Lantern, 2 x Dagger, Thunderstone Shard, Adventurer]
deck: [5 x Adventurer, Thunderstone Shard]
market: [Magic Missile, Shortsword]
line: [buy Magic Missile, destroy Dagger]
claims:
- I have 1 gold left
- I can destroy the second Dagger
- I can still buy Iron Rations
- I can't still buy a Shortsword
- I can still enter the Dungeon
"""


def test_what_can_still_be_done_after_a_line() -> None:
    """8 - 7 = 1 gold is left, and Iron Rations cost 2; one Dagger for the card bought (4.8), and one card a
    turn (4.4). The Lantern grants a Dungeon phase (4.13). Who stands at the Bazaar has chosen it.
    """
    found = api.check(api.loads(AFTER_A_PURCHASE))
    assert found.line is not None
    assert found.line.legal
    assert verdicts(found) == ["confirmed", "refuted", "refuted", "confirmed", "confirmed"]


def test_a_lantern_is_not_used_to_go_down() -> None:
    """It has no ability, but it does grant a Dungeon phase: what is meant is asked. (4.13)"""
    poor = "game: quest\nturn: village\nlocation: Bazaar\nhand: [Adventurer, Lantern]\ndeck: []\n"
    claims = "claims: [I can use the Lantern, I can't use the Lantern, I can enter the Dungeon]\n"
    assert verdicts(api.check(api.loads(poor + claims))) == ["undecided", "undecided", "confirmed"]


def test_a_guardian_that_may_have_come() -> None:
    """Who names a Guardian and no room says not whether it has come (12.1); a claim about it does. Two Wounds
    of Smorga, none of the Giant Rat.
    """
    text = "game: quest\nturn: dungeon\nguardian: Smorga the Queen IV\nhand: [6 x Adventurer]\ndeck: []\n"
    with pytest.raises(InputError, match="has Smorga the Queen IV come"):
        api.check(api.loads(f"{text}claims: [I take 2 wounds]"))
    named = api.loads(f"{text}claims: [I take 2 wounds, 6 against Smorga]")
    assert verdicts(api.check(named)) == ["confirmed", "confirmed"]


def test_what_somebody_has_when_points_are_counted() -> None:
    """No turn is left to heal in."""
    text = "game: quest\nscore: yes\nplayers:\n  Anna: {deck: [Fireball], xp: 4, wounds: 2}\n  Ben: {xp: 3}\n"
    claims = (
        "claims: [Anna has no wounds, Anna has 2 wounds, Anna has at least 4 XP, Anna has at most 3 XP]\n"
    )
    found = verdicts(api.check(api.loads(text + claims)))
    assert found == ["refuted", "confirmed", "confirmed", "refuted"]
