"""StepReader for Thunderstone Quest: written steps become actions, and actions, calculations and the result
of a turn become words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from msgspec.structs import replace

from tsolve.contract.step_reader import Move, Played, Result, Said, StepReader, UnknownNeed, Written
from tsolve.diagnostics import counted
from tsolve.engine import Probe
from tsolve.errors import Span
from tsolve.games.quest.actions import Action, Enter, LevelUp, Pass, Use, UseSpoils, Visit
from tsolve.games.quest.answers import Event, Ignore, Purchase, called
from tsolve.games.quest.book import Book
from tsolve.games.quest.effects.base import Required
from tsolve.games.quest.game import Quest
from tsolve.games.quest.judging.untold_rooms import untold_choice, untold_move, untold_use
from tsolve.games.quest.planning.goals import turn_over
from tsolve.games.quest.state import Phase, State, Tally
from tsolve.games.quest.turn.market import in_stacks
from tsolve.games.quest.turn.spaces import may_have_come
from tsolve.games.quest.turn.steps import beginning
from tsolve.games.quest.turn.untold import UNTOLD, needed, with_stacks
from tsolve.games.quest.turn.village import is_last_step
from tsolve.games.quest.writing.reading import OF_A_MONSTER, OF_A_ROOM, TO_THE_END, read
from tsolve.model.plays import Calculation
from tsolve.model.trace import Entry, Refusal
from tsolve.model.verdicts import sentence
from tsolve.source.tree import joined

if TYPE_CHECKING:
    from tsolve.games.quest.position import QuestPosition


_OF_A_BATTLE = ("physical", "magic", "armor", "resistance", "health", "total")


def battle_calculation(book: Book, state: State, entries: Iterable[Entry]) -> Calculation | None:
    """The total attack of the battle that was fought; None before it."""
    tally = state.tally
    if not tally.outcome:
        return None
    rows = tuple(entry for entry in entries if entry.quantity in _OF_A_BATTLE)
    where = book.name(state.rooms[tally.room].card)
    title = f"Total attack against {book.name(tally.monster)} in {where}"
    return Calculation(title, rows, tally.total, tally.health, "health")


def gold_calculation(state: State, entries: Iterable[Entry]) -> Calculation | None:
    """The gold of the Village, before anything is spent; None before it is counted."""
    rows = tuple(entry for entry in entries if entry.quantity == "gold" and entry.step == "gold")
    return Calculation("Gold in the Village", rows, state.tally.gold) if rows else None


TurnMove: TypeAlias = Move[State, Action]


def turn_sentence(book: Book, state: State, moves: Sequence[TurnMove]) -> str:
    """The result of the turn so far, in a sentence."""
    texts = [*_battle(book, state), *_village(book, state, moves)]
    if texts:
        return f"{sentence('; '.join(texts))}."
    return "You battle no Monster." if state.path or state.phase == "dungeon" else "You buy nothing."


def turn_title(position: QuestPosition, played: Played[State, Action]) -> str:
    """A title for the turn, in a few words."""
    book, state, moves = position.book, played.result, played.moves
    tally = state.tally
    if tally.outcome:
        return f"battle {book.name(tally.monster)} in {book.name(state.rooms[tally.room].card)}"
    if state.path:
        return f"stop in {book.name(state.rooms[state.me.room].card)}"
    done = [f"buy {name}" for name in _bought(book, moves)]
    done += [f"level up to {book.name(m.action.into)}" for m in moves if isinstance(m.action, LevelUp)]
    where = book.name(state.me.location) if state.me.location else "the Village"
    return f"{where}: {', '.join(done)}" if done else where


def _battle(book: Book, state: State) -> Iterator[str]:
    tally = state.tally
    if not tally.outcome:
        return
    name, where = book.name(tally.monster), book.name(state.rooms[tally.room].card)
    won = "is defeated" if tally.outcome == "won" else "is not defeated"
    came = joined([*_gains(tally), *_wounds(tally.wounds)]) or "no Wound"
    lack = "".join(f", but it {trait.say()}" for trait in missed(book, tally))
    yield f"{name} in {where} {won}: {tally.total} against health {tally.health}{lack}; {came}"


def missed(book: Book, tally: Tally) -> tuple[Required, ...]:
    """What an undefeated Monster requires, although the attack was enough. (QUEST-2.12)"""
    if tally.outcome != "lost" or tally.total < tally.health:
        return ()
    return tuple(trait for trait in book.card(tally.monster).traits if isinstance(trait, Required))


def _gains(tally: Tally) -> Iterator[str]:
    if tally.xp:
        yield f"{tally.xp} XP"
    yield from counted(map(called, tally.rewards))


def _wounds(wounds: int) -> Iterator[str]:
    if wounds:
        text = f"{abs(wounds)} Wound{'s' if abs(wounds) != 1 else ''}"
        yield text if wounds > 0 else f"{text} healed"


def _village(book: Book, state: State, moves: Sequence[TurnMove]) -> Iterator[str]:
    """Purchases, Heroes who level up, and Wounds healed in a turn without a battle."""
    if bought := _bought(book, moves):
        gold = f" with {state.tally.gold} gold" if state.tally.gold else ""
        yield f"you buy {joined(bought)}{gold}"
    for move in moves:
        if isinstance(move.action, LevelUp):
            hero = book.name(move.before.laid[move.action.hero].card)
            yield f"{hero} becomes {book.name(move.action.into)}"
    healed = state.tally.healed
    if healed and not state.tally.outcome:
        yield f"you heal {healed} Wound{'s' if healed != 1 else ''}"


def _bought(book: Book, moves: Sequence[TurnMove]) -> list[str]:
    return [move.action.name(book) for move in moves if isinstance(move.action, Purchase)]


def untold(book: Book, state: State, action: Action) -> UnknownNeed[State] | None:
    """What an action needs to know of the Village, if the Village is unknown. (QUEST-4.4, QUEST-8.4)"""
    wanted = needed(book, state, action) if state.stacks is None else None
    if wanted is None:
        return None
    card, ruling = wanted
    sells: Callable[[State], State] = partial(with_stacks, cards=[card])
    return UnknownNeed(f"{UNTOLD}: write `village: [{book.name(card)}]`", (ruling,), sells)


_STEPS: tuple[tuple[Phase, ...], ...] = (
    ("temple", "village", "buying", "healing", "levelling", "visiting"),
    ("dungeon", "moving"),
)
"""The steps of a phase in their order: unused ones are passed silently."""


class TurnStepReader(StepReader[State, Action]):
    """What reads the steps of one line."""

    chance_first: ClassVar[str] = "a card comes first"
    how_to_say: ClassVar[str] = "`draw ...`, `reveal ...` or `find ...`"
    rulings_of_chance: ClassVar[tuple[str, ...]] = ("QUEST-0.16",)
    rulings_of_the_end: ClassVar[tuple[str, ...]] = ("QUEST-3.1",)
    game: Quest

    def __init__(self, position: QuestPosition) -> None:
        probe: Probe[State, Action] = Probe(notes=True)
        super().__init__(Quest.for_one_turn(position.book, probe), probe)
        self.position = position
        self.came: list[Action] = []
        """Cards that came without a step and are not stated yet, as the events that bring them."""

    def read(self, state: State, text: str, span: Span | None) -> Written[Action]:
        return read(self.game, self.position.ruleset, state, text, span)

    # the result

    def is_result(self, state: State) -> bool:
        return turn_over(state)

    def is_settled(self, state: State) -> bool:
        return bool(state.tally.outcome)

    def result(self, state: State, moves: Sequence[Move[State, Action]], entries: Sequence[Entry]) -> Result:
        table = battle_calculation(self.position.book, state, entries) or gold_calculation(state, entries)
        lost = tuple(map(self.position.book.name, state.tally.destroyed))
        return Result(turn_sentence(self.position.book, state, moves), table, lost)

    # steps that need no action

    def implicit(self, state: State) -> Action | None:
        return self.game.implicit(state)

    def is_event(self, action: Action) -> bool:
        return isinstance(action, Event)

    def untold(self, state: State, action: Action) -> UnknownNeed[State] | None:
        return untold(self.position.book, state, action)

    def nobody_knows(self, state: State, written: Written[Action]) -> str:
        """What the file must tell first: a room that it does not name may be the room of the step, or hold
        its Monster. (QUEST-5.4)
        """
        card = written.action.brings if written.action.stock else ""
        book = self.position.book
        if card and card not in in_stacks(state) and may_have_come(state, book.card(card)):
            name = book.name(card)
            return f"{name} may lie in a space by now: say what came there, as in `reveal {name}`"
        if isinstance(written.action, Use) and not written.absent:
            return untold_use(self.game, state, written.action)
        if written.rulings not in (OF_A_ROOM, OF_A_MONSTER):
            return ""
        if state.todo:
            return untold_choice(self.game, state, written.absent, self.position.target(written.absent))
        is_next = state.phase in ("dungeon", "moving") and written.rulings == OF_A_ROOM
        return untold_move(self.position.book, state, written.absent) if is_next else ""

    def said(self, state: State, text: str, action: Action) -> Said[State] | None:
        if self.is_event(action):
            return self._told(state, text, action)
        if self.game.passes(action) and self.has_result:
            return Said(state)
        return None

    def _told(self, state: State, text: str, event: Action) -> Said[State] | None:
        """Read a step that names a card brought by chance: a postponed card comes now; if it has come
        already, the step is only checked.
        """
        if (after := self.game.happened(state, event)) is not None:
            return Said(after)
        if event in self.came:
            self.came.remove(event)
            return Said(state)
        refusal = self.game.why_not(state, event)
        return None if refusal is None else Said(state, refusal)

    def beginnings(self, state: State) -> list[str]:
        chosen = state.phase != "prepare" or state.todo
        legal = [] if chosen else self.game.legal_actions(state)
        return [self.game.notation(state, each) for each in legal]

    def answers_alike(self, option: Action, action: Action) -> bool:
        """Whether two actions answer the same question; ignoring one card's text and ignoring another's do
        not.
        """
        return super().answers_alike(option, action) and (not isinstance(option, Ignore) or option == action)

    # silent steps

    def silent_step(self, state: State, written: Written[Action]) -> Action | None:
        action = written.action
        if self.is_event(action):
            return None
        if state.todo:
            options = self.game.legal_actions(state)
            asked = any(self.answers_alike(option, action) for option in options)
            return None if asked and written.step != TO_THE_END else self.silent_choice(state, options)
        if state.phase == "prepare":
            place = action.begins_in(self.position.book, state)
            entry = None if place is None else beginning(place)
            return entry if entry is not None and self.game.why_not(state, entry) is None else None
        if written.step == TO_THE_END:
            return Pass() if self._leads_on(state) else None
        if isinstance(action, LevelUp) and state.phase == "spoils":
            return self._spoils_that_raise(state, action)
        needed = self._needed(state, action)
        if state.phase == "temple" and needed is None and not isinstance(action, Pass | Visit):
            return Pass()
        for steps in _STEPS:
            if needed in steps and state.phase in steps and steps.index(state.phase) < steps.index(needed):
                return Pass()
        return None

    def _spoils_that_raise(self, state: State, rise: LevelUp) -> Action | None:
        """The only Spoils by which this Hero can level up now; None for none or several. (QUEST-8.7)"""
        spoils = [each for each in self.game.legal_actions(state) if isinstance(each, Use | UseSpoils)]
        raising = [each for each in spoils if rise in self.game.legal_actions(self.game.apply(state, each))]
        return raising[0] if len(raising) == 1 else None

    def _needed(self, state: State, action: Action) -> Phase | None:
        """The step in which an action is taken. (key.location_step)"""
        book = self.position.book
        at_a_location = isinstance(action, Purchase) and action.begins is not None
        sells = at_a_location and book.reads("location_step", "at_the_end")
        leaves = isinstance(action, Enter) and not is_last_step(book, replace(state, phase="levelling"))
        return "visiting" if sells or leaves else action.step

    def _leads_on(self, state: State) -> bool:
        """Whether a pass is legal here and leads to further steps to pass."""
        if (onward := self.game.going_on(state)) is None:
            return False
        after = self.game.apply(state, onward)
        return not turn_over(after) and not after.todo

    def waits(self, state: State) -> bool:
        return bool(state.todo)

    def silent_choice(self, state: State, options: Sequence[Action]) -> Action | None:
        """The answer that need not be written: the only one, else to pass."""
        if len(options) == 1:
            return options[0]
        return Pass() if Pass() in options else None

    # reasons

    def absent(self, text: str, written: Written[Action], refusal: Refusal | None) -> Refusal:
        rulings = written.rulings or written.action.where
        return Refusal(text, f"{written.absent} is not {written.where}", rulings)

    # what happens

    def begins(self, action: Action) -> None:
        if not self.is_event(action):
            self.came = []

    def by_itself(self) -> Sequence[Action]:
        return self.came

    def done(self, before: State, action: Action, after: State, entries: Sequence[Entry]) -> None:
        if not before.todo:  # once the player acts again they can no longer be stated
            self.forced = []
        self.forced += self.probe.forced
        self.came += self.probe.came
