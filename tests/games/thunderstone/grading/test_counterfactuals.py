"""What mattered and what there was to spare, checked in other ways: by a hand that never held the card,
and by a card on which less is printed.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from tests.games.thunderstone.builders import book, ruleset
from tests.games.thunderstone.grading.random_turns import TurnEvent, file_of, random_turn
from tests.games.thunderstone.planning.random_positions import dungeon_position, village_position
from tsolve.engine.search import best_line
from tsolve.games.thunderstone.actions import Attack
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.judging.grading import slack_of
from tsolve.games.thunderstone.opened import Opened
from tsolve.games.thunderstone.planning.goals import DEFAULTS, turn_result
from tsolve.games.thunderstone.state import State
from tsolve.model.grades import GradeAnswer
from tsolve.turns.grade import grade
from tsolve.turns.line import play_line


def played_turn(seed: int, place: str) -> tuple[Thunderstone, State, list[TurnEvent]]:
    """A random hand under the usual readings and a random turn with it."""
    random = Random(seed)
    make = dungeon_position if place == "dungeon" else village_position
    game, state = make(random, cards=5, odd=0)
    return game, state, random_turn(game, state, DEFAULTS[place], random)


def as_file(game: Thunderstone, state: State, events: list[TurnEvent]) -> Opened:
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
@pytest.mark.parametrize("first", range(0, 60, 20))
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
            texts = [text for text in file.position.line if not uses(text, name)]
            again = play_line(file.at(without), texts)
            assert turn_result(game.book, again.result, goal) == turn_result(
                game.book, events[-1].after, goal
            ), name
            assert card.needed == (best_worth(game, without, goal) != best_worth(game, state, goal)), name
            compared += 1

    assert compared


@pytest.mark.parametrize("first", range(0, 400, 100))
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
