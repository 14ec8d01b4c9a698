"""On which readings a position depends: by hand, against puzzles, and against exhaustive search."""

from __future__ import annotations

from itertools import islice
from math import inf
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from tests.games.thunderstone.builders import position_of, ruleset
from tests.games.thunderstone.planning.random_positions import dungeon_position
from tests.sweeping import seeds
from tsolve import api
from tsolve.budget import Budget, allow
from tsolve.engine.search import best_line
from tsolve.errors import TooLargeError
from tsolve.games.thunderstone.actions import Attack
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.goals import battle_result
from tsolve.games.thunderstone.position import ThunderstonePosition
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.writing.position import read_position
from tsolve.games.thunderstone.writing.position_file import ThunderstoneFile
from tsolve.model.comparisons import EVERYTHING, Dependence, Dependency, Questions, differences
from tsolve.model.plays import Wishes
from tsolve.source.decode import decode
from tsolve.source.parse import parse
from tsolve.worlds.comparing import between, dependence
from tsolve.worlds.verdict import verdict_of

PUZZLES = Path(__file__).parents[4] / "puzzles" / "thunderstone"

LINE = Questions(actions=False, attacks=False, best=False)

# Khan 7, two Squires 2 each, two Militia 1 each: Attack 13. The Succubus (Health 6) halves the Attack Value
# unless there is Magic Attack; Rank 1 is dark, a Light Penalty of 1 point.
#   after_light, 2 each:  (13 - 2) / 2 = 5      after_light, 1 each:  (13 - 1) / 2 = 6, defeated
#   before_light, 2 each:  6 - 2 = 4            before_light, 1 each:  6 - 1 = 5
SUCCUBUS = """\
turn: dungeon
hand: [Outlands Khan, 2 x Thyrian Squire, 2 x Militia]
deck: []
hall: [Succubus, none, none]
dungeon_deck: []
line: [attack Succubus]
"""

# Five Militia and a Torch, which lights Rank 1, against the Griknack Goblin (Health 4): nothing open has a
# part in it.
PLAIN = """\
turn: dungeon
hand: [Militia, 4 x Militia, Torch]
deck: []
hall: [Griknack Goblin, none, none]
dungeon_deck: []
line: [attack Griknack Goblin]
"""


def keys(found: Dependence) -> list[str]:
    return [each.key for each in found.keys]


def side(file: ThunderstonePosition, **options: str) -> dict[str, str]:
    return {**file.book.readings, **options}


def test_both_answers_are_given() -> None:
    found = dependence(position_of(SUCCUBUS), LINE)

    assert keys(found) == ["light_factor", "half_attack_order"]  # nobody is defeated: its XP do not matter
    assert found.summary == "Succubus is not defeated: 5 against Health 6."
    light, order = found.keys
    assert [(each.option, each.summary) for each in light.rivals] == [
        ("1", "Succubus is defeated: 6 against Health 6; 2 XP, 4 VP.")
    ]
    assert [(each.option, each.summary) for each in order.rivals] == [
        ("before_light", "Succubus is not defeated: 4 against Health 6.")
    ]


def test_the_weightiest_difference_comes_first() -> None:
    light = dependence(position_of(SUCCUBUS), LINE).keys[0]
    told = [(each.kind, each.what, each.before, each.after) for each in light.rivals[0].differences]

    assert told[0] == ("outcome", "Succubus", "not defeated", "defeated")
    assert ("total", "Attack Value of the turn", "5", "6") in told
    assert [kind for kind, *_ in told] == sorted((kind for kind, *_ in told), key=["outcome", "total"].index)


def test_where_no_open_point_has_a_part_nothing_depends_on_any() -> None:
    found = dependence(position_of(PLAIN), EVERYTHING, bounded=False)

    assert found.keys == ()
    assert found.not_examined == ()
    assert found.is_complete


