"""What cannot lie on a table: one problem each, with its code and its place between `»` and `«`; damaged
files.
"""

from __future__ import annotations

from random import Random
from time import process_time

import pytest

from tests.games.gloomhaven.writing.tables import PLAIN, ROOM, marked, problems, table, wrong
from tests.games.gloomhaven.writing.test_positions_read import EVERYTHING
from tests.mutating import NASTY, SIGNS
from tsolve.errors import Diagnostic, InputError

BRUTE = f"{ROOM}characters: {{Brute: {{at: [0, 0], hp: 10}}}}\n"
GUARD = f"{ROOM}monsters: {{Bandit Guard 1: {{at: [0, 0]}}}}\n"


def monster(rest: str, name: str = "Bandit Guard 1") -> str:
    """A file with a monster at (0,0)."""
    return f"{ROOM}monsters: {{{name}: {{at: [0, 0]{rest}}}}}\n"


def character(rest: str) -> str:
    """A file with a character at (0,0) that has 10 hit points."""
    return f"{ROOM}characters: {{Brute: {{at: [0, 0], hp: 10{rest}}}}}\n"


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        pytest.param(
            f"{BRUTE}turn: »Brute«\n",
            "E210",
            "the cards of Brute are not given",
            id="the turn of a character",
        ),
        pytest.param(
            f"{PLAIN}map: {{size: 3 x 3}}\nmonsters: {{Bandit Guard 1: {{at: »[3, 3]«}}}}\n",
            "E314",
            "where the map has no hex",
            id="off the map",
        ),
        pytest.param(
            f"{PLAIN}coordinates: axial\nmap: {{size: 3 x 3}}\nmonsters: {{Ooze 1: {{at: »[2, 3]«}}}}\n",
            "E314",
            "in (2,3)",
            id="axial coordinates are told as such",
        ),
        pytest.param(f"{ROOM}turn: »Brut«\n{BRUTE[len(ROOM) :]}", "E314", 'did you mean "Brute"?', id="turn"),
        pytest.param(
            f"{ROOM}turn: »Altar«\nobjects: {{Altar: {{at: [0, 0], hp: 1}}}}\n",
            "E210",
            "no turn",
            id="turn of an object",
        ),
        pytest.param(
            f"{ROOM}turn: »Bandit Guard 1«\n{monster(', new: true')[len(ROOM) :]}",
            "E210",
            "no turn",
            id="new",
        ),
        pytest.param(
            f"{ROOM}turn: »Bandit Guard 1«\n{monster(', acted: true')[len(ROOM) :]}",
            "E210",
            "had its turn",
            id="acted",
        ),
        pytest.param(
            f"{ROOM}players: »1«\ncharacters: {{A: {{at: [0, 0], hp: 1}}, B: {{at: [1, 0], hp: 1}}}}\n",
            "E210",
            "2 characters",
            id="more characters than players",
        ),
        pytest.param(monster("", "»Bandit Gard 1«"), "E302", "Bandit Guard", id="unknown monster"),
        pytest.param(
            monster("", "»Qzx 1«"), "E302", "stats: {hp: 5", id="unknown monster without a near name"
        ),
        pytest.param(
            monster("", "»Guard 527«"), "E302", "unknown monster", id="an ability card is no monster"
        ),
        pytest.param(monster("", "»Łucznik 1«"), "E302", "Bandit Archer", id="three types have this name"),
        pytest.param(
            monster(", hp: »0«"), "E205", "0 is out of range", id="nobody with 0 hit points is there"
        ),
        pytest.param(
            f"{ROOM}monsters: {{Bandit Guard 1: {{at: [0, 0]}}, »Bandit Guards 1«: {{at: [1, 0]}}}}\n",
            "E210",
            'two figures called "Bandit Guard 1"',
            id="a standee twice",
        ),
        pytest.param(
            f"{ROOM}monsters: {{»Bandit Guard«: {{at: [0, 0]}}, Bandit Guard 1: {{at: [1, 0]}}}}\n",
            "E210",
            "add the number",
            id="one of several without a number",
        ),
        pytest.param(monster("", "»Jekserah 1«"), "E210", "has no number", id="a boss with a number"),
        pytest.param(
            monster(", rank: »elite«", "Jekserah"), "E210", "neither normal nor elite", id="an elite boss"
        ),
        pytest.param(
            monster(", rank: »large«"), "E207", "elite, named, named elite or normal", id="another rank"
        ),
        pytest.param(
            monster(", conditions: [»stun«]", "Bandit Commander"), "E210", "immune to stun", id="immune"
        ),
        pytest.param(
            monster(", conditions: [»push«], stats: {immunities: [push]}"),
            "E207",
            "no condition",
            id="push is none",
        ),
        pytest.param(monster(", conditions: [stun, »stun«]"), "E210", "twice", id="two tokens"),
        pytest.param(
            monster(", conditions: [zatrucie, »fresh poison«]"), "E210", "twice", id="in two languages"
        ),
        pytest.param(monster(", conditions: [»curse«]"), "E210", "modifiers", id="a curse is a card"),
        pytest.param(
            monster(", conditions: [»posion«]"), "E207", 'did you mean "poison"?', id="unknown condition"
        ),
        pytest.param(monster(", stats: {apply: [»slow«]}"), "E207", "no condition", id="in statistics"),
        pytest.param(monster(", stats: {immunities: [»slow«]}"), "E207", "no condition", id="as an immunity"),
        pytest.param(monster(", effects: [»move 2«]"), "E210", "no bonus that lasts", id="no bonus"),
        pytest.param(
            monster(', effects: [»"heal 1, all adjacent allies"«]'),
            "E210",
            "no bonus that lasts",
            id="for others",
        ),
        pytest.param(
            monster(', effects: [»"attack +1, range 3"«]'), "E210", "no bonus that lasts", id="more"
        ),
        pytest.param(monster(", effects: [{ability: shield »x«}]"), "E209", "a number", id="not understood"),
        pytest.param(character(", initiative: »0«"), "E205", "1 to 99", id="initiative 0"),
        pytest.param(character(", initiative: »100«"), "E205", "1 to 99", id="initiative 100"),
        pytest.param(character(", rests: true, initiative: »20«"), "E210", "rests", id="a rest at 20"),
        pytest.param(
            f"{BRUTE}summons: {{Rat: {{at: [1, 0], of: »Tinkerer«, hp: 1}}}}\n",
            "E314",
            "no character",
            id="owner",
        ),
        pytest.param(
            f"{BRUTE}summons: {{»Brute«: {{at: [1, 0], of: Brute, hp: 1}}}}\n",
            "E210",
            "two figures",
            id="one name",
        ),
        pytest.param(
            f"{GUARD}ability_cards: {{Bandit Guard: »999«}}\n", "E302", "the cards 524, ", id="no card"
        ),
        pytest.param(
            f"{GUARD}ability_cards: {{Bandit Guard: »548«}}\n", "E305", "the cards 524, ", id="other deck"
        ),
        pytest.param(
            f"{GUARD}ability_cards: {{Bandit Guard: »Bandit Guard«}}\n", "E302", "524", id="no ability card"
        ),
        pytest.param(
            f"{GUARD}ability_cards: {{»Ooze«: 524}}\n", "E314", "there is Bandit Guard", id="no such type"
        ),
        pytest.param(
            f"{GUARD}ability_cards: {{Bandit Guard: 524, »bandit guards«: 525}}\n",
            "E210",
            "two",
            id="two cards",
        ),
        pytest.param(
            f"{GUARD}ability_cards: {{Bandit Guard: {{initiative: »0«}}}}\n",
            "E205",
            "1 to 99",
            id="card at 0",
        ),
        pytest.param(
            f"{GUARD}ability_cards: {{Bandit Guard: {{do: [»atack« +0]}}}}\n",
            "E209",
            "attack",
            id="unknown ability",
        ),
        pytest.param(
            f"{ROOM}elements: {{»fier«: strong}}\n", "E207", 'did you mean "fire"?', id="unknown element"
        ),
        pytest.param(f"{ROOM}elements: {{»any«: strong}}\n", "E207", "no element", id="no wild element"),
        pytest.param(f"{ROOM}elements: {{fire: »hot«}}\n", "E207", "strong", id="unknown strength"),
        pytest.param(
            f"{ROOM}elements: {{fire: inert, »ogień«: strong}}\n", "E210", "twice", id="element twice"
        ),
        pytest.param(
            f"{BRUTE}modifiers: {{»Brut«: standard}}\n", "E314", 'did you mean "Brute"?', id="no owner"
        ),
        pytest.param(
            f"{BRUTE}modifiers: {{Brute: standard, »brute«: standard}}\n",
            "E210",
            "two modifier decks",
            id="two decks",
        ),
        pytest.param(
            f"{ROOM}modifiers: {{monsters: [»plus 1«]}}\n",
            "E209",
            "no effect of a modifier card",
            id="unknown modifier",
        ),
        pytest.param(f"{ROOM}modifiers: {{monsters: [+1, »~«]}}\n", "E209", "empty", id="nothing"),
        pytest.param(f"{ROOM}modifiers: {{monsters: »fresh«}}\n", "E207", "standard", id="unknown word"),
        pytest.param(f"{ROOM}modifiers: {{monsters: [»0 x +1«]}}\n", "E307", "at least 1", id="no copies"),
        pytest.param(
            f"{ROOM}modifiers: {{monsters: [99 x +1, 99 x +1, 99 x +1, »99 x +1«]}}\n",
            "E316",
            "300",
            id="many",
        ),
        pytest.param(f"{PLAIN}level: »8«\nmap: {{size: 3 x 3}}\n", "E205", "0 to 7", id="level 8"),
        pytest.param(f"{ROOM}players: »5«\n", "E205", "1 to 4", id="five players"),
        pytest.param(f"{ROOM}coordinates: »cube«\n", "E207", "axial or offset", id="other coordinates"),
        pytest.param(f"{ROOM}»monster«: {{}}\n", "E202", "monsters", id="unknown key"),
    ],
)
def test_what_cannot_be(text: str, code: str, said: str) -> None:
    found = wrong(text, code)
    assert said in f"{found.message}; {found.help}"


