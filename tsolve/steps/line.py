"""Plays a written line step by step through the engine."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from itertools import zip_longest
from typing import Generic, TypeVar

from msgspec.structs import replace

from tsolve.budget import SpentError
from tsolve.contract.position import Position, Worlds
from tsolve.contract.step_reader import Continuation, Played, Texts, Written
from tsolve.diagnostics import input_error
from tsolve.engine import CHANCE, UNKNOWN
from tsolve.errors import InputError, Span
from tsolve.model.trace import Refusal
from tsolve.steps.everybody import Everybody, answer_for_all, everybody
from tsolve.steps.in_passing import Course
from tsolve.steps.played_line import MOST_SILENT, PlayedLine
from tsolve.steps.step_text import UnclearError, split_steps

S = TypeVar("S")
A = TypeVar("A")


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
    return Line(position).play([*zip_longest(texts, spans[: len(texts)])], in_all_ways)


def check_single(position: Position[S, A], text: str) -> None:
    """Raises InputError for a text that says nothing, or several steps at once (E323)."""
    with suppress(UnclearError):
        Line(position, only_single=True).attempt(text, None)


class Line(PlayedLine[S, A], Generic[S, A]):
    """A line that reads its steps."""

    def __init__(self, position: Position[S, A], only_single: bool = False) -> None:
        """`only_single`: a text that says several steps at once is an error; otherwise such a step is only
        illegal.
        """
        super().__init__(position)
        self.only_single = only_single

    # all steps

    def play(self, texts: Texts, in_all_ways: bool) -> Played[S, A]:
        """Play the steps that follow, and sum up."""
        for index, (text, span) in enumerate(texts):
            if (worlds := self._worlds()) is not None:
                return self._in_every_world(worlds, texts[index:], in_all_ways)
            before = self.fork() if self.step_reader.waits(self.state) else None
            if self.step(text, span):
                if before is not None:
                    self.note_indifferent(before, texts[index:])
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

    def _settle_last_step(self) -> None:
        """An undecided last step is illegal after all if it is impossible whatever comes."""
        from tsolve.steps.left_open import never_legal

        if refusal := never_legal(self.position.at(self.states[-1]), self.steps[-1].text):
            self.steps[-1] = replace(self.steps[-1], refusal=refusal)
            self.undecided = ""

    def played(self, in_all_ways: bool) -> Played[S, A]:
        """Make the open choices that do not matter, and sum up."""
        waiting = self.finish() if not self.steps or self.steps[-1].refusal is None else ()
        ways: tuple[Continuation[S, A], ...] = ()
        if in_all_ways and (waiting or self.indifferent):
            from tsolve.steps.left_open import every_way, whichever_is_chosen

            with suppress(SpentError):
                ways = whichever_is_chosen(*self.indifferent) if self.indifferent else every_way(self)
        return self.summed_up(waiting, ways)

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
        line = Line(self.position.at(untold.told(self.position.state)))
        if not all(line.step(step.text, None) for step in self.steps) or not line.step(text, None):
            return None
        self.undecided = f'"{text}": {untold.reason}'
        return Refusal(text, untold.reason, untold.rulings)

    def _told_in_a_world(self, text: str) -> str:
        """The unknown fact, in words, that would make a refused step legal; empty if there is none."""
        for number, before in enumerate(() if self.is_one_world else self.states):
            after = (*self.states, self.state)[number + 1]
            for world in self.step_reader.worlds(before, after):
                line = Line(self.position.at(world.state))
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
        for _ in range(MOST_SILENT):
            written = self.step_reader.read(self.state, text, span)
            self.state = self.step_reader.in_turn(self.state, written.action)
            if self.is_at_rest():
                silent = self._unsaid(written)
            else:
                silent = self.step_reader.silent_step(self.state, written)
            if silent is None:
                break
            self._apply_silently(silent)
        return written

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


class _Trial(Generic[S, A]):
    """A copy of the line, for trying steps."""

    def __init__(self, line: Line[S, A]) -> None:
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
