"""The situations a turn can reach before the party is prepared: draws, changes of the Hall, other players.

These actions show cards or move Monsters, so the engine itself is searched, position by position; equal
positions are kept once. If an unknown card is drawn, or an opponent chooses, the search stops there and says
so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import heappop, heappush

import msgspec
from msgspec.structs import replace

from tsolve.budget import SpentError, allow, current
from tsolve.engine import CHANCE, UNKNOWN
from tsolve.engine.search import LONGEST
from tsolve.games.thunderstone.actions import Action, Use, UseTreasure
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.cards import Card, Price
from tsolve.games.thunderstone.effects.ability_moves import ChooseToPutBack
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning import card_facts
from tsolve.games.thunderstone.planning.card_facts import is_second_use, leading_to_second_use, thins_hand
from tsolve.games.thunderstone.planning.seen import Seen, had_no_effect
from tsolve.games.thunderstone.planning.unseen import unseen_of
from tsolve.games.thunderstone.state import UNSEEN, State
from tsolve.games.thunderstone.turn import abilities, free, steps, traps_and_treasures
from tsolve.games.thunderstone.turn.abilities import ChooseSacrifice
from tsolve.games.thunderstone.turn.drawing import LookAtDungeon
from tsolve.games.thunderstone.turn.hall import ANYBODY, Target
from tsolve.games.thunderstone.turn.hand import pays_for
from tsolve.games.thunderstone.turn.other_players import MustDiscard, may_dig, may_turn_back, own_cards
from tsolve.games.thunderstone.turn.traps_and_treasures import usable
from tsolve.worlds.why_not_question import answers_in_words

LIMIT = 20_000
"""The most positions that a search visits."""
REMEMBERED = 4
"""Searches that are kept for the next question about the same game."""
EXPLORING = 0.5
"""The share of the remaining budget for one level; the rest is for solving what is found on it."""


PLACEHOLDER = "an unknown Monster stands in the Hall or comes to it: no attack on it was tried"
BREACH = "an unknown Monster comes to Rank 1: what follows depends on it"


class Situation(msgspec.Struct, frozen=True):
    """A position reached by actions that reveal something, and these actions."""

    state: State
    line: tuple[Action, ...]
    covered: bool = False
    """Whether only preparations came after another situation, so that every end from here is considered
    there.
    """


class LeftOut(msgspec.Struct, frozen=True):
    """A position that was not followed further."""

    why: str
    state: State
    by_chance: bool = False
    """Whether chance with known odds decides what comes, so that the search for a policy can go on."""
    is_known: bool = False
    """Whether every outcome of chance, or every choice from another player's known hand, can be tried."""


class Level(msgspec.Struct, frozen=True):
    """The situations with the same number of own cards lost on the way."""

    lost: int
    situations: tuple[Situation, ...]
    ended: tuple[Situation, ...] = ()
    """The situations in which the game is over before an attack."""
    left_out: tuple[LeftOut, ...] = ()
    """The positions that were not followed further."""
    robbed: bool = False
    complete: bool = True


class Explorer:
    """Finds the situations of a turn on demand, those with fewer lost cards first.

    It reports only the levels that were requested, even if the shared search has found more.
    """

    def __init__(
        self,
        game: Thunderstone,
        start: State,
        search: _Search | None = None,
    ) -> None:
        """`start` is at a free step of its turn; `search` is a search from there that has already begun."""
        self.search = search if search is not None else _Search(game, start)
        self._asked = 0

    @property
    def prepares(self) -> bool:
        """Whether preparing the party is searched, too, which is necessary if the hand is `robbed`."""
        return self.search.prepares

    @property
    def _last(self) -> Level:
        return self.search.levels[self._asked - 1] if self._asked else _BEGINNING

    @property
    def robbed(self) -> bool:
        """Whether something takes cards of the player's hand in mid-turn, so that the order of preparations
        matters.
        """
        return self._last.robbed

    @property
    def complete(self) -> bool:
        """False once the search was cut short."""
        return self._last.complete

    @property
    def by_chance(self) -> bool:
        """Whether the search stopped somewhere because chance decides which card comes."""
        return any(left.by_chance for left in self.stopped_at)

    @property
    def stopped_at(self) -> list[LeftOut]:
        """The positions that were not followed further on the requested levels."""
        return [left for level in self.search.levels[: self._asked] for left in level.left_out]

    @property
    def left_out(self) -> tuple[str, ...]:
        """Why positions were not followed further, each reason once."""
        return tuple(dict.fromkeys([left.why for left in self.stopped_at]))

    @property
    def found(self) -> list[Situation]:
        """The situations of all requested levels."""
        return [situation for level in self.search.levels[: self._asked] for situation in level.situations]

    def levels(self) -> Iterator[Level]:
        """Every level in turn; a level is searched when it is first needed."""
        number = 0
        while number < len(self.search.levels) or self.search.next_level():
            number += 1
            self._asked = max(self._asked, number)
            yield self.search.levels[number - 1]


