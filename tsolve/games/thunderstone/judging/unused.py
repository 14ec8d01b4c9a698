"""What a written line left undone that leads to the claimed Attack Value: one thing by itself, else two."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from typing import NamedTuple

from tsolve.budget import SpentError
from tsolve.games.thunderstone.actions import Attack, Equip, Use
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.judging.played import Played
from tsolve.games.thunderstone.planning.situations import reveals
from tsolve.games.thunderstone.state import NONE, State
from tsolve.model.trace import Entry
from tsolve.source.words import joined

_MOST_TRIED = 600
"""The most positions in which the attack is tried."""


class _Extra(NamedTuple):
    """Something that could have been done before the attack."""

    card: str
    rulings: tuple[str, ...]
    how: str
    """What else there is to say of it."""
    after: State


def unused(game: Thunderstone, played: Played, claimed: int) -> tuple[Entry, ...]:
    """What would have added just what the claim has more, done right before the attack: a card equipped or
    used, with its price; else two of them. What reveals something is not tried: it would be another turn.
    """
    fights = [move for move in played.moves if isinstance(move.action, Attack)]
    if not fights:
        return ()
    state, attack, value = fights[0].before, fights[0].action, played.result.tally.value

    def leading_there(several: Iterable[tuple[_Extra, ...]]) -> tuple[Entry, ...]:
        found: dict[tuple[str, ...], Entry] = {}
        for extras in islice(several, _MOST_TRIED):
            after = extras[-1].after
            if game.why_not(after, attack) is None and game.apply(after, attack).tally.value == claimed:
                cards = tuple(sorted(each.card for each in extras))
                found.setdefault(cards, _entry(extras, value, claimed))
        return tuple(found.values())

    with suppress(SpentError):
        ones = [(extra,) for extra in _extras(game, state)]
        pairs = ((first, then) for (first,) in ones for then in _extras(game, first.after))
        return leading_there(ones) or leading_there(pairs)
    return ()


def _extras(game: Thunderstone, state: State) -> Iterator[_Extra]:
    """All that only prepares the party."""
    for action in game.preparations(state):
        if not isinstance(action, (Equip, Use)) or reveals(game, state, action):
            continue
        party = state.party
        if isinstance(action, Equip):
            used, how, rule = party[action.weapon], "not equipped", "TS-8.1"
            if used.bearer != NONE:
                continue
        else:
            used, rule = party[action.card], "TS-7.2"
            how = game.notation(state, action) if action.price != NONE else "not used"
        after = game.apply(state, action)
        if not after.todo:
            yield _Extra(game.book.name(used.card), (f"card.{used.card}", rule), how, after)


def _entry(extras: tuple[_Extra, ...], value: int, claimed: int) -> Entry:
    by_name = sorted(extras, key=lambda each: each.card)
    rulings = tuple(dict.fromkeys(ruling for each in by_name for ruling in each.rulings))
    how = joined(list(dict.fromkeys(each.how for each in by_name)))
    names = joined([each.card for each in by_name])
    return Entry("use", names, "value", value, claimed, rulings, f"a preparation ({how})")
