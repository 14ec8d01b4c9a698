"""Why a figure cannot focus, move, attack or kill in a certain way in its turn."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from tsolve.cardkit.tasks import Reason
from tsolve.diagnostics import input_error
from tsolve.engine import Arrival, Probe
from tsolve.errors import InputError
from tsolve.games.gloomhaven.abilities import Attack, Move
from tsolve.games.gloomhaven.actions import Action, FocusOn, Go, Spend, Strike, notation
from tsolve.games.gloomhaven.asked_for import why_never
from tsolve.games.gloomhaven.changes import MORE, TurnChange, World
from tsolve.games.gloomhaven.game import others_act
from tsolve.games.gloomhaven.hexes import Hex
from tsolve.games.gloomhaven.in_reach import in_reach
from tsolve.games.gloomhaven.judging.idle import why_idle
from tsolve.games.gloomhaven.judging.killing import brief, why_not_kill
from tsolve.games.gloomhaven.judging.left_open import ways_of
from tsolve.games.gloomhaven.judging.obstacles import (
    of_the_abilities,
    of_the_figures,
    on_the_way,
    quantities_of,
    rivals,
)
from tsolve.games.gloomhaven.judging.options import fatal, rules_of_death
from tsolve.games.gloomhaven.judging.outcome import last_hex
from tsolve.games.gloomhaven.judging.step_reader import answers
from tsolve.games.gloomhaven.judging.walk import decisions, is_decided_later
from tsolve.games.gloomhaven.position import ScenarioPosition
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.turn.elements_and_bonuses import abilities_of
from tsolve.games.gloomhaven.turn.halves import FinishHalf
from tsolve.games.gloomhaven.turn.monster import ChooseFocus
from tsolve.games.gloomhaven.turn.movement import CharacterMove
from tsolve.games.gloomhaven.turn.one_ability import OneAbility
from tsolve.games.gloomhaven.writing.ability_in_words import write_ability
from tsolve.games.gloomhaven.writing.reading import led_by
from tsolve.model.plays import LineAnswer
from tsolve.model.trace import Trace
from tsolve.model.why_not import Detail, WhyNotAnswer
from tsolve.regex import Regex
from tsolve.rules.names import squash
from tsolve.source.tree import listed
from tsolve.steps.line import play_line
from tsolve.worlds import why_not_step
from tsolve.worlds.why_not_question import Obstacle, Walk
from tsolve.worlds.why_not_step import StepQuestion, TurnPursuit, line_to_step

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.judging.whole_turn import Turn
    from tsolve.games.gloomhaven.monster_solver import Deliberation


_STEPS_OF_ROUNDS = 100_000
"""The steps for a question about whole rounds without a given time: about a second."""
_MOST_LOOKED_AT = 500
"""The most positions of a character's turn in which a step is tried, to say why it is not legal."""


