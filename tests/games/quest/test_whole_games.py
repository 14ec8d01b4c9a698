"""Random whole games under random readings, and what must hold in each of their positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random

import pytest
from msgspec.structs import replace

from tests.games.quest.table import RULESET
from tests.sweeping import seeds
from tsolve.cardkit.piles import contents
from tsolve.engine import CHANCE
from tsolve.games.quest.actions import Action, Battle, Buy, Enter, Give, LevelUp, Move, Pass, Use
from tsolve.games.quest.answers import NONE, TOKENS
from tsolve.games.quest.book import KEY, WOUND_CARD, Book
from tsolve.games.quest.game import Quest
from tsolve.games.quest.numbers import load_setup
from tsolve.games.quest.scoring import cards_of
from tsolve.games.quest.selection import Setup, select
from tsolve.games.quest.setup import new_game
from tsolve.games.quest.state import MARKET, WILDERNESS, State, Tally
from tsolve.games.quest.turn import steps
from tsolve.games.quest.turn.heroes import BASE_HP, hp_with
from tsolve.model.trace import Trace

PER_TEST = 10
LONGEST = 600
"""Decisions after which a game is left unfinished."""
CHECKED = 4
"""Of so many decisions, the actions of one are checked."""
RULINGS = {*RULESET.glossary, *(f"key.{point}" for point in RULESET.interpretations)}
EAGER: dict[type, int] = {Enter: 30, Give: 12, Use: 12, Buy: 12, LevelUp: 12, Move: 6, Battle: 6, Pass: 1}
"""How likely an action is chosen, against 2 for others: at random alone, hardly any Monster falls."""
NUMBERS = load_setup().value
KEYS_THERE = {"one_two_three": 6, "one_each": 3, "two_each": 6}
LEAST_HP = {"every_second": 2, "every_one": 0, "every_first": 2}
"""HP with a full board of eight Wounds: 6 - 8 // 2, 6 - 8 but no less than 0, and 6 - 8 // 2."""


def chosen(book: Book, random: Random) -> Setup:
    """Pieces of a random or an epic game, with short Monster decks, few keys to find, and players who own
    more than at the start: so Monsters fall, decks run out and games end.
    """
    epic = random.random() < 0.25
    setup = select(
        book.cards,
        NUMBERS,
        random,
        players=random.randint(2, 4),
        epic=epic,
        class_decks=epic and random.random() < 0.5,
    )
    owned = [
        card.id
        for card in book.cards.values()
        if card.kind in MARKET or card.kind == "hero"
        if not card.missing and (card.level or 3) > 1
    ]
    first, second, third = (
        tuple(random.sample(monsters, random.randint(2, 5))) for monsters in setup.monsters
    )
    return replace(
        setup,
        monsters=(first, second, third),
        kept=tuple(tuple(random.choices(owned, k=8)) for _ in range(setup.players)),
        keys_to_end=random.randint(1, min(4, KEYS_THERE[book.readings["guardian_keys"]])),
    )


def enriched(state: State, random: Random) -> State:
    """The players have XP and tokens, as if they had played for a while."""
    players = (
        replace(player, xp=random.randint(0, 20), lantern=random.randint(0, 3), potion=random.randint(0, 2))
        for player in state.players
    )
    return replace(state, players=tuple(players))


def census(state: State) -> Counter[str]:
    """Every card of the game, wherever it is, but for what lies in The Wilderness."""
    cards = Counter(state.removed)
    for player in range(len(state.players)):
        cards.update(cards_of(state, player))
    laid = (state.laid[place] for place in state.present())
    cards.update(card.card for card in laid if card.lender != NONE)  # borrowed: nobody owns it meanwhile
    for owner in state.players:
        cards.update(owner.under_quest)
    for stack in state.stacks or ():
        cards.update(dict(stack.cards))
    for pile in (state.treasures, *state.monsters, *(deck for _, deck in state.wares)):
        cards.update(contents(pile))
    cards.update(room.monster for room in state.rooms[1:] if room.monster)
    cards[KEY] += state.keys + len(state.held_keys)
    cards[WOUND_CARD] += state.wound_cards or 0
    return cards