def test_a_rival_says_whose_reading_it_is() -> None:
    """Nobody prints that a point of darkness costs 1; that a Trophy is Magic Attack the Polish book does."""
    light = dependence(position_of(SUCCUBUS), LINE).keys[0]
    pegasus = dependence(position_of(PLAIN.replace("4 x Militia", "Pegasus")), LINE).keys[0]

    assert (light.key, light.rivals[0].printings, light.printed) == ("light_factor", (), ())
    assert (pegasus.key, pegasus.rivals[0].printings) == ("pegasus_trophy", ("pl-1.4",))
    assert pegasus.printed == pegasus.rivals


def test_a_chosen_reader_s_reading_has_printings_for_rivals() -> None:
    found = dependence(position_of("interpretations: {light_factor: '1'}\n" + SUCCUBUS), LINE)
    (light,) = (each for each in found.keys if each.key == "light_factor")

    assert not light.is_open
    assert [(each.option, each.printings) for each in light.printed] == [
        ("2", ("1.4", "pl-1.4", "it-1.0", "dragonspire"))
    ]


def test_a_number_that_rounding_hides_makes_no_difference() -> None:
    # One Militia more: 14. (14 - 2) / 2 = 6 and (14 - 1) / 2 = 6.5, rounded down to 6.
    found = dependence(position_of(SUCCUBUS.replace("2 x Militia", "3 x Militia")), LINE)

    assert "light_factor" not in keys(found)
    assert "half_attack_order" in keys(found)  # 14 / 2 - 2 = 5


@pytest.mark.parametrize(
    ("written", "is_open"),
    [
        ("", True),
        ("interpretations: {half_attack_order: after_light}\n", False),
        ("interpretations: {light_factor: '2'}\n", True),
        ("printing: pl-1.4\n", True),  # it says nothing about the order of halving
    ],
)
def test_what_the_position_chooses_is_not_open(written: str, is_open: bool) -> None:
    found = dependence(position_of(written + SUCCUBUS), LINE)
    by_key = {each.key: each for each in found.keys}

    assert by_key["half_attack_order"].is_open == is_open


def test_what_a_printing_chooses_is_open_until_the_position_names_it() -> None:
    # A Pegasus in the hand is a Trophy: Attack +1, by the Polish rulebook Magic Attack +1. 1 + 1 = 2 in
    # either case, but the Attack is another.
    text = PLAIN.replace("4 x Militia", "Pegasus")
    usual = {each.key: each for each in dependence(position_of(text), LINE).keys}
    named = {each.key: each for each in dependence(position_of(f"printing: pl-1.4\n{text}"), LINE).keys}

    assert usual["pegasus_trophy"].is_open
    assert not named["pegasus_trophy"].is_open
    assert (usual["pegasus_trophy"].option, named["pegasus_trophy"].option) == ("attack", "magic")


# what makes the difference


def test_two_readings_that_are_needed_together() -> None:
    file = position_of(SUCCUBUS)
    found = between(
        file,
        side(file, half_attack_order="before_light", light_factor="2"),
        side(file, half_attack_order="after_light", light_factor="1"),
        LINE,
    )

    # 4 becomes 6; by itself each of them makes it 5
    assert list(found.makers) == ["light_factor", "half_attack_order"]
    for alone in found.makers.values():
        assert [(each.what, each.before, each.after) for each in alone] == [
            ("Attack Value of the turn", "4", "5")
        ]
    assert found.differences[0].after == "defeated"


def test_two_readings_that_cancel_each_other_out() -> None:
    file = position_of(SUCCUBUS)
    # (13 - 2) / 2 = 5, and 13 / 2 - 1 = 5
    found = between(file, side(file), side(file, half_attack_order="before_light", light_factor="1"), LINE)

    assert found.differences == ()
    assert found.makers == {}


def test_a_reading_that_has_no_part_is_no_reason() -> None:
    file = position_of(SUCCUBUS)
    found = between(file, side(file), side(file, light_factor="1", pawn_militia="forbidden"), LINE)

    assert list(found.makers) == ["light_factor"]


