"""Looks up rulings and cards in a ruleset."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from tsolve.api.games import games, ruleset
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
    OptionAnswer,
    Related,
    RuleAnswer,
    RulesAnswer,
    Source,
)
from tsolve.rules.glossary import Citation, Entry
from tsolve.rules.interpretations import Interpretation
from tsolve.rules.names import Ambiguous, Match
from tsolve.rules.ruleset import CardFacts, Ruleset
from tsolve.rules.telling import name_of, told, words_of
from tsolve.turns.card_names import similar_cards

Readings = Mapping[str, str]
T = TypeVar("T")


def _in_some_game(
    game: str | None, names: Callable[[Ruleset[CardFacts]], bool], ask: Callable[[str | None], T]
) -> T:
    """The answer of the game that is named; else of the first one that `names` just this, the usual one
    before others; else of the first one that has anything to say.
    """
    here = _first_naming(names) if game is None else game
    try:
        return ask(here)
    except UnknownNameError:
        for other in games() if here is None else ():
            with suppress(UsageError, InputError):
                return ask(other)
        raise


def _first_naming(names: Callable[[Ruleset[CardFacts]], bool]) -> str | None:
    """The game whose ruleset does so; None for the usual one, also where no game does."""
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
) -> RuleAnswer | RulesAnswer:
    """The ruling or the open point of this id; else all rulings that contain these words; all of them for "".

    A single find is given in full. Unless a game is named, the first one with this id answers, else the first
    one with these words, the usual one before others. Raises UsageError when nothing is found, with similar
    ids.
    """
    return _in_some_game(
        game,
        lambda rules: _ruling(rules, query.strip()) is not None,
        lambda here: _rule_of(query, here, printing, interpretations),
    )


def _rule_of(
    query: str, game: str | None, printing: str | None, interpretations: Readings | None
) -> RuleAnswer | RulesAnswer:
    rules = ruleset(game)
    chosen = rules.readings(printing, interpretations)
    wanted = query.strip()
    if not wanted:
        return RulesAnswer("", _related(rules.glossary.values()))
    if (entry := _ruling(rules, wanted)) is not None:
        return _rule(rules, entry, chosen)
    found = rules.find_rulings(wanted)
    if len(found) == 1:
        return _rule(rules, found[0], chosen)
    if not found:
        bare = [ruling.partition(".")[2] for ruling in rules.glossary if ruling.startswith(("key.", "card."))]
        hint = suggest(wanted, [*rules.glossary, *bare])
        raise UnknownNameError(
            f'no ruling has the id or contains the words "{wanted}"' + (f"; {hint}" if hint else "")
        )
    return RulesAnswer(wanted, _related(found))


def _ruling(rules: Ruleset[CardFacts], wanted: str) -> Entry | None:
    """The ruling with this id, with or without the sort before its point."""
    for ruling in (wanted, f"key.{wanted}", f"card.{wanted}"):
        with suppress(InputError):
            return rules.ruling(ruling)
    return None


def card(
    name: str,
    game: str | None = None,
    printing: str | None = None,
    interpretations: Readings | None = None,
) -> CardAnswer:
    """Everything about the card of this name, in any language of the ruleset.

    Facts are those under the readings. Unless a game is named, the first one with such a card answers, the
    usual one before others. Raises UsageError for a name of no card or of several.
    """
    return _in_some_game(
        game,
        lambda rules: rules.names.knows(name),
        lambda here: _card_of(name, here, printing, interpretations),
    )


def _card_of(
    name: str, game: str | None, printing: str | None, interpretations: Readings | None
) -> CardAnswer:
    rules = ruleset(game)
    chosen = rules.readings(printing, interpretations)
    facts = rules.under(chosen)[_resolve(rules, name)]
    provenance = facts.provenance
    entry = rules.glossary.get(f"card.{facts.id}")
    keys = [key for key, point in rules.interpretations.items() if _touches(point, facts.id)]
    overridden = set(interpretations or ())
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
            Conflict(name_of(field, facts), _title(rules, each), says)
            for field, claims in provenance.conflicts.items()
            for each, says in claims.items()
        ),
        (*_authors(facts), *provenance.notes),
        _rule(rules, entry, chosen) if entry is not None else None,
        tuple(
            ReadingAnswer(key, chosen[key], rules.interpretations[key].question, key in overridden)
            for key in keys
        ),
    )


def cards(
    game: str | None = None,
    kind: str | None = None,
    group: str | None = None,
    class_: str | None = None,
    subtype: str | None = None,
    printing: str | None = None,
    interpretations: Readings | None = None,
) -> CardsAnswer:
    """The cards that pass every filter, in the order of the ruleset. Filters ignore case.

    Raises UsageError for a filter that no card at all passes, with the values that there are.
    """
    rules = ruleset(game)
    everything = list(rules.under(rules.readings(printing, interpretations)).values())
    filters = (("kind", kind), ("group", group), ("classes", class_), ("subtypes", subtype))
    passing = everything
    for field, wanted in filters:
        if wanted is None:
            continue
        values = {value.casefold(): value for each in everything for value in _values(each, field)}
        if wanted.casefold() not in values:
            hint = suggest(wanted, values.values()) or f"there are: {', '.join(sorted(values.values()))}"
            raise UnknownNameError(f'no card has the {field} "{wanted}"; {hint}')
        passing = [each for each in passing if values[wanted.casefold()] in _values(each, field)]
    heads = {name_of(field, rules.card_type): head for field, head in words_of(rules.card_type).heads.items()}
    return CardsAnswer(tuple(_row(each) for each in passing), heads)


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
    members = [each.name for each in rules.cards.values() if _same(getattr(each, "group", ""), name)]
    if members:
        raise UsageError(f'"{name}" is a group; its cards are {", ".join(members)}')
    quoted = " or ".join(f'"{each}"' for each in similar_cards(rules, name))
    raise UnknownNameError(f'unknown card "{name}"' + (f"; did you mean {quoted}?" if quoted else ""))


def _same(text: str, other: str) -> bool:
    return bool(text) and text.casefold() == other.strip().casefold()


def _told(facts: Any) -> Iterator[Fact | Effect]:
    """The fields of a card in order, effects in words, each with how sure it is."""
    provenance = facts.provenance
    single, disputed, own = provenance.single_fields, provenance.uncertain, provenance.changed
    for each in told(facts):
        field = each.field
        doubt: Doubt = "disputed" if field in disputed else "single source" if field in single else ""
        yield (Effect if each.is_effect else Fact)(
            name_of(field, facts), each.words, "changed" if field in own else doubt
        )


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


def _values(facts: Any, field: str) -> Sequence[str]:
    value = getattr(facts, field, ())
    return (value,) if isinstance(value, str) else value


def _row(facts: Any) -> CardRow:
    numbers = {
        name_of(field, facts): value
        for field in words_of(facts).columns
        if (value := getattr(facts, field)) is not None
    }
    told = {name: str(number) for name, number in numbers.items()}
    return CardRow(facts.id, facts.name, getattr(facts, "kind", "card"), getattr(facts, "group", ""), told)
