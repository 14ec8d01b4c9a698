"""The results of a line: its figures by name, its worth as a whole turn, the End phase after it (QUEST-6).
Also the rooms that the Champion can reach and the Light that the way takes (QUEST-5.4), and the best lines
that are asked about, each solved once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import NamedTuple, TypeAlias

import msgspec

from tsolve.budget import FREE, SpentError, allow
from tsolve.contract.measures import Found, Goal
from tsolve.contract.step_reader import Played
from tsolve.engine import CHANCE, UNKNOWN, Arrival, Probe, explore
from tsolve.games.family import position as family
from tsolve.games.quest.actions import Action, Battle
from tsolve.games.quest.answers import NONE, Purchase
from tsolve.games.quest.book import Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.effects.abilities import DungeonFollows
from tsolve.games.quest.effects.base import WoundsForLight
from tsolve.games.quest.game import Quest
from tsolve.games.quest.measures import MEASURES, with_hand_laid_out
from tsolve.games.quest.planning.goals import turn_over, value
from tsolve.games.quest.planning.reach import (
    ANY_LIGHT,
    light_needed,
    may_walk_after_visit,
    start_of,
    within_light,
)
from tsolve.games.quest.position import QuestPosition
from tsolve.games.quest.state import ANYBODY, PLACES, WILDERNESS, State, Target, adjacent
from tsolve.games.quest.turn.dungeon import must_follow, ways_after_village
from tsolve.games.quest.turn.ending import Refill
from tsolve.games.quest.turn.market import temple_forbids
from tsolve.games.quest.turn.rewards import GainTreasure
from tsolve.games.quest.turn.steps import beginning
from tsolve.games.quest.turn.values import light_of
from tsolve.games.quest.writing import showing
from tsolve.games.quest.writing.question_words import Spared
from tsolve.judging.check import Best
from tsolve.model.answers import SolveAnswer
from tsolve.model.plays import BoardRow, Draws, UnknownDraw, Wishes
from tsolve.model.trace import Entry, Refusal, Trace
from tsolve.steps.line import play_line


def words_of(position: QuestPosition, line: Iterable[Action]) -> tuple[str, ...]:
    """The line in the game's notation, without the passes that need not be written."""
    state, words = position.state, []
    for action in line:
        if not position.game.passes(action):
            words.append(position.game.notation(state, action))
        state = position.game.apply(state, action)
    return tuple(words)


MOST_ON_THE_WAY = 20_000
"""The most positions that are visited."""
NO_DUNGEON = "this turn visits the Village, and no Dungeon phase follows it"
CONFINED = "you cannot leave The Wilderness in this Dungeon phase"
RULINGS_OF_SHUT = {NO_DUNGEON: ("QUEST-3.1", "QUEST-4.13"), CONFINED: ("QUEST-4.13",)}
_DRAWS = "it depends on cards that you draw"
_NO_TIME = "there was no time to look at all ways to use the cards"


class Reached(NamedTuple):
    """The rooms in which the Champion can stand, each with a line that leads there."""

    lines: Mapping[int, tuple[Action, ...]]
    open_ends: Mapping[int, str]
    """For each other room to which there may be a way: why that is unknown."""
    enters: bool
    """Whether some line reaches the movement of a Dungeon phase."""
    leaves: bool
    """Whether the Champion may leave The Wilderness then. (QUEST-4.13)"""


def is_spared(state: State, spared: Spared) -> bool:
    """Whether the way so far has not cost this, and no alert is to come that may."""
    tally = state.tally
    cost = {"wounds": tally.wounds + tally.healed > 0, "tokens": bool(tally.tokens)}
    return not spared or not (cost[spared] or state.todo)


def rooms_in_reach(position: QuestPosition, spared: Spared = "") -> Reached:
    """Every room that some line of this turn leads to, without luck and without what must be `spared`, as far
    as the budget goes.
    """
    state = position.state
    may = within_light(position.book, state)
    found = _Walk(position, may, straight=True, spared=spared)
    if not found.is_whole:
        found = _Walk(position, may, spared=spared)
    open_end = found.cut
    if not open_end and found.meets_chance:
        lucky = _Walk(position, may - found.lines.keys(), lucky=True, spared=spared)
        open_end = lucky.cut or _DRAWS
        may = may if lucky.cut or lucky.meets_unknown else may.intersection(lucky.lines)
    elif not open_end and found.meets_unknown:
        open_end = _DRAWS
    others = {*filter(state.knows, PLACES)} - found.lines.keys() if open_end else ()
    return Reached(found.lines, dict.fromkeys(may.intersection(others), open_end), found.enters, found.leaves)


