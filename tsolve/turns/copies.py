"""How people write that there are several copies of a card."""

from __future__ import annotations

import re

MOST_COPIES = 99
"""The largest number in `99 x Lamp`."""

_COUNTED = (
    r"(?P<count>-?[0-9]+)(?:\s*[x×])?\s+(?P<name>\S.*)"
    r"|(?P<name_first>\S.*?)\s+[x×]\s*(?P<count_last>-?[0-9]+)"
)


def split_count(text: str) -> tuple[int, str]:
    """`2 x Lamp`, `2 Lamp` and `Lamp x2` as count and name; the count is 1 when there is none."""
    plain = text.strip()
    if not any(map(str.isdigit, plain)) or not (match := re.fullmatch(_COUNTED, plain, re.IGNORECASE)):
        return 1, plain
    number = match["count"] or match["count_last"]
    return int(number[:9]), match["name"] or match["name_first"]
