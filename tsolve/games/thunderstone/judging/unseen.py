"""How unknown cards may change a line: one of the Hall that comes to Rank 1, or one that fills the Hall from
a Dungeon Deck whose next card is unknown.

The line itself is played without them. To see whether one of them matters, it is played again in positions
where that card is known.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import suppress

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.contract.step_reader import Scope, World
from tsolve.errors import InputError
from tsolve.games.thunderstone.actions import Action, Attack
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.judging.outcome import PlayedTurn
from tsolve.games.thunderstone.position import ThunderstonePosition
from tsolve.games.thunderstone.state import UNSEEN, Slot, State
from tsolve.games.thunderstone.turn.hall import BREACHED_MARK
from tsolve.source.tree import joined
from tsolve.steps.line import play_line


def met_unseen(state: State) -> bool:
    """Whether an unknown card stands in the Hall."""
    return any(slot.card == UNSEEN for slot in state.hall)


def worlds(game: Thunderstone, before: State, after: State) -> Iterator[World[State]]:
    """Positions before a step, each with a known card in place of the unknown one that arrives or moves up:
    one for each card that may act there.
    """
    if before.hall == after.hall and game.implicit(after) is None:
        return
    for text, state in (*_of_deck(game, before), *_of_hall(game, before)):
        yield World(f"a card that nobody has seen may be {game.book.name(text)}", state)


def depends_on_unseen(
    position: ThunderstonePosition,
    scope: Scope[State, Action],
    comes_to: Callable[[PlayedTurn, int | None], Hashable],
    until_decided: bool,
) -> str:
    """Names an unknown card that may change the line's result or stop the line; empty if none may. With
    `until_decided`, cards that come after the battle is decided do not count.
    """
    played, step = scope
    texts = [each.text for each in played.answer.steps if each.refusal is None]
    last = len(texts) if step is None else min(step, len(texts))
    for number, before in enumerate(played.states[:last]):
        if until_decided and before.tally.outcome:
            break
        is_end = step is None and number + 1 == last
        after = played.result if is_end else played.states[number + 1]
        if before.turn != "dungeon" or _says_what_came(position, after, texts[number + 1 :]):
            continue
        here = None if step is None else last - number
        for world in worlds(position.game, before, after):
            other = play_line(position.at(world.state), texts[number:last], in_all_ways=step is None)
            ways = [way.played for way in other.ways] or [other]
            if _is_contradicted(position, other):
                continue
            if not all(way.answer.legal and comes_to(way, here) == comes_to(played, step) for way in ways):
                return world.told
    return ""


def part_by_unseen(
    position: ThunderstonePosition,
    scope: Scope[State, Action],
    comes_to: Callable[[PlayedTurn, int | None], Hashable],
) -> str:
    """How a Global effect of an unknown card of the Hall could change a part of the Attack Value, even if the
    total stays the same; empty where none could. (DS-3)
    """
    for names, other, here in battles_by_unseen(position, scope):
        if other.answer.legal and comes_to(other, here) != comes_to(*scope):
            return f"an unknown card of the Hall may have a Global effect, such as {names}"
    return ""


def battles_by_unseen(
    position: ThunderstonePosition, scope: Scope[State, Action]
) -> Iterator[tuple[str, PlayedTurn, int | None]]:
    """The battle of a line under each Global effect that unknown cards of the Hall may have: the names of
    these cards, the line from the attack on, and how many of its steps count. (DS-3)
    """
    from tsolve.games.thunderstone.planning.unseen import named_halls

    played, step = scope
    attack = next((move for move in played.moves if isinstance(move.action, Attack)), None)
    if attack is None or not met_unseen(attack.before):
        return
    before = attack.step - 1
    texts = [each.text for each in played.answer.steps[before:]]
    for cards, hall in named_halls(position.book, attack.before):
        names = joined([position.book.name(card) for card in cards])
        yield names, play_line(position.at(hall), texts), None if step is None else step - before


def _is_contradicted(position: ThunderstonePosition, played: PlayedTurn) -> bool:
    """Whether a step says that another card came."""
    broken = [each.text for each in played.answer.steps if each.refusal is not None]
    return _says_what_came(position, played.states[-1], broken)


def _says_what_came(position: ThunderstonePosition, state: State, texts: Sequence[str]) -> bool:
    """Whether the next step says which card came."""
    step_reader = position.step_reader()
    with suppress(InputError):
        return bool(texts) and step_reader.is_event(step_reader.read(state, texts[0], None).action)
    return False


def refilled(game: Thunderstone, state: State) -> State:
    """The position with the Hall refilled; with unknown cards if chance decides."""
    while (event := game.implicit(state)) is not None:
        state = game.apply(state, event)
    return state


def _of_deck(game: Thunderstone, state: State) -> Iterator[tuple[str, State]]:
    """Each position with a known card on top of the part of the Dungeon Deck whose first card is unknown."""
    from tsolve.games.thunderstone.planning.unseen import unseen_of

    known = next((at for at, _ in enumerate(state.dungeon) if _is_open(state.dungeon[at:])), None)
    if known is None:
        return
    above, below = state.dungeon[:known], state.dungeon[known:]
    if piles.is_unknown(below):
        cards = [*unseen_of(game.book, state, sorted(game.book.arriving))]
    else:
        cards = [
            card
            for card, _ in piles.outcomes(below)
            if card.removesuffix(BREACHED_MARK) in game.book.arriving
        ]
    for card in cards:
        next_ = piles.stacked(above, piles.known((card,)), piles.take(below, card))
        yield card.removesuffix(BREACHED_MARK), replace(state, dungeon=next_)


def _is_open(pile: piles.Pile) -> bool:
    return piles.is_unknown(pile) or piles.choices(pile) > 1


def _of_hall(game: Thunderstone, state: State) -> Iterator[tuple[str, State]]:
    """Each position with a known card in place of an unknown one of the Hall."""
    from tsolve.games.thunderstone.planning.unseen import unseen_of

    book = game.book
    for at, slot in enumerate(state.hall):
        if slot.card == UNSEEN:
            staying = sorted(book.arriving - book.traps - book.treasures)
            for card in unseen_of(book, state, staying):
                yield card, replace(state, hall=(*state.hall[:at], Slot(card), *state.hall[at + 1 :]))
