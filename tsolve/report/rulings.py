"""Shows what an answer rests on: rules in words, open points and what other readings change, and where all of
it is written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from tsolve.model.answers import Cited, CitedDocument, ReadingAnswer
from tsolve.model.comparisons import Dependence, Dependency, Rival
from tsolve.model.verdicts import UnsureFact, comes_first
from tsolve.regex import Regex
from tsolve.report.page import Detail, Page
from tsolve.report.words import listed, many, parts_that_differ, sentence, told_section

_HASH = Regex(r"\b[0-9a-f]{40}\b")
_SHOWN_OF_HASH = 12
_OPEN_POINT = "key."
"""How ids of open points begin, among ids of rules."""


def show_grounds(
    page: Page,
    detail: Detail,
    readings: Sequence[ReadingAnswer],
    citations: Sequence[Cited],
    documents: Sequence[CitedDocument],
) -> None:
    """Show the layers asked for about what an answer rests on."""
    if detail.explain:
        texts = {reading.key for reading in readings}
        show_rules(page, [each for each in citations if each.id.removeprefix(_OPEN_POINT) not in texts])
        show_readings(page, readings)
    if detail.sources:
        show_sources(page, citations, documents)


def by_weight(rules: Sequence[Cited]) -> Iterator[tuple[str, Sequence[Cited]]]:
    """The rules that decide, then the others, each group with its heading."""
    deciding = [each for each in rules if each.decisive]
    if deciding:
        yield "Without any one of these the verdict changes", deciding
    if others := [each for each in rules if not each.decisive]:
        yield "Also used" if deciding else "The rules", others


def show_rules(page: Page, rules: Sequence[Cited]) -> None:
    """Show the rules in words: those that decide, then the others."""
    for heading, group in by_weight(rules):
        page.heading(heading)
        _show_in_words(page, group)
    show_weighing(page, rules)


def show_weighing(page: Page, rules: Sequence[Cited]) -> None:
    """Show what is known of which rules decide, beyond their order: that none does, what was not examined."""
    weighed = [each for each in rules if each.decisive is not None]
    if weighed and not any(each.decisive for each in weighed):
        page.text("No single rule decides: without any one of them the verdict stays.", indent=2, hang=2)
    if weighed and (unknown := [each.id for each in rules if each.decisive is None]):
        text = f"Whether these decide was not examined: {', '.join(unknown)}"
        page.text(text, indent=2, hang=2, style="dim")


def show_readings(page: Page, readings: Sequence[ReadingAnswer]) -> None:
    """Show the open points that the answer depends on, each with the reading used."""
    if readings:
        page.heading("Open points")
    for reading in readings:
        chosen = " (your choice)" if reading.overridden else ""
        text = f"{reading.key} = {reading.option}{chosen}: {reading.question}"
        page.text(text, indent=2, hang=2, style="warn" if reading.overridden else "")


def show_sources(page: Page, citations: Sequence[Cited], documents: Sequence[CitedDocument]) -> None:
    """Show where each rule is written; then the documents with their editions."""
    rulebooks = {each.id: each for each in documents if each.rulebook}
    if citations:
        page.heading("Where it is written")
    for cited in citations:
        places = places_of(cited, rulebooks)
        called = f"{cited.id.removeprefix(_OPEN_POINT)} {cited.title}"
        page.text(f"{called}{': ' if places else ''}{places}", indent=2, hang=2)
    show_documents(page, documents)


def show_documents(page: Page, documents: Sequence[CitedDocument]) -> None:
    """Show the documents with their editions, the rulebooks first."""
    if documents:
        page.heading("Documents")
    for document in sorted(documents, key=lambda each: not each.rulebook):
        page.text(f"{document.id}: {_identified(document)}", indent=2, hang=2)


def places_of(cited: Cited, rulebooks: Mapping[str, CitedDocument]) -> str:
    """Rulebooks with their sections; then other documents by what they are cited for: `card text: a, b`."""
    return "; ".join((*_in_rulebooks(cited, rulebooks), *_elsewhere(cited, rulebooks)))


def show_notes(page: Page, notes: Iterable[str]) -> None:
    """Show remarks, each as a sentence, but those that came first."""
    for note in notes:
        if not comes_first(note):
            page.text(sentence(note), 3, style="warn")


def show_first_notes(page: Page, answer: object) -> None:
    """Show what an answer leaves aside, above everything else."""
    solution = getattr(answer, "solution", None)
    notes = (*getattr(answer, "notes", ()), *getattr(solution, "notes", ()))
    for note in dict.fromkeys(filter(comes_first, notes)):
        page.text(sentence(note), style="warn")


_ROOM = 77
"""The most characters of the line about facts that are not sure."""


def show_unsure(page: Page, answer: object, in_full: bool = False, how_to_see_all: str = "") -> None:
    """Show on one line which printed facts one source alone tells, or sources tell differently; in full each
    with what they say. `how_to_see_all`: the option for that.
    """
    facts = unsure_of(answer)
    if in_full and facts:
        page.heading("Facts that are not sure")
        for each in facts:
            says = "; ".join(f"{source} says {text}" for source, text in each.says.items())
            page.text(f"{_called(each)}: {says or f'only {each.source} tells it'}", indent=2, hang=2)
    elif facts:
        page.text(_in_a_line(facts, how_to_see_all), 3, style="warn")


def unsure_of(answer: object) -> tuple[UnsureFact, ...]:
    """The unsure facts of an answer and of the answers in it, each once."""
    inner = (getattr(answer, name, None) for name in ("given", "worth"))
    several = (answer, *inner, *(each.check for each in getattr(answer, "cases", ())))
    found = (fact for each in several for fact in getattr(each, "unsure", None) or ())
    return tuple({_called(fact): fact for fact in found}.values())


def _called(fact: UnsureFact) -> str:
    return f"{fact.fact} of {fact.of}"


def _in_a_line(facts: Sequence[UnsureFact], how_to_see_all: str) -> str:
    """As much as one line has room for: all of them, the first and how many more there are, their number."""
    single = [each for each in facts if not each.says]
    differ = [each for each in facts if each.says]
    sources = list(dict.fromkeys(each.source for each in single))
    from_where = f" ({sources[0]})" if len(sources) == 1 else ""
    hint = f" ({how_to_see_all})" if how_to_see_all else ""
    values = (f"{_called(each)} ({' or '.join(each.says.values())})" for each in differ)
    forms = (
        (f"{_together(single)}{from_where}", "; ".join(values), ""),
        (_together(single), _together(differ), ""),
        (_first(single), _first(differ), hint if len(single) > 1 or len(differ) > 1 else ""),
        (many(len(single), "fact"), _first(differ), hint),
        (many(len(single), "fact"), many(len(differ), "fact"), hint),
    )
    for rests, unequal, more in forms:
        parts = (f"rests on one source: {rests}" * bool(single), f"sources differ: {unequal}" * bool(differ))
        line = sentence(f"{'; '.join(filter(None, parts))}{more}")
        if len(line) <= _ROOM:
            return line
    return line


def _together(facts: Sequence[UnsureFact]) -> str:
    """What is told alike, together: `abilities of A and B; map of C`."""
    alike: dict[str, list[str]] = {}
    for each in facts:
        alike.setdefault(each.fact, []).append(each.of)
    return "; ".join(f"{fact} of {listed(names)}" for fact, names in alike.items())


def _first(facts: Sequence[UnsureFact]) -> str:
    more = f" and {len(facts) - 1} more" if len(facts) > 1 else ""
    return f"{_called(facts[0])}{more}" if facts else ""


def cites(rulings: Iterable[str]) -> str:
    """The rulings in brackets."""
    shown = ", ".join(rulings)
    return f"[{shown}]" if shown else ""


def _show_in_words(page: Page, citations: Iterable[Cited]) -> None:
    for each in citations:
        page.text(each.text or each.title, indent=2, hang=2, lead=each.id)


def _in_rulebooks(cited: Cited, rulebooks: Mapping[str, CitedDocument]) -> Iterator[str]:
    for places in cited.sources:
        if (book := rulebooks.get(places.document)) is not None:
            sections = (
                told_section(section, book.sections.get(section, ""), book.spellings.get(section, ""))
                for section in places.sections
            )
            yield f"{places.document} {', '.join(sections)}"


def _elsewhere(cited: Cited, rulebooks: Mapping[str, CitedDocument]) -> Iterator[str]:
    by_section: dict[str, list[str]] = {}
    for places in cited.sources:
        if places.document not in rulebooks:
            by_section.setdefault(", ".join(places.sections), []).append(places.document)
    for section, ids in by_section.items():
        yield f"{section}: {', '.join(ids)}"


def _identified(document: CitedDocument) -> str:
    """Title and edition; if that is a commit, its first digits."""
    edition = _HASH.sub(lambda match: match[0][:_SHOWN_OF_HASH], document.edition)
    return f"{document.title}, {edition}" if edition else document.title


_READERS = "a reader's reading"
READERS_READING = f"{_READERS}; no printing has it"
"""The words for a reading that no printing has."""

_VERDICT = ("legality", "outcome", "claim")
"""The kinds of differences that change a verdict; the others change a number or the best play."""
_MOST_READERS = 2
"""The most readers' readings whose verdicts are shown; of more, only the names."""
_LOOK = "`tsolve diff --all` looks at everything"


