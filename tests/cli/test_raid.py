"""A toy game of at most 250 lines answers every command that is about a game or a position."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import ROOT, Tsolve, Write
from tsolve.cli.commands import COMMANDS

pytestmark = pytest.mark.usefixtures("toys")

MOST_LINES = 250
OF_NO_GAME = ("explain", "example", "serve")
"""Commands that are about diagnostics, about positions that are shipped, or about all games at once."""

# A Club has power 3, a Lamp 2, a Stone 1 and a Net 1, against the Bear 2 more. A Rat has strength 3 and is
# worth 1, a Boar 4 and 2, a Bear 6 and 4.
TURN = """\
game: raid
hand: [Club, Net]
deck: [Lamp, Stone]
row: [Boar, Bear, Rat]
trophies: [Rat]
their_trophies: [Boar]
"""
LINE = "line: [play Club, play Net, fight Boar]\n"
DRAW = """\
game: raid
hand: [Stone]
deck: [Club, Lamp, Net, Stone]
row: [Boar, Bear]
"""
# Of the four items that may come only the Club makes 1 + 3 = 4, enough for the Boar; a Lamp makes 3, a Stone
# 2. A Net makes 2, against the Bear 1 + 1 + 2 = 4, which is too few.


def test_it_is_small_and_answers_every_command() -> None:
    lines = (ROOT / "tests" / "toys" / "raid.py").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= MOST_LINES
    assert {*ASKED} == {*COMMANDS} - {*OF_NO_GAME}


ASKED: dict[str, tuple[tuple[str, ...], str]] = {
    "check": (("{file}",), "Points 3, kept 0, power 4"),
    "advise": (("{turn}", "--worlds", "32", "--jobs", "1"), "games of random players in 32 worlds"),
    "solve": (("{turn}",), "points 5, kept 1"),  # the Bear by 3 + 1 + 2 = 6; what was drawn is kept
    "ask": (("Club, Stone fight Boar?", "--game", "raid"), "yes"),  # 3 + 1 = 4
    "why-not": (("{turn}", "fight Rat"), "Not at once: Power 0 is not enough against strength 3"),
    "grade": (("{file}",), "One mistake (-2 points)"),  # the Bear is worth 2 more
    "odds": (("{draw}",), "Exact: all 6 hands of 2."),
    "targets": (("{turn}",), "Bear"),
    "legal": (("{turn}",), "play Club"),
    "show": (("{turn}",), "Bear, Boar, Rat"),
    "score": (("{file}",), "Player 1 has 3 points, player 2 2 points"),
    "regress": ((".", "--coverage", "--no-cache"), "Rule coverage of raid"),
    "diff": (("{file}", "--all"), "ties = too_few"),
    "hunt": (("ties", "--game", "raid", "--positions", "200", "--jobs", "1"), "fight"),
    "verify": (("receipt.json",), "identical"),
    "simulate": (("--game", "raid", "--seed", "1"), "the game is over"),
    "setup": (("--game", "raid", "--seed", "1"), "Rat, Boar, Bear"),
    "play": (("game.yaml", "--game", "raid", "--seed", "1"), "1 play Lamp, 2 play Net, 3 play Stone"),
    "rule": (("RA-3", "--game", "raid"), "becomes your trophy"),
    "card": (("net", "--game", "raid"), "2 more against the Bear"),
    "cards": (("--game", "raid"), "Boar"),
    "vocabulary": (("bonus", "--game", "raid"), "More power against one foe"),
    "new": (("made.yaml", "--game", "raid"), "made.yaml"),
    "schema": (("--game", "raid"), '"their_trophies"'),
}
"""How each command is asked, and something that it says."""


@pytest.mark.parametrize("command", sorted(ASKED))
def test_every_command(command: str, tsolve: Tsolve, write: Write) -> None:
    places = {
        "file": write(TURN + LINE + "expect: {line: {points: 3}}\n", "line.yaml"),
        "turn": write(TURN, "turn.yaml"),
        "draw": write(DRAW, "draw.yaml"),
    }
    tsolve("check", places["file"], "--receipt", "receipt.json")
    arguments, says = ASKED[command]

    # hand, deck, row, trophies, the other's hand and trophies, claims; and do not judge it now
    ended = tsolve(
        command,
        *(each.format(**places) for each in arguments),
        stdin=b"Club, 2 Stone\n\nLamp\n\nRat, Bear\n\n\n\n\ncan fight Rat\n\nn\n",
    )

    may_stay_open = (3,) if command == "advise" else ()  # 32 worlds of random players settle little
    assert (ended.code in (0, 1, *may_stay_open), ended.err) == (True, ""), ended.out
    assert says in " ".join(ended.out.split())


def answer(ended: Any) -> Any:
    assert ended.err == ""
    (found,) = ended.json["answers"]
    return found


def test_claims_and_expectations(tsolve: Tsolve, write: Write) -> None:
    """Against the Bear 3 + 1 + 2 = 6 is enough; the Club alone makes 3, enough for the Rat."""
    stated = """\
