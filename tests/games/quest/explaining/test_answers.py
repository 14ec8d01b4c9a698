"""Why-not questions of Thunderstone Quest whose answers are derived by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.games.quest.files import opened
from tsolve import api
from tsolve.errors import InputError, UsageError
from tsolve.model.why_not import WhyNotAnswer

ROOMS = "dungeon: {Mine: Goblin Berserker, Abandoned Gate: Goblin Warrior, Crypt: Goblin Berserker}"


def asked(text: str, query: str) -> WhyNotAnswer:
    return api.why_not(opened(text), query)


def missing(answer: WhyNotAnswer) -> dict[str, int | None]:
    return {gap.quantity: gap.amount for gap in answer.missing}


def reasons(answer: WhyNotAnswer) -> list[str]:
    return [reason.rulings[0] for reason in answer.reasons]


def test_too_little_attack() -> None:
    """The Berserker has health 4, the Mine adds 1; four Adventurers have 1 attack each: 1 is missing.

    A Shortsword adds 3 to one of them. It requires Skill 3, and they have 2; a Maul requires 8.
    """
    text = f"turn: dungeon\nhand: [4 x Adventurer]\nvillage: [Maul, Shortsword, Fireball]\n{ROOMS}"
    answer = asked(text, "defeat Goblin Berserker in Mine")

    assert answer.verdict == "impossible"
    assert reasons(answer) == ["card.goblin_berserker", "card.mine"]
    assert answer.reasons[0].text == ("Goblin Berserker in Mine has health 5; the best total attack is 4")
    assert answer.further == ()
    assert missing(answer)["attack"] == 1
    assert missing(answer)["skill"] is None
    assert [card.card for card in answer.cards] == ["Fireball"]
    assert answer.line is not None
    assert "4 against health 5" in answer.line.outcome


def test_cards_that_are_not_for_sale_are_not_judged() -> None:
    """One more Adventurer would do; a Maul, which requires 8, would not, and nothing else is for sale."""
    answer = asked(f"turn: dungeon\nhand: [4 x Adventurer]\nvillage: [Maul]\n{ROOMS}", "defeat Mine")

    assert answer.cards == ()
    assert not answer.no_card


def test_too_little_light() -> None:
    """The Crypt takes 1 Light, and no card gives any."""
    for query in ("defeat Goblin Berserker in Crypt", "battle Goblin Berserker in Crypt", "reach Crypt"):
        answer = asked(f"turn: dungeon\nhand: [5 x Adventurer]\n{ROOMS}", query)
        assert (answer.verdict, reasons(answer)) == ("impossible", ["QUEST-5.4"])
        assert missing(answer)["light"] == 1
    answer = asked(f"turn: dungeon\nhand: [5 x Adventurer, Lantern]\n{ROOMS}", "reach the Crypt")
    assert answer.verdict == "possible"


def test_too_little_skill() -> None:
    """A Maul requires Skill 8, and an Adventurer has 2."""
    answer = asked(f"turn: dungeon\nhand: [Adventurer, Maul]\n{ROOMS}", "give Maul to Adventurer")
    assert reasons(answer) == ["card.maul"]
    assert missing(answer) == {"skill": 6}


@pytest.mark.parametrize(("hand", "short"), [("4 x Adventurer", 8), ("2 x Thunderstone Shard", 4)])
def test_too_little_gold(hand: str, short: int) -> None:
    """A Maul costs 8; an Adventurer gives no gold, a Thunderstone Shard 2."""
    answer = asked(f"hand: [{hand}]\nvillage: [Maul]", "buy Maul")
    assert (answer.verdict, missing(answer)) == ("impossible", {"gold": short})
    assert answer.reasons[0].text == f"Maul costs 8 gold, you have {8 - short}"


def test_too_few_xp() -> None:
    """An Adventurer becomes a Hero of level 1 for 2 XP."""
    text = "location: Bazaar\nhand: [Adventurer]\nxp: {xp}\nvillage: [Stormhand]"
    answer = asked(text.format(xp=1), "level up Adventurer to Stormhand 1")
    assert (reasons(answer), missing(answer)) == (["QUEST-8.1"], {"xp": 1})
    assert asked(text.format(xp=2), "level up Adventurer to Stormhand 1").verdict == "possible"


def test_another_kind_of_turn() -> None:
    village = asked(f"location: Bazaar\nhand: [5 x Adventurer]\n{ROOMS}", "defeat Goblin Berserker in Mine")
    assert reasons(village) == ["QUEST-3.1"]
    dungeon = asked(f"turn: dungeon\nhand: [5 x Adventurer]\nvillage: [Maul]\n{ROOMS}", "buy Maul")
    assert reasons(dungeon) == ["QUEST-3.1"]


def test_a_monster_that_is_not_there() -> None:
    answer = asked(f"turn: dungeon\nhand: [5 x Adventurer]\n{ROOMS}", "defeat Stone Giant in Mine")
    assert "QUEST-5.13" in reasons(answer)


def test_a_monster_that_may_be_elsewhere() -> None:
    """The position names three rooms of six."""
    answer = asked(f"turn: dungeon\nhand: [5 x Adventurer]\n{ROOMS}", "defeat Stone Giant")
    assert answer.verdict == "undecided"
    assert answer.left_out


def test_a_card_that_is_not_sold() -> None:
    answer = asked("hand: [5 x Adventurer]\nvillage: [Shortsword]", "buy Maul")
    assert "QUEST-4.4" in answer.reasons[0].rulings


def test_a_chance() -> None:
    """One of the four cards that may be drawn gives the Light that the Crypt takes; five Adventurers then
    have 5 attack against health 4.
    """
    text = "turn: dungeon\nhand: [Gem of Healing, 5 x Adventurer]\nwounds: 1\n"
    text += f"deck: {{rest: [Lantern, 3 x Adventurer]}}\n{ROOMS}"
    answer = asked(text, "defeat Goblin Berserker in Crypt")
    assert answer.verdict == "undecided"
    assert answer.chance is not None
    assert answer.chance.value == Fraction(1, 4)


def test_bad_questions() -> None:
    text = f"turn: dungeon\nhand: [5 x Adventurer]\n{ROOMS}"
    with pytest.raises(InputError):
        asked(text, "defeat Nobody at all")
    with pytest.raises(UsageError):
        asked(text, "defeat Adventurer")
    with pytest.raises(InputError):
        asked(text, "reach nowhere")
    with pytest.raises(UsageError):
        asked(text, "")


@pytest.mark.parametrize(("query", "short"), [("buy a Treasure", 2), ("buy Potion", None)])
def test_what_a_location_sells(query: str, short: int | None) -> None:
    """Three Lanterns give 6 gold, two Rations 2 more: a Treasure costs 10; Potions are sold elsewhere."""
    text = "location: Shop of Wonders\nhand: [3 x Lantern]\ntokens: {iron_rations: 2}\nvillage: []"
    answer = asked(text, query)
    assert answer.verdict == "impossible"
    assert missing(answer).get("gold") == short


def test_what_no_choice_of_a_phase_makes_possible() -> None:
    """An Adventurer rises to level 1 (QUEST-8.2); nobody has a Wound (QUEST-7.4)."""
    text = "hand: [2 x Adventurer, Lantern]\nxp: 5\ntokens: {potion: 1}\ndeck: []\nvillage: {Stormhand: 4}"
    for query, ruling in (
        ("level up Adventurer to Stormhand 2", "QUEST-8.2"),
        ("heal a Wound", "QUEST-7.4"),
        ("use Potion", "QUEST-7.4"),
    ):
        answer = asked(text, query)
        assert answer.verdict == "impossible"
        assert ruling in answer.reasons[0].rulings, query
