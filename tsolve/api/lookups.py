"""Looks up rulings and cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from msgspec.structs import replace

from tsolve.api.finding import found_about, ruling
from tsolve.api.games import games, ruleset, usual_readings
from tsolve.diagnostics import suggest
from tsolve.errors import InputError, UnknownNameError, UsageError
from tsolve.model.answers import ReadingAnswer
from tsolve.model.lookups import (
    CardAnswer,
    CardRow,
    CardsAnswer,
    Conflict,
    Doubt,
    Effect,
    Fact,
    FoundRule,
    OptionAnswer,
    OtherGame,
    Related,
    RuleAnswer,
    RulesAnswer,
    Source,
)
from tsolve.rules.card_facts import name_of, told, values_of, words_of
from tsolve.rules.names import Ambiguous, Match
from tsolve.rules.ruleset import CardFacts, Ruleset
from tsolve.rules.rulings import Citation, Entry, Interpretation
from tsolve.written.card_names import meant

Readings = Mapping[str, str]
T = TypeVar("T")

FEW = 5
"""The most rulings in the answer to a question."""
FEW_ELSEWHERE = 2
"""The most rulings of another game that are shown beside those of the usual one."""


def _in_some_game(
    game: str | None, names: Callable[[Ruleset[CardFacts]], bool], ask: Callable[[str | None], T]
) -> T:
    """The answer of the named game; else of the first game in which `names` finds exactly this, the usual one
    first; else of the first one with any answer.
    """
    here = _first_naming(names) if game is None else game
    try:
        return ask(here)
    except UnknownNameError:
        for other in games() if here is None else ():
            with suppress(UsageError, InputError):
                return ask(other)
        raise


def _meant(rules: Ruleset[CardFacts], printing: str | None, interpretations: Readings | None) -> Readings:
    """The reading of every open point: as asked for, else as the project reads it, else the printing's."""
    edition, readings = usual_readings(rules)
    return rules.readings(printing or edition, {**readings, **(interpretations or {})})


def _first_naming(names: Callable[[Ruleset[CardFacts]], bool]) -> str | None:
    """The first game whose ruleset `names` is true of; None for the usual one, also if no game is found."""
    if names(ruleset(None)):
        return None
    for game in games():
        with suppress(UsageError, InputError):
            if names(ruleset(game)):
                return game
    return None


def rule(
    query: str = "",
    game: str | None = None,
    printing: str | None = None,
    interpretations: Readings | None = None,
    every: bool = False,
) -> RuleAnswer | RulesAnswer:
    """The ruling or the open point of this id in full; else the rulings that answer a question, the best
    first and a few only unless `every` is wanted; all of them for "".

    Unless a game is named, the first one with this id answers. A question is answered by the usual game, with
    what other games say of it under their names: their rules may be the opposite. Raises UsageError when
    nothing is found, with similar ids.
    """
    wanted = query.strip()
    if game is None and wanted and _is_a_question(wanted):
        return _of_all_games(wanted, printing, interpretations, every)
    here, found = _in_some_game(
        game,
        lambda rules: ruling(rules, wanted) is not None,
        lambda here: (here, _rule_of(query, here, printing, interpretations, every)),
    )
    is_usual = here is None or here == game
    return found if is_usual or isinstance(found, RulesAnswer) else replace(found, game=ruleset(here).title)


def _is_a_question(wanted: str) -> bool:
    """Whether it is no id of any game, or a common word that several games have rules about."""
    if not any(ruling(ruleset(each), wanted) is not None for each in _games()):
        return True
    return wanted.isalpha() and sum(ruleset(each).searching.is_titled(wanted) for each in _games()) > 1


def _games() -> tuple[str, ...]:
    """All games, the usual one before others."""
    first = ruleset(None).id
    return (first, *(each for each in games() if each != first))


def _of_all_games(
    question: str, printing: str | None, interpretations: Readings | None, every: bool
) -> RuleAnswer | RulesAnswer:
    """The answer of the usual game, if it says anything of the question, with those of the other games."""
    _meant(ruleset(None), printing, interpretations)  # which may be unknown there
    says = {each: ruleset(each).searching.coverage(question) for each in _games()}
    first = next((each for each in says if says[each]), None)
    if first is None:  # the words are slips, or nothing says them: what is near
        asked: Sequence[str] = _games()
    else:
        asked = (first, *(each for each in says if each != first and says[each] >= says[first]))
    try:
        return rules_about(question, asked, every)
    except UnknownNameError:
        return _rule_of(question, None, printing, interpretations, every)  # which says what is near


