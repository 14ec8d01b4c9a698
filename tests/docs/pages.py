"""The pages of the documentation as data: their links, tables and blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import yaml

ROOT = Path(__file__).resolve().parents[2]

_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_SPAN = re.compile(r"`([^`\n]+)`")
_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


class Block(NamedTuple):
    """A fenced block: its language, its text, and where it stands."""

    language: str
    text: str
    line: int

    @property
    def file(self) -> str:
        """The name of the file that the block shows, from a comment in its first line; else empty."""
        match = re.match(r"# (\S+\.(?:yaml|py))\n", self.text)
        return match[1] if match else ""


class Page(NamedTuple):
    """A page of Markdown; `name` is its path in the checkout."""

    name: str
    text: str

    @property
    def prose(self) -> str:
        """The page without its fenced blocks."""
        return _FENCE.sub("", self.text)

    def blocks(self, language: str) -> list[Block]:
        found = _FENCE.finditer(self.text)
        return [Block(m[1], m[2], self.text.count("\n", 0, m.start()) + 1) for m in found if m[1] == language]

    def file(self, name: str) -> str:
        """The text of a file that it shows."""
        return next(block.text for block in self.blocks("yaml") if block.file == name)

    def links(self) -> list[str]:
        """The targets of links within the project."""
        return [target for target in _LINK.findall(self.prose) if "://" not in target]

    def spans(self) -> list[str]:
        """What is set as code within the prose."""
        return _SPAN.findall(self.prose)

    def anchors(self) -> set[str]:
        """The anchors of its headings, as GitHub makes them."""
        plain = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in _HEADING.findall(self.prose))
        return {heading.strip().replace(" ", "-") for heading in plain}

    def table(self, heading: str, number: int = 1) -> list[list[str]]:
        """The cells of a table under a heading, its first row left out; `number` counts from 1."""
        _, _, rest = self.prose.partition(f"{heading}\n")
        assert rest, f"{self.name} has no heading {heading}"
        section = re.split(r"^#+ ", rest, maxsplit=1, flags=re.MULTILINE)[0]
        tables = re.findall(r"(?:^\|.*\n?)+", section, re.MULTILINE)
        rows = tables[number - 1].splitlines()[2:]
        return [[cell.strip() for cell in row.strip().strip("|").split(" | ")] for row in rows]


@cache
def page(name: str) -> Page:
    """A page by its path in the checkout."""
    return Page(name, (ROOT / name).read_text(encoding="utf-8"))


def target_of(source: Page, link: str) -> tuple[Path, str]:
    """The file that a link of a page leads to, and the anchor in it."""
    path, _, anchor = link.partition("#")
    return ((ROOT / source.name).parent / path if path else ROOT / source.name).resolve(), anchor


def pages() -> Iterator[Page]:
    """The README and every page that it leads to."""
    waiting, seen = ["README.md"], set()
    while waiting:
        name = waiting.pop(0)
        if name in seen:
            continue
        seen.add(name)
        here = page(name)
        yield here
        for link in here.links():
            file, _ = target_of(here, link)
            if file.suffix == ".md" and file.is_file():
                waiting.append(str(file.relative_to(ROOT)))


def code(cell: str) -> list[str]:
    """What is set as code in a cell."""
    return _SPAN.findall(cell)


def documented(here: Page, heading: str, number: int) -> dict[str, Any]:
    """The keys of a table with their defaults."""
    return {code(row[0])[0]: _shown_default(row[2]) for row in here.table(heading, number)}


def defaults_of(struct: type[msgspec.Struct]) -> dict[str, Any]:
    """The keys of a struct with their defaults as YAML gives them."""
    return {field.encode_name: _default_of(field) for field in msgspec.structs.fields(struct)}


def _default_of(field: msgspec.structs.FieldInfo) -> Any:
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    if field.default is msgspec.NODEFAULT:
        return "required"
    plain = msgspec.to_builtins(field.default)
    return list(plain) if isinstance(plain, tuple) else plain


def _shown_default(cell: str) -> Any:
    return {"required": "required", "none": None}[cell] if "`" not in cell else yaml.safe_load(code(cell)[0])
