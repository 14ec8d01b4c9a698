"""The best turns and rounds: against a plain search without bounds, what is answered beside their worth,
and less where there is no time.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from tests.games.gloomhaven.planning.small import AT_THE_END, RESTORING, STAYING, position, with_rules
from tests.mutating import ROOT
from tests.sweeping import seeds
from tsolve import api
from tsolve.budget import Budget, allow
from tsolve.contract.position import Position
from tsolve.engine.search import best_policy
from tsolve.errors import TooLargeError, UsageError
from tsolve.games.gloomhaven.game import Gloomhaven
from tsolve.games.gloomhaven.planning import plan
from tsolve.games.gloomhaven.planning.goals import goal_for
from tsolve.games.gloomhaven.planning.plan import LIKELIEST, TURN_BY_TURN
from tsolve.games.gloomhaven.planning.tree import NOT_TRIED
from tsolve.games.gloomhaven.position import ScenarioPosition
from tsolve.games.gloomhaven.state import State
from tsolve.judging import check
from tsolve.model.answers import SolveAnswer
from tsolve.model.plays import ONLY_KNOWN, Draws, Wishes
from tsolve.steps.line import play_line

TEXT = """
game: gloomhaven
turn: Brute
map: {size: 4 x 1}
characters: {Brute: {at: [1, 0], hp: 8, plays: [One, Two]}}
monsters: {Guard 1: {at: [2, 0], stats: {hp: 3, move: 0, attack: 1}}}
"""


@pytest.fixture
def scenario() -> ScenarioPosition:
    found = api.loads(TEXT)
    assert isinstance(found, ScenarioPosition)
    return found


def test_levels_are_read_in_their_plain_form(scenario: ScenarioPosition) -> None:
    goal = goal_for(scenario, "1*kills, 4 * damage+hit_points ,reach (3,0),kill guard 1")
    assert goal.levels == ("kills", "4*damage+hit_points", "reach (3,0)", "kill Guard 1")


def test_former_names_of_levels_are_read(scenario: ScenarioPosition) -> None:
    assert goal_for(scenario, "4*health+kills,loot").levels == ("4*hit_points+kills", "money")
    assert scenario.level_in(("hit_points",), "health") == "hit_points"


def test_the_start_is_worth_nothing_but_what_there_is(scenario: ScenarioPosition) -> None:
    goal = goal_for(scenario, "4*damage+hit_points,protect Guard 1,kill Guard 1,reach (1,0)")
    assert goal.worth(goal.amounts(scenario.laid.state)) == (8, 1, 0, 1)  # 4 x 0 + 8


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("gold", 'unknown goal "gold"; there are: standing, hit_points, kills'),
        ("kill", 'unknown goal "kill"; there are'),
        ("0*kills", "a weight is a whole number from 1 to 99"),
        ("reach (9,9)", "is no hex of the map"),
        ("kill Nobody", 'goal "kill Nobody"'),
        ("kills+kills", "names a level twice"),
    ],
)
def test_what_is_no_goal_is_refused(scenario: ScenarioPosition, text: str, told: str) -> None:
    with pytest.raises(UsageError, match=told.replace("(", r"\(").replace(")", r"\)").replace("*", r"\*")):
        goal_for(scenario, text)


ATTITUDES: tuple[Draws, ...] = ("expected", "expected", "expected", "worst", "best")
SMALL = 1_200
"""Positions of the plain search: larger questions are left alone."""


class Plain(Gloomhaven):
    """The game without any thought about what the rest of a turn depends on."""

    def key(self, state: State) -> Hashable:
        return state


def worth_of(answer: SolveAnswer) -> tuple[Fraction, ...]:
    """What the answer promises, level by level of its goal."""
    if answer.policy is not None:
        return tuple(Fraction(level.exact) for level in answer.policy.worth)
    return tuple(map(Fraction, answer.objective))


def compared(text: str, draws: Draws) -> bool:
    """Whether the plain search could go through a position; then the planner comes to the same worth."""
    position = api.loads(text)
    assert isinstance(position, ScenarioPosition)
    goal = goal_for(position, None)
    try:
        plain = best_policy(Plain(position.book), position.state, goal.value, 0, draws, limit=SMALL)
    except TooLargeError:
        return False
    assert plain is not None
    answer = position.solve(Wishes(draws=draws))
    is_told = "play one more" not in text or "hand: [Three]" not in text  # the text of Three is not
    assert (answer.status == "optimal") == is_told
    assert worth_of(answer) == plain.worth, text
    return True


@pytest.mark.parametrize(
    ("is_round", "more", "wanted"),
    [
        (False, False, seeds(60, 1_000)),
        (True, False, seeds(15, 500)),
        (False, True, seeds(40, 500)),
        (True, True, seeds(6, 200)),
    ],
)
def test_the_plain_search_finds_nothing_better(is_round: bool, more: bool, wanted: range) -> None:
    random = Random(14)
    done = 0
    while done < len(wanted):
        done += compared(position(random, is_round, more), random.choice(ATTITUDES))


@pytest.mark.parametrize(("is_round", "wanted"), [(False, seeds(30, 500)), (True, seeds(8, 200))])
def test_the_plain_search_finds_nothing_better_where_effects_last(is_round: bool, wanted: range) -> None:
    random, done = Random(32), 0
    while done < len(wanted):
        done += compared(position(random, is_round, True, STAYING * 2), random.choice(ATTITUDES))


@pytest.mark.parametrize(("is_round", "wanted"), [(False, seeds(30, 500)), (True, seeds(6, 200))])
def test_the_plain_search_finds_nothing_better_where_something_comes_back(
    is_round: bool, wanted: range
) -> None:
    random, done = Random(33), 0
    while done < len(wanted):
        text = position(random, is_round, True, RESTORING * 2, AT_THE_END)
        done += compared(text, random.choice(ATTITUDES))


@pytest.mark.parametrize(("is_round", "wanted"), [(False, seeds(30, 500)), (True, seeds(8, 200))])
def test_the_plain_search_finds_nothing_better_under_special_rules(is_round: bool, wanted: range) -> None:
    random, done = Random(34), 0
    while done < len(wanted):
        text = with_rules(random, position(random, is_round, random.random() < 0.5))
        done += compared(text, random.choice(ATTITUDES))


ONE = "{initiative: 10, top: attack 3, bottom: move 1}"
TWO = "{initiative: 20, top: loot 1, bottom: loot 1}"
BRUTE = f"{{at: [1, 0], hp: 8, plays: [One, Two], cards: {{One: {ONE}, Two: {TWO}}}}}"


def position_with(asked: str, modifiers: str, initiative: int = 50) -> ScenarioPosition:
    position = api.loads(f"""