def check_position(rules: Quest, state: State) -> None:
    """What can be seen in one position."""
    book = rules.book
    came = state.last_turns != NONE
    assert state.rooms[WILDERNESS].monster == (state.guardian if came else "giant_rat")
    if book.reads("key_finder", "acting"):
        assert sum(player.keys for player in state.players) == state.keys
    else:
        assert {player.keys for player in state.players} == {state.keys}
    for player in state.players:
        assert all(player.tokens(token) >= 0 for token in TOKENS)
        assert player.xp >= 0
        assert player.wounds >= 0
        full = book.reads("wound_slots", "eight")
        assert player.wounds <= 8 or not full
        least = LEAST_HP[book.readings["hp_per_wound"]] if full else 0
        assert least <= hp_with(book, player.wounds) <= BASE_HP
    assert state.gold >= 0
    assert state.spent_light in range(max(state.budget, 0) + 1)
    for place in state.present():
        bearer = state.laid[place].bearer
        assert bearer == NONE or not state.laid[bearer].gone


def check_actions(rules: Quest, state: State, random: Random) -> None:
    """What is offered can be done; what is refused says why, by rulings that there are."""
    actions = rules.legal_actions(state)
    assert actions, "somebody has to act and cannot"
    assert len(set(actions)) == len(actions), "an action is offered twice"
    for action in actions:
        assert rules.why_not(state, action) is None
        known(rules.rulings_for(state, action))
    rules.apply(state, random.choice(actions))
    if state.todo:
        assert rules.refusals(state) == []
        return
    told = {refusal.action: refusal for refusal in rules.refusals(state)}
    for action in steps.attempts(rules.book, state):
        if action not in actions:
            refusal = rules.why_not(state, action)
            assert refusal is not None
            assert refusal.reason
            assert told[refusal.action] == refusal
            assert refusal.rulings
            known(refusal.rulings)


def check_next(before: State, after: State) -> None:
    """What must hold between two positions that follow each other."""
    assert after.removed[: len(before.removed)] == before.removed, "a destroyed card came back"
    if after.active == before.active and after.tally != Tally():
        me, was = after.me, before.me
        assert me.xp - was.xp == after.tally.xp - before.tally.xp, "XP came from nowhere"
        assert hurt(after) - hurt(before) == after.tally.wounds - before.tally.wounds, "Wounds are not told"
        for seat, player in enumerate(after.players):
            other = before.players[seat]
            assert seat == after.active or (player.xp, player.wounds) == (other.xp, other.wounds)


def hurt(state: State) -> int:
    """The Wounds of the active player, tokens and cards."""
    return state.me.wounds + sum(card == WOUND_CARD for card in cards_of(state, state.active))


def known(rulings: Iterable[str]) -> None:
    assert set(rulings) <= RULINGS, set(rulings) - RULINGS


def played(rules: Quest, state: State, random: Random) -> State:
    """The game played at random to its end, or for LONGEST decisions, with every position checked."""
    start, decisions, keys = census(state), 0, state.keys
    most = 1 if rules.book.reads("keys_elsewhere", "same_limit") else 2
    while not state.over and decisions < LONGEST:
        before = state
        if rules.mover(state) == CHANCE:
            state = rules.sample(state, random)
        else:
            if decisions % CHECKED == 0:
                check_actions(rules, state, random)
            trace = Trace()
            state = rules.apply(state, picked(rules, state, random), trace)
            for entry in trace.entries:
                known(entry.rulings)
            decisions += 1
        check_position(rules, state)
        check_next(before, state)
        assert 0 <= state.keys - keys <= most, "more Guardian Keys were found than one turn allows"
        if rules.begins_turn(state):
            keys = state.keys
        if decisions % CHECKED == 0 or state.over:
            assert census(state) == start, "a card appeared or vanished"
    return state


def picked(rules: Quest, state: State, random: Random) -> Action:
    """A legal action; those that bring the game on are likelier."""
    actions = rules.legal_actions(state)
    return random.choices(actions, [EAGER.get(type(action), 2) for action in actions])[0]


@pytest.mark.parametrize("first", [PER_TEST * each for each in seeds(20, 50)])
def test_whole_games(first: int) -> None:
    """Ten games each of 2 to 4 players under random readings; hardly any is left unfinished."""
    ended = 0
    for seed in range(first, first + PER_TEST):
        random = Random(seed)
        readings = {point.id: random.choice(point.options).id for point in RULESET.interpretations.values()}
        book = Book(RULESET.under(readings), readings)
        state = new_game(book, chosen(book, random), random, NUMBERS)
        ended += played(Quest(book), enriched(state, random), random).over
    assert ended >= PER_TEST // 2
