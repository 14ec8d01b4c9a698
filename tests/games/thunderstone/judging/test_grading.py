"""Grades: how a line becomes graded steps, and what mattered, against exhaustive search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import TypeAlias

import pytest
from msgspec.structs import replace

from tests.games.thunderstone.builders import book, position_of, ruleset
from tests.games.thunderstone.planning.agreement import spoils_without_a_say
from tests.games.thunderstone.planning.random_positions import (
    dungeon_draws,
    dungeon_position,
    random_goal,
    village_draws,
    village_position,
)
from tests.sweeping import seeds
from tsolve.budget import FREE, Budget, allow
from tsolve.engine import CHANCE, UNKNOWN, random_bot
from tsolve.engine.search import Attitude, best_line, best_policy
from tsolve.errors import InputError, TooLargeError, UsageError
from tsolve.games.thunderstone.actions import Action, Attack
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.judging.grading import TurnGrading, slack_of
from tsolve.games.thunderstone.planning.goals import DEFAULTS, turn_result
from tsolve.games.thunderstone.position import ThunderstonePosition
from tsolve.games.thunderstone.state import State
from tsolve.model.grades import GradeAnswer
from tsolve.model.plays import Exact, StepAnswer
from tsolve.plays.grade import StepGrader, amounts, grade, out_of_reach
from tsolve.plays.grading import Event
from tsolve.steps.line import play_line

TurnEvent: TypeAlias = Event[State, Action]


def file_of(game: Thunderstone, state: State, line: Sequence[str] = ()) -> ThunderstonePosition:
    """A position as if it had been read from a file; random hands hold more copies than a box does."""
    file = position_of("turn: rest\nhand: [Militia]\n")
    position = replace(file.written, turn=state.turn, line=tuple(line))
    return file.with_table(state, position).by(game, state)


def grading_of(game: Thunderstone, state: State, goal: tuple[str, ...]) -> TurnGrading:
    """The grading of a line from this position."""
    return TurnGrading(file_of(game, state), goal)


def random_turn(game: Thunderstone, state: State, goal: tuple[str, ...], random: Random) -> list[TurnEvent]:
    """Legal actions to the result of the turn, every one of them a written step.

    It ends before an unknown card and before another player's choice.
    """
    events: list[TurnEvent] = []
    while turn_result(game.book, state, goal) is None:
        mover = game.mover(state)
        if mover == CHANCE:
            cards, weights = zip(*game.chance(state), strict=True)
            action: Action = random.choices(cards, weights)[0]
        elif mover == UNKNOWN or mover != state.active:
            break
        else:
            action = random_bot(state, game.legal_actions(state), random)
        after = game.apply(state, action)
        step = StepAnswer(len(events) + 1, game.notation(state, action))
        events.append(Event(state, after, action, step))
        state = after
    return events


# Squire 2 + Short Sword 4 + Militia 1 = 7 against Kingdom 5 with the Torch in Rank 1.
HAND = """\
turn: dungeon
hand: [Thyrian Squire, Militia, Short Sword, Torch]
deck: []
hall: [Kingdom, Griffon, Nixie]
"""


def graded(text: str, goal: str | None = None) -> GradeAnswer:
    return grade(position_of(text), goal=goal)


def verdicts(answer: GradeAnswer) -> list[tuple[int, str]]:
    return [(step.number, step.verdict) for step in answer.steps]


def exact(worth: object) -> list[str]:
    return [level.exact for level in worth]  # type: ignore[attr-defined]


def test_a_line_that_stops_before_the_attack_is_graded_as_far_as_it_goes() -> None:
    answer = graded(HAND + "line: [equip Short Sword on Thyrian Squire]\n", goal="win,margin")

    assert verdicts(answer) == [(1, "kept")]
    assert not answer.finished
    assert exact(answer.result) == ["1", "2"], "still within reach: 7 - 5 = 2"
    assert answer.cards == ()


def test_what_comes_after_the_result_is_not_graded() -> None:
    text = HAND.replace("deck: []", "deck: {top: [Torch], rest: unknown}")
    answer = graded(text + "line: [equip Short Sword on Thyrian Squire, attack Kingdom, draw Torch]\n")

    assert verdicts(answer) == [(1, "kept"), (2, "kept"), (3, "over")]


def test_a_card_that_the_file_knew_is_no_luck() -> None:
    text = "turn: dungeon\nhand: [Regian Priest]\ndeck: [Torch]\nhall: [Kingdom, Griffon, Nixie]\n"
    answer = graded(text + "line: [use Regian Priest (draw 1 card), draw Torch, attack Kingdom]\n")

    assert verdicts(answer)[1] == (2, "forced")
    assert not any(level.value for level in answer.luck)


def test_a_card_that_cannot_come_is_not_legal() -> None:
    text = "turn: dungeon\nhand: [Regian Priest]\ndeck: [Torch]\nhall: [Kingdom, Griffon, Nixie]\n"
    answer = graded(text + "line: [use Regian Priest (draw 1 card), draw Lantern]\n")

    assert verdicts(answer)[1] == (2, "illegal")
    assert not answer.line.legal


def test_a_revealed_monster_of_which_nothing_was_known_cannot_be_judged() -> None:
    # Banish sends the Nixie down; what comes in its place was not known when it was played.
    text = "turn: dungeon\nhand: [Banish, Militia, Militia]\ndeck: [Torch]\nhall: [Kingdom, Griffon, Nixie]\n"
    answer = graded(text + "line: [use Banish on Nixie, reveal Famine]\n")

    assert (2, "unknown") in verdicts(answer)
    assert answer.undecided


def test_what_another_player_gives_up_is_nobodys_fault() -> None:
    text = """\
    turn: dungeon
    goal: win
    hand: [Redblade Poisoner, Torch]
    deck: []
    hall: [Kingdom, Griffon, Nixie]
    players: {others: [{hand: [Militia, Torch], deck: []}]}
    line: [use Redblade Poisoner, player 2 discards Torch, attack Kingdom]
    """
    answer = graded(text)

    assert all(verdict in ("kept", "forced", "unknown") for _, verdict in verdicts(answer))
    assert verdicts(answer)[2] == (3, "kept")


def test_spoils_have_no_say_in_the_goal_and_that_is_said() -> None:
    # Huntress, Janissary: Spoils buy a card. Here the Sphinx lets the deck be searched after the victory.
    text = """\
    turn: dungeon
    goal: win
    hand: [3 x Dwarf Janissary, 3 x Short Sword]
    deck: []
    hall: [Kingdom, Griffon, Nixie]
    village: {Dagger: 8}
    line:
    - equip Short Sword on Dwarf Janissary
    - equip Short Sword on Dwarf Janissary
    - equip Short Sword on Dwarf Janissary
    - attack Kingdom
    - buy Dagger
    """
    answer = graded(text)

    assert answer.line.legal, answer.line.outcome
    assert verdicts(answer)[-1] == (5, "over")
    assert any("Spoils" in note for note in answer.notes)


def test_no_line_is_wrong_usage_and_a_goal_of_the_file_is_located() -> None:
    with pytest.raises(UsageError, match="add `line:`"):
        graded(HAND)
    with pytest.raises(UsageError, match="gold"):
        graded(HAND + "line: [attack Kingdom]\n", goal="gold")
    with pytest.raises(InputError) as caught:
        graded(HAND + "goal: gold\nline: [attack Kingdom]\n")
    assert [(each.code, each.span and each.span.line) for each in caught.value.diagnostics] == [("E311", 6)]


def test_no_time_to_plan_is_no_verdict() -> None:
    position = position_of(HAND + "line: [attack Kingdom]\n")
    with allow(Budget(steps=0)):
        answer = grade(position)
    known = {step.verdict for step in answer.steps}

    assert known <= {"lost", "unknown"}
    assert bool(answer.undecided) == ("unknown" in known)


def test_the_kind_of_turn_is_judged_by_a_goal_that_was_asked_for() -> None:
    # The Dungeon wins 3 VP (7 against 5); a visit with gold 3 + 2 buys at most a Dagger, without points.
    text = HAND.replace("turn: dungeon\n", "") + "village: {Dagger: 8}\n"
    line = "line: [visit the Village, buy Dagger, end the turn]\n"
    asked, usual = graded(text + line, goal="vp"), graded(text + line)

    assert [step.verdict for step in asked.steps] == ["lost", "kept", "forced"]
    assert exact(asked.regret) == ["3"]
    assert asked.steps[0].better[0] == "enter the Dungeon"
    assert asked.out_of_reach is not None
    assert asked.out_of_reach.number == 1
    assert usual.steps[0].verdict == "forced"
    assert exact(usual.regret) == ["0"] * 4


def test_a_line_that_tells_the_whole_new_hand() -> None:
    # Torch 2 + Torch 2 = 4 gold: a Lantern (4) at most; a Dagger (3) leaves 1. Four Militia are drawn; then
    # the discard pile (2 Torches, the Dagger) is shuffled, of which two more come.
    text = """\
    turn: village
    hand: [2 x Torch]
    deck: [4 x Militia]
    village: {Dagger: 8, Lantern: 8}
    line:
    - buy Dagger
    - end the turn
    - draw Militia
    - draw Militia
    - draw Militia
    - draw Militia
    - draw Torch
    - draw Dagger
    """
    answer = graded(text)

    assert answer.line.legal, answer.line.outcome
    assert exact(answer.start)[0] == "4"
    assert exact(answer.result)[0] == "3"
    assert [step.verdict for step in answer.steps][2:] == ["over"] * 6
    assert answer.slack is not None
    assert answer.slack.amount == 1


LIMIT = 3_000
"""Positions that take the oracle longer are left out; see how few they are."""
CHUNK = 12
SEEDS = seeds(60 + CHUNK, 120)[60::CHUNK]
Worth = tuple[Fraction | int, ...]
MAKERS = {
    "dungeon": lambda random: dungeon_position(random, cards=5),
    "village": lambda random: village_position(random, cards=4),
    "draws": lambda random: dungeon_draws(random, cards=2),
    "town": lambda random: village_draws(random, cards=2),
}


def oracle(
    game: Thunderstone, state: State, goal: tuple[str, ...], player: int, attitude: Attitude
) -> Worth | None:
    """The best worth by trying everything, over all that chance may bring."""
    skip = spoils_without_a_say(goal)
    found = best_policy(
        game, state, lambda here: turn_result(game.book, here, goal), player, attitude, LIMIT, skip
    )
    return None if found is None else found.worth


def numbers(worth: tuple[Exact, ...]) -> Worth:
    return tuple(Fraction(level.exact) for level in worth)


def graded_as_the_oracle_says(game: Thunderstone, state: State, goal: tuple[str, ...], random: Random) -> int:
    """Grade one random turn and compare every step; how many were compared."""
    events = random_turn(game, state, goal, random)
    grading = grading_of(game, state, goal)
    prospects = grading.prospects("expected", FREE)
    grader = StepGrader(grading, prospects)
    graded = list(grader.grade(events))
    assert len(graded) == len(events)
    known = [step for step in graded if step.verdict != "unknown"]
    for event, step in zip(events, graded, strict=True):
        if step.verdict == "unknown":
            continue
        try:
            before = oracle(game, event.before, goal, state.active, "expected")
            after = oracle(game, event.after, goal, state.active, "expected")
        except TooLargeError:
            return 0
        if before is None or after is None:  # the oracle gives up where another player chooses
            continue
        assert (numbers(step.before), numbers(step.after)) == (before, after), step.text
        change = tuple(b - a for b, a in zip(before, after, strict=True))
        by_chance = game.mover(event.before) == CHANCE
        assert step.verdict in (("drawn",) if by_chance else ("kept", "lost", "forced"))
        if by_chance:
            assert numbers(step.luck) == tuple(-level for level in change)
        else:
            assert change >= (0,) * len(goal), "a choice never gains"
            assert (step.verdict == "lost") == any(change)
            assert numbers(step.regret) == (change if any(change) else ())
    if len(known) < len(events) or not events:
        return 0
    start, end = prospects.of(events[0].before).worth, prospects.of(events[-1].after).worth
    assert start is not None
    sums = zip(start, grader.luck, grader.regret, strict=True)
    assert tuple(a + b - c for a, b, c in sums) == end
    first_out_of_reach(game, state, goal, events)
    return len(events)


def first_out_of_reach(
    game: Thunderstone, state: State, goal: tuple[str, ...], events: list[TurnEvent]
) -> None:
    """The first step after which not even the luckiest cards bring the best result."""
    try:
        peaks = [
            oracle(game, here, goal, state.active, "best")
            for here in (events[0].before, *(event.after for event in events))
        ]
    except TooLargeError:
        return
    if None in peaks:  # another player chooses
        return
    lost = next((number for number, worth in enumerate(peaks) if worth != peaks[0]), None)
    grading = grading_of(game, state, goal)
    found = out_of_reach(grading, events, grading.prospects("best", FREE))
    assert (found.number if found is not None else None) == lost


@pytest.mark.parametrize("first", SEEDS)
@pytest.mark.parametrize("kind", MAKERS)
def test_every_step_is_graded_as_the_oracle_says(kind: str, first: int) -> None:
    compared = 0
    for seed in range(first, first + CHUNK):
        random = Random(f"{kind} {seed}")
        game, state = MAKERS[kind](random)
        place = "village" if kind in ("village", "town") else "dungeon"
        compared += graded_as_the_oracle_says(game, state, random_goal(random, place), random) > 0

    assert compared >= CHUNK * 0.4


def test_a_worth_that_is_not_known_is_empty() -> None:
    assert amounts(None) == ()


def played_turn(seed: int, place: str) -> tuple[Thunderstone, State, list[TurnEvent]]:
    """A random hand under the usual readings and a random turn with it."""
    random = Random(seed)
    make = dungeon_position if place == "dungeon" else village_position
    game, state = make(random, cards=5, odd=0)
    return game, state, random_turn(game, state, DEFAULTS[place], random)


def as_file(game: Thunderstone, state: State, events: list[TurnEvent]) -> ThunderstonePosition:
    """The turn as if it had been read from a file."""
    return file_of(game, state, line=[event.step.text for event in events if event.step is not None])


def uses(text: str, name: str) -> bool:
    """Whether a step cannot be taken without this card of the hand."""
    return name in text and not text.startswith(("attack", "buy"))


def best_worth(game: Thunderstone, state: State, goal: tuple[str, ...]) -> tuple[int, ...] | None:
    """By trying everything."""
    found = best_line(game, state, lambda here: turn_result(game.book, here, goal))
    return None if found is None else found.value


def fraction_free(answer: GradeAnswer) -> list[int]:
    return [int(level.exact) for level in answer.result]


@pytest.mark.parametrize("place", ["dungeon", "village"])
@pytest.mark.parametrize("first", seeds(20, 60)[::20])
def test_a_card_that_did_not_matter_need_not_have_been_there(first: int, place: str) -> None:
    goal = DEFAULTS[place]
    compared = 0
    for seed in range(first, first + 20):
        game, state, events = played_turn(seed, place)
        if not events or turn_result(game.book, events[-1].after, goal) is None:
            continue
        file = as_file(game, state, events)
        answer = grade(file)
        if not answer.cards or answer.undecided:
            continue
        names = [game.book.name(member.card) for member in state.party]
        assert [card.card for card in answer.cards][: len(names)] == names
        assert fraction_free(answer) == list(turn_result(game.book, events[-1].after, goal) or ())
        for place_, (name, card) in enumerate(zip(names, answer.cards, strict=False)):
            if card.mattered or names.count(name) > 1:
                continue
            party = state.party[:place_] + state.party[place_ + 1 :]
            without = replace(state, party=party)
            texts = [text for text in file.written.line if not uses(text, name)]
            again = play_line(file.at(without), texts)
            assert turn_result(game.book, again.result, goal) == turn_result(
                game.book, events[-1].after, goal
            ), name
            assert card.needed == (best_worth(game, without, goal) != best_worth(game, state, goal)), name
            compared += 1

    assert compared


@pytest.mark.parametrize("first", seeds(100, 400)[::100])
def test_a_victory_stands_as_long_as_no_more_is_missing_than_could_be_spared(first: int) -> None:
    compared = 0
    for seed in range(first, first + 100):
        game, state, events = played_turn(seed, "dungeon")
        if not events or events[-1].after.tally.outcome != "won":
            continue
        slack = slack_of(game.book, events, None)
        assert slack is not None
        tally = events[-1].after.tally
        assert slack.amount == tally.value - (game.book.card(tally.defeated).health or 0)
        cards = Counter(each.card for each in slack.contributions)
        for each in slack.contributions:
            facts = next(card for card in game.book.cards.values() if card.name == each.card)
            field = {"attack": "attack", "magic": "magic_attack", "light": "light"}[each.quantity]
            if cards[each.card] > 1 or getattr(facts, field) != each.amount:
                continue  # not simply what is printed on one card
            whole = each.quantity != "light"  # without any Light it would no longer count as a Light Item
            for less in range(each.amount + whole):
                printed = replace(facts, **{field: each.amount - less or None})
                lower = Book({**game.book.cards, facts.id: printed}, game.book.readings)
                if (won := wins(lower, state, events)) is not None:
                    assert won == (less <= each.spare), f"{each.card}: {less} of {each.amount} less"
                    compared += 1

    assert compared > 10


def wins(changed: Book, state: State, events: list[TurnEvent]) -> bool | None:
    """Whether the same actions win; None where one of them is no longer possible."""
    game = Thunderstone(changed)
    for event in events:
        assert event.action is not None
        if game.why_not(state, event.action) is not None:
            return False if isinstance(event.action, Attack) else None
        state = game.apply(state, event.action)
    return state.tally.outcome == "won" if state.tally.outcome else None


def test_cards_of_the_ruleset_are_named_once() -> None:
    names = [card.name for card in ruleset().under(book().readings).values()]
    assert len(set(names)) == len(names)
