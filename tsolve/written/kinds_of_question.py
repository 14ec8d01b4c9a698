"""What kind of question a line is, by its first words: about a card, about the rules, for advice."""

from __future__ import annotations

import re

from tsolve.regex import Regex
from tsolve.rules.names import words

_BEGINS = frozenset(
    (
        *("what", "whats", "when", "where", "why", "who", "whom", "whose", "which", "how"),
        *("can", "cant", "could", "may", "must", "do", "does", "dont", "doesnt", "did", "is", "isnt", "are"),
        *("am", "will", "would", "should", "shall", "has", "have", "if", "explain", "rule", "rules", "tell"),
        *("czy", "ile", "kto", "co", "kiedy", "jak", "dlaczego", "który", "kiedy", "gdzie", "muszę", "mogę"),
    )
)
"""The words with which a question begins that is a sentence."""
_CARD = Regex(
    r"what(?: i|['’])s the (?:cost|price|effect|text) of|"
    r"(?:what|how) (?:does|do|is|are)|what['’]?s|what about|tell me about|explain|describe|show(?: me)?|"
    r"what (?:can|could) i do with|how (?:do|can) i use|(?:what is )?the text of|co robi(?:ą)?|co to jest|"
    r"how (?:much|strong|big) (?:does|do|is|are)|"
    r"what (?:does|do) it mean that|ile kosztuje",
    re.IGNORECASE,
)
_CARD_ENDS = Regex(
    r"(?: (?:do|does|work|works|say|says|mean|cost|costs|give|gives|card))*\W*$", re.IGNORECASE
)
_ADVICE = Regex(
    r"\b(?:should|shall|ought) (?:i|we|one|you)\b.*(?:\bor\b|\bfirst\b|\bnext\b|\binstead\b)"
    r"|^(?:what|which|who|whom|where)\b.*\b(?:should|shall) (?:i|we)\b"
    r"|^should (?:i|we) (?:buy|play|take|choose|pick|attack|fight|enhance|go|sell|keep|prefer|rest|level)\b"
    r"|\bis it (?:better|worth)\b|\b(?:which|who)\b.*\bis (?:better|stronger)\b|\bwhat is better\b"
    r"|\bany (?:advice|tips?)\b|\b(?:you|would you) (?:recommend|advise|suggest)\b|^(?:recommend|suggest)\b",
    re.IGNORECASE,
)


def is_sentence(text: str) -> bool:
    """Whether a line asks in a sentence, and not with names alone."""
    said = [word for each in re.split(r"[.,;:?!]\s", text) if (word := words(each)[:1])]
    return any(word[0] in _BEGINS for word in said)


def card_asked(text: str) -> str:
    """The name in a question about what a card does; empty for another question."""
    line = " ".join(text.split())
    begins = _CARD.match(line)
    if begins is None:
        return ""
    name = _CARD_ENDS.sub("", line[begins.end() :]).strip(" ,.?!\"'“”")
    return re.sub(r"^(?:an?|the|my|cards?) ", "", name, flags=re.IGNORECASE) or ""


def is_for_advice(text: str) -> bool:
    """Whether a question asks what is wise, which no rule tells."""
    return _ADVICE.search(" ".join(text.split())) is not None