def rules_about(question: str, asked: Sequence[str], every: bool = False) -> RulesAnswer:
    """The rulings of games that answer a question: of the first game with any, and beside it of the others.

    Raises UnknownNameError where there is none.
    """
    answers: list[RulesAnswer] = []
    for each in asked:
        with suppress(UnknownNameError):
            answers.append(_rules_about(ruleset(each), question, every))
    if not answers:
        raise UnknownNameError(f'no rule is about "{question}"')
    first, *others = answers
    return replace(first, elsewhere=tuple(_in_brief(each, every) for each in others))


def _in_brief(answer: RulesAnswer, every: bool) -> OtherGame:
    """The best rulings of another game."""
    kept = answer.found if every else answer.found[:FEW_ELSEWHERE]
    more = answer.more + len(answer.found) - len(kept)
    return OtherGame(answer.game, answer.title, kept, more)


def _rule_of(
    query: str, game: str | None, printing: str | None, interpretations: Readings | None, every: bool
) -> RuleAnswer | RulesAnswer:
    rules = ruleset(game)
    chosen = _meant(rules, printing, interpretations)
    wanted = query.strip()
    if not wanted:
        return RulesAnswer(
            "", tuple(FoundRule(each.id, each.title) for each in rules.glossary.values()), rules.id
        )
    if (entry := ruling(rules, wanted)) is not None:
        return _rule(rules, entry, chosen)
    return _rules_about(rules, wanted, every)


def _rules_about(rules: Ruleset[CardFacts], wanted: str, every: bool) -> RulesAnswer:
    """The rulings that answer a question. Raises UnknownNameError where there is none, with similar ids."""
    found = found_about(rules, wanted)
    if not found:
        bare = [ruling.partition(".")[2] for ruling in rules.glossary if ruling.startswith(("key.", "card."))]
        hint = suggest(wanted, [*rules.glossary, *bare])
        raise UnknownNameError(
            f'no rule has the id "{wanted}" or is about it' + (f"; {hint}" if hint else "")
        )
    best = tuple(
        FoundRule(each.entry.id, each.entry.title, each.sentence)
        for each in (found if every else found[:FEW])
    )
    return RulesAnswer(wanted, best, rules.id, len(found) - len(best), rules.title)


def card(
    name: str,
    game: str | None = None,
    printing: str | None = None,
    interpretations: Readings | None = None,
) -> CardAnswer:
    """Everything about the card of this name, in any language of the ruleset.

    Facts are those under the readings. Unless a game is named, the first one with such a card answers, the
    usual one before others. Raises UsageError for a name of no card or of several, with those that it may be.
    """
    try:
        return _in_some_game(
            game,
            lambda rules: rules.names.knows(name),
            lambda here: _card_of(name, here, printing, interpretations),
        )
    except UnknownNameError:
        asked = [ruleset(each) for each in (games() if game is None else (game,))]
        raise UnknownNameError(_unknown_card(name, asked)) from None


def _unknown_card(name: str, asked: Sequence[Ruleset[CardFacts]]) -> str:
    """The message that no card has this name, with what it may mean in each game."""
    hints = {rules.title: hint for rules in _with_nearest(name, asked) if (hint := meant(rules, name))}
    if len(hints) < 2:
        return "; ".join((f'unknown card "{name}"', *hints.values()))
    return "\n".join((f'unknown card "{name}"', *(f"  {game}: {hint}" for game, hint in hints.items())))


def _with_nearest(name: str, asked: Sequence[Ruleset[CardFacts]]) -> list[Ruleset[CardFacts]]:
    """The games with the cards whose names come nearest."""
    from tsolve.rules.near_names import near_cards

    found = [(near_cards(rules, name), rules) for rules in asked]
    best = min((near.way for near, _ in found if near.names), default=0)
    return [rules for near, rules in found if near.way == best]


