"""Rulings, cards and lists of them."""

from __future__ import annotations

from textwrap import shorten

from tsolve.model.lookups import CardAnswer, CardRow, CardsAnswer, OtherGame, RuleAnswer, RulesAnswer, Source
from tsolve.report.grounds.dependence import READERS_READING
from tsolve.report.page import Column, Page, Style
from tsolve.report.words.places import told_section
from tsolve.report.words.wrapping import columns

_DOUBTS: dict[str, Style] = {"": "", "single source": "warn", "disputed": "bad", "changed": "warn"}
_SENTENCE = 150
"""Characters of a sentence that are shown of a ruling."""
_CONFIDENCE: dict[str, tuple[str, Style]] = {
    "confirmed": ("every fact is confirmed", "good"),
    "single": ("some facts rest on a single source", "warn"),
    "disputed": ("the sources differ on some facts", "warn"),
    "unknown": ("no source tells what is missing", "bad"),
    "own": ("a home-made card", "warn"),
}


def show_rule(page: Page, answer: RuleAnswer) -> None:
    """The text, the readings of an open point, where it is written, and what is related."""
    page.heading(f"{answer.id}: {answer.title}" + (f" ({answer.game})" if answer.game else ""))
    if answer.options:
        for option in answer.options:
            whose = f"printing {', '.join(option.printings)}" if option.printings else READERS_READING
            mark = ", holds here" if option.holds else ""
            page.text(f"{option.id} ({whose}){mark}", indent=2, style="good" if option.holds else "bold")
            page.text(option.text, indent=4)
            if option.evidence:
                page.text(f"evidence: {option.evidence}", indent=4, style="dim")
    else:
        for paragraph in answer.text.splitlines():
            page.text(paragraph, indent=2)
    if answer.printings:
        page.heading("Printings")
        width = max(columns(each.id) for each in answer.printings) + 2
        for each in answer.printings:
            page.labelled(each.id, each.title, width=width)
    show_sources(page, answer.sources)
    if answer.see:
        page.heading("See also")
        width = max(columns(each.id) for each in answer.see) + 2
        for each in answer.see:
            page.labelled(each.id, each.title, width=width)


def show_sources(page: Page, sources: tuple[Source, ...]) -> None:
    """Documents with edition and section; sections of the same document stand together."""
    if not sources:
        return
    page.heading("Written in")
    documents: dict[str, list[Source]] = {}
    for source in sources:
        documents.setdefault(source.document, []).append(source)
    for found in documents.values():
        edition = f", {found[0].edition}" if found[0].edition else ""
        page.text(f"{found[0].title}{edition}", indent=2, hang=2, style="dim")
        for source in found:
            place = source.section
            if source.english:
                place = told_section(source.section, source.english, source.spelling)
            page.text(f"{place}{': ' + source.note if source.note else ''}", indent=4, hang=2)


def show_rules(page: Page, answer: RulesAnswer) -> None:
    """Rulings with the sentence that answers the question, game by game; in the list of all only ids beside
    titles.
    """
    if not answer.query:
        widest = max((columns(each.id) for each in answer.found), default=0) + 2
        for each in answer.found:
            page.labelled(each.id, each.title, width=min(widest, 34))
        return
    answers: tuple[RulesAnswer | OtherGame, ...] = (answer, *answer.elsewhere)
    for game in answers:
        _show_answers(page, game)


def _show_answers(page: Page, game: RulesAnswer | OtherGame) -> None:
    page.heading(game.title)
    widest = max((columns(each.id) for each in game.found), default=0) + 2
    for each in game.found:
        page.labelled(each.id, each.title, indent=0, width=min(widest, 13), style="bold")
        page.text(shorten(each.sentence, _SENTENCE, placeholder=" ..."), indent=3)
    if game.more:
        page.text(f"{game.more} more touch this: --all lists them.", style="dim")


def show_card(page: Page, answer: CardAnswer) -> None:
    """Facts, effects in words, how sure they are, the ruling and the open points."""
    page.heading(f"{answer.name} ({answer.id})")
    width = (
        max(
            [columns(fact.name) for fact in answer.facts]
            + [columns(effect.name) for effect in answer.effects]
        )
        + 2
    )
    for fact in answer.facts:
        doubt = f"  ({fact.doubt})" if fact.doubt else ""
        page.labelled(fact.name, fact.value + doubt, width=width, style=_DOUBTS[fact.doubt])
    for effect in answer.effects:
        doubt = f"  ({effect.doubt})" if effect.doubt else ""
        page.labelled(effect.name, effect.text + doubt, width=width, style=_DOUBTS[effect.doubt])
    if answer.names:
        page.heading("Names")
        for language, names in answer.names.items():
            page.labelled(language, ", ".join(names), width=6)
    says, style = _CONFIDENCE[answer.confidence]
    if answer.conflicts and answer.confidence == "confirmed":
        says, style = "every fact rests on a rulebook or two sources; others differ", "warn"
    page.heading(f"Sources: {says}", style=style)
    for source in answer.sources:
        page.text(source, indent=2, hang=2, style="dim")
    for conflict in answer.conflicts:
        page.text(f"{conflict.name}: {conflict.source} says {conflict.says}", indent=2, hang=2, style="warn")
    for note in answer.notes:
        page.text(f"note: {note}", indent=2, hang=6)
    if answer.ruling is not None:
        show_rule(page, answer.ruling)
    if answer.readings:
        page.heading("Interpretations that touch this card")
        for reading in answer.readings:
            page.text(f"{reading.key} = {reading.option}", indent=2)
            page.text(reading.question, indent=4, style="dim")


def show_cards(page: Page, answer: CardsAnswer) -> None:
    """A table for each kind of card, with the columns that cards of this kind use."""
    kinds: dict[str, list[CardRow]] = {}
    for row in answer.cards:
        kinds.setdefault(row.kind, []).append(row)
    for kind, rows in kinds.items():
        page.heading(f"{kind} ({len(rows)})")
        names = list(dict.fromkeys(name for row in rows for name in row.facts))
        grouped = any(not row.name.startswith(row.group) for row in rows)
        heads = [Column("name", wraps=True), *([Column("group", wraps=True)] if grouped else [])]
        heads += [Column(answer.heads.get(name, name), align="right", spare=True) for name in names]
        cells = [
            (row.name, *([row.group] if grouped else []), *(row.facts.get(name, "") for name in names))
            for row in rows
        ]
        page.table(heads, cells, indent=0)
