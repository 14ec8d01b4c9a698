"""Classes, cards, perks and items that a file names: what they bring, and what of them cannot be so."""

from __future__ import annotations

import pytest

from tsolve import api
from tsolve.errors import InputError
from tsolve.games.gloomhaven.perks import Swap, swap_from
from tsolve.games.gloomhaven.position import ScenarioPosition

_NINE = [
    *("Eye for an Eye", "Sweeping Blow", "Provoking Roar", "Overwhelming Assault", "Warding Strength"),
    *("Shield Bash", "Leaping Cleave", "Skewer", "Spare Dagger"),
]


def position(brute: str, more: str = "") -> ScenarioPosition:
    """A Brute in (2,2) with what is said of him, next to a guard."""
    found = api.loads(
        f"""
game: gloomhaven
map: {{size: 6 x 5}}
turn: Brute
characters:
  Brute: {{at: [2, 2], plays: [Trample, Grab and Go], {brute}}}
monsters: {{Bandit Guard 1: {{at: [3, 2]}}}}
{more}
"""
    )
    assert isinstance(found, ScenarioPosition)
    return found


@pytest.mark.parametrize(("level", "points"), [(1, 10), (2, 12), (9, 26)])
def test_a_class_has_its_hit_points_by_level(level: int, points: int) -> None:
    """The mat of the Brute prints 10, and 2 more for each level: 10 + 8 x 2 = 26."""
    brute = position(f"level: {level}").state.figure("Brute")
    assert (brute.hp, brute.max_hp) == (points, points)


def test_of_a_class_at_an_unknown_level_nothing_is_assumed() -> None:
    brute = position("hp: 5").state.figure("Brute")
    assert (brute.hp, brute.max_hp) == (5, 5)


@pytest.mark.parametrize(
    ("brute", "more", "told"),
    [
        ("level: 1, hp: 11", "", "Brute has 11 hit points, more than its maximum of 10 (GH-11.7)"),
        ("hand: [Tramble]", "", 'the Brute has no card "Tramble": did you mean "Trample"?'),
        ("hand: [Fire Orbs]", "", 'the Brute has no card "Fire Orbs": it is one of the Spellweaver'),
        ("class: Brut", "", 'there is no class "Brut": did you mean "Brute"?'),
        ("class: Hero, hand: [Trample]", "", "Trample is a card of the Brute: write `class: Brute`"),
        (
            "items: [Hide Armor, hide armor]",
            "",
            "Brute has 2 x Hide Armor: nobody has two copies of an item (GH-15.7)",
        ),
        (
            "items: [War Hammer, Heater Shield]",  # two hands and one more
            "",
            "Brute has too many items for the hands: War Hammer, Heater Shield (GH-15.7)",
        ),
        (  # half of level 1, rounded up: one small item
            "level: 1, items: [Minor Healing Potion, Minor Power Potion]",
            "",
            "Brute has too many small items: Minor Healing Potion, Minor Power Potion (GH-15.7)",
        ),
        (
            "level: 1, hand: [Skewer, Unstoppable Charge]",  # of level 1, and of level 4
            "",
            "Unstoppable Charge is of level 4, and Brute of level 1 (GH-2.13)",
        ),
        (
            "perks: [remove three -1]",
            "",
            '"remove three -1": the Brute has no such perk (GH-15.4)',
        ),
        (
            "perks: [add one +3, add one +3]",  # the sheet has one box
            "",
            '"add one +3": the Brute has it once (GH-15.4)',
        ),
        (
            "perks: [remove two -1]",  # 5 - 2 = 3
            "modifiers: {Brute: {rest: standard}}",
            "the modifier deck of Brute is not what its perks make: 5 x -1, not 3",
        ),
        (
            # These nine and the two in `plays`; the hand of the Brute has 10.
            f"hand: {_NINE}",
            "",
            "Brute has 11 cards, and its hand has 10 (GH-2.13)",
        ),
    ],
)
def test_what_cannot_be_so_is_told(brute: str, more: str, told: str) -> None:
    assert any(told in each for each in position(brute, more).remarks())


def test_perks_and_items_make_the_deck() -> None:
    """Two -1 go, one -1 becomes a +1, and Hide Armor brings two -1: 5 - 2 - 1 + 2 = 4 and 5 + 1 = 6."""
    found = position("perks: [remove two -1 cards, replace one -1 by one +1], items: [hide armor]")
    (deck,) = (owned.deck for owned in found.state.decks if owned.owner == "Brute")
    assert [deck.cards().count(card) for card in ("-1", "+1", "+0")] == [4, 6, 6]


def test_a_perk_that_ignores_items() -> None:
    found = position("perks: [ignore negative item effects and add one +1], items: [Hide Armor]")
    (deck,) = (owned.deck for owned in found.state.decks if owned.owner == "Brute")
    assert [deck.cards().count(card) for card in ("-1", "+1")] == [5, 6]


@pytest.mark.parametrize(
    ("brute", "told"),
    [
        ("items: [Hide Armour]", 'did you mean "Hide Armor"'),
        (
            "items: [Sword of Doom]",
            "say what it does: `items: {Sword of Doom: {when: turn,",
        ),
        ("perks: [more power]", "such as `replace one -1 by one +1`"),
    ],
)
def test_what_nobody_knows_is_asked_for(brute: str, told: str) -> None:
    with pytest.raises(InputError) as caught:
        position(brute)
    assert any(told in each.help for each in caught.value.diagnostics)


