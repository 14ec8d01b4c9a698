"""What a puzzle expects of the position after its line, compared with what was found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec.structs import replace

from tsolve.cardkit.piles import Pile
from tsolve.games.quest.actions import NONE, TOKENS
from tsolve.games.quest.judging.bests import Played
from tsolve.games.quest.judging.end_phase import NOT_OVER, end_turn
from tsolve.games.quest.judging.points import unknown_piles
from tsolve.games.quest.opened import Opened
from tsolve.games.quest.planning.goals import turn_over
from tsolve.games.quest.scoring import scores, winners
from tsolve.games.quest.state import State
from tsolve.games.quest.writing.dungeon import FACE_DOWN, NOBODY, occupant
from tsolve.games.quest.writing.statements import AfterExpectation
from tsolve.model.answers import ExpectationAnswer
from tsolve.turns.compared import answered, doubted, same, whatever_is_chosen
from tsolve.turns.copies import split_count
from tsolve.turns.counted import counted, counted_names
from tsolve.turns.line import play_line

_UNKNOWN = "unknown"


def judge_after(
    opened: Opened, played: Played | None, expect: AfterExpectation, on_found: Callable[[object], None]
) -> Iterator[ExpectationAnswer]:
    """Every expectation about the position after the line, without one as it stands; `on_found` is told what
    the End phase did.
    """
    line = play_line(opened, ()) if played is None else played
    yield from whatever_is_chosen(line, lambda way: _of_line(opened, way, expect, on_found))


def _of_line(
    opened: Opened, played: Played, expect: AfterExpectation, on_found: Callable[[object], None]
) -> Iterator[ExpectationAnswer]:
    states: tuple[State, ...] = (played.final,)
    why = played.undecided
    if expect.end_phase and not why:
        ended = end_turn(opened, played.final)
        on_found(ended.entries)
        over, told = turn_over(played.final), "the steps end the turn"
        yield answered(("after", "end_phase"), "after end_phase", over, told, told if over else NOT_OVER)
        states, why = ended.states, ended.undecided
    for answers in zip(*(_judged(opened, state, expect) for state in states), strict=True):
        is_open = bool(why) and (len(states) == 1 or len({each.holds for each in answers}) > 1)
        yield doubted(replace(answers[0], holds=False, found=why)) if is_open else answers[0]


def _judged(opened: Opened, state: State, expect: AfterExpectation) -> Iterator[ExpectationAnswer]:
    """The same where the line could be judged to its end."""
    book = opened.book
    me = state.players[opened.state.active]
    if expect.over is not None:
        yield same(("after", "over"), "after over", expect.over, state.over)
    if expect.next_player is not None:
        seat = (state.active - opened.state.active) % len(state.players) + 1
        yield same(("after", "next_player"), "after next player", expect.next_player, seat)
    if expect.winners is not None:
        yield _winners(opened, state, expect.winners)
    numbers = {"xp": me.xp, "wounds": me.wounds, "keys": state.keys}
    for field, found in numbers.items():
        if (number := getattr(expect, field)) is not None:
            yield same(("after", field), f"after {field}", number, found)
    if expect.keys_of_others is not None:
        players, active = len(state.players), opened.state.active
        others = [(active + step) % players for step in range(1, players)]
        keys = tuple(state.players[seat].keys for seat in others)
        yield same(
            ("after", "keys_of_others"), "after keys of others", _row(expect.keys_of_others), _row(keys)
        )
    if expect.tokens is not None:
        kept: dict[str, str] = {token: str(me.tokens(token)) for token in TOKENS if me.tokens(token)}
        stated = {token: str(getattr(expect.tokens, token)) for token in TOKENS}
        asked: dict[str, str] = {token: number for token, number in stated.items() if number != "0"}
        yield same(("after", "tokens"), "after tokens", _listed(asked), _listed(kept), right=kept)
    if expect.champion is not None:
        there = me.location if me.room == NONE else state.rooms[me.room].card
        name = book.name(there) if there else "nowhere"
        wanted = book.name(opened.card(expect.champion))
        yield same(("after", "champion"), "after champion", wanted, name, right=name)
    for text, monster in expect.dungeon.items():
        card = opened.card(text)
        rooms = {room.card: room for room in state.rooms}
        found_there = occupant(book, rooms[card]) if card in rooms else NOBODY
        wanted = monster if monster in (NOBODY, FACE_DOWN) else book.name(opened.card(monster))
        what = f"after {book.name(card)}"
        yield same(("after", "dungeon", text), what, wanted, found_there, right=found_there)
    hand = [state.laid[place].card for place in state.present()] if state.laid else me.hand or ()
    for field, cards in (("hand", hand), ("discard", me.discard), ("removed", state.removed)):
        if (names := getattr(expect, field)) is not None:
            listed = counted(opened, cards)
            yield same(("after", field), f"after {field}", counted_names(opened, names), listed, right=listed)
    if expect.deck is not None:
        order = _from_the_top(opened, me.deck)
        written = tuple(name for text in expect.deck for name in _one_by_one(opened, text))
        yield same(("after", "deck"), "after deck", written, order, right=order)
    left = {card: copies for stack in state.stacks or () for card, copies in stack.cards}
    for text, copies in (expect.village or {}).items():
        yield same(
            ("after", "village", text), f"after village {text}", copies, left.get(opened.card(text), 0)
        )
    if expect.points is not None:
        points = scores(book, state)[opened.state.active]
        yield same(("after", "points"), "after points", expect.points, points)


def _winners(opened: Opened, state: State, expected: tuple[int, ...]) -> ExpectationAnswer:
    """Whether these players win; nobody can tell while some cards are not known."""
    path, what = ("after", "winners"), "after winners"
    hidden = [player + 1 for player in range(len(state.players)) if unknown_piles(state, player)]
    if hidden:
        told = f"not every card of player {' and '.join(map(str, hidden))} is known"
        return doubted(answered(path, what, False, _row(expected), told))
    first, players = opened.state.active, len(state.players)
    found = sorted((seat - first) % players + 1 for seat in winners(opened.book, state))
    return same(path, what, _row(sorted(expected)), _row(found))


def _listed(tokens: Mapping[str, str]) -> str:
    """Gear tokens in words."""
    return ", ".join(f"{number} x {token}" for token, number in tokens.items()) or "none"


def _row(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


def _from_the_top(opened: Opened, pile: Pile) -> tuple[str, ...]:
    """The cards of a pile by name; those that were shuffled in alphabetical order."""
    order: list[str] = []
    for segment in pile:
        names = [opened.book.name(card) for card in segment.cards]
        order += sorted(names) if segment.order == "shuffled" else names
        order += [_UNKNOWN] if segment.order == "unknown" else []
    return tuple(order)


def _one_by_one(opened: Opened, text: str) -> list[str]:
    if text.strip() == _UNKNOWN:
        return [_UNKNOWN]
    count, name = split_count(text)
    return [opened.book.name(opened.card(name))] * count