claims: [{points: 3}, {can: fight Bear}, {cannot: fight Rat}, {power: 3, after: 1}, {kept: 1}]
expect:
  legal: [draw, pass]
  illegal: {fight Bear: [RA-3, card.bear]}
  line: {legal: true, points: 3, kept: 0, power: 4}
  steps: {play Club: {power: 3, kept: 1}}
  claims: [confirmed, confirmed, refuted, confirmed, refuted]
  readings: [ties]
"""
    found = answer(tsolve("check", write(TURN + LINE + stated), "--format", "json"))

    assert all(each["holds"] for each in found["expectations"])
    assert found["line"]["calculation"]["total"] == 4
    rows = found["claims"][1]["calculation"]["rows"]
    assert [(row["subject"], row["after"] - row["before"]) for row in rows] == [
        ("Club", 3),
        ("Net", 1),
        ("Net", 2),
    ]
    other = tsolve("check", write(TURN + LINE + stated), "--interpretation", "ties=too_few")
    assert other.code == 1  # 4 against 4, which is one too few


@pytest.mark.parametrize(("question", "verdict"), [("4 power", "yes"), ("5 power", "no"), ("3 power", "no")])
def test_a_number_without_a_line_is_the_best_of_the_turn(question: str, verdict: str, tsolve: Tsolve) -> None:
    """A Club and a Stone make 3 + 1 = 4; no card can be drawn."""
    found = answer(tsolve("ask", f"Club, Stone: {question}", "--game", "raid", "--format", "json"))

    assert [case["verdict"] for case in found["cases"]] == [verdict]


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("Club, Net fight Bear", "yes"),  # 3 + 1 + 2
        ("Club, Lamp fight Bear", "no"),  # 3 + 2 = 5
        ("Club, Lamp deck Stone fights Bear", "yes"),  # what comes is known: 5 + 1 = 6
        ("Club, Lamp deck Stone, Net can't fight Bear", "no"),  # 6, or 3 + 2 + 1 + 2 = 8
        ("Lamp deck Stone, Club fight Rat", "yes"),  # 2 + 1, or 2 + 3
        ("2 Stone deck Stone, Lamp row Boar fight Rat", "yes"),  # 3, or 4
        ("Club use Club", "yes"),
        ("what beats Rat with Lamp, Stone", "yes"),  # 2 + 1
    ],
)
def test_questions(question: str, verdict: str, tsolve: Tsolve) -> None:
    found = answer(tsolve("ask", question, "--game", "raid", "--format", "json"))

    assert [case["verdict"] for case in found["cases"]] == [verdict]


def test_questions_that_mean_nothing(tsolve: Tsolve) -> None:
    for question, says in (
        ("Club, Stone", "nothing is asked"),
        ("Club fight Dragon", 'unknown card "Dragon"'),
        ("Club, Stone: 4 against Boar", "say what the number counts"),
    ):
        ended = tsolve("ask", question, "--game", "raid")
        assert (ended.code, says in ended.err) == (2, True), ended.err


def test_the_best_play_under_chance(tsolve: Tsolve, write: Write) -> None:
    """One card in four brings 2 points with nothing kept, the others none with two kept: 1/2 and 3/2."""
    stated = """\
expect:
  policy:
    first: draw
    expected: {points: 1/2, kept: 3/2}
    worst: {points: 0, kept: 2}
    best: {points: 2, kept: 0}
    after: [{draws: [get Club], expected: {points: "2"}}, {draws: [get Net], first: pass}]
