"""The general rule behind each kind of effect that has one, beside the card's own ruling."""

from __future__ import annotations

GUARD_RULES = {
    "cannot_be_attacked_with": "TS-11.9",
    "double_health": "TS-7.6",
    "fixed_darkness": "TS-11.13",
    "half_attack": "TS-11.2",
    "half_magic": "TS-11.1",
    "heroes_required": "TS-7.6",
    "immune_edged": "TS-11.3",
    "immune_magic": "TS-11.5",
    "immune_spells": "TS-11.11",
    "immune_unequipped": "TS-11.12",
    "light": "TS-11.4",
    "magic_only": "TS-11.6",
    "magic_required": "TS-11.7",
    "must_be_defeated": "TS-11.14",
    "shuns_dark": "TS-10.5",
    "unequipped_cannot_attack": "TS-11.8",
    "use_required": "key.used_item_clause",
    "weak_cannot_attack": "TS-11.10",
}
"""Kind of a Monster's trait -> the rule of which it is a case."""
