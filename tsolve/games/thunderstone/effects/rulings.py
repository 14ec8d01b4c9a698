"""The general rule behind each kind of effect that has one, beside the card's own ruling."""

from __future__ import annotations

GUARD_RULES = {
    "double_health": "TS-7.6",
    "half_attack": "TS-11.2",
    "half_magic": "TS-11.1",
    "heroes_required": "TS-7.6",
    "immune_edged": "TS-11.3",
    "immune_magic": "TS-11.5",
    "light": "TS-11.4",
    "magic_only": "TS-11.6",
    "magic_required": "TS-11.7",
    "must_be_defeated": "TS-11.14",
    "shuns_dark": "TS-10.5",
    "unequipped_cannot_attack": "TS-11.8",
    "use_required": "key.used_item_clause",
}
"""Kind of a Monster's trait -> the rule of which it is a case."""
