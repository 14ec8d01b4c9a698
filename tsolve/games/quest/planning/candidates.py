"""What the turn may be spent on: each purchase, each level, healing and each Monster, each at its best."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.games.quest.actions import TOKENS
from tsolve.games.quest.grid import PLACES
from tsolve.games.quest.planning.answering import of_kind
from tsolve.games.quest.planning.goals import gaining, rising
from tsolve.games.quest.planning.wanted import goal_of, kind_of
from tsolve.games.quest.target import ANYBODY, target_at
from tsolve.games.quest.turn import levels
from tsolve.games.quest.turn.market import for_sale, in_stacks
from tsolve.games.quest.turn.tokens import called
from tsolve.turns.candidates import Case

if TYPE_CHECKING:
    from tsolve.games.quest.opened import Opened
    from tsolve.model.wishes import Wishes

PAID_WITH = ("gold", "xp")


def cases(opened: Opened, wishes: Wishes) -> Iterator[Case]:
    """All that a Village phase can bring; where both kinds of turn are compared also every Monster.

    Nothing where only a Dungeon phase is asked about.
    """
    kind = kind_of(opened, wishes)
    if kind == "dungeon" or (kind == "any" and opened.state.phase != "prepare"):
        return
    goal, asked = goal_of(opened, kind, wishes.goal), replace(wishes, all_lines=False, what_if=False)
    for title, wanted in dict.fromkeys(_wanted(opened)):
        if wanted not in goal:
            solve = partial(of_kind, opened, asked, "village", (wanted, *goal), ANYBODY)
            yield Case("village", title, solve, demands=True, pays=PAID_WITH)
    if kind == "any":
        for place in PLACES:
            if opened.state.rooms[place].monster:
                target = target_at(opened.state, place)
                name = target.say(opened.book)
                solve = partial(of_kind, opened, asked, "dungeon", goal, target)
                yield Case("dungeon", f"battle {name}", solve, target=name)
        best = partial(of_kind, opened, asked, "dungeon", goal, ANYBODY)
        yield Case("dungeon", "the best Dungeon turn", best)
    best = partial(of_kind, opened, asked, "village", goal, ANYBODY)
    yield Case("village", "the best visit", best, pays=PAID_WITH)


def _wanted(opened: Opened) -> Iterator[tuple[str, str]]:
    """What a Village phase can bring, in words, and the level of a goal that is above 0 where it does."""
    book, state = opened.book, opened.state
    for card in for_sale(state):
        yield f"buy {book.name(card)}", gaining(card)
    heroes = [book.card(state.laid[place].card) for place in state.firsts()]
    for card in in_stacks(state):
        if any(levels.is_next_level(hero, book.card(card)) for hero in heroes):
            yield f"level up to {book.name(card)}", rising(card)
    for token in TOKENS:
        yield f"buy {called(token)}", gaining(token)
    yield "buy a Treasure", "treasures"
    yield "heal a Wound", "healed"