"""
    assert tsolve("check", write(DRAW + stated)).code == 0
    known = answer(tsolve("solve", write(DRAW), "--draws", "known", "--format", "json"))
    assert known["solution"]["objective"] == [0, 1]  # nothing is drawn, and the Stone is kept
    by_power = answer(tsolve("solve", write(TURN), "--goal", "power", "--draws", "best", "--format", "json"))
    assert [each["exact"] for each in by_power["solution"]["policy"]["worth"]] == ["8"]
    # Club, Net and Lamp make 3 + 1 + 2 = 6, against the Bear 2 more


def test_the_best_play_against_a_target(tsolve: Tsolve, write: Write) -> None:
    """No item is drawn: the Rat needs the Club alone (1 + 1 points with the one before, the Net kept)."""
    turn = TURN.replace("[Lamp, Stone]", "[]")

    rat = answer(tsolve("solve", write(turn), "--target", "Rat", "--format", "json"))

    assert rat["solution"]["objective"] == [2, 1]
    steps = [step["text"] for step in rat["solution"]["best"][0]["line"]["steps"]]
    assert steps == ["play Club", "fight Rat"]
    none = answer(
        tsolve("solve", write(turn.replace("Net", "Stone")), "--target", "Bear", "--format", "json")
    )
    assert none["solution"]["status"] == "impossible"  # 3 + 1 = 4 against 6
    for name, says in (("Stone", "Stone is no target here; there are: Bear, Boar, Rat"), ("Ratt", "Rat")):
        refused = tsolve("solve", write(turn), "--target", name)
        assert (refused.code, says in refused.err) == (2, True), refused.err


def test_targets(tsolve: Tsolve, write: Write) -> None:
    found = tsolve("targets", write(DRAW), "--format", "json")

    targets = answer(found)["targets"]
    told = {each["name"]: (each["outcome"], (each["chance"] or {}).get("exact")) for each in targets}
    assert told == {"Boar": ("chance", "1/4"), "Bear": ("impossible", None)}
    sure = answer(tsolve("targets", write(TURN.replace("[Lamp, Stone]", "[]")), "--format", "json"))
    worth = {each["name"]: each["plan"]["objective"] for each in sure["targets"]}
    assert worth == {"Bear": [5, 0], "Boar": [3, 0], "Rat": [2, 1]}  # 1 point before, and 4, 2 or 1


def test_why_not(tsolve: Tsolve, write: Write) -> None:
    """The Stone comes closest to the Bear with the Club, 1 + 3, or with the Net, 1 + 1 + 2."""
    stated = """\
expect:
  why_not:
    fight Boar: {verdict: undecided, chance: 1/4, reasons: [RA-3]}
    fight Bear: {verdict: impossible, reasons: [RA-3], says: [Power 4 is not enough against strength 6]}
    get Club: {verdict: undecided, chance: 1/4}
"""
    assert tsolve("check", write(DRAW + stated)).code == 0
    turn = "game: raid\nhand: [Club, Stone]\nrow: [Boar]\ninterpretations: {ties: too_few}\n"
    told = " ".join(tsolve("why-not", write(turn), "fight Boar", "--explain").out.split())
    assert "ties is read as too_few, not as enough" in told
    drawn = write(DRAW + "line: [draw, get Lamp, draw]\n", "twice.yaml")
    assert "One item is drawn already" in tsolve("check", drawn).out


def test_a_grade(tsolve: Tsolve, write: Write) -> None:
    """At the start 1/2 points and 3/2 cards are in reach, after the Club 2 and 0: luck of 3/2 and -3/2. To
    pass comes to 0 points and two cards kept: that gives 2 points away, and 0 - 2 cards.
    """
    line = "line: [draw, get Club, pass]\n"
    stated = """\
expect:
  grade:
    start: {points: 1/2, kept: 3/2}
    luck: {points: 3/2, kept: -3/2}
    gave_away: {points: 2, kept: -2}
    result: {points: 0, kept: 2}
    worse: [3]
