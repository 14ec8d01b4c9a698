"""Reads a question of one line: cards, numbers and words in almost any order.

Names stand in the hand until a word says otherwise; a number stands before or behind what it counts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from tsolve.diagnostics import Diagnostics
from tsolve.errors import Span
from tsolve.regex import Regex
from tsolve.source.tree import Scalar
from tsolve.written.asking import Amount, Asked, Asking, C, Item
from tsolve.written.card_names import MOST_COPIES
from tsolve.written.lexing import (
    AGAINST,
    BACK,
    BEST,
    FROM,
    HAND,
    NOT,
    WHICH,
    Lexer,
    Named,
    Number,
    Sign,
    Token,
    Unknown,
    Word,
    of_text,
)

ACTS_ITSELF = "it is named as the one who acts"
"""The message about an enemy that is the subject of a question."""
LONGEST = 1000
"""The most characters of a question that is read."""


def read_question(text: str, game: Asking[C], found: Diagnostics) -> Asked:
    """Read a question. Parts without a meaning are reported (E210, E302, E303, E307)."""
    line = " ".join(text.split())
    if len(line) > LONGEST:
        found.report("E210", f"a question has at most {LONGEST} characters", of_text(line[:LONGEST]))
        return Asked("", of_text(""))
    lexer = Lexer(game.ruleset, game.vocabulary)
    return _Reader(line, game, found, lexer).read(lexer.tokens(line))


_UNSAID = Regex(r"\b(?:an?|the)\s+(?=[^\W\d_])|\s+(?:this turn|now|today)\b", re.IGNORECASE)
"""Words of an action that say nothing."""


class _Reader:
    def __init__(self, text: str, game: Asking[C], found: Diagnostics, lexer: Lexer) -> None:
        self.text, self.game, self.found, self.lexer = text, game, found, lexer
        self.words = game.vocabulary
        self.zones: dict[str, list[Item]] = {}
        self.verbs: dict[str, list[Item]] = {}
        self.given: dict[str, Amount] = {}
        self.amounts: list[Amount] = []
        self.total: Number | None = None
        self.places: list[Number | Named] = []
        self.begins: Named | None = None
        self.others: list[Scalar] = []
        self.turn, self.denied, self.best, self.which = "", False, False, False
        self.most = ""
        self.section, self.verb = HAND, ""
        """Where the next name belongs: in a zone, or to an action."""
        self.count: Number | None = None
        """A number whose object has not come yet."""
        self.place: Number | Named | None = None
        """A place whose occupant has not come yet."""
        self.last: Item | None = None
        """The card just named, to which a number or a place may still belong."""
        self.claiming = False
        """Whether a sign has come that makes numbers claims."""
        self.leaving = False
        """Whether the next place is the starting point."""
        self.broken = False
        """Whether a sign has come since the last name."""

    def read(self, tokens: Sequence[Token]) -> Asked:
        at = 0
        while at < len(tokens):
            at += self._take(tokens, at)
        self._let_wait()
        if self.place is not None:
            self.places.append(self.place)
        self._aim_at_placed()
        return Asked(
            self.text,
            of_text(self.text),
            {zone: tuple(items) for zone, items in self.zones.items()},
            {verb: tuple(items) for verb, items in self.verbs.items()},
            self.given,
            tuple(self.amounts),
            self.total,
            tuple(self.places),
            self.begins,
            tuple(self.others),
            self.turn,
            self.denied,
            self.best,
            self.which,
            self.most,
        )

    def _take(self, tokens: Sequence[Token], at: int) -> int:
        """Read the next part; returns how many parts that takes."""
        token = tokens[at]
        after = tokens[at + 1] if at + 1 < len(tokens) else None
        match token:
            case Unknown():
                self.count = None
                self.lexer.report(token, self.found)
            case Named():
                self._check_number(token, after)
                self._name(token)
            case Sign():
                return self._sign(token, after)
            case Number():
                return self._number(token, tokens, at)
            case Word():
                return self._word(token, tokens, at)
        return 1

    def _aim_at_placed(self) -> None:
        """A card at a place is not in the hand: the question is about it."""
        hand = self.zones.get(HAND, [])
        placed = [item for item in hand if item.place is not None]
        able = [item for item in hand if self._may_be_placed(item)]
        if not placed and not self.verbs and len(able) == 1 and len(self.places) == 1:
            placed = [Item(able[0].card, able[0].span, able[0].count, self.places.pop())]
            hand.remove(able[0])
        if placed:
            self.zones[HAND] = [item for item in hand if item.place is None]
            self.verbs[self.words.against] = [*placed, *self.verbs.get(self.words.against, ())]

    # names

    def _check_number(self, token: Named, after: Token | None) -> None:
        """A plural needs a number."""
        is_counted = self.count is not None or (isinstance(after, Sign) and after.text == "x")
        if token.plural and not self.verb and not is_counted:
            name = self.game.ruleset.cards[token.cards[0]].name
            help_ = f"write `2 x {name}` for two, `{name}` for one"
            self.found.report("E210", f'say how many "{token.text}" there are', token.span, help_)

    def _name(self, token: Named) -> None:
        if all(map(self.game.is_place, token.cards)) and (
            self.leaving or not self.verb or self._fitting(token) != token.cards
        ):
            self._place(token)
            return
        if (
            self.verb
            and not self._fitting(token)
            and (self.broken or self.total is not None or self._is_aimed())
        ):
            self._section(HAND)
        if self.section == HAND and not self.verb and not self._fitting(token):
            self.verb = self.words.against if self._fits_against(token) else ""
        section = self.verb or self.section
        cards = self.game.meant(self._fitting(token) or token.cards, section, self.zones)
        if len(cards) > 1:
            known = self.game.ruleset.listed(cards)
            message = f'"{token.text}" names several cards: {known}'
            self.found.report("E303", message, token.span, "write one of these names")
            return
        count, self.count = self.count, None
        if count is not None and not 1 <= count.value <= MOST_COPIES:
            message = f"at least 1 and at most {MOST_COPIES} copies can be written"
            self.found.report("E307", message, count.span)
            return
        takes_place = self.place is not None and self.game.fits(cards[0], self.words.against)
        item = Item(cards[0], token.span, count.value if count else 1, self.place if takes_place else None)
        if takes_place:
            self.place = None
        self._items().append(item)
        self.last, self.broken, self.claiming = item, False, False

    def _fitting(self, token: Named) -> tuple[str, ...]:
        """The cards that may be here."""
        section = self.verb or self.section
        return tuple(card for card in token.cards if self.game.fits(card, section))

    def _fits_against(self, token: Named) -> bool:
        return any(self.game.fits(card, self.words.against) for card in token.cards)

    def _is_aimed(self) -> bool:
        """Whether there is a card at a place already, which then is the target."""
        return any(item.place is not None for item in self.zones.get(HAND, ()))

    def _items(self) -> list[Item]:
        return self.verbs.setdefault(self.verb, []) if self.verb else self.zones.setdefault(self.section, [])

    def _section(self, zone: str, verb: str = "") -> None:
        """Continue with the cards of a zone, or with the targets of an action."""
        self._let_wait()
        self.section, self.verb = zone, verb
        self.last, self.broken = None, False

    # places

    def _place(self, place: Number | Named) -> None:
        """A place belongs to the card before it, else to the one after it."""
        if self.leaving and isinstance(place, Named):
            self.begins, self.leaving = place, False
            return
        last = self.last
        if last is not None and last.place is None and not self.broken and self._may_be_placed(last):
            self._change_last(Item(last.card, last.span, last.count, place))
            return
        if self.place is not None:
            self.places.append(self.place)
        self.place = place

    def _may_be_placed(self, item: Item) -> bool:
        return self.game.fits(item.card, self.words.against)

    def _change_last(self, item: Item) -> None:
        self._items()[-1] = item
        self.last = item

    # signs and numbers

    def _sign(self, token: Sign, after: Token | None) -> int:
        if token.text == "x":
            if self.count is None and self.last is not None and isinstance(after, Number):
                self._counted_behind(after)
                return 2
            return 1
        self._let_wait()
        self.broken = True
        if token.text in (":", "="):
            self.claiming = True
            if self.verb:
                self._section(HAND)
        elif token.text == ";":
            self._section(HAND)
        elif token.text not in (",", "+", "&", "/", "-"):
            self.found.report("E210", f'"{token.text}" means nothing here', token.span)
        return 1

    def _counted_behind(self, number: Number) -> None:
        """`NAME x2`"""
        assert self.last is not None
        self._change_last(Item(self.last.card, self.last.span, number.value, self.last.place))

    def _number(self, token: Number, tokens: Sequence[Token], at: int) -> int:
        after = tokens[at + 1] if at + 1 < len(tokens) else None
        if isinstance(after, Word):
            if after.word in AGAINST:
                self._claim_total(token)
                return 1
            if token.nth and after.word == self.words.place:
                self._place(token)
                return 2
            if self._amount(after.word, token):
                return 2
        if isinstance(after, Named | Sign | Unknown) and self._counts(token, after):
            self._let_wait()
            self.count = token
        elif self.claiming:
            self._claim_total(token)
        else:
            self.count = token  # no name follows that it could count
            self._let_wait()
        return 1

    def _counts(self, number: Number, after: Named | Sign | Unknown) -> bool:
        """Whether a number belongs to the name after it, with nothing but `x` between them."""
        between = self.text[number.span.end_column - 1 : after.span.column - 1]
        return not between.strip() and (not isinstance(after, Sign) or after.text == "x")

    def _claim_total(self, token: Number) -> None:
        if self.total is not None:
            self.found.report("E210", "a second total is claimed", token.span)
        self.total = token

    def _amount(self, word: str, number: Number) -> bool:
        """A number with a word beside it: a fact of the position, or a claim."""
        words = self.words
        whole = Span(number.span.file, 1, number.span.column, 1, number.span.end_column, number.span.text)
        if word in words.given and not (self.claiming and word in words.amounts):
            what = words.given[word]
            if what in self.given:
                self.found.report("E210", f"{word} is given twice", whole)
            elif number.value < 0:
                self.found.report("E210", f"{word} is at least 0", whole)
            self.given[what] = Amount(what, number.value, whole)
            return True
        if word in words.amounts:
            self.amounts.append(Amount(words.amounts[word], number.value, whole))
            return True
        return False

    def _let_wait(self) -> None:
        """Report a number that counts nothing."""
        if self.count is not None:
            help_ = "write `2 x NAME` for several, or say what is claimed at the end: `NAME against NAME: 5`"
            self.found.report(
                "E210", f'it is not clear what "{self.count.text}" counts', self.count.span, help_
            )
            self.count = None

    # words

    def _word(self, token: Word, tokens: Sequence[Token], at: int) -> int:
        word, words = token.word, self.words
        behind = at + 1
        while behind < len(tokens) and isinstance(tokens[behind], Sign) and tokens[behind].text in (":", "="):
            behind += 1
        after = tokens[behind] if behind < len(tokens) else None
        if isinstance(after, Number) and word == words.place:
            self._place(after)
            return behind + 1 - at
        if word in words.amounts and self._is_asked_for(token):
            self._most(token, words.amounts[word])
            return 1
        if isinstance(after, Number) and (word in words.given or word in words.amounts):
            before_name = behind + 1 < len(tokens) and isinstance(tokens[behind + 1], Named)
            if not before_name or word not in words.verbs:
                self._amount(word, after)
                return behind + 1 - at
        if word in words.zones:
            self._section(words.zones[word])
            return behind - at
        if word in AGAINST:
            self._section("", words.against)
        elif word in words.verbs:
            if self.last is not None and self._acts_itself(after):
                self.found.report("E210", ACTS_ITSELF, self.last.span, words.of_enemies)
            self._section("", words.verbs[word])
        elif word in BACK:
            if self.verb or self.zones.get(self.section):  # else it belongs to the zone: `the table has NAME`
                self._section(HAND)
        elif word in FROM:
            self.leaving = True
        elif word in NOT:
            self.denied = not self.denied
        elif word in BEST:
            self.best = True
        elif word in WHICH:
            asks = isinstance(after, Word) and words.verbs.get(after.word) == words.against
            self.best, self.which = self.best or asks, self.which or asks
        elif word in words.turns:
            self.turn = words.turns[word]
        elif word in words.others:
            return self._other(tokens, at)
        elif word == words.place:
            self.found.report("E210", f"the number of the {word} is missing", token.span)
        else:
            self.found.report("E210", f'the number for "{token.text}" is missing', token.span)
        return 1

    def _most(self, amount: Word, what: str) -> None:
        """Ask for the most of an amount, if that can be asked for."""
        if what in self.words.goals:
            self.most = what
            self.amounts.append(Amount(what, 0, amount.span))
        else:
            help_ = f"claim a number, and the answer says how much it is: `NAME, NAME: 5 {amount.text}?`"
            self.found.report("E210", f'the number for "{amount.text}" is missing', amount.span, help_)

    def _is_asked_for(self, amount: Token) -> bool:
        """Whether it is asked how much of this there is."""
        before = self.text[: amount.span.column - 1].rstrip().casefold()
        return before.endswith(("how much", "how many"))

    def _acts_itself(self, after: Token | None) -> bool:
        """Whether the one who acts is the enemy just named, in `whom does NAME attack?`."""
        aimed = self.verb == self.words.against and not isinstance(after, Named)
        return aimed and not self.broken and not self.zones.get(HAND)

    def _other(self, tokens: Sequence[Token], at: int) -> int:
        """An action in words."""
        end = next((n for n in range(at, len(tokens)) if self._ends_verb(tokens, n)), len(tokens))
        first, last = tokens[at].span, tokens[end - 1].span
        text = self.text[first.column - 1 : last.end_column - 1]
        if (who := self._somebody(tokens, at, end)) is not None:
            verb = tokens[at].text
            text = f"{self.words.personal[verb.casefold()].format(who.text)}{text.removeprefix(verb)}"
        if tokens[at].text.casefold() in self.words.of_hand and not self.zones.get(HAND):
            named = (token for token in tokens[at:end] if isinstance(token, Named))
            self.zones[HAND] = [Item(token.cards[0], token.span, 1) for token in named]
        text = _UNSAID.sub("", text)
        self.others.append(Scalar(text, Span(first.file, 1, first.column, 1, last.end_column, first.text)))
        return end - at

    def _somebody(self, tokens: Sequence[Token], at: int, end: int) -> Named | None:
        """The card that does the action; it is taken out of the hand.

        If no other card of the hand was named, it stays, and the cards of the action join it.
        """
        before = at - 1
        while before >= 0 and isinstance(token := tokens[before], Word) and token.word in NOT:
            before -= 1
        who = tokens[before] if before >= 0 else None
        if not isinstance(who, Named) or tokens[at].text.casefold() not in self.words.personal:
            return None
        hand = self.zones.get(HAND, [])
        if self.verb or self.section != HAND or not hand or hand[-1].span != who.span:
            return None
        if len(hand) > 1:
            hand.pop()
        elif self.words.personal[tokens[at].text.casefold()].startswith("{}"):  # what somebody holds
            named = (token for token in tokens[at:end] if isinstance(token, Named))
            hand.extend(Item(token.cards[0], token.span, 1) for token in named)
        return who

    def _ends_verb(self, tokens: Sequence[Token], at: int) -> bool:
        """Whether an action ends at this sign: a semicolon, or a comma behind which the position goes on."""
        token, after = tokens[at], tokens[at + 1] if at + 1 < len(tokens) else None
        if not isinstance(token, Sign):
            return False
        goes_on = isinstance(after, Word) and (
            after.word in self.words.given or after.word in self.words.zones
        )
        return token.text == ";" or goes_on
