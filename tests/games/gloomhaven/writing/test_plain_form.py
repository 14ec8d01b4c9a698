"""Files in the words of people: each is the same position as a file in the form of its struct."""

from __future__ import annotations

import pytest

from tsolve import api
from tsolve.errors import InputError

HEAD = "game: gloomhaven\n"
TURN = f"{HEAD}map: 9 x 7\nturn: guard\n"
PLAIN = """
game: gloomhaven
map: {size: 9 x 7}
turn: Bandit Guard 1
characters: {Brute: {at: [3, 2], hp: 10, max_hp: 10, initiative: 15}}
monsters: {Bandit Guard 1: {at: [3, 4], rank: elite}}
ability_cards: {Bandit Guard: {initiative: 50, do: [move +0, attack +0]}}
"""
"""The position that the files below mean."""
BRUTE = "characters: {Brute: {at: [3, 2], hp: 10, max_hp: 10, initiative: 15}}\n"
GUARD = "monsters: {Bandit Guard 1: {at: [3, 4], rank: elite}}\n"
CARD = "ability_cards: {Bandit Guard: {initiative: 50, do: [move +0, attack +0]}}\n"


def table(text: str) -> object:
    """What a file puts on the table."""
    position = api.loads(text)
    return position.state, position.book.terrain, position.book.deals  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "text",
    [
        # the map
        f"{HEAD}map: 9 x 7\nturn: Bandit Guard 1\n{BRUTE}{GUARD}{CARD}",
        f"{HEAD}map: {{columns: 9, rows: 7}}\nturn: Bandit Guard 1\n{BRUTE}{GUARD}{CARD}",
        f"{HEAD}size: 9 x 7\nturn: Bandit Guard 1\n{BRUTE}{GUARD}{CARD}",
        f"{HEAD}plansza: 9 x 7\ntura: Bandit Guard 1\n{BRUTE}{GUARD}{CARD}",
        # whose turn it is
        f"{HEAD}map: 9 x 7\nturn: Bandit Guards\n{BRUTE}{GUARD}{CARD}",
        f"{HEAD}map: 9 x 7\nturn: Bandit Guard\n{BRUTE}{GUARD}{CARD}",
        f"{HEAD}map: 9 x 7\nturn: the guard\n{BRUTE}{GUARD}{CARD}",
        f"{HEAD}map: 9 x 7\nturn: monster 1\n{BRUTE}{GUARD}{CARD}",
        f"{HEAD}map: 9 x 7\nwhose turn: Guard 1\n{BRUTE}{GUARD}{CARD}",
        # characters
        f"{TURN}heroes: {{Brute: {{pos: [3, 2], hp: 10/10, init: 15}}}}\n{GUARD}{CARD}",
        f"{TURN}Brute: {{at: (3,2), hp: 10/10, initiative: 15}}\n{GUARD}{CARD}",
        f"{TURN}Brute: (3,2), 10/10 hp, initiative 15\n{GUARD}{CARD}",
        f"{TURN}characters: [Brute at (3,2) 10/10 hp initiative 15]\n{GUARD}{CARD}",
        f"{TURN}characters:\n- {{name: Brute, hex: (3, 2), HP: 10 of 10, init: 15}}\n{GUARD}{CARD}",
        f"{TURN}postacie: {{Brute: {{pole: (3,2), PŻ: 10/10, inicjatywa: 15}}}}\n{GUARD}{CARD}",
        f"{TURN}character: {{name: Brute, at: {{x: 3, y: 2}}, hp: 10/10, init: 15}}\n{GUARD}{CARD}",
        # monsters
        f"{TURN}{BRUTE}monsters: {{Bandit Guard 1: {{at: (3,4), elite: yes}}}}\n{CARD}",
        f"{TURN}{BRUTE}enemies: {{elite Bandit Guard 1: (3,4)}}\n{CARD}",
        f"{TURN}{BRUTE}potwory: {{Bandit Guard 1: {{at: (3,4), elitarny: yes}}}}\n{CARD}",
        f"{TURN}{BRUTE}monsters: [Bandit Guard 1 elite at (3,4)]\n{CARD}",
        f"{TURN}{BRUTE}monsters:\n- Bandit Guard 1 (elite), (3,4)\n{CARD}",
        f"{TURN}{BRUTE}monsters:\n- {{type: Bandit Guard, number: 1, elite, at: (3,4)}}\n{CARD}",
        f"{TURN}{BRUTE}monsters: {{Bandit Guard: {{1: {{at: (3,4), elite: true}}}}}}\n{CARD}",
        f"{TURN}{BRUTE}Bandit Guard 1: {{at: (3,4), elite: true}}\n{CARD}",
        # ability cards
        f'{TURN}{BRUTE}{GUARD}ability_cards: {{Bandit Guard: "50: Move +0, Attack +0"}}\n',
        f"{TURN}{BRUTE}{GUARD}ability_cards: {{Bandit Guards: {{init: 50, do: Move +0, Attack +0}}}}\n",
        f"{TURN}{BRUTE}{GUARD}card: '50: Move +0, Attack +0'\n",
        f"{TURN}{BRUTE}{GUARD}card: [50, move +0, attack +0]\n",
        f"{TURN}{BRUTE}{GUARD}karta: '50: Ruch +0, Atak +0'\n",
        f"{TURN}{BRUTE}{GUARD}card: Move +0, Attack +0\ninitiative: 50\n",
        f"{TURN}{BRUTE}{GUARD}initiative: {{Bandit Guards: 50}}\n",
        f"{TURN}{BRUTE}monsters: {{Bandit Guard 1: {{at: (3,4), elite: yes, initiative: 50}}}}\n",
    ],
)
def test_it_is_the_same_position(text: str) -> None:
    assert table(text) == table(PLAIN)


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("at: [1, 1], hp: 5, invisible: true", "at: [1, 1], hp: 5, conditions: [invisible]"),
        ("at: [1, 1], hp: 5, zatrucie: tak", ""),
        ("at: [1, 1], hp: 5, poisoned: yes, muddle: yes", "at: [1, 1], hp: 5, conditions: [poison, muddle]"),
        ("at: [1, 1], hp: 5, conditions: poisoned", "at: [1, 1], hp: 5, conditions: [poison]"),
        ("at: [1, 1], hp: 5, status: {poison: yes}", "at: [1, 1], hp: 5, conditions: [poison]"),
        ("at: [1, 1], hp: 5, shield: 1", "at: [1, 1], hp: 5, effects: [shield 1]"),
        ("at: [1, 1], hp: 5, stunned: no", "at: [1, 1], hp: 5"),
        ("at: (1,1), hp: 5, retaliate: 2", "at: [1, 1], hp: 5, effects: [retaliate 2]"),
    ],
)
def test_what_stands_beside_a_character(said: str, plain: str) -> None:
    text = f"{HEAD}map: 9 x 7\ncharacters: {{Brute: {{{said}}}}}\n"
    if not plain:  # a word that tsolve does not know for `true`
        with pytest.raises(InputError):
            table(text)
        return
    assert table(text) == table(f"{HEAD}map: {{size: 9 x 7}}\ncharacters: {{Brute: {{{plain}}}}}\n")


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("shield: 1", "stats: {shield: 1}"),
        ("hp: 4/9", "hp: 4, stats: {hp: 9}"),
        ("poison: yes, elite: no", "conditions: [poison]"),
        ("attack: 3, range: 2, hp: 4", "hp: 4, stats: {attack: 3, range: 2}"),
    ],
)
def test_what_stands_beside_a_monster(said: str, plain: str) -> None:
    text = f"{HEAD}map: 9 x 7\nmonsters: {{Bandit Guard 1: {{at: [1, 1], {said}}}}}\n"
    assert table(text) == table(
        f"{HEAD}map: {{size: 9 x 7}}\nmonsters: {{Bandit Guard 1: {{at: [1, 1], {plain}}}}}\n"
    )