game: gloomhaven
{asked}
map: {{size: 4 x 1}}
characters: {{Brute: {BRUTE}}}
monsters:
  Guard 1: {{at: [0, 0], stats: {{hp: 3, move: 2, attack: 2}}}}
  Guard 2: {{at: [2, 0], stats: {{hp: 3, move: 2, attack: 2}}}}
ability_cards: {{Guard: {{initiative: {initiative}, do: [move +0, attack +0]}}}}
modifiers: {modifiers}
""")
    assert isinstance(position, ScenarioPosition)
    return position


def solved(
    asked: str, modifiers: str, wishes: Wishes, steps: int = 2_000_000, initiative: int = 50
) -> SolveAnswer:
    position = position_with(asked, modifiers, initiative)
    with allow(Budget(steps=steps)):
        return position.solve(wishes)


def test_lines_that_end_differently_are_all_listed() -> None:
    answer = solved("turn: Brute", "{Brute: [+0]}", Wishes(goal="kills", all_lines=True))
    assert answer.objective == (1,)
    attacked = {
        step.text for plan in answer.best for step in plan.line.steps if step.text.startswith("attack")
    }
    assert attacked == {"attack Guard 1", "attack Guard 2"}


def test_an_unknown_deck_leaves_it_undecided() -> None:
    answer = solved("turn: Brute", "{Brute: unknown}", Wishes(goal="kills"))
    assert answer.status == "undecided"
    assert answer.left_out == (NOT_TRIED,)


def test_no_draw_is_made_where_none_is_asked_for() -> None:
    answer = solved("turn: Brute", "{}", Wishes(goal="damage", draws="known"))
    assert answer.objective == (0,)  # every attack would draw from a shuffled deck
    assert ONLY_KNOWN in answer.notes


@pytest.mark.parametrize("goal", ["damage", "cards,damage", "items,damage"])
def test_no_short_rest_is_advised_at_the_end_of_what_is_asked(goal: str) -> None:
    # Attack 3 of the top deals 3; both cards are discarded then, and the rest would lose one of them.
    answer = solved("until: round", "{Brute: [+0], monsters: [null]}", Wishes(goal=goal))
    assert answer.objective[-1] == 3
    (plan,) = answer.best
    assert not any("rest" in step.text for step in plan.line.steps[:-1])
    assert plan.line.steps[-1].text == "skip"


@pytest.mark.parametrize(
    ("cards", "goal", "steps"),
    [
        # the attack of the one card kills: the half of the other comes neither before nor after
        ("A: {initiative: 1, top: attack 3, bottom: move 2}", "kills", ["play top of A", "attack Guard 1"]),
        (
            "B: {initiative: 1, top: loot 1, bottom: attack 3}",
            "damage",
            ["play bottom of B", "attack Guard 1"],
        ),
        # nothing of it counts at all
        ("A: {initiative: 1, top: attack 3, bottom: move 2}", "items", []),
    ],
)
def test_of_plays_that_are_worth_the_same_the_shortest_is_shown(
    cards: str, goal: str, steps: list[str]
) -> None:
    position = api.loads(f"""
