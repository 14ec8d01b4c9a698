"""Other forms of a position file, each turned into the one that its types have: all players in one list, the
active one's cards under a key of their own, and values in other forms (`other_values`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from typing import TypeVar

from msgspec.structs import replace

from tsolve.diagnostics import Diagnostics
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.writing.apart import LINE, claims_in_plain_form, steps_apart
from tsolve.games.thunderstone.writing.other_values import (
    PILES,
    TURN,
    is_size,
    unknown_pile,
    value_in_plain_form,
)
from tsolve.games.thunderstone.writing.position_file import ThunderstoneFile
from tsolve.games.thunderstone.writing.table_keys import table_keys
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decode import NotUnderstoodError
from tsolve.source.tree import MappingNode, Node, Scalar, SequenceNode, folded, texts
from tsolve.written.measure_names import MeasureNames

N = TypeVar("N", bound=Node)

_OF_A_PLAYER = ("hand", "deck", "discard", "owned", "xp", "treasures", "cards")
"""Keys of what the active player has."""
_SCORING = ("score", "scoring", "finalscore", "finalscoring", "endofgame", "gameover")
_NO_TURN = (
    *_SCORING,
    *("end", "over", "finished", "none", "final", "theend", "gameend", "endofthegame", "thegameisover"),
    *("koniec", "koniecgry"),
)
"""What people write for the kind of turn of a game that is over."""
_ME = ("player", "me", "who", "activeplayer")


def plain_form(root: Node, ruleset: Ruleset[Card], found: Diagnostics) -> Node:
    """The file with keys and values in their plain form; the same where nothing is written otherwise."""
    if not isinstance(root, MappingNode):
        return root
    names = ruleset.names
    called = MeasureNames(lambda: names.words, lambda: names.cards, lambda: names)
    english = tuple((_in_english(key, called), value) for key, value in root.items)
    if not any(folded(key.text) in (*LINE, "hall") for key, _ in english):
        english = tuple((_end(key, value), value) for key, value in english)
    root = table_keys(replace(root, items=english), names.knows, found)
    plain = tuple((key, value_in_plain_form(folded(key.text), value, found)) for key, value in root.items)
    if "after" not in texts(root):  # else the numbers of steps matter
        plain = tuple(
            (key, steps_apart(value, ruleset, found) if folded(key.text) in LINE else value)
            for key, value in plain
        )
    seated = _seated(_together(_of_me(replace(root, items=plain)), found), found)
    if _is_over(root) and _asks_for_points(root):
        seated = _counted_up(seated, found)
    return claims_in_plain_form(seated, called, _players(seated), ruleset, found)


def _together(root: MappingNode, found: Diagnostics) -> MappingNode:
    """The file with the players, where each has a key of the own name, under `players`; without a key that
    only asks for the points.
    """
    known = ThunderstoneFile.__struct_fields__
    own, rest = [], []
    for key, value in root.items:
        keys = {folded(each.text) for each, _ in value.items} if isinstance(value, MappingNode) else ()
        if key.text not in known and not {*_OF_A_PLAYER}.isdisjoint(keys):
            own.append((key, value))
        elif folded(key.text) in _SCORING and isinstance(value, Scalar):
            found.read_as[key.span] = "a question for the points of all players"
        else:
            rest.append((key, value))
    if own and not any(folded(key.text) == "players" for key, _ in rest):
        rest.append((Scalar("players", own[0][0].span), MappingNode(tuple(own), own[0][0].span)))
        return replace(root, items=tuple(rest))
    return replace(root, items=(*rest, *own))


def _in_english(key: Scalar, called: MeasureNames) -> Scalar:
    if key.text in ThunderstoneFile.__struct_fields__:
        return key
    with suppress(NotUnderstoodError):
        return replace(key, text=called.key(key.text, ThunderstoneFile))
    return key


def _end(key: Scalar, value: Node) -> Scalar:
    """The key of a turn that is none, since the game is over, as one that asks for the points."""
    is_none = folded(key.text) in TURN and isinstance(value, Scalar) and folded(value.text) in _NO_TURN
    return replace(key, text="final scoring") if is_none else key


def _of_me(root: MappingNode) -> MappingNode:
    """A file in which the cards of the active player stand under a key of their own, or are all `cards`."""
    items: list[tuple[Scalar, Node]] = []
    for key, value in root.items:
        if folded(key.text) in _ME and isinstance(value, MappingNode):
            items += _renamed(root, value.items)
        elif key.text == "cards" and _is_over(root) and not isinstance(value, MappingNode):
            items.append((replace(key, text="owned"), value))
        else:
            items.append((key, value))
    return replace(root, items=tuple(items))


def _is_over(root: MappingNode) -> bool:
    """Whether no turn is played any more, so that `cards` are all that somebody owns, and not the hand."""
    return not any(key.text in ("turn", "line", "hall") for key, _ in root.items)


def _renamed(root: MappingNode, items: Iterable[tuple[Scalar, Node]]) -> list[tuple[Scalar, Node]]:
    other = {"name": "player", **({"cards": "owned"} if _is_over(root) else {})}
    return [(replace(key, text=other.get(folded(key.text), key.text)), value) for key, value in items]


def _asks_for_points(root: MappingNode) -> bool:
    return any(folded(key.text) in _SCORING for key, _ in root.items)


def _counted_up(root: MappingNode, found: Diagnostics) -> MappingNode:
    """A file about a game that is over: of whom only a deck is written, it is all that the player owns."""
    players = root.get("players")
    others = players.get("others") if isinstance(players, MappingNode) else None
    if not isinstance(others, SequenceNode):
        return root
    counted = []
    for each in others.items:
        keys = {folded(key.text) for key, _ in each.items} if isinstance(each, MappingNode) else set()
        if isinstance(each, MappingNode) and "deck" in keys and keys.isdisjoint(("hand", "discard", "owned")):
            items = tuple(
                (replace(key, text="owned") if folded(key.text) == "deck" else key, value)
                for key, value in each.items
            )
            found.read_as[each.span] = f"the deck of {_name(each) or 'a player'} as all cards of that player"
            each = replace(each, items=items)
        counted.append(each)
    rest = (
        (
            key,
            replace(players, items=((Scalar("others", others.span), replace(others, items=tuple(counted))),)),
        )
        if value is players and isinstance(players, MappingNode)
        else (key, value)
        for key, value in root.items
    )
    return replace(root, items=tuple(rest))


def _seated(root: MappingNode, found: Diagnostics) -> MappingNode:
    """The file with the active player's cards at its top, and the others under `players: {others: ...}`."""
    at = next((n for n, (key, _) in enumerate(root.items) if folded(key.text) == "players"), None)
    if at is None:
        return root
    key, node = root.items[at]
    rest = (*root.items[:at], *root.items[at + 1 :])
    if isinstance(node, MappingNode) and (others := node.get("others")) is not None:
        if isinstance(others, SequenceNode):
            plain = tuple(_player(each, found) for each in others.items)
            value = MappingNode(((Scalar("others", others.span), replace(others, items=plain)),), node.span)
            return root if len(node.items) > 1 else replace(root, items=(*rest, (key, value)))
        return root
    if isinstance(node, Scalar) and (number := re.fullmatch(r"([1-5])(?: players)?", node.text)):
        others = Scalar(str(int(number[1]) - 1), node.span)
        found.read_as[node.span] = (
            f"`players: {{others: {others.text}}}`" if isinstance(others, Scalar) else ""
        )
        return replace(
            root, items=(*rest, (key, MappingNode(((Scalar("others", node.span), others),), node.span)))
        )
    listed = [_player(each, found) for each in _listed(node)]
    if not listed:
        return root
    named = next((v.text for k, v in rest if folded(k.text) in _ME and isinstance(v, Scalar)), "")
    place = next(
        (n for n, each in enumerate(listed) if _name(each) and folded(_name(each)) == folded(named)), None
    )
    has_own = any(k.text in _OF_A_PLAYER for k, _ in rest)
    if place is None and not named and not (has_own and len(listed[0].items) > 1):
        place = 0
        found.read_as[node.span] = (
            f"{_name(listed[0]) or 'the first of the players'} as the player whose turn it is"
        )
    if place is not None:
        me = _renamed(root, listed[place].items)
        rest = (*rest, *(each for each in me if not (each[0].text == "player" and named)))
        listed = [*listed[place + 1 :], *listed[:place]]
    others = SequenceNode(tuple(listed), node.span)
    return replace(
        root, items=(*rest, (key, MappingNode(((Scalar("others", node.span), others),), node.span)))
    )


