"""Small repairs of texts that come as parts of sentences."""

from __future__ import annotations


def sentence(text: str) -> str:
    """With a capital and a full stop."""
    return ended(text[:1].upper() + text[1:])


def ended(text: str) -> str:
    """With a full stop where it has no end."""
    return text if text.endswith((".", "?", "!", ":")) else f"{text}."


def many(number: int, noun: str) -> str:
    """`1 claim`, `2 claims`."""
    return f"{number} {noun}{'s' if number != 1 else ''}"


def parts_that_differ(before: str, after: str) -> tuple[str, str]:
    """Of two lists of equal length with commas the parts that are not the same; else both texts whole."""
    one, other = before.split(", "), after.split(", ")
    if len(one) != len(other) or one == other:
        return before, after
    unequal = [(a, b) for a, b in zip(one, other, strict=True) if a != b]
    return ", ".join(a for a, _ in unequal), ", ".join(b for _, b in unequal)
