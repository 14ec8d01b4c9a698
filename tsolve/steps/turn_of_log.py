"""One turn of a log: a line that goes on to the next turn, with what the log tells of chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Generic, NamedTuple, Self, TypeVar

from msgspec.structs import replace

from tsolve.contract.log_rules import LogRules
from tsolve.contract.position import Position
from tsolve.contract.step_reader import Played, Written
from tsolve.diagnostics import counted
from tsolve.engine import CHANCE, UNKNOWN
from tsolve.errors import Span
from tsolve.model.logs import Fault
from tsolve.model.plays import StepAnswer
from tsolve.model.trace import Refusal
from tsolve.steps.line import Line

S = TypeVar("S")
A = TypeVar("A")

_MOST_PASSED = 4
"""More choices than one step that is left out leaves open."""

_MOST = 500
"""More choices and events without a step than a turn can have."""


class Card(NamedTuple):
    """A card that a log says has come."""

    name: str
    place: str = ""
    """Where it came to, if the log says so."""
    span: Span | None = None


class TurnLine(Line[S, A], Generic[S, A]):
    """The line of a turn."""

    def __init__(
        self,
        position: Position[S, A],
        rules: LogRules[S, A],
        told: Mapping[str, tuple[Card, ...]],
        is_assumed: bool = False,
    ) -> None:
        """`is_assumed`: whether the table is, since something before the turn cannot be known."""
        super().__init__(position)
        self.rules = rules
        self.told = dict(told)
        """What the log says has come and has not come so far, by the key of the turn."""
        self.start = position.state
        self.seat = rules.seat(position.state)
        self.is_hidden = False
        """Whether nobody knows the player's cards."""
        self.goes_beyond = False
        """Whether the turn has its result, and what follows is played."""
        self.all_steps: list[StepAnswer] = []
        self.faults: list[Fault] = []
        self.texts: list[str] = []
        self.texts_to_result: tuple[str, ...] = ()
        """The steps and events up to the result of the turn."""
        self.is_assumed = is_assumed
        """Whether the table is assumed here: what is not legal on it may have been legal."""
        self.by_itself: tuple[A, ...] = ()
        """What came at last without a choice of chance, such as the last card of a deck."""
        self.ended: Played[S, A] | None = None
        """The line up to the result of the turn."""

    # the whole turn

    def whole_turn(
        self, texts: Sequence[str] | None, spans: Sequence[Span], span: Span
    ) -> tuple[Played[S, A], str]:
        """Play all steps, then go on until the next turn begins. Returns the line up to its result, and why
        the log cannot go on.
        """
        self._open(texts or ())
        if texts is None:
            self._miss("what was done in the turn is not told", "nothing was done", span)
        for text, place in zip(texts or (), spans, strict=True):
            self._take(text, place)
        stopped = self._go_on(span)
        self.by_itself = tuple(self.step_reader.by_itself())
        for cards in self.told.values():
            for card in cards:
                self._never_came(card)
        return self.ended or self.summed_up((), ()), stopped

    def _open(self, texts: Sequence[str]) -> None:
        """Show the hand, if nobody has seen it and the steps do not begin with it."""
        first = self.step_reader.understood(self.state, texts[0], None) if texts else None
        if first is not None and self.step_reader.is_event(first.action):
            return
        if self._is_own_hand():
            self.told["hand"] = ()
        shown = len(self.told.get("hand", ()))
        self.state = self.rules.opened(self.game, self.state, shown)
        is_hidden = self.rules.is_hidden(self.state)
        while self.game.mover(self.state) in (CHANCE, UNKNOWN) and self.rules.is_hidden(self.state):
            event = self._event_told(("hand",))
            if event is None:
                break
            self._let_come(event)
        fitting = shown - len(self.told.get("hand", ()))
        if shown and is_hidden:
            self._are_not_in_hand()
        if fitting and self.rules.is_hidden(self.state):
            self._is_all()
        if self.told.get("hand") and (known := self.rules.hand(self.state)) is not None:
            self._is_another_hand(known)
        self._begin_with_hand()

    def _are_not_in_hand(self) -> None:
        """Say that the player has no such cards as the turn tells of the hand besides those that fit."""
        for card in self.told["hand"]:
            line = card.span.line_in_file if card.span is not None else None
            refusal = Refusal(
                f"hand: {card.name}",
                f"no {card.name} can be in this hand",
                self.rules.rulings_of.get("drew", self.step_reader.rulings_of_chance),
            )
            self.faults.append(Fault(refusal, "it was another card", self.is_assumed, line=line))
        self.told["hand"] = ()

    def _is_all(self) -> None:
        """Take the cards that are told for the whole hand."""
        is_short = self.game.mover(self.state) == CHANCE
        after = self.rules.left_untold(self.game, self.state)
        if after is None:
            return
        self.state = after
        if is_short:
            self._miss("more cards than the turn tells were in the hand", "there were no others", None)

    def _is_own_hand(self) -> bool:
        """Whether the turn only tells the hand again that is known."""
        told, known = self.told.get("hand", ()), self.rules.hand(self.state)
        if known is None or not told:
            return False
        return sorted(self.position.card(card.name, card.span) for card in told) == sorted(known)

    def _is_another_hand(self, known: Sequence[str]) -> None:
        """Say that the turn tells another hand than the one that is known."""
        names = sorted(self.position.ruleset.cards[each].name for each in known)
        first, told = self.told["hand"][0].span, ", ".join(counted(card.name for card in self.told["hand"]))
        refusal = Refusal(f"hand: {told}", f"the hand is known: {', '.join(counted(names))}", ())
        line = first.line_in_file if first is not None else None
        self.faults.append(Fault(refusal, "it is the hand that is known", self.is_assumed, line=line))
        self.told["hand"] = ()

    def _begin_with_hand(self) -> None:
        """The turn begins when its hand is shown."""
        if not self.goes_beyond and self.rules.begins(self.state):
            self.start, self.texts = self.state, []

    def _hide(self, span: Span | None) -> None:
        """Go on without the hand, if neither the turn nor a step has told it."""
        if self.goes_beyond or self.is_hidden or not self.rules.is_hidden(self.state):
            return
        after = self.rules.left_untold(self.game, self.state)
        if after is None:
            return
        self.state, self.is_hidden = after, True
        if not any(each.undecided for each in self.faults):
            untold = "the cards in hand are not told: write them as `hand`"
            self._doubt(Refusal("", untold, ()), "each step is done as it is said", span)

    def _miss(self, reason: str, assumed: str, span: Span | None) -> None:
        """Note something that nobody tells, and on which the table depends."""
        self.is_assumed = True
        self._doubt(Refusal("", reason, ()), assumed, span)

    def _doubt(self, refusal: Refusal, assumed: str, span: Span | None, step: int = 0) -> None:
        """Note something that cannot be judged."""
        line = span.line_in_file if span is not None else None
        self.faults.append(Fault(refusal, assumed, undecided=True, step=step, line=line))

    @property
    def is_untold(self) -> bool:
        """Whether nobody can tell what the turn came to."""
        return self.is_hidden or not any(step.refusal is None for step in self.all_steps)

    # steps

    def _take(self, text: str, span: Span) -> None:
        """Take a step; one that is not legal is left out."""
        if not (self.goes_beyond or self.is_hidden) and self.rules.is_hidden(self.state):
            written = self.step_reader.understood(self.state, text, span)
            if written is None or not self.step_reader.is_event(written.action):
                self._hide(span)
        if self.step_reader.has_result:
            self._begin_beyond()
        if self.is_hidden and self._hangs_on_hand(text, span):
            return
        before = self.fork()
        done = self.step(text, span) or self._goes_without(before, text, span)
        step = replace(self.steps[-1], number=len(self.all_steps) + 1)
        if done:
            self.all_steps.append(step)
            self.texts.append(text)
            self._begin_with_hand()
            return
        undecided = self.undecided
        vars(self).update(vars(before))
        if self.is_hidden and self._as_said(text, span):
            self.texts.append(text)
            self.all_steps.append(replace(step, refusal=None, instead=()))
            return
        self.all_steps.append(step)
        assert step.refusal is not None
        self.is_assumed = doubt = bool(undecided) or self.is_hidden or self.is_assumed
        self.faults.append(Fault(step.refusal, "the step is left out", doubt, step.number, step.line))

    def _goes_without(self, before: Self, text: str, span: Span) -> bool:
        """Do a step that is legal once the choice is passed whose step was left out before it."""
        if not self.all_steps or self.all_steps[-1].refusal is None:
            return False
        refused = self.fork()
        vars(self).update(vars(before.fork()))
        for _ in range(_MOST_PASSED):
            passed = self._passed()
            if passed is None:
                break
            self.choose(passed)
            trial = self.fork()
            if trial.step(text, span):
                vars(self).update(vars(trial))
                return True
        vars(self).update(vars(refused))
        return False

    def _passed(self) -> A | None:
        """What the player does who does nothing more, as long as the turn has no result."""
        is_open = not self.step_reader.has_result and not self.game.is_over(self.state)
        return (
            self.rules.passes(self.game, self.state) if is_open and self.game.mover(self.state) >= 0 else None
        )

    def _hangs_on_hand(self, text: str, span: Span) -> bool:
        """Leave out a step whose result nobody can know who does not know the cards in hand."""
        written = self.step_reader.understood(self.state, text, span)
        if written is None or not self.rules.hangs_on_hand(written.action):
            return False
        refusal = Refusal(text, "how it ends depends on the cards in hand, which are not told", ())
        number = len(self.all_steps) + 1
        self.all_steps.append(StepAnswer(number, text, (), refusal, (), span.line_in_file))
        self._doubt(refusal, "the step is left out", span, number)
        self.is_assumed = True
        return True

    def _as_said(self, text: str, span: Span) -> bool:
        """Do a step of a player whose cards nobody knows as it is said, if its result can be known."""
        written = self._approach(text, span)
        after = self.rules.as_said(self.game, self.state, written.action)
        if after is not None:
            self.state = after
            self._note_result()
        return after is not None

    # what the log tells of chance

    def _do(self, text: str, written: Written[A]) -> Refusal | None:
        """An event that is waited for happens, even if such a card has come by itself, too."""
        action, comes = written.action, self.game.mover(self.state) in (CHANCE, UNKNOWN)
        comes = comes and self.step_reader.is_event(action)
        asked = self.goes_beyond and not self._has_passed_on() and self.step_reader.waits(self.state)
        if (comes or asked) and self.game.why_not(self.state, action) is None:
            self.apply(action)
            return None
        return super()._do(text, written)

    def _unsaid(self, written: Written[A]) -> A | None:
        if not self.step_reader.is_event(written.action) and (event := self._event_told()) is not None:
            self._note_text(event)
            return event
        return super()._unsaid(written)

    def what_may_come(self) -> list[A]:
        """The line is played on here by what the log tells."""
        return []

    def _event_told(self, keys: Sequence[str] = ("hand", "drew", "came")) -> A | None:
        """What comes next, if the log tells it under one of these keys; it is told no longer."""
        if self.game.is_over(self.state) or self.game.mover(self.state) not in (CHANCE, UNKNOWN):
            return None
        for key in keys:
            cards = self.told.get(key, ())
            tried: set[str] = set()
            for index, card in enumerate(cards):
                if card.name in tried or (card.place and not self.rules.is_at(self.state, card.place)):
                    continue
                tried.add(card.name)
                for text in self.rules.events(key, card.name):
                    written = self.step_reader.understood(self.state, text, card.span)
                    if written is None or not self.step_reader.is_event(written.action):
                        continue
                    if self.game.why_not(self.state, written.action) is None:
                        self.told[key] = cards[:index] + cards[index + 1 :]
                        return written.action
        return None

    def _note_text(self, event: A) -> None:
        self.texts.append(self.game.notation(self.state, event))

    def _let_come(self, event: A) -> None:
        """Let an event happen, as a part of the step before."""
        self._note_text(event)
        self.choose(event)

    def _never_came(self, card: Card) -> None:
        """Say that a card of the log cannot have come, unless it has come by itself."""
        key = next(key for key, cards in self.told.items() if card in cards)
        refusal: Refusal | None = None
        for text in self.rules.events(key, card.name):
            written = self.step_reader.understood(self.state, text, card.span)
            here = self.rules.at_rest(self.state)
            said = self.step_reader.said(here, text, written.action) if written is not None else None
            if said is not None and said.refusal is None and self._is_misplaced(key, card, here):
                continue
            if said is not None and said.refusal is None:
                self.state = self.rules.waiting_as(self.state, said.state)
                return
            if said is not None and self.rules.explains:
                refusal = refusal or said.refusal
        told = refusal.reason if refusal is not None else "nothing more came in the turn"
        if card.place:
            told = f"nothing came to {card.place} that can be it"
        elif came := self._came(key):
            told = f"what came is {', '.join(counted(came))}"
        rulings = self.rules.rulings_of.get(key, self.step_reader.rulings_of_chance)
        rulings = refusal.rulings if refusal is not None else rulings
        place = card.span.line_in_file if card.span is not None else None
        is_of_step = key == "came" or not self.rules.goes_on
        if is_of_step and (left_out := [step.number for step in self.all_steps if step.refusal is not None]):
            told = f"it may have come of step {left_out[-1]}, which is left out"
            self._doubt(Refusal(f"{key}: {card.name}", told, ()), "it did not come", card.span)
            return
        refused = Refusal(f"{key}: {card.name}", told, rulings)
        self.faults.append(Fault(refused, "it did not come", self.is_assumed, line=place))

    def _is_misplaced(self, key: str, card: Card, state: S) -> bool:
        """Whether the log names a place for a card that has not come there."""
        is_there = not card.place or self.rules.is_at(state, card.place)
        return not is_there and card.name not in self._came(key)

    def _came(self, key: str) -> list[str]:
        """What came in the turn, of what this key tells."""
        moves = [move for move in self.moves if self.step_reader.is_event(move.action)]
        texts = [self.game.notation(move.before, move.action) for move in moves]
        texts += [self.game.notation(self.state, event) for event in self.by_itself]
        verbs = tuple(f"{verb} " for verb in self.rules.verbs[key] if "{" not in verb)
        return [text.removeprefix(verb) for text in texts for verb in verbs if text.startswith(verb)]

    # on to the next turn

    def _begin_beyond(self) -> None:
        """Go on by the rules of the whole game, once the turn has its result."""
        if self.goes_beyond:
            return
        self.ended = self.summed_up((), ())
        self.texts_to_result = tuple(self.texts)
        self.goes_beyond = True
        self.game, self.state = self.rules.beyond(self.step_reader, self.state)
        self.step_reader.game = self.game

    def _has_passed_on(self) -> bool:
        """Whether the next turn begins."""
        if self.game.is_over(self.state):
            return True
        is_next = self.rules.seat(self.state) != self.seat
        return self.goes_beyond and (is_next or self.rules.begins(self.state))

    def _go_on(self, span: Span) -> str:
        """Go on until the next turn begins; returns why that cannot be."""
        self._hide(span)
        for _ in range(_MOST):
            if self.step_reader.has_result or self.game.is_over(self.state):
                self._begin_beyond()
            if self._has_passed_on():
                return ""
            if not self.rules.goes_on:
                event = self._event_told()
                if event is None:
                    self.texts_to_result = tuple(self.texts)
                    return ""
                self._let_come(event)
                continue
            if not self._next(span):
                return "what comes next in the turn is not told, and the table after it depends on that"
        return "the turn does not end"

    def _next(self, span: Span) -> bool:
        """Let something happen that no step tells; False if nothing can."""
        if self.game.mover(self.state) in (CHANCE, UNKNOWN):
            return self._chance(span)
        if self.step_reader.waits(self.state):
            return self._choose(span)
        passed = self.rules.passes(self.game, self.state)
        if passed is not None:
            self.choose(passed)
            return True
        return self._end(span)

    def _chance(self, span: Span) -> bool:
        event = self._event_told()
        if event is None and self.game.mover(self.state) == CHANCE:
            events = self.game.chance(self.state)
            if not events:  # no card is left that could come
                self.state = self.game.sample(self.state, Random(0))
                self._note_result()
                return True
            is_sure = len(events) == 1 or self.rules.all_come(self.state)
            event = events[0][0] if is_sure else None
        if event is not None:
            self._let_come(event)
            return True
        untold = self.step_reader.implicit(self.state) if self.game.mover(self.state) == CHANCE else None
        if untold is not None:
            self.choose(untold)
            return True
        after = self.rules.left_untold(self.game, self.state)
        if after is None:
            return False
        self.state = after
        self._note_result()
        return True

    def _choose(self, span: Span) -> bool:
        """Make a choice that no step makes."""
        legal = self.game.legal_actions(self.state)
        choice = self.step_reader.last_choice(self.state, legal)
        if choice is None:
            if not legal:
                return False
            choice = legal[0]
            words = self.game.notation(self.state, choice)
            open_ = "; ".join(self.step_reader.open_answers(self.state))
            self._miss(f"the steps leave a choice open: {open_}", words, span)
        self.choose(choice)
        return True

    def _end(self, span: Span) -> bool:
        """End a turn in which the rules ask for more."""
        beginnings = [] if self.moves else list(self.rules.idle)
        if beginnings and not self.all_steps and not self.faults:
            self._miss("what was done in the turn is not told", "nothing was done", span)
        for text in beginnings:
            if self.attempt(text, None) is None:
                self.texts.append(text)
                return True
        after = self.rules.cut_short(self.game, self.state)
        if after is None:
            return False
        if not any(step.refusal is not None for step in self.all_steps):
            self._miss("the steps do not say how the turn ends", "the turn ends there", span)
        self.state = after
        self._note_result()
        return True
