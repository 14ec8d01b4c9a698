"""The turn of a figure that plays by the rules for monsters, and how the turn of any figure ends. (GH-12)

Also the rules that explain its move (GH-3, GH-12.21 to GH-12.30). At the end of a turn conditions run out and
infused elements become strong (GH-8.3, GH-9.2).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.cardkit.tasks import Reason
from tsolve.games.gloomhaven import state
from tsolve.games.gloomhaven.abilities import Ability, Attack, Command, Move, OnDeath
from tsolve.games.gloomhaven.ability_parts import SELF
from tsolve.games.gloomhaven.actions import Action, FocusOn, Go
from tsolve.games.gloomhaven.cards import Origin
from tsolve.games.gloomhaven.figures import TIMED, Figure, LastingEffect
from tsolve.games.gloomhaven.map_abilities import Summon
from tsolve.games.gloomhaven.simple_abilities import ExtraTurn, Infuse, ScenarioStep, Special, SwapsSides
from tsolve.games.gloomhaven.state import Charged, Led, State, Task
from tsolve.games.gloomhaven.turn.character import CharacterTurn
from tsolve.games.gloomhaven.turn.character_action import Printed
from tsolve.games.gloomhaven.turn.command import EndLead, Lead
from tsolve.games.gloomhaven.turn.deliberation import (
    Decision,
    deliberation,
    next_attack,
    why_not_ally,
    why_not_end,
    why_not_focus,
)
from tsolve.games.gloomhaven.turn.effects import Perform
from tsolve.games.gloomhaven.turn.elements_and_bonuses import ConsumeForCard, effective
from tsolve.games.gloomhaven.turn.monster_attack import MonsterAttack
from tsolve.games.gloomhaven.turn.movement import best_path, walk
from tsolve.games.gloomhaven.turn.reactions import reactions

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.hexes import Hex
    from tsolve.games.gloomhaven.monster_situation import Option
    from tsolve.games.gloomhaven.monster_solver import Deliberation
    from tsolve.games.gloomhaven.play import Play


OF_A_TURN: Mapping[str, object] = {
    "focus": "",
    "intents": (),
    "moved": 0,
    "dealt": 0,
    "scorched": False,
    "once": (),
    "struck": (),
}
"""What counts for one turn alone, as it begins and ends."""


class EndTurn(state.Task, frozen=True):
    """A figure's turn ends."""

    figure: str
    is_ending: bool = False
    """Whether what the end of the turn calls for is done."""

    def run(self, play: Play) -> None:
        if play.state.is_up(self.figure) and not self.is_ending:
            called = reactions(play, self.figure, "turn end")
            if called:
                play.push(*called, EndTurn(self.figure, is_ending=True))
                return
        if play.state.on_map(self.figure):
            figure = play.state.figure(self.figure)
            kept = []
            for token in figure.tokens:
                if token.condition not in TIMED:
                    kept.append(token)
                elif token.fresh:
                    kept.append(replace(token, fresh=False))
                else:
                    play.note("turn", self.figure, ("GH-8.3",), f"{token.condition} ends")
            effects = tuple(each for each in figure.effects if each.lasts != "turn")
            play.edit(self.figure, tokens=tuple(kept), effects=effects, acted=True)
        for each in play.state.elements:
            if each.infused:
                play.note("element", each.element, ("GH-9.1", "GH-9.2"), "is strong")
        elements = tuple(
            Charged(each.element, "strong") if each.infused else each for each in play.state.elements
        )
        is_last = not play.state.todo
        play.set(**OF_A_TURN, elements=elements, turn="", result=is_last)


def rules_of_move(
    figure: Figure,
    move: Move,
    attack: Attack | None,
    found: Deliberation,
    intents: Sequence[Option],
    path: tuple[Hex, ...],
) -> tuple[str, ...]:
    """Why a figure goes along a path, or stays, with a move ability and the attack that is still to come."""
    points = _points(figure, move)
    return tuple(dict.fromkeys((*points, *_way(found, path), *_wish(attack, found, intents))))


def _points(figure: Figure, move: Move) -> Iterator[str]:
    """The rules for its number of movement points."""
    if move.amount.relative and move.amount.number:
        yield "GH-12.30"
    if move.amount.relative and figure.profile.move + move.amount.number < 0:
        yield "GH-3.5"


def _way(found: Deliberation, path: tuple[Hex, ...]) -> Iterator[str]:
    """The rules for what is on the way."""
    if not path:
        return
    situation = found.situation
    gait, ground = situation.gait, situation.ground
    touched = {"walk": path, "jump": path[-1:], "fly": ()}[gait]
    yield "GH-3.1"
    if gait == "jump":
        yield "GH-3.3"
    elif gait == "fly":
        yield "GH-3.4"
    elif not situation.friends.isdisjoint(path):
        yield "GH-3.2"
    if not ground.difficult.isdisjoint(path):
        yield "GH-1.9"
    if not ground.negative.isdisjoint(touched):
        yield "GH-12.25"