# what is compared


# Khan 7, Torch Light 1: 7 in Rank 1, 7 - 2 = 5 in Rank 2, either of them enough for a Goblin (Health 4).
TWO_GOBLINS = """\
turn: dungeon
hand: [Outlands Khan, Torch]
deck: []
hall: [Griknack Goblin, Griknack Goblin, none]
dungeon_deck: []
"""


@pytest.mark.parametrize(("goal", "as_good"), [("win,vp,xp,lost", True), ("win,margin", False)])
def test_an_equally_good_line_is_no_difference(goal: str, as_good: bool) -> None:
    file = position_of(TWO_GOBLINS)
    ask = Questions(Wishes(goal))
    found = verdict_of(file, ask)
    second_rank = (file.game.notation(file.state, Attack(2)),)
    (play,) = found.plays
    assert second_rank not in play.lines
    other = replace(found, plays=(replace(play, lines=(second_rank,)),))
    again = verdict_of(file, ask, known=other)

    assert (second_rank in again.plays[0].lines) == as_good
    assert (differences(other, again) == ()) == as_good


def test_the_actions_of_a_position_without_a_line() -> None:
    # The Pawnbroker takes a card with a Gold Value. That of the Militia is 0; by the other reading 0 is none.
    file = position_of(
        """\
        turn: village
        hand: [Pawnbroker, Militia]
        deck: []
        village: {Torch: 3}
        """
    )
    found = between(file, side(file), side(file, pawn_militia="forbidden"))

    told = found.differences[0]
    assert (told.kind, told.before, told.after) == ("legality", "legal", "not legal")
    assert told.what.startswith("use Pawnbroker")
    assert told.what.endswith("destroying Militia")
    assert list(found.makers) == ["pawn_militia"]


def test_work_is_bounded_and_what_was_left_out_is_said() -> None:
    # Two Banish rearrange the Hall in many ways: hundreds of situations for the best play.
    file = position_of(
        """\
        turn: dungeon
        hand: [2 x Banish, Militia, Torch, Dagger]
        deck: [Lantern, Iron Rations]
        hall: [Tyxr the Old, Nixie, Griknack Goblin]
        dungeon_deck: []
        players: {others: 0}
        """
    )
    ask = Questions(actions=False, attacks=False)
    found = dependence(file, ask)

    assert not found.is_complete
    assert dependence(file, ask) == found


def test_what_the_work_did_not_allow_is_named() -> None:
    # Bruce's turn, without his line: the Priest and Banish leave hundreds of ways to prepare for the battle.
    # Each reading tried costs as much as the first look. Readings of printings are tried first, and of the
    # others, such as that of Light, those named.
    text = (PUZZLES / "examples" / "bruce.yaml").read_text(encoding="utf-8")
    bruce = read_position(decode(parse(text, "bruce.yaml"), ThunderstoneFile), ruleset())
    best = Questions(judged=False, actions=False, attacks=False)
    found = dependence(bruce, best, first=("light_factor",))

    assert "light_factor" in keys(found)
    assert found.not_examined == ()
    assert "half_attack_order" in found.readers_not_examined
    assert "light_factor" not in found.readers_not_examined


# The Griknack Goblin (Health 4) in the dark Rank 1: five Militia 5 - 2 = 3, or 5 - 1 = 4 at 1 each.
GOBLIN = """\
turn: dungeon
hand: [5 x Militia]
deck: []
hall: [Griknack Goblin, none, none]
claims:
- {legal: attack Griknack Goblin}
- {defeats: Griknack Goblin}
"""


