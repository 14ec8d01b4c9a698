"""`tsolve check`: verdicts and exit codes, what is undecided and why, sharing and Ctrl-C aside."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from tests.cli.conftest import HAND, Tsolve, Write
from tsolve import api
from tsolve.model.solved import SolvedAnswer

# Thyrian Squire 2 Attack, Torch 1 Light in Rank 1: no penalty. 2 against Health 6.
CASES = {
    "confirmed": (HAND + "claims: [{total: 2, against: Pegasus in Rank 1}]\n", 0),
    "refuted": (HAND + "claims: [{total: 3, against: Pegasus in Rank 1}]\n", 1),
    "legal line": (HAND + "line: [attack Pegasus in Rank 1]\n", 0),
    "illegal line": (HAND + "line: [equip Torch on Thyrian Squire]\n", 1),
    "expected illegal": (
        HAND + "line: [equip Torch on Thyrian Squire]\nexpect: {line: {legal: false, illegal_step: 1}}\n",
        0,
    ),
    "undecided expectation": (
        HAND.replace("Thyrian Squire", "Regian Priest") + "deck: unknown\nexpect: {best: {win: true}}\n",
        3,
    ),
    "failed expectation": (HAND + "expect: {best: {win: true}}\n", 1),
    "wrong": (HAND + "xp: many\n", 2),
    # the card that the Priest draws is not known, and it might change everything
    "unknown draw": (
        HAND.replace("Torch]", "Torch, Regian Priest]") + "claims: [{not_defeats: Pegasus}]\n",
        3,
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_exit_code(case: str, tsolve: Tsolve, write: Write) -> None:
    content, code = CASES[case]
    ended = tsolve("check", write(content))
    assert (ended.code, bool(ended.err)) == (code, code == 2), ended


def test_worst_of_several_files(tsolve: Tsolve, write: Write) -> None:
    names = {case: write(CASES[case][0], f"{case.replace(' ', '-')}.yaml") for case in CASES}
    # wrong input outweighs refuted, refuted outweighs undecided, undecided outweighs holds
    assert tsolve("check", names["refuted"], names["wrong"], names["confirmed"]).code == 2
    assert tsolve("check", names["unknown draw"], names["refuted"], names["confirmed"]).code == 1
    assert tsolve("check", names["confirmed"], names["unknown draw"]).code == 3


def test_every_file_is_judged(tsolve: Tsolve, write: Write) -> None:
    wrong, right = write(CASES["wrong"][0], "wrong.yaml"), write(CASES["confirmed"][0], "right.yaml")
    ended = tsolve("check", wrong, right)
    assert "✓ confirmed  Total 2 against Pegasus in Rank 1" in ended.out
    assert "wrong.yaml:5:5: error E204" in ended.err


def test_quiet_prints_one_line_for_each_file(tsolve: Tsolve, write: Write) -> None:
    for case in ("confirmed", "refuted", "unknown draw", "legal line", "expected illegal"):
        name = write(CASES[case][0])
        (line,) = tsolve("check", "--quiet", name).out.splitlines()
        assert line.startswith("position.yaml: ")


# Thyrian Squire 2 Attack, Torch 1 Light in Rank 1: no penalty. 2 against Health 6, whatever is attacked.
NAME = "Pegasus in Rank 1"
ANSWER = f"{NAME} is not defeated: 2 against Health 6. Proved."


def test_a_file_that_only_asks_is_answered(tsolve: Tsolve, write: Write) -> None:
    name = write(HAND)

    assert tsolve("check", name).out.startswith(f"  best       {ANSWER}\n   1  attack {NAME}\n")
    assert tsolve("check", "--quiet", name).out == f"position.yaml: {ANSWER}\n"
    assert tsolve("check", "--format", "github", name).out == f"tsolve: position.yaml: {ANSWER}\n"
    assert tsolve("check", "--quiet", "-", stdin=HAND.encode()).out == f"-: {ANSWER}\n"


def test_a_line_alone_is_legal(tsolve: Tsolve, write: Write) -> None:
    name = write(CASES["legal line"][0])

    assert tsolve("check", name).out.startswith("✓ legal      The step is legal.")
    assert tsolve("check", "--quiet", name).out.startswith("position.yaml: legal: ")


def test_what_is_not_known_is_told_on_the_same_line(tsolve: Tsolve, write: Write) -> None:
    ended = tsolve(
        "check", "--quiet", write(HAND.replace("Thyrian Squire", "Regian Priest") + "deck: unknown\n")
    )

    assert ended.code == 3
    assert ended.out.startswith("position.yaml: undecided: ")
    assert ended.out.count("\n") == 1


def test_no_line_against_the_target_is_impossible(tsolve: Tsolve, write: Write) -> None:
    for words in (("check", "--quiet"), ("solve",)):
        ended = tsolve(*words, write(HAND), "--target", "Nixie")

        assert ended.code == 1
        assert "impossible" in ended.out
        assert "Nixie does not stand in the Hall" in ended.out


def test_a_hall_that_nobody_knows_is_not_called_empty(tsolve: Tsolve, write: Write) -> None:
    name = write(HAND.partition("hall:")[0])
    ended = tsolve("check", "--quiet", name)

    assert ended.code == 3
    assert ended.out.endswith("No known Monster can be attacked. Not proved.\n")


def test_what_is_legal_is_one_line(tsolve: Tsolve, write: Write) -> None:
    """However long: a Pawnbroker's actions are told with what they do."""
    name = write("game: thunderstone\nturn: village\nhand: [Pawnbroker, Torch]\nvillage: {Dagger: 2}\n")
    ended = tsolve("legal", "--quiet", name)

    (line,) = ended.out.splitlines()
    assert len(line) > 80
    assert all(step.split()[0] in ("use", "go", "buy", "end") for step in line.split("; "))


