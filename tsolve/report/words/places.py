"""Where a rule is written: the section of a document, in English and as it is printed."""

from __future__ import annotations


def told_section(section: str, english: str = "", spelling: str = "") -> str:
    """`"Shuffling" (Tasowanie)`; the section in quotes where nothing is to be translated.

    A heading that is printed with a slip stands behind its right `spelling`.
    """
    printed = f"{spelling}, printed {section}" if spelling else section
    return f'"{english}" ({printed})' if english else f'"{printed}"'
