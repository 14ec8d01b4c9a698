"""Questions of one line about attacks mean the position that they say, and are answered by its chances."""

from __future__ import annotations

import pytest

from tsolve import api
from tsolve.errors import InputError
from tsolve.report.odds import in_a_line


def _chances(question: str) -> dict[int, str]:
    """The chances of the damage that a question asks for."""
    (case,) = api.ask(question, "gloomhaven").cases
    odds = case.check.odds
    assert odds
    (figure,) = (figure for _, figure in odds.decks[0].figures() if figure.id == "damage")
    assert figure.distribution is not None
    return {bar.number or 0: bar.chance.exact for bar in figure.distribution.bars}


FRESH = {0: "1/20", 1: "1/20", 2: "1/4", 3: "3/10", 4: "1/4", 5: "1/20", 6: "1/20"}
"""An attack of 3 with the standard deck. (GH-E40)"""
SHIELDED = {0: "1/10", 1: "1/4", 2: "3/10", 3: "1/4", 4: "1/20", 5: "1/20"}
"""The same against shield 1: each number one less, but for the null."""
POISONED = {0: "1/20", 2: "1/20", 3: "1/4", 4: "3/10", 5: "1/4", 6: "1/20", 8: "1/20"}
"""The same with poison: 3 + 1, and twice that with x2."""
CURSED = {0: "1/11", 1: "1/22", 2: "5/22", 3: "3/11", 4: "5/22", 5: "1/22", 6: "1/11"}
"""With a curse and a bless there are 22 cards: null and curse, bless and x2 twice each."""


@pytest.mark.parametrize(
    ("question", "chances"),
    [
        ("attack 3", FRESH),
        ("What are the odds of attack 3 vs Bandit Guard?", FRESH),
        ("attack 3 vs shield 1", SHIELDED),
        ("attack 3 against 1 shield", SHIELDED),
        ("atak 3 vs tarcza 1", SHIELDED),
        ("attack 3, pierce 2 vs shield 3", SHIELDED),
        ("3 attack with pierce 1 vs elite Bandit Guard level 3", SHIELDED),
        ("attack 2 +1 vs shield 1", SHIELDED),
        ("attack 1 +2 -1 +1 vs shield 1", SHIELDED),  # 1 + 2 - 1 + 1 = 3
        ("attack 3 vs shield 3, pierce 2", SHIELDED),  # pierce can only be the attack's
        ("atak 3, przebicie 2 przeciw tarcza 3", SHIELDED),
        ("Bandit Guard attack +1 vs Brute, shield 1", SHIELDED),
        ("strengthened Brute attack 3, disadvantage vs shield 1", SHIELDED),
        ("attack 3, range 3, adjacent, advantage vs shield 1", SHIELDED),
        ("attack 3 vs poisoned enemy", POISONED),
        ("attack 3 vs zatruta", POISONED),
        ("attack 3 with 1 curse and 1 bless", CURSED),
        ("attack 3, deck -1, null", {0: "1/2", 2: "1/2"}),
    ],
)
def test_a_question_asks_for_the_chances(question: str, chances: dict[int, str]) -> None:
    assert _chances(question) == chances


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("attack 3, draw x2 vs shield 1: 5", "yes"),  # 2 x 3 - 1
        ("attack 3, draw x2 vs shield 1: 6?", "no"),
        ("attack 2, draw +1, attack 3, draw miss vs Bandit Guard: 3", "yes"),  # 2 + 1, and nothing
        ("attack 3, draw rolling +1, +1 vs shield 2: 3", "yes"),  # 3 + 1 + 1 - 2; the deck has what comes
        ("attack 3, draw bless with 2 curses vs 5 hp: 6", "yes"),
        ("attack 3, advantage, draw +1 vs 5 hp: 4", "undecided"),  # the second of the two cards is to come
        ("attack 3, attack 2, draw +1 vs 5 hp: 4", "undecided"),
    ],
)
def test_the_damage_with_a_card_is_claimed(question: str, verdict: str) -> None:
    assert api.ask(question, "gloomhaven").verdict == verdict


