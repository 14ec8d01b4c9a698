"""When a ruling of Quest is decisive: without it another player wins, or something else is legal or true.
Also what a reading may change in a position.

How a ruling is switched off: `games.quest.changes`. If a rule is switched off by a waiver, best plays are not
searched, since the planner states the usual rules.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence

from msgspec.structs import replace

from tsolve.cardkit.piles import contents
from tsolve.contract.position import Position
from tsolve.engine import Probe, TooMuchWorkError
from tsolve.games.quest.actions import Action
from tsolve.games.quest.answers import NONE
from tsolve.games.quest.changes import without, without_idle
from tsolve.games.quest.game import Quest
from tsolve.games.quest.judging.figures import PlayedTurn, TurnBestPlays, end_turn, line_worth
from tsolve.games.quest.measures import MEASURES
from tsolve.games.quest.position import QuestPosition
from tsolve.games.quest.scoring import winners
from tsolve.games.quest.state import State, target_at
from tsolve.judging.check import BestPlays
from tsolve.worlds.decisive import Ablated, Ablation
from tsolve.worlds.verdict import Comparison, Told

_RESULTS = {"won": "defeated", "lost": "not defeated", "": "no battle"}


class TurnComparison(Comparison[State, Action]):
    """The findings of a turn."""

    position: QuestPosition

    def outcomes(self, played: PlayedTurn) -> Iterator[Told]:
        position, result, after = self.position, played.result, self.position.written.expect.after
        battled = position.book.name(result.tally.monster) if result.tally.monster else "the battle"
        yield battled, _RESULTS[result.tally.outcome]
        yield from self._table("afterwards", result)
        yield "afterwards: Victory Points", str(position.game.scores(played.final)[position.state.active])
        if after is not None and after.winners is not None:
            yield "winners", _row(winners(position.book, played.final))
        if after is not None and after.end_phase:
            yield from self._after_the_end_phase(played.final)

    def _table(self, when: str, state: State) -> Iterator[Told]:
        """What lies where, from the view of the player whose turn it is in the position."""
        book, active = self.position.book, self.position.state.active
        here, me = replace(state, active=active), state.players[active]
        for zone, content in self.position.game.zones(here):
            yield f"{when}: {zone}", content
        champion = me.location if me.room == NONE else state.rooms[me.room].card
        yield f"{when}: the Champion", book.name(champion) if champion else "nowhere"
        removed = ", ".join(sorted(map(book.name, state.removed)))
        yield f"{when}: out of the game", removed or "none"
        yield f"{when}: Guardian Keys that were found", str(state.keys)
        others = [player.keys for seat, player in enumerate(state.players) if seat != active]
        yield f"{when}: Guardian Keys of the others", _row(others) or "none"

    def _after_the_end_phase(self, final: State) -> Iterator[Told]:
        """The same when the next turn begins, with the player of that turn."""
        told: dict[str, list[str]] = {}
        for state in end_turn(self.position, final).states:
            for what, found in self._table("when the next turn begins", state):
                told.setdefault(what, []).append(found)
            player = "nobody" if state.over else f"player {state.active + 1}"
            told.setdefault("whose turn is next", []).append(player)
        for what, several in told.items():
            yield what, " or ".join(sorted(set(several)))

    def totals(self, played: PlayedTurn) -> Iterator[Told]:
        for each in MEASURES.compared:
            if (number := self.position.fact(played, each.name, None).value) is not None:
                yield f"{each.called} of the turn", str(number)

    def targets(self, best_plays: BestPlays[State, Action]) -> Iterator[Told]:
        """The greatest total attack against each Monster."""
        position, state = self.position, self.position.state
        assert isinstance(best_plays, TurnBestPlays)  # as `Position.best_plays` makes them
        if position.in_village:
            return
        for place, room in enumerate(state.rooms):
            if not room.monster:
                continue
            target = target_at(state, place)
            best = best_plays.against(target, "total")
            if best.answer.policy is not None:
                found = f"{best.answer.policy.worth[0].exact} on average"
            elif best.played is not None and best.played.result.tally.outcome:
                found = str(best.played.result.tally.total)
            else:
                found = "cannot be battled"
            unsure = "" if best.sure else ", not proved"
            yield f"greatest total attack against {target.say(position.book)}", found + unsure

    def line_worth(self, line: Sequence[str], goal: tuple[str, ...], turn: str) -> tuple[int, ...] | None:
        return line_worth(self.position, line, goal)

    def cards_named(self) -> Iterable[str]:
        """The cards of the position, including those for sale and in the deck."""
        state = self.position.state
        yield from self.position.cards_in_sight()
        yield from contents(state.me.deck)
        yield from state.me.discard
        for stack in state.stacks or ():
            yield from (card for card, _ in stack.cards)


def _row(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


class TurnAblation(Ablation[State, Action]):
    """The rulings of a turn of Quest."""

    switches_off = True
    position: QuestPosition

    def examines(self, ruling: str) -> bool:
        return without(ruling, self.position.book) is not None

    def without(self, ruling: str) -> Ablated[State, Action] | None:
        change = without(ruling, self.position.book)
        return None if change is None else Ablated(change(self.position), change.is_part)

    def planned(self, other: Position[State, Action], probe: Probe[State, Action]) -> QuestPosition:
        assert isinstance(other, QuestPosition)  # as changes make it
        if other.book.waivers:
            raise TooMuchWorkError
        return other.by(Quest.for_one_turn(without_idle(other.book), probe), other.state)

    def ending(self, played: PlayedTurn) -> Hashable:
        tally = played.result.tally
        return tally.outcome, tally.monster, tally.gained, tally.levelled, played.result.over