class TurnQuestion(StepQuestion[World, State, Action]):
    """Whether a step is legal at some time of a turn. An attack counts if all named figures are among its
    targets.
    """

    quantity_names: ClassVar[Mapping[str, str]] = {
        "movement": "movement",
        "range": "range",
        "targets": "targets",
    }
    most = 30

    def __init__(
        self,
        text: str,
        probe: Probe[State, Action],
        asked: ScenarioPosition,
        arrives: bool = False,
        card: str = "",
    ) -> None:
        """`asked`: the position of the file. `arrives`: a figure that dies on its way does not count as
        arrived. `card`: the only one that counts for an attack.
        """
        super().__init__(text, probe)
        self.asked, self.arrives, self.card = asked, arrives, card
        self._death: Reason | None = None
        written = asked.step_reader().read(asked.state, text, None)
        action, self.of_another = written.action, written.beyond
        led = led_by(asked, asked.state, text)
        self.by = led[0] if led is not None else ""
        """The attacker, if the text names it."""
        self.is_attack, self.is_focus = isinstance(action, Strike), isinstance(action, FocusOn)
        self.names = _named(action)
        self.places = _places(asked.state, action)
        self.is_walk = isinstance(action, Go)
        self.without = action.without if isinstance(action, Strike) else ()
        is_deed = isinstance(action, FocusOn | Go | Strike)
        of_turn = bool(asked.actor) and not asked.is_round and not asked.has_moved_on
        self.is_about_figures = is_deed and of_turn and not self.of_another
        self.quantities = quantities_of(asked, self.is_attack) if self.is_about_figures else ()

    def enter(self, world: World) -> Arrival[State, Action] | None:
        return None if self._why_never(world) else super().enter(world)

    def _why_never(self, world: World) -> Reason | None:
        """Why such a step can never occur."""
        if not isinstance(world, ScenarioPosition):
            return None
        action = world.step_reader().read(world.state, self.text, None).action
        return why_never(world.book, world.state, action)

    def pursuit(self, world: World) -> _Pursuit:
        pursuit = _Pursuit(world, lambda state: self.wanted(world, state) is not None)
        pursuit.is_of_decisions = self.is_about_figures and self.asked.decides
        pursuit.attacked = self.names if self.is_attack else None
        pursuit.walks_to, pursuit.by = self.places if self.is_walk else (), self.by
        return pursuit

    def wanted(self, world: World, state: State) -> Action | None:
        if not self.is_attack:
            action = super().wanted(world, state)
            return (
                None if action is not None and self.arrives and self._dies(world, state, action) else action
            )
        if state.result or world.game.mover(state) < 0 or self.by not in ("", state.acting):
            return None
        if self.card and card_in_play(state) != self.card:
            return None
        attacks = (each for each in world.game.legal_actions(state) if isinstance(each, Strike))
        meant = (replace(each, without=self.without) for each in attacks if self._is_meant(state, each))
        return next((each for each in meant if world.game.why_not(state, each) is None), None)

    def not_yet(self, world: World) -> Reason | None:
        refused = super().not_yet(world)
        if refused is None and self.arrives:
            moves = play_line(world, [self.text], in_all_ways=False).moves
            refused = (
                self._death
                if any(self._dies(world, move.before, move.action) for move in moves[-1:])
                else None
            )
        return refused

    def _dies(self, world: World, state: State, action: Action) -> bool:
        """Whether the figure dies on its way, so that it does not get there."""
        trace = Trace()
        after = world.game.apply(state, action, trace)
        if after.on_map(state.turn):
            return False
        where = self.asked.name(last_hex(after, state.turn))
        self._death = f"{state.turn} dies in {where} on its way", fatal(state.turn, trace.entries)
        return True

    def unknown(self, world: World) -> tuple[str, ...]:
        return self.asked.not_told

    def _is_meant(self, state: State, action: Strike) -> bool:
        """Whether the attack has the named targets; a figure that came into play meanwhile may be named by
        its old name or its standee.
        """
        targets = (state.figure(name) for name in action.targets)
        return set(self.names) <= {name for each in targets for name in (each.name, each.identity)}

    def shown(
        self, world: World, line: Iterable[Action], drawn: bool = False
    ) -> tuple[LineAnswer, dict[str, str]]:
        """The line with the whole attack, also on targets that the question does not name."""
        actions = tuple(line)
        is_made = self.is_attack and actions
        text = notation(actions[-1], self.asked.book.terrain) if is_made else self.text
        return line_to_step(world, text, actions, drawn)

    def refusal(self, world: World) -> Reason:
        """Why the step is illegal at the first decision that it would answer, or when the turn begins."""
        is_alone = not (self.asked.is_round or others_act(self.asked.book))
        of_another = self.of_another if is_alone else None
        if never := self._why_never(self.asked) or self._death or of_another:
            return never
        if inert := self._why_inert():
            return inert
        step_reader = self.asked.step_reader()
        for state in decisions(self.asked.game, self.asked.state):
            action = step_reader.read(state, self.text, None).action
            if answers(state, action) and self.by in ("", state.turn):
                refused = step_reader.game.why_not(state, action)
                if refused is not None:
                    return refused.reason, refused.rulings
        return self._why_no_decision() or self._of_a_player() or super().refusal(self.asked)

    def _why_inert(self) -> Reason | None:
        """Says of an element to be consumed in one turn that it is not there."""
        action = self.asked.step_reader().read(self.asked.state, self.text, None).action
        there = {each.element for each in self.asked.state.elements if each.strength != "inert"}
        inert = [each for each in action.elements if each not in there] if isinstance(action, Spend) else []
        if self.asked.is_round or not inert:
            return None
        return f"{inert[0]} is inert, and what is infused in a turn is there from its end on", (
            "GH-9.2",
            "GH-9.5",
        )

    def _of_a_player(self) -> Reason | None:
        """In the turn of a character, or of the named figure: the refusal of an ability that could perform
        the step; of several moves, of the farthest.
        """
        if not self.asked.is_characters_turn and self.asked.state.cards_of(self.by) is None:
            return None
        found: dict[Reason, int] = {}
        world = self.asked.watched_by(self.probe)  # the search records what was played
        pursuit, step_reader = self.pursuit(world), self.asked.step_reader()
        pursuit.attacked = pursuit.attacked and ()  # also for figures that nobody can reach
        pursuit.walks_to = ()
        walk = Walk(pursuit, Arrival(world.state))
        for here in islice(walk.positions(), _MOST_LOOKED_AT):
            task = here.state.todo[-1]
            if not isinstance(task, OneAbility) or self.by not in ("", here.state.acting):
                continue
            action = step_reader.read(here.state, self.text, None).action
            if isinstance(action, task.takes):
                reach = task.reach(self.asked.book, here.state) if isinstance(task, CharacterMove) else 0
                reason = task.why_not(self.asked.book, here.state, action)
                found[reason] = max(reach, found.get(reason, 0))
        return max(found, key=found.__getitem__, default=None)

    def _why_no_decision(self) -> Reason | None:
        """Why the figure neither moves nor attacks, if it does not."""
        name, state = self.asked.actor, self.asked.state
        ways = ways_of(self.asked).turns if self.is_attack and self.asked.decides else ()
        if ways and all(way.dies and not way.targets for way in ways):
            where = listed(list(dict.fromkeys(self.asked.name(way.end) for way in ways)))
            return f"{name} dies in {where} first", rules_of_death(self.asked)
        if ways and not self.asked.written.line and (found := self._why_out_of_reach(ways)):
            return self._why_not_by_its_card() or found
        if not self.is_about_figures:
            return None
        if not state.result:
            return self._why_not_by_its_card()
        if not state.on_map(name):
            return f"its wound kills {name} first", ("GH-8.6", "GH-12.5")
        if (idle := why_idle(self.asked)) is not None:
            return idle
        told = "no enemy can be attacked from a hex that it can reach, so it has no focus"
        return told, ("GH-12.14", "GH-12.7")

    def _why_out_of_reach(self, ways: Sequence[Turn]) -> Reason | None:
        """Says that a figure is disarmed, or stops where it cannot attack its focus, if that is so."""
        if any(way.targets or not way.focus for way in ways):
            return None
        if self.asked.state.figure(self.asked.actor).has("disarm"):
            return "it is disarmed", ("GH-8.8",)
        focuses, ends = {way.focus for way in ways}, {self.asked.name(way.end) for way in ways}
        told = f"its focus {listed(sorted(focuses))} is out of reach from {listed(sorted(ends))}"
        return f"{told}, where it stops", ("GH-12.22",)

    def _why_not_by_its_card(self) -> Reason | None:
        """Says that the figure's card has no such ability, if that is so. (GH-12.1)"""
        if self.asked.is_characters_turn:
            return None
        book, state = self.asked.book, self.asked.state
        abilities = abilities_of(book, state, state.figure(self.asked.actor))
        kind, told = (Attack, "attack") if self.is_attack else (Move, "move")
        if self.is_focus or any(isinstance(each, kind) for each in abilities):
            return None
        whole = "; ".join(map(write_ability, abilities))
        return f"its ability card has no {told}: {whole}", ("GH-12.1",)

    def obstacles(self, world: World) -> Iterator[Obstacle[World]]:
        """The obstacles: preferred enemies, what is on the map, conditions, abilities; then readings."""
        if self.is_about_figures:
            asked = self.asked
            preferred = dict(rivals(self._focusing(), self.names))
            yield from chain(
                preferred.values(),
                of_the_figures(asked, self.names),
                of_the_abilities(asked, self.is_attack),
                on_the_way(asked, {*self.names, *preferred}, self.places),
            )
        yield from super().obstacles(world)

    def _focusing(self) -> Deliberation | None:
        """How the acting figure finds its focus; None if it does not look for one."""
        for state in decisions(self.asked.game, self.asked.state):
            task = state.todo[-1]
            if isinstance(task, ChooseFocus):
                return task.deliberation(self.asked.book, state)
        return None

    def reached(self, world: World) -> str:
        """Empty if it works at once, since that says no more than the question."""
        return "" if self.not_yet(world) is None else super().reached(world)

    def more(self, quantity: str, amount: int) -> TurnChange:
        return MORE[quantity](amount)


