"""Random turns and scenarios, played by random choices: what holds at every step, and in which order
figures act.
"""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from random import Random
from typing import NamedTuple

import pytest

from tests.games.gloomhaven.turn.random_positions import ABILITY_CARDS, position, scenario, turn
from tests.games.gloomhaven.turn.table import TYPES
from tests.sweeping import seeds
from tsolve.cardkit import piles
from tsolve.engine import CHANCE
from tsolve.games.gloomhaven.abilities import Loot
from tsolve.games.gloomhaven.actions import Action, Go, Strike
from tsolve.games.gloomhaven.game import Gloomhaven
from tsolve.games.gloomhaven.modifiers import MONSTERS
from tsolve.games.gloomhaven.round import NextTurn
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.turn.elements_and_bonuses import abilities_of

BOSSES = sorted(name for name, card in TYPES.items() if card.kind == "boss")


def check(game: Gloomhaven, state: State) -> None:
    """What holds in every position."""
    hash(state)
    board = game.book.board(state)
    places = Counter(figure.at for figure in state.figures)
    assert max(places.values(), default=1) <= 1 or state.todo, places
    assert len({figure.name for figure in state.figures}) == len(state.figures)
    for figure in state.figures:
        assert 0 <= figure.hp <= figure.max_hp
        assert figure.hp > 0 or state.todo
        assert figure.at in board.hexes
        assert figure.at not in state.obstacles or figure.profile.flying
        conditions = [token.condition for token in figure.tokens]
        assert len(set(conditions)) == len(conditions)
        assert not set(conditions) & set(figure.profile.immunities)
    elements = [each.element for each in state.elements]
    assert len(set(elements)) == len(elements)
    assert "any" not in elements
    assert all(money.tokens > 0 for money in state.money)
    for owned in state.decks:
        assert Counter(owned.deck.cards())["curse"] <= 10
    assert sum(Counter(owned.deck.cards())["bless"] for owned in state.decks) <= 10


def lasting(state: State) -> dict[str, Counter[str]]:
    """The cards of each modifier deck that never leave it."""
    return {
        owned.owner: Counter(card for card in owned.deck.cards() if card not in ("bless", "curse"))
        for owned in state.decks
    }


def check_end(game: Gloomhaven, before: State, after: State) -> None:
    """What a whole turn keeps."""
    assert after.result
    assert (after.turn, after.focus, after.intents, after.struck, after.moved) == ("", "", (), (), 0)
    assert lasting(after).items() >= lasting(before).items()
    standard = lasting(before)[MONSTERS]
    assert all(cards == standard for cards in lasting(after).values())
    kept = {figure.name for figure in after.figures}
    gone = [figure for figure in before.figures if figure.name not in kept]
    dropped = sum(
        figure.drops_money and figure.side == "monsters" and figure.kind in ("monster", "boss")
        for figure in gone
    )
    tokens = sum(money.tokens for money in after.money) - sum(money.tokens for money in before.money)
    acting = before.figures[0]
    loots = any(isinstance(each, Loot) for each in abilities_of(game.book, before, acting))
    assert tokens == dropped or (loots and tokens <= dropped)
    if any(figure.name == acting.name for figure in after.figures):
        acted = after.figure(acting.name)
        assert acted.acted
        assert not any(token.fresh for token in acted.tokens)
    assert not any(each.infused for each in after.elements)


def play(game: Gloomhaven, before: State, random: Random) -> State:
    """A whole turn, judged in each position."""
    after = before
    for after in turn(game, before, random):
        check(game, after)
    check_end(game, before, after)
    return after


@pytest.mark.parametrize("chunk", seeds(8, 400))
def test_random_turns(chunk: int) -> None:
    random = Random(f"gloomhaven {chunk}")
    for _ in range(100):
        play(*position(random), random)


def test_every_card_and_every_boss() -> None:
    """Each of the 232 cards, and both specials of each boss, on some positions."""
    random = Random(232)
    assert len(ABILITY_CARDS) == 232
    for card in ABILITY_CARDS:
        for _ in range(2):
            play(*position(random, card), random)
    specials = [card for card in ABILITY_CARDS if card.startswith("boss")]
    assert specials
    for boss in BOSSES:
        for card in specials:
            play(*position(random, card, boss), random)


CHUNK = 40
ROUNDS = 8
"""More rounds of a scenario are not played."""


class Acted(NamedTuple):
    """A turn of a round."""

    name: str
    time: tuple[int, int, int]
    unit: str
    """Its type, or the character that it belongs to."""
    place: tuple[int, int]
    """Within the unit."""


def as_acted(game: Gloomhaven, state: State) -> Acted:
    """The turn that has just begun."""
    figure = state.figure(state.turn)
    unit = figure.owner or figure.group
    late = figure.kind == "character" or figure.rank == "normal"
    return Acted(figure.name, when(game, state, figure.name), unit, (int(late), figure.number))


def cards_of_characters(state: State) -> dict[str, list[str]]:
    return {
        held.owner: sorted((*held.plays, *held.hand, *held.discarded, *held.lost, *held.active))
        for held in state.held
    }


def ability_cards(state: State) -> dict[str, list[str]]:
    return {deck.group: sorted((*piles.contents(deck.draw), *deck.discards)) for deck in state.abilities}


def when(game: Gloomhaven, state: State, name: str) -> tuple[int, int, int]:
    """When a figure acts, worked out plainly: its initiative or its owner's, rests and monsters later."""
    figure = state.figure(name)
    leader = state.figure(figure.owner) if figure.owner else figure
    if figure.side == "monsters":
        (card,) = (drawn.card for drawn in state.drawn if drawn.group == figure.group)
        number = game.book.deals[card].initiative
        assert number is not None
        return number, 0, 1
    if leader.rests:
        return 99, int(game.book.reads("long_rest_99", "last")), 0
    assert leader.initiative is not None
    return leader.initiative, 0, 0


