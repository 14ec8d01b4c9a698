"""YAML files to the parts of a ruleset: decoded, joined, checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from tsolve.diagnostics import Diagnostics
from tsolve.errors import InputError
from tsolve.rules.glossary import Entry
from tsolve.rules.interpretations import Interpretation
from tsolve.rules.names import Lexicon, Names, build_names
from tsolve.rules.printings import Document, Printing
from tsolve.rules.replacements import detach, fill_in
from tsolve.rules.ruleset import Card, Core
from tsolve.rules.validation import Located, unique, validate
from tsolve.source import tree
from tsolve.source.decode import decode
from tsolve.source.parse import parse, parse_file

T = TypeVar("T")


class RulesetFile(msgspec.Struct, frozen=True):
    """What `ruleset.yaml` holds."""

    id: str
    title: str
    default_printing: str
    printings: tuple[Printing, ...]
    documents: tuple[Document, ...] = ()


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


def compile_ruleset(root: Path, files: Mapping[str, bytes], card_type: type[Card]) -> Parts[Card]:
    """Everything in `files` (path inside the ruleset -> content); raises `InputError` with every problem."""
    found = Diagnostics()
    trees = _parse_all(root, files, found)
    head = _one(trees, "ruleset.yaml", RulesetFile, found)
    cards, card_nodes = _cards(trees, card_type, found)
    entries: list[Located[Entry]] = []
    for name in _inside(trees, "glossary"):
        entries += _listed(trees[name], GlossaryFile, "entries", found)
    points: list[Located[Interpretation]] = []
    replacements: list[Any] = []
    if "interpretations.yaml" in trees:
        bare, replacements = detach(trees["interpretations.yaml"])
        points = _listed(bare, InterpretationsFile, "interpretations", found)
    lexicons = {}
    for name in _inside(trees, "names"):
        if (decoded := _decode(trees[name], Lexicon, found)) is not None:
            lexicons[Path(name).stem] = decoded
    found.raise_if_any()  # what follows needs every part whole
    assert head is not None  # a missing ruleset.yaml was reported

    by_id = unique(cards, "card", found)
    points = fill_in(points, replacements, card_type, by_id, card_nodes, found)
    keys = unique(points, "interpretation", found)
    glossary = unique(entries, "glossary entry", found)
    glossary |= {point.ruling: point.as_entry() for point in keys.values()}
    core = Core(
        head.value.id,
        head.value.title,
        head.value.default_printing,
        unique(head.each("documents"), "document", found),
        unique(head.each("printings"), "printing", found),
        keys,
    )
    validate(core, head, cards, entries, points, glossary, lexicons, found)
    found.raise_if_any()
    english = [(card.id, name) for card in by_id.values() for name in (card.name, *card.aliases)]
    names = build_names(english, {code: lexicon.value for code, lexicon in lexicons.items()})
    return Parts(core, by_id, glossary, names)


def decode_file(path: Path, type_: type[T]) -> T:
    """One YAML file as `type_`; raises `InputError` with every problem."""
    return decode(parse_file(path), type_).value


def _parse_all(root: Path, files: Mapping[str, bytes], found: Diagnostics) -> dict[str, tree.Node]:
    trees = {}
    for name in files if "ruleset.yaml" in files else ("ruleset.yaml", *files):
        path = root / name
        try:
            trees[name] = parse(files[name], str(path)) if files.get(name) else parse_file(path)
        except InputError as error:
            for item in error.diagnostics:
                found.report(item.code, item.message, item.span, item.help, item.related)
    return trees


def _inside(trees: Mapping[str, tree.Node], part: str) -> Iterator[str]:
    return (name for name in trees if name.startswith(f"{part}/"))


def _decode(node: tree.Node, type_: type[T], found: Diagnostics) -> Located[T] | None:
    before = len(found)
    try:
        decoded = decode(node, type_, found)
    except InputError:  # already among the findings
        return None
    return Located(decoded.value, decoded) if len(found) == before else None


def _one(trees: Mapping[str, tree.Node], name: str, type_: type[T], found: Diagnostics) -> Located[T] | None:
    return _decode(trees[name], type_, found) if name in trees else None


def _listed(node: tree.Node, type_: type[Any], field: str, found: Diagnostics) -> list[Located[Any]]:
    file = _decode(node, type_, found)
    return file.each(field) if file else []


def _cards(
    trees: Mapping[str, tree.Node], card_type: type[Card], found: Diagnostics
) -> tuple[list[Located[Card]], dict[str, tree.Mapping]]:
    """The cards of all files, and the mapping that each was decoded from."""
    file_type = msgspec.defstruct("CardsFile", [("cards", tuple[card_type, ...])])  # type: ignore[valid-type]
    cards: list[Located[Card]] = []
    nodes: dict[str, tree.Mapping] = {}
    for name in _inside(trees, "cards"):
        listed: list[Located[Card]] = _listed(trees[name], file_type, "cards", found)
        cards += listed
        for card, node in zip(listed, _items(trees[name], "cards"), strict=False):
            nodes.setdefault(card.value.id, node)
    return cards, nodes


def _items(node: tree.Node | None, key: str) -> list[tree.Mapping]:
    """The mappings in the list under `key`; anything else counts as an empty list."""
    listed = node.get(key) if isinstance(node, tree.Mapping) else None
    if not isinstance(listed, tree.Sequence):
        return []
    return [item for item in listed.items if isinstance(item, tree.Mapping)]
