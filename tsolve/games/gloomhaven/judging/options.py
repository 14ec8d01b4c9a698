"""The options that the rules leave a figure in its turn, and the keys that decided. (GH-12.37)

Also the rules behind them: why it has this focus, goes to this hex and attacks these enemies, and not others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from tsolve.budget import SpentError
from tsolve.engine import Probe
from tsolve.games.gloomhaven.abilities import Attack, Condition, Move
from tsolve.games.gloomhaven.actions import Action, FocusOn, Go, Strike, listed
from tsolve.games.gloomhaven.hexes import Hex
from tsolve.games.gloomhaven.judging.besides import Sentences, in_words, joined, told_besides
from tsolve.games.gloomhaven.judging.idle import why_idle
from tsolve.games.gloomhaven.judging.walk import decisions, forced_moves
from tsolve.games.gloomhaven.judging.whole_turn import Turn
from tsolve.games.gloomhaven.monster_situation import Candidate, Contender, FocusKey
from tsolve.games.gloomhaven.monster_solver import BEYOND, Deliberation
from tsolve.games.gloomhaven.position import ScenarioPosition, begun
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.stated import NOBODY
from tsolve.games.gloomhaven.turn.deliberation import aim_of, next_attack, why_not_focus, why_worse
from tsolve.games.gloomhaven.turn.elements_and_bonuses import abilities_of
from tsolve.games.gloomhaven.turn.monster import ChooseFocus, MonsterMove
from tsolve.games.gloomhaven.turn.monster_attack import MonsterAttack
from tsolve.model.answers import Cell, Contest, Option, Options, Rival, letter_of
from tsolve.model.trace import Entry, Trace

if TYPE_CHECKING:
    from tsolve.cardkit.tasks import Reason


_OF_THE_ACTOR: tuple[tuple[Condition, tuple[str, ...]], ...] = (
    ("stun", ("GH-8.9", "GH-12.29")),
    ("immobilize", ("GH-8.7", "GH-12.28")),
    ("disarm", ("GH-8.8",)),
    ("muddle", ("GH-8.10",)),
)


def rests_on(position: ScenarioPosition) -> Iterator[str]:
    """The rules that decided something in the turn of the question, in the order of the rulebook."""
    state, terrain = position.laid.state, position.laid.terrain
    figure = state.figure(position.actor)
    abilities = position.book.deal(state, figure).abilities
    attack = next_attack(abilities)
    has_walls = bool(terrain.walls or terrain.thin_walls)
    if has_walls:
        yield "GH-1.4"
    if state.shut:
        yield "GH-1.5"
    if figure.flies:
        yield "GH-3.4"
    else:
        yield from ("GH-1.6",) if state.obstacles else ()
        yield from ("GH-12.9",) if state.traps or terrain.hazards else ()
        yield from ("GH-1.9",) if terrain.difficult else ()
        yield from ("GH-3.3",) if any(isinstance(each, Move) and each.jump for each in abilities) else ()
    if has_walls and attack is not None and aim_of(position.book, figure, attack).reach > 1:
        yield "GH-5.1"
    for condition, rulings in _OF_THE_ACTOR:
        if figure.has(condition):
            yield from rulings
    if any(enemy.has("invisible") for enemy in state.figures if enemy.side != figure.side):
        yield "GH-12.15"


PLAYERS = "the players"


def told(turn: Turn, position: ScenarioPosition) -> str:
    """A way in words."""
    figure = position.actor
    if not position.state.on_map(figure):
        return f"{figure} dies in {position.name(turn.end)} before it acts"
    if not turn.focus:
        if (idle := why_idle(position)) is not None:
            return idle[0]
        return f"{figure} has no focus: it neither moves nor attacks"
    where, start = position.name(turn.end), position.state.figure(figure).at
    goes = f"dies in {where}" if turn.dies else f"{'stays in' if turn.end == start else 'goes to'} {where}"
    if turn.destination is not None and turn.destination != turn.end:
        goes += f" on its way to {position.name(turn.destination)}"
    names = tuple(dict.fromkeys(turn.targets))
    whom = "" if names == (turn.focus,) else f" {listed(names)}" if names else " nobody"
    return f"{figure} focuses on {turn.focus}, {goes} and attacks{whom}"


def options_if_decided(position: ScenarioPosition) -> Options | None:
    """The options of a turn that the rules decide, and what decided; None for any other."""
    return options_of(position) if position.decides else None


def options_of(position: ScenarioPosition) -> Options:
    """All options of the turn that the position asks about; worked out once."""
    return position.book.once(("options", position.actor, position.state), lambda: _options_of(position))


def _options_of(position: ScenarioPosition) -> Options:
    from tsolve.games.gloomhaven.judging.left_open import ways_of

    figure = position.actor
    probe: Probe[State, Action] = Probe(notes=True)
    watched = position.watched_by(probe)
    ways = ways_of(watched)
    contests = () if ways.hangs_on else tuple(dict.fromkeys(_contests(position)))
    found: dict[tuple[object, ...], Option] = {}
    beginning = _besides_at_its_beginning(position)
    for turn in ways.turns:
        besides = joined(beginning, turn.besides)
        text, values = told(turn, position) + in_words(besides, turn.perhaps), _values(position, turn)
        found.setdefault((text, *values.items()), Option(text, values, _keys(position, turn, contests)))
    return Options(
        title=f"turn of {figure}",
        options=tuple(found.values()),
        chooser=PLAYERS,
        contests=contests,
        hangs_on=(
            *(f"the initiative of {who}" for who in ways.hangs_on),
            *(f"the book of the scenario ({text})" for text in position.unplayed),
        ),
        readings=dict(probe.readings),
        rests_on=tuple(rests_on(position)),
    )


def _besides_at_its_beginning(position: ScenarioPosition) -> Sentences:
    """The events before the first decision."""
    trace = Trace()
    before = replace(position.laid.state, turn=position.actor)
    after = begun(position.game, position.laid, trace)
    return told_besides(trace.entries, before, after, position.book.terrain)


def ends_to_choose(position: ScenarioPosition) -> dict[Hex, str]:
    """The hexes in which the figure may stop, with the letters of the options; none if it has no choice or
    there was no time to find them.
    """
    try:
        found = options_of(position).options
    except SpentError:
        return {}
    letters: dict[str, str] = {}
    for index, option in enumerate(found):
        letters.setdefault(str(option.values["end"]), letter_of(index))
    if len(letters) < 2:
        return {}
    return {hex_: letter for end, letter in letters.items() for hex_ in position.hexes(end)}


def _values(position: ScenarioPosition, turn: Turn) -> dict[str, str | tuple[str, ...]]:
    values: dict[str, str | tuple[str, ...]] = {"focus": turn.focus, "end": position.name(turn.end)}
    if turn.destination is not None:
        values["destination"] = position.name(turn.destination)
    values["path"] = tuple(map(position.name, turn.path))
    values["attacks"] = tuple(sorted(turn.targets))
    if turn.besides:
        values["deeds"] = turn.besides
    return values


def _keys(position: ScenarioPosition, turn: Turn, contests: Sequence[Contest]) -> dict[str, dict[str, Cell]]:
    """The keys that were compared for the focus and for the destination of a way."""
    found: dict[str, dict[str, Cell]] = {}
    where = position.name(turn.destination if turn.destination is not None else turn.end)
    for part, title, name in (
        ("focus", FOCUS, turn.focus),
        ("destination", f"{HEXES} {turn.focus} from", where),
    ):
        for contest in contests:
            cells = next((rival.cells for rival in contest.rivals if rival.name == name), None)
            if contest.title == title and cells is not None:
                found.setdefault(part, dict(zip(contest.columns, cells, strict=True)))
    return found


def _contests(position: ScenarioPosition) -> Iterator[Contest]:
    """How the focus was decided, then for each possible focus how the destination was."""
    moves, state = forced_moves(position)
    for move in moves:
        yield from _contest(position, move.before)
    if state.result or not state.todo or position.game.mover(state) < 0:
        return
    yield from _contest(position, state)
    if isinstance(state.todo[-1], ChooseFocus):
        for action in position.game.legal_actions(state):
            yield from _contests(position.by(position.game, position.game.apply(state, action)))


def _contest(position: ScenarioPosition, state: State) -> Iterator[Contest]:
    """How what is decided next was decided."""
    task = state.todo[-1]
    if isinstance(task, ChooseFocus):
        yield from contest_of_focus(task.deliberation(position.book, state))
    elif isinstance(task, MonsterMove) and state.focus:
        yield from contest_of_hexes(position, task.deliberation(position.book, state), state.focus)


FOCUS, HEXES = "Focus", "Hexes to attack"


def contest_of_focus(found: Deliberation) -> Iterator[Contest]:
    """The enemies that can be attacked, the focus first."""
    keys = found.focus_keys
    if not keys:
        return
    best = set(found.focuses)
    order = sorted(keys, key=lambda name: (name not in best, keys[name]))
    cells = {name: _focus_cells(keys[name]) for name in order}
    columns = ("traps and hazards", "steps", "away", "initiative")
    rivals = tuple(Rival(name, cells[name], name in best) for name in order)
    next_ = next((name for name in order if name not in best), None)
    why, rulings = why_not_focus(found, next_) if next_ is not None else ("", ("GH-12.10",))
    yield Contest(FOCUS, columns, rivals, _decided(rivals, columns), rulings, why)


def _focus_cells(key: FocusKey) -> tuple[Cell, ...]:
    away: Cell = "beyond walls" if key.proximity >= BEYOND else key.proximity
    return key.negative, key.cost, away, key.initiative[0]


def contest_of_hexes(position: ScenarioPosition, found: Deliberation, focus: str) -> Iterator[Contest]:
    """The hexes from which the focus can be attacked, the best ones first."""
    best = {candidate.hex: candidate for candidate in found.destinations(focus)}
    if not best:
        return
    rows = [_row(position, each, len(each.group), is_best=True) for each in best.values()]
    contenders = found.contenders(focus, MOST_HEXES + len(best))
    worse = [each for each in contenders if each.hex not in best]
    columns = ("traps and hazards", "out of reach", "disadvantage", "targets", "steps")
    reason: Reason = ("", ("GH-12.17",))
    if worse:
        rival = found.candidates_at(worse[0].hex, focus)[0]
        reason = why_worse(found, rival, next(iter(best.values())), focus)
    rows += [_row(position, each, each.targets) for each in worse[: max(MOST_HEXES - len(rows), 1)]]
    yield Contest(f"{HEXES} {focus} from", columns, tuple(rows), "", reason[1], reason[0])


def _row(
    position: ScenarioPosition, each: Candidate | Contender, targets: int, is_best: bool = False
) -> Rival:
    cells = each.negative, int(each.out_of_reach), int(each.disadvantage), targets, each.cost
    return Rival(position.name(each.hex), cells, is_best)


MOST_HEXES = 12
"""The number of hexes that are compared on the page, in addition to those equal to the best."""


def _decided(rivals: Sequence[Rival], columns: Sequence[str]) -> str:
    """The first column in which the best row differs from the next one."""
    worse = next((rival for rival in rivals if not rival.is_best), None)
    if worse is None:
        return ""
    cells = zip(columns, rivals[0].cells, worse.cells, strict=True)
    return next((column for column, mine, its in cells if mine != its), "")


class Wanted(NamedTuple):
    """The content of a claim: one of these."""

    focus: str = ""
    """A figure, or `nobody`."""
    end: Hex | None = None
    attacks: Collection[str] = ()


def rules_of_death(position: ScenarioPosition) -> tuple[str, ...]:
    """The rules by which a figure dies in its turn, up to the first chance event and with the first answer to
    each decision. Empty if it lives.
    """
    trace, state, game = Trace(), position.state, position.game
    begun(game, position.laid, trace)
    for before in decisions(game, state):
        state = game.apply(before, game.legal_actions(before)[0], trace)
    return () if state.on_map(position.actor) else fatal(position.actor, trace.entries)


def fatal(figure: str, entries: Iterable[Entry]) -> tuple[str, ...]:
    """The rules by which a figure has lost its last hit points and left the map."""
    of_figure = [entry for entry in entries if entry.subject == figure]
    last_blow = next(
        (entry.rulings for entry in reversed(of_figure) if entry.step == "damage" and not entry.after), ()
    )
    left = next((entry.rulings for entry in of_figure if entry.step == "leave"), ())
    on_its_way = ("GH-12.25",) if not {"GH-1.7", "GH-1.8"}.isdisjoint(last_blow) else ()
    return tuple(dict.fromkeys((*on_its_way, *last_blow, *left)))


def why_otherwise(position: ScenarioPosition, states: Iterable[State], wanted: Wanted) -> Reason | None:
    """Why a figure does not do what is claimed: the refusal in the first position in which it decided that;
    None if there is none.
    """
    book = position.book
    for state in states:
        match state.todo[-1]:
            case ChooseFocus() as task if wanted.focus not in ("", NOBODY):
                return task.refuse(book, state, FocusOn(wanted.focus))
            case ChooseFocus() as task if wanted.attacks:
                focuses = {each.figure for each in task.options(book, state) if isinstance(each, FocusOn)}
                if focuses.isdisjoint(wanted.attacks):
                    reason, rulings = task.refuse(book, state, FocusOn(min(wanted.attacks)))
                    return reason, (*rulings, "GH-12.32")
            case MonsterMove() as task if wanted.end is not None:
                stays = state.figure(task.figure).at == wanted.end
                return task.refuse(book, state, Go(() if stays else (wanted.end,)))
            case MonsterAttack() as task if wanted.attacks:
                return task.refuse(book, state, Strike(tuple(wanted.attacks)))
            case _:
                pass
    return None


def rules_of_focus(position: ScenarioPosition, states: Iterable[State]) -> tuple[str, ...]:
    """The rules by which it has its focus, or none."""
    for state in states:
        if isinstance(task := state.todo[-1], ChooseFocus):
            return next(
                contest.rulings for contest in contest_of_focus(task.deliberation(position.book, state))
            )
    return _rules_of_inaction(position) or ("GH-12.14",)


def rules_of_end(position: ScenarioPosition, states: Iterable[State]) -> tuple[str, ...]:
    """The rules by which it stops where it does."""
    for state in states:
        if not isinstance(task := state.todo[-1], MonsterMove):
            continue
        found = task.rulings_for(position.book, state)
        if not state.focus or state.figure(task.figure).has("immobilize"):
            return found
        compared = contest_of_hexes(position, task.deliberation(position.book, state), state.focus)
        decided = tuple(ruling for contest in compared for ruling in contest.rulings)
        without = () if any(isinstance(each, Attack) for each in task.later) else ("GH-12.26",)
        return tuple(dict.fromkeys((*without, *decided, *found)))
    return _rules_of_inaction(position, Move) or ("GH-12.14",)


def rules_of_attack(
    position: ScenarioPosition, states: Iterable[State], targets: Collection[str]
) -> tuple[str, ...]:
    """The rules by which it attacks these enemies, or nobody."""
    if targets:
        return ("GH-12.32", "GH-12.17", "GH-12.18") if len(targets) > 1 else ("GH-12.32",)
    has_focus = any(isinstance(state.todo[-1], ChooseFocus) for state in states)
    return _rules_of_inaction(position, Attack) or (("GH-12.22",) if has_focus else ("GH-12.14",))


def _rules_of_inaction(
    position: ScenarioPosition, kind: type[Move | Attack] | None = None
) -> tuple[str, ...]:
    """Why a figure does nothing, or performs no ability of a kind; empty if nothing about it forbids that."""
    state = position.laid.state
    figure = state.figure(position.actor)
    if (idle := why_idle(position)) is not None:
        return idle[1]
    if not position.state.on_map(position.actor):
        return "GH-8.6", "GH-12.5"
    if kind is None:
        return ()
    if kind is Attack and figure.has("disarm"):
        return ("GH-8.8",)
    if not any(isinstance(each, kind) for each in abilities_of(position.book, state, figure)):
        return ("GH-12.1",)
    return ("GH-8.7", "GH-12.28") if figure.has("immobilize") else ()
