"""A card or a rule in a few lines: what it says, and which points of it are open."""

from __future__ import annotations

from collections.abc import Iterable

from tsolve.model.lookups import CardAnswer, Fact, OptionAnswer, RuleAnswer, Source
from tsolve.report.grounds.dependence import READERS_READING
from tsolve.report.page import Page
from tsolve.report.words.places import told_section

_KEY = "key."
_TEXT = 3
"""Columns before a text that stands below its title."""
_CONFIDENCE = {
    "unknown": "No source tells what is missing.",
    "own": "A home-made card.",
}


def glance_at_card(page: Page, answer: CardAnswer) -> None:
    """What it is, its numbers, its text, and the points that are open about it."""
    names = [f"{code} {names[0]}" for code, names in answer.names.items() if names[0] != answer.name]
    _title(page, answer.name, "; ".join((", ".join(answer.sorts), *names)))
    if facts := [_fact(fact) for fact in answer.facts if not fact.tells_sort and fact.value != "0"]:
        page.text(", ".join(facts), indent=_TEXT)
    changed = any(effect.doubt == "changed" for effect in answer.effects)
    if answer.ruling is not None and not changed:
        page.text(" ".join(answer.ruling.text.split()), indent=_TEXT)
    else:
        for effect in answer.effects:
            page.text(f"{effect.name}: {effect.text}", indent=_TEXT)
    _end(page, [f"{each.key} = {each.option}" for each in answer.readings], _sureness(answer))


def _sureness(answer: CardAnswer) -> str:
    """How sure the facts are; those that rest on one source are named, since others may have several. Of a
    card of which a fact is missing the little that is known all the same.
    """
    facts = [each.name for each in answer.facts if each.doubt == "single source"]
    effects = [each.name for each in answer.effects if each.doubt == "single source"]
    single = ", ".join(dict.fromkeys((*facts, *effects)))
    named = f"One source only: {single}." if single else ""
    told = answer.notes if answer.confidence == "unknown" else ()
    return " ".join((_CONFIDENCE.get(answer.confidence, named), *told))


def glance_at_rule(page: Page, answer: RuleAnswer) -> None:
    """Its text, or the readings of an open point; where it is written; what is open about it."""
    if answer.game:
        page.heading(answer.game)
    _title(page, answer.id, answer.title)
    if answer.options:
        for option in answer.options:
            _option(page, option)
    else:
        for paragraph in answer.text.splitlines():
            page.text(paragraph, indent=_TEXT)
    places: dict[str, list[str]] = {}
    for source in answer.sources:
        places.setdefault(source.document, []).append(_place(source))
    width = max(map(len, places), default=0) + 2
    for document, sections in places.items():
        page.labelled(document, "; ".join(dict.fromkeys(sections)), indent=_TEXT, width=width, style="dim")
    keys = [each.id.removeprefix(_KEY) for each in answer.see if each.id.startswith(_KEY)]
    rules = ", ".join(each.id for each in answer.see if not each.id.startswith(_KEY))
    _end(page, keys, f"See {rules}." if rules else "")


def _title(page: Page, label: str, text: str) -> None:
    page.labelled(label, text, indent=0, width=max(len(label) + 3, 13), style="bold")


def _option(page: Page, option: OptionAnswer) -> None:
    whose = ", ".join(option.printings) or READERS_READING
    holds = "; holds here" if option.holds else ""
    page.text(f"{option.id} ({whose}{holds}): {option.text}", indent=_TEXT, hang=2)


def _fact(fact: Fact) -> str:
    doubt = f" ({fact.doubt})" if fact.doubt in ("disputed", "changed") else ""
    return f"{f'{fact.value} copies' if fact.name == 'count' else f'{fact.name} {fact.value}'}{doubt}"


def _place(source: Source) -> str:
    return told_section(source.section, source.english, source.spelling) if source.english else source.section


def _end(page: Page, keys: Iterable[str], remark: str) -> None:
    points = ", ".join(keys)
    if told := " ".join((*((f"Open: {points}.",) if points else ()), *((remark,) if remark else ()))):
        page.text(told, indent=_TEXT, style="dim")
