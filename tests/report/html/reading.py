"""Reads a page for a browser as its elements."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree

Element = ElementTree.Element


def read(page: str) -> Element:
    """The root of a page. Raises ParseError where anything is not closed, quoted or escaped."""
    doctype, _, rest = page.partition("\n")
    assert doctype == "<!doctype html>"
    return ElementTree.fromstring(rest)


def words(element: Element) -> str:
    """What is to be read in an element, with single spaces, without what shows at a touch only."""
    return " ".join(" ".join(_texts(element)).split())


def _texts(element: Element) -> Iterator[str]:
    if element.get("class") != "bubble":
        yield element.text or ""
        for each in element:
            yield from _texts(each)
            yield each.tail or ""


def of_class(root: Element, kind: str) -> list[Element]:
    """The elements of a class."""
    return [each for each in root.iter() if kind in each.get("class", "").split()]


def rows(table: Element) -> list[list[str]]:
    """The cells of a table as they are read."""
    return [[words(cell) for cell in row] for row in table.iter("tr")]
