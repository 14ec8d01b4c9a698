"""Sentences about what becomes of cards, as claims by keys: where a card lies after the turn, what a player
gains or has to discard, what a Hero becomes, what a card gives.

Only where a sentence names cards and players of the game it is read here; any other is no such claim.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from tsolve.errors import Span
from tsolve.games.thunderstone.cards import Card
from tsolve.regex import Regex
from tsolve.rules.card_facts import singulars
from tsolve.rules.names import Match, squash
from tsolve.rules.ruleset import Ruleset
from tsolve.source.tree import MappingNode, Node, Scalar, SequenceNode
from tsolve.written.card_names import CARDINALS, in_part, split_count
from tsolve.written.phrases import LONGEST, plain_text

Keys = Mapping[str, str | int | Mapping[str, str | int] | Sequence[str]]

_NUMBERS = {"both": 2, "a": 1, "an": 1, "no": 0, **{word: n for n, word in enumerate(CARDINALS, 1)}}
_NUMBER = rf"\d{{1,2}}|{'|'.join(CARDINALS)}"
_COPIES = Regex(
    rf"(?:(?P<number>both|(?:all )?(?:{_NUMBER}))(?: of)? (?:(?:the|my|her|his) )?)?(?P<name>.+)",
    re.IGNORECASE,
)
_ARTICLE = Regex(r"(?:the|an?|my) ", re.IGNORECASE)
_WHEN = Regex(
    r",? (?:after (?:that|this|it)|afterwards|then|in the end|at the end(?: of (?:the|this) turn)?"
    r"|in (?:the|this) (?:attack|battle|fight)|this turn)$",
    re.IGNORECASE,
)
"""Words behind a sentence that say no more than that it is about the end of the turn."""
_THEN = Regex(
    r"(?:after (?:that|this)|(?:after|in|during) (?:the|this) (?:attack|battle|fight)),? ", re.IGNORECASE
)
_FOUGHT = (
    r"(?:(?:the |an |my )?(?:attack(?:ing)?|fight(?:ing)?|battle)(?: (?:on|with|against))?"
    r"|(?:I|we|she|he|you|[A-Z][a-z]+) (?:attacks?|fights?)|(?:he|she|it|that one) is attacked by)"
)
_WON = (
    r"(?:(?:the )?(?:victory|win) (?:over|against)|defeating|beating|killing|slaying"
    r"|(?:I|we|she|he|you|[A-Z][a-z]+) (?:defeats?|beats?|kills?|slays?))"
)
_AFTER = rf"(?:after|when|if|once|in|by|during) (?:(?P<fought>{_FOUGHT})|(?P<won>{_WON}))"
_FIGHTER = Regex(
    r"\b(?:after|when|if|once) (?P<who>[^\W\d_]+) (?:attacks?|fights?|defeats?|beats?|kills?|slays?)\b",
    re.IGNORECASE,
)
_BEFOREHAND = Regex(rf"{_AFTER} (?:the )?(?P<rest>.+)", re.IGNORECASE)
_BEHIND = Regex(rf"(?P<told>.+?),? {_AFTER} (?:the )?(?P<foe>.+)", re.IGNORECASE)
_BY = Regex(r"(?P<told>.+ (?:survives?|(?:destroyed|killed) by)) (?:the )?(?P<foe>(?!by).+)", re.IGNORECASE)

_KILLS = Regex(r"(?:the )?(?P<foe>.+?) (?:destroys|kills) (?P<what>.+)", re.IGNORECASE)
_LOSES = Regex(r"(?P<who>[^\W\d_]+) loses? (?P<what>.+)", re.IGNORECASE)

_IS = (
    r"(?:(?P<now>is|are|stays?|remains?|stands?|lies?|sits)|lands?|ends? up|will be)"
    r"(?P<no> not| no longer)?(?: (?:now|then|still))?"
)
_GOES = (
    r"(?:goes|moves?|comes?|slides?|advances?|steps?|returns?|is (?:put|placed|sent|moved|discarded))"
    r"(?: (?:up|down|back|forward))?"
)
_OF = r"(?:(?P<whose>my|his|her|your|the|[^\W_]+'s|player \d's) )?"
_DEAD = r"(?:destroyed|lost|killed|dead|gone|removed(?: from the game)?|out of the game)"
_PLACES = (
    (rf"(?P<what>.+?) (?:{_IS} in|{_GOES} (?:in)?to) rank ?(?P<rank>[1-3])", ""),
    (
        rf"(?P<what>.+?) (?:{_IS}|{_GOES}) (?:(?:on|to|at) )?(?:the )?bottom of (?:the )?(?:dungeon )?deck",
        "bottom",
    ),
    (rf"(?P<what>.+?) (?:is|are|will be|comes?|lands?) in(?:to)? {_OF}(?:next|new) hand", "hand"),
    (rf"(?P<what>.+?) (?P<no>is not|are not|will not be|won't be) in {_OF}(?:next|new) hand", "hand"),
    (rf"(?P<what>.+?) (?:{_IS} [io]n|{_GOES} (?:[io]n)?to) {_OF}(?:discard pile|discards?)", "discard"),
    (rf"(?P<what>.+?) (?:is|are|gets?|will be)(?P<no> not)? {_DEAD}(?: by)?", "destroyed"),
    (r"(?P<what>.+?) (?:do(?:es)? not|doesn't|don't|cannot|can't) survive", "destroyed"),
    (r"(?P<what>.+?) (?:dies?|perish(?:es)?|leaves? the game)", "destroyed"),
    (r"(?P<what>.+?) (?P<no>survives?|stays? alive|lives?|do(?:es)? not die|doesn't die)", "destroyed"),
)
"""Where a card is said to lie, and the place in the words of a file; the Rank is in the sentence."""
_NOTHING = Regex(
    rf"(?:nothing|no cards?) (?:is|are|gets?) {_DEAD}"
    r"|(?:it|the (?:turn|battle)) destroys (?:nothing|no cards?)",
    re.IGNORECASE,
)
_GETS = Regex(
    rf"(?P<who>.+?) (?:gets?|gains?|receives?|is given) (?P<much>an?|the|another|no|{_NUMBER}) (?P<what>.+)",
    re.IGNORECASE,
)
_GETS_NOT = Regex(
    r"(?P<who>.+?) (?:do(?:es)? not|do(?:es)?n't) (?:get|gain|receive) (?:an?|any) (?P<what>.+)", re.I
)
_DISCARDS = Regex(
    rf"(?P<who>.+?) (?:(?:must|has to|have to|needs to) )?discards? "
    rf"(?:(?P<none>nothing|no cards?)|(?P<much>an?|{_NUMBER}) cards?)"
    r"|(?P<other>.+?) (?:do(?:es)? not|do(?:es)?n't) (?:have to )?discard(?: anything| a card| any cards?)?",
    re.IGNORECASE,
)
_EVERYBODY = Regex(
    r"(?P<before>(?:after|when|if) .+?,? )?(?:(?:each|every|all|both)(?: the)? players?|everybody|everyone"
    r"|(?P<nobody>nobody|no one|no player)) "
    r"(?P<verb>gains?|gets?|receives?|(?:(?:must|has to|have to) )?discards?)(?: (?P<rest>.+))?",
    re.IGNORECASE,
)
"""What is said of all players, or of none."""
_LATER = r"(?P<when>(?:^|,? )(?:after|when|if|once|in|by|during|then) .+)?"
_NO_CARDS = Regex(rf"(?:(?:an?|any) (?P<what>card)s?|cards?|anything)?{_LATER}", re.IGNORECASE)
_NONE_OF = Regex(rf"(?:an?|any|the) (?P<what>.+?){_LATER}", re.IGNORECASE)
"""What nobody discards or gains. Of a number of things somebody may have fewer, so it is not read."""
_BECOMES = Regex(
    r"(?:(?:an?|the|my|one|another) )?(?P<who>.+?) (?:becomes?|turns? into|is levell?ed up to|levels? up to)"
    r" (?:(?:an?|the) )?(?P<into>.+)",
    re.IGNORECASE,
)
_AND = Regex(r",? and (?:also )?|[,;] ", re.IGNORECASE)
_GIVES = Regex(
    rf"(?P<what>.+?) (?:gives?|is worth|brings?|adds?|provides?|counts?(?: as| for)?)(?: me| us| you)?"
    rf" (?P<much>an?|no|{_NUMBER}) "
    r"(?P<kind>xp|experience|gold|light|attack|magic(?: attack)?|vp|(?:victory )?points?)(?: here)?",
    re.IGNORECASE,
)
_KINDS = {
    "experience": "xp",
    "magic attack": "magic",
    **dict.fromkeys(("point", "points", "victory point", "victory points"), "vp"),
}
_ME = ("i", "me", "you")


class Fates(NamedTuple):
    """Reads the sentences of one file."""

    ruleset: Ruleset[Card]
    players: Sequence[str]
    """The names of the players, the active one first; empty for one without a name."""
    named: Sequence[str]
    """The cards that the file names; a part of a name is enough for them."""
    has_line: bool

    def read(self, node: Node) -> Sequence[Node]:
        """The claim of a sentence by keys; nothing for any other node."""
        if not isinstance(node, Scalar) or len(node.text) > LONGEST:
            return ()
        found = [*map(self.claim, self._of_each(node.text))]
        return tuple(_node(keys, node.span) for keys in found if keys is not None) if all(found) else ()

    def _of_each(self, text: str) -> Sequence[str]:
        """What is said of all players, of each by name; any other text as it is."""
        about = _EVERYBODY.fullmatch(plain_text(text))
        if about is None or len(self.players) < 2 or not all(self.players):
            return (text,)
        rest = about["rest"] or ""
        if about["nobody"]:
            said = (_NO_CARDS if "discard" in about["verb"] else _NONE_OF).fullmatch(rest)
            if said is None:
                return (text,)
            rest = f"no {said['what'] or 'cards'}{said['when'] or ''}"
        return [f"{about['before'] or ''}{name} {about['verb']} {rest}" for name in self.players]

    def claim(self, text: str) -> Keys | None:
        """The claim of a sentence."""
        plain = plain_text(text)
        several = self._becomes(plain)
        if several is not None:
            return several
        for told, when in self._parted(plain):
            bare = _THEN.sub("", _WHEN.sub("", told), count=1)
            is_later = bool(when) or self.has_line or bare != told
            if (keys := self._about(bare, is_later)) is not None:
                return {**keys, **({"when": when} if when else {})}
        return None

    def _parted(self, text: str) -> Iterator[tuple[str, str]]:
        """What a sentence says, and the battle after which it says so, if it names one; nothing where another
        player than the active one is said to fight.
        """
        if any(
            said["who"].casefold() in map(str.casefold, self.players[1:]) for said in _FIGHTER.finditer(text)
        ):
            return
        if before := _BEFOREHAND.fullmatch(text):
            words = before["rest"].split()
            deed = "attack" if before["fought"] else "defeat"
            for count in range(1, len(words) - 1):
                foe = " ".join(words[:count]).rstrip(",")
                if self._monster(foe):
                    yield " ".join(words[count:]), f"{deed} {foe}"
        if (behind := _BEHIND.fullmatch(text)) and self._monster(behind["foe"]):
            yield behind["told"], f"{'attack' if behind['fought'] else 'defeat'} {behind['foe']}"
        if (by := _BY.fullmatch(text)) and self._monster(by["foe"]):
            yield by["told"], f"attack {by['foe']}"
        if (kills := _KILLS.fullmatch(text)) and self._monster(kills["foe"]):
            yield f"{kills['what']} is destroyed", f"attack {kills['foe']}"
        if (loses := _LOSES.fullmatch(text)) and self._player(loses["who"]) == {}:
            yield f"{loses['what']} is destroyed", ""
        yield text, ""

    def _about(self, text: str, is_later: bool) -> Keys | None:
        if self.has_line and _NOTHING.fullmatch(text):
            return {"destroyed": []}
        return self._lies(text, is_later) or self._gets(text) or self._discards(text) or self._gives(text)

    def _lies(self, text: str, is_later: bool) -> Keys | None:
        """Where a card is after the turn; nothing where the text may speak of the position as it stands."""
        for pattern, place in _PLACES:
            said = re.fullmatch(pattern, text, re.IGNORECASE)
            copies = self._copies(said["what"]) if said is not None else None
            if said is None or copies is None:
                continue
            named, card = copies
            groups = said.groupdict()
            whose = (groups.get("whose") or "").casefold()
            if place in ("hand", "discard") and not self._is_mine(whose):
                return None
            if groups.get("now") and not is_later:
                return None
            is_monster = self.ruleset.cards[card].is_monster
            if is_monster if place == "destroyed" else place == "bottom" and not is_monster:
                return None
            key = "not_lies" if groups.get("no") else "lies"
            return {key: {named: place or f"Rank {said['rank']}"}}
        return None

    def _gets(self, text: str) -> Keys | None:
        said = _GETS_NOT.fullmatch(text) or _GETS.fullmatch(text)
        if said is None or (by := self._player(said["who"])) is None:
            return None
        card = self._card(said["what"], by_part=False)
        if not card or self.ruleset.cards[card].kind == "thunderstone":
            return None
        return {"gets": {self.ruleset.cards[card].name: _count(said.groupdict().get("much") or "no")}, **by}

    def _discards(self, text: str) -> Keys | None:
        said = _DISCARDS.fullmatch(text)
        by = self._player(said["who"] or said["other"]) if said is not None else None
        if said is None or by is None:
            return None
        return {"discards": _count(said["much"] or "no"), **by}

    def _gives(self, text: str) -> Keys | None:
        said = _GIVES.fullmatch(text)
        card = self._card(said["what"]) if said is not None else ""
        if said is None or not card:
            return None
        kind = said["kind"].casefold()
        name = self.ruleset.cards[card].name
        return {"gives": {name: _count(said["much"])}, "of": _KINDS.get(kind, kind)}

    def _becomes(self, text: str) -> Keys | None:
        """What Heroes become, each in a part of its own; where nothing is played, one alone can become it."""
        pairs = []
        for part in _AND.split(text):
            said = _BECOMES.fullmatch(part)
            who, into = (self._card(said[key]) for key in ("who", "into")) if said is not None else ("", "")
            if not who or not into:
                return None
            pairs.append((self.ruleset.cards[who].name, self.ruleset.cards[into].name))
        if len(pairs) == 1 and not self.has_line:
            return {"can": f"level up {pairs[0][0]} to {pairs[0][1]}"}
        return {"becomes": [f"{who} to {into}" for who, into in pairs]}

    # names

    def _copies(self, text: str) -> tuple[str, str] | None:
        """A card, perhaps with the number of its copies: as a file writes it, and its id."""
        said = _COPIES.fullmatch(text)
        number = _count(said["number"].casefold().removeprefix("all ")) if said and said["number"] else 1
        if card := self._card(text, in_plural=False):
            return self.ruleset.cards[card].name, card
        if said is None or number < 2 or not (card := self._card(said["name"])):
            return None
        return f"{number} x {self.ruleset.cards[card].name}", card

    def _card(self, text: str, by_part: bool = True, in_plural: bool = True) -> str:
        """The card of a name, also after an article; empty for any other text."""
        bare = _ARTICLE.sub("", text, count=1)
        if self.players and self.players[0]:
            bare = re.sub(rf"{re.escape(self.players[0])}'s ", "", bare, count=1, flags=re.IGNORECASE)
        for name in dict.fromkeys((text, bare, *(singulars(bare) if in_plural else ()))):
            found = self.ruleset.names.resolve(name)
            if isinstance(found, Match) and found.id in self.ruleset.cards:
                return found.id
        card = in_part(self.ruleset, bare, (self.named,)) if by_part else ""
        return card if card and (in_plural or self._is_part(bare, card)) else ""

    def _is_part(self, text: str, card: str) -> bool:
        """Whether a text stands in the name of a card as it is written, and not in the plural."""
        names = (self.ruleset.cards[card].name, *chain(*self.ruleset.names.localized(card).values()))
        return any(squash(text) in squash(name) for name in names)

    def _monster(self, text: str) -> bool:
        name = re.sub(r" in (?:rank [1-3]|space 0)$", "", text, flags=re.IGNORECASE)
        card = self._card(name)
        return bool(card) and self.ruleset.cards[card].is_monster

    def _player(self, text: str) -> dict[str, str] | None:
        """The key that names a player, none for the active one; None for anybody else."""
        if text.casefold() in (*_ME, *(each.casefold() for each in self.players[:1] if each)):
            return {}
        if text.casefold() in map(str.casefold, filter(None, self.players)):
            return {"by": text}
        return {"by": text} if re.fullmatch(r"player [1-9]", text, re.IGNORECASE) else None

    def _is_mine(self, whose: str) -> bool:
        named = self.players[0] if self.players else ""
        return whose in ("", "my", "your", "the", "player 1's", f"{named.casefold()}'s")


def _count(word: str) -> int:
    word = word.casefold()
    return int(word) if word.isdecimal() else _NUMBERS.get(word, 1)


def _node(value: object, span: Span) -> Node:
    """The node of a value."""
    match value:
        case Mapping():
            items = ((Scalar(key, span, quoted=True), _node(each, span)) for key, each in value.items())
            return MappingNode(tuple(items), span)
        case list():
            return SequenceNode(tuple(_node(each, span) for each in value), span)
    return Scalar(str(value), span, quoted=isinstance(value, str))


def cards_named(node: Node, ruleset: Ruleset[Card]) -> Iterator[str]:
    """The cards that a file names, outside its sentences."""
    match node:
        case MappingNode():
            for key, value in node.items:
                yield from cards_named(key, ruleset)
                yield from cards_named(value, ruleset)
        case SequenceNode():
            for each in node.items:
                yield from cards_named(each, ruleset)
        case Scalar():
            for text in node.text.split(","):
                found = ruleset.names.resolve(split_count(text, ruleset.names)[1])
                if isinstance(found, Match) and found.id in ruleset.cards:
                    yield found.id
