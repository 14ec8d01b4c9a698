"""Rule coverage as one page for a browser, without external parts: each thing with links to its puzzles."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from html import escape as escape_markup
from math import pi

from tsolve.errors import escape
from tsolve.model.coverage import LEVELS, CoverageAnswer, Covered, Level, Share
from tsolve.report.html.markup import own, style
from tsolve.report.html.markup import text as _safe
from tsolve.report.regress import KIND_NAMES, box_name, common_folder, hundredths
from tsolve.version import VERSION

_AT_ONCE = 6
"""The most links of a thing in the page itself; a script adds the others, since a suite has very many."""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
_MEANING = (
    "Exercised: some answer used it. Stated only: a puzzle says that it tests it, but the answer does not "
    "show it. That is enough for rules that only define something, and for questions of the set-up."
)
_LEVEL_NAMES: dict[Level, str] = {"exercised": "exercised", "stated": "stated only", "missing": "missing"}


def as_html(answer: CoverageAnswer, link: Callable[[str], str]) -> str:
    """The page, game by game. `link` gives the address of a puzzle as seen from the page."""
    games = answer.games
    files = list(dict.fromkeys(file for game in games for item in game.items for file in item.puzzles))
    names = ", ".join(f"{game.game}: {hundredths(game.percent)}" for game in games)
    folder = common_folder(files)
    numbers = {file: number for number, file in enumerate(files)}
    listed = [(escape(file.removeprefix(folder)), link(file)) for file in files]
    return "\n".join(
        (
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
            '<meta name="viewport" content="width=device-width,initial-scale=1">',
            f"<title>Rule coverage of {_safe(names)}</title>",
            f"{style('coverage.css')}</head><body><main>",
            *(line for game in games for line in (*_head(game), *_tiles(game, _prefix(game, answer)))),
            *_tools(games),
            *(
                line
                for game in games
                for line in _sections(game, _prefix(game, answer), listed, numbers, bool(answer.further))
            ),
            f"<footer>tsolve {_safe(VERSION)}. {_MEANING}</footer></main>",
            f'<script type="application/json" id="puzzles">{_data(listed)}</script>',
            f"<script>{own('coverage.js')}</script></body></html>\n",
        )
    )


def _prefix(game: CoverageAnswer, answer: CoverageAnswer) -> str:
    """A prefix of anchors on the page, different for each game."""
    return "" if game.game == answer.game else f"{game.game}-"


def _head(answer: CoverageAnswer) -> Iterator[str]:
    total = sum(share.total for share in answer.shares)
    covered = sum(share.covered for share in answer.shares)
    yield '<div class="head">'
    yield _ring(answer.percent)
    yield f"<div><h1>Rule coverage of {_safe(answer.game)}</h1>"
    what = f"{covered} of {total} rules, entries, cards, effects and readings"
    by = f"{answer.puzzles} puzzle{'s' if answer.puzzles != 1 else ''}"
    yield f"<p>{what}, by {by}</p></div></div>"


def _ring(share: float) -> str:
    radius = 42
    around = 2 * pi * radius
    circle = f'<circle cx="50" cy="50" r="{radius}" fill="none" stroke-width="9"'
    return (
        f'<svg class="ring" viewBox="0 0 100 100" role="img"><title>{hundredths(share)} covered</title>'
        f'{circle} stroke="var(--track)"/>{circle} stroke="var(--good)" stroke-linecap="round" '
        f'transform="rotate(-90 50 50)" stroke-dasharray="{around * share / 100:.2f} {around:.2f}"/>'
        f'<text x="50" y="56.5">{hundredths(share).replace(" ", "&#8239;")}</text></svg>'
    )


def _tiles(answer: CoverageAnswer, prefix: str) -> Iterator[str]:
    for name in answer.sets:
        yield f'<h2>{_safe(box_name(name))}</h2><div class="tiles">'
        for share in answer.shares:
            if share.set == name:
                yield (
                    f'<a class="tile" href="#{_anchor(prefix, share)}"><b>{hundredths(share.percent)}</b>'
                    f"{KIND_NAMES[share.kind].capitalize()}{_bar(share)}<small>{_told(share)}</small></a>"
                )
        yield "</div>"


def _bar(share: Share) -> str:
    amounts = {"exercised": share.exercised, "stated": share.stated, "missing": share.missing}
    parts = (
        f'<i class="{level}" style="width:{100 * amount / share.total:.3f}%"></i>'
        for level, amount in amounts.items()
        if amount
    )
    return f'<div class="bar">{"".join(parts)}</div>'


def _told(share: Share) -> str:
    more = [f"{share.stated} stated only"] if share.stated else []
    more += [f"{share.missing} missing"] if share.missing else []
    return ", ".join([f"{share.exercised} of {share.total} exercised", *more])


def _tools(games: tuple[CoverageAnswer, ...]) -> Iterator[str]:
    yield '<div class="tools" hidden>'
    yield '<input type="search" id="words" placeholder="Find a rule, card or effect">'
    for level in LEVELS:
        number = sum(item.level == level for game in games for item in game.items)
        yield (
            f'<label><input type="checkbox" value="{level}" checked><span class="dot {level}"></span>'
            f"{_LEVEL_NAMES[level]} ({number})</label>"
        )
    yield "</div>"


def _sections(
    answer: CoverageAnswer,
    prefix: str,
    listed: list[tuple[str, str]],
    numbers: dict[str, int],
    several: bool,
) -> Iterator[str]:
    game = f"{_safe(answer.game)}: " if several else ""
    for name in answer.sets:
        yield f"<h2>{game}{_safe(box_name(name))}</h2>"
        for share in answer.shares:
            if share.set != name:
                continue
            title = KIND_NAMES[share.kind].capitalize()
            yield f'<section id="{_anchor(prefix, share)}"><header><h3>{title}</h3>'
            yield f"<span>{hundredths(share.percent)}, {_told(share)}</span></header>"
            for item in answer.items:
                if (item.set, item.kind) == (name, share.kind):
                    yield _row(item, prefix, listed, numbers)
            yield "</section>"


def _row(item: Covered, prefix: str, listed: list[tuple[str, str]], numbers: dict[str, int]) -> str:
    place, text = _safe(f"{prefix}{item.kind}-{item.id}"), _safe(f"{item.id} {item.title}".lower())
    note = ' <span class="note">stated only</span>' if item.level == "stated" else ""
    count = len(item.puzzles)
    row = f'class="row" id="{place}" data-level="{item.level}" data-text="{text}"'
    line = (
        f'<span class="dot {item.level}" title="{_LEVEL_NAMES[item.level]}"></span>'
        f'<code>{_safe(item.id)}</code><span class="title">{_safe(item.title)}{note}</span>'
    )
    if not count:
        return f'<div {row}><div class="line">{line}<span class="none">no puzzle</span></div></div>'
    told = f'<span class="count">{count} puzzle{"s" if count != 1 else ""}</span>'
    places = [numbers[file] for file in item.puzzles]
    links = "".join(
        f'<li><a href="{escape_markup(address)}">{_safe(name)}</a></li>'
        for name, address in (listed[place] for place in places[:_AT_ONCE])
    )
    if later := places[_AT_ONCE:]:
        links += f'<li data-more="{" ".join(map(str, later))}">and {len(later)} more</li>'
    return f'<details {row}><summary class="line">{line}{told}</summary><ul>{links}</ul></details>'


def _anchor(prefix: str, share: Share) -> str:
    return _safe(f"{prefix}{share.set or 'every'}-{share.kind}")


def _data(listed: list[tuple[str, str]]) -> str:
    """The links as JSON that cannot close the element around it."""
    return json.dumps(listed, separators=(",", ":")).replace("<", "\\u003c").replace(">", "\\u003e")