class _Pursuit(TurnPursuit[State, Action]):
    """Searches a turn; follows draws only if something is decided after them."""

    is_of_decisions = False
    """Whether it is about the focus, the move or the attack of a figure for which the rules decide."""

    attacked: Collection[str] | None = None
    """The targets that an attack needs; the search is over once no figure can attack them any more."""

    walks_to: Collection[Hex] = ()
    """The hexes that a move needs; the search is over once no figure can get there any more."""
    by = ""
    """The figure that the question names; empty for any figure."""

    def __init__(self, world: World, is_done: Callable[[State], bool]) -> None:
        assert isinstance(world, ScenarioPosition)
        super().__init__(world, is_done)
        self._reach = in_reach(world.book, world.state)

    def is_over(self, state: State) -> bool:
        if super().is_over(state):
            return True
        if self.attacked is not None and not self._reach.may_attack(state, self.attacked):
            return True
        return not all(self._reach.may_walk_to(state, place, self.by) for place in self.walks_to)

    def why_no_further(self, here: Arrival[State, Action]) -> str:
        if self.is_of_decisions and not is_decided_later(here.state):
            return ""
        return super().why_no_further(here)


_WITH_CARD = Regex(
    r"(?P<attack>.*\battack .+?) with (?:the )?(?:(?:top|bottom)(?: half)? of )?(?P<card>.+)", re.IGNORECASE
)
_BY_CARD = Regex(r"(?:the )?(?P<card>.+?) (?:attack|hit) (?P<whom>.+)", re.IGNORECASE)