"""
    assert tsolve("check", write(DRAW + line + stated)).code == 0
    by_power = answer(tsolve("grade", write(DRAW + line), "--goal", "power", "--format", "json"))
    # by power alone the turn is worth 1 and what comes: (3 + 2 + 1 + 1) / 4 on average
    assert [each["exact"] for each in by_power["start"]] == ["11/4"]


def test_odds(tsolve: Tsolve, write: Write) -> None:
    """Each hand of two draws a third card. The Bear takes the Club with a Net (6), else all three: Club, Lamp
    and Stone (6), or Lamp, Stone and Net (6). So it is always beaten; what is left over is kept.

    Club, Net: 1 whatever comes. With Club, Lamp and Club, Stone: 1 with a Net, else 0. With Lamp, Net and
    Stone, Net: 1 with the Club, else 0. Lamp, Stone: 0. On average (1 + 4/2 + 0) / 6 = 1/2.

    Without a draw 6 points are 4 of the Club and the Net, 2 of the Club with a Lamp or a Stone: 8/6 = 4/3.
    """
    odds = "expect: {odds: {hands: 6, points: 4, kept: {'1': 1/2, '0': 1/2}, events: {Club: 1/2}}}\n"
    assert tsolve("check", write(DRAW + odds)).code == 0
    assert tsolve("check", write(DRAW + "expect: {odds: {kept: 1/2, points: {'4': 1}}}\n")).code == 0
    undrawn = answer(tsolve("odds", write(DRAW), "--no-draws", "--format", "json"))
    points = undrawn["decks"][0]["sections"][0]["lines"][0]["figures"][0]
    assert points["estimate"]["exact"] == "4/3"
    foe = tsolve("odds", write(DRAW), "--with", "Rat")
    assert (foe.code, "Rat is not dealt" in foe.err) == (2, True)
    shared = answer(tsolve("odds", write(DRAW), "--jobs", "2", "--format", "json"))
    assert shared["decks"][0]["sections"][0]["lines"][0]["figures"][0]["estimate"]["exact"] == "4"


def test_scores(tsolve: Tsolve, write: Write) -> None:
    """1 point for the Rat against 2 for the Boar; with the line 1 + 2."""
    before = answer(tsolve("score", write(TURN), "--format", "json"))
    after = answer(tsolve("score", write(TURN + LINE), "--format", "json"))

    for found, points, winners in ((before, [1, 2], [2]), (after, [3, 2], [1])):
        assert ([each["points"] for each in found["players"]], found["winners"]) == (points, winners)
    broken = answer(tsolve("score", write(TURN + "line: [fight Bear]\n"), "--format", "json"))
    assert (broken["players"], broken["verdict"]) == ([], "not legal")


def test_whole_games(tsolve: Tsolve, write: Write) -> None:
    """Three foes of 1 + 2 + 4 = 7 points; the deck holds 12 - 6 items, one of which a turn may draw."""
    found = tsolve("simulate", "--game", "raid", "--seed", "3", "--games", "5", "--format", "json")

    games = answer(found)["games"]
    assert all(game["finished"] and sum(game["scores"]) <= 7 for game in games)
    assert {turn["player"] for game in games for turn in game["turns"]} == {1, 2}
    on = answer(tsolve("simulate", write(TURN), "--seed", "3", "--format", "json"))["games"][0]
    assert on["finished"]
    assert on["scores"][0] >= 1
    assert on["scores"][1] >= 2  # trophies stay with whoever has them, whoever acts


def test_tables(tsolve: Tsolve, tmp_path: Path) -> None:
    """Three copies of four items: 3 and 3 in the hands, 6 in the deck."""
    laid = answer(tsolve("setup", "--game", "raid", "--seed", "5", "--format", "json"))

    (tmp_path / "laid.yaml").write_text(laid["position"], encoding="utf-8")
    shown = answer(tsolve("show", "laid.yaml", "--format", "json"))
    zones = {zone["name"]: zone["text"] for zone in shown["position"]["zones"]}
    sizes = [len(zones[name].split(", ")) for name in ("Hand", "Their hand", "Deck", "Row")]
    assert sizes == [3, 3, 6, 3]
    for wish, says in (
        (("--with", "Lampp"), "Lamp"),
        (("--players", "3"), "a game for 2 players, not for 3"),
        (("--use", "deck=Lamp"), 'nothing to choose: leave out "deck"'),
    ):
        refused = tsolve("setup", "--game", "raid", *wish)
        assert (refused.code, says in refused.err) == (2, True), refused.err


def test_what_is_hunted_differs(tsolve: Tsolve) -> None:
    """Some power that equals the strength of a foe: at least one item, one foe, and two steps."""
    found = tsolve(
        "hunt", "ties", "--game", "raid", "--positions", "300", "--jobs", "1", "--out", "found.yaml"
    )

    assert (found.code, found.err) == (0, "")
    assert tsolve("check", "found.yaml").code == 0
    assert tsolve("check", "found.yaml", "--interpretation", "ties=too_few").code == 1


def test_mistakes_are_told_where_they_stand(tsolve: Tsolve, write: Write) -> None:
    for wrong, place, code in (
        (TURN.replace("Club", "Clubb"), ":2:8", "E302"),
        (TURN.replace("[Club, Net]", "[Club, Bear]"), ":2:14", "E305"),
        (TURN + "claims: [{can: fight Bear, after: 1}]\n", ":7:35", "E310"),
        (TURN + "line: [sing]\n", ":7:8", "E321"),
        (TURN + "line: [fight]\n", "it is written `fight FOE`", "E321"),
        (TURN + "expect: {odds: {power: {many: 1}}}\n", ":7:25", "E209"),
        (TURN + "expect: {readings: [tie]}\n", ":7:21", "E412"),
    ):
        ended = tsolve("check", write(wrong))
        assert (ended.code, place in ended.err, code in ended.err) == (2, True, True), ended.err


def test_a_whole_game_is_written_and_read(tsolve: Tsolve) -> None:
    """Whoever beats the last foe ends it: each turn of the log begins where the one before ended."""
    played = tsolve("simulate", "--game", "raid", "--log", "games", "--games", "5", "--quiet")
    assert played.code == 0
    for seed in range(5):
        ended = tsolve("check", f"games/game-{seed}.yaml")
        assert ended.code == 0
        assert "turns are legal." in ended.out
        assert "Points at the end of the game" in ended.out