def _card_of(
    name: str, game: str | None, printing: str | None, interpretations: Readings | None
) -> CardAnswer:
    rules = ruleset(game)
    chosen = _meant(rules, printing, interpretations)
    facts = rules.under(chosen)[_resolve(rules, name)]
    provenance = facts.provenance
    entry = rules.glossary.get(f"card.{facts.id}")
    keys = [key for key, point in rules.interpretations.items() if _touches(point, facts.id)]
    overridden = {*usual_readings(rules)[1], *(interpretations or ())}
    fields = list(_told(facts))
    return CardAnswer(
        facts.id,
        facts.name,
        rules.names.localized(facts.id),
        tuple(each for each in fields if isinstance(each, Fact)),
        tuple(each for each in fields if isinstance(each, Effect)),
        provenance.confidence,
        tuple(_document(rules, each) for each in provenance.sources),
        tuple(
            Conflict(name_of(field, facts), _title(rules, each), says, each)
            for field, claims in provenance.conflicts.items()
            for each, says in claims.items()
        ),
        (*_authors(facts), *provenance.notes),
        _rule(rules, entry, chosen) if entry is not None else None,
        tuple(
            ReadingAnswer(key, chosen[key], rules.interpretations[key].question, key in overridden)
            for key in keys
        ),
        _sorts(facts),
    )


def cards(
    game: str | None = None,
    kind: str | None = None,
    group: str | None = None,
    class_: str | None = None,
    subtype: str | None = None,
    printing: str | None = None,
    interpretations: Readings | None = None,
    level: str | None = None,
    spoilers: bool = False,
) -> CardsAnswer:
    """The cards that pass every filter, in the order of the ruleset. Filters ignore case. What a game keeps
    sealed for its players is left out, unless its class is named, or `spoilers` are wanted.

    Without a game the first one in which some card passes each filter answers, the usual one first. Raises
    UsageError for a filter that no card at all passes, with the values that there are.
    """
    filters = {"kind": kind, "group": group, "classes": class_, "subtypes": subtype, "level": level}
    wanted = {field: text for field, text in filters.items() if text is not None}
    readings = printing, interpretations
    if game is not None or not wanted:
        return _cards_of(ruleset(game), wanted, *readings, spoilers)
    failures: list[_NoneSuchError] = []
    for each in _games():
        try:
            return _cards_of(ruleset(each), wanted, *readings, spoilers)
        except _NoneSuchError as error:
            failures.append(error)
        except (UsageError, InputError):
            continue
    if not failures:
        return _cards_of(ruleset(game), wanted, *readings, spoilers)
    raise max(failures, key=lambda failure: failure.nearness)


class _NoneSuchError(UnknownNameError):
    """No card passes a filter; of several games the one that comes nearest tells it."""

    def __init__(self, message: str, passed: int, near: str) -> None:
        super().__init__(f"{message}; {near}" if near else message)
        self.nearness = passed, near.startswith("did you mean")


def _cards_of(
    rules: Ruleset[CardFacts],
    filters: Mapping[str, str],
    printing: str | None,
    interpretations: Readings | None,
    spoilers: bool,
) -> CardsAnswer:
    known = rules.under(_meant(rules, printing, interpretations))
    is_named = "classes" in filters and bool(_class_named(rules, filters["classes"]))
    shown = known if spoilers or is_named else rules.shown_among(known)
    passing = list(shown.values())
    for passed, (field, wanted) in enumerate(filters.items()):
        values = {value.casefold(): value for each in shown.values() for value in values_of(each, field)}
        said = _class_named(rules, wanted) if field == "classes" else ""
        value = values.get(wanted.casefold(), values.get(said.casefold()))
        if value is None:
            hint = suggest(wanted, values.values()) or f"there are: {', '.join(sorted(values.values()))}"
            raise _NoneSuchError(f'no card has the {field} "{wanted}"', passed, hint)
        passing = [each for each in passing if value in values_of(each, field)]
    heads = {name_of(field, rules.card_type): head for field, head in words_of(rules.card_type).heads.items()}
    return CardsAnswer(tuple(_row(each) for each in passing), heads)


def _class_named(rules: Ruleset[CardFacts], text: str) -> str:
    """The name of a class that is a card of its own, by any of its names; empty for none."""
    match = rules.names.resolve(text)
    card = rules.cards.get(match.id) if isinstance(match, Match) else None
    return card.name if card is not None and card.name in values_of(card, "classes") else ""