FOUR = ("confirmed", "refuted", "wrong", "unknown draw")


def test_several_files_are_counted(tsolve: Tsolve, write: Write) -> None:
    names = [write(CASES[case][0], f"{case.replace(' ', '-')}.yaml") for case in FOUR]
    told = "4 files: 1 confirmed, 1 refuted, 1 undecided, 1 input error"

    assert tsolve("check", *names).out.endswith(f"\n\n{told}\n")
    assert tsolve("check", "--quiet", *names).out.endswith(f"\n{told}\n")
    assert tsolve("check", "--format", "github", *names).out.endswith(f"\ntsolve: {told}\n")
    assert tsolve("check", "--quiet", names[0], names[0]).out.endswith("\n2 files: 2 confirmed\n")
    puzzle = write(CASES["expected illegal"][0], "puzzle.yaml")
    assert tsolve("check", "--quiet", puzzle, puzzle).out.endswith("\n2 files: 2 as expected\n")
    assert "file" not in tsolve("check", "--quiet", names[0]).out


def test_each_file_has_its_verdict_in_json(tsolve: Tsolve, write: Write) -> None:
    names = [write(CASES[case][0], f"{case.replace(' ', '-')}.yaml") for case in (*FOUR, "legal line")]
    told = tsolve("check", "--format", "json", *names, write(HAND)).json

    assert told["exit_code"] == 2
    assert [(each["file"], each["verdict"], each["exit_code"]) for each in told["answers"]] == [
        ("confirmed.yaml", "holds", 0),
        ("refuted.yaml", "refuted", 1),
        ("unknown-draw.yaml", "undecided", 3),
        ("legal-line.yaml", "legal", 0),
        ("position.yaml", "answered", 0),
    ]
    assert [(each["file"], each["exit_code"]) for each in told["errors"]] == [("wrong.yaml", 2)]


@pytest.mark.parametrize(
    ("words", "verdict", "code"),
    [
        (("solve", "p.yaml"), "proved", 0),
        (("legal", "p.yaml"), "answered", 0),
        (("grade", "line.yaml"), "graded", 0),
        (("why-not", "p.yaml", "defeat Pegasus"), "impossible", 1),
        (("diff", "p.yaml", "--between", "zero_rule=floor", "zero_rule=negative"), "same", 0),
        (("rule", "TS-7.6"), "answered", 0),
    ],
)
def test_the_answer_of_every_command_has_a_verdict(
    tsolve: Tsolve, write: Write, words: tuple[str, ...], verdict: str, code: int
) -> None:
    write(HAND, "p.yaml")
    write(CASES["legal line"][0], "line.yaml")
    told = tsolve(*words, "--format", "json").json

    assert (told["answers"][0]["verdict"], told["answers"][0]["exit_code"]) == (verdict, code)
    assert told["exit_code"] == code