def show_dependence(page: Page, found: Dependence, detail: Detail) -> None:
    """Show the open points that matter: both answers side by side if the verdict changes, half a line if only
    a number does.

    Readings that no printing has come after those of printings: in one line if they change the verdict; else
    only if rules are shown in words.
    """
    by_readers: list[tuple[Dependency, Rival]] = []
    for each in found.keys:
        rivals = each.rivals if detail.explain else each.printed
        if any(changes_the_verdict(rival) for rival in rivals):
            _show_sides(page, each, rivals, found.summary)
        elif rivals:
            _show_numbers(page, each, rivals)
        untold = (rival for rival in each.rivals if rival not in rivals)
        by_readers += ((each, rival) for rival in untold if changes_the_verdict(rival))
    for point, rival in by_readers[:_MOST_READERS]:
        text = f"By {point.key} = {rival.option} ({_READERS}): {otherwise(rival, found.summary)}"
        page.text(text, 3, 2, style="warn")
    if more := [f"{point.key} = {rival.option}" for point, rival in by_readers[_MOST_READERS:]]:
        text = f"Another verdict also by {', '.join(more)}."
        page.text(text, 3, 2, style="warn", hint="--explain tells it")
    if found.not_examined:
        points = ", ".join(found.not_examined)
        page.text(f"Not examined whether it depends on {points}.", 3, style="warn", hint=_LOOK)
    if not found.is_answered:
        page.text("Which readings it depends on was not examined.", 3, style="dim", hint=_LOOK)
    elif not found.is_complete:
        text = "Which readings the best play depends on was not examined."
        page.text(text, 3, style="dim", hint=_LOOK)