game: gloomhaven
turn: Brute
map: {{size: 4 x 2}}
characters:
  Brute:
    at: [1, 0]
    hp: 8
    plays: [{cards[0]}, Other]
    active: [Shield]
    cards:
      {cards}
      Other: {{initiative: 20, top: [move 2, "heal 2, self"], bottom: [loot 1, move 2]}}
      Shield: {{initiative: 30, top: {{do: shield 1, persistent: true}}, bottom: move 1}}
monsters: {{Guard 1: {{at: [0, 0], stats: {{hp: 3, move: 2, attack: 2}}}}}}
modifiers: {{Brute: [+0]}}
""")
    (best,) = position.solve(Wishes(goal=goal)).best
    drawn = ["draw +0"] if steps else []
    assert [step.text for step in best.line.steps] == [*steps, *drawn, "end turn"]


@pytest.fixture
def unsettled(monkeypatch: pytest.MonkeyPatch) -> None:
    """The draws of monsters decide more than hit points, as far as the planner knows."""
    monkeypatch.setattr(plan, "is_settled", lambda _: False)


@pytest.mark.usefixtures("unsettled")
def test_a_round_that_comes_to_no_end_is_played_turn_by_turn() -> None:
    # Attack 3 on 3 hit points, a fresh deck: +0 (6), +1 (5), +2 (1), x2 (1) kill: at best 13 of 20.
    answer = solved("until: round", "{}", Wishes(goal="kills"), 4_000)
    assert answer.status == "undecided"
    assert answer.notes == (LIKELIEST, TURN_BY_TURN)
    assert answer.best
    (about,) = answer.about
    assert about.fraction <= Fraction(13, 20)


@pytest.mark.usefixtures("unsettled")
def test_a_round_that_begins_with_monsters_says_about_what_it_brings(monkeypatch: pytest.MonkeyPatch) -> None:
    # Both guards come first, 5 before 10, and draw +0, the likeliest card: 2 + 2 of 8 hit points. Then the
    # Brute's turn by itself kills as above: 13 of 20. The kill of a guard with +0 is the likeliest course.
    # For the upper bound a part of the hit points is that part of a kill: -1 (5) 2/3, -2 (1) 1/3, so
    # 13/20 + 5/20 x 2/3 + 1/20 x 1/3 = 5/6.
    monkeypatch.setattr(plan, "REPLYING", 0)
    answer = solved("until: round", "{}", Wishes(goal="kills"), 400_000, initiative=5)
    assert (answer.status, answer.bound) == ("undecided", ())
    assert [each.fraction for each in answer.about] == [Fraction(13, 20)]
    assert [(each.level, each.low.fraction, each.high.fraction) for each in answer.between] == [
        ("kills", 0, Fraction(5, 6))
    ]
    assert answer.objective == (1,)
    assert [step.text for step in answer.best[0].line.steps if "draw" in step.text] == ["draw +0"] * 3


@pytest.mark.usefixtures("unsettled")
@pytest.mark.parametrize("draws", ["best", "worst"])
def test_a_round_is_played_turn_by_turn_with_any_attitude_to_draws(
    monkeypatch: pytest.MonkeyPatch, draws: Draws
) -> None:
    """Without a mean, since none is asked for."""
    monkeypatch.setattr(plan, "REPLYING", 0)
    answer = solved("until: round", "{}", Wishes(goal="kills", draws=draws), 400_000, initiative=5)
    assert answer.notes == (LIKELIEST,)
    assert (answer.about, answer.between) == ((), ())


# Cards with Move 1, used as Move 2 at the most: the door in (2,0) is one step away, that in (4,0) three.
@pytest.mark.parametrize(("door", "left_out"), [(2, (NOT_TRIED,)), (4, ())])
@pytest.mark.parametrize("goal", ["kills", "damage", "standing,kills,damage"])
def test_an_unknown_room_within_reach_leaves_it_undecided(
    door: int, left_out: tuple[str, ...], goal: str
) -> None:
    position = api.loads(f"""