@pytest.mark.parametrize(
    ("question", "read_as"),
    [
        ("attack 3 vs elite Bandit Guard level 3", "elite Bandit Guard; deck standard; scenario level 3"),
        ("Bandit Guard attack +1 vs shield 1", "against shield 1; deck standard; scenario level 1"),
        ("attack 3 vs Inox Bodyguard, 3 players", "deck standard; scenario level 1; 3 players"),
        ("attack 3, draw bless vs shield 1", "against shield 1; deck standard, with bless; card drawn bless"),
        ("attack 3, advantage, cards +1 stun, +1 vs 5 hp", "with +1 stun; cards drawn +1 stun and +1"),
        ('attack 3, modifier cards: "+1 stun" and "+1"', "with +1 stun; cards drawn +1 stun and +1"),
        ("attack 3 with the -1 dark card vs 4 hp", "with -1 dark; card drawn -1 dark"),
        ("attack 3, rolling pierce 3, +1 vs shield 2", "with rolling pierce 3; cards drawn rolling pierce 3"),
        ("atak 3, karta x2", "card drawn x2"),
        ("attack 3 +1, draw +1", "attack 3, bonus +1 by somebody; against somebody without shield; "),
        ("Brute 10 hp attack 2 vs Hound", "attack 2 by Brute with 10 hit points; against Hound;"),
        (
            "10 hp Brute attack 2 vs Hound 3 hp",
            "by Brute with 10 hit points; against Hound with 3 hit points;",
        ),
        ("3 hp Hound attack 2", "attack 2 by Hound with 3 hit points; against somebody without shield;"),
        ("3 hp elite Hound attack 2 vs Brute", "by elite Hound with 3 hit points; against Brute;"),
        ("attack 2, 3 hp poisoned Hound", "by somebody; against Hound with 3 hit points and poison;"),
        ("attack 2, 3 hp", "attack 2 by somebody; against 3 hit points; deck standard"),
        (
            "Brute (9 hp) attacks Hound (2 hp): attack 2",
            "by Brute with 9 hit points; against Hound with 2 hit",
        ),
        ("shield 1 Brute attack 2 vs Hound", "by Brute with shield 1; against Hound;"),
        ("Brute shield 1 attack 2 vs Hound shield 2", "by Brute with shield 1; against Hound with shield 2;"),
        ("Brute attack 2, shield 1 vs Hound", "attack 2 by Brute; against Hound with shield 1;"),
        (
            "attack 2 vs Brute 9 hp, Hound 3 hp",
            "against Brute with 9 hit points and Hound with 3 hit points;",
        ),
        ("attack 2 on Brute 8 hp", "by somebody; against Brute with 8 hit points;"),
        ("attack 3 – draw x2 – on the elite Hound", "by somebody; against elite Hound;"),
        ("Hound 2 attack 2 vs Brute", "attack 2 by Hound 2; against Brute;"),
    ],
)
def test_it_is_told_how_a_question_was_read(question: str, read_as: str) -> None:
    assert read_as in "; ".join(api.ask(question, "gloomhaven").read_as)


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("Brute attack 2 vs Bandit Guard", ""),  # nobody strikes back
        ("Bandit Guard attack 2 vs Brute", "Brute"),
        ("Brute attack 2 vs Bandit Guard, retaliate 1", "Brute"),
        ("Brute attack 2 vs Cragheart", "Cragheart"),
    ],
)
def test_hit_points_are_asked_of_those_who_are_in_danger(question: str, asked: str) -> None:
    (case,) = api.ask(question, "gloomhaven").cases
    told = [note for note in case.check.notes if note.startswith("no hit points are given of")]
    assert [each.partition(" of ")[2].partition(":")[0] for each in told] == ([asked] if asked else [])


@pytest.mark.parametrize(
    ("question", "note"),
    [
        ("disarmed Brute attack 3", "Brute is disarmed and performs no attack (GH-8.8)"),
        ("stunned Brute attack 3", "Brute is stunned and performs no ability (GH-8.9)"),
        ("attack 3 vs invisible Brute", "Brute is invisible and is no target of its enemies (GH-8.12)"),
    ],
)
def test_attacks_that_the_rules_forbid_are_told(question: str, note: str) -> None:
    (case,) = api.ask(question, "gloomhaven").cases
    assert case.check.odds
    assert f"{note}; the attack is calculated all the same" in case.check.notes


def test_what_is_said_twice_of_a_target_is_of_a_further_one() -> None:
    text = api.position_asked("attack 3 vs shield 1, 3 hp and shield 2, 5 hp", "gloomhaven")
    position = api.loads(text).written
    (attack,) = position.attacks  # type: ignore[attr-defined]
    assert [(each.shield, each.hp) for each in attack.against] == [(1, 3), (2, 5)]
    assert attack.attack == "3, target 2"


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ("shield 1", "no attack is named"),
        ("", "no attack is named"),
        ("attack 3 vs sheild 1", '"sheild" is not understood in a question about an attack'),
        ("attack 3 vs shield 2 +1", '"+1" stands behind the target'),
        ("pierce 2, attack 3", '"pierce 2" belongs to no attack'),
    ],
)
def test_what_is_not_understood_is_told_with_its_place(question: str, message: str) -> None:
    with pytest.raises(InputError) as refused:
        api.ask(question, "gloomhaven")
    first = refused.value.diagnostics[0]
    assert first.message == message
    assert first.code == "E210"
    assert first.span is not None


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("attack 3, deck +0 vs 5 hp: 3?", "confirmed"),
        ("attack 3, deck +0 vs 5 hp: 4?", "refuted"),
        ("attack 0 vs shield 9, 5 hp: 0?", "confirmed"),  # 2 with the best number card, x2 of 0 is 0: 0 - 9
        ("attack 3: 4", "undecided"),  # 4 with +1, 3 with +0
        ("attack 3: 9", "refuted"),  # 6 with x2 is the most
        ("attack 3, target 2: 13", "refuted"),  # 6 with x2, behind it 5 with +2: 11
    ],
)
def test_a_number_without_cards_is_judged_by_all_that_may_come(question: str, verdict: str) -> None:
    (case,) = api.ask(question, "gloomhaven").cases
    (claim,) = case.check.claims
    assert claim.verdict == verdict


def test_the_game_is_found_by_its_words() -> None:
    assert api.ask("attack 3 vs shield 1").game == "Gloomhaven"


def test_an_attack_of_3_with_a_fresh_deck_is_told_in_a_line() -> None:
    (case,) = api.ask("attack 3", "gloomhaven").cases
    assert case.check.odds
    outcomes = "0 1/20, 1 1/20, 2 1/4, 3 3/10, 4 1/4, 5 1/20, 6 1/20"
    assert in_a_line(case.check.odds) == f"Damage to the target: 3.00 on average: {outcomes}."