def test_places_that_yaml_splits_at_the_comma() -> None:
    said = (
        f"{HEAD}map: {{size: 9 x 7, traps: [(2,4), (4,4)]}}\n"
        "characters: {A: (1,1), B: {at: (2, 2), hp: 3}}\n"
    )
    plain = (
        f"{HEAD}map: {{size: 9 x 7, traps: [[2, 4], [4, 4]]}}\n"
        "characters: {A: {at: [1, 1]}, B: {at: [2, 2], hp: 3}}\n"
    )
    assert table(said) == table(plain)


def test_hexes_without_brackets_are_split_too() -> None:
    said = f"{HEAD}map: 9 x 7\nelements: none\nmodifiers: none\ncharacters: {{A: {{at: 1,2, hp: 3}}}}\n"
    plain = f"{HEAD}map: {{size: 9 x 7}}\ncharacters: {{A: {{at: [1, 2], hp: 3}}}}\n"
    assert table(said) == table(plain)


def test_cards_that_are_played_are_no_longer_in_hand() -> None:
    said = f"{HEAD}map: 9 x 7\ncharacters: {{A: {{at: (1,2), hand: [X, Y, Z], plays: X and Y}}}}\n"
    plain = f"{HEAD}map: {{size: 9 x 7}}\ncharacters: {{A: {{at: [1, 2], hand: [Z], plays: [X, Y]}}}}\n"
    assert table(said) == table(plain)


