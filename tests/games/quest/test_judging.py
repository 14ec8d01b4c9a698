"""Lines, claims and expectations of position files; numbers by hand from the rules."""

from __future__ import annotations

import pytest

from tests.games.quest.files import FIVE, checked, verdicts


def test_the_berserker_in_the_mine() -> None:
    """QE-8, QE-9: 5 attack against 4 + 1; 2 Wounds, 2 XP, a Treasure and Iron Rations."""
    answer = checked(
        FIVE
        + """
    claims:
    - total: 5
    - xp: 2
    - {total: 5, against: Mine}
    - {defeats: Goblin Berserker in Mine}
    - {not_defeats: Goblin Warrior}
    - {xp: 0, after: move}
    - {legal: move to Abandoned Gate, after: 1}
    - {illegal: move to The Wilderness, after: 1}
    expect:
      line: {won: true, total: 5, physical: 5, health: 5, xp: 2, wounds: 2, rewards: 2, hp: 5, lost: 0}
      steps: {move to the Mine: {xp: 0}}
      calculation:
      - {card: Goblin Berserker, health: 4, ruling: QUEST-5.17}
      - {card: Mine, health: 1}
      - {total: 5, ruling: QUEST-2.10}
      after: {xp: 2, wounds: 2, tokens: {iron_rations: 1}, champion: Mine}
    """
    )
    assert {claim.verdict for claim in answer.claims} == {"confirmed"}
    assert [each for each in answer.expectations if not each.holds] == []


def test_four_are_not_enough_because_of_the_mine() -> None:
    """QE-8: against 4 + 1."""
    text = FIVE.replace("5 x", "4 x").replace("line: [move to the Mine, battle Goblin Berserker]", "")
    answer = checked(text + "claims: [{defeats: Goblin Berserker}, {total: 4, against: Mine}]")
    claim, total = answer.claims
    assert (claim.verdict, total.verdict) == ("refuted", "confirmed")
    assert claim.calculation is not None
    rows = {row.subject: row.change for row in claim.calculation.rows if row.quantity == "health"}
    assert rows == {"Goblin Berserker": 4, "Mine": 1}


def test_two_shortswords_on_stormhand() -> None:
    """QE-43: Skill 4, requirement 3 - 1 each; a third would take 6."""
    text = """
    turn: dungeon
    hand: [Stormhand 1, 3 x Shortsword]
    line: [Stormhand 1 wields Shortsword, Stormhand 1 wields Shortsword]
    claims:
    - {illegal: give Shortsword to Stormhand 1, after: 2}
    - {legal: give Shortsword to Stormhand 1, after: 1}
    """
    answer = checked(text)
    assert [claim.verdict for claim in answer.claims] == ["confirmed", "confirmed"]
    assert (
        answer.claims[0].reason
        == "Shortsword requires Skill 2 besides 4 for other Weapons, Stormhand 1 has 4"
    )


@pytest.mark.parametrize(
    ("light", "reached"),
    [(3, ["Crypt", "Vault"]), (2, ["Crypt"]), (1, ["Crypt"]), (0, [])],
)
def test_light_over_three_rooms(light: int, reached: list[str]) -> None:
    """QE-40: the rooms of one column take 0, 1 and 2 Light, 3 in all."""
    claims = ", ".join(
        f"{{{'reaches' if room in reached else 'cannot_reach'}: {room}}}" for room in ("Crypt", "Vault")
    )
    text = f"""
    turn: dungeon
    hand: [Adventurer{", Lantern" * light}]
    dungeon: {{Mine: Goblin Berserker, Abandoned Gate: none, Crypt: none, Bog: none, Vault: Stone Giant}}
    claims: [{claims}]
    """
    assert set(verdicts(text)) == {"confirmed"}


def test_only_the_room_ahead_is_paid() -> None:
    """QE-40: from the Crypt, 2 Light are enough for the Vault."""
    text = """
    turn: dungeon
    champion: Crypt
    hand: [2 x Lantern]
    dungeon: {Mine: none, Crypt: none, Vault: Stone Giant}
    claims: [{reaches: Vault}, {light: 2}]
    """
    assert verdicts(text) == ["confirmed", "confirmed"]


BAZAAR = """
    location: Bazaar
    hand: [3 x Adventurer, Dagger, Lantern, Thunderstone Shard]
    village: [Shortsword, Shortbow, Maul]
    """


def test_five_gold_at_the_bazaar() -> None:
    """QE-12: 1 + 2 + 2 gold: a Shortsword for 3 and Iron Rations for 2; no Maul for 8."""
    claims = "[{gold: 5}, {buys: Shortbow}, {cannot_buy: Maul}]"
    assert verdicts(f"{BAZAAR}\n    claims: {claims}") == ["confirmed"] * 3
    line = "line: [buy Shortsword, buy Iron Rations]"
    told = "expect: {line: {legal: true, gained: [Shortsword], gold: 5}, after: {tokens: {iron_rations: 1}}}"
    answer = checked(f"{BAZAAR}\n    {line}\n    {told}")
    assert [each for each in answer.expectations if not each.holds] == []
    assert answer.line is not None
    assert answer.line.outcome == "You buy Shortsword and Iron Rations with 5 gold."


def test_what_comes_by_chance_is_told_or_open() -> None:
    """The Monster that comes into the Mine and the Treasure need not be told; both may be."""
    told = FIVE.replace(']\n    """', "]").replace(
        "battle Goblin Berserker]", "battle Goblin Berserker, reveal Goblin Warrior, find Huma]"
    )
    answer = checked(
        told + "cards: {Huma: {physical: 2}}\n"
        "    expect: {after: {dungeon: {Mine: Goblin Warrior}, discard: [Huma]}}"
    )
    assert answer.line is not None
    assert answer.line.legal
    assert [each for each in answer.expectations if not each.holds] == []


def test_names_in_russian_give_the_same_answer() -> None:
    text = """
    turn: dungeon
    hand: [3 x Приключенец, Кинжал, Осколок Громокамня]
    dungeon: {Mine: Goblin Berserker, Abandoned Gate: Goblin Warrior}
    line: [give Кинжал to Приключенец, move to the Mine, battle Goblin Berserker]
    """
    english = text.replace("Приключенец", "Adventurer").replace("Кинжал", "Dagger")
    english = english.replace("Осколок Громокамня", "Thunderstone Shard")
    russian, same = checked(text).line, checked(english).line
    assert russian is not None
    assert same is not None
    assert (russian.outcome, russian.calculation) == (same.outcome, same.calculation)
