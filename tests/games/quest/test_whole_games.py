"""Random whole games under random readings, and what must hold in each of their positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random

import msgspec
import pytest
import yaml
from msgspec.structs import replace

from tests.games.quest.table import CARDS, game
from tsolve.cardkit.piles import contents
from tsolve.engine.protocol import CHANCE
from tsolve.games.quest.actions import NONE, TOKENS, Action, Buy, Enter, Give, LevelUp, Move, Pass, Use
from tsolve.games.quest.book import KEY
from tsolve.games.quest.game import Quest
from tsolve.games.quest.grid import WILDERNESS
from tsolve.games.quest.scoring import cards_of
from tsolve.games.quest.selection import Setup
from tsolve.games.quest.setup import new_game
from tsolve.games.quest.state import Stack, State
from tsolve.games.quest.turn import steps
from tsolve.games.quest.turn.health import BASE_HP, hp_with
from tsolve.model.trace import Trace
from tsolve.rules.compiling import GlossaryFile, InterpretationsFile
from tsolve.source.locations import rulesets_path

GAMES = 64
LONGEST = 500
"""Actions after which a game is left unfinished."""
ROOT = rulesets_path() / "quest"
POINTS = msgspec.convert(
    yaml.safe_load((ROOT / "interpretations.yaml").read_text(encoding="utf-8")), InterpretationsFile
).interpretations
RULINGS = {f"key.{point.id}" for point in POINTS} | {
    entry.id
    for path in (ROOT / "glossary").glob("*.yaml")
    for entry in msgspec.convert(yaml.safe_load(path.read_text(encoding="utf-8")), GlossaryFile).entries
}
EAGER: dict[type, int] = {Enter: 12, Give: 12, Use: 12, Buy: 12, LevelUp: 12, Move: 5, Pass: 1}
"""How likely an action is chosen, against 2 for others: at random alone, hardly any Monster falls."""
TITLES = ("Stormhand", "Silverhelm", "Gorlandor", "Pylorian", "Hawkswood", "Scathian")
MARKET = [c.id for c in CARDS.values() if c.kind in ("item", "spell", "weapon") and c.cost and not c.treasure]
TREASURES = [card.id for card in CARDS.values() if card.treasure]
LEAST_HP = {"every_second": 2, "every_one": 0, "every_first": 2}
"""HP with a full board of eight Wounds: 6 - 8 // 2, 6 - 8 but no less than 0, and 6 - 8 // 2."""


def chosen(random: Random) -> Setup:
    """Pieces for a game; short Monster decks, so that they run out and games end."""
    heroes = [
        Stack(tuple((card.id, random.randint(1, 4)) for card in CARDS.values() if card.title == title))
        for title in random.sample(TITLES, 4)
    ]
    rooms = [
        random.sample([c.id for c in CARDS.values() if c.kind == "room" and c.level == n], 2)
        for n in (1, 2, 3)
    ]
    first, second, third = (
        tuple(random.choices(_monsters(level), k=random.randint(2, 4))) for level in (1, 2, 3)
    )
    return Setup(
        heroes=tuple(heroes),
        market=tuple(Stack(((card, random.randint(1, 4)),)) for card in random.sample(MARKET, 6)),
        rooms=(*rooms[0], *rooms[1], *rooms[2]),
        monsters=(first, second, third),
        guardian="smorga_4",
        treasures=tuple(random.choices(TREASURES, k=random.randint(0, 12))),
        players=random.randint(2, 4),
    )


def _monsters(level: int) -> list[str]:
    return [card.id for card in CARDS.values() if card.kind == "monster" and card.level == level]


def enriched(state: State, random: Random, finder: str) -> State:
    """The players own more than at the start, and some found keys, as if they had played for a while: so
    Heroes level up, tokens are used, and games end.
    """
    found = [random.randint(0, 1) for _ in state.players[:3]] + [0]
    keys = sum(found[: len(state.players)])
    if finder == "everybody":
        found = [keys] * 4
    players = (
        replace(
            player,
            xp=random.randint(0, 40),
            lantern=random.randint(0, 6),
            potion=random.randint(0, 3),
            keys=found[seat],
        )
        for seat, player in enumerate(state.players)
    )
    return replace(state, players=tuple(players), keys=keys)


def census(state: State) -> Counter[str]:
    """Every card of the game, wherever it is, but for what lies in The Wilderness and the Wound cards."""
    cards = Counter(state.removed)
    for player in range(len(state.players)):
        cards.update(cards_of(state, player))
    for stack in state.stacks or ():
        cards.update(dict(stack.cards))
    for pile in (state.treasures, *state.monsters):
        cards.update(contents(pile))
    cards.update(room.monster for room in state.rooms[1:] if room.monster)
    cards[KEY] += state.keys + len(state.held_keys)
    return Counter({card: copies for card, copies in cards.items() if not CARDS[card].is_wound})


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


def known(rulings: Iterable[str]) -> None:
    assert set(rulings) <= RULINGS, set(rulings) - RULINGS


def played(rules: Quest, state: State, random: Random) -> State:
    """The game played at random to its end, or for LONGEST actions, with every position checked."""
    start, actions, keys = census(state), 0, state.keys
    most = 1 if rules.book.reads("keys_elsewhere", "same_limit") else 2
    while not state.over and actions < LONGEST:
        before = state
        if rules.mover(state) == CHANCE:
            state = rules.sample(state, random)
        else:
            check_actions(rules, state, random)
            trace = Trace()
            state = rules.apply(state, picked(rules, state, random), trace)
            for entry in trace.entries:
                known(entry.rulings)
            actions += 1
        check_position(rules, state)
        check_next(before, state)
        assert 0 <= state.keys - keys <= most, "more Guardian Keys were found than one turn allows"
        if rules.begins_turn(state):
            keys = state.keys
        assert census(state) == start, "a card appeared or vanished"
    return state


def picked(rules: Quest, state: State, random: Random) -> Action:
    """A legal action; those that bring the game on are likelier."""
    actions = rules.legal_actions(state)
    return random.choices(actions, [EAGER.get(type(action), 2) for action in actions])[0]


@pytest.mark.parametrize("seed", range(GAMES))
def test_whole_games(seed: int) -> None:
    random = Random(seed)
    readings = {point.id: random.choice(point.options).id for point in POINTS}
    rules = game(**readings)
    start = new_game(rules.book, chosen(random), random)
    played(rules, enriched(start, random, readings["key_finder"]), random)
