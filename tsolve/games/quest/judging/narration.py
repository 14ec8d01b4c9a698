"""Narration for Thunderstone Quest: written steps become actions, and actions become words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from tsolve.engine.probe import Probe
from tsolve.errors import InputError
from tsolve.games.quest.actions import (
    Action,
    Battle,
    Buy,
    BuyToken,
    BuyTreasure,
    DiscardTop,
    Draw,
    Enter,
    FindTreasure,
    Give,
    Heal,
    Ignore,
    LevelUp,
    Move,
    Pass,
    PutOnDeck,
    Reveal,
    Roll,
    RollTwo,
    Use,
    UseSpoils,
    UseToken,
    Visit,
)
from tsolve.games.quest.game import Quest
from tsolve.games.quest.judging.calculations import battle_calculation, gold_calculation
from tsolve.games.quest.judging.sentences import turn_sentence
from tsolve.games.quest.judging.unsold import untold
from tsolve.games.quest.planning.goals import turn_over
from tsolve.games.quest.state import Phase, State
from tsolve.games.quest.turn.village import is_last_step
from tsolve.games.quest.writing.reading import read
from tsolve.games.quest.writing.wording import TO_THE_END
from tsolve.model.refusal import Refusal
from tsolve.model.trace import Entry
from tsolve.turns.narration import Narration, Result, Said, Untold
from tsolve.turns.played import Move as Played
from tsolve.turns.written import Written

if TYPE_CHECKING:
    from tsolve.diagnostics import Span
    from tsolve.games.quest.opened import Opened

_STEPS: tuple[tuple[Phase, ...], ...] = (
    ("temple", "village", "buying", "healing", "levelling", "visiting"),
    ("dungeon", "moving"),
)
"""The steps of a phase in their order: those that nobody uses are passed without a word."""
_NEEDED: dict[type, Phase] = {
    Buy: "buying",
    BuyToken: "buying",
    BuyTreasure: "buying",
    Heal: "healing",
    LevelUp: "levelling",
    Enter: "levelling",
    Move: "moving",
    Battle: "moving",
}
"""The step in which an action is taken."""
_WHERE: dict[type, tuple[str, ...]] = {Battle: ("QUEST-5.14",), Move: ("QUEST-5.4",)}
"""The rulings on where something must be for an action; by QUEST-0.2 cards lie in front of the player."""


class TurnNarration(Narration[State, Action]):
    """The narration of one line."""

    chance_first: ClassVar[str] = "a card comes first"
    how_to_say: ClassVar[str] = "`draw ...`, `reveal ...` or `find ...`"
    rulings_of_chance: ClassVar[tuple[str, ...]] = ("QUEST-0.16",)
    rulings_of_the_end: ClassVar[tuple[str, ...]] = ("QUEST-3.1",)
    game: Quest

    def __init__(self, opened: Opened) -> None:
        probe: Probe[State, Action] = Probe(notes=True)
        super().__init__(type(opened.game).for_one_turn(opened.book, probe), probe)
        self.opened = opened
        self.forced: list[tuple[State, Action]] = []
        """Choices with one answer, which the engine gave and nobody has told yet."""
        self.came: list[Action] = []
        """Cards that came by themselves and were not told yet, as the events that bring them."""

    def read(self, state: State, text: str, span: Span | None) -> Written[Action]:
        return read(self.game, self.opened.ruleset, state, text, span)

    # the result

    def is_result(self, state: State) -> bool:
        return turn_over(state)

    def is_settled(self, state: State) -> bool:
        return bool(state.tally.outcome)

    def result(
        self, state: State, moves: Sequence[Played[State, Action]], entries: Sequence[Entry]
    ) -> Result:
        table = battle_calculation(self.opened.book, state, entries) or gold_calculation(state, entries)
        lost = tuple(map(self.opened.book.name, state.tally.destroyed))
        return Result(turn_sentence(self.opened.book, state, moves), table, lost)

    # steps that need no action

    def is_event(self, action: Action) -> bool:
        return isinstance(action, Draw | DiscardTop | Reveal | FindTreasure | Roll | RollTwo)

    def repeats(self, state: State, text: str, span: Span | None) -> bool:
        """A choice that had one answer may be told all the same; what can be done now is no such thing."""
        for place, (before, choice) in enumerate(self.forced):
            if self._means(before, text, span) == choice and not self._can_be_done(state, text, span):
                del self.forced[place]
                return True
        return False

    def _can_be_done(self, state: State, text: str, span: Span | None) -> bool:
        """Whether the text is a legal action in this position, or after steps that nobody need write."""
        if self.game.mover(state) != state.active:
            return False
        written = self.read(state, text, span)
        while written.is_whole and (silent := self.silent_step(state, written)) is not None:
            state = self.game.apply(state, silent)
            written = self.read(state, text, span)
        return written.is_whole and self.game.why_not(state, written.action) is None

    def _means(self, state: State, text: str, span: Span | None) -> Action | None:
        """The action that a text would have been in this position, if it is clear."""
        try:
            said = read(self.game, self.opened.ruleset, state, text, span)
        except InputError:
            return None
        return said.action if said.is_whole else None

    def refuses(self, state: State, text: str, action: Action) -> Refusal | None:
        """Another answer to a choice that had only one."""
        for before, choice in self.forced:
            is_another = type(self._means(before, text, None)) is type(choice)
            if is_another and self.game.why_not(state, action) is not None:
                only = self.game.notation(before, choice)
                return Refusal(text, f'the only choice was "{only}"', self.game.rulings_for(before, choice))
        return None

    def untold(self, state: State, action: Action) -> Untold[State] | None:
        return untold(self.opened.book, state, action)

    def said(self, state: State, text: str, action: Action) -> Said[State] | None:
        if self.is_event(action):
            return self._told(state, text, action)
        if isinstance(action, Pass) and self.has_result:
            return Said(state)
        return None

    def _told(self, state: State, text: str, event: Action) -> Said[State] | None:
        """A card is told: one that was postponed comes now, one that has come needs only be true."""
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
        return [self.game.notation(state, each) for each in legal if isinstance(each, Enter | Visit)]

    # silent steps

    def silent_step(self, state: State, written: Written[Action]) -> Action | None:
        action = written.action
        if self.is_event(action):
            return None
        if state.todo:
            options = self.game.legal_actions(state)
            asked = any(_answers_alike(option, action) for option in options)
            return None if asked and written.step != TO_THE_END else self.silent_choice(state, options)
        if state.phase == "prepare":
            entry = self._entry(state, action)
            return entry if entry is not None and self.game.why_not(state, entry) is None else None
        if written.step == TO_THE_END:
            return Pass() if self._leads_on(state) else None
        needed = self._needed(state, action)
        if state.phase == "temple" and needed is None and not isinstance(action, PutOnDeck | Pass | Visit):
            return Pass()
        for steps in _STEPS:
            if needed in steps and state.phase in steps and steps.index(state.phase) < steps.index(needed):
                return Pass()
        return None

    def _needed(self, state: State, action: Action) -> Phase | None:
        """The step in which an action is taken. (key.location_step)"""
        book = self.opened.book
        sells = book.reads("location_step", "at_the_end") and isinstance(action, BuyToken | BuyTreasure)
        leaves = isinstance(action, Enter) and not is_last_step(book, replace(state, phase="levelling"))
        return "visiting" if sells or leaves else _NEEDED.get(type(action))

    def _leads_on(self, state: State) -> bool:
        """Whether a pass is legal here and leaves more to be passed."""
        if self.game.why_not(state, Pass()) is not None:
            return False
        after = self.game.apply(state, Pass())
        return not turn_over(after) and not after.todo

    def _entry(self, state: State, action: Action) -> Action | None:
        """The phase that an action at the start of a turn belongs to."""
        if isinstance(action, Give | Move | Battle):
            return Enter()
        if isinstance(action, BuyToken):
            return Visit("bazaar")
        if isinstance(action, BuyTreasure):
            return Visit("shop_of_wonders")
        if isinstance(action, PutOnDeck):
            return Visit("temple")
        if isinstance(action, UseToken):
            return Enter() if action.token == "lantern" or action.hero >= 0 else None
        if isinstance(action, Use):
            return Enter() if self._is_of_the_dungeon(state, action) else None
        return Enter() if isinstance(action, UseSpoils) else None

    def _is_of_the_dungeon(self, state: State, action: Use) -> bool:
        """Whether an ability of a card of the hand is used in a Dungeon phase alone."""
        hand = state.me.hand or ()
        abilities = self.opened.book.card(hand[action.card]).abilities if 0 <= action.card < len(hand) else ()
        if action.ability >= len(abilities):
            return False
        return "village" not in abilities[action.ability].phases

    def waits(self, state: State) -> bool:
        return bool(state.todo)

    def silent_choice(self, state: State, options: Sequence[Action]) -> Action | None:
        """The answer that need not be written: the only one, or to do nothing."""
        if len(options) == 1:
            return options[0]
        return Pass() if Pass() in options else None

    # reasons

    def absent(self, text: str, written: Written[Action], refusal: Refusal | None) -> Refusal:
        rulings = written.rulings or _WHERE.get(type(written.action), ("QUEST-0.2",))
        return Refusal(text, f"{written.absent} is not {written.where}", rulings)

    # what happens

    def begins(self, action: Action) -> None:
        if not self.is_event(action):
            self.came = []

    def done(self, before: State, action: Action, after: State, entries: Sequence[Entry]) -> None:
        if not before.todo:  # with what the player does next, it is too late to tell of them
            self.forced = []
        self.forced += self.probe.forced
        self.came += self.probe.came


def _answers_alike(option: Action, action: Action) -> bool:
    """Whether an action answers the question that has this option, perhaps wrongly. What is ignored is the
    text of one card: to ignore another answers another question.
    """
    return type(option) is type(action) and (not isinstance(option, Ignore) or option == action)
