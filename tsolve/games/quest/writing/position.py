"""From a decoded position file to a position of the engine, with every problem located: names that do not
exist, misspelt steps, and what cannot be on one table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from tsolve.cardkit import piles
from tsolve.contract.step_reader import Written
from tsolve.diagnostics import Diagnostics, input_error
from tsolve.errors import IllegalActionError, InputError, Span, TreePath
from tsolve.games.family import winners
from tsolve.games.family.mentions import NameCheck
from tsolve.games.quest.actions import A_TREASURE, Action
from tsolve.games.quest.book import Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.game import Quest
from tsolve.games.quest.measures import MEASURES
from tsolve.games.quest.position import QuestPosition, begun
from tsolve.games.quest.state import PLACES, Player, Room, State, target_named
from tsolve.games.quest.writing.doubts import tell_doubts
from tsolve.games.quest.writing.position_file import (
    AT_THE_BAZAAR,
    FOR_SALE,
    LOCATIONS,
    MONSTERS,
    ROOMS,
    OtherFile,
    QuestFile,
    kinds_in_words,
    otherwise_meant,
)
from tsolve.games.quest.writing.question_words import ANY_CARD, UNCLEAR_WARE, is_question
from tsolve.games.quest.writing.reading import Wording, in_part_on_table, read, table_cards, ware_named
from tsolve.games.quest.writing.several import several, too_few
from tsolve.games.quest.writing.statements import REWARDS, ClaimFile
from tsolve.games.quest.writing.table import FACE_DOWN, NOBODY, Table, with_treasures
from tsolve.judging import check
from tsolve.rules.names import Match
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decoded import Decoded
from tsolve.source.meant import NOTHING
from tsolve.written.card_names import Use, resolve
from tsolve.written.position_file import places_of_readings

if TYPE_CHECKING:
    from tsolve.games.quest.selection import Unseen


def check_mentions(
    decoded: Decoded[QuestFile], ruleset: Ruleset[Card], state: State, found: Diagnostics
) -> None:
    """Report unknown names (E302, E303), cards of the wrong kind (E305), steps that the line does not have
    (E310), unknown levels of goals (E311), interpretations (E412), readings (E413) and rulings (E414).
    """
    mentions = _NameCheck(decoded, ruleset, found)
    mentions.table = state
    mentions.subjects()
    mentions.claims()
    mentions.expectations()


def _is_read_alone(text: str) -> bool:
    """Whether a sentence is a claim as it stands, with the name of nobody left out."""
    with suppress(ValueError):
        return bool(ClaimFile.from_text(text.strip("\"' ")).kinds)
    return False


class _NameCheck(NameCheck[Card, QuestFile]):
    no_cards: ClassVar[dict[str, tuple[str, ...]]] = {"deck": ("unknown",)}
    alone = MEASURES.stated
    for_sale = FOR_SALE
    sold_elsewhere = AT_THE_BAZAAR
    sold_face_down = A_TREASURE
    measures = MEASURES
    table: State
    """The position: a part of a name is enough where it fits one card there."""

    def read_level(self, level: str) -> object:
        from tsolve.games.quest.planning.goals import read_goal  # only puzzles pay for it

        return read_goal("any", level)

    def of_game(self) -> None:
        places = [self.decoded.span("claims", index) for index in range(len(self.file.claims))]
        about = [place for place in places if not _is_read_alone(place.written)]
        winners.check_speakers(self.file, about, self.found)
        self._stocks()
        self._what_a_room_gives()
        for index, claim in enumerate(self.file.claims):
            for kind in ("reaches", "cannot_reach"):
                self.name(("claims", index, kind), getattr(claim, kind), ROOMS)
            self.target(("claims", index, "comes"), claim.comes)
            self.name(("claims", index, "champion"), claim.champion, (*ROOMS, *LOCATIONS))
            for name in filter(
                None, (claim.winner, claim.not_winner, *(claim.winners or ()), *(claim.score or ()))
            ):
                winners.check_player(
                    self.file, name, self.decoded.span("claims", index, *claim.kinds), self.found
                )
        expect, after = self.file.expect, self.file.expect.after
        if expect.best is not None:
            self.levels(("expect", "best", "worth"), expect.best.worth)
        if after is None:
            return
        path: TreePath = ("expect", "after")
        self.name((*path, "champion"), after.champion, (*ROOMS, *LOCATIONS))
        for room, monster in after.dungeon.items():
            self.name((*path, "dungeon", room), room, ROOMS, key=True)
            if monster not in (NOBODY, FACE_DOWN):
                self.name((*path, "dungeon", room), monster, MONSTERS)
        self.names(path, after, ("hand", "discard", "removed", "deck", "village"))

    def _stocks(self) -> None:
        """What somebody has is not what the turn brings, if there was some before."""
        before = {
            "iron_rations": self.file.tokens.iron_rations,
            "lantern_tokens": self.file.tokens.lantern,
            "potions": self.file.tokens.potion,
        }
        for index, claim in enumerate(self.file.claims):
            span = self.decoded.span("claims", index, claim.kinds[0])
            if before.get(claim.kinds[0]) and re.search(r"\b(?:ha[sd]|have|keeps?)\b", span.written):
                message = f"`{claim.kinds[0]}` is what the turn changes, not how many there are then"
                self.found.report("E210", message, span, f"write `{claim.kinds[0]}: ...` with the change")

    def _what_a_room_gives(self) -> None:
        """What a battle brings is of the Monster and its room together: a room alone is not asked about."""
        for index, claim in enumerate(self.file.claims):
            if claim.kinds[0] not in ("xp_won", *REWARDS) or claim.against is None:
                continue
            card = in_part_on_table(self.ruleset, self.table, claim.against)
            meant = self.ruleset.names.resolve(claim.against)
            facts = self.ruleset.cards.get(card or (meant.id if isinstance(meant, Match) else ""))
            if facts is not None and facts.kind in ROOMS:
                message = f"{facts.name} and its Monster give it together"
                span = self.decoded.span("claims", index, *claim.kinds)
                self.found.report("E210", message, span, "name the Monster, and claim what both give")

    # names

    def target(self, path: TreePath, name: str | None, key: bool = False) -> None:
        """A Monster, by its name, its room or both."""
        if name is None:
            return
        span = self.decoded.key_span(*path) if key else self.decoded.span(*path)
        meant = target_named(
            self.ruleset,
            name,
            lambda text: self._card(text, span, MONSTERS),
        )
        for card, kinds in ((meant.monster, MONSTERS), (meant.room, ROOMS)):
            if card and self.ruleset.cards[card].kind not in kinds:
                message = f"{self.ruleset.cards[card].name} is not {kinds_in_words(kinds)}"
                self.found.report("E305", message, span)

    def name(self, path: TreePath, name: str | None, kinds: tuple[str, ...] = (), key: bool = False) -> None:
        if name is None:
            return
        span = self.decoded.key_span(*path) if key else self.decoded.span(*path)
        is_sold = "gained" in path and bool(ware_named(self.ruleset, self.table, name))
        card = "" if is_sold else self._card(name, span, kinds)
        if card and kinds and self.ruleset.cards[card].kind not in kinds:
            message = f"{self.ruleset.cards[card].name} is not {kinds_in_words(kinds)}"
            self.found.report("E305", message, span)

    def ware(self, path: TreePath, name: str | None, key: bool = False) -> None:
        if name is None or not ware_named(self.ruleset, self.table, name):
            super().ware(path, name, key)

    def _card(self, name: str, span: Span | None, kinds: tuple[str, ...]) -> str:
        part = in_part_on_table(self.ruleset, self.table, name)
        if part:
            return part
        among = self.ruleset.limited(kinds) if kinds and not self.ruleset.names.knows(name) else None
        otherwise = partial(otherwise_meant, self.ruleset, name, kinds)
        return resolve(self.ruleset, name, self.found, span, otherwise, among)


def check_turn(table: Table) -> None:
    """A Location belongs to a Village phase, and is one."""
    location, span = table.file.location, table.decoded.span("location")
    if location is not None and table.file.turn == "dungeon":
        table.found.report("E314", "a Dungeon phase has no Location", span)
    elif location is not None and location.strip().casefold() not in NOTHING:
        table.named(location, LOCATIONS, "location", span, 0)


def check_quest(table: Table) -> None:
    """Only a Side Quest that the player has was completed."""
    if table.file.completed and table.file.side_quest is None:
        help_ = "name it under `side_quest`"
        table.found.report("E314", "no Side Quest is there", table.decoded.span("completed"), help_)


def check_campaign(table: Table) -> None:
    """What is told of a campaign may be kept and adds up."""
    file = table.file
    others = () if isinstance(file.players.others, int) else file.players.others
    players: tuple[QuestFile | OtherFile, ...] = (file, *others)
    if file.campaign is None and not any(each.kept or each.points or each.picked for each in players):
        return
    from tsolve.games.quest.writing.campaign_file import campaign_told  # few files tell of one

    campaign_told(table.decoded, table.ruleset, table.found)


def check_facts(table: Table) -> None:
    """Every card on the table is known in full, or the position defines what no source gives.

    Wound cards are what the rules say of them; that no source tells more is told with the answer.
    """
    played = table.played.cards() if table.played else ()
    uses = [use for use in table.uses if not _only_scores(table, use)]
    known = {**dict(reversed(list(played))), **{use.card: use.span for use in reversed(uses)}}
    for card_id, span in known.items():
        card = table.ruleset.cards[card_id]
        if card.is_wound:
            continue
        left = [fact for fact in card.missing if fact not in _defined(table, card_id)]
        if left:
            text = ", ".join(fact.replace("_", " ") for fact in left)
            message = f"no source gives these facts of {card.name}: {text}"
            facts = ", ".join(f"{fact}: ..." for fact in left)
            help_ = f"define what is printed: `cards: {{{card.name}: {{{facts}}}}}`"
            table.found.report("E313", message, span, ". ".join((help_, *card.provenance.notes)))


def _only_scores(table: Table, use: Use) -> bool:
    """Whether of a card nothing but its points matters: it belongs to another player, or the game is over."""
    file = table.file
    kinds = {kind for claim in file.claims for kind in claim.kinds}
    is_over = not file.line and bool(kinds) and kinds <= {"winner", "not_winner", "winners", "draw", "score"}
    is_owned = use.owner or (is_over and (use.is_belonging or use.zone == "owned"))
    return bool(is_owned) and "vp" not in table.ruleset.cards[use.card].missing


def _defined(table: Table, card: str) -> frozenset[str]:
    """The facts of a card that the position itself gives."""
    own = (facts for name, facts in table.file.cards.items() if table.means(name) == card)
    return frozenset(fact for facts in own for fact in facts)


_NOWHERE = State(players=(Player(piles.UNKNOWN, hand=None),), rooms=(Room(""),) * len(PLACES))
"""A position with nothing in it."""


def check_texts(
    game: Quest, ruleset: Ruleset[Card], state: State, decoded: Decoded[QuestFile], found: Diagnostics
) -> None:
    """Report what is wrong with the words of any step of the file, each where it stands."""

    def words(text: str, span: Span | None) -> None:
        read(game, ruleset, state, text, span, _Words)

    def reads(text: str) -> bool:
        with suppress(InputError):
            words(text, None)
            return True
        return is_question(text)

    def read_each(text: str, span: Span | None) -> None:
        if may_be_asked(text) and ANY_CARD.fullmatch(text):
            return
        if UNCLEAR_WARE.fullmatch(text):
            help_ = "write `buy a card` for one of the cards; name the card or the token otherwise"
            raise input_error("E302", f'"{text}" does not say what is meant', span, help_)
        try:
            words(text, span)
        except InputError:
            if not may_be_asked(text) or several(text, ruleset, state, reads) is None:
                if may_be_asked(text) and (told := too_few(text, ruleset, state)):
                    raise input_error("E302", f'"{text}" does not say which cards', span, told) from None
                raise

    may_be_asked = {claim.can or claim.cannot for claim in decoded.value.claims}.__contains__
    check.check_texts(decoded, found, read_each)


class _Words(Wording):
    """Reads words only and leaves aside what is where, and legality."""

    def __init__(self, game: Quest, ruleset: Ruleset[Card], state: State, span: Span | None) -> None:
        super().__init__(game, ruleset, _NOWHERE, span)
        self._table = state

    def on_table(self) -> Iterable[Iterable[str]]:
        return table_cards(self._table)

    def titled(self, name: str, cards: Iterable[str]) -> list[str]:
        """Whether or not a stack holds them."""
        return super().titled(name, self.ruleset.cards)

    def first_legal(self, actions: Iterable[Action]) -> Written[Action]:
        return self.written(next(iter(actions)))

    def only_legal(self, actions: Iterable[Action]) -> Written[Action]:
        return self.first_legal(actions)


def read_position(
    decoded: Decoded[QuestFile], ruleset: Ruleset[Card], found: Diagnostics | None = None
) -> QuestPosition:
    """The position that the file describes. `found` are problems that the file has already.

    Raises:
        InputError: unknown game, printing, interpretation or name (E301 to E303, E41x), a card where it
            cannot be (E305), a card of which facts are missing (E313), and what else cannot be played.
    """
    table = Table(decoded, ruleset, Diagnostics() if found is None else found)
    unsound = any(each.code.startswith("E4") for each in table.found.items)
    file = decoded.value
    if file.game != ruleset.id:
        help_ = f'this is read as "{ruleset.id}"'
        table.found.report("E301", f'unknown game "{file.game}"', decoded.span("game"), help_)
    state = table.state()
    check_turn(table)
    check_quest(table)
    check_campaign(table)
    check_facts(table)
    printing = file.printing or ruleset.printing_for(())
    readings = _readings(table, printing)
    check_mentions(decoded, ruleset, state, table.found)
    if unsound or not readings:  # then there are no rules to play by
        table.found.raise_if_any()
    game = Quest.for_one_turn(Book(ruleset.under(readings), readings))
    tell_doubts(table, game.book, state)
    check_texts(game, ruleset, state, decoded, table.found)
    state = with_treasures(table, state)
    known, laid = _unseen(table, game.book, state)
    table.found.raise_if_any()
    state = known.laid(game.book, laid) if known else laid
    try:
        inside = begun(game, state, file, ruleset)
    except IllegalActionError as error:
        span = decoded.span("location" if file.location is not None else "turn")
        table.found.report("E305", f"{error.refusal.action}: {error.refusal.reason}", span)
        table.found.raise_if_any()
    position = QuestPosition(game, inside, file, decoded, ruleset, printing, state)
    position.unseen = known
    if not file.line or not file.claims:
        return position
    from tsolve.games.quest.writing.line_end import with_its_battle  # few files have both

    return with_its_battle(position)


def _unseen(table: Table, book: Book, state: State) -> tuple[Unseen | None, State]:
    """What follows from `owned` and `monsters`, if the file says either."""
    if table.played is None and not table.owners():
        return None, state
    from tsolve.games.quest.writing.position_text import unseen  # few positions need it

    return unseen(table, book, state)


def _readings(table: Table, printing: str) -> Mapping[str, str]:
    file, decoded, ruleset = table.file, table.decoded, table.ruleset
    spans = places_of_readings(decoded, ruleset)
    try:
        return ruleset.readings(printing, file.interpretations, spans)
    except InputError as error:
        for each in error.diagnostics:
            table.found.report(each.code, each.message, each.span, each.help, each.related)
        return {}
