"""What a card of which nothing is known could make of a turn: every card that it could be is tried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from time import monotonic

from msgspec.structs import replace

from tsolve.engine.protocol import UNKNOWN
from tsolve.games.thunderstone import piles
from tsolve.games.thunderstone.actions import Action, Use
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.piles import Pile, Segment
from tsolve.games.thunderstone.planning.dungeon import Value
from tsolve.games.thunderstone.planning.evaluator import Evaluator, Reached
from tsolve.games.thunderstone.planning.lines import title
from tsolve.games.thunderstone.planning.plan import solve_visit
from tsolve.games.thunderstone.planning.situations import Explorer, Situation, reveals
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn import abilities
from tsolve.model.policies import PossibleEnd, UnknownDraw

_OWNED = ("hero", "village", "basic", "monster", "disease")


def unknown_draws(
    game: Thunderstone,
    state: State,
    without: Value | None,
    target: str,
    evaluator: Evaluator,
    deadline: float | None = None,
) -> tuple[UnknownDraw, ...]:
    """For every ability that would bring an unknown card: the best and the worst that one card could do.

    `without` is the worth of the best line that draws none. Where an ability brings several unknown cards,
    one is tried and the others are taken not to be there. Stops at `deadline` (monotonic seconds).
    """
    told: list[UnknownDraw] = []
    cards = _possible_cards(game, state)
    for here, use in _draws(game, state):
        ends: dict[str, tuple[Reached, State]] = {}
        for card in cards:
            if deadline is not None and monotonic() >= deadline:
                return tuple(told)
            after = _drawn(game, here.state, use, card)
            reached = evaluator.best(after, target) if not after.todo else None
            if reached is not None:
                ends[card] = reached, after
        if ends:
            told.append(_tell(game, state, here, use, ends, without, evaluator.goal))
    return tuple(told)


def _possible_cards(game: Thunderstone, state: State) -> list[str]:
    """The cards that a player may own and of which not all copies are in sight."""
    seen = Counter(member.card for member in state.party if not member.left)
    seen.update(slot.card for slot in state.hall)
    seen.update(piles.contents(state.dungeon))
    seen.update(state.removed)
    seen.update(dict(zip(state.stalls, state.stock or (), strict=False)))
    for player in state.players:
        seen.update((*piles.contents(player.deck), *player.discard, *(player.hand or ())))
    facts = game.book.cards.values()
    return [
        card.id for card in facts if card.kind in _OWNED and (card.is_disease or seen[card.id] < card.count)
    ]


def _draws(game: Thunderstone, state: State) -> Iterator[tuple[Situation, Use]]:
    """The shortest way to each ability that would bring an unknown card."""
    met: set[tuple[str, int]] = set()
    for level in Explorer(game, state).levels():
        for here in level.situations:
            for use in abilities.attempts(game.book, here.state):
                kind = here.state.party[use.card].card, use.ability
                if kind in met or not reveals(game, here.state, use):
                    continue
                if game.why_not(here.state, use) is not None:
                    continue
                if game.mover(game.apply(here.state, use)) == UNKNOWN:
                    met.add(kind)
                    yield here, use


def _drawn(game: Thunderstone, state: State, use: Use, card: str) -> State:
    """The position after the ability, if the unknown part of the deck were this one card."""
    me = replace(state.me, deck=(*_known_part(state.me.deck), Segment((card,))), discard=())
    players = tuple(me if index == state.active else each for index, each in enumerate(state.players))
    return game.apply(replace(state, players=players), use)


def _known_part(deck: Pile) -> Pile:
    """The segments above the first unknown one."""
    known: list[Segment] = []
    for segment in deck:
        if segment.order == "unknown":
            break
        known.append(segment)
    return tuple(known)


def _tell(
    game: Thunderstone,
    start: State,
    here: Situation,
    use: Use,
    ends: dict[str, tuple[Reached, State]],
    without: Value | None,
    goal: tuple[str, ...],
) -> UnknownDraw:
    best = max(reached.value for reached, _ in ends.values())
    worst = min(reached.value for reached, _ in ends.values())
    name = game.book.name
    better = [name(card) for card, (reached, _) in ends.items() if without is None or reached.value > without]

    def possible(value: Value) -> PossibleEnd:
        reaching = [card for card, (reached, _) in ends.items() if reached.value == value]
        reached, after = ends[reaching[0]]
        return PossibleEnd(_title(game, after, reached, goal), value, tuple(map(name, reaching)))

    steps = tuple(_texts(game, start, (*here.line, use)))
    user = name(here.state.party[use.card].card)
    return UnknownDraw(steps, user, possible(best), possible(worst), tuple(better), len(ends), goal)


def _texts(game: Thunderstone, state: State, line: Iterable[Action]) -> Iterator[str]:
    """The line in words."""
    for action in line:
        yield game.notation(state, action)
        state = game.apply(state, action)


def _title(game: Thunderstone, state: State, reached: Reached, goal: tuple[str, ...]) -> str:
    """What the turn would come to, in a few words."""
    if state.turn == "dungeon":
        verb = "defeat" if reached.won else "attack"
        return f"{verb} {game.book.name(reached.target)}" if reached.target else "attack nobody"
    found = solve_visit(game, Situation(state, ()), goal)
    assert found is not None  # the evaluator found it too
    return title(game, found.end)
