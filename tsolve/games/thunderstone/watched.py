"""Readings that note which of them were looked up: a reading that nobody looked up cannot have mattered."""

from __future__ import annotations

from collections.abc import Mapping


class Watched(dict[str, str]):
    """Readings as they were given, and in `asked` those that were looked up, with their options.

    A look-up is passed on, so that readings watched already are watched by both.
    """

    def __init__(self, readings: Mapping[str, str], asked: dict[str, str]) -> None:
        super().__init__(readings)
        self.source = readings
        self.asked = asked

    def __getitem__(self, key: str) -> str:
        option = self.asked[key] = self.source[key]
        return option
