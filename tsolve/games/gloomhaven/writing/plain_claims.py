"""Claims that say two things of somebody: `Monster 1 moves to (5,3) and attacks Brute` is two claims."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from msgspec.structs import replace

from tsolve.diagnostics import Diagnostics
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.writing.names import find_figure
from tsolve.games.gloomhaven.writing.sentences import WITH_ADVANTAGE
from tsolve.games.gloomhaven.writing.tree_of_words import mapping, text
from tsolve.regex import Regex
from tsolve.rules.ruleset import Ruleset
from tsolve.source.tree import MappingNode, Node, Scalar, SequenceNode
from tsolve.written.measure_names import MeasureNames
from tsolve.written.phrases import LONGEST
from tsolve.written.statements import Claim

_YES_OR_NO = Regex(r"(?P<verb>can|could|does|do|will|is|are) (?:the )?(?P<rest>.+?)\s*\?", re.IGNORECASE)
_OPEN = Regex(
    r"(?:so |and )?(?:(?:where|to which hex|which way|how far) (?:does|will|do) (?P<who1>.+?) "
    r"(?:go|move|walk|step|end(?: up)?|stop|stand)(?: to)?"
    r"|whom? (?:does|will|do) (?P<who2>.+?) (?:attack|hit|target|focus(?: on)?|go (?:for|after))"
    r"|what (?:does|will|do) (?P<who3>.+?) do|what happens"
    r"|who(?: of us)? (?:is|gets|will be) (?:attacked|hit|its focus|the focus)"
    r"(?: (?:by|of) (?P<who4>.+?))?|who is (?P<who5>.+?)'s focus)(?: this turn| now)?\s*\?*",
    re.IGNORECASE,
)
"""Questions that the options of a monster's turn answer."""
_MOST = 4
"""The most places at which a sentence is tried to be parted."""
_AND = Regex(r"\s*,?\s+(?:and|i|oraz|then|but)\s+(?!(?:the\s+)?[^\s]+$)", re.IGNORECASE)


def one_by_one(
    node: Node, type_: type[Claim], names: Iterable[str], ruleset: Ruleset[Card]
) -> Iterator[Node]:
    """The claims of one sentence, each with its subject."""
    known = list(names)
    has_ways = isinstance(node, Scalar) and "disadvantage" in type_.measured
    if isinstance(node, Scalar) and has_ways and (drawn := WITH_ADVANTAGE.fullmatch(node.text)):
        subject = _subject(drawn["deed"], known, ruleset, node)
        yield replace(node, text=drawn["deed"], quoted=True)
        if drawn["no"] and _AND.search(f"{drawn['whom']} ") is None:
            yield _without(node, drawn, subject)
        else:
            also = (
                f"has no {drawn['kind']}" if drawn["no"] else f"has {drawn['kind']} against {drawn['whom']}"
            )
            yield replace(node, text=f"{subject} {also}", quoted=True)
        return
    if not isinstance(node, Scalar) or len(node.text) > LONGEST or _is_claim(node.text, type_, ruleset):
        yield node
        return
    for found in islice(_AND.finditer(node.text), _MOST):
        first, rest = node.text[: found.start()], node.text[found.end() :]
        subject = _subject(first, known, ruleset, node)
        is_whole = _subject(rest, known, ruleset, node) and _is_claim(rest, type_, ruleset)
        both = [first, rest if is_whole else f"{subject} {rest}"]
        if subject and all(_is_claim(each, type_, ruleset) for each in both):
            yield from (replace(node, text=each, quoted=True) for each in both)
            return
    yield node


def _without(node: Scalar, drawn: re.Match[str], subject: str) -> MappingNode:
    """The claim that one of those attacked is not attacked with advantage, or not with disadvantage."""
    whom = SequenceNode((text(drawn["whom"], node.span),), node.span)
    parts: dict[str, Node] = {drawn["kind"].casefold(): whom, "bound": text("at least", node.span)}
    if subject:
        parts["by"] = text(subject, node.span)
    return mapping({**parts, "denied": replace(node, text="true", quoted=False)}, node.span)


def of_actor(
    node: Scalar, type_: type[Claim], actor: str, names: Iterable[str], ruleset: Ruleset[Card]
) -> Scalar:
    """A claim about the turn of `actor`, which need not say so: `takes 3 damage`, `has 4 hp after its turn`;
    any other text as it is.
    """
    known, said = list(names), " ".join(node.text.split())
    if (found := _AFTER_TURN.fullmatch(said)) is not None:
        subject = _subject(found["told"], known, ruleset, node)
        whose = found["named"] or (subject if found["whose"].casefold() in _ITS else "")
        if whose and _named(whose, known, ruleset, node) != actor:
            return node
        said = found["told"]
    is_bare = said[:1].islower() and not _subject(said, known, ruleset, node)
    if is_bare and (_ITSELF.search(said) or not _is_claim(said, type_, ruleset)):
        said = f"{actor} {said}"
    stated = replace(node, text=said, quoted=True)
    is_said = _is_claim(said, type_, ruleset) or [*one_by_one(stated, type_, known, ruleset)] != [stated]
    return stated if said != node.text and is_said else node


_AFTER_TURN = Regex(
    r"(?P<told>.+?),? (?:after|at the end of|by the end of) "
    r"(?:(?P<whose>its|his|her|their|the|this)|(?:the )?(?P<named>.+?)(?:'s|’s)) turn(?: is over)?[.!]?",
    re.IGNORECASE,
)
_ITS = ("its", "his", "her", "their")
_ITSELF = Regex(r"^heals (?:itself|himself|herself)\b", re.IGNORECASE)


def _named(said: str, names: list[str], ruleset: Ruleset[Card], node: Scalar) -> str | None:
    return find_figure(ruleset, said, names, "figure", Diagnostics(), node.span)


def who_is_asked_about(words: str) -> str | None:
    """The figure about which an open question asks, as it is written, empty where none is named; None for
    another text.
    """
    found = _OPEN.fullmatch(" ".join(words.split()))
    return None if found is None else next(filter(None, found.groups()), "")


def as_statement(node: Scalar, type_: type[Claim], names: Iterable[str], ruleset: Ruleset[Card]) -> Scalar:
    """A question that is answered by yes or no as the claim that the answer is yes; any other text as it
    is.
    """
    found = _YES_OR_NO.fullmatch(" ".join(node.text.split()))
    subject = _subject(found["rest"], list(names), ruleset, node) if found is not None else ""
    if found is None or not subject or len(node.text) > LONGEST:
        return node
    verb, rest = found["verb"].casefold(), found["rest"][len(subject) :].strip()
    between = "" if verb in ("does", "do") else f"{verb} "
    stated = f"{subject} {between}{rest}"
    return replace(node, text=stated, quoted=True) if _is_claim(stated, type_, ruleset) else node


def _is_claim(words: str, type_: type[Claim], ruleset: Ruleset[Card]) -> bool:
    names = MeasureNames(lambda: ruleset.names.words, lambda: ruleset.names.cards)
    for each in (words, names.sentence(words, type_)):
        try:
            type_.from_text(each)
        except ValueError:
            continue
        return True
    return False


def _subject(words: str, names: list[str], ruleset: Ruleset[Card], node: Scalar) -> str:
    """The figure with which a sentence begins, as it is written."""
    parts = words.split()
    for count in range(min(len(parts), 4), 0, -1):
        said = " ".join(parts[:count])
        if _named(said, names, ruleset, node) is not None:
            return said
    return ""