def test_expectations_that_hold_are_counted_and_listed_on_request(tsolve: Tsolve, write: Write) -> None:
    name = write(HAND + "expect: {legal: [attack Rank 1], illegal: {attack nobody: [TS-7.4]}}\n")
    counted, listed = tsolve("check", name), tsolve("check", name, "--verbose")
    assert "All 2 expectations hold." in counted.out
    assert "holds      legal: attack Rank 1" not in counted.out
    assert "holds      legal: attack Rank 1" in listed.out


def test_an_interpretation_from_the_command_line_wins(tsolve: Tsolve, write: Write) -> None:
    # Pegasus as a Trophy: Attack +1 by its card, Magic Attack +1 by the Polish glossary
    name = write(
        HAND.replace("Torch]", "Torch, Pegasus]").replace("[Pegasus, ", "[none, ") + "line: [attack Rank 2]\n"
    )
    for option, column in (("attack", "attack"), ("magic", "magic")):
        told = tsolve("check", name, "--format=json", "--interpretation", f"pegasus_trophy={option}").json
        rows = told["answers"][0]["line"]["calculation"]["rows"]
        assert [row["quantity"] for row in rows if row["subject"] == "Pegasus"] == [column]


def test_solve_prints_the_best_line(tsolve: Tsolve, write: Write) -> None:
    # nothing can be defeated: the least shortfall is 6 - 2 = 4, and only Rank 1 has enough Light
    name = write(HAND)
    ended = tsolve("solve", name, "--quiet", "--backend", "exact")
    assert (ended.code, ended.out) == (0, "attack Pegasus in Rank 1\n")
    told = tsolve("solve", name, "--backend", "exact", "--format", "json").json["answers"][0]["solution"]
    worth = dict(zip(told["goal"], told["objective"], strict=True))
    assert (told["status"], worth["win"], worth["shortfall"]) == ("optimal", 0, -4)
    assert told["bound"] == told["objective"]


def test_legal_lists_what_may_be_done(tsolve: Tsolve, write: Write) -> None:
    ended = tsolve("legal", write(HAND), "--quiet")
    assert ended.out == "; ".join(f"attack Pegasus in Rank {rank}" for rank in (1, 2, 3)) + "\n"


TURNS_OF_EACH_GAME = {
    "thunderstone": "hand: [Militia]\ndeck: []\nhall: [Nixie, none, none]\nline: [attack Nixie]\n",
    "quest": """
turn: dungeon
champion: Sunken Graveyard
hand: [Stormhand 1]
dungeon: {Sunken Graveyard: Sword Spider}
line: [battle Sword Spider]
""",
    "gloomhaven": """
turn: Imp 1
map: {size: 4 x 1}
monsters: {Imp 1: {at: [1, 0], stats: {hp: 5, move: 2, attack: 2}}}
ability_cards: {Imp: {initiative: 40, do: [attack +0]}}
characters: {Brute: {at: [0, 0], hp: 9, initiative: 50}}
line: [attack Brute, draw +0]
""",
}


@pytest.mark.parametrize("game", TURNS_OF_EACH_GAME)
def test_nothing_is_legal_after_the_turn(tsolve: Tsolve, write: Write, game: str) -> None:
    """Also where the next turn could begin at once."""
    position = f"game: {game}\n{TURNS_OF_EACH_GAME[game]}"
    assert tsolve("legal", write(position)).out == "The turn is over.\n  legal      nothing\n"


HOUSE_RULES = """
game: thunderstone
turn: dungeon
hand: [Militia, Militia, Dagger, Torch, Fire Sword]
deck: []
hall: [Nixie, Kingdom, none]
cards:
  Torch: {light: 2}
  Fire Sword: {kind: village, subtypes: [weapon, edged], cost: 7, weight: 2, attack: 3, light: 1}
"""


@pytest.mark.parametrize(
    "command", [("check",), ("check", "-v"), ("check", "--explain"), ("solve",), ("legal",), ("targets",)]
)
def test_cards_that_are_not_as_printed_are_named_once(
    tsolve: Tsolve, write: Write, command: tuple[str, ...]
) -> None:
    told = tsolve(*command, write(HOUSE_RULES)).out
    assert told.count("Played with: Torch (changed: light), Fire Sword (home-made).") == 1