game: gloomhaven
turn: Brute
map: {{size: 6 x 1, doors: [[{door}, 0]]}}
characters: {{Brute: {BRUTE}}}
""")
    assert isinstance(position, ScenarioPosition)

    assert plan.solve(position, Wishes(goal=goal)).left_out == left_out


def test_nothing_is_proved_with_cards_whose_texts_nobody_tells() -> None:
    """Only their basic actions are tried: what the texts would bring is open."""
    position = api.loads("""
game: gloomhaven
turn: Brute
map: {size: 4 x 1}
characters: {Brute: {at: [1, 0], hp: 8, plays: [One, Two]}}
monsters: {Guard 1: {at: [0, 0], stats: {hp: 3, move: 2, attack: 2}}}
ability_cards: {Guard: {initiative: 50, do: [attack +0]}}
modifiers: {Brute: [+0]}
""")
    assert isinstance(position, ScenarioPosition)

    answer = position.solve(Wishes())

    assert answer.status != "optimal"
    assert answer.left_out == (
        "the text of One and Two is not told: only the basic actions of such a card are tried",
    )


ROUND = """
game: gloomhaven
level: 1
until: round
map: {{size: 10 x 7, obstacles: "(3,3) (6,1)", traps: "{traps}"}}
characters:
  Brute:
    at: [1, 2]
    hp: 10
    plays: [Reprisal, Rush]
    cards:
      Rush: {{initiative: 72, top: "attack 3, pierce 2", bottom: "move 4, jump"}}
      Reprisal:
        {{initiative: 18, top: {{do: "retaliate 2", round: true, xp: 1}}, bottom: {{do: "heal 2, range 1"}}}}
  Mage:
    at: [0, 3]
    hp: 6
    plays: [Fire, Ice]
    cards:
      Fire: {{initiative: 36, top: "attack 3, range 2", bottom: {{do: [move 3, infuse fire]}}}}
      Ice:
        {{initiative: 43, top: {{do: ["attack 3, range 2, immobilize", infuse ice], xp: 1}}, bottom: move 3}}