def _player(node: N, found: Diagnostics) -> N:
    """A player with the values in their plain form."""
    if not isinstance(node, MappingNode):
        return node
    hand = ("hand", *PILES)
    items = tuple(
        (
            key,
            unknown_pile(name, value, found)
            if name in hand and is_size(value)
            else value_in_plain_form(name, value, found),
        )
        for key, value in node.items
        for name in (folded(key.text),)
    )
    return replace(node, items=items)


def _listed(node: Node) -> list[MappingNode]:
    """The players of a list of names, of mappings, or of a mapping by name; empty for anything else."""
    match node:
        case Scalar():
            names = [] if node.is_null else re.split(r",\s*(?:and )?|\s+and\s+", node.text)
            return [_called(Scalar(name, node.span)) for name in names if not name.isdecimal()]
        case SequenceNode():
            listed = [_alone(each) for each in node.items]
            return [each for each in listed if each is not None] if all(listed) else []
        case MappingNode():
            return [_called(name, value) for name, value in node.items]


def _alone(node: Node) -> MappingNode | None:
    """A player in a list: a name, what the player has, or both as `Anna: {...}`."""
    if isinstance(node, Scalar):
        return _called(node)
    if isinstance(node, MappingNode) and len(node.items) == 1 and isinstance(node.items[0][1], MappingNode):
        return _called(*node.items[0])
    return node if isinstance(node, MappingNode) else None


def _called(name: Scalar, value: Node | None = None) -> MappingNode:
    """A player of this name who has what the value says."""
    own = value.items if isinstance(value, MappingNode) else ()
    if isinstance(value, SequenceNode):
        own = ((Scalar("owned", value.span), value),)
    return MappingNode(((Scalar("name", name.span), replace(name, quoted=True)), *own), name.span)


def _players(root: MappingNode) -> list[str]:
    """The names of the players, the active one first; empty for one without a name."""
    me, players = root.get("player"), root.get("players")
    others = players.get("others") if isinstance(players, MappingNode) else None
    listed = others.items if isinstance(others, SequenceNode) else ()
    names = [_name(each) for each in listed if isinstance(each, MappingNode)]
    return [me.text if isinstance(me, Scalar) else "", *names]


def _name(player: MappingNode) -> str:
    name = player.get("name")
    return name.text if isinstance(name, Scalar) else ""