def test_all_readings_have_one_bound_and_what_it_did_not_allow_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All readings of the Succubus take more than twice the steps of the answer, which is the bound here."""
    with allow(Budget()) as alone:
        verdict_of(position_of(SUCCUBUS))
    with allow(Budget()) as together:
        whole = dependence(position_of(SUCCUBUS), EVERYTHING, bounded=False)
    bound = 2 * alone.spent
    assert bound < together.spent
    monkeypatch.setattr("tsolve.budget.PER_QUESTION", bound)

    assert api.dependence(position_of(SUCCUBUS), time_limit=inf).dependence == whole
    short = api.dependence(position_of(SUCCUBUS))
    assert short.dependence.all_not_examined
    (note,) = short.notes
    assert "--time-limit" in note


def test_where_the_answer_itself_takes_too_long_nothing_is_called_the_same() -> None:
    with allow(Budget(steps=0)):
        nothing = api.dependence(position_of(SUCCUBUS))
    assert (nothing.verdict, nothing.exit_code) == ("undecided", 3)
    assert nothing.notes[0].startswith("nothing was compared; ")


def test_where_the_best_play_takes_too_long_the_rest_is_compared() -> None:
    """The line of the Succubus depends on light_factor (5 or 6 against Health 6), whatever is best."""
    with allow(Budget()) as alone:
        verdict_of(position_of(SUCCUBUS))
    with allow(Budget(steps=alone.spent)):
        found = api.dependence(position_of(SUCCUBUS))
    assert not found.dependence.is_complete
    assert "light_factor" in {each.key for each in found.dependence.keys}
    assert "best play" in found.notes[0]


def test_of_several_claims_a_rival_names_those_that_change() -> None:
    found = dependence(position_of(GOBLIN), LINE)
    rivals = {each.key: [rival.summary for rival in each.rivals] for each in found.keys}

    assert rivals["light_factor"] == ['"defeats Griknack Goblin" is confirmed']


# Judgement takes 1 of Attack or Magic Attack from each Hero. Goodberries made the Guardian's 5 Magic, so
# its Attack is 0: where that cannot go below 0 the Magic Attack is lowered, else either; the Attack Value is
# 2 + 5 - 1 - 1 - 1 for the Disease = 4 in any case, and the line does not say which it was.
JUDGEMENT = """\
turn: dungeon
hand: [Elf Wizard, Dwarf Guardian, Goodberries, Dagger, Disease, Torch]
deck: [6 x Dagger]
hall: [Judgement, Darkness, Haunt]
dungeon_deck: [Nixie, Griffon, Pegasus]
line: [equip Dagger on Dwarf Guardian, use Goodberries on Dwarf Guardian, attack Judgement]
"""


def test_a_choice_that_matters_not_makes_no_difference() -> None:
    assert "zero_rule" not in keys(dependence(position_of(JUDGEMENT), LINE))


def test_a_choice_that_is_written_is_compared_as_it_stands() -> None:
    """To take it from the Guardian's Attack, which is 0, is legal where Attack may fall below 0."""
    line = "attack Judgement, lower magic of Elf Wizard, lower attack of Dwarf Guardian]"
    file = position_of(JUDGEMENT.replace("attack Judgement]", line))
    (found,) = (each for each in dependence(file, LINE).keys if each.key == "zero_rule")

    said = {(each.kind, each.what): (each.before, each.after) for each in found.rivals[0].differences}
    assert said["legality", "the turn"] == ("step 5 is not legal", "legal")


ROOT = Path(__file__).parents[4] / "puzzles"
READINGS = sorted(ROOT.glob("*/readings/*.yaml"))
OTHERS = sorted(
    path
    for folder in ("rules", "monsters", "heroes")
    for path in (ROOT / "thunderstone" / folder).glob("*.yaml")
)[::36]
JUDGED = Questions(actions=False, attacks=False, best=False)
WITH_TOTALS = Questions(actions=False, best=False)
COMPARED = ("best", "totals", "line", "calculation", "claims", "after", "legal", "illegal")
"""Expectations about what a comparison compares. Which ruling is cited is no part of it."""


def keys_about(path: Path) -> list[str]:
    """The interpretations that a puzzle says it is about."""
    about = api.load(str(path)).written.about
    return [each.removeprefix("key.").partition("=")[0] for each in about if each.startswith("key.")]