_BEGINNING = Level(0, ())


def explored(game: Thunderstone, start: State, prepares: bool = False) -> Explorer:
    """The situations from `start`; a search for another goal or target is reused.

    With `prepares`, preparing the party is searched, too, step by step, while something may still be
    revealed.
    """
    known: list[tuple[State, _Search]] = game.explored
    for state, search in known:
        if state == start and search.complete and search.prepares == prepares:
            return Explorer(game, start, search=search)
    explorer = Explorer(game, start, search=_Search(game, start, prepares=prepares))
    known.append((start, explorer.search))
    del known[:-REMEMBERED]
    return explorer


class _Search:
    """The search for situations, level by level."""

    def __init__(
        self,
        game: Thunderstone,
        start: State,
        prepares: bool = False,
    ) -> None:
        self.game, self.prepares = game, prepares
        self.levels: list[Level] = []
        self.robbed = False
        self.complete = True
        self._start = start
        self._left_out: list[LeftOut] = []
        self._seen = Seen(game)
        self._waiting: list[tuple[int, int, Situation]] = []
        self._count = 0
        self._wait(Situation(start, ()))

    def next_level(self) -> bool:
        """Search one more level; False where there is none."""
        if not self._waiting or not self.complete:
            return False
        lost = self._waiting[0][0]
        found: list[Situation] = []
        ended: list[Situation] = []
        try:
            with allow(current().part(EXPLORING)):
                while self._waiting and self._waiting[0][0] == lost and self.complete:
                    here = heappop(self._waiting)[2]
                    try:
                        if here.state.over:
                            ended.append(here)
                        else:
                            self._look_at(here, found)
                    except SpentError:
                        self._cut_short()
        except BaseException:
            self.complete = False  # an incomplete level does not count
            raise
        left_out, self._left_out = tuple(self._left_out), []
        level = Level(lost, tuple(found), tuple(ended), left_out, self.robbed, self.complete)
        self.levels.append(level)
        return True

    def _cut_short(self) -> None:
        self.complete = False
        why = "there are too many ways to draw and to change the Hall to try them all"
        self._left_out.append(LeftOut(why, self._start))

    def _wait(self, situation: Situation) -> None:
        self._count += 1
        heappush(self._waiting, (situation.state.tally.lost, self._count, situation))

    def _look_at(self, here: Situation, found: list[Situation]) -> None:
        if not self._seen.is_new(here.state):
            return
        if self._seen.count > LIMIT or len(here.line) > LONGEST:
            self._cut_short()
            return
        if breach := why_no_end(self._start, here.state):
            self._left_out.append(LeftOut(breach, here.state))
            return
        if not here.state.todo:
            ends = steps.open_duty(self.game.book, here.state) is None
            if ends and not here.covered:
                found.append(here)
            self.robbed = self.robbed or was_trapped(self.game, self._start, here.state)
            self._go_on(here, here.covered or ends)
            return
        mover = self.game.mover(here.state)
        if is_free_choice(self.game, here.state):
            action = self.game.legal_actions(here.state)[0]
            self._wait(Situation(self.game.apply(here.state, action), (*here.line, action)))
            return
        if looks_in_vain(self.game, here.state):
            return
        if mover != here.state.active:
            used = [user_of(here.state, action) for action in here.line]
            user = next((card for card in reversed(used) if card), "")
            why = why_no_further(self.game, user, here.state)
            self._left_out.append(LeftOut(why, here.state, mover == CHANCE, _is_known(here.state, mover)))
            return
        self.robbed = self.robbed or order_matters(self.game, here.state)
        for action in worth_trying(self.game, here.state):
            self._wait(Situation(self.game.apply(here.state, action), (*here.line, action)))

    def _go_on(self, here: Situation, covered: bool) -> None:
        """Try every way to reveal more, and to prepare the party if the order matters."""
        game, state = self.game, here.state
        tried = dict.fromkeys(revealing_uses(game, state), False)
        if self.prepares:
            tried |= dict.fromkeys((each for each in preparations(game, state) if each not in tried), covered)
        for action, only_prepares in tried.items():
            after = game.apply(state, action)
            if not had_no_effect(game.book, state, action, after):
                self._wait(Situation(after, (*here.line, action), only_prepares))


