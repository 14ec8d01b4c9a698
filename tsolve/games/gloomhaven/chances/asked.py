"""Which attacks `odds` is about: those that are to come behind the line of a file."""

from __future__ import annotations

from collections.abc import Sequence

from tsolve.engine.protocol import CHANCE, UNKNOWN
from tsolve.errors import UsageError
from tsolve.games.gloomhaven.actions import Action
from tsolve.games.gloomhaven.chances.odds import AttackOdds
from tsolve.games.gloomhaven.game import Gloomhaven
from tsolve.games.gloomhaven.state import State, deck_owner
from tsolve.games.gloomhaven.tasks import Task
from tsolve.games.gloomhaven.turn.attack import AttackOne, DrawModifier
from tsolve.turns.line import play_line
from tsolve.turns.opened import Opened


def odds_of(
    opened: Opened[State, Action],
    game: Gloomhaven,
    targets: Sequence[str],
    more: tuple[type[Task], ...] = (),
) -> AttackOdds:
    """The chances of the attacks that are to come; `targets` are all that may be attacked, by name.

    What leaves no choice is done first. Raises UsageError where the line is not legal, where the players
    choose first, and where no attack is to come.
    """
    line = opened.position.line
    state = opened.state
    if line:
        played = play_line(opened, line, [opened.decoded.span("line", index) for index in range(len(line))])
        if not played.answer.legal and not played.undecided:
            raise UsageError(f"the line of the file is not legal: {played.answer.outcome}")
        state = opened.with_unsaid_choices(played.states[-1])
    while state.todo and len(actions := game.legal_actions(state)) == 1:
        state = game.apply(state, actions[0])
    if not state.todo or (not game.legal_actions(state) and not _draws(game, state)):
        raise UsageError("no attack is to come: no modifier card is drawn")
    if not _draws(game, state):
        told = " or ".join(game.notation(state, action) for action in game.legal_actions(state)[:4])
        raise UsageError(f"the players choose first: {told}; say it in `line`")
    task = state.todo[-1]
    if not isinstance(task, DrawModifier):
        raise UsageError("another card comes by chance before a modifier card: say in `line` which it is")
    coming = [each.target for each in state.todo if isinstance(each, (AttackOne, DrawModifier))]
    named = [name for name in targets if state.on_map(name)] or list(dict.fromkeys(reversed(coming)))
    return AttackOdds(opened, game, state, deck_owner(state.figure(task.attacker)), named, more)


def _draws(game: Gloomhaven, state: State) -> bool:
    """Whether a modifier card comes next."""
    return bool(state.todo) and game.mover(state) in (CHANCE, UNKNOWN)