class _Walk:
    """Searches all lines that may affect the movement."""

    def __init__(
        self,
        position: QuestPosition,
        wanted: Collection[int],
        lucky: bool = False,
        straight: bool = False,
        spared: Spared = "",
    ) -> None:
        """`wanted`: the rooms to look for. `straight`: only moves and Lanterns are tried."""
        self.position, self.lucky, self.straight = position, lucky, straight
        self.lines: dict[int, tuple[Action, ...]] = {}
        self.cut = ""
        """Why the search ended early; empty if it did not."""
        self.meets_chance = self.meets_unknown = self.enters = self.leaves = self.is_whole = False
        known = {place for place in wanted if position.state.knows(place)}
        try:
            for number, here in enumerate(explore(position.game, Arrival(position.state), self._moves)):
                if number >= MOST_ON_THE_WAY:
                    self.cut = f"there are more than {MOST_ON_THE_WAY} ways to use the cards"
                    break
                if here.state.phase == "moving":  # also where an alert is to come
                    self.enters = True
                    self.leaves |= not here.state.confined
                    if not is_spared(here.state, spared):
                        continue
                    self.lines.setdefault(here.state.me.room, here.line)
                    if self.lines.keys() >= known:
                        self.is_whole = True
                        break
        except SpentError:
            self.cut = _NO_TIME

    def _moves(self, state: State) -> Iterable[Action]:
        game = self.position.game
        mover = game.mover(state)
        self.meets_unknown |= mover == UNKNOWN
        self.meets_chance |= mover == CHANCE
        if mover == CHANCE and self.lucky:
            return [event for event, _ in game.chance(state)]
        actions = game.legal_actions(state)
        if state.todo:
            return actions
        if self.straight and state.phase == "dungeon":
            return [a for a in actions if a.spends == "lantern" or game.passes(a)]
        return [a for a in actions if bears_on_movement(self.position, state, a)]


def why_out_of_reach(position: QuestPosition, reached: Reached, place: int) -> Refusal:
    """Why no line leads to a room that certainly cannot be reached."""
    name = position.book.name(position.state.rooms[place].card)
    need = light_needed(position.book, position.state).get(place)
    least = light_needed(position.book, position.state, through_unknown=True).get(place)

    def refused(reason: str, *rulings: str) -> Refusal:
        return Refusal(f"move to {name}", reason, rulings)

    if not reached.enters:
        return refused(NO_DUNGEON, *RULINGS_OF_SHUT[NO_DUNGEON])
    if not reached.leaves:
        return refused(CONFINED, *RULINGS_OF_SHUT[CONFINED])
    if need is None and least:
        return refused(f"the way there takes {least} Light or more", "QUEST-5.4", "QUEST-5.12")
    if need is None:
        return refused("no way leads there", "QUEST-5.4")
    text = f"the way there takes {need} Light" if need else "no line of this turn leads there"
    return refused(text, "QUEST-5.4", "QUEST-5.12")


def bears_on_movement(position: QuestPosition, state: State, action: Action) -> bool:
    """Whether an action can affect where the Champion gets. Gifts and Skill can, if some card gives Light or
    can be used only when a Hero holds it.
    """
    if state.phase == "prepare":
        follows = state.for_village or may_walk_after_visit(position.book, state)
        return follows or action == beginning("dungeon")
    if state.phase == "spoils":
        return False
    cards = [position.book.card(laid.card) for laid in state.laid]
    heals = action.step == "healing" or action.spends == "potion"
    if heals or any(map(_may_darken, cards)):
        return True  # a healed Wound makes room for one that is taken instead of Light
    if isinstance(action, Purchase):
        return action.begins == "bazaar"  # which sells Lanterns
    if isinstance(action, Battle) or action.stock:
        return False
    if action.spends == "lantern":
        return True
    if action.receiver != NONE:
        return (action.spends is not None and state.phase == "village") or any(map(_serves_a_bearer, cards))
    return action.spends is None or state.phase == "village"


def _may_darken(card: Card) -> bool:
    """Whether the card may lower the Light; no printed card does."""
    return (card.light or 0) < 0 or any(trait.by < 0 for trait in card.modifiers("light", "itself"))


def _serves_a_bearer(card: Card) -> bool:
    """Whether a card must be given to a Hero for its Light, or to be used on the way."""
    modifiers = card.modifiers("light", "itself")
    if card.kind != "weapon":
        return any(trait.when is not None and trait.when.asks_for_bearer for trait in modifiers)
    return bool(card.light or modifiers) or any("dungeon" in ability.phases for ability in card.abilities)