def money(state: State) -> int:
    return sum(each.tokens for each in state.money) + sum(each.money for each in state.gathered)


def kills(state: State) -> int:
    return sum(each.kills for each in state.gathered)


def check_characters(game: Gloomhaven, state: State) -> None:
    """Bonuses and summons belong to active cards, items are used as often as they may be."""
    active = {(held.owner, card) for held in state.held for card in held.active}
    for figure in state.figures:
        assert not figure.card or (figure.owner, figure.card) in active, figure
        for effect in figure.effects:
            assert not effect.owner or (effect.owner, effect.source) in active, effect
            assert effect.lasts != "attack" or state.todo, effect
    for held in state.held:
        assert set(held.doomed) <= set(held.active)
        for used in held.used:
            assert 1 <= used.times <= game.book.items[held.owner, used.item].uses


def waiting(game: Gloomhaven, state: State) -> list[str]:
    """Those who have still a turn in this round."""
    at_once = game.book.reads("summons_act", "next_turn")
    return [
        figure.name
        for figure in state.figures
        if not figure.acted
        and figure.kind != "object"
        and (not figure.new or (at_once and figure.kind == "summon"))
    ]


def play_scenario(seed: int) -> Counter[str]:
    """A whole scenario; what happened in it."""
    random = Random(seed)
    game, state = scenario(random)
    cards, abilities, modifiers = cards_of_characters(state), ability_cards(state), lasting(state)
    seen: Counter[str] = Counter()
    tokens, acted = money(state), list[Acted]()
    turn, came = "", False
    while not state.over and state.round <= ROUNDS:
        if game.mover(state) == CHANCE:
            events, weights = zip(*game.chance(state), strict=True)
            action = random.choices(events, weights)[0]
        else:
            options = game.legal_actions(state)
            assert options, state.todo[-1]
            action = random.choice(_attractive(game, state, options) or options)
        before, state = state, game.apply(state, action)
        seen["steps"] += 1
        check(game, state)
        check_characters(game, state)
        assert cards_of_characters(state) == cards
        assert all(ability_cards(state)[group] == known for group, known in abilities.items())
        abilities = ability_cards(state)
        new = [figure for figure in state.figures if before.still(figure) is None]
        at_once = game.book.reads("summons_act", "next_turn")
        came = came or any(at_once or not figure.new for figure in new)
        seen["came"] += len(new)
        seen["opened"] += len(before.shut) - len(state.shut)
        gone = [figure for figure in before.figures if state.still(figure) is None]
        dropped = sum(figure.side == "monsters" for figure in gone)
        seen["monsters gone"] += dropped
        seen["kills"] += kills(state) - kills(before)
        dying = sum(figure.hp == 0 for figure in state.figures)
        assert seen["kills"] <= seen["monsters gone"] + dying
        seen["items used"] += sum(len(held.used) for held in state.held if held not in before.held)
        seen["bonuses"] += bool(any(effect.owner for figure in state.figures for effect in figure.effects))
        assert money(state) <= tokens + dropped
        tokens = money(state)
        seen["gone"] += len(gone)
        if state.round > before.round:
            _check_round(acted, came)
            acted, came = [], False
            seen["rounds"] += 1
        if state.turn and state.turn != turn and state.on_map(state.turn):
            acted.append(as_acted(game, state))
            assert acted[-1].time == min(when(game, state, name) for name in waiting(game, state))
        turn = state.turn
        if not turn:
            _check_between_turns(state)
        if isinstance(state.todo[-1] if state.todo else None, NextTurn) and not state.turn:
            seen["choices of the next figure"] += 1
    if state.over:
        seen["over"] += 1
        seen[state.ended] += 1
        assert state.ended
        assert state.result
    assert {owner: cards for owner, cards in lasting(state).items() if owner in modifiers} == modifiers
    return seen


def _attractive(game: Gloomhaven, state: State, options: list[Action]) -> list[Action]:
    """Attacks, and moves into closed doors and on pressure plates."""
    goals = state.closed | game.book.terrain.plates
    return [
        action
        for action in options
        if isinstance(action, Strike) or (isinstance(action, Go) and action.path and action.path[-1] in goals)
    ]


def _check_between_turns(state: State) -> None:
    """Everybody has a hex of its own and hit points."""
    assert len({figure.at for figure in state.figures}) == len(state.figures)
    assert all(figure.hp > 0 for figure in state.figures)


def _check_round(acted: list[Acted], came: bool) -> None:
    """Each once, in the order of initiative, a type or a character with its summons without a gap, elites
    before others by their numbers. Who came during the round may have acted late, even under the number of
    one that was killed in it.
    """
    if came:
        return
    assert len({each.name for each in acted}) == len(acted), acted
    times = [each.time for each in acted]
    assert times == sorted(times), acted
    runs = [list(run) for _, run in groupby(acted, lambda each: each.unit)]
    assert len({run[0].unit for run in runs}) == len(runs), acted
    for run in runs:
        places = [each.place for each in run]
        assert places == sorted(places), acted


@pytest.mark.parametrize("chunk", seeds(4, 200))
def test_random_scenarios_keep_what_must_hold(chunk: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        seen += play_scenario(seed)
    assert seen["over"] > 0
    assert seen["rounds"] > CHUNK
    assert seen["gone"] > 0
    assert seen["came"] > 0
    assert seen["opened"] > 0
    assert min(seen["kills"], seen["items used"], seen["bonuses"]) > 0
