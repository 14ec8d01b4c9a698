"""Tables set up for a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tsolve.api.games import module, ruleset, usual_readings
from tsolve.api.simulation import check_choices

if TYPE_CHECKING:
    from tsolve.model.setups import SetupAnswer


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
) -> SetupAnswer:
    """A table as the rulebook sets it up, drawn at random among those that fit the wishes.

    Args:
        seed: the same seed with the same arguments sets the same table up.
        players: how many play.
        wanted, unwanted: cards, groups or kinds of card, such as `Lamp or (Stone and no Rope)`.
        first_game: whether to take what the rulebook suggests for a first game.
        selection: what the table has by name, as `simulate` takes it.
        game: the id of a ruleset; None for the usual one.
        printing, interpretations: how the rules are read.
        sets: the boxes at hand; the usual one where none is named.

    Raises:
        InputError: a wish names nothing.
        UsageError: a name, a box, a number of players or a wish that cannot be fulfilled.
        UnsupportedError: the game has no set-up.
    """
    from tsolve.model.setups import SetupAnswer
    from tsolve.turns.setting_up import NewGame
    from tsolve.turns.setting_up import set_up as drawn

    rules = ruleset(game)
    package = module(rules.id)
    check_choices(rules.id, selection)
    of_project, usual = usual_readings(rules)
    printing, interpretations = printing or of_project, {**usual, **(interpretations or {})}
    edition = printing or rules.printing_for(sets)
    readings = rules.readings(edition, interpretations)
    chosen = {"first_game": first_game, **(selection or {})}
    new = NewGame(readings, players, sets, chosen, printing or "", interpretations)
    table = package.setting_up(rules, new)
    laid, tries = drawn(table, seed, wanted, unwanted)
    notes = (*table.notes(), *package.notes_on_players(players))
    return SetupAnswer(rules.title, edition, players, seed, tries, laid.parts, laid.position, notes)
