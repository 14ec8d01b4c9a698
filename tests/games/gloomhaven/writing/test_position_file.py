"""What a position file says of its scenario and of characters: rooms, events, decks, victory and defeat;
items, slots, active cards and hands.
"""

from __future__ import annotations

import pytest

from tests.games.gloomhaven.writing.tables import ROOM, problems, table, wrong
from tsolve.cardkit import piles
from tsolve.games.gloomhaven.conditions import Condition
from tsolve.games.gloomhaven.figures import LastingEffect
from tsolve.games.gloomhaven.state import Used
from tsolve.games.gloomhaven.writing.names import value_of

PLAIN = "game: gloomhaven\nmap: {size: 6 x 3, doors: [[2, 1], {at: [4, 1], state: open}], plates: [[0, 0]]}\n"
SENTRY = "monsters: {Sentry 1: {at: [5, 0], stats: {hp: 3, attack: 1}}}\n"
BRUTE = (
    "characters: {Brute: {at: [0, 0], hp: 9, cards: {A: {initiative: 10, top: move 1, bottom: move 1}, "
    "B: {initiative: 20, top: move 1, bottom: move 1}}}}\n"
)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("8", 8),
        ("8+C", 11),
        ("2xL", 4),
        ("8C", 24),
        ("(3+L)xC", 15),
        ("C*(L-1)+2", 5),
        ("3(L+1)C", 27),
        ("l×c", 6),
    ],
)
def test_formulas(text: str, number: int) -> None:
    """With C = 3 and L = 2: 8 + 3 = 11; 2 x 2; 8 x 3; (3 + 2) x 3; 3 x 1 + 2; 3 x 3 x 3; 2 x 3."""
    assert value_of(text, {"C": 3, "L": 2}) == number


@pytest.mark.parametrize("text", ["", "8+", "(8", "8)", "P", "8 8", "1.5", "+", "C C)"])
def test_what_is_no_formula(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        value_of(text, {"C": 3, "L": 2})


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        pytest.param(f'{PLAIN}rooms: {{»"(3,1)"«: {{}}}}\n', "E314", "no door in (3,1)", id="no door"),
        pytest.param(f'{PLAIN}rooms: {{»"(4,1)"«: {{}}}}\n', "E210", "open already", id="an open door"),
        pytest.param(
            f'{PLAIN}rooms: {{"(2,1)": {{}}, »"(2,1) "«: {{}}}}\n',
            "E210",
            "reveals two rooms",
            id="two rooms",
        ),
        pytest.param(
            f'{PLAIN}rooms: {{"(2,1)": {{monsters: {{Bones: {{at: »[9, 9]«, stats: {{hp: 1}}}}}}}}}}\n',
            "E314",
            "no hex",
            id="beside the map",
        ),
        pytest.param(
            f'{PLAIN}{SENTRY}rooms: {{"(2,1)": {{monsters: {{»Sentry 1«: {{at: [3, 1], stats: {{hp: 1}}}}}}}}'
            "}\n",
            "E210",
            "two figures called",
            id="twice",
        ),
        pytest.param(
            f"{PLAIN}monsters: {{»Sentry«: {{at: [5, 0], stats: {{hp: 3}}}}}}\n"
            'rooms: {"(2,1)": {monsters: [{monster: Sentry, at: [3, 1], stats: {hp: 1}}]}}\n',
            "E210",
            "which Sentry",
            id="on the map without a number",
        ),
        pytest.param(
            f'{PLAIN}rooms: {{"(2,1)": {{monsters: [{{monster: Sentry, at: [3, 1], stats: {{hp: 1}}}}, '
            "{monster: Sentry, at: »[3, 1]«, stats: {hp: 1}}]}}\n",
            "E210",
            "are both in (3,1)",
            id="two without numbers in one hex",
        ),
        pytest.param(
            f'{PLAIN}rooms: {{"(2,1)": {{monsters: [{{monster: »Nobody«, at: [3, 1]}}]}}}}\n',
            "E302",
            "unknown monster",
            id="nobody in a room",
        ),
        pytest.param(
            f'{PLAIN}{SENTRY}rooms: {{"(2,1)": {{monsters: [{{monster: »Sentry 1«, at: [3, 1], '
            "stats: {hp: 1}}]}}\n",
            "E210",
            "two figures called",
            id="a number twice",
        ),
        pytest.param(f"{PLAIN}events: [{{when: »tomorrow«}}]\n", "E209", "does not say when", id="when"),
        pytest.param(
            f'{PLAIN}events: [{{when: »"plate (1,0)"«}}]\n',
            "E314",
            "no pressure plate in (1,0)",
            id="no plate",
        ),
        pytest.param(
            f"{PLAIN}events: [{{when: end of round 1, opens: [»[1, 1]«]}}]\n", "E314", "no door", id="opens"
        ),
        pytest.param(
            f"{PLAIN}events: [{{when: end of round 1, monsters: [{{monster: »Nobody 1«, at: [1, 1]}}]}}]\n",
            "E302",
            "unknown monster",
            id="spawns nobody",
        ),
        pytest.param(f"{PLAIN}victory: [»glory«]\n", "E209", "no condition", id="no condition"),
        pytest.param(f"{PLAIN}defeat: [»Altar destroyed«]\n", "E314", "no figure", id="nobody to kill"),
        pytest.param(
            f"{PLAIN}monsters: {{Sentry 1: {{at: [5, 0], stats: {{hp: »8+P«}}}}}}\n",
            "E209",
            "formula",
            id="P",
        ),
        pytest.param(
            f"{PLAIN}monsters: {{Sentry 1: {{at: [5, 0], stats: {{hp: »L-1«}}}}}}\n",
            "E205",
            "is 0",
            id="no hp",
        ),
        pytest.param(
            f"{PLAIN}{SENTRY}ability_decks: {{»Hunter«: standard}}\n", "E314", "type", id="another type"
        ),
        pytest.param(
            f"{PLAIN}{SENTRY}ability_decks: {{Sentry: »standard«}}\n", "E210", "no ability deck", id="no deck"
        ),
        pytest.param(
            f"{PLAIN}until: »round«\n{BRUTE}{SENTRY}", "E210", "initiative of Sentry", id="no card to draw"
        ),
        pytest.param(
            f"{PLAIN}until: round\ncharacters: {{Brute: »{{at: [0, 0], hp: 9, hand: [A, B]}}«}}\n",
            "E210",
            "the initiative of A and B is",
            id="no initiative to choose",
        ),
    ],
)
def test_what_cannot_be(text: str, code: str, said: str) -> None:
    assert said in wrong(text, code).message