def _wish(attack: Attack | None, found: Deliberation, intents: Sequence[Option]) -> Iterator[str]:
    """The rules for the hex that it heads for."""
    if attack is None:
        yield "GH-12.26"
    if any(option.end == option.destination for option in intents):
        yield "GH-12.21"
        return
    yield "GH-12.22"
    focuses = {option.focus for option in intents}
    if any(len(found.destinations(focus)) > 1 for focus in focuses):
        yield "GH-12.23"
    if attack is not None and found.situation.aim.targets > 1:
        yield "GH-12.24"


class BeginTurn(Task, frozen=True):
    """A figure's turn begins: a wound hurts first. (GH-8.6, GH-12.5)"""

    figure: str

    def run(self, play: Play) -> None:
        play.set(**OF_A_TURN, turn=self.figure, fell=None)
        figure = play.state.figure(self.figure)
        if figure.new and (figure.kind != "summon" or play.reads("summons_act", "next_round")):
            rulings = ("GH-11.3",) if figure.kind == "summon" else ("GH-12.34",)
            play.note("turn", self.figure, rulings, "came this round and does not act")
            play.edit(self.figure, acted=True)
            play.set(turn="", result=not play.state.todo)
            return
        play.push(*reactions(play, self.figure, "turn start"), Act(self.figure), EndTurn(self.figure))
        if figure.has("wound"):
            play.suffer(self.figure, 1, ("GH-8.6",), "wound")


class Act(Task, frozen=True):
    """What a figure does in its turn, if its wound has not killed it. (GH-12.5, GH-12.29)"""

    figure: str

    def run(self, play: Play) -> None:
        if not play.state.is_up(self.figure):
            return
        if play.state.cards_of(self.figure) is not None:
            play.push(CharacterTurn(self.figure))
            return
        if play.state.figure(self.figure).has("stun"):
            play.note("turn", self.figure, ("GH-12.29", "GH-8.9"), "is stunned and does nothing")
            return
        swapping = [
            each for each in play.state.figure(self.figure).effects if isinstance(each.ability, SwapsSides)
        ]
        is_swapped = bool(swapping) and play.state.is_up(swapping[-1].owner)
        turn = SwappedTurn(self.figure, swapping[-1]) if is_swapped else BeginAbilities(self.figure)
        play.push(ConsumeForCard(self.figure), turn)


class SwappedTurn(Task, frozen=True):
    """A figure takes its turn with sides swapped, led by a player or by the rules for monsters. (GH-11.21)"""

    figure: str
    effect: LastingEffect

    def run(self, play: Play) -> None:
        if not play.state.is_up(self.figure):
            return
        by, ability = self.effect.owner, self.effect.ability
        assert isinstance(ability, SwapsSides)
        play.note("command", self.figure, ("GH-11.21",), f"takes its turn for the side of {by}")
        led = Led(self.figure, by, is_enemy=True, in_turn=True, by_rules=not ability.leads)
        end = EndLead(Command(SELF, ()), by, play.state.performed)
        if not ability.leads:
            play.push(Lead(led), BeginAbilities(self.figure), end)
            return
        figure = play.state.figure(self.figure)
        origin = Origin(self.effect.source, by=by)
        tasks = [
            Perform(self.figure, each)
            if isinstance(each, _BY_RULES)
            else Printed(self.figure, (each,), origin)
            for each in effective(play.book, play.state, figure)
        ]
        play.push(Lead(led), *tasks, end)


_BY_RULES = Summon | OnDeath | Special | ScenarioStep | ExtraTurn | Infuse
"""What no player decides for a figure that is led."""


class BeginAbilities(Task, frozen=True):
    """The focus is determined before the first ability. (GH-12.6)"""

    figure: str

    def run(self, play: Play) -> None:
        figure = play.state.figure(self.figure)
        text = f"plays {play.book.deal(play.state, figure).name}"
        play.note("plays", self.figure, play.book.plays_by(play.state, figure), text)
        abilities = effective(play.book, play.state, figure)
        play.push(ChooseFocus(self.figure, abilities), Abilities(self.figure, abilities))


class Abilities(Task, frozen=True):
    """The abilities of the card, one after the other, as printed. (GH-12.1)"""

    figure: str
    rest: tuple[Ability, ...]

    def run(self, play: Play) -> None:
        if not self.rest or not play.state.is_up(self.figure):
            return
        if play.state.figure(self.figure).has("stun"):
            play.note("turn", self.figure, ("GH-8.9",), "is stunned and does no more")
            return
        first, *others = self.rest
        later = tuple(others)
        if self._has_lost_focus(play):
            play.push(ChooseFocus(self.figure, self.rest), self)
        elif isinstance(first, Move):
            play.push(MonsterMove(self.figure, first, later), Abilities(self.figure, later))
        elif isinstance(first, Attack):
            play.push(MonsterAttack(self.figure, first), Abilities(self.figure, later))
        else:
            play.push(Perform(self.figure, first), Abilities(self.figure, later))

    def _has_lost_focus(self, play: Play) -> bool:
        """Whether the focus is gone, and a new one is determined for the remaining abilities. (GH-12.33,
        GH-17.7)
        """
        focus = play.state.focus
        if not focus or (play.state.is_up(focus) and not play.state.figure(focus).has("invisible")):
            return False
        play.set(focus="", intents=())
        if not any(isinstance(ability, Move | Attack) for ability in self.rest):
            return False
        return play.reads("focus_gone", "new_focus")