def test_the_annotation_of_a_claim_has_its_line(tsolve: Tsolve, write: Write) -> None:
    file = write(HAND + "claims: [{total: 3, against: Pegasus in Rank 1}]\n")
    line = HAND.count("\n") + 1
    assert f",line={line},title=claim refuted::" in tsolve("check", file, "--format", "github").out


def test_files_of_one_name_are_told_apart(tsolve: Tsolve, tmp_path: Path) -> None:
    files = [tmp_path / "homes" / name / "position.yaml" for name in ("one", "two")]
    for file in files:
        file.parent.mkdir(parents=True)
        file.write_text(HAND + "claims: [{total: 3, against: Pegasus in Rank 1}]\n", encoding="utf-8")
    told = tsolve("check", *map(str, files)).out.splitlines()
    assert [str(file) for file in files] == [line for line in told if line.endswith("position.yaml")]


# Magic 2 + Attack 2 = 4 against Health 5; the Priest may draw one card, and nobody knows the deck.
DRAW = """\
game: thunderstone
turn: dungeon
hand: [Regian Priest, Thyrian Squire, Torch]
hall: [Nixie, none, none]
dungeon_deck: []
claims: [{defeats: Nixie}]
"""


def test_what_the_draw_would_have_to_bring(tsolve: Tsolve, write: Write) -> None:
    """One point is missing: a Militia brings it, a Torch does not. Titles are counted, not copies."""
    told = tsolve("check", write(DRAW)).out.splitlines()
    told = told[len(told) - 5 :]

    assert told[0] == "     Thyrian Squire 2 + Regian Priest 2 = 4     Health 5: 1 missing"
    assert told[1].startswith("   Enough: ")
    assert told[1].endswith("such as Militia, Iron Rations, Dagger.")
    assert told[2].startswith("   Not enough: the other ")
    assert told[2].endswith("such as Torch, Disease, Feayn Archer.")
    assert told[3:] == [
        "   Your deck is unknown, so no chance can be given. Write what you know:",
        "     deck: {rest: [4 x Militia, 2 x Torch]}  # or `owned`: all that is yours",
    ]
    words = " ".join(told[1:3]).replace(",", "").split()
    numbers = [int(word) for word in words if word.isdigit()]
    assert numbers[0] + numbers[2] == numbers[1]  # enough, of all, the others


def test_what_is_written_decides(tsolve: Tsolve, write: Write) -> None:
    """Of six cards the four Militia help: 4 in 6."""
    written = DRAW.replace("defeats: Nixie", "defeats: Nixie, chance: 2/3")
    assert tsolve("check", write(written)).code == 3

    decided = tsolve("check", write(written + "deck: {rest: [4 x Militia, 2 x Torch]}\n"))
    assert decided.code == 0
    assert "Write what you know" not in decided.out


def test_nothing_is_to_be_written_where_only_chance_is_open(tsolve: Tsolve, write: Write) -> None:
    ended = tsolve("check", write(DRAW + "deck: {rest: [4 x Militia, 2 x Torch]}\n"))

    assert ended.code == 3
    assert "4 in 6" in ended.out or "2 in 3 (67 %)" in ended.out
    assert "Write what you know" not in ended.out


TABLE = "game: thunderstone\nturn: dungeon\n"
UNKNOWN = {
    "own deck": (TABLE + "hand: [Regian Priest, Torch]\nhall: [Nixie, none, none]\n", ["deck"]),
    "below a known card": (
        TABLE + "hand: [Regian Priest, Disease, Torch]\ndeck: {top: [Torch]}\nhall: [Nixie, none, none]\n",
        ["deck"],
    ),
    "a card in the Hall": (
        TABLE + "hand: [Militia, Torch]\ndeck: []\nhall: [Nixie, Griffon, unknown]\n",
        ["hall"],
    ),
    "the hand of another player": (
        TABLE + "hand: [Chulian Looter, Militia, Torch]\ndeck: []\nhall: [Nixie, Griffon, none]\n",
        ["players"],
    ),
}


