"""Shows how games begin and end: a new set-up, the points, and simulated games."""

from __future__ import annotations

from itertools import filterfalse

from tsolve.diagnostics import counted
from tsolve.model.grades import Pick, PlayerScore, ScoreAnswer, SeriesScore
from tsolve.model.lookups import ENDED, GameAnswer, SimulationAnswer
from tsolve.model.plays import SetupAnswer
from tsolve.model.verdicts import comes_first
from tsolve.report.answers.table import zone_in_words
from tsolve.report.page import BRIEF, Column, Detail, Page, Style, in_one_line
from tsolve.report.rulings import show_grounds, show_notes
from tsolve.report.words import mean_text, sentence, share_text

_COLUMNS = (
    Column("card", wraps=True),
    Column("copies", align="right"),
    Column("each", align="right"),
    Column("points", align="right"),
    Column("because", wraps=True),
)

_IF_NOW = {"wins": "would win now", "share the victory": "would share the victory now"}
_INDENT = 3


def show_score(page: Page, answer: ScoreAnswer, detail: Detail = BRIEF) -> None:
    """Show who wins, with how many points and why; then the layers asked for."""
    show_briefly(page, answer)
    if answer.series is not None:
        _show_series(page, answer, answer.series)
    show_notes(page, answer.notes)
    if detail.verbose:
        for player in answer.players:
            _show_player(page, answer.called(player.player), player)
    show_grounds(page, detail, (), answer.citations, answer.documents)
    if detail.sources:
        show_notes(page, answer.provenance)


def show_briefly(page: Page, answer: ScoreAnswer) -> None:
    """Show in a line who wins, with how many points and why."""
    word, text, style = _verdict(answer)
    page.verdict(word, text, style, answer.file)
    if answer.players:
        sums = ", ".join(
            f"{answer.called(each.player)} {'has ' * (not number)}{_sum(each)}"
            for number, each in enumerate(answer.players)
        )
        page.text(sentence(sums), _INDENT)
    if answer.reason:
        page.text(sentence(answer.reason), _INDENT)


show_score_in_a_line = in_one_line(show_briefly)


def _show_series(page: Page, answer: ScoreAnswer, series: SeriesScore) -> None:
    """Show what all games together come to, and what is taken into the next one."""
    sums = ", ".join(
        f"{answer.called(number)} {'has ' * (number == 1)}{points}"
        for number, points in enumerate(series.points, 1)
    )
    first = " and ".join(map(answer.called, series.leaders))
    verb = "leads" if len(series.leaders) == 1 else "lead"
    page.text(sentence(f"{series.called}, game {series.game}: {first} {verb}; in all {sums}"), _INDENT)
    if series.picks:
        picks = (_pick(answer.called(pick.player), pick) for pick in series.picks)
        page.text(f"Kept for the next game: {'; then '.join(picks)}.", _INDENT)


def _pick(who: str, pick: Pick) -> str:
    """What a player takes or may take into the next game."""
    if pick.taken:
        return f"{who} takes {pick.taken}"
    if not pick.cards:
        return f"{who} has nothing to pick"
    *others, last = pick.cards
    either = f"{', '.join(others)} or {last}" if others else last
    return f"{who} may pick {either}"


def _verdict(answer: ScoreAnswer) -> tuple[str, str, Style]:
    """The word before the answer, who wins, and the style of the word."""
    if not answer.players:
        return "illegal", "Nothing is counted: the turn cannot be played.", "bad"
    if not answer.winners:
        return "undecided", "It is unknown who wins.", "warn"
    names = " and ".join(map(answer.called, answer.winners))
    verb = "wins" if len(answer.winners) == 1 else "share the victory"
    return "score", sentence(f"{names} {verb if answer.over else _IF_NOW[verb]}"), ""


def _sum(player: PlayerScore) -> str:
    least = "at least " if player.unknown else ""
    return f"{least}{player.points} point{'s' if player.points != 1 else ''}"


def _show_player(page: Page, who: str, player: PlayerScore) -> None:
    page.heading(", ".join((f"{who[:1].upper()}{who[1:]}: {_sum(player)}", *player.also)))
    rows = [
        (each.card, str(each.copies), str(each.each), str(each.points), each.why) for each in player.cards
    ]
    total = ("total", str(sum(each.copies for each in player.cards)), "", str(player.points), "")
    explained = any(each.why for each in player.cards)
    heads = _COLUMNS if explained else _COLUMNS[:-1]
    cells = [row if explained else row[:-1] for row in (*rows, total)]
    if rows:
        page.table(heads, cells, sums=1)
    if player.worthless:
        names = ", ".join(f"{copies} x {card}" if copies > 1 else card for card, copies in player.worthless)
        page.text(f"worth nothing: {names}", indent=2, hang=2)
    for pile in player.unknown:
        page.text(f"the {pile} is not known in full: its known cards are counted", indent=2, style="warn")


def show_setup(page: Page, answer: SetupAnswer) -> None:
    """Show what lies where, the rules that put it there, and how to get the same set-up again."""
    players = f"{answer.players} player{'s' if answer.players != 1 else ''}"
    page.labelled(
        "setup", f"{answer.title}, {players}, printing {answer.printing}; seed {answer.seed}.", width=11
    )
    width = max(len(part.heading) for part in answer.parts) + 2
    for part in answer.parts:
        cited = f" [{', '.join(part.rulings)}]" if part.rulings else ""
        page.labelled(part.heading, f"{', '.join(counted(part.names))}{cited}", indent=3, width=width)
    for note in filterfalse(comes_first, answer.notes):
        page.text(sentence(note), indent=3, hang=3, style="warn")
    page.text("The same seed with the same wishes gives the same set-up.", indent=3, hang=3, style="dim")
    if answer.tries > 1:
        page.text(f"Drawn {answer.tries} times until it fulfilled the wishes.", indent=3, hang=3)


def show_simulation(page: Page, answer: SimulationAnswer, detail: Detail = BRIEF) -> None:
    """Show the scores; with -v, first each game with its turns."""
    for game in answer.games if detail.verbose else ():
        _show_game(page, game)
    if len(answer.games) > 1 or (answer.games and not detail.verbose):
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
    if len(answer.games) > 1:
        _show_seats(page, answer)
    if answer.left_out:
        wanted = len(answer.games) + answer.left_out
        page.blank()
        page.text(f"stopped early: {len(answer.games):,} of {wanted:,} games played", style="warn")
    if answer.notes:
        show_notes(page, answer.notes)


def _show_seats(page: Page, answer: SimulationAnswer) -> None:
    """Show how long the games were, and who fared how in which seat."""
    if answer.length is None:
        return
    ended = sum(game.finished for game in answer.games)
    scored = any(seat.points for seat in answer.seats)
    heads = [Column("player", align="right"), Column("", wraps=True), Column("games won", wraps=True)]
    heads += [Column("points", wraps=True)] if scored else []
    rows = [
        (
            str(seat.player),
            seat.name,
            f"{seat.won:,}: {share_text(seat.wins)}",
            *((mean_text(seat.points) if seat.points else "",) if scored else ()),
        )
        for seat in answer.seats
    ]
    page.blank()
    page.table(heads, rows, indent=0)
    shared = max((seat.shared for seat in answer.seats), default=0)
    told = [f"{ended:,} of {len(answer.games):,} games ended"] if ended < len(answer.games) else []
    told += [f"{mean_text(answer.length)} turns on average"]
    told += [f"{shared:,} shared a victory"] if shared else []
    page.text(sentence("; ".join(told)))
    page.text(f"In brackets: {100 * answer.confidence:g} % confidence intervals.", style="dim")


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
