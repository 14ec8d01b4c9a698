"""When a ruling of Thunderstone is decisive: without it another player wins, or something else is legal or
true. Also what a reading may change in a position.

How a ruling is switched off: `games.thunderstone.changes`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence

from tsolve.contract.position import Position
from tsolve.engine import Probe
from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.changes import without, without_idle
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.judging.lines import TurnBestPlays
from tsolve.games.thunderstone.judging.outcome import PlayedTurn, attacked_name, bought, levelled
from tsolve.games.thunderstone.measures import MEASURES
from tsolve.games.thunderstone.position import ThunderstonePosition
from tsolve.games.thunderstone.state import TURN_KINDS, State, TurnKind
from tsolve.games.thunderstone.turn.hall import called, target_at
from tsolve.games.thunderstone.why_not.world import Rules, World
from tsolve.judging.check import BestPlays
from tsolve.model.plays import Wishes
from tsolve.worlds.decisive import Ablated, Ablation, Valued
from tsolve.worlds.verdict import Comparison, Told

BEST_ATTACK = "best Attack Value against"
_RESULTS = {"won": "defeated", "lost": "not defeated", "none": "nobody is attacked", "": "no battle"}


class TurnComparison(Comparison[State, Action]):
    """The findings of a turn."""

    position: ThunderstonePosition

    def outcomes(self, played: PlayedTurn) -> Iterator[Told]:
        position, result = self.position, played.result
        attacked = attacked_name(position.book, played.moves, result.tally) or "the battle"
        yield attacked, _RESULTS[result.tally.outcome]
        yield "the game", "over" if result.over else "goes on"
        for zone, content in position.game.zones(result):
            yield f"afterwards: {zone}", content
        removed = ", ".join(sorted(map(position.book.name, result.removed)))
        yield "afterwards: out of the game", removed or "none"
        points = position.game.scores(played.final)[position.state.active]
        yield "afterwards: Victory Points", str(points)

    def totals(self, played: PlayedTurn) -> Iterator[Told]:
        """The results of the battle, or the visit."""
        table = played.answer.calculation
        if played.result.tally.attacked and table is not None:
            totals = {row.quantity: row.after for row in table.rows}
            for each in MEASURES.compared:
                if played.indifferent and each.quantity != "total":
                    continue  # the line leaves open which total is lowered, and it does not matter
                yield f"{each.called} of the turn", str(totals.get(each.quantity, 0))
        elif table is not None:
            yield "gold", str(table.total)

    def targets(self, best_plays: BestPlays[State, Action]) -> Iterator[Told]:
        """The best Attack Values against the Monsters of the Hall."""
        position, state = self.position, self.position.state
        assert isinstance(best_plays, TurnBestPlays)  # as `Position.bests` makes them
        if state.step != "choose" and state.turn != "dungeon":
            return
        for place in state.places:
            if state.at(place).card not in position.book.monsters:
                continue
            best = best_plays.against(target_at(state, place), "total")
            if best.answer.policy is not None:
                found = f"{best.answer.policy.worth[0].exact} on average"
            elif best.played is not None and best.played.result.tally.outcome:
                found = str(best.played.result.tally.value)
            else:
                found = "cannot be attacked"
            unsure = "" if best.sure else ", not proved"
            yield f"{BEST_ATTACK} {called(position.book, state, place)}", found + unsure

    def line_worth(self, line: Sequence[str], goal: tuple[str, ...], turn: str) -> tuple[int, ...] | None:
        from tsolve.games.thunderstone.planning.goals import line_worth

        place: TurnKind = next((place for place in TURN_KINDS if place == turn), "dungeon")
        return line_worth(self.position, line, goal, place)

    def cards_named(self) -> Iterable[str]:
        """The cards of the position, with all levels of the Heroes among them."""
        position = self.position
        table = position.table if position.table is not None else position.state
        for name in set(table.cards()) & position.book.cards.keys():
            yield name
            yield from position.book.levels.get(position.book.card(name).group, {}).values()


class TurnAblation(Ablation[State, Action]):
    """The rulings of a turn of Thunderstone."""

    switches_off = True
    position: ThunderstonePosition

    @property
    def judged_by_its_end(self) -> bool:
        between = {"gold", "buys", "cannot_buy"}
        return not any(claim.after or between & {*claim.kinds} for claim in self.position.written.claims)

    def without(self, ruling: str) -> Ablated[State, Action] | None:
        change = without(ruling, self.position.book.cards)
        if change is None:
            return None
        world = change(_world(self.position))
        return Ablated(self.position.by(world.game, world.state))

    def planned(self, other: Position[State, Action], probe: Probe[State, Action]) -> ThunderstonePosition:
        assert isinstance(other, ThunderstonePosition)  # as changes make it
        useful = without_idle(_world(other))
        return other.by(Thunderstone(useful.game.book, probe), other.state)

    def ending(self, played: PlayedTurn) -> Hashable:
        tally = played.result.tally
        taken = (*bought(played.moves), *levelled(played.moves))
        return tally.outcome, tally.attacked, taken, played.result.over

    def trail(self, state: State) -> Hashable:
        tally = state.tally
        hand = tuple((member.card, member.left) for member in state.party)
        ended = (state.step, state.todo, state.over, tally.outcome, tally.attacked)
        return ended, hand, state.standing, state.removed, state.found

    def worth_alone(
        self, planned: Position[State, Action], goal: str | None, wishes: Wishes
    ) -> Valued | None:
        asks_more = wishes.target or wishes.turn or self.position.written.target
        if asks_more or planned.state.step == "choose":
            return None
        from tsolve.games.thunderstone.planning.goals import goal_of
        from tsolve.games.thunderstone.planning.policy import worth_alone

        assert isinstance(planned, ThunderstonePosition)  # as `without` makes it
        levels = goal_of(planned, planned.state.turn, goal)
        return worth_alone(planned.game, planned.state, levels, wishes.draws or planned.written.draws)


def _world(position: ThunderstonePosition) -> World:
    """The position in the form that changes use."""
    book = position.book
    return World(Rules(book.cards, book.readings, not book.ailing, book=book), position.state)