monsters: {{Bandit Guard 1: {{at: {guard}, rank: elite}}, Bandit Archer 1: {{at: [7, 3]}}}}
ability_cards:
  Bandit Guard: {{initiative: 50, do: [move +0, attack +0]}}
  Bandit Archer: {{initiative: 32, do: [move +0, attack +0]}}
"""


@pytest.mark.parametrize("steps", [10_000, 30_000])
@pytest.mark.parametrize(("traps", "guard"), [("(4,4) (3,1)", [5, 2]), ("(4,5)", [4, 2])])
def test_a_play_without_a_proof_is_played_as_counted(steps: int, traps: str, guard: list[int]) -> None:
    """The engine plays every branch, and a difference would raise DisagreementError."""
    position = api.loads(ROUND.format(traps=traps, guard=guard).encode(), "round.yaml")

    with allow(Budget(steps=steps)):
        answer = api.solve(position)

    policy = answer.solution.policy
    assert answer.verdict == "undecided"
    if policy is not None:
        low, worth = ([number.value for number in each] for each in (policy.low, policy.worth))
        assert worth <= low


ONE_GUARD = """
game: gloomhaven
until: round
map: {size: 7 x 3}
characters:
  Tinkerer:
    at: [3, 1]
    hp: 20
    plays: [A, B]
    cards:
      A: {initiative: 20, top: attack 2, bottom: move 2}
      B: {initiative: 30, top: attack 2, bottom: move 2}
monsters: {Bandit Guard 1: {at: [4, 1]}}
ability_cards: {Bandit Guard: {initiative: 50, do: [attack +0]}}
"""


@pytest.mark.parametrize("steps", range(4_000, 60_000, 8_000))
def test_what_was_searched_can_be_followed_though_the_time_is_over(steps: int) -> None:
    """By hand: attack, then go out of reach; both cards are discarded, 20 hit points are left for sure.

    Of the 20 modifier cards null, -2, +2 and x2 make 0, 0, 4 and 4, five each of -1 and +1 make 5 and 15, six
    of +0 make 12: 40 damage, 2 on average.
    """
    position = api.loads(ONE_GUARD.encode(), "round.yaml")

    with allow(Budget(steps=steps)):
        answer = api.solve(position)

    if answer.verdict != "undecided":
        assert worth_of(answer.solution)[:5] == (1, 0, 2, 2, 20)


PUZZLES = sorted((ROOT / "gloomhaven").rglob("*.yaml"))


@pytest.mark.parametrize("steps", [10, 100, 700])
def test_every_puzzle_is_answered(steps: int) -> None:
    for file in Random(steps).sample(PUZZLES, len(seeds(150, len(PUZZLES)))):
        position = api.load(file)
        with allow(Budget(steps=steps)):
            answer = api.check(position)
            assert api.legal(position) is not None
        assert answer.verdict in ("holds", "undecided", "answered"), file


def test_the_map_goes_through_no_open_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    """It shows the best play; to try all ways of its open choices would take longer than was asked."""
    asked: list[bool] = []

    def recorded(position: Position[Any, Any], texts: Sequence[str], in_all_ways: bool = True) -> object:
        asked.append(in_all_ways)
        return play_line(position, texts, in_all_ways=in_all_ways)

    monkeypatch.setattr(check, "play_line", recorded)
    answer = api.solve(api.load(ROOT / "gloomhaven" / "scenario/best/heal-with-both-halves.yaml"))

    assert answer.map
    assert asked == [False]
