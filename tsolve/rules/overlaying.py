"""Which folders make up a ruleset, and a folder that extends one: what it adds, and what it changes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from tsolve.diagnostics import Diagnostics, input_error, suggest
from tsolve.errors import InputError, UnknownNameError
from tsolve.rules.compiling import (
    Parts,
    decoded_as,
    fill_in,
    inside,
    items_in,
    listed_in,
    parse_all,
    texts_of,
)
from tsolve.rules.names import ENGLISH, Lexicon, build_names
from tsolve.rules.own_cards import (
    Definition,
    LintCards,
    check_names,
    define,
    lint,
    own_entries,
    without_changed,
)
from tsolve.rules.ruleset import Card, Core, Ruleset
from tsolve.rules.rulings import Document, Entry, Interpretation, Printing
from tsolve.rules.validation import Located, check_options, unique, validate
from tsolve.source import tree
from tsolve.source.parse import parse_file
from tsolve.source.project import HEAD, lacks


class Head(NamedTuple):
    """What a folder says about itself in the file that every ruleset has."""

    root: Path
    id: str
    extends: tree.Scalar | None
    """The id of the ruleset that it extends; None for a ruleset that stands alone."""
    engine: str = ""
    """The game that plays it, where it names one."""


def heads(roots: Iterable[Path]) -> list[Head]:
    """The rulesets in these folders. Raises InputError for a folder without one, with its place."""
    return [_head(root) for root in roots]


def folders(game: str, own: Iterable[Path], homes: Mapping[str, Path]) -> tuple[Path, ...]:
    """The folders that make up the ruleset of this id: the first one that has it, then those it extends.

    `own` are the folders that people bring; each game has its own ruleset in one of the `homes`. A folder is
    used once: the one that extends its own id extends the next one that has it. Raises UsageError
    for an id that no ruleset has, InputError where a folder extends such an id, whether it is needed or not:
    a misspelt one would change nothing, and nobody would notice.
    """
    found = heads(own)
    for head in found:
        known = {*homes, *(each.id for each in found if each is not head)}
        if head.extends is not None and head.extends.text not in known:
            raise _unknown_below(head.extends, known)
    return tuple(_chain(game, found, homes))


def _chain(game: str, left: list[Head], homes: Mapping[str, Path]) -> Iterator[Path]:
    wanted, asking = game, None
    while (head := next((each for each in left if each.id == wanted), None)) is not None:
        yield head.root
        left.remove(head)
        if head.extends is None:
            return
        wanted, asking = head.extends.text, head.extends
    if wanted in homes:
        yield homes[wanted]
        return
    known = {*homes, *(each.id for each in left)}
    if asking is not None:
        raise _unknown_below(asking, known)
    raise UnknownNameError(f'unknown game "{wanted}"; {_hint(wanted, known)}')


def _unknown_below(asking: tree.Scalar, known: Collection[str]) -> InputError:
    message = f'no ruleset has the id "{asking.text}"'
    return input_error("E402", message, asking.span, _hint(asking.text, known))


def _hint(wanted: str, known: Collection[str]) -> str:
    return suggest(wanted, sorted(known)) or f"there are: {', '.join(sorted(known))}"


def _head(root: Path) -> Head:
    if why := lacks(root):
        help_ = f"a ruleset of one's own is a folder with a {HEAD}; see docs/reference/rulesets.md"
        raise input_error("E101", f"{root}: {why}", help=help_)
    node = parse_file(root / HEAD)
    extends = node.get("extends") if isinstance(node, tree.MappingNode) else None
    own = node.get("id") if isinstance(node, tree.MappingNode) else None
    if own is None:
        own = extends
    if not isinstance(own, tree.Scalar) or not (extends is None or isinstance(extends, tree.Scalar)):
        message = "a ruleset says its `id`, or which ruleset it `extends`"
        raise input_error("E203", message, node.span)
    engine = node.get("engine") if isinstance(node, tree.MappingNode) else None
    return Head(root, own.text, extends, engine.text if isinstance(engine, tree.Scalar) else "")


class OverlayFile(msgspec.Struct, frozen=True):
    """What `ruleset.yaml` holds in a folder that extends another ruleset."""

    extends: str
    id: str = ""
    title: str = ""
    default_printing: str = ""
    printings: tuple[Printing, ...] = ()
    documents: tuple[Document, ...] = ()
    synonyms: dict[str, tuple[str, ...]] = {}


class CardsFile(msgspec.Struct, frozen=True):
    """What a file of `cards/` holds; each card is then read over the one it changes."""

    cards: tuple[dict[str, Any], ...]


class _Written(NamedTuple):
    """The parts of an overlay, each item whole."""

    head: Located[OverlayFile]
    cards: list[Definition[Any]]
    entries: list[Located[Entry]]
    points: list[Located[Interpretation]]
    lexicons: dict[str, Located[Lexicon]]


def compile_overlay(
    root: Path, files: Mapping[str, bytes], below: Ruleset[Card], lint_cards: LintCards[Card] | None
) -> Parts[Card]:
    """The ruleset `below` with everything in `files`; raises `InputError` with every problem."""
    found = Diagnostics()
    written = _read(root, parse_all(root, files, found), below, found)
    definitions = written.cards
    own_cards = unique([each.card for each in definitions], "card", found)
    cards = {**below.cards, **own_cards}
    named = unique(written.head.each("documents"), "document", found)
    documents = {id_: _with_sections(each, below.documents.get(id_)) for id_, each in named.items()}
    document = _document(root, written.head.value, {**below.documents, **documents})
    points = unique(written.points, "interpretation", found)
    check_options(written.points, below.interpretations, found)
    keys = {**without_changed(below.interpretations, definitions), **points}
    entries = unique(written.entries, "glossary entry", found)
    glossary = {
        **below.glossary,
        **own_entries(definitions, document.id, below.glossary),
        **entries,
        **{point.ruling: point.as_entry() for point in keys.values()},
    }
    core = Core(
        written.head.value.id or below.id,
        written.head.value.title or below.title,
        written.head.value.default_printing or below.default_printing,
        {**below.documents, **documents, document.id: document},
        {**below.printings, **unique(written.head.each("printings"), "printing", found)},
        keys,
        below.engine,
        {**below.core.synonyms, **written.head.value.synonyms},
    )
    located = [each.card for each in definitions]
    validate(
        core, written.head, located, written.entries, written.points, glossary, written.lexicons, cards, found
    )
    languages = _languages({ENGLISH: below.names.english, **below.names.languages}, written.lexicons)
    english = [(card.id, name) for card in cards.values() for name in (card.name, *card.aliases)]
    names = build_names(english, languages)
    check_names(definitions, names, found)
    lint(definitions, cards, below.cards, lint_cards, written.head.at(), found)
    found.raise_if_any()
    return Parts(core, cards, glossary, names)


def _read(root: Path, trees: dict[str, tree.Node], below: Ruleset[Card], found: Diagnostics) -> _Written:
    """The files decoded, each item over what it changes; raises `InputError` with every problem."""
    head = None
    if "ruleset.yaml" in trees:
        node = _over(trees["ruleset.yaml"], "documents", below.documents)
        head = decoded_as(_over(node, "printings", below.printings), OverlayFile, found)
    author = f'"{head.value.title}"' if head and head.value.title else f"the folder {root.name}"
    definitions = _definitions(trees, below, author, found)
    known: dict[str, Mapping[str, Any]] = {
        "entries": below.glossary,
        "interpretations": below.interpretations,
    }
    entries, points, replacements, lexicons = texts_of(
        trees, found, lambda node, key: _over(node, key, known[key])
    )
    found.raise_if_any()  # what follows needs every part whole
    assert head is not None  # a missing ruleset.yaml was reported
    cards = {**below.cards, **{each.value.id: each.value for each in definitions}}
    nodes = {
        each.card.text: _planted(cards[each.card.text], each.card)
        for each in replacements
        if each.card.text in cards
    }
    points = fill_in(points, replacements, below.card_type, cards, nodes, found)
    return _Written(head, definitions, entries, points, lexicons)


def _definitions(
    trees: Mapping[str, tree.Node], below: Ruleset[Card], author: str, found: Diagnostics
) -> list[Definition[Card]]:
    """The cards of all files, over the facts of those that they change."""
    definitions = []
    for name in inside(trees, "cards"):
        listed_in(trees[name], CardsFile, "cards", found)
        for item in items_in(trees[name], "cards"):
            id_ = item.get("id")
            known = below.cards.get(id_.text) if isinstance(id_, tree.Scalar) else None
            place = id_.span if id_ is not None else item.span
            defined = define(place, item, known, {}, below.card_type, author, found)
            definitions += [defined] if defined is not None else []
    return definitions


def _over(node: tree.Node, key: str, below: Mapping[str, Any]) -> tree.Node:
    """The tree of a file; items of the list under `key` get the fields that they leave out from `below`."""
    if not isinstance(node, tree.MappingNode):
        return node
    items = []
    for name, value in node.items:
        whole = value
        if name.text == key and isinstance(value, tree.SequenceNode):
            whole = tree.SequenceNode(tuple(_filled(item, below) for item in value.items), value.span)
        items.append((name, whole))
    return tree.MappingNode(tuple(items), node.span)


def _filled(item: tree.Node, below: Mapping[str, Any]) -> tree.Node:
    id_ = item.get("id") if isinstance(item, tree.MappingNode) else None
    if not isinstance(item, tree.MappingNode) or not isinstance(id_, tree.Scalar) or id_.text not in below:
        return item
    named = {name.text for name, _ in item.items}
    known = _planted(below[id_.text], id_)
    kept = tuple((name, value) for name, value in known.items if name.text not in named)
    return tree.MappingNode((*item.items, *kept), item.span)


def _planted(value: Any, at: tree.Node) -> tree.MappingNode:
    tree_of = tree.tree_at(msgspec.to_builtins(value), at.span)
    assert isinstance(tree_of, tree.MappingNode)
    return tree_of


def _with_sections(document: Document, below: Document | None) -> Document:
    """A document with the English titles of sections that are known already."""
    if below is None:
        return document
    return replace(
        document,
        sections={**below.sections, **document.sections},
        spellings={**below.spellings, **document.spellings},
    )


def _document(root: Path, head: OverlayFile, taken: Mapping[str, Document]) -> Document:
    """The folder as a source that can be cited, under a name that no other source has."""
    id_ = head.id or root.name
    while id_ in taken:
        id_ += "+"
    title = f"{head.title}, the folder {root.name}" if head.title else f"the folder {root.name}"
    return Document(id_, title)


def _languages(below: Mapping[str, Lexicon], own: Mapping[str, Located[Lexicon]]) -> dict[str, Lexicon]:
    """The names in each language, those of the overlay in place of those of the same thing below."""
    merged = dict(below)
    for code, located in own.items():
        old, new = merged.get(code, Lexicon()), located.value
        merged[code] = Lexicon(
            *({**getattr(old, part), **getattr(new, part)} for part in Lexicon.__struct_fields__)
        )
    return merged