def fails_otherwise(path: Path, key: str) -> bool:
    """Whether what the puzzle states is wrong under another option of the interpretation."""
    position = api.load(str(path))
    options = [option.id for option in position.ruleset.interpretations[key].options]
    return any(
        not each.holds and each.what.startswith(COMPARED) and each.what != "line rulings"
        for option in options
        for each in api.check(api.load(str(path), None, {key: option}), backend="exact").expectations
    )


ABOUT = [(key, path) for path in READINGS for key in keys_about(path)]


@pytest.mark.parametrize("key", sorted({key for key, _ in ABOUT}))
def test_what_a_puzzle_is_about_depends_on_that_reading(key: str) -> None:
    """Of the puzzles about an interpretation the first ones that fail under another option of it."""
    telling = (path for about, path in ABOUT if about == key and fails_otherwise(path, key))
    told = list(islice(telling, len(seeds(1, 20))))

    assert told
    for path in told:
        position = api.load(str(path))
        expect = position.written.expect
        ask = Questions(actions=False, attacks=bool(expect.totals), best=expect.best is not None)
        assert key in [each.key for each in dependence(position, ask, bounded=False).keys]


@pytest.mark.parametrize("path", OTHERS, ids=lambda path: path.stem)
def test_a_reading_that_was_not_looked_up_changes_nothing(path: Path) -> None:
    """Every option of every interpretation is tried here, whatever was looked up."""
    position = api.load(str(path))
    readings, points = position.book.readings, position.ruleset.interpretations
    ask = WITH_TOTALS if position.written.line and len(position.written.hand) < 6 else JUDGED
    verdict = verdict_of(position, ask)
    changing = [
        key
        for key, point in points.items()
        if any(
            differences(verdict, verdict_of(position.under({**readings, key: option.id}), ask, verdict))
            for option in point.options
            if option.id != readings[key]
        )
    ]

    found = dependence(position, ask, bounded=False)
    assert [each.key for each in found.keys] == changing
    assert (found.not_examined, found.readers_not_examined) == ((), ())


CHUNK = 10
SEEDS = seeds(CHUNK, 60)[::CHUNK]
LIMIT = 1_500
GOAL = ("win", "vp", "xp")
BEST = Questions(Wishes(",".join(GOAL)), actions=False, attacks=False)
ANY_FILE = position_of("turn: dungeon\nhand: []\nhall: [none, none, none]\n")


def searched(game: Thunderstone, state: State) -> tuple[int, ...] | None:
    """What the best line is worth, by trying everything."""
    found = best_line(game, state, lambda end: battle_result(game.book, end, GOAL), LIMIT)
    return None if found is None else found.value


def worth_differs(key: Dependency) -> set[str]:
    """The options under which the best play is worth something else."""
    return {
        rival.option
        for rival in key.rivals
        if any(each.what == "worth of the best play" for each in rival.differences)
    }


@pytest.mark.parametrize("first", SEEDS)
def test_the_worth_depends_on_exactly_those_readings(first: int) -> None:
    compared = 0
    for seed in range(first, first + CHUNK):
        game, state = dungeon_position(Random(seed), 4, odd=0.02)
        file = ANY_FILE.with_table(None, ANY_FILE.written).by(game, state)
        if any(segment.order == "unknown" for segment in state.me.deck):
            continue  # what nobody knows stops a line: the search would call it the end
        readings = game.book.readings
        try:
            usual = searched(game, state)
            found = {each.key: worth_differs(each) for each in dependence(file, BEST, bounded=False).keys}
            for key, point in ruleset().interpretations.items():
                for option in point.options:
                    if option.id == readings[key]:
                        continue
                    changed = {**readings, key: option.id}
                    other = Thunderstone(Book(file.ruleset.under(changed), changed))
                    differs = searched(other, state) != usual
                    assert differs == (option.id in found.get(key, ())), (seed, key, option.id)
                    compared += 1
        except TooLargeError:
            continue
    assert compared > 0
