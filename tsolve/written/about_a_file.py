"""What a question about a position file asks for: a claim, why something is impossible, a chance, the score,
the targets or the best play.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from tsolve.regex import Regex

What = Literal["score", "best", "targets", "play", "why", "chance", "amount", "claim", "order"]

_KINDS: tuple[tuple[What, str], ...] = (
    ("score", r"\b(?:who|which player) (?:has |will |would )?(?:wins?|won|is winning|is ahead)\b|\bkto wygr"),
    ("score", r"\bwhat(?: i|')?s the (?:final )?score\b|\bhow many (?:\w+ )?points\b|^score\b"),
    ("targets", r"\b(?:what|whom?|which [\w ]+?) (?:can|may|could) \w+ (?:attack|beat|fight|AGAINST)\b"),
    ("targets", r"^targets\b|\bwhat (?:is|are) (?:the )?(?:possible |legal )?targets?\b"),
    ("order", r"\b(?:acts?|goes|moves?|turn|comes?) (?:first|last|next|before|after)\b|\bturn order\b"),
    ("best", r"\bbest\b|\bwhat now\b|\bwhat (?:should|can|could|do) (?:i|we) do\b|\bwhat shall\b"),
    ("chance", r"\b(?:chances?|odds|probability|probable|likely|how often|szans[ae])\b"),
    ("why", r"^(?:and |but |so )*(?:why|dlaczego|how come)\b"),
    ("why", r"\bwhat (?:do|would|does|must|else do) (?:\w+) (?:still )?(?:need|take|miss|have)\b"),
    ("why", r"\bhow (?:can|could|do|does|would|must) (?:i|we|\w+)\b|\bwhat(?: i|')?s (?:missing|needed)\b"),
    ("amount", r"^how (?:much|many)\b|\bwhat(?: i|')?s (?:the|my|his|her) (?:most|maximum|highest|total)\b"),
    ("play", r"^(?:who|whom|where|when|in (?:what|which) order|which|what) "),
)
"""Kinds of questions by their words; the first that fits counts."""
_LEFT_OUT = Regex(
    r"\b(?:too|also|now|still|then|please|this turn|as well|for sure|actually|really|enough|just)\b"
    r"|\binstead(?! of)\b|[?!.]+\s*$",
    re.I,
)
_CHANCE = Regex(
    r"^(?:and |so )*(?:what|how)?\s*(?:is|are|'s|great)?\s*(?:the|my|our|his|her)?\s*"
    r"(?:chances?|odds|probability|likely|probable|often)\s*(?:is it|am i|are we)?\s*"
    r"(?:of|that|to|for|do|does|can|will|would)?\s*",
    re.I,
)
_WHY = Regex(
    r"^(?:and |but |so )*(?:why|how come|what (?:else )?(?:do|does|would|must)|how (?:can|could|do|does))\s+",
    re.I,
)
_NEED = Regex(r"^(?:\w+ )?(?:still )?(?:need|take|miss|have)s?\s*(?:to|for|against)?\s*", re.I)
_ME = r"(?:i|we|you|one|he|she|they)"
_AUXILIARY = (
    r"(?:can|cannot|can't|could|couldn't|may|might|must|do|does|don't|doesn't|am|is|are|isn't|will|would)"
)


def takes(text: str) -> bool:
    """Whether a question is about what somebody loses or pays, not about what there is."""
    return re.search(r"\b(?:los[et]|loses|pays?|costs?|needs?|spends?|price)\b", text, re.I) is not None


class FileQuestion(NamedTuple):
    """What is asked, and the texts that may say about what, the best first."""

    what: What
    texts: tuple[str, ...] = ()


def file_question(text: str, against: str) -> FileQuestion:
    """What a question about a position file asks for; `against` is what the game does to an enemy."""
    line = " ".join(text.split())
    bare = _without(_LEFT_OUT, line)
    for what, pattern in _KINDS:
        if re.search(pattern.replace("AGAINST", against), line, re.I):
            return FileQuestion(what, tuple(dict.fromkeys(_texts(what, bare, against))))
    return FileQuestion("claim", tuple(dict.fromkeys(_claims(bare))))


def _texts(what: What, bare: str, against: str) -> Iterator[str]:
    match what:
        case "chance":
            return _at(_done(_CHANCE.sub("", bare, count=1), against), bare, against)
        case "why":
            return _done(_NEED.sub("", _WHY.sub("", bare, count=1), count=1), against)
        case "amount":
            return _bought(bare)
        case _:
            return iter((bare,))


def _bought(text: str) -> Iterator[str]:
    """Claims that tell a price, and the text itself: `how much does X pay for Y` -> `X can buy Y`."""
    pays = r"\b(?:does|do|must|will) (?:the )?(.+?) (?:have to )?pay for (?:the |an? )?(.+)"
    if paid := re.search(pays, text, re.I):
        who = "" if re.fullmatch(_ME, paid[1], re.I) else f"{paid[1]} "
        yield f"price of {who}buys {paid[2]}"
        yield f"{who}can buy {paid[2]}"
    if cost := re.search(r"\b(?:does|do|is|are) (?:the |an? )?(.+?) (?:cost|for me)\b", text, re.I):
        yield f"can buy {cost[1]}"
    yield text


def _without(pattern: Regex, text: str) -> str:
    return " ".join(pattern.sub(" ", text).split())


def _done(text: str, against: str) -> Iterator[str]:
    """What is to be done, as queries: `can't I buy X` -> `buy X`; a name alone is who is to be beaten."""
    rest = re.sub(rf"^(?:{_AUXILIARY}(?: not|n't)?\s+)?(?:{_ME}\s+)?(?:not\s+)?", "", text, flags=re.I)
    aimed = re.match(r"(?:against|vs|with|for|of)\s+", rest, re.I) is not None
    rest = re.sub(r"^(?:to|against|vs|with|for|of)\s+", "", rest, flags=re.I)
    rest = _plain(re.sub(r"^(\w+?)ing\b", r"\1", rest, flags=re.I))  # buying X
    if aimed:
        yield f"{against} {rest}"
    yield rest
    yield re.sub(r"^(?:beat|win against|win)\s+", f"{against} ", rest, flags=re.I)
    yield f"{against} {rest}"


def _at(queries: Iterator[str], text: str, against: str) -> Iterator[str]:
    """The queries, and at last the enemy that stands behind `against`."""
    yield from queries
    if enemy := re.search(r"\b(?:against|of|on|vs)\s+(.+)$", text, re.I):
        yield f"{against} {_plain(enemy[1])}"


def _plain(text: str) -> str:
    """Without articles before names."""
    return re.sub(r"\b(?:the|an?)\s+(?=[^\W\d_])", "", text, flags=re.I)


def _claims(text: str) -> Iterator[str]:
    """Sentences that claim what is asked: `can I buy X?` -> `can buy X`, `does X win?` -> `X wins`."""
    yield text
    if (bought := _BUYS.sub("buy", text)) != text:
        yield from _claims(bought)
    first, _, rest = text.partition(" ")
    for said in dict.fromkeys((rest, _plain(rest))):
        if first.casefold() in ("can", "may", "could", "might"):
            yield f"can {re.sub(rf'^{_ME} ', '', said, flags=re.I)}"
            yield from (f"{who} can {what}" for who, what in _subjects(said))
            yield from (f"can {what} {who}" for who, what in _subjects(said) if what.endswith(" up"))
        elif first.casefold() in ("does", "do", "did", "will", "would"):
            yield said
            yield from (f"{who} {_third(what)}" for who, what in _subjects(said))
        elif first.casefold() in ("is", "are", "am", "was") or first.casefold() in ("has", "have"):
            yield from (f"{who} {first} {what}" for who, what in _subjects(said))


_BUYS = Regex(r"\b(?:afford(?: to buy)?|purchase|pay for)\b", re.I)
"""Other words for to buy."""


def _subjects(text: str) -> Iterator[tuple[str, str]]:
    """The ways to divide a text into who does it, and what is done."""
    said = text.split()
    return ((" ".join(said[:at]), " ".join(said[at:])) for at in range(1, min(len(said), 6)))


def _third(text: str) -> str:
    """A verb as it is said of somebody: `beat X` -> `beats X`."""
    verb, _, rest = text.partition(" ")
    return f"{verb}{'es' if verb.endswith(('ch', 'sh', 's', 'x')) else 's'} {rest}".strip()
