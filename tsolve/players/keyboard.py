"""A game at one keyboard: people choose by numbers or in words, the other seats play by themselves, and every
action is written into a log at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Generic, NamedTuple, Protocol, TypeVar

from tsolve.contract.position import Position
from tsolve.engine import CHANCE, UNKNOWN
from tsolve.errors import InputError, TsolveError, UsageError
from tsolve.model.verdicts import sentence
from tsolve.players import Player, Start, brought
from tsolve.players.playing import drawn
from tsolve.steps.line import play_line
from tsolve.steps.written_log import Beginning, Mark, WrittenLog
from tsolve.written.talk import Talk

S = TypeVar("S")
A = TypeVar("A")

ORDERS = {
    "undo": "takes your last choice back; chance brings the same again",
    "?": "tells the best play",
    "why STEP": "tells why a step is not possible",
    "show": "draws the whole table",
    "list": "lists what is legal again",
    "quit": "ends here; the log is kept",
}
"""What may be typed instead of a choice."""
_HOW = (
    "Type the number of a choice, or a step in words; undo, ? (best play), why STEP, show, list, help, quit."
)
_QUIT = ("quit", "exit")
_NOT_TOLD = "draw "
"""What chance brings into a hand, which only its player sees."""


class Screen(Protocol[S, A]):
    """What the dialogue has drawn and answered beyond plain sentences."""

    def table(self, position: Position[S, A], brief: bool) -> None:
        """Draw the table; `brief`, only what changes from turn to turn."""
        ...

    def best(self, position: Position[S, A]) -> None:
        """Tell the best play of a turn."""
        ...

    def why_not(self, position: Position[S, A], step: str) -> None:
        """Tell why a step is impossible."""
        ...

    def choices(self, texts: Sequence[str]) -> None:
        """List what may be chosen, each kind on lines of its own."""
        ...

    def cover(self) -> bool:
        """Put what was told out of sight; False where that cannot be."""
        ...

    def keep(self, log: str) -> None:
        """Save the log so far."""
        ...


class Rules(NamedTuple, Generic[S]):
    """What a game package says of a whole game."""

    part: Callable[[S], str]
    """The part that a position belongs to, such as a round."""
    how_it_ended: Callable[[S], str]


class _Before(NamedTuple, Generic[S]):
    """Where somebody chose."""

    state: S
    mark: Mark
    chance: tuple[object, ...]
    news: int


class QuitError(TsolveError, RuntimeError):
    """Whoever sits at the keyboard ends the game before its end."""


class Sitting(Generic[S, A]):
    """One game until it ends or somebody quits."""

    def __init__(
        self,
        start: Start[S, A],
        position: Position[S, A],
        players: Sequence[Player[S, A] | None],
        rules: Rules[S],
        beginning: Beginning,
        talk: Talk,
        screen: Screen[S, A],
        random: Random,
    ) -> None:
        """`position` is that of the file, about which questions are asked; a seat without a player is that of
        somebody at the keyboard.
        """
        self._game, self.state, self._seen = start.game, start.state, brought(start).seen
        self._position, self._players, self._rules = position, players, rules
        self._beginning, self._talk, self._screen, self._random = beginning, talk, screen, random
        rules_of_log = position.log_rules()
        self._passes, self._names = rules_of_log.passes, rules_of_log.names()
        self._log = WrittenLog(start.game, rules.part)
        self._before: list[_Before[S]] = []
        self._news: list[str] = []
        """What everybody has seen so far."""
        self._heard: dict[int, int] = {}
        """How much of it each seat has seen at the keyboard."""
        self._seat = -1
        """Who sits at the keyboard, counted from 0; -1 before the first turn."""
        self._told_turn = 0
        """The turns of the log whose beginning was told."""
        self._is_kept = False
        """Whether all that happened is saved."""

    # the whole game

    def play_on(self, line: Sequence[str]) -> None:
        """Do the steps of a turn that was begun before. Raises UsageError for one that cannot be done."""
        for text in line:
            found: Sequence[A] = ()
            while self._game.mover(self.state) == CHANCE and not found:
                found = [event for event, _ in self._game.chance(self.state) if self._says(event, text)]
                if not found:  # what nobody has seen, such as hands that are drawn as the game begins
                    self._let_chance_act()
            found = found or self._meant(text)
            if not found:
                raise UsageError(f'"{text}", a step of the turn that was begun, is not possible')
            for action in found:
                self._do(action, by_chance=self._game.mover(self.state) == CHANCE)

    def play(self) -> None:
        """Play until the game is over. Raises QuitError, EOFError."""
        self._talk.tell(_HOW)
        self._keep()
        try:
            while not self._game.is_over(self.state):
                self._go_on()
        finally:  # whatever ends it
            self._keep()
        self._tell_end()

    def _go_on(self) -> None:
        """Let whoever comes next act."""
        mover = self._game.mover(self.state)
        if mover == UNKNOWN:
            self._ask_what_came()
            return
        if mover == CHANCE:
            self._let_chance_act()
            return
        seat = mover if len(self._players) > 1 else 0
        player = self._players[seat]
        if player is None:
            self._ask(seat)
            return
        legal = self._game.legal_actions(self.state)
        action = player.choose(self._seen(self.state, mover), legal, self._random)
        self._tell_of_other(seat, action)
        self._do(action)

    def _do(self, action: A, by_chance: bool = False) -> None:
        if not by_chance and action != self._passes(self._game, self.state):
            seat = self._game.mover(self.state) + 1
            self._news.append(f"{self._called(seat - 1)}: {self._game.notation(self.state, action)}")
        after = self._game.apply(self.state, action)
        self._log.note(self.state, action, by_chance)
        self.state, self._is_kept = after, False

    def _keep(self) -> None:
        """Save the log, unless it has been saved since something happened."""
        if self._is_kept:
            return
        self._is_kept = True
        is_whole = self._log.is_complete(self.state)
        self._screen.keep(self._beginning.log(self._log.turns, unfinished=not is_whole))

    def _let_chance_act(self) -> None:
        event = drawn(self._game, self.state, self._random)
        if event is None:  # no card is left that could come
            self.state = self._game.sample(self.state, self._random)
            return
        text = self._game.notation(self.state, event)
        seat = self._game.turn_of(self.state) - 1
        is_hidden = text.startswith(_NOT_TOLD) and len(self._players) > 1 and seat != self._seat
        if not is_hidden:
            self._talk.tell(f"  * {text}")
        if not text.startswith(_NOT_TOLD):
            self._news.append(f"* {text}")
        self._do(event, by_chance=True)

    def _tell_of_other(self, seat: int, action: A) -> None:
        if action == self._passes(self._game, self.state):
            return
        self._talk.tell(f"  {self._called(seat)}: {self._game.notation(self.state, action)}")

    def _tell_end(self) -> None:
        self._talk.tell(f"{sentence(self._rules.how_it_ended(self.state))}.")
        scores = self._game.scores(self.state)
        for number, score in enumerate(scores, start=1):
            self._talk.tell(f"  {self._called(number - 1)}: {score} point{'s' if score != 1 else ''}")

    # somebody at the keyboard

    def _ask(self, seat: int) -> None:
        """Let somebody choose."""
        self._change_seats(seat)
        legal = self._game.legal_actions(self.state)
        self._tell_turn()
        if len(legal) == 1:  # `undo` goes back beyond it
            if legal[0] != self._passes(self._game, self.state):
                self._talk.tell(f"  {self._game.notation(self.state, legal[0])}")
            self._do(legal[0])
            return
        self._keep()
        self._list(legal)
        mark = self._log.mark()
        before = _Before(self.state, mark, self._random.getstate(), len(self._news))
        while True:
            typed = self._talk.ask(f"{self._who(seat)}> ", partial(self._completed, legal)).strip()
            chosen = self._order(typed, legal, seat)
            if chosen is None:
                return
            if chosen and self._choose(chosen, before, seat):
                return

    def _completed(self, legal: Sequence[A], typed: str) -> tuple[int, Sequence[tuple[str, str]]]:
        """The steps that begin as what is typed."""
        texts = [self._game.notation(self.state, action) for action in legal]
        begun = [text for text in texts if text.casefold().startswith(typed.casefold())]
        return len(typed), [(text, "") for text in begun]

    def _called(self, seat: int) -> str:
        """What the player in this seat is called."""
        name = self._names[seat] if 0 <= seat < len(self._names) else ""
        return name or f"player {seat + 1}"

    def _who(self, seat: int) -> str:
        return f"{self._called(seat)} " if len(self._players) > 1 else ""

    def _order(self, typed: str, legal: Sequence[A], seat: int) -> Sequence[A] | None:
        """The actions that are chosen, none where something else was typed; None where the table has changed.
        Raises QuitError.
        """
        word, _, rest = typed.partition(" ")
        match word.casefold():
            case "":
                return ()
            case "undo" | "<" if not rest:
                return None if self._undo() else ()
            case order if order in _QUIT and not rest:
                raise QuitError
            case "help" if not rest:
                for order, does in ORDERS.items():
                    self._talk.tell(f"  {order}: {does}")
            case "list" if not rest:
                self._list(legal)
            case "show" if not rest:
                self._screen.table(self._as_seen(seat), brief=False)
            case "?":
                self._tell_best(seat)
            case "why" if rest:
                self._screen.why_not(self._as_seen(seat), rest.removeprefix("not ").strip())
            case "why":
                self._talk.tell("  Write the step, too: why buy NAME.")
            case number if number.isdecimal() and not rest:
                return self._numbered(int(number) if len(number) < 6 else 0, legal)
            case _:
                return self._in_words(typed)
        return ()

    def _numbered(self, number: int, legal: Sequence[A]) -> Sequence[A]:
        if 1 <= number <= len(legal):
            return (legal[number - 1],)
        self._talk.tell(f"  There are the numbers 1 to {len(legal)}.")
        return ()

    def _choose(self, actions: Sequence[A], before: _Before[S], seat: int) -> bool:
        """Do what was chosen, as far as it is legal. Whether any of it was done."""
        for number, action in enumerate(actions):
            while self._game.mover(self.state) == CHANCE:
                self._let_chance_act()
            refusal = self._game.why_not(self.state, action)
            mover = self._game.mover(self.state)
            if refusal is not None or (mover != seat and len(self._players) > 1):
                reason = (
                    refusal.reason
                    if refusal is not None
                    else f"it is the choice of {self._called(mover)} now"
                )
                self._talk.tell(f"  {self._game.notation(self.state, action)}: {reason}.")
                if not number:
                    return False
                break
            if number < len(actions) - 1 or len(actions) > 1:
                self._talk.tell(f"  {self._game.notation(self.state, action)}")
            self._do(action)
        self._before.append(before)
        self._keep()
        return True

    def _undo(self) -> bool:
        """Go back to where somebody chose last."""
        if not self._before:
            self._talk.tell("  There is nothing to take back.")
            return False
        before = self._before.pop()
        self.state = before.state
        self._log.back_to(before.mark)
        self._random.setstate(before.chance)
        del self._news[before.news :]
        self._is_kept = False
        self._keep()
        self._talk.tell("  Taken back.")
        return True

    # words

    def _in_words(self, typed: str) -> Sequence[A]:
        """The actions that are meant; none, with the reason told, where it is no step that can be done."""
        try:
            return self._meant(typed)
        except InputError as error:
            for diagnostic in error.diagnostics:
                help_ = f": {diagnostic.help}" if diagnostic.help else ""
                self._talk.tell(f"  {diagnostic.message}{help_}.")
        except UsageError as error:
            self._talk.tell(f"  {error}.")
        return ()

    def _meant(self, text: str) -> list[A]:
        """The actions that a text means here. Raises InputError for words that mean none, UsageError for an
        illegal step.
        """
        legal = self._game.legal_actions(self.state)
        if exact := [each for each in legal if self._says(each, text)]:
            return exact[:1]
        played = play_line(self._position.at(self.state), [text], in_all_ways=False)
        step = played.answer.steps[0]
        if step.refusal is not None:
            raise UsageError(step.refusal.reason)
        return [move.action for move in played.moves if move.step == 1]

    def _says(self, action: A, text: str) -> bool:
        return self._game.notation(self.state, action).casefold() == text.casefold()

    # what is told

    def _as_seen(self, seat: int) -> Position[S, A]:
        """The position as a seat may know it."""
        return self._position.at(self._seen(self.state, seat))

    def _ask_what_came(self) -> None:
        """Let somebody at the keyboard say which card came that the table leaves unknown."""
        self._keep()
        self._talk.tell("An unknown card comes next. Type what came, such as draw NAME or reveal NAME.")
        while self._game.mover(self.state) == UNKNOWN:
            typed = self._talk.ask("> ").strip()
            if typed.casefold() in _QUIT:
                raise QuitError
            for event in self._in_words(typed) if typed else ():
                self._do(event, by_chance=True)
                self._keep()

    def _change_seats(self, seat: int) -> None:
        """Somebody else takes the keyboard: what the one before saw is covered."""
        if seat == self._seat:
            return
        if self._seat >= 0 and len(self._players) > 1 and self._players.count(None) > 1:
            self._heard[self._seat] = len(self._news)
            covered = self._screen.cover()
            self._keep()
            typed = self._talk.ask(f"Hand the keyboard to {self._called(seat)}, who presses Enter. ")
            if typed.strip().casefold() in _QUIT:
                raise QuitError
            for text in self._news[self._heard.get(seat, 0) :] if covered else ():
                self._talk.tell(f"  {text}")
        self._seat = seat
        self._told_turn = -1

    def _tell_turn(self) -> None:
        """Draw the table where a turn begins, or somebody has taken the keyboard."""
        turns = len(self._log.turns) + (not self._log.turns or self._log.is_next(self.state))
        if turns != self._told_turn:
            self._told_turn = turns
            self._screen.table(self._as_seen(self._seat), brief=True)

    def _list(self, legal: Sequence[A]) -> None:
        """What may be chosen, by number; actions that begin alike stand together."""
        groups: dict[str, list[str]] = {}
        for number, action in enumerate(legal, start=1):
            first, *more = self._position.phrase(self.state, action)
            text = " ".join(more) if more else first
            groups.setdefault(first if more else "", []).append(f"{number} {text}")
        self._screen.choices([f"{kind}{kind and ': '}{', '.join(texts)}" for kind, texts in groups.items()])

    def _tell_best(self, seat: int) -> None:
        if len(self._players) > 1 and self._game.turn_of(self.state) != seat + 1:
            self._talk.tell("  The best play is told in your own turn.")
            return
        self._screen.best(self._as_seen(seat))
