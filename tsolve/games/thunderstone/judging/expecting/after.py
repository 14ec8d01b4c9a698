"""What a puzzle expects of the position after its line, compared with what was found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.cardkit.piles import Pile
from tsolve.games.thunderstone import tasks
from tsolve.games.thunderstone.judging.figures import is_won_anyway, unseen_gain
from tsolve.games.thunderstone.judging.one_turn import one_turn
from tsolve.games.thunderstone.judging.played import Played
from tsolve.games.thunderstone.opened import Opened
from tsolve.games.thunderstone.scoring import scores
from tsolve.games.thunderstone.state import NONE, UNSEEN, State
from tsolve.games.thunderstone.turn.drawing import DrawCards
from tsolve.games.thunderstone.turn.hall import BREACHED_MARK
from tsolve.games.thunderstone.turn.market import left_of
from tsolve.games.thunderstone.writing.statements import AfterExpectation
from tsolve.model.answers import ExpectationAnswer
from tsolve.turns.compared import answered, doubted, same, whatever_is_chosen
from tsolve.turns.copies import split_count
from tsolve.turns.counted import counted, counted_names

_UNKNOWN = "unknown"
_TO_THE_DISCARD_PILE = ("discard", "diseases")
"""What changes when cards are gained."""


def judge_after(
    opened: Opened, played: Played | None, expect: AfterExpectation
) -> Iterator[ExpectationAnswer]:
    """Every expectation about the position after the line."""
    if played is None:
        yield answered(("after",), "after", False, "a line", "the file has no line")
        return
    yield from whatever_is_chosen(played, lambda way: _of_line(opened, way, expect))


def _of_line(opened: Opened, played: Played, expect: AfterExpectation) -> Iterator[ExpectationAnswer]:
    is_open = "" if is_won_anyway(opened, played) else played.undecided
    gain = unseen_gain(opened, played)
    for each in _judged(opened, played, expect):
        doubt = is_open or (gain if each.path[-1] in _TO_THE_DISCARD_PILE else "")
        yield doubted(replace(each, holds=False, found=doubt)) if doubt else each


def _judged(opened: Opened, played: Played, expect: AfterExpectation) -> Iterator[ExpectationAnswer]:
    """The same where the line could be judged to its end."""
    state, me = _refilled(opened, played.final), opened.state.active
    player = state.players[me]
    hand = (
        [m.card for m in state.party if not m.left and m.owner == NONE] if state.active == me else player.hand
    )
    if expect.xp is not None:
        yield same(("after", "xp"), "after xp", expect.xp, player.xp)
    if expect.hall is not None:
        found = tuple(_in_rank(opened, slot.card) for slot in state.hall)
        wanted = tuple(_hall_name(opened, name) for name in expect.hall)
        answer = same(("after", "hall"), "after hall", wanted, found, right=found)
        yield doubted(answer, found) if _could_stand(wanted, found) else answer
    treasures = [card for each in player.treasures for card in (each.card, each.holds) if card]
    piles_of_cards = (
        ("guardians", [slot.card for slot in state.outside]),
        ("treasures", treasures),
        ("hand", hand or ()),
        ("discard", player.discard),
        ("removed", state.removed),
    )
    for field, cards in piles_of_cards:
        if (names := getattr(expect, field)) is not None:
            found = counted(opened, cards)
            if field == "hand" and _draws_unknown(opened, state):
                found = (*found, _UNKNOWN)
            wanted = _counted_with_unknown(opened, names) if field == "hand" else counted_names(opened, names)
            answer = same(("after", field), f"after {field}", wanted, found, right=found)
            comes = Counter(card for text in names for card in _one_by_one(opened, text))
            known = Counter(opened.book.name(card) for card in cards)
            yield doubted(answer, found) if _UNKNOWN in found and known <= comes else answer
    for field, pile in (("deck", player.deck), ("dungeon_deck", state.dungeon)):
        if (names := getattr(expect, field)) is not None:
            order = _from_the_top(opened, pile)
            written = tuple(name for text in names for name in _one_by_one(opened, text))
            answer = same(("after", field), f"after {field}", written, order, right=order)
            yield doubted(answer, order) if _could_lie(written, order) else answer
    for name, count in (expect.village or {}).items():
        left = left_of(state, opened.card(name))
        yield same(("after", "village", name), f"after village {name}", count, left)
    if expect.points is not None:
        yield same(("after", "points"), "after points", expect.points, scores(opened.book, state)[me])
    if expect.over is not None:
        yield same(("after", "over"), "after over", expect.over, state.over)
    if expect.stone is not None:
        yield same(("after", "stone"), "after stone", expect.stone, state.stone_owner == me)
    if expect.diseases is not None:
        found_diseases = _diseases(opened, state, hand or ())
        yield same(("after", "diseases"), "after diseases", expect.diseases, found_diseases)


def _refilled(opened: Opened, state: State) -> State:
    """The position with the Hall filled up, by cards that nobody knows where chance decides."""
    game = one_turn(opened.book)
    while (event := game.unsaid(state)) is not None:
        state = game.apply(state, event)
    return state


def _could_stand(wanted: Sequence[str], found: Sequence[str]) -> bool:
    """Whether the Ranks may hold what is wanted, once it is known what stands in them."""
    pairs = zip(wanted, found, strict=False)
    return _UNKNOWN in found and len(wanted) == len(found) and all(b in (a, _UNKNOWN) for a, b in pairs)


def _could_lie(wanted: Sequence[str], found: Sequence[str]) -> bool:
    """Whether a pile may be what is wanted, as far as it is known from the top."""
    known = found.index(_UNKNOWN) if _UNKNOWN in found else None
    return known is not None and tuple(wanted[:known]) == tuple(found[:known])


def _draws_unknown(opened: Opened, state: State) -> bool:
    """Whether unknown cards come into the hand."""
    task = state.todo[-1] if state.todo and not state.over else None
    if not isinstance(task, DrawCards) or task.into != "party":
        return False
    return task.mover(opened.book, state) == tasks.UNKNOWN


def _counted_with_unknown(opened: Opened, names: Sequence[str]) -> tuple[str, ...]:
    """Names as a file writes them, the mark for unknown cards at the end."""
    known = [name for name in names if name.strip() != _UNKNOWN]
    return (*counted_names(opened, known), *((_UNKNOWN,) if len(known) < len(names) else ()))


def _diseases(opened: Opened, state: State, hand: Iterable[str]) -> int:
    player = state.players[opened.state.active]
    cards = [*piles.contents(player.deck), *player.discard, *hand]
    return sum(1 for card in cards if opened.book.card(card).is_disease)


def _from_the_top(opened: Opened, pile: Pile) -> tuple[str, ...]:
    """The cards of a pile by name; those that were shuffled in alphabetical order."""
    order: list[str] = []
    for segment in pile:
        names = [opened.book.name(card.removesuffix(BREACHED_MARK)) for card in segment.cards]
        order += sorted(names) if segment.order == "shuffled" else names
        order += [_UNKNOWN] if segment.order == "unknown" else []
    return tuple(order)


def _one_by_one(opened: Opened, text: str) -> list[str]:
    if text.strip() == _UNKNOWN:
        return [_UNKNOWN]
    count, name = split_count(text)
    return [opened.book.name(opened.card(name))] * count


def _hall_name(opened: Opened, written: str) -> str:
    name = written.strip()
    return name if name in ("none", "unknown") else opened.book.name(opened.card(name))


def _in_rank(opened: Opened, card: str) -> str:
    return "none" if not card else "unknown" if card == UNSEEN else opened.book.name(card)
