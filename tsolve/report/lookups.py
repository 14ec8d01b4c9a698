"""Shows rules, cards, diagnostic codes and kinds of effects that were looked up, briefly or in full."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import shorten

from tsolve.model.lookups import (
    CardAnswer,
    CardRow,
    CardsAnswer,
    CardWords,
    EffectKind,
    ExplanationAnswer,
    ExplanationsAnswer,
    Fact,
    Found,
    KindAnswer,
    Mistake,
    OptionAnswer,
    OtherGame,
    RuleAnswer,
    RulesAnswer,
    Source,
    VocabularyAnswer,
)
from tsolve.report.page import BRIEF, Column, Detail, Page, Style
from tsolve.report.rulings import READERS_READING
from tsolve.report.words import columns, told_section

_KEY, _CARD = "key.", "card."
_TEXT = 3
"""How far a text is indented below its title."""
_CONFIDENCE = {
    "unknown": "No source gives the missing facts.",
    "own": "A home-made card.",
}


def show_found(page: Page, answer: Found, detail: Detail = BRIEF) -> None:
    """Show what was looked up in a few lines; with -v, everything about a card or a rule."""
    match answer:
        case CardAnswer():
            (_show_card if detail.verbose else _glance_at_card)(page, answer)
        case RuleAnswer():
            (_show_rule if detail.verbose else _glance_at_rule)(page, answer)
        case RulesAnswer():
            _show_rules(page, answer)
        case CardsAnswer():
            show_cards(page, answer)
        case ExplanationAnswer():
            _show_explanation(page, answer)
        case ExplanationsAnswer():
            _show_explanations(page, answer)
        case VocabularyAnswer():
            _show_vocabulary(page, answer)
        case KindAnswer():
            _show_kinds(page, answer)


def _glance_at_card(page: Page, answer: CardAnswer) -> None:
    """Show what it is, its numbers, its text, and its open points."""
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
    """How certain the facts are. Those with one source are named, since others may have several; so they are
    for a card with missing facts.
    """
    facts = [each.name for each in answer.facts if each.doubt == "single source"]
    effects = [each.name for each in answer.effects if each.doubt == "single source"]
    single = ", ".join(dict.fromkeys((*facts, *effects)))
    named = f"One source only: {single}." if single else ""
    texts = answer.notes if answer.confidence == "unknown" else ()
    return " ".join(filter(None, (_CONFIDENCE.get(answer.confidence, named), *_differing(answer), *texts)))


def _differing(answer: CardAnswer) -> Iterator[str]:
    """What the sources say of a fact on which they differ, where the rest is not confirmed either."""
    if answer.confidence != "single":
        return
    facts: dict[str, list[str]] = {}
    for each in answer.conflicts:
        facts.setdefault(each.name, []).append(f"{each.says} ({each.document})")
    for name, says in facts.items():
        yield f"Sources differ on {name}: {', '.join(says)}."


def _glance_at_rule(page: Page, answer: RuleAnswer) -> None:
    """Show its text, or the readings of an open point; where it is written; its open points."""
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
    if answer.id.startswith(_CARD) and not places:
        page.text("", indent=_TEXT, style="dim", hint=f'`tsolve card "{answer.title}"` shows it.')
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
    if text := " ".join((*((f"Open: {points}.",) if points else ()), *((remark,) if remark else ()))):
        page.text(text, indent=_TEXT, style="dim")


_DOUBTS: dict[str, Style] = {"": "", "single source": "warn", "disputed": "bad", "changed": "warn"}
_SENTENCE = 150
"""The most characters of a ruling's sentence that are shown."""
_CONFIDENCE_IN_FULL: dict[str, tuple[str, Style]] = {
    "confirmed": ("every fact is confirmed", "good"),
    "single": ("some facts rest on a single source", "warn"),
    "disputed": ("the sources differ on some facts", "warn"),
    "unknown": ("no source gives the missing facts", "bad"),
    "own": ("a home-made card", "warn"),
}


def _show_rule(page: Page, answer: RuleAnswer) -> None:
    """Show the text, the readings of an open point, where it is written, and related rules."""
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
    """Show the documents with edition and sections; sections of the same document together."""
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