class ChooseFocus(Decision, frozen=True):
    """One enemy becomes the focus; the players choose among equal ones. (GH-12.10, GH-12.13)"""

    asks = "say which enemy is the focus"
    figure: str
    abilities: tuple[Ability, ...]

    def by_rules(self, book: Book, state: State) -> list[Action]:
        return [FocusOn(name) for name in self.deliberation(book, state).focuses]

    def deliberation(self, book: Book, state: State) -> Deliberation:
        """How it decides."""
        figure = state.figure(self.figure)
        return deliberation(book, state, figure, next_attack(self.abilities), _first_move(self.abilities))

    def refuse(self, book: Book, state: State, action: Action) -> Reason:
        if not isinstance(action, FocusOn):
            return super().refuse(book, state, action)
        ally = why_not_ally(state, state.figure(self.figure), (action.figure,), "GH-12.6")
        return ally or why_not_focus(self.deliberation(book, state), action.figure)

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        tied = len(self.deliberation(book, state).focuses) > 1
        return ("GH-12.10", "GH-12.13") if tied else ("GH-12.10",)

    def run(self, play: Play) -> None:
        if not self.options(play.book, play.state):
            play.note("focus", self.figure, ("GH-12.14",), "has no focus")
        super().run(play)

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, FocusOn)
        play.set(focus=action.figure)
        enemies = play.state.enemies_of(play.state.figure(self.figure))
        unseen = ("GH-8.12", "GH-12.15") if any(each.has("invisible") for each in enemies) else ()
        token = ("GH-1.1",) if play.state.figure(action.figure).kind == "object" else ()
        play.note("focus", self.figure, ("GH-12.10", *unseen, *token), f"focuses on {action.figure}")


class MonsterMove(Decision, frozen=True):
    """A move ability: towards the hex from which the next attack is best. (GH-12.17 to GH-12.26)"""

    asks = "say where it moves"
    figure: str
    move: Move
    later: tuple[Ability, ...]

    def by_rules(self, book: Book, state: State) -> list[Action]:
        figure = state.figure(self.figure)
        if not state.focus or figure.has("immobilize"):
            return [Go()]
        found = self.deliberation(book, state)
        ends = dict.fromkeys(option.end for option in found.choice().options)
        return [Go(best_path(found, end)) for end in ends] or [Go()]

    def deliberation(self, book: Book, state: State) -> Deliberation:
        """How it decides."""
        return deliberation(book, state, state.figure(self.figure), next_attack(self.later), self.move)

    def refuse(self, book: Book, state: State, action: Action) -> Reason:
        if not isinstance(action, Go):
            return super().refuse(book, state, action)
        figure = state.figure(self.figure)
        if figure.has("immobilize"):
            return f"{self.figure} is immobilized", ("GH-8.7", "GH-12.28")
        if not state.focus:
            return f"{self.figure} has no focus and does not move", ("GH-12.14",)
        found = self.deliberation(book, state)
        options = found.choice().options
        end = action.path[-1] if action.path else figure.at
        if any(option.end == end for option in options):
            return f"another way to {book.terrain.name(end)} is better", ("GH-12.9", "GH-12.21")
        return why_not_end(found, state.focus, options, end)

    def is_as_good(self, book: Book, state: State, path: tuple[Hex, ...], best: tuple[Hex, ...]) -> bool:
        """Whether another path ends in the same hex, with as few negative hexes and at the same cost."""
        if path == best:
            return True
        if not path or not best or path[-1] != best[-1]:
            return False
        paths = self.deliberation(book, state).paths
        return paths.weight_of(path) == paths.weight_of(best)

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        if state.figure(self.figure).has("immobilize"):
            return "GH-8.7", "GH-12.28"
        if not state.focus:
            return ("GH-12.14",)
        options = self.deliberation(book, state).choice().options
        arrives = any(option.end == option.destination for option in options)
        return "GH-12.17", "GH-12.21" if arrives else "GH-12.22"

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Go)
        figure = play.state.figure(self.figure)
        attack = next_attack(self.later)
        found = self.deliberation(play.book, play.state)
        end = action.path[-1] if action.path else figure.at
        intents = tuple(option for option in found.choice().options if option.end == end)
        if not action.path and (not play.state.focus or figure.has("immobilize")):
            why = ("GH-8.7", "GH-12.28") if figure.has("immobilize") else ("GH-12.14",)
            play.note("move", self.figure, why, "does not move")
            return
        rulings: tuple[str, ...] = ()
        if play.trace is not None:
            rulings = rules_of_move(figure, self.move, attack, found, intents, action.path)
        walk(play, self.figure, action.path, found.situation.gait, rulings)
        if play.state.on_map(self.figure) and play.state.figure(self.figure).at == end:
            play.set(intents=intents if attack is not None else ())


def _first_move(abilities: tuple[Ability, ...]) -> Move | None:
    return next((ability for ability in abilities if isinstance(ability, Move)), None)
