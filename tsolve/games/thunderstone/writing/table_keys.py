"""Keys that people write in another place: Ranks at the top of a file instead of in the Hall, the stacks of
Heroes beside the Village instead of in it, mappings by player where each player has a key.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from msgspec.structs import replace

from tsolve.diagnostics import Diagnostics, suggest
from tsolve.regex import Regex
from tsolve.source.tree import MappingNode, Node, Scalar, SequenceNode, folded

_RANK = Regex(r"(?:rank|szereg|rango|řada|řad|space|place)?[ _-]?(?P<rank>[0-3])", re.IGNORECASE)
_NAMED_RANK = Regex(r"(?:(?:hall|dungeon)[ _-])?(?!\d)" + _RANK.pattern, re.IGNORECASE)
_HALL = ("hall", "dungeon", "dungeonhall", "ranks", "thehall")
_VILLAGE = ("village", "market", "shop", "forsale", "villagecards")
_STACKS = ("heroes", "herostacks", "heroesforsale", "herocards", "heroesinthevillage", "villageheroes")
_OF_PLAYERS = ("hand", "hands", "deck", "decks", "discard", "discards", "owned", "xp", "treasures")
_ME = ("player", "me", "who", "activeplayer")
_OF_A_PILE = ("top", "rest", "bottom", "packet")


def table_keys(root: MappingNode, knows: Callable[[str], bool], found: Diagnostics) -> MappingNode:
    """The file with such keys where they belong; `knows` tells whether a text names a card."""
    return _by_player(_hero_stacks(_ranks(root), found), knows)


def _ranks(root: MappingNode) -> MappingNode:
    """The Ranks, in the file or in its Hall, as the list of the Hall; space 0 as the Guardians. (DS-8)"""
    at_top = [(key, value) for key, value in root.items if _NAMED_RANK.fullmatch(key.text)]
    hall = next(((key, value) for key, value in root.items if folded(key.text) in _HALL), None)
    if hall is not None and isinstance(hall[1], MappingNode):
        ranks = list(hall[1].items)
    else:
        ranks = at_top if hall is None else []
    placed = {(_RANK if hall else _NAMED_RANK).fullmatch(key.text): (key, value) for key, value in ranks}
    by_rank = {int(match["rank"]): pair for match, pair in placed.items() if match is not None}
    is_written_so = bool(at_top) if hall is None else 0 in by_rank
    if not is_written_so or len(by_rank) < len(ranks) or (hall is not None and at_top):
        return root
    key, span = hall[0] if hall is not None else Scalar("hall", ranks[0][0].span), ranks[0][0].span
    in_order = tuple(by_rank[rank][1] if rank in by_rank else Scalar("unknown", span) for rank in (1, 2, 3))
    outside = by_rank.get(0)
    has_guardians = any(folded(each.text) in ("guardians", "guardian") for each, _ in root.items)
    if outside is not None and has_guardians:
        return root
    guardians = ((Scalar("guardians", outside[0].span), _listed(outside[1])),) if outside else ()
    kept = (pair for pair in root.items if pair not in at_top and pair != hall)
    return replace(root, items=(*kept, (key, SequenceNode(in_order, span)), *guardians))


def _listed(node: Node) -> Node:
    return SequenceNode((node,), node.span) if isinstance(node, Scalar) else node


def _hero_stacks(root: MappingNode, found: Diagnostics) -> MappingNode:
    """The stacks of Heroes as a part of the Village, where the hand has a key of its own."""
    stacks = [(key, value) for key, value in root.items if folded(key.text) in _STACKS]
    if len(stacks) != 1 or not any(folded(key.text) in _OF_PLAYERS for key, _ in root.items):
        return root
    (pair,) = stacks
    key, heroes = pair
    if isinstance(heroes, Scalar):
        parts = filter(None, map(str.strip, re.split(r"[,\n]", heroes.text)))
        heroes = SequenceNode(tuple(replace(heroes, text=part) for part in parts), heroes.span)
    found.read_as[key.span] = "the stacks of Heroes in the Village"
    village = next(((each, value) for each, value in root.items if folded(each.text) in _VILLAGE), None)
    both = (heroes,) if village is None else (village[1], heroes)
    merged = Scalar("village", key.span), SequenceNode(both, heroes.span)
    return replace(root, items=(*(each for each in root.items if each not in (pair, village)), merged))


def _by_player(root: MappingNode, knows: Callable[[str], bool]) -> MappingNode:
    """What each player holds, written as a mapping by name, under the names of the players."""
    held: dict[str, list[tuple[Scalar, Node]]] = {}
    names: dict[str, Scalar] = {}
    kept = []
    for key, value in root.items:
        if folded(key.text) not in _OF_PLAYERS or not _are_players(key, value, knows):
            kept.append((key, value))
            continue
        assert isinstance(value, MappingNode)
        single = replace(
            key, text=key.text.casefold().removesuffix("s") if key.text != "treasures" else key.text
        )
        for name, each in value.items:
            names.setdefault(name.text, name)
            held.setdefault(name.text, []).append((single, each))
    order = _names_alone(next((value for key, value in kept if folded(key.text) == "players"), None), names)
    named = [value.text for key, value in kept if folded(key.text) in _ME and isinstance(value, Scalar)]
    has_own = any(folded(key.text) in _OF_PLAYERS for key, _ in kept)
    if not held or not {*held} <= {*order} or (has_own and not {*named} & {*held}):
        return root  # whose the other cards are, or who sits there, is not known
    players = tuple((name, MappingNode(tuple(held.get(text, ())), name.span)) for text, name in order.items())
    span = players[0][0].span
    rest = (pair for pair in kept if folded(pair[0].text) != "players")
    return replace(root, items=(*rest, (Scalar("players", span), MappingNode(players, span))))


def _names_alone(players: Node | None, held: dict[str, Scalar]) -> dict[str, Scalar]:
    """The players by name: those that are listed by their names alone, else those who hold something; empty
    where the players are written in another way.
    """
    if players is None:
        return held
    listed = players.items if isinstance(players, SequenceNode) else ()
    names = [each for each in listed if isinstance(each, Scalar)]
    return {each.text: each for each in names} if len(names) == len(listed) else {}


def _are_players(key: Scalar, value: Node, knows: Callable[[str], bool]) -> bool:
    """Whether a mapping has the names of players as its keys: no cards, no parts of a pile."""
    if not isinstance(value, MappingNode) or not value.items:
        return False
    are_numbers = all(isinstance(each, Scalar) and each.text.isdecimal() for _, each in value.items)
    return (folded(key.text) == "xp" or not are_numbers) and not any(
        suggest(name.text, _OF_A_PILE) or name.text.isdecimal() or knows(name.text) for name, _ in value.items
    )
