"""One sentence for the choices of several players, such as `each player discards a card`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Generic, Protocol, Self, TypeVar

import msgspec
from msgspec.structs import replace

from tsolve.engine.protocol import Game
from tsolve.model.refusal import Refusal
from tsolve.source.words import listed
from tsolve.turns.copies import split_count
from tsolve.turns.narration import Narration
from tsolve.turns.several_steps import Deed

S = TypeVar("S")
A = TypeVar("A")

_MOST_ANSWERS = 50
"""More answers than one effect asks for."""
_MOST_TOLD = 3

_EVERYBODY = re.compile(
    r"(?:(?:each|every) (?P<other>other )?player|all (?P<others>other )?players"
    r"|every(?:body|one)(?P<else> else)?)(?: must| has to| have to)? (?P<verb>\w+) (?P<what>.+)",
    re.IGNORECASE,
)
_ANYTHING = re.compile(
    r"(?:(?P<number>an?|one|two|three|[1-9]|any) )?cards?(?: of (?:their|the|his|her) .+)?|anything",
    re.IGNORECASE,
)
_NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3}
_ARTICLE = re.compile(r"(?:an?|the|one) ", re.IGNORECASE)


class Everybody(msgspec.Struct, frozen=True):
    """What everybody does."""

    others_only: bool
    """Whether the player whose turn it is does not."""
    verb: str
    """In the third person: `discards`."""
    names: tuple[str, ...]
    """What it is done to, one after the other; empty where any card will do."""
    number: int = 0
    """How many cards each player gives, if the sentence says so without naming them."""

    def by(self, player: int, done: int) -> str:
        """The step of one player who has done so `done` times; empty where nothing more is named."""
        return f"player {player + 1} {self.verb} {self.names[done]}" if done < len(self.names) else ""

    @property
    def steps(self) -> tuple[str, ...]:
        """The steps of one player."""
        return tuple(self.by(0, done) for done in range(len(self.names)))

    def is_done_by(self, notation: str) -> bool:
        """Whether a step does what the sentence says."""
        deed = Deed.of(notation)
        return deed is not None and Deed("", deed.verb.removesuffix("s")).is_said_by(self.verb)


def everybody(text: str) -> Everybody | None:
    """What a text says of everybody; None for any other text."""
    said = _EVERYBODY.fullmatch(" ".join(text.split()).rstrip(".!"))
    if said is None:
        return None
    others = bool(said["other"] or said["others"] or said["else"])
    verb = f"{said['verb'].casefold().removesuffix('s')}s"
    if (anything := _ANYTHING.fullmatch(said["what"])) is None:
        return Everybody(others, verb, _names(said["what"]))
    number = (anything["number"] or "").casefold()
    return Everybody(others, verb, (), int(number) if number.isdecimal() else _NUMBERS.get(number, 0))


def _names(text: str) -> tuple[str, ...]:
    """`CARD and 2 x OTHER`, each copy by itself."""
    counted = (split_count(_ARTICLE.sub("", each, count=1)) for each in re.split(r", (?:and )?| and ", text))
    return tuple(name for number, name in counted for _ in range(number))


class Line(Protocol[S, A]):
    """A line that is played on."""

    game: Game[S, A]
    narration: Narration[S, A]
    state: S

    def fork(self) -> Self: ...

    def apply(self, action: A) -> None:
        """Carry out a legal action."""
        ...

    def attempt(self, text: str, span: None, in_steps: bool) -> Refusal | None:
        """Do what a text says, or say why it is not legal."""
        ...


def answer_for_all(line: Line[S, A], text: str, said: Everybody) -> Refusal | None:
    """Give the answers that a sentence gives for everybody; why it cannot, where it cannot."""
    refusal = _Answers(line, said).given()
    return None if refusal is None else replace(refusal, action=text)


class _Answers(Generic[S, A]):
    def __init__(self, line: Line[S, A], said: Everybody) -> None:
        self.line, self.said = line, said
        self.me = line.game.turn_of(line.state) - 1
        self.done: Counter[int] = Counter()
        """How often each player has answered."""

    def given(self) -> Refusal | None:
        """Answer as long as somebody is asked for what the sentence says."""
        for _ in range(_MOST_ANSWERS):
            if (refusal := self._forced()) is not None:
                return refusal
            player, options = self._asked()
            if not options or (self.said.others_only and player == self.me):
                return self._remaining(player, options)
            if (refusal := self._answered(player, options)) is not None:
                return refusal
            self.done[player] += 1
        return None

    def _answered(self, player: int, options: Sequence[A]) -> Refusal | None:
        """Give the answer of one player."""
        if step := self.said.by(player, self.done[player]):
            refusal = self.line.attempt(step, None, in_steps=False)
            return refusal and self._by_itself(player, options, refusal.reason)
        if self.said.names:
            return self._by_itself(player, options, "there is another choice to make")
        if self.line.narration.is_idle_choice(self.line.state) or self._all_end_alike(options):
            self.line.apply(options[0])
            return None
        return self._by_itself(player, options, "it matters which")

    def _by_itself(self, player: int, options: Sequence[A], reason: str) -> Refusal:
        """The sentence cannot answer for this player."""
        game, state = self.line.game, self.line.state
        ways = listed([f"`{game.notation(state, option)}`" for option in options[:_MOST_TOLD]])
        told = f"player {player + 1}: {reason}; write a step of its own, such as {ways}"
        return Refusal("", told, game.rulings_for(state, options[0]))

    def _remaining(self, player: int, options: Sequence[A]) -> Refusal | None:
        """Why the sentence is not true of all that was done; None where it is."""
        most, number = max(self.done.values(), default=0), self.said.number
        if not self.done and options:
            return self._by_itself(player, options, "this choice comes first")
        if not self.done:
            return Refusal("", f"nobody {self.said.verb} anything now", ())
        if number and number != most:
            player = next(player for player, done in self.done.items() if done == most)
            return Refusal("", f"player {player + 1} {self.said.verb} {most}, not {number}", ())
        return None

    def _forced(self) -> Refusal | None:
        """Choices with one answer were made already: what the sentence says of them has to be true."""
        game, narration = self.line.game, self.line.narration
        for before, choice in tuple(narration.probe.forced):
            told = game.notation(before, choice)
            deed = Deed.of(told)
            if deed is None or not self.said.is_done_by(told):
                continue
            player = int(deed.who.strip(" :")[-1]) - 1 if deed.who else self.me
            step = self.said.by(player, self.done[player])
            if self.said.names and not (step and narration.repeats(self.line.state, step, None)):
                reason = f"player {player + 1} had one choice only: `{told}`"
                return Refusal("", reason, game.rulings_for(before, choice))
            self.done[player] += 1
        return None

    def _asked(self) -> tuple[int, Sequence[A]]:
        """Who has to choose now, with the answers, if it is for the sentence to say."""
        game, state = self.line.game, self.line.state
        options = game.legal_actions(state) if self.line.narration.waits(state) else []
        fits = any(self.said.is_done_by(game.notation(state, option)) for option in options)
        return game.mover(state), options if fits else []

    def _all_end_alike(self, options: Sequence[A]) -> bool:
        """Whether the turn ends in the same position, everybody else answering alike."""
        ends = {self._end(option) for option in options}
        return len(ends) == 1

    def _end(self, option: A) -> object:
        line = self.line.fork()
        line.apply(option)
        for _ in range(_MOST_ANSWERS):
            if line.game.mover(line.state) < 0 or not line.narration.waits(line.state):
                break
            line.apply(line.game.legal_actions(line.state)[0])
        return line.game.key(line.narration.go_on(line.state))