def test_a_mark_names_who_stands_there() -> None:
    text = (
        f"{HEAD}map: |\n  G   .   B\n    .   .\nturn: G\n"
        "characters: {Brute: {at: B, hp: 9, initiative: 9}}\n"
        "monsters: {Bandit Guard 1: {at: G}}\nability_cards: {Bandit Guard: {initiative: 50}}\n"
        "claims: [G attacks B]\n"
    )
    (claim,) = api.check(api.loads(text)).claims
    assert claim.verdict == "confirmed"


def test_a_list_of_places_numbers_the_monsters() -> None:
    said = f"{HEAD}map: 9 x 7\nmonsters: {{Bandit Guard: [(1,1), (2,2)]}}\n"
    plain = (
        f"{HEAD}map: {{size: 9 x 7}}\n"
        "monsters: {Bandit Guard 1: {at: [1, 1]}, Bandit Guard 2: {at: [2, 2]}}\n"
    )
    assert table(said) == table(plain)


@pytest.mark.parametrize(
    ("card", "abilities"),
    [
        ("[attack +1, range +1]", "['attack +1, range +1']"),
        ("Move +0, Attack +0, range 3, poison", "[move +0, 'attack +0, range 3, poison']"),
        ("[heal 3, self, attack +0]", "['heal 3, self', attack +0]"),
        ("Leczenie 2, na siebie", "['heal 2, self']"),
        ("Ruch 3, Atak 2, zasięg 3", "[move 3, 'attack 2, range 3']"),
        ("Przywołanie Egg", "[summon Egg]"),
        ("[Atak 3, zranienie, Tarcza 1]", "['attack 3, wound', shield 1]"),
        ("[Move 3 jump, Attack 2 range 3 and poison]", "['move 3, jump', 'attack 2, range 3, poison']"),
    ],
)
def test_abilities_are_put_together(card: str, abilities: str) -> None:
    """A clause belongs to the ability before it: on its own it is none."""
    start = f"{HEAD}map: {{size: 9 x 7}}\nturn: Bandit Guard 1\n{BRUTE}{GUARD}"
    plain = f"{start}ability_cards: {{Bandit Guard: {{do: {abilities}}}}}\n"
    assert table(f"{start}card: {card}\n") == table(plain)


def test_marks_that_can_mean_one_figure_only() -> None:
    """G begins no other name than that of the Bandit Guard, so the B, with which both begin, is the Brute."""
    drawn = "map: |\n  .   G   .\n    .   .\n  .   B   .\n"
    said = f"{HEAD}{drawn}turn: Bandit Guard\nBrute: {{hp: 9}}\n"
    plain = (
        f"{HEAD}{drawn}turn: Bandit Guard\ncharacters: {{Brute: {{hp: 9, at: B}}}}\n"
        "monsters: {Bandit Guard: {at: G}}\n"
    )
    assert table(said) == table(plain)
    told = " ".join(api.loads(said).remarks())
    assert "Brute at `B`" in told
    assert "Bandit Guard at `G`" in told


def test_marks_that_may_mean_two_figures_stay_a_mistake() -> None:
    drawn = "map: |\n  .   B   .\n    .   .\n  .   A   .\n"
    with pytest.raises(InputError, match='"at" is missing'):
        api.loads(f"{HEAD}{drawn}characters: {{Ben: {{hp: 9}}, Bob: {{hp: 9}}}}\n")


def test_a_legend_says_who_stands_where() -> None:
    drawn = "map: |\n  .   G   .\n    .   .\n  .   B   .\n"
    said = f"{HEAD}{drawn}legend: {{G: Bandit Guard 1 elite, B: Brute}}\n"
    plain = (
        f"{HEAD}{drawn}characters: {{Brute: {{at: B}}}}\n"
        "monsters: {Bandit Guard 1: {at: G, rank: elite}}\n"
    )
    assert table(said) == table(plain)


