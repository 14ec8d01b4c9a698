"""Tables set up for a game, and whole games by players that are named. The same seed gives the same game."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from random import Random
from typing import TypeVar

import msgspec

from tsolve.api.games import module, ruleset, usual_readings
from tsolve.api.positions import Position, data_of, loads
from tsolve.batch import Work, pool
from tsolve.errors import UnknownNameError
from tsolve.model.lookups import GameAnswer, PlayedAction, SimulationAnswer, TurnAnswer
from tsolve.model.plays import PositionAnswer, SetupAnswer, zones_of
from tsolve.model.trace import Entry, Trace
from tsolve.players import RANDOM, Start, brought, seats, start_of
from tsolve.players.playing import MOST_ACTIONS, steps
from tsolve.players.results import CONFIDENCE, by_seat, length
from tsolve.steps.written_log import Beginning, WrittenLog

S = TypeVar("S")
A = TypeVar("A")


def simulate(
    seed: int = 0,
    games: int = 1,
    players: int | Sequence[str] = 2,
    first_game: bool = False,
    selection: Mapping[str, Sequence[str]] | None = None,
    game: str | None = None,
    printing: str | None = None,
    interpretations: Mapping[str, str] | None = None,
    detailed: bool = True,
    sets: Sequence[str] = (),
    workers: int = 1,
    scheduler: str = "",
    on_progress: Callable[[int, int], None] | None = None,
    log: bool = False,
) -> SimulationAnswer:
    """Set up and play games from `seed`, `seed + 1`, ...; `selection` names what they are set up with.

    `players` is how many random players there are, or names who plays: a name for each seat, such as
    `["greedy", "random"]`, or one for both seats.
    `sets` are the boxes played with (the usual one when there are none). Without `detailed` the turns are
    only counted. With `log` each game is written down as a file with `turns`, and is played from the table
    of `set_up` with the same seed, so other cards come than without. `workers` counts this process; with a
    `scheduler` the workers of a Dask cluster play. The games are the same whoever plays them. Ctrl-C ends it
    early: the games that were not finished are left out.

    Raises UsageError for a number of players, a box or a name that the set-up does not know.
    """
    rules = ruleset(game)
    check_choices(rules.id, selection)
    chosen = {"first_game": first_game, **(selection or {})}
    edition, usual = usual_readings(rules)
    interpretations = {**usual, **(interpretations or {})}
    count, names = _who_plays(players)
    new = _NewGames(
        rules.id, printing or edition, interpretations, count, names, tuple(sets), chosen, detailed
    )
    work = _LoggedGames(new, printing, dict(selection or {}), first_game) if log else new
    notes = module(rules.id).notes_on_players(count)
    return _played(work, names, range(seed, seed + games), notes, workers, scheduler, on_progress)


def _who_plays(players: int | Sequence[str]) -> tuple[int, tuple[str, ...]]:
    """How many play, and their names: one for each seat, or one for all of them."""
    if isinstance(players, int):
        return players, (RANDOM,)
    names = (players,) if isinstance(players, str) else tuple(players)
    return (len(names) if len(names) > 1 else USUAL_PLAYERS), names or (RANDOM,)


USUAL_PLAYERS = 2
"""How many play where nobody says so."""


def check_choices(game: str, selection: Mapping[str, Sequence[str]] | None) -> None:
    """Refuse what a game is not set up with. Raises UsageError."""
    choices = module(game).choices
    if not choices:  # where nothing can be chosen the game says itself why it is not set up
        return
    if unknown := [what for what in selection or () if what not in choices]:
        there = ", ".join(f"{what} ({named})" for what, named in choices.items())
        raise UnknownNameError(f'a game is not set up with "{unknown[0]}"; there are: {there}')


def simulate_from(
    position: Position,
    seed: int = 0,
    games: int = 1,
    detailed: bool = True,
    workers: int = 1,
    scheduler: str = "",
    on_progress: Callable[[int, int], None] | None = None,
    players: Sequence[str] = (RANDOM,),
    log: bool = False,
) -> SimulationAnswer:
    """Play on from a position, until the game ends or an unknown card would come next. `players` names who
    plays, in the order of the seats; one name is meant for all. With `log` each game is written down as a
    file with `turns`; other cards come then than without.

    Raises InputError where the position does not tell what a whole game needs, UsageError for names that do
    not fit.
    """
    start = start_of(position)
    names = _who_plays(players)[1]
    seats(start, names)
    table = Beginning(data_of(position)) if log else None
    work = _Continued(position.ruleset.id, start, names, position.printing, detailed, table)
    notes = position.to_the_end().remarks()
    return _played(work, names, range(seed, seed + games), notes, workers, scheduler, on_progress)


def _played(
    work: Work[int, GameAnswer],
    names: Sequence[str],
    seeds: range,
    notes: tuple[str, ...],
    workers: int,
    scheduler: str,
    on_progress: Callable[[int, int], None] | None,
) -> SimulationAnswer:
    done = 0

    def count(_: GameAnswer) -> None:
        nonlocal done
        done += 1
        helpers.on_progress(done, len(seeds))

    with pool(workers, scheduler, on_progress, keeps=True) as helpers:
        played = helpers.share_out(work, seeds, count).results
    done_games = tuple(played.values())
    return SimulationAnswer(
        done_games,
        notes,
        len(seeds) - len(played),
        by_seat(names, done_games),
        length(done_games),
        CONFIDENCE,
    )


class _NewGames(msgspec.Struct, frozen=True):
    """Playing a new game from each seed. (`tsolve.batch.Work`)"""

    game: str
    printing: str | None
    interpretations: Mapping[str, str]
    players: int
    names: tuple[str, ...]
    sets: tuple[str, ...]
    chosen: Mapping[str, object]
    detailed: bool

    def open(self) -> Callable[[int], GameAnswer]:
        """Get the rules ready."""
        rules = ruleset(self.game)
        package = module(self.game)
        edition = self.printing or rules.printing_for(self.sets)
        readings = rules.readings(edition, self.interpretations)

        def play(seed: int) -> GameAnswer:
            start = package.begin(rules, readings, seed, self.players, self.sets, self.chosen)
            return _play(rules.id, start, self.names, seed, edition, self.detailed)

        return play


class _LoggedGames(msgspec.Struct, frozen=True):
    """Setting a table up with each seed, and writing down what is played on it. (`tsolve.batch.Work`)"""

    new: _NewGames
    printing: str | None
    selection: Mapping[str, Sequence[str]]
    first_game: bool

    def open(self) -> Callable[[int], GameAnswer]:
        """Everything is ready."""
        return self._play

    def _play(self, seed: int) -> GameAnswer:
        new, printing = self.new, self.printing
        table = set_up(
            seed,
            new.players,
            first_game=self.first_game,
            selection=self.selection,
            game=new.game,
            printing=printing,
            interpretations=new.interpretations,
            sets=new.sets,
            played_on=True,
        ).position
        position = loads(table, "<setup>", printing, new.interpretations)
        start, begun = start_of(position), Beginning({}, table)
        return _play(new.game, start, new.names, seed, position.printing, new.detailed, begun)


class _Continued(msgspec.Struct, frozen=True):
    """Playing on from a position with each seed. (`tsolve.batch.Work`)"""

    game: str
    start: Start[Hashable, Hashable]
    names: tuple[str, ...]
    printing: str
    detailed: bool
    table: Beginning | None
    """What a log of the game begins with; None for no log."""

    def open(self) -> Callable[[int], GameAnswer]:
        """Everything is ready."""
        return lambda seed: _play(
            self.game, self.start, self.names, seed, self.printing, self.detailed, self.table
        )


class _Log:
    """The turns of a game, grouped while it is played."""

    def __init__(self) -> None:
        self.turns: list[TurnAnswer] = []
        self.count = 0
        self._player = 0
        self.name = ""
        self._actions: list[PlayedAction] = []

    def turn(self, player: int, name: str) -> None:
        """Begin a turn of this player, or a named part of the game."""
        self.close()
        self._player, self.name = player, name
        self.count += 1

    def action(self, text: str, events: Iterable[str]) -> None:
        """The player did this, and that followed."""
        self._actions.append(PlayedAction(text, tuple(events)))

    def close(self) -> None:
        """The turn is over."""
        if self._actions:
            self.turns.append(TurnAnswer(self.count, self._player, tuple(self._actions), self.name))
            self._actions = []


def _play(
    game: str,
    start: Start[S, A],
    names: Sequence[str],
    seed: int,
    printing: str,
    detailed: bool,
    table: Beginning | None = None,
) -> GameAnswer:
    """Play one game. With a `table`, the file that it begins with, it is also written down."""
    package, engine, state = module(game), start.game, start.state
    shown = PositionAnswer(game, printing, zones_of(engine.zones(state)))
    log, count = _Log(), 0
    written = WrittenLog(engine, package.part)
    who = seats(start, names)
    for step in steps(start, who, Random(seed), MOST_ACTIONS, detailed, table is not None):
        count, state = count + 1, step.after
        if step.action is None:
            continue
        if table is not None:
            written.note(step.before, step.action, step.by_chance)
        if step.by_chance:
            continue
        name = package.part(step.before)
        if log.count == 0 or engine.begins_turn(step.before) or name != log.name:
            log.turn(engine.turn_of(step.before), name)
        if step.trace is not None:
            text = engine.notation(step.before, step.action)
            log.action(text, _events(text, step.trace, package.is_news))
    log.close()
    if engine.is_over(state):
        ending = package.how_it_ended(state)
    elif count < MOST_ACTIONS:
        ending = "an unknown card comes next: nobody can play on"
    else:
        ending = f"not finished after {MOST_ACTIONS} actions"
    scores = tuple(engine.scores(state))
    over = engine.is_over(state)
    won = tuple(seat + 1 for seat in brought(start).winners(state)) if over else ()
    logged = table.log(written.turns, not written.is_complete(state)) if table is not None else ""
    return GameAnswer(seed, shown, tuple(log.turns), log.count, scores, over, ending, won, logged)


def _events(text: str, trace: Trace, is_news: Callable[[Entry], bool]) -> list[str]:
    """What followed from an action, without its own announcement and the rows of calculations."""
    told = (entry for entry in trace.entries if entry.subject and entry.note and is_news(entry))
    return [entry.note if entry.subject in text else f"{entry.subject} {entry.note}" for entry in told]


def set_up(
    seed: int = 0,
    players: int = 2,
    wanted: Sequence[str] = (),
    unwanted: Sequence[str] = (),
    first_game: bool = False,
    selection: Mapping[str, Sequence[str]] | None = None,
    game: str | None = None,
    printing: str | None = None,
    interpretations: Mapping[str, str] | None = None,
    sets: Sequence[str] = (),
    after: Position | None = None,
    played_on: bool = False,
) -> SetupAnswer:
    """A table as the rulebook sets it up, drawn at random among those that fit the wishes.

    Args:
        seed: the same seed with the same arguments gives the same set-up.
        players: how many play.
        wanted, unwanted: cards, groups or kinds of card, such as `Lamp or (Stone and no Rope)`.
        first_game: whether to take what the rulebook suggests for a first game.
        selection: what the table has by name, as `simulate` takes it.
        game: the id of a ruleset; None for the usual one.
        printing, interpretations: how the rules are read.
        sets: the boxes at hand; the usual one where none is named.
        after: how the last game of a series has ended: its players play, with what they take along.
        played_on: whether it is played to its end by itself, so that all of it has to be known.

    Raises:
        InputError: a wish names nothing, or what players take along is not told.
        UsageError: a name, a box, a number of players or a wish that cannot be fulfilled.
        UnsupportedError: the game has no set-up.
    """
    from tsolve.written.position_text import NewGame
    from tsolve.written.position_text import set_up as drawn

    rules = ruleset(game)
    package = module(rules.id)
    check_choices(rules.id, selection)
    of_project, usual = usual_readings(rules)
    before = {} if after is None else after.written.interpretations
    printing, interpretations = printing or of_project, {**usual, **before, **(interpretations or {})}
    edition = printing or rules.printing_for(sets)
    readings = rules.readings(edition, interpretations)
    chosen: dict[str, object] = {"first_game": first_game, **(selection or {})}
    if after is not None:
        players, along = package.next_game(after)
        chosen |= along
    new = NewGame(readings, players, sets, chosen, printing or "", interpretations, played_on)
    table = package.setting_up(rules, new)
    laid, tries = drawn(table, seed, wanted, unwanted)
    notes = (*table.notes(), *package.notes_on_players(players))
    players = players if laid.players is None else laid.players
    return SetupAnswer(rules.title, edition, players, seed, tries, laid.parts, laid.position, notes)
