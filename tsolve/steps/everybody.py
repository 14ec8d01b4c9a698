"""One sentence for the choices of several players, such as `each player discards a card`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Generic, Protocol, Self, TypeVar

import msgspec
from msgspec.structs import replace

from tsolve.contract.step_reader import StepReader
from tsolve.engine import Game
from tsolve.model.trace import Refusal
from tsolve.regex import Regex
from tsolve.source.tree import listed
from tsolve.steps.step_text import Beginning
from tsolve.written.card_names import split_count

S = TypeVar("S")
A = TypeVar("A")

_MOST_ANSWERS = 50
"""The most answers that one sentence gives; no effect asks for so many."""
_MOST_TOLD = 3
_MOST_PLAYERS = 9
"""The players that a step can name by a digit."""

_WHO = Regex(
    r"(?:(?:each|every) (?P<other>other )?player|all (?P<others>other )?players"
    r"|every(?:body|one)(?P<else> else)?|player (?P<player>[1-9]):?)"
    r"(?: must| has to| have to)? (?P<verb>\w+) (?P<what>.+)",
    re.IGNORECASE,
)
_ANYTHING = Regex(
    r"(?:(?P<number>an?|one|two|three|[1-9]|any) )?(?P<kind>\w+?)s?(?: of (?:their|the|his|her) .+)?",
    re.IGNORECASE,
)
_ANY = ("card", "anything")
"""Words for a card of any kind."""
_NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3}
_ARTICLE = Regex(r"(?:an?|the|one) ", re.IGNORECASE)


class Everybody(msgspec.Struct, frozen=True):
    """A sentence about all players, or about one player without naming the cards."""

    verb: str
    """In the third person: `discards`."""
    names: tuple[str, ...] = ()
    """The cards, one after the other; empty if they are not named."""
    number: int = 0
    """How many cards each player gives, if the sentence says so without naming them."""
    kind: str = ""
    """The kind of card that each player gives; empty for any."""
    others_only: bool = False
    """Whether it is about the other players only."""
    player: int = -1
    """The player that the sentence is about; -1 for all."""

    def by(self, player: int, done: int) -> str:
        """The next step of a player who has taken `done` of them; empty if no further card is named."""
        return f"player {player + 1} {self.verb} {self.names[done]}" if done < len(self.names) else ""

    @property
    def steps(self) -> tuple[str, ...]:
        """The steps of one player."""
        return tuple(self.by(0, done) for done in range(len(self.names)))

    def is_done_by(self, notation: str) -> bool:
        """Whether a step does what the sentence says."""
        beginning = Beginning.of(notation)
        return beginning is not None and Beginning("", beginning.verb.removesuffix("s")).is_said_by(self.verb)


def everybody(text: str, kinds: Collection[str] = ()) -> Everybody | None:
    """Read a sentence about all players, or about one player without naming the cards; None for any other
    text.

    `kinds` are words for kinds of cards.
    """
    said = _WHO.fullmatch(" ".join(text.split()).rstrip(".!"))
    if said is None:
        return None
    others = bool(said["other"] or said["others"] or said["else"])
    player = int(said["player"] or 0) - 1
    verb = f"{said['verb'].casefold().removesuffix('s')}s"
    anything = _ANYTHING.fullmatch(said["what"])
    kind = (anything["kind"] or _ANY[0]).casefold() if anything is not None else ""
    if anything is None or kind not in (*_ANY, *kinds):
        return None if said["player"] else Everybody(verb, _names(said["what"]), others_only=others)
    number = (anything["number"] or "").casefold()
    how_many = int(number) if number.isdecimal() else _NUMBERS.get(number, 0)
    return Everybody(verb, (), how_many, "" if kind in _ANY else kind, others, player)


def _names(text: str) -> tuple[str, ...]:
    """The names in `CARD and 2 x OTHER`, one for each copy."""
    counted = (split_count(_ARTICLE.sub("", each, count=1)) for each in re.split(r", (?:and )?| and ", text))
    return tuple(name for number, name in counted for _ in range(number))


class Line(Protocol[S, A]):
    """A line that is being played."""

    game: Game[S, A]
    step_reader: StepReader[S, A]
    state: S
    undecided: str

    def fork(self) -> Self: ...

    def apply(self, action: A) -> None:
        """Carry out a legal action."""
        ...

    def attempt(self, text: str, span: None, in_steps: bool) -> Refusal | None:
        """Do what a text says, or say why it is not legal."""
        ...


def answer_for_all(line: Line[S, A], text: str, said: Everybody) -> Refusal | None:
    """Give all answers that a sentence stands for; returns why that is impossible, or None."""
    refusal = _Answers(line, said).given()
    return None if refusal is None else replace(refusal, action=text)


class _Answers(Generic[S, A]):
    def __init__(self, line: Line[S, A], said: Everybody) -> None:
        self.line, self.said = line, said
        self.me = line.game.turn_of(line.state) - 1
        self.done: Counter[int] = Counter()
        """How often each player has answered."""

    def given(self) -> Refusal | None:
        """Answer as long as a player is asked for what the sentence says."""
        for _ in range(_MOST_ANSWERS):
            if (refusal := self._forced()) is not None:
                return refusal
            player = next(self._asked(), None)
            if player is None:
                return self._untold() or self._remaining()
            if (refusal := self._answered(player)) is not None:
                return refusal
        return None

    # who is asked

    def _covers(self, player: int) -> bool:
        if self.said.player >= 0:
            return player == self.said.player
        return not (self.said.others_only and player == self.me)

    def _asked(self) -> Iterator[int]:
        """The players who must give something now and whom the sentence is about; the one who is asked first
        comes first.
        """
        first = self.line.game.mover(self.line.state)
        for player in dict.fromkeys((first, *range(_MOST_PLAYERS))):
            if player < 0 or not self._covers(player):
                continue
            if self.said.names and self.done[player] >= len(self.said.names) and player != first:
                continue
            if self._options(self.line, player):
                yield player

    def _options(self, line: Line[S, A], player: int) -> Sequence[A]:
        """The answers of a player, if some of them do what the sentence says; empty if the player is not
        asked. Moves the line to the position in which they are given.
        """
        state = line.step_reader.asked(line.state, player)
        options = [] if state is None else line.step_reader.answers(state)
        if state is None:
            return []
        if not any(self.said.is_done_by(line.game.notation(state, option)) for option in options):
            return []
        line.state = state
        return options

    # what they answer

    def _answered(self, player: int) -> Refusal | None:
        """Give one answer of a player."""
        line, said = self.line, self.said
        options = self._options(line, player)
        if said.names:
            step = said.by(player, self.done[player])
            refusal = line.attempt(step, None, in_steps=False) if step else None
            self.done[player] += 1
            if step and refusal is None:
                return None
            reason = refusal.reason if refusal is not None else "there is another choice to make"
            return self._by_itself(player, options, reason)
        fitting = [each for each in options if line.step_reader.is_kind(line.state, each, said.kind)]
        if not fitting:
            return self._by_itself(player, options, f"none of these is a {said.kind.title()}")
        if said.number:
            numbers = {option: self._numbers(option, player) for option in fitting}
            told = [option for option in fitting if said.number in numbers[option]]
            most = max(max(each) for each in numbers.values())
            if not told and (said.player >= 0 or most > said.number):
                return Refusal("", f"player {player + 1} {said.verb} {most}, not {said.number}", ())
            fitting = told or fitting
        alike = line.step_reader.is_all_the_same(line.state)
        if len(fitting) > 1 and not alike and not self._all_end_alike(fitting):
            refusal = self._by_itself(player, fitting, "it matters which")
            line.undecided = refusal.reason
            return refusal
        if len(fitting) > 1:
            line.step_reader.pick(player)
        line.apply(fitting[0])
        self.done[player] += 1
        return None

    def _numbers(self, option: A, player: int) -> set[int]:
        """How many cards this player may have given in the end, if this answer is given now."""
        line = self.line.fork()
        line.apply(option)
        answers = _Answers(line, self.said)
        answers.done[player] = self.done[player] + 1 + answers._forced_on(player)
        options = answers._options(line, player)
        fitting = [each for each in options if line.step_reader.is_kind(line.state, each, self.said.kind)]
        if not options:
            return {answers.done[player]}
        return {number for each in fitting for number in answers._numbers(each, player)} or {0}

    def _forced_on(self, player: int) -> int:
        """How many choices with a single answer the engine has just made for a player."""
        forced = (self.line.game.notation(*made) for made in self.line.step_reader.probe.forced)
        return sum(1 for told in forced if self.said.is_done_by(told) and self._who(told) == player)

    def _who(self, notation: str) -> int:
        """The player who does what a step says."""
        beginning = Beginning.of(notation)
        return int(beginning.who.strip(" :")[-1]) - 1 if beginning is not None and beginning.who else self.me

    def _by_itself(self, player: int, options: Sequence[A], reason: str) -> Refusal:
        """The refusal of a sentence that cannot answer for this player."""
        game, state = self.line.game, self.line.state
        if left_open := self.line.step_reader.left_open(player):
            self.line.undecided = reason = left_open
        ways = listed([f"`{game.notation(state, option)}`" for option in options[:_MOST_TOLD]])
        text = f"player {player + 1}: {reason}; write a step of its own, such as {ways}"
        return Refusal("", text, game.rulings_for(state, options[0]))

    # what is known without asking

    def _untold(self) -> Refusal | None:
        """Compare the sentence with what unknown hands have already given."""
        line, said = self.line, self.said
        for player in filter(self._covers, range(_MOST_PLAYERS)):
            while step := said.by(player, self.done[player]):
                if line.step_reader.asked(line.state, player) is None:
                    break
                if (refusal := line.attempt(step, None, in_steps=False)) is not None:
                    return refusal
                self.done[player] += 1
            if said.names or self.done[player]:
                continue
            told = line.step_reader.tell(line.state, player, said.number, said.kind)
            if told is not None and told.wrong:
                return Refusal("", told.wrong, ())
            if told is not None:
                line.state = told.state
                self.done[player] += said.number or 1
        return None

    def _remaining(self) -> Refusal | None:
        """Why the sentence is not true of everything that was done; None if it is."""
        most, number = max(self.done.values(), default=0), self.said.number
        if not most:
            return Refusal("", f"nobody {self.said.verb} anything now", ())
        if number and number != most:
            player = next(player for player, done in self.done.items() if done == most)
            return Refusal("", f"player {player + 1} {self.said.verb} {most}, not {number}", ())
        return None

    def _forced(self) -> Refusal | None:
        """Checks what the sentence says about choices with a single answer, which were made already."""
        game, step_reader, said = self.line.game, self.line.step_reader, self.said
        for before, choice in tuple(step_reader.probe.forced):
            text = game.notation(before, choice)
            player = self._who(text)
            if not said.is_done_by(text) or not self._covers(player):
                continue
            step = said.by(player, self.done[player])
            if said.names and not (step and step_reader.repeats(self.line.state, step, None)):
                reason = f"player {player + 1} had one choice only: `{text}`"
                return Refusal("", reason, game.rulings_for(before, choice))
            if not step_reader.is_kind(before, choice, said.kind):
                reason = f"player {player + 1} had one choice only: `{text}`"
                return Refusal("", reason, game.rulings_for(before, choice))
            self.done[player] += 1
        return None

    def _all_end_alike(self, options: Sequence[A]) -> bool:
        """Whether the turn ends in the same position if everybody else answers the same."""
        ends = {self._end(option) for option in options}
        return len(ends) == 1

    def _end(self, option: A) -> object:
        line = self.line.fork()
        line.apply(option)
        for _ in range(_MOST_ANSWERS):
            if line.game.mover(line.state) < 0 or not line.step_reader.waits(line.state):
                break
            line.apply(line.game.legal_actions(line.state)[0])
        return line.game.key(line.step_reader.go_on(line.state))
