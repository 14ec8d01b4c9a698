"""What a rule leaves one possibility for is done without a step: whether a turn comes to it all the same."""

from __future__ import annotations

from collections.abc import Collection, Hashable
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from tsolve.budget import spend
from tsolve.cardkit.pending import CHANCE
from tsolve.engine.probe import Probe
from tsolve.games.gloomhaven.actions import Action, Pick, PutAt, Shift
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.turn.forced import Force
from tsolve.model.policies import exact
from tsolve.model.whynot import ReasonAnswer, WhyNotAnswer
from tsolve.model.words import sentence
from tsolve.turns.line import play_line
from tsolve.turns.plan import line_in_words
from tsolve.turns.written import Reason

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.opened import Opened

_BY_CHANCE = "it hangs on what chance brings"
_NOBODY = "nobody is pushed or pulled in this turn", ("GH-7.3", "GH-7.4")


class _Best(NamedTuple):
    """The best chance of it from a position, and the actions that lead there, by one of the cards."""

    chance: Fraction
    line: tuple[Action, ...] = ()


def told_again(opened: Opened, text: str, answer: WhyNotAnswer) -> WhyNotAnswer:
    """The answer to a step of a push, or to another choice, that was found nowhere as one: whether it comes
    by itself, else why nobody is moved there. Any other answer stays.
    """
    action = opened.narration().read(opened.state, text, None).action
    if not isinstance(action, Shift | Pick | PutAt) or answer.verdict == "possible":
        return answer
    search = _Search(opened, text)
    best = search.best(opened.state)
    if best.chance == 1:
        played = play_line(opened, [*line_in_words(opened, best.line), text])
        if played.answer.legal:
            return WhyNotAnswer(answer.file, answer.query, "possible", played.answer)
    if best.chance:
        return WhyNotAnswer(
            answer.file, answer.query, "undecided", left_out=(_BY_CHANCE,), chance=exact(best.chance)
        )
    if answer.verdict == "undecided" or not isinstance(action, Shift):
        return answer
    reason, rulings = next(iter(search.reasons), _NOBODY)
    return WhyNotAnswer(
        answer.file, answer.query, "impossible", reasons=(ReasonAnswer(sentence(reason), rulings),)
    )


class _Search:
    """Looks in every way of a turn for a choice, whether it is one or there is but one answer to it."""

    def __init__(self, opened: Opened, text: str) -> None:
        self._probe: Probe[State, Action] = Probe(notes=True)
        self._opened, self._text = opened.watched_by(self._probe), text
        self._known: dict[Hashable, _Best] = {}
        self.reasons: dict[Reason, None] = {}
        """Why figures that are moved are not moved so."""

    def best(self, state: State) -> _Best:
        """The best chance from a position on."""
        game = self._opened.game
        key = game.key(state)
        if key not in self._known:
            self._known[key] = _Best(Fraction())  # a way that leads back here brings nothing
            self._known[key] = self._looked_at(state)
        return self._known[key]

    def _looked_at(self, state: State) -> _Best:
        spend(10)
        game = self._opened.game
        if state.result or not state.todo:
            return _Best(Fraction())
        if game.mover(state) == CHANCE:
            events = game.chance(state)
            whole = sum(weight for _, weight in events)
            found = [(weight, self._after(state, event)) for event, weight in events]
            chance = sum((Fraction(weight, whole) * each.chance for weight, each in found), Fraction())
            return _Best(chance, max(found, key=lambda each: each[1].chance)[1].line)
        if game.mover(state) < 0:
            return _Best(Fraction())
        if self._is_meant(state, game.legal_actions(state)):
            return _Best(Fraction(1))
        return max(
            (self._after(state, action) for action in game.legal_actions(state)), key=lambda it: it.chance
        )

    def _after(self, state: State, action: Action) -> _Best:
        forced = self._probe.forced
        forced.clear()
        after = self._opened.game.apply(state, action)
        if any(self._is_meant(before, (only,)) for before, only in tuple(forced)):
            return _Best(Fraction(1), (action,))
        best = self.best(after)
        return _Best(best.chance, (action, *best.line))

    def _is_meant(self, state: State, answers: Collection[Action]) -> bool:
        """Whether the text says one of these answers to what waits; of a push or a pull notes why not."""
        task, book = state.todo[-1], self._opened.book
        action = self._opened.narration().read(state, self._text, None).action
        if action in answers:
            return True
        if isinstance(task, Force):
            self.reasons[task.refuse(book, state, action)] = None
        return False
