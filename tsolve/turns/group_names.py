"""Resolves names of groups of cards in files: any language, or the part that only one of them has."""

from __future__ import annotations

from collections.abc import Iterable

from tsolve.diagnostics import Diagnostics, Span, suggest
from tsolve.rules.names import Match
from tsolve.rules.ruleset import Ruleset
from tsolve.rules.text import squash
from tsolve.turns.card_names import GroupedCard

_BETWEEN = "•"
"""Stands between the parts of a group's name."""


def find_groups(ruleset: Ruleset[GroupedCard], name: str, groups: Iterable[str]) -> tuple[str, ...]:
    """Those of these groups that `name` may mean: one that is called so, else those of which a part is."""
    wanted = squash(name)
    called = {group: _called(ruleset, group) for group in groups}
    exact = tuple(group for group, names in called.items() if wanted in map(squash, names))
    if exact:
        return exact
    parts = {
        group: [part for each in names for part in each.split(_BETWEEN)] for group, names in called.items()
    }
    return tuple(group for group, each in parts.items() if wanted in map(squash, each))


def _called(ruleset: Ruleset[GroupedCard], group: str) -> tuple[str, ...]:
    """What a group is called in any language."""
    return (
        group,
        *(name for each in ruleset.names.languages.values() for name in each.groups.get(group, ())),
    )


def resolve_group(
    ruleset: Ruleset[GroupedCard], name: str, groups: Iterable[str], found: Diagnostics, span: Span
) -> str:
    """The group that `name` means among these; an empty string and a report (E302, E303) otherwise."""
    known = tuple(groups)
    meant = find_groups(ruleset, name, known)
    if len(meant) == 1:
        return meant[0]
    if meant:
        told = " and ".join(f'"{group}"' for group in meant)
        found.report("E303", f'"{name}" may be {told}', span, "write one of these names")
        return ""
    card = ruleset.names.resolve(name)
    group = ruleset.cards[card.id].group if isinstance(card, Match) and card.id in ruleset.cards else ""
    names = ", ".join(dict.fromkeys(known))
    help_ = f'it is a card of the group "{group}"' if group in known else suggest(name, known)
    help_ = help_ or f"there are: {names}"
    found.report("E302", f'unknown group "{name}"', span, help_)
    return ""