def _rule(rules: Ruleset[CardFacts], entry: Entry, chosen: Readings) -> RuleAnswer:
    point = rules.interpretations.get(entry.id.removeprefix("key.")) if entry.id.startswith("key.") else None
    see = (rules.glossary[each] for each in entry.see if each in rules.glossary)
    options = tuple(_options(rules, point, chosen)) if point is not None else ()
    named = {each for option in options for each in option.printings}
    return RuleAnswer(
        entry.id,
        entry.title,
        entry.text,
        tuple(_source(rules, citation) for citation in entry.citations),
        _related(see),
        options,
        tuple(Related(each.id, each.title) for each in rules.printings.values() if each.id in named),
    )


def _source(rules: Ruleset[CardFacts], citation: Citation) -> Source:
    """A citation with the title and edition of its document, and what the section is called in English."""
    document = rules.documents[citation.document]
    return Source(
        document.id,
        document.title,
        document.edition,
        citation.section,
        citation.note,
        document.english(citation.section),
        document.spellings.get(citation.section, ""),
    )


def _options(rules: Ruleset[CardFacts], point: Interpretation, chosen: Readings) -> Iterator[OptionAnswer]:
    printings = rules.printings_by_option(point.id)
    for option in point.options:
        holds = chosen[point.id] == option.id
        text, evidence = option.text.strip(), option.evidence.strip()
        yield OptionAnswer(option.id, text, evidence, printings[option.id], holds)


def _related(entries: Iterable[Entry]) -> tuple[Related, ...]:
    return tuple(Related(entry.id, entry.title) for entry in entries)


def _touches(point: Interpretation, card_id: str) -> bool:
    """Whether the open point is about this card: it replaces its facts or names its ruling."""
    return f"card.{card_id}" in point.rulings or any(card_id in option.cards for option in point.options)


def _resolve(rules: Ruleset[CardFacts], name: str) -> str:
    match = rules.names.resolve(name)
    if isinstance(match, Match):
        return match.id
    if isinstance(match, Ambiguous):
        several = ", ".join(rules.cards[each].name for each in match.ids)
        raise UsageError(f'"{name}" names several cards: {several}')
    raise UnknownNameError(_unknown_card(name, [rules]))


def _told(facts: Any) -> Iterator[Fact | Effect]:
    """The fields of a card in order, effects in words, each with how sure it is."""
    provenance = facts.provenance
    single, disputed, own = provenance.single_fields, provenance.uncertain, provenance.changed
    for each in told(facts):
        field = each.field
        doubt: Doubt = "disputed" if field in disputed else "single source" if field in single else ""
        doubt = "changed" if field in own else doubt
        if each.is_effect:
            yield Effect(name_of(field, facts), each.words, doubt)
        else:
            yield Fact(name_of(field, facts), each.words, doubt, field in (*_SORTING, *words_of(facts).kinds))


_SORTING = ("kind", "set", "group", "title")
"""Fields that tell what sort of card it is, besides those that its type names."""


def _sorts(facts: Any) -> tuple[str, ...]:
    """What sort of card it is: its kind, its group, and the words that tell cards apart, each once."""
    found: dict[str, str] = {}
    for field in ("kind", "group", *words_of(facts).kinds):
        for word in values_of(facts, field):
            found.setdefault(word.casefold(), word[:1].upper() + word[1:])
    found.pop("", None)
    return tuple(found.values())


def _authors(facts: CardFacts) -> Iterator[str]:
    """Who made or changed the card, where it is not as printed."""
    provenance = facts.provenance
    if provenance.author:
        done = (
            f"{', '.join(name_of(each, facts) for each in provenance.changed)} changed"
            if provenance.changed
            else "defined"
        )
        yield f"{done} by {provenance.author}"


def _document(rules: Ruleset[CardFacts], document_id: str) -> str:
    document = rules.documents.get(document_id)
    if document is None:
        return document_id
    return f"{document.title}{f', {document.edition}' if document.edition else ''}"


def _title(rules: Ruleset[CardFacts], document_id: str) -> str:
    document = rules.documents.get(document_id)
    return document.title if document is not None else document_id


def _row(facts: Any) -> CardRow:
    numbers = {
        name_of(field, facts): value
        for field in words_of(facts).columns
        if (value := getattr(facts, field)) is not None
    }
    texts = {name: str(number) for name, number in numbers.items()}
    return CardRow(facts.id, facts.name, getattr(facts, "kind", "card"), getattr(facts, "group", ""), texts)
