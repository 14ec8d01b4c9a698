"""Resolves names of cards and of groups of cards in files: any language, numbered copies, suggestions for
unknown names; and what a pile holds that nobody has looked through: all known cards, less those that lie
elsewhere; and which cards are not as they are printed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from tsolve.diagnostics import Diagnostics, counted, suggest
from tsolve.errors import Span, TreePath
from tsolve.regex import Regex
from tsolve.rules.card_facts import name_of, singulars
from tsolve.rules.names import Ambiguous, Match, Names, squash
from tsolve.rules.ruleset import CardFacts, Ruleset
from tsolve.source.decoded import Decoded
from tsolve.source.tree import joined

if TYPE_CHECKING:
    pass

S = TypeVar("S")
A = TypeVar("A")

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
CARDINALS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_COPY = (
    r"(?P<name>.+?)\s*#\s*(?P<number>[0-9]{1,3})"
    rf"|(?:the\s+)?(?:(?P<nth>{'|'.join(_ORDINALS)})|(?P<place>[0-9]{{1,3}})(?:st|nd|rd|th))\s+(?P<behind>\S.*)"
)
_NUMBERED = (
    r"(?P<name>.+?)\s*(?:[x×*]\s*)?\(?(?:no\.?\s*)?(?P<number>[0-9]{1,3})\s*[x×*]?\)?"
    r"|\(?(?P<count>[0-9]{1,3})\s*[x×*]?\)?\s*(?P<behind>.+)"
    rf"|(?P<word>{'|'.join(CARDINALS)})\s+(?P<after>.+)"
)
"""Forms of a count or of a copy that could be either."""


_MOST_WORDS = 20
"""Words of a name that are looked for in a text."""
_ARTICLES = ("the", "a", "an", "my")


class GroupedCard(CardFacts, Protocol):
    """A card that may belong to a group which people know by name."""

    @property
    def group(self) -> str: ...


def resolve(
    ruleset: Ruleset[GroupedCard],
    name: str,
    found: Diagnostics,
    span: Span | None,
    otherwise: str | Callable[[], str] = "",
    among: Ruleset[GroupedCard] | None = None,
) -> str:
    """The id of the card that `name` means, or an empty string and a report (E302, E303): with what may be
    done `otherwise` where no card has a name near it. Parts of names and names that are near are looked for
    `among` those cards that may be meant.
    """
    near = among if among is not None else ruleset
    article, _, behind = name.partition(" ")
    if article.casefold() in _ARTICLES and ruleset.names.knows(behind) and not ruleset.names.knows(name):
        name = behind
    match = ruleset.names.resolve(name)
    if isinstance(match, Match) and match.id in ruleset.absent:
        card = ruleset.absent[match.id]
        message = f'{card.name} belongs to "{card.set}", a box that this game does not use'
        found.report("E312", message, span, "list the boxes of the position under `sets:`")
        return ""
    if isinstance(match, Match):
        return match.id
    if isinstance(match, Ambiguous):
        known = ruleset.listed(match.ids)
        found.report("E303", f'"{name}" names several cards: {known}', span, "write one of these names")
        return ""
    is_plural = _one_of(ruleset.names, name) != name  # it does not say how many
    if not is_plural and (part := in_part(near, name, (near.cards,))):
        if span is not None:
            found.read_as[span] = ruleset.cards[part].name
        return part
    place = span.of(name) if span is not None else None

    def help_() -> str:
        return _written(ruleset, name, near) or (otherwise if isinstance(otherwise, str) else otherwise())

    found.report("E302", f'unknown card "{name}"', place, help_)
    return ""


def in_part(ruleset: Ruleset[CardFacts], name: str, pools: Iterable[Iterable[str]]) -> str:
    """The id of the only card whose name contains this text, in the first of these pools that has any; empty
    if the text is a whole name.
    """
    if ruleset.names.knows(name):
        return ""
    from tsolve.rules.near_names import only_one  # few texts need it

    article, _, behind = name.partition(" ")
    return only_one(ruleset, behind if article.casefold() in _ARTICLES else name, pools)


def _written(ruleset: Ruleset[GroupedCard], name: str, near: Ruleset[GroupedCard]) -> str:
    card, number = _numbered(ruleset, name)
    if not card and (one := ruleset.names.resolve(_one_of(ruleset.names, name))) and isinstance(one, Match):
        listed = ruleset.listed((one.id,))
        return f'how many are there? write "{listed}" for one, "2 x {listed}" for two'
    if card and name.startswith(f"{number} x "):  # a count is written so already
        return f'one card is named here: write "{card}", and each further one in a step or a claim of its own'
    if card:
        return f'write "{number} x {card}" for that many, "{_nth(number)} {card}" for one of them'
    return meant(near, name) or str(meant(ruleset, name))  # no card that may be here


def meant(ruleset: Ruleset[CardFacts], name: str) -> str:
    """What a name may mean that no card has, in words: a group, or cards with a name near it."""
    if members := [ruleset.cards[card] for card in members_of(ruleset, name)]:
        from tsolve.rules.near_names import as_read  # only paid for by files with mistakes

        return f"that is a group; its cards are {', '.join(as_read(ruleset, members))}"
    return ruleset.near_cards(name)


def members_of(ruleset: Ruleset[CardFacts], name: str) -> tuple[str, ...]:
    """The cards of the group that is called so in any language."""
    group = ruleset.names.groups.resolve(name)
    wanted = (group.id if isinstance(group, Match) else name).casefold()
    cards = ruleset.cards.items() if wanted else ()
    return tuple(id_ for id_, card in cards if getattr(card, "group", "").casefold() == wanted)


def split_copy(text: str) -> tuple[str, int]:
    """`second Lamp` and `Lamp #2` as the name and the number of the copy; 0 when none is named."""
    match = re.fullmatch(_COPY, _plain(text), re.IGNORECASE)
    if match is None:
        return text.strip(), 0
    if match["nth"]:
        return match["behind"], _ORDINALS.index(match["nth"].casefold()) + 1
    return match["name"] or match["behind"], int(match["number"] or match["place"])


def copy_named(ruleset: Ruleset[GroupedCard], text: str) -> tuple[str, int]:
    """Like `split_copy`, but a card that is really called `First Spark` is no first copy of anything."""
    return (text.strip(), 0) if ruleset.names.knows(text) else split_copy(text)


def _numbered(ruleset: Ruleset[GroupedCard], text: str) -> tuple[str, int]:
    """A card with a number that could be a count as well as a copy; an empty name for anything else."""
    found = re.fullmatch(_NUMBERED, _plain(text), re.IGNORECASE)
    if found is None:
        return "", 0
    name = found["name"] or found["behind"] or found["after"]
    match = ruleset.names.resolve(_one_of(ruleset.names, name))
    if not isinstance(match, Match) or not match.id:  # a home-made card may be wrong
        return "", 0
    number = found["number"] or found["count"] or CARDINALS.index(found["word"].casefold()) + 1
    return ruleset.listed((match.id,)), int(number)


def _plain(text: str) -> str:
    """The text with single blanks: searching for the end of each run takes time quadratic in its length."""
    return " ".join(text.split())


def _nth(number: int) -> str:
    if 1 <= number <= len(_ORDINALS):
        return _ORDINALS[number - 1]
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th") if number % 100 not in (11, 12, 13) else "th"
    return f"{number}{ending}"


def known_start(ruleset: Ruleset[GroupedCard], text: str) -> str:
    """The longest beginning of a text that names a card.

    Empty if none does, or if only a number follows.
    """
    if _numbered(ruleset, text)[0]:
        return ""
    words = text.split(" ", _MOST_WORDS)
    starts = (" ".join(words[:count]) for count in range(len(words) - 1, 0, -1))
    return next((start for start in starts if ruleset.names.knows(start)), "")


def help_with_card(ruleset: Ruleset[GroupedCard], text: str, verbs: Sequence[str]) -> str:
    """How to begin a step, if the text, or the part after its first word, begins with a card; else empty."""
    whole = (each for each in (text, text.partition(" ")[2]) if ruleset.names.knows(each))
    card = next(whole, "") or known_start(ruleset, text)
    told = ", ".join(f"`{verb} {card}`" for verb in verbs)
    return f"a step begins with what is done, such as {told}" if card else ""


_BETWEEN = "•"
"""Stands between the parts of a group's name."""