def changes_the_verdict(rival: Rival) -> bool:
    """Whether another reading gives another verdict, and not only another number or play."""
    return any(each.kind in _VERDICT for each in rival.differences)


def _show_sides(page: Page, point: Dependency, rivals: Iterable[Rival], summary: str) -> None:
    """Show the question, then each reading with its answer."""
    page.text(f"The rules can be read in two ways, and it matters here ({point.key}):", 3, style="warn")
    page.text(point.question, 5)
    sides = [(point.option, summary, "yours" if not point.is_open else "as judged")]
    sides += [(rival.option, otherwise(rival, summary), _whose(rival)) for rival in rivals]
    width = max(len(option) for option, _, _ in sides) + 2
    for option, text, whose in sides:
        page.labelled(option, f"{text} ({whose})", indent=5, width=width, style="bold")
    if point.is_open:
        other = next(iter(rivals)).option
        page.text("Agree which one you play.", 3, style="dim", hint=f"--interpretation {point.key}={other}")


def _show_numbers(page: Page, point: Dependency, rivals: Iterable[Rival]) -> None:
    for rival in rivals:
        text = "; ".join(f"{each.what}: {each.after}" for each in rival.differences[:1])
        if text:
            page.text(f"By {point.key} = {rival.option} ({_whose(rival)}): {text}; the verdict stays.", 3, 2)


def otherwise(rival: Rival, summary: str) -> str:
    """The answer with the other reading: in a sentence, or else its most important difference."""
    if rival.summary != summary:
        return rival.summary
    first = rival.differences[0]
    before, after = parts_that_differ(first.before, first.after)
    return f"{first.what}: {after} instead of {before}" if before else after


def _whose(rival: Rival) -> str:
    return f"printing {', '.join(rival.printings)}" if rival.printings else READERS_READING
