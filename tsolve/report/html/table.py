"""The table as a picture: the board place by place, the party card by card, the piles in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from tsolve.model.positions import BoardRow, Lot, Place, PositionAnswer, Zone
from tsolve.report.answers.positions import zone_in_words
from tsolve.report.html.markup import NOTHING, Markup, joined, prose, tag


def table(position: PositionAnswer, about: str = "", drawn: Markup = NOTHING) -> Markup:
    """The whole table; what the turn is aimed at is framed, and what alone has a name that `about` names.
    `drawn` is its map, where it has one.
    """
    party = [zone for zone in position.zones if zone.party]
    piles = [zone for zone in position.zones if not zone.party]
    return joined(
        (
            tag("h2", position.title or "The table"),
            board(aimed(position.board, about)),
            drawn,
            *(_party(zone) for zone in party),
            tag("dl", *map(_pile, piles), class_="zones") if piles else "",
        )
    )


def aimed(rows: tuple[BoardRow, ...], about: str) -> tuple[BoardRow, ...]:
    """The places with a mark at the only one that is aimed at, if it is told already or can be told."""
    places = [place for row in rows for place in row.places]
    named = [place for place in places if place.holds and re.search(rf"\b{re.escape(place.holds)}\b", about)]
    if len(named) != 1 or any(place.target for place in places):
        return rows
    target = replace(named[0], target=True)
    return tuple(
        replace(row, places=tuple(target if place is named[0] else place for place in row.places))
        for row in rows
    )


def board(rows: tuple[BoardRow, ...]) -> Markup:
    """The places row by row; nothing for a game without a board."""
    return tag("div", *map(_row, rows), class_="board") if rows else NOTHING


def _row(row: BoardRow) -> Markup:
    label = tag("b", row.label, class_="label") if row.label else ""
    return tag("div", label, *map(_place, row.places), class_="row")


def _place(place: Place) -> Markup:
    marks = {"here": place.here, "reach": place.within_reach and not place.here, "target": place.target}
    told = {"here": "you are here", "reach": "within reach", "target": "the target"}
    chosen = [kind for kind, holds in marks.items() if holds]
    head = tag("div", tag("span", place.name), tag("span", place.cost), class_="where")
    who = tag("b", place.holds) if place.holds else ""
    figures = tag("p", joined(_unbroken(place.figures), " ")) if place.figures else ""
    lines = (tag("p", line) for line in place.lines)
    notes = (tag("small", told[kind], class_="note") for kind in chosen)
    return tag("div", head, who, figures, *lines, *notes, class_=" ".join(("spot", *chosen)))


def _party(zone: Zone) -> Markup:
    if not zone.cards:
        return tag("p", tag("b", zone.name), " ", zone.text)
    return tag("div", tag("h3", zone.name), tag("div", *map(_card, zone.cards), class_="cards"))


def _card(lot: Lot) -> Markup:
    count = tag("span", f"{lot.count} x ", class_="count") if lot.count > 1 else ""
    figures = tag("p", joined(_unbroken(lot.figures), " ")) if lot.figures else ""
    carried = (tag("p", "with ", tag("b", each)) for each in lot.carries)
    return tag("div", tag("b", count, lot.name), figures, *carried, class_="card")


def _pile(zone: Zone) -> Markup:
    return joined((tag("dt", zone.name), tag("dd", prose(zone_in_words(zone)))))


def _unbroken(figures: Iterable[str]) -> Iterator[Markup]:
    return (tag("span", figure, class_="figure") for figure in figures)
