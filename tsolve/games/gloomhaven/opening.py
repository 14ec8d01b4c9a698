"""From what lies on the table to its rules, and to the first decision of what is asked about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.games.gloomhaven.book import Book
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.game import Gloomhaven
from tsolve.games.gloomhaven.round.beginning import BeginRound, NextRound
from tsolve.games.gloomhaven.round.ending import Finished
from tsolve.games.gloomhaven.round.events import EndOfTurn
from tsolve.games.gloomhaven.round.scenario_end import LookForEnd
from tsolve.games.gloomhaven.round.taking_turns import NextTurn
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.tasks import Task
from tsolve.games.gloomhaven.turn.monster import BeginTurn
from tsolve.games.gloomhaven.writing.active_cards import without_loss_icon
from tsolve.games.gloomhaven.writing.position import Table
from tsolve.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from tsolve.model.trace import Trace


def book_of(table: Table, ruleset: Ruleset[Card], readings: Mapping[str, str]) -> Book:
    """The rules of a table under chosen readings."""
    types = {card.name: card for card in ruleset.cards.values() if card.monster is not None}
    return Book(
        table.terrain,
        readings,
        table.deals,
        table.level,
        table.characters,
        types,
        table.variants,
        cards=table.cards,
        ability_decks=table.ability_decks,
        script=table.script,
        items=table.items,
    )


def counts_players(readings: Mapping[str, str]) -> bool:
    """Whether C of a scenario's formulas counts players instead of characters. (GH-17.29)"""
    return readings["formula_counts"] == "players"


def begun(game: Gloomhaven, table: Table, trace: Trace | None = None) -> State:
    """The position at the first decision of what is asked about; a trace tells the way there."""
    if table.has_formulas:  # it was read with them: whoever notes readings is told
        game.begin(table.state, trace).reads("formula_counts", "players")
    play = game.begin(table.state, trace)
    active = tuple(without_loss_icon(table.state, table.cards))
    if active and play.reads("persistent_card", "lost"):
        for owner, card in active:
            play.doom(owner, card)
    todo = _to_do(table)
    return game.settled(replace(play.state, todo=todo), trace) if todo else play.state


def _to_do(table: Table) -> tuple[Task, ...]:
    """What is played, the last of it first."""
    turn = (EndOfTurn(), BeginTurn(table.turn)) if table.turn else ()
    if table.until == "turn":
        script = table.script
        is_special = script.events or script.victory or script.defeat
        return (Finished(), LookForEnd(), *turn) if turn and is_special else turn[1:]
    end = NextRound() if table.until == "scenario" else Finished()
    return (end, NextTurn(), LookForEnd(), *turn) if turn else (end, BeginRound())
