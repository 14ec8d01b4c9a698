"""Two toy games through real processes: the rooms know no game, and a command that does not fit says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import ROOT, Tsolve, Write

pytestmark = pytest.mark.usefixtures("toys")

CELLAR = """\
game: cellar
hand: [Club, Stone]
deck: [Lamp, Stone]
teeth: 4
"""
# A Club (3) and a Stone (1): power 4 against 4 teeth, which is enough where `ties` is read as `beaten`.
ONE_CARD = CELLAR.replace("[Lamp, Stone]", "[Lamp]")
POND = "game: hop\nfrog: a1\nleaves: [b1, b2, b3]\n"
# From a1 the frog hops over b1 to c1 and over b2 to c3; b3 lies out of its way, and on a2 there is no leaf.


def test_a_line_with_claims_and_expectations(tsolve: Tsolve, write: Write) -> None:
    file = write(
        CELLAR
        + """\
line: [play Club, play Stone, fight]
claims: [{power: 4}, {legal: draw}, {power: 4, after: 1}]
expect:
  line: {legal: true, power: 4, beaten: true}
  illegal: {play Lamp: [CE-1]}
  steps: {play Club: {power: 3}}
  claims: [confirmed, confirmed, refuted]
  readings: [ties]
"""
    )

    found = tsolve("check", file, "--format", "json")

    assert (found.code, found.err) == (0, "")
    (answer,) = found.json["answers"]
    assert answer["line"]["calculation"]["total"] == 4
    tables = [claim["calculation"] is not None for claim in answer["claims"]]
    assert tables == [True, False, False]  # that of the line says nothing of its first step
    assert [reading["option"] for reading in answer["readings"]] == ["beaten"]
    text = tsolve("check", file)
    assert "The rat is beaten: power 4 against 4 teeth." in text.out
    assert 'CE-3 The fight: sheet "The fight"' in tsolve("check", file, "--sources").out


def test_the_other_reading_bites(tsolve: Tsolve, write: Write) -> None:
    file = write(CELLAR + "line: [play Club, play Stone, fight]\nexpect: {line: {beaten: true}}\n")

    assert tsolve("check", file).code == 0
    assert tsolve("check", file, "--interpretation", "ties=bites").code == 1


def test_an_illegal_step_is_told_with_its_rule(tsolve: Tsolve, write: Write) -> None:
    found = tsolve("check", write(CELLAR + "line: [draw, play Lamp]\n"))

    assert found.code == 3  # nobody said which card came
    assert "A card comes first" in found.out
    told = tsolve("check", write(CELLAR + "line: [draw, get Lamp, play Lamp, draw]\n"))
    assert told.code == 1
    assert "One card is drawn already" in told.out
    assert "CE-2" in told.out


def test_the_best_line(tsolve: Tsolve, write: Write) -> None:
    certain = tsolve("solve", write(ONE_CARD), "--format", "json")
    (answer,) = certain.json["answers"]
    assert certain.code == 0
    assert answer["solution"]["objective"] == [1, 6]  # the only card that can come is the Lamp: 3 + 1 + 2
    assert "the rules engine tried every play" in tsolve("check", write(ONE_CARD), "-v").out


def test_the_best_policy(tsolve: Tsolve, write: Write) -> None:
    """Six teeth: all cards with a Lamp come to 3 + 1 + 2 = 6, which beats the rat; with the other Stone they
    come to 5, which does not. That is 1/2 of beating it, and a power of (6 + 5) / 2 = 11/2.
    """
    file = write(CELLAR.replace("teeth: 4", "teeth: 6"))

    found = tsolve("solve", file, "--format", "json")

    (answer,) = found.json["answers"]
    policy = answer["solution"]["policy"]
    assert (found.code, found.err, answer["solution"]["status"]) == (0, "", "optimal")
    assert [each["exact"] for each in policy["worth"]] == ["1/2", "11/2"]
    assert (policy["ways"], policy["worst"]["objective"], policy["best"]["objective"]) == (2, [0, 5], [1, 6])
    expected = """\