def _is_known(state: State, mover: int) -> bool:
    return mover == CHANCE or (mover >= 0 and state.players[mover].hand is not None)


def preparations(game: Thunderstone, state: State) -> list[Action]:
    """Every preparation before the attack, if more may be revealed afterwards."""
    return game.preparations(state) if may_reveal_more(game.book, state) else []


def may_reveal_more(book: Book, state: State) -> bool:
    """Whether anything at hand may still show cards, move the Hall or ask other players before the attack."""
    showing = card_facts.revealing(book) | card_facts.wands(book) | card_facts.parting(book)
    return bool(state.me.treasures) or any(
        member.renewed or any(not member.used >> number & 1 for number in range(len(abilities)))
        for member in state.party
        if not member.left and member.card in showing and (abilities := book.card(member.card).abilities)
    )


def reveals(game: Thunderstone, state: State, action: Action) -> bool:
    """Whether the action shows cards, moves the Hall or asks other players."""
    if isinstance(action, UseTreasure):
        return not state.todo
    if not isinstance(action, Use):
        return False
    if state.turn == "village" and usable(game.book, state, state.active, "village"):
        return True  # the card may be destroyed for the Treasure when it has been used
    ability = game.book.card(state.party[action.card].card).abilities[action.ability]
    if ability.reveals or (any(effect.takes_cards for effect in ability.do) and robbery_counts(game, state)):
        return True
    if state.turn == "dungeon" and state.party[action.card].card in card_facts.parting(game.book):
        return True
    if ability.commits_late and may_thin(game, state, action):
        return True
    return is_second_use(game.book, state, action) or may_be_paid_later(game, state, action)


def may_thin(game: Thunderstone, state: State, use: Use) -> bool:
    """Whether cards that this use counts may leave the hand before the battle, so that using it now may bring
    more than later.
    """
    book = game.book
    effects = book.card(state.party[use.card].card).abilities[use.ability].do
    if all(effect.is_idle(book, state, use) for effect in effects):
        return False
    hand = [member.card for member in state.party if not member.left]
    counted = [card for card in map(book.card, hand) if any(effect.may_count(card) for effect in effects)]
    return any(
        any(map(thins_hand, ability.do)) or _fits_one(ability.price, counted)
        for card in hand
        if card in card_facts.thinning(book)
        for ability in card_facts.thinning(book)[card]
    )


def _fits_one(price: Price | None, cards: Iterable[Card]) -> bool:
    return price is not None and any(pays_for(price, card) for card in cards)


def may_be_paid_later(game: Thunderstone, state: State, use: Use) -> bool:
    """Whether a card used in the Village may then be given up for another card's ability, which the statement
    does not cover. (A-18)
    """
    book = game.book
    card = book.card(state.party[use.card].card)
    if state.turn != "village" or card.abilities[use.ability].destroy == "self":
        return False
    asking = [
        ability
        for index, member in enumerate(state.party)
        if index != use.card and not member.left and member.card in book.able["village"]
        for number, ability in enumerate(book.card(member.card).abilities)
        if ability.when == "village" and ability.reveals and not member.used >> number & 1
        if ability.price is not None and pays_for(ability.price, card)
    ]
    discards = any(ability.discard is not None for ability in asking)
    return discards or (bool(asking) and book.reads("used_card_as_cost", "any"))


def robbery_matters(game: Thunderstone, state: State) -> bool:
    """Whether the active player must make others discard (A-38) and they may react. (DS-12)"""
    return may_turn_back(game.book, state) and game.book.reads("others_discard", "forced")


def robbery_counts(game: Thunderstone, state: State) -> bool:
    """Whether it may matter for the turn that others discard, or what they discard."""
    return robbery_matters(game, state) or may_dig(game.book, state)