@pytest.mark.parametrize("case", UNKNOWN)
def test_the_key_to_write_is_that_of_the_very_unknown(case: str, tmp_path: Path) -> None:
    content, keys = UNKNOWN[case]
    answer = _solved(tmp_path, content)

    assert answer.verdict == "undecided"
    written = [yaml.safe_load(each.key) for each in answer.to_write]
    assert [key for each in written for key in each] == keys
    data = yaml.safe_load(content)
    for each in written:
        for key, value in each.items():
            data[key] = {**data[key], **value} if isinstance(data.get(key), dict) else value
    after = _solved(tmp_path, yaml.safe_dump(data))
    assert not after.to_write
    assert "unknown" not in " ".join(after.solution.left_out)


def test_the_dungeon_deck_where_strangers_may_come(tsolve: Tsolve, write: Write) -> None:
    """The Archmage sends a Monster away before the battle; nobody knows who comes then. A Griknack Goblin in
    Rank 3 has Health 4, and 2 + 4 - 2 for the Light are enough.
    """
    content = TABLE + "hand: [Elf Archmage, Thyrian Squire]\ndeck: []\nhall: [Nixie, Famine, Famine]\n"
    claims = "claims: [{defeats: Griknack Goblin}]\n"
    told = tsolve("check", write(content + claims)).out

    assert "The Dungeon Deck is unknown, so no chance can be given. Write what you know:" in told
    assert "     dungeon_deck: {rest: [2 x Griffon, Nixie]}  # or `monsters`: the groups\n" in told
    known = tsolve("check", write(content + claims + "dungeon_deck: {rest: [2 x Griffon, Nixie]}\n"))
    assert known.code == 1
    assert "Griknack Goblin does not stand in the Hall" in " ".join(known.out.split())


def test_a_choice_of_another_player_is_a_step(tmp_path: Path) -> None:
    """Everything is known but which of two different cards player 2 gives up."""
    others = "players: {others: [{hand: [Torch, Militia, Dagger], deck: []}]}\n"
    answer = _solved(
        tmp_path, TABLE + "hand: [Chulian Looter, Torch]\ndeck: []\nhall: [Nixie, none, none]\n" + others
    )

    for each in answer.to_write:
        assert each.is_choice
        assert each.what == "what player 2 chooses"
        assert each.key.startswith("line: [..., player 2 discards ")


def test_a_why_not_says_it_too(tsolve: Tsolve, write: Write) -> None:
    told = tsolve("why-not", write(DRAW), "defeat Nixie").out

    assert told.startswith("? undecided  Defeat Nixie.")
    assert "     deck: {rest: [4 x Militia, 2 x Torch]}  # or `owned`: all that is yours\n" in told


def test_quest_names_its_own_decks(tmp_path: Path) -> None:
    """The Shard draws a card in the Village; nobody knows the deck, and the file of the puzzle says it."""
    puzzle = Path("puzzles/quest/examples/qe-29-shard-used-in-the-village.yaml").read_text(encoding="utf-8")
    data = yaml.safe_load(puzzle)
    asked = {key: data[key] for key in ("game", "hand", "wounds", "location") if key in data}
    answer = _solved(tmp_path, yaml.safe_dump({**asked, "turn": "village"}))

    assert [each.key for each in answer.to_write] == [
        "deck: {rest: [4 x Adventurer, 2 x Lantern]}  # or `owned`: all that is yours",
        "village: [Shortsword, Magic Missile, Gorlandor]",
    ]
    deck, village = {"rest": ["4 x Adventurer", "2 x Lantern"]}, ["Shortsword"]
    written = {**asked, "turn": "village", "deck": deck, "village": village}
    assert _solved(tmp_path, yaml.safe_dump(written)).to_write == ()


def _solved(folder: Path, content: str) -> SolvedAnswer:
    file = folder / "asked.yaml"
    file.write_text(content, encoding="utf-8")
    return api.solve(api.load(file), file)


def test_the_goal_of_a_file_is_named(tsolve: Tsolve, write: Write) -> None:
    """Also in a short answer; not where another goal is asked for."""
    file = write(
        "game: thunderstone\nturn: dungeon\nhand: [Torch]\ndeck: []\nhall: [Nixie, none, none]\ngoal: xp\n"
    )

    for told in (tsolve("check", file).out, tsolve("check", "-q", file).out, tsolve("solve", file).out):
        assert "Proved, by the file's goal: xp." in " ".join(told.split())
    assert "by the file's goal" not in tsolve("solve", file, "--goal", "win").out