def test_flyers_may_stand_on_obstacles() -> None:
    """GH-3.4"""
    room = f'{PLAIN}map: {{size: 3 x 3, obstacles: "(1,1)"}}\n'
    bird = f"{room}monsters: {{Bird 1: {{at: [1, 1], stats: {{hp: 1, flying: true}}}}}}\n"
    brute = f"{room}characters: {{Brute: {{at: [1, 1], hp: 1, flying: true}}}}\n"
    for text in (bird, brute):
        (figure,) = table(text).state.figures
        assert figure.at in table(text).state.obstacles


def test_figures_may_stand_on_traps_and_in_open_doors() -> None:
    table(
        f'{PLAIN}map: {{size: 3 x 3, traps: "(1,1)", doors: [{{at: [0, 0], state: open}}]}}\n'
        "characters: {A: {at: [1, 1], hp: 1}, B: {at: [0, 0], hp: 1}}\n"
    )


@pytest.mark.parametrize(
    "map_", ["map: {size: »200 x 200«, obstacles: [[1, 1]]}", "map: »[1]«", "map: {hexes: [»[9999999, 0]«]}"]
)
def test_of_a_refused_map_nothing_more_is_said(map_: str) -> None:
    """Nobody can tell whether the figures stand on it."""
    rest = "characters: {Brute: {at: [0, 0], hp: 1}}\nmoney: [[0, 0]]\n"
    plain, *_ = marked(f"{PLAIN}{map_}\n{rest}")
    assert len(problems(plain)) == 1