def revealing_uses(game: Thunderstone, state: State) -> list[Action]:
    """Every legal use of an ability that shows cards, moves the Hall or asks other players, of a Treasure,
    and of a Weapon that lets a Spell be used a second time.
    """
    anything = state.turn == "village" or any(member.renewed for member in state.party)
    among = None if anything else card_facts.revealing(game.book)
    tried: list[Action] = [*abilities.attempts(game.book, state, among, used_up=False)]
    tried += traps_and_treasures.treasure_attempts(game.book, state)
    uses = (use for use in tried if reveals(game, state, use) and free.refuse(use, game.book, state) is None)
    return list(dict.fromkeys((*uses, *leading_to_second_use(game.book, state))))


def user_of(state: State, action: Action) -> str:
    """The card whose ability is used; empty for any other action."""
    if isinstance(action, UseTreasure):
        return action.treasure
    return state.party[action.card].card if isinstance(action, Use) else ""


def was_trapped(game: Thunderstone, start: State, state: State) -> bool:
    """Whether a Trap struck the hand since `start`, so that the order of earlier actions matters. (DS-6)"""
    traps = card_facts.robbing_traps(game.book)
    return bool(traps) and not traps.isdisjoint(state.removed[len(start.removed) :])


def worth_trying(game: Thunderstone, state: State) -> list[Action]:
    """The answers to a waiting choice, without those that cannot change how the turn ends."""
    return state.todo[-1].worth_trying(game.book, state, game.legal_actions(state))


def order_matters(game: Thunderstone, state: State) -> bool:
    """Whether earlier preparations decide which cards the hand loses now: cards are taken from it, or one
    must be destroyed and prepared cards are safe. (A-18)
    """
    task = state.todo[-1]
    if isinstance(task, ChooseToPutBack):
        return state.turn == "dungeon"  # what was used stays
    if not isinstance(task, ChooseSacrifice) or not game.book.reads("used_card_as_cost", "never"):
        return isinstance(task, MustDiscard)
    cards = (game.book.card(member.card) for member in state.party if not member.left)
    return all(card.is_hero or card.is_weapon or card.id in game.book.able["dungeon"] for card in cards)


def is_free_choice(game: Thunderstone, state: State) -> bool:
    """Whether another player's choice waits that cannot change the active player's turn."""
    return bool(state.todo) and state.todo[-1].makes_no_difference(game.book, state)


def looks_in_vain(game: Thunderstone, state: State) -> bool:
    """Whether looking at unknown cards of the Dungeon Deck is useless, since none can come into the Hall
    before the battle is over.
    """
    task = state.todo[-1] if state.todo else None
    if not isinstance(task, LookAtDungeon) or game.mover(state) != UNKNOWN:
        return False
    others = (player for index, player in enumerate(state.players) if index != state.active)
    lendable = [card for player in others for card in (*(player.hand or ()), *player.discard)]
    return card_facts.refilling(game.book).isdisjoint((task.source, *own_cards(state), *lendable))


def may_come(start: State, target: Target) -> bool:
    """Whether the target may be an unknown card."""
    meant = replace(target, monster="").places(start)
    unseen = any(start.at(place).card == UNSEEN for place in meant)
    return unseen or not target.monster or not target.places(start)


def has_stranger(book: Book, state: State, target: Target = ANYBODY) -> bool:
    """Whether an unknown card is where it could be attacked, and may be the target's Monster."""
    if state.turn != "dungeon" or not any(slot.card == UNSEEN for slot in state.hall):
        return False
    meant = replace(target, monster="").places(state)
    may_be = not target.monster or bool(unseen_of(book, state, (target.monster,)))
    return may_be and any(state.at(place).card == UNSEEN for place in meant)


def why_no_end(start: State, state: State) -> str:
    """Why a position cannot be judged: an unknown card came to Rank 1 before the attack, and may breach; else
    empty.
    """
    came = state.hall[0].card == UNSEEN != start.hall[0].card
    return BREACH if came and not state.tally.attacked else ""


def why_no_further(game: Thunderstone, user: str, state: State) -> str:
    """Why lines from a position after the use of the card `user` were not followed."""
    mover = game.mover(state)
    card = game.book.name(user) if user else "a card"
    if mover == CHANCE:
        return f"{card} brings a random card: what follows depends on it"
    if mover == UNKNOWN:
        return f"{card} brings an unknown card: what follows depends on it"
    return f"{card} makes another player choose{answers_in_words(game, state)}: what follows depends on it"
