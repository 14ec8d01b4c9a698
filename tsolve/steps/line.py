"""Plays a written line step by step through the engine."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from copy import copy
from itertools import zip_longest
from typing import Generic, TypeVar

from msgspec.structs import replace

from tsolve.budget import SpentError
from tsolve.contract.position import Position, Worlds
from tsolve.contract.step_reader import Continuation, Move, Played, Texts, Tried, Written
from tsolve.diagnostics import input_error
from tsolve.engine import CHANCE, UNKNOWN
from tsolve.errors import InputError, Span
from tsolve.model.plays import LineAnswer, StepAnswer
from tsolve.model.trace import Entry, Refusal, Trace
from tsolve.model.verdicts import sentence
from tsolve.steps.everybody import Everybody, answer_for_all, everybody
from tsolve.steps.in_passing import Course
from tsolve.steps.step_text import UnclearError, split_steps

S = TypeVar("S")
A = TypeVar("A")

_MOST_TOLD = 6
"""The most chance outcomes that are listed where a line stops before chance."""
_MOST_SILENT = 50
"""More unwritten steps between two written ones than a turn can have."""


def play_line(
    position: Position[S, A],
    texts: Sequence[str],
    spans: Sequence[Span | None] = (),
    in_all_ways: bool = True,
) -> Played[S, A]:
    """Play a written line from the position that the file tells.

    What changes nothing need not be written: a pass between steps, a choice that has one answer or does not
    matter. Optional choices of the active player that are open at the end are passed. If other choices are
    left open, at the end or by other players on the way, the line is played in all ways, as far as the budget
    allows. Raises InputError for a text that says nothing.
    """
    return _Line(position).play([*zip_longest(texts, spans[: len(texts)])], in_all_ways)


def check_single(position: Position[S, A], text: str) -> None:
    """Raises InputError for a text that says nothing, or several steps at once (E323)."""
    with suppress(UnclearError):
        _Line(position, only_single=True).attempt(text, None)


class _Line(Generic[S, A]):
    """The line so far."""

    def __init__(self, position: Position[S, A], only_single: bool = False) -> None:
        """`only_single`: a text that says several steps at once is an error; otherwise such a step is only
        illegal.
        """
        self.only_single = only_single
        self.position = position
        self.step_reader = position.step_reader()
        self.ends_turn = position.ends_turn
        self.game = self.step_reader.game
        self.state = position.state
        self.result: S | None = None
        self.steps: list[StepAnswer] = []
        self.moves: list[Move[S, A]] = []
        self.states = [position.state]
        self.entries: list[Entry] = []
        self.fresh: list[Entry] = []
        self.readings: dict[str, str] = {}
        self.undecided = ""
        self.not_judged = 0
        self.answers = Tried()
        self.course: Course[S, A] = Course(position)
        self.indifferent: tuple[()] | tuple[_Line[S, A], Texts] = ()
        """The line before the first choice among several that was made without a written step, and the steps
        that followed.
        """
        self.is_one_world = False
        """Whether it assumes something unknown, and so is one of several lines that the file may mean."""
        self._note_result()

    # all steps

    def play(self, texts: Texts, in_all_ways: bool) -> Played[S, A]:
        """Play the steps that follow, and sum up."""
        for index, (text, span) in enumerate(texts):
            if (worlds := self._worlds()) is not None:
                return self._in_every_world(worlds, texts[index:], in_all_ways)
            before = self.fork() if self.step_reader.waits(self.state) else None
            if self.step(text, span):
                if before is not None:
                    self._note_indifferent(before, texts[index:])
                continue
            self.not_judged = len(texts) - index - 1
            if in_all_ways and self.undecided:
                self._settle_last_step()
            if in_all_ways and self.step_reader.is_left_to_others(self.state):
                from tsolve.steps.left_open import whatever_others_choose  # few lines leave it out

                return whatever_others_choose(self, texts[index:]) or self.played(in_all_ways)
            break
        if self.steps[-1:] and self.steps[-1].refusal is not None:
            return self.played(in_all_ways)
        if (worlds := self._worlds()) is not None:
            return self._in_every_world(worlds, (), in_all_ways)
        return self.played(in_all_ways)

    def _worlds(self) -> Worlds[S] | None:
        """The positions that may have been reached, if the rest depends on something that the file does not
        say.
        """
        return None if self.is_one_world else self.position.at(self.state).worlds()

    def _in_every_world(self, worlds: Worlds[S], texts: Texts, in_all_ways: bool) -> Played[S, A]:
        from tsolve.steps.left_open import in_every_world  # few files leave that out

        return in_every_world(self, worlds, texts, in_all_ways)

    def in_world(self, state: S) -> _Line[S, A]:
        """The same line, continued from one of the positions that it may have reached."""
        other = self.fork()
        other.is_one_world, other.state, other.states[-1] = True, state, state
        return other

    def _settle_last_step(self) -> None:
        """An undecided last step is illegal after all if it is impossible whatever comes."""
        from tsolve.steps.left_open import never_legal

        if refusal := never_legal(self.position.at(self.states[-1]), self.steps[-1].text):
            self.steps[-1] = replace(self.steps[-1], refusal=refusal)
            self.undecided = ""

    # one step

    def step(self, text: str, span: Span | None) -> bool:
        """Play one written step; False if it is illegal, and then nothing has changed."""
        self.fresh = [] if self.steps else list(self.step_reader.beginning())
        self.entries += self.fresh
        is_single = everybody(text, self.step_reader.kinds) is None
        repeats = is_single and self.step_reader.repeats(self.state, text, span)
        if repeats or self._is_done_already(text, span):
            self.course = self.course.told(text)
            self.add_step(text, span, None)
            return True
        before = self.state
        refusal = self.attempt(text, span)
        is_event = bool(self.moves) and self.step_reader.is_event(self.moves[-1].action)
        if refusal is None and self.state is not before and not is_event:
            self.course = Course(self.position.at(before), text)
        self.add_step(text, span, refusal)
        return refusal is None

    def _is_done_already(self, text: str, span: Span | None) -> bool:
        """Whether the step before has already done what the text says, and it cannot be done again."""
        if not self.steps or not self.course.has(self.state, text, span):
            return False
        with suppress(InputError):
            return self.fork().attempt(text, span) is not None
        return True

    def _by_everybody(self, text: str, said: Everybody) -> Refusal | None:
        trial = self.fork()
        refusal = answer_for_all(trial, text, said)
        if refusal is None:
            vars(self).update(vars(trial))
        self.undecided = trial.undecided
        return refusal

    def attempt(self, text: str, span: Span | None, in_steps: bool = True) -> Refusal | None:
        """Do what a text says, or return why it is illegal. With `in_steps`, a text that says several steps
        at once is answered with how to write them. Raises InputError for a text that means no step.
        """
        if (said := everybody(text, self.step_reader.kinds)) is not None:
            return self._by_everybody(text, said)
        before = self.state
        try:
            written = self._approach(text, span)
        except UnclearError:
            raise
        except InputError as error:
            if not in_steps:
                raise
            return self._of_several(text, span, error)
        if self.state is not before and self.step_reader.repeats(self.state, text, span):
            return None  # what came without a step has left one possibility, and the text says it
        refusal = self._do(text, written)
        if refusal is not None and not written.is_whole and in_steps:
            return self._of_several(text, span, refusal)
        return refusal

    def _of_several(self, text: str, span: Span | None, why_not: Refusal | InputError) -> Refusal | None:
        """Do the steps that a text says in the very words of steps. Any other text that says several at once
        is illegal: because the last of them is, or because they must be written one by one. `why_not`: why
        the text is no legal step by itself, for one that is not several.

        Raises InputError (E323) where the text means no single action, not even a refused one.
        """
        refusal = why_not if isinstance(why_not, Refusal) else None
        trial: _Trial[S, A] = _Trial(self)
        apart = split_steps(trial, text, or_begun=refusal is None)
        if apart is None:
            if isinstance(why_not, InputError):
                raise why_not
            return refusal
        if apart.refusal is not None:
            return replace(apart.refusal, action=text)
        if apart.is_said_in(text) and not self.only_single:
            refused = (self.attempt(step, span, in_steps=False) for step in apart.steps)
            return next((each for each in refused if each is not None), None)
        if refusal is not None and not self.only_single:
            return replace(refusal, reason=f"{apart.problem}: {apart.told}")
        place = span.of(apart.later) if span is not None else None
        raise input_error("E323", apart.problem, place, apart.told)

    def add_step(self, text: str, span: Span | None, refusal: Refusal | None) -> None:
        """Record a step that was taken or refused."""
        instead: tuple[str, ...] = ()
        if refusal is not None:
            legal = self.position.legal_actions(self.state)
            instead = tuple(self.game.notation(self.state, each) for each in legal)
        else:
            self.states.append(self.state)
        line = span.line_in_file if span is not None else None
        number, goes_on = len(self.steps) + 1, bool(text) and text == self.ends_turn
        self.steps.append(StepAnswer(number, text, tuple(self.fresh), refusal, instead, line, goes_on))

    def _do(self, text: str, written: Written[A]) -> Refusal | None:
        said = self.step_reader.said(self.state, text, written.action)
        if said is not None:
            self.state = said.state
            return said.refusal
        refusal = self._untold(text, written) or self._refusal(text, written)
        if refusal is None:
            self.step_reader.begins(written.action)
            self.apply(written.action)
        return refusal

    def _refusal(self, text: str, written: Written[A]) -> Refusal | None:
        refusal = self._reason(text, written)
        left_open = self.step_reader.left_open(self.step_reader.player_of(written.action))
        left_open = left_open or self.step_reader.nobody_knows(self.state, written)
        if refusal is None or not (left_open := left_open or self._told_in_a_world(text)):
            return refusal
        self.undecided = f'"{text}": {left_open}'
        return replace(refusal, reason=left_open)

    def _reason(self, text: str, written: Written[A]) -> Refusal | None:
        step_reader, action, state = self.step_reader, written.action, self.state
        event = step_reader.is_event(action) or self._may_come(action)
        if (refusal := step_reader.refuses(state, text, action)) is not None:
            return refusal
        if step_reader.has_result and not event and not self.game.is_over(state):
            return step_reader.too_late(state, text, action, self.moves)
        if self.game.mover(state) in (CHANCE, UNKNOWN) and not event:
            first, how, rulings = step_reader.chance(state)
            self.undecided = f'"{text}": {first}, and the steps do not say which ({how})'
            return Refusal(text, f"{first}; say which: {how}", rulings)
        refusal = self.game.why_not(state, action)
        if written.beyond is not None:
            return Refusal(text, *written.beyond)
        return step_reader.absent(text, written, refusal) if written.absent else refusal

    def _untold(self, text: str, written: Written[A]) -> Refusal | None:
        """Why a step that depends on something unknown cannot be judged; None if it would be illegal even in
        a position that has what the step needs.
        """
        untold = self.step_reader.untold(self.state, written.action)
        if untold is None:
            return None
        line = _Line(self.position.at(untold.told(self.position.state)))
        if not all(line.step(step.text, None) for step in self.steps) or not line.step(text, None):
            return None
        self.undecided = f'"{text}": {untold.reason}'
        return Refusal(text, untold.reason, untold.rulings)

    def _told_in_a_world(self, text: str) -> str:
        """The unknown fact, in words, that would make a refused step legal; empty if there is none."""
        for number, before in enumerate(() if self.is_one_world else self.states):
            after = (*self.states, self.state)[number + 1]
            for world in self.step_reader.worlds(before, after):
                line = _Line(self.position.at(world.state))
                line.is_one_world = True
                steps = [step.text for step in self.steps[number:]]
                if all(line.step(each, None) for each in (*steps, text)):
                    return world.told
        return ""

    def _may_come(self, action: A) -> bool:
        """Whether the action may be a chance event now: some texts can mean a player's choice or an event.
        What another player gave may be written at any time.
        """
        mover = self.game.mover(self.state)
        if mover >= 0 and mover == self.step_reader.player_of(action):
            return self.game.why_not(self.state, action) is None
        if mover != CHANCE:
            return mover < 0 and mover != UNKNOWN and self.game.why_not(self.state, action) is None
        return any(event == action for event, _ in self.game.chance(self.state))

    # silent steps

    def _approach(self, text: str, span: Span | None) -> Written[A]:
        """Read the text in the position where it belongs, after the steps that people leave out."""
        for _ in range(_MOST_SILENT):
            written = self.step_reader.read(self.state, text, span)
            self.state = self.step_reader.in_turn(self.state, written.action)
            if self._is_at_rest():
                silent = self._unsaid(written)
            else:
                silent = self.step_reader.silent_step(self.state, written)
            if silent is None:
                break
            self._apply_silently(silent)
        return written

    def choose(self, action: A) -> None:
        """Make a choice as part of the step before."""
        self.fresh = []
        self.apply(action)
        self._tell_with_step_before()

    def _tell_with_step_before(self) -> None:
        """Show what has just happened with the last step."""
        if self.fresh and self.steps:
            last = self.steps[-1]
            self.steps[-1] = replace(last, entries=last.entries + tuple(self.fresh))

    def _apply_silently(self, action: A) -> None:
        """Do an unwritten step; if it is a consequence of the step before, show it there."""
        entries, belongs_before = self.fresh, self.step_reader.is_consequence(self.state, action)
        if belongs_before and self.steps:
            self.fresh = []
        self.apply(action)
        if belongs_before and self.steps:
            last = self.steps[-1]
            self.steps[-1] = replace(last, entries=last.entries + tuple(self.fresh))
            self.fresh = entries

    def _unsaid(self, written: Written[A]) -> A | None:
        """What chance did before this step, if the line need not mention it."""
        over = self.game.is_over(self.state) or self.step_reader.has_result
        if over or self.game.mover(self.state) != CHANCE or self.step_reader.is_event(written.action):
            return None
        return self.step_reader.implicit(self.state)

    def _is_at_rest(self) -> bool:
        """Whether the turn has its result, or chance or something unknown comes next."""
        return self._is_at_its_end() or self.game.mover(self.state) < 0

    def _is_at_its_end(self) -> bool:
        """Whether the turn has come to its result."""
        return self.game.is_over(self.state) or self.step_reader.has_result

    # the engine

    def apply(self, action: A) -> None:
        """Carry out a legal action."""
        trace, before, probe = Trace(), self.state, self.step_reader.probe
        probe.readings.clear()
        probe.forced.clear()
        probe.came.clear()
        probe.untold.clear()
        self.state = self.game.apply(before, action, trace)
        self.readings.update(probe.readings)
        self.moves.append(Move(before, action, len(self.steps) + 1))
        self.fresh += trace.entries
        self.entries += trace.entries
        self.step_reader.done(before, action, self.state, trace.entries)
        self._note_result()

    def _note_result(self) -> None:
        if self.result is None and self.step_reader.is_result(self.state):
            self.result = self.state
            self.step_reader.has_result = True

    # the end

    def played(self, in_all_ways: bool) -> Played[S, A]:
        """Make the open choices that do not matter, and sum up."""
        waiting = self.finish() if not self.steps or self.steps[-1].refusal is None else ()
        ways: tuple[Continuation[S, A], ...] = ()
        if in_all_ways and (waiting or self.indifferent):
            from tsolve.steps.left_open import every_way, whichever_is_chosen

            with suppress(SpentError):
                ways = whichever_is_chosen(*self.indifferent) if self.indifferent else every_way(self)
        return self.summed_up(waiting, ways)

    def _note_indifferent(self, before: _Line[S, A], texts: Texts) -> None:
        """Note that a choice among answers that lead to the same result was made without a written step."""
        if self.step_reader.indifferent and not self.indifferent:
            self.indifferent = before, texts

    def finish(self) -> tuple[str, ...]:
        """Continue until something is left open; returns what may come next, in words, if the line stops
        there.
        """
        self.fresh = []
        for _ in range(_MOST_SILENT):
            if events := self.what_may_come():
                self._tell_with_step_before()
                return tuple(self.game.notation(self.state, event) for event in events)
            if self._is_at_rest() or not self.step_reader.waits(self.state):
                break
            before = self.fork()
            silent = self.step_reader.last_choice(self.state, self.game.legal_actions(self.state))
            if silent is None:
                return self.step_reader.open_answers(self.state)
            self._note_indifferent(before, ())
            self.apply(silent)
        self._tell_with_step_before()
        return ()

    def what_may_come(self) -> list[A]:
        """The possible events, if the line stops in the middle of a step whose result depends on chance."""
        by_chance = not self._is_at_its_end() and self.game.mover(self.state) == CHANCE
        if not by_chance or self.step_reader.implicit(self.state):
            return []
        return [event for event, _ in self.game.chance(self.state)]

    def _what_nobody_knows(self) -> str:
        """What must be known first, if the line stops before something unknown; else empty."""
        if self._is_at_its_end() or self.game.mover(self.state) != UNKNOWN:
            return ""
        first, how, _ = self.step_reader.chance(self.state)
        return f"{first}, and the steps do not say which ({how})"

    def _left_open(self, waiting: tuple[str, ...]) -> str:
        if self.game.mover(self.state) != CHANCE:
            return f"the steps leave a choice open: {'; '.join(waiting)}"
        more = f"; and {len(waiting) - _MOST_TOLD} more" if len(waiting) > _MOST_TOLD else ""
        return f"the steps stop where chance decides: {'; '.join(waiting[:_MOST_TOLD])}{more}"

    def fork(self) -> _Line[S, A]:
        """A copy of the line, for another continuation."""
        other = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, (list, dict)):
                setattr(other, name, copy(value))
        other.step_reader = self.step_reader.fork()
        return other

    def summed_up(self, waiting: tuple[str, ...], ways: tuple[Continuation[S, A], ...]) -> Played[S, A]:
        reached = self.state if self.result is None else self.result
        broken = next((step for step in self.steps if step.refusal is not None), None)
        moves = tuple(self.moves)
        result = self.step_reader.result(reached, moves, self.entries)
        outcome = result.sentence
        undecided = self.undecided
        if waiting:
            left_open = self._left_open(waiting)
            outcome, undecided = f"{sentence(left_open)}.", undecided or left_open
        elif broken is None and not undecided and (undecided := self.step_reader.doubt(moves)):
            outcome = f"{outcome} But {undecided}."
        elif broken is None and not undecided and (undecided := self._what_nobody_knows()):
            outcome = f"{sentence(undecided)}."
        if broken is not None and broken.refusal is not None:
            verb = "cannot be judged" if self.undecided else "is not legal"
            outcome = f"Step {broken.number} {verb}: {broken.refusal.reason}."
        return Played(
            LineAnswer(
                tuple(self.steps),
                outcome,
                result.calculation,
                broken is None,
                self.undecided,
                self.not_judged,
                result.lost,
            ),
            moves,
            tuple(self.states),
            reached,
            self.step_reader.go_on(self.state),
            self.readings,
            undecided,
            waiting,
            ways,
            self.step_reader.indifferent,
            tuple(self.entries),
        )


class _Trial(Generic[S, A]):
    """A copy of the line, for trying steps."""

    def __init__(self, line: _Line[S, A]) -> None:
        self.line = line

    def fork(self) -> _Trial[S, A]:
        return _Trial(self.line.fork())

    def attempt(self, text: str) -> Refusal | None:
        return self.line.attempt(text, None, in_steps=False)

    def next_steps(self) -> list[str]:
        line, game = self.line, self.line.game
        actions = game.legal_actions(line.state) or [event for event, _ in game.chance(line.state)]
        texts = [game.notation(line.state, action) for action in actions]
        texts += re.findall("`(.+?)`", line.step_reader.how_to_say)
        me = f"player {game.turn_of(line.state)}"
        return [re.sub(rf"^{me}:? (\w+?)s?\b", r"\1", each) for each in texts]

    def choices(self) -> tuple[str, ...]:
        line = self.line
        return line.step_reader.open_answers(line.state) if line.step_reader.waits(line.state) else ()
