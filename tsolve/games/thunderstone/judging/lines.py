"""A written line played step by step through the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from contextlib import suppress
from copy import copy
from typing import NamedTuple

from msgspec.structs import replace

from tsolve.budget import SpentError
from tsolve.diagnostics import Span
from tsolve.engine.protocol import CHANCE, UNKNOWN
from tsolve.games.thunderstone.actions import (
    Action,
    Attack,
    Borrow,
    Buy,
    Destroy,
    Draw,
    Equip,
    LevelUp,
    Pass,
    Reveal,
    Suffer,
    TurnUp,
    Use,
    Visit,
)
from tsolve.games.thunderstone.judging.calculations import attack_calculation, gold_calculation
from tsolve.games.thunderstone.judging.ending import ending_sentence
from tsolve.games.thunderstone.judging.forced import ForcedChoices
from tsolve.games.thunderstone.judging.no_spoils import why_not_bought
from tsolve.games.thunderstone.judging.one_turn import go_on, one_turn
from tsolve.games.thunderstone.judging.open_choices import answers, may_intervene
from tsolve.games.thunderstone.judging.played import Move, Played, Way, attacked_name, bought, levelled
from tsolve.games.thunderstone.judging.sentences import battle_sentence, turn_sentence
from tsolve.games.thunderstone.state import UNSEEN, Place, State, Tally
from tsolve.games.thunderstone.writing.naming import Written
from tsolve.games.thunderstone.writing.position import Opened
from tsolve.games.thunderstone.writing.reading import read
from tsolve.model.answers import Calculation, LineAnswer, StepAnswer
from tsolve.model.refusal import Refusal
from tsolve.model.trace import Entry, Trace

_STEPS = ("effects", "buying", "levelling")
MOST_CHOICES = 1_000
"""The most answers to open choices that are tried."""
_MOST_SILENT = 50
"""More silent steps between two written ones than a turn can have."""


def play_line(
    opened: Opened, texts: Sequence[str], spans: Sequence[Span | None] = (), in_all_ways: bool = True
) -> Played:
    """Play a written line from the opened position.

    What only goes on (a pass between steps, a choice with one answer or without influence) need not be
    written; optional choices of the active player left open at the end are passed. Where others are left open
    the line is played in all ways, as far as the budget goes. Raises InputError for a text that says nothing.
    """
    line = _Line(opened)
    for index, text in enumerate(texts):
        if not line.step(text, spans[index] if index < len(spans) else None):
            break
    return line.played(in_all_ways)


class _Open(NamedTuple):
    """A line that was gone on with by some choices, and what may be chosen next."""

    choices: tuple[str, ...]
    line: _Line
    waiting: tuple[str, ...]


class _Line:
    """The line so far."""

    def __init__(self, opened: Opened) -> None:
        self.opened = opened
        self.game = one_turn(opened.book)
        self.state = opened.state
        self.result: State | None = opened.state if opened.state.step in ("ending", "over") else None
        self.steps: list[StepAnswer] = []
        self.moves: list[Move] = []
        self.states = [opened.state]
        self.entries: list[Entry] = []
        self.fresh: list[Entry] = []
        self.readings: dict[str, str] = {}
        self.drawn: list[str] = []
        self.revealed: list[str] = []
        self.turned: list[str] = []
        """Cards of decks that were turned up and not told yet."""
        self.forced = ForcedChoices(self.game, opened.ruleset)
        self.undecided = ""
        self.has_any_pool = False
        """Whether totals were lowered, any of several, since it made no difference which."""

    # one step

    def step(self, text: str, span: Span | None) -> bool:
        """Play one written step; False when it is not legal, and then nothing has changed."""
        self.fresh = []
        if self.forced.said(self.state, text, span):
            self._add_step(text, span, None)
            return True
        written = self._approach(text, span)
        refusal = self._do(text, written)
        self._add_step(text, span, refusal)
        return refusal is None

    def _add_step(self, text: str, span: Span | None, refusal: Refusal | None) -> None:
        instead: tuple[str, ...] = ()
        if refusal is not None:
            instead = tuple(
                self.game.notation(self.state, each) for each in self.game.legal_actions(self.state)
            )
        else:
            self.states.append(self.state)
        line = span.line if span is not None else None
        self.steps.append(StepAnswer(len(self.steps) + 1, text, tuple(self.fresh), refusal, instead, line))

    def _do(self, text: str, written: Written) -> Refusal | None:
        action = written.action
        if isinstance(action, Draw | Reveal | TurnUp) and (refusal := self.game.why_not(self.state, action)):
            unseen = isinstance(action, Reveal) and self._unseen()
            denied = self._confirm(text, action)
            waits = self.game.mover(self.state) in (CHANCE, UNKNOWN) and not unseen
            return denied and (refusal if waits else denied)
        if isinstance(action, Visit) and action.place == self.state.turn and not self._has_acted():
            return None
        if isinstance(action, Pass) and self._ended():
            return None
        refusal = self._refusal(text, written)
        if refusal is None:
            if not isinstance(action, Draw | Reveal | TurnUp):
                self.drawn, self.revealed, self.turned = [], [], []
            self._apply(action)
        return refusal

    def _too_late(self, text: str, action: Action) -> Refusal:
        """The turn has ended; a purchase after a battle would have needed Spoils. (TS-14.1, TS-14.2)"""
        outcome = self.state.tally.outcome
        if isinstance(action, Buy) and outcome == "won":
            return Refusal(text, *why_not_bought(self.game.book, self.moves, action))
        if isinstance(action, Buy) and outcome == "lost":
            return Refusal(text, "only a victory brings Spoils", ("TS-14.1",))
        return Refusal(text, "the turn has ended", ("TS-3.2", "TS-3.3"))

    def _refusal(self, text: str, written: Written) -> Refusal | None:
        action, state = written.action, self.state
        event = isinstance(action, Draw | Reveal | TurnUp)
        if (refusal := self.forced.refusal(state, action, text)) is not None:
            return refusal
        if self._ended() and not state.over and not event:
            return self._too_late(text, action)
        if self.game.mover(state) in (CHANCE, UNKNOWN) and not event:
            self.undecided = f'"{text}": a card is drawn first, and the line does not say which (`draw ...`)'
            return Refusal(text, "a card is drawn first; say which: `draw ...`", ("TS-3.4",))
        refusal = self.game.why_not(state, action)
        if state.todo and refusal is not None and refusal.rulings == ("TS-3.1",):
            return self._not_the_question(text)
        if written.beyond is not None:
            return Refusal(text, *written.beyond)
        if not written.absent:
            return refusal
        if isinstance(action, Attack):
            return Refusal(text, f"{written.absent} does not stand in the Hall", ("TS-7.4",))
        rulings = refusal.rulings if refusal is not None else ("TS-7.2",)
        return Refusal(text, f"{written.absent} is not {written.where}", rulings)

    def _not_the_question(self, text: str) -> Refusal:
        """The action does not answer the choice that has to be made now."""
        options = self.game.legal_actions(self.state)
        answers = " or ".join(f'"{self.game.notation(self.state, each)}"' for each in options[:4])
        more = f" or one of {len(options) - 4} more" if len(options) > 4 else ""
        rulings = self.game.grounds(self.state, options[0]) if options else ("TS-3.1",)
        return Refusal(text, f"what has to be chosen now is {answers}{more}", rulings)

    def _ended(self) -> bool:
        return self.result is not None

    def _has_acted(self) -> bool:
        return any(not isinstance(move.action, Visit) for move in self.moves)

    # silent steps

    def _approach(self, text: str, span: Span | None) -> Written:
        """Read the text where it belongs, after the steps that nobody writes."""
        for _ in range(_MOST_SILENT):
            written = read(self.game, self.opened.ruleset, self.state, text, span)
            silent = self._silent_step(written)
            if silent is None:
                break
            self._apply(silent)
        return written

    def _silent_step(self, written: Written) -> Action | None:
        """What comes before the written action by itself, or None."""
        state, action = self.state, written.action
        if state.over or self._ended() or self.game.mover(state) < 0:
            return None
        if isinstance(action, Draw | Reveal) and action.card in (*self.drawn, *self.revealed):
            return None
        if isinstance(action, TurnUp) and action.card in self.turned:
            return None
        if state.todo:
            options = self.game.legal_actions(state)
            if any(type(option) is type(action) for option in options):
                return None
            return self._silent_choice(options)
        if state.step == "choose":
            return _entry(self.opened, state, action)
        needed = _needed_step(written)
        if state.turn == "village" and needed and _STEPS.index(state.step) < _STEPS.index(needed):
            return Pass()
        return None

    def _silent_choice(self, options: list[Action]) -> Action | None:
        """The answer that need not be written: the only one, one without influence, or a pass."""
        if len(options) == 1:
            return options[0]
        if self._all_alike(options):
            self.has_any_pool = True
            return options[0]
        return Pass() if Pass() in options else None

    def _all_alike(self, options: list[Action]) -> bool:
        """Whether it makes no difference which totals are lowered."""
        if not options or not all(isinstance(option, Suffer) for option in options):
            return False
        results: set[Tally] = set()
        waiting = [self.state]
        seen = set()
        while waiting:
            state = waiting.pop()
            key = self.game.key(state)
            if key in seen:
                continue
            seen.add(key)
            choices = [option for option in self.game.legal_actions(state) if isinstance(option, Suffer)]
            waiting += [self.game.apply(state, choice) for choice in choices]
            if not choices:
                results.add(state.tally.in_sight)
            if len(results) > 1 or len(seen) > 200:
                return False
        return True

    # the engine

    def _apply(self, action: Action) -> None:
        trace = Trace()
        before = self.state
        self.game.probe.readings.clear()
        self.game.probe.forced.clear()
        self.state = self.game.apply(before, action, trace)
        self.readings.update(self.game.probe.readings)
        self.forced.made += self.game.probe.forced
        self.forced.settled(before, action)
        self.moves.append(Move(before, action))
        self.fresh += trace.entries
        self.entries += trace.entries
        self._note_new_cards(before, action, trace.entries)
        if self.result is None and (self.state.step == "ending" or self.state.over):
            self.result = self.state

    def _note_new_cards(self, before: State, action: Action, entries: Sequence[Entry]) -> None:
        """What the engine drew and revealed by itself, so that a person may say it too."""
        if isinstance(action, Borrow):
            return
        if self._ended() and self.state.step == "choose":  # the new hand is complete
            self.drawn = list(self._new_hand())
            if isinstance(action, Draw) and action.card in self.drawn:
                self.drawn.remove(action.card)
            return
        new = [member.card for member in self.state.party[len(before.party) :]]
        new += self.state.found[len(before.found) :]
        self.drawn += new[1:] if isinstance(action, Draw) else new
        stood = Counter(slot.card for slot in before.hall)
        arrived = list((Counter(slot.card for slot in self.state.hall if slot.card) - stood).elements())
        if isinstance(action, Reveal) and action.card in arrived:
            arrived.remove(action.card)
        self.revealed += arrived
        looked, turned = self._told(entries, "lies on"), self._told(entries, "turned up by")
        self.revealed += looked[1:] if isinstance(action, Reveal) else looked
        self.turned += turned[1:] if isinstance(action, TurnUp) else turned

    def _told(self, entries: Sequence[Entry], words: str) -> list[str]:
        """The cards turned up or looked at, of which the trace says so in these words."""
        told = [entry.subject for entry in entries if entry.note.startswith(words)]
        ids = {card.name: card.id for card in self.opened.book.cards.values()} if told else {}
        return [ids[name] for name in told]

    def _new_hand(self) -> tuple[str, ...]:
        """The hand drawn at the end of the turn."""
        me = self.opened.state.active
        if self.state.active == me:
            return tuple(member.card for member in self.state.party)
        return self.state.players[me].hand or ()

    def _confirm(self, text: str, event: Draw | Reveal | TurnUp) -> Refusal | None:
        """A person says what came; the engine knew it already, so it only has to be true."""
        came = {Draw: self.drawn, Reveal: self.revealed, TurnUp: self.turned}[type(event)]
        if event.card in came:
            came.remove(event.card)
            return None
        if isinstance(event, Reveal) and self._unseen():
            return self._tell_unseen(text, event)
        name = self.opened.book.name(event.card)
        known = ", ".join(self.opened.book.name(card) for card in came)
        reason = f"{known} came, not {name}" if known else f"no card came that could be {name}"
        return Refusal(text, reason, ("TS-3.4" if isinstance(event, Draw) else "TS-7.10",))

    def _unseen(self) -> bool:
        """Whether a card that nobody has seen stands in the Hall."""
        return any(slot.card == UNSEEN for slot in self.state.hall)

    def _tell_unseen(self, text: str, event: Reveal) -> Refusal | None:
        """Somebody says which card filled a Rank that the position did not know."""
        card = self.opened.book.card(event.card)
        if card.kind in ("trap", "treasure"):
            known = f"{card.name} stays in no Rank; put it on top of the `dungeon_deck` of the position"
            return Refusal(text, known, ("TS-11.15",))
        if card.kind not in ("monster", "guardian", "thunderstone"):
            return Refusal(text, f"{card.name} is no card of the Dungeon", ("TS-7.10",))
        hall = list(self.state.hall)
        rank = next(index for index, slot in enumerate(hall) if slot.card == UNSEEN)
        hall[rank] = replace(hall[rank], card=event.card)
        self.state = replace(self.state, hall=tuple(hall))
        if UNSEEN in self.revealed:
            self.revealed.remove(UNSEEN)
        return None

    # the end

    def played(self, in_all_ways: bool) -> Played:
        """Answer what is left open without influence, and sum up."""
        waiting = self._finish() if not self.steps or self.steps[-1].refusal is None else ()
        ways: tuple[Way, ...] = ()
        if waiting and in_all_ways:
            with suppress(SpentError):
                ways = self._ways()
        return self._summed_up(waiting, ways)

    def _ways(self) -> tuple[Way, ...]:
        """Every way in which the open choices can go, equal ends once. Where there are too many a way ends
        when its battle is decided; none where even these are too many.
        """
        found: list[Way] = []
        undecided: list[_Open] = [_Open((), self, ())]
        decided: list[_Open] = []
        seen: set[Hashable] = set()
        tried = 0
        while undecided or decided:
            choices, here, _ = (undecided or decided)[-1]
            options = self.game.legal_actions(here.state)
            tried += len(options)
            if tried > MOST_CHOICES:
                ends = (Way(each.choices, each.line._summed_up(each.waiting, ())) for each in decided)
                return () if undecided else (*found, *ends)
            (undecided or decided).pop()
            for option in options:
                other = here._fork()
                other._apply(option)
                waiting = other._finish()
                key = self.game.key(other.state)
                if key in seen:
                    continue
                seen.add(key)
                made = (*choices, self.game.notation(here.state, option))
                if not waiting:
                    found.append(Way(made, other._summed_up((), ())))
                elif other.state.tally.outcome:
                    decided.append(_Open(made, other, waiting))
                else:
                    undecided.append(_Open(made, other, waiting))
        return tuple(found)

    def _fork(self) -> _Line:
        """The same line, to be gone on with in another way."""
        other = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, (list, dict)):
                setattr(other, name, copy(value))
        other.forced = self.forced.fork()
        return other

    def _summed_up(self, waiting: tuple[str, ...], ways: tuple[Way, ...]) -> Played:
        result = self.result or self.state
        final = go_on(self.game, self.state) if self.state.step == "ending" else self.state
        broken = next((step for step in self.steps if step.refusal is not None), None)
        moves = tuple(self.moves)
        outcome = _outcome(self.opened, result, moves, waiting)
        if broken is not None and broken.refusal is not None:
            verb = "cannot be judged" if self.undecided else "is not legal"
            outcome = f"Step {broken.number} {verb}: {broken.refusal.reason}."
        table = self._calculation(result)
        answer = LineAnswer(tuple(self.steps), outcome, table, broken is None, self.undecided)
        undecided = self.undecided or (
            f"the line leaves a choice open: {'; '.join(waiting)}" if waiting else ""
        )
        return Played(
            answer,
            moves,
            tuple(self.states),
            result,
            final,
            self.readings,
            undecided,
            waiting,
            ways,
            self.has_any_pool,
        )

    def _calculation(self, result: State) -> Calculation | None:
        """The table of the battle that was fought, or of the gold made."""
        if result.tally.outcome in ("won", "lost"):
            return attack_calculation(self.opened.book, result.tally.attacked, result.target, self.entries)
        return gold_calculation(self.entries) if result.turn == "village" else None

    def _finish(self) -> tuple[str, ...]:
        self.fresh = []
        for _ in range(_MOST_SILENT):
            state = self.state
            if state.over or self._ended() or not state.todo or self.game.mover(state) < 0:
                break
            silent = self._silent_choice(self.game.legal_actions(state))
            if silent is None or (silent == Pass() and may_intervene(self.game, state)):
                return answers(self.game, state)
            self._apply(silent)
        if self.fresh and self.steps:
            last = self.steps[-1]
            self.steps[-1] = replace(last, entries=last.entries + tuple(self.fresh))
        return ()


def _entry(opened: Opened, state: State, action: Action) -> Visit | None:
    """The place that an action at the start of a turn belongs to."""
    place: Place | None = None
    if isinstance(action, Buy | LevelUp):
        place = "village"
    elif isinstance(action, Attack | Equip):
        place = "dungeon"
    elif isinstance(action, Destroy):
        place = "rest"
    elif isinstance(action, Use) and 0 <= action.card < len(state.party):
        abilities = opened.book.card(state.party[action.card].card).abilities
        place = abilities[action.ability].when if action.ability < len(abilities) else None
    return Visit(place) if place is not None else None


def _needed_step(written: Written) -> str:
    """The step of a visit to the Village that the written action belongs to."""
    if written.step:
        return written.step
    return {Buy: "buying", LevelUp: "levelling"}.get(type(written.action), "")


def _outcome(opened: Opened, result: State, moves: Sequence[Move], waiting: tuple[str, ...]) -> str:
    """One sentence: what the line came to."""
    book = opened.book
    if waiting:
        return f"The line leaves a choice open: {'; '.join(waiting)}."
    if result.turn in ("village", "rest"):
        told = turn_sentence(book, result, bought(moves), levelled(moves))
    elif result.tally.outcome or result.over:
        told = battle_sentence(book, result, attacked_name(book, moves, result.tally))
    else:
        told = "The line ends before a Monster is attacked."
    return f"{told} {ending_sentence(book, result)}" if result.over else told