def test_all_problems_are_told_in_one_run() -> None:
    text = (
        "game: gloomhaven\n"
        "level: 9\n"
        "map: |\n"
        "  .   .   X\n"
        "     .\n"
        "turn: Nobody\n"
        "characters: {Brute: {at: [0, 0], hp: 5, max_hp: 4, conditions: [sleep]}}\n"
        "monsters: {Qzx 1: {at: [0, 0]}, Bandit Guard 9: {at: [5, 5]}}\n"
        "elements: {water: strong}\n"
        "modifiers: {monsters: [+]}\n"
        "money: [[7, 7]]\n"
    )
    found = [(each.code, each.span.line) for each in problems(text) if each.span]
    assert sorted(found) == sorted(
        [
            ("E205", 2),
            ("E210", 4),
            ("E209", 5),
            ("E314", 6),
            ("E207", 7),
            ("E302", 8),
            ("E314", 8),
            ("E207", 9),
            ("E209", 10),
            ("E314", 11),
        ]
    )


# hostile files


@pytest.mark.parametrize(
    "text",
    [
        "characters: {Brute: 3}",
        "characters: [Brute]",
        "characters: {'': {at: [0, 0], hp: 1}}\nturn: ' '",
        "monsters: {'': {at: [0, 0]}}",
        "monsters: {' 1': {at: [0, 0]}}",
        "monsters: {1: {at: [0, 0]}}",
        f"monsters: {{{'x' * 60_000} 1: {{at: [0, 0]}}}}",
        f"monsters: {{x {'9' * 60_000}: {{at: [0, 0]}}}}",
        f"monsters: {{x{' ' * 60_000}1: {{at: [0, 0]}}}}",
        "monsters: {Bandit Guard 999999999999: {at: [0, 0]}}",
        "monsters: {Bandit Guard 0: {at: [0, 0]}, Bandit Guard 00: {at: [0, 0]}}",
        "monsters: {" + ", ".join(f"Qzx {n}: {{at: [0, 0]}}" for n in range(99)) + "}",
        "monsters: {" + ", ".join(f"Qzx {n}: {{at: [0, 0]}}" for n in range(5_000)) + "}",
        f"monsters: {{A 1: {{at: [0, 0], stats: {{hp: 1}}, conditions: [{', '.join(['x'] * 5_000)}]}}}}",
        f"monsters: {{A 1: {{at: [0, 0], stats: {{hp: 1}}, effects: ['{'shield 1, ' * 5_000}']}}}}",
        "monsters: {A 1: {at: [0, 0], stats: {hp: 1}, effects: [{}]}}",
        f"modifiers: {{monsters: [{'9' * 60_000} x +1]}}",
        f"modifiers: {{monsters: ['x{' ' * 60_000}']}}",
        f"modifiers: {{monsters: ['1{' ' * 60_000}x']}}",
        "modifiers: {monsters: [+999999999999999999]}",
        "modifiers: {monsters: {top: {}}}",
        f"ability_cards: {{{'x' * 60_000}: 1}}",
        "elements: {fire: {strong: true}}",
        f"elements: {{{', '.join(f'e{n}: strong' for n in range(5_000))}}}",
        f"turn: {'x' * 60_000}",
        f"money: [{', '.join(['[0, 0]'] * 5_000)}]",
        "money: {at: [0, 0]}",
        "round: 0",
    ],
)
def test_hostile_positions_are_refused_quickly(text: str) -> None:
    for found in problems(f"{ROOM}{text}\n"):
        assert len(found.message) < 300


