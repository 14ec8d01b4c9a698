"""What people write of the players in other shapes: their number, their names, or what each of them owns, the
active one among them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.diagnostics import Diagnostics
from tsolve.regex import Regex
from tsolve.source.tree import MappingNode, Node, Scalar, SequenceNode, folded
from tsolve.written.unseen_cards import UNKNOWN, unseen_pile

if TYPE_CHECKING:
    from tsolve.games.quest.writing.plain_form import Part

_KEYS = {
    **dict.fromkeys(("deck", "cards", "allcards", "owned", "owns", "collection"), "owned"),
    **dict.fromkeys(("discards", "discardpile"), "discard"),
    **dict.fromkeys(("experience", "xp"), "xp"),
    **dict.fromkeys(("sidequest", "quest"), "side_quest"),
    **dict.fromkeys(("guildsponsor", "sponsor"), "sponsor"),
    **dict.fromkeys(("guardiankeys", "keys"), "keys"),
    **dict.fromkeys(("gear", "geartokens", "tokens"), "tokens"),
}
"""What is written of a player, and the key; all cards of somebody without a hand are what the player owns."""
_IN_THE_VILLAGE = Regex(r"(?:use|buy|destroy|heal|level)\b", re.IGNORECASE)
"""What a step of the Village phase begins with, once its Location is chosen."""
_OF_THE_TURN = ("hand", "deck", "discard", "owned", "xp", "wounds", "tokens")
"""Keys that say what the active player has."""


_OVER = (
    *("end", "over", "finished", "ended", "scoring", "gameover", "gameisover", "gameended", "gamefinished"),
    *("endofgame", "endofthegame", "gameend", "finalscoring", "finalscore", "endscoring", "afterthegame"),
)
"""Values of `turn`, folded, that say that nobody plays any more."""


def is_over(value: Node) -> bool:
    """Whether a value of `turn` says that the game is over."""
    return isinstance(value, Scalar) and folded(value.text).removeprefix("the") in _OVER


def scoring(parts: Sequence[Part], found: Diagnostics) -> Iterator[tuple[Scalar, Node]]:
    """That the game is over and points are counted is no key of its own: what is claimed says so. Any other
    value stays, to be refused.
    """
    for part in parts:
        value = folded(part.value.text) if isinstance(part.value, Scalar) else ""
        if value in ("yes", "true") or is_over(part.value):
            found.read_as[part.label.span] = "the end of the game, when points are counted"
        elif value not in ("no", "false"):
            yield part.label, part.value


def players(
    root: MappingNode, parts: Sequence[Part], tokens: Callable[[Node], Node], found: Diagnostics
) -> MappingNode:
    """The file with its players as a position file has them. `tokens` reads those of a player."""
    (part, *more) = parts
    if more:
        found.report("E115", "the players are given twice", more[0].label.span)
    value = part.value
    if isinstance(value, MappingNode) and len(value.items) == 1 and value.items[0][0].text == "others":
        value = value.items[0][1]
        if isinstance(value, SequenceNode):
            value = SequenceNode(
                tuple(_player(each, tokens, True, found) for each in value.items), value.span
            )
        return _with_others(root, part, value)
    if isinstance(value, Scalar) and value.text.isdecimal():
        count = int(value.text) - (part.word == "players")
        return _with_others(root, part, replace(value, text=str(max(count, 0))))
    named = [*_named(value)]
    if not named or not all(isinstance(facts, MappingNode) for _, facts in named):
        return MappingNode((*root.items, (replace(part.label, text="players"), value)), root.span)
    has_own = any(root.get(label) is not None for label in _OF_THE_TURN)
    who = root.get("player")
    active = folded(who.text) if isinstance(who, Scalar) else ""
    mine = next((each for each in named if active and folded(each[0].text) == active), None)
    if mine is None and not has_own and part.word == "players":
        mine = named[0]
    others = [each for each in named if each is not mine]
    seats = [_player(_with_name(name, facts), tokens, has_own, found) for name, facts in others]
    if mine is not None:
        own = _player(mine[1], tokens, has_own, found)
        assert isinstance(own, MappingNode)
        given = () if active else ((Scalar("player", mine[0].span), mine[0]),)
        root = MappingNode((*root.items, *given, *own.items), root.span)
    return _with_others(root, part, SequenceNode(tuple(seats), value.span))


def _with_others(root: MappingNode, part: Part, others: Node) -> MappingNode:
    players = MappingNode(((Scalar("others", part.label.span), others),), part.value.span)
    return MappingNode((*root.items, (replace(part.label, text="players"), players)), root.span)


def _named(value: Node) -> Iterator[tuple[Scalar, Node]]:
    """The players with their names and what is written of each."""
    match value:
        case MappingNode():
            for name, facts in value.items if value.get("others") is None else ():
                yield name, _as_facts(facts)
        case SequenceNode():
            for number, each in enumerate(value.items, 1):
                if isinstance(each, Scalar):
                    yield each, MappingNode((), each.span)
                elif isinstance(each, MappingNode):
                    called = each.get("name")
                    rest = tuple(item for item in each.items if item[0].text != "name")
                    if len(each.items) == 1 and isinstance(each.items[0][1], MappingNode):
                        yield each.items[0]
                    else:
                        nobody = Scalar(f"player {number}", each.span)
                        yield called if isinstance(called, Scalar) else nobody, MappingNode(rest, each.span)


def _as_facts(facts: Node) -> Node:
    """What is written of a player: cards alone are the deck."""
    if isinstance(facts, SequenceNode):
        return MappingNode(((Scalar("deck", facts.span), facts),), facts.span)
    return MappingNode((), facts.span) if isinstance(facts, Scalar) and facts.is_null else facts


def _with_name(name: Scalar, facts: Node) -> Node:
    items: Iterable[tuple[Scalar, Node]] = facts.items if isinstance(facts, MappingNode) else ()
    return MappingNode(((Scalar("name", name.span), name), *items), facts.span)


def _player(facts: Node, tokens: Callable[[Node], Node], is_playing: bool, found: Diagnostics) -> Node:
    """What is written of a player, under the keys of a position file. At the end of the game, where nobody
    plays, the cards of a deck are all that the player owns, or all but those that are named elsewhere.
    """
    if not isinstance(facts, MappingNode):
        return facts
    items: list[tuple[Scalar, Node]] = []
    names = {folded(label.text) for label, _ in facts.items}
    for label, value in facts.items:
        today = _KEYS.get(folded(label.text), label.text)
        if folded(label.text) in ("deck", "hand"):
            value = unseen_pile(label.text, value, found, folded(label.text) == "deck")
        is_known = not isinstance(value, Scalar) or value.text != UNKNOWN
        if folded(label.text) == "deck" and (
            not is_known or is_playing or names & {"hand", "discard", "discards", "owned"}
        ):
            today = "deck"
        items.append((replace(label, text=today), tokens(value) if today == "tokens" else value))
    return MappingNode(tuple(items), facts.span)


def begins_in_the_village(items: Sequence[tuple[Scalar, Node]]) -> bool:
    """Whether the line of a Village phase begins with something else than the choice of its Location. Where
    the Champion is told to stand at one, this is the choice: the line would be illegal otherwise. (QUEST-3.1)
    """
    said = {folded(label.text): value for label, value in items}
    turn, line = said.get("turn"), said.get("line")
    if not isinstance(turn, Scalar) or folded(turn.text) != "village" or "location" in said:
        return False
    first = line.items[0] if isinstance(line, SequenceNode) and line.items else None
    return isinstance(first, Scalar) and _IN_THE_VILLAGE.match(first.text) is not None
