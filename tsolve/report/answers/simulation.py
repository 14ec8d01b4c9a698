"""Games that were played, turn by turn."""

from __future__ import annotations

from tsolve.model.lookups import ENDED, GameAnswer, SimulationAnswer
from tsolve.report.answers.positions import zone_in_words
from tsolve.report.grounds.rulings import show_notes
from tsolve.report.page import Column, Page


def show_simulation(page: Page, answer: SimulationAnswer, detailed: bool = True) -> None:
    """Each game with its turns and scores; without details only the scores."""
    for game in answer.games if detailed else ():
        _show_game(page, game)
    if len(answer.games) > 1 or (answer.games and not detailed):
        players = max(len(game.scores) for game in answer.games)
        heads = [Column("seed", align="right"), Column("turns", align="right")]
        heads += [Column(f"player {number}", align="right") for number in range(1, players + 1)]
        heads.append(Column("", wraps=True))
        rows = [
            (
                str(game.seed),
                str(game.turn_count),
                *map(str, game.scores),
                "" if game.ending == ENDED else game.ending,
            )
            for game in answer.games
        ]
        page.blank()
        page.table(heads, rows, indent=0)
    if answer.left_out:
        wanted = len(answer.games) + answer.left_out
        page.blank()
        page.text(f"stopped early: {len(answer.games):,} of {wanted:,} games played", style="warn")
    if answer.notes:
        show_notes(page, answer.notes)


def _show_game(page: Page, game: GameAnswer) -> None:
    page.heading(f"Game from seed {game.seed}")
    width = max((len(zone.name) for zone in game.start.zones), default=0) + 2
    for zone in game.start.zones:
        page.labelled(zone.name, zone_in_words(zone), width=min(width, 20))
    for turn in game.turns:
        page.heading(turn.name or f"Turn {turn.number}, player {turn.player}")
        for action in turn.actions:
            events = f": {'; '.join(action.events)}" if action.events else ""
            page.text(f"{action.text}{events}", indent=2, hang=2)
    page.heading(game.ending)
    for number, score in enumerate(game.scores, start=1):
        page.labelled(f"player {number}", f"{score} points")