def _show_rules(page: Page, answer: RulesAnswer) -> None:
    """Show rulings with the sentence that answers the question, game by game; in the list of all, only ids
    and titles.
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
        page.text(f"{game.more} more touch this.", style="dim", hint="--all lists them")


def _show_card(page: Page, answer: CardAnswer) -> None:
    """Show facts, effects in words, how certain they are, the ruling and the open points."""
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
    says, style = _CONFIDENCE_IN_FULL[answer.confidence]
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
        _show_rule(page, answer.ruling)
    if answer.readings:
        page.heading("Open points about this card")
        for reading in answer.readings:
            page.text(f"{reading.key} = {reading.option}", indent=2)
            page.text(reading.question, indent=4, style="dim")


def show_cards(page: Page, answer: CardsAnswer) -> None:
    """Show a table for each kind of card, with the columns that cards of this kind use."""
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


def _show_explanation(page: Page, answer: ExplanationAnswer) -> None:
    """Show what it means, a mistake that gives it, its correction, and where to read more."""
    example = answer.example
    if answer.note:
        page.text(answer.note, style="warn")
    page.labelled(answer.code, answer.title, indent=0, width=6, style="bold")
    page.text(answer.text, indent=3)
    for name, text in example.beside.items():
        _show_file(page, f"Beside it, in {name}", text)
    _show_file(page, _titled("Wrong", example), example.wrong)
    _show_file(page, _titled("Right", example), example.right)
    page.blank()
    if example.file:
        page.text("", indent=3, style="dim", hint=f"Run: {example.command}")
    more = ", ".join(f"docs/{name}" for name in example.pages)
    page.text("", indent=3, style="dim", hint=f"More: {more}")


def _show_explanations(page: Page, answer: ExplanationsAnswer) -> None:
    """Show all codes with their titles."""
    page.table(
        (Column("", style="bold"), Column("", wraps=True)),
        ((row.code, row.title) for row in answer.codes),
        indent=0,
    )
    page.blank()
    page.text("", style="dim", hint="`tsolve explain CODE` tells more, with an example.")


def _show_vocabulary(page: Page, answer: VocabularyAnswer) -> None:
    """Show the kinds that a question is about, with what they do; in the list of all, only the names."""
    page.heading(answer.title)
    for place in answer.places:
        page.labelled(", ".join(place.fields), place.title, indent=0, width=16, style="bold")
        if answer.query:
            rows = ((each.name, each.text) for each in place.kinds)
            page.table((Column("", style="bold"), Column("", wraps=True)), rows, indent=_TEXT)
        else:
            page.text(", ".join(each.name for each in place.kinds), indent=_TEXT)
    _show_words(page, answer.words)
    if not answer.query:
        page.blank()
        page.text("", style="dim", hint="`tsolve vocabulary NAME` tells more of a kind or a place.")


def _show_words(page: Page, found: tuple[CardWords, ...]) -> None:
    by_field: dict[str, list[CardWords]] = {}
    for each in found:
        by_field.setdefault(each.field, []).append(each)
    for field, rows in by_field.items():
        page.labelled(field, "Words of printed cards", indent=0, width=16, style="bold")
        for row in rows:
            page.text(f"{row.card_kind}: {', '.join(row.words)}", indent=_TEXT, hang=2)


def _show_kinds(page: Page, answer: KindAnswer) -> None:
    """Show what it does, its keys, an example, and the cards that have it."""
    page.heading(answer.title)
    for kind in answer.found:
        _show_kind(page, kind)


def _show_kind(page: Page, kind: EffectKind) -> None:
    _title(page, kind.name, f"in {', '.join(kind.fields)}")
    page.text(kind.text, indent=_TEXT)
    if kind.keys:
        heads = ["key", "value", "default", *(["meaning"] if any(each.meaning for each in kind.keys) else [])]
        shown = (Column(each, wraps=each in ("value", "meaning")) for each in heads)
        rows = ((each.key, each.values, each.default, each.meaning)[: len(heads)] for each in kind.keys)
        page.table(shown, rows, indent=_TEXT)
    page.verbatim("".join(f"     {line}\n" for line in kind.example.splitlines()))
    page.text(
        f"On {', '.join(kind.cards)}." if kind.cards else "On no printed card.", indent=_TEXT, style="dim"
    )


def _titled(word: str, example: Mistake) -> str:
    if not example.file:
        return f"{word}, typed"
    return f"{word}, in {example.file}"


def _show_file(page: Page, title: str, text: str) -> None:
    page.blank()
    page.text(title, indent=3, style="bold")
    page.verbatim("".join(f"     {line}\n" for line in text.splitlines()))