def test_a_scenario_as_it_is_written() -> None:
    """Of the 8 Guard cards 525 is this round's and lies with 524 on the discard pile: 6 are left."""
    laid = table(
        f"{PLAIN}{BRUTE}monsters: {{Bandit Guard 1: {{at: [5, 0]}}}}\nability_cards: {{Bandit Guard: 525}}\n"
        "ability_decks: {Bandit Guard: {top: [530], discards: [524]}}\n"
        "victory: [all enemies are dead, Bandit Guard 1 is killed]\ndefeat: [6 rounds, loot 3]\n"
    )
    deck = laid.state.abilities_of("Bandit Guard")
    assert deck is not None
    assert deck.discards == ("guard_524", "guard_525")
    assert deck.draw[0].cards == ("guard_530",)
    assert len(piles.contents(deck.draw)) == 6
    assert laid.script.victory == (Condition("monsters"), Condition("killed", "Bandit Guard 1"))
    assert laid.script.defeat == (Condition("rounds", number=6), Condition("money", number=3))


HALF = "{do: shield 1, persistent: true, lost: true, slots: [0, 2]}"
WARD = f"Ward: {{initiative: 10, top: {HALF}, bottom: move 2}}"


def character(rest: str, more: str = "") -> str:
    """A file with a character that has this."""
    return f"{ROOM}characters: {{Brute: {{at: [0, 0], hp: 10, {rest}}}}}\n{more}"


def test_an_active_card_brings_its_bonus() -> None:
    """The card tells its slots; by its loss icon it will be lost."""
    read = table(character(f"active: [Ward], cards: {{{WARD}}}"))
    (effect,) = read.state.figure("Brute").effects
    assert effect == LastingEffect("shield", 1, 1, "persistent", "Ward", "Brute", (0, 2))
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
    ],
)
def test_what_characters_cannot_be(rest: str, code: str, said: str) -> None:
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

    assert any(said in f"{each.message} {each.help}" for each in problems(character(rest)))


def test_items_alone_are_no_cards_to_play_a_round() -> None:

    text = f"{ROOM}until: round\ncharacters: {{Brute: {{at: [0, 0], hp: 10, items: {{Potion: loot 1}}}}}}\n"
    assert any("the cards of Brute are not given" in each.message for each in problems(text))