def card_in_play(state: State) -> str:
    """The card of which a printed half is being performed; empty for none, and for its basic action."""
    halves = (task for task in reversed(state.todo) if isinstance(task, FinishHalf))
    return next((each.card for each in halves if not each.basic), "")


def _without_card(position: ScenarioPosition, text: str) -> tuple[str, str]:
    """A question about an attack without the card by which it is to be made, `attack Guard 1 with Trample` or
    `Trample attack Guard 1`, and this card.
    """
    held = position.state.cards_of(position.actor)
    cards = {squash(name): name for name in (held.plays if held is not None else ())}
    if (found := _WITH_CARD.fullmatch(text)) and (card := cards.get(squash(found["card"]))):
        return found["attack"], card
    if (found := _BY_CARD.fullmatch(text)) and (card := cards.get(squash(found["card"]))):
        return f"attack {found['whom']}", card
    return text, ""


def _named(action: Action) -> Collection[str]:
    """The figures that an action is about."""
    if isinstance(action, FocusOn):
        return (action.figure,)
    return action.targets if isinstance(action, Strike) else ()


def _places(state: State, action: Action) -> Collection[Hex]:
    """The hexes that an action is about: where it ends, or where the figures stand that it names."""
    if isinstance(action, Go):
        return action.path[-1:]
    return [state.figure(name).at for name in _named(action) if state.on_map(name)]


_REACH = Regex(
    r"(?P<who>.+? )??(?:can )?"
    r"(?:reach(?:es)?|gets? (?:to|into)|(?:end|stop|stand)s? (?:in|on|at)) (?P<hex>.+)",
    re.IGNORECASE,
)

_KILL = Regex(r"(?:can )?kill (?P<name>.+)", re.IGNORECASE)


def why_not(position: ScenarioPosition, query: object, file: str, detail: Detail = "repairs") -> WhyNotAnswer:
    """Whether a step is legal at some time of the turn, or a figure can be killed in it; else why not, and
    what would help.

    Raises InputError for a text that is no step, UsageError for a query that is no text.
    """
    killed, question = None, partial(_turn_question)
    if isinstance(query, str):
        plain, card = _without_card(position, " ".join(query.split()).rstrip(".!?"))
        question = partial(_turn_question, card=card)
        killed, reached = _KILL.fullmatch(plain), _REACH.fullmatch(plain)
        if reached:
            _check_place(position, reached["hex"])
            text = f"{reached['who'] or ''}move to {reached['hex']}"
            query, question = text, partial(_turn_question, arrives=True)
        else:
            query = plain

    def answer(world: ScenarioPosition, detail: Detail) -> WhyNotAnswer:
        with brief(_STEPS_OF_ROUNDS) if position.is_round else nullcontext():
            if killed is not None:
                return why_not_kill(world, killed["name"], file, detail, why_not)
            return why_not_step.why_not(world, query, file, detail, partial(question, world))

    with _nowhere_in(position):
        if (worlds := position.worlds()) is None:
            return answer(position, detail)
        told = [position.at(state) for state in worlds.states]
        first, *others = (answer(world, "line") for world in told)
        if any((each.verdict, each.chance) != (first.verdict, first.chance) for each in others):
            return WhyNotAnswer(file, first.query, "undecided", left_out=(worlds.why,))
        return answer(position if first.verdict == "impossible" else told[0], detail)


def _check_place(position: ScenarioPosition, text: str) -> None:
    """Raises InputError (E321) for a figure in place of a hex: to reach it may mean to attack it, or to stand
    beside it.
    """
    name = ""
    with suppress(InputError):
        position.hexes(text)
        return
    with suppress(InputError):
        name = position.figure(text)
    if name:
        help_ = f"write `attack {name}`, or the hex: `reach (3,4)`"
        raise input_error("E321", f"what it is to reach {name} is not certain", None, help_)


@contextmanager
def _nowhere_in(position: ScenarioPosition) -> Iterator[None]:
    """Errors in the text of a question, which have no place in the file."""
    try:
        yield
    except InputError as error:
        whole = position.decoded.span()
        found = (replace(each, span=None) if each.span == whole else each for each in error.diagnostics)
        raise InputError(tuple(found)) from None


def _turn_question(
    position: ScenarioPosition, text: str, probe: Probe[State, Action], arrives: bool = False, card: str = ""
) -> TurnQuestion:
    return TurnQuestion(text, probe, position, arrives, card)
