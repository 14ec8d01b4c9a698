"""Numbers that people ask for: the measures of a line after each step, abilities that it left unused, the
most gold of a visit to the Village.

Measures of a line come from the trace and the tally, never from text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import NamedTuple

from msgspec.structs import replace

from tsolve.budget import SpentError
from tsolve.contract.measures import Found
from tsolve.contract.step_reader import Scope
from tsolve.engine import CHANCE, UNKNOWN, Arrival, explore
from tsolve.games.thunderstone.actions import Action, Attack, Equip, Pass, Use, Visit
from tsolve.games.thunderstone.game import (
    Thunderstone,
)
from tsolve.games.thunderstone.judging.outcome import (
    PlayedTurn,
    attack_calculation,
    departed,
    from_attack,
)
from tsolve.games.thunderstone.judging.scoring import hidden_in_scores
from tsolve.games.thunderstone.judging.unseen import (
    battles_by_unseen,
    depends_on_unseen,
    met_unseen,
    part_by_unseen,
    refilled,
)
from tsolve.games.thunderstone.measures import MEASURES, Course
from tsolve.games.thunderstone.planning.situations import reveals
from tsolve.games.thunderstone.position import ThunderstonePosition
from tsolve.games.thunderstone.state import NONE, UNSEEN, State
from tsolve.games.thunderstone.turn.drawing import GAINS, LOSSES
from tsolve.games.thunderstone.turn.hall import is_stone, is_won_by_defeat
from tsolve.judging.numbers import Outcome, whole_turn
from tsolve.model.facts import Fact
from tsolve.model.plays import Calculation
from tsolve.model.trace import Entry
from tsolve.source.tree import joined
from tsolve.steps.line import play_line

_OF_VALUE = (*MEASURES.summed, *MEASURES.margins)
"""Measures of the Attack Value."""
_OF_GAINS = ("gained", "points", "growth")


_OF_DECKS = {"points": (LOSSES, GAINS), "growth": (LOSSES, GAINS), "gained": (GAINS,)}
"""Measures that depend on cards that leave or come from decks, with the steps of the trace that note them."""
_OF_THE_END = ("xp", "lost", "destroyed", "gained")
"""Measures that depend on whether a battle is won, and not on its Attack Value."""
_OF_THE_BATTLE = ("won", *MEASURES.margins, *MEASURES.summed)
"""Measures that no choice changes once the battle is decided."""


def outcomes(
    position: ThunderstonePosition, scope: Scope[State, Action], name: str, wanted: Mapping[str, Fact]
) -> Sequence[Outcome]:
    """The values of a measure in every way in which the line may end, or in which a battle still fought after
    the step may end. A measure that depends only on victory or defeat may be certain earlier.
    """
    played, step = scope
    if step is None and name in _OF_THE_END and is_won_anyway(position, played):
        return (Outcome("", fact(position, played, name)),)
    if step and step < len(played.states) and name in _OF_THE_BATTLE and is_fought(played.states[step]):
        scope = Scope(fought_on(position, played.states[step]), None)
    found = whole_turn(position, scope, name, wanted)
    if name not in _OF_VALUE or len(found) > 1 or not found[0].found.unknown:
        return found
    fought = _by_unseen(position, scope, name)
    told = (position.told_of(name, each.found.value, wanted) for each in fought)
    may_be = any(position.agrees(name, value[of], wanted[of]) for value in told for of in wanted)
    return found if may_be or not fought else fought


def _by_unseen(position: ThunderstonePosition, scope: Scope[State, Action], name: str) -> list[Outcome]:
    """The outcomes of a battle that is over, one for each Global effect that unknown cards of the Hall may
    have; none if anything else is open.
    """
    played, step = scope
    is_over = is_battle_open(played) if step is None else bool(played.states[step].tally.outcome)
    others = [*battles_by_unseen(position, scope)] if is_over else []
    if any(other.ways or other.waiting for _, other, _ in others):
        return []
    whole = [("no such card", played, step), *others]
    values = ((told, _comes_to(position, name, way, at)[0]) for told, way, at in whole if way.answer.legal)
    return [Outcome(told, Found(value)) for told, value in values] if others else []


def is_fought(state: State) -> bool:
    """Whether a battle has begun and waits for a choice, such as the card that the Monster destroys."""
    return bool(state.target) and not state.tally.outcome and not state.over


def fought_on(position: ThunderstonePosition, state: State) -> PlayedTurn:
    """The battle that has begun, played to every possible end."""
    return play_line(position.at(state), [])


def is_settled(position: ThunderstonePosition, played: PlayedTurn, field: str) -> bool:
    """Whether no further choice changes this result of a battle."""
    if is_battle_open(played):
        return field == "won" and is_won_anyway(position, played)
    return field in _OF_THE_BATTLE and bool(played.result.tally.outcome)


def fact(position: ThunderstonePosition, played: PlayedTurn, name: str, step: int | None = None) -> Found:
    """A measure after this many steps; None for the end of the line."""
    table = played.answer.calculation
    found = MEASURES.fact(name, position.book, lambda step: _course(position, played, step), step, table)
    if name == "gold":
        found = replace(found, calculation=_table_of_gold(position, played, step), rulings=("TS-4.3",))
    return replace(found, unknown=_doubt(position, played, name, step))


def _table_of_gold(
    position: ThunderstonePosition, played: PlayedTurn, step: int | None
) -> Calculation | None:
    """The calculation of the gold for purchases, if they can begin at once or have begun in the line."""
    state = played.result if step is None else played.states[step]
    if state.step in ("choose", "effects"):
        ahead = play_line(position.at(state), ["visit the Village", "go on to the purchases"]).answer
        return ahead.calculation if ahead.legal else None
    return played.answer.calculation if step is None and state.turn == "village" else None


def _course(position: ThunderstonePosition, played: PlayedTurn, step: int | None) -> Course:
    state = refilled(position.game, played.result) if step is None else played.states[step]
    tally = state.tally
    rows: tuple[Entry, ...] = ()
    if tally.outcome in ("won", "lost"):
        entries = [entry for each in played.answer.steps[:step] for entry in each.entries]
        table = attack_calculation(position.book, tally.attacked, state.target, entries)
        rows = (table if step is not None else played.answer.calculation or table).rows
    there = departed(position.book, state)
    return Course(there, there, rows)


def _doubt(position: ThunderstonePosition, played: PlayedTurn, name: str, step: int | None) -> str:
    """Why the measure is uncertain: an unknown card may change the battle or what it gains, or a later draw
    may; empty where it is certain.
    """
    of_victory = name in _OF_THE_END and is_battle_open(played)
    if step is None and played.undecided and not of_victory and not position.is_settled(played, name):
        return played.undecided
    after = played.result if step is None or step >= len(played.states) else played.states[step]
    if name == "points" and (hidden := hidden_in_scores(position.book, after)):
        return hidden
    if after.tally.outcome and any(met_unseen(move.before) for move in played.moves):
        if is_battle_open(played) and (name in _OF_VALUE or not is_won_anyway(position, played)):
            return played.undecided
        if name in _OF_GAINS and (gain := unseen_gain(position, played)):
            return gain
        comes_to = partial(_comes_to, position, name)
        if name in _OF_VALUE and (part := part_by_unseen(position, Scope(played, step), comes_to)):
            return part
    return _what_comes(position, played, name, step)


def _what_comes(position: ThunderstonePosition, played: PlayedTurn, name: str, step: int | None) -> str:
    """Why the measure is uncertain: an unknown card that comes may change it, or an unknown deck may have
    lost cards that count; empty where it is certain.
    """
    left_out = _left_out(played, name, step)
    until_decided = name in _OF_THE_BATTLE
    return left_out or depends_on_unseen(
        position, Scope(played, step), partial(_comes_to, position, name), until_decided
    )


def _comes_to(
    position: ThunderstonePosition, name: str, played: PlayedTurn, step: int | None
) -> tuple[Fact, str]:
    """The value of a measure for a line, and the note on what that value leaves out."""
    value = MEASURES.fact(name, position.book, lambda at: _course(position, played, at), step, None).value
    return value, _left_out(played, name, step)


def _left_out(played: PlayedTurn, name: str, step: int | None) -> str:
    """The note on what an effect left out of the measure because it turned up an unknown deck."""
    steps = _OF_DECKS.get(name, ())
    entries = (entry for each in played.answer.steps[:step] for entry in each.entries)
    return next((entry.note for entry in entries if entry.step in steps), "")


def is_battle_open(played: PlayedTurn) -> bool:
    """Whether only the battle is uncertain, while no choice or draw is open."""
    is_decided = bool(played.result.tally.outcome)
    return bool(played.undecided) and is_decided and not (played.waiting or played.answer.undecided)


def is_fought_out(played: PlayedTurn) -> bool:
    """Whether the battle is over and no unknown card of the Hall was met: what is still drawn or chosen comes
    after it, and changes no Attack Value. (TS-7.5)
    """
    return bool(played.result.tally.outcome) and not any(met_unseen(move.before) for move in played.moves)


def is_won_anyway(position: ThunderstonePosition, played: PlayedTurn | None) -> bool:
    """Whether unknown cards of the Hall change the Attack Value but not who wins."""
    if played is None or not is_battle_open(played):
        return False
    from tsolve.games.thunderstone.planning.unseen import decided_by_unseen

    return not decided_by_unseen(position.game, *from_attack(played.moves))


def unseen_gain(position: ThunderstonePosition, played: PlayedTurn) -> str:
    """How unknown cards of the Hall could change what the line gains; empty where they cannot."""
    if not any(met_unseen(move.before) for move in played.moves):
        return ""
    from tsolve.games.thunderstone.planning.unseen import gained_by_unseen

    return unseen_stone(position, played) or gained_by_unseen(position.game, *from_attack(played.moves))


def unseen_stone(position: ThunderstonePosition, played: PlayedTurn) -> str:
    """Says that the unknown card which a victory brings to Rank 1 may be a Thunderstone; empty where it
    cannot be. (TS-17.1, DS-8)
    """
    from tsolve.games.thunderstone.planning.unseen import unseen_of

    result, book = played.result, position.book
    if result.tally.outcome != "won" or result.target != 1:
        return ""
    before, _ = from_attack(played.moves)
    stones = unseen_of(book, before, (card for card in book.cards if is_stone(book, card)))
    if not stones or not is_won_by_defeat(before, UNSEEN):
        return ""
    return f"the card that comes to Rank 1 may be {book.name(next(iter(stones)))}"


MOST_POSITIONS = 20_000
"""Positions looked at before giving up."""
_NO_VISIT = "gold is counted in a visit to the Village, and this turn is none: write `turn: village`"


Shop = Arrival[State, Action]
"""A position at the purchases, with the actions that led to it."""


class Shops(NamedTuple):
    """Every position in which the purchases can begin without luck, richest first.

    `open_end` says what was left out, `draws` whether effects may bring unforeseeable cards.
    """

    found: tuple[Shop, ...]
    open_end: str
    draws: bool


class Riches(NamedTuple):
    """The most gold that a visit can make without luck."""

    gold: int
    calculation: Calculation | None
    open_end: str
    draws: bool


def richest(position: ThunderstonePosition) -> Riches:
    """The most gold at hand when the purchases begin."""
    shops = _shops(position)
    if not shops.found:
        return Riches(0, None, shops.open_end or ("" if shops.draws else _NO_VISIT), shops.draws)
    best = shops.found[0]
    played = play_line(position, _words(position, best.line))
    return Riches(best.state.gold, played.answer.calculation, shops.open_end, shops.draws)


def _shops(position: ThunderstonePosition) -> Shops:
    game, state = position.game, position.state
    line: tuple[Action, ...] = ()
    if state.step == "choose":
        line = (Visit("village"),)
        state = game.apply(state, line[0])
    if state.turn != "village":
        return Shops((), "", False)

    def effects(state: State) -> Iterable[Action]:
        return game.legal_actions(state) if state.step == "effects" else ()

    found: list[Shop] = []
    open_end, draws = "", False
    for number, here in enumerate(explore(game, Arrival(state, line), effects)):
        if number >= MOST_POSITIONS:
            open_end = f"there are more than {MOST_POSITIONS} ways to use the effects"
            break
        if here.state.step == "buying" and not here.state.todo:
            found.append(here)
        elif game.mover(here.state) in (CHANCE, UNKNOWN):
            draws = True
    found.sort(key=lambda shop: (-shop.state.gold, _sacrifice(shop)))
    return Shops(tuple(found), open_end, draws)


def _sacrifice(shop: Shop) -> tuple[int, int]:
    """The cost of getting here: cards destroyed, then actions."""
    return shop.state.tally.lost, len(shop.line)


def _words(position: ThunderstonePosition, line: tuple[Action, ...]) -> tuple[str, ...]:
    """The line in the game's notation, without the passes that need not be written before a purchase."""
    state, words = position.state, []
    for action in line:
        if not isinstance(action, Pass) or action is line[-1]:
            words.append(position.game.notation(state, action))
        state = position.game.apply(state, action)
    return tuple(words)


_MOST_TRIED = 600
"""The most positions in which the attack is tried."""


class _Extra(NamedTuple):
    """Something that could have been done before the attack."""

    card: str
    rulings: tuple[str, ...]
    how: str
    """Further notes on it."""
    after: State


def unused(game: Thunderstone, played: PlayedTurn, claimed: int) -> tuple[Entry, ...]:
    """What would have added exactly the missing amount of the claim if done right before the attack:
    equipping or using one card, or two. Actions that reveal something are not tried: they would change the
    turn.
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
    """The actions that only prepare the party."""
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
    return Entry("use", names, "total", value, claimed, rulings, f"a preparation ({how})")
