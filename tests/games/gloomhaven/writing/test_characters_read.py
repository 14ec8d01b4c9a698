"""Items, slots, active cards and hands as files write them, and what cannot be."""

from __future__ import annotations

import pytest

from tests.games.gloomhaven.writing.tables import ROOM, table, wrong
from tsolve.games.gloomhaven.state import Effect, Used

HALF = "{do: shield 1, persistent: true, lost: true, slots: [0, 2]}"
WARD = f"Ward: {{initiative: 10, top: {HALF}, bottom: move 2}}"


def character(rest: str, more: str = "") -> str:
    """A file with a character that has this."""
    return f"{ROOM}characters: {{Brute: {{at: [0, 0], hp: 10, {rest}}}}}\n{more}"


def test_an_active_card_brings_its_bonus() -> None:
    """The card tells its slots; by its loss icon it will be lost."""
    read = table(character(f"active: [Ward], cards: {{{WARD}}}"))
    (effect,) = read.state.figure("Brute").effects
    assert effect == Effect("shield", 1, 1, "persistent", "Ward", "Brute", (0, 2))
    assert read.state.held[0].doomed == ("Ward",)
    assert read.notes == ()


def test_a_bonus_that_is_written_goes_before_the_card() -> None:
    """One slot is used up already."""
    written = "effects: [{ability: shield 1, source: Ward, lasts: persistent, slots: [2]}]"
    read = table(character(f"active: [Ward], {written}, cards: {{{WARD}}}"))
    assert [effect.slots for effect in read.state.figure("Brute").effects] == [(2,)]


def test_an_active_card_of_which_nothing_is_told_is_noted() -> None:
    (note,) = table(character("active: [Ward]")).notes
    assert note.startswith("what the active card Ward of Brute brings is not known")


def test_a_summon_belongs_to_the_card_that_summons_it() -> None:
    pack = 'Pack: {initiative: 10, top: {do: "summon Rat (hp 3)", persistent: true}, bottom: move 2}'
    summon = "summons: {Rat: {at: [1, 0], of: Brute, hp: 3}}\n"
    read = table(character(f"active: [Pack], cards: {{{pack}}}", summon))
    assert read.state.figure("Rat").card == "Pack"


def test_items_and_how_often_they_were_used() -> None:
    items = '{Potion: "heal 3, self", Mail: {when: attacked, do: shield 1, uses: 2, used: 1}}'
    read = table(character(f"items: {items}"))
    assert read.items["Brute", "Mail"].uses == 2
    assert read.items["Brute", "Potion"].when == "turn"
    assert read.state.held[0].used == (Used("Mail", 1),)


@pytest.mark.parametrize(
    ("rest", "code", "said"),
    [
        ("items: {Horn: »attack +1«}", "E210", "when: turn"),
        ("items: {Horn: {when: single attack, do: »attack 2«}}", "E210", "when: single attack"),
        ("items: {Horn: {when: single attack, do: »[attack 2]«}}", "E210", "when: single attack"),
        ('items: {Bow: {when: single attack, do: »"attack +0, range +1"«}}', "E210", "single attack"),
        ("items: {Boots: {when: move, do: »move 3«}}", "E210", "when: move"),
        ('items: {Mail: {when: attacked, do: »"heal 1, self"«}}', "E210", "when: attacked"),
        ("items: {Amulet: {when: damage, do: »shield 1«}}", "E210", "when: damage"),
        ("items: {»Ward«: shield 1}, cards: {Ward: {top: move 1, bottom: move 1}}", "E210", "an item of"),
        ("hand: [One, Two], hand_size: »3«", "E210", "2 cards, and its hand has 3"),
        ("level: 2, cards: {»One«: {level: 3, top: move 1, bottom: move 1}}", "E210", "of level 3"),
    ],
)
def test_what_cannot_be(rest: str, code: str, said: str) -> None:
    assert said in wrong(character(rest), code).message


def test_a_summon_of_a_card_that_is_not_active() -> None:
    summon = "summons: {Rat: {at: [1, 0], of: Brute, hp: 3, card: »Pack«}}\n"
    assert 'no active card "Pack"' in wrong(character("hand: [One]", summon), "E314").message


@pytest.mark.parametrize(
    ("rest", "said"),
    [
        ("items: {Horn: {do: move 1, uses: 1, used: 2}}", "more often"),
        ("cards: {One: {top: {do: shield 1, slots: 2}, bottom: move 1}}", "only a bonus that lasts"),
    ],
)
def test_what_excludes_each_other(rest: str, said: str) -> None:
    from tests.games.gloomhaven.writing.tables import problems

    assert any(said in f"{each.message} {each.help}" for each in problems(character(rest)))


def test_items_alone_are_no_cards_to_play_a_round() -> None:
    from tests.games.gloomhaven.writing.tables import problems

    text = f"{ROOM}until: round\ncharacters: {{Brute: {{at: [0, 0], hp: 10, items: {{Potion: loot 1}}}}}}\n"
    assert any("the cards of Brute are not given" in each.message for each in problems(text))