def test_what_the_file_writes_stands_above_what_is_printed() -> None:
    """Trample is written here as an attack of 5 at the initiative 10, whatever the box prints."""
    found = position("cards: {Trample: {initiative: 10, top: attack 5, bottom: move 1}}")
    assert found.state.figure("Brute").initiative == 10
    assert found.book.cards["Brute", "Grab and Go"].initiative == 87  # as printed


@pytest.mark.parametrize(
    ("text", "swap"),
    [
        ("remove two -1 cards", Swap((("-1", 2),))),
        ("replace one -1 with one +1", Swap((("-1", 1),), (("+1", 1),))),
        ("add one +2, and remove one -1", Swap((("-1", 1),), (("+2", 1),))),
        ("ignore negative scenario effects", Swap(ignores="scenario effects")),
        ("become strong", None),
    ],
)
def test_what_a_perk_says(text: str, swap: Swap | None) -> None:
    assert swap_from(text) == swap


def test_a_round_of_which_one_card_is_told_leaves_open_what_the_other_does() -> None:
    """Move 4 does not bring him beside the guard, who is six hexes away; another card might."""
    text = """
game: gloomhaven
map: {size: 8 x 5}
turn: Brute
characters: {Brute: {at: [0, 2], level: 1, plays: [Grab and Go]}}
monsters: {Bandit Guard 1: {at: [7, 2]}}
claims: [can attack Bandit Guard 1, cannot attack Bandit Guard 1]
"""
    answer = api.check(api.loads(text))
    assert [claim.verdict for claim in answer.claims] == ["undecided", "undecided"]
    assert "the other card of Brute is not told" in answer.claims[0].reason


def test_what_nobody_tells_of_a_card_leaves_a_number_open() -> None:
    """Attack 2 and a card of +2 are 4 at most; what an unknown card says may be more."""
    text = """
game: gloomhaven
map: {size: 6 x 5}
turn: Brute
characters: {Brute: {at: [2, 2], hp: 9, plays: [One, Two], initiative: 30}}
monsters: {Bandit Guard 1: {at: [3, 2]}}
claims: [damage 9]
"""
    (claim,) = api.check(api.loads(text)).claims
    assert claim.verdict == "undecided"
    assert "the text of One and Two is not told" in claim.reason


_ATTACKED = """
game: gloomhaven
level: 1
turn: Bandit Guard 1
map: {size: 6 x 4}
monsters: {Bandit Guard 1: {at: [1, 1], elite: true}}
ability_cards: {Bandit Guard: {initiative: 50, do: [move +0, attack +0]}}
characters: {Brute: {at: [3, 1], hp: 6, initiative: 61, items: [ITEM]}}
claims:
- Brute loses at most 5 hit points
- Bandit Guard 1 cannot kill the Brute
- Brute has at least 1 hit point
- Bandit Guard 1 attacks Brute
"""


@pytest.mark.parametrize(
    ("item", "verdicts"),
    [
        ("Heart of the Betrayer", ["undecided", "undecided", "undecided", "confirmed"]),
        ("Second Chance Ring", ["refuted", "refuted", "refuted", "confirmed"]),
        ("Iron Helmet", ["confirmed", "confirmed", "confirmed", "confirmed"]),
    ],
)
def test_what_an_item_that_is_not_played_protects_from_is_open(item: str, verdicts: list[str]) -> None:
    """An elite guard of level 1 has attack 3: x2 makes 6. Whom it attacks does not depend on a heart, and
    nothing on a ring; the helmet, which is played, counts x2 as +0, so that +2 makes the most, 5.
    """
    answer = api.check(api.loads(_ATTACKED.replace("ITEM", item)))
    assert [claim.verdict for claim in answer.claims] == verdicts


@pytest.mark.parametrize(
    ("items", "verdict"),
    [
        ("Second Chance Ring", "undecided"),
        ("Unstable Explosives", "confirmed"),
        ("Iron Helmet", "confirmed"),
        ("", "confirmed"),
    ],
)
def test_what_an_item_that_is_not_played_may_bring_is_open(items: str, verdict: str) -> None:
    """Spare Dagger has attack 3, range 3, and x2 less shield 3 makes 3 of 6, with explosives as well. What
    the ring adds to a turn is not played.
    """
    text = f"""
game: gloomhaven
level: 1
turn: Brute
map: {{size: 6 x 4}}
characters: {{Brute: {{at: [2, 1], hp: 6, items: [{items}], plays: [Spare Dagger, Sweeping Blow]}}}}
monsters: {{Bandit Guard 1: {{at: [4, 1], hp: 6, shield: 3}}}}
claims: [cannot kill Bandit Guard 1]
"""
    (claim,) = api.check(api.loads(text)).claims
    assert claim.verdict == verdict


def test_a_best_chance_is_open_upwards_where_a_half_is_not_played() -> None:
    """Attack 2 kills a guard with 2 hit points on all of 20 cards but a null, a -2 and five -1: 13 in 20 =
    65 %. What the bottom of Noxious Vials says is not played, and may be better.
    """
    text = """
game: gloomhaven
level: 1
turn: Tinkerer
map: {size: 6 x 4}
characters: {Tinkerer: {at: [2, 1], level: 5, hp: 6, plays: [Noxious Vials, Restorative Mist]}}
monsters: {Bandit Guard 1: {at: [3, 1], hp: 2}}
claims:
- 65 % to kill Bandit Guard 1
- 90 % to kill Bandit Guard 1
- at least 60 % to kill Bandit Guard 1
"""
    answer = api.check(api.loads(text))
    assert [claim.verdict for claim in answer.claims] == ["undecided", "undecided", "confirmed"]
    assert "the bottom of Noxious Vials cannot be played here" in answer.claims[0].reason