def board(position: QuestPosition, state: State) -> tuple[BoardRow, ...]:
    """The Dungeon with what is within reach."""
    return showing.board(position.book, state, in_sight(position.book, state))


def fact(position: QuestPosition, played: PlayedTurn, name: str, step: int | None = None) -> Found:
    """A measure after this many steps; None for the end of the line."""

    def course(step: int | None) -> State:
        return played.result if step is None else played.states[step]

    return MEASURES.fact(name, position.book, course, step, played.answer.calculation)


def is_settled(_: QuestPosition, played: PlayedTurn, __: str) -> bool:
    """Whether the value is final, as for a battle that is over."""
    return bool(played.result.tally.outcome)


def in_sight(book: Book, state: State) -> Collection[int]:
    """The rooms that the Champion can reach with the present Light of the player's cards and Lantern tokens,
    and with as many Wounds instead of Light as the board has slots for.
    """
    laid_out = with_hand_laid_out(state)
    start = start_of(state)
    light = light_of(book, laid_out) + state.me.lantern
    if visits_village(state):
        if shut := shut_after_village(book, laid_out):
            return () if shut == NO_DUNGEON else (start,)
        light = min(light, _most_light_after_village(book, laid_out))
    elif state.confined and state.me.room == WILDERNESS:
        return (start,)
    waiting = [(start, light, book.open_slots(state))]
    seen = {*waiting}
    while waiting:
        here, left, slots = waiting.pop()
        for place in filter(state.knows, adjacent(here)):
            tile = book.card(state.rooms[place].card)
            need = tile.light_needed or 0
            for wounds in range(min(need, slots) + 1 if tile.has(WoundsForLight) else 1):
                there = place, left - (need - wounds), slots - wounds
                if there[1] >= 0 and there not in seen:
                    seen.add(there)
                    waiting.append(there)
    return {place for place, _, _ in seen}


def visits_village(state: State) -> bool:
    """Whether the turn is a visit to the Village, and no Dungeon phase has followed it yet."""
    return state.for_village or (
        state.phase != "prepare" and bool(state.me.location) and state.me.room == NONE
    )


def shut_after_village(book: Book, state: State) -> str:
    """Why the Champion gets to no room, or only to The Wilderness, in a turn that visits the Village, with
    these cards laid out; empty if it may move on. (QUEST-4.13, QUEST-3.4)
    """
    if temple_forbids(book, state):
        return NO_DUNGEON
    if must_follow(state) or any(_lets_follow(book, state)):
        return ""
    ways = ways_after_village(book, state)
    if not ways:
        return NO_DUNGEON
    return CONFINED if all(way.confined for way in ways) else ""


def _most_light_after_village(book: Book, state: State) -> int:
    """The most Light in a Dungeon phase after the Village phase, as the abilities that allow one limit it."""
    if not all(way.confined for way in ways_after_village(book, state)) or must_follow(state):
        return ANY_LIGHT
    allowed = (effect.most_light for effect in _lets_follow(book, state))
    return max(ANY_LIGHT if most is None else most for most in allowed)


def _lets_follow(book: Book, state: State) -> Iterator[DungeonFollows]:
    """The abilities in front of the player by which a Dungeon phase may follow the Village phase."""
    for place in state.present():
        for ability in book.card(state.laid[place].card).abilities:
            yield from (effect for effect in ability.do if isinstance(effect, DungeonFollows))


def line_worth(position: QuestPosition, line: Sequence[str], goal: Goal) -> tuple[int, ...] | None:
    """The value of a turn with this line, passing for the rest; None for a line that is not legal or cannot
    be judged to its end.
    """
    with allow(FREE):
        played = play_line(position, line)
    if not played.answer.legal or played.undecided:
        return None
    game, state = position.game, played.final
    while not turn_over(state):
        if (onward := game.going_on(state)) is None:
            return None
        state = game.apply(state, onward)
    return value(position.book, state, goal)


MOST_AT_THE_END = 3_000
"""The most positions of an End phase that are visited before its result counts as open."""
NOT_OVER = "the steps do not end the turn"
_BY_CHANCE = "it depends on the cards that you draw at the end of the turn"
_UNKNOWN = "nobody knows which cards you draw at the end of the turn"
_CHOICE = "it depends on which cards are discarded at the end of the turn"