def test_a_drawing_whose_columns_begin_elsewhere() -> None:
    """Its first line has the odd columns: a line above it puts them in their place."""
    people = "characters: {Ann: {at: A}, Ben: {at: B}}\n"
    drawn = "      A   .\n    .   .   .\n      .   B\n"
    said = f"{HEAD}map: |4\n{drawn}{people}"
    plain = f"{HEAD}map: |4\n\n{drawn}{people}"
    assert table(said)[0] == table(plain)[0]  # type: ignore[index]


def test_a_drawing_of_rows_that_touch_is_turned() -> None:
    """In rows A has five neighbours: two beside it, one above, two below less the edge; B is two steps away.

    . A . B      A's neighbours are the hexes left and right of it and, half a hex aside, two below it.
     . . . .
    """
    text = (
        f"{HEAD}map: |\n  . A . B\n   . . . .\nturn: Bandit Guard 1\n"
        "monsters: {Bandit Guard 1: {at: A}}\ncharacters: {Brute: {at: B, hp: 9, initiative: 9}}\n"
        "ability_cards: {Bandit Guard: {initiative: 50, do: [move 1, attack +0]}}\n"
        "claims: [attacks Brute]\n"
    )
    position = api.loads(text)
    (claim,) = api.check(position).claims
    assert len(position.book.terrain.hexes) == 8  # type: ignore[attr-defined]
    assert claim.verdict == "confirmed"  # one step to the hex between them


def test_rows_one_below_the_other_are_no_hexes() -> None:
    """They may be columns, of which the odd ones are lower, or rows: nobody can tell."""
    with pytest.raises(InputError, match="drawing stands"):
        api.loads(f"{HEAD}map: |\n  . . . .\n  . A . .\n  . . . .\ncharacters: {{Ann: {{at: A}}}}\n")


def test_hexes_by_numbers_go_with_no_turned_drawing() -> None:
    """Its columns would become rows."""
    with pytest.raises(InputError, match="drawing stands"):
        api.loads(f"{HEAD}map: |\n  . . .\n   . . .\ncharacters: {{Ann: {{at: [1, 0]}}}}\n")


def test_what_stands_beside_the_turn_of_a_character_is_its_own() -> None:
    said = f"{HEAD}map: 9 x 7\nturn: Spellweaver\nat: (3,3)\nhp: 6\nplays: [X, Y]\n"
    plain = (
        f"{HEAD}map: {{size: 9 x 7}}\nturn: Spellweaver\n"
        "characters: {Spellweaver: {at: [3, 3], hp: 6, plays: [X, Y]}}\n"
    )
    assert table(said) == table(plain)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("reputation: 3\nattacks: [{attack: 3}]\n", "`reputation` belongs to the campaign"),
        ("campaign: {}\nmonsters: {}\n", "`monsters` belongs to a scenario"),
        ("turn: Bandit Guard 1\n", "map: {size: 9 x 7}"),
        ("map: 3 x 3\nmonsters: [Bandit Guard 1 with a hat]\n", "a hat"),
        ("map: 3 x 3\nmonsters: [Bandit Gard 1]\n", "is no monster"),
        ("campaign: {}\nbuy: Iron Helmet\n", "Brute buys Iron Helmet at 10"),
    ],
)
def test_mistakes_say_what_is_meant(text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        api.loads(f"{HEAD}{text}")
    assert any(said in f"{each.message}; {each.help}" for each in caught.value.diagnostics)


def test_who_acts_first_needs_no_map() -> None:
    """In a tie a character comes before monsters, a summon directly before its owner. (GH-2.4, GH-11.3)"""
    text = (
        f"{HEAD}turn: round\n"
        "characters: {Brute: {init: 15}, Tinkerer: {init: 62}, Spellweaver: long rest}\n"
        "summons: {Decoy: {of: Tinkerer}}\nmonsters: [2 Bandit Guards]\ninitiative: {Bandit Guards: 15}\n"
        "claims:\n- Brute acts before the Bandit Guards\n- Decoy acts after the Tinkerer\n"
        "- Spellweaver goes before Bandit Guard 2\n- Bandit Guard 2 acts before Bandit Guard 1\n"
    )
    verdicts = [each.verdict for each in api.check(api.loads(text)).claims]
    assert verdicts == ["confirmed", "refuted", "refuted", "refuted"]
