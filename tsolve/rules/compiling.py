"""YAML files to the parts of a ruleset: decoded, joined, checked; with the rules that a ruleset has from
the game that plays it, and the card facts that a reading replaces.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from tsolve.diagnostics import Diagnostics, suggest
from tsolve.errors import InputError
from tsolve.rules.names import Lexicon, Names, build_names
from tsolve.rules.own_cards import Definition, LintCards, fields_of, lint
from tsolve.rules.ruleset import Card, Core, Ruleset
from tsolve.rules.rulings import Citation, Document, Entry, Interpretation, Printing
from tsolve.rules.validation import Located, check_options, unique, validate
from tsolve.source import tree
from tsolve.source.decode import decode
from tsolve.source.decoded import Decoded
from tsolve.source.parse import parse, parse_file


class Replacement(NamedTuple):
    """`facts` of the card named by `card`, under the `option`-th reading of the `point`-th interpretation."""

    point: int
    option: int
    card: tree.Scalar
    facts: tree.MappingNode


def detach(node: tree.Node) -> tuple[tree.Node, list[Replacement]]:
    """The tree of an interpretations file without the card facts of its options, and those facts."""
    taken: list[Replacement] = []

    def strip_option(point: int, index: int, option: tree.Node) -> tree.Node:
        cards = option.get("cards") if isinstance(option, tree.MappingNode) else None
        if not isinstance(option, tree.MappingNode) or not isinstance(cards, tree.MappingNode):
            return option
        if not all(isinstance(facts, tree.MappingNode) for _, facts in cards.items):
            return option  # left in place, so that the decoder says what is wrong with it
        for card, facts in cards.items:
            if isinstance(facts, tree.MappingNode):
                taken.append(Replacement(point, index, card, facts))
        return tree.MappingNode(tuple(item for item in option.items if item[0].text != "cards"), option.span)

    def strip_point(point: int, node: tree.Node) -> tree.Node:
        return _edit(node, "options", lambda index, option: strip_option(point, index, option))

    return _edit(node, "interpretations", strip_point), taken


def _edit(node: tree.Node, key: str, change: Any) -> tree.Node:
    """`node` with every item of the list under `key` changed; unchanged when there is no such list."""
    if not isinstance(node, tree.MappingNode):
        return node
    items = []
    for name, value in node.items:
        edited = value
        if name.text == key and isinstance(value, tree.SequenceNode):
            changed = tuple(change(index, item) for index, item in enumerate(value.items))
            edited = tree.SequenceNode(changed, value.span)
        items.append((name, edited))
    return tree.MappingNode(tuple(items), node.span)


def fill_in(
    points: list[Located[Interpretation]],
    replacements: list[Replacement],
    card_type: type[Card],
    cards: Mapping[str, Card],
    nodes: Mapping[str, tree.MappingNode],
    found: Diagnostics,
) -> list[Located[Interpretation]]:
    """The interpretations with the card facts of their options as plain data, checked by the card type."""
    facts: dict[tuple[int, int], dict[str, dict[str, Any]]] = {}
    for replacement in replacements:
        card_id = replacement.card.text
        if card_id not in cards:
            help_ = partial(suggest, card_id, cards)
            found.report("E402", f'no card has the id "{card_id}"', replacement.card.span, help_)
            continue
        plain = _plain_facts(replacement.facts, nodes[card_id], card_type, found)
        facts.setdefault((replacement.point, replacement.option), {})[card_id] = plain
    return [
        located.with_value(
            msgspec.structs.replace(
                located.value,
                options=tuple(
                    msgspec.structs.replace(option, cards=facts.get((number, index), {}))
                    for index, option in enumerate(located.value.options)
                ),
            )
        )
        for number, located in enumerate(points)
    ]


def _plain_facts(
    facts: tree.MappingNode, card: tree.MappingNode, card_type: type[Card], found: Diagnostics
) -> dict[str, Any]:
    """The replaced fields as plain data: the whole card is decoded anew, so every check of the type holds."""
    named = {key.text for key, _ in facts.items}
    kept = tuple(item for item in card.items if item[0].text not in named)
    before = len(found)
    try:
        changed = decode(tree.MappingNode(kept + facts.items, facts.span), card_type, found).value
    except InputError:  # already among the findings
        return {}
    if len(found) > before:
        return {}
    if "id" in named:
        found.report("E405", "a reading cannot change the id of a card", facts.span)
    return {name: _plain(getattr(changed, name)) for name in sorted(named)}


def _plain(value: Any) -> Any:
    """`value` as the cache returns it (lists for tuples), so that both look the same."""
    return msgspec.msgpack.decode(msgspec.msgpack.encode(value))


class EngineRules(NamedTuple):
    """The open points, rulings and documents of an engine, by their ids."""

    points: Mapping[str, Interpretation]
    rulings: Mapping[str, Entry]
    documents: Mapping[str, Document]


NO_RULES = EngineRules({}, {}, {})


def rules_for(cards: Collection[str], engine: Ruleset[Any] | None) -> EngineRules:
    """The parts of the engine's own ruleset that hold for a ruleset with these cards.

    A point whose readings change cards comes along when those cards are there. Rulings of cards stay behind,
    and so do documents that nothing cites.
    """
    if engine is None:
        return NO_RULES
    points = {key: point for key, point in engine.interpretations.items() if _changes(point) <= set(cards)}
    rulings = {id_: entry for id_, entry in engine.glossary.items() if not id_.startswith(("card.", "key."))}
    known = {*rulings, *(point.ruling for point in points.values())}
    points = {key: replace(point, rulings=_of(point.rulings, known)) for key, point in points.items()}
    rulings = {id_: replace(entry, see=_of(entry.see, known)) for id_, entry in rulings.items()}
    cited = {citation.document for citation in _citations((*points.values(), *rulings.values()))}
    documents = {id_: document for id_, document in engine.documents.items() if id_ in cited}
    return EngineRules(points, rulings, documents)


def _changes(point: Interpretation) -> set[str]:
    return {card for option in point.options for card in option.cards}


def _of(ids: Iterable[str], known: Collection[str]) -> tuple[str, ...]:
    return tuple(id_ for id_ in ids if id_ in known)


def _citations(rulings: Iterable[Interpretation | Entry]) -> Iterator[Citation]:
    for ruling in rulings:
        yield from ruling.citations


T = TypeVar("T")


class RulesetFile(msgspec.Struct, frozen=True):
    """What `ruleset.yaml` holds."""

    id: str
    title: str
    default_printing: str
    printings: tuple[Printing, ...]
    documents: tuple[Document, ...] = ()
    engine: str = ""
    synonyms: dict[str, tuple[str, ...]] = {}


class GlossaryFile(msgspec.Struct, frozen=True):
    """What a file of `glossary/` holds."""

    entries: tuple[Entry, ...]


class InterpretationsFile(msgspec.Struct, frozen=True):
    """What `interpretations.yaml` holds."""

    interpretations: tuple[Interpretation, ...]


class Parts(NamedTuple, Generic[Card]):
    """A ruleset in its compiled form."""

    core: Core
    cards: dict[str, Card]
    glossary: dict[str, Entry]
    names: Names


class Texts(NamedTuple):
    """What a ruleset says beside its cards."""

    entries: list[Located[Entry]]
    points: list[Located[Interpretation]]
    replacements: list[Any]
    """The facts of cards that readings replace."""
    lexicons: dict[str, Located[Lexicon]]


def texts_of(
    trees: Mapping[str, tree.Node],
    found: Diagnostics,
    over: Callable[[tree.Node, str], tree.Node] = lambda node, _: node,
) -> Texts:
    """The glossary, the open points and the names; `over` completes the list under a key of a file."""
    entries: list[Located[Entry]] = []
    for name in inside(trees, "glossary"):
        entries += listed_in(over(trees[name], "entries"), GlossaryFile, "entries", found)
    points: list[Located[Interpretation]] = []
    replacements: list[Any] = []
    if "interpretations.yaml" in trees:
        bare, replacements = detach(over(trees["interpretations.yaml"], "interpretations"))
        points = listed_in(bare, InterpretationsFile, "interpretations", found)
    lexicons = {}
    for name in inside(trees, "names"):
        if (decoded := decoded_as(trees[name], Lexicon, found)) is not None:
            lexicons[Path(name).stem] = decoded
    return Texts(entries, points, replacements, lexicons)


def compile_ruleset(
    root: Path,
    files: Mapping[str, bytes],
    card_type: type[Card],
    lint_cards: LintCards[Card] | None = None,
    games: Collection[str] = (),
    engine: Ruleset[Card] | None = None,
) -> Parts[Card]:
    """Everything in `files` (path inside the ruleset -> content); raises `InputError` with every problem.

    The rules of `engine`, the ruleset of the game that plays it, hold where the files say nothing.
    """
    found = Diagnostics()
    trees = parse_all(root, files, found)
    head = _one(trees, "ruleset.yaml", RulesetFile, found)
    cards, card_nodes = _cards(trees, card_type, found)
    entries, points, replacements, lexicons = texts_of(trees, found)
    found.raise_if_any()  # what follows needs every part whole
    assert head is not None  # a missing ruleset.yaml was reported

    by_id = unique(cards, "card", found)
    points = fill_in(points, replacements, card_type, by_id, card_nodes, found)
    rules = rules_for(by_id, engine)
    in_code = {key: point for key, point in rules.points.items() if not point.replaces_cards}
    check_options(points, in_code, found)
    keys = {**rules.points, **unique(points, "interpretation", found)}
    glossary = {**rules.rulings, **unique(entries, "glossary entry", found)}
    glossary |= {point.ruling: point.as_entry() for point in keys.values()}
    core = Core(
        head.value.id,
        head.value.title,
        head.value.default_printing,
        {**rules.documents, **unique(head.each("documents"), "document", found)},
        unique(head.each("printings"), "printing", found),
        keys,
        head.value.engine,
        {**(engine.core.synonyms if engine is not None else {}), **head.value.synonyms},
    )
    _check_engine(head, games, found)
    validate(core, head, cards, entries, points, glossary, lexicons, by_id, found)
    definitions = [Definition(card, fields_of(card_nodes[card.value.id]), card.at()) for card in cards]
    lint(definitions, by_id, {}, lint_cards, head.at(), found)
    found.raise_if_any()
    english = [(card.id, name) for card in by_id.values() for name in (card.name, *card.aliases)]
    names = build_names(english, {code: lexicon.value for code, lexicon in lexicons.items()})
    return Parts(core, by_id, glossary, names)


def decode_files(paths: Iterable[Path], type_: type[T]) -> Decoded[T]:
    """YAML files as one `type_`; a key of a later file replaces that of an earlier one.

    Raises `InputError` with every problem.
    """
    first, *further = map(parse_file, paths)
    whole = first
    for node in further:
        if isinstance(whole, tree.MappingNode) and isinstance(node, tree.MappingNode):
            named = {key.text for key, _ in node.items}
            kept = tuple(item for item in whole.items if item[0].text not in named)
            whole = tree.MappingNode((*kept, *node.items), node.span)
        else:
            whole = node  # which is not a mapping: the decoder says so
    return decode(whole, type_)


def _check_engine(head: Located[RulesetFile], games: Collection[str], found: Diagnostics) -> None:
    """Some game must be able to play the ruleset: the one it names, else the one of its own id (E426)."""
    engine = head.value.engine or head.value.id
    if games and engine not in games:
        help_ = suggest(engine, games) or f"there are: {', '.join(games)}"
        place = head.at("engine") if head.value.engine else head.at("id")
        found.report("E426", f'no game is called "{engine}"', place, f"name it as `engine`; {help_}")


def parse_all(root: Path, files: Mapping[str, bytes], found: Diagnostics) -> dict[str, tree.Node]:
    trees = {}
    for name in files if "ruleset.yaml" in files else ("ruleset.yaml", *files):
        path = root / name
        try:
            trees[name] = parse(files[name], str(path)) if files.get(name) else parse_file(path)
        except InputError as error:
            for item in error.diagnostics:
                found.report(item.code, item.message, item.span, item.help, item.related)
    return trees


def inside(trees: Mapping[str, tree.Node], part: str) -> Iterator[str]:
    return (name for name in trees if name.startswith(f"{part}/"))


def decoded_as(node: tree.Node, type_: type[T], found: Diagnostics) -> Located[T] | None:
    before = len(found)
    try:
        decoded = decode(node, type_, found)
    except InputError:  # already among the findings
        return None
    return Located(decoded.value, decoded) if len(found) == before else None


def _one(trees: Mapping[str, tree.Node], name: str, type_: type[T], found: Diagnostics) -> Located[T] | None:
    return decoded_as(trees[name], type_, found) if name in trees else None


def listed_in(node: tree.Node, type_: type[Any], field: str, found: Diagnostics) -> list[Located[Any]]:
    file = decoded_as(node, type_, found)
    return file.each(field) if file else []


def _cards(
    trees: Mapping[str, tree.Node], card_type: type[Card], found: Diagnostics
) -> tuple[list[Located[Card]], dict[str, tree.MappingNode]]:
    """The cards of all files, and the mapping that each was decoded from."""
    file_type = msgspec.defstruct("CardsFile", [("cards", tuple[card_type, ...])])  # type: ignore[valid-type]
    cards: list[Located[Card]] = []
    nodes: dict[str, tree.MappingNode] = {}
    for name in inside(trees, "cards"):
        listed: list[Located[Card]] = listed_in(trees[name], file_type, "cards", found)
        cards += listed
        for card, node in zip(listed, items_in(trees[name], "cards"), strict=False):
            nodes.setdefault(card.value.id, node)
    return cards, nodes


def items_in(node: tree.Node | None, key: str) -> list[tree.MappingNode]:
    """The mappings in the list under `key`; anything else counts as an empty list."""
    listed = node.get(key) if isinstance(node, tree.MappingNode) else None
    if not isinstance(listed, tree.SequenceNode):
        return []
    return [item for item in listed.items if isinstance(item, tree.MappingNode)]