def find_groups(ruleset: Ruleset[GroupedCard], name: str, groups: Iterable[str]) -> tuple[str, ...]:
    """The groups among these that `name` may mean: by their whole names, else by a part of their names."""
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
        text = " and ".join(f'"{group}"' for group in meant)
        found.report("E303", f'"{name}" may be {text}', span, "write one of these names")
        return ""
    card = ruleset.names.resolve(name)
    group = ruleset.cards[card.id].group if isinstance(card, Match) and card.id in ruleset.cards else ""
    names = ", ".join(dict.fromkeys(known))
    help_ = f'it is a card of the group "{group}"' if group in known else suggest(name, known)
    help_ = help_ or f"there are: {names}"
    found.report("E302", f'unknown group "{name}"', span, help_)
    return ""


MOST_COPIES = 99
"""The largest number in `99 x Lamp`."""

_COUNTED = (
    r"(?P<count>-?[0-9]+)(?:\s*[x×])?\s+(?P<name>\S.*)"
    r"|(?P<name_first>\S.*?)\s+[x×]\s*(?P<count_last>-?[0-9]+)"
)


def split_count(text: str, names: Names | None = None) -> tuple[int, str]:
    """`2 x Lamp`, `2 Lamp` and `Lamp x2` as count and name; the count is 1 when there is none. With the
    `names` of cards, `two Lamps` and `2 Lamps`, too.
    """
    plain = text.strip()
    if any(map(str.isdigit, plain)) and (match := re.fullmatch(_COUNTED, plain, re.IGNORECASE)):
        number, name = match["count"] or match["count_last"], match["name"] or match["name_first"]
        return int(number[:9]), _one_of(names, name)
    first, _, name = plain.partition(" ")
    if names is None or not name or names.knows(plain) or first.casefold() not in CARDINALS:
        return 1, plain
    return CARDINALS.index(first.casefold()) + 1, _one_of(names, name.strip())