def damaged(seed: int) -> str:
    """The file with up to four signs, words or lines that do not belong there."""
    random, text = Random(seed), EVERYTHING
    for _ in range(random.randint(1, 4)):
        at = random.randrange(len(text))
        lines = text.split("\n")
        line = random.randrange(len(lines))
        match random.randrange(4):
            case 0:
                text = text[:at] + random.choice(SIGNS) + text[at:]
            case 1:
                text = text[:at] + text[at + random.randint(1, 8) :]
            case 2:
                words = lines[line].split(" ")
                words[random.randrange(len(words))] = str(random.choice(NASTY))
                lines[line] = " ".join(words)
                text = "\n".join(lines)
            case 3:
                lines.insert(random.randrange(len(lines)), lines.pop(line))
                text = "\n".join(lines)
    return text


@pytest.mark.parametrize("first", range(0, 400, 100))
def test_damaged_files_are_read_or_refused(first: int) -> None:
    refused = 0
    for seed in range(first, first + 100):
        start = process_time()
        found = problems_of(damaged(seed))
        refused += bool(found)
        assert all(each.span or each.code == "E119" for each in found), seed
        assert process_time() - start < 2, seed
    assert 50 < refused < 100, "most damage is found, and some does none"


def problems_of(text: str) -> tuple[Diagnostic, ...]:
    """What is wrong with a file; nothing where it is read, and then its position has a hash."""
    try:
        hash(table(text).state)
    except InputError as error:
        return error.diagnostics
    return ()