expect:
  policy:
    expected: {beaten: 1/2, power: 11/2}
    worst: {power: "5"}
    after: [{draws: [get Lamp], first: play Lamp, expected: {beaten: "1"}}]
"""
    assert tsolve("check", write(CELLAR.replace("teeth: 4", "teeth: 6") + expected)).code == 0
    steps = [step["text"] for step in policy["nodes"][0]["steps"]]
    assert sorted(steps) == ["draw", "play Club", "play Stone"]
    ends = {
        branch["event"]: policy["nodes"][branch["node"]]["end"] for branch in policy["nodes"][0]["branches"]
    }
    assert [step["text"] for step in ends["get Lamp"]["line"]["steps"]] == ["play Lamp", "fight"]
    table = ends["get Lamp"]["line"]["calculation"]
    assert sorted(row["subject"] for row in table["rows"]) == ["Club", "Lamp", "Stone"]
    assert table["total"] == 6
    assert "1 in 2 (50 %)  get Stone" in tsolve("solve", file).out


def test_the_attitude_to_draws_decides(tsolve: Tsolve, write: Write) -> None:
    """By the worst card all that comes is a Stone: 5 against 6 teeth. Without a draw it is 3 + 1 = 4."""
    file = write(CELLAR.replace("teeth: 4", "teeth: 6"))

    worst = tsolve("solve", file, "--draws", "worst", "--format", "json").json["answers"][0]["solution"]
    none = tsolve("solve", file, "--draws", "known", "--format", "json").json["answers"][0]["solution"]

    assert [each["exact"] for each in worst["policy"]["worth"]] == ["0", "5"]
    assert (none["status"], none["objective"], none["policy"]) == ("optimal", [0, 4], None)
    assert none["notes"] == ["as asked, you draw only known cards"]


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (("solve", "--goal", "win"), '"win" is not a level of a goal; there are beaten, power'),
        (("solve", "--target", "Rat"), 'The Cellar has no target to choose: leave out "Rat"'),
        (("solve", "--turn", "dungeon"), 'The Cellar has no kind of turn to choose: leave out "dungeon"'),
        (("check", "--goal", "win"), '"win" is not a level of a goal; there are beaten, power'),
        (("grade", "--goal", "win"), '"win" is not a level of a goal; there are beaten, power'),
    ],
)
def test_what_cannot_be_chosen_is_refused(
    arguments: tuple[str, ...], what: str, tsolve: Tsolve, write: Write
) -> None:
    file = write(CELLAR + "line: [play Club, fight]\n")

    ended = tsolve(*arguments, file)

    assert ended.code == 2
    assert what in ended.err


def test_a_played_turn_is_graded(tsolve: Tsolve, write: Write) -> None:
    """All three cards beat the rat: power 3 + 1 + 2 = 6 with a Lamp, 3 + 1 + 1 = 5 with a Stone, 11/2 on
    average. A Lamp brings 1/2; to fight with the Club alone comes to a bite at power 3 instead of 6.
    """
    played = write(CELLAR + "line: [draw, get Lamp, play Club, fight]\n")

    found = tsolve("grade", played, "--format", "json")

    assert (found.code, found.err) == (0, "")
    (answer,) = found.json["answers"]
    worths = {
        name: [each["exact"] for each in answer[name]] for name in ("start", "luck", "gave_away", "result")
    }
    assert worths == {
        "start": ["1", "11/2"],
        "luck": ["0", "1/2"],
        "gave_away": ["1", "3"],
        "result": ["0", "3"],
    }
    steps = answer["steps"]
    assert [step["verdict"] for step in steps] == ["kept", "drawn", "kept", "lost"]
    assert sorted(steps[3]["better"]) == ["fight", "play Lamp", "play Stone"]
    assert (answer["out_of_reach"]["number"], answer["out_of_reach"]["by"]) == (4, "choice")


def test_bad_luck_is_nobodys_fault(tsolve: Tsolve, write: Write) -> None:
    """With the Stone 5 instead of the 6 that a Lamp would have brought, and 11/2 before the draw."""
    text = CELLAR + "line: [draw, get Stone, play Club, play Stone, play Stone, fight]\n"

    (answer,) = tsolve("grade", write(text), "--format", "json").json["answers"]

    expected = "expect: {grade: {start: {power: 11/2}, luck: {power: -1/2}, gave_away: {}, lost_by: draw}}\n"
    assert tsolve("check", write(text + expected, "stated.yaml")).code == 0
    assert [each["exact"] for each in answer["luck"]] == ["0", "-1/2"]
    assert [each["exact"] for each in answer["gave_away"]] == ["0", "0"]
    assert (answer["out_of_reach"]["number"], answer["out_of_reach"]["by"]) == (2, "draw")
    early = tsolve("grade", write(CELLAR + "line: [play Club, fight]\n"))
    assert "draw, then by what is drawn" in early.out  # 11/2 and the rat instead of 3 and a bite


def test_the_odds_of_the_next_hand(tsolve: Tsolve, write: Write) -> None:
    """Two of a Club (3), a Lamp (2) and two Stones (1): of six pairs one has 5, two 4, two 3 and one 2, on
    average 2 * (3 + 2 + 1 + 1) / 4 = 7/2. With two more Lamps 2 * (7 + 4) / 6 = 11/3.
    """
    file = write("game: cellar\nhand: [Stone]\ndeck: [Stone, Club, Lamp, Stone]\nteeth: 4\n")

    told, found = tsolve("odds", file), tsolve("odds", file, "--with", "2 Lamp", "--format", "json")

    assert (told.code, told.err) == (0, "")
    assert "Exact: all 6 hands of 2." in told.out
    assert "3.50 on average" in told.out
    (answer,) = found.json["answers"]
    power = [deck["sections"][0]["lines"][0]["figures"][0] for deck in answer["decks"]]
    bars = power[0]["distribution"]["bars"]
    shares = {bar["number"]: bar["chance"]["exact"] for bar in bars}
    assert shares == {2: "1/6", 3: "1/3", 4: "1/3", 5: "1/6"}
    assert [each["estimate"]["exact"] for each in power] == ["7/2", "11/3"]
    assert answer["changes"][0]["difference"]["exact"] == "1/6"
    whole = tsolve("odds", file, "--all-cards", "--without", "Stone", "--without", "Stone", "--quiet")
    # 2 * (3 + 2 + 1) / 3 = 4, after 2 * 8 / 5 with the three Stones
    assert "power more, 3.20 -> 4.00 on average" in whole.out


def test_expected_odds(tsolve: Tsolve, write: Write) -> None:
    """Of a Club (3), a Lamp (2) and a Stone (1) two: 5, 4 or 3, each once. With a Lamp in place of the Stone
    5, 5 and 4, on average 14/3.
    """
    deck = "game: cellar\ndeck: [Club, Lamp, Stone]\n"
    holds = write(deck + "expect: {odds: {hands: 3, power: {'3': 1/3, '2': 0}, left_out: 0}}\n")
    changed = write(
        deck + "expect: {odds: {with: [Lamp], without: [Stone], power: {'5': 1/3, '4': 1/3}}}\n", "b.yaml"
    )

    assert tsolve("check", holds).code == 0
    wrong = tsolve("check", changed, "--format", "json")
    assert wrong.code == 1
    (answer,) = wrong.json["answers"]
    told = [(each["what"], each["holds"], each["found"]) for each in answer["expectations"]]
    assert told == [("odds power 5", False, "2/3"), ("odds power 4", True, "1/3")]
    mean = "expect: {odds: {with: [Lamp], without: [Stone], power: 14/3}}\n"
    assert tsolve("check", write(deck + mean, "mean.yaml")).code == 0
    strange = tsolve("check", write(deck + "expect: {odds: {power: {many: 1}}}\n", "c.yaml"))
    assert (strange.code, "E209" in strange.err, '"many" is not a number' in strange.err) == (2, True, True)


def test_odds_that_make_no_sense(tsolve: Tsolve, write: Write) -> None:
    file = write(CELLAR)

    for options, says in (
        (("--without", "Club"), "the deck has no Club to leave out"),
        (("--with", "Lampp"), 'did you mean "Lamp"?'),
        (("--against", "Club"), "The Cellar takes no `--against`"),
    ):
        refused = tsolve("odds", file, *options)
        assert (refused.code, says in refused.err) == (2, True)
    empty = tsolve("odds", write("game: cellar\nteeth: 4\n", "empty.yaml"))
    assert (empty.code, "there is no card in the deck" in empty.err) == (2, True)


def test_when_an_action_can_be_done(tsolve: Tsolve, write: Write) -> None:
    """From a1 a frog hops over b2 to c3 at once, and to a3 over b1 to c1 and then over b2. It never comes to
    b2: each hop leaves the column by two squares or not at all.
    """
    file = write(POND)

    found = tsolve("why-not", file, "hop to c3", "hop to a3", "hop to b2", "--format", "json")

    assert (found.code, found.err) == (1, "")
    now, later, never = found.json["answers"]
    assert [step["text"] for step in now["line"]["steps"]] == ["hop to c3"]
    assert (now["verdict"], now["reasons"], [each["key"] for each in now["readings"]]) == (
        "possible",
        [],
        ["corners"],
    )
    assert [step["text"] for step in later["line"]["steps"]] == ["hop to c1", "hop to a3"]
    assert (later["verdict"], later["reasons"][0]["text"]) == ("possible", "No leaf lies between a1 and a3")
    assert (never["verdict"], never["line"], never["reasons"][0]["rulings"]) == ("impossible", None, ["HO-1"])
    assert "Not at once: No leaf lies between a1 and a3." in tsolve("why-not", file, "hop to a3").out
    assert tsolve("why-not", file, "hop to a3", "--quiet").out == "possible: Hop to a3.\n"


def test_under_which_reading_it_could_be_done(tsolve: Tsolve, write: Write) -> None:
    """Along rows and columns only the leaf b1 helps, between a1 and c1."""
    found = tsolve(
        "why-not", write(POND + "interpretations: {corners: forbidden}\n"), "hop to a3", "--explain"
    )

    assert (found.code, found.err) == (1, "")
    told = " ".join(found.out.split())
    assert "No leaf lies between a1 and a3; corners is read as forbidden, not as allowed" in told
    assert "Without it: possible by hop to c1, hop to a3." in told
    assert "key.corners allowed (default): It may." in told


def test_what_depends_on_a_draw(tsolve: Tsolve, write: Write) -> None:
    """Of a Lamp and a Stone the Lamp is drawn in one case of two, a Lamp alone for sure."""
    by_chance = tsolve("why-not", write(CELLAR), "play Lamp", "--format", "json")
    (answer,) = by_chance.json["answers"]
    assert by_chance.code == 3
    assert (answer["verdict"], answer["chance"]["exact"], answer["first"]) == ("undecided", "1/2", "draw")
    assert answer["reasons"][0]["rulings"] == ["CE-1"]

    certain = tsolve(
        "why-not", write(CELLAR.replace("[Lamp, Stone]", "[Lamp]")), "play Lamp", "--format", "json"
    )
    (answer,) = certain.json["answers"]
    assert (certain.code, answer["verdict"], answer["chance"]) == (0, "possible", None)
    assert [step["text"] for step in answer["line"]["steps"]] == ["draw", "get Lamp", "play Lamp"]

    event = tsolve("why-not", write(CELLAR), "get Lamp", "--format", "json")
    assert event.code == 3
    assert event.json["answers"][0]["chance"]["exact"] == "1/2"  # one of the two cards comes

    never = tsolve("why-not", write(CELLAR.replace("Lamp", "Club")), "play Lamp", "draw")
    assert never.code == 1
    assert "impossible Play Lamp, whatever you draw." in never.out
    assert "possible   Draw." in never.out

    stated = "expect: {why_not: {play Lamp: {verdict: undecided, chance: 1/2, reasons: [CE-1]}}}\n"
    assert tsolve("check", write(CELLAR + stated)).code == 0
    wrong = tsolve("check", write(CELLAR + stated.replace("1/2", "1/3")))
    assert (wrong.code, "play Lamp: chance" in wrong.out) == (1, True)


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("", 'a query is a step of a turn, such as "play Club"'),
        ("sing", '"sing" is not an action'),
    ],
)
def test_what_cannot_be_asked(tsolve: Tsolve, write: Write, query: str, says: str) -> None:
    found = tsolve("why-not", write(CELLAR), query)

    assert found.code == 2
    assert says in found.err


def test_what_two_readings_change(tsolve: Tsolve, write: Write) -> None:
    file = write(CELLAR.replace("[Lamp, Stone]", "[]") + "line: [play Club, play Stone, fight]\n")

    every = tsolve("diff", file, "--all", "--format", "json")

    (answer,) = every.json["answers"]
    (key,) = answer["dependence"]["keys"]
    assert (key["key"], key["option"]) == ("ties", "beaten")
    between = tsolve("diff", file, "--between", "ties=beaten", "ties=bites")
    assert between.code == 1
    assert "beaten 1 -> beaten 0" in " ".join(between.out.split())
    short = write("game: cellar\nhand: [Club]\nteeth: 4\nline: [play Club, fight]\n", "short.yaml")
    # 3 is no tie with 4, so that nobody asks what a tie is
    assert tsolve("diff", short, "--between", "ties=beaten", "ties=bites").code == 0


def test_the_smallest_position_on_which_readings_differ(tsolve: Tsolve, tmp_path: Path) -> None:
    """A tie with nothing at all: no card, no tooth, and the one step that asks who wins."""
    file = tmp_path / "hunted.yaml"

    found = tsolve("hunt", "ties", "--positions", "500", "--jobs", "1", "--out", str(file))

    assert (found.code, found.err) == (0, "")
    told = [line for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    assert told == [
        'game: "cellar"',
        'printing: "first"',
        'interpretations: {"ties": "beaten"}',
        'line: ["fight"]',
        "expect:",
        "  line: {beaten: true}",
    ]
    assert tsolve("check", str(file)).code == 0
    assert tsolve("check", str(file), "--interpretation", "ties=bites").code == 1


def test_a_game_without_cards_is_hunted_in_too(tsolve: Tsolve) -> None:
    """Only a hop from corner to corner of the pond goes over a leaf that touches a corner: that of b2."""
    found = tsolve("hunt", "corners", "--game", "hop", "--positions", "200", "--jobs", "1")

    assert (found.code, found.err) == (0, "")
    assert 'leaves: ["b2"]' in found.out


def test_exactly_these_options(tsolve: Tsolve, write: Write) -> None:
    assert tsolve("check", write(POND + "expect: {options: [c3, c1]}\n")).code == 0
    one_less = tsolve("check", write(POND + "expect: {options: [c1]}\n"))
    nowhere = tsolve("check", write(POND + "expect: {options: [hop to c1]}\n"))
    assert (nowhere.code, "E207" in nowhere.err) == (2, True)
    assert one_less.code == 1
    assert "c1, c3" in one_less.out
    moved = tsolve("check", write(POND + "line: [hop to a3]\n"))
    assert (moved.code, "No leaf lies between a1 and a3" in moved.out) == (1, True)


def test_both_in_one_folder(tsolve: Tsolve, write: Write) -> None:
    write(CELLAR + "line: [play Club]\nexpect: {line: {power: 3}}\n", "cellar.yaml")
    write(POND + "expect: {options: [c1, c3]}\n", "pond.yaml")

    found = tsolve("regress", ".", "--coverage", "--no-cache")

    assert found.code == 0
    assert "2 puzzles, 2 expectations: all as expected" in found.out
    assert "Rule coverage of cellar" in found.out
    assert "Rule coverage of hop" in found.out


def test_reasons_cover_their_rules(tsolve: Tsolve, write: Write) -> None:
    write(
        CELLAR + "expect: {why_not: {play Lamp: {verdict: undecided}}}\n"
    )  # there is none in the hand: CE-1

    found = tsolve("regress", ".", "--coverage", "--no-cache")

    assert found.code == 0
    assert "CE-1" not in found.out.partition("No puzzle exercises")[2]
    assert "CE-2" in found.out.partition("No puzzle exercises")[2]


@pytest.mark.parametrize(
    ("arguments", "shows"),
    [
        (("legal", "{file}"), "play Club"),
        (("rule", "CE-1", "--game", "cellar"), "Play any cards of your hand"),
        (("rule", "ties", "--game", "cellar"), "beaten"),
        (("card", "club", "--game", "cellar"), "power 3"),
        (("cards", "--game", "cellar"), "Lamp"),
        (("schema", "--game", "cellar"), '"teeth"'),
        (("schema", "--game", "hop"), '"leaves"'),
    ],
)
def test_what_every_game_answers(
    tsolve: Tsolve, write: Write, arguments: tuple[str, ...], shows: str
) -> None:
    file = write(CELLAR)

    found = tsolve(*(each.format(file=file) for each in arguments))

    assert (found.code, found.err) == (0, "")
    assert shows in found.out


@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", "{pond}"),
        ("grade", "{pond}"),
        ("odds", "{pond}"),
        ("targets", "{pond}"),
        ("targets", "{file}"),
        ("score", "{pond}"),
        ("simulate", "--game", "hop"),
    ],
)
def test_a_command_that_does_not_fit_says_so(
    tsolve: Tsolve, write: Write, arguments: tuple[str, ...]
) -> None:
    places = {"file": write(CELLAR + "line: [fight]\n"), "pond": write(POND, "pond.yaml")}

    found = tsolve(*(each.format(**places) for each in arguments))

    assert found.code == 2
    assert " has no `" in found.err
    assert "Traceback" not in found.err


def test_the_position_of_the_page_holds(tsolve: Tsolve, write: Write) -> None:
    page = (ROOT / "docs" / "how-to" / "writing-a-game.md").read_text(encoding="utf-8")
    position = page.partition("```text\n")[2].partition("```")[0]
    assert position.startswith("game: raid")

    assert tsolve("check", write(position)).code == 0


def test_the_code_of_the_page_is_that_of_the_toy() -> None:
    root = ROOT
    page = (root / "docs" / "how-to" / "writing-a-game.md").read_text(encoding="utf-8")
    toy = (root / "tests" / "toys" / "raid.py").read_text(encoding="utf-8")
    parts = [part.partition("```")[0] for part in page.split("```python\n")[1:]]
    assert parts
    assert all(part in toy for part in parts)


def test_wrong_files_are_told_where(tsolve: Tsolve, write: Write) -> None:
    unknown = tsolve("check", write(CELLAR.replace("Club", "Clubb")))
    assert (unknown.code, "position.yaml:2:8" in unknown.err, "E302" in unknown.err) == (2, True, True)
    outside = tsolve("check", write(POND.replace("a1", "d4")))
    assert (outside.code, "E207" in outside.err) == (2, True)
    strange = tsolve("check", write("game: cellars\n"))
    assert (strange.code, "cellar" in strange.err) == (2, True)


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("nosuch:GAME", "ModuleNotFoundError: No module named 'nosuch'"),
        ("json:GAME", "AttributeError: module 'json' has no attribute 'GAME'"),
        ("json:dumps", "json:dumps is no GameModule"),
    ],
)
def test_an_installed_game_that_does_not_work_is_named(
    value: str, why: str, process: Tsolve, tmp_path: Path, write: Write
) -> None:
    folder = tmp_path / "broken-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n", encoding="utf-8")
    (folder / "entry_points.txt").write_text(f"[tsolve.games]\nmarsh = {value}\n", encoding="utf-8")
    environment = {"PYTHONPATH": str(tmp_path)}

    ended = process("check", write("game: marsh\n"), env=environment)

    assert ended.code == 2
    assert f'the game "marsh" of the distribution "broken" cannot be loaded: {why}' in ended.err
    assert process("rule", "TS-9.1", env=environment).code == 0