def _one_of(names: Names | None, name: str) -> str:
    """The name of one card, where `name` is that of several; else `name` itself."""
    if names is None:
        return name
    return next((each for each in singulars(name) if names.knows(each)), name)


_BELONGINGS = ("hand", "deck", "discard")


class Use(NamedTuple):
    """Copies of a card that a file writes in one place."""

    card: str
    copies: int
    span: Span
    path: TreePath = ()

    @property
    def owner(self) -> TreePath:
        """The path of the player whose card it is; empty for the active one, and for the table."""
        return self.path[:3] if self.path[:2] == ("players", "others") else ()

    @property
    def zone(self) -> str:
        """The key under which it is written, of the file or of another player."""
        rest = self.path[len(self.owner) :]
        return str(rest[0]) if rest else ""

    @property
    def is_belonging(self) -> bool:
        """Whether it is written where a player's cards lie: in the hand or a pile, or under another card."""
        return self.zone in _BELONGINGS or self.path[-1:] == ("holds",)


class Inventory:
    """Cards of which all copies are known, wherever they lie."""

    def __init__(self, cards: Iterable[str], name: Callable[[str], str]) -> None:
        self.left = Counter(cards)
        self._known = frozenset(self.left)
        self._name = name

    def take(
        self, uses: Iterable[Use], found: Diagnostics, key: str, help_: str | Callable[[str], str]
    ) -> None:
        """Take away what lies elsewhere. Each card too many is told, with the `key` of the known cards;
        `help_` is for a card that is none of them.
        """
        for use in uses:
            there, name = self.left[use.card], self._name(use.card)
            if use.card not in self._known:
                text = help_ if isinstance(help_, str) else help_(use.card)
                found.doubt(f"{name} is not among `{key}`: {text}", use.span)
            elif use.copies > there:
                lie = f"{use.copies} x {name} lie" if use.copies > 1 else f"{name} lies"
                found.doubt(f"{lie} here, but `{key}` has {there or 'none'} left", use.span)
            self.left[use.card] = max(there - use.copies, 0)

    def rest(self) -> tuple[str, ...]:
        """The cards that lie nowhere else."""
        return tuple(sorted(self.left.elements()))

    def told(self) -> str:
        """Those cards in words."""
        return ", ".join(counted(map(self._name, self.rest())))


def unseen_of_owned(
    uses: Sequence[Use],
    owner: TreePath,
    name: Callable[[str], str],
    decoded: Decoded[Any],
    found: Diagnostics,
    *,
    is_deck_known: bool,
) -> tuple[str, ...]:
    """The cards that a player owns (key `owned`) and that lie in no known place: they are in the deck, or in
    a hand that nobody has seen. If the deck is known in full, such cards are told.
    """
    mine = [use for use in uses if use.owner == owner]
    owned = (use.card for use in mine if use.zone == "owned" for _ in range(use.copies))
    inventory = Inventory(owned, name)
    if found.items:  # a name that is not understood may be a missing card
        return ()
    help_ = "`owned` names every card of the player, wherever it lies"
    inventory.take((use for use in mine if use.is_belonging), found, "owned", help_)
    if is_deck_known and inventory.rest() and not found.items:
        message = f"owned, but listed nowhere: {inventory.told()}"
        found.doubt(message, decoded.span(*owner, "owned"))
    return inventory.rest()


def with_changes(card: CardFacts) -> str:
    """The name of a card of one's own; of a printed card with what was changed."""
    changed = joined(name_of(field, card) for field in card.provenance.changed)
    return f"{card.name} (changed: {changed})" if changed else f"{card.name} (home-made)"


MOST_PARTS = 9
"""A longer list is parted at every word between."""


def parted(text: str, between: Regex, is_name: Callable[[str], bool]) -> list[str]:
    """The names in a list such as `A and B and C`, where `B and C` may be a name; all parts where they are no
    names. `between` is what stands between names.
    """
    cuts = [match.span() for match in between.finditer(text)]

    def names(start: int, cuts: Sequence[tuple[int, int]]) -> list[str]:
        if is_name(text[start:]):
            return [text[start:]]
        for number, (end, begin) in enumerate(cuts, start=1):
            if is_name(text[start:end]) and (others := names(begin, cuts[number:])):
                return [text[start:end], *others]
        return []

    return (names(0, cuts) if len(cuts) < MOST_PARTS else []) or between.split(text)