class Ended(msgspec.Struct, frozen=True):
    """The table after the End phase."""

    states: tuple[State, ...]
    """Every possible result; only the first one if they are not all known."""
    entries: tuple[Entry, ...]
    """The events of the End phase."""
    readings: dict[str, str]
    """The interpretations that it used."""
    undecided: str = ""
    """Why its result is unknown."""


def end_turn(position: QuestPosition, state: State) -> Ended:
    """The End phase of a turn whose result is final. Refills of rooms and Treasures to come stay open."""
    if not turn_over(state):
        return Ended((state,), (), {}, NOT_OVER)
    probe: Probe[State, Action] = Probe(notes=True)
    game = Quest(position.book, probe, postpones=(Refill, GainTreasure))
    trace = Trace()
    start = game.settled(state, trace)
    passed = [here.state for here in _positions(game, start)]
    ends = {game.key(each): each for each in passed if _is_end(game, each)}
    movers = {game.mover(each) for each in passed if not _is_end(game, each)}
    states, why = tuple(ends.values()), ""
    if UNKNOWN in movers or len(passed) == MOST_AT_THE_END:
        states, why = (start,), _UNKNOWN if UNKNOWN in movers else _BY_CHANCE
    elif len(states) > 1:
        why = _CHOICE if any(mover >= 0 for mover in movers) else _BY_CHANCE
    return Ended(states, trace.entries, dict(probe.readings), why)


def _positions(game: Quest, start: State) -> Iterator[Arrival[State, Action]]:
    """The positions that the End phase may pass through, at most `MOST_AT_THE_END` of them."""

    def moves(state: State) -> Iterable[Action]:
        if _is_end(game, state):
            return ()
        mover = game.mover(state)
        return [event for event, _ in game.chance(state)] if mover == CHANCE else game.legal_actions(state)

    return islice(explore(game, Arrival(start), moves), MOST_AT_THE_END)


def _is_end(game: Quest, state: State) -> bool:
    """Whether the next turn begins, or the game is over."""
    return state.over or game.begins_turn(state)


TurnBest: TypeAlias = Best[State, Action]
PlayedTurn: TypeAlias = Played[State, Action]

_OF_BATTLES = ("total", "margin", "win")
WINNING = "win,xp,rewards,wounds,shortfall,lost,margin"
"""The goal for asking whether a Monster can be defeated: no level depends on what the Village sells."""


class TurnBestPlays(family.BestPlays[State, Action, Target]):
    """The best plays of a position, also against single Monsters."""

    position: QuestPosition

    @property
    def _turn(self) -> str | None:
        """The kind of turn that battles: the Dungeon, unless the file says that it begins in the Village."""
        state = self.position.state
        return "dungeon" if state.phase == "prepare" and not state.for_village else None

    def _solved(self, target: Target, goal: str, draws: Draws) -> TurnBest:
        asked = Wishes(
            goal or WINNING, draws=draws, turn=self._turn, backend=self.wishes.backend, what_if=False
        )
        return self.played_again(self.position, self.solve(self.position.aiming_at(target), asked))

    @cached_property
    def _turns(self) -> dict[tuple[Target, str], TurnBest]:
        return {}

    def of_turn(self, target: Target, goal: str) -> TurnBest:
        """The best turn for a goal, of any kind where the file does not say which one was chosen."""
        key = target, goal
        if key not in self._turns:
            is_open = self._turn == "dungeon" and target == ANYBODY and goal not in _OF_BATTLES
            kind = "any" if is_open else self._turn
            asked = Wishes(goal, draws="expected", turn=kind, backend=self.wishes.backend, what_if=False)
            answer = self.solve(self.position.aiming_at(target), asked)
            self._turns[key] = self.played_again(self.position, answer)
        return self._turns[key]

    def what_unknown_cards_do(self, target: Target) -> tuple[UnknownDraw, ...]:
        from tsolve.games.quest.planning.unknown import what_cards_do

        def solve(there: QuestPosition) -> SolveAnswer:
            return TurnBestPlays(there, self.wishes, self._solver).against(target, "win").answer

        return what_cards_do(self.position, self.against(target, "win").answer, solve, levels=1)

    def ends_against(self, target: Target, goal: str, draws: Draws) -> list[State]:
        """The results of all best lines against a Monster, up to symmetry; none where cards are drawn."""
        from tsolve.games.quest.planning.answer import best_ends

        asked = Wishes(goal, draws=draws, turn=self._turn, backend=self.wishes.backend)
        return best_ends(self.position.aiming_at(target), asked)
